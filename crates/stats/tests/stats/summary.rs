//! The summary of a record small enough to count by hand.

use rummilab_core::{Deal, Ending, RuleSet, Seat, Table, TileCounts, notation::parse_table};
use rummilab_record::{
    Block, DealRecord, FaultKind, FaultRecord, GameRecord, Header, SeatRecord, TurnRecord,
};
use rummilab_stats::{
    BlockMeans, Breakdown, BreakdownRow, By, Evidence, Figure, GameFigures, GamePhase, Summary,
    SummaryBuilder, rate_interval,
};

use crate::records::{self, header};

fn table(text: &str) -> Table {
    parse_table(text, &RuleSet::preset("original").unwrap()).unwrap()
}

fn seat(
    score: i32,
    place: u8,
    tiles_left: u16,
    own_turns: u32,
    opened_turn: Option<u32>,
) -> SeatRecord {
    SeatRecord {
        score,
        place,
        tiles_left,
        points_left: u32::from(tiles_left) * 10,
        own_turns,
        opened_turn,
    }
}

/// Seat `out` opens on its second own turn with three tiles, lays one more and goes out with
/// `score` points.
fn game(seating: [u16; 2], out: usize, score: i32) -> GameRecord {
    let mut seats = vec![seat(-score, 2, 15, 3, None); 2];
    seats[out] = seat(score, 1, 0, 3, Some(2));
    GameRecord {
        turns: vec![
            TurnRecord::Draw,
            TurnRecord::Draw,
            TurnRecord::Play(table("R10 B10 K10")),
            TurnRecord::Draw,
            TurnRecord::Play(table("R10 B10 K10 O10")),
        ],
        ending: Ending::WentOut(Seat(out)),
        ..records::game(seating, seats)
    }
}

fn block(number: u64, games: Vec<GameRecord>) -> Block {
    let deal = Deal {
        racks: [TileCounts::EMPTY; 2].into(),
        streams: vec![Vec::new(); 2],
    };
    Block {
        block: number,
        // Every block has another deal.
        deals: vec![DealRecord {
            attempt: number as u32,
            deal,
        }],
        games,
    }
}

fn summary(header: &Header, blocks: &[Block]) -> Summary {
    let mut builder = SummaryBuilder::new(header);
    blocks.iter().for_each(|block| builder.push(block));
    builder.summary()
}

/// Block 0: A wins both for 10 and 30. Block 1: each wins as seat 0, for 20 and 40. Block 2: A wins
/// 5, B wins 15.
fn three_blocks() -> Vec<Block> {
    vec![
        block(0, vec![game([0, 1], 0, 10), game([1, 0], 1, 30)]),
        block(1, vec![game([0, 1], 0, 20), game([1, 0], 0, 40)]),
        block(2, vec![game([0, 1], 0, 5), game([1, 0], 0, 15)]),
    ]
}

/// A gauntlet of A on four deals. Against A, B wins 2, 1, 0 and 1 of two games, C 1, 1, 0 and 0.
#[test]
fn match_ups_of_one_deal_are_one_piece_of_evidence() {
    let winners = [
        [[1, 1], [2, 0]],
        [[0, 1], [0, 2]],
        [[0, 0], [0, 0]],
        [[1, 0], [0, 0]],
    ];
    let mut blocks = Vec::new();
    for (deal, winners) in winners.iter().enumerate() {
        for (other, [first, second]) in [1, 2].into_iter().zip(winners) {
            let out = |winner: usize, seating: [u16; 2]| {
                let seat = seating.iter().position(|bot| usize::from(*bot) == winner);
                game(seating, seat.unwrap(), 10)
            };
            let games = vec![out(*first, [0, other]), out(*second, [other, 0])];
            let mut block = block(deal as u64, games);
            block.block = blocks.len() as u64;
            blocks.push(block);
        }
    }
    let found = summary(&header(["A", "B", "C"], 2), &blocks);
    let [pair] = &found.challengers[..] else {
        panic!("{:?}", found.challengers);
    };
    assert_eq!((&*pair.a, &*pair.b, pair.deals), ("B", "C", 4));
    // By deal B has 1, 1/2, 0 and 1/2, C 1/2, 1/2, 0 and 0: sums of squares 1/2, 1/4, and 1/4 of
    // the differences 1/2, 0, 0 and 1/2.
    let near = |found: Option<f64>, expected: f64| {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?}");
    };
    near(pair.win_difference, 0.25);
    near(pair.score_difference, 5.0);
    near(pair.variance_ratio_wins, 3.0);
    near(pair.variance_ratio_score, 3.0);
    // The errors of A are those of its four deals, not of its eight blocks.
    let mut by_deal = BlockMeans::new();
    for wins in [
        [0.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0, 0.0],
        [1.0; 4],
        [0.0, 1.0, 1.0, 1.0],
    ] {
        by_deal.push(&wins);
    }
    let a = &found.bots[0].results;
    assert_eq!(a.win_rate_ci, rate_interval(&by_deal, 0.95));
    // Without a bot that met both there is nothing to compare.
    let mut all = blocks.clone();
    all.extend([block(0, vec![game([1, 2], 0, 10)])]);
    let round_robin = summary(
        &header(["A", "B", "C"], 2),
        &[&blocks[..2], &all[8..]].concat(),
    );
    assert_eq!(round_robin.challengers, []);
}

