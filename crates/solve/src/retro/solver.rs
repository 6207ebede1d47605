//! Task of solving material, shared by the solvers that perform it.

use crate::game::{MaterialLaw, MaterialSignature};
use crate::index::MaterialIndex;
use crate::job::Pool;
use crate::store::TableError;
use crate::value::Metric;
use quirkat_rules::{AnyRules, TooManyTurns};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Solver of all positions of material signatures, for games of any rules.
#[derive(Clone, Copy)]
pub struct MaterialSolver<'a> {
    /// Rules of the game, by which moves are generated.
    pub rules: &'a AnyRules,
    /// Law by which positions are indexed.
    pub law: &'a Arc<MaterialLaw>,
    /// Title of the game, for the files.
    pub title: &'a str,
    /// Folder where the tables are stored.
    pub folder: &'a Path,
    /// Metric that the tables store.
    pub metric: Metric,
    /// Number of threads, from 1.
    pub threads: usize,
    /// Bytes of memory that may be used.
    pub memory: u64,
    /// Returns whether to stop; called before each share of work.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl MaterialSolver<'_> {
    /// Returns the threads that share the work.
    pub(super) fn pool(&self) -> Pool<'_> {
        Pool { threads: self.threads, stop: self.stop }
    }
}

/// Reason why material was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A file cannot be read or written, or a game takes longer than a table can store.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The signature has more positions than an index can number.
    #[error("{0} has more positions than a table can hold")]
    Positions(String),
    /// The solver needs more memory than allowed.
    #[error("{name} takes {needed:.1} GiB of memory; allowed: {allowed:.1} GiB")]
    Memory {
        /// Name of the signature.
        name: String,
        /// Memory that is needed, in GiB.
        needed: f64,
        /// Memory that is allowed, in GiB.
        allowed: f64,
    },
    /// The solver does not support the moves of the signature.
    #[error("{name} cannot be solved: {}", in_words(.unfit))]
    Unsupported {
        /// Name of the signature.
        name: String,
        /// Move that is not supported.
        unfit: ExploreError,
    },
}

impl SolveError {
    /// Checks that a signature's need of memory is allowed.
    pub(crate) fn must_fit(name: &str, needed: u64, allowed: u64) -> Result<(), SolveError> {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let (name, is_enough) = (name.to_owned(), needed <= allowed);
        if is_enough { Ok(()) } else { Err(SolveError::Memory { name, needed: gib(needed), allowed: gib(allowed) }) }
    }
}

fn in_words(unfit: &ExploreError) -> String {
    match unfit {
        ExploreError::TooManyMoves(error) => error.to_string(),
        ExploreError::DoubleMove => "a side moves again without a change of material".to_owned(),
        ExploreError::Unsolved(material) => format!("a move leads to {material}, which is not solved"),
    }
}

/// Reason why moves cannot be explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExploreError {
    /// A position has too many moves.
    TooManyMoves(TooManyTurns),
    /// A side moves again without a change of material.
    DoubleMove,
    /// A move leads to material that is not solved.
    Unsolved(String),
}

/// Returns the index of a signature's positions in 32 bits.
///
/// # Errors
/// When the signature has more positions.
pub(crate) fn listed_index(law: &Arc<MaterialLaw>, signature: MaterialSignature) -> Result<MaterialIndex, SolveError> {
    MaterialIndex::listed(law, signature).ok_or_else(|| SolveError::Positions(signature.to_string()))
}
