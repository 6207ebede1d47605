//! Somebody who sends a server anything whatever, byte by byte. The tests send what is nearly right, the fuzz targets
//! (`fuzz/`) what libFuzzer thinks of.
//!
//! In what is sent `{id}` stands for a game that was begun for it, and `{token}` for its seat's token.

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
    /// Messages of a live connection, one a line.
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
    let (text, token) = about_a_game(server, text);
    if means == Means::Message {
        return say(server, &text);
    }
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    let answer = match means {
        Means::Body => request(server, "POST", path, &[JSON, ("Authorization", &token)], body),
        Means::Form => request(server, "POST", path, &[("Content-Type", "application/x-www-form-urlencoded")], body),
        Means::Address | Means::Message => request(server, "GET", path, &[], ""),
    };
    let (status, _) = answer?;
    // Too much of it may be waiting.
    assert!(status < 500 || status == 503, "{status}: {text}");
    Some(status)
}

/// The text with the names of a game that was begun for it, and how the seat is shown.
fn about_a_game(server: &str, text: &str) -> (String, String) {
    if !text.contains("{id}") {
        return (text.to_owned(), String::new());
    }
    let asked = r#"{"game":"alquerque:walker","rules":[],"position":null,"opponent":"here","side":"first","clock":null,"name":""}"#;
    let (_, mut answer) = request(server, "POST", "/api/play", &[JSON], asked).expect("an answer");
    let mut begun = String::new();
    answer.read_to_string(&mut begun).expect("a game");
    let told = |name: &str| begun.split_once(&format!("\"{name}\":\"")).and_then(|(_, rest)| rest.split('"').next());
    let (id, token) = told("id").zip(told("token")).unwrap_or_else(|| panic!("no game: {begun}"));
    (text.replace("{id}", id).replace("{token}", token), format!("Bearer {token}"))
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

/// Sends messages to a game of its own, one a line, and hears what is said until all of them were answered.
fn say(server: &str, messages: &str) -> Option<u16> {
    const TEXT: u8 = 0x81;
    const CLOSE: u8 = 0x88;
    let mut stream = live(server, &about_a_game(server, "/play/{id}/live?token={token}").0);
    let lines = messages.lines().filter(|line| line.len() <= usize::from(u16::MAX));
    let mut frames: Vec<_> = lines.flat_map(|line| frame(TEXT, line.as_bytes())).collect();
    frames.extend(frame(CLOSE, &[]));
    let _ = stream.write_all(&frames);
    let mut said = Vec::new();
    // Messages are answered one after another: when the goodbye is, all of them were. Whoever says too much is cut off.
    match stream.read_to_end(&mut said) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
        Err(error) => panic!("{error} after {messages}"),
    }
    let is_refused = String::from_utf8_lossy(&said).contains(r#"{"t":"refused""#);
    Some(if is_refused { 400 } else { 200 })
}
