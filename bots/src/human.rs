//! `human`: lays most tiles, but takes only a few sets of the table into its hands at a time.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Position, Set, Table};
use rummilab_solver::{Goal, Verified};

use crate::entry::{Entry, number, quick};
use crate::player::{Player, lay, may_idle};

pub(crate) const ENTRY: Entry = Entry {
    name: "human",
    version: 6,
    about: "like greedy, but changes only a few sets of the table at a time",
    params: &[
        number("r", 2, 0, MOST_SETS as i32).about("sets that a turn may change"),
        number("notices", 100, 0, 100)
            .about("per cent of the sets of the table that it notices, others each turn"),
    ],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Human::new(s.player(), s.count("r"), s.count("notices"))),
};

/// The largest `r`. Twenty-five sets have about 15 000 subsets of at most four.
pub const MOST_SETS: usize = 4;

/// Opens like `greedy`. Then it makes the best turn of those that change at most `r` sets of the
/// table: most tiles, then value, then fewest sets. The settings serve as levels for people and as
/// opponents that play like them: nobody sees a rearrangement of twelve sets in a minute
/// (docs/strategy.md#human-limits). Each turn it overlooks other sets: it notices each with a
/// chance of `notices` per cent, and changes none that it overlooks. If it sees no play and the
/// rules force one, it lays what `greedy` lays.
pub struct Human {
    player: Player,
    r: usize,
    notices: usize,
}

/// A turn: the table after it, and the number and value of the tiles laid.
struct Move {
    table: Table,
    laid: (usize, u32),
}

impl Human {
    /// A bot that changes at most `r` sets a turn, of those that it notices with a chance of
    /// `notices` per cent each.
    pub fn new(player: Player, r: usize, notices: usize) -> Human {
        Human {
            player,
            r: r.min(MOST_SETS),
            notices,
        }
    }

    /// The places of the sets that it notices on this turn.
    fn noticed(&self, sets: usize, stream: &mut Stream) -> Vec<usize> {
        if self.notices >= 100 {
            return (0..sets).collect();
        }
        let mut notices = |_: &usize| stream.index(100).is_some_and(|drawn| drawn < self.notices);
        (0..sets).filter(|set| notices(set)).collect()
    }

    /// The best turn that changes at most `r` of the noticed sets; `None` if none lays a tile.
    fn best_move(&mut self, view: &View<'_>, noticed: &[usize]) -> Result<Option<Move>, BotFault> {
        let whole = view.position();
        let Some(bound) = self.player.best_in(view, &whole, &Goal::Tiles)? else {
            return Ok(None);
        };
        let bound = (bound.tiles, bound.value);
        let mut best: Option<Move> = None;
        for size in 0..=self.r.min(noticed.len()) {
            let mut choice: Vec<usize> = (0..size).collect();
            loop {
                let touched: Vec<usize> = choice.iter().map(|at| noticed[*at]).collect();
                if let Some(play) = self.with_sets(view, &whole, &touched)? {
                    let laid = (play.tiles, play.value);
                    if best.as_ref().is_none_or(|known| laid > known.laid) {
                        let table = put_together(view.table, &touched, &play);
                        best = Some(Move { table, laid });
                    }
                    if laid == bound {
                        return Ok(best);
                    }
                }
                if !next_choice(&mut choice, noticed.len()) {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The best play that rearranges only these sets of the table.
    fn with_sets(
        &mut self,
        view: &View<'_>,
        whole: &Position,
        touched: &[usize],
    ) -> Result<Option<Verified>, BotFault> {
        let sets = view.table.sets();
        let kept: Vec<usize> = (0..sets.len()).filter(|i| !touched.contains(i)).collect();
        let Some(part) = whole.without_sets(sets, &kept) else {
            return Ok(None);
        };
        self.player.best_in(view, &part, &Goal::Tiles)
    }
}

impl Bot for Human {
    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        if !view.has_opened() {
            return self.player.open(view);
        }
        let noticed = self.noticed(view.table.sets().len(), stream);
        if let Some(best) = self.best_move(view, &noticed)? {
            return Ok(Action::Play(best.table));
        }
        if !may_idle(view) {
            let play = self.player.best(view, &Goal::Tiles)?;
            return Ok(play.map_or_else(|| view.idle(), |play| lay(view, &play)));
        }
        Ok(view.idle())
    }
}

fn put_together(before: &Table, touched: &[usize], play: &Verified) -> Table {
    let sets = before.sets().iter().enumerate();
    let kept = sets.filter(|(i, _)| !touched.contains(i));
    let kept: Vec<Set> = kept.map(|(_, set)| set.clone()).collect();
    Table::new(kept.into_iter().chain(play.sets().to_vec()).collect())
}

/// Advances to the next subset of `0..of` in lexicographic order; `false` after the last.
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
