//! The file of weights: writing and reading preserve it, and files of other programs are refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use rummilab_core::RuleSet;
use rummilab_value::{FEATURES, Fit, HeldOut, ModelError, Provenance, ValueModel, shipped};

fn model() -> ValueModel {
    let n = FEATURES.len();
    let number = |at: usize, by: f64| (at as f64 + 1.0) / by;
    let fit = Fit {
        intercept: -0.123_456_789,
        means: (0..n).map(|at| number(at, 7.0)).collect(),
        scales: (0..n).map(|at| number(at, 3.0)).collect(),
        weights: (0..n).map(|at| number(at, -11.0)).collect(),
        steps: 5,
    };
    let provenance = Provenance {
        command: "rummilab train --bots a,b --deals 2 --seed 3".to_owned(),
        program: "rummilab 0.0.0".to_owned(),
        bots: vec!["a".to_owned(), "b".to_owned()],
        seed: 3,
        deals: 2,
        rounds: 1,
        games: 4,
        samples: 30,
        penalty: 1.0,
    };
    let held_out = HeldOut {
        blocks: 1,
        samples: 8,
        log_loss: (0.6, Some([0.5, 0.7])),
        brier: (0.2, None),
        gain_over_constant: (0.1, None),
        gain_over_racks: (0.05, None),
    };
    ValueModel::new("original", 2, &fit, provenance, held_out).unwrap()
}

#[test]
fn what_was_written_comes_back() {
    let model = model();
    let text = model.to_json().unwrap();
    let back = ValueModel::from_json(&text).unwrap();
    assert_eq!(back, model);
    assert_eq!(back.to_json().unwrap(), text);
    assert_eq!(back.intercept, -0.123_457);
}

#[test]
fn files_of_others_are_refused() {
    let text = model().to_json().unwrap();
    let check = |from: &str, to: &str, expected: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = ValueModel::from_json(&changed).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    let newer = "version 2 of the weights, this program reads version 1";
    check(r#""version": 1"#, r#""version": 2"#, newer);
    let format = "the format is `something`";
    check("rummilab value model", "something", format);
    let feature = "`stack`, this program has `stuck`";
    check(r#""feature": "stuck""#, r#""feature": "stack""#, feature);
    let (scale, term) = (r#""scale": 0.333333"#, "the term of `kept`");
    check(scale, r#""scale": 0.0"#, term);
    check(scale, r#""scale": -1.0"#, term);
    check("\"players\"", "\"gamers\"", "no file of weights");
    check("{", "[", "no file of weights");
    // A newer version is recognised by its number alone, whatever else the file holds.
    let newer = r#"{"format":"rummilab value model","version":7,"layers":[1,2]}"#;
    assert!(matches!(
        ValueModel::from_json(newer),
        Err(ModelError::Version(7))
    ));
    // One term is missing at the end.
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["terms"].as_array_mut().unwrap().pop();
    let error = ValueModel::from_json(&value.to_string()).unwrap_err();
    assert!(
        error.to_string().contains("of the feature `nothing`"),
        "{error}"
    );
}

#[test]
fn fits_of_other_inputs_are_refused() {
    let fit = Fit {
        intercept: 0.0,
        means: vec![0.0],
        scales: vec![1.0],
        weights: vec![1.0],
        steps: 1,
    };
    let made = model();
    let (provenance, held_out) = (made.provenance, made.held_out);
    let refused = ValueModel::new("original", 2, &fit, provenance, held_out);
    assert!(matches!(refused, Err(ModelError::Feature(..))));
}

#[test]
fn weights_are_for_their_rules_and_seats_alone() {
    let model = model();
    let original = RuleSet::preset("original").unwrap();
    assert!(model.is_for(&original, 2));
    assert!(!model.is_for(&original, 3));
    let changed = original.with_options(&["jokers=0"]).unwrap();
    assert!(!model.is_for(&changed, 2));
    assert!(!model.is_for(&RuleSet::preset("tournament").unwrap(), 2));
}

#[test]
fn weights_ship_for_original_rules_and_two_players() {
    let original = RuleSet::preset("original").unwrap();
    let model = shipped(&original, 2).unwrap();
    assert!(model.held_out.gain_over_racks.0 > 0.0);
    let here = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/value/original-2.json"
    );
    let file = std::fs::read_to_string(here).unwrap();
    assert_eq!(model.to_json().unwrap(), file, "written by hand?");
    assert!(shipped(&RuleSet::preset("twist").unwrap(), 2).is_none());
    assert!(shipped(&original, 4).is_none());
}
