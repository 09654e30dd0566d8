//! Certified ends: turns of two players with an empty pool whose worth is known exactly, as a
//! corpus, and what a bot loses on them.
//!
//! With an empty pool nothing is hidden from two players, so that an exhaustive search says what
//! each turn is worth ([`Endgame`]). A bot that is asked afterwards sees the whole public history,
//! but remembers nothing of its earlier turns.

use rummilab_arena::{Draws, deal};
use rummilab_bot_api::{Bot, PublicTurn, View, Visible};
use rummilab_bots::endgame::{Choice, Endgame, State};
use rummilab_bots::{BotSpec, roster};
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{
    Action, BySeat, Game, Middle, NamedRulesError, RuleSet, Seat, SeatThen, TileCounts,
};
use rummilab_solver::{SolveError, Solver};
use rummilab_stats::{BlockMeans, Interval, LEVEL, rate_interval};
use serde::{Deserialize, Serialize};

/// Tiles on both racks together.
pub const SIZES: std::ops::RangeInclusive<usize> = 8..=24;

/// A won game is worth more than all points ([`State::worth`]).
const HALF_A_WIN: i64 = 500_000;

/// Why ends cannot be collected, read or played.
#[derive(Debug, thiserror::Error)]
pub enum EndsError {
    /// A line of a corpus is no end.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// The rules are none.
    #[error(transparent)]
    Rules(#[from] NamedRulesError),
    /// A game cannot be played: of which deal, and why.
    #[error("deal {0}: {1}")]
    Game(u64, String),
    /// The solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The search of an end of the corpus, that of this deal, did not finish.
    #[error("the end of deal {0} is not solved")]
    NotSolved(u64),
}

/// What a turn is worth to the player to move, if both play on without a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// The share of the win: 1, 0, or 0.5 where it is shared.
    pub wins: f64,
    /// The score of the game.
    pub points: f64,
}

impl Worth {
    fn of(worth: i64) -> Worth {
        let (wins, points) = match worth {
            HALF_A_WIN.. => (1.0, worth - 2 * HALF_A_WIN),
            worth if worth <= -HALF_A_WIN => (0.0, worth + 2 * HALF_A_WIN),
            _ => (0.5, worth),
        };
        // The worth is the difference of two scores that add up to 0.
        let points = points as f64 / 2.0;
        Worth { wins, points }
    }
}

/// An end: where the game stands, and what its turns are worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CertifiedEnd {
    /// The number of the deal.
    pub deal: u64,
    /// Every turn so far: the tiles laid, `draw` or `pass`. Seat 0 began.
    pub turns: Vec<String>,
    /// The table.
    pub table: String,
    /// The racks of both seats. The seat to move follows from the number of turns.
    pub racks: [String; 2],
    /// What the player of the game laid; empty for a pass.
    pub laid: String,
    /// What the best turn is worth.
    pub best: Worth,
    /// What the turn of the game is worth.
    pub played: Worth,
    /// How many turns there are.
    pub moves: usize,
    /// How many of them win as much as the best one.
    pub as_good: usize,
}

impl CertifiedEnd {
    /// Whether a wrong turn loses the win, or a part of it.
    pub fn is_critical(&self) -> bool {
        self.as_good < self.moves
    }

    /// Tiles on both racks.
    ///
    /// # Errors
    /// [`EndsError::Line`].
    pub fn tiles(&self, rules: &RuleSet) -> Result<usize, EndsError> {
        Ok(self.game(rules)?.0.racks.iter().map(TileCounts::len).sum())
    }

