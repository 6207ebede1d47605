//! Tests the limits of requests, connections and moves. Clients on the server's own machine are limited like all others. What
//! attacks do to other clients is measured by the tests of `quirkat siege`.

use super::asking::live;
use super::faults::start_error;
use crate::harness::{Answer, PATIENCE, Player, Server, Visitor, encoded, game, legal, quirkat, random_move, until};
use quirkat_rules::read_turn;
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const ALQUERQUE: &str = "alquerque:walker";
/// A game and a position with 504,061 legal moves.
const ZAMMA: &str = "zamma";
const RULE: &str = "choice=free";
const WIDE: &str = "W:WKa7:Bh1,i1,a2,b2,e2,g3,b4,h4,c5,f5,a6,b6,e6,d7,d8,f8,h8,Ka9,Kc9,Ki9";
/// Time limit for immediate answers, on a machine that is busy with other tests.
const PROMPT: Duration = Duration::from_secs(15);

/// Starts a server with limits per client, behind a number of proxies.
fn fair(proxies: usize) -> Server {
    fair_at(proxies, Arc::new(TempDir::new().unwrap()))
}

/// Starts the same server with existing data.
fn fair_at(proxies: usize, folder: Arc<TempDir>) -> Server {
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--proxies", &proxies.to_string(), "--data"]).arg(folder.path());
    Server::run(command, folder)
}

/// Sends a request as a client whose address the proxy reports.
fn ask_from(server: &Server, from: &str, method: &str, path: &str, body: &str) -> Answer {
    let headers = [("x-forwarded-for", from), ("content-type", "application/json")];
    server.visitor().ask(method, path, &headers, body.as_bytes())
}

/// Returns whether the answer asks the client to wait, and for how long.
fn is_held_back(answer: &Answer) -> bool {
    if answer.status == 429 {
        let wait: u64 = answer.header("retry-after").parse().expect("a time to wait");
        assert!((1..=60).contains(&wait), "{wait}");
    }
    answer.status == 429
}

pub fn positions_with_too_many_turns_are_refused_everywhere() {
    let server = Server::new();
    let visitor = server.visitor();
    let refused = |what: &str, status: u16, response: &str| {
        assert!((400..500).contains(&status), "{what}: {status}");
        assert!(response.contains("50000"), "{what}: {response}");
    };
    let request = json!({ "game": ZAMMA, "rules": [RULE], "position": WIDE, "opponent": "here", "turns": [] });
    for path in ["/api/play", "/api/explore", "/api/pdn/write"] {
        let answer = visitor.post(path, &request);
        refused(path, answer.status, &answer.error());
    }
    let played = json!({ "game": ZAMMA, "rules": [RULE], "position": WIDE, "turns": ["a7xa5"] });
    for path in ["/api/explore", "/api/review"] {
        let answer = visitor.post(path, &played);
        refused(path, answer.status, &answer.error());
    }
    let fields = [("opponent", "here"), ("opt_choice", "free"), ("position", WIDE)];
    let answer = visitor.form("/new/zamma", &fields);
    refused("the form", answer.status, &answer.text());
    let wide = encoded(WIDE);
    for path in [
        format!("/image/zamma.svg?rule={RULE}&fen={wide}&turn=a7-a8"),
        format!("/image/zamma.png?rule={RULE}&fen={wide}&turn=a7-a8"),
        format!("/api/analyse?game=zamma&rule={RULE}&position={wide}"),
        format!("/analysis/zamma/{wide}?rule={RULE}"),
        format!("/embed/zamma?rule={RULE}&fen={wide}"),
    ] {
        let answer = visitor.get(&path);
        refused(&path, answer.status, &answer.text());
    }
    for moves in ["*", "1. a7-a8 *"] {
        let record = format!("[Variant \"zamma\"]\n[Rules \"{RULE}\"]\n[FEN \"{WIDE}\"]\n\n{moves}\n");
        let answer = visitor.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], record.as_bytes());
        let response = answer.json()["records"][0]["error"].to_string();
        refused(moves, 400, &response);
    }
    // Drawings that need no move list still work.
    assert_eq!(visitor.get(&format!("/image/zamma.svg?rule={RULE}&fen={wide}")).status, 200);
}

