//! Turns of tower games.

use super::{ClaimedWay, Columns, MOST_PIECES, TowerMemory, TowerMove, TowerPosition, Way};
use crate::engine::chains::{Best, KING_FIRST, Walker, cut_short, worth};
use crate::engine::moves::{Leaper, Leaping, beginners};
use crate::engine::rules::{MOST_HOPS, NOWHERE, Trail};
use crate::engine::sinks::Any;
use crate::engine::stream::{Lot, Sink, TooManyHops};
use crate::engine::tables::{Hop, Tables};
use crate::engine::tower::Column;
use crate::ground::bits::Bits;
use crate::ground::board::{Direction, Point};
use crate::ground::setup::Side;
use crate::options::{Blocked, Capture, Chain, Precedence, Promotion, PromotionInside, Rejump, YesNo};
use std::ops::ControlFlow::{self, Break, Continue};

/// Streams the turns of one position to a sink.
pub struct Generator<'g, S> {
    tables: &'g Tables<u64>,
    sink: &'g mut S,
    hops_left: u32,
}

/// What comes before a side's own way in its turn.
#[derive(Clone, Copy, Default)]
struct Prefix {
    claim: Option<ClaimedWay>,
    huff: Option<Point>,
}

impl<'g, S: Sink<TowerMove>> Generator<'g, S> {
    pub fn new(tables: &'g Tables<u64>, sink: &'g mut S) -> Self {
        Generator { tables, sink, hops_left: MOST_HOPS }
    }

    /// Streams all turns; gives up when captures take more than [`MOST_HOPS`] hops.
    #[inline]
    pub fn turns<const N: usize, M: TowerMemory<N>>(
        mut self,
        position: &TowerPosition<N, M>,
    ) -> Result<(), TooManyHops> {
        if position.columns.sides.contains(&0) {
            return Ok(());
        }
        let may_pass = self.tables.options.blocked == Blocked::Pass;
        // Broken off by the sink, which knows why, or for want of hops.
        let _ = if may_pass && !can_move(self.tables, position) {
            self.pass(position)
        } else {
            self.turns_with_prefixes(position)
        };
        if self.hops_left == 0 { Err(TooManyHops) } else { Ok(()) }
    }

    /// The one turn of a side that cannot move, where it has it.
    #[cold]
    fn pass<const N: usize, M: TowerMemory<N>>(&mut self, position: &TowerPosition<N, M>) -> ControlFlow<()> {
        let passed = TowerPosition { to_move: position.to_move.other(), memory: M::default(), ..*position };
        if can_move(self.tables, &passed) { self.nothing(Prefix::default()) } else { Continue(()) }
    }

    #[inline(always)]
    fn turns_with_prefixes<const N: usize, M: TowerMemory<N>>(
        &mut self,
        position: &TowerPosition<N, M>,
    ) -> ControlFlow<()> {
        let mover = position.to_move;
        self.own_turns(&position.columns, mover, Prefix::default())?;
        if !M::REMEMBERS {
            return Continue(());
        }
        for huffed in position.memory.huffable().points() {
            let mut rest = position.columns;
            rest.behead(huffed, mover.other());
            let prefix = Prefix { huff: Some(Point::from(huffed)), claim: None };
            if rest.sides[mover.other().index()] == 0 {
                self.nothing(prefix)?;
            } else {
                self.own_turns(&rest, mover, prefix)?;
            }
        }
        let Some(before) = position.memory.before() else { return Continue(()) };
        let tables = self.tables;
        let mut hops_left = self.hops_left;
        let claimed = claimable_captures(tables, &before.columns, mover.other(), &mut hops_left, |way, trail| {
            if way.leaps <= before.taken {
                return Continue(());
            }
            let mut after = before.columns;
            after.go(mover.other(), way);
            let prefix = Prefix { claim: Some(ClaimedWay::new(way, trail)), huff: None };
            let stuck = TowerPosition { columns: after, to_move: mover, memory: M::default() };
            if after.sides[mover.index()] == 0 || !can_move(tables, &stuck) {
                self.nothing(prefix)
            } else {
                self.own_turns(&after, mover, prefix)
            }
        });
        self.hops_left = self.hops_left.min(hops_left);
        claimed
    }

