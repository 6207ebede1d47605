//! The engines: rulesets compiled for their boards, positions, turns, and what follows from what. They know nothing of games
//! that are being played: history is judged above them.

pub mod anatomy;
pub mod chains;
pub mod closing;
pub mod flat;
pub mod mills;
pub mod moves;
pub mod outcome;
pub mod rules;
pub mod sinks;
pub mod stream;
pub mod symmetries;
pub mod tables;
pub mod tower;
pub mod turn;
pub mod ways;
