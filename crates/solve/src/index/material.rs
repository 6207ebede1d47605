//! Index of the positions of one material signature.

use super::columns::ColumnKinds;
use super::ranking::{MAX_SIZE, Points, all_sets, binomial, rank as rank_set, rank_points, unrank, unrank_points};
use crate::game::{MaterialLaw, MaterialSignature, PointImages, PointMap, PointSet, members};
use quirkat_rules::{Anatomy, PlacedPiece, Point, Side};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Maximum number of pieces of a position in games with towers. More pieces make more kinds of columns than can be
/// listed.
const MAX_TOWER_PIECES: u32 = 8;

/// Returns the kinds of columns in a signature; `None` where there are too many to list.
fn kinds_of(law: &MaterialLaw, signature: &MaterialSignature) -> Option<ColumnKinds> {
    let is_listed = !law.has_towers || signature.pieces().iter().sum::<u32>() <= MAX_TOWER_PIECES;
    is_listed.then(|| ColumnKinds::new(&signature.material, law.has_towers, law.huffs))
}

/// Returns the number of placements of groups of columns on `points` points; `None` where it overflows.
fn arrangements(mut points: usize, groups: &[(u16, usize)]) -> Option<u64> {
    if groups.iter().map(|(_, count)| count).sum::<usize>() > MAX_SIZE.min(points) {
        return None;
    }
    groups.iter().try_fold(1u64, |arrangements, &(_, count)| {
        let chosen = binomial(points, count);
        points -= count;
        arrangements.checked_mul(chosen)
    })
}

/// Points and column kinds of a position.
pub type Columns = SmallVec<[(u16, u16); 12]>;

/// Index of the positions of one material signature.
///
/// The number of a position is composed of its side to move; its make-up, the number of columns of each kind (one
/// make-up without towers); the symmetry class of the points of its leading kind; and the ranks of the points of the
/// other kinds among the points that are still free. Where symmetries map the leading points to themselves, a position
/// would have several numbers: the lowest is used.
#[derive(Debug)]
pub struct MaterialIndex {
    /// Material signature of the positions.
    pub signature: MaterialSignature,
    law: Arc<MaterialLaw>,
    /// Symmetries that map positions of the signature to each other; the identity is the first.
    symmetries: Vec<PointImages>,
    /// Whether each point is closed.
    closed: Vec<bool>,
    /// Whether only positions with the first side to move are numbered: the exchange of sides maps the others to them.
    is_halved: bool,
    kinds: ColumnKinds,
    makeups: Vec<Makeup>,
    /// Make-up by its sorted list of kinds.
    by_kinds: HashMap<SmallVec<[u16; 12]>, usize, rustc_hash::FxBuildHasher>,
    /// Number of numbers per side to move.
    half: u64,
}

/// Numbers of columns of each kind.
#[derive(Debug)]
struct Makeup {
    /// Kinds and their numbers of columns; the first is the leading kind, numbered by symmetry class.
    groups: Vec<(u16, usize)>,
    classes: Arc<PointClasses>,
    /// Number of placements of the other kinds beside the leading kind.
    row: u64,
    /// First number of the make-up, with the first side to move.
    start: u64,
}

/// Symmetry classes of the sets of one size.
#[derive(Debug)]
struct PointClasses {
    /// Class of each set, by rank.
    of: Vec<u32>,
    /// Rank of the smallest set of each class.
    smallest: Vec<u32>,
    /// Symmetries that map a set to the smallest of its class, as bits, by rank.
    by: Vec<u16>,
}

/// Maximum number of sets of the leading kind.
const MAX_LEADING_SETS: u64 = 1 << 22;

impl PointClasses {
    fn new(points: usize, count: usize, symmetries: &[PointImages]) -> PointClasses {
        let sets = binomial(points, count) as usize;
        let (mut of, mut smallest, mut by) = (Vec::with_capacity(sets), vec![], Vec::with_capacity(sets));
        // Sets of few points are ranked as bit sets, which is many times as fast.
        let maps: Vec<PointMap> =
            symmetries.iter().filter(|_| points < PointSet::BITS as usize).map(point_map).collect();
        let mut bit_sets = all_sets(points.min(PointSet::BITS as usize - 1), count);
        for rank in 0..sets {
            let images: SmallVec<[u64; 16]> = if maps.is_empty() {
                let set = unrank_points(rank as u64, points, count);
                symmetries.iter().map(|images| rank_points(image_of(&set, images))).collect()
            } else {
                let set = bit_sets.next().expect("there are as many bit sets");
                maps.iter().map(|map| rank_set(map.set(set)) as u64).collect()
            };
            let least = *images.iter().min().expect("the identity is a symmetry");
            by.push(images.iter().enumerate().fold(0, |by, (number, &image)| by | u16::from(image == least) << number));
            if least == rank as u64 {
                of.push(smallest.len() as u32);
                smallest.push(rank as u32);
            } else {
                of.push(of[least as usize]);
            }
        }
        PointClasses { of, smallest, by }
    }
}

