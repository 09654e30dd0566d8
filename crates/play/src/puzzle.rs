//! A turn as an exercise: a table, a rack, and the turn that solves it. Nobody else moves.

use rummilab_core::{
    Action, CouldPlay, Game, Illegal, RuleSet, Seat, SeatThen, Snapshot, SnapshotError, Table,
    Tile, TileCounts,
};
use rummilab_solver::{SolveError, Solver};
use rummilab_words::{Language, say};

use crate::advice::Advice;
use crate::draft::{Draft, MoveTarget, Pick};
use crate::rack::{self, RackTile};
use crate::session::ActionError;

/// Tiles on the rack of the other player, about whom nothing else is known.
const OTHERS_TILES: usize = 7;

/// Why a position is not an exercise.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// It has more copies of a tile than the game, or leaves no tile for another player.
    TooManyTiles,
    /// No game can be in this position.
    Snapshot(#[from] SnapshotError),
    /// The solver has no answer.
    Solve(#[from] SolveError),
    /// Fewer tiles can be laid than requested.
    TooFew(usize),
    /// The turn that should solve it cannot be played.
    Better(Illegal),
}

/// What solves an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// As many tiles as can be laid.
    Most,
    /// So many tiles, or more.
    Tiles(usize),
    /// The tiles of this turn, given by the table after it. No tiles: to wait, although something
    /// could be laid.
    Better(Table),
}

/// The tiles that solve an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    AtLeast(usize),
    Exactly(TileCounts),
}

/// An exercise with its current draft.
pub struct Puzzle {
    rules: RuleSet,
    start: Snapshot,
    draft: Draft,
    advice: Advice,
    wanted: Wanted,
    by_value: bool,
    hints: u8,
    solved: bool,
    language: Language,
}

