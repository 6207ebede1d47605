//! A client of the server: HTTP requests, raw connections and live connections, from a chosen source address.

use crate::target::{ClientAddress, Target};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::HeaderMap;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

/// Maximum time for an answer.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Reason why a request has no answer.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The connection failed or was closed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The connection carried no valid answer.
    #[error(transparent)]
    Http(#[from] hyper::Error),
    /// The request is invalid.
    #[error(transparent)]
    Request(#[from] hyper::http::Error),
    /// The live connection failed.
    #[error("{0}")]
    Live(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The server refused, with this status.
    #[error("status {0}")]
    Refused(u16),
    /// The answer did not come in time.
    #[error("no answer within {} s", PATIENCE.as_secs())]
    Timeout,
    /// The answer lacks something.
    #[error("{0}")]
    Answer(String),
}

/// A request. It can be stored in a file and sent again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// HTTP method.
    pub method: String,
    /// Path with its query, below the base path.
    pub path: String,
    /// Names and values of headers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// Body.
    #[serde(default, with = "text", skip_serializing_if = "Bytes::is_empty")]
    pub body: Bytes,
}

/// Bodies as texts.
mod text {
    use bytes::Bytes;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(body: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&String::from_utf8_lossy(body))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        String::deserialize(deserializer).map(Bytes::from)
    }
}

impl Request {
    /// Returns a GET request.
    pub fn get(path: impl Into<String>) -> Request {
        Request { method: "GET".to_owned(), path: path.into(), headers: vec![], body: Bytes::new() }
    }

    /// Returns a POST request with a body of a media type.
    pub fn post(path: impl Into<String>, kind: &str, body: impl Into<Bytes>) -> Request {
        Request { method: "POST".to_owned(), body: body.into(), ..Request::get(path) }.with("content-type", kind)
    }

    /// Returns a POST request with JSON.
    pub fn json(path: impl Into<String>, body: &Value) -> Request {
        Request::post(path, "application/json", body.to_string())
    }

    /// Returns a POST request with a form.
    pub fn form(path: impl Into<String>, fields: &[(&str, &str)]) -> Request {
        let fields: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        Request::post(path, "application/x-www-form-urlencoded", fields.join("&"))
    }

    /// Adds a header.
    pub fn with(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// Percent-encodes a text.
pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// An answer with its time from the first byte of the connection to the last byte of the body.
#[derive(Clone, Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Bytes,
    /// Time from connecting until the body was complete.
    pub time: Duration,
}

impl Answer {
    /// Returns the body as JSON, or null.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the beginning of the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body[..self.body.len().min(200)]).into_owned()
    }

    /// Returns this answer if its status is 200.
    ///
    /// # Errors
    /// [`ClientError::Refused`] otherwise.
    pub fn accepted(self) -> Result<Answer, ClientError> {
        if self.status == 200 { Ok(self) } else { Err(ClientError::Refused(self.status)) }
    }
}

/// A live connection.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Sends a message.
    ///
    /// # Errors
    /// When the connection is closed.
    pub async fn send(&mut self, message: Message) -> Result<(), ClientError> {
        let sent = timeout(PATIENCE, self.0.send(message)).await;
        Ok(sent.map_err(|_| ClientError::Timeout)?.map_err(Box::new)?)
    }

    /// Returns the next message in JSON.
    ///
    /// # Errors
    /// When the connection is closed or silent.
    pub async fn next(&mut self) -> Result<Value, ClientError> {
        loop {
            let message = timeout(PATIENCE, self.0.next()).await.map_err(|_| ClientError::Timeout)?;
            match message.transpose().map_err(Box::new)? {
                Some(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap_or_default()),
                Some(Message::Close(_)) | None => {
                    return Err(ClientError::Answer("the live connection was closed".to_owned()));
                }
                Some(_) => {}
            }
        }
    }

    /// Reads messages until one fits.
    ///
    /// # Errors
    /// When the connection is closed or silent, or the server refuses.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Result<Value, ClientError> {
        loop {
            let message = self.next().await?;
            if fits(&message) {
                return Ok(message);
            }
            if message["t"] == "refused" {
                return Err(ClientError::Answer(message["message"].as_str().unwrap_or_default().to_owned()));
            }
        }
    }
}

/// A client with its address.
#[derive(Clone, Debug)]
pub struct Client {
    target: Target,
    ip: Option<IpAddr>,
}

impl Client {
    pub(crate) fn new(target: Target, number: u32) -> Client {
        let ip = target.client_ip(number);
        Client { target, ip }
    }

