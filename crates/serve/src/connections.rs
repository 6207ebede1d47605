//! Connections: how many one owner may have and how many all of them, how long a silent one is kept, and how they end with
//! the server.

use crate::measures;
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
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// A request's head comes within this time, from the first byte of the connection or the end of the request before.
const HEAD: Duration = Duration::from_secs(15);
/// Whoever reads nothing of an answer for so long is not there any more.
const UNREAD: Duration = Duration::from_secs(60);
/// What is under way when the server ends has this time left.
const PARTING: Duration = Duration::from_secs(15);
/// Where the system gives no connections, it may do so a moment later.
const PAUSE: Duration = Duration::from_millis(500);
/// As many connections beyond the limit are still listened to, each for one request that comes within this time: whoever
/// looks after the server shall not think it dead.
const SPARE: usize = 8;
const SPARE_HEAD: Duration = Duration::from_secs(2);
/// So many descriptors are for all that is no visitor's connection: the storage, tables, those who look after the server.
const OTHER_DESCRIPTORS: usize = 128;

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

/// How many connections the system lets this program have beside its files, as far as that is known; with few descriptors
/// half of them are for connections.
pub fn most_connections() -> usize {
    #[cfg(unix)]
    if let Ok((descriptors, _)) = nix::sys::resource::getrlimit(nix::sys::resource::Resource::RLIMIT_NOFILE) {
        let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
        return descriptors.saturating_sub(OTHER_DESCRIPTORS).max(descriptors / 2);
    }
    usize::MAX
}

/// One of the connections that there may be, held for as long as it is open.
#[derive(Clone, Debug)]
pub struct Descriptor(#[allow(dead_code)] Arc<OwnedSemaphorePermit>);

/// Where connections come in: so many of each owner, and so many of all.
#[derive(Debug)]
pub struct Gate {
    crowd: Arc<Crowd>,
    most: usize,
    free: Arc<Semaphore>,
    spare: Arc<Semaphore>,
}

/// Why a connection is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Closed {
    /// Its owner has too many.
    Owner,
    /// There are too many of everybody.
    Everybody,
}

impl Closed {
    fn word(self) -> &'static str {
        match self {
            Closed::Owner => "owner",
            Closed::Everybody => "everybody",
        }
    }

    /// What is said to whoever is not let in.
    fn answer(self) -> String {
        let status = match self {
            Closed::Owner => "429 Too Many Requests",
            Closed::Everybody => "503 Service Unavailable",
        };
        format!("HTTP/1.1 {status}\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
}

/// A connection that was let in.
struct Entered {
    place: Place,
    descriptor: Descriptor,
    /// It is beyond the limit.
    is_spare: bool,
}

impl Gate {
    /// Nobody is in yet; so many of each owner may be, and so many altogether.
    pub fn new(each: usize, most: usize) -> Gate {
        let most = most.min(Semaphore::MAX_PERMITS);
        let [free, spare] = [most, SPARE].map(|number| Arc::new(Semaphore::new(number)));
        Gate { crowd: Crowd::new(each), most, free, spare }
    }

    /// How many connections are open, those that have become live ones apart, and how many may be with them.
    pub fn number(&self) -> [usize; 2] {
        [self.crowd.len(), self.most]
    }

    fn enter(&self, owner: Owner) -> Result<Entered, Closed> {
        let place = self.crowd.enter(owner).ok_or(Closed::Owner)?;
        let held = |room: &Arc<Semaphore>| Arc::clone(room).try_acquire_owned().map(Arc::new).map(Descriptor);
        match held(&self.free) {
            Ok(descriptor) => Ok(Entered { place, descriptor, is_spare: false }),
            Err(_) => match held(&self.spare) {
                Ok(descriptor) => Ok(Entered { place, descriptor, is_spare: true }),
                Err(_) => Err(Closed::Everybody),
            },
        }
    }
}

/// What is answered.
#[derive(Clone, Debug)]
pub struct Routers {
    /// To whoever asks.
    pub site: Router,
    /// To whoever asks when there are too many connections of everybody.
    pub crowded: Router,
}

/// Answers everybody until the server is told to stop; then what is under way is ended, and what is not within a few
/// seconds is broken off. `close` is called as soon as no more connections are taken, and lets `closing` say so.
pub async fn answer(
    listener: TcpListener,
    routers: Routers,
    gate: Arc<Gate>,
    stop: impl Future<Output = ()>,
    closing: watch::Receiver<bool>,
    close: impl AsyncFnOnce(),
) {
    // All have gone when the last of these has been dropped.
    let (here, mut gone) = mpsc::channel::<()>(1);
    let taking = async {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => match gate.enter(Owner::of(from.ip())) {
                    Ok(entered) => {
                        let router = if entered.is_spare { &routers.crowded } else { &routers.site }.clone();
                        let (closing, here) = (closing.clone(), here.clone());
                        tokio::spawn(async move {
                            attend(stream, from, router, closing, entered).await;
                            drop(here);
                        });
                    }
                    Err(closed) => {
                        measures::closed_to(closed.word());
                        // Whoever does not listen to that misses nothing.
                        drop(stream.try_write(closed.answer().as_bytes()));
                    }
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
async fn attend(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    mut closing: watch::Receiver<bool>,
    Entered { place: _place, descriptor, is_spare }: Entered,
) {
    if is_spare {
        measures::closed_to(Closed::Everybody.word());
    }
    // Small messages that follow one another go out at once. Where that cannot be had, they go out all the same.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(UNREAD));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        request.extensions_mut().insert(descriptor.clone());
        router.clone().oneshot(request.map(Body::new))
    });
    let mut http = http1::Builder::new();
    let connection = http
        .timer(TokioTimer::new())
        .header_read_timeout(if is_spare { SPARE_HEAD } else { HEAD })
        .keep_alive(!is_spare)
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

    #[test]
    fn beyond_the_limit_a_few_are_listened_to_and_then_nobody() {
        let gate = Gate::new(SPARE + 2, 1);
        let [one, other] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(|bytes| Owner::of(bytes.into()));
        let entered: Vec<_> = (0..=SPARE).map(|_| gate.enter(one).ok().unwrap()).collect();
        assert!(!entered[0].is_spare && entered[1..].iter().all(|entered| entered.is_spare));
        assert_eq!(gate.enter(other).err(), Some(Closed::Everybody));
        let _last = gate.crowd.enter(one);
        assert_eq!(gate.enter(one).err(), Some(Closed::Owner));
        drop(entered);
        assert!(gate.enter(other).is_ok_and(|entered| !entered.is_spare));
    }
}
