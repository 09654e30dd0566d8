//! Bots that are made against one opponent: they beat a weak one clearly, play the same games
//! whatever they played before, and take their base's turn where they may not think.

use std::ops::Range;

use rummilab_bot_api::{Bot, PublicTurn};
use rummilab_bots::BotSpec;
use rummilab_bots::respond::{Responder, Thinking};
use rummilab_core::RuleSet;

use crate::common::table::play_to_the_end;

/// Thinks against this bot, with a weak policy of its own going on.
fn thinking(to: &str, own: &str, games: usize) -> Thinking {
    let bot = |text: &str| text.parse::<BotSpec>().unwrap();
    Thinking {
        base: bot(to),
        model: bot(to),
        own: bot(own),
        games,
        plays: 4,
        particles: 4,
        pool: 1000,
    }
}

/// Games against a bot, each deal from both seats: the histories, and the share of wins.
fn games(
    responder: Box<dyn Bot>,
    to: &str,
    system: &str,
    seeds: Range<u64>,
) -> (Vec<Vec<PublicTurn>>, f64) {
    let rules = RuleSet::preset(system).unwrap();
    let other = to.parse::<BotSpec>().unwrap().make();
    let mut bots = [responder, other];
    let (mut histories, mut wins) = (Vec::new(), Vec::new());
    for seed in seeds {
        for seat in [0, 1] {
            // The responder begins every first game of a deal.
            let (history, shares) = play_to_the_end(&rules, &mut bots, seed);
            wins.push(shares[seat]);
            histories.push(history);
            bots.reverse();
        }
    }
    let won = wins.iter().sum::<f64>() / wins.len() as f64;
    (histories, won)
}

/// A responder to `to`.
fn made(to: &str) -> Box<dyn Bot> {
    Box::new(Responder::new(thinking(to, "hold:h=0", 24)))
}

#[test]
fn a_responder_beats_a_weak_bot_clearly() {
    let (_, wins) = games(made("single"), "single", "original", 0..4);
    assert!(wins >= 0.7, "{wins}");
}

/// The games of a seed are the same whatever was played before them.
#[test]
fn a_responder_forgets_earlier_games() {
    let (both, _) = games(made("single"), "single", "original", 0..2);
    let (second, _) = games(made("single"), "single", "original", 1..2);
    assert_eq!(both[2..], second);
}

#[test]
fn without_work_or_with_too_full_a_pool_it_plays_the_games_of_its_base() {
    let (base, _) = games(
        "single".parse::<BotSpec>().unwrap().make(),
        "single",
        "original",
        0..1,
    );
    let idle = [
        Thinking {
            games: 0,
            ..thinking("single", "greedy", 8)
        },
        // A game ends long before its pool is empty.
        Thinking {
            pool: 0,
            ..thinking("single", "greedy", 8)
        },
    ];
    for thinking in idle {
        let bot = Box::new(Responder::new(thinking));
        assert_eq!(games(bot, "single", "original", 0..1).0, base);
    }
}

/// Rules under which groups have owners leave the base's turns, and others are played legally.
#[test]
fn a_responder_plays_under_every_rule_system() {
    for system in ["tournament", "twist", "house"] {
        let few = Thinking {
            games: 4,
            pool: 4,
            ..thinking("greedy", "greedy", 4)
        };
        let bot = Box::new(Responder::new(few));
        let (played, _) = games(bot, "greedy", system, 3..4);
        assert_eq!(played.len(), 2, "{system}");
    }
}
