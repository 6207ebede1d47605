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

// From the ground up: each of these knows those above it, and none below.
mod ground;

mod options;

mod files;

mod ruleset;

mod engine;

mod game;

mod text;

mod authoring;

pub use authoring::{BoardFacts, FileReport, StandingCounts, VariantFacts, check_file, format_reference};
pub use engine::anatomy::{Anatomy, Change, Force, GameSymmetry, Material, Occupant, Placed};
pub use engine::closing::closed_points;
pub use engine::flat::{Been, Deed, Flat, FlatMove, FlatPosition, GIVER_KEEPS, Held, Memory, Recent};
pub use engine::outcome::Outcome;
pub use engine::rules::{EachTurn, Features, Generate, MOST_HOPS, Rules, TooManyTurns, Trail};
pub use engine::tables::{Hop, Hops, Kings, Leaps, Men, Steps, Tables};
pub use engine::tower::{
    ClaimedWay, Column, Columns, MOST_PIECES, Pending, Tower, TowerMemory, TowerMove, TowerPosition, Way,
};
pub use engine::turn::{Approach, Ask, Begun, Claim, Partial, Progress, Run, Turn};
pub use files::{
    Colour, Diagnostic, DiagramError, Expected, FenError, FileErrors, FileResolver, Finding, LayoutError, MAX_FEN_LEN,
    MissingFile, RulesetError, Unexpected, parse_board, read_diagram, write_diagram,
};
pub use game::any::{AnyGame, AnyRules, CompileError, GameVisitor, RulesVisitor};
pub use game::history::{COUNT_AFTER, History};
pub use game::perft::{CountOf, next_positions, perft};
pub use game::value::{Dtw, GameValue, Wdl};
pub use game::{Game, Play, PlayError, partway};
pub use ground::bits::{Bits, Points, Wide};
pub use ground::board::{
    Board, BoardError, BoardKind, ConstructError, Direction, Leap, MAX_LINES, MAX_POINTS, Place, Point, Ray, Symmetry,
    construct,
};
pub use ground::clip::clip;
pub use ground::language::{Language, UnknownLanguage, Words};
pub use ground::reason::Reason;
pub use ground::setup::{Before, Piece, Rank, Recollection, Rolled, Setup, SetupError, Side};
pub use options::*;
pub use ruleset::{
    Clause, ClauseStanding, Descent, DescentKind, Dispute, Family, GalleryEntry, GameFile, MapPlace, Member,
    NativeName, Noun, Passage, PassageLine, Ruleset, RulesetInfo, SideInfo, Statement, family, find_game, game_ids,
    game_toml, games, no_effect_reason,
};
pub use text::*;
