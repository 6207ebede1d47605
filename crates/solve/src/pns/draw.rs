//! A draw held by tables of all positions, down to small ones.
//!
//! Who has a draw at least only has to keep to positions that are not lost, and may come back to where it was as long as play
//! that never ends is no loss for it. Where the other side has more men and would win such play, it goes the shortest way to
//! where something is taken or the game ends.
//!
//! Any turns do that do not lose; but behind some of them there are a few positions that need an answer, behind others millions.
//! So the answers are looked for with proof numbers, depth first (Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002): the effort of a position is a guess at how many positions behind it still need an answer, and the answer is
//! taken up that has the least. There is nothing to disprove, for the tables say what is lost.

use super::proof::{CanonicalPosition, Proof, canonical, endless_has};
use crate::game::{MenMoves, MenPosition, PointSet};
use crate::probe::MenTables;
use crate::store::TableError;
use quirkat_rules::Wdl;
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};

/// How many positions still need an answer, as far as that is known.
type Effort = u64;

/// The answers by which a side holds a draw.
struct Holder<'t> {
    tables: &'t MenTables,
    table_men: usize,
    /// Whether to go on with so many positions known.
    goes_on: &'t dyn Fn(usize) -> bool,
    moves: MenMoves<'t>,
    /// Of positions with the side to move that holds the draw; zero where there is an answer, or play may come back to it.
    efforts: FxHashMap<CanonicalPosition, Effort>,
    /// Whether a position is lost for the side that holds the draw, with the other side to move.
    is_lost: FxHashMap<CanonicalPosition, bool>,
    /// What is answered to positions in which the side that holds the draw is to move.
    answers: HashMap<CanonicalPosition, [PointSet; 2]>,
    /// Of positions, with either to move, within how many plies something is taken or the game ends if that
    /// side wants it, and within how many not.
    ways: FxHashMap<(CanonicalPosition, bool), ConversionBounds>,
}

#[derive(Clone, Copy, Default)]
struct ConversionBounds {
    within: Option<u32>,
    not_within: u32,
}

/// A position whose answers are being compared, as long as the least effort is within a limit.
struct OpenPosition {
    position: CanonicalPosition,
    limit: Effort,
    choices: Vec<Choice>,
}

/// What could be answered.
struct Choice {
    men: [PointSet; 2],
    /// What the other side can do then, without what small tables hold.
    replies: Vec<CanonicalPosition>,
}

/// The proof that each side has a draw at least from a position that is drawn, by tables that hold whatever can come of it, down
/// to what those for so many men of the first side hold. It keeps so many bytes at most and asks again and again whether to stop;
/// `on_progress` hears how many positions are known. `None` when it was told to stop or has no memory left.
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
    // A hash table is half empty when it has just grown.
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

    /// Whether small tables hold a position.
    fn is_end(&self, position: CanonicalPosition) -> Result<bool, TableError> {
        Ok(self.tables.wdl_up_to(position, self.table_men)?.is_some())
    }

    /// Where an answer leads to.
    fn to(&self, position: CanonicalPosition, men: [PointSet; 2]) -> CanonicalPosition {
        canonical(self.tables.law(), MenPosition { men, to_move: position.to_move.other() })
    }

    /// The positions to which the turns from a position lead.
    fn after(&self, position: CanonicalPosition) -> Vec<CanonicalPosition> {
        let turns = self.moves.turns(position).0;
        let mut after: Vec<_> = turns.into_iter().map(|after| canonical(self.tables.law(), after)).collect();
        after.sort_unstable_by_key(|after| after.men);
        after.dedup();
        after
    }

    /// Looks for an answer to a position, with answers to whatever can come of it; there is none where the game is over. Whether it
    /// went on to the end.
    fn search(&mut self, position: CanonicalPosition, on_progress: &mut dyn FnMut(u64)) -> Result<bool, TableError> {
        if self.answers.contains_key(&position) {
            return Ok(true);
        }
        let mut path: Vec<OpenPosition> = vec![];
        let mut next = Some((position, Effort::MAX));
        loop {
            if let Some((position, limit)) = next.take() {
                // Play may come back to it.
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
                // A little more than the second best, or it would go to and fro between them.
                let limit = open.limit.min(second.0.saturating_add(second.0 / 10 + 1));
                let left = replies.iter().map(|&reply| (self.effort(reply), reply)).filter(|(effort, _)| *effort > 0);
                let (effort, reply) = left.min_by_key(|(effort, _)| *effort).expect("there is effort left");
                next = Some((reply, limit - (best.0 - effort)));
            }
        }
    }

    /// What is known of the effort of a position; at first that each man that is still to be taken doubles it.
    fn effort(&self, position: CanonicalPosition) -> Effort {
        self.efforts
            .get(&position)
            .copied()
            .unwrap_or_else(|| 1 << self.tables.fewest(position).saturating_sub(self.table_men + 1))
    }

    /// The effort of several positions: that of the hardest, and half of the others', for they have much behind them in common. The
    /// plain sum counts that again and again, and grows without bounds.
    fn effort_of_all(&self, positions: &[CanonicalPosition]) -> Effort {
        let (most, sum) = positions
            .iter()
            .map(|&position| self.effort(position))
            .fold((0, 0), |(most, sum), effort| (most.max(effort), effort.saturating_add(sum)));
        most + (sum - most).div_ceil(2)
    }

    /// What could be answered to a position so that it is held: nothing where the game is over, the shortest way alone where endless
    /// play is lost. `None` when it does not go on.
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

    /// Whether a position is lost for the side that holds the draw, with the other to move.
    fn loses(&mut self, there: CanonicalPosition) -> Result<bool, TableError> {
        if let Some(&is_lost) = self.is_lost.get(&there) {
            return Ok(is_lost);
        }
        let is_lost = self.tables.worth(there)? == Some(Wdl::Win);
        self.is_lost.insert(there, is_lost);
        Ok(is_lost)
    }

    /// What the other side can do, without what small tables hold.
    fn replies(&self, there: CanonicalPosition) -> Result<Vec<CanonicalPosition>, TableError> {
        let replies = self.after(there).into_iter().map(|reply| Ok((!self.is_end(reply)?).then_some(reply)));
        replies.filter_map(Result::transpose).collect()
    }

    /// Whether within so many plies something of so many men is taken, or the game ends, if the side that holds the draw wants
    /// it and keeps it. What it answers on the shortest way is kept.
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
