//! Names of bots: a bot of the roster with its settings, or `cmd:` and the command of a program
//! that speaks the bot protocol. A list cannot contain commands, because commands may contain
//! commas.

use std::fmt;
use std::str::FromStr;

use rummilab_arena::{PlanSpec, split_name};
use rummilab_bot_api::external::{External, TimeControl};
use rummilab_bots::BotSpec;
use rummilab_core::{NoSight, Sight};
use rummilab_record::PERSON;

use crate::error::{BotNameError, RunsError};

/// Prefix of the name of a program.
pub const PROGRAM: &str = "cmd:";
/// What stands in its place before the hidden tiles that a program is shown: `cmd(sees=racks):`.
const SEEING: &str = "cmd(sees=";

/// A bot by name; displayed in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotName {
    /// A bot of the roster.
    Roster(BotSpec),
    /// A program: its command, and the hidden tiles that it is shown.
    Program(String, Sight),
}

impl FromStr for BotName {
    type Err = BotNameError;

    fn from_str(text: &str) -> Result<BotName, BotNameError> {
        let Some(command) = program(text) else {
            return Ok(BotName::Roster(text.parse()?));
        };
        let checked = External::new(command, TimeControl::NONE, None);
        checked.map_err(|problem| BotNameError::Command(text.to_owned(), problem))?;
        let sight = match text
            .trim()
            .strip_prefix(SEEING)
            .and_then(|t| t.split_once(')'))
        {
            Some((sight, _)) => sight
                .parse()
                .map_err(|problem: NoSight| BotNameError::Sight(text.to_owned(), problem))?,
            None => Sight::NOTHING,
        };
        Ok(BotName::Program(command.to_owned(), sight))
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotName::Roster(spec) => spec.fmt(f),
            BotName::Program(command, sight) if sight.is_nothing() => {
                write!(f, "{PROGRAM}{command}")
            }
            BotName::Program(command, sight) => write!(f, "{SEEING}{sight}):{command}"),
        }
    }
}

/// A bot of a list, perhaps with a name of its own before it: `mine=cmd:python3 my.py`. Displayed
/// in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedBot {
    pub name: Option<String>,
    pub bot: BotName,
}

impl FromStr for NamedBot {
    type Err = BotNameError;

    fn from_str(text: &str) -> Result<NamedBot, BotNameError> {
        let (name, bot) = split_name(text);
        let bot: BotName = bot.parse()?;
        let of_other = |name: &&str| name.parse::<BotName>().is_ok_and(|other| other != bot);
        if let Some(name) = name.filter(of_other) {
            return Err(BotNameError::Taken(name.to_owned()));
        }
        let own = |name: &&str| *name != bot.to_string();
        Ok(NamedBot {
            name: name.filter(own).map(str::to_owned),
            bot,
        })
    }
}

impl fmt::Display for NamedBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        self.bot.fmt(f)
    }
}

/// The command line of a bot that is a program.
pub fn program(name: &str) -> Option<&str> {
    let (head, command) = name.split_once(':')?;
    let head = head.trim_start();
    let seeing = head.starts_with(SEEING) && head.ends_with(')');
    (head == "cmd" || seeing).then(|| command.trim())
}

/// Whether a bot is a program of its own.
pub fn is_program(name: &str) -> bool {
    program(name).is_some()
}

/// The canonical names of a list separated by commas.
///
/// # Errors
/// If a part is not a bot, or is a command.
pub fn parse_list(list: &str) -> Result<Vec<String>, BotNameError> {
    if let Some(piece) = list.split(',').find(|piece| is_program(piece)) {
        return Err(BotNameError::CommandInList(piece.to_owned()));
    }
    let bots = BotSpec::parse_list(list)?;
    Ok(bots.iter().map(ToString::to_string).collect())
}

/// The version of a bot's behaviour; `None` for programs, persons and the caller's own bots, whose
/// versions are unknown.
///
/// ```
/// use rummilab_runs::behaviour_version;
///
/// assert_eq!(behaviour_version("hold:h=3"), behaviour_version("hold"));
/// assert_eq!(behaviour_version("cmd:python3 mybot.py"), None);
/// ```
pub fn behaviour_version(canonical: &str) -> Option<u32> {
    let spec: BotSpec = canonical.parse().ok()?;
    Some(spec.entry().version)
}

