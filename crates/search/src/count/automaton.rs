//! The deterministic automaton of playable multisets.
//!
//! It reads the number tiles of a multiset value by value. A state is the set of open-run states
//! that the choices so far can have led to, each with the number of jokers laid (subset
//! construction). A joker stands for a further tile of a kind. States that differ only in the order
//! of the colours are merged, because equally many multisets lead on from either.

use rummilab_core::{RuleSet, Wrap};
use rustc_hash::FxHashMap;

use super::colour_order::in_one_order;
use super::multiset::{self, ALIKE, COLOURS as FEW, COPIES, most_jokers, tiles_of_choice};
use super::open_runs::{Open, RunRows, Tiles};
use super::state_table::StateTable;
use super::{CountError, CountLimits, CountProgress, MOST_JOKER_STATES, MOST_STATES, Playable};

/// Whether the automaton knows these rules. Runs longer than five tiles split, so a limit above
/// that has no effect.
pub(super) fn knows(rules: &RuleSet, jokers: u8) -> bool {
    let longest_that_matters = rules.values.min(5);
    let few = jokers <= most_jokers(rules) && rules.colours().len() <= FEW;
    let known = jokers == 0 || (few && rules.copies <= COPIES && !rules.has_special_jokers());
    known
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

/// Place of the number of jokers laid in the number of an open-run state, above its rows.
const LAID: u32 = 56;
const ROWS: Open = (1 << LAID) - 1;

/// The automaton, built as far as it was needed.
struct Automaton {
    runs: RunRows,
    colours: usize,
    /// By number of jokers: the tiles that they may stand for in one value.
    stand_ins: Vec<Vec<Tiles>>,
    /// Every choice of tiles of one value.
    values: Vec<Tiles>,
    states: StateTable<Open>,
    /// Room for a state in one order.
    room: [Vec<Open>; 2],
    /// By state: its steps, and the tiles that were left for them, once they were asked for.
    steps: Vec<Option<(usize, Vec<AutomatonStep>)>>,
    /// The most states.
    most: usize,
}

/// Counts the paths through the automaton, one step a value, to states that may end.
pub(super) fn count(
    rules: &RuleSet,
    jokers: u8,
    CountLimits { tiles, states }: CountLimits,
    watch: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<Playable, CountError> {
    let colours = rules.colours().len();
    let kinds = colours * usize::from(rules.values);
    let Some(most) = tiles.checked_sub(usize::from(jokers)) else {
        return Ok(Playable::none(tiles));
    };
    let most = most.min(kinds * usize::from(rules.copies));
    let all = (u128::from(rules.copies) + 1).checked_pow(kinds as u32);
    all.ok_or(CountError::TooLarge)?;
    let mut automaton = Automaton::new(colours, rules.copies, rules.largest_group(), jokers);
    automaton.most = states.unwrap_or(automaton.most);
    let mut sums = vec![0; most + 1];
    // For each state the multisets of the values so far that lead to it, by number of tiles.
    let mut paths = vec![Some(vec![1_u128])];
    let mut done = 0;
    for value in 1..=rules.values {
        let mut after: Vec<Option<Vec<u128>>> = Vec::new();
        // Each is dropped once it has been followed: the last ones take gigabytes.
        for (state, by_tiles) in paths.into_iter().enumerate() {
            let Some(by_tiles) = by_tiles else {
                continue;
            };
            done += usize::from(automaton.steps[state].is_none());
            let known = automaton.states.len();
            if state % 64 == 0 && !watch(CountProgress { done, known }) {
                return Err(CountError::Stopped);
            }
            let fewest = by_tiles.iter().position(|n| *n > 0).unwrap_or(most);
            automaton.make_steps(state, most - fewest)?;
            for step in automaton.steps(state) {
                let to = step.to as usize;
                if value < rules.values {
                    if after.len() <= to {
                        after.resize(to + 1, None);
                    }
                    add(after[to].get_or_insert_default(), &by_tiles, step, most);
                } else if automaton.may_end(to, jokers) {
                    add(&mut sums, &by_tiles, step, most);
                }
            }
        }
        paths = after;
    }
    // Jokers are tiles too.
    let mut by_tiles = vec![0; usize::from(jokers)];
    by_tiles.append(&mut sums);
    Ok(Playable {
        by_tiles,
        states: Some(automaton.states.len()),
    })
}

/// Adds the multisets that a step makes of these, up to this many tiles.
fn add(sums: &mut Vec<u128>, by_tiles: &[u128], step: &AutomatonStep, most: usize) {
    let tiles = usize::from(step.tiles);
    let length = (by_tiles.len() + tiles).min(most + 1);
    if sums.len() < length {
        sums.resize(length, 0);
    }
    for (sum, n) in sums.iter_mut().skip(tiles).zip(by_tiles) {
        *sum += n * u128::from(step.choices);
    }
}

impl Automaton {
    /// The automaton with its first state alone, in which no run is open.
    fn new(colours: usize, copies: u8, largest_group: usize, jokers: u8) -> Automaton {
        let base = usize::from(copies) + 1;
        let values = (0..base.pow(colours as u32)).map(|mut number| {
            let mut tiles = Tiles::default();
            for n in &mut tiles[..colours] {
                *n = (number % base) as u8;
                number /= base;
            }
            tiles
        });
        let mut states = StateTable::default();
        states.number(&[0]);
        let mut stand_ins = vec![vec![Tiles::default()]];
        if jokers > 0 {
            let choices = multiset::stand_ins(colours).into_iter();
            stand_ins = choices
                .take(usize::from(jokers) + 1)
                .map(|choices| choices.into_iter().map(tiles_of_choice).collect())
                .collect();
        }
        let alike = if jokers == 0 { copies } else { ALIKE };
        Automaton {
            runs: RunRows::new(colours, alike, largest_group),
            colours,
            stand_ins,
            values: values.collect(),
            states,
            room: <[Vec<Open>; 2]>::default(),
            steps: vec![None],
            most: if jokers == 0 {
                MOST_STATES
            } else {
                MOST_JOKER_STATES
            },
        }
    }

    /// Finds the steps of a state after which no more than `left` tiles lie in the end.
    fn make_steps(&mut self, state: usize, left: usize) -> Result<(), CountError> {
        if !matches!(&self.steps[state], Some((known, _)) if *known >= left) {
            self.steps[state] = Some((left, self.new_steps(state, left)?));
        }
        Ok(())
    }

    /// The steps of a state that were found.
    fn steps(&self, state: usize) -> &[AutomatonStep] {
        let known = self.steps[state].as_ref();
        known.map_or(&[], |(_, steps)| steps)
    }

    /// Whether no run of a state must go on, with all jokers laid.
    fn may_end(&self, state: usize, jokers: u8) -> bool {
        let mut all_laid = self.with_laid(self.states.get(state), jokers);
        all_laid.any(|open| self.runs.may_end(open))
    }

    fn new_steps(&mut self, state: usize, left: usize) -> Result<Vec<AutomatonStep>, CountError> {
        let mut found: FxHashMap<(u32, u8), u32> = FxHashMap::default();
        for value in 0..self.values.len() {
            let tiles = self.values[value];
            let laid: u8 = tiles.iter().sum();
            let Some(left) = left.checked_sub(usize::from(laid)) else {
                continue;
            };
            let reached = self.reached(self.states.get(state), &tiles);
            if !reached.iter().any(|open| self.lacks(*open) <= left) {
                continue;
            }
            let to = self.number(&reached)?;
            *found.entry((to, laid)).or_default() += 1;
        }
        let step = |((to, tiles), choices)| AutomatonStep { to, tiles, choices };
        Ok(found.into_iter().map(step).collect())
    }

    /// The fewest number tiles that must still come.
    fn lacks(&self, open: Open) -> usize {
        let laid = (open >> LAID) as usize;
        self.runs
            .lacks(open & ROWS)
            .saturating_sub(self.stand_ins.len() - 1 - laid)
    }

    /// The open-run states of a state after which this many jokers are laid.
    fn with_laid(&self, state: &[Open], jokers: u8) -> impl Iterator<Item = Open> {
        let of = move |open: &&Open| **open >> LAID == u64::from(jokers);
        state.iter().filter(of).map(|open| *open & ROWS)
    }

    /// The open-run states after these tiles of a value, each with the number of jokers laid.
    fn reached(&self, state: &[Open], tiles: &Tiles) -> Vec<Open> {
        if self.stand_ins.len() == 1 {
            let mut reached = Vec::new();
            self.runs.reach_from_all(state, tiles, &mut reached);
            self.runs.keep_the_best(&mut reached);
            return reached;
        }
        let mut all = Vec::new();
        for laid in 0..self.stand_ins.len() as u8 {
            let mut reached = Vec::new();
            for now in 0..=laid {
                let from: Vec<Open> = self.with_laid(state, laid - now).collect();
                for more in &self.stand_ins[usize::from(now)] {
                    let mut tiles = *tiles;
                    tiles.iter_mut().zip(more).for_each(|(n, more)| *n += more);
                    if tiles.iter().all(|n| *n <= ALIKE) {
                        self.runs.reach_from_all(&from, &tiles, &mut reached);
                    }
                }
            }
            self.runs.keep_the_best(&mut reached);
            all.extend(reached.iter().map(|open| open | u64::from(laid) << LAID));
        }
        all
    }

    /// The number of the state with these open-run states, whatever the order of the colours.
    fn number(&mut self, reached: &[Open]) -> Result<u32, CountError> {
        in_one_order(reached, self.colours, &mut self.room);
        let state = &self.room[0];
        let free = match self.states.find(state) {
            Ok(number) => return Ok(number),
            Err(free) => free,
        };
        if self.states.len() == self.most {
            return Err(CountError::TooManyStates(self.most));
        }
        self.steps.push(None);
        Ok(self.states.add(state, free))
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
        let mut automaton = Automaton::new(4, 2, 4, 0);
        let mut state = 0;
        while state < automaton.states.len() {
            automaton.make_steps(state, usize::MAX).unwrap();
            state += 1;
        }
        assert_eq!(automaton.states.len(), 55_681);
    }
}
