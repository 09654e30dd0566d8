//! Approximate best responses to a bot, of several kinds ([`ResponseKind`]), and their win rates on
//! held-out deals. What a response wins above its fair share estimates a lower bound of the
//! exploitability of the bot: other opponents may win more.

mod kinds;
mod search;

use std::num::NonZeroUsize;
use std::path::Path;

use rummilab_arena::{Plan, PlanSpec, RulesEntry};
use rummilab_bot_api::{MakeOracle, StopFlag};
use rummilab_bots::BotSpec;
use rummilab_bots::variants::{changed_once, default_of, families};
use rummilab_core::RuleSet;
use rummilab_stats::league::Halving;
use rummilab_stats::{Interval, Summary};
use serde::Serialize;

use self::kinds::Responder;
pub use self::kinds::{Responding, ResponseKind, ResponseKindError};
pub use self::search::{Candidate, RungRecord, SearchStage};
use crate::bot_name::BotName;
use crate::error::{NoResponse, RunsError};
use crate::game_match::Match;
use crate::outcome::{MatchEnding, MatchEvent};
use crate::roster::Roster;

/// The parameters of a search.
#[derive(Debug, Clone)]
pub struct ResponseSearch {
    pub to: BotName,
    /// Bots whose settings are searched; all bots if empty.
    pub families: Vec<String>,
    pub start: Vec<BotSpec>,
    pub rules: RuleSet,
    /// Seats in every game: the response in one, copies of the bot in the others.
    pub players: u64,
    /// How many deals each candidate plays.
    pub halving: Halving,
    /// Most rounds of local search; each compares the best bot of the round before and all its
    /// single changes.
    pub stages: u64,
    /// Number of held-out deals on which the best bot is evaluated.
    pub confirm: u64,
    /// How a responder made for the bot to beat thinks.
    pub responding: Responding,
    /// Answers the `solve` requests of the bot to beat, if it is a program.
    pub oracle: MakeOracle,
    /// Master seed of the search; the deals of the next seed confirm its result.
    pub seed: u64,
}

/// How a search is carried out; this does not change its result.
pub struct SearchPlace<'a> {
    /// The folder of the search; blocks in it are not played again.
    pub folder: &'a Path,
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
        stage: u64,
        deals: u64,
        /// Candidates of the rung that have played.
        done: u64,
        /// All candidates of the rung.
        of: u64,
    },
    /// All candidates of a rung have played.
    RungDone,
    /// An event of the match on held-out deals.
    Confirming(MatchEvent<'a>),
}

/// The result of a search, as in `response.json`.
#[derive(Debug, Clone, Serialize)]
pub struct Response {
    pub kind: &'static str,
    pub to: String,
    pub rules: String,
    /// Seats in every game; the bot to beat sits in all but one.
    pub players: u64,
    /// The master seed of the search.
    pub seed: u64,
    /// The bots whose settings were searched, as given.
    pub families: Vec<String>,
    /// The bots to start with, as given.
    pub start: Vec<String>,
    /// The work of the best response on a turn, and the cost of finding it.
    pub work: String,
    /// The best response found, with its results on the deals that selected it.
    pub best: Candidate,
    /// Its results on held-out deals.
    pub confirmed: Confirmed,
    /// Win rate of the response above its fair share (one half with two players), at least zero: a
    /// lower bound of the exploitability.
    pub exploitability: f64,
    pub exploitability_ci: Option<Interval>,
    /// The stages of the search.
    pub stages: Vec<SearchStage>,
}

/// The results of responses of several kinds, as in `response.json`.
#[derive(Debug, Clone, Serialize)]
pub struct Responses {
    pub to: String,
    pub rules: String,
    /// Seats in every game; the bot to beat sits in all but one.
    pub players: u64,
    pub seed: u64,
    /// One of each kind, in the order asked for.
    pub responses: Vec<KindResponse>,
}

/// The result of one kind of response.
#[derive(Debug, Clone, Serialize)]
pub struct KindResponse {
    pub kind: &'static str,
    /// The bot that responds, with its settings.
    pub responder: String,
    /// Its work on a turn, and the cost of finding it.
    pub work: String,
    /// Its results on held-out deals.
    pub confirmed: Confirmed,
    /// Win rate above the fair share, at least zero: a lower bound of the exploitability.
    pub exploitability: f64,
    pub exploitability_ci: Option<Interval>,
}

/// The results of the response on held-out deals.
#[derive(Debug, Clone, Serialize)]
pub struct Confirmed {
    /// The master seed of these deals.
    pub seed: u64,
    pub deals: u64,
    pub games: u64,
    /// Share of the games that the response won.
    pub wins: f64,
    pub wins_ci: Option<Interval>,
    /// Its points less the mean of the others' points, per game.
    pub points: Option<f64>,
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

