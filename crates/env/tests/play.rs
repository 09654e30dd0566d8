//! Games played through the environment: the referee accepts every game that follows the masks.

#![allow(clippy::unwrap_used)]

use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Ending, Position, RuleSet, Seat};
use rummilab_env::{EnvError, Environment, Opponent, Seats, SharedSolver};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver, fewest_changes};

fn rules(name: &str, options: &[&str]) -> RuleSet {
    RuleSet::named(name, options).unwrap()
}

fn game(rules: &RuleSet, players: usize, seed: u64) -> Environment {
    Environment::new(rules, players, seed, Box::new(SearchSolver::new())).unwrap()
}

/// A random legal action, each with the same probability.
fn any(legal: &[bool], stream: &mut Stream) -> usize {
    let all: Vec<usize> = (0..legal.len()).filter(|at| legal[*at]).collect();
    all[stream.index(all.len()).unwrap()]
}

fn stream(seed: u64) -> Stream {
    Stream::new(Key::sample(seed, "test", 0))
}

/// All observations and the ending of a game of random actions.
fn played(rules: &RuleSet, players: usize, seed: u64) -> (Vec<u8>, Ending, Vec<f64>) {
    let (mut game, mut stream) = (game(rules, players, seed), stream(seed));
    let mut seen = Vec::new();
    while let Some(seat) = game.to_move() {
        game.observe(seat, &mut seen);
        let legal = game.legal().unwrap();
        assert!(legal.contains(&true), "a dead end after {}", game.laid());
        game.step(any(&legal, &mut stream)).unwrap();
    }
    assert!(!game.legal().unwrap().contains(&true));
    assert!(matches!(game.step(0), Err(EnvError::Over)));
    let rewards = game.rewards().iter().copied().collect();
    (seen, game.results().unwrap().0, rewards)
}

/// Who can lay must, and who cannot draws until that changes.
const FORCED: [&str; 3] = ["must_play=true", "draw_until_able=true", "wrap=end"];

#[test]
fn random_games_end_without_a_dead_end_under_every_system() {
    let small = [
        "values=5",
        "colours=3",
        "jokers=1",
        "hand=6",
        "opening_min=6",
    ];
    for (name, options, players) in [
        ("original", &[][..], 2),
        ("original", &small, 3),
        ("tournament", &[], 4),
        ("twist", &[], 2),
        ("house", &[], 3),
        ("original", &small, 5),
        ("six", &[], 6),
        ("original", &FORCED, 3),
        ("house", &["must_play=opened"], 2),
    ] {
        let rules = rules(name, options);
        for seed in 0..2 {
            let (seen, ending, rewards) = played(&rules, players, seed);
            assert!(!matches!(ending, Ending::Fault(_)), "{name} {seed}");
            assert!(rewards.iter().sum::<f64>().abs() < 1e-12, "{rewards:?}");
            assert!(rewards.iter().any(|reward| *reward > 0.0) || ending == Ending::PoolEmpty);
            assert_eq!(seen, played(&rules, players, seed).0, "{name} {seed} again");
        }
    }
}

#[test]
fn states_that_differ_only_in_hidden_tiles_give_equal_bytes() {
    let rules = rules("original", &["hand=1"]);
    let seen = |deal: u64| {
        let mut game = game(&rules, 2, 5);
        game.reset(5, deal).unwrap();
        let mut bytes = Vec::new();
        game.observe(Seat(0), &mut bytes);
        (
            game.rack(Seat(0)).to_string(),
            game.rack(Seat(1)).to_string(),
            bytes,
        )
    };
    let first = seen(0);
    let mut others = (1..2000)
        .map(seen)
        .filter(|(own, other, _)| *own == first.0 && *other != first.1);
    let other = others.next().expect("another deal with this rack");
    assert_eq!(first.2, other.2);
}

/// The sets of the new table depended on how the play was found, and so on the rest of the rack.
#[test]
fn the_table_after_a_play_does_not_tell_how_it_was_found() {
    let rules = rules("original", &[]);
    let mut plays = 0;
    for seed in 0..20 {
        let (mut game, mut stream) = (game(&rules, 2, seed), stream(seed));
        while game.to_move().is_some() {
            let before = game.fork(Box::new(SearchSolver::new()));
            let mut laid = game.laid();
            let turn = game.view(game.to_move().unwrap()).history.len();
            while game.view(Seat(0)).history.len() == turn && game.to_move().is_some() {
                laid = game.laid();
                let legal = game.legal().unwrap();
                game.step(any(&legal, &mut stream)).unwrap();
            }
            if !laid.is_empty() {
                let mut direct = before;
                direct.play(laid).unwrap();
                assert_eq!(
                    direct.table().to_string(),
                    game.table().to_string(),
                    "{laid}"
                );
                plays += 1;
            }
        }
    }
    assert!(plays > 200, "{plays}");
}

