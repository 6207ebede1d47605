//! A faulty connection: a proxy that forwards bytes to the server, and delays, drops or refuses them on demand.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A second address of the server.
pub struct Proxy {
    /// URL of the proxy.
    pub site: String,
    state: Arc<State>,
}

/// State of the connections.
#[derive(Default)]
struct State {
    /// Whether new connections are closed at once.
    is_cut: AtomicBool,
    /// Whether requests are never answered.
    is_stalled: AtomicBool,
    /// Delay of all bytes in milliseconds.
    delay: AtomicU64,
    connections: Mutex<Vec<Connection>>,
    /// Number of bytes of all answers.
    answered: AtomicU64,
}

struct Connection {
    streams: [TcpStream; 2],
    /// Whether bytes on this connection are dropped silently.
    is_dead: Arc<AtomicBool>,
}

impl Proxy {
    /// Starts a proxy in front of a server.
    pub fn new(site: &str) -> Proxy {
        let server = site.trim_start_matches("http://");
        let (server, path) = server.find('/').map_or((server, ""), |at| server.split_at(at));
        let server = server.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let proxy = Proxy { site: format!("http://{address}{path}"), state: Arc::default() };
        let state = Arc::clone(&proxy.state);
        thread::spawn(move || {
            for inner in listener.incoming().map_while(Result::ok) {
                let outer = TcpStream::connect(&server);
                let Ok(outer) = outer else { continue };
                let mut connections = state.connections.lock().expect("a list");
                if state.is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let is_dead = Arc::new(AtomicBool::new(state.is_stalled.load(Ordering::SeqCst)));
                for (from, to, is_answer) in [(&inner, &outer, false), (&outer, &inner, true)] {
                    let [from, to] = [from, to].map(|stream| stream.try_clone().expect("a stream"));
                    let (state, is_dead) = (Arc::clone(&state), Arc::clone(&is_dead));
                    thread::spawn(move || pass(from, to, &state, &is_dead, is_answer));
                }
                connections.push(Connection { streams: [inner, outer], is_dead });
            }
        });
        proxy
    }

    /// Returns the number of bytes that the server has answered.
    pub fn answered(&self) -> u64 {
        self.state.answered.load(Ordering::SeqCst)
    }

    /// Returns the URL of the same page through this proxy.
    pub fn instead_of(&self, site: &str, url: &str) -> String {
        url.replacen(site, &self.site, 1)
    }

    /// Delays all bytes from now on.
    pub fn slow(&self, delay: Duration) {
        self.state.delay.store(delay.as_millis() as u64, Ordering::SeqCst);
    }

    /// Closes all connections and refuses new ones.
    pub fn cut(&self) {
        let mut connections = self.state.connections.lock().expect("a list");
        self.state.is_cut.store(true, Ordering::SeqCst);
        for stream in connections.drain(..).flat_map(|connection| connection.streams) {
            stream.shutdown(Shutdown::Both).ok();
        }
    }

    /// Drops all bytes silently.
    pub fn stall(&self) {
        let connections = self.state.connections.lock().expect("a list");
        self.state.is_stalled.store(true, Ordering::SeqCst);
        connections.iter().for_each(|connection| connection.is_dead.store(true, Ordering::SeqCst));
    }

    /// Accepts connections again.
    pub fn mend(&self) {
        self.state.is_cut.store(false, Ordering::SeqCst);
        self.state.is_stalled.store(false, Ordering::SeqCst);
    }
}

/// Forwards bytes until one end closes.
fn pass(mut from: TcpStream, mut to: TcpStream, state: &State, is_dead: &AtomicBool, is_answer: bool) {
    let mut bytes = [0; 16 << 10];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        thread::sleep(Duration::from_millis(state.delay.load(Ordering::SeqCst)));
        if is_answer {
            state.answered.fetch_add(length as u64, Ordering::SeqCst);
        }
        if !is_dead.load(Ordering::SeqCst) && to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    to.shutdown(Shutdown::Both).ok();
}
