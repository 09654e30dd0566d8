//! The manipulations of docs/rules.md#turn-cases with the expected sentences (colours of the
//! original game), and the refusals of the checker.

use rummilab_core::RuleSet;
use rummilab_core::notation::{parse_table, parse_tiles};

use super::*;

fn table(text: &str) -> Table {
    parse_table(text, &RuleSet::preset("original").unwrap()).unwrap()
}

fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text, &RuleSet::preset("original").unwrap()).unwrap()
}

fn set(text: &str) -> Set {
    Set::new(tiles(text))
}

fn sets<const N: usize>(texts: [&str; N]) -> Vec<Set> {
    texts.map(set).to_vec()
}

fn played(text: &str) -> TileCounts {
    tiles(text).into_iter().collect()
}

/// Turns in words, each a paragraph: its name, then the table before, the tiles laid and the table
/// after, then the steps. Where equal tiles lie, those that lie right stay.
const TURNS: &str = "\
manipulation 1 adding to sets
B4 B5 B6 ; R8 K8 O8 ; K1 K2 K3 | B3 B8 | B3 B4 B5 B6 ; R8 B8 K8 O8 ; K1 K2 K3
lay B3 from the rack on B4 B5 B6 -> B3 B4 B5 B6
lay B8 from the rack on R8 K8 O8 -> R8 B8 K8 O8

manipulation 2 taking the fourth of a group
R4 B4 K4 O4 | B5 B6 | R4 K4 O4 ; B4 B5 B6
take B4 from R4 B4 K4 O4
lay B5 B6 from the rack on B4 -> B4 B5 B6

manipulation 3 adding one end and taking the other
B8 B9 B10 | B11 K8 O8 | B9 B10 B11 ; B8 K8 O8
take B8 from B8 B9 B10
lay B11 from the rack on B9 B10 -> B9 B10 B11
lay K8 O8 from the rack on B8 -> B8 K8 O8

manipulation 4 splitting a run
R4 R5 R6 R7 R8 | R6 | R4 R5 R6 ; R6 R7 R8
split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8
lay R6 from the rack on R7 R8 -> R6 R7 R8

manipulation 5 a set from tiles of two others
O1 O2 O3 O4 ; R1 B1 K1 O1 | B1 | O2 O3 O4 ; B1 K1 O1 ; R1 B1 O1
take O1 from O1 O2 O3 O4
take R1 from R1 B1 K1 O1
lay B1 from the rack on R1 and O1 -> R1 B1 O1

joker 1 replaced in a group and used in a run
R3 B3 J ; B10 B11 B12 | K3 | R3 B3 K3 ; J B10 B11 B12
take J from R3 B3 J
lay K3 from the rack on R3 B3 -> R3 B3 K3
join J with B10 B11 B12 -> J B10 B11 B12

joker 2 freed by dividing a run
B2 B3 J B5 B6 ; R8 K8 O8 | B1 B7 | B1 B2 B3 ; B5 B6 B7 ; R8 K8 O8 J
split B2 B3 J B5 B6 into B2 B3, J and B5 B6
lay B1 from the rack on B2 B3 -> B1 B2 B3
lay B7 from the rack on B5 B6 -> B5 B6 B7
join J with R8 K8 O8 -> R8 K8 O8 J

joker 3 replaced within a run
B4 J B6 ; R8 K8 O8 | B5 | B4 B5 B6 ; R8 K8 O8 J
take J from B4 J B6
lay B5 from the rack on B4 B6 -> B4 B5 B6
join J with R8 K8 O8 -> R8 K8 O8 J

an opening is laid and nothing else is touched
R3 R4 R5 | R10 B10 K10 B1 B2 B3 | R3 R4 R5 ; R10 B10 K10 ; B1 B2 B3
lay R10 B10 K10 from the rack as a new set
lay B1 B2 B3 from the rack as a new set

a run that comes apart into sets needs one step
R1 R2 R3 R4 R5 R6 R7 R8 R9 | J | R1 R2 R3 ; R4 R5 R6 ; R7 R8 R9 J
split R1 R2 R3 R4 R5 R6 R7 R8 R9 into R1 R2 R3, R4 R5 R6 and R7 R8 R9
lay J from the rack on R7 R8 R9 -> R7 R8 R9 J

of equal tiles those that lie right stay
R3 R4 R5 R6 ; R6 B6 K6 | O6 B3 K3 | R6 B6 K6 O6 ; R4 R5 R6 ; R3 B3 K3
lay O6 from the rack on R6 B6 K6 -> R6 B6 K6 O6
take R3 from R3 R4 R5 R6
lay B3 K3 from the rack on R3 -> R3 B3 K3

