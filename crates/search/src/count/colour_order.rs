//! Sets of open-run states that differ only in the order of the colours are one state of an
//! automaton: equally many multisets lead on from either.

use super::multiset::{COLOURS as FEW, PLACES};
use super::open_runs::{COLOURS, Open};

/// The colour that stands in each place.
pub(super) type Order = [u8; COLOURS];

/// Each colour in its own place.
const IDENTITY: Order = [0, 1, 2, 3, 4, 5, 6, 7];

/// Orders of four colours.
const ORDERS: usize = 24;
/// Choices of none to three tiles of four colours.
const CHOICES: usize = 256;

/// The orders of four colours at most, by number: 0 leaves every colour where it is.
#[derive(Debug)]
pub(super) struct ColourOrders {
    orders: [Order; ORDERS],
    /// By two orders: the colours of the first in the places of the second.
    after: [[u8; ORDERS]; ORDERS],
    /// By order: the one that undoes it.
    undone: [u8; ORDERS],
    /// By order and choice: the tiles of the choice in the places of the order.
    choices: Box<[[u8; CHOICES]; ORDERS]>,
}

impl ColourOrders {
    pub(super) fn new() -> ColourOrders {
        let mut orders = Vec::with_capacity(ORDERS);
        let mut order: Vec<Marked> = (0..FEW).map(|colour| (0, colour)).collect();
        each_order(&mut order, 0, &mut |order| {
            let mut colours = IDENTITY;
            for (place, (_, colour)) in colours.iter_mut().zip(order) {
                *place = *colour as u8;
            }
            orders.push(colours);
        });
        let orders: [Order; ORDERS] = std::array::from_fn(|number| orders[number]);
        let mut this = ColourOrders {
            orders,
            after: [[0; ORDERS]; ORDERS],
            undone: [0; ORDERS],
            choices: Box::new([[0; CHOICES]; ORDERS]),
        };
        for (one, first) in orders.iter().enumerate() {
            for (two, second) in orders.iter().enumerate() {
                let both = second.map(|place| first[usize::from(place)]);
                this.after[one][two] = this.number(&both);
                if both == IDENTITY {
                    this.undone[one] = two as u8;
                }
            }
            for (choice, moved) in this.choices[one].iter_mut().enumerate() {
                for (place, colour) in PLACES.into_iter().zip(first) {
                    let tiles = choice as u8 / PLACES[usize::from(*colour)] % 4;
                    *moved += place * tiles;
                }
            }
        }
        this
    }

    /// The number of an order.
    pub(super) fn number(&self, order: &Order) -> u8 {
        let number = self.orders.iter().position(|other| other == order);
        number.unwrap_or(0) as u8
    }

    /// The colours of the first order in the places of the second.
    #[inline]
    pub(super) fn after(&self, first: u8, second: u8) -> u8 {
        self.after[usize::from(first)][usize::from(second)]
    }

    #[inline]
    pub(super) fn undone(&self, order: u8) -> u8 {
        self.undone[usize::from(order)]
    }

    /// The tiles of a choice in the places of an order.
    #[inline]
    pub(super) fn choice(&self, order: u8, choice: u8) -> u8 {
        self.choices[usize::from(order)][usize::from(choice)]
    }

    /// Each colour of a state in its own place again.
    pub(super) fn in_place(&self, order: u8, open: Open) -> Open {
        let order = &self.orders[usize::from(order)][..FEW];
        let row = |place: usize| open >> (8 * place) & 0xff;
        let places = order.iter().enumerate();
        places
            .map(|(place, colour)| row(place) << (8 * colour))
            .sum()
    }
}

