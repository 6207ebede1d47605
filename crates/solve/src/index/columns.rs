//! Kinds of columns that some material can make; without towers, kinds of pieces. Where pieces can be huffed, a
//! huffable column is a kind of its own.

use quirkat_rules::{Material, Piece, PlacedPiece, Rank, Side};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Pieces of a column, top first.
type Column = SmallVec<[Piece; 6]>;

/// Numbered kinds of columns: first the kinds that are not huffable, then, where the rules have huffing, the same kinds
/// huffable.
#[derive(Debug)]
pub struct ColumnKinds {
    columns: Vec<Column>,
    huffs: bool,
    of: FxHashMap<Column, u16>,
    /// Kind with exchanged sides, by kind.
    exchanged: Vec<u16>,
    /// Kinds of single pieces, by side and rank.
    single: [[u16; 3]; 2],
}

impl ColumnKinds {
    /// Returns the kinds that material can make.
    pub fn new(material: &Material, has_towers: bool, huffs: bool) -> ColumnKinds {
        let mut columns = vec![];
        for side in Side::BOTH {
            for rank in Rank::ALL {
                columns.push(Column::from_slice(&[Piece { side, rank }]));
            }
        }
        if has_towers {
            for owner in Side::BOTH {
                // A column is a block of its owner's pieces above a block of prisoners.
                for own in blocks(material, owner) {
                    for prisoners in blocks(material, owner.other()).into_iter().chain([Column::new()]) {
                        if own.len() + prisoners.len() > 1 {
                            columns.push(own.iter().chain(&prisoners).copied().collect());
                        }
                    }
                }
            }
        }
        let of: FxHashMap<_, _> = columns.iter().cloned().zip(0..).collect();
        let other = |column: &Column| -> Column {
            column.iter().map(|piece| Piece { side: piece.side.other(), ..*piece }).collect()
        };
        // The exchanged kind is used only where both sides have the same material; it exists there.
        let exchanged = columns.iter().map(|column| of.get(&other(column)).copied().unwrap_or(0)).collect();
        let single = |side: Side| Rank::ALL.map(|rank| of[&Column::from_slice(&[Piece { side, rank }])]);
        ColumnKinds { single: Side::BOTH.map(single), columns, huffs, of, exchanged }
    }

    /// Returns the pieces of a kind, top first, and whether it is huffable.
    pub fn column(&self, kind: u16) -> (&[Piece], bool) {
        let kind = usize::from(kind);
        (&self.columns[kind % self.columns.len()], kind >= self.columns.len())
    }

    /// Returns the kind with exchanged sides.
    pub fn exchanged(&self, kind: u16) -> u16 {
        let plain = self.columns.len() as u16;
        self.exchanged[usize::from(kind % plain)] + kind / plain * plain
    }

    /// Returns the kind of a column on a board.
    pub fn of(&self, column: &[PlacedPiece], is_huffable: bool) -> u16 {
        let plain = match column {
            [PlacedPiece { piece, .. }] => self.single[piece.side.index()][piece.rank.index()],
            _ => self.of[&column.iter().map(|placed| placed.piece).collect::<Column>()],
        };
        if is_huffable { plain + self.columns.len() as u16 } else { plain }
    }

    /// Returns all make-ups of material: the number of columns of each kind, lower kinds first.
    pub fn makeups(&self, material: &Material) -> Vec<Vec<(u16, usize)>> {
        let mut makeups = vec![];
        self.add_makeups(0, material.ranks, &mut vec![], &mut makeups);
        makeups
    }

    fn add_makeups(
        &self,
        kind: usize,
        left: [[u8; 3]; 2],
        chosen: &mut Vec<(u16, usize)>,
        makeups: &mut Vec<Vec<(u16, usize)>>,
    ) {
        if left == [[0; 3]; 2] {
            makeups.push(chosen.clone());
            return;
        }
        let kinds = if self.huffs { 2 * self.columns.len() } else { self.columns.len() };
        let Some(column) = (kind < kinds).then(|| self.column(kind as u16).0) else { return };
        self.add_makeups(kind + 1, left, chosen, makeups);
        let (mut left, before) = (left, chosen.len());
        for count in 1.. {
            for piece in column {
                let of = &mut left[piece.side.index()][piece.rank.index()];
                let Some(less) = of.checked_sub(1) else {
                    chosen.truncate(before);
                    return;
                };
                *of = less;
            }
            chosen.truncate(before);
            chosen.push((kind as u16, count));
            self.add_makeups(kind + 1, left, chosen, makeups);
        }
    }
}

/// Returns all blocks of at least one piece of a side, in every order of ranks.
fn blocks(material: &Material, side: Side) -> Vec<Column> {
    let mut blocks: Vec<Column> = vec![];
    let mut next = vec![(Column::new(), material.ranks[side.index()])];
    while let Some((block, left)) = next.pop() {
        for rank in Rank::ALL {
            if let Some(less) = left[rank.index()].checked_sub(1) {
                let (mut block, mut left) = (block.clone(), left);
                left[rank.index()] = less;
                block.push(Piece { side, rank });
                blocks.push(block.clone());
                next.push((block, left));
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MaterialSignature;

    #[test]
    fn columns_are_stacked_in_every_order() {
        let makeups = |text: &str| {
            let MaterialSignature { material, .. } = text.parse().unwrap();
            ColumnKinds::new(&material, true, false).makeups(&material).len()
        };
        // Apart, or one above the other.
        assert_eq!(makeups("m1-m1"), 3);
        // Two men against one: all apart; the two together and the one apart; one of the two above or below the other
        // side's man; both above it or below it.
        assert_eq!(makeups("m2-m1"), 6);
        // Ranks can be stacked in either order.
        assert_eq!(makeups("m1k1-m1"), 11);
        // Each of two kings is huffable or not.
        let MaterialSignature { material, .. } = "k1-k1".parse().unwrap();
        assert_eq!(ColumnKinds::new(&material, false, true).makeups(&material).len(), 4);
    }
}
