//! Where patterns lie on a game's board, and which of them are worth the same.
//!
//! A pattern is what stands on the points of a window. There are three kinds of windows: stretches of the board's lines,
//! on which every kind of piece is told apart; surroundings, of a point or of two neighbours, on which only sides are; and
//! fields, large rectangles of the board as it is drawn, on which only men are seen. Windows that come to lie on one another
//! when the board is laid on itself share one table.

use super::things::{Column, Things};
use quirkat_rules::{AnyRules, Board, GameSymmetry, Place, Point, Rank, Rules, RulesVisitor, Ruleset};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// A stretch of a line is as long as keeps it to so many patterns.
const MOST_OF_A_STRETCH: usize = 2_401;
/// Surroundings of a point, and of two neighbours together, are looked at up to so many points.
const MOST_AROUND_ONE: usize = 9;
const MOST_AROUND_TWO: usize = 8;
/// The fields of a board have so many patterns at most; where they would have more, they are smaller.
const MOST_OF_FIELDS: usize = 2_000_000;
/// What a side has more of is counted up to this; kings of a side up to that; and the pieces in so many parts.
const MOST_AHEAD: i32 = 8;
const MOST_KINGS: u32 = 3;
const PARTS: u32 = 8;

/// The parts of what can be on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Detail {
    /// Nothing, or a piece by side and rank, in columns with the side of what lies below it.
    Pieces,
    /// Nothing, or the one side or the other.
    Sides,
    /// Nothing, or a man of the one side or the other.
    Men,
}

/// A window, as its patterns are numbered: the points in their order.
struct Window {
    points: Vec<Point>,
    detail: Detail,
    /// Where its table begins.
    table: usize,
    /// Whether it looks like the first window of its table with the sides exchanged.
    swapped: bool,
}

/// Which windows a board is looked at through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// How many points a field has at most; 0 where there are none.
    pub fields: usize,
    /// Whether there are stretches and surroundings.
    pub has_small: bool,
}

impl Extent {
    /// The windows beside a network with so many units to a view: it sees by itself what pieces nearby mean to one another,
    /// and small windows cost more time than they know better.
    pub fn beside(units: usize, fields: usize) -> Extent {
        Extent { fields, has_small: units == 0 }
    }
}

/// How the positions of a game come to be patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub extent: Extent,
    pub things: Things,
    /// Of each window where its table begins, and the sign with which it counts: minus one, where it looks with the sides
    /// exchanged.
    pub windows: Vec<(u32, i32)>,
    /// For each thing that can stand on a point the windows that see it, with what it adds to the number of the pattern there.
    adds: Vec<(u32, u32)>,
    /// Where those of a thing begin, by its number.
    begins: Vec<u32>,
    /// All patterns of all tables.
    pub patterns: usize,
    /// For each thing its rows in a network, in the view of the first side and in that of the second: where one side's board,
    /// laid on itself, is the other's, both views share their rows.
    rows: Vec<[u32; 2]>,
    /// Whether both sides judge by the same weights: one side's board, laid on itself, is the other's.
    pub is_shared: bool,
    pub has_hands: bool,
    /// The pieces with which a game begins, those in hand among them.
    pub pieces: u32,
}

impl Layout {
    /// The layout for the game of some rules.
    pub fn of(rules: &AnyRules, extent: Extent) -> Layout {
        rules.visit(LayoutOf(extent))
    }

    /// The layout for a game.
    pub fn new<G: Rules>(rules: &G, extent: Extent) -> Layout {
        Layout::of_ruleset(
            rules.ruleset(),
            rules.symmetries(),
            rules.classical_features(&rules.start()).pieces(),
            extent,
        )
    }

