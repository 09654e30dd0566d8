//! A rule system as written, perhaps with faults: one table of fields, read from TOML or set one by
//! one. [`RuleSet::new`](super::RuleSet::new) checks the ranges.

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::faults::{RuleError, RuleFault, RuleProblem};
use super::fields::{
    Colours, DupRedraw, EmptyPool, EmptyPoolScore, FieldKind, FieldType, GroupAccess, JokerCounts,
    JokerGroup3, JokerPaidBy, JokerPoints, JokerReuse, JokerTake, Limit, MatchOrder, MirrorValue,
    MustPlay, OpeningTableAccess, Rearrange, Redeal, Stalemate, UnopenedPenalty, UnopenedRankValue,
    Wrap,
};

/// The head of a rule file; empty if the text is not a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct RuleFileHead {
    /// The system from which the file takes its other fields.
    pub base: Option<String>,
    /// The description that the file gives of itself.
    pub about: Option<String>,
}

impl RuleFileHead {
    /// The head of this text.
    pub fn of(text: &str) -> RuleFileHead {
        toml::from_str(text).unwrap_or_default()
    }
}

/// One field of a rule system, for listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldInfo {
    /// The key in TOML and after `--option`.
    pub key: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// What it holds.
    pub kind: FieldKind,
}

macro_rules! rule_fields {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ty,)+) => {
        /// A rule system as written: every field of docs/rules.md#rule-fields.
        ///
        /// Turn it into a [`RuleSet`](super::RuleSet) to use it.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        pub struct RuleSpec {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        /// Every field, in the order in which files list them.
        pub const FIELDS: &[FieldInfo] = &[
            $(FieldInfo {
                key: stringify!($field),
                doc: concat!($($doc),+),
                kind: <$type as FieldType>::KIND,
            },)+
        ];

        /// The fields read so far.
        #[derive(Default)]
        struct Partial {
            $($field: Option<$type>,)+
        }

        impl Partial {
            fn of(spec: &RuleSpec) -> Partial {
                Partial { $($field: Some(spec.$field.clone()),)+ }
            }

            /// Reads one field; `None` if there is no such field.
            fn set(
                &mut self,
                key: &str,
                value: Spanned<DeValue<'_>>,
            ) -> Option<Result<(), toml::de::Error>> {
                match key {
                    $(stringify!($field) => {
                        let read = <$type>::deserialize(ValueDeserializer::from(value));
                        Some(read.map(|value| self.$field = Some(value)))
                    })+
                    _ => None,
                }
            }

            fn finish(&self, faults: &mut Vec<RuleFault>) -> Option<RuleSpec> {
                let is_told = |faults: &[RuleFault], field| {
                    faults.iter().any(|fault| fault.field == field)
                };
                $(if self.$field.is_none() && !is_told(faults, stringify!($field)) {
                    faults.push(RuleFault::new(stringify!($field), RuleProblem::Missing));
                })+
                Some(RuleSpec { $($field: self.$field.clone()?,)+ })
            }

            /// Range faults of the fields that were read; the other fields come from a sound
            /// preset. Fields whose range depends on another field are left out, because that field
            /// may be the one that was not read.
            fn range_faults(&self) -> Vec<RuleFault> {
                let Some(sound) = RuleSpec::preset("original") else {
                    return Vec::new();
                };
                let filled = RuleSpec { $($field: self.$field.clone().unwrap_or(sound.$field),)+ };
                let mut faults = super::faults_of(&filled);
                faults.retain(|fault| !HANG_ON_OTHERS.contains(&fault.field.as_str()));
                faults
            }
        }
    };
}

