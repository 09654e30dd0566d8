//! The bytes of a small file, assembled from FORMAT.md alone.

use crate::common::{block, header, house_block, house_header};
use rummilab_record::{Header, Reader, Writer};

/// Collects bytes as FORMAT.md names them.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn raw(&mut self, bytes: &[u8]) -> &mut Bytes {
        self.0.extend_from_slice(bytes);
        self
    }
    fn u8(&mut self, n: u8) -> &mut Bytes {
        self.raw(&[n])
    }
    fn u16(&mut self, n: u16) -> &mut Bytes {
        self.raw(&n.to_le_bytes())
    }
    fn u32(&mut self, n: u32) -> &mut Bytes {
        self.raw(&n.to_le_bytes())
    }
    fn u64(&mut self, n: u64) -> &mut Bytes {
        self.raw(&n.to_le_bytes())
    }
    fn list(&mut self, bytes: &[u8]) -> &mut Bytes {
        self.u64(bytes.len() as u64).raw(bytes)
    }
    fn text(&mut self, text: &str) -> &mut Bytes {
        self.list(text.as_bytes())
    }
    fn seat(
        &mut self,
        score: i32,
        place: u8,
        tiles: u16,
        points: u32,
        turns: u32,
        opened: u8,
    ) -> &mut Bytes {
        self.raw(&score.to_le_bytes())
            .u8(place)
            .u16(tiles)
            .u32(points)
            .u32(turns);
        if opened == 0 {
            self.u8(0)
        } else {
            self.u8(1).u32(opened.into())
        }
    }
    fn frame(&mut self, payload: &[u8]) -> &mut Bytes {
        let length = payload.len() as u32;
        self.u32(length)
            .u32(u32::MAX - length)
            .raw(blake3::hash(payload).as_bytes())
            .raw(payload)
    }
}

const R1: u8 = 1;
const R4: u8 = 4;
const B1: u8 = 0x21;
const B2: u8 = 0x22;
const B3: u8 = 0x23;
const B4: u8 = 0x24;
const JOKER: u8 = 0x80;

fn header_payload(header: &Header) -> Vec<u8> {
    let mut bytes = Bytes::default();
    bytes
        .text("bots = []")
        .text("ab12")
        .text(&header.rules.to_toml())
        .u8(2)
        .u64(7)
        .u8(1)
        .text(&"5a".repeat(32));
    bytes.u64(2).text("a").text("a").u8(1).u32(3);
    bytes.text("b:x=1,y=2").text("b:x=1,y=2").u8(0);
    bytes.text("test 1");
    bytes.0
}

fn block_payload() -> Vec<u8> {
    let mut bytes = Bytes::default();
    bytes.u64(5).u64(1).u32(2);
    bytes.u64(2).list(&[R1, 2, 3, B1]).list(&[R4, B2, B3, B4]);
    bytes.u64(1).list(&[JOKER]);
    bytes.u64(3);
    // A seat goes out.
    bytes.u64(2).u16(0).u16(1).u16(0).u8(0);
    bytes
        .u64(3)
        .u32(2)
        .list(&[1, 2, 3, 0])
        .u32(2)
        .list(&[1, 2, 3, 0, B2, B3, B4, 0]);
    bytes.u32(2).list(&[1, 2, 3, 0, B1, B2, B3, B4, 0]).u64(0);
    bytes.u32(0).u8(0);
    bytes
        .u64(2)
        .seat(4, 1, 0, 0, 2, 1)
        .seat(-4, 2, 1, 4, 1, 1)
        .u8(0);
    // A play is refused, and the pool runs out.
    bytes.u64(2).u16(1).u16(0).u16(0).u8(0);
    bytes
        .u64(3)
        .u32(3)
        .u8(0)
        .u32(0)
        .text("B2 is neither on the old table nor on the rack");
    bytes.u8(1).u32(2).list(&[B1, B2, B3, 0]).u32(1).u32(1);
    bytes.u64(0);
    bytes.u32(1);
    bytes
        .u64(2)
        .seat(-44, 2, 5, 57, 2, 0)
        .seat(44, 1, 4, 13, 1, 0)
        .u8(0);
    // A bot gives no answer.
    bytes.u64(2).u16(0).u16(1).u16(0).u8(0);
    bytes.u64(1).u32(2).list(&[1, 2, 3, 0]).u64(0);
    bytes.u32(2).u8(1);
    bytes
        .u64(2)
        .seat(12, 1, 1, 1, 1, 1)
        .seat(-12, 2, 4, 13, 0, 0);
    bytes.u8(1).u8(1).u32(1).text("no answer in time").u8(0);
    bytes.0
}

