//! A connection that can be cut: it passes bytes on to the server until it is told to stop.

use std::io::copy;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A second address of the server.
pub struct Proxy {
    /// The address.
    pub site: String,
    is_cut: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// Before a server.
    pub fn new(site: &str) -> Proxy {
        let server = site.trim_start_matches("http://");
        let (server, path) = server.find('/').map_or((server, ""), |at| server.split_at(at));
        let server = server.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let proxy = Proxy { site: format!("http://{address}{path}"), is_cut: Arc::default(), streams: Arc::default() };
        let (is_cut, streams) = (Arc::clone(&proxy.is_cut), Arc::clone(&proxy.streams));
        thread::spawn(move || {
            for inner in listener.incoming().map_while(Result::ok) {
                let outer = TcpStream::connect(&server);
                let Ok(outer) = outer else { continue };
                let mut streams = streams.lock().expect("a list");
                // What comes while it is cut is closed at once.
                if is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                for (from, to) in [(&inner, &outer), (&outer, &inner)] {
                    let (mut from, mut to) = (from.try_clone().expect("a stream"), to.try_clone().expect("a stream"));
                    thread::spawn(move || {
                        copy(&mut from, &mut to).ok();
                        to.shutdown(Shutdown::Both).ok();
                    });
                }
                streams.extend([inner, outer]);
            }
        });
        proxy
    }

    /// The same page by way of this address.
    pub fn instead_of(&self, site: &str, url: &str) -> String {
        url.replacen(site, &self.site, 1)
    }

    /// Nothing passes any more.
    pub fn cut(&self) {
        let mut streams = self.streams.lock().expect("a list");
        self.is_cut.store(true, Ordering::SeqCst);
        for stream in streams.drain(..) {
            stream.shutdown(Shutdown::Both).ok();
        }
    }

    /// Connections can be made again.
    pub fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}