pub fn no_move_leads_to_a_position_with_too_many_moves() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({
        "game": ZAMMA, "rules": [RULE, "capture=optional"], "position": WIDE.replacen('W', "B", 1),
    }));
    let before = server.state(&id);
    let at = usize::from(before["toMove"] == "second");
    let mut black = server.player(&id, Some(&tokens[at]));
    let response = black.refused(json!({ "t": "turn", "ply": 0, "text": "h1-h2" }));
    assert!(response.contains("50000"), "{response}");
    assert_eq!(server.state(&id)["position"], before["position"]);
}

pub fn no_header_multiplies_the_share_of_an_address() {
    let request = json!({ "game": ALQUERQUE, "opponent": "here" }).to_string();
    let begin = |server: &Server, headers: &[(&str, &str)]| {
        let headers: Vec<_> = headers.iter().copied().chain([("content-type", "application/json")]).collect();
        let answer = server.visitor().ask("POST", "/api/play", &headers, request.as_bytes());
        assert!(matches!(answer.status, 200 | 429), "{}", answer.text());
        is_held_back(&answer)
    };
    type Headers = fn(usize) -> Vec<String>;
    let ways: [(&str, Headers); 6] = [
        ("two lines", |number| vec![format!("10.0.0.{number}"), "198.51.100.1".to_owned()]),
        ("one line", |number| vec![format!("10.0.0.{number}, 198.51.100.2")]),
        ("ports", |number| vec![format!("198.51.100.3:{}", 4000 + number)]),
        ("a network of 64 bits", |number| vec![format!("2001:db8:0:1::{number:x}")]),
        ("brackets and ports", |number| vec![format!("[2001:db8:0:2::{number:x}]:{}", 4000 + number)]),
        ("nonsense", |number| vec![format!("unknown-{number}")]),
    ];
    let server = fair(1);
    for (what, lines) in ways {
        let held_back = (0..40).any(|number| {
            let lines = lines(number);
            begin(&server, &lines.iter().map(|line| ("x-forwarded-for", line.as_str())).collect::<Vec<_>>())
        });
        assert!(held_back, "{what}");
    }
    // Meanwhile other clients start games.
    assert!(!begin(&server, &[("x-forwarded-for", "198.51.100.9")]));
    // Without the header, or without a trusted proxy, the client is the peer address.
    assert!((0..40).any(|_| begin(&server, &[])), "no header");
    let server = fair(0);
    let held_back = (0..40).any(|number| begin(&server, &[("x-forwarded-for", &format!("198.51.100.{number}"))]));
    assert!(held_back, "a proxy that is not trusted");
    assert!(server.log().contains("--proxies"), "{}", server.log());
}

/// Sends a request from a local address, on a new connection.
fn from_here(server: &str, from: [u8; 4], request: &str) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.bind(&std::net::SocketAddr::from((from, 0)).into()).unwrap();
    let there: std::net::SocketAddr = server.parse().unwrap();
    socket.connect(&there.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let _ = stream.write_all(request.as_bytes());
    stream
}

/// Reads until the server closes the connection, and returns the time taken.
fn until_closed(stream: &mut TcpStream) -> Duration {
    let began = Instant::now();
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}"),
    }
    began.elapsed()
}

