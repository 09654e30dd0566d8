//! Records of one run in parts: the sound data behind damage, and the union of several files.

use std::io::Cursor;

use crate::common::{block, header};
use proptest::prelude::*;
use rummilab_core::Seat;
use rummilab_record::{
    Block, Damage, Difference, Header, Merge, MergeError, Piece, ReadError, Reader, Scan, Writer,
};

fn file_of(header: &Header, blocks: impl IntoIterator<Item = Block>) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for block in blocks {
        writer.append(&block).unwrap();
    }
    writer.into_inner()
}

fn file(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    file_of(&header(), numbers.into_iter().map(block))
}

/// The bytes at which the frames of a file begin, and its length.
fn frames(bytes: &[u8]) -> Vec<usize> {
    let mut reader = Reader::new(bytes).unwrap();
    let mut starts = vec![reader.offset() as usize];
    while let Some(block) = reader.next() {
        block.unwrap();
        starts.push(reader.offset() as usize);
    }
    starts
}

/// The sound blocks and the damage of a file.
fn scan(bytes: &[u8]) -> (Vec<u64>, Vec<Damage>) {
    let (mut blocks, mut damage) = (Vec::new(), Vec::new());
    for piece in Scan::new(Cursor::new(bytes)).unwrap() {
        match piece.unwrap() {
            Piece::Block(found) => {
                assert_eq!(found, block(found.block));
                blocks.push(found.block);
            }
            Piece::Damage(found) => damage.push(found),
        }
    }
    (blocks, damage)
}

fn merged(files: &[&[u8]]) -> Result<Vec<u8>, MergeError> {
    let scans = files
        .iter()
        .map(|bytes| Scan::new(Cursor::new(*bytes)).unwrap());
    let merge = Merge::new(scans.collect())?;
    let mut writer = Writer::new(Vec::new(), merge.header()).unwrap();
    for block in merge {
        writer.append(&block?).unwrap();
    }
    Ok(writer.into_inner())
}

#[test]
fn a_sound_file_is_read_as_it_is() {
    assert_eq!(scan(&file([])), (vec![], vec![]));
    assert_eq!(scan(&file([0, 1, 5])), (vec![0, 1, 5], vec![]));
}

/// Flips every byte of the second of four frames: the other three are found, and the damage is
/// where the frame was.
#[test]
fn one_damaged_frame_costs_one_block() {
    let whole = file(0..4);
    let starts = frames(&whole);
    for at in starts[1]..starts[2] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        let (blocks, damage) = scan(&bytes);
        assert_eq!(blocks, [0, 2, 3], "byte {at}");
        assert_eq!(damage.len(), 1);
        let place = (damage[0].offset as usize, damage[0].bytes as usize);
        assert_eq!(place, (starts[1], starts[2] - starts[1]));
        assert!(!damage[0].torn);
    }
}

#[test]
fn bytes_that_are_gone_or_too_many_cost_what_they_touch() {
    let whole = file(0..5);
    let starts = frames(&whole);
    let gone = [&whole[..starts[1] + 9], &whole[starts[2] - 3..]].concat();
    assert_eq!(scan(&gone).0, [0, 2, 3, 4]);
    let strange = [&whole[..starts[2]], b"something else", &whole[starts[2]..]].concat();
    let (blocks, damage) = scan(&strange);
    assert_eq!(blocks, [0, 1, 2, 3, 4]);
    assert_eq!((damage.len(), damage[0].bytes), (1, 14));
    let mut zeros = whole.clone();
    zeros[starts[1]..starts[3]].fill(0);
    assert_eq!(scan(&zeros).0, [0, 3, 4]);
    // A long stretch, so that the next frame lies beyond one window of the search.
    let far = [&whole[..starts[1]], &vec![7; 200_001], &whole[starts[1]..]].concat();
    assert_eq!(scan(&far).0, [0, 1, 2, 3, 4]);
}

/// A block that does not fit its place in the run is damage, even with a valid checksum.
#[test]
fn a_frame_out_of_order_is_passed_over() {
    let whole = file(0..4);
    let starts = frames(&whole);
    let again = [&whole[..starts[3]], &whole[starts[1]..]].concat();
    let (blocks, damage) = scan(&again);
    assert_eq!(blocks, [0, 1, 2, 3]);
    assert_eq!(damage.len(), 1);
    assert!(
        damage[0].what.contains("block 1 comes after block 2"),
        "{}",
        damage[0]
    );
}

