//! What is true in games of the Alquerque family: positions solved, stored, looked up and verified.
//!
//! # Examples
//! ```
//! use quirkat_rules::find_game;
//! use quirkat_solve::{LawError, MenLaw};
//!
//! let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! assert_eq!(MenLaw::of(&ruleset)?.symmetries.len(), 8);
//! let with_kings = find_game("alquerque").unwrap().ruleset(Some("roman"), &[])?;
//! assert!(matches!(MenLaw::of(&with_kings), Err(LawError::Rule { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cluster;
mod game;
mod index;
mod job;
mod pns;
mod probe;
mod retro;
mod store;
mod value;

pub use cluster::{ClusterError, ClusterProgress, ClusterSolver, Hosts, JoinError, Shares};
pub use game::{
    AnyLaw, ChainRule, EndlessPlay, LawError, MAX_BOARD_POINTS, ManLeap, MaterialLaw, MaterialSignature, MenLaw,
    MenPosition, PointMap, PointSet, SignatureError,
};
pub use index::MaterialIndex;
pub use job::{Resources, Run};
pub use pns::{
    CheckStats, Dfpn, DfpnError, Proof, ProofClaim, ProofError, Prover, ValueBounds, check_proof, prove_draw,
};
pub use probe::{
    AnyTables, Contradiction, CountsBySlice, MAX_FAULTS, MaterialTables, MenTables, TableCatalog, TableFault,
    VerificationReport, Verifier,
};
pub use retro::{
    ExploreError, LayerProgress, LayerSolver, LayerStage, MaterialSolver, SliceProgress, SliceSolver, SolveError,
    Threshold,
};
pub use store::{EmbeddedFile, LayerKind, LayerTable, MaterialTable, SliceTable, TableError, TableFile, TableSource};
pub use value::{MaxDtw, Metric, WdlCounts};
