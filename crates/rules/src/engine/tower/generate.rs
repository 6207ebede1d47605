//! Generation of tower turns.

use super::{ClaimedPath, Columns, MAX_TOWER_PIECES, TowerMemory, TowerMove, TowerPath, TowerPosition};
use crate::engine::chains::{Best, KING_FIRST, Walker, cut_short, precedence};
use crate::engine::moves::{Leaper, Leaping, leapers, leaping_kings};
use crate::engine::rules::{NOWHERE, PathNode};
use crate::engine::sinks::AnyTurn;
use crate::engine::stream::{Batch, Sink, TooManyHops};
use crate::engine::tables::{LeapEntry, MoveTables};
use crate::engine::tower::Column;
use crate::engine::work::add_hops;
use crate::ground::bits::Bits;
use crate::ground::board::{Direction, Point};
use crate::ground::setup::Side;
use crate::options::{Blocked, Capture, Chain, Precedence, Promotion, PromotionInside, Rejump, YesNo};
use std::ops::ControlFlow::{self, Break, Continue};

/// Streams the turns of one position to a sink.
pub struct Generator<'g, C, S: ?Sized> {
    tables: &'g MoveTables<u64>,
    sink: &'g mut S,
    hops_left: u32,
    prefix: Prefix<C>,
}

/// Claim and huff that precede a side's own move.
#[derive(Clone, Copy, PartialEq, Default)]
struct Prefix<C> {
    claim: C,
    huff: Option<Point>,
}

impl<'g, C: Copy + PartialEq + Default, S: Sink<TowerMove<C>> + ?Sized> Generator<'g, C, S> {
    pub fn new(tables: &'g MoveTables<u64>, sink: &'g mut S) -> Self {
        Generator { tables, sink, hops_left: tables.max_hops, prefix: Prefix::default() }
    }

    /// Streams all turns; gives up if captures take more hops than the limit of the rules.
    #[inline]
    pub fn turns<const N: usize, M: TowerMemory<N, Claim = C>>(
        mut self,
        position: &TowerPosition<N, M>,
    ) -> Result<(), TooManyHops> {
        if position.columns.sides.contains(&0) {
            return Ok(());
        }
        let may_pass = self.tables.options.blocked == Blocked::Pass;
        // A break comes from the sink, which holds the reason, or from the hop limit.
        let _ = if may_pass && !can_move(self.tables, position) {
            self.pass(position)
        } else {
            self.turns_with_prefixes(position)
        };
        add_hops(self.tables.max_hops, self.hops_left);
        if self.hops_left == 0 { Err(TooManyHops) } else { Ok(()) }
    }

    /// Streams the pass of a side that cannot move, if the rules allow it.
    #[cold]
    fn pass<const N: usize, M: TowerMemory<N, Claim = C>>(
        &mut self,
        position: &TowerPosition<N, M>,
    ) -> ControlFlow<()> {
        let passed = TowerPosition { to_move: position.to_move.other(), memory: M::default(), ..*position };
        if can_move(self.tables, &passed) { self.nothing() } else { Continue(()) }
    }

    #[inline(always)]
    fn turns_with_prefixes<const N: usize, M: TowerMemory<N, Claim = C>>(
        &mut self,
        position: &TowerPosition<N, M>,
    ) -> ControlFlow<()> {
        let mover = position.to_move;
        self.own_turns(&position.columns, mover)?;
        if !M::REMEMBERS {
            return Continue(());
        }
        for huffed in position.memory.huffable().points() {
            let mut rest = position.columns;
            rest.behead(huffed, mover.other());
            self.prefix = Prefix { huff: Some(Point::from(huffed)), ..Prefix::default() };
            if rest.sides[mover.other().index()] == 0 {
                self.nothing()?;
            } else {
                self.own_turns(&rest, mover)?;
            }
        }
        let Some(before) = position.memory.before() else { return Continue(()) };
        let tables = self.tables;
        let mut hops_left = self.hops_left;
        let claimed = claimable_captures(tables, &before.columns, mover.other(), &mut hops_left, |path, node| {
            if path.leaps <= before.taken {
                return Continue(());
            }
            let mut after = before.columns;
            after.go(mover.other(), path);
            self.prefix = Prefix { claim: M::claim(ClaimedPath::new(path, node)), huff: None };
            let stuck = TowerPosition { columns: after, to_move: mover, memory: M::default() };
            if after.sides[mover.index()] == 0 || !can_move(tables, &stuck) {
                self.nothing()
            } else {
                self.own_turns(&after, mover)
            }
        });
        self.hops_left = self.hops_left.min(hops_left);
        claimed
    }

