//! The levels of a person's game: the only table of levels and their bots.

use rummilab_words::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// The name of the bot at the table.
    pub person: &'static str,
    /// The names of further bots of this level at the same table.
    pub others: &'static [&'static str],
    /// The bot by its name in the roster.
    pub bot: &'static str,
    /// The strength against the other levels with two seats, in Elo points: `greedy` has 1500, and
    /// 200 more win three games of four (experiments/levels).
    pub rating: i32,
    /// Whether it lays what it can on its turns, as people do, and does not hold its rack back.
    pub lively: bool,
}

/// From the easiest to the strongest, under original rules with two seats. Nobody lively is known
/// that wins more than the best one here: who wants to win holds its tiles back (docs/findings.md).
pub const LEVELS: &[Level] = &[
    Level {
        name: "beginner",
        person: "Gina",
        others: &["Gustav", "Greta", "Georg", "Gerda"],
        bot: "human:r=1,notices=40",
        rating: 1040,
        lively: true,
    },
    Level {
        name: "easy",
        person: "Anna",
        others: &["Anton", "Ada", "Arno", "Agnes"],
        bot: "human:r=1",
        rating: 1164,
        lively: true,
    },
    Level {
        name: "casual",
        person: "Frida",
        others: &["Felix", "Fanny", "Finn", "Flora"],
        bot: "human",
        rating: 1362,
        lively: true,
    },
    Level {
        name: "medium",
        person: "Ben",
        others: &["Bea", "Boris", "Bella", "Bruno"],
        bot: "greedy",
        rating: 1500,
        lively: true,
    },
    Level {
        name: "hard",
        person: "Clara",
        others: &["Carl", "Cora", "Cedric", "Celia"],
        bot: "hold-joker",
        rating: 1533,
        lively: true,
    },
    Level {
        name: "expert",
        person: "Hanna",
        others: &["Hugo", "Heidi", "Henry", "Helga"],
        bot: "hold-joker:openjoker=20",
        rating: 1576,
        lively: true,
    },
    Level {
        name: "patient",
        person: "Ina",
        others: &["Igor", "Ilse", "Ivo", "Irma"],
        bot: "hold:h=5",
        rating: 1898,
        lively: false,
    },
    Level {
        name: "strong",
        person: "David",
        others: &["Dora", "Denis", "Diana", "Dan"],
        bot: "hold",
        rating: 2015,
        lively: false,
    },
    Level {
        name: "self-taught",
        person: "Jana",
        others: &["Jakob", "Julia", "Jonas", "Jule"],
        bot: "learnt",
        rating: 2527,
        lively: false,
    },
    Level {
        name: "champion",
        person: "Eva",
        others: &["Emil", "Edith", "Erik", "Ella"],
        bot: "champion",
        rating: 2769,
        lively: false,
    },
];

impl Level {
    /// A description in one line.
    pub fn about(&self, language: Language) -> String {
        language.say(&format!("level-{}", self.name), &[])
    }
}

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
/// The second bot of a level, `greedy#2`, has another name than the first.
pub fn person(label: &str) -> &str {
    let (bot, number) = label.split_once('#').unwrap_or((label, "1"));
    let Some(level) = LEVELS.iter().find(|level| level.bot == bot) else {
        return label;
    };
    let other = number.parse::<usize>().ok().filter(|number| *number > 1);
    let other = other.and_then(|number| level.others.get(number - 2));
    other.copied().unwrap_or(level.person)
}

#[cfg(test)]
mod tests {
    use rummilab_bots::BotSpec;

    use super::*;

    #[test]
    fn every_level_has_a_bot_of_the_roster() {
        let mut names = std::collections::BTreeSet::new();
        for Level {
            name,
            person,
            others,
            bot,
            ..
        } in LEVELS
        {
            let spec: BotSpec = bot.parse().unwrap();
            assert_eq!(spec.to_string(), *bot, "{name}: the canonical name");
            assert_eq!(level(name).unwrap().bot, *bot);
            assert!(level(name).unwrap().about(Language::German).len() > 20);
            assert_eq!(level(&person.to_lowercase()).unwrap().bot, *bot);
            assert_eq!(super::person(bot), *person);
            assert_eq!(super::person(&format!("{bot}#1")), *person);
            // A table has at most five bots, each with a name of its own.
            let all = (1..=5).map(|number| super::person(&format!("{bot}#{number}")).to_owned());
            let before = names.len();
            names.extend(all);
            assert_eq!((names.len(), others.len()), (before + 5, 4), "{name}");
        }
        assert!(level(DEFAULT_LEVEL).is_some());
        assert!(LEVELS.is_sorted_by_key(|level| level.rating));
        assert_eq!(person("hold:h=3"), "hold:h=3");
    }

    #[test]
    fn ratings_are_those_of_the_experiment() {
        let file = "../../experiments/levels/results/plan.json";
        let text = std::fs::read_to_string(file).unwrap();
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        let bots = results["bots"].as_array().unwrap();
        let rating = |name: &str| {
            let found = bots.iter().find(|bot| bot["bot"] == name);
            found.unwrap()["rating"].as_f64().unwrap()
        };
        for level in LEVELS {
            let played = match level.bot {
                "champion" => "champion:budget=fast",
                bot => bot,
            };
            let expected = 1500.0 + rating(played) - rating("greedy");
            assert_eq!(f64::from(level.rating), expected.round(), "{}", level.name);
        }
    }
}
