//! Relations between answers that hold without known answers: symmetry, monotonicity, and agreement
//! of two questions.

use rummilab_core::{Colour, Position, RuleSet, Tile, TileCounts};

use rummilab_solver::random::{Below, random_position};
use rummilab_solver::{Answer, Goal, Score, Solver};

use crate::Size;

fn score(solver: &mut dyn Solver, rules: &RuleSet, position: &Position, goal: &Goal) -> Score {
    match solver.solve(rules, position, goal) {
        Ok(Answer::Optimal(best)) => best.score,
        other => panic!("{position:?}, {goal}: {other:?}"),
    }
}

fn mapped(counts: &TileCounts, map: impl Fn(Colour, u8) -> (Colour, u8)) -> TileCounts {
    let image = |tile: Tile| match (tile.colour(), tile.value()) {
        (Some(colour), Some(value)) => {
            let (colour, value) = map(colour, value);
            Tile::number(colour, value).unwrap_or(tile)
        }
        _ => tile,
    };
    counts.tiles().map(image).collect()
}

fn mapped_position(
    position: &Position,
    map: impl Fn(Colour, u8) -> (Colour, u8) + Copy,
) -> Position {
    let mut stacks = position.stacks.clone();
    for group in &mut stacks.groups {
        group.tiles = mapped(&group.tiles, map);
    }
    Position {
        table: mapped(&position.table, map),
        rack: mapped(&position.rack, map),
        stacks,
        ..position.clone()
    }
}

/// Random positions of every rule system with racks of up to 20 tiles.
///
/// # Panics
/// If the solver is wrong.
pub fn relations(solver: &mut dyn Solver, below: Below<'_>, size: Size) {
    for (name, positions) in [
        ("original", size.relations),
        ("twist", size.relations / 3),
        ("house", size.relations / 3),
    ] {
        let rules = RuleSet::preset(name).expect("the preset is sound");
        relations_of(solver, &rules, below, positions);
    }
}

/// Whether reversing the order of the values preserves sets. It does not if a special joker
/// distinguishes up from down.
fn turns_round(rules: &RuleSet) -> bool {
    rules.cc_at_low_end && rules.mirror_valley
}

fn relations_of(solver: &mut dyn Solver, rules: &RuleSet, below: Below<'_>, positions: usize) {
    let colours = rules.colours().to_vec();
    for _ in 0..positions {
        let (table, mut position) = random_position(rules, 20, below);
        let tiles = score(solver, rules, &position, &Goal::Tiles);
        let value = score(solver, rules, &position, &Goal::Value);
        let opening = score(solver, rules, &position, &Goal::OpeningValue);

        // The best play for a goal scores at least as well for it as the best play for another
        // goal.
        assert!(
            tiles.0[0] >= value.0[1] && value.0[0] >= tiles.0[1],
            "{position:?}"
        );

        // Permuting colours changes nothing. Reversing the values does not change the number of
        // tiles that an opened player can lay.
        let turned = mapped_position(&position, |colour, value| {
            let i = colours.iter().position(|c| *c == colour).unwrap_or(0);
            (colours[(i + 1) % colours.len()], value)
        });
        assert_eq!(
            score(solver, rules, &turned, &Goal::Tiles),
            tiles,
            "{position:?}"
        );
        assert_eq!(
            score(solver, rules, &turned, &Goal::OpeningValue),
            opening,
            "{position:?}"
        );
        if position.opened && turns_round(rules) {
            let mirrored = mapped_position(&position, |colour, value| {
                (colour, rules.values + 1 - value)
            });
            assert_eq!(
                score(solver, rules, &mirrored, &Goal::Tiles).main(),
                tiles.main(),
                "{position:?}"
            );
        }

        // An additional rack tile never makes the best play worse.
        let spare = rules.kinds().find(|tile| {
            table
                .tiles()
                .chain(position.rack.tiles())
                .filter(|t| t == tile)
                .count()
                < usize::from(rules.copies_of(*tile))
        });
        let before = position.clone();
        if spare.is_some_and(|tile| position.rack.insert(tile)) {
            assert!(
                score(solver, rules, &position, &Goal::Tiles) >= tiles,
                "{position:?}"
            );
            assert!(
                score(solver, rules, &position, &Goal::OpeningValue) >= opening,
                "{position:?}"
            );
        }

        // A legal table alone is feasible, and going out means laying everything.
        let alone = Position {
            rack: TileCounts::EMPTY,
            opened: true,
            ..before.clone()
        };
        assert_eq!(score(solver, rules, &alone, &Goal::Tiles).main(), 0);
        let out = solver.go_out(rules, &before).expect("supported").is_some();
        assert_eq!(out, tiles.main() == before.rack.len() as i64, "{before:?}");
    }
}
