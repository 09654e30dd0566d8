//! Small rule sets on which brute force is fast; together they vary everything a solver depends on.

use rummilab_core::RuleSet;

use crate::rules;

const PLAIN: &[&str] = &[
    "colours=3 values=5 copies=1 jokers=0",
    "colours=3 values=6 copies=1 jokers=2",
    "colours=2 values=6 copies=2 jokers=2",
    "colours=3 values=4 copies=2 jokers=1",
    "colours=4 values=3 copies=1 jokers=2",
    "colours=4 values=4 copies=1 jokers=4 max_jokers_per_set=4",
    "colours=3 values=6 copies=1 jokers=3 max_jokers_per_set=1",
    "colours=3 values=6 copies=2 jokers=2 max_run_len=4",
    "colours=2 values=7 copies=1 jokers=3 max_run_len=3 max_jokers_per_set=2",
    "colours=4 values=4 copies=1 jokers=2 group_max=3",
    "colours=6 values=3 copies=1 jokers=2",
    "colours=2 values=5 copies=3 jokers=1",
    "colours=3 values=5 copies=1 jokers=3 max_jokers_per_set=0",
    "colours=3 values=5 copies=1 jokers=2 opening_jokers=false",
    "colours=1 values=8 copies=1 jokers=4 max_jokers_per_set=none max_run_len=none",
];

/// Special jokers (docs/rules.md#twist-sets) with every option.
const TWIST_LIKE: &[&str] = &[
    "values=4 jokers={J=1,D=1,C=1,M=1}",
    "values=5 copies=1 jokers={J=1,D=2,C=2,M=1}",
    "colours=3 values=4 copies=1 jokers={J=1,D=1,C=2,M=1}",
    "values=4 jokers={J=0,D=1,C=0,M=2}",
    "values=4 jokers={J=1,D=1,M=1} mirror_value=zero",
    "values=4 jokers={J=1,D=1,M=1} mirror_valley=false",
    "values=4 jokers={J=1,D=1,M=1} mirror_min_half=2",
    "values=4 jokers={J=1,D=1,C=2,M=1} max_cc_per_run=1",
    "values=5 copies=1 jokers={J=1,C=3,M=1} cc_adjacent=true max_cc_per_run=none",
    "values=4 jokers={J=1,C=2,M=1} cc_at_low_end=false",
    "values=5 jokers={D=1,C=1,M=1} max_jokers_per_set=1",
    "values=5 copies=1 jokers={J=2,D=1,C=1} max_jokers_per_set=2 max_run_len=4",
    "colours=4 values=3 copies=1 jokers={J=1,D=2,M=1} group_max=3",
    "values=4 jokers={J=1,D=1,C=1} opening_jokers=false",
    "values=4 jokers={J=1,D=1,M=1} opening_table_access=after_threshold",
    "values=4 jokers={J=1,D=1,C=1,M=1} wrap=true",
    "values=4 jokers={J=1,D=1,C=1,M=1} wrap=end",
    "colours=3 values=4 copies=1 jokers={J=1,D=1,M=1} group_cap_per_player=1",
];

/// Runs that go round or take two steps, one joker in a set, group stacks
/// (docs/rules.md#group-stacks), openings from the table.
const HOUSE_LIKE: &[&str] = &[
    "values=4 wrap=true jokers=1",
    "values=5 copies=1 wrap=true jokers=2 max_jokers_per_set=none",
    "colours=3 values=4 copies=1 wrap=true jokers=2 max_run_len=5",
    "values=4 wrap=end jokers=2 max_jokers_per_set=none",
    "values=6 wrap=end jokers=1",
    "colours=1 values=9 wrap=end jokers=2 max_run_len=7 max_jokers_per_set=2",
    "colours=1 values=8 wrap=end step2=true jokers=1 max_run_len=6",
    "colours=3 values=4 copies=1 wrap=end jokers=2 max_run_len=4 max_jokers_per_set=2",
    "values=5 step2=true wrap=end jokers=1 opening_table_access=after_threshold",
    "values=7 copies=1 step2=true jokers=2 max_jokers_per_set=2",
    "values=5 step2=true wrap=true jokers=1",
    "values=9 copies=1 step2=true jokers=1 max_run_len=4",
    "colours=3 values=4 jokers=1 group_cap_per_player=1",
    "colours=3 values=4 jokers=2 group_cap_per_player=2 max_jokers_per_set=2",
    "colours=4 values=3 copies=1 jokers=2 group_cap_per_player=1 group_access=attach_only",
    "colours=3 values=3 jokers=1 group_access=attach_only",
    "colours=3 values=3 jokers=1 group_cap_per_player=1 group_access=owner_only",
    "colours=6 values=3 copies=1 jokers=1 group_cap_per_player=1",
    "colours=3 values=4 copies=1 jokers=2 opening_table_access=after_threshold",
    "values=5 jokers=1 opening_table_access=after_threshold wrap=true",
    "colours=3 values=4 jokers=2 opening_table_access=after_threshold opening_jokers=false",
    "colours=3 values=4 jokers=2 wrap=true group_cap_per_player=1 \
     opening_table_access=after_threshold",
];

/// More than four jokers of a kind, and three copies of each tile.
const MANY_JOKERS: &[&str] = &[
    "values=5 copies=1 jokers=8",
    "colours=3 values=4 copies=3 jokers=6",
    "colours=4 values=3 copies=3 jokers=4",
    "values=7 copies=1 wrap=true jokers=6",
    "values=4 jokers={J=1,D=6}",
    "values=4 copies=1 jokers={J=1,C=7} cc_adjacent=true max_cc_per_run=none",
    "values=4 jokers={J=2,M=5}",
];

pub fn small_rule_sets() -> Vec<RuleSet> {
    let free = "colours=2 max_run_len=none";
    [
        (PLAIN, String::new()),
        (TWIST_LIKE, format!("{free} max_jokers_per_set=none")),
        (HOUSE_LIKE, format!("{free} max_jokers_per_set=1")),
        (MANY_JOKERS, format!("{free} max_jokers_per_set=none")),
    ]
    .into_iter()
    .flat_map(|(family, base)| family.iter().map(move |more| format!("{base} {more}")))
    .map(|options| rules("original", &format!("{options} hand=1 opening_min=9")))
    .collect()
}
