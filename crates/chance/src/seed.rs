//! The origin of every random number of a run: the master seed and an optional salt.

use std::fmt;
use std::str::FromStr;

/// The master seed of a run and its salt, from which all keys are derived.
///
/// ```
/// use rummilab_chance::{Key, Salt, Seed};
///
/// let salt: Salt = "5a".repeat(32).parse()?;
/// let salted = Seed { salt: Some(salt), ..Seed::from(7) };
/// assert_ne!(Key::deal(salted, 0, 0), Key::deal(7, 0, 0));
/// # Ok::<(), rummilab_chance::NotHex>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed {
    pub master: u64,
    pub salt: Option<Salt>,
}

impl From<u64> for Seed {
    /// This master seed without a salt.
    fn from(master: u64) -> Self {
        Self { master, salt: None }
    }
}

/// 32 secret bytes in addition to a master seed.
///
/// A master seed chosen by a person can be guessed: with one number derived from it, or one rack, a
/// program can try seeds until one fits. A salt cannot be found by trying. So what a bot sees says
/// nothing about the tiles that it does not see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Salt([u8; 32]);

impl Salt {
    /// The salt with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the salt.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A new salt from the random numbers of the operating system, different each time.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    #[cfg(feature = "system")]
    pub fn random() -> std::io::Result<Self> {
        use rand::TryRng;

        let mut bytes = [0; 32];
        let filled = rand::rngs::SysRng.try_fill_bytes(&mut bytes);
        filled.map_err(|cause| std::io::Error::other(cause.to_string()))?;
        Ok(Self(bytes))
    }
}

/// Reads the display form of a [`Salt`].
impl FromStr for Salt {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        read_hex(text).map(Self)
    }
}

/// Prints the salt as 64 hexadecimal digits.
impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Salt({self})")
    }
}

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHex;

impl fmt::Display for NotHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 64 hexadecimal digits")
    }
}

impl std::error::Error for NotHex {}

/// The 32 bytes of 64 hexadecimal digits.
pub(crate) fn read_hex(text: &str) -> Result<[u8; 32], NotHex> {
    let digits: Vec<u8> = text
        .chars()
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()
        .ok_or(NotHex)?;
    let bytes: Vec<u8> = digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect();
    let bytes = <[u8; 32]>::try_from(bytes).map_err(|_| NotHex)?;
    // 63 digits would also make 32 chunks.
    if digits.len() == 64 {
        Ok(bytes)
    } else {
        Err(NotHex)
    }
}

/// Two hexadecimal digits for each byte.
pub(crate) fn write_hex(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}
