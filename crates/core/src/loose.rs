//! Which tiles go back to the rack when the time is up (docs/rules.md#time-outs).

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::set::{Set, Table};
use crate::tile::Tile;

/// Largest number of splits of one broken set into table tiles and own tiles that are tried. Only
/// heaps have more.
const MOST_CHOICES: usize = 1024;

/// The table without the own tiles of this turn that are not part of a complete set.
///
/// Equal tiles of the table and of the rack in broken sets cannot be told apart. Then a tile counts
/// as own if taking it away leaves legal sets or nothing, if such a choice exists.
pub(crate) fn without_loose_tiles(rules: &RuleSet, before: &Table, as_it_lies: &Table) -> Table {
    let old = before.counts().unwrap_or_default();
    let own = as_it_lies.counts().unwrap_or_default().saturating_sub(&old);
    let broken = |set: &&Set| !rules.judge(set.tiles()).is_legal();
    let broken: Vec<&Set> = as_it_lies.sets().iter().filter(broken).collect();
    let mut rests = Vec::with_capacity(broken.len());
    if !part(rules, &old, own, &broken, &mut rests) {
        let mut own = own;
        let rest = |set: &&Set| taken_out(set, &mut own);
        rests = broken.iter().map(rest).collect();
    }
    let mut rests = rests.into_iter();
    let keep = |set: &Set| {
        if rules.judge(set.tiles()).is_legal() {
            Some(set.clone())
        } else {
            rests.next().filter(|rest| !rest.is_empty())
        }
    };
    Table::new(as_it_lies.sets().iter().filter_map(keep).collect())
}

/// Finds the own tiles in every broken set: as many as possible such that legal sets or nothing
/// remain.
fn part(
    rules: &RuleSet,
    old: &TileCounts,
    own: TileCounts,
    broken: &[&Set],
    rests: &mut Vec<Set>,
) -> bool {
    let Some((set, others)) = broken.split_first() else {
        return true;
    };
    for loose in choices(old, &own, set) {
        let rest = taken_out(set, &mut loose.clone());
        if !rest.is_empty() && !rules.judge(rest.tiles()).is_legal() {
            continue;
        }
        rests.push(rest);
        let left = own.saturating_sub(&loose);
        if part(rules, old, left, others, rests) {
            return true;
        }
        rests.pop();
    }
    false
}

/// The tiles of a broken set that may be own tiles, the largest choice first. It includes every
/// tile that cannot be a table tile, and any number of the tiles that can be both.
fn choices(old: &TileCounts, own: &TileCounts, set: &Set) -> Vec<TileCounts> {
    let here = TileCounts::try_from_tiles(set.tiles().iter().copied()).unwrap_or_default();
    let mut choices = vec![TileCounts::EMPTY];
    for (tile, count) in here.kinds() {
        let most = own.count(tile).min(count);
        let least = if old.count(tile) == 0 { most } else { 0 };
        let longer = |choice: &TileCounts| {
            let choice = *choice;
            (least..=most).rev().map(move |n| with(choice, tile, n))
        };
        choices = choices.iter().flat_map(longer).take(MOST_CHOICES).collect();
    }
    choices
}

fn with(mut tiles: TileCounts, tile: Tile, count: u8) -> TileCounts {
    for _ in 0..count {
        let fits = tiles.insert(tile);
        debug_assert!(fits, "the tile is there as often");
    }
    tiles
}

/// The set without these tiles; each is removed from `loose` when used.
fn taken_out(set: &Set, loose: &mut TileCounts) -> Set {
    let stays = |tile: &Tile| !loose.remove(*tile);
    set.tiles().iter().copied().filter(stays).collect()
}
