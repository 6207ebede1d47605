//! Words on the wire: turns, positions, setup diagrams and game records, written and read back.
//!
//! Readers are lenient where no doubt can arise and bounded everywhere; writers are strict.

mod addresses;
mod fen;
mod pdn;
mod turns;

pub use addresses::addresses;
pub use fen::{read_fen, write_fen};
pub use pdn::{Pdn, PdnError, PdnFault, PdnPart, PdnTagError, PdnTurn, PdnTurnError};
pub use turns::{LONGEST_TURN, MOST_NAMED, TurnError, Why, read_turn, short_text, short_texts};
