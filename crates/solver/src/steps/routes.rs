//! Which tile of the old sets and the rack goes into which new set.
//!
//! Equal tiles are interchangeable, so there are choices. Branch and bound decides them tile by
//! tile: tiles without a choice first, then the cheapest choice first. So the first routes found
//! are the greedy ones, and the limit of work only cuts off improvements. The cost of some of the
//! tiles never exceeds the cost of all, so it is a lower bound.

use rummilab_core::{Set, Tile};

use super::is_run;

/// Most tiles placed after the first routes are found.
const MAX_PLACED: u32 = 10_000;

/// The destination of every tile, as indices of new sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routes {
    /// For every old set, the destination of each tile in the order in which it lies.
    pub of_old: Vec<Vec<usize>>,
    /// The destination of every tile of the rack.
    pub of_rack: Vec<usize>,
}

/// The cost of routes, compared in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// Old sets that come apart and new sets that are made.
    steps: usize,
    /// Parts into which the old sets come apart. Tiles of a run that are not neighbours are
    /// different parts.
    parts: usize,
    /// Tiles outside the largest part of their old set.
    moved: usize,
}

/// The cheapest routes; `None` if the tiles do not suffice for the new sets or do not fit into
/// them.
pub fn find(old: &[&Set], rack: &[Tile], new: &[&Set]) -> Option<Routes> {
    let mut tiles: Vec<Tile> = old.iter().flat_map(|set| set.tiles()).copied().collect();
    tiles.extend(rack);
    let need: Vec<Vec<Tile>> = new.iter().map(|set| set.tiles().to_vec()).collect();
    if tiles.len() != need.iter().map(Vec::len).sum() {
        return None;
    }
    let has_choice = |tile: Tile| {
        let takers = need.iter().filter(|need| need.contains(&tile)).count();
        takers > 1 && tiles.iter().filter(|other| **other == tile).count() > 1
    };
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    order.sort_by_key(|i| (has_choice(tiles[*i]), tiles[*i]));
    let mut search = RouteSearch {
        old,
        runs: old.iter().map(|set| is_run(set)).collect(),
        to: vec![None; tiles.len()],
        tiles,
        need,
        order,
        best: None,
        left: MAX_PLACED,
    };
    search.place(0);
    let (_, to) = search.best?;
    let mut rest = to.into_iter();
    let of_old = old
        .iter()
        .map(|set| rest.by_ref().take(set.len()).collect())
        .collect();
    Some(Routes {
        of_old,
        of_rack: rest.collect(),
    })
}

struct RouteSearch<'a> {
    old: &'a [&'a Set],
    /// For each old set, whether it is a run.
    runs: Vec<bool>,
    /// The tiles of the old sets as they lie, then those of the rack.
    tiles: Vec<Tile>,
    /// Their destinations, as far as chosen.
    to: Vec<Option<usize>>,
    /// The tiles that each new set still lacks.
    need: Vec<Vec<Tile>>,
    /// The order in which the tiles are placed.
    order: Vec<usize>,
    best: Option<(Cost, Vec<usize>)>,
    /// Number of placements left.
    left: u32,
}

impl RouteSearch<'_> {
    /// Places the tiles from position `depth` of the order on.
    fn place(&mut self, depth: usize) {
        let Some(tile) = self.order.get(depth).copied() else {
            let to: Option<Vec<usize>> = self.to.iter().copied().collect();
            self.best = to.map(|to| (self.cost(), to));
            return;
        };
        for (cost, taker) in self.takers(tile) {
            if let Some((best, _)) = &self.best
                && (cost >= *best || self.left == 0)
            {
                return;
            }
            self.left = self.left.saturating_sub(1);
            let kind = self.tiles[tile];
            let Some(i) = self.need[taker].iter().position(|need| *need == kind) else {
                continue;
            };
            self.need[taker].swap_remove(i);
            self.to[tile] = Some(taker);
            self.place(depth + 1);
            self.to[tile] = None;
            self.need[taker].push(kind);
        }
    }

    /// The new sets that lack this tile, the cheapest first.
    fn takers(&mut self, tile: usize) -> Vec<(Cost, usize)> {
        let kind = self.tiles[tile];
        let mut takers = Vec::new();
        for taker in 0..self.need.len() {
            if self.need[taker].contains(&kind) {
                self.to[tile] = Some(taker);
                takers.push((self.cost(), taker));
            }
        }
        self.to[tile] = None;
        takers.sort_unstable();
        takers
    }

    /// The cost of the tiles placed so far.
    fn cost(&self) -> Cost {
        let mut cost = Cost {
            steps: 0,
            parts: 0,
            moved: 0,
        };
        // For every new set, the number of old sets that give it tiles. Rack tiles count as two, so
        // that the set counts as made.
        let mut sources = vec![0; self.need.len()];
        // For every new set that one old set gives tiles to: their number.
        let mut sizes: Vec<(usize, usize)> = Vec::new();
        let mut to = self.to.iter();
        for (set, run) in self.old.iter().zip(&self.runs) {
            sizes.clear();
            let mut segments = 0;
            let mut last = None;
            for taker in to.by_ref().take(set.len()).flatten() {
                match sizes.iter_mut().find(|(other, _)| other == taker) {
                    Some((_, size)) => *size += 1,
                    None => {
                        sources[*taker] += 1;
                        sizes.push((*taker, 1));
                    }
                }
                segments += usize::from(last != Some(taker));
                last = Some(taker);
            }
            let all: usize = sizes.iter().map(|(_, size)| size).sum();
            let largest = sizes.iter().map(|(_, size)| *size).max().unwrap_or(0);
            cost.steps += usize::from(sizes.len() > 1);
            cost.parts += if *run { segments } else { sizes.len() };
            cost.moved += all - largest;
        }
        for taker in to.flatten() {
            sources[*taker] = usize::max(sources[*taker], 1) + 1;
        }
        cost.steps += sources.iter().filter(|sources| **sources > 1).count();
        cost
    }
}
