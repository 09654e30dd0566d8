//! The position after a turn: positions counted by hand, and random ones compared with plain
//! repetition.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use rummilab_bot_api::View;
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{Position, RuleSet, Seat, Table, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver};
use rummilab_solver_suite as suite;
use rummilab_value::{After, Features, Unfit};

/// The view of seat 0. All seats have opened unless the test says otherwise.
struct Scene {
    rules: RuleSet,
    table: Table,
    rack: TileCounts,
    opened: bool,
    rivals: Vec<usize>,
    pool: usize,
}

/// Original rules, a rival with 10 tiles, 30 in the pool.
fn scene(table: &str, rack: &str) -> Scene {
    scene_of(suite::rules("original", ""), table, rack)
}

fn scene_of(rules: RuleSet, table: &str, rack: &str) -> Scene {
    Scene {
        table: parse_table(table, &rules).unwrap(),
        rack: suite::tiles(&rules, rack),
        rules,
        opened: true,
        rivals: vec![10],
        pool: 30,
    }
}

impl Scene {
    fn after(&self, laid: &str) -> After {
        self.try_after(&suite::tiles(&self.rules, laid)).unwrap()
    }

    fn try_after(&self, laid: &TileCounts) -> Result<After, Unfit> {
        let sizes = std::iter::once(self.rack.len()).chain(self.rivals.iter().copied());
        let mut opened = vec![true; 1 + self.rivals.len()];
        opened[Seat(0).index()] = self.opened;
        let view = View {
            rules: &self.rules,
            seat: Seat(0),
            rack: self.rack,
            table: &self.table,
            opened: opened.into(),
            rack_sizes: sizes.collect(),
            drawn: None,
            may_put_back: false,
            racks: None,
            pool_len: self.pool,
            last_round: false,
            history: &[],
        };
        After::of(&mut SearchSolver::new(), &view, laid)
    }
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-12,
        "{found} is not {expected}"
    );
}

#[test]
fn a_draw_and_a_play_by_hand() {
    let scene = scene("R3 R4 R5", "R6 K1 K2");
    let drew = scene.after("");
    assert_eq!((drew.kept, drew.stuck, drew.singles), (3, 2, 1));
    assert!(drew.drawn && drew.opened);
    assert_eq!((drew.table, drew.pool, drew.rivals_opened), (3, 29, 1));
    // Of 100 unseen tiles two K3 and two jokers make a run of K1 K2.
    close(drew.outs, 0.04);
    close(drew.openers, 0.0);
    // Two R2, the other R6 and two jokers fit the run.
    close(drew.takes, 0.05);
    // With 29 tiles in the pool and the other seat to draw, that seat draws the last tile.
    assert!(!drew.last_draw);

    let laid = scene.after("R6");
    assert_eq!((laid.kept, laid.stuck, laid.singles), (2, 2, 0));
    assert!(!laid.drawn && laid.last_draw);
    assert_eq!((laid.table, laid.pool), (4, 30));
    close(laid.outs, 0.04);
    // Two R2, two R7, two jokers.
    close(laid.takes, 0.06);
}

#[test]
fn jokers_and_seats_are_counted() {
    let mut scene = scene("R3 R4 R5 ; K9 B9 J", "J K1 O2 O3");
    scene.rivals = vec![7, 12, 4];
    scene.pool = 6;
    let after = scene.after("");
    assert_eq!((after.jokers_kept, after.jokers_table), (1, 1));
    assert_eq!(after.rivals, [7, 12, 4]);
    assert_eq!(after.smallest_rival(), 4);
    assert_eq!(after.rivals_opened, 3);
    // Five tiles are left; seats 1, 2, 3, 0, 1 draw them.
    assert!(!after.last_draw);
    scene.pool = 5;
    assert!(scene.after("").last_draw);
    let features = Features::of(&after);
    close(features.get("smallest").unwrap(), 4.0);
    close(features.get("rivals").unwrap(), 23.0 / 3.0);
    close(features.get("jokers_kept").unwrap(), 1.0);
    close(features.get("close").unwrap(), 0.25);
    close(features.get("last").unwrap(), -1.0);
    close(features.get("late").unwrap(), 10.0 / 15.0);
    assert_eq!(features.get("luck"), None);
}

