//! A match of bots: its arguments, and how one is drawn at random.

use super::bots::{self, Bot};
use super::system;
use crate::dice::Dice;
use crate::position::shell;
use crate::rules::Rules;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    pub rules: Rules,
    /// The bots, as `--bot` takes them.
    pub bots: Vec<String>,
    pub players: usize,
    pub deals: u64,
    pub seed: u64,
    /// Whether all seats draw from one stream.
    pub shared: bool,
}

impl Fixture {
    pub fn draw(dice: &mut Dice, bots: &[Bot]) -> Fixture {
        let rules = system::draw(dice);
        let jokers = usize::from(rules.jokers[0]);
        let by_jokers = jokers.checked_div(usize::from(rules.jokers_dealt_each));
        let by_tiles = rules.tile_count() / usize::from(rules.hand);
        let fit = by_tiles.min(by_jokers.unwrap_or(by_tiles));
        let mut players = dice.pick(&[2, 2, 2, 3, 4, 5, 6]);
        if players > fit && !dice.chance(3) {
            players = fit.clamp(2, 6);
        }
        let entries = match players {
            2 => dice.pick(&[2, 2, 3]),
            3 => dice.pick(&[2, 3]),
            _ => 2,
        };
        Fixture {
            rules,
            bots: (0..entries).map(|_| bots::draw(dice, bots)).collect(),
            players,
            deals: dice.range(2, 3) as u64,
            seed: dice.range(1, 999_999) as u64,
            shared: dice.chance(25),
        }
    }

    /// The arguments of the command, without the folder.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = vec!["tournament".to_owned()];
        words.extend(self.rules.words());
        for bot in &self.bots {
            words.push("--bot".to_owned());
            words.push(bot.clone());
        }
        let numbers = [
            ("--players", self.players as u64),
            ("--deals", self.deals),
            ("--seed", self.seed),
        ];
        for (flag, number) in numbers {
            words.push(flag.to_owned());
            words.push(number.to_string());
        }
        if self.shared {
            words.push("--draws".to_owned());
            words.push("shared".to_owned());
        }
        words
    }

    /// The same, quoted for a shell.
    pub fn command_line(&self) -> String {
        format!("rummilab{}", shell(&self.arguments()))
    }
}
