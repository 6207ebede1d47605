//! Layouts: the board of a game and the pieces on it before the first turn, as far as options change them.
//!
//! A game file gives one board and one setup, and beside them what other values of an option put in their place: the
//! length of a strip, the hand to which the extra men stand, a reading of an old source. Which options change the layout
//! of a game follows from its file; the others mean nothing there and are refused.

use super::board::{BOARDS, parse_board, read_board};
use super::diagram::DiagramError;
use super::finding::Finding;
use super::format::LAYOUT;
use super::reader::{FileResolver, Node, Table, all};
use super::setups::SetupPlan;
use crate::ground::board::{Board, ConstructError, construct};
use crate::ground::clip::clip;
use crate::ground::setup::{Setup, Side};
use crate::options::{OptionKey, Options};
use std::sync::Arc;
use thiserror::Error;

/// Whether an option changes layouts, and nothing else.
pub(crate) fn changes_layout(option: OptionKey) -> bool {
    match option {
        OptionKey::Middle
        | OptionKey::Board
        | OptionKey::Size
        | OptionKey::Hunters
        | OptionKey::N
        | OptionKey::Outer
        | OptionKey::Tips
        | OptionKey::Reading
        | OptionKey::SideTriangle
        | OptionKey::Centres
        | OptionKey::Corner => true,
        OptionKey::First
        | OptionKey::StepDirs
        | OptionKey::CapDirs
        | OptionKey::LastRow
        | OptionKey::CaptureBy
        | OptionKey::Captors
        | OptionKey::Capture
        | OptionKey::Chain
        | OptionKey::Direction
        | OptionKey::FirstCaptureSingle
        | OptionKey::Vela
        | OptionKey::MustOffer
        | OptionKey::Choice
        | OptionKey::Removal
        | OptionKey::Rejump
        | OptionKey::TakeHigher
        | OptionKey::Return
        | OptionKey::Promotion
        | OptionKey::PromoMid
        | OptionKey::KingReach
        | OptionKey::KingLanding
        | OptionKey::Turning
        | OptionKey::BentLeaps
        | OptionKey::Closing
        | OptionKey::ClosingSides
        | OptionKey::Opening
        | OptionKey::Placing
        | OptionKey::NoCentreOpening
        | OptionKey::Dice
        | OptionKey::AfterPlacing
        | OptionKey::Resupply
        | OptionKey::Mills
        | OptionKey::DiagonalMills
        | OptionKey::MillProtected
        | OptionKey::DoubleMill
        | OptionKey::FlyAtThree
        | OptionKey::TakenToWin
        | OptionKey::KingLost
        | OptionKey::SingleCombat
        | OptionKey::Blocked
        | OptionKey::EndCount
        | OptionKey::NoCaptureLimit
        | OptionKey::Repetition
        | OptionKey::DrawRules => false,
    }
}

/// The options that change layouts.
fn layout_keys() -> impl Iterator<Item = OptionKey> {
    OptionKey::ALL.into_iter().filter(|&key| changes_layout(key))
}

/// The most men that a side may have in hand.
const MOST_IN_HAND: i64 = 100;

/// The board and the setup of a game, and what options put in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layouts {
    base: Layout,
    changes: Vec<Change>,
}

/// A board, a setup and hands, each as far as it is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    board: Option<BoardPlan>,
    setup: Option<SetupPlan>,
    hand: Option<[u8; 2]>,
}

/// What one value of an option puts in the place of the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    key: OptionKey,
    value: String,
    layout: Layout,
    /// Other options that come with the value, unless they are set beside it.
    implied: Vec<(OptionKey, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum BoardPlan {
    /// A board that does not change.
    Fixed(Arc<Board>),
    /// A constructor's call in which the keys of options in braces stand for their values.
    Call(String),
}

impl Layout {
    /// Reads the keys `board`, `setup` and `hand`.
    pub fn read(table: &Table<'_>, resolve: FileResolver<'_>) -> Option<Layout> {
        let board = table.get("board").map_or(Some(None), |node| read_board_plan(node, resolve).map(Some));
        let setup = table.get("setup").map_or(Some(None), |node| SetupPlan::read(node).map(Some));
        let hand = table.get("hand").map_or(Some(None), |node| read_hand(node).map(Some));
        Some(Layout { board: board?, setup: setup?, hand: hand? })
    }
}

/// The men in hand: a number for each side, or one for both.
fn read_hand(node: &Node<'_>) -> Option<[u8; 2]> {
    let number = |node: &Node<'_>| node.number(0..=MOST_IN_HAND).map(|hand| hand as u8);
    if !node.is_list() {
        return number(node).map(|hand| [hand; 2]);
    }
    match &node.list()?[..] {
        [first, second] => Some([number(first)?, number(second)?]),
        _ => node.fault(Finding::InvalidHand),
    }
}

/// Why the board or the setup that the options ask for cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LayoutError {
    /// The file says no board.
    #[error("the board is missing")]
    MissingBoard,
    /// The file says no setup.
    #[error("the setup is missing")]
    MissingSetup,
    /// The options do not fit the constructor of the board.
    #[error(transparent)]
    Board(#[from] ConstructError),
    /// The diagram does not fit the board.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The board has no point in its middle, which stays empty.
    #[error("the setup `filled` needs a board with a point in its middle")]
    NoMiddlePoint,
    /// A diagram is to be mirrored on a board that is not its own mirror image.
    #[error("option `middle` cannot be `left`: the board has no mirror image of the setup")]
    NoMirrorImage,
    /// A diagram has no middle row whose men could alternate.
    #[error("option `middle` cannot be `alternating`: the setup is a diagram")]
    NotAlternating,
}

impl LayoutError {
    /// What cannot be made, by its key in the game file.
    pub(crate) fn key(&self) -> &'static str {
        match self {
            LayoutError::MissingBoard | LayoutError::Board(_) => "board",
            LayoutError::MissingSetup
            | LayoutError::Diagram(_)
            | LayoutError::NoMiddlePoint
            | LayoutError::NoMirrorImage
            | LayoutError::NotAlternating => "setup",
        }
    }
}

