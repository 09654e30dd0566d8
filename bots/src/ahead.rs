//! Looking ahead before the opening of a game of two: which tiles to open with, and when. The
//! hidden tiles are dealt at random, and each of a few turns is tried in the same deals. Two quick
//! champions go on up to the empty pool, where races judge the position ([`Worth`]).
//!
//! Playing such a game to its end takes some ten times as long, nearly all of it on the empty pool.

use rummilab_bot_api::{Bot, BotFault, PublicTurn, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Game, Seat, TileCounts};
use rummilab_playout::{Belief, Policies, Posterior, middle_of};
use rummilab_solver::{Solver, fewest_openings};

use crate::champion::{Champion, ChampionSettings};
use crate::plan::{Plan, Worth, WorthEffort};
use crate::player::{Player, fault, may_idle};
use crate::rollout::{clear_winner, laid, race};
use crate::shared::Shared;
use crate::standoff::Halt;

/// Turns after which a game that has not reached the empty pool is judged as it stands. Each draw
/// takes one of at most six tiles, so only games in which tiles are laid one by one go on so long.
const TURNS: usize = 40;
/// By how many standard errors another turn must be better.
const CLEAR: f64 = 1.0;
/// In how many deals a turn must have been tried before it may replace the usual one.
const DEALS: usize = 2;

/// How much looking ahead may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AheadEffort {
    /// The most tiles in the pool with which it looks ahead.
    pub pool: usize,
    /// The most openings of few tiles that are tried.
    pub openings: usize,
    /// Games on a turn, for all turns tried together.
    pub games: usize,
    /// Work for judging the empty pool of each game.
    pub worth: WorthEffort,
}

impl AheadEffort {
    /// Some two seconds on each of the last turns before the opening.
    pub const NORMAL: AheadEffort = AheadEffort {
        pool: 6,
        openings: 10,
        games: 150,
        worth: WorthEffort {
            search: 100,
            races: 2,
        },
    };
}

/// Tries turns before the opening.
pub(crate) struct Ahead {
    effort: AheadEffort,
    solver: Shared,
    player: Player,
    policies: Policies,
    worth: Worth,
}

impl Ahead {
    /// All its parts ask this solver.
    pub(crate) fn new(effort: AheadEffort, solver: &Shared) -> Ahead {
        let quick = || Box::new(Champion::new(solver, ChampionSettings::QUICK)) as Box<dyn Bot>;
        let luck = Stream::new(Key::sample(0, "ahead", 0));
        Ahead {
            effort,
            solver: solver.clone(),
            player: Player::new(solver.boxed()),
            policies: Policies::new(vec![quick(), quick()], luck),
            worth: Worth::default(),
        }
    }

    /// Whether it looks ahead on this turn: in a game of two whose empty pool is planned, by a
    /// player who has not opened and does not go out.
    pub(crate) fn takes(&self, view: &View<'_>, usual: &Action) -> bool {
        Plan::suits(view)
            && view.pool_len <= self.effort.pool
            && !view.has_opened()
            && laid(view, usual) != view.rack
    }

    /// A turn that is clearly better than the usual one; `None` if none is.
    ///
    /// # Errors
    /// Any failure of a solver or of a policy.
    pub(crate) fn better(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let listed = self.list(view, usual, stream)?;
        let belief = Belief::new(0, 0).look(view, &mut self.policies, stream);
        let (Some(belief), true) = (belief, listed.len() > 1) else {
            return Ok(None);
        };
        let seed = stream.next_u64();
        let mut dealt: Option<(usize, Game<'_>)> = None;
        let race = race(listed.len(), self.effort.games, |turn, number| {
            if self.solver.stopped() {
                return Ok(None);
            }
            if dealt.as_ref().is_none_or(|(known, _)| *known != number) {
                dealt = Some((number, deal(view, &belief, (seed, number as u64))?));
            }
            let Some((_, game)) = &dealt else {
                return Ok(None);
            };
            let luck = Stream::new(Key::sample(seed, "ahead luck", number as u64));
            let worth = self.tried(view, game.clone(), &listed[turn], luck)?;
            // Who gets no more answers does not play as planned.
            Ok(worth.filter(|_| !self.solver.ran_out()))
        })?;
        let best = clear_winner(&race, CLEAR, DEALS);
        Ok((best > 0).then(|| listed[best].clone()))
    }

    /// The turns that are tried: the usual one, laying nothing where that is legal, openings of the
    /// fewest tiles in random order, and the largest opening.
    fn list(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Vec<Action>, BotFault> {
        let mut found = vec![usual.clone()];
        let mut known = vec![laid(view, usual)];
        if may_idle(view) && !known.contains(&TileCounts::EMPTY) {
            known.push(TileCounts::EMPTY);
            found.push(view.idle());
        }
        let mut openings = fewest_openings(view.rules, &view.rack.without_jokers());
        stream.shuffle(&mut openings);
        for (tiles, _) in openings.iter().take(self.effort.openings) {
            if !known.contains(tiles)
                && let Some(action) = self.player.lay_tiles(view, tiles)?
            {
                known.push(*tiles);
                found.push(action);
            }
        }
        let most = self.player.open(view)?;
        if !known.contains(&laid(view, &most)) {
            found.push(most);
        }
        Ok(found)
    }

    /// What a turn is worth to the viewer in a dealt game, from -1.5 to 1.5; `None` if the work
    /// runs out.
    fn tried(
        &mut self,
        view: &View<'_>,
        mut game: Game<'_>,
        first: &Action,
        mut luck: Stream,
    ) -> Result<Option<f64>, BotFault> {
        let seats = BySeat::from_fn(view.players(), Seat::index);
        self.policies.begin(&seats, luck.clone());
        let mut judge = self.solver.boxed();
        let mut history = view.history.to_vec();
        for turn in 0..TURNS {
            let Some(seat) = game.to_move() else {
                break;
            };
            game.start_turn();
            let opened = Seat::all(seats.players()).all(|seat| game.opened(seat));
            let action = match turn {
                0 => first.clone(),
                _ if game.pool_len() == 0 && opened => break,
                _ => self
                    .policies
                    .act(seat.index(), &View::of(&game, seat, &history))?,
            };
            let event = game.act(&action, &mut judge);
            let event = event.map_err(|why| BotFault::Crash(why.to_string()))?;
            history.push(PublicTurn::of(&event));
        }
        let Some(seat) = game.to_move() else {
            let share = rummilab_playout::win_share(&game, view.seat, &mut judge);
            return Ok(share.map(|share| 3.0 * share - 1.5));
        };
        let table = game.table().counts();
        let table = table.map_err(|why| BotFault::Crash(why.to_string()))?;
        let racks = [*game.rack(seat), *game.rack(seat.next(2))];
        let effort = self.effort.worth;
        let worth = self.worth.of(
            (view.rules, table),
            racks,
            judge.as_mut(),
            effort,
            &mut luck,
        );
        match worth {
            Ok(worth) => Ok(Some(if seat == view.seat { worth } else { -worth })),
            Err(Halt::Work) => Ok(None),
            Err(Halt::Solver(error)) => Err(fault(&error)),
        }
    }
}

/// The game as it may stand, with the hidden tiles of this number.
fn deal<'r>(
    view: &View<'r>,
    belief: &Posterior,
    (seed, number): (u64, u64),
) -> Result<Game<'r>, BotFault> {
    let mut stream = Stream::new(Key::sample(seed, "ahead deal", number));
    let (hidden, _) = belief.draw(&mut stream);
    let game = Game::resume(view.rules, &middle_of(view, &hidden));
    game.map_err(|why| BotFault::Crash(why.to_string()))
}
