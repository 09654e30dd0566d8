//! Lists of plays and answers for draws: plain repetition by integer programming, compared with the
//! shared computation of the search.

use std::num::NonZeroU64;

use rummilab_chance::{Key, Stream};
use rummilab_core::{Tile, TileCounts};
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, ListLimits, Solver};
use rummilab_solver_suite::{long_tier, random_position, rules};

fn agree_in(system: &str, options: &str, rack: usize, positions: usize) {
    let positions = if long_tier() {
        40 * positions
    } else {
        positions
    };
    let rules = rules(system, options);
    let mut stream = Stream::new(Key::sample(
        6,
        system,
        options.split_whitespace().count() as u64,
    ));
    let mut below = move |bound| NonZeroU64::new(bound).map_or(0, |bound| stream.below(bound));
    let (mut search, mut ilp) = (SearchSolver::new(), IlpSolver::new());
    for i in 0..positions {
        let (table, mut position) = random_position(&rules, rack, &mut below);
        // Sometimes a table tile is missing: most of these multisets are not tables, and the rack
        // completes some.
        let tiles: Vec<Tile> = position.table.tiles().collect();
        if position.stacks.groups.is_empty() && !tiles.is_empty() && below(4) == 0 {
            let i = below(tiles.len() as u64) as usize;
            assert!(position.table.remove(tiles[i]));
        }
        let goal = if i % 2 == 0 { Goal::Tiles } else { Goal::Value };
        let context = format!("{system} {options:?}, {goal}: {table} + {position:?}");
        for most in [usize::MAX, 3] {
            let list = |solver: &mut dyn Solver| {
                solver
                    .plays(&rules, &position, &goal, ListLimits::best(most))
                    .unwrap_or_else(|error| panic!("{context}: {error}"))
            };
            assert_eq!(list(&mut search), list(&mut ilp), "{most} plays, {context}");
        }
        let held = position.table.checked_add(&position.rack).expect("sound");
        let kinds: Vec<Tile> = rules
            .kinds()
            .filter(|tile| held.count(*tile) < rules.copies_of(*tile))
            .collect();
        let unseen: TileCounts = kinds.into_iter().filter(|_| below(8) == 0).collect();
        let said = |solver: &mut dyn Solver| {
            let answer = solver
                .after_draw(&rules, &position, &goal, &unseen)
                .unwrap_or_else(|error| panic!("{context}: {error}"));
            let draws = answer.draws.into_iter();
            let draws = draws.map(|draw| {
                let score = draw.best.map(|best| best.score);
                (draw.tile, draw.unseen, score, draw.goes_out)
            });
            draws.collect::<Vec<_>>()
        };
        assert_eq!(said(&mut search), said(&mut ilp), "draws, {context}");
    }
}

#[test]
fn original_lists_and_draws_agree() {
    agree_in("original", "", 7, 30);
    agree_in("tournament", "opening_min=12", 6, 10);
    agree_in("original", "opening_table_access=after_threshold", 6, 10);
}

#[test]
fn twist_lists_and_draws_agree() {
    agree_in("twist", "", 5, 8);
}

#[test]
fn house_lists_and_draws_agree() {
    agree_in("house", "", 5, 8);
    agree_in("original", "wrap=true group_cap_per_player=1", 5, 8);
}
