//! Assigns players to tables by strength (docs/rules.md#pairing).

use std::cmp::Reverse;

/// Number of tables examined before a search returns its best result so far. The last table of each
/// arrangement does not count. Strength groups of up to 16 players have fewer (455 + 455 x 165 +
/// 455 x 165 x 35), and so have all groups with tables of three. These are always searched
/// completely.
const MOST_TABLES: u64 = 3_000_000;

/// The cost of one repeated pair, which outweighs all distances of a group.
const REPEAT: u64 = 1 << 32;

/// What the pairing needs to know about earlier rounds.
pub(crate) trait Past {
    /// How often two players have sat at one table.
    fn met(&self, a: u16, b: u16) -> u32;
    /// The table of the last round at which a player sat.
    fn last_table(&self, player: u16) -> usize;
}

/// The tables of a round after the first. `order` is the ranking, best first, with one player for
/// each seat. Its last `reserves` players are reserve players, who stay at the last table.
///
/// The order is cut into strength groups of `size` x `size` players; the last group is larger.
/// Inside a group the tables minimise, first, the sum over all pairs of how often they met before.
/// Second, they minimise the sum of rank differences over all pairs at one table. Tables are
/// ordered by their best players, except that of the reserve players. If the search of a group of
/// more than 16 players grows too long, the group gets the best tables found. After one round these
/// repeat no pair either, except pairs of reserve players.
pub(crate) fn pair(order: &[u16], size: usize, reserves: usize, past: &impl Past) -> Vec<Vec<u16>> {
    let each = size * size;
    let groups = (order.len() / each).max(1);
    let tables = |index: usize| {
        let last = index + 1 == groups;
        let end = if last {
            order.len()
        } else {
            (index + 1) * each
        };
        let reserves = if last { reserves } else { 0 };
        best_tables(&order[index * each..end], size, reserves, past)
    };
    (0..groups).flat_map(tables).collect()
}

/// The most players at a table of the club.
const MOST_SEATS: usize = 4;

/// Places of a group, as bits: a group has fewer than 32. A search looks at millions of tables, so
/// it asks for no memory for each.
type Places = u32;

/// The places at a table, zeros after the last.
type Seats = [u8; MOST_SEATS];

fn bits(mut places: Places) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (places != 0).then_some(places.trailing_zeros() as u8);
        places &= places.wrapping_sub(1);
        place
    })
}

fn seats_of(table: &[usize]) -> Seats {
    let mut seats = Seats::default();
    for (seat, place) in seats.iter_mut().zip(table) {
        *seat = *place as u8;
    }
    seats
}

fn best_tables(group: &[u16], size: usize, reserves: usize, past: &impl Past) -> Vec<Vec<u16>> {
    let costs = costs(group, past);
    let (entries, reserves): (Vec<usize>, Vec<usize>) =
        (0..group.len()).partition(|at| at + reserves < group.len());
    let start = first_guess(group, size, &entries, &reserves, past, &costs);
    let found = start.iter().map(|table| seats_of(table)).collect();
    let mut search = PairingSearch {
        size,
        best: 0,
        costs,
        tables: Vec::new(),
        found,
        looked_at: 0,
    };
    let start = search
        .found
        .iter()
        .map(|table| search.cost_of(&table[..size]));
    search.best = start.sum();
    let left = entries.iter().map(|place| 1 << place).sum();
    search.go(&seats_of(&reserves)[..reserves.len()], left, 0);
    let sorted = |table: Seats| {
        let mut table = table[..size].to_vec();
        table.sort_unstable();
        table
    };
    let mut found: Vec<Vec<u8>> = search.found.into_iter().map(sorted).collect();
    let of_reserves = |table: &[u8]| reserves.iter().any(|at| table.contains(&(*at as u8)));
    found.sort_unstable_by_key(|table| (of_reserves(table), table[0]));
    let names = |table: &Vec<u8>| table.iter().map(|at| group[usize::from(*at)]).collect();
    found.iter().map(names).collect()
}

