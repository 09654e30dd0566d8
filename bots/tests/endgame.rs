//! Solved endgames against full enumeration: small rule sets, every game played to its end by the referee of core, plays found
//! by splitting every multiset of tiles in every way. Nothing of the search is used for that.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use std::collections::{BTreeMap, BTreeSet};

use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::BotSpec;
use rummilab_bots::endgame::{BySolver, Endgame, Plays, State};
use rummilab_chance::{Key, Stream};
use rummilab_core::{
    Action, CouldPlay, Deal, Game, OpeningTableAccess, Position, RuleSet, Set, Table, Tile,
    TileCounts,
};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

/// The best way to split a heap into legal sets, by points of an opening.
#[derive(Clone)]
struct Split {
    value: u32,
    sets: Vec<Set>,
}

/// All legal sets of a small game, and what is known of heaps.
struct Enumeration {
    sets: Vec<(TileCounts, Set, u32)>,
    splits: BTreeMap<TileCounts, Option<Split>>,
}

impl Enumeration {
    fn new(rules: &RuleSet) -> Enumeration {
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let sets = parts(&all).into_iter().filter_map(|part| {
            let tiles: Vec<Tile> = part.tiles().collect();
            let value = rules.judge(&tiles).best()?;
            Some((part, rules.lay_out(&tiles)?, u32::from(value)))
        });
        Enumeration {
            sets: sets.collect(),
            splits: BTreeMap::new(),
        }
    }

    fn split(&mut self, heap: &TileCounts) -> Option<Split> {
        if heap.is_empty() {
            let sets = Vec::new();
            return Some(Split { value: 0, sets });
        }
        if let Some(known) = self.splits.get(heap) {
            return known.clone();
        }
        let first = heap.tiles().next().unwrap();
        let mut best: Option<Split> = None;
        for (tiles, set, value) in self.sets.clone() {
            if tiles.count(first) == 0 {
                continue;
            }
            let Some(mut rest) = heap.checked_sub(&tiles).and_then(|rest| self.split(&rest)) else {
                continue;
            };
            rest.value += value;
            rest.sets.push(set);
            if best.as_ref().is_none_or(|best| rest.value > best.value) {
                best = Some(rest);
            }
        }
        self.splits.insert(*heap, best.clone());
        best
    }

    /// The most points of sets among these tiles.
    fn most(&mut self, rack: &TileCounts) -> u32 {
        let parts = parts(rack);
        let values = parts.iter().filter_map(|part| self.split(part));
        values.map(|split| split.value).max().unwrap_or(0)
    }

    /// The sets after laying these tiles, beside the old ones or all anew; `None` if they cannot be laid.
    fn lay(&mut self, rules: &RuleSet, position: &Position, laid: &TileCounts) -> Option<Vec<Set>> {
        let after = position.table.checked_add(laid)?;
        if position.opened {
            return self.split(&after).map(|split| split.sets);
        }
        if rules.opening_table_access == OpeningTableAccess::AfterThreshold {
            let enough = self.most(laid) >= u32::from(rules.opening_min);
            return enough
                .then(|| self.split(&after))
                .flatten()
                .map(|split| split.sets);
        }
        let split = self.split(laid)?;
        (split.value >= u32::from(rules.opening_min)).then_some(split.sets)
    }

    fn plays(&mut self, rules: &RuleSet, position: &Position) -> Vec<TileCounts> {
        let parts = parts(&position.rack).into_iter();
        let parts = parts.filter(|part| !part.is_empty());
        parts
            .filter(|part| self.lay(rules, position, part).is_some())
            .collect()
    }

    /// The seat to move lays these tiles.
    fn action(&mut self, game: &Game<'_>, laid: &TileCounts) -> Action {
        let rules = game.rules();
        let position = game.position(game.to_move().unwrap());
        let mut sets = self.lay(rules, &position, laid).unwrap();
        if !position.opened && rules.opening_table_access == OpeningTableAccess::None {
            sets.extend(game.table().sets().iter().cloned());
        }
        Action::Play(Table::new(sets))
    }

