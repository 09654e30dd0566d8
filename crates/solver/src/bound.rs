//! The turn problem where jokers are bound to their sets (docs/solver.md#bound-jokers).
//!
//! Few jokers lie on a table. So every way to deal with them is tried ([`RuleSet::joker_plans`]):
//! which of their sets stay together, and which tiles replace the other jokers. Sets that stay
//! together become [blocks](rummilab_core::Position::blocks), rack tiles that replace a joker must
//! be laid, and freed jokers are table tiles. What is left is a question under rules with free
//! jokers, which every solver answers.

use std::cmp::Reverse;

use rummilab_core::{
    Block, GroupAccess, JokerPlan, JokerReuse, Position, RuleSet, Set, Tile, TileCounts,
};

use crate::answer::{Answer, Arrangement, StopReason, Verified};
use crate::catalogue::Catalogue;
use crate::goal::{Goal, Score};
use crate::part::Part;
use crate::verify::verify;
use crate::{SolveError, Solver, Unsupported, unless_given_up};

/// Most ways to deal with the jokers of a table. Tables with two jokers have a dozen at most.
const MOST_PLANS: usize = 20_000;

/// Most sets of a catalogue in which a freed joker may be looked for.
const MOST_LAYOUTS: u64 = 1_000_000;

/// Most questions without bound jokers that one with bound jokers may become.
const MOST_QUESTIONS: u64 = 100_000;

/// What is asked of each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Best,
    WholeRack,
}

/// The best play where jokers are bound to their sets, as [`Solver::solve`] gives it.
///
/// # Errors
/// Those of [`Solver::solve`]; [`Unsupported`] if it is not known how the table lies.
pub fn solve_bound(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
) -> Result<Answer, SolveError> {
    Ways::of(solver, rules, position, goal, Wanted::Best)?.answer()
}

/// The play of the whole rack where jokers are bound to their sets, as [`Solver::go_out`] gives it.
///
/// # Errors
/// As [`solve_bound`].
pub fn go_out_bound(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
) -> Result<Option<Verified>, SolveError> {
    if position.rack.is_empty() {
        return Ok(None);
    }
    let ways = Ways::of(solver, rules, position, &Goal::Tiles, Wanted::WholeRack)?;
    match ways.answer()? {
        Answer::Optimal(best) => Ok(Some(best)),
        Answer::Feasible { stop, .. } => Err(gave_up(solver, stop)),
        Answer::Infeasible => Ok(None),
    }
}

fn gave_up(solver: &dyn Solver, stop: StopReason) -> SolveError {
    SolveError::GaveUp {
        solver: solver.name().to_owned(),
        stop,
    }
}

/// The search through all ways.
struct Ways<'a> {
    solver: &'a mut dyn Solver,
    rules: &'a RuleSet,
    position: &'a Position,
    /// The sets of the table as they lie.
    sets: &'a [Set],
    goal: &'a Goal,
    wanted: Wanted,
    /// The rack tiles that lie on the table already, because they must be laid.
    down: TileCounts,
    best: Option<Verified>,
    /// Upper bound on the main goal of what was not proven; `None` if all was.
    open: Option<i64>,
    /// No play is better than this.
    most: Score,
    questions: u64,
}

