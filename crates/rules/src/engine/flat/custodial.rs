//! Custodial captures: a move takes the enemies that it encloses between the moved piece and others of its side.
//!
//! Only the side that moves captures: a piece may step between two enemies. Every move to an empty point can enclose, that
//! of a flying king and a flight included; a piece that enters from the hand encloses nothing.

use super::{FlatAction, FlatMemory, FlatMove, FlatPosition, Generator, extras, plain_action};
use crate::engine::chains::{Hopper, Walker};
use crate::engine::enclosures::enclosed;
use crate::engine::rules::PathNode;
use crate::engine::stream::Sink;
use crate::engine::tables::{MoveTables, StepGroup};
use crate::engine::turn::{RunCapture, RunCaptureKind};
use crate::ground::bits::Bits;
use crate::ground::board::Point;
use crate::ground::setup::Side;
use crate::options::{Capture, CaptureBy, Chain, Promotion};
use std::ops::ControlFlow::{self, Continue};

/// Returns the captured points of a turn along this path, and how many each hop captures.
pub fn by_hops<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    entered: Option<Point>,
    path: &[Point],
) -> (Vec<Point>, Vec<RunCapture>) {
    let (Some(start), mut enemy) = (path.first(), position.enemy()) else { return (vec![], vec![]) };
    let own = entered.map_or(position.own(), |entered| position.own() | B::bit(entered.index()));
    let own = own & !B::bit(start.index());
    let (mut captures, mut runs) = (vec![], vec![]);
    for end in &path[1..] {
        let taken = enclosed(&tables.enclosing_lines[end.index()], own, enemy);
        enemy &= !taken;
        captures.extend(taken.points().map(Point::from));
        runs.push(RunCapture { kind: RunCaptureKind::Custodial, length: taken.count() as usize });
    }
    (captures, runs)
}

/// Both sides' pieces, with the points where a move can enclose enemies.
#[derive(Clone, Copy)]
pub(super) struct Enclosures<B> {
    own: B,
    enemy: B,
    /// Empty points where a piece that arrives may enclose enemies; a superset.
    pub ends: B,
}

impl<B: Bits> Enclosures<B> {
    fn new<const R: usize, M: FlatMemory<B>>(tables: &MoveTables<B>, position: &FlatPosition<B, R, M>) -> Self {
        let (own, enemy, empty) = (position.own(), position.enemy(), position.empty(tables));
        // Of three points in a row, the piece arrives on the first and an enemy stands on the second.
        let beyond = match tables.options.capture_by {
            CaptureBy::CustodialRows => own | enemy,
            CaptureBy::Custodial | CaptureBy::Leap | CaptureBy::Approach | CaptureBy::None => own,
        };
        let leaps = &tables.men[position.to_move.index()].leaps;
        let ends = leaps.iter().fold(B::EMPTY, |ends, group| ends | group.leapers(enemy, beyond)) & empty;
        Enclosures { own, enemy, ends }
    }

    /// Returns whether a step between these points captures.
    #[inline(always)]
    pub fn captures(&self, tables: &MoveTables<B>, from: usize, to: usize) -> bool {
        let own = self.own & !B::bit(from);
        self.ends.has(to) && !enclosed(&tables.enclosing_lines[to], own, self.enemy).is_empty()
    }
}

/// State of a piece in the middle of a capture.
#[derive(Clone, Copy)]
struct State<B> {
    at: Point,
    enemy: B,
}

/// A piece that captures by enclosing.
struct Encloser<'g, B> {
    tables: &'g MoveTables<B>,
    side: Side,
    /// Other pieces of its side.
    own: B,
    is_king: bool,
    /// Whether it may move to any empty point.
    flies: bool,
}

impl<B: Bits> Encloser<'_, B> {
    /// Returns the empty points to which the piece can move.
    fn ends(&self, state: &State<B>) -> B {
        let tables = self.tables;
        let empty = tables.all & !(self.own | state.enemy | B::bit(state.at.index()));
        let stepped = |groups: &[StepGroup<B>]| {
            let from = B::bit(state.at.index());
            groups.iter().fold(B::EMPTY, |ends, group| ends | (from & group.from).rotate(group.by)) & empty
        };
        match &tables.kings {
            _ if self.flies => empty,
            Some(kings) if self.is_king && tables.options.promotion == Promotion::Long => {
                let rays = kings.rays[state.at.index()].iter();
                let free = rays.flat_map(|ray| ray.points.iter().take_while(|point| empty.has(point.index())));
                free.fold(B::EMPTY, |ends, point| ends | B::bit(point.index()))
            }
            Some(kings) if self.is_king => stepped(&kings.steps),
            _ => stepped(&tables.men[self.side.index()].steps),
        }
    }
}

impl<B: Bits> Hopper for Encloser<'_, B> {
    type State = State<B>;

    fn may_go_on(&self, _: &State<B>) -> bool {
        self.tables.options.chain != Chain::None
    }

    fn each_hop(
        &self,
        state: &State<B>,
        _: &PathNode<'_>,
        mut visit: impl FnMut(Point, Point, &State<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for end in self.ends(state).points() {
            let taken = enclosed(&self.tables.enclosing_lines[end], self.own, state.enemy);
            if let Some(first) = taken.points().next() {
                let after = State { at: Point::from(end), enemy: state.enemy & !taken };
                visit(after.at, Point::from(first), &after)?;
            }
        }
        Continue(())
    }
}

impl<B: Bits, S: Sink<FlatMove<B>> + ?Sized, const EXTRAS: bool> Generator<'_, B, S, EXTRAS> {
    /// Streams the captures of enclosed pieces. Returns whether steps are legal too.
    #[inline(never)]
    pub(super) fn custodial_captures<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<(), bool> {
        let (tables, side) = (self.tables, position.to_move);
        let enclosures = Enclosures::new(tables, position);
        self.enclosures = None;
        if enclosures.ends.is_empty() || !tables.options.captors.has(side) {
            return Continue(true);
        }
        let promotion_row = tables.men[side.index()].promotion_row;
        let mut any = false;
        for from in position.own().points() {
            let (at, is_king) = (Point::from(from), position.kings().has(from));
            let own = position.own() & !B::bit(from);
            let hopper = Encloser { tables, side, own, is_king, flies: extras::flies(tables, position) };
            let end = |state: &State<B>, can_continue: bool, path: &PathNode<'_>| {
                any = true;
                if can_continue && tables.options.chain == Chain::Mandatory {
                    return Continue(());
                }
                let promotes = !is_king && promotion_row.has(state.at.index());
                let (landed, short) = (B::EMPTY, false);
                let action = FlatAction::Capture { from: at, to: state.at, landed, promotes, short };
                let captured = position.enemy() & !state.enemy;
                self.sink.turn(&FlatMove { captured, entered: self.entered, ..plain_action(action) }, path)
            };
            let state = State { at, enemy: position.enemy() };
            Walker { hopper: &hopper, hops_left: &mut self.hops_left, end }.walk(at, &state)?;
        }
        self.special_ends |= enclosures.ends;
        self.enclosures = Some(enclosures);
        Continue(!any || tables.options.capture != Capture::Mandatory)
    }
}
