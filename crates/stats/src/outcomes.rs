//! The results of bots in recorded games: win shares and game points, by seat and by bot.

use rummilab_core::Seat;
use rummilab_record::GameRecord;

/// Win share and game points.
pub(crate) type WinsAndScore = (f64, f64);

/// The result of one seat in one game.
pub(crate) fn outcome(game: &GameRecord, seat: Seat) -> WinsAndScore {
    (game.win_share(seat), f64::from(game.seats[seat].score))
}

/// The seats of a bot in a game.
pub(crate) fn seats_of(game: &GameRecord, bot: usize) -> impl Iterator<Item = Seat> + '_ {
    game.seating
        .seats()
        .filter(move |seat| usize::from(game.seating[*seat]) == bot)
}

/// Win share and game points of a bot per seat that it took in these games; `None` if it took none.
pub(crate) fn mean_outcome<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
    bot: usize,
) -> Option<WinsAndScore> {
    let seats = games
        .into_iter()
        .flat_map(|game| seats_of(game, bot).map(move |seat| outcome(game, seat)));
    let (wins, points, seats) = seats.fold((0.0, 0.0, 0u32), |(wins, points, seats), (w, p)| {
        (wins + w, points + p, seats + 1)
    });
    (seats > 0).then(|| (wins / f64::from(seats), points / f64::from(seats)))
}

/// The results of two bots that met in a game, per seat that each took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    /// The first seat of the first bot.
    pub(crate) seat: Seat,
    /// Win share of the first bot.
    pub(crate) wins: f64,
    /// Difference of win shares, first minus second.
    pub(crate) win_difference: f64,
    /// Difference of game points, first minus second.
    pub(crate) score_difference: f64,
}

/// The games in which both bots sat.
pub(crate) fn meetings<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
    a: usize,
    b: usize,
) -> Vec<Meeting> {
    let meeting = |game: &GameRecord| {
        let (first, second) = (mean_outcome([game], a)?, mean_outcome([game], b)?);
        Some(Meeting {
            seat: seats_of(game, a).next()?,
            wins: first.0,
            win_difference: first.0 - second.0,
            score_difference: first.1 - second.1,
        })
    };
    games.into_iter().filter_map(meeting).collect()
}
