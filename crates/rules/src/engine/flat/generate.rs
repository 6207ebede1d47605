//! Generation of flat turns: huffs, steps, entries, passes, and removals for mills. [`captures`](super::captures) holds
//! the captures.

use super::custodial::Enclosures;
use super::{FlatAction, FlatMemory, FlatMove, FlatPosition, extras};
use crate::engine::rules::{NOWHERE, PathNode};
use crate::engine::sinks::AnyTurn;
use crate::engine::stream::{Batch, Sink, TooManyHops};
use crate::engine::tables::{MoveTables, StepGroup};
use crate::engine::work::add_hops;
use crate::ground::bits::Bits;
use crate::ground::board::Point;
use crate::ground::setup::Side;
use crate::options::{Blocked, Capture, Promotion, Resupply, YesNo};
use std::ops::ControlFlow::{self, Continue};

/// Streams the turns of one position to a sink.
pub struct Generator<'g, B, S: ?Sized, const EXTRAS: bool> {
    pub(super) tables: &'g MoveTables<B>,
    pub(super) sink: &'g mut S,
    pub(super) hops_left: u32,
    /// Man entered from the hand earlier in this turn.
    pub(super) entered: Option<Point>,
    /// Points where a step may complete a row or enclose enemies. Steps to them are streamed one by one.
    pub(super) special_ends: B,
    /// Data for mills, where mills take pieces.
    pub(super) milling: Option<Milling<B>>,
    /// Data for custodial captures; set after they were streamed, so that steps that capture are skipped.
    pub(super) enclosures: Option<Enclosures<B>>,
}

/// Data for mills of the side to move.
#[derive(Clone, Copy)]
pub(super) struct Milling<B> {
    /// Pieces of the side to move.
    pub own: B,
    /// Pieces of the other side.
    pub enemy: B,
    /// Points that complete a row of the side to move; no other single entry or move makes a mill.
    pub lacking: B,
}

impl<'g, B: Bits, S: Sink<FlatMove<B>> + ?Sized, const EXTRAS: bool> Generator<'g, B, S, EXTRAS> {
    pub fn new(tables: &'g MoveTables<B>, sink: &'g mut S) -> Self {
        Generator {
            tables,
            sink,
            hops_left: tables.max_hops,
            entered: None,
            special_ends: B::EMPTY,
            milling: None,
            enclosures: None,
        }
    }

    /// Streams all turns; gives up if captures take more hops than the limit of the rules.
    #[inline]
    pub fn turns<const R: usize, M: FlatMemory<B>>(
        mut self,
        position: &FlatPosition<B, R, M>,
    ) -> Result<(), TooManyHops> {
        if position.has_nothing(Side::First) || position.has_nothing(Side::Second) {
            return Ok(());
        }
        if EXTRAS && self.tables.extras && extras::ended(self.tables, position).is_some() {
            return Ok(());
        }
        let may_pass = matches!(self.tables.options.blocked, Blocked::Pass | Blocked::LastHigher);
        // A break comes from the sink, which holds the reason, or from the hop limit.
        let _ = if may_pass && !can_move::<_, _, _, EXTRAS>(self.tables, position) {
            self.pass(position)
        } else {
            self.all_turns(position)
        };
        add_hops(self.tables.max_hops, self.hops_left);
        if self.hops_left == 0 { Err(TooManyHops) } else { Ok(()) }
    }

