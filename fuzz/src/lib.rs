//! The checks that fuzz targets run on each input. They are shared with the tests: hostile text in the rules and records crates,
//! event logs in the play crate, and requests to the server.

#[path = "../../crates/quirkat/tests/service/server/asking.rs"]
mod asking;
#[path = "../../crates/records/tests/formats/reader.rs"]
mod formats;
#[path = "../../crates/play/tests/all/logs/reader.rs"]
mod logs;
#[path = "../../crates/rules/tests/all/hostile/readers.rs"]
mod readers;
mod server;

pub use asking::InputKind;
pub use formats::formats;
pub use logs::log;
pub use readers::*;
pub use server::send;
