//! A small deck as a game in extensive form.

use std::rc::Rc;

use rummilab_bots::endgame::{Endgame, State};
use rummilab_bots::roster;
use rummilab_core::{Action, Ending, Position, RuleSet, Seat, Stacks, Table, TileCounts};
use rummilab_league::extensive::{Next, Player, Source};
use rummilab_solver::{Goal, ListLimits, Omitted, Solver, fewest_changes, solve_on};
use rustc_hash::FxHashMap;

use super::DeckError;
use super::public::{Move, Place, PublicId, PublicTree};
use super::seated_bot::{Memory, SeatedBot};

/// How often the solver may be asked again for the table with the fewest changes.
const MAX_SOLVES: usize = 20;

/// Half of what a won game is worth beyond all points ([`State::worth`]).
const HALF_A_WIN: i64 = 500_000;

/// Where a game stands. The order in which tiles were drawn is forgotten: it matters to nobody
/// but a bot, whose memory keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Standing {
    pub public: PublicId,
    pub racks: [TileCounts; 2],
    /// Whether the seat that moved last has its tile still to draw.
    draws: bool,
    /// What the bot has seen; 0 where none plays.
    memory: Memory,
    /// What seat 0 got, once the game is over.
    over: Option<i8>,
}

/// The plays of a table, a rack and whether its player has opened.
type PlaysOf = FxHashMap<(TileCounts, TileCounts, bool), Rc<[TileCounts]>>;

/// The game, told to [`ExtensiveGame::explore`](rummilab_league::extensive::ExtensiveGame). A
/// player who can go out does so: nothing is worth more.
pub(super) struct DeckGame<'r> {
    rules: &'r RuleSet,
    all: TileCounts,
    solver: Box<dyn Solver>,
    pub public: PublicTree,
    plays: PlaysOf,
    /// A bot in one seat; then games are played to their end. Otherwise ends with an empty pool
    /// are solved.
    bot: Option<SeatedBot>,
    ends: FxHashMap<State, i8>,
}

