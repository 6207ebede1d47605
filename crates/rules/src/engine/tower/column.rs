//! A column in one word.

use crate::ground::setup::{Piece, Rank, Side};
use std::fmt;

/// A column: its owner's pieces over a block of prisoners, with the rank of each.
///
/// The low 56 bits hold one bit a piece, the commander lowest, set for kings, and a sentinel bit above the bottom
/// piece. The high 8 bits hold the number of the owner's pieces. The word of an empty point is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Column(u64);

const OWN: u32 = 56;
const RANKS: u64 = (1 << OWN) - 1;

impl Column {
    /// Empty column.
    pub const EMPTY: Column = Column(0);

    /// Returns the column of 1 to 54 pieces, given from bottom to top; `None` if they are not one side's block over the
    /// other's.
    pub fn of(pieces: &[Piece]) -> Option<Column> {
        let owner = pieces.last()?.side;
        let own = pieces.iter().rev().take_while(|piece| piece.side == owner).count();
        if pieces[..pieces.len() - own].iter().any(|piece| piece.side == owner) || pieces.len() > 54 {
            return None;
        }
        let ranks = pieces.iter().fold(1, |ranks, piece| ranks << 1 | u64::from(piece.rank > Rank::Man));
        Some(Column((own as u64) << OWN | ranks))
    }

    /// Returns the pieces from bottom to top. `owner` commands the column.
    pub fn pieces(self, owner: Side) -> Vec<Piece> {
        self.from_top(owner).rev().collect()
    }

    /// Returns the pieces from top to bottom. `owner` commands the column.
    pub fn from_top(self, owner: Side) -> impl DoubleEndedIterator<Item = Piece> {
        let own = self.0 >> OWN;
        (0..self.height()).map(move |depth| Piece {
            side: if u64::from(depth) < own { owner } else { owner.other() },
            rank: if self.0 >> depth & 1 == 1 { Rank::King } else { Rank::Man },
        })
    }

    /// Returns the word that encodes the column.
    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        self.0
    }

    /// Returns whether the column has no pieces.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of pieces.
    #[inline(always)]
    pub fn height(self) -> u32 {
        (self.0 & RANKS).checked_ilog2().unwrap_or(0)
    }

    /// Returns the number of the owner's pieces and the number of kings among them.
    #[inline(always)]
    pub fn own(self) -> (u32, u32) {
        let own = (self.0 >> OWN) as u32;
        (own, (self.0 & ((1 << own) - 1)).count_ones())
    }

    /// Returns whether the commander is a king.
    #[inline(always)]
    pub fn king_commands(self) -> bool {
        self.0 & 1 == 1 && self.height() > 0
    }

    /// Returns the kings below the commander, one bit a piece; the lowest bit is the piece directly below it.
    #[inline(always)]
    pub fn buried_kings(self) -> u64 {
        let pieces = self.0 & RANKS;
        // Clears the sentinel.
        (pieces ^ pieces.checked_ilog2().map_or(0, |height| 1 << height)) >> 1
    }

    /// Promotes the commander to king.
    #[inline(always)]
    pub(super) fn promote(&mut self) {
        self.0 |= 1;
    }

    /// Removes the commander. Returns whether the prisoners are freed.
    #[inline(always)]
    pub(super) fn behead(&mut self) -> bool {
        let (own, ranks) = (self.0 >> OWN, (self.0 & RANKS) >> 1);
        let freed = own == 1;
        let own = if freed { u64::from(ranks.ilog2()) } else { own - 1 };
        self.0 = if ranks == 1 { 0 } else { own << OWN | ranks };
        freed
    }

    /// Adds a prisoner at the bottom.
    #[inline(always)]
    pub(super) fn push_under(&mut self, king: bool) {
        // The sentinel moves up by one; its old place takes the rank.
        let bottom = 1 << self.height();
        self.0 = (self.0 ^ bottom) | if king { bottom } else { 0 } | bottom << 1;
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (own, _) = self.own();
        write!(f, "{own} over {}", self.height() - own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(pieces: &str) -> Vec<Piece> {
        let piece = |letter: char| Piece {
            side: if "wW".contains(letter) { Side::First } else { Side::Second },
            rank: if letter.is_uppercase() { Rank::King } else { Rank::Man },
        };
        pieces.chars().map(piece).collect()
    }

    #[test]
    fn a_column_gives_back_its_pieces() {
        for pieces in ["w", "B", "bw", "bBwW", "wwwB"] {
            let pieces = column(pieces);
            let column = Column::of(&pieces).unwrap();
            assert_eq!(column.pieces(pieces.last().unwrap().side), pieces);
            assert_eq!(column.height() as usize, pieces.len());
        }
        assert_eq!(Column::of(&column("wbw")), None);
    }

    #[test]
    fn a_top_goes_under_and_prisoners_are_freed() {
        let mut taker = Column::of(&column("bw")).unwrap();
        taker.push_under(true);
        assert_eq!(taker.pieces(Side::First), column("Bbw"));
        let mut taken = Column::of(&column("WwB")).unwrap();
        assert!(taken.king_commands() && taken.behead());
        assert_eq!(taken.pieces(Side::First), column("Ww"));
        assert!(!taken.behead() && taken.king_commands());
        assert!(taken.behead() && taken.is_empty());
    }
}
