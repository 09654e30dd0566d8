//! A review computed in parts, so that its progress can be shown.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use rummilab_arena::{HarnessError, Players};
use rummilab_bot_api::{PublicTurn, StopFlag, View};
use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::{Game, Happened, Seat, TileCounts};
use rummilab_playout::{Belief, Policies};
use rummilab_solver::Solver;
use rummilab_words::Language;

use super::decision::Decision;
use super::ends::Ends;
use super::graded::{GameReview, compared};
use super::playouts::{DecisionPlayouts, Playouts, Schedule, Workers};
use super::settings::ReviewSettings;
use super::turn::{Shadow, seed_of};
use super::turned_on::turned_on;
use super::{ReviewError, ReviewedGame};
use crate::level::person;

/// The review of a seat's game, as far as played out. The division into parts does not change the
/// result.
pub struct ReviewInProgress {
    /// The review before any playout.
    review: GameReview,
    settings: ReviewSettings,
    seed: Seed,
    purpose: String,
    history: Vec<PublicTurn>,
    /// `None` once every turn is examined.
    examination: Option<Box<Examination>>,
    /// The ends to solve, once every turn is examined.
    ends: Option<Ends>,
    starter: Seat,
    /// The turns to play out, by their indices in `turns`.
    cases: Vec<DecisionPlayouts>,
    numbers: Vec<usize>,
    schedule: Schedule,
    workers: Workers,
    done: bool,
}

/// Who examines the turns of a seat in their order, and the turns that are left.
struct Examination {
    shadow: Shadow,
    policies: Policies,
    belief: Belief,
    stream: Stream,
    /// The game before each own turn, and the decision on it.
    own: VecDeque<(Game, Decision)>,
}

impl ReviewInProgress {
    /// Finds the action, the action of the model, and the most that could be laid, on every turn of
    /// a seat.
    ///
    /// # Errors
    /// Those of [`ReviewInProgress::begin`] and [`ReviewInProgress::examine`].
    pub fn new(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        players: &dyn Players,
        solver: &mut Box<dyn Solver>,
    ) -> Result<ReviewInProgress, ReviewError> {
        let mut review = ReviewInProgress::begin(reviewed, seat, settings, players, solver)?;
        while review.examine(reviewed, solver)? {}
        Ok(review)
    }

    /// A review before any turn is examined.
    ///
    /// # Errors
    /// If there is no such seat, the replay of the record fails, or the model cannot be made.
    pub fn begin(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        players: &dyn Players,
        judge: &mut Box<dyn Solver>,
    ) -> Result<ReviewInProgress, ReviewError> {
        if seat.index() >= reviewed.record().seats.players() {
            return Err(ReviewError::NoSuchSeat(seat));
        }
        let shadow = Shadow::new(reviewed, seat, &settings.model, players)?;
        let mut before = Vec::new();
        let (decisions, history) = Decision::until(reviewed, usize::MAX, judge, |replay, _| {
            if replay.game().to_move() == Some(seat) {
                before.push(replay.game().clone());
            }
        })?;
        let points = turned_on(reviewed, seat, &decisions, judge)?;
        let own = decisions.into_iter();
        let own = own.filter(|decision| decision.seat == seat);
        let seed = seed_of(reviewed.header);
        let purpose = format!("review {} {}", reviewed.block.block, reviewed.game);
        let model = players.bot(&settings.model);
        let model = model.map_err(|why| ReviewError::Bot(settings.model.clone(), why))?;
        let asked = Stream::new(Key::sample(seed, &purpose, 2));
        Ok(ReviewInProgress {
            review: GameReview {
                block: reviewed.block.block,
                game: reviewed.game,
                seat,
                bot: reviewed.bot(seat).to_owned(),
                model: settings.model.clone(),
                complete: false,
                turned_on: Vec::new(),
                points,
                labels: Seat::all(reviewed.record().seats.players())
                    .map(|seat| match (reviewed.bot(seat), settings.by_name) {
                        (bot, true) => person(bot).to_owned(),
                        (bot, false) => bot.to_owned(),
                    })
                    .collect(),
                costliest: Vec::new(),
                turns: Vec::new(),
                language: Language::English,
            },
            settings: settings.clone(),
            seed,
            history,
            examination: Some(Box::new(Examination {
                shadow,
                policies: Policies::new(vec![model], asked),
                belief: Belief::new(1, settings.particles),
                stream: Stream::new(Key::sample(seed, &purpose, 1)),
                own: before.into_iter().zip(own).collect(),
            })),
            purpose,
            ends: None,
            starter: reviewed.record().starter,
            cases: Vec::new(),
            numbers: Vec::new(),
            schedule: Schedule::default(),
            workers: Workers::default(),
            done: false,
        })
    }

