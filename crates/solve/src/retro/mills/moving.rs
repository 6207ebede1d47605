//! Positions in which all men are placed, with one number of the owner's men: a layer. Moves of either side and the
//! owner's captures stay within it, the other side's captures lead to the layer with one man less.
//!
//! At first, only immediate wins are known. Two steps alternate until nothing changes: one finds the positions that the
//! owner wins with the other side to move, the other those from which a move of the owner leads to them. Bits are only
//! added, so the order does not matter.

use super::owner::{Buffers, Maps, OtherSets, Owner, Reply};
use super::{Level, MillsProgress, MillsStage};
use crate::job::{Pool, Run};
use crate::maps::Mover;
use std::convert::Infallible;
use std::ops::{Deref, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, RwLock, RwLockReadGuard};

/// Number of classes that a thread takes at a time.
const SHARE: usize = 16;

struct Layer<'l> {
    owner: &'l Owner<'l>,
    men: usize,
    sets: OtherSets,
    classes: Vec<Class>,
}

/// State of a symmetry class of the owner's men.
struct Class {
    to_move: Mutex<Box<[u64]>>,
    /// Whether the map with the owner to move has changed since the other was computed from it.
    is_moved: AtomicBool,
    waiting: RwLock<WaitingMaps>,
    /// Whether the maps with the other side to move have changed in this round.
    is_changed: AtomicBool,
    lost_by_mill: Box<[u64]>,
}

/// Wins of the owner with the other side to move.
#[derive(Default)]
struct WaitingMaps {
    map: Box<[u64]>,
    after_mill: Box<[u64]>,
}

/// Wins of the owner after a man has come to a point.
struct Arrival<'c> {
    waiting: RwLockReadGuard<'c, WaitingMaps>,
    makes_mill: bool,
}

impl Deref for Arrival<'_> {
    type Target = Box<[u64]>;

    fn deref(&self) -> &Box<[u64]> {
        if self.makes_mill { &self.waiting.after_mill } else { &self.waiting.map }
    }
}

/// Solves the layer of `men` of the owner's men. `fewer` has the maps with the owner to move of the layer below. Returns
/// the maps with the owner to move and with the other side to move; `None` when interrupted.
pub fn solve(
    owner: &Owner<'_>,
    men: usize,
    fewer: &Maps,
    pool: Pool<'_>,
    on_progress: &(dyn Fn(MillsProgress) + Sync),
) -> Option<[Maps; 2]> {
    let sets = &owner.sets[men];
    let of = sets.classes.len();
    let classes: Vec<_> = (0..of).map(|_| Mutex::new(None)).collect();
    let other_sets = owner.other_sets(men, owner.law.all);
    let progress = |stage, of: usize| {
        move |done| on_progress(MillsProgress { level: Level::last(owner.law), men, stage, done, of })
    };
    let none: Maps = vec![];
    let run = run_shares(pool, of, &progress(MillsStage::Captures, of), &|class, buffers| {
        let mut lost_by_mill = vec![0; sets.words].into_boxed_slice();
        owner.after_others_mill(men, class, [&none, fewer], buffers, &mut lost_by_mill);
        *classes[class].lock().expect("no thread panics") = Some(Class {
            to_move: Mutex::new(other_sets.lost.clone().into()),
            is_moved: AtomicBool::new(true),
            waiting: RwLock::new(WaitingMaps::default()),
            is_changed: AtomicBool::new(false),
            lost_by_mill,
        });
    });
    if run == Run::Interrupted {
        return None;
    }
    let classes = classes.into_iter().filter_map(|class| class.into_inner().expect("no thread panics")).collect();
    let layer = Layer { owner, men, sets: other_sets, classes };
    for round in 1.. {
        let is_changed = AtomicBool::new(false);
        let stage = MillsStage::Replies(round);
        let run = run_shares(pool, of, &progress(stage, of), &|class, buffers| {
            if layer.reply(class, buffers) {
                is_changed.store(true, Relaxed);
            }
        });
        if run == Run::Interrupted {
            return None;
        }
        if !is_changed.into_inner() {
            break;
        }
        let standing = sets.standing.len();
        let stage = MillsStage::Moves(round);
        let run =
            run_shares(pool, standing, &progress(stage, standing), &|rest, buffers| layer.move_beside(rest, buffers));
        if run == Run::Interrupted {
            return None;
        }
    }
    let maps = layer.classes.into_iter().map(|class| {
        (
            class.to_move.into_inner().expect("no thread panics"),
            class.waiting.into_inner().expect("no thread panics").map,
        )
    });
    let (to_move, waiting) = maps.unzip();
    Some([to_move, waiting])
}

