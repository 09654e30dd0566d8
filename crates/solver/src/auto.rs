//! Two solvers that take turns: what one cannot prove within a slice of work, the other may.

use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};

use crate::answer::{Answer, StopReason, Verified};
use crate::draws::AfterDraw;
use crate::goal::{Goal, Score};
use crate::neighbourhood::{self, Start};
use crate::plays::{ListLimits, Plays};
use crate::{KeptMost, SolveError, Solver, Unsupported, unless_given_up};

/// Limits of the work of one question, in states of the search. Each solver is asked within the
/// first of them, then each within the next. The first takes some 0.1 s on the machines of
/// `benches/README.md`, and is enough for the search in nearly every position of `twist-2` and
/// `house-2`. With 10,000 the mean of `twist-2` is 2.6 times as long.
const LIMITS: [u64; 3] = [60_000, 300_000, 1_500_000];

/// With special jokers and a rack of so few tiles, parts of the table rarely have a better play
/// than a search that is not done yet, so that its first limit is larger. With the usual one the
/// slowest position of `twist-2` takes twice as long (benches/trials.md).
const SMALL_RACK: usize = 14;
const FIRST_OF_SMALL_RACKS: u64 = 150_000;

/// The last limit of the second solver. The first has one of its own.
const LAST_OF_SECOND: u64 = 6_000_000;

/// A part of each limit is for neighbourhoods, and this much at most. More finds little, and with
/// 300,000 the slowest positions of `twist-2` and `dense-twist` take 1.5 and 6 times as long.
const SHARE_OF_NEIGHBOURHOODS: u64 = 3;
const MOST_FOR_NEIGHBOURHOODS: u64 = 20_000;

/// With so many jokers the whole rack can mostly go, and neighbourhoods have all that at once.
const MANY_JOKERS: u8 = 6;

/// The first limits of the two where [`program_is_early`]. The program proves most of these at its
/// root. With them the mean of `greedy-2` with `wrap=true` is 2 ms, and was 36 ms.
const EARLY_LIMITS: [(usize, u64); 2] = [(0, 1000), (1, 10_000)];

/// The limits of the two for bound sets with plain jokers. One question about those asks the
/// program many times, so that it has less here. With 1,500,000 states for both at once, 84
/// positions of random rules take twice as long (benches/trials.md).
const LIMITS_OF_BOUND_SETS: [(usize, u64); 6] = [
    (0, 60_000),
    (1, 10_000),
    (0, 300_000),
    (1, 60_000),
    (0, 1_500_000),
    (1, 1_500_000),
];

/// The same for the fewest changes, the last tie-break.
const LIMITS_OF_CHANGES: [u64; 2] = [10_000, 250_000];

/// Asks two solvers in turn, with growing limits of work, until one has a proof. Between the two
/// the second looks for a play by parts of the table (docs/solver.md#parts-of-the-table). Limits
/// are work and not time, so that the answer is the same on every machine.
///
/// Lists of plays and of draws come from the first solver alone. The name is that of the solver
/// that gave the last answer.
pub struct Auto {
    solvers: [Box<dyn Solver>; 2],
    /// The solver that gave the last answer.
    answered: usize,
    nodes: u64,
    /// The limit of the caller for each question, in states of the search.
    limit: Option<u64>,
}

