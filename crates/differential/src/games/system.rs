//! Rule systems for whole games, drawn at random: small games, and some of the size of a preset.

use rummilab_chance::Stream;

use crate::field::{
    DupRedraw, EmptyPool, EmptyPoolScore, GroupAccess, MatchOrder, MirrorValue, RankValue, Reclaim,
    Redeal, Stalemate, TableAccess,
};
use crate::rules::{PRESETS, Rules};

/// Draws from a stream, in words that fit tables of choices.
pub struct Dice(pub Stream);

impl Dice {
    /// A number from `least` to `most`.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        let many = most.saturating_sub(least) as usize + 1;
        least + self.0.index(many).unwrap_or(0) as u64
    }

    /// Whether something with this chance in percent happens.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.between(1, 100) <= chance
    }

    /// One of several.
    pub fn one<T: Clone>(&mut self, of: &[T]) -> T {
        let at = self.between(0, of.len() as u64 - 1) as usize;
        of[at].clone()
    }

    fn byte(&mut self, least: u64, most: u64) -> u8 {
        self.between(least, most) as u8
    }

    /// No limit, or one from this range.
    fn limit(&mut self, least: u64, most: u64) -> Option<u8> {
        let limited = self.percent(60);
        limited.then(|| self.byte(least, most))
    }
}

/// A sound rule system.
pub fn draw(dice: &mut Dice) -> Rules {
    loop {
        let mut rules = preset(dice);
        if dice.percent(75) {
            small_deck(dice, &mut rules);
        }
        let chance = dice.one(&[0, 10, 25, 60]);
        sets(dice, &mut rules, chance);
        table(dice, &mut rules, chance);
        deal(dice, &mut rules, chance);
        ends(dice, &mut rules, chance.max(25));
        if rules.is_sound() {
            return rules;
        }
    }
}

fn preset(dice: &mut Dice) -> Rules {
    Rules::preset(dice.one(&PRESETS)).unwrap_or_else(Rules::original)
}

/// Few tiles, short racks and an opening that fits them.
fn small_deck(dice: &mut Dice, rules: &mut Rules) {
    let mut letters: Vec<char> = "RBKOYGWP".chars().collect();
    dice.0.shuffle(&mut letters);
    let colours = dice.between(2, 5) as usize;
    rules.colours = letters[..colours].iter().collect();
    rules.values = dice.byte(3, 8);
    rules.copies = dice.byte(1, 3);
    for kind in 0..4 {
        let special = kind > 0 && rules.jokers[kind] == 0 && !dice.percent(15);
        if !special {
            let most = if dice.percent(15) { 4 } else { 2 };
            rules.jokers[kind] = dice.byte(0, most);
        }
    }
    let tiles = rules.tile_count() as u64;
    let most = (tiles / 2).min(12);
    rules.hand = dice.byte(most.min(3), most);
    rules.opening_min = dice.between(0, u64::from(rules.values) * 4) as u16;
}

fn sets(dice: &mut Dice, rules: &mut Rules, chance: u64) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.percent(chance) {
                rules.$field = $value;
            }
        )+};
    }
    maybe! {
        max_jokers_per_set = dice.limit(0, 4);
        max_run_len = dice.limit(3, 8);
        wrap = dice.percent(50);
        step2 = dice.percent(50);
        group_max = dice.limit(3, 6);
        mirror_value = dice.one(MirrorValue::ALL);
        mirror_valley = dice.percent(50);
        mirror_min_half = dice.byte(1, 2);
        max_cc_per_run = dice.limit(0, 4);
        cc_adjacent = dice.percent(50);
        cc_at_low_end = dice.percent(50);
    }
}

fn table(dice: &mut Dice, rules: &mut Rules, chance: u64) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.percent(chance) {
                rules.$field = $value;
            }
        )+};
    }
    let most = rules.most_opening().min(60);
    maybe! {
        opening_min = dice.between(0, most.into()) as u16;
        opening_table_access = dice.one(TableAccess::ALL);
        opening_jokers = dice.percent(50);
        group_cap_per_player = dice.limit(0, 6);
        group_access = dice.one(GroupAccess::ALL);
        rearrange_then_draw = dice.percent(50);
    }
    if dice.percent(chance / 10) {
        rules.joker_reclaim = dice.one(Reclaim::ALL);
    }
}

fn deal(dice: &mut Dice, rules: &mut Rules, chance: u64) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.percent(chance) {
                rules.$field = $value;
            }
        )+};
    }
    maybe! {
        draw_first = dice.percent(50);
        redeal = dice.one(Redeal::ALL);
        redeal_pairs = dice.byte(2, 4);
        jokers_dealt_each = dice.byte(0, 2);
        open_hands = dice.percent(50);
    }
    rules.dup_redraw = match rules.draw_first && dice.percent(70) {
        true => DupRedraw::Optional,
        false => DupRedraw::Never,
    };
    rules.jokers_dealt_each = rules
        .jokers_dealt_each
        .min(rules.jokers[0] / 2)
        .min(rules.hand);
}

fn ends(dice: &mut Dice, rules: &mut Rules, chance: u64) {
    macro_rules! maybe {
        ($($field:ident = $value:expr;)+) => {$(
            if dice.percent(chance) {
                rules.$field = $value;
            }
        )+};
    }
    let mut penalty = || {
        [
            dice.byte(0, 60),
            dice.byte(0, 60),
            dice.byte(0, 60),
            dice.byte(0, 60),
        ]
    };
    let by_kind = penalty();
    maybe! {
        turn_seconds = dice.limit(0, 255);
        timeout_claim = dice.percent(50);
        timeout_penalty = dice.byte(0, 4);
        timeout_keeps_legal_part = dice.percent(50);
        invalid_penalty = dice.byte(0, 4);
        empty_pool_procedure = dice.one(EmptyPool::ALL);
        must_play_when_empty = dice.percent(60);
        empty_pool_score = dice.one(EmptyPoolScore::ALL);
        stalemate = dice.one(Stalemate::ALL);
        rack_penalty = by_kind;
        unopened_penalty = dice.one(&[None, Some([100, 200]), Some([7, 3]), Some([0, 50])]);
        unopened_rank_value = dice.one(RankValue::ALL);
        match_order = dice.one(MatchOrder::ALL);
        tie_first_points = dice.byte(0, 4);
    }
}
