//! `bots`: lists the bots with their parameters.

use rummilab::bots::roster::ROSTER;
use rummilab::bots::spec::{Param, ParamKind};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::tables::{drawn, new_table};

/// List the bots with their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
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
  rummilab bots --all
  rummilab tournament --bots hold:h=3,empty=keep,greedy

A bot is written name or name:key=value[,key=value…]. Same name and version, same games.";

#[derive(Serialize)]
struct BotRecord {
    name: &'static str,
    /// Of its behaviour: same name and version, same games.
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
            ParamKind::Number { .. } => param.kind.to_string(),
            ParamKind::Choice(words) => words.join(", "),
        },
        about: param.about,
    }
}

/// Lists the bots.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut out = Out::new();
    let listed = || ROSTER.iter().filter(|bot| args.all || !bot.for_tests);
    if args.json {
        for bot in listed() {
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
    let mut table = new_table(vec!["bot", "version", ""]);
    for bot in listed() {
        table.add_row(vec![
            bot.name.to_owned(),
            bot.version.to_string(),
            bot.about.to_owned(),
        ]);
        for param in bot.params.iter().map(record) {
            let setting = format!("  {}={}", param.key, param.default);
            let about = format!("{} ({})", param.about, param.values);
            table.add_row(vec![setting, String::new(), about]);
        }
    }
    out.text(&drawn(&table))?;
    Ok(Exit::Done)
}