impl<'r> DeckGame<'r> {
    pub fn new(rules: &'r RuleSet, bot: Option<SeatedBot>) -> DeckGame<'r> {
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let hand = usize::from(rules.hand);
        let table = bot.as_ref().map(|_| Table::default());
        DeckGame {
            rules,
            all,
            solver: roster::solver(),
            public: PublicTree::new(hand, all.len() - 2 * hand, table),
            plays: FxHashMap::default(),
            bot,
            ends: FxHashMap::default(),
        }
    }

    /// How many times the bot was asked.
    pub fn asked(&self) -> usize {
        self.bot.as_ref().map_or(0, SeatedBot::asked)
    }

    /// All plays of the seat to move.
    pub fn plays(
        &mut self,
        place: &Place,
        rack: &TileCounts,
    ) -> Result<Rc<[TileCounts]>, DeckError> {
        let opened = place.opened[place.to_move.index()];
        let key = (place.tiles, *rack, opened);
        if let Some(plays) = self.plays.get(&key) {
            return Ok(Rc::clone(plays));
        }
        let position = Position {
            table: place.tiles,
            rack: *rack,
            opened,
            stacks: Stacks::default(),
        };
        let limits = ListLimits::best(usize::MAX);
        let listed = self
            .solver
            .plays(self.rules, &position, &Goal::Tiles, limits)?;
        if listed.rest != Omitted::Nothing {
            return Err(DeckError::TooManyPlays);
        }
        let plays: Rc<[TileCounts]> = listed.plays.iter().map(|play| play.tiles).collect();
        self.plays.insert(key, Rc::clone(&plays));
        Ok(plays)
    }

    /// Tiles that nobody has.
    fn pool(&self, standing: &Standing) -> TileCounts {
        let place = self.public.place(standing.public);
        let [first, second] = &standing.racks;
        let rest = self.all.saturating_sub(&place.tiles);
        rest.saturating_sub(first).saturating_sub(second)
    }

    /// The tile that the last mover draws.
    fn draw(&self, standing: &Standing) -> Next<Standing, (PublicId, TileCounts)> {
        let drawer = self.public.place(standing.public).to_move.next(2).index();
        let pool = self.pool(standing);
        let each = 1.0 / pool.len() as f64;
        let drawn = pool.kinds().map(|(tile, count)| {
            let mut after = standing.clone();
            after.draws = false;
            let _ = after.racks[drawer].insert(tile);
            (f64::from(count) * each, after)
        });
        Next::Chance(drawn.collect())
    }

    /// The game of two with an empty pool.
    fn state(place: &Place, racks: [TileCounts; 2]) -> State {
        State {
            racks,
            opened: place.opened,
            turned: [true; 2],
            to_move: place.to_move,
            passes: place.passes,
            left: None,
        }
    }

    /// What the solved end is worth to seat 0.
    fn end(&mut self, place: &Place, racks: [TileCounts; 2]) -> Result<i8, DeckError> {
        let state = DeckGame::state(place, racks);
        if let Some(value) = self.ends.get(&state) {
            return Ok(*value);
        }
        let mut search = Endgame::new(self.rules, Seat(0), &mut self.solver, u64::MAX);
        let choice = search.best(&state)?.ok_or(DeckError::TooManyPlays)?;
        let value = sign_of(state.to_move) * win_of(choice.worth);
        self.ends.insert(state, value);
        Ok(value)
    }

    /// The standing after a turn.
    fn after(&mut self, standing: &Standing, turn: Move) -> Standing {
        let mut after = standing.clone();
        let place = self.public.place(standing.public);
        let mover = place.to_move;
        match &turn {
            Move::Lay(laid, _) => {
                let rack = &mut after.racks[mover.index()];
                *rack = rack.saturating_sub(laid);
                after.over = rack.is_empty().then_some(sign_of(mover));
            }
            Move::Pass if place.passes > 0 => {
                let state = DeckGame::state(place, standing.racks);
                let ending = Ending::PoolEmpty;
                let worth = state.worth(self.rules, ending, Seat(0), &mut self.solver);
                after.over = Some(win_of(worth));
            }
            Move::Draw => after.draws = true,
            Move::Pass => {}
        }
        after.public = self.public.after(standing.public, turn);
        after
    }

    /// The turn that lays these tiles, with the table that the environment makes of it.
    fn lay(&mut self, place: &Place, laid: &TileCounts) -> Result<Move, DeckError> {
        let Some(before) = &place.table else {
            return Ok(Move::Lay(*laid, None));
        };
        let position = Position {
            table: place.tiles,
            rack: *laid,
            opened: place.opened[place.to_move.index()],
            stacks: Stacks::default(),
        };
        let (solver, rules, goal) = (self.solver.as_mut(), self.rules, &Goal::Tiles);
        let best = solve_on(solver, rules, before, &position, goal)?.into_verified();
        let best = best.ok_or(DeckError::TooManyPlays)?;
        let after = fewest_changes(solver, rules, before, &position, goal, best, MAX_SOLVES)?;
        Ok(Move::Lay(*laid, Some(after.table)))
    }

    /// The bot's turn.
    fn bots_turn(
        &mut self,
        standing: &Standing,
        place: &Place,
    ) -> Result<Next<Standing, (PublicId, TileCounts)>, DeckError> {
        let rack = standing.racks[place.to_move.index()];
        let plays = self.plays(place, &rack)?;
        let may_pass = self.may_pass(place, &plays);
        let Some(bot) = &mut self.bot else {
            unreachable!("asked where a bot plays");
        };
        let asked = (standing.memory, standing.public, rack);
        let (action, memory) = bot.act(self.rules, &self.public, asked)?;
        let turn = match action {
            Action::Play(table) => {
                let laid = table.counts().ok();
                let laid = laid.and_then(|tiles| tiles.checked_sub(&place.tiles));
                match laid.filter(|laid| plays.contains(laid)) {
                    Some(laid) => Move::Lay(laid, Some(table)),
                    None => return Err(bot.fault("an illegal play")),
                }
            }
            Action::Draw if place.pool > 0 => Move::Draw,
            Action::Pass if may_pass => Move::Pass,
            _ => return Err(bot.fault("an illegal draw or pass")),
        };
        let with_memory = Standing {
            memory,
            ..standing.clone()
        };
        Ok(Next::Chance(vec![(1.0, self.after(&with_memory, turn))]))
    }

    /// Whether the player to move, who has these plays, may pass.
    fn may_pass(&self, place: &Place, plays: &[TileCounts]) -> bool {
        place.pool == 0 && (plays.is_empty() || !self.rules.must_play_when_empty)
    }
}

/// 1 for seat 0, -1 for seat 1.
fn sign_of(seat: Seat) -> i8 {
    if seat == Seat(0) { 1 } else { -1 }
}

/// From a worth of the endgame to a win, a loss or neither.
fn win_of(worth: i64) -> i8 {
    match worth {
        HALF_A_WIN.. => 1,
        worth if worth <= -HALF_A_WIN => -1,
        _ => 0,
    }
}

impl Source for DeckGame<'_> {
    type State = Standing;
    type Info = (PublicId, TileCounts);
    type Error = DeckError;

