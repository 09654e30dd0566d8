//! Comparisons of two runs, checked against figures computed here.

use std::path::{Path, PathBuf};

use rummilab_runs::{Match, RunsError, compare, games_file, read_blocks};
use rummilab_stats::{BlockMeans, ComparedFigure, Figure};

/// Runs in temporary folders.
struct Runs(tempfile::TempDir);

impl Runs {
    fn new() -> Runs {
        Runs(tempfile::tempdir().unwrap())
    }

    fn play(&self, name: &str, bots: &[&str], deals: u64, seed: u64) -> PathBuf {
        let folder = self.0.path().join(name);
        let game = Match::new(bots.iter().copied()).deals(deals).seed(seed);
        game.folder(&folder).play().unwrap();
        folder
    }
}

fn figures(a: &Path, b: &Path, figures: &[Figure]) -> Vec<ComparedFigure> {
    compare([a, b], figures).unwrap().figures
}

#[test]
fn a_run_compared_with_itself_differs_by_nothing() {
    let runs = Runs::new();
    let run = runs.play("a", &["greedy", "hold"], 12, 3);
    let found = compare([&run, &run], Figure::ALL).unwrap();
    assert_eq!((found.unpaired, found.plans.len()), (None, 0));
    assert!(found.figures.len() > 30);
    for row in &found.figures {
        assert!(row.paired && row.blocks == [12, 12], "{row:?}");
        assert_eq!((row.difference, row.se), (0.0, Some(0.0)), "{row:?}");
        assert_eq!(row.p_holm, Some(1.0), "{row:?}");
    }
}

/// The error of a figure with a value for each seat is that of the block differences.
#[test]
fn paired_errors_are_those_of_the_differences_of_blocks() {
    let runs = Runs::new();
    let a = runs.play("a", &["hold:h=1", "greedy"], 60, 3);
    let b = runs.play("b", &["hold:h=5", "greedy"], 60, 3);
    let wins = |run: &Path| -> Vec<f64> {
        let (_, blocks) = read_blocks(&games_file(run)).unwrap();
        let of_block = |block: rummilab_record::Block| {
            let games = block.games.iter().map(|game| {
                let seat = game
                    .seating
                    .seats()
                    .find(|seat| game.seating[*seat] == 0)
                    .unwrap();
                game.win_share(seat)
            });
            games.sum::<f64>() / block.games.len() as f64
        };
        blocks.map(|block| of_block(block.unwrap())).collect()
    };
    let mut differences = BlockMeans::new();
    for (a, b) in wins(&a).into_iter().zip(wins(&b)) {
        differences.push(&[a - b]);
    }
    let found = compare([&a, &b], &[Figure::WinRate, Figure::TilesPerPlay]).unwrap();
    let row = &found.figures[0];
    assert_eq!((row.a.as_str(), row.b.as_str()), ("hold", "hold:h=5"));
    assert!(row.paired && found.unpaired.is_none());
    assert!((row.difference - differences.mean().unwrap()).abs() < 1e-12);
    assert!((row.se.unwrap() - differences.standard_error().unwrap()).abs() < 1e-12);
    assert!(row.ci.unwrap().contains(row.difference));
    assert!(row.p_holm.unwrap() >= row.p_value.unwrap());
    assert!(
        found.plans.iter().any(|plan| plan.field == "bots"),
        "{:?}",
        found.plans
    );
    // With the runs exchanged the sign changes.
    let back = figures(&b, &a, &[Figure::WinRate]);
    assert!((back[0].difference + row.difference).abs() < 1e-12);
    assert_eq!(
        back[0].se.map(|se| (se * 1e9).round()),
        row.se.map(|se| (se * 1e9).round())
    );
}

#[test]
fn other_seeds_are_not_paired_and_the_errors_add_up() {
    let runs = Runs::new();
    let a = runs.play("a", &["greedy", "hold"], 20, 3);
    let b = runs.play("b", &["greedy", "hold"], 30, 4);
    let found = compare([&a, &b], &[Figure::DrawShare]).unwrap();
    assert_eq!(found.unpaired, Some("the seeds differ"));
    assert_eq!(found.plans.len(), 2, "{:?}", found.plans);
    let with_itself = |run: &Path| {
        let (header, blocks) = read_blocks(&games_file(run)).unwrap();
        let by = rummilab_stats::By {
            bot: true,
            ..Default::default()
        };
        let mut breakdown = rummilab_stats::Breakdown::new(by, &[Figure::DrawShare]);
        for block in blocks {
            breakdown.push(&header, rummilab_stats::Evidence::Fixed, &block.unwrap());
        }
        breakdown.rows()
    };
    let (of_a, of_b) = (with_itself(&a), with_itself(&b));
    for row in &found.figures {
        let own = |rows: &[rummilab_stats::BreakdownRow]| {
            let row = rows
                .iter()
                .find(|r| r.group.bot.as_deref() == Some(&row.a))
                .unwrap();
            (row.mean.unwrap(), row.se.unwrap())
        };
        let ((mean_a, se_a), (mean_b, se_b)) = (own(&of_a), own(&of_b));
        assert_eq!(row.blocks, [20, 30]);
        assert!((row.difference - (mean_a - mean_b)).abs() < 1e-12);
        assert!((row.se.unwrap() - se_a.hypot(se_b)).abs() < 1e-9, "{row:?}");
        assert!(row.ci.unwrap().contains(row.difference));
    }
}

