//! Choice of the solver for material: a hunt that needs WDL alone is solved set by set, everything else move by move.

use super::hunt::Hunt;
use super::material;
use super::solver::{MaterialSolver, SolveError};
use crate::game::MaterialSignature;
use crate::index::MaterialIndex;
use crate::job::{Resources, Run};
use crate::value::Metric;

impl MaterialSolver<'_> {
    /// Returns the memory and disk space that the tables of some signatures take while they are solved. It is a lower
    /// bound: an index has more numbers where symmetries map positions to themselves.
    ///
    /// # Errors
    /// When a signature has more positions than a table can hold, or moves that the solver does not support.
    pub fn resources(&self, signatures: &[MaterialSignature]) -> Result<Resources, SolveError> {
        let numbers = |&signature: &MaterialSignature| {
            MaterialIndex::estimate(self.law, signature).ok_or_else(|| SolveError::Positions(signature.to_string()))
        };
        let sizes = signatures.iter().map(numbers).collect::<Result<Vec<u64>, _>>()?;
        let Some((&positions, &largest)) = sizes.iter().zip(signatures).max_by_key(|(size, _)| **size) else {
            return Ok(Resources::default());
        };
        let disk = sizes.iter().sum::<u64>();
        if let Some(hunt) = self.hunt() {
            let memory = signatures.iter().filter_map(|signature| Some(hunt.memory(hunt.many(signature)?))).max();
            return Ok(Resources { memory: memory.unwrap_or(0), disk: disk / 4, scratch: 0 });
        }
        let [memory, scratch] = material::largest_needs(self, largest, positions)?;
        Ok(Resources { memory, disk, scratch })
    }

    /// Returns the game as a hunt, if only WDL is requested.
    fn hunt(&self) -> Option<Hunt> {
        (self.metric == Metric::Wdl).then(|| Hunt::of(&self.rules.ruleset())).flatten()
    }

    /// Solves all positions of a signature and writes their table. The tables of the signatures to which moves lead
    /// must exist. Calls `on_progress` with the number of processed positions and the number of all.
    ///
    /// # Errors
    /// When the signature cannot be solved.
    pub fn solve(
        &self,
        signature: MaterialSignature,
        on_progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Run, SolveError> {
        if let Some(hunt) = self.hunt()
            && let Some(many) = hunt.many(&signature)
        {
            SolveError::must_fit(&signature.to_string(), hunt.memory(many), self.memory)?;
            return Ok(hunt.solve(many, self, on_progress)?);
        }
        material::solve(self, signature, on_progress)
    }
}
