//! From a position and a goal to the task of the sweep. Refuses to sweep.

use rummilab_core::{JokerKind, MirrorValue, Position, RuleSet, Tile, TileCounts};
use rummilab_solver::Goal;

use crate::sweep::{Spare, Task};
use crate::used::Used;

/// What laying a rack tile is worth: the goal and its tie-breaks in one number.
pub struct Worth {
    tile: Box<dyn Fn(Tile) -> i64>,
    /// Of each kind of joker, whatever it stands for.
    pub jokers: [i64; 4],
}

impl Worth {
    /// By this goal.
    pub fn of(goal: &Goal) -> Worth {
        // At most 286 tiles (6 colours, 15 values, 3 copies, 16 jokers) of 2160 points together: 9 bits of tiles, 12 of
        // value.
        Worth::by(match goal.clone() {
            Goal::Tiles | Goal::OpeningValue => Box::new(|tile| (1 << 12) + i64::from(tile.face())),
            Goal::Value => Box::new(|tile| (i64::from(tile.face()) << 9) + 1),
            Goal::Weighted(weights) => Box::new(move |tile| {
                (i64::from(weights.of(tile)) << 21) + (1 << 12) + i64::from(tile.face())
            }),
        })
    }

    /// The same for every tile.
    pub fn each(worth: i64) -> Worth {
        Worth::by(Box::new(move |_| worth))
    }

    fn by(tile: Box<dyn Fn(Tile) -> i64>) -> Worth {
        let jokers = JokerKind::ALL.map(|kind| tile(Tile::joker(kind)));
        Worth { tile, jokers }
    }
}

/// The task of laying the table tiles, these rack tiles, and what else of the rack is worth it. The worth of jokers is the
/// caller's to set.
pub fn task_of(
    rules: &RuleSet,
    position: &Position,
    worth: &Worth,
    rack_must: &TileCounts,
) -> Task {
    let mut task = Task {
        colours: rules.colours().len(),
        order: (1..=rules.values).collect(),
        wrap: rules.wrap,
        must: Default::default(),
        may: Default::default(),
        jokers: Used::among(&position.table) + Used::among(&position.rack),
        worth: Default::default(),
        joker_worth: [0; 4],
        point_worth: 0,
        spare: [Spare::Welcome; 4],
        all_group_jokers: false,
        points_cap: 0,
        axis_is_a_number: rules.mirror_value == MirrorValue::Middle,
    };
    for (c, colour) in rules.colours().iter().enumerate() {
        for value in 1..=rules.values {
            let v = usize::from(value);
            let (table, rack) = (
                position.table.number_count(*colour, value),
                position.rack.number_count(*colour, value),
            );
            task.must[v][c] = table + rack_must.number_count(*colour, value);
            task.may[v][c] = table + rack;
            if let Some(tile) = Tile::number(*colour, value) {
                task.worth[v][c] = (worth.tile)(tile);
            }
        }
    }
    if rules.wrap && !rules.step2 {
        begin_where_few_runs_cross(&mut task);
    }
    task
}

/// Turns the order of the values so that the fewest runs can be open between the last and the first.
fn begin_where_few_runs_cross(task: &mut Task) {
    let values = task.order.len();
    let crossing = |first: usize| -> u32 {
        let last = if first == 1 { values } else { first - 1 };
        let both = task.may[first].iter().zip(&task.may[last]);
        both.map(|(a, b)| u32::from(*a.min(b))).sum()
    };
    if let Some(first) = (1..=values).min_by_key(|first| crossing(*first)) {
        task.order.rotate_left(first - 1);
    }
}
