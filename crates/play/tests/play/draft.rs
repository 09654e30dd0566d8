//! Drafts: how a set lies where jokers keep their places, what is laid of a whole table, and runs
//! that are split.

use rummilab_core::notation::{parse_counts, parse_table};
use rummilab_core::{RuleSet, Table};
use rummilab_play::{Command, Draft, MoveTarget, Pick};

fn rules() -> RuleSet {
    let original = RuleSet::preset("original").unwrap();
    original
        .with_options(&["joker_rule=any", "jokers=4"])
        .unwrap()
}

fn draft(table: &str, rack: &str) -> Draft {
    let (rules, rack) = (rules(), parse_counts(rack, &rules()).unwrap());
    let table = parse_table(table, &rules).unwrap();
    Draft::new(&rules, &table, rack, &table)
}

/// The ways in which the last set may lie.
fn ways(draft: &Draft) -> Vec<String> {
    let set = draft.sets().last().unwrap();
    let ways = draft.ways_to_lie(&rules(), set).into_iter();
    ways.map(|way| way.to_string()).collect()
}

fn rewrite(draft: &mut Draft, text: &str) {
    let Ok(Command::Rewrite(old, new)) = Command::parse(text, &rules()) else {
        panic!("{text}")
    };
    draft.rewrite(&rules(), &old, &new).unwrap();
}

fn shown(draft: &Draft) -> String {
    draft.table().to_string()
}

#[test]
fn a_person_says_how_a_set_lies() {
    let (rules, mut draft) = (rules(), draft("K3 K4 K5", "R9 J J"));
    let picks = parse_counts("R9 J J", &rules)
        .unwrap()
        .tiles()
        .map(Pick::Rack);
    let picks: Vec<Pick> = picks.collect();
    draft.shift(&rules, &picks, MoveTarget::New).unwrap();
    assert_eq!(
        ways(&draft),
        ["R9 J J:group", "J J R9:run", "J R9 J:run", "R9 J J:run"]
    );
    assert!(rules.check_table(&draft.table()).is_err());
    for way in ways(&draft) {
        rewrite(&mut draft, &format!("2 = {way}"));
        assert_eq!(shown(&draft), format!("K3 K4 K5 ; {way}"));
        assert!(rules.check_table(&draft.table()).is_ok(), "{way}");
        assert_eq!(ways(&draft).len(), 4);
    }
    // Another tile decides it.
    rewrite(&mut draft, "2 = R9 J J:group");
    draft.undo().unwrap();
    assert_eq!(shown(&draft), "K3 K4 K5 ; R9 J J:run");
}

#[test]
fn a_set_of_the_table_stays_as_it_lies() {
    let rules = rules();
    let mut draft = draft("R9 J J:group ; J B3 B4", "B9 K1 K2 K3");
    assert_eq!(ways(&draft), [""; 0]);
    draft
        .shift(
            &rules,
            &[Pick::Rack("K1".parse().unwrap())],
            MoveTarget::New,
        )
        .unwrap();
    assert_eq!(shown(&draft), "R9 J J:group ; J B3 B4 ; K1");
    draft
        .shift(
            &rules,
            &[Pick::Rack("B9".parse().unwrap())],
            MoveTarget::Set(0),
        )
        .unwrap();
    assert!(
        shown(&draft).starts_with("R9 J J B9 ; J B3 B4"),
        "{}",
        shown(&draft)
    );
    let table: Table = parse_table("R9 J J:group ; J B3 B4 ; K1 K2 K3", &rules).unwrap();
    draft.reset();
    draft.put_table(&rules, &table).unwrap();
    assert_eq!(draft.table(), table);
}

/// The table with the tiles in brackets that were laid on this turn.
fn marked(draft: &Draft) -> String {
    let sets = draft.sets().iter().map(|set| {
        let tiles = set.tiles.iter().map(|tile| {
            let (open, close) = if tile.laid { ("(", ")") } else { ("", "") };
            format!("{open}{}{close}", tile.tile)
        });
        tiles.collect::<Vec<_>>().join(" ")
    });
    sets.collect::<Vec<_>>().join(" ; ")
}

#[test]
fn a_whole_table_keeps_its_order_and_what_lay_there() {
    let rules = RuleSet::preset("original").unwrap();
    for (before, rack, after, expected) in [
        // The run keeps its own R4, though the group comes first.
        (
            "R4 R5 R6 ; B1 B2 B3",
            "R4 B4 K4 R7",
            "R4 B4 K4 ; R4 R5 R6 R7 ; B1 B2 B3",
            "(R4) (B4) (K4) ; R4 R5 R6 (R7) ; B1 B2 B3",
        ),
        // What a set that is taken apart gives away is not laid.
        (
            "R4 R5 R6 R7 ; B12 K12 O12",
            "B4 O4",
            "B12 K12 O12 ; R5 R6 R7 ; R4 B4 O4",
            "B12 K12 O12 ; R5 R6 R7 ; R4 (B4) (O4)",
        ),
    ] {
        let table = |text: &str| parse_table(text, &rules).unwrap();
        let rack = parse_counts(rack, &rules).unwrap();
        let mut draft = Draft::new(&rules, &table(before), rack, &table(before));
        draft.put_table(&rules, &table(after)).unwrap();
        assert_eq!(marked(&draft), expected);
        assert_eq!(draft.start(), table(before));
        draft.undo().unwrap();
        assert_eq!(draft.table(), table(before), "one change");
        // Nothing that lay there can leave, and nothing comes that the rack lacks.
        for wrong in ["B1 B2 B3", "R4 R5 R6 R7 ; B12 K12 O12 ; O1 O2 O3"] {
            draft.put_table(&rules, &table(wrong)).unwrap_err();
            assert_eq!(draft.table(), table(before));
        }
    }
}

#[test]
fn a_run_is_split_by_a_tile_that_is_moved_into_it() {
    let rules = RuleSet::preset("original").unwrap();
    for (set, tile, expected) in [
        ("R4 R5 R6 R7 R8", "R6", Some("R4 R5 (R6) ; R6 R7 R8")),
        // The joker goes on with the run.
        ("R4 R5 J R7 R8", "R6", Some("R4 R5 (R6) R7 R8 J")),
        ("R4 R5 R6 R7", "R6", None),
        ("R4 R5 R6 R7 R8", "B6", None),
        ("R4 R5 R6", "R7", Some("R4 R5 R6 (R7)")),
    ] {
        let table = parse_table(set, &rules).unwrap();
        let rack = parse_counts(tile, &rules).unwrap();
        let mut draft = Draft::new(&rules, &table, rack, &table);
        let pick = [Pick::Rack(tile.parse().unwrap())];
        let fits = draft.fits(&rules, &pick).contains(&MoveTarget::Set(0));
        assert_eq!(fits, expected.is_some(), "{set} with {tile}");
        draft.shift(&rules, &pick, MoveTarget::Set(0)).unwrap();
        match expected {
            Some(expected) => assert_eq!(marked(&draft), expected),
            None => assert_eq!(draft.sets().len(), 1, "{set} with {tile}"),
        }
    }
}
