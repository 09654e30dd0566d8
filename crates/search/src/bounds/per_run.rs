//! The per-run relaxation: an upper bound from each run by itself, at given prices.
//!
//! With special jokers a colour has far too many multisets of open runs. Single runs are few.
//!
//! The integer program over whole sets (den Hertog and Hulshof 2006) chooses how often each set
//! lies, `x[s]`, and how many tiles of value `v` and colour `c` lie, `t[v,c]`, at most `n[v,c]` and
//! at least the `m[v,c]` that must:
//!
//! ```text
//! maximise   sum over tiles of w[v,c] t[v,c]
//! such that  sum over sets of a[v,c,s] x[s] = t[v,c]      price p[v,c]
//! ```
//!
//! With a price on each equation the sum falls apart: a set pays for the tiles it takes, and the
//! owner of a tile is paid. For any prices this is an upper bound, and the best prices give the
//! linear relaxation:
//!
//! ```text
//! bound(p) =  sum over v of  runs that begin at v:  the best -sum of p over their tiles, if > 0,
//!                                                   as many as can begin there
//!           + sum over v of  groups of v:           the best -sum of p over their tiles
//!           + sum over v, c of  t (w[v,c] + p[v,c]) with t = n or m, whichever is larger
//! ```
//!
//! The first term is computed here, by a longest path through the moves of a run. Jokers have
//! prices too ([`Prices`]), and an arc that takes one pays it.
//!
//! Price: this module. Gain: `twist-2` takes 3.6 times as long without it, and within 100 000
//! states only 8 of 25 positions of `dense-twist` are proven instead of 18 (commit 7b346b65).

use std::ops::Range;

use rummilab_core::MAX_COLOURS;

use crate::bounds::{DEAD, Prices, RunValues, Usage, add_times, price};
use crate::grammar::{Jokers, Move, OpenRuns, Place, RunType, Tables, Task, To};

/// Most arcs of all runs; above it sweeps go without this relaxation. On `twist-2` most have 800 to
/// 2500, so this is a guard against memory and not a tuned number.
const MOST_ARCS: usize = 60_000;

/// The move of a run at one value.
#[derive(Debug, Clone, Copy)]
struct RunArc {
    numbers: u8,
    /// Its jokers, as an index into [`PerRunRelaxation::jokers`].
    jokers: u32,
    /// The run afterwards: its number among the types of its colour, or among those that change it.
    to: To<u32>,
}

/// One colour at one place.
#[derive(Debug, Default)]
struct Stage {
    /// The types of the runs that may be open before the value, ascending.
    types: Vec<RunType>,
    arcs_of: Vec<Range<u32>>,
    arcs: Vec<RunArc>,
    /// Arcs of new runs: those that begin with a number tile, and those that begin with a joker.
    new: [Vec<RunArc>; 2],
}

/// The runs of a task.
#[derive(Debug)]
pub struct PerRunRelaxation {
    /// By place and colour. One more place holds the runs that are open in the end.
    stages: Vec<Vec<Stage>>,
    /// The jokers that arcs take, and the worth of each entry at the last prices.
    jokers: Vec<Jokers>,
    costs: Vec<i64>,
    /// By place: the types of runs that may come from other colours, ascending.
    arriving: Vec<Vec<RunType>>,
    /// By colour and type: the jokers that finish an open run, one entry for each choice.
    closings: Vec<Vec<Vec<Jokers>>>,
    /// By place, colour and type: the value of each run at the last prices.
    values: Vec<Vec<Vec<i64>>>,
    /// By place and type: the best value of a run that changes its colour, and the colour.
    away: Vec<Vec<(i64, usize)>>,
}

/// The values and prices at the place and colour of a run.
struct StageValues<'a> {
    /// Values after this place, of runs of the colour and of those that leave it.
    after: &'a [i64],
    away: &'a [(i64, usize)],
    costs: &'a [i64],
    /// The price of a tile.
    price: i64,
}

