//! Leagues of invented results whose numbers can be computed by hand.

use rummilab_core::{BySeat, Ending, Seat};
use rummilab_record::{Block, GameRecord, Header, SeatRecord};
use rummilab_stats::SummaryBuilder;
use rummilab_stats::league::{League, LeagueError, LeagueTally};

use crate::records::{self, header};

/// A game of these bots, by seat, won by this one.
fn game(seating: &[u16], winner: u16) -> GameRecord {
    let seating: BySeat<u16> = seating.to_vec().into();
    let out = seating.seats().find(|seat| seating[*seat] == winner);
    let out = out.unwrap();
    let seat = |seat: Seat| SeatRecord {
        score: if seat == out { 10 } else { -10 },
        place: if seat == out { 1 } else { 2 },
        tiles_left: u16::from(seat != out),
        points_left: 10 * u32::from(seat != out),
        own_turns: 5,
        opened_turn: Some(1),
    };
    let seats: BySeat<SeatRecord> = seating.seats().map(seat).collect();
    GameRecord {
        ending: Ending::WentOut(out),
        ..records::game(seating, seats)
    }
}

/// A deal of two bots from both seats, with the winner of each game.
fn block([a, b]: [u16; 2], winners: [u16; 2]) -> Block {
    records::block(vec![game(&[a, b], winners[0]), game(&[b, a], winners[1])])
}

/// `a` wins all of `won` deals, half of `split` deals and none of `lost` deals.
fn meeting(a: u16, b: u16, [won, split, lost]: [usize; 3]) -> Vec<Block> {
    let times = |winners: [u16; 2], n: usize| vec![block([a, b], winners); n];
    [
        times([a, a], won),
        times([a, b], split),
        times([b, b], lost),
    ]
    .concat()
}

fn league(bots: &[&str], blocks: &[Block], resamples: u64) -> Result<League, LeagueError> {
    let header = Header {
        seed: 5,
        ..header(bots, 2)
    };
    let (mut builder, mut tally) = (SummaryBuilder::new(&header), LeagueTally::default());
    for block in blocks {
        builder.push(block);
        tally.push(block);
    }
    League::new(&builder.summary(), &tally, resamples)
}

fn weight(league: &League, bot: &str) -> f64 {
    let mut weights = league.nash.as_ref().unwrap().weights.iter();
    weights.find(|weight| weight.bot == bot).unwrap().weight
}

/// Rock beats scissors 80 %, scissors beats paper 70 %, paper beats rock 60 %. Each weight is in
/// proportion to the edge in the game of the two others: 2 : 1 : 3. A spectator loses to all.
fn circle(scale: usize) -> Vec<Block> {
    let (rock, scissors, paper, spectator) = (0, 1, 2, 3);
    let of_ten = |won: usize| [(won - 3) * scale, 6 * scale, (7 - won) * scale];
    [
        meeting(rock, scissors, [6 * scale, 4 * scale, 0]),
        meeting(scissors, paper, of_ten(7)),
        meeting(paper, rock, of_ten(6)),
        meeting(rock, spectator, of_ten(7)),
        meeting(scissors, spectator, of_ten(7)),
        meeting(paper, spectator, of_ten(7)),
    ]
    .concat()
}

const BOTS: [&str; 4] = ["rock", "scissors", "paper", "spectator"];

#[test]
fn a_circle_has_a_mixture_of_all_in_it() {
    let found = league(&BOTS, &circle(20), 100).unwrap();
    for (bot, expected) in [
        ("rock", 2.0 / 6.0),
        ("scissors", 1.0 / 6.0),
        ("paper", 3.0 / 6.0),
        ("spectator", 0.0),
    ] {
        let weight = weight(&found, bot);
        assert!((weight - expected).abs() < 1e-6, "{bot}: {weight}");
    }
    let nash = found.nash.unwrap();
    assert!(nash.gap < 1e-7);
    for weight in &nash.weights[..3] {
        assert!((weight.against_mixture - 0.5).abs() < 1e-6);
        assert!(weight.in_resamples > 0.9, "{weight:?}");
        let [low, high] = weight.resampled;
        assert!(low < weight.weight && weight.weight < high, "{weight:?}");
        assert!(high - low < 0.5, "{weight:?}");
        let [least, most] = weight.all;
        assert!((least - weight.weight).abs() < 1e-4 && (most - weight.weight).abs() < 1e-4);
    }
    let spectator = &nash.weights[3];
    assert!((spectator.against_mixture - 0.3).abs() < 1e-6);
    assert!(spectator.in_resamples == 0.0 && spectator.resampled[1] < 1e-5);
}

#[test]
fn the_matrix_is_that_of_the_summary_and_its_mirror() {
    let found = league(&BOTS, &circle(20), 1).unwrap();
    let cells = found.payoffs.unwrap();
    for (a, row) in cells.iter().enumerate() {
        assert_eq!((row[a].wins, row[a].ci), (0.5, None));
        for (b, cell) in row.iter().enumerate().filter(|(b, _)| *b != a) {
            let (ci, mirrored) = (cell.ci.unwrap(), cells[b][a].ci.unwrap());
            assert!((cell.wins + cells[b][a].wins - 1.0).abs() < 1e-12);
            assert!((ci.low() + mirrored.high() - 1.0).abs() < 1e-12);
            assert!(ci.contains(cell.wins) && ci.width() < 0.2);
        }
    }
    assert!((cells[0][1].wins - 0.8).abs() < 1e-12 && (cells[2][0].wins - 0.6).abs() < 1e-12);
}

