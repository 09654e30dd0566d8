//! `ladder`: plays the missing pairs of a folder of bots, rates the bots, and writes the files of
//! the ladder. `rummilab::runs` defines ladders.

mod example;
mod gate;
mod table;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use rummilab::core::count;
use rummilab::oracle;
use rummilab::report::{LadderFacts, Look, ladder_page};
use rummilab::runs::{
    HistoryRow, LADDER, Ladder, LadderEvent, LadderPlace, MatchEvent, PlanFile, RatedLadder, Shard,
    ShardArg, Warning, all_cores, pair_records, read_conditions, write_whole,
};

use self::gate::Gate;
use crate::commands::run::{checked_plan, read_text, resolve_rules};
use crate::error::{Error, Exit, remark, tell_fault, warn};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::print_answer;
use crate::play::{Watcher, changed_bots, given_shard, verdict};
use crate::progress::Bar;
use crate::sweep::print_states;

/// The page in the folder of a ladder.
pub const PAGE: &str = "index.html";

/// Rate a folder of bots: play what is missing, where ratings are most uncertain first
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of the ladder, with ladder.toml and bots/NAME.toml
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    dir: PathBuf,
    /// Begin a ladder there: a ladder.toml with all its fields, and twelve bots
    #[arg(long)]
    new: bool,
    /// Begin no further pair after this many games; 0 plays nothing
    #[arg(long, value_name = "N", value_parser = whole(0, u64::MAX))]
    games: Option<u64>,
    /// Play a part of the pairs: K/N, or auto (auto/N) in an array of jobs. It rates nothing:
    /// `rummilab merge` unites the ladders of all parts
    #[arg(long, value_name = "K/N|auto", conflicts_with_all = ["fail_below", "json"])]
    shard: Option<ShardArg>,
    /// Exit with 1 if this bot is certainly rated below so many points; or without points, below
    /// its version before. May be repeated
    #[arg(long, value_name = "BOT[=POINTS]")]
    fail_below: Vec<Gate>,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads, help_heading = "Running")]
    threads: Option<NonZeroUsize>,
    /// Go on with programs that are not those that played before, and say so in the records
    #[arg(long, help_heading = "Running")]
    accept_changed_bots: bool,
    /// Exit with 0 though bots had faults
    #[arg(long, help_heading = "Running")]
    allow_faults: bool,
    /// Print ladder.json instead of the table
    #[arg(long, help_heading = "Running")]
    json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short, help_heading = "Running")]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab ladder mine --new
  rummilab ladder mine --games 60
  rummilab ladder mine --games 0 --json
  rummilab ladder mine --games 40 --fail-below hold=-200 --fail-below greedy=-50
  rummilab league mine/pairs/greedy--hold

Every pair is a run of its own, mine/pairs/A--B, so a new bot plays its own pairs alone. All pairs
play the same deals. With more than 2 players A sits among copies of B, and B--A is another pair.
The bot whose rating is least certain plays first; of its pairs those that were not begun, against
bots that have games, the nearest in rating first.

A bot is a file bots/NAME.toml:
  bot = \"hold:h=3\"   # or \"cmd:python3 mine.py\", relative to the folder bots
  version = \"2\"      # may be left out; it is then called NAME@2
  note = \"…\"         # may be left out
Another version is another bot. The one before keeps its games and its rating, and plays no more
once its file is gone. A program that changed without a new version is refused.

Ratings are Plackett-Luce over all games, with intervals of 95 % over deals. The folder gets
index.html, ladder.json, ladder.csv, and history.csv with a step for each change.

--fail-below fails if the upper end of an interval lies below: that of the rating, in points above
the anchor, or that of the rating less the rating of the version before. A bot that is no worse
fails once in 40 times. To pass says that a loss was not shown, not that there is none: the message
says how large a loss is not excluded.

