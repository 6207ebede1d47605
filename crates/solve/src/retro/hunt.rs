//! WDL of a hunt, set by set: a lone piece that captures, such as a hare or a jaguar, against many that do not.
//!
//! The lone piece cannot be captured, and all its captures reduce the other side. For each set of the other side's
//! pieces and each side to move, a mask has one bit for each place of the lone piece: whether the winner wins. There are
//! [two analyses](layer), one for each winner. They list no moves and compute no distances. The result is written as an
//! ordinary table of material.

mod layer;

use super::solver::MaterialSolver;
use crate::game::{EndlessPlay, ManLeap, MaterialSignature, MenLaw, PointSet, members};
use crate::index::{MaterialIndex, rank, set_count};
use crate::job::Run;
use crate::store::{MaterialTable, TableError};
use crate::value::ValueCode;
use layer::{Layer, Winner};
use quirkat_rules::{Material, OptionKey, Ruleset, Side};

/// Set of places of the lone piece.
type PlaceMask = PointSet;

/// Hunt of a lone piece by many.
#[derive(Debug)]
pub struct Hunt {
    law: MenLaw,
    /// Side of the lone piece.
    lone: Side,
    /// Minimum number of the other side's pieces: with fewer it has lost.
    fewest: usize,
    /// Targets of the lone piece's steps, and targets and origins of the other side's steps, by point.
    lone_steps: Vec<PlaceMask>,
    many_steps: Vec<PointSet>,
    many_back: Vec<PointSet>,
}

impl Hunt {
    /// Returns a ruleset as a hunt; `None` if it is not one. A hunt has men without memory, on a board of up to 31
    /// points, with endless play drawn.
    pub fn of(ruleset: &Ruleset) -> Option<Hunt> {
        let law = MenLaw::ignoring(&[OptionKey::TakenToWin], ruleset).ok()?;
        let is_lone = |side: &Side| {
            ruleset.start.count(*side) == 1 && law.leaps[side.other().index()].iter().all(|leaps| leaps.is_empty())
        };
        let lone = Side::BOTH.into_iter().find(is_lone).filter(|_| law.endless == EndlessPlay::Drawn)?;
        let all = ruleset.start.count(lone.other());
        let fewest = ruleset.options.taken_to_win.0.map_or(1, |taken| (all + 1).saturating_sub(taken.into()).max(1));
        let [lone_steps, many_steps] = [lone, lone.other()].map(|side| law.steps_from(side));
        let many_back = law.steps_to(lone.other());
        Some(Hunt { law, lone, fewest, lone_steps, many_steps, many_back })
    }

    /// Returns the places beside a set that satisfy a predicate.
    fn places(&self, set: PointSet, is: impl Fn(usize) -> bool) -> PlaceMask {
        members(self.law.all() & !set).fold(0, |mask, at| mask | PlaceMask::from(is(at)) << at)
    }

    /// Iterates over the leaps of the lone piece from a place beside a set.
    fn leaps(&self, at: usize, set: PointSet) -> impl Iterator<Item = &ManLeap> {
        let leaps = self.law.leaps[self.lone.index()][at].iter();
        leaps.filter(move |leap| set >> leap.over & 1 != 0 && set >> leap.to & 1 == 0)
    }

    /// Returns the smallest of the symmetric images of a set.
    fn least(&self, set: PointSet) -> PointSet {
        self.law.symmetries.iter().map(|symmetry| symmetry.set(set)).min().expect("the identity is a symmetry")
    }

    /// Returns the number of the other side's pieces in a signature of this hunt; `None` for other signatures.
    pub fn many(&self, signature: &MaterialSignature) -> Option<usize> {
        let many = signature.material.ranks[self.lone.other().index()][0];
        let is_ours = many > 0 && *signature == self.signature(many.into());
        is_ours.then_some(many.into())
    }

    /// Returns the signature of the lone piece against `many` pieces.
    fn signature(&self, many: usize) -> MaterialSignature {
        let mut material = Material { ranks: [[1, 0, 0]; 2], hand: [0; 2] };
        material.ranks[self.lone.other().index()][0] = many as u8;
        MaterialSignature { material, ..MaterialSignature::default() }
    }

