//! The choices of a page: rule systems with their tiles, and levels of bots.

use rummilab_core::{PRESET_NAMES, RuleSet, Tile};
use rummilab_play::{DEFAULT_LEVEL, LEVELS};
use rummilab_words::{Language, colour, joker, say};
use serde::Serialize;

/// The version of the interface: 2 has jobs, and ranges of numbers.
const VERSION: u32 = 2;

/// All that a page needs before its first request.
#[derive(Serialize)]
pub struct About {
    rules: Vec<AboutRules>,
    /// Whether the program was started with rules, which are the only ones then.
    given: bool,
    levels: Vec<AboutLevel>,
    default_level: &'static str,
    /// The version of the interface.
    version: u32,
}

/// A rule system that a page offers.
#[derive(Serialize)]
pub struct AboutRules {
    name: String,
    /// A system that ships, and the options that make this one of it.
    base: &'static str,
    options: Vec<String>,
    /// Every kind of tile, in the order of the notation.
    tiles: Vec<AboutTile>,
    max_players: usize,
    /// Points of own sets that open; 0 if there is no such number.
    opening_min: u16,
    owners: bool,
    /// Whether jokers keep their places, so that sets lie in order.
    in_order: bool,
}

#[derive(Serialize)]
struct AboutTile {
    tile: Tile,
    /// The spoken form: `red 7`.
    words: String,
    copies: u8,
}

#[derive(Serialize)]
struct AboutLevel {
    name: &'static str,
    person: &'static str,
    /// The names of further bots of this level at the same table.
    others: &'static [&'static str],
    /// The name in the roster.
    bot: &'static str,
    about: String,
    rating: i32,
    lively: bool,
}

/// The choices, of rules those that were given or all that ship.
pub fn about(language: Language, given: Option<&RuleSet>) -> About {
    let rules: Vec<RuleSet> = match given {
        Some(rules) => vec![rules.clone()],
        None => PRESET_NAMES
            .into_iter()
            .filter_map(RuleSet::preset)
            .collect(),
    };
    let levels = LEVELS.iter().map(|level| AboutLevel {
        name: level.name,
        person: level.person,
        others: level.others,
        bot: level.bot,
        about: level.about(language),
        rating: level.rating,
        lively: level.lively,
    });
    About {
        rules: rules
            .iter()
            .map(|rules| AboutRules::of(language, rules, None))
            .collect(),
        given: given.is_some(),
        levels: levels.collect(),
        default_level: DEFAULT_LEVEL,
        version: VERSION,
    }
}

impl AboutRules {
    /// These rules as a change of `base`, or of the system from which the fewest fields differ.
    pub fn of(language: Language, rules: &RuleSet, base: Option<&'static str>) -> AboutRules {
        let tile = |tile: Tile| AboutTile {
            tile,
            words: words(language, tile),
            copies: rules.copies_of(tile),
        };
        let bases = PRESET_NAMES.into_iter();
        let bases = bases.filter(|name| base.is_none_or(|base| base == *name));
        let nearest = bases
            .map(|name| (name, changes(rules, name)))
            .min_by_key(|(_, changes)| changes.len());
        let (base, options) = nearest.unwrap_or_default();
        AboutRules {
            name: rules.name.clone(),
            base,
            options,
            tiles: rules.kinds().map(tile).collect(),
            max_players: rules.max_players(),
            opening_min: rules.opening_min,
            owners: rules.has_group_owners(),
            in_order: rules.tables_lie_in_order(),
        }
    }

    /// The system that ships from which these rules differ.
    pub fn base(&self) -> &'static str {
        self.base
    }

    /// The rule file that holds the fields which differ from the base.
    pub fn file(&self) -> String {
        let mut text = format!("base = \"{}\"\n", self.base);
        for option in &self.options {
            let (key, value) = option.split_once('=').unwrap_or_default();
            text += &format!("{key} = {value}\n");
        }
        text
    }
}

/// The options that make these rules of a system that ships.
fn changes(rules: &RuleSet, base: &str) -> Vec<String> {
    let base = RuleSet::preset(base).map_or_else(Vec::new, |base| base.values());
    let fields = rules.values().into_iter().zip(base);
    let changed = fields.filter(|((_, value), (_, base))| value != base);
    changed
        .map(|((field, value), _)| format!("{}={value}", field.key))
        .collect()
}

fn words(language: Language, tile: Tile) -> String {
    match (tile.colour(), tile.value()) {
        (Some(of), Some(value)) => {
            let colour = colour(language, of);
            say!(language, "engine-tile", colour = colour, value = value)
        }
        _ => {
            let kind = tile.joker_kind();
            kind.map_or_else(String::new, |kind| joker(language, kind))
        }
    }
}
