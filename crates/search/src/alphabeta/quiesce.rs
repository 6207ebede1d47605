//! Behind the horizon: captures are followed until the position is quiet.

use super::{DEEPEST, Interrupted, Node, Search, Window, take_next};
use crate::evaluate::Evaluator;
use crate::score::Score;
use quirkat_rules::{CaptureBy, Options, Removal, Resupply, Rules};

impl<G: Rules, E: Evaluator<G>> Search<'_, G, E> {
    /// Follows captures until the position is quiet. Where something else may be played, the side to move need not
    /// capture.
    pub(super) fn quiesce(&mut self, node: Node<'_, G::Position>, mut window: Window) -> Result<Score, Interrupted> {
        self.count()?;
        let Node { position, ply, .. } = node;
        if self.exchanged >= self.exchange {
            let goes_on = self.rules.has_turn(position);
            return Ok(if goes_on { self.estimate(node) } else { self.finished(node) });
        }
        let may_decline = self.list_captures(position);
        if self.listed.is_empty() {
            return Ok(if may_decline { self.estimate(node) } else { self.finished(node) });
        }
        if ply >= DEEPEST {
            return Ok(self.estimate(node));
        }
        let mut best = None;
        if may_decline {
            let standing = self.estimate(node);
            if standing >= window.beta {
                return Ok(standing);
            }
            window.alpha = window.alpha.max(standing);
            best = Some(standing);
        }
        let mut turns = std::mem::take(&mut self.plies[ply as usize].turns);
        turns.clear();
        turns.extend(self.listed.iter().map(|turn| (*turn, self.rules.removed_count(turn) as i32)));
        let found = self.best_capture(node, &mut turns, best, window);
        self.plies[ply as usize].turns = turns;
        found
    }

    /// Lists the captures of a position, and says whether there are other turns; neither, where there are too many.
    fn list_captures(&mut self, position: &G::Position) -> bool {
        self.listed.clear();
        let others = self.rules.list_captures(position, &mut self.listed);
        others.unwrap_or_else(|_| {
            self.listed.clear();
            false
        })
    }

    /// The best of these captures, and of what was found before.
    fn best_capture(
        &mut self,
        node: Node<'_, G::Position>,
        turns: &mut [(G::Move, i32)],
        mut best: Option<Score>,
        mut window: Window,
    ) -> Result<Score, Interrupted> {
        for number in 0..turns.len() {
            let (turn, _) = take_next(turns, number);
            self.exchanged += 1;
            let found = self.after_turn(node, &turn, |search, mover, child| search.below(mover, child, 0, window));
            self.exchanged -= 1;
            best = best.max(Some(found?));
            window.alpha = window.alpha.max(best.unwrap_or(window.alpha));
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best.unwrap_or(window.alpha))
    }
}

/// Whether captures are as common as other turns: where pieces take by approach and withdrawal.
pub(super) fn takes_often(options: &Options) -> bool {
    options.capture_by == CaptureBy::Approach
}

/// How many captures in a row are worth following: all where captures are rare, or a few where what is taken stays on the board
/// and can be taken again.
pub(super) fn longest_exchange(options: &Options) -> u32 {
    let of_rare = if options.removal == Removal::Under { 4 } else { DEEPEST };
    longest_of_common(options).unwrap_or(of_rare)
}

/// The same where captures are common: a few where most turns take something or each is one of many with a piece from the hand,
/// and none where every turn does.
fn longest_of_common(options: &Options) -> Option<u32> {
    if options.every_turn_captures() {
        Some(0)
    } else if options.resupply == Resupply::ThenMove {
        Some(2)
    } else if takes_often(options) {
        Some(3)
    } else {
        None
    }
}

/// Whether captures are rare, so that hardly any positions but quiet ones are judged as they stand.
pub(crate) fn judges_quiet_positions_alone(options: &Options) -> bool {
    longest_of_common(options).is_none()
}
