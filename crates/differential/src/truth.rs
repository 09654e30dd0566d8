//! What is true of a position, by brute force.

use rustc_hash::FxHashMap;

use crate::board::{Board, OldGroup, OldTable, Stacks};
use crate::field::TableAccess;
use crate::jokers::tables::Tables;
use crate::multiset::{Counts, Kinds, count, one, parts, size};
use crate::position::Position;
use crate::sets::Tired;
use crate::tile::Tile;

/// The goal of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Most tiles, then the largest value.
    Tiles,
    /// The largest value, then most tiles.
    Value,
}

impl Objective {
    /// The word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Objective::Tiles => "tiles",
            Objective::Value => "value",
        }
    }

    /// Tiles and value in the order in which this goal compares them.
    pub fn score(self, tiles: u32, value: u32) -> (u32, u32) {
        match self {
            Objective::Tiles => (tiles, value),
            Objective::Value => (value, tiles),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play {
    pub tiles: u32,
    pub value: u32,
    pub laid: Counts,
}

/// What is true once a tile of some kind has been drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AfterDraw {
    /// The number of the kind.
    pub kind: usize,
    /// The best tiles and value then.
    pub best: (u32, u32),
    /// Whether the whole rack can go.
    pub goes_out: bool,
}

/// The kinds of a position and, for questions about draws, of all tiles that can be drawn.
///
/// # Errors
/// If there are too many.
pub fn kinds_of(position: &Position, with_draws: bool) -> Result<Kinds, Tired> {
    let mut tiles: Vec<_> = position.tiles().collect();
    if with_draws {
        tiles.extend(position.rules.kinds().into_iter().map(|(tile, _)| tile));
    }
    Kinds::of(tiles).ok_or(Tired)
}

/// Brute force on one position.
pub struct Truth<'a> {
    position: &'a Position,
    board: Board<'a>,
    table: Counts,
    rack: Counts,
    stacks: Stacks,
    /// The stacks as they are beside an untouched table.
    beside: Stacks,
    old: OldTable,
    best_parts: FxHashMap<Counts, u32>,
    /// The table as it lies, where its jokers are bound.
    bound: Option<Tables<'a>>,
}

/// The most sub-multisets of a rack that are tried.
const MOST_PARTS: usize = 1 << 14;

