//! Certified ends: turns of two players with an empty pool whose worth is known exactly, as a
//! corpus, and what a bot loses on them.
//!
//! With an empty pool nothing is hidden from two players. Every turn of such an end has an exact
//! worth ([`every_turn`]): the win first, then the points, if both go on without a mistake. A bot
//! that is asked sees the whole public history, but remembers nothing of its earlier turns.

mod collect;
mod mean;

use rummilab_bot_api::{BotFault, PublicTurn, View, Visible};
use rummilab_bots::endgame::{Choice, State, SubsetsError, every_turn};
use rummilab_bots::{BotSpec, roster};
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{BySeat, Game, Illegal, Middle, RuleSet, Seat, SeatThen, TileCounts};
use rummilab_search::count::Lies;
use serde::{Deserialize, Serialize};

pub use collect::{Collection, EndCollector};
pub use mean::MeanRegret;

/// Tiles on both racks together.
pub const SIZES: std::ops::RangeInclusive<usize> = 8..=24;

/// More than all points and less than a win ([`State::worth`]).
const HALF_A_WIN: i64 = 500_000;

/// Why ends cannot be collected, read or played.
#[derive(Debug, thiserror::Error)]
pub enum EndsError {
    /// A line of a corpus is no end.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// An end of the corpus is no position: of which deal, and why.
    #[error("the end of deal {0}: {1}")]
    Position(u64, String),
    /// No cards can be dealt.
    #[error("deal {0}: {1}")]
    Deal(u64, String),
    /// A bot failed.
    #[error("deal {0}: {1}")]
    Bot(u64, BotFault),
    /// A bot's turn is illegal.
    #[error("deal {0}: {1}")]
    Turn(u64, Illegal),
    /// The rules are beyond the automaton.
    #[error("under these rules no end is solved")]
    Rules,
    /// An end cannot be solved.
    #[error("the end of deal {0}: {1}")]
    Unsolved(u64, SubsetsError),
}

/// What a turn is worth to the player to move, if both play on without a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// The share of the win: 1, 0, or 0.5 where it is shared.
    pub wins: f64,
    /// The score of the game.
    pub points: f64,
}

impl Worth {
    /// Of a worth as the search of ends has it.
    pub fn of(worth: i64) -> Worth {
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
#[serde(deny_unknown_fields)]
pub struct CertifiedEnd {
    /// Whom the player met.
    pub opponent: String,
    /// The number of the deal.
    pub deal: u64,
    /// The seat of the player, who is to move.
    pub seat: usize,
    /// Every turn so far, separated by `;`: the tiles laid, `draw` or `pass`, each with `*N` if it
    /// came N times in a row. Seat 0 began.
    pub turns: String,
    /// The table.
    pub table: String,
    /// The racks of both seats.
    pub racks: [String; 2],
    /// What the player laid in the game; empty for a pass.
    pub played: String,
    /// What that turn is worth.
    pub played_worth: Worth,
    /// What the best turn is worth.
    pub best: Worth,
    /// What a best turn lays: of those the one with most tiles, then the first.
    pub best_turn: String,
    /// How many legal turns there are.
    pub moves: usize,
    /// How many of them win as much as the best one.
    pub as_good: usize,
    /// How many of them are worth as much, points included.
    pub best_turns: usize,
}

/// An end as a game that can go on.
#[derive(Debug, Clone)]
pub struct Standing<'r> {
    /// The state for the search.
    pub state: State,
    /// The game. Seat 0 began it.
    pub game: Game<'r>,
    /// Its turns.
    pub history: Vec<PublicTurn>,
}

impl CertifiedEnd {
    /// Whether a wrong turn loses the win, or a part of it.
    pub fn is_critical(&self) -> bool {
        self.as_good < self.moves
    }

