//! Tables held against the rules: each position against those that follow it, by the rules that people play by and not by what
//! the solver made of them.

use super::any::{AnyTables, StoredValue};
use crate::game::{EndDetector, for_each_turn, value_at_end};
use crate::job::Pool;
use crate::store::TableError;
use fastrand::Rng;
use quirkat_rules::{Anatomy, AnyRules, GameValue, Rules, RulesVisitor, Setup, Side, Wdl};
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};

/// A position of which a table says something that does not follow from what the tables say of the positions behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFault {
    /// The position.
    pub position: Setup,
    /// What a table says.
    pub stored: GameValue,
    /// What follows; a table of worth need only have the worth of it.
    pub derived: GameValue,
}

/// What an examination of tables came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerificationReport {
    /// The positions that were looked at.
    pub positions: u64,
    /// Those that cannot be true; not many more than [`MAX_FAULTS`], for then it ends.
    pub faults: Vec<TableFault>,
}

/// After so many faults an examination ends.
pub const MAX_FAULTS: usize = 10;

/// An examination of tables: what they say of positions, worth and distance, by tables of either kind.
#[derive(Clone, Copy)]
pub struct Verifier<'a> {
    /// The tables.
    pub tables: &'a AnyTables,
    /// So many positions are looked at: as many parts are made of all that the tables hold, and one position of each is drawn by
    /// chance. All are looked at where there are no more.
    pub positions: u64,
    /// What chance is drawn from.
    pub seed: u64,
    /// How many threads look.
    pub threads: usize,
    /// Whether to end; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told how many positions have been looked at.
    pub on_progress: &'a (dyn Fn(u64) + Sync),
}

/// Threads take so many positions at a time.
const SHARE: usize = 1 << 12;

impl Verifier<'_> {
    /// Holds the tables against the rules of their game.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn run(self, rules: &AnyRules) -> Result<VerificationReport, TableError> {
        rules.visit(self)
    }

    /// The numbers of a share.
    fn share(&self, share: Range<u64>, all: u64) -> impl Iterator<Item = u64> {
        let mut rng = Rng::with_seed(self.seed ^ share.start.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let parts = u128::from(self.positions.min(all));
        let bound = move |part: u64| (u128::from(all) * u128::from(part) / parts) as u64;
        share.map(move |part| rng.u64(bound(part)..bound(part + 1)))
    }
}

impl RulesVisitor for Verifier<'_> {
    type Output = Result<VerificationReport, TableError>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Result<VerificationReport, TableError> {
        let all = self.tables.positions();
        let positions = self.positions.min(all);
        let report = Mutex::new(VerificationReport::default());
        let worker = || {
            |share: Range<usize>| {
                let share = share.start as u64..share.end as u64;
                let found: Result<Vec<_>, _> =
                    self.share(share.clone(), all).map(|number| faults(&**rules, self.tables, number)).collect();
                let found = found.map_err(Some)?;
                let mut report = report.lock().expect("no thread panics");
                report.positions += share.end - share.start;
                report.faults.extend(found.into_iter().flatten());
                (self.on_progress)(report.positions);
                // Enough faults end the work as an error does.
                if report.faults.len() < MAX_FAULTS { Ok(()) } else { Err(None) }
            }
        };
        let pool = Pool { threads: self.threads, stop: self.stop };
        match pool.run(positions as usize, SHARE, &|_| {}, worker) {
            Err(Some(error)) => Err(error),
            // What was verified before a stop is reported.
            Ok(_) | Err(None) => Ok(report.into_inner().expect("no thread panics")),
        }
    }
}

