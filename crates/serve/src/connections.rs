//! Connections: how many one owner may have, how long a silent one is kept, and how they end with the server.

use crate::owner::Owner;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// A request's head comes within this time, from the first byte of the connection or the end of the request before.
const HEAD: Duration = Duration::from_secs(15);
/// Whoever reads nothing of an answer for so long is not there any more.
const UNREAD: Duration = Duration::from_secs(60);
/// What is under way when the server ends has this time left.
const PARTING: Duration = Duration::from_secs(5);
/// Where the system gives no connections, it may do so a moment later.
const PAUSE: Duration = Duration::from_millis(500);
/// What is said to somebody who has too many connections.
const FULL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// How many there are of everybody, each of whom may be there so often.
#[derive(Debug)]
pub struct Crowd {
    most: usize,
    here: Mutex<HashMap<Owner, usize>>,
}

impl Crowd {
    /// Nobody yet, and at most so many of each owner.
    pub fn new(most: usize) -> Arc<Crowd> {
        Arc::new(Crowd { most, here: Mutex::default() })
    }

    /// Somebody comes, and stays until the place is dropped; `None` where too many of the same owner are here.
    pub fn enter(self: &Arc<Self>, owner: Owner) -> Option<Place> {
        let mut here = self.lock();
        let number = here.entry(owner).or_default();
        if *number >= self.most {
            return None;
        }
        *number += 1;
        drop(here);
        Some(Place { crowd: Arc::clone(self), owner })
    }

    /// How many are here.
    pub fn len(&self) -> usize {
        self.lock().values().sum()
    }

    /// Whether nobody is here.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Owner, usize>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one in a crowd.
#[derive(Debug)]
pub struct Place {
    crowd: Arc<Crowd>,
    owner: Owner,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut here = self.crowd.lock();
        if let Some(number) = here.get_mut(&self.owner) {
            *number -= 1;
            if *number == 0 {
                here.remove(&self.owner);
            }
        }
    }
}

/// Answers everybody until the server is told to stop; then what is under way is ended, and what is not within a few
/// seconds is broken off. `close` is called as soon as no more connections are taken, and lets `closing` say so.
pub async fn answer(
    listener: TcpListener,
    router: Router,
    crowd: Arc<Crowd>,
    stop: impl Future<Output = ()>,
    closing: watch::Receiver<bool>,
    close: impl AsyncFnOnce(),
) {
    // All have gone when the last of these has been dropped.
    let (here, mut gone) = mpsc::channel::<()>(1);
    let taking = async {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => match crowd.enter(Owner::of(from.ip())) {
                    Some(place) => {
                        let (router, closing, here) = (router.clone(), closing.clone(), here.clone());
                        tokio::spawn(async move {
                            attend(stream, from, router, closing).await;
                            drop((place, here));
                        });
                    }
                    // Whoever does not listen to that misses nothing.
                    None => drop(stream.try_write(FULL)),
                },
                Err(error) if is_theirs(error.kind()) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken");
                    sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = taking => {}
        () = stop => {}
    }
    drop((listener, here));
    let ended = async {
        tokio::join!(close(), gone.recv());
    };
    if timeout(PARTING, ended).await.is_err() {
        tracing::warn!("some connections were broken off");
    }
}

/// Waits until the server closes.
pub async fn closed(closing: &mut watch::Receiver<bool>) {
    // Where nobody can say so any more, it has closed.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// Whether a connection that is gone before it was taken is the fault of whoever wanted it.
fn is_theirs(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

/// Answers what is asked through a connection until it ends.
async fn attend(stream: TcpStream, from: SocketAddr, router: Router, mut closing: watch::Receiver<bool>) {
    // Small messages that follow one another go out at once. Where that cannot be had, they go out all the same.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(UNREAD));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        router.clone().oneshot(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    let connection = http
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Connections break; whoever was there comes back.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = closed(&mut closing) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_so_many_places_and_gives_them_back() {
        let crowd = Crowd::new(2);
        let [one, other] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(|bytes| Owner::of(bytes.into()));
        let places: Vec<_> = (0..2).map(|_| crowd.enter(one).unwrap()).collect();
        assert!(crowd.enter(one).is_none());
        drop(crowd.enter(other).unwrap());
        drop(places);
        assert!(crowd.enter(one).is_some() && crowd.is_empty());
    }
}
