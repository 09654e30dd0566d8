//! Objective coefficients of tiles for a goal, and the sweep task of a position.

use rummilab_core::{
    JokerKind, MAX_COLOURS, MAX_VALUE, MirrorValue, Position, RuleSet, Tile, TileCounts, TileRow,
    Wrap,
};
use rummilab_solver::Goal;

use crate::grammar::{Jokers, Spare, Task};

/// The worth of each rack tile: its coefficient in the objective, with the tie-breaks.
pub struct Worth<'a> {
    tile: TileWorth<'a>,
    /// By kind of joker, whatever tile it stands for.
    pub jokers: [i64; 4],
}

/// How the worth of a tile is determined.
enum TileWorth<'a> {
    Goal(&'a Goal),
    Each(i64),
}

/// Bits for a number of tiles: at most 286, namely 6 * 15 * 3 and 16 jokers.
const TILE_BITS: u32 = if MAX_VALUE > 15 { 10 } else { 9 };
/// Bits for a sum of face values, at most 2160; 21 960 of four colours with 60 values.
const FACE_BITS: u32 = if MAX_VALUE > 15 { 15 } else { 12 };

impl TileWorth<'_> {
    fn of(&self, tile: Tile) -> i64 {
        let face = i64::from(tile.face());
        match self {
            TileWorth::Goal(Goal::Tiles | Goal::OpeningValue) => (1 << FACE_BITS) + face,
            TileWorth::Goal(Goal::Value) => (face << TILE_BITS) + 1,
            TileWorth::Goal(Goal::Weighted(weights)) => {
                let tiles = 1 << FACE_BITS;
                (i64::from(weights.of(tile)) << (TILE_BITS + FACE_BITS)) + tiles + face
            }
            TileWorth::Each(worth) => *worth,
        }
    }

    /// The unit of the field above the last tie-break: no sum of last tie-breaks reaches it.
    fn grain(&self) -> i64 {
        match self {
            TileWorth::Goal(Goal::Value) => 1 << TILE_BITS,
            TileWorth::Goal(_) => 1 << FACE_BITS,
            TileWorth::Each(_) => 1,
        }
    }
}

impl<'a> Worth<'a> {
    pub fn of(goal: &'a Goal) -> Worth<'a> {
        Worth::by(TileWorth::Goal(goal))
    }

    /// The same worth for every tile.
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

/// The sweep task in which the table and the number tiles of `rack_must` are mandatory and other
/// rack tiles optional. The caller sets the worth of jokers.
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
        wrap: rules.wrap.has_next(),
        ends: rules.wrap == Wrap::End,
        must: [[0; MAX_COLOURS]; MAX_VALUE as usize + 1],
        may: [[0; MAX_COLOURS]; MAX_VALUE as usize + 1],
        jokers,
        worth: [[0; MAX_COLOURS]; MAX_VALUE as usize + 1],
        joker_worth: [0; 4],
        grain: worth.tile.grain(),
        point_worth: 0,
        spare: [Spare::Welcome; 4],
        all_must: [false; 4],
        all_group_jokers: false,
        points_cap: 0,
        axis_is_a_number: rules.mirror_value == MirrorValue::Middle,
        plain_sets: classic == jokers.total() && !rules.step2,
        forgets_beginning: classic == jokers.total() && !rules.has_group_owners(),
        turns_round: (changes == 0 || rules.cc_at_low_end) && (mirrors == 0 || rules.mirror_valley),
        blocks: None,
        keepable: None,
    };
    for (c, colour) in rules.colours().iter().enumerate() {
        let table = position.table.of_colour(*colour);
        let (rack, forced) = (
            position.rack.of_colour(*colour),
            rack_must.of_colour(*colour),
        );
        for value in 1..=rules.values {
            let v = usize::from(value);
            // Two bits a value.
            let count = |tiles: TileRow| (tiles >> (2 * v) & 3) as u8;
            task.must[v][c] = count(table) + count(forced);
            task.may[v][c] = count(table) + count(rack);
            if let Some(tile) = Tile::number(*colour, value) {
                task.worth[v][c] = worth.tile.of(tile);
            }
        }
    }
    if rules.wrap == Wrap::Round && !rules.step2 {
        rotate_to_fewest_crossings(&mut task);
    }
    task
}

/// Tie-breaks between boundaries if special jokers bridge gaps: the fewest tiles within so many
/// values on either side, the smallest distance first.
const NEAR: [usize; 3] = [2, 4, 6];

/// Starts a wrapping order of the values where the fewest runs can cross from its end to its start.
fn rotate_to_fewest_crossings(task: &mut Task) {
    let values = task.order.len();
    let tiles = |value: usize| -> u32 {
        let by_colour = &task.may[(value - 1) % values + 1];
        by_colour.iter().map(|n| u32::from(*n)).sum()
    };
    let crossing = |first: usize| -> (u32, [u32; 3]) {
        let last = if first == 1 { values } else { first - 1 };
        let both = task.may[first].iter().zip(&task.may[last]);
        let crossing = both.map(|(a, b)| u32::from(*a.min(b))).sum();
        // Special jokers bridge gaps, but the wider a gap is, the fewer runs cross it.
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