#[test]
fn numbers_come_out_as_counted_by_hand() {
    let near = |found: Option<f64>, expected: f64| {
        assert!(
            found.is_some_and(|found| (found - expected).abs() < 1e-12),
            "{found:?} {expected}"
        );
    };
    let summary = summary(&header(["A", "B"], 2), &three_blocks());
    assert_eq!((summary.blocks, summary.games), (3, 6));
    let a = &summary.bots[0];
    assert_eq!((a.games, a.seats, a.wins), (6, 6, 4.0));
    near(a.results.win_rate, 4.0 / 6.0);
    // 10 + 30, 20 - 40, 5 - 15 over six games.
    near(a.results.mean_score, 10.0 / 6.0);
    near(summary.bots[1].results.mean_score, -10.0 / 6.0);
    assert_eq!(
        a.score_quantiles.as_ref().map(|q| (q.min, q.median, q.max)),
        Some((-40, 5, 30))
    );
    assert_eq!(a.mean_placement, None);
    assert_eq!(a.by_seat[0].games, 3);
    assert_eq!(a.by_seat[0].results.win_rate, Some(1.0));
    near(summary.seats[0].results.win_rate, 5.0 / 6.0);

    let pair = &summary.pairs[0];
    assert_eq!(
        (pair.a.as_str(), pair.b.as_str(), pair.blocks, pair.games),
        ("A", "B", 3, 6)
    );
    near(pair.score_difference, 20.0 / 6.0);
    near(pair.win_difference, 2.0 / 6.0);
    // Block means of the score difference: 40, -20, -10. Games by seat of A: 20 40 10 and 60 -80
    // -30.
    let game_variance = (466.666_666_666_666_7 + 10_066.666_666_666_666) / 4.0;
    let block_variance: f64 =
        (36.666_667_f64.powi(2) + 23.333_333_f64.powi(2) + 13.333_333_f64.powi(2)) / 2.0;
    let ratio = pair.variance_ratio_score.unwrap();
    assert!(
        (ratio - game_variance / 2.0 / block_variance).abs() < 1e-3,
        "{ratio}"
    );

    let games = &summary.game;
    assert_eq!((games.mean_turns, games.draw_share), (Some(5.0), Some(0.6)));
    assert_eq!(games.tiles_per_play, Some(2.0));
    assert_eq!(
        (games.empty_pool_share, games.fault_share),
        (Some(0.0), Some(0.0))
    );
    assert_eq!(
        (games.loser_tiles, games.loser_points),
        (Some(15.0), Some(150.0))
    );
    assert_eq!(games.mean_table_left, Some(4.0));
    assert_eq!(games.mean_pool_left, Some(106.0 - 4.0 - 15.0));
    assert_eq!(games.first_to_open_wins, Some(1.0));
    assert_eq!(games.never_opened, Some(0.5));
    assert_eq!(games.opened_by.first, Some(0.0));
    assert_eq!(games.opened_by.third, Some(0.5));
}

#[test]
fn swapping_the_bots_flips_the_sign_exactly() {
    let blocks = three_blocks();
    let mut swapped = blocks.clone();
    for game in swapped.iter_mut().flat_map(|block| &mut block.games) {
        game.seating.iter_mut().for_each(|bot| *bot = 1 - *bot);
    }
    let header = header(["A", "B"], 2);
    let (one, other) = (summary(&header, &blocks), summary(&header, &swapped));
    let (one, other) = (&one.pairs[0], &other.pairs[0]);
    assert_eq!(one.score_difference.map(|d| -d), other.score_difference);
    assert_eq!(one.win_difference.map(|d| -d), other.win_difference);
    assert_eq!(one.variance_ratio_score, other.variance_ratio_score);
}

