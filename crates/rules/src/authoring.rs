//! Tools for authors of game files: the checker and the generated format reference.

mod check;
mod reference;

pub use check::{BoardFacts, FileReport, StandingCounts, VariantFacts, check_file};
pub use reference::format_reference;
