//! `rummilab solve`: the best play from a table and a rack, all plays, or what a draw would do; one
//! position from flags or many from a file.

mod human;

use std::path::PathBuf;

use clap::ValueEnum;
use rummilab::SolverSpec;
use rummilab::core::MAX_PLAYERS;
use rummilab::drawing::draw_turn;
use rummilab::engine::{
    BestAnswer, DrawsAnswer, EitherWay, LineQuestion, MOST_PLAYS, Owners, PlaysAnswer, Question,
    SolveLines, TableGiven, TableText, Written, after_draw, all_plays, best_play,
};
use rummilab::ilp::{IlpSolver, ProgramFormat};
use rummilab::runs::{check_place, replace_whole};
use rummilab::solver::Goal;

use crate::batch::BatchArgs;
use crate::error::{Error, Exit, remark};
use crate::letters;
use crate::numbers::{count, whole};
use crate::output::Out;
use crate::owners_arg::{FLAGS, OwnersOfSets, parse_owners};
use crate::rules_arg::RulesArgs;

/// Arguments of `rummilab solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}\n\n{DETAILS}", letters::help()))]
#[command(group = clap::ArgGroup::new("position").required(true).args(["rack", "batch"]))]
pub struct Args {
    /// The table: sets separated by `;`
    #[arg(long, value_name = "SETS", conflicts_with = "batch")]
    table: Option<String>,
    /// The table as one heap of tiles; it may turn out that they cannot be split into sets
    #[arg(long, value_name = "TILES", conflicts_with_all = ["batch", "table", "owners"])]
    table_tiles: Option<String>,
    /// The tiles on the rack
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// The player has not opened: find the best legal opening
    #[arg(long, conflicts_with = "batch")]
    unopened: bool,
    /// The order of the tiles in each table set counts
    #[arg(long, conflicts_with_all = ["batch", "table_tiles"])]
    as_laid: bool,
    /// Who owns each table set: a seat from 0, or `-` for a run; where groups have owners
    #[arg(
        long,
        value_name = "SEAT,-,…",
        value_parser = parse_owners,
        conflicts_with = "batch",
        allow_hyphen_values = true
    )]
    owners: Option<OwnersOfSets>,
    /// The seat at turn, from 0; where groups have owners
    #[arg(
        long,
        value_name = "SEAT",
        value_parser = whole(0, MAX_PLAYERS as u64 - 1),
        conflicts_with = "batch"
    )]
    me: Option<u64>,
    /// What is best
    #[arg(long, value_enum, default_value_t = Objective::Tiles)]
    objective: Objective,
    /// What is asked
    #[arg(long, value_enum, default_value_t = SolveQuestion::Best)]
    question: SolveQuestion,
    /// How many plays are listed at most [default: 100]; with --question plays
    #[arg(long, value_name = "N", value_parser = count(1, 1 << 20))]
    most: Option<usize>,
    /// The tiles that could be drawn, each as often as it is unseen [default: all that are neither
    /// on the table nor on the rack]; with --question after-draw
    #[arg(long, value_name = "TILES", conflicts_with = "batch")]
    unseen: Option<String>,
    /// Who solves
    #[arg(long, value_name = "auto|search|ilp|ilp:backend=…", default_value_t)]
    solver: SolverSpec,
    /// Say step by step how to get from the old table to the new one
    #[arg(long, conflicts_with = "table_tiles")]
    explain: bool,
    /// Write the answer as one line of JSON (a batch always does)
    #[arg(long)]
    json: bool,
    /// Say who solved it, after how much work and time
    #[arg(long, short, conflicts_with = "json")]
    verbose: bool,
    /// Draw the position and the turn into this file too, as an SVG; with --explain also the steps
    #[arg(
        long,
        value_name = "FILE.svg",
        conflicts_with = "batch",
        value_parser = svg_file,
        value_hint = clap::ValueHint::FilePath
    )]
    image: Option<PathBuf>,
    /// Print the question as an integer program for any other solver instead of answering it
    #[arg(
        long,
        value_enum,
        value_name = "lp|mps",
        conflicts_with_all = ["batch", "json", "verbose", "explain", "image", "solver"]
    )]
    export: Option<Export>,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab solve --table \"R3 R4 R5 ; K7 B7 O7\" --rack \"R6 J\"
  rummilab solve --rack \"R10 B10 J R1\" --unopened
  rummilab solve --table \"R3 R4 R5\" --rack \"R6 R2\" --objective value --json
  rummilab solve --table \"R4 R5 R6 R7 R8\" --rack R6 --explain
  rummilab solve --table \"R3 R4 R5\" --rack \"R6 J\" --explain --image turn.svg
  rummilab solve --rules twist --table \"B2 B3 B4\" --rack \"D B7 P1\"
  rummilab solve --rules house --table \"R5 Y5 W5 ; B4 B5 B6\" \\
    --owners 1,- --me 0 --rack \"K5 B7\"
  echo '{\"table\":[\"R3 R4 R5\"],\"rack\":\"R6\"}' > positions.jsonl
  rummilab solve --option jokers=0 --batch positions.jsonl > answers.jsonl
  rummilab solve --table \"R3-5 ; 7KBO\" --rack \"R6 J\" --question plays --most 5
  rummilab solve --table \"R3-5 ; 7KBO\" --rack \"R7 R8\" --question after-draw
  rummilab solve --table \"R3 R4 R5 ; K7 B7 O7\" --rack \"R6 J\" \\
    --export lp > turn.lp

