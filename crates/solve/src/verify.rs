//! Tables held against the rules: each position against those that follow it, by the rules that people play by and not by what
//! the solver made of them.

use crate::distance::Verdict;
use crate::file::TableError;
use crate::tables::{Placement, Tables};
use crate::whole::Worth;
use fastrand::Rng;
use quirkat_rules::{AnyRules, Outcome, Rules, RulesVisitor, Setup};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position of which a table says something that does not follow from what the tables say of the positions behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position.
    pub position: Setup,
    /// What a table says.
    pub found: Verdict,
    /// What follows; a table of worth need only have the worth of it.
    pub follows: Verdict,
}

/// What an examination of tables came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// The positions that were looked at.
    pub positions: u64,
    /// Those that cannot be true; at most [`MOST_FAULTS`].
    pub faults: Vec<Fault>,
}

/// After so many faults an examination ends.
pub const MOST_FAULTS: usize = 10;

/// Looks at so many positions that tables hold, drawn by chance as [`Tables::draw`] does: what is said of them, worth and
/// distance, by tables of either kind. Ends early when it is told to stop.
///
/// # Errors
/// When a table is damaged.
pub fn verify(
    rules: &AnyRules,
    tables: &Tables,
    positions: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(u64),
) -> Result<Verified, TableError> {
    rules.visit(Verify { tables, chance: Some((positions, Rng::with_seed(seed))), stop, tell })
}

/// Looks at all positions that tables hold, one of those that symmetries lay on one another, as [`verify`] does.
///
/// # Errors
/// When a table is damaged.
pub fn verify_all(
    rules: &AnyRules,
    tables: &Tables,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(u64),
) -> Result<Verified, TableError> {
    rules.visit(Verify { tables, chance: None, stop, tell })
}

struct Verify<'a> {
    tables: &'a Tables,
    /// How many positions are drawn, and from what; all are looked at otherwise.
    chance: Option<(u64, Rng)>,
    stop: &'a dyn Fn() -> bool,
    tell: &'a mut dyn FnMut(u64),
}

impl RulesVisitor for Verify<'_> {
    type Output = Result<Verified, TableError>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Result<Verified, TableError> {
        let Verify { tables, chance, stop, tell } = self;
        let (mut verified, mut error) = (Verified::default(), None);
        let mut look = |placement: Placement| {
            match faults(&**rules, tables, placement) {
                Ok(faults) => verified.faults.extend(faults),
                Err(found) => error = Some(found),
            }
            verified.positions += 1;
            tell(verified.positions);
            let ends = verified.faults.len() >= MOST_FAULTS || error.is_some() || stop();
            if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // Whether it was gone through to the end makes no difference here.
        let _ = match chance {
            Some((positions, mut rng)) => (0..positions).map_while(|_| tables.draw(&mut rng)).try_for_each(look),
            None => tables.each(&mut look),
        };
        error.map_or(Ok(verified), Err)
    }
}

/// What is said of a position that cannot be true.
fn faults<G: Rules>(rules: &G, tables: &Tables, placement: Placement) -> Result<Vec<Fault>, TableError> {
    let setup = placement.setup(tables.law().points);
    let position = rules.position(&setup).expect("men on free points are a position of the game");
    let distance = tables.distance(placement)?;
    let Some(follows) = follows(rules, tables, &position, distance.is_some())? else { return Ok(vec![]) };
    let worth = tables.worth_in_layers(placement)?.filter(|&worth| worth != follows.worth);
    let found = [distance.filter(|&found| found != follows), worth.map(|worth| Verdict { worth, plies: None })];
    Ok(found.into_iter().flatten().map(|found| Fault { position: setup.clone(), found, follows }).collect())
}

/// What is true of a position by those that follow it; `None` where the tables do not hold one on which that depends. Plies
/// may be left out.
fn follows<G: Rules>(
    rules: &G,
    tables: &Tables,
    position: &G::Position,
    with_plies: bool,
) -> Result<Option<Verdict>, TableError> {
    let to_move = rules.to_move(position);
    if let Some(Outcome { winner, .. }) = rules.outcome(position) {
        return Ok(Some(match winner {
            None => Verdict::DRAWN,
            Some(winner) if winner == to_move => Verdict { worth: Worth::Won, plies: Some(0) },
            Some(_) => Verdict::in_plies(0),
        }));
    }
    let (mut best, mut is_known, mut error): (Option<Verdict>, _, _) = (None, true, None);
    let told = rules.each_turn(position, &mut |turn, _| {
        let after = rules.play(position, turn);
        let mut men = [0; 2];
        rules.each_piece(&after, |placed| men[placed.piece.side.index()] |= 1 << placed.point.index());
        match tables.verdict(Placement { men, to_move: rules.to_move(&after) }) {
            Ok(Some(verdict)) => best = best.into_iter().chain([verdict.before()]).max_by_key(|best| best.liking()),
            Ok(None) => is_known = false,
            Err(found) => error = Some(found),
        }
        let is_won = best.is_some_and(|best| best.worth == Worth::Won);
        if is_won && !with_plies || error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    told.expect("men on so few points have few turns");
    match error {
        Some(error) => Err(error),
        None => Ok(best.filter(|best| is_known || best.worth == Worth::Won && !with_plies)),
    }
}
