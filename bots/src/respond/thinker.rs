//! What the responders that play games out share: the list of turns, the deals of the hidden tiles,
//! and the policies that play on.

use std::sync::atomic::Ordering;

use rummilab_bot_api::{Bot, BotFault, PublicTurn, StopFlag, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Game, MAX_PLAYERS, Seat};
use rummilab_playout::{Belief, Playout, Policies, Posterior};
use rummilab_solver::Solver;

use super::responder::{Lookahead, Responder};
use crate::player::Player;
use crate::rollout::{Candidate, Wanted, candidates, dealt, laid};
use crate::roster::solver;
use crate::spec::BotSpec;

/// Places of the policies in the list: the model for the belief, the model for each seat, and the
/// responder's own.
const BELIEF: usize = 0;
const SEATS: usize = 1;
const OWN: usize = SEATS + MAX_PLAYERS;

/// By how much points count beside wins: a point more is worth this share of a win. No difference
/// of points in a hundred games outweighs one game won.
const POINT: f64 = 1e-6;

/// How a responder thinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thinking {
    /// The bot whose turn is the first of the list.
    pub base: BotSpec,
    /// The bot that plays the seats of the others in games that are only thought.
    pub model: BotSpec,
    /// The bot that goes on for the responder in these games.
    pub own: BotSpec,
    /// Games that are thought on a turn.
    pub games: usize,
    /// Plays of the list besides the turns of `base` and `own` and laying nothing: half of them,
    /// rounded up, of the fewest tiles, the others of the most.
    pub plays: usize,
    /// Racks kept for each opponent that fit its earlier turns; 0 deals unseen tiles at random.
    pub particles: usize,
    /// The most tiles in the pool with which it thinks; before, it takes the turn of `base`.
    pub pool: usize,
}

/// The parts of a responder that thinks in games.
pub(super) struct Thinker {
    pub thinking: Thinking,
    pub player: Player,
    policies: Policies,
    belief: Belief,
    judge: Box<dyn Solver>,
    stop: StopFlag,
}

impl Responder {
    /// Looks ahead in games that are only thought; never without games.
    pub(super) fn thinking<L: Lookahead + 'static>(
        thinking: Thinking,
        lookahead: fn(Thinker) -> L,
    ) -> Responder {
        let pool = (thinking.games > 0).then_some(thinking.pool);
        let base = thinking.base.clone();
        Responder::new(&base, pool, lookahead(Thinker::new(thinking)))
    }
}

impl Thinker {
    fn new(thinking: Thinking) -> Thinker {
        let mut bots: Vec<Box<dyn Bot>> = Vec::new();
        bots.extend((0..SEATS + MAX_PLAYERS).map(|_| thinking.model.make()));
        bots.push(thinking.own.make());
        Thinker {
            player: Player::new(solver()),
            policies: Policies::new(bots, Stream::new(Key::sample(0, "respond", 0))),
            belief: Belief::new(1, thinking.particles),
            judge: solver(),
            stop: StopFlag::default(),
            thinking,
        }
    }

    /// Forgets earlier games.
    pub fn new_game(&mut self) {
        self.belief = Belief::new(1, self.thinking.particles);
    }

    pub fn watch(&mut self, stop: &StopFlag) {
        self.stop = StopFlag::clone(stop);
    }

    /// Whether no answer is needed any more.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The list of turns before a decision: the usual one first, then that of the responder's own
    /// policy.
    pub fn list(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        seed: u64,
    ) -> Result<Vec<Candidate>, BotFault> {
        let luck = Stream::new(Key::sample(seed, "respond list", 0));
        self.policies.begin(&seats(view), luck);
        let own = self.policies.act(OWN, view)?;
        let mut listed = self.list_in(view, usual)?;
        let tiles = laid(view, &own);
        if listed.iter().all(|known| known.laid != tiles) {
            let turn = Candidate {
                action: own,
                laid: tiles,
                then: OWN,
            };
            listed.insert(1, turn);
        }
        Ok(listed)
    }

