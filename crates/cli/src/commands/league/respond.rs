//! `league respond`: the best response to a bot that a search over settings finds, and what it wins on deals that it was not
//! chosen for. Refuses to call that more than it is: a lower bound of how far the bot can be exploited.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use rummilab_arena::{Plan, PlanSpec, Progress, RulesEntry, Span, ThinkTime};
use rummilab_bots::BotSpec;
use rummilab_bots::variants::{changed_once, default_of, families};
use rummilab_core::MAX_PLAYERS;
use rummilab_league::Halving;
use rummilab_stats::{Interval, Summary};
use serde::Serialize;

use super::search::{Candidate, Search, Stage};
use crate::bot_arg::{BotArg, resolve};
use crate::error::{Error, Exit};
use crate::in_memory::{all_cores, checked};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::{Out, json_line};
use crate::programs::MatchPlayers;
use crate::progress::Bar;
use crate::rules_arg::{RulesArgs, quoted};
use crate::run_folder::{BUILD, RunFolder};
use crate::whole_file::write_whole;

/// The result, in the folder of the search.
const RESPONSE: &str = "response.json";

/// Search the settings of all bots for the one that beats a bot most often, and confirm it on other deals
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The bot to beat
    #[arg(long, value_name = "BOT")]
    to: BotArg,
    /// A bot whose settings are searched, such as hold; may be repeated. All bots unless given
    #[arg(long, value_name = "NAME")]
    family: Vec<String>,
    /// One more bot to begin with, such as hold:h=0,empty=keep; may be repeated
    #[arg(long, value_name = "BOT")]
    start: Vec<BotSpec>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Seats in every game, 2 to 4: the response in one, copies of the bot in the others
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
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads, help_heading = "Running")]
    threads: Option<NonZeroUsize>,
    /// Folder for the search; runs/respond-HASH unless given. What was played there is not played again
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Running")]
    out: Option<PathBuf>,
    /// Print response.json instead of the text
    #[arg(long, help_heading = "Running")]
    json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short, help_heading = "Running")]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab league respond --to greedy --family hold
  rummilab league respond --to hold --family hold --first 16 --last 256 --confirm 1000
  rummilab league respond --to hold:h=0,empty=keep --start hold:h=0,empty=solve --rules twist
  rummilab league respond --to greedy --family hold --players 4
  rummilab league respond --to \"cmd:python3 mybot.py\" --family hold --out runs/against-mine

The search begins with every bot as it is and with each of its settings changed alone, all on the same few
deals; the best play on more. Then the same around the best. What it wins there is too good, because it was chosen for these
deals: the figure to report is that on the other deals. What lies above the fair share (one half with two players, a quarter with
four) is a lower bound of how far the bot can be exploited: other bots may do better.

An interrupted search goes on when the same command is given again.";

/// What came out, as `response.json` holds it.
#[derive(Debug, Serialize)]
struct Response {
    /// The bot to beat.
    to: String,
    /// The rule system.
    rules: String,
    /// Seats in every game; the bot to beat sits in all but one.
    players: u64,
    seed: u64,
    families: Vec<String>,
    start: Vec<String>,
    /// The best response that was found, on the deals it was chosen for.
    best: Candidate,
    confirmed: Confirmed,
    /// What the wins of the response lie above its fair share (one half with two players), and zero where they do not; a lower
    /// bound of the exploitability.
    exploitability: f64,
    /// Its interval.
    exploitability_ci: Option<Interval>,
    stages: Vec<Stage>,
}

/// The response on other deals.
#[derive(Debug, Serialize)]
struct Confirmed {
    seed: u64,
    deals: u64,
    games: u64,
    wins: f64,
    wins_ci: Option<Interval>,
    /// Its points less those of the other (the mean of the others), a game.
    points: Option<f64>,
    points_ci: Option<Interval>,
}

