//! `rummilab completions`: a completion script for a shell that clap can write for.

use clap_complete::Shell;

use crate::args::command;
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

/// Writes the script to standard output.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "rummilab", &mut script);
    let mut out = Out::new();
    out.bytes(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
