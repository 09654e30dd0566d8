//! The solver: from a question to a sweep, and from its result to a verified answer.

use rummilab_core::{
    GroupAccess, OpeningTableAccess, Position, RuleSet, Set, Table, Tile, TileCounts,
};
use rummilab_solver::{
    AfterDraw, Answer, Arrangement, Fault, Goal, KeptMost, ListLimits, Plays, SolveError, Solver,
    StopReason, Unsupported, Verified, draws_by_repetition, go_out_bound, plays_by_repetition,
    solve_bound, verify,
};

use crate::grammar::{OwnGroups, Task};
use crate::questions::{
    KeepingQuery, MostKept, PlaysMemory, RunGrammar, Settled, TableCache, TaskPath, TurnQuery,
    after_draw, may_be_laid, plays,
};
use crate::sweep::{Sweeps, Totals};

/// The name by which this solver is asked for.
const NAME: &str = "search";

/// Answers by search. Tables of the last rule set and memory are kept between calls.
#[derive(Debug, Default)]
pub struct SearchSolver {
    pub(super) tables: TableCache,
    pub(super) sweeps: Sweeps,
    /// States tried for the last question.
    pub(super) tried: u64,
    /// Whether a search of the last call gave up.
    pub(super) gave_up: bool,
    pub(super) plays: PlaysMemory,
    /// The own groups counted so far, while one question asks several others.
    pub(super) own: Option<OwnGroups>,
    /// The last question answered by the search with needed jokers alone. The question for the
    /// fewest changes, which follows, makes use of it.
    pub(super) settled: Option<Settled>,
}

impl SearchSolver {
    /// Asks several questions within the limits of one.
    fn as_one<T>(&mut self, ask: impl FnOnce(&mut SearchSolver) -> T) -> T {
        self.tried = 0;
        self.sweeps.begin_one_of_several();
        let found = ask(self);
        self.sweeps.end_several();
        found
    }

    /// A solver with empty memory.
    pub fn new() -> SearchSolver {
        SearchSolver::default()
    }

    /// Sets the most states for a question, instead of four million. Beyond them the solver answers
    /// with the best play so far, as [`Answer::Feasible`], or gives up. Lists of plays and draws
    /// may take four times as many.
    ///
    /// Going out has its own limit: [`SearchSolver::give_up_going_out_after`].
    #[must_use]
    pub fn give_up_after(mut self, max_states: u64) -> SearchSolver {
        self.sweeps.give_up_after(max_states);
        self
    }

    /// Sets the most states for one question: whether a player who has opened can lay the whole
    /// rack. Beyond them it ends with [`SolveError::GaveUp`].
    #[must_use]
    pub fn give_up_going_out_after(mut self, max_states: u64) -> SearchSolver {
        self.sweeps.give_up_going_out_after(max_states);
        self
    }

    pub(super) fn best(
        &mut self,
        rules: &RuleSet,
        task: &Task,
        grammar: RunGrammar,
        totals: Totals<'_>,
        own: Option<&mut OwnGroups>,
        keeping: Option<KeepingQuery>,
    ) -> Option<TaskPath> {
        let blocks = task
            .blocks
            .as_ref()
            .map_or(0, |blocks| blocks.most_in_colour());
        let tables = self.tables.of(rules, task.jokers, blocks);
        let sweeps = &mut self.sweeps;
        let best = tables.best(rules, sweeps, task, grammar, totals, own, keeping);
        self.tried += self.sweeps.take_tried();
        self.gave_up |= self.sweeps.take_gave_up();
        best
    }

    /// Resets the counters, and checks the question.
    fn begin(&mut self, question: TurnQuery<'_>) -> Result<(), SolveError> {
        let (rules, position, goal) = question.parts();
        if !self.sweeps.has_limits_of_one() {
            self.tried = 0;
        }
        self.begin_part();
        self.supports(rules, goal)?;
        position.check(rules).map_err(SolveError::TooManyCopies)
    }

