//! Collections of game records, as other people and programs have written them.
//!
//! [`RecordReader`] reads a PDN file of any size, one game after another and in constant memory. It recognises the encoding:
//! UTF-8, UTF-16, or an older one such as Latin-1 or Windows-1251. An error costs one game: each [`PdnEntry`] holds what
//! could be read, and the error. [`RecordFilter`] selects games, and [`GameSummary`] describes one in a line.
//!
//! # Examples
//! ```
//! use quirkat_records::{GameResult, GameSummary, RecordReader};
//!
//! let file = b"[White \"Ts\xeb\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2-0\n\n[White \"B\"]\n1. 33-29 {open\n";
//! let games: Vec<_> = RecordReader::new(&file[..])?.collect::<Result<_, _>>()?;
//! let first = GameSummary::new(&games[0]);
//! assert_eq!((&first.white[..], first.result, first.plies), ("Tsë", GameResult::White, 2));
//! assert!(games[1].fault.is_some());
//! # Ok::<(), std::io::Error>(())
//! ```

mod encoding;
mod filter;
mod formats;
mod reader;
mod summary;

pub use encoding::decode_text;
pub use filter::RecordFilter;
pub use formats::{Exported, FormatError, Imported, JsonObjects, OtherFormat};
pub use quirkat_rules::PdnEntry;
pub use reader::{MAX_RECORD_BYTES, RecordReader};
pub use summary::{GameResult, GameSummary};
