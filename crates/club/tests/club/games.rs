//! Results of one game: what is taken, and what cannot be.

use rummilab_club::{GameFault, game_results};
use rummilab_core::RuleSet;
use rummilab_words::{Language, Say};

/// What was written down for each letter, apart by `/`, as scores and places by letters.
fn scored(rules: &str, game: usize, texts: &str) -> Result<Vec<(i32, u8)>, GameFault> {
    let rules = RuleSet::preset(rules).unwrap();
    let texts: Vec<&str> = texts.split('/').collect();
    let results = game_results(&rules, game, &texts)?;
    let results = results.iter().flatten();
    Ok(results.map(|own| (own.score, own.place)).collect())
}

#[track_caller]
fn check(rules: &str, texts: &str, expected: &[(i32, u8)]) {
    assert_eq!(scored(rules, 0, texts).as_deref(), Ok(expected), "{texts}");
}

#[track_caller]
fn refused(rules: &str, texts: &str, expected: &str) {
    let why = scored(rules, 0, texts).unwrap_err();
    let said = why.say(Language::English);
    assert!(said.contains(expected), "{texts}: {said}");
    assert_ne!(why.say(Language::German), said);
}

/// docs/rules.md#worked-examples, docs/rules.md#unopened-racks and docs/rules.md#scoring-cases, as
/// racks, as counted points and as points of the game.
#[test]
fn one_game_has_one_result_however_it_is_written_down() {
    let out = &[(60, 1), (-10, 2), (-20, 3), (-30, 4)];
    for texts in [
        "- / R10 / r10 b10 / R9 B9 K12",
        "- / 10 / 20 / 30",
        "0 / R10 / 20 (2) / 30",
        "+60 / -10 / -20 / -30",
        "+60 / \u{2212}10 / -20 / -30",
    ] {
        check("tournament", texts, out);
    }
    check(
        "tournament",
        "- / J / 200 / 100",
        &[(330, 1), (-30, 2), (-200, 4), (-100, 3)],
    );
    check(
        "original",
        "- / J / 200 / 100",
        &[(350, 1), (-50, 2), (-200, 4), (-100, 3)],
    );
    // Nobody went out.
    check(
        "tournament",
        "5 / 12 / 7 / 20",
        &[(-5, 1), (-12, 3), (-7, 2), (-20, 4)],
    );
    check(
        "tournament",
        "-5 / -12 / -7 / -20",
        &[(-5, 1), (-12, 3), (-7, 2), (-20, 4)],
    );
    check(
        "original",
        "R5 / 12 / 7 / 20",
        &[(24, 1), (-7, 3), (-2, 2), (-15, 4)],
    );
    check(
        "tournament",
        "8 (2) / 8 (1) / 9",
        &[(-8, 2), (-8, 1), (-9, 3)],
    );
    check("tournament", "R8 / B8 / 9", &[(-8, 1), (-8, 1), (-9, 3)]);
    check("house", "- / R5 / R1 B1", &[(0, 1), (0, 2), (0, 3)]);
}

/// Where the first of equal players in playing order wins, the seats of the game decide.
#[test]
fn the_seats_of_the_game_break_ties() {
    for (game, first) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
        let results = scored("original", game, "R8 / B8 / K8 / O8").unwrap();
        let winner = results.iter().position(|(_, place)| *place == 1);
        assert_eq!(winner, Some(first), "game {game}");
    }
    // Without A, who was to begin game 1, the next clockwise begins: B.
    let three = scored("original", 0, "x / B8 / K8 / O8").unwrap();
    assert_eq!(three.iter().position(|(_, place)| *place == 1), Some(0));
}

#[test]
fn what_cannot_be_is_refused() {
    refused(
        "tournament",
        "- / R5 R5 / R5 / 3",
        "R5 is on the racks more often",
    );
    refused(
        "tournament",
        "- / J J / J / 3",
        "J is on the racks more often",
    );
    refused(
        "tournament",
        "- / 700 / 90 / 3",
        "793 points on the racks are more",
    );
    refused("tournament", "- / 12 / - / 3", "only one player wins");
    refused("tournament", "- / 12 / / 5", "3 results for 4 players");
    refused("tournament", "- / 12", "2 results for 2 players");
    refused(
        "tournament",
        "- / R5 / Q3 / 5",
        "column 1: `Q3` is not a tile",
    );
    refused("tournament", "- / 12 / 5 / -3", "either the racks");
    refused("tournament", "+40 / -12 / -20 / -3", "add up to +5");
    refused(
        "tournament",
        "+40 / +20 / -40 / -20",
        "only one player wins",
    );
    refused("tournament", "-8 / -8 / -9 / -10", "equal results");
    refused("tournament", "8 / 8 (1) / 9 / 10", "equal results");
    refused("original", "-8 / -9 / -7 / -10", "add up to -34");
    refused("house", "+8 / -8 / +0", "the tiles decide who is first");
}

/// Sums of typed numbers never overflow.
#[test]
fn points_beyond_any_game_are_refused() {
    let least = i32::MIN + 1;
    let huge = format!("+2147483645 / {least} / {least} / {least}");
    refused("tournament", &huge, "add up to -4294967296");
    let huge = format!("{least} / {least} / {least} / -1");
    refused("tournament", &huge, "points on the racks are more");
    refused("tournament", "- / 4294967295 / 4294967295 / 1", "more than");
}

#[test]
fn racks_that_no_tiles_make_are_refused() {
    for texts in [
        "- / 12 (99) / 5 / 6",
        "- / 12 (0) / 5 / 6",
        "- / 0 (3) / 5 / 6",
        "- / 2 (3) / 5 / 6",
        "- / 61 (2) / 5 / 6",
        "- / 100 (107) / 5 / 6",
        "+60 / +0 / -30 / -30",
    ] {
        refused("tournament", texts, "no rack has these points");
    }
    refused(
        "tournament",
        "- / 90 (50) / 90 (50) / 90 (50)",
        "no rack has these points",
    );
    refused(
        "tournament",
        "+2000 / -900 / -600 / -500",
        "2000 points on the racks are more",
    );
    refused(
        "tournament",
        "-900 / -901 / -902 / -903",
        "points on the racks are more",
    );
    refused(
        "original",
        "+3000 / -900 / -1100 / -1000",
        "points on the racks are more",
    );
    let out = &[(60, 1), (-10, 2), (-20, 3), (-30, 4)];
    check("tournament", "0 (0) / 10 / 20 / 30", out);
    check(
        "tournament",
        "+600 / -200 / -100 / -300",
        &[(600, 1), (-200, 3), (-100, 2), (-300, 4)],
    );
    check(
        "original",
        "+376 / -176 / -200 / +0",
        &[(376, 1), (-176, 3), (-200, 4), (0, 2)],
    );
}

/// Somebody has gone home: the others play, and at least three or nobody.
#[test]
fn a_player_who_takes_no_part_has_no_result() {
    check(
        "tournament",
        "- / x / 20 / 30",
        &[(50, 1), (-20, 2), (-30, 3)],
    );
    check(
        "tournament",
        "+50 / -20 / X / -30",
        &[(50, 1), (-20, 2), (-30, 3)],
    );
    check("tournament", "x / x / x", &[]);
    refused("tournament", "- / x / 20", "so few players");
    refused("tournament", "- / x / x / 20", "so few players");
}