of equal tiles those that lie right stay
R4 J R6 ; B4 B5 J | R7 B7 | B4 B5 J B7 ; R4 J R6 R7
lay B7 from the rack on B4 B5 J -> B4 B5 J B7
lay R7 from the rack on R4 J R6 -> R4 J R6 R7

sets joined whole
R1 R2 R3 ; R5 R6 R7 | R4 | R1 R2 R3 R4 R5 R6 R7
lay R4 from the rack on R1 R2 R3 and R5 R6 R7 -> R1 R2 R3 R4 R5 R6 R7

nothing laid needs no steps
R3 R4 R5 |  | R5 R4 R3

nothing laid needs no steps
 |  | ";

#[test]
fn turns_are_told_in_the_sentences_expected() {
    for turn in TURNS.split("\n\n") {
        let lines: Vec<&str> = turn.lines().collect();
        let turn: Vec<&str> = lines[1].split(" | ").collect();
        let steps = explain(&table(turn[0]), &table(turn[2]), &played(turn[1])).unwrap();
        let text: Vec<String> = steps.iter().map(ToString::to_string).collect();
        assert_eq!(text, lines[2..], "{}", lines[0]);
    }
}

#[test]
fn a_turn_that_does_not_come_out_even_is_not_explained() {
    for (laid, after) in [
        ("R6", "R3 R4 R5"),
        ("", "R3 R4 R5 R6"),
        ("R7", "R3 R4 R5 R6"),
    ] {
        let steps = explain(&table("R3 R4 R5"), &table(after), &played(laid));
        assert_eq!(steps, Err(StepFault::NotTheNewTable), "{laid}");
    }
}

/// The verdict of the checker on steps from `R3 R4 R5 R6`, with R7 and B1 on the rack, to
/// `R3 R4 R5 ; R6 R7 B1`. The checker does not require legal sets.
fn verdict(steps: &[Step]) -> Result<(), StepFault> {
    let (before, after) = (table("R3 R4 R5 R6"), table("R3 R4 R5 ; R6 R7 B1"));
    check_steps(&before, &played("R7 B1"), &after, steps)
}

fn take_r6() -> Step {
    Step::Take {
        tiles: set("R6"),
        from: set("R3 R4 R5 R6"),
        leaves: set("R3 R4 R5"),
    }
}

fn lay(tiles: &str, on: &[Set], made: &str) -> Step {
    Step::Lay {
        tiles: set(tiles),
        on: on.to_vec(),
        set: set(made),
    }
}

#[test]
fn the_checker_follows_the_tiles() {
    let r6 = sets(["R6"]);
    assert_eq!(verdict(&[take_r6(), lay("B1 R7", &r6, "R6 R7 B1")]), Ok(()));

    let step = lay("R7 B1", &r6, "R6 R7 B1");
    let not_yet = StepFault::NotOnTable {
        step: Box::new(step.clone()),
        set: set("R6"),
    };
    assert_eq!(verdict(&[step, take_r6()]), Err(not_yet));

    let twice = lay("R7", &sets(["R6 R7"]), "R6 R7 R7");
    let no_longer = StepFault::NotOnRack {
        step: Box::new(twice.clone()),
        tile: set("R7").tiles()[0],
    };
    let first = lay("R7", &r6, "R6 R7");
    assert_eq!(verdict(&[take_r6(), first.clone(), twice]), Err(no_longer));

    let b1 = set("B1").tiles()[0];
    assert_eq!(verdict(&[take_r6(), first]), Err(StepFault::NotLaid(b1)));
    let beside = lay("R7 B1", &[], "R7 B1");
    let elsewhere = Err(StepFault::NotTheNewTable);
    assert_eq!(verdict(&[take_r6(), beside]), elsewhere);
}

#[test]
fn the_checker_refuses_steps_that_make_or_lose_tiles_or_do_nothing() {
    let made = set("R3 R4 R5 R6");
    for step in [
        Step::Take {
            tiles: set("R6"),
            from: made.clone(),
            leaves: set("R3 R4"),
        },
        Step::Take {
            tiles: made.clone(),
            from: made.clone(),
            leaves: Set::default(),
        },
        Step::Split {
            set: made.clone(),
            parts: sets(["R3 R4 R5 R6"]),
        },
        Step::Split {
            set: made.clone(),
            parts: sets(["R3 R4 R5", "R6", "R6"]),
        },
        Step::Join {
            parts: sets(["R3 R4 R5 R6"]),
            set: made.clone(),
        },
        lay("", &sets(["R3 R4 R5 R6"]), "R3 R4 R5 R6"),
        lay("R7", &sets(["R3 R4 R5 R6"]), "R3 R4 R5 R6"),
    ] {
        assert_eq!(
            verdict(std::slice::from_ref(&step)),
            Err(StepFault::Uneven(Box::new(step)))
        );
    }
}
