//! Games as environments for learning agents.
//!
//! An agent acts in small steps: one [`Action`] per point of a turn, and a few actions that are no points. [`Encoding`]
//! numbers the actions of a variant and describes its observation planes, [`State`] plays one game, and [`Batch`] plays
//! many at once. Throws of dice are actions of chance. `quirkat-rules` decides legality, outcomes and draws.
//!
//! `docs/reference/python.md` documents the encoding. [`VERSION`] changes with the meaning of any action or plane.
//!
//! # Examples
//! ```
//! use quirkat_learn::{Player, State};
//! use quirkat_rules::{AnyRules, Side, find_game};
//!
//! let rules = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?;
//! let mut state = State::new(&rules, 1_000);
//! let board = rules.ruleset().board.clone();
//! for name in ["b2", "c3"] {
//!     state.apply(board.point(name).unwrap().0)?;
//! }
//! assert_eq!(state.player(), Player::Side(Side::Second));
//! assert_eq!(state.game().history()[0].text(&board), "b2-c3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod encoding;
mod observation;
mod sequences;
mod session;
mod state;

pub use batch::{Batch, BatchError, Results};
pub use encoding::{Action, Encoding, VERSION};
pub use state::{ActionError, End, Player, ReplayError, State};
