//! Words on the wire: turns, positions, setup diagrams and game records, written and read back.
//!
//! Readers are lenient where no doubt can arise and bounded everywhere; writers are strict.

mod diagram;
mod fen;
mod pdn;
mod turns;

pub use diagram::{DiagramError, read_diagram, write_diagram};
pub use fen::{FenError, read_fen, write_fen};
pub use pdn::{Pdn, PdnError, PdnTurn};
pub use turns::{TurnError, Why, read_turn};