/// Calls `work` for each number below `of`, on all threads. Each thread has its own buffers.
pub fn run_shares(
    pool: Pool<'_>,
    of: usize,
    on_progress: &(dyn Fn(usize) + Sync),
    work: &(dyn Fn(usize, &mut Buffers) + Sync),
) -> Run {
    let Ok(run) = pool.run(of, SHARE, on_progress, || {
        let mut buffers = Buffers::default();
        move |share: Range<usize>| {
            share.for_each(|number| work(number, &mut buffers));
            Ok::<(), Infallible>(())
        }
    });
    run
}

impl Layer<'_> {
    /// Finds the sets against which the owner wins with the other side to move, for one class. Returns whether there
    /// are more than before.
    fn reply(&self, number: usize, buffers: &mut Buffers) -> bool {
        let (owner, sets) = (self.owner, &self.owner.sets[self.men]);
        let (class, law) = (&self.classes[number], &self.owner.law.men);
        class.is_changed.store(false, Relaxed);
        if !class.is_moved.swap(false, Relaxed) {
            return false;
        }
        let mut to_move = class.to_move.lock().expect("no thread panics");
        if usize::from(sets.classes.sizes[number]) != law.symmetries.len() {
            sets.symmetrise(law, owner.arch, number, &mut to_move, &mut buffers.map, &mut buffers.laid);
            // Bits beyond the existing sets are undefined after a permutation.
            self.sets.restrict(&mut to_move);
        }
        let men = sets.classes.sets[number];
        let map = owner.wins_against_replies(men, Reply::Moves, [&to_move, &class.lost_by_mill], &self.sets, buffers);
        let mut waiting = class.waiting.write().expect("no thread panics");
        if map == waiting.map {
            return false;
        }
        waiting.after_mill = vec![0; sets.words].into();
        owner.after_mill(men, &map, buffers, &mut waiting.after_mill);
        waiting.map = map;
        class.is_changed.store(true, Relaxed);
        true
    }

    /// Finds the positions that the owner wins by moving one man, beside a class of standing men, to a class that has
    /// changed.
    fn move_beside(&self, rest: usize, buffers: &mut Buffers) {
        let (owner, sets) = (self.owner, &self.owner.sets[self.men]);
        let mover = Mover::new(owner.law.moves_of(self.men), sets, rest);
        let changed = mover.places(|class| self.classes[class].is_changed.load(Relaxed));
        if changed == 0 {
            return;
        }
        let (rest, all) = (sets.standing.sets[rest], mover.places(|_| true));
        mover.turns(
            owner.arch,
            [all, changed],
            &mut buffers.moves,
            |class, to| Arrival {
                waiting: self.classes[class].waiting.read().expect("no thread panics"),
                makes_mill: owner.makes_mill(rest, to),
            },
            |number, reached| {
                let class = &self.classes[number];
                let mut to_move = class.to_move.lock().expect("no thread panics");
                let mut added = 0;
                for ((word, reached), valid) in to_move.iter_mut().zip(reached).zip(&self.sets.valid) {
                    let more = reached & valid & !*word;
                    added |= more;
                    *word |= more;
                }
                if added != 0 {
                    class.is_moved.store(true, Relaxed);
                }
            },
        );
    }
}
