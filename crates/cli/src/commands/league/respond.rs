//! `league respond`: finds responses to a bot and prints them; `rummilab_runs` has the methods.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use rummilab::bots::BotSpec;
use rummilab::core::MAX_PLAYERS;
use rummilab::oracle;
use rummilab::runs::{
    BUILD, BotName, KindResponse, MatchEvent, Responding, Response, ResponseKind, ResponseSearch,
    Responses, SearchEvent, SearchPlace, all_cores, write_whole,
};
use rummilab::stats::league::Halving;

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::{count, whole};
use crate::output::{Out, json_line};
use crate::progress::{Bar, Steps};
use crate::rules_arg::{RulesArgs, quoted, rules_words};
use crate::tables::{to_copy, with_ends};

/// The file of the result in the folder of the search.
const RESPONSE: &str = "response.json";

/// Find what beats a bot: the best settings of all bots, or a bot made against it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The bot to beat
    #[arg(long, value_name = "BOT")]
    to: BotName,
    /// How a response is found: settings, playouts; may be repeated
    #[arg(
        long = "kind",
        value_name = "KIND",
        value_delimiter = ',',
        default_value = "settings"
    )]
    kinds: Vec<ResponseKind>,
    /// A bot whose settings are searched, such as hold; may be repeated. All bots unless given
    #[arg(long, value_name = "NAME")]
    family: Vec<String>,
    /// One more bot to begin with, such as hold:h=0,empty=keep; may be repeated
    #[arg(long, value_name = "BOT")]
    start: Vec<BotSpec>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Seats in every game: the response in one, copies of the bot in the others
    #[arg(long, default_value_t = 2, value_parser = whole(2, MAX_PLAYERS as u64))]
    players: u64,
    /// Deals on which all candidates play at first
    #[arg(long, default_value_t = 8, value_parser = whole(1, 1_000_000))]
    first: u64,
    /// Deals on which the last candidates play
    #[arg(long, default_value_t = 128, value_parser = whole(1, 1_000_000))]
    last: u64,
    /// By how much candidates are divided and deals multiplied in between
    #[arg(long, default_value_t = 4, value_parser = whole(2, 1000))]
    factor: u64,
    /// Rounds at most; each begins with all single changes of the best bot of the round before
    #[arg(long, default_value_t = 3, value_parser = whole(1, 100))]
    stages: u64,
    /// Other deals, on which the bot that was found is confirmed
    #[arg(long, default_value_t = 500, value_parser = whole(2, u64::MAX))]
    confirm: u64,
    /// Master seed of the search; the deals of the next seed confirm
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX - 1))]
    seed: u64,
    #[command(flatten)]
    responding: RespondingArgs,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads, help_heading = "Running")]
    threads: Option<NonZeroUsize>,
    /// Folder for the search; runs/respond-HASH unless given. What was played there is not played
    /// again
    #[arg(
        long,
        value_name = "DIR",
        value_hint = clap::ValueHint::DirPath,
        help_heading = "Running"
    )]
    out: Option<PathBuf>,
    /// Print response.json instead of the text
    #[arg(long, help_heading = "Running")]
    json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short, help_heading = "Running")]
    quiet: bool,
}

/// How playouts think.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Of playouts")]
struct RespondingArgs {
    /// The bot that stands for the other in games that are only thought; the bot to beat itself
    /// unless given
    #[arg(long, value_name = "BOT")]
    model: Option<BotSpec>,
    /// The bot that goes on for the responder in these games; champion:budget=quick unless given
    #[arg(long, value_name = "BOT")]
    own: Option<BotSpec>,
    /// Games that are thought on a turn
    #[arg(long, default_value_t = 32, value_parser = count(1, 1_000_000))]
    games: usize,
    /// Plays compared on a turn, besides the turn of either bot and laying nothing
    #[arg(long, default_value_t = 4, value_parser = count(0, 1000))]
    plays: usize,
    /// Racks kept for each opponent that fit what it did; 0 deals unseen tiles at random
    #[arg(long, default_value_t = 8, value_parser = count(0, 1_000_000))]
    particles: usize,
    /// Tiles in the pool at most for the responder to think; before, it plays as the bot to beat
    #[arg(long, default_value_t = 1000, value_parser = count(0, 1000))]
    pool: usize,
}

