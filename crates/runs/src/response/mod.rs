//! The best response to a bot that a search over settings finds, and its win rate on deals that
//! were not used to choose it. It is a lower bound of the exploitability of the bot: other
//! opponents may win more.

mod search;

use std::num::NonZeroUsize;
use std::path::Path;

use rummilab_arena::{Plan, PlanSpec, RulesEntry};
use rummilab_bot_api::StopFlag;
use rummilab_bots::BotSpec;
use rummilab_bots::variants::{changed_once, default_of, families};
use rummilab_core::RuleSet;
use rummilab_league::Halving;
use rummilab_stats::{Interval, Summary};
use serde::Serialize;

pub use self::search::{Candidate, RungRecord, SearchStage};
use crate::bot_name::BotName;
use crate::error::RunsError;
use crate::game_match::Match;
use crate::observer::MatchEvent;
use crate::outcome::MatchEnding;
use crate::roster::Roster;

/// The parameters of a search.
#[derive(Debug, Clone)]
pub struct ResponseSearch {
    /// The bot to beat.
    pub to: BotName,
    /// Bots whose settings are searched; all bots if empty.
    pub families: Vec<String>,
    /// Bots to start with.
    pub start: Vec<BotSpec>,
    /// The rules.
    pub rules: RuleSet,
    /// Seats in every game: the response in one, copies of the bot in the others.
    pub players: u64,
    /// How many deals each candidate plays.
    pub halving: Halving,
    /// Most rounds; each starts with all single changes of the best bot of the round before.
    pub stages: u64,
    /// Number of other deals, on which the best bot is confirmed.
    pub confirm: u64,
    /// Master seed of the search; the deals of the next seed confirm its result.
    pub seed: u64,
}

/// How a search is carried out; this does not change its result.
pub struct SearchPlace<'a> {
    /// The folder of the search; blocks that are there are not played again.
    pub folder: &'a Path,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Ends the search soon after it is set.
    pub interrupt: &'a StopFlag,
    /// Called with the progress of the search.
    pub observe: &'a mut (dyn FnMut(SearchEvent<'_>) + Send),
}

/// The progress of a search.
#[derive(Debug)]
pub enum SearchEvent<'a> {
    /// The next candidate of a rung is about to play.
    Candidate {
        /// The stage, from 1.
        stage: u64,
        /// Deals of the rung.
        deals: u64,
        /// Candidates of the rung that have played.
        done: u64,
        /// All candidates of the rung.
        of: u64,
    },
    /// All candidates of a rung have played.
    RungDone,
    /// An event of the match on other deals.
    Confirming(MatchEvent<'a>),
}

/// The result of a search, as in `response.json`.
#[derive(Debug, Clone, Serialize)]
pub struct Response {
    /// The bot to beat.
    pub to: String,
    /// The rule system.
    pub rules: String,
    /// Seats in every game; the bot to beat sits in all but one.
    pub players: u64,
    /// The master seed of the search.
    pub seed: u64,
    /// The bots whose settings were searched, as given.
    pub families: Vec<String>,
    /// The bots to start with, as given.
    pub start: Vec<String>,
    /// The best response found, with its results on the deals that chose it.
    pub best: Candidate,
    /// Its results on other deals.
    pub confirmed: Confirmed,
    /// Win rate of the response above its fair share (one half with two players), at least zero: a
    /// lower bound of the exploitability.
    pub exploitability: f64,
    /// Its 95 % interval.
    pub exploitability_ci: Option<Interval>,
    /// The stages of the search.
    pub stages: Vec<SearchStage>,
}

/// The results of the response on other deals.
#[derive(Debug, Clone, Serialize)]
pub struct Confirmed {
    /// The master seed of these deals.
    pub seed: u64,
    /// Number of deals.
    pub deals: u64,
    /// Games played on them.
    pub games: u64,
    /// Share of the games that the response won.
    pub wins: f64,
    /// Its interval.
    pub wins_ci: Option<Interval>,
    /// Its points less the mean of the others' points, per game.
    pub points: Option<f64>,
    /// Its interval.
    pub points_ci: Option<Interval>,
}

impl ResponseSearch {
    /// A match with the bot to beat as its only bot.
    fn against(&self) -> PlanSpec {
        PlanSpec {
            bots: vec![self.to.to_string()],
            players: self.players,
            deals: self.halving.last,
            seed: self.seed,
            rules: RulesEntry::from(&self.rules),
            ..PlanSpec::default()
        }
    }

