//! Makes a position small: delta debugging over its sets and rack tiles, then single changes.

use super::draft::Draft;

/// The rule system that needs no word.
const PLAIN: &str = "original";

/// The smallest position found for which `holds` is still true.
pub(super) fn shrink(mut draft: Draft, holds: &mut dyn FnMut(&Draft) -> bool) -> Draft {
    loop {
        let before = draft.clone();
        let mut many = draft.pieces() / 2;
        while many > 0 {
            let mut at = 0;
            while at < draft.pieces() {
                let smaller = draft.without(at, many);
                if holds(&smaller) {
                    draft = smaller;
                } else {
                    at += many;
                }
            }
            many /= 2;
        }
        while let Some(simpler) = draft.simpler().into_iter().find(&mut *holds) {
            draft = simpler;
        }
        if draft == before {
            return draft;
        }
    }
}

impl Draft {
    /// Sets on the table and tiles on the rack.
    pub(super) fn pieces(&self) -> usize {
        self.table.len() + self.rack.len()
    }

    /// The position without so many pieces from this one on.
    pub(super) fn without(&self, at: usize, many: usize) -> Draft {
        let mut less = self.clone();
        for piece in (at..self.pieces().min(at + many)).rev() {
            match piece.checked_sub(self.table.len()) {
                Some(tile) => drop(less.rack.remove(tile)),
                None => drop(less.remove_set(piece)),
            }
        }
        less
    }

    /// Every position with a tile less in a set, two equal tiles less in two, an option less, a
    /// plainer rule system, or a plainer question.
    fn simpler(&self) -> Vec<Draft> {
        let mut all = Vec::new();
        let mut with = |change: &dyn Fn(&mut Draft)| {
            let mut next = self.clone();
            change(&mut next);
            if next != *self {
                all.push(next);
            }
        };
        with(&|next| {
            next.rules = PLAIN.to_owned();
            next.owners = None;
            next.me = None;
        });
        with(&|next| next.options.clear());
        for key in self.options.keys() {
            with(&|next| drop(next.options.remove(key)));
        }
        with(&|next| next.objective = None);
        with(&|next| next.opened = true);
        with(&|next| {
            next.owners = None;
            next.me = None;
        });
        for (set, tiles) in self.table.iter().enumerate() {
            for (at, tile) in tiles.iter().enumerate() {
                with(&|next| drop(next.table[set].remove(at)));
                for other in set + 1..self.table.len() {
                    let twin = self.table[other].iter().position(|one| one == tile);
                    if let Some(twin) = twin {
                        with(&|next| {
                            next.table[set].remove(at);
                            next.table[other].remove(twin);
                        });
                    }
                }
            }
        }
        all
    }
}
