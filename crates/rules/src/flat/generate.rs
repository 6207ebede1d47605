//! Turns of flat games that capture by leaping.
//!
//! Pieces that can capture are found a whole direction at a time; each is then followed leap by leap. The way of a chain
//! is a list on the stack ([`Trail`]), so that following it allocates nothing and counting it stores nothing.

use super::compile::{Hop, Steps, Tables};
use super::{FlatMove, FlatPosition, Kind, Memory};
use crate::bits::Bits;
use crate::board::{Direction, Point};
use crate::options::{
    Blocked, Capture, Chain, KingLanding, KingReach, Precedence, Promotion, PromotionInside, Removal,
};
use crate::rules::{MOST_HOPS, Sink, TooManyTurns, Trail};
use crate::setup::Side;
use std::ops::ControlFlow::{self, Break, Continue};

/// Streams the turns of one position to a sink.
pub struct Generator<'g, B, S> {
    tables: &'g Tables<B>,
    sink: &'g mut S,
    hops_left: u32,
}

impl<'g, B: Bits, S: Sink<FlatMove<B>>> Generator<'g, B, S> {
    pub fn new(tables: &'g Tables<B>, sink: &'g mut S) -> Self {
        Generator { tables, sink, hops_left: MOST_HOPS }
    }

    /// Streams all turns; gives up when captures take more than [`MOST_HOPS`] hops.
    #[inline]
    pub fn turns<const R: usize, M: Memory<B>>(mut self, position: &FlatPosition<B, R, M>) -> Result<(), TooManyTurns> {
        if position.own().is_empty() || position.enemy().is_empty() {
            return Ok(());
        }
        // Broken off by the sink, which knows why, or for want of hops.
        let _ = if self.tables.options.blocked == Blocked::Pass {
            self.turns_or_pass(position)
        } else {
            self.turns_with_huffs(position)
        };
        if self.hops_left == 0 { Err(TooManyTurns) } else { Ok(()) }
    }

    #[cold]
    fn turns_or_pass<const R: usize, M: Memory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        let can_move = |position: &FlatPosition<B, R, M>| {
            let mut any = false;
            let sink = &mut |_: &FlatMove<B>, _: &Trail<'_>| {
                any = true;
                Break(())
            };
            let mut generator = Generator::new(self.tables, sink);
            let _ = generator.turns_with_huffs(position);
            let too_many = generator.hops_left == 0;
            any || too_many
        };
        if can_move(position) {
            return self.turns_with_huffs(position);
        }
        // After a pass the other side would move, with nothing to huff.
        let mut passed = FlatPosition { to_move: position.to_move.other(), ..*position };
        passed.memory.set_huffable(B::EMPTY);
        passed.memory.rested(position.to_move);
        if can_move(&passed) { self.sink.turn(&still(Kind::Pass, None), &NOWHERE) } else { Continue(()) }
    }

    #[inline(always)]
    fn turns_with_huffs<const R: usize, M: Memory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        self.turns_without_huff(position, None)?;
        if M::HUFFS {
            for huffed in position.memory.huffable().points() {
                let rest = position.without(B::bit(huffed));
                let huff = Some(Point::from(huffed));
                if rest.enemy().is_empty() {
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
        if captures && self.tables.options.capture == Capture::Mandatory {
            return Continue(());
        }
        self.steps(position, huff)
    }

    /// Streams the captures and tells whether there are any.
    #[inline(always)]
    fn captures<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<(), bool> {
        let options = &self.tables.options;
        let Some(origins) = can_begin_capture(self.tables, position) else { return Continue(false) };
        let best = match options.choice {
            Precedence::Free => None,
            Precedence::Max | Precedence::MaxQuality => {
                match best_capture(self.tables, position, &mut self.hops_left) {
                    None if self.hops_left == 0 => return Break(()),
                    None => return Continue(false),
                    best => best,
                }
            }
        };
        let mut any = false;
        let sink = &mut *self.sink;
        for from in origins.points() {
            let mut chains = Chains {
                ground: Ground::new(self.tables, position, from),
                hops_left: &mut self.hops_left,
                end: |end: &ChainEnd<B>, trail: &Trail<'_>| {
                    any = true;
                    let short = match best {
                        None => end.cut,
                        Some(best) => worth(options.choice, position, end.taken) != best,
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
                        kind: Kind::Capture,
                        promotes: end.promotes,
                        short,
                    };
                    sink.turn(&turn, trail)
                },
            };
            chains.start::<R, M>(position)?;
        }
        Continue(any)
    }

    /// Streams the turns that take nothing.
    #[inline(always)]
    fn steps<const R: usize, M: Memory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<()> {
        let own = position.own();
        let empty = self.tables.all & !(own | position.enemy());
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
                    for to in ray.points.iter().take_while(|to| empty.has(to.index())) {
                        if !barred.has(to.index()) {
                            self.step(from, to.index(), huff, false, M::KEEPS_LANDINGS)?;
                        }
                    }
                }
            }
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
            if S::COUNTS && !M::BARS {
                self.sink.bulk(ends.count());
                continue;
            }
            for to in ends.points() {
                let from = back::<B>(to, group.by);
                if M::BARS && position.memory.barred(position.to_move, Point::from(from)).has(to) {
                    continue;
                }
                self.step(from, to, huff, promotion_row.has(to), M::KEEPS_LANDINGS)?;
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn step(&mut self, from: usize, to: usize, huff: Option<Point>, promotes: bool, keeps: bool) -> ControlFlow<()> {
        let turn = FlatMove {
            captured: B::EMPTY,
            landed: if keeps { B::bit(to) } else { B::EMPTY },
            from: Point::from(from),
            to: Point::from(to),
            huff,
            kind: Kind::Step,
            promotes,
            short: false,
        };
        let start = Trail { at: turn.from, taken: None, before: None };
        self.sink.turn(&turn, &Trail { at: turn.to, taken: None, before: Some(&start) })
    }
}

