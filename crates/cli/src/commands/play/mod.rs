//! `play`: a game of a person against bots, in the terminal. This file has its arguments, its
//! folder and the choice of display; `rummilab::play` has the game.

mod folder;
mod messages;
mod plain;
#[cfg(feature = "tui")]
mod screen;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use rummilab::arena::{Plan, PlanSpec, RulesEntry};
use rummilab::bot_api::external::TimeControl;
use rummilab::core::{MAX_PLAYERS, RuleSet, Seat};
use rummilab::oracle;
use rummilab::play::{
    DEFAULT_LEVEL, LEVELS, Level, Session, Setting, asking_rules, level, next_plan,
};
use rummilab::record::PERSON;
use rummilab::runs::{BotName, Roster, check_supported, is_program, judge};
use rummilab::words::{Language, say};

use self::folder::{GameFolder, GameState, plan_of_game, unfinished_games};
use crate::commands::analyse::review;
use crate::error::{Error, Exit};
use crate::interrupt::leave;
use crate::language::LanguageArg;
use crate::numbers::whole;
use crate::rules_arg::RulesArgs;

/// The default folder of games.
const GAMES_ROOT: &str = "runs/play";

/// Play against bots in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// How well the bots play, or the name of your opponent (the list is below); medium unless
    /// given
    #[arg(long, ignore_case = true, hide_possible_values = true, value_name = "LEVEL|NAME",
        value_parser = clap::builder::PossibleValuesParser::new(level_names()))]
    level: Option<String>,
    /// A bot of your choice instead of a level, or a program such as `cmd:python3 mybot.py`; may be
    /// repeated, the last one takes the seats that are left
    #[arg(long, value_name = "BOT", conflicts_with = "level")]
    bot: Vec<String>,
    /// Seats, yours included; 2 unless given
    #[arg(long, value_parser = whole(2, MAX_PLAYERS as u64))]
    players: Option<u64>,
    /// Your seat, from 0, which begins; 0 unless given
    #[arg(long, value_parser = whole(0, MAX_PLAYERS as u64 - 1))]
    seat: Option<u64>,
    /// The deal; one of a million unless given
    #[arg(long, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Folder of the game; a game that is in it goes on
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Begin a new game even if one is not over
    #[arg(long, conflicts_with = "out")]
    new: bool,
    /// Line by line, without colours and moving about: for screen readers, simple terminals and
    /// scripts
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab play
  rummilab play --level easy
  rummilab play --level hard --players 3 --rules house
  rummilab play --bot greedy --bot hold:h=3 --players 4 --seed 7
  rummilab play --bot \"cmd:python3 mybot.py\"
  rummilab play --plain

The game is saved after every turn. Whatever ends the program, the same command continues the game.
Without --out it lies in a folder below runs/play. A finished game is a run: `rummilab replay`,
`verify` and `report` take its folder.

Press ? in the game, or type `help`, for what you can do.";

fn after_help() -> String {
    format!(
        "Levels, with their strength in Elo points:\n{}\n\n{EXAMPLES}",
        levels_help()
    )
}

/// The names of the levels, for the command line.
fn level_names() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().flat_map(|level| [level.name, level.person])
}

