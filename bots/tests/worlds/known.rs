//! Ends in which every tile is known: the worth of positions and turns.

use rummilab_bot_api::View;
use rummilab_bots::endgame::{Endgame, State};
use rummilab_bots::standoff::Halt;
use rummilab_bots::worlds::{Foresight, KnownGame, Others, WON};
use rummilab_core::{RuleSet, Seat, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

use crate::common::counting::Counting;
use crate::common::enumeration::{Enumeration, small};
use crate::common::plain::{Way, mean};
use crate::games::{ENOUGH, Scene, TURNS, known, laid, play};

fn foresight<'a>(
    rules: &'a RuleSet,
    scene: &Scene<'_>,
    solver: &'a mut SearchSolver,
    asking: Seat,
    others: Others,
) -> Foresight<'a> {
    let pool = scene.line.pool().len();
    Foresight::new(rules, scene.starter, solver, (asking, others), pool, ENOUGH)
}

/// The number of positions compared, of those with a choice, and of those in which paranoid and
/// max-n differ for some seat.
#[derive(Debug, Default)]
struct Comparisons {
    compared: usize,
    with_choice: usize,
    differ: usize,
}

/// Solves every small enough position of these games for every seat, with both models, and compares
/// turn by turn.
fn check(players: usize, pool: usize, options: &str, games: u64) -> Comparisons {
    let rules = small(options);
    let mut judge = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let mut found = Comparisons::default();
    for number in 0..games {
        play(&rules, players, pool, number, &mut judge, |scene, judge| {
            let known = known(scene);
            let mut worths = Vec::new();
            for asking in Seat::all(players) {
                for (others, way) in [(Others::Paranoid, Way::Paranoid), (Others::MaxN, Way::MaxN)]
                {
                    let mut turns = TURNS;
                    let Some(expected) = scene.line.worths(way, asking, judge, &mut turns) else {
                        return;
                    };
                    let mut foresight = foresight(&rules, scene, &mut solver, asking, others);
                    let worth = match others {
                        Others::Paranoid => foresight.paranoid(&known).unwrap(),
                        Others::MaxN => {
                            let all = foresight.max_n(&known).unwrap();
                            assert_eq!(all[..players], expected, "{options:?} {number}: {known:?}");
                            assert_eq!(all.iter().sum::<i64>(), 0);
                            all[asking.index()]
                        }
                    };
                    assert_eq!(
                        worth,
                        expected[asking.index()],
                        "{options:?} {number}: {known:?}"
                    );
                    worths.push(worth);
                    if asking == known.to_move {
                        turns_agree(scene, &known, &mut foresight, (way, asking), judge);
                    }
                }
                // The result that a seat can guarantee is at most its result when everybody plays
                // for itself.
                let [paranoid, max_n] = worths[worths.len() - 2..] else {
                    unreachable!()
                };
                assert!(paranoid <= max_n, "{options:?} {number}: {known:?}");
                assert!(players > 2 || paranoid == max_n);
            }
            found.compared += 1;
            found.with_choice += usize::from(scene.line.choices(judge).len() > 1);
            found.differ += usize::from(worths.chunks(2).any(|both| both[0] != both[1]));
        });
    }
    found
}

/// The turns and their worths are those of enumeration, in the promised order. A second call gives
/// the same.
fn turns_agree(
    scene: &Scene<'_>,
    known: &KnownGame,
    foresight: &mut Foresight<'_>,
    (way, asking): (Way, Seat),
    judge: &mut Enumeration,
) {
    let found = foresight.turns(known).unwrap();
    let mut tiles = usize::MAX;
    for (turn, _) in &found {
        let lays = laid(turn).map_or(0, |laid| laid.len());
        assert!(lays <= tiles);
        tiles = lays;
    }
    let mut turns = usize::MAX;
    let mut expected: Vec<(Option<TileCounts>, i64)> = scene
        .line
        .choices(judge)
        .iter()
        .map(|(laid, lines)| {
            let pool = scene.line.pool().len();
            let worths = mean(lines, pool, way, asking, judge, &mut turns).unwrap();
            (*laid, worths[asking.index()])
        })
        .collect();
    let mut plain: Vec<(Option<TileCounts>, i64)> = found
        .iter()
        .map(|(turn, worth)| (laid(turn), *worth))
        .collect();
    expected.sort();
    plain.sort();
    assert_eq!(plain, expected, "{known:?}");
    assert_eq!(foresight.turns(known).unwrap(), found);
    foresight.forget_positions();
    assert_eq!(foresight.turns(known).unwrap(), found);
}

