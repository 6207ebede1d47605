//! Layouts: the board of a game and the pieces on it before the first turn, as far as options change them.
//!
//! A game file gives one board and one setup, and beside them what other values of an option put in their place: the
//! length of a strip, the hand to which the extra men stand, a reading of an old source. Which options change the layout
//! of a game follows from its file; the others mean nothing there and are refused.

use crate::board::{Board, Place, Point, construct};
use crate::options::{Key, Middle, Options, clip};
use crate::reader::{Node, Table};
use crate::ruleset::{Resolve, parse_board};
use crate::setup::{Piece, Rank, Setup, Side};
use crate::text::read_diagram;
use std::sync::Arc;

/// The keys of the options that change layouts.
pub(crate) const LAYOUT_KEYS: &[&str] =
    &["middle", "board", "n", "outer", "tips", "reading", "side_triangle", "centres", "corner"];

/// The most men that a side may have in hand.
const MOST_IN_HAND: i64 = 100;

/// The board and the setup of a game, and what options put in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layouts {
    board: BoardPlan,
    setup: SetupPlan,
    changes: Vec<Change>,
}

/// What one value of an option puts in the place of the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    key: &'static str,
    value: String,
    board: Option<BoardPlan>,
    setup: Option<SetupPlan>,
    hand: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum BoardPlan {
    /// A board that does not change.
    Fixed(Arc<Board>),
    /// A constructor's call in which the keys of options in braces stand for their values.
    Call(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum SetupPlan {
    /// Every point but the middle one is filled, each side's half to its own side and, in the middle row, to one hand.
    Filled {
        /// Without the ends of the middle row.
        but_tips: bool,
    },
    /// A diagram.
    Diagram(String),
}

impl Layouts {
    /// Reads the keys `board`, `setup` and `layouts` of a game file.
    pub fn read(game: &Table<'_>, resolve: Resolve<'_>) -> Option<Layouts> {
        let board = game.need("board").and_then(|node| read_board_plan(node, resolve));
        let setup = game.need("setup").and_then(read_setup_plan);
        let mut changes = Some(vec![]);
        if let Some(node) = game.get("layouts") {
            changes = read_changes(node, resolve);
        }
        Some(Layouts { board: board?, setup: setup?, changes: changes? })
    }

    /// Whether an option of this key changes the layout.
    pub fn knows(&self, key: &str) -> bool {
        let braced = format!("{{{key}}}");
        let boards = std::iter::once(&self.board).chain(self.changes.iter().filter_map(|change| change.board.as_ref()));
        key == "middle"
            || self.changes.iter().any(|change| change.key == key)
            || boards.into_iter().any(|board| matches!(board, BoardPlan::Call(call) if call.contains(&braced)))
    }

    /// The board and the setup with these options; `white` is the side with the white pieces.
    ///
    /// # Errors
    /// What does not fit together.
    pub fn lay(&self, options: &Options, white: Side) -> Result<(Arc<Board>, Setup), String> {
        let (mut board, mut setup, mut hand) = (&self.board, &self.setup, 0);
        for change in self.changes.iter().filter(|change| value_of(change.key, options) == change.value) {
            board = change.board.as_ref().unwrap_or(board);
            setup = change.setup.as_ref().unwrap_or(setup);
            hand = hand.max(change.hand);
        }
        let board = match board {
            BoardPlan::Fixed(board) => Arc::clone(board),
            BoardPlan::Call(call) => {
                Arc::new(construct(&with_values(call, options)).map_err(|error| error.to_string())?)
            }
        };
        let mut setup = match setup {
            SetupPlan::Filled { but_tips } => filled(&board, options.middle, *but_tips)?,
            SetupPlan::Diagram(text) => {
                let setup = read_diagram(&board, white, text).map_err(|error| error.to_string())?;
                match options.middle {
                    Middle::Right => setup,
                    Middle::Left => mirrored(&board, &setup)
                        .ok_or("option `middle` cannot be `left`: the board has no mirror image of the setup")?,
                    Middle::Alternating => {
                        return Err("option `middle` cannot be `alternating`: the setup is a diagram".to_owned());
                    }
                }
            }
        };
        setup.recollection.hand = [hand; 2];
        Ok((board, setup))
    }
}

/// A constructor's call with the values of the options in it.
fn with_values(call: &str, options: &Options) -> String {
    LAYOUT_KEYS.iter().fold(call.to_owned(), |call, key| call.replace(&format!("{{{key}}}"), &value_of(key, options)))
}

fn value_of(key: &str, options: &Options) -> String {
    Key::named(key).expect("layout keys are options").value(options)
}

/// Every point but the middle one filled: rows in front of the middle by the first side, behind it by the second.
fn filled(board: &Board, middle: Middle, but_tips: bool) -> Result<Setup, String> {
    let (low, high) = board.bounds();
    // Twice the distance from the middle, so that it is a whole number.
    let from_middle = |point: Point| {
        let Place { x, y } = board.place(point);
        (2 * x - low.x - high.x, 2 * y - low.y - high.y)
    };
    let row: Vec<Point> = board.points().filter(|&point| from_middle(point).1 == 0).collect();
    let centre = row
        .iter()
        .position(|&point| from_middle(point).0 == 0)
        .ok_or("the setup `filled` needs a board with a point in its middle")?;
    let mut setup = Setup::empty(board);
    for point in board.points() {
        let (_, ahead) = from_middle(point);
        let side = if ahead != 0 {
            if ahead < 0 { Side::First } else { Side::Second }
        } else {
            let at = row.iter().position(|&other| other == point).unwrap_or(centre);
            let out = at.abs_diff(centre);
            if out == 0 || but_tips && (at == 0 || at + 1 == row.len()) {
                continue;
            }
            let firsts = match middle {
                Middle::Right => at > centre,
                Middle::Left => at < centre,
                Middle::Alternating => out % 2 == 1,
            };
            if firsts { Side::First } else { Side::Second }
        };
        setup.columns[point.index()].push(Piece { side, rank: Rank::MAN });
    }
    Ok(setup)
}

/// The setup as a mirror shows it, if the board is its own mirror image.
fn mirrored(board: &Board, setup: &Setup) -> Option<Setup> {
    let (low, high) = board.bounds();
    let across = |point: Point| {
        let Place { x, y } = board.place(point);
        (low.x + high.x - x, y)
    };
    let mirror = board.symmetries().into_iter().find(|symmetry| {
        board.points().all(|point| {
            let image = board.place(symmetry.image(point));
            (image.x, image.y) == across(point)
        })
    })?;
    Some(setup.moved(|point| mirror.image(point)))
}

/// The boards that come with this crate.
const BOARDS: &[(&str, &str)] = &[("alq5", include_str!("../boards/alq5.toml"))];

/// A board by what a game file calls it: one of ours, a constructor's call, a file, or a table that defines it.
fn read_board_plan(node: &Node<'_>, resolve: Resolve<'_>) -> Option<BoardPlan> {
    let fixed = |board| Some(BoardPlan::Fixed(Arc::new(board)));
    if node.is_table() {
        return crate::ruleset::read_board(node).and_then(fixed);
    }
    let name = node.text()?;
    let (file, text) = if let Some((name, text)) = BOARDS.iter().find(|(ours, _)| *ours == name) {
        (format!("boards/{name}.toml"), (*text).to_owned())
    } else if name.contains('(') {
        let call = with_values(name, &Options::default());
        return match construct(&call) {
            Err(error) => node.fault(error),
            Ok(_) if call != name => Some(BoardPlan::Call(name.to_owned())),
            Ok(board) => fixed(board),
        };
    } else if name.ends_with(".toml") {
        (name.to_owned(), resolve(name).map_or_else(|error| node.fault(error), Some)?)
    } else {
        let ours: Vec<_> = BOARDS.iter().map(|(name, _)| *name).collect();
        return node.fault(format!(
            "there is no board `{}`; allowed: {}, a constructor's call such as alq(5,5), a file ending in .toml",
            clip(name),
            ours.join(", ")
        ));
    };
    parse_board(&file, &text).map_or_else(|faults| node.fault(faults), fixed)
}

fn read_setup_plan(node: &Node<'_>) -> Option<SetupPlan> {
    Some(match node.text()?.trim() {
        "filled" => SetupPlan::Filled { but_tips: false },
        "filled but the tips" => SetupPlan::Filled { but_tips: true },
        diagram => SetupPlan::Diagram(diagram.to_owned()),
    })
}

/// Reads `layouts`: for each option and each of its values, what it puts in the place of the rest.
fn read_changes(node: &Node<'_>, resolve: Resolve<'_>) -> Option<Vec<Change>> {
    let mut changes = vec![];
    for (name, values) in node.entries()? {
        let Some(key) = Key::named(name).ok().filter(|key| LAYOUT_KEYS.contains(&key.name)) else {
            return values.fault(format!("`{}` changes no layout; allowed: {}", clip(name), LAYOUT_KEYS.join(", ")));
        };
        for (value, change) in values.entries()? {
            if let Err(error) = Options::default().with([(key.name, value)]) {
                return change.fault(error);
            }
            let table = change.table(&["board", "setup", "hand"])?;
            changes.push(Change {
                key: key.name,
                value: value.to_owned(),
                board: match table.get("board") {
                    Some(node) => Some(read_board_plan(node, resolve)?),
                    None => None,
                },
                setup: match table.get("setup") {
                    Some(node) => Some(read_setup_plan(node)?),
                    None => None,
                },
                hand: table.get("hand").map_or(Some(0), |node| node.number(0..=MOST_IN_HAND))? as u8,
            });
        }
    }
    Some(changes)
}
