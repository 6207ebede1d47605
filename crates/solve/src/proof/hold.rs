//! A draw held by tables of all positions, down to small ones.
//!
//! Who has a draw at least only has to keep to positions that are not lost, and may come back to where it was as long as play
//! that never ends is no loss for it. Where the other side has more men and would win such play, it goes the shortest way to
//! where something is taken or the game ends.

use super::{Canonical, Proof, canonical, endless_has};
use crate::file::TableError;
use crate::law::Set;
use crate::moves::Moves;
use crate::tables::{Placement, Tables};
use crate::whole::Worth;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// The answers by which a side holds a draw.
struct Holder<'t> {
    tables: &'t Tables,
    down: usize,
    /// Whether to go on with so many positions known.
    goes_on: &'t dyn Fn(usize) -> bool,
    moves: Moves<'t>,
    /// The positions that were met, with that side to move that holds the draw or with the other.
    met: HashSet<(Canonical, bool)>,
    /// What is answered to positions in which the side that holds the draw is to move.
    answers: HashMap<Canonical, [Set; 2]>,
    /// Of positions, with either to move, within how many plies something is taken or the game ends if that
    /// side wants it, and within how many not.
    ways: FxHashMap<(Canonical, bool), Way>,
}

#[derive(Clone, Copy, Default)]
struct Way {
    within: Option<u32>,
    not_within: u32,
}

/// The proof that each side has a draw at least from a position that is drawn, by tables that hold whatever can come of it, down
/// to what those for so many men of the first side hold. It keeps so many bytes at most and asks again and again whether to stop;
/// `tell` hears how many positions were met. `None` when it was told to stop or has no memory left.
///
/// # Errors
/// When a table is damaged.
pub fn hold(
    tables: &Tables,
    down: usize,
    start: Placement,
    bytes: u64,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(u64),
) -> Result<Option<Proof>, TableError> {
    let law = tables.law();
    // A hash table is half empty when it has just grown.
    let most = bytes / (2 * size_of::<((Canonical, bool), Way)>() as u64);
    let goes_on = |known: usize| known as u64 <= most && !stop();
    let claims = Proof::claims(start, Worth::Drawn);
    let (met, answers, ways) = Default::default();
    let mut holder = Holder { tables, down, goes_on: &goes_on, moves: Moves::new(law), met, answers, ways };
    for claim in &claims {
        holder.met.clear();
        let mut open = vec![(canonical(law, start), start.to_move == claim.side)];
        while let Some((position, answers)) = open.pop() {
            if !holder.goes_on() {
                return Ok(None);
            }
            if !holder.met.insert((position, answers)) || holder.is_end(position)? {
                continue;
            }
            tell(holder.met.len() as u64);
            if answers {
                open.extend(holder.answer(position)?.map(|after| (after, false)));
            } else {
                open.extend(holder.after(position).into_iter().map(|after| (after, true)));
            }
        }
    }
    Ok(Some(Proof { start, claims, down, answers: holder.answers }))
}

impl Holder<'_> {
    fn goes_on(&self) -> bool {
        (self.goes_on)(self.met.len() + self.answers.len() + self.ways.len())
    }

    /// Whether small tables hold a position.
    fn is_end(&self, position: Canonical) -> Result<bool, TableError> {
        Ok(self.tables.worth_of_few(position, self.down)?.is_some())
    }

    /// The positions to which the turns from a position lead.
    fn after(&self, position: Canonical) -> Vec<Canonical> {
        let turns = self.moves.turns(position).0;
        turns.into_iter().map(|after| canonical(self.tables.law(), after)).collect()
    }

    /// What is answered, and what it leads to; `None` where there is no turn, or when it does not go on.
    fn answer(&mut self, position: Canonical) -> Result<Option<Canonical>, TableError> {
        let law = self.tables.law();
        let to = |men| canonical(law, Placement { men, to_move: position.to_move.other() });
        if let Some(&men) = self.answers.get(&position) {
            return Ok(Some(to(men)));
        }
        if !endless_has(law, position, position.to_move, Worth::Drawn) {
            let men = position.pieces();
            let mut plies = 1;
            while !self.leaves(position, true, men, plies)? {
                if !self.goes_on() {
                    return Ok(None);
                }
                plies += 1;
            }
            return Ok(self.answers.get(&position).map(|&men| to(men)));
        }
        let mut best = None;
        for after in self.moves.turns(position).0 {
            let there = canonical(law, after);
            if self.tables.worth(there)? != Some(Worth::Won) {
                // Few positions need an answer where play soon comes to what is done.
                let is_done = self.met.contains(&(there, false)) || self.is_end(there)?;
                let order = (!is_done, after.pieces(), after.men);
                if best.is_none_or(|(before, _)| order < before) {
                    best = Some((order, there));
                }
            }
        }
        Ok(best.map(|((.., men), there)| {
            self.answers.insert(position, men);
            there
        }))
    }

    /// Whether within so many plies something of so many men is taken, or the game ends, if the side that holds the draw wants
    /// it and keeps it. What it answers on the shortest way is kept.
    fn leaves(&mut self, position: Canonical, holds: bool, men: u32, plies: u32) -> Result<bool, TableError> {
        if position.pieces() < men {
            return Ok(true);
        }
        let known = self.ways.get(&(position, holds)).copied().unwrap_or_default();
        if known.within.is_some_and(|within| within <= plies) || plies <= known.not_within {
            return Ok(known.within.is_some_and(|within| within <= plies));
        }
        let turns = self.moves.turns(position).0;
        let mut leaves = !holds || turns.is_empty();
        for after in turns {
            let there = canonical(self.tables.law(), after);
            if holds && self.tables.worth(there)? == Some(Worth::Won) {
                continue;
            }
            let found = self.leaves(there, !holds, men, plies - 1)?;
            if holds && found {
                self.answers.insert(position, after.men);
            }
            leaves = found;
            if holds == found {
                break;
            }
        }
        let way = self.ways.entry((position, holds)).or_default();
        if leaves {
            way.within = Some(plies);
        } else {
            way.not_within = way.not_within.max(plies);
        }
        Ok(leaves)
    }
}
