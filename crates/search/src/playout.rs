//! Random games: the measure of a rules engine, and a mover that any other should beat.

use quirkat_rules::{Outcome, Reason, Repetition, Rules, TooManyTurns, Trail};
use std::ops::ControlFlow::{self, Continue};

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// The turns that were played, of both sides together.
    pub plies: u32,
}

/// Plays random turns, each path as likely as any other, until the game ends by its position or by repetition, or
/// `most_plies` were played. The turns are kept in `turns` and the positions in `seen`, for reuse.
///
/// # Errors
/// When a position has too many turns.
pub fn playout<G: Rules>(
    rules: &G,
    start: &G::Position,
    most_plies: u32,
    rng: &mut fastrand::Rng,
    turns: &mut Vec<G::Move>,
    seen: &mut Vec<G::Position>,
) -> Result<Playout, TooManyTurns> {
    let repeats = rules.ruleset().options.repetition == Repetition::Draw;
    let mut position = *start;
    seen.clear();
    for plies in 0..most_plies {
        turns.clear();
        rules.turns(&position, &mut |turn: &G::Move, _: &Trail<'_>| -> ControlFlow<()> {
            turns.push(*turn);
            Continue(())
        })?;
        if turns.is_empty() {
            return Ok(Playout { outcome: rules.outcome(&position), plies });
        }
        let turn = turns[rng.usize(..turns.len())];
        if repeats {
            if rules.takes(&turn) > 0 {
                seen.clear();
            } else {
                seen.push(position);
            }
        }
        position = rules.play(&position, &turn);
        if repeats && seen.iter().filter(|&&earlier| earlier == position).count() >= 2 {
            let outcome = Some(Outcome { winner: None, reason: Reason::Repetition });
            return Ok(Playout { outcome, plies: plies + 1 });
        }
    }
    Ok(Playout { outcome: None, plies: most_plies })
}
