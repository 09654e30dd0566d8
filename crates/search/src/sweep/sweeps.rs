//! The memory of both sweeps, and what the questions asked of them may still spend.

use crate::bounds::KnownPrices;
use crate::sweep::{Budget, FIRST_WIDTHS, General, Packed, Widths};

/// A question is given up after this many states, which take seconds and a gigabyte. The hardest
/// position of `data/positions/twist-2` takes 51 000.
const MAX_STATES: u64 = 4_000_000;

/// A question that asks others, such as a list of plays, is given up after this many times the
/// states of one. Set by hand.
const QUESTIONS: u64 = 4;

/// For the limit alone, this many choices looked at count as one state tried. If most choices are
/// of use, there are far fewer for each state.
pub const LOOKS: u64 = 256;

/// Within a limit of the caller, tables may take one part of it in this many: where they are much
/// work, another solver should be asked first. Chosen so that the first limit of `Auto` is enough
/// for all of `twist-2` but two positions (benches/trials.md).
const TABLE_SHARE: u64 = 4;

/// Widths of the fallback sweeps, tried in turn after a search has given up. Each may spend
/// the limit divided by `FALLBACK_SHARE`, so that giving up ends soon.
pub const FALLBACK_WIDTHS: [Widths; 2] = [FIRST_WIDTHS, Widths::of(64, 8)];
const FALLBACK_SHARE: u64 = 4;

/// The memory of both sweeps, kept between calls, and the budgets of a question.
#[derive(Debug)]
pub struct Sweeps {
    pub packed: Packed,
    pub general: General,
    limits: Limits,
    /// What a question that asks others may still spend.
    several: Option<Budget>,
    /// What this question may still spend if some tiles may stay, and if it goes out.
    staying: Budget,
    going_out: Budget,
    /// What it may still spend on tables, in choices looked at.
    tables: Budget,
    /// Whether that is for several questions.
    shares_tables: bool,
    /// What its fallback sweeps may still spend.
    fallback: Budget,
    /// Within a question that asks others: the prices of the last relaxation of runs that wrap,
    /// without and with own groups. The others are much the same tasks, and begin at these.
    pub prices: [Option<Box<KnownPrices>>; 2],
    pub gave_up: bool,
}

/// The states after which a question is given up.
#[derive(Debug)]
struct Limits {
    staying: u64,
    going_out: u64,
    /// A limit of the caller for each question, if it is smaller.
    caller: u64,
}

impl Limits {
    /// Within a limit of the caller, the most work on tables, in choices looked at.
    fn tables(&self) -> u64 {
        match self.caller {
            u64::MAX => u64::MAX,
            states => (states / TABLE_SHARE).saturating_mul(LOOKS),
        }
    }

    fn fallback_share(&self) -> u64 {
        self.staying.min(self.caller) / FALLBACK_SHARE
    }
}

impl Default for Sweeps {
    fn default() -> Sweeps {
        let mut sweeps = Sweeps {
            packed: Packed::default(),
            general: General::default(),
            limits: Limits {
                staying: MAX_STATES,
                going_out: MAX_STATES,
                caller: u64::MAX,
            },
            several: None,
            staying: Budget::default(),
            going_out: Budget::default(),
            tables: Budget::default(),
            shares_tables: false,
            fallback: Budget::default(),
            prices: [None, None],
            gave_up: false,
        };
        sweeps.begin();
        sweeps
    }
}

impl Sweeps {
    /// Questions are given up after this many states.
    pub fn give_up_after(&mut self, max_states: u64) {
        self.limits.staying = max_states;
    }

    /// Questions in which every tile must be laid are given up after this many states.
    pub fn give_up_going_out_after(&mut self, max_states: u64) {
        self.limits.going_out = max_states;
    }

    /// Questions are given up after this many states at the latest.
    pub fn limit_work(&mut self, most: Option<u64>) {
        self.limits.caller = most.unwrap_or(u64::MAX);
    }

    /// Begins a question, within the one that asks others if there is one.
    pub fn begin(&mut self) {
        let limits = &self.limits;
        let all = self.several.unwrap_or(Budget::of(u64::MAX));
        let all = all.child(limits.caller);
        self.staying = all.child(limits.staying);
        self.going_out = all.child(limits.going_out);
        if !self.shares_tables {
            self.tables = Budget::of(limits.tables());
        }
        let share = limits.fallback_share();
        self.fallback = Budget::of(share.saturating_mul(FALLBACK_WIDTHS.len() as u64));
        self.gave_up = false;
    }

    /// Begins a question that asks others, which share one budget.
    pub fn begin_several(&mut self) {
        let largest = self.limits.staying.max(self.limits.going_out);
        self.several = Some(Budget::of(largest.saturating_mul(QUESTIONS)));
    }

    /// Begins a question that asks others and has the limits of one.
    pub fn begin_one_of_several(&mut self) {
        self.begin_several();
        let most = self.limits.caller;
        self.several = self.several.map(|several| several.child(most));
        self.tables = Budget::of(self.limits.tables());
        self.shares_tables = true;
    }

    /// Whether this is part of a question that asks others.
    pub fn asks_several(&self) -> bool {
        self.several.is_some()
    }

    /// Whether this is part of a question that asks others and has the limits of one.
    pub fn has_limits_of_one(&self) -> bool {
        self.shares_tables
    }

    /// Ends a question that asks others.
    pub fn end_several(&mut self) {
        self.several = None;
        self.shares_tables = false;
        self.prices = [None, None];
        self.general.trim();
        self.packed.trim();
    }

    /// Counts other work of the question as this many states, for its limit.
    pub fn spend(&mut self, states: u64) {
        let own = [&mut self.staying, &mut self.going_out];
        own.into_iter()
            .chain(&mut self.several)
            .for_each(|budget| budget.spend(states));
    }

    /// States that the question may still try, if some tiles may stay.
    pub fn left(&self) -> u64 {
        self.staying.left().saturating_sub(self.spent())
    }

    /// The same if every tile must be laid.
    pub fn left_going_out(&self) -> u64 {
        self.going_out.left().saturating_sub(self.spent())
    }

    /// States that the next fallback sweep may try.
    pub fn left_of_fallback(&self) -> u64 {
        self.fallback.child(self.limits.fallback_share()).left()
    }

    pub fn spend_in_fallback(&mut self, states: u64) {
        self.fallback.spend(states);
    }

    /// The work that the question may still spend on tables, in choices looked at.
    pub fn left_for_tables(&self) -> u64 {
        self.tables.left()
    }

    pub fn spend_on_tables(&mut self, work: u64) {
        self.tables.spend(work);
    }

    /// What was spent since states were last taken.
    fn spent(&self) -> u64 {
        self.tried() + self.general.looked / LOOKS
    }

    /// States tried since they were last taken.
    pub fn tried(&self) -> u64 {
        self.packed.memory.tried + self.general.memory.tried
    }

    /// Whether a search gave up since the last call of this.
    pub fn take_gave_up(&mut self) -> bool {
        std::mem::take(&mut self.gave_up)
    }

    /// States tried since the last call of this. Releases excess memory.
    pub fn take_tried(&mut self) -> u64 {
        let tried = self.tried();
        self.spend(self.spent());
        (self.packed.memory.tried, self.general.memory.tried) = (0, 0);
        self.general.looked = 0;
        if !self.asks_several() {
            self.general.trim();
            self.packed.trim();
        }
        tried
    }
}