impl StageValues<'_> {
    /// The worth of an arc and the best path after it.
    #[inline]
    fn worth(&self, arc: &RunArc) -> i64 {
        let after = match arc.to {
            To::Stay(run) => self.after[run as usize],
            To::Leave(run) => self.away[run as usize].0,
            To::End => 0,
        };
        after + self.costs[arc.jokers as usize] - i64::from(arc.numbers) * self.price
    }
}

/// New runs that begin with the same arc.
struct NewRuns {
    arc: RunArc,
    /// The worth of each, and the number that there can be.
    worth: i64,
    times: i64,
}

impl PerRunRelaxation {
    /// The runs of a task; `None` if there are too many arcs.
    pub fn new(task: &Task, tables: &mut Tables<'_>) -> Option<PerRunRelaxation> {
        let open = &mut *tables.runs.open;
        let places = task.order.len();
        let mut stages = Vec::with_capacity(places + 1);
        let mut arriving = vec![Vec::new()];
        let mut open_types: Vec<Vec<RunType>> = vec![Vec::new(); task.colours];
        let mut arcs = 0;
        let mut jokers = Vec::new();
        for place in 0..places {
            let at = Place::of(task, place);
            let types = open_types.into_iter().enumerate();
            let moves = types.map(|(c, types)| StageMoves::at(&at, open, c, types));
            let stage_moves: Vec<StageMoves> = moves.collect();
            let leaving = stage_moves.iter().flat_map(|of| of.next(true));
            let leaving = sorted(leaving.collect());
            let next =
                |of: &StageMoves| sorted(of.next(false).chain(leaving.iter().copied()).collect());
            open_types = stage_moves.iter().map(next).collect();
            arcs += stage_moves.iter().map(|of| of.moves.len()).sum::<usize>();
            if arcs > MOST_ARCS {
                return None;
            }
            let stage_moves = stage_moves.into_iter().zip(&open_types);
            let stage =
                |(of, next): (StageMoves, &Vec<RunType>)| of.stage(next, &leaving, &mut jokers);
            stages.push(stage_moves.map(stage).collect());
            arriving.push(leaving);
        }
        let mut closings_of = |run: &RunType| {
            let alone = open.number(vec![*run]);
            open.facts(alone).closings.to_vec()
        };
        let mut each = |types: &Vec<RunType>| types.iter().map(&mut closings_of).collect();
        let closings = open_types.iter().map(&mut each).collect();
        let last = |types| Stage {
            types,
            ..Stage::default()
        };
        stages.push(open_types.into_iter().map(last).collect());
        let unknown = |stage: &Stage| vec![DEAD; stage.types.len()];
        Some(PerRunRelaxation {
            values: stages
                .iter()
                .map(|of: &Vec<Stage>| of.iter().map(unknown).collect())
                .collect(),
            away: arriving
                .iter()
                .map(|of| vec![(DEAD, 0); of.len()])
                .collect(),
            stages,
            costs: vec![0; jokers.len()],
            jokers,
            arriving,
            closings,
        })
    }

    /// The worth of the best runs and of all tiles sold. Adds what they take to `usage`.
    pub fn take_best(&mut self, task: &Task, prices: &Prices, usage: &mut Usage) -> i64 {
        self.find_values(task, prices);
        let mut sum = 0;
        for place in 0..task.order.len() {
            for c in 0..task.colours {
                let (gain, sold) = sale(task, prices, place, c);
                sum += gain;
                usage.groups[place][c] += sold;
                for new_runs in self.new_runs(task, prices, (place, c)) {
                    sum += new_runs.worth * new_runs.times;
                    self.follow(prices, (place, c), &new_runs, usage);
                }
            }
        }
        sum
    }

