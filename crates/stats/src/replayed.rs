//! What only a replay with a solver can tell: draws that were forced, draws by choice, jokers left. A solver is asked on
//! every turn that draws, so this is done for the first blocks of a run only.

use rummilab_core::{CouldPlay, Event, Happened};
use rummilab_record::{Block, Header, Replay, ReplayError};

use crate::share;
use crate::summary::Replayed;

/// Blocks at the beginning of a run that are replayed: some thousand draws, enough for a share within two per cent, and a
/// small part of the time that the run took.
pub const REPLAYED_BLOCKS: u64 = 20;

/// Counts of one bot, or of all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReplayedTally {
    games: u64,
    turns: u64,
    forced: u64,
    by_choice: u64,
    lost: u64,
    jokers: u64,
}

impl ReplayedTally {
    /// The numbers.
    pub(crate) fn summary(&self) -> Replayed {
        Replayed {
            games: self.games,
            draws_by_choice: share(self.by_choice, self.turns),
            draws_forced: share(self.forced, self.turns),
            jokers_left: share(self.jokers, self.lost),
        }
    }

    fn add(&mut self, seats: impl Iterator<Item = ReplayedTally>) {
        self.games += 1;
        for seat in seats {
            self.turns += seat.turns;
            self.forced += seat.forced;
            self.by_choice += seat.by_choice;
            self.lost += seat.lost;
            self.jokers += seat.jokers;
        }
    }
}

/// Replays a block and adds it to the tally of every bot that played and to that of all. A game that the referee refuses
/// is left out; finding those is the business of `record`.
pub(crate) fn push(
    block: &Block,
    header: &Header,
    judge: &mut dyn CouldPlay,
    bots: &mut [ReplayedTally],
    all: &mut ReplayedTally,
) {
    for (number, game) in block.games.iter().enumerate() {
        let Ok(seats) = seats(block, number, header, judge) else {
            continue;
        };
        all.add(seats.iter().copied());
        for (bot, tally) in bots.iter_mut().enumerate() {
            let here = |seat: &usize| usize::from(game.seating[*seat]) == bot;
            if (0..seats.len()).any(|seat| here(&seat)) {
                tally.add((0..seats.len()).filter(here).map(|seat| seats[seat]));
            }
        }
    }
}

/// The counts of each seat of a game.
fn seats(
    block: &Block,
    game: usize,
    header: &Header,
    judge: &mut dyn CouldPlay,
) -> Result<Vec<ReplayedTally>, ReplayError> {
    let mut replay = Replay::new(&header.rules, block, game)?;
    let record = &block.games[game];
    let mut seats = vec![ReplayedTally::default(); record.seats.len()];
    while let Some(deciding) = replay.deciding() {
        let deciding = deciding?;
        let Some(step) = replay.step(judge) else {
            break;
        };
        let Event {
            seat,
            drawn_first,
            happened,
            ..
        } = step?.event;
        let drew = match happened {
            Happened::Drew(_) => true,
            Happened::Passed => drawn_first.is_some(),
            Happened::Laid(_) | Happened::Penalty(_) => false,
        };
        seats[seat].turns += 1;
        if drew {
            let could = judge.can_lay(&header.rules, &deciding.position(seat));
            *if could {
                &mut seats[seat].by_choice
            } else {
                &mut seats[seat].forced
            } += 1;
        }
    }
    for (seat, result) in record.seats.iter().enumerate() {
        if result.place > 1 {
            seats[seat].lost = 1;
            seats[seat].jokers = u64::from(replay.game().rack(seat).jokers());
        }
    }
    Ok(seats)
}
