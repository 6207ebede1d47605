//! The layout of patterns on a game's board, and the tables that they share.
//!
//! A pattern is the contents of the points of a window. There are three kinds of windows. *Stretches* of the board's
//! lines distinguish every kind of piece. *Surroundings* of a point or of two neighbours distinguish sides only.
//! *Fields*, large rectangles of the drawn board, see men only. Windows that a symmetry of the game maps to one another
//! share a table.

use super::features::{ColumnKind, FeatureSet};
use quirkat_rules::{AnyRules, Board, GameSymmetry, Place, Point, Rank, Rules, RulesVisitor, Ruleset};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Greatest number of patterns of a stretch, which bounds its length.
const MAX_STRETCH_PATTERNS: usize = 2_401;
/// Greatest number of points of the surroundings of one point, and of two neighbours.
const MAX_SURROUNDINGS_OF_ONE: usize = 9;
const MAX_SURROUNDINGS_OF_TWO: usize = 8;
/// Greatest number of patterns of all fields of a board, which bounds their size.
const MAX_FIELD_PATTERNS: usize = 2_000_000;
/// Classes of material: greatest lead in men, greatest number of kings of a side, and classes of the number of men.
const MAX_LEAD: i32 = 8;
const MAX_KINGS: u32 = 3;
const MEN_CLASSES: u32 = 8;

/// Details of a point that a window distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Detail {
    /// Pieces by side and rank; in columns also the side of the piece below the top.
    Pieces,
    /// Side of the top piece.
    Sides,
    /// Side of a man; other pieces count as none.
    Men,
}

/// A window, with its points in the order of the digits of a pattern number.
struct PatternWindow {
    points: Vec<Point>,
    detail: Detail,
    /// Index of the first weight of its table.
    table: usize,
    /// Whether the symmetry that maps the first window of the table to this one swaps the sides.
    is_swapped: bool,
}

/// The kinds of windows of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WindowSet {
    /// Greatest number of points of a field; 0 without fields.
    pub field_points: usize,
    /// Whether there are stretches and surroundings.
    pub has_small_windows: bool,
}

impl WindowSet {
    /// Returns the windows beside a network with this number of neurons, perhaps none. A network replaces the small
    /// windows: they cost more time than they add to it.
    pub fn beside_network(neurons: usize, field_points: usize) -> WindowSet {
        WindowSet { field_points, has_small_windows: neurons == 0 }
    }
}

/// The mapping from features of a game to patterns and to rows of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub window_set: WindowSet,
    pub features: FeatureSet,
    /// For each window, the index of the first weight of its table, and a sign: -1 if its sides are swapped.
    pub windows: Vec<(u32, i32)>,
    /// For each feature, the windows that see it, each with its increment of the pattern number there.
    increments: Vec<(u32, u32)>,
    /// For each feature, the index of its first increment; and the end.
    increment_starts: Vec<u32>,
    /// Number of patterns of all tables.
    pub patterns: usize,
    /// For each feature, its row of a network in the perspective of each side. If the game has a symmetry that swaps
    /// the sides, both perspectives share their rows.
    rows: Vec<[u32; 2]>,
    /// Whether a symmetry of the game swaps the sides. Both sides then use the same weights.
    pub is_symmetric: bool,
    pub has_hands: bool,
    /// Pieces at the start, those in hand included.
    pub pieces: u32,
}

impl Layout {
    /// Returns the layout for rules of any family.
    pub fn of(rules: &AnyRules, window_set: WindowSet) -> Layout {
        rules.visit(LayoutVisitor(window_set))
    }

    /// Returns the layout for rules.
    pub fn new<G: Rules>(rules: &G, window_set: WindowSet) -> Layout {
        Layout::of_ruleset(
            rules.ruleset(),
            rules.symmetries(),
            rules.classical_features(&rules.start()).pieces(),
            window_set,
        )
    }

