//! `rummilab series`: the score of people who play several rounds, in one file, and how likely
//! each is to be first in the end.

mod show;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rummilab::arena::{PlanSpec, RulesEntry};
use rummilab::club::{Gain, Series, SeriesError, SeriesFile, gains_of, series_page};
use rummilab::core::{PRESET_NAMES, RuleSet, SeatResult};
use rummilab::play::{DEFAULT_LEVEL, LEVELS, Level, level};
use rummilab::runs::{Match, MatchEvent, replace_whole, write_whole};
use rummilab::words::{Language, Say, say};

use self::show::{Answer, print_csv, text_of};
use crate::error::{Error, Exit};
use crate::language::LanguageArg;
use crate::numbers::{count, whole};
use crate::output::Out;
use crate::rules_arg::{RulesArgs, read_rules, read_rules_text};

/// Keep the score of several rounds, with each one's chance to win
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The file of the series; a new one needs players
    #[arg(value_name = "FILE.toml", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// What each player has left after the next round, in their order; may be repeated, for the
    /// rounds after it
    #[arg(long = "result", value_name = "RESULT", allow_hyphen_values = true)]
    results: Vec<String>,
    /// The result replaces that of this round, from 1
    #[arg(long, value_name = "N", requires = "results", value_parser = count(1, 100))]
    round: Option<usize>,
    /// A player of a new series; repeated for each, two to six
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// The planned number of rounds; 6 unless given
    #[arg(long, value_name = "N", value_parser = count(1, 100))]
    rounds: Option<usize>,
    /// What a new series is called
    #[arg(long, default_value = "Rummikub")]
    name: String,
    /// The level of the bots whose games say how rounds can end (as in `play --level`)
    #[arg(long, default_value = DEFAULT_LEVEL)]
    level: String,
    /// How many games they play; 0 for no chances
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = count(0, 100_000))]
    games: usize,
    /// The seed of these games
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Also write the score sheet as a page to print
    #[arg(long, value_name = "FILE.html", value_hint = clap::ValueHint::FilePath)]
    page: Option<PathBuf>,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    /// CSV instead of the table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab series friday.toml --player Anna --player Bert
  rummilab series friday.toml --result \"- / R5 K3\" --result \"12 / -\"
  rummilab series friday.toml --round 1 --result \"- / 8\"
  rummilab series friday.toml --page friday.html --lang de

A result is what each player has left, with / between: `-` for who went out, tiles, or their points;
100 or 200 for who has not opened (as the rules have it), x for who took no part. With signs these
are the points of the round: `+60 / -60`. The first player of the list begins the first round, the
next one the second. The file can be corrected with an editor. What decides over several rounds is
`match_order` of the rules: points, won rounds, or placement points.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    // A result is not written before what stands beside it is known to be right.
    let level = level(&args.level).ok_or_else(|| unknown_level(&args.level))?;
    let mut file = match read(&args.file)? {
        Some(_) if !args.players.is_empty() || args.rules.are_given() => {
            let place = args.file.display();
            let why = "is there already; players and rules of a series stay";
            return Err(Error::Input(format!("{place} {why}")));
        }
        Some(file) => file,
        None => args.begin()?,
    };
    if let Some(rounds) = args.rounds {
        file.rounds = rounds;
    }
    args.enter(&mut file)?;
    let (rules, language) = (rules_of(&file)?, args.language.language());
    let series = Series::new(file, &rules).map_err(|why| refused(&args.file, &why, language))?;
    let text = series.file().to_toml();
    // What is unchanged is not written, so that remarks of an editor stay.
    if !args.results.is_empty() || args.rounds.is_some() || !args.players.is_empty() {
        write_whole(&args.file, text.as_bytes())?;
    }
    if let Some(page) = &args.page {
        replace_whole(page, series_page(&series, language).as_bytes())?;
    }
    // After the last round nothing is left to chance.
    let games = if series.left() == 0 { 0 } else { args.games };
    let recorded = played(&series, level, games, args.seed)?;
    let chances = series.chances(&recorded, args.seed);
    let mut out = Out::new();
    if args.json {
        out.record(&Answer::of(&series, chances.as_deref()))?;
    } else if args.csv {
        print_csv(&mut out, &series)?;
    } else {
        let level = Some(level).filter(|_| !recorded.is_empty());
        out.text(&text_of(
            &series,
            chances.as_deref(),
            level,
            recorded.len(),
            language,
        ))?;
    }
    Ok(Exit::Done)
}

