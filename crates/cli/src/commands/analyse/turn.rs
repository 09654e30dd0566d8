//! `analyse turn`: what every bot would have done on a turn of a recorded game, and what the solver says to it. Refuses to
//! say what would have come of it; see `what_if`.

use rummilab_arena::{Plan, Players, bot_stream};
use rummilab_bot_api::{Bot, BotFault, PublicTurn, View};
use rummilab_bots::roster::ROSTER;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Seat, Table};
use rummilab_record::{Replay, TurnRecord};
use rummilab_runs::{RecordedGame, Roster, judge};
use rummilab_solver::{Answer, Goal, Solver, Verified, fewest_changes};
use serde::Serialize;

use super::decision::{self, Decision, MAX_SOLVES, same, told};
use crate::error::{Error, Exit};
use crate::numbers::count;
use crate::output::Out;
use crate::recorded_game::GameArgs;
use crate::solvers::SolverSpec;
use crate::tables::{drawn, new_table};

/// What every bot would have done on a turn of a recorded game, and what the solver says
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    /// Turn of the game, from 0
    #[arg(long, value_parser = count(0, usize::MAX))]
    turn: usize,
    /// Ask this bot too; may be repeated. Asked are the bots of the run and those of `rummilab bots`
    #[arg(long, value_name = "SPEC")]
    bot: Vec<String>,
    /// Who solves
    #[arg(long, value_name = "search|ilp|ilp:model=…", default_value_t)]
    solver: SolverSpec,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab analyse turn runs/league --game 1 --turn 12
  rummilab analyse turn runs/league --block 17 --game 1 --turn 12 --bot hold:h=5
  rummilab analyse turn runs/league --game 1 --turn 12 --json

Every bot sits in the seat from the start of the game: it sees what the seat saw and is asked on each of its turns, with the
random numbers that it would have had there. So the bot that played it says what it did. Where turns begin with a draw, the
tiles that it put back stay put back.";

/// The answer.
#[derive(Serialize)]
struct Answered<'a> {
    block: u64,
    game: usize,
    turn: usize,
    seat: usize,
    bot: &'a str,
    opened: bool,
    rack: String,
    table: String,
    pool: usize,
    rack_sizes: Vec<usize>,
    /// What was done.
    done: Did,
    solver: Solved,
    bots: Vec<Opinion>,
}

/// What was or would be done.
#[derive(Serialize)]
struct Did {
    action: String,
    tiles: String,
    table: Option<String>,
}

/// What the solver says.
#[derive(Serialize)]
struct Solved {
    solver: String,
    /// Whether the whole rack can go.
    goes_out: bool,
    /// Of a seat that has not opened: its largest total of own sets, in points, and what is needed.
    opening_value: Option<u32>,
    opening_min: Option<u16>,
    /// The best plays: most tiles, and most points.
    best: Vec<Best>,
}

/// The best play for one goal.
#[derive(Serialize)]
struct Best {
    goal: String,
    status: &'static str,
    tiles: usize,
    value: u32,
    played: String,
    /// No play reaches more of the main goal than this.
    bound: Option<i64>,
    untouched: Option<usize>,
    table: Option<String>,
    nodes: u64,
}

/// What a bot would have done.
#[derive(Serialize)]
struct Opinion {
    bot: String,
    #[serde(flatten)]
    does: Did,
    /// Whether that is what was done.
    same: bool,
}

/// Answers.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let mut judge = judge();
    // Who is to move is known when the turn is reached; the bots follow the game from its start.
    let seat = decision::at(&chosen, args.turn, &mut judge, |_, _| {})?.seat;
    let mut shadows = args.shadows(&chosen, seat)?;
    let decision = decision::at(&chosen, args.turn, &mut judge, |replay, history| {
        for shadow in &mut shadows {
            shadow.follow(&chosen, replay, history);
        }
    })?;
    let answered = Answered {
        block: chosen.block.block,
        game: chosen.game,
        turn: args.turn,
        seat,
        bot: chosen.bot(seat),
        opened: decision.game.opened(Seat(seat)),
        rack: decision.game.rack(Seat(seat)).to_string(),
        table: decision.game.table().to_string(),
        pool: decision.game.pool_len(),
        rack_sizes: (0..decision.game.players())
            .map(|seat| decision.game.rack(Seat(seat)).len())
            .collect(),
        done: done(&chosen, &decision),
        solver: solved(&decision, args.solver.make().as_mut())?,
        bots: shadows
            .into_iter()
            .map(|shadow| shadow.opinion(&decision, &mut judge))
            .collect(),
    };
    let mut out = Out::new();
    match args.json {
        true => out.record(&answered)?,
        false => out.text(&text(&answered))?,
    }
    Ok(Exit::Done)
}

