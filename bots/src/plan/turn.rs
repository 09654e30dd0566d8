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
use super::safe::Safe;
use super::stopper::{improve, smallest};
use crate::standoff::{Halt, Heaps};

/// Tiles in the pool from which on a game of two is planned.
pub const POOL: usize = 2;

/// So many stoppers that the other may hold are looked for; then one of which he lacks a tile will do.
const KNOWN: usize = 3;

/// So many own stoppers are remembered.
const MOST: usize = 16;

/// What is kept through a game.
#[derive(Debug)]
pub struct Plan {
    pub(super) effort: PlanEffort,
    /// Stoppers found on the own rack, the smallest first.
    pub(super) found: Vec<TileCounts>,
    /// Whether the own rack was searched for them.
    searched: bool,
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
            searched: false,
            others: Vec::new(),
            lies: None,
        }
    }

    /// Forgets the game.
    pub fn forget(&mut self) {
        self.found.clear();
        self.searched = false;
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
        if view.pool_len > 0 && !self.effort.lay {
            return Ok(Some(Move::Draw));
        }
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
        let duels = self.duels(view, table, &dealt, heaps, stream)?;
        self.look_for_stoppers(&view.rack, heaps, stream)?;
        let here = &duels[0];
        let plays = self.candidates(here, &dealt, heaps, stream)?;
        let mut moves: Vec<Move> = plays.iter().map(|play| Move::Lay(play.laid)).collect();
        if view.pool_len > 0 {
            moves.push(Move::Draw);
        }
        if moves.len() < 2 || effort.playouts + effort.spare == 0 {
            return Ok(moves.first().copied());
        }
        match self.compared(view, &duels, &plays, &moves, heaps, seed) {
            Err(Halt::Work) => Ok(moves.first().copied()),
            best => best.map(Some),
        }
    }

    /// The best of these moves: what is proven to win, or does best in playouts; of equals the first.
    fn compared(
        &self,
        view: &View<'_>,
        duels: &[Duel],
        plays: &[Safe],
        moves: &[Move],
        heaps: &mut Heaps<'_>,
        seed: u64,
    ) -> Result<Move, Halt> {
        let effort = self.effort;
        let here = &duels[0];
        let others_spare = here.racks[1].saturating_sub(&here.stoppers[1]).len();
        let own_spare = plays.first().map_or(0, |play| play.spare);
        if view.pool_len == 0
            && own_spare.min(others_spare) <= effort.spare
            && let Some(laid) = self.solved(here, plays, heaps)?
        {
            return Ok(Move::Lay(laid));
        }
        let mut sums = vec![0; moves.len()];
        for round in 0..effort.playouts {
            let start = &duels[round % duels.len()];
            match playouts(start, plays, moves, view.rules, heaps, (seed, round)) {
                Ok(worths) => sums
                    .iter_mut()
                    .zip(worths)
                    .for_each(|(sum, worth)| *sum += worth),
                Err(Halt::Work) => break,
                Err(halt) => return Err(halt),
            }
        }
        let best = (0..moves.len()).rev().max_by_key(|at| sums[*at]);
        Ok(moves[best.unwrap_or(0)])
    }

    /// The game as it stands, in each of as many deals as playouts look at.
    fn duels(
        &mut self,
        view: &View<'_>,
        table: &TileCounts,
        dealt: &[Deal],
        heaps: &mut Heaps<'_>,
        stream: &mut Stream,
    ) -> Result<Vec<Duel>, Halt> {
        let idle = view
            .history
            .last()
            .is_some_and(|turn| turn.visible.is_idle());
        let passes = u8::from(view.pool_len == 0 && idle);
        let mut duels: Vec<Duel> = Vec::new();
        for deal in &dealt[..dealt.len().min(self.effort.playouts.max(1))] {
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
            match duels.first() {
                None => duel.look(heaps)?,
                Some(first) => duel.fits = first.fits,
            }
            duels.push(duel);
        }
        Ok(duels)
    }

    /// Searches the rack for stoppers once a game, and then each turn for one a little smaller. Those that have left the rack are
    /// forgotten.
    fn look_for_stoppers(
        &mut self,
        rack: &TileCounts,
        heaps: &mut Heaps<'_>,
        stream: &mut Stream,
    ) -> Result<(), Halt> {
        self.found.retain(|stopper| rack.contains(stopper));
        if !self.searched {
            self.searched = true;
            self.found = smallest(heaps, rack, self.effort.search, stream)?;
            return Ok(());
        }
        if self.effort.again == 0 {
            return Ok(());
        }
        let end = heaps.left().saturating_sub(self.effort.again);
        if self.found.is_empty() {
            let found = smallest(heaps, rack, self.effort.again, stream)?;
            found.into_iter().for_each(|stopper| self.remember(stopper));
        }
        let Some(least) = self.found.first().map(TileCounts::len) else {
            return Ok(());
        };
        let equal = self.found.partition_point(|stopper| stopper.len() == least);
        let mut tried = self.found[stream.index(equal).unwrap_or(0)];
        while heaps.left() > end {
            let before = heaps.left();
            improve(heaps, rack, &mut tried, stream)?;
            self.remember(tried);
            if heaps.left() == before {
                break;
            }
        }
        Ok(())
    }

    /// Files a stopper of the own rack.
    pub(super) fn remember(&mut self, stopper: TileCounts) {
        if self.found.contains(&stopper) {
            return;
        }
        let size = stopper.len();
        let at = self.found.partition_point(|found| found.len() <= size);
        self.found.insert(at, stopper);
        self.found.truncate(MOST);
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

    /// The first of these safe plays that is proven to win, as far as the questions go.
    fn solved(
        &self,
        duel: &Duel,
        plays: &[Safe],
        heaps: &mut Heaps<'_>,
    ) -> Result<Option<TileCounts>, Halt> {
        let end = heaps.left().saturating_sub(self.effort.ends);
        let mut ends = Ends::default();
        for play in plays {
            match ends.wins_by(duel, play.laid, heaps, end) {
                Ok(true) => return Ok(Some(play.laid)),
                Ok(false) => {}
                Err(Halt::Work) => break,
                Err(halt) => return Err(halt),
            }
        }
        Ok(None)
    }
}

/// What each move is worth in one playout, all with the same hidden tiles and noise.
fn playouts(
    start: &Duel,
    plays: &[Safe],
    moves: &[Move],
    rules: &RuleSet,
    heaps: &mut Heaps<'_>,
    (seed, round): (u64, usize),
) -> Result<Vec<i64>, Halt> {
    let mut worths = Vec::new();
    let most = plays.first().map(|play| play.stopper);
    for (at, turn) in moves.iter().enumerate() {
        let mut duel = start.clone();
        duel.stoppers[0] = plays
            .get(at)
            .map(|play| play.stopper)
            .or(most)
            .unwrap_or_default();
        duel.make(*turn, *turn != Move::Draw);
        if *turn != Move::Draw && duel.table.jokers() == 0 {
            duel.look(heaps)?;
        }
        let mut noise = Stream::new(Key::sample(seed, "plan", 1 + round as u64));
        worths.push(duel.play_out(rules, heaps, &mut noise)?);
    }
    Ok(worths)
}
