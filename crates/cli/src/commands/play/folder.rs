//! The folder of a person's game: that of a run with one block, and the saved game until it is
//! over. Each turn is on the disk before the next turn begins.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rummilab::arena::{Plan, Span};
use rummilab::play::Session;
use rummilab::record::Unfinished;
use rummilab::runs::{GAMES, RunFolder, RunsError, Store, read_blocks, write_whole};

use crate::error::Error;

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
    pub fn open(path: &Path, plan: &Plan) -> Result<(GameFolder, GameState), Error> {
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
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                return Ok((folder, GameState::Nothing));
            }
            text => text.map_err(|cause| RunsError::Read(saved.clone(), cause))?,
        };
        let game = Unfinished::from_line(&text).map_err(|why| {
            Error::Input(format!(
                "{}: the saved game cannot be read: {why}",
                saved.display()
            ))
        })?;
        Ok((folder, GameState::Saved(game)))
    }

    /// Saves the game, first under another name, so that the file is never incomplete.
    pub fn save(&self, session: &Session) -> Result<(), Error> {
        let line = session.saved().to_line() + "\n";
        Ok(write_whole(&self.saved_path(), line.as_bytes()).map_err(RunsError::from)?)
    }

    /// Records a finished game and writes the files of a run.
    pub fn finish(mut self, mut session: Session) -> Result<(), Error> {
        let Some(block) = session.block() else {
            return Err(Error::Input("the game is not over".to_owned()));
        };
        self.store.append(&block)?;
        self.complete()
    }

    /// Writes the files of a run whose record is complete.
    pub fn complete(self) -> Result<(), Error> {
        let saved = self.saved_path();
        self.store.close()?;
        self.run.finish(&[])?;
        match fs::remove_file(&saved) {
            Err(cause) if cause.kind() != ErrorKind::NotFound => {
                Err(RunsError::Write(saved, cause).into())
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
    plan.has_person().then_some(plan)
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
