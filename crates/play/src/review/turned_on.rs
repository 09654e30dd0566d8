//! What a game turned on, in sentences. Every figure is a fact of the record.

use rummilab_core::{Ending, Happened, Position, Seat, TileCounts};
use rummilab_record::PERSON;
use rummilab_solver::{Solver, go_out_on};
use rummilab_words::{Language, say};

use super::decision::Decision;
use super::grade::Basis;
use super::graded::GradedTurn;
use super::{ReviewError, ReviewedGame};

/// Tiles as they are written out in a sentence; of more than this only the number is told.
const NAMED: usize = 6;

fn named(language: Language, tiles: &str) -> String {
    match tiles.split_whitespace().count() {
        many if many > NAMED => say!(language, "review-many-tiles", count = many),
        _ => tiles.to_owned(),
    }
}

/// The turns on which the seat could have gone out and did not.
pub(super) fn missed(language: Language, turns: &[GradedTurn]) -> Option<String> {
    let missed = |turn: &&GradedTurn| turn.solver.goes_out && turn.basis != Basis::Out;
    let first = turns.iter().find(missed)?;
    Some(say!(
        language,
        "review-missed",
        times = turns.iter().filter(missed).count(),
        turn = first.own_turn,
        tiles = named(language, &first.rack)
    ))
}

/// The turn that let another seat out, the racks when the pool ran out, and the end of the game.
pub(super) fn turned_on(
    language: Language,
    reviewed: ReviewedGame<'_>,
    me: Seat,
    decisions: &[Decision],
    solver: &mut Box<dyn Solver>,
) -> Result<Vec<String>, ReviewError> {
    let players = reviewed.record().seats.players();
    let name = |seat: Seat| match reviewed.bot(seat) {
        PERSON => say!(language, "review-the-person"),
        bot if seat.others(players).any(|other| reviewed.bot(other) == bot) => {
            let number = seat.index() + 1;
            say!(language, "player-named", name = bot, number = number)
        }
        bot => bot.to_owned(),
    };
    let mut told = Vec::new();
    let mut emptied = decisions.windows(2).rev();
    let emptied = emptied.find(|pair| pair[0].game.pool_len() > 0 && pair[1].game.pool_len() == 0);
    if let Some([_, first]) = emptied {
        let racks = Seat::all(first.game.players()).map(|seat| {
            say!(
                language,
                "review-held",
                you = seat == me,
                who = name(seat),
                count = first.game.rack(seat).len()
            )
        });
        let racks: Vec<String> = racks.collect();
        told.push(say!(
            language,
            "review-pool-ran-out",
            racks = racks.join(", ")
        ));
    }
    let (Some(last), record) = (decisions.last(), reviewed.record()) else {
        return Ok(told);
    };
    let turn = last.done.own_turn;
    match record.ending {
        Ending::WentOut(seat) if seat == me => {
            let tiles = named(language, &last.game.rack(seat).to_string());
            told.push(say!(
                language,
                "review-you-went-out",
                turn = turn,
                tiles = tiles
            ));
        }
        Ending::WentOut(seat) => {
            let tiles = last.game.rack(seat);
            told.extend(let_out(language, decisions, me, tiles, solver)?);
            told.push(say!(
                language,
                "review-other-went-out",
                turn = turn,
                who = name(seat),
                tiles = named(language, &tiles.to_string()),
                held = record.seats[me].tiles_left
            ));
        }
        _ => {
            let racks = record.seats.with_seats().map(|(seat, end)| {
                say!(
                    language,
                    "review-had-left",
                    you = seat == me,
                    who = name(seat),
                    count = end.tiles_left
                )
            });
            let racks: Vec<String> = racks.collect();
            told.push(say!(
                language,
                "review-nobody-went-out",
                racks = racks.join(", ")
            ));
        }
    }
    Ok(told)
}

/// The own turn right before the end, if only the table after it let these tiles go.
fn let_out(
    language: Language,
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
        say!(
            language,
            "review-you-let-out",
            laid = named(language, &laid.played.to_string()),
            turn = own.done.own_turn,
            tiles = named(language, &tiles.to_string())
        )
    }))
}