    /// Begins a question, which may be one of several that another one asks.
    pub(super) fn begin_part(&mut self) {
        self.gave_up = false;
        self.sweeps.begin();
    }

    /// These sets as an answer, once the checker has passed them.
    pub(super) fn checked(
        &self,
        question: TurnQuery<'_>,
        arrangement: Arrangement,
    ) -> Result<Answer, SolveError> {
        let (rules, position, goal) = question.parts();
        let answer = |best| {
            if self.gave_up {
                let most = goal.most(rules, position);
                Answer::stopped(best, most.main(), most, StopReason::Nodes)
            } else {
                Answer::proven(best, goal)
            }
        };
        verify(rules, position, goal, arrangement)
            .map(answer)
            .map_err(wrong)
    }

    /// Releases the memory that only an unusual question needs. A list of plays or draws keeps it
    /// to its end, because the questions that it asks need the same tables.
    fn trim(&mut self) {
        if self.sweeps.asks_several() {
            return;
        }
        self.own = None;
        self.tables.trim();
        self.plays.trim();
    }

    /// The answer to the question for the best play.
    fn answer(&mut self, question: TurnQuery<'_>) -> Result<Answer, SolveError> {
        let (rules, position, goal) = question.parts();
        self.begin(question)?;
        if *goal == Goal::OpeningValue {
            let sets = self.largest_opening(rules, &position.rack, &position.stacks);
            return self.checked(question, Arrangement::from(sets));
        }
        if position.opened {
            return match self.best_table(question, &TileCounts::EMPTY) {
                None if self.gave_up => Err(given_up()),
                None => Ok(Answer::Infeasible),
                Some(sets) => self.checked(question, Arrangement::from(sets)),
            };
        }
        match rules.opening_table_access {
            OpeningTableAccess::None => self.open_beside(question),
            OpeningTableAccess::AfterThreshold => self.open_with_table(question),
        }
    }

    /// For a player who has opened: the best play after drawing this tile if it is better than
    /// laying `than`, the best without it; and whether the result is proven.
    pub(super) fn better_play(
        &mut self,
        question: TurnQuery<'_>,
        than: &TileCounts,
        drawn: Tile,
    ) -> Result<(Option<Verified>, bool), SolveError> {
        self.begin(question)?;
        let (_, position, _) = question.parts();
        // A better play lays every copy of the drawn tile. For jokers that must be laid, a search
        // would cost more than that saves.
        let copies = position.rack.tiles().filter(|tile| *tile == drawn);
        let must: TileCounts = copies.filter(|tile| !tile.is_joker()).collect();
        let question = question.better_than(than, &must);
        let Some(sets) = self.best_table(question, &must) else {
            return Ok((None, !self.gave_up));
        };
        let answer = self.checked(question, Arrangement::from(sets))?;
        let proven = answer.is_proven();
        Ok((answer.into_verified(), proven))
    }

    /// The play of the whole rack, if there is one.
    fn whole_rack(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        let question = TurnQuery::of(rules, position, &Goal::Tiles);
        self.begin(question)?;
        let answer = if position.opened {
            match self.best_table(question, &position.rack) {
                None if self.gave_up => return Err(given_up()),
                None => return Ok(None),
                Some(sets) => self.checked(question, Arrangement::from(sets))?,
            }
        } else {
            self.answer(question)?
        };
        let proven = answer.is_proven();
        let whole = answer
            .into_verified()
            .filter(|best| !position.rack.is_empty() && best.played == position.rack);
        match whole {
            None if !proven => Err(given_up()),
            whole => Ok(whole),
        }
    }

    /// A play as good as `best` that keeps the most old sets; `None` if it is not known.
    fn best_untouched(
        &mut self,
        question: TurnQuery<'_>,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        let (rules, position, _) = question.parts();
        self.begin(question)?;
        if !position.opened || rules.group_access == GroupAccess::OwnerOnly {
            return Ok(None);
        }
        let play = match self.most_kept(question, before, best) {
            MostKept::Sets(sets) => {
                let answer = self.checked(question, Arrangement::from(sets))?;
                answer.into_verified()
            }
            MostKept::NoMore => Some(best.clone()),
            MostKept::Unknown => None,
        };
        let proven = !self.gave_up;
        Ok(play.map(|play| KeptMost { play, proven }))
    }
}

