//! What a network sees of a position: every piece by its point, rank, side and depth in a column, and the men in hand.

use super::STAGES;
use quirkat_rules::{Features, Placed, Rank, Removal, Rules, Ruleset, Side};

/// Columns are told apart by their top, what is right below it, and the rest.
const DEPTHS: usize = 3;

/// How many pieces can be told apart, by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub points: usize,
    pub ranks: usize,
    pub depths: usize,
    /// Whether both sides see by the same rows: one side's board, laid on itself, is the other's.
    pub is_shared: bool,
}

impl Shape {
    /// How many pieces are numbered.
    pub fn numbers(self) -> usize {
        self.depths * 2 * self.ranks * self.points
    }

    /// The rows by which one side sees: those of the pieces, and of the hands behind them.
    fn rows_of_a_side(self) -> usize {
        self.numbers() + 2
    }

    /// All rows.
    pub fn rows(self) -> usize {
        self.rows_of_a_side() * if self.is_shared { 1 } else { 2 }
    }
}

/// How pieces are numbered, and what rows of a network they stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Eyes {
    pub shape: Shape,
    /// The number of each rank among those that the game has.
    ranks: [usize; Rank::ALL.len()],
    /// The rows of pieces, from each side.
    rows: [Vec<u16>; 2],
    /// Whether men are in hand at the start.
    pub has_hands: bool,
    /// The pieces with which a game begins, those in hand among them.
    pieces: u32,
}

impl Eyes {
    /// The eyes for a game.
    pub fn new<G: Rules>(rules: &G) -> Eyes {
        let ruleset = rules.ruleset();
        let points = ruleset.board.len();
        let (ranks, count) = ranks(ruleset);
        let depths = if ruleset.options.removal == Removal::Under { DEPTHS } else { 1 };
        let swap = rules.symmetries().into_iter().find(|symmetry| symmetry.swaps);
        let shape = Shape { points, ranks: count, depths, is_shared: swap.is_some() };
        let second = |number: usize| {
            // What is one's own to one side is the other's to the other.
            let (kind, point) = (number / points, number % points);
            let (depth, side, rank) = (kind / count / 2, kind / count % 2, kind % count);
            let kind = (depth * 2 + (1 - side)) * count + rank;
            match &swap {
                Some(symmetry) => kind * points + symmetry.board.image(point.into()).index(),
                None => shape.rows_of_a_side() + kind * points + point,
            }
        };
        let numbers = 0..shape.numbers();
        Eyes {
            shape,
            ranks,
            rows: [numbers.clone().map(|row| row as u16).collect(), numbers.map(|row| second(row) as u16).collect()],
            has_hands: ruleset.start.recollection.hand != [0, 0],
            pieces: pieces(&rules.features(&rules.start())),
        }
    }

    /// The number of a piece on its point.
    #[inline]
    pub fn number(&self, placed: Placed) -> usize {
        let depth = usize::from(placed.depth).min(self.shape.depths - 1);
        let kind = (depth * 2 + placed.piece.side.index()) * self.shape.ranks + self.ranks[placed.piece.rank.index()];
        kind * self.shape.points + placed.point.index()
    }

    /// Whether it is the number of a man of a side, on top of what it stands on.
    pub fn is_man(&self, number: usize, side: Side) -> bool {
        number / self.shape.points == side.index() * self.shape.ranks + self.ranks[Rank::Man.index()]
    }

    /// The row of a numbered piece, seen from a side.
    #[inline]
    pub fn row(&self, number: usize, from: Side) -> usize {
        usize::from(self.rows[from.index()][number])
    }

    /// The row of a side's men in hand, seen from a side.
    #[inline]
    pub fn hand_row(&self, of: Side, from: Side) -> usize {
        let block = if self.shape.is_shared { 0 } else { from.index() * self.shape.rows_of_a_side() };
        block + self.shape.numbers() + usize::from(of != from)
    }

    /// The stage of a game with so many pieces, from the last to the first.
    #[inline]
    pub fn stage(&self, pieces: u32) -> usize {
        (pieces as usize * STAGES / (self.pieces as usize + 1)).min(STAGES - 1)
    }
}

/// All the pieces of a position.
#[inline]
pub(crate) fn pieces(features: &Features) -> u32 {
    features.men.iter().chain(&features.kings).sum()
}

fn ranks(ruleset: &Ruleset) -> ([usize; Rank::ALL.len()], usize) {
    let mut ranks = [0; Rank::ALL.len()];
    let mut count = 0;
    for rank in Rank::ALL.into_iter().filter(|&rank| rank <= ruleset.highest_rank()) {
        let has_name = Side::BOTH.iter().any(|&side| ruleset.rank_name(Some(side), rank).is_some());
        if count == 0 || has_name || rank == ruleset.highest_rank() {
            ranks[rank.index()] = count;
            count += 1;
        }
    }
    (ranks, count)
}
