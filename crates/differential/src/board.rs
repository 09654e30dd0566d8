//! Partitions of a multiset of tiles into legal sets, by exhaustive search with a memory.

use rustc_hash::FxHashMap;

use crate::field::GroupAccess;
use crate::multiset::{Counts, Kinds, count, holds, lowest};
use crate::rules::Rules;
use crate::sets::{Readings, Tired, all_sets, by_lowest};

/// A group of the old table.
#[derive(Debug, Clone, Copy)]
pub struct OldGroup {
    pub tiles: Counts,
    /// Whether it belongs to the player at turn.
    pub own: bool,
    pub owner: u8,
}

/// The stacks of a table whose groups have owners.
#[derive(Debug, Clone, Default)]
pub struct Stacks {
    /// Whether groups have owners at all.
    pub used: bool,
    pub groups: Vec<OldGroup>,
    /// Most groups that the player may own.
    pub cap: Option<u8>,
    pub me: u8,
}

/// Tiles, the sets that they hold, and what is known about their partitions.
pub struct Board<'a> {
    pub rules: &'a Rules,
    /// The kinds of the position.
    pub kinds: &'a Kinds,
    pub sets: Vec<(Counts, Readings)>,
    places: Vec<Vec<usize>>,
    lies: FxHashMap<Counts, bool>,
    worth: FxHashMap<(Counts, Option<u8>), Option<u32>>,
    owned: FxHashMap<(Counts, u32, u8), bool>,
    work: u64,
}