/// The point from which a rotation came.
#[inline(always)]
fn back<B: Bits>(to: usize, by: u32) -> usize {
    (to + B::CAPACITY - by as usize) % B::CAPACITY
}

/// A turn in which nothing moves.
fn still<B: Bits>(kind: Kind, huff: Option<Point>) -> FlatMove<B> {
    let (captured, landed, from, to) = (B::EMPTY, B::EMPTY, Point(0), Point(0));
    FlatMove { captured, landed, from, to, huff, kind, promotes: false, short: false }
}

/// The trail of a turn in which nothing moves; nobody reads it.
const NOWHERE: Trail<'static> = Trail { at: Point(0), taken: None, before: None };

/// The pieces of the side to move that may be able to capture: exactly those where nothing bars men and kings fly
/// nowhere, more otherwise; `None` if there are none.
#[inline(always)]
fn can_begin_capture<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
) -> Option<B> {
    let (own, enemy) = (position.own(), position.enemy());
    let empty = tables.all & !(own | enemy);
    let kings = if R == 0 { B::EMPTY } else { own & position.kings() };
    let mut movers = B::EMPTY;
    for group in &tables.men[position.to_move.index()].leaps {
        movers |= (empty.rotate(group.to_to_over) & enemy).rotate(group.over_to_from) & group.from;
    }
    let origins = movers & own & !kings | kings;
    (!origins.is_empty()).then_some(origins)
}

/// What a capture is worth where the most must be taken: pieces first, then kings where they count.
#[inline(always)]
fn worth<B: Bits, const R: usize, M: Memory<B>>(choice: Precedence, position: &FlatPosition<B, R, M>, taken: B) -> u32 {
    let kings = if choice == Precedence::MaxQuality { (taken & position.kings()).count() } else { 0 };
    taken.count() << 16 | kings
}

/// The worth of the best capture, if there is a capture at all.
fn best_capture<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
    hops_left: &mut u32,
) -> Option<u32> {
    let mut best = None;
    each_capture(tables, position, hops_left, |_, taken| {
        best = best.max(Some(worth(tables.options.choice, position, taken)));
    })?;
    best
}