#[test]
fn a_torn_end_is_told_apart_from_damage() {
    let whole = file(0..3);
    let starts = frames(&whole);
    let (blocks, damage) = scan(&whole[..starts[3] - 1]);
    assert_eq!(blocks, [0, 1]);
    assert!(damage[0].torn);
    assert_eq!(damage[0].offset as usize, starts[2]);
    let error = Scan::new(Cursor::new(&whole[..starts[0] - 1])).err();
    assert!(matches!(error, Some(ReadError::TornHeader(..))));
    let error = Scan::new(Cursor::new(b"a letter to somebody")).err();
    assert!(matches!(error, Some(ReadError::Foreign)));
}

#[test]
fn different_runs_and_different_games_are_refused() {
    let mut other = header();
    other.seed += 1;
    let error = merged(&[&file([0]), &file([1]), &file_of(&other, [block(2)])]).unwrap_err();
    assert!(matches!(
        error,
        MergeError::Different(0, 2, Difference::Seed)
    ));
    let mut other = header();
    other.build = "test 2".into();
    let error = merged(&[&file([0]), &file_of(&other, [])]).unwrap_err();
    assert!(matches!(
        error,
        MergeError::Different(_, _, Difference::Build)
    ));
    let mut another = block(3);
    another.games[0].seats[Seat(0)].score += 1;
    let another = file_of(&header(), [block(2), another]);
    let error = merged(&[&file([1]), &file([0, 3]), &another]).unwrap_err();
    assert!(matches!(error, MergeError::Conflict(3, 1, 2)));
    assert!(matches!(merged(&[]), Err(MergeError::Nothing)));
}

/// A block that is damaged in one file is taken from another.
#[test]
fn copies_heal_damage() {
    let whole = file(0..4);
    let starts = frames(&whole);
    let damaged = |frame: usize| {
        let mut bytes = whole.clone();
        bytes[starts[frame] + 50] ^= 1;
        bytes
    };
    assert_eq!(merged(&[&damaged(1), &damaged(2)]).unwrap(), whole);
    assert_eq!(
        merged(&[&damaged(1), &damaged(1)]).unwrap(),
        file([0, 2, 3])
    );
}

proptest! {
    /// Any split, with copies, in any order and grouping, gives the bytes of the unsplit run.
    #[test]
    fn the_union_of_any_split_is_the_whole(
        homes in prop::collection::vec(prop::collection::btree_set(0_usize..5, 1..4), 0..20),
        order in Just([0_usize, 1, 2, 3, 4]).prop_shuffle(),
        cut in 1_usize..5,
    ) {
        let whole = file(0..homes.len() as u64);
        let part = |place: usize| {
            let mine = |number: &u64| homes[*number as usize].contains(&place);
            file((0..homes.len() as u64).filter(mine))
        };
        let parts: Vec<Vec<u8>> = order.iter().map(|place| part(*place)).collect();
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        prop_assert_eq!(&merged(&parts).unwrap(), &whole);
        let (left, right) = (merged(&parts[..cut]).unwrap(), merged(&parts[cut..]).unwrap());
        prop_assert_eq!(&merged(&[&right, &left]).unwrap(), &whole);
        prop_assert_eq!(&merged(&[&whole, &left, &whole]).unwrap(), &whole);
        prop_assert_eq!(&merged(&[&left]).unwrap(), &left);
    }

    /// Whatever happens to the bytes behind the header, a scan ends, returns only blocks of the
    /// file, and loses no block whose frame is intact.
    #[test]
    fn a_scan_loses_no_whole_frame(
        blocks in 1_u64..6,
        changes in prop::collection::vec((0.0..1.0, any::<u8>()), 0..4),
    ) {
        let whole = file(0..blocks);
        let starts = frames(&whole);
        let mut bytes = whole.clone();
        for (share, value) in changes {
            let at = starts[0] + (share * (whole.len() - starts[0]) as f64) as usize;
            bytes[at] = value;
        }
        let intact = |frame: &usize| {
            let span = starts[*frame]..starts[*frame + 1];
            bytes[span.clone()] == whole[span]
        };
        let expected: Vec<u64> = (0..blocks as usize).filter(intact).map(|n| n as u64).collect();
        prop_assert_eq!(scan(&bytes).0, expected);
    }
}
