//! The bytes of a file in a request: base64, or a list of numbers.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The bytes of a file.
pub struct FileBytes(pub Vec<u8>);

impl<'de> Deserialize<'de> for FileBytes {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<FileBytes, D::Error> {
        value.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = FileBytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes in base64 or as a list of numbers")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FileBytes, E> {
        let bytes = decoded(text.as_bytes());
        bytes
            .map(FileBytes)
            .ok_or_else(|| E::custom("this is not base64"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FileBytes, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(FileBytes(bytes))
    }
}

/// The bytes of a text in base64 with padding (RFC 4648, section 4); `None` if it is none.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let padding = text
        .iter()
        .rev()
        .take_while(|digit| **digit == b'=')
        .count();
    if !text.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let digits = &text[..text.len() - padding];
    for four in digits.chunks(4) {
        let mut bits = 0_u32;
        for digit in four {
            bits = (bits << 6) | u32::from(digit_value(*digit)?);
        }
        bits <<= 6 * (4 - four.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..four.len()]);
    }
    Some(bytes)
}

fn digit_value(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_and_what_is_not_is_refused() {
        // The test vectors of RFC 4648, section 10, and every digit.
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg==", b"foob"),
            ("Zm9vYmE=", b"fooba"),
            ("Zm9vYmFy", b"foobar"),
            ("+/AZaz09", &[0xfb, 0xf0, 0x19, 0x6b, 0x3d, 0x3d]),
        ] {
            assert_eq!(decoded(text.as_bytes()).as_deref(), Some(bytes), "{text}");
        }
        for text in [
            "Z", "Zg", "Zg=", "====", "Z===", "Zm9v\n", "Zm-_", "Zg==Zg==",
        ] {
            assert_eq!(decoded(text.as_bytes()), None, "{text}");
        }
    }
}
