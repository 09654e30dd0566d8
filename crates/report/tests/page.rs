//! Pages of small runs, read by a parser.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use common::{HOSTILE, TestRun, by_id, each_film, films, played, text, texts, tree};
use rummilab_arena::PlanSpec;
use rummilab_core::{RuleSet, Seat, Tile, TileCounts};
use rummilab_record::Block;
use rummilab_report::{Differences, ReportError, RunFacts, page};
use rummilab_stats::{Metric, StopRule, SummaryBuilder, Watch};
use serde_json::Value;

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
        assert_eq!(svgs.count(), drawn, "{name}");
        assert!(drawn >= 4, "{name}: {drawn} plots");
        assert_eq!(
            run.page(),
            page,
            "{name}: the same evidence, the same bytes"
        );
    }
}

/// Ids are there once, and whatever names one finds it.
fn check_ids(name: &str, tree: &roxmltree::Document<'_>) {
    let mut ids = BTreeSet::new();
    for id in tree.descendants().filter_map(|n| n.attribute("id")) {
        assert!(ids.insert(id), "{name}: #{id} twice");
    }
    for node in tree.descendants() {
        let named = ["aria-labelledby", "for"]
            .into_iter()
            .filter_map(|a| node.attribute(a));
        for id in named.flat_map(str::split_whitespace) {
            assert!(ids.contains(id), "{name}: #{id} is missing");
        }
    }
}

/// No element loads anything; the only links are to games on the page.
fn check_nothing_from_outside(name: &str, tree: &roxmltree::Document<'_>) {
    let games = each_film(tree, "id");
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            assert!(
                !key.starts_with("on") && key != "src" && key != "srcset" && key != "style",
                "{name}: {key}"
            );
            if key == "href" {
                let inner = value
                    .strip_prefix('#')
                    .is_some_and(|id| games.iter().any(|game| game == id));
                assert!(inner || value == "data:,", "{name}: {value}");
            }
        }
        let forbidden = [
            "iframe", "img", "object", "embed", "base", "form", "audio", "video",
        ];
        assert!(!forbidden.contains(&node.tag_name().name()), "{name}");
    }
    let style = texts(tree, "style").concat();
    assert!(
        !style.contains("@import") && !style.contains("url("),
        "{name}"
    );
    let policy = tree
        .descendants()
        .find_map(|n| n.attribute("content").filter(|c| c.contains("default-src")));
    assert!(policy.unwrap().starts_with("default-src 'none'"), "{name}");
}

fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace()
        .map(|tile| tile.parse().unwrap())
        .collect()
}

