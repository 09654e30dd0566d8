//! The run types that can be open, and which of them imitate which.

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

/// The largest simulation relation. In it, run type `p` imitates `q` under two conditions only.
/// First, `p` can be finished at no more cost. Second, `p` can follow each move of `q`, at the same
/// cost, to a run that imitates the result.
pub fn imitation(types: &[Run], rules: &RunRules) -> Vec<Vec<bool>> {
    let closings = types.iter().map(|run| run.closings(rules));
    let closings: Vec<Vec<Jokers>> = closings.collect();
    let index = |run: Run| {
        types
            .binary_search(&run)
            .expect("types are closed under moves")
    };
    // Moves at an inner value and at the last one. No run goes on at the first.
    let moves: Vec<Vec<Vec<Move<usize>>>> = [RunPhase::Between, RunPhase::Last]
        .into_iter()
        .map(|phase| {
            let of = |run: &Run| {
                let moves = run.moves(phase, rules).into_iter();
                moves.map(|action| action.map(index)).collect()
            };
            types.iter().map(of).collect()
        })
        .collect();
    let ends_as_well = |p: usize, q: usize| {
        let at_the_top = closings[q]
            .iter()
            .all(|of_q| closings[p].iter().any(|of_p| of_p.within(*of_q)));
        let same_axis = !rules.points
            || types[p].shape == types[q].shape
            || !matches!(types[q].shape, RunShape::Mirror { .. });
        // Only a run of the same stride can be the part of a run that lies before the first value.
        let by_twos = |run: &Run| matches!(run.shape, RunShape::Step2 { .. });
        let same_stride = !rules.wrap || by_twos(&types[p]) == by_twos(&types[q]);
        let ends = types[p].complete() || !types[q].complete();
        ends && (rules.wrap || at_the_top) && same_axis && same_stride
    };
    let all = 0..types.len();
    let mut relation: Vec<Vec<bool>> = all
        .clone()
        .map(|p| all.clone().map(|q| ends_as_well(p, q)).collect())
        .collect();
    loop {
        let follows = |last: bool, p: To<usize>, q: To<usize>| match (p, q) {
            (To::Stay(p), To::Stay(q)) | (To::Leave(p), To::Leave(q)) => relation[p][q],
            (To::End, To::End) => true,
            // After the largest value there is nothing to stay open for.
            (To::End, To::Stay(_)) => last && !rules.wrap,
            _ => false,
        };
        let answers = |p: usize, q: usize| {
            moves.iter().zip([false, true]).all(|(of, last)| {
                of[q].iter().all(|action| {
                    of[p].iter().any(|other| {
                        other.numbers == action.numbers
                            && other.used == action.used
                            && (!rules.points || other.slots >= action.slots)
                            && follows(last, other.to, action.to)
                    })
                })
            })
        };
        let mut broken = Vec::new();
        for p in all.clone() {
            for q in all.clone() {
                if relation[p][q] && p != q && !answers(p, q) {
                    broken.push((p, q));
                }
            }
        }
        if broken.is_empty() {
            return relation;
        }
        for (p, q) in broken {
            relation[p][q] = false;
        }
    }
}