    /// Streams a turn in which the mover moves nothing itself.
    fn nothing(&mut self) -> ControlFlow<()> {
        let Prefix { claim, huff } = self.prefix;
        let turn = TowerMove { claim, huff, path: None, short: false };
        self.sink.turn(&turn, &NOWHERE)
    }

    #[inline]
    fn own_turns<const N: usize>(&mut self, columns: &Columns<N>, mover: Side) -> ControlFlow<()> {
        let captures = self.captures(columns, mover)?;
        if captures && self.tables.options.capture == Capture::Mandatory {
            return Continue(());
        }
        self.steps(columns, mover)
    }

    /// Streams the captures and returns whether there are any.
    #[inline(always)]
    fn captures<const N: usize>(&mut self, columns: &Columns<N>, mover: Side) -> ControlFlow<(), bool> {
        let tables = self.tables;
        let options = &tables.options;
        let mut best = None;
        if !matches!(options.choice, Precedence::Free | Precedence::Protest) {
            let search = || best_precedence(tables, columns, mover, &mut self.hops_left);
            let Some(found) = Best::begin(options, self.sink, search) else { return Break(()) };
            best = Some(found);
        }
        let mut any = false;
        let (sink, Prefix { claim, huff }) = (&mut *self.sink, self.prefix);
        each_capture(tables, columns, mover, &mut self.hops_left, |end, node| {
            any = true;
            let short = best.as_mut().is_some_and(|best| best.exceeds(end.precedence, sink)) || end.cut;
            if short && options.capture != Capture::Huff {
                return Continue(());
            }
            sink.turn(&TowerMove { claim, huff, path: Some(end.path), short }, node)
        })?;
        Continue(any)
    }

    /// Streams the turns that capture nothing.
    #[inline(always)]
    fn steps<const N: usize>(&mut self, columns: &Columns<N>, mover: Side) -> ControlFlow<()> {
        let own = columns.sides[mover.index()];
        let empty = self.tables.all & !(columns.sides[0] | columns.sides[1]);
        let men = &self.tables.men[mover.index()];
        for group in &men.steps {
            let ends = (own & !columns.kings & group.from).rotate(group.by) & empty;
            if self.passes_over(ends.count()) {
                continue;
            }
            for to in ends.points() {
                let from = to.wrapping_sub(group.by as usize) % u64::CAPACITY;
                self.step(from, to, men.promotion_row.has(to))?;
            }
        }
        let Some(kings) = &self.tables.kings else { return Continue(()) };
        let furthest = if self.tables.options.promotion == Promotion::Long { usize::MAX } else { 1 };
        for from in (own & columns.kings).points() {
            for ray in &kings.rays[from] {
                let ends = || ray.points.iter().take(furthest).take_while(|to| empty.has(to.index()));
                if self.passes_over(ends().count() as u32) {
                    continue;
                }
                for to in ends() {
                    self.step(from, to.index(), false)?;
                }
            }
        }
        Continue(())
    }

    /// Offers the sink a batch of `count` steps. Returns whether the sink needs none of them individually.
    #[inline(always)]
    fn passes_over(&mut self, count: u32) -> bool {
        let is_plain = self.prefix == Prefix::default();
        self.sink.skip_batch(Batch { count, take: !is_plain, unique_effects: is_plain })
    }

    #[inline(always)]
    fn step(&mut self, from: usize, to: usize, promotes: bool) -> ControlFlow<()> {
        let path =
            TowerPath { from: Point::from(from), to: Point::from(to), over: [0; MAX_TOWER_PIECES], leaps: 0, promotes };
        let start = PathNode { at: path.from, taken: None, before: None };
        let Prefix { claim, huff } = self.prefix;
        let turn = TowerMove { claim, huff, path: Some(path), short: false };
        self.sink.turn(&turn, &PathNode { at: path.to, taken: None, before: Some(&start) })
    }
}

/// Returns whether the side to move can move a column.
fn can_move<const N: usize, M: TowerMemory<N>>(tables: &MoveTables<u64>, position: &TowerPosition<N, M>) -> bool {
    let mut any = AnyTurn(false);
    let sink: &mut dyn Sink<TowerMove<M::Claim>> = &mut any;
    let mut generator = Generator::new(tables, sink);
    let _ = generator.turns_with_prefixes(position);
    let too_many = generator.hops_left == 0;
    any.0 || too_many
}

/// Returns the precedence of the best capture, 0 if there is none; `None` if finding it took too many hops.
fn best_precedence<const N: usize>(
    tables: &MoveTables<u64>,
    columns: &Columns<N>,
    mover: Side,
    hops_left: &mut u32,
) -> Option<u64> {
    let mut best = 0;
    let result = each_capture(tables, columns, mover, hops_left, |end, _| {
        best = best.max(end.precedence);
        Continue(())
    });
    result.is_continue().then_some(best)
}