    /// Upper bounds on what follows open runs at these prices.
    pub fn bounds(&mut self, task: &Task, prices: &Prices) -> RunValues {
        self.find_values(task, prices);
        let places = task.order.len();
        let mut rest = vec![[0; MAX_COLOURS]; places + 1];
        for place in (0..places).rev() {
            rest[place] = rest[place + 1];
            for (c, rest) in rest[place].iter_mut().enumerate().take(task.colours) {
                let new_runs = self.new_runs(task, prices, (place, c));
                let new: i64 = new_runs
                    .map(|new_runs| new_runs.worth * new_runs.times)
                    .sum();
                *rest += new + sale(task, prices, place, c).0;
            }
        }
        let by_type = |(stage, values): (&Stage, &Vec<i64>)| {
            let most = stage.types.last().map_or(0, |run| usize::from(*run) + 1);
            let mut of = vec![DEAD; most];
            for (run, value) in stage.types.iter().zip(values) {
                of[usize::from(*run)] = *value;
            }
            of
        };
        let by_colour = |(stages, values): (&Vec<Stage>, &Vec<Vec<i64>>)| {
            stages.iter().zip(values).map(by_type).collect()
        };
        let arriving = |of: &Vec<(i64, usize)>| of.iter().map(|(value, _)| *value).max();
        RunValues {
            by_type: self
                .stages
                .iter()
                .zip(&self.values)
                .map(by_colour)
                .collect(),
            rest,
            arriving: self
                .away
                .iter()
                .map(|of| arriving(of).unwrap_or(0))
                .collect(),
        }
    }

    /// Computes the value of every run at these prices.
    fn find_values(&mut self, task: &Task, prices: &Prices) {
        let cost = |used: &Jokers| task.worth_of(*used) - price(&prices.joker, *used);
        for (jokers, of) in self.jokers.iter().zip(&mut self.costs) {
            *of = cost(jokers);
        }
        for place in (0..self.stages.len()).rev() {
            for c in 0..task.colours {
                let mut values = std::mem::take(&mut self.values[place][c]);
                let stage = &self.stages[place][c];
                if place == task.order.len() {
                    for (value, closings) in values.iter_mut().zip(&self.closings[c]) {
                        *value = closings.iter().map(cost).max().unwrap_or(DEAD);
                    }
                } else {
                    let here = self.here(prices, (place, c));
                    for (value, arcs) in values.iter_mut().zip(&stage.arcs_of) {
                        let arcs = &stage.arcs[arcs.start as usize..arcs.end as usize];
                        let best = arcs.iter().map(|arc| here.worth(arc)).max();
                        *value = best.unwrap_or(DEAD).max(DEAD);
                    }
                }
                self.values[place][c] = values;
            }
            for (i, run) in self.arriving[place].iter().enumerate() {
                let stages = self.stages[place].iter().zip(&self.values[place]);
                let of = |(c, (stage, values)): (usize, (&Stage, &Vec<i64>))| {
                    let at = stage.types.binary_search(run);
                    (at.map_or(DEAD, |at| values[at]), c)
                };
                self.away[place][i] = stages.enumerate().map(of).max().unwrap_or((DEAD, 0));
            }
        }
    }

