//! The types of rule fields, and how each is written in JSON.

use serde_json::{Value, json};

/// A value of a rule field.
pub trait FieldValue: Sized {
    /// The value as lines of a batch write it.
    fn to_json(&self) -> Value;

    fn from_json(value: &Value) -> Option<Self>;
}

impl FieldValue for bool {
    fn to_json(&self) -> Value {
        json!(self)
    }

    fn from_json(value: &Value) -> Option<bool> {
        value.as_bool()
    }
}

impl FieldValue for u8 {
    fn to_json(&self) -> Value {
        json!(self)
    }

    fn from_json(value: &Value) -> Option<u8> {
        value.as_u64()?.try_into().ok()
    }
}

impl FieldValue for u16 {
    fn to_json(&self) -> Value {
        json!(self)
    }

    fn from_json(value: &Value) -> Option<u16> {
        value.as_u64()?.try_into().ok()
    }
}

impl FieldValue for String {
    fn to_json(&self) -> Value {
        json!(self)
    }

    fn from_json(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

/// A limit; `None` is written `"none"`.
impl FieldValue for Option<u8> {
    fn to_json(&self) -> Value {
        self.map_or_else(|| json!("none"), |limit| json!(limit))
    }

    fn from_json(value: &Value) -> Option<Option<u8>> {
        match value.as_str() {
            Some("none") => Some(None),
            Some(_) => None,
            None => u8::from_json(value).map(Some),
        }
    }
}

/// Numbers by kind of joker.
impl FieldValue for [u8; 4] {
    fn to_json(&self) -> Value {
        let [j, d, c, m] = self;
        json!({"J": j, "D": d, "C": c, "M": m})
    }

    fn from_json(value: &Value) -> Option<[u8; 4]> {
        let of = |key: &str| value.get(key).and_then(u8::from_json);
        Some([of("J")?, of("D")?, of("C")?, of("M")?])
    }
}

/// Points of an unopened player: could not open, could open; `None` is `"off"`.
impl FieldValue for Option<[u16; 2]> {
    fn to_json(&self) -> Value {
        self.map_or_else(|| json!("off"), |pair| json!(pair))
    }

    fn from_json(value: &Value) -> Option<Option<[u16; 2]>> {
        match value.as_str() {
            Some("off") => Some(None),
            Some(_) => None,
            None => {
                let pair = value.as_array().filter(|pair| pair.len() == 2)?;
                Some(Some([u16::from_json(&pair[0])?, u16::from_json(&pair[1])?]))
            }
        }
    }
}

/// Who must lay, if able.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MustPlay {
    Nobody,
    Everybody,
    /// Those who have opened: `"opened"`.
    Opened,
}

impl MustPlay {
    pub const ALL: &[MustPlay] = &[MustPlay::Nobody, MustPlay::Everybody, MustPlay::Opened];
}

impl FieldValue for MustPlay {
    fn to_json(&self) -> Value {
        match self {
            MustPlay::Nobody => json!(false),
            MustPlay::Everybody => json!(true),
            MustPlay::Opened => json!("opened"),
        }
    }

    fn from_json(value: &Value) -> Option<MustPlay> {
        let found = MustPlay::ALL.iter().find(|must| must.to_json() == *value);
        found.copied()
    }
}

/// Whether 1 may follow the largest value in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrap {
    Never,
    Round,
    /// As the last number alone: `"end"`.
    End,
}

impl Wrap {
    pub const ALL: &[Wrap] = &[Wrap::Never, Wrap::Round, Wrap::End];
}

impl FieldValue for Wrap {
    fn to_json(&self) -> Value {
        match self {
            Wrap::Never => json!(false),
            Wrap::Round => json!(true),
            Wrap::End => json!("end"),
        }
    }

    fn from_json(value: &Value) -> Option<Wrap> {
        let found = Wrap::ALL.iter().find(|wrap| wrap.to_json() == *value);
        found.copied()
    }
}

macro_rules! words {
    ($($(#[$meta:meta])* $name:ident {
        $($(#[$vmeta:meta])* $variant:ident = $text:literal,)+
    })+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vmeta])* $variant,)+
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)+];
        }

        impl FieldValue for $name {
            fn to_json(&self) -> Value {
                json!(match self { $($name::$variant => $text,)+ })
            }

            fn from_json(value: &Value) -> Option<$name> {
                match value.as_str()? {
                    $($text => Some($name::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

words! {
    /// Whether a tile drawn first that the rack holds already may go back.
    DupRedraw {
        Never = "never",
        /// If the player wants it.
        Optional = "optional",
    }

    /// Whether racks with enough pairs are dealt again.
    Redeal {
        Never = "never",
        /// If a person at the table wants it; in matches of bots never.
        Ask = "ask",
        /// Whenever a rack has the pairs.
        Always = "always",
    }

    /// What the opening turn may do with the table.
    TableAccess {
        None = "none",
        /// Everything, once own sets reach the threshold.
        AfterThreshold = "after_threshold",
    }

    /// What a player may do with the groups of others.
    GroupAccess {
        Anyone = "anyone",
        AttachOnly = "attach_only",
        OwnerOnly = "owner_only",
    }

    /// What a mirror joker counts.
    MirrorValue {
        Middle = "middle",
        Zero = "zero",
    }

    /// How a joker on the table comes free.
    Rearrange {
        Free = "free",
        Extend = "extend",
    }

    JokerTake {
        /// It is like any other tile of its set.
        Free = "free",
        /// A fitting tile takes its place.
        Replaced = "replaced",
    }

    /// Where that tile comes from.
    JokerPaidBy {
        /// From the rack or from the table.
        Any = "any",
        Rack = "rack",
    }

    /// How many missing colours free a joker of a group of three.
    JokerGroup3 {
        One = "one",
        Both = "both",
    }

    /// Where a freed joker may lie.
    JokerReuse {
        Anywhere = "anywhere",
        /// Not in a set that holds an old one whole.
        NewSet = "new-set",
        /// Only with number tiles of the rack, two of which pay for no joker.
        NewSetRack = "new-set-rack",
    }

    /// What happens once the pool is empty.
    EmptyPool {
        /// Play goes on until all pass in a row.
        UntilAllPass = "until_all_pass",
        /// One more turn each, from the player who drew the last tile.
        OneRoundFromDrawer = "one_round_from_drawer",
        /// One more turn each, from the next player.
        OneRoundFromNext = "one_round_from_next",
        Stop = "stop",
    }

    /// The scores of a game that ends with an empty pool.
    EmptyPoolScore {
        /// Losers lose what they hold more than the winner, who gains the sum.
        Relative = "relative",
        /// Everybody loses the own rack.
        OwnNegative = "own_negative",
        None = "none",
        /// As if somebody had gone out: the winner gains the racks of the others.
        Full = "full",
    }

    /// Who wins a game that ends with an empty pool.
    Stalemate {
        /// The lowest rack in points.
        LowestRack = "lowest_rack",
        FewestTiles = "fewest_tiles",
    }

    /// What an unopened rack counts with an empty pool and `own_negative` scores.
    RankValue {
        Flat = "flat",
        Rack = "rack",
    }

    /// The first criterion over several games.
    MatchOrder {
        Total = "total",
        Placement = "placement",
        Wins = "wins",
    }
}
