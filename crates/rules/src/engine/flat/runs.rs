//! Captures by approach and withdrawal: a step towards a run of pieces, or away from it, takes the whole run.
//!
//! Source: Montgomery 1896 through Wikipedia and Ludii (fanorona, and its handicap game véla).

use super::{FlatAction, FlatMemory, FlatMove, FlatPosition, Generator, plain_action};
use crate::engine::chains::{Hopper, Walker};
use crate::engine::rules::PathNode;
use crate::engine::stream::Sink;
use crate::engine::tables::MoveTables;
use crate::engine::turn::{RunCapture, RunCaptureKind};
use crate::ground::bits::Bits;
use crate::ground::board::{Board, Direction, Point};
use crate::ground::setup::Side;
use crate::options::{Chain, ChainDirection, FirstCapture, OnOff};
use std::ops::ControlFlow::{self, Continue};

/// Number of men at which the giver of the handicap game véla starts to capture.
pub const VELA_GIVER_MEN: u32 = 5;

/// Returns the captured points and runs of a turn, hop by hop.
pub fn by_hops<B: Bits>(board: &Board, captured: B, path: &PathNode<'_>) -> (Vec<Point>, Vec<RunCapture>) {
    let mut hops: Vec<_> = path.backwards().filter_map(|hop| Some((hop.before?.at, hop.at, hop.taken?))).collect();
    hops.reverse();
    let (mut left, mut captures, mut runs) = (captured, vec![], vec![]);
    for (from, to, nearest) in hops {
        let rays = board.rays(from);
        let run = |line: &[Point]| line.iter().take_while(|point| left.has(point.index())).copied().collect::<Vec<_>>();
        let (kind, taken) = match rays.iter().find(|ray| ray.points[0] == to && ray.points.get(1) == Some(&nearest)) {
            Some(ray) => (RunCaptureKind::Approach, run(&ray.points[1..])),
            None => {
                let behind = rays.iter().find(|ray| ray.points[0] == nearest);
                (RunCaptureKind::Withdrawal, behind.map_or_else(Vec::new, |ray| run(&ray.points)))
            }
        };
        left &= !taken.iter().fold(B::EMPTY, |taken, point| taken | B::bit(point.index()));
        runs.push(RunCapture { kind, length: taken.len() });
        captures.extend(taken);
    }
    (captures, runs)
}

/// Role of the side to move in the handicap game véla.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vela {
    /// The handicap is over, or the game is not véla.
    Over,
    /// The side must give up pieces.
    Gives,
    /// The side captures one piece at a time.
    Receives,
}

impl Vela {
    fn now<B: Bits, const R: usize, M: FlatMemory<B>>(
        tables: &MoveTables<B>,
        position: &FlatPosition<B, R, M>,
    ) -> Vela {
        let giver = position.sides[Side::First.index()].count();
        match position.to_move {
            _ if tables.options.vela == OnOff::Off || giver <= VELA_GIVER_MEN => Vela::Over,
            Side::First => Vela::Gives,
            Side::Second => Vela::Receives,
        }
    }
}

/// State of a piece in the middle of a capture.
#[derive(Clone, Copy)]
struct State<B> {
    at: Point,
    enemy: B,
    /// Points on which the piece may not land again.
    visited: B,
    direction: Option<Direction>,
    hops: u32,
}

impl<B: Bits> State<B> {
    #[inline(always)]
    fn may_go(&self, rule: ChainDirection, goes: Direction, path: &PathNode<'_>, tables: &MoveTables<B>) -> bool {
        match rule {
            ChainDirection::Free => true,
            ChainDirection::NotConsecutive => self.direction != Some(goes),
            ChainDirection::NeverRepeatLine => path.backwards().take(self.hops as usize).all(|hop| {
                let from = hop.before.map_or(hop.at, |before| before.at);
                let way = tables.run_steps[from.index()].iter().find(|way| way.to == hop.at);
                way.is_none_or(|way| way.direction != goes && way.direction != goes.reverse())
            }),
        }
    }
}

/// A piece that captures by approach and withdrawal.
struct Runner<'g, B> {
    tables: &'g MoveTables<B>,
    /// Pieces of its side.
    own: B,
    vela: Vela,
    /// Whether the turn ends with its first capture.
    stops: bool,
}

