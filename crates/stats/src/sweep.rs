//! The results of a sweep, as in `sweep.json`: a figure of every bot in every cell, and how it
//! changes with the swept values. The formula is in [`contrast`](crate::contrast).

use std::collections::BTreeSet;

use serde::Serialize;

use crate::contrast::Contrast;
use crate::interval::Interval;
use crate::rounding::fixed;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepResults {
    /// What the sweep is to answer; absent unless the plan says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What was expected, written before the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prediction: Option<String>,
    /// Title of the rules, without a swept option.
    pub rules: String,
    pub seed: u64,
    /// Level of every interval.
    pub level: f64,
    pub axes: Vec<SweepAxis>,
    pub cells: Vec<SweepCell>,
    /// A row for each cell, bot or pair, and figure.
    pub rows: Vec<SweepRow>,
    /// How figures change with the values of an axis, over all values of the others.
    pub effects: Vec<SweepEffect>,
}

impl SweepResults {
    /// The share of wins of each seat in an even match, in words, for each number of players.
    pub fn even_matches(&self) -> String {
        let players: BTreeSet<usize> = self.cells.iter().map(|cell| cell.players).collect();
        let share = |players: &usize| {
            let share = fixed(100.0 / *players as f64, 1);
            format!("{share} % wins with {players} players")
        };
        let shares: Vec<String> = players.iter().map(share).collect();
        format!("An even match is {}.", shares.join(", "))
    }
}

/// What is swept, and its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SweepAxis {
    /// `players`, `option.FIELD` or `BOT.PARAMETER`.
    pub key: String,
    pub values: Vec<String>,
}

impl SweepAxis {
    /// The values as numbers; `None` if one is none.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |value: &String| value.parse().ok().filter(|x: &f64| x.is_finite());
        self.values.iter().map(number).collect()
    }
}

/// A cell: an ordinary run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SweepCell {
    /// Its folder in that of the sweep.
    pub folder: String,
    /// The value on each axis.
    pub values: Vec<String>,
    pub plan_hash: String,
    pub players: usize,
    pub blocks: u64,
    pub games: u64,
}

/// A bot, or the difference of two, and the figure that is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SweepFigure {
    /// The name that the bot has in all cells.
    pub bot: String,
    /// The bot whose figure is subtracted; null for the figure of one bot.
    pub against: Option<String>,
    /// `win_rate`, `score`, `win_difference` or `score_difference`, as in `summary.json`.
    pub figure: &'static str,
}

impl SweepFigure {
    /// Whether it is a share, or a difference of shares.
    pub fn is_rate(&self) -> bool {
        self.figure.starts_with("win")
    }

    /// From the figure to the unit of tables: shares are told in per cent.
    pub fn times(&self) -> f64 {
        if self.is_rate() { 100.0 } else { 1.0 }
    }

    /// The figure in words, with its unit.
    pub fn words(&self) -> &'static str {
        match (self.is_rate(), &self.against) {
            (true, None) => "win rate, %",
            (true, Some(_)) => "win difference, %",
            (false, _) => "points a game",
        }
    }

    /// The bot, or both bots with a minus sign.
    pub fn who(&self) -> String {
        match &self.against {
            Some(other) => format!("{} - {other}", self.bot),
            None => self.bot.clone(),
        }
    }
}

/// A figure in a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepRow {
    /// Number of the cell, from 0.
    pub cell: usize,
    #[serde(flatten)]
    pub of: SweepFigure,
    pub value: Option<f64>,
    /// Its interval, as in the `summary.json` of the cell.
    pub ci: Option<Interval>,
    /// For a win rate of 0 or 1: the exact one-sided bound of 97.5 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
}

/// How a figure changes along an axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepEffect {
    /// The key of the axis.
    pub axis: String,
    /// Two values of an axis that is not of numbers: second minus first. Null for the slope, per
    /// unit of the value.
    pub between: Option<[String; 2]>,
    #[serde(flatten)]
    pub of: SweepFigure,
    #[serde(flatten)]
    pub contrast: Contrast,
    /// The p-value after Holm's correction over the values of the axis; that of a slope is as it
    /// was.
    pub p_holm: Option<f64>,
}

impl SweepEffect {
    /// The axis, and its unit or the two values.
    pub fn words(&self) -> String {
        match &self.between {
            None => format!("{}, each 1", self.axis),
            Some([first, second]) => format!("{}, {first} to {second}", self.axis),
        }
    }
}

impl SweepResults {
    /// The figures, in the order of the rows.
    pub fn figures(&self) -> Vec<&SweepFigure> {
        let first = self.rows.iter().take_while(|row| row.cell == 0);
        first.map(|row| &row.of).collect()
    }

    /// The figures that tables and plots tell: of two bots those of the first and the difference,
    /// else of all.
    pub fn told(&self) -> Vec<&SweepFigure> {
        let figures = self.figures();
        let scores = figures.iter().any(|of| !of.is_rate());
        let pair = figures.iter().find(|of| of.against.is_some());
        let first = pair.map(|pair| pair.bot.clone());
        let is_told = |of: &&SweepFigure| match (&of.against, &first) {
            (Some(_), _) => of.is_rate() != scores,
            (None, Some(first)) => of.bot == *first,
            (None, None) => true,
        };
        figures.into_iter().filter(is_told).collect()
    }

    /// The row of a figure in a cell.
    pub fn row(&self, cell: usize, of: &SweepFigure) -> Option<&SweepRow> {
        self.rows
            .iter()
            .find(|row| row.cell == cell && row.of == *of)
    }

    /// The lines of `sweep.csv`: the names of the columns, then one for each row.
    pub fn csv_lines(&self) -> Vec<Vec<String>> {
        let keys = self.axes.iter().map(|axis| axis.key.clone());
        let names = [
            "bot", "against", "figure", "blocks", "games", "value", "low", "high",
        ];
        let mut lines = vec![keys.chain(names.map(str::to_owned)).collect::<Vec<_>>()];
        let number = |number: Option<f64>| number.map_or_else(String::new, |x| x.to_string());
        lines.extend(self.rows.iter().map(|row| {
            let cell = &self.cells[row.cell];
            let mut line = cell.values.clone();
            line.extend([
                row.of.bot.clone(),
                row.of.against.clone().unwrap_or_default(),
                row.of.figure.to_owned(),
                cell.blocks.to_string(),
                cell.games.to_string(),
                number(row.value),
                number(row.ci.map(Interval::low)),
                number(row.ci.map(Interval::high)),
            ]);
            line
        }));
        lines
    }
}
