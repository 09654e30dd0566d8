//! Every random number of rummilab: a key for each purpose, and the stream of numbers behind it.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! A random number here is a pure function of a [`Seed`] (the master seed and an optional salt), a
//! [`Domain`], and the domain's fields (a block, a seat, …). It does not depend on the order of
//! games, so threads, shards and resumed runs see the same numbers. Another program can reproduce
//! all of them: [`key`] states the byte layout of a key, [`stream`] the way its numbers are drawn.
//!
//! ```
//! use rummilab_chance::{Key, Stream};
//!
//! let mut tiles: Vec<u32> = (0..106).collect();
//! Stream::new(Key::deal(1, 0, 0)).shuffle(&mut tiles);
//! assert_eq!(tiles[..5], [57, 90, 44, 47, 56]);
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

pub mod key;
mod seed;
pub mod stream;

pub use key::{DealId, Domain, Field, Key};
pub use seed::{NotHex, Salt, Seed};
pub use stream::Stream;
