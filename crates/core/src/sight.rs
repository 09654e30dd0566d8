//! What a bot may see beyond other players, for experiments on the worth of hidden tiles. It is
//! part of the bot's name, so nobody sees more without being marked in every table.

use std::fmt;
use std::str::FromStr;

/// Most tiles of the pool that a bot may see.
const MOST_POOL: usize = 999;

/// What a bot may see that other players must not.
///
/// ```
/// use rummilab_core::Sight;
///
/// let sight: Sight = "pool2+racks".parse().unwrap();
/// assert_eq!(sight.to_string(), "racks+pool2");
/// assert_eq!(Sight::of_bot("rollout:rollouts=9,sees=racks+pool2"), sight);
/// assert_eq!(Sight::of_bot("cmd(sees=racks+pool2):python3 my.py"), sight);
/// assert_eq!(Sight::of_bot("cmd:python3 my.py --sees=racks"), Sight::NOTHING);
/// assert!("pool".parse::<Sight>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sight {
    /// Whether it sees the racks of the others.
    pub racks: bool,
    /// How many of the tiles that it draws next it sees, in their order.
    pub pool: usize,
}

/// A text that is no [`Sight`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}", expected = Sight::EXPECTED)]
pub struct NoSight;

impl Sight {
    /// No more than every player sees.
    pub const NOTHING: Sight = Sight {
        racks: false,
        pool: 0,
    };

    /// The texts that are read.
    pub const EXPECTED: &str =
        "nothing, racks, pool1 to pool999 (as many of its next tiles), or racks+pool1";

    /// The key of it among the settings of a bot.
    pub const KEY: &str = "sees";

    /// Whether it is no more than every player sees.
    pub fn is_nothing(self) -> bool {
        self == Sight::NOTHING
    }

    /// The sight of a bot by its canonical name: the setting `sees`, which stands in brackets
    /// before the command of a program.
    pub fn of_bot(canonical: &str) -> Sight {
        let (head, rest) = canonical.split_once(':').unwrap_or((canonical, ""));
        let settings = match head.split_once('(') {
            Some((_, settings)) => settings.trim_end_matches(')'),
            None if head == "cmd" => "",
            None => rest,
        };
        let sight = settings.split(',').find_map(|setting| {
            let (key, value) = setting.split_once('=')?;
            (key.trim() == Sight::KEY).then(|| value.parse().ok())?
        });
        sight.unwrap_or_default()
    }

    /// In words, such as `the racks of the others and its next 2 tiles of the pool`.
    pub fn words(self) -> String {
        let pool = match self.pool {
            0 => None,
            1 => Some("its next tile of the pool".to_owned()),
            tiles => Some(format!("its next {tiles} tiles of the pool")),
        };
        let racks = self.racks.then(|| "the racks of the others".to_owned());
        let both: Vec<String> = racks.into_iter().chain(pool).collect();
        both.join(" and ")
    }
}

impl FromStr for Sight {
    type Err = NoSight;

    fn from_str(text: &str) -> Result<Sight, NoSight> {
        let mut sight = Sight::NOTHING;
        if text == sight.to_string() {
            return Ok(sight);
        }
        for part in text.split('+').map(str::trim) {
            let tiles = part.strip_prefix("pool").and_then(|n| n.parse().ok());
            match tiles {
                Some(tiles) if sight.pool == 0 && (1..=MOST_POOL).contains(&tiles) => {
                    sight.pool = tiles;
                }
                None if part == "racks" && !sight.racks => sight.racks = true,
                _ => return Err(NoSight),
            }
        }
        Ok(sight)
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.racks, self.pool) {
            (false, 0) => f.write_str("nothing"),
            (true, 0) => f.write_str("racks"),
            (false, tiles) => write!(f, "pool{tiles}"),
            (true, tiles) => write!(f, "racks+pool{tiles}"),
        }
    }
}
