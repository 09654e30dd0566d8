//! Rounding of figures for display.

/// A number with this many decimals. The last bits of a sum do not influence the rounding: 1 -
/// 0.9925 and 0.0075 give the same text.
pub fn fixed(value: f64, decimals: usize) -> String {
    let value = (value * 1e9).round() / 1e9;
    format!("{value:.decimals$}")
}

/// A p-value with four decimals. It is never zero: below them it is `< 0.0001`.
pub fn p_text(p: f64) -> String {
    if p < 0.0001 {
        return "< 0.0001".to_owned();
    }
    fixed(p, 4)
}
