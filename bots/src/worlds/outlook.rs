//! The mean of every own turn over the ways in which hidden tiles can lie.

use rummilab_bot_api::View;
use rummilab_chance::Stream;
use rummilab_solver::Solver;

use super::hidden::Hidden;
use super::known::{KnownGame, Turn};
use super::search::{Foresight, MOST_POOL, Others};
use crate::entry::{Param, Settings, choice, number};
use crate::standoff::Halt;

/// The parameter of [`Guess::others`].
pub(crate) const OTHERS: Param = choice("others", &["none", "paranoid", "maxn"]).about(
    "3-4 players: solves such ends too, as if all others played against it, or each for itself",
);
/// The parameter of [`Guess::unknown`].
pub(crate) const UNKNOWN: Param = number("unknown", 0, 0, MOST_POOL as i32).about(
    "solves once this many tiles are left in the pool, averaging over where hidden tiles lie",
);
/// The parameter of [`Guess::worlds`].
pub(crate) const WORLDS: Param = number("worlds", 16, 1, 100_000).about(
    "averages over all ways to deal hidden tiles if there are no more than this, else over this \
        many at random",
);

/// When a bot averages over hidden tiles, and over how many dealt games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guess {
    /// How the others are assumed to play if there are two or three; `None` excludes such games.
    /// Between two players it makes no difference.
    pub others: Option<Others>,
    /// The most dealt games that are solved each turn. If the unseen tiles can lie in no more ways
    /// than that, all are solved.
    pub worlds: usize,
    /// The most tiles in the pool with which it averages; 0 for an empty pool only. At most
    /// [`MOST_POOL`].
    pub unknown: usize,
}

impl Guess {
    /// Never averages.
    pub const NEVER: Guess = Guess {
        others: None,
        worlds: 0,
        unknown: 0,
    };

    /// The settings that [`OTHERS`], [`UNKNOWN`] and [`WORLDS`] describe.
    pub(crate) fn of(settings: &Settings<'_>) -> Guess {
        Guess {
            others: match settings.text(OTHERS.key) {
                "paranoid" => Some(Others::Paranoid),
                "maxn" => Some(Others::MaxN),
                _ => None,
            },
            worlds: settings.count(WORLDS.key),
            unknown: settings.count(UNKNOWN.key),
        }
    }

    /// Whether this is a game to average over. A game of two with an empty pool has nothing hidden
    /// ([`Endgame`](crate::Endgame)).
    pub fn takes(&self, view: &View<'_>) -> bool {
        let hidden = view.players() > 2 || view.pool_len > 0;
        hidden
            && self.worlds > 0
            && view.pool_len <= self.unknown.min(MOST_POOL)
            && (view.players() == 2 || self.others.is_some())
    }
}

/// The fewest dealt games whose mean is taken when the work runs out. They were dealt in random
/// order.
const LEAST: usize = 4;

/// How many deals for each one wanted may be rejected because they contradict passes, before the
/// bot gives up.
const REJECTED: usize = 16;

/// A turn and the sum of its worths over the dealt games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mean {
    /// The turn.
    pub turn: Turn,
    /// Weight times worth to the own seat times [`Outlook::scale`], summed.
    pub sum: i128,
}

/// The result of averaging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Every legal turn, most tiles first, a draw or pass last.
    pub turns: Vec<Mean>,
    /// The sum of the weights: deals of the single pieces if all were examined, otherwise dealt
    /// games.
    pub weight: u128,
    /// The factor by which worths are multiplied.
    pub scale: i64,
    /// Whether these are all the ways in which the unseen tiles can lie.
    pub all: bool,
}

impl Outlook {
    /// The turn with the best mean; of equal ones the one of most tiles.
    pub fn best(&self) -> Option<Turn> {
        let best = self.turns.iter().rev().max_by_key(|mean| mean.sum);
        best.map(|mean| mean.turn)
    }
}

/// Averages over a hidden game as `guess` says, with `work` questions to the solver
/// ([`Foresight::new`]). `None` if it does not handle the rules, or the work ran out before a few
/// dealt games were solved.
/// few dealt games were solved.
pub fn outlook(
    view: &View<'_>,
    guess: &Guess,
    work: u64,
    solver: &mut dyn Solver,
    stream: &mut Stream,
) -> Result<Option<Outlook>, Halt> {
    let Some(hidden) = Hidden::of(view) else {
        return Ok(None);
    };
    let starter = view.history.first().map_or(view.seat, |turn| turn.seat);
    let asking = (view.seat, guess.others.unwrap_or(Others::Paranoid));
    let mut foresight = Foresight::new(view.rules, starter, solver, asking, view.pool_len, work);
    let mut means = Means::new(foresight.scale());
    let every = hidden.split().all(guess.worlds);
    let ended = match every {
        Some(ways) => {
            let mut ways: Vec<(KnownGame, u128)> = ways
                .into_iter()
                .map(|(parts, weight)| (hidden.dealt(&parts), weight))
                .collect();
            stream.shuffle(&mut ways);
            let ended = ways
                .into_iter()
                .try_for_each(|(dealt, weight)| means.add(&hidden, &mut foresight, dealt, weight));
            means.all = ended.is_ok();
            ended
        }
        None => sampled(&hidden, guess.worlds, &mut foresight, stream, &mut means),
    };
    match ended {
        Err(Halt::Work) if means.worlds >= LEAST => {}
        Err(Halt::Work) => return Ok(None),
        ended => ended?,
    }
    Ok((means.worlds > 0).then_some(Outlook {
        turns: means.turns,
        weight: means.weight,
        scale: means.scale,
        all: means.all,
    }))
}

/// Deals at random until enough games agree with the passes.
fn sampled(
    hidden: &Hidden,
    worlds: usize,
    foresight: &mut Foresight<'_>,
    stream: &mut Stream,
    means: &mut Means,
) -> Result<(), Halt> {
    for _ in 0..worlds.saturating_mul(REJECTED) {
        let dealt = hidden.dealt(&hidden.split().draw(stream));
        means.add(hidden, foresight, dealt, 1)?;
        if means.worlds == worlds {
            break;
        }
    }
    Ok(())
}

struct Means {
    turns: Vec<Mean>,
    weight: u128,
    scale: i64,
    /// Dealt games that were solved.
    worlds: usize,
    all: bool,
}

impl Means {
    fn new(scale: i64) -> Means {
        Means {
            turns: Vec::new(),
            weight: 0,
            scale,
            worlds: 0,
            all: false,
        }
    }

    /// Solves a dealt game, unless passes contradict it, and adds the worths of its turns.
    fn add(
        &mut self,
        hidden: &Hidden,
        foresight: &mut Foresight<'_>,
        dealt: KnownGame,
        weight: u128,
    ) -> Result<(), Halt> {
        if !hidden.agrees(&dealt, foresight)? {
            return Ok(());
        }
        foresight.forget_positions();
        let turns = foresight.turns(&dealt)?;
        if self.turns.is_empty() {
            let new = |(turn, _): &(Turn, i64)| Mean {
                turn: *turn,
                sum: 0,
            };
            self.turns = turns.iter().map(new).collect();
        }
        // The own turns depend on nothing hidden, so they are the same in every dealt game.
        for (mean, (turn, worth)) in self.turns.iter_mut().zip(&turns) {
            debug_assert_eq!(mean.turn, *turn);
            mean.sum += i128::from(*worth) * weight as i128;
        }
        self.weight += weight;
        self.worlds += 1;
        Ok(())
    }
}
