//! The table of timed solvers, and tables as plain text, Markdown and LaTeX.

use rummilab::engine::Times;
use rummilab::report::PlainTable;

use crate::tables::{drawn, new_table, right};

/// A count of a contestant with its heading, shown if it is ever more than zero.
type Count = (&'static str, fn(&Times) -> usize);

const COUNTS: [Count; 7] = [
    ("unproven", |times| times.unproven),
    ("refused", |times| times.refused),
    ("illegal", |times| times.illegal),
    ("wrong", |times| times.wrong),
    ("timeout", |times| times.timeout),
    ("memory", |times| times.memory),
    ("crash", |times| times.crash),
];

/// A row for each solver that was asked about so many positions.
pub fn solvers_table(solvers: &[Times], positions: usize) -> PlainTable {
    let counts = COUNTS.iter();
    let counts: Vec<&Count> = counts
        .filter(|(_, count)| solvers.iter().any(|times| count(times) > 0))
        .collect();
    let mut columns = vec![
        "solver",
        "median µs",
        "mean µs",
        "p95 µs",
        "p99 µs",
        "max µs",
        "cpu µs",
        "optimal",
    ];
    columns.extend(counts.iter().map(|(heading, _)| *heading));
    columns.push("speed-up");
    let row = |times: &Times| {
        let mut row = vec![times.name.clone()];
        row.extend(
            [
                times.median_us,
                times.mean_us,
                times.p95_us,
                times.p99_us,
                times.max_us,
                times.cpu_us,
            ]
            .map(micros),
        );
        row.push(format!("{} of {positions}", times.optimal));
        row.extend(counts.iter().map(|(_, count)| count(times).to_string()));
        let speed_up = times.speed_up;
        row.push(speed_up.map_or("-".to_owned(), |ratio| format!("{ratio:.1} x")));
        row
    };
    PlainTable {
        caption: "All questions".to_owned(),
        columns,
        words: 1,
        rows: solvers.iter().map(row).collect(),
    }
}

/// A time in microseconds with three digits; a dash without one.
pub fn micros(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
    }
}

/// The table for a terminal, without its caption.
pub fn text_of_table(table: &PlainTable) -> String {
    let mut text = new_table(table.columns.clone());
    right(&mut text, table.words..);
    table.rows.iter().for_each(|row| {
        text.add_row(row);
    });
    drawn(&text)
}

/// The table in Markdown, below its caption.
pub fn markdown(table: &PlainTable) -> String {
    let line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = |at: usize| if at < table.words { "---" } else { "---:" };
    let mut text = format!("{}\n\n", table.caption);
    text += &line(&mut table.columns.iter().map(|head| (*head).to_owned()));
    text += &line(&mut (0..table.columns.len()).map(|at| rule(at).to_owned()));
    for row in &table.rows {
        text += &line(&mut row.iter().cloned());
    }
    text
}

/// The table as a `tabular` of LaTeX, below its caption as a comment.
pub fn latex(table: &PlainTable) -> String {
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let side = |at: usize| if at < table.words { 'l' } else { 'r' };
    let sides: String = (0..table.columns.len()).map(side).collect();
    let heads = table.columns.iter().map(|head| escaped(head));
    let mut text = format!(
        "% {}\n\\begin{{tabular}}{{{sides}}}\n\\hline\n",
        table.caption
    );
    text += &line(heads.collect());
    text += "\\hline\n";
    for row in &table.rows {
        text += &line(row.iter().map(|cell| escaped(cell)).collect());
    }
    text + "\\hline\n\\end{tabular}\n"
}

/// Text for LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '–' => out += "--",
            'µ' => out += "$\\mu$",
            letter => out.push(letter),
        }
    }
    out
}
