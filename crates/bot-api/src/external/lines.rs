//! Lines of another program, each with the time of its arrival.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use crate::protocol::MAX_LINE_BYTES;

/// What came from a program.
#[derive(Debug)]
pub enum ProgramOutput {
    /// A line, without its end, and when it came.
    Line(Vec<u8>, Instant),
    /// A line of more than [`MAX_LINE_BYTES`]. Nothing more is read.
    TooLong,
    /// The end of its output, after so many bytes of a line that was not ended.
    End(usize),
    /// It cannot be read.
    Failed(io::Error),
}

/// The next line.
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

/// Passes over the rest of a line that was [too long](ProgramOutput::TooLong).
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

/// Hands on all lines until there are no more or nobody listens. The channel is short, so that a
/// program which floods its output waits instead of filling our memory.
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