#[cfg(target_os = "linux")]
pub fn half_open_connections_leave_room_for_others_and_end() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quirkat")]);
    command.args(["serve", "--port", "0", "--data"]).arg(folder.path());
    let server = Server::run(command, folder);
    let half = "GET / HTTP/1.1\r\nHost: x\r\nX-";
    let mut halves: Vec<_> = (0..300).map(|_| from_here(&server.address, [127, 0, 0, 1], half)).collect();
    let began = Instant::now();
    let whole = "GET / HTTP/1.0\r\nHost: x\r\n\r\n";
    let mut page = String::new();
    from_here(&server.address, [127, 0, 0, 2], whole).read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.0 200") || page.starts_with("HTTP/1.1 200"), "{page:.200}");
    assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    for stream in &mut halves {
        until_closed(stream);
    }
    assert!(began.elapsed() < PATIENCE);
    // They are accepted again.
    until("room", || {
        let mut page = String::new();
        let read = from_here(&server.address, [127, 0, 0, 1], whole).read_to_string(&mut page);
        (read.is_ok() && page.contains(" 200 ")).then_some(())
    });
}

#[cfg(target_os = "linux")]
pub fn connections_are_limited_and_metrics_stay_reachable() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quirkat")]);
    command.args(["serve", "--port", "0", "--metrics", "127.0.0.1:0", "--log-level", "info", "--data"]);
    command.arg(folder.path());
    let server = Server::run(command, folder);
    let operator = until("the address of the figures", || {
        Some(server.log().split_once("/metrics")?.0.rsplit_once("http://")?.1.to_owned())
    });
    let figure = |name: &str| {
        let figures = Visitor::at(&operator).get("/metrics").text();
        let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::to_owned);
        line.map_or(0.0, |value| value.parse::<f64>().unwrap())
    };
    let most = figure("quirkat_connections_most");
    assert!((64.0..200.0).contains(&most), "{most} connections with 256 descriptors");
    let (_, [mut ana, mut bruna]) = server.players(json!({ "game": ALQUERQUE }));
    // No address has too many connections.
    let silent: Vec<_> = (0..2 * most as usize)
        .map(|number| from_here(&server.address, [127, 0, 0, [2, 3, 4, 5, 6, 7][number % 6]], "GET / HTTP/1.1\r\n"))
        .collect();
    let answer_to = |path: &str| {
        let mut response = String::new();
        let whole = format!("GET {path} HTTP/1.0\r\nHost: x\r\n\r\n");
        // The connection may be reset before the whole answer is read.
        let _ = from_here(&server.address, [127, 0, 0, 1], &whole).read_to_string(&mut response);
        response
    };
    let began = Instant::now();
    until("an answer in words", || {
        let response = answer_to("/");
        assert!(response.is_empty() || response.contains(" 503 "), "{response}");
        (response.to_ascii_lowercase().contains("retry-after: 5") && response.contains("<h1")).then_some(())
    });
    until("that the server is well", || answer_to("/health").contains(r#"{"status":"ok"}"#).then_some(()));
    assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    // language: allow, a label of the metrics
    assert!(figure(r#"quirkat_connections_refused_total{to="everybody"}"#) >= 2.0);
    // Connected players continue.
    ana.play(&random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(37)));
    bruna.until_ply(1);
    drop(silent);
    until("room", || answer_to("/").contains(" 200 ").then_some(()));
    assert!(!server.log().contains("cannot accept connections"), "{}", server.log());
}

pub fn live_connections_count_towards_the_limit_of_connections() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--unlimited", "--connections", "4", "--port", "0", "--data"]).arg(folder.path());
    let server = Server::run(command, folder);
    let (id, mut players) = server.players(json!({ "game": ALQUERQUE }));
    let connect = || Player::connect(&server.address, &format!("/play/{id}/live"), &[]);
    let lookers = [(); 2].map(|()| until("a connection", || connect().ok()));
    let answer = server.visitor().get("/");
    assert_eq!((answer.status, answer.header("retry-after")), (503, "5"), "{}", answer.text());
    assert_eq!(connect().err(), Some(503));
    players[0].play(&random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(38)));
    drop(lookers);
    until("room", || (server.visitor().get("/").status == 200).then_some(()));
}

