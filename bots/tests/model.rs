//! `model` follows its weights, and `Stray` strays once.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod common;

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_bots::model::Breadth;
use rummilab_bots::{BotSpec, Model, Player, Stray};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat};
use rummilab_search::SearchSolver;
use rummilab_value::{FEATURES, Fit, HeldOut, Provenance, ValueModel};

use common::{Scene, scene};

const BREADTH: Breadth = Breadth { few: 4, most: 2 };

fn player() -> Player {
    Player::new(Box::new(SearchSolver::new()))
}

/// Weights for original rules and two players, for these features only.
fn weights(of: &[(&str, f64)]) -> Arc<ValueModel> {
    let weight = |name: &str| of.iter().find(|(feature, _)| *feature == name);
    let fit = Fit {
        intercept: 0.0,
        means: vec![0.0; FEATURES.len()],
        scales: vec![1.0; FEATURES.len()],
        weights: FEATURES
            .iter()
            .map(|feature| weight(feature.name).map_or(0.0, |(_, weight)| *weight))
            .collect(),
        steps: 0,
    };
    let provenance = Provenance {
        command: "by hand".to_owned(),
        program: "a test".to_owned(),
        bots: Vec::new(),
        seed: 0,
        deals: 0,
        rounds: 0,
        games: 0,
        samples: 0,
        penalty: 1.0,
    };
    let loss = (0.0, None);
    let held_out = HeldOut {
        blocks: 0,
        samples: 0,
        log_loss: loss,
        brier: loss,
        gain_over_constant: loss,
        gain_over_racks: loss,
    };
    Arc::new(ValueModel::new("original", 2, &fit, provenance, held_out).unwrap())
}

fn act(scene: &Scene, of: &[(&str, f64)]) -> String {
    let mut bot = Model::new(player(), player(), BREADTH, Some(weights(of)));
    scene.told(scene.action_of(&mut bot, 1))
}

#[test]
fn it_does_what_the_weights_say() {
    let fork = || scene("R3 R4 R5 ; R11 B11 K11", "R1 R2 O11 K1");
    assert_eq!(act(&fork(), &[("kept", -1.0)]), "R1 R2 O11");
    assert_eq!(act(&fork(), &[("kept", 1.0)]), "draw");
    // With 30 tiles in the pool, a draw changes who draws last; a play of one tile does not.
    assert_eq!(act(&fork(), &[("last", 1.0), ("kept", 0.1)]), "O11");
    assert_eq!(act(&fork(), &[("last", -1.0)]), "draw");
    // It keeps jokers if the weights value that.
    let joker = || scene("R3 R4 R5", "R6 J K1");
    assert_eq!(act(&joker(), &[("kept", -1.0)]), "R6 J");
    assert_eq!(act(&joker(), &[("kept", -1.0), ("jokers_kept", 2.0)]), "R6");
}

#[test]
fn it_goes_out_whatever_the_weights_say() {
    assert_eq!(act(&scene("R3 R4 R5", "R6 R7"), &[("kept", 9.0)]), "R6 R7");
}

#[test]
fn an_opening_is_a_choice_too() {
    let opens = || scene("", "R10 B10 K10 O10 R1 R2 R3 K7").nobody_opened();
    // It does not wait, but may open with few tiles.
    assert_eq!(act(&opens(), &[("kept", 1.0)]), "R10 B10 K10");
    assert_eq!(act(&opens(), &[("kept", -1.0)]), "R1 R2 R3 R10 B10 K10 O10");
    assert_eq!(act(&scene("", "R9 B9 K9 R1"), &[("kept", -1.0)]), "draw");
}

#[test]
fn with_an_empty_pool_a_play_is_forced() {
    let forced = scene("R3 R4 R5", "R2 R6 K1").pool(0);
    assert_eq!(act(&forced, &[("kept", 1.0)]).split(' ').count(), 1);
    assert_eq!(act(&scene("R3 R4 R5", "K1").pool(0), &[]), "pass");
}

/// Its roster entry takes the shipped weights, and plays like `hold` where there are none.
#[test]
fn without_weights_it_holds() {
    let fork = |option: &str| scene("R3 R4 R5", "R6 K1").opponent(1).rules(option);
    for option in ["jokers=0", "must_play_when_empty=false"] {
        assert_eq!(fork(option).act("model"), fork(option).act("hold"));
        assert_eq!(fork(option).act("model"), "R6");
    }
    let waits = scene("R3 R4 R5", "R6 K1").rules("jokers=0");
    assert_eq!(waits.act("model"), "draw");
    // Weights for other rules do not count.
    assert_eq!(act(&waits, &[("kept", -1.0)]), "draw");
    let shipped = scene("R3 R4 R5 ; R11 B11 K11", "R1 R2 O11 K1");
    assert_eq!(shipped.act("model"), shipped.act_with("model", 7));
}

/// Acts twice and returns the second action.
struct Second(Stray);

impl Bot for Second {
    fn new_game(&mut self, seat: Seat) {
        self.0.new_game(seat);
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        self.0.act(view, stream)?;
        self.0.act(view, stream)
    }
}

#[test]
fn a_stray_bot_strays_once_in_a_game() {
    let position = scene("R3 R4 R5 ; R11 B11 K11", "R6 R7 O11 J K1");
    let inner = || "hold:h=0".parse::<BotSpec>().unwrap().make();
    let always = NonZeroU64::MIN;
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let mut bot = Stray::new(inner(), player(), BREADTH, always);
        seen.insert(position.told(position.action_of(&mut bot, seed)));
    }
    assert!(seen.contains("draw") && seen.len() > 4, "{seen:?}");
    // `action_of` begins a game each time, so it may stray each time.
    let mut bot = Stray::new(inner(), player(), BREADTH, always);
    let again = (0..60).map(|seed| position.told(position.action_of(&mut bot, seed)));
    assert_eq!(again.collect::<BTreeSet<_>>(), seen);
    let mut second = Second(Stray::new(inner(), player(), BREADTH, always));
    assert!((0..60).all(|seed| position.told(position.action_of(&mut second, seed)) == "draw"));
    let mut never = Stray::new(inner(), player(), BREADTH, NonZeroU64::MAX);
    assert_eq!(position.told(position.action_of(&mut never, 1)), "draw");
    assert!(never.nodes().is_some());
}