#[test]
fn endless_games_are_shared_and_counted_apart() {
    let header = header(["A", "B"], 2);
    let mut endless = game([0, 1], 0, 0);
    endless.ending = Ending::Endless;
    endless.seats[Seat(1)].place = 1;
    let figures = |games: Vec<GameRecord>| {
        let summary = summary(&header, &[block(0, games)]);
        let json = serde_json::to_value(&summary).unwrap();
        let share = json["game"].get("endless_share").cloned();
        (summary.bots[1].wins, share, summary.game.fault_share)
    };
    let (ended, share) = (game([0, 1], 0, 10), Some(0.5.into()));
    assert_eq!(
        figures(vec![ended.clone(), endless]),
        (0.5, share, Some(0.0))
    );
    assert_eq!(figures(vec![ended]), (0.0, None, Some(0.0)));
}

#[test]
fn copies_share_a_row_and_faults_are_counted_by_bot() {
    let header = header(["A", "B"], 2);
    let mut faulty = game([0, 1], 0, 10);
    faulty.ending = Ending::Fault(Seat(1));
    let fault = FaultRecord {
        seat: Seat(1),
        kind: FaultKind::Crash,
        detail: "gone".to_owned(),
        action: None,
    };
    faulty.turns.push(TurnRecord::Refused(FaultRecord {
        kind: FaultKind::Illegal,
        ..fault.clone()
    }));
    faulty.fault = Some(fault);
    let summary = summary(&header, &[block(0, vec![faulty, game([1, 1], 0, 10)])]);
    let b = &summary.bots[1];
    assert_eq!((b.games, b.seats, b.wins), (2, 3, 1.0));
    assert_eq!(
        (b.faults.crash, b.faults.illegal, b.faults.total()),
        (1, 1, 2)
    );
    assert_eq!(summary.bots[0].faults.total(), 0);
    assert_eq!(summary.game.fault_share, Some(0.5));
    // A met B only in the first game.
    assert_eq!(summary.pairs[0].games, 1);
}

#[test]
fn no_blocks_are_no_numbers() {
    let summary = summary(&header(["A", "B"], 2), &[]);
    assert_eq!(summary.bots[0].results.win_rate, None);
    assert_eq!(summary.bots[0].results.win_rate_ci, None);
    assert!(summary.pairs.is_empty());
    assert_eq!(summary.game.mean_turns, None);
}

#[test]
fn intervals_are_pairs_and_unknown_figures_null_in_json() {
    let header = header(["A", "B"], 2);
    let json = serde_json::to_value(summary(&header, &three_blocks())).unwrap();
    assert!(
        json["bots"][0]["mean_score_ci"]
            .as_array()
            .is_some_and(|ends| ends.len() == 2)
    );
    assert_eq!(json["bots"][0]["mean_placement"], serde_json::Value::Null);
    assert_eq!(json["game"]["opened_by"]["3"], 0.5);
    // By then all seats were gone, half of them unopened, so the probability is unknown.
    assert_eq!(json["game"]["opened_by"]["10"], serde_json::Value::Null);
    let one = serde_json::to_value(summary(&header, &three_blocks()[..1])).unwrap();
    assert_eq!(one["bots"][0]["mean_score_ci"], serde_json::Value::Null);
}

/// If the player who draws the last tile plays again at once, a later seat can open before an
/// earlier one on the same own turn.
#[test]
fn the_first_to_open_is_the_first_at_the_table() {
    let drawer = "empty_pool_procedure=one_round_from_drawer";
    let rules = RuleSet::preset("original").unwrap();
    let rules = rules.with_options(&["hand=52", drawer, "invalid_penalty=0"]);
    let rules = rules.unwrap();
    // Two tiles are left: seat 0 draws one, seat 1 the last, plays again and opens; then seat 0
    // opens.
    let turns = vec![
        TurnRecord::Draw,
        TurnRecord::Draw,
        TurnRecord::Play(table("R10 B10 K10")),
        TurnRecord::Play(table("R10 B10 K10 ; R11 B11 K11")),
    ];
    let game = GameRecord {
        turns,
        ending: Ending::PoolEmpty,
        seats: [seat(1, 1, 50, 2, Some(2)), seat(-1, 2, 50, 2, Some(2))].into(),
        ..game([0, 1], 0, 0)
    };
    let figures = GameFigures::of(&game, &rules);
    assert_eq!(figures.first_to_open, Some(Seat(1)));
    let counted = (figures.draws, figures.plays, figures.tiles_laid);
    assert_eq!(counted, (2, 2, 6));
}

