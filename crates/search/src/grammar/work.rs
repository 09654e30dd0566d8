//! The work of making tables, which counts towards the limit of a question.

/// What was done, and the most that is allowed, in choices looked at.
///
/// A table that was made for an earlier task counts as if it were made again, once for each task:
/// what a question costs depends on the question alone, and so does where it is given up.
#[derive(Debug, Clone, Copy)]
pub struct Work {
    done: u64,
    most: u64,
}

impl Work {
    pub const UNLIMITED: Work = Work::within(u64::MAX);

    /// Nothing done, and this much allowed.
    pub const fn within(most: u64) -> Work {
        Work { done: 0, most }
    }

    /// Adds what was done; false if that is more than is allowed.
    pub fn add(&mut self, more: u64) -> bool {
        self.done = self.done.saturating_add(more);
        self.done <= self.most
    }

    /// What is still allowed.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.done)
    }

    pub fn done(&self) -> u64 {
        self.done
    }

    /// What was done since the last call of this.
    pub fn take(&mut self) -> u64 {
        self.most = self.left();
        std::mem::take(&mut self.done)
    }
}
