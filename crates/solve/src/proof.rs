//! What a position is worth, proved by what one side answers to everything that the other can do.
//!
//! A proof needs no table of its own position: it goes on until positions are reached that small tables hold. It can be
//! replayed by the rules that people play by.

mod check;
mod file;
mod hold;
mod search;

pub use check::{Checked, NotProved, check};
pub use hold::hold;
pub use search::{Known, Prover};

use crate::law::{Endless, Law, Set};
use crate::tables::Placement;
use crate::whole::Worth;
use quirkat_rules::Side;
use std::collections::HashMap;

/// A position up to the symmetries of the game: the smallest of those that they lay on one another, with the first side to move
/// wherever each side moves as the other does.
pub type Canonical = Placement;

/// The smallest of the positions that symmetries lay on one another.
pub fn canonical(law: &Law, position: Placement) -> Canonical {
    let position = match &law.exchange {
        Some(exchange) if position.to_move == Side::Second => position.exchanged(exchange),
        _ => position,
    };
    let laid = law.symmetries.iter().map(|symmetry| position.men.map(|set| symmetry.set(set)));
    Placement { men: laid.min().expect("the identity is one"), ..position }
}

/// That a side has at least so much from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The side.
    pub side: Side,
    /// What it has at least: a win, or a draw.
    pub worth: Worth,
}

/// Whether play that comes back to a position, and never ends, is worth at least so much to a side. Nothing is taken on the way
/// round, so that it is the same from any position of it.
fn endless_has(law: &Law, position: Placement, side: Side, worth: Worth) -> bool {
    let [own, other] = [side, side.other()].map(|side| position.men[side.index()].count_ones());
    match (law.endless, worth) {
        (_, Worth::Lost) => true,
        (Endless::Drawn, worth) => worth == Worth::Drawn,
        (Endless::Counted, Worth::Drawn) => own >= other,
        (Endless::Counted, Worth::Won) => own > other,
    }
}

/// What a position is worth, and the answers by which that is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The position.
    pub start: Placement,
    /// What is claimed: one side's win, or a draw for each.
    pub claims: Vec<Claim>,
    /// It goes down to what tables for at most so many men of the first side hold.
    pub down: usize,
    /// For positions in which a side is to move for which something is claimed, what it moves to.
    pub answers: HashMap<Canonical, [Set; 2]>,
}

impl Proof {
    /// What the position is worth to its side to move, by the claims; nothing where they leave it open.
    pub fn worth(&self) -> Option<Worth> {
        [Worth::Won, Worth::Drawn, Worth::Lost]
            .into_iter()
            .find(|&worth| Proof::claims(self.start, worth) == self.claims)
    }

    /// What is claimed where a position is worth so much to its side to move.
    pub fn claims(position: Placement, worth: Worth) -> Vec<Claim> {
        let side = position.to_move;
        match worth {
            Worth::Won => vec![Claim { side, worth: Worth::Won }],
            Worth::Lost => vec![Claim { side: side.other(), worth: Worth::Won }],
            Worth::Drawn => Side::BOTH.map(|side| Claim { side, worth: Worth::Drawn }).into(),
        }
    }
}
