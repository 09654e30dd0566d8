//! From the way through the sweep back to sets of tiles, and the jokers that are left over put where there is room.
//! Refuses to choose: every decision was made by the sweep. Tiles come in no order; the checker lays them out.

use rummilab_core::{Colour, JokerKind, MAX_COLOURS, RuleSet, Set, Tile};

use crate::groups::Groups;
use crate::open::{Made, OpenRuns, RunType};
use crate::runs::To;
use crate::stacks::OwnGroups;
use crate::sweep::{Layer, Trace};
use crate::task::Task;
use crate::used::Used;

/// A run while it is built.
#[derive(Debug, Clone)]
struct OpenRun {
    run: RunType,
    tiles: Vec<Tile>,
    /// Which of the runs that were open before the first value it began as.
    began: Option<usize>,
}

/// Builds the sets of one way through the sweep.
struct Builder<'a> {
    rules: &'a RuleSet,
    open: &'a OpenRuns,
    runs: [Vec<OpenRun>; MAX_COLOURS],
    sets: Vec<Vec<Tile>>,
    /// What became of the runs that were open before the first value.
    begun: Vec<Vec<Tile>>,
}

/// The sets of a way through the sweep.
pub fn build_sets(
    rules: &RuleSet,
    task: &Task,
    open: &OpenRuns,
    groups: &mut Groups,
    own: Option<&OwnGroups>,
    trace: &Trace,
) -> Option<Vec<Set>> {
    let mut builder = Builder {
        rules,
        open,
        runs: Default::default(),
        sets: Vec::new(),
        begun: Vec::new(),
    };
    let mut edges: Vec<(usize, RunType)> = Vec::new();
    for (colour, runs) in builder.runs.iter_mut().enumerate().take(task.colours) {
        for run in open.runs(trace.before[colour]) {
            runs.push(OpenRun {
                run: *run,
                tiles: Vec::new(),
                began: Some(edges.len()),
            });
            edges.push((colour, *run));
        }
    }
    builder.begun = vec![Vec::new(); edges.len()];
    for layer in &trace.layers {
        builder.go_on(layer);
        let shapes = match own {
            Some(own) => own.build(layer.value, layer.group_index, layer.group_jokers),
            None => groups.build(layer.group_index, layer.group_jokers),
        };
        let sets = shapes
            .iter()
            .map(|shape| shape.set(rules.colours(), layer.value).tiles().to_vec());
        builder.sets.extend(sets);
    }
    if task.wrap {
        builder.join(&edges)?;
    } else {
        builder.finish(trace.in_front)?;
    }
    Some(builder.sets.into_iter().map(Set::new).collect())
}

