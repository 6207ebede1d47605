//! Turns of flat games that capture by leaping.
//!
//! Pieces that can capture are found a whole direction at a time; each is then followed leap by leap. The way of a chain
//! is a list on the stack ([`Trail`]), so that following it allocates nothing and counting it stores nothing.

use super::{FlatMove, FlatPosition, Kind, Memory, extras};
use crate::bits::Bits;
use crate::board::{Direction, Point};
use crate::moves::{Leaper, beginners, each_hop};
use crate::options::{
    Blocked, Capture, Chain, KingLanding, Precedence, Promotion, PromotionInside, Removal, Resupply, YesNo,
};
use crate::rules::{EachTurn, MOST_HOPS, NOWHERE, Sink, TooManyTurns, Trail};
use crate::setup::Side;
use crate::tables::{Hop, Leaps, Steps, Tables};
use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Break, Continue};

/// Streams the turns of one position to a sink.
pub struct Generator<'g, B, S> {
    pub(super) tables: &'g Tables<B>,
    pub(super) sink: &'g mut S,
    pub(super) hops_left: u32,
    /// The man that has entered from the hand before the turn goes on.
    pub(super) entered: Option<Point>,
    /// The pieces of the side to move and of the other, where mills take.
    pub(super) milling: Option<[B; 2]>,
}

impl<'g, B: Bits, S: Sink<FlatMove<B>>> Generator<'g, B, S> {
    pub fn new(tables: &'g Tables<B>, sink: &'g mut S) -> Self {
        Generator { tables, sink, hops_left: MOST_HOPS, entered: None, milling: None }
    }

    /// Streams all turns; gives up when captures take more than [`MOST_HOPS`] hops.
    #[inline]
    pub fn turns<const R: usize, M: Memory<B>>(mut self, position: &FlatPosition<B, R, M>) -> Result<(), TooManyTurns> {
        if position.has_nothing(Side::First) || position.has_nothing(Side::Second) {
            return Ok(());
        }
        if M::EXTRAS && self.tables.extras && extras::ended(self.tables, position).is_some() {
            return Ok(());
        }
        // Broken off by the sink, which knows why, or for want of hops.
        let _ = match self.tables.options.blocked {
            Blocked::Loss | Blocked::Draw => self.all_turns(position),
            Blocked::Pass | Blocked::LastHigher => self.turns_or_pass(position),
        };
        if self.hops_left == 0 { Err(TooManyTurns) } else { Ok(()) }
    }

