//! Lines of bounded length, whoever writes them.

use std::io::{self, BufRead, Read};

/// What comes of reading a line.
pub enum Input {
    /// There are no more lines.
    End,
    /// A line, with its end.
    Line(String),
    /// A line that was too long; it was skipped.
    TooLong,
    /// A line that is no text.
    NotUtf8,
}

/// Reads a line of at most so many bytes.
///
/// # Errors
/// When reading fails.
pub fn read_line(input: &mut dyn BufRead, longest: usize) -> io::Result<Input> {
    let mut bytes = Vec::new();
    input.take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Input::End);
    }
    if bytes.len() > longest && bytes.last() != Some(&b'\n') {
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
        let done = end.is_some() || buffer.is_empty();
        input.consume(length);
        if done {
            return Ok(());
        }
    }
}