impl Auto {
    /// A solver that asks these two, the first one first.
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>) -> Auto {
        Auto {
            solvers: [first, second],
            answered: 0,
            nodes: 0,
            limit: None,
        }
    }

    /// Asks one solver within this limit of work.
    fn ask<T>(
        &mut self,
        (number, states): (usize, u64),
        question: impl FnOnce(&mut dyn Solver) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let solver = self.solvers[number].as_mut();
        solver.limit_work(Some(states));
        let found = question(solver);
        solver.limit_work(None);
        self.nodes = self.nodes.saturating_add(solver.nodes());
        found
    }

    /// Who is asked, within how many states, in this order: each within its limits, at last the
    /// first without one, and the second. The caller's limit is the largest.
    fn slices(
        &self,
        limits: impl IntoIterator<Item = (usize, u64)>,
        rules: &RuleSet,
        goal: &Goal,
    ) -> Vec<(usize, u64)> {
        let largest = self.limit.unwrap_or(u64::MAX);
        let both = self.solvers[1].supports(rules, goal).is_ok();
        let limits = limits.into_iter();
        let mut slices: Vec<(usize, u64)> = limits.filter(|(_, most)| *most < largest).collect();
        slices.push((0, largest));
        slices.push((1, self.limit.unwrap_or(LAST_OF_SECOND)));
        slices.retain(|(number, _)| *number == 0 || both);
        slices
    }

    /// The slices of a question about the best play.
    fn slices_of_best(
        &self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Vec<(usize, u64)> {
        let bound = position.has_bound_sets(rules) && has_plain_jokers(position);
        if bound && !runs_are_long(rules) {
            return self.slices(LIMITS_OF_BOUND_SETS, rules, goal);
        }
        if program_is_early(rules, position) {
            return self.slices(
                EARLY_LIMITS.into_iter().chain(for_both(LIMITS)),
                rules,
                goal,
            );
        }
        if has_plain_jokers(position) {
            return self.slices(for_both(LIMITS), rules, goal);
        }
        // With special jokers a state of the search takes less time than the same work of the
        // program.
        let mut limits = LIMITS;
        if position.rack.len() <= SMALL_RACK {
            limits[0] = FIRST_OF_SMALL_RACKS;
        }
        let [first, second] = [0, 1].map(|number| limits.map(|most| (number, most)));
        self.slices(first.into_iter().chain(second), rules, goal)
    }

    /// The answer so far, or one with a better play that the second solver finds by parts of the
    /// table, within a part of this limit of work; and how often that was tried by now.
    fn by_neighbourhoods(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        (known, states): (Option<Answer>, u64),
        round: &mut u32,
    ) -> Option<Answer> {
        if self.stopped() || self.solvers[1].supports(rules, goal).is_err() {
            return known;
        }
        let (bound, stop) = match &known {
            Some(Answer::Feasible { bound, stop, .. }) => (*bound, *stop),
            _ => (i64::MAX, StopReason::Nodes),
        };
        let jokers = position.table.jokers() + position.rack.jokers();
        let share = states / SHARE_OF_NEIGHBOURHOODS;
        let work = if jokers < MANY_JOKERS {
            share.min(MOST_FOR_NEIGHBOURHOODS)
        } else {
            MOST_FOR_NEIGHBOURHOODS
        };
        let start = Start {
            known: known.as_ref().and_then(Answer::verified),
            bound,
            work,
            round: *round,
        };
        *round += 1;
        let second = self.solvers[1].as_mut();
        let (better, nodes) = neighbourhood::improved(second, rules, position, goal, start);
        self.nodes = self.nodes.saturating_add(nodes);
        let Some(better) = better else {
            return known;
        };
        self.answered = 1;
        let most = goal.most(rules, position);
        Some(Answer::stopped(better, bound, most, stop))
    }

    /// Asks the first solver alone.
    fn first(&mut self) -> &mut dyn Solver {
        (self.answered, self.nodes) = (0, 0);
        self.solvers[0].as_mut()
    }
}

/// Both solvers within each of these limits, the first one first.
fn for_both<const N: usize>(limits: [u64; N]) -> impl Iterator<Item = (usize, u64)> {
    let of_both = |states| [(0, states), (1, states)];
    limits.into_iter().flat_map(of_both)
}

/// Whether the program is asked early: where it is often done at its root, and the search is not.
fn program_is_early(rules: &RuleSet, position: &Position) -> bool {
    if has_plain_jokers(position) {
        return rules.step2 || (rules.wrap.has_next() && !rules.has_group_owners());
    }
    runs_are_long(rules) || rules.copies > 2
}

