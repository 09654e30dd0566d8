//! A question as the file of one integer program, for any other solver: LP (of CPLEX) or free MPS.
//! Names of variables and rows say their tiles.

use std::collections::BTreeSet;
use std::fmt::Write;

use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::catalogue::Catalogue;
use rummilab_solver::{Goal, SolveError, StopReason, Unsupported};

use crate::measure::{Meaning, Measure, objectives};
use crate::model::{BuiltProgram, Form, TurnProblem, build};
use crate::program::{IntegerProgram, Row, RowMeaning, Terms};
use crate::solver::IlpSolver;

/// The form of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramFormat {
    /// The LP format of CPLEX, which maximises.
    Lp,
    /// Free MPS. It has no word for the direction that all solvers know, so it minimises the
    /// objective times -1.
    Mps,
}

/// Most layouts that are looked at for the sets of a program.
const MOST_LAYOUTS: u64 = 20_000_000;
/// The longest name; Cbc reads 100 characters.
const LONGEST_NAME: usize = 80;
/// Terms of a sum in a line.
const TERMS_IN_LINE: usize = 6;

impl IlpSolver {
    /// The question as one integer program, whose optimum is the score of the best play. It is the
    /// program of [`Solver::solve`](rummilab_solver::Solver::solve) where that is exact; where
    /// jokers might find no places, it has a variable for every set with its jokers instead. All
    /// conditions are in it, also those that the solver adds only when they are needed.
    ///
    /// # Errors
    /// [`SolveError::Unsupported`] for jokers that are bound to their sets: they need several
    /// programs. Sets that are too many; more copies of a tile than the game has.
    pub fn export(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        format: ProgramFormat,
    ) -> Result<String, SolveError> {
        self.ready(rules, position, goal)?;
        if *goal != Goal::OpeningValue && position.has_bound_sets(rules) {
            let option = format!("{} in one integer program", rules.rule_of_order());
            let solver = "ilp".to_owned();
            return Err(Unsupported { solver, option }.into());
        }
        let question = self.question(rules, position, goal, &TileCounts::EMPTY);
        let too_many = || self.gave_up(StopReason::Nodes);
        let question = IlpSolver::with_extensions(rules, &question).ok_or_else(too_many)?;
        let all = question
            .must
            .checked_add(&question.rack)
            .unwrap_or_default();
        let measures = Measure::of(goal);
        let (form, catalogue) = match Form::first(rules, &question, &measures) {
            Form::Substitutes if jokers_always_fit(rules, &all) => {
                (Form::Substitutes, Some(Catalogue::new(rules)))
            }
            _ => {
                let sets = Catalogue::of_tiles_within(rules, &all, MOST_LAYOUTS);
                (Form::Columns, sets)
            }
        };
        let catalogue = catalogue.ok_or_else(too_many)?;
        let mut built = build(form, rules, &catalogue, &question).unwrap_or_else(impossible);
        if built.program.uppers.is_empty() {
            built.meanings.push(Meaning::Continue);
            built.program.variable(0);
        }
        let objective = Objective::of(&built, &question, &measures);
        let names = names(&built, &catalogue, &question);
        let about = about(rules, position, &question, &objective, form);
        Ok(match format {
            ProgramFormat::Lp => lp(&built.program, &objective.terms, &names, &about),
            ProgramFormat::Mps => mps(&built.program, &objective.terms, &names, &about),
        })
    }
}

/// Whether jokers always find places in the sets of [`Form::Substitutes`].
fn jokers_always_fit(rules: &RuleSet, all: &TileCounts) -> bool {
    all.jokers() <= 2.min(rules.most_jokers_in_set())
}

/// A program without a solution, for tiles that fit no set.
fn impossible() -> BuiltProgram {
    let mut program = IntegerProgram::default();
    let variable = program.variable(0);
    program.rows.push(Row {
        terms: vec![(variable, 1)],
        bound: 1,
        exact: true,
        meaning: RowMeaning::Other,
    });
    BuiltProgram {
        program,
        meanings: vec![Meaning::Continue],
    }
}

