//! A position: rules, table, rack, and how the command is asked about it.

use serde_json::json;

use crate::jokers::layout::Laid;
use crate::rules::Rules;
use crate::sets::Reading;
use crate::tile::{Tile, print_tiles};

/// What a player at turn sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub rules: Rules,
    /// The sets on the table.
    pub table: Vec<Vec<Tile>>,
    /// Where jokers are bound: what each set is, if it could be several things. May be empty.
    pub stated: Vec<Option<Reading>>,
    /// The owner of each set where groups have owners; `None` for runs.
    pub owners: Vec<Option<u8>>,
    pub me: u8,
    /// The tiles on the rack.
    pub rack: Vec<Tile>,
    /// Whether the player has opened.
    pub opened: bool,
}

impl Position {
    /// A position under rules without owners, or with none yet.
    pub fn of(rules: Rules, table: &[Laid], rack: Vec<Tile>, opened: bool) -> Position {
        Position {
            rules,
            table: table.iter().map(|set| set.tiles.clone()).collect(),
            stated: table.iter().map(|set| set.stated).collect(),
            owners: Vec::new(),
            me: 0,
            rack,
            opened,
        }
    }

    /// The line of a batch that asks about this position.
    pub fn line(&self, id: u64) -> String {
        let (base, options) = self.rules.base();
        let table: Vec<String> = self.laid().iter().map(Laid::print).collect();
        let mut line = json!({
            "id": id,
            "rules": base,
            "options": options,
            "table": table,
            "rack": print_tiles(&self.rack),
            "opened": self.opened,
        });
        if self.rules.has_owners() {
            line["owners"] = json!(self.owners);
            line["me"] = json!(self.me);
        }
        line.to_string()
    }

    /// The arguments of the command that ask about this position, not quoted.
    pub fn words(&self) -> Vec<String> {
        let mut words = self.rules.words();
        let mut say = |flag: &str, text: String| {
            words.push(flag.to_owned());
            words.push(text);
        };
        if !self.table.is_empty() {
            say("--table", Laid::print_table(&self.laid()));
        }
        say("--rack", print_tiles(&self.rack));
        if self.rules.has_owners() {
            let owner =
                |owner: &Option<u8>| owner.map_or_else(|| "-".to_owned(), |n| n.to_string());
            let owners: Vec<String> = self.owners.iter().map(owner).collect();
            say("--me", self.me.to_string());
            say("--owners", owners.join(","));
        }
        if !self.opened {
            words.push("--unopened".to_owned());
        }
        words
    }

    /// The same, quoted for a shell; the rules `original` go without saying.
    pub fn arguments(&self) -> String {
        shell(&self.words())
    }

    /// The table as it lies.
    pub fn laid(&self) -> Vec<Laid> {
        Laid::table(&self.table, &self.stated)
    }

    /// Whether sets of the table bind the player to what they are.
    pub fn is_bound(&self) -> bool {
        let rules = &self.rules;
        let mut tiles = self.table.iter().flatten();
        rules.binds_sets() && tiles.any(|tile| rules.only_extends() || tile.is_joker())
    }

    /// All tiles of the position.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.table.iter().flatten().chain(&self.rack).copied()
    }

    /// Number of tiles on table and rack.
    pub fn size(&self) -> usize {
        self.tiles().count()
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let known = |c: char| c.is_ascii_alphanumeric() || "-_=:,.".contains(c);
    if !word.is_empty() && word.chars().all(known) {
        word.to_owned()
    } else {
        format!("\"{word}\"")
    }
}

/// These words quoted for a shell, each behind a blank; the rules `original` go without saying.
pub fn shell(words: &[String]) -> String {
    let named = words.strip_prefix(&["--rules".to_owned(), "original".to_owned()]);
    let words = named.unwrap_or(words).iter();
    words.map(|word| format!(" {}", quoted(word))).collect()
}
