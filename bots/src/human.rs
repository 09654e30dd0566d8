//! `human`: lays most tiles, but takes only a few sets of the table into its hands at a time.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{
    Action, Claim, CouldPlay, Illegal, Position, RuleSet, Set, Table, TileCounts, Turn, Unanswered,
};
use rummilab_solver::{Goal, Verified};

use crate::entry::{Entry, number, quick};
use crate::player::{Player, lay};

/// `human` in the roster.
pub(crate) const ENTRY: Entry = Entry {
    name: "human",
    version: 4,
    about: "like greedy, but changes only a few sets of the table at a time",
    params: &[
        number("r", 2, 0, MOST_SETS as i32).about("sets that a rearrangement may change"),
        number("moves", 1, 1, 20).about("rearrangements a turn"),
    ],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Human::new(s.player(), s.count("r"), s.count("moves"))),
};

/// The most sets in one rearrangement that the bot offers: twenty-five sets give about 15 000
/// choices of that many.
pub const MOST_SETS: usize = 4;

/// Opens like `greedy`. Then it makes up to `moves` rearrangements a turn. Each is the best of
/// those that change at most `r` sets of the table: most tiles, then value, then fewest sets. With
/// one move the whole turn touches at most `r` sets. The settings serve as levels for people and as
/// opponents that play like them: nobody sees a rearrangement of twelve sets in a minute
/// (docs/strategy.md#human-limits). Where the rules force a play that it does not see, it lays what
/// `greedy` lays.
pub struct Human {
    player: Player,
    r: usize,
    moves: usize,
}

/// A table and rack in the middle of a turn.
struct Scene {
    table: Table,
    rack: TileCounts,
}

/// A rearrangement: the table after it, and the tiles that it laid.
struct Move {
    table: Table,
    played: TileCounts,
    worth: (usize, u32),
}

impl Human {
    /// A bot that makes at most `moves` rearrangements a turn, each of at most `r` sets.
    pub fn new(player: Player, r: usize, moves: usize) -> Human {
        Human {
            player,
            r: r.min(MOST_SETS),
            moves,
        }
    }

