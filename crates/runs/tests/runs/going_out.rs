//! A bot goes out where either solver behind it proves that its whole rack can go.

use rummilab_bot_api::View;
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{Action, Seat};
use rummilab_solver_suite::{rules, tiles};

/// The search of the bots gives up on this table of step runs, and the integer program proves at
/// its root that all twelve tiles can go. `hold:empty=keep` drew instead, and lost won games.
#[test]
fn a_rack_that_can_go_goes_where_the_search_gives_up() {
    let options = "colours=BYG values=5 copies=3 jokers=2 max_jokers_per_set=1 max_run_len=3 \
        step2=true hand=9";
    let rules = rules("original", options);
    let table = "B1 Y1 G1 ; B2 B3 B4 ; B2 B3 B4 ; B2 Y2 J ; B4 Y4 G4 ; B5 Y5 G5 ; Y1 G1 J ; \
        Y2 Y3 Y4 ; Y3 Y4 Y5 ; G3 G4 G5";
    let table = parse_table(table, &rules).unwrap();
    let rack = tiles(&rules, "B1 B3 B5 Y1 Y2 Y5 G1 G2 G2 G3 G3 G5");
    let view = View {
        rules: &rules,
        seat: Seat(0),
        rack,
        table: &table,
        opened: [true, true].into(),
        rack_sizes: [rack.len(), 2].into(),
        drawn: None,
        may_put_back: false,
        racks: None,
        pool_len: 1,
        last_round: false,
        history: &[],
    };
    for bot in [
        "hold:empty=keep",
        "hold-joker",
        "greedy",
        "value",
        "keep",
        "champion:budget=fast",
    ] {
        let mut player = bot.parse::<BotSpec>().unwrap().make();
        player.new_game(Seat(0));
        let mut stream = Stream::new(Key::sample(1, "going out", 0));
        let Action::Play(after) = player.act(&view, &mut stream).unwrap() else {
            panic!("{bot} lays nothing");
        };
        let turn = rules.judge_turn(&table, &rack, &after, true);
        assert_eq!(turn.map(|turn| turn.played), Ok(rack), "{bot}");
    }
}