    /// The same by what matters of the rules, whatever their family.
    fn of_ruleset(ruleset: &Ruleset, symmetries: Vec<GameSymmetry>, pieces: u32, extent: Extent) -> Layout {
        let board = &ruleset.board;
        let mut layout = Layout {
            extent,
            things: Things::of(ruleset),
            windows: vec![],
            adds: vec![],
            begins: vec![],
            patterns: 0,
            rows: vec![],
            is_shared: symmetries.iter().any(|symmetry| symmetry.swaps),
            has_hands: ruleset.start.memory.hand != [0, 0],
            pieces: pieces.max(1),
        };
        let mut windows = match extent.has_small {
            true => windows(board, &symmetries, layout.kinds(Detail::Pieces)),
            false => vec![],
        };
        windows.extend(layout.fields(board, &symmetries));
        let windows = layout.share(windows, &symmetries);
        let sign = |window: &Window| if window.swapped { -1 } else { 1 };
        layout.windows = windows.iter().map(|window| (window.table as u32, sign(window))).collect();
        for number in 0..layout.things.len() {
            layout.begins.push(layout.adds.len() as u32);
            let (column, point) = layout.things.thing(number);
            for (at, window) in windows.iter().enumerate() {
                let place = window.points.iter().position(|&seen| seen == point);
                let digit = column.as_ref().map_or(0, |column| layout.digit(column, window));
                if let Some(place) = place
                    && digit > 0
                {
                    let power = layout.kinds(window.detail).pow(place as u32);
                    layout.adds.push((at as u32, (digit * power) as u32));
                }
            }
        }
        layout.begins.push(layout.adds.len() as u32);
        let exchange = symmetries.iter().find(|symmetry| symmetry.swaps);
        let other =
            |number| exchange.map_or(layout.things.len() + number, |symmetry| layout.things.image(number, symmetry));
        layout.rows = (0..layout.things.len()).map(|number| [number, other(number)].map(|row| row as u32)).collect();
        layout
    }

    /// The rows of a numbered thing in a network, in the view of the first side and in that of the second.
    #[inline]
    pub fn rows(&self, number: usize) -> [u32; 2] {
        self.rows[number]
    }

    /// How many views of a network have rows of their own.
    fn views(&self) -> usize {
        if self.is_shared { 1 } else { 2 }
    }

    /// How many rows a network has.
    pub fn row_count(&self) -> usize {
        self.views() * self.things.len()
    }

    /// The parts of a row, as a learner knows them, by numbers below [`Layout::part_count`].
    pub fn parts(&self, row: u32) -> Vec<u32> {
        let (view, number) = (row as usize / self.things.len(), row as usize % self.things.len());
        self.things.parts(number).into_iter().map(|part| (view * self.things.part_count() + part) as u32).collect()
    }

    /// How many parts all rows have together.
    pub fn part_count(&self) -> usize {
        self.views() * self.things.part_count()
    }

