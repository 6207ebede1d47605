//! The root: iterative deepening over its moves.

use super::busy_moves::BusySlot;
use super::history::CONTINUATIONS;
use super::{Interruption, Node, Search, Window};
use crate::evaluate::Evaluator;
use crate::params::MAX_DEPTH;
use crate::probe::{MoveValue, Rank, score_of};
use crate::score::Score;
use quirkat_rules::{GameValue, Rules, Wdl};

/// A move of the root, with the result of its search.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    /// Score by the search, exact for the best moves only.
    pub score: Score,
    /// Principal variation that begins with the move.
    pub pv: Vec<M>,
    /// Value by endgame tables; `None` unless they hold all moves of the root.
    pub value: Option<MoveValue>,
}

impl<M> RootMove<M> {
    /// Returns the score to report: that of the endgame tables, or that of the search where it gives a distance and the
    /// tables do not.
    pub fn reported_score(&self) -> Score {
        let searched = self.score;
        match self.value.map(|value| value.value) {
            None => searched,
            Some(GameValue { wdl: Wdl::Win, dtw: None }) if searched.plies_to_end().is_some() && searched.is_won() => {
                searched
            }
            Some(GameValue { wdl: Wdl::Loss, dtw: None })
                if searched.plies_to_end().is_some() && searched.is_lost() =>
            {
                searched
            }
            Some(value) => score_of(value, Score::DRAW),
        }
    }

    /// Returns the rank by endgame tables. The search compares moves of equal rank only.
    fn rank(&self) -> Rank {
        self.value.map_or(Rank::Level, |value| value.rank)
    }
}

/// Returns the number of moves at the front that share the rank of the first one. The moves are sorted by rank.
fn count_peers<M>(moves: &[RootMove<M>]) -> usize {
    moves.iter().take_while(|mv| mv.rank() == moves[0].rank()).count()
}

/// Sorts moves by their rank, best first, and keeps the order of equal ones.
// There are few ranks, mostly one; and the library's stable sort takes long to compile for every family.
pub(crate) fn sort_by_rank<M>(moves: &mut [RootMove<M>]) {
    for sorted in 1..moves.len() {
        let rank = moves[sorted].rank();
        let index = moves[..sorted].partition_point(|mv| mv.rank() >= rank);
        moves[index..=sorted].rotate_right(1);
    }
}

/// Receives the best moves, and the depth if its iteration was completed.
type Progress<'t, S, M> = dyn FnMut(&S, &[RootMove<M>], Option<u32>) + 't;

impl<'s, G: Rules, E: Evaluator<G>> Search<'s, G, E> {
    /// Searches the moves of the root, which are sorted by rank, deeper and deeper, and sorts the best `lines` of them
    /// to the front (multi-PV). The scores of these are exact; the others are at most as good.
    ///
    /// Calls `progress` after each iteration, also after one that was stopped. Ends at a limit, when all `lines` scores
    /// are decisive, or when no move has a peer to be compared with.
    pub fn deepen(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        lines: usize,
        progress: &mut Progress<'_, Self, G::Move>,
    ) {
        for depth in 1..=self.max_depth() {
            let is_complete = self.search_root(moves, depth, lines).is_ok();
            progress(self, &moves[..lines], is_complete.then_some(depth));
            let is_final = |index: usize| {
                let plies = moves[index].score.plies_to_end();
                let is_proved = plies.is_some_and(|plies| plies.unsigned_abs() <= depth);
                is_proved
                    || moves[index].value.is_some()
                        && moves.iter().filter(|mv| mv.rank() == moves[index].rank()).count() == 1
            };
            if !is_complete || (0..lines).all(is_final) {
                return;
            }
        }
    }

    /// Returns the depth of the last iteration.
    pub(super) fn max_depth(&self) -> u32 {
        self.context.limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH))
    }

    pub(super) fn root_node(&self) -> Node<'s, G::Position> {
        Node { position: self.root, key: 0, ply: 0, previous: [0; CONTINUATIONS], is_after_capture: false }
    }

    /// Sorts the best `lines` moves to the front, by searches of one depth.
    fn search_root(&mut self, moves: &mut [RootMove<G::Move>], depth: u32, lines: usize) -> Result<(), Interruption> {
        for line in 0..lines {
            let end = line + count_peers(&moves[line..]);
            self.search_root_moves(&mut moves[line..end], depth)?;
        }
        Ok(())
    }

    /// Moves the best of the moves to the front.
    fn search_root_moves(&mut self, moves: &mut [RootMove<G::Move>], depth: u32) -> Result<(), Interruption> {
        let root = self.root_node();
        let mut window = Window::FULL;
        // The moves from this index on were deferred because other threads were searching them.
        let mut deferred = moves.len();
        let mut number = 0;
        while number < moves.len() {
            let mv = moves[number].mv;
            let slot = self.context.busy.map(|busy| busy.slot(root.key, self.rules.signature(&mv)));
            if (1..deferred).contains(&number) && slot.is_some_and(BusySlot::is_busy) {
                moves[number..].rotate_left(1);
                deferred -= 1;
                continue;
            }
            let guard = slot.map(BusySlot::mark);
            let score = self.with_move(root, &mv, |search, mover, child| match number {
                0 => search.search_child(mover, child, depth - 1, window),
                _ => search.search_later_child(mover, child, depth - 1, 0, window),
            })?;
            drop(guard);
            if score > window.alpha {
                window.alpha = score;
                let pv = std::iter::once(mv).chain(self.stack[1].pv.iter().copied()).collect();
                let value = moves[number].value;
                moves[number] = RootMove { mv, score, pv, value };
                // A search that is stopped has the best move so far in front.
                moves[..=number].rotate_right(1);
            }
            number += 1;
        }
        Ok(())
    }
}
