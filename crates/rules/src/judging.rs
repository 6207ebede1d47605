//! Judging game files and board files for those who write them: what is wrong with one, and what they may say.

mod book;
mod check;

pub use book::format_book;
pub use check::{BoardFacts, Facts, Report, Stated, check_file};