/// If turns begin with a draw, a turn that lays nothing counts as a draw while there are tiles.
/// Turns count for the right seat whoever starts.
#[test]
fn turns_that_begin_with_a_draw() {
    let rules = RuleSet::preset("house").unwrap();
    let rules = rules.with_options(&["hand=78"]).unwrap();
    let game = GameRecord {
        starter: Seat(1),
        // Four tiles are left: seat 1 lays on its second turn, then the pool is empty.
        turns: vec![
            TurnRecord::Pass,
            TurnRecord::Pass,
            TurnRecord::Play(table("R10 B10 K10")),
            TurnRecord::Pass,
            TurnRecord::Pass,
            TurnRecord::Pass,
        ],
        ending: Ending::PoolEmpty,
        seats: [seat(0, 2, 80, 3, None), seat(0, 1, 77, 3, Some(2))].into(),
        ..game([0, 1], 0, 0)
    };
    let figures = GameFigures::of(&game, &rules);
    assert_eq!(figures.first_to_open, Some(Seat(1)));
    let counted = (figures.draws, figures.passes, figures.plays);
    assert_eq!(counted, (3, 2, 1));
    assert_eq!((figures.pool_left, figures.tiles_laid), (0, 3));
}

#[test]
fn games_without_scores_have_no_figure_of_them() {
    let header = Header {
        rules: RuleSet::preset("house").unwrap(),
        ..header(["A", "B"], 2)
    };
    let summary = summary(&header, &three_blocks());
    let a = &summary.bots[0];
    assert!(a.results.win_rate.is_some() && a.results.win_rate_ci.is_some());
    let seats = [&a.by_seat[0].results, &summary.seats[1].results];
    for results in [&a.results].into_iter().chain(seats) {
        assert_eq!((results.mean_score, results.mean_score_ci), (None, None));
    }
    assert_eq!(a.score_quantiles, None);
    let pair = &summary.pairs[0];
    assert_eq!(
        (pair.score_difference, pair.variance_ratio_score),
        (None, None)
    );
    assert!(pair.win_difference.is_some());
}

fn broken_down(by: By, figures: &[Figure], evidence: Evidence) -> Vec<BreakdownRow> {
    let header = header(["A", "B"], 2);
    let mut breakdown = Breakdown::new(by, figures);
    for block in three_blocks() {
        breakdown.push(&header, evidence, &block);
    }
    breakdown.rows()
}

/// Figures that the summary also has agree with it, errors included.
#[test]
fn a_breakdown_agrees_with_the_summary() {
    let by_bot = By {
        bot: true,
        ..By::default()
    };
    let summary = summary(&header(["A", "B"], 2), &three_blocks());
    let rows = broken_down(by_bot, Figure::ALL, Evidence::Fixed);
    for bot in &summary.bots {
        let row = |figure: Figure| {
            let of = |row: &&BreakdownRow| {
                row.group.bot.as_ref() == Some(&bot.bot) && row.figure == figure.name()
            };
            rows.iter().find(of).unwrap()
        };
        let (results, opened) = (&bot.results, bot.never_opened.map(|never| 1.0 - never));
        let (rate_ci, score_ci) = (Some(results.win_rate_ci), Some(results.mean_score_ci));
        for (figure, expected, ci) in [
            (Figure::WinRate, results.win_rate, rate_ci),
            (Figure::Score, results.mean_score, score_ci),
            (Figure::TilesLeft, bot.mean_tiles_left, None),
            (Figure::PointsLeft, bot.mean_points_left, None),
            (Figure::DrawShare, bot.draw_share, None),
            (Figure::TilesPerPlay, bot.tiles_per_play, None),
            (Figure::Opened, opened, None),
        ] {
            let found = row(figure);
            let near = found
                .mean
                .zip(expected)
                .is_some_and(|(a, b)| (a - b).abs() < 1e-12);
            assert!(near, "{} {found:?} {expected:?}", bot.bot);
            assert!(ci.is_none_or(|ci| ci == found.ci), "{found:?} {ci:?}");
        }
        assert_eq!((row(Figure::Score).n, row(Figure::Score).blocks), (6, 3));
    }
    // There is no third seat, and no seat has a fault of its own.
    assert!(
        rows.iter()
            .all(|row| row.figure != "faults" || row.mean == Some(0.0))
    );
}

