//! What a game is: the rules crate of Quirkat.
//!
//! **A board is points and lines. A game is a board, a placement and a choice among rules. Everything else is derived.**
//!
//! Text flows in one direction into rules, and positions flow back out as text:
//!
//! ```text
//! TOML ──▶ GameFile ──▶ Ruleset ──▶ AnyRules ──▶ AnyGame: positions, turns, outcome
//!          (the file)   (a variant  (tables      ▲
//!                        and house   for speed)  │
//!                        rules)                  ▼
//!                                    turns, FEN, diagrams, PDN
//! ```
//!
//! This crate has no I/O, no threads, no clock and no randomness of its own.
//!
//! # Examples
//! ```
//! use quirkat_rules::{AnyRules, find_game, read_turn};
//!
//! let ruleset = find_game("alquerque").unwrap().ruleset(Some("walker"), &[])?;
//! let mut game = AnyRules::compile(ruleset)?.new_game();
//! let turn = read_turn(&*game, "b2-c3")?;
//! game.play(&turn)?;
//! assert_eq!(game.turns()?.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod bits;
mod board;
mod clip;
mod closing;
mod draws;
mod files;
mod flat;
mod game;
mod judging;
mod language;
mod moves;
mod options;
mod outcome;
pub mod partway;
mod perft;
mod rules;
mod ruleset;
mod setup;
mod tables;
mod text;
mod tower;
mod turn;

pub use any::{AnyGame, AnyRules, CompileError, GameVisitor, RulesVisitor};
pub use bits::{Bits, Points, Wide};
pub use board::{
    Board, BoardError, ConstructError, Direction, Leap, MAX_POINTS, Place, Point, Ray, Symmetry, construct,
};
pub use closing::closed_points;
pub use draws::Force;
pub use files::{Colour, DiagramError, Fault, Faults, FenError, Resolve, parse_board, read_diagram, write_diagram};
pub use flat::{Been, Flat, FlatMove, FlatPosition, GIVER_KEEPS, Kind, Memory, Recent};
pub use game::{COUNT_AFTER, Game, Play, PlayError};
pub use judging::{BoardFacts, Facts, Report, Stated, check_file, format_book};
pub use language::{Language, UnknownLanguage, Words};
pub use options::*;
pub use outcome::{Outcome, Reason};
pub use perft::{CountOf, next_positions, perft};
pub use rules::{EachTurn, Features, MOST_HOPS, Rules, SetupError, Sink, TooManyTurns, Trail};
pub use ruleset::{
    About, Clause, Gallery, GameFile, NativeName, Noun, Ruleset, RulesetError, SideWords, Standing, find_game, games,
    irrelevance,
};
pub use setup::{Before, Piece, Rank, Recollection, Rolled, Setup, Side};
pub use text::*;
pub use tower::{ClaimedWay, Column, Columns, MOST_PIECES, Pending, Tower, TowerMemory, TowerMove, TowerPosition, Way};
pub use turn::{Approach, Ask, Claim, Partial, Progress, Run, Turn};
