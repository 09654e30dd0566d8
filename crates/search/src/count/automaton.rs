//! The deterministic automaton of playable multisets without jokers.
//!
//! It reads a multiset value by value. A state is the set of open-run states that the choices so
//! far can have led to (subset construction). States that differ only in the order of the colours
//! are merged, because equally many multisets lead on from either.

use rummilab_core::{RuleSet, Wrap};
use rustc_hash::FxHashMap;

use super::colour_order::in_one_order;
use super::open_runs::{Open, RunRows, Tiles};
use super::{CountError, CountProgress, MOST_STATES, Playable};

/// Whether the automaton knows these rules. Runs longer than five tiles split, so a limit above
/// that has no effect.
pub(super) fn knows(rules: &RuleSet, jokers: u8) -> bool {
    let longest_that_matters = rules.values.min(5);
    jokers == 0
        && rules.wrap == Wrap::Never
        && !rules.step2
        && rules.longest_run() >= usize::from(longest_that_matters)
}

/// A step from a state: its target, its number of tiles, and how many choices of tiles lead there.
struct AutomatonStep {
    to: u32,
    tiles: u8,
    choices: u32,
}

/// The automaton, built as far as it was needed.
struct Automaton {
    runs: RunRows,
    colours: usize,
    /// Every choice of tiles of one value.
    values: Vec<Tiles>,
    numbers: FxHashMap<Box<[Open]>, u32>,
    states: Vec<Box<[Open]>>,
    /// By state: its steps, once they were asked for.
    steps: Vec<Option<Vec<AutomatonStep>>>,
}

/// Counts the paths through the automaton, one step a value, to states that may end.
pub(super) fn count(
    rules: &RuleSet,
    watch: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<Playable, CountError> {
    let colours = rules.colours().len();
    let kinds = colours * usize::from(rules.values);
    let most_tiles = kinds * usize::from(rules.copies);
    let all = (u128::from(rules.copies) + 1).checked_pow(kinds as u32);
    all.ok_or(CountError::TooLarge)?;
    let mut automaton = Automaton::new(colours, rules.copies, rules.largest_group());
    // For each state the multisets of the values so far that lead to it, by number of tiles.
    let mut paths = vec![Some(vec![1_u128])];
    let mut done = 0;
    for _ in 0..rules.values {
        let mut after: Vec<Option<Vec<u128>>> = Vec::new();
        for (state, by_tiles) in paths.iter().enumerate() {
            let Some(by_tiles) = by_tiles else {
                continue;
            };
            done += usize::from(automaton.steps[state].is_none());
            let known = automaton.states.len();
            if state % 64 == 0 && !watch(CountProgress { done, known }) {
                return Err(CountError::Stopped);
            }
            for step in automaton.steps(state)? {
                let to = step.to as usize;
                if after.len() <= to {
                    after.resize(to + 1, None);
                }
                add(after[to].get_or_insert_default(), by_tiles, step);
            }
        }
        paths = after;
    }
    let mut sums = vec![0; most_tiles + 1];
    for (state, by_tiles) in automaton.states.iter().zip(&paths) {
        if state.iter().any(|open| automaton.runs.may_end(*open)) {
            let by_tiles = by_tiles.as_deref().unwrap_or_default();
            sums.iter_mut().zip(by_tiles).for_each(|(sum, n)| *sum += n);
        }
    }
    Ok(Playable {
        by_tiles: sums,
        states: Some(automaton.states.len()),
    })
}

/// Adds the multisets that a step makes of these.
fn add(sums: &mut Vec<u128>, by_tiles: &[u128], step: &AutomatonStep) {
    let tiles = usize::from(step.tiles);
    if sums.len() < by_tiles.len() + tiles {
        sums.resize(by_tiles.len() + tiles, 0);
    }
    for (sum, n) in sums[tiles..].iter_mut().zip(by_tiles) {
        *sum += n * u128::from(step.choices);
    }
}

impl Automaton {
    /// The automaton with its first state alone, in which no run is open.
    fn new(colours: usize, copies: u8, largest_group: usize) -> Automaton {
        let base = usize::from(copies) + 1;
        let values = (0..base.pow(colours as u32)).map(|mut number| {
            let mut tiles = Tiles::default();
            for n in &mut tiles[..colours] {
                *n = (number % base) as u8;
                number /= base;
            }
            tiles
        });
        let nothing: Box<[Open]> = Box::new([0]);
        Automaton {
            runs: RunRows::new(colours, copies, largest_group),
            colours,
            values: values.collect(),
            numbers: [(nothing.clone(), 0)].into_iter().collect(),
            states: vec![nothing],
            steps: vec![None],
        }
    }

    fn steps(&mut self, state: usize) -> Result<&[AutomatonStep], CountError> {
        if self.steps[state].is_none() {
            self.steps[state] = Some(self.new_steps(state)?);
        }
        Ok(self.steps[state].as_deref().unwrap_or_default())
    }

    fn new_steps(&mut self, state: usize) -> Result<Vec<AutomatonStep>, CountError> {
        let mut found: FxHashMap<(u32, u8), u32> = FxHashMap::default();
        let mut reached = Vec::new();
        for value in 0..self.values.len() {
            let tiles = self.values[value];
            reached.clear();
            for open in &self.states[state] {
                self.runs.reach(*open, &tiles, &mut reached);
            }
            if reached.is_empty() {
                continue;
            }
            self.runs.keep_the_best(&mut reached);
            let to = self.number(&reached)?;
            *found.entry((to, tiles.iter().sum())).or_default() += 1;
        }
        let step = |((to, tiles), choices)| AutomatonStep { to, tiles, choices };
        Ok(found.into_iter().map(step).collect())
    }

    /// The number of the state with these open-run states, whatever the order of the colours.
    fn number(&mut self, reached: &[Open]) -> Result<u32, CountError> {
        let (state, _) = in_one_order(reached, self.colours);
        if let Some(number) = self.numbers.get(&state) {
            return Ok(*number);
        }
        if self.states.len() == MOST_STATES {
            return Err(CountError::TooManyStates);
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.steps.push(None);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of states in docs/solver.md#exact-counts, without the one that leads nowhere,
    /// which is not kept here. Thirteen values do not reach all of them.
    #[test]
    fn the_automaton_of_two_copies_of_four_colours_is_finite() {
        if !rummilab_solver_suite::long_tier() {
            return;
        }
        let mut automaton = Automaton::new(4, 2, 4);
        let mut state = 0;
        while state < automaton.states.len() {
            automaton.steps(state).unwrap();
            state += 1;
        }
        assert_eq!(automaton.states.len(), 55_681);
    }
}
