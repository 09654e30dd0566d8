//! A review computed in parts, so that its progress can be shown.

use rummilab_arena::Players;
use rummilab_bot_api::{PublicTurn, StopFlag, View};
use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::Seat;
use rummilab_playout::{Belief, Policies};
use rummilab_solver::Solver;

use super::decision::Decision;
use super::graded::{GameReview, compared};
use super::playouts::{DecisionPlayouts, Playouts, Schedule, Workers};
use super::settings::ReviewSettings;
use super::turn::{Shadow, seed_of};
use super::{ReviewError, ReviewedGame};

/// The review of a seat's game, as far as played out. The division into parts does not change the
/// result.
pub struct ReviewInProgress {
    /// The review before any playout.
    review: GameReview,
    settings: ReviewSettings,
    seed: Seed,
    purpose: String,
    history: Vec<PublicTurn>,
    /// The turns to play out, by their indices in `turns`.
    cases: Vec<DecisionPlayouts>,
    numbers: Vec<usize>,
    schedule: Schedule,
    workers: Workers,
    done: bool,
}

impl ReviewInProgress {
    /// Finds the action, the action of the model, and the most that could be laid, on every turn of
    /// a seat.
    ///
    /// # Errors
    /// If there is no such seat, the replay of the record fails, or the model cannot be made.
    pub fn new(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        players: &dyn Players,
        solver: &mut Box<dyn Solver>,
    ) -> Result<ReviewInProgress, ReviewError> {
        if seat.index() >= reviewed.record().seats.players() {
            return Err(ReviewError::NoSuchSeat(seat));
        }
        let mut shadow = Shadow::new(reviewed, seat, &settings.model, players)?;
        let mut answers = Vec::new();
        let (decisions, history) =
            Decision::until(reviewed, usize::MAX, solver, |replay, history| {
                if replay.game().to_move() == Some(seat) {
                    shadow.follow(reviewed, replay, history);
                    answers.push(shadow.answer());
                }
            })?;
        let seed = seed_of(reviewed.header);
        let purpose = format!("review {} {}", reviewed.block.block, reviewed.game);
        let model = players.bot(&settings.model);
        let model = model.map_err(|why| ReviewError::Bot(settings.model.clone(), why))?;
        let mut stream = Stream::new(Key::sample(seed, &purpose, 1));
        let asked = Stream::new(Key::sample(seed, &purpose, 2));
        let mut policies = Policies::new(vec![model], asked);
        let mut belief = Belief::new(1, settings.particles);
        let (mut turns, mut numbers, mut cases) = (Vec::new(), Vec::new(), Vec::new());
        let own = decisions.iter().filter(|decision| decision.seat == seat);
        for (number, (decision, answer)) in own.zip(answers).enumerate() {
            let (turn, actions) = compared(reviewed, decision, answer, solver)?;
            turns.push(turn);
            let view = View::of(&decision.game, seat, &history[..decision.done.turn]);
            let posterior = belief.look(&view, &mut policies, &mut stream);
            if let (Some(posterior), false) = (posterior, actions.is_empty()) {
                numbers.push(number);
                cases.push(DecisionPlayouts {
                    turn: decision.done.turn,
                    game: decision.game.clone(),
                    seat,
                    posterior,
                    actions,
                    outcomes: Vec::new(),
                    work: 0,
                    turns_left: (history.len() - decision.done.turn) as u64,
                });
            }
        }
        Ok(ReviewInProgress {
            review: GameReview::begun(reviewed, seat, settings, turns),
            settings: settings.clone(),
            seed,
            purpose,
            history,
            cases,
            numbers,
            schedule: Schedule::default(),
            workers: Workers::default(),
            done: false,
        })
    }

    /// Plays out at most `deals` deals of the turns; returns whether any are left.
    ///
    /// # Errors
    /// If the model cannot play on, or the flag `stop` was set.
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
        self.done = !left;
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

    /// The share of the deals that the turns may have; a turn whose grade is clear has all.
    fn share_of_deals(&self) -> f64 {
        let errors = self.settings.errors();
        let (mut had, mut all) = (0, 0);
        for case in &self.cases {
            let most = case.most(&self.settings);
            let deals = if case.is_clear(errors) {
                most
            } else {
                case.deals()
            };
            had += u64::from(deals);
            all += u64::from(most);
        }
        had as f64 / all.max(1) as f64
    }

    pub fn so_far(&self) -> GameReview {
        let mut review = self.review.clone();
        let mut errors = 0.0;
        for (turn, case) in self.numbers.iter().zip(&self.cases) {
            let turn = &mut review.turns[*turn];
            errors += turn.graded(case, self.settings.errors()).powi(2);
        }
        review.summed_up(errors.sqrt())
    }
}

impl GameReview {
    /// The review of a seat's game. `solver` finds what could be laid, and is the judge.
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
        let mut review = ReviewInProgress::new(reviewed, seat, settings, players, solver)?;
        while review.go_on(players, stop, usize::MAX)? {}
        Ok(review.so_far())
    }
}
