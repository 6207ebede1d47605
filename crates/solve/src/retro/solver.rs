//! The task of solving material, shared by the solvers that take it on.

use crate::game::{MaterialLaw, MaterialSignature};
use crate::index::MaterialIndex;
use crate::job::Pool;
use crate::store::TableError;
use crate::value::Metric;
use quirkat_rules::{AnyRules, TooManyTurns};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// How the endings of a game are solved.
#[derive(Clone, Copy)]
pub struct MaterialSolver<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// What they are numbered by.
    pub law: &'a Arc<MaterialLaw>,
    /// The game as people name it, for the files.
    pub title: &'a str,
    /// Where the files go.
    pub folder: &'a Path,
    /// What they are to say.
    pub metric: Metric,
    /// How many threads work.
    pub threads: usize,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// Whether to end the work; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl MaterialSolver<'_> {
    /// The threads that share the work.
    pub(super) fn pool(&self) -> Pool<'_> {
        Pool { threads: self.threads, stop: self.stop }
    }
}

/// Why an ending was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A file cannot be read or written, or a game takes longer than a table can say.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are more positions than can be numbered.
    #[error("{0}: it has more positions than a table can hold")]
    Positions(String),
    /// It takes more memory than may be used.
    #[error("{name} takes {needed:.1} GiB of memory; allowed: {allowed:.1} GiB")]
    Memory {
        /// The ending.
        name: String,
        /// What it takes, in GiB.
        needed: f64,
        /// What may be used.
        allowed: f64,
    },
    /// Its turns are of another kind than can be solved.
    #[error("{name} cannot be solved: {}", in_words(.unfit))]
    Unsupported {
        /// The ending.
        name: String,
        /// What is in the way.
        unfit: ExploreError,
    },
}

impl SolveError {
    /// Whether an ending that needs so many bytes of memory may take them.
    pub(crate) fn must_fit(name: &str, needed: u64, allowed: u64) -> Result<(), SolveError> {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let (name, is_enough) = (name.to_owned(), needed <= allowed);
        if is_enough { Ok(()) } else { Err(SolveError::Memory { name, needed: gib(needed), allowed: gib(allowed) }) }
    }
}

fn in_words(unfit: &ExploreError) -> String {
    match unfit {
        ExploreError::TooManyMoves(error) => error.to_string(),
        ExploreError::DoubleMove => "a side goes on without a change".to_owned(),
        ExploreError::Unsolved(material) => format!("a turn leads to {material}, which is not solved"),
    }
}

/// Why positions cannot be gone through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExploreError {
    /// One has too many turns.
    TooManyMoves(TooManyTurns),
    /// In one a side has two turns.
    DoubleMove,
    /// A turn leads to what is not solved.
    Unsolved(String),
}

/// Index of a signature's positions in 32 bits.
///
/// # Errors
/// When the signature has more positions.
pub(crate) fn listed_index(law: &Arc<MaterialLaw>, signature: MaterialSignature) -> Result<MaterialIndex, SolveError> {
    MaterialIndex::listed(law, signature).ok_or_else(|| SolveError::Positions(signature.to_string()))
}
