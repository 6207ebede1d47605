//! What a table stores of a position.

/// Quantity that a table of material stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Win, draw or loss (two bits a position).
    Wdl,
    /// Distance to win in plies as well (one or two bytes a position).
    Dtw,
}
