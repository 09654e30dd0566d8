//! `run`: plays the match of a plan file, or reports all faults of the plan.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab::arena::{PlanSpec, RulesEntry};
use rummilab::read_limited;
use rummilab::runs::{
    PlanFile, PlanFileError, Sweep, check_free, check_plan, few_names, read_plan,
};
use rummilab::stats::SweepAxis;

use crate::error::{Error, Exit};
use crate::numbers::whole;
use crate::play::{Options, play};
use crate::rules_arg::{quoted, read_rules, read_rules_text};
use crate::sweep::play_sweep;

/// Most bytes of a plan file: enough for a hundred thousand bots.
const MOST_PLAN_BYTES: u64 = 1 << 24;

/// Play the match that a plan file describes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The plan: a TOML file, such as the `plan.toml` of another run
    #[arg(value_name = "PLAN.toml", value_hint = clap::ValueHint::FilePath)]
    plan: PathBuf,
    /// Deals of each match-up instead of those of the plan. Not for a club tournament
    #[arg(long, value_parser = whole(1, u64::MAX))]
    deals: Option<u64>,
    /// Master seed instead of that of the plan
    #[arg(long, value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Rule system instead of that of the plan: a name or a TOML file
    #[arg(
        long,
        value_name = "NAME|FILE.toml",
        value_hint = clap::ValueHint::FilePath,
        help_heading = "Rules"
    )]
    rules: Option<String>,
    /// Override one rule field, such as `jokers=0`; may be repeated, the last one counts
    #[arg(long = "option", value_name = "KEY=VALUE", help_heading = "Rules")]
    overrides: Vec<String>,
    #[command(flatten)]
    options: Options,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold,greedy --deals 20 --out runs/mine
  rummilab run runs/mine/plan.toml --out runs/again --threads 2
  rummilab run runs/mine/plan.toml --option jokers=0 --out runs/no-jokers
  rummilab run experiments/reference/greedy-2.toml
  rummilab run experiments/hold-back/plan.toml --deals 5 --seed 3

A plan needs `bots`; everything else has the defaults of `rummilab tournament`:
  bots = [\"hold:h=1\", \"greedy\"]   # or \"mine=hold:h=1\": a name before it
  rules = \"original\"       # or a table of fields with `base`, or a TOML file
  players = 2
  deals = 200
  seed = 1
  salt = \"random\"          # or 64 hexadecimal digits; nothing unless given
  format = \"round-robin\"   # or gauntlet, challenge, seats, club
  draws = \"per-seat\"       # or shared
  faults = \"end\"           # or rules
  anchor = \"hold:h=1\"      # ratings are counted from it, else from the first
  clock = \"1000+10000\"     # of programs, as --clock of tournament
  question = \"…\"           # both stand at the top of the report; a run that has
  prediction = \"…\"         # begun keeps them
  [stop]                   # or nothing: all deals are played
  until_width = 2.0        # or sprt = { mu0 = 0.0, mu1 = 3.0 }; there also
                           # unit = \"elo\" (nelo, wins, points), alpha, beta
  metric = \"score\"         # or wins
  [sweep]                  # or nothing: one run
  hold.h = [0, 1, 2]       # of `hold` in `bots`, or of a bot with that name
  option.jokers = [0, 2]   # a rule field; players = [2, 3] likewise
In the format seats a deal is one game, seated as listed. A club tournament has
`rounds`, `final` and `reserve` instead of `deals`.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let (PlanFile { mut plan, sweep }, name, text) = read_text(&args.plan, read_plan)?;
    args.set_deals_and_seed(&mut plan)?;
    check_free(&sweep, &plan, &args.overrides, false)?;
    plan.rules = resolve_rules(
        &args.plan,
        args.rules.as_deref(),
        &args.overrides,
        plan.rules,
    )?;
    if sweep.is_empty() {
        check_plan(&name, &text, &plan)?;
        play(plan, &args.options, &args.recipe())
    } else {
        play_sweep((plan, sweep), &args.options, &args.recipe())
    }
}

/// The plans of a sweep by the names of its cells, with what is swept; or a single plan without.
pub type NamedPlans = (Vec<SweepAxis>, Vec<(String, PlanSpec)>);

