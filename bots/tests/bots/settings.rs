//! The effect of each setting of the strategies, in a position where its idea decides.

use crate::common::{scene, tiles, view};
use rummilab_bot_api::View;
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{
    Action, Claim, CouldPlay, Position, RuleSet, Seat, Table, TileCounts, Unanswered,
};
use rummilab_solver::{Answer, Goal, SolveError, Solver, StopReason, Unsupported};

/// An opening of 33 points.
const OPENS: &str = "R10 R11 R12 K1";

#[test]
fn a_delayed_opening_waits_its_turns() {
    for bot in ["greedy", "hold", "hold-joker"] {
        let fresh = scene("", OPENS);
        assert_eq!(fresh.act(bot), "R10 R11 R12");
        let delayed = format!("{bot}:delay=3");
        for (turns, act) in [(0, "draw"), (2, "draw"), (3, "R10 R11 R12")] {
            let later = scene("", OPENS).after_turns(turns);
            assert_eq!(later.act(&delayed), act, "{bot} after {turns}");
        }
        // With an empty pool there is nothing to wait for, and a pass may not be legal.
        assert_eq!(scene("", OPENS).pool(0).act(&delayed), "R10 R11 R12");
        // Nobody waits when the whole rack goes.
        assert_eq!(scene("", "R10 R11 R12").act(&delayed), "R10 R11 R12");
    }
}

#[test]
fn a_delay_may_end_with_the_opening_of_an_opponent() {
    let bot = "greedy:delay=1000,until=opponent";
    let alone = scene("", OPENS).nobody_opened().after_turns(20);
    assert_eq!(alone.act(bot), "draw");
    let follows = scene("K2 K3 K4", OPENS).unopened().after_turns(20);
    assert_eq!(follows.act(bot), "R10 R11 R12");
    assert_eq!(follows.act("greedy:delay=1000"), "draw");
}

#[test]
fn an_opening_without_joker_is_preferred_and_waited_for() {
    let either = scene("", "R10 R11 R12 J K1");
    assert_eq!(either.act("greedy"), "R10 R11 R12 J");
    for wait in ["1", "3", "1000"] {
        let bot = format!("greedy:openjoker={wait}");
        assert_eq!(either.act(&bot), "R10 R11 R12", "{bot}");
    }
    let needs = || scene("", "R10 R11 J K1");
    assert_eq!(needs().act("greedy:openjoker=1"), "R10 R11 J");
    assert_eq!(needs().act("hold-joker:openjoker=3"), "draw");
    assert_eq!(needs().after_turns(1).act("hold-joker:openjoker=3"), "draw");
    let later = needs().after_turns(2);
    later.check([("hold-joker:openjoker=3", "R10 R11 J")]);
    for goes in [needs().pool(0), scene("", "R10 R11 J")] {
        goes.check([("greedy:openjoker=1000", "R10 R11 J")]);
    }
}

#[test]
fn a_holder_lays_when_enough_goes_or_little_stays() {
    let three = scene("R3 R4 R5", "R1 R2 R6 K1 K9");
    assert_eq!(three.act("hold"), "draw");
    assert_eq!(three.act("hold:minplay=3"), "R1 R2 R6");
    assert_eq!(three.act("hold:minplay=4"), "draw");
    assert_eq!(three.act("hold:leave=2"), "R1 R2 R6");
    assert_eq!(three.act("hold:leave=1"), "draw");
    // Without a legal play it draws, however few tiles would stay.
    scene("R3 R4 R5", "K1").check([("hold:leave=5,minplay=1", "draw")]);
}

#[test]
fn keep_holds_back_the_fourth_tile_and_the_end_of_a_run() {
    let group = scene("R1 R2 R3", "R9 B9 K9 O9 K1");
    assert_eq!(group.act("greedy"), "R9 B9 K9 O9");
    assert_eq!(group.act("keep"), "B9 K9 O9");
    assert_eq!(group.act("keep:spare=group"), "B9 K9 O9");
    assert_eq!(group.act("keep:spare=run"), "R9 B9 K9 O9");
    let run = scene("R1 R2 R3", "B5 B6 B7 B8 K1");
    run.check([("keep", "B6 B7 B8"), ("keep:spare=group", "B5 B6 B7 B8")]);
    // A group of three and a run of three have no such tile.
    let none = scene("R1 R2 R3", "R9 B9 K9 B5 B6 B7 K1");
    assert_eq!(none.act("keep"), none.act("greedy"));
}

