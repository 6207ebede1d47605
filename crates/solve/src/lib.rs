//! What is true in games of the Alquerque family: positions solved, stored, looked up and verified.
//!
//! # Examples
//! ```
//! use quirkat_rules::find_game;
//! use quirkat_solve::{Law, NotSolvable};
//!
//! let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! assert_eq!(Law::of(&ruleset)?.symmetries.len(), 8);
//! let with_kings = find_game("alquerque").unwrap().ruleset(Some("roman"), &[])?;
//! assert!(matches!(Law::of(&with_kings), Err(NotSolvable::Rule { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod classes;
mod dfpn;
mod distance;
mod ending;
mod file;
mod kept;
mod law;
mod moves;
mod proof;
mod shelf;
mod source;
mod spread;
mod tables;
mod verdict;
mod verdicts;
mod verify;
mod whole;

pub use any::{AnyLaw, AnyTables, EndingTables};
pub use dfpn::{Dfpn, NotFound};
pub use distance::{DistanceProgress, Distances, DoneSlice, Longest};
pub use ending::{
    DoneEnding, DoneEndings, Endings, Frame, Needs, NoSignature, NotSolved, Numbering, Says, Signature, Unfit,
};
pub use file::{TableError, TableFile};
pub use law::{Endless, Further, Laid, Law, Leap, MOST_POINTS, NotSolvable, Set};
pub use proof::{Checked, Claim, Known, NotProved, Proof, Prover, check, hold};
pub use shelf::Shelf;
pub use source::{FileWithin, TableSource};
pub use spread::{Hosts, NotJoined, NotSpread, Shares, Spread, Spreading};
pub use tables::{Contradiction, Placement, Slices, Tables};
pub use verdict::Verdict;
pub use verify::{Fault, MOST_FAULTS, Verified, Verify};
pub use whole::{Count, DoneLayer, Extent, Half, Progress, Stage, Whole, Worth};