rule_fields! {
    /// Name by which commands know the system.
    name: String,
    /// One line for listings.
    about: String,
    /// Tile colours: letters, or how many (1 to 6).
    colours: Colours,
    /// Values run from 1 to this (3 to 15).
    values: u8,
    /// Copies of every number tile (1 to 3).
    copies: u8,
    /// Jokers in the game (0 to 8 of each kind): classic J, double D, colour-change C, mirror M.
    jokers: JokerCounts,
    /// Tiles on each rack after the deal.
    hand: u8,
    /// Whether every turn begins with a draw. If not, a draw takes the place of a play.
    draw_first: bool,
    /// Whether a tile drawn first that is on the rack already may go back for another: never or
    /// optional.
    dup_redraw: DupRedraw,
    /// Whether a player who can lay a tile must, with tiles in the pool; "opened" binds those alone
    /// who have opened.
    must_play: MustPlay,
    /// Whether a player who draws goes on until a tile can be laid.
    draw_until_able: bool,
    /// Pairs on one rack that allow a redeal.
    redeal_pairs: u8,
    /// Whether such a redeal takes place: never, ask (a person decides) or always.
    redeal: Redeal,
    /// Jokers that every rack starts with, part of its `hand` tiles.
    jokers_dealt_each: u8,
    /// Points that the first play must reach with own sets.
    opening_min: u16,
    /// What the opening turn may do with the table: none or after_threshold.
    opening_table_access: OpeningTableAccess,
    /// Whether jokers may be laid in the opening.
    opening_jokers: bool,
    /// Most jokers in one set, all kinds together, or none.
    max_jokers_per_set: Limit,
    /// Longest run in numbers covered, or none.
    max_run_len: Limit,
    /// Whether a run may go on from the largest value to 1; "end" lets it end with that 1.
    wrap: Wrap,
    /// Whether runs in steps of two are sets.
    step2: bool,
    /// Largest group, or none for as many as there are colours.
    group_max: Limit,
    /// Most groups that a player may own after a turn, or none where groups have no owners.
    group_cap_per_player: Limit,
    /// What a player may do with the groups of another: anyone, attach_only or owner_only.
    group_access: GroupAccess,
    /// What a mirror joker counts: middle or zero.
    mirror_value: MirrorValue,
    /// Whether a mirror run may fall towards its axis.
    mirror_valley: bool,
    /// Fewest numbers on each side of a mirror set (1 or 2).
    mirror_min_half: u8,
    /// Most colour-change jokers in one run, or none.
    max_cc_per_run: Limit,
    /// Whether two colour-change jokers may lie side by side.
    cc_adjacent: bool,
    /// Whether a colour-change joker may lie at the low end of a run.
    cc_at_low_end: bool,
    /// What a turn may do with the sets of the table: free (take them apart and lay them anew) or
    /// extend (each stays whole).
    rearrange: Rearrange,
    /// How a joker leaves its set: free or replaced (only if a tile that it stands for takes its
    /// place).
    joker_take: JokerTake,
    /// Where that tile comes from: any (rack or table) or rack.
    joker_paid_by: JokerPaidBy,
    /// What a joker of a group of three costs: one of the missing colours or both (each of them).
    joker_group3: JokerGroup3,
    /// Where a freed joker goes: anywhere, new-set or new-set-rack (with two more tiles of the
    /// rack).
    joker_reuse: JokerReuse,
    /// Whether the table may be rearranged without laying a tile, before a draw.
    rearrange_then_draw: bool,
    /// Seconds for each turn, or none. Games between programs have no clock; this is for people.
    turn_seconds: Limit,
    /// Whether the clock acts only when another player claims it.
    timeout_claim: bool,
    /// Penalty tiles for running out of time with an invalid table.
    timeout_penalty: u8,
    /// Whether the legal part of a turn stands when time runs out.
    timeout_keeps_legal_part: bool,
    /// Penalty tiles for an invalid play.
    invalid_penalty: u8,
    /// What happens once the pool is empty.
    empty_pool_procedure: EmptyPool,
    /// Whether a player who can lay a tile must, once the pool is empty; "opened" binds those alone
    /// who have opened.
    must_play_when_empty: MustPlay,
    /// How a game is scored that ended with an empty pool.
    empty_pool_score: EmptyPoolScore,
    /// Who wins a game that ended with an empty pool: lowest_rack or fewest_tiles.
    stalemate: Stalemate,
    /// Points of a joker left on the rack, by kind.
    rack_penalty: JokerPoints,
    /// Points of a player who has not opened when another goes out.
    unopened_penalty: UnopenedPenalty,
    /// What such a player's rack counts with an empty pool.
    unopened_rank_value: UnopenedRankValue,
    /// Whether racks lie open. Bots see what the rules show.
    open_hands: bool,
    /// First criterion over several games.
    match_order: MatchOrder,
    /// Placement points of each player who shares first place.
    tie_first_points: u8,
}

/// Fields whose range depends on other fields.
const HANG_ON_OTHERS: [&str; 9] = [
    "hand",
    "jokers_dealt_each",
    "redeal_pairs",
    "draw_until_able",
    "rearrange",
    "joker_take",
    "joker_paid_by",
    "joker_group3",
    "joker_reuse",
];

/// The fields that a named joker rule sets, in order.
const JOKER_FIELDS: [&str; 4] = ["joker_take", "joker_paid_by", "joker_group3", "joker_reuse"];

