//! `serve`: lets another program play against a bot of ours over the bot protocol. It stores
//! nothing.

use std::io::{self, BufReader, BufWriter};

use rummilab::bot_api::serve;
use rummilab::bots::BotSpec;
use rummilab::oracle;
use rummilab::play::AdvisingHost;
use rummilab::runs::judge;

use crate::error::{Error, Exit};

/// Answer another program's requests with a bot, over the bot protocol on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The bot that answers: name or name:key=value[,key=value…] (`rummilab bots` lists them)
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: BotSpec,
}

const EXAMPLES: &str = "\
Examples:
  rummilab serve --bot hold:h=3
  rummilab tournament --bot \"cmd:rummilab serve --bot hold\" --bot greedy \\
    --deals 20

Messages are JSON objects, one a line. The other program sends hello, newgame, move, putback, hint,
solve and gameover, each with an id, and gets one line for each. Quit or the end of the input ends
it. `hint` says what the bot would do on a turn and why, and what else could be done. `solve`
answers any question of `rummilab solve --batch`. Every message, with an example:
crates/bot-api/PROTOCOL.md. A short exchange:
  > {\"id\":1,\"type\":\"hello\",\"protocol\":[1],
     \"harness\":{\"name\":\"mine\",\"version\":\"1\"}}
  > {\"id\":2,\"type\":\"newgame\",\"rules\":\"original\",\"players\":2,\"seat\":0}
  > {\"id\":3,\"type\":\"move\",\"state\":{\"rack\":\"R10 R11 R12 B1\",\"table\":[],
     \"opened\":[false,false],\"rack_sizes\":[4,14],\"pool\":60},\"events\":[]}
  < {\"id\":3,\"type\":\"move\",\"action\":{\"play\":[\"R10 R11 R12\"]}}
(Each of them is one line.)";

/// Serves until the other program ends.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let name = format!("rummilab {}", args.bot);
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut host = AdvisingHost::new(name, version, || args.bot.make(), judge());
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    serve(&mut input, &mut output, &mut host, oracle).map_err(Error::Output)?;
    Ok(Exit::Done)
}