    /// The candidates of the first round: the given bots, then each family at its defaults and with
    /// one setting changed.
    ///
    /// # Errors
    /// [`NoResponse::NoFamily`].
    pub fn candidates(&self) -> Result<Vec<BotSpec>, RunsError> {
        let names: Vec<&str> = if self.families.is_empty() {
            families().collect()
        } else {
            self.families.iter().map(String::as_str).collect()
        };
        let mut candidates = self.start.clone();
        for name in names {
            let known = families().find(|known| *known == name);
            let bot = known.and_then(default_of);
            let bot = bot.ok_or_else(|| NoResponse::NoFamily(name.to_owned()))?;
            let around = changed_once(&bot);
            candidates.push(bot);
            candidates.extend(around);
        }
        Ok(candidates)
    }

    /// Searches the settings, and evaluates the best on held-out deals.
    ///
    /// # Errors
    /// [`RunsError::InterruptedIn`] if the flag was set: the games played are kept.
    pub fn run(&self, mut place: SearchPlace<'_>) -> Result<Response, RunsError> {
        let (responder, summary) = self.respond(ResponseKind::Settings, &mut place)?;
        let found = responder.searched;
        let (best, stages) = found.ok_or_else(|| NoResponse::NoCandidate(self.to.to_string()))?;
        self.response(best, stages, responder.work, &summary)
    }

    /// Makes a responder of each kind, and evaluates it on held-out deals.
    ///
    /// # Errors
    /// [`RunsError::InterruptedIn`] if the flag was set: the games played are kept.
    pub fn run_kinds(
        &self,
        kinds: &[ResponseKind],
        mut place: SearchPlace<'_>,
    ) -> Result<Responses, RunsError> {
        let mut responses = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let (responder, summary) = self.respond(*kind, &mut place)?;
            let (confirmed, (exploitability, exploitability_ci)) = self.confirmed(&summary)?;
            responses.push(KindResponse {
                kind: kind.name(),
                responder: responder.name,
                work: responder.work,
                confirmed,
                exploitability,
                exploitability_ci,
            });
        }
        Ok(Responses {
            to: self.to.to_string(),
            rules: self.rules.title(),
            players: self.players,
            seed: self.seed,
            responses,
        })
    }

    /// Makes a responder of this kind, and evaluates it on held-out deals.
    fn respond(
        &self,
        kind: ResponseKind,
        place: &mut SearchPlace<'_>,
    ) -> Result<(Responder, Summary), RunsError> {
        let plan = self.plan()?;
        let roster = Roster::new().with_oracle(self.oracle);
        roster.with_programs(&plan, None)?.probe(&plan)?;
        let responder = self.make(kind, place)?;
        let summary = self.confirm(&responder, place)?;
        Ok((responder, summary))
    }

    /// A match of a candidate, as the first entry, against the bot to beat.
    fn match_of(&self, candidate: &str) -> PlanSpec {
        let mut spec = self.against();
        spec.bots.insert(0, candidate.to_owned());
        spec
    }

    /// Plays the response against the bot on the held-out deals, as a run of its own.
    fn confirm(
        &self,
        responder: &Responder,
        place: &mut SearchPlace<'_>,
    ) -> Result<Summary, RunsError> {
        let mut game = Match::of(PlanSpec {
            deals: self.confirm,
            seed: self.seed + 1,
            ..self.match_of(&responder.name)
        })
        .oracle(self.oracle);
        if let Some(make) = responder.make.clone() {
            game = game.bot(&responder.name, move || make());
        }
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
            _ => outcome.summary().cloned(),
        }
    }

    fn response(
        &self,
        best: Candidate,
        stages: Vec<SearchStage>,
        work: String,
        summary: &Summary,
    ) -> Result<Response, RunsError> {
        let (confirmed, (exploitability, exploitability_ci)) = self.confirmed(summary)?;
        Ok(Response {
            kind: ResponseKind::Settings.name(),
            to: self.to.to_string(),
            rules: self.rules.title(),
            players: self.players,
            seed: self.seed,
            families: self.families.clone(),
            start: self.start.iter().map(ToString::to_string).collect(),
            work,
            best,
            confirmed,
            exploitability,
            exploitability_ci,
            stages,
        })
    }

    /// The results of a responder, and its wins above the fair share with their interval.
    fn confirmed(
        &self,
        summary: &Summary,
    ) -> Result<(Confirmed, (f64, Option<Interval>)), RunsError> {
        let pair = summary.pairs.first();
        let results = summary.bots.first().map(|bot| &bot.results);
        let wins = results.and_then(|results| results.win_rate);
        let played = pair.zip(results).zip(wins);
        let ((pair, results), wins) = played.ok_or(NoResponse::AllVoid)?;
        let fair = 1.0 / self.players as f64;
        let edge = |wins: f64| (wins - fair).max(0.0);
        let wins_ci = results.win_rate_ci;
        let confirmed = Confirmed {
            seed: summary.seed,
            deals: self.confirm,
            games: pair.games,
            wins,
            wins_ci,
            points: pair.score_difference,
            points_ci: pair.score_difference_ci,
        };
        let edge_ci = wins_ci.and_then(|ci| Interval::new(edge(ci.low()), edge(ci.high())));
        Ok((confirmed, (edge(wins), edge_ci)))
    }
}
