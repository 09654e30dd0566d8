//! Numbers and findings as words.

use std::cmp::Ordering;

use rummilab_core::{MatchOrder, RuleSet};
use rummilab_stats::Interval;
use rummilab_stats::club::{ClubRow, ClubSummary};
use rummilab_stats::summary::{BotSummary, PairSummary, Summary};

/// What is written where there is no number.
pub const NONE: &str = "–";

/// A number with so many decimals and a true minus sign.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(rest) if zero => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// The same, a sign in front of positive ones too.
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

/// A share in per cent, without the sign.
pub fn percent(value: Option<f64>) -> String {
    number(value.map(|value| value * 100.0), 1)
}

/// `[97.8, 99.7]`, in per cent.
pub fn percent_interval(interval: Option<Interval>) -> Option<String> {
    let end = |value: f64| decimal(value * 100.0, 1);
    interval.map(|ends| format!("[{}, {}]", end(ends.low()), end(ends.high())))
}

/// `[+61.1, +65.9]`.
pub fn signed_interval(interval: Option<Interval>) -> Option<String> {
    interval.map(|ends| format!("[{}, {}]", signed(ends.low(), 1), signed(ends.high(), 1)))
}

/// `1 turn`, `2 turns`.
pub fn plural(count: impl TryInto<u64>, thing: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let s = if count == 1 { "" } else { "s" };
    format!("{} {thing}{s}", grouped(count))
}

/// `12 345`: digits in threes, from five digits on.
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

/// Whether placement points decide.
pub fn by_placement(rules: &RuleSet, players: usize) -> bool {
    rules.match_order == MatchOrder::Placement && players > 2
}

/// The bots of the run as indices into its list, best first: by the ranking of a club tournament, otherwise by the
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

/// The main finding: a sentence, and what is to be known with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    pub sentence: String,
    pub lead: String,
}

/// The main finding of a run; `names` are those of the summary, fit for a page.
pub fn headline(rules: &RuleSet, summary: &Summary, names: &[String], complete: bool) -> Headline {
    if summary.games == 0 {
        return say("No game has been played yet", String::new());
    }
    if let Some(club) = &summary.club {
        return of_club(club, summary, names, complete);
    }
    let order = best_first(rules, summary);
    match order[..] {
        [] => say("No bot has played", String::new()),
        [only] => say(
            &format!("{} plays against itself", names[only]),
            format!(
                "{} turns a game on average; seat 0 wins {} %.",
                number(summary.game.mean_turns, 1),
                percent(summary.seats.first().and_then(|seat| seat.results.win_rate))
            ),
        ),
        [first, second, ..] => compare(rules, summary, names, first, second),
    }
}

fn say(sentence: &str, lead: String) -> Headline {
    Headline {
        sentence: sentence.to_owned(),
        lead,
    }
}

fn of_club(club: &ClubSummary, summary: &Summary, names: &[String], complete: bool) -> Headline {
    let name = |row: &ClubRow| {
        let at = summary.bots.iter().position(|bot| bot.bot == row.bot);
        at.map_or_else(String::new, |at| names[at].clone())
    };
    let Some(first) = club.ranking.first() else {
        return say("Nobody was placed", String::new());
    };
    let verb = if complete { "wins" } else { "leads" };
    let tied = club.ranking.iter().filter(|row| row.rank == first.rank);
    let sentence = match tied.count() {
        1 => format!("{} {verb} the club tournament", name(first)),
        many => format!("{many} players share the first rank of the club tournament"),
    };
    // The final alone decides the order of those who played it.
    let points = |row: &ClubRow| match &row.in_final {
        Some(last) => last.placement,
        None => row.placement,
    };
    let stage = match first.in_final {
        Some(_) => "the final".to_owned(),
        None => plural(club.rounds, "round"),
    };
    let second = club.ranking.get(1);
    let second = second.map(|row| format!("; second is {} with {}", name(row), points(row)));
    let lead = format!(
        "{} placement points in {stage}{}. One tournament is one draw of luck: no interval is claimed.",
        points(first),
        second.unwrap_or_default()
    );
    say(&sentence, lead)
}

