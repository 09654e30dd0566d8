//! The solver: turns a question into integer programs, and their solutions into a verified answer.

use std::time::Duration;

use rummilab_core::{Block, OpeningTableAccess, Position, RuleSet, Set, Table, TileCounts};
use rummilab_solver::blocks::extensions;
use rummilab_solver::catalogue::Catalogue;
use rummilab_solver::{
    Answer, Arrangement, Fault, Goal, KeptMost, SolveError, Solver, StopReason, Unsupported,
    Verified, go_out_bound, solve_bound, verify,
};

use crate::backend::{Backend, Limits};
use crate::measure::Measure;
use crate::model::{Form, OwnSets, TurnProblem};
use crate::run::{FormOutcome, RemainingLimits, RunOutcome, run};
use crate::stacks;

/// Integer programming as a [`Solver`]. It keeps the catalogue of the last rule set between calls.
#[derive(Debug, Clone)]
pub struct IlpSolver {
    name: String,
    backend: Backend,
    limits: Limits,
    /// Work of one [`IlpSolver::best_sets`] at most, by [`Solver::limit_work`]: simplex iterations,
    /// each times the variables and rows of its program.
    most_work: Option<u64>,
    /// What is left of it for several questions that have the limits of one.
    several: Option<u64>,
    catalogue: Option<Catalogue>,
    nodes: u64,
    /// Work of all calls, in the unit of `most_work`.
    work: u64,
}

/// Work that takes as long as a state of the search.
const WORK_OF_A_STATE: u64 = 50;

/// Most sets in which a block can lie.
const MOST_EXTENSIONS: usize = 20_000;

/// Layouts that the catalogue of a question may look at within this much work.
fn layouts_within(work: u64) -> u64 {
    const MOST: u64 = 1_500_000;
    (work / 4).min(MOST)
}

impl Default for IlpSolver {
    fn default() -> IlpSolver {
        IlpSolver::new()
    }
}

impl IlpSolver {
    /// On the default backend, without limits.
    pub fn new() -> IlpSolver {
        IlpSolver {
            name: "ilp".to_owned(),
            backend: Backend::ALL[0],
            limits: Limits::default(),
            most_work: None,
            several: None,
            catalogue: None,
            nodes: 0,
            work: 0,
        }
    }