    /// The best rearrangement of at most `r` sets; `None` if none lays a tile.
    fn best_move(&mut self, view: &View<'_>, scene: &Scene) -> Result<Option<Move>, BotFault> {
        let whole = position(view, scene);
        let Some(bound) = self.player.best_in(view, &whole, &Goal::Tiles)? else {
            return Ok(None);
        };
        let bound = (bound.tiles, bound.value);
        let sets = scene.table.sets().len();
        let mut best: Option<Move> = None;
        for size in 0..=self.r.min(sets) {
            let mut touched: Vec<usize> = (0..size).collect();
            loop {
                if let Some(play) = self.with_sets(view, scene, &whole, &touched)? {
                    let worth = (play.tiles, play.value);
                    if best.as_ref().is_none_or(|known| worth > known.worth) {
                        best = Some(Move {
                            table: put_together(&scene.table, &touched, &play),
                            played: play.played,
                            worth,
                        });
                    }
                    if worth == bound {
                        return Ok(best);
                    }
                }
                if !next_choice(&mut touched, sets) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The best play with these sets of the table, the others left as they lie.
    fn with_sets(
        &mut self,
        view: &View<'_>,
        scene: &Scene,
        whole: &Position,
        touched: &[usize],
    ) -> Result<Option<Verified>, BotFault> {
        let sets = scene.table.sets();
        let kept: Vec<usize> = (0..sets.len()).filter(|i| !touched.contains(i)).collect();
        let Some(stacks) = whole.stacks.without_sets(&kept) else {
            return Ok(None);
        };
        let tiles = touched.iter().flat_map(|i| sets[*i].tiles());
        let part = Position {
            table: tiles.copied().collect(),
            stacks,
            ..whole.clone()
        };
        self.player.best_in(view, &part, &Goal::Tiles)
    }
}

impl Bot for Human {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if !view.has_opened() {
            return self.player.open(view);
        }
        let mut scene = Scene {
            table: view.table.clone(),
            rack: view.rack,
        };
        let mut whole = None;
        for _ in 0..self.moves {
            let Some(next) = self.best_move(view, &scene)? else {
                break;
            };
            let rest = scene.rack.checked_sub(&next.played);
            let rack = rest.ok_or_else(|| broken("a tile was laid that is not on the rack"))?;
            let table = with_owners(view, &scene, next.table)?;
            let Some(turn) = as_one_turn(view, &table) else {
                break;
            };
            whole = Some(turn);
            scene = Scene { table, rack };
        }
        if let Some(table) = whole {
            return Ok(Action::Play(table));
        }
        if view.pool_len == 0 && view.rules.must_play_when_empty.binds(view.has_opened()) {
            let play = self.player.best(view, &Goal::Tiles)?;
            return Ok(play.map_or_else(|| view.idle(), |play| lay(view, &play)));
        }
        Ok(view.idle())
    }
}

fn position(view: &View<'_>, scene: &Scene) -> Position {
    let me = Some(view.seat);
    view.rules.position(&scene.table, scene.rack, true, me)
}

fn put_together(before: &Table, touched: &[usize], play: &Verified) -> Table {
    let sets = before.sets().iter().enumerate();
    let kept = sets.filter(|(i, _)| !touched.contains(i));
    let kept: Vec<Set> = kept.map(|(_, set)| set.clone()).collect();
    Table::new(kept.into_iter().chain(play.sets().to_vec()).collect())
}

/// Advances to the next choice out of `of`, in ascending order; `false` after the last.
fn next_choice(choice: &mut [usize], of: usize) -> bool {
    let size = choice.len();
    let Some(at) = (0..size).rev().find(|i| choice[*i] < of - size + i) else {
        return false;
    };
    choice[at] += 1;
    for i in at + 1..size {
        choice[i] = choice[i - 1] + 1;
    }
    true
}

/// The table with the owners that the rules give its groups, ready for another rearrangement.
fn with_owners(view: &View<'_>, before: &Scene, after: Table) -> Result<Table, BotFault> {
    if !view.rules.has_group_owners() {
        return Ok(after);
    }
    let turn = judged(view, before, &after);
    let turn = turn.map_err(|why| broken(&why.to_string()))?;
    Ok(match turn.owners {
        Some(owners) => Table::owned(after.into_sets(), owners),
        None => after,
    })
}

/// The table of several rearrangements as the claim of one turn. `None` if they are legal one after
/// the other only: two can put a group in the place of an old one with which it shares no tile.
fn as_one_turn(view: &View<'_>, after: &Table) -> Option<Table> {
    if !view.rules.has_group_owners() {
        return Some(after.clone());
    }
    let before = Scene {
        table: view.table.clone(),
        rack: view.rack,
    };
    let claims = [after.clone(), Table::new(after.sets().to_vec())];
    let mut claims = claims.into_iter();
    claims.find(|claim| judged(view, &before, claim).is_ok())
}

/// The referee's verdict on a turn from one table to another.
fn judged(view: &View<'_>, before: &Scene, after: &Table) -> Result<Turn, Illegal> {
    let claim = Claim {
        before: &before.table,
        rack: &before.rack,
        after,
        opened: true,
        me: Some(view.seat),
    };
    view.rules.judge_claim(&claim, &mut NotAsked)
}

fn broken(why: &str) -> BotFault {
    BotFault::Crash(why.to_owned())
}

/// Placeholder answers: the rules ask nothing about the turn of a player who has opened.
struct NotAsked;

impl CouldPlay for NotAsked {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::next_choice;

    #[test]
    fn choices_are_counted_through() {
        for (size, of, choices) in [(0, 5, 1), (1, 5, 5), (2, 5, 10), (4, 6, 15), (3, 3, 1)] {
            let mut choice: Vec<usize> = (0..size).collect();
            let mut seen = vec![choice.clone()];
            while next_choice(&mut choice, of) {
                seen.push(choice.clone());
            }
            let mut sorted = seen.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!((seen.len(), sorted), (choices, seen));
        }
    }
}