fn refused(place: &Path, why: &SeriesError, language: Language) -> Error {
    let why = match why {
        SeriesError::Round(round, fault) => {
            let why = fault.say(language);
            say!(language, "series-refused", round = *round, why = why)
        }
        why => why.to_string(),
    };
    Error::Input(format!("{}: {why}", place.display()))
}

fn unknown_level(name: &str) -> Error {
    let names: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
    Error::Input(format!("--level {name}: expected {}", names.join(", ")))
}

/// The series of a file; `None` if there is no file.
fn read(place: &Path) -> Result<Option<SeriesFile>, Error> {
    let name = place.display().to_string();
    match fs::read_to_string(place) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::Read(name, cause)),
        Ok(text) => SeriesFile::parse(&text)
            .map(Some)
            .map_err(|why| Error::about(name, why)),
    }
}

fn rules_of(file: &SeriesFile) -> Result<RuleSet, Error> {
    if file.rules.contains('\n') {
        read_rules_text(&file.name, &file.rules, &file.options)
    } else {
        read_rules(&file.rules, &file.options)
    }
}

impl Args {
    fn begin(&self) -> Result<SeriesFile, Error> {
        if self.players.is_empty() {
            let why = "is not there; --player NAME, once for each, begins a series";
            return Err(Error::Input(format!("{} {why}", self.file.display())));
        }
        let name = self.rules.name();
        let named = PRESET_NAMES.contains(&name);
        Ok(SeriesFile {
            name: self.name.clone(),
            rules: if named {
                name.to_owned()
            } else {
                self.rules.read()?.spec().to_toml()
            },
            options: if named {
                self.rules.options.clone()
            } else {
                Vec::new()
            },
            rounds: self.rounds.unwrap_or(6),
            players: self.players.clone(),
            results: Vec::new(),
        })
    }

    fn enter(&self, file: &mut SeriesFile) -> Result<(), Error> {
        let played = file.results.len();
        let Some(round) = self.round else {
            file.results.extend(self.results.iter().cloned());
            return Ok(());
        };
        let [results] = &self.results[..] else {
            return Err(Error::Input(
                "--round takes the result of one round".to_owned(),
            ));
        };
        let place = file.results.get_mut(round - 1);
        let place = place
            .ok_or_else(|| Error::Input(format!("--round {round}: {played} rounds are played")))?;
        results.clone_into(place);
        Ok(())
    }
}

/// The results of games of bots of this level, as many as the series has players.
fn played(
    series: &Series,
    level: &Level,
    games: usize,
    seed: u64,
) -> Result<Vec<Vec<Gain>>, Error> {
    if games == 0 {
        return Ok(Vec::new());
    }
    let players = series.file().players.len();
    let spec = PlanSpec {
        bots: vec![level.bot.to_owned(); players],
        players: players as u64,
        deals: games as u64,
        seed,
        format: "seats".to_owned(),
        rules: RulesEntry::from(series.rules()),
        ..PlanSpec::default()
    };
    let mut found = Vec::new();
    let played = Match::of(spec).observe(|event| {
        let MatchEvent::Block(block) = event else {
            return;
        };
        for game in &block.games {
            let results = game.seats.iter().map(|seat| {
                let (score, place) = (seat.score, seat.place);
                Some(SeatResult { score, place })
            });
            let results: Vec<Option<SeatResult>> = results.collect();
            found.push(gains_of(series.rules(), &results));
        }
    });
    played.play()?;
    Ok(found
        .into_iter()
        .map(|round| round.into_iter().flatten().collect())
        .collect())
}
