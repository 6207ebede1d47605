//! Positions of the fast engine.

use quirkat_rules::{Outcome, PathNode, PerftMode, Rules, RulesVisitor, Setup, SetupError, TooManyTurns, Turn, perft};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position of the fast engine, independent of its family. The trait object keeps the comparison from being compiled
/// for each family.
pub trait Fast {
    fn setup(&self) -> Setup;
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the turns with the setups after them; their numbers are those that `go_on` takes.
    fn turns(&self) -> Result<Vec<(Turn, Setup)>, TooManyTurns>;
    fn count_turns(&self) -> Result<u64, TooManyTurns>;
    fn has_turn(&self) -> bool;
    fn perft(&self, depth: u32, count: PerftMode) -> Result<u64, TooManyTurns>;
    fn go_on(&mut self, number: usize);
    /// Returns the setup after a call for single combat, if one is legal.
    fn after_call(&self) -> Option<Setup>;
}

struct Here<G: Rules> {
    rules: Arc<G>,
    position: G::Position,
}

impl<G: Rules> Here<G> {
    fn each(&self, mut visit: impl FnMut(&G::Move, &PathNode<'_>)) -> Result<(), TooManyTurns> {
        self.rules.for_each_turn(&self.position, &mut |turn, trail| {
            visit(turn, trail);
            ControlFlow::Continue(())
        })
    }
}

impl<G: Rules> Fast for Here<G> {
    fn setup(&self) -> Setup {
        self.rules.setup(&self.position)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.position)
    }
    fn turns(&self) -> Result<Vec<(Turn, Setup)>, TooManyTurns> {
        let mut turns = Vec::new();
        self.each(|turn, trail| {
            let after = self.rules.play(&self.position, turn);
            turns
                .push((self.rules.turn(&self.position, turn, trail, self.rules.key(&after)), self.rules.setup(&after)));
        })?;
        Ok(turns)
    }
    fn count_turns(&self) -> Result<u64, TooManyTurns> {
        self.rules.count_turns(&self.position)
    }
    fn has_turn(&self) -> bool {
        self.rules.has_turn(&self.position)
    }
    fn perft(&self, depth: u32, count: PerftMode) -> Result<u64, TooManyTurns> {
        perft(&*self.rules, &self.position, depth, count)
    }
    fn go_on(&mut self, number: usize) {
        let (mut at, mut next) = (0, self.position);
        let walk_result = self.each(|turn, _| {
            if at == number {
                next = self.rules.play(&self.position, turn);
            }
            at += 1;
        });
        assert!(walk_result.is_ok() && number < at, "the turns were listed before");
        self.position = next;
    }
    fn after_call(&self) -> Option<Setup> {
        let call = self.rules.call(&self.position)?;
        Some(self.rules.setup(&self.rules.play(&self.position, &call)))
    }
}

/// Visitor that makes a position from a setup.
pub struct At<'a>(pub &'a Setup);

impl RulesVisitor for At<'_> {
    type Output = Result<Box<dyn Fast>, SetupError>;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        Ok(Box::new(Here { rules: Arc::clone(rules), position: rules.position(self.0)? }))
    }
}
