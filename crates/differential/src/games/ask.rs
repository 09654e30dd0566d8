//! What the referee asks about tiles: readings of sets, the best opening, and whether anything can
//! be laid. All of it comes from brute force with a limit of work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::record::Set;
use super::state::State;
use crate::field::TableAccess;
use crate::multiset::{Counts, Kinds, holds, lowest, one};
use crate::position::Position;
use crate::rules::Rules;
use crate::sets::{Tired, all_sets, by_lowest, judge};
use crate::tile::{Tile, print_tiles, sorted};
use crate::truth::{Truth, kinds_of};

/// How a set can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// As a group of some kind.
    pub group: bool,
    /// As a run of some kind.
    pub run: bool,
    /// Its best value in an opening.
    pub best: u32,
}

/// Whether a player can lay a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CanLay {
    No,
    Yes(String),
    /// Too hard for the brute force.
    Unknown,
}

/// Answers for one rule system.
#[derive(Debug)]
pub struct Oracle<'a> {
    pub rules: &'a Rules,
    /// Steps that a question may take.
    pub work: u64,
    readings: RefCell<BTreeMap<Set, Option<Reading>>>,
    unread: Cell<u64>,
}

impl<'a> Oracle<'a> {
    /// For these rules, with this number of steps a question.
    pub fn new(rules: &'a Rules, work: u64) -> Oracle<'a> {
        Oracle {
            rules,
            work,
            readings: RefCell::default(),
            unread: Cell::new(0),
        }
    }

    /// Sets that were too hard to read.
    pub fn unread(&self) -> u64 {
        self.unread.get()
    }

    /// How these tiles can be read as a set; `None` if they are none. A set that is too hard counts
    /// as legal in every way.
    pub fn read(&self, tiles: &[Tile]) -> Option<Reading> {
        let tiles = sorted(tiles);
        if let Some(known) = self.readings.borrow().get(&tiles) {
            return *known;
        }
        let reading = match judge(self.rules, &tiles, self.work) {
            Ok(readings) => readings.best().map(|best| Reading {
                group: readings.is_group(),
                run: readings.is_run(),
                best,
            }),
            Err(_) => {
                self.unread.set(self.unread.get() + 1);
                Some(Reading {
                    group: true,
                    run: true,
                    best: u32::MAX / 8,
                })
            }
        };
        self.readings.borrow_mut().insert(tiles, reading);
        reading
    }

    /// The largest value of disjoint sets of these tiles; jokers only where the rules allow them in
    /// an opening. `None` if that is too hard.
    pub fn best_opening(&self, tiles: &[Tile]) -> Option<u32> {
        let usable = |tile: &&Tile| self.rules.opening_jokers || !tile.is_joker();
        let tiles: Vec<Tile> = tiles.iter().filter(usable).copied().collect();
        let kinds = Kinds::of(tiles.iter().copied())?;
        let all = kinds.counts(&tiles)?;
        let sets = all_sets(self.rules, &kinds, all, self.work).ok()?;
        let values: Vec<(Counts, u32)> = sets
            .iter()
            .filter_map(|(tiles, readings)| Some((*tiles, readings.best()?)))
            .collect();
        let mut packing = Packing {
            values: &values,
            places: &by_lowest(&sets, &kinds),
            known: BTreeMap::new(),
            work: self.work,
        };
        packing.best(all)
    }

    /// The same where a player may own too few groups for all of them. Only beside a table that
    /// the opening leaves alone; elsewhere the cap is left aside.
    pub fn best_legal_opening(&self, tiles: &[Tile]) -> Option<u32> {
        let all = self.best_opening(tiles)?;
        let cap = self.rules.group_cap_per_player.map(usize::from);
        let binds = cap.is_some_and(|cap| tiles.len() >= 3 * (cap + 1));
        if !binds || self.rules.opening_table_access != TableAccess::None {
            return Some(all);
        }
        let position = Position::of(self.rules.clone(), &[], tiles.to_vec(), false);
        let kinds = kinds_of(&position, false).ok()?;
        let mut truth = Truth::new(&position, &kinds, false, self.work).ok()?;
        truth.opening_value().ok()
    }

    /// Whether the seat to move can lay a tile.
    pub fn can_lay(&self, state: &State) -> CanLay {
        match self.some_play(state) {
            Ok(None) => CanLay::No,
            Ok(Some(tiles)) => CanLay::Yes(print_tiles(&tiles)),
            Err(Tired) => CanLay::Unknown,
        }
    }

    /// The position of the seat to move, as far as its next play depends on it.
    pub fn position(&self, state: &State) -> Position {
        let seat = &state.seats[state.to_move];
        // An opening beside the table does not depend on it: nobody unopened owns a group.
        let aside = !seat.opened && self.rules.opening_table_access == TableAccess::None;
        let table = if aside { Vec::new() } else { state.laid() };
        let owners = state.owners.iter().take(table.len());
        let owner = |owner: &Option<usize>| owner.map(|owner| owner as u8);
        Position {
            owners: owners.map(owner).collect(),
            me: state.to_move as u8,
            ..Position::of(self.rules.clone(), &table, seat.rack.clone(), seat.opened)
        }
    }

    fn some_play(&self, state: &State) -> Result<Option<Vec<Tile>>, Tired> {
        let position = self.position(state);
        let kinds = kinds_of(&position, false)?;
        Truth::new(&position, &kinds, false, self.work)?.any_play()
    }
}

/// The best choice of disjoint sets.
struct Packing<'a> {
    values: &'a [(Counts, u32)],
    places: &'a [Vec<usize>],
    known: BTreeMap<Counts, u32>,
    work: u64,
}

impl Packing<'_> {
    fn best(&mut self, left: Counts) -> Option<u32> {
        if left == 0 {
            return Some(0);
        }
        if let Some(known) = self.known.get(&left) {
            return Some(*known);
        }
        let kind = lowest(left);
        let mut best = self.best(left - one(kind))?;
        let places = self.places;
        for at in &places[kind] {
            self.work = self.work.checked_sub(1)?;
            let (tiles, value) = self.values[*at];
            if holds(left, tiles) {
                best = best.max(value + self.best(left - tiles)?);
            }
        }
        self.known.insert(left, best);
        Some(best)
    }
}
