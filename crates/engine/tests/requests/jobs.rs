//! Long requests as jobs: the same answers, others in between, and an end when nobody wants them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rummilab_arena::{Plan, StopFlag};
use rummilab_engine::{Engine, IDLE, MOST_JOBS, Parts};
use serde_json::{Value, json};

use crate::{Shipped, answer, ask, engine, engine_with, solver, turn};

/// More work than any test waits for.
const ENDLESS: u64 = 2_000_000;

fn watch() -> Value {
    json!({"rules": "house", "levels": ["easy", "hard"], "seed": 1})
}

fn review(work: u64) -> Value {
    json!({"ask": "review", "with": {"block": 0, "game": 0, "seat": 0, "work": work}})
}

fn start(engine: &mut Engine, request: &Value) -> Value {
    ask(engine, "start", request)["job"].clone()
}

/// The answer of a job at its end.
fn finished(engine: &mut Engine, job: &Value) -> Value {
    loop {
        let state = ask(engine, "job", &json!({"job": job, "wait": 1000}));
        if state["done"] == true {
            assert_eq!(state["progress"], 1.0);
            return state["answer"].clone();
        }
        assert!(state["progress"].as_f64().unwrap() < 1.0 && state["answer"].is_null());
    }
}

/// A new game, in which two hundred requests are answered.
fn play_on(engine: &mut Engine) {
    let new = json!({"rules": "original", "levels": ["easy"], "seed": 3});
    let mut state = ask(engine, "new", &new);
    for _ in 0..100 {
        if state["stage"] == "over" {
            state = ask(engine, "new", &new);
        }
        state = turn(engine, &state);
        ask(engine, "state", &json!({"game": state["game"]}));
    }
}

