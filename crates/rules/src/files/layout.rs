//! Layouts: the board, setup and hands of a game, and how options change them.
//!
//! A game file gives one board and one setup. For certain values of an option it may give replacements, for example
//! another length of a strip or another reading of a source. The file determines which options change the layout of its
//! game. In a game whose layout an option does not change, that option has no effect and is refused.

use super::board::{BOARDS, parse_board, read_board};
use super::diagram::DiagramError;
use super::finding::Finding;
use super::format::LAYOUT;
use super::reader::{FileResolver, TomlNode, TomlTable, all};
use super::setups::SetupPlan;
use crate::ground::board::{Board, ConstructError, construct};
use crate::ground::clip::clip;
use crate::ground::setup::{Setup, Side};
use crate::options::{OptionKey, Options};
use std::sync::Arc;
use thiserror::Error;

/// Returns whether an option is a layout option, which changes layouts and nothing else.
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
        | OptionKey::DrawRules
        | OptionKey::LineSteps
        | OptionKey::CaptureLines
        | OptionKey::KingMoveLimit
        | OptionKey::PromotionWins
        | OptionKey::Aim => false,
    }
}

/// Returns the layout options.
fn layout_keys() -> impl Iterator<Item = OptionKey> {
    OptionKey::ALL.into_iter().filter(|&key| changes_layout(key))
}

/// Maximum number of men that a side may have in hand.
const MAX_HAND: i64 = 100;

/// The layout of a game and its replacements for values of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layouts {
    base: Layout,
    changes: Vec<Change>,
}

/// A board, a setup and hands, each optional: a missing part is inherited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    board: Option<BoardPlan>,
    setup: Option<SetupPlan>,
    hand: Option<[u8; 2]>,
}

/// Replacement layout for one value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    key: OptionKey,
    value: String,
    layout: Layout,
    /// Values of other options that the value implies, unless they are set explicitly.
    implied: Vec<(OptionKey, String)>,
}

/// Board of a layout, before the options are known.
#[derive(Clone, PartialEq, Eq, Debug)]
enum BoardPlan {
    /// A board that does not depend on options.
    Fixed(Arc<Board>),
    /// A constructor call with keys of options in braces, to be replaced by their values.
    Call(String),
}

impl Layout {
    /// Reads the keys `board`, `setup` and `hand`.
    pub fn read(table: &TomlTable<'_>, resolve: FileResolver<'_>) -> Option<Layout> {
        let board = table.get("board").map_or(Some(None), |node| read_board_plan(node, resolve).map(Some));
        let setup = table.get("setup").map_or(Some(None), |node| SetupPlan::read(node).map(Some));
        let hand = table.get("hand").map_or(Some(None), |node| read_hand(node).map(Some));
        Some(Layout { board: board?, setup: setup?, hand: hand? })
    }
}

/// Reads the men in hand: a number for each side, or one for both.
fn read_hand(node: &TomlNode<'_>) -> Option<[u8; 2]> {
    let number = |node: &TomlNode<'_>| node.number(0..=MAX_HAND).map(|hand| hand as u8);
    if !node.is_list() {
        return number(node).map(|hand| [hand; 2]);
    }
    match &node.list()?[..] {
        [first, second] => Some([number(first)?, number(second)?]),
        _ => node.error(Finding::InvalidHand),
    }
}

/// Error from building the board or the setup for given options.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LayoutError {
    /// The file defines no board.
    #[error("the board is missing")]
    MissingBoard,
    /// The file defines no setup.
    #[error("the setup is missing")]
    MissingSetup,
    /// The constructor refuses the values of the options.
    #[error(transparent)]
    Board(#[from] ConstructError),
    /// The setup diagram does not fit the board.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The board has no middle point, which the setup `filled` leaves empty.
    #[error("the setup `filled` needs a board with a point in its middle")]
    NoMiddlePoint,
    /// The setup must be mirrored, but the board is not symmetrical.
    #[error("option `middle` cannot be `left`: the board has no mirror image of the setup")]
    NoMirrorImage,
    /// The men of the middle row cannot alternate in a setup given as a diagram.
    #[error("option `middle` cannot be `alternating`: the setup is a diagram")]
    NotAlternating,
}

impl LayoutError {
    /// Returns the key of the game file that causes the error: `board` or `setup`.
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
    pub fn read(game: &TomlTable<'_>, resolve: FileResolver<'_>) -> Option<Layouts> {
        let base = Layout::read(game, resolve);
        let changes = game.get("layouts").map_or(Some(vec![]), |node| read_changes(node, resolve));
        Some(Layouts { base: base?, changes: changes? })
    }

    /// Returns whether this option changes the layout of the game.
    pub fn depends_on(&self, key: OptionKey) -> bool {
        let braced = format!("{{{key}}}");
        let layouts = std::iter::once(&self.base).chain(self.changes.iter().map(|change| &change.layout));
        let mut boards = layouts.filter_map(|layout| layout.board.as_ref());
        key == OptionKey::Middle
            || self.changes.iter().any(|change| change.key == key)
            || boards.any(|board| matches!(board, BoardPlan::Call(call) if call.contains(&braced)))
    }

