//! A notebook as lines of JSON: a header, then a line for each thing told, with what all players
//! see after it.

use rummilab_core::notation::{NotationError, typed_table, typed_tiles};
use rummilab_core::{Action, RuleError, RuleSet, RuleSpec, Seat, Table, Tile};
use rummilab_solver::Solver;
use serde::{Deserialize, Serialize};

use super::line::{GameLine, Whose, with_owners};
use super::notebook::{Notebook, NotebookError, SavedLines};
use super::real_table::{Impossible, RealTable};

/// The kind of file that the first line states.
pub const KIND: &str = "rummilab-table-game";
/// The version of the form.
const FORMAT: u32 = 1;

/// Why a line cannot be.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SavedError {
    /// The line of the file, from 1.
    pub line: usize,
    pub problem: SavedProblem,
}

/// The fault of a line.
#[derive(Debug, thiserror::Error)]
pub enum SavedProblem {
    #[error("it holds no game: {0}")]
    Json(#[from] serde_json::Error),
    #[error("this is not a game told at a real table")]
    Foreign,
    #[error("the file has format {0}, this program reads format {FORMAT}")]
    NewerVersion(u32),
    #[error("the rules cannot be read: {0}")]
    Rules(#[from] RuleError),
    #[error("{0}")]
    Tiles(#[from] NotationError),
    #[error("{0}")]
    Refused(#[from] NotebookError),
    #[error("{0}")]
    Impossible(#[from] Impossible),
    #[error("{field} is recorded as {recorded}, and follows as {follows}")]
    Differs {
        field: &'static str,
        recorded: String,
        follows: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    kind: String,
    format: u32,
    /// Name and version of the program that wrote it.
    build: String,
    players: usize,
    /// The seat of the person who tells the game; seat 0 starts.
    seat: Seat,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    /// The rules, as complete TOML.
    rules: String,
}

/// Enough of the first line to identify the file.
#[derive(Deserialize)]
struct Greeting {
    kind: String,
    format: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Did {
    Rack,
    Laid,
    Drew,
    Back,
    Passed,
    Penalty,
    /// The sets lie so.
    Table,
}

/// What was told, and what all players see after it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    /// The seat whose turn it was; null if the line is about the table.
    seat: Option<Seat>,
    did: Did,
    /// The tiles; null if the person who tells the game did not see them.
    tiles: Option<String>,
    /// The sets on the table, each with ` @` and the seat of its owner if it has one.
    table: Vec<String>,
    /// Number of tiles on each rack.
    racks: Vec<usize>,
    opened: Vec<bool>,
    pool: usize,
}

impl Event {
    fn of(line: &GameLine, before: Option<&RealTable>, after: &RealTable) -> Event {
        let view = after.view();
        let seat = before.map_or(Some(view.seat), RealTable::to_move);
        let seat = seat.filter(|_| !matches!(line, GameLine::Table(_)));
        let did = match line {
            GameLine::Rack(_) => Did::Rack,
            GameLine::Laid(..) => Did::Laid,
            GameLine::Drew(..) => Did::Drew,
            GameLine::Back(..) => Did::Back,
            GameLine::Penalty(..) => Did::Penalty,
            GameLine::Table(_) => Did::Table,
            GameLine::Passed(_) | GameLine::Best | GameLine::Choice => Did::Passed,
        };
        let drew = matches!(did, Did::Drew | Did::Back | Did::Penalty);
        let hidden = drew && seat != Some(view.seat);
        let tiles: Vec<String> = line.tiles().iter().map(Tile::to_string).collect();
        let sets = with_owners(view.table);
        Event {
            seat,
            did,
            tiles: (!hidden).then(|| tiles.join(" ")),
            table: sets
                .split(" ; ")
                .filter(|set| !set.is_empty())
                .map(str::to_owned)
                .collect(),
            racks: view.rack_sizes.iter().copied().collect(),
            opened: view.opened.iter().copied().collect(),
            pool: view.pool_len,
        }
    }

    /// What was told.
    fn line(&self, rules: &RuleSet) -> Result<GameLine, SavedProblem> {
        let tiles = typed_tiles(self.tiles.as_deref().unwrap_or_default(), rules)?;
        Ok(match self.did {
            Did::Rack => GameLine::Rack(tiles),
            Did::Laid => GameLine::Laid(Whose::Next, tiles),
            Did::Drew => GameLine::Drew(Whose::Next, tiles),
            Did::Back => GameLine::Back(Whose::Next, tiles),
            Did::Passed => GameLine::Passed(Whose::Next),
            Did::Penalty => GameLine::Penalty(Whose::Next, tiles),
            Did::Table => GameLine::Table(self.sets(rules)?),
        })
    }

    fn sets(&self, rules: &RuleSet) -> Result<Table, SavedProblem> {
        if self.table.iter().any(|set| set.contains('@')) {
            let line = GameLine::parse(&format!("table {}", self.table.join(" ; ")), rules);
            return match line.map_err(NotebookError::from)? {
                GameLine::Table(table) => Ok(table),
                _ => Err(SavedProblem::Foreign),
            };
        }
        Ok(typed_table(&self.table.join(" ; "), rules)?)
    }

    /// Compares the line with what follows from the lines before it.
    fn check(&self, follows: &Event) -> Result<(), SavedProblem> {
        same("seat", &self.seat, &follows.seat)?;
        same("tiles", &self.tiles, &follows.tiles)?;
        same("racks", &self.racks, &follows.racks)?;
        same("opened", &self.opened, &follows.opened)?;
        same("pool", &self.pool, &follows.pool)
    }
}

fn same<T: PartialEq + Serialize>(
    field: &'static str,
    recorded: &T,
    follows: &T,
) -> Result<(), SavedProblem> {
    if recorded == follows {
        return Ok(());
    }
    let text = |value: &T| serde_json::to_string(value).unwrap_or_default();
    Err(SavedProblem::Differs {
        field,
        recorded: text(recorded),
        follows: text(follows),
    })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists of these are always JSON")
}

impl Notebook {
    /// Whether a text is one that [`Notebook::from_json_lines`] reads.
    pub fn is_one(text: &str) -> bool {
        let first = text.lines().next().unwrap_or_default();
        serde_json::from_str::<Greeting>(first).is_ok_and(|found| found.kind == KIND)
            || serde_json::from_str::<SavedLines>(text).is_ok()
    }

    /// The notebook as lines of JSON; `build` is the name and version of the program.
    pub fn to_json_lines(&self, build: &str) -> String {
        let mut lines = vec![json(&Header {
            kind: KIND.to_owned(),
            format: FORMAT,
            build: build.to_owned(),
            players: self.players(),
            seat: self.me(),
            names: self.names().to_vec(),
            rules: self.rules().spec().to_toml(),
        })];
        let before = std::iter::once(None).chain(self.tables().iter().map(Some));
        let after = self.lines().iter().zip(self.tables());
        let events = before.zip(after);
        lines.extend(events.map(|(before, (line, after))| json(&Event::of(line, before, after))));
        lines.join("\n") + "\n"
    }

    /// Reads a notebook, and checks each line against the lines before it.
    ///
    /// # Errors
    /// The first line that cannot be.
    pub fn from_json_lines(text: &str, solver: &mut dyn Solver) -> Result<Notebook, SavedError> {
        let at = |line: usize| move |problem: SavedProblem| SavedError { line, problem };
        if let Ok(saved) = serde_json::from_str::<SavedLines>(text) {
            return of_saved(&saved, solver).map_err(at(1));
        }
        let mut lines = text.lines().enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let mut notebook = empty(first).map_err(at(1))?;
        for (number, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let read = notebook.read(text, solver);
            read.map_err(at(number + 1))?;
        }
        Ok(notebook)
    }

    fn read(&mut self, text: &str, solver: &mut dyn Solver) -> Result<(), SavedProblem> {
        let event: Event = serde_json::from_str(text)?;
        let line = event.line(self.rules())?;
        let before = self.table().cloned();
        if before.is_some() && event.did == Did::Rack {
            return Err(NotebookError::NoRack.into());
        }
        self.tell(line.clone(), solver)
            .map_err(|refused| match refused {
                NotebookError::Impossible { why, .. } => why.into(),
                other => SavedProblem::from(other),
            })?;
        let table = event.sets(self.rules())?;
        let Some(after) = self.table() else {
            return Err(NotebookError::NoRack.into());
        };
        event.check(&Event::of(&line, before.as_ref(), after))?;
        if with_owners(&table) != with_owners(after.view().table) {
            // Another version may have found other sets of the same tiles.
            let lies = GameLine::Table(table);
            after.after(&lies, solver)?;
            self.tell(lies, solver)?;
        }
        Ok(())
    }

    /// Checks that the person who tells the game laid where that was a duty: the racks of the
    /// others are not known. The line of the error is that of the file.
    ///
    /// # Errors
    /// The first turn that the referee refuses.
    pub fn check_own_turns(&self, judge: &mut Box<dyn Solver>) -> Result<(), SavedError> {
        for (at, line) in self.lines().iter().enumerate().skip(1) {
            let before = &self.tables()[at - 1];
            let idle = matches!(line, GameLine::Drew(..) | GameLine::Passed(_));
            if !idle || !before.is_my_turn() || before.awaits_draw() {
                continue;
            }
            let mut game = before.game().clone();
            let draws = game.pool_len() > 0 && !self.rules().draw_first;
            let action = if draws { Action::Draw } else { Action::Pass };
            if let Err(why) = game.act(&action, judge) {
                let why = Impossible::Illegal(Box::new(why), self.rules().clone());
                return Err(SavedError {
                    line: at + 2,
                    problem: why.into(),
                });
            }
        }
        Ok(())
    }
}

/// The notebook of a header.
fn empty(text: &str) -> Result<Notebook, SavedProblem> {
    let greeting: Greeting = serde_json::from_str(text)?;
    match (greeting.kind.as_str(), greeting.format) {
        (KIND, FORMAT) => {}
        (KIND, newer) => return Err(SavedProblem::NewerVersion(newer)),
        _ => return Err(SavedProblem::Foreign),
    }
    let header: Header = serde_json::from_str(text)?;
    let rules = RuleSet::new(RuleSpec::from_recorded_toml(&header.rules)?)?;
    let notebook = Notebook::new(&rules, header.players, header.seat)?;
    Ok(notebook.with_names(header.names)?)
}

/// The notebook of the earlier form.
fn of_saved(saved: &SavedLines, solver: &mut dyn Solver) -> Result<Notebook, SavedProblem> {
    let rules = RuleSet::new(RuleSpec::from_recorded_toml(&saved.rules)?)?;
    let mut notebook = Notebook::new(&rules, saved.players, saved.seat)?;
    for line in &saved.lines {
        let line = GameLine::parse(line, &rules).map_err(NotebookError::from)?;
        notebook.tell(line, solver)?;
    }
    Ok(notebook)
}
