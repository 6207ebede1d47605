//! The ground: sets of points, boards, setups, why games end, languages. It knows nothing of rules.

pub mod bits;
pub mod board;
pub mod clip;
pub mod language;
pub mod reason;
pub mod setup;
