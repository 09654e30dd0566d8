//! `rollout`: plays the turn of its base, unless playouts show a clearly better one.

use rummilab_bot_api::{Bot, BotFault, GameOver, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Game, Seat, Tile};
use rummilab_playout::{Belief, Playout, Policies, Posterior, win_share};
use rummilab_solver::Solver;

use super::candidates::{Candidate, Wanted, candidates, laid};
use super::deal::dealt;
use super::halving::{clear_winner, race};
use super::policies::{Policy, policies};
use crate::champion::{Champion, ChampionSettings};
use crate::entry::{Entry, choice, long, number};
use crate::greedy::Greedy;
use crate::hold::{Hold, HoldSettings};
use crate::opening::Opening;
use crate::player::Player;
use crate::shared::Shared;

pub(crate) const ENTRY: Entry = Entry {
    name: "rollout",
    version: 4,
    about: "plays as its base, unless playouts say that another turn is clearly better",
    params: &[
        choice("base", &["hold", "greedy", "champion"])
            .about("hold:h=0, greedy, or champion:budget=fast"),
        number("rollouts", 64, 0, 1_000_000)
            .about("games played on a turn; 0: plays exactly as its base"),
        number("work", 20_000, 0, 1_000_000_000).about(
            "questions to the solver a turn, hard ones counting more, after which no \
                further game begins",
        ),
        number("plays", 4, 0, 1000).about("plays tried besides the base's turn and a draw"),
        choice("plans", &["own", "all"]).about(
            "goes on as its base, or tries too to do as greedy, hold and hold-joker do from \
                now on",
        ),
        number("pool", 1000, 0, 1000)
            .about("thinks only while the pool holds at most this many tiles"),
        number("particles", 16, 0, 1_000_000).about(
            "racks kept for every policy that an opponent may have; 0: racks as chance \
                makes them",
        ),
        number("clear", 20, 0, 1000)
            .about("tenths of a standard error by which another turn must be better"),
    ],
    for_tests: false,
    work: long,
    make: |s| {
        let settings = RolloutSettings {
            base: match s.text("base") {
                "greedy" => Base::Greedy,
                "champion" => Base::Champion,
                _ => Base::Hold,
            },
            rollouts: s.count("rollouts"),
            work: s.count("work") as u64,
            plays: s.count("plays"),
            all: s.text("plans") == "all",
            pool: s.count("pool"),
            particles: s.count("particles"),
            clear: f64::from(s.number("clear")) / 10.0,
        };
        Box::new(Rollout::new(s.solver.clone(), settings))
    },
};

/// The bot whose turn is played if no other turn is clearly better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// [`Greedy`]; playouts also continue with it.
    Greedy,
    /// [`Hold`] with h = 0, which dumps once the pool is empty; playouts also continue with it.
    Hold,
    /// [`Champion`] with its fast budget. Playouts continue with `hold:h=0`, which costs a
    /// hundredth of it. With an empty pool the champion's turn is played without playouts.
    Champion,
}

/// The settings of a rollout bot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RolloutSettings {
    pub base: Base,
    /// Playouts each turn; with 0 it plays exactly as its base.
    pub rollouts: usize,
    /// Solver work, with hard questions counting more, after which no further playout of a turn
    /// begins.
    pub work: u64,
    /// Plays tried besides the base's turn and laying nothing.
    pub plays: usize,
    /// Whether it also tries to follow every policy of [`Policy::MIXTURE`] from this turn on.
    pub all: bool,
    /// The most tiles in the pool with which it thinks.
    pub pool: usize,
    /// Racks that are kept for every policy that an opponent may have; with 0, racks are dealt at
    /// random.
    pub particles: usize,
    /// By how many standard errors a turn must beat the base's to replace it.
    pub clear: f64,
}

/// In how many worlds a turn must have been tried before it may replace the base's.
const WORLDS: usize = 6;

/// Plays the turn of its base, unless playouts show that another turn is clearly better
/// ([`rollout`](crate::rollout)). One- and two-ply rollouts with a short list of candidates made
/// the strongest Scrabble programs (Sheppard, "World-championship-caliber Scrabble", Artificial
/// Intelligence 134, 2002).
pub struct Rollout {
    settings: RolloutSettings,
    solver: Shared,
    player: Player,
    base: Box<dyn Bot>,
    policies: Policies,
    belief: Belief,
}

