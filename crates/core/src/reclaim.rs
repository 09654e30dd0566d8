//! Checks that the jokers of broken sets were replaced, under rules that ask for it
//! (docs/rules.md#joker-reclaim).

use crate::counts::TileCounts;
use crate::rules::{JokerReclaim, RuleSet};
use crate::set::{Set, Table};
use crate::tile::Tile;
use crate::turn::Illegal;

impl RuleSet {
    /// Checks `joker_reclaim` by the tables before and after a turn that laid these tiles.
    ///
    /// An old set is *kept* if all its tiles, jokers included, lie together in one new set. A new
    /// set with enough room can keep several old sets. A set that is not kept frees its jokers, and
    /// each joker needs a number tile that replaces it: the set with this one joker exchanged for
    /// the tile must be legal. With `replace-from-rack` the tile must be one of those laid on this
    /// turn. With `replace-any` it may be any tile of the new table that does not come from the
    /// broken set. No tile pays for two jokers. A joker that was paid for may lie anywhere.
    pub(crate) fn judge_reclaim(
        &self,
        before: &Table,
        played: &TileCounts,
        after: &Table,
    ) -> Result<(), Illegal> {
        let from_rack = match self.joker_reclaim {
            JokerReclaim::Free => return Ok(()),
            JokerReclaim::ReplaceFromRack => true,
            JokerReclaim::ReplaceAny => false,
        };
        let counts = |set: &Set| TileCounts::try_from_tiles(set.tiles().iter().copied());
        let with_jokers: Vec<(&Set, TileCounts)> = before
            .sets()
            .iter()
            .filter_map(|set| Some((set, counts(set).ok()?)))
            .filter(|(_, tiles)| tiles.jokers() > 0)
            .collect();
        let all = if from_rack {
            *played
        } else {
            after.counts().unwrap_or_default()
        };
        let mut settling = Settling {
            rules: self,
            with_jokers,
            room: after.sets().iter().filter_map(|s| counts(s).ok()).collect(),
            paying: all,
            all,
            from_rack,
            furthest: 0,
        };
        if settling.settle(0) {
            return Ok(());
        }
        let (set, _) = settling.with_jokers[settling.furthest];
        Err(Illegal::JokerNotReplaced(set.clone()))
    }
}

/// A search for a way to keep or pay for every joker.
struct Settling<'a> {
    rules: &'a RuleSet,
    with_jokers: Vec<(&'a Set, TileCounts)>,
    /// Tiles of each new set beyond those of the old sets kept in it.
    room: Vec<TileCounts>,
    /// All tiles that could pay for a joker.
    all: TileCounts,
    /// Those that have not paid yet.
    paying: TileCounts,
    from_rack: bool,
    /// The set at which the deepest search failed.
    furthest: usize,
}

impl Settling<'_> {
    /// Settles the old sets from this one on.
    fn settle(&mut self, next: usize) -> bool {
        let Some((_, tiles)) = self.with_jokers.get(next) else {
            return true;
        };
        self.furthest = self.furthest.max(next);
        let tiles = *tiles;
        for i in 0..self.room.len() {
            let room = self.room[i];
            if let Some(rest) = room.checked_sub(&tiles) {
                self.room[i] = rest;
                if self.settle(next + 1) {
                    return true;
                }
                self.room[i] = room;
            }
        }
        let jokers: Vec<Tile> = tiles.tiles().filter(|tile| tile.is_joker()).collect();
        self.pay(next, &jokers, &mut TileCounts::default())
    }

    /// Pays for the remaining jokers of a broken set, then settles the sets after it. `paid` holds
    /// the tiles that paid for the other jokers of this set.
    fn pay(&mut self, set: usize, jokers: &[Tile], paid: &mut TileCounts) -> bool {
        let Some((joker, rest)) = jokers.split_first() else {
            return self.settle(set + 1);
        };
        let tiles = self.with_jokers[set].1;
        let numbers = self.paying.kinds().map(|(tile, _)| tile);
        for tile in numbers.filter(|tile| !tile.is_joker()) {
            // The tiles of the broken set cannot pay for its own jokers.
            let own = if self.from_rack { 0 } else { tiles.count(tile) };
            let left = self.all.count(tile) > own + paid.count(tile);
            if !left || !self.replaces(&tiles, *joker, tile) {
                continue;
            }
            let known = (self.paying, *paid);
            if self.paying.remove(tile) && paid.insert(tile) && self.pay(set, rest, paid) {
                return true;
            }
            (self.paying, *paid) = known;
        }
        false
    }

    /// Whether the set is still legal with this one joker exchanged for the tile.
    fn replaces(&self, set: &TileCounts, joker: Tile, tile: Tile) -> bool {
        let mut exchanged: Vec<Tile> = set.tiles().collect();
        if let Some(place) = exchanged.iter_mut().find(|other| **other == joker) {
            *place = tile;
        }
        self.rules.judge(&exchanged).is_legal()
    }
}
