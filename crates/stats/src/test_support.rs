//! Helpers shared by the tests of this crate.

use crate::{BlockMeans, Interval};

pub fn blocks_of_one(values: &[f64]) -> BlockMeans {
    let mut means = BlockMeans::new();
    for &value in values {
        means.push(&[value]);
    }
    means
}

#[track_caller]
pub fn assert_close(found: Option<f64>, expected: f64) {
    let close = |value: f64| (value - expected).abs() <= 1e-12 * expected.abs().max(1.0);
    assert!(
        found.is_some_and(close),
        "found {found:?}, expected {expected}"
    );
}

#[track_caller]
pub fn assert_ends(found: Option<Interval>, low: f64, high: f64, within: f64) {
    let close = |i: Interval| (i.low() - low).abs() <= within && (i.high() - high).abs() <= within;
    assert!(
        found.is_some_and(close),
        "found {found:?}, expected [{low}, {high}]"
    );
}
