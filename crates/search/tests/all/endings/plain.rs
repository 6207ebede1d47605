//! A plain solver of small endings, written for these tests alone: short pieces that step and leap in every direction,
//! must capture, and capture on while they can. Backwards from the ends, every placement by itself, without symmetry.

use quirkat_rules::Board;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The pieces of one side, a bit for each point.
pub type Points = u32;

/// How the game of an ending is played.
pub struct Ground {
    points: u32,
    steps: Vec<Points>,
    /// For each point what can be leapt over from it, and where the leap ends.
    leaps: Vec<Vec<(u32, u32)>>,
    /// Whether a captured piece leaves the board before the next leap; otherwise it stands in the way until the turn ends.
    removes_at_once: bool,
    /// `choose[n][k]`: in how many ways k of n can be chosen.
    choose: Vec<Vec<u32>>,
}

/// How a position ends if both sides play as well as can be, in plies; even numbers are losses of the side to move.
type Plies = u8;

/// Every position in which the side to move has so many pieces and the other so many.
struct Slice {
    /// The plies to the end; none where nobody wins.
    ends: Vec<Option<Plies>>,
    /// Steps that do not lose as far as is known; zero where there was a capture, or where one of them wins.
    open: Vec<u8>,
}

/// What is known of small endings, by the pieces of the side to move and of the other.
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

    /// Tells both sides' pieces after every capture, the side that captured first.
    fn each_capture(&self, own: Points, other: Points, tell: &mut dyn FnMut(Points, Points)) {
        for from in bits(own) {
            self.leap_on(from, own & !(1 << from), other, 0, tell);
        }
    }

    fn leap_on(&self, at: u32, rest: Points, other: Points, taken: Points, tell: &mut dyn FnMut(Points, Points)) {
        let in_the_way = rest | if self.removes_at_once { other & !taken } else { other };
        let mut ends = true;
        for &(over, to) in &self.leaps[at as usize] {
            if (other & !taken) >> over & 1 == 1 && in_the_way >> to & 1 == 0 {
                ends = false;
                self.leap_on(to, rest, other, taken | 1 << over, tell);
            }
        }
        if ends && taken != 0 {
            tell(rest | 1 << at, other & !taken);
        }
    }

    /// Tells a side's pieces after every step of one of them.
    fn each_step(&self, own: Points, other: Points, mut tell: impl FnMut(Points)) {
        for from in bits(own) {
            for to in bits(self.steps[from as usize] & !own & !other) {
                tell(own ^ 1 << from ^ 1 << to);
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

    /// All sets of so many points.
    fn each_set(&self, pieces: u32, mut tell: impl FnMut(Points)) {
        let mut set: u64 = (1 << pieces) - 1;
        while set < 1 << self.points {
            tell(set as Points);
            if set == 0 {
                return;
            }
            // The next number with as many bits.
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
    /// Solves every ending in which the sides have up to so many pieces, in either order.
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

    /// The plies to the end, even where the side to move loses; none where nobody wins.
    pub fn ends(&self, own: Points, other: Points) -> Option<Plies> {
        match (own, other) {
            (0, _) => Some(0),
            (_, 0) => Some(1),
            _ => self.slices[&(own.count_ones(), other.count_ones())].ends[self.ground.place(own, other)],
        }
    }

    /// How many placements the side to move wins, loses and draws.
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

    /// A slice whose fewer pieces are solved, as far as captures and blocked sides decide it; and what they decide, by plies.
    fn begun(&self, own: u32, other: u32) -> (Slice, Vec<Vec<(Points, Points)>>) {
        let all = self.ways(own) * self.ways(other);
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

    /// In how many ways so many pieces can stand.
    fn ways(&self, pieces: u32) -> usize {
        self.ground.choose[self.ground.points as usize][pieces as usize] as usize
    }

    /// Solves both slices of so many pieces on the one side and on the other; those with fewer are solved.
    fn solve(&mut self, a: u32, b: u32) {
        let mut slices: BTreeMap<(u32, u32), Slice> = BTreeMap::new();
        let mut found: Vec<Vec<(Points, Points)>> = vec![vec![]; 256];
        // Each on a core of its own.
        let known = &*self;
        std::thread::scope(|scope| {
            let begin = |pieces: (u32, u32)| (pieces, scope.spawn(move || known.begun(pieces.0, pieces.1)));
            let both: Vec<_> = BTreeSet::from([(a, b), (b, a)]).into_iter().map(begin).collect();
            for (pieces, begun) in both {
                let (slice, ends) = begun.join().expect("a slice");
                slices.insert(pieces, slice);
                found.iter_mut().zip(ends).for_each(|(found, ends)| found.extend(ends));
            }
        });
        // From each end back to the positions from which a step leads to it, the nearest ends first.
        for plies in 0..255_u8 {
            for (own, other) in std::mem::take(&mut found[usize::from(plies)]) {
                let slice = slices.get_mut(&(other.count_ones(), own.count_ones())).expect("both are there");
                let [others, rank] = [self.ways(own.count_ones()), self.ground.rank(own) as usize];
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
