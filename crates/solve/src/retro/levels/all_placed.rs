//! Retrograde analysis of the positions in which all pieces are placed: the plies to each win and loss.
//!
//! For each class of the few, positions are numbered by the set of the many. Ply by ply, each position whose distance
//! was just found is followed back: a loss makes the positions before it wins; a win takes one move from the positions
//! before it, and one without moves left is lost. Positions that are never reached are drawn.

use super::level::Maps;
use super::{PlacingProgress, PlacingSolver, PlacingStage, signature};
use crate::game::{PlacingLaw, PointMap, PointSet, members};
use crate::index::{MaterialIndex, all_sets, inverse, rank, set_count};
use crate::job::Run;
use crate::maps::MapClasses;
use crate::store::{MaterialTable, TableError};
use crate::value::ValueCode;
use quirkat_rules::Side;
use std::ops::Range;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// Plies of a position whose distance is unknown.
const OPEN: u8 = u8::MAX;
/// Maximum distance in plies.
const MAX_PLIES: u8 = 250;

/// Positions of one side to move.
struct ToMove {
    /// Plies to the end, odd for a win of the side to move, by number.
    plies: Vec<AtomicU8>,
    /// Number of moves that are not known to lose, by number.
    left: Vec<AtomicU8>,
}

/// Analysis under way.
struct Analysis<'l> {
    law: &'l PlacingLaw,
    sets: &'l MapClasses,
    /// First number of the sets of each size, by the size less that of the smallest.
    starts: Vec<usize>,
    /// Size of the smallest sets.
    fewest: usize,
    /// Sets of places by number, the same beside each class.
    numbered: Vec<PointSet>,
    /// Maps of points to places, and back, by class.
    places: Vec<PointMap>,
    points: Vec<PointMap>,
    /// Moves of the few that end in each class.
    arrivals: Vec<Vec<Arrival>>,
    /// Targets of the few's steps, and origins and targets of the many's, by point.
    few_steps: Vec<PointSet>,
    many_steps: Vec<PointSet>,
    many_back: Vec<PointSet>,
    few: ToMove,
    many: ToMove,
}

/// Move of the few from the smallest set of a class.
struct Arrival {
    /// Class in which the move begins.
    class: usize,
    /// Symmetry that maps the class in which the move ends to the set after the move.
    back: usize,
    /// Point from which the piece moves.
    from: u8,
    /// Captured piece.
    over: Option<u8>,
}

/// Returns the bytes of memory of the analysis: results and counts of moves for both sides, numbers of sets, and the codes of
/// the largest ending while it is written.
pub fn bytes(law: &PlacingLaw, classes: u64, threads: usize) -> u64 {
    let free = law.men.points - law.pieces;
    let sets = || law.on_board(law.all).map(|size| set_count(free, size) as u64);
    let (all, largest) = (sets().sum::<u64>(), sets().max().unwrap_or(0));
    4 * classes * all + 4 * all * (1 + threads as u64) + 8 * classes * largest
}

/// Solves the positions and writes their tables. Returns the maps with the few to move; `None` when interrupted.
pub fn solve(
    solver: &PlacingSolver<'_>,
    law: &PlacingLaw,
    sets: &MapClasses,
    on_progress: &(dyn Fn(PlacingProgress) + Sync),
) -> Result<Option<Maps>, TableError> {
    let analysis = Analysis::new(law, sets);
    let of = sets.classes.len();
    let each = |ply: u8, work: &(dyn Fn(usize) -> bool + Sync)| {
        let found = std::sync::atomic::AtomicBool::new(false);
        let progress = |done| {
            on_progress(PlacingProgress { placed: law.all, stage: PlacingStage::Ply(ply), done, of });
        };
        let Ok(run) = solver.pool().run(of, 1, &progress, || {
            |share: Range<usize>| {
                for class in share {
                    if work(class) {
                        found.store(true, Relaxed);
                    }
                }
                Ok::<(), std::convert::Infallible>(())
            }
        });
        (run, found.into_inner())
    };
    let (run, _) = each(0, &|class| {
        analysis.begin(class);
        false
    });
    if run == Run::Interrupted {
        return Ok(None);
    }
    for ply in 0.. {
        let (run, found) = each(ply, &|class| analysis.follow_back(class, ply));
        if run == Run::Interrupted {
            return Ok(None);
        }
        if !found && ply > 0 {
            break;
        }
        if ply == MAX_PLIES {
            return Err(TableError::TooLong(MAX_PLIES.into()));
        }
    }
    for on_board in law.on_board(law.all) {
        if (solver.stop)() {
            return Ok(None);
        }
        analysis.write(solver, on_board)?;
    }
    Ok(Some(analysis.maps()))
}