/// What was done, as the record says.
fn done(chosen: &RecordedGame, decision: &Decision<'_>) -> Did {
    let (action, tiles) = told(&decision.done.event);
    let refused = matches!(
        chosen.record().turns.get(decision.done.turn),
        Some(TurnRecord::Refused(_))
    );
    let laid = action == "lays";
    Did {
        action: if refused { "is refused" } else { action }.to_owned(),
        tiles,
        table: laid.then(|| decision.done.table.to_string()),
    }
}

/// A bot that follows a game in a seat of another.
struct Shadow {
    name: String,
    seat: usize,
    bot: Box<dyn Bot>,
    stream: Stream,
    /// Its last answer.
    answer: Option<Result<Action, BotFault>>,
}

impl Args {
    /// The bots that are asked, each once: the one that played, the others of the run, those of the roster, those named.
    fn shadows(&self, chosen: &RecordedGame, seat: usize) -> Result<Vec<Shadow>, Error> {
        let header = &chosen.header;
        let played = usize::from(chosen.record().seating[Seat(seat)]);
        let mut of_run: Vec<&str> = header
            .bots
            .iter()
            .map(|bot| bot.canonical.as_str())
            .collect();
        of_run[..=played].rotate_right(1);
        let roster = ROSTER.iter().filter(|entry| !entry.for_tests);
        let named = self
            .bot
            .iter()
            .map(|spec| spec.parse::<rummilab_bots::BotSpec>());
        let named: Vec<String> = named
            .map(|spec| spec.map(|spec| spec.to_string()))
            .collect::<Result<_, _>>()?;
        let all = of_run
            .into_iter()
            .chain(roster.map(|entry| entry.name))
            .chain(named.iter().map(String::as_str));
        let plan = Plan::from_toml(&header.plan).ok();
        let mut shadows: Vec<Shadow> = Vec::new();
        for name in all {
            if shadows.iter().any(|shadow| shadow.name == name) {
                continue;
            }
            let bot = Roster::new().bot(name);
            let mut bot = bot.map_err(|error| Error::Input(format!("{name}: {error}")))?;
            bot.new_game(Seat(seat));
            let (block, game) = (chosen.block.block, chosen.game as u32);
            let stream = match &plan {
                Some(plan) => bot_stream(plan, name, Seat(seat), plan.deal_id(block, game)),
                None => Stream::new(Key::bot(header.seed, name, seat, block)),
            };
            shadows.push(Shadow {
                name: name.to_owned(),
                seat,
                bot,
                stream,
                answer: None,
            });
        }
        Ok(shadows)
    }
}

impl Shadow {
    /// Sees the next turn of the game and, if it is of this seat, decides it.
    fn follow(&mut self, chosen: &RecordedGame, replay: &Replay<'_>, history: &[PublicTurn]) {
        let mut game = replay.game().clone();
        if game.to_move() != Some(Seat(self.seat)) {
            return;
        }
        game.start_turn();
        let turn = history.len();
        for back in &chosen.record().put_back {
            if back.turn as usize == turn {
                self.put_back(&game, history);
                if game.put_back(back.place.into()).is_err() {
                    return;
                }
            }
        }
        self.put_back(&game, history);
        let view = View::of(&game, Seat(self.seat), history);
        self.answer = Some(self.bot.act(&view, &mut self.stream));
    }

    /// Asks whether the tile drawn goes back. What the seat did counts.
    fn put_back(&mut self, game: &rummilab_core::Game<'_>, history: &[PublicTurn]) {
        if let Some(tile) = game.drawn_first().filter(|_| game.may_put_back()) {
            let view = View::of(game, Seat(self.seat), history);
            self.bot.put_back(&view, tile, &mut self.stream);
        }
    }

