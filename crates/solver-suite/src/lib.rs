//! One test suite that every solver must pass. A backend runs it with one line,
//! [`solver_suite!`].
//!
//! | family | where the answers come from |
//! |---|---|
//! | [`known`] | by hand, and the traps of public programs (docs/solver.md#known-traps); the special jokers of docs/rules.md#twist-sets and the group stacks of docs/rules.md#group-stacks |
//! | [`against_brute_force`] | every sub-multiset of the rack, every partition into sets ([`brute`]) |
//! | [`bound_jokers`] | the referee, for every order in which the tiles of a new table can lie |
//! | [`counts`] | exact numbers of playable multisets (docs/solver.md#exact-counts) |
//! | [`relations`] | none needed: symmetry, monotony, agreement of two questions |
//!
//! A function panics if the solver is wrong, as tests do. The caller passes the random numbers.
//!
//! All families ask about all four rule systems. A solver that refuses one of them fails.
//!
//! ```text
//! rummilab_solver_suite::solver_suite!(solver(), below());                  // everything
//! rummilab_solver_suite::solver_suite!(solver(), below(), Size::of_tier()); // a slow solver
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod bound;
pub mod brute;
mod known;
mod relations;
mod small;

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::{Answer, Goal, Solver};

pub use bound::bound_jokers;
pub use known::known;
pub use relations::relations;
pub use rummilab_solver::random::{Below, random_position, random_position_with, random_table};
pub use small::small_rule_sets;

/// How much of the suite runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Positions of each small rule set in [`against_brute_force`].
    pub brute: usize,
    /// Positions of each small rule set in [`against_brute_force`] whose plays are all listed, and
    /// all draws asked about.
    pub lists: usize,
    /// Most positions of a small rule set under which a solver may give up
    /// ([`brute::may_give_up`]).
    pub round: usize,
    /// On how many of 100 of these positions the solver may give up on some question.
    pub given_up: usize,
    /// Positions of each small rule set in [`bound_jokers`].
    pub bound: usize,
    /// Largest number of multisets that an entry of [`COUNTS`] may ask about.
    pub count: u64,
    /// Positions of the original system in [`relations`]; each other system has a third as many.
    pub relations: usize,
}

impl Size {
    pub const FULL: Size = Size {
        brute: 400,
        lists: 100,
        round: 400,
        given_up: 0,
        bound: 60,
        count: u64::MAX,
        relations: 300,
    };

    /// The size for a slow solver: a part of the suite, or all of it in the long tier
    /// ([`long_tier`]).
    pub fn of_tier() -> Size {
        if long_tier() {
            return Size::FULL;
        }
        Size {
            brute: 30,
            lists: 2,
            round: 30,
            given_up: 0,
            bound: 2,
            count: 5_000,
            relations: 60,
        }
    }
}

/// Whether the environment asks for the long tests: `RUMMILAB_TIER=long`.
pub fn long_tier() -> bool {
    std::env::var_os("RUMMILAB_TIER").is_some_and(|tier| tier == "long")
}

/// Runs the suite as tests of the calling crate. `$make` makes a `Box<dyn Solver>`. `$below` makes
/// a closure that returns unbiased numbers below its argument, from a fixed seed. `$size` defaults
/// to [`Size::FULL`](crate::Size::FULL).
#[macro_export]
macro_rules! solver_suite {
    ($make:expr, $below:expr) => {
        $crate::solver_suite!($make, $below, $crate::Size::FULL);
    };
    ($make:expr, $below:expr, $size:expr) => {
        #[test]
        fn known_positions() {
            $crate::known(&mut *$make);
        }

        #[test]
        fn agrees_with_brute_force() {
            $crate::against_brute_force(&mut *$make, &mut $below, $size);
        }

        #[test]
        fn bound_jokers_agree_with_brute_force() {
            $crate::bound_jokers(&mut *$make, &mut $below, $size.bound);
        }

        #[test]
        fn exact_counts_of_playable_multisets() {
            $crate::counts(&mut *$make, $size.count);
        }

        #[test]
        fn relations_hold() {
            $crate::relations(&mut *$make, &mut $below, $size);
        }
    };
}

/// A rule set for tests: a preset with options, such as `jokers=0 hand=5`.
///
/// # Panics
/// If there is no such preset, or the options are wrong.
pub fn rules(preset: &str, options: &str) -> RuleSet {
    let written: Vec<&str> = options.split_whitespace().collect();
    let rules = RuleSet::preset(preset).expect("a preset");
    rules
        .with_options(&written)
        .unwrap_or_else(|error| panic!("{preset} {options}: {error}"))
}

