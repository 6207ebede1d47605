//! Questions to the rules about a position without history: whether the game is over, and which moves there are.

use crate::value::value_in_plies;
use quirkat_rules::{DrawRules, GameValue, History, Outcome, Rules, Side, TooManyTurns};
use std::ops::ControlFlow;

/// Detector of positions in which the game has already ended, with reusable state for draw rules.
pub struct EndDetector {
    /// History that applies the draw rules to single positions, where there are such rules.
    history: Option<History>,
}

impl EndDetector {
    pub fn new<G: Rules>(rules: &G) -> EndDetector {
        let judges = rules.ruleset().options.draw_rules != DrawRules::None;
        EndDetector { history: judges.then(|| History::new(rules, &rules.start())) }
    }

    /// Returns the outcome of a finished game: by the position itself, or by draw rules that need no history.
    pub fn ended<G: Rules>(&mut self, rules: &G, position: &G::Position) -> Option<Outcome> {
        rules.outcome(position).or_else(|| {
            let history = self.history.as_mut()?;
            history.restart(rules, position);
            history.outcome(rules, position)
        })
    }
}

/// Returns the value of a finished game for the side to move. A win on the spot counts as a win in one ply.
pub fn value_at_end(outcome: Outcome, to_move: Side) -> GameValue {
    match outcome.winner {
        None => GameValue::DRAW,
        Some(winner) => value_in_plies(u32::from(winner == to_move)),
    }
}

/// Calls `visit` with each move of a position, a call for single combat first, until it breaks.
pub fn for_each_turn<G: Rules>(
    rules: &G,
    position: &G::Position,
    visit: &mut dyn FnMut(&G::Move) -> ControlFlow<()>,
) -> Result<(), TooManyTurns> {
    match rules.call(position) {
        Some(call) if visit(&call).is_break() => Ok(()),
        _ => rules.for_each_turn(position, &mut |turn, _| visit(turn)),
    }
}
