//! Reviews of recorded games in small parts, and games that continue from one of their turns.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use rummilab_arena::{HarnessError, Plan, StopFlag};
use rummilab_core::{Redeal, Seat};
use rummilab_play::review::{
    GameReview, GradedTurn, ReviewInProgress, ReviewSettings, ReviewedGame,
};
use rummilab_record::{RecordedGame, Unfinished};
use rummilab_words::Language;
use serde::{Deserialize, Serialize};

use super::about::AboutRules;
use super::error::RequestError;
use super::game::PlayedGame;
use super::records::{OpenRecord, WhichGame};
use super::{Parts, locked};

/// Default number of turns in the playouts of a game.
const WORK: u64 = 40_000;

/// Default number of deals played before an answer.
const DEALS: usize = 8;

/// A review, and the game that it is of.
pub struct RunningReview {
    reviewed: RecordedGame,
    review: Mutex<ReviewInProgress>,
}

/// The game of the open record, and the work of the review.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    block: u64,
    game: usize,
    /// By default the person's seat, else 0.
    seat: Option<usize>,
    work: Option<u64>,
    /// Whether to review the same game as last time, even if another record is open now.
    #[serde(default)]
    pub again: bool,
}

/// The work of the next part.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FurtherRequest {
    deals: Option<usize>,
}

/// A turn of the reviewed game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TryRequest {
    turn: usize,
}

/// The current state of a review.
#[derive(Serialize)]
pub struct ReviewState {
    done: bool,
    progress: f64,
    headline: String,
    /// The name of the reviewed bot; `None` for a person.
    who: Option<String>,
    /// The remark on each turn.
    remarks: Vec<String>,
    /// What each turn lost, in % of a win with the interval.
    losses: Vec<String>,
    /// What figures and grades mean.
    explained: String,
    /// Whether a game can continue from a turn: it must be a person's game against bots.
    can_try: bool,
    /// The rules of the game, to ask about its turns.
    rules: AboutRules,
    review: GameReview,
}

impl RunningReview {
    /// A review before any turn is examined.
    pub fn begin(
        request: &ReviewRequest,
        record: &OpenRecord,
        parts: &Parts,
    ) -> Result<RunningReview, RequestError> {
        let which = WhichGame {
            block: request.block,
            game: request.game,
        };
        RunningReview::of(record.game(&which)?, request, parts)
    }

    /// Reviews the same game again, with other work.
    pub fn again(
        &self,
        request: &ReviewRequest,
        parts: &Parts,
    ) -> Result<RunningReview, RequestError> {
        RunningReview::of(self.reviewed.clone(), request, parts)
    }

    fn of(
        reviewed: RecordedGame,
        request: &ReviewRequest,
        parts: &Parts,
    ) -> Result<RunningReview, RequestError> {
        let game = ReviewedGame::of(&reviewed);
        let seat = request.seat.map_or_else(|| game.person_or_first(), Seat);
        let settings = ReviewSettings {
            work: request.work.unwrap_or(WORK),
            by_name: true,
            ..ReviewSettings::default()
        };
        let (players, mut solver) = (&*parts.players, (parts.solver)());
        let review = ReviewInProgress::begin(game, seat, &settings, players, &mut solver)?;
        Ok(RunningReview {
            reviewed,
            review: Mutex::new(review),
        })
    }

    /// Examines every turn, without any playouts.
    pub fn examine(&self, parts: &Parts, stop: &StopFlag) -> Result<(), RequestError> {
        let (mut review, mut solver) = (locked(&self.review), (parts.solver)());
        while review.examine(ReviewedGame::of(&self.reviewed), &mut solver)? {
            not_stopped(stop)?;
        }
        Ok(())
    }

    /// Examines a turn, or plays deals out; returns whether there was anything to do.
    pub fn step(&mut self, parts: &Parts, stop: &StopFlag) -> Result<bool, RequestError> {
        not_stopped(stop)?;
        let RunningReview {
            reviewed, review, ..
        } = self;
        let review = review.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut solver = (parts.solver)();
        Ok(review.examine(ReviewedGame::of(reviewed), &mut solver)?
            || review.go_on(&*parts.players, stop, parts.deals_at_once)?)
    }

    pub fn further(
        &self,
        request: &FurtherRequest,
        parts: &Parts,
        stop: &StopFlag,
    ) -> Result<(), RequestError> {
        let deals = request.deals.unwrap_or(DEALS).max(1);
        locked(&self.review).go_on(&*parts.players, stop, deals)?;
        Ok(())
    }

    /// The share of the work that is done.
    pub fn share_done(&self) -> f64 {
        locked(&self.review).share_done()
    }

    /// The current state of the review, told in this language.
    pub fn state(&self, language: Language) -> ReviewState {
        let persons = self
            .reviewed
            .header
            .bots
            .iter()
            .filter(|bot| bot.is_person());
        let review = locked(&self.review);
        let (review, progress) = (review.so_far(language), review.share_done());
        ReviewState {
            done: progress >= 1.0,
            progress,
            headline: review.headline(),
            who: review.name().map(str::to_owned),
            remarks: review.turns.iter().map(GradedTurn::remark).collect(),
            losses: review.turns.iter().map(GradedTurn::loss_words).collect(),
            explained: review.explained(),
            // Without a plan nobody is there to play on.
            can_try: persons.count() == 1 && !self.reviewed.header.is_dealt(),
            rules: AboutRules::of(language, &self.reviewed.header.rules, None),
            review,
        }
    }

    /// The game from before a turn on.
    pub fn try_turn(
        &self,
        request: &TryRequest,
        parts: &Parts,
    ) -> Result<PlayedGame, RequestError> {
        let RecordedGame {
            header,
            block,
            game,
        } = &self.reviewed;
        let game = &block.games[*game];
        let plan = Plan::from_toml(&header.plan)?;
        let before = request.turn.min(game.turns.len());
        let put_back = game.put_back.iter();
        let put_back = put_back.filter(|back| (back.turn as usize) < before);
        let deal = block.deals.get(usize::from(game.deal));
        let asked = deal.filter(|_| plan.rules().redeal == Redeal::Ask);
        let redeals = asked.map_or(0, |deal| deal.attempt);
        let saved = Unfinished {
            plan_hash: plan.plan_hash(),
            redeals,
            turns: game.turns[..before].to_vec(),
            put_back: put_back.cloned().collect(),
            draft: None,
            by_value: false,
        };
        PlayedGame::go_on(plan, &saved, parts)
    }
}

fn not_stopped(stop: &StopFlag) -> Result<(), RequestError> {
    if stop.load(Ordering::Relaxed) {
        return Err(HarnessError::Interrupted.into());
    }
    Ok(())
}