    /// A turn in which the side itself moves nothing.
    fn nothing(&mut self, prefix: Prefix) -> ControlFlow<()> {
        let turn = TowerMove { claim: prefix.claim, huff: prefix.huff, way: None, short: false };
        self.sink.turn(&turn, &NOWHERE)
    }

    #[inline]
    fn own_turns<const N: usize>(&mut self, columns: &Columns<N>, mover: Side, prefix: Prefix) -> ControlFlow<()> {
        let captures = self.captures(columns, mover, prefix)?;
        if captures && self.tables.options.capture == Capture::Mandatory {
            return Continue(());
        }
        self.steps(columns, mover, prefix)
    }

    /// Streams the captures and tells whether there are any.
    #[inline(always)]
    fn captures<const N: usize>(&mut self, columns: &Columns<N>, mover: Side, prefix: Prefix) -> ControlFlow<(), bool> {
        let tables = self.tables;
        let options = &tables.options;
        let mut best = None;
        if !matches!(options.choice, Precedence::Free | Precedence::Protest) {
            let sought = || best_worth(tables, columns, mover, &mut self.hops_left);
            let Some(found) = Best::begin(options, self.sink, sought) else { return Break(()) };
            best = Some(found);
        }
        let mut any = false;
        let sink = &mut *self.sink;
        each_capture(tables, columns, mover, &mut self.hops_left, |end, trail| {
            any = true;
            let short = best.as_mut().map_or(end.cut, |best| best.exceeds(end.worth, sink));
            if short && options.capture != Capture::Huff {
                return Continue(());
            }
            sink.turn(&TowerMove { claim: prefix.claim, huff: prefix.huff, way: Some(end.way), short }, trail)
        })?;
        Continue(any)
    }

    /// Streams the turns that take nothing.
    #[inline(always)]
    fn steps<const N: usize>(&mut self, columns: &Columns<N>, mover: Side, prefix: Prefix) -> ControlFlow<()> {
        let own = columns.sides[mover.index()];
        let empty = self.tables.all & !(columns.sides[0] | columns.sides[1]);
        let men = &self.tables.men[mover.index()];
        for group in &men.steps {
            let ends = (own & !columns.kings & group.from).rotate(group.by) & empty;
            if self.passes_over(ends.count(), prefix) {
                continue;
            }
            for to in ends.points() {
                let from = to.wrapping_sub(group.by as usize) % u64::CAPACITY;
                self.step(from, to, men.promotion_row.has(to), prefix)?;
            }
        }
        let Some(kings) = &self.tables.kings else { return Continue(()) };
        let furthest = if self.tables.options.promotion == Promotion::Long { usize::MAX } else { 1 };
        for from in (own & columns.kings).points() {
            for ray in &kings.rays[from] {
                let ends = || ray.points.iter().take(furthest).take_while(|to| empty.has(to.index()));
                if self.passes_over(ends().count() as u32, prefix) {
                    continue;
                }
                for to in ends() {
                    self.step(from, to.index(), false, prefix)?;
                }
            }
        }
        Continue(())
    }

    /// Whether so many steps need not be told of one by one.
    #[inline(always)]
    fn passes_over(&mut self, count: u32, prefix: Prefix) -> bool {
        let is_plain = prefix.huff.is_none() && prefix.claim.is_none();
        self.sink.skips(Lot { count, take: !is_plain, unlike_others: is_plain })
    }

    #[inline(always)]
    fn step(&mut self, from: usize, to: usize, promotes: bool, prefix: Prefix) -> ControlFlow<()> {
        let way = Way { from: Point::from(from), to: Point::from(to), over: [0; MOST_PIECES], leaps: 0, promotes };
        let start = Trail { at: way.from, taken: None, before: None };
        let turn = TowerMove { claim: prefix.claim, huff: prefix.huff, way: Some(way), short: false };
        self.sink.turn(&turn, &Trail { at: way.to, taken: None, before: Some(&start) })
    }
}

/// Whether the side to move has a turn of its own.
fn can_move<const N: usize, M: TowerMemory<N>>(tables: &Tables<u64>, position: &TowerPosition<N, M>) -> bool {
    let mut any = Any(false);
    let mut generator = Generator::new(tables, &mut any);
    let _ = generator.turns_with_prefixes(position);
    let too_many = generator.hops_left == 0;
    any.0 || too_many
}

