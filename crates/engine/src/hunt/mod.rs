//! A search for positions that hurt a solver: positions drawn at random, from classes of known
//! faults and from a file are changed until an answer is at fault, and then made small.

mod draft;
mod fault;
mod mutate;
mod shrink;

use std::collections::BTreeSet;

use rummilab_core::{PRESET_NAMES, RuleSet, Seat};
use rummilab_solver::random::Below;
use rummilab_solver::{Goal, Solver};
use serde::Serialize;
use serde_json::{Map, Value};

use self::draft::Draft;
use self::fault::{best_of, faults_of, ratio};
use self::shrink::shrink;
use crate::compare::{Attempt, Contestant, Outcome, TimedQuestion, ask_once};
use crate::corpus::CorpusPosition;
use crate::error::Error;
use crate::line_rules::LineRules;
use crate::position_line::{Certified, PositionLine, read_timed};

pub use self::fault::{FaultKind, Why};

/// The committed positions from which every search begins (data/SOURCE.md).
const CLASSES: &str = include_str!("../../adversarial.jsonl");

/// Most positions that are kept to be changed further.
const POOL: usize = 2000;
/// Most slow positions that are kept to be changed further.
const SLOW_POOL: usize = 16;
/// Most changes at once.
const CHANGES: u64 = 4;
/// Most tiles of a position that was changed or drawn at random, one of these. Small positions are
/// answered fastest, and most faults need few tiles.
const SIZES: [usize; 8] = [9, 11, 11, 13, 13, 16, 20, 60];
/// After a timeout positions are smaller than that one, down to this many tiles.
const LEAST_LIMIT: usize = 11;

/// What is searched for, and under which rules.
pub struct HuntSettings {
    /// The rules of positions that name none, and of random ones: a name or file, and options.
    pub rules: String,
    pub options: Map<String, Value>,
    /// Only these rules are used, even by positions that name others.
    pub only_rules: bool,
    /// Rules are drawn and changed too.
    pub any_rules: bool,
    /// Faults that count.
    pub faults: Vec<FaultKind>,
    /// An answer that takes so many times as long as the fastest is slow.
    pub slow: Option<f64>,
    /// Most positions for a solver and fault.
    pub most: usize,
}

/// A position that was found, as a line of `solve --batch`.
#[derive(Debug, Clone, Serialize)]
pub struct FoundPosition {
    id: String,
    #[serde(flatten)]
    draft: Draft,
    /// Tiles on table and rack.
    #[serde(skip)]
    pub tiles: usize,
    /// The answers on which the certifying solvers agree, if they prove any.
    #[serde(skip_serializing_if = "Option::is_none")]
    certified: Option<Certified>,
    pub why: Why,
}

/// A running search. It depends on its random numbers and the answers alone, unless `slow` counts.
pub struct Hunt<'a> {
    settings: HuntSettings,
    contestants: &'a mut [Box<dyn Contestant>],
    /// The names of the contestants.
    names: Vec<String>,
    certifiers: Vec<Box<dyn Solver>>,
    rules: LineRules,
    below: Below<'a>,
    /// The positions to begin with; the last comes first.
    seeds: Vec<Draft>,
    pool: Vec<Draft>,
    slow_pool: Vec<(f64, Draft)>,
    seen: BTreeSet<String>,
    found: Vec<FoundPosition>,
    tries: u64,
    /// Most tiles of a position that is not one to begin with.
    largest: usize,
}

