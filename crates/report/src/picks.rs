//! The games that the page steps through: the requested ones, or the reviewed, the first, the most
//! extreme, and those with faults.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use rummilab_core::{Ending, RuleSet};
use rummilab_record::{Block, GameRecord};

/// Most games of one page.
pub const MAX_GAMES: usize = 12;
/// Number of first games, unless games are requested.
const FIRST: usize = 2;
/// Number of games with faults, unless games are requested: those of the faults that a summary
/// names.
const FAULTY: usize = 5;

/// A game by its block and its number in the block, both from 0; written `b3g1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    pub block: u64,
    /// The number of the game in the block.
    pub game: usize,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}g{}", self.block, self.game)
    }
}

/// The error for a text that does not name a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no game; expected block and game from 0, such as b3g1")]
pub struct GameIdError(String);

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<GameId, GameIdError> {
        let parts = text.trim().to_ascii_lowercase();
        let parts = parts
            .strip_prefix('b')
            .and_then(|rest| rest.split_once('g'));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        parts
            .filter(|(block, game)| digits(block) && digits(game))
            .and_then(|(block, game)| {
                let (block, game) = (block.parse().ok()?, game.parse().ok()?);
                Some(GameId { block, game })
            })
            .ok_or_else(|| GameIdError(text.to_owned()))
    }
}

#[derive(Debug, Clone)]
pub struct Picked {
    pub id: GameId,
    /// Why it was chosen; empty for a requested game.
    pub why: Vec<String>,
    /// Its block, which a replay needs.
    pub block: Block,
}

impl Picked {
    pub fn game(&self) -> &GameRecord {
        &self.block.games[self.id.game]
    }
}

/// Chooses games in one pass over the blocks.
#[derive(Debug, Clone)]
pub struct Picks {
    with_scores: bool,
    wanted: Option<Vec<GameId>>,
    found: Vec<Picked>,
    reviewed: BTreeSet<GameId>,
    looked_at: Vec<Picked>,
    first: Vec<Picked>,
    widest: Best,
    narrowest: Best,
    longest: Best,
    shortest: Best,
    faulty: Vec<Picked>,
}

/// The game with the largest key so far; among equal ones the first.
#[derive(Debug, Clone, Default)]
struct Best(Option<(i64, Picked)>);

impl Best {
    fn offer(
        &mut self,
        key: i64,
        why: impl FnOnce() -> String,
        pick: impl FnOnce(String) -> Picked,
    ) {
        if self.0.as_ref().is_none_or(|(best, _)| key > *best) {
            self.0 = Some((key, pick(why())));
        }
    }
}

impl Picks {
    /// Chooses the games in `wanted`, or interesting ones if the list is empty.
    pub fn new(rules: &RuleSet, wanted: &[GameId]) -> Picks {
        Picks {
            with_scores: rules.has_scores(),
            wanted: (!wanted.is_empty()).then(|| wanted.to_vec()),
            found: Vec::new(),
            reviewed: BTreeSet::new(),
            looked_at: Vec::new(),
            first: Vec::new(),
            widest: Best::default(),
            narrowest: Best::default(),
            longest: Best::default(),
            shortest: Best::default(),
            faulty: Vec::new(),
        }
    }

    /// The same with these games, which were reviewed, before the others.
    #[must_use]
    pub fn with_reviewed(self, reviewed: BTreeSet<GameId>) -> Picks {
        Picks { reviewed, ..self }
    }

    /// Examines the games of a block.
    pub fn push(&mut self, block: &Block) {
        for (index, game) in block.games.iter().enumerate() {
            let id = GameId {
                block: block.block,
                game: index,
            };
            let pick = |why: Vec<String>| Picked {
                id,
                why,
                block: block.clone(),
            };
            if let Some(wanted) = &self.wanted {
                if wanted.contains(&id) {
                    self.found.push(pick(Vec::new()));
                }
                continue;
            }
            if self.reviewed.contains(&id) && self.looked_at.len() < MAX_GAMES {
                self.looked_at.push(pick(vec!["reviewed".to_owned()]));
            }
            self.offer(game, pick);
        }
    }

    fn offer(&mut self, game: &GameRecord, pick: impl Fn(Vec<String>) -> Picked) {
        if self.first.len() < FIRST {
            let why = ["first game", "second game"][self.first.len()];
            self.first.push(pick(vec![why.to_owned()]));
        }
        let faults = game.faults().count();
        let endless = game.ending == Ending::Endless;
        if (faults > 0 || endless) && self.faulty.len() < FAULTY {
            let why = match faults {
                0 => "endless",
                1 => "a fault",
                _ => "several faults",
            };
            self.faulty.push(pick(vec![why.to_owned()]));
        }
        if game.fault.is_some() {
            // A game that a fault ended is not a candidate for the shortest.
            return;
        }
        let pick = |why: String| pick(vec![why]);
        let turns = game.turns.len() as i64;
        let length = || format!("{turns} turns");
        self.longest
            .offer(turns, || format!("longest, {}", length()), pick);
        self.shortest
            .offer(-turns, || format!("shortest, {}", length()), pick);
        if self.with_scores {
            let mut scores: Vec<i64> = game.seats.iter().map(|s| i64::from(s.score)).collect();
            scores.sort_unstable_by_key(|score| std::cmp::Reverse(*score));
            if let [best, second, ..] = scores[..] {
                let (lead, points) = (best - second, format!("{} points ahead", best - second));
                self.widest
                    .offer(lead, || format!("widest win, {points}"), pick);
                self.narrowest
                    .offer(-lead, || format!("narrowest win, {points}"), pick);
            }
        } else {
            let left = game.seats.iter().map(|s| i64::from(s.tiles_left)).max();
            let left = left.unwrap_or(0);
            let why = || format!("most tiles left, {left}");
            self.widest.offer(left, why, pick);
        }
    }

    /// The games in the order in which the page shows them; or the first requested game that does
    /// not exist.
    pub fn finish(self) -> Result<Vec<Picked>, GameId> {
        if let Some(wanted) = self.wanted {
            let find = |id: &GameId| {
                let mut found = self.found.iter();
                found.find(|picked| picked.id == *id).cloned().ok_or(*id)
            };
            return wanted.iter().map(find).collect();
        }
        let extremes = [self.widest, self.narrowest, self.longest, self.shortest];
        let extremes = extremes.into_iter().filter_map(|best| best.0);
        let extremes = extremes.map(|(_, picked)| picked);
        let mut chosen: Vec<Picked> = Vec::new();
        let all = self.looked_at.into_iter().chain(self.first).chain(extremes);
        for picked in all.chain(self.faulty) {
            // One game may be chosen for several reasons.
            match chosen.iter_mut().find(|other| other.id == picked.id) {
                Some(other) => other.why.extend(picked.why),
                None => chosen.push(picked),
            }
        }
        chosen.truncate(MAX_GAMES);
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_come_back() {
        for text in ["b0g0", "b17g1", "b18446744073709551615g23"] {
            assert_eq!(text.parse::<GameId>().unwrap().to_string(), text);
        }
        assert_eq!(" B3G1 ".parse::<GameId>().unwrap().to_string(), "b3g1");
        for text in [
            "",
            "b",
            "bg",
            "b1",
            "b1g",
            "1g1",
            "b-1g0",
            "b+1g0",
            "b1g2g3",
            "b99999999999999999999g0",
            "é1g0",
        ] {
            assert!(text.parse::<GameId>().is_err(), "{text}");
        }
    }
}