/// The worth of the best capture, 0 if there is none; `None` if finding it took too many hops.
fn best_worth<const N: usize>(
    tables: &Tables<u64>,
    columns: &Columns<N>,
    mover: Side,
    hops_left: &mut u32,
) -> Option<u64> {
    let mut best = 0;
    let told = each_capture(tables, columns, mover, hops_left, |end, _| {
        best = best.max(end.worth);
        Continue(())
    });
    told.is_continue().then_some(best)
}

/// The end of a chain.
struct ChainEnd {
    way: Way,
    /// What the capture is worth where the most must be taken.
    worth: u64,
    /// Whether the column had to go on.
    cut: bool,
}

/// Tells of every capture that may be claimed: one that stops where the rules let it stop.
fn claimable_captures<const N: usize>(
    tables: &Tables<u64>,
    columns: &Columns<N>,
    side: Side,
    hops_left: &mut u32,
    mut tell: impl FnMut(&Way, &Trail<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let must_go_on = tables.options.chain == Chain::Mandatory;
    let claimable = |end: &End, trail: &Trail<'_>| {
        if end.further && must_go_on { Continue(()) } else { tell(&end.way, trail) }
    };
    each_end(tables, columns, side, hops_left, claimable)
}

/// Whether there was a capture of more pieces than these.
pub fn has_more<const N: usize>(tables: &Tables<u64>, columns: &Columns<N>, side: Side, taken: u8) -> bool {
    let enough = |way: &Way, _: &Trail<'_>| if way.leaps > taken { Break(()) } else { Continue(()) };
    claimable_captures(tables, columns, side, &mut MOST_HOPS.clone(), enough).is_break()
}

/// What the opponent may huff after a turn that began, after its own huff, with these columns.
pub fn huffable_after<const N: usize>(
    tables: &Tables<u64>,
    columns: &Columns<N>,
    mover: Side,
    turn: &TowerMove,
) -> u64 {
    let Some(way) = &turn.way else { return 0 };
    if tables.options.capture != Capture::Huff {
        return 0;
    }
    if way.leaps > 0 {
        return if turn.short { u64::bit(way.to.index()) } else { 0 };
    }
    // Any one column that could have begun a capture that its duty asked for, where it stands now.
    let (mut owing, mut best) = (0, 0);
    let _ = each_capture(tables, columns, mover, &mut MOST_HOPS.clone(), |end, _| {
        if end.worth > best {
            (best, owing) = (end.worth, 0);
        }
        if end.worth == best {
            owing |= u64::bit(end.way.from.index());
        }
        Continue(())
    });
    let from = u64::bit(way.from.index());
    if owing.meets(from) { (owing & !from) | u64::bit(way.to.index()) } else { owing }
}

/// Where a chain may end, before the rules on cutting it short.
struct End {
    way: Way,
    worth: u64,
    /// Whether the column could go on.
    further: bool,
}