impl<'a> Hunt<'a> {
    /// A search that begins with the positions of the known classes and these. `certifiers` answer
    /// what is found; `rules` reads the rules that lines name.
    ///
    /// # Errors
    /// Rules that cannot be read.
    pub fn new(
        settings: HuntSettings,
        positions: &[PositionLine],
        contestants: &'a mut [Box<dyn Contestant>],
        certifiers: Vec<Box<dyn Solver>>,
        mut rules: LineRules,
        below: Below<'a>,
    ) -> Result<Hunt<'a>, Error> {
        let classes = CLASSES.lines().map(|line| {
            let mut known = LineRules::new(PRESET_NAMES[0], &[], crate::no_rule_files)?;
            read_timed(line, &mut known, Goal::Tiles)
        });
        let classes: Vec<PositionLine> = classes.collect::<Result<_, Error>>()?;
        let draft = |line| Draft::of_line(line, &settings.rules, &settings.options);
        let seeds = positions.iter().chain(&classes).rev().filter_map(draft);
        let seeds = seeds.map(|mut draft| {
            if settings.only_rules {
                draft.rules.clone_from(&settings.rules);
                draft.options.clone_from(&settings.options);
            }
            draft
        });
        let seeds = seeds.collect();
        let plain = serde_json::to_string(&settings.options).unwrap_or_default();
        rules.of(Some(&settings.rules), Some(&plain))?;
        let names = contestants.iter().map(|one| one.name().to_owned());
        Ok(Hunt {
            settings,
            names: names.collect(),
            contestants,
            certifiers,
            rules,
            below,
            seeds,
            pool: Vec::new(),
            slow_pool: Vec::new(),
            seen: BTreeSet::new(),
            found: Vec::new(),
            tries: 0,
            largest: usize::MAX,
        })
    }

    /// Positions drawn so far.
    pub fn tries(&self) -> u64 {
        self.tries
    }

    /// Everything found so far.
    pub fn found(&self) -> &[FoundPosition] {
        &self.found
    }

    /// Draws a position and asks everybody. What is found is made small while `goes_on` says so.
    pub fn step(&mut self, goes_on: &dyn Fn() -> bool) -> Vec<FoundPosition> {
        self.tries += 1;
        let Some((draft, line)) = self.draw() else {
            return Vec::new();
        };
        let attempts = ask_once(TimedQuestion::Tiles, &line, self.contestants);
        // Whoever was ended by a signal is not at fault.
        if !goes_on() {
            return Vec::new();
        }
        let timeout = |one: &Attempt| one.outcome == Outcome::Timeout;
        if attempts.iter().any(timeout) {
            self.largest = self.largest.min(draft.tiles() - 1).max(LEAST_LIMIT);
        }
        self.keep(&draft, &attempts);
        let first = self.found.len();
        for why in self.faults(&line, &attempts) {
            let same = |one: &&FoundPosition| one.why.is_like(&why);
            if self.found.iter().filter(same).count() < self.settings.most {
                self.add(draft.clone(), &why, goes_on);
            }
        }
        self.found[first..].to_vec()
    }

    /// The next position that can be read: one to begin with, a random one, or a changed one.
    fn draw(&mut self) -> Option<(Draft, PositionLine)> {
        let draft = match self.seeds.pop() {
            Some(seed) => seed,
            None => {
                let is_new = self.pool.is_empty() || (self.below)(5) == 0;
                let mut draft = if is_new {
                    self.random()?
                } else {
                    self.changed()?
                };
                let most = SIZES[(self.below)(SIZES.len() as u64) as usize];
                draft.trim(most.min(self.largest), self.below);
                draft
            }
        };
        let line = draft.read(&mut self.rules)?;
        Some((draft, line))
    }

    fn random(&mut self) -> Option<Draft> {
        let mut name = self.settings.rules.as_str();
        let mut options = self.settings.options.clone();
        if self.settings.any_rules {
            name = PRESET_NAMES[(self.below)(PRESET_NAMES.len() as u64) as usize];
            options.clear();
            for _ in 0..(self.below)(CHANGES) {
                mutate::change_rules(&mut options, self.below);
            }
        }
        let rules = rules_of(&mut self.rules, name, &options)?;
        Some(Draft::random(name, options, &rules, self.below))
    }

    /// A kept position with some changes.
    fn changed(&mut self) -> Option<Draft> {
        let below = &mut *self.below;
        let mut pick = |len: usize| below(len as u64) as usize;
        let slow = !self.slow_pool.is_empty() && pick(2) == 0;
        let mut draft = if slow {
            self.slow_pool[pick(self.slow_pool.len())].1.clone()
        } else {
            self.pool[pick(self.pool.len())].clone()
        };
        let other = &self.pool[pick(self.pool.len())];
        if self.settings.any_rules && pick(4) == 0 {
            mutate::change_rules(&mut draft.options, below);
        }
        let rules = rules_of(&mut self.rules, &draft.rules, &draft.options)?;
        for _ in 0..=below(CHANGES) {
            mutate::change(&mut draft, other, &rules, below);
        }
        Some(draft)
    }

    /// Keeps a position that somebody answers and that looks new, and one that is slow.
    fn keep(&mut self, draft: &Draft, attempts: &[Attempt]) {
        let best = best_of(attempts);
        let refused = |one: &Attempt| matches!(one.outcome, Outcome::Refused(_));
        if best.is_none() || attempts.iter().any(refused) {
            return;
        }
        let jokers = draft.rack.iter().filter(|tile| *tile == "J").count();
        let (sets, rack) = (draft.table.len(), draft.rack.len());
        let asked = (draft.opened, draft.objective);
        let rules = (&draft.rules, &draft.options);
        let look = format!("{best:?} {sets} {rack} {jokers} {asked:?} {rules:?}");
        if self.seen.insert(look) {
            if self.pool.len() < POOL {
                self.pool.push(draft.clone());
            } else {
                let at = (self.below)(POOL as u64) as usize;
                self.pool[at] = draft.clone();
            }
        }
        if self.settings.slow.is_some() {
            let ratios = (0..attempts.len()).filter_map(|who| ratio(attempts, who));
            let worst = ratios.fold(0.0, f64::max);
            self.slow_pool.push((worst, draft.clone()));
            self.slow_pool.sort_by(|a, b| b.0.total_cmp(&a.0));
            self.slow_pool.truncate(SLOW_POOL);
        }
    }

    /// The faults of these answers that count.
    fn faults(&self, line: &PositionLine, attempts: &[Attempt]) -> Vec<Why> {
        let (goal, slow) = (&line.question.goal, self.settings.slow);
        let mut faults = faults_of(&self.names, attempts, goal, slow);
        faults.retain(|why| self.settings.faults.contains(&why.fault));
        faults
    }

    /// Makes a position small and keeps it, unless it is known.
    fn add(&mut self, draft: Draft, why: &Why, goes_on: &dyn Fn() -> bool) {
        let mut latest = why.clone();
        let small = shrink(draft, &mut |smaller| {
            if !goes_on() {
                return false;
            }
            let Some(line) = smaller.read(&mut self.rules) else {
                return false;
            };
            let attempts = ask_once(TimedQuestion::Tiles, &line, self.contestants);
            let mut again = self.faults(&line, &attempts).into_iter();
            let same = again.find(|other| other.is_like(why));
            // An answer to a signal counts for nothing.
            match same.filter(|_| goes_on()) {
                Some(same) => {
                    latest = same;
                    true
                }
                None => false,
            }
        });
        let known = |one: &FoundPosition| one.draft == small && one.why.is_like(why);
        if self.found.iter().any(known) {
            return;
        }
        let number = self.found.len() + 1;
        let certified = self.certified(&small);
        self.found.push(FoundPosition {
            id: format!("{}-{}-{number}", why.solver, why.fault.word()),
            tiles: small.tiles(),
            certified,
            draft: small,
            why: latest,
        });
    }

    /// The answers on which the certifying solvers agree.
    fn certified(&mut self, draft: &Draft) -> Option<Certified> {
        let question = draft.read(&mut self.rules)?.question;
        let position = CorpusPosition {
            id: String::new(),
            table: question.before?,
            position: question.position,
            seat: Seat(question.me.unwrap_or_default().into()),
            is_end: false,
        };
        let certified = position.certify_proven(&question.rules, &mut self.certifiers);
        certified.ok().flatten()
    }
}

impl FoundPosition {
    /// The line of the position.
    pub fn line(&self) -> String {
        crate::line::json_line(self)
    }
}

/// The rules with these options, if they go together.
fn rules_of(rules: &mut LineRules, name: &str, options: &Map<String, Value>) -> Option<RuleSet> {
    let options = serde_json::to_string(options).ok()?;
    rules.of(Some(name), Some(&options)).ok()
}
