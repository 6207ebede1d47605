//! Judging game files and board files for those who write them: what is wrong with one, and what they may say.

mod check;
mod reference;

pub use check::{BoardFacts, FileReport, StandingCounts, VariantFacts, check_file};
pub use reference::format_reference;
