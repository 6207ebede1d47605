//! The position after a line, with everything that can be played there.

use crate::error::RequestError;
use crate::explanation::obligations;
use crate::line::play_line;
use crate::partial::check_partial;
use crate::wording::Wording;
use quirkat_endings::known;
use quirkat_search::Library;
use quirkat_wire::{Exploration, LineRequest, PlayedTurn, Position, ProbeResult, Subject, Turn, TurnTree};

/// Maximum legal moves in an answer.
const MAX_LISTED_TURNS: usize = 200;

/// Plays a line and returns the position after it, with the values of `tables` for it and its moves; at the start of a game
/// also with those that are proved.
///
/// # Errors
/// When the line cannot be played.
pub fn explore(
    line: &LineRequest,
    tables: Option<&dyn Library>,
    wording: impl Into<Wording>,
) -> Result<Exploration, RequestError> {
    let wording = wording.into();
    let game = play_line(line, wording)?;
    let turns = game.turns()?;
    let request = line.partial.clone().unwrap_or_default();
    let subject = Subject::new(&game, wording.language);
    let goes_on = subject.outcome.is_none();
    // Clients cannot choose a roll of the dice.
    let legal = if game.is_chance_node() { &[][..] } else { &turns };
    let begins = goes_on && line.partial.is_none();
    let report = known(&game, tables.map_or(Ok(None), |tables| tables.report(&game))?);
    Ok(Exploration {
        start: Position::after(&game, 0),
        history: PlayedTurn::all(&game, &wording.named(game.ruleset()), wording.language),
        partial: if goes_on { check_partial(&game, &turns, &request, wording) } else { None },
        ahead: begins.then(|| TurnTree::new(&game, &turns)).flatten(),
        legal: Turn::legal(&game, legal.iter().take(MAX_LISTED_TURNS)),
        legal_count: legal.len(),
        chance: game.is_chance_node(),
        pressing: if goes_on { obligations(&game, &turns, wording) } else { vec![] },
        tables: report.map(|report| ProbeResult::new(&game, &report)),
        subject,
    })
}
