//! The costliest turns of reviewed games, each in words and as a drawing.

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{RuleSet, Set, Table, Tile};

use crate::frames::clean;
use crate::picture::{Picture, PictureSet, picture};

/// A costly turn and a better one. Tiles and tables are in the notation.
#[derive(Debug, Clone, Default)]
pub struct TurnLesson {
    /// The turn and its game.
    pub heading: String,
    /// The action, its cost with the reason, and the better turn.
    pub words: String,
    /// The table before the turn.
    pub table: String,
    /// The rack before the turn.
    pub rack: String,
    /// The turn that was made.
    pub done: TurnShown,
    pub better: TurnShown,
    /// The bot that is the measure.
    pub model: String,
}

/// A turn as a lesson shows it.
#[derive(Debug, Clone, Default)]
pub struct TurnShown {
    /// The table after it; `None` where it lays nothing.
    pub table: Option<String>,
    /// The tiles that it lays.
    pub laid: String,
}

/// A lesson as the page shows it.
#[derive(Debug)]
pub struct DrawnLesson {
    pub words: String,
    /// What the drawing shows, in words.
    pub alt: String,
    pub model: String,
    /// The drawing, as a data address.
    pub address: String,
}

/// The lesson with its drawing; `None` if its tiles cannot be read.
pub fn drawn(rules: &RuleSet, lesson: &TurnLesson) -> Option<DrawnLesson> {
    let table = |text: &str| match text.trim() {
        "" => Some(Table::default()),
        text => parse_table(text, rules).ok(),
    };
    let before = table(&lesson.table)?;
    let rack = parse_tiles(&lesson.rack, rules).ok()?;
    let after = |turn: &TurnShown| -> Option<Option<Vec<PictureSet>>> {
        let mut laid = parse_tiles(&turn.laid, rules).ok()?;
        let Some(text) = &turn.table else {
            return Some(None);
        };
        Some(Some(changed(&before, &table(text)?, &mut laid)))
    };
    let (done, better) = (after(&lesson.done)?, after(&lesson.better)?);
    // Marked on the rack is what was laid; where nothing was, what could have been.
    let laid = if done.is_some() {
        &lesson.done.laid
    } else {
        &lesson.better.laid
    };
    let mut laid = parse_tiles(laid, rules).ok()?;
    let still = |table: &Table| {
        let sets = table.sets().iter();
        sets.map(|set| PictureSet::still(set, None)).collect()
    };
    let parts = [
        Some("the table before"),
        Some("the rack"),
        done.as_ref().map(|_| "the table after the turn"),
        better.as_ref().map(|_| "the better table"),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    let heading = clean(&lesson.heading);
    let alt = format!("{heading}: {}", parts.join(", "));
    let shown = Picture {
        headline: heading,
        before: Some(still(&before)),
        rack: PictureSet {
            marked: marked(&rack, &mut laid),
            tiles: rack,
            ..PictureSet::default()
        },
        after: done,
        better,
        ..Picture::default()
    };
    Some(DrawnLesson {
        address: address(&picture(&shown)),
        alt,
        words: clean(&lesson.words),
        model: clean(&lesson.model),
    })
}

/// The sets of the new table. Sets that the turn made or changed are marked, and so are the laid
/// tiles in them.
fn changed(before: &Table, after: &Table, laid: &mut Vec<Tile>) -> Vec<PictureSet> {
    let mut new: Vec<&Set> = after.sets_not_in(before);
    let set = |set: &Set| {
        let at = new.iter().position(|other| *other == set);
        if let Some(at) = at {
            new.swap_remove(at);
        }
        PictureSet {
            tiles: set.tiles().to_vec(),
            marked: match at {
                Some(_) => marked(set.tiles(), laid),
                None => Vec::new(),
            },
            changed: at.is_some(),
            kept: at.is_none(),
            owner: None,
        }
    };
    after.sets().iter().map(set).collect()
}

/// For each tile, whether it is a laid one; each laid tile is used once.
fn marked(tiles: &[Tile], laid: &mut Vec<Tile>) -> Vec<bool> {
    let mark = |tile: &Tile| {
        let at = laid.iter().position(|other| other == tile);
        at.map(|at| laid.swap_remove(at)).is_some()
    };
    tiles.iter().map(mark).collect()
}

/// A drawing as a data address; forbidden characters are percent-encoded.
fn address(svg: &str) -> String {
    let mut text = "data:image/svg+xml,".to_owned();
    for byte in svg.trim_end().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'/' | b'=' | b':' | b',' => {
                text.push(char::from(byte));
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson() -> TurnLesson {
        TurnLesson {
            heading: "Game 0, turn 4".to_owned(),
            words: "draws; you could have gone out".to_owned(),
            table: "R3 R4 R5 ; K7 B7 O7".to_owned(),
            rack: "R6 J".to_owned(),
            done: TurnShown::default(),
            better: TurnShown {
                table: Some("R3 R4 R5 R6 ; K7 B7 O7 J".to_owned()),
                laid: "R6 J".to_owned(),
            },
            model: "champion".to_owned(),
        }
    }

    #[test]
    fn a_lesson_is_drawn_with_the_tiles_that_the_better_turn_lays() {
        let rules = RuleSet::preset("original").unwrap();
        let mut lesson = lesson();
        let found = drawn(&rules, &lesson).unwrap();
        assert_eq!((&found.words, &found.model), (&lesson.words, &lesson.model));
        assert!(found.address.starts_with("data:image/svg+xml,%3Csvg"));
        assert!(!found.address.contains(['<', '"', ' ', '#']));
        let before = parse_table(&lesson.table, &rules).unwrap();
        let after = parse_table(lesson.better.table.as_ref().unwrap(), &rules).unwrap();
        let mut laid = parse_tiles("R6 J", &rules).unwrap();
        let sets = changed(&before, &after, &mut laid);
        let marks = sets.iter().flat_map(|set| &set.marked);
        assert_eq!(marks.filter(|mark| **mark).count(), 2);
        assert!(laid.is_empty());
        lesson.rack = "R66".to_owned();
        assert!(drawn(&rules, &lesson).is_none());
    }

    /// It showed neither what was done nor, where the model draws, anything but table and rack.
    #[test]
    fn a_lesson_shows_what_was_done_and_says_in_words_what_it_shows() {
        let rules = RuleSet::preset("original").unwrap();
        let laid = TurnShown {
            table: Some("R3 R4 R5 R6 ; K7 B7 O7".to_owned()),
            laid: "R6".to_owned(),
        };
        let (after, better) = ("Table%20after", "Better");
        for (done, best, alt, shown, hidden) in [
            (
                laid.clone(),
                TurnShown::default(),
                "rack, the table after the turn",
                after,
                better,
            ),
            (
                TurnShown::default(),
                laid.clone(),
                "rack, the better table",
                better,
                after,
            ),
            (
                laid.clone(),
                lesson().better,
                "after the turn, the better table",
                better,
                "-",
            ),
        ] {
            let lesson = TurnLesson {
                done,
                better: best,
                ..lesson()
            };
            let found = drawn(&rules, &lesson).unwrap();
            assert!(found.alt.ends_with(alt), "{}", found.alt);
            assert!(
                found.address.contains(&format!("%3E{shown}%3C")),
                "{}",
                found.address
            );
            assert!(
                !found.address.contains(&format!("%3E{hidden}%3C")),
                "{}",
                found.address
            );
            // One arrow on the rack and one on the table of each tile laid, at least.
            assert!(found.address.matches("class=%22arrow%22").count() >= 2);
        }
    }
}
