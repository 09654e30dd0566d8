//! Scores bots on ends: how often a bot keeps a win that it has.

use std::collections::BTreeMap;

use rummilab::arena::Players;
use rummilab::bot_api::{Bot, View};
use rummilab::bots::BotSpec;
use rummilab::bots::plan::{End, EndValues};
use rummilab::bots::standoff::NoAnswer;
use rummilab::chance::{Key, Seed, Stream};
use rummilab::core::notation::parse_counts;
use rummilab::core::{Action, Game, Seat, SeatThen, Snapshot, Table, TileCounts};
use rummilab::engine::{LineRules, Question, ScoreError, read_position};
use rummilab::runs::{Roster, judge};
use rummilab::solver::Goal;
use rummilab::stats::fixed;
use rummilab::stats::interval::wilson;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Args, ERRORS};
use crate::commands::corpus::NO_ENDS;
use crate::error::{Error, Exit};
use crate::lines::Lines;
use crate::output::{Out, print_answer};
use crate::tables::{drawn, new_table, right, with_ends};

/// Questions about a play that the file does not name.
const QUESTIONS: u64 = 4_000_000;

/// A line of `corpus --ends`.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    position: &'a RawValue,
    wins: Vec<String>,
    loses: Vec<String>,
}

/// The name of a position.
#[derive(Deserialize)]
struct Named {
    id: String,
}

/// An end, and what its small plays are worth.
struct KnownEnd {
    id: String,
    question: Question,
    table: Table,
    end: End,
    wins: Vec<TileCounts>,
    loses: Vec<TileCounts>,
}

impl KnownEnd {
    fn read(text: &str, rules: &mut LineRules) -> Result<KnownEnd, Error> {
        let no_end = |error| Error::Input(format!("it is no line of `corpus --ends`: {error}"));
        let fields: Fields<'_> = serde_json::from_str(text).map_err(no_end)?;
        let named: Named = serde_json::from_str(fields.position.get()).map_err(no_end)?;
        let line =
            read_position(fields.position.get(), rules, Goal::Tiles).map_err(Error::cause)?;
        let question = line.question;
        let table = question.before.clone();
        let table = table.ok_or_else(|| Error::cause(ScoreError::NoSets))?;
        let position = &question.position;
        let end = End::of(&question.rules, position.rack, position.table);
        let end = end.ok_or_else(|| Error::Input(NO_ENDS.to_owned()))?;
        let plays = |texts: &[String]| -> Result<Vec<TileCounts>, Error> {
            let read = texts.iter().map(|text| parse_counts(text, &question.rules));
            read.collect::<Result<_, _>>().map_err(Error::cause)
        };
        Ok(KnownEnd {
            id: named.id,
            wins: plays(&fields.wins)?,
            loses: plays(&fields.loses)?,
            table,
            end,
            question,
        })
    }

    /// The tiles that a bot lays, which has not seen the game before.
    fn laid_by(&self, bot: &mut dyn Bot, seed: u64) -> Result<TileCounts, Error> {
        let seat = |rack: TileCounts| SeatThen {
            rack,
            opened: true,
            own_turns: 1,
            ..SeatThen::default()
        };
        let start = Snapshot {
            seats: self.end.racks.map(seat).into_iter().collect(),
            table: self.table.clone(),
            streams: vec![Vec::new()],
            starter: Seat(0),
            to_move: Seat(0),
            drawn_first: None,
            last_round: None,
            passes: 0,
        };
        let game = Game::resume(&self.question.rules, &start).map_err(Error::cause)?;
        let purpose = format!("score {}", self.id);
        let mut stream = Stream::new(Key::sample(Seed::from(seed), &purpose, 0));
        bot.new_game(Seat(0));
        let action = bot.act(&View::of(&game, Seat(0), &[]), &mut stream);
        let action = action.map_err(|fault| Error::about(self.id.clone(), fault))?;
        let Action::Play(after) = action else {
            return Ok(TileCounts::EMPTY);
        };
        let rules = &self.question.rules;
        let turn = rules.judge_turn(&self.table, &self.end.racks[0], &after, true);
        Ok(turn.map_or(TileCounts::EMPTY, |turn| turn.played))
    }

