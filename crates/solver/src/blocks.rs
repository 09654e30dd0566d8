//! Sets of the table that may grow at their ends but not be taken apart
//! ([`Position::blocks`](rummilab_core::Position::blocks)), and the sets that hold them.

pub use crate::part::Part;

use rummilab_core::{RuleSet, Set, SetReading, Standing, Tile, TileCounts, Wrap};

/// Most tiles at an end of a run, unless all are jokers: with one more they are a run themselves.
const MOST_AT_AN_END: usize = 2;

/// Every set in which this block can lie with some of these tiles, the block itself first. A longer
/// run falls apart into one of these and a set without the block. `None` if there are more than
/// `most`.
pub fn extensions(
    rules: &RuleSet,
    block: &Set,
    tiles: &TileCounts,
    most: usize,
) -> Option<Vec<Set>> {
    let mut extended = match rules.standing(block)? {
        Standing::Group { value, tiles: of } => {
            let block = Standing::Group { value, tiles: of };
            longer_groups(rules, &block, tiles, most)?
        }
        run @ Standing::Run { .. } => longer_runs(rules, &run, tiles),
    };
    extended.retain(|set| rules.standing(set).is_some());
    (extended.len() <= most).then_some(extended)
}

fn longer_groups(
    rules: &RuleSet,
    block: &Standing,
    tiles: &TileCounts,
    most: usize,
) -> Option<Vec<Set>> {
    let room = rules.largest_group().saturating_sub(block.tiles().len());
    let mut ways: Vec<Vec<Tile>> = vec![Vec::new()];
    for kind in block.missing(rules) {
        if tiles.count(kind) > 0 {
            let with = ways.clone().into_iter().map(|mut way| {
                way.push(kind);
                way
            });
            ways.extend(with.collect::<Vec<_>>());
        }
        if ways.len() > most {
            return None;
        }
    }
    let jokers = usize::from(tiles.count(Tile::JOKER));
    let with_jokers = |way: Vec<Tile>| {
        let left = room.checked_sub(way.len());
        let jokers = 0..left.map_or(0, |left| left.min(jokers) + 1);
        jokers.map(move |n| {
            let added = way
                .iter()
                .copied()
                .chain(std::iter::repeat_n(Tile::JOKER, n));
            added.collect::<Vec<_>>()
        })
    };
    let set = |added: Vec<Tile>| {
        let all = block.tiles().iter().copied().chain(added);
        stated(rules, Set::new(all), SetReading::Group)
    };
    Some(ways.into_iter().flat_map(with_jokers).map(set).collect())
}

fn longer_runs(rules: &RuleSet, block: &Standing, tiles: &TileCounts) -> Vec<Set> {
    let Standing::Run {
        colour,
        step,
        values,
        ..
    } = block
    else {
        return Vec::new();
    };
    let highest = i32::from(rules.values);
    let number = |value: i32| {
        let round = match rules.wrap {
            Wrap::Round if *step == 1 => (value - 1).rem_euclid(highest) + 1,
            Wrap::End if *step == 1 && value == highest + 1 => 1,
            _ => value,
        };
        u8::try_from(round)
            .ok()
            .and_then(|value| Tile::number(*colour, value))
    };
    let first = i32::from(values[0]);
    // A 1 behind the largest value is the end.
    let last = match values[values.len() - 1] {
        1 if rules.wrap == Wrap::End => highest + 1,
        value => i32::from(value),
    };
    let step = i32::from(*step);
    let jokers = usize::from(tiles.count(Tile::JOKER));
    let kinds = |from: i32, by: i32| {
        let places = (1..=MOST_AT_AN_END.max(jokers) as i32).map(move |n| from + by * n);
        places.map(number).collect::<Vec<_>>()
    };
    let fronts = ends(rules, &kinds(first, -step), tiles);
    let backs = ends(rules, &kinds(last, step), tiles);
    let reading = if step == 1 {
        SetReading::Run
    } else {
        SetReading::StepRun
    };
    let mut sets = Vec::new();
    for front in &fronts {
        for back in &backs {
            let all = front.iter().rev().chain(block.tiles()).chain(back);
            let set = Set::new(all.copied());
            let added = front.iter().chain(back).copied();
            let within =
                TileCounts::try_from_tiles(added).is_ok_and(|added| tiles.contains(&added));
            if within {
                sets.push(stated(rules, set, reading));
            }
        }
    }
    sets
}

/// What can lie at one end of a run whose next places stand for these kinds, the nearest first.
fn ends(rules: &RuleSet, kinds: &[Option<Tile>], tiles: &TileCounts) -> Vec<Vec<Tile>> {
    let mut all: Vec<Vec<Tile>> = vec![Vec::new()];
    let mut longest: Vec<Vec<Tile>> = all.clone();
    for (place, kind) in kinds.iter().enumerate() {
        let Some(kind) = kind.filter(|kind| rules.has_kind(*kind)) else {
            break;
        };
        let mut longer = Vec::new();
        for end in &longest {
            let of_jokers = end.iter().all(|tile| tile.is_joker());
            if place < MOST_AT_AN_END && tiles.count(kind) > 0 {
                longer.push(end.iter().copied().chain([kind]).collect::<Vec<_>>());
            }
            if place < MOST_AT_AN_END || of_jokers {
                longer.push(end.iter().copied().chain([Tile::JOKER]).collect());
            }
        }
        let jokers = |end: &Vec<Tile>| end.iter().filter(|tile| tile.is_joker()).count();
        longer.retain(|end| jokers(end) <= usize::from(tiles.count(Tile::JOKER)));
        all.extend(longer.iter().cloned());
        longest = longer;
    }
    all
}

/// The set with its reading stated if its tiles allow several.
fn stated(rules: &RuleSet, set: Set, reading: SetReading) -> Set {
    let several = rules.standing(&set).is_none();
    set.read_as(several.then_some(reading))
}
