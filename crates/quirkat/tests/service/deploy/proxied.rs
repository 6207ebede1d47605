//! Tests the server behind nginx and Caddy.

use futures_util::StreamExt;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const PATIENCE: Duration = Duration::from_secs(60);
const HOST: &str = "games.example.org";

/// Returns the path of a file in `deploy/`.
pub fn deploy(name: &str) -> String {
    format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Waits until a value is present.
pub fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "still waiting for {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// A process that ends with the test, and its output.
struct Running {
    child: Child,
    log: Arc<Mutex<String>>,
}

impl Running {
    fn start(command: &mut Command) -> Running {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (written, stderr) = (Arc::clone(&log), BufReader::new(child.stderr.take().unwrap()));
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *written.lock().unwrap() += &format!("{line}\n");
            }
        });
        Running { child, log }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("{}", self.log.lock().unwrap());
        }
    }
}

/// The server with its data.
pub struct Server {
    running: Running,
    folder: TempDir,
    /// Address on which it listens.
    pub address: String,
}

impl Server {
    /// Starts a server with these options, at a free port.
    pub fn start(options: &[&str]) -> Server {
        let folder = TempDir::new().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_quirkat"));
        command.arg("serve").args(options).args(["--port", "0", "--data"]).arg(folder.path());
        let running = Running::start(&mut command);
        let address = until("the server's address", || {
            Some(running.log.lock().unwrap().split_once("Quirkat is at http://")?.1.split_once('/')?.0.to_owned())
        });
        Server { running, folder, address }
    }

    /// Returns the data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the URL of its metrics, which its log names.
    pub fn metrics(&self) -> String {
        let address = until("the address of the metrics", || {
            let log = self.running.log.lock().unwrap();
            Some(log.split_once("/metrics")?.0.rsplit_once("http://")?.1.to_owned())
        });
        format!("http://{address}/metrics")
    }
}

/// Returns the body at a URL.
pub fn get(url: &str, headers: &[(&str, &str)]) -> String {
    let request = headers.iter().fold(agent().get(url), |request, (name, value)| request.header(*name, *value));
    request.call().unwrap_or_else(|error| panic!("{url}: {error}")).body_mut().read_to_string().unwrap()
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).build().into()
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Plays a move through a proxy at a port that forwards requests as this host. `site` is the origin in the visitor's
/// browser, `path` the base path.
fn plays(port: u16, site: &str, path: &str) {
    let here = format!("http://127.0.0.1:{port}{path}");
    // A browser sends the origin of the page: the site, whatever name the proxy uses.
    let request = json!({ "game": "alquerque", "opponent": "here", "side": "first" }).to_string();
    let answer = agent()
        .post(format!("{here}/api/play"))
        .header("host", HOST)
        .header("origin", "https://games.example.org")
        .header("content-type", "application/json")
        .send(request)
        .unwrap_or_else(|error| panic!("{here}: {error}"))
        .body_mut()
        .read_to_string()
        .unwrap();
    let new_game: Value = serde_json::from_str(&answer).unwrap();
    let id = new_game["id"].as_str().unwrap();
    assert_eq!(new_game["url"], format!("{site}/play/{id}"));
    let page = get(&format!("{here}/games/alquerque"), &[("host", HOST)]);
    assert!(page.contains(&format!("<a class=\"brand\" href=\"{path}/\">")), "{page}");
    // Streams pass through the proxy: a live game uses a WebSocket.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut request = format!("ws://127.0.0.1:{port}{path}/play/{id}/live").into_client_request().unwrap();
        request.headers_mut().insert("host", HOST.parse().unwrap());
        let connected = tokio::time::timeout(PATIENCE, async {
            let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
            until_told(&mut socket, "state").await;
            let token = format!("Bearer {}", new_game["token"].as_str().unwrap());
            let act = format!("{here}/api/board/game/{id}/move/c2-c3");
            let played = move || agent().post(&act).header("host", HOST).header("authorization", &token).send_empty();
            tokio::task::spawn_blocking(played).await.unwrap().unwrap();
            until_told(&mut socket, "turn").await;
        });
        connected.await.unwrap();
    });
}

/// Waits for a message of this kind in a live game.
async fn until_told(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, kind: &str) {
    loop {
        let message = socket.next().await.unwrap().unwrap();
        let Message::Text(text) = message else { continue };
        if serde_json::from_str::<Value>(&text).unwrap()["t"] == kind {
            return;
        }
    }
}

