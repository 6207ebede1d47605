//! Table files, their blocks, a cache of blocks, and the kinds of tables.

mod cache;
mod file;
mod layer;
mod maps;
mod material;
mod mills;
mod placed;
mod slice;
mod source;
mod values;

pub(crate) use cache::BlockCache;
pub(crate) use file::{PackedBlock, TableWriter};
pub use file::{TableError, TableFile};
pub use layer::{LayerKind, LayerTable};
pub use material::MaterialTable;
pub(crate) use material::MaterialTableSet;
pub(crate) use mills::MillsTable;
pub(crate) use placed::PlacedTable;
pub use slice::SliceTable;
pub(crate) use slice::SliceTableSet;
pub use source::{EmbeddedFile, TableSource};
pub(crate) use values::ValueFile;
