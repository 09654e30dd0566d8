//! The tables that a turn could leave, all of them: every partition of the tiles into sets, and
//! every way in which the sets can lie.

use rustc_hash::FxHashMap;

use super::layout::{Form, Lying, layouts, read};
use super::place::{Goal, can_end};
use super::turn::{Scene, scenes};
use crate::board::Board;
use crate::games::ask::Oracle;
use crate::games::record::seats;
use crate::games::stacks::{self, Owned};
use crate::multiset::Counts;
use crate::position::Position;
use crate::rules::Rules;
use crate::sets::Tired;
use crate::tile::Tile;

/// Partitions that are looked at for the tiles of a turn.
const MOST_PARTITIONS: usize = 20_000;

/// Steps of reading one set.
const READ_WORK: u64 = 100_000;

/// The old table of a position, and the layouts of new sets that are known.
pub struct Tables<'a> {
    rules: &'a Rules,
    before: Vec<Lying>,
    opened: bool,
    layouts: FxHashMap<Counts, Vec<Lying>>,
    owners: Option<OldOwners<'a>>,
}

/// Who owns the groups of the old table.
struct OldOwners<'a> {
    ask: Oracle<'a>,
    sets: Vec<Vec<Tile>>,
    owners: Vec<Option<u8>>,
    me: u8,
    /// Seats that can own a group once the turn is over.
    seats: Vec<u8>,
}

impl<'a> Tables<'a> {
    /// The table of this position.
    ///
    /// # Errors
    /// If a set does not say what it is.
    pub fn new(position: &'a Position) -> Result<Tables<'a>, Tired> {
        let rules = &position.rules;
        let laid = position.laid();
        let before = laid.iter().map(|set| read(rules, set).map_err(|_| Tired));
        Ok(Tables {
            rules,
            before: before.collect::<Result<_, _>>()?,
            opened: position.opened,
            layouts: FxHashMap::default(),
            owners: rules.has_owners().then(|| OldOwners::of(position)),
        })
    }

    /// Whether some legal turn lays exactly these rack tiles.
    ///
    /// # Errors
    /// If the work limit of the board is reached.
    pub fn can_be_left(
        &mut self,
        board: &mut Board<'_>,
        table: Counts,
        laid: Counts,
    ) -> Result<bool, Tired> {
        if !board.lies(table + laid)? {
            return Ok(false);
        }
        let tiles = board.kinds.list(laid);
        let scenes = scenes(self.rules, &self.before, &tiles, self.opened);
        let partitions = board.partitions(table + laid, MOST_PARTITIONS)?;
        for sets in &partitions {
            let mut ways = Vec::new();
            for set in sets {
                ways.push(self.layouts_of(board, *set));
            }
            if self.lies_as_one_of(board, &scenes, &ways, &mut Vec::new())? {
                return Ok(true);
            }
        }
        if partitions.len() < MOST_PARTITIONS {
            Ok(false)
        } else {
            Err(Tired)
        }
    }

    /// The layouts of a set. Without jokers any of them will do: nothing in it is locked. Where
    /// sets are only extended, each order of a run counts: round a circle of three values there are
    /// three.
    fn layouts_of(&mut self, board: &Board<'_>, set: Counts) -> Vec<Lying> {
        if let Some(known) = self.layouts.get(&set) {
            return known.clone();
        }
        let mut ways = layouts(self.rules, &board.kinds.list(set));
        if set & board.kinds.joker_mask() == 0 {
            if self.rules.only_extends() {
                let mut groups = 0;
                ways.retain(|lying| {
                    groups += u32::from(lying.form == Form::Group);
                    lying.form != Form::Group || groups == 1
                });
            } else {
                ways.truncate(1);
            }
        }
        self.layouts.insert(set, ways.clone());
        ways
    }

    /// Chooses a layout of each set.
    fn lies_as_one_of(
        &self,
        board: &mut Board<'_>,
        scenes: &[Scene],
        ways: &[Vec<Lying>],
        after: &mut Vec<Lying>,
    ) -> Result<bool, Tired> {
        let Some((first, rest)) = ways.split_first() else {
            for _ in scenes {
                board.step()?;
            }
            return match &self.owners {
                None => Ok(self.ends(scenes, after, None)),
                Some(old) => self.ends_owned(board, scenes, after, old, &mut Vec::new()),
            };
        };
        for lying in first {
            after.push(lying.clone());
            let found = self.lies_as_one_of(board, scenes, rest, after)?;
            after.pop();
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ends(&self, scenes: &[Scene], after: &[Lying], owners: Option<[&[Option<u8>]; 2]>) -> bool {
        let goal = Goal {
            rules: self.rules,
            before: &self.before,
            after,
            owners,
        };
        scenes.iter().any(|scene| can_end(&goal, scene))
    }

    /// Chooses an owner of each new group.
    fn ends_owned(
        &self,
        board: &mut Board<'_>,
        scenes: &[Scene],
        after: &[Lying],
        old: &OldOwners<'_>,
        owners: &mut Vec<Option<u8>>,
    ) -> Result<bool, Tired> {
        board.step()?;
        let Some(next) = after.get(owners.len()) else {
            return Ok(
                old.allow(after, owners) && self.ends(scenes, after, Some([&old.owners, owners]))
            );
        };
        let seats: Vec<Option<u8>> = match next.form {
            Form::Group => old.seats.iter().copied().map(Some).collect(),
            Form::Run | Form::StepRun => vec![None],
        };
        for seat in seats {
            owners.push(seat);
            let found = self.ends_owned(board, scenes, after, old, owners)?;
            owners.pop();
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<'a> OldOwners<'a> {
    fn of(position: &'a Position) -> OldOwners<'a> {
        let owners = &position.owners;
        let mut seats: Vec<u8> = owners.iter().copied().flatten().collect();
        seats.push(position.me);
        seats.sort_unstable();
        seats.dedup();
        OldOwners {
            ask: Oracle::new(&position.rules, READ_WORK),
            sets: position.table.clone(),
            owners: owners.clone(),
            me: position.me,
            seats,
        }
    }

    /// Whether the owners of a new table can be these, jokers left aside.
    fn allow(&self, after: &[Lying], owners: &[Option<u8>]) -> bool {
        let sets: Vec<Vec<Tile>> = after.iter().map(Lying::tiles).collect();
        let (old, new) = (seats(&self.owners), seats(owners));
        let before = Owned {
            sets: &self.sets,
            owners: &old,
        };
        let after = Owned {
            sets: &sets,
            owners: &new,
        };
        stacks::fault(&self.ask, before, after, self.me.into()).is_none()
    }
}