An empty table does not show whether the player has opened. Without --unopened both answers are
given (with --json only that of a player who has). Of all best plays the answer shows one that keeps
most old sets as they are. An old set is extended if all of its tiles lie in one set with others,
else rebuilt.";

const DETAILS: &str = "\
A line of a batch:
  {\"id\":\"x\",\"table\":[\"R3 R4 R5\",\"K7 B7 O7\"],\"rack\":\"R6 J\"}
It may also hold:
  opened       whether the player has opened (true)
  rules        a name, or with --allow-files a file, instead of --rules
  options      such as {\"jokers\":0}, on top of --option
  table_tiles  instead of table: its tiles as one text
  as_laid      whether the order of tiles in a set counts (false)
  owners, me   as --owners and --me: [1,null], 0
  question, objective, most (to 1000), explain, unseen
               instead of the flags of these names
Where groups have owners (house) the answer has `owners`, one for each set of `table`: the seat for
a group, null for a run. A group that continues an old one stays with its seat; a new one belongs to
the seat `me`. Without `owners` or `me` no group is own, and groups are not counted; an unknown seat
is null. Blank lines are skipped. A line that cannot be read is answered with the status error, the
others are still answered, and the exit code is 2 at the end.

The status is optimal (the goal and its tie-break are proven), feasible (no better than `bound`),
infeasible (loose table tiles cannot be split into sets), unknown, unsupported or error.
`untouched_optimal` says whether the fewest changes are proven. With --explain every answer has
`steps`: each has the sets concerned and a `text`, and is take (tiles, from, leaves), split (set,
parts), join (parts, set) or lay (tiles, on, set). Steps are null where there is no answer or the
old sets are not known. Where no steps were found they are null too, and `steps_error` says why.
`micros` and `nodes` are those of the solver, without reading the position and without looking for
the fewest changes.

--question plays lists the choices of rack tiles that make a legal turn, each once, whatever table
it makes. The best comes first; of equal ones the play with more of the lowest tile in which they
differ. The answer has `plays` (tiles, value, played) and `rest`: none (these are all), later
(others come after them), or unknown (too much work: the best play alone, status feasible). To see
how a play is laid ask for the best play with its tiles as the rack. --question after-draw says for
each kind of tile that could be drawn what the best play would then be, on the same table, and
whether the whole rack could go. The answer has `now` (the best play without a draw), `draws` (draw,
unseen, tiles, value, played, goes_out), `unseen` (tiles in all) and `going_out` (how many of them
let the whole rack go).";

fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("svg"))
    {
        Ok(path)
    } else {
        Err("the drawing is an SVG; expected a name that ends in .svg".to_owned())
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolveQuestion {
    /// The best play and the new table
    Best,
    /// All plays, or the best of them
    Plays,
    /// What each tile that could be drawn would do
    AfterDraw,
}

/// What is best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Objective {
    /// Most rack tiles, then the largest value
    Tiles,
    /// The largest sum of face values (jokers 0), then most tiles
    Value,
}

impl Objective {
    fn goal(self) -> Goal {
        match self {
            Objective::Tiles => Goal::Tiles,
            Objective::Value => Goal::Value,
        }
    }
}

/// The form of an integer program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Export {
    /// The LP format of CPLEX
    Lp,
    /// Free MPS; it is minimised, so the objective is negated
    Mps,
}

