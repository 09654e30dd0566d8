//! The search for a best response by successive halving. Candidates play on the same deals; fewer
//! and fewer candidates play more and more deals, and the next stage starts from the best. The
//! result was chosen for these deals. Every candidate has a folder, to which blocks are added, so
//! an interrupted search can resume.

use rummilab_arena::Span;
use rummilab_bots::BotSpec;
use rummilab_bots::variants::changed_once;
use rummilab_core::Seat;
use rummilab_record::{Block, GameRecord};
use rummilab_stats::BlockMeans;
use rummilab_stats::league::halving::{CandidateStanding, rank};
use serde::Serialize;

use super::{ResponseSearch, SearchEvent, SearchPlace};
use crate::error::RunsError;
use crate::folder::RunFolder;
use crate::game_match::Match;
use crate::outcome::MatchEnding;
use crate::play::{MatchPlay, MatchState};
use crate::roster::Roster;
use crate::sibling_results::SiblingResults;

/// A stage: the candidates and their results, rung by rung.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchStage {
    /// Its rungs, the first with all candidates.
    pub rungs: Vec<RungRecord>,
}

/// A rung of a stage, the best candidate first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RungRecord {
    /// Deals that each candidate has played.
    pub deals: u64,
    /// The candidates, the best first.
    pub candidates: Vec<Candidate>,
}

/// A candidate on the deals of a rung.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    pub bot: String,
    /// Share of the games that it won against the bot to beat.
    pub wins: f64,
    pub points: f64,
}

/// The result of a search.
pub(super) struct BestCandidate {
    pub stages: Vec<SearchStage>,
    /// The best candidate, on the deals that chose it.
    pub best: Candidate,
}

impl ResponseSearch {
    /// Searches from these candidates; `None` if there is none besides the bot itself.
    pub(super) fn search(
        &self,
        first: Vec<BotSpec>,
        place: &mut SearchPlace<'_>,
    ) -> Result<Option<BestCandidate>, RunsError> {
        let mut candidates = self.without_itself(first);
        let (mut stages, mut best) = (Vec::new(), None::<Candidate>);
        for stage in 1..=self.stages {
            let (record, winner) = self.stage(stage, &candidates, place)?;
            let Some((winner, spec)) = winner else {
                break;
            };
            stages.push(record);
            let known = best.as_ref();
            let better =
                known.is_none_or(|known| (winner.wins, winner.points) > (known.wins, known.points));
            if !better {
                break;
            }
            best = Some(winner);
            let around = changed_once(&spec);
            candidates = self.without_itself([vec![spec], around].concat());
        }
        Ok(best.map(|best| BestCandidate { stages, best }))
    }

    /// Each candidate once, in the order of the list, without the bot to beat: against itself it
    /// wins its fair share.
    fn without_itself(&self, candidates: Vec<BotSpec>) -> Vec<BotSpec> {
        let mut kept: Vec<BotSpec> = Vec::new();
        for bot in candidates {
            let itself = self.to.to_string() == bot.to_string();
            if !itself && !kept.contains(&bot) {
                kept.push(bot);
            }
        }
        kept
    }

    /// Plays the rungs of a stage; returns the best candidate of the last one, if there is any.
    fn stage(
        &self,
        number: u64,
        candidates: &[BotSpec],
        place: &mut SearchPlace<'_>,
    ) -> Result<(SearchStage, Option<(Candidate, BotSpec)>), RunsError> {
        let mut left: Vec<usize> = (0..candidates.len()).collect();
        let mut rungs = Vec::new();
        for rung in self.halving.rungs(candidates.len()) {
            left.truncate(rung.candidates);
            let mut standings = Vec::with_capacity(left.len());
            for (done, candidate) in left.iter().enumerate() {
                (place.observe)(SearchEvent::Candidate {
                    stage: number,
                    deals: rung.deals,
                    done: done as u64,
                    of: left.len() as u64,
                });
                let bot = &candidates[*candidate];
                let (wins, points) = self.play(bot, rung.deals, place)?;
                standings.push(CandidateStanding {
                    candidate: *candidate,
                    wins,
                    points,
                });
            }
            (place.observe)(SearchEvent::RungDone);
            rank(&mut standings);
            left = standings
                .iter()
                .map(|standing| standing.candidate)
                .collect();
            rungs.push(RungRecord {
                deals: rung.deals,
                candidates: standings
                    .iter()
                    .map(|standing| Candidate {
                        bot: candidates[standing.candidate].to_string(),
                        wins: standing.wins,
                        points: standing.points,
                    })
                    .collect(),
            });
        }
        let last = rungs
            .last()
            .and_then(|rung| rung.candidates.first().cloned());
        let winner = last.zip(left.first().map(|best| candidates[*best].clone()));
        Ok((SearchStage { rungs }, winner))
    }

    /// Wins and points per game of a candidate in the first `deals` deals. Deals played before are
    /// not played again.
    fn play(
        &self,
        candidate: &BotSpec,
        deals: u64,
        place: &SearchPlace<'_>,
    ) -> Result<(f64, f64), RunsError> {
        let plan = Match::of(self.match_of(&candidate.to_string())).plan()?;
        let path = place.folder.join("search").join(plan.plan_hash());
        let wanted = Span::all(&plan).at_most(deals);
        let mut sums = Sums::default();
        let (_, mut store, found) = RunFolder::open(&path, &plan, wanted, |block| {
            // A longer search may have played more.
            if wanted.contains(block.block) {
                sums.push(&block);
            }
        })?;
        let roster = Roster::new().with_oracle(self.oracle);
        let play = MatchPlay {
            plan: &plan,
            roster: &roster.with_programs(&plan, Some(&path))?,
            threads: place.threads,
            interrupt: place.interrupt,
        };
        let (mut done, blocks) = (found.found, found.found + found.missing.len());
        let mut state = MatchState::new(&plan, false, || SiblingResults::new(&path, None));
        let ended = play.blocks(found.missing, &mut state, &mut |_| {}, |block| {
            store.append(block)?;
            sums.push(block);
            done += 1;
            Ok(())
        })?;
        store.close()?;
        if ended == MatchEnding::Interrupted {
            return Err(RunsError::InterruptedIn(
                place.folder.to_owned(),
                done,
                blocks,
            ));
        }
        Ok(sums.means())
    }
}

/// The sums over the games of the first entry of a plan with two entries.
#[derive(Default)]
struct Sums {
    wins: BlockMeans,
    points: BlockMeans,
}

impl Sums {
    fn push(&mut self, block: &Block) {
        let seat = |game: &GameRecord| game.seating.iter().position(|entry| *entry == 0);
        let seats = block
            .games
            .iter()
            .filter_map(|game| Some((game, Seat(seat(game)?))));
        let each =
            seats.map(|(game, seat)| (game.win_share(seat), f64::from(game.seats[seat].score)));
        let (wins, points): (Vec<f64>, Vec<f64>) = each.unzip();
        self.wins.push(&wins);
        self.points.push(&points);
    }

    fn means(&self) -> (f64, f64) {
        let mean = |means: &BlockMeans| means.mean().unwrap_or(0.0);
        (mean(&self.wins), mean(&self.points))
    }
}
