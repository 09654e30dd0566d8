//! Pages of small runs, checked with a parser.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use common::film_checks::check_films;
use common::page_checks::{check_ids, check_nothing_from_outside};
use common::{HOSTILE, TestRun, by_id, each_film, films, judge, played, text, texts, tree};
use rummilab_arena::PlanSpec;
use rummilab_core::Seat;
use rummilab_record::Block;
use rummilab_report::{Differences, GameId, ReportError, RunFacts, TurnLesson, page, sweep_page};
use rummilab_stats::{
    Contrast, Interval, Metric, StopRule, SummaryBuilder, SweepAxis, SweepCell, SweepEffect,
    SweepFigure, SweepResults, SweepRow, Watch,
};

/// One run of every rule system and every format, played once for all tests.
fn all_kinds() -> &'static [(&'static str, TestRun)] {
    static RUNS: OnceLock<Vec<(&'static str, TestRun)>> = OnceLock::new();
    RUNS.get_or_init(play_all_kinds)
}

fn play_all_kinds() -> Vec<(&'static str, TestRun)> {
    type Row = (&'static str, &'static str, &'static str, fn(&mut PlanSpec));
    let rows: [Row; 12] = [
        ("a pair", "hold:h=1 single", "original", |spec| {
            spec.deals = 3
        }),
        (
            "round robin",
            "hold single value random",
            "original",
            |_| {},
        ),
        ("four seats", "hold single", "tournament", |spec| {
            spec.players = 4
        }),
        ("twist", "hold value single", "twist", three_seats),
        ("owners", "single hold", "house", |_| {}),
        ("owners, three seats", "single hold", "house", three_seats),
        ("gauntlet", "hold single value", "original", |spec| {
            spec.format = "gauntlet".to_owned();
        }),
        ("challenge", "hold single value", "original", |spec| {
            three_seats(spec);
            spec.format = "challenge".to_owned();
        }),
        ("alone", "single", "original", |_| {}),
        ("equal bots", "single single", "original", |_| {}),
        (
            "club",
            "hold single value random random",
            "tournament",
            club,
        ),
        ("faults by the rules", "single broken", "original", |spec| {
            spec.faults = "rules".to_owned();
        }),
    ];
    let run = |(name, bots, rules, change): Row| (name, played(bots, rules, change));
    rows.map(run).into()
}

fn three_seats(spec: &mut PlanSpec) {
    (spec.players, spec.deals) = (3, 1);
}

fn club(spec: &mut PlanSpec) {
    (spec.format, spec.players, spec.rounds) = ("club".to_owned(), 4, Some(2));
    (spec.with_final, spec.deals) = (true, 100);
}

#[test]
fn every_page_is_sound() {
    for (name, run) in all_kinds() {
        let page = run.page();
        let tree = tree(&page);
        assert_eq!(texts(&tree, "h1").len(), 1, "{name}");
        check_ids(name, &tree);
        check_nothing_from_outside(name, &tree);
        check_films(name, run, &films(&tree));
        assert!(!page.contains("NaN") && !page.contains("inf\""), "{name}");
        let drawn = texts(&tree, "figcaption").len();
        let figures = tree.descendants().filter(|n| n.has_tag_name("figure"));
        for figure in figures {
            assert!(
                figure.descendants().any(|n| n.has_tag_name("svg")),
                "{name}"
            );
        }
        let svgs = tree.descendants().filter(|n| n.has_tag_name("svg"));
        for svg in svgs.clone() {
            let told = svg
                .children()
                .filter(|n| n.has_tag_name("title") || n.has_tag_name("desc"));
            assert!(
                told.filter(|n| !text(*n).trim().is_empty()).count() == 2,
                "{name}"
            );
        }
        assert!(svgs.count() >= drawn, "{name}");
        assert!(drawn >= 4, "{name}: {drawn} plots");
        assert_eq!(
            run.page(),
            page,
            "{name}: the same evidence, the same bytes"
        );
    }
}

/// The last point of the curve agrees with the pair in `summary.json` to the last bit: same games,
/// same formulas.
#[test]
fn the_growing_difference_ends_at_the_summary() {
    for (name, run) in all_kinds()
        .iter()
        .filter(|(_, run)| run.plan.club().is_none())
    {
        let summary = run.gathered(&[]).summary();
        let mut differences = Differences::new(run.plan.rules(), run.plan.seed().master);
        run.blocks.iter().for_each(|block| differences.push(block));
        assert_eq!(differences.pairs().count(), summary.pairs.len(), "{name}");
        for (pair, row) in differences.pairs().zip(&summary.pairs) {
            let look = differences.now(pair).unwrap();
            assert_eq!(look.blocks, row.blocks, "{name}");
            let (mean, interval) = if differences.in_points() {
                (row.score_difference, row.score_difference_ci)
            } else {
                (row.win_difference, row.win_difference_ci)
            };
            assert_eq!((Some(look.mean), look.interval), (mean, interval), "{name}");
            assert_eq!(differences.growth(pair).last(), Some(&look), "{name}");
        }
    }
}

/// The same for a run with a stop rule, whose interval holds at every look and is wider.
#[test]
fn with_a_stop_rule_the_growing_difference_holds_at_every_look() {
    let run = played("single value", "original", |spec| spec.deals = 3);
    let plain = SummaryBuilder::new(&run.header);
    let rule = Some(StopRule::UntilWidth(0.0));
    let deals = 60;
    let mut builder = plain.clone().watched(Watch {
        metric: Metric::Score,
        rule,
        deals,
        matchups: 1,
    });
    assert_eq!((plain.tuned_for(), builder.tuned_for()), (None, Some(60)));
    let fixed = Differences::new(run.plan.rules(), run.plan.seed().master);
    let mut held = fixed.clone().at_every_look(builder.tuned_for());
    let mut fixed = fixed;
    for (number, block) in (0..deals).zip(run.blocks.iter().cycle()) {
        let block = Block {
            block: number,
            ..block.clone()
        };
        builder.push(&block);
        held.push(&block);
        fixed.push(&block);
    }
    let (held, fixed) = (held.now((0, 1)).unwrap(), fixed.now((0, 1)).unwrap());
    let row = &builder.summary().pairs[0];
    assert_eq!(
        (Some(held.mean), held.interval),
        (row.score_difference, row.score_difference_ci)
    );
    assert!(held.interval.unwrap().width() > fixed.interval.unwrap().width());
}

#[test]
fn hostile_names_are_nothing_but_text() {
    let mut run = played("single broken value", "original", |_| {});
    run.header.bots[0].label = HOSTILE.to_owned();
    run.header.bots[1].label = format!("{HOSTILE}#2");
    run.header.build = HOSTILE.to_owned();
    run.header.plan = HOSTILE.to_owned();
    let provenance = RunFacts {
        command: Some(HOSTILE.to_owned()),
        abouts: vec![HOSTILE.to_owned()],
        planned_blocks: Some(99),
        question: Some(HOSTILE.to_owned()),
        prediction: Some(HOSTILE.to_owned()),
        remarks: vec![HOSTILE.to_owned()],
        reviews: vec![HOSTILE.to_owned()],
        lessons: vec![TurnLesson {
            heading: HOSTILE.to_owned(),
            model: HOSTILE.to_owned(),
            words: HOSTILE.to_owned(),
            table: "R3 R4 R5".to_owned(),
            rack: "R6".to_owned(),
            ..TurnLesson::default()
        }],
    };
    let page = page(&run.evidence(&[]).unwrap(), &provenance).unwrap();
    let tree = tree(&page);
    check_nothing_from_outside("hostile", &tree);
    // Every page has two scripts: the data, and the program.
    assert_eq!(
        tree.descendants()
            .filter(|n| n.has_tag_name("script"))
            .count(),
        2
    );
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    let shown = HOSTILE.replace(['\u{0}', '\u{202E}'], "\u{FFFD}");
    assert_eq!(texts(&tree, "pre"), [shown.as_str()]);
    assert!(text(by_id(&tree, "results")).contains(&shown));
    assert!(
        text(by_id(&tree, "faults")).contains(&shown),
        "the detail of the fault"
    );
    let films = films(&tree);
    assert!(films.iter().any(|film| film["bots"][0] == shown.as_str()));
    assert!(text(by_id(&tree, "recipe")).contains(&shown));
    assert!(!page.contains('\u{0}') && !page.contains('\u{202E}'));
}

#[test]
fn faults_lead_to_their_games() {
    let run = played("single broken", "original", |_| {});
    let page = run.page();
    let tree = tree(&page);
    let faults = by_id(&tree, "faults");
    let links = faults.descendants().filter_map(|n| n.attribute("href"));
    let links: Vec<&str> = links.collect();
    assert_eq!(links, ["#b0g0t1", "#b0g1t0", "#b1g0t1", "#b1g1t0"]);
    let films = films(&tree);
    let said = &films[0]["frames"].as_array().unwrap().last().unwrap()["a"];
    assert!(
        said.as_str()
            .unwrap()
            .starts_with("breaks off (protocol): "),
        "{said}"
    );
    assert!(text(faults).contains("b0g0, turn 2") && text(faults).contains("broken"));
    let quiet = played("single value", "original", |_| {}).page();
    assert!(!quiet.contains("id=\"faults\"") && !quiet.contains("href=\"#faults\""));
}

#[test]
fn games_can_be_named() {
    let run = played("single value", "original", |spec| spec.deals = 4);
    let wanted = ["b3g1".parse().unwrap(), "b1g0".parse().unwrap()];
    let evidence = run.evidence(&wanted).unwrap();
    let page = page(&evidence, &RunFacts::default()).unwrap();
    assert_eq!(each_film(&tree(&page), "id"), ["b3g1", "b1g0"]);
    let missing = run.evidence(&["b3g2".parse().unwrap()]);
    assert!(matches!(missing, Err(ReportError::NoGame(id)) if id.to_string() == "b3g2"));
}

/// With ten bots none is left out, whatever their names; long lists are folded.
#[test]
fn every_bot_is_in_every_figure() {
    let bots = "hold single value dump single value random random random random";
    let mut run = played(bots, "original", |_| {});
    for (number, bot) in run.header.bots.iter_mut().enumerate() {
        bot.label = format!("a-bot-with-a-name-of-more-than-forty-letters,number={number}");
    }
    let page = run.page();
    let tree = tree(&page);
    let ids = ["results", "replay", "pairs", "plots", "games", "recipe"];
    let sections = tree.descendants().filter(|n| n.has_tag_name("section"));
    let sections: Vec<&str> = sections.filter_map(|n| n.attribute("id")).collect();
    assert_eq!(sections, ids);
    let rows = by_id(&tree, "results").descendants();
    assert_eq!(rows.filter(|n| n.has_tag_name("tr")).count(), 11);
    for id in ["payoff", "scores", "seats", "openings"] {
        let names = by_id(&tree, id).descendants();
        let names = names.filter(|n| n.has_tag_name("text")).map(text);
        let names: Vec<String> = names.filter(|name| name.contains(" a-bot-")).collect();
        assert_eq!(names.len(), 10, "{id}: {names:?}");
    }
    for panel in 0..9 {
        let name = text(by_id(&tree, &format!("growth-{panel}")));
        assert!(name.contains(" a-bot-"), "{name}");
    }
    let folded = by_id(&tree, "pairs").descendants();
    let folded = folded.filter(|n| n.has_tag_name("details")).map(text);
    assert!(folded.collect::<String>().contains(",number=9"));
}

/// One game is not evidence of who plays better: the page shows it and counts nothing.
#[test]
fn a_single_game_is_shown_first_and_nothing_else_is_claimed() {
    let run = played("hold random", "original", |spec| {
        (spec.format, spec.deals) = ("seats".to_owned(), 1);
    });
    let facts = RunFacts {
        abouts: vec![String::new(), "draws by lot".to_owned()],
        ..RunFacts::default()
    };
    let page = page(&run.evidence(&[]).unwrap(), &facts).unwrap();
    let tree = tree(&page);
    assert_eq!(texts(&tree, "h1"), ["hold beats random"]);
    assert_eq!(texts(&tree, "h2"), ["The game", "Result", "Record"]);
    assert!(text(by_id(&tree, "results")).contains("draws by lot"));
    for absent in ["<svg", "win rate", ">Command<", "<nav", "class=\"copy\""] {
        assert!(!page.contains(absent), "{absent}");
    }
}

/// Without requested games the page has the first and the extreme ones, each once with all its
/// reasons.
#[test]
fn games_worth_a_look_are_chosen() {
    let run = played("hold single", "original", |spec| spec.deals = 12);
    for fact in ["pool ran out", "ended with nobody out"] {
        assert!(run.page().contains(&format!("<dt>{fact}</dt>")), "{fact}");
    }
    let titles = each_film(&tree(&run.page()), "title");
    assert!(
        titles[0].starts_with("Block 0, game 0: first game"),
        "{titles:?}"
    );
    let games: Vec<_> = run.blocks.iter().flat_map(|block| &block.games).collect();
    let longest = games.iter().map(|game| game.turns.len()).max().unwrap();
    let widest = games
        .iter()
        .map(|game| (game.seats[Seat(0)].score - game.seats[Seat(1)].score).abs())
        .max()
        .unwrap();
    let all = titles.join("\n");
    assert!(all.contains(&format!("longest, {longest} turns")), "{all}");
    assert!(
        all.contains(&format!("widest win, {widest} points ahead")),
        "{all}"
    );
    assert!(
        all.contains("narrowest win") && all.contains("shortest, "),
        "{all}"
    );
    let distinct: BTreeSet<&str> = titles
        .iter()
        .map(|title| title.split(':').next().unwrap())
        .collect();
    assert_eq!(distinct.len(), titles.len(), "{all}");
}

#[test]
fn a_run_that_goes_on_says_so() {
    let mut run = played("single value", "original", |spec| spec.deals = 5);
    run.blocks.truncate(2);
    let page = run.page();
    let tree = tree(&page);
    let notes: Vec<String> = tree
        .descendants()
        .filter(|n| n.attribute("role") == Some("note"))
        .map(text)
        .collect();
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].contains("2 of 5 blocks are in the record"),
        "{}",
        notes[0]
    );
    run.blocks.clear();
    let empty = run.page();
    let tree = self::tree(&empty);
    assert_eq!(texts(&tree, "h1"), ["No game has been played yet"]);
    assert!(
        !tree
            .descendants()
            .any(|n| n.has_tag_name("svg") || n.attribute("id") == Some("viewer"))
    );
}

