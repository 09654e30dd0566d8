//! A turn of a recorded game: the choice of every bot, and the solver's best plays.

use std::collections::BTreeSet;

use rummilab_arena::{Plan, Players, bot_stream};
use rummilab_bot_api::{Bot, BotFault, PublicTurn, View};
use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::{Action, CouldPlay, Event, Game, Seat, Table, count};
use rummilab_record::{FaultLine, Header};
use rummilab_solver::{
    Answer, Goal, Solver, Verified, best_known, fewest_changes, go_out_on, solve_on,
    unless_given_up,
};
use rummilab_words::{Language, say};
use serde::{Deserialize, Serialize};

use super::decision::{Decision, action_words, same};
use super::{MAX_SOLVES, ReviewError, ReviewedGame};

/// A turn, with the choices of the bots and the solver's best plays.
#[derive(Debug, Clone, Serialize)]
pub struct TurnReview<'a> {
    /// The number of the block.
    pub block: u64,
    /// The number of the game in the block, from 0.
    pub game: usize,
    /// The number of the turn in the game, from 0.
    pub turn: usize,
    /// The seat that had to decide.
    pub seat: Seat,
    /// The number of the turn among the seat's own, from 1.
    pub own_turn: u32,
    /// The label of the bot in that seat.
    pub bot: &'a str,
    /// Whether the seat had opened.
    pub opened: bool,
    /// The rack of the seat before the turn.
    pub rack: String,
    /// The table before the turn.
    pub table: String,
    pub pool: usize,
    pub rack_sizes: Vec<usize>,
    pub done: ActionRecord,
    pub solver: SolverView,
    /// The choices of the bots.
    pub bots: Vec<Opinion>,
    /// Players of the run that cannot be asked: persons, programs, bots of other programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_asked: Vec<&'a str>,
}

/// An action, played or proposed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ActionRecord {
    /// The verb: `lays`, `draws`, `passes` or `is penalised`; after a fault `is refused` or
    /// `breaks off`.
    pub action: String,
    pub tiles: String,
    /// The whole table after the turn, if tiles were laid.
    pub table: Option<String>,
    /// The fault, if the action was refused or broke off the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultLine>,
}

/// The solver's best plays for a turn.
#[derive(Debug, Clone, Serialize)]
pub struct SolverView {
    /// The name of the solver.
    pub solver: String,
    /// Whether the whole rack can be laid.
    pub goes_out: bool,
    /// For a seat that has not opened: the largest total of own sets, in points.
    pub opening_value: Option<u32>,
    /// The points that an opening needs.
    pub opening_min: Option<u16>,
    /// The best plays: most tiles, and most points.
    pub best: Vec<BestByGoal>,
}

/// The best play for one goal.
#[derive(Debug, Clone, Serialize)]
pub struct BestByGoal {
    /// The goal by which it is best: `tiles` or `value`.
    pub goal: String,
    /// `optimal`, `feasible`, `infeasible` or `unknown`.
    pub status: &'static str,
    pub tiles: usize,
    /// The face value of these tiles, in points.
    pub value: u32,
    pub played: String,
    /// An upper bound of all plays, in units of the goal; it is reached if the status is `optimal`.
    pub bound: Option<i64>,
    /// Number of old sets that stay as they were.
    pub untouched: Option<usize>,
    /// The whole table after the play.
    pub table: Option<String>,
    /// The solver's work, in nodes of its search.
    pub nodes: u64,
}

/// The choice of a bot.
#[derive(Debug, Clone, Serialize)]
pub struct Opinion {
    /// The canonical name of the bot.
    pub bot: String,
    #[serde(flatten)]
    pub does: ActionRecord,
    /// Whether it equals the recorded action.
    pub same: bool,
}

