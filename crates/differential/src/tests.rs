//! The recogniser and the partitions against cases of docs/rules.md and known counts.

use crate::board::Board;
use crate::field::Wrap;
use crate::multiset::{Kinds, parts, size};
use crate::rules::Rules;
use crate::sets::{Reading, judge};
use crate::tile::parse_tiles;

/// The cases of sets in docs/rules.md#cases; layouts are judged as multisets where they are legal.
#[test]
fn cases_of_sets() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/rules/cases.txt");
    let cases = std::fs::read_to_string(file).expect("the cases of the rules");
    let mut seen = 0;
    for case in cases.lines().filter(|line| line.starts_with("SET|")) {
        let parts: Vec<&str> = case.split('|').collect();
        let (system, mode, tiles, expected) = (parts[1], parts[2], parts[3], parts[4]);
        if mode == "L" && expected == "illegal" {
            continue;
        }
        let name = match system.split('+').next() {
            Some("ORIG") => "original",
            Some("TOURN") => "tournament",
            Some("TWIST") => "twist",
            _ => "house",
        };
        let mut rules = Rules::preset(name).expect(name);
        rules.step2 = system.ends_with("step2");
        if system.ends_with("end") {
            rules.wrap = Wrap::End;
        }
        let tiles = parse_tiles(tiles).expect(case);
        let readings = judge(&rules, &tiles, 1_000_000).expect(case);
        let found = |reading: Reading| readings.0[reading as usize];
        for reading in Reading::ALL {
            let words = expected.split(' ').filter_map(|word| word.split_once('='));
            let mut words = words.filter(|(word, _)| *word == reading.word());
            let value = words
                .next()
                .map(|(_, value)| value.parse::<u32>().expect(case));
            match mode {
                "U" => assert_eq!(found(reading), value, "{case}"),
                // Another order of the same tiles may be worth more.
                _ => assert!(found(reading) >= value, "{case}"),
            }
        }
        seen += 1;
    }
    assert!(seen > 40, "{seen}");
}

/// Numbers of multisets that can be laid completely (docs/solver.md).
#[test]
fn playable_multisets() {
    let known = [
        (4, "RBK", 1, 0, 88),
        (5, "RBK", 1, 0, 506),
        (4, "RBKO", 1, 0, 1942),
        (3, "RBK", 2, 0, 87),
        (4, "RBK", 1, 1, 591),
        (4, "RBK", 1, 2, 1665),
        (3, "RBKO", 1, 2, 2231),
    ];
    for (values, colours, copies, jokers, expected) in known {
        let rules = Rules {
            colours: colours.to_owned(),
            values,
            copies,
            jokers: [jokers, 0, 0, 0],
            max_run_len: None,
            max_jokers_per_set: None,
            ..Rules::original()
        };
        let kinds = Kinds::of(rules.kinds().into_iter().map(|(tile, _)| tile)).expect("few");
        let tiles: Vec<_> = rules
            .kinds()
            .into_iter()
            .flat_map(|(tile, copies)| std::iter::repeat_n(tile, usize::from(copies)))
            .collect();
        let all = kinds.counts(&tiles).expect("few");
        let mut board = Board::new(&rules, &kinds, all, 100_000_000).expect("small");
        let mut found = 0;
        for part in parts(all, 1 << 22).expect("few") {
            let exactly = size(part & kinds.joker_mask()) == u32::from(jokers);
            if exactly && board.lies(part).expect("small") {
                found += 1;
            }
        }
        assert_eq!(found, expected, "{values} {colours} {copies} {jokers}");
    }
}
