//! A session at a real table: the lines that a person types, and the answers.

use std::fmt::Write;

use rummilab_bot_api::View;
use rummilab_core::notation::letters;
use rummilab_core::{Ending, JokerKind, RuleSet, Seat, count};
use serde::Serialize;

use super::advice::{Advisers, Play, TurnAdvice};
use super::line::{GameLine, GameLineError, Whose};
use super::nearest::Nearest;
use super::notebook::{Notebook, NotebookError};
use super::real_table::Impossible;
use crate::words::sentence;

/// The help text for these rules: a line for each kind of line, and the letters of the tiles.
pub fn help(rules: &RuleSet) -> String {
    let colours = rules.colours();
    let colour = |at: usize| colours[at % colours.len()].letter();
    let (a, b, c) = (colour(0), colour(1), colour(2));
    let joker = JokerKind::ALL
        .into_iter()
        .find(|kind| rules.jokers.of(*kind) > 0);
    let joker = joker.map_or(String::new(), |kind| format!(" {}", kind.letter()));
    let rack = format!("rack {a}3-5 {c}7{joker}");
    let (colours, jokers) = letters(rules);
    let tiles = [colours, jokers].concat().join(", ");
    format!(
        "  {rack:<18}  your rack; first of all
  {a}7-9                laid, by the player to move; also: they laid {a}7-9, I laid {a}7-9
  d                   drew; if you drew, say what: d {c}5
  p                   passed
  back {c}5             drew {c}5 for the tile put back, where turns begin with a draw
  penalty             refused: penalty tiles; if you drew them, say which
  best, choice        you did what is best, or what the bot chose
  table {a}3-5; 7{a}{b}{c}    how the sets lie, if they lie otherwise; 7{a}{b}{c} @1 is of seat 1
  undo, undo 3        take back the last line, the last three
  fix 4 {a}7-9          another line 4
  lines, show, help, quit
Tiles: {a}3-5 is {a}3 {a}4 {a}5, 7{a}{b}{c} is {a}7 {b}7 {c}7. Letters: {tiles}."
    )
}

/// Most useful draws in an answer.
const DRAWS_TOLD: usize = 5;

/// A notebook, with the advisers for its lines.
pub struct AdviseSession {
    notebook: Notebook,
    advisers: Advisers,
}

/// The answer to a line.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// Whether the line was accepted.
    pub ok: bool,
    /// Why the line was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
    /// The lines so far, or the help text, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The state of the game; absent before the rack is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Standing>,
    /// Advice, if it is the person's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counsel: Option<TurnAdvice>,
    /// Whether the person wants to leave.
    #[serde(skip)]
    pub quit: bool,
}

/// The state of a game, as a person sees it.
#[derive(Debug, Clone, Serialize)]
pub struct Standing {
    /// The seat to move; null if the game is over.
    pub to_move: Option<Seat>,
    /// Whether that is the person's seat.
    pub your_turn: bool,
    pub rack: String,
    pub table: String,
    pub pool: usize,
    pub rack_sizes: Vec<usize>,
    /// Tiles that the person does not see.
    pub unseen: usize,
    /// Whether the person must first tell the tile drawn at the start of the turn.
    pub which_draw: bool,
    /// Whether the tile just drawn may go back for another.
    pub may_put_back: bool,
    /// The owner of each set of the table, null for a run; absent if groups have no owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
    /// The owners in words, one sentence for each seat with groups.
    #[serde(skip)]
    pub groups: Vec<String>,
    /// How the game ended; absent while it goes on.
    pub ended: Option<String>,
}

impl AdviseSession {
    /// A session with this notebook.
    pub fn new(notebook: Notebook, advisers: Advisers) -> Self {
        AdviseSession { notebook, advisers }
    }

    /// The notebook with the lines so far.
    pub fn notebook(&self) -> &Notebook {
        &self.notebook
    }

