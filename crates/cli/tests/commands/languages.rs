//! `play --plain`, `advise --plain` and `rules` in other languages: nothing that they say comes from
//! elsewhere than a catalogue, and the language is that of the flag or of the terminal.

use rummilab::core::PRESET_NAMES;
use rummilab::words::outside_marks;

use crate::common::{Folder, run_in, says, told};

/// Asserts that the text has no words outside of marks but these. Lines to copy have none.
#[track_caller]
fn nothing_outside_marks(text: &str, names: &[&str]) {
    let lines = outside_marks(text);
    let lines = lines.lines().filter(|line| !line.contains("rummilab "));
    for line in lines {
        let words = line.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c));
        let letters = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let words: Vec<&str> = words
            .filter(letters)
            .filter(|word| !names.contains(word))
            .collect();
        assert!(words.is_empty(), "{words:?} in `{line}`");
    }
}

/// What every turn tries before it ends.
const TURN: &str = "h\nh\nb\ns\nlog\ne\nd\n";
const WRONG: &str = "help\nxyz\nR1 > 9\nR99\nsplit 3\njoin\nundo\nredo\nback\nend\n1 = R1\n; R3\n";

#[test]
fn whole_games_are_told_from_the_catalogue() {
    let folder = Folder::new();
    for (rules, players) in [
        ("original", 2),
        ("house", 3),
        ("twist", 2),
        ("beginners", 2),
    ] {
        let args = format!(
            "play --plain --lang x-marked --rules {rules} --players {players} --seed 2 --level \
             easy --out {rules}"
        );
        let input = format!("{WRONG}{}", TURN.repeat(300));
        let (code, out, err) = run_in(folder.path(), &args, input);
        assert_eq!(code, 0, "{err}");
        nothing_outside_marks(&out, &["Anna", "Anton", "xyz", rules]);
    }
}

#[test]
fn advice_is_told_from_the_catalogue() {
    let folder = Folder::new();
    let lines = "\nhelp\nxyz\nrack R3-5 K7\nrack R3-5 K7-9 B1 B2 O11 O12 O13 R10 R11 J\nbest\n\
                 R7-9\nd\nd K5\nR1 R1 R1\nlines\nundo\nundo 9\nfix 77 d\nfix 1 R3\nthey drew\n\
                 penalty\np\nd K1\nchoice\ntable R3-5 @1\nquit\n";
    let args = "advise --new --plain --lang x-marked --bot greedy";
    let (code, out, err) = run_in(folder.path(), args, lines);
    assert_eq!(code, 0, "{err}");
    says(&out, &["«"]);
    // Lines of the notebook are shown as they can be typed.
    let typed = ["rack", "laid", "drew", "xyz"];
    nothing_outside_marks(&out, &typed);
}

#[test]
fn series_are_told_from_the_catalogue() {
    let folder = Folder::new();
    let names = ["Anna", "Bert", "Rummikub", "original", "medium", "greedy"];
    for (args, code) in [
        ("--player Anna --player Bert --rounds 3", 0),
        ("--result -/3 --games 20", 0),
        ("--result 3/- --games 20 --page sheet.html", 0),
        ("--result -/-", 2),
        ("--result -/5", 0),
    ] {
        let args = format!("series s.toml --lang x-marked {args}");
        let (found, out, err) = run_in(folder.path(), &args, "");
        assert_eq!(found, code, "{err}");
        nothing_outside_marks(&out, &names);
        nothing_outside_marks(&err, &["error", "toml"]);
    }
}

#[test]
fn club_evenings_are_told_from_the_catalogue() {
    let folder = Folder::new();
    let names = ["Anna", "Bert", "Cem", "Dora", "Eva", "Fritz", "Emil"];
    let players: String = names[..6]
        .iter()
        .map(|name| format!(" --player {name}"))
        .collect();
    let lines = "-/3/4\n-/-/4\n1.1 R5 R5/R5/-\n1.1 +3/-1/-1\n1.1 8/8/9\n1.1 -/x/1\n1.1 -/1\n\
                 1.9 -/1/2\n1.1 -/800/1\n1.1 +1/-1/3\n1.3 -/5/6\n";
    let lines = lines.to_owned() + &"-/5/6\n".repeat(6);
    let first = format!("new evening{players} --rounds 1 --final --seed 1");
    let steps = [
        (first.as_str(), 0, ""),
        ("add evening Emil --reserve", 0, ""),
        ("draw evening", 0, ""),
        ("leave evening Fritz", 0, ""),
        ("draw evening --again", 0, ""),
        ("draw evening", 2, ""),
        ("enter evening", 0, lines.as_str()),
        ("draw evening --again", 2, ""),
        ("draw evening", 0, ""),
        ("standings evening", 0, ""),
        ("season evening", 0, ""),
        ("draw evening", 2, ""),
    ];
    let all = [&names[..], &["evening"]].concat();
    for (step, expected, input) in steps {
        let args = format!("club {step} --lang x-marked");
        let (code, out, err) = run_in(folder.path(), &args, input);
        assert_eq!(code, expected, "{args}: {out}{err}");
        nothing_outside_marks(&out, &all);
        nothing_outside_marks(&err.replace("error: ", ""), &all);
    }
    folder.told("club sheets evening --lang x-marked --round 1");
    let page = folder.text("evening/sheets.html");
    let texts = page.split_once("</style>").expect("a style").1;
    let texts = texts.split('<').map(|part| part.rsplit('>').next());
    let texts: Vec<&str> = texts.flatten().collect();
    nothing_outside_marks(&texts.join(" "), &[&all[..], &["Rummikub"]].concat());
}

#[test]
fn rules_are_told_from_the_catalogue() {
    let mut names: Vec<String> = PRESET_NAMES.map(str::to_owned).to_vec();
    let fields = rummilab::core::FIELDS
        .iter()
        .map(|field| field.key.to_owned());
    names.extend(fields);
    // Values of fields as they stand in files; a system shows those of its base too.
    for name in PRESET_NAMES {
        let values = told(&format!("rules {name} --toml"));
        let values = values.lines().filter(|line| !line.starts_with("about"));
        for line in values {
            let words = line.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c));
            names.extend(words.map(str::to_owned));
        }
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for name in PRESET_NAMES {
        nothing_outside_marks(&told(&format!("rules {name} --lang x-marked")), &names);
    }
    nothing_outside_marks(&told("rules --lang x-marked"), &names);
}

#[test]
fn the_terminal_or_the_flag_chooses_the_language() {
    let german = "Jeder beginnt mit 14 Steinen.";
    let english = "Everybody begins with 14 tiles.";
    let said = |locales: &[(&str, &str)], flag: &str| {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("rummilab");
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        command
            .args(["rules", "original"])
            .args(flag.split_whitespace());
        let output = command.envs(locales.iter().copied()).output();
        String::from_utf8(output.expect("it runs").stdout).expect("UTF-8")
    };
    for (locales, flag, expected) in [
        (&[("LANG", "de_DE.UTF-8")][..], "", german),
        (&[("LC_MESSAGES", "de_AT"), ("LANG", "en_GB")], "", german),
        (&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], "", english),
        (&[("LANG", "de_DE.UTF-8")], "--lang en", english),
        (&[("LANG", "fr_FR.UTF-8")], "", english),
        (&[], "--lang de", german),
        (&[], "", english),
    ] {
        says(said(locales, flag), &[expected]);
    }
    let json = "rules original --json";
    assert_eq!(told(&format!("{json} --lang de")), told(json));
}
