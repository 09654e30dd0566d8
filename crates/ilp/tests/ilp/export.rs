//! Exported programs, read back by the small readers here and solved by good_lp: the optimum is the
//! certified answer of the corpora, and that of the solver on random positions.

use std::collections::BTreeMap;
use std::fs;

use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, constraint,
    microlp, variable,
};
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::{parse_counts, parse_set};
use rummilab_core::{Position, RuleSet, Seat, Table};
use rummilab_ilp::{IlpSolver, ProgramFormat};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, SolveError, Solver};
use rummilab_solver_suite::{random_position, rules};
use serde_json::Value;

type Terms = BTreeMap<String, f64>;

/// A program as a file says it.
#[derive(Debug, Default, PartialEq)]
struct Program {
    /// What is maximised.
    objective: Terms,
    /// By name: the terms, whether their sum is exact, and what it is at least.
    rows: BTreeMap<String, (Terms, bool, f64)>,
    /// The bounds of the variables, all of them integer.
    uppers: BTreeMap<String, f64>,
}

fn terms(words: &[&str]) -> Terms {
    let (mut terms, mut factor) = (Terms::new(), 1.0);
    for word in words {
        match word.parse::<f64>() {
            Ok(number) => factor *= number,
            Err(_) if *word == "+" => factor = 1.0,
            Err(_) if *word == "-" => factor = -1.0,
            Err(_) => {
                assert_eq!(terms.insert((*word).to_owned(), factor), None, "{word}");
                factor = 1.0;
            }
        }
    }
    terms.retain(|_, factor| *factor != 0.0);
    terms
}

fn read_lp(text: &str) -> Program {
    let mut program = Program::default();
    let text: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('\\'))
        .collect();
    let text = text.join("\n").replace("\n  ", " ");
    let (mut part, mut whole) = ("", Vec::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (part, words.as_slice()) {
            (_, [word @ ("Maximize" | "Bounds" | "General" | "End")]) => part = word,
            (_, ["Subject", "To"]) => part = "rows",
            ("Maximize", ["score:", sum @ ..]) => program.objective = terms(sum),
            ("rows", [name, sum @ .., sign, bound]) => {
                let name = name.strip_suffix(':').unwrap();
                let row = (terms(sum), *sign == "=", bound.parse().unwrap());
                assert_eq!(program.rows.insert(name.to_owned(), row), None, "{name}");
            }
            ("Bounds", ["0", "<=", name, "<=", upper]) => {
                program
                    .uppers
                    .insert((*name).to_owned(), upper.parse().unwrap());
            }
            ("General", names) => whole.extend(names.iter().map(|name| (*name).to_owned())),
            _ => panic!("{line}"),
        }
    }
    whole.sort();
    let names: Vec<String> = program.uppers.keys().cloned().collect();
    assert_eq!((part, whole), ("End", names));
    program
}