/// Names for the ways in which families take a joker back: each sets four fields, as
/// `joker_rule = "old"` in a file or `joker_rule=old` after `--option`
/// (docs/rules.md#taking-a-joker-back).
pub const JOKER_RULES: [(&str, [&str; 4]); 5] = [
    ("free", ["free", "any", "one", "anywhere"]),
    ("any", ["replaced", "any", "one", "anywhere"]),
    ("old", ["replaced", "rack", "one", "anywhere"]),
    ("two", ["replaced", "rack", "one", "new-set-rack"]),
    ("both", ["replaced", "rack", "both", "anywhere"]),
];

/// The former field `joker_reclaim`: its values, and the joker rules that they meant.
const JOKER_RECLAIM: [(&str, &str); 3] = [
    ("free", "free"),
    ("replace-any", "any"),
    ("replace-from-rack", "old"),
];

/// The four fields of a named joker rule, and the names that are known; `None` if the key names no
/// joker rule.
fn joker_rule(key: &str, value: Option<&str>) -> Option<Result<[&'static str; 4], String>> {
    let names: Vec<(&str, &str)> = match key {
        "joker_rule" => JOKER_RULES.iter().map(|(name, _)| (*name, *name)).collect(),
        "joker_reclaim" => JOKER_RECLAIM.to_vec(),
        _ => return None,
    };
    let named = names.iter().find(|(name, _)| Some(*name) == value);
    let rule = named.and_then(|(_, rule)| JOKER_RULES.iter().find(|(name, _)| name == rule));
    let known = || names.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    Some(rule.map_or_else(|| Err(known().join(", ")), |(_, fields)| Ok(*fields)))
}

impl Partial {
    /// The complete specification, or all faults of all fields.
    fn complete(self, mut faults: Vec<RuleFault>) -> Result<RuleSpec, RuleError> {
        match self.finish(&mut faults) {
            Some(spec) if faults.is_empty() => Ok(spec),
            _ => {
                faults.extend(self.range_faults());
                Err(RuleError::Faults(faults))
            }
        }
    }
}

impl RuleSpec {
    /// Reads a TOML file. A key `base` names the preset that fills the fields which are not
    /// written; without it every field must be written. All faults are reported at once, each with
    /// its place.
    pub fn from_toml(text: &str) -> Result<RuleSpec, RuleError> {
        let table = DeTable::parse(text).map_err(|error| RuleError::syntax(&error))?;
        let mut faults = Vec::new();
        let mut fields = Partial::default();
        if let Some(base) = table.get_ref().get("base") {
            match base.get_ref().as_str().and_then(RuleSpec::preset) {
                Some(preset) => fields = Partial::of(&preset),
                None => {
                    let known = super::PRESET_NAMES.join(", ");
                    let problem = RuleProblem::UnknownSystem { known };
                    faults.push(RuleFault::new("base", problem).at(base.span()));
                    // A field that a sound base would have filled does not count as missing.
                    fields = RuleSpec::preset("original").map_or(fields, |spec| Partial::of(&spec));
                }
            }
        }
        read_fields(&mut fields, table.into_inner(), &mut faults);
        fields.complete(faults).map_err(|error| error.located(text))
    }

    /// Reads a file from a version with fewer fields; the missing fields take their values from
    /// `original`.
    pub fn from_recorded_toml(text: &str) -> Result<RuleSpec, RuleError> {
        let table = DeTable::parse(text).map_err(|error| RuleError::syntax(&error))?;
        let mut fields =
            RuleSpec::preset("original").map_or_else(Partial::default, |spec| Partial::of(&spec));
        let mut faults = Vec::new();
        read_fields(&mut fields, table.into_inner(), &mut faults);
        fields.complete(faults).map_err(|error| error.located(text))
    }

    /// The preset of this name, as written in `data/rules`.
    pub fn preset(name: &str) -> Option<RuleSpec> {
        let (_, text) = super::PRESETS.iter().find(|(preset, _)| *preset == name)?;
        RuleSpec::from_toml(text).ok()
    }

