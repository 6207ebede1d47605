//! Setups: pieces on points, before any check against rules.
//!
//! Parsers, editors and data files make a [`Setup`]. Rules convert it to a position or return an error.

use crate::ground::board::{Board, Point};
use thiserror::Error;

/// One of the two sides. The first sits at the bottom of the board and moves up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Side at the bottom; its forward is up.
    First,
    /// Side at the top; its forward is down.
    Second,
}

impl Side {
    /// Both sides, the first side first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns the number of the side, 0 or 1, as an index.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent.
    #[inline(always)]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Rank of a piece, lowest first. Each game has its own names for ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rank {
    /// Rank of most pieces at the start.
    #[default]
    Man,
    /// Rank between man and king, in the few games with three ranks.
    Prince,
    /// Highest rank, to which men are promoted.
    King,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 3] = [Rank::Man, Rank::Prince, Rank::King];

    /// Returns the number of the rank, from 0, as an index.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A piece: its side and its rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Side that owns the piece.
    pub side: Side,
    /// Rank of the piece.
    pub rank: Rank,
}

/// State on which legality depends beyond the pieces; empty in most games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupMemory {
    /// Points where the side to move may huff a piece, in ascending order.
    pub huffable: Vec<Point>,
    /// For each side, the present point of the piece that moved last and the start of that move.
    pub last: [Option<(Point, Point)>; 2],
    /// Earlier points of each piece, by its present point; pieces without any are left out.
    pub visited: Vec<(Point, Vec<Point>)>,
    /// Number of closed rows at the bottom and the top and of closed columns at the left and the right.
    pub closed: [u8; 4],
    /// Men in hand, by side.
    pub hand: [u8; 2],
    /// Placement that the thrown dice allow; `None` before the throw.
    pub rolled: Option<RollResult>,
    /// Whether a side has called for single combat.
    pub combat: bool,
    /// For each side with men, the king that made its last moves without a capture, and the number of these moves.
    pub king_moves: [Option<(Point, u16)>; 2],
    /// Position to which a claim of the side to move goes back.
    pub before: Option<ClaimablePosition>,
}

/// Placement that three dice allow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RollResult {
    /// One man.
    One,
    /// One man, or three in a row at once.
    Row,
}

impl RollResult {
    /// Returns the placement that these dice allow. Source: Alfonso X, fol. 92, as Golladay translates it.
    pub fn of(mut dice: [u8; 3]) -> RollResult {
        dice.sort_unstable();
        if matches!(dice, [4, 5, 6] | [3, 3, 6] | [2, 2, 5] | [1, 1, 4]) { RollResult::Row } else { RollResult::One }
    }
}

/// Position before the last turn, to which a claim goes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimablePosition {
    /// Pieces on each point of the board, from bottom to top.
    pub columns: Vec<Vec<Piece>>,
    /// Number of pieces that the last turn captured.
    pub taken: u8,
}

/// Pieces on the points of a board, the side to move and the memory. It is not checked against any rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Side to move.
    pub to_move: Side,
    /// Pieces on each point of the board, from bottom to top.
    pub columns: Vec<Vec<Piece>>,
    /// State on which legality depends beyond the pieces.
    pub memory: SetupMemory,
}

impl Setup {
    /// Creates an empty setup with the first side to move.
    pub fn empty(board: &Board) -> Self {
        Setup { to_move: Side::First, columns: vec![vec![]; board.len()], memory: SetupMemory::default() }
    }

    /// Returns the top piece on a point.
    pub fn top(&self, point: Point) -> Option<Piece> {
        self.columns[point.index()].last().copied()
    }

    /// Returns the number of a side's pieces on the board, prisoners included.
    pub fn count(&self, side: Side) -> usize {
        self.columns.iter().flatten().filter(|piece| piece.side == side).count()
    }

    /// Returns the setup with every piece on the image of its point, and an empty memory.
    pub(crate) fn moved(&self, image: impl Fn(Point) -> Point) -> Setup {
        let mut columns = vec![vec![]; self.columns.len()];
        for (number, column) in self.columns.iter().enumerate() {
            columns[image(Point::from(number)).index()].clone_from(column);
        }
        Setup { columns, memory: SetupMemory::default(), ..*self }
    }
}

/// Reason why a setup is no position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The setup is for a board with another number of points.
    #[error("the board has {wanted} points, the setup {found}")]
    OtherBoard {
        /// Number of points of the rules' board.
        wanted: usize,
        /// Number of points of the setup.
        found: usize,
    },
    /// The point of this name holds more than one piece, in a game without towers.
    #[error("there is more than one piece on {0}; this game has no towers")]
    Column(String),
    /// The column on the point of this name is not one side's block over the other's.
    #[error("the column on {0} is not one side's pieces over the other's prisoners")]
    Mixed(String),
    /// A side has more pieces than a tower game can hold.
    #[error("a side has {found} pieces; allowed in games with towers: at most {most}")]
    TooManyPieces {
        /// Maximum number of pieces.
        most: usize,
        /// Number of pieces in the setup.
        found: usize,
    },
    /// The piece on the point of this name has a rank that the game does not have.
    #[error("the piece on {0} has a rank that no piece of this variant has")]
    Rank(String),
    /// The man on the point of this name stands on its last row, where it would have been promoted.
    #[error("the man on {0} has reached its last row, where men are promoted; write it as a king (K)")]
    UnpromotedMan(String),
    /// The setup has memory that the rules do not use.
    #[error("these rules know nothing of `{0}`")]
    UnusedMemory(&'static str),
    /// The memory of the setup contradicts its pieces.
    #[error("`{what}` does not fit what stands on {point}")]
    Contradiction {
        /// Name of the part of the memory.
        what: &'static str,
        /// Name of the point.
        point: String,
    },
}
