//! Certified ends: exact by an independent search, and the corpus reads back.

use rummilab_bots::roster;
use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{
    Action, BySeat, Game, Middle, RuleSet, Seat, SeatThen, Table, TileCounts, win_share,
};
use rummilab_runs::{CertifiedEnd, EndCollector, MeanRegret, Regret, Worth, read_ends, regret};
use rummilab_solver::{Goal, ListLimits, Omitted, Solver, solve_on};

const WORK: u64 = 20_000;

fn rules() -> RuleSet {
    RuleSet::preset("original").unwrap()
}

fn corpus() -> Vec<CertifiedEnd> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/ends/original-2.jsonl"
    );
    read_ends(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn tiles(text: &str, rules: &RuleSet) -> TileCounts {
    parse_tiles(text, rules).unwrap().into_iter().collect()
}

/// The game of the referee at this end, from the text of the corpus alone.
fn game_of<'r>(end: &CertifiedEnd, rules: &'r RuleSet) -> Game<'r> {
    let laid = |seat: usize| {
        let own = end.turns.iter().skip(seat).step_by(2);
        own.filter(|turn| !["draw", "pass"].contains(&turn.as_str()))
            .count()
    };
    let seats = BySeat::from_fn(2, |seat| SeatThen {
        rack: tiles(&end.racks[seat.index()], rules),
        opened: laid(seat.index()) > 0,
        own_turns: 1,
        ..SeatThen::default()
    });
    let middle = Middle {
        seats,
        table: parse_table(&end.table, rules).unwrap(),
        streams: vec![Vec::new(), Vec::new()],
        starter: Seat(0),
        to_move: Seat(end.turns.len() % 2),
        drawn_first: None,
        last_round: None,
        passes: usize::from(end.turns.last().is_some_and(|turn| turn == "pass")),
    };
    Game::resume(rules, &middle).unwrap()
}

/// What each turn leads to, in the referee's hands.
fn moves<'r>(game: &Game<'r>, solver: &mut Box<dyn Solver>) -> Vec<(TileCounts, Game<'r>)> {
    let seat = game.to_move().unwrap();
    let position = game.position(seat);
    let limits = ListLimits::best(usize::MAX);
    let listed = solver
        .plays(game.rules(), &position, &Goal::Tiles, limits)
        .unwrap();
    assert_eq!(listed.rest, Omitted::Nothing);
    let mut moves = Vec::new();
    for play in &listed.plays {
        let mut only = position.clone();
        only.rack = play.tiles;
        let best = solve_on(
            solver.as_mut(),
            game.rules(),
            game.table(),
            &only,
            &Goal::Tiles,
        );
        let table: Table = best.unwrap().into_verified().unwrap().table(game.table());
        let mut after = game.clone();
        after.act(&Action::Play(table), solver).unwrap();
        moves.push((play.tiles, after));
    }
    if moves.is_empty() {
        let mut after = game.clone();
        after.act(&Action::Pass, solver).unwrap();
        moves.push((TileCounts::EMPTY, after));
    }
    moves
}

/// The worth of a game to seat 0, by trying everything: no bounds, no table of positions.
fn worth(game: &Game<'_>, solver: &mut Box<dyn Solver>) -> (f64, f64) {
    let Some(seat) = game.to_move() else {
        let results = game.results(solver).unwrap();
        let first = &results[Seat(0)];
        let share = win_share(first.place, results.iter().map(|result| result.place));
        return (share, f64::from(first.score));
    };
    let all = moves(game, solver).into_iter();
    let worths: Vec<(f64, f64)> = all.map(|(_, after)| worth(&after, solver)).collect();
    let better = |a: &(f64, f64), b: &(f64, f64)| a.partial_cmp(b).unwrap();
    let best = match seat {
        Seat(0) => worths.into_iter().max_by(better),
        _ => worths.into_iter().min_by(better),
    };
    best.unwrap()
}

fn own(worth: (f64, f64), seat: Seat) -> Worth {
    match seat {
        Seat(0) => Worth {
            wins: worth.0,
            points: worth.1,
        },
        _ => Worth {
            wins: 1.0 - worth.0,
            points: -worth.1,
        },
    }
}