#[test]
fn the_worst_opponent_bounds_what_a_bot_loses() {
    let found = league(&BOTS, &circle(20), 1).unwrap();
    let worst = |bot: usize| found.bots[bot].worst.clone().unwrap();
    for (bot, against, wins) in [(0, "paper", 0.6), (1, "rock", 0.8), (2, "scissors", 0.7)] {
        let worst = worst(bot);
        assert_eq!(worst.against, against);
        assert!((worst.wins - wins).abs() < 1e-12);
        // The bound is certain, so it is below the estimate; with two hundred deals it is not far
        // below.
        let edge = wins - 0.5;
        assert!(
            worst.at_least < edge && worst.at_least > edge - 0.1,
            "{worst:?}"
        );
    }
    // The spectator loses equally to everybody, so the first opponent counts.
    assert_eq!(worst(3).against, "rock");
    // A bot that beats all others has a worst opponent that wins less than half, and a bound of
    // zero.
    let two = league(&["a", "b"], &meeting(0, 1, [50, 40, 10]), 1).unwrap();
    let worst = two.bots[0].worst.clone().unwrap();
    assert_eq!((worst.against.as_str(), worst.at_least), ("b", 0.0));
    assert!((worst.wins - 0.3).abs() < 1e-12);
}

#[test]
fn resampled_mixtures_tell_what_hangs_on_few_deals() {
    // Even except for one deal of many: resamples reverse the order, and with more deals they no
    // longer do.
    let near = |scale: usize| meeting(0, 1, [27 * scale, 40 * scale, 23 * scale]);
    let share = |blocks: &[Block]| {
        let found = league(&["a", "b"], blocks, 200).unwrap();
        let nash = found.nash.unwrap();
        assert!(nash.weights[0].weight > 0.99999, "{nash:?}");
        nash.weights[1].in_resamples
    };
    let (few, many) = (share(&near(1)), share(&near(30)));
    assert!((0.1..0.5).contains(&few), "{few}");
    assert!(many < 0.02, "{many}");
}

#[test]
fn equal_bots_share_and_the_reach_says_so() {
    let mut blocks = meeting(0, 1, [0, 50, 0]);
    blocks.extend(meeting(0, 2, [30, 20, 0]));
    blocks.extend(meeting(1, 2, [30, 20, 0]));
    let nash = league(&["a", "b", "c"], &blocks, 20).unwrap().nash.unwrap();
    for weight in &nash.weights[..2] {
        assert!(
            weight.all[0] < 1e-5 && weight.all[1] > 0.99999,
            "{weight:?}"
        );
        assert!((weight.weight - 0.5).abs() < 1e-5, "{weight:?}");
    }
    assert!(nash.weights[2].all[1] < 1e-5);
}

#[test]
fn the_seed_decides_every_byte() {
    let json =
        |blocks: &[Block]| serde_json::to_string(&league(&BOTS, blocks, 50).unwrap()).unwrap();
    let found = json(&circle(3));
    assert_eq!(found, json(&circle(3)));
    let back: League = serde_json::from_str(&found).unwrap();
    assert_eq!(back, league(&BOTS, &circle(3), 50).unwrap());
    assert_eq!(back.check(), Ok(()));
    let short = League {
        bots: back.bots[1..].to_vec(),
        ..back
    };
    assert_eq!(short.check(), Err(LeagueError::NotSquare(3)));
}

#[test]
fn with_three_players_there_are_strengths_only() {
    let header = header(["a", "b", "c"], 3);
    let (mut builder, mut tally) = (SummaryBuilder::new(&header), LeagueTally::default());
    for winner in [0, 0, 1, 0, 2, 0] {
        let games = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
        let block = Block {
            block: 0,
            deals: Vec::new(),
            games: games.iter().map(|seating| game(seating, winner)).collect(),
        };
        builder.push(&block);
        tally.push(&block);
    }
    let found = League::new(&builder.summary(), &tally, 10).unwrap();
    assert_eq!((&found.payoffs, &found.nash), (&None, &None));
    assert!(found.bots.iter().all(|bot| bot.worst.is_none()));
    assert!(found.bots[0].win_rate.unwrap() > 0.6 && found.bots[1].rating.unwrap() < 0.0);
}

#[test]
fn what_is_no_round_robin_is_refused_by_name() {
    let gauntlet = [meeting(0, 1, [5, 5, 5]), meeting(0, 2, [5, 5, 5])].concat();
    let error = league(&["a", "b", "c"], &gauntlet, 1).unwrap_err();
    assert!(
        error.to_string().contains("`b` and `c` never met"),
        "{error}"
    );
    assert_eq!(league(&["a"], &[], 1), Err(LeagueError::TooFew));
    assert_eq!(league(&["a", "b"], &[], 1), Err(LeagueError::TooFew));
}

#[test]
fn who_loses_every_deal_is_known_to_lose_nearly_all() {
    let met = [
        meeting(0, 1, [200, 0, 0]),
        meeting(0, 2, [0, 20, 0]),
        meeting(1, 2, [0, 20, 0]),
    ];
    let found = league(&["a", "b", "c"], &met.concat(), 1).unwrap();
    let worst = |bot: usize| found.bots[bot].worst.clone().unwrap();
    // A deal that is not lost may have this probability and still be absent from 200 deals: two
    // opponents, two sides.
    let surely = (0.05_f64 / 2.0 / 2.0).powf(1.0 / 200.0) - 0.5;
    assert!((worst(1).at_least - surely).abs() < 1e-12, "{:?}", worst(1));
    assert_eq!((worst(1).against.as_str(), worst(1).wins), ("a", 1.0));
    // If all deals were shared, there is no evidence against anybody.
    assert_eq!(worst(2).at_least, 0.0);
}
