//! `rummilab completions`: a completion script for a shell that clap supports.

use clap::Arg;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use rummilab::bots::roster::ROSTER;
use rummilab::core::{FIELDS, PRESET_NAMES};

use crate::args::{command, each};
use crate::error::{Error, Exit};
use crate::output::Out;

/// Arguments of `rummilab completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  source <(rummilab completions bash)    # this shell; in ~/.bashrc, every one
  mkdir -p ~/.zfunc && rummilab completions zsh > ~/.zfunc/_rummilab
  mkdir -p ~/.config/fish/completions
  rummilab completions fish > ~/.config/fish/completions/rummilab.fish";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut out = Out::new();
    out.bytes(&script(args.shell))?;
    out.flush()?;
    Ok(Exit::Done)
}

/// The script for a shell.
pub fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let mut command = each(command(), &|sub| sub.mut_args(with_words));
    clap_complete::generate(shell, &mut command, "rummilab", &mut script);
    script
}

/// The argument with the words that complete it. Only the script knows them, because other values
/// are possible, such as a file of rules or a bot with settings. Runs are folders, which every
/// shell completes.
fn with_words(arg: Arg) -> Arg {
    let name = |arg: &Arg| {
        arg.get_value_names()
            .is_some_and(|names| names == ["NAME|FILE.toml"])
    };
    let words: Vec<&'static str> = match arg.get_long().unwrap_or(arg.get_id().as_str()) {
        "rules" => PRESET_NAMES.into(),
        "name" if name(&arg) => PRESET_NAMES.into(),
        "name" if arg.get_long().is_some() => return arg,
        "bots" | "bot" | "to" | "start" | "name" => {
            let bots = ROSTER.iter().filter(|bot| !bot.for_tests);
            bots.map(|bot| bot.name).collect()
        }
        "option" => FIELDS.iter().map(|field| field.key).collect(),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(words))
}