/// Where any table will do, the same actions show the same game. Otherwise as many old sets stay as
/// a solver leaves that knows no plays by hand.
#[test]
fn any_table_is_the_same_game_and_the_usual_one_changes_fewest_sets() {
    let cases: [(&str, &[&str]); 4] = [
        ("original", &[]),
        ("original", &["joker_rule=old"]),
        ("twist", &["opening_min=0"]),
        ("house", &["opening_min=0"]),
    ];
    for (number, (name, options)) in (0..).zip(cases) {
        let rules = rules(name, options);
        let mut usual = game(&rules, 2, number);
        let mut any_table = game(&rules, 2, number).with_any_table();
        let (mut stream, mut plays) = (stream(number), 0);
        let done = usual.actions() - 2;
        while let Some(seat) = usual.to_move() {
            let mut seen = [Vec::new(), Vec::new()];
            usual.observe(seat, &mut seen[0]);
            any_table.observe(seat, &mut seen[1]);
            assert_eq!(seen[0], seen[1], "{name} {options:?}");
            let legal = usual.legal().unwrap();
            assert_eq!(legal, any_table.legal().unwrap(), "{name} {options:?}");
            let action = any(&legal, &mut stream);
            let (before, laid) = (usual.table().clone(), usual.laid());
            let position = Position {
                rack: laid,
                ..usual.view(seat).position()
            };
            usual.step(action).unwrap();
            any_table.step(action).unwrap();
            if action == done && position.opened && plays < 40 {
                plays += 1;
                let solver = &mut SearchSolver::new();
                let goal = &Goal::Tiles;
                let best = solver
                    .solve(&rules, &position, goal)
                    .unwrap()
                    .into_verified()
                    .unwrap();
                let fewest =
                    fewest_changes(solver, &rules, &before, &position, goal, best, 20).unwrap();
                let untouched = before.untouched_in(usual.table());
                let same = !fewest.proven || untouched == fewest.untouched;
                assert!(
                    same && untouched >= fewest.untouched,
                    "{name}: {before} and {laid}"
                );
            }
        }
        assert!(plays > 5, "{name} {options:?}: {plays} plays");
    }
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let rules = rules("original", &[]);
    let mut game = game(&rules, 2, 1);
    let done = game.actions() - 2;
    let before = game.legal().unwrap();
    let refused = game.step(done).unwrap_err().to_string();
    assert_eq!(
        refused,
        format!("action {done} (done) is not legal now; the mask says which are")
    );
    assert!(matches!(
        game.step(done + 2),
        Err(EnvError::NoAction(55, 54))
    ));
    assert_eq!(game.legal().unwrap(), before);
}

/// Whole games by rows alone: every legal action has a row, and no row is refused.
#[test]
fn every_legal_row_can_be_taken() {
    for (name, options, players) in [
        ("original", &[][..], 2),
        ("original", &FORCED, 2),
        ("tournament", &[], 3),
        ("house", &[], 2),
        ("twist", &[], 2),
        ("six", &[], 6),
    ] {
        let rules = rules(name, options);
        let (mut game, mut stream) = (game(&rules, players, 7), stream(7));
        let (rows, width) = (5, game.layout().candidate_bytes());
        while game.to_move().is_some() {
            let found = game.candidate_rows(rows - 1).unwrap();
            assert_eq!(
                (found.legal.len(), found.features.len()),
                (rows, rows * width)
            );
            let refused = found.legal.iter().position(|legal| !legal);
            if let Some(row) = refused {
                let error = game.take_candidate(row, rows - 1).unwrap_err();
                assert!(matches!(error, EnvError::NoRow(at) if at == row), "{error}");
                assert_eq!(game.candidate_rows(rows - 1).unwrap(), found);
            }
            let row = any(&found.legal, &mut stream);
            game.take_candidate(row, rows - 1).unwrap();
        }
        assert!(!game.candidate_rows(2).unwrap().legal.contains(&true));
        assert!(matches!(game.take_candidate(0, 2), Err(EnvError::Over)));
    }
}

