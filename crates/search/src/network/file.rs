//! Networks as files: some lines of text that say what it is, an empty line, and the weights.

use super::eyes::Shape;
use super::{HIDDEN, Network, Output, Row, STAGES};
use thiserror::Error;

/// The first line; another format has another number.
const MAGIC: &str = "quirkat network 1";
/// The longest text before the weights, in bytes.
const LONGEST_TEXT: usize = 4096;
/// The most rows that a network has.
const MOST_ROWS: usize = 20_000;

/// Why bytes are no network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The file is something else.
    #[error("this is no network: the first line must be `{MAGIC}`")]
    Magic,
    /// A line of the text is missing or wrong.
    #[error("the network has no sound `{0}` line")]
    Line(&'static str),
    /// The weights are not as many as the text says.
    #[error("the network should have {wanted} bytes of weights; found: {found}")]
    Weights {
        /// As the text says.
        wanted: usize,
        /// As there are.
        found: usize,
    },
}

impl Network {
    /// No file of a network has more bytes.
    pub const LARGEST: usize = LONGEST_TEXT + weight_bytes(MOST_ROWS);

    /// Reads a network.
    ///
    /// # Errors
    /// When it is none, or not whole.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let head = &bytes[..bytes.len().min(LONGEST_TEXT)];
        let end = head.windows(2).position(|two| two == b"\n\n").ok_or(NetworkError::Magic)?;
        let text = std::str::from_utf8(&head[..end]).map_err(|_| NetworkError::Magic)?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let mut line = |key: &'static str| {
            let rest = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(": "));
            rest.ok_or(NetworkError::Line(key))
        };
        let (title, made) = (line("game")?.to_owned(), line("made")?.to_owned());
        let shape = read_shape(line("shape")?).ok_or(NetworkError::Line("shape"))?;
        let hundredths = line("logit")?.parse().ok().filter(|n| (1..=10_000).contains(n));
        let hundredths = hundredths.ok_or(NetworkError::Line("logit"))?;
        let weights = &bytes[end + 2..];
        let wanted = weight_bytes(shape.rows());
        if weights.len() != wanted {
            return Err(NetworkError::Weights { wanted, found: weights.len() });
        }
        let mut weights = weights.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let mut next = || weights.next().expect("they were counted");
        let rows = (0..shape.rows())
            .map(|_| Row { hidden: std::array::from_fn(|_| next()), worth: std::array::from_fn(|_| next()) })
            .collect();
        let start = std::array::from_fn(|_| next());
        let outputs = std::array::from_fn(|_| Output {
            own: std::array::from_fn(|_| next()),
            other: std::array::from_fn(|_| next()),
            tempo: next(),
            mobility: next(),
        });
        Ok(Network { title, made, shape, rows, start, outputs, hundredths })
    }

    /// The network as a file.
    pub fn write(&self) -> Vec<u8> {
        let Shape { points, ranks, depths, is_shared } = self.shape;
        let views = if is_shared { 1 } else { 2 };
        let text = format!(
            "{MAGIC}\ngame: {}\nmade: {}\nshape: {points} points, {ranks} ranks, {depths} depths, {views} views\n\
             logit: {}\n\n",
            self.title, self.made, self.hundredths
        );
        let rows = self.rows.iter().flat_map(|row| row.hidden.iter().chain(&row.worth));
        let outputs = self
            .outputs
            .iter()
            .flat_map(|output| output.own.iter().chain(&output.other).chain([&output.tempo, &output.mobility]));
        let weights = rows.chain(&self.start).chain(outputs).flat_map(|weight| weight.to_le_bytes());
        text.into_bytes().into_iter().chain(weights).collect()
    }
}

/// The bytes of the weights with so many rows.
const fn weight_bytes(rows: usize) -> usize {
    2 * (rows * (HIDDEN + STAGES) + HIDDEN + STAGES * (2 * HIDDEN + 2))
}

/// `25 points, 2 ranks, 1 depths, 1 views`
fn read_shape(text: &str) -> Option<Shape> {
    let mut parts = text.split(", ");
    let mut number = |what: &str| parts.next()?.strip_suffix(what)?.trim_end().parse::<usize>().ok();
    let (points, ranks) = (number("points")?, number("ranks")?);
    let (depths, views) = (number("depths")?, number("views")?);
    let is_sound = (1..=512).contains(&points)
        && (1..=3).contains(&ranks)
        && (1..=3).contains(&depths)
        && (1..=2).contains(&views)
        && parts.next().is_none();
    let shape = Shape { points, ranks, depths, is_shared: views == 1 };
    (is_sound && shape.rows() <= MOST_ROWS).then_some(shape)
}
