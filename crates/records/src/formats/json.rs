//! Divides a JSON file into the objects of its records, without holding all of them in memory.

use super::FormatError;
use crate::MAX_RECORD_BYTES;
use std::io::{self, BufReader, Read};

/// Iterator over the records of a JSON file: the elements of an array, of the array `records` at the beginning of an object, or
/// one object. Each comes as text with the line in which it begins. The text has matching brackets; a parser checks the rest.
pub struct JsonObjects<R: Read> {
    bytes: io::Bytes<BufReader<R>>,
    /// Line of the next byte, from 1.
    line: usize,
    state: State,
}

/// Where the reader is.
#[derive(PartialEq, Eq)]
enum State {
    Start,
    Elements,
    End,
}

impl<R: Read> JsonObjects<R> {
    /// Creates a reader.
    pub fn new(file: R) -> JsonObjects<R> {
        JsonObjects { bytes: BufReader::new(file).bytes(), line: 1, state: State::Start }
    }

    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.bytes.next().transpose()?;
        self.line += usize::from(byte == Some(b'\n'));
        Ok(byte)
    }

    /// Reads to the next byte that is neither white space nor a comma, nor a byte order mark.
    fn next_sign(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.next_byte()? {
                Some(b' ' | b'\t' | b'\r' | b'\n' | b',' | 0xef | 0xbb | 0xbf) => {}
                sign => return Ok(sign),
            }
        }
    }

    /// Reads the rest of an object or array that began with `first`. Returns `None` if it is longer than a record may be or
    /// does not end.
    fn rest_of(&mut self, mut text: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        let mut depth = 0_usize;
        let (mut in_string, mut is_escaped) = (false, false);
        for &byte in &text {
            step(byte, &mut depth, &mut in_string, &mut is_escaped);
        }
        while depth > 0 {
            let Some(byte) = self.next_byte()? else { return Ok(None) };
            if text.len() == MAX_RECORD_BYTES {
                return Ok(None);
            }
            text.push(byte);
            step(byte, &mut depth, &mut in_string, &mut is_escaped);
        }
        Ok(Some(text))
    }

    /// Reads up to the first element. Returns the beginning of the object if the file has a single one.
    fn start(&mut self) -> io::Result<Option<Vec<u8>>> {
        const LIST: &[u8] = b"\"records\":[";
        match self.next_sign()? {
            Some(b'[') => self.state = State::Elements,
            Some(b'{') => {
                let mut text = b"{".to_vec();
                let mut matched = 0;
                while matched < LIST.len() {
                    let Some(byte) = self.next_byte()? else { break };
                    text.push(byte);
                    if byte == LIST[matched] {
                        matched += 1;
                    } else if !(byte.is_ascii_whitespace() && (matched == 0 || matched + 2 >= LIST.len())) {
                        self.state = State::End;
                        return Ok(Some(text));
                    }
                }
                self.state = if matched == LIST.len() { State::Elements } else { State::End };
                return Ok((self.state == State::End).then_some(text));
            }
            Some(other) => {
                self.state = State::End;
                return Ok(Some(vec![other]));
            }
            None => self.state = State::End,
        }
        Ok(None)
    }

    /// Reads the next record.
    fn read_next(&mut self) -> io::Result<Option<(usize, Result<String, FormatError>)>> {
        let mut beginning = None;
        if self.state == State::Start {
            beginning = self.start()?;
        }
        let beginning = match (beginning, &self.state) {
            (Some(text), _) => text,
            (None, State::Elements) => match self.next_sign()? {
                Some(first) if first != b']' => vec![first],
                _ => {
                    self.state = State::End;
                    return Ok(None);
                }
            },
            (None, _) => return Ok(None),
        };
        let line = self.line;
        let place = format!("line {line}");
        if beginning[0] != b'{' {
            self.state = State::End;
            let found = String::from_utf8_lossy(&beginning).into_owned();
            return Ok(Some((line, Err(FormatError::quoting(place, &found, "an object, `{…}`")))));
        }
        let read = match self.rest_of(beginning)? {
            None => {
                self.state = State::End;
                let allowed = format!("an object of at most {MAX_RECORD_BYTES} bytes");
                Err(FormatError::new(&place, "an object that does not end", allowed))
            }
            Some(text) => String::from_utf8(text)
                .map_err(|_| FormatError::new(&place, "bytes that are not UTF-8", "JSON in UTF-8")),
        };
        Ok(Some((line, read)))
    }
}

/// Follows one byte of JSON.
fn step(byte: u8, depth: &mut usize, in_string: &mut bool, is_escaped: &mut bool) {
    match byte {
        _ if *is_escaped => *is_escaped = false,
        b'\\' if *in_string => *is_escaped = true,
        b'"' => *in_string = !*in_string,
        b'{' | b'[' if !*in_string => *depth += 1,
        b'}' | b']' if !*in_string => *depth = depth.saturating_sub(1),
        _ => {}
    }
}

impl<R: Read> Iterator for JsonObjects<R> {
    type Item = io::Result<(usize, Result<String, FormatError>)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_next().inspect_err(|_| self.state = State::End).transpose()
    }
}
