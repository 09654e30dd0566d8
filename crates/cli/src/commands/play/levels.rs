//! The levels of `play`: the one table of which bot plays at which. Refuses to know what the bots do.

/// How well the bots play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The word for it.
    pub name: &'static str,
    /// The bot, as the roster names it.
    pub bot: &'static str,
    /// One line.
    pub about: &'static str,
}

/// From the easiest to the strongest. Wins measured with two seats and original rules, 150 deals from both seats, seed 3:
/// `random` 15 % against `single`, which has 47 % against `greedy`; `hold-joker` 57 % and `hold:h=3` 95 % against `greedy`.
pub const LEVELS: &[Level] = &[
    Level {
        name: "easy",
        bot: "human:r=1",
        about: "changes one set of the table a turn at most, and holds nothing back",
    },
    Level {
        name: "medium",
        bot: "greedy",
        about: "lays as many tiles as it can, every turn",
    },
    Level {
        name: "hard",
        bot: "hold-joker",
        about: "lays all it can but keeps its jokers for the end",
    },
    Level {
        name: "strongest",
        bot: "hold",
        about: "opens, then holds everything until it goes out in one turn",
    },
];

/// The level of somebody who did not say.
pub const DEFAULT: &str = "medium";

/// The level of this name.
pub fn level(name: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.name == name)
}

/// The names, for the command line.
pub fn names() -> [&'static str; LEVELS.len()] {
    std::array::from_fn(|at| LEVELS[at].name)
}

/// The levels as lines of a help text.
pub fn help() -> String {
    let line = |level: &Level| format!("  {:9}  {} ({})", level.name, level.about, level.bot);
    LEVELS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use rummilab_bots::BotSpec;

    use super::*;

    #[test]
    fn every_level_has_a_bot_of_the_roster() {
        for Level { name, bot, .. } in LEVELS {
            let spec: BotSpec = bot.parse().unwrap();
            assert_eq!(spec.to_string(), *bot, "{name}: the canonical name");
            assert_eq!(level(name).unwrap().bot, *bot);
        }
        assert!(level(DEFAULT).is_some());
    }
}
