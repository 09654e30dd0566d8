//! The task of a sweep: tiles that must or may be used and what each is worth, made from a position and a goal. Refuses to
//! sweep.

use rummilab_core::{
    JokerKind, MAX_COLOURS, MAX_VALUE, MirrorValue, Position, RuleSet, Tile, TileCounts,
};
use rummilab_solver::Goal;
use smallvec::SmallVec;

use crate::runs::Phase;
use crate::used::Used;

/// Whether several jokers of a kind may be left over, or be put elsewhere later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spare {
    /// A way that has used fewer is at least as good.
    Welcome,
    /// Ways that have used different numbers are not compared.
    Apart,
}

/// What the sweep works on.
#[derive(Debug, Clone)]
pub struct Task {
    /// Number of colours.
    pub colours: usize,
    /// The values in the order of the sweep.
    pub order: SmallVec<[u8; MAX_VALUE as usize]>,
    /// Whether the last value is followed by the first.
    pub wrap: bool,
    /// Tiles that must be used, by value and colour.
    pub must: [[u8; MAX_COLOURS]; MAX_VALUE as usize + 1],
    /// Tiles that may be used, those that must included.
    pub may: [[u8; MAX_COLOURS]; MAX_VALUE as usize + 1],
    /// Jokers that may be used.
    pub jokers: Used,
    /// What each tile beyond those that must be used is worth, by value and colour.
    pub worth: [[i64; MAX_COLOURS]; MAX_VALUE as usize + 1],
    /// What a joker of each kind in a set is worth.
    pub joker_worth: [i64; 4],
    /// Plays are worth a multiple of this and a little more, which is for the last of the ties.
    pub grain: i64,
    /// What each point of a set is worth, every slot at its value.
    pub point_worth: i64,
    /// Kinds of joker of which a way that has used fewer may be worse for it.
    pub spare: [Spare; 4],
    /// Kinds of joker of which all must be laid.
    pub all_must: [bool; 4],
    /// Whether every number of jokers is tried in groups, not only the fewest.
    pub all_group_jokers: bool,
    /// Points of the sets are counted up to this, and the best is kept for each number; 0 not to count.
    pub points_cap: u16,
    /// Whether a mirror joker counts a number.
    pub axis_is_a_number: bool,
    /// Whether sets are nothing but groups of one value and runs of one colour with classic jokers: upside down they are the
    /// same.
    pub plain_sets: bool,
}

impl Task {
    /// Lets the sweep go down the values where that makes no difference to the sets. Greedy players lay high tiles first, and
    /// tables need their jokers there: a sweep that begins where jokers are needed drops those that spend them elsewhere.
    pub fn downwards(mut self) -> Task {
        if self.plain_sets && !self.wrap && self.points_cap == 0 && self.point_worth == 0 {
            self.order.reverse();
        }
        self
    }

    /// By place of the order: the most that number tiles from there on can add; 0 after the last.
    pub fn numbers_from_each(&self) -> Vec<i64> {
        let mut most = vec![0; self.order.len() + 1];
        for (place, value) in self.order.iter().enumerate().rev() {
            let v = usize::from(*value);
            most[place] = most[place + 1];
            for c in 0..self.colours {
                let free = self.may[v][c] - self.must[v][c];
                if free > 0 {
                    most[place] += i64::from(free) * self.worth[v][c].max(0);
                }
            }
        }
        most
    }

    /// What no play is worth more than: every tile and joker that is worth something.
    pub fn most_worth(&self) -> i64 {
        let jokers = self.joker_worth.iter().zip(self.jokers.by_kind());
        let jokers: i64 = jokers.map(|(worth, n)| worth.max(&0) * i64::from(n)).sum();
        self.numbers_from_each()[0] + jokers
    }

    /// Number tiles that may be used and need not.
    pub fn free_tiles(&self) -> u32 {
        let sum = |tiles: &[[u8; MAX_COLOURS]]| -> u32 {
            tiles.iter().flatten().map(|n| u32::from(*n)).sum()
        };
        sum(&self.may) - sum(&self.must)
    }

    /// Whether using fewer jokers is no loss.
    pub fn thrift(&self) -> bool {
        (0..4).all(|kind| self.joker_worth[kind] <= 0 && self.spare[kind] == Spare::Welcome)
    }

    /// What the dearest tile is worth; at least 2.
    pub fn dearest(&self) -> i64 {
        let jokers = self.joker_worth.iter().copied();
        let all = self.worth.iter().flatten().copied().chain(jokers);
        all.max().unwrap_or(0).max(2)
    }

    /// Where to look for plays that are worth so much: nothing lies between this and the next grain but what ties are decided
    /// by.
    pub fn next_grain(&self, worth: i64) -> i64 {
        worth + (-worth).rem_euclid(self.grain)
    }