impl Export {
    fn format(self) -> ProgramFormat {
        match self {
            Export::Lp => ProgramFormat::Lp,
            Export::Mps => ProgramFormat::Mps,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    check(args)?;
    if let Some(file) = &args.batch.batch {
        return run_batch(args, file);
    }
    if let Err(error) = answer_flags(args) {
        if args.json {
            Out::new().bytes(error.to_json().as_bytes())?;
        }
        return Err(error);
    }
    Ok(Exit::Done)
}

/// Answers every line of the file.
fn run_batch(args: &Args, file: &str) -> Result<Exit, Error> {
    let lines = SolveLines::new(
        args.rules.of_lines(args.batch.allow_files)?,
        args.objective.goal(),
        args.ask(),
    );
    let solver = args.solver.clone();
    let worker = move || (lines.clone(), solver.make());
    args.batch.run(file, worker, |(lines, solver), line| {
        lines.answer(solver.as_mut(), line)
    })
}

impl Args {
    fn ask(&self) -> LineQuestion {
        match self.question {
            SolveQuestion::Best => LineQuestion::Best {
                explain: self.explain,
            },
            SolveQuestion::Plays => LineQuestion::Plays {
                most: self.most.unwrap_or(MOST_PLAYS),
            },
            SolveQuestion::AfterDraw => LineQuestion::AfterDraw,
        }
    }
}

/// Checks that every flag has a meaning for the question.
fn check(args: &Args) -> Result<(), Error> {
    let question = match args.question {
        SolveQuestion::Best => "best",
        SolveQuestion::Plays => "plays",
        SolveQuestion::AfterDraw => "after-draw",
    };
    for (flag, given, with) in [
        ("--explain", args.explain, SolveQuestion::Best),
        ("--image", args.image.is_some(), SolveQuestion::Best),
        ("--export", args.export.is_some(), SolveQuestion::Best),
        ("--most", args.most.is_some(), SolveQuestion::Plays),
        ("--unseen", args.unseen.is_some(), SolveQuestion::AfterDraw),
    ] {
        if given && args.question != with {
            return Err(Error::Input(format!(
                "{flag} does not apply to --question {question}"
            )));
        }
    }
    Ok(())
}

fn answer_flags(args: &Args) -> Result<(), Error> {
    let rules = args.rules.read()?;
    let source = FLAGS;
    let unseen = match &args.unseen {
        Some(tiles) => Some(source.counts("unseen", tiles, &rules)?),
        None => None,
    };
    let written = Written {
        source,
        table: match &args.table_tiles {
            Some(tiles) => TableGiven::Tiles(tiles.clone()),
            None => TableGiven::Sets(TableText::Line(args.table.clone().unwrap_or_default())),
        },
        rack: args.rack.as_deref().unwrap_or_default(),
        opened: !args.unopened,
        as_laid: args.as_laid,
        owners: Owners {
            of_sets: args.owners.clone().map(|OwnersOfSets(list)| list),
            me: args.me,
        },
    };
    let question = written.question(rules, args.objective.goal())?;
    if let Some(export) = args.export {
        let Question {
            rules,
            position,
            goal,
            ..
        } = &question;
        let program = IlpSolver::new().export(rules, position, goal, export.format())?;
        return Out::new().text(&program);
    }
    if let Some(path) = &args.image {
        check_place(path)?;
    }
    let mut solver = args.solver.make();
    let mut ask = |question: &Question| -> Result<Answer, Error> {
        let solver = solver.as_mut();
        Ok(match args.ask() {
            LineQuestion::Best { explain } => {
                let mut answer = best_play(question, solver)?;
                if explain {
                    answer.add_steps(question);
                }
                Answer::Best(answer)
            }
            LineQuestion::Plays { most } => Answer::Plays(all_plays(question, solver, most)?),
            LineQuestion::AfterDraw => Answer::Draws(after_draw(question, solver, unseen)?),
        })
    };
    let answers = if args.json {
        EitherWay {
            unopened: None,
            as_asked: ask(&question)?,
        }
    } else {
        question.either_way(ask)?
    };
    if let (Some(path), Answer::Best(answer)) = (&args.image, &answers.as_asked) {
        replace_whole(path, draw_turn(&question, answer).as_bytes())?;
        remark(&format!("drawn into {}", path.display()));
    }
    Out::new().text(&if args.json {
        answers.as_asked.to_json()
    } else {
        human::text(
            &question,
            &answers,
            &args.granted(&question, &answers),
            args.verbose,
        )
    })
}

/// The answer to the question.
enum Answer {
    Best(BestAnswer),
    Plays(PlaysAnswer),
    Draws(DrawsAnswer),
}

impl Answer {
    fn to_json(&self) -> String {
        match self {
            Answer::Best(answer) => answer.to_json(&None),
            Answer::Plays(answer) => answer.to_json(&None),
            Answer::Draws(answer) => answer.to_json(&None),
        }
    }
}

impl Args {
    /// The assumptions behind the answer, with the flags that change them.
    fn granted(&self, question: &Question, answers: &EitherWay<Answer>) -> Vec<&'static str> {
        let opened = question.position.opened && answers.unopened.is_none();
        let rules = self.rules.rules.is_none() && self.rules.options.is_empty();
        let owners = question.rules.has_group_owners()
            && (self.me.is_none() || self.owners.is_none() && self.table.is_some());
        let unseen = self.question == SolveQuestion::AfterDraw && self.unseen.is_none();
        let all = [
            (opened, "you have opened (if not: --unopened)"),
            (rules, "the rules are `original` (others: --rules)"),
            (owners, "no group is known to be yours (--me, --owners)"),
            (unseen, "all tiles but these can be drawn (fewer: --unseen)"),
        ];
        let all = all.into_iter().filter(|(granted, _)| *granted);
        all.map(|(_, what)| what).collect()
    }
}