/// A block of house games: own deals and starters, owners, tiles put back.
fn house_payload() -> Vec<u8> {
    const K1: u8 = 0x31;
    const K2: u8 = 0x32;
    const K3: u8 = 0x33;
    let mut bytes = Bytes::default();
    bytes.u64(8).u64(2);
    bytes.u32(0).u64(2);
    bytes.list(&[R1 + 2, B1, B3, K3]).list(&[R1, 2, 3, B1]);
    bytes.u64(1).list(&[R1, B2, K1, K2, K1, B2, B3, K2, K3, 2]);
    bytes.u32(3).u64(2);
    bytes.list(&[R1, 2, B1, K1]).list(&[2, B2, B3, K2]);
    bytes.u64(1).list(&[3, R1, B1, K1, B2, K2, 3, B3, K3, K3]);
    bytes.u64(2);
    // Three tiles go back, the last on the turn that a fault breaks off.
    bytes.u64(2).u16(0).u16(1).u16(0).u8(1);
    bytes.u64(2).u32(4).list(&[R1, 2, 3, 0]).list(&[255]).u32(1);
    bytes.u64(3).u32(0).u16(0).u32(0).u16(9).u32(2).u16(1);
    bytes.u32(2).u8(1).u64(2);
    bytes.seat(0, 1, 5, 12, 1, 0).seat(0, 2, 3, 4, 1, 1);
    bytes.u8(1).u8(1).u32(2).text("gone").u8(0);
    // A group is claimed for another seat.
    bytes.u64(2).u16(1).u16(0).u16(1).u8(0);
    let reason = "`R1 B1 K1` cannot be a group of seat 1: it continues none of that seat's groups";
    bytes.u64(1).u32(3).u8(0).u32(0).text(reason);
    bytes.u8(1).u32(3).list(&[R1, B1, K1, 0]).list(&[1]);
    bytes.u64(0).u32(2).u8(1).u64(2);
    bytes.seat(0, 1, 5, 8, 1, 0).seat(0, 2, 5, 10, 0, 0);
    bytes.u8(1).u8(1).u32(2).text("gone").u8(0);
    bytes.0
}

#[test]
fn a_file_has_the_bytes_that_the_format_page_says() {
    for (header, block, payload) in [
        (header(), block(5), block_payload()),
        (house_header(), house_block(8), house_payload()),
    ] {
        let mut expected = Bytes::default();
        expected
            .raw(b"RUMMILAB")
            .u32(3)
            .frame(&header_payload(&header))
            .frame(&payload);
        let mut writer = Writer::new(Vec::new(), &header).unwrap();
        writer.append(&block).unwrap();
        assert_eq!(writer.into_inner(), expected.0);

        let mut reader = Reader::new(expected.0.as_slice()).unwrap();
        assert_eq!(*reader.header(), header);
        assert_eq!(reader.next().unwrap().unwrap(), block);
        assert!(reader.next().is_none());
    }
}

/// Rule fields that a header lacks take their values from `original`.
#[test]
fn a_header_may_have_fewer_rule_fields() {
    let rules = header().rules.to_toml();
    let fewer: String = rules
        .lines()
        .filter(|line| !line.starts_with("group_access"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_ne!(rules, fewer);
    let payload = header_payload(&header());
    let at = payload
        .windows(rules.len())
        .position(|w| w == rules.as_bytes());
    let (start, rest) = payload.split_at(at.unwrap() - 8);
    let mut bytes = Bytes::default();
    bytes.raw(start).text(&fewer).raw(&rest[8 + rules.len()..]);
    let mut file = Bytes::default();
    file.raw(b"RUMMILAB").u32(3).frame(&bytes.0);
    assert_eq!(*Reader::new(file.0.as_slice()).unwrap().header(), header());
}