/// The text of the page of a small run, without the drawings.
#[test]
fn key_parts_of_a_small_page() {
    let mut said = String::new();
    let club = all_kinds().iter().find(|(name, _)| *name == "club");
    let pair = played("hold:h=1 single", "original", |spec| spec.deals = 20);
    for run in [&pair, &club.unwrap().1] {
        let page = run.page();
        let tree = tree(&page);
        let class = |name: &'static str| {
            let nodes = tree
                .descendants()
                .filter(move |n| n.attribute("class") == Some(name));
            nodes.map(text).collect::<Vec<String>>().join(" | ")
        };
        said += &format!(
            "{}\n{}\n{}\n{}\n",
            class("kicker"),
            texts(&tree, "h1")[0],
            class("lead"),
            class("scope")
        );
        for row in by_id(&tree, "results")
            .descendants()
            .filter(|n| n.has_tag_name("tr"))
        {
            let cells: Vec<String> = row
                .children()
                .filter(roxmltree::Node::is_element)
                .map(text)
                .collect();
            said += &format!("  {}\n", cells.join(" | "));
        }
        for part in texts(&tree, "h3").iter().chain(&texts(&tree, "dd")) {
            said += &format!("  {}\n", part.trim());
        }
        said += &format!("{}\n\n", class("said"));
        // The hash changes with every new field of plans.
        said = said.replace(&run.plan.plan_hash(), "(plan hash)");
    }
    insta::assert_snapshot!(said);
}

