//! Drafts under rules in which jokers keep their places: how a set lies is part of it.

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
