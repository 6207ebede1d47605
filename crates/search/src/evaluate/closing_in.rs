//! Endings: whoever is ahead goes up to the other side's pieces, so that a win that lies beyond the horizon comes nearer.

use quirkat_rules::{CaptureBy, Options, Placed, Rules, Side};
use std::cell::OnceCell;

/// So many pieces are an ending.
const FEW: usize = 10;
/// What it is worth that a piece of the side that has fewer is a step nearer to the other's pieces, in hundredths of a man,
/// for whoever is so much ahead.
const STEP: i32 = 16;
const AHEAD: i32 = 100;
/// What is farther, or cannot be reached, counts as this.
const FARTHEST: u16 = 32;

/// The steps between any two points of a board, found when the first ending is looked at.
pub(super) struct ClosingIn(OnceCell<Vec<Vec<u16>>>);

impl ClosingIn {
    /// Where nothing is gained by being near there is none.
    pub fn new(options: &Options) -> Option<ClosingIn> {
        (options.capture_by == CaptureBy::Leap && !options.always_takes()).then(|| ClosingIn(OnceCell::new()))
    }

    /// What it is worth to the side to move how far the pieces are from each other, so many in all, where the position is
    /// otherwise worth so much to it.
    #[inline]
    pub fn evaluate<G: Rules>(&self, rules: &G, position: &G::Position, pieces: u32, worth: i32) -> i32 {
        if pieces > FEW as u32 || worth == 0 {
            return 0;
        }
        let distances = self.0.get_or_init(|| rules.ruleset().board.distances());
        let mut points = [[0; FEW]; 2];
        let mut count = [0; 2];
        rules.each_piece(position, |Placed { piece, point, depth }| {
            let side = piece.side.index();
            if depth == 0 && count[side] < FEW {
                points[side][count[side]] = point.index();
                count[side] += 1;
            }
        });
        let [first, second] = Side::BOTH.map(|side| &points[side.index()][..count[side.index()]]);
        let way = |from: usize| second.iter().map(move |&to| i32::from(distances[from][to].min(FARTHEST)));
        let ways: i32 = first.iter().copied().flat_map(way).sum();
        let more = first.len().max(second.len()).max(1) as i32;
        -STEP * ways * worth.clamp(-AHEAD, AHEAD) / (more * AHEAD)
    }
}
