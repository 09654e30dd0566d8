//! Tables as commands print them for people: a header, a line, plain rows. Without frames and
//! colours a table reads the same in a terminal, a file and a mail.

use std::fmt;
use std::ops::RangeBounds;

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Row, Table, TableStyle};
use rummilab::stats::Interval;

/// The width of tables, in characters; longer cells go on in the next line.
const WIDTH: u16 = 110;

/// An empty table with this header.
pub fn new_table(header: impl Into<Row>) -> Table {
    let rule = LineStyle::none().fill('─').junction('─');
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(rule))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(header);
    table
}

/// Sets what is in these columns, which are numbers, to the right.
pub fn right(table: &mut Table, columns: impl RangeBounds<usize>) {
    for (at, column) in table.column_iter_mut().enumerate() {
        if columns.contains(&at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// A value with the ends of its interval, if it has one: `99.2 [97.8, 99.7]`; a dash without a value.
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

/// The text that this writes.
pub fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    // A String takes everything that is written to it.
    let _ = write(&mut text);
    text
}

/// Its text, without blanks at the ends of lines.
pub fn drawn(table: &Table) -> String {
    table.trim_fmt()
}
