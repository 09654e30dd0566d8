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
    /// The table after the better turn; `None` if that lays nothing.
    pub better: Option<String>,
    /// The tiles that the better turn lays.
    pub laid: String,
}

/// A lesson as the page shows it.
#[derive(Debug)]
pub struct DrawnLesson {
    pub heading: String,
    pub words: String,
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
    let after = match &lesson.better {
        Some(text) => Some(table(text)?),
        None => None,
    };
    let mut laid = parse_tiles(&lesson.laid, rules).ok()?;
    let still = |table: &Table| {
        let sets = table.sets().iter();
        sets.map(|set| PictureSet::still(set, None)).collect()
    };
    let shown = Picture {
        headline: clean(&lesson.heading),
        remark: clean(&lesson.words),
        before: Some(still(&before)),
        rack: PictureSet {
            marked: marked(&rack, &mut laid.clone()),
            tiles: rack,
            ..PictureSet::default()
        },
        after: after.map(|after| changed(&before, &after, &mut laid)),
        steps: Vec::new(),
    };
    Some(DrawnLesson {
        heading: shown.headline.clone(),
        words: shown.remark.clone(),
        address: address(&picture(&Picture {
            remark: String::new(),
            ..shown
        })),
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

    #[test]
    fn a_lesson_is_drawn_with_the_tiles_that_the_better_turn_lays() {
        let rules = RuleSet::preset("original").unwrap();
        let mut lesson = TurnLesson {
            heading: "Game 0, turn 4".to_owned(),
            words: "draws; you could have gone out".to_owned(),
            table: "R3 R4 R5 ; K7 B7 O7".to_owned(),
            rack: "R6 J".to_owned(),
            better: Some("R3 R4 R5 R6 ; K7 B7 O7 J".to_owned()),
            laid: "R6 J".to_owned(),
        };
        let found = drawn(&rules, &lesson).unwrap();
        assert_eq!(found.words, lesson.words);
        assert!(found.address.starts_with("data:image/svg+xml,%3Csvg"));
        assert!(!found.address.contains(['<', '"', ' ', '#']));
        let before = parse_table(&lesson.table, &rules).unwrap();
        let after = parse_table(lesson.better.as_ref().unwrap(), &rules).unwrap();
        let mut laid = parse_tiles("R6 J", &rules).unwrap();
        let sets = changed(&before, &after, &mut laid);
        let marks = sets.iter().flat_map(|set| &set.marked);
        assert_eq!(marks.filter(|mark| **mark).count(), 2);
        assert!(laid.is_empty());
        lesson.better = None;
        assert!(drawn(&rules, &lesson).is_some());
        lesson.rack = "R66".to_owned();
        assert!(drawn(&rules, &lesson).is_none());
    }
}
