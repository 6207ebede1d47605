//! Proved values of positions: retrograde analysis, tables, probing, verification, proof-number search and proofs.
//!
//! A game of men alone has a [`MenLaw`] and is solved completely by [`LayerSolver`] and [`SliceSolver`]; any other game
//! without state beyond its pieces has a [`MaterialLaw`] and is solved up to a number of pieces by [`MaterialSolver`].
//! [`AnyTables`] probes the results, [`Verifier`] checks them against the rules, and a [`Proof`] shows the value of one
//! position without its table. Values are those of [`quirkat_rules::GameValue`].
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
mod maps;
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
    ExploreError, LayerProgress, LayerSolver, LayerStage, MaterialSolver, MillsProgress, MillsSolver, MillsStage,
    PlacingProgress, PlacingSolver, PlacingStage, SliceProgress, SliceSolver, SolveError, Threshold,
};
pub use store::{EmbeddedFile, LayerKind, LayerTable, MaterialTable, SliceTable, TableError, TableFile, TableSource};
pub use value::{MaxDtw, Metric, WdlCounts};
