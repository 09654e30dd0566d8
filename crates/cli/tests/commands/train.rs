//! `rummilab train`: the same seed gives the same weights, the file equals the printed weights, and
//! wrong arguments do no harm.

use std::fs;

use rummilab::value::{FEATURES, ValueModel};

use crate::common::{Folder, fails, refused_in, run, run_in, says, told};

/// A small training; `flags` are added or replace its own.
fn args<'a>(flags: &[(&'a str, &'a str)]) -> Vec<&'a str> {
    let own = [
        ("--bots", "greedy,hold:h=3"),
        ("--deals", "12"),
        ("--turns", "5"),
        ("--seed", "3"),
    ];
    let kept = own
        .iter()
        .filter(|(name, _)| flags.iter().all(|(other, _)| other != name));
    let pairs = kept.chain(flags).flat_map(|(name, value)| [*name, *value]);
    std::iter::once("train").chain(pairs).collect()
}

/// What it prints.
fn printed(flags: &[(&str, &str)], json: bool) -> String {
    let mut args = args(flags);
    args.extend(json.then_some("--json"));

    told(&args)
}

#[test]
fn the_same_seed_gives_the_same_weights_at_any_number_of_threads() {
    let one = printed(&[("--threads", "1")], true);
    assert_eq!(printed(&[("--threads", "2")], true), one);
    assert_ne!(printed(&[("--seed", "4")], true), one);
}

#[test]
fn the_file_is_what_was_printed_and_says_how_it_was_made() {
    let folder = Folder::new();
    let place = folder.at("weights.json");
    let place = place.to_str().expect("a path");
    let said = printed(&[("--out", place)], true);
    let file = fs::read_to_string(place).expect("written");
    assert_eq!(file, said);
    let model = ValueModel::from_json(&file).expect("a file of weights");
    assert_eq!((model.rules.as_str(), model.players), ("original", 2));
    assert_eq!(model.terms.len(), FEATURES.len());
    assert!(model.terms.iter().any(|term| term.weight != 0.0));
    let made = &model.provenance;
    assert_eq!(made.bots, ["greedy", "hold:h=3"]);
    assert_eq!((made.games, made.deals, made.rounds), (24, 12, 1));
    assert!(made.program.starts_with("rummilab "));
    assert!(model.held_out.blocks > 0 && model.held_out.samples > 0 && made.samples > 0);
    // The command in the file reproduces the file.
    let words: Vec<&str> = made.command.split(' ').skip(1).collect();
    let (_, again, _) = run(&[&words[..], &["--json"]].concat());
    assert_eq!(again, file);
}

#[test]
fn a_second_round_plays_with_the_weights_of_the_first() {
    let rounds = |n: &str| {
        let json = printed(&[("--deals", "8"), ("--rounds", n)], true);
        ValueModel::from_json(&json).expect("weights")
    };
    let (one, two) = (rounds("1"), rounds("2"));
    // Three match-ups instead of one.
    assert_eq!((one.provenance.games, two.provenance.games), (16, 16 + 48));
    assert_ne!(one.terms, two.terms);
}

#[test]
fn a_report_has_losses_beside_those_of_baselines() {
    let report = printed(&[], false);
    says(
        &report,
        &[
            "sizes of racks",
            "constant",
            "held out",
            "said, %",
            "stuck",
            "not kept",
            "Again:  rummilab train",
        ],
    );
}

/// A million deals would take days: the refusal shows that nothing is played first.
#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_first_game() {
    let folder = Folder::new();
    for place in ["nowhere/weights.json", "."] {
        let flags = [("--out", place), ("--deals", "1000000")];
        let said = run_in(folder.0.path(), &args(&flags), "");
        fails(&said, 2, &["cannot write", place]);
    }
    assert_eq!(fs::read_dir(folder.0.path()).expect("there").count(), 0);
}

#[test]
fn wrong_arguments_change_nothing() {
    let folder = Folder::new();
    let place = folder.at("weights.json");
    fs::write(&place, "older").expect("writable");
    let check = |name: &str, value: &str, expected: &[&str]| {
        let mut flags = vec![(name, value)];
        if name != "--out" {
            flags.push(("--out", "weights.json"));
        }
        refused_in(folder.0.path(), &args(&flags), expected);
        assert_eq!(fs::read_to_string(&place).expect("there"), "older");
    };
    check("--option", "jokers=0", &["a rule system that ships"]);
    check("--rules", "house", &["groups have owners"]);
    check("--penalty", "0", &["expected a positive number"]);
    check("--bots", "gredy", &["did you mean `greedy`"]);
    check("--deals", "1", &["expected a whole number from 2"]);
    check("--bots", "cmd:cat,greedy", &["is a command"]);
    check("--out", "no/such/folder.json", &["cannot write"]);
}
