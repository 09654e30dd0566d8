//! The runs that are open in one colour while the sweep goes up the values, and every way in which they go on.
//! Refuses to know tiles, groups and scores.
//!
//! A run that is open at a value is described by a [`Run`]; what distinguishes two runs no more than the rule set asks
//! is kept. The multiset of open runs of a colour is interned as a small number, its continuations are computed once
//! and kept, and continuations that another one can imitate are dropped (SOLVER.md, points 1 and 2).

use std::collections::BTreeMap;
use std::ops::Range;

use rummilab_core::RuleSet;
use smallvec::SmallVec;

/// Where jokers may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jokers {
    /// Only where a run needs one to go on: to bridge a gap or to reach three. A joker never begins a run; a run that
    /// is too short at the largest value takes its jokers in front. Every set without superfluous jokers can be
    /// brought into this form (jokers in front move to the end until they meet the largest value).
    WhereNeeded,
    /// Anywhere.
    Anywhere,
}

/// What the rule set asks of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunRules {
    /// Runs reach up to this value.
    pub values: u8,
    /// Copies of a number tile.
    pub copies: u8,
    /// Jokers in the game.
    pub jokers: u8,
    /// Most jokers in a set.
    pub jokers_in_set: u8,
    /// Longest run.
    pub longest: u8,
}

impl RunRules {
    pub fn of(rules: &RuleSet) -> RunRules {
        RunRules {
            values: rules.values,
            copies: rules.copies,
            jokers: rules.jokers.classic,
            jokers_in_set: rules.most_jokers_in_set(),
            longest: rules.longest_run() as u8,
        }
    }
}

/// One open run, as far as its future depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    /// Tiles so far; counted up to 3 where every longer run is as good, otherwise exactly.
    len: u8,
    /// Jokers so far; 0 where the rules do not limit them.
    jokers: u8,
    /// Whether it holds a number tile.
    numbered: bool,
}

impl Run {
    fn complete(self) -> bool {
        self.len >= 3 && self.numbered
    }

    fn with_number(self, rules: &RunRules) -> Option<Run> {
        Some(Run {
            numbered: true,
            ..self.longer(rules)?
        })
    }

    fn with_joker(self, rules: &RunRules) -> Option<Run> {
        let longer = self.longer(rules)?;
        if rules.jokers_in_set >= rules.jokers {
            return Some(longer);
        }
        (self.jokers < rules.jokers_in_set).then(|| Run {
            jokers: self.jokers + 1,
            ..longer
        })
    }

    fn longer(self, rules: &RunRules) -> Option<Run> {
        if rules.longest >= rules.values {
            return Some(Run {
                len: (self.len + 1).min(3),
                ..self
            });
        }
        (self.len < rules.longest).then(|| Run {
            len: self.len + 1,
            ..self
        })
    }

    /// Jokers in front that complete the run when there is no value left; `None` if the rules forbid them.
    fn jokers_in_front(self, rules: &RunRules) -> Option<u8> {
        let missing = 3u8.saturating_sub(self.len);
        let allowed =
            rules.jokers_in_set >= rules.jokers || self.jokers + missing <= rules.jokers_in_set;
        (self.numbered && allowed).then_some(missing)
    }
}

/// Number of an interned multiset of open runs; 0 is the empty one. Rule sets with a longest run and many jokers have
/// more than 65 536 of them.
pub type OpenId = u32;

/// How the open runs of one type go on at the next value; those not mentioned end.
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    /// Which type, see [`OpenRuns::type_after`].
    pub run_type: u8,
    /// So many take a number tile.
    pub numbers: u8,
    /// So many take a joker.
    pub jokers: u8,
}

/// One continuation of the open runs of a colour.
#[derive(Debug, Clone)]
pub struct Step {
    /// The open runs after it.
    pub next: OpenId,
    /// What becomes of the runs, by type.
    pub extensions: SmallVec<[Extension; 4]>,
    /// Runs that begin with a number tile.
    pub new_numbers: u8,
    /// Runs that begin with a joker.
    pub new_jokers: u8,
}

/// All multisets of open runs met so far, and their continuations.
#[derive(Debug)]
pub struct OpenRuns {
    rules: RunRules,
    placing: Jokers,
    /// The run types, ascending.
    types: Vec<Run>,
    /// `imitates[p][q]`: a run of type p can do all that one of type q can.
    imitates: Vec<Vec<bool>>,
    sets: Vec<Vec<u8>>,
    ids: BTreeMap<Vec<u8>, OpenId>,
    facts: Vec<Facts>,
    steps: Vec<Step>,
    /// By set and (numbers, jokers): where its steps are, once computed.
    ranges: Vec<Option<Range<u32>>>,
    /// Which multiset imitates which, once asked.
    known: Vec<Vec<Option<bool>>>,
}