/// The canonical form of these states under permutations of the colours. Each colour gets a number
/// that does not depend on the order of the colours. Of the forms that have these numbers
/// ascending, the canonical one is the smallest. It is written to the first place. The order tells
/// which colour stands in each place of it.
pub(super) fn in_one_order(
    states: &[Open],
    colours: usize,
    [canonical, tried]: &mut [Vec<Open>; 2],
) -> Order {
    let row = |open: Open, colour: usize| (open >> (8 * colour)) & 0xff;
    let mut marked: [Marked; COLOURS] = std::array::from_fn(|colour| (0, colour));
    let order = &mut marked[..colours];
    for open in states {
        // All rows of the state, whatever their order, beside the row of a colour.
        let rows = (0..colours).map(|colour| SCATTERED[row(*open, colour) as usize]);
        let all = scattered(rows.fold(0, u64::wrapping_add)).rotate_left(17);
        for (number, colour) in &mut *order {
            *number = number.wrapping_add(scattered(row(*open, *colour) ^ all));
        }
    }
    order.sort_unstable();
    let mut best = None;
    each_order(order, 0, &mut |order| {
        let moved = |open: &Open| {
            let rows = order.iter().enumerate();
            let moved = rows.map(|(place, (_, colour))| row(*open, *colour) << (8 * place));
            above(*open, colours) | moved.sum::<Open>()
        };
        tried.clear();
        tried.extend(states.iter().map(moved));
        tried.sort_unstable();
        if best.is_none() || tried < canonical {
            std::mem::swap(canonical, tried);
            let mut colours = IDENTITY;
            let places = colours.iter_mut().zip(order);
            places.for_each(|(place, (_, colour))| *place = *colour as u8);
            best = Some(colours);
        }
    });
    best.unwrap_or(IDENTITY)
}

/// What a state holds above the rows of the colours.
fn above(open: Open, colours: usize) -> Open {
    let bits = 8 * colours as u32;
    open.checked_shr(bits).map_or(0, |above| above << bits)
}

/// A colour with its number.
type Marked = (u64, usize);
/// The callback that gets an order of the colours.
type Each<'e> = dyn FnMut(&[Marked]) + 'e;

/// Visits every order that permutes only colours with equal numbers.
fn each_order(order: &mut [Marked], place: usize, each: &mut Each<'_>) {
    if place == order.len() {
        return each(order);
    }
    for other in place..order.len() {
        if order[other].0 == order[place].0 {
            order.swap(place, other);
            each_order(order, place + 1, each);
            order.swap(place, other);
        }
    }
}

/// The rows, scattered.
const SCATTERED: [u64; 256] = {
    let mut all = [0; 256];
    let mut row = 0;
    while row < all.len() {
        all[row] = scattered(row as u64);
        row += 1;
    }
    all
};

/// A number with its bits mixed (the finaliser of SplitMix64: Steele, Lea and Flood, 2014).
const fn scattered(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_follow_each_other() {
        let orders = ColourOrders::new();
        let states = [0x01_10_04_00, 0x00_14_10_01, 0x04_00_00_10];
        let order = in_one_order(&states, FEW, &mut Default::default());
        let number = orders.number(&order);
        assert_eq!(orders.after(number, orders.undone(number)), 0);
        // One tile of the first colour, two of the second, three of the third.
        let choice = 0b00_11_10_01;
        let there = orders.choice(number, choice);
        assert_eq!(orders.choice(orders.undone(number), there), choice);
        for one in 0..ORDERS as u8 {
            let both = orders.choice(number, orders.choice(one, choice));
            assert_eq!(orders.choice(orders.after(one, number), choice), both);
        }
    }

    #[test]
    fn the_order_of_the_colours_does_not_matter() {
        let states: [Open; 3] = [0x01_10_04_00, 0x00_14_10_01, 0x04_00_00_10];
        let mut room = Default::default();
        let order = in_one_order(&states, 4, &mut room);
        let [expected, _] = room;
        let orders = ColourOrders::new();
        let number = orders.number(&order);
        let mut back: Vec<Open> = expected
            .iter()
            .map(|open| orders.in_place(number, *open))
            .collect();
        back.sort_unstable();
        let mut sorted = states;
        sorted.sort_unstable();
        assert_eq!(back, sorted);
        let mut colours: Vec<(u64, usize)> = (0..4).map(|colour| (0, colour)).collect();
        let mut tried = 0;
        each_order(&mut colours, 0, &mut |order| {
            let moved = states.map(|open| {
                let rows = order.iter().enumerate();
                rows.map(|(place, (_, colour))| (open >> (8 * colour) & 0xff) << (8 * place))
                    .sum::<u64>()
            });
            let mut room = Default::default();
            in_one_order(&moved, 4, &mut room);
            assert_eq!(room[0], expected);
            tried += 1;
        });
        assert_eq!(tried, 24);
    }
}