impl<'a> Board<'a> {
    /// The board of these tiles.
    ///
    /// # Errors
    /// If listing the sets takes more than `work` steps; later questions share what is left.
    pub fn new(
        rules: &'a Rules,
        kinds: &'a Kinds,
        tiles: Counts,
        work: u64,
    ) -> Result<Board<'a>, Tired> {
        let sets = all_sets(rules, kinds, tiles, work)?;
        let places = by_lowest(&sets, kinds);
        Ok(Board {
            rules,
            kinds,
            sets,
            places,
            lies: FxHashMap::default(),
            worth: FxHashMap::default(),
            owned: FxHashMap::default(),
            work,
        })
    }

    /// Uses up a step.
    ///
    /// # Errors
    /// If none is left.
    pub fn step(&mut self) -> Result<(), Tired> {
        self.work = self.work.checked_sub(1).ok_or(Tired)?;
        Ok(())
    }

    /// Whether all of these tiles can lie as legal sets, owners left aside.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn lies(&mut self, tiles: Counts) -> Result<bool, Tired> {
        if tiles == 0 {
            return Ok(true);
        }
        if let Some(known) = self.lies.get(&tiles) {
            return Ok(*known);
        }
        let place = lowest(tiles);
        let mut lies = false;
        for i in 0..self.places[place].len() {
            self.step()?;
            let set = self.sets[self.places[place][i]].0;
            if holds(tiles, set) && self.lies(tiles - set)? {
                lies = true;
                break;
            }
        }
        self.lies.insert(tiles, lies);
        Ok(lies)
    }

    /// The first partitions of these tiles into legal sets, up to `most`.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn partitions(&mut self, tiles: Counts, most: usize) -> Result<Vec<Vec<Counts>>, Tired> {
        let mut found = Vec::new();
        self.part(tiles, most, &mut Vec::new(), &mut found)?;
        Ok(found)
    }

    fn part(
        &mut self,
        tiles: Counts,
        most: usize,
        sets: &mut Vec<Counts>,
        found: &mut Vec<Vec<Counts>>,
    ) -> Result<(), Tired> {
        if tiles == 0 && found.len() < most {
            found.push(sets.clone());
        }
        if tiles == 0 || found.len() >= most {
            return Ok(());
        }
        let place = lowest(tiles);
        for i in 0..self.places[place].len() {
            self.step()?;
            let set = self.sets[self.places[place][i]].0;
            if holds(tiles, set) && self.lies(tiles - set)? {
                sets.push(set);
                self.part(tiles - set, most, sets, found)?;
                sets.pop();
            }
        }
        Ok(())
    }

    /// The largest opening value of all of these tiles as sets; `None` if they cannot lie.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn worth(&mut self, tiles: Counts) -> Result<Option<u32>, Tired> {
        self.worth_within(tiles, None)
    }

    /// The largest opening value of all of these tiles as sets that lie beside an untouched table,
    /// within the cap. A set that lies as a run counts as a group where that is worth more.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn worth_beside(&mut self, tiles: Counts, beside: &Stacks) -> Result<Option<u32>, Tired> {
        match beside.cap.filter(|_| beside.used) {
            None => self.worth(tiles),
            Some(_) if self.worth(tiles)?.is_none() => Ok(None),
            cap => self.worth_within(tiles, cap),
        }
    }

    /// The same with room for this number of own groups, if there is a limit.
    fn worth_within(&mut self, tiles: Counts, room: Option<u8>) -> Result<Option<u32>, Tired> {
        if tiles == 0 {
            return Ok(Some(0));
        }
        if let Some(known) = self.worth.get(&(tiles, room)) {
            return Ok(*known);
        }
        let place = lowest(tiles);
        let mut best = None;
        for i in 0..self.places[place].len() {
            self.step()?;
            let (set, readings) = self.sets[self.places[place][i]];
            let left = room.map(|room| room.checked_sub(u8::from(!readings.is_run())));
            if holds(tiles, set)
                && left != Some(None)
                && let (Some(rest), Some(value)) = (
                    self.worth_within(tiles - set, left.flatten())?,
                    readings.best(),
                )
            {
                best = best.max(Some(rest + value));
            }
        }
        self.worth.insert((tiles, room), best);
        Ok(best)
    }

    /// Whether all of these tiles can lie as legal sets beside the stacks.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn lies_in_stacks(&mut self, tiles: Counts, stacks: &Stacks) -> Result<bool, Tired> {
        if !self.lies(tiles)? {
            return Ok(false);
        }
        if !stacks.used {
            return Ok(true);
        }
        self.owned.clear();
        self.place_owned(tiles, 0, 0, stacks)
    }

    fn place_owned(
        &mut self,
        tiles: Counts,
        mask: u32,
        own: u8,
        stacks: &Stacks,
    ) -> Result<bool, Tired> {
        if tiles == 0 {
            return Ok(all_continued(self.rules, stacks, mask));
        }
        if let Some(known) = self.owned.get(&(tiles, mask, own)) {
            return Ok(*known);
        }
        let place = lowest(tiles);
        let mut lies = false;
        for i in 0..self.places[place].len() {
            self.step()?;
            let (set, readings) = self.sets[self.places[place][i]];
            if !holds(tiles, set) || !self.lies(tiles - set)? {
                continue;
            }
            for role in roles(self.rules, self.kinds, stacks, set, readings, mask) {
                let own = own + u8::from(role.is_own(stacks));
                if stacks.cap.is_none_or(|cap| own <= cap) {
                    let mask = mask | role.bit();
                    lies = lies || self.place_owned(tiles - set, mask, own, stacks)?;
                }
            }
            if lies {
                break;
            }
        }
        self.owned.insert((tiles, mask, own), lies);
        Ok(lies)
    }

    /// The most old sets that can lie as they did, among all tables of these tiles: for each key
    /// (tiles and owner) at most as many as there were. `None` if the tiles cannot lie.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn most_kept(
        &mut self,
        tiles: Counts,
        old: &OldTable,
        stacks: &Stacks,
    ) -> Result<Option<u32>, Tired> {
        if !stacks.used {
            return self.most_kept_freely(tiles, old);
        }
        let mut search = KeptSearch {
            old,
            stacks,
            known: FxHashMap::default(),
        };
        search.best(self, tiles, 0, 0, 0)
    }

    /// Chooses the old sets to keep, many first.
    fn most_kept_freely(&mut self, tiles: Counts, old: &OldTable) -> Result<Option<u32>, Tired> {
        if !self.lies(tiles)? {
            return Ok(None);
        }
        let mut best = 0;
        self.keep(tiles, &old.keys, 0, 0, &mut best)?;
        Ok(Some(best))
    }

    fn keep(
        &mut self,
        tiles: Counts,
        keys: &[OldKey],
        next: usize,
        kept: u32,
        best: &mut u32,
    ) -> Result<(), Tired> {
        self.step()?;
        let left: u32 = keys[next..].iter().map(|key| key.copies).sum();
        if kept + left <= *best || !self.lies(tiles)? {
            return Ok(());
        }
        let Some(key) = keys.get(next) else {
            *best = kept;
            return Ok(());
        };
        for n in (0..=key.copies).rev() {
            let taken = u128::from(n) * key.tiles;
            if (1..=n).all(|i| holds(tiles, u128::from(i) * key.tiles)) {
                self.keep(tiles - taken, keys, next + 1, kept + n, best)?;
            }
        }
        // Keeping fewer sets never makes the rest impossible, so what is kept so far counts.
        *best = (*best).max(kept);
        Ok(())
    }
}

/// Equal old sets: the same tiles and, where groups have owners, the same owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldKey {
    pub tiles: Counts,
    /// Their owner; `None` for runs.
    pub owner: Option<u8>,
    pub copies: u32,
}

/// The sets of the old table, equal ones together.
#[derive(Debug, Clone, Default)]
pub struct OldTable {
    /// One entry for each kind of set.
    pub keys: Vec<OldKey>,
}

impl OldTable {
    /// The old table of these sets, each with its owner.
    pub fn of(sets: &[(Counts, Option<u8>)]) -> OldTable {
        let mut keys: Vec<OldKey> = Vec::new();
        for (tiles, owner) in sets {
            let equal = |key: &&mut OldKey| key.tiles == *tiles && key.owner == *owner;
            match keys.iter_mut().find(equal) {
                Some(key) => key.copies += 1,
                None => keys.push(OldKey {
                    tiles: *tiles,
                    owner: *owner,
                    copies: 1,
                }),
            }
        }
        OldTable { keys }
    }

