//! The tables of a rule set that bounds and sweeps read.

use crate::grammar::{Continuations, Groups, OpenRuns, OwnGroups, Rows};

/// The open runs that there can be, and how each goes on.
pub struct Runs<'a> {
    pub open: &'a mut OpenRuns,
    pub continuations: &'a mut Continuations,
}

/// What a sweep needs to know of the rules.
pub struct Tables<'a> {
    pub runs: Runs<'a>,
    pub rows: &'a mut Rows,
    pub groups: &'a mut Groups,
    /// Counts own groups where their number is limited.
    pub own: Option<&'a mut OwnGroups>,
}
