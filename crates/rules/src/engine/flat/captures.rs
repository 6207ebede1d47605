//! Captures of flat games by leaping.
//!
//! Set operations find the pieces that can capture, one direction at a time. Each of them is then followed leap by
//! leap.

use super::generate::{back, each_removal, plain_action};
use super::{FlatAction, FlatMemory, FlatMove, FlatPosition, Generator};
use crate::engine::chains::{Best, KING_FIRST, Walker, cut_short, precedence};
use crate::engine::moves::{Leaper, Leaping, leapers, leaping_kings};
use crate::engine::rules::PathNode;
use crate::engine::stream::Sink;
use crate::engine::tables::{LeapEntry, LeapGroup, MoveTables};
use crate::engine::work::add_hops;
use crate::ground::bits::Bits;
use crate::ground::board::{Direction, Point};
use crate::ground::setup::Side;
use crate::options::{Capture, Chain, Precedence, PromotionInside, Removal, Return, YesNo};
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};

impl<'g, B: Bits, S: Sink<FlatMove<B>> + ?Sized, const EXTRAS: bool> Generator<'g, B, S, EXTRAS> {
    /// Streams the captures and returns whether there are any that satisfy the obligation to capture.
    #[inline(always)]
    pub(super) fn captures<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
        huff: Option<Point>,
    ) -> ControlFlow<(), bool> {
        let options = &self.tables.options;
        if R == 0 && !M::BARS && self.tables.leaps_straight_on && huff.is_none() {
            return self.captures_by_groups(position);
        }
        let men_from = men_lead(self.tables, position, position.empty(self.tables));
        let origins = starters(self.tables, position, men_from);
        if origins.is_empty() {
            return Continue(false);
        }
        let several = may_take_several(self.tables, position, origins, men_from);
        // Where every man captures a single piece, all captures are of equal precedence, unless kings rank higher.
        let kings_are_more =
            matches!(options.choice, Precedence::MaxQuality | Precedence::Italian | Precedence::Frisian);
        let any_will_do = several.is_empty() && !(kings_are_more && position.kings().intersects(position.enemy()));
        if !M::BARS && any_will_do && huff.is_none() {
            return self.captures_by_groups(position);
        }
        // A capture that a man can start, with no barred landings, always leads to a turn.
        if !M::BARS && R <= 1 && !(origins & !position.kings()).is_empty() {
            self.sink.announce()?;
        }
        let mut best = None;
        if !matches!(options.choice, Precedence::Free | Precedence::Protest) {
            let search = || best_precedence(self.tables, position, &mut self.hops_left);
            let Some(found) = Best::begin(options, self.sink, search) else { return Break(()) };
            best = Some(found);
        }
        let mut any = false;
        let (tables, entered, milling) = (self.tables, self.entered, self.milling);
        let sink = &mut *self.sink;
        // Where only men are obliged to capture, captures by kings do not count.
        let counting =
            if EXTRAS && options.capture == Capture::Men { position.own() & !position.kings() } else { position.own() };
        for (round, origins) in [several, origins & !several].into_iter().enumerate() {
            // Pieces that can take only one need not be followed if another takes several.
            if round > 0 && options.capture != Capture::Huff && best.as_ref().is_some_and(Best::takes_several) {
                break;
            }
            for from in origins.points() {
                each_capture(tables, position, from, &mut self.hops_left, |capture, path| {
                    any |= !EXTRAS || counting.has(from);
                    let is_inferior = best.as_mut().is_some_and(|best| {
                        best.exceeds(precedence_of(options.choice, position, from, capture.taken, path), sink)
                    });
                    let short = is_inferior || capture.cut;
                    if short && options.capture != Capture::Huff {
                        return Continue(());
                    }
                    let action = FlatAction::Capture {
                        from: Point::from(from),
                        to: path.at,
                        landed: capture.landed,
                        promotes: capture.promotes,
                        short,
                    };
                    let entered = if EXTRAS { entered } else { None };
                    let turn = FlatMove { captured: capture.taken, huff, entered, action };
                    match milling {
                        Some(milling) if EXTRAS => each_removal(tables, &milling, &turn, |turn| sink.turn(turn, path)),
                        _ => sink.turn(&turn, path),
                    }
                })?;
            }
        }
        Continue(any)
    }

    /// Streams captures of men that leap once, or straight on as far as they like, one direction at a time. Returns
    /// whether there are any.
    fn captures_by_groups<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<(), bool> {
        let tables = self.tables;
        let (takeable, empty) = (takeable_by_men(tables, position), position.empty(tables));
        let own = position.own() & !position.kings();
        let men = &tables.men[position.to_move.index()];
        let mut any = false;
        for group in &men.leaps {
            let leapers = group.leapers(takeable, empty);
            let movers = leapers & own;
            if movers.is_empty() {
                continue;
            }
            any = true;
            let mut chains = movers.count();
            if tables.options.chain == Chain::Straight {
                // Advances all chains of the group together and counts those that can leap again.
                let back = B::CAPACITY as u32;
                let mut at = movers;
                while !at.is_empty() {
                    let over = (at & group.straight_on).rotate(back - group.over_to_from);
                    at = over.rotate(back - group.to_to_over) & leapers;
                    chains += at.count();
                }
            }
            if self.passes_over(chains, empty, true, None) {
                continue;
            }
            let line = Line { group, takeable, empty, promotion_row: men.promotion_row };
            for from in movers.points() {
                let path = PathNode { at: Point::from(from), taken: None, before: None };
                self.straight_on(&line, from, B::EMPTY, &path)?;
            }
        }
        Continue(any)
    }

    /// Streams a leap of the man from `from` along a line, and the leaps straight behind it where the chain may go on.
    fn straight_on(&mut self, line: &Line<'_, B>, from: usize, taken: B, path: &PathNode<'_>) -> ControlFlow<()> {
        let (group, at) = (line.group, path.at.index());
        let over = back::<B>(at, group.over_to_from);
        let to = back::<B>(over, group.to_to_over);
        let (captured, end) = (taken | B::bit(over), Point::from(to));
        let path = PathNode { at: end, taken: Some(Point::from(over)), before: Some(path) };
        let promotes = line.promotion_row.has(to);
        let action = FlatAction::Capture { from: Point::from(from), to: end, landed: B::EMPTY, promotes, short: false };
        self.emit(&FlatMove { captured, entered: self.entered, ..plain_action(action) }, &path)?;
        if self.tables.options.chain != Chain::Straight || !group.straight_on.has(at) {
            return Continue(());
        }
        let over = back::<B>(to, group.over_to_from);
        if !line.takeable.has(over) || !line.empty.has(back::<B>(over, group.to_to_over)) {
            return Continue(());
        }
        self.straight_on(line, from, captured, &path)
    }
}

