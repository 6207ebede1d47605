//! Legal requests that cost the server much work.

use super::Attacked;
use crate::client::{Client, ClientError, Request, encoded};
use crate::content::{self, WIDE_POSITION, WIDE_RULE};
use crate::ground::Ground;
use serde_json::json;
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};

/// Plies of the heavy game.
const HEAVY_PLIES: usize = 100;

/// Stores an own file by starting a game, and returns the title of its game on the server.
pub async fn own_game(client: &Client, id: &str, file: &str) -> Result<String, ClientError> {
    let request = json!({ "game": id, "file": file, "opponent": "here", "side": "first" });
    let game = client.begin(&request).await?;
    let state = client.ask(&Request::get(format!("/api/game/{}", game.id))).await?.accepted()?.json();
    let title = state["game"].as_str().map(str::to_owned);
    title.ok_or_else(|| ClientError::Answer("a game without a title".to_owned()))
}

/// Asks for the lessons of two own games at once, again and again; each house rule gives another lesson.
pub async fn lessons(ground: Arc<Ground>) -> Attacked {
    let attacker = ground.attacker();
    let mut titles = vec![];
    for number in 0..2 {
        match own_game(&attacker, "own", &content::large_file(ground.seed + number)).await {
            Ok(title) => titles.push(title),
            // A server that refuses the file cannot be attacked by it.
            Err(ClientError::Refused(status)) => ground.count(Some(status)),
            Err(error) => return Err(error.to_string()),
        }
    }
    if titles.is_empty() {
        titles.push("zamma".to_owned());
    }
    let rules = ["repetition=draw", "repetition=none", "blocked=draw", "chain=optional", "capture=mandatory"];
    let next = move |number: usize| {
        let title = &titles[number % titles.len()];
        let rule = rules[number / 2 % rules.len()];
        let path = if number % 4 < 2 { "/api/learn" } else { "/learn" };
        Request::get(format!("{path}/{title}?rule={rule}&seed={number}"))
    };
    ground.flood(&[attacker], 2, next).await;
    Ok(())
}

/// Plays a game whose positions are expensive, and returns its id.
///
/// # Errors
/// When the server refuses the game or one of its moves.
pub async fn heavy_game(client: &Client) -> Result<String, ClientError> {
    let line = content::heavy_line(HEAVY_PLIES);
    let mut body = line.body();
    for (key, value) in [("opponent", "here"), ("side", "first")] {
        body[key] = value.into();
    }
    if let Some(body) = body.as_object_mut() {
        body.remove("turns");
    }
    let game = client.begin(&body).await?;
    for turn in &line.turns {
        let act = format!("/api/board/game/{}/move/{}", game.id, encoded(turn));
        let played = loop {
            let act = Request::post(&*act, "text/plain", "").with("authorization", &format!("Bearer {}", game.token));
            let answer = client.ask(&act).await?;
            if answer.status != 429 {
                break answer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        };
        played.accepted()?;
    }
    Ok(game.id)
}

/// Returns the request with a number that loads a game.
fn load(id: &str, number: usize) -> Request {
    Request::get(match number % 4 {
        0 => format!("/api/game/{id}"),
        1 => format!("/play/{id}"),
        2 => format!("/api/game/{id}/pdn"),
        _ => format!("/play/{id}/analysis"),
    })
}

/// Loads a game by 20 requests at once, and returns when all are answered.
pub async fn load_heavy_game(client: &Client, id: &str) {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (client, request) = (client.clone(), load(id, number));
        tasks.spawn(async move { client.ask(&request).await.is_ok() });
    }
    while tasks.join_next().await.is_some() {}
}

/// Plays a heavy game and loads it by 20 requests at once.
pub async fn heavy_games(ground: Arc<Ground>) -> Attacked {
    let attacker = ground.attacker();
    let id = match heavy_game(&attacker).await {
        Ok(id) => id,
        Err(ClientError::Refused(status)) => {
            ground.count(Some(status));
            ground.begin();
            return Ok(());
        }
        Err(error) => return Err(error.to_string()),
    };
    ground.flood(&[attacker], 20, move |number| load(&id, number)).await;
    Ok(())
}