impl<'l> Analysis<'l> {
    fn new(law: &'l PlacingLaw, sets: &'l MapClasses) -> Analysis<'l> {
        let men = &law.men;
        let sizes = law.on_board(law.all);
        let (mut starts, mut numbered) = (vec![], vec![]);
        for size in sizes.clone() {
            starts.push(numbered.len());
            numbered.extend(all_sets(sets.free, size));
        }
        let free: Vec<_> = (0..sets.classes.len()).map(|class| sets.free_of(men, class)).collect();
        let to_move = || {
            let numbers = || (0..sets.classes.len() * numbered.len()).map(|_| AtomicU8::new(OPEN)).collect();
            ToMove { plies: numbers(), left: numbers() }
        };
        Analysis {
            law,
            sets,
            starts,
            fewest: *sizes.start(),
            places: free.iter().map(|free| PointMap::new(free.places[..men.points].to_vec())).collect(),
            points: free.iter().map(|free| PointMap::new(free.points.to_vec())).collect(),
            arrivals: arrivals(law, sets),
            few_steps: men.steps_from(Side::First),
            many_steps: men.steps_from(Side::Second),
            many_back: men.steps_to(Side::Second),
            few: to_move(),
            many: to_move(),
            numbered,
        }
    }

    /// Returns the number of a set of the many beside the smallest set of a class.
    fn number(&self, class: usize, many: PointSet) -> usize {
        let places = self.places[class].set(many);
        class * self.numbered.len() + self.starts[many.count_ones() as usize - self.fewest] + rank(places)
    }

    /// Iterates over the numbers of a class and the sets of the many's places.
    fn of_class(&self, class: usize) -> impl Iterator<Item = (usize, PointSet)> {
        (class * self.numbered.len()..).zip(self.numbered.iter().copied())
    }

    /// Counts the moves of the positions of a class, and finds those that are lost at once or won by the last capture.
    fn begin(&self, class: usize) {
        let few = self.sets.classes.sets[class];
        let all = self.law.men.all();
        for (number, places) in self.of_class(class) {
            let many = self.points[class].set(places);
            let empty = all & !(few | many);
            let steps = members(few).map(|from| (self.few_steps[from] & empty).count_ones()).sum::<u32>();
            let leaps = members(few).flat_map(|from| &self.law.men.leaps[0][from]);
            let captures = leaps.filter(|leap| many >> leap.over & 1 != 0 && empty >> leap.to & 1 != 0).count() as u32;
            let of_many = members(many).map(|from| (self.many_steps[from] & empty).count_ones()).sum::<u32>();
            let moves = [(&self.few, steps + captures), (&self.many, of_many)];
            for (to_move, moves) in moves {
                to_move.left[number].store(moves as u8, Relaxed);
                if moves == 0 {
                    to_move.plies[number].store(0, Relaxed);
                }
            }
            if captures > 0 && many.count_ones() as usize == self.fewest {
                self.few.plies[number].store(1, Relaxed);
            }
        }
    }

    /// Follows the positions of a class back that end after `ply` plies. Returns whether there are any.
    fn follow_back(&self, class: usize, ply: u8) -> bool {
        let few = self.sets.classes.sets[class];
        let mut reached = vec![];
        let mut is_found = false;
        for (number, places) in self.of_class(class) {
            if self.many.plies[number].load(Relaxed) == ply {
                reached.push(self.points[class].set(places));
            }
            if self.few.plies[number].load(Relaxed) != ply {
                continue;
            }
            is_found = true;
            let many = self.points[class].set(places);
            let empty = self.law.men.all() & !(few | many);
            for to in members(many) {
                for from in members(self.many_back[to] & empty) {
                    self.many.find(self.number(class, many ^ (1 << from | 1 << to)), ply);
                }
            }
        }
        for arrival in &self.arrivals[class] {
            let symmetry = &self.law.men.symmetries[arrival.back];
            let over: PointSet = arrival.over.map_or(0, |over| 1 << over);
            for &many in &reached {
                let many = symmetry.set(many);
                let before = many | over;
                let can_come = many & (1 << arrival.from | over) == 0 && before.count_ones() as usize <= self.law.all;
                if can_come {
                    self.few.find(self.number(arrival.class, before), ply);
                }
            }
        }
        is_found || !reached.is_empty()
    }

    /// Returns the maps with the few to move. A set's places are its number in a map.
    fn maps(&self) -> Maps {
        let empty = || vec![0; self.sets.words].into_boxed_slice();
        let mut maps = [vec![], vec![]];
        for class in 0..self.sets.classes.len() {
            let [mut won, mut not_lost] = [empty(), empty()];
            for (number, places) in self.of_class(class) {
                let (word, bit) = (places as usize / 64, places % 64);
                let plies = self.few.plies[number].load(Relaxed);
                won[word] |= u64::from(plies != OPEN && plies % 2 == 1) << bit;
                not_lost[word] |= u64::from(plies == OPEN || plies % 2 == 1) << bit;
            }
            maps.iter_mut().zip([won, not_lost]).for_each(|(maps, map)| maps.push(map));
        }
        maps
    }

    /// Writes the table of the positions with some of the many on the board.
    fn write(&self, solver: &PlacingSolver<'_>, on_board: usize) -> Result<(), TableError> {
        let PlacingSolver { law, title, folder, .. } = *solver;
        let signature = signature(self.law, on_board);
        let index = MaterialIndex::new(law, signature).expect("the sets have an index");
        let code = |men: [PointSet; 2]| {
            let [few, many] = self.law.by_side(men);
            let (class, symmetry) = self.sets.classes.find(few);
            let number = self.number(class, self.law.men.symmetries[symmetry].set(many));
            Side::BOTH.map(|to_move| {
                let of_side = if to_move == self.law.few { &self.few } else { &self.many };
                match of_side.plies[number].load(Relaxed) {
                    OPEN => ValueCode::DRAWN,
                    plies => ValueCode(plies.into()),
                }
            })
        };
        let placements = index.placements().expect("the index holds men only");
        // Unused numbers are never probed.
        let sides = placements.map(
            |(men, positions)| {
                if positions > 0 { code(men).into() } else { (ValueCode::DRAWN, ValueCode::DRAWN) }
            },
        );
        let (mut codes, second): (Vec<ValueCode>, Vec<ValueCode>) = sides.unzip();
        codes.extend(second);
        let longest = ValueCode::longest(codes.iter().copied());
        MaterialTable::write(law, title, folder, &signature, Some(longest), codes.into_iter())
    }
}