The same command continues an interrupted ladder.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if args.new {
        return example::begin(&args.dir);
    }
    let ladder = open(&args.dir)?;
    for gate in &args.fail_below {
        gate.check(&ladder)?;
    }
    let shard = given_shard(args.shard)?;
    // A history that cannot be continued is refused before anything is played.
    ladder.history()?;
    let stop = stop_on_interrupt("the turns being played");
    let mut watcher = Watcher::new(&args.dir, args.quiet);
    let mut warned = false;
    let played = ladder.play(LadderPlace {
        threads: args.threads.unwrap_or_else(all_cores),
        changes: changed_bots(args.accept_changed_bots),
        shard,
        games: args.games,
        oracle,
        interrupt: &stop,
        observe: &mut |event| match event {
            LadderEvent::Pair { folder, done, of } if Bar::is_seen() && !args.quiet => {
                watcher.end();
                remark(&format!("pair {} of {of}: {}", done + 1, folder.display()));
            }
            LadderEvent::Pair { .. } => {}
            LadderEvent::Match(MatchEvent::Warning(Warning::NoSalt)) => {
                if !std::mem::replace(&mut warned, true) {
                    warn(&format!("{} (see `salt` in {LADDER})", Warning::NoSalt));
                }
            }
            // That a pair goes on is what a ladder does.
            LadderEvent::Match(MatchEvent::Opened(opened)) if opened.dropped_bytes == 0 => {
                watcher.begin_bar(opened);
            }
            LadderEvent::Match(event) => watcher.tell(&event),
        },
    });
    watcher.end();
    let played = played?;
    if played.missing > 0 {
        let missing = count(played.missing, "pair");
        remark(&format!(
            "{missing} still to be played; the same command goes on"
        ));
    }
    if let Some(shard) = shard {
        say_shard(shard, &args.dir);
        return Ok(verdict(
            &played.withdrawn,
            watcher.faulty_games(),
            args.allow_faults,
        ));
    }
    let rated = finish(&ladder, args.json)?;
    let withdrawn = verdict(&played.withdrawn, 0, args.allow_faults);
    // Those of earlier calls too: the ratings rest on them.
    let all = rated.faults().total;
    let mut passed = all == 0 || args.allow_faults;
    if !passed {
        tell_fault(&format!(
            "bots had {} in the games of this ladder; with --allow-faults the exit code is 0",
            count(all, "fault")
        ));
    }
    for gate in &args.fail_below {
        passed &= gate.passes(&rated);
    }
    Ok(if passed { withdrawn } else { Exit::CheckFailed })
}

fn say_shard(shard: Shard, dir: &Path) {
    remark(&format!(
        "shard {shard}: its pairs are in {}; when all shards are done: rummilab merge LADDER… \
         --out DIR, or the same command without --shard where all shards play in one folder",
        dir.display()
    ));
}

/// Whether a folder is that of a ladder.
pub fn is_ladder(dir: &Path) -> bool {
    dir.join(LADDER).is_file()
}

/// The ladder in this folder.
pub fn open(dir: &Path) -> Result<Ladder, Error> {
    if !is_ladder(dir) {
        return Err(Error::Input(format!(
            "{0}: there is no {LADDER} in it; `rummilab ladder {0} --new` begins a ladder there, \
             in a new or empty folder",
            dir.display()
        )));
    }
    let file = dir.join(LADDER);
    let (PlanFile { plan, sweep }, name, text) = read_text(&file, read_conditions)?;
    if !sweep.is_empty() {
        return Err(Error::Input(format!("{name}: a ladder has no `sweep`")));
    }
    let mut conditions = plan;
    conditions.rules = resolve_rules(&file, None, &[], conditions.rules)?;
    checked_plan(&name, &text, &conditions)?;
    Ok(Ladder::new(dir, conditions)?)
}

/// Prints the state of a ladder, a line a pair; as JSON, of each pair that has begun.
pub fn print_pairs(ladder: &Ladder, json: bool) -> Result<Exit, Error> {
    let records = pair_records(ladder.folder())?.unwrap_or_default();
    let playing = ladder.pair_folders();
    // Pairs of bots that play no more need no further deals.
    let begun = records.iter().filter_map(|games| games.parent());
    let former = begun.filter(|pair| !playing.iter().any(|known| known == pair));
    let former = former.map(|pair| (pair.to_owned(), None));
    let needed = playing
        .iter()
        .map(|pair| (pair.clone(), Some(ladder.deals())));
    print_states("pair", needed.chain(former), json)
}

/// Rates a ladder, writes its files and prints its table.
pub fn finish(ladder: &Ladder, json: bool) -> Result<RatedLadder, Error> {
    let mut rated = ladder.rated()?;
    let history = ladder.write(&mut rated.standings)?;
    let page = page(ladder, &rated, &history)?;
    write_whole(&ladder.folder().join(PAGE), page.as_bytes())?;
    print_answer(json, &rated.standings, || {
        table::text(&rated.standings, ladder.folder())
    })?;
    Ok(rated)
}

fn page(ladder: &Ladder, rated: &RatedLadder, history: &[HistoryRow]) -> Result<String, Error> {
    let standings = &rated.standings;
    let about = |name: &str| {
        let standing = standings.bots.iter().find(|standing| standing.bot == name);
        standing.map(table::about).unwrap_or_default()
    };
    let looks = |name: &str| -> Vec<Look> {
        let rows = history.iter().filter(|row| row.bot == name);
        rows.filter_map(|row| {
            Some(Look {
                blocks: row.all_games,
                mean: row.rating?,
                interval: row.interval(),
            })
        })
        .collect()
    };
    let names = || rated.summary.bots.iter().map(|bot| bot.bot.as_str());
    let name = ladder.folder().canonicalize().ok();
    let name = name.as_deref().and_then(Path::file_name);
    let facts = LadderFacts {
        name: name.unwrap_or_default().to_string_lossy().into_owned(),
        abouts: names().map(about).collect(),
        pairs: (standings.pairs_played, standings.pairs),
        deals: standings.deals,
        history: names().map(looks).collect(),
    };
    let page = ladder_page(&rated.rules, &rated.summary, &rated.order, &facts);
    page.map_err(Error::cause)
}