pub async fn heavy_positions(ground: Arc<Ground>) -> Attacked {
    let next = |number: usize| Request::json("/api/explore", &content::heavy_line(number % 4).body());
    ground.flood(&[ground.attacker()], 12, next).await;
    Ok(())
}

/// Names a position with too many moves on every route. Each must refuse it.
pub async fn wide_positions(ground: Arc<Ground>) -> Attacked {
    let attacker = ground.attacker();
    let until = ground.begin();
    let body = json!({
        "game": "zamma", "rules": [WIDE_RULE], "position": WIDE_POSITION, "opponent": "here", "turns": []
    });
    let played = json!({ "game": "zamma", "rules": [WIDE_RULE], "position": WIDE_POSITION, "turns": ["a7xa5"] });
    let wide = encoded(WIDE_POSITION);
    let query = format!("rule={WIDE_RULE}&fen={wide}");
    let mut requests: Vec<_> =
        ["/api/play", "/api/explore", "/api/explore/reply", "/api/explore/hint", "/api/pdn/write"]
            .map(|path| Request::json(path, &body))
            .into();
    requests.extend(["/api/explore", "/api/review"].map(|path| Request::json(path, &played)));
    requests.extend(
        [
            format!("/image/zamma.svg?{query}&turn=a7-a8"),
            format!("/image/zamma.png?{query}&turn=a7-a8"),
            format!("/api/analyse?game=zamma&rule={WIDE_RULE}&position={wide}"),
            format!("/analysis/zamma/{wide}?rule={WIDE_RULE}"),
            format!("/embed/zamma?{query}"),
        ]
        .map(Request::get),
    );
    while Instant::now() < until {
        for request in &requests {
            let answer = ground.ask(&attacker, request).await.map_err(|error| format!("{}: {error}", request.path))?;
            if !(400..500).contains(&answer.status) {
                return Err(format!("{}: status {} for 504,061 moves", request.path, answer.status));
            }
        }
    }
    Ok(())
}

pub async fn many_variants(ground: Arc<Ground>) -> Attacked {
    let file = content::many_variants();
    let next = move |number| Request::post("/api/check", "text/plain", format!("{file}# {number}\n"));
    ground.flood(&[ground.attacker()], 2, next).await;
    Ok(())
}

pub async fn hostile_files(ground: Arc<Ground>) -> Attacked {
    let files = content::hostile_files();
    let count = files.len();
    let next = move |number: usize| Request::post("/api/check", "text/plain", files[number % files.len()].clone());
    ground.flood(&[ground.attacker()], count, next).await;
    Ok(())
}

/// Checks a small file.
pub fn small_check() -> Request {
    Request::post("/api/check", "text/plain", content::small_file(0))
}

pub async fn heavy_records(ground: Arc<Ground>) -> Attacked {
    let records = content::heavy_line(20).record().repeat(500);
    let next = move |number| Request::post("/api/pdn/read", "text/plain", format!("{records}% {number}\n"));
    ground.flood(&[ground.attacker()], 2, next).await;
    Ok(())
}

pub async fn broken_records(ground: Arc<Ground>) -> Attacked {
    let head = "[GameType \"99\"]\n[Variant \"alquerque:walker\"]\n\n1. ";
    let records: Vec<bytes::Bytes> = [
        format!("{head}{}", "(b2-c3 ".repeat(200_000)),
        format!("{head}b2-c3 {}{} *", "(b2-c3 ".repeat(50_000), ")".repeat(50_000)),
        format!("{head}{}", "{".repeat(500_000)),
        "[A \"".repeat(300_000),
        format!("[Event \"{}\"]\n*", "x".repeat(2_000_000)),
        "[Event \"x\"]\n\n*\n\n".repeat(100_000),
        format!("{head}{}", "a1-".repeat(600_000)),
        format!("{head}{}", "$99999999999999999999 ".repeat(80_000)),
    ]
    .map(Into::into)
    .into();
    let next =
        move |number: usize| Request::post("/api/pdn/read", "text/plain", records[number % records.len()].clone());
    ground.flood(&[ground.attacker()], 4, next).await;
    Ok(())
}

