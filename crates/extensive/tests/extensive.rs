//! CFR+ and best responses on games that can be solved by hand.

#![allow(clippy::unwrap_used)]

use std::convert::Infallible;

use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use rummilab_extensive::{
    CfrPlus, Exploitability, ExploreError, ExtensiveGame, InfoSet, Next, Player, Source, Strategy,
};
use rummilab_stats::league::{MatrixGame, equilibrium};

/// Kuhn poker: three cards, one for each player, one bet. Its value to the first player is -1/18
/// (Kuhn 1950). With `coins`, each player first tosses this many coins, which affect nothing.
#[derive(Default)]
struct Kuhn {
    coins: u32,
    /// Whether a state holds the order of the tosses, or only the number of heads.
    ordered: bool,
    /// Whether payoffs change their sign and players their names.
    turned: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Hand {
    cards: [u8; 2],
    /// Tosses of each player.
    tosses: [Vec<bool>; 2],
    /// `p` for a pass, `b` for a bet.
    said: String,
}

impl Kuhn {
    fn tossed(&self, mut tosses: Vec<bool>, coin: bool) -> Vec<bool> {
        tosses.push(coin);
        if !self.ordered {
            tosses.sort_unstable();
        }
        tosses
    }
}

impl Source for Kuhn {
    type State = Hand;
    type Info = (u8, Vec<bool>, String);
    type Error = Infallible;

    fn begin(&mut self) -> Result<Vec<(f64, Hand)>, Infallible> {
        let cards = (0..3).flat_map(|a| (0..3).map(move |b| [a, b]));
        let dealt = cards.filter(|[a, b]| a != b);
        let hand = |cards| Hand {
            cards,
            tosses: [Vec::new(), Vec::new()],
            said: String::new(),
        };
        Ok(dealt.map(|cards| (1.0 / 6.0, hand(cards))).collect())
    }