pub fn bodies_that_come_too_slowly_and_silent_connections_end() {
    let server = fair(0);
    let mut slow = TcpStream::connect(&server.address).unwrap();
    let mut idle = TcpStream::connect(&server.address).unwrap();
    let whole = format!("GET /api HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    idle.write_all(whole.as_bytes()).unwrap();
    for stream in [&slow, &idle] {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
    }
    let head =
        "POST /api/explore HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
    slow.write_all(head.as_bytes()).unwrap();
    let mut drip = slow.try_clone().unwrap();
    let dripping = std::thread::spawn(move || {
        // One byte at a time: never idle, never complete.
        for _ in 0..120 {
            if drip.write_all(b" ").is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
    });
    let mut response = String::new();
    let began = Instant::now();
    // The connection may be reset before the whole answer is read.
    let _ = slow.read_to_string(&mut response);
    assert!(response.is_empty() || response.contains(" 408 "), "{response}");
    assert!(began.elapsed() < PATIENCE - PROMPT, "{:?}", began.elapsed());
    drop(slow);
    dripping.join().unwrap();
    until_closed(&mut idle);
}

pub fn live_connections_of_one_address_are_limited() {
    let server = fair(1);
    let new_game = ask_from(
        &server,
        "198.51.100.7",
        "POST",
        "/api/play",
        &json!({ "game": ALQUERQUE, "opponent": "here" }).to_string(),
    );
    let path = format!("/play/{}/live", new_game.json()["id"].as_str().unwrap());
    let connect = |from: &str| Player::connect(&server.address, &path, &[("x-forwarded-for", from)]);
    let mut live = Vec::new();
    let refused = loop {
        match connect("198.51.100.1") {
            Ok(player) => live.push(player),
            Err(status) => break status,
        }
        assert!(live.len() < 200, "{} live connections of one address", live.len());
    };
    assert_eq!(refused, 429);
    assert!(connect("198.51.100.2").is_ok());
    drop(live);
    until("room", || connect("198.51.100.1").ok());
}

pub fn a_data_folder_serves_one_server_at_a_time() {
    let server = Server::new();
    let response = start_error(&["--port", "0"], server.folder());
    assert!(response.contains("another Quirkat") && response.contains("--data"), "{response}");
    assert_eq!(server.visitor().get("/").status, 200);
    // The next process gets the folder, however the last one ended.
    drop(server.restart());
}

#[cfg(unix)]
pub fn a_server_finishes_running_requests_at_shutdown() {
    use nix::sys::signal::{Signal, kill};
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut server = Server::new();
        let (id, [mut ana, mut bruna]) = server.players(json!({ "game": ALQUERQUE }));
        let text = random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(5));
        ana.play(&text);
        bruna.until_ply(1);
        kill(nix::unistd::Pid::from_raw(server.process() as i32), signal).unwrap();
        bruna.until_closed();
        assert_eq!(server.ended().code(), Some(0), "{signal}: {}", server.log());
        let server = Server::at(&server.shared_folder());
        assert_eq!(server.state(&id)["ply"], 1, "{signal}");
    }
}

#[cfg(unix)]
pub fn a_running_request_is_answered_before_the_server_ends() {
    use nix::sys::signal::{Signal, kill};
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--metrics", "127.0.0.1:0", "--data"]).arg(folder.path());
    let mut server = Server::run(command, folder);
    let metrics = until("the address of the metrics", || {
        Some(server.log().split_once("/metrics")?.0.rsplit_once("http://")?.1.to_owned())
    });
    let answer = std::thread::scope(|scope| {
        // The engine thinks for a second.
        let line = json!({ "game": ALQUERQUE });
        let visitor = server.visitor();
        let running = scope.spawn(move || visitor.post("/api/explore/hint", &line));
        until("the running request", || {
            let text = Visitor::at(&metrics).get("/metrics").text();
            text.contains("quirkat_jobs_running{queue=\"turns\"} 1").then_some(())
        });
        kill(nix::unistd::Pid::from_raw(server.process() as i32), Signal::SIGTERM).unwrap();
        running.join().unwrap()
    });
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
}

