//! Tables made of a ruleset once, so that generation is bit operations and short loops. Flat games and towers share them.

use crate::bits::Bits;
use crate::board::{Board, Direction, Leap, Point, Ray};
use crate::closing::Closable;
use crate::options::{Directions, LastRow, Options, Promotion, YesNo};
use crate::ruleset::Ruleset;
use crate::setup::Side;
use std::collections::BTreeMap;

/// Everything that generation looks up.
#[derive(Debug)]
pub struct Tables<B> {
    pub options: Options,
    /// All points of the board.
    pub all: B,
    /// How each side's men move.
    pub men: [Men<B>; 2],
    /// How kings move, where there are any.
    pub kings: Option<Kings<B>>,
    /// The pieces of each side before the first turn: a man enters from the hand in the place of one that was lost.
    pub full: [u32; 2],
    /// The rows that close behind the players, where there are any.
    pub closable: Option<Closable<B>>,
}

/// How the men of one side move.
#[derive(Debug)]
pub struct Men<B> {
    pub steps: Vec<Steps<B>>,
    pub leaps: Vec<Leaps<B>>,
    /// The leaps of each point.
    pub hops: Vec<Hops<B>>,
    /// Where men are promoted.
    pub far_row: B,
}

/// All steps that differ by the same number.
#[derive(Clone, Copy, Debug)]
pub struct Steps<B> {
    /// Where they begin.
    pub from: B,
    /// The rotation that carries the beginnings to the ends.
    pub by: u32,
}

/// All leaps that differ by the same two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Leaps<B> {
    /// Where they begin.
    pub from: B,
    /// The rotation that carries what is leapt over back to the beginnings.
    pub over_to_from: u32,
    /// The rotation that carries the landings back to what is leapt over.
    pub to_to_over: u32,
}

/// The leaps of a man from one point.
#[derive(Clone, Debug)]
pub struct Hops<B> {
    /// All points that are leapt over.
    pub near: B,
    pub hops: Vec<Hop<B>>,
}

/// One leap of a man from a known point.
#[derive(Clone, Copy, Debug)]
pub struct Hop<B> {
    pub over: B,
    pub to: B,
    pub over_point: Point,
    pub to_point: Point,
    pub direction: Direction,
}

/// How kings move; they know no forward.
#[derive(Debug)]
pub struct Kings<B> {
    /// The steps of short kings; empty where kings fly.
    pub steps: Vec<Steps<B>>,
    /// What lies before each point in every direction.
    pub rays: Vec<Vec<Ray>>,
}

impl<B: Bits> Tables<B> {
    pub fn new(ruleset: &Ruleset) -> Self {
        let board = &ruleset.board;
        let options = ruleset.options;
        let steps =
            || board.points().flat_map(|from| board.rays(from).into_iter().map(move |ray| (from, ray.points[0])));
        let kings = (options.promotion != Promotion::None).then(|| Kings {
            steps: if options.promotion == Promotion::Short { grouped(steps()) } else { vec![] },
            rays: board.points().map(|point| board.rays(point)).collect(),
        });
        let men = Side::BOTH.map(|side| {
            let far_row: B = far_row(board, side);
            let frozen = |from: Point| far_row.has(from.index()) && options.last_row != LastRow::Normal;
            let all_leaps = if options.bent_leaps == YesNo::Yes { board.bent_leaps() } else { board.leaps() };
            let leaps: Vec<Leap> = all_leaps
                .into_iter()
                .filter(|leap| {
                    let way = Way::new(board, side, leap.from, leap.to);
                    let sideways_only = frozen(leap.from) && options.last_row == LastRow::CaptureSidewaysOnly;
                    way.is_allowed(options.cap_dirs) && (!sideways_only || way.forward == 0)
                })
                .collect();
            let hops = board.points().map(|point| {
                let hops: Vec<_> = leaps
                    .iter()
                    .filter(|leap| leap.from == point)
                    .map(|leap| Hop {
                        over: B::bit(leap.over.index()),
                        to: B::bit(leap.to.index()),
                        over_point: leap.over,
                        to_point: leap.to,
                        direction: leap.direction,
                    })
                    .collect();
                Hops { near: hops.iter().fold(B::EMPTY, |near, hop| near | hop.over), hops }
            });
            let mut groups: BTreeMap<(u32, u32), B> = BTreeMap::new();
            for leap in &leaps {
                let rotations = (rotation::<B>(leap.over, leap.from), rotation::<B>(leap.to, leap.over));
                *groups.entry(rotations).or_default() |= B::bit(leap.from.index());
            }
            Men {
                steps: grouped(steps().filter(|&(from, to)| {
                    !frozen(from) && Way::new(board, side, from, to).is_allowed(options.step_dirs)
                })),
                leaps: groups
                    .into_iter()
                    .map(|((over_to_from, to_to_over), from)| Leaps { from, over_to_from, to_to_over })
                    .collect(),
                hops: hops.collect(),
                far_row,
            }
        });
        let all = board.points().fold(B::EMPTY, |all, point| all | B::bit(point.index()));
        let full = Side::BOTH.map(|side| ruleset.start.count(side) as u32);
        Tables { options, all, men, kings, full, closable: Closable::new(board, &options) }
    }
}

impl<B: Bits> Tables<B> {
    /// How many plain steps a side's men and kings could make, flying kings none.
    pub fn plain_steps(&self, side: Side, men: B, kings: B, empty: B) -> u32 {
        let count = |steps: &[Steps<B>], pieces: B| -> u32 {
            steps.iter().map(|group| ((pieces & group.from).rotate(group.by) & empty).count()).sum()
        };
        count(&self.men[side.index()].steps, men) + self.kings.as_ref().map_or(0, |tables| count(&tables.steps, kings))
    }
}

/// The rotation that carries one point to another.
fn rotation<B: Bits>(from: Point, to: Point) -> u32 {
    ((to.index() + B::CAPACITY - from.index()) % B::CAPACITY) as u32
}

fn grouped<B: Bits>(steps: impl Iterator<Item = (Point, Point)>) -> Vec<Steps<B>> {
    let mut groups: BTreeMap<u32, B> = BTreeMap::new();
    for (from, to) in steps {
        *groups.entry(rotation::<B>(from, to)).or_default() |= B::bit(from.index());
    }
    groups.into_iter().map(|(by, from)| Steps { from, by }).collect()
}

/// The way of a hop, as its side sees it.
struct Way {
    /// To the right or to the left.
    across: i32,
    /// Negative is backward.
    forward: i32,
}

impl Way {
    fn new(board: &Board, side: Side, from: Point, to: Point) -> Way {
        let (from, to) = (board.place(from), board.place(to));
        let up = to.y - from.y;
        Way { across: to.x - from.x, forward: if side == Side::First { up } else { -up } }
    }

    fn is_allowed(&self, directions: Directions) -> bool {
        match directions {
            Directions::All => true,
            Directions::NoBack => self.forward >= 0,
            Directions::Forward => self.forward > 0,
            Directions::Straight => self.forward > 0 && self.across == 0,
        }
    }
}

/// The row that is furthest from a side's seat.
fn far_row<B: Bits>(board: &Board, side: Side) -> B {
    let (low, high) = board.bounds();
    let y = if side == Side::First { high.y } else { low.y };
    board.points().filter(|&point| board.place(point).y == y).fold(B::EMPTY, |row, point| row | B::bit(point.index()))
}