/// One solver for all seats and games gives the same games as separate solvers, and so does one for
/// each of several threads.
#[test]
fn a_shared_solver_changes_nothing() {
    let rules = rules("original", &["hand=7"]);
    let own = || -> Box<dyn Solver> { Box::new(SearchSolver::new()) };
    let seen = |solvers: &dyn Fn() -> Box<dyn Solver>, threads: &SharedSolver| {
        let games = (0..5).map(|deal| {
            let table = Environment::new(&rules, 2, 0, solvers()).unwrap();
            let bot = "value".parse::<BotSpec>().unwrap().make_with(solvers());
            let name = "value".to_owned();
            let mut game = Seats::new(table, vec![Opponent { name, bot }]).unwrap();
            game.reset(1, deal, Seat(0)).unwrap();
            (game, stream(5 + deal), Vec::new())
        });
        let mut games: Vec<_> = games.collect();
        for _ in 0..60 {
            threads.for_each(games.iter_mut(), |(game, stream, seen)| {
                let legal = game.environment().legal().unwrap();
                seen.extend(legal.iter().map(|legal| u8::from(*legal)));
                game.environment().observe(Seat(0), seen);
                if game.environment().to_move().is_some() {
                    game.step(any(&legal, stream)).unwrap();
                }
            });
        }
        let seen = games.into_iter().map(|(.., seen)| seen);
        seen.collect::<Vec<_>>()
    };
    let expected = seen(&own, &SharedSolver::new(own()));
    for threads in [1, 3, 8] {
        let shared = SharedSolver::for_threads(threads, own);
        assert_eq!(expected, seen(&|| shared.boxed(), &shared), "{threads}");
    }
}

/// Every item is met once, also if there are fewer than threads.
#[test]
fn threads_share_all_items() {
    for threads in [1, 2, 5] {
        let shared = SharedSolver::for_threads(threads, || Box::new(SearchSolver::new()));
        for items in [0, 1, 4, 100] {
            let mut met = vec![0; items];
            shared.for_each(met.iter_mut(), |times| *times += 1);
            assert_eq!(met, vec![1; items], "{threads}");
        }
    }
}

#[test]
fn bots_take_the_other_seats() {
    let rules = rules("house", &[]);
    let bot = |name: &str| Opponent {
        name: name.to_owned(),
        bot: name.parse::<BotSpec>().unwrap().make(),
    };
    let table = game(&rules, 3, 1);
    let mut seats = Seats::new(table, vec![bot("greedy"), bot("random")]).unwrap();
    let mut stream = stream(3);
    for deal in 0..3 {
        let seat = Seat(deal as usize);
        seats.reset(9, deal, seat).unwrap();
        while seats.environment().to_move().is_some() {
            assert_eq!(seats.environment().to_move(), Some(seat));
            let legal = seats.environment().legal().unwrap();
            seats.step(any(&legal, &mut stream)).unwrap();
        }
        let (ending, _) = seats.environment().results().unwrap();
        assert!(!matches!(ending, Ending::Fault(_)), "{ending:?}");
    }
    let table = game(&rules, 3, 1);
    assert!(Seats::new(table, vec![bot("greedy")]).is_err());
}

/// Where turns begin with a draw, a game with given racks waits for it. A number tile that the rack
/// holds is not drawn while the pool has another.
#[test]
fn a_turn_waits_for_its_draw_where_racks_are_given() {
    let small = [
        "values=3",
        "colours=2",
        "jokers=1",
        "hand=2",
        "opening_min=0",
    ];
    let rules = rules("house", &small);
    let all = rules.all_tiles();
    let rack = |from: usize| all[from..from + 2].iter().copied().collect();
    let racks = [rack(0), rack(2)].into_iter().collect();
    let mut game = Environment::with_racks(&rules, racks, Box::new(SearchSolver::new())).unwrap();
    let mut stream = stream(1);
    while let Some(seat) = game.to_move() {
        let draws = game.first_draws();
        if !draws.is_empty() {
            let held = *game.rack(seat);
            let new = |tile: &rummilab_core::Tile| tile.is_joker() || held.count(*tile) == 0;
            let pool = game.pool();
            if pool.tiles().any(|tile| new(&tile)) {
                assert!(draws.tiles().all(|tile| new(&tile)));
            } else {
                assert_eq!(draws, pool);
            }
            let not = pool.saturating_sub(&draws);
            assert!(
                not.tiles()
                    .all(|tile| draws.count(tile) > 0 || !game.begin_with(tile))
            );
            let tile = draws.tiles().next().unwrap();
            assert!(game.begin_with(tile) && !game.begin_with(tile));
            assert_eq!(game.rack(seat).len(), held.len() + 1);
        }
        let legal = game.legal().unwrap();
        game.step(any(&legal, &mut stream)).unwrap();
    }
    assert!(game.results().is_some() && game.first_draws().is_empty());
}
