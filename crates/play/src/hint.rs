//! Hints for a turn: the play of a bot with its reason, and alternatives. The alternatives are the
//! best plays for simple goals.

use std::sync::Arc;

use rummilab_bot_api::protocol::{HelloAnswer, Hint, HintedPlay, VERSION, action_message};
use rummilab_bot_api::{Bot, Host, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, RuleSet, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver, Verified, Weights, best_known};

/// Finds the plays of hints with one solver.
pub struct Adviser {
    solver: Box<dyn Solver>,
}

struct Possible {
    action: Action,
    played: TileCounts,
    why: String,
}

impl Adviser {
    /// An adviser that uses this solver.
    pub fn new(solver: Box<dyn Solver>) -> Adviser {
        Adviser { solver }
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
        let mut options = self.options(view)?;
        let played = played(view, chosen);
        let best = options.iter().position(|option| option.played == played);
        let why = best.map(|best| options.remove(best).why);
        let why = why.unwrap_or_else(|| {
            if played.is_empty() {
                "keeps every tile".to_owned()
            } else {
                format!("{}; the bot's own choice", laid(view, &played, None))
            }
        });
        let best = message(&Possible {
            action: chosen.clone(),
            played,
            why: match (played.is_empty(), options.first()) {
                (true, Some(other)) => format!("{why}, though it could do more: {}", other.why),
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
        let mut options: Vec<Possible> = Vec::new();
        let mut add = |found: Option<Verified>, goal: &str| {
            let Some(play) = found.filter(|play| !play.played.is_empty()) else {
                return;
            };
            if options.iter().all(|option| option.played != play.played) {
                let why = laid(view, &play.played, play.opening_value);
                options.push(Possible {
                    action: Action::Play(play.table(view.table)),
                    played: play.played,
                    why: format!("{why}: {goal}"),
                });
            }
        };
        let mut keep_jokers = Weights::all(100);
        for (tile, _) in view.rack.kinds().filter(|(tile, _)| tile.is_joker()) {
            keep_jokers.set(tile, -10_000);
        }
        let goals = [
            (Goal::Tiles, "the most tiles that can be laid"),
            (Goal::Value, "the most points that can be laid"),
            (
                Goal::Weighted(Arc::new(keep_jokers)),
                "the most tiles without a joker",
            ),
            (
                Goal::Weighted(Arc::new(Weights::all(-1))),
                "the fewest tiles that open",
            ),
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
        let word = match idle {
            Action::Draw => "draws a tile",
            _ => "passes",
        };
        let why = match (options.is_empty(), largest) {
            (false, _) => word.to_owned(),
            (true, Some(points)) if points < u32::from(view.rules.opening_min) => format!(
                "{word}: own sets are worth at most {points} points, {} are needed to open",
                view.rules.opening_min
            ),
            (true, _) => format!("{word}: nothing can be laid"),
        };
        options.push(Possible {
            action: idle,
            played: TileCounts::EMPTY,
            why,
        });
        Ok(options)
    }
}

/// How much is laid. An opening is told by its own points, which count what jokers stand for.
fn laid(view: &View<'_>, played: &TileCounts, opening: Option<u32>) -> String {
    let (count, points) = (played.len(), played.face_sum());
    let tiles = if count == 1 { "tile" } else { "tiles" };
    match (*played == view.rack, opening) {
        (true, _) => format!("goes out with {count} {tiles}"),
        (false, Some(points)) => format!("lays {count} {tiles}, an opening of {points} points"),
        (false, None) => format!("lays {count} {tiles} worth {points}"),
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
