//! Figures that need a replay with a solver: forced draws, draws by choice, and jokers left. The
//! solver is asked on every turn that draws, so only the first blocks of a run are replayed.

use rummilab_core::{BySeat, CouldPlay, Event, Happened, Position, RuleSet, Seat, Tile};
use rummilab_record::{Block, Header, Replay, ReplayError};

use crate::share;
use crate::summary::Replayed;

/// Number of draws after which no further block is replayed. It gives a share to within about two
/// per cent, at a small part of the work of a run.
pub const REPLAYED_DRAWS: u64 = 500;

/// Counts of one bot, or of all bots.
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
    /// Number of draws that the solver was asked about.
    pub(crate) const fn draws(&self) -> u64 {
        self.forced + self.by_choice
    }

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

/// Replays a block and adds it to the tallies of its bots and of all bots. A game that the referee
/// refuses is left out; `record` reports such games.
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
            let here = |seat: &Seat| usize::from(game.seating[*seat]) == bot;
            if seats.seats().any(|seat| here(&seat)) {
                tally.add(seats.seats().filter(here).map(|seat| seats[seat]));
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
) -> Result<BySeat<ReplayedTally>, ReplayError> {
    let mut replay = Replay::new(&header.rules, block, game)?;
    let record = &block.games[game];
    let mut seats = BySeat::filled(record.seats.players(), ReplayedTally::default());
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
            let position = deciding.position(seat);
            let could = holds_a_set(&header.rules, &position)
                || judge.is_known_to_lay(&header.rules, &position);
            *if could {
                &mut seats[seat].by_choice
            } else {
                &mut seats[seat].forced
            } += 1;
        }
    }
    for (seat, result) in record.seats.with_seats() {
        if result.place > 1 {
            seats[seat].lost = 1;
            seats[seat].jokers = u64::from(replay.game().rack(seat).jokers());
        }
    }
    Ok(seats)
}

/// Whether the rack of a player who has opened holds a set of three plain tiles. True for nearly
/// every large rack, which would take a solver long. `false` means undecided. Groups are left out
/// if owners limit them.
fn holds_a_set(rules: &RuleSet, position: &Position) -> bool {
    if !position.opened {
        return false;
    }
    let plain = |(tile, _): (Tile, u8)| Some((tile.colour()?, tile.value()?, tile));
    let kinds: Vec<_> = position.rack.kinds().filter_map(plain).collect();
    let legal = |set: &[Tile]| set.len() == 3 && rules.judge(set).is_legal();
    let run = |colour, value| {
        let next = |by| {
            kinds
                .iter()
                .find(|kind| kind.0 == colour && kind.1 == value + by)
        };
        let tiles: Vec<Tile> = (0..3).filter_map(next).map(|kind| kind.2).collect();
        legal(&tiles)
    };
    let group = |value| {
        let same = kinds.iter().filter(|kind| kind.1 == value);
        let tiles: Vec<Tile> = same.map(|kind| kind.2).take(3).collect();
        !rules.has_group_owners() && legal(&tiles)
    };
    kinds
        .iter()
        .any(|kind| run(kind.0, kind.1) || group(kind.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(rules: &str, rack: &[&str], opened: bool) -> bool {
        let rules = RuleSet::preset(rules).unwrap();
        let rack = rummilab_core::notation::parse_tiles(&rack.join(" "), &rules).unwrap();
        let rack = rack.into_iter().collect();
        holds_a_set(
            &rules,
            &Position {
                rack,
                opened,
                ..Position::default()
            },
        )
    }

    #[test]
    fn a_set_of_plain_tiles_is_seen_and_nothing_else() {
        assert!(holds("original", &["R3", "B9", "R4", "R5"], true));
        assert!(holds("original", &["R3", "B3", "R3", "O3"], true));
        // Not opened; two of a kind; a gap; a joker that a solver would use.
        assert!(!holds("original", &["R3", "R4", "R5"], false));
        assert!(!holds("original", &["R3", "R3", "B3"], true));
        assert!(!holds(
            "original",
            &["R3", "R4", "R6", "B12", "B13", "B1"],
            true
        ));
        assert!(!holds("original", &["R3", "R4", "J"], true));
        // Groups have owners, and there may be no room for one more.
        assert!(!holds("house", &["R3", "B3", "K3"], true));
        assert!(holds("house", &["R3", "R4", "R5"], true));
    }
}
