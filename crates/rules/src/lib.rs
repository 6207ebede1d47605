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

mod addresses;
mod any;
mod bits;
mod board;
mod catalogue;
mod check;
mod closing;
mod contradictions;
// Until the engines, which are being rebuilt, ask from here what they work out themselves today.
#[cfg_attr(not(test), expect(dead_code))]
mod demands;
mod draws;
mod flat;
mod format;
mod game;
mod language;
mod layout;
mod moves;
mod options;
mod outcome;
pub mod partway;
mod perft;
mod reader;
mod relevance;
mod rules;
mod ruleset;
mod setup;
mod tables;
mod text;
mod tower;
mod turn;

pub use addresses::addresses;
pub use any::{AnyGame, AnyRules, CompileError, GameVisitor, RulesVisitor};
pub use bits::{Bits, Points, Wide};
pub use board::{
    Board, BoardError, ConstructError, Direction, Leap, MAX_POINTS, Place, Point, Ray, Symmetry, construct,
};
pub use catalogue::{find_game, games};
pub use check::{BoardFacts, Facts, Report, Stated, check_file};
pub use closing::closed_points;
pub use draws::Force;
pub use flat::{Been, Flat, FlatMove, FlatPosition, GIVER_KEEPS, Kind, Memory, Recent};
pub use format::format_book;
pub use game::{COUNT_AFTER, Game, Play, PlayError};
pub use language::{Language, UnknownLanguage, Words};
pub use options::*;
pub use outcome::{Outcome, Reason};
pub use perft::{CountOf, next_positions, perft};
pub use reader::{Fault, Faults};
pub use relevance::irrelevance;
pub use rules::{EachTurn, Features, MOST_HOPS, Rules, SetupError, Sink, TooManyTurns, Trail};
pub use ruleset::{
    About, Clause, Colour, Gallery, GameFile, NativeName, Noun, Resolve, Ruleset, RulesetError, SideWords, Standing,
    parse_board,
};
pub use setup::{Before, Piece, Rank, Recollection, Rolled, Setup, Side};
pub use text::*;
pub use tower::{ClaimedWay, Column, Columns, MOST_PIECES, Pending, Tower, TowerMemory, TowerMove, TowerPosition, Way};
pub use turn::{Approach, Ask, Claim, Partial, Progress, Run, Turn};
