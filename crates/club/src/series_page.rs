//! The score sheet of a series as a page to print.

use std::fmt::Write;

use rummilab_words::{Language, say};

use crate::Series;
use crate::series::Gain;
use crate::sheets::{STYLE, escape};

/// What a player gained, as people read it.
fn text(gain: Gain, plain: bool) -> String {
    let [first, points] = gain;
    if plain {
        first.to_string()
    } else if first == points {
        format!("{points:+}")
    } else {
        format!("{first} ({points:+})")
    }
}

/// The sheet: a row for each planned round, with room to write, and the totals so far.
pub fn series_page(series: &Series, language: Language) -> String {
    let file = series.file();
    let title = escape(&file.name);
    let html = if language == Language::English {
        "en"
    } else {
        "de"
    };
    let plain = !series.rules().has_scores();
    let cells = |cells: Vec<String>, tag: &str| -> String {
        let cell = |cell: &String| format!("<{tag}>{}</{tag}>", escape(cell));
        cells.iter().map(cell).collect()
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{html}\">\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n<section>\n\
         <p class=\"event\">{}</p>\n<h1>{title}</h1>\n\
         <table><thead><tr><th></th>{}</tr></thead>\n",
        escape(&series.rules().title()),
        cells(file.players.clone(), "th")
    );
    let gains = series.gains();
    for round in 0..file.rounds {
        let shown = |player: usize| {
            let gain = gains.get(round).and_then(|gains| gains[player]);
            gain.map_or_else(String::new, |gain| text(gain, plain))
        };
        let row = (0..file.players.len()).map(shown).collect();
        let name = say!(language, "series-sheet-round", round = round + 1);
        // Writing to a text never fails.
        let _ = writeln!(page, "<tr><th>{name}</th>{}</tr>", cells(row, "td"));
    }
    let totals = series.totals().into_iter();
    let totals = totals.map(|total| text(total, plain)).collect();
    let name = say!(language, "series-total");
    let _ = writeln!(page, "<tr><th>{name}</th>{}</tr>", cells(totals, "th"));
    page + "</table>\n</section>\n</html>\n"
}
