//! A small deck as a game in extensive form.

use std::rc::Rc;

use rummilab_core::{Ending, Position, RuleSet, Seat, Stacks, Table, TileCounts};
use rummilab_extensive::{Next, Player, Source};
use rummilab_solver::{Goal, ListLimits, Omitted, Solver, fewest_changes, solve_on};
use rustc_hash::FxHashMap;

use super::GameError;
use super::public::{Move, Place, PublicId, PublicTree};
use crate::endgame::{Endgame, State};
use crate::roster;

/// How often the solver may be asked again for the table with the fewest changes.
const MAX_SOLVES: usize = 20;

/// Half of what a won game is worth beyond all points ([`State::worth`]).
const HALF_A_WIN: i64 = 500_000;

/// Where a game stands. The order in which tiles were drawn is forgotten: it matters to nobody
/// who does not remember it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Standing {
    /// What everybody has seen.
    pub public: PublicId,
    /// The racks of both seats.
    pub racks: [TileCounts; 2],
    /// Whether the seat that moved last has its tile still to draw.
    draws: bool,
    /// What seat 0 got, once the game is over.
    over: Option<i8>,
}

impl Standing {
    /// The beginning, with these racks.
    pub fn dealt(racks: [TileCounts; 2]) -> Standing {
        Standing {
            public: 0,
            racks,
            draws: false,
            over: None,
        }
    }

    /// What seat 0 got, once the game is over: 1, 0 or -1.
    pub fn over(&self) -> Option<i8> {
        self.over
    }
}

/// What becomes of a game once its pool is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// It is solved, as nothing is hidden then.
    Solved,
    /// It is played, so tables have to be known.
    Played,
}

/// The plays of a table, a rack and whether its player has opened.
type PlaysOf = FxHashMap<(TileCounts, TileCounts, bool), Rc<[TileCounts]>>;

/// The game, told to [`ExtensiveGame::explore`](rummilab_extensive::ExtensiveGame::explore). A
/// player who can go out does so: nothing is worth more. Seat 0 begins.
pub struct DeckGame<'r> {
    rules: &'r RuleSet,
    all: TileCounts,
    solver: Box<dyn Solver>,
    /// What everybody saw in all games so far.
    pub public: PublicTree,
    plays: PlaysOf,
    ends: FxHashMap<State, i8>,
}

impl<'r> DeckGame<'r> {
    /// The game under these rules, which must [fit](super::fits).
    pub fn new(rules: &'r RuleSet, ends: Ends) -> DeckGame<'r> {
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let hand = usize::from(rules.hand);
        let table = (ends == Ends::Played).then(Table::default);
        DeckGame {
            rules,
            all,
            solver: roster::solver(),
            public: PublicTree::new(hand, all.len().saturating_sub(2 * hand), table),
            plays: FxHashMap::default(),
            ends: FxHashMap::default(),
        }
    }

    /// The seat that decides; `None` where chance does, and once the game is over.
    pub fn to_move(&self, standing: &Standing) -> Option<Seat> {
        let decides = standing.over.is_none() && !standing.draws;
        decides.then(|| self.public.place(standing.public).to_move)
    }

    /// All plays of the seat to move.
    ///
    /// # Errors
    /// [`GameError`].
    pub fn plays(
        &mut self,
        place: &Place,
        rack: &TileCounts,
    ) -> Result<Rc<[TileCounts]>, GameError> {
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
            return Err(GameError::TooManyPlays);
        }
        let plays: Rc<[TileCounts]> = listed.plays.iter().map(|play| play.tiles).collect();
        self.plays.insert(key, Rc::clone(&plays));
        Ok(plays)
    }

    /// Tiles that nobody has.
    pub fn pool(&self, standing: &Standing) -> TileCounts {
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
    fn end(&mut self, place: &Place, racks: [TileCounts; 2]) -> Result<i8, GameError> {
        let state = DeckGame::state(place, racks);
        if let Some(value) = self.ends.get(&state) {
            return Ok(*value);
        }
        let mut search = Endgame::new(self.rules, Seat(0), &mut self.solver, u64::MAX);
        let choice = search.best(&state)?.ok_or(GameError::TooManyPlays)?;
        let value = sign_of(state.to_move) * win_of(choice.worth);
        self.ends.insert(state, value);
        Ok(value)
    }

    /// The standing after a turn.
    pub fn after(&mut self, standing: &Standing, turn: Move) -> Standing {
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
    fn lay(&mut self, place: &Place, laid: &TileCounts) -> Result<Move, GameError> {
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
        let best = best.ok_or(GameError::TooManyPlays)?;
        let after = fewest_changes(solver, rules, before, &position, goal, best, MAX_SOLVES)?;
        Ok(Move::Lay(*laid, Some(after.table)))
    }

    /// All turns of the seat to move, in the order in which its information set lists them.
    ///
    /// # Errors
    /// [`GameError`].
    pub fn turns(&mut self, place: &Place, rack: &TileCounts) -> Result<Vec<Move>, GameError> {
        let plays = self.plays(place, rack)?;
        let mut turns = Vec::with_capacity(plays.len() + 1);
        for laid in plays.iter() {
            turns.push(self.lay(place, laid)?);
        }
        if place.pool > 0 {
            turns.push(Move::Draw);
        }
        if self.may_pass(place, &plays) {
            turns.push(Move::Pass);
        }
        Ok(turns)
    }

    /// Whether the player to move, who has these plays, may pass.
    pub fn may_pass(&self, place: &Place, plays: &[TileCounts]) -> bool {
        let must = self.rules.must_play_when_empty;
        let opened = place.opened[place.to_move.index()];
        place.pool == 0 && (plays.is_empty() || !must.binds(opened))
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
    type Error = GameError;

    fn begin(&mut self) -> Result<Vec<(f64, Standing)>, GameError> {
        let hand = usize::from(self.rules.hand);
        let mut standings = Vec::new();
        for (first, odds) in deals(&self.all, hand) {
            let rest = self.all.saturating_sub(&first);
            for (second, then) in deals(&rest, hand) {
                standings.push((odds * then, Standing::dealt([first, second])));
            }
        }
        Ok(standings)
    }

    fn next(&mut self, standing: &Standing) -> Result<Next<Standing, Self::Info>, GameError> {
        if let Some(got) = standing.over {
            return Ok(Next::End(f64::from(got)));
        }
        if standing.draws {
            return Ok(self.draw(standing));
        }
        let place = self.public.place(standing.public).clone();
        let mover = place.to_move;
        let rack = standing.racks[mover.index()];
        let plays = self.plays(&place, &rack)?;
        if plays.contains(&rack) {
            return Ok(Next::End(f64::from(sign_of(mover))));
        }
        if place.pool == 0 && place.table.is_none() {
            return Ok(Next::End(f64::from(self.end(&place, standing.racks)?)));
        }
        let turns = self.turns(&place, &rack)?;
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
