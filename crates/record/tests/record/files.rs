//! Files that are whole, torn, damaged, foreign or in use.

use crate::common::{block, header};
use proptest::prelude::*;
use rummilab_core::Seat;
use rummilab_record::{Block, Difference, Header, ReadError, Reader, WriteError, Writer};

fn file(blocks: u64) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    for number in 0..blocks {
        writer.append(&block(number)).unwrap();
    }
    writer.into_inner()
}

/// All results of a reader for these bytes.
fn read(bytes: &[u8]) -> (Vec<Block>, Option<ReadError>) {
    let reader = match Reader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut blocks = Vec::new();
    for item in reader {
        match item {
            Ok(block) => blocks.push(block),
            Err(error) => return (blocks, Some(error)),
        }
    }
    (blocks, None)
}

#[test]
fn every_shortened_file_is_torn_where_it_ends() {
    let (empty, one, two) = (file(0).len(), file(1).len(), file(2));
    for length in 0..=two.len() {
        let (blocks, error) = read(&two[..length]);
        match error {
            None => assert!([empty, one, two.len()].contains(&length), "{length}"),
            Some(ReadError::TornHeader(bytes)) => {
                assert!(length < empty && bytes == length as u64);
            }
            Some(ReadError::Torn(offset, bytes)) => {
                let start = if length < one { empty } else { one };
                assert_eq!((offset, bytes), (start as u64, (length - start) as u64));
            }
            Some(error) => panic!("{length}: {error}"),
        }
        assert_eq!(
            blocks.len(),
            usize::from(length >= one) + usize::from(length >= two.len())
        );
    }
}

#[test]
fn zeros_where_the_last_frame_should_be_are_torn() {
    let (one, mut bytes) = (file(1).len(), file(2));
    let whole = bytes.len();
    bytes[one..].fill(0);
    assert!(
        matches!(read(&bytes).1, Some(ReadError::Torn(offset, bytes))
        if offset == one as u64 && bytes == (whole - one) as u64)
    );
    let mut bytes = file(2);
    bytes[one + 60..].fill(0);
    assert!(matches!(read(&bytes).1, Some(ReadError::Torn(..))));
}

#[test]
fn damage_in_the_middle_is_no_torn_write() {
    let (start, one, whole) = (file(0).len(), file(1).len(), file(2));
    for at in start..one {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        let (blocks, error) = read(&bytes);
        assert!(blocks.is_empty());
        let Some(ReadError::Corrupt(offset, _)) = error else {
            panic!("{at}: {error:?}")
        };
        assert_eq!(offset, start as u64);
    }
}

#[test]
fn foreign_and_newer_files_are_told_apart() {
    let zip = read(b"PK\x03\x04 and so on").1;
    assert!(matches!(zip, Some(ReadError::Foreign)));
    assert!(matches!(read(b"").1, Some(ReadError::TornHeader(0))));
    let mut newer = file(1);
    newer[8] = 4;
    let told = read(&newer).1;
    assert!(matches!(told, Some(ReadError::NewerVersion(4, 3))));
    newer[8] = 1;
    let older = read(&newer).1.unwrap();
    assert!(matches!(older, ReadError::OlderVersion(1)));
    let told = "format 1, this program reads format 3";
    assert!(older.to_string().contains(told), "{older}");
    newer[8] = 0;
    assert!(matches!(read(&newer).1, Some(ReadError::Corrupt(8, _))));
}

#[test]
fn blocks_that_do_not_fit_are_not_written() {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    writer.append(&block(3)).unwrap();
    let again = writer.append(&block(3));
    assert!(matches!(again, Err(WriteError::Order(3, 3))));
    let mut odd = block(4);
    odd.games[1].seating[Seat(0)] = 2;
    assert!(matches!(writer.append(&odd), Err(WriteError::Shape(_))));
    writer.append(&block(4)).unwrap();
    assert_eq!(read(&writer.into_inner()).0, [block(3), block(4)]);
}

#[test]
fn a_file_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    std::fs::write(&path, "dear").unwrap();
    let error = Writer::create(&path, &header()).unwrap_err();
    assert!(
        matches!(error, WriteError::Io(error) if error.kind() == std::io::ErrorKind::AlreadyExists)
    );
    assert!(matches!(
        Writer::resume(&path, &header(), |_| {}),
        Err(WriteError::Read(ReadError::Foreign))
    ));
    assert_eq!(std::fs::read(&path).unwrap(), b"dear");
}

#[test]
fn any_shortened_file_continues_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let whole = file(2);
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let mut seen = Vec::new();
        let (mut writer, found) =
            Writer::resume(&path, &header(), |block| seen.push(block.block)).unwrap();
        assert_eq!(
            (found.blocks, found.last),
            (seen.len() as u64, seen.last().copied())
        );
        for number in seen.len() as u64..2 {
            writer.append(&block(number)).unwrap();
        }
        drop(writer);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{length}");
    }
}

#[test]
fn another_run_another_writer_and_a_damaged_file_are_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let mut bytes = file(2);
    std::fs::write(&path, &bytes).unwrap();
    let resume = |header: &Header| Writer::resume(&path, header, |_| {}).map(|_| ());
    for (field, change) in [
        ("seed", (|header| header.seed = 8) as fn(&mut Header)),
        ("salt", |header| header.salt = None),
        ("version of a: 3 and 4", |header| {
            header.bots[0].version = Some(4);
        }),
        ("version of b:x=1,y=2: unknown and 4", |header| {
            header.bots[1].version = Some(4);
        }),
    ] {
        let mut other = header();
        change(&mut other);
        let Err(WriteError::Different(found)) = resume(&other) else {
            panic!("{field}")
        };
        assert_eq!(found.to_string(), field);
    }
    let held = Writer::resume(&path, &header(), |_| {}).unwrap();
    assert!(matches!(resume(&header()), Err(WriteError::InUse)));
    drop(held);
    let middle = file(0).len() + 70;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let damaged = resume(&header());
    assert!(matches!(
        damaged,
        Err(WriteError::Read(ReadError::Corrupt(..)))
    ));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let other_header = [b"RUMMILAB\x03\0\0\0\x99".as_slice(), &[0; 3]].concat();
    std::fs::write(&path, &other_header).unwrap();
    let other = resume(&header());
    assert!(matches!(
        other,
        Err(WriteError::Different(Difference::Header))
    ));
}

proptest! {
    #[test]
    fn random_bytes_are_never_a_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..300),
        keep in 0_usize..1200,
    ) {
        let _ = read(&bytes);
        let start = file(2);
        let _ = read(&[&start[..keep.min(start.len())], &bytes].concat());
    }

    #[test]
    fn random_flips_are_found(at in any::<proptest::sample::Index>(), bit in 0_u8..8) {
        let mut bytes = file(3);
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let (blocks, error) = read(&bytes);
        prop_assert!(error.is_some());
        prop_assert!(blocks.iter().zip(0..).all(|(found, number)| *found == block(number)));
    }
}
