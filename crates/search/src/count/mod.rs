//! The number of playable multisets: tiles that split into legal sets with nothing left over.
//!
//! A rule set with too many is refused by name; nothing is estimated.
//!
//! There are two methods, which share no code. [`Method::Closure`] adds the sets of the catalogue
//! to each other until nothing new comes. It knows every rule system and keeps every multiset.
//!
//! [`Method::Automaton`] reads a multiset value by value and keeps the states of an automaton. It
//! knows plain runs and groups with up to two jokers: enough for the whole game without jokers, and
//! for racks with them (docs/solver.md#exact-counts).

mod automaton;
mod closure;
mod colour_order;
mod multiset;
mod open_runs;
mod partition_automaton;
mod racks;
mod state_table;

pub use partition_automaton::PartitionAutomaton;
pub use racks::{Racks, SetKinds, count_racks};
use rummilab_core::RuleSet;

/// The most multisets that [`Method::Closure`] keeps, which takes it some 600 MB.
pub const MOST_MULTISETS: usize = 4_000_000;
/// The most states that [`Method::Automaton`] keeps without jokers, and [`count_racks`] after a
/// value.
pub const MOST_STATES: usize = 1_000_000;
/// The most that it keeps with jokers unless [`CountLimits::states`] says another number. The whole
/// game has more, racks of 20 tiles have fewer.
pub const MOST_JOKER_STATES: usize = 300_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Sums of legal sets, each multiset once: every rule system, small ones only.
    Closure,
    /// A deterministic automaton over the values: plain runs, and two plain jokers at most.
    Automaton,
}

impl Method {
    /// The method for these rules and jokers: the automaton if it knows them.
    pub fn for_rules(rules: &RuleSet, jokers: u8) -> Method {
        if automaton::knows(rules, jokers) {
            Method::Automaton
        } else {
            Method::Closure
        }
    }
}

/// What a count is limited to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountLimits {
    /// The most tiles of a multiset, jokers included.
    pub tiles: usize,
    /// The most states of the automaton, which take some 4 kB each; [`MOST_STATES`] or
    /// [`MOST_JOKER_STATES`] unless given.
    pub states: Option<usize>,
}

impl CountLimits {
    /// Multisets of up to this many tiles, and the usual number of states.
    pub fn of_tiles(tiles: usize) -> CountLimits {
        CountLimits {
            tiles,
            states: None,
        }
    }
}

/// The number of multisets, by their number of tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playable {
    /// Entry n: the number of multisets with n tiles, jokers included; only the empty one has 0.
    /// The last is that of the most tiles asked about, or of all number tiles of the game and the
    /// jokers of the multisets.
    pub by_tiles: Vec<u128>,
    /// States of the automaton up to the order of the colours; `None` for a closure.
    pub states: Option<usize>,
}

impl Playable {
    /// No multiset of up to this many tiles.
    fn none(most: usize) -> Playable {
        Playable {
            by_tiles: vec![0; most + 1],
            states: None,
        }
    }

    pub fn total(&self) -> u128 {
        self.by_tiles.iter().sum()
    }
}

/// Why there is no count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The automaton knows neither wrap-around runs nor runs in steps of two, and few jokers.
    #[error(
        "the automaton counts plain runs and plain jokers: at most two with four colours and six \
         values, one with fewer, none with more than four colours or two copies"
    )]
    NotPlain,
    #[error(
        "there are more than {MOST_MULTISETS} playable multisets, too many to keep them all; \
         without jokers and with plain runs there is no such limit"
    )]
    TooMany,
    #[error("the automaton has more than {0} states; for fewer tiles it has fewer")]
    TooManyStates(usize),
    /// The number of all multisets has more than 128 bits.
    #[error("the numbers would have more than 38 digits")]
    TooLarge,
    /// The caller ended the count.
    #[error("interrupted")]
    Stopped,
}

/// The progress of a count. More may turn out to be left than is known so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountProgress {
    /// Sets added, or states whose successors are known.
    pub done: usize,
    /// Sets in all, or states known so far.
    pub known: usize,
}

/// Counts the playable multisets of this game with exactly this many jokers, of all kinds together,
/// within these limits. Owners of groups are ignored. `watch` gets the progress and may end the
/// count with `false`.
///
/// # Errors
/// [`CountError`].
///
/// ```
/// use rummilab_core::RuleSet;
/// use rummilab_search::count::{CountLimits, Method, count_playable};
///
/// let options = ["values=5", "colours=3", "copies=1", "jokers=0", "hand=1"];
/// let rules = RuleSet::preset("original").unwrap().with_options(&options).unwrap();
/// for method in [Method::Closure, Method::Automaton] {
///     let all = CountLimits::of_tiles(usize::MAX);
///     let playable = count_playable(&rules, 0, all, method, &mut |_| true).unwrap();
///     assert_eq!(playable.total(), 506);
/// }
/// ```
pub fn count_playable(
    rules: &RuleSet,
    jokers: u8,
    limits: CountLimits,
    method: Method,
    watch: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<Playable, CountError> {
    match method {
        Method::Closure => closure::count(rules, jokers, limits.tiles, watch),
        Method::Automaton if !automaton::knows(rules, jokers) => Err(CountError::NotPlain),
        Method::Automaton => automaton::count(rules, jokers, limits, watch),
    }
}
