//! Lines from another program, each with its time of arrival.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use crate::protocol::MAX_LINE_BYTES;

/// A piece of output of a program.
#[derive(Debug)]
pub enum ProgramOutput {
    /// A line, without its line break, and the time of its arrival.
    Line(Vec<u8>, Instant),
    /// A line of more than [`MAX_LINE_BYTES`]; reading stops.
    TooLong,
    /// The end of the output, after this many bytes of an unfinished line.
    End(usize),
    /// The output cannot be read.
    Failed(io::Error),
}

/// Reads the next line.
pub fn read_capped(input: &mut impl BufRead) -> ProgramOutput {
    let mut line = Vec::new();
    let most = MAX_LINE_BYTES as u64 + 1;
    match input.by_ref().take(most).read_until(b'\n', &mut line) {
        Err(error) => ProgramOutput::Failed(error),
        Ok(_) if line.last() == Some(&b'\n') => {
            line.pop();
            ProgramOutput::Line(line, Instant::now())
        }
        Ok(read) if read as u64 == most => ProgramOutput::TooLong,
        Ok(read) => ProgramOutput::End(read),
    }
}

/// Skips the rest of a line that was [too long](ProgramOutput::TooLong).
pub(crate) fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(());
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// Passes all lines on until there are no more, or the receiver is gone. The channel is short, so
/// that a program that floods its output has to wait and does not fill our memory.
pub(super) fn hand_on(mut input: impl BufRead, to: &SyncSender<ProgramOutput>) {
    loop {
        let said = read_capped(&mut input);
        let last = !matches!(said, ProgramOutput::Line(..));
        if to.send(said).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_capped() {
        let mut text = vec![b'a'; MAX_LINE_BYTES];
        text.extend(b"\nshort\nhalf");
        let mut input = text.as_slice();
        assert!(matches!(
            read_capped(&mut input),
            ProgramOutput::Line(line, _) if line.len() == MAX_LINE_BYTES
        ));
        assert!(
            matches!(read_capped(&mut input), ProgramOutput::Line(line, _) if line == b"short")
        );
        assert!(matches!(read_capped(&mut input), ProgramOutput::End(4)));
        assert!(matches!(read_capped(&mut input), ProgramOutput::End(0)));
        let long = vec![b'a'; MAX_LINE_BYTES + 1];
        assert!(matches!(
            read_capped(&mut long.as_slice()),
            ProgramOutput::TooLong
        ));
    }
}
