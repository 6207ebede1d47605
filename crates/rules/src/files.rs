//! What files say, as far as it is not yet a game: their tables and keys, boards, setups, layouts, positions; and what is to be
//! said of them.

mod board;
mod diagram;
mod finding;
pub(crate) mod format;
mod layout;
mod position;
pub(crate) mod reader;
mod ruleset_error;
mod setups;

pub use board::parse_board;
pub(crate) use board::read_board;
pub use diagram::{DiagramError, read_diagram, write_diagram};
pub use finding::{Expected, Finding, MissingFile, Unexpected};
pub use layout::LayoutError;
pub(crate) use layout::{Layout, Layouts, changes_layout};
pub use position::{Colour, FenError, MAX_FEN_LEN};
pub(crate) use position::{read_position, write_position};
pub use reader::{Diagnostic, FileErrors, FileResolver};
pub use ruleset_error::RulesetError;
pub(crate) use setups::setup_words;
