//! The list of test tiers, in CONTRIBUTING and in `.ci/run`.

use std::collections::BTreeSet;

use regex::Regex;
use xtask::{TIERS, table};

use crate::text;

#[test]
fn contributing_shows_the_list() {
    let page = text("CONTRIBUTING.md");
    assert!(
        page.contains(&table()),
        "CONTRIBUTING.md lacks:\n{}",
        table()
    );
}

/// `.ci/run` runs the tiers of every change, by their names here, and no others.
#[test]
fn every_change_runs_its_tiers() {
    let script = text(".ci/run");
    let tier = Regex::new(r"(?m)cargo xtask((?: [a-z]+)+)").expect("a pattern");
    let mut run = BTreeSet::new();
    for names in tier.captures_iter(&script) {
        run.extend(names[1].split_whitespace().map(str::to_owned));
    }
    let listed = TIERS.iter().filter(|tier| tier.every_change);
    let listed: BTreeSet<String> = listed.map(|tier| tier.name.to_owned()).collect();
    assert_eq!(run, listed);
}
