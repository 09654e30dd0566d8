//! The solver: turns a question into a task for the sweep, and its result into a verified answer. Refuses what the
//! sweep cannot honour.

use rummilab_core::{
    GroupAccess, JokerReclaim, OpeningTableAccess, Position, RuleSet, Set, Tile, TileCounts,
};
use rummilab_solver::{
    AfterDraw, Answer, Arrangement, Goal, Limits, Plays, Rest, Score, SolveError, Solver, Stop,
    Unsupported, Verified, verify,
};

use crate::build::attach_jokers;
use crate::draws;
use crate::opening::own_openings;
use crate::plays;
use crate::search::Sweeps;
use crate::stacks::OwnGroups;
use crate::sweep::End;
use crate::tables::{Kept, Way};
use crate::task::{Spare, Task, Worth, task_of};
use crate::used::Used;

/// The sweep as a [`Solver`]. It keeps its tables for the rule set it was last asked about, and its memory, between
/// calls.
#[derive(Debug, Default)]
pub struct SearchSolver {
    pub(crate) kept: Kept,
    sweeps: Sweeps,
    pub(crate) tried: u64,
    /// Whether a search of the last call gave up.
    gave_up: bool,
    pub(crate) plays: plays::Memory,
    pub(crate) draws: draws::Memory,
}

/// What a search for the best play came to: its sets, or nothing if the tiles that must lie cannot.
type Found = Option<Vec<Set>>;

impl SearchSolver {
    /// A solver with empty memory.
    pub fn new() -> SearchSolver {
        SearchSolver::default()
    }

    /// The same solver that settles for what it has after so many ways, instead of the four million (seconds) after which
    /// it does so anyway: its answer is then [`Answer::Feasible`], or [`Answer::Unknown`] if it found nothing. Whether the whole
    /// rack of a player who has opened goes has a limit of its own: [`SearchSolver::give_up_going_out_after`].
    #[must_use]
    pub fn give_up_after(mut self, ways: u64) -> SearchSolver {
        self.sweeps.give_up_after(ways);
        self
    }

    /// The same solver that gives up after so many ways, instead of four million, to find out whether the whole rack of a player
    /// who has opened goes: [`SolveError::GaveUp`].
    #[must_use]
    pub fn give_up_going_out_after(mut self, ways: u64) -> SearchSolver {
        self.sweeps.give_up_going_out_after(ways);
        self
    }

    /// The best new table for a player who may use the old one, with these rack tiles laid whatever they are worth.
    fn play(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: &TileCounts,
    ) -> Found {
        if rules.group_access == GroupAccess::OwnerOnly {
            let (rest, untouchable) = without_groups_of_others(rules, position);
            let mut sets = self.play_freely(rules, &rest, goal, rack_must)?;
            sets.extend(untouchable);
            return Some(sets);
        }
        self.play_freely(rules, position, goal, rack_must)
    }

    /// The same where no group is out of reach altogether. Stacks are looked at only when the best table breaks them.
    fn play_freely(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: &TileCounts,
    ) -> Found {
        let sets = self.rearrange(rules, position, goal, rack_must, None)?;
        if !rules.has_group_owners() || stacks_kept(rules, position, &sets) {
            return Some(sets);
        }
        let jokers = Used::among(&position.table) + Used::among(&position.rack);
        let mut own = OwnGroups::new(rules, position, jokers);
        self.rearrange(rules, position, goal, rack_must, Some(&mut own))
    }

    fn rearrange(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: &TileCounts,
        mut own: Option<&mut OwnGroups>,
    ) -> Found {
        let worth = Worth::of(goal);
        let must = Used::among(&position.table) + Used::among(rack_must);
        let task = task_of(rules, position, &worth, rack_must).downwards();
        let lazy = self.with_needed_jokers(rules, &task, &worth, must, own.as_deref_mut());
        // Putting jokers where there is room may have cut a group in two.
        let kept = |sets: &Vec<Set>| own.is_none() || stacks_kept(rules, position, sets);
        if let Some(found) = lazy
            && found.as_ref().is_none_or(kept)
        {
            return found;
        }
        let task = Task {
            joker_worth: worth.jokers,
            spare: must
                .by_kind()
                .map(|n| if n > 0 { Spare::Apart } else { Spare::Welcome }),
            all_must: std::array::from_fn(|kind| {
                let (must, at_hand) = (must.by_kind(), task.jokers.by_kind());
                must[kind] > 0 && must[kind] == at_hand[kind]
            }),
            all_group_jokers: true,
            ..task
        };
        let total = |end: &End| must.within(end.used).then_some(end.worth);
        // Sets that could not be built are none, which the checker reports as what it is: a fault of the solver.
        self.best(rules, &task, Way::Anywhere, Some(0), total, own)
            .map(|(_, sets)| sets.unwrap_or_default())
    }