impl<'a> Truth<'a> {
    /// Reads the position and lists all sets.
    ///
    /// # Errors
    /// If the position is too large for `work` steps.
    pub fn new(
        position: &'a Position,
        kinds: &'a Kinds,
        with_draws: bool,
        work: u64,
    ) -> Result<Truth<'a>, Tired> {
        let rules = &position.rules;
        let mut sets = Vec::new();
        let mut stacks = Stacks {
            used: rules.has_owners(),
            cap: rules.group_cap_per_player,
            me: position.me,
            ..Stacks::default()
        };
        let mut table = 0;
        for (i, set) in position.table.iter().enumerate() {
            let tiles = kinds.counts(set).ok_or(Tired)?;
            table += tiles;
            let owner = position.owners.get(i).copied().flatten();
            let owner = owner.filter(|_| stacks.used);
            sets.push((tiles, owner));
            if let Some(owner) = owner {
                let own = owner == position.me;
                stacks.groups.push(OldGroup { tiles, own, owner });
            }
        }
        let rack = kinds.counts(&position.rack).ok_or(Tired)?;
        if stacks.groups.len() > 30 || sets.len() > 30 {
            return Err(Tired);
        }
        let own = stacks.groups.iter().filter(|group| group.own).count() as u8;
        let beside = Stacks {
            groups: Vec::new(),
            cap: stacks.cap.map(|cap| cap.saturating_sub(own)),
            ..stacks.clone()
        };
        let mut all = table + rack;
        if with_draws {
            for (kind, tile) in kinds.tiles.iter().enumerate() {
                if count(all, kind) < rules.copies_of(*tile) {
                    all += one(kind);
                }
            }
        }
        Ok(Truth {
            position,
            board: Board::new(rules, kinds, all, work)?,
            table,
            rack,
            stacks,
            beside,
            old: OldTable::of(&sets),
            best_parts: FxHashMap::default(),
            bound: position
                .is_bound()
                .then(|| Tables::new(position))
                .transpose()?,
        })
    }

    /// The kinds of the position.
    pub fn kinds(&self) -> &'a Kinds {
        self.board.kinds
    }

    /// All legal plays that lay a tile.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn plays(&mut self) -> Result<Vec<Play>, Tired> {
        self.plays_of(self.rack)
    }

    fn plays_of(&mut self, rack: Counts) -> Result<Vec<Play>, Tired> {
        let mut plays = Vec::new();
        for laid in parts(rack, MOST_PARTS).ok_or(Tired)? {
            if laid != 0 && self.is_legal(laid)? {
                plays.push(self.play(laid));
            }
        }
        Ok(plays)
    }

    /// Tiles that can be laid, few if possible; `None` if none can.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn any_play(&mut self) -> Result<Option<Vec<Tile>>, Tired> {
        let mut parts = parts(self.rack, MOST_PARTS).ok_or(Tired)?;
        parts.sort_unstable_by_key(|laid| (size(*laid), *laid));
        for laid in parts {
            if laid != 0 && self.is_legal(laid)? {
                return Ok(Some(self.board.kinds.list(laid)));
            }
        }
        Ok(None)
    }

    /// A play of these tiles.
    pub fn play(&self, laid: Counts) -> Play {
        Play {
            tiles: size(laid),
            value: self.board.kinds.face(laid),
            laid,
        }
    }

    /// Whether these rack tiles can be laid.
    fn is_legal(&mut self, laid: Counts) -> Result<bool, Tired> {
        let rules = self.board.rules;
        if self.position.opened {
            return self.leads_to_a_table(laid);
        }
        if !rules.opening_jokers && laid & self.board.kinds.joker_mask() != 0 {
            return Ok(false);
        }
        let least = u32::from(rules.opening_min);
        match rules.opening_table_access {
            TableAccess::None => {
                let worth = self.board.worth_beside(laid, &self.beside)?;
                Ok(worth.is_some_and(|worth| worth >= least))
            }
            TableAccess::AfterThreshold => {
                Ok(self.best_part(laid)? >= least && self.leads_to_a_table(laid)?)
            }
        }
    }

    /// Whether these rack tiles and the old table can lie as a new one.
    fn leads_to_a_table(&mut self, laid: Counts) -> Result<bool, Tired> {
        match &mut self.bound {
            None => self.board.lies_in_stacks(self.table + laid, &self.stacks),
            Some(tables) => tables.can_be_left(&mut self.board, self.table, laid),
        }
    }

    /// The largest total of disjoint own sets among these tiles.
    fn best_part(&mut self, tiles: Counts) -> Result<u32, Tired> {
        if tiles == 0 {
            return Ok(0);
        }
        if let Some(known) = self.best_parts.get(&tiles) {
            return Ok(*known);
        }
        self.board.step()?;
        let mut best = self.board.worth(tiles)?.unwrap_or(0);
        for kind in 0..self.board.kinds.tiles.len() {
            if count(tiles, kind) > 0 {
                best = best.max(self.best_part(tiles - one(kind))?);
            }
        }
        self.best_parts.insert(tiles, best);
        Ok(best)
    }

    /// The largest total of own sets that may lie beside the table.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn opening_value(&mut self) -> Result<u32, Tired> {
        let jokers = self.board.kinds.joker_mask();
        let mut best = 0;
        for laid in parts(self.rack, MOST_PARTS).ok_or(Tired)? {
            if !self.board.rules.opening_jokers && laid & jokers != 0 {
                continue;
            }
            let worth = self.board.worth_beside(laid, &self.beside)?;
            best = best.max(worth.unwrap_or(0));
        }
        Ok(best)
    }

    /// The best of these plays for a goal, tiles and value; 0 and 0 if there is none.
    pub fn best(plays: &[Play], objective: Objective) -> (u32, u32) {
        let best = plays
            .iter()
            .max_by_key(|play| objective.score(play.tiles, play.value));
        best.map_or((0, 0), |play| (play.tiles, play.value))
    }

    /// The most old sets that a best play can leave as they were.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn most_kept(&mut self, plays: &[Play], objective: Objective) -> Result<u32, Tired> {
        if self.bound.is_some() {
            return Err(Tired);
        }
        let old: u32 = self.old.keys.iter().map(|key| key.copies).sum();
        let untouched =
            !self.position.opened && self.board.rules.opening_table_access == TableAccess::None;
        if plays.is_empty() || untouched {
            return Ok(old);
        }
        let (tiles, value) = Truth::best(plays, objective);
        let mut most = 0;
        for play in plays
            .iter()
            .filter(|play| (play.tiles, play.value) == (tiles, value))
        {
            let after = self.table + play.laid;
            let kept = self.board.most_kept(after, &self.old, &self.stacks)?;
            most = most.max(kept.unwrap_or(0));
        }
        Ok(most)
    }

    /// What every draw would do.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn draws(&mut self, objective: Objective) -> Result<Vec<AfterDraw>, Tired> {
        let mut draws = Vec::new();
        for (kind, tile) in self.board.kinds.tiles.clone().into_iter().enumerate() {
            let held = count(self.table + self.rack, kind);
            if held < self.board.rules.copies_of(tile) {
                let rack = self.rack + one(kind);
                let plays = self.plays_of(rack)?;
                let whole = plays.iter().any(|play| play.laid == rack);
                draws.push(AfterDraw {
                    kind,
                    best: Truth::best(&plays, objective),
                    goes_out: whole,
                });
            }
        }
        Ok(draws)
    }
}
