//! The referee's questions: whether a player can lay anything, and what an opening is worth. A "no"
//! needs a proof. If a solver has none, the next method is asked; if no method has one, there is no
//! answer.
//!
//! Whoever must know before a pass whether it is legal asks [`any_play`] with the solvers of the
//! referee, and gets the answer of the referee.

mod by_kind;
#[cfg(test)]
mod tests;

use rummilab_core::{CouldPlay, Position, RuleSet, Set, Table, TileCounts, Unanswered};

use crate::answer::Verified;
use crate::catalogue::{Catalogue, MOST_LAYOUTS};
use crate::goal::Goal;
use crate::own_sets::small_openings;
use crate::{SolveError, Solver};

/// Rack size from which on a small opening is enough of an answer. The best play of a larger rack
/// can take seconds if openings may use the table.
const LARGE: usize = 20;

/// Most jokers in an own set that settles what can be laid. Sets with more are too many to list.
const JOKERS_IN_SET: &str = "max_jokers_per_set=2";

/// Work of the first solver for the best play, before cheaper questions are asked: enough for every
/// position of the rule systems that ship ([`Solver::limit_work`]).
const FIRST_WORK: u64 = 60_000;

/// The same for the second solver, which mostly has the answer after some milliseconds where the
/// first gave up.
const SECOND_WORK: u64 = 20_000;

/// Work of the first and of the second solver for the best play, after the cheaper questions.
const LAST_OF_FIRST: u64 = 300_000;
const LAST_OF_SECOND: u64 = 60_000;

/// Work of the second solver for what an opening is worth.
const SECOND_OF_OPENING: u64 = 1_250_000;

/// Something that a player can lay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPlay {
    /// A play, perhaps with another arrangement of the table.
    Play(Verified),
    /// Own sets, which may lie beside the table as it is.
    OwnSets(Vec<Set>),
}

impl AnyPlay {
    /// The table after it.
    pub fn table(&self, before: &Table) -> Table {
        match self {
            AnyPlay::Play(play) => play.table(before),
            AnyPlay::OwnSets(sets) => {
                Table::new(before.sets().iter().chain(sets).cloned().collect())
            }
        }
    }
}

/// A play of at least one rack tile; `None` if it is proven that there is none. The steps, each
/// within a bound of work, until one has an answer:
///
/// 1. a small opening of a large rack;
/// 2. the best play by the first solver of a [pair](Solver::of_pair), then by the second, within
///    little work;
/// 3. a set of the rack alone, or a small opening;
/// 4. each kind of the rack: alone, then with others that help it;
/// 5. the best play once more, by the second and by the first, within more work.
///
/// # Errors
/// If no step found a play or a proof.
pub fn any_play(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
) -> Result<Option<AnyPlay>, Unanswered> {
    let play = |found: Option<Verified>| Ok(found.map(AnyPlay::Play));
    let large = position.rack.len() >= LARGE && !position.opened;
    if large && let Some(sets) = small_opening(rules, position) {
        return Ok(Some(AnyPlay::OwnSets(sets)));
    }
    let best = |solver: &mut dyn Solver| some_play(solver, rules, position);
    let why = match of_first(solver, FIRST_WORK, best) {
        Ok(found) => return play(found),
        Err(why) => why,
    };
    if let Some(Ok(found)) = of_second(solver, SECOND_WORK, best) {
        return play(found);
    }
    let own = if position.opened {
        own_set(rules, position).map(|set| vec![set])
    } else {
        small_opening(rules, position)
    };
    if let Some(sets) = own {
        return Ok(Some(AnyPlay::OwnSets(sets)));
    }
    if position.opened
        && let Some(found) = by_kind::any_kind(solver, rules, position)
    {
        return play(found);
    }
    let second = of_second(solver, LAST_OF_SECOND, best).and_then(Result::ok);
    match second.map_or_else(|| of_first(solver, LAST_OF_FIRST, best), Ok) {
        Ok(found) => play(found),
        Err(_) => Err(why),
    }
}

/// Asks the first solver of a pair, or the solver that is none, within this much work.
fn of_first<T>(solver: &mut dyn Solver, work: u64, question: impl Fn(&mut dyn Solver) -> T) -> T {
    let mut found = None;
    solver.of_pair(0, &mut |first| found = Some(within(first, work, &question)));
    found.unwrap_or_else(|| within(solver, work, &question))
}

/// Asks the second solver of a pair within this much work; `None` if there is none.
fn of_second<T>(
    solver: &mut dyn Solver,
    work: u64,
    question: impl Fn(&mut dyn Solver) -> T,
) -> Option<T> {
    let mut found = None;
    solver.of_pair(1, &mut |second| {
        found = Some(within(second, work, &question));
    });
    found
}

