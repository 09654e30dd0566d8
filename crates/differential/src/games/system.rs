//! Rule systems for whole games, drawn at random: small games, and some of the size of a preset.

use crate::dice::Dice;
use crate::field::{
    DupRedraw, EmptyPool, EmptyPoolScore, GroupAccess, MatchOrder, MirrorValue, RankValue, Reclaim,
    Redeal, Stalemate, TableAccess,
};
use crate::rules::{PRESETS, Rules};

/// A sound rule system.
pub fn draw(dice: &mut Dice) -> Rules {
    loop {
        let mut rules = preset(dice);
        if dice.chance(75) {
            small_deck(dice, &mut rules);
        }
        let chance = dice.pick(&[0, 10, 25, 60]);
        sets(dice, &mut rules, chance);
        table(dice, &mut rules, chance);
        deal(dice, &mut rules, chance);
        ends(dice, &mut rules, chance.max(25));
        if dice.chance(40) {
            long_end(dice, &mut rules);
        }
        if rules.is_sound() {
            return rules;
        }
    }
}

fn preset(dice: &mut Dice) -> Rules {
    Rules::preset(dice.pick(&PRESETS)).unwrap_or_else(Rules::original)
}

/// Few tiles, short racks and an opening that fits them.
fn small_deck(dice: &mut Dice, rules: &mut Rules) {
    let mut letters: Vec<char> = "RBKOYGWP".chars().collect();
    dice.shuffle(&mut letters);
    let colours = dice.range(2, 5);
    rules.colours = letters[..colours].iter().collect();
    rules.values = byte(dice, 3, 8);
    rules.copies = byte(dice, 1, 3);
    for kind in 0..4 {
        let special = kind > 0 && rules.jokers[kind] == 0 && !dice.chance(15);
        if !special {
            let most = if dice.chance(15) { 4 } else { 2 };
            rules.jokers[kind] = byte(dice, 0, most);
        }
    }
    let tiles = rules.tile_count();
    let most = (tiles / 2).min(12);
    rules.hand = byte(dice, most.min(3), most);
    rules.opening_min = opening_min(dice, usize::from(rules.values) * 4);
}

/// A full table of few kinds and an empty pool with which players must lay if they can.
fn long_end(dice: &mut Dice, rules: &mut Rules) {
    small_deck(dice, rules);
    rules.colours = rules.colours.chars().take(4).collect();
    rules.copies = byte(dice, 2, 3);
    rules.values = byte(dice, 4, 6);
    rules.jokers_dealt_each = 0;
    let tiles = rules.tile_count();
    rules.hand = byte(dice, tiles / 6, (tiles / 3).min(14)).max(2);
    rules.opening_min = opening_min(dice, 12);
    if dice.chance(60) {
        rules.max_run_len = limit(dice, 3, 5);
        rules.max_jokers_per_set = limit(dice, 1, 2);
    }
    rules.empty_pool_procedure = EmptyPool::UntilAllPass;
    rules.must_play_when_empty = true;
    rules.step2 = dice.chance(50);
    rules.group_access = GroupAccess::Anyone;
    if dice.chance(70) {
        rules.group_cap_per_player = None;
    }
}

fn sets(dice: &mut Dice, rules: &mut Rules, chance: usize) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.chance(chance) {
                rules.$field = $value;
            }
        )+};
    }
    maybe! {
        max_jokers_per_set = limit(dice, 0, 4);
        max_run_len = limit(dice, 3, 8);
        wrap = dice.chance(50);
        step2 = dice.chance(50);
        group_max = limit(dice, 3, 6);
        mirror_value = dice.pick(MirrorValue::ALL);
        mirror_valley = dice.chance(50);
        mirror_min_half = byte(dice, 1, 2);
        max_cc_per_run = limit(dice, 0, 4);
        cc_adjacent = dice.chance(50);
        cc_at_low_end = dice.chance(50);
    }
}

fn table(dice: &mut Dice, rules: &mut Rules, chance: usize) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.chance(chance) {
                rules.$field = $value;
            }
        )+};
    }
    let most = rules.most_opening().min(60);
    maybe! {
        opening_min = opening_min(dice, most.into());
        opening_table_access = dice.pick(TableAccess::ALL);
        opening_jokers = dice.chance(50);
        group_cap_per_player = limit(dice, 0, 6);
        group_access = dice.pick(GroupAccess::ALL);
        rearrange_then_draw = dice.chance(50);
    }
    if dice.chance(chance / 10) {
        rules.joker_reclaim = dice.pick(Reclaim::ALL);
    }
}

fn deal(dice: &mut Dice, rules: &mut Rules, chance: usize) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.chance(chance) {
                rules.$field = $value;
            }
        )+};
    }
    maybe! {
        draw_first = dice.chance(50);
        redeal = dice.pick(Redeal::ALL);
        redeal_pairs = byte(dice, 2, 4);
        jokers_dealt_each = byte(dice, 0, 2);
        open_hands = dice.chance(50);
    }
    rules.dup_redraw = match rules.draw_first && dice.chance(70) {
        true => DupRedraw::Optional,
        false => DupRedraw::Never,
    };
    rules.jokers_dealt_each = rules
        .jokers_dealt_each
        .min(rules.jokers[0] / 2)
        .min(rules.hand);
}

fn ends(dice: &mut Dice, rules: &mut Rules, chance: usize) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.chance(chance) {
                rules.$field = $value;
            }
        )+};
    }
    let mut penalty = || {
        [
            byte(dice, 0, 60),
            byte(dice, 0, 60),
            byte(dice, 0, 60),
            byte(dice, 0, 60),
        ]
    };
    let by_kind = penalty();
    maybe! {
        turn_seconds = limit(dice, 0, 255);
        timeout_claim = dice.chance(50);
        timeout_penalty = byte(dice, 0, 4);
        timeout_keeps_legal_part = dice.chance(50);
        invalid_penalty = byte(dice, 0, 4);
        empty_pool_procedure = dice.pick(EmptyPool::ALL);
        must_play_when_empty = dice.chance(60);
        empty_pool_score = dice.pick(EmptyPoolScore::ALL);
        stalemate = dice.pick(Stalemate::ALL);
        rack_penalty = by_kind;
        unopened_penalty = dice.pick(&[None, Some([100, 200]), Some([7, 3]), Some([0, 50])]);
        unopened_rank_value = dice.pick(RankValue::ALL);
        match_order = dice.pick(MatchOrder::ALL);
        tie_first_points = byte(dice, 0, 4);
    }
}

/// A threshold; seldom 0, which many rules read in a way of its own.
fn opening_min(dice: &mut Dice, most: usize) -> u16 {
    match dice.chance(4) {
        true => 0,
        false => dice.range(1, most) as u16,
    }
}

fn byte(dice: &mut Dice, least: usize, most: usize) -> u8 {
    dice.range(least, most) as u8
}

/// No limit, or one from this range.
fn limit(dice: &mut Dice, least: usize, most: usize) -> Option<u8> {
    let limited = dice.chance(60);
    limited.then(|| byte(dice, least, most))
}