const EXAMPLES: &str = "\
Examples:
  rummilab league respond --to greedy --family hold
  rummilab league respond --to hold --family hold \\
    --first 16 --last 256 --confirm 1000
  rummilab league respond --to hold:h=0,empty=keep --family hold \\
    --start hold:h=0,empty=solve --rules tournament
  rummilab league respond --to greedy --family hold --players 4
  rummilab league respond --to single --kind playouts,settings \\
    --games 8 --confirm 10
  rummilab bot new --lang python
  rummilab league respond --to \"cmd:python3 mybot.py\" --family hold \\
    --out runs/against-mine

The search begins with every bot as it is and with each of its settings changed alone, all on the
same few deals. The best play on more deals. Then the search does the same around the best. The wins
of that bot there are too good, because it was chosen for these deals: report its wins on the other
deals. What lies above the fair share (one half with two players, a quarter with four) is a lower
bound of the exploitability: other bots may do better.

With --kind a bot is made against the one to beat, which it knows. On each turn it takes the other
bot's own turn, unless another of a short list wins more in games that are only thought.

The same command continues an interrupted search.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let search = args.search()?;
    search.candidates()?;
    if args.last < args.first {
        return Err(Error::Input(format!(
            "--last {} is less than --first {}; expected at least as many deals",
            args.last, args.first
        )));
    }
    let folder = match &args.out {
        Some(out) => out.clone(),
        None => Path::new("runs").join(format!("respond-{}", search.plan()?.plan_hash())),
    };
    let stop = stop_on_interrupt("the turns being played");
    let mut shown = SearchDisplay::new(Bar::is_seen() && !args.quiet);
    let place = SearchPlace {
        folder: &folder,
        threads: args.threads.unwrap_or_else(all_cores),
        interrupt: &stop,
        observe: &mut |event| shown.tell(&event),
    };
    let (json, text) = match args.kinds[..] {
        [ResponseKind::Settings] => {
            let response = search.run(place)?;
            (json_line(&response)?, args.describe(&response, &folder))
        }
        _ => {
            let responses = search.run_kinds(&args.kinds, place)?;
            (
                json_line(&responses)?,
                args.describe_kinds(&responses, &folder),
            )
        }
    };
    write_whole(&folder.join(RESPONSE), &json)?;
    let mut out = Out::new();
    if args.json {
        out.text(&String::from_utf8_lossy(&json))?
    } else {
        out.text(&text)?
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The progress display of a search: candidates of each rung, then the blocks of the last match.
struct SearchDisplay {
    seen: bool,
    steps: Option<Steps>,
    bar: Option<Bar>,
}

impl SearchDisplay {
    fn new(seen: bool) -> SearchDisplay {
        SearchDisplay {
            seen,
            steps: None,
            bar: None,
        }
    }

    fn tell(&mut self, event: &SearchEvent<'_>) {
        match event {
            _ if !self.seen => {}
            SearchEvent::Candidate {
                stage,
                deals,
                done,
                of,
            } => {
                let unit = || Steps::new(&format!("bots, stage {stage}, {deals} deals"));
                self.steps.get_or_insert_with(unit).show(*done, *of);
            }
            SearchEvent::RungDone => self.steps = None,
            SearchEvent::Confirming(MatchEvent::Opened(opened)) => {
                self.steps = None;
                self.bar = Some(Bar::new(opened.blocks, opened.found, true));
            }
            SearchEvent::Confirming(MatchEvent::Progress(progress)) => {
                if let Some(bar) = &mut self.bar {
                    bar.show(progress, String::new);
                }
            }
            SearchEvent::Confirming(_) => {}
        }
    }
}

impl Args {
    fn search(&self) -> Result<ResponseSearch, Error> {
        Ok(ResponseSearch {
            to: self.to.clone(),
            families: self.family.clone(),
            start: self.start.clone(),
            rules: self.rules.read()?,
            players: self.players,
            halving: Halving {
                first: self.first,
                last: self.last,
                factor: self.factor,
            },
            stages: self.stages,
            confirm: self.confirm,
            responding: self.responding.read(),
            oracle,
            seed: self.seed,
        })
    }

    /// The answers of several kinds as text.
    fn describe_kinds(&self, responses: &Responses, folder: &Path) -> String {
        let mut text = format!(
            "Responses to {} ({}, {} players)\n\n",
            responses.to, responses.rules, responses.players
        );
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        for KindResponse {
            kind,
            responder,
            work,
            confirmed,
            ..
        } in &responses.responses
        {
            let wins = with_ends(Some(confirmed.wins), confirmed.wins_ci, percent);
            let _ = writeln!(text, "{kind}: {wins} % of {} games", confirmed.games);
            let _ = writeln!(text, "  work a turn: {work}");
            let _ = writeln!(text, "  {responder}");
        }
        let _ = writeln!(
            text,
            "\nWins above the fair share are a lower bound of the exploitability of {}: other \
             responses may do better",
            responses.to
        );
        self.add_end(&mut text, folder);
        text
    }

    /// The folder, and the command that repeats the search.
    fn add_end(&self, text: &mut String, folder: &Path) {
        let _ = writeln!(text, "Files:  {}", folder.display());
        let command = format!("{}    # {BUILD}", self.recipe());
        let _ = writeln!(text, "{}", to_copy("Again:  ", &command));
    }

    /// The answer as text.
    fn describe(&self, response: &Response, folder: &Path) -> String {
        let mut text = format!(
            "Best response to {} that was found: {} ({}, {} players)\n\n",
            response.to, response.best.bot, response.rules, response.players
        );
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        for (number, stage) in response.stages.iter().enumerate() {
            let rungs = stage
                .rungs
                .iter()
                .map(|rung| format!("{} bots on {} deals", rung.candidates.len(), rung.deals));
            let rungs: Vec<String> = rungs.collect();
            let last = stage.rungs.last().and_then(|rung| rung.candidates.first());
            let last = last.map(|best| format!("{} {} %", best.bot, percent(best.wins)));
            let _ = writeln!(
                text,
                "Stage {}: {}; best {}",
                number + 1,
                rungs.join(", "),
                last.unwrap_or_default()
            );
        }
        let confirmed = &response.confirmed;
        let _ = writeln!(
            text,
            "\nWins on the deals it was chosen for: {} % (too good, for that reason)",
            percent(response.best.wins)
        );
        let _ = writeln!(
            text,
            "Wins on {} other deals: {} %",
            confirmed.deals,
            with_ends(Some(confirmed.wins), confirmed.wins_ci, percent)
        );
        let _ = writeln!(
            text,
            "Exploitability of {}: at least {} points of win rate; other responses may do better",
            response.to,
            with_ends(
                Some(response.exploitability),
                response.exploitability_ci,
                percent
            )
        );
        self.add_end(&mut text, folder);
        text
    }

    /// The command that repeats the search, without defaults.
    fn recipe(&self) -> String {
        let mut words = vec![format!(
            "rummilab league respond --to {}",
            quoted(&self.to.to_string())
        )];
        if self.kinds != [ResponseKind::Settings] {
            let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
            words.push(format!("--kind {}", kinds.join(",")));
        }
        words.extend(self.family.iter().map(|name| format!("--family {name}")));
        let start = self.start.iter();
        words.extend(start.map(|bot| format!("--start {bot}")));
        words.extend(rules_words(self.rules.name(), &self.rules.options));
        for (name, value, default) in [
            ("players", self.players, 2),
            ("first", self.first, 8),
            ("last", self.last, 128),
            ("factor", self.factor, 4),
            ("stages", self.stages, 3),
            ("confirm", self.confirm, 500),
            ("seed", self.seed, 1),
        ] {
            if value != default {
                words.push(format!("--{name} {value}"));
            }
        }
        words.extend(self.responding.words());
        if let Some(out) = &self.out {
            words.push(format!("--out {}", quoted(&out.display().to_string())));
        }
        words.join(" ")
    }
}

impl RespondingArgs {
    fn read(&self) -> Responding {
        Responding {
            model: self.model.clone(),
            own: self.own.clone(),
            games: self.games,
            plays: self.plays,
            particles: self.particles,
            pool: self.pool,
        }
    }

    /// The flags that differ from the defaults.
    fn words(&self) -> Vec<String> {
        let (given, default) = (self.read(), Responding::default());
        let bots = [("model", given.model), ("own", given.own)];
        let bots = bots
            .into_iter()
            .filter_map(|(name, bot)| Some(format!("--{name} {}", bot?)));
        let numbers = [
            ("games", given.games as u64, default.games as u64),
            ("plays", given.plays as u64, default.plays as u64),
            (
                "particles",
                given.particles as u64,
                default.particles as u64,
            ),
            ("pool", given.pool as u64, default.pool as u64),
        ];
        let changed = numbers
            .into_iter()
            .filter(|(_, given, default)| given != default);
        bots.chain(changed.map(|(name, value, _)| format!("--{name} {value}")))
            .collect()
    }
}
