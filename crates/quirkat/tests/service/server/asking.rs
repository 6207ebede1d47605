//! Somebody who sends a server anything whatever, byte by byte. The tests send what is nearly right, the fuzz targets
//! (`fuzz/`) what libFuzzer thinks of.
//!
//! In what is sent `{id}` stands for a game at one screen that was begun for it and `{token}` for its seats' token, `{invite}`
//! for an invitation, `{open}` for a game that anybody may join, and `{key}` for a key.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// So long does a server take for anything at most.
const PATIENCE: Duration = Duration::from_secs(60);

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// What a text is to a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// A path with its query.
    Address,
    /// A path, and in the lines below it JSON or a record.
    Body,
    /// A path, and in the line below it the fields of a form.
    Form,
    /// Messages of a live connection, one a line, in a game at one screen. Where a line is empty the game is one between two,
    /// and the other side speaks from there on.
    Message,
}

impl Means {
    pub const ALL: [Means; 4] = [Means::Address, Means::Body, Means::Form, Means::Message];

    /// The name of the fuzz target and of the folder of its seeds.
    pub fn word(self) -> &'static str {
        match self {
            Means::Address => "address",
            Means::Body => "body",
            Means::Form => "form",
            Means::Message => "message",
        }
    }
}

/// Sends a text to a server, and waits for what it says to it; the status of an answer, or whether messages were refused as
/// 400 or not as 200. There is none where the server hangs up.
///
/// # Panics
/// Where something broke, or the server does not answer.
pub fn ask(server: &str, means: Means, text: &str) -> Option<u16> {
    if means == Means::Message {
        return say(server, text);
    }
    let Filled { text, token, open } = filled(server, text);
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    let answer = match means {
        Means::Body => request(server, "POST", path, &[JSON, ("Authorization", &token)], body),
        Means::Form => request(server, "POST", path, &[("Content-Type", "application/x-www-form-urlencoded")], body),
        Means::Address | Means::Message => request(server, "GET", path, &[], ""),
    };
    if let Some(id) = open {
        // Nobody may wait in many games at once. Nobody waits in this one where it was joined.
        request(server, "POST", &format!("/api/board/game/{id}/call_off"), &[("Authorization", &token)], "");
    }
    let (status, _) = answer?;
    // Too much of it may be waiting.
    assert!(status < 500 || status == 503, "{status}: {text}");
    Some(status)
}

/// A text with what stands for something in it.
struct Filled {
    text: String,
    /// How the seats of its game are shown.
    token: String,
    /// A game that waits for an opponent.
    open: Option<String>,
}

fn filled(server: &str, text: &str) -> Filled {
    let (mut text, mut token, mut open) = (text.to_owned(), String::new(), None);
    for (name, opponent) in [("{id}", "here"), ("{invite}", "friend"), ("{open}", "anyone")] {
        if text.contains(name) {
            let begun = begin(server, opponent);
            if name == "{open}" && !begun.contains("\"id\"") {
                // As many wait as may: texts can begin such games, too.
                continue;
            }
            let stands = if name == "{invite}" { invitation(&begun) } else { told(&begun, "id") };
            text = text.replace(name, stands).replace("{token}", told(&begun, "token"));
            token = format!("Bearer {}", told(&begun, "token"));
            if name == "{open}" {
                open = Some(stands.to_owned());
            }
        }
    }
    if text.contains("{key}") {
        text = text.replace("{key}", &key(server));
    }
    Filled { text, token, open }
}

/// Begins a game; what is said of it.
fn begin(server: &str, opponent: &str) -> String {
    post(server, "/api/play", &format!(r#"{{"game":"alquerque:walker","opponent":"{opponent}","side":"first"}}"#))
}

/// What is answered to what a server accepts.
fn post(server: &str, path: &str, body: &str) -> String {
    let (_, answer) = request(server, "POST", path, &[JSON], body).expect("an answer");
    all(answer)
}

fn all(mut answer: BufReader<TcpStream>) -> String {
    let mut text = String::new();
    answer.read_to_string(&mut text).expect("a text");
    text
}

fn told<'b>(begun: &'b str, name: &str) -> &'b str {
    let told = begun.split_once(&format!("\"{name}\":\"")).and_then(|(_, rest)| rest.split('"').next());
    told.unwrap_or_else(|| panic!("no {name}: {begun}"))
}

fn invitation(begun: &str) -> &str {
    told(begun, "invite").split_once("/join/").expect("an invitation").1
}

/// The key of somebody who is new.
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

/// The status of an answer, and what comes after it, which may go on and on.
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
    // Whoever refuses a request unread hangs up.
    let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
    let mut answer = BufReader::new(stream);
    let mut first = String::new();
    if let Err(error) = answer.read_line(&mut first) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}: {method} {path}");
    }
    Some((first.split(' ').nth(1)?.parse().ok()?, answer))
}

/// A live connection without manners: bytes as they are, those after the head of the answer.
///
/// # Panics
/// Where the server refuses.
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

/// A frame with its mask, as clients have to send them.
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

/// As often does the other side speak at most.
const SPEECHES: usize = 8;

/// Sends messages to a game of its own, one a line, and hears what is said until all of them were answered.
fn say(server: &str, messages: &str) -> Option<u16> {
    let speeches: Vec<_> = messages.splitn(SPEECHES, "\n\n").collect();
    let begun = begin(server, if speeches.len() == 1 { "here" } else { "friend" });
    let own = told(&begun, "token").to_owned();
    let other = match speeches.len() {
        1 => own.clone(),
        _ => told(&post(server, &format!("/api/join/{}", invitation(&begun)), "{}"), "token").to_owned(),
    };
    let mut is_refused = false;
    for (speech, token) in speeches.into_iter().zip([own, other].iter().cycle()) {
        let said = speak(server, &format!("/play/{}/live?token={token}", told(&begun, "id")), speech)?;
        is_refused |= said.contains(r#"{"t":"refused""#);
    }
    Some(if is_refused { 400 } else { 200 })
}

/// Sends messages by a live connection of their own; what is said meanwhile. There is nothing where the server hangs up.
fn speak(server: &str, path: &str, messages: &str) -> Option<String> {
    const TEXT: u8 = 0x81;
    const CLOSE: u8 = 0x88;
    let mut stream = live(server, path);
    let lines = messages.lines().filter(|line| line.len() <= usize::from(u16::MAX));
    let mut frames: Vec<_> = lines.flat_map(|line| frame(TEXT, line.as_bytes())).collect();
    frames.extend(frame(CLOSE, &[]));
    let _ = stream.write_all(&frames);
    let mut said = Vec::new();
    // Messages are answered one after another: when the goodbye is, all of them were. Whoever says too much is cut off.
    match stream.read_to_end(&mut said) {
        Ok(_) => Some(String::from_utf8_lossy(&said).into_owned()),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
        Err(error) => panic!("{error} after {messages}"),
    }
}
