//! The ground: sets of points, boards, setups, languages. It knows nothing of rules.

pub mod bits;
pub mod board;
pub mod clip;
pub mod language;
pub mod setup;
