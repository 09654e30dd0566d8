//! Requests of a page: whole games by hints under every rule system, resumed games, refusals,
//! records.

#![allow(clippy::unwrap_used)]

mod bounds;
mod club;
mod jobs;
mod languages;
mod rules;

use rummilab_arena::{Plan, Players, PlayersError, system_clock};
use rummilab_bot_api::Bot;
use rummilab_bots::BotSpec;
use rummilab_core::{CouldPlay, PRESET_NAMES};
use rummilab_engine::{Engine, Parts};
use rummilab_record::{Reader, verify_block};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;
use serde_json::{Value, json};

struct Shipped;

impl Players for Shipped {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(canonical.parse::<BotSpec>()?.make())
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Box::new(solver())
    }
}

fn solver() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

fn engine() -> Engine {
    engine_with(|_| false)
}

fn engine_with(spawn: fn(Box<dyn FnOnce() + Send>) -> bool) -> Engine {
    Engine::new(Parts {
        players: Box::new(Shipped),
        solver,
        header: |plan: &Plan| plan.header("test"),
        clock: system_clock,
        spawn,
        deals_at_once: 8,
    })
}

fn answer(engine: &mut Engine, ask: &str, with: &Value) -> Value {
    let request = json!({"id": 1, "ask": ask, "with": with});
    serde_json::from_str(&engine.answer(&request.to_string())).unwrap()
}

#[track_caller]
fn ask(engine: &mut Engine, ask: &str, with: &Value) -> Value {
    let found = answer(engine, ask, with);
    assert!(found.get("error").is_none(), "{ask} {with}: {found}");
    found["answer"].clone()
}

fn command(engine: &mut Engine, state: &Value, command: &str) -> Value {
    ask(
        engine,
        "command",
        &json!({"game": state["game"], "command": command}),
    )
}

#[test]
fn a_game_is_reviewed_bit_by_bit_and_goes_on_from_a_turn() {
    let mut engine = engine();
    let new = json!({"rules": "original", "levels": ["easy"], "seed": 3});
    let mut state = ask(&mut engine, "new", &new);
    for _ in 0..400 {
        if state["stage"] == "over" {
            break;
        }
        state = turn(&mut engine, &state);
    }
    assert_eq!(state["stage"], "over");
    let record = ask(&mut engine, "record", &json!({"game": state["game"]}));
    assert!(answer(&mut engine, "review-on", &json!({}))["error"].is_string());
    ask(&mut engine, "open", &record);
    let which = json!({"block": 0, "game": 0, "work": 4000});
    let by_deals = |engine: &mut Engine, deals: usize| {
        let mut review = ask(engine, "review", &which);
        let mut shares = vec![review["progress"].as_f64().unwrap()];
        while review["done"] == false {
            review = ask(engine, "review-on", &json!({"deals": deals}));
            shares.push(review["progress"].as_f64().unwrap());
        }
        assert!(shares.is_sorted() && shares.last() == Some(&1.0));
        (review, shares.len())
    };
    let (review, steps) = by_deals(&mut engine, 3);
    assert!(steps > 5);
    assert_eq!(by_deals(&mut engine, 1000).0, review);
    assert_eq!(review["review"]["seat"], 0);
    assert_eq!(review["can_try"], true);
    let turns = review["review"]["turns"].as_array().unwrap();
    // The page shows these words; it has none of its own for limits and losses.
    assert!(
        review["explained"]
            .as_str()
            .unwrap()
            .contains("at most 5 % of a win")
    );
    assert_eq!(review["losses"].as_array().unwrap().len(), turns.len());
    assert!(turns.iter().any(|turn| turn["win_rate"].is_f64()));
    let turn = &turns[turns.len() / 2];
    let tried = ask(&mut engine, "try", &json!({"turn": turn["turn"]}));
    assert_eq!(tried["stage"], "person");
    let rack = tried["rack"].as_array().unwrap().iter();
    let rack: Vec<&str> = rack.map(|tile| tile["tile"].as_str().unwrap()).collect();
    assert_eq!(rack.join(" "), turn["rack"].as_str().unwrap());
}