    /// Returns the layout for a ruleset. It is not generic, so that it is compiled once and not for every family.
    fn of_ruleset(ruleset: &Ruleset, symmetries: Vec<GameSymmetry>, pieces: u32, window_set: WindowSet) -> Layout {
        let board = &ruleset.board;
        let mut layout = Layout {
            window_set,
            features: FeatureSet::of(ruleset),
            windows: vec![],
            increments: vec![],
            increment_starts: vec![],
            patterns: 0,
            rows: vec![],
            is_symmetric: symmetries.iter().any(|symmetry| symmetry.swaps),
            has_hands: ruleset.start.memory.hand != [0, 0],
            pieces: pieces.max(1),
        };
        let mut windows = match window_set.has_small_windows {
            true => small_windows(board, &symmetries, layout.digits(Detail::Pieces)),
            false => vec![],
        };
        windows.extend(layout.fields(board, &symmetries));
        let windows = layout.assign_tables(windows, &symmetries);
        let sign = |window: &PatternWindow| if window.is_swapped { -1 } else { 1 };
        layout.windows = windows.iter().map(|window| (window.table as u32, sign(window))).collect();
        for feature in 0..layout.features.len() {
            layout.increment_starts.push(layout.increments.len() as u32);
            let (column, point) = layout.features.column(feature);
            for (number, window) in windows.iter().enumerate() {
                let place = window.points.iter().position(|&other| other == point);
                let digit = column.as_ref().map_or(0, |column| layout.digit(column, window));
                if let Some(place) = place
                    && digit > 0
                {
                    let power = layout.digits(window.detail).pow(place as u32);
                    layout.increments.push((number as u32, (digit * power) as u32));
                }
            }
        }
        layout.increment_starts.push(layout.increments.len() as u32);
        let swap = symmetries.iter().find(|symmetry| symmetry.swaps);
        let features = &layout.features;
        let other = |feature| swap.map_or(features.len() + feature, |symmetry| features.image(feature, symmetry));
        layout.rows = (0..features.len()).map(|feature| [feature, other(feature)].map(|row| row as u32)).collect();
        layout
    }

    /// Returns the rows of a feature in the perspectives of the first and the second side.
    #[inline]
    pub fn rows(&self, feature: usize) -> [u32; 2] {
        self.rows[feature]
    }

    /// Returns the number of perspectives with rows of their own.
    fn perspectives(&self) -> usize {
        if self.is_symmetric { 1 } else { 2 }
    }

    /// Returns the number of rows of a network.
    pub fn row_count(&self) -> usize {
        self.perspectives() * self.features.len()
    }

    /// Returns the factors of a row, below [`Layout::factor_count`], which training shares between rows.
    pub fn factors(&self, row: u32) -> Vec<u32> {
        let (perspective, feature) = (row as usize / self.features.len(), row as usize % self.features.len());
        let offset = perspective * self.features.factor_count();
        self.features.factors(feature).into_iter().map(|factor| (offset + factor) as u32).collect()
    }

    /// Returns the number of factors of all rows.
    pub fn factor_count(&self) -> usize {
        self.perspectives() * self.features.factor_count()
    }

    /// Returns the windows that see a feature, each with its increment of the pattern number there.
    #[inline]
    pub fn increments(&self, feature: usize) -> &[(u32, u32)] {
        &self.increments[self.increment_starts[feature] as usize..self.increment_starts[feature + 1] as usize]
    }

    /// Returns the number of classes of material.
    pub const fn material_classes() -> usize {
        (2 * MAX_LEAD as usize + 1) * MEN_CLASSES as usize * (MAX_KINGS as usize + 1).pow(2)
    }

    /// Returns the class of material: the lead in men, the number of men, and the kings of each side, own side first.
    #[inline]
    pub fn material_class(&self, men: [u32; 2], kings: [u32; 2]) -> usize {
        let lead = (men[0] as i32 - men[1] as i32).clamp(-MAX_LEAD, MAX_LEAD) + MAX_LEAD;
        let men_class = ((men[0] + men[1]) * MEN_CLASSES / (self.pieces + 1)).min(MEN_CLASSES - 1);
        let [own, other] = kings.map(|kings| kings.min(MAX_KINGS));
        (((lead as u32 * MEN_CLASSES + men_class) * (MAX_KINGS + 1) + own) * (MAX_KINGS + 1) + other) as usize
    }

