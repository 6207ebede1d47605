//! MoveTables made of a ruleset once, so that generation is bit operations and short loops. Flat games and towers share them.

use crate::engine::closing::Closable;
use crate::engine::mills::Mills;
use crate::engine::run_steps::{RunStep, run_steps};
use crate::ground::bits::Bits;
use crate::ground::board::{Board, Direction, Leap, Point, Ray};
use crate::ground::setup::{Rank, Side};
use crate::options::{
    Capture, CaptureBy, Chain, Directions, KingReach, LastRow, Mills as RowsOfThree, Options, Precedence, Promotion,
    SingleCombat, YesNo,
};
use crate::ruleset::Requirements;
use crate::ruleset::Ruleset;
use std::collections::BTreeMap;

/// Everything that generation looks up.
#[derive(Debug)]
pub struct MoveTables<B> {
    /// The choices among rules, as generation follows them.
    pub options: Options,
    /// All points of the board.
    pub all: B,
    /// How each side's men move.
    pub men: [ManMoves<B>; 2],
    /// How kings move, where there are any.
    pub kings: Option<KingMoves<B>>,
    /// The pieces of each side before the first turn: a man enters from the hand in the place of one that was lost.
    pub full: [u32; 2],
    /// The pieces of each side before the first turn, those in hand among them.
    pub total: [u32; 2],
    /// The rows that close behind the players, where there are any.
    pub closable: Option<Closable<B>>,
    /// The rows of three, where they matter.
    pub mills: Mills<B>,
    /// The captures by approach and withdrawal from each point, where pieces capture so.
    pub run_steps: Vec<Vec<RunStep<B>>>,
    /// For each two points, how many steps lead from one to the other, where that matters.
    pub distances: Vec<Vec<u16>>,
    /// The points in the middle of the board: one, two or four.
    pub centre: B,
    /// The points in the corners of the box around the board.
    pub corners: B,
    /// The points that a line joins to each point.
    pub joined: Vec<B>,
    /// Whether the rules ask for anything of `flat::extras`; a game that remembers its last turn need not.
    pub extras: bool,
    /// Whether pieces are taken by captures and in no other way.
    pub takes_by_capture_alone: bool,
    /// Whether captures are single leaps or chains straight on, all of which stay in their groups, and any may be chosen.
    pub leaps_straight_on: bool,
    /// Whether it shows before a man leaps where it can leap on: no leap but the way back ends where the one before began,
    /// or on what that one took.
    pub leaps_show_ahead: bool,
}

/// How the men of one side move.
#[derive(Debug)]
pub struct ManMoves<B> {
    /// Their steps.
    pub steps: Vec<StepGroup<B>>,
    /// Their leaps.
    pub leaps: Vec<LeapGroup<B>>,
    /// The leaps of each point.
    pub hops: Vec<PointLeaps<B>>,
    /// Where they are promoted; empty where the rules know no promotion.
    pub promotion_row: B,
}

/// All steps that differ by the same number.
#[derive(Clone, Copy, Debug)]
pub struct StepGroup<B> {
    /// Where they begin.
    pub from: B,
    /// The rotation that carries the beginnings to the ends.
    pub by: u32,
}

/// All leaps that differ by the same two numbers.
#[derive(Clone, Copy, Debug)]
pub struct LeapGroup<B> {
    /// Where they begin.
    pub from: B,
    /// The rotation that carries what is leapt over back to the beginnings.
    pub over_to_from: u32,
    /// The rotation that carries the landings back to what is leapt over.
    pub to_to_over: u32,
    /// Those of the beginnings from whose landing a leap of the same group goes straight on.
    pub straight_on: B,
}

impl<B: Bits> LeapGroup<B> {
    /// From where they lead over one of these pieces to an empty point.
    #[inline(always)]
    pub fn leapers(&self, takeable: B, empty: B) -> B {
        (empty.rotate(self.to_to_over) & takeable).rotate(self.over_to_from) & self.from
    }
}

