//! The HTTP listener: connection limits in total and per client, time-outs of slow clients, and graceful shutdown.

use crate::client::{ClientAddr, LimitScope, Tally};
use crate::counters;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::{Body as _, Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// Timeout for the head of a request, from the start of the connection or the end of the previous request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout for a client that reads nothing of a response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// Time that running requests have to finish when the server ends. A container's program has ten seconds for everything.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum bytes of a connection's buffer, which bounds the head of a request and the memory of many connections.
const MAX_BUFFER: usize = 64 << 10;
/// Pause after the system has refused a connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(500);
/// Connections accepted beyond the limit, each for one request: they let a health check succeed on a full server.
const SPARE_CONNECTIONS: usize = 8;
/// Header timeout of spare connections.
const SPARE_HEADER_TIMEOUT: Duration = Duration::from_secs(2);
/// File descriptors reserved for everything but visitors' connections: storage, tables, metrics.
const RESERVED_DESCRIPTORS: usize = 128;

/// Counts connections per client and per network, and limits them.
#[derive(Debug)]
pub struct ConnectionCounter(Mutex<Tally>);

impl ConnectionCounter {
    /// Returns a counter without connections.
    pub fn new(max_per_client: usize) -> Arc<ConnectionCounter> {
        Arc::new(ConnectionCounter(Mutex::new(Tally::new(max_per_client))))
    }

    /// Counts a connection until the returned slot is dropped.
    ///
    /// # Errors
    /// When the client or its network has its maximum.
    pub fn enter(self: &Arc<Self>, client: ClientAddr) -> Result<ConnectionSlot, LimitScope> {
        self.lock().add(client, 1)?;
        Ok(ConnectionSlot { counter: Arc::clone(self), client })
    }

    /// Returns the number of connections of all clients.
    pub fn len(&self) -> usize {
        self.lock().total()
    }

    /// Returns whether there is no connection.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn lock(&self) -> MutexGuard<'_, Tally> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A counted connection, which its counter releases on drop.
#[derive(Debug)]
pub struct ConnectionSlot {
    counter: Arc<ConnectionCounter>,
    client: ClientAddr,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.counter.lock().subtract(self.client, 1);
    }
}

/// Returns the number of connections that the system's limit of open files allows, if known. At least half of the descriptors
/// are for connections, however few there are.
pub fn system_connection_limit() -> usize {
    #[cfg(unix)]
    if let Ok((descriptors, _)) = nix::sys::resource::getrlimit(nix::sys::resource::Resource::RLIMIT_NOFILE) {
        let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
        return descriptors.saturating_sub(RESERVED_DESCRIPTORS).max(descriptors / 2);
    }
    usize::MAX
}

/// A share of the total number of connections, held while a connection is open.
#[derive(Clone, Debug)]
pub struct DescriptorPermit(#[allow(dead_code)] Arc<OwnedSemaphorePermit>);

/// Limits connections per client and in total.
#[derive(Debug)]
pub struct ConnectionLimiter {
    counter: Arc<ConnectionCounter>,
    max_total: usize,
    free: Arc<Semaphore>,
    spare: Arc<Semaphore>,
}

/// Which limit rejected a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The limit of the client.
    PerClient,
    /// The limit of the server.
    Total,
}

impl Rejection {
    /// All values of the metrics' label `to`.
    pub const LABELS: [&'static str; 2] = [Rejection::PerClient.label(), Rejection::Total.label()];

    /// Returns the value of the metrics' label `to`.
    const fn label(self) -> &'static str {
        match self {
            Rejection::PerClient => "owner",
            // language: allow, dashboards use this value of the label
            Rejection::Total => "everybody",
        }
    }

    /// Returns the whole response to a rejected connection.
    fn response(self) -> String {
        let status = match self {
            Rejection::PerClient => "429 Too Many Requests",
            Rejection::Total => "503 Service Unavailable",
        };
        format!("HTTP/1.1 {status}\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
}

/// An accepted connection.
struct Admission {
    slot: ConnectionSlot,
    descriptor: DescriptorPermit,
    /// Whether it is one of the spare connections beyond the limit.
    is_spare: bool,
}

impl ConnectionLimiter {
    /// Returns a limiter without connections.
    pub fn new(max_per_client: usize, max_total: usize) -> ConnectionLimiter {
        let max_total = max_total.min(Semaphore::MAX_PERMITS);
        let [free, spare] = [max_total, SPARE_CONNECTIONS].map(|permits| Arc::new(Semaphore::new(permits)));
        ConnectionLimiter { counter: ConnectionCounter::new(max_per_client), max_total, free, spare }
    }

    /// Returns the number of open connections without those that became live connections, and the maximum that includes
    /// those.
    pub fn counts(&self) -> [usize; 2] {
        [self.counter.len(), self.max_total]
    }

    fn admit(&self, client: ClientAddr) -> Result<Admission, Rejection> {
        let slot = self.counter.enter(client).map_err(|_| Rejection::PerClient)?;
        let acquire =
            |permits: &Arc<Semaphore>| Arc::clone(permits).try_acquire_owned().map(Arc::new).map(DescriptorPermit);
        match acquire(&self.free) {
            Ok(descriptor) => Ok(Admission { slot, descriptor, is_spare: false }),
            Err(_) => match acquire(&self.spare) {
                Ok(descriptor) => Ok(Admission { slot, descriptor, is_spare: true }),
                Err(_) => Err(Rejection::Total),
            },
        }
    }
}

/// The routers of a listener.
#[derive(Clone, Debug)]
pub struct Routers {
    /// Router of the whole site, for regular connections.
    pub site: Router,
    /// Router of spare connections: health checks only.
    pub overloaded: Router,
}

/// Serves connections until `stop` resolves. Then accepts no more, calls `close`, which makes `closing` true, drops requests that
/// have not arrived completely, waits for running requests, and breaks off those that exceed the shutdown timeout.
pub async fn serve(
    listener: TcpListener,
    routers: Routers,
    limiter: Arc<ConnectionLimiter>,
    stop: impl Future<Output = ()>,
    closing: watch::Receiver<bool>,
    close: impl AsyncFnOnce(),
) {
    // The channel closes when every connection has dropped its sender.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => match limiter.admit(ClientAddr::from_ip(from.ip())) {
                    Ok(admission) => {
                        let router = if admission.is_spare { &routers.overloaded } else { &routers.site }.clone();
                        let (closing, open) = (closing.clone(), open.clone());
                        tokio::spawn(async move {
                            serve_connection(stream, from, router, closing, admission).await;
                            drop(open);
                        });
                    }
                    Err(rejection) => {
                        counters::connection_rejected(rejection.label());
                        // The response is a courtesy: it need not arrive.
                        drop(stream.try_write(rejection.response().as_bytes()));
                    }
                },
                Err(error) if is_client_error(error.kind()) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot accept connections");
                    sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        () = stop => {}
    }
    drop((listener, open));
    let finished = async {
        tokio::join!(close(), all_closed.recv());
    };
    if timeout(SHUTDOWN_TIMEOUT, finished).await.is_err() {
        tracing::warn!("some connections were broken off");
    }
}

/// Waits until the server shuts down.
pub async fn shutdown_started(closing: &mut watch::Receiver<bool>) {
    // The sender is gone only after the shutdown.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// Returns whether an error of `accept` means that the client has closed the connection already.
fn is_client_error(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

/// Notes that the body of a request has arrived completely, or that its handler does not want it, when this is dropped.
struct Arrival(Arc<AtomicBool>);

impl Drop for Arrival {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The body of a request, which notes its arrival.
struct TrackedBody {
    body: Incoming,
    _arrival: Arrival,
}

impl hyper::body::Body for TrackedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Serves the requests of a connection until it ends.
async fn serve_connection(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    mut closing: watch::Receiver<bool>,
    Admission { slot: _slot, descriptor, is_spare }: Admission,
) {
    if is_spare {
        counters::connection_rejected(Rejection::Total.label());
    }
    // Small messages should go out at once; without the option they only go out later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    // Whether the last request has arrived completely; false until there is one.
    let has_arrived = Arc::new(AtomicBool::new(false));
    let arrived = Arc::clone(&has_arrived);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        request.extensions_mut().insert(descriptor.clone());
        arrived.store(request.body().is_end_stream(), Ordering::Relaxed);
        let arrival = Arrival(Arc::clone(&arrived));
        router.clone().oneshot(request.map(|body| Body::new(TrackedBody { body, _arrival: arrival })))
    });
    let mut http = http1::Builder::new();
    let connection = http
        .timer(TokioTimer::new())
        .header_read_timeout(if is_spare { SPARE_HEADER_TIMEOUT } else { HEADER_TIMEOUT })
        .keep_alive(!is_spare)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Broken connections are no error of the server: clients reconnect.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = shutdown_started(&mut closing) => {
            if !has_arrived.load(Ordering::Relaxed) {
                return;
            }
            connection.as_mut().graceful_shutdown();
        }
    }
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_per_client_are_limited_until_slots_are_dropped() {
        let counter = ConnectionCounter::new(2);
        let [one, other] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(|bytes| ClientAddr::from_ip(bytes.into()));
        let slots: Vec<_> = (0..2).map(|_| counter.enter(one).unwrap()).collect();
        assert_eq!(counter.enter(one).err(), Some(LimitScope::Client));
        drop(counter.enter(other).unwrap());
        drop(slots);
        assert!(counter.enter(one).is_ok() && counter.is_empty());
    }

    #[test]
    fn a_few_spare_connections_are_accepted_beyond_the_limit() {
        let limiter = ConnectionLimiter::new(SPARE_CONNECTIONS + 2, 1);
        let [one, other] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(|bytes| ClientAddr::from_ip(bytes.into()));
        let admissions: Vec<_> = (0..=SPARE_CONNECTIONS).map(|_| limiter.admit(one).ok().unwrap()).collect();
        assert!(!admissions[0].is_spare && admissions[1..].iter().all(|admission| admission.is_spare));
        assert_eq!(limiter.admit(other).err(), Some(Rejection::Total));
        let _last = limiter.counter.enter(one);
        assert_eq!(limiter.admit(one).err(), Some(Rejection::PerClient));
        drop(admissions);
        assert!(limiter.admit(other).is_ok_and(|admission| !admission.is_spare));
    }
}
