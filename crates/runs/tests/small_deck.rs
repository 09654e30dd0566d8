//! Small decks: equilibria that are known otherwise, and what bots give away.

#![allow(clippy::unwrap_used)]

use rummilab_bots::BotSpec;
use rummilab_core::Seat;
use rummilab_runs::{DeckError, SmallDeck};

/// The deck of docs/python.md, solved there by OpenSpiel.
const OPEN_SPIEL: &str =
    "colours = 2\nvalues = 3\ncopies = 1\njokers = 1\nhand = 3\nopening_min = 0";
/// A deck where holding matters.
const HOLDING: &str = "colours = 2\nvalues = 4\ncopies = 1\njokers = 1\nhand = 3\nopening_min = 0";

fn deck(text: &str) -> SmallDeck {
    SmallDeck::from_toml(text).unwrap()
}

fn bot(name: &str) -> BotSpec {
    name.parse().unwrap()
}

/// OpenSpiel's CFR+ gave 0.7419 and 0.7429 as bounds after ten iterations, and greedy gives
/// nothing away (crates/python/examples/small_deck.py).
#[test]
fn the_deck_of_openspiel_has_the_same_value() {
    let deck = deck(OPEN_SPIEL);
    let solved = deck.solve(30, 100_000).unwrap();
    let [low, high] = solved.exploitability.bounds();
    let value = 26.0 / 35.0;
    assert!(low <= value + 1e-9 && value <= high + 1e-9, "{solved:?}");
    assert!(high - low < 1e-3, "{solved:?}");
    for (seat, sign) in [(Seat(0), 1.0), (Seat(1), -1.0)] {
        let worst = deck.worst_case(&bot("greedy"), seat, 1, 100_000).unwrap();
        assert!((worst.value - sign * value).abs() < 1e-9, "{worst:?}");
    }
}

#[test]
fn exploitability_falls_with_iterations() {
    let deck = deck(HOLDING);
    let of = |iterations| deck.solve(iterations, 1_000_000).unwrap();
    let [few, more] = [of(2), of(60)].map(|solved| solved.exploitability);
    assert!(more.mean() < few.mean() / 4.0, "{few:?} {more:?}");
    // Each is a proof: their bounds of the value overlap.
    let ([a, b], [c, d]) = (few.bounds(), more.bounds());
    assert!(a <= d && c <= b);
}

/// No bot gets more against its best response than the game is worth.
#[test]
fn no_bot_is_beyond_the_equilibrium() {
    let deck = deck(HOLDING);
    let solved = deck.solve(60, 1_000_000).unwrap();
    let [low, high] = solved.exploitability.bounds();
    for name in ["greedy", "hold", "random", "champion:budget=quick"] {
        let worst = |seat| deck.worst_case(&bot(name), seat, 1, 1_000_000).unwrap();
        let [first, second] = [worst(Seat(0)).value, worst(Seat(1)).value];
        assert!(
            first <= high + 1e-9 && second <= -low + 1e-9,
            "{name} {first} {second}"
        );
    }
    // `random` gives more away than `greedy`.
    let sum = |name: &str| -> f64 {
        let worst = |seat| deck.worst_case(&bot(name), seat, 1, 1_000_000).unwrap();
        [Seat(0), Seat(1)]
            .map(|seat| worst(seat).value)
            .iter()
            .sum()
    };
    assert!(sum("random") < sum("greedy") - 0.05);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let refused = |text: &str| SmallDeck::from_toml(text).unwrap_err().to_string();
    assert!(refused("players = 3").contains("expected 2"));
    assert!(refused("rules = \"house\"").contains("begin with a draw"));
    assert!(refused("rules = \"tournament\"").contains("last round"));
    assert!(refused("colors = 2").contains("colors"));
    assert!(refused("rules = \"nowhere\"").contains("nowhere"));
    let large = deck(HOLDING).solve(1, 50);
    assert!(matches!(large, Err(DeckError::Graph(_))));
}
