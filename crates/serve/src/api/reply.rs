//! The engine's move or hint after a line, for games that the server does not store.

use super::explore::line_job;
use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::visitor::Visitor;
use crate::workers::JobError;
use axum::extract::{Query, State};
use axum::response::Response;
use quirkat_explore::{hint_answer, legal_turn, level};
use quirkat_rules::AnyGame;
use quirkat_wire::{Hint, LineRequest};
use std::collections::HashMap;
use std::sync::Arc;

/// Answers with the engine's move after a line, at the level of the query; in games with dice also with a roll.
pub async fn reply(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(query): Query<HashMap<String, String>>,
    Body(line): Body<LineRequest>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let level = level(query.get("level").map(String::as_str))?;
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
        turn.and_then(|turn| legal_turn(&game, &turn)).ok_or(Problem::Internal)
    };
    answer(result.await, texts)
}

/// Answers with a good move after a line and the reason for it.
pub async fn hint(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<LineRequest>) -> Response {
    let texts = visitor.texts;
    let result = async {
        let game = unfinished_game(&app, &visitor, line).await?;
        let hint = app.games.workers().hint(visitor.client, game.clone())?.await.map_err(|_| JobError::Panicked)?;
        hint_answer(&game, &hint, texts).ok_or(Problem::Internal)
    };
    answer::<Hint>(result.await, texts)
}

/// Plays a line and returns the game at its end, which must not be over.
async fn unfinished_game(app: &App, visitor: &Visitor, line: LineRequest) -> Result<AnyGame, Problem> {
    let texts = visitor.texts;
    app.compute_rate.allow(visitor.client)?;
    let _own = app.load_own_game(&line.game, visitor.client).await?;
    line_job(app, visitor.client, line, move |line| Ok(quirkat_explore::unfinished_game(line, texts)?)).await
}
