//! Any position of any variant, and what the engine thinks of it, or of the whole game that led there.

use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::live::{check_partial, pressing, refusal};
use crate::rulings::{QueryPairs, Ruling, clip, start_game};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::{JobKind, ReviewEvent};
use axum::body::Body as HttpBody;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_rules::{AnyGame, read_turn};
use quirkat_search::{Limits, Stop};
use quirkat_wire::{
    Ahead, Analysis, AnalysisLine, Error, Explored, Line, Played, Position, Probed, Review, ReviewLine, Subject, Turn,
};
use quirkat_words::Refusal;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// At most so many turns lead to a position.
const MOST_TURNS: usize = 2_000;
/// Turns that others wait for are played no longer than this.
pub const LONGEST: Duration = Duration::from_secs(5);
/// At most so many legal turns are listed.
const LISTED: usize = 200;
const MOST_LINES: usize = 10;
const MOST_SECONDS: u64 = 60;
/// Games of at most so many turns are judged.
const MOST_JUDGED: usize = 500;

/// The game at the end of a line.
///
/// # Errors
/// When the line cannot be played, in words.
pub fn reached(line: &Line, texts: Texts) -> Result<AnyGame, Problem> {
    let ruling = Ruling::new(&line.game, &line.rules)?;
    continued(start_game(&ruling, line.position.as_deref())?, &line.turns, texts)
}

/// A game after so many turns more.
///
/// # Errors
/// When they cannot be played, or are too many, in words.
pub fn continued(mut game: AnyGame, turns: &[String], texts: Texts) -> Result<AnyGame, Problem> {
    if turns.len() > MOST_TURNS {
        return Err(Problem::out_of_range("turns", &turns.len().to_string(), [0, MOST_TURNS], texts));
    }
    played(&mut game, turns, texts)?;
    game.turns()?;
    Ok(game)
}

/// Plays so many turns more.
///
/// # Errors
/// When they cannot be played, or take too long, in words.
pub fn played<'t>(
    game: &mut AnyGame,
    turns: impl IntoIterator<Item = &'t String>,
    texts: Texts,
) -> Result<(), Problem> {
    let began = Instant::now();
    for (number, text) in (1..).zip(turns) {
        if began.elapsed() > LONGEST {
            let seconds = LONGEST.as_secs().to_string();
            return Err(Problem::BadRequest(
                texts.with("line_too_long", &[("number", number.to_string()), ("seconds", seconds)]),
            ));
        }
        let bad = |error: String| Problem::BadRequest(format!("{number}. {}: {error}", clip(text)));
        let turn = read_turn(&**game, text).map_err(|error| bad(refusal(game.ruleset(), &error, texts)))?;
        game.play(&turn).map_err(|error| bad(error.in_words(texts.0)))?;
    }
    Ok(())
}

/// Where a line leads, and what can be played there.
pub async fn explore(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<Line>) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.compute_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    if let Err(problem) = app.load_own_game(&line.game, visitor.client).await {
        return problem.json(texts);
    }
    // A line may be long, and its replay is work.
    let tables = Arc::clone(&app);
    answer(app.work(JobKind::Pages, visitor.client, move || explored(&tables, &line, texts)).await, texts)
}

fn explored(app: &App, line: &Line, texts: Texts) -> Result<Explored, Problem> {
    let game = reached(line, texts)?;
    let turns = game.turns()?;
    let ask = line.partial.clone().unwrap_or_default();
    let subject = Subject::new(&game, texts.0);
    let goes_on = subject.outcome.is_none();
    // Nobody plays a throw: it is thrown.
    let legal = if game.is_chance_node() { &[][..] } else { &turns };
    let begins = goes_on && line.partial.is_none();
    Ok(Explored {
        start: Position::after(&game, 0),
        history: Played::all(&game, texts.0),
        partial: if goes_on { check_partial(&game, &turns, &ask, texts) } else { None },
        ahead: begins.then(|| Ahead::new(&game, &turns)).flatten(),
        legal: Turn::legal(&game, legal.iter().take(LISTED)),
        legal_count: legal.len(),
        chance: game.is_chance_node(),
        pressing: if goes_on { pressing(&game, &turns, texts) } else { vec![] },
        tables: app.probe_tables(&game)?.map(|certain| Probed::new(&game, &certain)),
        subject,
    })
}