/// The leaps of a man from one point.
#[derive(Clone, Debug)]
pub struct PointLeaps<B> {
    /// All points that are leapt over.
    pub near: B,
    /// The leaps.
    pub hops: Vec<LeapEntry<B>>,
}

/// One leap of a man from a known point.
#[derive(Clone, Copy, Debug)]
pub struct LeapEntry<B> {
    /// What is leapt over, as a set.
    pub over: B,
    /// Where the leap ends, as a set.
    pub to: B,
    /// What is leapt over.
    pub over_point: Point,
    /// Where the leap ends.
    pub to_point: Point,
    /// The direction of the line.
    pub direction: Direction,
}

/// How kings move; they know no forward.
#[derive(Debug)]
pub struct KingMoves<B> {
    /// The steps of short kings; empty where kings fly.
    pub steps: Vec<StepGroup<B>>,
    /// With what kings begin a capture that must stand beside what they take; nothing where they may come from afar.
    pub leaps: Option<Vec<LeapGroup<B>>>,
    /// What lies before each point in every direction.
    pub rays: Vec<Vec<Ray>>,
}

impl<B: Bits> MoveTables<B> {
    /// The tables of a ruleset, whose board must fit `B`.
    pub fn new(ruleset: &Ruleset) -> Self {
        let board = &ruleset.board;
        let options = ruleset.options;
        let steps =
            || board.points().flat_map(|from| board.rays(from).into_iter().map(move |ray| (from, ray.points[0])));
        let kings = (ruleset.highest_rank() > Rank::Man).then(|| KingMoves {
            steps: if options.promotion == Promotion::Long { vec![] } else { grouped(steps()) },
            leaps: (options.king_reach == KingReach::Adjacent).then(|| leap_groups(&by_start(board, board.leaps()))),
            rays: board.points().map(|point| board.rays(point)).collect(),
        });
        let men = Side::BOTH.map(|side| {
            let far_row: B = far_row(board, side);
            let frozen = |from: Point| far_row.has(from.index()) && options.last_row != LastRow::Normal;
            let captures = options.captors.has(side) && options.capture_by != CaptureBy::None;
            let all_leaps = if !captures {
                vec![]
            } else if options.bent_leaps == YesNo::Yes {
                board.bent_leaps()
            } else {
                board.leaps()
            };
            let allowed = all_leaps.into_iter().filter(|leap| {
                let way = Offset::new(board, side, leap.from, leap.to);
                let sideways_only = frozen(leap.from) && options.last_row == LastRow::CaptureSidewaysOnly;
                way.is_allowed(options.cap_dirs) && (!sideways_only || way.forward == 0)
            });
            let leaps = by_start(board, allowed);
            let hops = board.points().map(|point| {
                let hops: Vec<_> = leaps[point.index()]
                    .iter()
                    .map(|leap| LeapEntry {
                        over: B::bit(leap.over.index()),
                        to: B::bit(leap.to.index()),
                        over_point: leap.over,
                        to_point: leap.to,
                        direction: leap.direction,
                    })
                    .collect();
                PointLeaps { near: hops.iter().fold(B::EMPTY, |near, hop| near | hop.over), hops }
            });
            ManMoves {
                steps: grouped(steps().filter(|&(from, to)| {
                    !frozen(from) && Offset::new(board, side, from, to).is_allowed(options.step_dirs)
                })),
                leaps: leap_groups(&leaps),
                hops: hops.collect(),
                promotion_row: if options.promotion == Promotion::None { B::EMPTY } else { far_row },
            }
        });
        let all = board.points().fold(B::EMPTY, |all, point| all | B::bit(point.index()));
        let full = Side::BOTH.map(|side| ruleset.start.count(side) as u32);
        let total = Side::BOTH.map(|side| full[side.index()] + u32::from(ruleset.start.memory.hand[side.index()]));
        let by_approach = options.capture_by == CaptureBy::Approach;
        let joined: Vec<B> = board
            .points()
            .map(|point| board.rays(point).iter().fold(B::EMPTY, |joined, ray| joined | B::bit(ray.points[0].index())))
            .collect();
        let leaps = by_start(board, board.leaps());
        let regular =
            |leap: &Leap| straight_behind(&leaps, leap).all(|next| rotations_of::<B>(next) == rotations_of::<B>(leap));
        let is_plain = options.choice == Precedence::Free
            && options.bent_leaps == YesNo::No
            && !matches!(options.capture, Capture::Huff | Capture::Men);
        let makes_room = |hops: &[PointLeaps<B>], at: Point, hop: &LeapEntry<B>| {
            hops[hop.to_point.index()].hops.iter().any(|next| {
                let is_way_back = next.over == hop.over;
                next.to_point == hop.over_point || next.to_point == at && !is_way_back
            })
        };
        let leaps_show_ahead = men.iter().all(|men| {
            board.points().all(|at| men.hops[at.index()].hops.iter().all(|hop| !makes_room(&men.hops, at, hop)))
        });
        MoveTables {
            leaps_show_ahead,
            takes_by_capture_alone: options.capture != Capture::Huff && options.mills != RowsOfThree::Take,
            extras: Requirements::of(ruleset).runs_special_rules(),
            leaps_straight_on: is_plain
                && (options.chain == Chain::None
                    || options.chain == Chain::Straight && leaps.iter().flatten().all(regular)),
            mills: Mills::new(board, &options),
            run_steps: if by_approach { board.points().map(|point| run_steps(board, point)).collect() } else { vec![] },
            distances: if options.single_combat == SingleCombat::Off { vec![] } else { distances(&joined) },
            centre: middle(board),
            corners: corners(board),
            closable: Closable::new(board, &options),
            options,
            all,
            men,
            kings,
            full,
            total,
            joined,
        }
    }
}

