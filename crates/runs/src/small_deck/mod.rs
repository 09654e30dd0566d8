//! Small decks: games of two with so few tiles that their equilibrium is computed, and what a bot
//! gives away there against the player who exploits it most.
//!
//! A deck is a TOML file with the parameters of the OpenSpiel game `rummilab_rummikub`
//! (docs/python.md), so that OpenSpiel can load the same game. A win counts 1, a loss -1, a
//! shared win 0.

mod against_bot;
mod seated_bot;

use rummilab_bots::BotSpec;
use rummilab_bots::small_deck::{DeckGame, Ends, GameError, fits};
use rummilab_core::{NamedRulesError, RuleSet, Seat};
use rummilab_extensive::{CfrPlus, Exploitability, ExploreError, ExtensiveGame, Player};
use rummilab_solver::SolveError;
use serde::{Deserialize, Serialize};

use self::against_bot::AgainstBot;
use self::seated_bot::SeatedBot;

/// Why a small deck cannot be read, solved or played.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// The file is no deck.
    #[error(transparent)]
    File(#[from] toml::de::Error),
    /// The rules have faults.
    #[error(transparent)]
    Rules(#[from] NamedRulesError),
    /// Decks have two players; the file has another number.
    #[error("players = {0}; expected 2")]
    Players(u8),
    /// Rules of this kind are not solved.
    #[error("small decks are not solved with {0}")]
    Unfit(&'static str),
    /// The game cannot be played through.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A bot failed, or did what is not legal: its name and what happened.
    #[error("{0}: {1}")]
    Bot(String, String),
    /// The graph of the game is too large, or has a fault.
    #[error("{0}; take a smaller deck or more nodes")]
    Graph(String),
}

impl<E: Into<DeckError> + std::fmt::Display> From<ExploreError<E>> for DeckError {
    fn from(error: ExploreError<E>) -> DeckError {
        match error {
            ExploreError::Source(error) => error.into(),
            other => DeckError::Graph(other.to_string()),
        }
    }
}

impl From<SolveError> for DeckError {
    fn from(error: SolveError) -> DeckError {
        DeckError::Game(error.into())
    }
}

/// The fields of a deck file. What is left out is as the rule system has it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    rules: Option<String>,
    players: Option<u8>,
    colours: Option<u8>,
    values: Option<u8>,
    copies: Option<u8>,
    jokers: Option<u8>,
    hand: Option<u8>,
    opening_min: Option<u16>,
}

/// A game of two with few tiles.
///
/// ```
/// use rummilab_runs::SmallDeck;
///
/// let deck = "colours = 1\nvalues = 3\ncopies = 2\njokers = 0\nhand = 3\nopening_min = 0";
/// let deck = SmallDeck::from_toml(deck)?;
/// // 8 of 20 racks go out at once, and of the others the smaller sum wins.
/// let solved = deck.solve(1, 1000)?;
/// assert!((solved.exploitability.value - 0.4).abs() < 1e-9);
/// # Ok::<(), rummilab_runs::DeckError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SmallDeck {
    rules: RuleSet,
}

/// The equilibrium of a deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolvedDeck {
    /// Nodes of the graph of the game, up to the empty pool.
    pub nodes: usize,
    /// Information sets.
    pub info_sets: usize,
    /// Iterations of CFR+.
    pub iterations: u32,
    /// How far the mean strategy is from an equilibrium; the first player is seat 0.
    pub exploitability: Exploitability,
}

/// How much work a worst case was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorstCaseWork {
    /// Nodes of the graph of games against it, to the end of each game.
    pub nodes: usize,
    /// How many times the bot was asked.
    pub asked: usize,
}

/// A bot against its best response.
#[derive(Debug, Clone, PartialEq)]
pub struct WorstCase {
    /// What the bot gets if the other knows it and exploits it most.
    pub value: f64,
    /// What that took.
    pub work: WorstCaseWork,
}

impl SmallDeck {
    /// Reads a deck file.
    ///
    /// # Errors
    /// [`DeckError`]: what is no deck, and what cannot be solved.
    pub fn from_toml(text: &str) -> Result<SmallDeck, DeckError> {
        let file: DeckFile = toml::from_str(text)?;
        if let Some(players) = file.players.filter(|players| *players != 2) {
            return Err(DeckError::Players(players));
        }
        let fields = [
            ("colours", file.colours.map(u16::from)),
            ("values", file.values.map(u16::from)),
            ("copies", file.copies.map(u16::from)),
            ("jokers", file.jokers.map(u16::from)),
            ("hand", file.hand.map(u16::from)),
            ("opening_min", file.opening_min),
        ];
        let given = fields
            .iter()
            .filter_map(|(key, value)| Some((key, (*value)?)));
        let options: Vec<String> = given.map(|(key, value)| format!("{key}={value}")).collect();
        let name = file.rules.as_deref().unwrap_or("original");
        SmallDeck::new(RuleSet::named(name, &options)?)
    }

    /// The deck of these rules.
    ///
    /// # Errors
    /// [`DeckError::Unfit`].
    pub fn new(rules: RuleSet) -> Result<SmallDeck, DeckError> {
        match fits(&rules) {
            Err(what) => Err(DeckError::Unfit(what)),
            Ok(()) => Ok(SmallDeck { rules }),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Computes an equilibrium by so many iterations of CFR+, and how far it is from exact. Ends
    /// with an empty pool hide nothing and are solved beforehand.
    ///
    /// # Errors
    /// [`DeckError::Graph`] with more than `most_nodes` nodes, and if the solver fails.
    pub fn solve(&self, iterations: u32, most_nodes: usize) -> Result<SolvedDeck, DeckError> {
        let mut game = DeckGame::new(&self.rules, Ends::Solved);
        let (graph, _) = ExtensiveGame::explore(&mut game, most_nodes)?;
        drop(game);
        let mut cfr = CfrPlus::new(&graph);
        (0..iterations).for_each(|_| cfr.iterate());
        Ok(SolvedDeck {
            nodes: graph.nodes(),
            info_sets: graph.info_sets().len(),
            iterations,
            exploitability: graph.exploitability(&cfr.average()),
        })
    }

    /// What a bot in this seat gets against a best response: an exact figure for this seed of the
    /// bot's random numbers. The best response sees what a player sees, and knows the bot and its
    /// random numbers.
    ///
    /// # Errors
    /// As [`solve`](SmallDeck::solve), and [`DeckError::Bot`].
    pub fn worst_case(
        &self,
        bot: &BotSpec,
        seat: Seat,
        seed: u64,
        most_nodes: usize,
    ) -> Result<WorstCase, DeckError> {
        let seated = SeatedBot::new(bot, seat, seed);
        let mut game = AgainstBot::new(&self.rules, seated);
        let (graph, _) = ExtensiveGame::explore(&mut game, most_nodes)?;
        let other = Player::BOTH[seat.next(2).index()];
        Ok(WorstCase {
            value: -graph.best_response(&graph.uniform(), other),
            work: WorstCaseWork {
                nodes: graph.nodes(),
                asked: game.asked(),
            },
        })
    }
}
