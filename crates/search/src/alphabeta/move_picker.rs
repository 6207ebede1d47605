//! The move picker: returns the moves of a node one by one, the most promising first.
//!
//! Moves come in two stages. First all moves by score, which is computed once; each is selected when it is asked for,
//! because most nodes need only the first few. Then the moves that were deferred in the first stage because another
//! thread was searching them (ABDADA).

use super::busy_moves::{BusyMoves, BusySlot};
use super::history::{CONTINUATIONS, MoveHistory};
use quirkat_rules::{Rules, Side};
use std::collections::VecDeque;

/// A move and its score in move ordering.
pub(super) type ScoredMove<M> = (M, i32);

/// Score of a capture, to which the number of captured pieces is added; of the second killer, and one less than the
/// first. History scores are lower.
const CAPTURE: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;

/// Inputs of the scores by which the moves of a node are ordered.
pub(super) struct OrderingContext<'s> {
    /// Signature of the move of the transposition table; zero if there is none.
    pub table_move: u32,
    pub killers: [u32; 2],
    pub history: &'s MoveHistory,
    pub mover: Side,
    /// Signatures of the moves that led to the node, the last one first.
    pub previous: [u32; CONTINUATIONS],
    /// Whether captures come before quiet moves: not where every move captures.
    pub captures_first: bool,
}

/// Hands out the moves of one node.
pub(super) struct MovePicker<'m, 'b, M> {
    moves: &'m mut [ScoredMove<M>],
    /// Moves that were handed out in the first stage: `moves[..next]`, in this order.
    next: usize,
    /// End of the moves that the first stage may hand out.
    end: usize,
    /// Numbers of the moves that were deferred and not yet handed out again.
    deferred: VecDeque<usize>,
    /// The moves that threads are searching, and the key of this node; `None` where nothing is deferred.
    busy: Option<(&'b BusyMoves, u64)>,
}

/// A move that the picker returns.
#[derive(Clone, Copy)]
pub(super) struct Pick<'b, M> {
    pub mv: M,
    pub signature: u32,
    /// Number in move ordering, from 0.
    pub number: usize,
    /// Whether the score is that of a killer or of the move of the transposition table, or higher.
    pub is_killer_or_better: bool,
    /// Whether the move was deferred before.
    pub was_deferred: bool,
    /// The slot that shows other threads that this move is being searched; none for the first move.
    pub slot: Option<BusySlot<'b>>,
}

impl<'m, 'b, M: Copy> MovePicker<'m, 'b, M> {
    /// Scores the moves of a node.
    pub fn new<G: Rules<Move = M>>(
        rules: &G,
        moves: &'m mut [ScoredMove<M>],
        ordering: &OrderingContext<'_>,
        busy: Option<(&'b BusyMoves, u64)>,
    ) -> Self {
        if moves.len() > 1 {
            let OrderingContext { table_move, killers, history, mover, previous, captures_first } = *ordering;
            for (mv, score) in &mut *moves {
                let signature = rules.signature(mv);
                *score = match rules.removed_count(mv) {
                    _ if signature == table_move => i32::MAX,
                    captured if captured > 0 && captures_first => CAPTURE + captured as i32,
                    _ if signature == killers[0] => KILLER + 1,
                    _ if signature == killers[1] => KILLER,
                    _ => history.score(mover, previous, signature),
                };
            }
        }
        let end = moves.len();
        MovePicker { moves, next: 0, end, deferred: VecDeque::new(), busy }
    }

    /// Returns the next move.
    #[inline]
    pub fn next<G: Rules<Move = M>>(&mut self, rules: &G) -> Option<Pick<'b, M>> {
        let was_deferred = self.next == self.end;
        let number = if was_deferred {
            self.deferred.pop_front()?
        } else {
            self.next += 1;
            select_best(self.moves, self.next - 1);
            self.next - 1
        };
        let (mv, score) = self.moves[number];
        let signature = rules.signature(&mv);
        let slot = self.busy.filter(|_| number > 0).map(|(busy, key)| busy.slot(key, signature));
        Some(Pick { mv, signature, number, is_killer_or_better: score >= KILLER, was_deferred, slot })
    }

    /// Ends the first stage with the move before this one, which was just handed out in that stage.
    pub fn skip_from(&mut self, pick: &Pick<'b, M>) {
        debug_assert!(!pick.was_deferred && pick.number + 1 == self.next);
        self.next = pick.number;
        self.end = pick.number;
    }

    /// Defers a move to the second stage if another thread is searching it and it was not deferred before.
    pub fn defer_if_busy(&mut self, pick: &Pick<'b, M>) -> bool {
        let defers = !pick.was_deferred && pick.slot.is_some_and(BusySlot::is_busy);
        if defers {
            self.deferred.push_back(pick.number);
        }
        defers
    }

    /// Returns the moves that were handed out before this one and not deferred: those that this thread has searched.
    pub fn searched_before(&self, pick: &Pick<'b, M>) -> impl Iterator<Item = &M> {
        let handed_out = self.moves[..self.next].iter().enumerate();
        handed_out
            .filter(move |(number, _)| *number != pick.number && !self.deferred.contains(number))
            .map(|(_, (mv, _))| mv)
    }
}

/// Swaps the move with the highest score from index `from` on to that index.
#[inline]
pub(super) fn select_best<M>(moves: &mut [ScoredMove<M>], from: usize) {
    let (mut best, mut highest) = (from, moves[from].1);
    for (index, &(_, score)) in moves.iter().enumerate().skip(from + 1) {
        best = if score > highest { index } else { best };
        highest = highest.max(score);
    }
    moves.swap(from, best);
}
