//! Plays the missing pairs of a ladder, where ratings are most uncertain first.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use rummilab_arena::{Plan, PlanSpec};
use rummilab_bot_api::{MakeOracle, StopFlag};
use rummilab_record::{Difference, Header, Program};
use rummilab_stats::{Rating, RatingTally};

use super::{BOTS, Ladder, NO_SPREAD, Pair, pair_records};
use crate::error::{NoLadder, RunsError};
use crate::files::SUMMARY;
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

/// The error taken for a bot whose deals are all alike, in points: it won or lost all but about half
/// a game, the half that it is given against the anchor, and 1/√(n·p·(1-p)) is then √2, of which a
/// unit is 174 points.
const ERROR_OF_ALIKE: f64 = 246.0;

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
        self.add(&folder.join(crate::files::GAMES), games)
    }

    /// The games that are there.
    pub(super) fn games(&self) -> Result<LadderGames, RunsError> {
        let mut games = LadderGames {
            pool: Pool::of(&self.folder, self.header()),
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
        let recorded = crate::folder::recorded_plan(found, record)?;
        let named = |label: &str, canonical: &str| {
            if label == canonical {
                label.to_owned()
            } else {
                format!("{label}={canonical}")
            }
        };
        let mut bots = Vec::new();
        for bot in &found.bots {
            let now = self.bots.iter().find(|one| one.name == bot.label);
            if let Some(now) = now.filter(|now| now.canonical != bot.canonical) {
                let (name, was) = (bot.label.clone(), bot.canonical.clone());
                let now = now.canonical.clone();
                let folder = folder();
                return Err(NoLadder::ChangedBot {
                    name,
                    was,
                    now,
                    folder,
                }
                .into());
            }
            bots.push(named(&bot.label, &bot.canonical));
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

    /// The place in the list of the pair to play next. The bot whose rating is least certain comes
    /// first; of its pairs those not begun, with a bot that has games, and that is near in rating:
    /// a game between equals tells most.
    fn next(&self, missing: &[Pair], games: &LadderGames) -> usize {
        let (ratings, played) = games.ratings(self.plan.anchor());
        let anchor = |bot: usize| bot == self.plan.anchor();
        let known = |bot: usize| anchor(bot) || played.get(bot).is_some_and(|games| *games > 0);
        let rating = |bot: usize| ratings.get(bot).copied();
        let error = |bot: usize| match rating(bot).and_then(|rating| rating.error) {
            _ if anchor(bot) => 0.0,
            Some(error) if known(bot) && error > NO_SPREAD => error,
            Some(_) if known(bot) => ERROR_OF_ALIKE,
            _ => f64::INFINITY,
        };
        let bots = missing.iter().flatten().copied();
        let least_certain = bots.max_by(|a, b| error(*a).total_cmp(&error(*b)).then(b.cmp(a)));
        let points = |bot: usize| rating(bot).map_or(0.0, |rating| rating.points);
        let key = |[a, b]: Pair| {
            let other = if Some(a) == least_certain { b } else { a };
            let begun = games.begun.contains_key(&[a, b]);
            (begun, !known(other), (points(a) - points(b)).abs())
        };
        let of_bot = missing.iter().enumerate();
        let of_bot = of_bot.filter(|(_, pair)| pair.iter().any(|bot| Some(*bot) == least_certain));
        let next = of_bot.min_by(|(_, a), (_, b)| {
            let (a, b) = (key(**a), key(**b));
            (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
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

    /// Ratings and seats taken of each bot.
    fn ratings(&self, anchor: usize) -> (Vec<Rating>, Vec<u64>) {
        let Some(header) = self.pool.header() else {
            return (Vec::new(), Vec::new());
        };
        let (mut tally, mut seats) = (RatingTally::by_deal(), vec![0; header.bots.len()]);
        for deal in self.pool.deals() {
            tally.push(deal);
            let seated = deal.games.iter().flat_map(|game| &game.seating);
            seated.for_each(|bot| seats[usize::from(*bot)] += 1);
        }
        let ratings = tally.rough_ratings(seats.len(), anchor, header.seed);
        (ratings, seats)
    }
}