    /// All turns but passing.
    #[inline(always)]
    fn all_turns<const R: usize, M: Memory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        if M::EXTRAS && self.tables.extras { self.turns_with_extras(position) } else { self.turns_with_huffs(position) }
    }

    #[cold]
    fn turns_or_pass<const R: usize, M: Memory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        let can_move = |position: &FlatPosition<B, R, M>| {
            let mut any = false;
            let mut sink: EachTurn<'_, FlatMove<B>> = &mut |_, _| {
                any = true;
                Break(())
            };
            let mut generator = Generator::new(self.tables, &mut sink);
            let _ = generator.all_turns(position);
            let too_many = generator.hops_left == 0;
            any || too_many
        };
        if can_move(position) {
            return self.all_turns(position);
        }
        if self.tables.options.blocked == Blocked::LastHigher && extras::is_last_higher(self.tables, position) {
            return Continue(());
        }
        // After a pass the other side would move, with nothing to huff.
        let mut passed = FlatPosition { to_move: position.to_move.other(), ..*position };
        passed.memory.set_huffable(B::EMPTY);
        passed.memory.rested(position.to_move);
        if can_move(&passed) { self.sink.turn(&still(Kind::Pass, None), &NOWHERE) } else { Continue(()) }
    }

    #[inline(always)]
    pub(super) fn turns_with_huffs<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<()> {
        self.turns_without_huff(position, None)?;
        if M::HUFFS {
            for huffed in position.memory.huffable().points() {
                let rest = position.without(B::bit(huffed));
                let huff = Some(Point::from(huffed));
                if rest.has_nothing(rest.to_move.other()) {
                    self.sink.turn(&still(Kind::BareHuff, huff), &NOWHERE)?;
                } else {
                    self.turns_without_huff(&rest, huff)?;
                }
            }
        }
        Continue(())
    }

    /// All turns of a board from which the huffed piece is gone already.
    #[inline(always)]
    fn turns_without_huff<const R: usize, M: Memory<B>>(
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

    /// Streams the captures and tells whether there are any that count for the duty to capture.
    #[inline(always)]
    fn captures<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<(), bool> {
        if R == 0 && !M::BARS && self.tables.leaps_straight_on && huff.is_none() {
            return self.straight_captures::<R, M>(position);
        }
        let options = &self.tables.options;
        let Some(origins) = can_begin_capture(self.tables, position) else { return Continue(false) };
        let best = match options.choice {
            Precedence::Free | Precedence::Protest => None,
            _ => match best_captures(self.tables, position, &mut self.hops_left) {
                None if self.hops_left == 0 => return Break(()),
                None => return Continue(false),
                Some((_, count))
                    if S::COUNTS
                        && matches!(options.capture, Capture::Optional | Capture::Mandatory)
                        && self.milling.is_none() =>
                {
                    self.sink.bulk(count);
                    return Continue(true);
                }
                Some((worth, _)) => Some(worth),
            },
        };
        let mut any = false;
        let (tables, entered, milling) = (self.tables, self.entered, self.milling);
        let sink = &mut *self.sink;
        // Where only men have to capture, what a king could take counts for nothing.
        let counting = if M::EXTRAS && options.capture == Capture::Men {
            position.own() & !position.kings()
        } else {
            position.own()
        };
        for from in origins.points() {
            let mut chains = Chains {
                ground: Ground::new(self.tables, position, from),
                hops_left: &mut self.hops_left,
                end: |end: &ChainEnd<B>, trail: &Trail<'_>| {
                    any |= !M::EXTRAS || counting.has(from);
                    let short = match best {
                        None => end.cut,
                        Some(best) => worth(options.choice, position, from, end.taken, trail) != best,
                    };
                    if short && options.capture != Capture::Huff {
                        return Continue(());
                    }
                    let turn = FlatMove {
                        captured: end.taken,
                        landed: end.landed,
                        from: Point::from(from),
                        to: trail.at,
                        huff,
                        entered: if M::EXTRAS { entered } else { None },
                        kind: Kind::Capture,
                        promotes: end.promotes,
                        short,
                    };
                    match milling {
                        Some(sides) if M::EXTRAS => each_removal(tables, sides, &turn, |turn| sink.turn(turn, trail)),
                        _ => sink.turn(&turn, trail),
                    }
                },
            };
            chains.start::<R, M>(position)?;
        }
        Continue(any)
    }

    /// Streams the captures of men that leap once, or straight on as far as they like, found a whole direction at a time;
    /// tells whether there are any.
    fn straight_captures<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<(), bool> {
        let tables = self.tables;
        let (own, enemy, empty) = (position.own(), position.enemy(), position.empty(tables));
        let goes_on = tables.options.chain == Chain::Straight;
        let mut any = false;
        for group in &tables.men[position.to_move.index()].leaps {
            let leapers = (empty.rotate(group.to_to_over) & enemy).rotate(group.over_to_from) & group.from;
            let movers = leapers & own;
            if movers.is_empty() {
                continue;
            }
            any = true;
            let mut chains = movers.count();
            if goes_on {
                // All chains of the group at once: those that go on, where they land, and whether they can leap there.
                let back = B::CAPACITY as u32;
                let mut at = movers;
                while !at.is_empty() {
                    let over = (at & group.straight_on).rotate(back - group.over_to_from);
                    at = over.rotate(back - group.to_to_over) & leapers;
                    chains += at.count();
                }
            }
            if self.passes_over::<M>(chains) {
                continue;
            }
            for from in movers.points() {
                let trail = Trail { at: Point::from(from), taken: None, before: None };
                self.straight_on::<M>(group, from, from, B::EMPTY, enemy, empty, &trail)?;
            }
        }
        Continue(any)
    }

    /// Tells of a leap along a group and, where the chain may go on, of those straight behind it.
    #[allow(clippy::too_many_arguments)]
    fn straight_on<M: Memory<B>>(
        &mut self,
        group: &Leaps<B>,
        from: usize,
        at: usize,
        taken: B,
        enemy: B,
        empty: B,
        trail: &Trail<'_>,
    ) -> ControlFlow<()> {
        let over = back::<B>(at, group.over_to_from);
        let to = back::<B>(over, group.to_to_over);
        let (captured, end) = (taken | B::bit(over), Point::from(to));
        let trail = Trail { at: end, taken: Some(Point::from(over)), before: Some(trail) };
        let ends = FlatMove { from: Point::from(from), to: end, ..still(Kind::Capture, None) };
        let turn = FlatMove { captured, entered: self.entered, ..ends };
        self.tell::<M>(&turn, &trail)?;
        if self.tables.options.chain != Chain::Straight || !group.straight_on.has(at) {
            return Continue(());
        }
        let over = back::<B>(to, group.over_to_from);
        if !enemy.has(over) || !empty.has(back::<B>(over, group.to_to_over)) {
            return Continue(());
        }
        self.straight_on::<M>(group, from, to, captured, enemy, empty, &trail)
    }

    /// Tells the sink of a turn, with whatever its mills take.
    #[inline(always)]
    pub(super) fn tell<M: Memory<B>>(&mut self, turn: &FlatMove<B>, trail: &Trail<'_>) -> ControlFlow<()> {
        if !M::EXTRAS {
            return self.sink.turn(turn, trail);
        }
        match self.milling {
            Some(sides) => each_removal(self.tables, sides, turn, |turn| self.sink.turn(turn, trail)),
            None => self.sink.turn(turn, trail),
        }
    }

    /// Whether so many turns, none of which is barred, are told as a number or need not be told at all.
    #[inline(always)]
    fn passes_over<M: Memory<B>>(&mut self, count: u32) -> bool {
        if M::BARS || M::EXTRAS && self.milling.is_some() {
            return false;
        }
        if S::COUNTS {
            self.sink.bulk(count);
        }
        S::COUNTS || self.sink.skips(count)
    }

    /// Streams the turns that take nothing.
    #[inline(always)]
    pub(super) fn steps<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<()> {
        let own = position.own();
        let empty = position.empty(self.tables);
        let mover = position.to_move.index();
        if M::EXTRAS && self.tables.extras {
            let enters = self.tables.options.resupply == Resupply::Optional && position.memory.held().hand[mover] > 0;
            if enters && own.count() < self.tables.full[mover] {
                self.drops::<M>(empty, huff)?;
            }
            if let Some(flow) = self.flights(position) {
                return flow;
            }
        }
        let tables = self.tables;
        let men = &tables.men[position.to_move.index()];
        let promotion_row = if tables.options.promotion == Promotion::None { B::EMPTY } else { men.far_row };
        if R == 0 {
            return self.grouped_steps(position, huff, &men.steps, own, empty, B::EMPTY);
        }
        let kings = own & position.kings();
        self.grouped_steps(position, huff, &men.steps, own & !kings, empty, promotion_row)?;
        let Some(tables) = &tables.kings else { return Continue(()) };
        self.grouped_steps(position, huff, &tables.steps, kings, empty, B::EMPTY)?;
        if self.tables.options.promotion == Promotion::Long {
            for from in kings.points() {
                let barred = position.memory.barred(position.to_move, Point::from(from));
                for ray in &tables.rays[from] {
                    let steps = ray.points.iter().take_while(|to| empty.has(to.index())).count();
                    if self.passes_over::<M>(steps as u32) {
                        continue;
                    }
                    for to in ray.points.iter().take_while(|to| empty.has(to.index())) {
                        if !barred.has(to.index()) {
                            self.step::<M>(from, to.index(), huff, false)?;
                        }
                    }
                }
            }
        }
        Continue(())
    }

    /// Streams the turns that enter a man from the hand.
    pub(super) fn drops<M: Memory<B>>(&mut self, empty: B, huff: Option<Point>) -> ControlFlow<()> {
        if self.passes_over::<M>(empty.count()) {
            return Continue(());
        }
        for to in empty.points() {
            let at = Point::from(to);
            let turn = FlatMove { from: at, to: at, ..still(Kind::Drop, huff) };
            self.tell::<M>(&turn, &Trail { at, taken: None, before: None })?;
        }
        Continue(())
    }

    #[inline(always)]
    fn grouped_steps<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
        groups: &[Steps<B>],
        movers: B,
        empty: B,
        promotion_row: B,
    ) -> ControlFlow<()> {
        for group in groups {
            let ends = (movers & group.from).rotate(group.by) & empty;
            if self.passes_over::<M>(ends.count()) {
                continue;
            }
            for to in ends.points() {
                let from = back::<B>(to, group.by);
                if M::BARS && position.memory.barred(position.to_move, Point::from(from)).has(to) {
                    continue;
                }
                self.step::<M>(from, to, huff, promotion_row.has(to))?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    pub(super) fn step<M: Memory<B>>(
        &mut self,
        from: usize,
        to: usize,
        huff: Option<Point>,
        promotes: bool,
    ) -> ControlFlow<()> {
        let turn = FlatMove {
            captured: B::EMPTY,
            landed: if M::KEEPS_LANDINGS { B::bit(to) } else { B::EMPTY },
            from: Point::from(from),
            to: Point::from(to),
            huff,
            entered: if M::EXTRAS { self.entered } else { None },
            kind: Kind::Step,
            promotes,
            short: false,
        };
        let start = Trail { at: turn.from, taken: None, before: None };
        self.tell::<M>(&turn, &Trail { at: turn.to, taken: None, before: Some(&start) })
    }
}

/// Tells of a turn with everything that may be taken for the mills that it makes; `sides` are the pieces of the side to
/// move and of the other.
fn each_removal<B: Bits>(
    tables: &Tables<B>,
    [own, enemy]: [B; 2],
    turn: &FlatMove<B>,
    mut tell: impl FnMut(&FlatMove<B>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let ends = B::bit(turn.to.index());
    let (leaves, filled) = match (turn.kind, turn.entered) {
        (Kind::Row, Some(second)) => (B::EMPTY, ends | B::bit(turn.from.index()) | B::bit(second.index())),
        (Kind::Row | Kind::Drop, _) => (B::EMPTY, ends),
        _ => (B::bit(turn.from.index()), ends),
    };
    let made = tables.mills.made((own & !leaves) | filled, filled);
    if made == 0 {
        return tell(turn);
    }
    tables.mills.each_removal(made, enemy & !turn.captured, &tables.options, |gone| {
        tell(&FlatMove { captured: turn.captured | gone, ..*turn })
    })
}

/// The point from which a rotation came.
#[inline(always)]
fn back<B: Bits>(to: usize, by: u32) -> usize {
    (to + B::CAPACITY - by as usize) % B::CAPACITY
}

/// A turn in which nothing moves.
pub fn still<B: Bits>(kind: Kind, huff: Option<Point>) -> FlatMove<B> {
    let (captured, landed, from, to) = (B::EMPTY, B::EMPTY, Point(0), Point(0));
    FlatMove { captured, landed, from, to, huff, entered: None, kind, promotes: false, short: false }
}

/// The pieces of the side to move that may be able to capture: exactly those where nothing bars men and kings fly
/// nowhere, more otherwise; `None` if there are none.
#[inline(always)]
fn can_begin_capture<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
) -> Option<B> {
    let kings = if R == 0 { B::EMPTY } else { position.kings() };
    let takeable = if R > 1 { position.enemy() } else { position.enemy() & !spared(tables, position, B::EMPTY) };
    beginners(tables, position.to_move, position.own(), kings, takeable, position.empty(tables))
}

/// The pieces that a piece may not take for their rank; with two ranks, those that it may not take as a man.
#[inline(always)]
fn spared<B: Bits, const R: usize, M: Memory<B>>(tables: &Tables<B>, position: &FlatPosition<B, R, M>, piece: B) -> B {
    if R == 0 || tables.options.take_higher == YesNo::Yes {
        B::EMPTY
    } else if R == 1 {
        position.kings()
    } else {
        let below = position.ranks.iter().rposition(|rank| rank.meets(piece)).map_or(0, |rank| rank + 1);
        position.ranks[below..].iter().fold(B::EMPTY, |higher, &rank| higher | rank)
    }
}

/// What a capture is worth where the most must be taken: pieces first, then whatever else counts. No capture is worth
/// nothing.
#[inline(always)]
fn worth<B: Bits, const R: usize, M: Memory<B>>(
    choice: Precedence,
    position: &FlatPosition<B, R, M>,
    from: usize,
    taken: B,
    trail: &Trail<'_>,
) -> u64 {
    let pieces = u64::from(taken.count()) << 53;
    let kings = || u64::from((taken & position.kings()).count());
    let by_king = || u64::from(position.kings().has(from)) << 52;
    match choice {
        Precedence::Free | Precedence::Protest => 1,
        Precedence::Max => pieces,
        Precedence::MaxQuality => pieces | kings(),
        Precedence::KingFirst => pieces | by_king(),
        Precedence::Italian => pieces | by_king() | kings() << 42 | order(position.kings(), trail),
    }
}

/// A number that is higher the earlier kings are taken on the way.
fn order<B: Bits>(kings: B, trail: &Trail<'_>) -> u64 {
    let victims = trail.backwards().filter_map(|hop| hop.taken);
    victims.fold(0, |order, victim| order >> 1 | u64::from(kings.has(victim.index())) << 41)
}

/// The worth of the best capture, if there is a capture at all, and how many captures are worth as much.
fn best_captures<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
    hops_left: &mut u32,
) -> Option<(u64, u32)> {
    let mut best = (0, 0);
    each_capture(tables, position, hops_left, |_, worth| match worth.cmp(&best.0) {
        Ordering::Less => {}
        Ordering::Equal => best.1 += 1,
        Ordering::Greater => best = (worth, 1),
    })?;
    (best.1 > 0).then_some(best)
}

/// Tells of every end of every capture the piece and what the capture is worth; `None` if that took too many hops.
#[inline(always)]
fn each_capture<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
    hops_left: &mut u32,
    mut tell: impl FnMut(usize, u64),
) -> Option<()> {
    for from in can_begin_capture(tables, position).unwrap_or(B::EMPTY).points() {
        let mut chains = Chains {
            ground: Ground::new(tables, position, from),
            hops_left,
            end: |end: &ChainEnd<B>, trail: &Trail<'_>| {
                tell(from, worth(tables.options.choice, position, from, end.taken, trail));
                Continue(())
            },
        };
        if chains.start::<R, M>(position).is_break() {
            return None;
        }
    }
    Some(())
}