/// Leaps of men in one direction, with the points that limit them.
struct Line<'g, B> {
    group: &'g LeapGroup<B>,
    takeable: B,
    empty: B,
    promotion_row: B,
}

/// Returns the points from which men of the side to move could leap over a takeable piece to one of `landings`.
#[inline(always)]
fn men_lead<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    landings: B,
) -> B {
    leapers(tables, position.to_move, takeable_by_men(tables, position), landings)
}

/// Returns the pieces of the side to move that may be able to capture; `from` holds the points where men can. Exact if
/// no rule bars landings and kings do not fly, a superset otherwise.
#[inline(always)]
fn starters<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    from: B,
) -> B {
    let (own, kings) = (position.own(), position.kings());
    own & !kings & from | leaping_kings(tables, own & kings, position.enemy(), position.empty(tables))
}

/// Returns the starters that may take more than one piece: kings, and men that can leap on from a landing point.
#[inline(always)]
fn may_take_several<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    starters: B,
    from: B,
) -> B {
    if M::BARS || !tables.leaps_show_ahead {
        return starters;
    }
    let mut onward = from;
    if R > 0 && tables.options.promo_mid == PromotionInside::AsKing {
        onward |= tables.men[position.to_move.index()].promotion_row;
    }
    starters & (position.kings() | men_lead(tables, position, onward & position.empty(tables)))
}

/// Returns the pieces that men of the side to move may take.
#[inline(always)]
fn takeable_by_men<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> B {
    position.enemy() & !protected(tables, position, B::EMPTY)
}

