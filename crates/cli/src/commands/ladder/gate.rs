//! `--fail-below`: whether a bot is certainly rated below a mark, or below its version before.

use std::str::FromStr;

use rummilab::runs::{Ladder, RatedLadder, version_order};
use rummilab::stats::Interval;

use crate::error::{Error, remark};
use crate::tables::{signed, wrapped};

/// A bot, and the points that its rating must not be certainly below.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    /// A name, perhaps without the version; then the newest is meant.
    bot: String,
    /// `None` for the rating of the version before.
    points: Option<f64>,
}

impl FromStr for Gate {
    type Err = String;

    fn from_str(text: &str) -> Result<Gate, String> {
        let (bot, points) = match text.split_once('=') {
            None => (text, None),
            Some((bot, points)) => {
                let number: Option<f64> = points.trim().parse().ok();
                let number = number.filter(|points| points.is_finite());
                (
                    bot,
                    Some(number.ok_or("expected points, such as hold=-100")?),
                )
            }
        };
        let bot = bot.trim().to_owned();
        Ok(Gate { bot, points })
    }
}

impl Gate {
    /// Refuses a name that no bot of the ladder has.
    pub fn check(&self, ladder: &Ladder) -> Result<(), Error> {
        let names = ladder.bots().iter().map(|bot| bot.name.as_str());
        self.newest(names.clone()).map(drop).ok_or_else(|| {
            let names: Vec<&str> = names.collect();
            Error::Input(format!(
                "--fail-below: there is no bot `{}`; expected one of {}",
                self.bot,
                names.join(", ")
            ))
        })
    }

    /// The bot that is meant: this one, or else the newest version of this name.
    fn newest<'a>(&self, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
        let exact = names
            .clone()
            .find(|name| *name == self.bot && name.contains('@'));
        let family = names.filter(|name| name.split('@').next() == Some(&self.bot));
        exact.or_else(|| family.max_by(|a, b| version_order(a, b)))
    }

    /// Whether the bot passes, which is told.
    pub fn passes(&self, rated: &RatedLadder) -> bool {
        let standings = &rated.standings;
        let names = standings.bots.iter().map(|standing| standing.bot.as_str());
        let bot = self.newest(names.clone()).unwrap_or(&self.bot);
        let (below, mark, what) = match self.points {
            Some(points) => {
                let what = format!("{bot}, in points above {},", standings.anchor);
                (standings.anchor.as_str(), points, what)
            }
            None => {
                let family = bot.split('@').next();
                let of_bot = names.filter(|name| name.split('@').next() == family);
                let earlier = of_bot.filter(|name| version_order(name, bot).is_lt());
                let Some(before) = earlier.max_by(|a, b| version_order(a, b)) else {
                    remark(&format!(
                        "passed: {bot} has no version before it in the ladder"
                    ));
                    return true;
                };
                (before, 0.0, format!("{bot} less {before}"))
            }
        };
        let games = |name: &str| {
            let standing = standings.bots.iter().find(|standing| standing.bot == name);
            standing.is_some_and(|standing| standing.games > 0)
        };
        let found = rated.difference(bot, below);
        let Some((rating, ends)) = found.filter(|_| games(bot) && games(below)) else {
            remark(&format!("failed: {what} has no rating yet"));
            return false;
        };
        // Bots that play alike differ by rounding.
        let passes = ends.map_or(rating, Interval::high) > mark - 0.1;
        remark(&wrapped(&told(&what, rating, ends, mark, passes)));
        passes
    }
}

/// What was found, and what it means.
fn told(what: &str, rating: f64, ends: Option<Interval>, mark: f64, passes: bool) -> String {
    let points = |value: f64| signed(value, 0);
    let mark_text = points(mark);
    let Some(ends) = ends else {
        let (verdict, not) = if passes {
            ("passed", "not ")
        } else {
            ("failed", "")
        };
        return format!(
            "{verdict}: {what} is rated {}, {not}below {mark_text}; there is no interval, since \
             all deals say the same",
            points(rating)
        );
    };
    let found = format!(
        "{what} is rated {} [{}, {}]",
        points(rating),
        points(ends.low()),
        points(ends.high())
    );
    if !passes {
        format!("failed: {found}, certainly below {mark_text}")
    } else if ends.low() >= mark {
        format!("passed: {found}, certainly not below {mark_text}")
    } else {
        format!(
            "passed: {found}; not shown to be below {mark_text}, but up to {:.0} points below it \
             are not excluded",
            mark - ends.low()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_a_bot_perhaps_with_points() {
        let gate = |bot: &str, points| Gate {
            bot: bot.to_owned(),
            points,
        };
        assert_eq!("mine".parse(), Ok(gate("mine", None)));
        assert_eq!("mine@2=-30.5".parse(), Ok(gate("mine@2", Some(-30.5))));
        assert!("mine=many".parse::<Gate>().is_err());
        let names = ["mine", "mine@9", "mine@10", "minent"];
        let newest = |bot: &str| gate(bot, None).newest(names.into_iter());
        assert_eq!(newest("mine"), Some("mine@10"));
        assert_eq!(newest("mine@9"), Some("mine@9"));
        assert_eq!(newest("min"), None);
    }
}
