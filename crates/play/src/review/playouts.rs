//! Playouts of the alternatives of a decision on the same deals, with the same model in every seat.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use rummilab_arena::{HarnessError, Players};
use rummilab_bot_api::{PublicTurn, StopFlag, View};
use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::{
    Action, BySeat, CouldPlay, EmptyPool, Ending, Game, RuleSet, Seat, TileCounts,
};
use rummilab_playout::{Lookahead, PairedMean, Playout, Policies, Posterior, Z, win_share};

use super::ReviewError;
use super::ends::SolvedTurn;
use super::grade::{is_settled, next_limit};
use super::settings::{FIRST, LOOKS, ReviewSettings};

/// Factor on the estimated number of deals for a grade, because the estimate is rough.
const SPARE: f64 = 1.5;

/// A decision with alternatives to play out.
pub(super) struct DecisionPlayouts {
    /// The turn of the game.
    pub turn: usize,
    /// The state of the decision.
    pub game: Game,
    pub seat: Seat,
    /// The belief of the seat about the hidden tiles.
    pub posterior: Posterior,
    /// What was done, after the better turn if there is one.
    pub actions: Vec<Action>,
    /// The outcomes of the alternatives, by deal.
    pub outcomes: Vec<Vec<Outcome>>,
    pub work: u64,
    /// Number of turns of the recorded game from this one on.
    pub turns_left: u64,
    /// The tiles that were laid; none if nothing was.
    pub laid: TileCounts,
    /// What the turn is worth, if that is solved: then nothing is played out.
    pub solved: Option<SolvedTurn>,
}

/// The outcome of a playout.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    pub share: f64,
    /// Whether another seat went out before the next own turn.
    pub let_out: bool,
}

impl DecisionPlayouts {
    /// Whether one deal is enough.
    pub fn is_known(&self) -> bool {
        is_known(&self.game)
    }

    pub fn deals(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// The mean of a figure of an alternative.
    pub fn mean(&self, alternative: usize, figure: impl Fn(Outcome) -> f64) -> f64 {
        let sum: f64 = self.outcomes.iter().map(|of| figure(of[alternative])).sum();
        sum / f64::from(self.deals().max(1))
    }

    /// The loss of what was done compared with the better turn: the mean, and its interval of
    /// `errors` standard errors.
    pub fn loss(&self, errors: f64) -> (f64, [f64; 2]) {
        let lost = |of: &Vec<Outcome>| of[0].share - of[1].share;
        if let Some(SolvedTurn { judged, .. }) = &self.solved {
            let lost = judged.best - judged.done;
            return (lost, [lost, lost]);
        }
        if self.actions.len() < 2 {
            return (0.0, [0.0, 0.0]);
        }
        if self.is_known() {
            let lost = self.outcomes.first().map_or(0.0, lost);
            return (lost, [lost, lost]);
        }
        let pairs: PairedMean = self.outcomes.iter().map(lost).collect();
        (pairs.mean(), pairs.interval_of(errors))
    }

    /// Largest number of deals that it may have.
    pub fn most(&self, settings: &ReviewSettings) -> u32 {
        match self.actions.len() {
            _ if self.solved.is_some() => 0,
            _ if self.is_known() => 1,
            1 => settings.chances,
            _ => settings.deals,
        }
    }

    /// Whether it needs no more deals: they could not change the grade, or it has all that it may.
    pub fn is_settled(&self, settings: &ReviewSettings) -> bool {
        let compared = self.actions.len() > 1 && self.deals() > 0;
        self.deals() >= self.most(settings)
            || compared && is_settled(self.loss(settings.errors()).1)
    }

    /// The win share after the recorded action: the mean, and its 95 % interval.
    pub fn chance(&self) -> Option<(f64, [f64; 2])> {
        if let Some(SolvedTurn { judged, .. }) = &self.solved {
            return Some((judged.done, [judged.done; 2]));
        }
        let done = self.actions.len().min(2) - 1;
        let shares = self.outcomes.iter().map(|of| of[done].share);
        if self.is_known() {
            let share = shares.clone().next()?;
            return Some((share, [share, share]));
        }
        (self.deals() > 0).then(|| of_shares(shares))
    }

    /// Estimated number of deals that change the grade. The interval, which shrinks with the root
    /// of the deals, must become shorter than the distance to the next limit.
    fn needed(&self, settings: &ReviewSettings) -> f64 {
        let (loss, [low, high]) = self.loss(settings.errors());
        let way = (loss - next_limit(low)).abs().max(1e-6);
        f64::from(self.deals()) * ((high - low) / 2.0 / way).powi(2)
    }

    /// Mean work of a deal; before the first deal, that of as many turns as the recorded game had
    /// left.
    fn cost(&self) -> u64 {
        match self.deals() {
            0 => self.turns_left * self.actions.len() as u64 * turn_work(self.game.rules()),
            deals => self.work / u64::from(deals),
        }
    }
}

/// Whether nothing is hidden.
pub(super) fn is_known(game: &Game) -> bool {
    (game.rules().open_hands || game.players() == 2) && game.pool_len() == 0
}

/// The work of a turn in a playout, by the time that a model needs under the rules
/// (docs/statistics.md, Reviews).
fn turn_work(rules: &RuleSet) -> u64 {
    let last_round = rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer;
    if rules.has_group_owners() {
        3
    } else if rules.has_special_jokers() || last_round {
        2
    } else {
        1
    }
}

/// The mean of win shares and its 95 % interval: that of a proportion with two wins and two losses
/// added (Agresti and Coull, The American Statistician 52, 1998).
fn of_shares(shares: impl Iterator<Item = f64> + Clone) -> (f64, [f64; 2]) {
    let (number, sum) = (shares.clone().count() as f64, shares.sum::<f64>());
    let counted = number + 4.0;
    let middle = (sum + 2.0) / counted;
    let half = Z * (middle * (1.0 - middle) / counted).sqrt();
    let ends = [middle - half, middle + half].map(|end| end.clamp(0.0, 1.0));
    (sum / number.max(1.0), ends)
}

/// The players and settings of the playouts.
pub(super) struct Playouts<'p> {
    pub players: &'p dyn Players,
    pub settings: &'p ReviewSettings,
    pub seed: Seed,
    /// A text that separates the random numbers of this game from those of others.
    pub purpose: &'p str,
    /// The public history of the whole game.
    pub history: &'p [PublicTurn],
    pub workers: &'p Workers,
    pub stop: &'p StopFlag,
}

