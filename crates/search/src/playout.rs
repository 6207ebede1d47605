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
/// `most_plies` were played. `turns` and `seen` are memory for reuse.
///
/// # Errors
/// When a position has too many turns.
pub fn playout<G: Rules>(
    rules: &G,
    start: &G::Position,
    most_plies: u32,
    rng: &mut fastrand::Rng,
    turns: &mut Vec<G::Move>,
    seen: &mut Vec<u64>,
) -> Result<Playout, TooManyTurns> {
    let repetition = rules.ruleset().options.repetition;
    let mut position = *start;
    seen.clear();
    seen.push(rules.key(start));
    for plies in 0..most_plies {
        let Some(turn) = random_turn(rules, &position, rng, turns)? else {
            return Ok(Playout { outcome: rules.outcome(&position), plies });
        };
        let takes = rules.takes(&turn) > 0;
        let mut next = rules.play(&position, &turn);
        if repetition == Repetition::None {
            position = next;
            continue;
        }
        let mut key = rules.key(&next);
        if takes {
            seen.clear();
        } else if repetition == Repetition::Forbidden && seen.contains(&key) {
            // Any of the turns that are not forbidden, in the place of this one.
            list(rules, &position, turns)?;
            turns.retain(|turn| !seen.contains(&rules.key(&rules.play(&position, turn))));
            if turns.is_empty() {
                let winner = Some(rules.to_move(&position).other());
                return Ok(Playout { outcome: Some(Outcome { winner, reason: Reason::Blocked }), plies });
            }
            next = rules.play(&position, &turns[rng.usize(..turns.len())]);
            key = rules.key(&next);
        } else if seen.iter().filter(|&&earlier| earlier == key).count() >= 2 {
            let outcome = match repetition {
                Repetition::Draw => Some(Outcome { winner: None, reason: Reason::Repetition }),
                Repetition::CaptorWins => Some(rules.ruleset().options.captor_wins()),
                Repetition::Count | Repetition::Forbidden | Repetition::None => None,
            };
            if outcome.is_some() {
                return Ok(Playout { outcome, plies: plies + 1 });
            }
        }
        seen.push(key);
        position = next;
    }
    Ok(Playout { outcome: None, plies: most_plies })
}

/// One of the turns of a position; none where there is none.
fn random_turn<G: Rules>(
    rules: &G,
    position: &G::Position,
    rng: &mut fastrand::Rng,
    turns: &mut Vec<G::Move>,
) -> Result<Option<G::Move>, TooManyTurns> {
    if rules.counts_in_bulk() {
        return match rules.count_turns(position)? {
            0 => Ok(None),
            count => rules.nth_turn(position, rng.u64(..count)),
        };
    }
    list(rules, position, turns)?;
    Ok((!turns.is_empty()).then(|| turns[rng.usize(..turns.len())]))
}

fn list<G: Rules>(rules: &G, position: &G::Position, turns: &mut Vec<G::Move>) -> Result<(), TooManyTurns> {
    turns.clear();
    rules.turns(position, &mut |turn: &G::Move, _: &Trail<'_>| -> ControlFlow<()> {
        turns.push(*turn);
        Continue(())
    })
}