/// Reads a record of two plies.
pub fn small_record() -> Request {
    Request::post("/api/pdn/read", "text/plain", "[GameType \"20\"]\n\n1. 32-28 *\n")
}

pub async fn long_reviews(ground: Arc<Ground>) -> Attacked {
    let line = content::long_line(285, &mut ground.rng()).body();
    ground.flood(&[ground.attacker()], 2, move |_| Request::json("/api/review", &line)).await;
    Ok(())
}

/// Reviews a game of eight plies.
pub fn small_review() -> Request {
    let turns = content::random_turns("alquerque-de-tres", &["first=first"], 8, &mut fastrand::Rng::with_seed(8));
    Request::json("/api/review", &json!({ "game": "alquerque-de-tres", "rules": ["first=first"], "turns": turns }))
}

pub async fn heavy_replies(ground: Arc<Ground>) -> Attacked {
    let next = |number: usize| Request::json("/api/explore/reply?level=1", &content::heavy_line(number % 2 * 2).body());
    ground.flood(&[ground.attacker()], 12, next).await;
    Ok(())
}

pub async fn engine_moves(ground: Arc<Ground>) -> Attacked {
    let line = json!({ "game": "international" });
    ground.flood(&[ground.attacker()], 30, move |_| Request::json("/api/explore/reply?level=10", &line)).await;
    Ok(())
}

/// Asks for an engine's move at the lowest level.
pub fn small_reply() -> Request {
    Request::json("/api/explore/reply?level=1", &json!({ "game": "alquerque" }))
}

/// Starts analyses and does not end them. Another client's must start soon.
pub async fn analyses(ground: Arc<Ground>) -> Attacked {
    let request = Request::get("/api/analyse?game=international&seconds=60");
    let until = ground.begin();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let (ground, attacker, request) = (Arc::clone(&ground), ground.attacker(), request.clone());
        tasks.spawn(async move {
            let answer = timeout_at(until, attacker.ask(&request)).await;
            ground.count(answer.ok().and_then(Result::ok).map(|answer| answer.status));
        });
    }
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let began = Instant::now();
    let short = Request::get("/api/analyse?game=alquerque&seconds=1");
    let answer = ground.client(Ground::BYSTANDER + 1).ask(&short).await;
    let took = began.elapsed();
    while tasks.join_next().await.is_some() {}
    match answer {
        Ok(answer) if answer.status != 200 => Err(format!("an analysis of another client: {}", answer.status)),
        Ok(_) if took.as_secs() >= MAX_ANALYSIS_SECONDS => {
            Err(format!("an analysis of one second of another client took {} s", took.as_secs()))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(format!("an analysis of another client: {error}")),
    }
}

/// An analysis yields after five seconds.
const MAX_ANALYSIS_SECONDS: u64 = 10;

pub async fn pictures(ground: Arc<Ground>) -> Attacked {
    let next = |number| Request::get(format!("/image/konane.png?size={}&rule=size=20x20", 1_000 + number % 400));
    ground.flood(&[ground.attacker()], 40, next).await;
    Ok(())
}

/// Asks for a small picture.
pub fn small_picture() -> Request {
    Request::get("/image/alquerque.png?size=64")
}

pub async fn prints(ground: Arc<Ground>) -> Attacked {
    let next = |number: usize| {
        let ending = ["pdf", "png"][number % 2];
        let style = ["plain", "floral"][number / 2 % 2];
        let query = format!("board={style}&counters=1&leaflet=1&spacing={}", 20 + number % 20);
        Request::get(format!("/print/zamma.{ending}?{query}"))
    };
    ground.flood(&[ground.attacker()], 16, next).await;
    Ok(())
}
