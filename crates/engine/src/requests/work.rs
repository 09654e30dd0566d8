//! Requests that take long, done in steps that can be stopped between.

use std::sync::Arc;

use rummilab_arena::StopFlag;
use rummilab_words::Language;
use serde_json::value::RawValue;

use super::error::RequestError;
use super::records::WatchedGame;
use super::review::{ReviewRequest, RunningReview};
use super::{Shared, json, locked};
use crate::line::fields_of;

/// A request, and how far it is.
pub enum Work {
    Watch(Box<WatchedGame>),
    Review(Box<RunningReview>),
    /// Any other request, by name and argument, in one step.
    Other(String, String, Language),
}

/// What a step led to.
pub enum Step {
    /// The rest of the work, and the share that is done.
    More(Work, f64),
    Done(Box<RawValue>),
}

impl Shared {
    /// The work of a request, before its first step.
    pub fn work(
        &self,
        ask: &str,
        with: &str,
        language: Language,
        stop: &StopFlag,
    ) -> Result<Work, RequestError> {
        super::bounds::check(ask, with)?;
        match ask {
            "watch" => {
                let game = WatchedGame::begin(&fields_of(with)?, &self.parts, stop)?;
                Ok(Work::Watch(Box::new(game)))
            }
            "review" => {
                let review = self.review_of(&fields_of(with)?)?;
                Ok(Work::Review(Box::new(review)))
            }
            "start" | "job" | "cancel" => Err(RequestError::NotAJob(ask.to_owned())),
            _ => Ok(Work::Other(ask.to_owned(), with.to_owned(), language)),
        }
    }

    /// A review before any turn is examined.
    pub fn review_of(&self, request: &ReviewRequest) -> Result<RunningReview, RequestError> {
        if request.again {
            let last = locked(&self.review).clone();
            let last = last.ok_or(RequestError::NoReview)?;
            last.again(request, &self.parts)
        } else {
            let record = locked(&self.record).clone();
            let record = record.ok_or(RequestError::NoRecord)?;
            RunningReview::begin(request, &record, &self.parts)
        }
    }
}

impl Work {
    /// The next step. At the end of the work the engine has what the request changes. A review is
    /// told in this language, everything else in that of the request.
    pub fn step(
        self,
        shared: &Shared,
        language: Language,
        stop: &StopFlag,
    ) -> Result<Step, RequestError> {
        match self {
            Work::Watch(mut game) => {
                if game.turn(stop)? {
                    let share = game.share_done();
                    return Ok(Step::More(Work::Watch(game), share));
                }
                let record = game.record(shared.parts.header);
                let list = json(&record.list())?;
                *locked(&shared.record) = Some(Arc::new(record));
                Ok(Step::Done(list))
            }
            Work::Review(mut review) => {
                if review.step(&shared.parts, stop)? {
                    let share = review.share_done();
                    return Ok(Step::More(Work::Review(review), share));
                }
                let state = json(&review.state(language))?;
                *locked(&shared.review) = Some(review.into());
                Ok(Step::Done(state))
            }
            Work::Other(ask, with, language) => {
                let answer = shared.asked(&ask, &with, language, stop);
                answer.map(Step::Done)
            }
        }
    }

    /// What the answer would be now in this language, if it has parts.
    pub fn so_far(&self, language: Language) -> Option<Box<RawValue>> {
        match self {
            Work::Review(review) => json(&review.state(language)).ok(),
            Work::Watch(_) | Work::Other(..) => None,
        }
    }
}
