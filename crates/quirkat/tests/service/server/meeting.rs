//! Tests meeting other players: open games, spectating, correspondence clocks and chat.

use crate::harness::validated;
use crate::harness::{Player, Server, Visitor, quirkat, random_move};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;

const GAME: &str = "alquerque:walker";
const DAY: i64 = 24 * 60 * 60 * 1_000;

/// Returns a visitor with a browser's device cookie.
fn new_player(server: &Server) -> Visitor {
    let visitor = server.visitor();
    visitor.get("/");
    visitor
}

/// Starts a game by the form, and returns its id.
fn offered(visitor: &Visitor, fields: &[(&str, &str)]) -> String {
    let answer = visitor.form("/new/alquerque", &[fields, &[("opponent", "anyone"), ("side", "first")]].concat());
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").strip_prefix("/play/").unwrap().to_owned()
}

/// Returns the ids of waiting and of running games, as a visitor sees them.
fn open(visitor: &Visitor) -> [Vec<String>; 2] {
    let open = validated("OpenGames", visitor.get("/api/open").json());
    ["waiting", "playing"]
        .map(|key| open[key].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect())
}

/// Plays moves for the side to move until the game has reached a ply.
fn play_on(players: &mut [Player; 2], plies: usize) {
    let mut rng = fastrand::Rng::with_seed(plies as u64);
    for _ in 0..plies {
        let ply = players[0].turns.len();
        let text = random_move(GAME, &players[0].turns, &mut rng);
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].play(&text);
        players[1 - at].until_ply(ply + 1);
    }
}

/// Changes the stored data while the server is stopped.
fn while_away(mut server: Server, change: impl Fn(&Connection)) -> Server {
    server.kill();
    let folder = server.shared_folder();
    change(&Connection::open(folder.path().join("quirkat.db")).unwrap());
    Server::at(&folder)
}

/// Moves all events some days into the past.
fn days_pass(server: Server, days: i64) -> Server {
    while_away(server, |database| {
        database.execute("UPDATE events SET at = at - ?", [days * DAY]).unwrap();
        database.execute("UPDATE games SET created = created - ?1, due = due - ?1", [days * DAY]).unwrap();
    })
}

pub fn strangers_meet_in_the_lobby_and_others_watch() {
    let mut server = Server::new();
    let [ana, bruna, cecilia] = [0; 3].map(|_| new_player(&server));
    let id = offered(&ana, &[("clock", "days"), ("days", "3"), ("name", "Ana"), ("opt_chain", "none")]);
    assert_eq!(open(&bruna), [vec![id.clone()], vec![]]);
    let page = bruna.get("/open").text();
    for words in ["Ana is waiting", "3 days for each move", "You play Black.", &format!("action=\"/open/{id}\"")] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!ana.get("/open").text().contains(&format!("action=\"/open/{id}\"")), "players cannot join their own game");
    assert_eq!(ana.form(&format!("/open/{id}"), &[]).header("location"), format!("/play/{id}"));

    // Open games survive a restart.
    server = server.restart();
    let [ana, bruna, cecilia] = [ana, bruna, cecilia].map(|old| {
        let visitor = server.visitor();
        visitor.cookies.replace(old.cookies.take());
        visitor
    });
    assert_eq!(open(&cecilia)[0], [id.as_str()]);
    assert_eq!(server.state(&id)["players"][1]["kind"], "open");

    // One button joins, without a form.
    let joined = bruna.form(&format!("/open/{id}"), &[]);
    assert_eq!((joined.status, joined.header("location")), (303, &*format!("/play/{id}")));
    assert_eq!(open(&cecilia)[0], [""; 0]);
    let late = cecilia.form(&format!("/open/{id}"), &[]);
    assert!(late.status == 409 && late.text().contains("The seat is taken"), "{}", late.text());

    // The game is listed for spectators while a player is connected.
    let live = |visitor: &Visitor| {
        Player::connect(&server.address, &format!("/play/{id}/live"), &[("cookie", &visitor.cookie())]).unwrap()
    };
    let mut players = [live(&ana), live(&bruna)];
    assert_eq!([&players[0].state["seat"], &players[1].state["seat"]], ["first", "second"]);
    play_rules_without_chains(&mut players);
    assert_eq!(open(&cecilia)[1], [id.as_str()]);
    assert!(cecilia.get("/open").text().contains(&format!("href=\"/play/{id}\"")));
    players[0].send(json!({ "t": "resign" }));
    players[1].until_state("the end", |state| !state["outcome"].is_null());
    assert_eq!(open(&cecilia), [[""; 0]; 2]);
}

/// Plays the first move of a game with a house rule.
fn play_rules_without_chains(players: &mut [Player; 2]) {
    let legal = crate::harness::legal(&crate::harness::game(GAME, &["chain=none"], &[]));
    players[0].play(&legal[0]);
    players[1].until_ply(1);
}