    /// The solver of a text: `ilp`, optionally followed by `:` and any of `backend=microlp` (or
    /// another of this build) and `seconds=60` (per question), separated by commas.
    ///
    /// ```
    /// use rummilab_ilp::IlpSolver;
    /// use rummilab_solver::Solver;
    ///
    /// assert_eq!(IlpSolver::parse("ilp:seconds=60").unwrap().name(), "ilp");
    /// assert!(IlpSolver::parse("ilp:minutes=1").is_err());
    /// ```
    ///
    /// # Errors
    /// What is wrong, and what was expected.
    pub fn parse(text: &str) -> Result<IlpSolver, String> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        if name != "ilp" {
            return Err(format!(
                "`{name}` is no solver of this kind; expected `ilp`"
            ));
        }
        let mut solver = IlpSolver::new();
        if text.contains(':') {
            for option in options.split(',') {
                solver = solver.with_option(option)?;
            }
        }
        Ok(solver)
    }

    fn with_option(self, option: &str) -> Result<IlpSolver, String> {
        let expected = |key: &str, names: Vec<&str>| {
            format!(
                "`{option}` is not understood; expected {key} {}",
                names.join(" or ")
            )
        };
        match option.split_once('=') {
            Some(("backend", name)) => Backend::ALL
                .iter()
                .find(|backend| backend.name() == name)
                .map(|backend| self.with_backend(*backend))
                .ok_or_else(|| {
                    let names = Backend::ALL.iter().map(|backend| backend.name());
                    expected("backend =", names.collect())
                }),
            Some(("seconds", number)) => match number.parse() {
                Ok(seconds) => Ok(self.with_limits(Limits {
                    time: Some(Duration::from_secs(seconds)),
                    ..Limits::default()
                })),
                Err(_) => Err(expected("seconds =", vec!["a whole number"])),
            },
            _ => Err(expected("key=value with a key", vec!["backend", "seconds"])),
        }
    }

    /// This solver with another backend.
    pub fn with_backend(mut self, backend: Backend) -> IlpSolver {
        self.backend = backend;
        self.name = if backend == Backend::ALL[0] {
            "ilp".to_owned()
        } else {
            format!("ilp:backend={}", backend.name())
        };
        self
    }

    /// This solver with limits. If they cut a proof short, the answer is [`Answer::Feasible`], or
    /// it gives up.
    pub fn with_limits(mut self, limits: Limits) -> IlpSolver {
        self.limits = limits;
        self
    }

    /// Work of all calls since the last [`clear`](Solver::clear): simplex iterations, each times
    /// the size of its program, in what takes as long as a state of the search.
    pub fn work(&self) -> u64 {
        self.work.div_ceil(WORK_OF_A_STATE)
    }

    pub(crate) fn ready(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<(), SolveError> {
        self.nodes = 0;
        self.supports(rules, goal)?;
        position.check(rules).map_err(SolveError::TooManyCopies)
    }

    /// Asks several questions within the limits of one.
    fn as_one<T>(&mut self, ask: impl FnOnce(&mut IlpSolver) -> T) -> T {
        self.several = self.most_work;
        let found = ask(self);
        self.several = None;
        found
    }

    /// The best sets for a question: by its first form if that can answer, otherwise by
    /// [`Form::Columns`].
    pub(crate) fn best_sets(
        &mut self,
        rules: &RuleSet,
        question: &TurnProblem,
        measures: &[Measure],
    ) -> Result<RunOutcome, SolveError> {
        let mut extended = None;
        if !question.blocks.is_empty() {
            extended = IlpSolver::with_extensions(rules, question);
            if extended.is_none() {
                return Ok(RunOutcome::Nothing {
                    stop: StopReason::Nodes,
                    bound: i64::MAX,
                });
            }
        }
        let question = extended.as_ref().unwrap_or(question);
        // Where runs go round, or in steps of two, a game has far more sets than a table. Elsewhere
        // jokers may stand for tiles that are not there, so the sets of all tiles are needed.
        let many = rules.wrap.has_next() || rules.step2;
        let limit = self.several.into_iter().chain(self.most_work).min();
        let of_tiles = rules.has_special_jokers() || (limit.is_some() && many);
        let catalogue = if of_tiles {
            let most = limit.map_or(u64::MAX, layouts_within);
            // The sum is within the copies of the game.
            let all = question.must.checked_add(&question.rack);
            match Catalogue::of_tiles_within(rules, &all.unwrap_or_default(), most) {
                Some(catalogue) => catalogue,
                None => {
                    return Ok(RunOutcome::Nothing {
                        stop: StopReason::Nodes,
                        bound: i64::MAX,
                    });
                }
            }
        } else {
            let known = self.catalogue.take().filter(|known| known.is_of(rules));
            known.unwrap_or_else(|| Catalogue::new(rules))
        };
        let most_work = question.most_work.into_iter().chain(limit).min();
        let mut clock = RemainingLimits::start(self.backend, self.limits, most_work);
        let mut ask = |question: &TurnProblem| {
            let mut run = |form| run(form, rules, &catalogue, question, measures, &mut clock);
            match run(Form::first(rules, question, measures)) {
                Ok(FormOutcome::NoPlaces) => run(Form::Columns),
                ran => ran,
            }
        };
        // Where the rack is small a cap on groups is seldom binding. There it is added only if the
        // best play without it exceeds it.
        let mut ran = if stacks::cap_is_near(question) {
            ask(question)
        } else {
            ask(&TurnProblem {
                stacks: stacks::uncapped(rules, &question.stacks),
                ..question.clone()
            })
        };
        if let Ok(FormOutcome::Answered(
            RunOutcome::Best { sets, .. } | RunOutcome::Stopped { sets, .. },
        )) = &ran
            && question.stacks.most_own.is_some()
            && rules.place_groups(&question.stacks, &sets.sets).is_none()
        {
            ran = ask(question);
        }
        self.nodes += clock.nodes();
        self.work = self.work.saturating_add(clock.work());
        self.several = self.several.map(|left| left.saturating_sub(clock.work()));
        if !of_tiles {
            self.catalogue = Some(catalogue);
        }
        match ran {
            Ok(FormOutcome::Answered(found)) => Ok(found),
            Ok(FormOutcome::NoPlaces) => Err(self.wrong("jokers without places".to_owned())),
            Err(message) => Err(self.wrong(message)),
        }
    }

    /// The error for a backend with a wrong answer.
    pub(crate) fn wrong(&self, message: String) -> SolveError {
        SolveError::Wrong {
            solver: self.name.clone(),
            fault: Fault::Backend(message),
        }
    }

    pub(crate) fn gave_up(&self, stop: StopReason) -> SolveError {
        SolveError::GaveUp {
            solver: self.name.clone(),
            stop,
        }
    }

    pub(crate) fn checked(
        &self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        arrangement: Arrangement,
    ) -> Result<Verified, SolveError> {
        verify(rules, position, goal, arrangement).map_err(|fault| match fault {
            Fault::OpeningWithoutRoom(_) => self.gave_up(StopReason::Nodes),
            fault => SolveError::Wrong {
                solver: self.name.clone(),
                fault,
            },
        })
    }

    /// The answer with these sets. A proof that contradicts the recount does not count.
    fn answer(
        &self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        found: RunOutcome,
    ) -> Result<Answer, SolveError> {
        match found {
            RunOutcome::Infeasible => Ok(Answer::Infeasible),
            RunOutcome::Nothing { stop, .. } => Err(self.gave_up(stop)),
            RunOutcome::Best { sets, reached } => {
                let best = self.checked(rules, position, goal, sets)?;
                let score = best.score.0;
                let answer = Answer::proven(best, goal);
                if answer.is_proven() && score[..reached.len()] != reached[..] {
                    return Err(self.wrong(format!("{reached:?} was proven, {score:?} is laid")));
                }
                Ok(answer)
            }
            RunOutcome::Stopped { sets, stop, bound } => {
                let best = self.checked(rules, position, goal, sets)?;
                let most = goal.most(rules, position);
                Ok(Answer::stopped(best, bound, most, stop))
            }
        }
    }

    /// The question of a turn. Besides the table, the rack tiles `forced` must be laid.
    pub(crate) fn question(
        &self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        forced: &TileCounts,
    ) -> TurnProblem {
        let opening = !position.opened || *goal == Goal::OpeningValue;
        let mut rack = position.rack.saturating_sub(forced);
        if opening && !rules.opening_jokers {
            rack = rack.without_jokers();
        }
        let points = (opening && *goal != Goal::OpeningValue).then(|| u32::from(rules.opening_min));
        let uses_table =
            !opening || rules.opening_table_access == OpeningTableAccess::AfterThreshold;
        if *goal == Goal::OpeningValue || !uses_table {
            return TurnProblem {
                must: *forced,
                rack,
                points,
                stacks: position.stacks.beside(),
                ..TurnProblem::default()
            };
        }
        TurnProblem {
            // The sum is within the copies of the game.
            must: position.table.checked_add(forced).unwrap_or_default(),
            rack,
            own: points.map(|points| OwnSets {
                points,
                laid: *forced,
            }),
            stacks: position.stacks.clone(),
            blocks: position.blocks.clone(),
            ..TurnProblem::default()
        }
    }

    /// The same question with the sets in which each block can lie; `None` if they are too many.
    pub(crate) fn with_extensions(rules: &RuleSet, question: &TurnProblem) -> Option<TurnProblem> {
        let all = question.must.checked_add(&question.rack)?;
        let blocks = question.blocks.iter();
        let blocks = blocks.flat_map(|block| block.set.tiles().iter().copied());
        let loose = all.checked_sub(&TileCounts::try_from_tiles(blocks).ok()?)?;
        let of = |block: &Block| extensions(rules, &block.set, &loose, MOST_EXTENSIONS);
        let extensions: Option<Vec<Vec<Set>>> = question.blocks.iter().map(of).collect();
        Some(TurnProblem {
            extensions: extensions?,
            ..question.clone()
        })
    }

    /// Whether own sets of the rack cannot reach the threshold. This is fast to check, and true for
    /// most openings.
    fn cannot_open(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, SolveError> {
        // Own sets count as any groups, because they need not lie on the new table.
        let alone = Position {
            rack: position.rack,
            ..Position::default()
        };
        let goal = Goal::OpeningValue;
        let question = self.question(rules, &alone, &goal, &TileCounts::EMPTY);
        let found = self.best_sets(rules, &question, &[Measure::Points])?;
        let largest = match &found {
            RunOutcome::Best { reached, .. } => reached.first().copied(),
            _ => None,
        };
        Ok(largest.is_some_and(|largest| largest < i64::from(rules.opening_min)))
    }

    /// Own sets: the opening, or the largest total. Laying nothing is always possible, and better
    /// than a negative score.
    fn opening(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        let nothing = self.checked(rules, position, goal, Arrangement::default())?;
        let question = self.question(rules, position, goal, &TileCounts::EMPTY);
        if question.own.is_some() && self.cannot_open(rules, position)? {
            return Ok(Answer::Optimal(nothing));
        }
        let found = match self.best_sets(rules, &question, &Measure::of(goal))? {
            RunOutcome::Nothing { stop, bound } => RunOutcome::Stopped {
                sets: Arrangement::default(),
                stop,
                bound,
            },
            found => found,
        };
        let larger = |best: Verified| {
            if best.score < nothing.score {
                nothing.clone()
            } else {
                best
            }
        };
        Ok(match self.answer(rules, position, goal, found)? {
            Answer::Infeasible => Answer::Optimal(nothing),
            Answer::Optimal(best) => Answer::Optimal(larger(best)),
            Answer::Feasible { best, bound, stop } => Answer::Feasible {
                best: larger(best),
                bound: bound.max(nothing.score.main()),
                stop,
            },
        })
    }
}

impl Solver for IlpSolver {
    fn name(&self) -> &str {
        &self.name
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
        self.ready(rules, position, goal)?;
        if *goal != Goal::OpeningValue && position.has_bound_sets(rules) {
            return self.as_one(|solver| solve_bound(solver, rules, position, goal));
        }
        if !position.opened || *goal == Goal::OpeningValue {
            return self.opening(rules, position, goal);
        }
        let question = self.question(rules, position, goal, &TileCounts::EMPTY);
        let found = self.best_sets(rules, &question, &Measure::of(goal))?;
        self.answer(rules, position, goal, found)
    }

    /// All tiles must lie: there is no goal, only the question whether a solution exists.
    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.ready(rules, position, &Goal::Tiles)?;
        if position.has_bound_sets(rules) {
            return self.as_one(|solver| go_out_bound(solver, rules, position));
        }
        let forbidden = !position.opened && !rules.opening_jokers && position.rack.jokers() > 0;
        let question = self.question(rules, position, &Goal::Tiles, &position.rack);
        if position.rack.is_empty() || forbidden {
            return Ok(None);
        }
        match self.best_sets(rules, &question, &[Measure::Tiles])? {
            RunOutcome::Best { sets, .. } | RunOutcome::Stopped { sets, .. } => {
                self.checked(rules, position, &Goal::Tiles, sets).map(Some)
            }
            RunOutcome::Infeasible => Ok(None),
            RunOutcome::Nothing { stop, .. } => Err(self.gave_up(stop)),
        }
    }

    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        if position.has_bound_sets(rules) {
            return Ok(None);
        }
        self.most_kept(rules, position, goal, before, best)
            .map(Some)
    }

    fn limit_work(&mut self, most: Option<u64>) {
        self.most_work = most.map(|states| states.saturating_mul(WORK_OF_A_STATE));
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn clear(&mut self) {
        self.catalogue = None;
        (self.nodes, self.work) = (0, 0);
    }
}
