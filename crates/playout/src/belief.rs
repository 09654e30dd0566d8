//! Beliefs about the racks of the opponents and about their policies. No policy is ruled out: an
//! opponent that seems to have left its policy may have slipped.
//!
//! A particle filter (Gordon, Salmond and Smith 1993) for every opponent and each of its possible
//! policies. A particle is a rack. Each new decision of the opponent is a step:
//!
//! 1. The particle is made consistent with what is known by then. Tiles that turned up elsewhere
//!    are exchanged. Random unseen tiles, all equally likely, replace the tiles drawn. Tiles that
//!    the opponent laid are put in.
//! 2. The policy is asked what it would do with that rack. The weight of the particle is 1 -
//!    [`SLIP`] if the policy would have done what was seen, otherwise [`SLIP`].
//! 3. The mean of these weights estimates the probability of the decision under the policy, given
//!    all earlier decisions. The product of the means over the game is the weight of the policy.
//! 4. As many particles as before are drawn in proportion to their weights.
//!
//! So a draw is weak evidence about a player who was stuck a turn ago, and strong evidence about
//! one who was not. There are two simplifications:
//!
//! - Every policy is taken to be equally likely to hold exactly the tiles that it laid.
//! - The racks of several opponents are filtered independently. If together they hold too many
//!   copies of a tile, a later rack gets other tiles.

use std::cmp::Ordering;

use rummilab_bot_api::{View, Visible};
use rummilab_chance::Stream;
use rummilab_core::{BySeat, Seat, Tile, TileCounts};

use crate::past::{Decision, Past};
use crate::policies::Policies;

/// The assumed probability that a player deviates from its policy.
pub const SLIP: f64 = 0.02;

/// Most decisions of an opponent that are examined if the first look is in the middle of a game.
const WOUND_BACK: usize = 3;

/// A guess of all tiles that a view does not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenTiles {
    /// The rack of every seat, the own one as it is.
    pub racks: BySeat<TileCounts>,
    /// The pool, in the order in which it will be drawn.
    pub pool: Vec<Tile>,
}

/// The belief about one seat.
#[derive(Debug, Clone, Default)]
struct SeatBelief {
    /// Number of turns of the game examined; `None` before the first look.
    turns: Option<usize>,
    /// For each policy, the natural logarithm of the probability of the observed decisions.
    logs: Vec<f64>,
    /// For each policy, the particles: racks that the seat may hold.
    racks: Vec<Vec<TileCounts>>,
}

/// The beliefs of a seat about its opponents, kept through a game.
#[derive(Debug, Clone)]
pub struct Belief {
    policies: usize,
    particles: usize,
    seats: BySeat<SeatBelief>,
}

/// The beliefs before a turn.
#[derive(Debug, Clone)]
pub struct Posterior {
    known: SeenTiles,
    seats: BySeat<SeatBelief>,
    /// Tiles that the own seat is known to draw next.
    next_draws: Vec<Tile>,
}

/// The knowledge from a view about hidden tiles.
#[derive(Debug, Clone)]
struct SeenTiles {
    me: Seat,
    rack: TileCounts,
    /// All tiles that are neither on the table nor on the own rack.
    unseen: TileCounts,
    sizes: BySeat<usize>,
    open: Option<BySeat<TileCounts>>,
}

impl SeenTiles {
    /// `None` if the tiles of the view do not add up to those of the game.
    fn of(view: &View<'_>) -> Option<SeenTiles> {
        let deck = view.rules.deck();
        let unseen = deck
            .checked_sub(&view.table.counts().ok()?)?
            .checked_sub(&view.rack)?;
        let others = view.seat.others(view.players());
        let sizes: usize = others.map(|seat| view.rack_sizes[seat]).sum();
        let own = view.rack_sizes.get(view.seat) == Some(&view.rack.len());
        (own && unseen.len() == sizes + view.pool_len).then(|| SeenTiles {
            me: view.seat,
            rack: view.rack,
            unseen,
            sizes: view.rack_sizes.clone(),
            open: view.racks.clone(),
        })
    }

    /// The tiles that a seat may hold.
    fn possible(&self, seat: Seat) -> TileCounts {
        match &self.open {
            Some(racks) => racks[seat],
            None => self.unseen,
        }
    }
}

impl Belief {
    /// A belief before the first look. Every opponent is assumed to follow one of the first
    /// `policies` policies of the list for [`Belief::look`], with `particles` particles for each.
    ///
    /// With 0 particles nothing is learnt: racks are random among the unseen tiles, and all
    /// policies are equally likely.
    pub fn new(policies: usize, particles: usize) -> Belief {
        Belief {
            policies,
            particles,
            seats: BySeat::default(),
        }
    }

