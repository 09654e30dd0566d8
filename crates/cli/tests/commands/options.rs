//! Every field of docs/rules.md#rule-fields from every command: `--option`, `options` of a line, a
//! rule file, the template.

use serde_json::Value;

use crate::common::{Folder, answered, each, quiet, refused, run_in, says, told, words};

/// A value for every field that differs from `original`.
const OPTIONS: &[(&str, &str)] = &[
    ("name", "mine"),
    ("about", "my own"),
    ("colours", "6"),
    ("values", "10"),
    ("copies", "1"),
    ("jokers", "4"),
    ("hand", "12"),
    ("draw_first", "true"),
    ("dup_redraw", "optional"),
    ("redeal_pairs", "2"),
    ("redeal", "always"),
    ("jokers_dealt_each", "1"),
    ("opening_min", "25"),
    ("opening_table_access", "after_threshold"),
    ("opening_jokers", "false"),
    ("max_jokers_per_set", "none"),
    ("max_run_len", "5"),
    ("wrap", "true"),
    ("step2", "true"),
    ("group_max", "3"),
    ("group_cap_per_player", "6"),
    ("group_access", "attach_only"),
    ("mirror_value", "zero"),
    ("mirror_valley", "false"),
    ("mirror_min_half", "2"),
    ("max_cc_per_run", "1"),
    ("cc_adjacent", "true"),
    ("cc_at_low_end", "false"),
    ("joker_reclaim", "replace-any"),
    ("rearrange_then_draw", "true"),
    ("turn_seconds", "none"),
    ("timeout_claim", "true"),
    ("timeout_penalty", "1"),
    ("timeout_keeps_legal_part", "true"),
    ("invalid_penalty", "1"),
    ("empty_pool_procedure", "one_round_from_next"),
    ("must_play_when_empty", "false"),
    ("empty_pool_score", "own_negative"),
    ("stalemate", "fewest_tiles"),
    ("rack_penalty", "30"),
    ("unopened_penalty", "off"),
    ("unopened_rank_value", "rack"),
    ("open_hands", "true"),
    ("match_order", "wins"),
    ("tie_first_points", "4"),
];

/// The table above as options; `dup_redraw` needs `draw_first`.
fn options() -> Vec<String> {
    OPTIONS
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect()
}

#[test]
fn the_table_holds_every_field() {
    let keys: Vec<&str> = rummilab::core::FIELDS
        .iter()
        .map(|field| field.key)
        .collect();
    let mut known: Vec<&str> = OPTIONS.iter().map(|(key, _)| *key).collect();
    known.sort_by_key(|key| keys.iter().position(|other| other == key));
    assert_eq!(known, keys);
}

#[test]
fn every_option_changes_its_field() {
    let json = |more: &str| -> Value {
        let out = quiet(&format!("rules original --json {more}"));
        serde_json::from_str(&out).expect("a line of JSON")
    };
    let original = json("");
    for (key, value) in OPTIONS {
        let first = match *key {
            "dup_redraw" => "--option draw_first=true",
            _ => "",
        };
        let rules = json(&format!("--option '{key}={value}' {first}"));
        assert_ne!(rules[key], original[key], "{key}={value}");
    }
    for (field, kind, value) in [
        ("jokers", "D", 1),
        ("jokers", "M", 1),
        ("rack_penalty", "C", 7),
    ] {
        let rules = json(&format!("--option {field}.{kind}={value}"));
        assert_eq!(rules[field][kind], value, "{field}.{kind}");
    }
}

/// A folder with a plan, a position and rules that have a double joker.
fn filled() -> Folder {
    let folder = Folder::new();
    folder.write("plan.toml", "bots = [\"greedy\", \"value\"]\ndeals = 1\n");
    folder.write("positions.jsonl", "{\"rack\":\"R1 R2 R3\"}\n");
    let mine = "base = \"original\"\nname = \"mine\"\njokers = { J = 1, D = 1 }\n";
    folder.write("mine.toml", mine);
    folder
}

/// A command with all options reads all of them, whatever it answers.
#[test]
fn every_command_takes_every_option() {
    let options = options();
    for (command, input) in [
        ("solve --rack 'R1 R2 R3'", ""),
        ("check --set 'R1 R2 R3'", ""),
        ("bench --positions positions.jsonl", ""),
        ("corpus --deals 1 --take 1", ""),
        ("tournament --bots greedy --deals 1", ""),
        ("run plan.toml", ""),
        ("rules original", ""),
        ("check --batch -", "{\"set\":\"R1 R2 R3\"}"),
    ] {
        let mut args = words(command);
        args.extend(options.iter().flat_map(|option| ["--option", option]));
        let (code, out, err) = run_in(filled().path(), &args, input);
        // The solvers do not support `joker_reclaim`: it is refused by name after all options were
        // read.
        let refused = err.contains("does not support `joker_reclaim");
        let read = code == 0 || (code == 2 && refused);
        assert!(read, "{command}: {out}{err}");
    }
}

