//! What need not be searched, or not so deeply: quiet positions far above or below what matters, and turns that come late.

use super::quiesce::takes_often;
use crate::score::Score;
use quirkat_rules::{Capture, Options, Promotion};
use std::sync::LazyLock;

/// A quiet position as deep as this, standing so much above what matters for each ply left, is taken as it stands
/// ("reverse futility").
const STANDING_DEPTH: u32 = 6;
const STANDING_MARGIN: i32 = 60;

/// From this depth on, a position that a search of this part of its depth finds so much above what matters is taken for
/// that (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
pub(super) const GLANCE_DEPTH: u32 = 5;
const GLANCE_TENTHS: u32 = 4;
pub(super) const GLANCE_MARGIN: i32 = 50;

/// Up to this depth, quiet turns are left out when the position stands so much below what matters ("futility"), with so
/// much more for each ply.
const FUTILE_DEPTH: u32 = 3;
const FUTILE_MARGIN: [i32; 2] = [40, 60];

/// Up to this depth, quiet turns after so many are left out ("late-move pruning"): these, and twice the square of the depth.
const LATE_DEPTH: u32 = 4;
const LATE: usize = 3;

/// From this depth on, a position of which no best turn is known is searched less deeply by a ply, to know one
/// ("internal iterative reduction").
pub(super) const UNKNOWN_DEPTH: u32 = 4;

/// What is left out in a game.
#[derive(Clone, Copy)]
pub(super) struct Leaves {
    /// Quiet positions far above what matters are taken as they stand, or at a glance.
    pub positions: bool,
    /// Quiet turns near the horizon that come late, or where the position stands far below what matters, are not looked at.
    pub turns: bool,
}

impl Leaves {
    /// What is left out by these rules. Where captures are forced and no piece is promoted, no turn is left out, unless captures
    /// are as common as other turns, and no position if nothing was learned of the game: there matches were lost by it
    /// (`docs/explanation/search.md`).
    pub fn of(options: &Options, learned: bool) -> Leaves {
        let men_must_take = options.capture == Capture::Mandatory
            && options.promotion == Promotion::None
            && !options.every_turn_captures();
        Leaves { positions: learned || !men_must_take, turns: !men_must_take || learned && takes_often(options) }
    }
}

/// A turn that is looked at after others.
#[derive(Clone, Copy)]
pub(super) struct Late {
    pub depth: u32,
    /// How many turns came before it.
    pub number: usize,
    /// Whether it takes something where not every turn does.
    pub captures: bool,
    /// Whether it takes nothing and cut off at the same ply, or is known as the best.
    pub is_favoured: bool,
    /// Whether only this matters of the position: whether it is above a score.
    pub is_narrow: bool,
}

impl Late {
    /// How many plies less deeply it is looked at first ("late-move reductions"): the more, the deeper the search and the
    /// later the turn. Captures are not, where they are rare.
    pub fn reduction(self) -> u32 {
        if self.depth < 3 || self.number < 2 {
            return 0;
        }
        let plies = 0.3 + ln(self.depth as usize) * ln(self.number) / 1.9;
        let held = if self.is_narrow { 0.0 } else { 0.7 } + if self.is_favoured { 1.0 } else { 0.0 };
        (plies - held).max(0.0) as u32
    }

    /// Whether it, and all that come after it, are left out.
    pub fn is_left_out(self, standing: Option<Score>, alpha: Score) -> bool {
        if self.captures || self.is_favoured || !self.is_narrow {
            return false;
        }
        let [margin, a_ply] = FUTILE_MARGIN;
        let depth = self.depth;
        let is_futile = |standing: Score| standing.0 + margin + a_ply * depth as i32 <= alpha.0;
        depth <= LATE_DEPTH && self.number >= LATE + 2 * (depth * depth) as usize
            || depth <= FUTILE_DEPTH && standing.is_some_and(is_futile)
    }
}

/// The logarithm of a number, looked up; that of the last number in the table for those above it.
fn ln(number: usize) -> f64 {
    static LOGARITHMS: LazyLock<[f64; 256]> = LazyLock::new(|| std::array::from_fn(|number| (number as f64).ln()));
    LOGARITHMS[number.min(LOGARITHMS.len() - 1)]
}

/// Whether a quiet position that stands like this is good enough to be taken as it stands.
pub(super) fn stands_above(standing: Score, depth: u32, beta: Score) -> bool {
    depth <= STANDING_DEPTH && standing.0 - STANDING_MARGIN * depth as i32 >= beta.0
}

/// How deeply a position is searched at a glance.
pub(super) fn glance(depth: u32) -> u32 {
    depth * GLANCE_TENTHS / 10
}