/// Which of so many multisets imitates which is kept; the common rule sets have a few dozen.
const LOOKED_UP: usize = 1024;

/// What the sweep asks of a multiset of open runs again and again.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Runs that cannot end here.
    pub incomplete: u8,
    /// Jokers that complete every run when no value is left; `None` if that is impossible.
    pub closing_jokers: Option<u8>,
}

impl OpenRuns {
    pub fn new(rules: RunRules, placing: Jokers) -> OpenRuns {
        let types = run_types(&rules, placing);
        let imitates = imitation(&types, &rules, placing);
        let mut open = OpenRuns {
            rules,
            placing,
            types,
            imitates,
            sets: Vec::new(),
            ids: BTreeMap::new(),
            facts: Vec::new(),
            steps: Vec::new(),
            ranges: Vec::new(),
            known: Vec::new(),
        };
        open.intern(Vec::new());
        open
    }

    /// Continuations kept, which is what the memory of this grows with.
    pub fn kept(&self) -> usize {
        self.ranges.len() + self.steps.len()
    }

    /// The facts about a multiset of open runs.
    pub fn facts(&self, id: OpenId) -> Facts {
        self.facts[id as usize]
    }

    /// A step found by [`OpenRuns::steps`].
    pub fn step(&self, index: u32) -> &Step {
        &self.steps[index as usize]
    }

    /// The type of a run after one more tile, or of a new run from `None`.
    pub fn type_after(&self, run_type: Option<u8>, joker: bool) -> Option<u8> {
        let run = match run_type {
            Some(t) => self.extended(self.types[usize::from(t)], joker)?,
            None => first_run(&self.rules, joker)?,
        };
        self.types.binary_search(&run).ok().map(|t| t as u8)
    }

    /// Jokers in front that complete a run of this type at the largest value.
    pub fn missing(&self, run_type: u8) -> u8 {
        self.types[usize::from(run_type)]
            .jokers_in_front(&self.rules)
            .unwrap_or(0)
    }

    /// Every continuation with so many number tiles and jokers that no other one can imitate.
    pub fn steps(&mut self, id: OpenId, numbers: u8, jokers: u8) -> Range<u32> {
        let width = usize::from(self.rules.jokers) + 1;
        let slot = (id as usize * (usize::from(self.rules.copies) + 1) + usize::from(numbers))
            * width
            + usize::from(jokers);
        if let Some(Some(range)) = self.ranges.get(slot) {
            return range.clone();
        }
        let found = self.compute_steps(id, numbers, jokers);
        let start = self.steps.len() as u32;
        self.steps.extend(found);
        let range = start..self.steps.len() as u32;
        if self.ranges.len() <= slot {
            self.ranges.resize(slot + 1, None);
        }
        self.ranges[slot] = Some(range.clone());
        range
    }

    fn extended(&self, run: Run, joker: bool) -> Option<Run> {
        if joker {
            run.with_joker(&self.rules)
        } else {
            run.with_number(&self.rules)
        }
    }

    fn intern(&mut self, set: Vec<u8>) -> OpenId {
        if let Some(id) = self.ids.get(&set) {
            return *id;
        }
        let id = self.sets.len() as OpenId;
        let runs = set.iter().map(|t| self.types[usize::from(*t)]);
        let incomplete = runs.clone().filter(|run| !run.complete()).count() as u8;
        let closing_jokers = match self.placing {
            Jokers::WhereNeeded => runs.map(|run| run.jokers_in_front(&self.rules)).sum(),
            Jokers::Anywhere => (incomplete == 0).then_some(0),
        };
        self.facts.push(Facts {
            incomplete,
            closing_jokers,
        });
        self.ids.insert(set.clone(), id);
        self.sets.push(set);
        id
    }

