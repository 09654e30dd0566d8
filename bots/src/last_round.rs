//! The last round of a game of two who have both opened: one turn each, and nothing is hidden.
//! Says what to lay, since the other then lays as many points as it can, and whether to begin that
//! round by drawing the last tile.

use rummilab_bot_api::{BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};
use rummilab_solver::SolveError;

use crate::endgame::{Choice, State};
use crate::plan::smallest;
use crate::player::{Player, fault, most_points};
use crate::standoff::{KeptAutomaton, NoAnswer, PartitionQueries};

/// The most small stoppers that are kept back, one after the other.
const KEPT: usize = 4;
/// Questions for the search for them, and for all else about one rack.
const SEARCH: u64 = 600;
const QUESTIONS: u64 = 20_000;

/// The turns of a last round as the player of a view sees them.
pub(crate) struct LastRound<'a, 'v> {
    pub view: &'a View<'v>,
    pub player: &'a mut Player,
    pub automaton: &'a mut KeptAutomaton,
}

impl LastRound<'_, '_> {
    /// The best of a few turns for the player to move in a last round: the play of most points, and
    /// that of most points which keeps a small stopper back. `None` under rules that the automaton
    /// does not handle, if two turns are left.
    pub(crate) fn best(
        &mut self,
        state: &State,
        stream: &mut Stream,
    ) -> Result<Option<Choice>, BotFault> {
        let mut kept = vec![TileCounts::EMPTY];
        if state.left != Some(1) {
            match self.stoppers(state, stream)? {
                Some(found) => kept.extend(found.into_iter().take(KEPT)),
                None => return Ok(None),
            }
        }
        let mut best: Option<Choice> = None;
        let mut tried = Vec::new();
        for kept in kept {
            let laid = self.most(state, &kept)?;
            if tried.contains(&laid) {
                continue;
            }
            tried.push(laid);
            let worth = self.worth(state, &laid, stream)?;
            if best.is_none_or(|best| worth > best.worth) {
                best = Some(Choice { laid, worth });
            }
        }
        Ok(best)
    }

    /// The chance to win for a player who draws the last tile and begins the last round with it, by
    /// so many of the tiles that it can be, drawn at random.
    pub(crate) fn drawing_wins(
        &mut self,
        worlds: usize,
        stream: &mut Stream,
    ) -> Result<f64, BotFault> {
        let unseen = self.view.unseen();
        let mut pool: Vec<Tile> = unseen.tiles().collect();
        stream.shuffle(&mut pool);
        pool.truncate(worlds);
        let mut won = 0;
        for tile in &pool {
            let (mut own, mut other) = (self.view.rack, unseen);
            if !own.insert(*tile) || !other.remove(*tile) {
                continue;
            }
            let mut racks = [other; 2];
            racks[self.view.seat.index()] = own;
            let state = State {
                racks,
                opened: [true; 2],
                turned: [true; 2],
                to_move: self.view.seat,
                passes: 0,
                left: Some(2),
            };
            let best = self.best(&state, stream)?;
            won += u32::from(best.is_some_and(|best| best.worth > 0));
        }
        Ok(f64::from(won) / pool.len().max(1) as f64)
    }

    /// Small stoppers on the rack of the player to move; `None` where only a solver knows them,
    /// which takes long.
    fn stoppers(
        &mut self,
        state: &State,
        stream: &mut Stream,
    ) -> Result<Option<Vec<TileCounts>>, BotFault> {
        let rules = self.view.rules;
        let queries = PartitionQueries::new(rules, self.player.solver(), QUESTIONS);
        let mut queries = queries.with(self.automaton.of(rules));
        if !queries.is_quick() {
            return Ok(None);
        }
        let rack = &state.racks[state.to_move.index()];
        match smallest(&mut queries, rack, SEARCH, stream) {
            Ok(found) => Ok(Some(found)),
            Err(NoAnswer::BudgetExhausted) => Ok(Some(Vec::new())),
            Err(NoAnswer::Solver(error)) => Err(fault(&error)),
        }
    }

    /// The tiles of a play of most points by the player to move that keeps these back.
    fn most(&mut self, state: &State, kept: &TileCounts) -> Result<TileCounts, BotFault> {
        let rules = self.view.rules;
        let mut position = state.position(rules);
        position.rack = position.rack.saturating_sub(kept);
        match self.player.solver().go_out(rules, &position) {
            Ok(Some(_)) => return Ok(position.rack),
            Ok(None) | Err(SolveError::GaveUp { .. }) => {}
            Err(error) => return Err(fault(&error)),
        }
        let goal = most_points(rules, &position.rack);
        let play = self.player.best_in(self.view, &position, &goal)?;
        Ok(play.map_or(TileCounts::EMPTY, |play| play.played))
    }