impl Rollout {
    /// Plays with these settings. All its parts ask this solver.
    pub fn new(solver: Shared, settings: RolloutSettings) -> Rollout {
        let own = match settings.base {
            Base::Greedy => Policy::Greedy,
            Base::Hold | Base::Champion => Policy::Hold(0),
        };
        let asked: Vec<Policy> = Policy::MIXTURE.into_iter().chain([own]).collect();
        Rollout {
            player: Player::new(solver.boxed()),
            base: base(settings.base, &solver),
            policies: policies(&asked, &solver),
            belief: belief(&settings),
            solver,
            settings,
        }
    }

    /// Whether there is anything to think about.
    fn thinks(&self, view: &View<'_>, usual: &Action) -> bool {
        // If groups have owners, one question of a playout can take minutes: it is about a rack
        // that holds half of the game.
        let left_to_base = view.rules.has_group_owners()
            || (self.settings.base == Base::Champion && view.pool_len == 0);
        view.pool_len <= self.settings.pool && !left_to_base && laid(view, usual) != view.rack
    }

    /// The turn that is clearly better than the usual one; `None` if there is no such turn.
    fn better(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let end = self.solver.work().saturating_add(self.settings.work);
        let tried = if self.thinks(view, usual) {
            self.candidates(view, usual)?
        } else {
            Vec::new()
        };
        let solver = self.solver.clone();
        let may_ask = move || solver.work() < end && !solver.stopped();
        let outlook = self.belief.look(view, &mut self.policies, stream);
        let seed = stream.next_u64();
        match outlook {
            Some(outlook) if tried.len() > 1 => {
                let best = self.race(view, &tried, &outlook, seed, &may_ask)?;
                Ok((best > 0).then(|| tried[best].action.clone()))
            }
            _ => Ok(None),
        }
    }

    fn candidates(&mut self, view: &View<'_>, usual: &Action) -> Result<Vec<Candidate>, BotFault> {
        let mixture = Policy::MIXTURE.len();
        let wanted = Wanted {
            plays: self.settings.plays,
            own: mixture,
            others: if self.settings.all { mixture } else { 0 },
        };
        candidates(view, usual, wanted, &mut self.player, &mut self.policies)
    }

    /// The index of the candidate to play.
    fn race(
        &mut self,
        view: &View<'_>,
        tried: &[Candidate],
        outlook: &Posterior,
        seed: u64,
        may_ask: &dyn Fn() -> bool,
    ) -> Result<usize, BotFault> {
        let (solver, mut judge) = (&self.solver, self.solver.boxed());
        let mut playout = Playout {
            policies: &mut self.policies,
            judge: &mut judge,
        };
        let mut made: Option<(usize, Game, BySeat<usize>)> = None;
        let race = race(tried.len(), self.settings.rollouts, |candidate, world| {
            if !may_ask() {
                return Ok(None);
            }
            if made.as_ref().is_none_or(|(known, ..)| *known != world) {
                let stream = Stream::new(Key::sample(seed, "rollout", world as u64));
                let (game, seats) = dealt(view, outlook, stream)?;
                made = Some((world, game, seats));
            }
            let Some((_, game, seats)) = &mut made else {
                return Ok(None);
            };
            let Candidate { action, then, .. } = &tried[candidate];
            seats[view.seat] = *then;
            let (mut game, mut history) = (game.clone(), view.history.to_vec());
            let played = playout.play(&mut game, &mut history, action, seats);
            // A policy that gets no more answers does not play as it would.
            if solver.ran_out() {
                Ok(None)
            } else {
                played.map(|()| win_share(&game, view.seat, playout.judge))
            }
        })?;
        Ok(clear_winner(&race, self.settings.clear, WORLDS))
    }
}

fn belief(settings: &RolloutSettings) -> Belief {
    Belief::new(Policy::MIXTURE.len(), settings.particles)
}

fn base(base: Base, solver: &Shared) -> Box<dyn Bot> {
    let player = Player::new(solver.boxed());
    let opening = Opening::default();
    match base {
        Base::Greedy => Box::new(Greedy::new(player, opening)),
        Base::Hold => {
            let settings = HoldSettings::until(0);
            Box::new(Hold::new(player, settings, opening))
        }
        Base::Champion => Box::new(Champion::new(solver, ChampionSettings::FAST)),
    }
}

impl Bot for Rollout {
    fn new_game(&mut self, seat: Seat) {
        self.belief = belief(&self.settings);
        self.base.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.base.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let usual = self.base.act(view, stream)?;
        if self.settings.rollouts == 0 {
            return Ok(usual);
        }
        // A failure in a playout must not become a failure in the game.
        let better = self.better(view, &usual, stream).unwrap_or(None);
        Ok(better.unwrap_or(usual))
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.base.game_over(view, over);
    }
}