/// The work done and the next tasks.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    pub work: u64,
    /// Number of rounds so far.
    rounds: usize,
    /// Tasks until the next look: decisions, each with a number of deals.
    tasks: VecDeque<(usize, u32)>,
}

/// The players of a deal.
struct Worker {
    policies: Policies,
    judge: Box<dyn CouldPlay>,
}

/// Idle workers, at most one for each thread. A bot may keep what it worked out about the rules,
/// which takes longer than a game; it forgets everything about games.
#[derive(Default)]
pub(super) struct Workers(Mutex<Vec<Worker>>);

impl Workers {
    fn take(&self) -> Option<Worker> {
        self.free().pop()
    }

    fn give_back(&self, worker: Worker) {
        self.free().push(worker);
    }

    fn free(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Schedule {
    /// Decides the next tasks if none are left. Returns whether there is anything to play.
    fn plan(&mut self, cases: &[DecisionPlayouts], settings: &ReviewSettings) -> bool {
        let rounds = [FIRST, LOOKS[0], LOOKS[1]];
        while self.tasks.is_empty() && self.rounds <= rounds.len() && self.work < settings.work {
            let mut open: Vec<(usize, f64)> = (0..cases.len())
                .filter(|case| !cases[*case].is_settled(settings))
                .map(|case| (case, cases[case].needed(settings)))
                .collect();
            let work = |(case, deals): &(usize, f64)| deals * cases[*case].cost() as f64;
            // Where nothing is compared, deals only draw the curve: these come last.
            let curve = |(case, _): &(usize, f64)| cases[*case].actions.len() < 2;
            open.sort_by(|a, b| curve(a).cmp(&curve(b)).then(work(a).total_cmp(&work(b))));
            match rounds.get(self.rounds) {
                Some(deals) => self.up_to(*deals, &open, cases, settings),
                None => self.rest(&open, cases, settings),
            }
            self.rounds += 1;
        }
        !self.tasks.is_empty()
    }

    /// Tasks up to this number of deals for each decision that is compared, and some for the
    /// others, within the work limit.
    fn up_to(
        &mut self,
        deals: u32,
        open: &[(usize, f64)],
        cases: &[DecisionPlayouts],
        settings: &ReviewSettings,
    ) {
        let mut left = settings.work - self.work;
        for (case, _) in open {
            let case_deals = match cases[*case].actions.len() {
                1 if deals == FIRST => FIRST / 2,
                // Without them the curve of the game would have gaps.
                1 => settings.chances,
                _ => deals,
            };
            let to = case_deals.min(cases[*case].most(settings));
            self.add(&cases[*case], *case, to, &mut left);
        }
    }

    /// Tasks for all remaining work: first for the decisions whose grade can change with the least
    /// work, then for the others.
    fn rest(
        &mut self,
        open: &[(usize, f64)],
        cases: &[DecisionPlayouts],
        settings: &ReviewSettings,
    ) {
        let mut left = settings.work - self.work;
        let mut others = Vec::new();
        for (case, needed) in open {
            let most = cases[*case].most(settings);
            let wanted = match cases[*case].actions.len() {
                1 => most,
                _ => (needed * SPARE).ceil().min(f64::from(u32::MAX)) as u32,
            };
            let affordable = u64::from(wanted.saturating_sub(cases[*case].deals()));
            if wanted <= most && affordable.saturating_mul(cases[*case].cost()) <= left {
                self.add(&cases[*case], *case, wanted, &mut left)
            } else {
                others.push(*case)
            }
        }
        for (at, case) in others.iter().enumerate() {
            // The remaining work is shared evenly.
            let mut share = left / (others.len() - at) as u64;
            left -= share;
            self.add(
                &cases[*case],
                *case,
                cases[*case].most(settings),
                &mut share,
            );
            left += share;
        }
    }

    /// Adds deals of a decision up to this number, within the remaining work, which is reduced.
    fn add(&mut self, case: &DecisionPlayouts, number: usize, to: u32, left: &mut u64) {
        let had = case.deals();
        let wanted = to.saturating_sub(had);
        let deals = left.checked_div(case.cost()).map_or(wanted, |deals| {
            wanted.min(u32::try_from(deals).unwrap_or(u32::MAX))
        });
        *left -= case.cost() * u64::from(deals);
        self.tasks
            .extend((had..had + deals).map(|deal| (number, deal)));
    }
}

impl Playouts<'_> {
    /// Plays at most `deals` deals of the decisions. Returns whether any are left: a grade is not
    /// settled, and there is work for it.
    pub fn run(
        &self,
        cases: &mut [DecisionPlayouts],
        schedule: &mut Schedule,
        most: usize,
    ) -> Result<bool, ReviewError> {
        let mut left = most;
        while schedule.plan(cases, self.settings) {
            if left == 0 {
                return Ok(true);
            }
            let now = left.min(schedule.tasks.len());
            // They stay on the list until they are played, for a review that goes on after a stop.
            let tasks: Vec<(usize, u32)> = schedule.tasks.range(..now).copied().collect();
            schedule.work += self.play(cases, &tasks)?;
            schedule.tasks.drain(..now);
            left -= now;
        }
        Ok(false)
    }

    /// Plays deals of decisions; returns their work. After an error nothing has changed.
    fn play(
        &self,
        cases: &mut [DecisionPlayouts],
        tasks: &[(usize, u32)],
    ) -> Result<u64, ReviewError> {
        let seats = cases.first().map_or(0, |case| case.game.players());
        let found: Vec<_> = tasks
            .par_iter()
            .map(|(case, deal)| {
                let mut worker = match self.workers.take() {
                    Some(worker) => worker,
                    None => self.worker(seats).map_err(|why| self.failed(&why))?,
                };
                let found = self.deal(&mut worker, &cases[*case], *deal);
                self.workers.give_back(worker);
                found
            })
            .collect();
        let found: Vec<_> = found.into_iter().collect::<Result<_, ReviewError>>()?;
        let mut work = 0;
        for ((case, _), (outcomes, taken)) in tasks.iter().zip(found) {
            cases[*case].outcomes.push(outcomes);
            cases[*case].work += taken;
            work += taken;
        }
        Ok(work)
    }

    fn worker(&self, seats: usize) -> Result<Worker, String> {
        let bots = (0..seats).map(|_| self.players.bot(&self.settings.model));
        let bots: Result<Vec<_>, _> = bots.collect();
        Ok(Worker {
            policies: Policies::new(
                bots.map_err(|why| why.to_string())?,
                Stream::new(Key::sample(self.seed, self.purpose, 0)),
            ),
            judge: self.players.judge(),
        })
    }

    fn failed(&self, why: &dyn ToString) -> ReviewError {
        ReviewError::Model(self.settings.model.clone(), why.to_string())
    }

    /// Plays out one deal of a decision, once for each alternative; returns also the work.
    fn deal(
        &self,
        worker: &mut Worker,
        case: &DecisionPlayouts,
        deal: u32,
    ) -> Result<(Vec<Outcome>, u64), ReviewError> {
        let purpose = |what: &str| format!("{} {what} {}", self.purpose, case.turn);
        let seen = &self.history[..case.turn];
        let view = View::of(&case.game, case.seat, seen);
        let lookahead = Lookahead {
            view: &view,
            belief: &case.posterior,
            purpose: &purpose("deal"),
            seed: self.seed,
        };
        let seats = BySeat::from_fn(view.players(), Seat::index);
        let mut turns = 0;
        let tried = 0..case.actions.len();
        let outcomes = lookahead.on_deal(deal.into(), tried, |turn, mut dealt| {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut history = seen.to_vec();
            let luck = Stream::new(Key::sample(self.seed, &purpose("model"), dealt.number));
            worker.policies.begin(&seats, luck);
            let mut playout = Playout {
                policies: &mut worker.policies,
                judge: worker.judge.as_mut(),
            };
            playout.play(&mut dealt.game, &mut history, &case.actions[turn], &seats)?;
            let (game, taken) = (dealt.game, history.len() - seen.len());
            turns += taken as u64;
            let out = matches!(game.ending(), Some(Ending::WentOut(seat)) if seat != case.seat);
            Ok(Some(Outcome {
                share: win_share(&game, case.seat, worker.judge.as_mut()).unwrap_or(0.0),
                let_out: out && taken <= view.players(),
            }))
        });
        let outcomes = outcomes.map_err(|why| self.failed(&why))?;
        let outcomes = outcomes.ok_or(HarnessError::Interrupted)?;
        Ok((outcomes, turns * turn_work(view.rules)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::grade::Grade;
    use crate::review::settings::ERRORS;

    #[test]
    fn the_interval_holds_at_all_looks() {
        for (looks, errors) in (1..).zip(ERRORS) {
            let mut stream = Stream::new(Key::sample(Seed::from(7), "looks", looks));
            // The mean of a normal random walk at each look; a normal number is the sum of twelve
            // uniform ones.
            let mut normal = || (0..12).map(|_| stream.unit()).sum::<f64>() - 6.0;
            let walks = 20_000;
            let held = (0..walks).filter(|_| {
                let (mut sum, mut deals) = (0.0, 0.0);
                (0..looks).all(|look| {
                    let to: f64 = [16.0, 64.0, 1500.0][look as usize];
                    sum += normal() * (to - deals).sqrt();
                    deals = to;
                    (sum / deals.sqrt()).abs() <= errors
                })
            });
            let share = held.count() as f64 / f64::from(walks);
            assert!((0.946..0.965).contains(&share), "{looks} looks: {share}");
        }
    }

    /// Decisions with a known loss, looked at until the grade is clear.
    #[test]
    fn a_grade_is_wrong_in_at_most_one_case_of_twenty() {
        let mut stream = Stream::new(Key::sample(Seed::from(3), "grades", 0));
        for (won, lost) in [
            (0.05, 0.04),
            (0.3, 0.24),
            (0.08, 0.0),
            (0.4, 0.2),
            (0.3, 0.03),
        ] {
            let truth = Grade::of([won - lost; 2]);
            let (mut wrong, mut clear) = (0, 0);
            for _ in 0..400 {
                let (mut pairs, mut had) = (PairedMean::default(), 0);
                for to in [LOOKS[0], LOOKS[1], 3000] {
                    for _ in had..to {
                        let drawn = stream.unit();
                        pairs.push(f64::from(drawn < won) - f64::from(drawn > 1.0 - lost));
                    }
                    had = to;
                    let ends = pairs.interval_of(ERRORS[2]);
                    if is_settled(ends) {
                        (wrong, clear) = (wrong + i32::from(Grade::of(ends) != truth), clear + 1);
                        break;
                    }
                }
            }
            assert!(wrong <= 20 && clear > 0, "{won} {lost}: {wrong} of {clear}");
        }
    }
}
