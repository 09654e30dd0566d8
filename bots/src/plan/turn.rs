//! One turn of who plans, and what he remembers through a game.

use crate::roster::Lies;
use rummilab_bot_api::View;
use rummilab_chance::{Key, Stream};
use rummilab_core::{EmptyPool, JokerReclaim, RuleSet, TileCounts};
use rummilab_solver::Solver;

use super::deals::{Deal, deals};
use super::duel::{Duel, Move};
use super::effort::PlanEffort;
use super::ends::Ends;
use super::stopper::smallest;
use crate::standoff::{Halt, Heaps};

/// Tiles in the pool from which on a game of two is planned.
pub const POOL: usize = 2;

/// So many stoppers that the other may hold are looked for; then one of which he lacks a tile will do.
const KNOWN: usize = 3;

/// What is kept through a game.
#[derive(Debug)]
pub struct Plan {
    effort: PlanEffort,
    /// Stoppers found on the own rack.
    found: Vec<TileCounts>,
    /// The one that is kept, and whether it was chosen with an empty pool.
    own: Option<(TileCounts, bool)>,
    /// Stoppers that the other may hold.
    others: Vec<TileCounts>,
    /// What lies under these rules, where that is known; asked from game to game.
    lies: Option<(RuleSet, Option<Lies>)>,
}

impl Plan {
    /// Without a stopper yet.
    pub fn new(effort: PlanEffort) -> Plan {
        Plan {
            effort,
            found: Vec::new(),
            own: None,
            others: Vec::new(),
            lies: None,
        }
    }

    /// Forgets the game.
    pub fn forget(&mut self) {
        self.found.clear();
        self.own = None;
        self.others.clear();
    }

    /// Whether this is a turn to plan: two players, no more than `POOL` tiles in the pool, who can lay must once it is empty.
    pub fn takes(view: &View<'_>) -> bool {
        let rules = view.rules;
        view.players() == 2
            && view.pool_len <= POOL
            && !view.last_round
            && !rules.draw_first
            && rules.empty_pool_procedure == EmptyPool::UntilAllPass
            && rules.must_play_when_empty
            && !rules.has_group_owners()
            && rules.joker_reclaim == JokerReclaim::Free
    }

    /// The turn of a player who cannot go out; `None` where every small play that was found lets the other out.
    ///
    /// # Errors
    /// [`Halt::Work`] if there was not even work enough to find one.
    pub fn turn(
        &mut self,
        view: &View<'_>,
        solver: &mut dyn Solver,
        stream: &mut Stream,
    ) -> Result<Option<Move>, Halt> {
        let Ok(table) = view.table.counts() else {
            return Ok((view.pool_len > 0).then_some(Move::Draw));
        };
        let kept = self.lies.take().filter(|(rules, _)| rules == view.rules);
        let mut kept = kept.unwrap_or_else(|| (view.rules.clone(), Lies::new(view.rules)));
        let heaps = Heaps::new(view.rules, solver, self.effort.work + self.effort.search);
        let found = self.think(view, &table, &mut heaps.with(kept.1.as_mut()), stream);
        self.lies = Some(kept);
        found
    }