    /// The list of turns in the middle of a thought game: the usual one first.
    pub fn list_in(&mut self, view: &View<'_>, usual: &Action) -> Result<Vec<Candidate>, BotFault> {
        let wanted = Wanted {
            plays: self.thinking.plays,
            own: OWN,
            others: 0,
        };
        candidates(view, usual, wanted, &mut self.player, &mut self.policies)
    }

    /// The belief about the hidden tiles; `None` if the view does not add up. Where nothing is
    /// hidden, nothing is asked.
    pub fn look(&mut self, view: &View<'_>, stream: &mut Stream) -> Option<Posterior> {
        let known = view.racks.is_some() || view.players() == 2;
        if known && view.pool_len == 0 {
            return Belief::new(0, 0).look(view, &mut self.policies, stream);
        }
        let seats = BySeat::filled(1, BELIEF);
        let luck = Stream::new(Key::sample(stream.next_u64(), "respond belief", 0));
        self.policies.begin(&seats, luck);
        self.belief.look(view, &mut self.policies, stream)
    }

    /// Begins a thought game: deals the hidden tiles of this number. Games of one number have the
    /// same tiles and the same random numbers.
    pub fn begin<'r>(
        &mut self,
        view: &View<'r>,
        belief: &Posterior,
        (seed, number): (u64, u64),
    ) -> Result<Game<'r>, BotFault> {
        let stream = Stream::new(Key::sample(seed, "respond deal", number));
        let (game, _) = dealt(view, belief, stream)?;
        self.begin_again(view, seed, number);
        Ok(game)
    }

    /// Begins another game of this number, whose deal is known.
    pub fn begin_again(&mut self, view: &View<'_>, seed: u64, number: u64) {
        let luck = Stream::new(Key::sample(seed, "respond luck", number));
        self.policies.begin(&seats(view), luck);
    }

    /// Makes this turn in a thought game, without playing on.
    pub fn step(
        &mut self,
        game: &mut Game<'_>,
        history: &mut Vec<PublicTurn>,
        action: &Action,
    ) -> Result<(), BotFault> {
        let event = game.act(action, &mut self.judge);
        let event = event.map_err(|why| BotFault::Crash(why.to_string()))?;
        history.push(PublicTurn::of(&event));
        Ok(())
    }

    /// The turn of the policy of a seat in a thought game of the responder in `me`.
    pub fn turn(&mut self, view: &View<'_>, me: Seat) -> Result<Action, BotFault> {
        let policy = match view.seat == me {
            true => OWN,
            false => SEATS + view.seat.index(),
        };
        self.policies.act(policy, view)
    }

    /// Plays a thought game on from this turn to its end; what it is worth to the responder.
    pub fn play_out(
        &mut self,
        view: &View<'_>,
        game: &mut Game<'_>,
        history: &mut Vec<PublicTurn>,
        first: &Action,
    ) -> Result<f64, BotFault> {
        let mut playout = Playout {
            policies: &mut self.policies,
            judge: &mut self.judge,
            depth: 0,
        };
        playout.play(game, history, first, &seats(view))?;
        Ok(self.worth(game, view.seat))
    }

    /// What a finished game is worth to a seat: its share of the win, and points where shares are
    /// equal.
    pub fn worth(&mut self, game: &Game<'_>, seat: Seat) -> f64 {
        let share = rummilab_playout::win_share(game, seat, &mut self.judge);
        let results = game.results(&mut self.judge);
        let score = results.and_then(|results| Some(f64::from(results.get(seat)?.score)));
        share.unwrap_or(0.0) + POINT * score.unwrap_or(0.0)
    }
}

/// The policy of every seat in games that the responder of this view thinks.
fn seats(view: &View<'_>) -> BySeat<usize> {
    let all = Seat::all(view.players());
    all.map(|seat| match seat == view.seat {
        true => OWN,
        false => SEATS + seat.index(),
    })
    .collect()
}
