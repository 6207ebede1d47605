//! The names that a program needs to play games, for one `use` line.
//!
//! # Examples
//! ```
//! use quirkat_rules::prelude::*;
//!
//! let ruleset = find_game("fanorona").unwrap().ruleset(None, &[])?;
//! let mut game = AnyRules::compile(ruleset)?.new_game();
//! while game.outcome().is_none() && game.history().len() < 20 {
//!     let first = game.turns()?.remove(0);
//!     game.play(&first)?;
//! }
//! assert_eq!(read_fen(game.ruleset(), &write_fen(game.ruleset(), &game.setup()))?, game.setup());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::engine::outcome::Outcome;
pub use crate::engine::turn::{Partial, Turn};
pub use crate::game::any::{AnyGame, AnyRules, CompileError};
pub use crate::game::{Play, PlayError};
pub use crate::ground::board::{Board, Point};
pub use crate::ground::reason::Reason;
pub use crate::ground::setup::{Piece, Rank, Setup, Side};
pub use crate::options::{OptionKey, Options};
pub use crate::ruleset::{GameFile, Ruleset, find_game, games};
pub use crate::text::{Pdn, read_fen, read_turn, write_fen};
