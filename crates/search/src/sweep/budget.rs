//! The states that a question may try before it is given up.

/// The number of states that may be tried. A question that asks others gives each a part of its own
/// budget.
#[derive(Debug, Clone, Copy, Default)]
pub struct Budget {
    left: u64,
}

impl Budget {
    pub const fn of(states: u64) -> Budget {
        Budget { left: states }
    }

    /// A part of this budget: at most this number of states, and no more than are left. What is
    /// spent of it must be spent of this one too.
    pub fn child(self, states: u64) -> Budget {
        Budget::of(states.min(self.left))
    }

    pub fn left(self) -> u64 {
        self.left
    }

    pub fn spend(&mut self, states: u64) {
        self.left = self.left.saturating_sub(states);
    }
}
