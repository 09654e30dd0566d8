//! The verbs that need no object: read rules, solve a turn.

use rummilab_core::RuleSet;
use rummilab_engine::{BestAnswer, Question, best_play, read_rules, system_clock};
use rummilab_search::SearchSolver;

use crate::Result;
use crate::files::rule_file;

/// The rule system of this name (`original`, `tournament`, `twist`, `house`, …), or the one in the
/// TOML file at this path. [`RuleSet::with_options`] changes single fields of it.
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
/// An unknown name, a file that cannot be read, or every fault of the rules with its place.
pub fn rules(name: &str) -> Result<RuleSet> {
    Ok(read_rules(name, &[], rule_file)?)
}

/// The best play of a player who has opened: the most tiles, then the highest value, then the
/// fewest changes to the table. Both texts are in the notation of `docs/rules.md#notation`.
///
/// For other questions make a [`Question`] and put it to [`best_play`], with a solver that is kept
/// between calls.
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
/// Texts that hold no tiles, a table that cannot lie, more copies of a tile than the game has.
pub fn solve(rules: &RuleSet, table: &str, rack: &str) -> Result<BestAnswer> {
    let question = Question::new(rules, table, rack)?;
    Ok(best_play(
        &question,
        &mut SearchSolver::new(),
        system_clock,
    )?)
}
