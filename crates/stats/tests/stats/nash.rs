//! Equilibria checked against closed forms, an enumeration of supports and multiplicative weights.

use rummilab_chance::{Key, Stream};
use rummilab_stats::league::{GameError, MatrixGame, equilibrium, gap, weights};

fn game(rows: &[&[f64]]) -> MatrixGame {
    let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
    MatrixGame::new(&rows).expect("a game")
}

#[track_caller]
fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-6, "{found:?}, expected {expected:?}");
    }
}

/// The only equilibrium of a game, and its value.
#[track_caller]
fn check(game: &MatrixGame, row: &[f64], column: &[f64], value: f64) {
    let found = equilibrium(game).expect("solved");
    close(&found.row, row);
    close(&found.column, column);
    close(&[found.value], &[value]);
    assert!(found.gap < 1e-7, "{}", found.gap);
    let reach = weights(game, &found).expect("solved");
    for weights in [&reach.centre, &reach.least, &reach.most] {
        for (a, b) in weights.iter().zip(row) {
            assert!((a - b).abs() < 1e-4, "{reach:?}");
        }
    }
}

/// Rock, scissors, paper with different stakes: each weight is in proportion to the stake of the
/// two others.
#[test]
fn rock_paper_scissors_with_any_stakes() {
    for [p, r, s] in [
        [1.0, 1.0, 1.0],
        [1.0, 2.0, 3.0],
        [0.1, 0.45, 0.02],
        [9.0, 1.0, 5.0],
    ] {
        let sum = p + r + s;
        let mixture = [s / sum, r / sum, p / sum];
        let stakes = game(&[&[0.0, -p, r], &[p, 0.0, -s], &[-r, s, 0.0]]);
        check(&stakes, &mixture, &mixture, 0.0);
    }
}

#[test]
fn games_of_two_by_two_without_a_saddle() {
    let pennies = game(&[&[1.0, -1.0], &[-1.0, 1.0]]);
    check(&pennies, &[0.5, 0.5], &[0.5, 0.5], 0.0);
    // Any 2 x 2 game without a saddle point: von Neumann and Morgenstern, 1944, section 18.
    for [a, b, c, d] in [
        [3.0, -1.0, -2.0, 4.0],
        [10.0, 0.0, 2.0, 3.0],
        [-1.0, 5.0, 7.0, 0.5],
    ] {
        let all = a + d - b - c;
        let row = [(d - c) / all, (a - b) / all];
        let column = [(d - b) / all, (a - c) / all];
        let value = (a * d - b * c) / all;
        check(&game(&[&[a, b], &[c, d]]), &row, &column, value);
    }
}

/// Hide and seek: the finder wins more in some places, and weights are in proportion to one over
/// the stake.
#[test]
fn hide_and_seek() {
    let stakes = [1.0, 2.0, 4.0, 0.5];
    let mut rows = vec![vec![0.0; 4]; 4];
    for (i, stake) in stakes.into_iter().enumerate() {
        rows[i][i] = stake;
    }
    let all: f64 = stakes.iter().map(|stake| 1.0 / stake).sum();
    let mixture = stakes.map(|stake| 1.0 / stake / all);
    let seek = MatrixGame::new(&rows).expect("a game");
    check(&seek, &mixture, &mixture, 1.0 / all);
}

#[test]
fn dominated_rows_and_columns_weigh_nothing() {
    // The first row dominates the third, and the third column is better for the row player.
    let with = game(&[&[3.0, -1.0, 4.0], &[-2.0, 4.0, 5.0], &[2.0, -2.0, 3.0]]);
    check(&with, &[0.6, 0.4, 0.0], &[0.5, 0.5, 0.0], 1.0);
    // A row dominated by a mixture of two others, but by neither alone.
    let mixed = game(&[&[4.0, 0.0], &[0.0, 4.0], &[1.9, 1.9]]);
    check(&mixed, &[0.5, 0.5, 0.0], &[0.5, 0.5], 2.0);
    // A saddle point.
    let saddle = game(&[&[1.0, 2.0, 3.0], &[0.0, 5.0, -4.0]]);
    check(&saddle, &[1.0, 0.0], &[1.0, 0.0, 0.0], 1.0);
}