/// What the opponent may huff after a turn, which was played on this position after its own huff.
pub fn huffable_after<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
    turn: &FlatMove<B>,
) -> B {
    if tables.options.capture != Capture::Huff {
        return B::EMPTY;
    }
    match turn.kind {
        Kind::Capture if turn.short => B::bit(turn.to.index()),
        Kind::Step | Kind::Drop => {
            // Any one piece that could have begun a capture that its duty asked for, where it stands now.
            let mut owing = B::EMPTY;
            let mut best = 0;
            let told = each_capture(tables, position, &mut MOST_HOPS.clone(), |from, worth| {
                if worth > best {
                    (best, owing) = (worth, B::EMPTY);
                }
                if worth == best {
                    owing |= B::bit(from);
                }
            });
            debug_assert!(told.is_some(), "the turn was generated within the same limit");
            let from = B::bit(turn.from.index());
            if turn.kind == Kind::Step && owing.meets(from) { (owing & !from) | B::bit(turn.to.index()) } else { owing }
        }
        _ => B::EMPTY,
    }
}

/// What does not change while one piece captures.
#[derive(Clone, Copy)]
struct Ground<'g, B> {
    tables: &'g Tables<B>,
    side: Side,
    from: usize,
    is_king: bool,
    /// Where the piece may not land, from earlier turns.
    barred: B,
    /// What it may not take, with two ranks while it is a man.
    spared: B,
}