    /// Returns the replacements for the values of these options.
    fn selected_changes(&self, options: &Options) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.key.value(options) == change.value)
    }

    /// Returns the values of these options that replace a layout, each with its key.
    pub fn chosen_values(&self, options: &Options) -> Vec<(OptionKey, &str)> {
        self.selected_changes(options).map(|change| (change.key, change.value.as_str())).collect()
    }

    /// Returns the values of other options that these imply.
    pub fn implied(&self, options: &Options) -> Vec<(OptionKey, &str)> {
        self.selected_changes(options)
            .flat_map(|change| change.implied.iter().map(|(key, value)| (*key, value.as_str())))
            .collect()
    }

    /// Builds the board and the setup of a variant. `variant` holds the layouts of its ancestors, the oldest first, and its
    /// own; a later layout overrides an earlier one, and the replacements for `options` override all. `white` is the side
    /// with the white pieces.
    ///
    /// # Errors
    /// A [`LayoutError`] if a part is missing or board and setup do not fit together.
    pub fn build(
        &self,
        variant: &[&Layout],
        options: &Options,
        white: Side,
    ) -> Result<(Arc<Board>, Setup), LayoutError> {
        let layouts: Vec<_> = std::iter::once(&self.base)
            .chain(variant.iter().copied())
            .chain(self.selected_changes(options).map(|change| &change.layout))
            .collect();
        let latest = || layouts.iter().rev();
        let board = latest().find_map(|layout| layout.board.as_ref()).ok_or(LayoutError::MissingBoard)?;
        let setup = latest().find_map(|layout| layout.setup.as_ref()).ok_or(LayoutError::MissingSetup)?;
        let hand = latest().find_map(|layout| layout.hand).unwrap_or_default();
        let board = match board {
            BoardPlan::Fixed(board) => Arc::clone(board),
            BoardPlan::Call(call) => Arc::new(construct(&with_values(call, options))?),
        };
        let mut setup = setup.build(&board, options.middle, white)?;
        setup.memory.hand = hand;
        Ok((board, setup))
    }
}

/// Replaces the keys in a constructor call by the values of the options.
fn with_values(call: &str, options: &Options) -> String {
    layout_keys().fold(call.to_owned(), |call, key| call.replace(&format!("{{{key}}}"), &key.value(options)))
}

/// Reads a board of a game file: the name of a built-in board, a constructor call, a file name, or a table.
fn read_board_plan(node: &TomlNode<'_>, resolve: FileResolver<'_>) -> Option<BoardPlan> {
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
            Err(error) => node.error(error),
            Ok(_) if call != name => Some(BoardPlan::Call(name.to_owned())),
            Ok(board) => fixed(board),
        };
    } else if name.ends_with(".toml") {
        (name.to_owned(), resolve(name).map_or_else(|error| node.error(error), Some)?)
    } else {
        let ours = BOARDS.iter().map(|(name, _)| *name).collect();
        return node.error(Finding::UnknownBoard { found: clip(name), ours });
    };
    parse_board(&file, &text).map_or_else(|faults| node.errors_elsewhere(faults), fixed)
}

/// Reads `layouts`: for each layout option, a table for each of its values.
fn read_changes(node: &TomlNode<'_>, resolve: FileResolver<'_>) -> Option<Vec<Change>> {
    let changes = node.entries()?.into_iter().map(|(name, values)| {
        let Some(key) = OptionKey::from_name(name).ok().filter(|&key| changes_layout(key)) else {
            return values.error(Finding::NotLayoutOption { found: clip(name), allowed: layout_keys().collect() });
        };
        all(values.entries()?.iter().map(|(value, change)| read_change(key, value, change, resolve)))
    });
    Some(all(changes)?.into_iter().flatten().collect())
}

fn read_change(key: OptionKey, value: &str, node: &TomlNode<'_>, resolve: FileResolver<'_>) -> Option<Change> {
    if let Err(error) = Options::default().with([(key, value)]) {
        return node.error(error);
    }
    let table = node.table(&LAYOUT)?;
    let implied = table.get("options").map_or(Some(vec![]), |node| all(node.entries()?.iter().map(read_implied)));
    let layout = Layout::read(&table, resolve);
    Some(Change { key, value: value.to_owned(), layout: layout?, implied: implied? })
}

fn read_implied((name, node): &(&str, TomlNode<'_>)) -> Option<(OptionKey, String)> {
    let Some(key) = OptionKey::from_name(name).ok().filter(|&key| !changes_layout(key)) else {
        return node.error(Finding::NotRuleOption(clip(name)));
    };
    let value = node.word()?;
    match Options::default().with([(key, value.as_str())]) {
        Ok(_) => Some((key, value)),
        Err(error) => node.error(error),
    }
}
