//! Agreement of tables of all games with the plain solver (`quirkat-plain`), which shares no code with the engine and
//! the solver.
//!
//! `QUIRKAT_PLAIN=3 cargo test -p quirkat-solve --test truth -- --nocapture every_position_with_few` compares all
//! positions of up to three pieces of every game, and of up to four of six games of different kinds;
//! `QUIRKAT_PLAIN_OF=dablot` limits the comparison to one game, `QUIRKAT_PLAIN_OF=dablot:keyland` to one ruleset.

use crate::tables_of;
use quirkat_plain::translate::{Translation, game};
use quirkat_plain::{self as plain, Rules, Solution};
use quirkat_rules::{Anatomy, Dtw, GameValue, Ruleset, Wdl, games};
use quirkat_solve::{AnyLaw, AnyTables, MaterialTable};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// Games with kings, towers, hands, closing rows, a hunt, and captures by approach: they are compared with one piece
/// more.
const KINDS: [&str; 6] =
    ["english:wcdf", "lasca:lasca", "queah:walker", "tuknanavuhpi:seed", "leopards:parker", "fanorona:tsivy"];

/// Returns the number of pieces up to which positions are compared.
fn pieces(title: &str, rules: &Rules) -> usize {
    let usual = match rules.board.points.len() {
        0..=9 => 5,
        10..=25 => 3,
        _ => 2,
    };
    let men = std::env::var("QUIRKAT_PLAIN").map(|most| most.parse().expect("QUIRKAT_PLAIN is a number"));
    let most = men.map_or(usual, |most: usize| most + usize::from(KINDS.contains(&title)));
    // A hunt has no positions without all of its hunters.
    (most..).find(|&most| !rules.signatures(most).is_empty()).expect("there are pieces")
}

#[test]
fn every_position_with_few_pieces_has_the_value_of_the_plain_solver() {
    let only = std::env::var("QUIRKAT_PLAIN_OF").ok();
    let mut laws = HashSet::new();
    let mut jobs = vec![];
    for file in games() {
        for variant in file.variants() {
            let title = format!("{}:{variant}", file.id);
            if only.as_ref().is_some_and(|only| *only != file.id && *only != title) {
                continue;
            }
            let (ruleset, rules) = game(&file.id, variant, &[]).unwrap();
            let Ok(law) = AnyLaw::of(&ruleset) else { continue };
            // Rulesets with the same law have the same tables.
            if laws.insert(law.text()) {
                jobs.push((title, ruleset, rules));
            }
        }
    }
    let (next, all, faults) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(vec![]));
    let work = || {
        while let Some((title, ruleset, rules)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (most, began) = (pieces(title, rules), Instant::now());
            match agree(ruleset, rules, most) {
                Ok(positions) => {
                    let seconds = began.elapsed().as_secs_f32();
                    println!("{title}: {positions} positions of up to {most} pieces, {seconds:.1} s");
                    all.fetch_add(positions, Ordering::Relaxed);
                }
                Err(fault) => faults.lock().unwrap().push(format!("{title}: {fault}")),
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let (all, faults) = (all.into_inner(), faults.into_inner().unwrap());
    println!("{} laws, {all} positions", laws.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let kinds = jobs.iter().filter(|(title, ..)| KINDS.contains(&&**title)).count();
    let is_enough = laws.len() > 90 && kinds == KINDS.len() && all > 3_000_000;
    assert!(is_enough || only.is_some() && all > 0, "{} laws, {all} positions", laws.len());
}

/// Compares every position of up to `most` pieces; returns their number or the first difference.
fn agree(ruleset: &Ruleset, rules: &Rules, most: usize) -> Result<u64, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = tables_of(ruleset, most, 1, folder.path());
    tables.load_distances().unwrap();
    let translation = Translation::of(&ruleset.board);
    let (mut positions, mut fault) = (0, None);
    Solution::new(rules, most).each(|state, wdl| {
        let (found, expected) = (tables.probe(&translation.anatomy(state)).unwrap(), verdict(wdl));
        if found != Some(expected) && fault.is_none() {
            fault = Some(format!("{found:?} and not {expected:?}, {state:?}"));
        }
        positions += 1;
    });
    match (fault, count_positions(&tables, ruleset, rules)) {
        (Some(fault), _) => Err(fault),
        (None, Some(count)) if count != positions => Err(format!("the tables hold {count} positions of {positions}")),
        (None, _) => Ok(positions),
    }
}

/// Returns the value of the plain solver as tables store it.
pub fn verdict(wdl: plain::ExactValue) -> GameValue {
    let (wdl, plies) = match wdl {
        plain::ExactValue::Win(plies) => (Wdl::Win, Some(plies)),
        plain::ExactValue::EndlessWin => (Wdl::Win, None),
        plain::ExactValue::Draw => (Wdl::Draw, None),
        plain::ExactValue::EndlessLoss => (Wdl::Loss, None),
        plain::ExactValue::Loss(plies) => (Wdl::Loss, Some(plies)),
    };
    GameValue { wdl, dtw: plies.map(Dtw) }
}

/// Returns the number of positions in tables of material, symmetric ones included. Where rows close in pairs, odd
/// numbers of closed rows are not reached and not counted.
fn count_positions(tables: &AnyTables, ruleset: &Ruleset, rules: &Rules) -> Option<u64> {
    let (AnyTables::Material(tables), AnyLaw::Material(frame)) = (tables, AnyLaw::of(ruleset).unwrap()) else {
        return None;
    };
    let numbers_closed = rules.numbers_closed();
    let is_reached = |ending: &&MaterialTable| {
        ending.index.signature.closed.iter().all(|&rows| numbers_closed.contains(&usize::from(rows)))
    };
    let mut anatomy = Anatomy::empty();
    let endings = tables.in_order().filter(is_reached).map(|ending| {
        let index = &ending.index;
        let used = (0..index.numbers()).filter(|&number| index.position(number, &mut anatomy));
        let positions: u64 = used.map(|number| index.size(number)).sum();
        // The table covers the exchanged signature, too.
        if frame.exchanged(&index.signature).is_some() { 2 * positions } else { positions }
    });
    Some(endings.sum())
}