/// A piece in the middle of a capture.
#[derive(Clone, Copy)]
struct State<B> {
    /// What can still be taken.
    takeable: B,
    /// Where nothing stands.
    empty: B,
    /// Where the piece has landed, where that is kept.
    landed: B,
    at: usize,
    is_king: bool,
    /// Whether a man has landed on its far row.
    arrived: bool,
    direction: Option<Direction>,
}

/// The end of a chain.
struct ChainEnd<B> {
    taken: B,
    landed: B,
    promotes: bool,
    /// Whether the piece had to go on.
    cut: bool,
}

impl<'g, B: Bits> Ground<'g, B> {
    #[inline(always)]
    fn new<const R: usize, M: Memory<B>>(tables: &'g Tables<B>, position: &FlatPosition<B, R, M>, from: usize) -> Self {
        Ground {
            tables,
            side: position.to_move,
            from,
            is_king: R > 0 && position.kings().has(from),
            barred: if M::BARS { position.memory.barred(position.to_move, Point::from(from)) } else { B::EMPTY },
            spared: spared(tables, position, B::bit(from)),
        }
    }

    /// Tells of every capturing hop that the piece can make next, a king's with this choice of landings.
    #[inline(always)]
    fn hops<const R: usize, M: Memory<B>>(
        &self,
        state: &State<B>,
        landing: KingLanding,
        tell: impl FnMut(&Hop<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let chain = self.tables.options.chain;
        let takeable = if R == 0 || R == 1 && state.is_king { state.takeable } else { state.takeable & !self.spared };
        let leaper =
            Leaper { side: self.side, at: state.at, is_king: R > 0 && state.is_king, direction: state.direction };
        let fits = |hop: &Hop<B>| {
            let barred = M::BARS && (self.barred | state.landed).meets(hop.to);
            let bends = chain == Chain::Straight && state.direction.is_some_and(|on| on != hop.direction);
            !barred && !bends
        };
        let goes_on = |hop: &Hop<B>| self.can_go_on::<R, M>(&self.after::<M>(state, hop));
        each_hop(self.tables, &leaper, takeable, state.empty, landing, fits, goes_on, tell)
    }

    fn can_go_on<const R: usize, M: Memory<B>>(&self, state: &State<B>) -> bool {
        // Which landing is chosen matters later; whether there is one does not depend on it.
        self.may_go_on(state) && self.hops::<R, M>(state, KingLanding::Any, |_| Break(())).is_break()
    }

    #[inline(always)]
    fn may_go_on(&self, state: &State<B>) -> bool {
        let options = &self.tables.options;
        let stopped = options.promo_mid == PromotionInside::Stop && state.arrived && !self.is_king;
        options.chain != Chain::None && !stopped
    }

    /// The piece after a hop.
    #[inline(always)]
    fn after<M: Memory<B>>(&self, state: &State<B>, hop: &Hop<B>) -> State<B> {
        let options = &self.tables.options;
        let mut next = *state;
        next.takeable &= !hop.over;
        if options.removal == Removal::Immediate {
            next.empty |= hop.over;
        }
        if M::KEEPS_LANDINGS {
            next.landed |= hop.to;
        }
        next.at = hop.to_point.index();
        next.direction = Some(hop.direction);
        if options.promotion != Promotion::None && self.tables.men[self.side.index()].far_row.meets(hop.to) {
            next.arrived = true;
            next.is_king |= options.promo_mid == PromotionInside::AsKing;
        }
        next
    }
}

/// Follows every chain of one piece and tells where each may end.
struct Chains<'c, 'g, B, E> {
    ground: Ground<'g, B>,
    hops_left: &'c mut u32,
    end: E,
}

impl<B: Bits, E: FnMut(&ChainEnd<B>, &Trail<'_>) -> ControlFlow<()>> Chains<'_, '_, B, E> {
    #[inline(always)]
    fn start<const R: usize, M: Memory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        let ground = self.ground;
        let enemy = position.enemy();
        let state = State {
            takeable: enemy,
            empty: position.empty(ground.tables) | B::bit(ground.from),
            landed: B::EMPTY,
            at: ground.from,
            is_king: ground.is_king,
            arrived: false,
            direction: None,
        };
        let trail = Trail { at: Point::from(ground.from), taken: None, before: None };
        ground.hops::<R, M>(&state, ground.tables.options.king_landing, |hop| {
            let trail = Trail { at: hop.to_point, taken: Some(hop.over_point), before: Some(&trail) };
            self.go_on::<R, M>(enemy, &ground.after::<M>(&state, hop), &trail)
        })
    }

