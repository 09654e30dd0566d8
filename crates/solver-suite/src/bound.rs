//! Positions whose sets are bound, with their jokers or all, against brute force: every choice of
//! rack tiles, every partition into sets, every order in which their tiles can lie, judged by the
//! referee.

use std::collections::BTreeMap;

use rummilab_core::notation::parse_table;
use rummilab_core::{Position, RuleSet, Set, SetReading, Table, Tile, TileCounts};
use rummilab_solver::random::{Below, random_position_with};
use rummilab_solver::{Answer, Goal, Solver};

use crate::brute::{BestSet, catalogue};
use crate::rules;

/// Rule systems with few tiles under which jokers, or all sets, are bound in every way.
fn small_rules() -> Vec<RuleSet> {
    let takes = ["any", "rack"].into_iter().flat_map(|paid| {
        let of = move |(group3, reuse)| {
            format!(
                "joker_take=replaced joker_paid_by={paid} joker_group3={group3} joker_reuse={reuse}"
            )
        };
        let refined = ["one", "both"].into_iter().flat_map(|group3| {
            ["anywhere", "new-set", "new-set-rack"].map(|reuse| (group3, reuse))
        });
        refined.map(of)
    });
    let games = [
        "values=5 colours=3 copies=1 jokers=2 hand=4",
        "values=4 colours=4 copies=2 jokers=2 hand=4 max_jokers_per_set=none",
        "values=6 colours=2 copies=2 jokers=3 hand=4 max_jokers_per_set=none max_run_len=4",
        "values=5 colours=3 copies=1 jokers=3 hand=4 wrap=true max_jokers_per_set=2",
        "values=7 colours=3 copies=1 jokers=2 hand=4 step2=true max_run_len=none",
    ];
    let whole = [
        "",
        "joker_rule=old",
        "joker_rule=both",
        "joker_rule=any joker_reuse=new-set",
        "joker_rule=two",
    ];
    let whole = whole.map(|take| format!("{take} rearrange=extend"));
    let all = takes
        .chain(whole)
        .flat_map(|take| games.map(|game| format!("{take} {game}")));
    all.map(|options| rules("original", &options)).collect()
}

/// Compares the best plays and the plays of whole racks.
///
/// # Panics
/// If the solver is wrong.
pub fn bound_jokers(solver: &mut dyn Solver, below: Below<'_>, positions: usize) {
    for rules in small_rules() {
        let catalogue = catalogue(&rules);
        let mut asked = 0;
        while asked < positions {
            let sets = 1 + below(3) as usize;
            let (table, position) = random_position_with(&rules, sets, 4, below);
            let Some(table) = as_laid(&rules, &table, below) else {
                continue;
            };
            asked += 1;
            let position = rules.position(&table, position.rack, true, None);
            check(solver, &rules, &catalogue, &table, &position);
        }
    }
}

/// The same table with the tiles of each set in an order drawn at random; `None` if no set of it is
/// bound.
fn as_laid(rules: &RuleSet, table: &Table, below: Below<'_>) -> Option<Table> {
    let sets = table.sets().iter().map(|set| {
        let layouts = layouts(rules, set);
        layouts[below(layouts.len() as u64) as usize].clone()
    });
    let sets: Vec<Set> = sets.collect();
    let table = Table::new(sets);
    let read = parse_table(&table.to_string(), rules).expect("its own text");
    assert_eq!(read, table);
    let bound = table.sets().iter().any(|set| rules.binds(set));
    bound.then_some(table)
}

/// Every way in which the tiles of a set can lie.
fn layouts(rules: &RuleSet, set: &Set) -> Vec<Set> {
    let mut orders = Vec::new();
    permute(&mut set.sorted().tiles().to_vec(), 0, &mut orders);
    orders.sort_unstable();
    orders.dedup();
    let stated = orders.into_iter().flat_map(|tiles| {
        let readings = SetReading::ALL.map(Some);
        let readings = std::iter::once(None).chain(readings);
        readings.map(move |reading| Set::new(tiles.iter().copied()).read_as(reading))
    });
    let legal = |set: &Set| {
        let needless =
            set.reading().is_some() && rules.standing(&set.clone().read_as(None)).is_some();
        !needless && rules.standing(set).is_some()
    };
    stated.filter(legal).collect()
}

