//! Scenes: the contents of a drawing.

use crate::figures::Figure;
use quirkat_rules::{AnyGame, Board, Colour, Point, Rank, Ruleset, Setup, Side, Turn, closed_points};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Mark on a point. A point may have several marks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The cursor of a keyboard user is here.
    Cursor,
    /// The piece here is selected.
    Selected,
    /// The selected piece may go here next.
    Target,
    /// The piece here may be huffed.
    Huffable,
    /// The piece here has a legal turn.
    Movable,
    /// The shown turn captured a piece here.
    Taken,
    /// The shown turn started here.
    Left,
}

/// Returns the figures of the men of the light and of the dark side.
pub(crate) fn men_of(ruleset: &Ruleset) -> [Figure; 2] {
    let mut men = [Figure::Ring, Figure::Dot];
    for side in Side::BOTH {
        men[usize::from(ruleset.colour(side) == Colour::Black)] = Figure::of(ruleset, side, Rank::Man);
    }
    men
}

/// Contents of a drawing: a position with marks, seen from one side.
///
/// # Examples
/// ```
/// use quirkat_draw::{Mark, Scene};
/// use quirkat_rules::find_game;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let mut scene = Scene::new(&ruleset, ruleset.start.clone());
/// let point = ruleset.board.point("b2").unwrap();
/// scene.mark(point, Mark::Movable);
/// assert!(scene.has(point, Mark::Movable) && !scene.has(point, Mark::Target));
/// # Ok::<(), quirkat_rules::RulesetError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Board on which the pieces stand.
    pub board: Arc<Board>,
    /// Pieces on the board, and what the rules remember.
    pub setup: Setup,
    /// Colour of each side's pieces, the first side's first.
    pub colours: [Colour; 2],
    /// Figures of the men of the light and of the dark side.
    pub men: [Figure; 2],
    /// Side that sits at the lower edge of the drawing.
    pub bottom: Side,
    /// Marks with the points that they belong to.
    pub marks: BTreeSet<(Point, Mark)>,
    /// Path of the shown turn, point by point; empty where no turn is shown.
    pub trail: Vec<Point>,
    /// Points that are closed for good.
    pub closed: BTreeSet<Point>,
    /// Number of men in hand of each side.
    pub hand: [u8; 2],
}

impl Scene {
    /// Creates a scene of a setup without marks, seen from the first side.
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

    /// Shows a game after a number of plies, with the turn that led to the position.
    pub fn of_ply(game: &AnyGame, ply: usize) -> Scene {
        let mut scene = Scene::new(game.ruleset(), game.setup_after(ply));
        if let Some(turn) = ply.checked_sub(1).and_then(|before| game.history().get(before).copied()) {
            scene.show_turn(turn);
        }
        scene
    }

    /// Returns the same scene seen from a side.
    pub fn seen_from(mut self, side: Side) -> Scene {
        self.bottom = side;
        self
    }

    /// Adds a mark to a point.
    pub fn mark(&mut self, point: Point, mark: Mark) {
        self.marks.insert((point, mark));
    }

    /// Returns whether a point has a mark.
    pub fn has(&self, point: Point, mark: Mark) -> bool {
        self.marks.contains(&(point, mark))
    }

    /// Shows the turn that led to this setup: its path, its start and its captures.
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

    /// Closes rows and columns of points. The counts are rows at the bottom and at the top, columns at the left and at
    /// the right, as the first side sees them.
    pub fn close(&mut self, counts: [u8; 4]) {
        self.closed = closed_points(&self.board, counts).into_iter().collect();
    }

    /// Returns the height of the tallest column of pieces, at least 1.
    pub fn highest(&self) -> usize {
        self.setup.columns.iter().map(Vec::len).max().unwrap_or(0).max(1)
    }

    /// Returns the points from one point to another, both included: along the line that joins them, or only both ends
    /// where no line does.
    pub fn points_between(&self, from: Point, to: Point) -> Vec<Point> {
        let on_line = self.board.lines().iter().find_map(|line| {
            let at = |target| line.iter().position(|&point| point == target);
            let (a, b) = (at(from)?, at(to)?);
            let mut points = line[a.min(b)..=a.max(b)].to_vec();
            if a > b {
                points.reverse();
            }
            Some(points)
        });
        on_line.unwrap_or_else(|| vec![from, to])
    }
}