    /// What the game is worth to seat 0 when both play best.
    fn worth(&mut self, game: &Game<'_>, known: &mut BTreeMap<String, i64>) -> i64 {
        let rules = game.rules();
        if let Some(results) = game.results(self) {
            let won = |seat: usize| i64::from(results[seat].place == 1);
            let points = |seat: usize| i64::from(results[seat].score);
            return 1_000_000 * (won(0) - won(1)) + points(0) - points(1);
        }
        let seat = game.to_move().unwrap();
        let key = format!("{game:?}");
        if let Some(worth) = known.get(&key) {
            return *worth;
        }
        let position = game.position(seat);
        let mut turns = vec![Action::Pass];
        for laid in self.plays(rules, &position) {
            turns.push(self.action(game, &laid));
        }
        let mut best: Option<i64> = None;
        for turn in turns {
            let mut next = game.clone();
            match next.act(&turn, self) {
                Ok(_) => {}
                Err(why) => {
                    assert_eq!(turn, Action::Pass, "{why}");
                    continue;
                }
            }
            let worth = self.worth(&next, known);
            let better = |best: i64| {
                if seat == 0 {
                    worth > best
                } else {
                    worth < best
                }
            };
            if best.is_none_or(better) {
                best = Some(worth);
            }
        }
        known.insert(key, best.unwrap());
        best.unwrap()
    }
}

impl CouldPlay for Enumeration {
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> bool {
        !self.plays(rules, position).is_empty()
    }

    fn best_opening(&mut self, _: &RuleSet, rack: &TileCounts) -> u32 {
        self.most(rack)
    }
}

/// Every part of a heap, the empty one included, ascending.
fn parts(heap: &TileCounts) -> Vec<TileCounts> {
    let mut parts = BTreeSet::from([TileCounts::EMPTY]);
    for tile in heap.tiles() {
        for part in parts.clone() {
            let mut with = part;
            if with.insert(tile) && heap.contains(&with) {
                parts.insert(with);
            }
        }
    }
    parts.into_iter().collect()
}

fn small(options: &[&str]) -> RuleSet {
    let base = [
        "colours=3",
        "values=4",
        "copies=1",
        "jokers=0",
        "hand=6",
        "opening_min=3",
        "redeal_pairs=0",
    ];
    let original = RuleSet::preset("original").unwrap();
    let all: Vec<&str> = base.iter().chain(options).copied().collect();
    original.with_options(&all).unwrap()
}

fn deal(rules: &RuleSet, number: u64) -> Deal {
    let mut tiles = rules.all_tiles();
    Stream::new(Key::sample(1, "endgame", number)).shuffle(&mut tiles);
    let hand = usize::from(rules.hand);
    let rack = |seat: usize| {
        tiles[seat * hand..(seat + 1) * hand]
            .iter()
            .copied()
            .collect()
    };
    Deal {
        racks: vec![rack(0), rack(1)],
        streams: vec![tiles[2 * hand..].to_vec()],
    }
}