/// Whether a bot of this name exists for everybody: a bot of the roster, a program that can be
/// started again, or the person.
pub(crate) fn is_known(name: &str) -> bool {
    name == PERSON || name.parse::<BotName>().is_ok()
}

/// Whether a record holds only the name of this bot, so that the bot cannot be asked again.
pub(crate) fn is_foreign(canonical: &str) -> bool {
    is_program(canonical) || !is_known(canonical)
}

/// Puts bots into canonical form, and gives a plan with programs the default clock if it has none.
/// Names for which `is_own` is true stay as they are.
pub(crate) fn resolve(spec: &mut PlanSpec, is_own: impl Fn(&str) -> bool) -> Result<(), RunsError> {
    for bot in &mut spec.bots {
        if !is_own(split_name(bot).1) {
            *bot = bot.parse::<NamedBot>()?.to_string();
        }
    }
    if let Some(bot) = spec.reserve.as_mut().filter(|bot| !is_own(bot)) {
        *bot = bot.parse::<BotName>()?.to_string();
    }
    if let Some(anchor) = &mut spec.anchor
        && let Ok(bot) = anchor.parse::<BotName>()
    {
        // A label such as `greedy#2` is not the name of a bot and stays.
        *anchor = bot.to_string();
    }
    let mut bots = spec.bots.iter().chain(&spec.reserve);
    let programs = bots.any(|bot| is_program(split_name(bot).1));
    match (programs, spec.clock.is_some()) {
        (true, false) => {
            spec.clock = Some(TimeControl::default().to_string());
            Ok(())
        }
        (false, true) => Err(RunsError::ClockForNobody),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn names_come_in_canonical_form() {
        let check = |text: &str, canonical: &str| {
            assert_eq!(text.parse::<BotName>().unwrap().to_string(), canonical);
        };
        check("hold:h=1", "hold");
        check(
            " cmd:  python3 my,bot.py --x=1 ",
            "cmd:python3 my,bot.py --x=1",
        );
        check("cmd:'my bot' \"a b\"", "cmd:'my bot' \"a b\"");
        check("cmd(sees=pool2+racks): x", "cmd(sees=racks+pool2):x");
        check("cmd(sees=nothing):x", "cmd:x");
        check("rollout:sees=pool1", "rollout:sees=pool1");
        check("rollout:sees=nothing", "rollout");
    }

    #[test]
    fn what_is_no_bot_is_refused_by_name() {
        let check = |text: &str, part: &str| {
            let error = text.parse::<BotName>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        check("cmd:", "there is no command");
        check("cmd(sees=rack):x", "expected nothing, racks");
        check("rollout:sees=pool0", "expected nothing, racks");
        check("hold:sees=racks", "`rollout` has it; so has any program");
        check("cmd:\"open", "a quote is not closed");
        check("gredy", "did you mean `greedy`");
        let error = parse_list("greedy,cmd:python3 x.py").unwrap_err();
        assert!(error.to_string().contains("give it alone"), "{error}");
    }

    #[test]
    fn a_name_stands_before_a_bot() {
        let check = |text: &str, canonical: &str| {
            assert_eq!(text.parse::<NamedBot>().unwrap().to_string(), canonical);
        };
        check(" mine = cmd: python3 my.py 30", "mine=cmd:python3 my.py 30");
        check("old=hold:h=1", "old=hold");
        check("hold:h=1", "hold");
        check("greedy=greedy", "greedy");
        let taken = "greedy=cmd:x".parse::<NamedBot>().unwrap_err().to_string();
        assert!(
            taken.contains("`greedy` is the name of another bot"),
            "{taken}"
        );
    }

    #[test]
    fn only_programs_have_a_clock() {
        let plan = |bots: &[&str], clock: Option<&str>| PlanSpec {
            bots: bots.iter().map(ToString::to_string).collect(),
            clock: clock.map(str::to_owned),
            ..PlanSpec::default()
        };
        let mut with = plan(&["greedy", "cmd:x"], None);
        resolve(&mut with, |_| false).unwrap();
        assert_eq!(with.clock.as_deref(), Some("1000+10000"));
        let mut none = plan(&["greedy", "cmd:x"], Some("none"));
        resolve(&mut none, |_| false).unwrap();
        assert_eq!(none.clock.as_deref(), Some("none"));
        assert!(resolve(&mut plan(&["greedy"], Some("none")), |_| false).is_err());
    }
}
