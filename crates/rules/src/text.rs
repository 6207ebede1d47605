//! Words on the wire: turns, positions, setup diagrams and game records, written and read back.
//!
//! Readers are lenient where no doubt can arise and bounded everywhere; writers are strict.

mod fen;
mod pdn;
mod turns;
mod urls;

pub use fen::{read_fen, write_fen};
pub use pdn::{Pdn, PdnError, PdnLimit, PdnSyntaxError, PdnTagError, PdnTurn, PdnTurnError};
pub use turns::{IllegalReason, MAX_LISTED_TURNS, MAX_TURN_LEN, TurnError, read_turn, short_text, short_texts};
pub use urls::find_urls;