    /// A place and colour, at the latest prices.
    fn here(&self, prices: &Prices, (place, c): (usize, usize)) -> StageValues<'_> {
        StageValues {
            after: &self.values[place + 1][c],
            away: &self.away[place + 1],
            costs: &self.costs,
            price: prices.group[place][c],
        }
    }

    /// The best new runs of a place, if they are worth anything.
    fn new_runs(
        &self,
        task: &Task,
        prices: &Prices,
        (place, c): (usize, usize),
    ) -> impl Iterator<Item = NewRuns> {
        let may = task.may[usize::from(task.order[place])][c];
        let most = [may, task.jokers.total()];
        let new = self.stages[place][c].new.iter().zip(most);
        let here = self.here(prices, (place, c));
        let best = new.filter_map(move |(arcs, times)| {
            let worths = arcs.iter().map(|arc| NewRuns {
                arc: *arc,
                worth: here.worth(arc),
                times: i64::from(times),
            });
            worths.max_by_key(|new_runs| new_runs.worth)
        });
        best.filter(|new_runs| new_runs.worth > 0 && new_runs.times > 0)
    }

    /// Adds up what the runs that begin with this arc take.
    fn follow(
        &self,
        prices: &Prices,
        (mut place, mut c): (usize, usize),
        new_runs: &NewRuns,
        usage: &mut Usage,
    ) {
        let (mut arc, times) = (new_runs.arc, new_runs.times);
        loop {
            usage.groups[place][c] -= i64::from(arc.numbers) * times;
            add_times(&mut usage.jokers, self.jokers[arc.jokers as usize], times);
            place += 1;
            let run = match arc.to {
                To::End => return,
                To::Stay(run) => run as usize,
                To::Leave(run) => {
                    c = self.away[place][run as usize].1;
                    let run = self.arriving[place][run as usize];
                    self.stages[place][c].types.binary_search(&run).unwrap_or(0)
                }
            };
            let stage = &self.stages[place][c];
            let Some(arcs) = stage.arcs_of.get(run) else {
                let cheapest = |used: &&Jokers| price(&prices.joker, **used);
                if let Some(used) = self.closings[c][run].iter().min_by_key(cheapest) {
                    add_times(&mut usage.jokers, *used, times);
                }
                return;
            };
            let arcs = &stage.arcs[arcs.start as usize..arcs.end as usize];
            let here = self.here(prices, (place, c));
            match arcs.iter().max_by_key(|arc| here.worth(arc)) {
                Some(best) => arc = *best,
                None => return,
            }
        }
    }
}

/// The proceeds of the tiles of one kind, and the number of tiles sold.
fn sale(task: &Task, prices: &Prices, place: usize, c: usize) -> (i64, i64) {
    let v = usize::from(task.order[place]);
    let (must, may) = (i64::from(task.must[v][c]), i64::from(task.may[v][c]));
    let price = prices.group[place][c];
    let gain = task.worth[v][c] + price;
    let more = if gain > 0 { may - must } else { 0 };
    if may == 0 {
        return (0, 0);
    }
    (must * price + more * gain, must + more)
}

fn sorted(mut types: Vec<RunType>) -> Vec<RunType> {
    types.sort_unstable();
    types.dedup();
    types
}

/// The moves of one colour at one place, before the types of the next place are numbered.
struct StageMoves {
    types: Vec<RunType>,
    /// Each move with the type of the run that makes it; `None` for a new run.
    moves: Vec<(Option<RunType>, Move<RunType>)>,
}

impl StageMoves {
    fn at(at: &Place<'_>, open: &OpenRuns, c: usize, types: Vec<RunType>) -> StageMoves {
        let task = at.task;
        let may = task.may[usize::from(at.value)][c];
        let ahead = at.next.map(|next| task.may[usize::from(next)][c]);
        let jokers = task.jokers.total();
        let possible = |action: &&Move<RunType>| {
            let needs = match action.to {
                To::Stay(run) => ahead.map_or(0, |n| open.demand(run).saturating_sub(n)),
                To::Leave(_) | To::End => 0,
            };
            action.numbers <= may
                && action.used.within(task.jokers)
                && needs + action.used.total() <= jokers
        };
        let mut moves = Vec::new();
        for run in &types {
            let of_run = open.moves(at.phase, *run).iter().filter(possible);
            moves.extend(of_run.map(|action| (Some(*run), *action)));
        }
        let new = open.starts(at.phase).iter().filter(possible);
        moves.extend(new.map(|action| (None, *action)));
        StageMoves { types, moves }
    }

    /// The types that are open after the value: in this colour, or in others.
    fn next(&self, elsewhere: bool) -> impl Iterator<Item = RunType> {
        self.moves
            .iter()
            .filter_map(move |(_, action)| match action.to {
                To::Stay(run) if !elsewhere => Some(run),
                To::Leave(run) if elsewhere => Some(run),
                _ => None,
            })
    }

