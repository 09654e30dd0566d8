//! Rounding of figures for display.

/// A number with this many decimals. The last bits of a sum do not influence the rounding: 1 -
/// 0.9925 and 0.0075 give the same text.
pub fn fixed(value: f64, decimals: usize) -> String {
    let value = (value * 1e9).round() / 1e9;
    format!("{value:.decimals$}")
}
