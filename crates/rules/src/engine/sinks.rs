//! Sinks: consumers of generated turns that visit, list, count or search them.

use crate::engine::rules::{PathNode, TurnCallback};
use crate::engine::stream::{Batch, Sink, SinkMark, Stream, TooManyHops};
use std::ops::ControlFlow::{self, Break, Continue};

/// Visits every turn after the first `skipped` ones.
pub(crate) struct TurnVisitor<'t, M> {
    pub skipped: u64,
    pub visit: TurnCallback<'t, M>,
}

impl<'t, M> TurnVisitor<'t, M> {
    pub fn all(visit: TurnCallback<'t, M>) -> Self {
        TurnVisitor { skipped: 0, visit }
    }
}

impl<M> Sink<M> for TurnVisitor<'_, M> {
    #[inline(always)]
    fn turn(&mut self, turn: &M, path: &PathNode<'_>) -> ControlFlow<()> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Continue(());
        }
        (self.visit)(turn, path)
    }

    #[inline(always)]
    fn skip_batch(&mut self, batch: Batch) -> bool {
        let skips = self.skipped >= u64::from(batch.count);
        if skips {
            self.skipped -= u64::from(batch.count);
        }
        skips
    }
}

/// Lists the first turns and counts the others.
pub(crate) struct TurnList<'t, M> {
    pub turns: &'t mut Vec<M>,
    /// List length above which turns are counted in batches where possible.
    pub most: usize,
    /// Number of turns that were counted and not listed; all of them come after the listed ones.
    pub others: u64,
}

impl<M: Copy> Sink<M> for TurnList<'_, M> {
    #[inline(always)]
    fn turn(&mut self, turn: &M, _: &PathNode<'_>) -> ControlFlow<()> {
        if self.others == 0 {
            self.turns.push(*turn);
        } else {
            self.others += 1;
        }
        Continue(())
    }

    #[inline(always)]
    fn skip_batch(&mut self, batch: Batch) -> bool {
        let skips = self.others > 0 || self.turns.len() + batch.count as usize > self.most;
        if skips {
            self.others += u64::from(batch.count);
        }
        skips
    }

    #[inline(always)]
    fn mark(&self) -> Option<SinkMark> {
        Some(SinkMark { listed: self.turns.len(), counted: self.others })
    }

    #[inline(always)]
    fn rewind(&mut self, first: SinkMark) {
        self.others = first.counted;
        self.turns.truncate(first.listed);
    }
}

/// Lists capturing turns and notes whether there are others.
pub(crate) struct CaptureList<'t, G: Stream> {
    pub rules: &'t G,
    /// Whether no capture comes after the first turn that takes nothing.
    pub come_first: bool,
    pub turns: &'t mut Vec<G::Move>,
    pub others: bool,
}

impl<G: Stream> Sink<G::Move> for CaptureList<'_, G> {
    #[inline(always)]
    fn turn(&mut self, turn: &G::Move, _: &PathNode<'_>) -> ControlFlow<()> {
        if self.rules.taken(turn) > 0 {
            self.turns.push(*turn);
            return Continue(());
        }
        self.others = true;
        if self.come_first { Break(()) } else { Continue(()) }
    }

    #[inline(always)]
    fn skip_batch(&mut self, batch: Batch) -> bool {
        self.others |= !batch.take && batch.count > 0;
        !batch.take
    }

    #[inline(always)]
    fn mark(&self) -> Option<SinkMark> {
        Some(SinkMark { listed: self.turns.len(), counted: 0 })
    }

    #[inline(always)]
    fn rewind(&mut self, first: SinkMark) {
        self.turns.truncate(first.listed);
    }
}

/// Counts the paths of `below` turns after each turn.
pub(crate) struct PathCounter<'r, G: Stream> {
    pub rules: &'r G,
    pub position: &'r G::Position,
    pub below: u32,
    pub count: u64,
    /// Set when a position has too many captures to count.
    pub error: Option<TooManyHops>,
}

impl<G: Stream> Sink<G::Move> for PathCounter<'_, G> {
    #[inline(always)]
    fn turn(&mut self, turn: &G::Move, _: &PathNode<'_>) -> ControlFlow<()> {
        match self.rules.paths(&self.rules.after(self.position, turn), self.below) {
            Ok(below) => {
                self.count += below;
                Continue(())
            }
            Err(error) => {
                self.error = Some(error);
                Break(())
            }
        }
    }
}

