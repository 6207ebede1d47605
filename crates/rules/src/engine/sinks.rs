//! What becomes of turns that are generated: they are told of, listed, counted or looked for.

use crate::engine::rules::{PathNode, TurnCallback};
use crate::engine::stream::{Lot, Sink, Stream, Taken};
use std::ops::ControlFlow::{self, Break, Continue};

/// Tells of every turn but the first so many.
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

/// Lists the first turns, and counts the others.
pub(crate) struct Listed<'t, M> {
    pub turns: &'t mut Vec<M>,
    /// What can be counted is, once it would make the list longer.
    pub most: usize,
    /// The turns that are not listed: all that came after the first of them.
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

/// Lists the turns that take something, and sees whether there are others.
pub(crate) struct Captures<'t, G: Stream> {
    pub rules: &'t G,
    /// Whether nothing that takes something comes after the first turn that does not.
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

/// Counts the paths of so many turns below each turn.
pub(crate) struct Paths<'r, G: Stream> {
    pub rules: &'r G,
    pub position: &'r G::Position,
    pub below: u32,
    pub count: u64,
    /// Whether some position has too many to count.
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

/// Lists turns that lead to distinct positions, or counts those that no other turn can be like.
pub(crate) struct Distinct<'r, G: Stream> {
    rules: &'r G,
    position: &'r G::Position,
    /// Whether turns that no other can be like are not listed.
    counts: bool,
    pub counted: u64,
    /// Where the turns of this position begin, each with its trace: the first of those that lead to the same position.
    begin: usize,
    turns: &'r mut Vec<(u64, G::Move)>,
    /// The last bits of their traces, a bit for each value: most turns share them with no other.
    seen: u128,
}

impl<'r, G: Stream> Distinct<'r, G> {
    pub fn below(rules: &'r G, position: &'r G::Position, counts: bool, turns: &'r mut Vec<(u64, G::Move)>) -> Self {
        Distinct { rules, position, counts, counted: 0, begin: turns.len(), turns, seen: 0 }
    }

    /// Whether a turn that was listed before leads to the same position.
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

/// Looks for one turn.
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
