//! `rummilab completions`: a completion script for a shell that clap can write for.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
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
  rummilab completions bash > ~/.local/share/bash-completion/completions/rummilab
  rummilab completions zsh > ~/.zfunc/_rummilab
  rummilab completions fish > ~/.config/fish/completions/rummilab.fish";

/// Writes the script to standard output.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "rummilab", &mut script);
    let mut out = Out::new();
    out.bytes(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