    /// The state for the search, the game, and its history.
    fn game<'r>(
        &self,
        rules: &'r RuleSet,
    ) -> Result<(State, Game<'r>, Vec<PublicTurn>), EndsError> {
        let fail = |why: &dyn ToString| EndsError::Game(self.deal, why.to_string());
        let tiles = |text: &str| -> Result<TileCounts, EndsError> {
            let tiles = parse_tiles(text, rules).map_err(|why| fail(&why))?;
            Ok(tiles.into_iter().collect())
        };
        let racks = [tiles(&self.racks[0])?, tiles(&self.racks[1])?];
        let mut history = Vec::new();
        for (at, turn) in self.turns.iter().enumerate() {
            let visible = match turn.as_str() {
                "draw" => Visible::Drew,
                "pass" => Visible::Passed,
                laid => Visible::Laid(tiles(laid)?),
            };
            history.push(PublicTurn {
                seat: Seat(at % 2),
                drew_first: false,
                put_back: 0,
                visible,
            });
        }
        let opened = |seat: Seat| {
            let mut own = history.iter().filter(|turn| turn.seat == seat);
            own.any(|turn| matches!(turn.visible, Visible::Laid(_)))
        };
        let of = |seat: Seat| history.iter().filter(|turn| turn.seat == seat).count();
        let idle = history
            .iter()
            .rev()
            .take_while(|turn| turn.visible.is_idle());
        let middle = Middle {
            seats: BySeat::from_fn(2, |seat| SeatThen {
                rack: racks[seat.index()],
                opened: opened(seat),
                own_turns: of(seat) as u32,
                ..SeatThen::default()
            }),
            table: parse_table(&self.table, rules).map_err(|why| fail(&why))?,
            streams: vec![Vec::new(), Vec::new()],
            starter: Seat(0),
            to_move: Seat(history.len() % 2),
            drawn_first: None,
            last_round: None,
            passes: idle.count().min(1),
        };
        let game = Game::resume(rules, &middle).map_err(|why| fail(&why))?;
        let state = State::of(&View::of(&game, middle.to_move, &history));
        let state = state.ok_or_else(|| fail(&"rules of which no end is solved"))?;
        Ok((state, game, history))
    }
}

/// How many ends were found, and how many of them could be solved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// Games played.
    pub games: u64,
    /// Games with a turn of 8 to 24 tiles and an empty pool.
    pub with_ends: u64,
    /// Turns that were tried: of each game in random order, until one is solved.
    pub tried: u64,
    /// Games with a turn that was solved.
    pub solved: u64,
    /// Turns of so few tiles with one or two tiles left in the pool, over all games.
    pub before_the_last_tile: u64,
}

/// Plays games of a bot against itself, and takes one turn of each: of those of 8 to 24 tiles
/// with an empty pool, in random order, the first that is solved. The random numbers follow from
/// the seed.
pub struct EndCollector<'r> {
    rules: &'r RuleSet,
    name: String,
    bots: [Box<dyn Bot>; 2],
    solver: Box<dyn Solver>,
    seed: u64,
    /// Lists of plays that solving an end may take.
    work: u64,
    /// What was found so far.
    pub found: Collection,
}

/// A turn of a game, as it was before it.
struct Moment {
    end: CertifiedEnd,
    laid: TileCounts,
}