/// The procedures that may follow an empty pool.
const ENDS: [&str; 8] = [
    "",
    "must_play_when_empty=false",
    "empty_pool_procedure=one_round_from_drawer",
    "empty_pool_procedure=one_round_from_next must_play_when_empty=false",
    "empty_pool_procedure=stop",
    "empty_pool_score=own_negative must_play_when_empty=false",
    "stalemate=fewest_tiles must_play_when_empty=false",
    "unopened_penalty=off",
];

/// The positions of games with every end, all together.
fn check_ends(players: usize, pool: usize, base: &str, games: u64) -> Comparisons {
    let mut all = Comparisons::default();
    for end in ENDS {
        let found = check(players, pool, &format!("{base} {end}"), games);
        let ended = pool == 0 && end == ENDS[4];
        assert!(
            found.compared >= games as usize || ended,
            "{end:?}: {found:?}"
        );
        all.compared += found.compared;
        all.with_choice += found.with_choice;
        all.differ += found.differ;
    }
    all
}

#[test]
fn ends_of_three_are_worth_what_enumeration_says() {
    let found = check_ends(3, 0, "values=6 hand=6", 6);
    assert!(found.with_choice >= 40 && found.differ >= 20, "{found:?}");
    for options in [
        "values=5 hand=5 jokers=1",
        "colours=2 copies=2 hand=5",
        "values=5 hand=5 opening_table_access=after_threshold",
    ] {
        let found = check(3, 0, options, 6);
        assert!(found.compared >= 12, "{options:?}: {found:?}");
    }
}

#[test]
fn ends_of_four_are_worth_what_enumeration_says() {
    let found = check_ends(4, 0, "colours=4 hand=4", 6);
    assert!(found.with_choice >= 40 && found.differ >= 20, "{found:?}");
    let found = check(4, 0, "colours=4 values=5 hand=5", 3);
    assert!(found.compared >= 12, "{found:?}");
}

#[test]
fn ends_of_two_with_tiles_in_the_pool_are_worth_what_enumeration_says() {
    let found = check_ends(2, 2, "hand=5", 6);
    assert!(found.with_choice >= 80 && found.differ == 0, "{found:?}");
    // Equal pieces, in the pool too.
    let twins = "colours=2 copies=2 hand=6";
    for options in [twins, "opening_table_access=after_threshold hand=5"] {
        let found = check(2, 2, options, 6);
        assert!(found.with_choice >= 6, "{options:?}: {found:?}");
    }
}

#[test]
fn ends_of_three_with_tiles_in_the_pool_are_worth_what_enumeration_says() {
    let found = check_ends(3, 2, "values=6 hand=5", 6);
    assert!(found.with_choice >= 30 && found.differ >= 5, "{found:?}");
}

