//! One turn of a planning player, and the memory of a plan through a game.

use crate::opening::turns_laid;
use rummilab_bot_api::{View, Visible};
use rummilab_chance::Stream;
use rummilab_core::{EmptyPool, MustPlay, RuleSet, TileCounts};
use rummilab_solver::Solver;

use super::duel::{Duel, Safe};
use super::effort::PlanEffort;
use super::ends::Ends;
use super::stopper::{improve, remember, smallest};
use crate::standoff::{KeptAutomaton, NoAnswer, PartitionQueries};

/// The most tiles in the pool with which a game of two is planned.
pub const POOL: usize = 2;

/// Factor of the question budget while a tile is in the pool. A test of a stopper then asks a
/// question for each kind that the tile can be of.
const WAITING: u64 = 20;

/// How many times as much a question takes where no automaton answers it: the last turns are solved
/// with as many times fewer.
const SOLVER: u64 = 32;

/// The most own stoppers that are remembered.
const MOST: usize = 16;

/// A turn that lays tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planned {
    pub laid: TileCounts,
    /// The chance that it lets the other out, from 0 to 1: each tile that the one in the pool can
    /// be is as likely.
    pub risk: f64,
    /// The tiles that the one in the pool can be; none with an empty pool.
    pub pool: TileCounts,
}

/// The memory of a plan through a game.
#[derive(Debug)]
pub struct Plan {
    pub(super) effort: PlanEffort,
    /// Stoppers found on the player's own rack, the smallest first.
    pub(super) found: Vec<TileCounts>,
    /// Kinds that are not in the pool: if one of them were, the other would have gone out.
    excluded: TileCounts,
    /// Whether the player's own rack has been searched for stoppers.
    searched: bool,
    automaton: KeptAutomaton,
}

impl Plan {
    /// A plan of which all questions go to this automaton.
    pub fn new(effort: PlanEffort, automaton: &KeptAutomaton) -> Plan {
        Plan {
            effort,
            found: Vec::new(),
            excluded: TileCounts::EMPTY,
            searched: false,
            automaton: automaton.clone(),
        }
    }

    pub fn forget(&mut self) {
        self.found.clear();
        self.excluded = TileCounts::EMPTY;
        self.searched = false;
    }

    /// Whether this is a turn to plan: at most `POOL` tiles in the pool of a game that suits.
    pub fn takes(view: &View<'_>) -> bool {
        view.pool_len <= POOL && Plan::suits(view)
    }

    /// Whether the empty pool of this game is planned: two players, and rules that force a player
    /// to lay if possible once it is empty.
    pub fn suits(view: &View<'_>) -> bool {
        view.players() == 2 && !view.last_round && Plan::knows(view.rules)
    }

    /// Whether an empty pool between two players is planned under these rules.
    pub fn knows(rules: &RuleSet) -> bool {
        !rules.draw_first
            && !rules.draw_until_able
            && rules.empty_pool_procedure == EmptyPool::UntilAllPass
            && rules.must_play_when_empty == MustPlay::Everybody
            && !rules.has_group_owners()
            && rules.sets_are_free()
    }

    /// Whether this is a turn to plan with one tile in the pool: two players, and the draw of that
    /// tile begins a last round.
    pub fn waits(view: &View<'_>) -> bool {
        let rules = view.rules;
        view.players() == 2
            && view.pool_len == 1
            && !view.last_round
            && !rules.draw_first
            && !rules.draw_until_able
            && rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer
            && !rules.has_group_owners()
            && rules.sets_are_free()
    }

    /// A turn to plan that does not draw, for a player who cannot go out. `None` if every small
    /// play that was found lets the other out.
    ///
    /// # Errors
    /// [`NoAnswer::BudgetExhausted`] if there was not even enough work to find one.
    pub fn turn(
        &mut self,
        view: &View<'_>,
        solver: &mut dyn Solver,
        stream: &mut Stream,
    ) -> Result<Option<Planned>, NoAnswer> {
        let Ok(table) = view.table.counts() else {
            return Ok(None);
        };
        if view.pool_len > 0 && !self.automaton.handles(view.rules) {
            return Err(NoAnswer::BudgetExhausted);
        }
        let work = match view.pool_len {
            0 => self.effort.work + self.effort.search,
            _ => WAITING * (self.effort.work + self.effort.search),
        };
        let queries = PartitionQueries::new(view.rules, solver, work).with(&self.automaton);
        let mut queries = self.hidden(view, queries)?;
        self.think(view, table, &mut queries, stream)
    }

