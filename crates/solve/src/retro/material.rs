//! Retrograde analysis of the positions of a material signature, for games of any rules.
//!
//! Captures, promotions, and men that enter from the hand lead to other signatures, which are solved first; all other
//! moves stay within the signature. The engine of the rules generates those once. They are stored on disk as predecessors,
//! and the analysis follows them backwards. The analysis assumes nothing about how pieces move: it supports every game
//! whose positions have no state beyond pieces and hands.

mod analysis;
mod exploration;
mod predecessors;

use super::solver::{MaterialSolver, SolveError, listed_index};
use crate::game::MaterialSignature;
use crate::job::{Pool, Run};
use crate::store::{MaterialTable, MaterialTableSet};
use crate::value::{Metric, ValueCode};
pub(crate) use analysis::{Retrograde, Seed};
use exploration::WdlOnly;
pub(crate) use exploration::{Explorer, ExternalValue, ExternalValues, Origin, SHARE};
pub(crate) use predecessors::{PredecessorBuilder, Predecessors};
use quirkat_rules::Side;

/// Returns the memory and the scratch space on disk, in bytes, for the analysis of the largest of some signatures.
///
/// # Errors
/// When the signature has more positions than 32 bits can number, or moves that the solver does not support.
pub fn largest_needs(
    solver: &MaterialSolver<'_>,
    largest: MaterialSignature,
    positions: u64,
) -> Result<[u64; 2], SolveError> {
    let index = listed_index(solver.law, largest)?;
    let turns = Explorer { rules: solver.rules, law: solver.law, index: &index }.sample()?;
    Ok([memory(positions, turns), PredecessorBuilder::disk(positions, turns)])
}

/// Returns the memory, in bytes, for an analysis of that many positions and moves.
pub(crate) fn memory(positions: u64, turns: u64) -> u64 {
    Retrograde::<fn(u32) -> Side>::BYTES * positions + PredecessorBuilder::memory(turns)
}

/// Solves all positions of a signature, move by move, and writes their table.
///
/// # Errors
/// When the signature cannot be solved.
pub fn solve(
    solver: &MaterialSolver<'_>,
    signature: MaterialSignature,
    on_progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Run, SolveError> {
    let MaterialSolver { rules, law, title, folder, metric, threads, stop, .. } = *solver;
    let pool = Pool { threads, stop };
    let index = listed_index(law, signature)?;
    let mut solved = MaterialTableSet::default();
    for other in law.successors(signature) {
        if !MaterialTable::path(folder, &other).exists() {
            continue;
        }
        let mut table = MaterialTable::open(law, folder, other)?;
        if table.values.has_plies() || metric == Metric::Wdl {
            table.values.load()?;
            solved.0.insert(other, table);
        }
    }
    let (explore, positions) = (Explorer { rules, law, index: &index }, index.numbers());
    SolveError::must_fit(&signature.to_string(), memory(positions as u64, explore.sample()?), solver.memory)?;
    let mut turns = PredecessorBuilder::new(folder, positions)?;
    let on_progress = |done| on_progress(done, positions);
    let seeds = match metric {
        Metric::Wdl => explore.all(WdlOnly(&solved), pool, &on_progress, &mut turns),
        Metric::Dtw => explore.all(&solved, pool, &on_progress, &mut turns),
    };
    let Some(seeds) = seeds? else { return Ok(Run::Interrupted) };
    drop(solved);
    let before = turns.in_order()?;
    let of_first = index.of_side(Side::First);
    let to_move = |number: u32| if of_first.contains(&(number as usize)) { Side::First } else { Side::Second };
    let mut analysis = Retrograde::new(seeds, law.endless_winner(&signature), to_move);
    loop {
        while let Some((number, is_won)) = analysis.next() {
            before.of(number).for_each(|before| analysis.update(before, is_won));
        }
        if stop() {
            return Ok(Run::Interrupted);
        }
        if !analysis.advance(analysis.has_later_plies()) {
            break;
        }
    }
    let codes = analysis.finish()?;
    let longest = (metric == Metric::Dtw).then(|| ValueCode::longest(codes.iter().copied()));
    MaterialTable::write(law, title, folder, &signature, longest, codes.into_iter())?;
    Ok(Run::Done)
}
