//! The draft: the table as the person changes it before the referee sees it. Tiles are moved and
//! laid, with undo.

use std::cmp::Reverse;

use rummilab_core::layout::{Origin, in_old_order};
use rummilab_core::{Rearrange, RuleSet, Set, SetReading, Table, Tile, TileCounts};

/// A tile on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DraftTile {
    pub tile: Tile,
    /// Whether it came from the rack on this turn.
    pub laid: bool,
    /// Whether another player laid it after the person's last turn.
    pub fresh: bool,
}

impl DraftTile {
    fn from_rack(tile: Tile) -> DraftTile {
        DraftTile {
            tile,
            laid: true,
            fresh: false,
        }
    }
}

/// A set on the table, complete or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftSet {
    /// Its tiles in the order in which they lie.
    pub tiles: Vec<DraftTile>,
    /// How it is read, where its tiles leave that open.
    pub reading: Option<SetReading>,
    /// The seat that owned it as a group before the turn.
    pub owner: Option<u8>,
    /// Its origin, if others changed or laid it after the person's last turn.
    pub change: Option<Origin>,
}

impl DraftSet {
    /// The tiles as a set.
    pub fn set(&self) -> Set {
        Set::new(self.tiles.iter().map(|tile| tile.tile)).read_as(self.reading)
    }

