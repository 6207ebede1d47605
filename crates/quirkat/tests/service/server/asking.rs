//! A client that sends arbitrary bytes to a server. The tests send mutated requests, the fuzz targets (`fuzz/`) send
//! the inputs of libFuzzer. Placeholders in the text: `{id}` is a game at one screen and `{token}` its seat token,
//! `{invite}` an invitation, `{open}` an open game, `{key}` a player's key.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Maximum time for any answer.
const PATIENCE: Duration = Duration::from_secs(60);

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// Kind of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// A path with its query.
    Address,
    /// A path, and below it a body: JSON or a record.
    Body,
    /// A path, and below it the fields of a form.
    Form,
    /// Messages of a live connection, one per line, in a game at one screen. After an empty line, the other side of a
    /// game between two sends.
    Message,
}

impl InputKind {
    pub const ALL: [InputKind; 4] = [InputKind::Address, InputKind::Body, InputKind::Form, InputKind::Message];

    /// Returns the name of the fuzz target and of its folder of seeds.
    pub fn word(self) -> &'static str {
        match self {
            InputKind::Address => "address",
            InputKind::Body => "body",
            InputKind::Form => "form",
            InputKind::Message => "message",
        }
    }
}

/// Sends a text to a server, and returns the status of the answer. Messages count as 200, or 400 if one was refused.
/// Returns nothing when the server closes the connection.
///
/// # Panics
/// When the server fails or does not answer.
pub fn ask(server: &str, kind: InputKind, text: &str) -> Option<u16> {
    if kind == InputKind::Message {
        return say(server, text);
    }
    let FilledText { text, token, open } = fill_in(server, text);
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    let answer = match kind {
        InputKind::Body => request(server, "POST", path, &[JSON, ("Authorization", &token)], body),
        InputKind::Form => {
            request(server, "POST", path, &[("Content-Type", "application/x-www-form-urlencoded")], body)
        }
        InputKind::Address | InputKind::Message => request(server, "GET", path, &[], ""),
    };
    if let Some(id) = open {
        // The number of waiting games per player is limited. A game that was joined no longer waits.
        request(server, "POST", &format!("/api/board/game/{id}/call_off"), &[("Authorization", &token)], "");
    }
    let (status, _) = answer?;
    // Queues may be full.
    assert!(status < 500 || status == 503, "{status}: {text}");
    Some(status)
}

/// A text with its placeholders filled in.
struct FilledText {
    text: String,
    /// Token of the seats.
    token: String,
    /// A game that waits for an opponent.
    open: Option<String>,
}

fn fill_in(server: &str, text: &str) -> FilledText {
    let (mut text, mut token, mut open) = (text.to_owned(), String::new(), None);
    for (name, opponent) in [("{id}", "here"), ("{invite}", "friend"), ("{open}", "anyone")] {
        if text.contains(name) {
            let answer = begin(server, opponent);
            if name == "{open}" && !answer.contains("\"id\"") {
                // The limit of waiting games is reached: the input can start such games too.
                continue;
            }
            let value = if name == "{invite}" { invitation(&answer) } else { member(&answer, "id") };
            text = text.replace(name, value).replace("{token}", member(&answer, "token"));
            token = format!("Bearer {}", member(&answer, "token"));
            if name == "{open}" {
                open = Some(value.to_owned());
            }
        }
    }
    if text.contains("{key}") {
        text = text.replace("{key}", &key(server));
    }
    FilledText { text, token, open }
}

/// Starts a game, and returns the answer.
fn begin(server: &str, opponent: &str) -> String {
    post(server, "/api/play", &format!(r#"{{"game":"alquerque:walker","opponent":"{opponent}","side":"first"}}"#))
}

/// Posts a request that the server must accept, and returns the answer.
fn post(server: &str, path: &str, body: &str) -> String {
    let (_, answer) = request(server, "POST", path, &[JSON], body).expect("an answer");
    all(answer)
}

fn all(mut answer: BufReader<TcpStream>) -> String {
    let mut text = String::new();
    answer.read_to_string(&mut text).expect("a text");
    text
}

fn member<'b>(answer: &'b str, name: &str) -> &'b str {
    let member = answer.split_once(&format!("\"{name}\":\"")).and_then(|(_, rest)| rest.split('"').next());
    member.unwrap_or_else(|| panic!("no {name}: {answer}"))
}