/// Lists turns to distinct positions. Counts, instead of listing, turns with a unique effect if `counts` is set.
pub(crate) struct DistinctTurns<'r, G: Stream> {
    rules: &'r G,
    position: &'r G::Position,
    /// Whether turns with a unique effect are only counted.
    counts: bool,
    pub counted: u64,
    /// Index of this position's first turn in `turns`; each entry holds the turn's trace. Of turns to the same position
    /// the first is listed.
    begin: usize,
    turns: &'r mut Vec<(u64, G::Move)>,
    /// Bloom filter over the traces: one bit for each value of their low bits.
    filter: u128,
}

impl<'r, G: Stream> DistinctTurns<'r, G> {
    pub fn below(rules: &'r G, position: &'r G::Position, counts: bool, turns: &'r mut Vec<(u64, G::Move)>) -> Self {
        DistinctTurns { rules, position, counts, counted: 0, begin: turns.len(), turns, filter: 0 }
    }

    /// Returns whether a listed turn leads to the same position.
    fn contains(&self, trace: u64, turn: &G::Move) -> bool {
        let mut alike = self.turns[self.begin..].iter().filter(|&&(other, _)| other == trace).peekable();
        let after = |turn| self.rules.after(self.position, turn);
        alike.peek().is_some() && {
            let position = after(turn);
            alike.any(|(_, other)| after(other) == position)
        }
    }
}

impl<G: Stream> Sink<G::Move> for DistinctTurns<'_, G> {
    #[inline(always)]
    fn turn(&mut self, turn: &G::Move, _: &PathNode<'_>) -> ControlFlow<()> {
        let is_unlike = self.rules.is_unlike(turn);
        if is_unlike && self.counts {
            self.counted += 1;
            return Continue(());
        }
        let trace = self.rules.trace(turn);
        let last_bits = 1 << (trace % 128);
        let may_be_known = !is_unlike && self.filter & last_bits != 0;
        if !may_be_known || !self.contains(trace, turn) {
            self.filter |= last_bits;
            self.turns.push((trace, *turn));
        }
        Continue(())
    }

    #[inline(always)]
    fn skip_batch(&mut self, batch: Batch) -> bool {
        let skips = self.counts && batch.unique_effects;
        if skips {
            self.counted += u64::from(batch.count);
        }
        skips
    }

    #[inline(always)]
    fn mark(&self) -> Option<SinkMark> {
        Some(SinkMark { listed: self.turns.len(), counted: self.counted })
    }

    #[inline(always)]
    fn rewind(&mut self, first: SinkMark) {
        self.turns.truncate(first.listed);
        self.counted = first.counted;
    }
}

/// Counts turns.
pub(crate) struct TurnCounter(pub u64);

impl<M> Sink<M> for TurnCounter {
    #[inline(always)]
    fn turn(&mut self, _: &M, _: &PathNode<'_>) -> ControlFlow<()> {
        self.0 += 1;
        Continue(())
    }

    #[inline(always)]
    fn skip_batch(&mut self, batch: Batch) -> bool {
        self.0 += u64::from(batch.count);
        true
    }

    #[inline(always)]
    fn mark(&self) -> Option<SinkMark> {
        Some(SinkMark { listed: 0, counted: self.0 })
    }

    #[inline(always)]
    fn rewind(&mut self, first: SinkMark) {
        self.0 = first.counted;
    }
}

/// Notes whether there is any turn.
pub(crate) struct AnyTurn(pub bool);

impl<M> Sink<M> for AnyTurn {
    #[inline(always)]
    fn turn(&mut self, _: &M, _: &PathNode<'_>) -> ControlFlow<()> {
        Sink::<M>::announce(self)
    }

    #[inline(always)]
    fn announce(&mut self) -> ControlFlow<()> {
        self.0 = true;
        Break(())
    }

    #[inline(always)]
    fn skip_batch(&mut self, batch: Batch) -> bool {
        self.0 |= batch.count > 0;
        true
    }
}
