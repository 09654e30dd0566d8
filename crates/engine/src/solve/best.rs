//! The best play: solving, layout for reading, and the line of JSON.

use std::time::Duration;

use rummilab_arena::{Clock, system_clock};
use rummilab_core::layout::{Laid, OldSets, in_old_order};
use rummilab_core::{Position, Set, StackPlace, Table, TileCounts};
use rummilab_solver::{
    Answer, Goal, Solver, Step, StepFault, Stuck, Verified, fewest_changes, solve_on, stuck_tiles,
    unless_given_up,
};
use rummilab_words::{Language, say};
use serde::Serialize;

use super::micros;
use super::steps::StepRecord;
use crate::error::Error;
use crate::line::{Id, json_line};
use crate::question::Question;

/// Most further solver calls for the fewest changes to the table.
pub(super) const MAX_SOLVES: usize = 2000;

/// Work of the solver for the largest opening of a player who has not opened, which is told beside
/// the answer ([`Solver::limit_work`]).
const WORK_OF_LARGEST_OPENING: u64 = 300_000;

/// The answer to the question for the best play.
#[derive(Debug)]
pub struct BestAnswer {
    /// The strength of the claim.
    pub status: Status,
    /// The best play found, if any.
    pub play: Option<BestPlay>,
    /// For a player who has not opened: the largest total of own sets, in points; `None` if it is
    /// not proven.
    pub opening_value: Option<u32>,
    /// For a heap that cannot be split into sets: the tiles that prevent it.
    pub hint: Option<String>,
    stuck: Option<Stuck>,
    /// The name of the solver that answered.
    pub solver: String,
    /// The work of the solver, in its own units.
    pub nodes: u64,
    /// The time of the solver.
    pub time: Duration,
    /// The table before the play; empty if only its tiles are known.
    before: Table,
    /// Whether steps were asked for.
    pub(super) explained: bool,
    /// The language of its sentences.
    pub(super) language: Language,
}

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// No play has a better main goal, nor a better tie-break of tiles or value.
    Optimal,
    /// A better play may exist; the main goal of no play exceeds this bound. If that of the play
    /// reaches it, only the tie-break is open.
    Feasible(i64),
    /// The table tiles cannot be split into sets.
    Infeasible,
    /// The search found nothing before it stopped.
    Unknown,
}

impl Status {
    pub const fn word(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Feasible(_) => "feasible",
            Status::Infeasible => "infeasible",
            Status::Unknown => "unknown",
        }
    }
}

/// The best rack tiles to lay, and the table after laying them.
#[derive(Debug)]
pub struct BestPlay {
    pub played: TileCounts,
    pub table: Vec<Laid>,
    /// Number of old sets left as they were, and whether no best play leaves more. `None` if the
    /// old sets are not known.
    pub untouched: Option<(usize, bool)>,
    /// What became of the old sets, if they are known.
    pub old_sets: Option<OldSets>,
    /// The owner of each set of the new table, as far as known; `None` for a run. `None` as a whole
    /// if groups have no owners.
    pub owners: Option<Vec<Option<u8>>>,
    /// The steps from the old sets, if requested and if the old sets are known.
    pub steps: Option<Result<Vec<Step>, StepFault>>,
}

impl BestPlay {
    /// The new table, with the owners of its groups if they are known.
    pub fn table(&self) -> Table {
        let sets = self.table.iter().map(|laid| laid.set.clone()).collect();
        match &self.owners {
            Some(owners) => Table::owned(sets, owners.clone()),
            None => Table::new(sets),
        }
    }
}

/// Asks the solver for the best play.
///
/// ```
/// use rummilab_core::RuleSet;
/// use rummilab_engine::{Question, Status, best_play};
/// use rummilab_search::SearchSolver;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let question = Question::new(&rules, "R3 R4 R5 ; K7 B7 O7", "R6 J").unwrap();
/// let answer = best_play(&question, &mut SearchSolver::new()).unwrap();
/// assert_eq!(answer.status, Status::Optimal);
/// assert_eq!(answer.play.unwrap().played, question.position.rack);
/// ```
///
/// # Errors
/// If the solver cannot answer.
pub fn best_play(question: &Question, solver: &mut dyn Solver) -> Result<BestAnswer, Error> {
    best_play_within(question, solver, MAX_SOLVES)
}

/// Like [`best_play`], but makes at most `max_solves` further calls for the fewest changes, instead
/// of 2000.
///
/// # Errors
/// If the solver cannot answer.
pub fn best_play_within(
    question: &Question,
    solver: &mut dyn Solver,
    max_solves: usize,
) -> Result<BestAnswer, Error> {
    best_play_timed(question, solver, max_solves, system_clock)
}

