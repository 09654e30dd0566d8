//! Whether the jokers of broken sets were replaced (docs/rules.md#joker-reclaim).

use super::ask::Oracle;
use super::record::Set;
use super::stacks::minus;
use crate::field::Reclaim;
use crate::tile::Tile;

/// Whether a turn that laid these tiles kept or paid for every joker of the old table.
pub fn is_settled(ask: &Oracle<'_>, before: &[Set], laid: &[Tile], after: &[Set]) -> bool {
    let from_rack = match ask.rules.joker_reclaim {
        Reclaim::Free => return true,
        Reclaim::ReplaceFromRack => true,
        Reclaim::ReplaceAny => false,
    };
    let has_joker = |set: &&Set| set.iter().any(|tile| tile.is_joker());
    let old: Vec<&Set> = before.iter().filter(has_joker).collect();
    let mut table = Settling {
        ask,
        from_rack,
        room: after.to_vec(),
        paying: if from_rack {
            laid.to_vec()
        } else {
            after.concat()
        },
        paid: Vec::new(),
    };
    table.settle(&old)
}

/// A search for a way to keep or pay for every joker.
struct Settling<'a> {
    ask: &'a Oracle<'a>,
    from_rack: bool,
    /// Tiles of each new set that no kept set took.
    room: Vec<Set>,
    paying: Vec<Tile>,
    paid: Vec<Tile>,
}

impl Settling<'_> {
    fn settle(&mut self, old: &[&Set]) -> bool {
        let Some((set, rest)) = old.split_first() else {
            return true;
        };
        for at in 0..self.room.len() {
            if let Some(left) = minus(&self.room[at], set) {
                let known = std::mem::replace(&mut self.room[at], left);
                if self.settle(rest) {
                    return true;
                }
                self.room[at] = known;
            }
        }
        let jokers: Vec<Tile> = set.iter().copied().filter(|tile| tile.is_joker()).collect();
        self.pay(set, &jokers, &mut Vec::new(), rest)
    }

    /// Pays for these jokers of a broken set, then settles the others. `own` paid for jokers of the
    /// same set.
    fn pay(&mut self, set: &Set, jokers: &[Tile], own: &mut Vec<Tile>, rest: &[&Set]) -> bool {
        let Some((joker, others)) = jokers.split_first() else {
            return self.settle(rest);
        };
        let mut tried: Vec<Tile> = Vec::new();
        for tile in self.paying.clone() {
            if tile.is_joker() || tried.contains(&tile) {
                continue;
            }
            tried.push(tile);
            if !self.may_pay(set, tile, own) || !self.replaces(set, *joker, tile) {
                continue;
            }
            self.paid.push(tile);
            own.push(tile);
            if self.pay(set, others, own, rest) {
                return true;
            }
            self.paid.pop();
            own.pop();
        }
        false
    }

    /// Whether a copy of the tile has not paid yet, and is not one of the broken set itself.
    fn may_pay(&self, set: &Set, tile: Tile, own: &[Tile]) -> bool {
        let count = |tiles: &[Tile]| tiles.iter().filter(|other| **other == tile).count();
        let of_set = if self.from_rack { 0 } else { count(set) };
        let all = count(&self.paying);
        all > count(&self.paid) && all > of_set + count(own)
    }

    fn replaces(&self, set: &Set, joker: Tile, tile: Tile) -> bool {
        let mut exchanged = set.clone();
        if let Some(place) = exchanged.iter_mut().find(|other| **other == joker) {
            *place = tile;
        }
        self.ask.read(&exchanged).is_some()
    }
}
