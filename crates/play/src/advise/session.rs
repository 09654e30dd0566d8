//! A session at a real table: the lines that a person types, and the answers.

use std::fmt::Write;

use rummilab_bot_api::View;
use rummilab_core::{Ending, JokerKind, RuleSet, Seat};
use rummilab_words::{Language, Say, letters, say};
use serde::Serialize;

use super::advice::{Advisers, Play, TurnAdvice};
use super::line::{GameLine, GameLineError, Whose};
use super::nearest::Nearest;
use super::notebook::{Notebook, NotebookError};
use super::real_table::Impossible;
use super::refusals::player;
use crate::words::sentence;

/// The help text for these rules: a line for each kind of line, and the letters of the tiles.
pub fn help(language: Language, rules: &RuleSet) -> String {
    let colours = rules.colours();
    let colour = |at: usize| colours[at % colours.len()].letter().to_string();
    let (a, b, c) = (colour(0), colour(1), colour(2));
    let joker = JokerKind::ALL
        .into_iter()
        .find(|kind| rules.jokers.of(*kind) > 0);
    let joker = joker.map_or(String::new(), |kind| format!(" {}", kind.letter()));
    let rack = format!("rack {a}3-5 {c}7{joker}");
    let (colours, jokers) = letters(language, rules);
    say!(
        language,
        "advise-help",
        rack = format!("{rack:<18}"),
        a = a,
        b = b,
        c = c,
        letters = [colours, jokers].concat().join(", ")
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
    /// The language of its sentences.
    #[serde(skip)]
    pub language: Language,
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
    /// The name of the player to move.
    #[serde(skip)]
    pub who: Option<String>,
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

    fn language(&self) -> Language {
        self.advisers.adviser.language()
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
                let help = help(self.language(), self.notebook.rules());
                told.extend(help.lines().map(str::to_owned));
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
        let language = self.language();
        let taken = (0..number).map_while(|_| self.notebook.undo());
        told.extend(taken.map(|line| say!(language, "advise-taken-back", line = line.to_string())));
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
        let language = self.language();
        let error = done.as_ref().err().map(|error| match error {
            NotebookError::Tell(GameLineError::Tiles(why)) => {
                say!(language, "line-help", why = why.say(language))
            }
            error => error.say_to(language, self.notebook.names()),
        });
        let nearest = match done {
            Err(NotebookError::Impossible { nearest, .. }) => nearest.map(|nearest| *nearest),
            _ => None,
        };
        let mut reply = Reply {
            ok: error.is_none(),
            error,
            nearest,
            told,
            language,
            game: None,
            counsel: None,
            quit: false,
        };
        let Some(table) = self.notebook.table() else {
            return reply;
        };
        let (view, names) = (table.view(), self.notebook.names());
        reply.game = Some(Standing {
            who: table.to_move().map(|seat| player(language, names, seat)),
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
            groups: groups(language, names, &view),
            ended: table
                .ending()
                .map(|ending| ended(language, names, ending, view.seat)),
        });
        if reply.ok && table.is_my_turn() && !table.awaits_draw() {
            match TurnAdvice::of(table, &mut self.advisers) {
                Ok(counsel) => reply.counsel = Some(counsel),
                Err(why) => reply.error = Some(why.say_to(language, self.notebook.names())),
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
fn groups(language: Language, names: &[String], view: &View<'_>) -> Vec<String> {
    let table = view.table;
    let of = |seat: Seat| {
        let own = |at: &usize| table.owner(*at).map(usize::from) == Some(seat.index());
        let sets = (0..table.sets().len()).filter(own);
        let sets: Vec<String> = sets.map(|at| table.sets()[at].to_string()).collect();
        let told = sets.join("; ");
        (!sets.is_empty()).then(|| {
            if seat == view.seat {
                say!(language, "advise-your-groups", sets = told)
            } else {
                let who = player(language, names, seat);
                say!(language, "advise-groups", who = who, sets = told)
            }
        })
    };
    let seats = (0..view.players()).map(Seat);
    let all = view.rules.has_group_owners().then(|| seats.filter_map(of));
    all.into_iter().flatten().collect()
}

fn ended(language: Language, names: &[String], ending: Ending, me: Seat) -> String {
    match ending {
        Ending::WentOut(seat) if seat == me => say!(language, "advise-you-are-out"),
        Ending::WentOut(seat) => {
            let who = player(language, names, seat);
            say!(language, "advise-seat-is-out", who = who)
        }
        _ => say!(language, "advise-pool-is-empty"),
    }
}

impl Reply {
    /// The answer as sentences, one a line.
    pub fn text(&self) -> String {
        let (mut text, language) = (String::new(), self.language);
        let mut say = |line: &str| {
            let _ = writeln!(text, "{line}");
        };
        self.told.iter().for_each(|line| say(line));
        if let Some(error) = &self.error {
            say(&sentence(error));
        }
        if let Some(nearest) = &self.nearest {
            let (text, command) = (nearest.text.as_str(), nearest.command.as_str());
            let line = nearest.line;
            say(&if nearest.again {
                say!(
                    language,
                    "advise-nearest-again",
                    text = text,
                    line = line,
                    command = command
                )
            } else {
                say!(language, "advise-nearest", text = text, command = command)
            });
        }
        if !self.ok {
            return text;
        }
        match &self.game {
            None => say(&say!(language, "advise-rack-first")),
            Some(game) => game.lines(language).iter().for_each(|line| say(line)),
        }
        if let Some(counsel) = &self.counsel {
            counsel.lines(language).iter().for_each(|line| say(line));
        }
        text
    }
}

impl Standing {
    fn lines(&self, language: Language) -> Vec<String> {
        let mut lines = vec![if self.table.is_empty() {
            say!(language, "advise-table-empty")
        } else {
            say!(language, "advise-table", table = self.table.as_str())
        }];
        lines.extend(self.groups.iter().cloned());
        lines.push(say!(
            language,
            "advise-rack",
            rack = self.rack.as_str(),
            pool = self.pool
        ));
        let who = self.who.as_deref().unwrap_or_default();
        lines.extend(match (&self.ended, self.to_move, self.your_turn) {
            (Some(ended), ..) => Some(sentence(ended)),
            (None, _, true) if self.which_draw => Some(say!(language, "advise-which-draw")),
            (None, _, true) if self.may_put_back => Some(say!(language, "advise-may-put-back")),
            (None, _, true) => Some(say!(language, "advise-your-turn")),
            (None, Some(seat), false) => Some(sentence(&say!(
                language,
                "advise-seat-to-move",
                who = who,
                count = self.rack_sizes[seat.index()]
            ))),
            (None, None, false) => None,
        });
        lines
    }
}

impl TurnAdvice {
    fn lines(&self, language: Language) -> Vec<String> {
        let play = describe(language, &self.best);
        let mut lines = vec![say!(language, "advise-best", play = play)];
        let play = describe(language, &self.choice);
        lines.push(if self.choice.tiles == self.best.tiles {
            let why = sentence(&self.choice.why);
            say!(language, "advise-bot-same", why = why)
        } else if self.choice.tiles.is_empty() {
            say!(language, "advise-bot-waits", play = play)
        } else {
            say!(language, "advise-bot-lays", play = play)
        });
        let draws = self.draws.iter().take(DRAWS_TOLD).map(|draw| {
            say!(
                language,
                "advise-draw",
                tile = draw.tile.as_str(),
                percent = language.decimal(100.0 * draw.chance, 0),
                out = draw.goes_out,
                count = draw.tiles
            )
        });
        let draws: Vec<String> = draws.collect();
        if !draws.is_empty() {
            let chance: f64 = self.draws.iter().map(|draw| draw.chance).sum();
            lines.push(say!(
                language,
                "advise-draws",
                percent = language.decimal(100.0 * chance, 0),
                draws = draws.join(", "),
                more = self.draws.len() - draws.len()
            ));
        }
        lines
    }
}

fn describe(language: Language, play: &Play) -> String {
    let tiles = play.tiles.as_str();
    let mut said = match (play.tiles.is_empty(), play.steps.is_empty()) {
        (true, _) => Vec::new(),
        (false, true) => vec![format!("{tiles}.")],
        (false, false) => {
            let steps = play.steps.join("; ");
            vec![say!(language, "advise-how", tiles = tiles, steps = steps)]
        }
    };
    said.push(sentence(&play.why));
    if !play.goes_out {
        said.push(say!(
            language,
            "advise-next",
            exact = play.next_goes_out_exact,
            percent = language.decimal(100.0 * play.next_goes_out, 0)
        ));
    }
    said.join(" ")
}
