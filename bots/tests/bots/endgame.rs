//! Solved endgames against full enumeration on small rule sets. The referee of core plays every
//! game to its end; plays are found by splitting every multiset of tiles in every way. No code of
//! the search is used for that.

use std::collections::BTreeMap;

use crate::common::enumeration::{Enumeration, deal, small};
use crate::common::{scene, tiles};
use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::BotSpec;
use rummilab_bots::endgame::{EndJudge, Endgame, State};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Deal, Game, RuleSet, Seat};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

/// Plays games until the pool is empty, each seat making any legal turn. From then on it solves and
/// compares every position, and plays `hold:empty=solve`, which must lose nothing. Returns the
/// number of compared positions.
fn check(rules: &RuleSet, games: u64) -> usize {
    let mut enumeration = Enumeration::new(rules);
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    let solving: BotSpec = "hold:empty=solve,work=1000000".parse().unwrap();
    let mut bot = solving.make();
    let mut compared = 0;
    for number in 0..games {
        let deal = deal(rules, number);
        let mut stream = Stream::new(Key::sample(2, "endgame", number));
        let starter = stream.index(2).unwrap();
        let mut game = Game::new(rules, &deal, Seat(starter)).unwrap();
        let mut history = Vec::new();
        let mut known = BTreeMap::new();
        while let Some(seat) = game.to_move() {
            let position = game.position(seat);
            let plays = enumeration.plays(rules, &position);
            let view = View::of(&game, seat, &history);
            let mut expected = None;
            let action = match State::of(&view) {
                None => {
                    assert!(game.pool_len() > 0);
                    match stream.pick(&plays).filter(|_| number % 2 == 0) {
                        Some(laid) => enumeration.action(&game, laid),
                        None => view.idle(),
                    }
                }
                Some(state) => {
                    let mut endgame = Endgame::new(rules, Seat(starter), &mut solver, 1_000_000);
                    let choice = endgame.best(&state).unwrap().unwrap();
                    let worth = enumeration.worth(&game, &mut known);
                    let own = if seat == Seat(0) { worth } else { -worth };
                    assert_eq!(choice.worth, own, "game {number}: {state:?}");
                    compared += 1;
                    expected = Some(worth);
                    bot.new_game(seat);
                    bot.act(&view, &mut stream).unwrap()
                }
            };
            let event = game.act(&action, &mut enumeration).unwrap();
            history.push(PublicTurn::of(&event));
            if let Some(worth) = expected {
                let after = enumeration.worth(&game, &mut known);
                assert_eq!(
                    after, worth,
                    "game {number}: the bot lost something by {action:?}"
                );
            }
        }
    }
    compared
}

#[test]
fn solved_games_are_worth_what_enumeration_says() {
    for options in [
        "",
        "must_play_when_empty=false",
        "empty_pool_procedure=one_round_from_drawer",
        "empty_pool_procedure=one_round_from_next must_play_when_empty=false",
        "empty_pool_score=own_negative must_play_when_empty=false",
        "jokers=2 hand=7",
        "jokers=2 hand=7 must_play_when_empty=false opening_min=8",
        "opening_table_access=after_threshold",
        "stalemate=fewest_tiles must_play_when_empty=false",
    ] {
        assert!(check(&small(options), 12) >= 12, "{options:?}");
    }
}

/// The penalty of 100 or 200 depends on the last tile drawn, so it is off here.
#[test]
fn what_happened_before_the_pool_ran_out_is_read_from_the_history() {
    for options in [
        "hand=5",
        "hand=5 must_play_when_empty=false",
        "hand=4 empty_pool_procedure=one_round_from_drawer",
        "hand=5 empty_pool_procedure=one_round_from_next",
        "hand=5 jokers=1",
    ] {
        let rules = small(&format!("{options} unopened_penalty=off"));
        assert!(check(&rules, 20) >= 12, "{options}");
    }
}

#[test]
fn a_search_out_of_work_says_so() {
    let rules = small("");
    let game_deal = deal(&rules, 3);
    let game = Game::new(&rules, &game_deal, Seat(0)).unwrap();
    let state = State::of(&View::of(&game, Seat(0), &[])).unwrap();
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    let mut solved = |work| {
        Endgame::new(&rules, Seat(0), &mut solver, work)
            .best(&state)
            .unwrap()
    };
    assert_eq!(solved(0), None);
    assert!(solved(1_000_000).is_some());
}

#[test]
fn only_games_in_which_everything_is_known_are_solved() {
    let rules = small("hand=5");
    let with_pool = deal(&rules, 1);
    let game = Game::new(&rules, &with_pool, Seat(0)).unwrap();
    assert_eq!(State::of(&View::of(&game, Seat(0), &[])), None);
    let rules = small("hand=4");
    let three = Deal {
        racks: rules
            .all_tiles()
            .chunks(4)
            .map(|rack| rack.iter().copied().collect())
            .collect(),
        streams: vec![Vec::new()],
    };
    let game = Game::new(&rules, &three, Seat(0)).unwrap();
    assert_eq!(State::of(&View::of(&game, Seat(0), &[])), None);
}

/// A turn was "lost already" where the whole rack could have gone, which is no small play.
#[test]
fn going_out_is_the_best_turn_however_the_end_is_solved() {
    let mut scene = scene("R3 R4 R5", "R6 R7").opponent(2).pool(0);
    let options = [
        "colours=R",
        "values=7",
        "copies=1",
        "jokers=0",
        "hand=2",
        "opening_min=0",
    ];
    scene.rules = scene.rules.with_options(&options).unwrap();
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    for lists in [0, 1_000] {
        let mut judge = EndJudge::new(lists, 10_000);
        let view = scene.view();
        for (laid, done) in [("R6", 0.0), ("R6 R7", 1.0)] {
            let laid = tiles(laid, &scene.rules);
            let judged = judge.judge(&view, Seat(0), &laid, &mut solver);
            let judged = judged.unwrap().unwrap();
            assert_eq!((judged.done, judged.best), (done, 1.0), "{lists} {laid}");
            assert_eq!(judged.laid, scene.rack, "{lists} {laid}");
            assert_eq!(judged.all_plays, lists > 0);
        }
    }
}
