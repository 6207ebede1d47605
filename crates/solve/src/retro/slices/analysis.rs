//! Retrograde analysis of one slice, ply by ply from finished games backwards.

use crate::game::{EndlessPlay, MenLaw, MenMoves, MenPosition};
use crate::index::SliceIndex;
use crate::job::{Pool, Run};
use crate::store::{SliceTableSet, TableError};
use crate::value::{MAX_PLIES, ValueCode};
use quirkat_rules::{GameValue, Side};
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::*};

/// Number of positions that a thread takes at a time, whole words of the marks.
const SHARE: usize = 1 << 14;

/// Retrograde analysis of the positions of a slice.
pub struct SliceAnalysis<'a> {
    law: &'a MenLaw,
    moves: MenMoves<'a>,
    slice: &'a SliceIndex,
    /// Slices to which captures lead, in memory.
    done: &'a SliceTableSet,
    pool: Pool<'a>,
    /// Code of each position.
    codes: Vec<AtomicU16>,
    /// Positions to evaluate again, as bits.
    marks: Vec<AtomicU64>,
    /// Longest distance, or bound of a distance, of any position.
    highest: AtomicU16,
}

/// Reason why an analysis ended early.
pub enum Interruption {
    /// The caller has stopped the analysis.
    Stopped,
    /// A table could not be read or written.
    Error(TableError),
}

impl<'a> SliceAnalysis<'a> {
    /// Returns the analysis of a slice with all positions open.
    pub fn new(law: &'a MenLaw, slice: &'a SliceIndex, done: &'a SliceTableSet, pool: Pool<'a>) -> SliceAnalysis<'a> {
        SliceAnalysis {
            law,
            moves: MenMoves::new(law),
            slice,
            done,
            pool,
            codes: (0..slice.len()).map(|_| AtomicU16::new(ValueCode::OPEN.0)).collect(),
            marks: (0..slice.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            highest: AtomicU16::new(0),
        }
    }

    /// Returns the bytes of memory that a slice takes.
    pub fn bytes(numbers: u64) -> u64 {
        2 * numbers + numbers / 8
    }

    /// Returns the code of a position; final when the analysis is complete.
    pub fn code(&self, index: usize) -> ValueCode {
        ValueCode(self.codes[index].load(Relaxed))
    }

    fn set(&self, index: usize, code: ValueCode) {
        self.codes[index].store(code.0, Relaxed);
        let plies = code.at_most().unwrap_or(code).0;
        // A distance that tables cannot store is recorded too, so that it is noticed.
        if plies <= MAX_PLIES + 1 && plies > self.highest.load(Relaxed) {
            self.highest.fetch_max(plies, Relaxed);
        }
    }

    /// Solves the slice. Calls `on_progress` with the current distance and the number of processed positions.
    pub fn solve(&self, on_progress: &(dyn Fn(u32, usize) + Sync)) -> Result<(), Interruption> {
        self.each(&|done| on_progress(0, done), |index| self.set(index, self.at_once(self.slice.position(index))))?;
        for plies in 1.. {
            // A value at this distance follows from shorter distances.
            if plies > self.highest.load(Relaxed) + 1 {
                break;
            }
            if plies > MAX_PLIES {
                return Err(Interruption::Error(TableError::TooLong(MAX_PLIES.into())));
            }
            let on_progress = |done: usize| on_progress(plies.into(), done);
            match plies % 2 {
                1 => self.win(ValueCode(plies), &on_progress)?,
                _ => self.lose(ValueCode(plies), &on_progress)?,
            }
        }
        match self.law.endless {
            EndlessPlay::Drawn => self.fill(|_| ValueCode::DRAWN),
            EndlessPlay::Counted => self.count(),
        }
    }

    /// Returns the code that follows from finished games and captures alone.
    fn at_once(&self, position: MenPosition) -> ValueCode {
        let mut best: Option<GameValue> = None;
        self.moves.each_capture(position, |after| {
            let verdict = self.done(after).value().reversed().ply_before();
            if best.is_none_or(|best| verdict > best) {
                best = Some(verdict);
            }
        });
        let is_free = best.is_none() || !self.law.must_capture;
        let can_step = is_free && self.moves.steps(position).next().is_some();
        match (best.map(ValueCode::of), can_step) {
            (Some(best), false) => best,
            (Some(best), true) if best.is_won_in_plies() => ValueCode::won_at_most(best),
            (_, true) => ValueCode::OPEN,
            (None, false) if self.law.blocked_loses => ValueCode(0),
            (None, false) => ValueCode::DRAWN,
        }
    }