    /// The fast way: jokers only where a set needs one, the others put where there is room. `None` if there is no
    /// room, so that only the full sweep knows; `Some(None)` if the tiles that must be used cannot be.
    fn with_needed_jokers(
        &mut self,
        rules: &RuleSet,
        task: &Task,
        worth: &Worth<'_>,
        must: Used,
        own: Option<&mut OwnGroups>,
    ) -> Option<Found> {
        let axes = |used: Used| used.by_kind()[3];
        let task = Task {
            joker_worth: [0, 0, 0, worth.jokers[3]],
            spare: [
                Spare::Welcome,
                Spare::Welcome,
                Spare::Welcome,
                if axes(must) > 0 {
                    Spare::Apart
                } else {
                    Spare::Welcome
                },
            ],
            all_must: [
                false,
                false,
                false,
                axes(must) > 0 && axes(must) == axes(task.jokers),
            ],
            // A group that nothing may leave keeps its jokers, needed or not.
            all_group_jokers: own.as_ref().is_some_and(|own| own.whole()),
            ..task.clone()
        };
        // Jokers in all: those needed, those that must be laid, and every one worth laying. A mirror joker is laid where
        // it is needed or not at all.
        let laid = |used: Used| {
            let (at_hand, used, must) = (task.jokers.by_kind(), used.by_kind(), must.by_kind());
            Used::of(std::array::from_fn(|kind| match kind {
                3 => used[3],
                _ if worth.jokers[kind] > 0 => at_hand[kind],
                _ => used[kind].max(must[kind]),
            }))
        };
        let total = |end: &End| {
            let of_kind = laid(end.used)
                .by_kind()
                .into_iter()
                .zip(worth.jokers)
                .take(3);
            let jokers: i64 = of_kind.map(|(n, each)| i64::from(n) * each).sum();
            (axes(end.used) >= axes(must)).then_some(end.worth + jokers)
        };
        // The total counts the jokers laid in the end: no more than all of those worth laying and the others that must.
        let above_worth = (0..3)
            .map(|kind| {
                let (at_hand, must) = (task.jokers.by_kind(), must.by_kind());
                let most = if worth.jokers[kind] > 0 {
                    at_hand
                } else {
                    must
                };
                i64::from(most[kind]) * worth.jokers[kind]
            })
            .sum();
        let Some((end, sets)) = self.best(
            rules,
            &task,
            Way::WhereNeeded,
            Some(above_worth),
            total,
            own,
        ) else {
            return Some(None);
        };
        // Where the values are few, double jokers may find no room in front of a run.
        attach_jokers(rules, sets?, laid(end.used) - end.used).map(Some)
    }

    /// The own sets of largest total value.
    fn largest_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Vec<Set> {
        let position = own_tiles(rules, rack);
        let worth = Worth::each(1);
        let task = Task {
            joker_worth: worth.jokers,
            point_worth: 1 << 12,
            all_group_jokers: true,
            ..task_of(rules, &position, &worth, &TileCounts::EMPTY)
        };
        self.best(
            rules,
            &task,
            Way::ForPoints,
            None,
            |end| Some(end.worth),
            None,
        )
        .and_then(|(_, sets)| sets)
        .unwrap_or_default()
    }

    /// What the own sets of largest total value are worth, in points.
    pub(crate) fn own_sets(&mut self, rules: &RuleSet, rack: &TileCounts) -> u32 {
        points(rules, &self.largest_opening(rules, rack))
    }

    /// The best own sets that reach the threshold; empty if none do.
    fn best_opening_beside(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        own: Option<&mut OwnGroups>,
    ) -> Vec<Set> {
        let rack = own_tiles(rules, &position.rack);
        let worth = Worth::of(goal);
        let task = Task {
            joker_worth: worth.jokers,
            points_cap: rules.opening_min,
            all_group_jokers: true,
            ..task_of(rules, &rack, &worth, &TileCounts::EMPTY)
        };
        let needed = rules.opening_min;
        let total = |end: &End| (end.points >= needed).then_some(end.worth);
        self.best(rules, &task, Way::ForPoints, Some(0), total, own)
            .and_then(|(_, sets)| sets)
            .unwrap_or_default()
    }