#[test]
fn ends_are_worth_what_trying_everything_says() {
    let rules = rules();
    let mut solver = roster::solver();
    let mut small: Vec<CertifiedEnd> = corpus();
    small.retain(|end| end.tiles(&rules).unwrap() <= 11 && end.moves <= 8);
    assert!(small.len() >= 10, "{} small ends", small.len());
    for end in &small[..10] {
        let game = game_of(end, &rules);
        let seat = game.to_move().unwrap();
        let all = moves(&game, &mut solver);
        assert_eq!(all.len(), end.moves, "deal {}", end.deal);
        let worths: Vec<(TileCounts, Worth)> = all
            .into_iter()
            .map(|(laid, after)| (laid, own(worth(&after, &mut solver), seat)))
            .collect();
        let better =
            |a: &Worth, b: &Worth| (a.wins, a.points).partial_cmp(&(b.wins, b.points)).unwrap();
        let best = worths
            .iter()
            .map(|(_, worth)| *worth)
            .max_by(better)
            .unwrap();
        assert_eq!(best, end.best, "deal {}", end.deal);
        let laid = tiles(&end.laid, &rules);
        let played = worths.iter().find(|(tiles, _)| *tiles == laid).unwrap().1;
        assert_eq!(played, end.played, "deal {}", end.deal);
        let as_good = worths.iter().filter(|(_, worth)| worth.wins >= best.wins);
        assert_eq!(as_good.count(), end.as_good, "deal {}", end.deal);
    }
}

#[test]
fn who_solves_the_end_regrets_nothing_and_who_lays_all_it_can_does() {
    let rules = rules();
    let critical: Vec<CertifiedEnd> = corpus()
        .into_iter()
        .filter(CertifiedEnd::is_critical)
        .collect();
    let of = |bot: &str| -> Vec<Regret> {
        let bot = bot.parse().unwrap();
        let ends = critical[..20].iter();
        ends.map(|end| regret(&rules, end, &bot, 1, WORK).unwrap())
            .collect()
    };
    for exact in of("hold:empty=solve,work=20000") {
        assert_eq!(
            exact,
            Regret {
                wins: 0.0,
                points: 0.0
            }
        );
    }
    assert!(of("greedy").iter().any(|regret| regret.wins > 0.0));
}

#[test]
fn the_corpus_is_of_the_size_and_shape_that_it_says() {
    let (rules, ends) = (rules(), corpus());
    assert_eq!(ends.len(), 500);
    for end in &ends {
        assert!(
            (8..=24).contains(&end.tiles(&rules).unwrap()),
            "deal {}",
            end.deal
        );
        assert!(end.as_good >= 1 && end.as_good <= end.moves);
        let lost = Regret::of(end.best, end.played);
        assert!(lost.wins > 0.0 || (lost.wins == 0.0 && lost.points >= 0.0));
    }
    assert!(
        ends.windows(2).all(|pair| pair[0].deal < pair[1].deal),
        "one of each deal"
    );
}

#[test]
fn the_same_seed_collects_the_same_ends() {
    let rules = rules();
    let bot = "champion:budget=quick".parse().unwrap();
    let collected = || {
        let mut collector = EndCollector::new(&rules, &bot, 5, WORK);
        let ends: Vec<_> = (0..3)
            .map(|deal| collector.collect(deal).unwrap())
            .collect();
        (ends, collector.found)
    };
    let (ends, found) = collected();
    assert_eq!((ends.clone(), found), collected());
    assert_eq!(found.games, 3);
    assert!(found.solved <= found.with_ends && found.with_ends <= found.games);
    for end in ends.into_iter().flatten() {
        let line = serde_json::to_string(&end).unwrap();
        assert_eq!(read_ends(&line).unwrap(), [end]);
    }
}

#[test]
fn means_of_regrets_have_intervals_even_where_nothing_was_lost() {
    let none = MeanRegret::of(
        &[Regret {
            wins: 0.0,
            points: 0.0,
        }; 100],
        1,
    );
    assert_eq!((none.lost, none.wins), (0, 0.0));
    let most = none.lost_ci.unwrap().high();
    assert!((0.02..0.05).contains(&most), "{most}");
    let mut some = vec![
        Regret {
            wins: 0.0,
            points: 0.0
        };
        90
    ];
    some.extend(
        [Regret {
            wins: 1.0,
            points: 10.0,
        }; 10],
    );
    let mean = MeanRegret::of(&some, 1);
    assert_eq!((mean.ends, mean.lost), (100, 10));
    assert!((mean.wins - 0.1).abs() < 1e-12 && (mean.points - 1.0).abs() < 1e-12);
    // The percentiles of a binomial of 100 and 0.1 are 0.05 and 0.16.
    let interval = mean.wins_ci.unwrap();
    assert!((0.04..=0.06).contains(&interval.low()), "{interval:?}");
    assert!((0.15..=0.17).contains(&interval.high()), "{interval:?}");
}
