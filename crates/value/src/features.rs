//! The features of a model, each with its meaning.
//!
//! Crossed features are products: a linear model cannot otherwise learn that a number matters only
//! together with another. Features use only the four basic operations, so they have the same bits
//! on every machine.

use crate::after::After;

/// A number computed from the position after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Its name in files of weights.
    pub name: &'static str,
    /// Its meaning.
    pub about: &'static str,
}

macro_rules! features {
    ($($name:ident: $about:literal = $value:expr;)+) => {
        /// Every feature, in the order of the weights.
        pub const FEATURES: &[Feature] = &[
            $(Feature { name: stringify!($name), about: $about },)+
        ];

        const COUNT: usize = FEATURES.len();

        fn values(seen: &CommonInputs<'_>) -> [f64; COUNT] {
            [$({ let value: fn(&CommonInputs<'_>) -> f64 = $value; value(seen) },)+]
        }
    };
}

/// The features of rack sizes alone: the baseline that a model must beat.
pub const RACKS: &[&str] = &["kept", "smallest", "rivals"];

/// Values from which several features are computed.
struct CommonInputs<'a> {
    after: &'a After,
    kept: f64,
    stuck: f64,
    smallest: f64,
    rivals: f64,
    /// 1 with an empty pool, 10/11 with one tile, 1/2 with ten.
    late: f64,
    /// 1 if no tile is left in the pool.
    empty: f64,
    /// 1 if this seat and all others have opened.
    all_opened: f64,
    /// 1 if this seat draws last, else -1.
    last: f64,
    /// Whether the others seem to hold: the smallest rack divided by 15, at most 1.
    patient: f64,
}

features! {
    kept: "tiles kept on the rack, before a draw" = |s| s.kept;
    drawn: "1 if the turn draws" = |s| flag(s.after.drawn);
    opened: "1 if this seat has opened" = |s| flag(s.after.opened);
    stuck: "tiles that would stay after the best play if the table stayed as it is" = |s| s.stuck;
    outs: "share of the unseen tiles with which the whole rack could go" = |s| s.after.outs;
    openers: "share of the unseen tiles with which a seat that has not opened \
        could" = |s| s.after.openers;
    jokers_kept: "jokers on the rack" = |s| s.after.jokers_kept as f64;
    jokers_table: "jokers on the table" = |s| s.after.jokers_table as f64;
    singles: "kept tiles that can be laid alone" = |s| s.after.singles as f64;
    table: "tiles on the table" = |s| s.after.table as f64;
    takes: "share of the unseen tiles that can be laid alone" = |s| s.after.takes;
    smallest: "fewest tiles on another rack" = |s| s.smallest;
    rivals: "mean tiles on the other racks" = |s| s.rivals;
    rivals_opened: "share of the others who have opened" = |s| opened_share(s.after);
    pool: "tiles left in the pool" = |s| s.after.pool as f64;
    empty: "1 if the pool is empty" = |s| s.empty;
    late: "10 over 10 plus the tiles left in the pool" = |s| s.late;
    last: "1 if this seat draws last should nobody lay any more, else -1" = |s| s.last;
    they_out: "1 if the other of two goes out next turn, where that is \
        known" = |s| flag(s.after.they_out);
    close: "1 over the fewest tiles on another rack" = |s| 1.0 / s.smallest.max(1.0);
    last_opened: "last, where all have opened" = |s| s.last * s.all_opened;
    last_late: "last times late, where all have opened" = |s| s.last * s.late * s.all_opened;
    last_patient: "last times patience (the smallest other rack over 15, at most 1), where all \
        have opened"
        = |s| s.last * s.patient * s.all_opened;
    last_late_patient: "the product of all three" = |s| s.last * s.late * s.patient * s.all_opened;
    kept_close: "kept times close" = |s| s.kept / s.smallest.max(1.0);
    stuck_close: "stuck times close" = |s| s.stuck / s.smallest.max(1.0);
    stuck_late: "stuck times late" = |s| s.stuck * s.late;
    outs_drawn: "outs, where the turn draws" = |s| s.after.outs * flag(s.after.drawn);
    outs_close: "outs times close" = |s| s.after.outs / s.smallest.max(1.0);
    absorbed: "takes times the mean of the other racks: what the table takes of an average rack"
        = |s| s.after.takes * s.rivals;
    unabsorbed: "what the table does not take of the smallest other \
        rack" = |s| (1.0 - s.after.takes) * s.smallest;
    kept_empty: "kept, where the pool is empty" = |s| s.kept * s.empty;
    singles_empty: "singles, where the pool is empty" = |s| s.after.singles as f64 * s.empty;
    absorbed_empty: "absorbed, where the pool is empty" = |s| s.after.takes * s.rivals * s.empty;
    kept_patient: "kept times patience" = |s| s.kept * s.patient;
    patient: "the smallest other rack over 15, at most 1, where its owner may be \
        holding" = |s| s.patient;
}

/// The value of every feature of [`FEATURES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features([f64; COUNT]);

impl Features {
    /// The features of the position after a turn.
    pub fn of(after: &After) -> Features {
        let smallest = after.smallest_rival() as f64;
        let all: usize = after.rivals.iter().sum();
        let others = after.rivals.len();
        let opened = after.opened && after.rivals_opened == others;
        let seen = CommonInputs {
            after,
            kept: after.kept as f64,
            stuck: after.stuck as f64,
            smallest,
            rivals: all as f64 / others.max(1) as f64,
            late: 10.0 / (10.0 + after.pool as f64),
            empty: flag(after.pool == 0),
            all_opened: flag(opened),
            last: if after.last_draw { 1.0 } else { -1.0 },
            patient: (smallest / 15.0).min(1.0),
        };
        Features(values(&seen))
    }

    /// The values, in the order of [`FEATURES`].
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// The value of the feature of this name; `None` if there is no such feature.
    pub fn get(&self, name: &str) -> Option<f64> {
        let at = FEATURES.iter().position(|feature| feature.name == name)?;
        Some(self.0[at])
    }
}

fn flag(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

fn opened_share(after: &After) -> f64 {
    after.rivals_opened as f64 / after.rivals.len().max(1) as f64
}