#[test]
fn one_kind_of_joker_reaches_every_command() {
    let folder = filled();
    let cases = r#"
        solve --rack 'B2 D B5' => Lay 3 tiles worth 7
        check --set 'B2 D B5' => run (14 points
        corpus --deals 1 --take 1 => "options":{"jokers.D":"1"}
        tournament --bots greedy,value --deals 1 --out a => --option jokers.D=1
        run plan.toml --out b => --option jokers.D=1
    "#;
    each(cases, |args, parts| {
        let (code, out, err) = folder.run(&format!("{args} --option jokers.D=1"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        says(&out, parts);
    });
    assert_eq!(folder.text("a/plan.toml"), folder.text("b/plan.toml"));
    let line = r#"{"id":1,"rack":"B2 D B5","options":{"jokers.D":1}}"#;
    says(answered("solve", line), &[r#""tiles":3"#]);
}

#[test]
fn a_file_of_rules_works_in_every_command() {
    let folder = filled();
    folder.write("positions.jsonl", "{\"rack\":\"B2 D B5\"}\n");
    for args in [
        "solve --rack 'B2 D B5'",
        "check --set 'B2 D B5'",
        "bench --positions positions.jsonl --repeat 1",
        "corpus --deals 1 --take 1",
        "tournament --bots greedy --deals 1",
        "run plan.toml",
    ] {
        folder.told(&format!("{args} --rules mine.toml"));
    }
}

#[test]
fn the_template_is_original_with_every_field_explained() {
    let folder = Folder::new();
    let text = quiet("rules --template");
    folder.write("mine.toml", &text);
    let json = |name: &str| folder.told(&format!("rules {name} --json"));
    assert_eq!(json("mine.toml"), json("original"));
    for field in rummilab::core::FIELDS {
        let start = format!("{} = ", field.key);
        assert_eq!(
            text.lines().filter(|line| line.starts_with(&start)).count(),
            1,
            "{start}"
        );
    }
    let opening = text.find("opening_table_access = ").expect("it is there");
    assert!(
        text[..opening].ends_with("# Values: one of \"none\", \"after_threshold\".\n")
            || text[..opening].ends_with("# Values: \"none\" or \"after_threshold\".\n"),
        "{}",
        &text[..opening]
    );
    folder.write("mine.toml", told("rules house --template"));
    assert_eq!(json("mine.toml"), json("house"));
}

#[test]
fn numbers_with_a_sign_are_refused_as_values() {
    let cases = r#"
        tournament --bots greedy --seed -1 => invalid value '-1' for '--seed <SEED>': expected a whole number, 0 to 18446744073709551615
        tournament --bots greedy --players -2 => expected a whole number from 2 to 4
        corpus --take -3 => invalid value '-3' for '--take
        corpus --seed -1 => invalid value '-1' for '--seed
        solve --rack R1 --me -1 => expected a whole number from 0 to 3
        replay x --turn -1 => invalid value '-1' for '--turn
        bench --positions x --repeat -1 => invalid value '-1' for '--repeat
    "#;
    each(cases, refused);
    let said = "`h` of the bot `hold` is `101`; expected 0 to 100";
    refused("tournament --bots hold:h=101", &[said]);
}

#[test]
fn every_fault_of_a_plan_has_its_line() {
    let folder = Folder::new();
    let refuse = |text: &str| {
        folder.write("plan.toml", text);
        let (code, out, err) = folder.run("run plan.toml");
        assert_eq!((code, out.as_str()), (2, ""));
        err
    };
    insta::assert_snapshot!(refuse("bots = [\"greedy\"]\nplayerz = 3\ndeals = \"many\"\nseed = \
        -1\n"), @r#"
    error: the plan `plan.toml` cannot be used
      plan.toml:2:1: unknown field `playerz`, expected one of `bots`, `players`, `deals`, `rounds`, `final`, `reserve`, `seed`, `salt`, `format`, `draws`, `faults`, `clock`, `matchups`, `anchor`, `stop`, `rules`
      plan.toml:3:9: invalid type: string "many", expected a whole number
      plan.toml:4:8: expected a whole number from 0 to 18446744073709551615
    "#);
    insta::assert_snapshot!(refuse("bots = [\"greedy\", \"hodl\"]\nplayers = 9\ndeals = 0\nformat \
        = \"odd\"\n"), @r#"
    error: the plan `plan.toml` cannot be used
      plan.toml:1:19: `bots`: there is no bot `hodl`, did you mean `hold`?; the bots are greedy, value, hold, champion, hold-joker, keep, dump, human, single, rollout, random
      plan.toml:2:11: players is 9; expected 2 to 4
      plan.toml:3:9: deals is 0; expected 1 to 281474976710656
      plan.toml:4:10: format is `odd`; expected round-robin, gauntlet, challenge, seats or club
    "#);
    insta::assert_snapshot!(refuse("bots = [\n"), @r#"
    error: the plan `plan.toml` cannot be used
      plan.toml:1:9: not a TOML file: unclosed array, expected `]`
    "#);
}