/// A legal end of a chain.
struct ChainEnd {
    path: TowerPath,
    /// Precedence of the capture.
    precedence: u64,
    /// Whether the rules demanded a longer chain.
    cut: bool,
}

/// Calls `visit` for each capture that may be claimed: those that stop where the rules let them.
fn claimable_captures<const N: usize>(
    tables: &MoveTables<u64>,
    columns: &Columns<N>,
    side: Side,
    hops_left: &mut u32,
    mut visit: impl FnMut(&TowerPath, &PathNode<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let must_go_on = tables.options.chain == Chain::Mandatory;
    let claimable = |end: &End, node: &PathNode<'_>| {
        if end.can_continue && must_go_on { Continue(()) } else { visit(&end.path, node) }
    };
    each_end(tables, columns, side, hops_left, claimable)
}

/// Returns whether there was a capture of more than `taken` pieces.
pub fn has_more<const N: usize>(tables: &MoveTables<u64>, columns: &Columns<N>, side: Side, taken: u8) -> bool {
    let enough = |path: &TowerPath, _: &PathNode<'_>| if path.leaps > taken { Break(()) } else { Continue(()) };
    let mut hops_left = tables.max_hops;
    let has_more = claimable_captures(tables, columns, side, &mut hops_left, enough).is_break();
    add_hops(tables.max_hops, hops_left);
    has_more
}

/// Returns the columns that the opponent may huff after a move. `columns` are the columns before the move and after its
/// own huff.
pub fn huffable_after<const N: usize, C>(
    tables: &MoveTables<u64>,
    columns: &Columns<N>,
    mover: Side,
    turn: &TowerMove<C>,
) -> u64 {
    let Some(path) = &turn.path else { return 0 };
    if tables.options.capture != Capture::Huff {
        return 0;
    }
    if path.leaps > 0 {
        return if turn.short { u64::bit(path.to.index()) } else { 0 };
    }
    // Any one column that could have started an obligatory capture, at its present point.
    let (mut owing, mut best) = (0, 0);
    let mut hops_left = tables.max_hops;
    let _ = each_capture(tables, columns, mover, &mut hops_left, |end, _| {
        if end.precedence > best {
            (best, owing) = (end.precedence, 0);
        }
        if end.precedence == best {
            owing |= u64::bit(end.path.from.index());
        }
        Continue(())
    });
    add_hops(tables.max_hops, hops_left);
    let from = u64::bit(path.from.index());
    if owing.intersects(from) { (owing & !from) | u64::bit(path.to.index()) } else { owing }
}

/// A possible end of a chain, before the rules on cutting chains short.
struct End {
    path: TowerPath,
    precedence: u64,
    /// Whether the column could go on.
    can_continue: bool,
}

