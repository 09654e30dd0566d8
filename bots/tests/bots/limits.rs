//! The bound on the work of a turn, for hard rules, hard racks and any number of players. A bot
//! whose work runs out still makes a legal turn, and a bot stops when nobody waits for its answer.
#![allow(
    clippy::print_stdout,
    reason = "the long tier tells what every turn took"
)]

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::common::counting::{Counting, Works};
use crate::common::scene;
use rummilab_bot_api::{Bot, StopFlag, View};
use rummilab_bots::BotSpec;
use rummilab_bots::roster::ROSTER;
use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, Position, RuleSet, Seat, Table, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver};

/// Every player of the roster, with its defaults and with the settings that change how it thinks.
const BOTS: [&str; 17] = [
    "greedy",
    "value",
    "hold",
    "hold:empty=keep",
    "hold:empty=solve",
    "champion",
    "champion:budget=fast",
    "hold-joker",
    "keep",
    "dump",
    "human",
    "learnt",
    "single",
    "rollout",
    "rollout:base=greedy,plans=all",
    "rollout:base=champion",
    "random",
];

#[test]
fn every_player_of_the_roster_is_bounded_here() {
    for entry in ROSTER.iter().filter(|entry| !entry.for_tests) {
        let plays = |bot: &&str| bot.split(':').next() == Some(entry.name);
        assert!(BOTS.iter().any(plays), "{} is missing in BOTS", entry.name);
    }
}

/// A bot whose solver records the work of its answers.
fn metered(bot: &str, claimed: Option<u64>) -> (Box<dyn Bot>, Works) {
    let solver = Counting::new(claimed);
    let works = Arc::clone(&solver.works);
    let spec = bot.parse::<BotSpec>().unwrap();
    (spec.make_with(Box::new(solver)), works)
}

/// Full racks late in a game, as holders have them against holders. All tiles except those of the
/// pool are dealt; as many of a third of them as fit lie on the table.
struct Late {
    rules: RuleSet,
    table: Table,
    racks: BySeat<TileCounts>,
    pool: usize,
}

impl Late {
    fn new(system: &str, players: usize, pool: usize, seed: u64) -> Late {
        let rules = RuleSet::preset(system).unwrap();
        let mut tiles = rules.all_tiles();
        Stream::new(Key::sample(seed, "late", 0)).shuffle(&mut tiles);
        tiles.truncate(tiles.len() - pool);
        let third: TileCounts = tiles.split_off(tiles.len() * 2 / 3).into_iter().collect();
        let position = Position {
            rack: third,
            opened: true,
            ..Position::default()
        };
        let mut table = Table::default();
        // Nobody knows which seat laid which group.
        if !rules.has_group_owners() {
            let laid = SearchSolver::new().solve(&rules, &position, &Goal::Tiles);
            table = laid.unwrap().into_verified().unwrap().table(&table);
        }
        tiles.extend(third.saturating_sub(&table.counts().unwrap()).tiles());
        let rack = |seat: Seat| tiles.iter().skip(seat.index()).step_by(players);
        Late {
            racks: BySeat::from_fn(players, |seat| rack(seat).copied().collect()),
            rules,
            table,
            pool,
        }
    }

    fn view(&self) -> View<'_> {
        let players = self.racks.players();
        View {
            opened: BySeat::filled(players, true),
            rack_sizes: self.racks.iter().map(TileCounts::len).collect(),
            pool_len: self.pool,
            ..crate::common::view(&self.rules, &self.table, self.racks[Seat(0)])
        }
    }
}

/// Asks a bot, and returns the work of each question of its turn.
fn works_of(bot: &str, late: &Late) -> Vec<u64> {
    let (mut player, works) = metered(bot, None);
    player.new_game(Seat(0));
    let mut stream = Stream::new(Key::sample(1, "late", 1));
    let found = player.act(&late.view(), &mut stream);
    assert!(found.is_ok(), "{bot}: {found:?}");
    let works = works.lock().unwrap();
    works.clone()
}

