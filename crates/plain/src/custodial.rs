//! Captures of enclosed pieces (`capture_by`).
//!
//! A move to an empty point takes every enemy on a line of captures between the point where it ends and another piece of
//! its side: with `custodial` a single one, with `custodial_rows` an unbroken row too. Such a move is a capture. In the same
//! turn the piece may go on with moves that capture again, as `chain` says. Only the side that moves captures.

use super::capture::Capture;
use super::{CaptureBy, P, Rank, Rules, State};

/// A capture in progress, with the board as it is now.
#[derive(Clone)]
struct Hunt {
    now: State,
    path: Vec<P>,
    taken: Vec<P>,
    kings: Vec<bool>,
}

impl Rules {
    /// Returns every custodial capture of the side to move: each chain and each prefix of one.
    pub fn captures_by_enclosing(&self, state: &State) -> Vec<Capture> {
        let mut found = Vec::new();
        for (point, rank) in state.movers() {
            let hunt = Hunt { now: state.clone(), path: vec![point], taken: vec![], kings: vec![] };
            self.hunt_on(rank, self.hunts_after(&hunt, rank), &mut found);
        }
        found
    }

    fn hunt_on(&self, rank: Rank, hunts: Vec<Hunt>, found: &mut Vec<Capture>) {
        for next in hunts {
            let further = if self.is_single(&next.now) { vec![] } else { self.hunts_after(&next, rank) };
            found.push(Capture {
                path: next.path,
                ways: vec![],
                taken: next.taken,
                kings: next.kings,
                by: rank,
                is_cut_short: !further.is_empty(),
            });
            self.hunt_on(rank, further, found);
        }
    }

    /// Returns the capture after each move that takes something.
    fn hunts_after(&self, hunt: &Hunt, rank: Rank) -> Vec<Hunt> {
        let from = hunt.path[hunt.path.len() - 1];
        let mut hunts = Vec::new();
        for to in self.ends_of_steps(&hunt.now, (from, rank)) {
            let mut next = Hunt { now: moved(&hunt.now, from, to), ..hunt.clone() };
            let victims = self.enclosed(&next.now, to);
            if victims.is_empty() {
                continue;
            }
            for &victim in &victims {
                let (_, rank) = next.now.pieces.remove(&victim).expect("a piece is taken");
                next.kings.push(rank == Rank::King);
            }
            next.path.push(to);
            next.taken.extend(victims);
            hunts.push(next);
        }
        hunts
    }

    /// Returns whether this step takes something.
    pub fn encloses(&self, state: &State, from: P, to: P) -> bool {
        let encloses = matches!(self.capture_by, CaptureBy::Custodial | CaptureBy::CustodialRows);
        encloses && self.is_captor(state.to_move) && !self.enclosed(&moved(state, from, to), to).is_empty()
    }

    /// Returns the enemies between the piece that has moved to `end` and others of its side.
    fn enclosed(&self, state: &State, end: P) -> Vec<P> {
        let owner = |point: &P| state.pieces.get(point).map(|piece| piece.0);
        let mut enclosed = Vec::new();
        for direction in self.capture_directions(end) {
            let ray: Vec<P> = self.capture_ray(state, end, direction).collect();
            let row = ray.iter().take_while(|point| owner(point) == Some(state.to_move.other())).count();
            let is_closed = ray.get(row).is_some_and(|point| owner(point) == Some(state.to_move));
            let is_short = row == 1 || self.capture_by == CaptureBy::CustodialRows;
            if is_closed && is_short {
                enclosed.extend(&ray[..row]);
            }
        }
        enclosed
    }
}

/// Returns the position with a piece on another point, and nothing else changed.
fn moved(state: &State, from: P, to: P) -> State {
    let mut after = state.clone();
    let piece = after.pieces.remove(&from).expect("a piece moves");
    after.pieces.insert(to, piece);
    after
}