/// What is said of a position that cannot be true.
fn faults<G: Rules>(rules: &G, tables: &AnyTables, number: u64) -> Result<Vec<TableFault>, TableError> {
    let Some(StoredValue { position: anatomy, distance, worth }) = tables.stored_value(number)? else {
        return Ok(vec![]);
    };
    let mut setup = Setup::empty(&rules.ruleset().board);
    anatomy.put(&mut setup);
    // What the rules do not know has a number all the same.
    let Ok(position) = rules.position(&setup) else { return Ok(vec![]) };
    let Some(follows) = follows(rules, tables, &position, distance.is_some())? else { return Ok(vec![]) };
    let worth = worth.filter(|&worth| worth != follows.wdl);
    let found = [distance.filter(|&found| found != follows), worth.map(|worth| worth.into())];
    Ok(found
        .into_iter()
        .flatten()
        .map(|stored| TableFault { position: setup.clone(), stored, derived: follows })
        .collect())
}

/// What is true of a position by those that follow it; `None` where the tables do not hold one on which that depends. Plies
/// may be left out.
fn follows<G: Rules>(
    rules: &G,
    tables: &AnyTables,
    position: &G::Position,
    with_plies: bool,
) -> Result<Option<GameValue>, TableError> {
    let to_move = rules.to_move(position);
    if let Some(outcome) = EndDetector::new(rules).ended(rules, position) {
        return Ok(Some(value_at_end(outcome, to_move)));
    }
    let (mut best, mut is_known, mut error): (Option<GameValue>, _, _) = (None, true, None);
    let mut on_progress = |turn: &G::Move| {
        let after = rules.play(position, turn);
        let replier = rules.to_move(&after);
        let has_pieces = Side::BOTH.into_iter().all(|side| rules.material(&after).of_side(side) > 0);
        let known = match rules.outcome(&after).filter(|_| !has_pieces) {
            Some(outcome) => Ok(Some(value_at_end(outcome, replier))),
            None => tables.probe(&Anatomy::of(rules, &after)),
        };
        match known {
            Ok(Some(verdict)) => {
                // Who goes on has not had a turn yet.
                let verdict = if replier == to_move { verdict } else { verdict.reversed().ply_before() };
                best = best.into_iter().chain([verdict]).max();
            }
            Ok(None) => is_known = false,
            Err(found) => error = Some(found),
        }
        let is_won = best.is_some_and(|best| best.wdl == Wdl::Win);
        if is_won && !with_plies || error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if for_each_turn(rules, position, &mut on_progress).is_err() {
        // Nothing is told of a position with more turns than can be listed.
        return Ok(None);
    }
    match error {
        Some(error) => Err(error),
        None => Ok(best.filter(|best| is_known || best.wdl == Wdl::Win && !with_plies)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyLaw, MenLaw};
    use crate::retro::LayerSolver;
    use crate::store::{LayerKind, LayerTable};
    use quirkat_rules::find_game;
    use std::collections::HashSet;

    #[test]
    fn parts_of_all_sizes_are_looked_at_once() {
        let game = find_game("awithlaknannai").unwrap();
        let law = MenLaw::of(&game.ruleset(Some("seed"), &[("n", "4"), ("repetition", "draw")]).unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let whole =
            LayerSolver { law: &law, title: "strip", folder: folder.path(), threads: 1, memory: 0, stop: &|| false };
        let _ = whole.solve(1, LayerKind::Wdl, &[], &|_| {}).unwrap();
        let done = LayerTable::open(&law, folder.path(), 1, LayerKind::Wdl).unwrap();
        let _ = whole.solve(2, LayerKind::Wdl, &[done], &|_| {}).unwrap();
        let tables = AnyTables::open(AnyLaw::Men(law), folder.path()).unwrap();
        let all = tables.positions();
        for positions in [1, 5_000, all, u64::MAX] {
            let verify =
                Verifier { tables: &tables, positions, seed: 1, threads: 1, stop: &|| false, on_progress: &|_| {} };
            let positions = positions.min(all);
            let stored_value: HashSet<u64> = verify.share(0..positions, all).collect();
            assert_eq!(stored_value.len() as u64, positions, "one of each part");
        }
    }
}
