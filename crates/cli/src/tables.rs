//! Tables as commands print them: a header, a line, plain rows. Without frames and colours a table
//! reads the same in a terminal, a file and a mail. A table that is wider than the terminal gets
//! cells of several lines, and if necessary is split into several tables, one below the other.

use std::fmt;
use std::io;
use std::ops::RangeBounds;

use comfy_table::ColumnConstraint::{Absolute, Hidden};
use comfy_table::{
    Cell, CellAlignment, ContentArrangement, LineStyle, Row, Table, TableStyle, Width,
};
use rummilab::stats::{self, Interval, fixed};

use crate::visible::visible;

/// The narrowest supported terminal, in columns.
const NARROWEST: u16 = 80;

/// The width without a terminal.
const NO_TERMINAL: u16 = 100;

/// Blanks around the contents of a cell.
const PADDING: u16 = 2;

/// Blanks between two cells: their padding, and the line that is not drawn.
const APART: u16 = PADDING + 1;

/// The available columns: those of the terminal, or the value of `COLUMNS`.
pub fn width() -> u16 {
    let seen = terminal_size::terminal_size_of(io::stdout()).map(|(columns, _)| columns.0);
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    seen.or_else(said).unwrap_or(NO_TERMINAL).max(NARROWEST)
}

/// An empty table with this header.
pub fn new_table(header: impl Into<Row>) -> Table {
    let rule = LineStyle::none().fill('─').junction('─');
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(rule))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header);
    table
}

/// Right-aligns these columns of numbers.
pub fn right(table: &mut Table, columns: impl RangeBounds<usize>) {
    for (at, column) in table.column_iter_mut().enumerate() {
        if columns.contains(&at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// A value with its interval, if it has one: `99.2 [97.8, 99.7]`; a dash without a value.
pub fn with_ends(
    value: Option<f64>,
    ends: Option<Interval>,
    written: impl Fn(f64) -> String,
) -> String {
    let Some(value) = value else {
        return "-".to_owned();
    };
    let ends = ends.map(|ends| format!(" [{}, {}]", written(ends.low()), written(ends.high())));
    written(value) + &ends.unwrap_or_default()
}

/// A p-value as in tables; a dash without one.
pub fn p_text(p: Option<f64>) -> String {
    p.map_or_else(
        || "-".to_owned(),
        |p| stats::p_text(p).replace(' ', &GLUE.to_string()),
    )
}

/// A number as in tables, with its sign: `+63.5`, and `+0.0` for values that round to zero.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value.abs(), decimals);
    let text = format!("{}{text}", if value < 0.0 { "-" } else { "+" });
    if text.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
        text
    } else {
        text.replacen('-', "+", 1)
    }
}

/// The unit of a difference of two win rates, as a number from -100 to 100.
pub const OF_WINS: &str = "percentage points of wins";

/// The text that `write` writes.
pub fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut text);
    text
}

/// The text of a table, without blanks at the ends of lines.
pub fn drawn(table: &Table) -> String {
    drawn_within(table, width())
}

fn drawn_within(table: &Table, width: u16) -> String {
    let mut table = table.clone();
    let header = table.header().map(safe);
    if let Some(header) = header {
        table.set_header(header);
    }
    for row in table.row_iter_mut() {
        *row = safe(row);
    }
    let widest = table.column_max_content_widths();
    let longest_words: Vec<u16> = (0..widest.len())
        .map(|column| longest_word(&table, column).min(width / 2))
        .collect();
    let parts = parts(&longest_words, names(&table), width);
    let drawn = parts.iter().map(|shown| {
        let mut part = table.clone();
        let widths = widths(shown, &longest_words, &widest, width);
        for (place, at) in shown.iter().enumerate() {
            for row in part.row_iter_mut() {
                *row = with_cell(row, *at, |text| broken(text, widths[place]));
            }
        }
        for (at, column) in part.column_iter_mut().enumerate() {
            column.set_constraint(match shown.iter().position(|shown| *shown == at) {
                Some(place) => Absolute(Width::Fixed(widths[place] + PADDING)),
                None => Hidden,
            });
        }
        part.set_width(width.max(widths.iter().map(|width| width + APART).sum()));
        part.trim_fmt().replace(GLUE, " ")
    });
    drawn.collect::<Vec<_>>().join("\n\n")
}

/// Columns of a line of prose in a Markdown page.
const PAGE_WIDTH: usize = 100;

/// A paragraph of a Markdown page, which is not broken at [`GLUE`].
pub fn paragraph(text: &str) -> String {
    filled(PAGE_WIDTH, 0, text).replace(GLUE, " ")
}

