//! Reviews of recorded games in small parts, and games that continue from one of their turns.

use rummilab_arena::{Plan, StopFlag};
use rummilab_core::{Redeal, Seat};
use rummilab_play::review::{
    GameReview, GradedTurn, ReviewInProgress, ReviewSettings, ReviewedGame,
};
use rummilab_record::{RecordedGame, Unfinished};
use serde::{Deserialize, Serialize};

use super::Parts;
use super::error::RequestError;
use super::game::PlayedGame;
use super::records::{OpenRecord, WhichGame};

/// Default number of turns in the playouts of a game: half a minute to a minute in a browser.
const WORK: u64 = 60_000;

/// Largest work of a review.
const MOST_WORK: u64 = 2_000_000;

/// Default number of deals played before an answer.
const DEALS: usize = 8;

pub struct RunningReview {
    reviewed: RecordedGame,
    review: ReviewInProgress,
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
    /// The remark on each turn.
    remarks: Vec<String>,
    /// What each turn lost, in % of a win with the interval.
    losses: Vec<String>,
    /// What figures and grades mean.
    explained: String,
    /// Whether a game can continue from a turn: it must be a person's game against bots.
    can_try: bool,
    review: GameReview,
}

impl RunningReview {
    /// Examines every turn, without any playouts.
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
            work: request.work.unwrap_or(WORK).min(MOST_WORK),
            ..ReviewSettings::default()
        };
        let (players, mut solver) = (&*parts.players, (parts.solver)());
        let review = ReviewInProgress::new(game, seat, &settings, players, &mut solver)?;
        Ok(RunningReview { reviewed, review })
    }

    pub fn further(&mut self, request: &FurtherRequest, parts: &Parts) -> Result<(), RequestError> {
        let deals = request.deals.unwrap_or(DEALS).max(1);
        let stop = StopFlag::default();
        self.review.go_on(&*parts.players, &stop, deals)?;
        Ok(())
    }

    /// The current state of the review.
    pub fn state(&self) -> ReviewState {
        let persons = self
            .reviewed
            .header
            .bots
            .iter()
            .filter(|bot| bot.is_person());
        let (review, progress) = (self.review.so_far(), self.review.share_done());
        ReviewState {
            done: progress >= 1.0,
            progress,
            headline: review.headline(),
            remarks: review.turns.iter().map(GradedTurn::remark).collect(),
            losses: review.turns.iter().map(GradedTurn::loss_words).collect(),
            explained: review.explained(),
            can_try: persons.count() == 1,
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
