//! The responder that learns from games against its opponent.

use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

use rummilab_bot_api::{BotFault, GameOver, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Seat, TileCounts, win_share};
use rummilab_playout::Policies;
use rummilab_value::{After, FEATURES, Features, Unfit};

use super::network::Network;
use super::responder::{Lookahead, Responder};
use crate::player::{Player, fault};
use crate::rollout::{Candidate, Wanted, candidates};
use crate::roster::solver;
use crate::spec::BotSpec;

/// What a network sees of a turn: the features of the position after it, and the turn itself.
pub const INPUTS: usize = FEATURES.len() + TURN;
/// The inputs about the turn itself.
const TURN: usize = 4;

/// A turn of a finished game: what a network sees of it, and the share of the win.
pub type Sample = (Vec<f64>, f64);

/// Where learners in training put their games, each with a number of its own that depends on the
/// game alone.
pub type Episodes = Arc<Mutex<Vec<(u64, Vec<Sample>)>>>;

/// How a learner plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learning {
    /// The bot whose turn is the first of the list.
    pub base: BotSpec,
    /// Plays of the list besides that turn and laying nothing: half of them, rounded up, of the
    /// fewest tiles, the others of the most.
    pub plays: usize,
    /// The most tiles in the pool with which it chooses; before, it takes the turn of `base`.
    pub pool: usize,
    /// In training, it takes a random turn of the list on one turn in this many.
    pub explore: Option<NonZeroU64>,
}

struct Learner {
    learning: Learning,
    player: Player,
    network: Option<Arc<Network>>,
    episodes: Option<Episodes>,
    seat: Seat,
    game: Option<u64>,
    turns: Vec<Vec<f64>>,
}

impl Responder {
    /// Takes the turn of a short list that a network says wins most, of equal ones the first, which
    /// is that of its base; without a network the first. Deep Monte Carlo (Zha and others, DouZero,
    /// ICML 2021): the network is fitted to (turn, result of the game) of games against the
    /// opponent. `episodes` gets the turns of its games.
    pub fn learner(
        learning: Learning,
        network: Option<Arc<Network>>,
        episodes: Option<Episodes>,
    ) -> Responder {
        let (base, pool) = (learning.base.clone(), Some(learning.pool));
        let learner = Learner {
            player: Player::new(solver()),
            learning,
            network,
            episodes,
            seat: Seat(0),
            game: None,
            turns: Vec::new(),
        };
        Responder::new(&base, pool, learner)
    }
}

impl Learner {
    /// The inputs of every turn of the list; `None` if the solver gives up on one.
    fn seen(
        &mut self,
        view: &View<'_>,
        listed: &[Candidate],
    ) -> Result<Option<Vec<Vec<f64>>>, BotFault> {
        let mut seen = Vec::with_capacity(listed.len());
        for (at, turn) in listed.iter().enumerate() {
            let after = match After::of(self.player.solver(), view, &turn.laid) {
                Ok(after) => after,
                Err(Unfit::Solver(error)) => match error {
                    rummilab_solver::SolveError::GaveUp { .. } => return Ok(None),
                    error => return Err(fault(&error)),
                },
                Err(error) => return Err(BotFault::Crash(error.to_string())),
            };
            let mut inputs = Features::of(&after).values().to_vec();
            inputs.extend(of_turn(&turn.laid, at == 0));
            seen.push(inputs);
        }
        Ok(Some(seen))
    }
}

/// The inputs about a turn: tiles and jokers that it lays, the sum of their faces in tens, and
/// whether it is the base's.
fn of_turn(laid: &TileCounts, usual: bool) -> [f64; TURN] {
    let faces = f64::from(laid.face_sum()) / 10.0;
    let usual = if usual { 1.0 } else { 0.0 };
    [laid.len() as f64, f64::from(laid.jokers()), faces, usual]
}

impl Lookahead for Learner {
    fn new_game(&mut self, seat: Seat) {
        self.seat = seat;
        self.game = None;
        self.turns.clear();
    }

    fn begin_turn(&mut self, stream: &mut Stream) {
        self.game.get_or_insert_with(|| stream.next_u64());
    }

    fn best(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let wanted = Wanted {
            plays: self.learning.plays,
            own: 0,
            others: 0,
        };
        let mut nobody = Policies::new(Vec::new(), Stream::new(Key::sample(0, "learner", 0)));
        let listed = candidates(view, usual, wanted, &mut self.player, &mut nobody)?;
        let explores = self.learning.explore;
        let explored = explores.filter(|one_in| stream.below(*one_in) == 0);
        if listed.len() < 2 {
            return Ok(None);
        }
        let Some(seen) = self.seen(view, &listed)? else {
            return Ok(None);
        };
        let chosen = match (explored, &self.network) {
            (Some(_), _) => stream.index(listed.len()).unwrap_or(0),
            (None, None) => 0,
            (None, Some(network)) => {
                let mut best = (0, f64::NEG_INFINITY);
                for (at, inputs) in seen.iter().enumerate() {
                    let worth = network.of(inputs);
                    if worth > best.1 {
                        best = (at, worth);
                    }
                }
                best.0
            }
        };
        if self.episodes.is_some() {
            self.turns.extend(seen.into_iter().nth(chosen));
        }
        Ok(listed.into_iter().nth(chosen).map(|turn| turn.action))
    }

    fn game_over(&mut self, over: &GameOver<'_>) {
        let own = over.results.get(self.seat).map(|result| result.place);
        let (Some(episodes), Some(own), Some(game)) = (&self.episodes, own, self.game) else {
            return;
        };
        let won = win_share(own, over.results.iter().map(|result| result.place));
        let turns = std::mem::take(&mut self.turns);
        let samples = turns.into_iter().map(|inputs| (inputs, won)).collect();
        let mut kept = episodes.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push((game, samples));
    }
}
