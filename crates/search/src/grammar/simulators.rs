//! Lookup of simulation: which multiset of open runs can do all that another can.

use smallvec::SmallVec;

use crate::grammar::{OpenId, OpenRuns, RunType};

/// Multisets whose numbers fit a byte.
pub const PACKED: usize = 256;

/// What a multiset simulates, and what simulates it.
#[derive(Debug, Clone)]
pub struct Simulators {
    /// Which of the first [`TESTS`] multisets this one simulates: bit `i` for number `i`. Whatever
    /// simulates this one simulates all of these too.
    pub signature: u16,
    /// By number: whether that multiset can do all that this one can.
    pub simulates: [bool; PACKED],
}

pub const TESTS: usize = 16;

/// Answers are kept for this many multisets; the common rule sets have a few dozen.
const LOOKED_UP: usize = 1024;

/// The runs of one ascending list without those of another, copy for copy.
fn without(runs: &[RunType], others: &[RunType]) -> SmallVec<[RunType; 8]> {
    let mut others = others.iter().peekable();
    let is_left = |run: &&RunType| {
        while others.next_if(|other| other < run).is_some() {}
        others.next_if_eq(run).is_none()
    };
    runs.iter().filter(is_left).copied().collect()
}

impl OpenRuns {
    /// Whether the runs of `a` can do all that those of `b` can, looked up.
    #[inline]
    pub fn simulates(&mut self, a: OpenId, b: OpenId) -> bool {
        if a == b {
            return true;
        }
        match self.simulations.get(a, b) {
            YES => true,
            NO => false,
            _ => self.learn(a, b),
        }
    }

    /// Determines and stores whether the runs of `a` can do all that those of `b` can.
    #[cold]
    fn learn(&mut self, a: OpenId, b: OpenId) -> bool {
        let answer = self.may_simulate(a, b) && self.set_simulates(self.runs(a), self.runs(b));
        self.simulations.set(a, b, answer, self.sets.len());
        answer
    }

    /// False only if some run of `b` has no simulator in `a`.
    fn may_simulate(&self, a: OpenId, b: OpenId) -> bool {
        let [_, simulated] = &self.sketches[a as usize];
        let [held, _] = &self.sketches[b as usize];
        held.iter()
            .zip(simulated)
            .all(|(held, simulated)| held & !simulated == 0)
    }

    /// Whether the runs of `a` can do all that those of `b` can. Each run of `b` needs a simulator
    /// of its own in `a`, and the others must be able to end.
    ///
    /// Runs in both may simulate themselves: if `x` simulates `r`, which is in both, and the `r` of
    /// `a` simulates `y`, then `x` simulates `y`; and if that `r` may end, so may `x`.
    fn set_simulates(&self, a: &[RunType], b: &[RunType]) -> bool {
        if a.len() < b.len() {
            return false;
        }
        let (a, b) = (without(a, b), without(b, a));
        self.rest_simulates(&a, 0, &b)
    }

    /// The same if the runs of `a` in `taken`, a bit each, already simulate others.
    fn rest_simulates(&self, a: &[RunType], taken: u64, b: &[RunType]) -> bool {
        let mut free = (0..a.len()).filter(|i| taken & (1 << i) == 0);
        match b.split_first() {
            None => free.all(|i| self.may_end[usize::from(a[i])]),
            Some((first, rest)) => free.any(|i| {
                self.run_simulates(a[i], *first) && self.rest_simulates(a, taken | 1 << i, rest)
            }),
        }
    }

    /// Completes the table behind [`OpenRuns::simulators`] for the multisets met so far; whether it
    /// was incomplete.
    #[inline]
    pub fn learn_simulators(&mut self) -> bool {
        let learn = self.simulators.len() != self.sets.len().min(PACKED);
        if learn {
            self.learn_rows();
        }
        learn
    }

