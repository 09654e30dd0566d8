//! Comparison of solvers on the same positions: their times, their failures, and whether they
//! agree.

mod built_in;
mod reply;
mod times;

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::position_line::PositionLine;
pub use built_in::{BuiltIn, TimedQuestion};
pub use reply::judge_reply;
pub use times::{TimeFigures, TimedAnswer, Times, speed_ups};

/// Who is asked and timed.
pub trait Contestant: Send {
    /// The name in the report.
    fn name(&self) -> &str;

    /// The name and version that a program says of itself.
    fn program(&self) -> Option<String> {
        None
    }

    /// Called before each pass over all positions: a program that remembers answers forgets them.
    fn begin_pass(&mut self) {}

    /// Asks once, after what needs no timing.
    fn attempt(&mut self, asked: TimedQuestion, line: &PositionLine) -> Attempt;
}

/// An attempt to answer a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub outcome: Outcome,
    /// The time until the answer, or until it was given up.
    pub wall: Duration,
    /// The processor time, if the system says it.
    pub processor: Option<Duration>,
    /// The play of the answer, where the question asks for one and the checker passed it.
    pub play: Option<PlayFound>,
    /// The work of a solver of this program, in its own units.
    pub nodes: Option<u64>,
}

impl Attempt {
    /// An attempt that ended before its timing began.
    pub fn untimed(outcome: Outcome) -> Attempt {
        Attempt {
            outcome,
            wall: Duration::ZERO,
            processor: None,
            play: None,
            nodes: None,
        }
    }
}

/// What the play of an answer reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayFound {
    /// Rack tiles laid.
    pub tiles: usize,
    /// The sum of their face values; of the largest opening, the points of its sets.
    pub value: i64,
    /// What no play exceeds in the main goal, if the answer says it without a proof.
    pub bound: Option<i64>,
}

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// An answer that the checker passed.
    Claim(SolverClaim),
    /// A rule or goal that it does not know; its reason.
    Refused(String),
    /// An answer that the checker refused, or that cannot be read; the reason.
    Illegal(String),
    /// A proof that a better answer refutes.
    Wrong(SolverClaim),
    /// No answer in time.
    Timeout,
    /// The program held more memory than allowed.
    Memory,
    /// The program ended; how.
    Crash(String),
}

impl Outcome {
    /// Place in the order of badness: the outcome of a question is the worst of its attempts.
    fn rank(&self) -> usize {
        match self {
            Outcome::Claim(claim) => usize::from(!claim.is_proven()),
            Outcome::Refused(_) => 2,
            Outcome::Timeout => 3,
            Outcome::Memory => 4,
            Outcome::Crash(_) => 5,
            Outcome::Wrong(_) => 6,
            Outcome::Illegal(_) => 7,
        }
    }

    /// The outcome in a word, as tables and files have it.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Claim(claim) if claim.is_proven() => "optimal",
            Outcome::Claim(_) => "unproven",
            Outcome::Refused(_) => "refused",
            Outcome::Illegal(_) => "illegal",
            Outcome::Wrong(_) => "wrong",
            Outcome::Timeout => "timeout",
            Outcome::Memory => "memory",
            Outcome::Crash(_) => "crash",
        }
    }

    /// What it says, if it is an answer.
    pub(crate) fn claim(&self) -> Option<SolverClaim> {
        match self {
            Outcome::Claim(claim) | Outcome::Wrong(claim) => Some(*claim),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Claim(claim) | Outcome::Wrong(claim) => write!(f, "says {claim:?}"),
            Outcome::Refused(why) => write!(f, "refuses: {why}"),
            Outcome::Illegal(why) => write!(f, "gives an answer that does not hold: {why}"),
            Outcome::Timeout => f.write_str("gives no answer in time"),
            Outcome::Memory => f.write_str("takes more memory than allowed"),
            Outcome::Crash(how) => f.write_str(how),
        }
    }
}

/// The part of an answer on which solvers must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverClaim {
    /// The score of the best play.
    Score([i64; 3]),
    /// A legal play of a program: its tiles, or its value if that is asked. A program need not know
    /// the tie-break.
    Play { main: i64, proven: bool },
    /// Whether the whole rack can be laid.
    GoesOut(bool),
    /// The number of plays or draws, and a digest of them.
    List(usize, u64),
    /// The tiles of the table cannot be split into sets.
    Infeasible,
    /// Stopped early; agrees with every answer.
    Unproven,
}

impl SolverClaim {
    /// Whether nothing better is said to exist.
    pub fn is_proven(self) -> bool {
        !matches!(
            self,
            SolverClaim::Unproven | SolverClaim::Play { proven: false, .. }
        )
    }

    /// What a play reaches in the main goal.
    pub fn main(self) -> Option<i64> {
        match self {
            SolverClaim::Score([main, ..]) | SolverClaim::Play { main, .. } => Some(main),
            _ => None,
        }
    }

    /// Whether both can be true; claims without proof always can.
    fn agrees(self, other: SolverClaim) -> bool {
        let is_play = |claim| matches!(claim, SolverClaim::Play { .. });
        if !self.is_proven() || !other.is_proven() {
            return true;
        }
        if is_play(self) || is_play(other) {
            return self.main() == other.main();
        }
        self == other
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The positions that every contestant was asked about: the first ones, if it was stopped.
    pub positions: usize,
    /// The times and outcomes of each contestant.
    pub solvers: Vec<Times>,
    /// The positions with different answers; in JSON only their number.
    #[serde(serialize_with = "how_many")]
    pub disagreements: Vec<Disagreement>,
    /// For each contestant, its answer to each position.
    #[serde(skip)]
    pub answers: Vec<Vec<TimedAnswer>>,
}

impl Comparison {
    /// Whether all answers are legal and agree. Missing answers are no fault.
    pub fn is_sound(&self) -> bool {
        self.disagreements.is_empty() && self.solvers.iter().all(|solver| solver.illegal == 0)
    }
}

/// Answers for one position that cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The index of the position.
    pub position: usize,
    /// The outcome of each contestant.
    pub said: Vec<Outcome>,
    /// The certified answer of the corpus.
    pub certified: Option<SolverClaim>,
}