fn read_mps(text: &str) -> Program {
    let mut program = Program::default();
    let mut part = "";
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (part, words.as_slice()) {
            (_, [word]) if !line.starts_with(' ') => part = word,
            (_, ["NAME", _, "FREE"]) | ("ROWS", ["N", "cost"]) => {}
            ("ROWS", [sign, name]) => {
                let row = (Terms::new(), *sign == "E", 0.0);
                program.rows.insert((*name).to_owned(), row);
            }
            ("COLUMNS", ["MARKER", "'MARKER'", "'INTORG'" | "'INTEND'"]) => {}
            ("COLUMNS", [name, "cost", factor]) => {
                let factor: f64 = factor.parse().unwrap();
                program.objective.insert((*name).to_owned(), -factor);
            }
            ("COLUMNS", [name, row, factor]) => {
                let terms = &mut program.rows.get_mut(*row).unwrap().0;
                terms.insert((*name).to_owned(), factor.parse().unwrap());
            }
            ("RHS", ["rhs", row, bound]) => {
                program.rows.get_mut(*row).unwrap().2 = bound.parse().unwrap();
            }
            ("BOUNDS", ["UP", "bound", name, upper]) => {
                program
                    .uppers
                    .insert((*name).to_owned(), upper.parse().unwrap());
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(part, "ENDATA");
    program.objective.retain(|_, factor| *factor != 0.0);
    program
}

impl Program {
    /// The largest value of the objective; `None` without a solution.
    fn optimum(&self) -> Option<i64> {
        let mut problem = ProblemVariables::new();
        let all: BTreeMap<&String, Variable> = self
            .uppers
            .iter()
            .map(|(name, upper)| (name, problem.add(variable().clamp(0.0, *upper).integer())))
            .collect();
        let sum = |terms: &Terms| -> Expression {
            terms.iter().map(|(name, factor)| *factor * all[name]).sum()
        };
        let rows = self.rows.values().map(|(terms, exact, bound)| {
            if *exact {
                constraint::eq(sum(terms), *bound)
            } else {
                constraint::geq(sum(terms), *bound)
            }
        });
        let objective = sum(&self.objective);
        let model = problem.maximise(objective.clone()).using(microlp);
        match model.with_all(rows).solve() {
            Ok(solution) => Some(solution.eval(objective).round() as i64),
            Err(ResolutionError::Infeasible) => None,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The optimum of the exported program as tiles and value, or value and tiles; both formats say the
/// same.
fn exported(rules: &RuleSet, position: &Position, goal: &Goal) -> Option<(i64, i64)> {
    let text = |format| {
        IlpSolver::new()
            .export(rules, position, goal, format)
            .unwrap()
    };
    let (lp, mps) = (text(ProgramFormat::Lp), text(ProgramFormat::Mps));
    let program = read_lp(&lp);
    assert_eq!(program, read_mps(&mps), "{lp}\n{mps}");
    let unit = lp.split("maximised: ").nth(1).unwrap();
    let unit: i64 = unit.split(' ').next().unwrap().parse().unwrap();
    let optimum = program.optimum()?;
    Some((optimum / unit, optimum % unit))
}

/// Every n-th position of a corpus with its certified answer, for both goals.
fn check_corpus(name: &str, every: usize) {
    let file = format!(
        "{}/../../data/positions/{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    for line in fs::read_to_string(file).unwrap().lines().step_by(every) {
        let line: Value = serde_json::from_str(line).unwrap();
        let rules = RuleSet::preset(line["rules"].as_str().unwrap()).unwrap();
        let sets = line["table"].as_array().unwrap().iter();
        let sets = sets.map(|set| parse_set(set.as_str().unwrap(), &rules).unwrap());
        let owner = |owner: &Value| owner.as_u64().map(|seat| seat as u8);
        let table = match line["owners"].as_array() {
            Some(owners) => Table::owned(sets.collect(), owners.iter().map(owner).collect()),
            None => Table::new(sets.collect()),
        };
        let rack = parse_counts(line["rack"].as_str().unwrap(), &rules).unwrap();
        let me = line["me"].as_u64().map(|seat| Seat(seat as usize));
        let opened = line["opened"].as_bool().unwrap();
        let position = rules.position(&table, rack, opened, me);
        let number = |of: &str, at: usize| line["certified"][of][at].as_i64().unwrap();
        for (goal, best) in [
            (Goal::Tiles, (number("tiles", 0), number("tiles", 1))),
            (Goal::Value, (number("value", 1), number("value", 0))),
        ] {
            let found = exported(&rules, &position, &goal);
            // A player who has not opened may lay nothing, for which there is no solution.
            let found = found.or((!opened).then_some((0, 0)));
            assert_eq!(found, Some(best), "{goal}: {line}");
        }
    }
}

#[test]
fn the_optimum_is_the_certified_answer() {
    check_corpus("greedy-2", 100);
    check_corpus("jokers", 100);
    check_corpus("openings", 30);
    check_corpus("house-2", 15);
    check_corpus("twist-2", 40);
}

#[test]
fn the_optimum_is_the_best_play_of_random_positions() {
    for (name, options) in [
        ("original", "jokers=4 max_jokers_per_set=1"),
        ("original", "values=5 colours=RBKOP"),
        ("tournament", ""),
        ("house", "group_cap_per_player=1"),
        ("twist", "values=6"),
    ] {
        let rules = rules(name, options);
        let mut below = Stream::new(Key::sample(11, name, 0)).into_below();
        for number in 0..12 {
            let (_, mut position) = random_position(&rules, 8, &mut below);
            position.opened = number % 3 > 0;
            let best = match SearchSolver::new().solve(&rules, &position, &Goal::Tiles) {
                Ok(Answer::Optimal(best)) => Some((best.score.0[0], best.score.0[1])),
                Ok(Answer::Infeasible) => None,
                other => panic!("{other:?}"),
            };
            let found = exported(&rules, &position, &Goal::Tiles);
            let found = found.or((!position.opened).then_some((0, 0)));
            assert_eq!(found, best, "{name} {options}: {position:?}");
        }
    }
}

#[test]
fn tiles_that_fit_no_set_have_no_solution_and_bound_jokers_no_program() {
    let original = rules("original", "");
    let counts = |text: &str| parse_counts(text, &original).unwrap();
    let loose = |table: &str, rack: &str| Position {
        table: counts(table),
        rack: counts(rack),
        opened: true,
        ..Position::default()
    };
    assert_eq!(
        exported(&original, &loose("R1 B5 O9", ""), &Goal::Tiles),
        None
    );
    assert_eq!(
        exported(&original, &loose("R1 R2", "R3 R4"), &Goal::Value),
        Some((7, 2))
    );
    assert_eq!(
        exported(&original, &loose("", ""), &Goal::Tiles),
        Some((0, 0))
    );
    let bound = rules("original", "joker_take=replaced");
    let table = Table::new(vec![parse_set("R3 R4 J", &bound).unwrap()]);
    let position = bound.position(&table, counts("R5"), true, None);
    let refused = IlpSolver::new().export(&bound, &position, &Goal::Tiles, ProgramFormat::Lp);
    let Err(SolveError::Unsupported(refusal)) = refused else {
        panic!("{refused:?}");
    };
    assert!(refusal.to_string().contains("joker_take"), "{refusal}");
}