impl<'r> EndCollector<'r> {
    /// A collector of the ends of this bot.
    pub fn new(rules: &'r RuleSet, bot: &BotSpec, seed: u64, work: u64) -> EndCollector<'r> {
        EndCollector {
            rules,
            name: bot.to_string(),
            bots: [bot.make(), bot.make()],
            solver: roster::solver(),
            seed,
            work,
            found: Collection::default(),
        }
    }

    /// Plays this deal. `None` if it has no such turn, or none that is solved.
    ///
    /// # Errors
    /// If the game cannot be played.
    pub fn collect(&mut self, number: u64) -> Result<Option<CertifiedEnd>, EndsError> {
        let mut moments = self.play(number)?;
        self.found.games += 1;
        if moments.is_empty() {
            return Ok(None);
        }
        self.found.with_ends += 1;
        let mut stream = Stream::new(Key::sample(self.seed, "end", number));
        stream.shuffle(&mut moments);
        for moment in moments {
            self.found.tried += 1;
            if let Some(end) = self.certify(moment)? {
                self.found.solved += 1;
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// The end with the worth of its turns; `None` if it is not solved.
    fn certify(&mut self, moment: Moment) -> Result<Option<CertifiedEnd>, EndsError> {
        let Moment { mut end, laid } = moment;
        let (state, _, _) = end.game(self.rules)?;
        let mut search = Endgame::new(self.rules, Seat(0), &mut self.solver, self.work);
        let Some(turns) = search.turns(&state)? else {
            return Ok(None);
        };
        end.moves = turns.len();
        let worth = |turn: &Choice| Worth::of(turn.worth);
        let best = turns.iter().max_by_key(|turn| turn.worth).map(worth);
        let played = turns.iter().find(|turn| turn.laid == laid).map(worth);
        let (Some(best), Some(played)) = (best, played) else {
            return Err(EndsError::Game(end.deal, "an illegal turn".to_owned()));
        };
        (end.best, end.played) = (best, played);
        end.as_good = turns
            .iter()
            .filter(|turn| Worth::of(turn.worth).wins >= best.wins)
            .count();
        Ok(Some(end))
    }

    fn play(&mut self, number: u64) -> Result<Vec<Moment>, EndsError> {
        let fail = |why: &dyn ToString| EndsError::Game(number, why.to_string());
        let (dealt, _) =
            deal(self.rules, 2, Draws::PerSeat, self.seed, number).map_err(|why| fail(&why))?;
        let mut game = Game::new(self.rules, &dealt, Seat(0)).map_err(|why| fail(&why))?;
        let mut streams =
            [0, 1].map(|seat| Stream::new(Key::bot(self.seed, &self.name, seat, number)));
        for (seat, bot) in Seat::all(2).zip(&mut self.bots) {
            bot.new_game(seat);
        }
        let (mut history, mut turns, mut moments) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(seat) = game.to_move() {
            let tiles = game.rack(Seat(0)).len() + game.rack(Seat(1)).len();
            let small = SIZES.contains(&tiles);
            self.found.before_the_last_tile +=
                u64::from(small && (1..=2).contains(&game.pool_len()));
            let before = (small && game.pool_len() == 0).then(|| CertifiedEnd {
                deal: number,
                turns: turns.clone(),
                table: game.table().to_string(),
                racks: [0, 1].map(|seat| game.rack(Seat(seat)).to_string()),
                laid: String::new(),
                best: Worth::of(0),
                played: Worth::of(0),
                moves: 0,
                as_good: 0,
            });
            let view = View::of(&game, seat, &history);
            let action = self.bots[seat.index()].act(&view, &mut streams[seat.index()]);
            let action = action.map_err(|why| fail(&why))?;
            let event = game
                .act(&action, &mut self.solver)
                .map_err(|why| fail(&why))?;
            let turn = PublicTurn::of(&event);
            let laid = match &turn.visible {
                Visible::Laid(laid) => *laid,
                _ => TileCounts::EMPTY,
            };
            turns.push(match &turn.visible {
                Visible::Laid(laid) => laid.to_string(),
                Visible::Drew => "draw".to_owned(),
                _ => "pass".to_owned(),
            });
            history.push(turn);
            if let Some(mut end) = before {
                end.laid = laid.to_string();
                moments.push(Moment { end, laid });
            }
        }
        Ok(moments)
    }
}

/// What a bot loses on an end.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Regret {
    /// The share of the win that its turn loses against the best one.
    pub wins: f64,
    /// The points that it loses. They can be negative where it loses a win, never elsewhere.
    pub points: f64,
}

impl Regret {
    /// Of a turn of this worth where the best one is worth that much.
    pub fn of(best: Worth, played: Worth) -> Regret {
        Regret {
            wins: best.wins - played.wins,
            points: best.points - played.points,
        }
    }
}

/// Reads a corpus, an end a line; lines that begin with `#` are comments.
///
/// # Errors
/// [`EndsError::Line`].
pub fn read_ends(text: &str) -> Result<Vec<CertifiedEnd>, EndsError> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|why| EndsError::Line(at + 1, why.to_string()))
        })
        .collect()
}