/// Tells of every end of every capture the piece and what it takes; `None` if that took too many hops.
fn each_capture<B: Bits, const R: usize, M: Memory<B>>(
    tables: &Tables<B>,
    position: &FlatPosition<B, R, M>,
    hops_left: &mut u32,
    mut tell: impl FnMut(usize, B),
) -> Option<()> {
    for from in can_begin_capture(tables, position).unwrap_or(B::EMPTY).points() {
        let mut chains = Chains {
            ground: Ground::new(tables, position, from),
            hops_left,
            end: |end: &ChainEnd<B>, _: &Trail<'_>| {
                tell(from, end.taken);
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
        Kind::Capture | Kind::BareHuff | Kind::Pass => B::EMPTY,
        Kind::Step => {
            // Any one piece that could have begun a capture that its duty asked for, where it stands now.
            let mut owing = B::EMPTY;
            let mut best = 0;
            let told = each_capture(tables, position, &mut MOST_HOPS.clone(), |from, taken| {
                let worth = match tables.options.choice {
                    Precedence::Free => 0,
                    choice => worth(choice, position, taken),
                };
                if worth > best {
                    (best, owing) = (worth, B::EMPTY);
                }
                if worth == best {
                    owing |= B::bit(from);
                }
            });
            debug_assert!(told.is_some(), "the turn was generated within the same limit");
            let from = B::bit(turn.from.index());
            if owing.meets(from) { (owing & !from) | B::bit(turn.to.index()) } else { owing }
        }
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
        }
    }

    /// Tells of every capturing hop that the piece can make next, a king's with this choice of landings.
    #[inline(always)]
    fn hops<const R: usize, M: Memory<B>>(
        &self,
        state: &State<B>,
        landing: KingLanding,
        mut tell: impl FnMut(&Hop<B>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let options = &self.tables.options;
        let fits = |hop: &Hop<B>| {
            let barred = M::BARS && (self.barred | state.landed).meets(hop.to);
            let bends = options.chain == Chain::Straight && state.direction.is_some_and(|on| on != hop.direction);
            !barred && !bends
        };
        if R == 0 || !state.is_king {
            let men = &self.tables.men[self.side.index()].hops[state.at];
            if !men.near.meets(state.takeable) {
                return Continue(());
            }
            for hop in &men.hops {
                if state.takeable.meets(hop.over) && state.empty.meets(hop.to) && fits(hop) {
                    tell(hop)?;
                }
            }
            return Continue(());
        }
        let Some(kings) = &self.tables.kings else { return Continue(()) };
        for ray in &kings.rays[state.at] {
            let reach = match options.king_reach {
                KingReach::Adjacent => 0,
                KingReach::Any => ray.points.iter().take_while(|point| state.empty.has(point.index())).count(),
            };
            let Some((&over_point, behind)) = ray.points[reach..].split_first() else { continue };
            if !state.takeable.has(over_point.index()) {
                continue;
            }
            let longest = if landing == KingLanding::Next { 1 } else { behind.len() };
            let landings = behind.iter().take(longest).take_while(|point| state.empty.has(point.index()));
            let hops = landings
                .map(|&to_point| Hop {
                    over: B::bit(over_point.index()),
                    to: B::bit(to_point.index()),
                    over_point,
                    to_point,
                    direction: ray.direction,
                })
                .filter(fits);
            let goes_on = |hop: &Hop<B>| self.can_go_on::<R, M>(&self.after::<M>(state, hop));
            let only_further = landing == KingLanding::AnyButFurther && hops.clone().any(|hop| goes_on(&hop));
            for hop in hops {
                if !only_further || goes_on(&hop) {
                    tell(&hop)?;
                }
            }
        }
        Continue(())
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
        let (own, enemy) = (position.own() & !B::bit(ground.from), position.enemy());
        let state = State {
            takeable: enemy,
            empty: ground.tables.all & !(own | enemy),
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