#[test]
fn keep_always_lays_something_when_it_can() {
    // Kept back a turn ago, R9 is now the only tile that fits.
    assert_eq!(scene("B9 K9 O9", "R9 K1").act("keep:most=5"), "R9");
    let two = scene("R3 R4 R5", "R2 R6 K9");
    two.check([("keep", "R6"), ("keep:most=5", "R6")]);
    assert_eq!(scene("R3 R4 R5", "K9").act("keep"), "draw");
}

#[test]
fn keep_lays_everything_when_it_is_late_or_goes_out() {
    let two = || scene("R3 R4 R5", "R2 R6 K9");
    assert_eq!(two().opponent(3).act("keep"), "R2 R6");
    assert_eq!(two().opponent(3).act("keep:late=2"), "R6");
    assert_eq!(two().pool(0).act("keep"), "R2 R6");
    assert_eq!(scene("R3 R4 R5", "R2 R6").act("keep"), "R2 R6");
}

#[test]
fn keep_prefers_places_that_nobody_else_can_fill() {
    // The other R6 is on the table; the place of the other R2 is unknown.
    let sure = scene("R3 R4 R5 ; R6 B6 K6", "R2 R6 K9");
    sure.check([("keep", "R2"), ("keep:sure=yes", "R2")]);
    let unsure = scene("R3 R4 R5", "R2 R6 K9");
    assert_eq!(unsure.act("keep:sure=yes"), "R2 R6");
}

#[test]
fn keep_opens_with_enough() {
    // 46 points; without R10 still 33, and after that no tile can be spared.
    let rich = scene("", "R10 R11 R12 R13 K1");
    assert_eq!(rich.act("keep:most=3"), "R11 R12 R13");
    // 34 points with all four tiles, 30 or less without one.
    let poor = scene("", "R7 R8 R9 R10 K1");
    assert_eq!(poor.act("keep"), "R7 R8 R9 R10");
    assert_eq!(scene("", "R7 R8 R9 K1").act("keep"), "draw");
}

#[test]
fn dump_lays_high_tiles_where_they_compete_with_low_ones() {
    // The joker on the table can stand next to R3 and R1, or make room for K12.
    let either = scene("R10 B10 K10 O10 ; R1 K1 O1 J ; R3 R4 R5 R6", "R1 R3 K12 O6");
    assert_eq!(either.act("greedy"), "R1 R3");
    assert_eq!(either.act("dump"), "K12");
    assert_eq!(either.act("dump:from=13"), "R1 R3");
    assert_eq!(either.act("dump:from=1"), "R1 R3");
}

#[test]
fn human_touches_no_more_sets_than_it_may() {
    // R6 goes to the run, O9 to the group, and both together change two sets.
    let two = scene("R3 R4 R5 ; R9 B9 K9", "R6 O9 K1");
    assert_eq!(two.act("human:r=0"), "draw");
    assert_eq!(two.act("human:r=1"), "O9");
    assert_eq!(two.act("human:r=2"), "R6 O9");
    assert_eq!(two.touched("human:r=1"), 1);
    assert_eq!(two.touched("human:r=2"), 2);
    // Own sets change no set of the table.
    let own = scene("R3 R4 R5", "B7 K7 O7 R6");
    own.check([("human:r=0", "B7 K7 O7"), ("human:r=1", "R6 B7 K7 O7")]);
    // K6 needs R6 and B6 from two long runs.
    let both = scene("R6 R7 R8 R9 ; B6 B7 B8 B9", "K6 K1");
    both.check([("human:r=1", "draw"), ("human:r=2", "K6")]);
}