/// The same, timed by this clock.
pub(super) fn best_play_timed(
    question: &Question,
    solver: &mut dyn Solver,
    max_solves: usize,
    clock: Clock,
) -> Result<BestAnswer, Error> {
    solver.supports(&question.rules, &question.goal)?;
    let mut asked = Asking {
        question,
        solver,
        clock,
        max_solves,
        name: String::new(),
        nodes: 0,
        time: Duration::ZERO,
    };
    let (answer, opening_value) = asked.answers()?;
    let (nodes, time) = (asked.nodes, asked.time);
    let known = answer.as_ref();
    let proven = known.is_some_and(Answer::is_proven);
    let goal_proven = known.is_some_and(Answer::is_main_goal_proven);
    let status = match known {
        Some(Answer::Optimal(_)) => Status::Optimal,
        Some(Answer::Feasible { bound, .. }) => Status::Feasible(*bound),
        Some(Answer::Infeasible) => Status::Infeasible,
        None => Status::Unknown,
    };
    let stuck = match status {
        Status::Infeasible => stuck_tiles(asked.solver, &question.rules, &question.position.table)?,
        _ => None,
    };
    let play = match answer.and_then(Answer::into_verified) {
        Some(best) => Some(asked.play(best, goal_proven, proven)?),
        None => None,
    };
    Ok(BestAnswer {
        status,
        play,
        opening_value,
        hint: stuck.as_ref().map(|stuck| hint(Language::English, stuck)),
        stuck,
        solver: asked.name,
        nodes,
        time,
        before: question.before.clone().unwrap_or_default(),
        explained: false,
        language: Language::English,
    })
}

/// A hint for a user who typed a heap of tiles that cannot be split into sets.
fn hint(language: Language, stuck: &Stuck) -> String {
    match stuck {
        Stuck::Alone(tiles) => say!(language, "engine-hint-alone", tiles = tiles),
        Stuck::Together(tiles) => say!(language, "engine-hint-together", tiles = tiles),
    }
}

/// A solver at work on a question.
struct Asking<'a> {
    question: &'a Question,
    solver: &'a mut dyn Solver,
    clock: Clock,
    max_solves: usize,
    /// The solver that answered the first question.
    name: String,
    nodes: u64,
    time: Duration,
}

impl Asking<'_> {
    /// The answer, or `None` if the solver gave up, and for a player who has not opened the largest
    /// opening.
    fn answers(&mut self) -> Result<(Option<Answer>, Option<u32>), Error> {
        let position = self.question.position.clone();
        // A heap that cannot lie alone is not a table, even if the rack could complete it (as the
        // command line contract says).
        if self.question.before.is_none()
            && let no_table @ (Some(Answer::Infeasible) | None) = self.table_alone()?
        {
            return Ok((no_table, None));
        }
        if position.opened {
            return Ok((self.ask(&position, &self.question.goal)?, None));
        }
        let answer = self.ask(&position, &self.question.goal)?;
        self.solver.limit_work(Some(WORK_OF_LARGEST_OPENING));
        let largest = self.ask(&position, &Goal::OpeningValue);
        self.solver.limit_work(None);
        let largest = match largest? {
            Some(Answer::Optimal(best)) => best.opening_value,
            // A smaller total than the largest is no answer.
            _ => None,
        };
        Ok((answer, largest))
    }

    /// Whether the table tiles alone can be split into sets, and how.
    fn table_alone(&mut self) -> Result<Option<Answer>, Error> {
        let position = Position {
            rack: TileCounts::EMPTY,
            opened: true,
            ..self.question.position.clone()
        };
        self.ask(&position, &Goal::Tiles)
    }

    fn ask(&mut self, position: &Position, goal: &Goal) -> Result<Option<Answer>, Error> {
        let start = (self.clock)();
        let rules = &self.question.rules;
        let answer = match &self.question.before {
            Some(before) => solve_on(self.solver, rules, before, position, goal),
            None => self.solver.solve(rules, position, goal),
        };
        self.time += (self.clock)().saturating_sub(start);
        self.nodes += self.solver.nodes();
        if self.name.is_empty() || goal == &self.question.goal {
            self.name = self.solver.name().to_owned();
        }
        Ok(unless_given_up(answer)?)
    }

    /// The whole new table; with the fewest changes if the main goal is proven.
    fn play(&mut self, best: Verified, goal_proven: bool, proven: bool) -> Result<BestPlay, Error> {
        let Question {
            rules,
            before,
            position,
            goal,
            ..
        } = self.question;
        let Some(before) = before else {
            return self.play_on_heap(&best);
        };
        let (table, played, most_untouched) = if goal_proven {
            let solver = &mut *self.solver;
            let max_solves = self.max_solves;
            let found = fewest_changes(solver, rules, before, position, goal, best, max_solves)?;
            let most = (found.proven && proven).then_some(found.untouched);
            (found.table, found.play.played, most)
        } else {
            (best.table(before), best.played, None)
        };
        let table = in_old_order(rules, before, &table, &played);
        let owners = owners(self.question, before, &table);
        let mut play = BestPlay {
            played,
            untouched: None,
            old_sets: None,
            table,
            owners,
            steps: None,
        };
        let table = play.table();
        // A group that has changed its owner is another group.
        let untouched = before.untouched_in(&table);
        play.untouched = Some((untouched, most_untouched == Some(untouched)));
        play.old_sets = Some(OldSets::count(before, &table));
        Ok(play)
    }

    /// The play if only the tiles of the table are known: one arrangement of all tiles.
    fn play_on_heap(&mut self, best: &Verified) -> Result<BestPlay, Error> {
        let mut sets = best.sets().to_vec();
        if !self.question.position.opened
            && let Some(table) = self.table_alone()?.and_then(Answer::into_verified)
        {
            sets.splice(0..0, table.sets().iter().cloned());
        }
        let nothing = Table::default();
        let table = in_old_order(
            &self.question.rules,
            &nothing,
            &Table::new(sets),
            &best.played,
        );
        Ok(BestPlay {
            played: best.played,
            table,
            untouched: None,
            old_sets: None,
            owners: None,
            steps: None,
        })
    }
}