    /// Examines the next turn of the game, which is the one that the review was begun with. After
    /// the last it solves the ends. Returns whether there was anything to do. Nothing is played
    /// out before that.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn examine(
        &mut self,
        reviewed: ReviewedGame<'_>,
        solver: &mut Box<dyn Solver>,
    ) -> Result<bool, ReviewError> {
        let next = self.examination.as_mut();
        let next = next.and_then(|examination| examination.own.pop_front());
        let (Some((before, decision)), Some(examination)) = (next, &mut self.examination) else {
            self.examination = None;
            let ends = self.ends.get_or_insert_with(|| Ends::of(&self.cases));
            return ends.solve_next(&mut self.cases, &self.history, self.starter, solver);
        };
        let Examination {
            shadow,
            policies,
            belief,
            stream,
            ..
        } = &mut **examination;
        let turn = decision.done.turn;
        let seen = &self.history[..turn];
        shadow.follow(reviewed, &before, seen);
        let (graded, actions) = compared(reviewed, &decision, shadow.answer(), solver)?;
        let view = View::of(&decision.game, decision.seat, seen);
        let posterior = belief.look(&view, policies, stream);
        if let (Some(posterior), false) = (posterior, actions.is_empty()) {
            self.numbers.push(self.review.turns.len());
            self.cases.push(DecisionPlayouts {
                turn,
                seat: decision.seat,
                game: decision.game,
                posterior,
                actions,
                outcomes: Vec::new(),
                work: 0,
                turns_left: (self.history.len() - turn) as u64,
                laid: match &decision.done.event.happened {
                    Happened::Laid(laid) => laid.played,
                    _ => TileCounts::EMPTY,
                },
                solved: None,
            });
        }
        self.review.turns.push(graded);
        Ok(true)
    }

    /// Plays out at most `deals` deals of the turns; returns whether any are left.
    ///
    /// # Errors
    /// If the model cannot play on, or the flag `stop` was set. The review can go on afterwards.
    pub fn go_on(
        &mut self,
        players: &dyn Players,
        stop: &StopFlag,
        deals: usize,
    ) -> Result<bool, ReviewError> {
        let playouts = Playouts {
            players,
            settings: &self.settings,
            seed: self.seed,
            purpose: &self.purpose,
            history: &self.history,
            workers: &self.workers,
            stop,
        };
        let left = playouts.run(&mut self.cases, &mut self.schedule, deals)?;
        if !left {
            self.done = true;
            self.workers = Workers::default();
        }
        Ok(left)
    }

    /// The progress, from 0 to 1: the share of the work, or of the deals if the work has no limit.
    /// It is 1 exactly when nothing is left to play, because the work of deals is an estimate.
    pub fn share_done(&self) -> f64 {
        let share = match (self.done, self.settings.work) {
            (true, _) => return 1.0,
            (_, u64::MAX) => self.share_of_deals(),
            (_, work) => self.schedule.work as f64 / work as f64,
        };
        share.min(0.99)
    }

    /// The share of the deals that the turns may have; a turn whose grade is settled has all.
    fn share_of_deals(&self) -> f64 {
        let (mut had, mut all) = (0, 0);
        for case in &self.cases {
            let most = case.most(&self.settings);
            let deals = if case.is_settled(&self.settings) {
                most
            } else {
                case.deals()
            };
            had += u64::from(deals);
            all += u64::from(most);
        }
        had as f64 / all.max(1) as f64
    }

    /// The review as far as it is known, told in this language.
    pub fn so_far(&self, language: Language) -> GameReview {
        let mut review = self.review.clone();
        for (turn, case) in self.numbers.iter().zip(&self.cases) {
            review.turns[*turn].graded(case, self.settings.errors());
        }
        review.summed_up(self.done, language)
    }
}

impl GameReview {
    /// The review of a seat's game, told in English. `solver` finds what could be laid, and is the
    /// judge.
    ///
    /// # Errors
    /// If there is no such seat, the replay of the record fails, the model cannot be made or cannot
    /// play on, or the flag `stop` was set.
    pub fn of(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        players: &dyn Players,
        solver: &mut Box<dyn Solver>,
        stop: &StopFlag,
    ) -> Result<GameReview, ReviewError> {
        let mut review = ReviewInProgress::begin(reviewed, seat, settings, players, solver)?;
        while review.examine(reviewed, solver)? {
            if stop.load(Ordering::Relaxed) {
                return Err(HarnessError::Interrupted.into());
            }
        }
        while review.go_on(players, stop, usize::MAX)? {}
        Ok(review.so_far(Language::English))
    }
}
