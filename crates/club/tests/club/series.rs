//! Series of rounds at home: totals, and the chances to be first in the end.

use proptest::prelude::*;
use rummilab_club::{FirstChance, Gain, Series, SeriesFile, game_results, series_page};
use rummilab_core::RuleSet;
use rummilab_words::Language;

fn file(players: usize, rounds: usize, results: Vec<String>) -> SeriesFile {
    let names = ["Anna", "Bert", "Cem <3", "Dora", "Eva", "Fritz"];
    SeriesFile {
        name: "Friday & after".to_owned(),
        rules: "original".to_owned(),
        options: Vec::new(),
        rounds,
        players: names[..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        results,
    }
}

fn rules(name: &str) -> RuleSet {
    RuleSet::preset(name).unwrap()
}

fn series(players: usize, rounds: usize, results: &[&str]) -> Series {
    let results = results.iter().map(|text| (*text).to_owned()).collect();
    Series::new(file(players, rounds, results), &rules("original")).unwrap()
}

/// Rounds of three as they could be recorded.
fn recorded() -> Vec<Vec<Gain>> {
    let rounds = [[60, -20, -40], [12, -4, -8], [150, -100, -50], [9, -9, 0]];
    rounds
        .map(|round| round.map(|own| [own, own]).to_vec())
        .to_vec()
}

fn chances(series: &Series) -> Vec<FirstChance> {
    let chances = series.chances(&recorded(), 1).unwrap();
    let sum: f64 = chances.iter().map(|one| one.chance).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{chances:?}");
    for one in &chances {
        let [low, high] = one.interval;
        assert!(low <= high && (0.0..=1.0).contains(&one.chance), "{one:?}");
        assert!(!one.certain || one.chance > 1.0 - 1e-9, "{one:?}");
        assert!(!one.impossible || one.chance == 0.0, "{one:?}");
    }
    chances
}

#[test]
fn a_series_is_read_summed_and_written() {
    let results = ["- / R5 K3 / 12", "100 / - / 8 (2)", "x / +3 / -3"];
    let series = series(3, 4, &results);
    assert_eq!(
        series.totals().iter().map(|t| t[0]).collect::<Vec<_>>(),
        [-80, 103, -23]
    );
    assert_eq!((series.ranks(), series.left()), (vec![3, 1, 2], 1));
    let text = series.file().to_toml();
    assert_eq!(&SeriesFile::parse(&text).unwrap(), series.file());
    let page = series_page(&series, Language::German);
    assert!(
        page.contains("Friday &amp; after") && page.contains("Cem &lt;3"),
        "{page}"
    );
    assert_eq!(page.matches("<tr><th>Runde").count(), 4);
    // The sheet of a club counts the same.
    let club = game_results(series.rules(), 0, &["-", "R5 K3", "12"]).unwrap();
    let gains = &series.gains()[0];
    for (gain, result) in gains.iter().zip(club) {
        assert_eq!(gain.unwrap()[0], i64::from(result.unwrap().score));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let check = |players, rounds, results: &[&str], why: &str| {
        let results = results.iter().map(|text| (*text).to_owned()).collect();
        let refused = Series::new(file(players, rounds, results), &rules("original"));
        let refused = refused.map(|_| ()).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    };
    check(1, 3, &[], "2 to 6 players with different names, not 1");
    check(2, 0, &[], "not 0");
    let formula = SeriesFile {
        players: vec!["=1+1".to_owned(), "Bert".to_owned()],
        ..file(2, 1, Vec::new())
    };
    let refused = Series::new(formula, &rules("original")).map(|_| ());
    assert!(refused.unwrap_err().to_string().contains("is no name"));
    check(2, 1, &["- / 5", "- / 5"], "not 1");
    check(2, 3, &["- / 5", "- / -"], "round 2: only one player wins");
    check(2, 3, &["- / 5 / 7"], "round 1: 3 results for 2 players");
    check(2, 3, &["x / 5"], "round 1: so few players play no game");
    check(2, 3, &["+5 / -4"], "round 1: the points add up to +1");
    let text = file(2, 3, Vec::new()).to_toml();
    let spoilt = SeriesFile::parse(&text.replace("rounds = 3", "rounds = \"3\""));
    assert!(spoilt.unwrap_err().to_string().starts_with("line 4: "));
}

/// After the last round the first has won for certain; before it a lead is only certain if no
/// rounds that the game allows can make up for it.
#[test]
fn only_a_lead_that_cannot_be_caught_is_certain() {
    let over = chances(&series(3, 1, &["- / 5 / 9"]));
    assert!(over[0].certain && over[1].impossible && over[2].impossible);
    let shared = chances(&series(3, 2, &["+4 / -4 / x", "-4 / +4 / x"]));
    assert!(shared.iter().all(|one| !one.certain), "{shared:?}");
    // All recorded rounds are too small for this lead, but others could catch it.
    let ahead = chances(&series(3, 2, &["- / 200 / 200"]));
    assert_eq!(ahead[0].chance, 1.0);
    assert!(!ahead[0].certain && !ahead[1].impossible);
    // With won rounds as criterion three ahead of two rounds to come is enough, two is not.
    let home = |results: &[&str]| {
        let results = results.iter().map(|text| (*text).to_owned()).collect();
        Series::new(file(2, 5, results), &rules("house")).unwrap()
    };
    let won: Vec<Vec<Gain>> = vec![vec![[1, 0], [0, 0]]];
    let of = |results: &[&str]| home(results).chances(&won, 1).unwrap()[0];
    assert!(of(&["- / R5", "- / R5", "- / R5"]).certain);
    assert!(!of(&["- / R5", "- / R5", "x / x"]).certain);
    assert!(home(&["- / R5"]).chances(&[], 1).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]
    #[test]
    fn equal_totals_have_equal_chances_and_more_is_never_worse(
        won in 1_i64..120, more in 1_i64..60, left in 1_usize..4
    ) {
        let of = |won: i64| {
            let round = format!("+{won} / -{won} / x");
            let again = "- / x / 5".to_owned();
            let file = file(3, 2 + left, vec![round, again]);
            chances(&Series::new(file, &rules("original")).unwrap())
        };
        let (less, more) = (of(won), of(won + more));
        prop_assert!(more[0].chance >= less[0].chance);
        prop_assert!(more[1].chance <= less[1].chance);
        let equal = chances(&series(3, 3, &["x / x / x"]));
        prop_assert!(equal.iter().all(|one| (one.chance - 1.0 / 3.0).abs() < 1e-9));
    }
}
