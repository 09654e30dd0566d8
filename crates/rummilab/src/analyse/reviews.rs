//! Reviews of games, kept in the folder of the run, one line of JSON each.

use std::io::ErrorKind;
use std::path::Path;

use rummilab_record::read_plain_text;

use rummilab_play::review::GameReview;

use rummilab_runs::{RunsError, write_whole};

use crate::error::{Error, Result};

/// Name of the file with the reviews, in the folder of a run.
const REVIEWS: &str = "reviews.jsonl";

/// The reviews in the folder of a run, by block, game and seat; empty if none is kept.
///
/// # Errors
/// [`RunsError::Read`], or [`Error::KeptReview`] for a line that is not a review.
pub fn read_reviews(folder: &Path) -> Result<Vec<GameReview>> {
    let path = folder.join(REVIEWS);
    let text = match read_plain_text(&path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(RunsError::Read(path, error).into()),
    };
    let lines = text.lines().enumerate();
    let review = |(at, line)| {
        serde_json::from_str(line).map_err(|why| Error::KeptReview(path.clone(), at + 1, why))
    };
    lines.map(review).collect()
}

/// What became of a review that was to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Kept {
    /// It is in the folder.
    Yes,
    /// Another review of the same game and seat is there and stays: it had more deals, or another
    /// model, so that this one would not be the same with less luck.
    Other {
        /// The bot that was its measure.
        model: String,
        /// Deals that were played out for it.
        deals: u64,
    },
}

/// Adds a review to the folder of its run. One of the same game and seat is replaced if it has the
/// same model and no more deals; any other only if `replace` says so.
///
/// # Errors
/// Those of [`read_reviews`]; an error if the file cannot be written.
pub fn keep_review(folder: &Path, review: &GameReview, replace: bool) -> Result<Kept> {
    let of = |review: &GameReview| (review.block, review.game, review.seat);
    let mut reviews = read_reviews(folder)?;
    let worth_more =
        |kept: &&GameReview| kept.model != review.model || kept.deals() > review.deals();
    let mut same = reviews.iter().filter(|kept| of(kept) == of(review));
    if let Some(kept) = same.find(worth_more).filter(|_| !replace) {
        return Ok(Kept::Other {
            model: kept.model.clone(),
            deals: kept.deals(),
        });
    }
    reviews.retain(|kept| of(kept) != of(review));
    reviews.push(review.clone());
    reviews.sort_by_key(of);
    let mut text = String::new();
    for review in &reviews {
        let line = serde_json::to_string(review);
        text += &line.map_err(|why| Error::KeptReview(folder.join(REVIEWS), 0, why))?;
        text.push('\n');
    }
    write_whole(&folder.join(REVIEWS), text.as_bytes()).map_err(RunsError::from)?;
    Ok(Kept::Yes)
}
