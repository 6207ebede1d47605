//! Attacks by many requests, by large ones, and by requests with forged client addresses.

use super::Attacked;
use crate::client::{Client, ClientError, Connection, NewGame, Request, encoded};
use crate::content;
use crate::ground::Ground;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout_at};

/// Sends nothing: the times without an attack, for comparison.
pub async fn baseline(ground: Arc<Ground>) -> Attacked {
    sleep_until(ground.begin()).await;
    Ok(())
}

/// Sends an act, after a pause if the server asks for one.
async fn act(client: &Client, id: &str, token: &str, act: &str) -> Result<u16, ClientError> {
    loop {
        let request = Request::post(format!("/api/board/game/{id}/{act}"), "text/plain", "")
            .with("authorization", &format!("Bearer {token}"));
        let status = client.ask(&request).await?.status;
        if status != 429 {
            return Ok(status);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Plays moves in a new game at one screen, and returns its id.
async fn played(client: &Client, line: &content::Line) -> Result<String, ClientError> {
    let request = json!({ "game": line.game, "rules": line.rules, "opponent": "here", "side": "first" });
    let game = client.begin(&request).await?;
    for turn in &line.turns {
        match act(client, &game.id, &game.token, &format!("move/{}", encoded(turn))).await? {
            200 => {}
            status => return Err(ClientError::Refused(status)),
        }
    }
    Ok(game.id)
}

/// Requests a game of 200 plies again and again.
pub async fn replays(ground: Arc<Ground>) -> Attacked {
    let attacker = ground.attacker();
    let line = content::long_line(200, &mut ground.rng());
    let id = played(&attacker, &line).await.map_err(|error| format!("a game of 200 plies: {error}"))?;
    ground.flood(&[attacker], 60, move |_| Request::get(format!("/api/game/{id}"))).await;
    Ok(())
}

/// Requests the book as PDF, which the server must not compress, again and again.
pub async fn compression(ground: Arc<Ground>) -> Attacked {
    let attacker = ground.attacker();
    let book = Request::get("/print/book.pdf").with("accept-encoding", "gzip");
    // The first request typesets the book; it is cached.
    attacker.ask(&book).await.map_err(|error| format!("the book: {error}"))?;
    ground.flood(&[attacker], 60, move |_| book.clone()).await;
    Ok(())
}

/// Number of acts per second that the attack attempts.
const ACTS_PER_SECOND: u32 = 1_200;
/// Number of connections that share these acts.
const ACT_CONNECTIONS: u32 = 8;
/// Maximum number of accepted acts in a burst.
const ACCEPTED_BURST: u64 = 200;
/// Maximum number of accepted acts per second: twice the rate of a live connection.
const ACCEPTED_PER_SECOND: u64 = 40;

/// Starts a game between two seats of one client and plays two plies. Returns the game with the first seat's token, and
/// the token of the second seat.
async fn pair(client: &Client, ground: &Ground) -> Result<(NewGame, String), ClientError> {
    let rules = ["first=first"];
    let game =
        client.begin(&json!({ "game": "alquerque", "rules": rules, "opponent": "friend", "side": "first" })).await?;
    let invite = game.invite.as_deref().unwrap_or_default();
    let joined = client.ask(&Request::json(format!("/api/join/{invite}"), &json!({}))).await?.accepted()?.json();
    let other = joined["token"].as_str().unwrap_or_default().to_owned();
    let turns = content::random_turns("alquerque", &rules, 2, &mut ground.rng());
    for (turn, token) in turns.iter().zip([&game.token, &other]) {
        act(client, &game.id, token, &format!("move/{}", encoded(turn))).await?;
    }
    Ok((game, other))
}

/// Offers a takeback and declines it, as fast as possible: each act is stored.
pub async fn acts(ground: Arc<Ground>) -> Attacked {
    let attacker = ground.attacker();
    let mut games = vec![];
    for _ in 0..ACT_CONNECTIONS {
        games.push(pair(&attacker, &ground).await.map_err(|error| format!("a game for two: {error}"))?);
    }
    let (began, until) = (Instant::now(), ground.begin());
    let mut tasks = tokio::task::JoinSet::new();
    for (game, other) in games {
        let (ground, attacker) = (Arc::clone(&ground), attacker.clone());
        tasks.spawn(async move {
            let pause = Duration::from_secs(1) * ACT_CONNECTIONS / ACTS_PER_SECOND;
            let (mut connection, mut accepted) = (None, 0);
            for number in 0_u32.. {
                sleep_until((began + pause * number).min(until)).await;
                if Instant::now() >= until {
                    break;
                }
                let (token, word) = if number % 2 == 0 { (&other, "yes") } else { (&game.token, "no") };
                let request = Request::post(format!("/api/board/game/{}/takeback/{word}", game.id), "text/plain", "")
                    .with("authorization", &format!("Bearer {token}"));
                let sent = async {
                    if connection.is_none() {
                        connection = Some(Connection::open(&attacker).await?);
                    }
                    match &mut connection {
                        Some(open) => open.ask(&request).await,
                        None => Err(ClientError::Timeout),
                    }
                };
                let answer = timeout_at(until, sent).await;
                let status = answer.ok().and_then(Result::ok).map(|answer| answer.status);
                ground.count(status);
                accepted += u64::from(status == Some(200));
                if status.is_none() {
                    connection = None;
                }
            }
            accepted
        });
    }
    let mut accepted = 0;
    while let Some(count) = tasks.join_next().await {
        accepted += count.unwrap_or_default();
    }
    let seconds = (until - began).as_secs().max(1);
    if accepted > ACCEPTED_BURST + ACCEPTED_PER_SECOND * seconds {
        return Err(format!("one visitor stored {} acts a second", accepted / seconds));
    }
    Ok(())
}

/// Sends 285 bodies of 2 MB at once, from three addresses because one has a limited number of connections.
pub async fn large_bodies(ground: Arc<Ground>) -> Attacked {
    let body = bytes::Bytes::from("{ comment }".repeat(190_000));
    let next = move |_| Request::post("/api/pdn/read", "text/plain", body.clone());
    ground.flood(&ground.attackers(3), 285, next).await;
    Ok(())
}

/// Starts games under forged addresses. The server must limit the client, whatever address it claims.
pub async fn forged_addresses(ground: Arc<Ground>) -> Attacked {
    ground.begin();
    let attacker = ground.attacker();
    let mut is_limited = false;
    for number in 0..60 {
        let request = Request::json("/api/play", &json!({ "game": "alquerque", "opponent": "here" }));
        let request = match attacker.target().clients {
            crate::ClientAddress::Forwarded => request,
            _ => request.with("x-forwarded-for", &format!("198.51.100.{number}")),
        };
        let answer = ground.ask(&attacker, &request.with("forwarded", &format!("for=198.51.100.{number}"))).await;
        is_limited |= answer.is_ok_and(|answer| answer.status == 429);
    }
    if is_limited {
        return Ok(());
    }
    Err("60 games under forged addresses, none was refused".to_owned())
}
