//! Endings of a hunt, set by set: a lone piece that takes, such as a hare or a jaguar, against many that do not.
//!
//! The lone piece cannot be taken, and all that it leaves is fewer of the many. So for each set of the many, with either side to
//! move, a mask of points says of all places of the lone piece at once who wins: [one question](layer) after the other, from
//! whoever is hoped to win. There are no lists of turns, and no plies. What is found becomes endings like all others.

mod layer;

use super::solver::MaterialSolver;
use crate::game::{EndlessPlay, ManLeap, MaterialSignature, MenLaw, PointSet, members};
use crate::index::{MaterialIndex, rank, set_count};
use crate::job::Run;
use crate::store::{MaterialTable, TableError};
use crate::value::ValueCode;
use layer::{Layer, Winner};
use quirkat_rules::{Material, OptionKey, Ruleset, Side};

/// Points, for each of which something is said of a lone piece there.
type PlaceMask = PointSet;

/// A hunt.
#[derive(Debug)]
pub struct Hunt {
    law: MenLaw,
    /// The side that has the lone piece.
    lone: Side,
    /// With fewer than so many the many have lost.
    fewest: usize,
    /// For each point where the lone piece steps to, where one of the many does, and from where.
    lone_steps: Vec<PlaceMask>,
    many_steps: Vec<PointSet>,
    many_back: Vec<PointSet>,
}

impl Hunt {
    /// The hunt that a ruleset is, if it is one: of men without memory, where play that never ends is drawn, on a board of up to
    /// 31 points.
    pub fn of(ruleset: &Ruleset) -> Option<Hunt> {
        let law = MenLaw::ignoring(Some(OptionKey::TakenToWin), ruleset).ok()?;
        let is_lone = |side: &Side| {
            ruleset.start.count(*side) == 1 && law.leaps[side.other().index()].iter().all(|leaps| leaps.is_empty())
        };
        let lone = Side::BOTH.into_iter().find(is_lone).filter(|_| law.endless == EndlessPlay::Drawn)?;
        let all = ruleset.start.count(lone.other());
        let fewest = ruleset.options.taken_to_win.0.map_or(1, |toll| (all + 1).saturating_sub(toll.into()).max(1));
        let [lone_steps, many_steps] = [lone, lone.other()].map(|side| law.steps_from(side));
        let many_back = law.steps_to(lone.other());
        Some(Hunt { law, lone, fewest, lone_steps, many_steps, many_back })
    }

    /// The places beside a set at which something is so.
    fn places(&self, set: PointSet, is: impl Fn(usize) -> bool) -> PlaceMask {
        members(self.law.all() & !set).fold(0, |mask, at| mask | PlaceMask::from(is(at)) << at)
    }

    /// The leaps of the lone piece from a place beside a set.
    fn leaps(&self, at: usize, set: PointSet) -> impl Iterator<Item = &ManLeap> {
        let leaps = self.law.leaps[self.lone.index()][at].iter();
        leaps.filter(move |leap| set >> leap.over & 1 != 0 && set >> leap.to & 1 == 0)
    }

    /// Of the sets that symmetries lay on one another the smallest.
    fn least(&self, set: PointSet) -> PointSet {
        self.law.symmetries.iter().map(|laid| laid.set(set)).min().expect("the identity is one")
    }

    /// How many of the many there are in an ending that is the hunt's.
    pub fn many(&self, signature: &MaterialSignature) -> Option<usize> {
        let many = signature.material.ranks[self.lone.other().index()][0];
        let is_ours = many > 0 && *signature == self.signature(many.into());
        is_ours.then_some(many.into())
    }

    /// The ending of the lone piece against so many.
    fn signature(&self, many: usize) -> MaterialSignature {
        let mut material = Material { ranks: [[1, 0, 0]; 2], hand: [0; 2] };
        material.ranks[self.lone.other().index()][0] = many as u8;
        MaterialSignature { material, ..MaterialSignature::default() }
    }

    /// The bytes of memory that it takes to solve the ending with so many.
    pub fn memory(&self, many: usize) -> u64 {
        let sets = |many: usize| set_count(self.law.points, many) as u64;
        // While an ending is solved, for either side what it wins, whoever is to move, and by captures: six masks a set. While one
        // that is done is read, three of them, beside five of the one before it.
        let of_each = (1..=many).map(|many| (6 * sets(many)).max(3 * sets(many) + 5 * sets(many - 1)));
        size_of::<PlaceMask>() as u64 * of_each.max().unwrap_or(0)
    }

    /// Solves the ending with so many and writes its file; those with fewer are done.
    ///
    /// # Errors
    /// When a file cannot be read or written. When it was told to stop it gives `false`.
    pub fn solve(
        &self,
        many: usize,
        task: &MaterialSolver<'_>,
        on_progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Run, TableError> {
        let MaterialSolver { law, title, folder, .. } = *task;
        let index = MaterialIndex::new(law, self.signature(many)).expect("so many sets have numbers");
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
            // Nobody asks for what is not used.
            placements
                .map(move |(at, set, positions)| if positions > 0 { code(to_move, at, set) } else { ValueCode::DRAWN })
        });
        MaterialTable::write(law, title, folder, &index.signature, None, codes)?;
        Ok(Run::Done)
    }

    /// For the numbers with one side to move the place of the lone piece, the set of the many, and of how many positions that is.
    fn placements(&self, index: &MaterialIndex) -> impl Iterator<Item = (usize, PointSet, u64)> {
        let placements = index.placements().expect("there are men alone");
        placements.map(|(sets, positions)| {
            (sets[self.lone.index()].trailing_zeros() as usize, sets[self.lone.other().index()], positions)
        })
    }

    /// For each set of so many the masks of what the lone piece wins and of what the many win, who are to move, as an ending that
    /// is done says.
    fn read(&self, task: &MaterialSolver<'_>, many: usize) -> Result<[Vec<PlaceMask>; 2], TableError> {
        let ending = MaterialTable::open(task.law, task.folder, self.signature(many))?;
        let mut won = [0, 1].map(|_| vec![0; set_count(self.law.points, many)]);
        let mut placements = self.placements(&ending.index);
        ending.values.each(ending.index.of_side(self.lone.other()), &mut |_, code| {
            let (at, set, positions) = placements.next().expect("there is one for each number");
            let winner =
                [ValueCode::COUNTED_LOSS, ValueCode::COUNTED_WIN].iter().position(|won| *won == code.without_plies());
            if let Some(winner) = winner.filter(|_| positions > 0) {
                for laid in &self.law.symmetries {
                    won[winner][rank(laid.set(set))] |= laid.set(1 << at);
                }
            }
        })?;
        Ok(won)
    }
}
