//! Files of pattern weights: a text header, an empty line, and the encoded weights.

use super::network::{MAX_NEURONS, Network, NetworkShape};
use super::{PatternWeights, WeightCounts, coder};
use thiserror::Error;

/// The first line. Another format would have another number.
const MAGIC: &str = "quirkat patterns 2";
/// Greatest length of the header, in bytes.
const MAX_HEADER_LEN: usize = 4096;
/// Greatest number of patterns.
const MAX_PATTERNS: usize = 8_000_000;
/// Greatest number of rows of a network.
const MAX_ROWS: usize = 65_536;

/// The reason why bytes are no pattern weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PatternWeightsError {
    /// The first line is another: the file is of another kind, or of another version of the format.
    #[error("these are no patterns, or patterns of another version: the first line must be `{MAGIC}`")]
    Magic,
    /// The header line of this key is missing or invalid.
    #[error("the patterns have no valid `{0}` line")]
    Line(&'static str),
    /// The encoded weights are damaged, or more or fewer than the header states.
    #[error("the patterns are corrupt: the weights are damaged, or more or fewer than the `size` line states")]
    Weights,
    /// An output weight of the network is out of range.
    #[error("the network in the patterns is corrupt: one of its output weights is too large")]
    Network,
    /// The weights do not fit the variant whose title they bear.
    #[error("the patterns do not fit this version of the game, or their game is unknown")]
    Layout,
}

impl PatternWeights {
    /// Greatest number of neurons in a perspective of the network.
    pub const MAX_NEURONS: usize = MAX_NEURONS;

    /// Greatest number of points of a field.
    pub const MAX_FIELD_POINTS: usize = 12;

    /// Greatest length of a file, in bytes.
    pub const MAX_FILE_LEN: usize = MAX_HEADER_LEN + 5 * MAX_PATTERNS + 3 * MAX_ROWS * MAX_NEURONS;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If the file is of another kind, truncated or corrupt.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternWeights, PatternWeightsError> {
        let head = &bytes[..bytes.len().min(MAX_HEADER_LEN)];
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
        let counts = read_counts(line("size")?).ok_or(PatternWeightsError::Line("size"))?;
        let [hundredths, draws] = [("logit", 1), ("draws", 0)].map(|(key, least)| {
            let number = line(key)?.parse().ok().filter(|number| (least..=10_000).contains(number));
            number.ok_or(PatternWeightsError::Line(key))
        });
        let shape = NetworkShape::of(counts);
        let (weights, numbers) = coder::read(&bytes[end + 2..], counts.weights(), shape.len(), shape.neurons)
            .ok_or(PatternWeightsError::Weights)?;
        let network = Network { shape, numbers };
        if !network.is_sound() {
            return Err(PatternWeightsError::Network);
        }
        let network = (counts.neurons > 0).then_some(network);
        Ok(PatternWeights { title, command, counts, weights, network, hundredths: hundredths?, draws: draws? })
    }

    /// Returns the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let PatternWeights { title, command, counts, weights, network, hundredths, draws } = self;
        let neurons = counts.neurons;
        let numbers = network.as_ref().map_or(&[][..], |network| &network.numbers);
        let counts = write_counts(counts);
        let head =
            format!("{MAGIC}\ngame: {title}\nmade: {command}\nsize: {counts}\nlogit: {hundredths}\ndraws: {draws}\n\n");
        coder::write(head.into_bytes(), weights, numbers, neurons)
    }
}

/// Writes `12345 patterns, 1 sides, fields of 12, 200 rows of 32 units`.
fn write_counts(counts: &WeightCounts) -> String {
    let WeightCounts { field_points, patterns, is_symmetric, neurons, rows } = counts;
    let sides = if *is_symmetric { 1 } else { 2 };
    let network = if *neurons > 0 { format!(", {rows} rows of {neurons} units") } else { String::new() };
    format!("{patterns} patterns, {sides} sides, fields of {field_points}{network}")
}

/// Reads what [`write_counts`] writes.
fn read_counts(text: &str) -> Option<WeightCounts> {
    let ([text, rows], neurons) = match text.strip_suffix(" units").and_then(|text| text.rsplit_once(" rows of ")) {
        Some((text, neurons)) => (text.rsplit_once(", ")?.into(), neurons),
        None => ([text, "0"], "0"),
    };
    let (text, fields) = text.split_once(", fields of ")?;
    let (patterns, sides) = text.strip_suffix(" sides")?.split_once(" patterns, ")?;
    let (patterns, sides): (usize, usize) = (patterns.parse().ok()?, sides.parse().ok()?);
    let field_points = fields.parse().ok().filter(|&points| points <= PatternWeights::MAX_FIELD_POINTS)?;
    let (rows, neurons): (usize, usize) = (rows.parse().ok()?, neurons.parse().ok()?);
    let is_valid = patterns <= MAX_PATTERNS
        && (1..=2).contains(&sides)
        && neurons <= MAX_NEURONS
        && rows <= MAX_ROWS
        && (rows == 0) == (neurons == 0);
    is_valid.then_some(WeightCounts { field_points, patterns, is_symmetric: sides == 1, neurons, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::network::MAX_OUTPUT_WEIGHT;

    #[test]
    fn counts_are_read_as_they_are_written() {
        let plain = WeightCounts { field_points: 0, patterns: 12, is_symmetric: false, neurons: 0, rows: 0 };
        let fields = WeightCounts { field_points: 12, is_symmetric: true, ..plain };
        for counts in [plain, fields, WeightCounts { neurons: 32, rows: 200, ..plain }] {
            assert_eq!(read_counts(&write_counts(&counts)), Some(counts));
        }
        let start = "12 patterns, 2 sides, fields of 0";
        assert_eq!(read_counts(start), Some(plain));
        for end in [", 0 rows of 8 units", ", 9 rows of 65 units", " rows of 8 units"] {
            let wrong = format!("{start}{end}");
            assert_eq!(read_counts(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_network_whose_output_may_overflow_is_refused() {
        let counts = WeightCounts { field_points: 0, patterns: 0, is_symmetric: true, neurons: 2, rows: 3 };
        let shape = NetworkShape::of(counts);
        let with_last_output = |weight: f32| {
            let mut numbers = vec![0.5; shape.len()];
            numbers[shape.len() - 1] = weight;
            let network = Network::quantise(shape, &numbers);
            let weights = vec![[0; 2]; counts.weights()];
            PatternWeights::new("a".to_owned(), "b".to_owned(), counts, weights, Some(network))
        };
        let sound = with_last_output(-MAX_OUTPUT_WEIGHT);
        assert_eq!(PatternWeights::from_bytes(&sound.to_bytes()), Ok(sound));
        let unsound = with_last_output(2.0 * MAX_OUTPUT_WEIGHT).to_bytes();
        assert_eq!(PatternWeights::from_bytes(&unsound), Err(PatternWeightsError::Network));
    }
}