/// Between two players who see everything, both models agree with [`Endgame`], apart from the worth
/// of a win.
#[test]
fn between_two_it_is_the_game_of_two() {
    let mut compared = 0;
    for options in ["hand=6", "hand=6 jokers=1"] {
        let rules = small(options);
        let mut judge = Enumeration::new(&rules);
        let mut solver = SearchSolver::new();
        for number in 0..10 {
            play(&rules, 2, 0, number, &mut judge, |scene, _| {
                let seat = scene.line.game.to_move().unwrap();
                let view = View::of(&scene.line.game, seat, &scene.history);
                let mut boxed: Box<dyn Solver> = Box::new(SearchSolver::new());
                let mut endgame = Endgame::new(&rules, scene.starter, &mut boxed, ENOUGH);
                let Some(state) = State::of(&view) else {
                    return;
                };
                let choice = endgame.best(&state).unwrap().unwrap();
                let mut foresight = foresight(&rules, scene, &mut solver, seat, Others::Paranoid);
                // The other search does not know the last draw either.
                let mut known = known(scene);
                known.drawn = Default::default();
                let found = foresight.paranoid(&known).unwrap();
                let wins = choice.worth.signum();
                assert_eq!(found - wins * WON, choice.worth - wins * 1_000_000);
                compared += 1;
            });
        }
    }
    assert!(compared >= 40, "{compared}");
}

/// Rotating all players by one seat changes no worth.
#[test]
fn seats_are_alike() {
    let rules = small("values=5 hand=4 must_play_when_empty=false");
    let mut judge = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let mut compared = 0;
    for number in 0..6 {
        play(&rules, 3, 1, number, &mut judge, |scene, _| {
            let one = known(scene);
            let on = |by: usize, seat: Seat| seat.clockwise(by, 3);
            for (by, asking) in [(1, Seat(0)), (2, Seat(0)), (1, Seat(2))] {
                let mut other = one;
                other.racks[..3].rotate_right(by);
                other.opened[..3].rotate_right(by);
                other.turned[..3].rotate_right(by);
                other.drawn[..3].rotate_right(by);
                other.to_move = on(by, one.to_move);
                let pool = one.pool.len();
                let mut ask = |known: &KnownGame, starter, asking| {
                    let way = (asking, Others::MaxN);
                    let mut foresight =
                        Foresight::new(&rules, starter, &mut solver, way, pool, ENOUGH);
                    (
                        foresight.paranoid(known).unwrap(),
                        foresight.max_n(known).unwrap(),
                    )
                };
                let (paranoid, mut all) = ask(&one, scene.starter, asking);
                let rotated = ask(&other, on(by, scene.starter), on(by, asking));
                all[..3].rotate_right(by);
                assert_eq!((paranoid, all), rotated, "{number}: {one:?}");
                compared += 1;
            }
        });
    }
    assert!(compared >= 30, "{compared}");
}

#[test]
fn no_more_is_asked_than_agreed_and_a_search_out_of_work_says_so() {
    let rules = small("values=5 hand=4");
    let mut judge = Enumeration::new(&rules);
    play(&rules, 3, 3, 2, &mut judge, |scene, _| {
        let known = known(scene);
        let pool = known.pool.len();
        let mut worth = None;
        for work in [0, 1, 3, 10, 100, ENOUGH] {
            for others in [Others::Paranoid, Others::MaxN] {
                let mut counting = Counting::new(Some(0));
                let way = (known.to_move, others);
                let mut foresight =
                    Foresight::new(&rules, scene.starter, &mut counting, way, pool, work);
                let found = foresight.turns(&known);
                assert!(counting.asked() <= work, "{} of {work}", counting.asked());
                match found {
                    Ok(turns) if others == Others::Paranoid => {
                        // More work changes nothing.
                        assert_eq!(worth.get_or_insert(turns.clone()), &turns);
                    }
                    Ok(_) => {}
                    Err(halt) => assert_eq!(halt, Halt::Work),
                }
                assert!(work > 0 || worth.is_none());
            }
        }
        assert!(worth.is_some());
        // Worths with a larger pool than was asked for are not whole numbers.
        if pool > 1 {
            let mut solver = SearchSolver::new();
            let way = (Seat(0), Others::Paranoid);
            let mut less =
                Foresight::new(&rules, scene.starter, &mut solver, way, pool - 1, ENOUGH);
            assert_eq!(less.paranoid(&known), Err(Halt::Work));
        }
    });
}