    pub fn enter(&mut self, text: &str) -> Reply {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mut told = Vec::new();
        let done = match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) | ("show", "") => Ok(()),
            ("quit" | "q", "") => {
                return Reply {
                    quit: true,
                    ..self.reply(Ok(()), told)
                };
            }
            ("help" | "?", "") => {
                told.extend(help(self.notebook.rules()).lines().map(str::to_owned));
                Ok(())
            }
            ("lines", "") => {
                let lines = self.notebook.lines().iter().enumerate();
                told.extend(lines.map(|(at, line)| format!("{}  {line}", at + 1)));
                Ok(())
            }
            ("undo" | "u", rest) => self.undo(rest, &mut told),
            ("fix", rest) => self.fix(rest),
            _ => self.tell(text),
        };
        self.reply(done, told)
    }

    fn undo(&mut self, rest: &str, told: &mut Vec<String>) -> Result<(), NotebookError> {
        let number = match rest.trim() {
            "" => 1,
            number => number.parse().unwrap_or(0),
        };
        let lines = self.notebook.lines().len();
        if number == 0 || number > lines.max(1) {
            return Err(NotebookError::NoUndo(rest.trim().to_owned(), lines));
        }
        let taken = (0..number).map_while(|_| self.notebook.undo());
        told.extend(taken.map(|line| format!("taken back: {line}")));
        Ok(())
    }

    fn fix(&mut self, rest: &str) -> Result<(), NotebookError> {
        let (number, text) = rest
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((rest, ""));
        let number = number.parse().unwrap_or(0);
        let line = GameLine::parse(text, self.notebook.rules())?;
        self.notebook
            .correct(number, line, self.advisers.solver.as_mut())
    }

    fn tell(&mut self, text: &str) -> Result<(), NotebookError> {
        let line = GameLine::parse(text, self.notebook.rules())?;
        let solver = self.advisers.solver.as_mut();
        if !matches!(line, GameLine::Best | GameLine::Choice) {
            return self.notebook.tell(line, solver);
        }
        let number = self.notebook.lines().len() + 1;
        let impossible = |why| NotebookError::Impossible {
            line: number,
            why,
            nearest: None,
        };
        let table = self.notebook.table().ok_or(NotebookError::NoRack)?;
        table.on_turn().map_err(impossible)?;
        if table.awaits_draw() {
            return Err(impossible(Impossible::WhichTiles(1)));
        }
        let advice = TurnAdvice::of(table, &mut self.advisers).map_err(impossible)?;
        let play = match line {
            GameLine::Best => advice.best,
            _ => advice.choice,
        };
        let solver = self.advisers.solver.as_mut();
        let Some(lies) = play.table else {
            let pool = table.view().pool_len;
            let drawn = if pool > 0 && !self.notebook.rules().draw_first {
                GameLine::Drew
            } else {
                |whose, _| GameLine::Passed(whose)
            };
            return self.notebook.tell(drawn(Whose::Mine, Vec::new()), solver);
        };
        let laid = GameLine::Laid(Whose::Mine, play.laid.tiles().collect());
        self.notebook.tell(laid, solver)?;
        match GameLine::parse(&format!("table {lies}"), self.notebook.rules()) {
            // If the table lies as expected, no line is added.
            Ok(lies) if !self.is_the_table(&lies) => {
                self.notebook.tell(lies, self.advisers.solver.as_mut())
            }
            _ => Ok(()),
        }
    }

    fn is_the_table(&self, line: &GameLine) -> bool {
        let lies = self
            .notebook
            .table()
            .map(|table| table.view().table.sorted_sets());
        matches!(line, GameLine::Table(table) if Some(table.sorted_sets()) == lies)
    }

    fn reply(&mut self, done: Result<(), NotebookError>, told: Vec<String>) -> Reply {
        let (error, nearest) = match done {
            Ok(()) => (None, None),
            Err(NotebookError::Impossible { line, why, nearest }) => (
                Some(format!("line {line}: {why}")),
                nearest.map(|nearest| *nearest),
            ),
            Err(error @ NotebookError::Tell(GameLineError::Tiles(_))) => (
                Some(format!("{error}; `help` lists what can be typed")),
                None,
            ),
            Err(error) => (Some(error.to_string()), None),
        };
        let mut reply = Reply {
            ok: error.is_none(),
            error,
            nearest,
            told,
            game: None,
            counsel: None,
            quit: false,
        };
        let Some(table) = self.notebook.table() else {
            return reply;
        };
        let view = table.view();
        reply.game = Some(Standing {
            to_move: table.to_move(),
            your_turn: table.is_my_turn(),
            rack: view.rack.to_string(),
            table: view.table.to_string(),
            pool: view.pool_len,
            rack_sizes: view.rack_sizes.iter().copied().collect(),
            unseen: table.unseen().len(),
            which_draw: table.awaits_draw(),
            may_put_back: view.may_put_back,
            owners: owners(&view),
            groups: groups(&view),
            ended: table.ending().map(|ending| ended(ending, view.seat)),
        });
        if reply.ok && table.is_my_turn() && !table.awaits_draw() {
            match TurnAdvice::of(table, &mut self.advisers) {
                Ok(counsel) => reply.counsel = Some(counsel),
                Err(why) => reply.error = Some(why.to_string()),
            }
        }
        reply
    }
}

fn owners(view: &View<'_>) -> Option<Vec<Option<u8>>> {
    let owners = view.table.owners()?.to_vec();
    view.rules.has_group_owners().then_some(owners)
}

