//! The phases of a game, by which figures of turns and thinking times are broken down.

use serde::{Deserialize, Serialize};

/// The end of a game begins when a rack has at most this many tiles.
pub const FEW_TILES: usize = 4;

/// The phase of a game when a seat is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GamePhase {
    /// The seat to move has not opened.
    Opening,
    /// The seat has opened, there are tiles to draw, and every rack has more than [`FEW_TILES`]
    /// tiles.
    Middle,
    /// The seat has opened, and the pool is empty or some rack has at most [`FEW_TILES`] tiles.
    End,
}

impl GamePhase {
    /// The phases, in the order of a game.
    pub const ALL: [GamePhase; 3] = [GamePhase::Opening, GamePhase::Middle, GamePhase::End];

    /// The phase of a seat that `has_opened` or not, before any draw of its turn. `pool` counts the
    /// tiles left to draw, `fewest` those of the smallest rack.
    pub const fn of(has_opened: bool, pool: usize, fewest: usize) -> GamePhase {
        if !has_opened {
            GamePhase::Opening
        } else if pool == 0 || fewest <= FEW_TILES {
            GamePhase::End
        } else {
            GamePhase::Middle
        }
    }

    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            GamePhase::Opening => "opening",
            GamePhase::Middle => "middle",
            GamePhase::End => "end",
        }
    }
}
