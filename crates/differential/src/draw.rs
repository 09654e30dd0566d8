//! Rule systems drawn at random, over every field.

use crate::dice::Dice;
use crate::field::{
    DupRedraw, EmptyPool, EmptyPoolScore, GroupAccess, JokerGroup3, JokerPaidBy, JokerReuse,
    JokerTake, MatchOrder, MirrorValue, MustPlay, RankValue, Rearrange, Redeal, Stalemate,
    TableAccess, Wrap,
};
use crate::rules::{FIELDS, PRESETS, Rules};

/// A rule system that the command accepts: every field drawn, or a preset with some fields changed.
pub fn rules(dice: &mut Dice) -> Rules {
    let mut rules = if dice.chance(30) {
        changed_preset(dice)
    } else {
        free_rules(dice)
    };
    repair(dice, &mut rules);
    rules
}

fn changed_preset(dice: &mut Dice) -> Rules {
    let mut rules = Rules::preset(dice.pick(&PRESETS)).unwrap_or_else(Rules::original);
    let changes = dice.weighted(&[1, 3, 4, 4]);
    for _ in 0..changes {
        // Most fields of the list concern games only.
        let field = if dice.chance(85) {
            dice.pick(SOLVED)
        } else {
            dice.pick(FIELDS)
        };
        draw_field(dice, &mut rules, field, false);
    }
    rules
}

/// The fields on which the plays of a position depend.
pub const SOLVED: &[&str] = &[
    "colours",
    "values",
    "copies",
    "jokers",
    "opening_min",
    "opening_table_access",
    "opening_jokers",
    "max_jokers_per_set",
    "max_run_len",
    "wrap",
    "step2",
    "group_max",
    "group_cap_per_player",
    "group_access",
    "mirror_value",
    "mirror_valley",
    "mirror_min_half",
    "max_cc_per_run",
    "cc_adjacent",
    "cc_at_low_end",
    "rearrange",
    "joker_take",
    "joker_paid_by",
    "joker_group3",
    "joker_reuse",
];

fn free_rules(dice: &mut Dice) -> Rules {
    let mut rules = Rules::original();
    let small = dice.chance(60);
    // Some systems keep to few unusual fields, so that faults which others hide are seen.
    let share = dice.pick(&[35, 65, 100]);
    for field in FIELDS {
        let size = ["colours", "values", "copies", "jokers"].contains(field);
        if size || dice.chance(share) {
            draw_field(dice, &mut rules, field, small);
        }
    }
    rules
}

/// A rule system with every field drawn, and at least so many tiles in the game.
pub fn every_field(dice: &mut Dice, least_tiles: usize) -> Rules {
    let mut rules = Rules::original();
    for field in FIELDS {
        draw_field(dice, &mut rules, field, false);
    }
    loop {
        repair(dice, &mut rules);
        if rules.tile_count() >= least_tiles {
            return rules;
        }
        for field in ["colours", "values", "copies"] {
            draw_field(dice, &mut rules, field, false);
        }
    }
}

/// A limit from `low` to `high`, or none in `none` of a hundred cases.
fn limit(dice: &mut Dice, none: usize, low: usize, high: usize) -> Option<u8> {
    if dice.chance(none) {
        None
    } else {
        Some(dice.range(low, high) as u8)
    }
}

fn colours(dice: &mut Dice) -> String {
    let mut letters: Vec<char> = "RPBKOYWG".chars().collect();
    dice.shuffle(&mut letters);
    let number = 1 + dice.weighted(&[1, 3, 5, 5, 1, 3]);
    letters.into_iter().take(number).collect()
}

fn jokers(dice: &mut Dice) -> [u8; 4] {
    let few = &[4, 4, 4, 2, 2];
    match dice.below(6) {
        5 => many_jokers(dice),
        4 => [dice.range(1, 4) as u8; 4],
        0 => [dice.weighted(few) as u8, 0, 0, 0],
        1 => [4, 0, 0, 0],
        2 => {
            let mut jokers = [0; 4];
            for _ in 0..dice.range(1, 2) {
                jokers[dice.below(4)] = dice.range(1, 4) as u8;
            }
            jokers
        }
        _ => [0; 4].map(|_: u8| dice.weighted(few) as u8),
    }
}

/// More than four of a kind, up to the most that a game may have.
fn many_jokers(dice: &mut Dice) -> [u8; 4] {
    let mut jokers = [0; 4];
    for _ in 0..1 + dice.weighted(&[6, 2, 1]) {
        jokers[dice.below(4)] = dice.range(5, 8) as u8;
    }
    if dice.chance(40) {
        jokers[0] = dice.range(3, 8) as u8;
    }
    jokers
}

