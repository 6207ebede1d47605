//! Lines on which a moved piece encloses enemy pieces, for custodial captures.

use crate::ground::bits::Bits;
use crate::ground::board::{Board, Point, Ray};

/// The points of a line beyond the end of a move, the nearest first, as far as a piece may enclose others.
#[derive(Debug)]
pub struct EnclosingLine<B>(Vec<B>);

impl<B: Bits> EnclosingLine<B> {
    /// Returns the unbroken row of enemies that begins on the nearest point, if a piece of the other side follows it.
    #[inline(always)]
    fn enclosed(&self, own: B, enemy: B) -> B {
        let mut row = B::EMPTY;
        for &point in &self.0 {
            if enemy.intersects(point) {
                row |= point;
            } else {
                return if own.intersects(point) { row } else { B::EMPTY };
            }
        }
        B::EMPTY
    }
}

/// Returns the lines of a point on which a piece that arrives there may enclose up to `most` enemies.
pub fn enclosing_lines<B: Bits>(board: &Board, end: Point, most: usize) -> Vec<EnclosingLine<B>> {
    let line = |ray: &Ray| {
        let points = ray.points.iter().take(most + 1);
        EnclosingLine(points.map(|point| B::bit(point.index())).collect())
    };
    board.capture_rays(end).iter().map(line).collect()
}

/// Returns the enemies that a piece encloses when it arrives at the point of these lines. `own` leaves out that piece.
#[inline(always)]
pub fn enclosed<B: Bits>(lines: &[EnclosingLine<B>], own: B, enemy: B) -> B {
    lines.iter().fold(B::EMPTY, |all, line| all | line.enclosed(own, enemy))
}
