//! The scoring and procedure cases of docs/rules.md#scoring-cases, and legality of single plays.

use super::ask::Oracle;
use super::record::{Block, Deal, Ending, Game, Left, Move, SeatResult};
use super::referee::{Replay, replay};
use super::score::{SeatEnd, Standing, pool_empty, rack_points, went_out};
use super::state::{Phase, State};
use super::turn;
use crate::field::{EmptyPool, GroupAccess};
use crate::rules::Rules;
use crate::tile::{Tile, parse_table, parse_tiles};

fn rules(name: &str) -> Rules {
    Rules::preset(name).expect(name)
}

fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text).expect(text)
}

/// Racks separated by `;`. One of an unopened player begins with `+` if the player could have
/// opened, else with `-`.
fn ends(racks: &str) -> Vec<SeatEnd> {
    let end = |text: &str| {
        let text = text.trim();
        let plain = text.trim_start_matches(['+', '-']);
        SeatEnd {
            rack: tiles(plain),
            opened: plain == text,
            could: text.starts_with('+'),
        }
    };
    racks.split(';').map(end).collect()
}

fn scores(standings: &[Standing]) -> Vec<i64> {
    standings.iter().map(|standing| standing.score).collect()
}

fn places(standings: &[Standing]) -> Vec<u8> {
    standings.iter().map(|standing| standing.place).collect()
}

#[test]
fn case_1_the_worked_examples() {
    for name in ["original", "tournament", "twist"] {
        let out = went_out(&rules(name), &ends("; B10; B10 K10; B10 K10 B9 B1"), 0);
        assert_eq!(scores(&out), [60, -10, -20, -30], "{name}");
        assert_eq!(places(&out), [1, 2, 3, 4], "{name}");
    }
}

#[test]
fn case_2_jokers_left_over() {
    for (name, rack, points) in [
        ("original", "R5 J", 55),
        ("original", "J J", 100),
        ("tournament", "R5 J", 35),
        ("tournament", "J J", 60),
        ("twist", "P5 J D", 65),
        ("house", "R5 J", 5),
    ] {
        assert_eq!(
            rack_points(&rules(name), &tiles(rack)),
            points,
            "{name} {rack}"
        );
    }
}

#[test]
fn cases_3_and_5_unopened_players_pay_a_flat_sum() {
    for name in ["original", "tournament"] {
        let out = went_out(&rules(name), &ends("; R10; +R10 B10 K10 J; -R1"), 0);
        assert_eq!(scores(&out), [310, -10, -200, -100], "{name}");
        let out = went_out(&rules(name), &ends("; -R1; -R2; -R3"), 0);
        assert_eq!(scores(&out), [300, -100, -100, -100], "{name}");
    }
}

#[test]
fn case_6_the_empty_pool() {
    let racks = ends("B5; B12; B7; B11 B9");
    for name in ["original", "twist"] {
        assert_eq!(
            scores(&pool_empty(&rules(name), &racks, 0)),
            [24, -7, -2, -15]
        );
    }
    let tournament = pool_empty(&rules("tournament"), &racks, 0);
    assert_eq!(scores(&tournament), [-5, -12, -7, -20]);
    assert_eq!(places(&tournament), [1, 3, 2, 4]);
}

#[test]
fn case_7_ties_of_racks() {
    let racks = ends("R5 R3; R8");
    assert_eq!(places(&pool_empty(&rules("tournament"), &racks, 0)), [2, 1]);
    let equal = ends("R8; B8; K9");
    assert_eq!(
        places(&pool_empty(&rules("tournament"), &equal, 0)),
        [1, 1, 3]
    );
    assert_eq!(
        places(&pool_empty(&rules("original"), &equal, 1)),
        [2, 1, 3]
    );
    let house = ends("R13 B13; R1 B1 K1; R1 B2 K1; W1 G1 K1");
    assert_eq!(
        places(&pool_empty(&rules("house"), &house, 0)),
        [1, 2, 4, 2]
    );
}

