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
    let options = &rules.ruleset().options;
    let forbids = options.repetition == Repetition::Forbidden;
    let repeats = matches!(options.repetition, Repetition::Draw | Repetition::CaptorWins) || forbids;
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
        let mut turn = turns.swap_remove(rng.usize(..turns.len()));
        let mut next = rules.play(&position, &turn);
        while forbids && seen.contains(&next) {
            if turns.is_empty() {
                let winner = Some(rules.to_move(&position).other());
                return Ok(Playout { outcome: Some(Outcome { winner, reason: Reason::Blocked }), plies });
            }
            turn = turns.swap_remove(rng.usize(..turns.len()));
            next = rules.play(&position, &turn);
        }
        if repeats {
            if rules.takes(&turn) > 0 {
                seen.clear();
            } else {
                seen.push(position);
            }
        }
        position = next;
        if repeats && !forbids && seen.iter().filter(|&&earlier| earlier == position).count() >= 2 {
            let outcome = match options.repetition {
                Repetition::CaptorWins => options.captor_wins(),
                _ => Outcome { winner: None, reason: Reason::Repetition },
            };
            return Ok(Playout { outcome: Some(outcome), plies: plies + 1 });
        }
    }
    Ok(Playout { outcome: None, plies: most_plies })
}
