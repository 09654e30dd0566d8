//! Sweeps, end to end through the binary: one plan with several values of a bot's parameter, a rule
//! field or the number of players.

use std::fs;

use serde_json::Value;

use crate::common::{Folder, bytes, each, says};

const FILES: [&str; 3] = ["sweep.toml", "sweep.csv", "sweep.json"];

/// What a sweep prints as JSON, after playing into `name`.
fn swept(folder: &Folder, name: &str, args: &str) -> Value {
    let text = folder.play(name, &format!("{args} --json"));
    assert_eq!(text, folder.text(&format!("{name}/sweep.json")));
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

/// A cell is the ordinary run of its plan, byte for byte, and the rows are those of its summary.
#[test]
fn a_cell_is_the_run_of_its_plan() {
    let cases = "
        --bots hold,greedy --deals 6 => --sweep hold.h=0,1,3 => --bots hold:h=@,greedy
        --bot mine=hold:empty=keep --bot hold --deals 4 => --sweep mine.h=0,2 => \
         --bot mine=hold:empty=keep,h=@ --bot hold
        --bots hold,single --deals 5 --seed 9 => --sweep option.jokers=0,4 => \
         --bots hold,single --option jokers=@ --seed 9
        --bots greedy,single,value --deals 3 --draws shared => --sweep players=2,3 => \
         --bots greedy,single,value --draws shared --players @
        --bots hold,hold --deals 3 => --sweep hold.leave=0,9 => --bots hold:leave=@,hold:leave=@
        --bots greedy,hold --deals 3 --rules house => --sweep option.jokers.D=1,2 => \
         --bots greedy,hold --rules house --option jokers.D=@";
    for case in cases.trim().lines() {
        let [base, sweep, plain] = case.trim().split(" => ").collect::<Vec<_>>()[..] else {
            panic!("{case}");
        };
        let folder = Folder::new();
        let found = swept(&folder, "sweep", &format!("{base} {sweep} --threads 2"));
        swept(&folder, "again", &format!("{base} {sweep} --threads 1"));
        let deals = base
            .split("--deals ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        for (at, cell) in list(&found["cells"]).iter().enumerate() {
            let value = cell["values"][0].as_str().expect("a value");
            let args = plain.replace('@', value) + " --deals " + deals.expect("a number");
            folder.play(&format!("plain {at}"), &args);
            let place = cell["folder"].as_str().expect("a folder");
            let cell = bytes(&folder.at(&format!("sweep/{place}")));
            assert!(cell == bytes(&folder.at(&format!("plain {at}"))), "{args}");
            let summary = folder.json(&format!("plain {at}/summary.json"));
            for row in list(&found["rows"]).iter().filter(|row| row["cell"] == at) {
                let figure = row["figure"].as_str().expect("a name");
                let (of, key) = match (figure, row["against"].is_null()) {
                    ("score", _) => (&summary["bots"], "mean_score"),
                    (_, true) => (&summary["bots"], figure),
                    (_, false) => (&summary["pairs"], figure),
                };
                let same = |one: &&Value| {
                    one[key] == row["value"] && one[&format!("{key}_ci")] == row["ci"]
                };
                assert!(list(of).iter().any(|one| same(&one)), "{row}");
            }
        }
        for file in FILES {
            assert_eq!(
                folder.text(&format!("sweep/{file}")),
                folder.text(&format!("again/{file}"))
            );
        }
        says(
            folder.told("verify sweep --replay-bots"),
            &["the files of the sweep are sound"],
        );
        assert!(
            folder.told("status sweep").matches(" done").count() == list(&found["cells"]).len()
        );
        says(folder.told("report sweep"), &["sweep/report.html"]);
        let page = folder.text("sweep/report.html");
        says(&page, &["What changes with", "class=\"series\""]);
    }
}

/// The points a seat of a bot in each block of a run, from `blocks.csv`.
fn points(folder: &Folder, place: &str, bot: &str) -> Vec<f64> {
    let text = folder.text(&format!("{place}/blocks.csv"));
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let at = |what| {
        let name = format!("{bot} {what}");
        head.iter().position(|one| *one == name).expect("a column")
    };
    let (sum, seats) = (at("score"), at("seats"));
    let number = |text: &str| text.parse::<f64>().expect("a number");
    lines
        .map(|line| number(line[sum]) / number(line[seats]))
        .collect()
}

#[test]
fn the_trend_is_the_mean_slope_over_the_deals() {
    let folder = Folder::new();
    let args = "--bots greedy,single --deals 20 --sweep greedy.delay=0,2,7 --sweep players=2,3";
    let found = swept(&folder, "sweep", args);
    for (axis, name) in ["greedy.delay", "players"].into_iter().enumerate() {
        let mut effects = list(&found["effects"]).iter();
        let is_it = |one: &&Value| {
            one["axis"] == name && one["bot"] == "greedy" && one["figure"] == "score"
        };
        let effect = effects.find(is_it).expect("an effect");
        // The value of each cell, and the points of its deals.
        let cells = list(&found["cells"]).iter().map(|cell| {
            let value = |axis: usize| cell["values"][axis].as_str().expect("a value");
            let bot = match value(0) {
                "0" => "greedy".to_owned(),
                delay => format!("greedy:delay={delay}"),
            };
            let place = format!("sweep/{}", cell["folder"].as_str().expect("a folder"));
            let x: f64 = value(axis).parse().expect("a number");
            (x, points(&folder, &place, &bot))
        });
        let cells: Vec<(f64, Vec<f64>)> = cells.collect();
        let middle = cells.iter().map(|(x, _)| x).sum::<f64>() / cells.len() as f64;
        let spread: f64 = cells.iter().map(|(x, _)| (x - middle).powi(2)).sum();
        let slope = |deal: usize| {
            let parts = cells.iter().map(|(x, y)| (x - middle) / spread * y[deal]);
            parts.sum::<f64>()
        };
        let slopes: Vec<f64> = (0..20).map(slope).collect();
        let mean = slopes.iter().sum::<f64>() / 20.0;
        let squares: f64 = slopes.iter().map(|slope| (slope - mean).powi(2)).sum();
        let error = (squares / 19.0 / 20.0).sqrt();
        assert_eq!(effect["deals"], 20);
        assert!(
            (number(&effect["value"]) - mean).abs() < 1e-9,
            "{effect} {mean}"
        );
        assert!(
            (number(&effect["se"]) - error).abs() < 1e-9,
            "{effect} {error}"
        );
    }
}

/// Values that are no numbers are compared with the first, and p is corrected.
#[test]
fn words_are_compared_with_the_first() {
    let folder = Folder::new();
    let args = "--bots hold,greedy --deals 12 --sweep option.joker_rule=free,two,both";
    let found = swept(&folder, "sweep", args);
    let effects = list(&found["effects"]).iter();
    let of: Vec<&Value> = effects
        .filter(|one| one["figure"] == "score_difference")
        .collect();
    let between: Vec<String> = of.iter().map(|one| one["between"].to_string()).collect();
    assert_eq!(between, [r#"["free","two"]"#, r#"["free","both"]"#]);
    let mean = |cell: usize| {
        let rows = list(&found["rows"]).iter();
        let mut of = rows.filter(|row| row["cell"] == cell && row["figure"] == "score_difference");
        number(&of.next().expect("a row")["value"])
    };
    for (cell, effect) in of.iter().enumerate() {
        let difference = mean(cell + 1) - mean(0);
        assert!(
            (number(&effect["value"]) - difference).abs() < 1e-9,
            "{effect}"
        );
        assert!(number(&effect["p_holm"]) >= number(&effect["p_value"]));
    }
    let text = folder.told(&format!("tournament {args} --out sweep"));
    says(
        &text,
        &["option.joker_rule, free to two", "corrected by Holm"],
    );
}

/// A sweep goes on where it was, also with more values; another one changes nothing.
#[test]
fn a_sweep_grows_and_other_sweeps_are_refused() {
    let folder = Folder::new();
    let base = "--bots hold,greedy --deals 4 --seed 3";
    let args = |values: &str| format!("{base} --sweep hold.h={values}");
    swept(&folder, "whole", &args("0,1,2,4"));
    // More deals, then more values.
    swept(&folder, "grown", &args("0,4").replace("deals 4", "deals 2"));
    swept(&folder, "grown", &args("0,4"));
    swept(&folder, "grown", &args("0,1,2,4"));
    let damage = folder.read("grown/cells/hold.h=1/games.bin");
    folder.write(
        "grown/cells/hold.h=1/games.bin",
        &damage[..damage.len() - 9],
    );
    fs::remove_dir_all(folder.at("grown/cells/hold.h=2")).expect("it was there");
    // The page shows what there is, and names the rest.
    folder.told("report grown --out page.html");
    let page = folder.text("page.html");
    let missing = "hold.h=1 has 3 of 4 blocks; hold.h=2 has 0 of 4 blocks. Figures";
    says(
        &page,
        &["This sweep is not finished", missing, "class=\"series\""],
    );
    assert!(!page.contains("How the figures change") && !page.contains("NaN"));
    says(folder.told("status grown"), &["begun", "not begun"]);
    let (code, out, _) = folder.run("verify grown");
    assert_eq!(code, 1, "a record is cut off");
    says(out, &["blocks are there"]);
    folder.told("run grown/sweep.toml --out grown");
    folder.told("report grown --out page.html");
    says(folder.text("page.html"), &["How the figures change"]);
    for file in FILES {
        assert_eq!(
            folder.text(&format!("whole/{file}")),
            folder.text(&format!("grown/{file}"))
        );
    }
    let before = folder.text("grown/sweep.toml");
    let cases = "
        --sweep hold.h=0,1,2 => with hold.h=4 too
        --sweep hold.leave=0,1 => of hold.h
        --deals 3 --sweep hold.h=0,1,2,4 => 4 deals, not 3
        --deals 4 => it holds `sweep.csv`";
    each(cases, |args, parts| {
        let base = base.replace(
            "--deals 4 ",
            if args.contains("--deals") {
                ""
            } else {
                "--deals 4 "
            },
        );
        folder.refused(&format!("tournament {base} {args} --out grown"), parts);
    });
    folder.play("run", "--bots hold,greedy --deals 1");
    let there =
        |part: &[&str]| folder.refused(&format!("tournament {} --out run", args("0,1")), part);
    there(&["no sweep.toml"]);
    assert_eq!(folder.text("grown/sweep.toml"), before);
    folder.refused("replay grown", &["name one of the runs in it", "hold.h=0"]);
    folder.write("grown/sweep.csv", "hold.h\n");
    let (code, out, _) = folder.run("verify grown");
    assert_eq!(code, 1);
    says(out, &["sweep.csv is not what the cells give"]);
    // The list of runs has a line for a sweep.
    fs::create_dir(folder.at("runs")).expect("writable");
    for name in ["grown", "whole"] {
        fs::rename(folder.at(name), folder.at("runs").join(name)).expect("there");
    }
    fs::remove_dir_all(folder.at("runs/whole/cells/hold.h=2")).expect("it was there");
    let list = folder.told("status");
    says(
        &list,
        &["sweeps hold.h   3 of 4 cells", "sweeps hold.h   32"],
    );
    assert_eq!(list.lines().count(), 4, "{list}");
}

#[test]
fn shards_of_a_sweep_are_put_together() {
    let folder = Folder::new();
    let args = "--bots greedy,single --deals 5 --sweep players=2,3";
    swept(&folder, "whole", args);
    for shard in 0..2 {
        let said = folder.play(
            &format!("shard-{shard}"),
            &format!("{args} --shard {shard}/2"),
        );
        says(&said, &["begun", "rummilab merge"]);
    }
    let (code, _, err) = folder.run("merge shard-0 --out part");
    assert_eq!(code, 1, "{err}");
    folder.told("merge shard-1 shard-0 --out merged");
    for file in FILES {
        assert_eq!(
            folder.text(&format!("whole/{file}")),
            folder.text(&format!("merged/{file}"))
        );
    }
    for cell in ["players=2", "players=3"] {
        let [whole, merged] =
            ["whole", "merged"].map(|run| folder.at(&format!("{run}/cells/{cell}")));
        assert!(bytes(&whole) == bytes(&merged), "{cell}");
    }
    // The second shard in the folder of the first completes it.
    folder.play("shard-0", &format!("{args} --shard 1/2"));
    assert_eq!(
        folder.text("shard-0/sweep.json"),
        folder.text("whole/sweep.json")
    );
}

#[test]
fn what_cannot_be_swept_is_refused_at_the_door() {
    let folder = Folder::new();
    let cases = "
        hold.h=1 => two values at least
        hold => is no sweep & KEY=VALUE,VALUE
        h=1,2 => cannot be swept & players, option.FIELD or BOT.PARAMETER
        hld.h=1,2 => no bot of the list is called `hld` & there are hold, greedy
        hold.g=1,2 => no parameter `g` & did you mean `h`
        hold.h=1,x => `h` of the bot `hold` is `x` & 0 to 100
        hold.h=1,01 => are the same plan
        option.jokrs=1,2 => did you mean `jokers`
        option.jokers=1,99 => 0 to 8
        players=2,9 => players is 9 & 2 to 6
        players=2,many => `many` is no value
        hold.h=0,1 --sweep hold.h=2,3 => swept twice
        hold.h=0,1 --bot hold:h=1 => `hold.h` is swept, and also set
        players=2,3 --players 2 => `players` is swept, and also set
        option.jokers=2,3 --option jokers=2 => `option.jokers` is swept, and also set
        hold.h=0,1 --until-width 3 => its results may stop
        hold.h=0,1 --sprt mu0=0,mu1=1 => its results may stop
        hold.h=0,1 --salt random => 64 hexadecimal digits
        hold.h=0,1 --format club --bot single --bot value => a club tournament
        mine.h=0,1 --bot mine=cmd:cat => a program has no parameters
        hold.h=0,1,2,3,4,5,6,7,8,9 --sweep hold.leave=0,1,2,3,4,5,6,7,8,9,10 => 110 cells & 100";
    each(cases, |args, parts| {
        folder.refused(
            &format!("tournament --bots hold,greedy --out z --sweep {args}"),
            parts,
        );
    });
    let cases = r#"
        players = 3\n[sweep]\nplayers = [2, 3] => x.toml:4:11 & only one of both
        [sweep]\nhold = 3 => x.toml:3:8 & expected lists of values
        [sweep] => expected lists of values
        [sweep]\nhold.h = [] => two values at least
        rules = { base = "original", jokers = 4 }\n[sweep]\noption.jokers = [2, 3] => also set
        stop = { until_width = 3.0 }\n[sweep]\nhold.h = [2, 3] => its results may stop"#;
    each(cases, |plan, parts| {
        let plan = plan.replace("\\n", "\n");
        folder.write("x.toml", format!("bots = [\"hold\", \"greedy\"]\n{plan}\n"));
        folder.refused("run x.toml --out z", parts);
        folder.refused("plan x.toml", parts);
    });
    assert!(!folder.at("z").exists());
}

/// Question and prediction stand at the top of the report; a run that has begun keeps them.
#[test]
fn a_plan_says_its_question_and_its_prediction() {
    let folder = Folder::new();
    let plan = |more: &str| {
        format!("bots = [\"hold\", \"greedy\"]\ndeals = 2\nquestion = \"does <it> pay?\"\n{more}")
    };
    folder.write("plan.toml", plan("prediction = \"it does\""));
    let expected = [
        "<b>Question:</b> does &#60;it&#62; pay?",
        "<b>Prediction:</b> it does",
    ];
    folder.told("run plan.toml --out run");
    folder.told("report run");
    says(folder.text("run/report.html"), &expected);
    // The same plan without them goes on, with others it does not.
    folder.play("run", "--bots hold,greedy --deals 2");
    says(folder.text("run/plan.toml"), &["does <it> pay?", "it does"]);
    folder.write("other.toml", plan("prediction = \"it does not\""));
    folder.refused(
        "run other.toml --out run",
        &["`prediction` \"it does\", not \"it does not\""],
    );
    folder.play("plain", "--bots hold,greedy --deals 2");
    let hash = |run: &str| folder.json(&format!("{run}/summary.json"))["plan_hash"].clone();
    assert_eq!(hash("run"), hash("plain"));

    folder.write(
        "sweep.toml",
        plan("prediction = \"it does\"\n[sweep]\n\"hold.h\" = [0, 2]"),
    );
    let text = folder.told("run sweep.toml --out sweep --json");
    says(
        text,
        &[r#""question":"does <it> pay?","prediction":"it does""#],
    );
    folder.told("report sweep");
    says(folder.text("sweep/report.html"), &expected);
    let pilots = folder.told("plan sweep.toml --pilot 10");
    says(
        pilots,
        &[
            "sweep.toml, hold.h=0: hold:h=0 - greedy",
            "sweep.toml, hold.h=2",
            "The sweep also tells the slope along hold.h,",
        ],
    );
}
