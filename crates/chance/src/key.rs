//! Keys: each purpose has its own stream of random numbers.
//!
//! # Byte layout
//!
//! A key is the 32-byte output of BLAKE3 in its key derivation mode (`derive_key`) with the context
//! string `rummilab chance v1` over this material, without separators or padding:
//!
//! 1. the master seed, encoded as a number;
//! 2. the salt, encoded as bytes; omitted if there is none;
//! 3. the tag of the domain ([`Domain::tag`]), encoded as a text;
//! 4. each field in order, encoded by its type.
//!
//! | value  | encoding                                                                     |
//! |--------|------------------------------------------------------------------------------|
//! | number | byte `0x01`, then 8 bytes, least significant first                           |
//! | text   | byte `0x02`, then its length in bytes (8 bytes, least significant first), then its UTF-8 bytes |
//! | bytes  | byte `0x03`, then as a text                                                  |
//!
//! Every value encodes its type and length, so no two lists of fields give the same material.
//!
//! # Fields of each domain
//!
//! | constructor        | tag         | fields                                        |
//! |--------------------|-------------|-----------------------------------------------|
//! | [`Key::deal`]      | `deal`      | deal, attempt                                 |
//! |                    | `game-deal` | block, game, attempt                          |
//! | [`Key::bot`]       | `bot`       | canonical bot name (text), seat, deal         |
//! |                    | `game-bot`  | canonical bot name (text), seat, block, game  |
//! | [`Key::put_back`]  | `put-back`  | deal, seat, returns                           |
//! |                    | `game-put-back` | block, game, seat, returns                |
//! | [`Key::club`]      | `club`      | round                                         |
//! | [`Key::schedule`]  | `schedule`  | none                                          |
//! | [`Key::bootstrap`] | `bootstrap` | none                                          |
//! | [`Key::sample`]    | `sample`    | purpose (text), number of the sample          |
//!
//! If a purpose has two rows, the second is for a [`DealId::Game`].
//!
//! The resamples of statistics ([`Key::bootstrap`], some of [`Key::sample`]) are drawn after the
//! games by any reader of the record, so they use the master seed without its salt.

use std::fmt;

use crate::seed::{NotHex, Seed, read_hex, write_hex};

/// The BLAKE3 key derivation context. A change of the layout above needs a new version here.
const CONTEXT: &str = "rummilab chance v1";

/// A deal of a run: the games that share its tiles, and their random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DealId {
    /// The deal with this number, which all match-ups play.
    Deal(u64),
    /// The deal of one game, in a block whose games have their own deals.
    Game {
        block: u64,
        /// The game, counted in its block from 0.
        game: u32,
    },
}

impl DealId {
    /// The number of the deal; of its block, if the games of a block have their own.
    #[must_use]
    pub const fn of(self) -> u64 {
        match self {
            Self::Deal(number) | Self::Game { block: number, .. } => number,
        }
    }

    /// The index of the deal in its block.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Deal(_) => 0,
            Self::Game { game, .. } => game,
        }
    }
}

impl From<u64> for DealId {
    /// The deal with this number.
    fn from(number: u64) -> Self {
        Self::Deal(number)
    }
}

/// The purpose of a stream of random numbers. Streams of different domains are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Domain {
    /// The shuffle of the tiles of a deal.
    Deal,
    /// The shuffle of a deal that belongs to a single game of a block.
    GameDeal,
    Bot,
    /// The place of a tile put back into the pool.
    PutBack,
    /// A bot's private choices in one game, in a block whose games have their own deals.
    GameBot,
    /// The place of a tile put back in such a game.
    GamePutBack,
    Schedule,
    /// The lots of a club tournament: the tables of round 1 and the seat letters.
    Club,
    /// The resamples of a bootstrap.
    Bootstrap,
    /// Random positions outside games: analyses, corpora, benchmarks.
    Sample,
}