/// Creates a self-signed certificate.
fn certificate(folder: &Path) {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=games.example.org", "-keyout"])
        .arg(folder.join("privkey.pem"))
        .arg("-out")
        .arg(folder.join("fullchain.pem"))
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Starts nginx with the file of `deploy/`, modified by `change`. Returns its HTTPS port and a plain port.
fn nginx(server: &Server, folder: &Path, change: impl Fn(String) -> String) -> (Running, u16) {
    certificate(folder);
    let (plain, encrypted) = (free_port(), free_port());
    let site = fs::read_to_string(deploy("nginx.conf")).unwrap();
    let at = |name: &str| folder.join(name).display().to_string();
    // The tests do not speak TLS. They connect to the plain port, with the same rules.
    let site = change(site)
        .replace("    listen [::]:80;\n", "")
        .replace("    listen [::]:443 ssl http2;\n", "")
        .replace("listen 80;", &format!("listen 127.0.0.1:{};", free_port()))
        .replace(
            "listen 443 ssl http2;",
            &format!("listen 127.0.0.1:{encrypted} ssl http2;\n    listen 127.0.0.1:{plain};"),
        )
        .replace("/var/log/nginx", &folder.display().to_string())
        .replace("/etc/letsencrypt/live/games.example.org", &folder.display().to_string())
        .replace("127.0.0.1:12830", &server.address);
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {};\n", at(kind)))
        .concat();
    let all = format!(
        "pid {};\nerror_log stderr;\ndaemon off;\nmaster_process off;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n",
        at("pid")
    );
    fs::write(folder.join("all.conf"), all).unwrap();
    let running = Running::start(
        Command::new("nginx").arg("-e").arg("stderr").arg("-p").arg(folder).arg("-c").arg(folder.join("all.conf")),
    );
    let secure = format!("127.0.0.1:{encrypted}");
    until("nginx", || std::net::TcpStream::connect(&secure).ok());
    // The TLS port answers as well, with HTTP/2.
    let asked = Command::new("openssl")
        .args(["s_client", "-connect", &secure, "-servername", HOST, "-alpn", "h2,http/1.1"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&asked.stdout);
    assert!(said.contains("CN = games.example.org") && said.contains("ALPN protocol: h2"), "{said}");
    (running, plain)
}

pub fn nginx_lets_games_be_played_by_https() {
    let server = Server::start(&["--proxies", "1", "--public-url", "https://games.example.org"]);
    let folder = TempDir::new().unwrap();
    let (_nginx, port) = nginx(&server, folder.path(), |site| site);
    plays(port, "https://games.example.org", "");
    browsers_stay_with_https(port);
    the_connections_of_a_client_are_limited(port);
    ask_with_secrets(port);
    // Without the server, nginx reports the requests that fail.
    drop(server);
    ask_with_secrets(port);
    let [access, errors] =
        ["access.log", "error.log"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert!(access.contains("GET /games/alquerque") && access.contains(" 502 "), "{access}");
    for log in [access, errors] {
        assert!(!log.contains(SECRET), "{log}");
    }
}

/// A text in requests that must not appear in a log.
const SECRET: &str = "sesame";

/// Sends requests with secrets in the path, the query and headers. They may fail.
fn ask_with_secrets(port: u16) {
    for path in
        ["/join/k3v9x2/SECRET", "/api/join/k3v9x2/SECRET", "/feed/k3v9x2/SECRET.atom", "/games/alquerque?token=SECRET"]
    {
        let request = agent().get(format!("http://127.0.0.1:{port}{}", path.replace("SECRET", SECRET)));
        let request = request.header("referer", format!("https://{HOST}/join/k3v9x2/{SECRET}"));
        let request = request.header("cookie", format!("key={SECRET}"));
        let _ = request.header("authorization", format!("Bearer {SECRET}")).header("host", HOST).call();
    }
}

/// Checks that answers ask browsers to use HTTPS.
fn browsers_stay_with_https(port: u16) {
    let answer = agent().get(format!("http://127.0.0.1:{port}/games/alquerque")).header("host", HOST).call().unwrap();
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=31536000");
}

/// Checks that a client with a hundred requests at a time gets no further answer until one ends.
fn the_connections_of_a_client_are_limited(port: u16) {
    let status = || {
        let request = agent().get(format!("http://127.0.0.1:{port}/health")).header("host", HOST);
        match request.call() {
            Ok(answer) => answer.status().as_u16(),
            Err(ureq::Error::StatusCode(status)) => status,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(status(), 200);
    // Requests whose bodies are never sent.
    let head = format!("POST /api/explore HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 9\r\n\r\n");
    let open = || {
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let streams: Vec<_> = (0..100).map(|_| open()).collect();
    until("a refusal", || (status() == 429).then_some(()));
    drop(streams);
    until("an answer", || (status() == 200).then_some(()));
}

pub fn nginx_lets_games_be_played_below_a_path() {
    let server = Server::start(&["--proxies", "1", "--public-url", "https://games.example.org/quirkat"]);
    let folder = TempDir::new().unwrap();
    // Requests that name another host.
    let change =
        |site: String| site.replace("location / {", "location /quirkat/ {").replace("Host $host", "Host localhost");
    let (_nginx, port) = nginx(&server, folder.path(), change);
    plays(port, "https://games.example.org/quirkat", "/quirkat");
}

pub fn caddy_lets_games_be_played() {
    let server = Server::start(&["--proxies", "1", "--public-url", "https://games.example.org"]);
    let folder = TempDir::new().unwrap();
    let port = free_port();
    let text = fs::read_to_string(deploy("Caddyfile")).unwrap();
    // No certificate can be requested here.
    let site = text
        .replacen("{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
        .replace("games.example.org {", &format!("http://games.example.org:{port} {{\n\tbind 127.0.0.1"))
        .replace("127.0.0.1:12830", &server.address);
    let file = folder.path().join("Caddyfile");
    fs::write(&file, site).unwrap();
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file);
    let caddy = Running::start(command.env("HOME", folder.path()).env("XDG_DATA_HOME", folder.path()));
    until("caddy", || std::net::TcpStream::connect(("127.0.0.1", port)).ok());
    plays(port, "https://games.example.org", "");
    browsers_stay_with_https(port);
    ask_with_secrets(port);
    // Without the server, Caddy reports the requests that fail.
    drop(server);
    ask_with_secrets(port);
    let log = until("the last request in the log", || {
        let log = caddy.log.lock().unwrap().clone();
        (log.matches("\"status\":502").count() >= 4 && log.contains("connection refused")).then_some(log)
    });
    assert!(log.contains("\"uri\":\"/games/alquerque\"") && log.contains("\"uri\":\"/join/\""), "{log}");
    assert!(!log.contains(SECRET), "{log}");
}