    /// What laying these tiles is worth to the player to move, as [`Choice::worth`].
    fn worth(
        &mut self,
        state: &State,
        laid: &TileCounts,
        stream: &mut Stream,
    ) -> Result<i64, BotFault> {
        let (next, ended) = state.after(laid);
        let Some(ending) = ended else {
            let reply = self.best(&next, stream)?;
            return Ok(reply.map_or(0, |reply| -reply.worth));
        };
        let history = self.view.history;
        let starter = history.first().map_or(self.view.seat, |turn| turn.seat);
        let rules = self.view.rules;
        let worth = next.worth(rules, ending, starter, self.player.judge());
        Ok(if state.to_move.index() == 0 {
            worth
        } else {
            -worth
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_chance::Key;
    use rummilab_core::{Position, RuleSet, Seat, Table};
    use rummilab_solver::{Solver, can_partition};

    use super::*;
    use crate::endgame::Endgame;
    use crate::solvers::SearchSolver;

    /// A small deck of which the end is solved in no time.
    fn small() -> RuleSet {
        let rules = RuleSet::preset("tournament").unwrap();
        let options = ["values=7", "colours=4", "copies=1", "jokers=1", "hand=5"];
        rules.with_options(&options).unwrap()
    }

    /// A position with so many tiles on the racks and all others on the table. Seat 0 is to move.
    fn dealt(rules: &RuleSet, sizes: [usize; 2], left: u8, stream: &mut Stream) -> State {
        loop {
            let mut tiles: Vec<Tile> = rules.deck().tiles().collect();
            stream.shuffle(&mut tiles);
            let mut tiles = tiles.into_iter();
            let racks = sizes.map(|size| tiles.by_ref().take(size).collect());
            let table: TileCounts = tiles.collect();
            if can_partition(&mut SearchSolver::new(), rules, &table).unwrap() {
                return State {
                    racks,
                    opened: [true; 2],
                    turned: [true; 2],
                    to_move: Seat(0),
                    passes: 0,
                    left: Some(left),
                };
            }
        }
    }

    /// Asks about a state, of which seat 0 sees its own rack, the table and so many tiles in the
    /// pool.
    fn ask<T>(
        rules: &RuleSet,
        state: &State,
        pool_len: usize,
        question: impl FnOnce(&mut LastRound<'_, '_>) -> Result<T, BotFault>,
    ) -> T {
        let mut solver = SearchSolver::new();
        let lies = state.position(rules).table;
        let table = solver.go_out(
            rules,
            &Position {
                rack: lies,
                opened: true,
                ..Position::default()
            },
        );
        let table = table.unwrap().unwrap().table(&Table::default());
        let view = View {
            rules,
            seat: Seat(0),
            rack: state.racks[0],
            table: &table,
            opened: [true, true].into(),
            rack_sizes: state.racks.map(|rack| rack.len()).into(),
            drawn: None,
            may_put_back: false,
            racks: None,
            pool_len,
            last_round: pool_len == 0,
            history: &[],
        };
        let mut last = LastRound {
            view: &view,
            player: &mut Player::new(Box::new(solver)),
            automaton: &mut KeptAutomaton::default(),
        };
        question(&mut last).unwrap()
    }

    /// The worth of a turn, and of the best, to seat 0, by solving the end.
    fn solved(rules: &RuleSet, state: &State, laid: &TileCounts) -> [i64; 2] {
        let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
        let mut end = Endgame::new(rules, Seat(0), &mut solver, 100_000);
        let worth = end.worth_after(state, laid).unwrap().unwrap();
        [worth, end.best(state).unwrap().unwrap().worth]
    }

    #[test]
    fn turns_of_a_last_round_are_worth_what_the_solved_end_says() {
        let rules = small();
        let mut stream = Stream::new(Key::sample(1, "last round", 0));
        let (mut best_of_all, mut kept_back) = (0, 0);
        for turn in 0..200 {
            let left = 1 + turn % 2;
            let state = dealt(&rules, [8, 8], left, &mut stream);
            let found = ask(&rules, &state, 0, |last| last.best(&state, &mut stream)).unwrap();
            let most = ask(&rules, &state, 0, |last| {
                last.most(&state, &TileCounts::EMPTY)
            });
            let [worth, best] = solved(&rules, &state, &found.laid);
            assert_eq!(worth, found.worth, "{state:?}");
            assert!(worth <= best && (left == 2 || worth == best), "{state:?}");
            best_of_all += u32::from(worth == best);
            kept_back += u32::from(worth > solved(&rules, &state, &most)[0]);
        }
        assert!(best_of_all >= 190, "{best_of_all}");
        assert!(kept_back >= 3, "{kept_back}");
    }

    #[test]
    fn drawing_the_last_tile_wins_as_often_as_the_solved_end_says() {
        let rules = small();
        let mut stream = Stream::new(Key::sample(2, "last round", 0));
        let (mut equal, mut some) = (0, 0);
        for _ in 0..40 {
            // All tiles that the one in the pool can be are tried.
            let state = dealt(&rules, [8, 6], 2, &mut stream);
            let hidden: Vec<Tile> = state.racks[1].tiles().collect();
            let found = ask(&rules, &state, 1, |last| last.drawing_wins(6, &mut stream));
            let wins = hidden.iter().filter(|tile| {
                let mut drawn = state;
                let _ = drawn.racks[1].remove(**tile);
                let _ = drawn.racks[0].insert(**tile);
                solved(&rules, &drawn, &TileCounts::EMPTY)[1] > 0
            });
            let exact = wins.count() as f64 / hidden.len() as f64;
            assert!(found <= exact + 1e-9, "{state:?}");
            equal += u32::from((found - exact).abs() < 1e-9);
            some += u32::from(found > 0.0 && found < 1.0);
        }
        assert!(equal >= 36, "{equal}");
        assert!(some >= 3, "{some}");
    }
}