impl Layouts {
    /// Reads the keys `board`, `setup`, `hand` and `layouts` of a game file.
    pub fn read(game: &Table<'_>, resolve: FileResolver<'_>) -> Option<Layouts> {
        let base = Layout::read(game, resolve);
        let changes = game.get("layouts").map_or(Some(vec![]), |node| read_changes(node, resolve));
        Some(Layouts { base: base?, changes: changes? })
    }

    /// Whether an option of this key changes the layout.
    pub fn knows(&self, key: OptionKey) -> bool {
        let braced = format!("{{{key}}}");
        let layouts = std::iter::once(&self.base).chain(self.changes.iter().map(|change| &change.layout));
        let mut boards = layouts.filter_map(|layout| layout.board.as_ref());
        key == OptionKey::Middle
            || self.changes.iter().any(|change| change.key == key)
            || boards.any(|board| matches!(board, BoardPlan::Call(call) if call.contains(&braced)))
    }

    /// What the values of these options change.
    fn chosen(&self, options: &Options) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.key.value(options) == change.value)
    }

    /// The values of these options that change something, each with its key.
    pub fn chosen_values(&self, options: &Options) -> Vec<(OptionKey, &str)> {
        self.chosen(options).map(|change| (change.key, change.value.as_str())).collect()
    }

    /// The other options that come with the values of these.
    pub fn implied(&self, options: &Options) -> Vec<(OptionKey, &str)> {
        self.chosen(options)
            .flat_map(|change| change.implied.iter().map(|(key, value)| (*key, value.as_str())))
            .collect()
    }

    /// The board and the setup of a variant, by what it and its ancestors say, the oldest first, and with these options;
    /// `white` is the side with the white pieces.
    ///
    /// # Errors
    /// What does not fit together.
    pub fn lay(&self, variant: &[&Layout], options: &Options, white: Side) -> Result<(Arc<Board>, Setup), LayoutError> {
        let layouts: Vec<_> = std::iter::once(&self.base)
            .chain(variant.iter().copied())
            .chain(self.chosen(options).map(|change| &change.layout))
            .collect();
        let latest = || layouts.iter().rev();
        let board = latest().find_map(|layout| layout.board.as_ref()).ok_or(LayoutError::MissingBoard)?;
        let setup = latest().find_map(|layout| layout.setup.as_ref()).ok_or(LayoutError::MissingSetup)?;
        let hand = latest().find_map(|layout| layout.hand).unwrap_or_default();
        let board = match board {
            BoardPlan::Fixed(board) => Arc::clone(board),
            BoardPlan::Call(call) => Arc::new(construct(&with_values(call, options))?),
        };
        let mut setup = setup.lay(&board, options.middle, white)?;
        setup.memory.hand = hand;
        Ok((board, setup))
    }
}

/// A constructor's call with the values of the options in it.
fn with_values(call: &str, options: &Options) -> String {
    layout_keys().fold(call.to_owned(), |call, key| call.replace(&format!("{{{key}}}"), &key.value(options)))
}

/// A board by what a game file calls it: one of ours, a constructor's call, a file, or a table that defines it.
fn read_board_plan(node: &Node<'_>, resolve: FileResolver<'_>) -> Option<BoardPlan> {
    let fixed = |board| Some(BoardPlan::Fixed(Arc::new(board)));
    if node.is_table() {
        return read_board(node).and_then(fixed);
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
        let ours = BOARDS.iter().map(|(name, _)| *name).collect();
        return node.fault(Finding::UnknownBoard { found: clip(name), ours });
    };
    parse_board(&file, &text).map_or_else(|faults| node.faults_elsewhere(faults), fixed)
}

/// Reads `layouts`: for each option and each of its values, what it puts in the place of the rest.
fn read_changes(node: &Node<'_>, resolve: FileResolver<'_>) -> Option<Vec<Change>> {
    let changes = node.entries()?.into_iter().map(|(name, values)| {
        let Some(key) = OptionKey::from_name(name).ok().filter(|&key| changes_layout(key)) else {
            return values.fault(Finding::NotLayoutOption { found: clip(name), allowed: layout_keys().collect() });
        };
        all(values.entries()?.iter().map(|(value, change)| read_change(key, value, change, resolve)))
    });
    Some(all(changes)?.into_iter().flatten().collect())
}

fn read_change(key: OptionKey, value: &str, node: &Node<'_>, resolve: FileResolver<'_>) -> Option<Change> {
    if let Err(error) = Options::default().with([(key, value)]) {
        return node.fault(error);
    }
    let table = node.table(&LAYOUT)?;
    let implied = table.get("options").map_or(Some(vec![]), |node| all(node.entries()?.iter().map(read_implied)));
    let layout = Layout::read(&table, resolve);
    Some(Change { key, value: value.to_owned(), layout: layout?, implied: implied? })
}

fn read_implied((name, node): &(&str, Node<'_>)) -> Option<(OptionKey, String)> {
    let Some(key) = OptionKey::from_name(name).ok().filter(|&key| !changes_layout(key)) else {
        return node.fault(Finding::NotRuleOption(clip(name)));
    };
    let value = node.word()?;
    match Options::default().with([(key, value.as_str())]) {
        Ok(_) => Some((key, value)),
        Err(error) => node.fault(error),
    }
}
