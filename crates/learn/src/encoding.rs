//! Numbers of actions, and cells of observation planes.

use crate::observation::{Plane, planes};
use quirkat_rules::{Board, Point, Requirement, Requirements, Ruleset, Turn, TurnPrompt};
use std::sync::Arc;

/// Number of an action, below [`Encoding::actions`].
///
/// The numbers of the points come first, in the order of the board. The end of a turn, a huff, a claim and a call for single
/// combat follow, and in games with dice the 216 throws.
pub type Action = u16;

/// Version of the encoding. States and recorded actions of another version are refused.
pub const VERSION: u32 = 1;

/// Faces of a die.
const FACES: u16 = 6;

/// Maximum number of cells per point in a plane; boards that would need more are laid out in one row.
const MAX_CELLS_PER_POINT: usize = 4;

/// Actions and observation planes of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    pub(crate) ruleset: Arc<Ruleset>,
    /// Whether the path alone identifies each turn.
    pub(crate) is_told_by_path: bool,
    /// Cell of each point, row by row from the top.
    cells: Vec<usize>,
    height: usize,
    width: usize,
    planes: Vec<Plane>,
    has_dice: bool,
}

impl Encoding {
    /// Derives the encoding of a ruleset.
    pub fn new(ruleset: Arc<Ruleset>) -> Encoding {
        use Requirement::*;
        let requirements = Requirements::of(&ruleset);
        let beside_path =
            [Huffable, Before, Hand, Rolled, Called, Approach, Vela, Opening, Placing, Mills, Flights, LineSteps];
        let bends = ruleset.options.bent_leaps == quirkat_rules::YesNo::Yes;
        let (cells, height, width) = grid(&ruleset.board);
        Encoding {
            is_told_by_path: !requirements.has_any(&beside_path) && !bends,
            planes: planes(&ruleset, requirements),
            has_dice: requirements.has(Rolled),
            cells,
            height,
            width,
            ruleset,
        }
    }

    /// Returns the number of actions.
    pub fn actions(&self) -> usize {
        usize::from(self.throws()) + if self.has_dice { usize::from(FACES.pow(3)) } else { 0 }
    }

    /// Returns the shape of an observation: planes, rows from the top, columns from the left.
    pub fn shape(&self) -> [usize; 3] {
        [self.planes.len(), self.height, self.width]
    }

    /// Returns the number of values of an observation.
    pub fn observation_len(&self) -> usize {
        self.shape().into_iter().product()
    }

    /// Returns the names of the observation planes, in order.
    pub fn plane_names(&self) -> impl Iterator<Item = String> {
        self.planes.iter().map(Plane::to_string)
    }

    pub(crate) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Returns the row and the column of a point in each plane.
    pub fn cell(&self, point: Point) -> (usize, usize) {
        let cell = self.cells[point.index()];
        (cell / self.width, cell % self.width)
    }

    pub(crate) fn cell_index(&self, point: Point) -> usize {
        self.cells[point.index()]
    }

    /// Returns whether the rules throw dice.
    pub fn has_dice(&self) -> bool {
        self.has_dice
    }

    /// Returns an upper bound for the number of actions of one turn.
    pub fn max_turn_actions(&self) -> usize {
        4 * self.ruleset.board.len() + 16
    }

    fn points(&self) -> u16 {
        self.ruleset.board.len() as u16
    }

    /// Returns the action that ends a turn that could go on, ends a claim, or passes.
    pub fn end(&self) -> Action {
        self.points()
    }

    /// Returns the action before the point of a huffed piece.
    pub fn huff(&self) -> Action {
        self.points() + 1
    }

    /// Returns the action before the points of a claimed capture.
    pub fn claim(&self) -> Action {
        self.points() + 2
    }

    /// Returns the action that calls for single combat.
    pub fn combat(&self) -> Action {
        self.points() + 3
    }

    fn throws(&self) -> u16 {
        self.points() + 4
    }

    /// Returns the action of a throw.
    pub fn throw(&self, dice: [u8; 3]) -> Action {
        dice.into_iter().fold(0, |number, die| number * FACES + u16::from(die) - 1) + self.throws()
    }

