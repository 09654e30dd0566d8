//! The phases of a search with a bound: what its next sweep is like, and how far below the bound it
//! looks.
//!
//! ```text
//!  without a bound --gave up--> Wide --gave up--> Narrow --gave up--> fallback
//!        |                       | ^               | ^
//!     complete             complete: farther    narrowed, found nothing: four times as wide
//!        v                  below the bound     complete: as narrow as at first
//!      answer
//! ```
//!
//! A search ends in each phase once a complete sweep found a play, or once the bound is below what
//! a better play is worth.

use crate::bounds::Relaxation;
use crate::grammar::Task;
use crate::sweep::Widths;

/// Widths, in states, of the first bounded sweep. Tuned on instructions of `hold`, `jokers`.
pub const FIRST_WIDTHS: Widths = Widths::of(4096, 512);

/// The first bounded sweep gives up after this many states. Then it pays to improve the bound until
/// that gains little, and to begin with narrow sweeps. 500 to 10 000 are as quick on `twist-2` and
/// `house-2`.
const FIRST_BOUNDED_STATES: u64 = 2000;

/// Widths of the first narrow sweep. With 8 to 64 states every 8th position of `dense-twist` takes
/// from 29 % less time to 6 % more, and those of `dense-house` as long.
const NARROW_WIDTHS: Widths = Widths::of(64, 16);

/// The factor by which a sweep is wider after a narrowed one that found nothing. Set by hand, not
/// tuned.
const WIDEN: usize = 4;

/// Steps of the relaxation between two sweeps: after a complete one, and after a narrowed one
/// that found nothing. Tuned on instructions of `hold` and `jokers`.
const STEPS_AFTER_COMPLETE: usize = 1;
const STEPS_AFTER_NARROWED: usize = 12;

/// After this many complete sweeps in vain, each next one looks twice as far below the bound.
/// Set by hand, not tuned.
const VAIN_SWEEPS: u32 = 2;

/// How far below the bound the next sweep looks.
pub struct Distance {
    below: i64,
    in_vain: u32,
}

impl Distance {
    /// One tile at first: the worth of a play is whole tiles, and a little for ties.
    pub fn of(task: &Task) -> Distance {
        Distance {
            below: task.dearest(),
            in_vain: 0,
        }
    }

    /// The worth to look for below this bound.
    pub fn below(&self, bound: i64) -> i64 {
        bound - self.below
    }

    /// Increases the distance after one more sweep in vain. It stays a tile at first. Tiles that
    /// must be laid may be worth far less than nothing, and then tile by tile takes for ever.
    pub fn further(&mut self) {
        self.in_vain += 1;
        if self.in_vain > VAIN_SWEEPS {
            self.below = self.below.saturating_mul(2);
        }
    }
}

/// The phase of a search with a bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Few steps of the relaxation, and a wide sweep through few states.
    Wide,
    /// The best bound, and sweeps that are narrow at first.
    Narrow,
}

/// The settings of the next sweep with a bound.
pub struct Pace {
    phase: Phase,
    /// Steps of the relaxation before it; `None` for as many as gain something.
    pub steps: Option<usize>,
    pub widths: Widths,
}

impl Pace {
    pub fn wide(relaxation: &Relaxation) -> Pace {
        Pace {
            phase: Phase::Wide,
            steps: Some(relaxation.first_steps()),
            widths: FIRST_WIDTHS,
        }
    }

    pub fn narrow() -> Pace {
        Pace {
            phase: Phase::Narrow,
            steps: None,
            widths: NARROW_WIDTHS,
        }
    }

    pub fn is_narrow(&self) -> bool {
        self.phase == Phase::Narrow
    }

    /// The sweep gives up after this many states.
    pub fn states(&self) -> u64 {
        match self.phase {
            Phase::Wide => FIRST_BOUNDED_STATES,
            Phase::Narrow => u64::MAX,
        }
    }

    /// After a complete sweep in vain.
    pub fn go_on(&mut self) {
        self.steps = Some(STEPS_AFTER_COMPLETE);
        if self.is_narrow() {
            self.widths = NARROW_WIDTHS;
        }
    }

    /// After a narrowed sweep that found a better play.
    pub fn repeat(&mut self) {
        self.steps = Some(STEPS_AFTER_COMPLETE);
    }

    /// After a narrowed sweep that found nothing.
    pub fn widen(&mut self) {
        self.steps = Some(STEPS_AFTER_NARROWED);
        self.widths.too_many *= WIDEN;
        self.widths.width *= WIDEN;
    }
}