#[cfg(unix)]
pub fn streams_and_half_sent_requests_end_with_the_server() {
    use nix::sys::signal::{Signal, kill};
    let mut server = Server::new();
    let connect = |text: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let read_some = |stream: &mut TcpStream| assert!(stream.read(&mut [0; 4096]).unwrap() > 0);
    let (id, [mut ana, _]) = server.players(json!({ "game": ALQUERQUE }));
    let mut streams = vec![
        connect(""),
        connect("GET / HTTP/1.1\r\nHost: localh"),
        // A kept connection, idle or with half of the next head.
        connect("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        connect("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal"),
        connect("POST /api/pdn/read HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"),
        connect(&format!("GET /api/analyse?game={ALQUERQUE}&seconds=60 HTTP/1.1\r\nHost: localhost\r\n\r\n")),
        connect(&format!("GET /api/board/game/stream/{id} HTTP/1.1\r\nHost: localhost\r\n\r\n")),
    ];
    for stream in &mut streams[2..] {
        read_some(stream);
    }
    streams[4].write_all(b"half").unwrap();
    let mut turns: Vec<String> = vec![];
    let mut rng = fastrand::Rng::with_seed(58);
    while turns.len() < 40 && game("international", &[], &turns).outcome().is_none() {
        turns.push(random_move("international", &turns, &mut rng));
    }
    let review = json!({ "game": "international", "turns": turns }).to_string();
    let mut reviewed = connect(&format!(
        "POST /api/review HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{review}",
        review.len()
    ));
    read_some(&mut reviewed);
    streams.push(reviewed);
    kill(nix::unistd::Pid::from_raw(server.process() as i32), Signal::SIGTERM).unwrap();
    ana.until_closed();
    for stream in &mut streams {
        // A closed connection may report an error in place of the end.
        drop(stream.read_to_end(&mut vec![]));
    }
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    assert!(!server.log().contains("broken off"), "{}", server.log());
}

pub fn long_games_send_only_changes() {
    let server = Server::new();
    let request = json!({ "game": "international", "opponent": "here", "side": "first" });
    let new_game = server.begin(request);
    let mut both = server.player(&new_game.id, Some(&new_game.token));
    let mut rng = fastrand::Rng::with_seed(34);
    // Moves back and forth make a long game.
    while both.turns.len() < 60 && both.state["outcome"].is_null() {
        let text = random_move("international", &both.turns, &mut rng);
        both.play(&text);
    }
    let plies = both.turns.len();
    let whole = server.state(&new_game.id).to_string().len();
    let page = server.visitor().get(&format!("/play/{}", new_game.id)).text();
    let address = page.split_once("/live?known=").expect("the number of known events").1;
    let known: usize = address.split('"').next().unwrap().parse().unwrap();
    let path = format!("/play/{}/live", new_game.id);
    let mut looker = Player::connect(&server.address, &format!("{path}?known={known}"), &[]).unwrap();
    assert_eq!(looker.state["t"], Value::Null, "the page has all that was played");
    assert_eq!(looker.state["ply"], both.turns.len());
    // A client that lacks moves receives the whole state.
    let stranger = Player::connect(&server.address, &format!("{path}?known={}", known - 1), &[]).unwrap();
    assert_eq!(stranger.turns, both.turns);
    // After a takeback the earlier moves remain valid.
    both.send(json!({ "t": "offer", "what": "takeback" }));
    let message = looker.until("what changed", |message| message["t"] == "update" && message["ply"] == plies - 1);
    assert!(message.to_string().len() * 5 < whole, "{} bytes of {whole}", message.to_string().len());
    both.until_ply(plies - 1);
}

/// Returns the opcode of the server's next message other than a ping, and its bytes on the wire without the start of
/// the header.
fn message(stream: &mut TcpStream) -> (u8, Vec<u8>) {
    let mut head = [0; 2];
    stream.read_exact(&mut head).unwrap();
    let long = match head[1] {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let mut length = [0; 8];
    stream.read_exact(&mut length[8 - long..]).unwrap();
    let length = if long == 0 { u64::from(head[1]) } else { u64::from_be_bytes(length) };
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    stream.read_exact(&mut payload).unwrap();
    const PING: u8 = 9;
    let kind = head[0] & 0x0f;
    if kind == PING { message(stream) } else { (kind, payload) }
}

pub fn long_game_states_are_compressed() {
    const TEXT: u8 = 1;
    const BINARY: u8 = 2;
    let [title, rule] = ["dablot", "first=first"];
    let server = Server::new();
    let new_game = server.begin(json!({ "game": title, "rules": [rule], "opponent": "here", "side": "first" }));
    let both = server.visitor().with(&new_game.token);
    let mut rng = fastrand::Rng::with_seed(36);
    let mut played = game(title, &[rule], &[]);
    for ply in 0..400 {
        let text = rng.choice(legal(&played)).expect("a random game that does not end");
        let answer = both.act(&new_game.id, &format!("move/{}", encoded(&text)));
        assert_eq!(answer.status, 200, "{ply}. {text}: {}", answer.text());
        let turn = read_turn(&*played, &text).unwrap();
        played.play(&turn).unwrap();
    }
    let path = format!("/play/{}/live", new_game.id);
    let (plain_kind, plain) = message(&mut live(&server.address, &path));
    let mut client = live(&server.address, &format!("{path}?packed=gzip"));
    let (packed_kind, packed) = message(&mut client);
    assert_eq!([plain_kind, packed_kind], [TEXT, BINARY]);
    assert!(plain.len() > 200_000 && packed.len() * 10 < plain.len(), "{} of {}", packed.len(), plain.len());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    let [plain, unpacked] = [plain, unpacked].map(|bytes| serde_json::from_slice::<Value>(&bytes).unwrap());
    assert_eq!(plain["history"].as_array().unwrap().len(), 400);
    for key in ["t", "game", "start", "history", "position", "toMove"] {
        assert_eq!(plain[key], unpacked[key], "{key}");
    }
    // Short messages are not compressed.
    assert_eq!(message(&mut client).0, TEXT);
}

pub fn presence_updates_are_batched() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let mut ana = server.player(&id, Some(&tokens[0]));
    let lookers: Vec<_> = (0..80).map(|_| server.player(&id, None)).collect();
    let mut count = 0;
    ana.until("all of them", |message| message["watchers"] == 80);
    drop(lookers);
    while ana.until("comings and goings", |message| message["t"] == "presence")["watchers"] != 0 {
        count += 1;
    }
    assert!(count < 40, "{count} messages about 80 departures");
}

pub fn cookies_are_secure_behind_https() {
    let server = fair(1);
    let cookie = |headers: &[(&str, &str)], path: &str| {
        let answer = server.visitor().ask("GET", path, headers, b"");
        answer.headers.iter().find(|(name, _)| name == "set-cookie").expect("a cookie").1.clone()
    };
    for path in ["/", "/?lang=es"] {
        let there = [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-proto", "https")];
        assert!(cookie(&there, path).contains("; Secure"), "{path}");
        assert!(!cookie(&[("x-forwarded-proto", "http")], path).contains("Secure"), "{path}");
        assert!(!cookie(&[], path).contains("Secure"), "{path}");
    }
    let server = fair(0);
    let answer = Visitor::at(&server.address).ask("GET", "/", &[("x-forwarded-proto", "https")], b"");
    assert!(!answer.header("set-cookie").contains("Secure"), "no trusted proxy reports HTTPS");
}
