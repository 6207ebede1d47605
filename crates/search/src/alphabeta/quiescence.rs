//! Quiescence search: follows captures beyond the horizon until the position is quiet.

use super::move_picker::{ScoredMove, select_best};
use super::{Interruption, Node, Search, Window};
use crate::evaluate::Evaluator;
use crate::params::{
    MAX_PLY, QUIESCENCE_CAPTURES_ALWAYS, QUIESCENCE_CAPTURES_APPROACH, QUIESCENCE_CAPTURES_DROPS,
    QUIESCENCE_CAPTURES_TOWERS,
};
use crate::score::Score;
use quirkat_rules::{CaptureBy, Options, Removal, Resupply, Rules};

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// Searches captures until the position is quiet. Where the side to move has other moves, it may stand pat.
    pub(super) fn quiescence(
        &mut self,
        node: Node<'_, G::Position>,
        mut window: Window,
    ) -> Result<Score, Interruption> {
        self.count_node()?;
        let Node { position, ply, .. } = node;
        if self.quiescence_captures >= self.max_quiescence_captures {
            let has_moves = self.rules.has_turn(position);
            return Ok(if has_moves { self.static_evaluation(node) } else { self.score_without_moves(node) });
        }
        let may_stand_pat = self.generate_captures(position);
        if self.generated.is_empty() {
            return Ok(if may_stand_pat { self.static_evaluation(node) } else { self.score_without_moves(node) });
        }
        if ply >= MAX_PLY {
            return Ok(self.static_evaluation(node));
        }
        let mut best = None;
        if may_stand_pat {
            let stand_pat = self.static_evaluation(node);
            if stand_pat >= window.beta {
                return Ok(stand_pat);
            }
            window.alpha = window.alpha.max(stand_pat);
            best = Some(stand_pat);
        }
        let mut moves = std::mem::take(&mut self.stack[ply as usize].moves);
        moves.clear();
        moves.extend(self.generated.iter().map(|mv| (*mv, self.rules.removed_count(mv) as i32)));
        let result = self.search_captures(node, &mut moves, best, window);
        self.stack[ply as usize].moves = moves;
        result
    }

    /// Generates the captures of a position, and returns whether it has other moves. Where there are too many captures,
    /// generates none and returns false.
    fn generate_captures(&mut self, position: &G::Position) -> bool {
        self.generated.clear();
        let has_others = self.rules.list_captures(position, &mut self.generated);
        has_others.unwrap_or_else(|_| {
            self.generated.clear();
            false
        })
    }

    /// Returns the best score of these captures and of standing pat.
    fn search_captures(
        &mut self,
        node: Node<'_, G::Position>,
        moves: &mut [ScoredMove<G::Move>],
        mut best: Option<Score>,
        mut window: Window,
    ) -> Result<Score, Interruption> {
        for number in 0..moves.len() {
            select_best(moves, number);
            let (mv, _) = moves[number];
            self.quiescence_captures += 1;
            let result = self.with_move(node, &mv, |search, mover, child| search.search_child(mover, child, 0, window));
            self.quiescence_captures -= 1;
            best = best.max(Some(result?));
            window.alpha = window.alpha.max(best.unwrap_or(window.alpha));
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best.unwrap_or(window.alpha))
    }
}

/// Returns whether captures are as common as other moves: where pieces capture by approach and withdrawal.
pub(super) fn captures_are_common(options: &Options) -> bool {
    options.capture_by == CaptureBy::Approach
}

/// Returns the greatest number of captures in a row that quiescence search follows. It is bounded where captures are
/// common, and where captured pieces stay on the board and can be captured again.
pub(super) fn max_captures(options: &Options) -> u32 {
    let where_rare = if options.removal == Removal::Under { QUIESCENCE_CAPTURES_TOWERS } else { MAX_PLY };
    max_captures_where_common(options).unwrap_or(where_rare)
}

/// Returns the limit of [`max_captures`] for games in which captures are common; `None` for others.
fn max_captures_where_common(options: &Options) -> Option<u32> {
    if options.every_turn_captures() {
        Some(QUIESCENCE_CAPTURES_ALWAYS)
    } else if options.resupply == Resupply::ThenMove {
        Some(QUIESCENCE_CAPTURES_DROPS)
    } else if captures_are_common(options) {
        Some(QUIESCENCE_CAPTURES_APPROACH)
    } else {
        None
    }
}

/// Returns whether captures are so rare that the search evaluates hardly any positions but quiet ones.
pub(crate) fn evaluates_only_quiet_positions(options: &Options) -> bool {
    max_captures_where_common(options).is_none()
}
