//! Taking a joker back (docs/rules.md#taking-a-joker-back), judged by the tables before and after a
//! turn.

use rummilab_core::notation::parse_table;
use rummilab_core::{Action, Happened, Illegal, JokerReuse, RuleSet, SetReading};

use crate::scenes::set;
use crate::support::{Script, counts, game, rules, table};

const JOKER_RULES: [&str; 5] = ["free", "any", "old", "two", "both"];

fn judged(rules: &RuleSet, [before, laid, after]: [&str; 3], opened: bool) -> Option<Illegal> {
    let [before, after] = [before, after].map(|text| parse_table(text, rules).unwrap());
    let turn = rules.judge_turn_laying(&before, &counts(laid), &after, opened);
    turn.err()
}

/// Every case of a file, under all joker rules and these options; their number.
fn judge_cases(cases: &str, options: &str) -> usize {
    let mut seen = 0;
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let &[before, laid, after, legal] = &columns[..] else {
            panic!("{line}");
        };
        for (name, legal) in JOKER_RULES.into_iter().zip(legal.chars()) {
            let rules = rules("original", &format!("joker_rule={name} {options}"));
            // Where tables lie in no order no reading is written.
            let free = !rules.tables_lie_in_order();
            let plain = |text: &str| {
                if free {
                    text.replace(":group", "")
                } else {
                    text.to_owned()
                }
            };
            let turn = [&plain(before), laid, after];
            let fault = judged(&rules, turn, true);
            assert_eq!(fault.is_none(), legal == '1', "{name}: {line}: {fault:?}");
        }
        seen += 1;
    }
    seen
}

#[test]
fn a_joker_comes_back_as_each_rule_says() {
    assert_eq!(judge_cases(include_str!("jokers.txt"), ""), 29);
}

#[test]
fn sets_that_are_only_extended_stay_whole() {
    let cases = include_str!("extend.txt");
    assert_eq!(judge_cases(cases, "rearrange=extend"), 23);
}

#[test]
fn a_set_that_was_taken_apart_is_named() {
    let check = |options: &str, turn, opened, expected: Illegal| {
        let rules = rules("house", &format!("rearrange=extend wrap=false {options}"));
        assert_eq!(judged(&rules, turn, opened), Some(expected), "{options}");
    };
    let taken = ["R3 R4 R5 J", "B7 B8", "R3 R4 R5 ; J B7 B8"];
    let joker = || set("R3 R4 R5 J");
    check("", taken, true, Illegal::SetRearranged(joker()));
    check(
        "joker_rule=old",
        taken,
        true,
        Illegal::JokerNotReplaced(joker()),
    );
    // Without jokers in the game, and in an opening that may use the table.
    let split = [
        "R3 R4 R5 R6",
        "R10 B10 K10 B3 K3",
        "R10 B10 K10 ; R4 R5 R6 ; R3 B3 K3",
    ];
    let whole = Illegal::SetRearranged(set("R3 R4 R5 R6"));
    check("jokers=0", split, true, whole.clone());
    check("jokers=0", split, false, whole);
    let rules = rules("house", "rearrange=extend jokers=0");
    let extended = [
        "R3 R4 R5 R6",
        "R10 B10 K10 R7",
        "R10 B10 K10 ; R3 R4 R5 R6 R7",
    ];
    assert_eq!(judged(&rules, extended, false), None);
    // Its sets lie in order.
    let unordered = table("R3 R5 R4", &rules);
    assert!(rules.check_table(&unordered).is_err());
    assert!(!rules.sets_are_free() && !rules.sets_are_free_for(&counts("R3 R4 R5"), true));
    assert!(rules.sets_are_free_for(&counts(""), true));
}

/// The reason that `check` gives, under these options beside `joker_take=replaced`.
#[track_caller]
fn check_reason(options: &str, turn: [&str; 3], expected: &Illegal) {
    let rules = rules("original", &format!("joker_take=replaced {options}"));
    assert_eq!(
        judged(&rules, turn, true).as_ref(),
        Some(expected),
        "{turn:?}"
    );
}

