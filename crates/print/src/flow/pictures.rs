//! Lays out pictures side by side.

use super::pieces::{BASELINE, Bit, LEADING, Maker, Piece, SMALL};
use crate::measure::{Mm, Spot};
use crate::page::Tag;
use crate::shapes::Shape;
use crate::story::Captioned;
use crate::text::{Face, Line, Span, set};

/// Height of pictures in rows as a share of the frame's width: the usual height and the maximum for large boards.
const HEIGHTS: [f64; 2] = [0.36, 0.5];
/// The same share for one step between points of a board.
const STEP: f64 = 0.05;

impl Maker<'_> {
    pub fn caption(&self, captioned: &Captioned, width: Mm) -> Vec<Line> {
        if captioned.caption.is_empty() {
            return vec![];
        }
        set(&[Span::new(captioned.caption.as_str(), Face::Italic)], self.scale.size.times(SMALL), Some(width))
    }

    /// Lays out pictures in rows, each row as full as the width permits. A sequel stays in the row of the picture before
    /// it, if both fit.
    pub fn pictures(&mut self, pictures: &[Captioned], width: Mm) -> Vec<Piece> {
        let gap = self.scale.size.times(1.6);
        let shrunk = self.scale.pictures;
        let mut rows = Vec::new();
        let mut row: Vec<(&Captioned, Mm)> = Vec::new();
        let wide = |row: &[(&Captioned, Mm)]| {
            row.iter().fold(gap * (row.len() as i32 - 1).max(0), |all, (_, width)| all + *width)
        };
        let natural = |captioned: &Captioned| {
            let [usual, most] = HEIGHTS;
            let share = (captioned.picture.steps() * STEP).clamp(usual, most);
            let highest = width.times(share * shrunk);
            captioned.picture.width(highest).min(width)
        };
        let mut groups = Vec::new();
        for series in pictures.chunk_by(|_, next| next.is_sequel) {
            let series: Vec<_> = series.iter().map(|captioned| (captioned, natural(captioned))).collect();
            if wide(&series) <= width {
                groups.push(series)
            } else {
                groups.extend(series.chunks(1).map(<[_]>::to_vec))
            }
        }
        for group in groups {
            if !row.is_empty() && wide(&row) + gap + wide(&group) > width {
                rows.push(std::mem::take(&mut row));
            }
            row.extend(group);
        }
        if !row.is_empty() {
            rows.push(row);
        }
        let number = rows.len();
        let piece =
            |(at, row): (usize, Vec<_>)| Piece { is_kept: at + 1 < number, ..self.captioned_row(&row, width, gap) };
        rows.into_iter().enumerate().map(piece).collect()
    }

    fn captioned_row(&mut self, row: &[(&Captioned, Mm)], width: Mm, gap: Mm) -> Piece {
        // The captions share the remaining space between the pictures.
        let used = row.iter().fold(Mm::ZERO, |all, (_, width)| all + *width);
        let spare = (width - used - gap * (row.len() as i32 - 1)).times(1.0 / row.len() as f64);
        let row: Vec<_> =
            row.iter().map(|&(captioned, width)| (captioned, width, self.caption(captioned, width + spare))).collect();
        let height = row.iter().map(|(captioned, width, _)| captioned.picture.height(*width)).max().unwrap_or_default();
        Piece { before: self.scale.size.times(0.8), ..self.row(&row, width, height) }
    }

    /// Lays out a row of pictures with the given widths, centred in equal shares of the remaining width, with captions
    /// below.
    pub fn row(&mut self, row: &[(&Captioned, Mm, Vec<Line>)], width: Mm, height: Mm) -> Piece {
        let used = row.iter().fold(Mm::ZERO, |all, (_, width, _)| all + *width);
        let spare = (width - used).times(1.0 / row.len() as f64);
        let mut bits = Vec::new();
        let mut x = Mm::ZERO;
        let mut deepest = height;
        for (captioned, width, caption) in row {
            let left = x + spare.half();
            let top = (height - captioned.picture.height(*width)).half();
            let content = self.structure.leaf(Tag::Figure(captioned.words.clone()));
            let shapes = captioned.picture.shapes(Spot::new(left, top), *width);
            bits.push(Bit { content: Some(content), shapes, link: None });
            if !caption.is_empty() {
                let content = self.structure.leaf(Tag::Paragraph);
                let mut y = height;
                let mut shapes = Vec::new();
                for line in caption {
                    let middle = Spot::new(left + width.half(), y + line.size.times(BASELINE));
                    shapes.push(Shape::centred(middle, line.clone(), self.inks.line));
                    y = y + line.size.times(LEADING);
                }
                bits.push(Bit { content: Some(content), shapes, link: None });
                deepest = deepest.max(y);
            }
            x = x + *width + spare;
        }
        Piece::new(deepest, Mm::ZERO, bits)
    }
}