/// Tells of every end of every capture that the rules on chains allow, and of those that fall short of them where pieces
/// may be huffed for it.
#[inline(always)]
fn each_capture<const N: usize>(
    tables: &Tables<u64>,
    columns: &Columns<N>,
    side: Side,
    hops_left: &mut u32,
    mut tell: impl FnMut(&ChainEnd, &Trail<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let options = &tables.options;
    each_end(tables, columns, side, hops_left, |end, trail| {
        let Some(cut) = cut_short(options, end.further) else { return Continue(()) };
        tell(&ChainEnd { way: end.way, worth: end.worth, cut }, trail)
    })
}

#[inline(always)]
fn each_end<const N: usize>(
    tables: &Tables<u64>,
    columns: &Columns<N>,
    side: Side,
    hops_left: &mut u32,
    mut tell: impl FnMut(&End, &Trail<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let enemy = columns.sides[side.other().index()];
    let men_take = if tables.options.take_higher == YesNo::No { enemy & !columns.kings } else { enemy };
    let empty = tables.all & !(columns.sides[0] | columns.sides[1]);
    let own = columns.sides[side.index()];
    let mut origins = beginners(tables, side, own & !columns.kings, 0, men_take, empty).unwrap_or(0);
    origins |= own & columns.kings;
    for from in origins.points() {
        let mut columns = *columns;
        let leaper = columns.lift(from, side);
        let at = Point::from(from);
        let began_as_king = leaper.king_commands();
        let state = State {
            columns,
            is_king: began_as_king,
            leaper,
            way: Way { from: at, to: at, over: [0; MOST_PIECES], leaps: 0, promotes: false },
            jumped: 0,
            arrived: false,
            direction: None,
            kings_taken: 0,
            order: 0,
        };
        let end = |state: &State<N>, further: bool, trail: &Trail<'_>| {
            let promotes = !began_as_king
                && state.arrived
                && match tables.options.promo_mid {
                    PromotionInside::No => tables.men[side.index()].promotion_row.has(state.way.to.index()),
                    PromotionInside::AsMan | PromotionInside::AsKing | PromotionInside::Stop => true,
                };
            let leaps = u32::from(state.way.leaps);
            let worth = worth(tables.options.choice, leaps, || began_as_king, || state.kings_taken, || state.order);
            tell(&End { way: Way { promotes, ..state.way }, worth, further }, trail)
        };
        let hopper = Commander { tables, side, began_as_king };
        Walker { hopper, hops_left, end }.walk(at, &state)?;
    }
    Continue(())
}

/// A column in the middle of a capture, and the board without it.
#[derive(Clone, Copy)]
struct State<const N: usize> {
    columns: Columns<N>,
    leaper: Column,
    way: Way,
    /// The points that may not be leapt now, or ever again in this turn.
    jumped: u64,
    is_king: bool,
    /// Whether a man has landed on its far row.
    arrived: bool,
    direction: Option<Direction>,
    kings_taken: u32,
    /// A number that is higher the earlier kings were taken.
    order: u64,
}

/// A column of this side that captures.
#[derive(Clone, Copy)]
struct Commander<'t, const N: usize> {
    tables: &'t Tables<u64>,
    side: Side,
    began_as_king: bool,
}

impl<const N: usize> Leaping for Commander<'_, N> {
    type State = State<N>;
    type Set = u64;

    #[inline(always)]
    fn tables(&self) -> &Tables<u64> {
        self.tables
    }

    #[inline(always)]
    fn began_as_king(&self) -> bool {
        self.began_as_king
    }

    #[inline(always)]
    fn arrived(state: &State<N>) -> bool {
        state.arrived
    }

    /// The column as it can hop next.
    #[inline(always)]
    fn leaper(&self, state: &State<N>) -> Leaper<u64> {
        let (tables, columns) = (self.tables, &state.columns);
        let mut takeable = columns.sides[self.side.other().index()] & !state.jumped;
        if !state.is_king && tables.options.take_higher == YesNo::No {
            takeable &= !columns.kings;
        }
        Leaper {
            side: self.side,
            at: state.way.to.index(),
            is_king: state.is_king,
            direction: state.direction,
            takeable,
            empty: tables.all & !(columns.sides[0] | columns.sides[1]),
            landable: tables.all,
        }
    }

    /// The column and the board after a hop.
    #[inline(always)]
    fn after(&self, state: &State<N>, hop: &Hop<u64>) -> State<N> {
        let options = &self.tables.options;
        let mut next = *state;
        let king = next.columns.behead(hop.over_point.index(), self.side.other());
        next.leaper.push_under(king);
        next.kings_taken += u32::from(king);
        next.order |= if king { KING_FIRST >> next.way.leaps } else { 0 };
        next.way.over[usize::from(next.way.leaps)] = hop.over_point.0 as u8;
        next.way.leaps += 1;
        next.way.to = hop.to_point;
        next.direction = Some(hop.direction);
        next.jumped = match options.rejump {
            Rejump::Once => state.jumped | hop.over,
            Rejump::NotConsecutive => hop.over,
            Rejump::Allowed => 0,
        };
        if self.tables.men[self.side.index()].promotion_row.meets(hop.to) {
            next.arrived = true;
            next.is_king |= options.promo_mid == PromotionInside::AsKing;
        }
        next
    }
}
