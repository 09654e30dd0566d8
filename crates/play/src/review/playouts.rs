//! Alternatives of a decision played out on the same deals, with the same model in every seat.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rummilab_arena::{HarnessError, Players};
use rummilab_bot_api::{PublicTurn, StopFlag, View};
use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::{Action, BySeat, CouldPlay, Ending, Game, Seat};
use rummilab_playout::{PairedMean, Playout, Policies, Posterior, middle_of, win_share};

use super::{ReviewError, ReviewSettings};

/// Deals that every decision gets before the work is looked at again.
const ROUND: u32 = 16;

/// A decision whose alternatives are played out.
pub(super) struct Case<'a> {
    /// The turn of the game.
    pub turn: usize,
    /// The state in which it was made.
    pub game: Game<'a>,
    pub seat: Seat,
    /// What the seat may believe of the hidden tiles.
    pub posterior: Posterior,
    /// The alternatives, the model's first.
    pub actions: Vec<Action>,
    /// What came of them, by deal.
    pub outcomes: Vec<Vec<Outcome>>,
}

/// How a game ended that was played out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    /// The share of the win.
    pub share: f64,
    /// Whether another seat went out before the next own turn.
    pub let_out: bool,
}

impl Case<'_> {
    /// Whether nothing is hidden, so that one deal is all there are.
    pub fn is_known(&self) -> bool {
        let open = self.game.rules().open_hands || self.game.players() == 2;
        open && self.game.pool_len() == 0
    }

    /// The deals that were played.
    pub fn deals(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// The mean of a figure of an alternative.
    pub fn mean(&self, alternative: usize, figure: impl Fn(Outcome) -> f64) -> f64 {
        let sum: f64 = self.outcomes.iter().map(|of| figure(of[alternative])).sum();
        sum / self.outcomes.len().max(1) as f64
    }

    /// What an alternative lost beside the model's: the mean, its interval of 95 %, and its error.
    pub fn loss(&self, alternative: usize) -> (f64, [f64; 2], f64) {
        let lost = |of: &Vec<Outcome>| of[0].share - of[alternative].share;
        if self.is_known() {
            let lost = self.outcomes.first().map_or(0.0, lost);
            return (lost, [lost, lost], 0.0);
        }
        let pairs: PairedMean = self.outcomes.iter().map(lost).collect();
        (pairs.mean(), pairs.interval(), pairs.wide_error())
    }
}

/// Who plays on, and from what.
pub(super) struct Playouts<'p> {
    pub players: &'p dyn Players,
    pub settings: &'p ReviewSettings,
    pub seed: Seed,
    /// What tells the random numbers of this game from those of others.
    pub purpose: String,
    /// The whole game as everybody saw it.
    pub history: &'p [PublicTurn],
    pub stop: &'p StopFlag,
}

/// Who plays in one thread.
struct Crew {
    policies: Policies,
    judge: Box<dyn CouldPlay>,
}

impl Playouts<'_> {
    /// Plays deals for all decisions in turn, until each has as many as it may or the work of the game is done.
    pub fn run(&self, cases: &mut [Case<'_>]) -> Result<(), ReviewError> {
        let seats = cases.first().map_or(0, |case| case.game.players());
        let (mut work, mut played) = (0, 0);
        while seats > 0 && played < self.settings.deals && work < self.settings.work {
            let to = self.settings.deals.min(played + ROUND);
            let tasks: Vec<(usize, u32)> = (0..cases.len())
                .flat_map(|case| (played..to).map(move |deal| (case, deal)))
                .filter(|(case, deal)| *deal == 0 || !cases[*case].is_known())
                .collect();
            let found: Vec<_> = tasks
                .par_iter()
                .with_min_len(8)
                .map_init(
                    || self.crew(seats),
                    |crew, (case, deal)| match crew {
                        Ok(crew) => self.deal(crew, &cases[*case], *deal),
                        Err(why) => Err(self.failed(&*why)),
                    },
                )
                .collect();
            for ((case, _), found) in tasks.iter().zip(found) {
                let (outcomes, turns) = found?;
                cases[*case].outcomes.push(outcomes);
                work += turns;
            }
            played = to;
        }
        Ok(())
    }

    fn crew(&self, seats: usize) -> Result<Crew, String> {
        let bots = (0..seats).map(|_| self.players.bot(&self.settings.model));
        let bots: Result<Vec<_>, _> = bots.collect();
        Ok(Crew {
            policies: Policies::new(
                bots.map_err(|why| why.to_string())?,
                Stream::new(Key::sample(self.seed, &self.purpose, 0)),
            ),
            judge: self.players.judge(),
        })
    }

    fn failed(&self, why: &dyn ToString) -> ReviewError {
        ReviewError::Model(self.settings.model.clone(), why.to_string())
    }

    /// Plays one deal of a decision out, once for each alternative; also how many turns were asked for.
    fn deal(
        &self,
        crew: &mut Crew,
        case: &Case<'_>,
        deal: u32,
    ) -> Result<(Vec<Outcome>, u64), ReviewError> {
        let stream = |what: &str| {
            let purpose = format!("{} {what} {}", self.purpose, case.turn);
            Stream::new(Key::sample(self.seed, &purpose, deal.into()))
        };
        let seen = &self.history[..case.turn];
        let view = View::of(&case.game, case.seat, seen);
        let (hidden, _) = case.posterior.draw(&mut stream("deal"));
        let dealt = Game::resume(view.rules, &middle_of(&view, &hidden));
        let dealt = dealt.map_err(|why| self.failed(&why))?;
        let seats = BySeat::from_fn(view.players(), Seat::index);
        let mut outcomes = Vec::with_capacity(case.actions.len());
        let mut turns = 0;
        for action in &case.actions {
            if self.stop.load(Ordering::Relaxed) {
                return Err(HarnessError::Interrupted.into());
            }
            let (mut game, mut history) = (dealt.clone(), seen.to_vec());
            crew.policies.begin(&seats, stream("model"));
            let mut playout = Playout {
                policies: &mut crew.policies,
                judge: crew.judge.as_mut(),
                depth: 0,
            };
            let played = playout.play(&mut game, &mut history, action, &seats);
            played.map_err(|why| self.failed(&why))?;
            let taken = history.len() - seen.len();
            turns += taken as u64;
            let out = matches!(game.ending(), Some(Ending::WentOut(seat)) if seat != case.seat);
            outcomes.push(Outcome {
                share: win_share(&game, case.seat, crew.judge.as_mut()).unwrap_or(0.0),
                let_out: out && taken <= view.players(),
            });
        }
        Ok((outcomes, turns))
    }
}
