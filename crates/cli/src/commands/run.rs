//! `run`: plays the match that a plan file describes. Refuses a wrong plan with every fault.

use std::path::{Path, PathBuf};

use rummilab_arena::{PlanSpec, RulesEntry};

use crate::error::{Error, Exit, line_and_column};
use crate::play::{Options, play};
use crate::rules_arg::read_rules;

/// Play the match that a plan file describes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The plan: a TOML file, such as the `plan.toml` of another run
    #[arg(value_name = "PLAN.toml", value_hint = clap::ValueHint::FilePath)]
    plan: PathBuf,
    #[command(flatten)]
    options: Options,
}

const EXAMPLES: &str = "\
Examples:
  rummilab run experiments/reference/greedy-2.toml
  rummilab run runs/mine/plan.toml --out runs/again --threads 2

A plan needs `bots`; everything else has the defaults of `rummilab tournament`:
  bots = [\"hold:h=1\", \"greedy\"]
  rules = \"original\"          # or a table of fields with `base`, or a TOML file beside the plan
  players = 2
  deals = 200
  seed = 1
  format = \"round-robin\"      # or gauntlet, or club with `rounds`, `final`, `reserve` instead of `deals`
  draws = \"per-seat\"          # or shared
  faults = \"end\"              # or rules";

/// Plays the plan.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let name = args.plan.display().to_string();
    let text = std::fs::read_to_string(&args.plan).map_err(|cause| Error::Read {
        name: name.clone(),
        cause,
    })?;
    let mut spec = PlanSpec::from_toml(&text).map_err(|error| {
        let place = error.span().map(|span| line_and_column(&text, &span));
        let place = place.map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
        Error::Input(format!("{name}{place}: {}", error.message()))
    })?;
    spec.rules = resolve_rules(spec.rules, &args.plan)?;
    let recipe = format!("rummilab run {name}");
    play(spec, &args.options, &recipe).map_err(|error| match error {
        Error::Input(message) => Error::Input(format!("{name}: {message}")),
        Error::Bot(error) => Error::Input(format!("{name}: `bots`: {error}")),
        error => error,
    })
}

/// Rules named as a TOML file are found beside the plan.
fn resolve_rules(rules: RulesEntry, plan: &Path) -> Result<RulesEntry, Error> {
    match rules {
        RulesEntry::Name(file) if file.ends_with(".toml") => {
            let path = plan.parent().unwrap_or(Path::new("")).join(file);
            Ok(RulesEntry::from(&read_rules(
                &path.display().to_string(),
                &[],
            )?))
        }
        rules => Ok(rules),
    }
}
