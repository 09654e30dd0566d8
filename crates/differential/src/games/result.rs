//! Compares the recorded result of a game with the one that its replay leads to.

use super::ask::Oracle;
use super::record::{Ending, Game, SeatResult};
use super::referee::{Counts, Problem};
use super::score::{SeatEnd, Standing, pool_empty, rack_points, went_out};
use super::state::{Phase, Seat, State};
use crate::rules::Rules;
use crate::tile::print_tiles;

/// Compares the recorded result with that of the replayed game.
///
/// # Errors
/// The first difference.
pub fn compare(
    ask: &Oracle<'_>,
    game: &Game,
    state: &State,
    counts: &mut Counts,
) -> Result<(), Problem> {
    let Phase::Over(ending) = state.phase else {
        return Err(Problem::new("end", "the record ends before the game"));
    };
    if ending != game.ending || ending == Ending::Endless {
        let text = format!("ends with {:?}, the rules say {ending:?}", game.ending);
        return Err(Problem::new("end", text));
    }
    if game.seats.len() != state.seats.len() {
        return Err(Problem::new("record", "wrong number of results"));
    }
    compare_seats(ask.rules, game, state)?;
    let recorded: Vec<Standing> = game.seats.iter().map(standing).collect();
    let possible = standings(ask, game, state, ending, Reading::Strict, counts);
    if possible.contains(&recorded) {
        return Ok(());
    }
    let given_by = |reading: Reading| {
        standings(ask, game, state, ending, reading, &mut Counts::default()).contains(&recorded)
    };
    let kind = match (given_by(Reading::OfNothing), given_by(Reading::CapAside)) {
        (true, _) => "could-open",
        (_, true) => "could-open-cap",
        _ => "score",
    };
    let racks = state.seats.iter().map(|seat| print_tiles(&seat.rack));
    let racks: Vec<String> = racks.collect();
    let opened: Vec<bool> = state.seats.iter().map(|seat| seat.opened).collect();
    let then = state.seats.iter().map(|seat| print_tiles(&seat.rack_then));
    let then: Vec<String> = then.collect();
    let text = format!(
        "{ending:?}, starter {}, racks {racks:?}, opened {opened:?}, racks at the start of the \
         last own turn {then:?}: recorded {recorded:?}, the rules say {possible:?}",
        game.starter
    );
    Err(Problem::new(kind, text))
}

fn standing(seat: &SeatResult) -> Standing {
    Standing {
        score: seat.score,
        place: seat.place,
    }
}

fn compare_seats(rules: &Rules, game: &Game, state: &State) -> Result<(), Problem> {
    for (number, (recorded, seat)) in game.seats.iter().zip(&state.seats).enumerate() {
        let found = (
            seat.rack.len(),
            rack_points(rules, &seat.rack),
            seat.own_turns,
            seat.opened_turn,
        );
        let SeatResult {
            tiles_left,
            points_left,
            own_turns,
            opened_turn,
            ..
        } = *recorded;
        let said = (tiles_left, points_left, own_turns, opened_turn);
        if found != said {
            let text = format!(
                "seat {number}: tiles, points, own turns and opening turn are recorded as \
                 {said:?}, the replay gives {found:?}"
            );
            return Err(Problem::new("result", text));
        }
    }
    Ok(())
}

/// The results that the rules allow: one, unless the brute force could not tell whether a player
/// could have opened.
fn standings(
    ask: &Oracle<'_>,
    game: &Game,
    state: &State,
    ending: Ending,
    reading: Reading,
    counts: &mut Counts,
) -> Vec<Vec<Standing>> {
    let rules = ask.rules;
    let mut possible: Vec<Vec<SeatEnd>> = vec![Vec::new()];
    for seat in &state.seats {
        let mut longer = Vec::new();
        for could in could_open(ask, seat, reading, counts) {
            for ends in &possible {
                let mut ends = ends.clone();
                ends.push(SeatEnd {
                    rack: seat.rack.clone(),
                    opened: seat.opened,
                    could,
                });
                longer.push(ends);
            }
        }
        possible = longer;
    }
    let result = |ends: &Vec<SeatEnd>| match ending {
        Ending::Out(seat) => went_out(rules, ends, seat),
        _ => pool_empty(rules, ends, game.starter),
    };
    possible.iter().map(result).collect()
}

/// How "could have opened" is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// An opening lays at least one set and keeps the cap of groups.
    Strict,
    /// With a threshold of 0 no set is an opening too.
    OfNothing,
    /// The cap of groups is left aside.
    CapAside,
}

/// Whether a player who has not opened could have: both answers if that is too hard to tell.
fn could_open(ask: &Oracle<'_>, seat: &Seat, reading: Reading, counts: &mut Counts) -> Vec<bool> {
    let matters = !seat.opened && ask.rules.unopened_penalty.is_some();
    if !matters || seat.own_turns == 0 {
        return vec![false];
    }
    counts.could_open += 1;
    let value = match reading {
        Reading::Strict => ask.best_legal_opening(&seat.rack_then),
        Reading::OfNothing | Reading::CapAside => ask.best_opening(&seat.rack_then),
    };
    let threshold = u32::from(ask.rules.opening_min);
    let least = if reading == Reading::OfNothing {
        threshold
    } else {
        threshold.max(1)
    };
    match value {
        Some(value) => vec![value >= least],
        None => {
            counts.unknown_openings += 1;
            vec![false, true]
        }
    }
}
