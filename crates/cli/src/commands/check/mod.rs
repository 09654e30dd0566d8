//! `rummilab check`: judges a set or a turn from flags, or many from a file. Unreadable input is an
//! error; "not legal" is an answer.

use rummilab::core::MAX_PLAYERS;
use rummilab::engine::{CheckLines, CheckRequest, Owners, TableText, TurnRequest, Verdict};
use rummilab::runs::judge;

use crate::batch::BatchArgs;
use crate::error::{Error, Exit};
use crate::numbers::whole;
use crate::output::Out;
use crate::owners_arg::{FLAGS, OwnersOfSets, parse_owners};
use crate::rules_arg::RulesArgs;

/// Arguments of `rummilab check`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["set", "after", "batch"]))]
pub struct Args {
    /// Judge this set
    #[arg(long, value_name = "TILES")]
    set: Option<String>,
    /// The order of the tiles in each set counts
    #[arg(long, conflicts_with = "batch")]
    as_laid: bool,
    /// Judge a turn: the table before it, sets separated by `;`
    #[arg(long, value_name = "SETS", requires = "after", conflicts_with_all = ["set", "batch"])]
    before: Option<String>,
    /// The table after the turn
    #[arg(long, value_name = "SETS", requires = "played")]
    after: Option<String>,
    /// The tiles that left the rack
    #[arg(long, value_name = "TILES", requires = "after", conflicts_with_all = ["set", "batch"])]
    played: Option<String>,
    /// The player had not opened before the turn
    #[arg(long, requires = "after")]
    unopened: bool,
    /// Who owns each set of the table before: a seat from 0, or `-` for a run; where groups have
    /// owners
    #[arg(
        long,
        value_name = "SEAT,-,…",
        value_parser = parse_owners,
        requires = "after",
        allow_hyphen_values = true
    )]
    owners: Option<OwnersOfSets>,
    /// Who owns each set of the table after; without it any owners that the rules allow
    #[arg(
        long,
        value_name = "SEAT,-,…",
        value_parser = parse_owners,
        requires_all = ["after", "me"],
        allow_hyphen_values = true
    )]
    owners_after: Option<OwnersOfSets>,
    /// The seat at turn, from 0; where groups have owners
    #[arg(
        long,
        value_name = "SEAT",
        value_parser = whole(0, MAX_PLAYERS as u64 - 1),
        requires = "after"
    )]
    me: Option<u64>,
    /// Write the answer as one line of JSON (a batch always does)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

const USAGE: &str = "\
rummilab check [OPTIONS] --set <TILES>
       rummilab check [OPTIONS] --after <SETS> --played <TILES>
       rummilab check [OPTIONS] --batch <FILE.jsonl|->";

const EXAMPLES: &str = "\
Examples:
  rummilab check --set \"B2 B3 J\"
  rummilab check --set \"R3 R1 R2\" --as-laid
  rummilab check --before \"R3 R4 R5\" --played \"R6\" --after \"R3 R4 R5 R6\"
  rummilab check --after \"R10 B10 K10\" --played \"R10 B10 K10\" --unopened
  rummilab check --rules twist --set \"B3 B4 M B4 B3\"
  rummilab check --rules house --before \"R5 Y5 W5\" --owners 1 --me 0 \\
    --played K5 --after \"R5 Y5 W5 K5\"
  echo '{\"set\":\"B2 B3 J\"}' > cases.jsonl
  rummilab check --batch cases.jsonl > verdicts.jsonl

A line of a batch is a set or a turn:
  {\"id\":1,\"set\":\"B2 B3 J\",\"as_laid\":true}
  {\"id\":2,\"before\":[\"R3 R4 R5\"],\"played\":\"R6\",\"after\":[\"R3 R4 R5 R6\"]}
It may also hold:
  opened       whether the player had opened before (true)
  rules        a name or file, instead of --rules
  options      such as {\"jokers\":0}, on top of --option
  owners, me   as --owners and --me: [1,null], 0
  owners_after as --owners-after, for the sets of `after`

The answer lists every reading of a legal set with its best value in an
opening, or the reason against it. Exit code: 0 if legal, 1 if not; of a batch
0 whatever the verdicts, 2 if a line could not be read.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let Some(file) = &args.batch.batch {
        let lines = CheckLines::new(args.rules.of_lines(args.batch.allow_files)?);
        let worker = move || (lines.clone(), judge());
        return args.batch.run(file, worker, |(lines, judge), line| {
            lines.answer(judge, line)
        });
    }
    let verdict = match judge_flags(args) {
        Ok(verdict) => verdict,
        Err(error) => {
            if args.json {
                Out::new().bytes(error.to_json().as_bytes())?;
            }
            return Err(error);
        }
    };
    Out::new().text(&if args.json {
        verdict.to_json(&None)
    } else {
        verdict.to_string()
    })?;
    Ok(Exit::of(verdict.is_legal()))
}

fn judge_flags(args: &Args) -> Result<Verdict, Error> {
    let rules = args.rules.read()?;
    let text = |flag: &Option<String>| flag.clone().unwrap_or_default();
    let request = match &args.set {
        Some(set) => CheckRequest::Set(set.clone()),
        None => CheckRequest::Turn(TurnRequest {
            before: TableText::Line(text(&args.before)),
            played: text(&args.played),
            after: TableText::Line(text(&args.after)),
            opened: !args.unopened,
            owners: Owners {
                of_sets: args.owners.clone().map(|OwnersOfSets(list)| list),
                me: args.me,
            },
            owners_after: args.owners_after.clone().map(|OwnersOfSets(list)| list),
        }),
    };
    Ok(request.judge(FLAGS, &rules, args.as_laid, &mut judge())?)
}
