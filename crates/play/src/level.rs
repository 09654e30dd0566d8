//! The levels of a person's game: the one table of which bot plays at which.

/// How well the bots play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The word for it.
    pub name: &'static str,
    /// What the bot is called at the table.
    pub person: &'static str,
    /// The bot, as the roster names it.
    pub bot: &'static str,
    /// One line.
    pub about: &'static str,
}

/// From the easiest to the strongest. Wins with two seats: `human:r=1` 11 % against `greedy` (club
/// rules), `hold-joker` 56 % and `hold` 99 % (original rules); the champion loses 7 % to `hold`
/// (experiments/league and experiments/champion).
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

/// The level of somebody who did not say.
pub const DEFAULT_LEVEL: &str = "medium";

/// The level of this name, or of this person.
pub fn level(name: &str) -> Option<&'static Level> {
    let is = |level: &&Level| {
        let names = [level.name, level.person];
        names.iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    LEVELS.iter().find(is)
}

/// What a bot with this label is called at the table: a person's name, if it plays at a level.
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
