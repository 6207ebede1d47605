//! Foundations: sets of points, boards, setups, reasons for the end of a game, and languages. They depend on no rules.

pub mod bits;
pub mod board;
pub mod clip;
pub mod language;
pub mod reason;
pub mod setup;
pub mod unprintable;