fn within<T>(solver: &mut dyn Solver, work: u64, question: impl Fn(&mut dyn Solver) -> T) -> T {
    solver.limit_work(Some(work));
    let found = question(solver);
    solver.limit_work(None);
    found
}

/// Asks the solver; of a pair the second if the first has no answer.
fn in_turn<T>(
    solver: &mut dyn Solver,
    question: impl Fn(&mut dyn Solver) -> Result<T, Unanswered>,
) -> Result<T, Unanswered> {
    let mut first = None;
    solver.of_pair(0, &mut |solver| first = Some(question(solver)));
    let Some(first) = first else {
        return question(solver);
    };
    first.or_else(|why| {
        let second = of_second(solver, SECOND_OF_OPENING, &question);
        second.and_then(Result::ok).ok_or(why)
    })
}

/// A play of one solver, or its proof that there is none.
fn some_play(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
) -> Result<Option<Verified>, Unanswered> {
    let answer = solver
        .solve(rules, position, &Goal::Tiles)
        .map_err(|error| unanswered(&error))?;
    let proven = answer.is_main_goal_proven();
    match answer.into_verified() {
        Some(best) if !best.played.is_empty() => Ok(Some(best)),
        _ if proven => Ok(None),
        _ => Err(unproven(solver)),
    }
}

/// A set of the rack that may lie beside the table.
fn own_set(rules: &RuleSet, position: &Position) -> Option<Set> {
    let few = rules.with_options(&[JOKERS_IN_SET]).ok();
    let few = few.filter(|few| few.most_jokers_in_set() < rules.most_jokers_in_set());
    let few = few.as_ref().unwrap_or(rules);
    let catalogue = Catalogue::of_tiles_within(few, &position.rack, MOST_LAYOUTS)?;
    let sets = catalogue.sets().iter();
    let mut sets = sets.filter_map(|set| laid_out(rules, &set.tiles));
    sets.find(|set| may_lie_beside(rules, position, std::slice::from_ref(set)))
}

/// An opening of one or two sets that may lie beside the table.
pub(crate) fn small_opening(rules: &RuleSet, position: &Position) -> Option<Vec<Set>> {
    let openings = small_openings(rules, &position.rack)?.into_iter();
    let mut laid = openings.filter_map(|opening| {
        let sets = opening.sets.iter().map(|tiles| laid_out(rules, tiles));
        sets.collect::<Option<Vec<Set>>>()
    });
    laid.find(|sets| may_lie_beside(rules, position, sets))
}

fn laid_out(rules: &RuleSet, tiles: &TileCounts) -> Option<Set> {
    let tiles: Vec<_> = tiles.tiles().collect();
    rules
        .lay_out(&tiles)
        .map(|set| rules.with_dearest_reading(set))
}

/// Whether the owners of groups allow these new sets beside the table as it is.
fn may_lie_beside(rules: &RuleSet, position: &Position, sets: &[Set]) -> bool {
    let beside = position.stacks.beside();
    !rules.has_group_owners() || rules.place_groups(&beside, sets).is_some()
}

/// The largest total of own sets by one solver. Less than the threshold only with a proof.
fn opening_value(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    rack: &TileCounts,
) -> Result<u32, Unanswered> {
    let position = Position {
        rack: *rack,
        ..Position::default()
    };
    let answer = solver.solve(rules, &position, &Goal::OpeningValue);
    let answer = answer.map_err(|error| unanswered(&error))?;
    let proven = answer.is_main_goal_proven();
    let value = answer.into_verified().and_then(|best| best.opening_value);
    match value {
        Some(value) if proven || rules.opens_with(value) => Ok(value),
        None if proven => Ok(0),
        _ => Err(unproven(solver)),
    }
}

fn unanswered(error: &SolveError) -> Unanswered {
    Unanswered(error.to_string())
}

/// What the solver found is neither a yes nor proves a no.
fn unproven(solver: &dyn Solver) -> Unanswered {
    let name = solver.name();
    Unanswered(format!(
        "the {name} solver gave up without a play or a proof that there is none"
    ))
}

/// The value of an opening of one or two sets of a large rack, in points.
fn small_opening_value(rules: &RuleSet, rack: &TileCounts) -> Option<u32> {
    if rack.len() < LARGE {
        return None;
    }
    let small = small_openings(rules, rack)?.into_iter();
    small.map(|opening| opening.value).max()
}

/// Every boxed solver answers the questions of the rules, with its
/// [second method](Solver::of_pair) behind it.
impl CouldPlay for Box<dyn Solver + '_> {
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        any_play(self.as_mut(), rules, position).map(|found| found.is_some())
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        if let Some(value) = small_opening_value(rules, rack) {
            return Ok(value);
        }
        // How a joker is taken back does not concern own sets.
        let rules = rules.with_free_sets();
        in_turn(self.as_mut(), |solver| opening_value(solver, rules, rack))
    }
}
