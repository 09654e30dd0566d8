//! Rule systems drawn at random over all fields, for tests that play games under them.

use rummilab_chance::{Key, Stream};
use rummilab_core::{FIELDS, RuleSet};

/// Fields that decide how many tiles there are, in the order in which they are drawn.
const SIZES: [&str; 4] = ["colours", "values", "copies", "jokers"];

/// Fields that decide no game.
const NAMES: [&str; 2] = ["name", "about"];

/// The largest rack that is dealt.
const LARGEST_RACK: u64 = 30;

/// Values to draw from, as after `--option`. A value that does not go with the others is left out,
/// so ranges that depend on other fields need no care.
fn values_of(field: &str) -> &'static [&'static str] {
    const NUMBERS: &[&str] = &["0", "1", "2", "3", "4"];
    match field {
        "colours" => &["1", "2", "3", "3", "4", "4", "5", "6"],
        "values" => &[
            "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
        ],
        "copies" => &["1", "2", "2", "3"],
        "jokers" => &[
            "0",
            "1",
            "2",
            "4",
            "{J=1,D=1,C=1,M=1}",
            "{J=2,D=2}",
            "{J=2,C=2}",
            "{J=1,M=2}",
            "{J=2,D=2,C=2,M=2}",
            "{J=0,D=1,C=3,M=1}",
        ],
        "opening_min" => &["0", "1", "10", "20", "30", "60"],
        "opening_table_access" => &["none", "none", "after_threshold"],
        "max_jokers_per_set" => &["none", "0", "1", "2", "2", "3", "4"],
        "max_run_len" => &["none", "none", "3", "4", "5", "8", "13"],
        "group_max" => &["none", "none", "3", "4", "5"],
        "group_cap_per_player" => &["none", "none", "none", "0", "1", "2", "4"],
        "group_access" => &["anyone", "anyone", "attach_only", "owner_only"],
        "dup_redraw" => &["never", "optional"],
        "redeal" => &["never", "ask", "always"],
        "redeal_pairs" => &["0", "3", "4", "6", "9"],
        "mirror_value" => &["middle", "zero"],
        "wrap" => &["false", "false", "true", "end"],
        // No switch by itself: it needs a duty to lay.
        "draw_until_able" => &["false", "true"],
        "must_play" => &["false", "false", "true", "opened"],
        "rearrange" => &["free", "free", "extend"],
        "joker_take" => &["free", "replaced"],
        "joker_paid_by" => &["any", "rack"],
        "joker_group3" => &["one", "both"],
        "joker_reuse" => &["anywhere", "new-set", "new-set-rack"],
        "empty_pool_procedure" => &[
            "until_all_pass",
            "until_all_pass",
            "one_round_from_drawer",
            "one_round_from_next",
            "stop",
        ],
        // A duty to lay is what most games here are about.
        "must_play_when_empty" => &["true", "true", "opened", "false"],
        "empty_pool_score" => &["relative", "full", "own_negative", "none"],
        "stalemate" => &["lowest_rack", "fewest_tiles"],
        "rack_penalty" => &["0", "30", "{J=50,D=20,C=20,M=10}"],
        "unopened_penalty" => &["off", "100,200", "0,50"],
        "unopened_rank_value" => &["flat", "rack"],
        "match_order" => &["total", "wins", "placement"],
        "turn_seconds" => &["none", "60"],
        _ if is_switch(field) => &["false", "true"],
        _ => NUMBERS,
    }
}

/// Whether the field takes `true` and `false`.
fn is_switch(field: &str) -> bool {
    let original = RuleSet::preset("original").unwrap();
    let takes = |value: &str| original.with_options(&[format!("{field}={value}")]).is_ok();
    takes("true") && takes("false")
}

fn below(stream: &mut Stream, bound: usize) -> usize {
    stream.index(bound).unwrap_or(0)
}

/// The rules with a value of this field drawn anew; the same rules if it does not go with others.
fn drawn(rules: &RuleSet, field: &str, stream: &mut Stream) -> RuleSet {
    let value = *stream.pick(values_of(field)).unwrap();
    let with = rules.with_options(&[format!("{field}={value}")]);
    with.unwrap_or_else(|_| rules.clone())
}

/// A random system with at most this many tiles, and enough for two players.
fn sized(most_tiles: usize, stream: &mut Stream) -> RuleSet {
    let mut rules = RuleSet::preset("original").unwrap();
    rules = rules
        .with_options(&["hand=1", "opening_min=0", "jokers_dealt_each=0"])
        .unwrap();
    loop {
        for field in SIZES {
            rules = drawn(&rules, field, stream);
        }
        if (12..=most_tiles).contains(&rules.tile_count()) {
            return rules;
        }
    }
}

/// The number of tiles on a rack: for every second system so many that the pool soon is empty.
fn hand(rules: &RuleSet, players: usize, stream: &mut Stream) -> u64 {
    let all = (rules.tile_count() / players) as u64;
    let most = all.min(LARGEST_RACK);
    let less = below(stream, 4) as u64;
    if stream.coin() {
        most.saturating_sub(less).max(1)
    } else {
        1 + below(stream, most.min(14) as usize) as u64
    }
}

/// Rule system number `number`: every field drawn, at most this many tiles, enough of them for this
/// many players if there can be.
pub fn random_rules(number: u64, players: usize, most_tiles: usize) -> RuleSet {
    let mut stream = Stream::new(Key::sample(1, "random rules", number));
    let mut rules = sized(most_tiles, &mut stream);
    for field in FIELDS {
        let known = SIZES.iter().chain(&NAMES).any(|known| *known == field.key);
        if !known && field.key != "hand" {
            rules = drawn(&rules, field.key, &mut stream);
        }
    }
    // It needs a duty to lay, which is drawn after it.
    rules = drawn(&rules, "draw_until_able", &mut stream);
    let hand = hand(&rules, players, &mut stream);
    rules = with(&rules, &format!("hand={hand}"));
    rules = with(&rules, &format!("name=drawn-{number}"));
    if hand > 2 * u64::from(rules.redeal_pairs) {
        // All deals may have so many.
        rules = with(&rules, "redeal=never");
    }
    rules
}

fn with(rules: &RuleSet, option: &str) -> RuleSet {
    rules.with_options(&[option]).unwrap()
}

/// A new field is drawn too: among many systems each field has several values.
#[test]
fn every_field_is_drawn() {
    let drawn: Vec<RuleSet> = (0..200)
        .map(|number| random_rules(number, 2, 300))
        .collect();
    for (at, field) in FIELDS.iter().enumerate() {
        if NAMES.contains(&field.key) {
            continue;
        }
        let mut values: Vec<String> = Vec::new();
        for rules in &drawn {
            values.push(rules.spec().values().swap_remove(at).1);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 1, "{} is always {values:?}", field.key);
    }
}
