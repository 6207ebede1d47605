//! Tables compiled from a ruleset, so that generation consists of bit operations and short loops. Flat games and towers
//! share them.

use crate::engine::closing::Closable;
use crate::engine::enclosures::{EnclosingLine, enclosing_lines};
use crate::engine::mills::Mills;
use crate::engine::rules::MAX_HOPS;
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

/// Lookup tables for move generation.
#[derive(Debug)]
pub struct MoveTables<B> {
    /// Maximum number of capturing hops tried in one position.
    pub max_hops: u32,
    /// Options as generation applies them.
    pub options: Options,
    /// All points of the board.
    pub all: B,
    /// Moves of each side's men.
    pub men: [ManMoves<B>; 2],
    /// Moves of kings; `None` in games without kings.
    pub kings: Option<KingMoves<B>>,
    /// Number of pieces of each side on the board at the start. A man enters from the hand only below this number.
    pub full: [u32; 2],
    /// Number of pieces of each side at the start, those in hand included.
    pub total: [u32; 2],
    /// Rows that may close; `None` if no row closes.
    pub closable: Option<Closable<B>>,
    /// Rows of three; empty if the rules ignore mills.
    pub mills: Mills<B>,
    /// Steps of captures by approach and withdrawal from each point; empty in games without them.
    pub run_steps: Vec<Vec<RunStep<B>>>,
    /// Lines on which a move to each point may enclose pieces; empty in games without custodial captures.
    pub enclosing_lines: Vec<Vec<EnclosingLine<B>>>,
    /// Number of steps between each two points; empty if no rule needs it.
    pub distances: Vec<Vec<u16>>,
    /// Points in the middle of the board: one, two or four.
    pub centre: B,
    /// Points in the corners of the bounding box of the board.
    pub corners: B,
    /// Neighbours of each point.
    pub joined: Vec<B>,
    /// Whether the rules use `flat::extras`. A game that only remembers its last turn does not.
    pub extras: bool,
    /// Whether captures are the only way to take a piece.
    pub takes_by_capture_alone: bool,
    /// Whether every capture is a single leap or a straight chain within one leap group, and any capture may be chosen.
    pub leaps_straight_on: bool,
    /// Whether the continuation of a leap can be seen before it: no leap, except the way back, ends on the start or on
    /// the captured point of the leap before.
    pub leaps_show_ahead: bool,
}

/// Moves of one side's men.
#[derive(Debug)]
pub struct ManMoves<B> {
    /// Steps, grouped by rotation.
    pub steps: Vec<StepGroup<B>>,
    /// Rays along which a man steps over men of its side, from each point; empty unless `line_steps` lets it.
    pub line_rays: Vec<Vec<Ray>>,
    /// Leaps, grouped by rotations.
    pub leaps: Vec<LeapGroup<B>>,
    /// Leaps from each point.
    pub hops: Vec<PointLeaps<B>>,
    /// Points of promotion; empty in games without promotion.
    pub promotion_row: B,
}

/// Steps with the same difference of point numbers.
#[derive(Clone, Copy, Debug)]
pub struct StepGroup<B> {
    /// Start points.
    pub from: B,
    /// Rotation from start points to end points.
    pub by: u32,
}

/// Leaps with the same two differences of point numbers.
#[derive(Clone, Copy, Debug)]
pub struct LeapGroup<B> {
    /// Start points.
    pub from: B,
    /// Rotation from captured points back to start points.
    pub over_to_from: u32,
    /// Rotation from landing points back to captured points.
    pub to_to_over: u32,
    /// Start points from whose landing point a leap of the same group goes straight on.
    pub straight_on: B,
}

impl<B: Bits> LeapGroup<B> {
    /// Returns the start points of leaps over one of `takeable` to an empty point.
    #[inline(always)]
    pub fn leapers(&self, takeable: B, empty: B) -> B {
        (empty.rotate(self.to_to_over) & takeable).rotate(self.over_to_from) & self.from
    }
}

/// Leaps of a man from one point.
#[derive(Clone, Debug)]
pub struct PointLeaps<B> {
    /// Union of all points leapt over.
    pub near: B,
    /// Leaps from the point.
    pub hops: Vec<LeapEntry<B>>,
}

/// One leap of a man from a given point.
#[derive(Clone, Copy, Debug)]
pub struct LeapEntry<B> {
    /// Captured point as a set.
    pub over: B,
    /// Landing point as a set.
    pub to: B,
    /// Captured point.
    pub over_point: Point,
    /// Landing point.
    pub to_point: Point,
    /// Direction of the first half of the leap.
    pub direction: Direction,
}

/// Moves of kings, which are the same for both sides.
#[derive(Debug)]
pub struct KingMoves<B> {
    /// Steps of short kings, grouped by rotation; empty if kings fly.
    pub steps: Vec<StepGroup<B>>,
    /// Leaps with which short kings begin a capture; `None` if kings capture at a distance.
    pub leaps: Option<Vec<LeapGroup<B>>>,
    /// Rays from each point in all directions of steps.
    pub rays: Vec<Vec<Ray>>,
    /// Rays from each point in all directions of captures.
    pub capture_rays: Vec<Vec<Ray>>,
}