/// Plays the films as the script does: no tile is ever lost or made, and what is marked as laid is what left the rack.
fn check_films(name: &str, run: &TestRun, films: &[Value]) {
    let rules: &RuleSet = run.plan.rules();
    assert!(
        !films.is_empty() && films.len() <= rummilab_report::MAX_GAMES,
        "{name}"
    );
    for film in films {
        let strings = |value: &Value| -> Vec<String> {
            let texts = value.as_array().unwrap().iter();
            texts
                .map(|text| text.as_str().unwrap().to_owned())
                .collect()
        };
        let sets = strings(&film["sets"]);
        let mut racks: Vec<Vec<Tile>> = strings(&film["racks"])
            .iter()
            .map(|rack| tiles(rack))
            .collect();
        let mut table: Vec<String> = Vec::new();
        let frames = film["frames"].as_array().unwrap();
        for (index, frame) in frames.iter().enumerate() {
            let at = format!("{name}, {}, frame {index}", film["id"]);
            let seat = frame["s"].as_u64().unwrap() as usize;
            let before = racks[seat].clone();
            if let Some(rack) = frame["r"].as_str() {
                racks[seat] = tiles(rack);
            }
            let held: TileCounts = racks[seat].iter().copied().collect();
            let had: TileCounts = before.iter().copied().collect();
            let new: TileCounts = tiles(frame["n"].as_str().unwrap_or(""))
                .into_iter()
                .collect();
            assert_eq!(held.saturating_sub(&had), new, "{at}");
            if let Some(shown) = frame["t"].as_array() {
                let numbers = shown.iter().map(|number| number.as_u64().unwrap() as usize);
                table = numbers.map(|number| sets[number].clone()).collect();
            }
            let on_table: Vec<Vec<Tile>> = table
                .iter()
                .map(|set| tiles(set.split('@').next().unwrap()))
                .collect();
            let mut all = frame["p"].as_u64().unwrap() as usize;
            all += racks.iter().map(Vec::len).sum::<usize>()
                + on_table.iter().map(Vec::len).sum::<usize>();
            assert_eq!(all, rules.tile_count(), "{at}");
            let marks = frame["m"].as_array().map(Vec::as_slice).unwrap_or_default();
            let marked: TileCounts = marks
                .iter()
                .map(|mark| {
                    on_table[mark[0].as_u64().unwrap() as usize][mark[1].as_u64().unwrap() as usize]
                })
                .collect();
            let laid = had.saturating_sub(&held);
            // A tile that is drawn and laid on the same turn was on no rack before.
            if !rules.draw_first {
                assert_eq!(marked, laid, "{at}: {}", frame["a"]);
            } else {
                assert!(
                    laid.saturating_sub(&marked).is_empty() && marked.len() <= laid.len() + 1,
                    "{at}"
                );
            }
            let changed = frame["c"].as_u64().unwrap_or(0);
            assert!(
                marks
                    .iter()
                    .all(|mark| mark[0].as_u64().unwrap() >= changed),
                "{at}"
            );
        }
        if rules.has_group_owners() {
            let owned = sets.iter().filter(|set| set.contains('@')).count();
            let groups = sets.iter().filter(|set| {
                rules
                    .judge(&tiles(set.split('@').next().unwrap()))
                    .is_group()
            });
            assert_eq!(owned, groups.count(), "{name}");
        }
    }
}

/// The last point of the curve is the pair in `summary.json`, to the last bit: same games, same formulas.
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
            let (mean, interval) = match differences.in_points() {
                true => (row.score_difference, row.score_difference_ci),
                false => (row.win_difference, row.win_difference_ci),
            };
            assert_eq!((Some(look.mean), look.interval), (mean, interval), "{name}");
            assert_eq!(differences.growth(pair).last(), Some(&look), "{name}");
        }
    }
}

/// The same of a run that its results may stop: there the interval of every look holds at every look, and is wider.
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
        command: HOSTILE.to_owned(),
        planned_blocks: Some(99),
        remarks: vec![HOSTILE.to_owned()],
    };
    let page = page(&run.evidence(&[]).unwrap(), &provenance).unwrap();
    let tree = tree(&page);
    check_nothing_from_outside("hostile", &tree);
    // The two scripts of every page: the data and the one that steps.
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
    let links: Vec<&str> = faults
        .descendants()
        .filter_map(|n| n.attribute("href"))
        .collect();
    assert_eq!(links, ["#b0g0", "#b0g1", "#b1g0", "#b1g1"]);
    let films = films(&tree);
    let said = &films[0]["frames"].as_array().unwrap().last().unwrap()["a"];
    assert!(
        said.as_str()
            .unwrap()
            .starts_with("breaks off (protocol): "),
        "{said}"
    );
    assert!(text(faults).contains("broken, seat 1"));
    let quiet = played("single value", "original", |_| {});
    assert!(text(by_id(&self::tree(&quiet.page()), "faults")).contains("No bot made a fault"));
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

/// The games that nobody named: first, extremes, each once, and every reason told.
#[test]
fn games_worth_a_look_are_chosen() {
    let run = played("hold single", "original", |spec| spec.deals = 12);
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

/// What the page says of a small run, without the drawings.
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
        // It changes with every field that a plan gets.
        said = said.replace(&run.plan.plan_hash(), "(plan hash)");
    }
    insta::assert_snapshot!(said);
}