    fn key(&self, tiles: Counts, owner: Option<u8>) -> Option<usize> {
        let equal = |key: &OldKey| key.tiles == tiles && key.owner == owner;
        self.keys.iter().position(equal)
    }
}

/// What a new set is for the stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A run in the middle of the table.
    Middle,
    /// A new group of the player.
    New,
    /// It continues the old group with this number.
    Continues(usize),
}

impl Role {
    fn bit(self) -> u32 {
        match self {
            Role::Continues(group) => 1 << group,
            _ => 0,
        }
    }

    fn is_own(self, stacks: &Stacks) -> bool {
        match self {
            Role::Middle => false,
            Role::New => true,
            Role::Continues(group) => stacks.groups[group].own,
        }
    }
}

/// Every role that a new set may have beside the groups continued already.
pub fn roles(
    rules: &Rules,
    kinds: &Kinds,
    stacks: &Stacks,
    set: Counts,
    readings: Readings,
    mask: u32,
) -> Vec<Role> {
    let mut roles = Vec::new();
    if readings.is_group() {
        for (i, group) in stacks.groups.iter().enumerate() {
            if mask >> i & 1 == 0 && may_continue(rules, kinds, group, set) {
                roles.push(Role::Continues(i));
            }
        }
        roles.push(Role::New);
    }
    if readings.is_run() {
        roles.push(Role::Middle);
    }
    roles
}

/// Whether a new group can be the continuation of an old one.
fn may_continue(rules: &Rules, kinds: &Kinds, group: &OldGroup, set: Counts) -> bool {
    let value = |tiles: Counts| {
        let list = kinds.list(tiles);
        list.into_iter()
            .find(|tile| !tile.is_joker())
            .map(crate::tile::Tile::face)
    };
    let both = |kind: usize| count(group.tiles, kind) > 0 && count(set, kind) > 0;
    let shares = (0..kinds.tiles.len()).any(both);
    let changed_well = match rules.group_access {
        _ if group.own => true,
        GroupAccess::Anyone => true,
        GroupAccess::AttachOnly => holds(set, group.tiles),
        GroupAccess::OwnerOnly => set == group.tiles,
    };
    shares && changed_well && value(group.tiles) == value(set)
}

/// Whether every group that the player may not dissolve is continued.
fn all_continued(rules: &Rules, stacks: &Stacks, mask: u32) -> bool {
    rules.group_access == GroupAccess::Anyone
        || (0..stacks.groups.len()).all(|i| stacks.groups[i].own || mask >> i & 1 == 1)
}

/// The search for the most sets kept where groups have owners.
struct KeptSearch<'a> {
    old: &'a OldTable,
    stacks: &'a Stacks,
    known: FxHashMap<(Counts, u32, u8, Counts), Option<u32>>,
}

impl KeptSearch<'_> {
    fn best(
        &mut self,
        board: &mut Board<'_>,
        tiles: Counts,
        mask: u32,
        own: u8,
        placed: Counts,
    ) -> Result<Option<u32>, Tired> {
        if tiles == 0 {
            return Ok(all_continued(board.rules, self.stacks, mask).then_some(0));
        }
        let state = (tiles, mask, own, placed);
        if let Some(known) = self.known.get(&state) {
            return Ok(*known);
        }
        let place = lowest(tiles);
        let mut best = None;
        for i in 0..board.places[place].len() {
            board.step()?;
            let (set, readings) = board.sets[board.places[place][i]];
            if !holds(tiles, set) || !board.lies(tiles - set)? {
                continue;
            }
            for role in roles(board.rules, board.kinds, self.stacks, set, readings, mask) {
                let own = own + u8::from(role.is_own(self.stacks));
                if self.stacks.cap.is_some_and(|cap| own > cap) {
                    continue;
                }
                let (gain, placed) = self.gain(set, role, placed);
                let rest = self.best(board, tiles - set, mask | role.bit(), own, placed)?;
                best = best.max(rest.map(|rest| rest + gain));
            }
        }
        self.known.insert(state, best);
        Ok(best)
    }

    /// 1 if this set counts as one kept, and what is placed then.
    fn gain(&self, set: Counts, role: Role, placed: Counts) -> (u32, Counts) {
        let owner = match role {
            Role::Middle => None,
            Role::New => Some(self.stacks.me),
            Role::Continues(group) => Some(self.stacks.groups[group].owner),
        };
        match self.old.key(set, owner) {
            Some(key) => {
                let so_far = placed >> (4 * key) & 15;
                if so_far < u128::from(self.old.keys[key].copies) {
                    (1, placed + (1 << (4 * key)))
                } else {
                    (0, placed)
                }
            }
            None => (0, placed),
        }
    }
}
