//! The worth of each tile by a goal, and the task that a position and a goal make.

use rummilab_core::{JokerKind, MirrorValue, Position, RuleSet, Tile, TileCounts};
use rummilab_solver::Goal;

use crate::grammar::{Jokers, Spare, Task};

/// The worth of laying a rack tile: the goal and its tie-breaks in one number.
pub struct Worth<'a> {
    tile: TileWorth<'a>,
    /// Of each kind of joker, whatever it stands for.
    pub jokers: [i64; 4],
}

/// The source of the worth of a tile.
enum TileWorth<'a> {
    Goal(&'a Goal),
    Each(i64),
}

impl TileWorth<'_> {
    // At most 286 tiles (6 colours, 15 values, 3 copies, 16 jokers), 2160 points: 9 and 12 bits.
    fn of(&self, tile: Tile) -> i64 {
        let face = i64::from(tile.face());
        match self {
            TileWorth::Goal(Goal::Tiles | Goal::OpeningValue) => (1 << 12) + face,
            TileWorth::Goal(Goal::Value) => (face << 9) + 1,
            TileWorth::Goal(Goal::Weighted(weights)) => {
                (i64::from(weights.of(tile)) << 21) + (1 << 12) + face
            }
            TileWorth::Each(worth) => *worth,
        }
    }

    /// The factor of a tile or a point, which exceeds the last ties together.
    fn grain(&self) -> i64 {
        match self {
            TileWorth::Goal(Goal::Value) => 1 << 9,
            TileWorth::Goal(_) => 1 << 12,
            TileWorth::Each(_) => 1,
        }
    }
}

impl<'a> Worth<'a> {
    pub fn of(goal: &'a Goal) -> Worth<'a> {
        Worth::by(TileWorth::Goal(goal))
    }

    pub fn each(worth: i64) -> Worth<'a> {
        Worth::by(TileWorth::Each(worth))
    }

    pub fn total(&self, tiles: &TileCounts) -> i64 {
        tiles.tiles().map(|tile| self.tile.of(tile)).sum()
    }

    fn by(tile: TileWorth<'a>) -> Worth<'a> {
        let jokers = JokerKind::ALL.map(|kind| tile.of(Tile::joker(kind)));
        Worth { tile, jokers }
    }
}

/// The task of laying the table, these rack tiles, and whatever else of the rack is worth it. The
/// caller sets the worth of jokers.
pub fn task_of(
    rules: &RuleSet,
    position: &Position,
    worth: &Worth<'_>,
    rack_must: &TileCounts,
) -> Task {
    let jokers = Jokers::among(&position.table) + Jokers::among(&position.rack);
    let [classic, _, changes, mirrors] = jokers.by_kind();
    let mut task = Task {
        colours: rules.colours().len(),
        order: (1..=rules.values).collect(),
        wrap: rules.wrap,
        must: Default::default(),
        may: Default::default(),
        jokers,
        worth: Default::default(),
        joker_worth: [0; 4],
        grain: worth.tile.grain(),
        point_worth: 0,
        spare: [Spare::Welcome; 4],
        all_must: [false; 4],
        all_group_jokers: false,
        points_cap: 0,
        axis_is_a_number: rules.mirror_value == MirrorValue::Middle,
        plain_sets: classic == jokers.total() && !rules.step2,
        turns_round: (changes == 0 || rules.cc_at_low_end) && (mirrors == 0 || rules.mirror_valley),
        keepable: None,
    };
    for (c, colour) in rules.colours().iter().enumerate() {
        let table = position.table.of_colour(*colour);
        let (rack, also) = (
            position.rack.of_colour(*colour),
            rack_must.of_colour(*colour),
        );
        for value in 1..=rules.values {
            let v = usize::from(value);
            let count = |of: u32| (of >> (2 * v) & 3) as u8;
            task.must[v][c] = count(table) + count(also);
            task.may[v][c] = count(table) + count(rack);
            if let Some(tile) = Tile::number(*colour, value) {
                task.worth[v][c] = worth.tile.of(tile);
            }
        }
    }
    if rules.wrap && !rules.step2 {
        begin_where_few_runs_cross(&mut task);
    }
    task
}

/// Distances from the boundary, in values on either side, within which tiles count if jokers bridge
/// gaps. Few tiles within the smallest distance matter first.
const NEAR: [usize; 3] = [2, 4, 6];

/// Rotates the order of the values so that the fewest runs can wrap.
fn begin_where_few_runs_cross(task: &mut Task) {
    let values = task.order.len();
    let tiles = |value: usize| -> u32 {
        let of_value = &task.may[(value - 1) % values + 1];
        of_value.iter().map(|n| u32::from(*n)).sum()
    };
    let crossing = |first: usize| -> (u32, [u32; 3]) {
        let last = if first == 1 { values } else { first - 1 };
        let both = task.may[first].iter().zip(&task.may[last]);
        let crossing = both.map(|(a, b)| u32::from(*a.min(b))).sum();
        // Special jokers bridge gaps: the wider a gap is, the fewer runs they can lead across it.
        let near = NEAR.map(|near| {
            if task.has_special_jokers() {
                (0..2 * near)
                    .map(|i| tiles(first + 2 * values - near + i))
                    .sum()
            } else {
                0
            }
        });
        (crossing, near)
    };
    if let Some(first) = (1..=values).min_by_key(|first| crossing(*first)) {
        task.order.rotate_left(first - 1);
    }
}
