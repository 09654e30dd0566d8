//! The first faults of a run: bot, place and kind.

use rummilab_core::Ending;
use rummilab_record::{Block, Header, TurnRecord};
use serde::Serialize;

/// Most faults that are listed.
const MOST_NAMED: usize = 5;

/// The first five faults of a run, and the number of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FaultList {
    pub named: Vec<NamedFault>,
    pub total: u64,
}

impl FaultList {
    /// Adds the faults of a block; push blocks in order.
    pub fn push(&mut self, header: &Header, block: &Block) {
        for fault in named_faults(header, block) {
            self.total += 1;
            if self.named.len() < MOST_NAMED {
                self.named.push(fault);
            }
        }
    }
}

/// A fault of a bot, or a game that reached the limit of turns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedFault {
    /// The label of the bot; null for an endless game, for which no bot is responsible.
    pub bot: Option<String>,
    /// `illegal`, `timeout`, `crash`, `protocol` or `endless`.
    pub kind: &'static str,
    pub block: u64,
    /// The game of the block.
    pub game: usize,
    /// The turn of the game, from 0; if the fault ended the game, the turn that was not finished.
    pub turn: usize,
    /// A description; not repeated when this is part of another file, because the record holds it.
    #[serde(skip)]
    pub detail: String,
}

/// The faults of a block, in the order of its games and their turns.
fn named_faults<'a>(header: &'a Header, block: &'a Block) -> impl Iterator<Item = NamedFault> + 'a {
    block
        .games
        .iter()
        .enumerate()
        .flat_map(move |(number, game)| {
            let refused = game.turns.iter().enumerate();
            let refused = refused.filter_map(|(turn, record)| match record {
                TurnRecord::Refused(fault) => Some((turn, fault)),
                _ => None,
            });
            let end = game.turns.len();
            let broke_off = game.fault.as_ref().map(|fault| (end, fault));
            let faults = refused.chain(broke_off).map(move |(turn, fault)| {
                let bot = game.seating.get(fault.seat);
                let bot = bot.and_then(|bot| header.bots.get(usize::from(*bot)));
                let bot = bot.map(|bot| bot.label.clone());
                (bot, fault.kind.word(), turn, fault.detail.clone())
            });
            let endless = (None, "endless", end, String::new());
            let endless = (game.ending == Ending::Endless).then_some(endless);
            faults
                .chain(endless)
                .map(move |(bot, kind, turn, detail)| NamedFault {
                    bot,
                    kind,
                    block: block.block,
                    game: number,
                    turn,
                    detail,
                })
        })
}
