//! The kinds of responses, one list: the best settings, and bots that are made for their opponent.
//! A bot made for its opponent knows whom it meets, so no roster can hold it.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use rummilab_bot_api::Bot;
use rummilab_bots::BotSpec;
use rummilab_bots::respond::{self, Episodes, Learning, Network, Thinking};
use rummilab_chance::{Key, Stream};
use rummilab_core::nearest;

use super::{Candidate, ResponseSearch, SearchEvent, SearchPlace, SearchStage};
use crate::bot_name::{BotName, BotNameError};
use crate::error::RunsError;
use crate::game_match::Match;
use crate::outcome::MatchEnding;
use crate::roster::MakeBot;

/// Rounds of a training: after each the network is fitted to all games so far.
const ROUNDS: u64 = 4;
/// In training, a random turn is taken on one turn in this many.
const EXPLORE: NonZeroU64 = NonZeroU64::MIN.saturating_add(3);
/// Hidden units of the network, and passes over the turns that it is fitted to.
const HIDDEN: usize = 32;
const PASSES: usize = 20;
/// The bot that goes on for a responder in games that are only thought, unless another is given.
const OWN: &str = "champion:budget=quick";

/// A kind of response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseKind {
    /// The best settings of the bots of the roster, by successive halving.
    Settings,
    /// Plays every turn of a short list out against the bot.
    Playouts,
    /// Information-set Monte Carlo tree search with the bot as known opponent.
    Ismcts,
    /// A network fitted to games against the bot (Deep Monte Carlo).
    Learned,
}

/// A text that names no kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no kind `{name}`; the kinds are {}{}", names().join(", "), hint(.nearest))]
pub struct ResponseKindError {
    /// The text.
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
    pub const ALL: [ResponseKind; 4] = [
        ResponseKind::Settings,
        ResponseKind::Playouts,
        ResponseKind::Ismcts,
        ResponseKind::Learned,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        self.maker().name()
    }

    /// How a responder of this kind is made.
    pub(super) fn maker(self) -> &'static dyn MakeResponder {
        match self {
            ResponseKind::Settings => &BySettings,
            ResponseKind::Playouts => &ByPlayouts,
            ResponseKind::Ismcts => &ByIsmcts,
            ResponseKind::Learned => &ByLearning,
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

/// How responders that are made for their opponent think. Budgets are numbers of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responding {
    /// The bot that stands for the opponent in games that are only thought; itself if `None`.
    pub model: Option<BotSpec>,
    /// The bot that goes on for the responder in these games; `champion:budget=quick` if `None`.
    pub own: Option<BotSpec>,
    /// Games that are thought on a turn: playouts, or iterations of the tree search.
    pub games: usize,
    /// Plays that are compared besides the turns of both bots and laying nothing.
    pub plays: usize,
    /// Racks kept for each opponent that fit what it did; 0 deals unseen tiles at random.
    pub particles: usize,
    /// The most tiles in the pool with which it thinks; before, it plays the opponent's own turn.
    pub pool: usize,
    /// Deals of the training of the learned kind, in all its rounds.
    pub training: u64,
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
            training: 200,
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

/// Makes a responder to the bot of a search.
pub(super) trait MakeResponder {
    /// The name of its kind.
    fn name(&self) -> &'static str;

    /// The responder.
    fn make(
        &self,
        search: &ResponseSearch,
        place: &mut SearchPlace<'_>,
    ) -> Result<Responder, RunsError>;
}

struct BySettings;
struct ByPlayouts;
struct ByIsmcts;
struct ByLearning;

impl MakeResponder for BySettings {
    fn name(&self) -> &'static str {
        "settings"
    }

    fn make(
        &self,
        search: &ResponseSearch,
        place: &mut SearchPlace<'_>,
    ) -> Result<Responder, RunsError> {
        let found = search.search(search.candidates()?, place)?;
        let found = found.ok_or_else(|| RunsError::NoCandidate(search.to.to_string()))?;
        let tried = found.stages.iter().filter_map(|stage| stage.rungs.first());
        let tried: usize = tried.map(|rung| rung.candidates.len()).sum();
        let last = search.halving.last;
        Ok(Responder {
            name: found.best.bot.clone(),
            work: format!("its own; found among {tried} settings, on up to {last} deals each"),
            make: None,
            searched: Some((found.best, found.stages)),
        })
    }
}

impl MakeResponder for ByPlayouts {
    fn name(&self) -> &'static str {
        "playouts"
    }

    fn make(
        &self,
        search: &ResponseSearch,
        _: &mut SearchPlace<'_>,
    ) -> Result<Responder, RunsError> {
        let thinking = search.thinking()?;
        let work = format!("{} playouts", thinking.games);
        let make = respond::Responder::playouts;
        Ok(thinks(self.name(), &work, thinking, make))
    }
}

impl MakeResponder for ByIsmcts {
    fn name(&self) -> &'static str {
        "ismcts"
    }

    fn make(
        &self,
        search: &ResponseSearch,
        _: &mut SearchPlace<'_>,
    ) -> Result<Responder, RunsError> {
        let thinking = search.thinking()?;
        let (games, most) = (thinking.games, thinking.plays + 3);
        let work = format!("{games} iterations, at most {most} arms in a node");
        let make = respond::Responder::ismcts;
        Ok(thinks(self.name(), &work, thinking, make))
    }
}

