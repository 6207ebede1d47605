//! The engine's move or hint after a line, for games that the server does not store.

use super::explore::line_job;
use super::{Body, answer, reached};
use crate::app::App;
use crate::errors::Problem;
use crate::live::hint_view;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobError;
use axum::extract::{Query, State};
use axum::response::Response;
use quirkat_rules::AnyGame;
use quirkat_search::Level;
use quirkat_wire::{Hint, LineRequest, Turn};
use std::collections::HashMap;
use std::sync::Arc;

/// Default level of the engine.
pub const DEFAULT_LEVEL: u8 = 4;

/// Answers with the engine's move after a line, at the level of the query; in games with dice also with a roll.
pub async fn reply(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(query): Query<HashMap<String, String>>,
    Body(line): Body<LineRequest>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let level = level(query.get("level").map(String::as_str), texts)?;
        let game = unfinished_game(&app, &visitor, line).await?;
        let turn = if game.is_chance_node() {
            fastrand::choice(game.turns()?)
        } else {
            Some(
                app.games
                    .workers()
                    .choose(visitor.client, game.clone(), level, None)?
                    .await
                    .map_err(|_| JobError::Panicked)?,
            )
        };
        turn.and_then(|turn| Turn::legal(&game, [&turn]).pop()).ok_or(Problem::Internal)
    };
    answer(result.await, texts)
}

/// Answers with a good move after a line and the reason for it.
pub async fn hint(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<LineRequest>) -> Response {
    let texts = visitor.texts;
    let result = async {
        let game = unfinished_game(&app, &visitor, line).await?;
        let hint = app.games.workers().hint(visitor.client, game.clone())?.await.map_err(|_| JobError::Panicked)?;
        hint_view(&game, &hint, texts).ok_or(Problem::Internal)
    };
    answer::<Hint>(result.await, texts)
}

/// Parses a level of the engine, from 1 to 10; `None` selects the default.
///
/// # Errors
/// When there is no such level.
pub fn level(text: Option<&str>, texts: Texts) -> Result<Level, Problem> {
    let Some(text) = text else { return Ok(Level::new(DEFAULT_LEVEL).unwrap_or(Level::BEST)) };
    text.parse().ok().and_then(Level::new).ok_or_else(|| Problem::out_of_range("level", text, [1, 10], texts))
}

/// Plays a line and returns the game at its end, which must not be over.
async fn unfinished_game(app: &App, visitor: &Visitor, line: LineRequest) -> Result<AnyGame, Problem> {
    let texts = visitor.texts;
    app.compute_rate.allow(visitor.client)?;
    let _own = app.load_own_game(&line.game, visitor.client).await?;
    let game = line_job(app, visitor.client, line, move |line| reached(line, texts)).await?;
    if game.outcome().is_some() {
        return Err(Problem::Conflict(texts.get("line_over").to_owned()));
    }
    Ok(game)
}
