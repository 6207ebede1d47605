//! Pruning and reductions: the decisions, apart from the search that applies them.

use super::quiescence::captures_are_common;
use crate::params::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, FUTILITY_MARGIN_PER_PLY, LATE_MOVE_PRUNING_BASE, LATE_MOVE_PRUNING_DEPTH,
    LATE_MOVE_PRUNING_PER_SQUARE, LATE_MOVE_REDUCTION_BASE, LATE_MOVE_REDUCTION_DEPTH, LATE_MOVE_REDUCTION_DIVISOR,
    LATE_MOVE_REDUCTION_KILLER, LATE_MOVE_REDUCTION_MOVES, LATE_MOVE_REDUCTION_OPEN_WINDOW, PROBCUT_DEPTH_TENTHS,
    REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use crate::score::Score;
use quirkat_rules::{Capture, Options, Promotion, Removal};
use std::sync::LazyLock;

/// Which kinds of pruning a game allows.
#[derive(Clone, Copy)]
pub(super) struct PruningSettings {
    pub reverse_futility: bool,
    pub probcut: bool,
    pub futility: bool,
    pub late_move_pruning: bool,
}

impl PruningSettings {
    /// Returns the settings of a game.
    ///
    /// Where captures are compulsory and no piece is promoted, matches were lost by pruning moves, unless captures are
    /// as common as other moves, and by pruning nodes, unless a trained evaluation exists. ProbCut gains only where
    /// captures are as common as other moves or every move captures. Futility loses in games of towers, whose evaluation
    /// changes much within a few plies.
    pub fn new(options: &Options, is_trained: bool) -> PruningSettings {
        let men_must_capture = options.capture == Capture::Mandatory
            && options.promotion == Promotion::None
            && !options.every_turn_captures();
        let prunes_nodes = is_trained || !men_must_capture;
        let prunes_moves = !men_must_capture || is_trained && captures_are_common(options);
        let has_towers = options.removal == Removal::Under;
        PruningSettings {
            reverse_futility: prunes_nodes,
            probcut: prunes_nodes && (captures_are_common(options) || options.every_turn_captures()),
            futility: prunes_moves && !has_towers,
            late_move_pruning: prunes_moves,
        }
    }
}

/// Inputs of late move reductions, late move pruning and futility pruning.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    pub depth: u32,
    /// Number of the move in move ordering, from 0.
    pub number: usize,
    /// Whether it captures in a game in which not every move does.
    pub is_capture: bool,
    /// Whether it is quiet and a killer or the move of the transposition table.
    pub is_killer: bool,
    /// Whether the node has a null window.
    pub is_null_window: bool,
}

impl LateMove {
    /// Returns the late move reduction in plies: it grows with the depth and the number of the move.
    pub fn reduction(self) -> u32 {
        if self.depth < LATE_MOVE_REDUCTION_DEPTH || self.number < LATE_MOVE_REDUCTION_MOVES {
            return 0;
        }
        let plies = LATE_MOVE_REDUCTION_BASE + ln(self.depth as usize) * ln(self.number) / LATE_MOVE_REDUCTION_DIVISOR;
        let withheld = if self.is_null_window { 0.0 } else { LATE_MOVE_REDUCTION_OPEN_WINDOW }
            + if self.is_killer { LATE_MOVE_REDUCTION_KILLER } else { 0.0 };
        (plies - withheld).max(0.0) as u32
    }

    /// Returns whether futility or late move pruning skips this move and all later ones.
    pub fn is_pruned(self, settings: PruningSettings, static_evaluation: Option<Score>, alpha: Score) -> bool {
        if self.is_capture || self.is_killer || !self.is_null_window {
            return false;
        }
        let LateMove { depth, number, .. } = self;
        let min_number = LATE_MOVE_PRUNING_BASE + (LATE_MOVE_PRUNING_PER_SQUARE * depth * depth) as usize;
        let is_late = settings.late_move_pruning && depth <= LATE_MOVE_PRUNING_DEPTH && number >= min_number;
        let margin = FUTILITY_MARGIN + FUTILITY_MARGIN_PER_PLY * depth as i32;
        let is_futile = |evaluation: Score| evaluation.0 + margin <= alpha.0;
        is_late || settings.futility && depth <= FUTILITY_DEPTH && static_evaluation.is_some_and(is_futile)
    }
}

/// Returns the natural logarithm of a number, from a table; numbers beyond the table count as its last one.
fn ln(number: usize) -> f64 {
    static LOGARITHMS: LazyLock<[f64; 256]> = LazyLock::new(|| std::array::from_fn(|number| libm::log(number as f64)));
    LOGARITHMS[number.min(LOGARITHMS.len() - 1)]
}

/// Returns whether reverse futility cuts a quiet node off.
pub(super) fn is_reverse_futile(static_evaluation: Score, depth: u32, beta: Score) -> bool {
    depth <= REVERSE_FUTILITY_DEPTH && static_evaluation.0 - REVERSE_FUTILITY_MARGIN * depth as i32 >= beta.0
}

/// Returns the depth of the ProbCut search of a node.
pub(super) fn probcut_depth(depth: u32) -> u32 {
    depth * PROBCUT_DEPTH_TENTHS / 10
}