/// Whether runs go round or in steps of two.
fn runs_are_long(rules: &RuleSet) -> bool {
    rules.wrap.has_next() || rules.step2
}

/// Whether no special joker is there.
fn has_plain_jokers(position: &Position) -> bool {
    let of = |tiles: &TileCounts| tiles.jokers_by_kind()[1..] == [0; 3];
    of(&position.table) && of(&position.rack)
}

/// What two answers without a proof say together, if one of them has a play, and whether it is that
/// of the second.
fn both(a: Option<Answer>, b: Option<Answer>, most: Score) -> (Option<Answer>, bool) {
    let bound = |answer: &Option<Answer>| match answer {
        Some(Answer::Feasible { bound, .. }) => *bound,
        _ => i64::MAX,
    };
    let bound = bound(&a).min(bound(&b));
    let [a, b] = [a, b].map(|answer| answer.and_then(Answer::into_verified));
    let newer = match (&a, &b) {
        (Some(a), Some(b)) => b.score > a.score,
        (known, _) => known.is_none(),
    };
    let best = if newer { b } else { a };
    let answer = best.map(|best| Answer::stopped(best, bound, most, StopReason::Nodes));
    (answer, newer)
}

/// A method of [`Solver`] that is missing here would be answered by its default.
#[deny(clippy::missing_trait_methods)]
impl Solver for Auto {
    fn name(&self) -> &str {
        self.solvers[self.answered].name()
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.solvers[0].supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        (self.answered, self.nodes) = (0, 0);
        let mut known: Option<Answer> = None;
        let mut round = 0;
        for slice in self.slices_of_best(rules, position, goal) {
            let found = self.ask(slice, |solver| solver.solve(rules, position, goal));
            let found = match unless_given_up(found) {
                // A fault of the second is no reason to lose the play of the first.
                Err(_) if slice.0 == 1 => continue,
                found => found?,
            };
            if found.as_ref().is_some_and(Answer::is_proven) {
                self.answered = slice.0;
                known = found;
                break;
            }
            let (answer, newer) = both(known, found, goal.most(rules, position));
            if newer {
                self.answered = slice.0;
            }
            known = answer;
            if slice.0 == 0 {
                known = self.by_neighbourhoods(rules, position, goal, (known, slice.1), &mut round);
                if known.as_ref().is_some_and(Answer::is_proven) {
                    break;
                }
            }
            if self.stopped() {
                break;
            }
        }
        known.ok_or_else(|| SolveError::GaveUp {
            solver: self.name().to_owned(),
            stop: StopReason::Nodes,
        })
    }

    fn solve_as_good_as(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        played: &TileCounts,
    ) -> Result<Answer, SolveError> {
        let most = self.limit.unwrap_or(u64::MAX);
        (self.answered, self.nodes) = (0, 0);
        self.ask((0, most), |first| {
            first.solve_as_good_as(rules, position, goal, played)
        })
    }