/// Returns the pieces whose rank protects them from `piece`; with two ranks above men, those that it may not take as a
/// man.
#[inline(always)]
fn protected<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    piece: B,
) -> B {
    if R == 0 || tables.options.take_higher == YesNo::Yes {
        B::EMPTY
    } else if R == 1 {
        position.kings()
    } else {
        let below = position.ranks.iter().rposition(|rank| rank.intersects(piece)).map_or(0, |rank| rank + 1);
        position.ranks[below..].iter().fold(B::EMPTY, |higher, &rank| higher | rank)
    }
}

/// Returns the points on which a piece may not land in this turn: those that its history bars, and its start where the
/// rules bar that.
#[inline(always)]
fn barred<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    from: usize,
) -> B {
    let past = position.memory.barred(position.to_move, Point::from(from));
    if tables.options.returning == Return::NotStart { past | B::bit(from) } else { past }
}

/// Returns the precedence of a capture where the rules demand the most valuable one.
#[inline(always)]
fn precedence_of<B: Bits, const R: usize, M: FlatMemory<B>>(
    choice: Precedence,
    position: &FlatPosition<B, R, M>,
    from: usize,
    taken: B,
    path: &PathNode<'_>,
) -> u64 {
    let kings = || position.kings();
    let order = || {
        let victims = path.backwards().filter_map(|hop| hop.taken);
        victims.fold(0, |order, victim| order >> 1 | if kings().has(victim.index()) { KING_FIRST } else { 0 })
    };
    precedence(choice, taken.count(), || kings().has(from), || (taken & kings()).count(), order)
}

/// Returns the precedence of the best capture, 0 if there is none; `None` if finding it took too many hops.
fn best_precedence<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    hops_left: &mut u32,
) -> Option<u64> {
    let mut best = 0;
    for_each_precedence(tables, position, hops_left, |_, precedence| best = best.max(precedence))?;
    Some(best)
}

/// Calls `visit` for each end of each capture with the piece and the precedence of the capture. Returns `None` if that
/// took too many hops.
#[inline(always)]
fn for_each_precedence<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    hops_left: &mut u32,
    mut visit: impl FnMut(usize, u64),
) -> Option<()> {
    for from in starters(tables, position, men_lead(tables, position, position.empty(tables))).points() {
        let flow = each_capture(tables, position, from, hops_left, |capture, path| {
            visit(from, precedence_of(tables.options.choice, position, from, capture.taken, path));
            Continue(())
        });
        if flow.is_break() {
            return None;
        }
    }
    Some(())
}

/// Returns the pieces that the opponent may huff after a move. `position` is the position before the move and after its
/// own huff.
pub fn huffable_after<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    turn: &FlatMove<B>,
) -> B {
    if tables.options.capture != Capture::Huff {
        return B::EMPTY;
    }
    match turn.action {
        FlatAction::Capture { to, short: true, .. } => B::bit(to.index()),
        FlatAction::Step { .. } | FlatAction::Enter { .. } => {
            // Any one piece that could have started an obligatory capture, at its present point.
            let mut owing = B::EMPTY;
            let mut best = 0;
            let mut hops_left = tables.max_hops;
            let result = for_each_precedence(tables, position, &mut hops_left, |from, precedence| {
                if precedence > best {
                    (best, owing) = (precedence, B::EMPTY);
                }
                if precedence == best {
                    owing |= B::bit(from);
                }
            });
            add_hops(tables.max_hops, hops_left);
            debug_assert!(result.is_some(), "the turn was generated within the same limit");
            match turn.action {
                FlatAction::Step { from, to, .. } if owing.has(from.index()) => {
                    (owing & !B::bit(from.index())) | B::bit(to.index())
                }
                _ => owing,
            }
        }
        _ => B::EMPTY,
    }
}

/// A piece that captures by leaping: the constants of its chain.
struct Captor<'g, B, const R: usize, M> {
    tables: &'g MoveTables<B>,
    side: Side,
    is_king: bool,
    /// Whether it ranks between men and kings.
    is_prince: bool,
    /// Points on which the piece may not land, from earlier turns or because it started there.
    barred: B,
    /// Pieces that it may not take at the rank with which it began.
    protected: B,
    /// Pieces above men of the other side.
    enemy_kings: B,
    memory: PhantomData<M>,
}