/// The equilibrium of a league with a best bot is that bot. If the best bot is entered twice,
/// either will do, and the centroid shares.
#[test]
fn equal_rows_may_stand_in_for_each_other() {
    let twice = game(&[
        &[0.0, 0.0, 0.3, 0.1],
        &[0.0, 0.0, 0.3, 0.1],
        &[-0.3, -0.3, 0.0, 0.2],
        &[-0.1, -0.1, -0.2, 0.0],
    ]);
    let known = equilibrium(&twice).expect("solved");
    let reach = weights(&twice, &known).expect("solved");
    close(&reach.least, &[0.0; 4]);
    close(&reach.most, &[1.0, 1.0, 0.0, 0.0]);
    close(&reach.centre, &[0.5, 0.5, 0.0, 0.0]);
    assert!(reach.gap < 1e-7);
    // All payoffs are equal: every mixture is an equilibrium.
    let even = game(&[&[0.0; 3], &[0.0; 3], &[0.0; 3]]);
    let reach = weights(&even, &equilibrium(&even).expect("solved")).expect("solved");
    close(&reach.least, &[0.0; 3]);
    close(&reach.most, &[1.0; 3]);
    close(&reach.centre, &[1.0 / 3.0; 3]);
}

#[test]
fn the_certificate_tells_what_is_no_equilibrium() {
    let stakes = game(&[&[0.0, -1.0, 2.0], &[1.0, 0.0, -1.0], &[-2.0, 1.0, 0.0]]);
    let right = [0.25, 0.5, 0.25];
    assert!(gap(&stakes, &right, &right).abs() < 1e-12);
    let even = [1.0 / 3.0; 3];
    // The best responses to an even mixture win 1/3 each way.
    close(&[gap(&stakes, &even, &even)], &[2.0 / 3.0]);
    close(&[gap(&stakes, &[1.0, 0.0, 0.0], &right)], &[1.0]);
}

/// An equilibrium whose two mixtures have equally large supports, found by trying supports one by
/// one; each gives a system of linear equations. Sufficient for matrices in general position.
fn by_supports(game: &MatrixGame) -> Option<(Vec<f64>, Vec<f64>, f64)> {
    let (rows, columns) = (game.rows(), game.columns());
    for of_rows in 1_u32..1 << rows {
        for of_columns in 1_u32..1 << columns {
            if of_rows.count_ones() != of_columns.count_ones() {
                continue;
            }
            let chosen = |set: u32, all: usize| -> Vec<usize> {
                (0..all).filter(|i| set >> i & 1 == 1).collect()
            };
            let (r, c) = (chosen(of_rows, rows), chosen(of_columns, columns));
            let x = equaliser(&r, &c, |i, j| game.payoff(i, j));
            let y = equaliser(&c, &r, |j, i| game.payoff(i, j));
            let (Some((x, value)), Some((y, _))) = (x, y) else {
                continue;
            };
            let spread = |weights: &[f64], support: &[usize], all: usize| {
                let mut whole = vec![0.0; all];
                for (weight, i) in weights.iter().zip(support) {
                    whole[*i] = *weight;
                }
                whole
            };
            let (x, y) = (spread(&x, &r, rows), spread(&y, &c, columns));
            let sound = x.iter().chain(&y).all(|weight| *weight > -1e-9);
            let kept = game.of_rows(&x).iter().all(|win| *win > value - 1e-9)
                && game.of_columns(&y).iter().all(|win| *win < value + 1e-9);
            if sound && kept {
                return Some((x, y, value));
            }
        }
    }
    None
}

/// The weights of `own` that have equal payoffs against all of `other`, and that payoff: Gaussian
/// elimination.
fn equaliser(
    own: &[usize],
    other: &[usize],
    payoff: impl Fn(usize, usize) -> f64,
) -> Option<(Vec<f64>, f64)> {
    let n = own.len();
    let mut system: Vec<Vec<f64>> = other
        .iter()
        .map(|j| {
            let row = own.iter().map(|i| payoff(*i, *j));
            row.chain([-1.0, 0.0]).collect()
        })
        .collect();
    system.push([vec![1.0; n], vec![0.0, 1.0]].concat());
    for at in 0..=n {
        let pivot =
            (at..=n).max_by(|a, b| system[*a][at].abs().total_cmp(&system[*b][at].abs()))?;
        system.swap(at, pivot);
        if system[at][at].abs() < 1e-12 {
            return None;
        }
        for row in 0..=n {
            if row != at {
                let factor = system[row][at] / system[at][at];
                let pivot = system[at].clone();
                for (value, of_pivot) in system[row].iter_mut().zip(pivot) {
                    *value -= factor * of_pivot;
                }
            }
        }
    }
    let solved: Vec<f64> = (0..=n).map(|i| system[i][n + 1] / system[i][i]).collect();
    Some((solved[..n].to_vec(), solved[n]))
}

