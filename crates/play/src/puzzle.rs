//! One turn as an exercise: a table, a rack, and how many tiles are to be laid. Nobody else moves.

use rummilab_core::{
    Action, CouldPlay, Game, Middle, MiddleError, RuleSet, Seat, SeatThen, Table, Tile, TileCounts,
};
use rummilab_solver::{SolveError, Solver};

use crate::advice::Advice;
use crate::draft::{Draft, MoveTarget, Pick};
use crate::rack::{self, RackTile};
use crate::session::ActionError;
use crate::words::count;

/// Tiles on the rack of the other player, of whom nothing else is known.
const OTHERS_TILES: usize = 7;

/// Why a position is no exercise.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// There are more of a tile than the rules have, or no tile for another player.
    #[error("there are too many tiles")]
    TooManyTiles,
    /// No game stands so.
    #[error(transparent)]
    Middle(#[from] MiddleError),
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Fewer tiles can be laid than are asked for.
    #[error("at most {} can be laid", count(*.0, "tile"))]
    TooFew(usize),
}

/// An exercise, and how far somebody has come with it.
pub struct Puzzle {
    rules: RuleSet,
    start: Middle,
    draft: Draft,
    advice: Advice,
    wanted: usize,
    by_value: bool,
    hints: u8,
    solved: bool,
}

impl Puzzle {
    /// The exercise to lay so many tiles, or the most that can be.
    ///
    /// # Errors
    /// If no game stands so, or so many cannot be laid.
    pub fn new(
        rules: RuleSet,
        table: Table,
        rack: TileCounts,
        opened: bool,
        wanted: Option<usize>,
        solver: &mut dyn Solver,
    ) -> Result<Puzzle, PuzzleError> {
        let start = Puzzle::start(&rules, table, rack, opened)?;
        let game = Game::resume(&rules, &start)?;
        let advice = Advice::of(&game, Seat(0), solver)?;
        let most = advice.played.len();
        let wanted = wanted.unwrap_or(most).max(1);
        if wanted > most {
            return Err(PuzzleError::TooFew(most));
        }
        let draft = Draft::new(&rules, &start.table, rack, &start.table);
        Ok(Puzzle {
            draft,
            rules,
            start,
            advice,
            wanted,
            by_value: false,
            hints: 0,
            solved: false,
        })
    }

    /// The middle of a game of two in which the first seat is to move from this position. The other
    /// has opened; of its rack and the pool nothing else is known.
    ///
    /// # Errors
    /// If there are more of a tile than the rules have.
    pub fn start(
        rules: &RuleSet,
        table: Table,
        rack: TileCounts,
        opened: bool,
    ) -> Result<Middle, PuzzleError> {
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let on_table = table.counts().map_err(|_| PuzzleError::TooManyTiles)?;
        let unseen = all.checked_sub(&on_table);
        let unseen = unseen.and_then(|unseen| unseen.checked_sub(&rack));
        let unseen: Vec<Tile> = unseen.ok_or(PuzzleError::TooManyTiles)?.tiles().collect();
        let (theirs, pool) = unseen.split_at(OTHERS_TILES.min(unseen.len()));
        let seat = |rack, opened| SeatThen {
            rack,
            opened,
            own_turns: u32::from(opened),
            ..SeatThen::default()
        };
        let theirs = seat(theirs.iter().copied().collect(), true);
        Ok(Middle {
            seats: [seat(rack, opened), theirs].into_iter().collect(),
            table,
            streams: vec![pool.to_vec()],
            starter: Seat(0),
            to_move: Seat(0),
            drawn_first: None,
            last_round: None,
            passes: 0,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Table and rack as they are being changed.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// How many tiles are to be laid.
    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// The best turn.
    pub fn advice(&self) -> &Advice {
        &self.advice
    }

    /// Whether it is solved: then nothing can be moved any more.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Whether the player has opened before.
    pub fn opened(&self) -> bool {
        self.start.seats[Seat(0)].opened
    }

    /// Tiles that are neither on the table nor on the own rack or the other's.
    pub fn pool(&self) -> usize {
        self.start.streams.iter().map(Vec::len).sum()
    }

    /// Whether the rack is shown by value, not by colour.
    pub fn by_value(&self) -> bool {
        self.by_value
    }

    /// The rack as it is shown.
    pub fn rack_shown(&self) -> Vec<RackTile> {
        rack::shown(self.draft.rack(), self.by_value, &TileCounts::EMPTY)
    }

    /// Shows the rack in the other order.
    pub fn sort(&mut self) {
        self.by_value = !self.by_value;
    }

    /// Moves tiles.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    pub fn shift(&mut self, picks: &[Pick], to: MoveTarget) -> Result<(), ActionError> {
        self.open()?;
        Ok(self.draft.shift(&self.rules, picks, to)?)
    }

    /// Takes back the last move.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), ActionError> {
        self.open()?;
        Ok(self.draft.undo()?)
    }

    /// Makes the move again that was taken back last.
    ///
    /// # Errors
    /// If there is none.
    pub fn redo(&mut self) -> Result<(), ActionError> {
        self.open()?;
        Ok(self.draft.redo()?)
    }

    /// Takes back all moves.
    ///
    /// # Errors
    /// If it is solved.
    pub fn reset(&mut self) -> Result<(), ActionError> {
        self.open()?;
        self.draft.reset();
        Ok(())
    }

    /// The next hint: first how much, then where.
    pub fn hint(&mut self) -> String {
        self.hints = self.hints.saturating_add(1);
        match self.hints {
            1 => self.advice.how_much(),
            _ => self.advice.which(),
        }
    }

    /// Lays the best turn on the table, and says how.
    ///
    /// # Errors
    /// If it is solved.
    pub fn show_best(&mut self) -> Result<String, ActionError> {
        self.open()?;
        self.draft.put_table(&self.rules, &self.advice.table)?;
        Ok(self.advice.all())
    }

    /// Why the turn cannot end with the table as it is; `None` if it can, solved or not.
    pub fn why_not_end(&self, judge: &mut dyn CouldPlay) -> Option<ActionError> {
        if self.draft.laid().is_empty() {
            return Some(ActionError::NothingLaid);
        }
        let play = Action::Play(self.draft.table());
        let mut game = Game::resume(&self.rules, &self.start).ok()?;
        let legal = game.act(&play, judge);
        legal.err().map(ActionError::Illegal)
    }

    /// Ends the turn, and says whether that was enough. What was not stays on the table, to go on
    /// with.
    ///
    /// # Errors
    /// Why the turn is not legal.
    pub fn end(&mut self, judge: &mut dyn CouldPlay) -> Result<String, ActionError> {
        self.open()?;
        if let Some(why) = self.why_not_end(judge) {
            return Err(why);
        }
        let laid = self.draft.laid().len();
        self.solved = laid >= self.wanted;
        let tiles = count(laid, "tile");
        Ok(match (self.solved, self.draft.rack().is_empty()) {
            (true, true) => format!("Solved: you go out with {tiles}."),
            (true, false) => format!("Solved: {tiles}."),
            (false, _) => format!("Legal, with {tiles}; {} can be laid.", self.wanted),
        })
    }

    fn open(&self) -> Result<(), ActionError> {
        match self.solved {
            true => Err(ActionError::NotYourTurn),
            false => Ok(()),
        }
    }
}