    /// Returns the number of digits, that is, of contents of a point that are distinguished.
    fn digits(&self, detail: Detail) -> usize {
        match detail {
            Detail::Sides | Detail::Men => 3,
            Detail::Pieces if self.features.has_columns => 1 + 3 * 2 * self.features.rank_count,
            Detail::Pieces => 1 + 2 * self.features.rank_count,
        }
    }

    /// Returns the digit of a piece or column in a window.
    fn digit(&self, &ColumnKind { own, prisoners, side, rank }: &ColumnKind, window: &PatternWindow) -> usize {
        let side = if window.is_swapped { 1 - side } else { side };
        let rank_count = self.features.rank_count;
        match window.detail {
            Detail::Sides => 1 + side,
            Detail::Men if rank == self.features.rank(Rank::Man) => 1 + side,
            Detail::Men => 0,
            Detail::Pieces if self.features.has_columns => {
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

    /// Returns the fields of a board, as large as the bounds on points and patterns allow.
    fn fields(&self, board: &Board, symmetries: &[GameSymmetry]) -> Vec<(Vec<Point>, Detail)> {
        let count_patterns = |fields: &[Vec<Point>]| {
            let mut known = HashSet::new();
            let mut patterns = 0;
            for points in fields {
                if !known.contains(points) {
                    known.extend(images(points, symmetries).map(sorted));
                    patterns += self.digits(Detail::Men).pow(points.len() as u32);
                }
            }
            patterns
        };
        let sizes = (1..=self.window_set.field_points).rev().map(|max_points| fields(board, max_points));
        let largest = sizes.into_iter().find(|fields| count_patterns(fields) <= MAX_FIELD_PATTERNS);
        let largest = largest.unwrap_or_default();
        let all = largest.iter().flat_map(|points| images(points, symmetries));
        all.map(|points| (points, Detail::Men)).collect()
    }

    /// Assigns a table to each window, the same to windows that a symmetry maps to one another.
    fn assign_tables(&mut self, windows: Vec<(Vec<Point>, Detail)>, symmetries: &[GameSymmetry]) -> Vec<PatternWindow> {
        let mut assigned: HashMap<(Vec<Point>, Detail), PatternWindow> = HashMap::new();
        for (points, detail) in &windows {
            if assigned.contains_key(&(sorted(points.clone()), *detail)) {
                continue;
            }
            for symmetry in symmetries {
                let points = image(points, symmetry);
                let (table, is_swapped) = (self.patterns, symmetry.swaps);
                let window = PatternWindow { detail: *detail, table, is_swapped, points };
                assigned.entry((sorted(window.points.clone()), *detail)).or_insert(window);
            }
            self.patterns += self.digits(*detail).pow(points.len() as u32);
        }
        // The order of the input makes the layout of a board reproducible.
        windows.into_iter().filter_map(|(points, detail)| assigned.remove(&(sorted(points), detail))).collect()
    }
}

struct LayoutVisitor(WindowSet);

impl RulesVisitor for LayoutVisitor {
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

/// Returns the stretches and surroundings of a board. `digits` is the number of contents that a point of a stretch
/// distinguishes.
fn small_windows(board: &Board, symmetries: &[GameSymmetry], digits: usize) -> Vec<(Vec<Point>, Detail)> {
    let mut longest = 1_usize;
    while digits.pow(longest as u32 + 1) <= MAX_STRETCH_PATTERNS {
        longest += 1;
    }
    // Any three points in a row lie on one stretch, so that every leap does.
    let stride = longest.saturating_sub(2).max(1);
    let mut stretches: Vec<Vec<Point>> = vec![];
    for line in board.lines() {
        let last = line.len().saturating_sub(longest);
        let begins = (0..last).step_by(stride).chain([last]);
        let end = |begin: usize| (begin + longest).min(line.len());
        for points in begins.map(|begin| &line[begin..end(begin)]) {
            stretches.extend(images(points, symmetries));
        }
    }
    // A point on no line is a stretch.
    let is_on_line = |point: &Point| board.lines().iter().flatten().any(|on| on == point);
    stretches.extend(board.points().filter(|point| !is_on_line(point)).map(|point| vec![point]));
    let around = surroundings(board, symmetries).into_iter().map(|points| (points, Detail::Sides));
    let mut known = HashSet::new();
    let mut windows: Vec<_> = stretches.into_iter().map(|points| (points, Detail::Pieces)).chain(around).collect();
    windows.retain(|(points, detail)| known.insert((sorted(points.clone()), *detail)));
    windows
}

/// Returns surroundings of points and of neighbours, largest first, until any two neighbours lie in one of them.
fn surroundings(board: &Board, symmetries: &[GameSymmetry]) -> Vec<Vec<Point>> {
    let edges = board.edges();
    let mut around: Vec<Vec<Point>> = board.points().map(|point| vec![point]).collect();
    for &(one, other) in &edges {
        around[one.index()].push(other);
        around[other.index()].push(one);
    }
    let of_two = edges.iter().map(|(one, other)| sorted([&around[one.index()][..], &around[other.index()]].concat()));
    let of_two = of_two.filter(|points| points.len() <= MAX_SURROUNDINGS_OF_TWO);
    let of_one = around.iter().cloned().map(sorted).filter(|points| points.len() <= MAX_SURROUNDINGS_OF_ONE);
    let mut candidates: Vec<_> = of_two.chain(of_one).collect();
    candidates.sort_by_key(|points| std::cmp::Reverse(points.len()));
    let mut uncovered = edges;
    let mut chosen = vec![];
    for points in candidates {
        let covers = |points: &[Point], (one, other): (Point, Point)| points.contains(&one) && points.contains(&other);
        if uncovered.iter().any(|&edge| covers(&points, edge)) {
            for points in images(&points, symmetries) {
                uncovered.retain(|&edge| !covers(&points, edge));
                chosen.push(points);
            }
        }
    }
    chosen
}

/// Returns rectangles of the drawn board that overlap by half: with up to `max_points` points and as many as possible;
/// of these the squarest, and higher rather than wider.
fn fields(board: &Board, max_points: usize) -> Vec<Vec<Point>> {
    let coordinates = |coordinate: fn(Place) -> i32| -> Vec<i32> {
        board.points().map(|point| coordinate(board.place(point))).collect::<BTreeSet<_>>().into_iter().collect()
    };
    let (columns, rows) = (coordinates(|place| place.x), coordinates(|place| place.y));
    let rectangles = |(width, height): (usize, usize)| {
        let corners = starts(columns.len(), width).flat_map(|x| starts(rows.len(), height).map(move |y| (x, y)));
        let within = |(x, y): (usize, usize)| {
            let is_within =
                |place: Place| columns[x..x + width].contains(&place.x) && rows[y..y + height].contains(&place.y);
            board.points().filter(|&point| is_within(board.place(point))).collect::<Vec<_>>()
        };
        corners.map(within).filter(|points| !points.is_empty()).collect::<Vec<_>>()
    };
    // A rectangle of a draughts board has half as many points as places; of a sparser board, fewer.
    let max_places = 4 * max_points;
    let shapes = (1..=columns.len()).flat_map(|width| (1..=rows.len()).map(move |height| (width, height)));
    let shapes = shapes.filter(|(width, height)| width * height <= max_places);
    let rank = |shape: (usize, usize)| {
        let (width, height) = shape;
        let points = rectangles(shape).iter().map(Vec::len).max().unwrap_or(0);
        (points <= max_points).then_some((points, Reverse(width.abs_diff(height)), height))
    };
    let best = shapes.filter_map(|shape| Some((rank(shape)?, shape))).max();
    best.map_or_else(Vec::new, |(_, shape)| rectangles(shape))
}

/// Returns where windows of a length begin in a range of length `whole`, so that neighbours overlap by at least half
/// and the windows are symmetric.
fn starts(whole: usize, length: usize) -> impl Iterator<Item = usize> {
    let last = whole - length;
    let steps = last.div_ceil(length.div_ceil(2));
    // An odd range has no middle start: an even number of steps would not be symmetric.
    let steps = if last % 2 == 1 && steps.is_multiple_of(2) { steps + 1 } else { steps };
    (0..=steps).map(move |step| {
        let nearer = step.min(steps - step);
        let start = nearer * last / steps.max(1);
        if step == nearer { start } else { last - start }
    })
}
