//! The games to step through: the first play of the first game as elements, and all games as data
//! for the page's script.

use askama::Template;
use rummilab_core::{RuleSet, Seat, Tile, TileCounts};

use crate::frames::Film;
use crate::gather::ReportError;
use crate::tile_view::{legend, marked_tile};
use crate::words::plural;

/// The viewer before the script starts: the first play of the first game.
#[derive(Debug, Template)]
#[template(path = "viewer.html")]
pub struct Viewer<'a> {
    films: &'a [Film],
    first: &'a Film,
    last_frame: usize,
    /// The sentence above the table: texts, and elements of tiles.
    said: Vec<Spoken>,
    sets: Vec<LaidSet<'a>>,
    racks: Vec<Rack<'a>>,
    pool: String,
    legend: Vec<(String, &'static str)>,
    data: String,
}

/// A part of a sentence.
#[derive(Debug)]
enum Spoken {
    Text(String),
    /// A tile: its name and its element.
    Tile(String, String),
}

/// A sentence about a turn in which tiles are drawn. What stands in brackets may be another's
/// words.
fn spoken(before: String, text: &str) -> Vec<Spoken> {
    let own = text.split(" (").next().unwrap_or(text);
    let mut parts = vec![Spoken::Text(before)];
    for (place, word) in own.split(' ').enumerate() {
        if place > 0 {
            parts.push(Spoken::Text(" ".to_owned()));
        }
        parts.push(match word.parse() {
            Ok(tile) => Spoken::Tile(word.to_owned(), marked_tile(tile, "word")),
            Err(_) => Spoken::Text(word.to_owned()),
        });
    }
    parts.push(Spoken::Text(format!("{}.", &text[own.len()..])));
    parts
}

/// A set on the table that was changed on this turn.
#[derive(Debug)]
struct LaidSet<'a> {
    tiles: &'a str,
    owner: Option<&'a str>,
    elements: String,
}

#[derive(Debug)]
struct Rack<'a> {
    seat: Seat,
    bot: &'a str,
    /// Whether it is this seat's turn.
    on: bool,
    tiles: &'a str,
    state: String,
    elements: String,
}

impl<'a> Viewer<'a> {
    pub fn new(rules: &RuleSet, films: &'a [Film]) -> Result<Option<Viewer<'a>>, ReportError> {
        let Some(first) = films.first() else {
            return Ok(None);
        };
        let frame = &first.frames[first.start];
        Ok(Some(Viewer {
            films,
            first,
            last_frame: first.frames.len() - 1,
            said: match first.start {
                0 => vec![Spoken::Text(frame.said.clone())],
                turn => {
                    let bot = &first.bots[frame.seat];
                    spoken(
                        format!("Turn {turn}: seat {} ({bot}) ", frame.seat),
                        &frame.said,
                    )
                }
            },
            sets: sets(first),
            racks: first.bots.seats().map(|seat| rack(first, seat)).collect(),
            pool: plural(frame.pool, "tile"),
            legend: legend(rules),
            data: data(films)?,
        }))
    }
}

/// The table of the first play. It was empty before, so all sets are changed.
fn sets(film: &Film) -> Vec<LaidSet<'_>> {
    let frame = &film.frames[film.start];
    let numbers = frame.table.iter().flatten().enumerate();
    let set = |(place, number): (usize, &usize)| {
        let text = film.sets[*number].as_str();
        let (tiles, owner) = match text.split_once('@') {
            Some((tiles, owner)) => (tiles, Some(owner)),
            None => (text, None),
        };
        let each = parsed(tiles).into_iter().enumerate();
        let element = |(index, tile)| {
            if frame.laid.contains(&(place, index)) {
                marked_tile(tile, "laid")
            } else {
                marked_tile(tile, "")
            }
        };
        LaidSet {
            tiles,
            owner,
            elements: each.map(element).collect(),
        }
    };
    numbers.map(set).collect()
}

/// The rack of a seat on the first play.
fn rack(film: &Film, seat: Seat) -> Rack<'_> {
    let at = film.start;
    let frame = &film.frames[at];
    let mut earlier = film.frames[..=at].iter().rev();
    let held = earlier.find_map(|frame| frame.rack.as_ref().filter(|_| frame.seat == seat));
    let tiles = held.unwrap_or(&film.racks[seat]).as_str();
    let on = frame.seat == seat;
    let each = parsed(tiles);
    let opened = film.opened[seat].is_some_and(|opened| opened <= at);
    let mut state = plural(each.len(), "tile");
    state += if opened { ", opened" } else { ", not opened" };
    if at == 0 && on {
        state += ", begins";
    }
    if at == film.frames.len() - 1 {
        state += &format!("; {}", film.results[usize::from(seat)]);
    }
    // Of equal tiles the last ones are the new ones.
    let mut new: TileCounts = parsed(&frame.new).into_iter().filter(|_| on).collect();
    let element = |tile: &Tile| {
        if new.remove(*tile) {
            marked_tile(*tile, "new")
        } else {
            marked_tile(*tile, "")
        }
    };
    let mut elements: Vec<String> = each.iter().rev().map(element).collect();
    elements.reverse();
    Rack {
        seat,
        bot: &film.bots[seat],
        on,
        tiles,
        state,
        elements: elements.concat(),
    }
}

fn parsed(tiles: &str) -> Vec<Tile> {
    let tiles = tiles.split_whitespace();
    tiles.filter_map(|tile| tile.parse().ok()).collect()
}

/// The films as JSON, escaped so that it cannot end its element.
fn data(films: &[Film]) -> Result<String, ReportError> {
    let json =
        serde_json::to_string(films).map_err(|error| ReportError::Page(error.to_string()))?;
    Ok(json
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e"))
}
