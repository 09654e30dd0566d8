//! Neighbours of a bot: the same bot with one setting changed.

use std::collections::BTreeSet;

use crate::roster::ROSTER;
use crate::spec::{BotSpec, Entry, Param, ParamKind};

/// Numbers that are tried for every setting, where they are in range.
const LADDER: [i64; 7] = [0, 1, 2, 4, 8, 16, 32];

/// A bot of the roster with its defaults; `None` if the name is unknown.
#[must_use]
pub fn default_of(name: &str) -> Option<BotSpec> {
    ROSTER
        .iter()
        .find(|entry| entry.name == name)
        .and_then(spec_of)
}

/// The names of all bots that are players.
pub fn families() -> impl Iterator<Item = &'static str> {
    let players = ROSTER.iter().filter(|entry| !entry.for_tests);
    players.map(|entry| entry.name)
}

/// Every bot that differs from this one in one setting, in the order of the roster. Every word is
/// tried. The numbers tried, where the range allows them, are the smallest, the default, powers of
/// two up to 32, one more and one less, half and twice as much.
///
/// ```
/// use rummilab_bots::BotSpec;
/// use rummilab_bots::variants::changed_once;
///
/// let bots = changed_once(&"hold-joker:late=3".parse::<BotSpec>()?);
/// let names: Vec<String> = bots.iter().map(ToString::to_string).collect();
/// let first = ["hold-joker", "hold-joker:late=1", "hold-joker:late=2", "hold-joker:late=4"];
/// assert_eq!(names[..4], first);
/// # Ok::<(), rummilab_bots::RosterError>(())
/// ```
#[must_use]
pub fn changed_once(bot: &BotSpec) -> Vec<BotSpec> {
    let params = bot.entry().params;
    let mut found = Vec::new();
    for (at, param) in params.iter().enumerate() {
        let present = &bot.values()[at];
        for value in values(param, present) {
            if value == *present {
                continue;
            }
            let settings = params.iter().zip(bot.values()).enumerate();
            let settings = settings.map(|(i, (param, kept))| {
                let value = if i == at { &value } else { kept };
                format!("{}={value}", param.key)
            });
            let settings: Vec<String> = settings.collect();
            let text = format!("{}:{}", bot.entry().name, settings.join(","));
            found.extend(text.parse::<BotSpec>().ok());
        }
    }
    found
}

fn spec_of(entry: &Entry) -> Option<BotSpec> {
    entry.name.parse().ok()
}

/// The values to try for a parameter: numbers ascending, words in their order.
fn values(param: &Param, present: &str) -> Vec<String> {
    match param.kind {
        ParamKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
        // A search for better bots must not find one that cheats.
        ParamKind::Sight => Vec::new(),
        ParamKind::Number { default, min, max } => {
            let near = present.parse().map_or(Vec::new(), |n: i64| {
                vec![n - 1, n + 1, n / 2, n.saturating_mul(2)]
            });
            let range = i64::from(min)..=i64::from(max);
            let all = LADDER
                .into_iter()
                .chain(near)
                .chain([i64::from(default), i64::from(min)]);
            let all: BTreeSet<i64> = all.filter(|n| range.contains(n)).collect();
            all.iter().map(ToString::to_string).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(bot: &str) -> Vec<String> {
        let bot = bot.parse::<BotSpec>().expect("a bot");
        changed_once(&bot).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_player_can_be_changed_where_it_has_settings() {
        for family in families() {
            let bot = default_of(family).expect("it is in the roster");
            let found = changed_once(&bot);
            assert_eq!(found.is_empty(), bot.entry().params.is_empty(), "{family}");
            let distinct: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(distinct.len(), found.len(), "{family}: a bot comes twice");
            assert!(!distinct.contains(&bot.to_string()), "{family}: itself");
        }
        assert!(families().all(|name| name != "faulty"));
        assert_eq!(default_of("gredy"), None);
    }

    #[test]
    fn words_are_all_tried_and_numbers_near_and_far() {
        let found = names("hold:h=0");
        for bot in [
            "hold:h=0,empty=keep",
            "hold:h=0,empty=solve",
            "hold",
            "hold:h=2",
            "hold:h=32",
            "hold:h=0,leave=1",
            "hold:h=0,until=opponent",
        ] {
            assert!(found.iter().any(|name| name == bot), "{bot}: {found:?}");
        }
        let near = names("value:joker=50");
        for bot in [
            "value:joker=49",
            "value:joker=51",
            "value:joker=25",
            "value:joker=100",
            "value",
        ] {
            assert!(near.iter().any(|name| name == bot), "{bot}: {near:?}");
        }
    }

    #[test]
    fn values_stay_in_range() {
        let found = names("dump:from=15");
        assert!(
            found
                .iter()
                .all(|name| name != "dump:from=16" && name != "dump:from=0")
        );
        assert!(found.iter().any(|name| name == "dump:from=14"));
    }
}
