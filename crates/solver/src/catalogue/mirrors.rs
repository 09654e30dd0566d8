//! Mirror runs (docs/rules.md#mirror-runs) that can be made of some tiles, with jokers in every
//! place. Both halves are built at the same time, slot by slot from their low end. Whether that end
//! is the outer one only matters for the axis.

use rummilab_core::{MirrorValue, RuleSet, Tile, TileCounts, Wrap};

use super::{Hand, LegalSet, Mask, all_colours, changed, slot};

/// Finds the mirror runs. Returns how many of these layouts were not looked at; 0 if there are
/// more.
pub(super) fn find(
    rules: &RuleSet,
    tiles: &TileCounts,
    steps: u64,
    into: &mut Vec<LegalSet>,
) -> u64 {
    let mut search = MirrorSearch {
        rules,
        all: all_colours(rules),
        trims: rules.wrap != Wrap::Round
            || !rules.mirror_valley
            || rules.mirror_value == MirrorValue::Zero,
        hand: Hand::new(rules, tiles, steps),
        into,
    };
    if search.hand.take(Tile::MIRROR) {
        for start in 1..=rules.values {
            search.extend(&Layout::empty(start, search.all));
        }
    }
    search.hand.steps
}

/// The tiles of one half so far.
#[derive(Debug, Clone, Copy, Default)]
struct Half {
    tiles: u8,
    has_number: bool,
    /// Whether the last tile is a double joker that covers the next slot too.
    ahead: bool,
}

impl Half {
    fn with(self, tile: Option<Tile>) -> Half {
        match tile {
            None => Half {
                ahead: false,
                ..self
            },
            Some(tile) => Half {
                tiles: self.tiles + 1,
                has_number: self.has_number || !tile.is_joker(),
                ahead: tile == Tile::DOUBLE,
            },
        }
    }

    fn is_run(self) -> bool {
        self.tiles >= 3 && self.has_number && !self.ahead
    }
}

/// Both halves of a mirror run under construction.
#[derive(Debug, Clone, Copy)]
struct Layout {
    start: u8,
    /// Numbers that each half covers, from the low end.
    slots: usize,
    /// The sum of these numbers in one half.
    sum: u32,
    colours: Mask,
    /// Whether the segment is still empty.
    fresh: bool,
    /// Colour-change jokers in both halves.
    changes: u8,
    /// Whether the first slot holds colour-change jokers.
    begins_with_change: bool,
    halves: [Half; 2],
    /// Whether the halves differ already. While they do not, the left one takes the smaller tile.
    differ: bool,
    /// Number of slots after a part that is a legal run in both halves, and whether they hold a
    /// number tile.
    inner: Option<(usize, bool)>,
}

impl Layout {
    fn empty(start: u8, colours: Mask) -> Layout {
        Layout {
            start,
            slots: 0,
            sum: 0,
            colours,
            fresh: true,
            changes: 0,
            begins_with_change: false,
            halves: [Half::default(); 2],
            differ: false,
            inner: None,
        }
    }

    fn has_number(&self) -> bool {
        self.halves.iter().any(|half| half.has_number)
    }

    /// The slots after the removable part, with one slot more.
    fn inner_with(
        &self,
        rules: &RuleSet,
        tiles: [Option<Tile>; 2],
        halves: [Half; 2],
    ) -> Option<(usize, bool)> {
        match self.inner {
            None => halves
                .iter()
                .all(|half| half.is_run())
                .then_some((0, false)),
            Some((0, _)) if tiles[0] == Some(Tile::COLOUR_CHANGE) && !rules.cc_at_low_end => {
                self.inner
            }
            Some((slots, has_number)) => {
                let number = tiles.iter().flatten().any(|tile| !tile.is_joker());
                Some((slots + 1, has_number || number))
            }
        }
    }
}

struct MirrorSearch<'a> {
    rules: &'a RuleSet,
    all: Mask,
    /// Whether legal outer parts may be removed: the axis must not get a smaller number.
    trims: bool,
    hand: Hand,
    into: &'a mut Vec<LegalSet>,
}