pub fn an_invitation_game_is_not_listed() {
    let server = Server::new();
    let waiting = server.begin(json!({ "game": GAME, "opponent": "friend" }));
    let (id, players) = server.players(json!({ "game": GAME }));
    assert_eq!(players[0].state["seat"], "first");
    assert_eq!(open(&server.visitor()), [[""; 0]; 2]);
    for private in [&waiting.id, &id] {
        assert_eq!(server.visitor().form(&format!("/open/{private}"), &[]).status, 403);
        assert_eq!(server.visitor().post(&format!("/api/open/{private}"), &json!({})).status, 403);
    }
    assert_eq!(server.visitor().form("/open/nothing", &[]).status, 404);
}

pub fn open_games_with_short_clocks_need_a_connected_host() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": GAME, "opponent": "anyone", "clock": { "minutes": 5 } }));
    let stranger = server.visitor();
    assert_eq!(open(&stranger)[0], [""; 0]);
    let mut host = server.player(&new_game.id, Some(&new_game.token));
    let open_games = validated("OpenGames", stranger.get("/api/open").json());
    assert_eq!(open_games["waiting"][0]["clock"], json!({ "initial": 300_000, "increment": 0, "perTurn": false }));
    let joined = validated(
        "JoinResponse",
        stranger.post(&format!("/api/open/{}", new_game.id), &json!({ "name": "Bo" })).json(),
    );
    host.until_state("the guest", |state| state["players"].to_string().contains("Bo"));
    let guest = server.player(&new_game.id, joined["token"].as_str());
    assert_eq!(guest.state["seat"], joined["side"]);
}

pub fn open_games_per_player_are_limited() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--data"]).arg(folder.path());
    let server = Server::run(command, folder);
    let ask = || server.visitor().post("/api/play", &json!({ "game": GAME, "opponent": "anyone" }));
    let first = ask().json();
    assert!((1..5).all(|_| ask().status == 200));
    let refused = ask();
    assert!(refused.status == 409 && refused.error().contains('5'), "{}", refused.text());
    // Calling off a game makes room for another.
    let token = first["token"].as_str().unwrap();
    assert_eq!(server.visitor().with(token).act(first["id"].as_str().unwrap(), "call_off").status, 200);
    assert_eq!(open(&server.visitor())[0].len(), 4);
    assert_eq!(ask().status, 200);
}

pub fn correspondence_clocks_expire_without_requests() {
    let mut server = Server::new();
    let refused =
        server.visitor().post("/api/play", &json!({ "game": GAME, "opponent": "friend", "clock": { "days": 15 } }));
    assert!(refused.status == 400 && refused.error().contains("14 days"), "{}", refused.text());
    let (id, tokens) = server.pair(json!({ "game": GAME, "clock": { "days": 2 } }));
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    assert_eq!(players[0].state["clock"], json!({ "left": [2 * DAY, 2 * DAY], "running": null, "increment": 0 }));
    play_on(&mut players, 2);
    assert_eq!(players[0].state["clock"]["running"], "first");

    server = days_pass(server, 1);
    let left = |server: &Server| server.state(&id)["clock"]["left"][0].as_i64().unwrap();
    assert!((DAY - 60_000..=DAY).contains(&left(&server)), "{}", left(&server));
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    play_on(&mut players, 2);
    assert!(left(&server) > 2 * DAY - 60_000, "the next turn has all of it again");

    server = days_pass(server, 3);
    let database = Connection::open(server.folder().join("quirkat.db")).unwrap();
    crate::harness::until("the flag", || {
        database.query_row("SELECT 1 FROM events WHERE kind = 'flag'", [], |row| row.get::<_, i64>(0)).ok()
    });
    let state = server.state(&id);
    assert_eq!((&state["outcome"]["reason"], &state["outcome"]["winner"]), (&json!("time"), &json!("second")));
}

pub fn a_game_without_a_move_can_be_called_off() {
    let server = Server::new();
    let (id, [mut ana, mut bruna]) = server.players(json!({ "game": GAME }));
    assert_eq!((&ana.state["can"]["callOff"], &ana.state["can"]["claim"]), (&json!(true), &json!(false)));
    bruna.send(json!({ "t": "call_off" }));
    ana.until_state("the end", |state| state["outcome"]["reason"] == "called_off");
    assert_eq!((&ana.state["outcome"]["winner"], &ana.state["outcome"]["result"]), (&Value::Null, &json!("*")));
    assert_eq!(ana.state["outcome"]["words"], "The game was called off");
    let pdn = server.visitor().get(&format!("/play/{id}.pdn")).text();
    assert!(pdn.contains("[Result \"*\"]") && pdn.contains("called_off"), "{pdn}");

    let (_, mut players) = server.players(json!({ "game": GAME }));
    play_on(&mut players, 2);
    assert_eq!(players[0].state["can"]["callOff"], false);
    assert!(players[0].refused(json!({ "t": "call_off" })).contains("begun"));

    // An invitation to a game without an opponent becomes invalid too.
    let new_game = server.begin(json!({ "game": GAME, "opponent": "friend" }));
    assert_eq!(server.visitor().with(&new_game.token).act(&new_game.id, "call_off").status, 200);
    let late = server.visitor().post(&format!("/api/join/{}", new_game.invite.unwrap()), &json!({}));
    assert_eq!(late.status, 409, "{}", late.text());
}

