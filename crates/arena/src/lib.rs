//! Deals, seatings, blocks, parallel seeded play and resuming. The crate depends on no bots or
//! solvers, which the caller provides through [`Players`], and draws no conclusions: its results
//! are records.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! A [`PlanSpec`] is a plan as written, a [`Plan`] has passed every check. Its [`Schedule`] gives
//! the match-ups and their seatings. [`run`] plays the blocks on any number of threads with the
//! same result, and delivers them in order. In a club tournament the pairings depend on results;
//! there [`run_club`] plays one round after the other.
//!
//! ```
//! use rummilab_arena::{Plan, PlanSpec};
//! use rummilab_core::Seat;
//!
//! let bots = vec!["hold".to_owned(), "greedy".to_owned()];
//! let plan = Plan::new(&PlanSpec { bots, deals: 10, ..PlanSpec::default() }).unwrap();
//! assert_eq!(plan.blocks(), 10); // of two games each, one for each seating
//! let (deal, _) = plan.deal(0_u64).unwrap();
//! assert_eq!(deal.racks[Seat(0)].len(), 14);
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod blocks;
mod clock;
mod club;
mod club_draw;
mod conformance;
mod deal;
mod design;
mod error;
mod game;
mod pairing;
mod person;
mod plan;
mod plan_checks;
mod run;
mod run_club;
mod schedule;
mod spec;
mod stop;
mod think_time;
mod union;
mod what_if;
mod worker;

pub use blocks::{Blocks, MissingBlocks, Span};
pub use clock::{Clock, system_clock};
pub use club::{Club, ClubState, DEFAULT_ROUNDS, MAX_ROUNDS};
pub use club_draw::ClubDraw;
pub use conformance::{ConformanceCheck, ConformanceError};
pub use deal::{Draws, deal, deal_attempt, put_back_place};
pub use error::{HarnessError, MAX_BOTS, PlanError, PlanFault, PlayersError, RunError};
pub use game::{FaultPolicy, GameInProgress, Referee, Seated, Setup, play_game};
pub use person::{PersonError, Recorded, may_redeal};
pub use plan::{Plan, labels};
pub use rummilab_bot_api::StopFlag;
pub use run::{Progress, RunEnd, run};
pub use run_club::{ClubPart, run_club};
pub use schedule::{Format, Matchup, Schedule};
pub use spec::{
    DEFAULT_DEALS, DEFAULT_MATCHUPS, PlanSpec, RulesEntry, SprtSpec, SprtUnit, StopSpec, split_name,
};
pub use stop::{FEWEST_DEALS, Stop, StopCondition, StopMetric};
pub use think_time::{PhaseTimes, ThinkTime};
pub use union::Translation;
pub use what_if::Change;
pub use worker::{Played, Players, Worker, bot_stream};