#[test]
fn each_refinement_is_named_where_it_forbids_a_turn() {
    let from_table = [
        "R6 J R8 ; R7 B7 K7 O7",
        "B2 B4",
        "R6 R7 R8 ; B7 K7 O7 ; B2 J B4",
    ];
    check_reason(
        "",
        ["R3 R4 R5 J", "B7 B8", "R3 R4 R5 ; J B7 B8"],
        &Illegal::JokerNotReplaced(set("R3 R4 R5 J")),
    );
    check_reason(
        "joker_paid_by=rack",
        from_table,
        &Illegal::JokerPaidByTable(set("R6 J R8")),
    );
    let one_colour = ["B10 K10 J", "O10 R8 R9", "B10 K10 O10 ; J R8 R9"];
    check_reason(
        "joker_group3=both",
        one_colour,
        &Illegal::JokerOfGroupOfThree(set("B10 K10 J")),
    );
    let on_an_old_set = ["R4 J R6 ; B3 B4 B5", "R5 B7", "R4 R5 R6 ; B3 B4 B5 J B7"];
    for (value, reuse) in [
        ("new-set", JokerReuse::NewSet),
        ("new-set-rack", JokerReuse::NewSetRack),
    ] {
        let options = format!("joker_reuse={value}");
        check_reason(&options, on_an_old_set, &Illegal::JokerReused(reuse));
    }
}

/// Equal tiles have no identity: the R4 of the new set may be the one from the rack.
#[test]
fn a_new_set_may_hold_tiles_like_those_of_an_old_one() {
    let rules = rules("original", "joker_take=replaced joker_reuse=new-set");
    let check = |turn, legal| assert_eq!(judged(&rules, turn, true).is_none(), legal, "{turn:?}");
    let whole = "B7 B8 J ; R3 R4 R5";
    check([whole, "B9", "B7 B8 B9 ; R3 R4 R5 J"], false);
    check(
        [whole, "B9 R4 K4 O4", "B7 B8 B9 ; R3 R4 R5 J ; R4 K4 O4"],
        true,
    );
    // Nothing of the old run is elsewhere.
    check(
        [
            whole,
            "B9 R6 K4 O4 B4",
            "B7 B8 B9 ; R3 R4 R5 R6 J ; K4 O4 B4",
        ],
        false,
    );
    // Part of an old set may lie in it.
    let long = "B7 B8 J ; R3 R4 R5 R6";
    check([long, "B9 R2 R1", "B7 B8 B9 ; R1 R2 R3 ; R4 R5 R6 J"], true);
}

#[test]
fn an_opening_takes_no_joker() {
    for (name, options) in [
        ("original", ""),
        ("house", "max_jokers_per_set=none wrap=false"),
    ] {
        let rules = rules(name, &format!("joker_rule=any {options}"));
        let turn = ["R4 J R6", "R5 R10 B10 K10", "R4 R5 R6 ; R10 B10 K10 J"];
        assert!(judged(&rules, turn, false).is_some());
        assert_eq!(judged(&rules, turn, true), None);
    }
}

#[test]
fn a_set_that_could_be_both_must_say_what_it_is() {
    let rules = rules("original", "joker_rule=any");
    let open = ["", "R9 J J", "R9 J J"];
    assert_eq!(
        judged(&rules, open, true),
        Some(Illegal::ReadingOpen(set("R9 J J")))
    );
    for reading in ["group", "run"] {
        let stated = format!("R9 J J:{reading}");
        assert_eq!(judged(&rules, ["", "R9 J J", &stated], true), None);
        let table = parse_table(&stated, &rules).unwrap();
        assert_eq!(table.to_string(), stated);
    }
    // A reading that says nothing new is dropped, and one that cannot be is refused.
    let table = |text| parse_table(text, &rules).unwrap();
    assert_eq!(table("R3 R4 J:run"), table("R3 R4 J"));
    assert!(rules.check_table(&table("R3 R4 J:group")).is_err());
    let stated = table("R9 J J:group").sets()[0].reading();
    assert_eq!(stated, Some(SetReading::Group));
    assert!(parse_table("R9 J J:group", &self::rules("original", "")).is_err());
}

/// A joker of a run has a place, so the tiles must lie in order.
#[test]
fn tables_are_read_as_they_lie() {
    let rules = rules("original", "joker_rule=any");
    let legal = |text: &str| {
        rules
            .check_table(&parse_table(text, &rules).unwrap())
            .is_ok()
    };
    assert!(legal("R3 J R5") && legal("R5 J R3") && legal("J R12 R13"));
    assert!(!legal("R3 R5 J") && !legal("R12 R13 R11"));
    // R12 J J lies downwards, because it cannot lie upwards.
    let downwards = ["R12 J J:run", "R11 B1 B2", "R12 R11 J ; B1 B2 J"];
    assert_eq!(judged(&rules, downwards, true), None);
}