    fn begin(&mut self) -> Result<Vec<(f64, Standing)>, DeckError> {
        let hand = usize::from(self.rules.hand);
        let mut standings = Vec::new();
        for (first, odds) in deals(&self.all, hand) {
            let rest = self.all.saturating_sub(&first);
            for (second, then) in deals(&rest, hand) {
                let standing = Standing {
                    public: 0,
                    racks: [first, second],
                    draws: false,
                    memory: 0,
                    over: None,
                };
                standings.push((odds * then, standing));
            }
        }
        Ok(standings)
    }

    fn next(&mut self, standing: &Standing) -> Result<Next<Standing, Self::Info>, DeckError> {
        if let Some(got) = standing.over {
            return Ok(Next::End(f64::from(got)));
        }
        if standing.draws {
            return Ok(self.draw(standing));
        }
        let place = self.public.place(standing.public).clone();
        let mover = place.to_move;
        if self.bot.as_ref().is_some_and(|bot| bot.seat == mover) {
            return self.bots_turn(standing, &place);
        }
        let rack = standing.racks[mover.index()];
        let plays = self.plays(&place, &rack)?;
        if plays.contains(&rack) {
            return Ok(Next::End(f64::from(sign_of(mover))));
        }
        if place.pool == 0 && self.bot.is_none() {
            return Ok(Next::End(f64::from(self.end(&place, standing.racks)?)));
        }
        let mut turns = Vec::with_capacity(plays.len() + 1);
        for laid in plays.iter() {
            turns.push(self.lay(&place, laid)?);
        }
        if place.pool > 0 {
            turns.push(Move::Draw);
        }
        if self.may_pass(&place, &plays) {
            turns.push(Move::Pass);
        }
        let moves = turns.into_iter().map(|turn| self.after(standing, turn));
        Ok(Next::Decision {
            player: Player::BOTH[mover.index()],
            info: (standing.public, rack),
            moves: moves.collect(),
        })
    }
}

/// All racks of this size out of these tiles, and their probabilities.
fn deals(tiles: &TileCounts, hand: usize) -> Vec<(TileCounts, f64)> {
    let mut racks = vec![(TileCounts::EMPTY, 1.0)];
    for (tile, copies) in tiles.kinds() {
        let mut more = Vec::new();
        for (rack, ways) in racks {
            for count in 0..=copies {
                let mut with = rack;
                (0..count).for_each(|_| {
                    let _ = with.insert(tile);
                });
                if with.len() <= hand {
                    more.push((with, ways * choose(copies.into(), count.into())));
                }
            }
        }
        racks = more;
    }
    racks.retain(|(rack, _)| rack.len() == hand);
    let all: f64 = racks.iter().map(|(_, ways)| ways).sum();
    racks.iter_mut().for_each(|(_, ways)| *ways /= all);
    racks
}

