//! Tables held against the rules: each position against those that follow it, by the rules that people play by and not by what
//! the solver made of them.

use crate::file::TableError;
use crate::tables::{Placement, Tables};
use crate::whole::Worth;
use fastrand::Rng;
use quirkat_rules::{AnyRules, Outcome, Rules, RulesVisitor, Setup};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position of which a table says something that does not follow from what it says of the positions behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position.
    pub position: Setup,
    /// What the table says.
    pub found: Worth,
    /// What follows.
    pub follows: Worth,
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

/// Looks at so many positions that tables hold, drawn by chance as [`Tables::draw`] does. Ends early when it is told to stop.
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
    rules.visit(Verify { tables, positions, rng: Rng::with_seed(seed), stop, tell })
}

struct Verify<'a> {
    tables: &'a Tables,
    positions: u64,
    rng: Rng,
    stop: &'a dyn Fn() -> bool,
    tell: &'a mut dyn FnMut(u64),
}

impl RulesVisitor for Verify<'_> {
    type Output = Result<Verified, TableError>;

    fn visit<G: Rules>(mut self, rules: &Arc<G>) -> Result<Verified, TableError> {
        let mut verified = Verified::default();
        while verified.positions < self.positions && verified.faults.len() < MOST_FAULTS && !(self.stop)() {
            let Some(placement) = self.tables.draw(&mut self.rng) else { break };
            let setup = placement.setup(self.tables.law().points);
            let position = rules.position(&setup).expect("men on free points are a position of the game");
            let follows = self.follows(&**rules, &position)?;
            let found = self.tables.worth(placement)?.expect("it was drawn from what the tables hold");
            verified.positions += 1;
            if let Some(follows) = follows
                && follows != found
            {
                verified.faults.push(Fault { position: setup, found, follows });
            }
            (self.tell)(verified.positions);
        }
        Ok(verified)
    }
}

impl Verify<'_> {
    /// What a position is worth by those that follow it; `None` where the tables do not hold one on which that depends.
    fn follows<G: Rules>(&self, rules: &G, position: &G::Position) -> Result<Option<Worth>, TableError> {
        let to_move = rules.to_move(position);
        if let Some(Outcome { winner, .. }) = rules.outcome(position) {
            return Ok(Some(match winner {
                None => Worth::Drawn,
                Some(winner) if winner == to_move => Worth::Won,
                Some(_) => Worth::Lost,
            }));
        }
        let (mut best, mut is_known, mut error) = (Worth::Lost, true, None);
        let told = rules.each_turn(position, &mut |turn, _| {
            let after = rules.play(position, turn);
            let mut men = [0; 2];
            rules.each_piece(&after, |placed| men[placed.piece.side.index()] |= 1 << placed.point.index());
            match self.tables.worth(Placement { men, to_move: rules.to_move(&after) }) {
                Ok(Some(Worth::Lost)) => best = Worth::Won,
                Ok(Some(Worth::Drawn)) => best = Worth::Drawn,
                Ok(Some(Worth::Won)) => {}
                Ok(None) => is_known = false,
                Err(found) => error = Some(found),
            }
            if best == Worth::Won || error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        told.expect("men on so few points have few turns");
        match error {
            Some(error) => Err(error),
            None => Ok((is_known || best == Worth::Won).then_some(best)),
        }
    }
}
