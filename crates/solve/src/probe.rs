//! Tables looked up and verified.

mod any;
mod catalog;
mod levels;
mod material;
mod men;
mod mills;
mod placed;
mod verify;

pub use any::AnyTables;
pub use catalog::TableCatalog;
pub use material::MaterialTables;
pub use men::{Contradiction, CountsBySlice, MenTables};
pub use verify::{MAX_FAULTS, TableFault, VerificationReport, Verifier};
