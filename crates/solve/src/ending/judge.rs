//! What can be said of a position whatever led to it: whether the game is over, and all that a side can do.

use crate::verdict::Verdict;
use quirkat_rules::{DrawRules, History, Outcome, Rules, Side, TooManyTurns};
use std::ops::ControlFlow;

/// Says whether games are over.
pub struct Judge {
    /// Where a history judges what positions are drawn by themselves.
    history: Option<History>,
}

impl Judge {
    pub fn new<G: Rules>(rules: &G) -> Judge {
        let judges = rules.ruleset().options.draw_rules != DrawRules::None;
        Judge { history: judges.then(|| History::new(rules, &rules.start())) }
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
pub fn at_end(outcome: Outcome, to_move: Side) -> Verdict {
    match outcome.winner {
        None => Verdict::DRAWN,
        Some(winner) => Verdict::in_plies(u32::from(winner == to_move)),
    }
}

/// Tells of all that a side can do, a call for single combat being the first, until it is told to break off.
pub fn for_each_turn<G: Rules>(
    rules: &G,
    position: &G::Position,
    tell: &mut dyn FnMut(&G::Move) -> ControlFlow<()>,
) -> Result<(), TooManyTurns> {
    match rules.call(position) {
        Some(call) if tell(&call).is_break() => Ok(()),
        _ => rules.for_each_turn(position, &mut |turn, _| tell(turn)),
    }
}