/// Returns a symmetry as a map of bit sets.
fn point_map(images: &PointImages) -> PointMap {
    PointMap::new(images.iter().map(|&image| image as u8).collect())
}

/// Returns the images of points, ascending.
fn image_of(points: &[u16], images: &[u16]) -> Points {
    let mut image: Points = points.iter().map(|&point| images[usize::from(point)]).collect();
    image.sort_unstable();
    image
}

impl MaterialIndex {
    /// Returns the index of a signature; `None` where its numbers overflow.
    pub fn new(law: &Arc<MaterialLaw>, signature: MaterialSignature) -> Option<MaterialIndex> {
        let material = signature.material;
        let kinds = kinds_of(law, &signature)?;
        let (symmetries, closed) = (law.symmetries_of(&signature), law.closed(&signature));
        let mut known = HashMap::new();
        let (mut makeups, mut by_kinds, mut half) = (vec![], HashMap::default(), 0u64);
        for groups in kinds.makeups(&material) {
            let of_kinds = groups.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, count)).collect();
            by_kinds.insert(of_kinds, makeups.len());
            let makeup = Makeup::new(law.points, &symmetries, groups, half, &mut known)?;
            half = half.checked_add(makeup.numbers()?)?;
            makeups.push(makeup);
        }
        let is_halved = law.exchanged(&signature) == Some(signature);
        let index = MaterialIndex {
            signature,
            law: Arc::clone(law),
            symmetries,
            closed,
            is_halved,
            kinds,
            makeups,
            by_kinds,
            half,
        };
        half.checked_mul(2).map(|_| index)
    }

    /// Returns the index of a signature whose numbers fit 32 bits; `None` where they do not.
    pub fn listed(law: &Arc<MaterialLaw>, signature: MaterialSignature) -> Option<MaterialIndex> {
        MaterialIndex::new(law, signature).filter(|index| index.numbers() <= u32::MAX as usize)
    }

    /// Returns the approximate number of numbers of a signature, a lower bound where symmetries map positions to
    /// themselves; `None` where it overflows.
    pub fn estimate(law: &MaterialLaw, signature: MaterialSignature) -> Option<u64> {
        let kinds = kinds_of(law, &signature)?;
        let mut makeups = kinds.makeups(&signature.material).into_iter();
        let half = makeups.try_fold(0u64, |all, groups| all.checked_add(arrangements(law.points, &groups)?))?;
        let sides_to_move = if law.exchanged(&signature) == Some(signature) { 1 } else { 2 };
        Some(half.checked_mul(sides_to_move)? / law.symmetries_of(&signature).len() as u64)
    }

    /// Returns the number of numbers, unused ones included.
    pub fn numbers(&self) -> usize {
        (if self.is_halved { self.half } else { 2 * self.half }) as usize
    }

    /// Returns the numbers of the positions with a side to move, or of their exchanged images where only the first
    /// side's are numbered.
    pub fn of_side(&self, to_move: Side) -> std::ops::Range<usize> {
        let half = self.half as usize;
        if to_move == Side::First || self.is_halved { 0..half } else { half..2 * half }
    }

    /// Returns the number of a position of this signature.
    pub fn number(&self, anatomy: &Anatomy) -> usize {
        self.number_of(self.columns(anatomy), anatomy.to_move).0
    }

    /// Returns the columns of a position.
    fn columns(&self, anatomy: &Anatomy) -> Columns {
        let columns = anatomy.pieces.chunk_by(|above, below| above.point == below.point);
        let is_huffable = |column: &[PlacedPiece]| anatomy.huffable.contains(&column[0].point);
        columns.map(|column| (column[0].point.0, self.kinds.of(column, is_huffable(column)))).collect()
    }

    /// Returns the number of a position and the number of symmetries that map it to itself.
    fn number_of(&self, mut columns: Columns, to_move: Side) -> (usize, usize) {
        let mut side = to_move.index() as u64;
        if let (true, Some(exchange), Side::Second) = (self.is_halved, &self.law.exchange, to_move) {
            side = 0;
            for (point, kind) in &mut columns {
                (*point, *kind) = (exchange[usize::from(*point)], self.kinds.exchanged(*kind));
            }
        }
        columns.sort_unstable_by_key(|&(point, kind)| (kind, point));
        let makeup = &self.makeups[match self.makeups.len() {
            1 => 0,
            _ => self.by_kinds[&columns.iter().map(|&(_, kind)| kind).collect::<SmallVec<_>>()],
        }];
        let points = |kind: u16| {
            let begin = columns.partition_point(|column| column.1 < kind);
            columns[begin..].iter().take_while(move |column| column.1 == kind).map(|&(point, _)| point)
        };
        let (leading, others) = makeup.groups.split_first().expect("there is a column");
        let leading: Points = points(leading.0).collect();
        let others: SmallVec<[Points; 6]> = others.iter().map(|&(kind, _)| points(kind).collect()).collect();
        let rank = rank_points(leading.iter().copied()) as usize;
        let class = makeup.classes.of[rank];
        let (mut least, mut alike) = (u64::MAX, 0);
        for (number, images) in self.law.symmetries.iter().enumerate() {
            if makeup.classes.by[rank] >> number & 1 == 0 {
                continue;
            }
            let row = self.row(&leading, &others, images);
            if row < least {
                (least, alike) = (row, 0);
            }
            alike += usize::from(row == least);
        }
        ((side * self.half + makeup.start + u64::from(class) * makeup.row + least) as usize, alike)
    }

    /// Returns the rank of the other kinds' points in an image of the position.
    fn row(&self, leading: &[u16], others: &[Points], images: &[u16]) -> u64 {
        let image = |point: &u16| images[usize::from(*point)];
        let mut taken: Points = leading.iter().map(image).collect();
        others.iter().fold(0, |row, points| {
            let places = image_of(points, images);
            let among_free =
                places.iter().map(|place| place - taken.iter().filter(|&taken| taken < place).count() as u16);
            let row = row * binomial(self.law.points - taken.len(), points.len()) + rank_points(among_free);
            taken.extend(places);
            row
        })
    }

    /// Decodes a number: the columns, the side to move, and whether other numbers may stand for the same position.
    fn decoded(&self, number: usize) -> (Columns, Side, bool) {
        let number = number as u64;
        let (to_move, number) =
            if number < self.half { (Side::First, number) } else { (Side::Second, number - self.half) };
        let makeup = &self.makeups[self.makeups.partition_point(|makeup| makeup.start <= number) - 1];
        let (class, mut row) = ((number - makeup.start) / makeup.row, (number - makeup.start) % makeup.row);
        let smallest = makeup.classes.smallest[class as usize];
        let mut ranks: SmallVec<[u64; 6]> = SmallVec::new();
        let (leading, others) = makeup.groups.split_first().expect("there is a column");
        let mut standing: usize = makeup.groups.iter().map(|(_, count)| count).sum();
        for &(_, count) in others.iter().rev() {
            standing -= count;
            let size = binomial(self.law.points - standing, count);
            ranks.push(row % size);
            row /= size;
        }
        let mut taken = unrank_points(smallest.into(), self.law.points, leading.1);
        let mut free = self.law.points - taken.len();
        let mut columns: Columns = taken.iter().map(|&point| (point, leading.0)).collect();
        for (&(kind, count), rank) in others.iter().zip(ranks.into_iter().rev()) {
            let mut points = unrank_points(rank, free, count);
            free -= count;
            for point in &mut points {
                for &before in &taken {
                    *point += u16::from(before <= *point);
                }
            }
            columns.extend(points.iter().map(|&point| (point, kind)));
            taken.extend(points);
            taken.sort_unstable();
        }
        (columns, to_move, makeup.classes.by[smallest as usize].count_ones() > 1)
    }

    /// Writes the position of a number into `anatomy`. Returns `false` where the number is unused: a lower number
    /// stands for the same position, a man stands on its promotion row, or a side may huff its own piece.
    pub fn position(&self, number: usize, anatomy: &mut Anatomy) -> bool {
        let (columns, to_move, has_others) = self.decoded(number);
        anatomy.to_move = to_move;
        anatomy.hand = self.signature.material.hand;
        anatomy.combat = self.signature.combat;
        anatomy.closed = [self.signature.closed[0], self.signature.closed[1], 0, 0];
        anatomy.pieces.clear();
        anatomy.huffable.clear();
        let mut can_be = true;
        for &(point, kind) in &columns {
            let (column, is_huffable) = self.kinds.column(kind);
            if is_huffable {
                // Only pieces of the other side can be huffed.
                can_be &= column[0].side != to_move;
                anatomy.huffable.push(Point(point));
            }
            let depths = if self.law.has_towers { 0..=u8::MAX } else { 0..=0 };
            let pieces = column.iter().zip(depths.chain(std::iter::repeat(0)));
            anatomy.pieces.extend(pieces.map(|(&piece, depth)| PlacedPiece { point: Point(point), piece, depth }));
        }
        anatomy.huffable.sort_unstable();
        can_be &= anatomy.pieces.iter().all(|placed| self.law.can_stand(placed) && !self.closed[placed.point.index()]);
        can_be && (!has_others || self.number_of(columns, to_move).0 == number)
    }

    /// Iterates over the numbers of either side to move: the points of each side's pieces, and the number of positions
    /// that symmetries make of it, 0 for unused numbers. `None` for signatures with more than one kind of piece per
    /// side, and for boards of more than 31 points.
    pub fn placements(&self) -> Option<impl Iterator<Item = ([PointSet; 2], u64)>> {
        let points = self.law.points;
        let [Makeup { groups, classes, .. }] = &self.makeups[..] else { return None };
        let [leading, others] = groups[..] else { return None };
        let sides = [leading, others].map(|(kind, _)| self.kinds.column(kind).0[0].side);
        let can_be_sets = points < PointSet::BITS as usize && !self.law.has_towers && !self.law.huffs;
        let is_free = self.law.has_no_crowning() && !self.closed.contains(&true);
        if sides[0] == sides[1] || !can_be_sets || !is_free {
            return None;
        }
        let symmetries: Rc<[PointMap]> = self.symmetries.iter().map(point_map).collect();
        Some(classes.smallest.iter().flat_map(move |&rank| {
            let leading = unrank(rank as usize, leading.1);
            let (by, symmetries) = (classes.by[rank as usize], Rc::clone(&symmetries));
            all_sets(points - leading.count_ones() as usize, others.1).map(move |places| {
                // Translates ranks among free points into points.
                let others = members(leading).fold(places, |set, point| {
                    let below = set & ((1 << point) - 1);
                    below | (set ^ below) << 1
                });
                let lays = |&(number, _): &(usize, &PointMap)| by >> number & 1 != 0;
                let images = || symmetries.iter().enumerate().filter(lays).map(|(_, symmetry)| symmetry.set(others));
                let positions = if by.count_ones() == 1 {
                    symmetries.len()
                } else if images().any(|image| image < others) {
                    0
                } else {
                    symmetries.len() / images().filter(|&image| image == others).count()
                };
                (if sides[0] == Side::First { [leading, others] } else { [others, leading] }, positions as u64)
            })
        }))
    }

    /// Returns the number of positions that symmetries make of the position of a used number.
    pub fn size(&self, number: usize) -> u64 {
        let (columns, to_move, has_others) = self.decoded(number);
        let alike = if has_others { self.number_of(columns, to_move).1 } else { 1 };
        (self.symmetries.len() / alike) as u64
    }
}

