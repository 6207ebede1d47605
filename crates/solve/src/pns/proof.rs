//! What a position is worth, proved by what one side answers to everything that the other can do.
//!
//! A proof needs no table of its own position: it goes on until positions are reached that small tables hold. It can be
//! replayed by the rules that people play by.

use crate::game::{EndlessPlay, MenLaw, MenPosition, PointSet};
use quirkat_rules::{Side, Wdl};
use std::collections::HashMap;

/// A position up to the symmetries of the game: the smallest of those that they lay on one another, with the first side to move
/// wherever each side moves as the other does.
pub type CanonicalPosition = MenPosition;

/// The smallest of the positions that symmetries lay on one another.
pub fn canonical(law: &MenLaw, position: MenPosition) -> CanonicalPosition {
    let position = match &law.exchange {
        Some(exchange) if position.to_move == Side::Second => position.exchanged(exchange),
        _ => position,
    };
    let laid = law.symmetries.iter().map(|symmetry| position.men.map(|set| symmetry.set(set)));
    MenPosition { men: laid.min().expect("the identity is one"), ..position }
}

/// That a side has at least so much from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofClaim {
    /// The side.
    pub side: Side,
    /// What it has at least: a win, or a draw.
    pub worth: Wdl,
}

/// Whether play that comes back to a position, and never ends, is worth at least so much to a side. Nothing is taken on the way
/// round, so that it is the same from any position of it.
pub fn endless_has(law: &MenLaw, position: MenPosition, side: Side, worth: Wdl) -> bool {
    let [own, other] = [side, side.other()].map(|side| position.men[side.index()].count_ones());
    match (law.endless, worth) {
        (_, Wdl::Loss) => true,
        (EndlessPlay::Drawn, worth) => worth == Wdl::Draw,
        (EndlessPlay::Counted, Wdl::Draw) => own >= other,
        (EndlessPlay::Counted, Wdl::Win) => own > other,
    }
}

/// What a position is worth, and the answers by which that is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The position.
    pub start: MenPosition,
    /// What is claimed: one side's win, or a draw for each.
    pub claims: Vec<ProofClaim>,
    /// It goes down to what tables for at most so many men of the first side hold.
    pub table_men: usize,
    /// For positions in which a side is to move for which something is claimed, what it moves to.
    pub answers: HashMap<CanonicalPosition, [PointSet; 2]>,
}

impl Proof {
    /// What the position is worth to its side to move, by the claims; nothing where they leave it open.
    pub fn worth(&self) -> Option<Wdl> {
        [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().find(|&worth| Proof::claims(self.start, worth) == self.claims)
    }

    /// What is claimed where a position is worth so much to its side to move.
    pub fn claims(position: MenPosition, worth: Wdl) -> Vec<ProofClaim> {
        let side = position.to_move;
        match worth {
            Wdl::Win => vec![ProofClaim { side, worth: Wdl::Win }],
            Wdl::Loss => vec![ProofClaim { side: side.other(), worth: Wdl::Win }],
            Wdl::Draw => Side::BOTH.map(|side| ProofClaim { side, worth: Wdl::Draw }).into(),
        }
    }
}
