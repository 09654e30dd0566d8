//! The answer as a drawing, for `--image`.

use std::fs;
use std::path::Path;

use rummilab::core::TileCounts;
use rummilab::core::layout::{Origin, tidy};
use rummilab::engine::{BestAnswer, BestPlay, Question, Status};
use rummilab::report::{Picture, PictureSet, picture};

use crate::error::Error;

/// Writes the drawing, under another name first so that a file that is there is never half written over.
pub fn write_image(path: &Path, question: &Question, found: &BestAnswer) -> Result<(), Error> {
    let drawn = picture(&picture_of(question, found));
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    fs::write(part, drawn)
        .and_then(|()| fs::rename(part, path))
        .map_err(|cause| Error::Write(path.to_owned(), cause))
}

fn picture_of(question: &Question, found: &BestAnswer) -> Picture {
    let play = found.play.as_ref();
    let laying = play.filter(|play| !play.played.is_empty());
    let headline = match laying {
        Some(play) => format!("Lay {}", play.played),
        None => match (found.status, found.opening_value) {
            (Status::Infeasible, _) => "The tiles of the table make no legal sets".to_owned(),
            (Status::Unknown, _) => "Nothing was found within the limits".to_owned(),
            (_, Some(_)) => "There is no legal opening".to_owned(),
            (_, None) => "Nothing can be laid".to_owned(),
        },
    };
    // A heap has no old sets: what is drawn then is one way to lay it.
    let show_after = laying.is_some() || question.before.is_none();
    Picture {
        headline,
        remark: remark(question, found, laying),
        before: question.before.as_ref().map(|table| {
            let sets = table.sets().iter().enumerate();
            sets.map(|(at, set)| PictureSet::still(&tidy(&question.rules, set), table.owner(at)))
                .collect()
        }),
        rack: rack(
            &question.position.rack,
            laying.map_or(TileCounts::EMPTY, |play| play.played),
        ),
        after: play.filter(|_| show_after).map(after),
    }
}

fn remark(question: &Question, found: &BestAnswer, laying: Option<&BestPlay>) -> String {
    let mut parts = vec![format!("Rules {}", question.rules.name)];
    if let Some(play) = laying {
        let count = play.played.len();
        let tiles = if count == 1 { "tile" } else { "tiles" };
        parts.push(format!("{count} {tiles} worth {}", play.played.face_sum()));
    }
    if let Some(points) = found.opening_value {
        let needed = question.rules.opening_min;
        parts.push(format!(
            "opening worth up to {points} points, {needed} needed"
        ));
    }
    parts.push(match found.status {
        Status::Optimal | Status::Infeasible => "proven".to_owned(),
        Status::Feasible(bound) => format!("not proven, no more than {bound}"),
        Status::Unknown => "unknown".to_owned(),
    });
    parts.join("; ") + "."
}

/// The rack with the tiles marked that are laid.
fn rack(rack: &TileCounts, mut laid: TileCounts) -> PictureSet {
    let tiles: Vec<_> = rack.tiles().collect();
    PictureSet {
        marked: tiles.iter().map(|tile| laid.remove(*tile)).collect(),
        tiles,
        ..PictureSet::default()
    }
}

fn after(play: &BestPlay) -> Vec<PictureSet> {
    let owner = |at: usize| play.owners.as_ref().and_then(|owners| owners[at]);
    let sets = play.table.iter().enumerate();
    sets.map(|(at, laid)| PictureSet {
        tiles: laid.set.tiles().to_vec(),
        marked: laid.from_rack.clone(),
        changed: laid.origin != Origin::Untouched && play.untouched.is_some(),
        owner: owner(at),
    })
    .collect()
}