    fn compute_steps(&mut self, id: OpenId, numbers: u8, jokers: u8) -> Vec<Step> {
        let set = self.sets[id as usize].clone();
        let mut groups: Vec<(u8, u8)> = Vec::new();
        for t in set {
            match groups.last_mut() {
                Some((last, count)) if *last == t => *count += 1,
                _ => groups.push((t, 1)),
            }
        }
        let mut found = Vec::new();
        self.extend_groups(&groups, numbers, jokers, SmallVec::new(), &mut found);
        let sets: Vec<Vec<u8>> = found.iter().map(|step| self.set_after(step)).collect();
        let dominated = |i: usize| {
            (0..sets.len()).any(|j| {
                j != i
                    && self.set_imitates(&sets[j], &sets[i])
                    && (j < i || !self.set_imitates(&sets[i], &sets[j]))
            })
        };
        let keep: Vec<usize> = (0..sets.len()).filter(|i| !dominated(*i)).collect();
        keep.into_iter()
            .map(|i| {
                let next = self.intern(sets[i].clone());
                Step {
                    next,
                    ..found[i].clone()
                }
            })
            .collect()
    }

    /// All ways to give number tiles and jokers to the open runs, type by type, and to new ones.
    fn extend_groups(
        &self,
        groups: &[(u8, u8)],
        numbers: u8,
        jokers: u8,
        extensions: SmallVec<[Extension; 4]>,
        found: &mut Vec<Step>,
    ) {
        let Some(((run_type, count), rest)) = groups.split_first() else {
            let starts_allowed =
                jokers == 0 || (self.placing == Jokers::Anywhere && self.rules.jokers_in_set > 0);
            if starts_allowed {
                found.push(Step {
                    next: 0,
                    extensions,
                    new_numbers: numbers,
                    new_jokers: jokers,
                });
            }
            return;
        };
        let run = self.types[usize::from(*run_type)];
        for n in (0..=numbers.min(*count)).rev() {
            for j in 0..=jokers.min(count - n) {
                let may_end = run.complete() || n + j == *count;
                let may_grow = (n == 0 || self.extended(run, false).is_some())
                    && (j == 0 || self.extended(run, true).is_some());
                if may_end && may_grow {
                    let mut extensions = extensions.clone();
                    extensions.push(Extension {
                        run_type: *run_type,
                        numbers: n,
                        jokers: j,
                    });
                    self.extend_groups(rest, numbers - n, jokers - j, extensions, found);
                }
            }
        }
    }

    fn set_after(&self, step: &Step) -> Vec<u8> {
        let mut set = Vec::new();
        let mut add = |run_type: Option<u8>, joker: bool, count: u8| {
            let next = self.type_after(run_type, joker);
            set.extend(std::iter::repeat_n(next, usize::from(count)).flatten());
        };
        for extension in &step.extensions {
            add(Some(extension.run_type), false, extension.numbers);
            add(Some(extension.run_type), true, extension.jokers);
        }
        add(None, false, step.new_numbers);
        add(None, true, step.new_jokers);
        set.sort_unstable();
        set
    }

    /// Whether the runs of `a` can do all that those of `b` can, looked up.
    pub fn imitates(&mut self, a: OpenId, b: OpenId) -> bool {
        if a == b {
            return true;
        }
        let (row, column) = (a as usize, b as usize);
        if row.max(column) >= LOOKED_UP {
            return self.set_imitates(&self.sets[row], &self.sets[column]);
        }
        if self.known.len() <= row {
            self.known.resize(row + 1, Vec::new());
        }
        if self.known[row].len() <= column {
            self.known[row].resize(self.sets.len().min(LOOKED_UP), None);
        }
        if let Some(known) = self.known[row][column] {
            return known;
        }
        let answer = self.set_imitates(&self.sets[row], &self.sets[column]);
        self.known[row][column] = Some(answer);
        answer
    }

    /// Whether the runs of `a` can do all that those of `b` can: each run of `b` has its own imitator in `a`, and the
    /// others may end.
    fn set_imitates(&self, a: &[u8], b: &[u8]) -> bool {
        let Some((first, rest)) = b.split_first() else {
            return a.iter().all(|t| self.types[usize::from(*t)].complete());
        };
        (0..a.len()).any(|i| {
            if !self.imitates[usize::from(a[i])][usize::from(*first)] {
                return false;
            }
            let mut others = a.to_vec();
            others.remove(i);
            self.set_imitates(&others, rest)
        })
    }
}

fn first_run(rules: &RunRules, joker: bool) -> Option<Run> {
    let nothing = Run {
        len: 0,
        jokers: 0,
        numbered: false,
    };
    if joker {
        nothing.with_joker(rules)
    } else {
        nothing.with_number(rules)
    }
}