fn permute(tiles: &mut Vec<Tile>, from: usize, orders: &mut Vec<Vec<Tile>>) {
    if from == tiles.len() {
        return orders.push(tiles.clone());
    }
    for i in from..tiles.len() {
        if tiles[from..i].contains(&tiles[i]) {
            continue;
        }
        tiles.swap(from, i);
        permute(tiles, from + 1, orders);
        tiles.swap(from, i);
    }
}

fn check(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    catalogue: &[BestSet],
    table: &Table,
    position: &Position,
) {
    let mut brute = Brute {
        rules,
        catalogue,
        table,
        layouts: BTreeMap::new(),
    };
    let legal: Vec<TileCounts> = choices(&position.rack)
        .into_iter()
        .filter(|played| brute.is_legal(played))
        .collect();
    let context = || format!("{table} with {} under {:?}", position.rack, rules.spec());
    for goal in [Goal::Tiles, Goal::Value] {
        let scores = legal.iter().map(|played| goal.score(played, 0));
        let best = scores.chain([goal.score(&TileCounts::EMPTY, 0)]).max();
        let answer = solver.solve(rules, position, &goal);
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", context()));
        let Answer::Optimal(found) = answer else {
            panic!("{}: {answer:?}", context());
        };
        assert_eq!(Some(found.score), best, "{}: {:?}", context(), found.sets());
    }
    let out = solver.go_out(rules, position).expect("an answer");
    assert_eq!(
        out.is_some(),
        legal.contains(&position.rack),
        "{}",
        context()
    );
}

/// Every choice of at least one of these tiles.
fn choices(rack: &TileCounts) -> Vec<TileCounts> {
    let mut choices = vec![TileCounts::EMPTY];
    for tile in rack.tiles() {
        let with = choices.iter().map(|choice| {
            let mut with = *choice;
            assert!(with.insert(tile), "a part of a rack");
            with
        });
        choices.extend(with.collect::<Vec<_>>());
    }
    choices.sort_unstable();
    choices.dedup();
    choices.retain(|choice| !choice.is_empty());
    choices
}

struct Brute<'a> {
    rules: &'a RuleSet,
    catalogue: &'a [BestSet],
    table: &'a Table,
    /// The orders in which the tiles of a set can lie.
    layouts: BTreeMap<TileCounts, Vec<Set>>,
}

impl Brute<'_> {
    /// Whether a turn can lay exactly these tiles.
    fn is_legal(&mut self, played: &TileCounts) -> bool {
        let all = self.table.counts().expect("fits").checked_add(played);
        self.partition(all.expect("fits"), played, &mut Vec::new())
    }

    fn partition(
        &mut self,
        tiles: TileCounts,
        played: &TileCounts,
        sets: &mut Vec<TileCounts>,
    ) -> bool {
        let Some((first, _)) = tiles.kinds().next() else {
            return self.lay(sets, played, &mut Vec::new());
        };
        let fitting = self
            .catalogue
            .iter()
            .filter(|set| set.tiles.count(first) > 0);
        for set in fitting {
            let Some(rest) = tiles.checked_sub(&set.tiles) else {
                continue;
            };
            sets.push(set.tiles);
            if self.partition(rest, played, sets) {
                return true;
            }
            sets.pop();
        }
        false
    }

    fn lay(&mut self, sets: &[TileCounts], played: &TileCounts, laid: &mut Vec<Set>) -> bool {
        let Some(tiles) = sets.get(laid.len()) else {
            let after = Table::new(laid.clone());
            let turn = self
                .rules
                .judge_turn_laying(self.table, played, &after, true);
            return turn.is_ok();
        };
        if !self.layouts.contains_key(tiles) {
            // A run of all values can begin at each of them where runs go round.
            let layouts = match tiles.jokers() {
                0 if !self.rules.wrap.has_next() => vec![
                    self.rules
                        .lay_out(&tiles.tiles().collect::<Vec<_>>())
                        .expect("a set"),
                ],
                _ => layouts(self.rules, &Set::new(tiles.tiles())),
            };
            self.layouts.insert(*tiles, layouts);
        }
        for set in self.layouts[tiles].clone() {
            laid.push(set);
            if self.lay(sets, played, laid) {
                return true;
            }
            laid.pop();
        }
        false
    }
}