    /// Whether a play keeps the win; `None` if that is not decided. Nothing laid, or an illegal
    /// turn, keeps none.
    fn keeps(&self, laid: TileCounts, values: &mut EndValues) -> Result<Option<bool>, Error> {
        if self.wins.contains(&laid) {
            return Ok(Some(true));
        }
        if laid.is_empty() || self.loses.contains(&laid) {
            return Ok(Some(false));
        }
        match values.wins_by(&self.question.rules, &self.end, laid, judge().as_mut()) {
            Ok(wins) => Ok(wins),
            Err(NoAnswer::BudgetExhausted) => Ok(None),
            Err(NoAnswer::Solver(error)) => Err(error.into()),
        }
    }
}

/// What a bot did in all ends.
#[derive(Debug, Default, Serialize)]
struct Sum {
    ends: u64,
    /// Ends in which some small play wins.
    won: u64,
    /// Wins that a turn gave away.
    lost: u64,
    /// Turns of which that is not decided.
    undecided: u64,
    /// Ends in which a turn wins though no small play does.
    found: u64,
}

/// An end and the turn of a bot.
#[derive(Serialize)]
struct Line<'a> {
    bot: &'a str,
    id: &'a str,
    laid: String,
    /// Whether some small play wins.
    won: bool,
    /// Whether this turn does; null if that is not decided.
    wins: Option<bool>,
}

/// Scores the bots on the ends of a file.
pub(super) fn run(args: &Args, file: &str, bots: &str) -> Result<Exit, Error> {
    let mut rules = args.rules.of_lines(false)?;
    let mut known = Vec::new();
    for line in Lines::open(file)? {
        let (place, line) = line?;
        let end = KnownEnd::read(&line, &mut rules);
        known.push(end.map_err(|error| Error::about(place, error))?);
    }
    let mut out = Out::new();
    let mut sums = Vec::new();
    for spec in BotSpec::parse_list(bots)? {
        let name = spec.to_string();
        let mut bot = Roster::new().bot(&name).map_err(Error::cause)?;
        let mut values = EndValues::new(QUESTIONS);
        let mut sum = Sum::default();
        for end in &known {
            let laid = end.laid_by(bot.as_mut(), args.seed)?;
            let wins = end.keeps(laid, &mut values)?;
            let won = !end.wins.is_empty();
            sum.ends += 1;
            sum.won += u64::from(won);
            sum.lost += u64::from(won && wins == Some(false));
            sum.undecided += u64::from(wins.is_none());
            sum.found += u64::from(!won && wins == Some(true));
            if args.each {
                out.record(&Line {
                    bot: &name,
                    id: &end.id,
                    laid: laid.to_string(),
                    won,
                    wins,
                })?;
            }
        }
        sums.push((name, sum));
    }
    out.flush()?;
    let record: BTreeMap<&str, &Sum> = sums
        .iter()
        .map(|(name, sum)| (name.as_str(), sum))
        .collect();
    print_answer(args.json, &record, || {
        let mut table = new_table(vec![
            "bot",
            "ends",
            "won",
            "lost",
            "of won, %",
            "undecided",
            "found",
        ]);
        right(&mut table, 1..);
        for (name, sum) in &sums {
            let share = (sum.won > 0).then(|| sum.lost as f64 / sum.won as f64);
            let ends = share.and_then(|share| wilson(share, sum.won as f64, ERRORS));
            table.add_row(vec![
                name.clone(),
                sum.ends.to_string(),
                sum.won.to_string(),
                sum.lost.to_string(),
                with_ends(share, ends, |share| fixed(100.0 * share, 1)),
                sum.undecided.to_string(),
                sum.found.to_string(),
            ]);
        }
        drawn(&table)
    })?;
    Ok(Exit::Done)
}
