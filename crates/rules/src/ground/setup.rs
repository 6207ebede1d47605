//! Setups: pieces on points, before anybody has judged them.
//!
//! Parsers, editors and data files make a [`Setup`]; rules take it and make a position of it, or say what is wrong.

use crate::ground::board::{Board, Point};
use thiserror::Error;

/// One of the two players, by where they sit: the first at the bottom of the board, moving up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// At the bottom; forward is up.
    First,
    /// At the top; forward is down.
    Second,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The side's number, for indexing.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline(always)]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The rank of a piece, lowest first; each game names its ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rank {
    /// The rank of most pieces at the start.
    #[default]
    Man,
    /// Between the two, in the few games that have three ranks.
    Prince,
    /// The highest; what a man is promoted to.
    King,
}

impl Rank {
    /// Every rank, the lowest first.
    pub const ALL: [Rank; 3] = [Rank::Man, Rank::Prince, Rank::King];

    /// The rank's number, for indexing.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A piece: whose it is, and its rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its rank.
    pub rank: Rank,
}

/// What legality remembers beyond the pieces; empty in most games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupMemory {
    /// Where the side to move may huff a piece, in the order of the points.
    pub huffable: Vec<Point>,
    /// For each side, where the piece that moved in its last turn stands, and where that turn began.
    pub last: [Option<(Point, Point)>; 2],
    /// For standing pieces, by point, the other points where they have stood; pieces without any are left out.
    pub visited: Vec<(Point, Vec<Point>)>,
    /// How many rows are closed at the bottom and at the top, and how many columns at the left and at the right.
    pub closed: [u8; 4],
    /// The men that each side has in hand.
    pub hand: [u8; 2],
    /// What the dice allow the side to move, once they are thrown.
    pub rolled: Option<RollResult>,
    /// Whether the last two pieces fight it out, because a side has called for it.
    pub combat: bool,
    /// What the side to move may claim: the position before the last turn, and how many pieces that turn took.
    pub before: Option<ClaimablePosition>,
}

/// What three dice allow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RollResult {
    /// To place one man.
    One,
    /// To place one man, or three in a row at once.
    Row,
}

impl RollResult {
    /// What these dice allow. Source: Alfonso X, fol. 92, as Golladay translates it.
    pub fn of(mut dice: [u8; 3]) -> RollResult {
        dice.sort_unstable();
        if matches!(dice, [4, 5, 6] | [3, 3, 6] | [2, 2, 5] | [1, 1, 4]) { RollResult::Row } else { RollResult::One }
    }
}

/// A position to which a claim goes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimablePosition {
    /// What stood on each point of the board, from bottom to top.
    pub columns: Vec<Vec<Piece>>,
    /// The pieces that were taken in its place.
    pub taken: u8,
}

/// Pieces on the points of a board and the side to move: anything that a parser or an editor makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The side to move.
    pub to_move: Side,
    /// For each point of the board, what stands there, from bottom to top.
    pub columns: Vec<Vec<Piece>>,
    /// What legality remembers beyond the pieces.
    pub memory: SetupMemory,
}

impl Setup {
    /// An empty board with the first side to move.
    pub fn empty(board: &Board) -> Self {
        Setup { to_move: Side::First, columns: vec![vec![]; board.len()], memory: SetupMemory::default() }
    }

    /// The piece on top of what stands on a point.
    pub fn top(&self, point: Point) -> Option<Piece> {
        self.columns[point.index()].last().copied()
    }

    /// The number of pieces of a side, whoever holds them.
    pub fn count(&self, side: Side) -> usize {
        self.columns.iter().flatten().filter(|piece| piece.side == side).count()
    }

    /// The setup with every piece moved to the image of its point, and nothing remembered.
    pub(crate) fn moved(&self, image: impl Fn(Point) -> Point) -> Setup {
        let mut columns = vec![vec![]; self.columns.len()];
        for (number, column) in self.columns.iter().enumerate() {
            columns[image(Point::from(number)).index()].clone_from(column);
        }
        Setup { columns, memory: SetupMemory::default(), ..*self }
    }
}

/// Why a setup makes no position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// It was made for a board with another number of points.
    #[error("the board has {wanted} points, the setup {found}")]
    OtherBoard {
        /// The points of the rules' board.
        wanted: usize,
        /// The points of the setup.
        found: usize,
    },
    /// More than one piece on a point, by the point's name.
    #[error("there is more than one piece on {0}; this game has no towers")]
    Column(String),
    /// A column whose pieces, from this point's name, are not one side's over the other's.
    #[error("the column on {0} is not one side's pieces over the other's prisoners")]
    Mixed(String),
    /// More pieces of a side than a tower game can hold.
    #[error("a side has {found} pieces; allowed in games with towers: at most {most}")]
    TooManyPieces {
        /// The most.
        most: usize,
        /// The setup's.
        found: usize,
    },
    /// A rank that the game does not have, on the point of this name.
    #[error("the piece on {0} has a rank that no piece of this variant has")]
    Rank(String),
    /// Something is remembered that these rules do not ask for.
    #[error("these rules know nothing of `{0}`")]
    UnusedMemory(&'static str),
    /// Something remembered contradicts the pieces.
    #[error("`{what}` does not fit what stands on {point}")]
    Contradiction {
        /// What is remembered.
        what: &'static str,
        /// The name of the point.
        point: String,
    },
}
