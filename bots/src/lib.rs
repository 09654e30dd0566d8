//! Rummikub strategies, one file each (docs/strategy.md#reference-bots), the list of all of them
//! ([`roster`]), and the notation for them ([`spec`]). Refuses to count time: budgets are work.
//! Sees no more than a [`View`](rummilab_bot_api::View), unless the name of the bot says `sees=`.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_bots::BotSpec;
//!
//! let bot: BotSpec = "hold:empty=dump,h=3".parse().unwrap();
//! assert_eq!(bot.to_string(), "hold:h=3"); // defaults are left out
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod ahead;
mod bounded;
mod champion;
mod champion_settings;
mod dump;
pub mod endgame;
mod entry;
mod facts;
mod faulty;
mod greedy;
mod hold;
mod hold_joker;
mod human;
mod keep;
mod last_round;
pub mod learnt;
mod opening;
mod parts;
pub mod plan;
mod player;
mod random;
pub mod respond;
pub mod rollout;
pub mod roster;
mod scripted;
mod shared;
mod single;
pub mod solvers;
pub mod spec;
pub mod standoff;
mod value;
pub mod variants;

pub use ahead::AheadEffort;
pub use champion::{Champion, ChampionSettings};
pub use endgame::Endgame;
pub use facts::{Facts, TurnFacts};
pub use faulty::{Fault, Faulty};
pub use greedy::Greedy;
pub use hold::{EmptyPoolPolicy, Hold, HoldSettings};
pub use hold_joker::HoldJoker;
pub use human::Human;
pub use keep::{Keep, Spare};
pub use opening::Opening;
pub use player::Player;
pub use random::Random;
pub use rollout::{Base, Rollout, RolloutSettings};
pub use scripted::Scripted;
pub use single::Single;
pub use spec::{BotSpec, RosterError};
pub use value::Weighing;
