//! The colours of a run, slot by slot (docs/rules.md#colour-change-joker): a colour lasts until a
//! colour-change joker, then another follows.

use crate::rules::RuleSet;
use crate::tile::Colour;

/// The open segment of a run: the colours that it may still have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Segment {
    /// One bit a colour, by [`Colour::index`].
    colours: u8,
    /// Whether no slot came before.
    first: bool,
    /// Whether the last slot was a colour-change joker, so that this segment is still empty.
    empty: bool,
}

/// The bits of all colours of the game.
fn all(rules: &RuleSet) -> u8 {
    rules
        .colours()
        .iter()
        .fold(0, |bits, colour| bits | 1 << colour.index())
}

impl Segment {
    /// The state before the first slot.
    pub fn start(rules: &RuleSet) -> Segment {
        Segment {
            colours: all(rules),
            first: true,
            empty: true,
        }
    }

    /// Whether the segment may have this colour.
    pub fn may_be(self, colour: Colour) -> bool {
        self.colours & 1 << colour.index() != 0
    }

    /// The colour of the segment, if only one is left.
    pub fn colour(self, rules: &RuleSet) -> Option<Colour> {
        let mut colours = rules.colours().iter().copied().filter(|c| self.may_be(*c));
        let colour = colours.next();
        colour.filter(|_| colours.next().is_none())
    }

    /// The state after a number tile of this colour.
    pub fn number(self, colour: Colour) -> Option<Segment> {
        self.may_be(colour).then_some(Segment {
            colours: 1 << colour.index(),
            first: false,
            empty: false,
        })
    }

    /// The state after a slot filled by J or D, which take the colour of the segment.
    pub fn joker(self) -> Option<Segment> {
        (self.colours != 0).then_some(Segment {
            first: false,
            empty: false,
            ..self
        })
    }

    /// The state after a colour-change joker. `low_end` says whether the joker would lie at the low
    /// end of the run if it came first.
    pub fn change(self, rules: &RuleSet, low_end: bool) -> Option<Segment> {
        let allowed = if self.first {
            rules.cc_at_low_end || !low_end
        } else {
            self.colours != 0 && (!self.empty || rules.cc_adjacent)
        };
        let colours = match self.colours.count_ones() {
            1 if !self.first => all(rules) & !self.colours,
            _ => all(rules),
        };
        allowed.then_some(Segment {
            colours,
            first: false,
            empty: true,
        })
    }
}
