//! Proof-number search and certificates.

mod check;
mod dfpn;
mod draw;
mod file;
mod proof;
mod prover;

pub use check::{CheckStats, ProofError, check_proof};
pub use dfpn::{Dfpn, DfpnError};
pub use draw::prove_draw;
pub use proof::{Proof, ProofClaim};
pub use prover::{Prover, ValueBounds};