/// A rearrangement without a laid tile must not free a joker either.
#[test]
fn a_rearrangement_is_held_to_it_too() {
    let options = "hand=11 joker_rule=any opening_min=9";
    let rules = rules("tournament", options);
    let racks = ["R3 R4 R5 J B6 B7 B8 B9 K1 K3 K5", ""];
    let mut game = game(&rules, &racks, "O1 O2 O3");
    let mut act = |action| game.act(&action, &mut Script::default());
    let lay = |text: &str| Action::Play(table(text, &rules));
    act(lay("R3 R4 R5 J ; B6 B7 B8 B9")).unwrap();
    act(Action::Draw).unwrap();
    let freed = act(lay("R3 R4 R5 ; J B6 B7 B8 B9"));
    assert_eq!(freed, Err(Illegal::JokerNotReplaced(set("R3 R4 R5 J"))));
    let event = act(lay("B6 B7 B8 B9 ; R3 R4 R5 J")).unwrap();
    assert!(matches!(event.happened, Happened::Drew(_)));
}

#[test]
fn without_a_joker_to_free_all_rules_are_one() {
    for (options, free) in [
        ("joker_rule=free", true),
        ("joker_rule=any", false),
        ("joker_rule=any jokers=0", true),
        ("joker_rule=old max_jokers_per_set=0", true),
    ] {
        let rules = rules("original", options);
        assert_eq!(rules.sets_are_free(), free, "{options}");
        // With a joker on the table it matters to those who may use the table.
        let (plain, joker) = (counts("R3 R4 R5"), counts("R3 R4 J"));
        assert!(rules.sets_are_free_for(&plain, true));
        assert!(rules.sets_are_free_for(&joker, false));
        assert_eq!(rules.sets_are_free_for(&joker, true), free, "{options}");
    }
    let house = rules("house", "joker_rule=any");
    assert!(!house.sets_are_free_for(&counts("R3 R4 J"), false));
}

/// The former field, and the names.
#[test]
fn a_named_rule_sets_four_fields() {
    let fields = |options: &str| {
        let rules = rules("original", options);
        let words = [
            rules.joker_take.to_string(),
            rules.joker_paid_by.to_string(),
            rules.joker_group3.to_string(),
            rules.joker_reuse.to_string(),
        ];
        words.join(" ")
    };
    assert_eq!(fields("joker_reclaim=free"), fields("joker_rule=free"));
    assert_eq!(
        fields("joker_reclaim=replace-any"),
        fields("joker_rule=any")
    );
    assert_eq!(
        fields("joker_reclaim=replace-from-rack"),
        fields("joker_rule=old")
    );
    assert_eq!(fields("joker_rule=two"), "replaced rack one new-set-rack");
    // A field beside the rule counts more, and `free` takes the others back.
    assert_eq!(
        fields("joker_rule=both joker_reuse=new-set"),
        "replaced rack both new-set"
    );
    assert_eq!(
        fields("joker_rule=both joker_rule=free"),
        "free any one anywhere"
    );
    let text = "base = \"original\"\njoker_reuse = \"new-set\"\njoker_rule = \"both\"\n";
    let read = RuleSet::from_toml(text).unwrap();
    assert_eq!(read.joker_reuse, JokerReuse::NewSet);
}

#[test]
fn what_cannot_be_is_refused_by_the_name_of_the_field() {
    let check = |name: &str, options: &[&str], field: &str| {
        let rules = RuleSet::preset(name).unwrap().with_options(options);
        let faults = rules.unwrap_err().faults();
        assert!(faults[0].0.starts_with(&format!("`{field}`")), "{faults:?}");
    };
    check("twist", &["joker_rule=old"], "joker_take");
    check("twist", &["rearrange=extend"], "rearrange");
    check("original", &["joker_paid_by=rack"], "joker_paid_by");
    check("original", &["joker_group3=both"], "joker_group3");
    check("original", &["joker_reuse=new-set"], "joker_reuse");
    check("original", &["joker_rule=sabra"], "joker_rule");
    check("original", &["joker_reclaim=always"], "joker_reclaim");
}
