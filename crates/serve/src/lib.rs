//! Quirkat's web server: pages, live games, storage and an HTTP API.
//!
//! ```text
//! api, pages ──▶ app ──▶ live (registry, rooms) ──▶ store (SQLite, or PostgreSQL shared by several servers)
//!    │                     │    │                     │
//!    │                     │    └──▶ workers ──▶ queue │
//!    └──▶ layout, errors ◀─┘           (engine)       └──▶ model (stored games, seats)
//! ```
//!
//! The server is the only judge of moves: scripts send points and texts, and receive the legal continuations. A live game is the
//! list of its events, each of which is stored before anyone is notified of it; see the module `live`. All input is bounded, and
//! every error is answered in the visitor's language.
//!
//! The crate leaves out HTTPS, which a proxy in front of it provides, and accounts: a key in a signed cookie identifies a
//! browser.

mod access_log;
mod api;
mod app;
mod assets;
mod bodies;
mod client;
mod compression;
mod connections;
mod counters;
mod crawlers;
mod data_folder;
mod errors;
mod health;
mod layout;
mod live;
mod metrics_endpoint;
mod middleware;
mod model;
mod module;
mod module_endpoint;
mod names;
mod offline;
mod own_games;
mod pages;
mod pictures;
mod prints;
mod process_metrics;
mod queue;
mod rate_limit;
mod readiness;
mod rulings;
mod running_jobs;
mod site;
mod static_site;
mod store;
mod texts;
mod tokens;
mod visitor;
mod workers;

use app::{App, Shared};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path as UrlPath, Query, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum_extra::extract::cookie::Key;
use bodies::{BodyBudget, MAX_BYTES_PER_CLIENT};
use connections::{ConnectionCounter, ConnectionLimiter, DescriptorPermit, Routers, system_connection_limit};
use data_folder::DataFolder;
use errors::Problem;
use live::{GameRegistry, SocketOptions};
use metrics_endpoint::MetricsEndpoint;
use module::Module;
use quirkat_endings::{TableLibrary, TableSources, TableWarning};
use rate_limit::{ClientRateLimiter, quota};
use readiness::Readiness;
use site::Base;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::{Cluster, ClusterEvent, FILE, Postgres, SingleServer, Sqlite, Store, StoreError};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::time::timeout;
use tower::ServiceExt;
use visitor::Visitor;
use workers::Workers;

pub use access_log::ACCESS_LOG;
pub use pages::study_document;
pub use site::{BasePath, PublicUrl, SiteError};
pub use static_site::{StaticSite, write_site};
pub use store::{
    Admin, AdminError, BackupError, BackupSummary, ColumnKind, Database, DatabaseError, Deletion, Existing, Listing,
    ListingRow, backup, restore,
};
pub use workers::ClientLimits;

/// Tests that run outside of this crate, on a real database.
#[cfg(feature = "trial")]
pub mod trial {
    pub use crate::store::postgres_conformance as postgres;
}

/// Maximum length of a request's body, in bytes.
const MAX_BODY_LEN: usize = 64 << 10;
/// Maximum length of a body that contains a game file, in bytes.
const MAX_FILE_BODY_LEN: usize = 256 << 10;
/// Maximum length of a body that contains game records, in bytes.
const MAX_RECORD_BODY_LEN: usize = 2 << 20;
/// Maximum connections per client.
const MAX_CONNECTIONS: usize = 100;
/// Maximum live connections per client: sockets and streams of live games.
const MAX_LIVE_CONNECTIONS: usize = 60;
/// Time to leave the other servers of a database when the server ends.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for background tasks to end when the server ends.
const TASKS_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum connections that wait to be accepted. With fewer, a burst of connections makes those of others wait for a second.
const BACKLOG: u32 = 4_096;
/// Maximum connections to the metrics endpoint.
const MAX_METRICS_CONNECTIONS: usize = 16;

