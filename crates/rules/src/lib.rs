//! Boards, rules, positions and notation of the Alquerque family of games: the rules crate of Quirkat.
//!
//! **A board is points and lines. A game is a board, a setup and a choice of options. Everything else is derived.**
//!
//! A TOML file becomes compiled rules in three steps, and positions become text again:
//!
//! ```text
//! TOML ──▶ GameFile ──▶ Ruleset ──▶ AnyRules ──▶ AnyGame: positions, turns, outcome
//!          (the file)   (a variant  (tables      ▲
//!                        and house   for speed)  │
//!                        rules)                  ▼
//!                                    turns, FEN, diagrams, PDN
//! ```
//!
//! The [`prelude`] imports all that a program needs to play games. Searches and solvers are generic over [`Rules`];
//! [`engine`] holds the types of the single families. The crate has no I/O, threads, clock or randomness.
//!
//! # Examples
//! ```
//! use quirkat_rules::prelude::*;
//!
//! let ruleset = find_game("alquerque").unwrap().ruleset(Some("walker"), &[])?;
//! let mut game = AnyRules::compile(ruleset)?.new_game();
//! let turn = read_turn(&*game, "b2-c3")?;
//! game.play(&turn)?;
//! assert_eq!(game.turns()?.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// In dependency order: a module uses only the modules above it.
mod ground;

mod options;

mod files;

mod ruleset;

pub mod engine;

mod game;

mod text;

mod authoring;

pub mod prelude;

pub use authoring::{BoardFacts, FileReport, StandingCounts, VariantFacts, check_file, format_reference};
pub use engine::anatomy::{Anatomy, Force, GameSymmetry, Material, Occupant, OccupantChange, PlacedPiece};
pub use engine::closing::closed_points;
pub use engine::flat::VELA_GIVER_MEN;
pub use engine::outcome::Outcome;
pub use engine::rules::{
    ClassicalFeatures, Generate, MAX_HOPS, MAX_USER_HOPS, PathNode, Rules, TooManyTurns, TurnCallback,
};
pub use engine::turn::{CaptureClaim, Partial, Progress, RunCapture, RunCaptureKind, Turn, TurnPrefix, TurnPrompt};
pub use engine::work::Budget;
pub use files::{
    Colour, Diagnostic, DiagramError, Expected, FenError, FileErrors, FileResolver, Finding, LayoutError, MAX_FEN_LEN,
    MissingFile, RulesetError, Unexpected, parse_board, read_diagram, write_diagram,
};
pub use game::any::{AnyGame, AnyRules, CompileError, GameVisitor, RulesVisitor};
pub use game::history::{AUTOMATIC_COUNT_TURNS, History};
pub use game::perft::{PerftMode, next_positions, perft};
pub use game::value::{Dtw, GameValue, Wdl};
pub use game::{Game, Play, PlayError, mid_turn};
pub use ground::board::{
    Board, BoardError, BoardForm, BoardKind, ConstructError, Corner, Direction, Leap, MAX_LINES, MAX_POINTS, Place,
    Point, Ray, SquareNames, SquareNotation, Symmetry, construct,
};
pub use ground::clip::clip;
pub use ground::language::{Language, UnknownLanguage, Words};
pub use ground::reason::Reason;
pub use ground::setup::{ClaimablePosition, Piece, Rank, RollResult, Setup, SetupError, SetupMemory, Side};
pub use ground::unprintable::{escape_unprintable, is_unprintable};
pub use options::*;
pub use ruleset::{
    Clause, ClauseStanding, Descent, DescentKind, Dispute, Family, GalleryEntry, GameFile, GameKind, MapPlace, Member,
    NativeName, Noun, Passage, PassageLine, Requirement, Requirements, Ruleset, RulesetInfo, SideInfo, Statement,
    family, find_game, find_game_by_name, fold_name, game_ids, game_toml, games, no_effect_reason, similar_games,
};
pub use text::*;
