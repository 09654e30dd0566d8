//! The one list of all bots, one line each. Each entry is in the file of its bot.

use crate::entry::Entry;
use crate::{
    champion, dump, faulty, greedy, hold, hold_joker, human, keep, learnt, random, rollout, single,
    value,
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
    learnt::ENTRY,
    single::ENTRY,
    rollout::ENTRY,
    random::ENTRY,
    faulty::ENTRY,
];
