//! The scores of a finished game (docs/rules.md#end-of-the-game and docs/rules.md#scores).

use std::cmp::Reverse;

use crate::counts::TileCounts;
use crate::rules::{EmptyPoolScore, RuleSet, Stalemate, UnopenedPenalty, UnopenedRankValue};
use crate::seat::{BySeat, Seat};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A player laid the last tile.
    WentOut(Seat),
    /// The pool was empty and the empty-pool procedure ran its course.
    PoolEmpty,
    /// A bot broke off the game: it is last, and the others are scored as with an empty pool.
    Fault(Seat),
    /// The game reached [`TURN_LIMIT`](crate::TURN_LIMIT) turns: nobody scores, and all share the
    /// win.
    Endless,
}

/// The state of a seat that scoring needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatEnd {
    /// The tiles left.
    pub rack: TileCounts,
    /// Whether the player had opened.
    pub opened: bool,
    /// Whether an unopened player could have opened before the last draw
    /// (docs/rules.md#could-have-opened). Not used for other players.
    pub could_have_opened: bool,
}

/// The result of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatResult {
    /// Game points, plus or minus; 0 where games have no scores ([`RuleSet::has_scores`]).
    pub score: i32,
    /// Place from 1; seats that share a place have the same number. Every seat on place 1 is a
    /// winner.
    pub place: u8,
}

/// The share of the win of a seat on place `own`, from the places of all seats. Each of k seats on
/// place 1 has 1/k, the others have 0.
pub fn win_share(own: u8, places: impl IntoIterator<Item = u8>) -> f64 {
    let winners = places.into_iter().filter(|place| *place == 1).count();
    if own == 1 {
        1.0 / winners.max(1) as f64
    } else {
        0.0
    }
}

/// What a rack counts for at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Booked {
    /// The points of the rack, or the flat penalty of a player who has not opened.
    pub points: u32,
    /// The number of tiles, which tells equal points apart.
    pub tiles: u32,
}

/// Scores a finished game. `seats` are in seat order; `starter` breaks the last tie of an
/// empty-pool game whose winner gains what the others lose.
///
/// The winner of an empty-pool game has the lowest rack in points, on a tie the fewest tiles. With
/// `fewest_tiles` the order of the two criteria is reversed (docs/rules.md#empty-pool-winner).
/// Seats that are still equal share the win. Where the winner gains what the others lose, the first
/// of them in playing order wins instead. The places follow these criteria if games have no scores
/// or the tiles decide; otherwise they follow the game points.
///
/// # Panics
/// If `seats` is empty, or the ending names a seat that is not there.
pub fn score(
    rules: &RuleSet,
    ending: Ending,
    seats: &BySeat<SeatEnd>,
    starter: Seat,
) -> BySeat<SeatResult> {
    let booked = seats.iter().map(|seat| booked(rules, ending, seat));
    score_booked(rules, ending, &booked.collect(), starter)
}

/// What the rack of a seat counts for in a game that ended so.
fn booked(rules: &RuleSet, ending: Ending, seat: &SeatEnd) -> Booked {
    // The flat penalty for unopened players is meant for games that end by going out. Only
    // `own_negative` applies it elsewhere too (docs/rules.md#unopened-players and
    // docs/rules.md#unopened-racks).
    let flat_counts = match ending {
        Ending::WentOut(_) => rules.has_scores(),
        _ => {
            rules.empty_pool_score == EmptyPoolScore::OwnNegative
                && rules.unopened_rank_value == UnopenedRankValue::Flat
        }
    };
    let flat = flat_penalty(rules, seat).filter(|_| flat_counts);
    Booked {
        points: flat.unwrap_or_else(|| rules.rack_points(&seat.rack)),
        tiles: seat.rack.len() as u32,
    }
}

fn flat_penalty(rules: &RuleSet, seat: &SeatEnd) -> Option<u32> {
    match rules.unopened_penalty {
        UnopenedPenalty::Flat { could_not, could } if !seat.opened => {
            Some(u32::from(if seat.could_have_opened {
                could
            } else {
                could_not
            }))
        }
        _ => None,
    }
}

