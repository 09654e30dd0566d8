//! The responder that searches a tree of its own information sets.

use rummilab_bot_api::{BotFault, PublicTurn, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Game, Seat, TileCounts};
use rummilab_playout::Posterior;
use rustc_hash::FxHashMap;

use super::responder::{Lookahead, Responder};
use super::thinker::{Thinker, Thinking};
use crate::rollout::Candidate;

/// The weight of exploration in UCB1, half of that for results from 0 to 1 (Auer, Cesa-Bianchi and
/// Fischer, Machine Learning 47, 2002): iterations are few.
const EXPLORE: f64 = 0.7;

struct Ismcts(Thinker);

/// What the responder sees of a position: its rack, the table, all rack sizes, the pool.
type Seen = (TileCounts, TileCounts, Vec<usize>, usize);

/// The tree; its root is node 0.
#[derive(Default)]
struct Tree(Vec<Node>);

#[derive(Default)]
struct Node {
    /// Empty until the second visit.
    arms: Vec<Arm>,
}

struct Arm {
    turn: Candidate,
    visits: u32,
    worth: f64,
    next: FxHashMap<Seen, usize>,
}

impl Arm {
    fn mean(&self) -> f64 {
        self.worth / f64::from(self.visits.max(1))
    }
}

impl Node {
    fn of(listed: Vec<Candidate>) -> Node {
        let arm = |turn| Arm {
            turn,
            visits: 0,
            worth: 0.0,
            next: FxHashMap::default(),
        };
        Node {
            arms: listed.into_iter().map(arm).collect(),
        }
    }

    /// The arm of UCB1 among those that are open: the first that was never tried, else the one
    /// with the largest bound. Progressive widening (Coulom, Advances in Computer Games 2006): a
    /// node opens its arms one by one, the k-th after (k - 1)² visits.
    fn chosen(&self) -> usize {
        let all: u32 = self.arms.iter().map(|arm| arm.visits).sum();
        let open = 1 + all.isqrt() as usize;
        let bound = |arm: &Arm| match arm.visits {
            0 => f64::INFINITY,
            visits => arm.mean() + EXPLORE * (f64::from(all).ln() / f64::from(visits)).sqrt(),
        };
        first_largest(self.arms.iter().take(open).map(bound))
    }
}

/// The index of the largest number, the first of equal ones.
fn first_largest(numbers: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (at, number) in numbers.enumerate() {
        if number > best.1 {
            best = (at, number);
        }
    }
    best.0
}

impl Responder {
    /// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, IEEE Transactions
    /// on Computational Intelligence and AI in Games 4, 2012) with a known opponent. A node is what
    /// the responder knows before one of its turns; its arms are the turns of the short list, which
    /// is as wide in every node. Each iteration, a game of `thinking`, deals the hidden tiles anew.
    /// The opponents' turns are sampled from the model, so the tree branches on what is seen of
    /// them. UCB1 chooses arms, each iteration adds one node, and the game is played out from
    /// there. The arm with most iterations is played. Any failure leaves the turn of the base.
    pub fn ismcts(thinking: Thinking) -> Responder {
        Responder::thinking(thinking, Ismcts)
    }
}

impl Ismcts {
    /// One iteration: down the tree, one new node, a game from there, and its worth back up.
    fn iterate(
        &mut self,
        view: &View<'_>,
        belief: &Posterior,
        number: (u64, u64),
        tree: &mut Tree,
    ) -> Result<(), BotFault> {
        let me = view.seat;
        let mut game = self.0.begin(view, belief, number)?;
        let mut history = view.history.to_vec();
        let mut path = Vec::new();
        let (mut node, mut at_root) = (0, true);
        let worth = loop {
            let arm = tree.0[node].chosen();
            path.push((node, arm));
            let action = match at_root {
                true => tree.0[node].arms[arm].turn.action.clone(),
                false => {
                    let tiles = tree.0[node].arms[arm].turn.laid;
                    self.lay(&View::of(&game, me, &history), &tiles)?
                }
            };
            at_root = false;
            game.start_turn();
            self.0.step(&mut game, &mut history, &action)?;
            if !self.others(&mut game, &mut history, me)? {
                break self.0.worth(&game, me);
            }
            game.start_turn();
            let own = View::of(&game, me, &history);
            let known = tree.0[node].arms[arm].next.get(&seen(&own)?).copied();
            let Some(next) = known else {
                let usual = self.0.turn(&own, me)?;
                let new = tree.0.len();
                tree.0[node].arms[arm].next.insert(seen(&own)?, new);
                tree.0.push(Node::default());
                let (own, mut on) = (own.clone(), history.clone());
                let mut game = game.clone();
                break self.0.play_out(&own, &mut game, &mut on, &usual)?;
            };
            if tree.0[next].arms.is_empty() {
                let usual = self.0.turn(&own, me)?;
                tree.0[next] = Node::of(self.0.list_in(&own, &usual)?);
            }
            node = next;
        };
        for (node, arm) in path {
            let arm = &mut tree.0[node].arms[arm];
            arm.visits += 1;
            arm.worth += worth;
        }
        Ok(())
    }

    /// Makes the turns of the others, until the responder is to move; `false` if the game ends.
    fn others(
        &mut self,
        game: &mut Game<'_>,
        history: &mut Vec<PublicTurn>,
        me: Seat,
    ) -> Result<bool, BotFault> {
        while let Some(to_move) = game.to_move() {
            if to_move == me {
                return Ok(true);
            }
            game.start_turn();
            let action = self.0.turn(&View::of(game, to_move, history), me)?;
            self.0.step(game, history, &action)?;
        }
        Ok(false)
    }

    /// Lays these tiles, or nothing. The table may lie otherwise than where the list was made.
    fn lay(&mut self, view: &View<'_>, tiles: &TileCounts) -> Result<Action, BotFault> {
        if tiles.is_empty() {
            return Ok(view.idle());
        }
        let laid = self.0.player.lay_tiles(view, tiles)?;
        laid.ok_or_else(|| BotFault::Crash(format!("{tiles} cannot be laid again")))
    }
}

fn seen(view: &View<'_>) -> Result<Seen, BotFault> {
    let table = view.table.counts();
    let table = table.map_err(|why| BotFault::Crash(why.to_string()))?;
    let sizes = view.rack_sizes.iter().copied().collect();
    Ok((view.rack, table, sizes, view.pool_len))
}

impl Lookahead for Ismcts {
    fn new_game(&mut self, _: Seat) {
        self.0.new_game();
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.0.watch(stop);
    }

    fn best(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let Some(belief) = self.0.look(view, stream) else {
            return Ok(None);
        };
        let seed = stream.next_u64();
        let listed = self.0.list(view, usual, seed)?;
        if listed.len() < 2 {
            return Ok(None);
        }
        let mut tree = Tree(vec![Node::of(listed)]);
        for number in 0..self.0.thinking.games as u64 {
            if self.0.stopped() {
                return Ok(None);
            }
            self.iterate(view, &belief, (seed, number), &mut tree)?;
        }
        let arms = &tree.0[0].arms;
        let most = arms.iter().map(|arm| arm.visits).max().unwrap_or(0);
        let mean = |arm: &Arm| match arm.visits == most {
            true => arm.mean(),
            false => f64::NEG_INFINITY,
        };
        let best = first_largest(arms.iter().map(mean));
        Ok(Some(arms[best].turn.action.clone()))
    }
}
