//! Retrograde analysis.

mod bitwise;
mod dispatch;
mod hunt;
pub(crate) mod material;
mod slices;
mod solver;

pub use bitwise::{LayerProgress, LayerSolver, LayerStage, Threshold};
pub use slices::{SliceProgress, SliceSolver};
pub(crate) use solver::listed_index;
pub use solver::{ExploreError, MaterialSolver, SolveError};
