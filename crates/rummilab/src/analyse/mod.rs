//! What the games of a run say about play: reviews that are kept beside the record, the mistakes of
//! bots, and all turns as rows.
//!
//! | question | answer |
//! |---|---|
//! | what did the turns of a seat cost? | [`play::review`](crate::play::review); [`keep_review`] |
//! | where do bots lose? | [`mistakes()`] |
//! | what happened turn by turn? | [`export()`] |

mod export;
mod mistakes;
mod reviews;

pub use export::{TurnRow, export};
pub use mistakes::{LAST_TILES, MistakePhase, MistakeRow, mistakes};
pub use reviews::{Kept, keep_review, read_reviews};
