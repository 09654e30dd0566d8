//! The machine-readable lines of docs/rules.md#cases.

use rummilab_core::{Readings, RuleSet};

use crate::support::{counts, rules, table, tiles};

const LINES: &str = include_str!("cases.txt");

/// Number of lines of each kind in the file, so that none is lost.
const SETS: usize = 55;
const TURNS: usize = 19;

/// The rule sets in which the lines of a system hold.
fn systems(name: &str) -> Vec<RuleSet> {
    match name {
        "ORIG" => vec![rules("original", "")],
        "TOURN" => vec![rules("tournament", ""), rules("tournament-2007", "")],
        "TWIST" => vec![rules("twist", "")],
        "HOUSE" => vec![rules("house", "")],
        "ORIG+end" => vec![rules("original", "wrap=end")],
        "HOUSE+step2" => vec![rules("house", "step2=true")],
        _ => panic!("no system {name}"),
    }
}

fn expected_readings(text: &str) -> Readings {
    let mut readings = Readings::default();
    for part in text.split_whitespace().filter(|part| *part != "illegal") {
        let (kind, value) = part.split_once('=').unwrap();
        let reading = match kind {
            "group" => &mut readings.group,
            "run" => &mut readings.run,
            "step-run" => &mut readings.step_run,
            "mirror-group" => &mut readings.mirror_group,
            "mirror-run" => &mut readings.mirror_run,
            _ => panic!("no kind {kind}"),
        };
        *reading = Some(value.parse().unwrap());
    }
    assert_eq!(text != "illegal", readings.is_legal(), "{text}");
    readings
}

/// Checks every reading with its value.
fn check_set(fields: &[&str]) {
    let &[system, mode, text, expected, _source] = fields else {
        panic!("{fields:?}")
    };
    for rules in systems(system) {
        let tiles = tiles(text);
        let readings = match mode {
            "U" => rules.judge(&tiles),
            "L" => rules.judge_laid(&tiles),
            _ => panic!("no mode {mode}"),
        };
        assert_eq!(
            readings,
            expected_readings(expected),
            "{fields:?} in {}",
            rules.name
        );
    }
}

/// Checks whether the turn is legal and which tiles it laid.
fn check_turn(fields: &[&str]) {
    let &[system, opened, before, played, after, expected, source] = fields else {
        panic!("{fields:?}")
    };
    if system == "TWIST" && !after.contains('D') {
        let renamed = |field: &str| field.replace('P', "R").replace('Y', "O");
        let [before, played, after] = [before, played, after].map(renamed);
        check_turn(&["ORIG", opened, &before, &played, &after, expected, source]);
        check_turn(&["TOURN", opened, &before, &played, &after, expected, source]);
    }
    let flag = |text: &str, yes: &str, no: &str| match text {
        _ if text == yes => true,
        _ if text == no => false,
        _ => panic!("{fields:?}"),
    };
    let text = |field: &str| match field {
        "-" => String::new(),
        _ => field.to_owned(),
    };
    for rules in systems(system) {
        let [before, after] = [before, after].map(|field| table(&text(field), &rules));
        let turn = rules.judge_turn_laying(
            &before,
            &counts(&text(played)),
            &after,
            flag(opened, "yes", "no"),
        );
        assert_eq!(
            turn.is_ok(),
            flag(expected, "legal", "illegal"),
            "{fields:?} in {}: {turn:?}",
            rules.name
        );
        if let Ok(turn) = turn {
            assert_eq!(turn.played, counts(&text(played)), "{fields:?}");
        }
    }
}

#[test]
fn every_case_of_the_rules() {
    let (mut sets, mut turns) = (0, 0);
    for line in LINES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').collect();
        match fields[0] {
            "SET" => {
                check_set(&fields[1..]);
                sets += 1;
            }
            "TURN" => {
                check_turn(&fields[1..]);
                turns += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!((sets, turns), (SETS, TURNS));
}
