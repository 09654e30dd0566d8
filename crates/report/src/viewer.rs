//! The games to step through: the first frame of the first one as elements, all of them as data for
//! the page's script.

use askama::Template;
use rummilab_core::{RuleSet, Seat, Tile};

use crate::frames::Film;
use crate::gather::ReportError;
use crate::tile_view::{legend, tile};
use crate::words::plural;

/// The viewer before the script takes over: the deal of the first game.
#[derive(Debug, Template)]
#[template(path = "viewer.html")]
pub struct Viewer<'a> {
    films: &'a [Film],
    first: &'a Film,
    last_frame: usize,
    racks: Vec<Rack>,
    pool: String,
    legend: Vec<(String, &'static str)>,
    data: String,
}

#[derive(Debug)]
struct Rack {
    seat: Seat,
    bot: String,
    begins: bool,
    tiles: String,
    count: String,
    elements: String,
}

impl<'a> Viewer<'a> {
    /// `None` without games.
    pub fn new(rules: &RuleSet, films: &'a [Film]) -> Result<Option<Viewer<'a>>, ReportError> {
        let Some(first) = films.first() else {
            return Ok(None);
        };
        let begins = first.frames.first().map(|frame| frame.seat);
        let rack = |(seat, tiles): (Seat, &String)| {
            let each = tiles
                .split_whitespace()
                .filter_map(|tile| tile.parse().ok());
            let each: Vec<Tile> = each.collect();
            Rack {
                seat,
                bot: first.bots[seat].clone(),
                begins: Some(seat) == begins,
                tiles: tiles.clone(),
                count: plural(each.len(), "tile"),
                elements: each.into_iter().map(tile).collect(),
            }
        };
        Ok(Some(Viewer {
            films,
            first,
            last_frame: first.frames.len() - 1,
            racks: first.racks.with_seats().map(rack).collect(),
            pool: plural(first.frames.first().map_or(0, |frame| frame.pool), "tile"),
            legend: legend(rules),
            data: data(films)?,
        }))
    }
}

/// The films as JSON that cannot end the element it stands in.
fn data(films: &[Film]) -> Result<String, ReportError> {
    let json =
        serde_json::to_string(films).map_err(|error| ReportError::Page(error.to_string()))?;
    Ok(json
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e"))
}
