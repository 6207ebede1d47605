//! Lines of bounded length.

use std::io::{self, BufRead, Read};

/// Result of [`read_line`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// The input has ended.
    End,
    /// A line, with its line feed.
    Line(String),
    /// A line that exceeded the limit and was skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotUtf8,
}

/// Reads a line of at most `max_bytes` bytes, not counting its line feed. A longer line is skipped and not stored.
///
/// # Errors
/// When reading fails.
pub fn read_line(input: &mut dyn BufRead, max_bytes: usize) -> io::Result<Input> {
    let mut bytes = Vec::new();
    input.take(max_bytes as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Input::End);
    }
    if bytes.len() > max_bytes && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Input::TooLong);
    }
    Ok(String::from_utf8(bytes).map_or(Input::NotUtf8, Input::Line))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        let is_last = end.is_some() || buffer.is_empty();
        input.consume(length);
        if is_last {
            return Ok(());
        }
    }
}
