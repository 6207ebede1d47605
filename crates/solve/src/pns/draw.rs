//! Proof of a draw from tables that cover every position of it, down to small tables.
//!
//! A side holds a draw by staying in positions that are not lost, and may repeat as long as endless play is no loss.
//! Where the other side has more men and would win endless play, it takes the shortest way to a capture or the end of
//! the game.
//!
//! Any move that does not lose is an answer, but some lead to few positions that need answers, others to millions. So
//! answers are searched with proof numbers, depth first (Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002): the effort of a position estimates how many positions behind it still need an answer, and the
//! move with the least effort is tried first. There is nothing to disprove, because the tables tell lost positions.

use super::proof::{CanonicalPosition, Proof, canonical, endless_has};
use crate::game::{MenMoves, MenPosition, PointSet};
use crate::probe::MenTables;
use crate::store::TableError;
use quirkat_rules::Wdl;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// Estimated number of positions that still need an answer.
type Effort = u64;

/// Search for the answers by which a side holds a draw.
struct Holder<'t> {
    tables: &'t MenTables,
    table_men: usize,
    /// Returns whether to continue with a number of known positions.
    goes_on: &'t dyn Fn(usize) -> bool,
    moves: MenMoves<'t>,
    /// Efforts of positions with the holding side to move; 0 where there is an answer or play may repeat.
    efforts: FxHashMap<CanonicalPosition, Effort>,
    /// Whether a position with the other side to move is lost for the holding side.
    is_lost: FxHashMap<CanonicalPosition, bool>,
    /// Answers of the holding side.
    answers: HashMap<CanonicalPosition, [PointSet; 2]>,
    /// Bounds on the plies to a capture or the end of the game, if the holding side aims for it.
    ways: FxHashMap<(CanonicalPosition, bool), ConversionBounds>,
}

#[derive(Clone, Copy, Default)]
struct ConversionBounds {
    within: Option<u32>,
    not_within: u32,
}

/// Position whose answers are compared while the least effort is within the limit.
struct OpenPosition {
    position: CanonicalPosition,
    limit: Effort,
    choices: Vec<Choice>,
}

/// Possible answer.
struct Choice {
    men: [PointSet; 2],
    /// Replies of the other side, without those that small tables cover.
    replies: Vec<CanonicalPosition>,
}

