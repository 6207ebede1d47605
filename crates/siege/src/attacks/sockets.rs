//! Live connections: many, fast, silent or broken.

use super::Attacked;
use crate::client::{ClientError, NewGame, Request, encoded};
use crate::content;
use crate::ground::Ground;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_tungstenite::tungstenite::Message;

/// Starts a game at one screen.
async fn game(ground: &Ground) -> Result<NewGame, String> {
    let request = json!({ "game": "international", "rules": ["first=first"], "opponent": "here", "side": "first" });
    ground.attacker().begin(&request).await.map_err(|error| format!("a new game: {error}"))
}

/// Runs `count` tasks again and again until the end of the attack.
async fn repeat<F>(ground: Arc<Ground>, count: usize, id: &str, attack: fn(Arc<Ground>, usize, String) -> F) -> Attacked
where
    F: Future<Output = Result<(), ClientError>> + Send + 'static,
{
    let until = ground.begin();
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..count {
        let (ground, id) = (Arc::clone(&ground), id.to_owned());
        tasks.spawn(async move {
            while Instant::now() < until {
                let attacked = timeout_at(until, attack(Arc::clone(&ground), number, id.clone())).await;
                match attacked {
                    Ok(Err(ClientError::Refused(status))) => {
                        ground.count(Some(status));
                        sleep(Duration::from_millis(50)).await;
                    }
                    Ok(Ok(())) | Err(_) => ground.count(Some(101)),
                    Ok(Err(_)) => ground.count(None),
                }
            }
        });
    }
    while tasks.join_next().await.is_some() {}
    Ok(())
}

pub async fn reconnects(ground: Arc<Ground>) -> Attacked {
    let id = game(&ground).await?.id;
    repeat(ground, 20, &id, |ground, _, id| async move {
        let mut socket = ground.attacker().live(&id, None).await?;
        socket.next().await.map(drop)
    })
    .await
}

/// Watches a game of the attacker, with moves twice a second, on connections that read nothing.
pub async fn spectators(ground: Arc<Ground>) -> Attacked {
    let NewGame { id, token, .. } = game(&ground).await?;
    let moves = {
        let (ground, id) = (Arc::clone(&ground), id.clone());
        let turns = content::random_turns("international", &["first=first"], 1_000, &mut ground.rng());
        async move {
            for turn in turns {
                let path = format!("/api/board/game/{id}/move/{}", encoded(&turn));
                let request = Request::post(path, "text/plain", "").with("authorization", &format!("Bearer {token}"));
                let _ = ground.ask(&ground.attacker(), &request).await;
                sleep(Duration::from_millis(500)).await;
            }
        }
    };
    let watched = repeat(Arc::clone(&ground), 150, &id, |ground, number, id| async move {
        let _socket = ground.attackers(3)[number % 3].live(&id, None).await?;
        std::future::pending::<()>().await;
        Ok(())
    });
    tokio::select! {
        result = watched => result,
        () = async { moves.await; std::future::pending().await } => Ok(()),
    }
}

pub async fn messages(ground: Arc<Ground>) -> Attacked {
    let id = game(&ground).await?.id;
    repeat(ground, 20, &id, |ground, number, id| async move {
        let mut socket = ground.attacker().live(&id, None).await?;
        for _ in 0..5_000 {
            let message = match number % 3 {
                0 => Message::text(r#"{"t":"ping"}"#),
                1 => Message::text(r#"{"t":"partial","n":1,"ply":0,"points":[]}"#),
                _ => Message::binary(vec![0_u8; 10]),
            };
            if socket.send(message).await.is_err() {
                break;
            }
        }
        Ok(())
    })
    .await
}

/// Returns a masked frame.
fn frame(start: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![start];
    match u16::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    // A mask of zeros leaves the payload as it is.
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// Returns what no client may send.
fn broken_frames() -> Vec<Vec<u8>> {
    let endless = [vec![0x81, 0x80 | 127], u64::MAX.to_be_bytes().to_vec(), vec![0; 4]].concat();
    let fragments = (0..20).flat_map(|number| frame(u8::from(number == 0), &[b'x'; 300])).collect();
    vec![
        frame(0x83, b"{}"),
        frame(0xf1, b"{}"),
        vec![0x81, 2, b'{', b'}'],
        endless,
        frame(0x81, &[0xff, 0xfe, 0xc0]),
        frame(0x89, &[b'x'; 200]),
        frame(0x80, b"{}"),
        frame(0x09, b"x"),
        fragments,
        frame(0x88, &[3]),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        frame(0x81, &[b'x'; 5_000]),
        frame(0x81, &[b'x'; 100])[..50].to_vec(),
    ]
}

pub async fn frames(ground: Arc<Ground>) -> Attacked {
    let id = game(&ground).await?.id;
    let count = broken_frames().len();
    repeat(ground, count, &id, |ground, number, id| async move {
        let client = ground.attacker();
        let mut stream = client.connect().await?;
        let path = client.path(&format!("/play/{id}/live"));
        let head = format!(
            "GET {path} HTTP/1.1\r\n{}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            client.raw_headers()
        );
        stream.write_all(head.as_bytes()).await?;
        let mut status = [0; 12];
        stream.read_exact(&mut status).await?;
        let status = String::from_utf8_lossy(&status[9..]).parse().unwrap_or_default();
        if status != 101 {
            return Err(ClientError::Refused(status));
        }
        stream.write_all(&broken_frames()[number]).await?;
        let mut rest = Vec::new();
        // The connection may be reset.
        let _ = stream.read_to_end(&mut rest).await;
        Ok(())
    })
    .await
}
