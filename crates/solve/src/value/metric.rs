//! What a table stores of a position.

/// What an ending says of its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Whether they are won, drawn or lost.
    Wdl,
    /// In how many plies, too.
    Dtw,
}
