//! Recorded games for replay: read from a file, or played by bots for a spectator.

use rummilab_arena::{GameInProgress, HarnessError, Plan, Seated, Setup, StopFlag, bot_stream};
use rummilab_core::{BySeat, CouldPlay, Seat};
use rummilab_record::{Block, DealRecord, Header, Reader, RecordedGame, ReplayLine, replay};
use serde::{Deserialize, Serialize};

use super::Parts;
use super::bytes::FileBytes;
use super::error::RequestError;
use super::game::{NewGame, plan_of};

/// Most games that are listed.
const MOST_LISTED: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordBytes {
    bytes: FileBytes,
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

/// A game that bots play for a spectator, turn by turn.
pub struct WatchedGame {
    plan: Plan,
    block: Block,
    seats: BySeat<Seated>,
    judge: Box<dyn CouldPlay>,
    game: GameInProgress,
    /// Tiles in the pool at the start.
    pool: usize,
}

impl WatchedGame {
    /// The game before its first turn. It is the only one of its plan.
    pub fn begin(
        request: &NewGame,
        parts: &Parts,
        stop: &StopFlag,
    ) -> Result<WatchedGame, RequestError> {
        let plan = plan_of(request, false)?;
        let deal = plan.deal_id(0, 0);
        let seating = plan.schedule().matchup(0).seatings[0].clone();
        let mut seats = Vec::new();
        for (seat, entry) in seating.with_seats() {
            let canonical = plan.bots()[usize::from(*entry)].canonical.as_str();
            let bot = parts.players.bot(canonical);
            let bot = bot.map_err(|why| HarnessError::Bot(canonical.to_owned(), why))?;
            let stream = bot_stream(&plan, canonical, seat, deal);
            seats.push(Seated::new(canonical, bot, stream));
        }
        let mut seats = BySeat::from(seats);
        let deals = plan.deals(0)?.into_iter();
        let deals = deals.map(|(deal, attempt)| DealRecord { attempt, deal });
        let block = Block {
            block: 0,
            deals: deals.collect(),
            games: Vec::new(),
        };
        let setup = Setup {
            rules: plan.rules().clone(),
            deal,
            seed: plan.seed(),
            starter: Seat(0),
            seating,
            faults: plan.faults(),
        };
        let tiles = &block.deals[deal.number() as usize].deal;
        let game = GameInProgress::new(setup, tiles, &mut seats, stop)?;
        Ok(WatchedGame {
            judge: parts.players.judge(),
            pool: game.game().pool_len(),
            plan,
            block,
            seats,
            game,
        })
    }

    /// Plays a turn; returns whether there was one to play.
    pub fn turn(&mut self, stop: &StopFlag) -> Result<bool, RequestError> {
        let judge = self.judge.as_mut();
        Ok(self.game.turn(&mut self.seats, judge, stop)?)
    }

    /// The share of the pool that is drawn: an estimate of how far the game is.
    pub fn share_done(&self) -> f64 {
        1.0 - self.game.game().pool_len() as f64 / self.pool.max(1) as f64
    }

    /// The record of the game, which is over.
    pub fn record(mut self, header: fn(&Plan) -> Header) -> OpenRecord {
        let game = self.game.record(&mut self.seats, self.judge.as_mut());
        self.block.games.push(game);
        OpenRecord {
            header: header(&self.plan),
            blocks: vec![self.block],
        }
    }
}

impl OpenRecord {
    pub fn read(request: &RecordBytes) -> Result<OpenRecord, RequestError> {
        let mut reader = Reader::new(&request.bytes.0[..])?;
        let header = reader.header().clone();
        let blocks = reader.by_ref().collect::<Result<Vec<Block>, _>>()?;
        Ok(OpenRecord { header, blocks })
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