/// State of a piece in the middle of a capture.
#[derive(Clone, Copy)]
struct State<B> {
    /// Pieces that can still be taken.
    takeable: B,
    /// Unoccupied points.
    empty: B,
    /// Landing points so far, if the memory stores them.
    landed: B,
    at: usize,
    is_king: bool,
    /// Whether it has landed on its promotion row as a man.
    arrived: bool,
    direction: Option<Direction>,
}

/// Result of a chain at its end.
struct Captured<B> {
    taken: B,
    landed: B,
    promotes: bool,
    /// Whether the rules demanded a longer chain.
    cut: bool,
}

impl<'g, B: Bits, const R: usize, M: FlatMemory<B>> Captor<'g, B, R, M> {
    #[inline(always)]
    fn new(tables: &'g MoveTables<B>, position: &FlatPosition<B, R, M>, from: usize) -> Self {
        Captor {
            tables,
            side: position.to_move,
            is_king: R > 0 && position.kings().has(from),
            is_prince: R > 1 && position.ranks[..R - 1].iter().any(|rank| rank.has(from)),
            barred: if M::BARS { barred(tables, position, from) } else { B::EMPTY },
            protected: protected(tables, position, B::bit(from)),
            enemy_kings: position.enemy() & position.kings(),
            memory: PhantomData,
        }
    }
}

impl<B: Bits, const R: usize, M: FlatMemory<B>> Leaping for Captor<'_, B, R, M> {
    type State = State<B>;
    type Set = B;

    #[inline(always)]
    fn tables(&self) -> &MoveTables<B> {
        self.tables
    }

    #[inline(always)]
    fn began_as_king(&self) -> bool {
        self.is_king
    }

    #[inline(always)]
    fn is_on_promotion_row(state: &State<B>) -> bool {
        state.arrived
    }

    #[inline(always)]
    fn leaper(&self, state: &State<B>) -> Leaper<B> {
        Leaper {
            side: self.side,
            at: state.at,
            is_king: R > 0 && state.is_king,
            is_prince: self.is_prince,
            direction: state.direction,
            takeable: if R == 0 || state.is_king && (R == 1 || !self.is_king) {
                state.takeable
            } else {
                state.takeable & !self.protected
            },
            empty: state.empty,
            landable: if M::BARS { !(self.barred | state.landed) } else { self.tables.all },
            kings: self.enemy_kings,
        }
    }

    #[inline(always)]
    fn after(&self, state: &State<B>, hop: &LeapEntry<B>) -> State<B> {
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
        if self.tables.men[self.side.index()].promotion_row.intersects(hop.to) {
            next.arrived = true;
            next.is_king |= options.promo_mid == PromotionInside::AsKing;
        }
        next
    }
}

/// Calls `visit` for each end of each capture of the piece on a point.
#[inline(always)]
fn each_capture<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
    from: usize,
    hops_left: &mut u32,
    mut visit: impl FnMut(&Captured<B>, &PathNode<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let leaping = Captor::new(tables, position, from);
    let enemy = position.enemy();
    let state = State {
        takeable: enemy,
        empty: position.empty(tables) | B::bit(from),
        landed: B::EMPTY,
        at: from,
        is_king: leaping.is_king,
        arrived: false,
        direction: None,
    };
    let end = |state: &State<B>, can_continue: bool, path: &PathNode<'_>| {
        let Some(cut) = cut_short(&tables.options, can_continue) else { return Continue(()) };
        let promotes = R > 0
            && !leaping.is_king
            && match tables.options.promo_mid {
                PromotionInside::No => state.arrived && tables.men[leaping.side.index()].promotion_row.has(state.at),
                PromotionInside::AsMan | PromotionInside::AsKing | PromotionInside::Stop => state.arrived,
            };
        visit(&Captured { taken: enemy & !state.takeable, landed: state.landed, promotes, cut }, path)
    };
    Walker { hopper: &leaping, hops_left, end }.walk(Point::from(from), &state)
}
