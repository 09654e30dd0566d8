//! A balanced choice of match-ups if there are too many to play all.

use std::collections::BTreeSet;

use rummilab_chance::Stream;

/// Number of attempts at a new set before one set ignores the rule of the fewest games.
const TRIES: usize = 64;

/// `wanted` different sets of `size` out of `bots`, each ascending, in ascending order. There must
/// be at least that many.
///
/// Each set is filled bot by bot with the bot that has the fewest sets so far. Among several, it is
/// the one that has met the chosen bots least often; among these, one drawn by lot. So all bots
/// play equally often, up to one set.
pub(crate) fn balanced(
    bots: usize,
    size: usize,
    wanted: usize,
    stream: &mut Stream,
) -> Vec<Vec<u16>> {
    let mut played = vec![0_u32; bots];
    let mut met = vec![0_u32; bots * bots];
    let mut sets: BTreeSet<Vec<u16>> = BTreeSet::new();
    while sets.len() < wanted {
        let mut set = choose(&played, &met, size, stream);
        for _ in 1..TRIES {
            if !sets.contains(&set) {
                break;
            }
            set = choose(&played, &met, size, stream);
        }
        while sets.contains(&set) {
            set = any_set(bots, size, stream);
        }
        for &a in &set {
            played[usize::from(a)] += 1;
            for &b in &set {
                met[usize::from(a) * bots + usize::from(b)] += 1;
            }
        }
        sets.insert(set);
    }
    sets.into_iter().collect()
}

fn choose(played: &[u32], met: &[u32], size: usize, stream: &mut Stream) -> Vec<u16> {
    let bots = played.len();
    let mut set: Vec<u16> = Vec::with_capacity(size);
    while set.len() < size {
        let meetings =
            |bot: usize| -> u32 { set.iter().map(|a| met[usize::from(*a) * bots + bot]).sum() };
        let free = (0..bots).filter(|bot| !set.contains(&(*bot as u16)));
        let next = free.min_by_key(|bot| (played[*bot], meetings(*bot), stream.next_u64()));
        set.extend(next.map(|bot| bot as u16));
    }
    set.sort_unstable();
    set
}

fn any_set(bots: usize, size: usize, stream: &mut Stream) -> Vec<u16> {
    let mut all: Vec<u16> = (0..bots as u16).collect();
    stream.shuffle(&mut all);
    all.truncate(size);
    all.sort_unstable();
    all
}

/// The number of sets of `size` out of `bots`, at most `u64::MAX`.
pub(crate) fn binomial(bots: usize, size: usize) -> u64 {
    let mut sets: u128 = 1;
    for i in 0..size.min(bots) {
        sets = sets * (bots - i) as u128 / (i as u128 + 1);
    }
    if size > bots {
        0
    } else {
        u64::try_from(sets).unwrap_or(u64::MAX)
    }
}

/// Every set of `size` out of `bots`, each ascending, in ascending order.
pub(crate) fn all_sets(bots: usize, size: usize) -> Vec<Vec<u16>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: &Vec<u16>| {
            let from = set.last().map_or(0, |last| last + 1);
            let set = set.clone();
            (from..bots as u16).map(move |bot| [set.as_slice(), &[bot]].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

#[cfg(test)]
mod tests {
    use rummilab_chance::Key;

    use super::*;

    #[test]
    fn every_bot_plays_equally_often_and_no_set_twice() {
        for (bots, size, wanted) in [
            (12, 4, 200),
            (30, 3, 200),
            (7, 3, 34),
            (60, 4, 15),
            (13, 4, 714),
        ] {
            let sets = balanced(bots, size, wanted, &mut Stream::new(Key::schedule(3)));
            assert_eq!(sets.len(), wanted);
            assert!(sets.is_sorted_by(|a, b| a < b));
            let games = |bot: u16| sets.iter().filter(|set| set.contains(&bot)).count();
            let games: Vec<usize> = (0..bots as u16).map(games).collect();
            let (least, most) = (games.iter().min().unwrap(), games.iter().max().unwrap());
            assert!(
                most - least <= 1 || wanted as u64 + 5 > binomial(bots, size),
                "{games:?}"
            );
        }
    }

    #[test]
    fn binomials_and_sets_agree() {
        for (bots, size, sets) in [(5, 3, 10), (4, 4, 1), (3, 4, 0), (12, 4, 495)] {
            assert_eq!(binomial(bots, size), sets);
            assert_eq!(all_sets(bots, size).len() as u64, sets);
        }
        assert_eq!(all_sets(3, 2), [[0, 1], [0, 2], [1, 2]]);
    }
}
