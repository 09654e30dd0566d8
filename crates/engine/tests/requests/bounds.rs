//! The range of every number of a request: as stated, and as checked.

use rummilab_engine::{BOUNDS, Bound};
use serde_json::{Value, json};

use crate::{answer, engine};

const ENGINE_MD: &str = include_str!("../../../web/ENGINE.md");

/// The argument of a request whose only number is this one.
fn with(bound: &Bound, number: &Value) -> Value {
    let names = bound.field.rsplit('.');
    names.fold(number.clone(), |inner, name| json!({ name: inner }))
}

#[test]
fn the_schema_states_every_range() {
    for bound in BOUNDS {
        let asks: Vec<String> = bound.asks.iter().map(|ask| format!("`{ask}`")).collect();
        let row = format!(
            "| `{}` | {} | {} | {} |\n",
            bound.field,
            asks.join(", "),
            bound.least,
            bound.most
        );
        assert!(ENGINE_MD.contains(&row), "{row}");
    }
    let stated = ENGINE_MD.split("## Numbers").nth(1).unwrap();
    let stated = stated.split("\n## ").next().unwrap();
    let rows = stated.lines().filter(|line| line.starts_with("| `"));
    assert_eq!(rows.count(), BOUNDS.len());
}

#[test]
fn every_number_out_of_its_range_is_refused() {
    let mut engine = engine();
    let mut outside = 0;
    for bound in BOUNDS {
        let (least, most) = (bound.least, bound.most);
        let mut numbers = vec![json!(-1), json!(1e300), json!(-1e300), json!(0.5)];
        numbers.extend(least.checked_sub(1).map(|number| json!(number)));
        numbers.extend(most.checked_add(1).map(|number| json!(number)));
        let says = format!("`{}` is a whole number from {least} to {most}", bound.field);
        for ask in bound.asks {
            for number in &numbers {
                for number in [number.clone(), json!([least, number])] {
                    let found = answer(&mut engine, ask, &with(bound, &number));
                    assert_eq!(found["error"], says, "{ask} {number}");
                    outside += 1;
                }
                // A job has the same numbers.
                let start = json!({"ask": ask, "with": with(bound, number)});
                let found = answer(&mut engine, "start", &start);
                let refused = [says.clone(), format!("`{ask}` is no job")];
                let error = found["error"].as_str().unwrap();
                assert!(refused.iter().any(|says| says == error), "{start} {found}");
            }
            for number in [least, most] {
                let found = answer(&mut engine, ask, &with(bound, &json!(number)));
                assert_ne!(found["error"], says, "{ask} {number}");
            }
        }
    }
    assert!(outside > 200);
}