/// Returns the proof that each side gets at least a draw, from tables that cover every position of it, down to the
/// tables for `table_men` first-side men. Uses at most `bytes` bytes; `on_progress` is called with the number of known
/// positions. Returns `None` when stopped or out of memory.
///
/// # Errors
/// When a table is damaged.
pub fn prove_draw(
    tables: &MenTables,
    table_men: usize,
    start: MenPosition,
    bytes: u64,
    stop: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Option<Proof>, TableError> {
    let law = tables.law();
    // A hash table is half empty after it has grown.
    let most = bytes / (2 * size_of::<((CanonicalPosition, bool), ConversionBounds)>() as u64);
    let goes_on = |known: usize| known as u64 <= most && !stop();
    let (efforts, is_lost, found, ways) = Default::default();
    let mut holder = Holder {
        tables,
        table_men,
        goes_on: &goes_on,
        moves: MenMoves::new(law),
        efforts,
        is_lost,
        answers: found,
        ways,
    };
    let claims = Proof::claims(start, Wdl::Draw);
    let mut answers = HashMap::new();
    for claim in &claims {
        let mut met = HashSet::new();
        let mut open = vec![(canonical(law, start), start.to_move == claim.side)];
        while let Some((position, answers_here)) = open.pop() {
            if !met.insert((position, answers_here)) || holder.is_end(position)? {
                continue;
            }
            if !answers_here {
                open.extend(holder.after(position).into_iter().map(|after| (after, true)));
            } else if !holder.search(position, on_progress)? {
                return Ok(None);
            } else if let Some(&men) = holder.answers.get(&position) {
                answers.insert(position, men);
                open.push((holder.to(position, men), false));
            }
        }
    }
    Ok(Some(Proof { start, claims, table_men, answers }))
}

impl Holder<'_> {
    fn goes_on(&self) -> bool {
        (self.goes_on)(self.efforts.len() + self.is_lost.len() + self.answers.len() + self.ways.len())
    }

    /// Returns whether small tables cover a position.
    fn is_end(&self, position: CanonicalPosition) -> Result<bool, TableError> {
        Ok(self.tables.wdl_up_to(position, self.table_men)?.is_some())
    }

    /// Returns the position after an answer.
    fn to(&self, position: CanonicalPosition, men: [PointSet; 2]) -> CanonicalPosition {
        canonical(self.tables.law(), MenPosition { men, to_move: position.to_move.other() })
    }

    /// Returns the positions after each move.
    fn after(&self, position: CanonicalPosition) -> Vec<CanonicalPosition> {
        let turns = self.moves.turns(position).0;
        let mut after: Vec<_> = turns.into_iter().map(|after| canonical(self.tables.law(), after)).collect();
        after.sort_unstable_by_key(|after| after.men);
        after.dedup();
        after
    }

    /// Searches for an answer, and for answers to everything that follows; there is none where the game is over.
    /// Returns whether the search was complete.
    fn search(&mut self, position: CanonicalPosition, on_progress: &mut dyn FnMut(u64)) -> Result<bool, TableError> {
        if self.answers.contains_key(&position) {
            return Ok(true);
        }
        let mut path: Vec<OpenPosition> = vec![];
        let mut next = Some((position, Effort::MAX));
        loop {
            if let Some((position, limit)) = next.take() {
                // Play may repeat this position.
                self.efforts.insert(position, 0);
                let choices = self.choices(position)?;
                path.extend(choices.filter(|choices| !choices.is_empty()).map(|choices| OpenPosition {
                    position,
                    limit,
                    choices,
                }));
            }
            if !self.goes_on() {
                return Ok(false);
            }
            on_progress(self.efforts.len() as u64);
            let Some(open) = path.last() else { return Ok(true) };
            let [mut best, mut second] = [(Effort::MAX, 0), (Effort::MAX, 0)];
            for (at, choice) in open.choices.iter().enumerate() {
                let effort = self.effort_of_all(&choice.replies);
                if effort < best.0 {
                    [best, second] = [(effort, at), best];
                } else if effort < second.0 {
                    second.0 = effort;
                }
            }
            let Choice { men, replies } = &open.choices[best.1];
            if best.0 == 0 {
                self.answers.insert(open.position, *men);
                path.pop();
            } else if best.0 > open.limit {
                self.efforts.insert(open.position, best.0);
                path.pop();
            } else {
                // A margin over the second best answer avoids switching between the two.
                let limit = open.limit.min(second.0.saturating_add(second.0 / 10 + 1));
                let left = replies.iter().map(|&reply| (self.effort(reply), reply)).filter(|(effort, _)| *effort > 0);
                let (effort, reply) = left.min_by_key(|(effort, _)| *effort).expect("an open reply has effort left");
                next = Some((reply, limit - (best.0 - effort)));
            }
        }
    }

    /// Returns the effort of a position; at first, each man that is still to be captured doubles it.
    fn effort(&self, position: CanonicalPosition) -> Effort {
        self.efforts
            .get(&position)
            .copied()
            .unwrap_or_else(|| 1 << self.tables.fewest(position).saturating_sub(self.table_men + 1))
    }

    /// Returns the effort of several positions: that of the hardest and half of the others', because they have much in
    /// common. The plain sum grows without bounds.
    fn effort_of_all(&self, positions: &[CanonicalPosition]) -> Effort {
        let (most, sum) = positions
            .iter()
            .map(|&position| self.effort(position))
            .fold((0, 0), |(most, sum), effort| (most.max(effort), effort.saturating_add(sum)));
        most + (sum - most).div_ceil(2)
    }

    /// Returns the possible answers to a position: none where the game is over, only the shortest way where endless
    /// play is lost. `None` when stopped.
    fn choices(&mut self, position: CanonicalPosition) -> Result<Option<Vec<Choice>>, TableError> {
        if !endless_has(self.tables.law(), position, position.to_move, Wdl::Draw) {
            let men = position.pieces();
            let mut plies = 1;
            while !self.leaves(position, true, men, plies)? {
                if !self.goes_on() {
                    return Ok(None);
                }
                plies += 1;
            }
            let answer = self.answers.get(&position).copied();
            let choice = answer.map(|men| Ok(Choice { men, replies: self.replies(self.to(position, men))? }));
            return choice.into_iter().collect::<Result<_, _>>().map(Some);
        }
        let mut choices = vec![];
        for MenPosition { men, .. } in self.moves.turns(position).0 {
            let there = self.to(position, men);
            if self.loses(there)? {
                continue;
            }
            let is_end = self.is_end(there)?;
            let replies = if is_end { vec![] } else { self.replies(there)? };
            choices.push(Choice { men, replies });
            if is_end {
                break;
            }
        }
        Ok(Some(choices))
    }

    /// Returns whether a position with the other side to move is lost for the holding side.
    fn loses(&mut self, there: CanonicalPosition) -> Result<bool, TableError> {
        if let Some(&is_lost) = self.is_lost.get(&there) {
            return Ok(is_lost);
        }
        let is_lost = self.tables.wdl(there)? == Some(Wdl::Win);
        self.is_lost.insert(there, is_lost);
        Ok(is_lost)
    }

    /// Returns the other side's replies, without those that small tables cover.
    fn replies(&self, there: CanonicalPosition) -> Result<Vec<CanonicalPosition>, TableError> {
        let replies = self.after(there).into_iter().map(|reply| Ok((!self.is_end(reply)?).then_some(reply)));
        replies.filter_map(Result::transpose).collect()
    }

    /// Returns whether the holding side can force a capture or the end of the game within some plies while it keeps the
    /// draw. Records its answers on the way.
    fn leaves(&mut self, position: CanonicalPosition, holds: bool, men: u32, plies: u32) -> Result<bool, TableError> {
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
            if holds && self.loses(there)? {
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