/// Ways to choose `of` from `from`.
fn choose(from: u32, of: u32) -> f64 {
    (0..of)
        .map(|at| f64::from(from - at) / f64::from(at + 1))
        .product()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_chance::{Key, Stream};
    use rummilab_core::BySeat;
    use rummilab_env::Environment;

    use super::super::SmallDeck;
    use super::*;

    const DECKS: [&str; 4] = [
        "colours = 2\nvalues = 3\ncopies = 1\njokers = 1\nhand = 3\nopening_min = 0",
        "colours = 2\nvalues = 5\ncopies = 1\njokers = 1\nhand = 4\nopening_min = 8",
        "colours = 3\nvalues = 4\ncopies = 2\njokers = 2\nhand = 6\nopening_min = 6",
        "rules = \"reference\"\ncolours = 3\nvalues = 4\ncopies = 1\njokers = 0\nhand = 4\n\
            opening_min = 0",
    ];

    /// Games at random, step by step beside the referee's: the same seat to move, the same tiles
    /// that can be laid, the same winner.
    #[test]
    fn games_are_those_of_the_referee() {
        for deck in DECKS {
            let deck = SmallDeck::from_toml(deck).unwrap();
            for game in 0..30 {
                follow(&deck, &mut Stream::new(Key::sample(1, "walk", game)));
            }
        }
    }

    fn pick<T: Clone>(from: &[T], stream: &mut Stream) -> T {
        from[(stream.next_u64() % from.len() as u64) as usize].clone()
    }

    fn follow(deck: &SmallDeck, stream: &mut Stream) {
        let rules = deck.rules();
        let mut game = DeckGame::new(rules, None);
        // Ends are played, not solved.
        game.public = PublicTree::new(
            usize::from(rules.hand),
            game.all.len() - 2 * usize::from(rules.hand),
            Some(Table::default()),
        );
        let mut tiles: Vec<_> = game.all.tiles().collect();
        stream.shuffle(&mut tiles);
        let (first, rest) = tiles.split_at(usize::from(rules.hand));
        let second = &rest[..usize::from(rules.hand)];
        let mut standing = Standing {
            public: 0,
            racks: [first, second].map(|rack| rack.iter().copied().collect()),
            draws: false,
            memory: 0,
            over: None,
        };
        let racks = BySeat::from(standing.racks);
        let mut referee = Environment::with_racks(rules, racks, roster::solver()).unwrap();
        while standing.over.is_none() {
            let place = game.public.place(standing.public).clone();
            let mover = place.to_move;
            assert_eq!(referee.to_move(), Some(mover));
            assert_eq!(referee.pool(), game.pool(&standing));
            let rack = standing.racks[mover.index()];
            let plays = game.plays(&place, &rack).unwrap();
            let mut listed: Vec<TileCounts> = plays.to_vec();
            listed.sort_unstable();
            let mut theirs = referee.candidates(usize::MAX).unwrap().plays.clone();
            theirs.sort_unstable();
            assert_eq!(listed, theirs);
            let mut turns: Vec<Move> = Vec::new();
            for laid in plays.iter() {
                turns.push(game.lay(&place, laid).unwrap());
            }
            let may_pass = game.may_pass(&place, &plays);
            let idle = referee.actions() - 1;
            assert_eq!(referee.legal().unwrap()[idle], place.pool > 0 || may_pass);
            turns.extend((place.pool > 0).then_some(Move::Draw));
            turns.extend(may_pass.then_some(Move::Pass));
            let turn = pick(&turns, stream);
            standing = game.after(&standing, turn.clone());
            match turn {
                Move::Lay(laid, _) => referee.play(laid).unwrap(),
                Move::Pass => referee.step(idle).unwrap(),
                Move::Draw => {
                    let Next::Chance(drawn) = game.draw(&standing) else {
                        panic!("a draw is chance");
                    };
                    let odds: f64 = drawn.iter().map(|(odds, _)| odds).sum();
                    assert!((odds - 1.0).abs() < 1e-12);
                    let after = pick(&drawn, stream).1;
                    let new = after.racks[mover.index()].saturating_sub(&rack);
                    assert!(referee.draws_next(new.tiles().next().unwrap()));
                    referee.step(idle).unwrap();
                    standing = after;
                }
            }
            if standing.over.is_none() {
                let place = game.public.place(standing.public);
                assert_eq!(place.table.as_ref(), Some(referee.table()));
            }
        }
        assert_eq!(referee.to_move(), None);
        let over = f64::from(standing.over.unwrap());
        assert_eq!(*referee.rewards().first().unwrap(), over);
    }
}