impl<'a> TurnReview<'a> {
    /// The review of a turn. It asks the bots of the run, starting with the one that played, and
    /// then those in `also`. All are given by canonical names, and each is asked once. Bots of the
    /// run that cannot be asked are left out.
    ///
    /// # Errors
    /// If there is no such turn, a name in `also` is unknown, or the solver has no answer.
    pub fn of(
        reviewed: ReviewedGame<'a>,
        turn: usize,
        also: &[String],
        players: &dyn Players,
        judge: &mut dyn CouldPlay,
        solver: &mut dyn Solver,
    ) -> Result<TurnReview<'a>, ReviewError> {
        // The seat to move is known only when the turn is reached, but the bots follow the game
        // from its start.
        let seat = Decision::of(reviewed, turn, judge, |_, _| {})?.seat;
        let (mut shadows, not_asked) = shadows(reviewed, seat, also, players)?;
        let decision = Decision::of(reviewed, turn, judge, |replay, history| {
            for shadow in &mut shadows {
                shadow.follow(reviewed, replay.game(), history);
            }
        })?;
        let game = &decision.game;
        Ok(TurnReview {
            block: reviewed.block.block,
            game: reviewed.game,
            turn,
            seat,
            own_turn: decision.done.own_turn,
            bot: reviewed.bot(seat),
            opened: game.opened(seat),
            rack: game.rack(seat).to_string(),
            table: game.table().to_string(),
            pool: game.pool_len(),
            rack_sizes: Seat::all(game.players())
                .map(|seat| game.rack(seat).len())
                .collect(),
            done: done(reviewed, &decision),
            solver: solver_view(&decision, solver)?,
            bots: shadows
                .into_iter()
                .map(|shadow| shadow.opinion(&decision, judge))
                .collect(),
            not_asked,
        })
    }
}

impl TurnReview<'_> {
    /// The position before the turn, the action and the solver's plays, one a line.
    pub fn situation(&self) -> String {
        let TurnReview {
            block,
            game,
            turn,
            own_turn,
            seat,
            bot,
            rack,
            table,
            pool,
            solver,
            ..
        } = self;
        let opened = if self.opened { "" } else { ", not opened" };
        let mut text = format!(
            "block {block}, game {game}, turn {turn}: turn {own_turn} of seat {seat} \
             ({bot}{opened}), pool {pool}\n\
             rack  {rack}\ntable {table}\ndid   {}\n",
            self.done.words()
        );
        if let Some(fault) = &self.done.fault {
            text += &format!("why   {fault}\n");
            if let Some(refused) = &fault.refused {
                text += &format!("refused {refused}\n");
            }
        }
        text.push('\n');
        for best in &solver.best {
            text += &format!(
                "{} says, most {}: {}\n",
                solver.solver,
                best.goal,
                best.words()
            );
            if let Some(table) = best.table.as_ref().filter(|_| !best.played.is_empty()) {
                text += &format!("      {table}\n");
            }
        }
        if solver.goes_out {
            text += "The whole rack can go.\n";
        }
        if let Some((value, min)) = solver.opening_value.zip(solver.opening_min) {
            text += &format!("The best opening is worth {value} points; {min} are needed.\n");
        }
        text
    }
}

impl BestByGoal {
    fn words(&self) -> String {
        let play = if self.played.is_empty() {
            "nothing can be laid".to_owned()
        } else {
            let tiles = count(self.tiles, "tile");
            format!("{} ({tiles} of value {})", self.played, self.value)
        };
        match (self.bound, self.status) {
            (Some(bound), "feasible") => format!("{play} (feasible, at most {bound})"),
            _ => format!("{play} ({})", self.status),
        }
    }
}

pub(super) fn done(reviewed: ReviewedGame<'_>, decision: &Decision) -> ActionRecord {
    let record = ActionRecord::of(&decision.done.event, &decision.done.table);
    let (game, turn) = (reviewed.record(), decision.done.turn);
    let Some(fault) = game.fault_on(turn) else {
        return record;
    };
    let breaks_off = turn == game.turns.len();
    ActionRecord {
        action: if breaks_off {
            "breaks off"
        } else {
            "is refused"
        }
        .to_owned(),
        fault: Some(fault.into()),
        ..record
    }
}

