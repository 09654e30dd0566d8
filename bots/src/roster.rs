//! The one list of all bots, one line each. Each entry is in the file of its bot.

use crate::entry::Entry;
use crate::{
    champion, dump, faulty, greedy, hold, hold_joker, human, keep, random, rollout, single, value,
};

/// Every bot, in the order in which lists show them.
pub const ROSTER: &[Entry] = &[
    greedy::ENTRY,
    value::ENTRY,
    hold::ENTRY,
    champion::ENTRY,
    hold_joker::ENTRY,
    keep::ENTRY,
    dump::ENTRY,
    human::ENTRY,
    // The page has no room for its weights.
    #[cfg(not(target_family = "wasm"))]
    crate::learnt::ENTRY,
    single::ENTRY,
    rollout::ENTRY,
    random::ENTRY,
    faulty::ENTRY,
];
