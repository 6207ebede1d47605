//! The JSON types of Quirkat: games, positions, turns, partial turns, analyses and outcomes.
//!
//! The command line prints them (`--json`), the server sends and receives them (`/api` and the live connection of the
//! pages), and bindings for other languages reuse them. Every type is a plain value that serde writes and reads without
//! loss. Keys are in `camelCase`, enumerated words in `snake_case`. A thing has the same key in every type.
//! `docs/reference/wire.md` shows a sample of each type. Conversions from the types of the rules and of the engine live
//! here; opening tables, running searches and serving requests do not.
//!
//! # Examples
//! ```
//! use quirkat_rules::{AnyRules, Language, find_game};
//! use quirkat_wire::{LegalTurns, Subject, Turn};
//!
//! let game = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?.new_game();
//! let legal = Turn::legal(&game, &game.turns()?);
//! let answer = LegalTurns { subject: Subject::new(&game, Language::En), legal };
//! let json = serde_json::to_value(&answer)?;
//! assert_eq!(json["game"], "alquerque:walker");
//! assert_eq!(json["toMove"], "first");
//! assert_eq!(json["legal"][0]["text"], "d2-c3");
//! assert_eq!(serde_json::from_value::<LegalTurns>(json)?, answer);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod board;
mod check;
mod explore;
mod game;
mod lesson;
mod live;
mod measure;
mod names;
mod openings;
mod outcome;
mod partial;
mod position;
mod puzzle;
mod record;
mod requests;
mod review;
mod rules;
#[cfg(feature = "schema")]
pub mod schema;
mod solving;
mod stream;
mod tables;
mod turn;
mod turn_tree;

pub use analysis::{Analysis, Chances, EngineLine, PositionAnalysis, Score, ms};
pub use board::{Board, Point};
pub use check::{BasisCounts, BoardCounts, Check, Draft, Fault, SideFacts, VariantFacts};
pub use explore::Exploration;
pub use game::{EmptyBoard, Game, LegalTurns, PositionOnBoard, Subject, Variant, kind};
pub use lesson::{Lesson, LessonTask};
pub use live::{
    Acknowledgement, ChatMessage, Clock, CurrentState, GameResponse, Hint, JoinResponse, Message, Offer, OpenGame,
    OpenGames, Permissions, Player, PlayerKind, Request, Seat, State, TrappedPieces, TurnMessage, Update, WatchedGame,
};
pub use measure::{DivideEntry, Elo, Failures, Match, Perft, Selfplay, SideTally, Sprt, Tally};
pub use names::{Names, Side};
pub use openings::{OpeningMove, OpeningMoves, ResultCounts};
pub use outcome::{ABSENCE, CALLED_OFF, Outcome, TIME};
pub use partial::{Partial, PartialRequest, PointRole};
pub use position::Position;
pub use puzzle::{
    AttemptResult, Goal, Puzzle, PuzzleAttempt, PuzzleGrades, PuzzleList, PuzzleResponse, PuzzleTask, Theme,
};
pub use record::{MAX_RECORD_DEPTH, MAX_RECORD_NODES, Node, Record, RecordSummary, Records};
pub use requests::{ClockRequest, GameRequest, JoinRequest, LineRequest};
pub use review::{Review, ReviewedTurn, Verdict};
pub use rules::{Choice, Drawing, Ground, Rules, Section, Sentence, SideNames};
pub use solving::{
    EndingCounts, ProofCheck, ProofClaim, ProofCounts, ProofFault, ProvedValue, Slice, SliceCounts, Slices,
    SolvedCounts, Table, TableContradiction, TableInfo, TableKind, TableListing, TableSample, TableVerification,
};
pub use stream::{AnalysisLine, ClockTerms, GameFull, GameLine, GameState, LineType, ReviewLine, STARTED};
pub use tables::{Category, ProbeResult, TurnProbe};
pub use turn::{Claim, PlayedTurn, Turn, TurnTexts};
pub use turn_tree::{TurnStart, TurnStep, TurnTree};

use serde::{Deserialize, Serialize};

/// JSON body of every refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Error {
    /// Reason for the refusal, in words.
    pub error: String,
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
