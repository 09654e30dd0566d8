//! Every bot that is a player plays whole games under every rule system without a fault, and the
//! same games again.
//!
//! Four games of each in every run, four bots at a table; 200 of two with `RUMMILAB_TIER=long`.

use std::num::NonZeroUsize;

use rummilab::arena::{PlanSpec, RulesEntry};
use rummilab::bots::roster::ROSTER;
use rummilab::core::RuleSet;
use rummilab::record::block_line;
use rummilab::runs::{Match, MatchEvent};
use rummilab_solver_suite::long_tier;

/// Settings that together use every branch of the bots.
const BOTS: &[&str] = &[
    "greedy:delay=5,until=opponent,openjoker=3",
    "hold:h=2,empty=keep,leave=1,minplay=6,openjoker=2",
    "hold:h=0,empty=keep,delay=4",
    "hold:empty=solve,work=200",
    "hold-joker:late=2,openjoker=1000",
    "keep:most=3",
    "keep:spare=run,sure=yes,late=0",
    "dump",
    "human:r=1",
    "learnt",
    "single",
    "value",
    "random",
    "rollout:base=greedy,rollouts=40,pool=12,particles=1",
    // Last, so that the second test does not pair it with other holders.
    "champion:budget=fast",
];

/// The records of a match as JSON lines; no game may end with a fault.
fn play(rules: &str, players: u64, deals: u64, bots: &[&str], threads: usize) -> Vec<String> {
    play_with(rules, &[], players, deals, bots, threads)
}

/// The same with these rule options.
fn play_with(
    rules: &str,
    options: &[&str],
    players: u64,
    deals: u64,
    bots: &[&str],
    threads: usize,
) -> Vec<String> {
    let under = RuleSet::named(rules, options).expect("sound rules");
    let spec = PlanSpec {
        bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
        players,
        deals,
        rules: RulesEntry::from(&under),
        ..PlanSpec::default()
    };
    let mut lines = Vec::new();
    let game = Match::of(spec).threads(NonZeroUsize::new(threads).expect("a number of threads"));
    let game = game.observe(|event| {
        if let MatchEvent::Block(block) = event {
            for game in &block.games {
                assert_eq!(game.fault, None, "{rules} {options:?} {bots:?}");
            }
            lines.push(block_line(block));
        }
    });
    assert!(game.play().is_ok_and(|outcome| outcome.is_complete()));
    lines
}

#[test]
fn every_player_of_the_roster_plays_here() {
    for entry in ROSTER.iter().filter(|entry| !entry.for_tests) {
        let plays = |bot: &&str| bot.split(':').next() == Some(entry.name);
        assert!(BOTS.iter().any(plays), "{} is missing in BOTS", entry.name);
    }
}

#[test]
fn no_bot_makes_an_illegal_turn() {
    let long = long_tier();
    for rules in rummilab::core::PRESET_NAMES {
        // With two players racks grow large, which takes long.
        for bots in BOTS.chunks(4).filter(|_| !long) {
            play(rules, bots.len().max(3) as u64, 1, bots, 2);
        }
        for bot in BOTS.iter().filter(|_| long) {
            play(rules, 2, 100, &[bot, "hold:empty=keep"], 2);
        }
    }
}

/// Five and six players of all bots in turn, under the rules for six and under others.
#[test]
fn no_bot_makes_an_illegal_turn_at_a_large_table() {
    for (at, bots) in BOTS.chunks(5).enumerate() {
        for rules in ["six", ["original", "tournament", "reference"][at % 3]] {
            play(rules, 5 + at as u64 % 2, 1, bots, 2);
        }
    }
    for (rules, players) in [("twist", 6), ("house", 5)] {
        play(rules, players, 1, &["greedy", "single", "hold"], 2);
    }
}

/// Bots that draw on purpose lay instead, also in the games that some only think.
#[test]
fn no_bot_draws_where_it_must_lay() {
    let until = ["must_play=true", "draw_until_able=true"];
    for options in [&["must_play=true"][..], &["must_play=opened"], &until] {
        for bots in BOTS.chunks(4) {
            play_with("original", options, bots.len().max(2) as u64, 1, bots, 2);
        }
    }
    let few = ["hold:empty=keep", "random", "champion:budget=fast"];
    for procedure in ["until_all_pass", "one_round_from_next", "stop"] {
        let procedure = format!("empty_pool_procedure={procedure}");
        let options = [until[0], until[1], "wrap=end", &procedure];
        play_with("tournament", &options, 3, 1, &few, 2);
    }
    play_with("house", &["must_play=true"], 2, 1, &few[..2], 2);
}

#[test]
fn the_same_seed_plays_the_same_games_at_any_number_of_threads() {
    for (players, size) in [(2, 3), (6, 6)] {
        for bots in BOTS.chunks(size) {
            let one = play("original", players, 2, bots, 1);
            assert_eq!(one, play("original", players, 2, bots, 2), "{bots:?}");
        }
    }
}