    /// The same questions with a tile in the pool. The other's last turn limits which tile it can
    /// be: a player who laid tiles without going out could not have laid the whole rack.
    fn hidden<'a>(
        &mut self,
        view: &View<'_>,
        mut queries: PartitionQueries<'a>,
    ) -> Result<PartitionQueries<'a>, NoAnswer> {
        if view.pool_len == 0 {
            return Ok(queries);
        }
        let unseen = view.unseen();
        let last = view.history.last();
        let laid = last.is_some_and(|turn| matches!(turn.visible, Visible::Laid(_)));
        if laid && turns_laid(view, view.seat.next(2)) > 1 {
            for (tile, _) in unseen.kinds() {
                let mut rest = view.rules.deck().saturating_sub(&view.rack);
                if rest.remove(tile) && queries.can_partition(&rest)? {
                    let _ = self.excluded.insert(tile);
                }
            }
        }
        let kinds = unseen
            .tiles()
            .filter(|tile| self.excluded.count(*tile) == 0);
        let hidden: TileCounts = kinds.collect();
        Ok(queries.without_one_of(if hidden.is_empty() { unseen } else { hidden }))
    }

    fn think(
        &mut self,
        view: &View<'_>,
        table: TileCounts,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
    ) -> Result<Option<Planned>, NoAnswer> {
        let idle = view
            .history
            .last()
            .is_some_and(|turn| turn.visible.is_idle());
        let duel = Duel {
            to_move: 0,
            racks: [view.rack, view.unseen()],
            table,
            passes: u8::from(idle),
        };
        let fits = queries.one_more(&duel.table, &duel.unlaid())?;
        self.look_for_stoppers(&view.rack, queries, stream)?;
        let plays = self.candidates(&duel, &fits, queries, stream)?;
        let Some(best) = plays.first() else {
            return Ok(None);
        };
        let spare = best.spare.min(duel.racks[1].len());
        let solves = plays.len() > 1
            && !queries.hides_a_tile()
            && self.effort.spare > 0
            && spare <= self.effort.spare;
        let laid = if solves {
            self.solved(&duel, &plays, queries)?
        } else {
            best.laid
        };
        let risk = f64::from(best.risk) / queries.pool_tiles().max(1) as f64;
        let pool = *queries.hidden();
        Ok(Some(Planned { laid, risk, pool }))
    }

    /// Searches the rack for stoppers once a game, and then on each turn for one a little smaller.
    /// Forgets stoppers that are no longer on the rack.
    fn look_for_stoppers(
        &mut self,
        rack: &TileCounts,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
    ) -> Result<(), NoAnswer> {
        self.found.retain(|stopper| rack.contains(stopper));
        if !self.searched {
            self.searched = true;
            let search = self.effort.search * if queries.hides_a_tile() { WAITING } else { 1 };
            self.found = smallest(queries, rack, search, stream)?;
            return Ok(());
        }
        if self.effort.again == 0 {
            return Ok(());
        }
        let end = queries.left().saturating_sub(self.effort.again);
        if self.found.is_empty() {
            let found = smallest(queries, rack, self.effort.again, stream)?;
            found.into_iter().for_each(|stopper| self.remember(stopper));
        }
        let Some(least) = self.found.first().map(TileCounts::len) else {
            return Ok(());
        };
        let equal = self.found.partition_point(|stopper| stopper.len() == least);
        let mut tried = self.found[stream.index(equal).unwrap_or(0)];
        while queries.left() > end {
            let before = queries.left();
            improve(queries, rack, &mut tried, stream)?;
            self.remember(tried);
            if queries.left() == before {
                break;
            }
        }
        Ok(())
    }

    /// Remembers a stopper of the player's own rack.
    pub(super) fn remember(&mut self, stopper: TileCounts) {
        remember(&mut self.found, stopper);
        self.found.truncate(MOST);
    }

    /// The first of these safe plays that is proven to win within the question budget, or else the
    /// first that is not proven to lose.
    fn solved(
        &self,
        duel: &Duel,
        plays: &[Safe],
        queries: &mut PartitionQueries<'_>,
    ) -> Result<TileCounts, NoAnswer> {
        let questions = self.effort.ends / if queries.is_quick() { 1 } else { SOLVER };
        let end = queries.left().saturating_sub(questions);
        let mut ends = Ends::default();
        for play in plays {
            match ends.wins_by(duel, play.laid, queries, end) {
                Ok(true) | Err(NoAnswer::BudgetExhausted) => return Ok(play.laid),
                Ok(false) => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok(plays[0].laid)
    }
}
