//! The types of open runs, and the simulation preorder between them.

use crate::grammar::{Jokers, Move, Run, RunPhase, RunRules, RunShape, To, starts};

/// Every reachable type of open run, in ascending order.
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

/// The simulation preorder. It is the largest relation such that, if `p` simulates `q`, then `p`
/// can be finished at no more cost, and `p` can match each move of `q` at the same cost, to a run
/// that simulates the successor of `q`.
///
/// The greatest fixed point: begins with all pairs that meet the first condition, and removes those
/// that violate the second until none does. A pair is looked at again if one of those that its
/// moves lead to may have been removed.
pub fn simulation(types: &[Run], rules: &RunRules) -> Vec<Vec<bool>> {
    let runs = OpenTypes::new(types, rules);
    let all = 0..types.len();
    let row = |p: usize| {
        let ends = |q| runs.has_moves_of(p, q) && runs.ends_as_well(p, q);
        all.clone().map(ends).collect()
    };
    let mut relation: Vec<Vec<bool>> = all.clone().map(row).collect();
    let mut next: Vec<usize> = all.clone().collect();
    while !next.is_empty() {
        let mut changed = vec![false; types.len()];
        for q in next {
            for p in all.clone().filter(|p| *p != q) {
                if relation[p][q] && !runs.matches(p, q, &relation) {
                    relation[p][q] = false;
                    changed[q] = true;
                }
            }
        }
        next = all
            .clone()
            .filter(|q| runs.leads_to(*q, &changed))
            .collect();
    }
    relation
}

/// The run types by number, with their closings and moves.
struct OpenTypes<'a> {
    types: &'a [Run],
    rules: &'a RunRules,
    /// By type: the choices of jokers that finish it after the last value.
    closings: Vec<Vec<Jokers>>,
    /// By type: its moves at an inner value and at the last; also at the first where runs may end
    /// with 1, because otherwise none is open there.
    moves: Vec<Vec<Vec<Move<usize>>>>,
    /// The same: what its moves take, a bit each. Some share a bit.
    taken: Vec<Vec<u128>>,
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
        let phases = [RunPhase::Between, RunPhase::Last, RunPhase::First];
        let phases = phases.into_iter();
        let phases = phases.filter(|phase| *phase != RunPhase::First || rules.ends);
        let moves: Vec<Vec<Vec<Move<usize>>>> = phases.map(moves).collect();
        let mut kinds = Vec::new();
        let mut bit = |action: &Move<usize>| {
            let kind = (action.numbers, action.used);
            let known = kinds.iter().position(|other| *other == kind);
            let number = known.unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            1_u128 << (number % 128)
        };
        let mut bits = |moves: &Vec<Move<usize>>| moves.iter().map(&mut bit).fold(0, |a, b| a | b);
        OpenTypes {
            types,
            rules,
            closings: types.iter().map(|run| run.closings(rules)).collect(),
            taken: moves
                .iter()
                .map(|of_phase| of_phase.iter().map(&mut bits).collect())
                .collect(),
            moves,
        }
    }

    /// Whether `p` has moves that take what those of `q` take, as far as the bits tell.
    fn has_moves_of(&self, p: usize, q: usize) -> bool {
        self.taken.iter().all(|taken| taken[q] & !taken[p] == 0)
    }

    /// Whether a move of `q` leads to one of these types.
    fn leads_to(&self, q: usize, types: &[bool]) -> bool {
        let moves = self.moves.iter().flat_map(|moves| &moves[q]);
        let mut to = moves.map(|action| action.to);
        to.any(|to| match to {
            To::Stay(next) | To::Leave(next) => types[next],
            To::End => false,
        })
    }

    /// Whether `p` can be finished wherever `q` can, at no more cost.
    fn ends_as_well(&self, p: usize, q: usize) -> bool {
        let (of_p, of_q) = (&self.types[p], &self.types[q]);
        let closes = |jokers: &Jokers| self.closings[p].iter().any(|own| own.within(*jokers));
        let closes_as_well = self.rules.wrap || self.closings[q].iter().all(closes);
        let same_axis = !self.rules.points
            || of_p.shape == of_q.shape
            || !matches!(of_q.shape, RunShape::Mirror { .. });
        // With wrap, a run left open at the end goes on in one assumed open before the first value:
        // their strides must agree.
        let by_twos = |run: &Run| matches!(run.shape, RunShape::Step2 { .. });
        let same_stride = !self.rules.wrap || by_twos(of_p) == by_twos(of_q);
        (of_p.complete() || !of_q.complete()) && closes_as_well && same_axis && same_stride
    }

    /// Whether `p` can match every move of `q`: with the same tiles and jokers and no fewer points,
    /// to a run related to the successor of `q`.
    fn matches(&self, p: usize, q: usize, relation: &[Vec<bool>]) -> bool {
        let related = |last: bool, to: To<usize>, other: To<usize>| match (to, other) {
            (To::Stay(p), To::Stay(q)) | (To::Leave(p), To::Leave(q)) => relation[p][q],
            (To::End, To::End) => true,
            // After the last value, ending is as good as staying open.
            (To::End, To::Stay(_)) => last && !self.rules.wrap,
            _ => false,
        };
        self.moves
            .iter()
            .zip([false, true, false])
            .all(|(moves, last)| {
                moves[q].iter().all(|other| {
                    moves[p].iter().any(|own| {
                        own.numbers == other.numbers
                            && own.used == other.used
                            && (!self.rules.points || own.slots >= other.slots)
                            && related(last, own.to, other.to)
                    })
                })
            })
    }
}
