//! From the way through the sweep back to sets of tiles, and the jokers that are left over put where there is room.
//! Refuses to choose: every decision was made by the sweep.

use rummilab_core::{Colour, MAX_COLOURS, RuleSet, Set, Tile};

use crate::groups::Groups;
use crate::runs::OpenRuns;
use crate::sweep::{Layer, Task};

/// A run while it is built, one entry per value from `first` on.
#[derive(Debug, Clone)]
struct OpenRun {
    run_type: u8,
    first: u8,
    tiles: Vec<Tile>,
}

/// The sets of a way through the sweep, `layers` largest value first.
pub fn build_sets(
    rules: &RuleSet,
    task: &Task,
    open: &OpenRuns,
    groups: &Groups,
    layers: &[Layer],
) -> Vec<Set> {
    let mut sets = Vec::new();
    let mut runs: [Vec<OpenRun>; MAX_COLOURS] = Default::default();
    for layer in layers.iter().rev() {
        for (colour, runs) in rules.colours().iter().zip(&mut runs) {
            let index = rules
                .colours()
                .iter()
                .position(|c| c == colour)
                .unwrap_or(0);
            let step = layer.steps[index];
            *runs = go_on(
                std::mem::take(runs),
                open,
                step,
                *colour,
                layer.value,
                &mut sets,
            );
        }
        sets.extend(groups.build(
            rules.colours(),
            layer.value,
            layer.group_index,
            layer.group_jokers,
        ));
    }
    for run in runs.into_iter().flatten() {
        sets.push(finished(run, open, task.values));
    }
    sets
}

/// One value of one colour: runs get their tile or end.
fn go_on(
    runs: Vec<OpenRun>,
    open: &OpenRuns,
    step: u32,
    colour: Colour,
    value: u8,
    sets: &mut Vec<Set>,
) -> Vec<OpenRun> {
    let step = open.step(step);
    let mut extensions = step.extensions.clone();
    let mut next = Vec::new();
    let number = |joker: bool| {
        if joker {
            Some(Tile::JOKER)
        } else {
            Tile::number(colour, value)
        }
    };
    for mut run in runs {
        let extension = extensions
            .iter_mut()
            .find(|e| e.run_type == run.run_type && e.numbers + e.jokers > 0);
        let Some(extension) = extension else {
            sets.push(Set::new(run.tiles));
            continue;
        };
        let joker = extension.numbers == 0;
        if joker {
            extension.jokers -= 1;
        } else {
            extension.numbers -= 1;
        }
        run.run_type = open
            .type_after(Some(run.run_type), joker)
            .unwrap_or(run.run_type);
        run.tiles.extend(number(joker));
        next.push(run);
    }
    for (joker, count) in [(false, step.new_numbers), (true, step.new_jokers)] {
        for run_type in
            std::iter::repeat_n(open.type_after(None, joker), usize::from(count)).flatten()
        {
            next.push(OpenRun {
                run_type,
                first: value,
                tiles: number(joker).into_iter().collect(),
            });
        }
    }
    next
}

/// A run that is open at the largest value, with the jokers that it lacks in front.
fn finished(run: OpenRun, open: &OpenRuns, values: u8) -> Set {
    let missing = if run.first + run.tiles.len() as u8 > values {
        open.missing(run.run_type)
    } else {
        0
    };
    std::iter::repeat_n(Tile::JOKER, usize::from(missing))
        .chain(run.tiles)
        .collect()
}

/// Puts `jokers` more jokers into sets that have room, splitting a long run where none has. Gives the sets back
/// unchanged as `Err` if there is no room.
pub fn attach_jokers(
    rules: &RuleSet,
    mut sets: Vec<Set>,
    jokers: u8,
) -> Result<Vec<Set>, Vec<Set>> {
    let before = sets.clone();
    for _ in 0..jokers {
        if !attach_one(rules, &mut sets) {
            return Err(before);
        }
    }
    Ok(sets)
}

fn attach_one(rules: &RuleSet, sets: &mut Vec<Set>) -> bool {
    for set in sets.iter_mut() {
        if let Some(longer) = with_joker(rules, set) {
            *set = longer;
            return true;
        }
    }
    for i in 0..sets.len() {
        let tiles = sets[i].tiles();
        for cut in 3..tiles.len().saturating_sub(2) {
            let (low, high) = (
                Set::new(tiles[..cut].iter().copied()),
                Set::new(tiles[cut..].iter().copied()),
            );
            let legal = |set: &Set| rules.judge(set.tiles()).is_legal();
            let (Some(low), true) = (
                with_joker(rules, &low).filter(|_| legal(&low)),
                legal(&high),
            ) else {
                continue;
            };
            sets[i] = low;
            sets.push(high);
            return true;
        }
    }
    false
}

/// The set with one more joker: after its last tile, or in front of its first if there is no larger value.
fn with_joker(rules: &RuleSet, set: &Set) -> Option<Set> {
    let tiles = set.tiles();
    let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
    if jokers >= usize::from(rules.most_jokers_in_set()) {
        return None;
    }
    let after: Set = tiles.iter().copied().chain([Tile::JOKER]).collect();
    let before: Set = [Tile::JOKER]
        .into_iter()
        .chain(tiles.iter().copied())
        .collect();
    [after, before]
        .into_iter()
        .find(|set| rules.judge_laid(set.tiles()).is_legal())
}
