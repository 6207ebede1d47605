//! Traits of compiled rules: what every family of games offers to searches, solvers and games.

use crate::engine::anatomy::{Force, GameSymmetry, Material, Occupant, OccupantChange, PlacedPiece};
use crate::engine::outcome::Outcome;
use crate::engine::turn::Turn;
use crate::ground::board::Point;
use crate::ground::setup::{Setup, SetupError, Side};
use crate::ruleset::Ruleset;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// Move generation and play: the part of [`Rules`] that takes longest to compile.
///
/// A macro implements it for each concrete family in this crate, not generically. The generators are so compiled here
/// once, and code that is generic over [`Rules`] only calls them.
pub trait Generate: Send + Sync + Sized + 'static {
    /// A position: small and `Copy`. Positions are equal if pieces, side to move and memory are equal.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The effect of one turn on a position. Two turns with the same effect by different paths may be unequal values;
    /// they lead to equal positions.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Calls `visit` for each legal turn, one for each path, captures first, until `visit` breaks off. Allocates
    /// nothing. A finished game has no turns.
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops. Turns found before are visited.
    fn for_each_turn(&self, position: &Self::Position, visit: TurnCallback<'_, Self::Move>)
    -> Result<(), TooManyTurns>;

    /// Appends all turns in the order of [`Generate::for_each_turn`].
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops. Turns found before are in the list.
    fn list_turns(&self, position: &Self::Position, turns: &mut Vec<Self::Move>) -> Result<(), TooManyTurns> {
        self.list_first(position, usize::MAX, turns).map(|_| ())
    }

    /// Fills an empty list with the first turns in the order of [`Generate::for_each_turn`] and returns the number of
    /// all turns.
    ///
    /// Where counting is much faster than listing, turns that would make the list longer than `most` are only counted.
    /// The list may become longer where it is not.
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops. Turns found before are in the list.
    fn list_first(
        &self,
        position: &Self::Position,
        most: usize,
        turns: &mut Vec<Self::Move>,
    ) -> Result<u64, TooManyTurns>;

    /// Returns the number of turns, one for each path.
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops.
    fn count_turns(&self, position: &Self::Position) -> Result<u64, TooManyTurns> {
        self.count_paths(position, 1)
    }

    /// Returns the number of sequences of `depth` turns, one for each path; 1 at depth 0.
    ///
    /// # Errors
    /// Returns an error if the captures of a visited position take more than [`MAX_HOPS`] hops.
    fn count_paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns>;

    /// Appends the distinct positions after one turn in the order of their first occurrence.
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops.
    fn list_next(&self, position: &Self::Position, next: &mut Vec<Self::Position>) -> Result<(), TooManyTurns>;

    /// Returns the number of sequences of `depth` turns, where turns to the same position count once; 1 at depth 0.
    ///
    /// # Errors
    /// Returns an error if the captures of a visited position take more than [`MAX_HOPS`] hops.
    fn count_moves(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns>;

    /// Appends the capturing turns in the order of [`Generate::for_each_turn`] and returns whether there are other
    /// turns.
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops. Turns found before are in the list.
    fn list_captures(&self, position: &Self::Position, turns: &mut Vec<Self::Move>) -> Result<bool, TooManyTurns>;

    /// Returns the turn with this number, from 0, in the order of [`Generate::for_each_turn`].
    ///
    /// # Errors
    /// Returns an error if captures take more than [`MAX_HOPS`] hops.
    fn nth_turn(&self, position: &Self::Position, number: u64) -> Result<Option<Self::Move>, TooManyTurns>;

    /// Returns whether there is a legal turn.
    fn has_turn(&self, position: &Self::Position) -> bool;

    /// Returns the number of pieces that the turn removes, a huffed piece included.
    fn removed_count(&self, turn: &Self::Move) -> u32;

    /// Returns whether the turn alone proves that no other turn leads to the same position. `false` proves nothing.
    fn has_unique_effect(&self, turn: &Self::Move) -> bool;

    /// Returns the position after a turn that was generated for `position`.
    fn play(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position;

    /// Returns the outcome, as far as the position alone decides it; [`History`](crate::History) decides the rest.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
}

/// Compiled rules of one game: generation, play and queries on positions as values.
///
/// Searches, solvers and perft are generic over this trait and compiled once for each family. Code that does not need
/// this speed uses [`AnyGame`](crate::AnyGame).
pub trait Rules: Generate {
    /// Returns the ruleset that was compiled.
    fn ruleset(&self) -> &Arc<Ruleset>;

    /// Returns the start position.
    fn start(&self) -> Self::Position;

    /// Converts a setup to a position.
    ///
    /// # Errors
    /// Returns an error if the setup does not fit the rules.
    fn position(&self, setup: &Setup) -> Result<Self::Position, SetupError>;

    /// Returns the setup of a position.
    fn setup(&self, position: &Self::Position) -> Setup;

    /// Returns the side to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// Returns the number of a side's pieces on the board. In tower games prisoners do not count.
    fn pieces(&self, position: &Self::Position, side: Side) -> u32;

    /// Calls `visit` for each piece on the board, those of a column from the top down. Allocates nothing.
    fn for_each_piece(&self, position: &Self::Position, visit: impl FnMut(PlacedPiece));

    /// Calls `visit` for the occupant of each occupied point. Allocates nothing.
    fn for_each_occupant(&self, position: &Self::Position, visit: impl FnMut(Occupant));

    /// Calls `visit` for each occupant that differs between two positions: removed ones and added ones. Allocates
    /// nothing.
    fn for_each_change(
        &self,
        before: &Self::Position,
        after: &Self::Position,
        visit: impl FnMut(OccupantChange, Occupant),
    );

    /// Returns the number of points whose occupants differ between two positions. Allocates nothing.
    fn changed_points(&self, before: &Self::Position, after: &Self::Position) -> u32;

    /// Returns the number of pieces of each kind.
    fn material(&self, position: &Self::Position) -> Material;

    /// Returns the symmetries of the game, with and without an exchange of the sides. The identity is the first.
    fn symmetries(&self) -> Vec<GameSymmetry>;

    /// Returns the image of a position and its memory under a symmetry.
    fn image(&self, position: &Self::Position, symmetry: &GameSymmetry) -> Self::Position;

    /// Returns a hash of pieces, side to move and memory. Equal positions have equal keys.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns whether the turn moves a piece above men, or a column that a king commands.
    fn moves_king(&self, position: &Self::Position, turn: &Self::Move) -> bool;

    /// Returns whether the turn may change [`Rules::forces`]: a piece is taken, enters or is promoted.
    fn changes_forces(&self, turn: &Self::Move) -> bool;

    /// Returns a number that identifies a turn within its position, with rare collisions. Searches index move ordering
    /// tables by it.
    fn signature(&self, turn: &Self::Move) -> u32;

    /// Returns the men and kings of each side; in towers only commanders count.
    fn forces(&self, position: &Self::Position) -> [Force; 2];

    /// Returns the features of the classical evaluation.
    fn classical_features(&self, position: &Self::Position) -> ClassicalFeatures;

    /// Returns a turn of a position in its public form. `path` is its path from the generator, `effect` the key of the
    /// position after it.
    fn turn(&self, position: &Self::Position, turn: &Self::Move, path: &PathNode<'_>, effect: u64) -> Turn;

    /// Returns the turn that calls for single combat, if the side to move may make it. [`Generate::for_each_turn`] does
    /// not generate it.
    fn call(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// Calls `visit` for each point, in ascending order, where the side to move may huff a piece. Allocates nothing.
    fn for_each_huffable(&self, position: &Self::Position, visit: impl FnMut(Point));

    /// Returns whether a side has called for single combat.
    fn is_combat(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the number of closed rows at the bottom and the top and of closed columns at the left and the right.
    fn closed(&self, _position: &Self::Position) -> [u8; 4] {
        [0; 4]
    }

    /// Returns whether the turns of a position are throws of dice, all equally likely.
    fn is_chance_node(&self, _position: &Self::Position) -> bool {
        false
    }
}

/// Callback of [`Generate::for_each_turn`]: takes a turn and its path and may break off.
pub type TurnCallback<'a, M> = &'a mut dyn FnMut(&M, &PathNode<'_>) -> ControlFlow<()>;

/// Features of the classical evaluation, by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassicalFeatures {
    /// Number of men.
    pub men: [u32; 2],
    /// Number of pieces above men.
    pub kings: [u32; 2],
    /// Number of plain steps that men and short kings could make, captures ignored.
    pub mobility: [u32; 2],
}

impl ClassicalFeatures {
    /// Returns the number of pieces of both sides.
    #[inline]
    pub fn pieces(&self) -> u32 {
        self.men.iter().chain(&self.kings).sum()
    }
}

/// Maximum number of capturing hops tried in one position, unless the rules were compiled with a [lower
/// limit](crate::AnyRules::compile_bounded).
///
/// No game comes near it. It bounds the time that a hostile position can cost to a moment.
pub const MAX_HOPS: u32 = 1_000_000;

/// Maximum number of capturing hops tried in one position of rules and positions that come from users. Positions of real
/// games stay far below it.
pub const MAX_USER_HOPS: u32 = 50_000;

/// A position has too many turns to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TooManyTurns {
    /// Captures take more hops than the limit of the rules.
    #[error("the captures of this position take more than {limit} hops: too many to list")]
    Hops {
        /// Limit that was exceeded.
        limit: u32,
    },
    /// There are more turns than the [limit](crate::Play::limit_turns) of the game.
    #[error("this position has {found} moves: too many to list; allowed: at most {limit}")]
    Turns {
        /// Number of turns of the position.
        found: u64,
        /// Limit that was exceeded.
        limit: u64,
    },
}

/// Path of a turn as a linked list from the last hop back to the start.
///
/// The nodes live on the generator's stack, so that callers that ignore the path pay nothing.
#[derive(Clone, Copy, Debug)]
pub struct PathNode<'a> {
    /// Landing point of the hop; the start point in the first node.
    pub at: Point,
    /// Point captured by the hop (of a run the nearest), if it captures.
    pub taken: Option<Point>,
    /// Node of the hop before; `None` in the first node.
    pub before: Option<&'a PathNode<'a>>,
}

/// Placeholder for the path of a turn in which nothing moves. It is never read.
pub(crate) const NOWHERE: PathNode<'static> = PathNode { at: Point(0), taken: None, before: None };

impl<'a> PathNode<'a> {
    /// Returns the nodes, the last hop first.
    pub fn backwards(&'a self) -> impl Iterator<Item = &'a PathNode<'a>> {
        std::iter::successors(Some(self), |hop| hop.before)
    }

    /// Returns the points of the path from start to end, and the captured points in hop order.
    pub fn unroll(&self) -> (Vec<Point>, Vec<Point>) {
        let mut path: Vec<_> = self.backwards().map(|hop| hop.at).collect();
        let mut taken: Vec<_> = self.backwards().filter_map(|hop| hop.taken).collect();
        path.reverse();
        taken.reverse();
        (path, taken)
    }
}
