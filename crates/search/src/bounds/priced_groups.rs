//! The groups of a task at the prices of a relaxation: the best layout of each value.

use crate::bounds::{DEAD, Prices, Usage, add, price};
use crate::grammar::{ByColour, Jokers, Place, Tables, Task};

/// Splits of the layouts of a value into groups that are tried for their prices; beyond, a bound
/// may count too few own groups.
const MOST_SPLITS: u64 = 50_000;

#[derive(Debug, Clone, Copy)]
struct PricedLayout {
    tiles: ByColour,
    used: Jokers,
    worth: i64,
    /// Own groups among them, if they are counted.
    own: u8,
}

#[derive(Debug)]
pub struct PricedGroups {
    at: Vec<Vec<PricedLayout>>,
    /// The most own groups, if they are counted.
    pub most_own: Option<u8>,
}

impl PricedGroups {
    pub fn new(task: &Task, tables: &mut Tables<'_>) -> PricedGroups {
        let places = 0..task.order.len();
        PricedGroups {
            at: places
                .map(|place| groups_at(&Place::of(task, place), tables))
                .collect(),
            most_own: tables.own.as_ref().map(|own| own.most),
        }
    }

    /// The most tiles of a colour that any groups of a place take.
    pub fn most_tiles(&self, place: usize, colour: usize) -> u8 {
        let groups = self.at[place].iter();
        groups.map(|group| group.tiles[colour]).max().unwrap_or(0)
    }

    /// The worth of the best layouts of all values, the price of own groups included; `None` if
    /// tiles that must be used cannot be. Adds what they take to `usage`.
    pub fn take_best(&self, prices: &Prices, usage: &mut Usage) -> Option<i64> {
        let mut sum = i64::from(self.most_own.unwrap_or(0)) * prices.own_group;
        for place in 0..self.at.len() {
            let (most, group) = self.best(prices, place)?;
            sum += most;
            add(&mut usage.jokers, group.used);
            usage.own_groups += i64::from(group.own);
            for (sum, n) in usage.groups[place].iter_mut().zip(group.tiles) {
                *sum -= i64::from(n);
            }
        }
        Some(sum)
    }

    /// By place: the most that groups from there on can add.
    pub fn most_from_each(&self, prices: &Prices) -> Vec<i64> {
        let mut most = vec![0; self.at.len() + 1];
        for place in (0..self.at.len()).rev() {
            let here = self.best(prices, place).map_or(DEAD, |(most, _)| most);
            most[place] = (most[place + 1] + here).max(DEAD);
        }
        most
    }

    /// The best layout of a place and its worth; `None` if tiles that must be used cannot be.
    fn best(&self, prices: &Prices, place: usize) -> Option<(i64, PricedLayout)> {
        let of = |group: &PricedLayout| {
            let tiles = group.tiles.iter().zip(prices.group[place]);
            let tiles: i64 = tiles.map(|(n, price)| i64::from(*n) * price).sum();
            let own = i64::from(group.own) * prices.own_group;
            group.worth - price(&prices.joker, group.used) - own - tiles
        };
        let mut best: Option<(i64, &PricedLayout)> = None;
        for group in &self.at[place] {
            let worth = of(group);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, group));
            }
        }
        best.map(|(worth, group)| (worth, *group))
    }
}

fn groups_at(at: &Place<'_>, tables: &mut Tables<'_>) -> Vec<PricedLayout> {
    let task = at.task;
    let may = &task.may[usize::from(at.value)];
    let layouts = tables
        .groups
        .layouts(may, task.all_group_jokers, task.group_blocks(at.value));
    let mut allowed = MOST_SPLITS;
    let group = |layout| {
        let layout = tables.groups.layout(layout);
        let own = match &mut tables.own {
            None => 0,
            Some(own) => own
                .fewest(at.value, layout.index, layout.used, &mut allowed)
                .unwrap_or(Some(0))?,
        };
        Some(PricedLayout {
            tiles: layout.tiles,
            used: layout.used,
            worth: task.worth_of(layout.used),
            own,
        })
    };
    layouts.filter_map(group).collect()
}
