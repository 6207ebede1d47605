//! What the engine plays after a line, and what it would advise: for boards of which the server keeps nothing.

use super::{Body, answer, reached};
use crate::app::App;
use crate::errors::Problem;
use crate::live::hint_view;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::{JobError, JobKind};
use axum::extract::{Query, State};
use axum::response::Response;
use quirkat_rules::AnyGame;
use quirkat_search::Level;
use quirkat_wire::{Hint, Line, Turn};
use std::collections::HashMap;
use std::sync::Arc;

/// The level where none is asked for, here and where a game begins.
pub const USUAL_LEVEL: u8 = 4;

/// What the engine plays after a line, at the level that is asked for; what is thrown, where it is for dice to decide.
pub async fn reply(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(query): Query<HashMap<String, String>>,
    Body(line): Body<Line>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let level = level(query.get("level").map(String::as_str), texts)?;
        let game = going_on(&app, &visitor, line).await?;
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

/// A good turn after a line, and what speaks for it.
pub async fn hint(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<Line>) -> Response {
    let texts = visitor.texts;
    let result = async {
        let game = going_on(&app, &visitor, line).await?;
        let hint = app.games.workers().hint(visitor.client, game.clone())?.await.map_err(|_| JobError::Panicked)?;
        hint_view(&game, &hint, texts).ok_or(Problem::Internal)
    };
    answer::<Hint>(result.await, texts)
}

/// A level of the engine, from 1 to 10, as addresses name it.
///
/// # Errors
/// When it is none.
pub fn level(text: Option<&str>, texts: Texts) -> Result<Level, Problem> {
    let Some(text) = text else { return Ok(Level::new(USUAL_LEVEL).unwrap_or(Level::BEST)) };
    text.parse().ok().and_then(Level::new).ok_or_else(|| Problem::out_of_range("level", text, [1, 10], texts))
}

/// The game at the end of a line, which has to go on from there.
async fn going_on(app: &App, visitor: &Visitor, line: Line) -> Result<AnyGame, Problem> {
    let texts = visitor.texts;
    app.compute_rate.allow(visitor.client)?;
    let game = app.work(JobKind::Pages, visitor.client, move || reached(&line, texts)).await?;
    if game.outcome().is_some() {
        return Err(Problem::Conflict(texts.get("line_over").to_owned()));
    }
    Ok(game)
}
