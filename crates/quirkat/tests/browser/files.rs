//! A static site, and a plain server of its files.

use crate::stage::PACKAGE;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use tempfile::TempDir;

/// Path below which the site is served.
const PATH: &str = "/museum/quirkat";

/// A static site of two games in two languages, as files of a plain server.
pub struct Files {
    /// URL of the site, without a slash at the end.
    pub site: String,
    _folder: TempDir,
}

static FILES: Mutex<Weak<Files>> = Mutex::new(Weak::new());

impl Files {
    /// Returns the site that other tests use, or writes it.
    pub fn get() -> Arc<Files> {
        let mut current = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        current.upgrade().unwrap_or_else(|| {
            let files = Arc::new(Files::new());
            *current = Arc::downgrade(&files);
            files
        })
    }

    /// Writes the site, and serves its files under a path.
    fn new() -> Files {
        let folder = tempfile::tempdir().expect("a folder for the site");
        let status = Command::new(env!("CARGO_BIN_EXE_quirkat"))
            .args(["site", "--games", "alquerque,lasca", "--lang", "en,es", "--module"])
            .arg(env::var_os(PACKAGE).expect("a package"))
            .arg(folder.path().join("site"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "no site is written");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let site = format!("http://{}{PATH}", listener.local_addr().expect("its address"));
        let root = folder.path().join("site");
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let root = root.clone();
                thread::spawn(move || answer(stream, &root));
            }
        });
        Files { site, _folder: folder }
    }
}

/// Answers one request with a file, or with status 404.
fn answer(mut stream: TcpStream, root: &Path) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let request = lines.next()?;
    lines.find(String::is_empty)?;
    let found = file(root, request.split(' ').nth(1)?);
    let kind = match found.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str()) {
        Some("css") => "text/css",
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let content = found.and_then(|path| fs::read(path).ok());
    let status = if content.is_some() { "200 OK" } else { "404 Not Found" };
    let content = content.unwrap_or_default();
    let length = content.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )
    .ok()?;
    stream.write_all(&content).ok()
}

/// Returns the file of an address; that of a folder is its page.
fn file(root: &Path, address: &str) -> Option<PathBuf> {
    let path = address.split('?').next()?.strip_prefix(PATH)?.trim_start_matches('/');
    let file = root.join(path);
    Some(if file.is_dir() { file.join("index.html") } else { file })
}
