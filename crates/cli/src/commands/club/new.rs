//! `club new`: the files of an evening before its first round.

use std::path::PathBuf;

use rummilab::chance::Salt;
use rummilab::club::{Change, EVENT_FILE, Event, PLAYERS_FILE, names_in, players_file};
use rummilab::runs::make_folder;
use rummilab::words::{Say, say};

use super::EveningArgs;
use super::folder::{ClubFolder, read_text};
use crate::error::{Error, Exit, remark};
use crate::numbers::whole;
use crate::output::Out;
use crate::rules_arg::read_rules;

/// The file of rules that have no name.
const RULES_FILE: &str = "rules.toml";

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    evening: EveningArgs,
    /// List of players: a CSV file with a column `name` (and `reserve`), or a name a line; a
    /// players.csv in the folder unless given
    #[arg(long, value_name = "FILE.csv", value_hint = clap::ValueHint::FilePath)]
    players: Option<PathBuf>,
    /// A player; may be repeated
    #[arg(long = "player", value_name = "NAME")]
    player: Vec<String>,
    /// A reserve player, who completes tables and gets no place; may be repeated
    #[arg(long, value_name = "NAME")]
    reserve: Vec<String>,
    /// What the evening is called
    #[arg(long, default_value = "Rummikub")]
    name: String,
    /// Its date, as sheets show it
    #[arg(long, default_value = "")]
    date: String,
    /// Rounds of as many games as a table has players
    #[arg(long, default_value_t = 3, value_parser = whole(1, 100))]
    rounds: u64,
    /// The best of the rounds play a final, which alone decides their order
    #[arg(long = "final")]
    with_final: bool,
    /// Players at a table. Of 4, seats without a reserve player stay empty, one at each table
    #[arg(long, value_name = "3|4", default_value_t = 4, value_parser = whole(3, 4))]
    seats: u64,
    /// Seed of the lots; drawn at random unless given
    #[arg(long, value_parser = whole(0, u64::from(u32::MAX)))]
    seed: Option<u64>,
    /// Rule system: a name or a TOML file
    #[arg(long, value_name = "NAME|FILE.toml", default_value = "tournament")]
    rules: String,
    /// Override one rule field, such as `jokers=0`; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let folder = ClubFolder(&args.evening.folder);
    let exists = |file: &str| {
        let place = args.evening.folder.join(file);
        Error::Input(format!(
            "{} is there already, and stays as it was",
            place.display()
        ))
    };
    let change = |file: &str, text| Change {
        file: file.to_owned(),
        text,
    };
    let rules = read_rules(&args.rules, &args.options)?;
    let named = rummilab::core::PRESET_NAMES.contains(&&*args.rules);
    let event = Event {
        name: args.name.clone(),
        date: args.date.clone(),
        rules: if named { &args.rules } else { RULES_FILE }.to_owned(),
        options: if named {
            args.options.clone()
        } else {
            Vec::new()
        },
        rounds: args.rounds,
        with_final: args.with_final,
        seats: args.seats as usize,
        seed: args.seed.map_or_else(random_seed, Ok)?,
    };
    let names = args.names()?;
    make_folder(&args.evening.folder)?;
    let lock = folder.lock_new()?;
    if folder.text(EVENT_FILE)?.is_some() {
        return Err(exists(EVENT_FILE));
    }
    let players = match (names, folder.text(PLAYERS_FILE)?) {
        (None, Some(_)) => None,
        (names, known) => {
            let text = players_file(&names.unwrap_or_default()).map_err(Error::cause)?;
            if known.is_some_and(|known| known != text) {
                return Err(exists(PLAYERS_FILE));
            }
            Some(change(PLAYERS_FILE, text))
        }
    };
    // The event comes last: without it nothing has begun, and the same command goes on.
    let rules_file = (!named).then(|| change(RULES_FILE, rules.spec().to_toml()));
    let event_file = change(EVENT_FILE, event.to_toml());
    for change in rules_file.into_iter().chain(players).chain([event_file]) {
        folder.write(&lock, &change)?;
    }
    let evening = folder.read()?;
    let rows = evening.standings().ranking.len();
    let language = args.evening.language.language();
    let tables = rows.div_ceil(event.seats);
    Out::new().text(&say!(
        language,
        "club-players",
        players = rows,
        tables = tables
    ))?;
    if let Err(why) = evening.draw(false) {
        remark(&why.say(language));
    }
    Ok(Exit::Done)
}

fn random_seed() -> Result<u64, Error> {
    let salt = Salt::random().map_err(Error::cause)?;
    let [a, b, c, d, ..] = *salt.as_bytes();
    Ok(u64::from(u32::from_le_bytes([a, b, c, d])))
}

impl Args {
    /// The players given, and whether each is a reserve player; `None` if none are given.
    fn names(&self) -> Result<Option<Vec<(String, bool)>>, Error> {
        let mut names = Vec::new();
        if let Some(file) = &self.players {
            let name = file.display().to_string();
            let text = read_text(file)?;
            names.extend(names_in(&name, &text).map_err(Error::cause)?);
        }
        names.extend(self.player.iter().map(|name| (name.clone(), false)));
        names.extend(self.reserve.iter().map(|name| (name.clone(), true)));
        Ok((!names.is_empty()).then_some(names))
    }
}
