//! Lays out tables.

use super::pieces::{Bit, LEADING, Maker, Piece, SMALL};
use crate::inks::HAIR;
use crate::measure::{Mm, Spot};
use crate::page::{Element, Tag};
use crate::shapes::Shape;
use crate::text::{Face, Span, set};

impl Maker<'_> {
    /// Lays out a table. Rows are never split, and the head is repeated at the top of each frame.
    pub fn table(&mut self, shares: &[f64], heads: &[String], rows: &[Vec<Vec<Span>>], width: Mm) -> Vec<Piece> {
        let mut table = Element::new(Tag::Table);
        let bold = heads.iter().map(|head| vec![Span::new(head.as_str(), Face::Bold)]).collect::<Vec<_>>();
        let mut head = self.table_row(shares, &bold, Tag::Head, width, &mut table);
        head.is_kept = true;
        head.before = self.scale.size.times(0.8);
        let mut pieces = Vec::new();
        for row in rows {
            let mut piece = self.table_row(shares, row, Tag::Cell, width, &mut table);
            piece.head = Some((head.height, head.bits.clone()));
            pieces.push(piece);
        }
        pieces.insert(0, head);
        self.structure.elements.push(table);
        pieces
    }

    fn table_row(&mut self, shares: &[f64], cells: &[Vec<Span>], tag: Tag, width: Mm, table: &mut Element) -> Piece {
        let size = self.scale.size.times(SMALL);
        let (leading, gap) = (size.times(LEADING), size);
        let all: f64 = shares.iter().sum();
        let mut row = Element::new(Tag::Row);
        let mut bits = Vec::new();
        let (mut x, mut height) = (Mm::ZERO, leading);
        for (cell, share) in cells.iter().zip(shares) {
            let room = width.times(share / all);
            let mut element = Element::new(tag.clone());
            let lines = set(cell, size, Some(room - gap));
            for (number, line) in self.lines(&lines, cell, &mut element, None, x).into_iter().enumerate() {
                let by = Spot::new(Mm::ZERO, leading * number as i32 + size.times(0.2));
                bits.extend(line.into_iter().map(|bit| bit.moved(by)));
            }
            height = height.max(leading * lines.len() as i32);
            row.children.push(element.into());
            x = x + room;
        }
        let height = height + size.times(0.4);
        let rule = Shape::line(Spot::new(Mm::ZERO, height), Spot::new(width, height), self.inks.help, HAIR);
        bits.push(Bit { content: None, shapes: vec![rule], link: None });
        table.children.push(row.into());
        Piece::new(height, Mm::ZERO, bits)
    }
}
