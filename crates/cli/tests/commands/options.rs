//! Every field of docs/rules.md#rule-fields by `--option`, from every command.

use serde_json::Value;

use crate::common::{Folder, quiet, run_in, words};

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
    ("must_play", "true"),
    ("draw_until_able", "true"),
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
    ("rearrange", "extend"),
    ("joker_take", "replaced"),
    ("joker_paid_by", "rack"),
    ("joker_group3", "both"),
    ("joker_reuse", "new-set"),
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

/// The table above as options; `dup_redraw` needs `draw_first`, which `draw_until_able` excludes.
fn options() -> Vec<String> {
    OPTIONS
        .iter()
        .filter(|(key, _)| *key != "draw_until_able")
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
            "draw_until_able" => "--option must_play=true",
            "joker_paid_by" | "joker_group3" | "joker_reuse" => "--option joker_take=replaced",
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

/// A command with all options reads all of them, whatever it answers.
#[test]
fn every_command_takes_every_option() {
    let (options, folder) = (options(), Folder::new());
    folder.write("plan.toml", "bots = [\"greedy\", \"value\"]\ndeals = 1\n");
    folder.write("positions.jsonl", "{\"rack\":\"R1 R2 R3\"}\n");
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
        let (code, out, err) = run_in(folder.path(), &args, input);
        assert_eq!(code, 0, "{command}: {out}{err}");
    }
}