    /// What a play is worth at least that is worth anything: the cheapest tile, where every tile is worth something; at least 1.
    pub fn cheapest(&self) -> i64 {
        let of = |(worth, (may, must)): (
            &[i64; MAX_COLOURS],
            (&[u8; MAX_COLOURS], &[u8; MAX_COLOURS]),
        )| {
            let free = (0..MAX_COLOURS).filter(|c| may[*c] > must[*c]);
            free.map(|c| worth[c]).min()
        };
        let tiles = self.worth.iter().zip(self.may.iter().zip(&self.must));
        let jokers = self.joker_worth.iter().zip(self.jokers.by_kind());
        let jokers = jokers.filter(|(worth, n)| *n > 0 && **worth != 0);
        let all = tiles.filter_map(of).chain(jokers.map(|(worth, _)| *worth));
        all.min().unwrap_or(1).max(1)
    }

    /// What any play is worth at least.
    pub fn least_worth(&self) -> i64 {
        let each = self.worth.iter().zip(self.may).flat_map(|(worth, may)| {
            let of = |(worth, n): (&i64, u8)| worth.min(&0) * i64::from(n);
            worth.iter().zip(may).map(of).collect::<Vec<_>>()
        });
        let jokers = self.joker_worth.iter().zip(self.jokers.by_kind());
        let jokers = jokers.map(|(worth, n)| worth.min(&0) * i64::from(n));
        each.sum::<i64>() + jokers.sum::<i64>()
    }

    /// What distinguishes the value at this place of the order.
    pub fn phase(&self, place: usize) -> Phase {
        if self.wrap {
            Phase::Between
        } else if place + 1 == self.order.len() {
            Phase::Last
        } else if place == 0 {
            Phase::First
        } else {
            Phase::Between
        }
    }

    /// What these jokers in sets are worth.
    pub fn worth_of(&self, used: Used) -> i64 {
        if used == Used::NONE {
            return 0;
        }
        let by_kind = used.by_kind().into_iter().zip(self.joker_worth);
        by_kind.map(|(n, worth)| i64::from(n) * worth).sum()
    }

    /// When one way used no more jokers than another, as far as that makes it better.
    pub fn sparing(&self) -> Sparing {
        Sparing {
            apart: Used::bytes(self.spare.map(|spare| spare == Spare::Apart)),
        }
    }
}

/// Compares jokers that were used.
#[derive(Debug, Clone, Copy)]
pub struct Sparing {
    /// Kinds of which different numbers are not compared.
    apart: u32,
}

impl Sparing {
    /// Whether the first used no more jokers than the second, as far as that makes it better.
    #[inline]
    pub fn no_more(self, a: Used, b: Used) -> bool {
        a.within(b) && (a.bits() ^ b.bits()) & self.apart == 0
    }
}

/// What laying a rack tile is worth: the goal and its tie-breaks in one number.
pub struct Worth<'a> {
    tile: TileWorth<'a>,
    /// Of each kind of joker, whatever it stands for.
    pub jokers: [i64; 4],
}

/// What tells the worth of a tile.
enum TileWorth<'a> {
    Goal(&'a Goal),
    Each(i64),
}

impl TileWorth<'_> {
    // At most 286 tiles (6 colours, 15 values, 3 copies, 16 jokers) of 2160 points together: 9 bits of tiles, 12 of value.
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

    /// What a tile, or a point, is worth more than the last ties together.
    fn grain(&self) -> i64 {
        match self {
            TileWorth::Goal(Goal::Value) => 1 << 9,
            TileWorth::Goal(_) => 1 << 12,
            TileWorth::Each(_) => 1,
        }
    }
}

impl<'a> Worth<'a> {
    /// By this goal.
    pub fn of(goal: &'a Goal) -> Worth<'a> {
        Worth::by(TileWorth::Goal(goal))
    }

    /// The same for every tile.
    pub fn each(worth: i64) -> Worth<'a> {
        Worth::by(TileWorth::Each(worth))
    }

    /// What laying all these rack tiles is worth.
    pub fn total(&self, tiles: &TileCounts) -> i64 {
        tiles.tiles().map(|tile| self.tile.of(tile)).sum()
    }

    fn by(tile: TileWorth<'a>) -> Worth<'a> {
        let jokers = JokerKind::ALL.map(|kind| tile.of(Tile::joker(kind)));
        Worth { tile, jokers }
    }
}

/// The task of laying the table tiles, these rack tiles, and what else of the rack is worth it. The worth of jokers is the
/// caller's to set.
pub fn task_of(
    rules: &RuleSet,
    position: &Position,
    worth: &Worth<'_>,
    rack_must: &TileCounts,
) -> Task {
    let jokers = Used::among(&position.table) + Used::among(&position.rack);
    let [classic, ..] = jokers.by_kind();
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
