//! Exercises about ends that depend on the history: repetitions and counts.

use super::collect::{Offers, start_game};
use super::{Goal, Skill};
use quirkat_rules::{AnyGame, Outcome, Side, Turn};

/// Offers the turn that ended a game, with the shortest history that leads to the same end.
pub fn offer_end(before: &AnyGame, turn: &Turn, outcome: Outcome, offers: &mut Offers<'_>) {
    let Some((skill, goal)) = skill(before.to_move(), outcome) else { return };
    let history: Vec<Turn> = before.history().into_iter().cloned().collect();
    let mut length = 0;
    while length <= history.len() {
        if let Some(game) = with_the_last(before, &history, length).filter(|game| ends_so(game, turn, outcome)) {
            offers.add(skill, goal, [2, length, 0], &game);
            return;
        }
        length = if length == history.len() { length + 1 } else { (2 * length).max(1).min(history.len()) };
    }
}

/// Returns the same position with only the last turns of the history.
fn with_the_last(game: &AnyGame, history: &[Turn], length: usize) -> Option<AnyGame> {
    let begin = history.len() - length;
    let mut short = start_game(&game.rules(), &game.setup_after(begin))?;
    for turn in &history[begin..] {
        short.play(turn).ok()?;
    }
    (short.setup() == game.setup()).then_some(short)
}

fn ends_so(game: &AnyGame, turn: &Turn, outcome: Outcome) -> bool {
    let mut game = game.clone();
    game.outcome().is_none() && game.play(turn).is_ok() && game.outcome() == Some(outcome)
}

fn skill(mover: Side, outcome: Outcome) -> Option<(Skill, Goal)> {
    match outcome.winner {
        Some(winner) if winner == mover => Some((Skill::Win(outcome.reason), Goal::Win)),
        Some(_) => None,
        None => Some((Skill::Draw(outcome.reason), Goal::Draw)),
    }
}

/// Offers an end by repetition from a position in which both sides can move a piece back and forth.
pub fn offer_repetition(start: &AnyGame, offers: &mut Offers<'_>) {
    let Some(there) = back_and_forth(start) else { return };
    let mut game = start.clone();
    for number in 0..2 * there.len() {
        let turn = &there[number % there.len()];
        let before = game.clone();
        if game.play(turn).is_err() {
            return;
        }
        if let Some(outcome) = game.outcome() {
            if let Some((skill, goal)) = skill(before.to_move(), outcome) {
                offers.add(skill, goal, [1, number, 0], &before);
            }
            return;
        }
    }
}

/// Finds four turns that restore the position.
fn back_and_forth(start: &AnyGame) -> Option<[Turn; 4]> {
    const TRIED: usize = 6;
    let setup = start.setup();
    let steps = |game: &AnyGame| -> Vec<Turn> {
        let turns = game.turns().unwrap_or_default().into_iter();
        turns.filter(|turn| turn.path.len() == 2 && turn.captures.is_empty()).collect()
    };
    let back = |game: &AnyGame, turn: &Turn| {
        let path: Vec<_> = turn.path.iter().rev().copied().collect();
        steps(game).into_iter().find(|other| other.path == path)
    };
    for first in steps(start).into_iter().take(TRIED) {
        let mut after_first = start.clone();
        after_first.play(&first).ok()?;
        for second in steps(&after_first).into_iter().take(TRIED) {
            let mut game = after_first.clone();
            let played = game.play(&second).is_ok();
            let Some(third) = back(&game, &first).filter(|_| played) else { continue };
            let Some(fourth) = game.play(&third).ok().and_then(|()| back(&game, &second)) else { continue };
            if game.play(&fourth).is_ok() && game.setup().columns == setup.columns {
                return Some([first, second, third, fourth]);
            }
        }
    }
    None
}
