//! Sheets to print: who sits where, and a page for each table, where players write down results.

use std::fmt::Write;

use rummilab_core::UnopenedPenalty;
use rummilab_core::placement::club_games;
use rummilab_words::{Language, say};

use crate::round::letter;
use crate::{Evening, RoundTable};

/// A4, a page for each part; lines and boxes to write in. Long names are cut, because a table with
/// all its games fits a page only if no line of it grows.
pub(crate) const STYLE: &str = "\
@page { size: A4; margin: 14mm }
body { font: 11pt/1.35 sans-serif; color: #000; background: #fff; margin: 0 auto; max-width: 182mm }
section { break-after: page; break-inside: avoid }
section:last-child { break-after: auto }
h1 { font-size: 20pt; margin: 0 }
h2 { font: bold 10pt/1.2 sans-serif; margin: 4mm 0 1mm }
p { margin: 1mm 0 }
ul { columns: 2; list-style: none; padding: 0 }
li { display: flex; justify-content: space-between; gap: 2mm; padding: .6mm 8mm .6mm 0 }
li b { flex: none }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: .3mm solid #000; padding: 0 2mm; text-align: left; height: 8mm }
th, td, li span, .event, .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.name { display: inline-block; max-width: 27mm; vertical-align: bottom }
thead th { height: 6mm; font-size: 9pt; font-weight: normal }
th:first-child { width: 50mm } .flat { width: 32mm } .points { width: 22mm }
.begins { background: #ddd; print-color-adjust: exact }
.signed td { height: 14mm; vertical-align: bottom; font-size: 9pt }";

/// The sheets of a round, from 1, as one HTML page; the browser prints it. `None` if the round was
/// not drawn.
pub fn sheets(evening: &Evening, round: u64, language: Language) -> Option<String> {
    let tables = evening.tables(round);
    if tables.is_empty() {
        return None;
    }
    let event = evening.event();
    let title = evening.title(round, language);
    let event = escape(format!("{} {}", event.name, event.date).trim());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <title>{event}: {title}</title>\n<style>\n{STYLE}\n</style>\n",
        if language == Language::English {
            "en"
        } else {
            "de"
        },
    );
    // Writing to a text never fails.
    let _ = write!(
        page,
        "<section>\n<p class=\"event\">{event}</p>\n<h1>{title}</h1>\n<ul>\n"
    );
    for (name, table, at) in seats(evening, tables) {
        let place = say!(
            language,
            "club-place",
            table = table,
            letter = letter(at).to_string()
        );
        let _ = writeln!(
            page,
            "<li><span>{}</span> <b>{place}</b></li>",
            escape(name)
        );
    }
    page += "</ul>\n</section>\n";
    for (number, table) in (1_usize..).zip(tables) {
        let name = say!(language, "club-table", table = number);
        let _ = write!(
            page,
            "<section>\n<p class=\"event\">{event}, {title}</p>\n<h1>{name}</h1>\n"
        );
        table_page(evening, table, language, &mut page);
        page += "</section>\n";
    }
    page += "</html>\n";
    Some(page)
}

/// Everybody by name, with table (from 1) and letter.
fn seats<'a>(evening: &'a Evening, tables: &[RoundTable]) -> Vec<(&'a str, usize, usize)> {
    let mut seats = Vec::new();
    for (number, table) in (1..).zip(tables) {
        for (at, player) in table.players().iter().enumerate() {
            seats.push((evening.name(*player), number, at));
        }
    }
    seats.sort_by_key(|(name, ..)| name.to_lowercase());
    seats
}

fn table_page(evening: &Evening, table: &RoundTable, language: Language, page: &mut String) {
    let flat = match evening.rules().unopened_penalty {
        UnopenedPenalty::Flat { could_not, could } => Some((could_not, could)),
        _ => None,
    };
    let named = |players: &[u16], at: usize| {
        let name = players.get(at).map_or("", |player| evening.name(*player));
        format!("{} {}", letter(at), escape(name))
    };
    let games = club_games(table.players().len()).unwrap_or_default();
    for ((number, game), (seats, starter)) in (1_usize..).zip(&table.games).zip(&games) {
        let short = |at| format!("<span class=\"name\">{}</span>", named(&game.players, at));
        let clockwise: Vec<String> = seats.iter().map(|at| short(*at)).collect();
        let begins = seats[*starter];
        let head = say!(
            language,
            "club-game",
            game = number,
            starter = short(begins),
            seats = clockwise.join(", ")
        );
        let rack = say!(language, "club-column-rack");
        let points = say!(language, "club-column-points");
        let _ = write!(
            page,
            "<h2>{head}</h2>\n<table><thead><tr><th></th><th>{rack}</th>{}\
             <th class=\"points\">{points}</th></tr></thead>\n",
            flat.map_or(String::new(), |_| {
                let title = say!(language, "club-column-unopened");
                format!("<th class=\"flat\">{title}</th>")
            })
        );
        for at in 0..game.players.len() {
            let class = if at == begins {
                " class=\"begins\""
            } else {
                ""
            };
            let boxes = flat.map_or(String::new(), |(could_not, could)| {
                format!("<td class=\"flat\">☐ {could_not} ☐ {could}</td>")
            });
            let name = named(&game.players, at);
            let _ = writeln!(
                page,
                "<tr><th{class}>{name}</th><td></td>{boxes}<td class=\"points\"></td></tr>"
            );
        }
        *page += "</table>\n";
    }
    if let Some((could_not, could)) = flat {
        let rule = say!(
            language,
            "club-unopened-rule",
            could_not = could_not,
            could = could
        );
        let _ = writeln!(page, "<p>{rule}</p>");
    }
    let players = 0..table.players().len();
    let names = players.map(|at| format!("<td>{}</td>", named(table.players(), at)));
    let signed = say!(language, "club-signed");
    let names: String = names.collect();
    let _ = writeln!(
        page,
        "<p>{signed}</p>\n<table class=\"signed\"><tr>{names}</tr></table>"
    );
}

/// Text for HTML.
pub(crate) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
