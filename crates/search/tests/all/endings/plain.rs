//! A simple solver of small endings, for these tests only: short pieces that step and leap in every direction, with
//! compulsory captures and chains. It is a retrograde analysis of all positions, without symmetry.

use quirkat_rules::Board;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The pieces of one side, a bit for each point.
pub type Points = u32;

/// The board and the capture rule of an ending.
pub struct Ground {
    points: u32,
    steps: Vec<Points>,
    /// For each point, the points that can be leapt over and the points where the leaps end.
    leaps: Vec<Vec<(u32, u32)>>,
    /// Whether a captured piece is removed before the next leap; otherwise it blocks until the move ends.
    removes_at_once: bool,
    /// `choose[n][k]`: binomial coefficients.
    choose: Vec<Vec<u32>>,
}

/// Plies to the end under perfect play; even numbers are losses of the side to move.
type Plies = u8;

/// The positions with given numbers of pieces of the side to move and of the other side.
struct Slice {
    /// Plies to the end; `None` for a draw.
    ends: Vec<Option<Plies>>,
    /// Number of steps that are not yet known to lose; zero if there is a capture or a winning step.
    open: Vec<u8>,
}

/// Solved slices, by the number of pieces of the side to move and of the other side.
pub struct Solved {
    ground: Ground,
    slices: HashMap<(u32, u32), Slice>,
}

impl Ground {
    pub fn new(board: &Board, removes_at_once: bool) -> Ground {
        let points = board.len();
        let (mut steps, mut leaps) = (vec![0; points], vec![vec![]; points]);
        for line in board.lines() {
            for pair in line.windows(2) {
                let [a, b] = [pair[0].index(), pair[1].index()];
                steps[a] |= 1 << b;
                steps[b] |= 1 << a;
            }
            for three in line.windows(3) {
                let [a, over, b] = [three[0].index(), three[1].index(), three[2].index()];
                leaps[a].push((over as u32, b as u32));
                leaps[b].push((over as u32, a as u32));
            }
        }
        let mut choose = vec![vec![0; 8]; points + 1];
        for n in 0..=points {
            choose[n][0] = 1;
            for k in 1..8 {
                choose[n][k] = if n == 0 { 0 } else { choose[n - 1][k - 1] + choose[n - 1][k] };
            }
        }
        Ground { points: points as u32, steps, leaps, removes_at_once, choose }
    }

    /// Visits the pieces of both sides after every capture, those of the capturing side first.
    fn each_capture(&self, own: Points, other: Points, visit: &mut dyn FnMut(Points, Points)) {
        for from in bits(own) {
            self.leap_on(from, own & !(1 << from), other, 0, visit);
        }
    }

    fn leap_on(&self, at: u32, rest: Points, other: Points, taken: Points, visit: &mut dyn FnMut(Points, Points)) {
        let in_the_way = rest | if self.removes_at_once { other & !taken } else { other };
        let mut ends = true;
        for &(over, to) in &self.leaps[at as usize] {
            if (other & !taken) >> over & 1 == 1 && in_the_way >> to & 1 == 0 {
                ends = false;
                self.leap_on(to, rest, other, taken | 1 << over, visit);
            }
        }
        if ends && taken != 0 {
            visit(rest | 1 << at, other & !taken);
        }
    }

    /// Visits the pieces of a side after every step.
    fn each_step(&self, own: Points, other: Points, mut visit: impl FnMut(Points)) {
        for from in bits(own) {
            for to in bits(self.steps[from as usize] & !own & !other) {
                visit(own ^ 1 << from ^ 1 << to);
            }
        }
    }

    fn rank(&self, set: Points) -> u32 {
        bits(set).zip(1..).map(|(point, number)| self.choose[point as usize][number]).sum()
    }

    fn place(&self, own: Points, other: Points) -> usize {
        let others = self.choose[self.points as usize][other.count_ones() as usize];
        (self.rank(own) * others + self.rank(other)) as usize
    }

    /// Visits all sets of this number of points.
    fn each_set(&self, pieces: u32, mut visit: impl FnMut(Points)) {
        let mut set: u64 = (1 << pieces) - 1;
        while set < 1 << self.points {
            visit(set as Points);
            if set == 0 {
                return;
            }
            // The next number with the same number of bits.
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
    }
}

fn bits(set: Points) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(lowest)
    })
}

