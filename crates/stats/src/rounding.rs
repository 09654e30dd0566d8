//! How a figure is rounded for people.

/// A number with so many decimals, the same wherever it is shown. The last bits of a sum do not
/// decide how it is rounded: 1 - 0.9925 and 0.0075 are one number.
pub fn fixed(value: f64, decimals: usize) -> String {
    let value = (value * 1e9).round() / 1e9;
    format!("{value:.decimals$}")
}
