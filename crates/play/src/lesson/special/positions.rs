//! Positions with few pieces, made from positions of games.

use crate::random::{index, shuffle};
use quirkat_rules::{Board, Point, Promotion, Rank, Ruleset, Setup, SetupMemory, Side};

/// Maximum number of pieces that each side keeps in a position with few pieces.
const MAX_KEPT: usize = 5;
/// Maximum number of pieces around those that are besieged.
const MAX_BESIEGERS: usize = 9;

/// Removes pieces from a position until each side has few. Where men are promoted, some of those left become kings.
pub fn thinned(setup: &Setup, ruleset: &Ruleset, rng: &mut fastrand::Rng) -> Setup {
    let mut thin = bare(setup, rng);
    for side in Side::BOTH {
        let mut kept = drawn(setup, side, rng);
        kept.truncate(1 + index(rng, MAX_KEPT));
        for point in kept {
            let mut column = setup.columns[point.index()].clone();
            let top = column.last_mut().filter(|piece| piece.rank == Rank::Man);
            if let Some(man) = top.filter(|_| ruleset.options.promotion != Promotion::None && rng.u8(..3) == 0) {
                man.rank = Rank::King;
            }
            thin.columns[point.index()] = column;
        }
    }
    thin
}

/// Moves one or two pieces of a side to neighbouring points, and pieces of the other side around them.
pub fn besieged(setup: &Setup, board: &Board, rng: &mut fastrand::Rng) -> Setup {
    let mut siege = bare(setup, rng);
    let inner = if rng.bool() { Side::First } else { Side::Second };
    let [mut inside, mut outside] = [inner, inner.other()].map(|side| drawn(setup, side, rng).into_iter());
    let mut near = vec![Point::from(index(rng, board.len()))];
    let count = 1 + index(rng, 2);
    let around = if rng.bool() { MAX_BESIEGERS } else { 1 + index(rng, MAX_BESIEGERS) };
    for at in 0..count + around {
        let Some(&point) = near.get(at) else { break };
        let from = if at < count { inside.next() } else { outside.next().filter(|_| rng.u8(..4) > 0) };
        if let Some(from) = from {
            siege.columns[point.index()].clone_from(&setup.columns[from.index()]);
        }
        let mut next: Vec<_> = board.rays(point).iter().filter_map(|ray| ray.points.first().copied()).collect();
        shuffle(rng, &mut next);
        next.retain(|next| !near.contains(next));
        near.extend(next);
    }
    siege
}

/// Returns a position without pieces, with either side to move.
fn bare(setup: &Setup, rng: &mut fastrand::Rng) -> Setup {
    let SetupMemory { closed, hand, .. } = setup.memory;
    Setup {
        to_move: if rng.bool() { setup.to_move } else { setup.to_move.other() },
        columns: vec![vec![]; setup.columns.len()],
        memory: SetupMemory { closed, hand, ..SetupMemory::default() },
    }
}

/// Returns the points of a side in random order, at times those of the highest ranks first.
fn drawn(setup: &Setup, side: Side, rng: &mut fastrand::Rng) -> Vec<Point> {
    let points = (0..setup.columns.len()).map(Point::from);
    let mut drawn: Vec<_> = points.filter(|&point| setup.top(point).is_some_and(|piece| piece.side == side)).collect();
    shuffle(rng, &mut drawn);
    if rng.bool() {
        drawn.sort_by_key(|&point| std::cmp::Reverse(setup.top(point).map(|piece| piece.rank)));
    }
    drawn
}
