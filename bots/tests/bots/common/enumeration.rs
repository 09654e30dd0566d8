//! Small games by full enumeration. The referee of core plays every game to its end; plays are
//! found by splitting every multiset of tiles in every way. No code of the bots is used for that.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_chance::{Key, Stream};
use rummilab_core::{
    Action, CouldPlay, Deal, Game, OpeningTableAccess, Position, RuleSet, Seat, Set, Table, Tile,
    TileCounts, Unanswered,
};
use rummilab_solver_suite as suite;

/// The best way to split a multiset into legal sets, by points of an opening.
#[derive(Clone)]
pub struct Split {
    pub value: u32,
    pub sets: Vec<Set>,
}

/// All legal sets of a small game, and a cache of answers about multisets.
pub struct Enumeration {
    sets: Vec<(TileCounts, Set, u32)>,
    splits: BTreeMap<TileCounts, Option<Split>>,
}

impl Enumeration {
    pub fn new(rules: &RuleSet) -> Enumeration {
        let all = rules.deck();
        let sets = parts(&all).into_iter().filter_map(|part| {
            let tiles: Vec<Tile> = part.tiles().collect();
            let value = rules.judge(&tiles).best()?;
            Some((part, rules.lay_out(&tiles)?, u32::from(value)))
        });
        Enumeration {
            sets: sets.collect(),
            splits: BTreeMap::new(),
        }
    }

    pub fn split(&mut self, multiset: &TileCounts) -> Option<Split> {
        if multiset.is_empty() {
            let sets = Vec::new();
            return Some(Split { value: 0, sets });
        }
        if let Some(known) = self.splits.get(multiset) {
            return known.clone();
        }
        let first = multiset.tiles().next().unwrap();
        let mut best: Option<Split> = None;
        for (tiles, set, value) in self.sets.clone() {
            if tiles.count(first) == 0 {
                continue;
            }
            let Some(mut rest) = multiset
                .checked_sub(&tiles)
                .and_then(|rest| self.split(&rest))
            else {
                continue;
            };
            rest.value += value;
            rest.sets.push(set);
            if best.as_ref().is_none_or(|best| rest.value > best.value) {
                best = Some(rest);
            }
        }
        self.splits.insert(*multiset, best.clone());
        best
    }

    /// The most points of sets among these tiles.
    pub fn most(&mut self, rack: &TileCounts) -> u32 {
        let parts = parts(rack);
        let values = parts.iter().filter_map(|part| self.split(part));
        values.map(|split| split.value).max().unwrap_or(0)
    }

    /// The sets after laying these tiles: added to the old sets, or all sets arranged anew. `None`
    /// if they cannot be laid.
    pub fn lay(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        laid: &TileCounts,
    ) -> Option<Vec<Set>> {
        let after = position.table.checked_add(laid)?;
        if position.opened {
            return self.split(&after).map(|split| split.sets);
        }
        if rules.opening_table_access == OpeningTableAccess::AfterThreshold {
            if self.most(laid) < u32::from(rules.opening_min) {
                return None;
            }
            return self.split(&after).map(|split| split.sets);
        }
        let split = self.split(laid)?;
        (split.value >= u32::from(rules.opening_min)).then_some(split.sets)
    }

    pub fn plays(&mut self, rules: &RuleSet, position: &Position) -> Vec<TileCounts> {
        let parts = parts(&position.rack).into_iter();
        let parts = parts.filter(|part| !part.is_empty());
        parts
            .filter(|part| self.lay(rules, position, part).is_some())
            .collect()
    }

    /// The action with which the seat to move lays these tiles.
    pub fn action(&mut self, game: &Game, laid: &TileCounts) -> Action {
        let rules = game.rules();
        let position = game.position(game.to_move().unwrap());
        let mut sets = self.lay(rules, &position, laid).unwrap();
        if !position.opened && rules.opening_table_access == OpeningTableAccess::None {
            sets.extend(game.table().sets().iter().cloned());
        }
        Action::Play(Table::new(sets))
    }

    /// The worth of the game to seat 0 with best play of both.
    pub fn worth(&mut self, game: &Game, known: &mut BTreeMap<String, i64>) -> i64 {
        let rules = game.rules();
        if let Some(results) = game.results(self) {
            let won = |seat| i64::from(results[Seat(seat)].place == 1);
            let points = |seat| i64::from(results[Seat(seat)].score);
            return 1_000_000 * (won(0) - won(1)) + points(0) - points(1);
        }
        let seat = game.to_move().unwrap();
        let key = format!("{game:?}");
        if let Some(worth) = known.get(&key) {
            return *worth;
        }
        let position = game.position(seat);
        let mut turns = vec![Action::Pass];
        for laid in self.plays(rules, &position) {
            turns.push(self.action(game, &laid));
        }
        let mut best: Option<i64> = None;
        for turn in turns {
            let mut next = game.clone();
            match next.act(&turn, self) {
                Ok(_) => {}
                Err(why) => {
                    assert_eq!(turn, Action::Pass, "{why}");
                    continue;
                }
            }
            let worth = self.worth(&next, known);
            let better = |best: i64| {
                if seat == Seat(0) {
                    worth > best
                } else {
                    worth < best
                }
            };
            if best.is_none_or(better) {
                best = Some(worth);
            }
        }
        known.insert(key, best.unwrap());
        best.unwrap()
    }
}

impl CouldPlay for Enumeration {
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        Ok(!self.plays(rules, position).is_empty())
    }

    fn best_opening(&mut self, _: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        Ok(self.most(rack))
    }
}

/// Every sub-multiset of a multiset, the empty one included, ascending.
pub fn parts(multiset: &TileCounts) -> Vec<TileCounts> {
    let mut parts = BTreeSet::from([TileCounts::EMPTY]);
    for tile in multiset.tiles() {
        for part in parts.clone() {
            let mut with = part;
            if with.insert(tile) && multiset.contains(&with) {
                parts.insert(with);
            }
        }
    }
    parts.into_iter().collect()
}

pub fn small(options: &str) -> RuleSet {
    let base = "colours=3 values=4 copies=1 jokers=0 hand=6 opening_min=3 redeal_pairs=0";
    suite::rules("original", &format!("{base} {options}"))
}

pub fn deal(rules: &RuleSet, number: u64) -> Deal {
    let mut tiles = rules.all_tiles();
    Stream::new(Key::sample(1, "endgame", number)).shuffle(&mut tiles);
    let hand = usize::from(rules.hand);
    let racks = tiles.chunks(hand).take(2);
    Deal {
        racks: racks.map(|rack| rack.iter().copied().collect()).collect(),
        streams: vec![tiles[2 * hand..].to_vec()],
    }
}