/// The winner opens on its second turn. Before that the game is in its opening, for the loser until
/// the end.
#[test]
fn turns_are_told_apart_by_seat_and_phase() {
    let by = By {
        seat: true,
        phase: true,
        ..By::default()
    };
    let header = header(["A", "B"], 2);
    let figures = [
        Figure::DrawShare,
        Figure::Score,
        Figure::Rack,
        Figure::TilesPerTurn,
    ];
    let mut breakdown = Breakdown::new(by, &figures);
    // A figure of seats has no phase.
    assert_eq!(breakdown.figures().len(), 3);
    breakdown.push(
        &header,
        Evidence::Fixed,
        &block(0, vec![game([0, 1], 0, 10)]),
    );
    let figures = |row: BreakdownRow| {
        let (seat, phase) = (row.group.seat.unwrap(), row.group.phase.unwrap());
        (seat.index(), phase, row.n, row.mean.unwrap())
    };
    let rows: Vec<_> = breakdown.rows().into_iter().map(figures).collect();
    let expected = [
        (0, GamePhase::Opening, 2, 0.5),
        (0, GamePhase::Opening, 2, 14.5),
        (0, GamePhase::Opening, 2, 1.5),
        (0, GamePhase::Middle, 1, 0.0),
        (0, GamePhase::Middle, 1, 12.0),
        (0, GamePhase::Middle, 1, 1.0),
        (1, GamePhase::Opening, 2, 1.0),
        (1, GamePhase::Opening, 2, 14.5),
        (1, GamePhase::Opening, 2, 0.0),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn near_the_end_is_an_empty_pool_or_a_small_rack() {
    // Fourteen tiles each of 30: two to draw.
    let mut header = header(["A", "B"], 2);
    let options = ["values=5", "copies=1", "jokers=0", "colours=6", "hand=14"];
    header.rules = header.rules.with_options(&options).unwrap();
    let mut only = game([0, 1], 0, 10);
    only.turns = vec![
        TurnRecord::Play(table("R1 R2 R3 ; B1 B2 B3 ; K1 K2 K3")),
        TurnRecord::Draw,
        TurnRecord::Play(table("R1 R2 R3 R4 ; B1 B2 B3 ; K1 K2 K3")),
        TurnRecord::Draw,
        TurnRecord::Play(table("R1 R2 R3 R4 ; B1 B2 B3 B4 ; K1 K2 K3")),
    ];
    only.seats[Seat(0)].opened_turn = Some(1);
    only.seats[Seat(1)].opened_turn = Some(1);
    let by = By {
        phase: true,
        ..By::default()
    };
    let mut breakdown = Breakdown::new(by, &[Figure::Pool]);
    breakdown.push(&header, Evidence::Fixed, &block(0, vec![only]));
    let found: Vec<_> = breakdown
        .rows()
        .iter()
        .map(|row| (row.group.phase.unwrap(), row.n, row.mean.unwrap()))
        .collect();
    // Seat 0 has 5, then 4; seat 1 takes the last tile before seat 0's last turn.
    let expected = [
        (GamePhase::Opening, 2, 2.0),
        (GamePhase::Middle, 1, 1.0),
        (GamePhase::End, 2, 0.5),
    ];
    assert_eq!(found, expected);
}

#[test]
fn errors_and_intervals_are_only_where_the_blocks_allow_them() {
    let row = |evidence| {
        let rows = broken_down(By::default(), &[Figure::Score, Figure::PassShare], evidence);
        (rows[1].se.is_some(), rows[1].ci.is_some())
    };
    // Scores of both seats sum to zero; no turn passes.
    assert_eq!(
        broken_down(By::default(), &[Figure::Score], Evidence::Fixed)[0].mean,
        Some(0.0)
    );
    assert!(row(Evidence::Fixed).0);
    assert!(row(Evidence::Sequential).0 && !row(Evidence::Sequential).1);
    assert_eq!(row(Evidence::Dependent), (false, false));
}
