//! Recorded games for replay: read from a file, or played by bots for a spectator.

use rummilab_arena::{StopFlag, Worker};
use rummilab_core::{CouldPlay, Seat};
use rummilab_record::{Block, Header, Reader, RecordedGame, ReplayLine, replay};
use serde::{Deserialize, Serialize};

use super::Parts;
use super::error::RequestError;
use super::game::{NewGame, plan_of};

/// Most games that are listed.
const MOST_LISTED: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordBytes {
    bytes: Vec<u8>,
}

/// The number of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhichGame {
    pub(super) block: u64,
    pub(super) game: usize,
}

pub struct OpenRecord {
    header: Header,
    blocks: Vec<Block>,
}

/// The games of a record.
#[derive(Serialize)]
pub struct GameList {
    rules: String,
    games: Vec<ListedGame>,
    /// Number of games that are not listed.
    more: usize,
}

#[derive(Serialize)]
struct ListedGame {
    block: u64,
    game: usize,
    bots: Vec<String>,
    turns: usize,
    winners: Vec<usize>,
}

/// A game turn by turn.
#[derive(Serialize)]
pub struct ReplayedGame<'a> {
    bots: Vec<String>,
    starter: usize,
    /// The racks of the deal.
    racks: Vec<String>,
    pool: usize,
    turns: Vec<ReplayLine<'a>>,
    /// Place and score of each seat.
    results: Vec<SeatOutcome>,
}

#[derive(Serialize)]
struct SeatOutcome {
    win_share: f64,
    score: i32,
}

impl OpenRecord {
    pub fn read(request: &RecordBytes) -> Result<OpenRecord, RequestError> {
        let mut reader = Reader::new(&request.bytes[..])?;
        let header = reader.header().clone();
        let blocks = reader.by_ref().collect::<Result<Vec<Block>, _>>()?;
        Ok(OpenRecord { header, blocks })
    }

    /// Lets bots play a game.
    pub fn play(request: &NewGame, parts: &Parts) -> Result<OpenRecord, RequestError> {
        let plan = plan_of(request, false)?;
        let played = Worker::new(&plan, &*parts.players).play_block(0, &StopFlag::default())?;
        Ok(OpenRecord {
            header: (parts.header)(&plan),
            blocks: vec![played.block],
        })
    }

    /// The list of its games.
    pub fn list(&self) -> GameList {
        let all = self.blocks.iter().flat_map(|block| {
            let games = block.games.iter().enumerate();
            games.map(move |(game, record)| (block.block, game, record))
        });
        let games = all.clone().take(MOST_LISTED).map(|(block, game, record)| {
            let seats = Seat::all(record.seats.players());
            let winners = seats.filter(|seat| record.win_share(*seat) > 0.0);
            ListedGame {
                block,
                game,
                bots: self.bots(&record.seating),
                turns: record.turns.len(),
                winners: winners.map(Seat::index).collect(),
            }
        });
        GameList {
            rules: self.header.rules.name.clone(),
            games: games.collect(),
            more: all.count().saturating_sub(MOST_LISTED),
        }
    }

    /// One of its games, with the header of the record.
    pub fn game(&self, which: &WhichGame) -> Result<RecordedGame, RequestError> {
        let block = self.blocks.iter().find(|block| block.block == which.block);
        let block = block.filter(|block| which.game < block.games.len());
        let block = block.ok_or(RequestError::NoRecordedGame(which.block, which.game))?;
        Ok(RecordedGame {
            header: self.header.clone(),
            block: block.clone(),
            game: which.game,
        })
    }

    fn bots<'s>(&self, seating: impl IntoIterator<Item = &'s u16>) -> Vec<String> {
        let label = |bot: &u16| {
            let bot = self.header.bots.get(usize::from(*bot));
            bot.map_or("?", |bot| &bot.label).to_owned()
        };
        seating.into_iter().map(label).collect()
    }

    /// One of its games, after a replay by the referee.
    pub fn replay(
        &self,
        which: &WhichGame,
        judge: &mut dyn CouldPlay,
    ) -> Result<ReplayedGame<'_>, RequestError> {
        let none = || RequestError::NoRecordedGame(which.block, which.game);
        let block = self.blocks.iter().find(|block| block.block == which.block);
        let block = block.ok_or_else(none)?;
        let record = block.games.get(which.game).ok_or_else(none)?;
        let deal = block.deal_of(which.game).ok_or_else(none)?;
        let steps = replay(&self.header, block, which.game, judge)?;
        let label = |seat: Seat| {
            let bot = record.seating.get(seat);
            let bot = bot.and_then(|bot| self.header.bots.get(usize::from(*bot)));
            bot.map_or("?", |bot| bot.label.as_str())
        };
        let rules = &self.header.rules;
        let turns = steps.iter();
        let turns = turns.map(|step| ReplayLine::of(rules, record, label(step.event.seat), step));
        let outcome = Seat::all(record.seats.players()).map(|seat| SeatOutcome {
            win_share: record.win_share(seat),
            score: record.seats[seat].score,
        });
        Ok(ReplayedGame {
            bots: self.bots(&record.seating),
            starter: record.starter.index(),
            racks: deal.racks.iter().map(ToString::to_string).collect(),
            pool: deal.streams.iter().map(Vec::len).sum(),
            turns: turns.collect(),
            results: outcome.collect(),
        })
    }
}
