//! Sinks: consumers of generated turns that visit, list, count or search them.

use crate::engine::rules::{PathNode, TurnCallback};
use crate::engine::stream::{Lot, Sink, Stream, Taken};
use std::ops::ControlFlow::{self, Break, Continue};

/// Visits every turn after the first `skipped` ones.
pub(crate) struct Told<'t, M> {
    pub skipped: u64,
    pub tell: TurnCallback<'t, M>,
}

impl<'t, M> Told<'t, M> {
    pub fn all(tell: TurnCallback<'t, M>) -> Self {
        Told { skipped: 0, tell }
    }
}

impl<M> Sink<M> for Told<'_, M> {
    #[inline(always)]
    fn turn(&mut self, turn: &M, trail: &PathNode<'_>) -> ControlFlow<()> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Continue(());
        }
        (self.tell)(turn, trail)
    }

    #[inline(always)]
    fn skips(&mut self, lot: Lot) -> bool {
        let skips = self.skipped >= u64::from(lot.count);
        if skips {
            self.skipped -= u64::from(lot.count);
        }
        skips
    }
}

/// Lists the first turns and counts the others.
pub(crate) struct Listed<'t, M> {
    pub turns: &'t mut Vec<M>,
    /// List length above which turns are counted in batches where possible.
    pub most: usize,
    /// Number of turns that were counted and not listed; all of them come after the listed ones.
    pub others: u64,
}

impl<M: Copy> Sink<M> for Listed<'_, M> {
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
    fn skips(&mut self, lot: Lot) -> bool {
        let skips = self.others > 0 || self.turns.len() + lot.count as usize > self.most;
        if skips {
            self.others += u64::from(lot.count);
        }
        skips
    }

    #[inline(always)]
    fn taken(&self) -> Option<Taken> {
        Some(Taken { listed: self.turns.len(), counted: self.others })
    }

    #[inline(always)]
    fn keep(&mut self, first: Taken) {
        self.others = first.counted;
        self.turns.truncate(first.listed);
    }
}

/// Lists capturing turns and notes whether there are others.
pub(crate) struct Captures<'t, G: Stream> {
    pub rules: &'t G,
    /// Whether no capture comes after the first turn that takes nothing.
    pub come_first: bool,
    pub turns: &'t mut Vec<G::Move>,
    pub others: bool,
}

impl<G: Stream> Sink<G::Move> for Captures<'_, G> {
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
    fn skips(&mut self, lot: Lot) -> bool {
        self.others |= !lot.take && lot.count > 0;
        !lot.take
    }

    #[inline(always)]
    fn taken(&self) -> Option<Taken> {
        Some(Taken { listed: self.turns.len(), counted: 0 })
    }

    #[inline(always)]
    fn keep(&mut self, first: Taken) {
        self.turns.truncate(first.listed);
    }
}

/// Counts the paths of `below` turns after each turn.
pub(crate) struct Paths<'r, G: Stream> {
    pub rules: &'r G,
    pub position: &'r G::Position,
    pub below: u32,
    pub count: u64,
    /// Whether a position has too many captures to count.
    pub too_many: bool,
}

impl<G: Stream> Sink<G::Move> for Paths<'_, G> {
    #[inline(always)]
    fn turn(&mut self, turn: &G::Move, _: &PathNode<'_>) -> ControlFlow<()> {
        match self.rules.paths(&self.rules.after(self.position, turn), self.below) {
            Ok(below) => {
                self.count += below;
                Continue(())
            }
            Err(_) => {
                self.too_many = true;
                Break(())
            }
        }
    }
}

/// Lists turns to distinct positions. Counts, instead of listing, turns with a unique effect if `counts` is set.
pub(crate) struct Distinct<'r, G: Stream> {
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
    seen: u128,
}

impl<'r, G: Stream> Distinct<'r, G> {
    pub fn below(rules: &'r G, position: &'r G::Position, counts: bool, turns: &'r mut Vec<(u64, G::Move)>) -> Self {
        Distinct { rules, position, counts, counted: 0, begin: turns.len(), turns, seen: 0 }
    }

    /// Returns whether a listed turn leads to the same position.
    fn knows(&self, trace: u64, turn: &G::Move) -> bool {
        let mut alike = self.turns[self.begin..].iter().filter(|&&(other, _)| other == trace).peekable();
        let after = |turn| self.rules.after(self.position, turn);
        alike.peek().is_some() && {
            let position = after(turn);
            alike.any(|(_, other)| after(other) == position)
        }
    }
}

impl<G: Stream> Sink<G::Move> for Distinct<'_, G> {
    #[inline(always)]
    fn turn(&mut self, turn: &G::Move, _: &PathNode<'_>) -> ControlFlow<()> {
        let is_unlike = self.rules.is_unlike(turn);
        if is_unlike && self.counts {
            self.counted += 1;
            return Continue(());
        }
        let trace = self.rules.trace(turn);
        let last_bits = 1 << (trace % 128);
        let may_be_known = !is_unlike && self.seen & last_bits != 0;
        if !may_be_known || !self.knows(trace, turn) {
            self.seen |= last_bits;
            self.turns.push((trace, *turn));
        }
        Continue(())
    }

    #[inline(always)]
    fn skips(&mut self, lot: Lot) -> bool {
        let skips = self.counts && lot.unlike_others;
        if skips {
            self.counted += u64::from(lot.count);
        }
        skips
    }

    #[inline(always)]
    fn taken(&self) -> Option<Taken> {
        Some(Taken { listed: self.turns.len(), counted: self.counted })
    }

    #[inline(always)]
    fn keep(&mut self, first: Taken) {
        self.turns.truncate(first.listed);
        self.counted = first.counted;
    }
}

/// Counts turns.
pub(crate) struct Count(pub u64);

impl<M> Sink<M> for Count {
    #[inline(always)]
    fn turn(&mut self, _: &M, _: &PathNode<'_>) -> ControlFlow<()> {
        self.0 += 1;
        Continue(())
    }

    #[inline(always)]
    fn skips(&mut self, lot: Lot) -> bool {
        self.0 += u64::from(lot.count);
        true
    }

    #[inline(always)]
    fn taken(&self) -> Option<Taken> {
        Some(Taken { listed: 0, counted: self.0 })
    }

    #[inline(always)]
    fn keep(&mut self, first: Taken) {
        self.0 = first.counted;
    }
}

/// Notes whether there is any turn.
pub(crate) struct Any(pub bool);

impl<M> Sink<M> for Any {
    #[inline(always)]
    fn turn(&mut self, _: &M, _: &PathNode<'_>) -> ControlFlow<()> {
        Sink::<M>::promise(self)
    }

    #[inline(always)]
    fn promise(&mut self) -> ControlFlow<()> {
        self.0 = true;
        Break(())
    }

    #[inline(always)]
    fn skips(&mut self, lot: Lot) -> bool {
        self.0 |= lot.count > 0;
        true
    }
}
