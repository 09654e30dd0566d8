//! What has happened at a table, in words, and lines that name a game.

use rummilab_words::{Language, say};

use crate::Evening;
use crate::round::letter;

/// A table and a game there, both from 1.
pub type GamePlace = (usize, usize);

/// The place before the results of a line such as `1.2 - / 5 / 7 / 9`, if it has one.
pub fn placed(line: &str) -> Option<(GamePlace, &str)> {
    let (place, texts) = line.trim().split_once(char::is_whitespace)?;
    let (table, game) = place.split_once('.')?;
    Some(((table.parse().ok()?, game.parse().ok()?), texts))
}

impl Evening {
    /// The players at a table by letters, as `A Anna / B Bert`.
    pub fn lettered(&self, players: &[u16], between: &str) -> String {
        let player = |(at, player): (usize, &u16)| format!("{} {}", letter(at), self.name(*player));
        let players: Vec<String> = players.iter().enumerate().map(player).collect();
        players.join(between)
    }

    /// The heading of a round.
    pub fn title(&self, round: u64, language: Language) -> String {
        if round > self.event().rounds {
            say!(language, "club-final")
        } else {
            say!(language, "club-round", round = round)
        }
    }

    /// The results of a game, as `Anna +220, Bert -20`; empty before it is over.
    pub fn results_text(&self, round: u64, (table, game): GamePlace) -> String {
        let games = table.checked_sub(1).zip(game.checked_sub(1));
        let of = games.and_then(|(table, game)| self.tables(round).get(table)?.games.get(game));
        let Some((of, results)) = of.and_then(|of| Some((of, of.results.as_ref()?))) else {
            return String::new();
        };
        let results = of.players.iter().zip(results).map(|(player, result)| {
            let name = self.name(*player);
            match result {
                None => format!("{name} x"),
                Some(result) if self.rules().has_scores() => format!("{name} {:+}", result.score),
                Some(result) => format!("{name} {}.", result.place),
            }
        });
        results.collect::<Vec<_>>().join(", ")
    }
}