/// A bot that follows a game in the seat of another bot.
pub(super) struct Shadow {
    name: String,
    seat: Seat,
    bot: Box<dyn Bot>,
    stream: Stream,
    answer: Option<Result<Action, BotFault>>,
}

/// The bots to ask, each once, and the players of the run that cannot be asked.
fn shadows<'a>(
    reviewed: ReviewedGame<'a>,
    seat: Seat,
    also: &[String],
    players: &dyn Players,
) -> Result<(Vec<Shadow>, Vec<&'a str>), ReviewError> {
    let header = reviewed.header;
    let played = usize::from(reviewed.record().seating[seat]);
    let mut of_run: Vec<&'a str> = header
        .bots
        .iter()
        .map(|bot| bot.canonical.as_str())
        .collect();
    of_run[..=played].rotate_right(1);
    let mut seen = BTreeSet::new();
    of_run.retain(|name| seen.insert(*name));
    let (asked, not_asked): (Vec<&str>, Vec<&str>) = of_run
        .into_iter()
        .partition(|name| players.bot(name).is_ok());
    let mut shadows: Vec<Shadow> = Vec::new();
    for name in asked.into_iter().chain(also.iter().map(String::as_str)) {
        if shadows.iter().any(|shadow| shadow.name == name) {
            continue;
        }
        shadows.push(Shadow::new(reviewed, seat, name, players)?);
    }
    Ok((shadows, not_asked))
}

pub(super) fn seed_of(header: &Header) -> Seed {
    let salt = header.salt.as_deref();
    Seed {
        master: header.seed,
        salt: salt.and_then(|salt| salt.parse().ok()),
    }
}

impl Shadow {
    /// This bot, with the random numbers that it would have had in that seat.
    pub(super) fn new(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        name: &str,
        players: &dyn Players,
    ) -> Result<Shadow, ReviewError> {
        let bot = players.bot(name);
        let mut bot = bot.map_err(|reason| ReviewError::Bot(name.to_owned(), reason))?;
        bot.new_game(seat);
        let (block, game) = (reviewed.block.block, reviewed.game as u32);
        let stream = match Plan::from_toml(&reviewed.header.plan) {
            Ok(plan) => bot_stream(&plan, name, seat, plan.deal_id(block, game)),
            Err(_) => Stream::new(Key::bot(
                seed_of(reviewed.header),
                name,
                seat.index(),
                block,
            )),
        };
        Ok(Shadow {
            name: name.to_owned(),
            seat,
            bot,
            stream,
            answer: None,
        })
    }

    pub(super) fn answer(&mut self) -> Option<Action> {
        self.answer.take()?.ok()
    }

    /// Shows it the game before its next turn; if it is a turn of this seat, the bot decides.
    pub(super) fn follow(
        &mut self,
        reviewed: ReviewedGame<'_>,
        game: &Game,
        history: &[PublicTurn],
    ) {
        let mut game = game.clone();
        if game.to_move() != Some(self.seat) {
            return;
        }
        game.start_turn();
        let turn = history.len();
        for back in &reviewed.record().put_back {
            if back.turn as usize == turn {
                self.put_back(&game, history);
                if game.put_back(back.place.into()).is_err() {
                    return;
                }
            }
        }
        self.put_back(&game, history);
        let view = View::of(&game, self.seat, history);
        self.answer = Some(self.bot.act(&view, &mut self.stream));
    }

    /// Asks whether the drawn tile goes back. The game continues with what the seat did.
    fn put_back(&mut self, game: &Game, history: &[PublicTurn]) {
        if let Some(tile) = game.drawn_first().filter(|_| game.may_put_back()) {
            let view = View::of(game, self.seat, history);
            self.bot.put_back(&view, tile, &mut self.stream);
        }
    }

