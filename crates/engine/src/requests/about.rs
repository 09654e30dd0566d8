//! The choices of a page: rule systems with their tiles, and levels of bots.

use rummilab_core::{JokerKind, PRESET_NAMES, RuleSet, Tile};
use rummilab_play::{DEFAULT_LEVEL, LEVELS};
use serde::Serialize;

/// All that a page needs before its first request.
#[derive(Serialize)]
pub struct About {
    rules: Vec<AboutRules>,
    levels: Vec<AboutLevel>,
    default_level: &'static str,
}

#[derive(Serialize)]
struct AboutRules {
    name: String,
    /// Every kind of tile, in the order of the notation.
    tiles: Vec<AboutTile>,
    max_players: usize,
    /// Points of own sets that open; 0 if there is no such number.
    opening_min: u16,
    owners: bool,
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
    /// The name in the roster.
    bot: &'static str,
    about: &'static str,
}

pub fn about() -> About {
    let rules = PRESET_NAMES.into_iter().filter_map(RuleSet::preset);
    let levels = LEVELS.iter().map(|level| AboutLevel {
        name: level.name,
        person: level.person,
        bot: level.bot,
        about: level.about,
    });
    About {
        rules: rules.map(|rules| about_rules(&rules)).collect(),
        levels: levels.collect(),
        default_level: DEFAULT_LEVEL,
    }
}

fn about_rules(rules: &RuleSet) -> AboutRules {
    let tile = |tile: Tile| AboutTile {
        tile,
        words: words(tile),
        copies: rules.copies_of(tile),
    };
    AboutRules {
        name: rules.name.clone(),
        tiles: rules.kinds().map(tile).collect(),
        max_players: rules.max_players(),
        opening_min: rules.opening_min,
        owners: rules.has_group_owners(),
    }
}

fn words(tile: Tile) -> String {
    match (tile.colour(), tile.value()) {
        (Some(colour), Some(value)) => format!("{} {value}", colour.word()),
        _ => tile.joker_kind().map_or("", JokerKind::words).to_owned(),
    }
}