/// The step-through offered other games than the reviewed one, whose grades were nowhere.
#[test]
fn reviewed_games_are_among_those_to_step_through() {
    let run = played("hold single", "original", |spec| spec.deals = 12);
    let id: GameId = "b7g1".parse().unwrap();
    let remarks = BTreeMap::from([((id, 3), "slip, lost 20".to_owned())]);
    let mut gather = run.gatherer(&[]).with_remarks(remarks);
    run.push_all(&mut gather);
    let facts = RunFacts {
        reviews: vec!["b7g1: best is at most 5 %".to_owned()],
        ..RunFacts::default()
    };
    let page = page(&gather.finish(&mut judge()).unwrap(), &facts).unwrap();
    let tree = tree(&page);
    let titles = each_film(&tree, "title");
    assert!(
        titles[0].starts_with("Block 7, game 1: reviewed"),
        "{titles:?}"
    );
    assert!(titles.len() > 2, "and the others still");
    assert!(page.contains("(slip, lost 20)"));
    // What the grades mean is said even where no turn cost anything.
    let lessons = text(by_id(&tree, "lessons"));
    assert!(lessons.contains("best is at most 5 %") && lessons.contains("No turn cost anything"));
}

/// A sweep over two axes, one of words, with names that would be tags, and a figure that is missing.
#[test]
fn the_page_of_a_sweep_is_sound() {
    let axis = |key: &str, values: [&str; 2]| SweepAxis {
        key: key.to_owned(),
        values: values.map(str::to_owned).into(),
    };
    let axes = vec![
        axis("hold.h", ["0", "2.5"]),
        axis(HOSTILE, ["free", HOSTILE]),
    ];
    let of = |figure, against: Option<&str>| SweepFigure {
        bot: HOSTILE.to_owned(),
        against: against.map(str::to_owned),
        figure,
    };
    let cells = (0..4).map(|cell| SweepCell {
        folder: HOSTILE.to_owned(),
        values: vec![
            axes[0].values[cell / 2].clone(),
            axes[1].values[cell % 2].clone(),
        ],
        plan_hash: String::new(),
        players: 2,
        blocks: 9,
        games: 18,
    });
    let figures = [
        of("win_rate", None),
        of("score", None),
        of("score_difference", Some("b")),
    ];
    let rows = (0..4).flat_map(|cell| figures.clone().map(|of| (cell, of)));
    let rows = rows.map(|(cell, of)| SweepRow {
        cell,
        value: (cell > 0).then_some(0.25 * cell as f64),
        ci: (cell > 1).then(|| Interval::new(-0.5, 2.0)).flatten(),
        bound: None,
        of,
    });
    let contrast = Contrast {
        value: 1.0,
        se: None,
        ci: Interval::new(0.5, 1.5),
        p_value: None,
        deals: 9,
    };
    let between = [None, Some([HOSTILE.to_owned(), "free".to_owned()])];
    let effects = axes.iter().zip(between).map(|(axis, between)| SweepEffect {
        axis: axis.key.clone(),
        between,
        of: of("score", None),
        contrast,
        p_holm: Some(1e-7),
    });
    let results = SweepResults {
        question: Some(HOSTILE.to_owned()),
        prediction: None,
        rules: HOSTILE.to_owned(),
        seed: 1,
        level: 0.95,
        cells: cells.collect(),
        rows: rows.collect(),
        effects: effects.collect(),
        axes,
    };
    let unfinished = sweep_page(&results, &[9, 10, 9, 9], HOSTILE).unwrap();
    assert!(unfinished.contains("9 of 10 blocks.") && !unfinished.contains("id=\"effects\""));
    check_ids("unfinished", &tree(&unfinished));
    let page = sweep_page(&results, &[9; 4], HOSTILE).unwrap();
    // No p-value is shown as zero.
    assert!(page.contains("&#60; 0.0001") && !page.contains("0.0000"));
    let tree = tree(&page);
    check_ids("sweep", &tree);
    let mut links = tree
        .descendants()
        .filter_map(|n| n.attribute("href").or(n.attribute("src")));
    assert!(links.all(|link| link == "data:,"));
    assert!(!page.contains("NaN") && !page.contains("<script") && !page.contains("inf\""));
    // Three figures, a panel each for both values of the second axis; a mark for each value.
    let marks = tree
        .descendants()
        .filter(|n| n.attribute("class") == Some("mark"));
    assert_eq!((texts(&tree, "figcaption").len(), marks.count()), (3, 9));
    assert_eq!(
        tree.descendants().filter(|n| n.has_tag_name("svg")).count(),
        6
    );
}
