//! Plays the missing pairs of a ladder, where ratings are most uncertain first.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use rummilab_arena::{Plan, PlanSpec};
use rummilab_bot_api::{MakeOracle, StopFlag};
use rummilab_record::{BotEntry, Difference, Header, Program};
use rummilab_stats::RatingTally;

use super::{BOTS, Ladder, Pair, pair_records};
use crate::error::{NoLadder, RunsError};
use crate::files::{GAMES, SUMMARY};
use crate::folder::recorded_plan;
use crate::game_match::Match;
use crate::outcome::{MatchEnding, MatchEvent};
use crate::planned::header_of;
use crate::pool::Pool;
use crate::programs::{ChangedBots, reconciled};
use crate::roster::{Roster, Withdrawn};
use crate::shard::Shard;

/// How a ladder is played. Only the shard and the number of games decide what is played.
pub struct LadderPlace<'a> {
    pub threads: NonZeroUsize,
    pub changes: ChangedBots,
    /// The pairs to play: those whose number among all pairs has the remainder of the shard.
    pub shard: Option<Shard>,
    /// After this many games no further pair begins.
    pub games: Option<u64>,
    /// Answers the `solve` requests of programs.
    pub oracle: MakeOracle,
    /// Ends the games soon after it is set.
    pub interrupt: &'a StopFlag,
    pub observe: &'a mut (dyn FnMut(LadderEvent<'_>) + Send),
}

/// The progress of a ladder.
#[derive(Debug)]
pub enum LadderEvent<'a> {
    /// The run in this folder is about to be played.
    Pair {
        folder: &'a Path,
        /// Pairs that this call has played.
        done: u64,
        /// Pairs that were missing.
        of: u64,
    },
    /// An event of that run.
    Match(MatchEvent<'a>),
}

/// What a call has played.
#[derive(Debug, Clone, Default)]
pub struct LadderPlayed {
    pub pairs: u64,
    pub games: u64,
    /// Pairs of the ladder, or of the shard, that are still missing.
    pub missing: u64,
    /// Programs that were withdrawn and lost the rest of their games.
    pub withdrawn: Vec<Withdrawn>,
}

/// The games of a ladder.
pub(super) struct LadderGames {
    pub pool: Pool,
    /// Blocks of each pair that was begun.
    begun: BTreeMap<Pair, u64>,
}

impl Ladder {
    /// Plays the missing pairs.
    ///
    /// # Errors
    /// [`RunsError::InterruptedIn`] if the flag was set: the games played are kept.
    pub fn play(&self, mut place: LadderPlace<'_>) -> Result<LadderPlayed, RunsError> {
        let mut games = self.games()?;
        let all = self.pairs().into_iter().enumerate();
        let of_shard = |number: usize| {
            let of = |shard: Shard| Shard::new(number as u64, shard.of()) == shard;
            place.shard.is_none_or(of)
        };
        let mut missing: Vec<Pair> = all
            .filter(|(number, pair)| of_shard(*number) && !self.is_played(*pair, &games))
            .map(|(_, pair)| pair)
            .collect();
        let mut played = LadderPlayed::default();
        if place.games != Some(0) {
            self.check_programs(&games, &place)?;
        }
        let of = missing.len() as u64;
        while place.games.is_none_or(|most| played.games < most) && !missing.is_empty() {
            let pair = missing.remove(self.next(&missing, &games));
            let folder = self.place(pair);
            let done = played.pairs;
            (place.observe)(LadderEvent::Pair {
                folder: &folder,
                done,
                of,
            });
            self.play_pair(pair, &folder, &mut games, &mut played, &mut place)?;
            played.pairs += 1;
        }
        played.missing = missing.len() as u64;
        Ok(played)
    }

    fn play_pair(
        &self,
        pair: Pair,
        folder: &Path,
        games: &mut LadderGames,
        played: &mut LadderPlayed,
        place: &mut LadderPlace<'_>,
    ) -> Result<(), RunsError> {
        let known = games.programs();
        let named = |bot: usize| known.get(bot).into_iter().flatten().cloned();
        let spec = PlanSpec {
            programs: pair.into_iter().flat_map(named).collect(),
            ..self.spec_of(pair.map(|bot| self.bots[bot].named.clone()).into())
        };
        let outcome = Match::of(spec)
            .oracle(place.oracle)
            .program_folder(&self.folder.join(BOTS))
            .folder(folder)
            .changed_bots(place.changes)
            .interrupt(place.interrupt)
            .threads(place.threads)
            .observe(|event| (place.observe)(LadderEvent::Match(event)))
            .play()?;
        if outcome.ending == MatchEnding::Interrupted {
            let folder = folder.to_owned();
            return Err(RunsError::InterruptedIn(
                folder,
                outcome.done,
                outcome.blocks,
            ));
        }
        let found = games.begun.get(&pair).copied().unwrap_or_default();
        let seatings = outcome.plan.schedule().matchup(0).seatings.len() as u64;
        played.games += outcome.done.saturating_sub(found) * seatings;
        played.withdrawn.extend(outcome.withdrawn);
        self.add(&folder.join(GAMES), games)
    }

    /// The games that are there.
    pub(super) fn games(&self) -> Result<LadderGames, RunsError> {
        let mut games = LadderGames {
            pool: Pool::of(&self.folder, header_of(&self.plan)),
            begun: BTreeMap::new(),
        };
        for record in pair_records(&self.folder)?.unwrap_or_default() {
            self.add(&record, &mut games)?;
        }
        Ok(games)
    }

