//! Every random number of rummilab: a key for each purpose, and the stream of numbers behind it.
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! A random number here is a pure function of a [`Seed`] (the master seed, and a salt if there is
//! one), a [`Domain`] and what that domain needs (a block, a seat, …). Nothing depends on the order
//! in which games are played, so threads, shards and resumed runs see the same numbers. Another
//! program can repeat every one of them: [`key`] states the byte layout of a key, [`stream`] how
//! its numbers are drawn.
//!
//! ```
//! use rummilab_chance::{Key, Stream};
//!
//! let mut tiles: Vec<u32> = (0..106).collect();
//! Stream::new(Key::deal(1, 0, 0)).shuffle(&mut tiles);
//! assert_eq!(tiles[..5], [57, 90, 44, 47, 56]);
//! ```

pub mod key;
mod seed;
pub mod stream;

pub use key::{DealId, Domain, Field, Key};
pub use seed::{NotHex, Salt, Seed};
pub use stream::Stream;