    /// Updates the belief before a turn, with every decision since the last look. `None` if the
    /// tiles of the view do not add up to those of the game.
    pub fn look(
        &mut self,
        view: &View<'_>,
        policies: &mut Policies,
        stream: &mut Stream,
    ) -> Option<Posterior> {
        let known = SeenTiles::of(view)?;
        if self.seats.players() < view.players() {
            self.seats = BySeat::filled(view.players(), SeatBelief::default());
        }
        for seat in Seat::all(view.players()).filter(|seat| *seat != view.seat) {
            self.look_at(seat, view, &known, policies, stream);
        }
        Some(Posterior {
            known,
            seats: self.seats.clone(),
            next_draws: Vec::new(),
        })
    }

    fn look_at(
        &mut self,
        seat: Seat,
        view: &View<'_>,
        known: &SeenTiles,
        policies: &mut Policies,
        stream: &mut Stream,
    ) {
        let from = self.seats[seat].turns.unwrap_or(0);
        let new = view.history.iter().skip(from);
        let new = new.filter(|turn| turn.seat == seat).count();
        let past = Past::of(view, seat, new.min(WOUND_BACK));
        if self.seats[seat].turns.is_none() {
            self.meet(&past, known, stream);
        }
        let seen = &mut self.seats[seat];
        for (at, decision) in past.decisions().iter().enumerate().rev() {
            // Tiles laid now or later were on the rack, too.
            let mut possible = known.possible(seat);
            for later in &past.decisions()[..=at] {
                possible = possible.checked_add(&laid(later)).unwrap_or(possible);
            }
            for policy in 0..self.policies {
                let racks = &mut seen.racks[policy];
                if racks.is_empty() {
                    continue;
                }
                let fits = racks.iter_mut().map(|rack| {
                    *rack = brought(*rack, &possible, &laid(decision), decision.size(), stream);
                    let then = decision.view(view.rules, rack, view.history);
                    match policies.act(policy, &then) {
                        Ok(action) if decision.fits(&action) => 1.0 - SLIP,
                        _ => SLIP,
                    }
                });
                let fits: Vec<f64> = fits.collect();
                seen.logs[policy] += (fits.iter().sum::<f64>() / fits.len() as f64).ln();
                *racks = resampled(racks, &fits, stream);
                for rack in racks {
                    *rack = rack.saturating_sub(&laid(decision));
                }
            }
        }
        seen.turns = Some(view.history.len());
    }

    /// Makes up the racks of a seat before the first of these decisions.
    fn meet(&mut self, past: &Past, known: &SeenTiles, stream: &mut Stream) {
        let seat = past.seat();
        let now = known.possible(seat);
        let none = TileCounts::EMPTY;
        let rack = |stream: &mut Stream| {
            let now = brought(none, &now, &none, known.sizes[seat], stream);
            past.racks_then(&now, stream).pop().unwrap_or(now)
        };
        let mut racks = || (0..self.particles).map(|_| rack(stream)).collect();
        self.seats[seat] = SeatBelief {
            turns: None,
            logs: vec![0.0; self.policies],
            racks: (0..self.policies).map(|_| racks()).collect(),
        };
    }
}

/// The tiles that a decision laid.
fn laid(decision: &Decision) -> TileCounts {
    match &decision.did {
        Visible::Laid(tiles) => *tiles,
        _ => TileCounts::EMPTY,
    }
}

/// The rack nearest to `rack` that has `size` tiles, all of them `possible`, and includes `must`.
/// The choice of added or removed tiles is random.
fn brought(
    rack: TileCounts,
    possible: &TileCounts,
    must: &TileCounts,
    size: usize,
    stream: &mut Stream,
) -> TileCounts {
    let optional = possible.saturating_sub(must);
    let kept = rack.saturating_sub(must);
    // The part of the remaining tiles that may stay.
    let kept = kept.saturating_sub(&kept.saturating_sub(&optional));
    let wanted = size.saturating_sub(must.len());
    let rest = match kept.len().cmp(&wanted) {
        Ordering::Equal => kept,
        Ordering::Greater => picked(&kept, wanted, stream),
        Ordering::Less => {
            let others = optional.saturating_sub(&kept);
            let more = picked(&others, wanted - kept.len(), stream);
            kept.checked_add(&more).unwrap_or(kept)
        }
    };
    rest.checked_add(must).unwrap_or(rest)
}