/// The cost of putting two places of the order at one table.
fn costs(group: &[u16], past: &impl Past) -> Vec<Vec<u64>> {
    let cost = |a: usize, b: usize| {
        u64::from(past.met(group[a], group[b])) * REPEAT + a.abs_diff(b) as u64
    };
    (0..group.len())
        .map(|a| (0..group.len()).map(|b| cost(a, b)).collect())
        .collect()
}

/// Initial tables. The reserve players get companions one by one, each the weakest of those who
/// know the table least. The other players of an old table go to new tables in turn, so that no two
/// of them meet if there are enough tables.
fn first_guess(
    group: &[u16],
    size: usize,
    entries: &[usize],
    reserves: &[usize],
    past: &impl Past,
    costs: &[Vec<u64>],
) -> Vec<Vec<usize>> {
    let (mut places, mut last) = (entries.to_vec(), reserves.to_vec());
    while !last.is_empty() && last.len() < size {
        let known = |at: usize| -> u64 { last.iter().map(|b| costs[at][*b] / REPEAT).sum() };
        let next = (0..places.len()).min_by_key(|i| (known(places[*i]), Reverse(*i)));
        last.extend(next.map(|next| places.remove(next)));
    }
    places.sort_by_key(|at| (past.last_table(group[*at]), *at));
    let tables = places.len() / size;
    let table = |first: usize| places.iter().skip(first).step_by(tables).copied().collect();
    let guess = (0..tables).map(table);
    guess.chain((!last.is_empty()).then_some(last)).collect()
}

/// A branch-and-bound search. It fills table after table with all possible companions: first the
/// table of the reserve players, then each table of the best remaining player. It drops branches
/// that cannot improve on the best so far.
struct PairingSearch {
    size: usize,
    costs: Vec<Vec<u64>>,
    tables: Vec<Seats>,
    best: u64,
    found: Vec<Seats>,
    looked_at: u64,
}

impl PairingSearch {
    fn cost(&self, a: u8, b: u8) -> u64 {
        self.costs[usize::from(a)][usize::from(b)]
    }

    fn cost_of(&self, table: &[u8]) -> u64 {
        let with_later = |(at, a): (usize, &u8)| -> u64 {
            table[at + 1..].iter().map(|b| self.cost(*a, *b)).sum()
        };
        table.iter().enumerate().map(with_later).sum()
    }

    /// Every table of these places, `seated` so far, and of some later ones, with its cost, that
    /// may improve on the best so far after tables of this cost.
    fn choices(
        &self,
        (table, seated): (Seats, usize),
        of_table: u64,
        others: Places,
        before: u64,
        choices: &mut Vec<(u64, Seats)>,
    ) {
        if seated == self.size {
            choices.push((of_table, table));
            return;
        }
        for place in bits(others) {
            let with = table[..seated].iter();
            let more: u64 = with.map(|other| self.cost(*other, place)).sum();
            if before + of_table + more < self.best {
                let mut table = table;
                table[seated] = place;
                let later = others & (Places::MAX << place << 1);
                let next = (table, seated + 1);
                self.choices(next, of_table + more, later, before, choices);
            }
        }
    }

    /// Continues with `seated` at the next table; if that is empty, the first remaining player sits
    /// down.
    fn go(&mut self, seated: &[u8], left: Places, cost: u64) {
        let mut table = Seats::default();
        table[..seated.len()].copy_from_slice(seated);
        let (count, others) = match (seated.len(), bits(left).next()) {
            (0, None) => {
                self.best = cost;
                self.found.clone_from(&self.tables);
                return;
            }
            (0, Some(first)) => {
                table[0] = first;
                (1, left & left.wrapping_sub(1))
            }
            (count, _) => (count, left),
        };
        let mut choices = Vec::new();
        let of_seated = self.cost_of(&table[..count]);
        self.choices((table, count), of_seated, others, cost, &mut choices);
        choices.sort_unstable();
        for (more, table) in choices {
            if self.looked_at >= MOST_TABLES || cost + more >= self.best {
                return;
            }
            let seated: Places = table[..self.size].iter().map(|place| 1 << place).sum();
            let rest = left & !seated;
            self.looked_at += u64::from(rest != 0);
            if cost + more + least(rest, self.size) < self.best {
                self.tables.push(table);
                self.go(&[], rest, cost + more);
                self.tables.pop();
            }
        }
    }
}

