//! The worth of a position to one seat: the position [`After`] a turn, its [`Features`], a logistic
//! model of the win ([`ValueModel`]), its [`fit`] and its file. The crate does not play, choose or
//! draw random numbers: bots ask it, and the command line trains it on games that the arena played.
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! The model judges the position **after** a turn, as the seat that made the turn sees it. So it
//! scores candidate turns, and one number compares drawing with any play. (Zha et al., DouZero,
//! ICML 2021, score state and action in the same way; Sheppard, World-championship-caliber
//! Scrabble, Artificial Intelligence 134, 2002, values the tiles kept.) It is learnt from Monte
//! Carlo returns: the final win share of the game.
//!
//! | file | what it knows |
//! |---|---|
//! | `after` | what a turn leaves: tiles kept and stuck, tiles that let the rack go, what the table takes |
//! | `draw` | what a drawn tile was worth beside those that might have come |
//! | `features` | the numbers made of it, each with its meaning |
//! | `logistic` | ridge logistic regression by Newton's method |
//! | `loss` | log loss, squared loss and calibration of probabilities |
//! | `model` | weights with their features, and the file that holds them |
//! | `shipped` | the weights of `data/value` |
//!
//! ```
//! use rummilab_core::RuleSet;
//!
//! let rules = RuleSet::preset("original").unwrap();
//! assert!(rummilab_value::shipped(&rules, 2).is_some());
//! assert!(rummilab_value::shipped(&rules, 4).is_none()); // nobody trained it
//! ```

mod after;
mod draw;
mod features;
mod logistic;
mod loss;
mod model;
mod shipped;

pub use after::{After, Unfit};
pub use draw::{DrawLuck, RACK_NUMBERS};
pub use features::{FEATURES, Feature, Features, RACKS};
pub use logistic::{Fit, FitError, Sample, chance, fit};
pub use loss::{Bin, brier, calibration, log_loss};
pub use model::{HeldOut, Loss, ModelError, Provenance, Term, VERSION, ValueModel};
pub use shipped::shipped;
