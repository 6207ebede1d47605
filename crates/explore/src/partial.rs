//! Partly entered moves.

use crate::explanation::explain;
use crate::wording::Wording;
use quirkat_rules::{AnyGame, Turn};
use quirkat_wire::{Partial, PartialRequest};

/// Checks a partly entered move: returns its continuations, with the reason if its last point is refused; `None` if it names a
/// point, huff or claim that does not exist.
pub fn check_partial(
    game: &AnyGame,
    turns: &[Turn],
    request: &PartialRequest,
    wording: impl Into<Wording>,
) -> Option<Partial> {
    let partial = Partial::new(game, turns, request)?;
    let Some((last, before)) = request.points.split_last() else { return Some(partial) };
    if !partial.next.is_empty() || partial.complete.is_some() {
        return Some(partial);
    }
    // The last point is refused: show the continuations of the others, and say why.
    let shorter = PartialRequest { points: before.to_vec(), ..request.clone() };
    let refused = explain(game, turns, &shorter, last, wording.into());
    Some(Partial { refused: Some(refused), ..Partial::new(game, turns, &shorter)? })
}