impl MirrorSearch<'_> {
    /// Records the layout if it is a set, then all layouts that begin with it.
    fn extend(&mut self, layout: &Layout) {
        if !self.hand.step() {
            return;
        }
        let whole = !layout.halves.iter().any(|half| half.ahead);
        if whole {
            let inner = layout.inner.filter(|_| self.trims);
            if inner.is_some_and(|(slots, number)| slots >= 2 && number) {
                return;
            }
            if layout.slots >= 2
                && layout.has_number()
                && let Some(axis) = self.axis(layout)
            {
                self.into.push(LegalSet {
                    tiles: self.hand.used,
                    value: 2 * layout.sum + axis,
                    is_group: false,
                    is_run: true,
                });
            }
        }
        if layout.slots == self.rules.longest_run() {
            return;
        }
        let Some(here) = slot(self.rules, layout.start, layout.slots) else {
            return;
        };
        if layout.colours != 0 {
            self.slot(layout, here);
        }
        if whole {
            self.change(layout, here);
        }
    }

    /// The value of the axis: the next number above if the inner end is the high one, otherwise the
    /// next below. `None` if the layout is not a set.
    fn axis(&self, layout: &Layout) -> Option<u32> {
        let rules = self.rules;
        let above = slot(rules, layout.start, layout.slots);
        let below = match layout.start {
            1 => (rules.wrap == Wrap::Round).then_some(rules.values),
            start => Some(start - 1),
        };
        // A colour-change joker at the outer end is at the low end of a run that rises to the axis.
        let rises = !layout.begins_with_change || rules.cc_at_low_end;
        let falls = rules.mirror_valley;
        match rules.mirror_value {
            MirrorValue::Zero => (rises || falls).then_some(0),
            MirrorValue::Middle => {
                let above = above.filter(|_| rises);
                let below = below.filter(|_| falls);
                above.max(below).map(u32::from)
            }
        }
    }

    /// The tiles that can take a slot in one half.
    fn choices(&self, layout: &Layout, half: usize, here: u8) -> Vec<Option<Tile>> {
        if layout.halves[half].ahead {
            return vec![None];
        }
        let colours = self.rules.colours().iter().enumerate();
        let numbers = colours.filter(|(i, _)| layout.colours >> i & 1 == 1);
        let numbers = numbers.filter_map(|(_, colour)| Tile::number(*colour, here));
        numbers
            .chain([Tile::JOKER, Tile::DOUBLE])
            .filter(|tile| self.hand.left.count(*tile) > 0)
            .map(Some)
            .collect()
    }

    /// Number tiles, classic and double jokers on the next slot of both halves.
    fn slot(&mut self, layout: &Layout, here: u8) {
        let [left, right] = [0, 1].map(|half| self.choices(layout, half, here));
        for a in left {
            for b in &right {
                let tiles = [a, *b];
                let colours = tiles.iter().flatten().filter_map(|tile| tile.colour());
                let mut colours = colours.map(|colour| self.bit(colour));
                let first = colours.next();
                let agree = colours.all(|bit| Some(bit) == first);
                let in_order = layout.differ || a <= *b;
                if agree && in_order {
                    self.place(layout, here, tiles, first.unwrap_or(layout.colours));
                }
            }
        }
    }

    fn bit(&self, colour: rummilab_core::Colour) -> Mask {
        let colours = self.rules.colours();
        let index = colours.iter().position(|other| *other == colour);
        1 << index.unwrap_or(0)
    }

    /// Continues with these tiles on the next slot, if they are available.
    fn place(&mut self, layout: &Layout, here: u8, tiles: [Option<Tile>; 2], colours: Mask) {
        let halves = [0, 1].map(|half| layout.halves[half].with(tiles[half]));
        self.with(tiles, |search| {
            search.extend(&Layout {
                slots: layout.slots + 1,
                sum: layout.sum + u32::from(here),
                colours,
                fresh: false,
                differ: layout.differ || tiles[0] != tiles[1],
                inner: layout.inner_with(search.rules, tiles, halves),
                halves,
                ..*layout
            });
        });
    }

    /// Colour-change jokers facing each other on the next slot (docs/rules.md#mirror-joker).
    fn change(&mut self, layout: &Layout, here: u8) {
        let rules = self.rules;
        let first = layout.slots == 0;
        let allowed = if first {
            rules.cc_at_low_end || rules.mirror_valley
        } else {
            (!layout.fresh || rules.cc_adjacent) && layout.colours != 0
        };
        if !allowed || layout.changes + 2 > rules.max_cc_per_run.or(u8::MAX) {
            return;
        }
        let tiles = [Some(Tile::COLOUR_CHANGE); 2];
        let halves = [0, 1].map(|half| layout.halves[half].with(tiles[half]));
        self.with(tiles, |search| {
            search.extend(&Layout {
                slots: layout.slots + 1,
                sum: layout.sum + u32::from(here),
                colours: if first {
                    search.all
                } else {
                    changed(layout.colours, search.all)
                },
                fresh: true,
                changes: layout.changes + 2,
                begins_with_change: layout.begins_with_change || first,
                inner: layout.inner_with(rules, tiles, halves),
                halves,
                ..*layout
            });
        });
    }

    /// Calls `then` with these tiles taken, if they are available.
    fn with(&mut self, tiles: [Option<Tile>; 2], then: impl FnOnce(&mut Self)) {
        let mut taken = tiles.into_iter().flatten();
        let (a, b) = (taken.next(), taken.next());
        if a.is_some_and(|a| !self.hand.take(a)) {
            return;
        }
        if b.is_none_or(|b| self.hand.take(b)) {
            then(self);
            if let Some(b) = b {
                self.hand.give(b);
            }
        }
        if let Some(a) = a {
            self.hand.give(a);
        }
    }
}