/// A responder that thinks in games.
fn thinks(
    kind: &str,
    work: &str,
    thinking: Thinking,
    make: fn(Thinking) -> respond::Responder,
) -> Responder {
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
        work: format!("{work}, against {model}, going on as {own}; pool of {pool} at most"),
        make: Some(Arc::new(move || Box::new(make(thinking.clone())))),
        searched: None,
    }
}

impl MakeResponder for ByLearning {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn make(
        &self,
        search: &ResponseSearch,
        place: &mut SearchPlace<'_>,
    ) -> Result<Responder, RunsError> {
        let responding = &search.responding;
        let learning = Learning {
            base: search.base()?,
            plays: responding.plays,
            pool: responding.pool,
            explore: None,
        };
        let (network, turns) = search.train(&learning, place)?;
        let network = network.map(Arc::new);
        let Learning {
            base, plays, pool, ..
        } = &learning;
        let (training, seed) = (responding.training, search.seed);
        let size = network.as_ref().map_or(0, |network| network.size());
        let games = training * search.players;
        Ok(Responder {
            name: format!(
                "{}(base={base};plays={plays};pool={pool};training={training};seed={seed})",
                self.name()
            ),
            work: format!(
                "none but a network of {size} weights; trained in {games} games with {turns} \
                 turns; pool of {pool} at most"
            ),
            make: Some(Arc::new(move || {
                Box::new(respond::Responder::learner(
                    learning.clone(),
                    network.clone(),
                    None,
                ))
            })),
            searched: None,
        })
    }
}

impl ResponseSearch {
    /// The bot whose turn a responder takes unless another is better: the bot to beat, or what goes
    /// on for the responder if that is a program.
    fn base(&self) -> Result<BotSpec, RunsError> {
        match &self.to {
            BotName::Roster(bot) => Ok(bot.clone()),
            BotName::Program(_) => self.own(),
        }
    }

    fn own(&self) -> Result<BotSpec, RunsError> {
        match &self.responding.own {
            Some(own) => Ok(own.clone()),
            None => Ok(OWN.parse().map_err(BotNameError::from)?),
        }
    }

    fn thinking(&self) -> Result<Thinking, RunsError> {
        let responding = &self.responding;
        let model = match (&responding.model, &self.to) {
            (Some(model), _) | (None, BotName::Roster(model)) => model.clone(),
            (None, BotName::Program(_)) => return Err(RunsError::NoModel(self.to.to_string())),
        };
        Ok(Thinking {
            base: self.base()?,
            model,
            own: self.own()?,
            games: responding.games,
            plays: responding.plays,
            particles: responding.particles,
            pool: responding.pool,
        })
    }

    /// Trains a network in rounds: games of the learner of the round before against the bot, then a
    /// fit to all games so far. Returns it with the number of turns that it was fitted to.
    fn train(
        &self,
        learning: &Learning,
        place: &mut SearchPlace<'_>,
    ) -> Result<(Option<Network>, usize), RunsError> {
        let (mut network, mut samples) = (None::<Network>, Vec::new());
        let (mut played, all) = (0, self.responding.training);
        for round in 1..=ROUNDS {
            let deals = all * round / ROUNDS - played;
            if deals == 0 {
                continue;
            }
            let episodes: Episodes = Arc::new(Mutex::new(Vec::new()));
            self.play_round(round, deals, learning, (network, &episodes), place)?;
            let mut seen = episodes.lock().unwrap_or_else(PoisonError::into_inner);
            // Threads finish games in any order.
            seen.sort_by_key(|(game, _)| *game);
            samples.extend(seen.drain(..).flat_map(|(_, turns)| turns));
            network = Network::fit(&samples, (HIDDEN, PASSES), self.seed);
            played += deals;
            (place.observe)(SearchEvent::Trained {
                deals: played,
                of: all,
            });
        }
        Ok((network, samples.len()))
    }

    /// Plays the games of a round of training. Their seed is apart from those of the search and of
    /// the confirmation.
    fn play_round(
        &self,
        round: u64,
        deals: u64,
        learning: &Learning,
        (network, episodes): (Option<Network>, &Episodes),
        place: &mut SearchPlace<'_>,
    ) -> Result<(), RunsError> {
        const LEARNER: &str = "learner";
        let exploring = Learning {
            explore: Some(EXPLORE),
            ..learning.clone()
        };
        let (network, episodes) = (network.map(Arc::new), Arc::clone(episodes));
        let make = move || -> Box<dyn Bot> {
            let (network, episodes) = (network.clone(), Arc::clone(&episodes));
            Box::new(respond::Responder::learner(
                exploring.clone(),
                network,
                Some(episodes),
            ))
        };
        let mut spec = self.match_of(LEARNER);
        spec.deals = deals;
        spec.seed = Stream::new(Key::sample(self.seed, "respond training", round)).next_u64();
        let game = Match::of(spec).bot(LEARNER, make).threads(place.threads);
        let outcome = game.interrupt(place.interrupt).play()?;
        match outcome.ending {
            MatchEnding::Interrupted => Err(RunsError::Interrupted),
            _ => Ok(()),
        }
    }
}
