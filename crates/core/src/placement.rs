//! Placement points, the order of merit over several games and the seats of club games
//! (docs/rules.md#club-seats, docs/rules.md#placement-points, docs/rules.md#ranking).

use std::cmp::Ordering;

use crate::game::MAX_PLAYERS;
use crate::rules::RuleSet;
use crate::scoring::SeatResult;
use crate::seat::{BySeat, Seat};

/// Playing orders of the four games of a club round, by seat letter A = 0 to D = 3. The first
/// letter starts (docs/rules.md#club-seats).
pub const CLUB_PLAYING_ORDERS: [[usize; 4]; 4] =
    [[0, 1, 2, 3], [1, 0, 3, 2], [2, 0, 3, 1], [3, 0, 2, 1]];

/// Seats of the players in the four games of a club round, clockwise, by seat letter A = 0 to D = 3
/// (docs/rules.md#club-seats).
pub const CLUB_SEATS: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 3, 2, 1], [0, 3, 1, 2], [0, 2, 1, 3]];

/// Seats in the three games of a table of three. No source gives a pattern, so each player starts
/// once (docs/rules.md#club-seats).
pub const CLUB_SEATS_OF_THREE: [[usize; 3]; 3] = [[0, 1, 2], [0, 2, 1], [0, 1, 2]];

/// The games of a round at one table, in order: the letter in every seat, clockwise, and the
/// starting seat. Letter A starts game 1, B game 2, and so on (docs/rules.md#club-seats). `None`
/// unless there are three or four seats.
pub fn club_games(seats: usize) -> Option<Vec<(BySeat<usize>, Seat)>> {
    let letters: Vec<BySeat<usize>> = match seats {
        3 => CLUB_SEATS_OF_THREE.map(BySeat::from).to_vec(),
        4 => CLUB_SEATS.map(BySeat::from).to_vec(),
        _ => return None,
    };
    let with_starter = |(game, letters): (usize, BySeat<usize>)| {
        let starter = letters.seats().find(|seat| letters[*seat] == game);
        starter.map(|starter| (letters, starter))
    };
    letters.into_iter().enumerate().map(with_starter).collect()
}

/// The placement points of each seat (docs/rules.md#placement-points): 4-3-1, and 0 from the fourth
/// place on. Seats that share the first, second or third place get `tie_first_points`, 2 or 1
/// points each. `None` with two seats.
pub fn placement_points(rules: &RuleSet, results: &[SeatResult]) -> Option<Vec<u8>> {
    if results.len() < 3 {
        return None;
    }
    let points = |result: &SeatResult| {
        let shared = results
            .iter()
            .filter(|other| other.place == result.place)
            .count()
            > 1;
        match (result.place, shared) {
            (1, true) => rules.tie_first_points,
            (1, false) => 4,
            (2, true) => 2,
            (2, false) => 3,
            (3, _) => 1,
            _ => 0,
        }
    };
    Some(results.iter().map(points).collect())
}

/// What a player has gathered over several games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Sum of placement points.
    pub placement: u32,
    /// Sum of game points, plus and minus.
    pub points: i64,
    /// Number of first places, second places, and so on.
    pub places: [u32; MAX_PLAYERS],
    /// Sum of the minus points alone, as a positive number.
    pub minus: u64,
}

impl Standing {
    /// Adds one game.
    pub fn add(&mut self, placement: u8, result: SeatResult) {
        self.placement += u32::from(placement);
        self.points += i64::from(result.score);
        if let Some(count) = self.places.get_mut(usize::from(result.place) - 1) {
            *count += 1;
        }
        self.minus += u64::from(result.score.min(0).unsigned_abs());
    }

    /// The order of docs/rules.md#ranking: placement points, game points, better places, fewest
    /// minus points. `Less` is the better standing; `Equal` standings share a place.
    pub fn order(&self, other: &Standing) -> Ordering {
        (other.placement, other.points, other.places)
            .cmp(&(self.placement, self.points, self.places))
            .then(self.minus.cmp(&other.minus))
    }
}