/// The points nearest to the middle of the box around the board: one where its width and height are odd, two where one
/// is, four where none is.
fn middle<B: Bits>(board: &Board) -> B {
    let (low, high) = board.bounds();
    let off = |low: i32, high: i32, at: i32| (2 * at - low - high).abs();
    let within = |point: &Point| {
        let place = board.place(*point);
        off(low.x, high.x, place.x) <= 1 && off(low.y, high.y, place.y) <= 1
    };
    board.points().filter(within).fold(B::EMPTY, |middle, point| middle | B::bit(point.index()))
}

fn corners<B: Bits>(board: &Board) -> B {
    let (low, high) = board.bounds();
    let is_corner = |point: &Point| {
        let place = board.place(*point);
        [low.x, high.x].contains(&place.x) && [low.y, high.y].contains(&place.y)
    };
    board.points().filter(is_corner).fold(B::EMPTY, |corners, point| corners | B::bit(point.index()))
}

/// The number of steps from each point to each other; the largest number where there is no way.
fn distances<B: Bits>(joined: &[B]) -> Vec<Vec<u16>> {
    let from = |start: usize| {
        let mut distances = vec![u16::MAX; joined.len()];
        let (mut reached, mut edge) = (B::bit(start), B::bit(start));
        for steps in 0.. {
            edge.points().for_each(|point| distances[point] = steps);
            let next = edge.points().fold(B::EMPTY, |next, point| next | joined[point]) & !reached;
            if next.is_empty() {
                break;
            }
            (reached, edge) = (reached | next, next);
        }
        distances
    };
    (0..joined.len()).map(from).collect()
}

impl<B: Bits> MoveTables<B> {
    /// How many single leaps the men of a side could make over these enemies.
    pub fn plain_leaps(&self, side: Side, men: B, enemy: B, empty: B) -> u32 {
        self.men[side.index()].leaps.iter().map(|group| (group.leapers(enemy, empty) & men).count()).sum()
    }

