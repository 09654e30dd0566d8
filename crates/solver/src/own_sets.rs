//! The sets that a rack holds by itself, without the table.

use rummilab_core::{RuleSet, Seat, Table, TileCounts};

use crate::catalogue::{Catalogue, MOST_LAYOUTS};
use crate::{Goal, SolveError, Solver, best_known};

/// Whether a rack holds a set, and the largest total of its own sets in an opening, in points.
///
/// # Errors
/// If the solver has no answer.
pub fn own_sets(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    rack: &TileCounts,
) -> Result<(bool, u32), SolveError> {
    // Any seat will do: the table is empty, so there are no group owners.
    let mut position = rules.position(&Table::default(), *rack, false, Some(Seat(0)));
    let best = best_known(solver, rules, &position, &Goal::OpeningValue)?;
    let value = best.as_ref().and_then(|best| best.opening_value);
    let mut any_set = best.is_some_and(|best| !best.played.is_empty());
    if !any_set && !rules.opening_jokers && rack.jokers() > 0 {
        // A set with a joker counts, even if it cannot be an opening.
        position.opened = true;
        let laid = best_known(solver, rules, &position, &Goal::Tiles)?;
        any_set = laid.is_some_and(|best| !best.played.is_empty());
    }
    Ok((any_set, value.unwrap_or(0)))
}

/// The smallest openings: own sets that reach the threshold with as few tiles as one or two sets
/// can, each with its value in points. Empty if two sets do not reach it. Takes some thousand steps
/// even for racks whose largest opening takes long to find.
///
/// ```
/// use rummilab_core::{RuleSet, notation::parse_counts};
/// use rummilab_solver::fewest_openings;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let rack = |text| parse_counts(text, &rules).unwrap();
/// let found = fewest_openings(&rules, &rack("R7 R8 R9 R10 R11 K1 K2 K3"));
/// assert_eq!(found, [(rack("R9 R10 R11"), 30)]);
/// ```
pub fn fewest_openings(rules: &RuleSet, rack: &TileCounts) -> Vec<(TileCounts, u32)> {
    let found = small_openings(rules, rack).unwrap_or_default().into_iter();
    found
        .map(|opening| (opening.tiles, opening.value))
        .collect()
}

/// Own sets that reach the threshold.
pub(crate) struct SmallOpening {
    /// The tiles of each set.
    pub sets: Vec<TileCounts>,
    /// The tiles of all sets.
    pub tiles: TileCounts,
    /// The value in points.
    pub value: u32,
}

/// The openings of [`fewest_openings`] with their sets; `None` if the rack holds too many sets to
/// look at them all.
pub(crate) fn small_openings(rules: &RuleSet, rack: &TileCounts) -> Option<Vec<SmallOpening>> {
    let tiles = if rules.opening_jokers {
        *rack
    } else {
        rack.without_jokers()
    };
    let catalogue = Catalogue::of_tiles_within(rules, &tiles, MOST_LAYOUTS)?;
    let sets = catalogue.sets();
    let least = u32::from(rules.opening_min);
    let alone = sets.iter().filter(|set| set.value >= least);
    let mut found: Vec<SmallOpening> = alone
        .map(|set| SmallOpening {
            sets: vec![set.tiles],
            tiles: set.tiles,
            value: set.value,
        })
        .collect();
    let mut most = found.iter().map(|opening| opening.tiles.len()).min();
    let smallest = sets.iter().map(|set| set.tiles.len()).min().unwrap_or(0);
    for (at, one) in sets.iter().enumerate() {
        // Racks of fifty tiles have thousands of sets, so most pairs are not even looked at.
        if most.is_some_and(|most| one.tiles.len() + smallest > most) {
            continue;
        }
        for two in &sets[at..] {
            let larger = most.is_some_and(|most| one.tiles.len() + two.tiles.len() > most);
            if larger || one.value + two.value < least {
                continue;
            }
            let both = one.tiles.checked_add(&two.tiles);
            if let Some(both) = both.filter(|both| tiles.contains(both)) {
                most = Some(both.len());
                found.push(SmallOpening {
                    sets: vec![one.tiles, two.tiles],
                    tiles: both,
                    value: one.value + two.value,
                });
            }
        }
    }
    found.retain(|opening| Some(opening.tiles.len()) == most);
    Some(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_core::notation::parse_tiles;
    use rummilab_core::{CouldPlay, Position};

    use super::*;
    use crate::{Answer, StopReason, Unsupported};

    /// A solver that always stops before it has found anything.
    struct Stopped;

    impl Solver for Stopped {
        fn name(&self) -> &str {
            "stopped"
        }

        fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
            Ok(())
        }

        fn solve(&mut self, _: &RuleSet, _: &Position, _: &Goal) -> Result<Answer, SolveError> {
            Err(SolveError::GaveUp {
                solver: "stopped".to_owned(),
                stop: StopReason::Nodes,
            })
        }

        fn nodes(&self) -> u64 {
            0
        }

        fn clear(&mut self) {}
    }

    /// A rack of these tiles and of 18 others, of which none lie in a set.
    fn large(text: &str, rules: &RuleSet) -> TileCounts {
        let others = "R1 R1 R4 R4 R7 R7 B2 B2 B5 B5 B8 B8 K3 K3 K6 K6 K9 K9";
        let tiles = parse_tiles(&format!("{others} {text}"), rules).unwrap();
        tiles.into_iter().collect()
    }

    #[test]
    fn one_or_two_sets_of_a_large_rack_settle_what_an_opening_is_worth() {
        let rules = RuleSet::preset("original").unwrap();
        let mut judge: Box<dyn Solver> = Box::new(Stopped);
        let mut best = |text: &str| judge.best_opening(&rules, &large(text, &rules));
        assert_eq!(best("R11 R12 R13"), Ok(36));
        assert_eq!(best("O1 O2 O3 O7 O8 O9"), Ok(30));
        // The solver is asked where that settles nothing, and this one never answers.
        assert!(best("O4 O5 O6").is_err());
        assert!(best("O1 O2 O3 O4 O5 O6").is_err());
    }

    #[test]
    fn a_large_rack_with_a_small_opening_can_lay() {
        let rules = RuleSet::preset("original").unwrap();
        let mut judge: Box<dyn Solver> = Box::new(Stopped);
        let mut can_lay = |text: &str, rules: &RuleSet, opened: bool| {
            let rack = large(text, rules);
            let position = rules.position(&Table::default(), rack, opened, Some(Seat(0)));
            judge.can_lay(rules, &position)
        };
        let (run, group) = ("R11 R12 R13", "R11 B11 O11");
        for set in [run, group] {
            assert_eq!(can_lay(set, &rules, false), Ok(true));
            assert_eq!(can_lay(set, &rules, true), Ok(true));
        }
        let options = ["group_access=attach_only", "group_cap_per_player=0"];
        let no_group = rules.with_options(&options).unwrap();
        for opened in [false, true] {
            assert_eq!(can_lay(run, &no_group, opened), Ok(true));
            assert!(can_lay(group, &no_group, opened).is_err());
        }
    }
}
