//! What can be said of a position whatever led to it: whether the game is over, and all that a side can do.

use crate::value::value_in_plies;
use quirkat_rules::{DrawRules, GameValue, History, Outcome, Rules, Side, TooManyTurns};
use std::ops::ControlFlow;

/// Says whether games are over.
pub struct EndDetector {
    /// Where a history judges what positions are drawn by themselves.
    history: Option<History>,
}

impl EndDetector {
    pub fn new<G: Rules>(rules: &G) -> EndDetector {
        let judges = rules.ruleset().options.draw_rules != DrawRules::None;
        EndDetector { history: judges.then(|| History::new(rules, &rules.start())) }
    }

    /// How a position ends the game: by itself, or by what history judges without having any.
    pub fn ended<G: Rules>(&mut self, rules: &G, position: &G::Position) -> Option<Outcome> {
        rules.outcome(position).or_else(|| {
            let history = self.history.as_mut()?;
            history.restart(rules, position);
            history.outcome(rules, position)
        })
    }
}

/// What the end of a game is worth to the side to move; to have won already is to win by any turn.
pub fn value_at_end(outcome: Outcome, to_move: Side) -> GameValue {
    match outcome.winner {
        None => GameValue::DRAW,
        Some(winner) => value_in_plies(u32::from(winner == to_move)),
    }
}

/// Tells of all that a side can do, a call for single combat being the first, until it is told to break off.
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
