//! Multiple comparisons: Holm's correction, and cycles among the significant differences.

use std::collections::VecDeque;

/// Adjusted p-values by the step-down procedure of Holm (Scandinavian Journal of Statistics 6,
/// 1979). The i-th smallest of m is multiplied by m - i + 1, but is at least its predecessor and at
/// most 1. Declaring those below α significant keeps the probability of any false declaration below
/// α. Comparisons without a p-value are not counted.
///
/// ```
/// use rummilab_stats::holm;
///
/// assert_eq!(holm(&[Some(0.5), None, Some(0.125)]), [Some(0.5), None, Some(0.25)]);
/// ```
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<usize> = (0..p_values.len())
        .filter(|i| p_values[*i].is_some())
        .collect();
    order.sort_by(|a, b| {
        let value = |i: usize| p_values[i].unwrap_or(1.0);
        value(*a).total_cmp(&value(*b))
    });
    let mut adjusted = vec![None; p_values.len()];
    let mut floor: f64 = 0.0;
    for (before, i) in order.iter().enumerate() {
        let times = (order.len() - before) as f64;
        floor = floor.max((p_values[*i].unwrap_or(1.0) * times).min(1.0));
        adjusted[*i] = Some(floor);
    }
    adjusted
}

/// The mark of a corrected p-value: `*` below 0.05, `**` below 0.01, `***` below 0.001, else empty.
pub(crate) fn stars(p_value: Option<f64>) -> &'static str {
    match p_value {
        Some(p) if p < 0.001 => "***",
        Some(p) if p < 0.01 => "**",
        Some(p) if p < 0.05 => "*",
        _ => "",
    }
}

/// A shortest cycle of "who beats whom" among `bots` bots; `None` if there is none. Each bot of the
/// list beats the next and the last the first; the list starts with the lowest index. A cyclic
/// matrix has no consistent order of strength, whatever a rating says.
///
/// ```
/// use rummilab_stats::shortest_cycle;
///
/// assert_eq!(shortest_cycle(3, &[(0, 1), (1, 2), (2, 0)]), Some(vec![0, 1, 2]));
/// assert_eq!(shortest_cycle(3, &[(0, 1), (1, 2), (0, 2)]), None);
/// ```
pub fn shortest_cycle(bots: usize, beats: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut beaten = vec![Vec::new(); bots];
    for &(winner, loser) in beats {
        if winner < bots && loser < bots {
            beaten[winner].push(loser);
        }
    }
    let mut best: Option<Vec<usize>> = None;
    for start in 0..bots {
        let shorter_than = best.as_ref().map_or(usize::MAX, Vec::len);
        if let Some(cycle) = cycle_through(start, &beaten, shorter_than) {
            best = Some(cycle);
        }
    }
    best
}

/// A shortest cycle of `start` and bots with a higher index, if it has fewer than `shorter_than`
/// bots.
fn cycle_through(start: usize, beaten: &[Vec<usize>], shorter_than: usize) -> Option<Vec<usize>> {
    let mut reached: Vec<Option<(usize, usize)>> = vec![None; beaten.len()];
    let mut queue = VecDeque::from([(start, 1)]);
    while let Some((bot, length)) = queue.pop_front() {
        if length >= shorter_than {
            return None;
        }
        for &next in &beaten[bot] {
            if next == start {
                return Some(way_back(start, bot, &reached));
            }
            if next > start && reached[next].is_none() {
                reached[next] = Some((bot, length));
                queue.push_back((next, length + 1));
            }
        }
    }
    None
}

fn way_back(start: usize, last: usize, reached: &[Option<(usize, usize)>]) -> Vec<usize> {
    let mut cycle = vec![last];
    let mut bot = last;
    while let Some((before, _)) = reached[bot].filter(|_| bot != start) {
        cycle.push(before);
        bot = before;
    }
    cycle.reverse();
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;
    use rummilab_chance::{Key, Stream};

    #[test]
    fn holm_agrees_with_statsmodels() {
        // statsmodels.stats.multitest.multipletests(p, method="holm")[1], see
        // tests/golden/golden.py
        let p = [0.01, 0.04, 0.03, 0.005, 0.8, 0.0499, 0.2];
        let expected = [0.06, 0.16, 0.15, 0.035, 0.8, 0.16, 0.4];
        let found = holm(&p.map(Some));
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found.unwrap() - expected).abs() < 1e-12,
                "{found:?} {expected}"
            );
        }
        assert_eq!(holm(&[]), []);
        assert_eq!(holm(&[Some(0.7), Some(0.9)]), [Some(1.0), Some(1.0)]);
    }

    /// Uses powers of the matrix: bot i is on a cycle of length k if the k-th power has a walk from
    /// i to i.
    fn girth_by_powers(bots: usize, beats: &[(usize, usize)]) -> Option<usize> {
        let mut walks: Vec<Vec<bool>> = (0..bots)
            .map(|i| (0..bots).map(|j| i == j).collect())
            .collect();
        (1..=bots).find(|_| {
            let mut longer = vec![vec![false; bots]; bots];
            for row in 0..bots {
                for &(winner, loser) in beats {
                    longer[row][loser] |= walks[row][winner];
                }
            }
            walks = longer;
            (0..bots).any(|i| walks[i][i])
        })
    }

    #[test]
    fn cycles_are_cycles_and_as_short_as_can_be() {
        let mut with = 0;
        for number in 0..400 {
            let mut stream = Stream::new(Key::sample(1, "cycles", number));
            let bots = 3 + stream.index(6).unwrap();
            let mut beats = Vec::new();
            for a in 0..bots {
                for b in a + 1..bots {
                    match stream.index(4) {
                        Some(0) => beats.push((b, a)),
                        Some(1 | 2) => beats.push((a, b)),
                        _ => {}
                    }
                }
            }
            let found = shortest_cycle(bots, &beats);
            assert_eq!(found.as_ref().map(Vec::len), girth_by_powers(bots, &beats));
            if let Some(cycle) = found {
                with += 1;
                assert_eq!(cycle.iter().min(), cycle.first());
                for (i, bot) in cycle.iter().enumerate() {
                    assert!(beats.contains(&(*bot, cycle[(i + 1) % cycle.len()])));
                }
            }
        }
        assert!((100..300).contains(&with), "{with}");
    }
}