/// Configuration of a server.
///
/// # Examples
/// ```
/// use quirkat_serve::{ClientLimits, Options};
///
/// let options = Options {
///     limits: ClientLimits::Disabled,
///     public_url: Some("https://games.example.org/quirkat".parse()?),
///     ..Options::new("127.0.0.1:0".parse()?, "games".into())
/// };
/// assert_eq!(options.path().to_string(), "/quirkat");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Address at which the server listens; port 0 selects any free port.
    pub address: SocketAddr,
    /// Folder of the games, which is created if it is missing. Unused with a database.
    pub data: PathBuf,
    /// Database of the games, shared with other servers, in place of the folder.
    pub database: Option<Database>,
    /// Endgame tables to open; `None` opens none.
    pub tables: Option<TableSources>,
    /// Folder of the npm package `quirkat`, with whose module browsers play and analyse by themselves; `None` serves none.
    pub module: Option<PathBuf>,
    /// Number of trusted proxies in front of the server, each of which adds to `X-Forwarded-For`.
    pub proxies: usize,
    /// Whether connections, pending jobs and request rates are limited per client.
    pub limits: ClientLimits,
    /// Maximum open connections in total; by default the number that the system's limit of open files allows.
    pub connections: Option<usize>,
    /// Address of the metrics endpoint `/metrics`; `None` disables it.
    pub metrics: Option<SocketAddr>,
    /// Base path of the server; by default the path of the public address.
    pub base_path: Option<BasePath>,
    /// Public address of the server; by default the one that each request names.
    pub public_url: Option<PublicUrl>,
}

impl Options {
    /// Returns the configuration of a server with games in a folder, with limits, and without tables, proxies and metrics.
    pub fn new(address: SocketAddr, data: PathBuf) -> Options {
        Options {
            address,
            data,
            database: None,
            tables: None,
            module: None,
            proxies: 0,
            limits: ClientLimits::Enforced,
            connections: None,
            metrics: None,
            base_path: None,
            public_url: None,
        }
    }

    /// Returns the base path of the server.
    pub fn path(&self) -> BasePath {
        let public = self.public_url.as_ref().map(PublicUrl::path);
        self.base_path.as_ref().or(public).cloned().unwrap_or_default()
    }
}

/// Reason why the server cannot start or continue. The message names the remedy.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ServeError(String);

fn serve_error(error: &dyn fmt::Display) -> ServeError {
    ServeError(error.to_string())
}

/// Runs a server until the process receives SIGINT or SIGTERM, or a newer program has migrated the database. Calls `ready` with
/// the address as soon as the server listens.
///
/// # Errors
/// When the folder or the database cannot be used, the address is taken, or the system refuses threads; when a newer program
/// has migrated the database.
pub fn serve(options: &Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| serve_error(&error))?;
    let served = runtime.block_on(async {
        let recorder = options.metrics.map(|_| counters::install()).transpose().map_err(ServeError)?;
        // A server that cannot listen must not migrate the database, which would end servers of an older program.
        let listener = bind(options.address, "--port")?;
        let metrics_listener = match options.metrics {
            Some(address) => Some(bind(address, "--metrics")?),
            None => None,
        };
        let (app, postgres) = open(options, None).await?;
        ready(listener.local_addr().map_err(|error| serve_error(&error))?);
        // Behind proxies all connections have the same address.
        let is_limited = options.proxies == 0 && options.limits == ClientLimits::Enforced;
        let per_client = if is_limited { MAX_CONNECTIONS } else { usize::MAX };
        let limiter = Arc::new(ConnectionLimiter::new(per_client, max_connections(options)));
        let live = Arc::clone(&app);
        let closing = app.closing.subscribe();
        let serve_metrics = async {
            if let Some((listener, handle)) = metrics_listener.zip(recorder) {
                let shared = Shared(Arc::clone(&live));
                let folder = options.database.is_none().then(|| options.data.clone());
                let endpoint = MetricsEndpoint::new(handle, shared, Arc::clone(&limiter), folder);
                serve_metrics(listener, endpoint, closing.clone()).await;
            }
        };
        let mut is_outdated = false;
        let stop = async {
            tokio::select! {
                () = shutdown_signal() => {}
                () = outdated(postgres.as_deref()) => is_outdated = true,
            }
        };
        let serve_site = connections::serve(
            listener,
            Routers { site: router(Arc::clone(&app)), overloaded: overloaded(app) },
            Arc::clone(&limiter),
            stop,
            closing.clone(),
            async || {
                live.close().await;
            },
        );
        tokio::join!(serve_site, serve_metrics);
        if let Some(postgres) = postgres {
            // Without this, the others notice within two seconds.
            drop(timeout(LEAVE_TIMEOUT, postgres.leave()).await);
        }
        if is_outdated {
            return Err(ServeError(
                "a newer Quirkat has brought the database up to date: use the newer program".into(),
            ));
        }
        Ok(())
    });
    runtime.shutdown_timeout(TASKS_TIMEOUT);
    served
}