/// The owner of each set of the new table. A continued group keeps its seat; a new one belongs to
/// the seat to move. `None` for runs, and for groups whose seat was not given. `None` as a whole if
/// groups have no owners.
fn owners(question: &Question, before: &Table, table: &[Laid]) -> Option<Vec<Option<u8>>> {
    let rules = &question.rules;
    if !rules.has_group_owners() {
        return None;
    }
    let sets: Vec<Set> = table.iter().map(|laid| laid.set.clone()).collect();
    let stacks = &question.position.stacks;
    let places = rules.place_groups(stacks, &sets)?;
    let owner = |place: &StackPlace| match place {
        StackPlace::Middle => None,
        StackPlace::New => question.me,
        StackPlace::Continues(group) => before.owner(stacks.groups[*group].set),
    };
    Some(places.iter().map(owner).collect())
}

/// The answer as a line of JSON.
#[derive(Serialize)]
struct BestLine<'a> {
    id: &'a Id,
    status: &'static str,
    tiles: Option<usize>,
    value: Option<u32>,
    played: Option<String>,
    table: Option<Vec<Set>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owners: Option<&'a [Option<u8>]>,
    opening_value: Option<u32>,
    solver: &'a str,
    nodes: u64,
    micros: f64,
    untouched: Option<usize>,
    untouched_optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// Absent unless requested; null if there is no play, or no old set is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Option<Vec<StepRecord<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps_error: Option<String>,
}

impl BestAnswer {
    /// Number of rack tiles that the play lays; 0 if no play was found.
    pub fn tiles(&self) -> usize {
        self.played().len()
    }

    /// The sum of the face values of the rack tiles laid, in points; a joker counts 0.
    pub fn value(&self) -> u32 {
        self.played().face_sum()
    }

    pub fn played(&self) -> TileCounts {
        self.play
            .as_ref()
            .map_or(TileCounts::EMPTY, |play| play.played)
    }

    /// The table after the play; the table before it if no play was found.
    pub fn table(&self) -> Table {
        self.play
            .as_ref()
            .map_or_else(|| self.before.clone(), BestPlay::table)
    }

    /// The answer to the request with this id, as a line of JSON.
    pub fn to_json(&self, id: &Id) -> String {
        json_line(&BestLine::new(id, self))
    }
}

impl<'a> BestLine<'a> {
    fn new(id: &'a Id, found: &'a BestAnswer) -> BestLine<'a> {
        let play = found.play.as_ref();
        let untouched = play.and_then(|play| play.untouched);
        let steps = play.and_then(|play| play.steps.as_ref());
        let bound = match found.status {
            Status::Feasible(bound) => Some(bound),
            Status::Optimal | Status::Infeasible | Status::Unknown => None,
        };
        BestLine {
            id,
            status: found.status.word(),
            tiles: play.map(|play| play.played.len()),
            value: play.map(|play| play.played.face_sum()),
            played: play.map(|play| play.played.to_string()),
            table: play.map(|play| play.table.iter().map(|laid| laid.set.clone()).collect()),
            owners: play.and_then(|play| play.owners.as_deref()),
            opening_value: found.opening_value,
            solver: &found.solver,
            nodes: found.nodes,
            micros: micros(found.time),
            untouched: untouched.map(|(sets, _)| sets),
            untouched_optimal: untouched.map(|(_, proven)| proven),
            bound,
            hint: found
                .stuck
                .as_ref()
                .map(|stuck| hint(found.language, stuck)),
            steps: found.explained.then(|| {
                let steps = steps.and_then(|steps| steps.as_ref().ok());
                let told = |step| StepRecord::new(found.language, step);
                steps.map(|steps| steps.iter().map(told).collect())
            }),
            steps_error: steps
                .and_then(|steps| steps.as_ref().err())
                .map(ToString::to_string),
        }
    }
}
