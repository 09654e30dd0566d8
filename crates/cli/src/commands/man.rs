//! `rummilab man`: pages for `man` and completion scripts, as files for a package.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap_complete::Shell;

use super::completions::script;
use crate::args::command;
use crate::error::{Error, Exit};

/// Arguments of `rummilab man`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder for the files; it is made if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  rummilab man --out share

Pages go into man/man1 of the folder, a page for each command, and completion
scripts for bash, elvish, fish, PowerShell and zsh into completions.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let pages = args.out.join("man").join("man1");
    write_in(&pages, |folder| clap_mangen::generate_to(command(), folder))?;
    write_in(&args.out.join("completions"), |folder| {
        for shell in Shell::value_variants() {
            let name = format!("rummilab.{shell}");
            fs::write(folder.join(name), script(*shell))?;
        }
        Ok(())
    })?;
    Ok(Exit::Done)
}

/// Creates a folder and writes files into it.
fn write_in(folder: &Path, write: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<(), Error> {
    let written = fs::create_dir_all(folder).and_then(|()| write(folder));
    written.map_err(|cause| Error::about(format!("cannot write {}", folder.display()), cause))
}
