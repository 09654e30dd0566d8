//! The referee's questions: whether a player can lay anything, and what an opening is worth. A "no"
//! needs a proof. If a solver has none, the next method is asked; if no method has one, there is no
//! answer.

use rummilab_core::{CouldPlay, Position, RuleSet, Set, TileCounts, Unanswered};

use crate::answer::Verified;
use crate::catalogue::Catalogue;
use crate::goal::Goal;
use crate::own_sets::fewest_openings;
use crate::{SolveError, Solver};

/// Rack size from which on a small opening is enough of an answer. The best play of a larger rack
/// can take seconds if openings may use the table.
const LARGE: usize = 20;

/// Most jokers in an own set that settles what can be laid. Sets with more are too many to list.
const JOKERS_IN_SET: &str = "max_jokers_per_set=2";

/// Layouts of own sets that are looked at; if there are more, they settle nothing.
const MOST_LAYOUTS: u64 = 1_000_000;

/// Work of the second of [two solvers](Solver::of_pair) for a question of the referee
/// ([`Solver::limit_work`]).
const SECOND_WORK: u64 = 1_250_000;

/// A play of at least one rack tile; `None` if it is proven that there is none. Of a
/// [pair](Solver::of_pair) the first is asked, then the second, then the first once more about each
/// rack tile alone.
///
/// # Errors
/// If no method found a play or a proof.
pub fn any_play(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
) -> Result<Option<Verified>, Unanswered> {
    let found = in_turn(solver, |solver| some_play(solver, rules, position));
    let Err(why) = found else {
        return found;
    };
    let mut lays = None;
    solver.of_pair(0, &mut |first| {
        lays = Some(one_tile(first, rules, position))
    });
    let lays = lays.unwrap_or_else(|| one_tile(solver, rules, position));
    lays.map(Some).ok_or(why)
}