/// Tiles from their text.
///
/// # Panics
/// If the text is wrong.
pub fn tiles(rules: &RuleSet, text: &str) -> TileCounts {
    let tiles = parse_tiles(text, rules);
    tiles.expect("written right").into_iter().collect()
}

/// A position from its text, without group owners.
///
/// # Panics
/// If the text is wrong.
pub fn position(rules: &RuleSet, table: &str, rack: &str, opened: bool) -> Position {
    let table = parse_table(table, rules).expect("written right");
    Position {
        table: table.counts().expect("fits"),
        rack: tiles(rules, rack),
        opened,
        ..Position::default()
    }
}

/// Compares the solver with brute force on random positions of all [`small_rule_sets`]: every goal,
/// the opening and go-out questions, the fewest-changes tie-break, lists of plays, and draws.
pub fn against_brute_force(solver: &mut dyn Solver, below: Below<'_>, size: Size) {
    for rules in small_rule_sets() {
        let catalogue = brute::catalogue(&rules);
        // A full table would have too many choices of group owners.
        let (sets, rack) = if rules.has_group_owners() || rules.has_special_jokers() {
            (3, 6)
        } else {
            (4, 7)
        };
        let most = if brute::may_give_up(&rules) {
            size.round
        } else {
            usize::MAX
        };
        let asked = size.brute.max(size.lists).min(most);
        let mut given_up = 0;
        for i in 0..asked {
            let mut proven = true;
            let sets = below(sets + 1) as usize;
            let (table, position) = random_position_with(&rules, sets, rack, below);
            if i < size.brute {
                proven &= brute::check(solver, &rules, &catalogue, &table, &position, below);
            }
            if i < size.lists {
                proven &= brute::check_lists(solver, &rules, &catalogue, &position, below);
            }
            given_up += usize::from(!proven);
        }
        let most = size.given_up * asked / 100;
        assert!(
            given_up <= most,
            "it gave up on {given_up} of {asked} positions, {most} were allowed: {rules:?}"
        );
    }
}

/// The exact numbers of completely playable multisets (docs/solver.md#exact-counts): (values,
/// colours, copies, jokers in the multiset), and the number.
pub const COUNTS: [([u8; 4], u64); 7] = [
    ([4, 3, 1, 0], 88),
    ([5, 3, 1, 0], 506),
    ([4, 4, 1, 0], 1942),
    ([3, 3, 2, 0], 87),
    ([4, 3, 1, 1], 591),
    ([4, 3, 1, 2], 1665),
    ([3, 4, 1, 2], 2231),
];

/// Counts the playable multisets of those entries of [`COUNTS`] that ask about at most `largest`
/// multisets.
pub fn counts(solver: &mut dyn Solver, largest: u64) {
    for ([values, colours, copies, jokers], expected) in COUNTS {
        if (u64::from(copies) + 1).pow(u32::from(values * colours)) > largest {
            continue;
        }
        let options = format!("values={values} colours={colours} copies={copies} jokers={jokers}");
        let free = "hand=1 max_jokers_per_set=none max_run_len=none";
        let rules = rules("original", &format!("{options} {free}"));
        let playable = multisets(&rules)
            .filter(|table| is_playable(solver, &rules, table))
            .count() as u64;
        assert_eq!(playable, expected, "{options}");
    }
}

fn is_playable(solver: &mut dyn Solver, rules: &RuleSet, table: &TileCounts) -> bool {
    let position = Position {
        table: *table,
        rack: TileCounts::EMPTY,
        opened: true,
        ..Position::default()
    };
    !matches!(
        solver.solve(rules, &position, &Goal::Tiles),
        Ok(Answer::Infeasible)
    )
}

/// Every multiset of number tiles, each together with all jokers of the rule set.
fn multisets(rules: &RuleSet) -> impl Iterator<Item = TileCounts> {
    let kinds: Vec<_> = rules.kinds().filter(|tile| !tile.is_joker()).collect();
    let base = usize::from(rules.copies) + 1;
    let jokers = rules.jokers.classic;
    (0..base.pow(kinds.len() as u32)).map(move |mut index| {
        let mut tiles: Vec<_> =
            std::iter::repeat_n(rummilab_core::Tile::JOKER, usize::from(jokers)).collect();
        for tile in &kinds {
            tiles.extend(std::iter::repeat_n(*tile, index % base));
            index /= base;
        }
        tiles.into_iter().collect()
    })
}
