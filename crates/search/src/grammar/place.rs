//! One value of a sweep, with its neighbours.

use crate::grammar::{Case, GroupLayout, OpenId, Phase, Task};

/// One value of a sweep.
pub struct Place<'a> {
    pub task: &'a Task,
    /// Its place in the order of the sweep.
    pub place: usize,
    pub value: u8,
    /// The value after this one in the sweep, if there is one.
    pub next: Option<u8>,
    /// The value below this one; where runs wrap, the largest is below 1.
    pub below: u8,
    /// The value above it.
    pub above: u8,
    pub phase: Phase,
    /// Whether using fewer jokers is no loss.
    thrift: bool,
}

impl<'a> Place<'a> {
    pub fn of(task: &'a Task, place: usize) -> Place<'a> {
        let value = task.order[place];
        let largest = task.order.len() as u8;
        Place {
            task,
            place,
            value,
            next: task.order.get(place + 1).copied(),
            below: if value == 1 { largest } else { value - 1 },
            above: if value == largest { 1 } else { value + 1 },
            phase: task.phase(place),
            thrift: task.thrift(),
        }
    }

    /// What groups of this value count, in points. A double joker stands for two tiles.
    pub fn group_points(&self, layout: &GroupLayout) -> u16 {
        let [classic, double, _, mirror] = layout.used.by_kind();
        let axes = if self.task.axis_is_a_number {
            mirror
        } else {
            0
        };
        u16::from(layout.numbers + classic + 2 * double + axes) * u16::from(self.value)
    }

    /// What the continuations of these open runs of a colour depend on.
    pub fn case(&self, colour: usize, open: OpenId) -> Case {
        let task = self.task;
        let v = usize::from(self.value);
        Case {
            open,
            phase: self.phase,
            must: task.must[v][colour],
            may: task.may[v][colour],
            next: self.next.map(|next| task.may[usize::from(next)][colour]),
            wrap: task.wrap,
            gain: task.worth[v][colour] >= 0,
            thrift: self.thrift,
        }
    }
}
