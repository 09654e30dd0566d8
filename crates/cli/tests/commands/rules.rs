//! `rummilab rules`, and the refusals of `--rules` and `--option`.

use crate::common::{Folder, fails, quiet, refused, run, run_in, says, told};

#[test]
fn the_list_holds_every_system() {
    let out = quiet("rules");
    for name in rummilab::core::PRESET_NAMES {
        assert!(
            out.lines()
                .any(|line| line.split_whitespace().next() == Some(name)),
            "{name}\n{out}"
        );
    }
    let (_, json, _) = run("rules --json");
    assert_eq!(json.lines().count(), rummilab::core::PRESET_NAMES.len());
    assert!(
        json.starts_with(r#"{"name":"original","about":"Original rules, 2005"#),
        "{json}"
    );
}

#[test]
fn one_system_shows_what_differs_from_original() {
    let (_, out, _) = run("rules original");
    assert!(!out.contains('*'), "{out}");
    let out = told("rules tournament --option hand=12");
    let marked = out.lines().filter(|line| line.starts_with(" * "));
    let marked = marked.filter_map(|line| line.split_whitespace().nth(1));
    let expected = "hand rearrange_then_draw timeout_keeps_legal_part empty_pool_procedure \
        must_play_when_empty empty_pool_score rack_penalty match_order";
    assert_eq!(marked.collect::<Vec<_>>().join(" "), expected);
    says(&out, &["(original: 14)"]);
}

#[test]
fn a_file_is_compared_with_its_own_base() {
    let folder = Folder::new();
    folder.write("mine.toml", "base = \"tournament\"\nhand = 12\n");
    let out = folder.told("rules mine.toml");
    let marked = out.lines().filter(|line| line.starts_with(" * "));
    assert_eq!(marked.count(), 1, "{out}");
    says(&out, &["(tournament: 14)", "* differs from tournament"]);
    let head = out.lines().next().unwrap();
    assert_eq!(head, "tournament: tournament with the changes marked *");
    let out = folder.told("rules original --option hand=12");
    says(&out, &["changed by --option\n"]);
}

#[test]
fn letters_are_explained() {
    let four = "R (red), B (blue), K (black), O (orange)";
    for command in ["rules", "rules original", "solve --help"] {
        says(told(command), &[four, "J (joker)"]);
    }
    says(
        told("rules"),
        &["P (pink)", "M (mirror joker)", "W (white)"],
    );
}

#[test]
fn the_file_of_a_system_is_that_system() {
    let folder = tempfile::tempdir().unwrap();
    let (_, toml, _) = run("rules tournament --toml");
    std::fs::write(folder.path().join("mine.toml"), &toml).unwrap();
    let json = |name: &str| run_in(folder.path(), &["rules", name, "--json"], "").1;
    assert_eq!(json("mine.toml"), json("tournament"));
    assert!(json("mine.toml").starts_with(r#"{"name":"tournament","about":"#));
    assert_eq!(json("mine.toml").lines().count(), 1);
}

#[test]
fn unknown_systems_are_refused_with_the_names() {
    let names = rummilab::core::PRESET_NAMES.join(", ");
    let expected = format!("expected one of {names}, or a TOML file");
    let error = "error: there is no rule system `orignal`; ";
    for command in ["solve --rack '' --rules", "check --set '' --rules", "rules"] {
        let hint = "did you mean `original`?";
        refused(&format!("{command} orignal"), &[error, &expected, hint]);
    }
    let club = "did you mean `tournament`, the club rules?";
    refused("rules club", &["there is no rule system `club`; ", club]);
    let folder = Folder::new();
    folder.write("plan.toml", "bots = [\"greedy\"]\nrules = \"club\"\n");
    folder.refused("run plan.toml", &["there is no rule system `club`; ", club]);
    let (_, _, err) = run("rules quite-different");
    assert!(!err.contains("did you mean"), "{err}");
}

#[test]
fn every_fault_of_a_file_is_shown_with_line_and_column() {
    let folder = Folder::new();
    let text = "base = \"original\"\nvalues = 40\n  copies = \"two\"\nopenning_min = 30\ncolours \
        = \"RRX\"\n";
    folder.write("mine.toml", text);
    let said = folder.run("solve --rack '' --rules mine.toml");
    assert_eq!(said.0, 2);
    insta::assert_snapshot!(said.2, @r#"
    error: the rules `mine.toml` cannot be used
      mine.toml:2:10: `values` is 40; expected 3 to 15
      mine.toml:3:12: `copies` has a value of the wrong kind: invalid type: string "two", expected a whole number from 0 to 255
      mine.toml:4:1: `openning_min` is no field of a rule system; did you mean `opening_min`?
      mine.toml:5:11: `colours` has a value of the wrong kind: `X` is no colour; expected letters of RBKOYGWP
    "#);
}

#[test]
fn files_that_are_no_rules_are_refused() {
    let folder = Folder::new();
    for (text, expected) in [
        (
            "",
            [
                "there is no `base` to take fields from, such as base = \"original\"",
                "45 fields are missing: `name`,",
            ],
        ),
        (
            "values = \n",
            ["mine.toml:1:10: not a TOML file: ", "mine.toml"],
        ),
        (
            "base = \"orignal\"\n",
            [
                "mine.toml:1:8: `base` names no rule system; expected one of original,",
                "mine.toml",
            ],
        ),
        (
            "base = \"original\"\nhand = 99",
            ["mine.toml:2:8: `hand` is 99; expected 1 to 53", "mine.toml"],
        ),
    ] {
        folder.write("mine.toml", text);
        folder.refused("rules mine.toml", &expected);
    }
    folder.refused(
        "rules none.toml",
        &["error: cannot read none.toml: No such file"],
    );
    folder.refused("rules .", &["there is no rule system `.`"]);
}

#[test]
fn every_fault_of_the_options_is_shown() {
    let options = ["jokres=1", "values=40", "copies=two", "redeal"];
    let mut args = vec!["rules", "original"];
    for option in options {
        args.extend(["--option", option]);
    }
    let (code, _, err) = run(&args);
    assert_eq!(code, 2);
    insta::assert_snapshot!(err, @r#"
    error: the rules `original` cannot be used
      option `jokres=1`: `jokres` is no field of a rule system; did you mean `jokers`?
      option `copies=two`: `copies` has a value of the wrong kind: invalid type: string "two", expected a whole number from 0 to 255
      option `redeal`: `redeal` has no value; expected key=value
      option `values=40`: `values` is 40; expected 3 to 15
    "#);
    let said = run("rules original --option base=tournament");
    fails(&said, 2, &["`base` is no field of a rule system"]);
    // Where no field has a name like it, the command that has them all is named.
    let said = run("rules original --option zzyzx=1");
    let lists = "`zzyzx` is no field of a rule system; `rummilab rules original` lists the fields";
    fails(&said, 2, &[lists]);
}
