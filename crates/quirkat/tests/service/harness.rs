//! The server as a child process, and its clients.

use futures_util::{SinkExt, StreamExt};
use quirkat_rules::{AnyGame, AnyRules, find_game, read_turn, split_option};
use quirkat_wire::schema::{faults, schemas};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Time limit of each wait, generous for slow and busy machines.
pub const PATIENCE: Duration = Duration::from_secs(60);

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads for the tests")
});

/// JSON schemas of the API by name.
pub static SCHEMAS: LazyLock<Map<String, Value>> = LazyLock::new(schemas);

/// Checks a value against the schema of a name, and returns it.
pub fn validated(name: &str, value: Value) -> Value {
    let faults = faults(&SCHEMAS, name, &value);
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{value:#}");
    value
}

/// Runs a future within the time limit.
fn within_patience<T>(what: &str, future: impl Future<Output = T>) -> T {
    let limited = async { tokio::time::timeout(PATIENCE, future).await };
    RUNTIME.block_on(limited).unwrap_or_else(|_| panic!("still waiting for {what}"))
}

/// Waits until a value is present.
pub fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "still waiting for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns a command that runs the binary.
pub fn quirkat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quirkat"));
    // The user's own tables must not affect the tests.
    command.env("XDG_DATA_HOME", "/nowhere");
    command
}

/// A server with its data folder, killed on drop.
pub struct Server {
    child: Child,
    folder: Arc<TempDir>,
    log: Arc<Mutex<String>>,
    /// Address on which it listens, such as `127.0.0.1:40123`.
    pub address: String,
}

impl Server {
    /// Starts a server without games.
    pub fn new() -> Server {
        Server::at(&Arc::new(TempDir::new().unwrap()))
    }

    /// Starts a server with an existing data folder.
    pub fn at(folder: &Arc<TempDir>) -> Server {
        let mut command = quirkat();
        command.args(["serve", "--unlimited", "--port", "0", "--data"]).arg(folder.path());
        Server::run(command, Arc::clone(folder))
    }

    /// Starts a server by a given command with this data folder.
    pub fn run(mut command: Command, folder: Arc<TempDir>) -> Server {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let written = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *written.lock().unwrap() += &format!("{line}\n");
            }
        });
        let address = until("the server's address", || {
            let log = log.lock().unwrap();
            assert!(child.try_wait().unwrap().is_none(), "the server has ended: {log}");
            Some(log.split_once("http://")?.1.split_once('/')?.0.to_owned())
        });
        Server { child, folder, log, address }
    }

    /// Returns the data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the data folder for use by another server.
    pub fn shared_folder(&self) -> Arc<TempDir> {
        Arc::clone(&self.folder)
    }

    /// Returns the log so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Returns the process identifier.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the process ends, and returns its exit status.
    pub fn ended(&mut self) -> std::process::ExitStatus {
        until("the server's end", || self.child.try_wait().unwrap())
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Kills the process and restarts it with the same data.
    pub fn restart(mut self) -> Server {
        self.kill();
        Server::at(&self.folder)
    }

    /// Returns a visitor without cookies.
    pub fn visitor(&self) -> Visitor {
        Visitor::at(&self.address)
    }

    /// Starts a game through the API.
    pub fn begin(&self, request: Value) -> NewGame {
        let answer = self.visitor().post("/api/play", &request);
        assert_eq!(answer.status, 200, "{request}: {}", answer.text());
        let answer = answer.json();
        let text = |key: &str| answer[key].as_str().map(str::to_owned);
        let invite = text("invite").map(|url| url.split_once("/join/").unwrap().1.to_owned());
        NewGame { id: text("id").unwrap(), token: text("token").unwrap(), invite }
    }

    /// Starts a game between two programs, and returns both tokens, the first side's first.
    pub fn pair(&self, request: Value) -> (String, [String; 2]) {
        let mut all = json!({ "opponent": "friend", "side": "first" });
        all.as_object_mut().unwrap().extend(request.as_object().unwrap().clone());
        let new_game = self.begin(all);
        let joined =
            self.visitor().post(&format!("/api/join/{}", new_game.invite.unwrap()), &json!({ "name": "Bruna" }));
        assert_eq!(joined.status, 200, "{}", joined.text());
        (new_game.id, [new_game.token, joined.json()["token"].as_str().unwrap().to_owned()])
    }

    /// Starts a game between two programs, and connects both.
    pub fn players(&self, request: Value) -> (String, [Player; 2]) {
        let (id, tokens) = self.pair(request);
        let players = tokens.map(|token| self.player(&id, Some(&token)));
        (id, players)
    }

    /// Connects to a game, with a token or as a spectator.
    pub fn player(&self, id: &str, token: Option<&str>) -> Player {
        Player::seated(&self.address, &format!("/play/{id}/live"), token).expect("a live connection")
    }

    /// Returns the public state of a game.
    pub fn state(&self, id: &str) -> Value {
        let answer = self.visitor().get(&format!("/api/game/{id}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("the server wrote:\n{}", self.log());
        }
    }
}

/// A game started through the API.
pub struct NewGame {
    pub id: String,
    pub token: String,
    /// Path after `/join/`.
    pub invite: Option<String>,
}

/// HTTP answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Returns a header, or an empty text.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// Returns the error text of an API answer.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("no error text: {}", self.text())).to_owned()
    }
}

