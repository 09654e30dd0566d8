//! Hints for a turn: the play of a bot with its reason, and alternatives. The alternatives are the
//! best plays for simple goals.

use std::sync::Arc;

use rummilab_bot_api::protocol::{HelloAnswer, Hint, HintedPlay, VERSION, action_message};
use rummilab_bot_api::{Bot, Host, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, RuleSet, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver, Verified, Weights, best_known};
use rummilab_words::{Language, say};

/// Finds the plays of hints with one solver.
pub struct Adviser {
    solver: Box<dyn Solver>,
    language: Language,
}

struct Possible {
    action: Action,
    played: TileCounts,
    why: String,
}

impl Adviser {
    /// An adviser that uses this solver.
    pub fn new(solver: Box<dyn Solver>) -> Adviser {
        let language = Language::English;
        Adviser { solver, language }
    }

    /// The same, with reasons in this language.
    #[must_use]
    pub fn speaking(self, language: Language) -> Adviser {
        Adviser { language, ..self }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// The merits of `chosen`, and a limited number of other plays.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn hint(
        &mut self,
        view: &View<'_>,
        chosen: &Action,
        alternatives: usize,
    ) -> Result<Hint, SolveError> {
        let language = self.language;
        let mut options = self.options(view)?;
        let played = played(view, chosen);
        let best = options.iter().position(|option| option.played == played);
        let why = best.map(|best| options.remove(best).why);
        let why = why.unwrap_or_else(|| {
            if played.is_empty() {
                say!(language, "hint-keeps")
            } else {
                let laid = laid(language, view, &played, None);
                say!(language, "hint-own-choice", laid = laid)
            }
        });
        let best = message(&Possible {
            action: chosen.clone(),
            played,
            why: match (played.is_empty(), options.first()) {
                (true, Some(other)) => say!(
                    language,
                    "hint-could-do-more",
                    why = why,
                    other = other.why.as_str()
                ),
                _ => why,
            },
        });
        Ok(Hint {
            best,
            alternatives: options.iter().take(alternatives).map(message).collect(),
        })
    }

    /// The best plays for simple goals, without duplicates, and the turn without a play.
    fn options(&mut self, view: &View<'_>) -> Result<Vec<Possible>, SolveError> {
        let language = self.language;
        let mut options: Vec<Possible> = Vec::new();
        let mut add = |found: Option<Verified>, goal: &str| {
            let Some(play) = found.filter(|play| !play.played.is_empty()) else {
                return;
            };
            if options.iter().all(|option| option.played != play.played) {
                let laid = laid(language, view, &play.played, play.opening_value);
                options.push(Possible {
                    action: Action::Play(play.table(view.table)),
                    played: play.played,
                    why: say!(language, "hint-goal", laid = laid, goal = goal),
                });
            }
        };
        let mut keep_jokers = Weights::all(100);
        for (tile, _) in view.rack.kinds().filter(|(tile, _)| tile.is_joker()) {
            keep_jokers.set(tile, -10_000);
        }
        let goals = [
            (Goal::Tiles, "tiles"),
            (Goal::Value, "value"),
            (Goal::Weighted(Arc::new(keep_jokers)), "keep-jokers"),
            (Goal::Weighted(Arc::new(Weights::all(-1))), "fewest"),
        ];
        let position = view.position();
        let mut largest = None;
        if !view.has_opened() {
            let solver = self.solver.as_mut();
            let best = best_known(solver, view.rules, &position, &Goal::OpeningValue)?;
            largest = best.and_then(|best| best.opening_value);
        }
        for (goal, words) in goals {
            let best = best_known(self.solver.as_mut(), view.rules, &position, &goal)?;
            add(best, words);
        }
        let idle = view.idle();
        let needed = view.rules.opening_min;
        let (why, points) = match (options.is_empty(), largest) {
            (false, _) => ("choice", 0),
            (true, Some(points)) if points < u32::from(needed) => ("opening", points),
            (true, _) => ("nothing", 0),
        };
        let why = say!(
            language,
            "hint-idle",
            draws = idle == Action::Draw,
            why = why,
            points = points,
            needed = needed
        );
        options.push(Possible {
            action: idle,
            played: TileCounts::EMPTY,
            why,
        });
        Ok(options)
    }
}

/// How much is laid. An opening is told by its own points, which count what jokers stand for.
fn laid(language: Language, view: &View<'_>, played: &TileCounts, opening: Option<u32>) -> String {
    let (count, points) = (played.len(), played.face_sum());
    match (*played == view.rack, opening) {
        (true, _) => say!(language, "hint-goes-out", count = count),
        (false, Some(points)) => say!(language, "hint-opens", count = count, points = points),
        (false, None) => say!(language, "hint-lays", count = count, points = points),
    }
}

/// The rack tiles that an action lays.
fn played(view: &View<'_>, action: &Action) -> TileCounts {
    let Action::Play(after) = action else {
        return TileCounts::EMPTY;
    };
    let (Ok(before), Ok(after)) = (view.table.counts(), after.counts()) else {
        return TileCounts::EMPTY;
    };
    after.saturating_sub(&before)
}

fn message(option: &Possible) -> HintedPlay {
    HintedPlay {
        action: action_message(&option.action),
        tiles: option.played.to_string(),
        value: option.played.face_sum(),
        why: option.why.clone(),
    }
}

/// A host that lets a bot play for another program and gives hints.
pub struct AdvisingHost<M> {
    name: String,
    version: String,
    make: M,
    adviser: Adviser,
}

impl<M: Fn() -> Box<dyn Bot>> AdvisingHost<M> {
    /// A host with this name and version. `make` makes the bots, and `solver` finds the
    /// alternatives.
    pub fn new(name: String, version: String, make: M, solver: Box<dyn Solver>) -> Self {
        AdvisingHost {
            name,
            version,
            make,
            adviser: Adviser::new(solver),
        }
    }
}

impl<M: Fn() -> Box<dyn Bot>> Host for AdvisingHost<M> {
    fn hello(&self) -> HelloAnswer {
        HelloAnswer {
            protocol: VERSION,
            name: self.name.clone(),
            version: Some(self.version.clone()),
            author: None,
            rules: None,
            features: vec!["hint".to_owned(), "solve".to_owned()],
        }
    }

    fn supports(&self, rules: &RuleSet) -> Result<(), String> {
        let supported = self.adviser.solver.supports(rules, &Goal::Tiles);
        supported.map_err(|error| error.to_string())
    }

    fn bot(&mut self) -> Box<dyn Bot> {
        (self.make)()
    }

    fn hint(
        &mut self,
        view: &View<'_>,
        stream: &mut Stream,
        alternatives: usize,
    ) -> Result<Hint, String> {
        let mut bot = (self.make)();
        bot.new_game(view.seat);
        let chosen = bot.act(view, stream).map_err(|fault| fault.to_string())?;
        let hint = self.adviser.hint(view, &chosen, alternatives);
        hint.map_err(|error| error.to_string())
    }
}
