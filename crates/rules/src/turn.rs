//! Turns as people see them: the way of a piece, hop by hop.

use crate::board::{Board, Point, Ray};

/// A capture that is claimed in the place of the opponent's last turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// Where the opponent's column stood, and every point on which it lands.
    pub path: Vec<Point>,
    /// What it leaps, in order.
    pub captures: Vec<Point>,
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

    /// The turn in words of the notation: `a2-b3`, `a1xc3xe5`, `huff b2, a2-b3`, `huff b2`, `claim a1xc3xe5, d4-d5`,
    /// `drop @c3`, `pass`.
    pub fn text(&self, board: &Board) -> String {
        let joined = |path: &[Point], separator: &str| {
            path.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(separator)
        };
        let mut parts = Vec::new();
        if let Some(claim) = &self.claim {
            parts.push(format!("claim {}", joined(&claim.path, "x")));
        }
        if let Some(huffed) = self.huff {
            parts.push(format!("huff {}", board.name(huffed)));
        }
        match self.path[..] {
            [] => {}
            [entered] => parts.push(format!("drop @{}", board.name(entered))),
            _ if self.captures.is_empty() => parts.push(joined(&self.path, "-")),
            _ => parts.push(self.captures_text(board)),
        }
        if parts.is_empty() { "pass".to_owned() } else { parts.join(", ") }
    }

    /// The path of a capture. A hop that bends with the lines names what it takes, `c4xb5+b4`, because it could be another
    /// piece.
    fn captures_text(&self, board: &Board) -> String {
        let mut text = board.name(self.path[0]).to_owned();
        let hop_by_hop = self.captures.len() + 1 == self.path.len();
        for (hop, pair) in self.path.windows(2).enumerate() {
            text += "x";
            text += board.name(pair[1]);
            if let Some(&over) = self.captures.get(hop).filter(|_| hop_by_hop)
                && !is_straight(board, pair[0], over, pair[1])
            {
                text += "+";
                text += board.name(over);
            }
        }
        text
    }
}

/// Whether the three points lie straight behind one another.
fn is_straight(board: &Board, from: Point, over: Point, to: Point) -> bool {
    let ahead = |ray: &Ray| ray.points.iter().position(|&at| at == over) < ray.points.iter().position(|&at| at == to);
    board.rays(from).iter().any(|ray| ray.points.contains(&over) && ray.points.contains(&to) && ahead(ray))
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
    /// Judges the points entered so far, the start first, among the legal turns of the position with this claim and this
    /// huff.
    pub fn new(turns: &'a [Turn], claim: Option<&Claim>, huff: Option<Point>, points: &[Point]) -> Self {
        let begun = || {
            let begins = |turn: &&Turn| turn.claim.as_ref() == claim && turn.huff == huff;
            turns.iter().filter(begins).filter(|turn| turn.path.starts_with(points))
        };
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
