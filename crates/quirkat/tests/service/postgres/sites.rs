//! Tests two servers of one site, with visitors at either.

use super::database;
use crate::harness::{Player, Server, Visitor, quirkat, random_move, until};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;

pub const ALQUERQUE: &str = "alquerque:walker";

/// Starts a server on a database.
pub fn server(database: &str) -> Server {
    let mut command = quirkat();
    command.args(["serve", "--unlimited", "--port", "0", "--database", database]);
    Server::run(command, Arc::new(TempDir::new().unwrap()))
}

/// Starts two servers on a new database.
pub fn two() -> [Server; 2] {
    let database = database();
    [server(&database), server(&database)]
}

/// Starts a game between two programs at one server, joined at the other. Returns its id and both tokens.
pub fn pair(host: &Server, guest: &Server, title: &str) -> (String, [String; 2]) {
    let game = host.begin(json!({ "game": title, "opponent": "friend", "side": "first", "name": "Ana" }));
    let seat = guest.visitor().post(&format!("/api/join/{}", game.invite.unwrap()), &json!({ "name": "Bruna" }));
    assert_eq!(seat.status, 200, "{}", seat.text());
    (game.id, [game.token, seat.json()["token"].as_str().unwrap().to_owned()])
}

pub fn people_at_two_servers_play_together() {
    let [one, two] = two();
    let (id, [ana, bruna]) = pair(&one, &two, ALQUERQUE);
    let mut players = [one.player(&id, Some(&ana)), two.player(&id, Some(&bruna))];
    let mut watchers = [one.player(&id, None), two.player(&id, None)];
    for player in &mut players {
        player.until_state("the players' names", |state| state["players"][1]["name"] == "Bruna");
        player.until("both are here", |message| message["online"] == json!([true, true]) && message["watchers"] == 2);
    }
    let mut rng = fastrand::Rng::with_seed(31);
    while players[0].turns.len() < 16 && players[0].state["outcome"].is_null() {
        let (ply, text) = (players[0].turns.len(), random_move(ALQUERQUE, &players[0].turns, &mut rng));
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].play(&text);
        // Both servers show the acknowledged state.
        for server in [&one, &two] {
            assert_eq!(server.state(&id)["ply"], ply + 1);
        }
        players[1 - at].until_ply(ply + 1);
    }
    let turns = players[0].turns.clone();
    for watcher in &mut watchers {
        watcher.until_ply(turns.len());
        assert_eq!(watcher.turns, turns);
    }
    let [ana, bruna] = &mut players;
    ana.send(json!({ "t": "offer", "what": "takeback" }));
    bruna.until_state("the offer", |state| state["offer"] == json!({ "by": "first", "what": "takeback" }));
    bruna.send(json!({ "t": "decline" }));
    ana.until_state("the answer", |state| state["offer"].is_null());
    ana.send(json!({ "t": "say", "what": "good_luck" }));
    bruna.until_state("the chat message", |state| state["said"].as_array().is_some_and(|said| !said.is_empty()));
    bruna.send(json!({ "t": "resign" }));
    for player in [&mut *ana, &mut *bruna].into_iter().chain(&mut watchers) {
        player.until_state("the end", |state| state["outcome"]["reason"] == "resignation");
    }
    ana.send(json!({ "t": "rematch" }));
    bruna.until_state("the offer", |state| state["offer"]["what"] == "rematch");
    bruna.send(json!({ "t": "rematch" }));
    let next = [ana, bruna].map(|player| {
        player.until_state("the next game", |state| state["rematch"].is_string());
        player.state["rematch"].clone()
    });
    assert_eq!(next[0], next[1]);
    drop(players);
    watchers[0].until("both players to be offline", |message| message["online"] == json!([false, false]));
}

pub fn open_games_are_found_at_every_server() {
    let [one, two] = two();
    let request = json!({ "game": ALQUERQUE, "opponent": "anyone", "side": "first", "name": "Ana",
        "clock": { "minutes": 5, "seconds": 3 } });
    let new_game = one.begin(request);
    let open = |server: &Server| -> Value { server.visitor().get("/api/open").json() };
    let waits = |server: &Server| open(server)["waiting"].as_array().unwrap().len();
    assert_eq!((waits(&one), waits(&two)), (0, 0), "games with a clock need a connected host");
    let mut ana = one.player(&new_game.id, Some(&new_game.token));
    crate::harness::until("the open game", || (waits(&two) == 1).then_some(()));
    let joined = two.visitor().post(&format!("/api/open/{}", new_game.id), &json!({ "name": "Bruna" }));
    assert_eq!(joined.status, 200, "{}", joined.text());
    ana.until_state("Bruna", |state| state["players"][1]["name"] == "Bruna");
    assert_eq!((waits(&one), waits(&two)), (0, 0));
    assert_eq!(open(&two)["playing"][0]["id"], new_game.id, "it is played at the other server");
    let late = one.visitor().post(&format!("/api/open/{}", new_game.id), &json!({ "name": "Cas" }));
    assert_eq!(late.status, 409, "the seat is taken: {}", late.text());
    drop(ana);
    crate::harness::until("no running games", || open(&two)["playing"].as_array().unwrap().is_empty().then_some(()));
}