/// Calls `visit` for each end of each capture that the rules on chains allow, inferior ones included where pieces may
/// be huffed for them.
#[inline(always)]
fn each_capture<const N: usize>(
    tables: &MoveTables<u64>,
    columns: &Columns<N>,
    side: Side,
    hops_left: &mut u32,
    mut visit: impl FnMut(&ChainEnd, &PathNode<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let options = &tables.options;
    each_end(tables, columns, side, hops_left, |end, node| {
        let Some(cut) = cut_short(options, end.can_continue) else { return Continue(()) };
        visit(&ChainEnd { path: end.path, precedence: end.precedence, cut }, node)
    })
}

#[inline(always)]
fn each_end<const N: usize>(
    tables: &MoveTables<u64>,
    columns: &Columns<N>,
    side: Side,
    hops_left: &mut u32,
    mut visit: impl FnMut(&End, &PathNode<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let enemy = columns.sides[side.other().index()];
    let men_take = if tables.options.take_higher == YesNo::No { enemy & !columns.kings } else { enemy };
    let empty = tables.all & !(columns.sides[0] | columns.sides[1]);
    let own = columns.sides[side.index()];
    let men = own & !columns.kings & leapers(tables, side, men_take, empty);
    let origins = men | leaping_kings(tables, own & columns.kings, enemy, empty);
    for from in origins.points() {
        let (at, start) = (Point::from(from), u64::bit(from));
        let began_as_king = columns.kings.has(from);
        let mut sides = columns.sides;
        sides[side.index()] &= !start;
        let state = State {
            sides,
            kings: columns.kings & !start,
            is_king: began_as_king,
            path: TowerPath { from: at, to: at, over: [0; MAX_TOWER_PIECES], leaps: 0, promotes: false },
            jumped: 0,
            arrived: false,
            direction: None,
            kings_taken: 0,
            order: 0,
        };
        let end = |state: &State, can_continue: bool, node: &PathNode<'_>| {
            let promotes = !began_as_king
                && state.arrived
                && match tables.options.promo_mid {
                    PromotionInside::No => tables.men[side.index()].promotion_row.has(state.path.to.index()),
                    PromotionInside::AsMan | PromotionInside::AsKing | PromotionInside::Stop => true,
                };
            let leaps = u32::from(state.path.leaps);
            let precedence =
                precedence(tables.options.choice, leaps, || began_as_king, || state.kings_taken, || state.order);
            visit(&End { path: TowerPath { promotes, ..state.path }, precedence, can_continue }, node)
        };
        let hopper = Commander { tables, columns, side, began_as_king };
        Walker { hopper: &hopper, hops_left, end }.walk(at, &state)?;
    }
    Continue(())
}

/// State in the middle of a capture: the capturing column and the owners of the others. The columns leapt over follow
/// from the path.
#[derive(Clone, Copy)]
struct State {
    /// Points of the columns that each side commands, without the capturing one.
    sides: [u64; 2],
    /// Points of the columns that kings command.
    kings: u64,
    path: TowerPath,
    /// Points that may not be leapt over, for the next hop or for the rest of the turn.
    jumped: u64,
    is_king: bool,
    /// Whether it has landed on its promotion row as a man.
    arrived: bool,
    direction: Option<Direction>,
    kings_taken: u32,
    /// Order of captured kings; higher the earlier they were captured.
    order: u64,
}

/// A capturing column of a side.
struct Commander<'t, const N: usize> {
    tables: &'t MoveTables<u64>,
    /// Columns before the capture.
    columns: &'t Columns<N>,
    side: Side,
    began_as_king: bool,
}

impl<const N: usize> Commander<'_, N> {
    /// Returns the column on a point after all leaps over it.
    #[inline(always)]
    fn column(&self, state: &State, point: usize) -> Column {
        let mut column = self.columns.on[point];
        if self.tables.options.rejump != Rejump::Once {
            state.path.over().filter(|&over| over == point).for_each(|_| {
                column.behead();
            });
        }
        column
    }
}

impl<const N: usize> Leaping for Commander<'_, N> {
    type State = State;
    type Set = u64;

    #[inline(always)]
    fn tables(&self) -> &MoveTables<u64> {
        self.tables
    }

    #[inline(always)]
    fn began_as_king(&self) -> bool {
        self.began_as_king
    }

    #[inline(always)]
    fn is_on_promotion_row(state: &State) -> bool {
        state.arrived
    }

    #[inline(always)]
    fn leaper(&self, state: &State) -> Leaper<u64> {
        let mut takeable = state.sides[self.side.other().index()] & !state.jumped;
        if !state.is_king && self.tables.options.take_higher == YesNo::No {
            takeable &= !state.kings;
        }
        Leaper {
            side: self.side,
            at: state.path.to.index(),
            is_king: state.is_king,
            is_prince: false,
            direction: state.direction,
            takeable,
            empty: self.tables.all & !(state.sides[0] | state.sides[1]),
            landable: self.tables.all,
            kings: state.kings,
        }
    }

    #[inline(always)]
    fn after(&self, state: &State, hop: &LeapEntry<u64>) -> State {
        let options = &self.tables.options;
        let mut next = *state;
        let mut column = self.column(state, hop.over_point.index());
        let king = column.king_commands();
        let freed = column.behead();
        let left = if column.is_empty() { 0 } else { hop.over };
        let (own, enemy) = (self.side.index(), self.side.other().index());
        next.sides[own] |= if freed { left } else { 0 };
        next.sides[enemy] &= !(if freed { hop.over } else { hop.over & !left });
        next.kings &= !hop.over;
        next.kings |= if column.king_commands() { hop.over } else { 0 };
        next.kings_taken += u32::from(king);
        next.order |= if king { KING_FIRST >> next.path.leaps } else { 0 };
        next.path.over[usize::from(next.path.leaps)] = hop.over_point.0 as u8;
        next.path.leaps += 1;
        next.path.to = hop.to_point;
        next.direction = Some(hop.direction);
        next.jumped = match options.rejump {
            Rejump::Once => state.jumped | hop.over,
            Rejump::NotConsecutive => hop.over,
            Rejump::Allowed => 0,
        };
        if self.tables.men[self.side.index()].promotion_row.intersects(hop.to) {
            next.arrived = true;
            next.is_king |= options.promo_mid == PromotionInside::AsKing;
        }
        next
    }
}
