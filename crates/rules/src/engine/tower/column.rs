//! One column in one word.

use crate::ground::setup::{Piece, Rank, Side};
use std::fmt;

/// A column: the owner's block of pieces over a block of prisoners, all with their ranks.
///
/// The low 56 bits hold a bit for each piece, the top piece lowest, one for a king, and above the bottom piece a sentinel;
/// the high 8 bits hold the size of the owner's block. The word of an empty point is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Column(u64);

const OWN: u32 = 56;
const RANKS: u64 = (1 << OWN) - 1;

impl Column {
    /// No column.
    pub const EMPTY: Column = Column(0);

    /// Makes a column of its pieces from bottom to top, at least one and at most 54; `None` if they are not one block
    /// over another.
    pub fn of(pieces: &[Piece]) -> Option<Column> {
        let owner = pieces.last()?.side;
        let own = pieces.iter().rev().take_while(|piece| piece.side == owner).count();
        if pieces[..pieces.len() - own].iter().any(|piece| piece.side == owner) || pieces.len() > 54 {
            return None;
        }
        let ranks = pieces.iter().fold(1, |ranks, piece| ranks << 1 | u64::from(piece.rank > Rank::Man));
        Some(Column((own as u64) << OWN | ranks))
    }

    /// The pieces from bottom to top, of a column that `owner` commands.
    pub fn pieces(self, owner: Side) -> Vec<Piece> {
        self.from_top(owner).rev().collect()
    }

    /// The pieces from top to bottom, of a column that `owner` commands.
    pub fn from_top(self, owner: Side) -> impl DoubleEndedIterator<Item = Piece> {
        let own = self.0 >> OWN;
        (0..self.height()).map(move |depth| Piece {
            side: if u64::from(depth) < own { owner } else { owner.other() },
            rank: if self.0 >> depth & 1 == 1 { Rank::King } else { Rank::Man },
        })
    }

    /// The word that holds the column.
    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        self.0
    }

    /// Whether there is no piece.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces.
    #[inline(always)]
    pub fn height(self) -> u32 {
        (self.0 & RANKS).checked_ilog2().unwrap_or(0)
    }

    /// The size of the owner's block, and the number of kings in it.
    #[inline(always)]
    pub fn own(self) -> (u32, u32) {
        let own = (self.0 >> OWN) as u32;
        (own, (self.0 & ((1 << own) - 1)).count_ones())
    }

    /// Whether the top piece is a king.
    #[inline(always)]
    pub fn king_commands(self) -> bool {
        self.0 & 1 == 1 && self.height() > 0
    }

    /// Which pieces below the top are kings: a bit for each, the lowest for the one right below it.
    #[inline(always)]
    pub fn buried_kings(self) -> u64 {
        let pieces = self.0 & RANKS;
        // Without the sentinel.
        (pieces ^ pieces.checked_ilog2().map_or(0, |height| 1 << height)) >> 1
    }

    /// Makes the top piece a king.
    #[inline(always)]
    pub(super) fn promote(&mut self) {
        self.0 |= 1;
    }

    /// Takes the top piece away; tells whether the prisoners are freed by it.
    #[inline(always)]
    pub(super) fn behead(&mut self) -> bool {
        let (own, ranks) = (self.0 >> OWN, (self.0 & RANKS) >> 1);
        let freed = own == 1;
        let own = if freed { u64::from(ranks.ilog2()) } else { own - 1 };
        self.0 = if ranks == 1 { 0 } else { own << OWN | ranks };
        freed
    }

    /// Puts a prisoner under the column.
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
            let held = Column::of(&pieces).unwrap();
            assert_eq!(held.pieces(pieces.last().unwrap().side), pieces);
            assert_eq!(held.height() as usize, pieces.len());
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
