//! The value types of rule fields: how each is read and written.
//! [`RuleSet::new`](super::RuleSet::new) checks the ranges.

use std::fmt;
use std::ops::Deref;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tile::{Colour, JokerKind};

/// What a rule field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// `true` or `false`.
    YesNo,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number.
    Number,
    /// A text, or several numbers.
    Text,
}

/// The type of a rule field.
pub(super) trait FieldType {
    /// What it holds.
    const KIND: FieldKind;
}

macro_rules! field_types {
    ($($kind:ident: $($name:ty),+;)+) => {
        $($(impl FieldType for $name {
            const KIND: FieldKind = FieldKind::$kind;
        })+)+
    };
}

field_types! {
    YesNo: bool;
    Number: u8, u16;
    Text: String, Colours, Limit, JokerCounts, JokerPoints, UnopenedPenalty;
}

/// The colours of a rule system: letters such as `"RBKO"`, or a number `n` for the first `n` of
/// `R B K O Y G W P`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colours(pub Vec<Colour>);

/// The colours in the order in which a bare number takes them.
const COLOURS_BY_NUMBER: &str = "RBKOYGWP";

impl Serialize for Colours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(
            &self
                .0
                .iter()
                .map(|colour| colour.letter())
                .collect::<String>(),
        )
    }
}

impl<'de> Deserialize<'de> for Colours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colours, D::Error> {
        let letters = match NumberOrText::deserialize(deserializer)? {
            NumberOrText::Number(n) => {
                let n = usize::try_from(n)
                    .ok()
                    .filter(|n| *n <= COLOURS_BY_NUMBER.len());
                let n = n.ok_or_else(|| D::Error::custom("expected at most 8 colours"))?;
                COLOURS_BY_NUMBER[..n].to_owned()
            }
            NumberOrText::Text(text) => text,
        };
        let colour = |letter| {
            Colour::from_letter(letter).ok_or_else(|| {
                D::Error::custom(format!(
                    "`{letter}` is no colour; expected letters of {COLOURS_BY_NUMBER}"
                ))
            })
        };
        letters
            .chars()
            .map(colour)
            .collect::<Result<_, _>>()
            .map(Colours)
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a text in quotes")]
enum NumberOrText {
    Number(i64),
    Text(String),
}

/// A whole number that may be absent: written as the number, or `"none"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(pub Option<u8>);

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit(None);

    /// The limit, or `otherwise` if there is none.
    pub fn or(self, otherwise: u8) -> u8 {
        self.0.unwrap_or(otherwise)
    }
}

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(n) => serializer.serialize_u8(n),
            None => serializer.serialize_str("none"),
        }
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        match NumberOrText::deserialize(deserializer)? {
            NumberOrText::Number(n) => u8::try_from(n)
                .map(|n| Limit(Some(n)))
                .map_err(|_| D::Error::custom("expected 0 to 255, or \"none\"")),
            NumberOrText::Text(text) if text == "none" => Ok(Limit::NONE),
            NumberOrText::Text(_) => Err(D::Error::custom("expected a whole number, or \"none\"")),
        }
    }
}

/// A number for each kind of joker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerJoker {
    /// The number for the classic joker.
    #[serde(rename = "J")]
    pub classic: u8,
    /// The number for the double joker.
    #[serde(rename = "D", default)]
    pub double: u8,
    /// The number for the colour-change joker.
    #[serde(rename = "C", default)]
    pub colour_change: u8,
    /// The number for the mirror joker.
    #[serde(rename = "M", default)]
    pub mirror: u8,
}

impl PerJoker {
    /// The number for a kind.
    pub const fn of(&self, kind: JokerKind) -> u8 {
        self.by_kind()[kind.index()]
    }

    /// The numbers in the order of [`JokerKind::ALL`].
    pub const fn by_kind(&self) -> [u8; 4] {
        [self.classic, self.double, self.colour_change, self.mirror]
    }

    /// The sum over the kinds.
    pub fn total(&self) -> u8 {
        self.by_kind().into_iter().fold(0, u8::saturating_add)
    }
}

/// The number of jokers of each kind: `2` for two classic ones, or `{ J = 2, D = 2 }`. A kind that
/// is not written is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct JokerCounts(pub PerJoker);

/// Points of each kind of joker on a rack: `30` for every kind, or `{ J = 50, M = 0 }`. A kind that
/// is not written counts as much as the classic joker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JokerPoints(pub PerJoker);

impl Deref for JokerCounts {
    type Target = PerJoker;

    fn deref(&self) -> &PerJoker {
        &self.0
    }
}

impl Deref for JokerPoints {
    type Target = PerJoker;

    fn deref(&self) -> &PerJoker {
        &self.0
    }
}

/// A number, or a table of numbers by kind of joker.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number such as 2, or a table such as { J = 2, D = 0, C = 0, M = 0 }"
)]
enum NumberOrKinds {
    Number(u8),
    Kinds(Kinds),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    #[serde(rename = "J")]
    classic: Option<u8>,
    #[serde(rename = "D")]
    double: Option<u8>,
    #[serde(rename = "C")]
    colour_change: Option<u8>,
    #[serde(rename = "M")]
    mirror: Option<u8>,
}

