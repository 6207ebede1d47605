//! Scenes: what a drawing shows.

use crate::figures::Figure;
use quirkat_rules::{Board, Colour, Point, Rank, Ruleset, Setup, Side, Turn, closed_points};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Something that a drawing says about a point; one point may have several marks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The person's cursor is here.
    Cursor,
    /// The piece that the person has picked up.
    Selected,
    /// A piece may go here next.
    Target,
    /// The piece here may be huffed.
    Huffable,
    /// The piece here has a turn.
    Movable,
    /// A piece was taken here in the turn that is shown.
    Taken,
    /// The turn that is shown began here.
    Left,
}

/// What the men of the light side show, and those of the dark one.
pub(crate) fn men_of(ruleset: &Ruleset) -> [Figure; 2] {
    let mut men = [Figure::Ring, Figure::Dot];
    for side in Side::BOTH {
        men[usize::from(ruleset.colour(side) == Colour::Black)] = Figure::of(ruleset, side, Rank::Man);
    }
    men
}

/// A position as it is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The board.
    pub board: Arc<Board>,
    /// What stands where.
    pub setup: Setup,
    /// The colour of each side's pieces.
    pub colours: [Colour; 2],
    /// What the men of the light and of the dark side show.
    pub men: [Figure; 2],
    /// The side that sits at the lower edge of the drawing.
    pub bottom: Side,
    /// What is said about points.
    pub marks: BTreeSet<(Point, Mark)>,
    /// The way of the turn that is shown, point by point; empty where none is.
    pub trail: Vec<Point>,
    /// The points that nothing can enter any more.
    pub closed: BTreeSet<Point>,
    /// How many men each side has in hand.
    pub hand: [u8; 2],
}

impl Scene {
    /// A scene of a setup as the first player sees it, without marks.
    pub fn new(ruleset: &Ruleset, setup: Setup) -> Scene {
        let (closed, hand) = (setup.memory.closed, setup.memory.hand);
        let mut scene = Scene {
            board: Arc::clone(&ruleset.board),
            setup,
            colours: Side::BOTH.map(|side| ruleset.colour(side)),
            men: men_of(ruleset),
            bottom: Side::First,
            marks: BTreeSet::new(),
            trail: Vec::new(),
            closed: BTreeSet::new(),
            hand,
        };
        scene.close(closed);
        scene
    }

    /// The same scene from another seat.
    pub fn seen_from(mut self, side: Side) -> Scene {
        self.bottom = side;
        self
    }

    /// Marks a point.
    pub fn mark(&mut self, point: Point, mark: Mark) {
        self.marks.insert((point, mark));
    }

    /// Whether a point has a mark.
    pub fn has(&self, point: Point, mark: Mark) -> bool {
        self.marks.contains(&(point, mark))
    }

    /// Shows a turn that led to this setup: its way, where it began and what it took.
    pub fn show_turn(&mut self, turn: &Turn) {
        self.trail.clone_from(&turn.path);
        if let Some(&start) = turn.path.first() {
            self.mark(start, Mark::Left);
        }
        if turn.path.is_empty() {
            self.trail.clone_from(&turn.drops);
        }
        for &taken in turn.captures.iter().chain(&turn.removed).chain(&turn.huff) {
            self.mark(taken, Mark::Taken);
        }
    }

    /// Closes whole rows and columns of points: so many rows at the bottom and the top, so many columns at the left and
    /// the right, as the first player sees them.
    pub fn close(&mut self, counts: [u8; 4]) {
        self.closed = closed_points(&self.board, counts).into_iter().collect();
    }

    /// The height of the highest tower, at least 1.
    pub fn highest(&self) -> usize {
        self.setup.columns.iter().map(Vec::len).max().unwrap_or(0).max(1)
    }

    /// The points of the way from one point to another, both included: along the line that joins them, or straight
    /// through where none does.
    pub fn way(&self, from: Point, to: Point) -> Vec<Point> {
        let along = self.board.lines().iter().find_map(|line| {
            let at = |wanted| line.iter().position(|&point| point == wanted);
            let (a, b) = (at(from)?, at(to)?);
            let mut way = line[a.min(b)..=a.max(b)].to_vec();
            if a > b {
                way.reverse();
            }
            Some(way)
        });
        along.unwrap_or_else(|| vec![from, to])
    }
}