impl Makeup {
    /// Takes as leading kind the one with the most sets, up to [`MAX_LEADING_SETS`].
    fn new(
        points: usize,
        symmetries: &[PointImages],
        mut groups: Vec<(u16, usize)>,
        start: u64,
        known: &mut HashMap<usize, Arc<PointClasses>>,
    ) -> Option<Makeup> {
        arrangements(points, &groups)?; // or there are too many
        if groups.is_empty() {
            // All pieces are in hand.
            groups.push((0, 0));
        }
        let sets = |&(_, count): &(u16, usize)| binomial(points, count);
        let leading = groups.iter().position(|group| {
            sets(group) <= MAX_LEADING_SETS
                && groups.iter().all(|other| sets(other) <= sets(group) || sets(other) > MAX_LEADING_SETS)
        })?;
        groups.swap(0, leading);
        let count = groups[0].1;
        let classes = known.entry(count).or_insert_with(|| Arc::new(PointClasses::new(points, count, symmetries)));
        let row = arrangements(points - count, &groups[1..])?;
        Some(Makeup { classes: Arc::clone(classes), groups, row, start })
    }

    fn numbers(&self) -> Option<u64> {
        self.row.checked_mul(self.classes.smallest.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    #[test]
    fn material_with_too_many_positions_is_refused() {
        for (game, signature) in
            [("lasca", "m11-m11"), ("bashni", "m6k6-m6k6"), ("english", "m12-m12"), ("konane", "m50-m50")]
        {
            let ruleset = find_game(game).unwrap().ruleset(None, &[]).unwrap();
            let law = Arc::new(MaterialLaw::of(&ruleset).unwrap());
            let signature = signature.parse().unwrap();
            assert!(MaterialIndex::new(&law, signature).is_none(), "{game}");
            // An estimate that does not overflow must still exceed the numbers of 32 bits.
            assert!(MaterialIndex::estimate(&law, signature).is_none_or(|numbers| numbers > u32::MAX.into()), "{game}");
        }
    }

    #[test]
    fn numbers_and_positions_correspond() {
        for (game, signature, positions) in [
            // Men cannot stand on their promotion row: 28 · 28 − 24 placements, and 30 for the king, with either side
            // to move.
            ("english", "m1k1-m1", Some(760 * 30 * 2)),
            // Equal material is numbered for one side to move.
            ("english", "m1-m1", Some(760)),
            ("fanorona", "m1-m2", Some(45 * 44 * 43 / 2 * 2)),
            ("lasca", "m2-m1k1", None),
            ("alquerque-de-tres", "m1h1-m2", Some(9 * 8 * 7 / 2 * 2)),
            // Two rows of five and four points are closed, then two at either end.
            ("tukvnanawopi", "m1-m2+closed2.0", Some(32 * 31 * 30 / 2 * 2)),
            ("tukvnanawopi", "m1-m1+closed2.2", Some(23 * 22)),
            // Each piece of the side that is not to move is huffable or not. A single man cannot stand on the last row,
            // two men cannot stand on the first.
            ("kharberg", "m1-m2", Some((15 * 171 + 5 * 190) * (4 + 2))),
            // The leading kind is the larger one unless it has too many sets.
            ("liebre", "m3-m1", Some(2300 * 22 * 2)),
            ("liebre", "m1-m3", Some(2300 * 22 * 2)),
            ("alquerque-de-tres", "m3-m3", Some(84 * 20)),
        ] {
            let ruleset = find_game(game).unwrap().ruleset(None, &[]).unwrap();
            let law = Arc::new(MaterialLaw::of(&ruleset).unwrap());
            let index = MaterialIndex::new(&law, signature.parse().unwrap()).unwrap();
            let estimate = MaterialIndex::estimate(&law, index.signature).unwrap();
            // A third of the sets on nine points are symmetric.
            let least = if law.points == 9 { 0.3 } else { 0.75 };
            let share = estimate as f64 / index.numbers() as f64;
            assert!((least..=1.0).contains(&share), "{game} {signature}: {estimate} of {}", index.numbers());
            let mut anatomy = Anatomy::empty();
            let mut placements = 0;
            let of_sets: Option<Vec<_>> = index.placements().map(|all| all.collect());
            assert_eq!(of_sets.is_some(), ["liebre", "alquerque-de-tres"].contains(&game));
            for number in 0..index.numbers() {
                let of_sets = of_sets.as_ref().map(|all| all[number % all.len()]);
                if !index.position(number, &mut anatomy) {
                    assert!(of_sets.is_none_or(|(_, positions)| positions == 0), "{game} {number}");
                    continue;
                }
                if let Some(placed) = of_sets {
                    let sets = crate::MenPosition::of_anatomy(&anatomy).unwrap().men;
                    assert_eq!(placed, (sets, index.size(number)), "{game} {number}");
                }
                assert_eq!(MaterialSignature::of(&anatomy), index.signature, "{game} {number}");
                assert_eq!(index.number(&anatomy), number, "{game}");
                for images in &index.symmetries {
                    let mut image = anatomy.clone();
                    image.pieces.iter_mut().for_each(|placed| placed.point.0 = images[placed.point.index()]);
                    image.huffable.iter_mut().for_each(|point| point.0 = images[point.index()]);
                    assert_eq!(index.number(&image), number, "{game}");
                }
                placements += index.size(number);
            }
            assert!(positions.is_none_or(|positions| placements == positions), "{game} {signature}: {placements}");
        }
    }
}