impl Solver for SearchSolver {
    fn name(&self) -> &str {
        NAME
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
        if *goal != Goal::OpeningValue && position.has_bound_sets(rules) {
            return self.as_one(|solver| solve_bound(solver, rules, position, goal));
        }
        let found = self.answer(TurnQuery::of(rules, position, goal));
        self.trim();
        found
    }

    fn solve_as_good_as(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        played: &TileCounts,
    ) -> Result<Answer, SolveError> {
        if position.has_bound_sets(rules) {
            return self.as_one(|solver| solve_bound(solver, rules, position, goal));
        }
        let question = TurnQuery::of(rules, position, goal);
        let question = if position.opened {
            question.as_good_as(played)
        } else {
            question
        };
        let found = self.answer(question);
        self.trim();
        found
    }

    fn solve_laying(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        drawn: Option<Tile>,
    ) -> Result<Answer, SolveError> {
        if position.has_bound_sets(rules) {
            return self.solve(rules, position, goal);
        }
        let question = TurnQuery::of(rules, position, goal).laying();
        if drawn.is_some_and(|drawn| !may_be_laid(question, drawn)) {
            self.tried = 0;
            return Ok(Answer::Infeasible);
        }
        let found = self.answer(question);
        self.trim();
        found
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        if position.has_bound_sets(rules) {
            return self.as_one(|solver| go_out_bound(solver, rules, position));
        }
        let found = self.whole_rack(rules, position);
        self.trim();
        found
    }

    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        if position.has_bound_sets(rules) || !position.blocks.is_empty() {
            return Ok(None);
        }
        let found = self.best_untouched(TurnQuery::of(rules, position, goal), before, best);
        self.trim();
        found
    }

    fn limit_work(&mut self, most: Option<u64>) {
        self.sweeps.limit_work(most);
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        if position.has_bound_sets(rules) {
            return Plays::or_unknown(plays_by_repetition(self, rules, position, goal, limits));
        }
        self.tried = 0;
        self.sweeps.begin_several();
        let found = plays(self, TurnQuery::of(rules, position, goal), limits);
        self.sweeps.end_several();
        self.trim();
        Plays::or_unknown(found)
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        if position.has_bound_sets(rules) {
            return draws_by_repetition(self, rules, position, goal, unseen);
        }
        self.sweeps.begin_several();
        // How free sets lie does not matter, and each draw has a position of its own.
        let position = &Position {
            table: position.table,
            rack: position.rack,
            opened: position.opened,
            stacks: position.stacks.clone(),
            laid: None,
            blocks: position.blocks.clone(),
        };
        let found = after_draw(self, TurnQuery::of(rules, position, goal), unseen);
        self.sweeps.end_several();
        self.trim();
        found
    }

    fn nodes(&self) -> u64 {
        self.tried
    }

    /// Of earlier positions only `settled` is kept; tables follow from rules and jokers.
    fn clear(&mut self) {
        self.tried = 0;
        self.settled = None;
    }
}

/// A play that the checker refuses is a fault of this solver.
pub fn wrong(fault: Fault) -> SolveError {
    if let Fault::OpeningWithoutRoom(_) = fault {
        return given_up();
    }
    SolveError::Wrong {
        solver: NAME.to_owned(),
        fault,
    }
}

/// The rack tiles among these sets.
pub fn played_tiles(sets: &[Set], position: &Position) -> TileCounts {
    let tiles = sets.iter().flat_map(|set| set.tiles().iter().copied());
    let all: TileCounts = tiles.collect();
    all.saturating_sub(&position.table)
}

/// The error of a question that was given up.
pub fn given_up() -> SolveError {
    SolveError::GaveUp {
        solver: NAME.to_owned(),
        stop: StopReason::Nodes,
    }
}
