//! The constraints on runs from the rule set and the jokers at hand.

use rummilab_core::{JokerKind, MirrorValue, RuleSet, Wrap};

use crate::grammar::{Jokers, RunShape};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JokerPlacing {
    /// Only where a run needs one to go on: to bridge a gap or to reach three. A joker never begins
    /// a plain run. A run that is too short at the largest value takes its jokers in front.
    ///
    /// This loses no play: jokers in front of a plain set can move to its end.
    WhereNeeded,
    Anywhere,
}

/// The rules for runs that are made with the jokers at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunRules {
    pub placing: JokerPlacing,
    /// Runs reach up to this value.
    pub values: u8,
    pub copies: u8,
    pub jokers: Jokers,
    /// Most jokers in a set; `None` if those at hand are fewer.
    pub jokers_in_set: Option<u8>,
    /// Longest run; `None` if the values are fewer.
    pub longest: Option<u8>,
    /// Whether a run goes on from the largest value to 1.
    pub wrap: bool,
    /// Whether such a run ends with that 1.
    pub ends: bool,
    /// Whether there are runs in steps of two.
    pub step2: bool,
    /// Most colour-change jokers in a run; `None` if those at hand are fewer.
    pub most_changes: Option<u8>,
    /// Whether two of them may lie side by side.
    pub changes_adjacent: bool,
    /// Whether one may begin a run.
    pub change_at_low_end: bool,
    /// Whether the number of a mirror joker must exist.
    pub axis_is_a_number: bool,
    /// Whether mirror runs may fall towards the axis.
    pub valley: bool,
    /// Whether a mirror set of one value is legal: then jokers alone at its ends are dropped.
    pub short_mirrors: bool,
    /// The most blocks of one colour: runs that begin at their ends.
    pub blocks: u8,
    /// Whether the points of the axis of a mirror run matter.
    pub points: bool,
}

impl RunRules {
    /// The rules with these jokers at hand. `points`: whether sets are compared by what they count.
    pub fn of(rules: &RuleSet, jokers: Jokers, placing: JokerPlacing, points: bool) -> RunRules {
        let total = jokers.total();
        // A run right round all values follows itself. It must not be taken for one with a number
        // tile if jokers alone can cover the values, nor for one of three tiles if double jokers
        // leave it with two. Counted jokers never meet their own number again.
        let doubles = jokers.get(JokerKind::Double);
        let covered = jokers.get(JokerKind::Classic) + jokers.get(JokerKind::ColourChange);
        let goes_round = rules.wrap == Wrap::Round;
        let round =
            goes_round && (covered + 2 * doubles >= rules.values || rules.values < 3 + doubles);
        let in_set = rules.max_jokers_per_set.0.filter(|most| *most < total);
        let changes = jokers.get(JokerKind::ColourChange);
        let longest = rules.max_run_len.0;
        // A run goes round as often as its tiles last.
        let strands = if changes > 0 {
            rules.colours().len()
        } else {
            1
        };
        let numbers = strands * usize::from(rules.values) * usize::from(rules.copies);
        let reach = match rules.wrap {
            Wrap::Never => usize::from(rules.values),
            Wrap::End => usize::from(rules.values) + 1,
            Wrap::Round => numbers + usize::from(covered + 2 * doubles),
        };
        // A run of six tiles and one for each joker, or more, can be cut into two runs, each with a
        // number tile. So a limit that is no less matters only where sets are built, and lengths
        // need not be counted: with a limit of 13 there would be thousands of kinds of run.
        let cut = rules.wrap == Wrap::End
            && total == jokers.get(JokerKind::Classic)
            && longest.is_some_and(|longest| longest >= 5 + total);
        let longest = longest.filter(|_| !cut);
        // Behind the last 1 of a run there is no room for the jokers that lie in front otherwise.
        let placing = match rules.wrap {
            Wrap::End => JokerPlacing::Anywhere,
            Wrap::Never | Wrap::Round => placing,
        };
        RunRules {
            placing,
            values: rules.values,
            copies: rules.copies,
            jokers,
            jokers_in_set: in_set.or(round.then_some(total)),
            longest: longest.filter(|longest| usize::from(*longest) < reach),
            wrap: rules.wrap.has_next(),
            ends: rules.wrap == Wrap::End,
            step2: rules.step2,
            most_changes: rules.max_cc_per_run.0.filter(|most| *most < changes),
            changes_adjacent: rules.cc_adjacent,
            change_at_low_end: rules.cc_at_low_end,
            axis_is_a_number: rules.mirror_value == MirrorValue::Middle,
            valley: rules.mirror_valley,
            // With owners the short set is a group, and the long one a run.
            short_mirrors: rules.mirror_min_half == 1 && !rules.has_group_owners(),
            points,
            blocks: 0,
        }
    }

    /// The longest run of this shape; `None` if the values are fewer.
    pub(super) fn longest_of(&self, shape: RunShape) -> Option<u8> {
        // A run in steps of two does not go round.
        let by_twos = matches!(shape, RunShape::Step2 { .. });
        let fewer = |longest: &u8| !by_twos || *longest < self.values.div_ceil(2);
        self.longest.filter(fewer)
    }

    pub(super) fn has(&self, kind: JokerKind) -> bool {
        self.jokers.get(kind) > 0
    }
}

/// Where a value lies in a sweep up the values. One that goes down has its last value at 1. Where
/// runs go round, every value lies between others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunPhase {
    First,
    Between,
    Last,
}

impl RunPhase {
    pub const ALL: [RunPhase; 3] = [RunPhase::First, RunPhase::Between, RunPhase::Last];
}
