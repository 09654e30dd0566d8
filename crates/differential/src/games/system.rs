//! Rule systems for whole games, drawn at random: small games, and some of the size of a preset.

use crate::dice::Dice;
use crate::draw::{SOLVED, draw_field, repair};
use crate::field::{EmptyPool, GroupAccess, MustPlay};
use crate::rules::{FIELDS, PRESETS, Rules};

/// The fields that the size of the game decides.
const SIZE: &[&str] = &["colours", "values", "copies", "jokers", "hand"];

pub fn draw(dice: &mut Dice) -> Rules {
    let mut rules = Rules::preset(dice.pick(&PRESETS)).unwrap_or_else(Rules::original);
    if dice.chance(75) {
        small_deck(dice, &mut rules);
    }
    let chance = dice.pick(&[0, 10, 25, 60]);
    for field in FIELDS.iter().filter(|field| !SIZE.contains(field)) {
        // Most games end in other ways than those of the presets.
        let chance = if SOLVED.contains(field) {
            chance
        } else {
            chance.max(25)
        };
        if dice.chance(chance) {
            draw_field(dice, &mut rules, field, true);
        }
    }
    if dice.chance(40) {
        long_end(dice, &mut rules);
    }
    repair(dice, &mut rules);
    rules
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
            let most = dice.pick(&[2, 2, 2, 2, 2, 2, 4, 8]);
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
    rules.must_play_when_empty = dice.pick(&[MustPlay::Everybody, MustPlay::Opened]);
    rules.step2 = dice.chance(50);
    rules.group_access = GroupAccess::Anyone;
    if dice.chance(70) {
        rules.group_cap_per_player = None;
    }
}

/// A threshold; seldom 0, which many rules read in a way of its own.
fn opening_min(dice: &mut Dice, most: usize) -> u16 {
    if dice.chance(4) {
        0
    } else {
        dice.range(1, most) as u16
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