    /// Returns the name of an action: `c3`, `end`, `huff`, `claim`, `combat` or `roll 654`; `None` if the game has no such
    /// action.
    pub fn name(&self, action: Action) -> Option<String> {
        if usize::from(action) >= self.actions() {
            return None;
        }
        Some(match action.checked_sub(self.points()) {
            None => self.ruleset.board.name(Point(action)).to_owned(),
            Some(0) => "end".to_owned(),
            Some(1) => "huff".to_owned(),
            Some(2) => "claim".to_owned(),
            Some(3) => "combat".to_owned(),
            Some(other) => {
                let number = other - 4;
                let [a, b, c] = [number / FACES / FACES, number / FACES % FACES, number % FACES].map(|face| face + 1);
                format!("roll {a}{b}{c}")
            }
        })
    }

    /// Returns the action with a name.
    pub fn action(&self, name: &str) -> Option<Action> {
        let board = &self.ruleset.board;
        let is_named = |action: &Action| self.name(*action).as_deref() == Some(name);
        board.point(name).map(|point| point.0).or_else(|| (self.points()..self.actions() as u16).find(is_named))
    }

    /// Calls `visit` for each token of a turn.
    pub(crate) fn for_each_token(&self, turn: &Turn, visit: &mut dyn FnMut(Token)) {
        let board = &self.ruleset.board;
        let token = |(prompt, point)| match prompt {
            TurnPrompt::Captured => Token::captured(point),
            _ => Token::from(point.0),
        };
        if let Some(claim) = &turn.claim {
            let claimed = Turn { path: claim.path.clone(), captures: claim.captures.clone(), ..Turn::default() };
            visit(Token::from(self.claim()));
            claimed.choices(board).into_iter().for_each(|choice| visit(token(choice)));
            visit(Token::from(self.end()));
        }
        if let Some(point) = turn.huff {
            visit(Token::from(self.huff()));
            visit(Token::from(point.0));
        }
        if let Some(dice) = turn.roll {
            visit(Token::from(self.throw(dice)));
        }
        if turn.calls {
            visit(Token::from(self.combat()));
        }
        turn.choices(board).into_iter().for_each(|choice| visit(token(choice)));
    }
}

/// One step of a turn: an action, and whether it names the captured point of the last hop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token(u16);

impl Token {
    const CAPTURED: u16 = 1 << 15;

    fn captured(point: Point) -> Token {
        Token(point.0 | Token::CAPTURED)
    }

    /// Returns the action of the token.
    #[inline]
    pub fn action(self) -> Action {
        self.0 & !Token::CAPTURED
    }

    /// Returns whether the token names the captured point of the last hop. Where only one point is possible, the token is
    /// skipped.
    #[inline]
    pub fn is_captured(self) -> bool {
        self.0 & Token::CAPTURED != 0
    }
}

impl From<Action> for Token {
    #[inline]
    fn from(action: Action) -> Token {
        Token(action)
    }
}

/// Lays the points of a board out in rows and columns: the distinct coordinates of its points, or one row if a plane would
/// be mostly empty.
fn grid(board: &Board) -> (Vec<usize>, usize, usize) {
    let distinct = |coordinate: fn(quirkat_rules::Place) -> i32| {
        let mut all: Vec<_> = board.points().map(|point| coordinate(board.place(point))).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (columns, rows) = (distinct(|place| place.x), distinct(|place| place.y));
    let cell = |point: Point| {
        let place = board.place(point);
        let row = rows.len() - 1 - rows.partition_point(|&y| y < place.y);
        row * columns.len() + columns.partition_point(|&x| x < place.x)
    };
    let cells: Vec<_> = board.points().map(cell).collect();
    let mut distinct_cells = cells.clone();
    distinct_cells.sort_unstable();
    distinct_cells.dedup();
    if distinct_cells.len() < cells.len() || rows.len() * columns.len() > MAX_CELLS_PER_POINT * cells.len() {
        return ((0..board.len()).collect(), 1, board.len());
    }
    (cells, rows.len(), columns.len())
}
