//! Text forms of the engine protocols, shared by engines and by the programs that drive them, such as [`crate::outside`].

pub mod dxp;
pub mod hub;
mod squares;
pub mod uci;

/// Maximum length of a line in bytes. It allows a position with the turns of a very long game.
pub const MAX_LINE: usize = 1 << 20;
