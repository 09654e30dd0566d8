//! The state with which one thread plays blocks: its bots and its judge, made once and reused.

use rummilab_bot_api::{Bot, StopFlag};
use rummilab_chance::{DealId, Key, Stream};
use rummilab_core::{BySeat, CouldPlay, Seat};
use rummilab_record::{Block, DealRecord, GameRecord};

use crate::error::{HarnessError, PlayersError};
use crate::game::{Seated, Setup, play_game};
use crate::plan::Plan;
use crate::think_time::PhaseTimes;
use crate::what_if::{Change, Changed};

/// Makes bots and judges. The caller implements it, because the arena depends on neither bots nor
/// solvers.
pub trait Players: Sync {
    /// A bot by its canonical name. Each thread calls it once for every seat that the bot fills at
    /// the same time, and again after the bot broke down.
    ///
    /// # Errors
    /// If there is no such bot or it cannot be started; the run ends.
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError>;

    /// A judge for the questions that only a solver can answer. Each thread calls it once.
    fn judge(&self) -> Box<dyn CouldPlay>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    pub block: Block,
    /// Thinking time of each bot of the plan, zero for those that did not play. Not part of the
    /// record.
    pub times: Vec<PhaseTimes>,
}

/// Plays blocks of a plan one after the other.
pub struct Worker<'a, P: ?Sized> {
    plan: &'a Plan,
    players: &'a P,
    judge: Box<dyn CouldPlay>,
    /// For each entry of the plan, the idle bots.
    free: Vec<Vec<Box<dyn Bot>>>,
}

impl<P: ?Sized> std::fmt::Debug for Worker<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl<'a, P: Players + ?Sized> Worker<'a, P> {
    /// A worker without bots; it makes them when needed.
    pub fn new(plan: &'a Plan, players: &'a P) -> Worker<'a, P> {
        let free = plan.bots().iter().map(|_| Vec::new()).collect();
        Worker {
            plan,
            players,
            judge: players.judge(),
            free,
        }
    }

    /// Plays a block: one deal in all seatings of its match-up. The result depends only on the plan
    /// and the block number.
    ///
    /// # Errors
    /// See [`HarnessError`]; [`HarnessError::Interrupted`] soon after `stop` is set.
    ///
    /// # Panics
    /// If the plan is a club tournament; use [`Worker::play_table`] there.
    pub fn play_block(&mut self, block: u64, stop: &StopFlag) -> Result<Played, HarnessError> {
        let mut played = self.nothing_played(block)?;
        for seating in &self.plan.schedule().matchup(block).seatings {
            let (block, times) = (&played.block, &mut played.times);
            let game = self.play_seating(block, (seating, Seat(0)), None, times, stop)?;
            played.block.games.push(game);
        }
        Ok(played)
    }

    /// Plays a block of a club tournament: one round of one table, each game with its own deal.
    /// `letters` are the bots with letters A, B, … (docs/rules.md#club-seats), as given by
    /// [`ClubState::table`](crate::ClubState::table). The result depends only on the plan, the
    /// block number and the letters.
    ///
    /// # Errors
    /// Those of [`Worker::play_block`].
    pub fn play_table(
        &mut self,
        block: u64,
        letters: &[u16],
        stop: &StopFlag,
    ) -> Result<Played, HarnessError> {
        let mut played = self.nothing_played(block)?;
        let games = self.plan.club().map(|club| club.games(letters));
        for (seating, starter) in games.unwrap_or_default() {
            let (block, times) = (&played.block, &mut played.times);
            let game = self.play_seating(block, (&seating, starter), None, times, stop)?;
            played.block.games.push(game);
        }
        Ok(played)
    }

    /// Plays a recorded game again: the same deal, draws, bots and random numbers, optionally with
    /// one decision changed. Without a change the result is the recorded game, provided that the
    /// bots still play the same.
    ///
    /// # Errors
    /// See [`HarnessError`].
    ///
    /// # Panics
    /// If the block is not one of the plan, or has no such game.
    pub fn play_again(
        &mut self,
        block: &Block,
        game: usize,
        change: Option<&Change>,
        stop: &StopFlag,
    ) -> Result<GameRecord, HarnessError> {
        let recorded = &block.games[game];
        let before = Block {
            games: block.games[..game].to_vec(),
            ..block.clone()
        };
        let seated = (&recorded.seating, recorded.starter);
        let mut times = vec![PhaseTimes::default(); self.plan.bots().len()];
        self.play_seating(&before, seated, change, &mut times, stop)
    }

    fn nothing_played(&self, block: u64) -> Result<Played, HarnessError> {
        let deals = self.plan.deals(block)?;
        let deals = deals
            .into_iter()
            .map(|(deal, attempt)| DealRecord { attempt, deal });
        Ok(Played {
            block: Block {
                block,
                deals: deals.collect(),
                games: Vec::new(),
            },
            times: vec![PhaseTimes::default(); self.plan.bots().len()],
        })
    }

    /// Plays the next game of the block with these seats and this starter.
    fn play_seating(
        &mut self,
        block: &Block,
        (seating, starter): (&BySeat<u16>, Seat),
        change: Option<&Change>,
        times: &mut [PhaseTimes],
        stop: &StopFlag,
    ) -> Result<GameRecord, HarnessError> {
        let deal = self.plan.deal_id(block.block, block.games.len() as u32);
        let mut seats = Vec::with_capacity(seating.players());
        for (seat, entry) in seating.with_seats() {
            let mut seated = self.seated(usize::from(*entry), seat, deal)?;
            if let Some(change) = change {
                seated.bot = Box::new(Changed::new(seated.bot, change.clone()));
            }
            seats.push(seated);
        }
        let mut seats = BySeat::from(seats);
        let setup = Setup {
            rules: self.plan.rules().clone(),
            deal,
            seed: self.plan.seed(),
            starter,
            seating: seating.clone(),
            faults: self.plan.faults(),
        };
        let tiles = &block.deals[deal.number() as usize].deal;
        let game = play_game(setup, tiles, &mut seats, self.judge.as_mut(), stop);
        for (entry, seated) in seating.iter().zip(seats) {
            let entry = usize::from(*entry);
            times[entry].add(&seated.time);
            if !seated.broken && change.is_none() {
                self.free[entry].push(seated.bot);
            }
        }
        game
    }

    fn seated(&mut self, entry: usize, seat: Seat, deal: DealId) -> Result<Seated, HarnessError> {
        let canonical = self.plan.bots()[entry].canonical.as_str();
        let bot = match self.free[entry].pop() {
            Some(bot) => bot,
            None => self
                .players
                .bot(canonical)
                .map_err(|reason| HarnessError::Bot(canonical.to_owned(), reason))?,
        };
        Ok(Seated::new(
            canonical,
            bot,
            bot_stream(self.plan, canonical, seat, deal),
        ))
    }
}

/// The random numbers of a bot in a seat of a game with this deal ([`Plan::deal_id`]).
pub fn bot_stream(plan: &Plan, canonical: &str, seat: Seat, deal: DealId) -> Stream {
    Stream::new(Key::bot(plan.seed(), canonical, seat.index(), deal))
}