/// The same as [`score`] for racks that were counted at the table.
///
/// # Panics
/// As [`score`].
pub fn score_booked(
    rules: &RuleSet,
    ending: Ending,
    booked: &BySeat<Booked>,
    starter: Seat,
) -> BySeat<SeatResult> {
    match ending {
        Ending::WentOut(winner) if !rules.has_scores() => {
            let merit = |seat: Seat| (seat != winner, merit(rules, booked[seat]));
            without_scores(booked.len(), merit)
        }
        Ending::WentOut(winner) => {
            let losses = booked.iter().map(|own| i64::from(own.points)).collect();
            let scores = winner_takes(&losses, winner);
            with_places(&scores, &[winner], |seat| Reverse(scores[seat]))
        }
        Ending::PoolEmpty => empty_pool(rules, booked, starter, None),
        Ending::Fault(faulty) => empty_pool(rules, booked, starter, Some(faulty)),
        Ending::Endless => BySeat::filled(booked.len(), SeatResult { score: 0, place: 1 }),
    }
}

/// The criteria of an empty-pool game, smaller being better, the first criterion first.
fn merit(rules: &RuleSet, booked: Booked) -> (u32, u32) {
    let Booked { points, tiles } = booked;
    match rules.stalemate {
        Stalemate::LowestRack => (points, tiles),
        Stalemate::FewestTiles => (tiles, points),
    }
}

/// Places by standing alone, smaller being better; equal seats share a place.
fn without_scores<K: Ord>(seats: usize, standing: impl Fn(Seat) -> K) -> BySeat<SeatResult> {
    with_places(&BySeat::filled(seats, 0), &[], standing)
}

fn empty_pool(
    rules: &RuleSet,
    booked: &BySeat<Booked>,
    starter: Seat,
    faulty: Option<Seat>,
) -> BySeat<SeatResult> {
    let mut booked = booked.clone();
    if let (Some(faulty), Some(worst)) = (faulty, booked.iter().map(|own| own.points).max()) {
        booked[faulty].points = worst;
    }
    // A faulty seat never wins.
    let merit = |seat: Seat| (faulty == Some(seat), merit(rules, booked[seat]));
    let in_turn = |seat: &Seat| seat.turns_after(starter, booked.players());
    let best = booked
        .seats()
        .min_by_key(|seat| (merit(*seat), in_turn(seat)))
        .expect("a game has seats");
    let (scores, winners) = match rules.empty_pool_score {
        EmptyPoolScore::Relative => {
            let losses = booked
                .iter()
                .map(|own| i64::from(own.points) - i64::from(booked[best].points))
                .collect();
            (winner_takes(&losses, best), vec![best])
        }
        EmptyPoolScore::Full => {
            let losses = booked.iter().map(|own| i64::from(own.points)).collect();
            (winner_takes(&losses, best), vec![best])
        }
        EmptyPoolScore::None => return without_scores(booked.len(), merit),
        EmptyPoolScore::OwnNegative => {
            let scores = booked.iter().map(|own| -(own.points as i32)).collect();
            let winners = booked.seats().filter(|seat| merit(*seat) == merit(best));
            (scores, winners.collect())
        }
    };
    let mut results = match rules.stalemate {
        Stalemate::LowestRack => with_places(&scores, &winners, |seat| Reverse(scores[seat])),
        Stalemate::FewestTiles => with_places(&scores, &winners, merit),
    };
    if let Some(faulty) = faulty {
        // The faulty seat is last alone, even if its rack ties with another.
        results[faulty].place = results.len() as u8;
    }
    results
}

/// The winner gains what the others lose.
fn winner_takes(losses: &BySeat<i64>, winner: Seat) -> BySeat<i32> {
    let gain: i64 = losses
        .with_seats()
        .filter(|(seat, _)| *seat != winner)
        .map(|(_, loss)| loss)
        .sum();
    let score = |(seat, loss): (Seat, &i64)| if seat == winner { gain } else { -loss } as i32;
    losses.with_seats().map(score).collect()
}

