//! The last round of a game of two who have both opened: one turn each, and nothing is hidden.
//! Says what to lay, since the other then lays as many points as it can, and whether to begin that
//! round by drawing the last tile.

use rummilab_bot_api::{BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{RuleSet, Stalemate, Tile, TileCounts};
use rummilab_solver::{Answer, unless_given_up};

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
    pub automaton: &'a KeptAutomaton,
}

impl LastRound<'_, '_> {
    /// The best of a few turns for the player to move in a last round: the play of most points, and
    /// that of most points which keeps a small stopper back. `None` if a solver gives up, and if
    /// two turns are left under rules that the automaton does not handle.
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
        let must = self.view.rules.must_lay(0, true);
        let mut best: Option<Choice> = None;
        let mut tried: Vec<TileCounts> = Vec::new();
        for kept in kept {
            let Some(laid) = self.most_points(state, &kept)? else {
                continue;
            };
            let illegal = laid.is_empty() && must && !tried.is_empty();
            if illegal || tried.contains(&laid) {
                continue;
            }
            tried.push(laid);
            let Some(worth) = self.worth(state, &laid, stream)? else {
                continue;
            };
            if best.is_none_or(|best| worth > best.worth) {
                best = Some(Choice { laid, worth });
            }
        }
        Ok(best)
    }

    /// The chance to win for a player who draws the last tile, one of these, and begins the last
    /// round with it, by so many of them at random. Where a solver gives up, that is no win.
    pub(crate) fn drawing_wins(
        &mut self,
        pool: &TileCounts,
        worlds: usize,
        stream: &mut Stream,
    ) -> Result<f64, BotFault> {
        let unseen = self.view.unseen();
        let mut pool: Vec<Tile> = pool.tiles().collect();
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
        let mut queries = queries.with(self.automaton);
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

    /// The tiles of a play of most points by the player to move that keeps these back; `None` if
    /// the solver does not prove that it is one.
    fn most_points(
        &mut self,
        state: &State,
        kept: &TileCounts,
    ) -> Result<Option<TileCounts>, BotFault> {
        let rules = self.view.rules;
        let mut position = state.position(rules);
        position.rack = position.rack.saturating_sub(kept);
        let goal = most_points(rules, &position.rack, tile_weight(rules));
        let solver = self.player.solver();
        let out = unless_given_up(solver.go_out(rules, &position)).map_err(|e| fault(&e))?;
        if out.flatten().is_some() {
            return Ok(Some(position.rack));
        }
        let answer = unless_given_up(solver.solve(rules, &position, &goal));
        let answer = answer.map_err(|e| fault(&e))?;
        let proven = answer.filter(Answer::is_main_goal_proven);
        let play = proven.map(Answer::into_verified);
        Ok(play.map(|play| play.map_or(TileCounts::EMPTY, |play| play.played)))
    }

    /// What laying these tiles is worth to the player to move, as [`Choice::worth`]; `None` if a
    /// solver gives up.
    fn worth(
        &mut self,
        state: &State,
        laid: &TileCounts,
        stream: &mut Stream,
    ) -> Result<Option<i64>, BotFault> {
        let (next, ended) = state.after(laid);
        let Some(ending) = ended else {
            let reply = self.best(&next, stream)?;
            return Ok(reply.map(|reply| -reply.worth));
        };
        let history = self.view.history;
        let starter = history.first().map_or(self.view.seat, |turn| turn.seat);
        let rules = self.view.rules;
        let worth = next.worth(rules, ending, starter, self.player.judge());
        Ok(Some(match state.to_move.index() {
            0 => worth,
            _ => -worth,
        }))
    }
}

/// What each tile counts beside its points where nobody goes out, so that the goal is what decides
/// such a game: the points of a rack, or its tiles and then the points.
fn tile_weight(rules: &RuleSet) -> i32 {
    match rules.stalemate {
        Stalemate::LowestRack => 0,
        Stalemate::FewestTiles => 1 << 20,
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
    use crate::shared::Shared;
    use crate::solvers::SearchSolver;

    /// A small deck of which the end is solved in no time.
    fn small(stalemate: &str) -> RuleSet {
        let rules = RuleSet::preset("tournament").unwrap();
        let rules = rules.with_options(&[stalemate]).unwrap();
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
            automaton: &KeptAutomaton::default(),
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
        let mut stream = Stream::new(Key::sample(1, "last round", 0));
        for stalemate in ["stalemate=lowest_rack", "stalemate=fewest_tiles"] {
            let rules = small(stalemate);
            let (mut best_of_all, mut kept_back) = (0, 0);
            for turn in 0..150 {
                let left = 1 + turn % 2;
                let state = dealt(&rules, [8, 8], left, &mut stream);
                let found = ask(&rules, &state, 0, |last| last.best(&state, &mut stream));
                let found = found.unwrap();
                let most = ask(&rules, &state, 0, |last| {
                    last.most_points(&state, &TileCounts::EMPTY)
                });
                let [worth, best] = solved(&rules, &state, &found.laid);
                assert_eq!(worth, found.worth, "{state:?}");
                // Fewest tiles win there, but points count, so more tiles may bring less.
                let least = match rules.stalemate {
                    Stalemate::LowestRack => best,
                    Stalemate::FewestTiles => best - 1000,
                };
                assert!(worth <= best && (left == 2 || worth >= least), "{state:?}");
                best_of_all += u32::from(worth >= least);
                kept_back += u32::from(worth > solved(&rules, &state, &most.unwrap())[0]);
            }
            assert!(best_of_all >= 140, "{stalemate}: {best_of_all}");
            assert!(kept_back >= 2, "{stalemate}: {kept_back}");
        }
    }

    #[test]
    fn a_solver_that_gives_up_finds_no_turn_and_no_draw_that_wins() {
        let rules = small("stalemate=lowest_rack");
        let mut stream = Stream::new(Key::sample(3, "last round", 0));
        for _ in 0..10 {
            let state = dealt(&rules, [8, 6], 2, &mut stream);
            ask(&rules, &state, 1, |last| {
                let solver = Shared::new(Box::new(SearchSolver::new()));
                solver.begin_turn(0);
                *last.player = Player::new(solver.boxed());
                assert!(last.best(&state, &mut stream)?.is_none());
                assert!(last.drawing_wins(&state.racks[1], 6, &mut stream)? <= 0.0);
                Ok(())
            });
        }
    }

    #[test]
    fn drawing_the_last_tile_wins_as_often_as_the_solved_end_says() {
        let rules = small("stalemate=lowest_rack");
        let mut stream = Stream::new(Key::sample(2, "last round", 0));
        let (mut equal, mut some) = (0, 0);
        for _ in 0..40 {
            // All tiles that the one in the pool can be are tried.
            let state = dealt(&rules, [8, 6], 2, &mut stream);
            let hidden: Vec<Tile> = state.racks[1].tiles().collect();
            let found = ask(&rules, &state, 1, |last| {
                last.drawing_wins(&state.racks[1], 6, &mut stream)
            });
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