    /// The best opening where own sets lie beside the table.
    fn open_beside(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        let mut sets = self.best_opening_beside(rules, position, goal, None);
        if rules.has_group_owners() {
            let alone = Position {
                stacks: position.stacks.beside(),
                ..own_tiles(rules, &position.rack)
            };
            if !stacks_kept(rules, &alone, &sets) {
                let jokers = Used::among(&alone.rack);
                let mut own = OwnGroups::new(rules, &alone, jokers);
                sets = self.best_opening_beside(rules, position, goal, Some(&mut own));
            }
        }
        self.not_worse_than_nothing(rules, position, goal, Arrangement::from(sets))
    }

    /// The best opening where the table may be used once own sets among the tiles laid reach the threshold.
    fn open_with_table(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        let rack = own_tiles(rules, &position.rack).rack;
        let free = Position {
            rack,
            ..position.clone()
        };
        // Laying nothing leaves the table as it is, whatever it is.
        let nothing = Arrangement::default;
        let largest = self.largest_opening(rules, &rack);
        if points(rules, &largest) < u32::from(rules.opening_min) {
            return self.checked(rules, position, goal, nothing());
        }
        let Some(best) = self.play(rules, &free, goal, &TileCounts::EMPTY) else {
            return self.checked(rules, position, goal, nothing());
        };
        let played = played(&best, position);
        let witness = self.largest_opening(rules, &played);
        if played.is_empty() {
            return self.checked(rules, position, goal, nothing());
        }
        if points(rules, &witness) >= u32::from(rules.opening_min) {
            let arrangement = Arrangement {
                sets: best,
                opening: witness,
            };
            return self.checked(rules, position, goal, arrangement);
        }
        let bound = goal.score(&played, 0);
        let mut found: Option<(Score, Arrangement)> = None;
        for opening in own_openings(rules, &rack) {
            let tiles = opening
                .iter()
                .flat_map(TileCounts::tiles)
                .collect::<TileCounts>();
            let Some(sets) = self.play(rules, &free, goal, &tiles) else {
                continue;
            };
            let score = goal.score(&self::played(&sets, position), 0);
            if found.as_ref().is_none_or(|(known, _)| score > *known) {
                let opening = opening.iter().map(|set| set.tiles().collect()).collect();
                found = Some((score, Arrangement { sets, opening }));
            }
            if score == bound {
                break;
            }
        }
        let arrangement = found.map_or_else(nothing, |(_, arrangement)| arrangement);
        self.not_worse_than_nothing(rules, position, goal, arrangement)
    }

    /// A goal that would rather keep every tile lays nothing.
    fn not_worse_than_nothing(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        arrangement: Arrangement,
    ) -> Result<Answer, SolveError> {
        let answer = self.checked(rules, position, goal, arrangement)?;
        let nothing = goal.score(&TileCounts::EMPTY, 0);
        match answer.verified() {
            Some(best) if best.score < nothing => {
                self.checked(rules, position, goal, Arrangement::default())
            }
            _ => Ok(answer),
        }
    }

    fn best(
        &mut self,
        rules: &RuleSet,
        task: &Task,
        way: Way,
        above_worth: Option<i64>,
        total: impl Fn(&End) -> Option<i64>,
        own: Option<&mut OwnGroups>,
    ) -> Option<(End, Found)> {
        let tables = self.kept.tables(rules, task.jokers);
        let found = tables.best(rules, &mut self.sweeps, task, way, above_worth, &total, own);
        self.tried += self.sweeps.take_tried();
        self.gave_up |= self.sweeps.take_gave_up();
        found
    }

    fn checked(
        &self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        arrangement: Arrangement,
    ) -> Result<Answer, SolveError> {
        let answer = |best| match self.gave_up {
            false => Answer::Optimal(best),
            true => Answer::Feasible {
                best,
                bound: whole_rack(rules, position, goal),
                stop: Stop::Nodes,
            },
        };
        verify(rules, position, goal, arrangement)
            .map(answer)
            .map_err(|fault| SolveError::Wrong {
                solver: self.name().to_owned(),
                fault,
            })
    }
}

impl Solver for SearchSolver {
    fn name(&self) -> &str {
        "search"
    }

