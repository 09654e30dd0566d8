//! A CSV file by its column names, which keeps the columns and the separator of its author.

/// The rows of a CSV file with a header.
#[derive(Debug, Clone)]
pub struct Sheet {
    separator: u8,
    /// Whether the text begins with the mark, and whether its lines end as those of Windows.
    marked: bool,
    windows: bool,
    header: Vec<String>,
    header_line: usize,
    rows: Vec<Row>,
}

#[derive(Debug, Clone)]
struct Row {
    line: usize,
    cells: Vec<String>,
}

/// What spreadsheets put before a text in UTF-8, and read it as such only then.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file: UTF-8, otherwise Latin 1, which spreadsheets write too. Such a text gets
/// the mark by which they know it once it is written in UTF-8.
pub fn text_of(bytes: &[u8]) -> String {
    let latin = || bytes.iter().map(|byte| char::from(*byte));
    let marked = |_| std::iter::once(BYTE_ORDER_MARK).chain(latin()).collect();
    str::from_utf8(bytes).map_or_else(marked, str::to_owned)
}

/// The most characters of a cell in a message.
const LONGEST_QUOTE: usize = 80;

/// A cell for a message.
pub(crate) fn shortened(cell: &str) -> String {
    match cell.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}

/// What separates the cells: the one of `,`, `;` and tab that is most frequent in the header.
fn separator(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty());
    let header = header.unwrap_or_default();
    let count = |separator: &u8| header.bytes().filter(|byte| byte == separator).count();
    let most = [b'\t', b';', b','].into_iter().max_by_key(count);
    most.unwrap_or(b',')
}

/// The line of a row. The reader's position of a row is that of the empty lines before it.
fn line_at(text: &str, at: &csv::Position) -> usize {
    let rest = text.get(at.byte() as usize..).unwrap_or_default();
    let empty = rest.chars().take_while(|c| matches!(c, '\r' | '\n'));
    at.line() as usize + empty.filter(|c| *c == '\n').count()
}

impl Sheet {
    /// A file with this header and no rows.
    pub fn new(columns: &[&str]) -> Sheet {
        Sheet {
            separator: b',',
            marked: false,
            windows: false,
            header: columns.iter().map(|name| (*name).to_owned()).collect(),
            header_line: 1,
            rows: Vec::new(),
        }
    }

    /// Reads a text. Rows without any text are left out.
    ///
    /// # Errors
    /// The line and the reason if the text is no CSV.
    pub fn read(text: &str) -> Result<Sheet, (usize, String)> {
        let (marked, windows) = (text.starts_with(BYTE_ORDER_MARK), text.contains("\r\n"));
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        let separator = separator(text);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records() {
            let line = |place: Option<&csv::Position>| place.map_or(1, |at| line_at(text, at));
            let record = record.map_err(|error| (line(error.position()), error.to_string()))?;
            let cells: Vec<String> = record.iter().map(str::to_owned).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                let line = line(record.position());
                rows.push(Row { line, cells });
            }
        }
        let header_line = rows.first().map_or(1, |row: &Row| row.line);
        let header = rows.drain(..rows.len().min(1)).flat_map(|row| row.cells);
        let header = header.map(|name| name.to_lowercase()).collect();
        Ok(Sheet {
            separator,
            marked,
            windows,
            header,
            header_line,
            rows,
        })
    }

    /// The rows by number, from 0.
    pub fn rows(&self) -> std::ops::Range<usize> {
        0..self.rows.len()
    }

    /// The line of a row in the file.
    pub fn line(&self, row: usize) -> usize {
        self.rows[row].line
    }

    /// The line of the header in the file.
    pub fn header_line(&self) -> usize {
        self.header_line
    }

    /// Whether the header has more than one column.
    pub fn has_columns(&self) -> bool {
        self.header.len() > 1
    }

    pub fn has(&self, column: &str) -> bool {
        self.header.iter().any(|name| name == column)
    }

    /// A cell; empty if there is no such column.
    pub fn cell(&self, row: usize, column: &str) -> &str {
        let at = self.header.iter().position(|name| name == column);
        let cell = at.and_then(|at| self.rows[row].cells.get(at));
        cell.map_or("", String::as_str)
    }

    /// Sets a cell, in a new column if need be.
    pub fn set(&mut self, row: usize, column: &str, text: &str) {
        if text.is_empty() && !self.has(column) {
            return;
        }
        let at = self.header.iter().position(|name| name == column);
        let at = at.unwrap_or_else(|| {
            self.header.push(column.to_owned());
            self.header.len() - 1
        });
        let cells = &mut self.rows[row].cells;
        cells.resize(cells.len().max(at + 1), String::new());
        text.clone_into(&mut cells[at]);
    }

    /// Adds a row.
    pub fn push(&mut self, cells: &[(&str, &str)]) {
        let line = self.rows.last().map_or(1, |row| row.line) + 1;
        self.rows.push(Row {
            line,
            cells: vec![String::new(); self.header.len()],
        });
        for (column, text) in cells {
            self.set(self.rows.len() - 1, column, text);
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(self.separator)
            .flexible(true)
            .terminator(if self.windows {
                csv::Terminator::CRLF
            } else {
                csv::Terminator::Any(b'\n')
            })
            .from_writer(Vec::new());
        let rows = self.rows.iter().map(|row| &row.cells);
        for cells in std::iter::once(&self.header).chain(rows) {
            let padding = self.header.len().saturating_sub(cells.len());
            let padding = std::iter::repeat_n("", padding);
            let cells = cells.iter().map(String::as_str).chain(padding);
            // Memory takes every row.
            let _ = writer.write_record(cells);
        }
        let bytes = writer.into_inner().unwrap_or_default();
        let mark = self.marked.then_some(BYTE_ORDER_MARK);
        mark.into_iter().collect::<String>() + &String::from_utf8_lossy(&bytes)
    }
}