impl<B: Bits> MoveTables<B> {
    /// Compiles the tables of a ruleset whose board fits `B`.
    pub fn new(ruleset: &Ruleset) -> Self {
        let board = &ruleset.board;
        let options = ruleset.options;
        let steps =
            || board.points().flat_map(|from| board.rays(from).into_iter().map(move |ray| (from, ray.points[0])));
        let kings = (ruleset.highest_rank() > Rank::Man).then(|| KingMoves {
            steps: if options.promotion == Promotion::Long { vec![] } else { group_steps(steps()) },
            leaps: (options.king_reach == KingReach::Adjacent).then(|| leap_groups(&by_start(board, board.leaps()))),
            rays: board.points().map(|point| board.rays(point)).collect(),
            capture_rays: board.points().map(|point| board.capture_rays(point)).collect(),
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
            let may_step = |from, to| !frozen(from) && Offset::new(board, side, from, to).is_allowed(options.step_dirs);
            let line_rays = |from| {
                let mut rays = board.rays(from);
                rays.retain(|ray| may_step(from, ray.points[0]));
                rays
            };
            ManMoves {
                steps: group_steps(steps().filter(|&(from, to)| may_step(from, to))),
                line_rays: match options.line_steps {
                    YesNo::Yes => board.points().map(line_rays).collect(),
                    YesNo::No => vec![],
                },
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
            max_hops: MAX_HOPS,
            leaps_show_ahead,
            takes_by_capture_alone: options.capture != Capture::Huff && options.mills != RowsOfThree::Take,
            extras: Requirements::of(ruleset).runs_special_rules(),
            leaps_straight_on: is_plain
                && (options.chain == Chain::None
                    || options.chain == Chain::Straight && leaps.iter().flatten().all(regular)),
            mills: Mills::new(board, &options),
            run_steps: if by_approach { board.points().map(|point| run_steps(board, point)).collect() } else { vec![] },
            enclosing_lines: match options.capture_by {
                CaptureBy::Custodial => board.points().map(|end| enclosing_lines(board, end, 1)).collect(),
                CaptureBy::CustodialRows => {
                    board.points().map(|end| enclosing_lines(board, end, board.len())).collect()
                }
                CaptureBy::Leap | CaptureBy::Approach | CaptureBy::None => vec![],
            },
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

/// Returns the points nearest to the middle of the bounding box: one if its width and height are odd, two if one of
/// them is, four otherwise.
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

/// Returns the number of steps between each two points; the maximum of the type if they are not connected.
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
    /// Returns the number of single leaps that a side's men could make over these enemies.
    pub fn plain_leaps(&self, side: Side, men: B, enemy: B, empty: B) -> u32 {
        self.men[side.index()].leaps.iter().map(|group| (group.leapers(enemy, empty) & men).count()).sum()
    }

    /// Returns the number of plain steps of a side's men and short kings.
    pub fn plain_steps(&self, side: Side, men: B, kings: B, empty: B) -> u32 {
        let count = |steps: &[StepGroup<B>], pieces: B| -> u32 {
            steps.iter().map(|group| ((pieces & group.from).rotate(group.by) & empty).count()).sum()
        };
        count(&self.men[side.index()].steps, men) + self.kings.as_ref().map_or(0, |tables| count(&tables.steps, kings))
    }
}

/// Returns the two rotations of a leap.
fn rotations_of<B: Bits>(leap: &Leap) -> (u32, u32) {
    (rotation::<B>(leap.over, leap.from), rotation::<B>(leap.to, leap.over))
}

/// Returns the leaps grouped by start point.
fn by_start(board: &Board, leaps: impl IntoIterator<Item = Leap>) -> Vec<Vec<Leap>> {
    let mut starting = vec![vec![]; board.len()];
    for leap in leaps {
        starting[leap.from.index()].push(leap);
    }
    starting
}

/// Returns the leaps that go straight on from the landing point of `leap`.
fn straight_behind<'l>(leaps: &'l [Vec<Leap>], leap: &Leap) -> impl Iterator<Item = &'l Leap> {
    let direction = leap.direction;
    leaps[leap.to.index()].iter().filter(move |next| next.direction == direction)
}

/// Returns the rotation that moves one point to another.
fn rotation<B: Bits>(from: Point, to: Point) -> u32 {
    ((to.index() + B::CAPACITY - from.index()) % B::CAPACITY) as u32
}

/// Groups leaps by their rotations.
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

fn group_steps<B: Bits>(steps: impl Iterator<Item = (Point, Point)>) -> Vec<StepGroup<B>> {
    let mut groups: BTreeMap<u32, B> = BTreeMap::new();
    for (from, to) in steps {
        *groups.entry(rotation::<B>(from, to)).or_default() |= B::bit(from.index());
    }
    groups.into_iter().map(|(by, from)| StepGroup { from, by }).collect()
}

/// Offset of a hop as its side sees it.
struct Offset {
    /// Horizontal distance; positive to the right of the first side.
    across: i32,
    /// Vertical distance; negative is backward.
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

/// Returns the row farthest from a side's seat.
fn far_row<B: Bits>(board: &Board, side: Side) -> B {
    let (low, high) = board.bounds();
    let y = if side == Side::First { high.y } else { low.y };
    board.points().filter(|&point| board.place(point).y == y).fold(B::EMPTY, |row, point| row | B::bit(point.index()))
}