impl Solved {
    /// Solves every ending with up to these numbers of pieces, in either order.
    pub fn new(ground: Ground, pieces: (u32, u32)) -> Solved {
        let (most, least) = (pieces.0.max(pieces.1), pieces.0.min(pieces.1));
        let mut solved = Solved { ground, slices: HashMap::new() };
        for sum in 2..=most + least {
            for many in 1..=most.min(sum - 1) {
                let few = sum - many;
                if few <= many && few <= least {
                    solved.solve(many, few);
                }
            }
        }
        solved
    }

    /// Returns the plies to the end, even if the side to move loses; `None` for a draw.
    pub fn ends(&self, own: Points, other: Points) -> Option<Plies> {
        match (own, other) {
            (0, _) => Some(0),
            (_, 0) => Some(1),
            _ => self.slices[&(own.count_ones(), other.count_ones())].ends[self.ground.place(own, other)],
        }
    }

    /// Returns the numbers of positions that the side to move wins, loses and draws.
    pub fn counts(&self, own: u32, other: u32) -> [u64; 3] {
        let mut counts = [0; 3];
        self.ground.each_set(own, |own| {
            self.ground.each_set(other, |other| {
                if own & other == 0 {
                    counts[self.ends(own, other).map_or(2, |plies| if plies % 2 == 1 { 0 } else { 1 })] += 1;
                }
            });
        });
        counts
    }

    /// Returns a slice with the positions that captures and blockades decide, and these positions by plies.
    fn initialise(&self, own: u32, other: u32) -> (Slice, Vec<Vec<(Points, Points)>>) {
        let all = self.count_sets(own) * self.count_sets(other);
        let mut slice = Slice { ends: vec![None; all], open: vec![0; all] };
        let mut found: Vec<Vec<(Points, Points)>> = vec![vec![]; 256];
        self.ground.each_set(own, |own| {
            self.ground.each_set(other, |other| {
                if own & other != 0 {
                    return;
                }
                let place = self.ground.place(own, other);
                let mut replies = vec![];
                self.ground.each_capture(own, other, &mut |own, other| replies.push(self.ends(other, own)));
                if replies.is_empty() {
                    self.ground.each_step(own, other, |_| slice.open[place] += 1);
                }
                let end = match replies.iter().flatten().filter(|plies| *plies % 2 == 0).min() {
                    Some(lost) => Some(lost + 1),
                    None if replies.iter().all(Option::is_some) && slice.open[place] == 0 => {
                        Some(replies.iter().flatten().max().map_or(0, |won| won + 1))
                    }
                    None => None,
                };
                slice.ends[place] = end;
                if let Some(plies) = end {
                    found[usize::from(plies)].push((own, other));
                }
            });
        });
        (slice, found)
    }

    /// Returns the number of sets of this number of pieces.
    fn count_sets(&self, pieces: u32) -> usize {
        self.ground.choose[self.ground.points as usize][pieces as usize] as usize
    }

    /// Solves both slices with these numbers of pieces. Slices with fewer pieces are solved.
    fn solve(&mut self, a: u32, b: u32) {
        let mut slices: BTreeMap<(u32, u32), Slice> = BTreeMap::new();
        let mut found: Vec<Vec<(Points, Points)>> = vec![vec![]; 256];
        // One thread for each slice.
        let known = &*self;
        std::thread::scope(|scope| {
            let begin = |pieces: (u32, u32)| (pieces, scope.spawn(move || known.initialise(pieces.0, pieces.1)));
            let both: Vec<_> = BTreeSet::from([(a, b), (b, a)]).into_iter().map(begin).collect();
            for (pieces, initial) in both {
                let (slice, ends) = initial.join().expect("a slice");
                slices.insert(pieces, slice);
                found.iter_mut().zip(ends).for_each(|(found, ends)| found.extend(ends));
            }
        });
        // Propagates each end to its predecessors, nearest ends first.
        for plies in 0..255_u8 {
            for (own, other) in std::mem::take(&mut found[usize::from(plies)]) {
                let slice = slices.get_mut(&(other.count_ones(), own.count_ones())).expect("both slices exist");
                let [others, rank] = [self.count_sets(own.count_ones()), self.ground.rank(own) as usize];
                self.ground.each_step(other, own, |before| {
                    let place = self.ground.rank(before) as usize * others + rank;
                    let open = &mut slice.open[place];
                    if *open == 0 {
                        return;
                    }
                    *open = if plies % 2 == 0 { 0 } else { *open - 1 };
                    if *open == 0 {
                        slice.ends[place] = Some(plies + 1);
                        found[usize::from(plies) + 1].push((before, own));
                    }
                });
            }
        }
        self.slices.extend(slices);
    }
}
