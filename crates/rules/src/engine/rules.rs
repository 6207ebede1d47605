//! Rules: a ruleset compiled for its board, and what every family of games offers to those who play it.

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

/// What takes a compiler longest in the rules of a family: generating turns and playing them.
///
/// It is implemented for each family by itself, never for all of them at once, and so compiled in this crate and nowhere
/// else; whatever is generic over [`Rules`] calls it.
pub trait Generate: Send + Sync + Sized + 'static {
    /// A position: small, `Copy`, equal when everything that legality remembers is equal.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What one turn does to a position. Two turns that do the same by different paths may differ as values; they lead
    /// to equal positions.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Tells of every legal turn, each path once, captures first, until it is broken off. A finished game has no turns.
    /// Allocates nothing.
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops; what came before was told of.
    fn for_each_turn(&self, position: &Self::Position, tell: TurnCallback<'_, Self::Move>) -> Result<(), TooManyTurns>;

    /// Adds the turns to a list, as [`Generate::for_each_turn`] tells of them.
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops; what came before is in the list.
    fn list_turns(&self, position: &Self::Position, turns: &mut Vec<Self::Move>) -> Result<(), TooManyTurns> {
        self.list_first(position, usize::MAX, turns).map(|_| ())
    }

    /// Fills an empty list with the first turns, as [`Generate::for_each_turn`] tells of them, and gives the number of all: where
    /// turns are counted much faster than told of, those are only counted that would make the list longer than `most`.
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops; what came before is in the list.
    fn list_first(
        &self,
        position: &Self::Position,
        most: usize,
        turns: &mut Vec<Self::Move>,
    ) -> Result<u64, TooManyTurns>;

    /// The number of turns, each path once.
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops.
    fn count_turns(&self, position: &Self::Position) -> Result<u64, TooManyTurns> {
        self.count_paths(position, 1)
    }

    /// The number of sequences of so many turns, each path once; 1 for none.
    ///
    /// # Errors
    /// When the captures of a position on the way take more than [`MAX_HOPS`] hops.
    fn count_paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns>;

    /// Adds the distinct positions after one turn to a list, in the order in which they first come up.
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops.
    fn list_next(&self, position: &Self::Position, next: &mut Vec<Self::Position>) -> Result<(), TooManyTurns>;

    /// The number of sequences of so many turns, where turns that lead to the same position are one; 1 for none.
    ///
    /// # Errors
    /// When the captures of a position on the way take more than [`MAX_HOPS`] hops.
    fn count_moves(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns>;

    /// Adds the turns that take something to a list, in the order of [`Generate::for_each_turn`], and tells whether there are
    /// others.
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops; what came before is in the list.
    fn list_captures(&self, position: &Self::Position, turns: &mut Vec<Self::Move>) -> Result<bool, TooManyTurns>;

    /// The turn of a number, from 0, in the order of [`Generate::for_each_turn`].
    ///
    /// # Errors
    /// When captures take more than [`MAX_HOPS`] hops.
    fn nth_turn(&self, position: &Self::Position, number: u64) -> Result<Option<Self::Move>, TooManyTurns>;

    /// Whether there is a turn.
    fn has_turn(&self, position: &Self::Position) -> bool;

    /// How many pieces the turn removes, a huffed one among them.
    fn removed_count(&self, turn: &Self::Move) -> u32;

    /// Whether no other turn of the same position can lead to the same position, as far as the turn alone tells.
    fn has_unique_effect(&self, turn: &Self::Move) -> bool;

    /// The position after a turn that [`Generate::for_each_turn`] told of for this position.
    fn play(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position;

    /// How the game has ended, as far as the position alone tells.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
}

/// The compiled rules of one game: positions and turns as values, and what follows from what.
///
/// Searches and counts are generic over this trait and compiled once for each family of games; whatever does not need
/// that speed speaks to [`AnyGame`](crate::AnyGame) instead.
pub trait Rules: Generate {
    /// The ruleset that was compiled.
    fn ruleset(&self) -> &Arc<Ruleset>;

    /// The position before the first turn.
    fn start(&self) -> Self::Position;

    /// Makes a position of a setup.
    ///
    /// # Errors
    /// When the setup does not fit the rules.
    fn position(&self, setup: &Setup) -> Result<Self::Position, SetupError>;

    /// The setup of a position.
    fn setup(&self, position: &Self::Position) -> Setup;

    /// The side to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// The number of pieces that a side has on the board.
    fn pieces(&self, position: &Self::Position, side: Side) -> u32;

    /// Tells of every piece on the board, those of a column from the top down. Allocates nothing.
    fn for_each_piece(&self, position: &Self::Position, tell: impl FnMut(PlacedPiece));

    /// Tells what stands on each point on which anything does. Allocates nothing.
    fn for_each_occupant(&self, position: &Self::Position, tell: impl FnMut(Occupant));

    /// Tells of everything that stands otherwise after than before: what ceases, and what becomes. Allocates nothing.
    fn for_each_change(
        &self,
        before: &Self::Position,
        after: &Self::Position,
        tell: impl FnMut(OccupantChange, Occupant),
    );

    /// On how many points something stands otherwise after than before. Allocates nothing.
    fn changed_points(&self, before: &Self::Position, after: &Self::Position) -> u32;

    /// How much there is of everything.
    fn material(&self, position: &Self::Position) -> Material;

    /// The ways to lay the game's board on itself under which its rules stay what they are, with or without an exchange of
    /// the sides; the identity is the first.
    fn symmetries(&self) -> Vec<GameSymmetry>;

    /// The position laid on its board otherwise, with everything that legality remembers.
    fn image(&self, position: &Self::Position, symmetry: &GameSymmetry) -> Self::Position;

    /// A hash of everything by which positions are equal.
    fn key(&self, position: &Self::Position) -> u64;

    /// Whether the turn moves a piece above men, or a column that a king commands.
    fn moves_king(&self, position: &Self::Position, turn: &Self::Move) -> bool;

    /// Whether the turn may change [`Rules::forces`]: a piece ceases, enters or is promoted.
    fn changes_forces(&self, turn: &Self::Move) -> bool;

    /// A number for the turn that seldom belongs to another turn of the same position; orderings of turns are kept by it.
    fn signature(&self, turn: &Self::Move) -> u32;

    /// The pieces of each side, as they command.
    fn forces(&self, position: &Self::Position) -> [Force; 2];

    /// What a plain evaluation of the position looks at.
    fn classical_features(&self, position: &Self::Position) -> ClassicalFeatures;

    /// The turn as people see it; `effect` is the key of the position after it.
    fn turn(&self, turn: &Self::Move, trail: &PathNode<'_>, effect: u64) -> Turn;

    /// The turn by which the side to move may call for single combat, besides its other turns: a call is none of those
    /// that [`Generate::for_each_turn`] tells of.
    fn call(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// Tells of the points, in their order, where the side to move may huff a piece. Allocates nothing.
    fn for_each_huffable(&self, position: &Self::Position, tell: impl FnMut(Point));

    /// Whether a side has called for single combat.
    fn is_combat(&self, _position: &Self::Position) -> bool {
        false
    }

    /// How many rows are closed at the bottom and at the top, and how many columns at the left and at the right.
    fn closed(&self, _position: &Self::Position) -> [u8; 4] {
        [0; 4]
    }

    /// Whether the turns of a position are the throws of dice, each as likely as any other.
    fn is_chance_node(&self, _position: &Self::Position) -> bool {
        false
    }
}

/// What [`Generate::for_each_turn`] tells of every turn.
pub type TurnCallback<'a, M> = &'a mut dyn FnMut(&M, &PathNode<'_>) -> ControlFlow<()>;

/// What a plain evaluation looks at, for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassicalFeatures {
    /// Pieces of the lowest rank.
    pub men: [u32; 2],
    /// Pieces above it.
    pub kings: [u32; 2],
    /// Plain steps that its men, and its short kings, could make.
    pub mobility: [u32; 2],
}

impl ClassicalFeatures {
    /// All the pieces of both sides.
    #[inline]
    pub fn pieces(&self) -> u32 {
        self.men.iter().chain(&self.kings).sum()
    }
}

/// The most capturing hops that are tried for one position: far above what any game needs, and low enough that a hostile
/// position costs a moment and not an hour.
pub const MAX_HOPS: u32 = 1_000_000;

/// A position has more turns than are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TooManyTurns {
    /// Its captures need more than [`MAX_HOPS`] hops.
    #[error("the captures of this position take more than {MAX_HOPS} hops: too many to list")]
    Hops,
    /// It has more turns than whoever [limits](crate::Play::limit_turns) the game is willing to list.
    #[error("this position has {found} turns: too many to list; allowed: at most {limit}")]
    Turns {
        /// The turns that it has.
        found: u64,
        /// How many are listed.
        limit: u64,
    },
}

/// The way of a turn, hop by hop, as a list that grows on the stack of the generator and costs nothing to those who do
/// not look at it.
#[derive(Clone, Copy, Debug)]
pub struct PathNode<'a> {
    /// Where the piece is now.
    pub at: Point,
    /// What the hop to here took.
    pub taken: Option<Point>,
    /// The way before.
    pub before: Option<&'a PathNode<'a>>,
}

/// The trail of a turn in which nothing moves; nobody reads it.
pub(crate) const NOWHERE: PathNode<'static> = PathNode { at: Point(0), taken: None, before: None };

impl<'a> PathNode<'a> {
    /// The hops, the last one first.
    pub fn backwards(&'a self) -> impl Iterator<Item = &'a PathNode<'a>> {
        std::iter::successors(Some(self), |hop| hop.before)
    }

    /// The points of the way, from the start to the end, and what was taken in the order of the leaps.
    pub fn unroll(&self) -> (Vec<Point>, Vec<Point>) {
        let mut path: Vec<_> = self.backwards().map(|hop| hop.at).collect();
        let mut taken: Vec<_> = self.backwards().filter_map(|hop| hop.taken).collect();
        path.reverse();
        taken.reverse();
        (path, taken)
    }
}