    fn next(&mut self, hand: &Hand) -> Result<Next<Hand, Self::Info>, Infallible> {
        let need = |tosses: &Vec<bool>| (tosses.len() as u32) < self.coins;
        if let Some(player) = hand.tosses.iter().position(need) {
            let outcomes = [false, true].map(|coin| {
                let mut after = hand.clone();
                after.tosses[player] = self.tossed(hand.tosses[player].clone(), coin);
                (0.5, after)
            });
            return Ok(Next::Chance(outcomes.to_vec()));
        }
        let sign = if self.turned { -1.0 } else { 1.0 };
        let showdown = if hand.cards[0] > hand.cards[1] {
            1.0
        } else {
            -1.0
        };
        let payoff = match hand.said.as_str() {
            "pp" => showdown,
            "bb" | "pbb" => 2.0 * showdown,
            "bp" => 1.0,
            "pbp" => -1.0,
            _ => {
                let own = hand.said.len() % 2;
                let player = Player::BOTH[if self.turned { 1 - own } else { own }];
                let with = |word: &str| Hand {
                    said: format!("{}{word}", hand.said),
                    ..hand.clone()
                };
                return Ok(Next::Decision {
                    player,
                    info: (hand.cards[own], hand.tosses[own].clone(), hand.said.clone()),
                    moves: vec![with("p"), with("b")],
                });
            }
        };
        Ok(Next::End(sign * payoff))
    }
}

fn explored(mut kuhn: Kuhn) -> (ExtensiveGame, Vec<(u8, Vec<bool>, String)>) {
    ExtensiveGame::explore(&mut kuhn, 1_000_000).unwrap()
}

fn solved(game: &ExtensiveGame, iterations: u32) -> (Strategy, Exploitability) {
    let mut cfr = CfrPlus::new(game);
    (0..iterations).for_each(|_| cfr.iterate());
    let average = cfr.average();
    let exploitability = game.exploitability(&average);
    (average, exploitability)
}

const VALUE: f64 = -1.0 / 18.0;

#[test]
fn kuhn_poker_has_its_value_and_its_graph() {
    let (game, _) = explored(Kuhn::default());
    // A root, and 9 nodes for each of 6 deals. Each player has 3 cards and 2 decisions.
    assert_eq!((game.nodes(), game.info_sets().len()), (1 + 6 * 9, 12));
    let (_, found) = solved(&game, 1000);
    assert!((found.value - VALUE).abs() < 1e-3, "{found:?}");
    assert!((0.0..2e-3).contains(&found.sum()), "{found:?}");
    let [low, high] = found.bounds();
    assert!(low <= VALUE && VALUE <= high, "{found:?}");
}

#[test]
fn exploitability_falls() {
    let (game, _) = explored(Kuhn::default());
    let of = |iterations| solved(&game, iterations).1.sum();
    let [few, some, many] = [of(1), of(30), of(900)];
    assert!(few > 3.0 * some && some > 3.0 * many, "{few} {some} {many}");
}

/// Kuhn's equilibria have one free number `a`, the probability with which the first player bets the
/// lowest card.
fn kuhns_own(game: &ExtensiveGame, infos: &[(u8, Vec<bool>, String)], a: f64) -> Strategy {
    let bets = |info: &(u8, Vec<bool>, String)| match (info.0, info.2.as_str()) {
        (0, "") => a,
        (2, "") => 3.0 * a,
        (1, "pb") => a + 1.0 / 3.0,
        (0, "p") | (1, "b") => 1.0 / 3.0,
        (2, "p" | "b" | "pb") => 1.0,
        _ => 0.0,
    };
    let number = |info_set: &InfoSet| {
        let sets = game.info_sets();
        sets.iter().position(|set| set == info_set).unwrap()
    };
    game.strategy(|info_set, choice| {
        let bet = bets(&infos[number(info_set)]);
        if choice == 1 { bet } else { 1.0 - bet }
    })
}

#[test]
fn nobody_gains_against_kuhns_own_equilibria() {
    let (game, infos) = explored(Kuhn::default());
    for a in [0.0, 0.1, 1.0 / 3.0] {
        let found = game.exploitability(&kuhns_own(&game, &infos, a));
        assert!((found.value - VALUE).abs() < 1e-12 && found.sum().abs() < 1e-12);
    }
}

/// By hand: against a player who always passes and folds, the other wins each ante. A second player
/// who never bets and never calls loses 1 a game.
#[test]
fn a_best_response_takes_all_from_a_player_who_always_folds() {
    let (game, _) = explored(Kuhn::default());
    let folds = game.strategy(|_, number| if number == 0 { 1.0 } else { 0.0 });
    for player in Player::BOTH {
        assert!((game.best_response(&folds, player) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn turned_round_the_value_has_the_other_sign() {
    let turned = Kuhn {
        turned: true,
        ..Kuhn::default()
    };
    let (straight, turned) = (explored(Kuhn::default()).0, explored(turned).0);
    let (_, of_straight) = solved(&straight, 500);
    let (_, of_turned) = solved(&turned, 500);
    assert!((of_straight.value + of_turned.value).abs() < 1e-3);
    let uniform = [&straight, &turned].map(|game| game.exploitability(&game.uniform()));
    let [a, b] = uniform.map(|found| found.responses);
    assert!((a[0] - b[1]).abs() < 1e-12 && (a[1] - b[0]).abs() < 1e-12);
}

/// Forgetting the order of tosses changes neither values nor best responses.
#[test]
fn a_graph_without_orders_is_worth_what_the_tree_is() {
    let with = |ordered| Kuhn {
        coins: 3,
        ordered,
        turned: false,
    };
    let (graph, tree) = (explored(with(false)).0, explored(with(true)).0);
    assert!(2 * graph.nodes() < tree.nodes());
    let [a, b] = [&graph, &tree].map(|game| game.exploitability(&game.uniform()));
    assert!((a.value - b.value).abs() < 1e-12);
    for (a, b) in a.responses.iter().zip(b.responses) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
    for game in [&graph, &tree] {
        let (_, found) = solved(game, 500);
        assert!(
            (found.value - VALUE).abs() < 2e-3 && found.sum() < 5e-3,
            "{found:?}"
        );
    }
}

/// A matrix game as an extensive one.
struct Matrix<'a>(&'a [Vec<f64>]);

impl Source for Matrix<'_> {
    type State = Vec<usize>;
    type Info = usize;
    type Error = Infallible;

    fn begin(&mut self) -> Result<Vec<(f64, Vec<usize>)>, Infallible> {
        Ok(vec![(1.0, Vec::new())])
    }

    fn next(&mut self, state: &Vec<usize>) -> Result<Next<Vec<usize>, usize>, Infallible> {
        if let [row, column] = state[..] {
            return Ok(Next::End(self.0[row][column]));
        }
        let many = [self.0.len(), self.0[0].len()][state.len()];
        Ok(Next::Decision {
            player: Player::BOTH[state.len()],
            info: state.len(),
            moves: (0..many)
                .map(|choice| [&state[..], &[choice]].concat())
                .collect(),
        })
    }
}

fn matrices() -> impl proptest::strategy::Strategy<Value = Vec<Vec<f64>>> {
    (1..5_usize, 1..5_usize).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(-1.0..1.0_f64, columns), rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The linear program and CFR+ share no code.
    #[test]
    fn matrix_games_have_the_value_of_their_linear_program(rows in matrices()) {
        let (game, _) = ExtensiveGame::explore(&mut Matrix(&rows), 1000).unwrap();
        let by_program = equilibrium(&MatrixGame::new(&rows).unwrap()).unwrap();
        let (_, found) = solved(&game, 2000);
        prop_assert!((found.value - by_program.value).abs() < 0.01, "{found:?}");
        let [low, high] = found.bounds();
        prop_assert!(low - 1e-6 <= by_program.value && by_program.value <= high + 1e-6);
    }
}

#[test]
fn what_is_no_game_is_refused() {
    assert_eq!(
        ExtensiveGame::explore(&mut Kuhn::default(), 54).unwrap_err(),
        ExploreError::TooLarge(54)
    );
    assert!(ExtensiveGame::explore(&mut Kuhn::default(), 55).is_ok());
    let uneven = [vec![0.0, 1.0], vec![1.0]];
    // The second player cannot tell the rows apart, but would have different columns.
    struct Uneven<'a>(&'a [Vec<f64>]);
    impl Source for Uneven<'_> {
        type State = Vec<usize>;
        type Info = usize;
        type Error = Infallible;
        fn begin(&mut self) -> Result<Vec<(f64, Vec<usize>)>, Infallible> {
            Ok(vec![(0.5, vec![0]), (0.5, vec![1])])
        }
        fn next(&mut self, state: &Vec<usize>) -> Result<Next<Vec<usize>, usize>, Infallible> {
            Ok(match state[..] {
                [row] => Next::Decision {
                    player: Player::Second,
                    info: 0,
                    moves: (0..self.0[row].len())
                        .map(|column| vec![row, column])
                        .collect(),
                },
                [row, column] => Next::End(self.0[row][column]),
                _ => Next::Chance(Vec::new()),
            })
        }
    }
    assert_eq!(
        ExtensiveGame::explore(&mut Uneven(&uneven), 100).unwrap_err(),
        ExploreError::Uneven(2)
    );
}
