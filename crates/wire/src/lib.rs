//! The one JSON of Quirkat: games, positions, turns, partial turns, analyses and outcomes.
//!
//! The command line prints it (`--json`), the server speaks it (`/api` and the pages' live connection), and what binds
//! Quirkat to other languages takes it from here. Every type is a plain value: made of what the rules say, written and
//! read by serde, and the same after both. Names are in `camelCase`, words that stand for something in `snake_case`. A
//! thing has one name wherever it stands; `docs/reference/wire.md` lists them, with a sample of every type.
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
//! assert_eq!(serde_json::from_value::<Legal>(json)?, answer);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ahead;
mod analysis;
mod ask;
mod board;
mod check;
mod explore;
mod game;
mod lesson;
mod live;
mod measure;
mod names;
mod outcome;
mod partial;
mod position;
mod puzzle;
mod record;
mod review;
mod rules;
#[cfg(feature = "schema")]
pub mod schema;
mod solving;
mod stream;
mod tables;
mod turn;

pub use ahead::{TurnStart, TurnStep, TurnTree};
pub use analysis::{Analysis, Chances, EngineLine, PositionAnalysis, Score, ms};
pub use ask::{ClockRequest, GameRequest, JoinRequest, LineRequest};
pub use board::{Board, Point};
pub use check::{BasisCounts, BoardCounts, Check, Draft, Fault, SideFacts, VariantFacts};
pub use explore::Exploration;
pub use game::{EmptyBoard, Game, LegalTurns, PositionOnBoard, Subject, Variant, kind};
pub use lesson::{Lesson, LessonTask};
pub use live::{
    Acknowledgement, ChatMessage, Clock, CurrentState, GameResponse, Hint, JoinResponse, Message, Offer, OpenGame,
    OpenGames, Permissions, Player, PlayerKind, Request, Seat, State, TurnMessage, Update, WatchedGame,
};
pub use measure::{DivideEntry, Elo, Failures, Match, Perft, Selfplay, SideTally, Sprt, Tally};
pub use names::{Names, Side};
pub use outcome::{ABSENCE, CALLED_OFF, Outcome, TIME};
pub use partial::{Partial, PartialRequest, PointRole};
pub use position::Position;
pub use puzzle::{AttemptResult, Goal, Puzzle, PuzzleAttempt, PuzzleResponse, PuzzleTask, Theme};
pub use record::{Node, Record, Records};
pub use review::{Review, ReviewedTurn, Verdict};
pub use rules::{Choice, Drawing, Ground, Rules, Section, Sentence, SideNames};
pub use solving::{
    EndingCounts, ProofCheck, ProofClaim, ProofCounts, ProofFault, ProvedValue, Slice, SliceCounts, Slices,
    SolvedCounts, Table, TableContradiction, TableInfo, TableKind, TableListing, TableSample, TableVerification,
};
pub use stream::{AnalysisLine, ClockTerms, GameFull, GameLine, GameState, LineType, ReviewLine, STARTED};
pub use tables::{Category, ProbeResult, TurnProbe};
pub use turn::{Claim, PlayedTurn, Turn, TurnTexts};

use serde::{Deserialize, Serialize};

/// What was asked is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Error {
    /// Why, in words.
    pub error: String,
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