impl ToMove {
    /// Notes a move to a position that ends after `ply` plies.
    fn find(&self, number: usize, ply: u8) {
        let is_win = ply.is_multiple_of(2);
        let plies = &self.plies[number];
        if plies.load(Relaxed) == OPEN && (is_win || self.left[number].fetch_sub(1, Relaxed) == 1) {
            plies.store(ply + 1, Relaxed);
        }
    }
}

/// Returns the moves of the few from the smallest set of each class, by the class in which they end.
fn arrivals(law: &PlacingLaw, sets: &MapClasses) -> Vec<Vec<Arrival>> {
    let men = &law.men;
    let mut arrivals: Vec<Vec<Arrival>> = sets.classes.sets.iter().map(|_| vec![]).collect();
    for (class, &few) in sets.classes.sets.iter().enumerate() {
        for from in members(few) {
            let steps = men.steps[0][from].iter().map(|&to| (to, None));
            let leaps = men.leaps[0][from].iter().filter(|leap| few >> leap.over & 1 == 0);
            let leaps = leaps.map(|leap| (leap.to, Some(leap.over)));
            for (to, over) in steps.chain(leaps).filter(|(to, _)| few >> to & 1 == 0) {
                let (end, symmetry) = sets.classes.find(few ^ (1 << from | 1 << to));
                let back = usize::from(inverse(&men.symmetries, &men.symmetries[symmetry]));
                arrivals[end].push(Arrival { class, back, from: from as u8, over });
            }
        }
    }
    arrivals
}
