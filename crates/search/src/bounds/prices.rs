//! The prices of a relaxation: of tiles, jokers, own groups and changes of colour.

use rummilab_core::MAX_COLOURS;

use crate::grammar::Jokers;

/// Prices in whole numbers, so that bounds are exact.
#[derive(Debug, Clone, Default)]
pub struct Prices {
    pub group: Vec<[i64; MAX_COLOURS]>,
    pub joker: [i64; 4],
    pub arrival: Vec<i64>,
    pub own_group: i64,
}

/// Prices before rounding, or a direction in which they move.
#[derive(Debug, Clone, Default)]
pub struct PriceVector {
    pub group: Vec<[f64; MAX_COLOURS]>,
    pub joker: [f64; 4],
    pub arrival: Vec<f64>,
    pub own_group: f64,
}

impl PriceVector {
    pub fn zero(places: usize) -> PriceVector {
        let mut zero = PriceVector::default();
        zero.clear(places);
        zero
    }

    pub fn clear(&mut self, places: usize) {
        self.group.clear();
        self.group.resize(places, [0.0; MAX_COLOURS]);
        self.joker = [0.0; 4];
        self.arrival.clear();
        self.arrival.resize(places, 0.0);
        self.own_group = 0.0;
    }

    /// All numbers, as slices for fast loops.
    fn parts(&self) -> [&[f64]; 4] {
        [
            self.group.as_flattened(),
            &self.joker,
            &self.arrival,
            std::slice::from_ref(&self.own_group),
        ]
    }

    fn parts_mut(&mut self) -> [&mut [f64]; 4] {
        [
            self.group.as_flattened_mut(),
            &mut self.joker,
            &mut self.arrival,
            std::slice::from_mut(&mut self.own_group),
        ]
    }

    pub fn square(&self) -> f64 {
        let mut sum = 0.0;
        for part in self.parts() {
            for x in part {
                sum += x * x;
            }
        }
        sum
    }

    /// Adds `much` times the other vector.
    pub fn add(&mut self, other: &PriceVector, much: f64) {
        for (to, from) in self.parts_mut().into_iter().zip(other.parts()) {
            for (x, y) in to.iter_mut().zip(from) {
                *x += much * y;
            }
        }
    }

    pub fn round_to(&self, prices: &mut Prices) {
        let round = |x: f64| x.round() as i64;
        prices.group.clear();
        prices
            .group
            .extend(self.group.iter().map(|of| of.map(round)));
        prices.joker = self.joker.map(round);
        prices.arrival.clear();
        prices
            .arrival
            .extend(self.arrival.iter().copied().map(round));
        prices.own_group = round(self.own_group);
    }
}

/// The priced items that the best paths take at given prices.
#[derive(Debug, Default)]
pub struct Usage {
    /// By place and colour: tiles that runs leave to groups or that owners sell, less those taken.
    pub groups: Vec<[i64; MAX_COLOURS]>,
    pub jokers: [i64; 4],
    /// By place: runs that leave a colour, less those that arrive.
    pub leaving: Vec<i64>,
    pub own_groups: i64,
}

impl Usage {
    pub fn clear(&mut self, places: usize) {
        self.groups.clear();
        self.groups.resize(places, [0; MAX_COLOURS]);
        self.jokers = [0; 4];
        self.leaving.clear();
        self.leaving.resize(places, 0);
        self.own_groups = 0;
    }
}

/// The price of these jokers.
pub fn price(joker: &[i64; 4], used: Jokers) -> i64 {
    if used == Jokers::NONE {
        return 0;
    }
    let by_kind = used.by_kind();
    (0..4)
        .map(|kind| i64::from(by_kind[kind]) * joker[kind])
        .sum()
}

pub fn add(sum: &mut [i64; 4], used: Jokers) {
    add_times(sum, used, 1);
}

/// Adds these jokers `times` times, by kind.
pub fn add_times(sum: &mut [i64; 4], used: Jokers, times: i64) {
    for (sum, n) in sum.iter_mut().zip(used.by_kind()) {
        *sum += i64::from(n) * times;
    }
}