    /// The end as a game.
    ///
    /// # Errors
    /// [`EndsError::Position`].
    pub fn standing<'r>(&self, rules: &'r RuleSet) -> Result<Standing<'r>, EndsError> {
        let fail = |why: &dyn ToString| EndsError::Position(self.deal, why.to_string());
        let tiles = |text: &str| -> Result<TileCounts, EndsError> {
            let tiles = parse_tiles(text, rules).map_err(|why| fail(&why))?;
            TileCounts::try_from_tiles(tiles).map_err(|tile| fail(&tile))
        };
        let racks = [tiles(&self.racks[0])?, tiles(&self.racks[1])?];
        let mut history = Vec::new();
        for piece in self.turns.split(';').map(str::trim) {
            let (turn, times) = match piece.split_once('*') {
                Some((turn, times)) => (turn, times.parse().map_err(|why| fail(&why))?),
                None => (piece, 1_usize),
            };
            let visible = match turn {
                "draw" => Visible::Drew,
                "pass" => Visible::Passed,
                laid => Visible::Laid(tiles(laid)?),
            };
            for _ in 0..times {
                history.push(PublicTurn {
                    seat: Seat(history.len() % 2),
                    drew_first: false,
                    put_back: 0,
                    visible: visible.clone(),
                });
            }
        }
        let own = |seat: Seat| history.iter().filter(move |turn| turn.seat == seat);
        let laid = |turn: &PublicTurn| matches!(turn.visible, Visible::Laid(_));
        let idle = history.iter().rev();
        let idle = idle.take_while(|turn| turn.visible.is_idle());
        let middle = Middle {
            seats: BySeat::from_fn(2, |seat| SeatThen {
                rack: racks[seat.index()],
                opened: own(seat).any(laid),
                own_turns: own(seat).count() as u32,
                ..SeatThen::default()
            }),
            table: parse_table(&self.table, rules).map_err(|why| fail(&why))?,
            streams: vec![Vec::new(), Vec::new()],
            starter: Seat(0),
            to_move: Seat(history.len() % 2),
            drawn_first: None,
            last_round: None,
            passes: idle.count(),
        };
        let game = Game::resume(rules, &middle).map_err(|why| fail(&why))?;
        let state = State::of(&View::of(&game, middle.to_move, &history));
        let state = state.ok_or(EndsError::Rules)?;
        Ok(Standing {
            state,
            game,
            history,
        })
    }

    /// Every legal turn with its exact worth, the best first.
    ///
    /// # Errors
    /// If the end cannot be read or solved.
    pub fn every_turn(&self, rules: &RuleSet, lies: &mut Lies) -> Result<Vec<Choice>, EndsError> {
        let standing = self.standing(rules)?;
        let turns = every_turn(rules, Seat(0), lies, &standing.state);
        turns.map_err(|why| EndsError::Unsolved(self.deal, why))
    }

    /// What a bot lays here, if it is asked without a memory of the game. `seed` is of its random
    /// numbers.
    ///
    /// # Errors
    /// If the end cannot be read, or the bot fails.
    pub fn ask(&self, rules: &RuleSet, bot: &BotSpec, seed: u64) -> Result<TileCounts, EndsError> {
        let mut standing = self.standing(rules)?;
        let seat = standing.state.to_move;
        let mut player = bot.make();
        player.new_game(seat);
        let key = Key::bot(seed, &bot.to_string(), seat.index(), self.deal);
        let view = View::of(&standing.game, seat, &standing.history);
        let action = player.act(&view, &mut Stream::new(key));
        let action = action.map_err(|fault| EndsError::Bot(self.deal, fault))?;
        let event = standing.game.act(&action, &mut roster::solver());
        let event = event.map_err(|why| EndsError::Turn(self.deal, why))?;
        Ok(laid_by(&PublicTurn::of(&event)))
    }
}

/// The tiles of a turn; none for a pass.
fn laid_by(turn: &PublicTurn) -> TileCounts {
    match turn.visible {
        Visible::Laid(laid) => laid,
        _ => TileCounts::EMPTY,
    }
}

/// What a turn loses.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Regret {
    /// The share of the win that it loses against the best turn.
    pub wins: f64,
    /// The points that it loses against it.
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

    /// Of laying these tiles, where those are the legal turns, the best first. `None` if it is
    /// none of them.
    pub fn among(turns: &[Choice], laid: &TileCounts) -> Option<Regret> {
        let played = turns.iter().find(|turn| turn.laid == *laid)?;
        Some(Regret::of(
            Worth::of(turns.first()?.worth),
            Worth::of(played.worth),
        ))
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
