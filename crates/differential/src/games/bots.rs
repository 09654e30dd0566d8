//! The bots of the program under test, and settings of them drawn at random.

use serde_json::Value;

use crate::dice::Dice;

/// A bot and the values of its settings.
#[derive(Debug, Clone)]
pub struct Bot {
    name: String,
    settings: Vec<Setting>,
}

#[derive(Debug, Clone)]
struct Setting {
    key: String,
    values: String,
}

/// Reads the lines of `rummilab bots --json`.
pub fn read(lines: &str) -> Vec<Bot> {
    let bots = lines
        .lines()
        .filter_map(|line| bot(&serde_json::from_str(line).ok()?));
    bots.collect()
}

fn bot(line: &Value) -> Option<Bot> {
    let settings = line["params"].as_array()?.iter().filter_map(|param| {
        Some(Setting {
            key: param["key"].as_str()?.to_owned(),
            values: param["values"].as_str()?.to_owned(),
        })
    });
    Some(Bot {
        name: line["name"].as_str()?.to_owned(),
        settings: settings.collect(),
    })
}

/// Settings that keep a bot quick, if it has them: bot, key, and values to choose from. Bots with a
/// line in this table are chosen less often.
const QUICK: &[(&str, &str, &[&str])] = &[
    (
        "champion",
        "budget",
        &["quick", "quick", "quick", "fast", "normal"],
    ),
    ("rollout", "rollouts", &["0", "2", "4"]),
    ("rollout", "work", &["20", "200"]),
    ("rollout", "particles", &["0", "4"]),
];

/// Settings that are left alone: their large values take long.
const SLOW: &[&str] = &["work", "base"];

/// A bot with settings, as `--bot` takes it.
pub fn draw(dice: &mut Dice, bots: &[Bot]) -> String {
    let is_costly = |bot: &Bot| QUICK.iter().any(|(name, ..)| *name == bot.name);
    let mut bot = &bots[dice.below(bots.len())];
    while is_costly(bot) && !dice.chance(35) {
        bot = &bots[dice.below(bots.len())];
    }
    let mut settings: Vec<String> = Vec::new();
    for (name, key, values) in QUICK {
        if *name == bot.name && bot.settings.iter().any(|setting| setting.key == *key) {
            settings.push(format!("{key}={}", dice.pick(values)));
        }
    }
    let others = |setting: &&Setting| {
        let fixed = QUICK
            .iter()
            .any(|(name, key, _)| *name == bot.name && *key == setting.key);
        !fixed && !SLOW.contains(&setting.key.as_str())
    };
    let others: Vec<&Setting> = bot.settings.iter().filter(others).collect();
    if !others.is_empty() && dice.chance(50) {
        for setting in others {
            if dice.chance(40) {
                settings.push(format!("{}={}", setting.key, value(dice, setting)));
            }
        }
    }
    if settings.is_empty() {
        bot.name.clone()
    } else {
        format!("{}:{}", bot.name, settings.join(","))
    }
}

/// A value of a setting: a small number of a range such as `0 to 100`, or one of a list of words.
fn value(dice: &mut Dice, setting: &Setting) -> String {
    if let Some((least, most)) = setting.values.split_once(" to ")
        && let (Ok(least), Ok(most)) = (least.parse::<usize>(), most.parse::<usize>())
    {
        return dice.range(least, most.min(least + 8)).to_string();
    }
    let words: Vec<&str> = setting.values.split(", ").collect();
    dice.pick(&words).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_drawn_with_settings_of_their_own() {
        let lines = "{\"name\":\"hold\",\"params\":[{\"key\":\"h\",\"values\":\"0 to 100\"}]}\n\
                     {\"name\":\"human\",\"params\":[{\"key\":\"until\",\"values\":\"a, b\"}]}\n";
        let bots = read(lines);
        assert_eq!(bots.len(), 2);
        let mut dice = Dice::new(1, "bots", 0);
        for _ in 0..50 {
            let spec = draw(&mut dice, &bots);
            let known = ["hold", "human", "human:until=a", "human:until=b"];
            assert!(
                spec.starts_with("hold:h=") || known.contains(&spec.as_str()),
                "{spec}"
            );
        }
    }
}
