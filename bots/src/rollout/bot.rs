//! `rollout`: plays the turn of its base, unless playouts show a clearly better one.

use rummilab_bot_api::{Bot, BotFault, GameOver, Revealed, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Sight, Tile};
use rummilab_playout::{Belief, Deal, Lookahead, Playout, Policies, Selection, win_share};
use rummilab_solver::Solver;

use super::candidates::{Candidate, Wanted, candidates};
use super::policies::{Policy, policies};
use crate::champion::{Champion, ChampionSettings};
use crate::entry::{Entry, SEES, choice, long, number};
use crate::greedy::Greedy;
use crate::hold::{Hold, HoldSettings};
use crate::opening::Opening;
use crate::player::{Player, laid};
use crate::shared::Shared;

pub(crate) const ENTRY: Entry = Entry {
    name: "rollout",
    version: 5,
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
        SEES,
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
            all: s.text("plans") == "all",
            pool: s.count("pool"),
            particles: s.count("particles"),
            sight: s.text(Sight::KEY).parse().unwrap_or_default(),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RolloutSettings {
    pub base: Base,
    /// Playouts each turn; with 0 it plays exactly as its base.
    pub rollouts: usize,
    /// Solver work, with hard questions counting more, after which no further playout of a turn
    /// begins.
    pub work: u64,
    /// Whether it also tries to follow every policy of [`Policy::MIXTURE`] from this turn on.
    pub all: bool,
    /// The most tiles in the pool with which it thinks.
    pub pool: usize,
    /// Racks that are kept for every policy that an opponent may have; with 0, racks are dealt at
    /// random.
    pub particles: usize,
    /// The hidden tiles that it is shown, which then are the same in every game played out.
    pub sight: Sight,
}

/// Plays tried besides the base's turn and laying nothing.
const PLAYS: usize = 4;
/// By how many standard errors another turn must be better than the base's, and on how many deals
/// it must have been tried.
const ERRORS: f64 = 2.0;
const DEALS: usize = 6;

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
    /// The hidden tiles shown on this turn.
    revealed: Option<Revealed>,
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
            revealed: None,
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
        let revealed = self.revealed.take().unwrap_or_default();
        // Racks that are shown are known as under rules that lay all racks open.
        let seen = View {
            racks: revealed.racks.or_else(|| view.racks.clone()),
            ..view.clone()
        };
        let belief = self.belief.look(&seen, &mut self.policies, stream);
        let belief = belief.map(|belief| belief.with_next_draws(revealed.pool));
        let seed = stream.next_u64();
        let (Some(belief), true) = (belief, tried.len() > 1) else {
            return Ok(None);
        };
        let lookahead = Lookahead {
            view,
            belief: &belief,
            purpose: "rollout",
            seed: seed.into(),
        };
        let selection = Selection {
            games: self.settings.rollouts,
            errors: ERRORS,
            deals: DEALS,
        };
        let best = lookahead.best(tried.len(), selection, |turn, deal| {
            if may_ask() {
                self.play_out(view, &tried[turn], deal)
            } else {
                Ok(None)
            }
        })?;
        Ok((best > 0).then(|| tried[best].action.clone()))
    }

    fn candidates(&mut self, view: &View<'_>, usual: &Action) -> Result<Vec<Candidate>, BotFault> {
        let mixture = Policy::MIXTURE.len();
        let wanted = Wanted {
            plays: PLAYS,
            own: mixture,
            others: if self.settings.all { mixture } else { 0 },
        };
        candidates(view, usual, wanted, &mut self.player, &mut self.policies)
    }

    /// The win share of a candidate on a deal; `None` if the work ran out.
    fn play_out(
        &mut self,
        view: &View<'_>,
        candidate: &Candidate,
        deal: Deal,
    ) -> Result<Option<f64>, BotFault> {
        let (mut game, mut seats) = (deal.game, deal.policies);
        seats[view.seat] = candidate.then;
        let mut judge = self.solver.boxed();
        let mut playout = Playout {
            policies: &mut self.policies,
            judge: &mut judge,
        };
        let mut history = view.history.to_vec();
        let played = playout.play(&mut game, &mut history, &candidate.action, &seats);
        // A policy that gets no more answers does not play as it would.
        if self.solver.ran_out() {
            return Ok(None);
        }
        played.map(|()| win_share(&game, view.seat, &mut judge))
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

    fn reveal(&mut self, hidden: &Revealed) {
        self.revealed = Some(hidden.clone());
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        if self.revealed.is_none() && !self.settings.sight.is_nothing() {
            let why = "it is asked where nobody shows it hidden tiles; leave out `sees`";
            return Err(BotFault::Crash(why.to_owned()));
        }
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
