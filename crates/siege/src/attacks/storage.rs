//! Attacks by one client that fills shared storage: own files and open games.

use super::Attacked;
use crate::ClientAddress;
use crate::client::{Client, Request};
use crate::content;
use crate::ground::Ground;
use serde_json::json;
use std::sync::Arc;

/// Addresses of one owner: all networks of 64 bits that it may have, where the server sees them.
fn addresses(ground: &Ground) -> Vec<Client> {
    let is_network = ground.attacker().target().clients == ClientAddress::Forwarded;
    ground.attackers(if is_network { 2_000 } else { 1 })
}

/// Returns a neighbour's answer, which must be 200.
async fn neighbour(ground: &Ground, what: &str, request: &Request) -> Attacked {
    let answer = ground.client(Ground::BYSTANDER + 1).ask(request).await.map_err(|error| format!("{what}: {error}"))?;
    match answer.status {
        200 => Ok(()),
        status => Err(format!("{what} of another visitor: status {status}, {}", answer.text())),
    }
}

fn own_file(number: u64) -> Request {
    let file = content::small_file(number);
    Request::json("/api/play", &json!({ "game": "own", "file": file, "opponent": "here" }))
}

pub async fn files(ground: Arc<Ground>) -> Attacked {
    let seed = ground.seed << 32;
    ground.flood(&addresses(&ground), 16, move |number| own_file(seed + number as u64)).await;
    neighbour(&ground, "an own file", &own_file(seed + u64::from(u32::MAX))).await
}

pub async fn open_games(ground: Arc<Ground>) -> Attacked {
    let open = Request::json("/api/play", &json!({ "game": "alquerque", "opponent": "anyone" }));
    let request = open.clone();
    ground.flood(&addresses(&ground), 16, move |_| request.clone()).await;
    neighbour(&ground, "an open game", &open).await
}