    fn supports(&self, rules: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
        match rules.joker_reclaim {
            JokerReclaim::Free => Ok(()),
            reclaim => Err(Unsupported {
                solver: self.name().to_owned(),
                option: format!("joker_reclaim = {reclaim}"),
            }),
        }
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.tried = 0;
        self.gave_up = false;
        self.supports(rules, goal)?;
        position.check(rules).map_err(SolveError::TooManyCopies)?;
        if *goal == Goal::OpeningValue {
            let sets = self.largest_opening(rules, &position.rack);
            return self.checked(rules, position, goal, Arrangement::from(sets));
        }
        if position.opened {
            return match self.play(rules, position, goal, &TileCounts::EMPTY) {
                None if self.gave_up => Ok(Answer::Unknown(Stop::Nodes)),
                None => Ok(Answer::Infeasible),
                Some(sets) => self.checked(rules, position, goal, Arrangement::from(sets)),
            };
        }
        match rules.opening_table_access {
            OpeningTableAccess::None => self.open_beside(rules, position, goal),
            OpeningTableAccess::AfterThreshold => self.open_with_table(rules, position, goal),
        }
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.tried = 0;
        self.gave_up = false;
        self.supports(rules, &Goal::Tiles)?;
        position.check(rules).map_err(SolveError::TooManyCopies)?;
        let answer = if position.opened {
            match self.play(rules, position, &Goal::Tiles, &position.rack) {
                None if self.gave_up => {
                    return Err(SolveError::GaveUp {
                        solver: self.name().to_owned(),
                    });
                }
                None => return Ok(None),
                Some(sets) => {
                    self.checked(rules, position, &Goal::Tiles, Arrangement::from(sets))?
                }
            }
        } else {
            self.solve(rules, position, &Goal::Tiles)?
        };
        Ok(answer
            .into_verified()
            .filter(|best| !position.rack.is_empty() && best.played == position.rack))
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: Limits,
    ) -> Result<Plays, SolveError> {
        self.tried = 0;
        match plays::plays(self, rules, position, goal, limits) {
            Err(SolveError::GaveUp { .. }) => Ok(Plays {
                plays: Vec::new(),
                rest: Rest::Unknown,
            }),
            found => found,
        }
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        draws::after_draw(self, rules, position, goal, unseen)
    }

    fn nodes(&self) -> u64 {
        self.tried
    }

    /// Nothing that was learnt from a position is ever kept.
    fn clear(&mut self) {
        self.tried = 0;
    }
}

/// Whether the group stacks allow these sets.
fn stacks_kept(rules: &RuleSet, position: &Position, sets: &[Set]) -> bool {
    let free = position.stacks.most_own.is_none() && rules.group_access == GroupAccess::Anyone;
    free || rules.place_groups(&position.stacks, sets).is_some()
}

/// The position without the groups of others, and those groups.
fn without_groups_of_others(rules: &RuleSet, position: &Position) -> (Position, Vec<Set>) {
    let (own, others): (Vec<_>, Vec<_>) = position
        .stacks
        .groups
        .iter()
        .copied()
        .partition(|group| group.own);
    let mut rest = position.clone();
    for group in &others {
        rest.table = rest.table.saturating_sub(&group.tiles);
    }
    rest.stacks.groups = own;
    let laid = |tiles: &TileCounts| {
        let tiles: Vec<_> = tiles.tiles().collect();
        rules.lay_out(&tiles).unwrap_or_else(|| Set::new(tiles))
    };
    (
        rest,
        others.iter().map(|group| laid(&group.tiles)).collect(),
    )
}

/// A player with nothing but these tiles, as far as they may be laid in an opening.
fn own_tiles(rules: &RuleSet, rack: &TileCounts) -> Position {
    Position {
        rack: if rules.opening_jokers {
            *rack
        } else {
            rack.without_jokers()
        },
        ..Position::default()
    }
}

/// The rack tiles among these sets.
fn played(sets: &[Set], position: &Position) -> TileCounts {
    let all: TileCounts = sets
        .iter()
        .flat_map(|set| set.tiles().iter().copied())
        .collect();
    all.saturating_sub(&position.table)
}

/// What no play exceeds: everything of the rack that is worth something.
fn whole_rack(rules: &RuleSet, position: &Position, goal: &Goal) -> i64 {
    let worth = |tile: Tile| match goal {
        Goal::Tiles => 1,
        Goal::Value => tile.value().map_or(0, i64::from),
        // A double joker stands for two tiles.
        Goal::OpeningValue => i64::from(tile.value().unwrap_or(2 * rules.values)),
        Goal::Weighted(weights) => i64::from(weights.of(tile)).max(0),
    };
    position.rack.tiles().map(worth).sum()
}

/// What these sets are worth in an opening, in points.
fn points(rules: &RuleSet, sets: &[Set]) -> u32 {
    let values = sets
        .iter()
        .filter_map(|set| rules.judge(set.tiles()).best());
    values.map(u32::from).sum()
}
