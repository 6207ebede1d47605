//! Proofs of values: certificates that answer every move of the other side.
//!
//! A proof needs no table of its own position: its lines end at positions that small tables cover. It is checked by the
//! rules that games are played by.

use crate::game::{EndlessPlay, MenLaw, MenPosition, PointSet};
use quirkat_rules::{Side, Wdl};
use std::collections::HashMap;

/// Representative of symmetric positions: the smallest, with the first side to move where the sides move alike.
pub type CanonicalPosition = MenPosition;

/// Returns the representative of a position.
pub fn canonical(law: &MenLaw, position: MenPosition) -> CanonicalPosition {
    let position = match &law.exchange {
        Some(exchange) if position.to_move == Side::Second => position.exchanged(exchange),
        _ => position,
    };
    let images = law.symmetries.iter().map(|symmetry| position.men.map(|set| symmetry.set(set)));
    MenPosition { men: images.min().expect("the identity is a symmetry"), ..position }
}

/// Claim that a side gets at least a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofClaim {
    /// Side that has at least the claimed result.
    pub side: Side,
    /// Least result of the side: a win or a draw.
    pub wdl: Wdl,
}

/// Returns whether endless play through a position gives a side at least a result. Nothing is captured in a repetition,
/// so the answer is the same for all its positions.
pub fn endless_has(law: &MenLaw, position: MenPosition, side: Side, wdl: Wdl) -> bool {
    let [own, other] = [side, side.other()].map(|side| position.men[side.index()].count_ones());
    match (law.endless, wdl) {
        (_, Wdl::Loss) => true,
        (EndlessPlay::Drawn, wdl) => wdl == Wdl::Draw,
        (EndlessPlay::Counted, Wdl::Draw) => own >= other,
        (EndlessPlay::Counted, Wdl::Win) => own > other,
    }
}

/// Proof of the value of a position.
///
/// # Examples
/// The proofs in the folder `proofs` are read like this; [`check_proof`](crate::check_proof) replays them with tables.
/// ```
/// use quirkat_rules::{Wdl, find_game};
/// use quirkat_solve::{MenLaw, MenPosition, Proof, TableFile};
/// use std::path::Path;
///
/// let ruleset = find_game("alquerque").unwrap().ruleset(Some("walker"), &[])?;
/// let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/alquerque.walker.proof");
/// let proof = Proof::read(&MenLaw::of(&ruleset)?, &TableFile::open(&path)?)?;
/// assert_eq!((proof.start, proof.wdl()), (MenPosition::of(&ruleset.start), Some(Wdl::Win)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Position whose value is proved.
    pub start: MenPosition,
    /// Claims: a win of one side, or a draw for each.
    pub claims: Vec<ProofClaim>,
    /// Maximum number of first-side men of the tables at which lines end.
    pub table_men: usize,
    /// Men after the answer, by position with a claiming side to move.
    pub answers: HashMap<CanonicalPosition, [PointSet; 2]>,
}

impl Proof {
    /// Returns the result of the position for its side to move; `None` where the claims leave it open.
    pub fn wdl(&self) -> Option<Wdl> {
        [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().find(|&wdl| Proof::claims(self.start, wdl) == self.claims)
    }

    /// Returns the claims for a result of the side to move.
    pub fn claims(position: MenPosition, wdl: Wdl) -> Vec<ProofClaim> {
        let side = position.to_move;
        match wdl {
            Wdl::Win => vec![ProofClaim { side, wdl: Wdl::Win }],
            Wdl::Loss => vec![ProofClaim { side: side.other(), wdl: Wdl::Win }],
            Wdl::Draw => Side::BOTH.map(|side| ProofClaim { side, wdl: Wdl::Draw }).into(),
        }
    }
}