    /// Follows the chain from where the piece has just landed.
    fn go_on<const R: usize, M: Memory<B>>(
        &mut self,
        enemy: B,
        state: &State<B>,
        trail: &Trail<'_>,
    ) -> ControlFlow<()> {
        *self.hops_left -= 1;
        if *self.hops_left == 0 {
            return Break(());
        }
        let ground = self.ground;
        let options = &ground.tables.options;
        let mut further = false;
        if ground.may_go_on(state) {
            ground.hops::<R, M>(state, options.king_landing, |hop| {
                further = true;
                let trail = Trail { at: hop.to_point, taken: Some(hop.over_point), before: Some(trail) };
                self.go_on::<R, M>(enemy, &ground.after::<M>(state, hop), &trail)
            })?;
        }
        let cut = further && options.chain == Chain::Mandatory;
        if cut && options.capture != Capture::Huff {
            return Continue(());
        }
        let promotes = R > 0
            && !ground.is_king
            && match options.promo_mid {
                PromotionInside::No => state.arrived && ground.tables.men[ground.side.index()].far_row.has(state.at),
                PromotionInside::AsMan | PromotionInside::AsKing | PromotionInside::Stop => state.arrived,
            };
        (self.end)(&ChainEnd { taken: enemy & !state.takeable, landed: state.landed, promotes, cut }, trail)
    }
}