/// A game with these racks and streams.
fn state(rules: &Rules, racks: &[&str], streams: &[&str]) -> State {
    let deal = Deal {
        attempt: 0,
        racks: racks.iter().map(|rack| tiles(rack)).collect(),
        streams: streams.iter().map(|stream| tiles(stream)).collect(),
    };
    State::new(rules, &deal, 0)
}

/// Who moves until the end, if everybody draws or passes.
fn order(rules: &Rules, racks: &[&str], pool: &str) -> Vec<usize> {
    let mut state = state(rules, racks, &[pool]);
    let mut order = Vec::new();
    while !matches!(state.phase, Phase::Over(_)) {
        order.push(state.to_move);
        state.begin(rules);
        let drew = !rules.draw_first && state.draw().is_some();
        state.end(rules, false, drew);
    }
    order
}

#[test]
fn case_8_the_last_attempts_begin_with_the_drawer() {
    let racks = ["R1", "R2", "R3", "R4"];
    let order_of = |name: &str| order(&rules(name), &racks, "B1 B2 B3");
    assert_eq!(order_of("tournament"), [0, 1, 2, 2, 3, 0, 1]);
    assert_eq!(order_of("twist"), [0, 1, 2, 3, 0, 1, 2]);
    assert_eq!(order_of("original"), [0, 1, 2, 3, 0, 1, 2]);
    // The turn that took the last tile at its start laid nothing either.
    assert_eq!(order_of("house"), [0, 1, 2, 3, 0, 1]);
    let stop = Rules {
        empty_pool_procedure: EmptyPool::Stop,
        ..rules("original")
    };
    assert_eq!(order(&stop, &racks, "B1 B2 B3"), [0, 1, 2]);
}

#[test]
fn case_16_a_duplicate_may_go_back() {
    let house = rules("house");
    for (rack, pool, allowed) in [
        ("R7 R8", "R7 B1", true),
        ("J R8", "J B1", false),
        ("R7 R8", "R7 R8", false),
        ("R7 R8", "R7 J", true),
        ("R7 R8", "B7 R7", false),
    ] {
        let mut state = state(&house, &[rack, "K1"], &[pool]);
        state.begin(&house);
        assert_eq!(
            state.put_back(&house, 0).is_ok(),
            allowed,
            "{rack} | {pool}"
        );
    }
}

/// Judges a play of seat 0, whose rack is the first.
fn judged(rules: &Rules, rack: &str, opened: bool, before: &str, after: &str) -> bool {
    let mut state = state(rules, &[rack, "K1"], &["B1"]);
    state.table = parse_table(before).expect(before);
    state.owners = vec![None; state.table.len()];
    state.seats[0].opened = opened;
    let after = parse_table(after).expect(after);
    let left = Left {
        owners: rules.has_owners().then(|| vec![None; after.len()]),
        sets: after,
        ..Left::default()
    };
    turn::judge(&Oracle::new(rules, 100_000), &state, &left).is_ok()
}

#[test]
fn openings_of_the_club_rules() {
    let club = rules("tournament");
    let legal = |rack: &str, before: &str, after: &str| judged(&club, rack, false, before, after);
    assert!(legal("R10 B10 K10", "", "R10 B10 K10"));
    assert!(!legal("R9 B9 K9", "", "R9 B9 K9"));
    assert!(legal("R5 R6 R7 B4 K4 O4", "", "R5 R6 R7 ; B4 K4 O4"));
    assert!(!legal(
        "B7 R10 B10 K10",
        "B4 B5 B6",
        "B4 B5 B6 B7 ; R10 B10 K10"
    ));
    assert!(!legal(
        "R10 B11 B12 B13",
        "R8 R9 J",
        "R8 R9 R10 ; J B11 B12 B13"
    ));
}

#[test]
fn plays_by_the_final_table() {
    let club = rules("tournament");
    let legal = |rack: &str, before: &str, after: &str| judged(&club, rack, true, before, after);
    assert!(legal("R6", "R4 R5 R6 R7 R8", "R4 R5 R6 ; R6 R7 R8"));
    assert!(!legal("R6", "R4 R5 R6 R7 R8", "R4 R5 R6 ; R7 R8"));
    assert!(!legal("R9", "R4 R5 R6", "R4 R5 R6 R7"));
    assert!(legal("R9", "R4 R5 R6 R7 R8 J", "R4 R5 R6 ; R7 R8 J"));
    let original = rules("original");
    assert!(!judged(
        &original,
        "R9",
        true,
        "R4 R5 R6 R7 R8 J",
        "R4 R5 R6 ; R7 R8 J"
    ));
}