/// A difference from the point of view of the leader.
struct Lead {
    difference: f64,
    interval: Option<Interval>,
    unit: &'static str,
}

impl Lead {
    fn of(rules: &RuleSet, pair: &PairSummary, turned: bool) -> Option<Lead> {
        let by_wins = rules.match_order == MatchOrder::Wins || pair.score_difference.is_none();
        let (difference, interval, unit, scale) = if by_wins {
            let (mean, ends) = (pair.win_difference, pair.win_difference_ci);
            (mean, ends, "percentage points of wins", 100.0)
        } else {
            let (mean, ends) = (pair.score_difference, pair.score_difference_ci);
            (mean, ends, "points a game", 1.0)
        };
        let scale = if turned { -scale } else { scale };
        let ends = interval.and_then(|ends| {
            let (a, b) = (ends.low() * scale, ends.high() * scale);
            Interval::new(a.min(b), a.max(b))
        });
        Some(Lead {
            difference: difference? * scale,
            interval: ends,
            unit,
        })
    }

    fn text(&self) -> String {
        let interval = self.interval.map(|ends| {
            format!(
                " (95 % interval {} to {})",
                signed(ends.low(), 1),
                signed(ends.high(), 1)
            )
        });
        format!(
            "{} {}{}",
            signed(self.difference, 1),
            self.unit,
            interval.unwrap_or_default()
        )
    }

    /// Whether it is certain by the interval; `None` where there is none.
    fn is_clear(&self) -> Option<bool> {
        self.interval.map(|ends| !ends.contains(0.0))
    }

    fn is_nothing(&self) -> bool {
        self.difference == 0.0 && self.interval.is_some_and(|ends| ends.width() == 0.0)
    }
}

fn compare(
    rules: &RuleSet,
    summary: &Summary,
    names: &[String],
    first: usize,
    second: usize,
) -> Headline {
    let (a, b) = (&names[first], &names[second]);
    let labels = (&summary.bots[first].bot, &summary.bots[second].bot);
    let met = summary.pairs.iter().find_map(|pair| {
        let turned = (&pair.b, &pair.a) == labels;
        let same = (&pair.a, &pair.b) == labels;
        (same || turned)
            .then(|| Lead::of(rules, pair, turned))
            .flatten()
    });
    let two = summary.bots.len() == 2;
    let of_all = format!("of {} bots", summary.bots.len());
    let wins = format!(
        "It wins {} % of its games",
        percent(summary.bots[first].results.win_rate)
    );
    let Some(lead) = met else {
        let text = format!("{wins}. It has not met the second, {b}.");
        return say(&format!("{a} comes first {of_all}"), text);
    };
    let sentence = match (lead.is_clear(), two) {
        _ if two && lead.is_nothing() => format!("{a} and {b} play exactly alike"),
        (Some(true), true) if lead.difference > 0.0 => format!("{a} beats {b}"),
        (Some(true), false) if lead.difference > 0.0 => format!("{a} is the best {of_all}"),
        (Some(_), true) => format!("{a} and {b} cannot be told apart"),
        (Some(_), false) => format!("{a} comes first {of_all}, but not clearly"),
        (None, true) => format!("{a} is ahead of {b}, without an interval"),
        (None, false) => format!("{a} comes first {of_all}, without an interval"),
    };
    let text = match (two, lead.is_nothing()) {
        (true, true) => "Their difference is zero in every block.".to_owned(),
        (true, false) => format!("The difference is {}. {wins}.", lead.text()),
        (false, true) => {
            format!("{wins}; against the second, {b}, the difference is zero in every block.")
        }
        (false, false) => {
            let lead = lead.text();
            format!("{wins}; the difference to the second, {b}, is {lead}.")
        }
    };
    say(&sentence, text)
}

/// Larger of two floats, for ranges of plots.
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