impl<'a> Ways<'a> {
    fn of(
        solver: &'a mut dyn Solver,
        rules: &'a RuleSet,
        position: &'a Position,
        goal: &'a Goal,
        wanted: Wanted,
    ) -> Result<Ways<'a>, SolveError> {
        let unknown = || {
            SolveError::Unsupported(Unsupported {
                solver: solver.name().to_owned(),
                option: format!(
                    "{} for tiles of which it is not known how they lie",
                    rules.rule_of_order()
                ),
            })
        };
        let sets = position.laid.as_deref().ok_or_else(unknown)?;
        let tiles = sets.iter().flat_map(|set| set.tiles().iter().copied());
        let laid = TileCounts::try_from_tiles(tiles).map_err(SolveError::TooManyCopies)?;
        let down = position.table.checked_sub(&laid);
        let known = sets.iter().all(|set| rules.standing(set).is_some());
        let down = down.filter(|_| known).ok_or_else(unknown)?;
        Ok(Ways {
            solver,
            rules,
            position,
            sets,
            goal,
            wanted,
            down,
            best: None,
            open: None,
            most: goal.most(rules, position),
            questions: 0,
        })
    }

    fn answer(mut self) -> Result<Answer, SolveError> {
        if !self.position.opened {
            return self.opening();
        }
        let rack = self
            .position
            .rack
            .checked_add(&self.down)
            .unwrap_or_default();
        let plans = self.rules.joker_plans(self.sets, &rack, MOST_PLANS);
        let complete = plans.is_some();
        let mut plans = plans.unwrap_or_else(|| vec![self.keeping_all()]);
        plans.retain(|plan| self.may_be_taken_from(plan));
        if self.rules.joker_reuse == JokerReuse::Anywhere {
            // The more jokers are free, the more can be laid.
            plans.sort_by_key(|plan| (Reverse(plan.freed), plan.from_rack.len()));
        }
        if plans.len() > 1 && self.wanted == Wanted::Best {
            self.bound_by_free_jokers()?;
        }
        for plan in &plans {
            if self.is_settled() {
                break;
            }
            self.try_plan(plan)?;
        }
        if !complete && !self.is_settled() {
            self.leave_open(self.most.main());
        }
        self.finish()
    }

    /// The best opening that uses the table: it leaves every old set with a joker whole.
    fn opening(self) -> Result<Answer, SolveError> {
        let position = Position {
            laid: None,
            blocks: self.keeping_all().blocks,
            ..self.position.clone()
        };
        let rules = self.rules.with_free_sets();
        let answer = match self.wanted {
            Wanted::Best => self.solver.solve(rules, &position, self.goal)?,
            Wanted::WholeRack => {
                let whole = self.solver.go_out(rules, &position)?;
                whole.map_or(Answer::Infeasible, Answer::Optimal)
            }
        };
        let read = |play: Verified| play.read_by(self.rules);
        Ok(match answer {
            Answer::Infeasible => Answer::Infeasible,
            Answer::Optimal(best) => Answer::Optimal(read(best)),
            Answer::Feasible { best, bound, stop } => Answer::Feasible {
                best: read(best),
                bound,
                stop,
            },
        })
    }

    /// The way that frees no joker.
    fn keeping_all(&self) -> JokerPlan {
        let sets = self.sets.iter().cloned().enumerate();
        JokerPlan {
            blocks: sets
                .filter(|(_, set)| self.rules.binds(set))
                .map(|(old, set)| Block { set, old })
                .collect(),
            from_rack: TileCounts::EMPTY,
            freed: 0,
        }
    }

    /// Whether no joker leaves a group of another player that lets nothing go
    /// (docs/rules.md#group-stacks).
    fn may_be_taken_from(&self, plan: &JokerPlan) -> bool {
        let groups = self.position.stacks.groups.iter();
        let mut closed = groups.filter(|group| {
            !group.own && self.rules.group_access != GroupAccess::Anyone && group.tiles.jokers() > 0
        });
        closed.all(|group| {
            let same = |block: &Block| self.sets.get(group.set) == Some(&block.set);
            plan.blocks
                .iter()
                .any(|block| block.old == group.set && same(block))
        })
    }

    fn finish(self) -> Result<Answer, SolveError> {
        let stop = StopReason::Nodes;
        match (self.best, self.open) {
            (None, None) => Ok(Answer::Infeasible),
            (None, Some(_)) => Err(gave_up(self.solver, stop)),
            (Some(best), None) => Ok(Answer::Optimal(best)),
            (Some(best), Some(bound)) => {
                let bound = bound.max(best.score.main());
                Ok(Answer::stopped(best, bound, self.most, stop))
            }
        }
    }

    /// Whether nothing better can be found.
    fn is_settled(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| self.wanted == Wanted::WholeRack || best.score >= self.most)
    }

    fn leave_open(&mut self, bound: i64) {
        let bound = bound.min(self.most.main());
        self.open = Some(self.open.map_or(bound, |open| open.max(bound)));
    }

    /// No play is better than the best one with free jokers.
    fn bound_by_free_jokers(&mut self) -> Result<(), SolveError> {
        let position = Position {
            laid: None,
            ..self.position.clone()
        };
        let rules = self.rules.with_free_sets();
        let answer = self.solver.solve(rules, &position, self.goal);
        if let Some(Answer::Optimal(best)) = unless_given_up(answer)? {
            self.most = self.most.min(best.score);
        }
        Ok(())
    }

    /// Looks for the best play of one way.
    fn try_plan(&mut self, plan: &JokerPlan) -> Result<(), SolveError> {
        let part = Part::of(self.position, plan, &self.down);
        let Some(part) = part.and_then(|part| part.without_idle_blocks(self.rules)) else {
            return Ok(());
        };
        let Some(found) = self.ask(&part)? else {
            return Ok(());
        };
        let free = plan.freed == 0 || self.rules.joker_reuse == JokerReuse::Anywhere;
        match self.checked(found) {
            Ok(best) => self.keep(best),
            Err(error) if free => return Err(error),
            Err(_) => self.place_freed(&part, plan.freed)?,
        }
        Ok(())
    }

    fn keep(&mut self, play: Verified) {
        let better = |best: &Verified| play.score > best.score;
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(play);
        }
    }

    /// The sets of the best play of a part if it may be better than what is known; `None` if it has
    /// none, or nobody knows.
    fn ask(&mut self, part: &Part) -> Result<Option<Vec<Set>>, SolveError> {
        if self.questions == MOST_QUESTIONS || self.solver.stopped() {
            self.leave_open(self.most.main());
            return Ok(None);
        }
        self.questions += 1;
        let rules = self.rules.with_free_sets();
        let position = &part.position;
        let answer = match self.wanted {
            Wanted::WholeRack if position.rack.is_empty() => {
                self.solver.solve(rules, position, &Goal::Tiles)
            }
            Wanted::WholeRack => {
                let whole = self.solver.go_out(rules, position);
                whole.map(|whole| whole.map_or(Answer::Infeasible, Answer::Optimal))
            }
            Wanted::Best => match self
                .best
                .as_ref()
                .and_then(|best| part.rest_of(&best.played))
            {
                Some(than) => self
                    .solver
                    .solve_as_good_as(rules, position, self.goal, &than),
                None => self.solver.solve(rules, position, self.goal),
            },
        };
        let gained = self.goal.score(&part.laid, 0).main();
        match unless_given_up(answer)? {
            None => {
                self.leave_open(self.most.main());
                Ok(None)
            }
            Some(Answer::Infeasible) => Ok(None),
            Some(Answer::Optimal(best)) => Ok(self.if_better(part, &best)),
            Some(Answer::Feasible { best, bound, .. }) => {
                self.leave_open(bound.saturating_add(gained));
                Ok(self.if_better(part, &best))
            }
        }
    }

    /// The sets of this play of a part, unless a play as good is known.
    fn if_better(&self, part: &Part, play: &Verified) -> Option<Vec<Set>> {
        let played = part.laid.checked_add(&play.played)?;
        let score = self.goal.score(&played, 0);
        let better = self.best.as_ref().is_none_or(|best| score > best.score);
        better.then(|| part.with_placed(play))
    }

    /// These sets as a play, once the checker has passed them.
    fn checked(&self, sets: Vec<Set>) -> Result<Verified, SolveError> {
        let arrangement = Arrangement::from(sets);
        verify(self.rules, self.position, self.goal, arrangement).map_err(|fault| {
            SolveError::Wrong {
                solver: self.solver.name().to_owned(),
                fault,
            }
        })
    }

    /// Tries every set in which a freed joker may lie, with `freed` jokers still to be placed.
    fn place_freed(&mut self, part: &Part, freed: usize) -> Result<(), SolveError> {
        let from_rack = self.rules.joker_reuse == JokerReuse::NewSetRack;
        let down = part
            .paid
            .checked_add(&part.position.rack)
            .unwrap_or_default();
        let loose = part.loose();
        let tiles = if from_rack {
            let jokers = std::iter::repeat_n(Tile::JOKER, usize::from(loose.jokers()));
            down.without_jokers().tiles().chain(jokers).collect()
        } else {
            loose
        };
        let rules = self.rules.with_free_sets();
        let Some(catalogue) = Catalogue::of_tiles_within(rules, &tiles, MOST_LAYOUTS) else {
            self.leave_open(self.most.main());
            return Ok(());
        };
        let least = if from_rack { 2 } else { 1 };
        for set in catalogue.sets() {
            let jokers = set.tiles.jokers();
            let numbers = set.tiles.len() - usize::from(jokers);
            if jokers == 0 || numbers < least || self.is_settled() {
                continue;
            }
            let Some(rest) = part.with_set(self.rules, &set.tiles, freed) else {
                continue;
            };
            let left = freed - freed.min(usize::from(jokers));
            let Some(found) = self.ask(&rest)? else {
                continue;
            };
            match self.checked(found) {
                Ok(best) => self.keep(best),
                Err(_) if left > 0 => self.place_freed(&rest, left)?,
                Err(_) => self.lay_more(&rest, None)?,
            }
        }
        Ok(())
    }

    /// Lays more tiles of kinds that the sets with freed jokers hold, from this kind on. A tile
    /// like one of them that lies elsewhere may be the one that replaced a joker, or that of an old
    /// set.
    fn lay_more(&mut self, part: &Part, from: Option<Tile>) -> Result<(), SolveError> {
        let placed = part
            .placed
            .iter()
            .flat_map(|set| set.tiles().iter().copied());
        let placed = TileCounts::try_from_tiles(placed).unwrap_or_default();
        for (kind, _) in placed.without_jokers().kinds() {
            let earlier = from.is_some_and(|from| kind < from);
            let Some(more) = part.with_laid(kind).filter(|_| !earlier) else {
                continue;
            };
            let Some(found) = self.ask(&more)? else {
                continue;
            };
            match self.checked(found) {
                Ok(best) => self.keep(best),
                Err(_) => self.lay_more(&more, Some(kind))?,
            }
        }
        Ok(())
    }
}
