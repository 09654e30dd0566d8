//! The best response to a bot that a search over settings finds, and what it wins on deals that it
//! was not chosen for. That is a lower bound of how far the bot can be exploited: other bots may do
//! better.

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

/// What is searched for.
#[derive(Debug, Clone)]
pub struct ResponseSearch {
    /// The bot to beat.
    pub to: BotName,
    /// Bots whose settings are searched; all of them if there are none.
    pub families: Vec<String>,
    /// Bots to begin with.
    pub start: Vec<BotSpec>,
    /// The rules.
    pub rules: RuleSet,
    /// Seats in every game: the response in one, copies of the bot in the others.
    pub players: u64,
    /// How many deals whom.
    pub halving: Halving,
    /// Rounds at most; each begins with all single changes of the best bot of the round before.
    pub stages: u64,
    /// Other deals, on which the bot that was found is confirmed.
    pub confirm: u64,
    /// Master seed of the search; the deals of the next seed confirm.
    pub seed: u64,
}

/// How a search is carried out. None of it changes its result.
pub struct SearchPlace<'a> {
    /// The folder of the whole search: what was played there is not played again.
    pub folder: &'a Path,
    /// Threads.
    pub threads: NonZeroUsize,
    /// Ends the search soon after somebody sets it.
    pub interrupt: &'a StopFlag,
    /// Is told how far the search is.
    pub observe: &'a mut (dyn FnMut(SearchEvent<'_>) + Send),
}

/// How far a search is.
#[derive(Debug)]
pub enum SearchEvent<'a> {
    /// One more candidate of a rung is about to play.
    Candidate {
        /// The stage, from 1.
        stage: u64,
        /// The deals of the rung.
        deals: u64,
        /// Candidates of the rung that have played.
        done: u64,
        /// Candidates of the rung.
        of: u64,
    },
    /// All candidates of a rung have played.
    RungDone,
    /// The match on other deals.
    Confirming(MatchEvent<'a>),
}

/// What a search found, as `response.json` holds it.
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
    /// The bots whose settings were searched, as they were given.
    pub families: Vec<String>,
    /// The bots it began with, as they were given.
    pub start: Vec<String>,
    /// The best response that was found, on the deals it was chosen for.
    pub best: Candidate,
    /// The same on other deals.
    pub confirmed: Confirmed,
    /// What the wins of the response lie above its fair share (one half with two players), and zero
    /// where they do not; a lower bound of the exploitability.
    pub exploitability: f64,
    /// Its interval.
    pub exploitability_ci: Option<Interval>,
    /// What was played to find it.
    pub stages: Vec<SearchStage>,
}

/// The response on other deals.
#[derive(Debug, Clone, Serialize)]
pub struct Confirmed {
    /// The master seed of these deals.
    pub seed: u64,
    /// How many there were.
    pub deals: u64,
    /// Games played on them.
    pub games: u64,
    /// Share of the games that the response won.
    pub wins: f64,
    /// Its interval.
    pub wins_ci: Option<Interval>,
    /// Its points less those of the other (the mean of the others), a game.
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

    /// The plan of the bot to beat alone. Its hash names the search.
    ///
    /// # Errors
    /// As [`Match::plan`].
    pub fn plan(&self) -> Result<Plan, RunsError> {
        Match::of(self.against()).plan()
    }

    /// Every bot to begin with: those given, then each family as it is and with one setting
    /// changed.
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

    /// Searches, and confirms what it found.
    ///
    /// # Errors
    /// [`RunsError::InterruptedIn`] if the flag was set: what was played is kept.
    pub fn run(&self, mut place: SearchPlace<'_>) -> Result<Response, RunsError> {
        let candidates = self.candidates()?;
        let plan = self.plan()?;
        Roster::new().with_programs(&plan, None)?.probe(&plan)?;
        let found = self.search(candidates, &mut place)?;
        let found = found.ok_or_else(|| RunsError::NoCandidate(self.to.to_string()))?;
        let summary = self.confirm(&found.best.bot, &mut place)?;
        self.response(found.best, found.stages, &summary)
    }

    /// A match of a candidate, in front so that it is the first entry, and the bot to beat.
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
            MatchEnding::Interrupted => Err(RunsError::InterruptedIn {
                folder: place.folder.to_owned(),
                done: outcome.done,
                blocks: outcome.blocks,
            }),
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