#[test]
fn random_games_agree_with_an_enumeration_of_supports() {
    let mut stream = Stream::new(Key::sample(7, "matrix games", 0));
    let mut largest = 0;
    for number in 0..300 {
        let rows = 1 + stream.index(5).expect("five");
        let columns = 1 + stream.index(5).expect("five");
        let scale = [1.0, 1e-3, 1e4][number % 3];
        let values: Vec<Vec<f64>> = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| (stream.unit() - 0.5) * scale)
                    .collect()
            })
            .collect();
        let game = MatrixGame::new(&values).expect("a game");
        let (x, y, value) = by_supports(&game).expect("general position");
        let found = equilibrium(&game).expect("solved");
        close(&found.row, &x);
        close(&found.column, &y);
        close(&[found.value / scale], &[value / scale]);
        assert!(found.gap <= 1e-7 * scale);
        largest = largest.max(x.iter().filter(|weight| **weight > 1e-6).count());
    }
    assert!(largest >= 3, "games with larger supports too: {largest}");
}

/// Lower and upper bound on the value by multiplicative weights (Freund and Schapire, Games and
/// Economic Behavior 29, 1999).
fn by_weights(game: &MatrixGame, rounds: u32) -> (f64, f64) {
    let rate = (2.0 * (game.rows() as f64).ln() / f64::from(rounds)).sqrt();
    let (mut logs, mut mean_row) = (vec![0.0; game.rows()], vec![0.0; game.rows()]);
    let mut mean_column = vec![0.0; game.columns()];
    for _ in 0..rounds {
        let top = logs.iter().copied().fold(f64::MIN, f64::max);
        let raw: Vec<f64> = logs.iter().map(|log: &f64| (log - top).exp()).collect();
        let sum: f64 = raw.iter().sum();
        let row: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let wins = game.of_rows(&row);
        let answer = (0..wins.len())
            .min_by(|a, b| wins[*a].total_cmp(&wins[*b]))
            .expect("a column");
        mean_column[answer] += 1.0 / f64::from(rounds);
        for (mean, weight) in mean_row.iter_mut().zip(&row) {
            *mean += weight / f64::from(rounds);
        }
        for (i, log) in logs.iter_mut().enumerate() {
            *log += rate * game.payoff(i, answer);
        }
    }
    let low = game.of_rows(&mean_row).into_iter().fold(f64::MAX, f64::min);
    let high = game
        .of_columns(&mean_column)
        .into_iter()
        .fold(f64::MIN, f64::max);
    (low, high)
}

#[test]
fn leagues_of_many_bots_are_worth_nothing_and_agree_with_multiplicative_weights() {
    let mut stream = Stream::new(Key::sample(7, "leagues", 0));
    for bots in [8, 14, 20] {
        let mut values = vec![vec![0.0; bots]; bots];
        let pairs = (0..bots).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs {
            let edge = stream.unit() - 0.5;
            (values[a][b], values[b][a]) = (edge, -edge);
        }
        let game = MatrixGame::new(&values).expect("a game");
        let found = equilibrium(&game).expect("solved");
        close(&[found.value], &[0.0]);
        // The game is symmetric, so the mixture of one player serves the other too.
        assert!(gap(&game, &found.row, &found.row) < 1e-7);
        let (low, high) = by_weights(&game, 20_000);
        assert!(high - low < 0.03, "{low} {high}");
        assert!(low <= 1e-9 && high >= -1e-9, "{low} {high}");
        // Its mixture wins as much as the program's, to within its own error.
        let worst = game
            .of_rows(&found.row)
            .into_iter()
            .fold(f64::MAX, f64::min);
        assert!(worst >= low - 1e-9, "{worst} {low}");
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let refused = |rows: &[Vec<f64>]| MatrixGame::new(rows).expect_err("no game");
    assert_eq!(refused(&[]), GameError::Empty);
    assert_eq!(refused(&[vec![]]), GameError::Empty);
    let ragged = refused(&[vec![1.0, 2.0], vec![1.0]]);
    assert!(ragged.to_string().contains("expected 2"), "{ragged}");
    assert_eq!(refused(&[vec![1.0, f64::NAN]]), GameError::NotFinite(0, 1));
}