    /// The plan of the bot to beat alone; its hash identifies the search.
    ///
    /// # Errors
    /// Those of [`Match::plan`].
    pub fn plan(&self) -> Result<Plan, RunsError> {
        Match::of(self.against()).plan()
    }

    /// Every bot to start with: the given ones, then each family at its defaults and with one
    /// setting changed.
    ///
    /// # Errors
    /// [`RunsError::NoFamily`].
    pub fn candidates(&self) -> Result<Vec<BotSpec>, RunsError> {
        let names: Vec<&str> = match self.families.is_empty() {
            true => families().collect(),
            false => self.families.iter().map(String::as_str).collect(),
        };
        let mut candidates = self.start.clone();
        for name in names {
            let known = families().find(|known| *known == name);
            let bot = known.and_then(default_of);
            let bot = bot.ok_or_else(|| RunsError::NoFamily(name.to_owned()))?;
            let around = changed_once(&bot);
            candidates.push(bot);
            candidates.extend(around);
        }
        Ok(candidates)
    }

    /// Searches, and confirms the result.
    ///
    /// # Errors
    /// [`RunsError::InterruptedIn`] if the flag was set: the games played are kept.
    pub fn run(&self, mut place: SearchPlace<'_>) -> Result<Response, RunsError> {
        let candidates = self.candidates()?;
        let plan = self.plan()?;
        Roster::new().with_programs(&plan, None)?.probe(&plan)?;
        let found = self.search(candidates, &mut place)?;
        let found = found.ok_or_else(|| RunsError::NoCandidate(self.to.to_string()))?;
        let summary = self.confirm(&found.best.bot, &mut place)?;
        self.response(found.best, found.stages, &summary)
    }

    /// A match of a candidate, as the first entry, against the bot to beat.
    fn match_of(&self, candidate: &str) -> PlanSpec {
        let mut spec = self.against();
        spec.bots.insert(0, candidate.to_owned());
        spec
    }

    /// Plays the response against the bot on the deals of the next seed, as a run of its own.
    fn confirm(&self, best: &str, place: &mut SearchPlace<'_>) -> Result<Summary, RunsError> {
        let game = Match::of(PlanSpec {
            deals: self.confirm,
            seed: self.seed + 1,
            ..self.match_of(best)
        });
        let folder = place.folder.join("confirm").join(game.plan()?.plan_hash());
        let game = game.folder(folder).threads(place.threads);
        let game = game.interrupt(place.interrupt);
        let observe = |event: MatchEvent<'_>| (place.observe)(SearchEvent::Confirming(event));
        let outcome = game.observe(observe).play()?;
        match outcome.ending {
            MatchEnding::Interrupted => Err(RunsError::InterruptedIn(
                place.folder.to_owned(),
                outcome.done,
                outcome.blocks,
            )),
            _ => Ok(outcome.summary().clone()),
        }
    }

    fn response(
        &self,
        best: Candidate,
        stages: Vec<SearchStage>,
        summary: &Summary,
    ) -> Result<Response, RunsError> {
        let pair = summary.pairs.first();
        let best_of_all = summary.bots.first().map(|bot| &bot.results);
        let wins = best_of_all.and_then(|found| found.win_rate);
        let found = pair.zip(best_of_all).zip(wins);
        let ((pair, found), wins) = found.ok_or(RunsError::AllVoid)?;
        let fair = 1.0 / self.players as f64;
        let edge = |wins: f64| (wins - fair).max(0.0);
        let edges = found.win_rate_ci;
        Ok(Response {
            to: self.to.to_string(),
            rules: self.rules.name.clone(),
            players: self.players,
            seed: self.seed,
            families: self.families.clone(),
            start: self.start.iter().map(ToString::to_string).collect(),
            best,
            confirmed: Confirmed {
                seed: summary.seed,
                deals: self.confirm,
                games: pair.games,
                wins,
                wins_ci: found.win_rate_ci,
                points: pair.score_difference,
                points_ci: pair.score_difference_ci,
            },
            exploitability: edge(wins),
            exploitability_ci: edges.and_then(|ci| Interval::new(edge(ci.low()), edge(ci.high()))),
            stages,
        })
    }
}