#[test]
fn human_changes_no_set_that_it_overlooks() {
    let two = scene("R3 R4 R5 ; R9 B9 K9", "R6 O9 K1");
    assert_eq!(two.act("human:notices=0"), "draw");
    // Of both sets it notices each half the time: all four cases occur.
    let seen: std::collections::BTreeSet<String> = (0..40)
        .map(|seed| two.act_with("human:notices=50", seed))
        .collect();
    let all = ["O9", "R6", "R6 O9", "draw"].map(str::to_owned);
    assert_eq!(seen, all.into());
}

#[test]
fn human_plays_what_it_does_not_see_only_where_it_must() {
    let both = || scene("R6 R7 R8 R9 ; B6 B7 B8 B9", "K6 K1").pool(0);
    assert_eq!(both().act("human:r=1"), "K6");
    let free = both().rules("must_play_when_empty=false");
    assert_eq!(free.act("human:r=1"), "pass");
}

/// The referee has no question about players who have opened.
struct NotAsked;

impl CouldPlay for NotAsked {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Err(Unanswered(String::new()))
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Err(Unanswered(String::new()))
    }
}

/// The tiles that a bot in seat 0 lays, as the referee judges them, or why it refuses. The first
/// set belongs to seat 1, the others are runs.
fn laid_beside(bot: &str, rules: &str, options: &[&str], table: &str, rack: &str) -> String {
    let rules = RuleSet::preset(rules).unwrap();
    let rules = rules.with_options(options).unwrap();
    let sets = parse_table(table, &rules).unwrap().into_sets();
    let owners = (0..sets.len()).map(|set| (set == 0).then_some(1)).collect();
    let (table, rack) = (Table::owned(sets, owners), tiles(rack, &rules));
    let view = View {
        rack_sizes: [rack.len(), 10].into(),
        pool_len: 30,
        ..view(&rules, &table, rack)
    };
    let mut bot = bot.parse::<BotSpec>().unwrap().make();
    bot.new_game(Seat(0));
    let mut stream = Stream::new(Key::sample(1, "settings", 0));
    let Action::Play(after) = bot.act(&view, &mut stream).unwrap() else {
        return "nothing".to_owned();
    };
    let claim = Claim {
        before: &table,
        rack: &rack,
        after: &after,
        opened: true,
        me: Some(Seat(0)),
    };
    match rules.judge_claim(&claim, &mut NotAsked) {
        Ok(turn) => turn.played.to_string(),
        Err(illegal) => illegal.to_string(),
    }
}

/// It took the tile out of a group of another player that held an equal one.
#[test]
fn keep_takes_nothing_out_of_the_groups_of_others() {
    let keeps = |access: &str| {
        let access = format!("group_access={access}");
        let (table, rack) = ("R9 B9 K9 O9", "B9 B10 B11 B12 K1");
        laid_beside("keep", "original", &[&access], table, rack)
    };
    assert_eq!(keeps("owner_only"), "B10 B11 B12");
    assert_eq!(keeps("attach_only"), "B10 B11 B12");
    assert_eq!(keeps("anyone"), "B10 B11 B12");
}

/// A solver that always gives up.
struct GivesUp;

impl Solver for GivesUp {
    fn name(&self) -> &str {
        "gives-up"
    }

    fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
        Ok(())
    }

    fn solve(&mut self, _: &RuleSet, _: &Position, _: &Goal) -> Result<Answer, SolveError> {
        Err(SolveError::GaveUp {
            solver: "gives-up".to_owned(),
            stop: StopReason::Nodes,
        })
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn clear(&mut self) {}
}

/// Bots give up a question sooner than the referee, who then refused their passes.
#[test]
fn a_pass_is_asked_about_where_who_can_lay_must() {
    for bot in ["greedy", "hold", "keep", "human", "random", "champion"] {
        let act = |rack: &str, option: &str| {
            let spec: BotSpec = bot.parse().unwrap();
            let scene = scene("R3 R4 R5", rack).pool(0).rules(option);
            scene.told(scene.action_of(spec.make_with(Box::new(GivesUp)).as_mut(), 1))
        };
        assert_eq!(act("R6 K9", "must_play_when_empty=true"), "R6", "{bot}");
        assert_eq!(act("R7 K9", "must_play_when_empty=true"), "pass", "{bot}");
        assert_eq!(act("R6 K9", "must_play_when_empty=false"), "pass", "{bot}");
    }
}