impl Puzzle {
    /// The exercise to find this turn.
    ///
    /// # Errors
    /// If no game can be in this position, or nothing there can solve it.
    pub fn new(
        rules: RuleSet,
        table: Table,
        rack: TileCounts,
        opened: bool,
        target: Target,
        solver: &mut Box<dyn Solver + '_>,
    ) -> Result<Puzzle, PuzzleError> {
        let start = Puzzle::start(&rules, table, rack, opened)?;
        let game = Game::resume(&rules, &start)?;
        let most = Advice::of(&game, Seat(0), &start.table, solver.as_mut())?;
        let (advice, wanted) = match target {
            Target::Better(after) => {
                let played = laid_by(game, &after, solver)?;
                let advice = Advice::towards(&rules, &start.table, &after, played, most.opening);
                (advice, Wanted::Exactly(played))
            }
            Target::Most => {
                let tiles = most.played.len().max(1);
                (most, Wanted::AtLeast(tiles))
            }
            Target::Tiles(tiles) => (most, Wanted::AtLeast(tiles.max(1))),
        };
        if let Wanted::AtLeast(tiles) = wanted
            && tiles > advice.played.len()
        {
            return Err(PuzzleError::TooFew(advice.played.len()));
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
            language: Language::English,
        })
    }

    /// The middle of a two-player game in which the first seat is to move from this position. The
    /// other seat has opened; its rack and the pool are otherwise unknown.
    ///
    /// # Errors
    /// If there are more copies of a tile than in the game.
    pub fn start(
        rules: &RuleSet,
        table: Table,
        rack: TileCounts,
        opened: bool,
    ) -> Result<Snapshot, PuzzleError> {
        let on_table = table.counts().map_err(|_| PuzzleError::TooManyTiles)?;
        let unseen = rules.deck().checked_sub(&on_table);
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
        Ok(Snapshot {
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

    /// Chooses the language of what is said from now on.
    pub fn speak(&mut self, language: Language) {
        self.language = language;
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The draft of table and rack.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Number of tiles to lay.
    pub fn wanted(&self) -> usize {
        match self.wanted {
            Wanted::AtLeast(tiles) => tiles,
            Wanted::Exactly(tiles) => tiles.len(),
        }
    }

    /// Whether it asks which turn is better, so that one may also wait.
    pub fn may_wait(&self) -> bool {
        matches!(self.wanted, Wanted::Exactly(_)) && !self.solved
    }

    pub fn advice(&self) -> &Advice {
        &self.advice
    }

    /// Whether it is solved; then nothing can be moved.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Whether the player has opened before.
    pub fn opened(&self) -> bool {
        self.start.seats[Seat(0)].opened
    }

    /// Number of tiles that are neither on the table nor on a rack.
    pub fn pool(&self) -> usize {
        self.start.streams.iter().map(Vec::len).sum()
    }

    /// Whether the rack is sorted by value instead of colour.
    pub fn by_value(&self) -> bool {
        self.by_value
    }

    /// The rack as it is shown.
    pub fn rack_shown(&self) -> Vec<RackTile> {
        rack::shown(self.draft.rack(), self.by_value, &TileCounts::EMPTY)
    }

    /// Sorts the rack in the other order.
    pub fn sort(&mut self) {
        self.by_value = !self.by_value;
    }

    /// Moves tiles.
    ///
    /// # Errors
    /// The reason why not; nothing has changed.
    pub fn shift(&mut self, picks: &[Pick], to: MoveTarget) -> Result<(), ActionError> {
        self.open()?;
        Ok(self.draft.shift(&self.rules, picks, to)?)
    }

    /// Undoes the last move.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), ActionError> {
        self.open()?;
        Ok(self.draft.undo()?)
    }

    /// Repeats the move that was undone last.
    ///
    /// # Errors
    /// If there is none.
    pub fn redo(&mut self) -> Result<(), ActionError> {
        self.open()?;
        Ok(self.draft.redo()?)
    }

    /// Undoes all moves.
    ///
    /// # Errors
    /// If the exercise is solved.
    pub fn reset(&mut self) -> Result<(), ActionError> {
        self.open()?;
        self.draft.reset();
        Ok(())
    }

    /// The next hint: first how much, then where.
    pub fn hint(&mut self) -> String {
        self.hints = self.hints.saturating_add(1);
        let language = self.language;
        match (self.wanted, self.hints) {
            (Wanted::AtLeast(_), 1) => self.advice.how_much(language),
            (Wanted::AtLeast(_), _) => self.advice.which(language),
            (Wanted::Exactly(tiles), hints) => better(language, &tiles, hints > 1),
        }
    }

    /// Lays the best turn on the table and describes it.
    ///
    /// # Errors
    /// If the exercise is solved.
    pub fn show_best(&mut self) -> Result<String, ActionError> {
        self.open()?;
        self.draft.put_table(&self.rules, &self.advice.table)?;
        match self.wanted {
            Wanted::AtLeast(_) => Ok(self.advice.all(self.language)),
            Wanted::Exactly(tiles) => Ok(better(self.language, &tiles, true)),
        }
    }

    /// Why the turn cannot end with this table; `None` if it can, even if the exercise is not
    /// solved.
    pub fn why_not_end(&self, judge: &mut dyn CouldPlay) -> Option<ActionError> {
        if self.draft.laid().is_empty() {
            return Some(ActionError::NothingLaid);
        }
        let play = Action::Play(self.draft.table());
        let mut game = Game::resume(&self.rules, &self.start).ok()?;
        let legal = game.act(&play, judge);
        legal.err().map(ActionError::Illegal)
    }

    /// Ends the turn; returns whether it solved the exercise. Otherwise the draft stays for another
    /// attempt.
    ///
    /// # Errors
    /// The reason why the turn is illegal.
    pub fn end(&mut self, judge: &mut dyn CouldPlay) -> Result<String, ActionError> {
        self.open()?;
        if let Some(why) = self.why_not_end(judge) {
            return Err(why);
        }
        let laid = self.draft.laid();
        self.solved = match self.wanted {
            Wanted::AtLeast(tiles) => laid.len() >= tiles,
            Wanted::Exactly(tiles) => laid == tiles,
        };
        let (language, count) = (self.language, laid.len());
        let out = self.draft.rack().is_empty();
        Ok(match (self.solved, self.wanted) {
            (true, _) => say!(language, "puzzle-solved", out = out, count = count),
            (false, Wanted::AtLeast(wanted)) => {
                say!(language, "puzzle-legal", count = count, wanted = wanted)
            }
            (false, Wanted::Exactly(_)) => say!(language, "puzzle-not-better"),
        })
    }

    /// Lays nothing; returns whether it solved the exercise.
    ///
    /// # Errors
    /// If the exercise is solved, or asks for tiles.
    pub fn wait(&mut self) -> Result<String, ActionError> {
        self.open()?;
        let Wanted::Exactly(tiles) = self.wanted else {
            return Err(ActionError::NothingLaid);
        };
        self.solved = tiles.is_empty();
        Ok(say!(self.language, "puzzle-waited", solved = self.solved))
    }

    fn open(&self) -> Result<(), ActionError> {
        if self.solved {
            Err(ActionError::NotYourTurn)
        } else {
            Ok(())
        }
    }
}

/// The tiles that a turn lays, given by the table after it; none if the table stays.
fn laid_by(
    mut game: Game,
    after: &Table,
    judge: &mut dyn CouldPlay,
) -> Result<TileCounts, PuzzleError> {
    let rack = *game.rack(Seat(0));
    let counts = |table: &Table| table.counts().map_err(|_| PuzzleError::TooManyTiles);
    if counts(after)? == counts(game.table())? {
        return Ok(TileCounts::EMPTY);
    }
    let legal = game.act(&Action::Play(after.clone()), judge);
    legal.map_err(PuzzleError::Better)?;
    Ok(rack.saturating_sub(game.rack(Seat(0))))
}

/// The better turn: how many tiles it lays, or which.
fn better(language: Language, tiles: &TileCounts, which: bool) -> String {
    if which && !tiles.is_empty() {
        say!(language, "puzzle-better-tiles", tiles = tiles)
    } else {
        say!(language, "puzzle-better", count = tiles.len())
    }
}