/// The most work of a question: the grid below reaches 4313. A question of 100 000 states has 2000,
/// and a list of plays may take four times as much.
const HARDEST: u64 = 5000;

/// No turn of these bots exceeds its bound by more than one question, plus one more where all work
/// has gone into thinking and the turn of `greedy` is made.
#[track_caller]
fn check(bots: &[&str], late: &Late) {
    for bot in bots {
        let bound = bot.parse::<BotSpec>().unwrap().turn_work(&late.rules);
        let start = Instant::now();
        let works = works_of(bot, late);
        let taken = start.elapsed().as_millis();
        let all: u64 = works.iter().sum();
        let within: u64 = works.iter().rev().skip(2).sum();
        let hardest = works.iter().copied().max().unwrap_or(0);
        let (system, players) = (&late.rules.name, late.racks.players());
        let told = format!("{system} {players} {bot}: {all} of {bound}, hardest {hardest}");
        // For readers only; nothing depends on time.
        println!("{told}, {taken} ms");
        assert!(within < bound && hardest <= HARDEST, "{told}");
    }
}

#[test]
fn no_turn_takes_more_than_its_work_where_it_was_worst() {
    check(&BOTS, &Late::new("twist", 2, 0, 1));
    check(
        &["champion:budget=fast", "hold:empty=keep"],
        &Late::new("twist", 2, 2, 2),
    );
    check(&BOTS[..7], &Late::new("house", 2, 0, 1));
    check(&["champion", "human"], &Late::new("twist", 4, 0, 1));
    check(&["champion", "rollout"], &Late::new("original", 3, 0, 1));
    check(&BOTS, &Late::new("six", 2, 0, 1));
    check(&["champion", "rollout"], &Late::new("six", 6, 0, 1));
}

#[test]
fn no_turn_takes_more_than_its_work() {
    if std::env::var_os("RUMMILAB_TIER").is_none_or(|tier| tier != "long") {
        return;
    }
    for system in rummilab_core::PRESET_NAMES {
        for players in 2..=6 {
            for (pool, seed) in [(0, 1), (2, 2), (4, 3), (20, 4), (60, 5)] {
                check(&BOTS, &Late::new(system, players, pool, seed));
            }
        }
    }
}

/// A reported work with which the first answer uses up the work of any turn.
const HUGE: Option<u64> = Some(u64::MAX / 1000);

#[test]
fn a_bot_whose_work_runs_out_makes_a_legal_turn() {
    for bot in BOTS {
        for rack in ["R6 R7 O11 J K1", "R6 B1 K1 O1 B5"] {
            let forced = scene("R3 R4 R5 ; R11 B11 K11", rack).pool(0).opponent(90);
            let (mut player, works) = metered(bot, HUGE);
            let told = forced.told(forced.action_of(player.as_mut(), 1));
            assert_ne!(told, "pass", "{bot}: who can lay must");
            assert!(works.lock().unwrap().len() <= 3, "{bot}");
            let free = scene("R3 R4 R5 ; R11 B11 K11", rack);
            let (mut player, works) = metered(bot, HUGE);
            free.told(free.action_of(player.as_mut(), 1));
            assert!(works.lock().unwrap().len() <= 1, "{bot}");
        }
    }
}

#[test]
fn a_bot_that_nobody_waits_for_asks_no_more() {
    let late = Late::new("original", 2, 0, 1);
    for bot in BOTS {
        let (mut player, works) = metered(bot, None);
        let stop = StopFlag::default();
        player.watch(&stop);
        player.new_game(Seat(0));
        stop.store(true, Ordering::Relaxed);
        let mut stream = Stream::new(Key::sample(1, "late", 1));
        // The answer does not matter.
        let _ = player.act(&late.view(), &mut stream);
        assert!(works.lock().unwrap().is_empty(), "{bot}");
    }
}