    fn think(
        &mut self,
        view: &View<'_>,
        table: &TileCounts,
        heaps: &mut Heaps<'_>,
        stream: &mut Stream,
    ) -> Result<Option<Move>, Halt> {
        let effort = self.effort;
        let seed = stream.next_u64();
        let dealt = deals(heaps, view, table, effort.risk.max(effort.playouts), stream)?;
        let Some(first) = dealt.first() else {
            return Ok(None);
        };
        let unseen = first.unseen();
        self.others.retain(|stopper| unseen.contains(stopper));
        let idle = view
            .history
            .last()
            .is_some_and(|turn| turn.visible.is_idle());
        let passes = u8::from(view.pool_len == 0 && idle);
        let mut duels = Vec::new();
        for deal in &dealt[..dealt.len().min(effort.playouts.max(1))] {
            let other = self.stopper_of(&deal.other, heaps, stream)?;
            let mut duel = Duel {
                to_move: 0,
                racks: [view.rack, deal.other],
                stoppers: [TileCounts::EMPTY, other],
                table: *table,
                fits: TileCounts::EMPTY,
                pool: deal.pool.clone(),
                stuck: [true, false],
                passes,
            };
            duel.fits = match duels.first() {
                None => {
                    duel.look(heaps)?;
                    duel.fits
                }
                Some(Duel { fits, .. }) => *fits,
            };
            duels.push(duel);
        }
        let stopper = self.keep(view, heaps, &duels, seed, stream)?;
        for duel in &mut duels {
            duel.stoppers[0] = stopper;
        }
        let here = &duels[0];
        let mut noise = Stream::new(Key::sample(seed, "plan", 0));
        let plays = self.candidates(here, &dealt, heaps, &mut noise)?;
        let mut moves: Vec<Move> = plays.iter().copied().map(Move::Lay).collect();
        if view.pool_len > 0 {
            moves.push(Move::Draw);
        }
        if moves.len() < 2 {
            return Ok(moves.first().copied());
        }
        let others_spare = here.racks[1].saturating_sub(&here.stoppers[1]).len();
        if view.pool_len == 0
            && here.spare().len().min(others_spare) <= effort.spare
            && let Some(laid) = self.solved(here, &plays, heaps)?
        {
            return Ok(Some(Move::Lay(laid)));
        }
        let mut sums = vec![0; moves.len()];
        for round in 0..effort.playouts {
            match playouts(
                &duels[round % duels.len()],
                &moves,
                view,
                heaps,
                (seed, round),
            ) {
                Ok(worths) => sums
                    .iter_mut()
                    .zip(worths)
                    .for_each(|(sum, worth)| *sum += worth),
                Err(Halt::Work) => break,
                Err(halt) => return Err(halt),
            }
        }
        let best = (0..moves.len()).rev().max_by_key(|at| sums[*at]);
        Ok(best.map(|at| moves[at]))
    }

    /// What the other keeps if this is his rack. A stopper is one on every table and rack, so those found before are looked at first.
    fn stopper_of(
        &mut self,
        rack: &TileCounts,
        heaps: &mut Heaps<'_>,
        stream: &mut Stream,
    ) -> Result<TileCounts, Halt> {
        let held = self.others.iter().filter(|stopper| rack.contains(stopper));
        if let Some(stopper) = held.min_by_key(|stopper| stopper.len()) {
            return Ok(*stopper);
        }
        let nearly = self.others.iter().min_by_key(|stopper| stopper.len());
        if let Some(stopper) = nearly.filter(|_| self.others.len() >= KNOWN) {
            return Ok(rack.saturating_sub(&rack.saturating_sub(stopper)));
        }
        if self.effort.dealt == 0 {
            return Ok(TileCounts::EMPTY);
        }
        let found = smallest(heaps, rack, self.effort.dealt, stream)?;
        self.others.extend(found.first());
        Ok(found.first().copied().unwrap_or_default())
    }

