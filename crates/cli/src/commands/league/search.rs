//! The search for a best response: plays candidates on the same deals, more of them for fewer and fewer candidates, and goes
//! on from the best. Refuses to report: what it finds was chosen for these deals. Every candidate has a folder of its own,
//! to which blocks are added, so an interrupted search goes on where it was.

use rummilab_core::Seat;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rummilab_arena::{Plan, PlanSpec, Played, Progress, RunError, Span};
use rummilab_bots::BotSpec;
use rummilab_bots::variants::changed_once;
use rummilab_league::Halving;
use rummilab_league::halving::{Standing, rank};
use rummilab_record::{Block, GameRecord, WriteError};
use rummilab_stats::BlockMeans;
use serde::Serialize;

use crate::error::Error;
use crate::in_memory::checked;
use crate::programs::MatchPlayers;
use crate::progress::Steps;
use crate::run_folder::RunFolder;
use crate::store::{Store, There, refused};

/// Where and how candidates play.
pub struct Search<'a> {
    /// A plan with the bot to beat as its only bot; rules, seed and clock are taken from it.
    pub against: PlanSpec,
    /// How many deals whom.
    pub halving: Halving,
    /// Candidates are changed around the best so many times at most.
    pub stages: u64,
    /// The folder of the whole search.
    pub folder: &'a Path,
    pub threads: NonZeroUsize,
    pub stop: &'a AtomicBool,
    pub shown: bool,
}

/// A stage: candidates and how they did, rung by rung.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stage {
    pub rungs: Vec<RungRecord>,
}

/// A rung of a stage, the best candidate first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RungRecord {
    /// Deals that each candidate has played.
    pub deals: u64,
    pub candidates: Vec<Candidate>,
}

/// A candidate on the deals of a rung.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    pub bot: String,
    /// Share of the games that it won against the bot to beat.
    pub wins: f64,
    /// Points a game.
    pub points: f64,
}

/// What a search found.
pub struct Found {
    pub stages: Vec<Stage>,
    /// The best, on the deals it was chosen for.
    pub best: Candidate,
}

impl Search<'_> {
    /// Searches, beginning with these candidates; `None` if there is none but the bot itself.
    pub fn run(&self, first: Vec<BotSpec>) -> Result<Option<Found>, Error> {
        let mut candidates = self.without_itself(first);
        let (mut stages, mut best) = (Vec::new(), None::<Candidate>);
        for stage in 1..=self.stages {
            let (record, winner) = self.stage(stage, &candidates)?;
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
        Ok(best.map(|best| Found { stages, best }))
    }

    /// Each candidate once, in the order of the list, and never the bot to beat: against itself it wins its fair share.
    fn without_itself(&self, candidates: Vec<BotSpec>) -> Vec<BotSpec> {
        let mut kept: Vec<BotSpec> = Vec::new();
        for bot in candidates {
            let itself = self.against.bots.contains(&bot.to_string());
            if !itself && !kept.contains(&bot) {
                kept.push(bot);
            }
        }
        kept
    }

    /// Plays the rungs of a stage. The best of the last one, if there is any.
    fn stage(
        &self,
        number: u64,
        candidates: &[BotSpec],
    ) -> Result<(Stage, Option<(Candidate, BotSpec)>), Error> {
        let mut left: Vec<usize> = (0..candidates.len()).collect();
        let mut rungs = Vec::new();
        for rung in self.halving.rungs(candidates.len()) {
            left.truncate(rung.candidates);
            let steps = self
                .shown
                .then(|| Steps::new(&format!("bots, stage {number}, {} deals", rung.deals)));
            let mut standings = Vec::with_capacity(left.len());
            for (done, candidate) in left.iter().enumerate() {
                if let Some(steps) = &steps {
                    steps.show(done as u64, left.len() as u64);
                }
                let (wins, points) = self.play(&candidates[*candidate], rung.deals)?;
                standings.push(Standing {
                    candidate: *candidate,
                    wins,
                    points,
                });
            }
            if let Some(steps) = &steps {
                steps.end();
            }
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
        Ok((Stage { rungs }, winner))
    }

    /// Wins and points a game of a candidate in the first so many deals; what was played before is not played again.
    fn play(&self, candidate: &BotSpec, deals: u64) -> Result<(f64, f64), Error> {
        let plan = self.plan(candidate)?;
        let path = self.place(&plan);
        let wanted = Span::all(&plan).at_most(deals);
        let mut sums = Sums::default();
        let (_, store, there) = RunFolder::open(&path, &plan, wanted, |block| {
            // A longer search may have played more.
            if wanted.contains(block.block) {
                sums.push(&block);
            }
        })?;
        self.play_missing(&plan, &path, (store, there), &mut |_| {}, |played| {
            sums.push(&played.block);
        })?;
        Ok(sums.means())
    }

    /// Plays what is missing in the folder of a match and gives each block to `each`, once it is stored.
    pub fn play_missing(
        &self,
        plan: &Plan,
        path: &Path,
        (mut store, there): (Store, There),
        observer: &mut dyn FnMut(Progress),
        mut each: impl FnMut(&Played),
    ) -> Result<(), Error> {
        let players = MatchPlayers::new(plan, Some(path))?;
        let blocks = there.found + there.missing.len();
        let outcome = rummilab_arena::run(
            plan,
            &players,
            self.threads,
            there.missing,
            self.stop,
            observer,
            |played| {
                store.append(&played.block)?;
                each(&played);
                Ok::<(), WriteError>(())
            },
        );
        let outcome = outcome.map_err(|error| match error {
            RunError::Sink { error, .. } => refused(path, error),
            error => Error::Input(error.to_string()),
        })?;
        store.close()?;
        if outcome.interrupted {
            return Err(Error::Interrupted {
                path: self.folder.to_owned(),
                done: there.found + outcome.progress.blocks,
                blocks,
            });
        }
        Ok(())
    }

    /// The candidate in front, so that it is the first entry.
    fn plan(&self, candidate: &BotSpec) -> Result<Plan, Error> {
        let mut spec = self.against.clone();
        spec.bots.insert(0, candidate.to_string());
        spec.deals = self.halving.last;
        checked(&spec)
    }

    fn place(&self, plan: &Plan) -> PathBuf {
        self.folder.join("search").join(plan.plan_hash())
    }
}

/// What the first entry of a plan of two got.
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
            .filter_map(|game| Some((game, seat(game)?)));
        let each = seats.map(|(game, seat)| {
            (
                game.win_share(Seat(seat)),
                f64::from(game.seats[Seat(seat)].score),
            )
        });
        let (wins, points): (Vec<f64>, Vec<f64>) = each.unzip();
        self.wins.push(&wins);
        self.points.push(&points);
    }

    fn means(&self) -> (f64, f64) {
        let mean = |means: &BlockMeans| means.mean().unwrap_or(0.0);
        (mean(&self.wins), mean(&self.points))
    }
}