/// An HTTP client with cookies.
pub struct Visitor {
    server: String,
    agent: ureq::Agent,
    /// Cookies by name.
    pub cookies: RefCell<BTreeMap<String, String>>,
    /// Seat token sent with every request.
    pub token: Option<String>,
}

impl Visitor {
    /// Creates a visitor of the server at an address.
    pub fn at(server: &str) -> Visitor {
        // A server that refuses a request unread closes the connection, so a pooled connection may be dead.
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(0)
            .timeout_global(Some(PATIENCE))
            // Each connection clears its buffer, byte by byte in code without optimisation.
            .input_buffer_size(16 << 10)
            .build();
        Visitor { server: server.to_owned(), agent: config.into(), cookies: RefCell::default(), token: None }
    }

    /// Returns the visitor with a seat token.
    pub fn with(mut self, token: &str) -> Visitor {
        self.token = Some(token.to_owned());
        self
    }

    /// Returns the Cookie header.
    pub fn cookie(&self) -> String {
        self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    /// Sends a request.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_ask(method, path, headers, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Sends a request. The server may close the connection before it has read the whole body.
    pub fn try_ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Answer, ureq::Error> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("http://{}{path}", self.server));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !self.cookies.borrow().is_empty() {
            request = request.header("cookie", self.cookie());
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let answer = if matches!(method, "GET" | "HEAD") {
            self.agent.run(request.body(()).unwrap())
        } else {
            self.agent.run(request.body(body).unwrap())
        };
        let mut answer = answer?;
        let headers: Vec<_> = answer
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        for (_, cookie) in headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.borrow_mut().insert(name.to_owned(), value.to_owned());
        }
        let status = answer.status().as_u16();
        let mut body = Vec::new();
        answer.body_mut().as_reader().read_to_end(&mut body)?;
        Ok(Answer { status, headers, body })
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], &[])
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    /// Posts a form.
    pub fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body =
            fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect::<Vec<_>>().join("&");
        self.ask("POST", path, &[("content-type", "application/x-www-form-urlencoded")], body.as_bytes())
    }

    /// Posts an action to a game, such as `move/a2-b3`.
    pub fn act(&self, id: &str, act: &str) -> Answer {
        self.ask("POST", &format!("/api/board/game/{id}/{act}"), &[], &[])
    }

    /// Reads an answer line by line.
    pub fn lines(&self, path: &str) -> Lines {
        let mut stream = TcpStream::connect(&self.server).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let token = self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let cookie = self.cookie();
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {}\r\nCookie: {cookie}\r\n{token}\r\n", self.server).unwrap();
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).unwrap() > 0, "no answer to {path}");
        }
        assert!(head.split_whitespace().nth(1) == Some("200"), "{path}: {head}");
        Lines { reader }
    }
}

/// Stream of JSON lines. Dropping it closes the connection.
pub struct Lines {
    reader: BufReader<TcpStream>,
}

impl Iterator for Lines {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            // Empty lines are keep-alives.
            if !line.trim().is_empty() {
                return Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")));
            }
        }
    }
}

/// Percent-encodes a text.
pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

type Socket = tokio_tungstenite::WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// A client of a live game.
pub struct Player {
    socket: Socket,
    /// Last state, updated by later messages.
    pub state: Value,
    /// Moves played so far.
    pub turns: Vec<String>,
}