/// Waits until a newer program has migrated the database.
async fn outdated(postgres: Option<&Postgres>) {
    match postgres {
        Some(postgres) => postgres.outdated().await,
        None => pending().await,
    }
}

/// Returns the maximum of open connections.
fn max_connections(options: &Options) -> usize {
    let system = system_connection_limit();
    let configured = options.connections.unwrap_or(system);
    if configured > system {
        tracing::warn!(
            configured,
            system,
            "the system's limit of open files is too low for this many connections: raise it"
        );
    }
    configured
}

/// Serves the metrics until the server shuts down.
async fn serve_metrics(listener: TcpListener, endpoint: MetricsEndpoint, mut closing: watch::Receiver<bool>) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!("metrics are at http://{address}/metrics");
    }
    let upkeep = tokio::spawn(endpoint.clone().run_upkeep());
    let is_closing = closing.clone();
    let limiter = Arc::new(ConnectionLimiter::new(MAX_METRICS_CONNECTIONS, MAX_METRICS_CONNECTIONS));
    let router = endpoint.router();
    let routers = Routers { site: router.clone(), overloaded: router };
    let stop = connections::shutdown_started(&mut closing);
    connections::serve(listener, routers, limiter, stop, is_closing, async || {}).await;
    upkeep.abort();
}

/// Listens at the address of a command-line option.
fn bind(address: SocketAddr, option: &str) -> Result<TcpListener, ServeError> {
    listen(address).map_err(|error| bind_error(address, option, &error))
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restarted server takes the port of connections that are still closing. On Windows the option would let others share it.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn bind_error(address: SocketAddr, option: &str, error: &std::io::Error) -> ServeError {
    let port = address.port();
    ServeError(match error.kind() {
        std::io::ErrorKind::AddrInUse => format!(
            "port {port} is in use, perhaps by another Quirkat; take another one with {option}, or 0 for any that is free"
        ),
        std::io::ErrorKind::PermissionDenied => {
            format!("port {port} may not be used by you; take one above 1023 with {option}")
        }
        _ => format!("cannot listen at {address}: {error}"),
    })
}

/// Waits for SIGINT or SIGTERM.
async fn shutdown_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without the signal the process can still be killed: everything acknowledged is stored.
            pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signals) => drop(signals.recv().await),
        Err(_) => pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    pending().await
}

/// The storage that the options select.
struct Storage {
    store: Arc<dyn Store>,
    /// Lock on the data folder; `None` with a database.
    folder: Option<DataFolder>,
    /// The database and the events of its other servers; `None` without a database.
    postgres: Option<(Arc<Postgres>, UnboundedReceiver<ClusterEvent>)>,
}

async fn open_storage(options: &Options) -> Result<Storage, ServeError> {
    if let Some(database) = &options.database {
        let (postgres, events) = Postgres::open(database).await.map_err(|error| serve_error(&error))?;
        return Ok(Storage { store: Arc::clone(&postgres) as _, folder: None, postgres: Some((postgres, events)) });
    }
    let folder = DataFolder::lock(&options.data).map_err(ServeError)?;
    let store = Sqlite::open(&options.data.join(FILE)).map_err(|error| serve_error(&error))?;
    Ok(Storage { store: Arc::new(store), folder: Some(folder), postgres: None })
}