fn invitation(answer: &str) -> &str {
    member(answer, "invite").split_once("/join/").expect("an invitation").1
}

/// Returns the key of a new player.
fn key(server: &str) -> String {
    let (_, welcome) = request(server, "GET", "/", &[], "").expect("a page");
    let welcome = all(welcome);
    let cookies = welcome.lines().filter_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    let cookies = cookies.collect::<Vec<_>>().join("; ");
    let (_, page) = request(server, "GET", "/key", &[("Cookie", &cookies)], "").expect("a page");
    let page = all(page);
    let (_, key) = page.split_once("/key#").unwrap_or_else(|| panic!("no key: {page}"));
    key.split('"').next().expect("a key").to_owned()
}

fn connect(server: &str) -> TcpStream {
    let stream = TcpStream::connect(server).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
    stream
}

/// Returns the status of an answer and its reader. The body may be endless.
fn request(
    server: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<(u16, BufReader<TcpStream>)> {
    let mut stream = connect(server);
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n"
    );
    // A server that refuses a request unread closes the connection.
    let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
    let mut answer = BufReader::new(stream);
    let mut first = String::new();
    if let Err(error) = answer.read_line(&mut first) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}: {method} {path}");
    }
    Some((first.split(' ').nth(1)?.parse().ok()?, answer))
}

/// Opens a raw live connection.
///
/// # Panics
/// When the server refuses.
pub fn live(server: &str, path: &str) -> TcpStream {
    let mut stream = connect(server);
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .expect("the request is sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("the head of the answer");
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// Returns a masked WebSocket frame, as clients must send.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    if payload.len() < 126 {
        bytes.push(0x80 | payload.len() as u8);
    } else {
        bytes.push(0x80 | 126);
        bytes.extend((payload.len() as u16).to_be_bytes());
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// Maximum number of changes between the two sides.
const SPEECHES: usize = 8;

/// Sends messages to a new game, one per line, and reads the answers.
fn say(server: &str, messages: &str) -> Option<u16> {
    let speeches: Vec<_> = messages.splitn(SPEECHES, "\n\n").collect();
    let answer = begin(server, if speeches.len() == 1 { "here" } else { "friend" });
    let own = member(&answer, "token").to_owned();
    let other = match speeches.len() {
        1 => own.clone(),
        _ => member(&post(server, &format!("/api/join/{}", invitation(&answer)), "{}"), "token").to_owned(),
    };
    let mut is_refused = false;
    for (speech, token) in speeches.into_iter().zip([own, other].iter().cycle()) {
        let speech = format!("{}\n{speech}", format_args!(r#"{{"t":"seat","token":"{token}"}}"#));
        let answers = speak(server, &format!("/play/{}/live", member(&answer, "id")), &speech)?;
        is_refused |= answers.contains(r#"{"t":"refused""#);
    }
    Some(if is_refused { 400 } else { 200 })
}

/// Sends messages over a new live connection, and returns the answers. Returns nothing when the server closes the
/// connection.
fn speak(server: &str, path: &str, messages: &str) -> Option<String> {
    const TEXT: u8 = 0x81;
    const CLOSE: u8 = 0x88;
    let mut stream = live(server, path);
    let lines = messages.lines().filter(|line| line.len() <= usize::from(u16::MAX));
    let mut frames: Vec<_> = lines.flat_map(|line| frame(TEXT, line.as_bytes())).collect();
    frames.extend(frame(CLOSE, &[]));
    let _ = stream.write_all(&frames);
    let mut answers = Vec::new();
    // Messages are answered in order: the answer to the close frame is the last. Too many messages close the
    // connection.
    match stream.read_to_end(&mut answers) {
        Ok(_) => Some(String::from_utf8_lossy(&answers).into_owned()),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
        Err(error) => panic!("{error} after {messages}"),
    }
}