/// Reads a plan file and its rules, and checks both.
pub fn read_plan_file(path: &Path) -> Result<NamedPlans, Error> {
    let (PlanFile { mut plan, sweep }, name, text) = read_text(path, read_plan)?;
    check_free(&sweep, &plan, &[], false)?;
    plan.rules = resolve_rules(path, None, &[], plan.rules)?;
    if sweep.is_empty() {
        check_plan(&name, &text, &plan)?;
        return Ok((sweep, vec![(String::new(), plan)]));
    }
    let sweep = Sweep::new(plan, sweep)?;
    let cells = sweep.cells().iter();
    let plans = cells.map(|cell| (cell.name.clone(), cell.spec.clone()));
    Ok((sweep.axes().to_vec(), plans.collect()))
}

/// Checks a plan without bots, in which two stand for those that will play.
pub fn checked_plan(name: &str, text: &str, spec: &PlanSpec) -> Result<(), Error> {
    let with_two = PlanSpec {
        bots: ["greedy", "single"].map(str::to_owned).into(),
        anchor: None,
        ..spec.clone()
    };
    Ok(check_plan(name, text, &with_two)?)
}

/// The plan as `read` reads it, with the name and the text of its file.
pub fn read_text(
    path: &Path,
    read: fn(&str, &str) -> Result<PlanFile, PlanFileError>,
) -> Result<(PlanFile, String, String), Error> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Error::Input(folder_of_plans(path)));
    }
    let text =
        read_limited(path, MOST_PLAN_BYTES).map_err(|cause| Error::Read(name.clone(), cause))?;
    Ok((read(&name, &text)?, name, text))
}

/// The error for a folder instead of a plan, with the plans that may be in it.
fn folder_of_plans(folder: &Path) -> String {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let plans = few_names(names.filter(|name| name.ends_with(".toml")).collect());
    let plans = plans.map_or("there is none in it".to_owned(), |plans| {
        format!("name one of those in it: {plans}")
    });
    format!(
        "{}: it is a folder; expected a plan file; {plans}",
        folder.display()
    )
}

/// The rules of the command line, or else of the plan, with the options applied. A TOML file of
/// rules that the plan names is relative to the folder of the plan.
pub fn resolve_rules(
    plan: &Path,
    rules: Option<&str>,
    overrides: &[String],
    of_plan: RulesEntry,
) -> Result<RulesEntry, Error> {
    let name = match (rules, &of_plan) {
        (Some(name), _) => name.to_owned(),
        (None, RulesEntry::Name(file)) if file.ends_with(".toml") => {
            let folder = plan.parent().unwrap_or(Path::new(""));
            folder.join(file).display().to_string()
        }
        (None, RulesEntry::Name(name)) if !overrides.is_empty() => name.clone(),
        (None, RulesEntry::Table(table)) if !overrides.is_empty() => {
            let name = format!("rules of {}", plan.display());
            let rules = read_rules_text(&name, &table.to_string(), overrides)?;
            return Ok(RulesEntry::from(&rules));
        }
        (None, _) => return Ok(of_plan),
    };
    Ok(RulesEntry::from(&read_rules(&name, overrides)?))
}

impl Args {
    fn set_deals_and_seed(&self, spec: &mut PlanSpec) -> Result<(), Error> {
        if self.deals.is_some() && spec.format == "club" {
            return Err(Error::Input(
                "--deals is not for a club tournament, where every game has a deal of its own: \
                 change `rounds` in the plan"
                    .to_owned(),
            ));
        }
        spec.deals = self.deals.unwrap_or(spec.deals);
        spec.seed = self.seed.unwrap_or(spec.seed);
        Ok(())
    }

    /// The command that plays the plan again.
    fn recipe(&self) -> String {
        let mut words = vec![format!("rummilab run {}", self.plan.display())];
        words.extend(self.deals.map(|deals| format!("--deals {deals}")));
        words.extend(self.seed.map(|seed| format!("--seed {seed}")));
        words.extend(
            self.rules
                .iter()
                .map(|rules| format!("--rules {}", quoted(rules))),
        );
        let options = self.overrides.iter();
        words.extend(options.map(|option| format!("--option {}", quoted(option))));
        words.join(" ")
    }
}