    /// Streams all turns except a pass.
    #[inline(always)]
    fn all_turns<const R: usize, M: FlatMemory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        if EXTRAS { self.turns_with_extras(position) } else { self.turns_with_huffs(position) }
    }

    /// Streams the pass of a side that cannot move, if the rules allow it.
    #[cold]
    fn pass<const R: usize, M: FlatMemory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        if self.tables.options.blocked == Blocked::LastHigher && extras::is_last_higher(self.tables, position) {
            return Continue(());
        }
        // The pass is legal only if the other side could then move, with nothing to huff.
        let mut passed = FlatPosition { to_move: position.to_move.other(), ..*position };
        passed.memory.set_huffable(B::EMPTY);
        passed.memory.record_pass(position.to_move);
        let goes_on = can_move::<_, _, _, EXTRAS>(self.tables, &passed);
        if goes_on { self.sink.turn(&plain_action(FlatAction::Pass), &NOWHERE) } else { Continue(()) }
    }

    #[inline(always)]
    pub(super) fn turns_with_huffs<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<()> {
        if !M::HUFFS {
            return self.turns_without_huff(position, None);
        }
        let mut huffs = position.memory.huffable().points();
        let (mut rest, mut huff) = (*position, None);
        loop {
            if huff.is_some() && rest.has_nothing(rest.to_move.other()) {
                self.sink.turn(&FlatMove { huff, ..plain_action(FlatAction::BareHuff) }, &NOWHERE)?;
            } else {
                self.turns_without_huff(&rest, huff)?;
            }
            let Some(huffed) = huffs.next() else { return Continue(()) };
            rest = position.without(B::bit(huffed));
            huff = Some(Point::from(huffed));
        }
    }

    /// Streams all turns on a board from which a huffed piece is already removed.
    #[inline(always)]
    fn turns_without_huff<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<()> {
        let captures = self.captures(position, huff)?;
        if captures && matches!(self.tables.options.capture, Capture::Mandatory | Capture::Men) {
            return Continue(());
        }
        self.steps(position, huff)
    }

    /// Streams a turn with every choice of pieces taken for its mills.
    #[inline(always)]
    pub(super) fn emit(&mut self, turn: &FlatMove<B>, path: &PathNode<'_>) -> ControlFlow<()> {
        if !EXTRAS {
            return self.sink.turn(turn, path);
        }
        match self.milling {
            Some(milling) => each_removal(self.tables, &milling, turn, |turn| self.sink.turn(turn, path)),
            None => self.sink.turn(turn, path),
        }
    }

    /// Offers the sink a batch of `count` turns that end on `ends`. Returns whether the sink needs none of them
    /// individually.
    #[inline(always)]
    pub(super) fn passes_over(&mut self, count: u32, ends: B, take: bool, huff: Option<Point>) -> bool {
        if EXTRAS && self.special_ends.intersects(ends) {
            return false;
        }
        let unique_effects = huff.is_none() && (!EXTRAS || self.entered.is_none());
        self.sink.skip_batch(Batch { count, take: take || huff.is_some(), unique_effects })
    }

    /// Streams the turns that capture nothing.
    #[inline(always)]
    pub(super) fn steps<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<()> {
        let own = position.own();
        let empty = position.empty(self.tables);
        let mover = position.to_move.index();
        if EXTRAS && self.tables.extras {
            let enters =
                self.tables.options.resupply == Resupply::Optional && position.memory.hand_memory().hand[mover] > 0;
            if enters && own.count() < self.tables.full[mover] {
                self.drops(empty, huff)?;
            }
            if let Some(flow) = self.flights(position) {
                return flow;
            }
        }
        if EXTRAS && self.tables.options.line_steps == YesNo::Yes {
            self.line_steps(position, huff)?;
        }
        let tables = self.tables;
        let men = &tables.men[position.to_move.index()];
        if R == 0 {
            return self.grouped_steps(position, huff, &men.steps, own, empty, B::EMPTY);
        }
        let kings = own & position.kings();
        self.grouped_steps(position, huff, &men.steps, own & !kings, empty, men.promotion_row)?;
        let kings = kings & !self.resting(position);
        let Some(tables) = &tables.kings else { return Continue(()) };
        self.grouped_steps(position, huff, &tables.steps, kings, empty, B::EMPTY)?;
        if self.tables.options.promotion == Promotion::Long {
            for from in kings.points() {
                let barred = position.memory.barred(position.to_move, Point::from(from));
                for ray in &tables.rays[from] {
                    let steps = ray.points.iter().take_while(|to| empty.has(to.index())).count();
                    if !barred.intersects(empty) && self.passes_over(steps as u32, empty, false, huff) {
                        continue;
                    }
                    for to in ray.points.iter().take_while(|to| empty.has(to.index())) {
                        if !barred.has(to.index()) {
                            self.step(from, to.index(), huff, false)?;
                        }
                    }
                }
            }
        }
        Continue(())
    }

    /// Returns the king that has made as many moves in a row as it may, as a set; empty if there is none.
    #[inline(always)]
    pub(super) fn resting<const R: usize, M: FlatMemory<B>>(&self, position: &FlatPosition<B, R, M>) -> B {
        match self.tables.options.king_move_limit.0 {
            Some(limit) if M::COUNTS_KING_MOVES => {
                let resting = position.memory.king_moves(position.to_move).resting(limit);
                resting.map_or(B::EMPTY, |king| B::bit(king.index()))
            }
            _ => B::EMPTY,
        }
    }

    /// Streams the steps of men over a row of men of their side.
    fn line_steps<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<()> {
        let (men, empty) = (position.own() & !position.kings(), position.empty(self.tables));
        let moves = &self.tables.men[position.to_move.index()];
        for from in men.points() {
            let barred = position.memory.barred(position.to_move, Point::from(from));
            for ray in &moves.line_rays[from] {
                let row = ray.points.iter().take_while(|point| men.has(point.index())).count();
                let to = ray.points.get(row).filter(|to| row > 0 && (empty & !barred).has(to.index()));
                if let Some(to) = to {
                    self.step(from, to.index(), huff, R > 0 && moves.promotion_row.has(to.index()))?;
                }
            }
        }
        Continue(())
    }

    /// Streams the turns that enter a man from the hand.
    #[inline]
    pub(super) fn drops(&mut self, empty: B, huff: Option<Point>) -> ControlFlow<()> {
        if self.passes_over(empty.count(), empty, false, huff) {
            return Continue(());
        }
        for to in empty.points() {
            let at = Point::from(to);
            self.emit(
                &FlatMove { huff, ..plain_action(FlatAction::Enter { at }) },
                &PathNode { at, taken: None, before: None },
            )?;
        }
        Continue(())
    }

    #[inline(always)]
    fn grouped_steps<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
        groups: &[StepGroup<B>],
        movers: B,
        empty: B,
        promotion_row: B,
    ) -> ControlFlow<()> {
        let bars = M::BARS && position.memory.bars(position.to_move);
        for group in groups {
            let ends = (movers & group.from).rotate(group.by) & empty;
            if !bars && self.passes_over(ends.count(), ends, false, huff) {
                continue;
            }
            for to in ends.points() {
                let from = back::<B>(to, group.by);
                if bars && position.memory.barred(position.to_move, Point::from(from)).has(to) {
                    continue;
                }
                self.step(from, to, huff, promotion_row.has(to))?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    pub(super) fn step(&mut self, from: usize, to: usize, huff: Option<Point>, promotes: bool) -> ControlFlow<()> {
        if EXTRAS
            && self.special_ends.has(to)
            && self.enclosures.is_some_and(|enclosures| enclosures.captures(self.tables, from, to))
        {
            return Continue(());
        }
        let (from, to) = (Point::from(from), Point::from(to));
        let entered = if EXTRAS { self.entered } else { None };
        let turn = FlatMove { huff, entered, ..plain_action(FlatAction::Step { from, to, promotes }) };
        let start = PathNode { at: from, taken: None, before: None };
        self.emit(&turn, &PathNode { at: to, taken: None, before: Some(&start) })
    }
}

/// Returns whether the side to move has a turn other than a pass, or too many to list.
fn can_move<B: Bits, const R: usize, M: FlatMemory<B>, const EXTRAS: bool>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> bool {
    let mut any = AnyTurn(false);
    let sink: &mut dyn Sink<FlatMove<B>> = &mut any;
    let mut generator = Generator::<_, _, EXTRAS>::new(tables, sink);
    let _ = generator.all_turns(position);
    let too_many = generator.hops_left == 0;
    any.0 || too_many
}

/// Emits a turn once for each set of pieces that its mills may take.
#[inline(always)]
pub(super) fn each_removal<B: Bits>(
    tables: &MoveTables<B>,
    milling: &Milling<B>,
    turn: &FlatMove<B>,
    mut visit: impl FnMut(&FlatMove<B>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let may_make_a_row = match turn.action {
        FlatAction::Step { to, .. } | FlatAction::Capture { to, .. } | FlatAction::Enter { at: to } => {
            milling.lacking.has(to.index())
        }
        FlatAction::Row(_) => true,
        FlatAction::Remove { .. }
        | FlatAction::Roll(_)
        | FlatAction::Call
        | FlatAction::BareHuff
        | FlatAction::Pass => false,
    };
    if may_make_a_row { each_removal_for_rows(tables, milling, turn, &mut visit) } else { visit(turn) }
}

/// Implements [`each_removal`] for turns that may complete a row.
fn each_removal_for_rows<B: Bits>(
    tables: &MoveTables<B>,
    &Milling { own, enemy, .. }: &Milling<B>,
    turn: &FlatMove<B>,
    visit: &mut dyn FnMut(&FlatMove<B>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let bit = |point: Point| B::bit(point.index());
    let (leaves, filled) = match turn.action {
        FlatAction::Row(row) => (B::EMPTY, row.into_iter().map(bit).fold(B::EMPTY, |row, point| row | point)),
        FlatAction::Enter { at } => (B::EMPTY, bit(at)),
        FlatAction::Step { from, to, .. } | FlatAction::Capture { from, to, .. } => (bit(from), bit(to)),
        FlatAction::Remove { .. }
        | FlatAction::Roll(_)
        | FlatAction::Call
        | FlatAction::BareHuff
        | FlatAction::Pass => return visit(turn),
    };
    let made = tables.mills.made((own & !leaves) | filled, filled);
    if made == 0 {
        return visit(turn);
    }
    tables.mills.each_removal(made, enemy & !turn.captured, &tables.options, |gone| {
        visit(&FlatMove { captured: turn.captured | gone, ..*turn })
    })
}

/// Returns the point that a rotation moves to `to`.
#[inline(always)]
pub(super) fn back<B: Bits>(to: usize, by: u32) -> usize {
    (to + B::CAPACITY - by as usize) % B::CAPACITY
}

/// Returns a move that consists of one action.
pub fn plain_action<B: Bits>(action: FlatAction<B>) -> FlatMove<B> {
    FlatMove { captured: B::EMPTY, huff: None, entered: None, action }
}
