//! Why a step of an evening is not made, and what does not fit together, in words.

use rummilab_words::{Language, Say, english_by_default, say};

use crate::game::GameFault;

/// Why no tables can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawError {
    /// The last round misses results; the first table and game without them, from 1.
    Open {
        round: u64,
        games: usize,
        table: usize,
        game: usize,
    },
    /// All rounds were played.
    Over,
    /// A round that is drawn anew has results.
    Begun(u64),
    /// No round was drawn that could be drawn anew.
    NothingDrawn,
    /// There are tables for these players only with more reserve players.
    Reserves { players: usize, missing: usize },
    /// Fewer players than a table takes.
    TooFew(usize),
}

/// Why results are not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnterError {
    /// The round has no such table and game.
    NoGame {
        table: usize,
        game: usize,
    },
    /// No such round was drawn.
    NoRound,
    Fault(GameFault),
}

/// What does not fit together, and stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// Drawn now, the tables would be others.
    OtherTables { round: u64 },
    /// A player is there in a round and sits nowhere.
    NotSeated { name: String, round: u64 },
    /// A player sits in a round without being there.
    NotThere { name: String, round: u64 },
}

english_by_default!(DrawError, EnterError, Remark);

impl std::error::Error for DrawError {}
impl std::error::Error for EnterError {}

impl Say for DrawError {
    fn say(&self, language: Language) -> String {
        match self {
            DrawError::Open {
                round,
                games,
                table,
                game,
            } => say!(
                language,
                "club-draw-open",
                round = *round,
                games = *games,
                table = *table,
                game = *game
            ),
            DrawError::Over => say!(language, "club-draw-over"),
            DrawError::Begun(round) => say!(language, "club-draw-begun", round = *round),
            DrawError::NothingDrawn => say!(language, "club-nothing-drawn"),
            DrawError::Reserves { players, missing } => {
                let (players, missing) = (*players, *missing);
                say!(
                    language,
                    "club-draw-reserves",
                    players = players,
                    missing = missing
                )
            }
            DrawError::TooFew(players) => say!(language, "club-draw-few", players = *players),
        }
    }
}

impl Say for EnterError {
    fn say(&self, language: Language) -> String {
        match self {
            EnterError::NoGame { table, game } => {
                say!(language, "club-no-game", table = *table, game = *game)
            }
            EnterError::NoRound => say!(language, "club-nothing-drawn"),
            EnterError::Fault(why) => why.say(language),
        }
    }
}

impl Say for Remark {
    fn say(&self, language: Language) -> String {
        match self {
            Remark::OtherTables { round } => {
                say!(language, "club-other-tables", round = *round)
            }
            Remark::NotSeated { name, round } => {
                say!(language, "club-not-seated", name = name, round = *round)
            }
            Remark::NotThere { name, round } => {
                say!(language, "club-not-there", name = name, round = *round)
            }
        }
    }
}