    fn add(&self, record: &Path, games: &mut LadderGames) -> Result<(), RunsError> {
        let pooled = games.pool.add(record, ChangedBots::Accept, |found| {
            self.check_record(record, found)
        })?;
        let place = |label: &str| self.bots.iter().position(|bot| bot.name == label);
        let bots: Vec<Option<usize>> = pooled
            .header
            .bots
            .iter()
            .map(|bot| place(&bot.label))
            .collect();
        if let [Some(a), Some(b)] = bots[..] {
            games.begun.insert([a, b], pooled.blocks);
        }
        Ok(())
    }

    /// Whether a record was played under the conditions of the ladder, by the bots that it has now.
    /// The number of deals may differ.
    fn check_record(&self, record: &Path, found: &Header) -> Result<(), RunsError> {
        let folder = || record.parent().unwrap_or(record).to_owned();
        let recorded = recorded_plan(found, record)?;
        let (played, wanted) = (recorded.schedule().deals, self.conditions.deals);
        if played > wanted {
            return Err(NoLadder::FewerDeals(folder(), played, wanted).into());
        }
        let mut bots = Vec::new();
        for BotEntry {
            label, canonical, ..
        } in &found.bots
        {
            let now = self.bots.iter().find(|bot| bot.name == *label);
            if let Some(now) = now.filter(|now| now.canonical != *canonical) {
                let [name, was, now] = [label, canonical, &now.canonical].map(String::clone);
                return Err(NoLadder::ChangedBot(name, was, now, folder()).into());
            }
            let named = || format!("{label}={canonical}");
            bots.push(if label == canonical {
                label.clone()
            } else {
                named()
            });
        }
        let plan = Plan::new(&PlanSpec {
            deals: recorded.schedule().deals,
            ..self.spec_of(bots)
        })?;
        let mut wanted = header_of(&plan.with_programs(&recorded.programs()));
        // Bots of the same version play alike in any build.
        wanted.build.clone_from(&found.build);
        for (wanted, found) in wanted.bots.iter_mut().zip(&found.bots) {
            if self.bots.iter().all(|bot| bot.name != found.label) {
                wanted.version = found.version;
            }
        }
        match Difference::of(found, &wanted) {
            None => Ok(()),
            Some(difference) => Err(RunsError::OtherRun(folder(), difference)),
        }
    }

    pub(super) fn is_played(&self, pair: Pair, games: &LadderGames) -> bool {
        let found = games.begun.get(&pair).copied().unwrap_or_default();
        found >= self.conditions.deals && self.place(pair).join(SUMMARY).is_file()
    }

    /// The place in the list of the pair to play next: of the bot whose rating is least certain,
    /// the one that tells most about it. Bots that have games come first as opponents, then the
    /// nearest in rating: the information of a game is p·(1-p).
    fn next(&self, missing: &[Pair], games: &LadderGames) -> usize {
        let anchor = self.plan.anchor();
        let points = games.points(anchor, self.bots.len());
        let told = |[a, b]: Pair| {
            let wins = 1.0 / (1.0 + 10_f64.powf((points[b] - points[a]) / 400.0));
            wins * (1.0 - wins)
        };
        // The drawn game with the anchor tells a quarter.
        let mut known = vec![0.25; self.bots.len()];
        known[anchor] = f64::INFINITY;
        for (pair, blocks) in &games.begun {
            for bot in *pair {
                known[bot] += told(*pair) * *blocks as f64;
            }
        }
        let bots = missing.iter().flatten().copied();
        let least = bots.min_by(|a, b| known[*a].total_cmp(&known[*b]).then(a.cmp(b)));
        let of_bot = missing.iter().enumerate();
        let of_bot = of_bot.filter(|(_, pair)| pair.iter().any(|bot| Some(*bot) == least));
        let worth = |[a, b]: Pair| {
            let other = if Some(a) == least { b } else { a };
            (known[other] > 0.25, told([a, b]))
        };
        let next = of_bot.min_by(|(_, a), (_, b)| {
            let (a, b) = (worth(**a), worth(**b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        next.map_or(0, |(place, _)| place)
    }

    /// Asks every program that has games who it is: it must be the one that played them.
    fn check_programs(
        &self,
        games: &LadderGames,
        place: &LadderPlace<'_>,
    ) -> Result<(), RunsError> {
        let folder = self.folder.join(BOTS);
        for (bot, before) in self.bots.iter().zip(games.programs()) {
            if before.is_empty() {
                continue;
            }
            let plan = Plan::new(&self.spec_of(vec![bot.named.clone()]))?;
            let roster = Roster::new()
                .with_oracle(place.oracle)
                .with_program_folder(&folder)
                .with_programs(&plan, None)?;
            reconciled(
                &folder.join(&bot.file),
                &before,
                &roster.probe(&plan)?,
                place.changes,
            )?;
        }
        Ok(())
    }
}

impl LadderGames {
    /// The programs that played as each bot.
    pub(super) fn programs(&self) -> Vec<Vec<Program>> {
        let header = self.pool.header();
        let bots = header.into_iter().flat_map(|header| header.bots);
        bots.map(|bot| bot.programs).collect()
    }

    /// The ratings of the bots that play.
    fn points(&self, anchor: usize, bots: usize) -> Vec<f64> {
        let all = self.pool.header().map_or(bots, |header| header.bots.len());
        let mut tally = RatingTally::default();
        self.pool.deals().for_each(|deal| tally.push(deal));
        let mut points = tally.points(all, anchor);
        points.resize(bots, 0.0);
        points
    }
}