    /// The windows that see a numbered thing, with what it adds to the number of the pattern there.
    #[inline]
    pub fn adds(&self, number: usize) -> &[(u32, u32)] {
        &self.adds[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    /// How many patterns tell how much there is of everything.
    pub const fn materials() -> usize {
        (2 * MOST_AHEAD as usize + 1) * PARTS as usize * (MOST_KINGS as usize + 1).pow(2)
    }

    /// The pattern of how much there is of everything: men and kings, those of the side to move first.
    #[inline]
    pub fn material(&self, men: [u32; 2], kings: [u32; 2]) -> usize {
        let ahead = (men[0] as i32 - men[1] as i32).clamp(-MOST_AHEAD, MOST_AHEAD) + MOST_AHEAD;
        let part = ((men[0] + men[1]) * PARTS / (self.pieces + 1)).min(PARTS - 1);
        let [own, other] = kings.map(|kings| kings.min(MOST_KINGS));
        (((ahead as u32 * PARTS + part) * (MOST_KINGS + 1) + own) * (MOST_KINGS + 1) + other) as usize
    }

    /// How much can be on a point.
    fn kinds(&self, detail: Detail) -> usize {
        match detail {
            Detail::Sides | Detail::Men => 3,
            Detail::Pieces if self.things.has_columns => 1 + 3 * 2 * self.things.rank_count,
            Detail::Pieces => 1 + 2 * self.things.rank_count,
        }
    }

    /// What a piece or column adds to what is on its point.
    fn digit(&self, &Column { own, prisoners, side, rank }: &Column, window: &Window) -> usize {
        let side = if window.swapped { 1 - side } else { side };
        let rank_count = self.things.rank_count;
        match window.detail {
            Detail::Sides => 1 + side,
            Detail::Men if rank == self.things.rank(Rank::Man) => 1 + side,
            Detail::Men => 0,
            Detail::Pieces if self.things.has_columns => {
                let below = if own > 1 {
                    1 + side
                } else if prisoners > 0 {
                    2 - side
                } else {
                    0
                };
                1 + 3 * (side * rank_count + rank) + below
            }
            Detail::Pieces => 1 + side * rank_count + rank,
        }
    }

    /// The fields of a board: as large as they may be, and so that they have not too many patterns.
    fn fields(&self, board: &Board, symmetries: &[GameSymmetry]) -> Vec<(Vec<Point>, Detail)> {
        let patterns = |fields: &[Vec<Point>]| {
            let mut known = HashSet::new();
            let mut all = 0;
            for points in fields {
                if !known.contains(points) {
                    known.extend(images(points, symmetries).map(sorted));
                    all += self.kinds(Detail::Men).pow(points.len() as u32);
                }
            }
            all
        };
        let sizes = (1..=self.extent.fields).rev().map(|most| fields(board, most));
        let largest = sizes.into_iter().find(|fields| patterns(fields) <= MOST_OF_FIELDS).unwrap_or_default();
        let all = largest.iter().flat_map(|points| images(points, symmetries));
        all.map(|points| (points, Detail::Men)).collect()
    }

    /// Gives a table to each window, the same to those that come to lie on one another.
    fn share(&mut self, windows: Vec<(Vec<Point>, Detail)>, symmetries: &[GameSymmetry]) -> Vec<Window> {
        let mut shared: HashMap<(Vec<Point>, Detail), Window> = HashMap::new();
        for (points, detail) in &windows {
            if shared.contains_key(&(sorted(points.clone()), *detail)) {
                continue;
            }
            for symmetry in symmetries {
                let points = image(points, symmetry);
                let window = Window { detail: *detail, table: self.patterns, swapped: symmetry.swaps, points };
                shared.entry((sorted(window.points.clone()), *detail)).or_insert(window);
            }
            self.patterns += self.kinds(*detail).pow(points.len() as u32);
        }
        // In the order in which they were found, so that the same board has always the same layout.
        windows.into_iter().filter_map(|(points, detail)| shared.remove(&(sorted(points), detail))).collect()
    }
}

struct LayoutOf(Extent);

impl RulesVisitor for LayoutOf {
    type Output = Layout;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Layout {
        Layout::new(&**rules, self.0)
    }
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    points
}

fn image(points: &[Point], symmetry: &GameSymmetry) -> Vec<Point> {
    points.iter().map(|&point| symmetry.board.image(point)).collect()
}

fn images<'s>(points: &'s [Point], symmetries: &'s [GameSymmetry]) -> impl Iterator<Item = Vec<Point>> + 's {
    symmetries.iter().map(|symmetry| image(points, symmetry))
}

/// The windows of a board, on whose points so much can be.
fn windows(board: &Board, symmetries: &[GameSymmetry], kinds: usize) -> Vec<(Vec<Point>, Detail)> {
    let mut longest = 1_usize;
    while kinds.pow(longest as u32 + 1) <= MOST_OF_A_STRETCH {
        longest += 1;
    }
    // Any three points in a row are on one stretch, so that every leap is seen.
    let stride = longest.saturating_sub(2).max(1);
    let mut stretches: Vec<Vec<Point>> = vec![];
    for line in board.lines() {
        let last = line.len().saturating_sub(longest);
        let begins = (0..last).step_by(stride).chain([last]);
        let ends = |begin: usize| (begin + longest).min(line.len());
        for points in begins.map(|begin| &line[begin..ends(begin)]) {
            stretches.extend(images(points, symmetries));
        }
    }
    // A point on no line is looked at by itself.
    let is_on_line = |point: &Point| board.lines().iter().flatten().any(|on| on == point);
    stretches.extend(board.points().filter(|point| !is_on_line(point)).map(|point| vec![point]));
    let around = surroundings(board, symmetries).into_iter().map(|points| (points, Detail::Sides));
    let mut known = HashSet::new();
    let mut windows: Vec<_> = stretches.into_iter().map(|points| (points, Detail::Pieces)).chain(around).collect();
    windows.retain(|(points, detail)| known.insert((sorted(points.clone()), *detail)));
    windows
}

/// Surroundings of points and of neighbours, so many that any two neighbours are seen together: the largest first.
fn surroundings(board: &Board, symmetries: &[GameSymmetry]) -> Vec<Vec<Point>> {
    let edges = board.edges();
    let mut around: Vec<Vec<Point>> = board.points().map(|point| vec![point]).collect();
    for &(one, other) in &edges {
        around[one.index()].push(other);
        around[other.index()].push(one);
    }
    let of_two = edges.iter().map(|(one, other)| sorted([&around[one.index()][..], &around[other.index()]].concat()));
    let of_two = of_two.filter(|points| points.len() <= MOST_AROUND_TWO);
    let of_one = around.iter().cloned().map(sorted).filter(|points| points.len() <= MOST_AROUND_ONE);
    let mut candidates: Vec<_> = of_two.chain(of_one).collect();
    candidates.sort_by_key(|points| std::cmp::Reverse(points.len()));
    let mut unseen = edges;
    let mut chosen = vec![];
    for points in candidates {
        let sees = |points: &[Point], (one, other): (Point, Point)| points.contains(&one) && points.contains(&other);
        if unseen.iter().any(|&edge| sees(&points, edge)) {
            for points in images(&points, symmetries) {
                unseen.retain(|&edge| !sees(&points, edge));
                chosen.push(points);
            }
        }
    }
    chosen
}

/// Rectangles of the board as it is drawn, with up to so many points and as many as can be; of such the most square ones,
/// standing rather than lying. They lie over one another by half.
fn fields(board: &Board, most: usize) -> Vec<Vec<Point>> {
    let of_all = |coordinate: fn(Place) -> i32| -> Vec<i32> {
        board.points().map(|point| coordinate(board.place(point))).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let (columns, rows) = (of_all(|place| place.x), of_all(|place| place.y));
    let blocks = |(wide, high): (usize, usize)| {
        let corners = begins(columns.len(), wide).flat_map(|x| begins(rows.len(), high).map(move |y| (x, y)));
        let within = |(x, y): (usize, usize)| {
            let is_within =
                |place: Place| columns[x..x + wide].contains(&place.x) && rows[y..y + high].contains(&place.y);
            board.points().filter(|&point| is_within(board.place(point))).collect::<Vec<_>>()
        };
        corners.map(within).filter(|points| !points.is_empty()).collect::<Vec<_>>()
    };
    // Of a draughts board a rectangle has half as many points as places, of sparser ones fewer.
    let most_places = 4 * most;
    let shapes = (1..=columns.len()).flat_map(|wide| (1..=rows.len()).map(move |high| (wide, high)));
    let shapes = shapes.filter(|(wide, high)| wide * high <= most_places);
    let rank = |shape: (usize, usize)| {
        let (wide, high) = shape;
        let points = blocks(shape).iter().map(Vec::len).max().unwrap_or(0);
        (points <= most).then_some((points, Reverse(wide.abs_diff(high)), high))
    };
    let best = shapes.filter_map(|shape| Some((rank(shape)?, shape))).max();
    best.map_or_else(Vec::new, |(_, shape)| blocks(shape))
}

/// Where parts of such a length begin in a whole of another, so that each lies over the next one by half and they lie alike
/// from both ends.
fn begins(whole: usize, length: usize) -> impl Iterator<Item = usize> {
    let last = whole - length;
    let steps = last.div_ceil(length.div_ceil(2));
    // With one in the middle, they would not lie alike where there is no middle.
    let steps = if last % 2 == 1 && steps.is_multiple_of(2) { steps + 1 } else { steps };
    (0..=steps).map(move |step| {
        let nearer = step.min(steps - step);
        let begin = nearer * last / steps.max(1);
        if step == nearer { begin } else { last - begin }
    })
}