pub fn an_abandoned_game_without_a_clock_is_lost_by_a_claim() {
    let mut server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": GAME }));
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    play_on(&mut players, 2);
    server = days_pass(server, 13);
    let [ana, bruna] = tokens.each_ref().map(|token| server.visitor().with(token));
    let early = bruna.act(&id, "claim");
    assert!(early.status == 409 && early.error().contains("14 days"), "{}", early.text());
    server = days_pass(server, 2);
    let [ana, bruna] = [ana, bruna].map(|old| Visitor::at(&server.address).with(&old.token.unwrap()));
    assert_eq!(bruna.get(&format!("/api/game/{id}")).json()["can"]["claim"], true);
    assert_eq!(ana.act(&id, "claim").status, 409, "it is her own turn");
    assert_eq!(bruna.act(&id, "claim").status, 200);
    let outcome = &server.state(&id)["outcome"];
    assert_eq!((&outcome["reason"], &outcome["winner"]), (&json!("absence"), &json!("second")));
    // The result is stored.
    assert_eq!(&server.restart().state(&id)["outcome"], outcome);
}

pub fn chat_phrases_appear_in_the_readers_language() {
    let mut server = Server::new();
    let (id, [mut ana, mut bruna]) = server.players(json!({ "game": GAME }));
    ana.send(json!({ "t": "say", "what": "good_luck" }));
    bruna.until_state("the words", |state| state["said"][0]["words"] == "Good luck!");
    assert_eq!(bruna.state["said"][0]["by"], "first");
    let path = format!("/play/{id}/live");
    let reader = Player::connect(&server.address, &path, &[("accept-language", "fr")]).unwrap();
    assert_eq!(reader.state["said"][0]["words"], "Bonne chance\u{202f}!");
    for _ in 0..2 {
        ana.send(json!({ "t": "say", "what": "hello" }));
    }
    assert!(ana.refused(json!({ "t": "say", "what": "hello" })).contains("enough"));
    ana.refused(json!({ "t": "say", "what": "you fool" }));
    for phrase in quirkat_play::Phrase::ALL {
        validated("Request", json!({ "t": "say", "what": phrase.word() }));
    }
    let mut watcher = server.player(&id, None);
    watcher.refused(json!({ "t": "say", "what": "hello" }));
    server = server.restart();
    assert_eq!(server.state(&id)["said"].as_array().unwrap().len(), 3);
}

pub fn a_pest_can_be_barred_from_a_seat() {
    let server = Server::new();
    let [ana, pest] = [0; 2].map(|_| new_player(&server));
    let id = offered(&ana, &[]);
    assert_eq!(pest.form(&format!("/open/{id}"), &[]).status, 303);
    let live = |visitor: &Visitor| {
        Player::connect(&server.address, &format!("/play/{id}/live"), &[("cookie", &visitor.cookie())]).unwrap()
    };
    let [mut own, mut other] = [live(&ana), live(&pest)];
    other.send(json!({ "t": "say", "what": "hello" }));
    own.until_state("the words", |state| state["said"].as_array().unwrap().len() == 1);
    own.send(json!({ "t": "shut" }));
    own.until_state("silence", |state| state["said"] == json!([]) && state["can"]["shut"] == false);
    assert!(other.refused(json!({ "t": "say", "what": "hello" })).contains("does not hear"));

    // Games of the muting player are closed to the muted one, in the list and by a link.
    let next = offered(&ana, &[]);
    assert_eq!(open(&server.visitor())[0], [next.as_str()]);
    assert_eq!(open(&pest)[0], [""; 0]);
    let refused = pest.form(&format!("/open/{next}"), &[]);
    assert!(refused.status == 409 && refused.text().contains("The seat is closed to you"), "{}", refused.text());
    let answer = ana.form("/new/alquerque", &[("opponent", "friend")]);
    let page = ana.get(answer.header("location")).text();
    let invite = page.split_once("/join/").unwrap().1.split('"').next().unwrap().to_owned();
    assert_eq!(pest.form(&format!("/join/{invite}"), &[("name", "x")]).status, 409);
    assert!(ana.get("/key").text().contains("guest"));

    // Unmuting opens them again.
    assert_eq!(ana.form("/key/open-again", &[]).status, 303);
    assert_eq!(pest.form(&format!("/open/{next}"), &[]).status, 303);
}