/// The levels as lines of a help text.
fn levels_help() -> String {
    let line = |level: &Level| {
        let Level {
            name,
            person,
            bot,
            rating,
            ..
        } = level;
        let about = level.about(Language::English);
        format!("  {name:8}  {person:5}  {about}\n                   (the bot {bot}, {rating})")
    };
    LEVELS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The ways in which a game can be left.
pub enum GameExit {
    /// The game is over.
    Over,
    /// The game is over, and the person wants another one.
    Again,
    /// The game is over, and the person wants to see the costliest turns.
    Review,
    /// The person wants new tiles before the first turn; how often they were dealt anew then.
    Redeal(u32),
    /// The person wants to continue later.
    Later,
    /// The input ended, or Ctrl-C.
    Interrupted,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let language = args.language.language();
    let (mut path, mut plan) = args.game()?;
    check_supported(plan.rules())?;
    let terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    let plain = args.plain || cfg!(not(feature = "tui"));
    if !plain && !terminal {
        return Err(Error::Input(
            "the game needs a terminal; with --plain it goes line by line and reads standard input"
                .to_owned(),
        ));
    }
    // A program that does not start must not leave a folder behind.
    Roster::new()
        .with_oracle(oracle)
        .with_programs(&plan, None)?
        .probe(&plan)?;
    let farewell = Arc::new(Mutex::new(String::new()));
    leave_on_signal(Arc::clone(&farewell), plain);
    let on_signal = |words: String| {
        if let Ok(mut farewell) = farewell.lock() {
            *farewell = words;
        }
    };
    loop {
        on_signal(messages::saved(language, &path));
        match play_one(&path, &plan, plain, language)? {
            GameExit::Again => (path, plan) = next_game(&plan)?,
            GameExit::Review => {
                on_signal(messages::review_cut(language, &path));
                messages::line(&say!(language, "review-plays-out"))?;
                messages::line(&review::of_person(&path, language)?)?;
                on_signal(messages::kept(language, &path));
                messages::line(&messages::every_turn(language, &path))?;
                if messages::wants_another(language)? {
                    (path, plan) = next_game(&plan)?
                } else {
                    return Ok(Exit::Done);
                }
            }
            GameExit::Over | GameExit::Later | GameExit::Redeal(_) => return Ok(Exit::Done),
            GameExit::Interrupted => return Err(Error::GameSaved(path)),
        }
    }
}

/// Plays the game in a folder, with new tiles as often as the person demands them.
fn play_one(path: &Path, plan: &Plan, plain: bool, language: Language) -> Result<GameExit, Error> {
    let mut left = play_dealt(path, plan, (plain, language), None)?;
    while let GameExit::Redeal(redeals) = left {
        left = play_dealt(path, plan, (plain, language), Some(redeals))?;
    }
    Ok(left)
}

/// Plays the game in a folder and saves its state. With `redeals` it begins again with new tiles.
fn play_dealt(
    path: &Path,
    plan: &Plan,
    (plain, language): (bool, Language),
    redeals: Option<u32>,
) -> Result<GameExit, Error> {
    let (folder, mut there) = GameFolder::open(path, plan)?;
    if let (Some(_), GameState::Saved(_)) = (redeals, &there) {
        there = GameState::Nothing;
    }
    let roster = Roster::new()
        .with_oracle(oracle)
        .with_programs(plan, Some(path))?;
    let setting = match &there {
        GameState::Saved(saved) => Setting::of_saved(plan.clone(), saved).map_err(Error::cause)?,
        GameState::Nothing => dealt(plan, (plain, language), redeals.unwrap_or(0))?,
        GameState::Finished => Setting::new(plan.clone()).map_err(Error::cause)?,
    };
    let mut session = match there {
        GameState::Finished => {
            folder.complete()?;
            return Err(Error::Input(format!(
                "the game in {} is over: `rummilab replay {0}` shows it, --new or another --seed \
                 begins a new one",
                path.display()
            )));
        }
        GameState::Nothing => Session::new(setting, &roster, judge()).map_err(Error::cause)?,
        GameState::Saved(saved) => Session::resume(setting, &roster, judge(), &saved)
            .map_err(|error| Error::about(path.display().to_string(), error))?,
    };
    session.speak(language);
    folder.save(&session)?;
    #[cfg(feature = "tui")]
    let (session, left) = if plain {
        plain::play(session, &folder)?
    } else {
        screen::play(session, &folder)?
    };
    #[cfg(not(feature = "tui"))]
    let (session, left) = plain::play(session, &folder)?;
    match left {
        GameExit::Over | GameExit::Again | GameExit::Review => {
            folder.finish(session)?;
            messages::line(&messages::kept(language, path))?;
        }
        GameExit::Later => {
            folder.save(&session)?;
            messages::line(&messages::saved(language, path))?;
        }
        GameExit::Interrupted | GameExit::Redeal(_) => folder.save(&session)?,
    }
    Ok(left)
}

/// A new game. While the first rack has the pairs, the person is asked whether to deal anew. Line
/// by line the first turn asks, if it is the person's.
fn dealt(plan: &Plan, (plain, language): (bool, Language), redeals: u32) -> Result<Setting, Error> {
    let mut setting = Setting::redealt(plan.clone(), redeals).map_err(Error::cause)?;
    let on_turn = plain && setting.person() == Seat(0);
    while !on_turn && setting.may_redeal() && messages::wants_redeal(language, &setting)? {
        let redeals = setting.redeals() + 1;
        setting = Setting::redealt(plan.clone(), redeals).map_err(Error::cause)?;
    }
    Ok(setting)
}

/// The next game of the same kind that has no folder yet.
fn next_game(plan: &Plan) -> Result<(PathBuf, Plan), Error> {
    let mut plan = next_plan(plan).map_err(Error::cause)?;
    while own_folder(&plan).exists() {
        plan = next_plan(&plan).map_err(Error::cause)?;
    }
    Ok((own_folder(&plan), plan))
}

/// The default folder of a game.
fn own_folder(plan: &Plan) -> PathBuf {
    let name = plan.plan_hash().chars().take(12).collect::<String>();
    Path::new(GAMES_ROOT).join(name)
}

/// Ends the program on a signal and prints how to continue. The game is on the disk after every
/// turn, so nothing is lost. If no handler can be installed, the system ends the program.
fn leave_on_signal(farewell: Arc<Mutex<String>>, plain: bool) {
    let handler = ctrlc::set_handler(move || {
        if !plain {
            #[cfg(feature = "tui")]
            ratatui::restore();
        }
        let words = farewell.lock().map(|words| words.clone());
        leave(&words.unwrap_or_default());
    });
    drop(handler);
}

impl Args {
    /// The folder and the plan of the game to play.
    fn game(&self) -> Result<(PathBuf, Plan), Error> {
        let fits = |plan: &Plan| -> Result<bool, Error> {
            if self.asks_nothing() {
                return Ok(true);
            }
            Ok(*plan == self.plan(self.seed.unwrap_or(plan.seed().master))?)
        };
        if let Some(path) = &self.out {
            let plan = match plan_of_game(path) {
                Some(plan) if fits(&plan)? => plan,
                // Opening the folder will report that it holds another game.
                _ => self.plan(self.seed.unwrap_or_else(seed_of_now))?,
            };
            return Ok((path.clone(), plan));
        }
        if !self.new {
            for (path, plan) in unfinished_games(Path::new(GAMES_ROOT)) {
                if fits(&plan)? {
                    return Ok((path, plan));
                }
            }
        }
        let plan = self.plan(self.seed.unwrap_or_else(seed_of_now))?;
        Ok((own_folder(&plan), plan))
    }

    /// Whether the arguments leave the game open.
    fn asks_nothing(&self) -> bool {
        self.level.is_none()
            && self.bot.is_empty()
            && self.players.is_none()
            && self.seat.is_none()
            && self.seed.is_none()
            && self.rules.rules.is_none()
            && self.rules.options.is_empty()
    }

    /// The plan of the game with this seed. Under shipped rules the person may have all tiles dealt
    /// anew.
    fn plan(&self, seed: u64) -> Result<Plan, Error> {
        let rules = self.rules.read()?;
        match RuleSet::preset(self.rules.name()) {
            Some(_) => self.plan_under(seed, &asking_rules(&rules, &self.rules.options)),
            None => self.plan_under(seed, &rules),
        }
    }

    fn plan_under(&self, seed: u64, rules: &RuleSet) -> Result<Plan, Error> {
        let players = self.players.unwrap_or(2);
        let seat = self.seat.unwrap_or(0);
        if seat >= players {
            return Err(Error::Input(format!(
                "--seat {seat}: expected 0 to {} with {players} players",
                players - 1
            )));
        }
        let others = players as usize - 1;
        if self.bot.len() > others {
            return Err(Error::Input(format!(
                "{} bots are given for {others} seats beside yours; --players 2 to {MAX_PLAYERS} \
                 says how many play",
                self.bot.len()
            )));
        }
        let name = self.level.as_deref().unwrap_or(DEFAULT_LEVEL);
        let of_level = level(name).map_or("greedy", |level| level.bot);
        let given = self.bot.iter().map(String::as_str);
        let last = self.bot.last().map_or(of_level, String::as_str);
        let rest = std::iter::repeat(last);
        let mut bots = Vec::with_capacity(players as usize);
        for bot in given.chain(rest).take(others) {
            bots.push(bot.parse::<BotName>()?.to_string());
        }
        let programs = bots.iter().any(|bot| is_program(bot));
        bots.insert(seat as usize, PERSON.to_owned());
        let spec = PlanSpec {
            clock: programs.then(|| TimeControl::default().to_string()),
            bots,
            players,
            deals: 1,
            seed,
            format: "seats".to_owned(),
            rules: RulesEntry::from(rules),
            ..PlanSpec::default()
        };
        Plan::new(&spec).map_err(Error::cause)
    }
}

/// A seed for a random deal: six digits, which are easy to type.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_nanos()) / 7 + now.as_secs()) % 1_000_000
}
