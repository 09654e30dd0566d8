//! From routes to steps, in an order that a person can follow.

use rummilab_core::{Set, Tile};

use super::routes::Routes;
use super::{Step, is_run};

/// The tiles that go from one old set into one new set.
struct Piece {
    new: usize,
    tiles: Set,
    /// Number of separate stretches in which they lie.
    segments: usize,
}

struct Script<'a> {
    old: &'a [&'a Set],
    new: &'a [&'a Set],
    /// For every old set, its parts in the order in which they lie.
    parts: Vec<Vec<Piece>>,
    /// For every new set, the tiles that it gets from the rack, ascending.
    rack: Vec<Vec<Tile>>,
    /// For every old set, whether it has come apart.
    apart: Vec<bool>,
    steps: Vec<Step>,
}

/// The steps along these routes, one new set after the other. Sets that need the fewest old sets
/// taken apart come first, sets from the rack alone last. An old set comes apart when its first
/// part is needed.
pub fn write(old: &[&Set], rack: &[Tile], new: &[&Set], routes: &Routes) -> Vec<Step> {
    let mut script = Script {
        old,
        new,
        parts: old
            .iter()
            .zip(&routes.of_old)
            .map(|(set, to)| parts(set, to))
            .collect(),
        rack: vec![Vec::new(); new.len()],
        apart: vec![false; old.len()],
        steps: Vec::new(),
    };
    for (tile, to) in rack.iter().zip(&routes.of_rack) {
        script.rack[*to].push(*tile);
    }
    for (parts, apart) in script.parts.iter().zip(&mut script.apart) {
        *apart = parts.len() < 2;
    }
    script.name_finished_parts();
    let mut left: Vec<usize> = (0..new.len()).collect();
    while let Some(next) = left.iter().copied().min_by_key(|n| script.effort(*n)) {
        left.retain(|n| *n != next);
        script.make(next);
    }
    script.steps
}

fn parts(set: &Set, to: &[usize]) -> Vec<Piece> {
    let mut parts: Vec<Piece> = Vec::new();
    let mut last = None;
    for (i, new) in to.iter().enumerate() {
        let starts = usize::from(last != Some(new));
        last = Some(new);
        if let Some(part) = parts.iter_mut().find(|part| part.new == *new) {
            part.segments += starts;
        } else {
            let tiles = set.tiles().iter().zip(to).skip(i);
            let tiles = tiles.filter(|(_, to)| *to == new).map(|(tile, _)| *tile);
            parts.push(Piece {
                new: *new,
                tiles: tiles.collect(),
                segments: 1,
            });
        }
    }
    parts
}

impl Script<'_> {
    /// A part that already is a new set takes the name of that set's layout.
    fn name_finished_parts(&mut self) {
        for part in self.parts.iter_mut().flatten() {
            if part.tiles.len() == self.new[part.new].len() {
                part.tiles = self.new[part.new].clone();
            }
        }
    }

    /// The effort before this new set can be made, compared in order.
    fn effort(&self, new: usize) -> (bool, usize) {
        let sources = self.sources(new);
        let whole = sources.iter().filter(|old| !self.apart[**old]).count();
        (sources.is_empty(), whole)
    }

    /// The old sets that give tiles to this new set.
    fn sources(&self, new: usize) -> Vec<usize> {
        let gives = |old: &usize| self.parts[*old].iter().any(|part| part.new == new);
        (0..self.old.len()).filter(gives).collect()
    }

    fn make(&mut self, new: usize) {
        for old in self.sources(new) {
            if !self.apart[old] {
                self.apart[old] = true;
                self.steps.push(come_apart(self.old[old], &self.parts[old]));
            }
        }
        let set = self.new[new].clone();
        let parts = self.parts.iter().flatten().filter(|part| part.new == new);
        let mut parts: Vec<Set> = parts.map(|part| part.tiles.clone()).collect();
        parts.sort_by_key(|part| {
            let first = part.tiles().first();
            set.tiles().iter().position(|tile| Some(tile) == first)
        });
        let tiles = &self.rack[new];
        if !tiles.is_empty() {
            self.steps.push(Step::Lay {
                tiles: tiles.iter().copied().collect(),
                on: parts,
                set,
            });
        } else if parts.len() > 1 {
            largest_last(&mut parts);
            self.steps.push(Step::Join { parts, set });
        }
    }
}

/// Puts the largest part last: the others are joined to it.
fn largest_last(parts: &mut Vec<Set>) {
    let largest = (0..parts.len()).max_by_key(|i| parts[*i].len());
    if let Some(i) = largest {
        let part = parts.remove(i);
        parts.push(part);
    }
}

/// The step by which an old set becomes these parts. A run cut into stretches of at least two tiles
/// is split. With two parts in any other case, the smaller part is taken.
fn come_apart(old: &Set, parts: &[Piece]) -> Step {
    let is_cut = is_run(old)
        && parts
            .iter()
            .all(|part| part.segments == 1 && part.tiles.len() > 1);
    if let ([a, b], false) = (parts, is_cut) {
        let a_stays = (a.tiles.len(), a.segments) >= (b.tiles.len(), b.segments);
        let (stays, goes) = if a_stays { (a, b) } else { (b, a) };
        return Step::Take {
            tiles: goes.tiles.clone(),
            from: old.clone(),
            leaves: stays.tiles.clone(),
        };
    }
    Step::Split {
        set: old.clone(),
        parts: parts.iter().map(|part| part.tiles.clone()).collect(),
    }
}
