//! Where bots lose win rate: the losses of the turns in a sample of games, by bot and phase.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use rummilab_bot_api::StopFlag;
use rummilab_core::Seat;
use rummilab_play::review::{GameReview, GradedTurn, ReviewError, ReviewSettings, ReviewedGame};
use rummilab_runs::{Roster, RunsError, games_file, judge, read_supported};
use rummilab_stats::{BlockMeans, Interval, LEVEL, mean_interval};
use serde::Serialize;

use crate::error::Result;

/// The last phase of the pool begins at this number of tiles.
pub const LAST_TILES: usize = 10;

/// The phase of a game in which a turn lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakePhase {
    /// The seat has not opened.
    BeforeOpening,
    /// The seat has opened, and the pool holds more than [`LAST_TILES`] tiles.
    Middle,
    /// The seat has opened, and the pool holds 1 to [`LAST_TILES`] tiles.
    LastTiles,
    /// The seat has opened, and the pool is empty.
    EmptyPool,
}

impl MistakePhase {
    /// Its name for people.
    pub const fn words(self) -> &'static str {
        match self {
            MistakePhase::BeforeOpening => "before opening",
            MistakePhase::Middle => "middle",
            MistakePhase::LastTiles => "last tiles of the pool",
            MistakePhase::EmptyPool => "empty pool",
        }
    }

    /// What the phases are, in a sentence.
    pub fn explained() -> String {
        format!(
            "Before opening: the seat has not opened. Then middle: the pool has more than \
             {LAST_TILES} tiles; last tiles: it has 1 to {LAST_TILES}; empty pool: it has none."
        )
    }

    fn of(turn: &GradedTurn) -> MistakePhase {
        match (turn.opened, turn.pool) {
            (false, _) => MistakePhase::BeforeOpening,
            (true, 0) => MistakePhase::EmptyPool,
            (true, 1..=LAST_TILES) => MistakePhase::LastTiles,
            (true, _) => MistakePhase::Middle,
        }
    }
}

/// The losses of a bot in a phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MistakeRow {
    /// The label of the bot.
    pub bot: String,
    /// The phase; `None` for whole games.
    pub phase: Option<MistakePhase>,
    /// Games in the sample, one from each block.
    pub games: u64,
    /// Turns of the phase in these games.
    pub turns: u64,
    /// Number of these turns that differ from the model's choice.
    pub other_turns: u64,
    /// Those of the turns whose loss is not known, because they were refused or could not be played
    /// out. They are left out of `lost_per_turn`.
    pub unknown_turns: u64,
    /// Win rate lost by a turn of the phase, in the mean of the games that have one; 0.01 is one
    /// percentage point. `None` where no turn has a loss.
    pub lost_per_turn: Option<f64>,
    /// The 95 % confidence interval of `lost_per_turn`; its error is taken over games. `None` where
    /// all games lost the same: their spread is not known then.
    pub ci: Option<Interval>,
}

/// The losses of the turns of a run's bots.
///
/// The sample is one game from each of the first `games` blocks; its seating changes from block to
/// block. Every turn of every seat in the sample is reviewed. A few deals a turn are enough,
/// because the error is taken over games and includes the luck of these deals.
///
/// # Errors
/// The reason why the record cannot be read, or a game cannot be reviewed.
pub fn mistakes(
    place: &Path,
    games: usize,
    settings: &ReviewSettings,
    stop: &StopFlag,
) -> Result<Vec<MistakeRow>> {
    let (header, blocks) = read_supported(&games_file(place))?;
    let mut tallies: BTreeMap<(usize, Option<MistakePhase>), Tally> = BTreeMap::new();
    let sample = blocks.take(games).collect::<Result<Vec<_>, RunsError>>()?;
    let reviewed: Result<Vec<Vec<(usize, GameReview)>>, ReviewError> = sample
        .into_par_iter()
        .enumerate()
        .map(|(at, block)| {
            let game = ReviewedGame {
                header: &header,
                block: &block,
                game: at % block.games.len().max(1),
            };
            review(game, settings, stop)
        })
        .collect();
    for reviews in reviewed? {
        push(&mut tallies, &reviews);
    }
    let row = |((bot, phase), tally): ((usize, Option<MistakePhase>), Tally)| MistakeRow {
        bot: header.bots[bot].label.clone(),
        phase,
        games: tally.games,
        turns: tally.turns,
        other_turns: tally.others,
        unknown_turns: tally.unknown,
        lost_per_turn: tally.lost.mean().filter(|_| tally.turns > tally.unknown),
        ci: mean_interval(&tally.lost, LEVEL, header.seed).filter(|ci| ci.width() > 0.0),
    };
    Ok(tallies.into_iter().map(row).collect())
}

/// The counts of a bot in a phase.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    turns: u64,
    others: u64,
    unknown: u64,
    /// Win rate lost per turn, by game and seat.
    lost: BlockMeans,
}

/// The reviews of all seats of a game, with the bots in those seats.
fn review(
    game: ReviewedGame<'_>,
    settings: &ReviewSettings,
    stop: &StopFlag,
) -> Result<Vec<(usize, GameReview)>, ReviewError> {
    let (roster, mut solver) = (Roster::new(), judge());
    let seating = &game.record().seating;
    let of_seat = |(seat, bot): (Seat, &u16)| {
        let found = GameReview::of(game, seat, settings, &roster, &mut solver, stop);
        Ok((usize::from(*bot), found?))
    };
    seating.with_seats().map(of_seat).collect()
}

fn push(
    tallies: &mut BTreeMap<(usize, Option<MistakePhase>), Tally>,
    reviews: &[(usize, GameReview)],
) {
    use MistakePhase::{BeforeOpening, EmptyPool, LastTiles, Middle};
    for phase in [
        None,
        Some(BeforeOpening),
        Some(Middle),
        Some(LastTiles),
        Some(EmptyPool),
    ] {
        let mut lost: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (bot, review) in reviews {
            let here = |turn: &&GradedTurn| phase.is_none_or(|p| p == MistakePhase::of(turn));
            let turns = || review.turns.iter().filter(here);
            let tally = tallies.entry((*bot, phase)).or_default();
            tally.turns += turns().count() as u64;
            tally.others += turns().filter(|turn| turn.why.is_some()).count() as u64;
            tally.unknown += turns().filter(|turn| turn.loss.is_none()).count() as u64;
            let known: Vec<f64> = turns().filter_map(|turn| turn.loss).collect();
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            let of_bot = lost.entry(*bot).or_default();
            of_bot.extend((!known.is_empty()).then_some(mean));
        }
        for (bot, lost) in lost {
            let tally = tallies.entry((bot, phase)).or_default();
            tally.games += 1;
            if !lost.is_empty() {
                tally.lost.push(&lost);
            }
        }
    }
}