    /// The stopper kept so far, if it is still on the rack. Otherwise, and once more when everything is known, the one of those found
    /// with which playouts go best: the smallest is not always that beside which most tiles can be laid.
    fn keep(
        &mut self,
        view: &View<'_>,
        heaps: &mut Heaps<'_>,
        duels: &[Duel],
        seed: u64,
        stream: &mut Stream,
    ) -> Result<TileCounts, Halt> {
        let known = view.pool_len == 0;
        if let Some((stopper, then)) = self.own
            && then == known
            && view.rack.contains(&stopper)
        {
            return Ok(stopper);
        }
        self.found.retain(|stopper| view.rack.contains(stopper));
        if self.found.is_empty() {
            self.found = smallest(heaps, &view.rack, self.effort.search, stream)?;
        }
        let mut best = self.found.first().map(|stopper| (i64::MIN, *stopper));
        let rounds = if self.found.len() > 1 {
            self.effort.playouts
        } else {
            0
        };
        for stopper in self.found.iter().filter(|_| rounds > 0) {
            let mut sum = 0;
            for round in 0..rounds {
                let mut duel = duels[round % duels.len()].clone();
                duel.stoppers[0] = *stopper;
                let mut noise = Stream::new(Key::sample(seed, "stopper", round as u64));
                sum += duel.play_out(view.rules, heaps, &mut noise)?;
            }
            if best.is_none_or(|(most, _)| sum > most) {
                best = Some((sum, *stopper));
            }
        }
        self.own = best.map(|(_, stopper)| (stopper, known));
        Ok(best.map(|(_, stopper)| stopper).unwrap_or_default())
    }

    /// The first of these safe plays that is proven to win, as far as the questions go.
    fn solved(
        &self,
        duel: &Duel,
        plays: &[TileCounts],
        heaps: &mut Heaps<'_>,
    ) -> Result<Option<TileCounts>, Halt> {
        let end = heaps.left().saturating_sub(self.effort.ends);
        let mut ends = Ends::default();
        for laid in plays {
            match ends.wins_by(duel, *laid, heaps, end) {
                Ok(true) => return Ok(Some(*laid)),
                Ok(false) => {}
                Err(Halt::Work) => break,
                Err(halt) => return Err(halt),
            }
        }
        Ok(None)
    }

    /// As many small plays as are tried, the best first, that let the other out in none of the deals. Where there is none, with tiles in
    /// the pool none: better to draw; otherwise larger plays and tiles of the stopper.
    fn candidates(
        &self,
        duel: &Duel,
        deals: &[Deal],
        heaps: &mut Heaps<'_>,
        noise: &mut Stream,
    ) -> Result<Vec<TileCounts>, Halt> {
        let spare = duel.spare();
        let ranked = duel.ranked(heaps, self.effort.width, noise)?;
        let ranked = ranked.into_iter().map(|play| play.laid);
        let safe = self.safe(duel, deals, heaps, ranked.collect())?;
        if !safe.is_empty() || !duel.pool.is_empty() {
            return Ok(safe);
        }
        let plays = duel.plays(heaps, &spare)?;
        self.safe(duel, deals, heaps, plays)
    }

    /// The first of these plays that fit and let the other out in no deal.
    fn safe(
        &self,
        duel: &Duel,
        deals: &[Deal],
        heaps: &mut Heaps<'_>,
        plays: Vec<TileCounts>,
    ) -> Result<Vec<TileCounts>, Halt> {
        let mut safe = Vec::new();
        for laid in plays {
            if safe.len() == self.effort.plays {
                break;
            }
            if !duel.fits(heaps, &laid)? {
                continue;
            }
            let mut risk = false;
            for deal in deals {
                let mut dealt = duel.clone();
                dealt.racks[1] = deal.other;
                risk = risk || !dealt.stops(heaps, &laid)?;
            }
            if !risk {
                safe.push(laid);
            }
        }
        Ok(safe)
    }
}

/// What each move is worth in one playout, all with the same hidden tiles and noise.
fn playouts(
    start: &Duel,
    moves: &[Move],
    view: &View<'_>,
    heaps: &mut Heaps<'_>,
    (seed, round): (u64, usize),
) -> Result<Vec<i64>, Halt> {
    let mut worths = Vec::new();
    for turn in moves {
        let mut duel = start.clone();
        duel.make(*turn, false);
        if *turn != Move::Draw && duel.table.jokers() == 0 {
            duel.look(heaps)?;
        }
        let mut noise = Stream::new(Key::sample(seed, "plan", 1 + round as u64));
        worths.push(duel.play_out(view.rules, heaps, &mut noise)?);
    }
    Ok(worths)
}
