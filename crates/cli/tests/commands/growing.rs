//! Runs that grow: more deals, and runs of other bots that become one.

use crate::common::{Folder, bytes, says};
use rummilab::chance::{Key, Stream};

const ARGS: &str = "--bots greedy,hold,random --seed 4 --quiet";

fn deals(folder: &Folder, out: &str, deals: u64) {
    folder.play(out, &format!("{ARGS} --deals {deals}"));
}

#[test]
fn the_same_command_with_more_deals_continues_its_folder() {
    let folder = Folder::new();
    deals(&folder, "whole", 12);
    deals(&folder, "grown", 5);
    deals(&folder, "grown", 12);
    assert!(bytes(&folder.at("grown")) == bytes(&folder.at("whole")));
    // Also if the first part was a shard.
    folder.play("part", &format!("{ARGS} --deals 5 --shard 1/2"));
    deals(&folder, "part", 12);
    assert!(bytes(&folder.at("part")) == bytes(&folder.at("whole")));
    let fewer = format!("tournament --out grown {ARGS} --deals 7");
    let parts = ["12 deals, not 7", "can only grow", "nothing was changed"];
    folder.refused(&fewer, &parts);
    assert!(bytes(&folder.at("grown")) == bytes(&folder.at("whole")));
}

#[test]
fn records_of_fewer_deals_are_part_of_a_run() {
    let folder = Folder::new();
    deals(&folder, "whole", 12);
    deals(&folder, "five", 5);
    folder.play("half", &format!("{ARGS} --deals 12 --shard 0/2"));
    folder.play("other", &format!("{ARGS} --deals 9 --shard 1/2"));
    let (code, said, _) = folder.run("merge five half other --out merged");
    assert_eq!(code, 1);
    says(&said, &["missing: 5 blocks: 27 to 35 in steps of 2"]);
    // The command to go on has the plan of the most deals.
    let next = "rummilab run half/plan.toml --shard 1/2 --out other";
    says(folder.told("status half other"), &[next]);
    folder.told("run merged/plan.toml --out merged --quiet");
    assert!(bytes(&folder.at("merged")) == bytes(&folder.at("whole")));
    folder.told("merge whole --out five");
    assert!(bytes(&folder.at("five")) == bytes(&folder.at("whole")));
}

/// A width ends a run by live intervals that are tuned for the most deals.
#[test]
fn a_run_that_ends_at_a_width_keeps_its_most_deals() {
    let folder = Folder::new();
    let args = "--bots greedy,random --until-width 0.001 --quiet";
    folder.play("run", &format!("{args} --deals 51"));
    let more = format!("tournament --out run {args} --deals 52");
    folder.refused(&more, &["51 deals, not 52"]);
    let args = "--bots greedy,value --sprt mu0=0,mu1=1 --quiet";
    folder.play("test", &format!("{args} --deals 51"));
    folder.play("test", &format!("{args} --deals 53"));
    folder.play("whole", &format!("{args} --deals 53"));
    assert!(bytes(&folder.at("test")) == bytes(&folder.at("whole")));
}

