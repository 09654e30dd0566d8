//! The frames of a file: a length and its complement, a checksum, a payload.

use std::io::{self, BufRead, Read};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"RUMMILAB";
/// The version of the format that this program writes and reads.
pub const FORMAT_VERSION: u32 = 3;
/// The largest payload of a frame, in bytes.
pub const MAX_FRAME_BYTES: usize = 1 << 25;

/// Bytes before the payload: length, complement of the length, checksum.
const PREFIX_BYTES: usize = 4 + 4 + 32;

/// What a reader finds where a frame should be.
#[derive(Debug)]
pub(crate) enum FrameRead {
    /// The end of the file.
    End,
    /// A complete frame with this payload.
    Payload(Vec<u8>),
    /// An incomplete last frame, whose writing was interrupted; the number of its bytes in the
    /// file.
    Torn(u64),
    /// A damaged frame; the damage in words.
    Damaged(&'static str),
}

/// The frame of a payload, which must not be larger than [`MAX_FRAME_BYTES`].
pub(crate) fn frame(payload: &[u8]) -> Vec<u8> {
    debug_assert!(payload.len() <= MAX_FRAME_BYTES);
    let length = payload.len() as u32;
    let mut bytes = Vec::with_capacity(PREFIX_BYTES + payload.len());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&(!length).to_le_bytes());
    bytes.extend_from_slice(blake3::hash(payload).as_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// Size in bytes of the frame of a payload of this length.
pub(crate) const fn frame_bytes(payload: usize) -> u64 {
    (PREFIX_BYTES + payload) as u64
}

/// Reads the next frame.
///
/// A crash can leave a file that is too short, or one of the right length that ends in zeros. Both
/// count as torn. A frame with any other fault, or with something behind it, is damaged.
pub(crate) fn read_frame<R: BufRead>(input: &mut R) -> io::Result<FrameRead> {
    let prefix = read_up_to(input, PREFIX_BYTES)?;
    if prefix.is_empty() {
        return Ok(FrameRead::End);
    }
    let Ok(prefix) = <[u8; PREFIX_BYTES]>::try_from(prefix.as_slice()) else {
        return Ok(FrameRead::Torn(prefix.len() as u64));
    };
    let word = |at: usize| {
        u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]])
    };
    if word(0) != !word(4) {
        return match zeros_to_the_end(input, &prefix)? {
            Some(rest) => Ok(FrameRead::Torn(PREFIX_BYTES as u64 + rest)),
            None => Ok(FrameRead::Damaged(
                "the length and its complement do not agree",
            )),
        };
    }
    let length = word(0) as usize;
    if length > MAX_FRAME_BYTES {
        return Ok(FrameRead::Damaged("the length is larger than any frame"));
    }
    let payload = read_up_to(input, length)?;
    if payload.len() < length {
        return Ok(FrameRead::Torn(frame_bytes(payload.len())));
    }
    if blake3::hash(&payload).as_bytes() == &prefix[8..] {
        return Ok(FrameRead::Payload(payload));
    }
    if input.fill_buf()?.is_empty() {
        return Ok(FrameRead::Torn(frame_bytes(length)));
    }
    Ok(FrameRead::Damaged(
        "the checksum does not agree with the payload",
    ))
}

/// Reads at most `count` bytes, fewer only at the end of the file. Memory grows with the bytes
/// present, not with the claimed length.
pub(crate) fn read_up_to<R: Read>(input: &mut R, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count.min(1 << 16));
    input.by_ref().take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The number of bytes that follow, if these and those in hand are all zero.
fn zeros_to_the_end<R: BufRead>(input: &mut R, in_hand: &[u8]) -> io::Result<Option<u64>> {
    let mut rest = 0;
    let mut zero = in_hand.iter().all(|byte| *byte == 0);
    while zero {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(Some(rest));
        }
        zero = bytes.iter().all(|byte| *byte == 0);
        let count = bytes.len();
        rest += count as u64;
        input.consume(count);
    }
    Ok(None)
}