    fn solve_laying(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        _: Option<Tile>,
    ) -> Result<Answer, SolveError> {
        self.solve(rules, position, goal)
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        (self.answered, self.nodes) = (0, 0);
        let (mut last, mut round) = (None, 0);
        for slice in self.slices_of_best(rules, position, &Goal::Tiles) {
            match self.ask(slice, |solver| solver.go_out(rules, position)) {
                Err(error @ SolveError::GaveUp { .. }) => last = Some(error),
                // A fault of the second is no reason to lose the answer of the first.
                Err(_) if slice.0 == 1 => continue,
                found => {
                    self.answered = slice.0;
                    return found;
                }
            }
            if slice.0 == 0 {
                let nothing = (None, slice.1);
                let known =
                    self.by_neighbourhoods(rules, position, &Goal::Tiles, nothing, &mut round);
                let play = known.and_then(Answer::into_verified);
                if let Some(whole) = play.filter(|play| play.played == position.rack) {
                    return Ok(Some(whole));
                }
            }
            if self.stopped() {
                break;
            }
        }
        last.map_or(Ok(None), Err)
    }

    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        self.nodes = 0;
        let question =
            |solver: &mut dyn Solver| solver.keeping_most(rules, position, goal, before, best);
        let kept = |kept: &KeptMost| before.untouched_in(&kept.play.table(before));
        let mut known: Option<KeptMost> = None;
        for slice in self.slices(for_both(LIMITS_OF_CHANGES), rules, goal) {
            let found = match self.ask(slice, question) {
                // A fault of the second is no reason to lose the play of the first.
                Err(_) if slice.0 == 1 => continue,
                found => found?,
            };
            if found.as_ref().is_some_and(|found| found.proven) {
                return Ok(found);
            }
            known = match (known, found) {
                (Some(a), Some(b)) if kept(&a) >= kept(&b) => Some(a),
                (known, found) => found.or(known),
            };
            if self.stopped() {
                break;
            }
        }
        Ok(known)
    }

    fn limit_work(&mut self, most: Option<u64>) {
        self.limit = most;
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        let found = self.first().plays(rules, position, goal, limits);
        self.nodes = self.solvers[0].nodes();
        found
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        let found = self.first().after_draw(rules, position, goal, unseen);
        self.nodes = self.solvers[0].nodes();
        found
    }

    fn of_pair(&mut self, number: usize, question: &mut dyn FnMut(&mut dyn Solver)) {
        if let Some(solver) = self.solvers.get_mut(number) {
            question(solver.as_mut());
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn stopped(&self) -> bool {
        self.solvers.iter().any(|solver| solver.stopped())
    }

    fn clear(&mut self) {
        (self.answered, self.nodes) = (0, 0);
        for solver in &mut self.solvers {
            solver.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Fault;

    /// A solver that gives up within less work than it needs, or always has a fault.
    struct Stub {
        needs: Option<u64>,
        limit: u64,
    }

    impl Solver for Stub {
        fn name(&self) -> &str {
            "stub"
        }

        fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
            Ok(())
        }

        fn solve(&mut self, _: &RuleSet, _: &Position, _: &Goal) -> Result<Answer, SolveError> {
            let solver = "stub".to_owned();
            match self.needs {
                None => Err(SolveError::Wrong {
                    solver,
                    fault: Fault::Backend("a fault".to_owned()),
                }),
                Some(needs) if self.limit < needs => Err(SolveError::GaveUp {
                    solver,
                    stop: StopReason::Nodes,
                }),
                Some(_) => Ok(Answer::Infeasible),
            }
        }

        fn go_out(
            &mut self,
            rules: &RuleSet,
            position: &Position,
        ) -> Result<Option<Verified>, SolveError> {
            self.solve(rules, position, &Goal::Tiles).map(|_| None)
        }

        fn limit_work(&mut self, most: Option<u64>) {
            self.limit = most.unwrap_or(u64::MAX);
        }

        fn nodes(&self) -> u64 {
            0
        }

        fn clear(&mut self) {}
    }

    /// The first solver answers within a later limit, whatever is wrong with the second; and not
    /// beyond the limit of the caller.
    #[test]
    fn a_fault_of_the_second_loses_no_answer_of_the_first() {
        let stub = |needs| Box::new(Stub { needs, limit: 0 });
        let mut auto = Auto::new(stub(Some(2 * LIMITS[0])), stub(None));
        let rules = RuleSet::preset("original").expect("a preset");
        let (position, goal) = (Position::default(), &Goal::Tiles);
        assert_eq!(auto.go_out(&rules, &position), Ok(None));
        assert_eq!(auto.solve(&rules, &position, goal), Ok(Answer::Infeasible));
        auto.limit_work(Some(LIMITS[0]));
        for found in [
            auto.go_out(&rules, &position).map(|_| ()),
            auto.solve(&rules, &position, goal).map(|_| ()),
        ] {
            assert!(matches!(found, Err(SolveError::GaveUp { .. })), "{found:?}");
        }
    }
}
