//! A position as text, which may be of no use: it becomes a question only if the line can be read.

use rummilab_core::{RuleSet, Table};
use rummilab_solver::Goal;
use rummilab_solver::random::{Below, random_table};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::line::json_line;
use crate::line_rules::LineRules;
use crate::position_line::{PositionLine, read_timed};

/// Seats of the players who may own a group.
const SEATS: u64 = 3;

/// The tiles of a set or a rack, as they are written.
pub(super) type Tiles = Vec<String>;

/// A position as a line of `solve --batch`, in parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Draft {
    pub rules: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// `value` if that is asked, nothing for most tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<&'static str>,
    #[serde(serialize_with = "joined_sets")]
    pub table: Vec<Tiles>,
    #[serde(serialize_with = "joined")]
    pub rack: Tiles,
    pub opened: bool,
    /// The owner of each set of the table, under rules with owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<u8>,
}

fn joined<S: Serializer>(tiles: &Tiles, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&tiles.join(" "))
}

fn joined_sets<S: Serializer>(sets: &[Tiles], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(sets.iter().map(|tiles| tiles.join(" ")))
}

fn words(text: &str) -> Tiles {
    text.split_whitespace().map(str::to_owned).collect()
}

fn sets_of(table: &Table) -> Vec<Tiles> {
    let sets = table.sets().iter();
    sets.map(|set| words(&set.to_string())).collect()
}

impl Draft {
    /// The draft of a line, under these rules unless it names its own; nothing if only the tiles of
    /// its table are known.
    pub fn of_line(line: &PositionLine, rules: &str, options: &Map<String, Value>) -> Option<Self> {
        let question = &line.question;
        let table = question.before.as_ref()?;
        let mut all = options.clone();
        if let Some(own) = &line.options {
            all.extend(serde_json::from_str::<Map<String, Value>>(own).ok()?);
        }
        Some(Draft {
            rules: line.rules.clone().unwrap_or_else(|| rules.to_owned()),
            options: all,
            objective: (question.goal == Goal::Value).then_some("value"),
            table: sets_of(table),
            rack: words(&question.position.rack.to_string()),
            opened: question.position.opened,
            owners: table.owners().map(<[Option<u8>]>::to_vec),
            me: question.me,
        })
    }

    /// A random position under these rules: mostly a small one, else up to eight sets.
    pub fn random(
        name: &str,
        options: Map<String, Value>,
        rules: &RuleSet,
        below: Below<'_>,
    ) -> Self {
        let (sets, rack) = if below(4) == 0 { (8, 14) } else { (4, 7) };
        let sets = below(sets + 1) as usize;
        let table = random_table(rules, sets, below);
        let owned = rules.has_group_owners();
        let owners = owned.then(|| {
            let sets = table.sets().iter();
            sets.map(|set| {
                let readings = rules.judge(set.tiles());
                let free = readings.is_group() && !readings.is_run();
                free.then(|| below(SEATS) as u8)
            })
            .collect()
        });
        let mut draft = Draft {
            rules: name.to_owned(),
            options,
            objective: (below(4) == 0).then_some("value"),
            table: sets_of(&table),
            rack: Vec::new(),
            opened: below(5) > 0,
            owners,
            me: owned.then(|| below(SEATS) as u8),
        };
        for _ in 0..=below(rack) {
            draft.add_any_tile(rules, below);
        }
        draft
    }

    /// Adds a random tile of the game to the rack, of which there may be no more.
    pub fn add_any_tile(&mut self, rules: &RuleSet, below: Below<'_>) {
        let tiles = rules.all_tiles();
        let tile = tiles[below(tiles.len() as u64) as usize];
        self.rack.push(tile.to_string());
    }

    /// The position, if the line is one of the game with something to lay.
    pub fn read(&self, rules: &mut LineRules) -> Option<PositionLine> {
        if self.rack.is_empty() {
            return None;
        }
        read_timed(&json_line(self), rules, Goal::Tiles).ok()
    }

    /// Tiles on table and rack.
    pub fn tiles(&self) -> usize {
        self.table.iter().map(Vec::len).sum::<usize>() + self.rack.len()
    }

    /// Takes random sets and rack tiles away until there are no more tiles than this.
    pub fn trim(&mut self, most: usize, below: Below<'_>) {
        while self.tiles() > most {
            let at = below(self.pieces() as u64) as usize;
            *self = self.without(at, 1);
        }
    }

    /// Adds a set of nobody to the table.
    pub fn add_set(&mut self, set: Tiles) {
        self.table.push(set);
        if let Some(owners) = &mut self.owners {
            owners.push(None);
        }
    }

    /// Takes a set off the table.
    pub fn remove_set(&mut self, at: usize) -> Tiles {
        if let Some(owners) = &mut self.owners {
            owners.remove(at);
        }
        self.table.remove(at)
    }
}
