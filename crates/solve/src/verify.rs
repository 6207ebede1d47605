//! Tables held against the rules: each position against those that follow it, by the rules that people play by and not by what
//! the solver made of them.

use crate::file::TableError;
use crate::law::members;
use crate::tables::{Placement, Tables};
use crate::whole::Worth;
use fastrand::Rng;
use quirkat_rules::{AnyRules, Outcome, Piece, Rank, Rules, RulesVisitor, Setup, Side};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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

/// Looks at so many positions that tables hold, drawn by chance: any number of men of either side is as likely as any other that
/// the tables hold, and so is any placement of so many men. Ends early when it is told to stop.
///
/// # Errors
/// When a table is damaged.
pub fn verify(
    rules: &AnyRules,
    tables: &Tables,
    positions: u64,
    seed: u64,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<Verified, TableError> {
    rules.visit(Verify { tables, positions, rng: Rng::with_seed(seed), stop, tell })
}

/// A position that tables hold, drawn by chance as [`verify`] draws them; `None` where they hold none.
pub fn random_placement(tables: &Tables, rng: &mut Rng) -> Option<Placement> {
    let points = tables.law().points;
    let layers = tables.layers().len();
    if layers == 0 {
        return None;
    }
    let first = rng.usize(1..=layers.min(points - 1));
    let second = rng.usize(1..=points - first);
    let mut all: Vec<usize> = (0..points).collect();
    rng.shuffle(&mut all);
    let set = |points: &[usize]| points.iter().fold(0, |set, point| set | 1 << point);
    let men = [set(&all[..first]), set(&all[first..first + second])];
    Some(Placement { men, to_move: if rng.bool() { Side::First } else { Side::Second } })
}

/// A placement as a setup of a board with so many points.
pub fn setup(placement: Placement, points: usize) -> Setup {
    let mut columns = vec![vec![]; points];
    for side in Side::BOTH {
        members(placement.men[side.index()]).for_each(|point| columns[point].push(Piece { side, rank: Rank::Man }));
    }
    Setup { to_move: placement.to_move, columns, recollection: Default::default() }
}

/// The placement of a setup of men on a board without towers.
pub fn placement(setup: &Setup) -> Placement {
    let mut men = [0; 2];
    for (point, column) in setup.columns.iter().enumerate() {
        column.iter().for_each(|piece| men[piece.side.index()] |= 1 << point);
    }
    Placement { men, to_move: setup.to_move }
}

struct Verify<'a> {
    tables: &'a Tables,
    positions: u64,
    rng: Rng,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(u64),
}

impl RulesVisitor for Verify<'_> {
    type Output = Result<Verified, TableError>;

    fn visit<G: Rules>(mut self, rules: &Arc<G>) -> Result<Verified, TableError> {
        let mut verified = Verified::default();
        while verified.positions < self.positions && verified.faults.len() < MOST_FAULTS && !self.stop.load(Relaxed) {
            let Some(placement) = random_placement(self.tables, &mut self.rng) else { break };
            let setup = setup(placement, self.tables.law().points);
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
