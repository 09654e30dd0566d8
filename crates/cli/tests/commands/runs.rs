//! Runs by name: a run played without --out is found again, listed and distinguished.

use serde_json::Value;

use crate::common::{Folder, each, json_lines, says};

const MATCH: &str = "tournament --bots hold,greedy --deals 1";

#[test]
fn runs_are_listed_and_found_by_name() {
    let folder = Folder::new();
    says(folder.told("status"), &["no runs in runs"]);
    let told = folder.told(&format!("{MATCH} --name first"));
    says(&told, &["Files:  runs/first", "--name first"]);
    folder.told(&format!("{MATCH} --seed 2"));
    folder.told(&format!(
        "{MATCH} --seed 3 --shard 0/2 --out runs/big/shard-0-of-2"
    ));
    folder.told(&format!("{MATCH} --seed 4 --name fifth"));
    folder.told(&format!("{MATCH} --seed 5 --out elsewhere"));

    let list = json_lines(&folder.told("status --json"));
    let named = |name: &str| -> &Value {
        let mut found = list
            .iter()
            .filter(|run| run["name"].as_str().unwrap().starts_with(name));
        found.next().unwrap_or_else(|| panic!("{name}: {list:?}"))
    };
    assert_eq!(list.len(), 4, "{list:?}");
    assert_eq!(
        (&named("first")["games"], &named("first")["last"]),
        (&2.into(), &false.into())
    );
    assert_eq!(
        (&named("fifth")["seed"], &named("fifth")["last"]),
        (&4.into(), &true.into())
    );
    assert!(named("big")["games"].is_null());
    says(
        folder.told("status"),
        &["fifth (last)", "unfinished", "hold, greedy", "just now"],
    );

    let hash = list.iter().find(|run| run["seed"] == 2).unwrap()["name"]
        .as_str()
        .unwrap();
    for (name, seed) in [
        ("last", 4),
        ("runs/last", 4),
        ("first", 1),
        ("fir", 1),
        (&hash[..9], 2),
    ] {
        says(
            folder.told(&format!("status {name}")),
            &[&format!("seed {seed}")],
        );
    }
    says(folder.told("verify last"), &["sound"]);
    says(folder.told("replay last --turn 0"), &["seed 4"]);
    // A refused run does not become the last run; another name of a run does, and a shard makes its
    // run the last.
    folder.refused(
        "tournament --bots greedy,single --deals 1 --name first",
        &["another plan"],
    );
    // The folder of runs is none of them, and `last` is the second name of one.
    says(
        folder.run("report runs").2,
        &["name one of the runs in it: ", "fifth, first\n"],
    );
    folder.told(&format!("{MATCH} --seed 4 --out runs/last"));
    says(folder.told("status last"), &["seed 4", "runs/fifth"]);
    folder.told(&format!(
        "{MATCH} --seed 3 --shard 1/2 --out runs/big/shard-1-of-2"
    ));
    says(
        folder.told("status runs/last"),
        &["seed 3", "every block is there"],
    );
    std::fs::remove_dir_all(folder.at("runs/big")).unwrap();
    folder.told(&format!("{MATCH} --seed 6 --name lasting"));
    folder.told(&format!("{MATCH} --seed 7 --name gone"));
    std::fs::remove_dir_all(folder.at("runs/gone")).unwrap();
    folder.refused("status last", &["gone"]);
    let cases = r#"
        status fi => several runs begin with `fi` & fifth, first
        status nothing => nothing
        tournament --bots greedy --name last => is taken
        tournament --bots greedy --name a/b => expected letters
        tournament --bots greedy --name a --out b => cannot be used with
    "#;
    each(cases, |args, parts| folder.refused(args, parts));
}
