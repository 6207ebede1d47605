//! Connections that are slow, silent or incomplete.

use super::Attacked;
use crate::client::Client;
use crate::ground::Ground;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep, timeout_at};

/// Opens connections from several addresses until the end of the attack, each handled by `hold`, which returns when its
/// connection has ended.
async fn hold<F>(ground: Arc<Ground>, addresses: u32, count: usize, hold: fn(Client, Instant) -> F) -> Attacked
where
    F: Future<Output = Option<u16>> + Send + 'static,
{
    let until = ground.begin();
    let clients = ground.attackers(addresses);
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..count {
        let (ground, client) = (Arc::clone(&ground), clients[number % clients.len()].clone());
        tasks.spawn(async move {
            while Instant::now() < until {
                let status = timeout_at(until, hold(client.clone(), until)).await;
                ground.count(status.ok().flatten());
                sleep(Duration::from_millis(100)).await;
            }
        });
    }
    while tasks.join_next().await.is_some() {}
    Ok(())
}

/// Reads the status of an answer and waits for the end of the connection.
async fn status(stream: &mut (impl AsyncReadExt + Unpin)) -> Option<u16> {
    let mut answer = Vec::new();
    // A connection may be reset after its answer.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(answer.get(9..12)?).parse().ok()
}

pub async fn half_requests(ground: Arc<Ground>) -> Attacked {
    hold(ground, 5, 400, |client, _| async move {
        let mut stream = client.connect().await.ok()?;
        let half = format!("GET / HTTP/1.1\r\n{}X-", client.raw_headers());
        stream.write_all(half.as_bytes()).await.ok()?;
        status(&mut stream).await
    })
    .await
}

pub async fn slow_bodies(ground: Arc<Ground>) -> Attacked {
    hold(ground, 1, 80, |client, until| async move {
        let stream = client.connect().await.ok()?;
        let (mut reading, mut writing) = stream.into_split();
        let head = format!(
            "POST /api/explore HTTP/1.1\r\n{}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
            client.raw_headers()
        );
        writing.write_all(head.as_bytes()).await.ok()?;
        let dripping = async {
            while Instant::now() < until && writing.write_all(b" ").await.is_ok() {
                sleep(Duration::from_millis(500)).await;
            }
            // Only the answer ends this connection.
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = dripping => None,
            status = status(&mut reading) => status,
        }
    })
    .await
}

pub async fn slow_readers(ground: Arc<Ground>) -> Attacked {
    hold(ground, 1, 80, |client, until| async move {
        let mut stream = client.connect().await.ok()?;
        let page = format!("GET /family HTTP/1.1\r\n{}\r\n", client.raw_headers());
        // Until the server's buffers and ours are full.
        while Instant::now() < until && stream.write_all(page.as_bytes()).await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
        None
    })
    .await
}
