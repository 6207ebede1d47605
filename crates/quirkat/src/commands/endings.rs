//! `quirkat solve` for games solved by material.

use super::folder::Folder;
use super::solve::{TableProgress, confirm, timed};
use super::{counted, group_thousands};
use crate::errors::bad_input;
use anyhow::ensure;
use indicatif::HumanBytes;
use quirkat_rules::{AnyRules, Ruleset, Side};
use quirkat_solve::{
    MaterialLaw, MaterialSignature, MaterialSolver, MaterialTable, MaterialTables, Metric, MillsProgress, MillsSolver,
    MillsStage, PlacingProgress, PlacingSolver, PlacingStage, Resources, Run, SolveError, TableError, WdlCounts,
};
use quirkat_wire::{EndingCounts, SliceCounts};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Settings for solving endings.
pub struct Work<'a> {
    pub ruleset: &'a Ruleset,
    pub law: &'a Arc<MaterialLaw>,
    pub title: &'a str,
    pub path: &'a Path,
    pub metric: Metric,
    pub threads: usize,
    pub memory: u64,
    /// Whether large work may begin without asking.
    pub is_confirmed: bool,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Work<'_> {
    /// Solves the missing endings with up to `most` pieces, and returns the time of each.
    ///
    /// # Errors
    /// When one cannot be solved, or the work is interrupted.
    pub fn solve(&self, most: usize) -> anyhow::Result<String> {
        let Work { title, path: folder, memory, is_confirmed, .. } = *self;
        let (signatures, needs) = self.missing(most)?;
        approve(needs, signatures.len(), most, memory, folder, is_confirmed)?;
        let rules = self.rules()?;
        let endings = self.solver(&rules);
        let _folder = Folder::open(folder, "solution", &format!("quirkat solve {title}"))?;
        let mut times = vec![];
        for signature in signatures {
            let (began, name) = (Instant::now(), signature.to_string());
            let table_progress = TableProgress::new(name.clone(), "positions");
            let finished = endings.solve(signature, &|done, of| table_progress.report("moves".to_owned(), done, of));
            let finished = finished.map_err(|error| match error {
                SolveError::Table(error) => error.into(),
                unfit => bad_input(unfit),
            })?;
            ensure!(finished.is_done(), "interrupted; the same command resumes with {name}");
            times.push((name, began.elapsed()));
        }
        Ok(timed("pieces, and the time to solve their positions", &times))
    }

    /// Solves all positions of a game in which pieces are placed before they move, level by level, where tables are missing,
    /// and returns the time.
    ///
    /// # Errors
    /// When they take more memory than allowed, or the work is interrupted.
    pub fn solve_levels(&self) -> anyhow::Result<String> {
        let Work { law, title, path: folder, threads, stop, .. } = *self;
        if MillsSolver::is_for(law) {
            let solver = MillsSolver { law, title, folder, threads, stop };
            return self.run_levels(
                solver.is_solved(),
                solver.resources(),
                "sets of one side's men",
                |table_progress| {
                    solver.solve(&|MillsProgress { level, men, stage, done, of }| {
                        let stage = match stage {
                            MillsStage::Captures => "captures".to_owned(),
                            MillsStage::Replies(round) => format!("replies, round {round}"),
                            MillsStage::Moves(round) => format!("moves, round {round}"),
                            MillsStage::Placing => "placing".to_owned(),
                            MillsStage::Writing => "writing".to_owned(),
                        };
                        table_progress.report(format!("{level} placed, men of one side: {men}, {stage}"), done, of);
                    })
                },
            );
        }
        let solver = PlacingSolver { law, title, folder, threads, stop };
        self.run_levels(solver.is_solved()?, solver.resources(), "sets of the few", |table_progress| {
            solver.solve(&|PlacingProgress { placed, stage, done, of }| {
                let stage = match stage {
                    PlacingStage::Ply(ply) => format!("ply {ply}"),
                    PlacingStage::Placing => "placing".to_owned(),
                    PlacingStage::Moves => "moves".to_owned(),
                    PlacingStage::Writing => "writing".to_owned(),
                };
                table_progress.report(format!("{placed} placed, {stage}"), done, of);
            })
        })
    }

    /// Runs a solver of levels, unless its tables exist, and returns its time.
    fn run_levels(
        &self,
        is_solved: bool,
        needs: Resources,
        things: &'static str,
        solve: impl FnOnce(&TableProgress) -> Result<Run, TableError>,
    ) -> anyhow::Result<String> {
        let Work { title, path: folder, memory, is_confirmed, .. } = *self;
        if is_solved {
            return Ok(String::new());
        }
        if needs.memory > memory {
            return Err(bad_input(format!(
                "all positions take {} of memory; allowed by --memory: {}",
                HumanBytes(needs.memory),
                HumanBytes(memory)
            )));
        }
        eprintln!(
            "making the tables takes {} of memory, and at most {} of disk in {}",
            HumanBytes(needs.memory),
            HumanBytes(needs.disk),
            folder.display()
        );
        confirm(needs.memory, needs.disk, is_confirmed)?;
        let _folder = Folder::open(folder, "solution", &format!("quirkat solve {title}"))?;
        let began = Instant::now();
        let finished = solve(&TableProgress::new("all positions".to_owned(), things))?;
        ensure!(finished.is_done(), "interrupted; the same command resumes");
        Ok(timed("time to solve the positions", &[("all".to_owned(), began.elapsed())]))
    }

    /// Returns the missing endings with up to `most` pieces, and the memory and disk that they take.
    ///
    /// # Errors
    /// When one cannot be solved.
    pub fn missing(&self, most: usize) -> anyhow::Result<(Vec<MaterialSignature>, Resources)> {
        let mut signatures = vec![];
        for signature in self.law.signatures(most as u32) {
            if !MaterialTable::exists(self.path, &signature, self.metric)? {
                signatures.push(signature);
            }
        }
        let needs = self.solver(&self.rules()?).resources(&signatures).map_err(bad_input)?;
        Ok((signatures, needs))
    }

    fn rules(&self) -> anyhow::Result<AnyRules> {
        AnyRules::compile(self.ruleset.clone()).map_err(bad_input)
    }

    fn solver<'b>(&'b self, rules: &'b AnyRules) -> MaterialSolver<'b> {
        let Work { law, title, path: folder, metric, threads, memory, stop, .. } = *self;
        MaterialSolver { rules, law, title, folder, metric, threads, memory, stop }
    }
}