    #[cold]
    fn learn_rows(&mut self) {
        let known = self.simulators.len();
        let all = &self.sets[..self.sets.len().min(PACKED)];
        let mut simulators = std::mem::take(&mut self.simulators);
        simulators.extend(all[known..].iter().map(|_| Simulators {
            signature: 0,
            simulates: [false; PACKED],
        }));
        for (number, (set, row)) in all.iter().zip(&mut simulators).enumerate() {
            let compared = if number < known { known } else { 0 };
            for (simulates, other) in row.simulates.iter_mut().zip(all).skip(compared) {
                *simulates = self.set_simulates(other, set);
            }
        }
        for number in 0..simulators.len() {
            let tests = simulators.iter().take(TESTS).enumerate();
            let simulated = tests.filter(|(_, test)| test.simulates[number]);
            simulators[number].signature = simulated.map(|(i, _)| 1 << i).sum();
        }
        self.simulators = simulators;
    }

    /// The simulators of these runs, as of [`OpenRuns::learn_simulators`].
    #[inline]
    pub fn simulators(&self, id: OpenId) -> &Simulators {
        &self.simulators[id as usize]
    }
}

/// Known answers to whether one multiset simulates another: a square table that doubles its side. A
/// byte holds four answers.
#[derive(Debug, Default)]
pub struct SimulationTable {
    side: usize,
    answers: Vec<u8>,
}

/// The number of answers in a byte, and the bits of each.
const ANSWERS: usize = 4;
const BITS: usize = 2;

const YES: u8 = 1;

const NO: u8 = 2;

impl SimulationTable {
    #[inline]
    fn get(&self, a: OpenId, b: OpenId) -> u8 {
        let (row, column) = (a as usize, b as usize);
        if row < self.side && column < self.side {
            let at = row * self.side + column;
            self.answers[at / ANSWERS] >> (BITS * (at % ANSWERS)) & (YES | NO)
        } else {
            0
        }
    }

    pub fn bytes(&self) -> usize {
        self.answers.capacity()
    }

    /// Stores an answer if it may be asked for again; `sets` is the number of multisets.
    fn set(&mut self, a: OpenId, b: OpenId, answer: bool, sets: usize) {
        let (row, column) = (a as usize, b as usize);
        if row.max(column) >= LOOKED_UP {
            return;
        }
        if row.max(column) >= self.side {
            let side = sets.next_power_of_two().clamp(64, LOOKED_UP);
            let mut answers = vec![0; side * side / ANSWERS];
            let (old, new) = (self.side / ANSWERS, side / ANSWERS);
            for row in 0..self.side {
                let old = &self.answers[row * old..(row + 1) * old];
                answers[row * new..row * new + old.len()].copy_from_slice(old);
            }
            (self.side, self.answers) = (side, answers);
        }
        let at = row * self.side + column;
        let answer = if answer { YES } else { NO };
        self.answers[at / ANSWERS] |= answer << (BITS * (at % ANSWERS));
    }
}

#[cfg(test)]
mod tests {
    use rummilab_chance::{Key, Stream};
    use rummilab_core::RuleSet;

    use super::*;
    use crate::grammar::{JokerPlacing, Jokers, RunRules};

    /// Runs that two multisets share simulate themselves.
    #[test]
    fn common_runs_make_no_difference() {
        let mut below = Stream::new(Key::sample(1, "simulators", 0)).into_below();
        let mut simulating = 0;
        for (name, option) in [
            ("original", "step2=true"),
            ("twist", "copies=2"),
            ("house", "wrap=true"),
            ("twist", "wrap=true"),
        ] {
            let rules = RuleSet::named(name, &[option.to_owned()]).expect("rules");
            let all = Jokers::of(rules.jokers.by_kind());
            let open = OpenRuns::new(RunRules::of(&rules, all, JokerPlacing::Anywhere, false));
            let types = open.may_end.len() as u64;
            let mut multiset = |most| {
                let mut runs: Vec<RunType> =
                    (0..below(most)).map(|_| below(types) as u16).collect();
                runs.sort_unstable();
                runs
            };
            for _ in 0..2000 {
                let (common, mut a, mut b) = (multiset(3), multiset(4), multiset(3));
                a.extend(&common);
                b.extend(&common);
                a.sort_unstable();
                b.sort_unstable();
                let plain = a.len() >= b.len() && open.rest_simulates(&a, 0, &b);
                assert_eq!(
                    open.set_simulates(&a, &b),
                    plain,
                    "{name} {option} {a:?} {b:?}"
                );
                simulating += usize::from(plain && a != b && !b.is_empty());
            }
        }
        assert!((100..7900).contains(&simulating), "{simulating}");
    }
}
