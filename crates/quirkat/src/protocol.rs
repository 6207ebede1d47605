//! The words of the protocols by which engines are driven: what is the same for the engine and for whoever drives it.
//!
//! [`crate::engine`] answers in them, [`crate::outside`] asks.

pub mod hub;
pub mod uci;

/// The longest line that is read of anybody, in bytes: a position with the turns of a very long game.
pub const LONGEST: usize = 1 << 20;
