//! Numbers as text, and the order of the bots.

use std::cmp::Ordering;

use rummilab_core::{MatchOrder, RuleSet};
use rummilab_stats::club::ClubRow;
use rummilab_stats::summary::{BotSummary, Summary};
use rummilab_stats::{Interval, fixed};

/// The text for a missing number.
pub const NONE: &str = "–";
/// The unit of a difference of two win rates in per cent.
pub const POINTS_OF_WINS: &str = "percentage points of wins";

/// A number with this many decimals and a true minus sign.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| matches!(b, b'0' | b'.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// The same, with a sign before positive numbers as well.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    let positive = text.bytes().any(|b| (b'1'..=b'9').contains(&b)) && !text.starts_with('−');
    if positive { format!("+{text}") } else { text }
}

pub fn signed_whole(value: i64) -> String {
    signed(value as f64, 0)
}

/// A number that may be missing.
pub fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| decimal(value, decimals))
}

/// A share in per cent, without the per cent sign.
pub fn percent(value: Option<f64>) -> String {
    number(value.map(|value| value * 100.0), 1)
}

/// An interval such as `[97.8, 99.7]`; `end` formats its ends.
pub fn ends(interval: Option<Interval>, end: impl Fn(f64) -> String) -> Option<String> {
    interval.map(|ends| format!("[{}, {}]", end(ends.low()), end(ends.high())))
}

/// An interval of a share, in per cent.
pub fn percent_interval(interval: Option<Interval>) -> Option<String> {
    ends(interval, |share| percent(Some(share)))
}

/// An interval with signs, such as `[+61.1, +65.9]`.
pub fn signed_interval(interval: Option<Interval>) -> Option<String> {
    ends(interval, |end| signed(end, 1))
}

/// A number with its noun: `1 turn`, `2 turns`.
pub fn plural(count: impl TryInto<u64>, thing: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let s = if count == 1 { "" } else { "s" };
    format!("{} {thing}{s}", grouped(count))
}

/// A number with its digits in groups of three from five digits on: `12 345`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202F}');
        }
        text.push(digit);
    }
    text
}

/// The text with a capital at its start.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

pub fn by_placement(rules: &RuleSet, players: usize) -> bool {
    rules.match_order == MatchOrder::Placement && players > 2
}

/// The indices of the bots, best first: by the ranking of a club tournament, otherwise by the
/// criterion of the rule system.
pub fn best_first(rules: &RuleSet, summary: &Summary) -> Vec<usize> {
    if let Some(club) = &summary.club {
        let rows = club.ranking.iter().chain(&club.reserves);
        let place = |row: &ClubRow| summary.bots.iter().position(|bot| bot.bot == row.bot);
        return rows.filter_map(place).collect();
    }
    let key = |bot: &BotSummary| match rules.match_order {
        MatchOrder::Placement if by_placement(rules, summary.players) => bot.mean_placement,
        MatchOrder::Wins => bot.results.win_rate,
        MatchOrder::Total | MatchOrder::Placement => bot.results.mean_score,
    };
    let value = |bot: usize| key(&summary.bots[bot]).unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..summary.bots.len()).collect();
    order.sort_by(|a, b| value(*b).total_cmp(&value(*a)));
    order
}

/// The larger of two floats, for ranges of plots.
pub fn larger(a: f64, b: f64) -> f64 {
    match a.total_cmp(&b) {
        Ordering::Less => b,
        _ => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_zeros() {
        assert_eq!(
            [
                signed(-0.04, 1),
                signed(0.04, 1),
                signed(2.25, 1),
                signed(-3.0, 0)
            ],
            ["0.0", "0.0", "+2.2", "−3"]
        );
        assert_eq!(number(None, 1), NONE);
        assert_eq!(
            signed_interval(Interval::new(-1.0, 2.0)).unwrap(),
            "[−1.0, +2.0]"
        );
        assert_eq!(
            (grouped(9999), grouped(1_234_567)),
            ("9999".to_owned(), "1\u{202F}234\u{202F}567".to_owned())
        );
        assert_eq!(
            (plural(1_u64, "turn"), plural(0_usize, "turn")),
            ("1 turn".to_owned(), "0 turns".to_owned())
        );
    }
}
