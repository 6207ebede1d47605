//! Open games, for programs.

use super::{Body, answer, play};
use crate::app::App;
use crate::errors::Problem;
use crate::names::clean_name;
use crate::pages::{MAX_OPEN, MAX_WATCHABLE, open_game, watched_game};
use crate::visitor::Visitor;
use axum::extract::{Path, State};
use axum::response::Response;
use quirkat_wire::{JoinRequest, JoinResponse, OpenGames};
use std::sync::Arc;

/// Answers with the open games, and the public games that are being played.
pub async fn open(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    let result = async {
        app.compute_rate.allow(visitor.client)?;
        let waiting = app.games.open_games(visitor.client, visitor.credentials.key.as_deref(), MAX_OPEN).await?;
        let waiting = waiting.iter().filter_map(|room| open_game(room, &visitor)).collect();
        let playing = app
            .games
            .watchable_games(visitor.client, MAX_WATCHABLE)
            .await?
            .iter()
            .map(|room| watched_game(room, &visitor))
            .collect();
        Ok(OpenGames { waiting, playing })
    };
    answer(result.await, visitor.texts)
}

/// Takes the free seat of an open game; answers with its token.
pub async fn join_open(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    Body(joining): Body<JoinRequest>,
) -> Response {
    let result = async {
        app.create_rate.allow(visitor.client)?;
        let room = app.room(&id, visitor.client).await?;
        if !room.snapshot().open {
            return Err(Problem::Forbidden);
        }
        match app.games.join(&room, visitor.credentials.key.as_deref(), &clean_name(&joining.name)).await {
            Ok((side, token)) => Ok(JoinResponse { id, side: side.into(), token }),
            Err(error) => Err(play::refusal_problem(room.snapshot().live(), &error, &visitor)),
        }
    };
    answer(result.await, visitor.texts)
}
