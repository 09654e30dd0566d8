//! What tells the headers of two runs apart.

use crate::types::Header;

/// In what the header of a record differs from another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// The rules.
    #[error("rule set")]
    Rules,
    /// The seats.
    #[error("number of players")]
    Players,
    /// The master seed.
    #[error("seed")]
    Seed,
    /// The salt, or that there is one.
    #[error("salt")]
    Salt,
    /// Which bots play.
    #[error("list of bots")]
    Bots,
    /// Something else of the plan.
    #[error("plan")]
    Plan,
    /// Name or version of the program.
    #[error("build")]
    Build,
    /// A bot that behaves in another way.
    #[error("version of {bot}: {} and {}", version(*.found), version(*.wanted))]
    Version {
        /// The label of the bot.
        bot: String,
        /// Its version in the one header.
        found: Option<u32>,
        /// Its version in the other.
        wanted: Option<u32>,
    },
    /// The format of the file, which blocks are not added to.
    #[error("format")]
    Format,
    /// The file ends within a header that is another.
    #[error("header")]
    Header,
}

fn version(number: Option<u32>) -> String {
    number.map_or_else(|| "unknown".to_owned(), |number| number.to_string())
}

fn names(header: &Header) -> impl Iterator<Item = (&str, &str)> {
    let bots = header.bots.iter();
    bots.map(|bot| (bot.label.as_str(), bot.canonical.as_str()))
}

impl Difference {
    /// The first difference of the headers of two runs.
    pub fn of(found: &Header, wanted: &Header) -> Option<Difference> {
        let fields = [
            (Difference::Rules, found.rules == wanted.rules),
            (Difference::Players, found.players == wanted.players),
            (Difference::Seed, found.seed == wanted.seed),
            (Difference::Bots, names(found).eq(names(wanted))),
            (Difference::Plan, found.plan_hash == wanted.plan_hash),
            (Difference::Salt, found.salt == wanted.salt),
            (Difference::Plan, found.plan == wanted.plan),
            (Difference::Build, found.build == wanted.build),
        ];
        let other = fields.into_iter().find(|(_, same)| !same);
        other.map(|(field, _)| field).or_else(|| {
            let mut pairs = found.bots.iter().zip(&wanted.bots);
            let (found, wanted) = pairs.find(|(found, wanted)| found.version != wanted.version)?;
            Some(Difference::Version {
                bot: found.label.clone(),
                found: found.version,
                wanted: wanted.version,
            })
        })
    }
}
