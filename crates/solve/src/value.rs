//! Values of positions, their codes in tables, and counts of them.

mod code;
mod counts;
mod metric;

pub(crate) use code::{MAX_PLIES, ValueCode, value_in_plies};
pub use counts::{MaxDtw, WdlCounts};
pub use metric::Metric;