#[test]
fn groups_of_others() {
    let legal = |access: GroupAccess, after: &str, owner: usize| {
        let rules = Rules {
            group_access: access,
            group_cap_per_player: Some(1),
            draw_first: false,
            ..rules("original")
        };
        let mut state = state(&rules, &["O7 B8 B9", "K1"], &["B1"]);
        state.table = parse_table("R7 B7 K7").expect("a table");
        state.owners = vec![Some(1)];
        state.seats[0].opened = true;
        let after = parse_table(after).expect(after);
        let mut owners = vec![None; after.len()];
        owners[0] = Some(owner);
        let left = Left {
            sets: after,
            owners: Some(owners),
            ..Left::default()
        };
        turn::judge(&Oracle::new(&rules, 100_000), &state, &left).is_ok()
    };
    let taken = "R7 K7 O7 ; B7 B8 B9";
    assert!(legal(GroupAccess::Anyone, "R7 B7 K7 O7", 1));
    assert!(legal(GroupAccess::Anyone, "R7 B7 K7 O7", 0));
    assert!(legal(GroupAccess::Anyone, taken, 1));
    assert!(legal(GroupAccess::AttachOnly, "R7 B7 K7 O7", 1));
    assert!(!legal(GroupAccess::AttachOnly, "R7 B7 K7 O7", 0));
    assert!(!legal(GroupAccess::AttachOnly, taken, 1));
    assert!(!legal(GroupAccess::OwnerOnly, "R7 B7 K7 O7", 1));
}

/// A game of two with six tiles of one colour: seat 0 opens with its rack.
fn played(turns: Vec<Move>, ending: Ending) -> Replay {
    let rules = Rules {
        colours: "R".to_owned(),
        values: 3,
        jokers: [0; 4],
        hand: 3,
        opening_min: 6,
        ..rules("original")
    };
    let seat = |score, place, points_left| SeatResult {
        score,
        place,
        tiles_left: if points_left == 0 { 0 } else { 3 },
        points_left,
        own_turns: u32::from(place == 1),
        opened_turn: (place == 1).then_some(1),
    };
    let game = Game {
        seating: vec![0, 1],
        deal: 0,
        starter: 0,
        turns,
        put_back: Vec::new(),
        ending,
        seats: vec![seat(100, 1, 0), seat(-100, 2, 6)],
        fault: None,
    };
    let deal = Deal {
        attempt: 0,
        racks: vec![tiles("R1 R2 R3"), tiles("R1 R2 R3")],
        streams: vec![Vec::new(), Vec::new()],
    };
    let block = Block {
        number: 0,
        deals: vec![deal],
        games: vec![game.clone()],
    };
    replay(&Oracle::new(&rules, 100_000), &block, &game)
}

#[test]
fn a_sound_record_and_broken_ones() {
    let play = |text: &str| {
        Move::Play(Left {
            sets: parse_table(text).expect(text),
            ..Left::default()
        })
    };
    let kind = |turns, ending| played(turns, ending).problem.map(|problem| problem.kind);
    let sound = vec![play("R1 R2 R3")];
    assert_eq!(kind(sound.clone(), Ending::Out(0)), None);
    assert_eq!(kind(sound, Ending::Empty), Some("end"));
    assert_eq!(kind(vec![Move::Pass], Ending::Out(0)), Some("pass"));
    assert_eq!(kind(vec![Move::Draw], Ending::Out(0)), Some("draw"));
    assert_eq!(
        kind(vec![play("R1 R2 R3 ; R1 R2 R3")], Ending::Out(0)),
        Some("play")
    );
    assert_eq!(kind(Vec::new(), Ending::Out(0)), Some("end"));
}
