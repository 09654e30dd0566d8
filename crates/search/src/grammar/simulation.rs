//! The run types that can be open, and which of them simulate which.

use crate::grammar::{Jokers, Move, Run, RunPhase, RunRules, RunShape, To, starts};

/// Every kind of run that can be open, ascending.
pub fn run_types(rules: &RunRules) -> Vec<Run> {
    let mut types: Vec<Run> = Vec::new();
    let of = |moves: Vec<Move<Run>>| moves.into_iter().filter_map(|action| action.to.run());
    let begun = RunPhase::ALL.map(|phase| of(starts(phase, rules)));
    let mut todo: Vec<Run> = begun.into_iter().flatten().collect();
    while let Some(run) = todo.pop() {
        if !types.contains(&run) {
            types.push(run);
            let next = RunPhase::ALL.map(|phase| of(run.moves(phase, rules)));
            todo.extend(next.into_iter().flatten());
        }
    }
    types.sort_unstable();
    types
}

/// The simulation preorder, the largest relation in which `p` simulates `q` under two conditions
/// only. First, `p` can be finished at no more cost. Second, `p` can follow each move of `q`, at
/// the same cost, to a run that simulates the result.
///
/// Begins with all pairs that meet the first condition and drops those that break the second until
/// none is left.
pub fn simulation(types: &[Run], rules: &RunRules) -> Vec<Vec<bool>> {
    let runs = OpenTypes::new(types, rules);
    let all = 0..types.len();
    let row = |p: usize| all.clone().map(|q| runs.ends_as_well(p, q)).collect();
    let mut relation: Vec<Vec<bool>> = all.clone().map(row).collect();
    loop {
        let pairs = all.clone().flat_map(|p| all.clone().map(move |q| (p, q)));
        let held = pairs.filter(|(p, q)| relation[*p][*q] && p != q);
        let broken: Vec<_> = held
            .filter(|(p, q)| !runs.follows(*p, *q, &relation))
            .collect();
        if broken.is_empty() {
            return relation;
        }
        for (p, q) in broken {
            relation[p][q] = false;
        }
    }
}

/// The run types by number, with what each can do.
struct OpenTypes<'a> {
    types: &'a [Run],
    rules: &'a RunRules,
    /// The jokers with which each can be closed.
    closings: Vec<Vec<Jokers>>,
    /// The moves of each at an inner value, and at the last. No run goes on at the first.
    moves: [Vec<Vec<Move<usize>>>; 2],
}

impl<'a> OpenTypes<'a> {
    fn new(types: &'a [Run], rules: &'a RunRules) -> OpenTypes<'a> {
        let number = |run: Run| {
            types
                .binary_search(&run)
                .expect("types are closed under moves")
        };
        let moves = |phase: RunPhase| {
            let of = |run: &Run| {
                let moves = run.moves(phase, rules).into_iter();
                moves.map(|action| action.map(number)).collect()
            };
            types.iter().map(of).collect()
        };
        OpenTypes {
            types,
            rules,
            closings: types.iter().map(|run| run.closings(rules)).collect(),
            moves: [moves(RunPhase::Between), moves(RunPhase::Last)],
        }
    }

    /// Whether `p` can be finished wherever `q` can, at no more cost.
    fn ends_as_well(&self, p: usize, q: usize) -> bool {
        let (of_p, of_q) = (&self.types[p], &self.types[q]);
        let closes = |jokers: &Jokers| self.closings[p].iter().any(|own| own.within(*jokers));
        let at_the_top = self.rules.wrap || self.closings[q].iter().all(closes);
        let same_axis = !self.rules.points
            || of_p.shape == of_q.shape
            || !matches!(of_q.shape, RunShape::Mirror { .. });
        // Only a run of the same stride can be the part of a run that lies before the first value.
        let by_twos = |run: &Run| matches!(run.shape, RunShape::Step2 { .. });
        let same_stride = !self.rules.wrap || by_twos(of_p) == by_twos(of_q);
        (of_p.complete() || !of_q.complete()) && at_the_top && same_axis && same_stride
    }

    /// Whether `p` has an answer to every move of `q`: the same tiles at the same cost, to a run
    /// that is in relation to where `q` goes.
    fn follows(&self, p: usize, q: usize, relation: &[Vec<bool>]) -> bool {
        let leads = |last: bool, to: To<usize>, other: To<usize>| match (to, other) {
            (To::Stay(p), To::Stay(q)) | (To::Leave(p), To::Leave(q)) => relation[p][q],
            (To::End, To::End) => true,
            // After the largest value there is nothing to stay open for.
            (To::End, To::Stay(_)) => last && !self.rules.wrap,
            _ => false,
        };
        self.moves.iter().zip([false, true]).all(|(moves, last)| {
            moves[q].iter().all(|other| {
                moves[p].iter().any(|own| {
                    own.numbers == other.numbers
                        && own.used == other.used
                        && (!self.rules.points || own.slots >= other.slots)
                        && leads(last, own.to, other.to)
                })
            })
        })
    }
}