/// What is maximised, and in words.
struct Objective {
    terms: Terms,
    words: String,
}

impl Objective {
    fn of(built: &BuiltProgram, question: &TurnProblem, measures: &[Measure]) -> Objective {
        let ranged = measures.iter().map(|measure| {
            let terms = measure.terms(&built.meanings);
            (terms, measure.range(&question.rack, 0))
        });
        let ranged: Vec<_> = ranged.collect();
        let mut all = objectives(&ranged, built.meanings.len()).into_iter();
        let first = all.next();
        let (terms, unit) = first.map_or((Vec::new(), 1), |first| (first.terms, first.unit));
        let word = |measure: &Measure| match measure {
            Measure::Tiles => "tiles",
            Measure::Value => "value",
            Measure::Weights(_) => "weights",
            Measure::Points => "points",
            Measure::Kept => "old sets",
        };
        let goal: Vec<&str> = measures.iter().map(word).collect();
        let words = match all.len() {
            0 => format!("{unit} times the {}", goal.join(", then the ")),
            _ => format!(
                "{unit} times the {}; the other tie-breaks are left out",
                goal[0]
            ),
        };
        Objective { terms, words }
    }
}

/// Lines that explain the program.
fn about(
    rules: &RuleSet,
    position: &Position,
    question: &TurnProblem,
    objective: &Objective,
    form: Form,
) -> Vec<String> {
    let mut lines = vec![
        "The best play as an integer program, after den Hertog and Hulshof (2006); by rummilab."
            .to_owned(),
        format!("rules: {}", rules.title()),
        format!("table: {}", position.table),
        format!("rack: {}", position.rack),
        format!("maximised: {}", objective.words),
        "set_T: copies of the set T on the new table; lay_T: copies of T laid from the rack"
            .to_owned(),
        "tile_T: copies of T in sets are those on the table and those laid".to_owned(),
    ];
    let jokers = position.table.jokers() + position.rack.jokers();
    if form == Form::Substitutes && jokers > 0 {
        lines.push("joker_as_T: copies of T in these sets that are jokers".to_owned());
    }
    if !position.opened {
        let why = "The player has not opened: without a solution, nothing can be laid.";
        lines.push(why.to_owned());
        if question.must.is_empty() {
            lines.push("The sets are those of the opening, beside the table.".to_owned());
        }
    }
    lines
}

/// The names of the variables and of the rows.
struct Names {
    variables: Vec<String>,
    rows: Vec<String>,
}

fn names(built: &BuiltProgram, catalogue: &Catalogue, question: &TurnProblem) -> Names {
    let tiles = |tiles: &TileCounts| tiles.to_string().replace(' ', "_");
    let set = |i: usize| tiles(&catalogue.sets()[i].tiles);
    let variables = built.meanings.iter().map(|meaning| match meaning {
        Meaning::Set(i, _) => format!("set_{}", set(*i)),
        Meaning::Keep(i) => format!("keep_{}", tiles(&question.old[*i].tiles)),
        Meaning::Block(i, j) => {
            let set = question.extensions[*i][*j].to_string();
            format!("block{i}_{}", set.replace(' ', "_"))
        }
        Meaning::Substitute(tile) => format!("joker_as_{tile}"),
        Meaning::Spare(tile) => format!("spare_{tile}"),
        Meaning::Lay(tile) => format!("lay_{tile}"),
        Meaning::Own(i) => format!("own_{}", set(*i)),
        Meaning::Continue => "continue".to_owned(),
        Meaning::Place => "near".to_owned(),
    });
    let rows = built.program.rows.iter().map(|row| match row.meaning {
        RowMeaning::Tile(tile) => format!("tile_{tile}"),
        RowMeaning::OwnTile(tile) => format!("own_{tile}"),
        RowMeaning::Points => "points".to_owned(),
        RowMeaning::Other => "row".to_owned(),
    });
    Names {
        variables: distinct(variables),
        rows: distinct(rows),
    }
}

