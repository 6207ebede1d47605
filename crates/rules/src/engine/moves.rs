//! Hops and steps of single pieces, as both families generate them.

use crate::engine::tables::{Hop, Tables};
use crate::ground::bits::Bits;
use crate::ground::board::Direction;
use crate::ground::setup::Side;
use crate::options::{KingLanding, KingReach, Turning};
use std::ops::ControlFlow::{self, Continue};

/// A piece that captures, as far as its next hop depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Leaper {
    pub side: Side,
    pub at: usize,
    pub is_king: bool,
    /// The direction of its last hop in this turn.
    pub direction: Option<Direction>,
}

/// The pieces of a side that may be able to capture what is takeable: exactly those where nothing else bars men and there
/// are no kings, more otherwise; `None` if there are none.
#[inline(always)]
pub(crate) fn beginners<B: Bits>(tables: &Tables<B>, side: Side, own: B, kings: B, takeable: B, empty: B) -> Option<B> {
    let mut movers = B::EMPTY;
    for group in &tables.men[side.index()].leaps {
        movers |= (empty.rotate(group.to_to_over) & takeable).rotate(group.over_to_from) & group.from;
    }
    let origins = own & (movers & !kings | kings);
    (!origins.is_empty()).then_some(origins)
}

/// Whether a king that came in one direction may go on in another.
#[inline(always)]
fn may_turn(turning: Turning, came: Option<Direction>, goes: Direction) -> bool {
    match (turning, came) {
        (Turning::Free, _) | (_, None) => true,
        (Turning::NoReversal, Some(came)) => came.reverse() != goes,
        (Turning::Straight, Some(came)) => came == goes,
    }
}

/// Tells of every capturing hop that a piece can make next, a king's with this choice of landings, where it `fits`;
/// `goes_on` says whether the piece could capture again after a hop.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn each_hop<B: Bits>(
    tables: &Tables<B>,
    leaper: &Leaper,
    takeable: B,
    empty: B,
    landing: KingLanding,
    fits: impl Fn(&Hop<B>) -> bool,
    goes_on: impl Fn(&Hop<B>) -> bool,
    mut tell: impl FnMut(&Hop<B>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !leaper.is_king {
        let men = &tables.men[leaper.side.index()].hops[leaper.at];
        if !men.near.meets(takeable) {
            return Continue(());
        }
        for hop in &men.hops {
            if takeable.meets(hop.over) && empty.meets(hop.to) && fits(hop) {
                tell(hop)?;
            }
        }
        return Continue(());
    }
    let options = &tables.options;
    let Some(kings) = &tables.kings else { return Continue(()) };
    for ray in &kings.rays[leaper.at] {
        let reach = match options.king_reach {
            KingReach::Adjacent => 0,
            KingReach::Any => ray.points.iter().take_while(|point| empty.has(point.index())).count(),
        };
        let Some((&over_point, behind)) = ray.points[reach..].split_first() else { continue };
        if !takeable.has(over_point.index()) || !may_turn(options.turning, leaper.direction, ray.direction) {
            continue;
        }
        let longest = if landing == KingLanding::Next { 1 } else { behind.len() };
        let landings = behind.iter().take(longest).take_while(|point| empty.has(point.index()));
        let hops = landings
            .map(|&to_point| Hop {
                over: B::bit(over_point.index()),
                to: B::bit(to_point.index()),
                over_point,
                to_point,
                direction: ray.direction,
            })
            .filter(&fits);
        let only_further = landing == KingLanding::AnyButFurther && hops.clone().any(|hop| goes_on(&hop));
        for hop in hops {
            if !only_further || goes_on(&hop) {
                tell(&hop)?;
            }
        }
    }
    Continue(())
}