    fn opinion(self, decision: &Decision, judge: &mut dyn CouldPlay) -> Opinion {
        let nothing = |action: String| ActionRecord::new(&action, String::new(), None);
        let (does, same) = match self.answer {
            None => (nothing("says nothing".to_owned()), false),
            Some(Err(fault)) => (nothing(format!("fails: {fault}")), false),
            Some(Ok(action)) => match decision.after(&action, judge) {
                Err(why) => (nothing(format!("does something illegal: {why}")), false),
                Ok((event, table)) => {
                    let does = ActionRecord::of(&event, &table);
                    let done = (&decision.done.event, &decision.done.table);
                    (does, same((&event, &table), done))
                }
            },
        };
        Opinion {
            bot: self.name,
            does,
            same,
        }
    }
}

fn solver_view(decision: &Decision, solver: &mut dyn Solver) -> Result<SolverView, ReviewError> {
    let rules = decision.game.rules();
    let position = decision.game.position(decision.seat);
    let mut opening_value = None;
    if !position.opened {
        let largest = best_known(solver, rules, &position, &Goal::OpeningValue)?;
        opening_value = largest.and_then(|best| best.opening_value);
    }
    let best = [Goal::Tiles, Goal::Value].map(|goal| best(decision, solver, &goal));
    Ok(SolverView {
        solver: solver.name().to_owned(),
        goes_out: go_out_on(solver, rules, decision.game.table(), &position)?.is_some(),
        opening_value,
        opening_min: (!position.opened).then_some(rules.opening_min),
        best: best.into_iter().collect::<Result<_, _>>()?,
    })
}

/// The best play for this goal; among equal ones, that with the fewest changes.
fn best(
    decision: &Decision,
    solver: &mut dyn Solver,
    goal: &Goal,
) -> Result<BestByGoal, ReviewError> {
    let (rules, before) = (decision.game.rules(), decision.game.table());
    let position = decision.game.position(decision.seat);
    let answer = unless_given_up(solve_on(solver, rules, before, &position, goal))?;
    let nodes = solver.nodes();
    let goal_proven = answer.as_ref().is_some_and(Answer::is_main_goal_proven);
    let (status, bound) = match &answer {
        Some(Answer::Optimal(best)) => ("optimal", Some(best.score.main())),
        Some(Answer::Feasible { bound, .. }) => ("feasible", Some(*bound)),
        Some(Answer::Infeasible) => ("infeasible", None),
        None => ("unknown", None),
    };
    let (play, table): (Option<Verified>, Option<Table>) = match answer
        .and_then(Answer::into_verified)
    {
        Some(best) if goal_proven => {
            let found = fewest_changes(solver, rules, before, &position, goal, best, MAX_SOLVES)?;
            (Some(found.play), Some(found.table))
        }
        Some(best) => {
            let table = best.table(before);
            (Some(best), Some(table))
        }
        None => (None, None),
    };
    Ok(BestByGoal {
        goal: goal.to_string(),
        status,
        tiles: play.as_ref().map_or(0, |play| play.tiles),
        value: play.as_ref().map_or(0, |play| play.value),
        played: play
            .as_ref()
            .map_or_else(String::new, |play| play.played.to_string()),
        bound,
        untouched: table.as_ref().map(|table| before.untouched_in(table)),
        table: table.map(|table| table.to_string()),
        nodes,
    })
}

impl ActionRecord {
    pub(super) fn new(action: &str, tiles: String, table: Option<String>) -> ActionRecord {
        ActionRecord {
            action: action.to_owned(),
            tiles,
            table,
            fault: None,
        }
    }

    /// The action of an event, with the table after it.
    pub(super) fn of(event: &Event, table: &Table) -> ActionRecord {
        let (action, tiles) = action_words(event);
        let table = (action == "lays").then(|| table.to_string());
        ActionRecord::new(action, tiles, table)
    }

    /// What was done, in words.
    pub fn told(&self, language: Language) -> String {
        let action = self.action.replace(' ', "-");
        say!(
            language,
            "review-action",
            action = action,
            laid = !self.tiles.is_empty(),
            tiles = self.tiles.as_str()
        )
    }

    /// The verb and the tiles.
    pub fn words(&self) -> String {
        if self.tiles.is_empty() {
            self.action.clone()
        } else {
            format!("{} {}", self.action, self.tiles)
        }
    }
}
