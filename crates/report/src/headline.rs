//! The main finding of a run in words.

use rummilab_core::{MatchOrder, RuleSet};
use rummilab_stats::Interval;
use rummilab_stats::club::{ClubRow, ClubSummary};
use rummilab_stats::summary::{BotSummary, PairSummary, Summary};

use crate::words::{POINTS_OF_WINS, best_first, number, percent, plural, signed};

/// The main finding: a sentence, and remarks that belong to it.
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
    if summary.games == 1 && order.len() > 1 {
        return of_one_game(rules, summary, names, &order);
    }
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

/// The result of one game; it is not evidence of who plays better.
fn of_one_game(rules: &RuleSet, summary: &Summary, names: &[String], order: &[usize]) -> Headline {
    let bot = |index: &usize| -> &BotSummary { &summary.bots[*index] };
    let joined = |bots: &[usize]| {
        let names: Vec<&str> = bots.iter().map(|bot| names[*bot].as_str()).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        }
    };
    let played = order.iter().copied().filter(|index| bot(index).games > 0);
    let (winners, losers): (Vec<usize>, Vec<usize>) =
        played.partition(|index| bot(index).wins > 0.0);
    let sentence = match (&winners[..], &losers[..]) {
        ([_], []) => format!("{} plays against itself", joined(&winners)),
        ([_], losers) => format!("{} beats {}", joined(&winners), joined(losers)),
        ([], _) => "Nobody wins".to_owned(),
        _ => format!("{} share the win", joined(&winners)),
    };
    let points = winners.first().filter(|_| rules.has_scores());
    let points = points.and_then(|winner| bot(winner).results.mean_score);
    let lead = points.map(|points| format!("The winner gets {} points.", signed(points, 0)));
    say(&sentence, lead.unwrap_or_default())
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
    // The final alone orders its players.
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
        "{} placement points in {stage}{}. One tournament is one draw of luck: no interval is \
         claimed.",
        points(first),
        second.unwrap_or_default()
    );
    say(&sentence, lead)
}

/// A difference as seen from the leader.
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
            (mean, ends, POINTS_OF_WINS, 100.0)
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

    /// Whether the interval excludes zero; `None` without an interval.
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
