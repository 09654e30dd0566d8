//! What each small play of an end is worth: a game of two with an empty pool, both opened, and
//! nothing hidden.

use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, TileCounts};
use rummilab_solver::Solver;

use super::duel::Duel;
use super::ends::Ends;
use super::stopper::smallest;
use super::turn::Plan;
use crate::standoff::{KeptAutomaton, NoAnswer, PartitionQueries};

/// Questions for the search for a small stopper.
const SEARCH: u64 = 2_000;

/// An end of a game of two: the racks of the player to move and of the other, and the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub racks: [TileCounts; 2],
    pub table: TileCounts,
}

impl End {
    /// The end in which the player to move holds `rack`, and the other all tiles that are on
    /// neither. `None` if these are more than the game has, or under rules whose ends are not
    /// [planned](Plan::knows): where a last round is played, or who can lay may pass.
    pub fn of(rules: &RuleSet, rack: TileCounts, table: TileCounts) -> Option<End> {
        let rest = rules.deck().checked_sub(&table)?;
        let other = rest.checked_sub(&rack)?;
        Plan::knows(rules).then_some(End {
            racks: [rack, other],
            table,
        })
    }

    fn duel(&self) -> Duel {
        Duel {
            to_move: 0,
            racks: self.racks,
            table: self.table,
            passes: 0,
        }
    }
}

/// Decides ends by a search of small plays: single tiles, and pairs and own sets where no single
/// tile is safe.
#[derive(Debug)]
pub struct EndValues {
    automaton: KeptAutomaton,
    /// The most questions about one play.
    questions: u64,
}

impl EndValues {
    /// Asks at most this many questions about each play.
    pub fn new(questions: u64) -> EndValues {
        EndValues {
            automaton: KeptAutomaton::default(),
            questions,
        }
    }

    /// How many tiles each rack has beside the smallest stopper that a search finds; `None` if the
    /// player to move can go out, or cannot keep the other from it.
    pub fn spare(
        &mut self,
        rules: &RuleSet,
        end: &End,
        solver: &mut dyn Solver,
    ) -> Result<Option<[usize; 2]>, NoAnswer> {
        let mut queries = self.queries(rules, solver);
        let mut spare = [0; 2];
        for (rack, spare) in end.racks.iter().zip(&mut spare) {
            let mut luck = Stream::new(Key::sample(0, "end", 0));
            let found = smallest(&mut queries, rack, SEARCH, &mut luck)?;
            let Some(stopper) = found.first() else {
                return Ok(None);
            };
            *spare = rack.len() - stopper.len();
        }
        Ok(Some(spare))
    }

    /// The small plays of the player to move, and whether each wins; `None` if some are not
    /// decided. A play that lets the other out loses.
    pub fn plays(
        &mut self,
        rules: &RuleSet,
        end: &End,
        solver: &mut dyn Solver,
    ) -> Result<Option<Vec<(TileCounts, bool)>>, NoAnswer> {
        let duel = end.duel();
        let plays = duel.plays(&mut self.queries(rules, solver))?;
        let mut ends = Ends::default();
        let mut found = Vec::new();
        for laid in plays {
            match self.decided(rules, &duel, laid, solver, &mut ends)? {
                Some(wins) => found.push((laid, wins)),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// Whether a play of the player to move wins, of any size; `None` if that is not decided.
    pub fn wins_by(
        &mut self,
        rules: &RuleSet,
        end: &End,
        laid: TileCounts,
        solver: &mut dyn Solver,
    ) -> Result<Option<bool>, NoAnswer> {
        self.decided(rules, &end.duel(), laid, solver, &mut Ends::default())
    }

    fn decided(
        &mut self,
        rules: &RuleSet,
        duel: &Duel,
        laid: TileCounts,
        solver: &mut dyn Solver,
        ends: &mut Ends,
    ) -> Result<Option<bool>, NoAnswer> {
        let mut queries = self.queries(rules, solver);
        if laid == duel.racks[0] {
            return Ok(Some(true));
        }
        if !duel.stops(&mut queries, &laid)? {
            return Ok(Some(false));
        }
        match ends.wins_by(duel, laid, &mut queries, 0) {
            Ok(wins) => Ok(Some(wins)),
            Err(NoAnswer::BudgetExhausted) => Ok(None),
            Err(halt) => Err(halt),
        }
    }

    fn queries<'a>(
        &'a mut self,
        rules: &'a RuleSet,
        solver: &'a mut dyn Solver,
    ) -> PartitionQueries<'a> {
        let queries = PartitionQueries::new(rules, solver, self.questions);
        queries.with(&self.automaton)
    }
}
