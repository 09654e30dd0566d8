//! Bots that are made against one opponent: they beat a weak one clearly, play the same games
//! whatever they played before, and take their base's turn where they may not think.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod common;

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use rummilab_bot_api::{Bot, PublicTurn};
use rummilab_bots::BotSpec;
use rummilab_bots::respond::{Episodes, INPUTS, Learning, Network, Responder, Sample, Thinking};
use rummilab_chance::{Key, Stream};
use rummilab_core::RuleSet;

use common::table::play_to_the_end;

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

/// Bots of every kind that think against `to`, by name.
fn made(kind: &str, to: &str) -> Box<dyn Bot> {
    match kind {
        "playouts" => Box::new(Responder::playouts(thinking(to, "hold:h=0", 24))),
        "ismcts" => Box::new(Responder::ismcts(thinking(to, "hold:h=0", 12))),
        _ => {
            let network = trained(to, 1).1;
            Box::new(Responder::learner(
                learning(to, None),
                Some(Arc::new(network)),
                None,
            ))
        }
    }
}

fn learning(to: &str, explore: Option<u64>) -> Learning {
    Learning {
        base: to.parse().unwrap(),
        plays: 4,
        pool: 1000,
        explore: explore.and_then(NonZeroU64::new),
    }
}

/// Turns of a learner's games against a bot in which it explores, and the network fitted to them.
fn trained(to: &str, seed: u64) -> (Vec<Sample>, Network) {
    let episodes: Episodes = Arc::new(Mutex::new(Vec::new()));
    let explorer = Responder::learner(learning(to, Some(2)), None, Some(Arc::clone(&episodes)));
    games(Box::new(explorer), to, "original", 100..112);
    let turns: Vec<Sample> = episodes
        .lock()
        .unwrap()
        .drain(..)
        .flat_map(|(_, t)| t)
        .collect();
    let network = Network::fit(&turns, (16, 10), seed).unwrap();
    (turns, network)
}

#[test]
fn every_kind_beats_a_weak_bot_clearly() {
    for kind in ["playouts", "ismcts", "learned"] {
        let (_, wins) = games(made(kind, "single"), "single", "original", 0..4);
        assert!(wins >= 0.7, "{kind}: {wins}");
    }
}

/// The games of a seed are the same whatever was played before them.
#[test]
fn a_responder_forgets_earlier_games() {
    for kind in ["playouts", "ismcts"] {
        let (both, _) = games(made(kind, "single"), "single", "original", 0..2);
        let (second, _) = games(made(kind, "single"), "single", "original", 1..2);
        assert_eq!(both[2..], second, "{kind}");
    }
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
        let bots: [Box<dyn Bot>; 2] = [
            Box::new(Responder::playouts(thinking.clone())),
            Box::new(Responder::ismcts(thinking)),
        ];
        for bot in bots {
            assert_eq!(games(bot, "single", "original", 0..1).0, base);
        }
    }
    let learner = Responder::learner(learning("single", None), None, None);
    assert_eq!(games(Box::new(learner), "single", "original", 0..1).0, base);
}

/// Rules under which groups have owners leave the base's turns, and others are played legally.
#[test]
fn every_kind_plays_under_every_rule_system() {
    for system in ["tournament", "twist", "house"] {
        let few = Thinking {
            games: 4,
            pool: 4,
            ..thinking("greedy", "greedy", 4)
        };
        let bots: [Box<dyn Bot>; 3] = [
            Box::new(Responder::playouts(few.clone())),
            Box::new(Responder::ismcts(few)),
            Box::new(Responder::learner(learning("greedy", Some(2)), None, None)),
        ];
        for bot in bots {
            let (played, _) = games(bot, "greedy", system, 3..4);
            assert_eq!(played.len(), 2, "{system}");
        }
    }
}

#[test]
fn a_learner_in_training_keeps_its_turns_with_the_share_of_the_win() {
    let (turns, network) = trained("single", 1);
    assert!(turns.len() > 100, "{}", turns.len());
    assert!(
        turns
            .iter()
            .all(|(inputs, won)| inputs.len() == INPUTS && [0.0, 1.0].contains(won))
    );
    let (again, same) = trained("single", 1);
    assert_eq!(
        (turns, &network),
        (again, &same),
        "the same games, the same bits"
    );
    assert_ne!(
        network,
        trained("single", 2).1,
        "the seed decides where the fit begins"
    );
}

/// A network learns what no linear function is: the exclusive or of two inputs, with a third one
/// that says nothing.
#[test]
fn a_network_learns_what_is_not_linear() {
    let mut stream = Stream::new(Key::sample(7, "network test", 0));
    let mut sample = || {
        let inputs: Vec<f64> = (0..3).map(|_| (stream.unit() * 2.0).floor()).collect();
        let target = if inputs[0] == inputs[1] { 0.0 } else { 1.0 };
        (inputs, target)
    };
    let samples: Vec<Sample> = (0..400).map(|_| sample()).collect();
    let network = Network::fit(&samples, (16, 60), 3).unwrap();
    for (inputs, target) in &samples {
        let error = (network.of(inputs) - target).abs();
        assert!(error < 0.2, "{inputs:?}: {error}");
    }
    assert_eq!(network.size(), 16 * (3 + 1) + 16 + 1);
    assert!(Network::fit(&[], (16, 60), 3).is_none());
}
