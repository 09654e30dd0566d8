//! What a game turned on, in sentences. Every figure is a fact of the record.

use rummilab_core::{Ending, Happened, Position, Seat, TileCounts, count};
use rummilab_record::PERSON;
use rummilab_solver::{Solver, go_out_on};

use super::decision::Decision;
use super::grade::Basis;
use super::graded::GradedTurn;
use super::{ReviewError, ReviewedGame};

/// Tiles as they are written out in a sentence; of more than this only the number is told.
const NAMED: usize = 6;

fn named(tiles: &str) -> String {
    match tiles.split_whitespace().count() {
        many if many > NAMED => format!("{many} tiles"),
        _ => tiles.to_owned(),
    }
}

/// The turns on which the seat could have gone out and did not.
pub(super) fn missed(turns: &[GradedTurn]) -> Option<String> {
    let missed = |turn: &&GradedTurn| turn.solver.goes_out && turn.basis != Basis::Out;
    let first = turns.iter().find(missed)?;
    let then = format!("on turn {} with {}", first.own_turn, named(&first.rack));
    Some(match turns.iter().filter(missed).count() {
        1 => format!("You could have gone out {then}."),
        all => format!("You could have gone out {all} times, first {then}."),
    })
}

/// The turn that let another seat out, the racks when the pool ran out, and the end of the game.
pub(super) fn turned_on(
    reviewed: ReviewedGame<'_>,
    me: Seat,
    decisions: &[Decision],
    solver: &mut Box<dyn Solver>,
) -> Result<Vec<String>, ReviewError> {
    let name = |seat: Seat| match reviewed.bot(seat) {
        _ if seat == me => "you".to_owned(),
        PERSON => "the person".to_owned(),
        bot => format!("{bot} (seat {seat})"),
    };
    let mut told = Vec::new();
    let mut emptied = decisions.windows(2).rev();
    let emptied = emptied.find(|pair| pair[0].game.pool_len() > 0 && pair[1].game.pool_len() == 0);
    if let Some([_, first]) = emptied {
        let racks = Seat::all(first.game.players()).map(|seat| {
            let tiles = count(first.game.rack(seat).len(), "tile");
            format!("{} held {tiles}", name(seat))
        });
        let racks: Vec<String> = racks.collect();
        told.push(format!("When the pool had run out, {}.", racks.join(", ")));
    }
    let (Some(last), record) = (decisions.last(), reviewed.record()) else {
        return Ok(told);
    };
    match record.ending {
        Ending::WentOut(seat) if seat == me => {
            let (turn, tiles) = (last.done.own_turn, named(&last.game.rack(seat).to_string()));
            told.push(format!("You went out on turn {turn} with {tiles}."));
        }
        Ending::WentOut(seat) => {
            let tiles = last.game.rack(seat);
            told.extend(let_out(decisions, me, tiles, solver)?);
            let tiles = named(&tiles.to_string());
            let held = count(usize::from(record.seats[me].tiles_left), "tile");
            let turn = last.done.own_turn;
            let who = name(seat);
            told.push(format!(
                "On turn {turn} of its own, {who} went out with {tiles}; you held {held}."
            ));
        }
        _ => {
            let racks = record.seats.with_seats().map(|(seat, end)| {
                format!(
                    "{} {}",
                    name(seat),
                    count(usize::from(end.tiles_left), "tile")
                )
            });
            let racks: Vec<String> = racks.collect();
            told.push(format!("Nobody went out; left were: {}.", racks.join(", ")));
        }
    }
    Ok(told)
}

/// The own turn right before the end, if only the table after it let these tiles go.
fn let_out(
    decisions: &[Decision],
    me: Seat,
    tiles: &TileCounts,
    solver: &mut Box<dyn Solver>,
) -> Result<Option<String>, ReviewError> {
    let [.., own, last] = decisions else {
        return Ok(None);
    };
    let Happened::Laid(laid) = &own.done.event.happened else {
        return Ok(None);
    };
    let position = Position {
        rack: *tiles,
        opened: last.game.opened(last.seat),
        ..own.game.position(last.seat)
    };
    let before = go_out_on(
        solver.as_mut(),
        own.game.rules(),
        own.game.table(),
        &position,
    )?;
    Ok((own.seat == me && before.is_none()).then(|| {
        let tiles = named(&tiles.to_string());
        format!(
            "You laid {} on turn {}; that let them out: {tiles} could not have gone on the table \
             before it.",
            named(&laid.played.to_string()),
            own.done.own_turn
        )
    }))
}