    /// Whether all its tiles came from the rack on this turn.
    pub fn is_own(&self) -> bool {
        self.tiles.iter().all(|tile| tile.laid)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// A tile of the rack.
    Rack(Tile),
    /// A tile on the table, by its set and its place in the set, both from 0.
    Table {
        set: usize,
        /// The place in the set.
        at: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveTarget {
    New,
    /// A set on the table, from 0.
    Set(usize),
    /// The rack; only for tiles that were laid on this turn.
    Rack,
}

/// Why an edit is impossible. The texts number sets from 1, as people see them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such set.
    NoSuchSet(usize, usize),
    /// The rack lacks the tile, or holds too few copies.
    NotOnRack(Tile),
    /// The set lacks the tile, or holds too few copies.
    NotInSet(Tile, usize),
    /// A tile that lay on the table before the turn must stay.
    MustStay(Tile),
    NothingPicked,
    /// The set cannot be split there.
    NoSplit(usize, Tile),
    /// A join of fewer than two sets.
    NoJoin,
    /// Nothing was changed on this turn.
    NothingToUndo,
    /// No change was undone since the last edit.
    NothingToRedo,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct DraftState {
    sets: Vec<DraftSet>,
    rack: TileCounts,
}

/// Table and rack during a turn.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    now: DraftState,
    /// All earlier states, from the start of the turn.
    past: Vec<DraftState>,
    /// All undone states, the last one undone at the end.
    undone: Vec<DraftState>,
}

impl Draft {
    /// A draft of this table and rack. A set takes the place that it, or the set that it came from,
    /// had on `known`, the table after the person's last turn.
    pub fn new(rules: &RuleSet, table: &Table, rack: TileCounts, known: &Table) -> Draft {
        let counts = |table: &Table| table.counts().unwrap_or_default();
        let came = counts(table).saturating_sub(&counts(known));
        let mut left: Vec<(usize, &Set)> = table.sets().iter().enumerate().collect();
        let mut sets = Vec::with_capacity(left.len());
        for laid in in_old_order(rules, known, table, &came) {
            let sorted = laid.set.sorted();
            let index = left.iter().position(|(_, set)| set.sorted() == sorted);
            let tiles = laid.set.tiles().iter().zip(&laid.from_rack);
            sets.push(DraftSet {
                tiles: tiles
                    .map(|(tile, fresh)| DraftTile {
                        tile: *tile,
                        laid: false,
                        fresh: *fresh,
                    })
                    .collect(),
                reading: laid.set.reading(),
                owner: index.and_then(|index| table.owner(left.swap_remove(index).0)),
                change: (laid.origin != Origin::Kept).then_some(laid.origin),
            });
        }
        Draft {
            now: DraftState { sets, rack },
            past: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The sets in the order in which people see them.
    pub fn sets(&self) -> &[DraftSet] {
        &self.now.sets
    }

    /// The remaining tiles of the rack.
    pub fn rack(&self) -> &TileCounts {
        &self.now.rack
    }

    /// The tiles laid so far on this turn.
    pub fn laid(&self) -> TileCounts {
        let tiles = self.now.sets.iter().flat_map(|set| &set.tiles);
        let laid = tiles.filter(|tile| tile.laid).map(|tile| tile.tile);
        TileCounts::try_from_tiles(laid).unwrap_or_default()
    }

    pub fn table(&self) -> Table {
        Table::new(self.now.sets.iter().map(DraftSet::set).collect())
    }

    /// Whether the draft differs from the start of the turn.
    pub fn is_changed(&self) -> bool {
        self.past.first().is_some_and(|first| *first != self.now)
    }

    /// The indices of the illegal sets.
    pub fn illegal_sets(&self, rules: &RuleSet) -> Vec<usize> {
        let sets = self.now.sets.iter().enumerate();
        sets.filter(|(_, set)| !rules.judge(set.set().tiles()).is_legal())
            .map(|(at, _)| at)
            .collect()
    }

    /// The ways in which the person may lay a set of this turn, where it has several because of its
    /// jokers ([`RuleSet::ways_to_lie`]). A set that lay there before has none.
    pub fn ways_to_lie(&self, rules: &RuleSet, set: &DraftSet) -> Vec<Set> {
        let start = self.past.first().unwrap_or(&self.now);
        if start.sets.iter().any(|old| old.set() == set.set()) {
            return Vec::new();
        }
        rules.ways_to_lie(&set.set())
    }

    /// The tile of a pick; `None` if it does not exist.
    fn picked(&self, pick: &Pick) -> Option<DraftTile> {
        match *pick {
            Pick::Rack(tile) => (self.now.rack.count(tile) > 0).then(|| DraftTile::from_rack(tile)),
            Pick::Table { set, at } => self.now.sets.get(set)?.tiles.get(at).copied(),
        }
    }

    /// The places where these tiles would be legal: sets (from 0) that stay or become legal, or are
    /// split into two that are; a new set; and the rack if all were laid on this turn.
    pub fn fits(&self, rules: &RuleSet, picks: &[Pick]) -> Vec<MoveTarget> {
        let tiles: Option<Vec<DraftTile>> = picks.iter().map(|pick| self.picked(pick)).collect();
        let tiles = tiles.unwrap_or_default();
        let moved = || tiles.iter().map(|tile| tile.tile);
        let from = |set: usize| {
            let there = |pick: &Pick| matches!(pick, Pick::Table { set: at, .. } if *at == set);
            picks.iter().any(there)
        };
        let legal = |there: &[Tile]| {
            let all: Vec<Tile> = there.iter().copied().chain(moved()).collect();
            rules.judge(&all).is_legal()
        };
        let sets = self.now.sets.iter().enumerate();
        let parted = |set: &DraftSet| parted(rules, &set.tiles, &tiles).is_some();
        let fits = |set: &DraftSet| legal(set.set().tiles()) || parted(set);
        let sets = sets.filter(|(at, set)| !from(*at) && fits(set));
        let sets = sets.map(|(at, _)| MoveTarget::Set(at));
        let new = legal(&[]).then_some(MoveTarget::New);
        let on_table = |pick: &Pick| matches!(pick, Pick::Table { .. });
        let back = picks.iter().all(on_table) && tiles.iter().all(|tile| tile.laid);
        let rack = (back && !tiles.is_empty()).then_some(MoveTarget::Rack);
        sets.chain(new).chain(rack).collect()
    }

    /// Whether a change of this turn can be undone.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Undoes the last change.
    ///
    /// # Errors
    /// If there is none on this turn.
    pub fn undo(&mut self) -> Result<(), EditError> {
        let before = self.past.pop().ok_or(EditError::NothingToUndo)?;
        self.undone.push(std::mem::replace(&mut self.now, before));
        Ok(())
    }

    /// Whether an undone change can be repeated.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Repeats the change that was undone last.
    ///
    /// # Errors
    /// If there is none, or another change followed.
    pub fn redo(&mut self) -> Result<(), EditError> {
        let after = self.undone.pop().ok_or(EditError::NothingToRedo)?;
        self.past.push(std::mem::replace(&mut self.now, after));
        Ok(())
    }

    /// Undoes all changes of the turn. This can be undone, too.
    pub fn reset(&mut self) {
        if let Some(first) = self.past.first().cloned() {
            self.change(first);
        }
    }

    /// Moves tiles. A run into which they are moved is split where that makes two legal sets, as
    /// `R4 R5 R6 R7 R8` with another `R6`.
    ///
    /// # Errors
    /// If a tile is missing or must stay on the table; then nothing has changed.
    pub fn shift(
        &mut self,
        rules: &RuleSet,
        picks: &[Pick],
        to: MoveTarget,
    ) -> Result<(), EditError> {
        if picks.is_empty() {
            return Err(EditError::NothingPicked);
        }
        let mut next = self.now.clone();
        if let MoveTarget::Set(set) = to {
            next.check_set(set)?;
        }
        let mut moved = Vec::with_capacity(picks.len());
        // From the end, so that the other places stay valid.
        let mut places: Vec<(usize, usize)> = Vec::new();
        for pick in picks {
            match *pick {
                Pick::Rack(tile) => {
                    if !next.rack.remove(tile) {
                        return Err(EditError::NotOnRack(tile));
                    }
                    moved.push(DraftTile::from_rack(tile));
                }
                Pick::Table { set, at } => {
                    next.check_set(set)?;
                    if !places.contains(&(set, at)) {
                        places.push((set, at));
                    }
                }
            }
        }
        places.sort_unstable_by(|a, b| b.cmp(a));
        for (set, at) in places {
            let tiles = &mut next.sets[set].tiles;
            if at < tiles.len() {
                moved.push(tiles.remove(at));
            }
        }
        match to {
            MoveTarget::New => next.sets.push(DraftSet {
                tiles: moved,
                ..DraftSet::default()
            }),
            MoveTarget::Set(set) => match parted(rules, &next.sets[set].tiles, &moved) {
                Some([first, tiles]) => {
                    next.sets[set].tiles = first;
                    let second = DraftSet {
                        tiles,
                        ..DraftSet::default()
                    };
                    next.sets.insert(set + 1, second);
                }
                None => next.sets[set].tiles.extend(moved),
            },
            MoveTarget::Rack => {
                for tile in moved {
                    next.back_to_rack(tile)?;
                }
            }
        }
        next.tidy(rules);
        self.change(next);
        Ok(())
    }

    /// Splits a set; the part from this place on becomes a new set.
    ///
    /// # Errors
    /// If there is no such set, or one part would be empty.
    pub fn split(&mut self, rules: &RuleSet, set: usize, at: usize) -> Result<(), EditError> {
        let mut next = self.now.clone();
        next.check_set(set)?;
        let tiles = &mut next.sets[set].tiles;
        if at == 0 || at >= tiles.len() {
            return Err(EditError::NoSplit(
                set + 1,
                tiles[at.min(tiles.len() - 1)].tile,
            ));
        }
        let rest = tiles.split_off(at);
        let part = DraftSet {
            tiles: rest,
            ..DraftSet::default()
        };
        next.sets.insert(set + 1, part);
        next.tidy(rules);
        self.change(next);
        Ok(())
    }

    /// Joins several sets into one, in the place of the first.
    ///
    /// # Errors
    /// If there is no such set, or fewer than two are named.
    pub fn join(&mut self, rules: &RuleSet, sets: &[usize]) -> Result<(), EditError> {
        let mut next = self.now.clone();
        let (first, others) = sets.split_first().ok_or(EditError::NoJoin)?;
        if others.is_empty() || others.contains(first) {
            return Err(EditError::NoJoin);
        }
        for set in sets {
            next.check_set(*set)?;
        }
        for set in others {
            let tiles = std::mem::take(&mut next.sets[*set].tiles);
            next.sets[*first].tiles.extend(tiles);
        }
        next.tidy(rules);
        self.change(next);
        Ok(())
    }

    /// Replaces some sets of the table by these. Tiles that the old sets lack come from the rack.
    /// Tiles that the new sets lack go back to the rack if they were laid on this turn.
    ///
    /// # Errors
    /// If there is no such set, a tile is not on the rack, or a tile must stay on the table; then
    /// nothing has changed.
    pub fn rewrite(
        &mut self,
        rules: &RuleSet,
        old: &[usize],
        new: &[Set],
    ) -> Result<(), EditError> {
        let next = self.now.rewritten(rules, old, new)?;
        self.change(next);
        Ok(())
    }

    /// The table at the start of the turn, its sets in the order in which people see them.
    pub fn start(&self) -> Table {
        let start = self.past.first().unwrap_or(&self.now);
        Table::new(start.sets.iter().map(DraftSet::set).collect())
    }

    /// Replaces the whole table, relative to the start of the turn, as one change. The sets lie in
    /// the order of `table`.
    ///
    /// # Errors
    /// Those of [`rewrite`](Draft::rewrite).
    pub fn put_table(&mut self, rules: &RuleSet, table: &Table) -> Result<(), EditError> {
        let start = self.past.first().unwrap_or(&self.now);
        let next = start.with_table(rules, table)?;
        self.change(next);
        Ok(())
    }

    fn change(&mut self, next: DraftState) {
        if next != self.now {
            self.past.push(std::mem::replace(&mut self.now, next));
            self.undone.clear();
        }
    }
}

impl DraftState {
    fn check_set(&self, set: usize) -> Result<(), EditError> {
        match self.sets.get(set) {
            Some(_) => Ok(()),
            None => Err(EditError::NoSuchSet(
                set.saturating_add(1),
                self.sets.iter().filter(|set| !set.tiles.is_empty()).count(),
            )),
        }
    }

    /// Puts a tile from the table on the rack. Equal tiles are one kind: if an equal tile was laid
    /// on this turn, the remaining one counts as the old tile.
    fn back_to_rack(&mut self, tile: DraftTile) -> Result<(), EditError> {
        if !tile.laid {
            let equal = self.sets.iter_mut().flat_map(|set| &mut set.tiles);
            let equal = equal
                .into_iter()
                .find(|other| other.tile == tile.tile && other.laid);
            equal.ok_or(EditError::MustStay(tile.tile))?.laid = false;
        }
        let fits = self.rack.insert(tile.tile);
        debug_assert!(fits, "the tile was on this rack");
        Ok(())
    }

    /// This state with another table. A set that lies there already is left as it is; the others
    /// take their tiles from the old sets that they share most with, and then from the rack.
    fn with_table(&self, rules: &RuleSet, table: &Table) -> Result<DraftState, EditError> {
        let mut old = self.sets.clone();
        let mut made: Vec<DraftSet> = Vec::with_capacity(table.sets().len());
        for set in table.sets() {
            let kept = old
                .iter()
                .position(|old| old.set().sorted() == set.sorted());
            made.push(
                kept.map(|at| std::mem::take(&mut old[at]))
                    .unwrap_or_default(),
            );
        }
        let changed = table.sets().iter().zip(&mut made);
        let changed = changed.filter(|(_, made)| made.tiles.is_empty());
        let mut changed: Vec<_> = changed
            .map(|(set, made)| (set, made, set.tiles().to_vec()))
            .collect();
        loop {
            let shared = |missing: &[Tile], old: &DraftSet| {
                let mut left = missing.to_vec();
                let there = |tile: &&DraftTile| take(&mut left, tile.tile);
                old.tiles.iter().filter(there).count()
            };
            let pairs =
                (0..changed.len()).flat_map(|new| (0..old.len()).map(move |old| (new, old)));
            let most = pairs
                .map(|(new, from)| (shared(&changed[new].2, &old[from]), new, from))
                .max_by_key(|(shared, new, from)| (*shared, Reverse(*new), Reverse(*from)));
            let Some((1.., new, from)) = most else { break };
            let (_, made, missing) = &mut changed[new];
            if made.tiles.is_empty() {
                (made.owner, made.change) = (old[from].owner, old[from].change);
            }
            let moved = old[from]
                .tiles
                .extract_if(.., |tile| take(missing, tile.tile));
            made.tiles.extend(moved);
        }
        let mut rack = self.rack;
        for (set, made, missing) in changed {
            for tile in missing {
                if !rack.remove(tile) {
                    return Err(EditError::NotOnRack(tile));
                }
                made.tiles.push(DraftTile::from_rack(tile));
            }
            made.reading = set.reading();
            put_in_order(&mut made.tiles, set.tiles());
        }
        let mut next = DraftState { sets: made, rack };
        for tile in old.into_iter().flat_map(|old| old.tiles) {
            next.back_to_rack(tile)?;
        }
        next.tidy(rules);
        Ok(next)
    }

    fn rewritten(
        &self,
        rules: &RuleSet,
        old: &[usize],
        new: &[Set],
    ) -> Result<DraftState, EditError> {
        let mut next = self.clone();
        let mut spare: Vec<DraftTile> = Vec::new();
        for set in old {
            next.check_set(*set)?;
            spare.append(&mut next.sets[*set].tiles);
        }
        // Old tiles are used first, so that those laid may go back.
        spare.sort_by_key(|tile| tile.laid);
        let mut made = Vec::with_capacity(new.len());
        for laid in new {
            let mut set = DraftSet {
                reading: laid.reading(),
                ..DraftSet::default()
            };
            for tile in laid.tiles() {
                let there = spare.iter().position(|other| other.tile == *tile);
                set.tiles.push(match there {
                    Some(at) => spare.remove(at),
                    None if next.rack.remove(*tile) => DraftTile::from_rack(*tile),
                    None => return Err(EditError::NotOnRack(*tile)),
                });
            }
            made.push(set);
        }
        let mut places = old.to_vec();
        places.sort_unstable();
        places.dedup();
        for (at, set) in made.into_iter().enumerate() {
            match places.get(at) {
                Some(place) => {
                    next.sets[*place].tiles = set.tiles;
                    next.sets[*place].reading = set.reading;
                }
                None => next.sets.push(set),
            }
        }
        for tile in spare {
            next.back_to_rack(tile)?;
        }
        next.tidy(rules);
        Ok(next)
    }

    /// Arranges every set, and drops empty ones.
    fn tidy(&mut self, rules: &RuleSet) {
        self.sets.retain(|set| !set.tiles.is_empty());
        for set in &mut self.sets {
            arrange(rules, set);
            set.reading = set.reading.filter(|reading| {
                let needed = rules.with_reading(set.set()).reading();
                needed == Some(*reading)
            });
        }
    }
}

/// The two sets into which these tiles split a set that they do not fit as it is.
fn parted(rules: &RuleSet, set: &[DraftTile], moved: &[DraftTile]) -> Option<[Vec<DraftTile>; 2]> {
    let legal = |parts: &[&[DraftTile]]| {
        let tiles: Vec<Tile> = parts.concat().iter().map(|tile| tile.tile).collect();
        rules.judge(&tiles).is_legal()
    };
    if rules.rearrange != Rearrange::Free || legal(&[set, moved]) {
        return None;
    }
    (1..set.len()).find_map(|at| {
        let (low, high) = set.split_at(at);
        if legal(&[low, moved]) && legal(&[high]) {
            Some([[low, moved].concat(), high.to_vec()])
        } else if legal(&[low]) && legal(&[moved, high]) {
            Some([low.to_vec(), [moved, high].concat()])
        } else {
            None
        }
    })
}

/// Orders the tiles of a set for reading: as a legal set lies, otherwise by value.
fn arrange(rules: &RuleSet, set: &mut DraftSet) {
    let tiles: Vec<Tile> = set.set().tiles().to_vec();
    let legal = rules.judge_laid(&tiles).is_legal();
    let ascending = tiles.is_sorted_by_key(|tile| tile.value().unwrap_or(0))
        || tiles.iter().any(|tile| tile.is_joker());
    if legal && ascending {
        return;
    }
    let order: Vec<Tile> = match rules.lay_out(&tiles) {
        Some(laid) => laid.tiles().to_vec(),
        None => {
            let mut sorted = tiles;
            sorted.sort_by_key(|tile| (tile.is_joker(), tile.value(), *tile));
            sorted
        }
    };
    put_in_order(&mut set.tiles, &order);
}

/// Orders the tiles as these, which are the same.
fn put_in_order(tiles: &mut Vec<DraftTile>, order: &[Tile]) {
    let mut left = std::mem::take(tiles);
    for tile in order {
        if let Some(at) = left.iter().position(|other| other.tile == *tile) {
            tiles.push(left.remove(at));
        }
    }
}

/// Removes one such tile; returns whether there was one.
fn take(tiles: &mut Vec<Tile>, tile: Tile) -> bool {
    let found = tiles.iter().position(|other| *other == tile);
    found.map(|at| tiles.swap_remove(at)).is_some()
}
