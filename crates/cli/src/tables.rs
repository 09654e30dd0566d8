//! Tables as commands print them for people: a header, a line, plain rows. Without frames and
//! colours a table reads the same in a terminal, a file and a mail.

use comfy_table::{ContentArrangement, LineStyle, Row, Table, TableStyle};

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

/// Its text, without blanks at the ends of lines.
pub fn drawn(table: &Table) -> String {
    table.trim_fmt()
}
