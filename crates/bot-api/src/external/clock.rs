//! The time that an external bot may use.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Added to every deadline, for the work of the machine itself.
pub const GRACE: Duration = Duration::from_millis(20);

/// Without a clock, a bot that is silent for this long counts as hanging.
pub const WATCHDOG: Duration = Duration::from_secs(600);

/// Time for a bot to introduce itself.
pub(super) const STARTUP: Duration = Duration::from_secs(10);

/// Time for a bot to begin a game.
pub(super) const NEW_GAME: Duration = Duration::from_secs(5);

/// Time for a bot to acknowledge the end of a game. Missing it has no effect on that game.
pub(super) const GAME_OVER: Duration = Duration::from_secs(1);

/// The time that a bot has in each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for each answer; `None` for no clock: then only [`WATCHDOG`] ends the wait. Zero if
    /// every answer is paid from the bank, as in engine tournaments.
    pub per_move: Option<Duration>,
    /// Additional time for the whole game.
    pub bank: Duration,
    /// What each move adds to the bank when it is over.
    pub increment: Duration,
}

impl TimeControl {
    /// No clock.
    pub const NONE: TimeControl = TimeControl {
        per_move: None,
        bank: Duration::ZERO,
        increment: Duration::ZERO,
    };

    /// The time for the next answer, given the rest of the bank.
    pub(super) fn allowance(&self, bank: Duration) -> Duration {
        self.per_move.map_or(WATCHDOG, |time| time + bank)
    }

    /// The rest of the bank after an answer that took this time.
    pub(super) fn left(&self, bank: Duration, taken: Duration) -> Duration {
        let beyond = self.per_move.map(|time| taken.saturating_sub(time));
        bank.saturating_sub(beyond.unwrap_or_default())
    }
}

/// A text that is not a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected `none`; or milliseconds a move and, after `+`, for the whole game, such as \
     1000+10000; or a time for the whole game and an increment a move, such as game=60s,inc=0.5s \
     (each at most {MOST_MS} ms)"
)]
pub struct NoClock;

/// Largest number of milliseconds of a clock: an hour.
const MOST_MS: u64 = 3_600_000;

/// Reads `none`; or milliseconds a move, optionally followed by `+` and milliseconds for the whole
/// game; or `game=TIME`, optionally with `,inc=TIME`: a time for the whole game, and an increment
/// after each move. Such a time is a number of milliseconds, or has the unit `s` or `ms`.
///
/// ```
/// use rummilab_bot_api::external::TimeControl;
///
/// let clock: TimeControl = "1000+10000".parse().unwrap();
/// assert_eq!(clock, TimeControl::default());
/// assert_eq!("200".parse::<TimeControl>().unwrap().to_string(), "200+0");
/// assert_eq!("none".parse::<TimeControl>().unwrap(), TimeControl::NONE);
/// let fischer: TimeControl = "game=60s,inc=0.5s".parse().unwrap();
/// assert_eq!(fischer.to_string(), "game=60000,inc=500");
/// for wrong in ["0", "60s+0.5s", "game=0", "inc=500", "game=1s,game=2s", "game=0.0001s"] {
///     assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
/// }
/// ```
impl FromStr for TimeControl {
    type Err = NoClock;

    fn from_str(text: &str) -> Result<TimeControl, NoClock> {
        if text == "none" {
            return Ok(TimeControl::NONE);
        }
        if text.contains('=') {
            return game_clock(text);
        }
        let (per_move, bank) = text.split_once('+').unwrap_or((text, "0"));
        let per_move = Some(ms(per_move)?).filter(|time| !time.is_zero());
        Ok(TimeControl {
            per_move: Some(per_move.ok_or(NoClock)?),
            bank: ms(bank)?,
            increment: Duration::ZERO,
        })
    }
}

fn ms(text: &str) -> Result<Duration, NoClock> {
    let ms = text.trim().parse().ok().filter(|ms| *ms <= MOST_MS);
    ms.map(Duration::from_millis).ok_or(NoClock)
}

/// Milliseconds, or a number with its unit: `500`, `500ms`, `0.5s`.
fn time(text: &str) -> Result<Duration, NoClock> {
    let text = text.trim();
    let Some(seconds) = text.strip_suffix('s').filter(|rest| !rest.ends_with('m')) else {
        return ms(text.strip_suffix("ms").unwrap_or(text));
    };
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !(digits(whole) && digits(part) && part.len() <= 3) {
        return Err(NoClock);
    }
    ms(&format!("{whole}{part:0<3}"))
}

/// The clock of a whole game: `game=TIME[,inc=TIME]`.
fn game_clock(text: &str) -> Result<TimeControl, NoClock> {
    let (mut game, mut increment) = (None, None);
    for setting in text.split(',') {
        let (key, value) = setting.split_once('=').ok_or(NoClock)?;
        let place = match key.trim() {
            "game" => &mut game,
            "inc" => &mut increment,
            _ => return Err(NoClock),
        };
        if place.replace(time(value)?).is_some() {
            return Err(NoClock);
        }
    }
    Ok(TimeControl {
        per_move: Some(Duration::ZERO),
        bank: game.filter(|game| !game.is_zero()).ok_or(NoClock)?,
        increment: increment.unwrap_or_default(),
    })
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.per_move {
            None => f.write_str("none"),
            Some(Duration::ZERO) if self.increment.is_zero() => {
                write!(f, "game={}", millis(self.bank))
            }
            Some(Duration::ZERO) => {
                let (game, increment) = (millis(self.bank), millis(self.increment));
                write!(f, "game={game},inc={increment}")
            }
            Some(time) => write!(f, "{}+{}", millis(time), millis(self.bank)),
        }
    }
}

impl Default for TimeControl {
    /// One second a move and ten additional seconds for each game.
    fn default() -> TimeControl {
        TimeControl {
            per_move: Some(Duration::from_secs(1)),
            bank: Duration::from_secs(10),
            increment: Duration::ZERO,
        }
    }
}

/// Whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bank_pays_what_is_beyond_the_move() {
        let clock = TimeControl::default();
        let (bank, ms) = (clock.bank, Duration::from_millis);
        assert_eq!(clock.left(bank, ms(400)), bank);
        assert_eq!(clock.left(bank, ms(3000)), ms(8000));
        assert_eq!(clock.left(ms(500), ms(3000)), Duration::ZERO);
        assert_eq!(clock.allowance(ms(500)), ms(1500));
        assert_eq!(TimeControl::NONE.allowance(Duration::ZERO), WATCHDOG);
        assert_eq!(
            TimeControl::NONE.left(Duration::ZERO, ms(9)),
            Duration::ZERO
        );
    }
}
