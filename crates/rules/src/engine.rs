//! Engine internals: rulesets compiled for their boards, and the positions and moves of each family of games.
//!
//! Most programs need none of this. They use [`AnyGame`](crate::AnyGame), or are generic over [`Rules`](crate::Rules) and get the
//! family from a [`RulesVisitor`](crate::RulesVisitor). The types here appear in the variants of
//! [`AnyRules`](crate::AnyRules) and serve code that works on the bit sets of one family directly. They may change between
//! versions more often than the crate root.
//!
//! - [`Flat`] compiles games with at most one piece on a point, [`Tower`] games with columns of pieces.
//! - [`MoveTables`] holds the steps and leaps that move generation looks up, as sets of points ([`Bits`]).
//! - [`FlatMemory`] and [`TowerMemory`] store what legality depends on beyond the pieces. Games that need nothing use `()`.
//!
//! Repetition and draw counts depend on the history of a game and are judged in [`History`](crate::History), not here.

pub(crate) mod anatomy;
pub(crate) mod chains;
pub(crate) mod closing;
pub(crate) mod enclosures;
pub(crate) mod flat;
pub(crate) mod mills;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod rules;
pub(crate) mod run_steps;
pub(crate) mod sinks;
pub(crate) mod stream;
pub(crate) mod symmetries;
pub(crate) mod tables;
pub(crate) mod tower;
pub(crate) mod turn;
pub(crate) mod work;

pub use crate::ground::bits::{Bits, Points, Wide};
pub use flat::{Flat, FlatAction, FlatMemory, FlatMove, FlatPosition, HandMemory, LastTurnMemory, VisitedMemory};
pub use tables::{KingMoves, LeapEntry, LeapGroup, ManMoves, MoveTables, PointLeaps, StepGroup};
pub use tower::{
    ClaimedPath, Column, Columns, MAX_TOWER_PIECES, PendingMemory, Tower, TowerMemory, TowerMove, TowerPath,
    TowerPosition,
};
