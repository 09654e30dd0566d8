//! The differences between the headers of two runs.

use crate::program::identities;
use crate::types::{BotEntry, Header};

/// A way in which two headers differ.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    #[error("rule set")]
    Rules,
    #[error("number of players")]
    Players,
    #[error("seed")]
    Seed,
    /// The salt, or whether there is one.
    #[error("salt")]
    Salt,
    #[error("list of bots")]
    Bots,
    /// Another part of the plan.
    #[error("plan")]
    Plan {
        /// The text of the plan in the header found.
        found: String,
        /// The text of the plan in the header wanted.
        wanted: String,
    },
    /// The number of deals alone: one run, of which one record wants more than the other.
    #[error("number of deals")]
    Deals {
        /// The text of the plan in the header found.
        found: String,
        /// The text of the plan in the header wanted.
        wanted: String,
    },
    /// Name or version of the program.
    #[error("build")]
    Build,
    /// A bot with another version of its behaviour.
    #[error("version of {bot}: {} and {}", version(*.found), version(*.wanted))]
    Version {
        /// The label of the bot.
        bot: String,
        /// Its version in the header found.
        found: Option<u32>,
        /// Its version in the header wanted.
        wanted: Option<u32>,
    },
    /// A bot that is a program, with another identity.
    #[error("program of {bot}: {found}, not {wanted}")]
    Program {
        /// The canonical name of the bot.
        bot: String,
        /// The programs in the header found, in words.
        found: String,
        /// The programs in the header wanted, in words.
        wanted: String,
    },
    /// The file ends within a header, and that header is another.
    #[error("header")]
    Header,
}

fn version(number: Option<u32>) -> String {
    number.map_or_else(|| "unknown".to_owned(), |number| number.to_string())
}

fn names(header: &Header) -> impl Iterator<Item = (&str, &str)> {
    let bots = header.bots.iter();
    // A program may be called by the name that it says, which is part of its identity.
    bots.map(|bot| {
        let is_program = !bot.programs.is_empty();
        let label = if is_program {
            &bot.canonical
        } else {
            &bot.label
        };
        (label.as_str(), bot.canonical.as_str())
    })
}

impl Difference {
    /// The first difference between the headers of two runs.
    pub fn of(found: &Header, wanted: &Header) -> Option<Difference> {
        let plan = || Difference::Plan {
            found: found.plan.clone(),
            wanted: wanted.plan.clone(),
        };
        let fields = [
            (Difference::Rules, found.rules == wanted.rules),
            (Difference::Players, found.players == wanted.players),
            (Difference::Seed, found.seed == wanted.seed),
            (Difference::Bots, names(found).eq(names(wanted))),
            (plan(), found.plan_hash == wanted.plan_hash),
            (Difference::Salt, found.salt == wanted.salt),
        ];
        // The plans name the programs; then their hash leaves out the number of deals alone.
        let deals = Difference::Deals {
            found: found.plan.clone(),
            wanted: wanted.plan.clone(),
        };
        let others = [
            (deals, found.plan == wanted.plan),
            (Difference::Build, found.build == wanted.build),
        ];
        let first = |fields: Vec<(Difference, bool)>| {
            let other = fields.into_iter().find(|(_, same)| !same);
            other.map(|(field, _)| field)
        };
        let mut bots = found.bots.iter().zip(&wanted.bots);
        first(fields.into())
            .or_else(|| bots.clone().find_map(programs))
            .or_else(|| first(others.into()))
            .or_else(|| bots.find_map(versions))
    }
}

/// The difference of the programs that played as a bot.
fn programs((found, wanted): (&BotEntry, &BotEntry)) -> Option<Difference> {
    (found.programs != wanted.programs).then(|| Difference::Program {
        bot: found.canonical.clone(),
        found: identities(&found.programs),
        wanted: identities(&wanted.programs),
    })
}

/// The difference of the versions of a bot.
fn versions((found, wanted): (&BotEntry, &BotEntry)) -> Option<Difference> {
    (found.version != wanted.version).then(|| Difference::Version {
        bot: found.label.clone(),
        found: found.version,
        wanted: wanted.version,
    })
}