impl Player {
    /// Connects and waits for the state. Returns the status of a refusal.
    pub fn connect(server: &str, path: &str, headers: &[(&'static str, &str)]) -> Result<Player, u16> {
        let mut request = format!("ws://{server}{path}").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
        }
        match within_patience("the connection", tokio_tungstenite::connect_async(request)) {
            Ok((socket, _)) => {
                let mut player = Player { socket, state: Value::Null, turns: vec![] };
                player.until("the state", |message| message["t"] == "state" || message["t"] == "update");
                Ok(player)
            }
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{path}: {error}"),
        }
    }

    /// Connects with the token of a seat, or as a spectator.
    pub fn seated(server: &str, path: &str, token: Option<&str>) -> Result<Player, u16> {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        Player::connect(server, path, &headers)
    }

    /// Sends a message. Returns false when the connection is closed.
    pub fn send_raw(&mut self, message: Message) -> bool {
        within_patience("the message to be sent", self.socket.send(message)).is_ok()
    }

    pub fn send(&mut self, message: Value) {
        assert!(self.send_raw(Message::text(message.to_string())), "the connection is closed");
    }

    /// Returns the next message, or nothing when the connection is closed.
    pub fn next(&mut self) -> Option<Value> {
        let message: Value = loop {
            match within_patience("a message", self.socket.next()) {
                Some(Ok(Message::Text(text))) => {
                    break validated("Message", serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        };
        match message["t"].as_str() {
            Some("state") => {
                let played = message["history"].as_array().unwrap().iter();
                self.turns = played.map(|played| played["turn"]["text"].as_str().unwrap().to_owned()).collect();
                self.state = message.clone();
            }
            Some("update") => {
                self.turns.truncate(message["ply"].as_u64().unwrap() as usize);
                for (key, value) in message.as_object().unwrap().iter().filter(|(key, _)| *key != "t") {
                    self.state[key] = value.clone();
                }
            }
            Some("turn") => {
                self.turns.push(message["turn"]["text"].as_str().unwrap().to_owned());
                for (key, value) in message.as_object().unwrap().iter().filter(|(key, _)| *key != "t" && *key != "turn")
                {
                    self.state[key] = value.clone();
                }
            }
            _ => {}
        }
        Some(message)
    }

    /// Reads messages until one fits.
    pub fn until(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let message = self.next().unwrap_or_else(|| panic!("the connection was closed before {what}"));
            if fits(&message) {
                return message;
            }
            assert!(began.elapsed() < PATIENCE, "still waiting for {what}; the last was {message}");
        }
    }

    /// Reads messages until the state fits.
    pub fn until_state(&mut self, what: &str, fits: impl Fn(&Value) -> bool) {
        while !fits(&self.state) {
            self.until(what, |message| matches!(message["t"].as_str(), Some("state" | "turn" | "update")));
        }
    }

    /// Reads messages until the game has reached a ply.
    pub fn until_ply(&mut self, ply: usize) {
        self.until_state(&format!("ply {ply}"), |state| state["ply"] == ply);
    }

    /// Sends a move without waiting for an answer.
    pub fn turn(&mut self, text: &str) {
        let ply = self.turns.len();
        self.send(json!({ "t": "turn", "ply": ply, "text": text }));
    }

    /// Plays a move and waits for its confirmation.
    pub fn play(&mut self, text: &str) {
        let ply = self.turns.len();
        self.turn(text);
        // When the opponent has already replied, one state contains both moves.
        let has_happened = |message: &Value| message["ply"].as_u64().is_some_and(|now| now > ply as u64);
        let message = self.until("the turn", |message| message["t"] == "refused" || has_happened(message));
        assert_ne!(message["t"], "refused", "{text}: {message}");
    }

    /// Reads messages until an action has happened, or returns the text of its refusal.
    pub fn until_or_refused(&mut self, what: &str, has_happened: impl Fn(&Value) -> bool) -> Option<String> {
        let message = self.until(what, |message| message["t"] == "refused" || has_happened(message));
        (message["t"] == "refused").then(|| message["message"].as_str().unwrap().to_owned())
    }

    /// Sends an action and returns the text of its refusal.
    pub fn refused(&mut self, message: Value) -> String {
        self.send(message);
        let message = self.until("the refusal", |message| message["t"] == "refused");
        message["message"].as_str().filter(|words| !words.is_empty()).expect("the text of the refusal").to_owned()
    }

    /// Reads messages until one fits. Returns true when the connection closes first.
    pub fn until_closed_or(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> bool {
        let began = Instant::now();
        loop {
            match self.next() {
                None => return true,
                Some(message) if fits(&message) => return false,
                Some(message) => {
                    assert!(began.elapsed() < PATIENCE, "still waiting for {what}; the last was {message}")
                }
            }
        }
    }

    /// Reads messages until the server closes the connection.
    pub fn until_closed(&mut self) -> Vec<Value> {
        let began = Instant::now();
        let mut messages = Vec::new();
        while let Some(message) = self.next() {
            assert!(began.elapsed() < PATIENCE, "the connection is still open");
            messages.push(message);
        }
        messages
    }
}

/// Replays moves with the rules library.
pub fn game(title: &str, rules: &[&str], turns: &[String]) -> AnyGame {
    let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    let choices: Vec<_> = rules.iter().map(|rule| split_option(rule).unwrap()).collect();
    let ruleset = find_game(id).unwrap().ruleset(variant, &choices).unwrap();
    let mut game = AnyRules::compile(ruleset).unwrap().new_game();
    for text in turns {
        let turn = read_turn(&*game, text).unwrap_or_else(|error| panic!("{title}: {error}"));
        game.play(&turn).unwrap();
    }
    game
}

/// Returns the legal moves of a game as texts.
pub fn legal(game: &AnyGame) -> Vec<String> {
    game.turns().unwrap().iter().map(|turn| turn.text(&game.ruleset().board)).collect()
}

/// Returns a random legal move after other moves.
pub fn random_move(title: &str, turns: &[String], rng: &mut fastrand::Rng) -> String {
    let mut legal = legal(&game(title, &[], turns));
    legal.swap_remove(rng.usize(..legal.len()))
}

/// Returns a number from an environment variable, or the default.
pub fn number(name: &str, usual: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: allowed: a whole number")))
}

/// Plays on servers that are killed at random moments. No acknowledged move may be lost, added or duplicated.
/// `QUIRKAT_KILLS` sets the number of kills, `QUIRKAT_SEED` the random seed.
pub fn moves_survive_kills(start: impl Fn() -> Server) {
    let kills = number("QUIRKAT_KILLS", 8);
    let mut rng = fastrand::Rng::with_seed(number("QUIRKAT_SEED", 21));
    let mut server = start();
    let pair = |server: &Server| server.pair(json!({ "game": "international", "name": "Ana" }));
    let alone =
        |server: &Server| server.begin(json!({ "game": "international", "opponent": "engine:1", "side": "first" }));
    let (mut id, mut tokens) = pair(&server);
    let mut against = alone(&server);
    let mut last_turns: [Vec<String>; 2] = Default::default();
    let (mut games, mut acknowledged) = (2, [0, 0]);
    for kill in 0..kills {
        let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
        let mut third = server.player(&against.id, Some(&against.token));
        for (seen_turns, turns) in last_turns.iter().zip([&players[0].turns, &third.turns]) {
            assert_eq!(
                turns.get(..seen_turns.len()),
                Some(&seen_turns[..]),
                "a turn that was seen is gone after {kill} kills"
            );
            assert!(turns.len() <= seen_turns.len() + 2, "only moves in flight may be added: {kill} kills");
        }
        // A finished game is replaced by a new one.
        if !players[0].state["outcome"].is_null() {
            (id, tokens) = pair(&server);
            players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
            games += 1;
        }
        if !third.state["outcome"].is_null() {
            against = alone(&server);
            third = server.player(&against.id, Some(&against.token));
            games += 1;
        }
        let before = [players[0].turns.len(), third.turns.len()];
        let ends = Instant::now() + Duration::from_millis(rng.u64(20..400));
        // Moves are sent continuously until the kill.
        while Instant::now() < ends && players[0].state["outcome"].is_null() {
            let ply = players[0].turns.len();
            let text = random_move("international", &players[0].turns, &mut rng);
            let at = usize::from(players[0].state["toMove"] == "second");
            players[at].play(&text);
            players[1 - at].until_ply(ply + 1);
            if third.state["toMove"] == "first" {
                let text = random_move("international", &third.turns, &mut rng);
                third.play(&text);
                if rng.bool() {
                    let ply = third.turns.len();
                    third.until_state("the engine's turn", |state| {
                        state["ply"] == ply + 1 || !state["outcome"].is_null()
                    });
                }
            }
        }
        // One more move is in flight at the kill and may or may not survive.
        if players[0].state["outcome"].is_null() {
            let text = random_move("international", &players[0].turns, &mut rng);
            let at = usize::from(players[0].state["toMove"] == "second");
            players[at].turn(&text);
        }
        last_turns = [players[0].turns.clone(), third.turns.clone()];
        for (acknowledged, (turns, before)) in acknowledged.iter_mut().zip(last_turns.iter().zip(before)) {
            *acknowledged += turns.len() - before;
        }
        server.kill();
        server = start();
    }
    let [people, engine] = acknowledged;
    eprintln!(
        "{kills} servers were killed: of {people} turns between people and {engine} against the engine, in {games} \
        games, none was lost and none played twice"
    );
    assert!(people > 8 && engine > 2, "games were played");
}