    /// The specification as a file that [`RuleSpec::from_toml`] can read.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// The specification with fields overridden, each `key=value` as after `--option`. The value is
    /// a TOML value; a bare word counts as text.
    ///
    /// ```
    /// use rummilab_core::RuleSpec;
    ///
    /// let original = RuleSpec::preset("original").unwrap();
    /// let spec = original.with_options(&["jokers=0", "redeal=always"]).unwrap();
    /// assert_eq!(spec.jokers.classic, 0);
    /// ```
    pub fn with_options<S: AsRef<str>>(self, options: &[S]) -> Result<RuleSpec, RuleError> {
        let mut fields = Partial::of(&self);
        let mut faults = Vec::new();
        for option in options {
            let option = option.as_ref();
            let Some((key, value)) = option.split_once('=') else {
                faults.push(RuleFault::new(option, RuleProblem::NoValue));
                continue;
            };
            let (key, value) = (key.trim(), value.trim());
            let whole = whole_field(&fields, key, value);
            let (key, value) = whole
                .as_ref()
                .map_or((key, value), |(key, value)| (*key, value));
            let quoted = format!("{key} = {}", toml::Value::from(value));
            let plain = format!("{key} = {value}");
            // One option sets one field: a line break in the value must not start another.
            let plain = DeTable::parse(&plain)
                .ok()
                .filter(|table| table.get_ref().len() == 1);
            match plain.map_or_else(|| DeTable::parse(&quoted), Ok) {
                Ok(table) if table.get_ref().get("base").is_none() => {
                    let mut found = Vec::new();
                    read_fields(&mut fields, table.into_inner(), &mut found);
                    // The spans point into a text that the user did not write.
                    faults.extend(found.into_iter().map(|fault| RuleFault {
                        span: None,
                        ..fault
                    }));
                }
                _ => faults.push(RuleFault::unknown(key)),
            }
        }
        fields.complete(faults)
    }

    /// The values of all fields as TOML text, in the order of [`FIELDS`].
    pub fn values(&self) -> Vec<(&'static FieldInfo, String)> {
        let Ok(table) = toml::Table::try_from(self) else {
            return Vec::new();
        };
        FIELDS
            .iter()
            .filter_map(|field| Some((field, table.get(field.key)?.to_string())))
            .collect()
    }
}

/// Applies `jokers.D=1`, which overrides one entry of a field, by rewriting the whole field.
fn whole_field<'k>(fields: &Partial, key: &'k str, value: &str) -> Option<(&'k str, String)> {
    let (field, entry) = key.split_once('.')?;
    let spec = fields.finish(&mut Vec::new())?;
    let mut table = toml::Table::try_from(&spec).ok()?;
    let toml::Value::Table(entries) = table.get_mut(field)? else {
        return None;
    };
    let value: toml::Value = value
        .parse::<i64>()
        .map_or_else(|_| value.into(), Into::into);
    entries.insert(entry.to_owned(), value);
    Some((field, toml::Value::Table(entries.clone()).to_string()))
}

/// Most fields that do not exist of which a fault tells. A file of others may have any number, and
/// each is shown with its place.
const MOST_UNKNOWN: usize = 20;

fn read_fields(fields: &mut Partial, table: DeTable<'_>, faults: &mut Vec<RuleFault>) {
    // A field that is written beside a joker rule counts more than the rule.
    for (key, value) in &table {
        let key = key.get_ref();
        match joker_rule(key, value.get_ref().as_str()) {
            None => {}
            Some(Ok(values)) => {
                for (field, value) in JOKER_FIELDS.iter().zip(values) {
                    let value = DeValue::String(value.into());
                    fields.set(field, Spanned::new(0..0, value));
                }
            }
            Some(Err(expected)) => {
                let found = value.get_ref().as_str().unwrap_or("no name").to_owned();
                let problem = RuleProblem::Range {
                    found: format!("{found:?}"),
                    expected: format!("one of {expected}"),
                };
                faults.push(RuleFault::new(key, problem).at(value.span()));
            }
        }
    }
    let mut unknown = 0;
    for (key, value) in table {
        let (key_span, value_span) = (key.span(), value.span());
        let key = key.into_inner();
        match fields.set(&key, value) {
            _ if key == "base" || joker_rule(&key, None).is_some() => {}
            Some(Ok(())) => {}
            Some(Err(error)) => {
                let message = in_words(error.message());
                let problem = RuleProblem::Shape { message };
                faults.push(RuleFault::new(&key, problem).at(value_span));
            }
            None if unknown == MOST_UNKNOWN => {}
            None => {
                unknown += 1;
                faults.push(RuleFault::unknown(&key).at(key_span));
            }
        }
    }
}

/// A message of serde without the names of Rust's number types.
fn in_words(message: &str) -> String {
    message
        .replace("expected u8", "expected a whole number from 0 to 255")
        .replace("expected u16", "expected a whole number from 0 to 65535")
}
