//! A told game as a record needs it: turns, and what happens to the tiles in order.

use rummilab_core::{Seat, Table, Tile};
use rummilab_record::{FaultKind, FaultRecord, TurnRecord};

use super::line::GameLine;
use super::notebook::Notebook;
use super::real_table::RealTable;

/// What happens to the tiles of a game, in order.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// A tile is drawn; it is known if the person who tells the game drew it.
    Draw(Seat, Option<Tile>),
    /// The tile just drawn goes back.
    Back(Seat),
    Lay(Seat, Vec<Tile>),
    /// A turn ends.
    End,
}

/// A told game as a record needs it.
pub(super) struct Course {
    pub steps: Vec<Step>,
    pub turns: Vec<TurnRecord>,
    /// The turns on which a tile goes back, one entry for each tile.
    pub backs: Vec<u32>,
}

impl Course {
    pub fn of(notebook: &Notebook) -> Course {
        let mut course = Course {
            steps: Vec::new(),
            turns: Vec::new(),
            backs: Vec::new(),
        };
        let states = notebook.tables().windows(2);
        // Whether this turn has begun with its draw.
        let mut begun = false;
        for (line, states) in notebook.lines().iter().skip(1).zip(states) {
            let [before, after] = states else { continue };
            begun = course.add(line, before, after, begun);
        }
        course
    }

    /// Adds a line; returns whether the turn goes on.
    fn add(&mut self, line: &GameLine, before: &RealTable, after: &RealTable, begun: bool) -> bool {
        let (game, me) = (before.game(), before.view().seat);
        if let GameLine::Table(_) = line {
            self.lies(before, after.game().table());
            return begun;
        }
        let Some(seat) = before.to_move() else {
            return begun;
        };
        let known = |at: usize| line.tiles().get(at).copied().filter(|_| seat == me);
        let first = game.rules().draw_first && !begun && game.pool_len() > 0;
        let told_first = first && seat == me;
        if first {
            self.steps
                .push(Step::Draw(seat, known(0).filter(|_| told_first)));
        }
        match line {
            GameLine::Drew(..) if told_first => return true,
            GameLine::Back(..) => {
                self.backs.push(self.turns.len() as u32);
                self.steps
                    .extend([Step::Back(seat), Step::Draw(seat, known(0))]);
                return true;
            }
            GameLine::Laid(_, tiles) => {
                self.steps.push(Step::Lay(seat, tiles.clone()));
                self.turns
                    .push(TurnRecord::Play(after.game().table().clone()));
            }
            GameLine::Drew(..) if !game.rules().draw_first && game.pool_len() > 0 => {
                self.steps.push(Step::Draw(seat, known(0)));
                self.turns.push(TurnRecord::Draw);
            }
            GameLine::Penalty(..) => {
                let hidden = usize::from(first && seat != me);
                let gained = after.game().rack(seat).len() - game.rack(seat).len() - hidden;
                self.steps
                    .extend((0..gained).map(|at| Step::Draw(seat, known(at))));
                self.turns.push(TurnRecord::Refused(FaultRecord {
                    seat,
                    kind: FaultKind::Illegal,
                    detail: String::new(),
                    action: None,
                }));
            }
            _ => self.turns.push(TurnRecord::Pass),
        }
        self.steps.push(Step::End);
        false
    }

    /// The sets lie so: the last player moved them and drew, where that is a turn. Otherwise they
    /// lie so since tiles were laid.
    fn lies(&mut self, before: &RealTable, table: &Table) {
        let (view, idle) = (before.view(), [TurnRecord::Draw, TurnRecord::Pass]);
        let opened = view
            .history
            .last()
            .is_some_and(|turn| view.opened[turn.seat]);
        let moved = table.sorted_sets() != view.table.sorted_sets();
        let rearranges = view.rules.rearrange_then_draw && opened && moved;
        let last = self.turns.len().saturating_sub(1);
        let last_moved = rearranges && self.turns.get(last).is_some_and(|turn| idle.contains(turn));
        let laid = |turn: &TurnRecord| matches!(turn, TurnRecord::Play(_));
        let turn = last_moved
            .then_some(last)
            .or_else(|| self.turns.iter().rposition(laid));
        if let Some(turn) = turn {
            self.turns[turn] = TurnRecord::Play(table.clone());
        }
    }
}