/// Draws one field; `small` keeps to few values.
pub fn draw_field(dice: &mut Dice, rules: &mut Rules, field: &str, small: bool) {
    match field {
        "colours" => rules.colours = colours(dice),
        "values" if small => rules.values = 3 + dice.weighted(&[4, 4, 4, 3, 2]) as u8,
        "values" => rules.values = dice.range(3, 15) as u8,
        "copies" => rules.copies = 1 + dice.weighted(&[3, 4, 2]) as u8,
        "jokers" => rules.jokers = jokers(dice),
        "hand" => rules.hand = dice.range(1, 20) as u8,
        "draw_first" => rules.draw_first = dice.chance(50),
        "dup_redraw" => rules.dup_redraw = dice.pick(DupRedraw::ALL),
        "redeal_pairs" => rules.redeal_pairs = dice.range(0, 4) as u8,
        "redeal" => rules.redeal = dice.pick(Redeal::ALL),
        "jokers_dealt_each" => rules.jokers_dealt_each = dice.range(0, 2) as u8,
        "opening_min" => {
            let high = dice.pick(&[0, 12, 30, 60, 1000]);
            rules.opening_min = dice.range(0, high) as u16;
        }
        "opening_table_access" => rules.opening_table_access = dice.pick(TableAccess::ALL),
        "opening_jokers" => rules.opening_jokers = dice.chance(70),
        "max_jokers_per_set" => rules.max_jokers_per_set = limit(dice, 35, 0, 6),
        "max_run_len" => {
            let high = dice.pick(&[4, 8, 15, 255]);
            rules.max_run_len = limit(dice, 45, 3, high);
        }
        "wrap" => rules.wrap = dice.pick(Wrap::ALL),
        "step2" => rules.step2 = dice.chance(50),
        "group_max" => rules.group_max = limit(dice, 50, 3, 7),
        "group_cap_per_player" => {
            let high = dice.pick(&[0, 1, 2, 6]);
            rules.group_cap_per_player = limit(dice, 40, 0, high);
        }
        "group_access" => rules.group_access = dice.pick(GroupAccess::ALL),
        "mirror_value" => rules.mirror_value = dice.pick(MirrorValue::ALL),
        "mirror_valley" => rules.mirror_valley = dice.chance(50),
        "mirror_min_half" => rules.mirror_min_half = dice.range(1, 2) as u8,
        "max_cc_per_run" => rules.max_cc_per_run = limit(dice, 35, 0, 4),
        "cc_adjacent" => rules.cc_adjacent = dice.chance(50),
        "cc_at_low_end" => rules.cc_at_low_end = dice.chance(50),
        "rearrange" => rules.rearrange = dice.pick(Rearrange::ALL),
        "joker_take" => {
            rules.joker_take = dice.pick(JokerTake::ALL);
            for refinement in ["joker_paid_by", "joker_group3", "joker_reuse"] {
                draw_field(dice, rules, refinement, small);
            }
        }
        "joker_paid_by" => rules.joker_paid_by = dice.pick(JokerPaidBy::ALL),
        "joker_group3" => rules.joker_group3 = dice.pick(JokerGroup3::ALL),
        "joker_reuse" => rules.joker_reuse = dice.pick(JokerReuse::ALL),
        _ => draw_game_field(dice, rules, field),
    }
}

/// Draws a field that concerns whole games only.
fn draw_game_field(dice: &mut Dice, rules: &mut Rules, field: &str) {
    match field {
        "rearrange_then_draw" => rules.rearrange_then_draw = dice.chance(50),
        "turn_seconds" => rules.turn_seconds = limit(dice, 50, 0, 255),
        "timeout_claim" => rules.timeout_claim = dice.chance(50),
        "timeout_penalty" => rules.timeout_penalty = dice.range(0, 5) as u8,
        "timeout_keeps_legal_part" => rules.timeout_keeps_legal_part = dice.chance(50),
        "invalid_penalty" => rules.invalid_penalty = dice.range(0, 5) as u8,
        "empty_pool_procedure" => rules.empty_pool_procedure = dice.pick(EmptyPool::ALL),
        "must_play_when_empty" => rules.must_play_when_empty = dice.pick(MustPlay::ALL),
        "must_play" => rules.must_play = dice.pick(MustPlay::ALL),
        "draw_until_able" => rules.draw_until_able = dice.chance(50),
        "empty_pool_score" => rules.empty_pool_score = dice.pick(EmptyPoolScore::ALL),
        "stalemate" => rules.stalemate = dice.pick(Stalemate::ALL),
        "rack_penalty" => {
            let high = dice.pick(&[0, 30, 255]);
            rules.rack_penalty = [0; 4].map(|_: u8| dice.range(0, high) as u8);
        }
        "unopened_penalty" => {
            let pair = [dice.range(0, 300) as u16, dice.range(0, 300) as u16];
            rules.unopened_penalty = dice.chance(60).then_some(pair);
        }
        "unopened_rank_value" => rules.unopened_rank_value = dice.pick(RankValue::ALL),
        "open_hands" => rules.open_hands = dice.chance(50),
        "match_order" => rules.match_order = dice.pick(MatchOrder::ALL),
        "tie_first_points" => rules.tie_first_points = dice.range(0, 4) as u8,
        _ => {}
    }
}

/// Brings fields into their range that depend on others.
pub fn repair(dice: &mut Dice, rules: &mut Rules) {
    if !rules.draw_first {
        rules.dup_redraw = DupRedraw::Never;
    }
    if rules.draw_until_able && !rules.draw_first {
        rules.must_play = MustPlay::Everybody;
    }
    rules.draw_until_able &= rules.may_draw_on();
    if rules.redeal_pairs == 0 {
        rules.redeal = Redeal::Never;
    }
    let binds = rules.joker_take == JokerTake::Replaced || rules.only_extends();
    if binds && rules.jokers[1..] != [0; 3] {
        if dice.chance(40) {
            rules.jokers = [rules.jokers[0].max(1), 0, 0, 0];
        } else {
            rules.joker_take = JokerTake::Free;
            rules.rearrange = Rearrange::Free;
        }
    }
    if rules.joker_take == JokerTake::Free {
        rules.set_joker_rule("free");
    }
    fit(rules);
}

/// Lowers fields that are too large for the tiles of the game.
pub fn fit(rules: &mut Rules) {
    let most = (rules.tile_count() / 2).clamp(1, 255) as u8;
    rules.hand = rules.hand.min(most);
    let dealt = (rules.jokers[0] / 2).min(rules.hand);
    rules.jokers_dealt_each = rules.jokers_dealt_each.min(dealt);
    rules.opening_min = rules.opening_min.min(rules.most_opening());
}