/// Opens the state of a server, or of the router that renders a static site.
async fn open(options: &Options, site: Option<&StaticSite>) -> Result<(Arc<App>, Option<Arc<Postgres>>), ServeError> {
    let base = base(options)?;
    let Storage { store, folder, postgres } = open_storage(options).await?;
    let (postgres, events) = postgres.unzip();
    let place = match &options.database {
        Some(database) => database.to_string(),
        None => options.data.join(FILE).display().to_string(),
    };
    let unusable = |error: StoreError| ServeError(format!("cannot use {place}: {error}"));
    let secret = store.secret().await.map_err(unusable)?;
    let key = Key::try_from(&secret[..]).map_err(|error| serve_error(&error))?;
    let warn: TableWarning = Arc::new(|error: &_| tracing::warn!(%error, "tables are not used"));
    let tables = options.tables.as_ref().map(|which| TableLibrary::open(which, warn).map(Arc::new)).transpose();
    let tables = tables.map_err(|error| ServeError(format!("{error}; name another folder with --tables")))?;
    let module = options.module.as_deref().map(Module::read).transpose().map_err(|error| serve_error(&error))?;
    let library = tables.clone().map(|tables| tables as _);
    let workers = Arc::new(Workers::start(library, options.limits).map_err(|error| serve_error(&error))?);
    let cluster: Arc<dyn Cluster> = match &postgres {
        Some(postgres) => Arc::clone(postgres) as _,
        None => Arc::new(SingleServer),
    };
    let games = GameRegistry::open(store, cluster, workers, options.limits).await.map_err(unusable)?;
    tokio::spawn(Arc::clone(&games).run_clock_sweeps());
    tokio::spawn(Arc::clone(&games).run_expiry());
    tokio::spawn(Arc::clone(&games).run_foreign_checks());
    if let Some(events) = events {
        tokio::spawn(Arc::clone(&games).handle_cluster_events(events));
    }
    let base = module.as_ref().map_or(base, |module| base.with_module(module.path()));
    let base = site.map_or(base, |site| base.of_files(site.languages.clone()));
    let is_limited = options.limits == ClientLimits::Enforced;
    let rate_limit = |period, burst| {
        if is_limited { ClientRateLimiter::new(quota(period, burst)) } else { ClientRateLimiter::unlimited() }
    };
    // Units of 64 KiB: 1 MiB a second, and 20 MiB at once.
    let body_rate = rate_limit(Duration::from_millis(62), 320);
    // 16 MiB a second.
    let discard_rate = rate_limit(Duration::from_millis(4), 64);
    let max_bytes = if is_limited { MAX_BYTES_PER_CLIENT } else { usize::MAX };
    let app = App {
        games,
        tables,
        module,
        key,
        secret,
        _folder: folder,
        proxies: options.proxies,
        readiness: Readiness::default(),
        base,
        listed: site.map(|site| site.games.clone()).unwrap_or_default(),
        public: options.public_url.clone(),
        live_connections: ConnectionCounter::new(if is_limited { MAX_LIVE_CONNECTIONS } else { usize::MAX }),
        closing: watch::Sender::new(false),
        create_rate: rate_limit(Duration::from_secs(2), 30),
        file_rate: rate_limit(Duration::from_secs(60), 20),
        file_share: rate_limit(Duration::from_secs(7 * 86_400 / 500), 100),
        compute_rate: rate_limit(Duration::from_millis(100), 60),
        render_rate: rate_limit(Duration::from_millis(250), 60),
        bodies: BodyBudget::new(max_bytes, body_rate, discard_rate),
    };
    Ok((Arc::new(app), postgres))
}