/// A random choice of `size` of these tiles, all choices equally likely; all tiles if there are
/// fewer.
fn picked(tiles: &TileCounts, size: usize, stream: &mut Stream) -> TileCounts {
    let mut all: Vec<Tile> = tiles.tiles().collect();
    stream.shuffle(&mut all);
    all.truncate(size);
    all.into_iter().collect()
}

/// The same number of racks, drawn in proportion to their weights. The draw is systematic: one
/// random start, then equal steps. A rack of `w` times the average weight is drawn `w` times,
/// rounded up or down.
fn resampled(racks: &[TileCounts], counts: &[f64], stream: &mut Stream) -> Vec<TileCounts> {
    let step = counts.iter().sum::<f64>() / racks.len() as f64;
    let mut target = stream.unit() * step;
    let mut sum = 0.0;
    let mut drawn = Vec::with_capacity(racks.len());
    for (rack, count) in racks.iter().zip(counts) {
        sum += count;
        while target < sum && drawn.len() < racks.len() {
            drawn.push(*rack);
            target += step;
        }
    }
    // Sums of floats may fall slightly short of the end.
    while let (true, Some(last)) = (drawn.len() < racks.len(), racks.last()) {
        drawn.push(*last);
    }
    drawn
}

/// The places in a hidden pool of this length from which a seat draws next if nobody else draws.
/// The pool is dealt to the seats in turn (see [`snapshot_of`](crate::snapshot_of)), and an empty
/// stream draws from the longest other.
fn next_places(seat: Seat, players: usize, pool: usize) -> impl Iterator<Item = usize> {
    let mut drawn = vec![0; players];
    std::iter::from_fn(move || {
        let left = |of: usize| (pool + players - 1 - of) / players - drawn[of];
        let longest = (0..players).rev().max_by_key(|of| left(*of))?;
        let from = if left(seat.index()) > 0 {
            seat.index()
        } else {
            longest
        };
        let place = from + drawn[from] * players;
        (left(from) > 0).then(|| {
            drawn[from] += 1;
            place
        })
    })
}

impl Posterior {
    /// The same, where the own seat is known to draw these tiles next.
    #[must_use]
    pub fn with_next_draws(mut self, tiles: Vec<Tile>) -> Posterior {
        self.next_draws = tiles;
        self
    }

    /// The probability that a seat plays each of the policies; they sum to 1. Empty for the own
    /// seat.
    pub fn policies_of(&self, seat: Seat) -> Vec<f64> {
        let logs = &self.seats[seat].logs;
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    /// Hidden tiles and a policy for every seat, drawn from their joint belief. The policy of the
    /// own seat is 0. The pool is shuffled each time.
    pub fn draw(&self, stream: &mut Stream) -> (HiddenTiles, BySeat<usize>) {
        let known = &self.known;
        let mut racks = BySeat::filled(known.sizes.players(), TileCounts::EMPTY);
        let mut policies = BySeat::filled(known.sizes.players(), 0);
        racks[known.me] = known.rack;
        let next: TileCounts = self.next_draws.iter().copied().collect();
        let mut unseen = known.unseen.saturating_sub(&next);
        let mut seats: Vec<Seat> = racks.seats().filter(|seat| *seat != known.me).collect();
        stream.shuffle(&mut seats);
        for seat in seats {
            let policy = drawn(&self.policies_of(seat), stream);
            let believed = self.seats[seat].racks.get(policy);
            let rack = believed.and_then(|racks| stream.pick(racks).copied());
            let possible = match &known.open {
                Some(open) => open[seat],
                None => unseen,
            };
            let none = TileCounts::EMPTY;
            let rack = rack.unwrap_or(none);
            racks[seat] = brought(rack, &possible, &none, known.sizes[seat], stream);
            unseen = unseen.saturating_sub(&racks[seat]);
            policies[seat] = policy;
        }
        let mut pool: Vec<Tile> = unseen.tiles().collect();
        stream.shuffle(&mut pool);
        let places = next_places(known.me, known.sizes.players(), pool.len() + next.len());
        let mut placed: Vec<(usize, Tile)> = places.zip(self.next_draws.iter().copied()).collect();
        placed.sort_unstable();
        for (place, tile) in placed {
            pool.insert(place, tile);
        }
        (HiddenTiles { racks, pool }, policies)
    }
}

/// An index drawn with these probabilities.
fn drawn(probabilities: &[f64], stream: &mut Stream) -> usize {
    let share = stream.unit();
    let mut sum = 0.0;
    let passed = probabilities.iter().take_while(|probability| {
        sum += **probability;
        sum <= share
    });
    passed.count().min(probabilities.len().saturating_sub(1))
}
