//! Small decks: equilibria that are known otherwise, and what bots give away.

#![allow(clippy::unwrap_used)]

use rummilab_bots::small_deck::{DeckGame, Ends, Move, Standing};
use rummilab_bots::{BotSpec, roster};
use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, Seat, TileCounts};
use rummilab_env::Environment;
use rummilab_extensive::{Next, Source};
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

/// The champion solves small decks beforehand: what it gives away is at most a twentieth of what
/// `greedy` does, the aim of experiments/small-decks.
#[test]
fn the_champion_plays_an_equilibrium_of_small_decks() {
    let groups = include_str!("../../../experiments/small-decks/decks/groups-3.toml");
    let opening = "colours = 2\nvalues = 4\ncopies = 1\njokers = 1\nhand = 3\nopening_min = 8";
    for (text, matters) in [(groups, true), (opening, false)] {
        let deck = deck(text);
        let gap = |name: &str| {
            let worst = |seat| deck.worst_case(&bot(name), seat, 1, 1_000_000).unwrap();
            -(worst(Seat(0)).value + worst(Seat(1)).value) / 2.0
        };
        let (greedy, champion) = (gap("greedy"), gap("champion:budget=quick"));
        assert_eq!(greedy > 0.01, matters, "{greedy}");
        assert!(champion <= greedy / 20.0 + 1e-9, "{champion} {greedy}");
    }
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

const DECKS: [&str; 4] = [
    "colours = 2\nvalues = 3\ncopies = 1\njokers = 1\nhand = 3\nopening_min = 0",
    "colours = 2\nvalues = 5\ncopies = 1\njokers = 1\nhand = 4\nopening_min = 8",
    "colours = 3\nvalues = 4\ncopies = 2\njokers = 2\nhand = 6\nopening_min = 6",
    "rules = \"reference\"\ncolours = 3\nvalues = 4\ncopies = 1\njokers = 0\nhand = 4\n\
        opening_min = 0",
];

/// Games at random, step by step beside the referee's: the same seat to move, the same tiles
/// that can be laid, the same winner.
#[test]
fn games_are_those_of_the_referee() {
    for deck in DECKS {
        let deck = SmallDeck::from_toml(deck).unwrap();
        for game in 0..30 {
            follow(&deck, &mut Stream::new(Key::sample(1, "walk", game)));
        }
    }
}

fn pick<T: Clone>(from: &[T], stream: &mut Stream) -> T {
    from[(stream.next_u64() % from.len() as u64) as usize].clone()
}

fn follow(deck: &SmallDeck, stream: &mut Stream) {
    let rules = deck.rules();
    let mut game = DeckGame::new(rules, Ends::Played);
    let mut tiles = rules.all_tiles();
    stream.shuffle(&mut tiles);
    let (first, rest) = tiles.split_at(usize::from(rules.hand));
    let second = &rest[..usize::from(rules.hand)];
    let racks = [first, second].map(|rack| rack.iter().copied().collect());
    let mut standing = Standing::dealt(racks);
    let racks = BySeat::from(standing.racks);
    let mut referee = Environment::with_racks(rules, racks, roster::solver()).unwrap();
    while standing.over().is_none() {
        let place = game.public.place(standing.public).clone();
        let mover = place.to_move;
        assert_eq!(referee.to_move(), Some(mover));
        assert_eq!(referee.pool(), game.pool(&standing));
        let rack = standing.racks[mover.index()];
        let plays = game.plays(&place, &rack).unwrap();
        let mut listed: Vec<TileCounts> = plays.to_vec();
        listed.sort_unstable();
        let mut theirs = referee.candidates(usize::MAX).unwrap().plays.clone();
        theirs.sort_unstable();
        assert_eq!(listed, theirs);
        let turns = game.turns(&place, &rack).unwrap();
        let may_pass = game.may_pass(&place, &plays);
        let idle = referee.actions() - 1;
        assert_eq!(referee.legal().unwrap()[idle], place.pool > 0 || may_pass);
        let turn = pick(&turns, stream);
        standing = game.after(&standing, turn.clone());
        match turn {
            Move::Lay(laid, _) => referee.play(laid).unwrap(),
            Move::Pass => referee.step(idle).unwrap(),
            Move::Draw => {
                let Next::Chance(drawn) = game.next(&standing).unwrap() else {
                    panic!("a draw is chance");
                };
                let odds: f64 = drawn.iter().map(|(odds, _)| odds).sum();
                assert!((odds - 1.0).abs() < 1e-12);
                let after = pick(&drawn, stream).1;
                let new = after.racks[mover.index()].saturating_sub(&rack);
                assert!(referee.draws_next(new.tiles().next().unwrap()));
                referee.step(idle).unwrap();
                standing = after;
            }
        }
        if standing.over().is_none() {
            let place = game.public.place(standing.public);
            assert_eq!(place.table.as_ref(), Some(referee.table()));
        }
    }
    assert_eq!(referee.to_move(), None);
    let over = f64::from(standing.over().unwrap());
    assert_eq!(*referee.rewards().first().unwrap(), over);
}