/// Searches, confirms, tells.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let first = args.candidates()?;
    if args.last < args.first {
        return Err(Error::Input(format!(
            "--last {} is less than --first {}; expected at least as many deals",
            args.last, args.first
        )));
    }
    let mut against = PlanSpec {
        bots: vec![args.to.to_string()],
        players: args.players,
        deals: args.last,
        seed: args.seed,
        rules: RulesEntry::from(&args.rules.read()?),
        ..PlanSpec::default()
    };
    resolve(&mut against)?;
    let alone = checked(&against)?;
    let folder = args.folder(&alone);
    MatchPlayers::new(&alone, None)?.probe(&alone)?;
    let stop = stop_on_interrupt();
    let search = Search {
        against: against.clone(),
        halving: Halving {
            first: args.first,
            last: args.last,
            factor: args.factor,
        },
        stages: args.stages,
        folder: &folder,
        threads: args.threads.unwrap_or_else(all_cores),
        stop: &stop,
        shown: Bar::is_seen() && !args.quiet,
    };
    let found = search.run(first)?.ok_or_else(|| {
        Error::Input(format!(
            "there is no candidate but `{}` itself; expected another --family or --start",
            args.to
        ))
    })?;
    let summary = confirm(&search, &found.best.bot, args.confirm)?;
    let response = args.response(&alone, found.best, found.stages, &summary)?;
    let json = json_line(&response)?;
    write_whole(&folder.join(RESPONSE), &json)?;
    let mut out = Out::new();
    match args.json {
        true => out.bytes(&json)?,
        false => out.text(&args.told(&response, &folder))?,
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Plays the response against the bot on the deals of the next seed, as a run of its own.
fn confirm(search: &Search<'_>, best: &str, deals: u64) -> Result<Summary, Error> {
    let mut spec = search.against.clone();
    spec.bots.insert(0, best.to_owned());
    spec.deals = deals;
    spec.seed += 1;
    let plan = checked(&spec)?;
    let path = search.folder.join("confirm").join(plan.plan_hash());
    let (folder, store, there) = RunFolder::open(&path, &plan, Span::all(&plan), |_| {})?;
    let mut bar = Bar::new(plan.blocks(), there.found, search.shown);
    let mut times = vec![ThinkTime::default(); plan.bots().len()];
    let mut show = |progress: Progress| bar.show(&progress, String::new);
    let done = search.play_missing(&plan, &path, (store, there), &mut show, |played| {
        for (total, time) in times.iter_mut().zip(&played.times) {
            total.add(*time);
        }
    });
    bar.end();
    done?;
    folder.finish(&times)
}

impl Args {
    /// Every bot to begin with: those given, then each family as it is and with one setting changed.
    fn candidates(&self) -> Result<Vec<BotSpec>, Error> {
        let names: Vec<&str> = match self.family.is_empty() {
            true => families().collect(),
            false => self.family.iter().map(String::as_str).collect(),
        };
        let mut candidates = self.start.clone();
        for name in names {
            let known = families().find(|known| *known == name);
            let bot = known.and_then(default_of).ok_or_else(|| {
                let known: Vec<&str> = families().collect();
                Error::Input(format!(
                    "--family: there is no bot `{name}`; expected one of {}, without settings",
                    known.join(", ")
                ))
            })?;
            let around = changed_once(&bot);
            candidates.push(bot);
            candidates.extend(around);
        }
        Ok(candidates)
    }

    fn folder(&self, alone: &Plan) -> PathBuf {
        let hash = alone.plan_hash();
        let own = || Path::new("runs").join(format!("respond-{hash}"));
        self.out.clone().unwrap_or_else(own)
    }

    fn response(
        &self,
        alone: &Plan,
        best: Candidate,
        stages: Vec<Stage>,
        summary: &Summary,
    ) -> Result<Response, Error> {
        let pair = summary.pairs.first();
        let best_of_all = summary.bots.first().map(|bot| &bot.results);
        let wins = best_of_all.and_then(|found| found.win_rate);
        let ((pair, found), wins) = pair.zip(best_of_all).zip(wins).ok_or_else(|| {
            Error::Input("the confirming games have no win rate: every one was void".to_owned())
        })?;
        let fair = 1.0 / self.players as f64;
        let edge = |wins: f64| (wins - fair).max(0.0);
        let edges = found.win_rate_ci;
        Ok(Response {
            to: self.to.to_string(),
            rules: alone.rules().name.clone(),
            players: self.players,
            seed: self.seed,
            families: self.family.clone(),
            start: self.start.iter().map(ToString::to_string).collect(),
            best,
            confirmed: Confirmed {
                seed: summary.seed,
                deals: self.confirm,
                games: pair.games,
                wins,
                wins_ci: found.win_rate_ci,
                points: pair.score_difference,
                points_ci: pair.score_difference_ci,
            },
            exploitability: edge(wins),
            exploitability_ci: edges.and_then(|ci| Interval::new(edge(ci.low()), edge(ci.high()))),
            stages,
        })
    }

    /// The answer for a person.
    fn told(&self, response: &Response, folder: &Path) -> String {
        let mut text = format!(
            "Best response to {} that was found: {} ({}, {} players)\n\n",
            response.to, response.best.bot, response.rules, response.players
        );
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        let ends = |ci: Option<Interval>| {
            ci.map(|ci| format!(" [{}, {}]", percent(ci.low()), percent(ci.high())))
                .unwrap_or_default()
        };
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
            "Wins on {} other deals: {}{} %",
            confirmed.deals,
            percent(confirmed.wins),
            ends(confirmed.wins_ci)
        );
        let _ = writeln!(
            text,
            "Exploitability of {}: at least {}{} points of win rate; other responses may do better",
            response.to,
            percent(response.exploitability),
            ends(response.exploitability_ci)
        );
        let _ = writeln!(text, "Files:  {}", folder.display());
        let _ = writeln!(text, "Again:  {}   ({BUILD})", self.recipe());
        text
    }

    /// The command that searches again, defaults left out.
    fn recipe(&self) -> String {
        let mut words = vec![format!(
            "rummilab league respond --to {}",
            quoted(&self.to.to_string())
        )];
        words.extend(self.family.iter().map(|name| format!("--family {name}")));
        let start = self.start.iter();
        words.extend(start.map(|bot| format!("--start {bot}")));
        if self.rules.rules != "original" {
            words.push(format!("--rules {}", quoted(&self.rules.rules)));
        }
        let options = self.rules.options.iter();
        words.extend(options.map(|option| format!("--option {}", quoted(option))));
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
        if let Some(out) = &self.out {
            words.push(format!("--out {}", quoted(&out.display().to_string())));
        }
        words.join(" ")
    }
}