/// Checks that the memory suffices for some endings with up to `most` pieces, states what they take, and asks whether large
/// work may begin.
///
/// # Errors
/// When they take more memory than `memory`, or the work may not begin.
pub fn approve(
    needs: Resources,
    endings: usize,
    most: usize,
    memory: u64,
    folder: &Path,
    is_confirmed: bool,
) -> anyhow::Result<()> {
    if needs.memory > memory {
        return Err(bad_input(format!(
            "endings with {most} pieces take at least {} of memory; allowed by --memory: {}",
            HumanBytes(needs.memory),
            HumanBytes(memory)
        )));
    }
    eprintln!(
        "{} to solve, with at least {} of memory, at most {} of disk in {}, and about {} more disk while the largest is \
         solved",
        counted(endings, "ending"),
        HumanBytes(needs.memory),
        HumanBytes(needs.disk),
        folder.display(),
        HumanBytes(needs.scratch)
    );
    confirm(needs.memory, needs.disk + needs.scratch, is_confirmed || endings == 0)
}

/// Counts won, lost and drawn positions of each ending, with each side to move.
pub fn counts(tables: &MaterialTables) -> anyhow::Result<EndingCounts> {
    let of_side = |ending: &MaterialTable, side: Side| -> anyhow::Result<SliceCounts> {
        let (WdlCounts { won, lost, drawn }, longest) = ending.count(side)?;
        Ok(SliceCounts::Distance(won, lost, drawn, longest.won, longest.lost))
    };
    let counted = tables.in_order().map(|ending| {
        let sides = [of_side(ending, Side::First)?, of_side(ending, Side::Second)?];
        Ok((ending.index.signature.to_string(), sides))
    });
    let mut counts = counted.collect::<anyhow::Result<BTreeMap<_, _>>>()?;
    for (signature, sides) in tables.counts_placed() {
        let sides = sides.map(|WdlCounts { won, lost, drawn }| SliceCounts::Results([won, lost, drawn]));
        counts.insert(signature.to_string(), sides);
    }
    Ok(EndingCounts(counts))
}

/// Formats the counts.
pub fn in_lines(solved: &EndingCounts) -> String {
    let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| group_thousands(plies.into()));
    let line = |name: &str, side: &str, counts: SliceCounts| {
        let (counts, longest) = counts.parts();
        let ([won, lost, drawn], [win, loss]) = (counts.map(group_thousands), longest.map(plies));
        format!("{name:>12} {side:>6} {won:>15} {lost:>15} {drawn:>15} {win:>12} {loss:>12}\n")
    };
    let sides = solved.0.iter().flat_map(|(name, &[first, second])| [(name, "first", first), (name, "second", second)]);
    let lines = sides.filter(|(_, _, counts)| !counts.is_empty()).map(|(name, side, counts)| line(name, side, counts));
    format!(
        "pieces of the first side and of the second (m men, p princes, k kings, h in hand), the side to move, the numbers of \
        positions that it wins, loses and draws, and the plies of the longest win and loss\n\
        {:>12} {:>6} {:>15} {:>15} {:>15} {:>12} {:>12}\n{}",
        "pieces",
        "moves",
        "won",
        "lost",
        "drawn",
        "longest win",
        "longest loss",
        lines.collect::<String>()
    )
}