/// Every type of run that can be open.
fn run_types(rules: &RunRules, placing: Jokers) -> Vec<Run> {
    let mut types: Vec<Run> = Vec::new();
    let mut todo: Vec<Run> = first_run(rules, false).into_iter().collect();
    if placing == Jokers::Anywhere && rules.jokers > 0 {
        todo.extend(first_run(rules, true));
    }
    while let Some(run) = todo.pop() {
        if !types.contains(&run) {
            types.push(run);
            todo.extend(run.with_number(rules));
            todo.extend(run.with_joker(rules).filter(|_| rules.jokers > 0));
        }
    }
    types.sort_unstable();
    types
}

/// The largest relation in which a run imitates another only if it may end where that one may, needs no more jokers at
/// the end, and follows each of its steps by one that imitates the result.
fn imitation(types: &[Run], rules: &RunRules, placing: Jokers) -> Vec<Vec<bool>> {
    let ends_as_well = |p: Run, q: Run| {
        let at_the_top = match (placing, q.jokers_in_front(rules)) {
            (Jokers::WhereNeeded, Some(of_q)) => {
                p.jokers_in_front(rules).is_some_and(|of_p| of_p <= of_q)
            }
            _ => true,
        };
        (p.complete() || !q.complete()) && at_the_top
    };
    let mut relation: Vec<Vec<bool>> = types
        .iter()
        .map(|p| types.iter().map(|q| ends_as_well(*p, *q)).collect())
        .collect();
    let index = |run: Run| {
        types
            .binary_search(&run)
            .expect("types are closed under steps")
    };
    loop {
        let follows = |p: Option<Run>, q: Option<Run>| match (p, q) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(p), Some(q)) => relation[index(p)][index(q)],
        };
        let broken: Vec<(usize, usize)> = (0..types.len())
            .flat_map(|p| (0..types.len()).map(move |q| (p, q)))
            .filter(|(p, q)| relation[*p][*q])
            .filter(|(p, q)| {
                let (p, q) = (types[*p], types[*q]);
                let joker = |run: Run| run.with_joker(rules).filter(|_| rules.jokers > 0);
                !follows(p.with_number(rules), q.with_number(rules)) || !follows(joker(p), joker(q))
            })
            .collect();
        if broken.is_empty() {
            return relation;
        }
        for (p, q) in broken {
            relation[p][q] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(placing: Jokers) -> OpenRuns {
        OpenRuns::new(
            RunRules {
                values: 13,
                copies: 2,
                jokers: 2,
                jokers_in_set: 2,
                longest: 13,
            },
            placing,
        )
    }

    #[test]
    fn the_standard_game_has_three_kinds_of_open_run() {
        assert_eq!(standard(Jokers::WhereNeeded).types.len(), 3);
    }

    #[test]
    fn a_long_run_goes_on_before_a_new_one_begins() {
        let mut open = standard(Jokers::WhereNeeded);
        let mut id = 0;
        for _ in 0..4 {
            let steps = open.steps(id, 1, 0);
            assert_eq!(steps.len(), 1);
            id = open.step(steps.start).next;
        }
        assert_eq!(open.sets[id as usize], [2]);
    }

    #[test]
    fn short_runs_must_go_on() {
        let mut open = standard(Jokers::WhereNeeded);
        let first = open.steps(0, 1, 0);
        let id = open.step(first.start).next;
        assert!(open.steps(id, 0, 0).is_empty());
        assert_eq!(open.facts(id).closing_jokers, Some(2));
        assert_eq!(open.steps(id, 0, 1).len(), 1);
    }

    /// Long racks of such a game met more multisets of open runs than 16 bits can number, sooner or later depending on
    /// what the solver had been asked before.
    #[test]
    fn there_is_a_number_for_every_multiset_of_open_runs() {
        let rules = RunRules {
            values: 15,
            copies: 3,
            jokers: 4,
            jokers_in_set: 3,
            longest: 14,
        };
        let mut open = OpenRuns::new(rules, Jokers::Anywhere);
        let mut id = 0;
        while open.sets.len() <= usize::from(u16::MAX) + 1 {
            for (numbers, jokers) in [
                (1, 0),
                (0, 1),
                (1, 1),
                (2, 0),
                (3, 0),
                (3, 1),
                (2, 1),
                (0, 2),
            ] {
                open.steps(id, numbers, jokers);
            }
            id += 1;
        }
        let last = open.sets.last().cloned().unwrap();
        assert_eq!(open.ids[&last] as usize, open.sets.len() - 1);
        assert!(open.kept() > usize::from(u16::MAX));
    }
}