impl Domain {
    /// The text for the domain in the key material.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Deal => "deal",
            Self::GameDeal => "game-deal",
            Self::Bot => "bot",
            Self::PutBack => "put-back",
            Self::GameBot => "game-bot",
            Self::GamePutBack => "game-put-back",
            Self::Schedule => "schedule",
            Self::Club => "club",
            Self::Bootstrap => "bootstrap",
            Self::Sample => "sample",
        }
    }
}

/// One value that goes into a key, after the seed and the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field<'a> {
    /// A number: a block, a seat, a counter.
    U64(u64),
    Text(&'a str),
}

/// The 32 bytes that seed one [`Stream`](crate::Stream).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// Derives a key; the module documentation states the bytes. Prefer the constructors below,
    /// which always use the right fields for their domain.
    #[must_use]
    pub fn derive(seed: impl Into<Seed>, domain: Domain, fields: &[Field<'_>]) -> Self {
        let Seed { master, salt } = seed.into();
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        absorb(&mut hasher, Field::U64(master));
        if let Some(salt) = salt {
            absorb_bytes(&mut hasher, 3, salt.as_bytes());
        }
        absorb(&mut hasher, Field::Text(domain.tag()));
        for &field in fields {
            absorb(&mut hasher, field);
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// A deal. `attempt` is 0 for the first and grows by 1 with each redeal.
    #[must_use]
    pub fn deal(seed: impl Into<Seed>, deal: impl Into<DealId>, attempt: u32) -> Self {
        let domains = [Domain::Deal, Domain::GameDeal];
        let attempt = Field::U64(attempt.into());
        Self::of_deal(seed, domains, &[], deal.into(), &[attempt])
    }

    /// The private stream of the bot in `seat` (from 0) in the games with this deal.
    ///
    /// `canonical_name` is the name without a `#k` suffix, so that equal bots choose equally.
    #[must_use]
    pub fn bot(
        seed: impl Into<Seed>,
        canonical_name: &str,
        seat: usize,
        deal: impl Into<DealId>,
    ) -> Self {
        let domains = [Domain::Bot, Domain::GameBot];
        let bot = [Field::Text(canonical_name), Field::U64(seat as u64)];
        Self::of_deal(seed, domains, &bot, deal.into(), &[])
    }

    /// The place of a tile that `seat` (from 0) puts back in a game with this deal.
    ///
    /// `returns` is the number of tiles that this seat has put back before in the game.
    #[must_use]
    pub fn put_back(
        seed: impl Into<Seed>,
        deal: impl Into<DealId>,
        seat: usize,
        returns: u32,
    ) -> Self {
        let domains = [Domain::PutBack, Domain::GamePutBack];
        let tile = [Field::U64(seat as u64), Field::U64(returns.into())];
        Self::of_deal(seed, domains, &[], deal.into(), &tile)
    }

    /// A key whose fields include those of a deal. The domains are the one for a deal that all
    /// match-ups play, and the one for a deal of a single game.
    fn of_deal(
        seed: impl Into<Seed>,
        [of_deal, of_game]: [Domain; 2],
        before: &[Field<'_>],
        deal: DealId,
        after: &[Field<'_>],
    ) -> Self {
        let number = Field::U64(deal.of());
        let (domain, fields) = match deal {
            DealId::Deal(_) => (of_deal, vec![number]),
            DealId::Game { game, .. } => (of_game, vec![number, Field::U64(game.into())]),
        };
        Self::derive(seed, domain, &[before, &fields, after].concat())
    }

    /// The lots of a round (from 0) of a club tournament; the final is the round after the last.
    #[must_use]
    pub fn club(seed: impl Into<Seed>, round: u64) -> Self {
        Self::derive(seed, Domain::Club, &[Field::U64(round)])
    }

    /// The draw of match-ups if not all are played.
    #[must_use]
    pub fn schedule(seed: impl Into<Seed>) -> Self {
        Self::derive(seed, Domain::Schedule, &[])
    }

    /// The resamples of bootstrap intervals. All intervals of a run share them.
    #[must_use]
    pub fn bootstrap(seed: impl Into<Seed>) -> Self {
        Self::derive(seed, Domain::Bootstrap, &[])
    }

    /// A random position or rack outside games: sample `number` for `purpose`.
    #[must_use]
    pub fn sample(seed: impl Into<Seed>, purpose: &str, number: u64) -> Self {
        let fields = [Field::Text(purpose), Field::U64(number)];
        Self::derive(seed, Domain::Sample, &fields)
    }

    /// The key with these bytes, for a key that another process derived and wrote down. With known
    /// fields derive it instead.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the key.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Reads the display form of a [`Key`].
///
/// ```
/// use rummilab_chance::Key;
///
/// let key = Key::bot(7, "greedy", 0, 3);
/// assert_eq!(key.to_string().parse(), Ok(key));
/// assert!("9f".parse::<Key>().is_err());
/// ```
impl std::str::FromStr for Key {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        read_hex(text).map(Self)
    }
}

/// Prints the key as 64 hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

fn absorb(hasher: &mut blake3::Hasher, field: Field<'_>) {
    match field {
        Field::U64(number) => {
            hasher.update(&[1]);
            hasher.update(&number.to_le_bytes());
        }
        Field::Text(text) => absorb_bytes(hasher, 2, text.as_bytes()),
    }
}

fn absorb_bytes(hasher: &mut blake3::Hasher, kind: u8, bytes: &[u8]) {
    hasher.update(&[kind]);
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Salt;

    #[test]
    fn texts_cannot_run_into_each_other() {
        let of = |fields: &[Field<'_>]| Key::derive(1, Domain::Bot, fields);
        let split = of(&[Field::Text("ab"), Field::Text("c")]);
        assert_ne!(split, of(&[Field::Text("a"), Field::Text("bc")]));
        assert_ne!(split, of(&[Field::Text("abc")]));
        assert_ne!(of(&[Field::Text("")]), of(&[]));
    }

    #[test]
    fn a_number_is_not_the_text_of_its_bytes() {
        let bytes = u64::from_le_bytes(*b"rummikub");
        assert_ne!(
            Key::derive(1, Domain::Sample, &[Field::U64(bytes)]),
            Key::derive(1, Domain::Sample, &[Field::Text("rummikub")]),
        );
    }

    #[test]
    fn each_argument_changes_the_key() {
        let of_game = |block, game| DealId::Game { block, game };
        let salted = |byte| Seed {
            master: 7,
            salt: Some(Salt::from_bytes([byte; 32])),
        };
        let keys = [
            Key::bot(7, "greedy", 0, 1),
            Key::bot(8, "greedy", 0, 1),
            Key::bot(7, "hold", 0, 1),
            Key::bot(7, "greedy", 1, 1),
            Key::bot(7, "greedy", 1, 0),
            Key::deal(7, 0, 1),
            Key::deal(7, 1, 0),
            Key::deal(7, 0, 0),
            Key::deal(7, of_game(0, 0), 1),
            Key::deal(7, of_game(0, 1), 0),
            Key::deal(7, of_game(1, 0), 0),
            Key::put_back(7, 0, 0, 1),
            Key::put_back(7, 0, 1, 0),
            Key::put_back(7, 1, 0, 0),
            Key::put_back(7, of_game(0, 0), 0, 1),
            Key::put_back(7, of_game(0, 0), 1, 0),
            Key::bot(7, "greedy", 0, of_game(1, 0)),
            Key::bot(7, "greedy", 0, of_game(0, 1)),
            Key::club(7, 0),
            Key::club(7, 1),
            Key::schedule(7),
            Key::bootstrap(7),
            Key::sample(7, "opening", 0),
            Key::sample(7, "opening", 1),
            Key::deal(salted(0), 0, 0),
            Key::deal(salted(1), 0, 0),
            Key::bot(salted(0), "greedy", 0, 1),
            Key::put_back(salted(0), 0, 0, 1),
            Key::club(salted(0), 0),
            Key::schedule(salted(0)),
        ];
        let distinct: std::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len());
    }
}