    fn opinion(self, decision: &Decision<'_>, judge: &mut Box<dyn Solver>) -> Opinion {
        let nothing = |action: String| Did {
            action,
            tiles: String::new(),
            table: None,
        };
        let (does, same) = match self.answer {
            None => (nothing("says nothing".to_owned()), false),
            Some(Err(fault)) => (nothing(format!("fails: {fault}")), false),
            Some(Ok(action)) => match decision.after(&action, judge) {
                Err(why) => (nothing(format!("does something illegal: {why}")), false),
                Ok((event, table)) => {
                    let (action, tiles) = told(&event);
                    let does = Did {
                        action: action.to_owned(),
                        tiles,
                        table: (action == "lays").then(|| table.to_string()),
                    };
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

fn solved(decision: &Decision<'_>, solver: &mut dyn Solver) -> Result<Solved, Error> {
    let rules = decision.rules();
    let position = decision.game.position(Seat(decision.seat));
    let mut opening_value = None;
    if !position.opened {
        let largest = solver.solve(rules, &position, &Goal::OpeningValue)?;
        opening_value = largest.into_verified().and_then(|best| best.opening_value);
    }
    let best = [Goal::Tiles, Goal::Value].map(|goal| best(decision, solver, &goal));
    Ok(Solved {
        solver: solver.name().to_owned(),
        goes_out: solver.go_out(rules, &position)?.is_some(),
        opening_value,
        opening_min: (!position.opened).then_some(rules.opening_min),
        best: best.into_iter().collect::<Result<_, _>>()?,
    })
}

/// The best play for this goal; of equal ones that with the fewest changes.
fn best(decision: &Decision<'_>, solver: &mut dyn Solver, goal: &Goal) -> Result<Best, Error> {
    let (rules, before) = (decision.rules(), decision.game.table());
    let position = decision.game.position(Seat(decision.seat));
    let answer = solver.solve(rules, &position, goal)?;
    let nodes = solver.nodes();
    let (status, bound) = match &answer {
        Answer::Optimal(best) => ("optimal", Some(best.score.main())),
        Answer::Feasible { bound, .. } => ("feasible", Some(*bound)),
        Answer::Infeasible => ("infeasible", None),
        Answer::Unknown(_) => ("unknown", None),
    };
    let proven = matches!(answer, Answer::Optimal(_));
    let (play, table): (Option<Verified>, Option<Table>) = match answer.into_verified() {
        Some(best) if proven => {
            let found = fewest_changes(solver, rules, before, &position, goal, best, MAX_SOLVES)?;
            (Some(found.play), Some(found.table))
        }
        Some(best) => {
            let table = best.table(before);
            (Some(best), Some(table))
        }
        None => (None, None),
    };
    Ok(Best {
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

fn text(answered: &Answered<'_>) -> String {
    let Answered {
        block,
        game,
        turn,
        seat,
        bot,
        rack,
        table,
        pool,
        solver,
        ..
    } = answered;
    let opened = if answered.opened { "" } else { ", not opened" };
    let mut text = format!(
        "block {block}, game {game}, turn {turn}: seat {seat} ({bot}{opened}), pool {pool}\n\
         rack  {rack}\ntable {table}\ndid   {}\n\n",
        answered.done.words()
    );
    for best in &solver.best {
        let play = match best.played.is_empty() {
            true => "nothing can be laid".to_owned(),
            false => format!(
                "{} ({} of value {})",
                best.played,
                if best.tiles == 1 {
                    "1 tile".to_owned()
                } else {
                    format!("{} tiles", best.tiles)
                },
                best.value
            ),
        };
        text += &format!(
            "{} says, most {}: {play} ({}",
            solver.solver, best.goal, best.status
        );
        if let (Some(bound), "feasible") = (best.bound, best.status) {
            text += &format!(", at most {bound}");
        }
        text += ")\n";
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
    let mut bots = new_table(["bot", "", "would"]);
    for opinion in &answered.bots {
        let mark = if opinion.same { "=" } else { "" };
        bots.add_row([opinion.bot.as_str(), mark, &opinion.does.words()]);
    }
    text + &format!("\n{}\n\n= does what was done.", drawn(&bots))
}

impl Did {
    fn words(&self) -> String {
        match self.tiles.is_empty() {
            true => self.action.clone(),
            false => format!("{} {}", self.action, self.tiles),
        }
    }
}
