//! `bots`: lists the bots, or shows one with its parameters.

use rummilab::bots::BotSpec;
use rummilab::bots::roster::ROSTER;
use rummilab::bots::spec::{Entry, Param, ParamKind};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::tables::{drawn, new_table, wrapped};

/// List the bots, or show the parameters of one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The bot to show; without it all are listed
    #[arg(value_name = "BOT")]
    name: Option<String>,
    /// Also the bots that help tests
    #[arg(long)]
    all: bool,
    /// One JSON record a bot
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bots
  rummilab bots hold
  rummilab tournament --bots hold:h=3,empty=keep,greedy

A bot is written name or name:key=value[,key=value…]. A bot of the same
name and version plays the same games.";

#[derive(Serialize)]
struct BotRecord {
    name: &'static str,
    /// The version of its behaviour: same name and version, same games.
    version: u32,
    about: &'static str,
    params: Vec<ParamRecord>,
}

#[derive(Serialize)]
struct ParamRecord {
    key: &'static str,
    default: String,
    values: String,
    about: &'static str,
}

fn record(param: &Param) -> ParamRecord {
    ParamRecord {
        key: param.key,
        default: param.kind.default_text(),
        values: match param.kind {
            ParamKind::Number { .. } | ParamKind::Sight => param.kind.to_string(),
            ParamKind::Choice(words) => words.join(", "),
        },
        about: param.about,
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let named = args.name.as_ref().map(|name| name.parse::<BotSpec>());
    let named = named.transpose()?.map(|spec| spec.entry());
    let listed: Vec<&Entry> = match named {
        Some(bot) => vec![bot],
        None => ROSTER
            .iter()
            .filter(|bot| args.all || !bot.for_tests)
            .collect(),
    };
    let mut out = Out::new();
    if args.json {
        for bot in listed {
            let params = bot.params.iter().map(record).collect();
            out.record(&BotRecord {
                name: bot.name,
                version: bot.version,
                about: bot.about,
                params,
            })?;
        }
        return Ok(Exit::Done);
    }
    out.text(&match named {
        Some(bot) => shown(bot),
        None => listing(&listed),
    })?;
    Ok(Exit::Done)
}

fn listing(bots: &[&Entry]) -> String {
    let mut table = new_table(["bot", "how it plays"]);
    for bot in bots {
        table.add_row([bot.name, bot.about]);
    }
    let table = drawn(&table);
    format!("{table}\n\n`rummilab bots NAME` shows the parameters of one.")
}

fn shown(bot: &Entry) -> String {
    let (name, version, about) = (bot.name, bot.version, bot.about);
    let head = wrapped(&format!("{name}: {about}\nBehaviour version {version}"));
    if bot.params.is_empty() {
        return format!("{head}\n\nIt has no parameters.");
    }
    let mut table = new_table(["parameter", "default", "values", "meaning"]);
    for param in bot.params.iter().map(record) {
        table.add_row([param.key, &param.default, &param.values, param.about]);
    }
    let (table, param) = (drawn(&table), record(&bot.params[0]));
    let written = format!("{name}:{}={}", param.key, param.default);
    format!("{head}\n\n{table}\n\nWritten as {written}; several are separated by commas.")
}