/// Draws runs of some bots under the same conditions. Merged, they are what the plan of the whole
/// plays.
#[test]
fn runs_of_other_bots_become_one() {
    const BOTS: [&str; 6] = ["greedy", "hold", "random", "single", "value", "greedy"];
    for case in 0..8 {
        let folder = Folder::new();
        let mut stream = Stream::new(Key::sample(5, "other bots", case));
        let mut draw = |most: usize| stream.index(most).expect("not empty");
        let players = 2 + draw(3);
        let runs = 2 + draw(2);
        let mut names: Vec<String> = Vec::new();
        for run in 0..runs {
            let bots: Vec<&str> = (0..2 + draw(3)).map(|_| BOTS[draw(BOTS.len())]).collect();
            let format = ["round-robin", "gauntlet", "challenge"][draw(3)];
            let deals = 1 + draw(3);
            let name = format!("run-{run}");
            folder.play(
                &name,
                &format!(
                    "--bots {} --players {players} --format {format} --deals {deals} --seed 4 \
                     --quiet",
                    bots.join(",")
                ),
            );
            names.push(name);
        }
        let (code, said, err) = folder.run(&format!("merge {} --out merged", names.join(" ")));
        assert!(code < 2, "{said}{err}");
        folder.told("verify merged --replay-bots");
        folder.told("run merged/plan.toml --out merged --quiet");
        folder.told("run merged/plan.toml --out again --quiet");
        let whole = bytes(&folder.at("again"));
        assert!(bytes(&folder.at("merged")) == whole, "case {case}");
        // In another order, and again into the same folder.
        names.reverse();
        folder.run(&format!("merge {} merged --out other", names.join(" ")));
        assert!(bytes(&folder.at("other")) == whole, "case {case}");
        folder.told(&format!("merge {} --out merged", names.join(" ")));
        assert!(bytes(&folder.at("merged")) == whole, "case {case}");
    }
}

#[test]
fn runs_under_other_conditions_are_refused_and_nothing_is_written() {
    let folder = Folder::new();
    folder.play("one", "--bots greedy,value --deals 2");
    let three = "--bots hold,random,single --deals 2";
    let cases = [
        (three, "--seed 2", "seed"),
        (three, "--option jokers=4", "rule set"),
        (three, "--players 3", "number of players"),
        (three, "--draws shared", "`draws`"),
        (three, "--faults rules", "`faults`"),
        (
            "--bots hold,random --deals 50",
            "--sprt mu0=0,mu1=1",
            "different runs",
        ),
        (
            "--bots hold,random,single",
            "--format club --players 3 --rounds 1",
            "different runs",
        ),
    ];
    for (number, (bots, args, reason)) in cases.into_iter().enumerate() {
        let name = format!("other-{number}");
        folder.play(&name, &format!("{bots} {args} --quiet"));
        let merge = format!("merge one {name} --out merged");
        let (code, out, err) = folder.run(&merge);
        assert_eq!((code, &*out), (2, ""), "{args}: {err}");
        assert!(err.contains(reason), "{args}: {err}");
        assert!(!folder.at("merged").exists());
    }
    // A folder of another run is not changed.
    folder.play("two", "--bots hold,value --deals 2");
    let before = bytes(&folder.at("two"));
    folder.refused("merge one --out two", &["another plan", "list of bots"]);
    folder.refused("merge one two --out two", &["another plan"]);
    assert!(bytes(&folder.at("two")) == before);
}

#[test]
fn a_plan_lists_match_ups() {
    let folder = Folder::new();
    let plan = |listed: &str| {
        let bots = "bots = [\"greedy\", \"value\", \"a=hold\"]\ndeals = 2\nformat = \"listed\"";
        folder.write("plan.toml", format!("{bots}\nlisted = {listed}\n"));
    };
    plan(r#"[["greedy", "a"], ["a", "value"]]"#);
    folder.told("run plan.toml --out run");
    assert_eq!(folder.json("run/summary.json")["games"], 8);
    for (listed, part) in [
        (r#"[["greedy", "hold"]]"#, "listed is `hold`"),
        (r#"[["greedy", "a"]]"#, "the bot `value` is in no match-up"),
        (
            r#"[["greedy", "a", "value"]]"#,
            "match-up 1 of `listed` has not a bot for every seat",
        ),
        (
            r#"[["greedy", "a"], ["value", "a"], ["a", "greedy"]]"#,
            "match-up 3 of `listed` is there",
        ),
    ] {
        plan(listed);
        folder.refused("run plan.toml --out other", &[part]);
    }
    folder.write(
        "plan.toml",
        "bots = [\"greedy\", \"value\"]\nlisted = [[\"greedy\", \"value\"]]\n",
    );
    folder.refused(
        "run plan.toml --out other",
        &["it belongs to format listed"],
    );
}
