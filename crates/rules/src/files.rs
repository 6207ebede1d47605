//! Data files below the level of games: the TOML reader, the format tables, boards, setups, layouts and positions, and the
//! diagnostics about them.

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
pub(crate) use setups::named_setups;
