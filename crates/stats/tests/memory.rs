//! The statistics of a million games fit in 200 MB. This file has only one test, because the test
//! measures the whole process.

#[path = "stats/records.rs"]
mod records;

use rummilab_core::{BySeat, Deal, Ending, RuleSet, Seat, TileCounts, notation::parse_table};
use rummilab_record::{Block, DealRecord, GameRecord, Header, TurnRecord};
use rummilab_stats::{Metric, Sprt, StopRule, SummaryBuilder, Watch};

use records::{block, game, header, seat};

const GAMES: u64 = 1_000_000;
const LIMIT_MB: f64 = 200.0;

/// A pseudo-random number, good enough for scores and places.
fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Fills the block with results for block `number`: each seating of the match-up, with other
/// results every time.
fn fill(block: &mut Block, number: u64, seatings: &[BySeat<u16>]) {
    block.block = number;
    block.games.truncate(seatings.len());
    for (index, (game, seating)) in block.games.iter_mut().zip(seatings).enumerate() {
        game.seating.clone_from(seating);
        let luck = mixed(number * 64 + index as u64);
        let winner = (luck % seating.len() as u64) as usize;
        game.ending = Ending::WentOut(Seat(winner));
        for (seat, result) in game.seats.iter_mut().enumerate() {
            let lost = (mixed(luck + seat as u64) % 120) as i32;
            let behind = (seat + seating.len() - winner) % seating.len();
            result.place = behind as u8 + 1;
            result.score = if behind == 0 { 60 } else { -lost };
            result.tiles_left = if behind == 0 {
                0
            } else {
                (lost / 8) as u16 + 1
            };
            result.points_left = lost.unsigned_abs();
            result.opened_turn = (lost % 7 != 0).then_some(1 + (lost % 9) as u32);
        }
    }
}

fn template(players: usize, games: usize) -> Block {
    let table = parse_table(
        "R10 B10 K10 ; R1 R2 R3",
        &RuleSet::preset("original").expect("it ships"),
    );
    let game = GameRecord {
        turns: vec![
            TurnRecord::Draw,
            TurnRecord::Draw,
            TurnRecord::Play(table.expect("a table")),
            TurnRecord::Draw,
        ],
        ..game(BySeat::default(), BySeat::filled(players, seat(0, 1)))
    };
    let deal = Deal {
        racks: BySeat::filled(players, TileCounts::EMPTY),
        streams: Vec::new(),
    };
    Block {
        deals: vec![DealRecord { attempt: 0, deal }],
        ..block(vec![game; games])
    }
}

/// Feeds a run of `GAMES` games, one block at a time; returns their number.
fn feed(header: &Header, matchups: &[Vec<BySeat<u16>>], watch: Watch) -> u64 {
    let matchup_count = matchups.len() as u64;
    let mut builder = SummaryBuilder::new(header).watched(Watch {
        matchups: matchup_count,
        ..watch
    });
    let mut block = template(header.players, 8);
    let empty = block.clone();
    let mut games = 0;
    for number in 0.. {
        let seatings = &matchups[(number % matchups.len() as u64) as usize];
        if games + seatings.len() as u64 > GAMES {
            break;
        }
        block.games.clone_from(&empty.games);
        block.deals[0].attempt = (number / matchup_count) as u32;
        fill(&mut block, number, seatings);
        builder.push(&block);
        games += seatings.len() as u64;
    }
    let summary = builder.summary();
    assert_eq!(summary.games, games);
    assert!(summary.bots.iter().all(|bot| bot.rating.is_some()));
    games
}

fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn every_pair(bots: u16) -> Vec<Vec<BySeat<u16>>> {
    let pair = |a: u16, b: u16| vec![[a, b].into(), [b, a].into()];
    (0..bots)
        .flat_map(|a| (a + 1..bots).map(move |b| pair(a, b)))
        .collect()
}

#[test]
#[allow(clippy::print_stderr, reason = "the measurement is the point")]
fn a_million_games_take_less_than_200_mb() {
    let watch = |rule| Watch {
        metric: Metric::Score,
        rule,
        deals: GAMES,
        matchups: 1,
    };
    let four = |a: u16| {
        let order = [a, a + 1, a + 2, a + 3];
        let reverse = [a + 3, a + 2, a + 1, a];
        let rotate = |order: [u16; 4], by| BySeat::from([&order[by..], &order[..by]].concat());
        let rotated = |order| (0..4).map(move |by| rotate(order, by));
        rotated(order).chain(rotated(reverse)).collect::<Vec<_>>()
    };
    let test = StopRule::Sprt(Sprt::new(0.0, 1e-3));
    let runs = [
        ("2 bots", header(0..2, 2), every_pair(2), watch(Some(test))),
        (
            "100 bots, every pair",
            header(0..100, 2),
            every_pair(100),
            watch(Some(StopRule::UntilWidth(0.0))),
        ),
        (
            "20 bots at tables of 4",
            header(0..20, 4),
            (0..17).map(four).collect(),
            watch(None),
        ),
    ];
    // The widest plan in every run; the others, which take less, only in the long tier.
    let long = std::env::var_os("RUMMILAB_TIER").is_some_and(|tier| tier == "long");
    for (name, header, matchups, watch) in runs {
        if !long && matchups.len() < 100 {
            continue;
        }
        let games = feed(&header, &matchups, watch);
        assert!(games > GAMES - 8, "{name}: {games}");
        let Some(peak) = peak_mb() else {
            eprintln!("no /proc here: memory is not measured");
            return;
        };
        eprintln!("{name}: {games} games, peak so far {peak:.0} MB");
        assert!(peak < LIMIT_MB, "{name}: {peak:.0} MB");
    }
}