/// Returns the router of the site.
fn router(app: Arc<App>) -> Router {
    let shared = Shared(app);
    let limit = |max_len| from_fn_with_state((Arc::clone(&shared.0), max_len), bodies::limit_body);
    let records = Router::new()
        .route("/api/pdn/read", post(api::read))
        .route("/api/pdn/write", post(api::write))
        .layer(limit(MAX_RECORD_BODY_LEN));
    let files = Router::new()
        .route("/api/check", post(api::check))
        .route("/api/play", post(api::create))
        .route("/workshop/play", post(pages::play_own))
        .route("/workshop/print", post(prints::print_own))
        .layer(limit(MAX_FILE_BODY_LEN));
    let plain = Router::new()
        .route("/", get(pages::gallery))
        .route("/games/{game}", get(pages::game))
        .route("/family", get(pages::family_page))
        .route("/known", get(pages::known))
        .route("/solutions", get(pages::all_solutions))
        .route("/solutions/{game}", get(pages::solution))
        .route("/solutions/{game}/counts.csv", get(pages::solution_csv))
        .route("/study/{game}", get(pages::study))
        .route("/study/{game}/facts.csv", get(pages::study_csv))
        .route("/learn/{title}", get(pages::learn))
        .route("/museum/{title}", get(pages::museum))
        .route("/new/{game}", get(pages::form).post(pages::create))
        .route("/play/{id}", get(pages::play))
        .route("/play/{id}/analysis", get(pages::played))
        .route("/join/{id}/{token}", get(pages::join_form).post(pages::join))
        .route("/analysis/{*path}", get(pages::analysis))
        .route("/puzzles", get(pages::choice))
        .route("/puzzles/any", get(pages::any))
        .route("/puzzles/daily", get(pages::daily))
        .route("/puzzles/{game}/{number}", get(pages::puzzle))
        .route("/embed/{title}", get(pages::embed))
        .route("/open", get(pages::open))
        .route("/open/new", get(pages::open_new))
        .route("/open/{id}", post(pages::join_open))
        .route("/workshop", get(pages::workshop))
        .route("/workshop/{file}", get(pages::workshop_with))
        .route("/local", get(pages::local))
        .route("/local/play", get(pages::local_play))
        .route("/mine", get(pages::mine))
        .route("/mine/remove", post(pages::remove))
        .route("/mine.pdn", get(pages::export))
        .route("/mine.json", get(pages::download))
        .route("/key", get(pages::key).post(pages::take_key))
        .route("/key/change", post(pages::change_key))
        .route("/key/forget", post(pages::delete))
        .route("/key/open-again", post(pages::unblock))
        .route("/feed/{key}/{file}", get(pages::feed))
        .route("/api", get(pages::api))
        .route("/openapi.json", get(api::openapi))
        .route("/robots.txt", get(crawlers::robots))
        .route("/sitemap.xml", get(crawlers::sitemap))
        .route("/favicon.ico", get(crawlers::favicon))
        .route("/manifest/{file}", get(offline::manifest))
        .route("/icons/{file}", get(offline::icon))
        .route("/offline-worker.js", get(offline::worker))
        .route("/board/{file}", get(pictures::board))
        .route("/image/{file}", get(pictures::picture))
        .route("/print/book.pdf", get(prints::book))
        .route("/print/{file}", get(prints::print))
        .route("/assets/{state}/{name}", get(assets::asset))
        .route("/module/{digest}/{*name}", get(module_endpoint::file))
        .route("/tables/{title}", get(api::tables))
        .route("/api/games", get(api::games))
        .route("/api/games/{title}", get(api::game))
        .route("/api/learn/{title}", get(api::learn))
        .route("/api/explore", post(api::explore))
        .route("/api/explore/reply", post(api::reply))
        .route("/api/explore/hint", post(api::hint))
        .route("/api/openings/{title}", get(api::openings))
        .route("/api/puzzles", get(api::puzzle_list))
        .route("/api/puzzles/daily", get(api::daily))
        .route("/api/puzzles/{game}/{number}", get(api::puzzle).post(api::attempt))
        .route("/api/puzzles/{game}/{number}/solution", get(api::solution))
        .route("/api/open", get(api::open))
        .route("/api/open/{id}", post(api::join_open))
        .route("/api/join/{id}/{token}", post(api::join))
        .route("/api/game/{id}", get(api::show))
        .route("/api/game/{id}/pdn", get(api::record))
        .route("/api/board/game/{id}/partial", post(api::partial))
        .route("/api/board/game/{id}/{*act}", post(api::act))
        .layer(limit(MAX_BODY_LEN))
        .merge(records)
        .merge(files)
        .layer(from_fn_with_state(Arc::clone(&shared.0), compression::compress));
    // Streams and sockets are not compressed: each line must be sent at once.
    let streams = Router::new()
        .route("/play/{id}/live", get(live))
        .route("/api/analyse", get(api::analyse))
        .route("/api/review", post(api::review))
        .route("/api/game/{id}/review", post(api::review_game))
        .route("/api/board/game/stream/{id}", get(api::stream))
        .layer(limit(MAX_BODY_LEN));
    let site = plain.merge(streams).layer(from_fn_with_state(shared.clone(), own_games::load_for_request));
    with_middleware(site, || Problem::NotFound, shared)
}

