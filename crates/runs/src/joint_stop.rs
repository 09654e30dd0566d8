//! The stop rule of a run whose shards are played by several programs. Only the blocks before the
//! first one that no shard has played yet count, in order, as in a run that is not split. So the
//! rule decides after the same block, whoever played how fast; what was played beyond it is left
//! out of the merge.

use rummilab_record::Block;
use rummilab_stats::Monitor;

use crate::sibling_results::SiblingResults;

pub(crate) struct JointStop {
    monitor: Monitor,
    results: SiblingResults,
    /// The first block that the monitor has not seen.
    next: u64,
}

impl JointStop {
    /// The rule before any block.
    pub(crate) fn new(monitor: Monitor, results: SiblingResults) -> JointStop {
        JointStop {
            monitor,
            results,
            next: 0,
        }
    }

    /// Adds a block of this shard.
    pub(crate) fn push(&mut self, block: Block) {
        self.results.push(block);
    }

    /// Looks at all blocks without a gap before them; returns whether the rule ends the run.
    pub(crate) fn is_over(&mut self) -> bool {
        while self.monitor.stopped_after().is_none() {
            let Some(block) = self.results.take(self.next) else {
                return false;
            };
            self.next += 1;
            self.monitor.push(&block);
        }
        true
    }

    /// What the rule has seen so far.
    pub(crate) fn monitor(&self) -> &Monitor {
        &self.monitor
    }
}

/// The number of blocks after which the rule ends a run, from its blocks in order, perhaps with
/// gaps.
pub(crate) struct PrefixStop {
    monitor: Monitor,
    next: u64,
}

impl PrefixStop {
    /// The rule before any block.
    pub(crate) fn new(monitor: Monitor) -> PrefixStop {
        PrefixStop { monitor, next: 0 }
    }

    /// Adds a block; one behind a gap has no effect.
    pub(crate) fn push(&mut self, block: &Block) {
        if block.block == self.next {
            self.next += 1;
            self.monitor.push(block);
        }
    }

    pub(crate) fn end(&self) -> Option<u64> {
        self.monitor.stopped_after()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::path::Path;

    use rummilab_chance::{Key, Stream};
    use rummilab_core::{Ending, Seat};
    use rummilab_record::{GameRecord, SeatRecord};
    use rummilab_solver_suite::long_tier;
    use rummilab_stats::{Metric, Sprt, StopRule, Watch};

    use super::*;

    const DEALS: u64 = 400;

    fn monitor(mu1: f64) -> Monitor {
        Monitor::new(Watch {
            metric: Metric::Wins,
            rule: Some(StopRule::Sprt(Sprt::new(0.0, mu1))),
            deals: DEALS,
            matchups: 1,
        })
    }

    /// Two games with the seats changed, each won by the first bot with this probability.
    fn block(number: u64, stream: &mut Stream, wins: f64) -> Block {
        let seat = |place| SeatRecord {
            score: 0,
            place,
            tiles_left: 0,
            points_left: 0,
            own_turns: 1,
            opened_turn: None,
        };
        let mut game = |seating: [u16; 2]| {
            let winner = u16::from(stream.unit() >= wins);
            let place = |bot: u16| if bot == winner { 1 } else { 2 };
            GameRecord {
                seating: seating.into(),
                deal: 0,
                starter: Seat(0),
                turns: Vec::new(),
                put_back: Vec::new(),
                ending: Ending::PoolEmpty,
                seats: seating.map(|bot| seat(place(bot))).into(),
                fault: None,
            }
        };
        Block {
            block: number,
            deals: Vec::new(),
            games: vec![game([0, 1]), game([1, 0])],
        }
    }

    /// Shards play at speeds of their own and see each other late. Every one that sees the rule
    /// decide sees the decision of the whole match, so the errors are those of a run in one piece.
    /// Ten thousand matches for each hypothesis in the long tier.
    #[test]
    fn shards_decide_as_the_whole_and_err_no_more_often() {
        let matches = if long_tier() { 10_000 } else { 400 };
        let step = 0.12;
        for (truth, wrong) in [(0.0, "mu1"), (step, "mu0")] {
            let mut errors = 0;
            for number in 0..matches {
                let mut stream = Stream::new(Key::sample(1, "shards", number));
                let mut whole = monitor(step);
                let wins = 0.5 + truth / 2.0;
                let blocks: Vec<Block> = (0..DEALS)
                    .map(|number| block(number, &mut stream, wins))
                    .collect();
                blocks.iter().for_each(|block| {
                    whole.push(block);
                });
                errors += u64::from(whole.sequential().unwrap().decision == Some(Some(wrong)));
                assert_eq!(joint_end(&blocks, step, &mut stream), whole.stopped_after());
            }
            let share = errors as f64 / matches as f64;
            // The unsharded test promises 5 %; the short tier has a wide margin of chance.
            let most = if long_tier() { 0.057 } else { 0.09 };
            assert!(share <= most, "{wrong}: {share}");
        }
    }

    /// The end that some shards find which play these blocks.
    fn joint_end(blocks: &[Block], step: f64, stream: &mut Stream) -> Option<u64> {
        let shards = 2 + stream.index(3).unwrap();
        let mut todo: Vec<VecDeque<&Block>> = (0..shards)
            .map(|shard| blocks.iter().skip(shard).step_by(shards).collect())
            .collect();
        let nobody = || SiblingResults::new(Path::new(""), None);
        let mut rules: Vec<JointStop> = (0..shards)
            .map(|_| JointStop::new(monitor(step), nobody()))
            .collect();
        let mut over = vec![false; shards];
        let mut played: Vec<&Block> = Vec::new();
        while (0..shards).any(|shard| !over[shard] && !todo[shard].is_empty()) {
            let shard = stream.index(shards).unwrap();
            if over[shard] {
                continue;
            }
            if let Some(block) = todo[shard].pop_front() {
                rules[shard].push(block.clone());
                played.push(block);
            }
            if stream.unit() < 0.02 {
                // It looks at what the others have written.
                played
                    .iter()
                    .for_each(|block| rules[shard].push((*block).clone()));
            }
            over[shard] = rules[shard].is_over();
        }
        // The merge sees everything that was played.
        let mut merged = PrefixStop::new(monitor(step));
        played.sort_by_key(|block| block.block);
        played.iter().for_each(|block| merged.push(block));
        let seen = rules
            .iter()
            .filter_map(|rule| rule.monitor().stopped_after());
        assert!(seen.into_iter().all(|end| Some(end) == merged.end()));
        merged.end()
    }
}
