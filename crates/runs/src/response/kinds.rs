//! The kinds of responses, one list: the best settings, and a bot that is made for its opponent. It
//! knows whom it meets, so no roster can hold it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rummilab_bots::BotSpec;
use rummilab_bots::respond::{self, Thinking};
use rummilab_core::nearest;

use super::{Candidate, ResponseSearch, SearchPlace, SearchStage};
use crate::bot_name::BotName;
use crate::error::BotNameError;
use crate::error::{NoResponse, RunsError};
use crate::roster::MakeBot;

/// The bot that goes on for a responder in games that are only thought, unless another is given.
const OWN: &str = "champion:budget=quick";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseKind {
    /// The best settings of the bots of the roster, by successive halving.
    Settings,
    /// Plays every turn of a short list out against the bot.
    Playouts,
}

/// A text that names no kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no kind `{name}`; the kinds are {}{}", names().join(", "), hint(.nearest))]
pub struct ResponseKindError {
    pub name: String,
    /// The closest name, if one is close.
    pub nearest: Option<&'static str>,
}

fn names() -> [&'static str; ResponseKind::ALL.len()] {
    ResponseKind::ALL.map(ResponseKind::name)
}

fn hint(nearest: &Option<&'static str>) -> String {
    let hint = nearest.map(|name| format!("; did you mean `{name}`?"));
    hint.unwrap_or_default()
}

impl ResponseKind {
    /// Every kind, in the order in which lists show them.
    pub const ALL: [ResponseKind; 2] = [ResponseKind::Settings, ResponseKind::Playouts];

    pub fn name(self) -> &'static str {
        match self {
            ResponseKind::Settings => "settings",
            ResponseKind::Playouts => "playouts",
        }
    }
}

impl fmt::Display for ResponseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ResponseKind {
    type Err = ResponseKindError;

    fn from_str(text: &str) -> Result<ResponseKind, ResponseKindError> {
        let mut all = ResponseKind::ALL.into_iter();
        all.find(|kind| kind.name() == text)
            .ok_or_else(|| ResponseKindError {
                name: text.to_owned(),
                nearest: nearest(text, names()),
            })
    }
}

/// How a responder that is made for its opponent thinks. Budgets are numbers of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responding {
    /// The bot that stands for the opponent in games that are only thought; itself if `None`.
    pub model: Option<BotSpec>,
    /// The bot that goes on for the responder in these games; `champion:budget=quick` if `None`.
    pub own: Option<BotSpec>,
    /// Games that are thought on a turn.
    pub games: usize,
    /// Plays that are compared besides the turns of both bots and laying nothing.
    pub plays: usize,
    /// Racks kept for each opponent that fit what it did; 0 deals unseen tiles at random.
    pub particles: usize,
    /// The most tiles in the pool with which it thinks; before, it plays the opponent's own turn.
    pub pool: usize,
}

impl Default for Responding {
    fn default() -> Responding {
        Responding {
            model: None,
            own: None,
            games: 32,
            plays: 4,
            particles: 8,
            pool: 1000,
        }
    }
}

/// A responder that was found or made.
pub(super) struct Responder {
    /// Its name in the match that confirms it: its settings.
    pub name: String,
    /// What it cost, in words.
    pub work: String,
    /// How it is made, if it is no bot of the roster.
    pub make: Option<MakeBot>,
    /// Its results on the deals that chose it, and the stages of the search, if there was one.
    pub searched: Option<(Candidate, Vec<SearchStage>)>,
}

impl ResponseSearch {
    /// Makes a responder of this kind to the bot of the search.
    pub(super) fn make(
        &self,
        kind: ResponseKind,
        place: &mut SearchPlace<'_>,
    ) -> Result<Responder, RunsError> {
        match kind {
            ResponseKind::Settings => self.best_settings(place),
            ResponseKind::Playouts => Ok(thinks(kind, self.thinking()?)),
        }
    }

    fn best_settings(&self, place: &mut SearchPlace<'_>) -> Result<Responder, RunsError> {
        let found = self.search(self.candidates()?, place)?;
        let found = found.ok_or_else(|| NoResponse::NoCandidate(self.to.to_string()))?;
        let tried = found.stages.iter().filter_map(|stage| stage.rungs.first());
        let tried: usize = tried.map(|rung| rung.candidates.len()).sum();
        let last = self.halving.last;
        Ok(Responder {
            name: found.best.bot.clone(),
            work: format!("its own; found among {tried} settings, on up to {last} deals each"),
            make: None,
            searched: Some((found.best, found.stages)),
        })
    }

    /// How the responder thinks. It takes the turn of the bot to beat unless another is better, or
    /// of what goes on for it if the bot to beat is a program.
    fn thinking(&self) -> Result<Thinking, RunsError> {
        let responding = &self.responding;
        let own = match &responding.own {
            Some(own) => own.clone(),
            None => OWN.parse().map_err(BotNameError::from)?,
        };
        let (base, model) = match (&self.to, &responding.model) {
            (BotName::Roster(bot), model) => (bot, model.as_ref().unwrap_or(bot)),
            (BotName::Program(..), Some(model)) => (&own, model),
            (BotName::Program(..), None) => {
                return Err(NoResponse::NoModel(self.to.to_string()).into());
            }
        };
        Ok(Thinking {
            base: base.clone(),
            model: model.clone(),
            own: own.clone(),
            games: responding.games,
            plays: responding.plays,
            particles: responding.particles,
            pool: responding.pool,
        })
    }
}

/// A responder that thinks in games.
fn thinks(kind: ResponseKind, thinking: Thinking) -> Responder {
    let Thinking {
        base,
        model,
        own,
        games,
        plays,
        particles,
        pool,
    } = &thinking;
    Responder {
        name: format!(
            "{kind}(base={base};model={model};own={own};games={games};plays={plays};\
             particles={particles};pool={pool})"
        ),
        work: format!(
            "{games} playouts, against {model}, going on as {own}; pool of {pool} at most"
        ),
        make: Some(Arc::new(move || {
            Box::new(respond::Responder::new(thinking.clone()))
        })),
        searched: None,
    }
}
