//! What a game turned on. Every figure is a fact of the record.

use rummilab_core::{Ending, Happened, Position, Seat, TileCounts};
use rummilab_record::PERSON;
use rummilab_solver::{Solver, go_out_on};
use rummilab_words::{Language, say};

use super::decision::Decision;
use super::grade::Basis;
use super::graded::GradedTurn;
use super::told::Reader;
use super::{ReviewError, ReviewedGame};

/// Tiles as they are written out in a sentence; of more than this only the number is told.
const NAMED: usize = 6;

fn named(language: Language, tiles: &str) -> String {
    match tiles.split_whitespace().count() {
        many if many > NAMED => say!(language, "review-many-tiles", count = many),
        _ => tiles.to_owned(),
    }
}

/// Something that a game turned on, for the reviewed seat.
#[derive(Debug, Clone)]
pub(super) enum TurningPoint {
    /// The sizes of the racks when the pool had run out, seat by seat.
    PoolEmptied(Vec<u16>),
    /// The turn of its own on which the seat went out, and the tiles.
    Finished(u32, TileCounts),
    /// Another seat went out, on that turn of its own, with these tiles; so many tiles were left.
    OtherFinished(Seat, u32, TileCounts, u16),
    /// The sizes of the racks at the end, seat by seat.
    Stalemate(Vec<u16>),
    /// The tiles laid on a turn that let another seat lay those.
    LetOut {
        laid: TileCounts,
        turn: u32,
        out: TileCounts,
    },
}

/// The turns on which the seat could have gone out and did not.
pub(super) fn missed(reader: &Reader, turns: &[GradedTurn]) -> Option<String> {
    let missed = |turn: &&GradedTurn| turn.solver.goes_out && turn.basis != Basis::Out;
    let first = turns.iter().find(missed)?;
    let (you, who) = reader.player();
    Some(say!(
        reader.language,
        "review-missed",
        times = turns.iter().filter(missed).count(),
        you = you,
        who = who,
        turn = first.own_turn,
        tiles = named(reader.language, &first.rack)
    ))
}

/// The names of the seats in sentences, by the labels of their players.
pub(super) struct Names<'a> {
    pub labels: &'a [String],
    pub me: Seat,
}

impl Names<'_> {
    fn of(&self, language: Language, seat: Seat) -> String {
        let label = self.labels.get(seat.index()).map_or("?", String::as_str);
        let shared = self.labels.iter().filter(|other| *other == label).count() > 1;
        match label {
            PERSON => say!(language, "review-the-person"),
            bot if shared => {
                let number = seat.index() + 1;
                say!(language, "player-named", name = bot, number = number)
            }
            bot => bot.to_owned(),
        }
    }

    fn racks(&self, reader: &Reader, message: &str, racks: &[u16]) -> String {
        let language = reader.language;
        let rack = |(seat, count): (usize, &u16)| {
            let you = reader.bot.is_none() && Seat(seat) == self.me;
            let who = self.of(language, Seat(seat));
            language.say(
                message,
                &[
                    ("you", you.into()),
                    ("who", who.as_str().into()),
                    ("count", (*count).into()),
                ],
            )
        };
        let racks: Vec<String> = racks.iter().enumerate().map(rack).collect();
        match racks.split_last() {
            Some((last, before)) if !before.is_empty() => {
                before.join(", ") + &say!(language, "and-between") + last
            }
            _ => racks.join(", "),
        }
    }
}

impl TurningPoint {
    pub fn told(&self, reader: &Reader, names: &Names<'_>) -> String {
        let language = reader.language;
        let (you, me) = reader.player();
        let tiles = |tiles: &TileCounts| named(language, &tiles.to_string());
        match self {
            TurningPoint::PoolEmptied(racks) => {
                let racks = names.racks(reader, "review-held", racks);
                say!(language, "review-pool-ran-out", racks = racks)
            }
            TurningPoint::Finished(turn, laid) => say!(
                language,
                "review-you-went-out",
                you = you,
                me = me,
                turn = *turn,
                tiles = tiles(laid)
            ),
            TurningPoint::OtherFinished(seat, turn, laid, held) => say!(
                language,
                "review-other-went-out",
                turn = *turn,
                who = names.of(language, *seat),
                tiles = tiles(laid),
                you = you,
                me = me,
                held = *held
            ),
            TurningPoint::Stalemate(racks) => {
                let racks = names.racks(reader, "review-had-left", racks);
                say!(language, "review-nobody-went-out", racks = racks)
            }
            TurningPoint::LetOut { laid, turn, out } => say!(
                language,
                "review-you-let-out",
                you = you,
                me = me,
                laid = tiles(laid),
                turn = *turn,
                tiles = tiles(out)
            ),
        }
    }
}

/// The turn that let another seat out, the racks when the pool ran out, and the end of the game.
pub(super) fn turned_on(
    reviewed: ReviewedGame<'_>,
    me: Seat,
    decisions: &[Decision],
    solver: &mut Box<dyn Solver>,
) -> Result<Vec<TurningPoint>, ReviewError> {
    let mut points = Vec::new();
    let mut emptied = decisions.windows(2).rev();
    let emptied = emptied.find(|pair| pair[0].game.pool_len() > 0 && pair[1].game.pool_len() == 0);
    if let Some([_, first]) = emptied {
        let seats = Seat::all(first.game.players());
        let racks = seats
            .map(|seat| first.game.rack(seat).len() as u16)
            .collect();
        points.push(TurningPoint::PoolEmptied(racks));
    }
    let (Some(last), record) = (decisions.last(), reviewed.record()) else {
        return Ok(points);
    };
    let turn = last.done.own_turn;
    match record.ending {
        Ending::WentOut(seat) if seat == me => {
            points.push(TurningPoint::Finished(turn, *last.game.rack(seat)));
        }
        Ending::WentOut(seat) => {
            let tiles = last.game.rack(seat);
            points.extend(let_out(decisions, me, tiles, solver)?);
            let held = record.seats[me].tiles_left;
            points.push(TurningPoint::OtherFinished(seat, turn, *tiles, held));
        }
        _ => {
            let racks = record.seats.iter().map(|end| end.tiles_left).collect();
            points.push(TurningPoint::Stalemate(racks));
        }
    }
    Ok(points)
}

/// The own turn right before the end, if only the table after it let these tiles go.
fn let_out(
    decisions: &[Decision],
    me: Seat,
    tiles: &TileCounts,
    solver: &mut Box<dyn Solver>,
) -> Result<Option<TurningPoint>, ReviewError> {
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
    Ok(
        (own.seat == me && before.is_none()).then_some(TurningPoint::LetOut {
            laid: laid.played,
            turn: own.done.own_turn,
            out: *tiles,
        }),
    )
}
