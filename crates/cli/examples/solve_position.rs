//! Solves one turn: the most tiles that can be laid, and the new table with the fewest changes.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{Position, RuleSet};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, Solver, fewest_changes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = RuleSet::preset("original").ok_or("no such rule system")?;
    let table = parse_table("R3 R4 R5 ; K7 B7 O7", &rules)?;
    let rack = parse_tiles("R6 J", &rules)?.into_iter().collect();
    let position = Position {
        table: table.counts().map_err(|tile| format!("too many {tile}"))?,
        rack,
        opened: true,
        ..Position::default()
    };

    let mut solver = SearchSolver::new();
    let Answer::Optimal(best) = solver.solve(&rules, &position, &Goal::Tiles)? else {
        return Err("the table is not made of legal sets".into());
    };
    let turn = fewest_changes(
        &mut solver,
        &rules,
        &table,
        &position,
        &Goal::Tiles,
        best,
        1000,
    )?;
    println!("lay {} -> {}", turn.play.played, turn.table);
    Ok(())
}