#[test]
fn before_the_opening_the_table_is_out_of_reach() {
    let mut scene = scene("R3 R4 R5", "R6 K10 B10 K1");
    scene.opened = false;
    let after = scene.after("");
    assert_eq!((after.stuck, after.opened), (4, false));
    // O10 and R10, two each, and two jokers, which stand for 10: 30 points.
    close(after.openers, 6.0 / 99.0);
    close(after.outs, 0.0);
    // `singles` counts as if the player had opened.
    assert_eq!(after.singles, 1);
    let mut can = self::scene("", "R10 B10 O10 K1");
    can.opened = false;
    assert_eq!(can.after("").stuck, 1);
    let opened = can.after("R10 B10 O10");
    assert!(opened.opened && !opened.drawn);
    assert_eq!((opened.kept, opened.stuck), (1, 1));
}

/// Two colours of six values, one tile each: no groups, so holding a middle tile blocks its colour.
#[test]
fn with_an_empty_pool_the_rival_is_seen_through() {
    let small = suite::rules("original", "colours=RB values=6 copies=1 jokers=0 hand=4");
    let mut scene = scene_of(small, "R4 R5 R6", "R1 R3");
    (scene.pool, scene.rivals) = (0, vec![7]);
    let passed = scene.after("");
    // The rival's R2 fits nowhere while R1 and R3 stay on the rack.
    assert!(!passed.they_out && !passed.drawn && passed.last_draw);
    // With R3 laid, R2 can follow, and B1 to B6.
    assert!(scene.after("R3").they_out);
    // If the rival's tiles are not all the unseen tiles, the rack is not known.
    (scene.pool, scene.rivals) = (1, vec![6]);
    assert!(!scene.after("R3").they_out);
}

#[test]
fn what_cannot_be_laid_is_told() {
    let scene = scene("R3 R4 R5", "R6");
    let wrong = suite::tiles(&scene.rules, "K1");
    assert_eq!(scene.try_after(&wrong), Err(Unfit::Tiles(wrong)));
    let owned = scene_of(suite::rules("house", ""), "", "R1");
    assert_eq!(owned.try_after(&TileCounts::EMPTY), Err(Unfit::Owners));
}

/// Compares the shares with single questions.
#[test]
fn shares_agree_with_plain_repetition() {
    let rules = suite::rules("original", "");
    let all: TileCounts = rules.all_tiles().into_iter().collect();
    let mut stream = Stream::new(Key::sample(1, "after", 0));
    for table in [
        "R3 R4 R5",
        "K9 B9 O9 ; R5 R6 R7 J",
        "B1 B2 B3 B4 ; R4 B4 K4 ; O7 O8 O9",
    ] {
        for size in [2, 5, 9] {
            let mut scene = scene(table, "");
            let on_table = scene.table.counts().unwrap();
            let mut rest: Vec<_> = all.checked_sub(&on_table).unwrap().tiles().collect();
            stream.shuffle(&mut rest);
            scene.rack = rest[..size].iter().copied().collect();
            let unseen: TileCounts = rest[size..].iter().copied().collect();
            let after = scene.after("");
            let mut solver = SearchSolver::new();
            let mut ask = |rack: TileCounts| {
                let position = Position {
                    table: on_table,
                    rack,
                    opened: true,
                    ..Position::default()
                };
                let best = solver.solve(&rules, &position, &Goal::Tiles).unwrap();
                best.into_verified().unwrap().tiles
            };
            let (mut outs, mut takes) = (0, 0);
            for tile in unseen.tiles() {
                let mut with = scene.rack;
                assert!(with.insert(tile));
                outs += u32::from(ask(with) == with.len());
                takes += u32::from(ask([tile].into_iter().collect()) == 1);
            }
            let share = |tiles: u32| f64::from(tiles) / unseen.len() as f64;
            close(after.outs, share(outs));
            close(after.takes, share(takes));
            assert_eq!(after.stuck, size - ask(scene.rack), "{table}");
            let alone = scene
                .rack
                .tiles()
                .filter(|tile| ask([*tile].into_iter().collect()) == 1);
            assert_eq!(after.singles, alone.count(), "{table}");
        }
    }
}