/// The owners of the groups of the table, in words.
fn groups(view: &View<'_>) -> Vec<String> {
    let table = view.table;
    let of = |seat: Seat| {
        let own = |at: &usize| table.owner(*at).map(usize::from) == Some(seat.index());
        let sets = (0..table.sets().len()).filter(own);
        let sets: Vec<String> = sets.map(|at| table.sets()[at].to_string()).collect();
        let whose = if seat == view.seat {
            "Your groups".to_owned()
        } else {
            format!("Groups of seat {seat}")
        };
        (!sets.is_empty()).then(|| format!("{whose}: {}.", sets.join("; ")))
    };
    let seats = (0..view.players()).map(Seat);
    let all = view.rules.has_group_owners().then(|| seats.filter_map(of));
    all.into_iter().flatten().collect()
}

fn ended(ending: Ending, me: Seat) -> String {
    match ending {
        Ending::WentOut(seat) if seat == me => "you are out".to_owned(),
        Ending::WentOut(seat) => format!("seat {seat} is out"),
        _ => "the pool is empty and nobody lays any more".to_owned(),
    }
}

impl Reply {
    /// The answer as sentences, one a line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut say = |line: &str| {
            let _ = writeln!(text, "{line}");
        };
        self.told.iter().for_each(|line| say(line));
        if let Some(error) = &self.error {
            say(&sentence(error));
        }
        if let Some(nearest) = &self.nearest {
            let Nearest { text, command, .. } = nearest;
            let again = if nearest.again {
                format!(
                    ", in line {}? Then type this, and the new line again",
                    nearest.line
                )
            } else {
                "? Then type".to_owned()
            };
            say(&format!("Did you mean `{text}`{again}: {command}"));
        }
        if !self.ok {
            return text;
        }
        match &self.game {
            None => say("Your rack first, such as: rack R3-5 K7 J (help: what can be typed)"),
            Some(game) => game.lines().iter().for_each(|line| say(line)),
        }
        if let Some(counsel) = &self.counsel {
            counsel.lines().iter().for_each(|line| say(line));
        }
        text
    }
}

impl Standing {
    fn lines(&self) -> Vec<String> {
        let table = if self.table.is_empty() {
            "nothing"
        } else {
            &self.table
        };
        let mut lines = vec![
            format!("Table: {table}."),
            format!(
                "Your rack: {}. Pool: {}.",
                self.rack,
                count(self.pool, "tile")
            ),
        ];
        lines.splice(1..1, self.groups.iter().cloned());
        lines.extend(match (&self.ended, self.to_move, self.your_turn) {
            (Some(ended), ..) => Some(sentence(ended)),
            (None, _, true) if self.which_draw => {
                Some("Your turn begins with a draw: say which, such as d K5.".to_owned())
            }
            (None, _, true) if self.may_put_back => Some(
                "Your turn. The tile just drawn may go back: type back and the tile drawn instead."
                    .to_owned(),
            ),
            (None, _, true) => Some("Your turn.".to_owned()),
            (None, Some(seat), false) => Some(format!(
                "Seat {seat} is to move, with {}.",
                count(self.rack_sizes[seat.index()], "tile")
            )),
            (None, None, false) => None,
        });
        lines
    }
}

impl TurnAdvice {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("Best: {}", describe(&self.best))];
        lines.push(match self.choice.tiles == self.best.tiles {
            true => format!("The bot would do the same. {}", sentence(&self.choice.why)),
            false if self.choice.tiles.is_empty() => {
                format!("The bot would wait. {}", describe(&self.choice))
            }
            false => format!("The bot would lay {}", describe(&self.choice)),
        });
        let draws = self.draws.iter().take(DRAWS_TOLD).map(|draw| {
            let then = if draw.goes_out {
                "you go out".to_owned()
            } else {
                count(draw.tiles, "tile")
            };
            format!("{} ({:.0} %: {then})", draw.tile, 100.0 * draw.chance)
        });
        let draws: Vec<String> = draws.collect();
        if !draws.is_empty() {
            let chance: f64 = self.draws.iter().map(|draw| draw.chance).sum();
            let more = match self.draws.len() - draws.len() {
                0 => String::new(),
                more => format!(", and {} more", count(more, "kind")),
            };
            lines.push(format!(
                "A draw helps in {:.0} %: {}{more}.",
                100.0 * chance,
                draws.join(", ")
            ));
        }
        lines
    }
}

fn describe(play: &Play) -> String {
    let how = match (play.tiles.is_empty(), play.steps.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!("{}. ", play.tiles),
        (false, false) => format!("{}. How: {}. ", play.tiles, play.steps.join("; ")),
    };
    if play.goes_out {
        return format!("{how}{}", sentence(&play.why));
    }
    let about = if play.next_goes_out_exact {
        ""
    } else {
        "about "
    };
    format!(
        "{how}{} The next player then goes out in {about}{:.0} %.",
        sentence(&play.why),
        100.0 * play.next_goes_out
    )
}
