//! Positions in the middle of a turn, for the eye.

use quirkat_rules::{Point, Setup, Turn};

/// What stands where after the first hops of a turn, and after its huff. Of a tower only the top is taken.
pub fn partway(before: &Setup, turn: &Turn, hops: usize) -> Setup {
    let mut setup = before.clone();
    for &gone in turn.huff.iter().chain(taken(turn, hops)) {
        setup.columns[gone.index()].pop();
    }
    if let (Some(&from), Some(&to)) = (turn.path.first(), turn.path.get(hops)) {
        let piece = std::mem::take(&mut setup.columns[from.index()]);
        setup.columns[to.index()] = piece;
    }
    setup
}

/// What the first hops of a turn take: a piece each, where there are as many; otherwise all is taken at the end.
pub fn taken(turn: &Turn, hops: usize) -> &[Point] {
    let last = turn.path.len().saturating_sub(1);
    match turn.captures.len() == last {
        true => &turn.captures[..hops.min(last)],
        false if hops >= last => &turn.captures,
        false => &[],
    }
}
