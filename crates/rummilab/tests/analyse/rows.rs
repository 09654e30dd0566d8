//! Mistakes by phase and turns as rows, checked against the record and against reviews.

use std::path::Path;

use rummilab::analyse::{Kept, MistakePhase, MistakeRow, TurnRow, export, keep_review, mistakes};
use rummilab::arena::PlanSpec;
use rummilab::core::notation::{parse_counts, parse_tiles};
use rummilab::core::{RuleSet, Seat, Set, Table, TileCounts};
use rummilab::play::review::{GameReview, ReviewSettings, ReviewedGame};
use rummilab::runs::{Match, Roster, StopFlag, find_game, games_file, judge, read_blocks};
use rummilab::solver::{Goal, solve_on};
use tempfile::TempDir;

/// The folder of a played match.
fn played(game: Match<'_>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    game.folder(folder.path()).play().unwrap();
    folder
}

/// Two bots, of which one is the model.
fn greedy_and_hold(deals: u64) -> TempDir {
    played(Match::new(["greedy", "hold:h=0"]).deals(deals).seed(3))
}

/// The mistakes in the first games of a run, by the measure of `hold:h=0`.
fn by_hold(run: &Path, (games, deals): (usize, u32)) -> Vec<MistakeRow> {
    let settings = ReviewSettings {
        model: "hold:h=0".to_owned(),
        deals,
        chances: 0,
        work: u64::MAX,
        particles: 4,
        ..ReviewSettings::default()
    };
    mistakes(run, games, &settings, &StopFlag::default()).unwrap()
}

fn turns_of(run: &Path) -> Vec<TurnRow> {
    let mut rows = Vec::new();
    let exported: rummilab::Result<()> = export(run, |row| {
        rows.push(row);
        Ok(())
    });
    exported.unwrap();
    rows
}

#[test]
fn mistakes_of_the_model_are_none_and_those_of_others_lie_in_phases() {
    let run = greedy_and_hold(3);
    let rows = by_hold(run.path(), (3, 2));
    assert_eq!(rows.len(), 10, "two bots, the whole game and four phases");
    for bot in rows.chunks(5) {
        assert_eq!((bot[0].phase, bot[0].games), (None, 3));
        let turns: u64 = bot[1..].iter().map(|row| row.turns).sum();
        assert_eq!(bot[0].turns, turns);
    }
    // In one game the mean of all turns is that of the phases, each weighted with its turns.
    for bot in by_hold(run.path(), (1, 2)).chunks(5) {
        let known = |row: &MistakeRow| (row.turns - row.unknown_turns) as f64;
        let sum = |row: &MistakeRow| row.lost_per_turn.unwrap_or(0.0) * known(row);
        let phases: f64 = bot[1..].iter().map(sum).sum();
        assert!((sum(&bot[0]) - phases).abs() < 1e-9);
    }
    let within = |row: &MistakeRow| row.lost_per_turn.is_none_or(|lost| lost.abs() <= 1.0);
    assert!(rows.iter().all(within), "no turn loses more than a win");
    let of = |bot: &'static str| rows.iter().filter(move |row| row.bot == bot);
    assert!(of("hold:h=0").all(|row| row.other_turns == 0 && row.ci.is_none()));
    assert!(of("hold:h=0").all(|row| row.lost_per_turn == (row.turns > 0).then_some(0.0)));
    let middle = of("greedy")
        .find(|row| row.phase == Some(MistakePhase::Middle))
        .unwrap();
    assert!(middle.other_turns > 0);
}

#[test]
fn every_turn_is_a_row_with_the_grade_that_was_kept() {
    let run = greedy_and_hold(2);
    let settings = ReviewSettings {
        model: "hold:h=0".to_owned(),
        deals: 1,
        ..ReviewSettings::default()
    };
    let game = find_game(run.path(), 1, 0).unwrap();
    let (roster, stop) = (Roster::new(), StopFlag::default());
    let review = GameReview::of(
        ReviewedGame::of(&game),
        Seat(1),
        &settings,
        &roster,
        &mut judge(),
        &stop,
    );
    let review = review.unwrap();
    assert_eq!(keep_review(run.path(), &review, false).unwrap(), Kept::Yes);
    let rows = turns_of(run.path());
    let (_, blocks) = read_blocks(&games_file(run.path())).unwrap();
    let turns = blocks.map(|block| {
        block
            .unwrap()
            .games
            .iter()
            .map(|g| g.turns.len())
            .sum::<usize>()
    });
    assert_eq!(rows.len(), turns.sum::<usize>());
    let graded: Vec<&TurnRow> = rows.iter().filter(|row| row.grade.is_some()).collect();
    assert_eq!(graded.len(), review.turns.len());
    for (row, turn) in graded.iter().zip(&review.turns) {
        assert_eq!((row.block, row.game, row.seat), (1, 0, Seat(1)));
        assert_eq!(
            (row.turn, row.grade, row.loss),
            (turn.turn, Some(turn.grade), turn.loss)
        );
        assert_eq!((&row.rack, &row.table), (&turn.rack, &turn.table));
        assert_eq!(
            (row.most_tiles, row.goes_out),
            (turn.solver.tiles, turn.solver.goes_out)
        );
    }
    for row in &rows {
        assert_eq!(row.action == "lays", !row.laid.is_empty());
        assert!(
            row.most_tiles >= row.laid.split_whitespace().count(),
            "{row:?}"
        );
        assert_eq!(row.cells().len(), TurnRow::COLUMNS.len());
        assert_eq!(
            (&row.owners, &row.drawn_first, row.put_back),
            (&None, &None, 0)
        );
        assert_eq!(row.drawn.is_empty(), row.action != "draws");
    }
}