    /// Returns the code of a position after a capture.
    fn done(&self, after: MenPosition) -> ValueCode {
        if after.men[after.to_move.index()] == 0 {
            return ValueCode(0);
        }
        let representative = SliceIndex::normalise(self.law, after);
        let slice = &self.done.0[&representative.men.map(|set| set.count_ones() as usize)];
        slice.values.loaded(slice.index.index(representative)).expect("it was read into memory")
    }

    /// Finds the wins in `plies` plies: by a step to a loss in one ply less, or by a capture.
    fn win(&self, plies: ValueCode, on_progress: &(dyn Fn(usize) + Sync)) -> Result<(), Interruption> {
        self.each(on_progress, |index| {
            let code = self.code(index);
            if code.at_most() == Some(plies) {
                self.set(index, plies);
            } else if code == ValueCode(plies.0 - 1) {
                self.each_before(index, &mut |before| {
                    let code = self.code(before);
                    if code.is_open() || code.at_most().is_some() {
                        self.set(before, plies);
                    }
                });
            }
        })
    }

    /// Finds the losses that become known at `plies` plies: positions with a step to a win in one ply less, all of
    /// whose moves lead to known wins. A capture may make the loss longer.
    fn lose(&self, plies: ValueCode, on_progress: &(dyn Fn(usize) + Sync)) -> Result<(), Interruption> {
        self.each(on_progress, |index| {
            if self.code(index) == ValueCode(plies.0 - 1) {
                self.mark_before(index);
            }
        })?;
        self.judge_marked(|position| self.lost(position), |_| {}).map(drop)
    }

    /// Returns the code of a position whose moves are all known to lose.
    fn lost(&self, position: MenPosition) -> Option<ValueCode> {
        let mut longest = ValueCode(0);
        for after in self.moves.steps(position) {
            let code = self.code(self.slice.index(after));
            if !code.is_won_in_plies() {
                return None;
            }
            longest = longest.max(code);
        }
        let mut is_lost = true;
        self.each_capture(position, &mut |code| {
            is_lost &= code.is_won_in_plies();
            longest = longest.max(code);
        });
        is_lost.then(|| ValueCode(longest.0 + 1))
    }

    /// Finds wins and losses by the count of men, once all other values are known: first the values that captures lead
    /// to, then the draws to which the side with fewer men can escape. The rest is endless play.
    fn count(&self) -> Result<(), Interruption> {
        self.settle(|position| self.counted(position))?;
        let [first, second] = self.slice.men;
        if first == second {
            return self.fill(|_| ValueCode::DRAWN);
        }
        let weaker = if first < second { Side::First } else { Side::Second };
        self.settle(|position| self.escaped(position, weaker))?;
        self.fill(|side| if side == weaker { ValueCode::COUNTED_LOSS } else { ValueCode::COUNTED_WIN })
    }

    /// Returns the code of a position whose value by the count follows from captures.
    fn counted(&self, position: MenPosition) -> Option<ValueCode> {
        let (mut is_won, mut is_lost) = (false, true);
        self.each_after(position, &mut |code| {
            is_won |= code == ValueCode::COUNTED_LOSS;
            is_lost &= code == ValueCode::COUNTED_WIN || code.is_won_in_plies();
        });
        if is_won { Some(ValueCode::COUNTED_WIN) } else { is_lost.then_some(ValueCode::COUNTED_LOSS) }
    }

    /// Returns the code of a draw where the side with fewer men can escape to one.
    fn escaped(&self, position: MenPosition, weaker: Side) -> Option<ValueCode> {
        let (mut can_draw, mut must_draw) = (false, true);
        self.each_after(position, &mut |code| {
            can_draw |= code == ValueCode::DRAWN;
            must_draw &= !code.is_open();
        });
        let draws = if position.to_move == weaker { can_draw } else { must_draw };
        draws.then_some(ValueCode::DRAWN)
    }