    /// How many plain steps a side's men and kings could make, flying kings none.
    pub fn plain_steps(&self, side: Side, men: B, kings: B, empty: B) -> u32 {
        let count = |steps: &[StepGroup<B>], pieces: B| -> u32 {
            steps.iter().map(|group| ((pieces & group.from).rotate(group.by) & empty).count()).sum()
        };
        count(&self.men[side.index()].steps, men) + self.kings.as_ref().map_or(0, |tables| count(&tables.steps, kings))
    }
}

/// The rotations of a leap's group.
fn rotations_of<B: Bits>(leap: &Leap) -> (u32, u32) {
    (rotation::<B>(leap.over, leap.from), rotation::<B>(leap.to, leap.over))
}

/// LeapGroup, in a list for each point where they begin.
fn by_start(board: &Board, leaps: impl IntoIterator<Item = Leap>) -> Vec<Vec<Leap>> {
    let mut starting = vec![vec![]; board.len()];
    for leap in leaps {
        starting[leap.from.index()].push(leap);
    }
    starting
}

/// The leaps, listed by where they begin, that go straight on from where a leap lands.
fn straight_behind<'l>(leaps: &'l [Vec<Leap>], leap: &Leap) -> impl Iterator<Item = &'l Leap> {
    let direction = leap.direction;
    leaps[leap.to.index()].iter().filter(move |next| next.direction == direction)
}

/// The rotation that carries one point to another.
fn rotation<B: Bits>(from: Point, to: Point) -> u32 {
    ((to.index() + B::CAPACITY - from.index()) % B::CAPACITY) as u32
}

/// LeapGroup, listed by where they begin, as groups.
fn leap_groups<B: Bits>(leaps: &[Vec<Leap>]) -> Vec<LeapGroup<B>> {
    let goes_on =
        |leap: &Leap| straight_behind(leaps, leap).any(|next| rotations_of::<B>(next) == rotations_of::<B>(leap));
    let mut groups: BTreeMap<(u32, u32), [B; 2]> = BTreeMap::new();
    for leap in leaps.iter().flatten() {
        let [from, straight_on] = groups.entry(rotations_of::<B>(leap)).or_default();
        *from |= B::bit(leap.from.index());
        if goes_on(leap) {
            *straight_on |= B::bit(leap.from.index());
        }
    }
    let group = |((over_to_from, to_to_over), [from, straight_on]): ((u32, u32), [B; 2])| LeapGroup {
        from,
        over_to_from,
        to_to_over,
        straight_on,
    };
    groups.into_iter().map(group).collect()
}

fn grouped<B: Bits>(steps: impl Iterator<Item = (Point, Point)>) -> Vec<StepGroup<B>> {
    let mut groups: BTreeMap<u32, B> = BTreeMap::new();
    for (from, to) in steps {
        *groups.entry(rotation::<B>(from, to)).or_default() |= B::bit(from.index());
    }
    groups.into_iter().map(|(by, from)| StepGroup { from, by }).collect()
}

/// The way of a hop, as its side sees it.
struct Offset {
    /// To the right or to the left.
    across: i32,
    /// Negative is backward.
    forward: i32,
}

impl Offset {
    fn new(board: &Board, side: Side, from: Point, to: Point) -> Offset {
        let (from, to) = (board.place(from), board.place(to));
        let up = to.y - from.y;
        Offset { across: to.x - from.x, forward: if side == Side::First { up } else { -up } }
    }

    fn is_allowed(&self, directions: Directions) -> bool {
        match directions {
            Directions::All => true,
            Directions::NoBack => self.forward >= 0,
            Directions::Forward => self.forward > 0,
            Directions::Straight => self.forward > 0 && self.across == 0,
            Directions::None => false,
        }
    }
}

/// The row that is furthest from a side's seat.
fn far_row<B: Bits>(board: &Board, side: Side) -> B {
    let (low, high) = board.bounds();
    let y = if side == Side::First { high.y } else { low.y };
    board.points().filter(|&point| board.place(point).y == y).fold(B::EMPTY, |row, point| row | B::bit(point.index()))
}