#[test]
fn an_exercise_is_moved_in_and_judged() {
    let mut engine = engine();
    let puzzles = ask(&mut engine, "puzzles", &json!({}));
    let puzzles = puzzles.as_array().unwrap();
    assert_eq!(puzzles.len(), 50);
    for puzzle in puzzles {
        let with = json!({"position": puzzle["position"], "tiles": puzzle["tiles"]});
        let state = ask(&mut engine, "puzzle", &with);
        let steps = ask(&mut engine, "steps", &json!({"game": state["game"]}));
        let steps = steps["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, puzzle["steps"].as_u64().unwrap());
        let best = command(&mut engine, &state, "best");
        assert_eq!(best["can"]["end"], true, "{puzzle}");
        let sets = |table: &Value, name: &str| {
            let sets = table.as_array().unwrap().iter();
            let tiles = |set: &Value| match set["tiles"].as_array() {
                Some(tiles) => tiles.iter().map(|tile| tile["tile"].to_string()).collect(),
                None => set
                    .as_str()
                    .unwrap()
                    .split(' ')
                    .map(|t| format!("{t:?}"))
                    .collect(),
            };
            let mut sets: Vec<Vec<String>> = sets.map(tiles).collect();
            sets.iter_mut().for_each(|set| set.sort());
            sets.sort();
            assert!(!sets.is_empty(), "{name}");
            sets
        };
        let last = &steps[steps.len() - 1]["table"];
        assert_eq!(
            sets(last, "last step"),
            sets(&best["table"], "best"),
            "{puzzle}"
        );
        let over = command(&mut engine, &best, "end");
        assert_eq!(over["stage"], "over");
        ask(&mut engine, "close", &json!({"game": state["game"]}));
    }
    // Laying fewer tiles is legal but not enough.
    let with = json!({"position": {"table": ["R4 R5 R6"], "rack": "R7 B1 B2 B3"}});
    let state = ask(&mut engine, "puzzle", &with);
    let one = json!({"game": state["game"], "tiles": [{"rack": "R7"}], "to": 0});
    ask(&mut engine, "move", &one);
    let ended = command(&mut engine, &state, "end");
    assert_eq!(
        (&ended["stage"], ended["said"].as_str()),
        (&json!("person"), Some("Legal, with 1 tile; 4 can be laid."))
    );
    assert!(answer(&mut engine, "save", &json!({"game": state["game"]}))["error"].is_string());
    assert!(answer(&mut engine, "bot", &json!({"game": state["game"]}))["error"].is_string());
    let too_many = json!({"position": {"table": [], "rack": "R1 R2 R3"}, "tiles": 4});
    assert!(answer(&mut engine, "puzzle", &too_many)["error"].is_string());
}

#[test]
fn an_exercise_may_ask_for_the_better_turn() {
    let mut engine = engine();
    let begin = |engine: &mut Engine, better: &str| {
        let position = json!({"table": ["R4 R5 R6"], "rack": "R7 B1 B2 B3"});
        ask(
            engine,
            "puzzle",
            &json!({"position": position, "better": better}),
        )
    };
    // Exactly these tiles solve it, however they lie; more or others do not.
    let state = begin(&mut engine, "B1 B2 B3 ; R4 R5 R6");
    assert_eq!(state["can"]["draw"], true);
    let game = &state["game"];
    let laid = json!({"game": game, "tiles": [{"rack": "R7"}], "to": 0});
    ask(&mut engine, "move", &laid);
    let ended = command(&mut engine, &state, "end");
    assert_eq!(ended["said"], "Legal, but another turn is better.");
    let waited = command(&mut engine, &state, "reset");
    assert_eq!(waited["stage"], "person");
    let waited = command(&mut engine, &state, "draw");
    assert_eq!(waited["said"], "Another turn is better than to wait.");
    let hint = command(&mut engine, &state, "hint");
    assert_eq!(hint["said"], "The better turn lays 3 tiles.");
    let hint = command(&mut engine, &state, "hint");
    assert_eq!(hint["said"], "The better turn lays B1 B2 B3.");
    let steps = ask(&mut engine, "steps", &json!({"game": game}));
    assert_eq!(steps["played"], "B1 B2 B3");
    command(&mut engine, &state, "best");
    assert_eq!(command(&mut engine, &state, "end")["stage"], "over");
    // The table as it lies: to wait.
    let state = begin(&mut engine, "R4 R5 R6");
    let hint = command(&mut engine, &state, "hint");
    assert_eq!(hint["said"], "The better turn lays nothing.");
    let waited = command(&mut engine, &state, "draw");
    assert_eq!(
        (&waited["stage"], &waited["said"]),
        (&json!("over"), &json!("Solved: here it is better to wait."))
    );
    for better in ["R4 R5 R6 ; B1 B2", "R4 R5", "R4 R5 R6 R9", "R4 X"] {
        let position = json!({"table": ["R4 R5 R6"], "rack": "R7 B1 B2 B3"});
        let with = json!({"position": position, "better": better});
        assert!(
            answer(&mut engine, "puzzle", &with)["error"].is_string(),
            "{better}"
        );
    }
}

/// Plays the best turn, or draws; lets a bot play its turn.
fn turn(engine: &mut Engine, state: &Value) -> Value {
    if state["stage"] == "bot" {
        return ask(engine, "bot", &json!({"game": state["game"]}));
    }
    let best = command(engine, state, "best");
    if best["can"]["end"] == true {
        command(engine, &best, "end")
    } else {
        command(engine, &best, "draw")
    }
}

fn begun(engine: &mut Engine, rules: &str, levels: &[&str], seed: u64) -> Value {
    let with = json!({"rules": rules, "levels": levels, "seat": 1, "seed": seed});
    ask(engine, "new", &with)
}

/// The state without the number of the game and the last message.
fn compared(mut state: Value) -> Value {
    state["game"] = Value::Null;
    state["said"] = Value::Null;
    state
}

#[test]
fn whole_games_are_confirmed_by_the_referee_and_can_be_stepped_through() {
    for rules in PRESET_NAMES.into_iter().filter(|rules| *rules != "house") {
        let mut engine = engine();
        let mut state = begun(&mut engine, rules, &["medium"], 3);
        let mut turns = 0;
        while state["stage"] != "over" {
            state = turn(&mut engine, &state);
            turns += 1;
            assert!(turns < 400, "{rules}: {state}");
        }
        let game = json!({"game": state["game"]});
        let record = ask(&mut engine, "record", &game);
        let bytes = record["bytes"].as_array().unwrap().iter();
        let bytes: Vec<u8> = bytes.map(|byte| byte.as_u64().unwrap() as u8).collect();
        let mut reader = Reader::new(&bytes[..]).unwrap();
        let header = reader.header().clone();
        let block = reader.next().unwrap().unwrap();
        verify_block(&header, &block, &mut solver()).unwrap();
        let list = ask(&mut engine, "open", &record);
        assert_eq!(list["games"][0]["turns"], turns, "{rules}");
        let replay = ask(&mut engine, "replay", &json!({"block": 0, "game": 0}));
        assert_eq!(replay["turns"].as_array().unwrap().len(), turns);
    }
}

#[test]
fn a_saved_game_goes_on_as_it_was() {
    let mut engine = engine();
    let mut state = begun(&mut engine, "original", &["hard", "easy"], 5);
    for _ in 0..24 {
        state = turn(&mut engine, &state);
    }
    while state["stage"] != "person" {
        state = turn(&mut engine, &state);
    }
    state = command(&mut engine, &state, "best");
    let saved = ask(&mut engine, "save", &json!({"game": state["game"]}));
    let again = ask(&mut engine, "resume", &saved);
    assert_ne!(again["game"], state["game"]);
    let shown = |state: &Value| [&state["rack"], &state["table"], &state["log"]].map(Value::clone);
    assert_eq!(shown(&again), shown(&state));
    let (one, other) = (turn(&mut engine, &state), turn(&mut engine, &again));
    assert_eq!(compared(one), compared(other));
}

/// A draft may be illegal; the faults are named, and the referee does not let the turn end.
#[test]
fn drafts_are_marked_undone_and_redone() {
    let mut engine = engine();
    let state = ask(
        &mut engine,
        "new",
        &json!({"rules": "original", "levels": ["easy"], "seed": 1}),
    );
    assert_eq!(
        (&state["stage"], &state["can"]["draw"]),
        (&json!("person"), &json!(true))
    );
    let tile = state["rack"][0]["tile"].clone();
    let pick = json!({"game": 1, "tiles": [{"rack": tile}], "to": "new"});
    let moved = ask(&mut engine, "move", &pick);
    assert_eq!(moved["table"][0]["legal"], false);
    assert_eq!(moved["can"]["end"], false);
    assert!(moved["wrong"].as_str().unwrap().len() > 10, "{moved}");
    let fits = json!({"game": 1, "tiles": [{"set": 0, "at": 0}]});
    assert_eq!(ask(&mut engine, "fits", &fits), json!(["rack"]));
    let back = command(&mut engine, &moved, "undo");
    assert_eq!(back["can"]["redo"], true);
    let again = command(&mut engine, &back, "redo");
    assert_eq!(compared(again), compared(moved.clone()));
    let reset = command(&mut engine, &moved, "reset");
    for taken_back in [back, reset] {
        assert_eq!(taken_back["table"], state["table"]);
        assert_eq!(taken_back["rack"], state["rack"]);
    }
}

#[test]
fn what_cannot_be_is_an_error_and_changes_nothing() {
    let mut engine = engine();
    let state = begun(&mut engine, "original", &["medium"], 2);
    let cases = r#"
        dance {} => `dance` is not a request
        state {"game": 9} => there is no game 9
        state {"gme": 1} => unknown field
        new {"rules": "orignal", "levels": ["easy"], "seed": 1} => original
        new {"rules": "original", "levels": ["hal"], "seed": 1} => no level `hal`
        new {"rules": "original", "levels": [], "seed": 1} => 2
        command {"game": 1, "command": "end"} => not your turn
        command {"game": 1, "command": "R77"} => R77
        move {"game": 1, "tiles": [{"rack": "X1"}], "to": "new"} => did not match
        record {"game": 1} => not over
        replay {"block": 0, "game": 0} => no record is open
        open {"bytes": [1, 2, 3]} => cannot be read
        resume {"plan": "x = 1", "saved": "{}"} => x
        solve {"question": "best", "position": {"rack": "R77"}} => R77
    "#;
    for case in cases.trim().lines() {
        let (request, expected) = case.trim().split_once(" => ").unwrap();
        let (what, with) = request.split_once(' ').unwrap();
        let with: Value = serde_json::from_str(with).unwrap();
        let found = answer(&mut engine, what, &with);
        let error = found["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{what} {with}: {found}"));
        assert!(error.contains(expected), "{what} {with}: {error}");
    }
    let text = engine.answer("no JSON");
    assert!(text.starts_with(r#"{"id":null,"error":"#), "{text}");
    assert_eq!(ask(&mut engine, "state", &json!({"game": 1})), state);
}

#[test]
fn positions_are_answered_as_lines_of_a_batch() {
    let mut engine = engine();
    let position = json!({"table": ["R3 R4 R5"], "rack": "R6 J"});
    let mut solve = |question: &str, goal: &str| {
        let with = json!({"question": question, "goal": goal, "position": position});
        ask(&mut engine, "solve", &with)
    };
    let best = solve("best", "tiles");
    assert_eq!(
        (&best["tiles"], &best["played"]),
        (&json!(2), &json!("R6 J"))
    );
    assert_eq!(best["steps"][0]["step"], "lay");
    assert_eq!(solve("best", "value")["value"], 6);
    assert_eq!(solve("plays", "tiles")["plays"][0]["tiles"], 2);
    assert!(
        solve("after-draw", "tiles")["draws"]
            .as_array()
            .unwrap()
            .len()
            > 10
    );
}

#[test]
fn bots_play_for_somebody_who_watches() {
    let mut engine = engine();
    let with = json!({"rules": "original", "levels": ["medium", "strong"], "seed": 4});
    let list = ask(&mut engine, "watch", &with);
    assert_eq!(list["games"][0]["bots"], json!(["greedy", "hold"]));
    let replay = ask(&mut engine, "replay", &json!({"block": 0, "game": 0}));
    assert_eq!(
        replay["turns"].as_array().unwrap().len(),
        list["games"][0]["turns"]
    );
    let shares = replay["results"].as_array().unwrap().iter();
    assert_eq!(
        shares
            .map(|seat| seat["win_share"].as_f64().unwrap())
            .sum::<f64>(),
        1.0
    );
}

/// docs/rules.md#redeal-on-pairs: the person is asked before the first turn, and no longer.
#[test]
fn a_person_with_pairs_may_have_new_tiles_dealt() {
    let mut engine = engine();
    let new = |seed: u64, options: &[&str]| {
        let mut new = json!({"rules": "original", "levels": ["easy"], "seed": seed, "seat": 1});
        new["options"] = json!(options);
        new
    };
    let asked = |state: &Value| state["can"]["redeal"].is_string();
    let seed = (0..).find(|seed| {
        let state = ask(&mut engine, "new", &new(*seed, &["redeal=ask"]));
        asked(&state)
    });
    let seed = seed.unwrap();
    assert!(!asked(&ask(
        &mut engine,
        "new",
        &new(seed, &["redeal=never"])
    )));
    let first = ask(&mut engine, "new", &new(seed, &[]));
    let pairs = first["can"]["redeal"].as_str().unwrap();
    assert!(pairs.split(", ").count() >= 3, "{pairs}");

    let of_game = json!({"game": first["game"]});
    let again = ask(&mut engine, "redeal", &of_game);
    assert_eq!(again["game"], first["game"]);
    assert_ne!(again["rack"], first["rack"]);
    let saved = ask(&mut engine, "save", &of_game);
    let state = ask(&mut engine, "bot", &of_game);
    assert!(!asked(&state));
    assert!(answer(&mut engine, "redeal", &of_game)["error"].is_string());
    let resumed = ask(&mut engine, "resume", &saved);
    assert_eq!(resumed["rack"], again["rack"]);

    let mut state = state;
    while state["stage"] != "over" {
        state = turn(&mut engine, &state);
    }
    let record = ask(&mut engine, "record", &of_game);
    ask(&mut engine, "open", &record);
    ask(
        &mut engine,
        "review",
        &json!({"block": 0, "game": 0, "work": 1}),
    );
    let tried = ask(&mut engine, "try", &json!({"turn": 1}));
    assert_eq!(tried["rack"], resumed["rack"]);
}
