//! The folder of a person's game: that of a run with one block, and the saved game until it is
//! over. Each turn is on the disk before the next turn begins.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab_arena::{Plan, Span};
use rummilab_play::{PERSON, Session};
use rummilab_record::Unfinished;

use crate::error::RunsError;
use crate::files::GAMES;
use crate::folder::{RunFolder, read_blocks};
use crate::store::Store;
use crate::whole_file::write_whole;

const SAVED: &str = "game.json";

/// A folder in which a game is being played; it is locked against other programs.
pub struct GameFolder {
    path: PathBuf,
    run: RunFolder,
    store: Store,
}

/// The contents of a folder.
#[derive(Debug)]
pub enum GameState {
    Nothing,
    /// A game that is not over.
    Saved(Unfinished),
    /// A game that is over, recorded.
    Finished,
}

impl GameFolder {
    /// Opens the folder of a plan and creates it if needed.
    ///
    /// # Errors
    /// If the folder belongs to another run, or cannot be read or written.
    pub fn open(path: &Path, plan: &Plan) -> Result<(GameFolder, GameState), RunsError> {
        let (run, store, there) = RunFolder::open(path, plan, Span::all(plan), |_| {})?;
        let folder = GameFolder {
            path: path.to_owned(),
            run,
            store,
        };
        if there.found > 0 {
            return Ok((folder, GameState::Finished));
        }
        let saved = folder.saved_path();
        let text = match fs::read_to_string(&saved) {
            Ok(text) => text,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {
                return Ok((folder, GameState::Nothing));
            }
            Err(source) => {
                let path = saved;
                return Err(RunsError::Read(path, source));
            }
        };
        let game = Unfinished::from_line(&text).map_err(|source| {
            let path = saved;
            RunsError::SavedGame(path, source)
        })?;
        Ok((folder, GameState::Saved(game)))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Saves the game, first under another name, so that the file is never incomplete.
    ///
    /// # Errors
    /// If the folder belongs to another run, or cannot be read or written.
    pub fn save(&self, session: &Session) -> Result<(), RunsError> {
        let line = session.saved().to_line() + "\n";
        Ok(write_whole(&self.saved_path(), line.as_bytes())?)
    }

    /// Records a finished game and writes the files of a run.
    ///
    /// # Errors
    /// If the folder belongs to another run, or cannot be read or written.
    pub fn finish(mut self, mut session: Session) -> Result<(), RunsError> {
        let Some(block) = session.block() else {
            return Err(RunsError::GameNotOver);
        };
        self.store.append(&block)?;
        self.complete()
    }

    /// Writes the files of a run whose record is complete.
    ///
    /// # Errors
    /// If the folder belongs to another run, or cannot be read or written.
    pub fn complete(self) -> Result<(), RunsError> {
        let saved = self.saved_path();
        self.store.close()?;
        self.run.finish(&[])?;
        match fs::remove_file(&saved) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                Err(RunsError::Write(saved, cause))
            }
            _ => Ok(()),
        }
    }

    fn saved_path(&self) -> PathBuf {
        self.path.join(SAVED)
    }
}

/// The plan of the game in a folder, if a person played there.
pub fn plan_of_game(path: &Path) -> Option<Plan> {
    let (header, _) = read_blocks(&path.join(GAMES)).ok()?;
    let plan = Plan::from_toml(&header.plan).ok()?;
    let persons = plan.bots().iter().any(|bot| bot.canonical == PERSON);
    persons.then_some(plan)
}

/// The unfinished games in the folders below this one, the one played last first.
pub fn unfinished_games(root: &Path) -> Vec<(PathBuf, Plan)> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let saved = fs::metadata(entry.path().join(SAVED)).ok()?;
            let time = saved.modified().ok()?;
            let plan = plan_of_game(&entry.path())?;
            Some((time, entry.path(), plan))
        })
        .collect();
    found.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    found
        .into_iter()
        .map(|(_, path, plan)| (path, plan))
        .collect()
}