impl Kinds {
    fn or(&self, otherwise: u8) -> PerJoker {
        PerJoker {
            classic: self.classic.unwrap_or(otherwise),
            double: self.double.unwrap_or(otherwise),
            colour_change: self.colour_change.unwrap_or(otherwise),
            mirror: self.mirror.unwrap_or(otherwise),
        }
    }
}

impl<'de> Deserialize<'de> for JokerCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JokerCounts, D::Error> {
        Ok(JokerCounts(
            match NumberOrKinds::deserialize(deserializer)? {
                NumberOrKinds::Number(classic) => PerJoker {
                    classic,
                    ..PerJoker::default()
                },
                NumberOrKinds::Kinds(kinds) => kinds.or(0),
            },
        ))
    }
}

impl<'de> Deserialize<'de> for JokerPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JokerPoints, D::Error> {
        Ok(JokerPoints(
            match NumberOrKinds::deserialize(deserializer)? {
                NumberOrKinds::Number(points) => PerJoker {
                    classic: points,
                    double: points,
                    colour_change: points,
                    mirror: points,
                },
                NumberOrKinds::Kinds(kinds) => kinds.or(kinds.classic.unwrap_or(0)),
            },
        ))
    }
}

/// What an unopened player pays when another goes out: `[100, 200]` or `"off"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnopenedPenalty {
    /// The rack counts, as for everybody.
    Off,
    /// A flat number of points.
    Flat {
        /// For a player who could not have opened.
        could_not: u16,
        /// For a player who could.
        could: u16,
    },
}

impl Serialize for UnopenedPenalty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            UnopenedPenalty::Off => serializer.serialize_str("off"),
            UnopenedPenalty::Flat { could_not, could } => {
                [*could_not, *could].serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for UnopenedPenalty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnopenedPenalty, D::Error> {
        const EXPECTED: &str =
            "expected [could not open, could open] such as [100, 200], or \"off\"";
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected [could not open, could open] such as [100, 200], or \"off\""
        )]
        enum Form {
            Pair([u16; 2]),
            Text(String),
        }
        let pair = match Form::deserialize(deserializer)? {
            Form::Pair(pair) => pair,
            Form::Text(text) if text == "off" => return Ok(UnopenedPenalty::Off),
            // The form `100,200`, as typed after --option.
            Form::Text(text) => {
                let parts: Vec<u16> = text
                    .split(',')
                    .filter_map(|part| part.trim().parse().ok())
                    .collect();
                <[u16; 2]>::try_from(parts).map_err(|_| D::Error::custom(EXPECTED))?
            }
        };
        Ok(UnopenedPenalty::Flat {
            could_not: pair[0],
            could: pair[1],
        })
    }
}

/// Who must lay a tile if possible: `true`, `false` or `"opened"` (docs/rules.md#forced-play).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MustPlay {
    /// Nobody: a draw or a pass is free.
    Nobody,
    /// Everybody; of a player who has not opened the opening is asked.
    Everybody,
    /// Players who have opened. The others may keep their opening back.
    Opened,
}

impl MustPlay {
    /// Whether a player must lay if possible; `opened` says whether that player has opened.
    pub const fn binds(self, opened: bool) -> bool {
        match self {
            MustPlay::Nobody => false,
            MustPlay::Everybody => true,
            MustPlay::Opened => opened,
        }
    }
}

/// Whether a run may go on from the largest value to 1: `false`, `true` or `"end"`
/// (docs/rules.md#wrap-around-runs).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// No: a run ends at the largest value.
    Never,
    /// Yes, any number of times.
    Round,
    /// A run may end with 1 behind the largest value, and goes no further.
    End,
}

impl Wrap {
    /// Whether 1 may lie behind the largest value.
    pub const fn has_next(self) -> bool {
        !matches!(self, Wrap::Never)
    }
}

/// Reads and writes a field that is `false`, `true` or one word, in this order.
macro_rules! switch {
    ($name:ident($expected:literal): $off:ident, $on:ident, $text:literal = $word:ident) => {
        impl FieldType for $name {
            const KIND: FieldKind = FieldKind::Choice(&["false", "true", $text]);
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $name::$off => serializer.serialize_bool(false),
                    $name::$on => serializer.serialize_bool(true),
                    $name::$word => serializer.serialize_str($text),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                #[derive(Deserialize)]
                #[serde(untagged, expecting = $expected)]
                enum Form {
                    Plain(bool),
                    Text(String),
                }
                match Form::deserialize(deserializer)? {
                    Form::Plain(false) => Ok($name::$off),
                    Form::Plain(true) => Ok($name::$on),
                    Form::Text(text) if text == $text => Ok($name::$word),
                    Form::Text(_) => Err(D::Error::custom($expected)),
                }
            }
        }
    };
}

