//! Whole racks that the solver gives up on, laid part by part.

use crate::common::{tiles, view};
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{Action, RuleSet, Table, TileCounts};
use rummilab_solver::{Arrangement, Goal, verify};
use rummilab_solver_suite::rules;

/// Tables and racks of last turns of games under twist rules. The solver needs seconds for each to
/// find that the whole rack goes.
const LAST_TURNS: [(&str, &str); 3] = [
    (
        "P4 B4 K4 ; P8 K8 Y8 ; P1 B1 K1 Y1 ; P1 C K3 ; P4 P5 C ; P5 B5 Y5 ; P7 B7 Y7 ; P9 B9 \
         K9 Y9 ; P11 K11 Y11 ; P12 B12 K12 Y12 ; B2 B3 B4 ; B10 K10 Y10 ; B10 K10 Y10 ; K2 K3 \
         K4 ; K11 K12 K13 ; Y3 M Y3 ; Y7 Y8 Y9 ; Y11 Y12 Y13",
        "P2 P2 P3 P3 P6 P6 P7 P8 P9 P10 P10 P12 P13 P13 B1 B2 B3 B5 B6 B7 B8 B8 B9 B11 B11 \
         B12 B13 B13 K1 K2 K5 K5 K6 K7 K7 K9 K13 Y1 Y2 Y2 Y4 Y4 Y6 Y6 Y13 J J D D M",
    ),
    (
        "P2 K2 Y2 ; P3 B3 Y3 ; P6 M P6 ; P8 B8 K8 ; P9 K9 Y9 ; P10 P11 P12 ; P10 B10 K10 ; \
         P11 B11 K11 ; P13 B13 K13 ; P13 B13 Y13 ; B1 K1 Y1 ; B5 K5 Y5 ; B10 K10 Y10 ; B12 \
         K12 Y12 ; K1 D K4 ; K4 K5 K6 K7 ; K7 K8 K9 ; Y4 Y5 Y6 ; Y9 Y10 C K12 ; J P2 P3",
        "P1 P1 P4 P4 P5 P5 P7 P7 P8 P9 P12 B1 B2 B2 B3 B4 B4 B6 B6 B7 B7 B8 B9 B9 B11 B12 K2 \
         K3 K3 K6 K11 K13 Y1 Y2 Y3 Y4 Y6 Y7 Y7 Y8 Y8 Y11 Y11 Y12 Y13 J D C M",
    ),
    (
        "P1 M P1 ; P2 C K4 ; P3 P4 P5 P6 P7 P8 P9 ; P5 P6 P7 ; P8 K8 Y8 ; P9 P10 P11 P12 ; \
         P12 K12 Y12 ; P13 B13 K13 ; B3 B4 B5 ; B5 B6 B7 ; B7 B8 B9 B10 B11 ; B10 K10 Y10 ; \
         B11 Y11 D ; K4 K5 K6 ; K6 K7 K8 K9 ; K9 D K12 K13 ; Y2 Y3 Y4 Y5 Y6 Y7 Y8 ; Y3 Y4 Y5",
        "P2 P3 P4 P10 P11 P13 B1 B1 B2 B2 B3 B4 B6 B8 B9 B12 B12 B13 K1 K2 K2 K3 K3 K5 K7 K10 \
         K11 K11 Y1 Y1 Y2 Y6 Y7 Y9 Y9 Y10 Y11 Y12 Y13 Y13 J J C M",
    ),
];

/// The tiles that a bot lays on its last turn, judged by the checker of turns.
fn last_turn(bot: &str, table: &str, rack: &str) -> TileCounts {
    let rules = RuleSet::preset("twist").unwrap();
    let table = parse_table(table, &rules).unwrap();
    let mut view = view(&rules, &table, tiles(rack, &rules));
    (view.pool_len, view.last_round) = (0, true);
    let mut stream = Stream::new(Key::sample(1, "parts", 0));
    let mut bot = bot.parse::<BotSpec>().unwrap().make();
    let Action::Play(after) = bot.act(&view, &mut stream).unwrap() else {
        return TileCounts::EMPTY;
    };
    judged(&rules, &view.position(), after)
}

fn judged(rules: &RuleSet, position: &rummilab_core::Position, after: Table) -> TileCounts {
    let arrangement = Arrangement::from(after.into_sets());
    let play = verify(rules, position, &Goal::Tiles, arrangement);
    play.unwrap().played
}

#[test]
fn a_champion_goes_out_where_the_solver_gives_up() {
    let rules = RuleSet::preset("twist").unwrap();
    for (table, rack) in LAST_TURNS {
        let laid = last_turn("champion:budget=fast", table, rack);
        assert_eq!(laid, tiles(rack, &rules), "{rack}");
        assert!(
            last_turn("greedy", table, rack).len() < laid.len(),
            "{rack}"
        );
    }
}

#[test]
fn where_nothing_can_be_laid_it_passes() {
    let one_round = "empty_pool_procedure=one_round_from_next";
    for (rules, table, rack) in [
        (rules("twist", ""), "P3 P4 P5", "P9 B11 K1"),
        (rules("original", one_round), "R3 R4 R5", "R9 B11 K1"),
    ] {
        let table = parse_table(table, &rules).unwrap();
        let mut view = view(&rules, &table, tiles(rack, &rules));
        (view.pool_len, view.last_round) = (0, true);
        for budget in ["normal", "fast", "quick"] {
            let bot: BotSpec = format!("champion:budget={budget}").parse().unwrap();
            let mut stream = Stream::new(Key::sample(1, "parts", 0));
            let action = bot.make().act(&view, &mut stream).unwrap();
            assert_eq!(action, Action::Pass, "{rack}, {budget}");
        }
    }
}
