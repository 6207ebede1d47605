//! Turns as people see them: the way of a piece, hop by hop.

use crate::board::{Board, Point};
use std::fmt::Write;

/// A capture that is claimed in the place of the opponent's last turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// Where the opponent's column stood.
    pub from: Point,
    /// What it leaps, in order.
    pub over: Vec<Point>,
    /// Where it ends.
    pub to: Point,
}

/// One legal turn of a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// What is claimed first: the opponent's last turn is taken back and this capture played in its place.
    pub claim: Option<Claim>,
    /// The piece that is huffed first.
    pub huff: Option<Point>,
    /// Where the piece starts, and every point on which it lands; one point for a man that is entered from the hand;
    /// empty when nothing moves.
    pub path: Vec<Point>,
    /// What is taken, in the order of the leaps, without the huff.
    pub captures: Vec<Point>,
    /// A number that turns of the same position share exactly if they lead to the same position.
    pub effect: u64,
}

impl Turn {
    /// Where the moving piece starts and ends.
    pub fn ends(&self) -> Option<(Point, Point)> {
        Some((*self.path.first()?, *self.path.last()?))
    }

    /// The turn in words of the notation: `a2-b3`, `a1xc3xe5`, `huff b2, a2-b3`, `huff b2`, `pass`.
    pub fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        if let Some(huffed) = self.huff {
            text += "huff ";
            text += board.name(huffed);
        }
        if !self.path.is_empty() {
            let names: Vec<_> = self.path.iter().map(|&point| board.name(point)).collect();
            let separator = if self.captures.is_empty() { "-" } else { "x" };
            let comma = if self.huff.is_some() { ", " } else { "" };
            let _ = write!(text, "{comma}{}", names.join(separator));
        }
        if text.is_empty() { "pass".to_owned() } else { text }
    }
}

/// A turn that a person is still entering: what may come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial<'a> {
    /// The points that may be named next, in the order of the turns.
    pub next: Vec<Point>,
    /// The turn that the points make as they stand, if they make one.
    pub complete: Option<&'a Turn>,
}

impl<'a> Partial<'a> {
    /// Judges the points entered so far, the start first, among the legal turns of the position with this huff.
    pub fn new(turns: &'a [Turn], huff: Option<Point>, points: &[Point]) -> Self {
        let begun = || turns.iter().filter(|turn| turn.huff == huff && turn.path.starts_with(points));
        let mut next = Vec::new();
        for turn in begun() {
            if let Some(&point) = turn.path.get(points.len())
                && !next.contains(&point)
            {
                next.push(point);
            }
        }
        Partial { next, complete: begun().find(|turn| turn.path.len() == points.len()) }
    }
}
