//! Text notation: moves, FEN positions and PDN game records.
//!
//! Readers are lenient where the meaning is clear, and bounded in size and work. Writers are strict: they write one form,
//! which the reader accepts and reads back to the same value. Each module lists its leniencies.

mod fen;
mod pdn;
mod rename;
mod turns;
mod urls;

pub use fen::{read_fen, write_fen};
pub use pdn::{
    GameBoundary, Pdn, PdnEntry, PdnError, PdnLimit, PdnNote, PdnSection, PdnSyntaxError, PdnTagError, PdnTurn,
    PdnTurnError, Replay, ReplayLimits,
};
pub use rename::rename_squares;
pub use turns::{
    IllegalReason, MAX_LISTED_TURNS, MAX_TURN_LEN, TurnError, read_turn, short_text, short_texts, standard_text,
};
pub use urls::find_urls;
