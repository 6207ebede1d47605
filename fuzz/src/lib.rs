//! What the fuzz targets ask of each reader: the same as the tests of hostile text in the rules crate.

#[path = "../../crates/rules/tests/hostile/readers.rs"]
mod readers;

pub use readers::*;
