//! Faults of bots: told game by game, counted in the exit code, and looked at again turn by turn.

use serde_json::{Value, json};

use crate::common::{Folder, json_lines, says};

const ARGS: &str = "tournament --bots faulty:every=4,greedy --deals 2 --seed 3 --out run";

/// Once such a match ended with exit code 0, and its faults stood below the table.
#[test]
fn a_match_with_faults_fails_unless_they_are_allowed() {
    let folder = Folder::new();
    let (code, out, told) = folder.run(ARGS);
    assert_eq!(code, 1, "{told}");
    says(&out, &["win rate", "faulty:every=4 4 illegal"]);
    // A line for each game, and one for all.
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 5, "{told}");
    for (line, (block, game)) in lines.iter().zip([(0, 0), (0, 1), (1, 0), (1, 1)]) {
        let place = format!("fault: block {block}, game {game}, turn ");
        assert!(line.starts_with(&place), "{line}");
        assert!(line.contains(": faulty:every=4: illegal: "), "{line}");
    }
    says(lines[4], &["faults in 4 games", "--allow-faults"]);
    // What was played before counts, but is not told again.
    let (code, _, told) = folder.run(ARGS);
    assert_eq!((code, told.lines().count()), (1, 1), "{told}");
    folder.told(&format!("{ARGS} --allow-faults"));
    let (code, ..) = folder.run(&format!("{ARGS}-shard --shard 1/2"));
    assert_eq!(code, 1, "a shard");
    folder.told("tournament --bots random,greedy --deals 2 --out sound");
}

#[test]
fn faults_of_one_game_are_one_line() {
    let folder = Folder::new();
    let (_, _, told) = folder.run(&format!("{ARGS} --faults rules"));
    let first = told.lines().next().expect("a line");
    assert!(first.ends_with("(and 2 more in this game)"), "{told}");
    assert_eq!(told.lines().count(), 5, "{told}");
}

/// A line of JSON for this turn of the first game.
fn replayed(folder: &Folder, turn: &Value) -> Value {
    let lines = folder.told(&format!("replay run --json --turn {turn}"));
    json_lines(&lines).remove(0)
}

#[test]
fn a_faulted_turn_shows_the_position_the_refused_action_and_why() {
    for (policy, verb) in [("end", "breaks off"), ("rules", "is refused a play")] {
        let folder = Folder::new();
        folder.told(&format!("{ARGS} --allow-faults --faults {policy}"));
        let faults = folder.json("run/summary.json")["faults"].clone();
        let (first, turn) = (&faults[0], &faults[0]["turn"]);
        assert_eq!((&first["block"], &first["game"]), (&json!(0), &json!(0)));
        let line = replayed(&folder, turn);
        assert!(line["action"].to_string().contains(verb), "{line}");
        let fault = &line["fault"];
        assert_eq!(fault["kind"], "illegal");
        // The bot lays one tile of its rack, alone, on the table that it saw.
        let refused = fault["refused"].as_str().expect("a table");
        let review = folder.told(&format!("analyse review run --turn {turn} --json"));
        let review = json_lines(&review).remove(0);
        let (table, rack) = (review["table"].to_string(), review["rack"].to_string());
        let (table, rack) = (table.trim_matches('"'), rack.trim_matches('"'));
        let laid = refused.strip_prefix(table).expect("the table, and a tile");
        let laid = laid.trim_start_matches(" ; ");
        assert!(rack.starts_with(laid), "{laid}: {rack}");
        assert_eq!(&review["done"]["fault"], fault);
        let why = fault["why"].as_str().expect("a reason");
        let why = format!("illegal: {why}");
        for text in [
            folder.told("replay run"),
            folder.told(&format!("replay run --turn {turn}")),
        ] {
            let parts = [
                format!("why {why}"),
                format!("refused {refused}"),
                format!("rack {rack}"),
            ];
            says(&text, &parts.each_ref().map(String::as_str));
        }
        let text = folder.told(&format!("analyse review run --turn {turn}"));
        says(
            &text,
            &[&format!("why {why}"), &format!("refused {refused}")],
        );
        folder.told("report run");
        let page = folder.text("run/report.html");
        says(&page, &[&format!("; refused: {refused}")]);
    }
}

#[test]
fn a_review_of_a_game_says_how_it_was_broken_off() {
    let folder = Folder::new();
    folder.told(&format!("{ARGS} --allow-faults"));
    let said = folder.told("analyse review run --model greedy --deals 2");
    says(&said, &["It broke off the game: illegal: ", "`--turn "]);
    // Turns that do not exist are still none.
    folder.refused("replay run --turn 999", &["game 0 has turns 0 to "]);
    folder.refused(
        "analyse review run --own-turn 0:99",
        &["seat 0 has 4 turns"],
    );
}