impl<B: Bits> Hopper for Runner<'_, B> {
    type State = State<B>;

    fn may_go_on(&self, _: &State<B>) -> bool {
        !self.stops
    }

    #[inline(always)]
    fn each_hop(
        &self,
        state: &State<B>,
        path: &PathNode<'_>,
        mut visit: impl FnMut(Point, Point, &State<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let tables = self.tables;
        let barred = self.own | state.enemy | state.visited;
        for way in &tables.run_steps[state.at.index()] {
            if !state.enemy.intersects(way.near) || barred.intersects(way.end) {
                continue;
            }
            if !state.may_go(tables.options.direction, way.direction, path, tables) {
                continue;
            }
            for line in &way.beside {
                let mut run = line.run(state.enemy);
                if run.is_empty() {
                    continue;
                }
                if self.vela == Vela::Receives {
                    run = B::bit(line.nearest.index());
                }
                let after = State {
                    at: way.to,
                    enemy: state.enemy & !run,
                    visited: state.visited | way.end,
                    direction: Some(way.direction),
                    hops: state.hops + 1,
                };
                visit(way.to, line.nearest, &after)?;
            }
        }
        Continue(())
    }
}

/// Returns the pieces of the side to move that can capture.
fn starters<B: Bits, const R: usize, M: FlatMemory<B>>(tables: &MoveTables<B>, position: &FlatPosition<B, R, M>) -> B {
    let (own, enemy, empty) = (position.own(), position.enemy(), position.empty(tables));
    let mut starters = B::EMPTY;
    for group in &tables.men[position.to_move.index()].leaps {
        // Of three points in a row, a piece on the first can approach an enemy on the third, and a piece on the second
        // can withdraw from an enemy on the third.
        let middle = enemy.rotate(group.to_to_over);
        starters |= (middle & empty).rotate(group.over_to_from) & group.from & own;
        let ends = (empty & group.from).rotate(B::CAPACITY as u32 - group.over_to_from);
        starters |= middle & ends & own;
    }
    starters
}

/// Returns whether the side to move can capture.
fn can_capture<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> bool {
    !starters(tables, position).is_empty()
}

impl<'g, B: Bits, S: Sink<FlatMove<B>> + ?Sized, const EXTRAS: bool> Generator<'g, B, S, EXTRAS> {
    /// Streams the captures by approach and withdrawal. Returns whether steps are legal too.
    pub(super) fn runs<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<(), bool> {
        let (tables, options) = (self.tables, &self.tables.options);
        let vela = Vela::now(tables, position);
        if vela == Vela::Gives {
            return Continue(true);
        }
        let side = position.to_move;
        let single = match options.first_capture_single {
            FirstCapture::Off => false,
            FirstCapture::First => side == Side::First,
            FirstCapture::Both => true,
        };
        let is_first = position.enemy().count() == tables.total[side.other().index()];
        let stops = vela == Vela::Receives || options.chain == Chain::None || single && is_first;
        let movers = starters(tables, position);
        if !movers.is_empty() {
            self.sink.announce()?;
        }
        for from in movers.points() {
            let at = Point::from(from);
            let state = State { at, enemy: position.enemy(), visited: B::bit(from), direction: None, hops: 0 };
            let end = |state: &State<B>, can_continue: bool, path: &PathNode<'_>| {
                if can_continue && options.chain == Chain::Mandatory {
                    return Continue(());
                }
                let captured = position.enemy() & !state.enemy;
                let (landed, promotes, short) = (B::EMPTY, false, false);
                let action = FlatAction::Capture { from: at, to: state.at, landed, promotes, short };
                self.sink.turn(&FlatMove { captured, entered: self.entered, ..plain_action(action) }, path)
            };
            let hopper = Runner { tables, own: position.own(), vela, stops };
            Walker { hopper: &hopper, hops_left: &mut self.hops_left, end }.walk(at, &state)?;
        }
        Continue(movers.is_empty() || options.capture == crate::options::Capture::Optional && vela == Vela::Over)
    }

    /// Returns a test for steps that offer a piece, if the giver must choose such a step; `None` if every step is
    /// allowed.
    pub(super) fn offers<const R: usize, M: FlatMemory<B>>(
        &self,
        position: &FlatPosition<B, R, M>,
    ) -> Option<impl Fn(Point, Point) -> bool + use<'g, B, S, R, M, EXTRAS>> {
        let tables = self.tables;
        let must = tables.options.must_offer == OnOff::On && Vela::now(tables, position) == Vela::Gives;
        let position = *position;
        must.then_some(move |from: Point, to: Point| {
            let mut after = position;
            let own = &mut after.sides[position.to_move.index()];
            *own = (*own & !B::bit(from.index())) | B::bit(to.index());
            after.to_move = position.to_move.other();
            can_capture(tables, &after)
        })
    }
}