    /// Returns the server.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Connects to the server.
    ///
    /// # Errors
    /// When the server accepts no connection.
    pub async fn connect(&self) -> Result<TcpStream, ClientError> {
        let there = self.target.address;
        let socket = if there.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if let Some(ip) = self.ip.filter(|_| self.target.clients == ClientAddress::Loopback) {
            socket.bind(SocketAddr::new(ip, 0))?;
        }
        let stream = timeout(PATIENCE, socket.connect(there)).await.map_err(|_| ClientError::Timeout)??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Returns the headers that name this client, as lines of HTTP.
    pub fn raw_headers(&self) -> String {
        let forwarded = self.forwarded().map(|ip| format!("X-Forwarded-For: {ip}\r\n"));
        format!("Host: {}\r\n{}", self.target.authority, forwarded.unwrap_or_default())
    }

    /// Returns a path below the base path. Health checks are outside of it.
    pub fn path(&self, path: &str) -> String {
        if path == "/health" { path.to_owned() } else { format!("{}{path}", self.target.base) }
    }

    fn forwarded(&self) -> Option<IpAddr> {
        self.ip.filter(|_| self.target.clients == ClientAddress::Forwarded)
    }

    /// Sends a request on a new connection.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn ask(&self, request: &Request) -> Result<Answer, ClientError> {
        let began = Instant::now();
        let mut connection = Connection::open(self).await?;
        let mut answer = connection.ask(request).await?;
        answer.time = began.elapsed();
        Ok(answer)
    }

    /// Starts a game, and returns its id and the creator's token.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn begin(&self, game: &Value) -> Result<NewGame, ClientError> {
        let begun = self.ask(&Request::json("/api/play", game)).await?.accepted()?.json();
        let text = |key: &str| begun[key].as_str().map(str::to_owned);
        let missing = || ClientError::Answer("a new game without id or token".to_owned());
        let invite = text("invite").and_then(|url| Some(url.split_once("/join/")?.1.to_owned()));
        Ok(NewGame { id: text("id").ok_or_else(missing)?, token: text("token").ok_or_else(missing)?, invite })
    }

    /// Opens the live connection of a game.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn live(&self, id: &str, token: Option<&str>) -> Result<Socket, ClientError> {
        let url = format!("ws://{}{}", self.target.authority, self.path(&format!("/play/{id}/live")));
        let mut request = url.into_client_request().map_err(Box::new)?;
        let mut add = |name: &'static str, value: String| {
            if let Ok(value) = HeaderValue::from_str(&value) {
                request.headers_mut().insert(name, value);
            }
        };
        if let Some(ip) = self.forwarded() {
            add("x-forwarded-for", ip.to_string());
        }
        if let Some(token) = token {
            add("authorization", format!("Bearer {token}"));
        }
        let stream = self.connect().await?;
        let opened = timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await;
        match opened.map_err(|_| ClientError::Timeout)? {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                Err(ClientError::Refused(answer.status().as_u16()))
            }
            Err(error) => Err(Box::new(error).into()),
        }
    }
}

/// A game that a client has started.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub id: String,
    pub token: String,
    /// Path after `/join/`.
    pub invite: Option<String>,
}

/// A connection that is kept for several requests.
pub struct Connection {
    client: Client,
    sender: SendRequest<Full<Bytes>>,
}

impl Connection {
    /// Opens a connection.
    ///
    /// # Errors
    /// When the server accepts none.
    pub async fn open(client: &Client) -> Result<Connection, ClientError> {
        let stream = client.connect().await?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // Ends when the sender is dropped; its error is also that of the request.
        tokio::spawn(connection);
        Ok(Connection { client: client.clone(), sender })
    }

    /// Sends a request and reads the whole answer.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn ask(&mut self, request: &Request) -> Result<Answer, ClientError> {
        let began = Instant::now();
        let mut message = hyper::Request::builder()
            .method(request.method.as_str())
            .uri(self.client.path(&request.path))
            .header("host", &self.client.target.authority);
        if let Some(ip) = self.client.forwarded() {
            message = message.header("x-forwarded-for", ip.to_string());
        }
        for (name, value) in &request.headers {
            message = message.header(name, value);
        }
        let message = message.body(Full::new(request.body.clone()))?;
        let answered = async {
            let answer = self.sender.send_request(message).await?;
            let (head, body) = answer.into_parts();
            let body = body.collect().await?.to_bytes();
            Ok(Answer { status: head.status.as_u16(), headers: head.headers, body, time: began.elapsed() })
        };
        timeout(PATIENCE, answered).await.map_err(|_| ClientError::Timeout)?
    }
}
