//! Small games of any number of seats, with a pool, by full enumeration. It tries every turn and
//! every tile that may be drawn, and the referee of core plays every game to its end. It uses no
//! pruning, no table of positions and no code of the bots.

use rummilab_core::{Action, BySeat, Deal, Game, Happened, RuleSet, Seat, Tile, TileCounts};

use super::enumeration::Enumeration;

/// How the other players play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// All play against the asking seat.
    Paranoid,
    /// Everybody plays for itself. Among turns equally good for itself a player takes the worst for
    /// the asking seat, then for the one after it, …
    MaxN,
}

/// A game with its beginning, so that it can be replayed with other tiles.
#[derive(Clone)]
pub struct Line<'r> {
    rules: &'r RuleSet,
    racks: BySeat<TileCounts>,
    stream: Vec<Tile>,
    starter: Seat,
    actions: Vec<Action>,
    pub game: Game<'r>,
    /// The draws of each seat, turn by turn.
    pub drawn: BySeat<Vec<Tile>>,
    /// The draw of each seat on its last turn.
    pub last_drawn: BySeat<Option<Tile>>,
}

impl<'r> Line<'r> {
    pub fn new(
        rules: &'r RuleSet,
        racks: BySeat<TileCounts>,
        stream: Vec<Tile>,
        starter: Seat,
    ) -> Line<'r> {
        let seats = racks.players();
        let deal = Deal {
            racks: racks.clone(),
            streams: vec![stream.clone()],
        };
        Line {
            rules,
            game: Game::new(rules, &deal, starter).unwrap(),
            racks,
            stream,
            starter,
            actions: Vec::new(),
            drawn: BySeat::filled(seats, Vec::new()),
            last_drawn: BySeat::filled(seats, None),
        }
    }

    /// `None` if the referee refuses.
    pub fn act(&self, action: &Action, judge: &mut Enumeration) -> Option<Line<'r>> {
        let mut next = self.clone();
        let event = next.game.act(action, judge).ok()?;
        next.actions.push(action.clone());
        next.last_drawn[event.seat] = None;
        if let Happened::Drew(tile) = event.happened {
            next.drawn[event.seat].push(tile);
            next.last_drawn[event.seat] = Some(tile);
        }
        Some(next)
    }

    /// The same turns with other tiles dealt; `None` if the referee refuses a turn.
    pub fn again(
        &self,
        racks: BySeat<TileCounts>,
        stream: Vec<Tile>,
        judge: &mut Enumeration,
    ) -> Option<Line<'r>> {
        let first = Line::new(self.rules, racks, stream, self.starter);
        let mut actions = self.actions.iter();
        actions.try_fold(first, |line, action| line.act(action, judge))
    }

    /// The tiles of the pool.
    pub fn pool(&self) -> &[Tile] {
        &self.stream[self.stream.len() - self.game.pool_len()..]
    }

    /// The line in which the seat to move draws this tile of the pool.
    fn drawing(&self, at: usize, judge: &mut Enumeration) -> Line<'r> {
        let mut stream = self.stream.clone();
        let next = stream.len() - self.game.pool_len();
        stream.swap(next, next + at);
        let line = self.again(self.racks.clone(), stream, judge).unwrap();
        line.act(&Action::Draw, judge).unwrap()
    }

    /// Every choice of the seat to move, with the equally likely lines that may follow it. `None`
    /// stands for a draw or a pass.
    pub fn choices(&self, judge: &mut Enumeration) -> Vec<(Option<TileCounts>, Vec<Line<'r>>)> {
        let position = self.game.position(self.game.to_move().unwrap());
        let mut choices = Vec::new();
        for laid in judge.plays(self.rules, &position) {
            let action = judge.action(&self.game, &laid);
            choices.push((Some(laid), vec![self.act(&action, judge).unwrap()]));
        }
        if self.pool().is_empty() {
            let passed = self.act(&Action::Pass, judge);
            choices.extend(passed.map(|line| (None, vec![line])));
        } else {
            let draws = (0..self.pool().len()).map(|at| self.drawing(at, judge));
            let draws = draws.collect();
            choices.push((None, draws));
        }
        choices
    }

    /// The worth of the game to each seat, times the number of orders of the pool; against all
    /// others only the asking seat's worth. `None` if it takes more than `turns` turns.
    pub fn worths(
        &self,
        way: Way,
        asking: Seat,
        judge: &mut Enumeration,
        turns: &mut usize,
    ) -> Option<Vec<i64>> {
        if let Some(worths) = self.ended(judge) {
            return Some(worths);
        }
        let mover = self.game.to_move().unwrap();
        let rank = |worths: &Vec<i64>| -> Vec<i64> {
            let seats = worths.len();
            let against = (0..seats).map(|i| -worths[asking.clockwise(i, seats).index()]);
            match way {
                Way::Paranoid if mover == asking => vec![worths[asking.index()]],
                Way::Paranoid => vec![-worths[asking.index()]],
                Way::MaxN => [worths[mover.index()]].into_iter().chain(against).collect(),
            }
        };
        let mut best: Option<Vec<i64>> = None;
        for (_, lines) in self.choices(judge) {
            let worths = mean(&lines, self.pool().len(), way, asking, judge, turns)?;
            if best.as_ref().is_none_or(|best| rank(&worths) > rank(best)) {
                best = Some(worths);
            }
        }
        best
    }

    fn ended(&self, judge: &mut Enumeration) -> Option<Vec<i64>> {
        let results = self.game.results(judge)?;
        let seats = results.len() as i64;
        let winners = results.iter().filter(|result| result.place == 1).count() as i64;
        let own = results.iter().map(|result| {
            let won = if result.place == 1 {
                1_200_000 / winners
            } else {
                0
            };
            won + i64::from(result.score)
        });
        let own: Vec<i64> = own.collect();
        let sum: i64 = own.iter().sum();
        let orders: i64 = (1..=self.pool().len() as i64).product();
        Some(own.iter().map(|own| (own * seats - sum) * orders).collect())
    }
}

/// The worths of a choice, times the number of orders of a pool of this size. After a draw, each
/// line has its worth times the orders of a pool with one tile less. There are as many lines as
/// tiles, so the worth of the draw is the sum.
pub fn mean(
    lines: &[Line<'_>],
    pool: usize,
    way: Way,
    asking: Seat,
    judge: &mut Enumeration,
    turns: &mut usize,
) -> Option<Vec<i64>> {
    let mut sums = Vec::new();
    for line in lines {
        *turns = turns.checked_sub(1)?;
        let orders = |tiles: usize| -> i64 { (1..=tiles as i64).product() };
        let scale = orders(pool) / orders(line.pool().len()) / lines.len() as i64;
        let worths = line.worths(way, asking, judge, turns)?;
        sums.resize(worths.len(), 0);
        for (sum, worth) in sums.iter_mut().zip(worths) {
            *sum += worth * scale;
        }
    }
    Some(sums)
}
