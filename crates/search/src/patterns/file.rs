//! Patterns as files: some lines of text that say what it is, an empty line, and the worths, deflated.

use super::{Patterns, Size};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

/// The first line; another format has another number.
const MAGIC: &str = "quirkat patterns 1";
/// The longest text before the worths, in bytes.
const LONGEST_TEXT: usize = 4096;
/// The most patterns that a board has.
const MOST_PATTERNS: usize = 8_000_000;

/// Why bytes are no patterns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PatternsError {
    /// The file is something else.
    #[error("these are no patterns: the first line must be `{MAGIC}`")]
    Magic,
    /// A line of the text is missing or wrong.
    #[error("the patterns have no sound `{0}` line")]
    Line(&'static str),
    /// The worths are broken, or not as many as the text says.
    #[error("the patterns are broken: they should unpack to {0} bytes")]
    Worths(usize),
}

impl Patterns {
    /// A field has no more points than this.
    pub const LARGEST_FIELD: usize = 12;

    /// No file of patterns has more bytes.
    pub const LARGEST: usize = LONGEST_TEXT + 5 * MOST_PATTERNS;

    /// Reads patterns.
    ///
    /// # Errors
    /// When they are none, or not whole.
    pub fn read(bytes: &[u8]) -> Result<Patterns, PatternsError> {
        let head = &bytes[..bytes.len().min(LONGEST_TEXT)];
        let end = head.windows(2).position(|two| two == b"\n\n").ok_or(PatternsError::Magic)?;
        let text = std::str::from_utf8(&head[..end]).map_err(|_| PatternsError::Magic)?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(PatternsError::Magic);
        }
        let mut line = |key: &'static str| {
            let rest = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(": "));
            rest.ok_or(PatternsError::Line(key))
        };
        let (title, made) = (line("game")?.to_owned(), line("made")?.to_owned());
        let size = read_size(line("size")?).ok_or(PatternsError::Line("size"))?;
        let [hundredths, draws] = ["logit", "draws"].map(|key| {
            let number = line(key)?.parse().ok().filter(|number| (0..=10_000).contains(number));
            number.ok_or(PatternsError::Line(key))
        });
        let wanted = 4 * size.worths();
        let worths = decompress_to_vec_with_limit(&bytes[end + 2..], wanted);
        let worths = worths.ok().filter(|worths| worths.len() == wanted).ok_or(PatternsError::Worths(wanted))?;
        let number = |two: &[u8]| i16::from_le_bytes([two[0], two[1]]);
        let worths = worths.chunks_exact(4).map(|four| [number(&four[..2]), number(&four[2..])]).collect();
        Ok(Patterns { title, made, size, worths, hundredths: hundredths?, draws: draws? })
    }

    /// The patterns as a file.
    pub fn write(&self) -> Vec<u8> {
        const LEVEL: u8 = 9;
        let Patterns { title, made, size, worths, hundredths, draws } = self;
        let Size { fields, patterns, is_shared } = size;
        let sides = if *is_shared { 1 } else { 2 };
        let mut bytes = format!(
            "{MAGIC}\ngame: {title}\nmade: {made}\nsize: {patterns} patterns, {sides} sides, fields of {fields}\nlogit: {hundredths}\n\
             draws: {draws}\n\n"
        )
        .into_bytes();
        let packed: Vec<u8> = worths.iter().flatten().flat_map(|worth: &i16| worth.to_le_bytes()).collect();
        bytes.extend(compress_to_vec(&packed, LEVEL));
        bytes
    }
}

/// `12345 patterns, 1 sides, fields of 12`; without the last part there are no fields.
fn read_size(text: &str) -> Option<Size> {
    let (text, fields) = text.split_once(", fields of ").unwrap_or((text, "0"));
    let (patterns, sides) = text.strip_suffix(" sides")?.split_once(" patterns, ")?;
    let (patterns, sides): (usize, usize) = (patterns.parse().ok()?, sides.parse().ok()?);
    let fields = fields.parse().ok().filter(|&fields| fields <= Patterns::LARGEST_FIELD)?;
    let is_sound = patterns <= MOST_PATTERNS && (1..=2).contains(&sides);
    is_sound.then_some(Size { fields, patterns, is_shared: sides == 1 })
}