switch!(MustPlay("expected true, false or \"opened\""): Nobody, Everybody, "opened" = Opened);
switch!(Wrap("expected true, false or \"end\""): Never, Round, "end" = End);

macro_rules! choices {
    ($(
        $(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)+ }
    )+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$vmeta])* #[serde(rename = $text)] $variant,)+
        }

        impl FieldType for $name {
            const KIND: FieldKind = FieldKind::Choice(&[$($text),+]);
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $text,)+ })
            }
        }
    )+};
}

choices! {
    /// Whether racks with enough pairs are dealt again (docs/rules.md#redeal-on-pairs).
    Redeal {
        /// Nobody asks for it.
        Never = "never",
        /// A person whose first rack has the pairs is asked; bots do not ask for it.
        Ask = "ask",
        /// Deal again while any rack has the pairs.
        Always = "always",
    }

    /// What happens once the pool is empty (docs/rules.md#empty-pool).
    EmptyPool {
        /// Play goes on until every player in a row has passed.
        UntilAllPass = "until_all_pass",
        /// Everybody has one last turn, beginning with the player who drew the last tile.
        OneRoundFromDrawer = "one_round_from_drawer",
        /// Everybody has one last turn, beginning with the next player.
        OneRoundFromNext = "one_round_from_next",
        /// The game ends at once.
        Stop = "stop",
    }

    /// The score of a game that ended with an empty pool (docs/rules.md#empty-pool-scores).
    EmptyPoolScore {
        /// Losers lose what they hold more than the winner, who gains the sum.
        Relative = "relative",
        /// Losers lose what they hold, and the winner gains the sum, as when a player goes out.
        Full = "full",
        /// Everybody loses what is on the own rack, the winner too.
        OwnNegative = "own_negative",
        /// There are no written scores, in no game: the win counts (docs/rules.md#normal-end).
        None = "none",
    }

    /// Who wins a game that ended with an empty pool (docs/rules.md#empty-pool-winner).
    Stalemate {
        /// The lowest rack in points.
        LowestRack = "lowest_rack",
        /// The fewest tiles.
        FewestTiles = "fewest_tiles",
    }

    /// Whether a drawn tile that the player holds already may go back
    /// (docs/rules.md#duplicate-redraw).
    DupRedraw {
        /// No.
        Never = "never",
        /// If the player wants it.
        Optional = "optional",
    }

    /// What the opening turn may do with the table (docs/rules.md#opening-table-access).
    OpeningTableAccess {
        /// Nothing: old sets stay as they are.
        None = "none",
        /// Anything, once own sets from the rack reach the threshold.
        AfterThreshold = "after_threshold",
    }

    /// What a player may do with the groups of another (docs/rules.md#group-stacks).
    GroupAccess {
        /// Anything.
        Anyone = "anyone",
        /// Add tiles; nothing may leave them.
        AttachOnly = "attach_only",
        /// Nothing.
        OwnerOnly = "owner_only",
    }

    /// What a mirror joker counts (docs/rules.md#mirror-value).
    MirrorValue {
        /// The middle number, which must exist.
        Middle = "middle",
        /// Nothing, and no number need exist for it.
        Zero = "zero",
    }

    /// What a turn may do with the sets of the table (docs/rules.md#sets-that-are-only-extended).
    Rearrange {
        /// Take them apart and lay them anew.
        Free = "free",
        /// Extend them; each stays whole.
        Extend = "extend",
    }

    /// How a joker leaves its set (docs/rules.md#taking-a-joker-back).
    JokerTake {
        /// By any rearrangement, like any other tile.
        Free = "free",
        /// Only if a tile that it stands for takes its place.
        Replaced = "replaced",
    }

    /// Where the tile that replaces a joker comes from (docs/rules.md#taking-a-joker-back).
    JokerPaidBy {
        /// From the rack or the table.
        Any = "any",
        /// From the rack.
        Rack = "rack",
    }

    /// What a joker of a group of three costs (docs/rules.md#taking-a-joker-back).
    JokerGroup3 {
        /// A tile of a missing colour.
        One = "one",
        /// A tile of each missing colour.
        Both = "both",
    }

    /// What is done with a joker that was freed (docs/rules.md#taking-a-joker-back).
    JokerReuse {
        /// It lies in any set.
        Anywhere = "anywhere",
        /// It lies in a set that holds no old set whole.
        NewSet = "new-set",
        /// It lies in a set of tiles from the rack, of which two or more replaced no joker.
        NewSetRack = "new-set-rack",
    }

    /// What an unopened player's rack counts in an empty-pool game scored `own_negative`
    /// (docs/rules.md#unopened-racks).
    UnopenedRankValue {
        /// The flat unopened penalty instead of the rack.
        Flat = "flat",
        /// The rack.
        Rack = "rack",
    }

    /// The first criterion that orders players over several games (docs/rules.md#order-of-merit).
    MatchOrder {
        /// The sum of the scores.
        Total = "total",
        /// Placement points (docs/rules.md#placement-points).
        Placement = "placement",
        /// Games won.
        Wins = "wins",
    }
}
