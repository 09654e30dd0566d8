//! Games to learn from, and the turns observed in them.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rummilab_arena::{Plan, Players, PlayersError};
use rummilab_bot_api::{Bot, View};
use rummilab_bots::model::{Breadth, Model, Stray};
use rummilab_bots::{BotSpec, Player};
use rummilab_chance::{Key, Stream};
use rummilab_core::{CouldPlay, Happened, TileCounts};
use rummilab_record::{Block, Replay};
use rummilab_solver::Solver;
use rummilab_value::{After, Features, ValueModel};

use super::{TrainingEvent, TrainingPlace};
use crate::error::RunsError;
use crate::judge::judge;
use crate::roster::Roster;

/// The bot that plays with the weights of the previous round.
pub const MODEL: &str = "model";
/// The plays that `model` compares, as in the roster's defaults.
const BREADTH: Breadth = Breadth { few: 4, most: 2 };
/// Bytes of stack for each thread; solvers recurse.
const STACK_BYTES: usize = 8 << 20;
/// Largest number of rounds.
const ROUNDS: u64 = 128;
const GAMES: u64 = 64;

/// The bots of the roster, each with deviations, and `model` with the current weights.
pub struct Trainees {
    weights: Option<Arc<ValueModel>>,
    stray: Option<NonZeroU64>,
}

impl Trainees {
    /// Bots that deviate on one turn in `stray`. In the first round there are no weights, and
    /// `model` is the one that ships.
    pub fn new(weights: Option<ValueModel>, stray: Option<NonZeroU64>) -> Trainees {
        Trainees {
            weights: weights.map(Arc::new),
            stray,
        }
    }
}

impl Players for Trainees {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        let player = || Player::new(judge());
        let bot: Box<dyn Bot> = match &self.weights {
            Some(weights) if canonical == MODEL => {
                let weights = Some(Arc::clone(weights));
                Box::new(Model::new(player(), player(), BREADTH, weights))
            }
            _ => canonical.parse::<BotSpec>()?.make(),
        };
        Ok(match self.stray {
            Some(one_in) => Box::new(Stray::new(bot, player(), BREADTH, one_in)),
            None => bot,
        })
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Roster::new().judge()
    }
}

/// The position after a turn, and the result of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    /// Round and block together: turns with the same number share their tiles.
    pub deal: u64,
    /// The position after the turn.
    pub features: Features,
    /// The share of the win of its seat.
    pub won: f64,
}

/// Observes `turns` turns of each game of a round. The order is that of the games, at any number of
/// threads.
pub fn observe(
    plan: &Plan,
    blocks: &[Block],
    (turns, round): (usize, u64),
    place: &TrainingPlace<'_>,
) -> Result<Vec<Observed>, RunsError> {
    let builder = rayon::ThreadPoolBuilder::new()
        .num_threads(place.threads.get())
        .stack_size(STACK_BYTES);
    let pool = builder.build().map_err(RunsError::Threads)?;
    let done = AtomicU64::new(0);
    let look = |solver: &mut Box<dyn Solver>, block: &Block| {
        if place.interrupt.load(Ordering::Relaxed) {
            return Err(RunsError::Interrupted);
        }
        let seen = of_block(plan, block, (turns, round), solver);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        (place.observe)(TrainingEvent::Observed(done, blocks.len() as u64));
        seen
    };
    let found: Result<Vec<Vec<Observed>>, RunsError> =
        pool.install(|| blocks.par_iter().map_init(judge, look).collect());
    Ok(found?.concat())
}

/// The observed turns of the games of a block.
fn of_block(
    plan: &Plan,
    block: &Block,
    (turns, round): (usize, u64),
    solver: &mut Box<dyn Solver>,
) -> Result<Vec<Observed>, RunsError> {
    let mut seen = Vec::new();
    for (number, game) in block.games.iter().enumerate() {
        let replayed = |source| RunsError::Replay(block.block, number, source);
        let draw = block.block.saturating_mul(GAMES) + number as u64;
        let key = Key::sample(plan.seed(), "train turns", draw);
        let mut looked_at: Vec<usize> = (0..game.turns.len()).collect();
        Stream::new(key).shuffle(&mut looked_at);
        looked_at.truncate(turns);
        looked_at.sort_unstable();
        let mut replay = Replay::new(plan.rules(), block, number).map_err(replayed)?;
        for turn in 0..game.turns.len() {
            let state = match looked_at.binary_search(&turn) {
                Ok(_) => replay.deciding().transpose().map_err(replayed)?,
                Err(_) => None,
            };
            let Some(step) = replay.step(solver) else {
                break;
            };
            let event = step.map_err(replayed)?.event;
            let laid = match &event.happened {
                Happened::Laid(turn) => turn.played,
                Happened::Drew(_) | Happened::Passed => TileCounts::EMPTY,
                Happened::Penalty(_) => continue,
            };
            let Some(state) = state else {
                continue;
            };
            let view = View::of(&state, event.seat, &[]);
            // After the end of a game there is no position to judge.
            if view.rack == laid {
                continue;
            }
            let after = After::of(solver.as_mut(), &view, &laid)?;
            seen.push(Observed {
                deal: block.block.saturating_mul(ROUNDS) + round,
                features: Features::of(&after),
                won: game.win_share(event.seat),
            });
        }
    }
    Ok(seen)
}
