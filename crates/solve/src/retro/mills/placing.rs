//! Positions in which men are in hand: a level follows from the one above, for each move places a man.

use super::moving::run_shares;
use super::owner::{Buffers, Maps, Owner, Reply};
use super::{Level, MillsProgress, MillsStage};
use crate::game::MillsLaw;
use crate::job::{Pool, Run};
use crate::maps::Mover;
use std::sync::Mutex;

/// Step from a level to the one below.
pub struct Step<'s> {
    pub owner: &'s Owner<'s>,
    /// Level after the move.
    pub after: &'s Level,
    pub pool: Pool<'s>,
    pub on_progress: &'s (dyn Fn(MillsProgress) + Sync),
}

impl Step<'_> {
    /// Returns the level below; `None` when interrupted.
    pub fn below(&self) -> Option<Level> {
        let law = self.owner.law;
        let mut level = Level::empty(law, self.after.number - 1);
        let [of_mover, of_other] = MillsLaw::placed(level.number);
        for men in law.on_board(of_mover) {
            level.to_move[men] = self.maps_to_move(men, of_other)?;
        }
        for men in law.on_board(of_other) {
            level.waiting[men] = self.maps_waiting(men, of_mover)?;
        }
        Some(level)
    }

    /// Returns where the owner wins by placing a man. The other side has placed `placed` men.
    fn maps_to_move(&self, men: usize, placed: usize) -> Option<Maps> {
        let owner = self.owner;
        let (sets, sets_after) = (&owner.sets[men], &owner.sets[men + 1]);
        let waiting = &self.after.waiting[men + 1];
        let after_mill = self.maps(men + 1, MillsStage::Captures, &|class, buffers, map| {
            owner.after_mill(sets_after.classes.sets[class], &waiting[class], buffers, map);
        })?;
        let other_sets = owner.other_sets(men, placed);
        self.maps(men, MillsStage::Placing, &|class, buffers, map| {
            let set = sets.classes.sets[class];
            let mover = Mover::new(&owner.law.men, sets_after, class);
            let known = |class: usize, point: u8| {
                let maps = if owner.makes_mill(set, point) { &after_mill } else { waiting };
                &*maps[class]
            };
            mover.placings(owner.arch, known, &mut buffers.laid, map);
            other_sets.restrict(map);
        })
    }

    /// Returns where the owner wins wherever the other side, which has placed `placed` men, places the next.
    fn maps_waiting(&self, men: usize, placed: usize) -> Option<Maps> {
        let owner = self.owner;
        let to_move = &self.after.to_move;
        let none = vec![];
        let fewer = men.checked_sub(1).map_or(&none, |fewer| &to_move[fewer]);
        let other_sets = owner.other_sets(men, placed);
        self.maps(men, MillsStage::Placing, &|class, buffers, map| {
            owner.after_others_mill(men, class, [&to_move[men], fewer], buffers, map);
            let set = owner.sets[men].classes.sets[class];
            let waiting =
                owner.wins_against_replies(set, Reply::Places, [&to_move[men][class], map], &other_sets, buffers);
            map.copy_from_slice(&waiting);
        })
    }

    /// Makes the map of each class of a number of men; `None` when interrupted.
    fn maps(
        &self,
        men: usize,
        stage: MillsStage,
        make: &(dyn Fn(usize, &mut Buffers, &mut [u64]) + Sync),
    ) -> Option<Maps> {
        let sets = &self.owner.sets[men];
        let (level, of) = (self.after.number - 1, sets.classes.len());
        let maps: Vec<_> = (0..of).map(|_| Mutex::new(Box::default())).collect();
        let progress = |done| (self.on_progress)(MillsProgress { level, men, stage, done, of });
        let run = run_shares(self.pool, of, &progress, &|class, buffers| {
            let mut map = vec![0; sets.words].into_boxed_slice();
            make(class, buffers, &mut map);
            *maps[class].lock().expect("no thread panics") = map;
        });
        (run == Run::Done).then(|| maps.into_iter().map(|map| map.into_inner().expect("no thread panics")).collect())
    }
}