/// Asks the solver; of a pair the second if the first has no answer.
fn in_turn<T>(
    solver: &mut dyn Solver,
    mut question: impl FnMut(&mut dyn Solver) -> Result<T, Unanswered>,
) -> Result<T, Unanswered> {
    let mut first = None;
    solver.of_pair(0, &mut |solver| first = Some(question(solver)));
    let Some(first) = first else {
        return question(solver);
    };
    first.or_else(|why| {
        let mut second = None;
        solver.of_pair(1, &mut |solver| {
            solver.limit_work(Some(SECOND_WORK));
            second = question(solver).ok();
            solver.limit_work(None);
        });
        second.ok_or(why)
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

/// A play of one tile of the rack of a player who has opened. It is easier to find than the best.
fn one_tile(solver: &mut dyn Solver, rules: &RuleSet, position: &Position) -> Option<Verified> {
    let opened = position.opened.then_some(position)?;
    opened.rack.kinds().find_map(|(tile, _)| {
        let alone = Position {
            rack: TileCounts::from_iter([tile]),
            ..opened.clone()
        };
        solver.go_out(rules, &alone).ok().flatten()
    })
}

/// Whether the rack of a player who has opened holds a set that may lie beside the table.
fn holds_a_set(rules: &RuleSet, position: &Position) -> bool {
    if !position.opened {
        return false;
    }
    let few = rules.with_options(&[JOKERS_IN_SET]).ok();
    let few = few.filter(|few| few.most_jokers_in_set() < rules.most_jokers_in_set());
    let few = few.as_ref().unwrap_or(rules);
    let catalogue = Catalogue::of_tiles_within(few, &position.rack, MOST_LAYOUTS);
    let beside = position.stacks.beside();
    let sets = catalogue.iter().flat_map(Catalogue::sets);
    sets.into_iter().any(|set| {
        let set = Set::new(set.tiles.tiles());
        !rules.has_group_owners() || rules.place_groups(&beside, &[set]).is_some()
    })
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
fn small_opening(rules: &RuleSet, rack: &TileCounts) -> Option<u32> {
    if rack.len() < LARGE {
        return None;
    }
    let small = fewest_openings(rules, rack).into_iter();
    small.map(|(_, value)| value).max()
}

/// Every boxed solver answers the questions of the rules, with its
/// [second method](Solver::of_pair) behind it.
impl CouldPlay for Box<dyn Solver + '_> {
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        // A small opening has two new sets at most, so a limit on own groups rarely matters.
        let limited = rules.group_cap_per_player.0.is_some_and(|cap| cap < 2);
        if !position.opened && !limited && small_opening(rules, &position.rack).is_some() {
            return Ok(true);
        }
        let found = if rules.jokers_are_free_for(&position.table, position.opened) {
            any_play(self.as_mut(), rules.with_free_jokers(), position)
        } else {
            any_play(self.as_mut(), rules, position)
        };
        match found {
            Ok(play) => Ok(play.is_some()),
            Err(_) if holds_a_set(rules, position) => Ok(true),
            Err(why) => Err(why),
        }
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        if let Some(value) = small_opening(rules, rack) {
            return Ok(value);
        }
        // Joker reclaim does not concern own sets.
        let rules = rules.with_free_jokers();
        in_turn(self.as_mut(), |solver| opening_value(solver, rules, rack))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_core::notation::parse_table;

    use rummilab_solver_suite as suite;

    use super::*;
    use crate::{Answer, Arrangement, Auto, Goal, StopReason, Unsupported, verify};

    /// A solver that lays the cheapest tiles it was told to, and proves it or not.
    struct Says {
        table: &'static str,
        proven: bool,
    }

    impl Solver for Says {
        fn name(&self) -> &str {
            "says"
        }

        fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
            Ok(())
        }

        fn solve(
            &mut self,
            rules: &RuleSet,
            position: &Position,
            goal: &Goal,
        ) -> Result<Answer, SolveError> {
            let sets = parse_table(self.table, rules).unwrap().into_sets();
            let best = verify(rules, position, goal, Arrangement::from(sets));
            let stop = StopReason::Nodes;
            match (best, self.proven) {
                (Ok(best), true) => Ok(Answer::Optimal(best)),
                (Ok(best), false) => Ok(Answer::Feasible {
                    best,
                    bound: 100,
                    stop,
                }),
                (Err(_), _) => Err(SolveError::GaveUp {
                    solver: "says".to_owned(),
                    stop,
                }),
            }
        }

        fn nodes(&self) -> u64 {
            0
        }

        fn clear(&mut self) {}
    }

    fn says(table: &'static str, proven: bool) -> Box<dyn Solver> {
        Box::new(Says { table, proven })
    }

    fn position(rack: &str, opened: bool) -> (RuleSet, Position) {
        let rules = suite::rules("original", "");
        let position = suite::position(&rules, "R3 R4 R5", rack, opened);
        (rules, position)
    }

    /// An answer without a proof in which nothing is laid was taken for "cannot lay".
    #[test]
    fn a_no_needs_a_proof() {
        let (rules, position) = position("R6 K9", true);
        let can = |mut judge: Box<dyn Solver>| judge.can_lay(&rules, &position);
        assert_eq!(can(says("R3 R4 R5", true)), Ok(false));
        assert_eq!(can(says("R3 R4 R5 R6", false)), Ok(true));
        assert!(can(says("R3 R4 R5", false)).is_err());
        let backed =
            |second| -> Box<dyn Solver> { Box::new(Auto::new(says("R3 R4 R5", false), second)) };
        assert_eq!(can(backed(says("R3 R4 R5 R6", false))), Ok(true));
        assert_eq!(can(backed(says("R3 R4 R5", true))), Ok(false));
        assert!(can(backed(says("R3 R4 R5", false))).is_err());
    }

    /// A set on the rack settles the question without any solver.
    #[test]
    fn a_player_who_has_opened_can_lay_a_set() {
        let can = |rack: &str, options: &str| {
            let rules = suite::rules("original", options);
            let position = suite::position(&rules, "", rack, true);
            says("R9", false).can_lay(&rules, &position)
        };
        assert_eq!(can("K1 K2 K3 O7", ""), Ok(true));
        assert!(can("K1 K2 K4 O7", "").is_err());
        let none = "group_cap_per_player=0";
        assert_eq!(can("K1 B1 R1 O7", ""), Ok(true));
        assert!(can("K1 K2 K4 O7", none).is_err());
    }

    #[test]
    fn an_opening_below_the_threshold_needs_a_proof() {
        let (rules, position) = position("K1 K2 K3", false);
        let best = |mut judge: Box<dyn Solver>| judge.best_opening(&rules, &position.rack);
        assert_eq!(best(says("K1 K2 K3", true)), Ok(6));
        assert!(best(says("K1 K2 K3", false)).is_err());
        let backed = Auto::new(says("K1 K2 K3", false), says("K1 K2 K3", true));
        assert_eq!(best(Box::new(backed)), Ok(6));
        let low = rules.with_options(&["opening_min=6"]).unwrap();
        let found = says("K1 K2 K3", false).best_opening(&low, &position.rack);
        assert_eq!(found, Ok(6));
    }

    /// Solvers refuse these values, but without a joker on the table they are one rule.
    #[test]
    fn joker_reclaim_matters_only_with_a_joker_on_the_table() {
        struct Refuses;
        impl Solver for Refuses {
            fn name(&self) -> &str {
                "refuses"
            }

            fn supports(&self, rules: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
                if rules.jokers_are_free() {
                    Ok(())
                } else {
                    Err(Unsupported {
                        solver: self.name().to_owned(),
                        option: format!("joker_reclaim = {}", rules.joker_reclaim),
                    })
                }
            }

            fn solve(
                &mut self,
                rules: &RuleSet,
                position: &Position,
                goal: &Goal,
            ) -> Result<Answer, SolveError> {
                self.supports(rules, goal)?;
                says("R3 R4 R5", true).solve(rules, position, goal)
            }

            fn nodes(&self) -> u64 {
                0
            }

            fn clear(&mut self) {}
        }
        let rules = suite::rules("original", "joker_reclaim=replace-any");
        let can = |table: &str| {
            let mut judge: Box<dyn Solver> = Box::new(Refuses);
            judge.can_lay(&rules, &suite::position(&rules, table, "K9", true))
        };
        assert_eq!(can("R3 R4 R5"), Ok(false));
        assert!(can("R3 R4 J").unwrap_err().0.contains("joker_reclaim"));
    }
}