/// What a bot loses on this end, if it is asked without a memory of the game. `seed` is of its
/// random numbers.
///
/// # Errors
/// If the end cannot be read, the bot fails, or `work` lists of plays are not enough to solve it.
pub fn regret(
    rules: &RuleSet,
    end: &CertifiedEnd,
    bot: &BotSpec,
    seed: u64,
    work: u64,
) -> Result<Regret, EndsError> {
    let fail = |why: &dyn ToString| EndsError::Game(end.deal, why.to_string());
    let (state, mut game, history) = end.game(rules)?;
    let seat = state.to_move;
    let mut solver = roster::solver();
    let mut player = bot.make();
    player.new_game(seat);
    let key = Key::bot(seed, &bot.to_string(), seat.index(), end.deal);
    let view = View::of(&game, seat, &history);
    let action: Action = player
        .act(&view, &mut Stream::new(key))
        .map_err(|why| fail(&why))?;
    let event = game.act(&action, &mut solver).map_err(|why| fail(&why))?;
    let laid = match PublicTurn::of(&event).visible {
        Visible::Laid(laid) => laid,
        _ => TileCounts::EMPTY,
    };
    let mut search = Endgame::new(rules, Seat(0), &mut solver, work);
    let worth = search.worth_after(&state, &laid)?;
    let worth = worth.ok_or(EndsError::NotSolved(end.deal))?;
    Ok(Regret::of(end.best, Worth::of(worth)))
}

/// Resamples of the bootstrap.
const RESAMPLES: usize = 10_000;

/// The means of regrets with their intervals of 95 %.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeanRegret {
    /// How many ends there are.
    pub ends: usize,
    /// Ends on which a win was lost, or a part of it.
    pub lost: usize,
    /// The interval of their share, by Wilson. It says something even where nothing was lost.
    pub lost_ci: Option<Interval>,
    /// Mean share of the win that was lost.
    pub wins: f64,
    /// Its interval, by the percentiles of a bootstrap over ends.
    pub wins_ci: Option<Interval>,
    /// Mean points that were lost.
    pub points: f64,
    /// Its interval, likewise.
    pub points_ci: Option<Interval>,
}

impl MeanRegret {
    /// Of these regrets. `seed` is of the bootstrap.
    pub fn of(regrets: &[Regret], seed: u64) -> MeanRegret {
        let each = |figure: fn(&Regret) -> f64| regrets.iter().map(figure).collect::<Vec<_>>();
        let (wins, points) = (each(|regret| regret.wins), each(|regret| regret.points));
        let mut lost = BlockMeans::new();
        for wins in &wins {
            lost.push(&[if *wins > 0.0 { 1.0 } else { 0.0 }]);
        }
        MeanRegret {
            ends: regrets.len(),
            lost: wins.iter().filter(|wins| **wins > 0.0).count(),
            lost_ci: rate_interval(&lost, LEVEL),
            wins: mean(&wins),
            wins_ci: percentiles(&wins, seed),
            points: mean(&points),
            points_ci: percentiles(&points, seed),
        }
    }
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

/// The 2.5 and 97.5 percentiles of resampled means (Efron and Tibshirani, An Introduction to the
/// Bootstrap, 1993, 13.3). Regrets are mostly 0, so that Student's t would reach below 0.
fn percentiles(figures: &[f64], seed: u64) -> Option<Interval> {
    if figures.is_empty() {
        return None;
    }
    let mut stream = Stream::new(Key::bootstrap(seed));
    let many = figures.len() as u64;
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..many).map(|_| figures[(stream.next_u64() % many) as usize]);
            drawn.sum::<f64>() / many as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Interval::new(means[RESAMPLES / 40], means[RESAMPLES - 1 - RESAMPLES / 40])
}