    /// Returns the bytes of memory that the signature with `many` pieces takes.
    pub fn memory(&self, many: usize) -> u64 {
        let sets = |many: usize| set_count(self.law.points, many) as u64;
        // While a signature is solved, each winner needs three masks per set; while a finished one is read, three masks
        // beside five of the one before.
        let of_each = (1..=many).map(|many| (6 * sets(many)).max(3 * sets(many) + 5 * sets(many - 1)));
        size_of::<PlaceMask>() as u64 * of_each.max().unwrap_or(0)
    }

    /// Solves the signature with `many` pieces and writes its table. Those with fewer must be solved.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn solve(
        &self,
        many: usize,
        task: &MaterialSolver<'_>,
        on_progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Run, TableError> {
        let MaterialSolver { law, title, folder, .. } = *task;
        let index = MaterialIndex::new(law, self.signature(many)).expect("the sets have an index");
        let mut layers = [Winner::Lone, Winner::Many].map(|winner| Layer::over(self, winner));
        for fewer in self.fewest..many {
            if (task.stop)() {
                return Ok(Run::Interrupted);
            }
            on_progress(fewer - self.fewest, many - self.fewest);
            let [lone, of_many] = self.read(task, fewer)?;
            layers = layers.map(|layer| layer.next(task.threads));
            let [of_lone, others] = &mut layers;
            of_lone.many = lone;
            others.many = of_many;
        }
        if many >= self.fewest {
            layers = layers.map(|layer| layer.next(task.threads));
            for layer in &mut layers {
                if layer.solve(task, on_progress) == Run::Interrupted {
                    return Ok(Run::Interrupted);
                }
            }
        }
        let code = |to_move: Side, at: usize, set: PointSet| {
            let [lone, many] = layers.each_ref().map(|layer| layer.won(to_move, set) >> at & 1 != 0);
            let winner = if lone { Some(self.lone) } else { many.then_some(self.lone.other()) };
            winner.map_or(ValueCode::DRAWN, |winner| {
                if winner == to_move { ValueCode::COUNTED_WIN } else { ValueCode::COUNTED_LOSS }
            })
        };
        let codes = Side::BOTH.into_iter().flat_map(|to_move| {
            let placements = self.placements(&index);
            // Unused numbers are never probed.
            placements
                .map(move |(at, set, positions)| if positions > 0 { code(to_move, at, set) } else { ValueCode::DRAWN })
        });
        MaterialTable::write(law, title, folder, &index.signature, None, codes)?;
        Ok(Run::Done)
    }

    /// Iterates over the numbers of either side to move: the place of the lone piece, the set of the others, and the
    /// number of symmetric positions.
    fn placements(&self, index: &MaterialIndex) -> impl Iterator<Item = (usize, PointSet, u64)> {
        let placements = index.placements().expect("the index holds men only");
        placements.map(|(sets, positions)| {
            (sets[self.lone.index()].trailing_zeros() as usize, sets[self.lone.other().index()], positions)
        })
    }

    /// Reads from a table, with the other side to move, the places at which the lone piece wins and those at which the
    /// others win, by the rank of their set.
    fn read(&self, task: &MaterialSolver<'_>, many: usize) -> Result<[Vec<PlaceMask>; 2], TableError> {
        let ending = MaterialTable::open(task.law, task.folder, self.signature(many))?;
        let mut won = [0, 1].map(|_| vec![0; set_count(self.law.points, many)]);
        let mut placements = self.placements(&ending.index);
        ending.values.each(ending.index.of_side(self.lone.other()), &mut |_, code| {
            let (at, set, positions) = placements.next().expect("each number has a placement");
            let winner =
                [ValueCode::COUNTED_LOSS, ValueCode::COUNTED_WIN].iter().position(|won| *won == code.without_plies());
            if let Some(winner) = winner.filter(|_| positions > 0) {
                for symmetry in &self.law.symmetries {
                    won[winner][rank(symmetry.set(set))] |= symmetry.set(1 << at);
                }
            }
        })?;
        Ok(won)
    }
}
