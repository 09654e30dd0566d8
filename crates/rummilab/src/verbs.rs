//! The functions that need no object: read rules, solve a turn.

use rummilab_core::RuleSet;
use rummilab_engine::{BestAnswer, Question, best_play, read_rules};

use crate::files::rule_file;
use crate::{Result, SolverSpec};

/// The rule system of this name (`original`, `tournament`, `twist`, `house`, …), or of the TOML
/// file at this path. [`RuleSet::with_options`] changes single fields.
///
/// ```
/// let rules = rummilab::rules("original")?;
/// assert_eq!(rules.opening_min, 30);
/// let why = rummilab::rules("orignal").unwrap_err().to_string();
/// assert!(why.contains("did you mean `original`?"));
/// # Ok::<(), rummilab::Error>(())
/// ```
///
/// # Errors
/// An unknown name, a file that cannot be read, or all faults of the rules with their places.
pub fn rules(name: &str) -> Result<RuleSet> {
    Ok(read_rules(name, &[], rule_file)?)
}

/// The best play of a player who has opened: the most tiles, then the highest value, then the
/// fewest changes to the table. Both texts use the notation of `docs/rules.md#notation`.
///
/// For other questions make a [`Question`] and pass it to [`best_play`], with a solver that you
/// keep between calls.
///
/// ```
/// let rules = rummilab::rules("original")?;
/// let best = rummilab::solve(&rules, "R3 R4 R5 ; K7 B7 O7", "R6 J")?;
/// assert_eq!(best.table().to_string(), "R3 R4 R5 R6 J ; K7 B7 O7");
/// let refused = rummilab::solve(&rules, "R3 R4 R6", "R5").unwrap_err();
/// assert!(refused.to_string().contains("`R3 R4 R6`"));
/// # Ok::<(), rummilab::Error>(())
/// ```
///
/// # Errors
/// Texts that are not tiles, a table with an illegal set, more copies of a tile than the game has.
pub fn solve(rules: &RuleSet, table: &str, rack: &str) -> Result<BestAnswer> {
    let question = Question::new(rules, table, rack)?;
    let mut solver = SolverSpec::default().make();
    Ok(best_play(&question, &mut *solver)?)
}