pub fn the_engine_plays_on_the_server_that_gets_the_request() {
    let servers = two();
    let new_game = servers[0].begin(json!({ "game": ALQUERQUE, "opponent": "engine:1", "side": "first" }));
    let mut rng = fastrand::Rng::with_seed(32);
    let mut watcher = servers[0].player(&new_game.id, None);
    for round in 0..6 {
        let mut player = servers[1 - round % 2].player(&new_game.id, Some(&new_game.token));
        player.until_state("our turn", |state| state["toMove"] != "second");
        if !player.state["outcome"].is_null() {
            break;
        }
        let (ply, text) = (player.turns.len(), random_move(ALQUERQUE, &player.turns, &mut rng));
        player.play(&text);
        player.until_state("the engine's turn", |state| state["ply"] == ply + 2 || !state["outcome"].is_null());
        watcher.until_ply(player.turns.len());
        assert_eq!(watcher.turns, player.turns, "one engine has played");
    }
}

pub fn keys_are_moved_and_deleted_at_every_server() {
    let [one, two] = two();
    let ana = one.visitor();
    ana.get("/");
    let request = json!({ "game": ALQUERQUE, "opponent": "friend", "side": "first" });
    let id = ana.post("/api/play", &request).json()["id"].as_str().unwrap().to_owned();
    // The same cookies work at the other server.
    let also = Visitor::at(&two.address);
    also.cookies.replace(ana.cookies.borrow().clone());
    let seat = |visitor: &Visitor| visitor.get(&format!("/api/game/{id}")).json()["seat"].clone();
    assert_eq!((seat(&ana), seat(&also)), (json!("first"), json!("first")));
    let mut looks = Player::connect(&two.address, &format!("/play/{id}/live"), &[("cookie", &ana.cookie())]).unwrap();
    assert_eq!(ana.form("/key/change", &[]).status, 303);
    assert_eq!((seat(&ana), seat(&also)), (json!("first"), Value::Null), "the old key has nothing any more");
    looks.until_closed();
    assert_eq!(ana.form("/key/forget", &[("sure", "yes")]).status, 303);
    for server in [&one, &two] {
        assert_eq!(server.visitor().get(&format!("/api/game/{id}")).status, 404);
    }
}

pub fn an_administrator_deletes_games_at_every_server() {
    let database = database();
    let [one, two] = [server(&database), server(&database)];
    let admin = |words: &[&str]| -> Value {
        let output = quirkat().args(["admin", "--json", "--database", &database]).args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (id, [ana, bruna]) = pair(&one, &two, ALQUERQUE);
    let mut players = [one.player(&id, Some(&ana)), two.player(&id, Some(&bruna))];
    let visitor = one.visitor();
    visitor.get("/");
    let example = include_str!("../../../../../examples/adugo.toml");
    let form = [("file", example), ("opponent", "engine"), ("side", "first")];
    assert_eq!(visitor.form("/workshop/play", &form).status, 303);
    two.begin(json!({ "game": ALQUERQUE, "opponent": "anyone", "name": "Host" }));
    assert_eq!(admin(&["games", "--find", "bruna"])[0]["id"], json!(id));
    assert_eq!(admin(&["open"])[0]["name"], "Host");
    let file = admin(&["files"])[0]["name"].as_str().unwrap().to_owned();
    assert_eq!(admin(&["owners"])[0]["files"], 1);
    assert_eq!(admin(&["delete", "game", &id, "--yes"])["games"], json!([id]));
    for player in &mut players {
        player.until_closed();
    }
    for server in [&one, &two] {
        until("the deleted game to be gone", || {
            (server.visitor().get(&format!("/api/game/{id}")).status == 404).then_some(())
        });
    }
    assert_eq!(admin(&["delete", "file", &file, "--yes"])["games"].as_array().unwrap().len(), 1);
    assert_eq!((admin(&["files"]), admin(&["owners"])), (json!([]), json!([])));
}