/// The names, with their number where one occurs again or is too long.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let name = |(number, mut name): (usize, String)| {
        if name.len() > LONGEST_NAME || known.contains(&name) {
            name.truncate(LONGEST_NAME);
            write!(name, "_{number}").unwrap_or_default();
        }
        known.insert(name.clone());
        name
    };
    names.enumerate().map(name).collect()
}

/// A sum in the LP format; never empty.
fn sum(terms: &[(usize, i64)], names: &Names) -> String {
    let mut text = String::new();
    for (at, (variable, factor)) in terms.iter().enumerate() {
        let sign = if *factor < 0 { '-' } else { '+' };
        let factor = match factor.unsigned_abs() {
            1 => String::new(),
            factor => format!("{factor} "),
        };
        let end = if at > 0 && at % TERMS_IN_LINE == 0 {
            "\n  "
        } else {
            " "
        };
        text += &format!("{end}{sign} {factor}{}", names.variables[*variable]);
    }
    if text.is_empty() {
        text = format!(" 0 {}", names.variables[0]);
    }
    text
}

fn lp(
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    names: &Names,
    about: &[String],
) -> String {
    let comments: String = about
        .iter()
        .map(|line| format!("\\ {}\n", line.trim_end()))
        .collect();
    let mut text = format!(
        "{comments}Maximize\n score:{}\nSubject To\n",
        sum(objective, names)
    );
    for (name, row) in names.rows.iter().zip(&program.rows) {
        let sign = if row.exact { "=" } else { ">=" };
        text += &format!(" {name}:{} {sign} {}\n", sum(&row.terms, names), row.bound);
    }
    text += "Bounds\n";
    for (name, upper) in names.variables.iter().zip(&program.uppers) {
        text += &format!(" 0 <= {name} <= {upper}\n");
    }
    text += "General\n";
    for some in names.variables.chunks(TERMS_IN_LINE) {
        text += &format!(" {}\n", some.join(" "));
    }
    text + "End\n"
}

fn mps(
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    names: &Names,
    about: &[String],
) -> String {
    let mut columns = vec![String::new(); program.uppers.len()];
    let mut add = |row: &str, terms: &[(usize, i64)], times: i64| {
        for (variable, factor) in terms {
            let name = &names.variables[*variable];
            columns[*variable] += &format!(" {name} {row} {}\n", factor * times);
        }
    };
    add("cost", objective, -1);
    for (name, row) in names.rows.iter().zip(&program.rows) {
        add(name, &row.terms, 1);
    }
    let mut text: String = about
        .iter()
        .map(|line| format!("* {}\n", line.trim_end()))
        .collect();
    text += "* An MPS file is minimised, so the cost is the maximised sum times -1.\n";
    text += "NAME rummikub FREE\nROWS\n N cost\n";
    for (name, row) in names.rows.iter().zip(&program.rows) {
        text += &format!(" {} {name}\n", if row.exact { 'E' } else { 'G' });
    }
    text += "COLUMNS\n MARKER 'MARKER' 'INTORG'\n";
    for (column, name) in columns.iter().zip(&names.variables) {
        text += column;
        if column.is_empty() {
            text += &format!(" {name} cost 0\n");
        }
    }
    text += " MARKER 'MARKER' 'INTEND'\nRHS\n";
    for (name, row) in names.rows.iter().zip(&program.rows) {
        if row.bound != 0 {
            text += &format!(" rhs {name} {}\n", row.bound);
        }
    }
    text += "BOUNDS\n";
    for (name, upper) in names.variables.iter().zip(&program.uppers) {
        text += &format!(" UP bound {name} {upper}\n");
    }
    text + "ENDATA\n"
}