/// A phase without turns had lost "+0.0 [+0.0, +0.0]", and so had two games that lost the same.
#[test]
fn without_turns_or_spread_no_interval_is_claimed() {
    let run = greedy_and_hold(2);
    let rows = by_hold(run.path(), (2, 1));
    let without: Vec<_> = rows.iter().filter(|row| row.turns == 0).collect();
    assert!(!without.is_empty(), "a phase without turns");
    assert!(
        without
            .iter()
            .all(|row| row.lost_per_turn.is_none() && row.ci.is_none())
    );
    for row in &rows {
        assert!(row.ci.is_none_or(|ci| ci.width() > 0.0), "{row:?}");
    }
    let own = rows
        .iter()
        .find(|row| row.bot == "hold:h=0" && row.phase.is_none());
    assert_eq!(
        own.map(|row| (row.lost_per_turn, row.ci)),
        Some((Some(0.0), None))
    );
    let line = serde_json::to_value(without[0]).unwrap();
    assert!(
        line["lost_per_turn"].is_null() && line["ci"].is_null(),
        "{line}"
    );
}

/// Turns whose loss is not known were left out without a word: here those that the referee refused.
#[test]
fn turns_without_a_known_loss_are_counted() {
    let spec = PlanSpec {
        bots: ["faulty", "hold:h=0"].map(str::to_owned).to_vec(),
        deals: 2,
        seed: 3,
        faults: "rules".to_owned(),
        ..PlanSpec::default()
    };
    let run = played(Match::of(spec));
    let rows = by_hold(run.path(), (2, 1));
    let of = |bot: &str, phase: Option<MistakePhase>| {
        let row = rows.iter().find(|row| row.bot == bot && row.phase == phase);
        row.unwrap().unknown_turns
    };
    assert!(of("faulty", None) > 0, "{rows:?}");
    assert_eq!(of("hold:h=0", None), 0);
}

/// Rows had neither the owners of groups nor the tile drawn.
#[test]
fn rows_of_house_rules_hold_what_it_takes_to_solve_them_again() {
    let rules = RuleSet::preset("house").unwrap();
    let game = Match::new(["greedy", "hold"]).rules(&rules);
    let house = played(game.deals(2).seed(3));
    let mut solver = judge();
    let (mut owned, mut drawn) = (0, 0);
    for row in turns_of(house.path()) {
        let mut table = |text: &str, owners: Option<Vec<Option<u8>>>| {
            let sets = text.split(" ; ").filter(|set| !set.is_empty());
            let sets: Vec<Set> = sets
                .map(|set| Set::new(parse_tiles(set, &rules).unwrap()))
                .collect();
            let owners = owners.unwrap();
            assert_eq!(owners.len(), sets.len(), "{text}");
            owned += owners.iter().flatten().count();
            Table::owned(sets, owners)
        };
        table(&row.after, row.owners_after.clone());
        let rack: TileCounts = parse_tiles(&row.rack, &rules)
            .unwrap()
            .into_iter()
            .collect();
        if let Some(tile) = &row.drawn_first {
            let tile = parse_counts(tile, &rules).unwrap();
            assert!(rack.contains(&tile), "{row:?}");
            drawn += 1;
        }
        let table = table(&row.table, row.owners.clone());
        let position = rules.position(&table, rack, row.opened, Some(row.seat));
        let found = solve_on(solver.as_mut(), &rules, &table, &position, &Goal::Tiles).unwrap();
        let most = found.into_verified().map_or(0, |best| best.tiles);
        assert_eq!(most, row.most_tiles, "{row:?}");
    }
    assert!(owned > 20 && drawn > 20, "{owned} {drawn}");
}
