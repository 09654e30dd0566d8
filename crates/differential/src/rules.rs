//! A rule system: every rule field as plain data, and the options that make the command use it.

use serde_json::{Map, Value};

use crate::field::{
    DupRedraw, EmptyPool, EmptyPoolScore, FieldValue, GroupAccess, JokerGroup3, JokerPaidBy,
    JokerReuse, JokerTake, MatchOrder, MirrorValue, MustPlay, RankValue, Rearrange, Redeal,
    Stalemate, TableAccess, Wrap,
};
use crate::tile::{Joker, Tile};

macro_rules! fields {
    ($($(#[$meta:meta])* $field:ident: $type:ty,)+) => {
        /// A rule system, field by field.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Rules {
            $($(#[$meta])* pub $field: $type,)+
        }

        /// The names of all fields.
        pub const FIELDS: &[&str] = &[$(stringify!($field),)+];

        impl Rules {
            /// The value of a field; null if there is no such field.
            pub fn get(&self, field: &str) -> Value {
                match field {
                    $(stringify!($field) => self.$field.to_json(),)+
                    _ => Value::Null,
                }
            }

            /// Sets a field; false if the value is not one of it.
            pub fn set(&mut self, field: &str, value: &Value) -> bool {
                match field {
                    $(stringify!($field) => match <$type>::from_json(value) {
                        Some(value) => {
                            self.$field = value;
                            true
                        }
                        None => false,
                    },)+
                    _ => false,
                }
            }
        }
    };
}

fields! {
    /// The letters of the colours.
    colours: String,
    values: u8,
    /// Copies of every number tile.
    copies: u8,
    /// Jokers of each kind: J, D, C, M.
    jokers: [u8; 4],
    /// Tiles of a rack after the deal.
    hand: u8,
    /// Whether every turn begins with a draw.
    draw_first: bool,
    /// Whether a duplicate drawn first may go back.
    dup_redraw: DupRedraw,
    /// Whether a player who can lay must, with tiles to draw.
    must_play: MustPlay,
    /// Whether a player who has drawn moves again.
    draw_until_able: bool,
    /// Pairs that allow a redeal.
    redeal_pairs: u8,
    /// Whether such a redeal takes place.
    redeal: Redeal,
    /// Classic jokers that every rack starts with.
    jokers_dealt_each: u8,
    /// Points of own sets that an opening needs.
    opening_min: u16,
    /// What the opening turn may do with the table.
    opening_table_access: TableAccess,
    /// Whether jokers may be laid in the opening.
    opening_jokers: bool,
    /// Most jokers of a set.
    max_jokers_per_set: Option<u8>,
    /// Longest run, in numbers covered.
    max_run_len: Option<u8>,
    /// Whether 1 follows the largest value.
    wrap: Wrap,
    /// Whether runs in steps of two are sets.
    step2: bool,
    group_max: Option<u8>,
    /// Most groups that a player may own.
    group_cap_per_player: Option<u8>,
    /// What a player may do with the groups of others.
    group_access: GroupAccess,
    /// What a mirror joker counts.
    mirror_value: MirrorValue,
    /// Whether mirror runs may fall towards the axis.
    mirror_valley: bool,
    /// Fewest numbers on each side of a mirror set.
    mirror_min_half: u8,
    /// Most colour-change jokers of a run.
    max_cc_per_run: Option<u8>,
    /// Whether two of them may lie side by side.
    cc_adjacent: bool,
    /// Whether one may lie at the low end.
    cc_at_low_end: bool,
    /// How a joker on the table comes free.
    rearrange: Rearrange,
    joker_take: JokerTake,
    /// Where a tile that frees one comes from.
    joker_paid_by: JokerPaidBy,
    /// How many missing colours free one of a group of three.
    joker_group3: JokerGroup3,
    /// Where a freed one may lie.
    joker_reuse: JokerReuse,
    /// Whether a rearrangement may stand before a draw.
    rearrange_then_draw: bool,
    /// Seconds of a turn; recorded only.
    turn_seconds: Option<u8>,
    /// Whether the clock must be claimed; recorded only.
    timeout_claim: bool,
    /// Penalty tiles of a time-out.
    timeout_penalty: u8,
    /// Whether the legal part of a turn stands when time is up.
    timeout_keeps_legal_part: bool,
    /// Penalty tiles of an invalid play.
    invalid_penalty: u8,
    /// What happens once the pool is empty.
    empty_pool_procedure: EmptyPool,
    /// Whether a player who can lay must, with an empty pool.
    must_play_when_empty: MustPlay,
    /// The scores of a game that ends with an empty pool.
    empty_pool_score: EmptyPoolScore,
    /// Who wins such a game.
    stalemate: Stalemate,
    /// Points of a joker left on the rack, by kind.
    rack_penalty: [u8; 4],
    /// Points of an unopened player when another goes out: could not, could.
    unopened_penalty: Option<[u16; 2]>,
    /// What such a rack counts with an empty pool.
    unopened_rank_value: RankValue,
    open_hands: bool,
    /// First criterion over several games.
    match_order: MatchOrder,
    /// Placement points of each of those who share first place.
    tie_first_points: u8,
}

/// The rule systems by which options are written down.
pub const PRESETS: [&str; 5] = ["original", "tournament", "twist", "house", "six"];

/// Those of every build, which take the options of a rule system.
const BASES: &[&str] = PRESETS.split_at(4).0;

impl Rules {
    /// The Original rules of 2005.
    pub fn original() -> Rules {
        Rules {
            colours: "RBKO".to_owned(),
            values: 13,
            copies: 2,
            jokers: [2, 0, 0, 0],
            hand: 14,
            draw_first: false,
            dup_redraw: DupRedraw::Never,
            must_play: MustPlay::Nobody,
            draw_until_able: false,
            redeal_pairs: 3,
            redeal: Redeal::Never,
            jokers_dealt_each: 0,
            opening_min: 30,
            opening_table_access: TableAccess::None,
            opening_jokers: true,
            max_jokers_per_set: Some(2),
            max_run_len: Some(13),
            wrap: Wrap::Never,
            step2: false,
            group_max: None,
            group_cap_per_player: None,
            group_access: GroupAccess::Anyone,
            mirror_value: MirrorValue::Middle,
            mirror_valley: true,
            mirror_min_half: 1,
            max_cc_per_run: Some(2),
            cc_adjacent: false,
            cc_at_low_end: true,
            rearrange: Rearrange::Free,
            joker_take: JokerTake::Free,
            joker_paid_by: JokerPaidBy::Any,
            joker_group3: JokerGroup3::One,
            joker_reuse: JokerReuse::Anywhere,
            rearrange_then_draw: false,
            turn_seconds: Some(60),
            timeout_claim: false,
            timeout_penalty: 3,
            timeout_keeps_legal_part: false,
            invalid_penalty: 3,
            empty_pool_procedure: EmptyPool::UntilAllPass,
            must_play_when_empty: MustPlay::Everybody,
            empty_pool_score: EmptyPoolScore::Relative,
            stalemate: Stalemate::LowestRack,
            rack_penalty: [50; 4],
            unopened_penalty: Some([100, 200]),
            unopened_rank_value: RankValue::Flat,
            open_hands: false,
            match_order: MatchOrder::Total,
            tie_first_points: 3,
        }
    }

    pub fn preset(name: &str) -> Option<Rules> {
        let original = Rules::original();
        let rules = match name {
            "original" => original,
            "tournament" => Rules {
                rearrange_then_draw: true,
                timeout_keeps_legal_part: true,
                empty_pool_procedure: EmptyPool::OneRoundFromDrawer,
                must_play_when_empty: MustPlay::Nobody,
                empty_pool_score: EmptyPoolScore::OwnNegative,
                rack_penalty: [30; 4],
                match_order: MatchOrder::Placement,
                ..original
            },
            "twist" => Rules {
                colours: "PBKY".to_owned(),
                jokers: [2; 4],
                redeal_pairs: 0,
                max_jokers_per_set: None,
                timeout_penalty: 1,
                invalid_penalty: 1,
                empty_pool_procedure: EmptyPool::OneRoundFromNext,
                must_play_when_empty: MustPlay::Nobody,
                rack_penalty: [30; 4],
                unopened_penalty: None,
                ..original
            },
            "house" => Rules {
                colours: "RYWKBG".to_owned(),
                jokers: [4, 0, 0, 0],
                hand: 12,
                draw_first: true,
                dup_redraw: DupRedraw::Optional,
                redeal_pairs: 0,
                opening_table_access: TableAccess::AfterThreshold,
                max_jokers_per_set: Some(1),
                max_run_len: None,
                wrap: Wrap::Round,
                group_cap_per_player: Some(6),
                turn_seconds: None,
                timeout_penalty: 0,
                invalid_penalty: 0,
                must_play_when_empty: MustPlay::Nobody,
                empty_pool_score: EmptyPoolScore::None,
                stalemate: Stalemate::FewestTiles,
                rack_penalty: [0; 4],
                unopened_penalty: None,
                match_order: MatchOrder::Wins,
                ..original
            },
            "six" => Rules {
                copies: 3,
                jokers: [4, 0, 0, 0],
                max_jokers_per_set: None,
                rack_penalty: [30; 4],
                unopened_penalty: None,
                ..original
            },
            _ => return None,
        };
        Some(rules)
    }

    /// The fields in which these rules differ from a preset, as `"options"` of a batch line.
    /// Colours count as equal in any order.
    pub fn options(&self, base: &Rules) -> Map<String, Value> {
        let differs = |field: &&&str| self.get(field) != base.get(field);
        let fields = FIELDS.iter().filter(differs);
        fields
            .map(|field| ((*field).to_owned(), self.get(field)))
            .collect()
    }

    /// The arguments that choose these rules, not quoted.
    pub fn words(&self) -> Vec<String> {
        let (base, options) = self.base();
        let mut words = vec!["--rules".to_owned(), base.to_owned()];
        for (key, value) in options {
            words.push("--option".to_owned());
            words.push(format!("{key}={}", written(&value)));
        }
        words
    }

    /// The nearest preset, and what differs from it.
    pub fn base(&self) -> (&'static str, Map<String, Value>) {
        let base = self.nearest_preset();
        let preset = Rules::preset(base).unwrap_or_else(Rules::original);
        (base, self.options(&preset))
    }

    /// The preset of every build with the fewest fields different from these rules.
    pub fn nearest_preset(&self) -> &'static str {
        let distance = |name: &&&str| {
            Rules::preset(name).map_or(usize::MAX, |preset| self.options(&preset).len())
        };
        BASES
            .iter()
            .min_by_key(distance)
            .copied()
            .unwrap_or("original")
    }

    /// Every kind of tile in the game with the number of its copies: colour by colour, jokers last.
    pub fn kinds(&self) -> Vec<(Tile, u8)> {
        let numbers = self.colours.chars().flat_map(|colour| {
            (1..=self.values).map(move |value| (Tile::number(colour, value), self.copies))
        });
        let jokers = Joker::ALL
            .into_iter()
            .map(|kind| (Tile::Joker(kind), self.jokers[kind.index()]));
        numbers
            .chain(jokers.filter(|(_, copies)| *copies > 0))
            .collect()
    }

    /// How many tiles of this kind the game has.
    pub fn copies_of(&self, tile: Tile) -> u8 {
        match tile {
            Tile::Joker(kind) => self.jokers[kind.index()],
            Tile::Number { colour, value } => {
                let known = self.colours.contains(colour) && (1..=self.values).contains(&value);
                if known { self.copies } else { 0 }
            }
        }
    }

    /// Number of tiles of the game.
    pub fn tile_count(&self) -> usize {
        self.kinds()
            .iter()
            .map(|(_, copies)| usize::from(*copies))
            .sum()
    }

    pub fn colour_count(&self) -> usize {
        self.colours.len()
    }

    pub fn has_owners(&self) -> bool {
        self.group_cap_per_player.is_some() || self.group_access != GroupAccess::Anyone
    }

    /// Whether sets of the table may not be taken apart at will: a joker leaves its set only if a
    /// fitting tile takes its place, or sets are only extended.
    pub fn binds_sets(&self) -> bool {
        let jokers = self.joker_take == JokerTake::Replaced && self.jokers[0] > 0;
        jokers || self.only_extends()
    }

    /// Whether every set of the table stays whole.
    pub fn only_extends(&self) -> bool {
        self.rearrange == Rearrange::Extend
    }

    /// The four fields of taking a joker back, by the name that sets them all.
    pub fn set_joker_rule(&mut self, name: &str) -> bool {
        let (take, paid_by, group3, reuse) = match name {
            "free" => ("free", "any", "one", "anywhere"),
            "any" => ("replaced", "any", "one", "anywhere"),
            "old" => ("replaced", "rack", "one", "anywhere"),
            "two" => ("replaced", "rack", "one", "new-set-rack"),
            "both" => ("replaced", "rack", "both", "anywhere"),
            _ => return false,
        };
        self.set("joker_take", &take.into())
            && self.set("joker_paid_by", &paid_by.into())
            && self.set("joker_group3", &group3.into())
            && self.set("joker_reuse", &reuse.into())
    }

    /// The largest `opening_min` that a rule system may have.
    pub fn most_opening(&self) -> u16 {
        let values = u16::from(self.values);
        let faces = values * (values + 1) / 2 * self.colours.len() as u16 * u16::from(self.copies);
        let [j, d, c, m] = self.jokers.map(u16::from);
        faces + (j + 2 * d + c + m) * values
    }

    /// The same without values that builds before 1.0.0 lack.
    pub fn as_former(mut self) -> Rules {
        if self.must_play_when_empty == MustPlay::Opened {
            self.must_play_when_empty = MustPlay::Everybody;
        }
        if self.wrap == Wrap::End {
            self.wrap = Wrap::Round;
        }
        self.must_play = MustPlay::Nobody;
        self.draw_until_able = false;
        if self.empty_pool_score == EmptyPoolScore::Full {
            self.empty_pool_score = EmptyPoolScore::Relative;
        }
        if self.redeal == Redeal::Ask {
            self.redeal = Redeal::Never;
        }
        self.jokers = self.jokers.map(|n| n.min(4));
        crate::draw::fit(&mut self);
        self.rearrange = Rearrange::Free;
        self.set_joker_rule("free");
        self
    }

    /// Whether the fields of taking a joker back go together: refinements need `replaced`, which
    /// is for classic jokers.
    fn has_sound_joker_rule(&self) -> bool {
        let plain = self.joker_paid_by == JokerPaidBy::Any
            && self.joker_group3 == JokerGroup3::One
            && self.joker_reuse == JokerReuse::Anywhere;
        let classic = self.jokers[1..] == [0; 3];
        match self.joker_take {
            JokerTake::Free => plain && (classic || !self.only_extends()),
            JokerTake::Replaced => classic,
        }
    }

    /// Whether players may draw until they can lay.
    pub fn may_draw_on(&self) -> bool {
        self.must_play == MustPlay::Everybody && !self.draw_first
    }

    /// Whether the command accepts these rules (docs/rules.md#rule-fields).
    pub fn is_sound(&self) -> bool {
        let letters: std::collections::BTreeSet<char> = self.colours.chars().collect();
        let tiles = self.tile_count();
        letters.len() == self.colours.len()
            && (1..=6).contains(&self.colours.len())
            && (3..=15).contains(&self.values)
            && (1..=3).contains(&self.copies)
            && self.jokers.iter().all(|n| *n <= 8)
            && (1..=2).contains(&self.mirror_min_half)
            && (self.dup_redraw == DupRedraw::Never || self.draw_first)
            && (!self.draw_until_able || self.may_draw_on())
            && self.hand > 0
            && 2 * usize::from(self.hand) <= tiles
            && self.jokers_dealt_each <= (self.jokers[0] / 2).min(self.hand)
            && (self.redeal == Redeal::Never || self.redeal_pairs > 0)
            && self.max_run_len.is_none_or(|n| n >= 3)
            && self.group_max.is_none_or(|n| n >= 3)
            && self.tie_first_points <= 4
            && self.opening_min <= self.most_opening()
            && self.has_sound_joker_rule()
    }
}

/// A value of a field as `--option` takes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Object(kinds) => {
            let kinds: Vec<String> = kinds
                .iter()
                .map(|(kind, n)| format!("{kind}={n}"))
                .collect();
            format!("{{{}}}", kinds.join(","))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_can_be_read_and_set() {
        assert_eq!(FIELDS.len(), 49);
        for name in PRESETS {
            let preset = Rules::preset(name).expect(name);
            assert!(preset.is_sound());
            assert!(!BASES.contains(&name) || preset.nearest_preset() == name);
            let mut copy = Rules::original();
            for field in FIELDS {
                assert!(copy.set(field, &preset.get(field)), "{field}");
            }
            assert_eq!(copy, preset);
        }
    }

    #[test]
    fn options_are_the_differences() {
        let mut rules = Rules::original();
        rules.jokers = [0, 1, 0, 0];
        rules.max_run_len = None;
        let written = crate::position::shell(&rules.words());
        assert!(written.contains("--option max_run_len=none"));
        assert!(written.contains("--option \"jokers={"));
    }
}
