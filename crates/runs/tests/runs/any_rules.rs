//! No bot has a fault under any rules: every player of the roster plays games under rule systems
//! drawn at random, with pools that are soon empty, so that who can lay must.
//!
//! A game of each of 100 systems in every run, with the bots in turn. With `RUMMILAB_TIER=long`
//! every bot plays under every system, and there are systems with larger decks and many jokers.
#![allow(
    clippy::print_stdout,
    reason = "the long tier tells how many games and turns there were"
)]

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rummilab_arena::{PlanSpec, RulesEntry};
use rummilab_bots::roster::ROSTER;
use rummilab_core::{MAX_PLAYERS, MustPlay, RuleSet};
use rummilab_record::{GameRecord, TurnRecord};
use rummilab_runs::{Match, MatchEvent, Outcome};
use rummilab_solver_suite::long_tier;

use crate::random_rules::random_rules;

/// Every player of the roster, some with settings that keep tiles back or think for less long.
const BOTS: &[&str] = &[
    "greedy",
    "hold",
    "hold:h=0,empty=keep",
    "champion:budget=fast",
    "value",
    "hold:empty=solve,work=200",
    "keep:spare=run,sure=yes,late=0",
    "hold-joker:late=2,openjoker=1000",
    "dump",
    "human:r=1",
    "greedy:delay=5,until=opponent,openjoker=3",
    "single",
    "learnt",
    "rollout:base=greedy,rollouts=40,pool=12,particles=1",
    "hold:h=2,empty=keep,leave=1,minplay=6,openjoker=2",
    "random",
];

/// What was played.
#[derive(Debug, Default)]
struct Counts {
    systems: u64,
    games: u64,
    turns: u64,
    /// Passes under rules by which a player who can lay must, once the pool is empty.
    passes: u64,
    faults: Vec<String>,
}

impl Counts {
    fn add(&mut self, rules: &RuleSet, bots: &[&str], game: &GameRecord) {
        self.games += 1;
        self.turns += game.turns.len() as u64;
        if rules.must_play_when_empty != MustPlay::Nobody {
            let passes = game.turns.iter();
            let passes = passes.filter(|turn| matches!(turn, TurnRecord::Pass));
            self.passes += passes.count() as u64;
        }
        if let Some(fault) = &game.fault {
            let rules = rules.spec().to_toml();
            self.faults.push(format!("{bots:?} {fault:?}\n{rules}"));
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            systems,
            games,
            turns,
            passes,
            faults,
        } = self;
        let faults = faults.len();
        write!(f, "{systems} systems, {games} games, {turns} turns, ")?;
        write!(f, "{passes} passes with an empty pool, {faults} faults")
    }
}

/// Plays one game of these bots, each in the seat of its index.
fn play(rules: &RuleSet, bots: &[&str], seed: u64, counts: &Mutex<Counts>) {
    let spec = PlanSpec {
        bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
        players: bots.len() as u64,
        deals: 1,
        seed,
        format: "seats".to_owned(),
        rules: RulesEntry::from(rules),
        ..PlanSpec::default()
    };
    let game = Match::of(spec).threads(NonZeroUsize::MIN);
    let game = game.observe(|event| {
        if let MatchEvent::Block(block) = event {
            for game in &block.games {
                locked(counts).add(rules, bots, game);
            }
        }
    });
    let played = game.play();
    assert!(
        played.as_ref().is_ok_and(Outcome::is_complete),
        "{played:?} {bots:?}\n{}",
        rules.spec().to_toml()
    );
}

/// Whether questions under these rules may take the search seconds: many jokers, or more than two
/// where runs go round.
fn is_hard(rules: &RuleSet) -> bool {
    let jokers = rules.jokers.total();
    jokers > 4 || (jokers > 2 && rules.wrap.has_next())
}

/// How much is played.
#[derive(Clone, Copy)]
struct Form {
    /// Rule systems, numbered from 0.
    systems: u64,
    most_tiles: usize,
    /// Whether those are played too that are hard.
    hard: bool,
    /// Whether every bot plays under every system; otherwise the bots take turns.
    every_bot: bool,
}

/// The systems of every run: enough that 100 are not hard.
const SHORT: Form = Form {
    systems: 200,
    most_tiles: 50,
    hard: false,
    every_bot: false,
};

/// Plays under one system.
fn play_under(number: u64, form: Form, counts: &Mutex<Counts>) {
    let players = 2 + number as usize % (MAX_PLAYERS - 1);
    let rules = random_rules(number, players, form.most_tiles);
    if is_hard(&rules) && !form.hard {
        return;
    }
    let players = players.min(rules.max_players());
    let first = number as usize * MAX_PLAYERS;
    let all = BOTS.len().div_ceil(players);
    for game in 0..if form.every_bot { all } else { 1 } {
        let bots = (0..players).map(|seat| BOTS[(first + game * players + seat) % BOTS.len()]);
        play(&rules, &bots.collect::<Vec<_>>(), number, counts);
    }
    let mut counts = locked(counts);
    counts.systems += 1;
    if long_tier() {
        println!("{number}, {} tiles: {counts}", rules.tile_count());
    }
}

fn locked(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[track_caller]
fn check(form: Form) {
    let (counts, next) = (Mutex::new(Counts::default()), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                for number in numbers.take_while(|number| *number < form.systems) {
                    play_under(number, form, &counts);
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{counts}");
    let faults = counts.faults.join("\n");
    assert!(faults.is_empty(), "{counts}\n{faults}");
    assert!(counts.systems >= 100 && counts.passes > 100, "{counts}");
}

#[test]
fn every_player_of_the_roster_plays_here() {
    for entry in ROSTER.iter().filter(|entry| !entry.for_tests) {
        let plays = |bot: &&str| bot.split(':').next() == Some(entry.name);
        assert!(BOTS.iter().any(plays), "{} is missing in BOTS", entry.name);
    }
}

#[test]
fn no_bot_has_a_fault_under_rules_drawn_at_random() {
    check(Form {
        every_bot: long_tier(),
        ..SHORT
    });
}

/// Large decks and many jokers, where some questions take the search seconds.
#[test]
fn no_bot_has_a_fault_under_hard_rules() {
    if long_tier() {
        check(Form {
            systems: 200,
            most_tiles: 120,
            hard: true,
            ..SHORT
        });
    }
}