/// Markdown for a terminal: tables drawn, paragraphs filled again.
pub fn of_markdown(text: &str) -> String {
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_matches('|');
        line.split('|')
            .map(|cell| cell.trim().replace('`', ""))
            .collect()
    };
    let mut shown = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            shown.push(wrapped(line));
            continue;
        }
        if !line.starts_with('|') {
            let mut paragraph = line.to_owned();
            let goes_on = |line: &&str| !line.is_empty() && !line.starts_with(['|', '#']);
            while let Some(more) = lines.next_if(goes_on) {
                paragraph.push(' ');
                paragraph += more;
            }
            shown.push(wrapped(&paragraph));
            continue;
        }
        let mut table = new_table(cells(line));
        while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
            if !row.starts_with("|---") {
                table.add_row(cells(row));
            }
        }
        shown.push(drawn(&table));
    }
    shown.join("\n")
}

/// The text wrapped at blanks.
pub fn wrapped(text: &str) -> String {
    hanging(0, text)
}

/// The same, with continuation lines indented by `indent`.
pub fn hanging(indent: usize, text: &str) -> String {
    filled(usize::from(width()), indent, text)
}

/// The same, at most this wide.
pub fn filled(width: usize, indent: usize, text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mut shown = String::new();
        let mut column = 0;
        for (at, word) in line.split(' ').enumerate() {
            let length = word.chars().count();
            if at > 0 && column + 1 + length > width {
                shown.push('\n');
                shown += &" ".repeat(indent);
                column = indent;
            } else if at > 0 {
                shown.push(' ');
                column += 1;
            }
            shown += word;
            column += length;
        }
        shown
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A command to be copied, after its purpose. A line that is too wide continues on the next line,
/// before an option or a remark, in a form that shells accept.
pub fn to_copy(what: &str, command: &str) -> String {
    copied_within(usize::from(width()), what, command)
}

fn copied_within(width: usize, what: &str, command: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut quoted = false;
    for word in command.split(' ') {
        let begins = !quoted && (word.starts_with('-') || word.starts_with('#'));
        match parts
            .last_mut()
            .filter(|part| !begins || part.starts_with('#'))
        {
            Some(part) => *part += &format!(" {word}"),
            None => parts.push(word.to_owned()),
        }
        quoted ^= word.matches(['\'', '"']).count() % 2 == 1;
    }
    let indent = what.chars().count();
    let (mut text, mut column) = (what.to_owned(), indent);
    let last = parts.len().saturating_sub(1);
    for (at, part) in parts.iter().enumerate() {
        let length = part.trim_end().chars().count();
        // All lines but the last need room for ` \`.
        let room = if at == last { width } else { width - 2 };
        if at > 0 && column + 1 + length > room {
            text = format!("{} \\\n{}", text.trim_end(), " ".repeat(indent));
            column = indent;
        } else if at > 0 {
            text.push(' ');
            column += 1;
        }
        text += part;
        column += part.chars().count();
    }
    text
}

/// A blank at which no line is broken.
pub const GLUE: char = '\u{a0}';

/// The row with foreign text made safe, and with intervals that stay on one line.
fn safe(row: &Row) -> Row {
    let cell = |cell: &Cell| {
        let text = visible(&cell.content()).into_owned();
        if text.contains('[') {
            text.replace(", ", &format!(",{GLUE}"))
        } else {
            text
        }
    };
    Row::from(row.cell_iter().map(cell).collect::<Vec<_>>())
}

fn with_cell(row: &Row, at: usize, change: impl Fn(&str) -> String) -> Row {
    let cells = row.cell_iter().map(Cell::content).enumerate();
    let cells = cells.map(|(place, text)| if place == at { change(&text) } else { text });
    Row::from(cells.collect::<Vec<_>>())
}

/// A word that is too long for its column, such as a bot with many settings, broken after commas.
fn broken(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.chars().count() <= width || text.contains([' ', '\n']) {
        return text.to_owned();
    }
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive(',') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + piece.chars().count() <= width => *line += piece,
            _ => lines.push(piece.to_owned()),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn longest_word(table: &Table, column: usize) -> u16 {
    let rows = table.header().into_iter().chain(table.row_iter());
    let cells = rows.filter_map(|row| row.cell_iter().nth(column).map(Cell::content));
    let words = cells.flat_map(|cell| {
        let words = cell.split([' ', '\n']).map(|word| word.chars().count());
        words.max()
    });
    words
        .max()
        .map_or(0, |longest| longest.min(usize::from(u16::MAX)) as u16)
}

/// Number of columns that identify a row: the first; if that is a number, also the second.
fn names(table: &Table) -> usize {
    let mut first = table.row_iter().filter_map(|row| row.cell_iter().next());
    let is_number = |cell: &Cell| {
        matches!(cell.content().as_str(), "-" | "") || cell.content().parse::<u32>().is_ok()
    };
    if first.all(is_number) { 2 } else { 1 }
}

/// The columns of each part of a table: as many as fit if every cell is as narrow as its longest
/// word. Every part includes the columns that identify the rows.
fn parts(narrowest: &[u16], names: usize, width: u16) -> Vec<Vec<usize>> {
    let names: Vec<usize> = (0..names.min(narrowest.len())).collect();
    let taken: u16 = names.iter().map(|name| narrowest[*name] + APART).sum();
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    let mut left = i32::from(width);
    for (column, narrow) in narrowest.iter().enumerate() {
        let wide = i32::from(narrow + APART);
        if wide > left && column > names.len() {
            parts.push(names.clone());
            left = i32::from(width) - i32::from(taken);
        }
        left -= wide;
        if let Some(part) = parts.last_mut() {
            part.push(column);
        }
    }
    parts
}

/// The widths of these columns. The width beyond the minimum goes first to the columns that need
/// least of it to fit on one line.
fn widths(shown: &[usize], narrowest: &[u16], widest: &[u16], width: u16) -> Vec<u16> {
    let mut widths: Vec<u16> = shown.iter().map(|column| narrowest[*column]).collect();
    let taken: u16 = widths.iter().map(|width| width + APART).sum();
    let mut left = width.saturating_sub(taken);
    let mut wanting: Vec<(u16, usize)> = shown
        .iter()
        .enumerate()
        .map(|(place, column)| (widest[*column].saturating_sub(narrowest[*column]), place))
        .collect();
    wanting.sort_unstable();
    // A column that cannot fit on one line takes no width from others, and a column of prose keeps
    // half of the width. Several columns of prose share it evenly.
    let prose = widest.iter().any(|widest| *widest > width / 2);
    let last = wanting.len().saturating_sub(1);
    for (at, (wanted, place)) in wanting.into_iter().enumerate() {
        let most = if prose { left / 2 } else { left };
        let given = match (at == last, wanted <= most) {
            (true, _) => wanted.min(left),
            (false, true) => wanted,
            (false, false) if widest[shown[place]] > width / 2 => left / (last - at + 1) as u16,
            (false, false) => 0,
        };
        widths[place] += given;
        left -= given;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_fit() {
        let mut table = new_table(["bot", "wins, %", "what it does", "n"]);
        right(&mut table, 1..2);
        let about = "holds everything until it goes out in one turn";
        table.add_row(["hold:h=1", "99.2 [97.8, 99.7]", about, "1"]);
        let check = |width: u16, expected: &str| {
            let text = drawn_within(&table, width);
            assert!(
                text.lines()
                    .all(|line| line.chars().count() <= usize::from(width)),
                "{text}"
            );
            let lines = text
                .lines()
                .map(str::trim_end)
                .filter(|line| !line.starts_with('─'));
            assert_eq!(lines.collect::<Vec<_>>().join("\n"), expected);
        };
        check(
            90,
            &format!(
                " bot                  wins, %   what it does{:37}n\n hold:h=1   99.2 [97.8, \
                 99.7]   {about}   1",
                ""
            ),
        );
    }

    /// Bots with many settings were broken within a word.
    #[test]
    fn bots_with_many_settings_are_broken_after_commas() {
        let mut table = new_table(["bot", "games", "win rate, %", "points a game"]);
        right(&mut table, 1..);
        let bot = "rollout:base=greedy,rollouts=500,plays=8,plans=all,pool=40,clear=10";
        table.add_row([bot, "200", "46.5 [41.6, 51.4]", "-35.0 [-70.9, +1.0]"]);
        let text = drawn_within(&table, 100);
        let names = text
            .lines()
            .skip(2)
            .map(|line| line.split(' ').nth(1).unwrap_or(""));
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        assert_eq!(names.concat(), bot, "{text}");
        let (last, others) = names.split_last().expect("it has lines");
        assert!(others.iter().all(|line| line.ends_with(',')), "{text}");
        assert!(last.ends_with("clear=10"), "{text}");
    }

    /// The second widest column of a review had room for two tiles, and a row thirty lines.
    #[test]
    fn columns_that_are_too_long_share_the_room() {
        let mut table = new_table(["turn", "did", "model", "grade"]);
        let tiles = |count: usize| vec!["R10"; count].join(" ");
        table.add_row(["12".to_owned(), tiles(22), tiles(28), "blunder".to_owned()]);
        let text = drawn_within(&table, 100);
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
        // 50 tiles of four columns each, and a header with its line.
        assert!(text.lines().count() <= 6, "{text}");
    }

    #[test]
    fn commands_go_on_before_an_option() {
        let check =
            |command, expected| assert_eq!(copied_within(40, "Again:  ", command), expected);
        check("rummilab bots    # all", "Again:  rummilab bots    # all");
        check(
            "rummilab run plan.toml --out 'my --best run'    # rummilab 1.0",
            "Again:  rummilab run plan.toml \\\n        --out 'my --best run' \\\n        # \
             rummilab 1.0",
        );
    }

    #[test]
    fn a_table_that_is_too_wide_is_printed_in_parts() {
        let header: Vec<String> = (0..12).map(|n| format!("column{n}")).collect();
        let mut table = new_table(header.clone());
        table.add_row(header.clone());
        let text = drawn_within(&table, 80);
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        assert_eq!(text.matches("column11").count(), 2);
        assert_eq!(
            text.matches("column0").count(),
            4,
            "the first column in both parts"
        );
    }
}