fn how_many<S: serde::Serializer>(all: &[Disagreement], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(all.len() as u64)
}

/// Asks every contestant about all positions, in `repeat` passes; the time of a position is the
/// median. Contestants take turns at each position, and another one begins each time. Who does not
/// answer a question is not asked it again. Once `stop` says so, the answer in hand does not count,
/// and the result is that of the positions and passes before.
pub fn compare(
    question: TimedQuestion,
    positions: &[PositionLine],
    contestants: &mut [Box<dyn Contestant>],
    repeat: usize,
    stop: &dyn Fn() -> bool,
) -> Comparison {
    let mut attempts = vec![vec![Vec::<Attempt>::new(); positions.len()]; contestants.len()];
    ask(
        question,
        positions,
        contestants,
        repeat,
        stop,
        &mut attempts,
    );
    let complete = |position: &usize| attempts.iter().all(|all| !all[*position].is_empty());
    let measured = (0..positions.len()).take_while(complete).count();
    let mut answers: Vec<Vec<TimedAnswer>> = attempts
        .into_iter()
        .map(|all| {
            all.into_iter()
                .take(measured)
                .map(TimedAnswer::of)
                .collect()
        })
        .collect();
    let mut disagreements = Vec::new();
    for (position, line) in positions.iter().enumerate().take(measured) {
        let certified = question.of_line(line).certified(line);
        let outcomes = answers.iter_mut().map(|all| &mut all[position].outcome);
        refute(&mut outcomes.collect::<Vec<_>>(), certified);
        let said: Vec<Outcome> = answers
            .iter()
            .map(|all| all[position].outcome.clone())
            .collect();
        let claims: Vec<SolverClaim> = said
            .iter()
            .filter_map(Outcome::claim)
            .chain(certified)
            .collect();
        let agree = |a: &SolverClaim| claims.iter().all(|b| a.agrees(*b));
        let wrong = |outcome: &Outcome| matches!(outcome, Outcome::Wrong(_));
        if !claims.iter().all(agree) || said.iter().any(wrong) {
            disagreements.push(Disagreement {
                position,
                said,
                certified,
            });
        }
    }
    let mut solvers: Vec<Times> = contestants
        .iter()
        .zip(&answers)
        .map(|(one, answers)| Times::of(one.name(), one.program(), answers))
        .collect();
    let times = answers
        .iter()
        .map(|all| all.iter().map(TimedAnswer::time).collect());
    let times: Vec<Vec<Option<f64>>> = times.collect();
    for (solver, speed_up) in solvers.iter_mut().zip(speed_ups(&times)) {
        solver.speed_up = speed_up;
    }
    Comparison {
        positions: measured,
        solvers,
        disagreements,
        answers,
    }
}

/// Asks as [`compare`] says, into `attempts`, by contestant and position.
fn ask(
    question: TimedQuestion,
    positions: &[PositionLine],
    contestants: &mut [Box<dyn Contestant>],
    repeat: usize,
    stop: &dyn Fn() -> bool,
    attempts: &mut [Vec<Vec<Attempt>>],
) {
    let many = contestants.len();
    for pass in 0..repeat {
        for contestant in contestants.iter_mut() {
            contestant.begin_pass();
        }
        for (position, line) in positions.iter().enumerate() {
            for turn in 0..many {
                let who = (turn + position + pass) % many;
                let asked = &mut attempts[who][position];
                let answers = |last: &Attempt| last.outcome.claim().is_some();
                if asked.last().is_none_or(answers) {
                    let attempt = contestants[who].attempt(question.of_line(line), line);
                    if stop() {
                        return;
                    }
                    asked.push(attempt);
                }
            }
        }
    }
}

/// Asks every contestant once about a position, without a certified answer.
pub fn ask_once(
    question: TimedQuestion,
    line: &PositionLine,
    contestants: &mut [Box<dyn Contestant>],
) -> Vec<Attempt> {
    let asked = contestants.iter_mut();
    let mut attempts: Vec<Attempt> = asked
        .map(|contestant| contestant.attempt(question.of_line(line), line))
        .collect();
    let outcomes = attempts.iter_mut().map(|attempt| &mut attempt.outcome);
    refute(&mut outcomes.collect::<Vec<_>>(), None);
    attempts
}

/// Calls every claimed proof wrong that a better play refutes: one of another contestant, which the
/// checker passed, or the certified one.
fn refute(outcomes: &mut [&mut Outcome], certified: Option<SolverClaim>) {
    let claims = outcomes.iter().filter_map(|outcome| outcome.claim());
    let best = claims.chain(certified).filter_map(SolverClaim::main).max();
    for outcome in outcomes {
        let Outcome::Claim(claim) = **outcome else {
            continue;
        };
        let refuted = match claim {
            SolverClaim::Infeasible => best.is_some(),
            claim => claim.is_proven() && claim.main().is_some() && claim.main() < best,
        };
        if refuted {
            **outcome = Outcome::Wrong(claim);
        }
    }
}
