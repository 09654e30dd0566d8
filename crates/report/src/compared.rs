//! A page that compares players or solvers in tables: plots, parts, and how it was made.

use askama::Template;

use crate::frames::clean;
use crate::gather::ReportError;
use crate::page::rendered;
use crate::plots::CaptionedPlot;
use crate::tables::plain;

/// A table of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainTable {
    pub caption: String,
    pub columns: Vec<&'static str>,
    /// How many of the first columns are words; the others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<String>>,
}

/// Terms and values: machine, versions, commands.
pub type Recipe = [(String, String)];

/// The words of a page.
pub struct Words<'a> {
    pub kicker: &'static str,
    pub heading: &'a str,
    /// What was compared, in a sentence.
    pub scope: &'a str,
    /// The headings of the table and of its parts.
    pub parts: [&'static str; 2],
    /// How to read the table.
    pub reading: &'static str,
}

#[derive(Template)]
#[template(path = "compared.html")]
struct ComparedPage {
    style: &'static str,
    kicker: &'static str,
    heading: String,
    scope: String,
    of: &'static str,
    results: String,
    reading: &'static str,
    plots: Vec<CaptionedPlot>,
    by: &'static str,
    breakdowns: Vec<String>,
    recipe: Vec<(String, String)>,
}

/// The page.
pub fn compared_page(
    words: &Words<'_>,
    results: &PlainTable,
    plots: Vec<CaptionedPlot>,
    parts: &[PlainTable],
    recipe: &Recipe,
) -> Result<String, ReportError> {
    let tables = parts.iter().map(|table| rendered(&plain(table)));
    let recipe = recipe
        .iter()
        .map(|(term, value)| (clean(term), clean(value)));
    let [of, by] = words.parts;
    let page = ComparedPage {
        style: include_str!("../templates/report.css"),
        kicker: words.kicker,
        heading: clean(words.heading),
        scope: clean(words.scope),
        of,
        results: rendered(&plain(results))?,
        reading: words.reading,
        plots,
        by,
        breakdowns: tables.collect::<Result<_, _>>()?,
        recipe: recipe.collect(),
    };
    rendered(&page)
}

/// How to read a leaderboard.
const READING: &str = "Of all positions: the share of answers that are legal turns, of the tiles \
    laid among the most possible, of positions with the most tiles laid, and of those with the \
    whole rack laid where that is possible. In brackets: Wilson intervals at 95 %.";

/// The page of a leaderboard: its table, the shares by grade, and how it was made.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn board_page(
    scope: &str,
    players: &PlainTable,
    grades: &PlainTable,
    recipe: &Recipe,
) -> Result<String, ReportError> {
    let words = Words {
        kicker: "Answers scored",
        heading: "Leaderboard",
        scope,
        parts: ["Players", "By grade"],
        reading: READING,
    };
    let parts = std::slice::from_ref(grades);
    compared_page(&words, players, Vec::new(), parts, recipe)
}
