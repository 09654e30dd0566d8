//! The levels of a person's game: the only table of levels and their bots.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// The name of the bot at the table.
    pub person: &'static str,
    /// The bot by its name in the roster.
    pub bot: &'static str,
    /// A description in one line.
    pub about: &'static str,
}

/// From the easiest to the strongest. Win rates with two seats: `human:r=1` 11 % against `greedy`
/// (club rules), `hold-joker` 56 % and `hold` 99 % (original rules). The champion loses 7 % to
/// `hold` (experiments/league and experiments/champion).
pub const LEVELS: &[Level] = &[
    Level {
        name: "easy",
        person: "Anna",
        bot: "human:r=1",
        about: "changes one set of the table a turn at most, and holds nothing back",
    },
    Level {
        name: "medium",
        person: "Ben",
        bot: "greedy",
        about: "lays as many tiles as it can, every turn",
    },
    Level {
        name: "hard",
        person: "Clara",
        bot: "hold-joker",
        about: "lays all it can but keeps its jokers for the end",
    },
    Level {
        name: "strong",
        person: "David",
        bot: "hold",
        about: "opens, then holds everything until it goes out in one turn",
    },
    Level {
        name: "champion",
        person: "Eva",
        bot: "champion",
        about: "holds everything as well, and plays the end of the game with foresight",
    },
];

pub const DEFAULT_LEVEL: &str = "medium";

/// The level with this name, or with this name of its bot at the table.
pub fn level(name: &str) -> Option<&'static Level> {
    let is = |level: &&Level| {
        let names = [level.name, level.person];
        names.iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    LEVELS.iter().find(is)
}

/// The name at the table of a bot with this label: a person's name, if the bot plays at a level.
pub fn person(label: &str) -> &str {
    let bot = label.split('#').next().unwrap_or(label);
    let level = LEVELS.iter().find(|level| level.bot == bot);
    level.map_or(label, |level| level.person)
}

#[cfg(test)]
mod tests {
    use rummilab_bots::BotSpec;

    use super::*;

    #[test]
    fn every_level_has_a_bot_of_the_roster() {
        for Level {
            name, person, bot, ..
        } in LEVELS
        {
            let spec: BotSpec = bot.parse().unwrap();
            assert_eq!(spec.to_string(), *bot, "{name}: the canonical name");
            assert_eq!(level(name).unwrap().bot, *bot);
            assert_eq!(level(&person.to_lowercase()).unwrap().bot, *bot);
            assert_eq!(super::person(&format!("{bot}#2")), *person);
        }
        assert!(level(DEFAULT_LEVEL).is_some());
        assert_eq!(person("hold:h=3"), "hold:h=3");
    }
}