/// Lines and seconds are numbers; `rule` may come several times, and turns are joined by semicolons.
pub async fn analyse(State(app): State<Arc<App>>, visitor: Visitor, Query(query): Query<QueryPairs>) -> Response {
    let texts = visitor.texts;
    match analysed(&app, &visitor, &query).await {
        Ok(response) => response,
        Err(problem) => problem.json(texts),
    }
}

/// Stops the engine when nobody reads its answers any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

async fn analysed(app: &App, visitor: &Visitor, query: &QueryPairs) -> Result<Response, Problem> {
    app.compute_rate.allow(visitor.client)?;
    let texts = visitor.texts;
    let number = |name: &'static str, standard: u64, most: u64| match query.get(name) {
        None => Ok(standard),
        Some(text) => {
            let found = text.parse().ok().filter(|found| (1..=most).contains(found));
            found.ok_or_else(|| Problem::out_of_range(name, text, [1, most as usize], texts))
        }
    };
    let lines = number("lines", 1, MOST_LINES as u64)? as usize;
    let seconds = number("seconds", 30, MOST_SECONDS)?;
    let line = Line {
        game: query.get("game").unwrap_or_default().to_owned(),
        rules: query.rules(),
        position: query.position("position"),
        turns: split_turns(query.get("turns").unwrap_or_default()),
        ..Line::default()
    };
    let game = app.work(JobKind::Pages, visitor.client, move || reached(&line, texts)).await?;
    let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
    let (depths, stop) = app.games.workers().analyse(visitor.client, game.clone(), limits, lines)?;
    let guard = StopOnDrop(stop);
    let stream = UnboundedReceiverStream::new(depths)
        .map(move |analysis| {
            let _ = &guard;
            line_of(&AnalysisLine::Depth(Analysis::new(&game, &analysis)))
        })
        .chain(tokio_stream::once(line_of(&AnalysisLine::End { done: true })))
        .map(Ok::<_, std::convert::Infallible>);
    Ok(([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(stream)).into_response())
}

/// A whole game judged turn by turn, as far as the line leads: how much is left, and at last the review.
pub async fn review(State(app): State<Arc<App>>, visitor: Visitor, Body(line): Body<Line>) -> Response {
    let texts = visitor.texts;
    match reviewed(&app, &visitor, line).await {
        Ok(response) => response,
        Err(problem) => problem.json(texts),
    }
}

async fn reviewed(app: &App, visitor: &Visitor, line: Line) -> Result<Response, Problem> {
    app.compute_rate.allow(visitor.client)?;
    app.load_own_game(&line.game, visitor.client).await?;
    let texts = visitor.texts;
    if !(1..=MOST_JUDGED).contains(&line.turns.len()) {
        return Err(Problem::out_of_range("turns", &line.turns.len().to_string(), [1, MOST_JUDGED], texts));
    }
    let game = app.work(JobKind::Pages, visitor.client, move || reached(&line, texts)).await?;
    let (told, stop) = app.games.workers().review(visitor.client, game.clone())?;
    let guard = StopOnDrop(stop);
    let stream = UnboundedReceiverStream::new(told)
        .map(move |told| {
            let _ = &guard;
            line_of(&match told {
                ReviewEvent::Progress(left) => ReviewLine::Progress { left },
                ReviewEvent::Finished(Ok(review)) => ReviewLine::Judged(Box::new(Review::new(&game, &review))),
                ReviewEvent::Finished(Err(error)) => ReviewLine::Refused(Error { error: error.in_words(texts.0) }),
            })
        })
        .map(Ok::<_, std::convert::Infallible>);
    Ok(([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(stream)).into_response())
}

/// The mime type of lines of JSON.
pub const NDJSON: &str = "application/x-ndjson";

/// A line of JSON.
pub fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Turns in an address are joined by semicolons, because they have spaces and commas.
pub fn split_turns(text: &str) -> Vec<String> {
    text.split(';').map(str::trim).filter(|turn| !turn.is_empty()).map(str::to_owned).collect()
}