impl Builder<'_> {
    /// One value of every colour: runs get their tiles, end, or go on in another colour.
    fn go_on(&mut self, layer: &Layer) {
        let mut arriving: Vec<(usize, OpenRun)> = Vec::new();
        for (index, colour) in self.rules.colours().iter().enumerate() {
            let step = self.open.step(layer.steps[index]);
            let mut leaves = layer.leaves[index].iter();
            let mut before = std::mem::take(&mut self.runs[index]);
            for made in &step.made {
                let mut run = match made.run {
                    None => OpenRun {
                        run: 0,
                        tiles: Vec::new(),
                        began: None,
                    },
                    Some(run) => match before.iter().position(|open| open.run == run) {
                        Some(i) => before.remove(i),
                        None => continue,
                    },
                };
                run.tiles.extend(taken(made, *colour, layer.value));
                match made.step.to {
                    To::Stay(next) => {
                        run.run = next;
                        self.runs[index].push(run);
                    }
                    To::Leave(next) => {
                        run.run = next;
                        let to = leaves.next().map_or(index, |(_, to)| usize::from(*to));
                        arriving.push((to, run));
                    }
                    To::End => self.end(run),
                }
            }
        }
        for (colour, run) in arriving {
            self.runs[colour].push(run);
        }
    }

    fn end(&mut self, run: OpenRun) {
        match run.began {
            Some(edge) => self.begun[edge] = run.tiles,
            None => self.sets.push(run.tiles),
        }
    }

    /// Finishes the runs that are open after the largest value with these jokers in front.
    fn finish(&mut self, in_front: Used) -> Option<()> {
        let runs: Vec<OpenRun> = self.runs.iter_mut().flat_map(std::mem::take).collect();
        let (whole, short): (Vec<OpenRun>, Vec<OpenRun>) = runs
            .into_iter()
            .partition(|run| self.open.complete(run.run));
        self.sets.extend(whole.into_iter().map(|run| run.tiles));
        let mut short: Vec<Vec<Tile>> = short.into_iter().map(|run| run.tiles).collect();
        let jokers: Vec<JokerKind> = in_front.kinds().collect();
        self.hand_out(&mut short, &jokers)
            .then(|| self.sets.extend(short))
    }

    /// Gives jokers to runs that are too short, so that all become legal.
    fn hand_out(&self, short: &mut [Vec<Tile>], jokers: &[JokerKind]) -> bool {
        let Some((joker, rest)) = jokers.split_first() else {
            return short.iter().all(|run| self.rules.judge(run).is_legal());
        };
        for i in 0..short.len() {
            short[i].push(Tile::joker(*joker));
            if self.hand_out(short, rest) {
                return true;
            }
            short[i].pop();
        }
        false
    }

    /// Joins the runs that are open after the last value with those that were open before the first.
    fn join(&mut self, edges: &[(usize, RunType)]) -> Option<()> {
        let runs: Vec<(usize, OpenRun)> = self
            .runs
            .iter_mut()
            .enumerate()
            .flat_map(|(colour, runs)| {
                std::mem::take(runs)
                    .into_iter()
                    .map(move |run| (colour, run))
            })
            .collect();
        // Which open run goes on as which edge.
        let mut going_on = vec![None; edges.len()];
        if !self.matched(edges, &runs, 0, &mut going_on) {
            return None;
        }
        for (i, (_, run)) in runs.iter().enumerate() {
            if run.began.is_none() && !going_on.contains(&Some(i)) {
                self.sets.push(run.tiles.clone());
            }
        }
        // The tail of an edge: what it became, or the open run that began as it.
        let mut done = vec![false; edges.len()];
        let heads = (0..edges.len())
            .filter(|edge| going_on[*edge].is_some_and(|i| runs[i].1.began.is_none()));
        let heads: Vec<usize> = heads.collect();
        let rings = 0..edges.len();
        for first in heads.into_iter().chain(rings) {
            if done[first] {
                continue;
            }
            let mut tiles = Vec::new();
            if let Some(i) = going_on[first]
                && runs[i].1.began.is_none()
            {
                tiles.extend(&runs[i].1.tiles);
            }
            let mut edge = Some(first);
            while let Some(at) = edge.filter(|at| !done[*at]) {
                done[at] = true;
                let still_open = runs.iter().position(|(_, run)| run.began == Some(at));
                match still_open {
                    Some(i) => {
                        tiles.extend(&runs[i].1.tiles);
                        edge = going_on.iter().position(|on| *on == Some(i));
                    }
                    None => {
                        tiles.extend(&self.begun[at]);
                        edge = None;
                    }
                }
            }
            self.sets.push(tiles);
        }
        Some(())
    }

    fn matched(
        &self,
        edges: &[(usize, RunType)],
        runs: &[(usize, OpenRun)],
        edge: usize,
        going_on: &mut Vec<Option<usize>>,
    ) -> bool {
        let Some((colour, wanted)) = edges.get(edge) else {
            return runs
                .iter()
                .enumerate()
                .all(|(i, (_, run))| going_on.contains(&Some(i)) || self.open.complete(run.run));
        };
        for (i, (of, run)) in runs.iter().enumerate() {
            let fits = of == colour && self.open.run_imitates(run.run, *wanted);
            if fits && !going_on.contains(&Some(i)) {
                going_on[edge] = Some(i);
                if self.matched(edges, runs, edge + 1, going_on) {
                    return true;
                }
                going_on[edge] = None;
            }
        }
        false
    }
}

/// The tiles that a run takes at one value.
fn taken(made: &Made, colour: Colour, value: u8) -> impl Iterator<Item = Tile> {
    let numbers = Tile::number(colour, value).into_iter();
    let numbers =
        numbers.flat_map(move |tile| std::iter::repeat_n(tile, usize::from(made.step.numbers)));
    numbers.chain(made.step.used.kinds().map(Tile::joker))
}

/// Puts more jokers into sets that have room, splitting a long run where none has. `None` if there is no room.
pub fn attach_jokers(rules: &RuleSet, mut sets: Vec<Set>, jokers: Used) -> Option<Vec<Set>> {
    for kind in jokers.kinds() {
        let joker = Tile::joker(kind);
        if !attach_one(rules, &mut sets, joker) {
            return None;
        }
    }
    Some(sets)
}

fn attach_one(rules: &RuleSet, sets: &mut Vec<Set>, joker: Tile) -> bool {
    for set in sets.iter_mut() {
        if let Some(longer) = with_joker(rules, set, joker) {
            *set = longer;
            return true;
        }
    }
    for i in 0..sets.len() {
        let Some(laid) = rules.lay_out(sets[i].tiles()) else {
            continue;
        };
        let tiles = laid.tiles();
        for cut in 3..tiles.len().saturating_sub(2) {
            let (low, high) = (
                Set::new(tiles[..cut].iter().copied()),
                Set::new(tiles[cut..].iter().copied()),
            );
            let legal = |set: &Set| rules.judge(set.tiles()).is_legal();
            if !legal(&low) || !legal(&high) {
                continue;
            }
            let Some(low) = with_joker(rules, &low, joker) else {
                continue;
            };
            sets[i] = low;
            sets.push(high);
            return true;
        }
    }
    false
}

/// The set with one more joker, if that is legal.
fn with_joker(rules: &RuleSet, set: &Set, joker: Tile) -> Option<Set> {
    let longer: Set = set.tiles().iter().copied().chain([joker]).collect();
    rules.judge(longer.tiles()).is_legal().then_some(longer)
}