/// The rank of each standing, from 1, by [`Standing::order`]. Equal standings share a rank
/// (docs/rules.md#ranking).
pub fn ranks(standings: &[Standing]) -> Vec<usize> {
    let better = |of: &Standing| {
        let before = standings.iter().filter(|other| other.order(of).is_lt());
        before.count()
    };
    standings.iter().map(|of| 1 + better(of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(scores: &[i32]) -> Vec<SeatResult> {
        let place = |score| scores.iter().filter(|other| **other > score).count() as u8 + 1;
        let result = |&score: &i32| SeatResult {
            score,
            place: place(score),
        };
        scores.iter().map(result).collect()
    }

    fn check(scores: &[i32], expected: &[u8]) {
        let rules = RuleSet::preset("tournament").unwrap();
        let points = placement_points(&rules, &results(scores));
        assert_eq!(points.unwrap(), expected);
    }

    /// docs/rules.md#scoring-cases, 6 and 9.
    #[test]
    fn points_by_place_with_ties() {
        check(&[60, -10, -10, -40], &[4, 2, 2, 0]);
        check(&[90, -30, -30, -30], &[4, 2, 2, 2]);
        check(&[70, -10, -30, -30], &[4, 3, 1, 1]);
        check(&[30, -10, -20], &[4, 3, 1]);
        check(&[-5, -12, -7, -20], &[4, 1, 3, 0]);
        check(&[-5, -5, -7, -20], &[3, 3, 1, 0]);
        let rules = RuleSet::preset("tournament").unwrap();
        assert_eq!(placement_points(&rules, &results(&[5, -5])), None);
    }

    /// docs/rules.md#placement-points, for tables that no source has: worked out by hand.
    #[test]
    fn from_the_fourth_place_on_there_are_no_points() {
        check(&[90, -5, -10, -20, -55], &[4, 3, 1, 0, 0]);
        check(&[90, -5, -10, -15, -20, -40], &[4, 3, 1, 0, 0, 0]);
        check(&[-40, -20, 90, -15, -10, -5], &[0, 0, 4, 0, 1, 3]);
        check(&[30, 30, -5, -5, -25, -25], &[3, 3, 1, 1, 0, 0]);
        check(&[80, -10, -10, -10, -10, -40], &[4, 2, 2, 2, 2, 0]);
        check(&[0; 6], &[3; 6]);
        let mut last = Standing::default();
        last.add(0, results(&[90, -5, -10, -15, -20, -40])[5]);
        assert_eq!(last.places, [0, 0, 0, 0, 0, 1]);
    }

    /// docs/rules.md#worked-examples and docs/rules.md#scoring-cases, 10: D is first although C has
    /// more points.
    #[test]
    fn placement_points_come_before_game_points() {
        let rules = RuleSet::preset("tournament").unwrap();
        let games = [
            [24, -5, -16, -3],
            [-6, -11, 22, -5],
            [-32, -13, -2, 47],
            [-10, -25, 41, -6],
        ];
        let mut standings = [Standing::default(); 4];
        for scores in games {
            let results = results(&scores);
            let points = placement_points(&rules, &results).unwrap();
            for ((standing, points), result) in standings.iter_mut().zip(points).zip(results) {
                standing.add(points, result);
            }
        }
        assert_eq!(standings.map(|s| s.placement), [6, 2, 11, 13]);
        assert_eq!(standings.map(|s| s.points), [-24, -54, 45, 33]);
        let mut order = [0, 1, 2, 3];
        order.sort_by(|a, b| standings[*a].order(&standings[*b]));
        assert_eq!(order, [3, 2, 0, 1]);
    }

    /// docs/rules.md#scoring-cases, 11.
    #[test]
    fn better_places_then_fewer_minus_points_break_ties() {
        let base = Standing {
            placement: 20,
            points: 7,
            places: [6, 0, 0, 2, 0, 0],
            minus: 50,
        };
        let fewer_firsts = Standing {
            places: [5, 3, 0, 0, 0, 0],
            minus: 10,
            ..base
        };
        assert_eq!(base.order(&fewer_firsts), Ordering::Less);
        let more_minus = Standing { minus: 51, ..base };
        assert_eq!(base.order(&more_minus), Ordering::Less);
        assert_eq!(base.order(&base), Ordering::Equal);
    }

    /// docs/rules.md#club-seats: from the starter clockwise, the seats give the playing orders of
    /// the table.
    #[test]
    fn seats_and_starters_give_the_playing_orders() {
        let games = club_games(4).unwrap();
        for ((letters, starter), order) in games.iter().zip(CLUB_PLAYING_ORDERS) {
            let played = [0, 1, 2, 3].map(|turn| letters[starter.clockwise(turn, 4)]);
            assert_eq!(played, order);
        }
        let second_seat = |letter: usize| {
            let sits =
                |(letters, _): &(BySeat<usize>, Seat)| letters.iter().position(|l| *l == letter);
            games.iter().map(sits).collect::<Option<Vec<_>>>().unwrap()
        };
        // "B sits west, east, north, north": clockwise from the south seat.
        assert_eq!(second_seat(1), [1, 3, 2, 2]);
        for seats in [3, 4] {
            let games = club_games(seats).unwrap();
            let starters = games.iter().map(|(letters, starter)| letters[*starter]);
            assert!(starters.eq(0..seats));
        }
        assert_eq!(club_games(2), None);
    }

    #[test]
    fn equal_standings_share_a_rank() {
        let with = |placement| Standing {
            placement,
            ..Standing::default()
        };
        assert_eq!(ranks(&[with(3), with(5), with(3), with(1)]), [2, 1, 2, 4]);
    }

    /// docs/rules.md#scoring-cases, 12.
    #[test]
    fn successors_in_club_seats() {
        let successor = |player: usize| {
            CLUB_PLAYING_ORDERS.map(|order| {
                let at = order.iter().position(|seat| *seat == player).unwrap();
                order[(at + 1) % 4]
            })
        };
        assert_eq!(successor(0), [1, 3, 3, 2]);
        assert_eq!(successor(1), [2, 0, 2, 3]);
    }
}
