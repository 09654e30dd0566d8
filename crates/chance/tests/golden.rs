//! Frozen values: if one of them changes, recorded games no longer replay.
//!
//! The values come from an independent implementation in Python: keys by
//! `blake3(material, derive_key_context="rummilab chance v1")` of the `blake3` package over the
//! layout of the module documentation; words by ChaCha8 written out from RFC 8439 (four double
//! rounds, 64-bit counter); bounded numbers with Python's unbounded integers, rejecting while
//! `w * bound % 2**64 < 2**64 % bound`.

use std::num::NonZeroU64;

use rummilab_chance::{DealId, Key, Salt, Seed, Stream};

fn stream() -> Stream {
    Stream::new(Key::deal(1, 0, 0))
}

fn bound(bound: u64) -> NonZeroU64 {
    NonZeroU64::new(bound).expect("a bound is at least 1")
}

#[test]
fn keys() {
    let salted = Seed {
        master: 7,
        salt: Some(Salt::from_bytes(std::array::from_fn(|byte| byte as u8))),
    };
    let expected = [
        (
            Key::deal(salted, 42, 3),
            "37466223894c2a32a14caebd3916a8cb14da3d1a18cc75e17b9812fce94067c3",
        ),
        (
            Key::bot(salted, "hold:h=3", 1, 42),
            "2ef65ff5ac6f8d0d4558fc71d5e1723c3c3fe91b8770ed7675df94b75741be29",
        ),
        (
            Key::deal(1, 0, 0),
            "73533f6d4b9a2ae5c1d5b470f374c56b74666c0e37ba2598612db5f31f04c9fd",
        ),
        (
            Key::deal(7, 42, 3),
            "ade089a85561834cd91130428757c7d132dc754d5c85116c4c108214ea02671d",
        ),
        (
            Key::deal(7, DealId::Game { block: 42, game: 2 }, 3),
            "d496b5b78277ca926dce316436bb495ca21127d6bbf75211a0125e9a9576ac4d",
        ),
        (
            Key::bot(7, "hold:h=3", 1, 42),
            "41362b95464452c9b517eaed9ccff9c4056bd202f0d7fdf92ebb61720b7d6158",
        ),
        (
            Key::put_back(7, 42, 1, 3),
            "7eb514ccec5f639c9b50fd5c4957d30048531f1e507a1445a9a60919b24e556a",
        ),
        (
            Key::schedule(7),
            "0c2681f3bb852b9a86c7f856dd39a9f05bd7178bbda5d39f13c576e5d3698470",
        ),
        (
            Key::bootstrap(7),
            "a7bb5c0fa4c8f94a1426e5ee4bd10d8e4e623817065ee2397ac2e270c1bf7436",
        ),
        (
            Key::sample(7, "opening/14", 5),
            "7f682d1538ebd2cc7a3c3149bc9abb9199a01328ab82945dfcb829816c5ee7be",
        ),
    ];
    for (key, hex) in expected {
        assert_eq!(key.to_string(), hex);
    }
}

#[test]
fn words() {
    let mut stream = stream();
    let words: Vec<u64> = (0..40).map(|_| stream.next_u64()).collect();
    // 8 words are one ChaCha block; the library makes 32 words at a time.
    let expected = [
        (0, 0xe67b_bd80_59f2_d3ef),
        (1, 0xd3e8_76dc_9377_6139),
        (2, 0x2056_4413_24de_5763),
        (3, 0x6fdf_2bf2_fe2e_324e),
        (7, 0x5db5_4702_b118_0a52),
        (8, 0xce82_ae22_60da_7125),
        (31, 0x2347_cb5a_6cac_41c4),
        (32, 0xa875_0707_b23a_2579),
        (39, 0x6dca_55f6_2349_7e3b),
    ];
    for (i, word) in expected {
        assert_eq!(words[i], word, "word {i}");
    }
}

#[test]
fn bounded_numbers() {
    let mut stream = stream();
    let numbers: Vec<u64> = (0..20).map(|_| stream.below(bound(10))).collect();
    assert_eq!(
        numbers,
        [9, 8, 1, 4, 2, 8, 4, 3, 8, 7, 0, 3, 7, 9, 9, 8, 7, 1, 4, 7]
    );
}

/// At this bound nearly half of all words are discarded.
#[test]
fn bounded_numbers_with_rejection() {
    let mut stream = stream();
    let numbers: Vec<u64> = (0..6).map(|_| stream.below(bound((1 << 63) + 1))).collect();
    let expected = [
        0x102b_2209_926f_2bb1,
        0x6c07_11b2_ac5c_9052,
        0x04e6_70ee_b9f7_75dd,
        0x638a_f307_017b_adc3,
        0x7a7d_2774_d8af_3994,
        0x0d63_37be_6915_d482,
    ];
    assert_eq!(numbers, expected);
    assert_eq!(stream.next_u64(), 0x6d91_3520_082e_51c1);
}

#[test]
fn coins() {
    let mut stream = stream();
    let coins: Vec<u8> = (0..24).map(|_| u8::from(stream.coin())).collect();
    assert_eq!(
        coins,
        [
            1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1
        ]
    );
}

#[test]
fn unit_numbers() {
    let mut stream = stream();
    let expected = [
        0.9003256262166801,
        0.8277658737674449,
        0.12631631343253358,
        0.43699907953685435,
    ];
    for number in expected {
        assert!(stream.unit().to_bits() == f64::to_bits(number));
    }
}

#[test]
fn shuffle_of_106() {
    let mut stream = stream();
    let mut order: Vec<u8> = (0..106).collect();
    stream.shuffle(&mut order);
    let expected = [
        57, 90, 44, 47, 56, 91, 83, 26, 5, 4, 35, 41, 60, 51, 82, 105, 101, 6, 62, 40, 42, 103, 87,
        54, 74, 78, 2, 21, 100, 19, 33, 67, 25, 15, 97, 99, 11, 96, 71, 92, 46, 31, 38, 98, 89, 22,
        53, 52, 68, 63, 39, 75, 1, 18, 55, 17, 16, 29, 81, 61, 12, 49, 24, 34, 7, 58, 28, 0, 72,
        14, 94, 64, 80, 48, 10, 104, 50, 76, 32, 59, 70, 20, 102, 8, 23, 93, 65, 37, 9, 66, 77, 88,
        84, 73, 30, 3, 69, 79, 36, 43, 85, 27, 45, 13, 86, 95,
    ];
    assert_eq!(order, expected);
    assert_eq!(stream.next_u64(), 0xe4ac_9f44_d013_aa46);
}
