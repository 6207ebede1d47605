//! Exploration, analysis and review of any position of any variant.

use super::{Body, answer};
use crate::app::App;
use crate::client::ClientAddr;
use crate::connections::shutdown_started;
use crate::errors::Problem;
use crate::live::{LiveGame, ReviewState};
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::{JobKind, ReviewEvent, job_length};
use axum::body::Body as HttpBody;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use quirkat_explore::{MAX_ANALYSIS_LINES, RequestError, check_review_length, play_line};
use quirkat_search::{Library, Limits, Stop};
use quirkat_wire::{Analysis, AnalysisLine, Error, LineRequest, Review, ReviewLine};
use quirkat_words::ErrorText;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio_stream::wrappers::{UnboundedReceiverStream, WatchStream};

/// Maximum time of an analysis in seconds.
const MAX_SECONDS: u64 = 60;

/// Runs a job about a line on a worker thread.
///
/// # Errors
/// When the job fails or the queue is full.
pub async fn line_job<T: Send + 'static>(
    app: &App,
    client: ClientAddr,
    line: LineRequest,
    work: impl FnOnce(&LineRequest) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let length = job_length(&line.game, &line.rules);
    app.work_for(JobKind::Pages, length, client, move || work(&line)).await
}

/// Answers with the position after a line and its legal moves.
pub async fn explore(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<LineRequest>) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.compute_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let _own = match app.load_own_game(&line.game, visitor.client).await {
        Ok(own) => own,
        Err(problem) => return problem.json(texts),
    };
    // Replaying a long line takes the processor.
    let tables = Arc::clone(&app);
    let explored = line_job(&app, visitor.client, line, move |line| {
        let tables = tables.tables.as_deref().map(|tables| tables as &dyn Library);
        Ok(quirkat_explore::explore(line, tables, texts)?)
    });
    answer(explored.await, texts)
}

/// Streams an analysis. The query fields `lines` and `seconds` are numbers, `rule` may be repeated, and `turns` are joined by
/// semicolons.
pub async fn analyse(State(app): State<Arc<App>>, visitor: Visitor, Query(query): Query<QueryPairs>) -> Response {
    let texts = visitor.texts;
    match analysed(&app, &visitor, &query).await {
        Ok(response) => response,
        Err(problem) => problem.json(texts),
    }
}

/// Stops the engine when the client has closed the stream.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Waits until the server shuts down, which ends streams.
fn shutdown(app: &App) -> impl Future<Output = ()> + Send + use<> {
    let mut closing = app.closing.subscribe();
    Box::pin(async move { shutdown_started(&mut closing).await })
}

async fn analysed(app: &App, visitor: &Visitor, query: &QueryPairs) -> Result<Response, Problem> {
    app.compute_rate.allow(visitor.client)?;
    let texts = visitor.texts;
    let number = |name: &'static str, standard: u64, most: u64| match query.get(name) {
        None => Ok(standard),
        Some(text) => {
            let number = text.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| RequestError::out_of_range(name, text, [1, most as usize]))
        }
    };
    let lines = number("lines", 1, MAX_ANALYSIS_LINES as u64)? as usize;
    let seconds = number("seconds", 30, MAX_SECONDS)?;
    let line = LineRequest {
        game: query.get("game").unwrap_or_default().to_owned(),
        rules: query.rules(),
        position: query.position("position"),
        turns: split_turns(query.get("turns").unwrap_or_default()),
        ..LineRequest::default()
    };
    let game = line_job(app, visitor.client, line, move |line| Ok(play_line(line, texts)?)).await?;
    let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
    let (depths, stop) = app.games.workers().analyse(visitor.client, game.clone(), limits, lines)?;
    let guard = StopOnDrop(stop);
    let stream = UnboundedReceiverStream::new(depths)
        .take_until(shutdown(app))
        .map(move |analysis| {
            let _ = &guard;
            line_of(&AnalysisLine::Depth(Analysis::new(&game, &analysis)))
        })
        .chain(tokio_stream::once(line_of(&AnalysisLine::End { done: true })))
        .map(Ok::<_, std::convert::Infallible>);
    Ok(([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(stream)).into_response())
}

/// Streams the progress and then the result of a review of the game that a line describes.
pub async fn review(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<LineRequest>) -> Response {
    let texts = visitor.texts;
    match reviewed(&app, &visitor, line).await {
        Ok(response) => response,
        Err(problem) => problem.json(texts),
    }
}

async fn reviewed(app: &App, visitor: &Visitor, line: LineRequest) -> Result<Response, Problem> {
    app.compute_rate.allow(visitor.client)?;
    let _own = app.load_own_game(&line.game, visitor.client).await?;
    let texts = visitor.texts;
    check_review_length(line.turns.len())?;
    let game = line_job(app, visitor.client, line, move |line| Ok(play_line(line, texts)?)).await?;
    let (updates, stop) = app.games.workers().review(visitor.client, game.clone())?;
    let guard = StopOnDrop(stop);
    let stream = UnboundedReceiverStream::new(updates)
        .take_until(shutdown(app))
        .map(move |update| {
            let _ = &guard;
            line_of(&match update {
                ReviewEvent::Progress(left) => ReviewLine::Progress { left },
                ReviewEvent::Finished(Ok(review)) => ReviewLine::Judged(Box::new(Review::new(&game, &review))),
                ReviewEvent::Finished(Err(error)) => ReviewLine::Refused(Error { error: error.in_words(texts.0) }),
            })
        })
        .map(Ok::<_, std::convert::Infallible>);
    Ok(([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(stream)).into_response())
}

/// Streams the progress and then the result of the review of a finished game, which is made once and stored.
pub async fn review_game(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let result = async {
        app.compute_rate.allow(visitor.client)?;
        let snapshot = app.room(&id, visitor.client).await?.snapshot();
        let live: &LiveGame = snapshot.live();
        if live.end().is_none() {
            return Err(Problem::Conflict(texts.get("judge_unfinished").to_owned()));
        }
        check_review_length(live.game.history().len())?;
        app.games.review(&id, live, visitor.client).await
    };
    let states = match result.await {
        Ok(states) => states,
        Err(problem) => return problem.json(texts),
    };
    let lines = WatchStream::new(states).take_until(shutdown(&app)).map(move |state| {
        Ok::<_, std::convert::Infallible>(match state {
            ReviewState::Running(left) => line_of(&ReviewLine::Progress { left }),
            ReviewState::Finished(review) => format!("{review}\n"),
            ReviewState::Refused(error) => line_of(&ReviewLine::Refused(Error { error: error.in_words(texts.0) })),
        })
    });
    ([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(lines)).into_response()
}

/// Media type of JSON lines.
pub const NDJSON: &str = "application/x-ndjson";

/// Returns a value as a JSON line.
pub fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Splits the moves in an address. They are joined by semicolons, because they contain spaces and commas.
pub fn split_turns(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|turn| !turn.is_empty()).map(str::to_owned).collect()
}
