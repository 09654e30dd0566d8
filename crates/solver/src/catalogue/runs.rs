//! Runs and step runs (docs/rules.md#sets) that can be made of some tiles, with jokers in every
//! place, without runs that can be cut.

use rummilab_core::{RuleSet, Tile, TileCounts};

use super::{Hand, LegalSet, Mask, all_colours, changed, slot};

/// Finds the runs in steps of one and, if the rules have them, of two. Returns how many of these
/// layouts were not looked at; 0 if there are more.
pub(super) fn find(
    rules: &RuleSet,
    tiles: &TileCounts,
    steps: u64,
    into: &mut Vec<LegalSet>,
) -> u64 {
    let mut search = RunSearch {
        rules,
        step: 1,
        all: all_colours(rules),
        hand: Hand::new(rules, tiles, steps),
        into,
    };
    for step in 1..=1 + usize::from(rules.step2) {
        search.step = step;
        for start in 1..=rules.values {
            search.extend(&Layout::empty(start, search.all));
        }
    }
    search.hand.steps
}

/// A place where a layout can be cut: its first tiles are a legal run by themselves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cut {
    left: RunPart,
    /// The tiles after the cut, once the left part is legal.
    right: Option<RunPart>,
}

#[derive(Debug, Clone, Copy, Default)]
struct RunPart {
    tiles: u8,
    has_number: bool,
}

impl RunPart {
    fn with(self, tile: Tile) -> RunPart {
        RunPart {
            tiles: self.tiles + 1,
            has_number: self.has_number || !tile.is_joker(),
        }
    }

    fn is_run(self) -> bool {
        self.tiles >= 3 && self.has_number
    }
}

impl Cut {
    /// One more tile at the high end.
    pub fn with(self, rules: &RuleSet, tile: Tile) -> Cut {
        match self.right {
            None => {
                let left = self.left.with(tile);
                Cut {
                    left,
                    right: left.is_run().then(RunPart::default),
                }
            }
            // If the right part may not begin with this tile, the tile stays with the left part.
            Some(RunPart { tiles: 0, .. })
                if tile == Tile::COLOUR_CHANGE && !rules.cc_at_low_end =>
            {
                self
            }
            Some(right) => Cut {
                right: Some(right.with(tile)),
                ..self
            },
        }
    }

    /// Whether both parts are legal; more tiles at the high end do not change this.
    pub fn is_legal(self) -> bool {
        self.right.is_some_and(RunPart::is_run)
    }

    /// Whether the tiles so far are a legal run if it ends here.
    fn is_run(self) -> bool {
        self.left.is_run()
    }
}

/// A run under construction, from its low end.
#[derive(Debug, Clone, Copy)]
struct Layout {
    start: u8,
    /// Numbers covered.
    slots: usize,
    value: u32,
    /// The colours that the segment may have.
    colours: Mask,
    /// Whether the segment is still empty.
    fresh: bool,
    changes: u8,
    cut: Cut,
}

impl Layout {
    fn empty(start: u8, colours: Mask) -> Layout {
        Layout {
            start,
            slots: 0,
            value: 0,
            colours,
            fresh: true,
            changes: 0,
            cut: Cut::default(),
        }
    }
}

struct RunSearch<'a> {
    rules: &'a RuleSet,
    step: usize,
    all: Mask,
    hand: Hand,
    into: &'a mut Vec<LegalSet>,
}

impl RunSearch<'_> {
    fn slot(&self, layout: &Layout, ahead: usize) -> Option<u8> {
        let steps = (layout.slots + ahead) * self.step;
        if self.step > 1 {
            // Step runs do not go round.
            let at = usize::from(layout.start) + steps;
            return (at <= usize::from(self.rules.values)).then_some(at as u8);
        }
        slot(self.rules, layout.start, steps)
    }

    /// Records the layout if it is a set, then all layouts that begin with it.
    fn extend(&mut self, layout: &Layout) {
        if layout.cut.is_legal() || !self.hand.step() {
            return;
        }
        if layout.cut.is_run() {
            self.into.push(LegalSet {
                tiles: self.hand.used,
                value: layout.value,
                is_group: false,
                is_run: true,
            });
        }
        if layout.slots == self.rules.longest_run() {
            return;
        }
        let Some(here) = self.slot(layout, 0) else {
            return;
        };
        for (i, colour) in self.rules.colours().iter().enumerate() {
            if layout.colours >> i & 1 == 1
                && let Some(tile) = Tile::number(*colour, here)
            {
                self.lay(layout, tile, 1, here.into(), 1 << i);
            }
        }
        if layout.colours != 0 {
            self.lay(layout, Tile::JOKER, 1, here.into(), layout.colours);
            if self.step == 1
                && layout.slots + 2 <= self.rules.longest_run()
                && let Some(next) = self.slot(layout, 1)
            {
                let both = u32::from(here) + u32::from(next);
                self.lay(layout, Tile::DOUBLE, 2, both, layout.colours);
            }
        }
        if self.step == 1 {
            self.change(layout, here);
        }
    }

    /// Lays a tile on the next `slots`, which then have these colours to go on with.
    fn lay(&mut self, layout: &Layout, tile: Tile, slots: usize, value: u32, colours: Mask) {
        if self.hand.take(tile) {
            let change = tile == Tile::COLOUR_CHANGE;
            self.extend(&Layout {
                slots: layout.slots + slots,
                value: layout.value + value,
                colours,
                fresh: change,
                changes: layout.changes + u8::from(change),
                cut: layout.cut.with(self.rules, tile),
                ..*layout
            });
            self.hand.give(tile);
        }
    }

    /// A colour-change joker on the next slot (docs/rules.md#colour-change-joker).
    fn change(&mut self, layout: &Layout, here: u8) {
        let first = layout.slots == 0;
        let allowed = if first {
            self.rules.cc_at_low_end
        } else {
            (!layout.fresh || self.rules.cc_adjacent) && layout.colours != 0
        };
        let more = layout.changes < self.rules.max_cc_per_run.or(u8::MAX);
        if allowed && more {
            let colours = if first {
                self.all
            } else {
                changed(layout.colours, self.all)
            };
            self.lay(layout, Tile::COLOUR_CHANGE, 1, here.into(), colours);
        }
    }
}