/// Returns the router of spare connections: the health checks, and status 503 for everything else.
fn overloaded(app: Arc<App>) -> Router {
    with_middleware(Router::new(), || Problem::Overloaded, Shared(app))
}

/// Adds the middleware, the health checks and the answer to unknown paths.
fn with_middleware(site: Router<Shared>, fallback: fn() -> Problem, shared: Shared) -> Router {
    let site = site
        .fallback(async move |visitor: Visitor, uri: Uri| {
            middleware::problem_response(&fallback(), uri.path(), visitor.texts)
        })
        .layer(from_fn(middleware::localise_errors))
        .layer(from_fn_with_state(shared.clone(), middleware::reject_cross_site))
        .layer(from_fn_with_state(shared.clone(), visitor::identify))
        .layer(from_fn(middleware::add_security_headers))
        .layer(from_fn(middleware::handle_head_as_get))
        .layer(from_fn_with_state(shared.clone(), access_log::log_request));
    let health =
        health::router().layer(from_fn_with_state(shared.clone(), access_log::log_request)).with_state(shared.clone());
    let base = shared.0.base;
    let site = site.with_state(shared);
    if base.is_root() { site.merge(health) } else { health.fallback_service(below_base(base, site)) }
}

/// Returns the router of a site below a base path. Health checks are outside of it, since they do not go through the proxy.
fn below_base(base: Base, site: Router) -> Router {
    Router::new().fallback(async move |mut request: Request| match base.strip(request.uri()) {
        Some(uri) => {
            *request.uri_mut() = uri;
            let is_head = request.method() == Method::HEAD;
            let mut response = site.clone().oneshot(request).await.into_response();
            if is_head && !response.headers().contains_key(CONTENT_LENGTH) {
                // The outer router would state the length of the body that the site's router has dropped.
                *response.body_mut() = Body::from_stream(tokio_stream::empty::<Result<Bytes, Infallible>>());
            }
            response
        }
        None => StatusCode::NOT_FOUND.into_response(),
    })
}

/// Returns the base path, which must agree with that of the public address.
fn base(options: &Options) -> Result<Base, ServeError> {
    let public = options.public_url.as_ref().map(PublicUrl::path);
    match (&options.base_path, public) {
        (Some(path), Some(public)) if path != public => Err(ServeError(format!(
            "--base-path is {path}/ and the path of --public-url is {public}/: leave the former out, or let them be the same"
        ))),
        _ => Ok(Base::new(&options.path())),
    }
}

/// Opens the WebSocket of a live game. Programs prove their seat by the header `Authorization` or by a message: an address
/// would be in the logs of proxies.
async fn live(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<String>,
    Query(query): Query<HashMap<String, String>>,
    Extension(descriptor): Extension<DescriptorPermit>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Response {
    let room = match app.room(&id, visitor.client).await {
        Ok(room) => room,
        Err(problem) => return problem.json(visitor.texts),
    };
    let slot = match app.live_connections.enter(visitor.client) {
        Ok(slot) => slot,
        Err(scope) => return Problem::from(scope).json(visitor.texts),
    };
    let options = SocketOptions {
        known_events: query.get("known").and_then(|events| events.parse().ok()),
        accepts_gzip: query.get("packed").is_some_and(|packing| packing == "gzip"),
    };
    upgrade
        .read_buffer_size(live::MAX_MESSAGE_LEN)
        .max_message_size(live::MAX_MESSAGE_LEN)
        .max_frame_size(live::MAX_MESSAGE_LEN)
        .on_upgrade(move |socket| live::run_socket(socket, app, room, visitor, options, (slot, descriptor)))
}
