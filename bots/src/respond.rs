//! Responders: bots that know whom they meet. They are made for one opponent and are no bots of
//! the roster, since nobody else may know whom he meets. Budgets are games, never time.

use std::sync::atomic::Ordering;

use rummilab_bot_api::{Bot, BotFault, GameOver, PublicTurn, StopFlag, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Game, MAX_PLAYERS, Seat, Tile};
use rummilab_playout::{Belief, Lookahead, Playout, Policies, Posterior, Selection};
use rummilab_solver::Solver;

use crate::player::{Player, laid};
use crate::rollout::{Candidate, Wanted, candidates};
use crate::solvers::solver;
use crate::spec::BotSpec;

/// Places of the policies in the list: the model for the belief, the model for each seat, and the
/// responder's own.
const BELIEF: usize = 0;
const SEATS: usize = 1;
const OWN: usize = SEATS + MAX_PLAYERS;

/// By how much points count beside wins: a point more is worth this share of a win. No difference
/// of points in a hundred games outweighs one game won.
const POINT: f64 = 1e-6;

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

/// Plays each turn of a short list out against a model of the opponent, on common deals of the
/// hidden tiles, and takes the one that wins most of these games; of equal ones that with most
/// points, then the earliest, which is that of its base. Any failure leaves the turn of the base.
pub struct Responder {
    base: Box<dyn Bot>,
    thinking: Thinking,
    player: Player,
    policies: Policies,
    belief: Belief,
    judge: Box<dyn Solver>,
    stop: StopFlag,
}

impl Responder {
    /// Looks ahead in games that are only thought; never without games.
    pub fn new(thinking: Thinking) -> Responder {
        let mut bots: Vec<Box<dyn Bot>> = Vec::new();
        bots.extend((0..SEATS + MAX_PLAYERS).map(|_| thinking.model.make()));
        bots.push(thinking.own.make());
        Responder {
            base: thinking.base.make(),
            player: Player::new(solver()),
            policies: Policies::new(bots, Stream::new(Key::sample(0, "respond", 0))),
            belief: Belief::new(1, thinking.particles),
            judge: solver(),
            stop: StopFlag::default(),
            thinking,
        }
    }

    /// Whether there is anything to look for. Groups with owners cannot be dealt back.
    fn looks(&self, view: &View<'_>, usual: &Action) -> bool {
        self.thinking.games > 0
            && view.pool_len <= self.thinking.pool
            && !view.rules.has_group_owners()
            && laid(view, usual) != view.rack
    }

    /// The best turn of the list; `None` if there is nothing to choose or no answer is needed.
    fn best(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let Some(belief) = self.look(view, stream) else {
            return Ok(None);
        };
        let seed = stream.next_u64();
        let listed = self.list(view, usual, seed)?;
        if listed.len() < 2 {
            return Ok(None);
        }
        let lookahead = Lookahead {
            view,
            belief: &belief,
            purpose: "respond deal",
            seed: seed.into(),
        };
        // It takes what is better at all.
        let selection = Selection {
            games: self.thinking.games,
            errors: 0.0,
            deals: 1,
        };
        let best = lookahead.best(listed.len(), selection, |turn, deal| {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let luck = Stream::new(Key::sample(seed, "respond luck", deal.number));
            self.policies.begin(&seats(view), luck);
            let worth = self.play_out(view, deal.game, &listed[turn].action);
            worth.map(Some)
        })?;
        Ok((best > 0).then(|| listed[best].action.clone()))
    }

    /// The belief about the hidden tiles; `None` if the view does not add up. Where nothing is
    /// hidden, nothing is asked.
    fn look(&mut self, view: &View<'_>, stream: &mut Stream) -> Option<Posterior> {
        let known = view.racks.is_some() || view.players() == 2;
        if known && view.pool_len == 0 {
            return Belief::new(0, 0).look(view, &mut self.policies, stream);
        }
        let seats = BySeat::filled(1, BELIEF);
        let luck = Stream::new(Key::sample(stream.next_u64(), "respond belief", 0));
        self.policies.begin(&seats, luck);
        self.belief.look(view, &mut self.policies, stream)
    }

    /// The list of turns: the usual one first, then that of the responder's own policy.
    fn list(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        seed: u64,
    ) -> Result<Vec<Candidate>, BotFault> {
        let luck = Stream::new(Key::sample(seed, "respond list", 0));
        self.policies.begin(&seats(view), luck);
        let own = self.policies.act(OWN, view)?;
        let wanted = Wanted {
            plays: self.thinking.plays,
            own: OWN,
            others: 0,
        };
        let (player, policies) = (&mut self.player, &mut self.policies);
        let mut listed = candidates(view, usual, wanted, player, policies)?;
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

    /// Plays a thought game on from this turn to its end; what it is worth to the responder: its
    /// share of the win, and points where shares are equal.
    fn play_out(
        &mut self,
        view: &View<'_>,
        mut game: Game,
        first: &Action,
    ) -> Result<f64, BotFault> {
        let mut playout = Playout {
            policies: &mut self.policies,
            judge: &mut self.judge,
        };
        let mut history: Vec<PublicTurn> = view.history.to_vec();
        playout.play(&mut game, &mut history, first, &seats(view))?;
        let share = rummilab_playout::win_share(&game, view.seat, &mut self.judge);
        let results = game.results(&mut self.judge);
        let score = results.and_then(|results| Some(f64::from(results.get(view.seat)?.score)));
        Ok(share.unwrap_or(0.0) + POINT * score.unwrap_or(0.0))
    }
}

/// The policy of every seat in games that the responder of this view thinks.
fn seats(view: &View<'_>) -> BySeat<usize> {
    let all = Seat::all(view.players());
    all.map(|seat| {
        if seat == view.seat {
            OWN
        } else {
            SEATS + seat.index()
        }
    })
    .collect()
}

impl Bot for Responder {
    fn new_game(&mut self, seat: Seat) {
        self.belief = Belief::new(1, self.thinking.particles);
        self.base.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.base.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let usual = self.base.act(view, stream)?;
        if !self.looks(view, &usual) {
            return Ok(usual);
        }
        // A failure in thought must not become a failure in the game.
        let best = self.best(view, &usual, stream).unwrap_or(None);
        Ok(best.unwrap_or(usual))
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.base.watch(stop);
        self.stop = StopFlag::clone(stop);
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.base.game_over(view, over);
    }
}