/// Plays games until the pool is empty, each seat doing anything legal; from then on every position is solved, compared, and
/// `hold:empty=solve` plays, which must lose nothing. Returns how many positions were compared.
fn check(rules: &RuleSet, games: u64) -> usize {
    let mut enumeration = Enumeration::new(rules);
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    let solving: BotSpec = "hold:empty=solve,work=1000000".parse().unwrap();
    let mut bot = solving.make();
    let mut compared = 0;
    for number in 0..games {
        let deal = deal(rules, number);
        let mut stream = Stream::new(Key::sample(2, "endgame", number));
        let starter = stream.index(2).unwrap();
        let mut game = Game::new(rules, &deal, starter).unwrap();
        let mut history = Vec::new();
        let mut known = BTreeMap::new();
        while let Some(seat) = game.to_move() {
            let position = game.position(seat);
            let plays = enumeration.plays(rules, &position);
            let listed = BySolver(solver.as_mut()).plays(rules, &position, &mut 100_000);
            assert_eq!(listed, Ok(Some(plays.clone())), "{rules:?} {position:?}");
            let view = View::of(&game, seat, &history);
            let mut expected = None;
            let action = match State::of(&view) {
                None => {
                    assert!(game.pool_len() > 0);
                    match stream.pick(&plays).filter(|_| number % 2 == 0) {
                        Some(laid) => enumeration.action(&game, laid),
                        None => view.idle(),
                    }
                }
                Some(state) => {
                    let mut endgame = Endgame::new(rules, starter, &mut solver, 1_000_000);
                    let choice = endgame.best(&state).unwrap().unwrap();
                    let worth = enumeration.worth(&game, &mut known);
                    let own = if seat == 0 { worth } else { -worth };
                    assert_eq!(choice.worth, own, "game {number}: {state:?}");
                    compared += 1;
                    expected = Some(worth);
                    bot.new_game(seat);
                    bot.act(&view, &mut stream).unwrap()
                }
            };
            let event = game.act(&action, &mut enumeration).unwrap();
            history.push(PublicTurn::of(&event));
            if let Some(worth) = expected {
                let after = enumeration.worth(&game, &mut known);
                assert_eq!(
                    after, worth,
                    "game {number}: the bot lost something by {action:?}"
                );
            }
        }
    }
    compared
}

#[test]
fn solved_games_are_worth_what_enumeration_says() {
    for options in [
        &[][..],
        &["must_play_when_empty=false"],
        &["empty_pool_procedure=one_round_from_drawer"],
        &[
            "empty_pool_procedure=one_round_from_next",
            "must_play_when_empty=false",
        ],
        &[
            "empty_pool_score=own_negative",
            "must_play_when_empty=false",
        ],
        &["jokers=2", "hand=7"],
        &[
            "jokers=2",
            "hand=7",
            "must_play_when_empty=false",
            "opening_min=8",
        ],
        &["opening_table_access=after_threshold"],
        &["stalemate=fewest_tiles", "must_play_when_empty=false"],
    ] {
        assert!(check(&small(options), 12) >= 12, "{options:?}");
    }
}

/// The penalty of 100 or 200 depends on a tile that was drawn last, so it is off here.
#[test]
fn what_happened_before_the_pool_ran_out_is_read_from_the_history() {
    for options in [
        &["hand=5"][..],
        &["hand=5", "must_play_when_empty=false"],
        &["hand=4", "empty_pool_procedure=one_round_from_drawer"],
        &["hand=5", "empty_pool_procedure=one_round_from_next"],
        &["hand=5", "jokers=1"],
    ] {
        let mut options = options.to_vec();
        options.push("unopened_penalty=off");
        assert!(check(&small(&options), 20) >= 12, "{options:?}");
    }
}

#[test]
fn a_search_out_of_work_says_so() {
    let rules = small(&[]);
    let game_deal = deal(&rules, 3);
    let game = Game::new(&rules, &game_deal, 0).unwrap();
    let state = State::of(&View::of(&game, 0, &[])).unwrap();
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    let mut solved = |work| {
        Endgame::new(&rules, 0, &mut solver, work)
            .best(&state)
            .unwrap()
    };
    assert_eq!(solved(0), None);
    assert!(solved(1_000_000).is_some());
}

#[test]
fn only_games_in_which_everything_is_known_are_solved() {
    let rules = small(&["hand=5"]);
    let with_pool = deal(&rules, 1);
    let game = Game::new(&rules, &with_pool, 0).unwrap();
    assert_eq!(State::of(&View::of(&game, 0, &[])), None);
    let rules = small(&["hand=4"]);
    let three = Deal {
        racks: rules
            .all_tiles()
            .chunks(4)
            .map(|rack| rack.iter().copied().collect())
            .collect(),
        streams: vec![Vec::new()],
    };
    let game = Game::new(&rules, &three, 0).unwrap();
    assert_eq!(State::of(&View::of(&game, 0, &[])), None);
}