/// The winners come first, the others by their standing, smaller being better. The standing is the
/// game points (docs/rules.md#placement-points) or the criteria that decide the game.
fn with_places<K: Ord>(
    scores: &BySeat<i32>,
    winners: &[Seat],
    standing: impl Fn(Seat) -> K,
) -> BySeat<SeatResult> {
    let place = |seat: Seat| {
        if winners.contains(&seat) {
            return 1;
        }
        let ahead = scores
            .seats()
            .filter(|other| winners.contains(other) || standing(*other) < standing(seat));
        ahead.count() as u8 + 1
    };
    let result = |(seat, score): (Seat, &i32)| SeatResult {
        score: *score,
        place: place(seat),
    };
    scores.with_seats().map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_counts;

    const OUT: Ending = Ending::WentOut(Seat(0));
    const EMPTY: Ending = Ending::PoolEmpty;
    const FAULT: Ending = Ending::Fault(Seat(0));

    fn rack(rules: &RuleSet, text: &str) -> TileCounts {
        parse_counts(text, rules).unwrap()
    }

    /// Scores a game of these rules with this ending and these racks, separated by `;`. An unopened
    /// seat's rack begins with `+` if the seat could have opened, else with `-`.
    #[track_caller]
    fn check_in(rules: &RuleSet, ending: Ending, racks: &str, scores: &[i32], places: &[u8]) {
        let seat = |text: &str| {
            let text = text.trim();
            let tiles = text.trim_start_matches(['+', '-']);
            SeatEnd {
                rack: rack(rules, tiles),
                opened: text == tiles,
                could_have_opened: text.starts_with('+'),
            }
        };
        let results = score(
            rules,
            ending,
            &racks.split(';').map(seat).collect(),
            Seat(0),
        );
        let found: Vec<(i32, u8)> = results.iter().map(|r| (r.score, r.place)).collect();
        let expected = scores.iter().copied().zip(places.iter().copied());
        let name = &rules.name;
        assert_eq!(
            found,
            expected.collect::<Vec<_>>(),
            "{name} {ending:?} {racks}"
        );
    }

    /// The same check in each of these rule systems.
    #[track_caller]
    fn check(systems: &str, ending: Ending, racks: &str, scores: &[i32], places: &[u8]) {
        for system in systems.split_whitespace() {
            let rules = RuleSet::preset(system).unwrap();
            check_in(&rules, ending, racks, scores, places);
        }
    }

    const BOTH: &str = "original tournament";

    /// docs/rules.md#worked-examples: the first game of the Original rules, and § 19.1 of the club
    /// rules.
    #[test]
    fn a_player_who_goes_out_takes_the_sum_of_the_racks() {
        check(
            BOTH,
            OUT,
            "; R5; R8 B8; K3",
            &[24, -5, -16, -3],
            &[1, 3, 4, 2],
        );
        let racks = "; R10; R10 B10; R9 B9 K12";
        check(BOTH, OUT, racks, &[60, -10, -20, -30], &[1, 2, 3, 4]);
    }

    /// docs/rules.md#scoring-cases, 2; of `twist` too.
    #[test]
    fn jokers_on_the_rack() {
        for (system, tiles, points) in [
            ("original", "R5 J", 55),
            ("original", "J J", 100),
            ("tournament", "R5 J", 35),
            ("tournament", "J J", 60),
            ("tournament-2007", "R5 J", 55),
            ("tournament-2007", "J J", 100),
            ("reference", "R5 J", 35),
            ("reference", "J J", 60),
            ("twist", "P5 J D", 65),
        ] {
            let rules = RuleSet::preset(system).unwrap();
            assert_eq!(
                rules.rack_points(&rack(&rules, tiles)),
                points,
                "{system} {tiles}"
            );
        }
        check("twist", EMPTY, "P5; P12", &[7, -7], &[1, 2]);
    }

    /// docs/rules.md#scoring-cases, 3 and 5: 100 or 200 for those who had not opened, whatever is
    /// on the rack.
    #[test]
    fn unopened_players_pay_a_flat_penalty_when_another_goes_out() {
        let racks = "; R10; +R10 B10 K10 J; -R1";
        check(BOTH, OUT, racks, &[310, -10, -200, -100], &[1, 2, 4, 3]);
        check(
            BOTH,
            OUT,
            "; -R1; -R2; -R3",
            &[300, -100, -100, -100],
            &[1, 2, 2, 2],
        );
        check("reference", OUT, "; +R10 J", &[40, -40], &[1, 2]);
    }

    /// docs/rules.md#scoring-cases, 6.
    #[test]
    fn empty_pool_is_relative_in_original_and_negative_for_all_in_tournament() {
        let racks = "R5; R12; R7; R13 B7";
        check("original", EMPTY, racks, &[24, -7, -2, -15], &[1, 3, 2, 4]);
        check(
            "tournament",
            EMPTY,
            racks,
            &[-5, -12, -7, -20],
            &[1, 3, 2, 4],
        );
    }

    /// docs/rules.md#scoring-cases, 7, and docs/rules.md#empty-pool-winner for `original`.
    #[test]
    fn equal_racks_are_told_apart_by_tiles_then_by_turn_order_or_shared() {
        check("tournament", EMPTY, "R5 R3; R8", &[-8, -8], &[2, 1]);
        check("original", EMPTY, "R5 R3; R8", &[0, 0], &[2, 1]);
        check("tournament", EMPTY, "R8; B8; K9", &[-8, -8, -9], &[1, 1, 3]);
        check("original", EMPTY, "R8; B8; K9", &[1, 0, -1], &[1, 2, 3]);
    }

    /// docs/rules.md#unopened-racks: the flat penalty takes the place of the rack in tournament,
    /// and only there.
    #[test]
    fn unopened_rack_in_an_empty_pool_game() {
        check("tournament", EMPTY, "R5; -R1", &[-5, -100], &[1, 2]);
        check("original", EMPTY, "R5; -R1", &[-4, 4], &[2, 1]);
        let rules = RuleSet::preset("tournament").unwrap();
        let by_rack = rules.with_options(&["unopened_rank_value=rack"]).unwrap();
        check_in(&by_rack, EMPTY, "R5; -R1", &[-5, -1], &[2, 1]);
    }

    #[test]
    fn a_faulty_seat_is_last_and_gains_nothing_by_it() {
        check("original", FAULT, "R1; R8; R9", &[-1, 2, -1], &[3, 1, 2]);
        check("tournament", FAULT, "R1; R8; R9", &[-9, -8, -9], &[3, 1, 2]);
    }

    /// docs/rules.md#empty-pool-winner for `house`: no scores; the win, then fewest tiles, then
    /// lowest rack, then shared.
    #[test]
    fn games_without_scores_have_places_only() {
        let racks = "R13 B13; R1 B1 K1; +R1 B2 K1; W1 G1 K1";
        check("house", EMPTY, racks, &[0; 4], &[1, 2, 4, 2]);
        check("house", FAULT, racks, &[0; 4], &[4, 1, 3, 1]);
        let out = Ending::WentOut(Seat(1));
        check("house", out, "R1; ; +R1 B1 K1", &[0; 3], &[2, 1, 3]);
        check("house", EMPTY, "R4; Y4", &[0; 2], &[1, 1]);
    }

    /// docs/rules.md#empty-pool-scores: the winner gains the racks of the others in full, and the
    /// own rack counts for nothing.
    #[test]
    fn an_empty_pool_game_may_be_scored_as_a_normal_end() {
        let original = RuleSet::preset("original").unwrap();
        let rules = original.with_options(&["empty_pool_score=full"]).unwrap();
        let racks = "R5; R12; R7; R13 B7";
        check_in(&rules, EMPTY, racks, &[39, -12, -7, -20], &[1, 3, 2, 4]);
        check_in(&rules, EMPTY, "R8; B8; K9", &[17, -8, -9], &[1, 2, 3]);
        // The rack counts of a player who has not opened, as with `relative`.
        check_in(&rules, EMPTY, "R5; -R1", &[-5, 5], &[2, 1]);
        check_in(&rules, FAULT, "R1; R8; R9", &[-9, 18, -9], &[3, 1, 2]);
    }

    /// docs/rules.md#empty-pool-scores: who wins by tiles may hold more points than the others, and
    /// relative to such a rack they gain. With `full` the winner never loses.
    #[test]
    fn a_winner_by_tiles_may_lose_points() {
        let original = RuleSet::preset("original").unwrap();
        for (score, expected) in [("relative", [-15, 8, 7]), ("full", [11, -5, -6])] {
            let options = [
                "stalemate=fewest_tiles".to_owned(),
                format!("empty_pool_score={score}"),
            ];
            let rules = original.with_options(&options).unwrap();
            check_in(&rules, EMPTY, "R13; R2 B3; K2 O4", &expected, &[1, 2, 3]);
        }
    }

    /// Where there are scores, the tiles decide who wins and who is next.
    #[test]
    fn fewest_tiles_may_win_with_scores_too() {
        for (system, scores) in [("original", [10, -17, 7]), ("tournament", [-3, -13, -6])] {
            let rules = RuleSet::preset(system).unwrap();
            let rules = rules.with_options(&["stalemate=fewest_tiles"]).unwrap();
            check_in(&rules, EMPTY, "R1 B1 K1; R13; R3 B3", &scores, &[3, 1, 2]);
        }
    }
}
