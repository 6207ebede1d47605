//! PatternWeights as files: some lines of text that say what it is, an empty line, and the worths, deflated.

use super::network::{MOST_UNITS, Network, Shape};
use super::{PatternWeights, Size};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

/// The first line; another format has another number.
const MAGIC: &str = "quirkat patterns 1";
/// The longest text before the worths, in bytes.
const LONGEST_TEXT: usize = 4096;
/// The most patterns that a board has.
const MOST_PATTERNS: usize = 8_000_000;
/// The most rows that a network has.
const MOST_ROWS: usize = 65_536;

/// Why bytes are no patterns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PatternWeightsError {
    /// The file is something else.
    #[error("these are no patterns: the first line must be `{MAGIC}`")]
    Magic,
    /// A line of the text is missing or wrong.
    #[error("the patterns have no sound `{0}` line")]
    Line(&'static str),
    /// The worths are broken, or not as many as the text says.
    #[error("the patterns are broken: they should unpack to {0} bytes")]
    Worths(usize),
    /// What a network says is larger than it can be.
    #[error("the network in the patterns is broken: one of its outputs is too large")]
    Network,
}

impl PatternWeights {
    /// A network has no more units to a view than this.
    pub const MAX_NEURONS: usize = MOST_UNITS;

    /// A field has no more points than this.
    pub const MAX_FIELD_POINTS: usize = 12;

    /// No file of patterns has more bytes.
    pub const MAX_FILE_LEN: usize = LONGEST_TEXT + 5 * MOST_PATTERNS + 3 * MOST_ROWS * MOST_UNITS;

    /// Reads patterns.
    ///
    /// # Errors
    /// When they are none, or not whole.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternWeights, PatternWeightsError> {
        let head = &bytes[..bytes.len().min(LONGEST_TEXT)];
        let end = head.windows(2).position(|two| two == b"\n\n").ok_or(PatternWeightsError::Magic)?;
        let text = std::str::from_utf8(&head[..end]).map_err(|_| PatternWeightsError::Magic)?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(PatternWeightsError::Magic);
        }
        let mut line = |key: &'static str| {
            let rest = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(": "));
            rest.ok_or(PatternWeightsError::Line(key))
        };
        let (title, command) = (line("game")?.to_owned(), line("made")?.to_owned());
        let size = read_size(line("size")?).ok_or(PatternWeightsError::Line("size"))?;
        let [hundredths, draws] = [("logit", 1), ("draws", 0)].map(|(key, least)| {
            let number = line(key)?.parse().ok().filter(|number| (least..=10_000).contains(number));
            number.ok_or(PatternWeightsError::Line(key))
        });
        let shape = Shape::of(size);
        let wanted = 4 * size.worths() + 2 * shape.len();
        let worths = decompress_to_vec_with_limit(&bytes[end + 2..], wanted);
        let worths = worths.ok().filter(|worths| worths.len() == wanted).ok_or(PatternWeightsError::Worths(wanted))?;
        let mut numbers = worths.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let mut number = || numbers.next().expect("there are as many as wanted");
        let worths = (0..size.worths()).map(|_| [number(), number()]).collect();
        let network = Network { shape, numbers: numbers.collect() };
        if !network.is_sound() {
            return Err(PatternWeightsError::Network);
        }
        let network = (size.units > 0).then_some(network);
        Ok(PatternWeights { title, command, size, worths, network, hundredths: hundredths?, draws: draws? })
    }

    /// The patterns as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        const LEVEL: u8 = 9;
        let PatternWeights { title, command, size, worths, network, hundredths, draws } = self;
        let size = write_size(size);
        let mut bytes =
            format!("{MAGIC}\ngame: {title}\nmade: {command}\nsize: {size}\nlogit: {hundredths}\ndraws: {draws}\n\n")
                .into_bytes();
        let numbers = worths.iter().flatten().chain(network.iter().flat_map(|network| &network.numbers));
        let packed: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        bytes.extend(compress_to_vec(&packed, LEVEL));
        bytes
    }
}

/// `12345 patterns, 1 sides, fields of 12, 200 rows of 32 units`.
fn write_size(size: &Size) -> String {
    let Size { fields, patterns, is_shared, units, rows } = size;
    let sides = if *is_shared { 1 } else { 2 };
    let network = if *units > 0 { format!(", {rows} rows of {units} units") } else { String::new() };
    format!("{patterns} patterns, {sides} sides, fields of {fields}{network}")
}

/// Without the last parts there are no fields and no network.
fn read_size(text: &str) -> Option<Size> {
    let ([text, rows], units) = match text.strip_suffix(" units").and_then(|text| text.rsplit_once(" rows of ")) {
        Some((text, units)) => (text.rsplit_once(", ")?.into(), units),
        None => ([text, "0"], "0"),
    };
    let (text, fields) = text.split_once(", fields of ").unwrap_or((text, "0"));
    let (patterns, sides) = text.strip_suffix(" sides")?.split_once(" patterns, ")?;
    let (patterns, sides): (usize, usize) = (patterns.parse().ok()?, sides.parse().ok()?);
    let fields = fields.parse().ok().filter(|&fields| fields <= PatternWeights::MAX_FIELD_POINTS)?;
    let (rows, units): (usize, usize) = (rows.parse().ok()?, units.parse().ok()?);
    let is_sound = patterns <= MOST_PATTERNS
        && (1..=2).contains(&sides)
        && units <= MOST_UNITS
        && rows <= MOST_ROWS
        && (rows == 0) == (units == 0);
    is_sound.then_some(Size { fields, patterns, is_shared: sides == 1, units, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::network::MOST_OUTPUT;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        let plain = Size { fields: 0, patterns: 12, is_shared: false, units: 0, rows: 0 };
        for size in [plain, Size { fields: 12, is_shared: true, ..plain }, Size { units: 32, rows: 200, ..plain }] {
            assert_eq!(read_size(&write_size(&size)), Some(size));
        }
        assert_eq!(read_size("12 patterns, 2 sides"), Some(plain));
        for wrong in
            ["12 patterns, 2 sides, 0 rows of 8 units", "12 patterns, 2 sides, 9 rows of 65 units", "9 rows of 8 units"]
        {
            assert_eq!(read_size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_network_that_says_too_much_is_refused() {
        let size = Size { fields: 0, patterns: 0, is_shared: true, units: 2, rows: 3 };
        let shape = Shape::of(size);
        let patterns = |last: f32| {
            let mut numbers = vec![0.5; shape.len()];
            numbers[shape.len() - 1] = last;
            let network = Network::new(shape, &numbers);
            PatternWeights::new("a".to_owned(), "b".to_owned(), size, vec![[0; 2]; size.worths()], Some(network))
        };
        let sound = patterns(-MOST_OUTPUT);
        assert_eq!(PatternWeights::from_bytes(&sound.to_bytes()), Ok(sound));
        assert_eq!(
            PatternWeights::from_bytes(&patterns(2.0 * MOST_OUTPUT).to_bytes()),
            Err(PatternWeightsError::Network)
        );
    }
}