    /// Evaluates open positions until nothing changes.
    fn settle(&self, judge: impl Fn(MenPosition) -> Option<ValueCode> + Sync) -> Result<(), Interruption> {
        self.each(&|_| {}, |index| {
            if self.code(index).is_open() {
                self.mark(index);
            }
        })?;
        while self.judge_marked(&judge, |index| self.mark_before(index))? {}
        Ok(())
    }

    /// Gives the open positions the code of their side to move.
    fn fill(&self, code: impl Fn(Side) -> ValueCode + Sync) -> Result<(), Interruption> {
        let of_first = self.slice.of_side(Side::First);
        self.each(&|_| {}, |index| {
            if self.code(index).is_open() {
                self.set(index, code(if of_first.contains(&index) { Side::First } else { Side::Second }));
            }
        })
    }

    /// Calls `each` with the code after each move of an open position.
    fn each_after(&self, position: MenPosition, each: &mut impl FnMut(ValueCode)) {
        self.moves.steps(position).for_each(|after| each(self.code(self.slice.index(after))));
        self.each_capture(position, each);
    }

    /// Calls `each` with the code after each capture of an open position.
    fn each_capture(&self, position: MenPosition, each: &mut impl FnMut(ValueCode)) {
        // Where captures are compulsory, positions with captures are decided at the start.
        if !self.law.must_capture {
            self.moves.each_capture(position, |after| each(self.done(after)));
        }
    }

    /// Calls `each` with each number from which a step leads to this one, without regard to compulsory captures.
    fn each_before(&self, index: usize, each: &mut impl FnMut(usize)) {
        let position = self.slice.position(index);
        self.moves.steps_back(position).for_each(|before| self.slice.each_index(before, each));
    }

    /// Marks the open predecessors of a position. Others are decided.
    fn mark_before(&self, index: usize) {
        self.each_before(index, &mut |before| {
            if self.code(before).is_open() {
                self.mark(before);
            }
        });
    }

    /// Marks a position. The release orders the mark after the change that caused it.
    fn mark(&self, index: usize) {
        self.marks[index / 64].fetch_or(1 << (index % 64), Release);
    }

    /// Evaluates and clears all marked positions; calls `decided` for each that is decided. Returns whether any was
    /// marked.
    fn judge_marked(
        &self,
        judge: impl Fn(MenPosition) -> Option<ValueCode> + Sync,
        decided: impl Fn(usize) + Sync,
    ) -> Result<bool, Interruption> {
        let is_any = AtomicBool::new(false);
        self.share(self.marks.len(), SHARE / 64, &|_| {}, |words| {
            for word in words {
                if self.marks[word].load(Relaxed) == 0 {
                    continue;
                }
                is_any.store(true, Relaxed);
                let marked = self.marks[word].swap(0, Acquire);
                for index in bits(marked).map(|bit| word * 64 + bit).filter(|&index| self.code(index).is_open()) {
                    if let Some(code) = judge(self.slice.position(index)) {
                        self.set(index, code);
                        decided(index);
                    }
                }
            }
        })?;
        Ok(is_any.into_inner())
    }

    /// Runs `work` on each number of the slice.
    fn each(&self, on_progress: &(dyn Fn(usize) + Sync), work: impl Fn(usize) + Sync) -> Result<(), Interruption> {
        self.share(self.slice.len(), SHARE, on_progress, |numbers| numbers.for_each(&work))
    }

    /// Runs `work` on all shares of some numbers, in several threads.
    fn share(
        &self,
        of: usize,
        size: usize,
        on_progress: &(dyn Fn(usize) + Sync),
        work: impl Fn(Range<usize>) + Sync,
    ) -> Result<(), Interruption> {
        let worker = || {
            |share: Range<usize>| {
                work(share);
                Ok::<(), Infallible>(())
            }
        };
        let Ok(run) = self.pool.run(of, size, on_progress, worker);
        if run == Run::Interrupted { Err(Interruption::Stopped) } else { Ok(()) }
    }
}

/// Iterates over the bits of a word.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| word >> bit & 1 != 0)
}
