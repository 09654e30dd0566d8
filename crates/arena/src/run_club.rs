//! Plays a club tournament, or a part of it, round by round, because results decide the pairings.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use rummilab_bot_api::StopFlag;
use rummilab_record::Block;

use crate::blocks::Blocks;
use crate::club::ClubState;
use crate::error::RunError;
use crate::plan::Plan;
use crate::run::{Progress, RunEnd, run_blocks};
use crate::worker::{Played, Players};

/// The part of a club tournament to play and keep.
pub struct ClubPart<'a> {
    /// The tournament before its first game.
    pub state: ClubState,
    /// The blocks to play and to keep, in ascending order.
    pub wanted: &'a Blocks,
    /// Called for every other block that a later round needs. A block that it does not know is
    /// played and not kept.
    pub known: &'a mut dyn FnMut(u64) -> Option<Block>,
}

impl std::fmt::Debug for ClubPart<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClubPart")
            .field("state", &self.state)
            .field("wanted", self.wanted)
            .finish_non_exhaustive()
    }
}

/// Plays a part of a club tournament: the tables of a round in parallel, one round after the other.
/// The wanted blocks come first. Then, if a later round also has wanted blocks, the unknown blocks
/// of this round are played. `sink` gets the wanted blocks, in order.
///
/// # Errors
/// Those of [`run`](crate::run()).
pub fn run_club<P, E>(
    plan: &Plan,
    players: &P,
    threads: NonZeroUsize,
    part: ClubPart<'_>,
    stop: &StopFlag,
    observer: &mut dyn FnMut(Progress),
    sink: impl FnMut(Played) -> Result<(), E>,
) -> Result<RunEnd, RunError<E>>
where
    P: Players + ?Sized,
{
    let progress = Progress {
        of: part.wanted.len(),
        ..Progress::default()
    };
    let mut run = ClubRun {
        plan,
        players,
        threads,
        stop,
        part,
        progress,
    };
    run.play(observer, sink)
}

struct ClubRun<'a, 'p, P: ?Sized> {
    plan: &'a Plan,
    players: &'a P,
    threads: NonZeroUsize,
    stop: &'a StopFlag,
    part: ClubPart<'p>,
    progress: Progress,
}

/// The results of a round, by block.
type Round = BTreeMap<u64, Block>;

impl<P: Players + ?Sized> ClubRun<'_, '_, P> {
    fn play<E>(
        &mut self,
        observer: &mut dyn FnMut(Progress),
        mut sink: impl FnMut(Played) -> Result<(), E>,
    ) -> Result<RunEnd, RunError<E>> {
        while self.progress.blocks < self.progress.of {
            let (mine, others) = self.round();
            let mut round = Round::new();
            let mut complete = self.play_mine(&mine, &mut round, observer, &mut sink)?;
            if complete && self.progress.blocks < self.progress.of {
                complete = self.find_or_play(others, &mut round)?;
            }
            if !complete {
                break;
            }
            for block in round.values() {
                self.part.state.push(block);
            }
        }
        Ok(RunEnd {
            progress: self.progress,
            interrupted: self.progress.blocks < self.progress.of,
        })
    }

    /// The blocks of the current round: the wanted ones, and the others. The others begin after the
    /// first wanted one, so that programs with different parts begin at different places.
    fn round(&self) -> (Vec<u64>, Vec<u64>) {
        let first = self.part.state.first_block();
        let blocks = first..first + self.part.state.tables().len() as u64;
        let (mine, mut others): (Vec<u64>, Vec<u64>) =
            blocks.partition(|block| self.part.wanted.contains(*block));
        let from = mine.first().copied().unwrap_or(first);
        let before = others.partition_point(|block| *block < from);
        others.rotate_left(before);
        (mine, others)
    }

    /// Plays the wanted blocks; returns whether all were played.
    fn play_mine<E>(
        &mut self,
        blocks: &[u64],
        round: &mut Round,
        observer: &mut dyn FnMut(Progress),
        sink: &mut impl FnMut(Played) -> Result<(), E>,
    ) -> Result<bool, RunError<E>> {
        let before = self.progress;
        let sum = |more: Progress| Progress {
            blocks: before.blocks + more.blocks,
            of: before.of,
            games: before.games + more.games,
            turns: before.turns + more.turns,
        };
        let outcome = self.play_blocks(blocks, &mut |more| observer(sum(more)), |played| {
            round.insert(played.block.block, result_of(&played.block));
            sink(played)
        })?;
        self.progress = sum(outcome.progress);
        Ok(!outcome.interrupted)
    }

    /// Finds or plays the other blocks; returns whether all are known. It asks again after every
    /// few blocks, because another program may have played more in the meantime.
    fn find_or_play<E>(
        &mut self,
        others: Vec<u64>,
        round: &mut Round,
    ) -> Result<bool, RunError<E>> {
        let mut unknown = others;
        loop {
            unknown.retain(|number| match (self.part.known)(*number) {
                Some(block) => {
                    round.insert(*number, result_of(&block));
                    false
                }
                None => true,
            });
            if unknown.is_empty() {
                return Ok(true);
            }
            let few = unknown.len().min(self.threads.get());
            let few: Vec<u64> = unknown.drain(..few).collect();
            let outcome = self.play_blocks(&few, &mut |_| {}, |played| {
                round.insert(played.block.block, result_of(&played.block));
                Ok(())
            })?;
            if outcome.interrupted {
                return Ok(false);
            }
        }
    }

    fn play_blocks<E>(
        &self,
        blocks: &[u64],
        observer: &mut dyn FnMut(Progress),
        sink: impl FnMut(Played) -> Result<(), E>,
    ) -> Result<RunEnd, RunError<E>> {
        let (first, tables) = (self.part.state.first_block(), self.part.state.tables());
        let blocks: Blocks = blocks.iter().copied().collect();
        run_blocks(
            self.plan,
            self.players,
            self.threads,
            (&blocks, self.stop),
            observer,
            sink,
            &|worker, block, stop| {
                worker.play_table(block, &tables[(block - first) as usize], stop)
            },
        )
    }
}

/// What later rounds need: the seats and the results.
fn result_of(block: &Block) -> Block {
    let mut result = block.clone();
    result.deals.clear();
    for game in &mut result.games {
        game.turns.clear();
        game.put_back.clear();
    }
    result
}
