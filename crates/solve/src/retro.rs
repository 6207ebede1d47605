//! Retrograde analysis.

mod bitwise;
mod dispatch;
mod hunt;
mod levels;
pub(crate) mod material;
mod mills;
mod slices;
mod solver;

pub use bitwise::{LayerProgress, LayerSolver, LayerStage, Threshold};
pub use levels::{PlacingProgress, PlacingSolver, PlacingStage};
pub use mills::{MillsProgress, MillsSolver, MillsStage};
pub use slices::{SliceProgress, SliceSolver};
pub(crate) use solver::listed_index;
pub use solver::{ExploreError, MaterialSolver, SolveError};