/// A lower bound: no tables of these places have a smaller sum of differences than neighbours
/// together. Between two neighbouring places every table is cut into parts of l and `size` - l, at
/// a cost of l x (size - l). The sum is least if all tables but one are whole.
fn least(places: Places, size: usize) -> u64 {
    let (mut sum, mut before, mut at_table) = (0, 0, 0);
    for place in bits(places).map(u64::from) {
        sum += at_table * place - before;
        (before, at_table) = (before + place, at_table + 1);
        if at_table == size as u64 {
            (before, at_table) = (0, 0);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use rummilab_chance::{Key, Stream};

    use super::*;

    struct Rounds(Vec<Vec<Vec<u16>>>);

    /// Every choice of `count` of the places, ascending.
    fn companions(places: &[usize], count: usize) -> Vec<Vec<usize>> {
        let mut chosen = vec![(0, Vec::new())];
        for _ in 0..count {
            let longer = |(from, set): &(usize, Vec<usize>)| {
                let set = set.clone();
                (*from..places.len())
                    .map(move |at| (at + 1, [set.as_slice(), &[places[at]]].concat()))
            };
            chosen = chosen.iter().flat_map(longer).collect();
        }
        chosen.into_iter().map(|(_, set)| set).collect()
    }

    impl Past for Rounds {
        fn met(&self, a: u16, b: u16) -> u32 {
            let together = |table: &&Vec<u16>| table.contains(&a) && table.contains(&b);
            self.0.iter().flatten().filter(together).count() as u32
        }

        fn last_table(&self, player: u16) -> usize {
            let last = self.0.last().unwrap();
            last.iter()
                .position(|table| table.contains(&player))
                .unwrap()
        }
    }

    fn shuffled(players: u16, stream: &mut Stream) -> Vec<u16> {
        let mut order: Vec<u16> = (0..players).collect();
        stream.shuffle(&mut order);
        order
    }

    fn chunks(order: &[u16], size: usize) -> Vec<Vec<u16>> {
        order.chunks(size).map(<[u16]>::to_vec).collect()
    }

    /// The price of tables: repeated pairs, then rank differences.
    fn price(tables: &[Vec<u16>], order: &[u16], past: &Rounds) -> (u32, usize) {
        let rank = |player: u16| order.iter().position(|p| *p == player).unwrap();
        let mut price = (0, 0);
        for table in tables {
            for (at, a) in table.iter().enumerate() {
                for b in &table[at + 1..] {
                    price.0 += past.met(*a, *b);
                    price.1 += rank(*a).abs_diff(rank(*b));
                }
            }
        }
        price
    }

    /// Every arrangement of these players at tables.
    fn all_arrangements(left: &[u16], size: usize) -> Vec<Vec<Vec<u16>>> {
        let Some((first, others)) = left.split_first() else {
            return vec![Vec::new()];
        };
        let places: Vec<usize> = others.iter().map(|p| usize::from(*p)).collect();
        let mut arrangements = Vec::new();
        for chosen in companions(&places, size - 1) {
            let table: Vec<u16> = std::iter::once(*first)
                .chain(chosen.iter().map(|p| *p as u16))
                .collect();
            let rest: Vec<u16> = left
                .iter()
                .copied()
                .filter(|p| !table.contains(p))
                .collect();
            for mut arrangement in all_arrangements(&rest, size) {
                arrangement.push(table.clone());
                arrangements.push(arrangement);
            }
        }
        arrangements
    }

    /// Whether the reserve players, the last of the plan, sit together.
    fn keeps_together(tables: &[Vec<u16>], reserves: u16) -> bool {
        let players = tables.concat().len() as u16;
        let of_reserves = |table: &&Vec<u16>| table.iter().any(|p| *p >= players - reserves);
        tables.iter().filter(of_reserves).count() <= 1
    }

    /// An order of all players, the reserve players last.
    fn order(players: u16, reserves: u16, stream: &mut Stream) -> Vec<u16> {
        let mut order = shuffled(players - reserves, stream);
        order.extend(players - reserves..players);
        order
    }

    #[test]
    fn small_fields_get_the_best_tables_of_all() {
        let mut stream = Stream::new(Key::sample(5, "pairing", 0));
        for (players, size) in [(4, 4), (8, 4), (12, 4), (3, 3), (6, 3), (9, 3), (12, 3)] {
            for reserves in 0..size as u16 {
                let first = order(players, reserves, &mut stream);
                let mut past = Rounds(vec![chunks(&first, size)]);
                for _ in 0..3 {
                    let order = order(players, reserves, &mut stream);
                    let tables = pair(&order, size, usize::from(reserves), &past);
                    let best = all_arrangements(&order, size)
                        .iter()
                        .filter(|arrangement| keeps_together(arrangement, reserves))
                        .map(|arrangement| price(arrangement, &order, &past))
                        .min();
                    assert_eq!(
                        Some(price(&tables, &order, &past)),
                        best,
                        "{players} at {size}"
                    );
                    past.0.push(tables);
                }
            }
        }
    }

    #[test]
    fn with_enough_tables_no_pair_meets_twice_in_two_rounds() {
        let mut stream = Stream::new(Key::sample(5, "pairing", 1));
        for (players, size) in [(16, 4), (20, 4), (28, 4), (52, 4), (9, 3), (15, 3)] {
            let first = shuffled(players, &mut stream);
            let past = Rounds(vec![chunks(&first, size)]);
            // Includes the hardest order: whole old tables next to each other.
            for order in [shuffled(players, &mut stream), first] {
                let tables = pair(&order, size, 0, &past);
                assert_eq!(price(&tables, &order, &past).0, 0, "{players} at {size}");
                let mut seated = tables.concat();
                seated.sort_unstable();
                assert_eq!(seated, (0..players).collect::<Vec<_>>());
                assert!(tables.iter().all(|table| table.len() == size));
            }
        }
    }

    #[test]
    fn reserve_players_stay_at_the_last_table_and_meet_nobody_again() {
        let mut stream = Stream::new(Key::sample(5, "pairing", 3));
        for (players, size) in [(20, 4), (12, 3), (15, 3)] {
            for reserves in 1..size as u16 {
                let first = order(players, reserves, &mut stream);
                let past = Rounds(vec![chunks(&first, size)]);
                let order = order(players, reserves, &mut stream);
                let tables = pair(&order, size, usize::from(reserves), &past);
                let last = &tables[tables.len() - 1];
                let own = (players - reserves..players).filter(|p| last.contains(p));
                assert_eq!(own.count(), usize::from(reserves), "{players} at {size}");
                let among_themselves = u32::from(reserves * (reserves - 1) / 2);
                assert_eq!(
                    price(&tables, &order, &past).0,
                    among_themselves,
                    "{players} at {size}"
                );
                let mut seated = tables.concat();
                seated.sort_unstable();
                assert_eq!(seated, (0..players).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn strength_groups_stay_among_themselves() {
        let mut stream = Stream::new(Key::sample(5, "pairing", 2));
        let past = Rounds(vec![chunks(&shuffled(36, &mut stream), 4)]);
        let order = shuffled(36, &mut stream);
        let tables = pair(&order, 4, 0, &past);
        let mut best: Vec<u16> = tables[..4].concat();
        best.sort_unstable();
        let mut expected = order[..16].to_vec();
        expected.sort_unstable();
        assert_eq!(best, expected);
    }
}