#[test]
fn what_cannot_be_compared_is_refused_by_name() {
    let runs = Runs::new();
    let two = runs.play("two", &["greedy", "hold"], 2, 3);
    let other = runs.play("other", &["random", "single", "value"], 2, 3);
    let three = runs.0.path().join("three");
    let match_of_three = Match::new(["greedy", "hold"]).players(3).deals(2);
    match_of_three.folder(&three).play().unwrap();
    let check = |a: &Path, b: &Path, expected: &str| {
        let refused = compare([a, b], &[Figure::WinRate]).unwrap_err();
        assert!(matches!(refused, RunsError::Comparison(_)), "{refused}");
        assert!(refused.to_string().contains(expected), "{refused}");
    };
    check(&two, &three, "2 seats");
    check(&two, &other, "no bot plays in both runs");
}

/// Of two players the one wins what the other loses; Holm counted that as two comparisons.
#[test]
fn a_row_that_mirrors_the_one_before_does_not_count() {
    let runs = Runs::new();
    let wanted = [Figure::WinRate, Figure::Score, Figure::TilesPerPlay];
    let bots = ["hold:h=1", "greedy"];
    let a = runs.play("a", &bots, 30, 3);
    let (paired, other) = (
        runs.play("b", &["hold:h=5", "greedy"], 30, 3),
        runs.play("c", &["hold:h=5", "greedy"], 20, 4),
    );
    for (second, is_paired) in [(&paired, true), (&other, false)] {
        let found = compare([&a, second], &wanted).unwrap();
        assert_eq!(found.unpaired.is_none(), is_paired);
        for rows in found.figures.chunks(2) {
            let mirrored = rows[0].figure != "tiles_per_play";
            assert_eq!(
                (rows[0].implied, rows[1].implied),
                (false, mirrored),
                "{rows:?}"
            );
            let p = |row: &ComparedFigure| (row.p_value.unwrap(), row.p_holm.unwrap());
            let ((p, holm), (_, other)) = (p(&rows[0]), p(&rows[1]));
            if mirrored {
                assert!((rows[0].difference + rows[1].difference).abs() < 1e-9);
                assert_eq!((holm, other), (p, p), "counted once");
            } else {
                assert!(holm.max(other) > p.min(rows[1].p_value.unwrap()));
            }
        }
        assert!(
            found
                .notes()
                .iter()
                .any(|note| note.contains("Holm counts it once"))
        );
    }
    // With a third bot no row follows from one other.
    let three = [("d", 3), ("e", 4)]
        .map(|(name, seed)| runs.play(name, &["hold:h=1", "greedy", "value"], 6, seed));
    let found = compare([&three[0], &three[1]], &wanted).unwrap();
    assert!(found.figures.iter().all(|row| !row.implied));
}

/// `score` between original and house gave an empty table; the blocks that only one run has were
/// left out without a word; and a dash was not explained.
#[test]
fn what_is_not_compared_is_said() {
    let runs = Runs::new();
    let a = runs.play("a", &["greedy", "hold"], 3, 3);
    let long = runs.play("long", &["greedy", "hold"], 5, 3);
    let house = runs.0.path().join("house");
    let rules = rummilab_core::RuleSet::preset("house").unwrap();
    let game = Match::new(["greedy", "hold"])
        .rules(&rules)
        .deals(1)
        .seed(3);
    game.folder(&house).play().unwrap();
    let refused = compare([&a, &house], &[Figure::Score]).unwrap_err();
    assert!(matches!(refused, RunsError::Comparison(_)));
    assert!(
        refused
            .to_string()
            .contains("score: the rules house have no scores"),
        "{refused}"
    );
    let found = compare([&a, &house], &[Figure::Score, Figure::WinRate]).unwrap();
    assert_eq!(found.figures.len(), 2);
    assert_eq!((found.missing.len(), found.missing[0].figure), (1, "score"));
    let notes = found.notes().join(" ");
    assert!(notes.contains("house have no scores"), "{notes}");
    assert!(
        found.figures.iter().all(|row| row.ci.is_none()),
        "one block has no error"
    );
    assert!(notes.contains("fewer than two blocks"), "{notes}");

    let found = compare([&a, &long], &[Figure::WinRate]).unwrap();
    assert_eq!((found.left_out, found.figures[0].blocks), ([0, 2], [3, 3]));
    let how = found.how();
    assert!(
        how.contains("Left out: 2 blocks of the second run"),
        "{how}"
    );
}