/// Waits for the end of what a number counts.
#[track_caller]
fn until_none(count: &AtomicUsize) {
    for _ in 0..6000 {
        if count.load(Ordering::SeqCst) == 0 {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("a thread is still at work");
}

#[test]
fn a_job_has_the_answer_of_its_request() {
    let threads = |task: Box<dyn FnOnce() + Send>| {
        thread::spawn(task);
        true
    };
    for mut engine in [engine(), engine_with(threads)] {
        let watched = ask(&mut engine, "watch", &watch());
        let job = start(&mut engine, &json!({"ask": "watch", "with": watch()}));
        assert_eq!(finished(&mut engine, &job), watched);
        let with = review(600)["with"].clone();
        let mut by_parts = ask(&mut engine, "review", &with);
        while by_parts["done"] == false {
            by_parts = ask(&mut engine, "review-on", &json!({"deals": 3}));
        }
        let job = start(&mut engine, &review(600));
        assert_eq!(finished(&mut engine, &job), by_parts);
        // The end is told once; the engine keeps the review.
        let gone = answer(&mut engine, "job", &json!({"job": job}));
        assert!(
            gone["error"]
                .as_str()
                .unwrap()
                .starts_with("there is no job")
        );
        let again = json!({"ask": "review", "with": {"block": 7, "game": 7, "work": 600,
            "seat": 0, "again": true}});
        let job = start(&mut engine, &again);
        assert_eq!(finished(&mut engine, &job), by_parts);
        // Any other request can be one; its error is the job's.
        let job = start(&mut engine, &json!({"ask": "puzzles"}));
        assert_eq!(finished(&mut engine, &job).as_array().unwrap().len(), 50);
        let job = start(&mut engine, &json!({"ask": "state", "with": {"game": 99}}));
        let failed = loop {
            let found = answer(&mut engine, "job", &json!({"job": job, "wait": 1000}));
            if found["answer"]["done"] != false {
                break found;
            }
        };
        assert_eq!(failed["error"], "there is no game 99");
    }
}

#[test]
fn a_game_goes_on_while_a_job_does_without_threads() {
    let mut engine = engine();
    ask(&mut engine, "watch", &watch());
    let job = start(&mut engine, &review(ENDLESS));
    let so_far = json!({"job": job, "wait": 0, "so_far": true});
    let mut known = 0;
    for _ in 0..3 {
        play_on(&mut engine);
        let state = ask(&mut engine, "job", &so_far);
        assert_eq!(state["done"], false);
        // A turn is examined at a time.
        let turns = state["answer"]["review"]["turns"].as_array().unwrap().len();
        assert!(turns > known);
        known = turns;
    }
    assert_eq!(ask(&mut engine, "cancel", &json!({"job": job})), true);
    assert_eq!(ask(&mut engine, "cancel", &json!({"job": job})), false);
}

static AT_WORK: AtomicUsize = AtomicUsize::new(0);
static NOW_MS: AtomicU64 = AtomicU64::new(0);

/// An engine whose threads are counted, with a clock that the test moves.
fn counted() -> Engine {
    Engine::new(Parts {
        players: Box::new(Shipped),
        solver,
        header: |plan: &Plan| plan.header("test"),
        clock: || Duration::from_millis(NOW_MS.load(Ordering::SeqCst)),
        spawn: |task| {
            AT_WORK.fetch_add(1, Ordering::SeqCst);
            thread::spawn(move || {
                task();
                AT_WORK.fetch_sub(1, Ordering::SeqCst);
            });
            true
        },
        deals_at_once: 8,
    })
}

#[test]
fn threads_answer_others_and_end_with_their_jobs() {
    let mut engine = counted();
    ask(&mut engine, "watch", &watch());
    let job = start(&mut engine, &review(ENDLESS));
    play_on(&mut engine);
    let state = ask(&mut engine, "job", &json!({"job": job, "wait": 0}));
    assert_eq!(state["done"], false, "all of that was answered meanwhile");
    // A cancelled job ends.
    assert_eq!(AT_WORK.load(Ordering::SeqCst), 1);
    assert_eq!(ask(&mut engine, "cancel", &json!({"job": job})), true);
    until_none(&AT_WORK);
    // So does one that nobody asks for, as after a client has left.
    let job = start(&mut engine, &review(ENDLESS));
    NOW_MS.fetch_add(IDLE.as_millis() as u64, Ordering::SeqCst);
    let there = ask(&mut engine, "job", &json!({"job": job, "wait": 0}));
    assert_eq!(there["done"], false);
    NOW_MS.fetch_add(IDLE.as_millis() as u64 + 1, Ordering::SeqCst);
    until_none(&AT_WORK);
    assert!(answer(&mut engine, "job", &json!({"job": job}))["error"].is_string());
    // There are not more than a number of them, and the end of the engine ends them all.
    for _ in 0..MOST_JOBS {
        start(&mut engine, &review(ENDLESS));
    }
    let more = answer(&mut engine, "start", &review(ENDLESS));
    assert_eq!(
        more["error"],
        format!("{MOST_JOBS} jobs are at work; one of them has to end first")
    );
    drop(engine);
    until_none(&AT_WORK);
}

#[test]
fn a_game_that_is_played_outlasts_many_others() {
    let mut engine = engine();
    let new = json!({"rules": "original", "levels": ["easy"], "seed": 3});
    let state = |engine: &mut Engine, game: &Value| {
        answer(engine, "state", &json!({"game": game}))["answer"].is_object()
    };
    let [played, left] = [0; 2].map(|_| ask(&mut engine, "new", &new)["game"].clone());
    let exercise = json!({"position": {"rack": "R7 B7 K7"}});
    for others in 1..200 {
        ask(&mut engine, "puzzle", &exercise);
        assert!(state(&mut engine, &played), "after {others} others");
        if others == 62 {
            // It counts as asked for.
            assert!(state(&mut engine, &left));
        }
    }
    assert!(!state(&mut engine, &left));
}

#[test]
fn a_request_that_is_stopped_changes_nothing() {
    let mut engine = engine();
    ask(&mut engine, "watch", &watch());
    let with = review(600)["with"].clone();
    let begun = ask(&mut engine, "review", &with);
    let finish = |engine: &mut Engine| {
        let mut state = begun.clone();
        while state["done"] == false {
            state = ask(engine, "review-on", &json!({"deals": 4}));
        }
        state
    };
    let whole = finish(&mut engine);
    ask(&mut engine, "review", &with);
    let stop = StopFlag::default();
    stop.store(true, Ordering::Relaxed);
    for (name, with) in [
        ("review-on", json!({"deals": 1000})),
        ("review", with),
        ("watch", watch()),
    ] {
        let request = json!({"id": 1, "ask": name, "with": with}).to_string();
        let found: Value = serde_json::from_str(&engine.answer_unless(&stop, &request)).unwrap();
        assert!(found["error"].is_string(), "{name} {found}");
    }
    assert_eq!(finish(&mut engine), whole);
}
