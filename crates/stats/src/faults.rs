//! The first faults of a run: bot, place and kind.

use rummilab_core::Ending;
use rummilab_record::{Block, BotEntry};
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
    /// Adds the faults of a block of these bots; push blocks in order.
    pub fn push(&mut self, bots: &[BotEntry], block: &Block) {
        for fault in faults_of(bots, block) {
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

/// The faults of a block of these bots, in the order of its games and their turns.
pub fn faults_of<'a>(
    bots: &'a [BotEntry],
    block: &'a Block,
) -> impl Iterator<Item = NamedFault> + 'a {
    let games = block.games.iter().enumerate();
    games.flat_map(move |(number, game)| {
        let end = game.turns.len();
        let faults = (0..=end).filter_map(move |turn| Some((turn, game.fault_on(turn)?)));
        let faults = faults.map(move |(turn, fault)| {
            let bot = game.seating.get(fault.seat);
            let bot = bot.and_then(|bot| bots.get(usize::from(*bot)));
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
