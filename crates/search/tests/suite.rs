//! The suite of all solvers, on the search.

use rummilab_chance::{Key, Stream};
use rummilab_search::{Part, SearchSolver};
use rummilab_solver::suite::{Size, long_tier, random_position_with, rules};
use rummilab_solver::{Goal, Solver};

fn search() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

fn below() -> impl FnMut(u64) -> u64 {
    Stream::new(Key::sample(1, "suite", 0)).into_below()
}

/// The search takes long on small games full of special jokers: few positions of each, all in the
/// long tier. If runs go round as well there are ten: there the search may look at millions of
/// states and give up. It is also compared with the integer program, which brute force checks.
fn size() -> Size {
    let size = Size::of_tier();
    Size {
        brute: if long_tier() { size.brute } else { 4 },
        lists: if long_tier() { size.lists } else { 1 },
        round: if long_tier() { 10 } else { 4 },
        // It gave up on 1 of 40.
        given_up: 20,
        relations: if long_tier() { size.relations } else { 20 },
        ..size
    }
}

rummilab_solver::solver_suite!(search(), below(), size());

/// Switching off a part changes no answer, and every part has a name.
#[test]
fn answers_are_the_same_without_a_part() {
    let cases = [
        ("original", 14, 30, 12),
        ("twist", 5, 8, 8),
        ("house", 6, 12, 8),
    ];
    for (preset, sets, rack, count) in cases {
        let rules = rules(preset, "");
        let mut below = below();
        for _ in 0..count {
            let position = random_position_with(&rules, sets, rack, &mut below).1;
            let ask = |mut solver: SearchSolver| {
                let answer = solver.solve(&rules, &position, &Goal::Tiles);
                let answer = answer.expect("supported");
                let proven = answer.is_proven();
                (proven, answer.into_verified().map(|best| best.score))
            };
            let whole = ask(SearchSolver::new());
            for part in Part::ALL {
                assert_eq!(Part::named(&part.to_string()), Some(part));
                let reduced = ask(SearchSolver::new().without(part));
                let both = whole.0 && reduced.0;
                assert!(!both || whole.1 == reduced.1, "{part}: {position:?}");
            }
        }
    }
}
