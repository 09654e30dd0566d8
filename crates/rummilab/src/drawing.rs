//! Drawings of a turn, or of the position before it, as self-contained SVG.

use rummilab_core::layout::{Origin, tidy};
use rummilab_core::{Set, Table, TileCounts, count};
use rummilab_engine::{BestAnswer, BestPlay, Question, Status};
use rummilab_report::{Picture, PictureSet, picture};

/// Draws an answer: table and rack before the turn, and the table after it with the laid tiles
/// marked. The steps are listed if the answer has them.
///
/// ```
/// use rummilab::prelude::*;
///
/// let rules = rummilab::rules("original")?;
/// let question = Question::new(&rules, "R3 R4 R5", "R6 J")?;
/// let answer = rummilab::solve(&rules, "R3 R4 R5", "R6 J")?;
/// let svg = rummilab::drawing::draw_turn(&question, &answer);
/// assert!(svg.starts_with("<svg ") && svg.contains("Lay R6 J"));
/// # Ok::<(), rummilab::Error>(())
/// ```
pub fn draw_turn(question: &Question, answer: &BestAnswer) -> String {
    picture(&picture_of(question, answer))
}

/// Draws the position of a question.
pub fn draw_position(question: &Question) -> String {
    let remark = format!("Rules {}; {}.", question.rules.name, opened(question));
    let table = question.before.as_ref().map(|table| {
        let sets = table.sets().iter().map(|set| tidy(&question.rules, set));
        match table.owners() {
            Some(owners) => Table::owned(sets.collect(), owners.to_vec()),
            None => Table::new(sets.collect()),
        }
    });
    draw_table(
        ("Position", &remark),
        table.as_ref(),
        &question.position.rack,
    )
}

/// Draws a table and a rack below a headline and a smaller line. Without a table only the rack is
/// drawn.
pub fn draw_table(
    (headline, remark): (&str, &str),
    table: Option<&Table>,
    rack: &TileCounts,
) -> String {
    picture(&Picture {
        headline: headline.to_owned(),
        remark: remark.to_owned(),
        before: table.map(|table| {
            let sets = table.sets().iter().enumerate();
            let still = sets.map(|(at, set)| PictureSet::still(set, table.owner(at)));
            still.collect()
        }),
        rack: self::rack(rack, TileCounts::EMPTY),
        ..Picture::default()
    })
}

fn opened(question: &Question) -> &'static str {
    if question.position.opened {
        "the player has opened"
    } else {
        "the player has not opened"
    }
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
    // A multiset of tiles has no old sets, so the drawing shows one way to lay it.
    let show_after = laying.is_some() || question.before.is_none();
    Picture {
        headline,
        remark: remark(question, found, laying),
        before: question
            .before
            .as_ref()
            .map(|table| before(question, table, laying)),
        rack: rack(
            &question.position.rack,
            laying.map_or(TileCounts::EMPTY, |play| play.played),
        ),
        after: play.filter(|_| show_after).map(after),
        better: None,
        steps: match laying.and_then(|play| play.steps.as_ref()) {
            Some(Ok(steps)) => steps.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        },
    }
}

fn before(question: &Question, table: &Table, laying: Option<&BestPlay>) -> Vec<PictureSet> {
    let after = laying.map(BestPlay::table);
    let mut changed = after.map_or_else(Vec::new, |after| {
        let changed = table.sets_not_in(&after).into_iter();
        changed.map(Set::sorted).collect()
    });
    let sets = table.sets().iter().enumerate();
    sets.map(|(at, set)| {
        let found = changed.iter().position(|other| *other == set.sorted());
        PictureSet {
            kept: laying.is_some() && found.map(|at| changed.swap_remove(at)).is_none(),
            ..PictureSet::still(&tidy(&question.rules, set), table.owner(at))
        }
    })
    .collect()
}

fn remark(question: &Question, found: &BestAnswer, laying: Option<&BestPlay>) -> String {
    let mut parts = vec![
        format!("Rules {}", question.rules.name),
        opened(question).to_owned(),
    ];
    if let Some(play) = laying {
        let tiles = count(play.played.len(), "tile");
        parts.push(format!("{tiles} worth {}", play.played.face_sum()));
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

/// The rack, with the laid tiles marked.
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
        changed: laid.origin != Origin::Kept && play.old_sets.is_some(),
        kept: laid.origin == Origin::Kept && play.old_sets.is_some(),
        owner: owner(at),
    })
    .collect()
}
