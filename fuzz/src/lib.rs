//! What the fuzz targets ask of each reader: the same as the tests of hostile text in the rules crate, of logs in that of
//! play, and of the server.

#[path = "../../crates/quirkat/tests/service/server/asking.rs"]
mod asking;
#[path = "../../crates/play/tests/all/logs/reader.rs"]
mod logs;
#[path = "../../crates/rules/tests/all/hostile/readers.rs"]
mod readers;
mod server;

pub use asking::Means;
pub use logs::log;
pub use readers::*;
pub use server::send;
