//! What one thread needs to play blocks: its bots and its judge, made once and used again. Refuses to share them.

use std::sync::atomic::AtomicBool;

use rummilab_bot_api::Bot;
use rummilab_chance::{Key, Stream};
use rummilab_core::CouldPlay;
use rummilab_record::{Block, DealRecord, GameRecord};

use crate::deal::put_back_place;
use crate::error::HarnessError;
use crate::game::{Seated, Setup, ThinkTime, play_game};
use crate::plan::Plan;

/// Why the caller could not make a bot.
pub type PlayersError = Box<dyn std::error::Error + Send + Sync>;

/// Makes bots and judges. The caller implements it, because the arena knows neither bots nor solvers.
pub trait Players: Sync {
    /// A bot by its canonical name. Called in each thread once for every seat that the bot fills at the same time, and
    /// again after a bot broke down.
    ///
    /// # Errors
    /// If there is no such bot or it cannot be started; the run ends.
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError>;

    /// Somebody who answers what only a solver can. Called once in each thread.
    fn judge(&self) -> Box<dyn CouldPlay>;
}

/// A block as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The record.
    pub block: Block,
    /// How long each bot of the plan has thought; all zero for those that did not play. No part of the record.
    pub times: Vec<ThinkTime>,
}

/// Plays blocks of a plan one after the other.
pub struct Worker<'a, P: ?Sized> {
    plan: &'a Plan,
    players: &'a P,
    judge: Box<dyn CouldPlay>,
    /// For each entry of the plan the bots that are free.
    free: Vec<Vec<Box<dyn Bot>>>,
}

impl<P: ?Sized> std::fmt::Debug for Worker<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl<'a, P: Players + ?Sized> Worker<'a, P> {
    /// A worker without bots; they are made when they are needed.
    pub fn new(plan: &'a Plan, players: &'a P) -> Worker<'a, P> {
        let free = plan.bots().iter().map(|_| Vec::new()).collect();
        Worker {
            plan,
            players,
            judge: players.judge(),
            free,
        }
    }

    /// Plays a block: one deal in all seatings of its match-up. The result depends on the plan and the number alone.
    ///
    /// # Errors
    /// See [`HarnessError`]; [`HarnessError::Interrupted`] soon after `stop` is set.
    pub fn play_block(&mut self, block: u64, stop: &AtomicBool) -> Result<Played, HarnessError> {
        let (deal, attempt) = self.plan.deal(block)?;
        let mut played = Played {
            block: Block {
                block,
                deals: vec![DealRecord { attempt, deal }],
                games: Vec::new(),
            },
            times: vec![ThinkTime::default(); self.plan.bots().len()],
        };
        for seating in self.plan.schedule().matchup(block).seatings() {
            let game = self.play_seating(&played.block, seating, &mut played.times, stop)?;
            played.block.games.push(game);
        }
        Ok(played)
    }

    fn play_seating(
        &mut self,
        block: &Block,
        seating: &[u16],
        times: &mut [ThinkTime],
        stop: &AtomicBool,
    ) -> Result<GameRecord, HarnessError> {
        let mut seats = Vec::with_capacity(seating.len());
        for (seat, entry) in seating.iter().enumerate() {
            seats.push(self.seated(usize::from(*entry), seat, block.block)?);
        }
        let place = |seat, returns, places| {
            put_back_place(self.plan.seed(), block.block, seat, returns, places)
        };
        let setup = Setup {
            rules: self.plan.rules(),
            deal: &block.deals[0].deal,
            deal_number: 0,
            starter: 0,
            seating,
            faults: self.plan.faults(),
            place: &place,
        };
        let game = play_game(setup, &mut seats, self.judge.as_mut(), stop);
        for (entry, seated) in seating.iter().zip(seats) {
            let entry = usize::from(*entry);
            times[entry].add(seated.time);
            if !seated.broken {
                self.free[entry].push(seated.bot);
            }
        }
        game
    }

    fn seated(&mut self, entry: usize, seat: usize, block: u64) -> Result<Seated, HarnessError> {
        let canonical = self.plan.bots()[entry].canonical.as_str();
        let bot = match self.free[entry].pop() {
            Some(bot) => bot,
            None => self
                .players
                .bot(canonical)
                .map_err(|reason| HarnessError::Bot {
                    canonical: canonical.to_owned(),
                    reason,
                })?,
        };
        let key = Key::bot(self.plan.seed(), canonical, seat, block);
        Ok(Seated::new(bot, Stream::new(key)))
    }
}