    /// The stage, with types numbered by their places in these lists. Adds new entries to `jokers`.
    fn stage(self, next: &[RunType], leaving: &[RunType], jokers: &mut Vec<Jokers>) -> Stage {
        let number = |types: &[RunType], run| types.binary_search(&run).unwrap_or(0) as u32;
        let mut number_of = |used: Jokers| {
            let known = jokers.iter().position(|known| *known == used);
            known.unwrap_or_else(|| {
                jokers.push(used);
                jokers.len() - 1
            }) as u32
        };
        let mut numbered = |action: &Move<RunType>| RunArc {
            numbers: action.numbers,
            jokers: number_of(action.used),
            to: match action.to {
                To::Stay(run) => To::Stay(number(next, run)),
                To::Leave(run) => To::Leave(number(leaving, run)),
                To::End => To::End,
            },
        };
        let mut stage = Stage::default();
        let mut actions = self.moves.iter().peekable();
        for run in &self.types {
            let start = stage.arcs.len() as u32;
            while let Some((_, action)) = actions.next_if(|(of, _)| *of == Some(*run)) {
                stage.arcs.push(numbered(action));
            }
            stage.arcs_of.push(start..stage.arcs.len() as u32);
        }
        for (_, action) in actions {
            stage.new[usize::from(action.numbers == 0)].push(numbered(action));
        }
        stage.types = self.types;
        stage
    }
}

#[cfg(test)]
mod tests {
    use rummilab_chance::{Key, Stream};
    use rummilab_core::{MAX_VALUE, RuleSet, TileCounts};
    use rummilab_solver::Goal;
    use rummilab_solver_suite::random_position_with;

    use crate::bounds::{Bounds, Relaxation};
    use crate::grammar::NOTHING;
    use crate::questions::{RunGrammar, TableCache, Worth, task_of};
    use crate::sweep::{Beginning, Effort, General, Node};

    use super::*;

    /// Bounds run by run at the worth of the best play still let the sweep find that play. The
    /// bound is no less than the best, and after some steps it is close.
    #[test]
    fn the_best_play_is_never_bounded_away() {
        let rules = RuleSet::preset("twist").expect("a preset");
        let mut below = Stream::new(Key::sample(7, "lone-runs", 0)).into_below();
        let (mut kept, mut sweep) = (TableCache::default(), General::default());
        let (mut compared, mut tight) = (0, 0);
        for _ in 0..150 {
            let position = random_position_with(&rules, 5, 6, &mut below).1;
            let worth = Worth::of(&Goal::Tiles);
            let task = task_of(&rules, &position, &worth, &TileCounts::EMPTY);
            if task.jokers == Jokers::NONE || task.jokers.total() > 4 {
                continue;
            }
            let mut tables = kept
                .of(&rules, task.jokers, 0)
                .parts(RunGrammar::WhereNeeded);
            let Some(runs) = PerRunRelaxation::new(&task, &mut tables) else {
                continue;
            };
            let mut best_with = |tables: &mut Tables<'_>, bounds: &mut Bounds, at_least| {
                let effort = Effort::FULL.at_least(at_least);
                let needed = ([0; MAX_VALUE as usize], 0);
                let whole = Beginning {
                    roots: &[Node::root([0; MAX_COLOURS])],
                    boundaries: &NOTHING,
                    forgotten: false,
                };
                sweep.run(&whole, &task, tables, bounds, needed, effort);
                sweep.memory.ends.iter().map(|end| end.worth).max()
            };
            let best = best_with(&mut tables, &mut Bounds::trivial(&task), i64::MIN);
            let mut relaxation = Relaxation::per_run(&task, &mut tables, runs);
            let bound = relaxation.improve(None, i64::MAX, 80);
            let Some(best) = best else {
                continue;
            };
            assert!(bound >= best, "{bound} < {best}: {position:?}");
            let mut bounds = relaxation.bounds(&NOTHING);
            let again = best_with(&mut tables, &mut bounds, best);
            assert_eq!(again, Some(best), "{position:?}");
            compared += 1;
            tight += usize::from(bound - best < task.dearest());
        }
        assert!(
            compared > 40 && tight * 2 > compared,
            "{tight} of {compared}"
        );
    }
}
