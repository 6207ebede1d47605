//! Hops and steps of single pieces, shared by both families.

use crate::engine::chains::Hopper;
use crate::engine::rules::PathNode;
use crate::engine::tables::{LeapEntry, LeapGroup, MoveTables};
use crate::ground::bits::Bits;
use crate::ground::board::{Direction, Point};
use crate::ground::setup::Side;
use crate::options::{Chain, KingLanding, KingReach, PromotionInside, Turning};
use std::ops::ControlFlow::{self, Break, Continue};

/// A capturing piece, as far as its next hop depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Leaper<B> {
    pub side: Side,
    pub at: usize,
    pub is_king: bool,
    /// Whether it ranks between men and kings: it captures in all directions, but only adjacent pieces.
    pub is_prince: bool,
    /// Direction of the last hop in this turn.
    pub direction: Option<Direction>,
    /// Points whose pieces it can take.
    pub takeable: B,
    /// Unoccupied points.
    pub empty: B,
    /// Points on which it may land if they are empty.
    pub landable: B,
    /// Pieces that it can take and behind which `killer` limits its landing: kings.
    pub kings: B,
}

/// A capture by leaping: the difference between flat games and towers.
pub(crate) trait Leaping: Sized {
    /// State of the piece and of the board in the middle of a capture.
    type State: Copy;
    /// Set type of the board.
    type Set: Bits;

    fn tables(&self) -> &MoveTables<Self::Set>;

    /// Returns whether the piece was a king before the turn.
    fn began_as_king(&self) -> bool;

    /// Returns whether the piece has landed on its promotion row as a man.
    fn is_on_promotion_row(state: &Self::State) -> bool;

    /// Returns the data for the next hop.
    fn leaper(&self, state: &Self::State) -> Leaper<Self::Set>;

    /// Returns the state after a hop.
    fn after(&self, state: &Self::State, hop: &LeapEntry<Self::Set>) -> Self::State;

    fn can_go_on(&self, state: &Self::State) -> bool {
        if !self.may_go_on(state) {
            return false;
        }
        let leaper = self.leaper(state);
        let any = if leaper.is_king {
            // `any_but_further` does not affect whether there is a landing. `killer` does where the point directly behind
            // a king is barred.
            let landing = match self.tables().options.king_landing {
                KingLanding::Killer => KingLanding::Killer,
                KingLanding::Next | KingLanding::Any | KingLanding::AnyButFurther => KingLanding::Any,
            };
            let goes_on = |hop: &LeapEntry<Self::Set>| self.can_go_on(&self.after(state, hop));
            each_hop_of_king(self.tables(), leaper, landing, &goes_on, &mut |_| Break(()))
        } else {
            each_hop_of_man(self.tables(), &leaper, |_| Break(()))
        };
        any.is_break()
    }
}

impl<L: Leaping> Hopper for L {
    type State = L::State;

    #[inline(always)]
    fn may_go_on(&self, state: &L::State) -> bool {
        let options = &self.tables().options;
        let stopped =
            options.promo_mid == PromotionInside::Stop && L::is_on_promotion_row(state) && !self.began_as_king();
        options.chain != Chain::None && !stopped
    }

    #[inline(always)]
    fn each_hop(
        &self,
        state: &L::State,
        _: &PathNode<'_>,
        mut visit: impl FnMut(Point, Point, &L::State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let leaper = self.leaper(state);
        if leaper.is_king {
            let goes_on = |hop: &LeapEntry<L::Set>| self.can_go_on(&self.after(state, hop));
            let landing = self.tables().options.king_landing;
            each_hop_of_king(self.tables(), leaper, landing, &goes_on, &mut |hop| {
                visit(hop.to_point, hop.over_point, &self.after(state, hop))
            })
        } else {
            each_hop_of_man(self.tables(), &leaper, |hop| visit(hop.to_point, hop.over_point, &self.after(state, hop)))
        }
    }
}

/// Returns the points from which a man of `side` could leap over one of `takeable` to one of `landings`.
#[inline(always)]
pub(crate) fn leapers<B: Bits>(tables: &MoveTables<B>, side: Side, takeable: B, landings: B) -> B {
    union_of_targets(&tables.men[side.index()].leaps, takeable, landings)
}

/// Returns the kings that may be able to capture: exactly these if no rule bars landings and kings do not fly, a
/// superset otherwise.
#[inline(always)]
pub(crate) fn leaping_kings<B: Bits>(tables: &MoveTables<B>, kings: B, takeable: B, empty: B) -> B {
    if kings.is_empty() {
        return kings;
    }
    let leaps = tables.kings.as_ref().and_then(|tables| tables.leaps.as_ref());
    leaps.map_or(kings, |leaps| kings & union_of_targets(leaps, takeable, empty))
}

#[inline(always)]
fn union_of_targets<B: Bits>(groups: &[LeapGroup<B>], takeable: B, landings: B) -> B {
    groups.iter().fold(B::EMPTY, |leapers, group| leapers | group.leapers(takeable, landings))
}

/// Returns whether a king that came in one direction may continue in another.
#[inline(always)]
fn may_turn(turning: Turning, came: Option<Direction>, goes: Direction) -> bool {
    match (turning, came) {
        (Turning::Free, _) | (_, None) => true,
        (Turning::NoReversal, Some(came)) => came.reverse() != goes,
        (Turning::Straight, Some(came)) => came == goes,
    }
}

/// Calls `visit` for each capturing hop of a man.
#[inline(always)]
fn each_hop_of_man<B: Bits>(
    tables: &MoveTables<B>,
    man: &Leaper<B>,
    mut visit: impl FnMut(&LeapEntry<B>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let men = &tables.men[man.side.index()].hops[man.at];
    if !men.near.intersects(man.takeable) {
        return Continue(());
    }
    let landable = man.empty & man.landable;
    for hop in &men.hops {
        if man.takeable.intersects(hop.over) && landable.intersects(hop.to) && !bends(tables, man, hop.direction) {
            visit(hop)?;
        }
    }
    Continue(())
}

/// Calls `visit` for each capturing hop of a king under this choice of landings. `goes_on` returns whether another
/// capture could follow a hop.
///
/// King hops are rare and long, so both callbacks are trait objects: the function is compiled once.
fn each_hop_of_king<B: Bits>(
    tables: &MoveTables<B>,
    king: Leaper<B>,
    landing: KingLanding,
    goes_on: &dyn Fn(&LeapEntry<B>) -> bool,
    visit: &mut dyn FnMut(&LeapEntry<B>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let options = &tables.options;
    let (reach, landing) =
        if king.is_prince { (KingReach::Adjacent, KingLanding::Next) } else { (options.king_reach, landing) };
    let Some(kings) = &tables.kings else { return Continue(()) };
    for ray in &kings.capture_rays[king.at] {
        let near = match reach {
            KingReach::Adjacent => 0,
            KingReach::Any => free(&ray.points, king.empty),
        };
        let Some((&over_point, behind)) = ray.points[near..].split_first() else { continue };
        let turns = may_turn(options.turning, king.direction, ray.direction);
        if !king.takeable.has(over_point.index()) || !turns || bends(tables, &king, ray.direction) {
            continue;
        }
        let longest = if landing == KingLanding::Next { 1 } else { usize::MAX };
        let landings = behind[..free(behind, king.empty).min(longest)].iter();
        let hops = landings.filter(|to_point| king.landable.has(to_point.index())).map(|&to_point| LeapEntry {
            over: B::bit(over_point.index()),
            to: B::bit(to_point.index()),
            over_point,
            to_point,
            direction: ray.direction,
        });
        let only_further = landing == KingLanding::AnyButFurther && hops.clone().any(|hop| goes_on(&hop));
        let only_behind = landing == KingLanding::Killer && king.kings.has(over_point.index());
        for hop in hops {
            let must_go_on = only_further || only_behind && hop.to_point != behind[0];
            if !must_go_on || goes_on(&hop) {
                visit(&hop)?;
            }
        }
    }
    Continue(())
}

/// Returns whether this direction would bend a chain that must be straight.
#[inline(always)]
fn bends<B>(tables: &MoveTables<B>, leaper: &Leaper<B>, goes: Direction) -> bool {
    tables.options.chain == Chain::Straight && leaper.direction.is_some_and(|came| came != goes)
}

/// Returns the number of empty points at the start of a line.
#[inline(always)]
fn free<B: Bits>(line: &[Point], empty: B) -> usize {
    line.iter().position(|point| !empty.has(point.index())).unwrap_or(line.len())
}
