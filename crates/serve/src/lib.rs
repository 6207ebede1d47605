//! Quirkat in the browser: pages, live games, storage and an HTTP API.
//!
//! ```text
//! pages, api ──▶ live: rooms ──▶ store (SQLite, or PostgreSQL shared by several servers)
//!      │             │
//!      │             └────────▶ workers (the engine)
//!      └──▶ wire, pictures, prints: positions and turns as values and drawings, games on paper
//! ```
//!
//! The server is the only judge of turns: scripts send points and texts, and get what may come next. A live game is the
//! list of its events, kept before anybody is told of them; see the module `live`. Everything a visitor can send is
//! bounded, and whatever they send wrong is answered in words.

mod access;
mod api;
mod app;
mod assets;
mod connections;
mod errors;
mod folder;
mod guard;
mod health;
mod live;
mod measures;
mod names;
mod own;
mod owner;
mod pace;
mod pages;
mod pictures;
mod prints;
mod queue;
mod rulings;
mod site;
mod store;
mod texts;
mod tokens;
mod visitor;
mod workers;

use app::{App, Shared};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path as UrlPath, Query, Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum_extra::extract::cookie::Key;
use connections::{Crowd, Descriptor, Gate, Routers, most_connections};
use errors::Problem;
use folder::Folder;
use health::Health;
use live::{Greeting, Lobby, MOST_EACH, Rooms};
use measures::Measures;
use pace::{Paces, quota};
use quirkat_endings::{TableLibrary, Warn, WhichTables};
use site::Base;
use std::collections::HashMap;
use std::fmt;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::{FILE, Heard, Postgres, Sqlite, Store};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tower::ServiceExt;
use tower_http::compression::CompressionLayer;
use visitor::Visitor;
use workers::Workers;

pub use access::ACCESS_LOG;
pub use pages::study_document;
pub use site::{BasePath, PublicUrl, SiteError};
pub use store::{BackupError, Copied, Database, DatabaseError, Existing, backup, restore};
pub use workers::Sharing;

/// What tests outside of this crate try.
#[cfg(feature = "trial")]
pub mod trial {
    pub use crate::store::postgres_trial as postgres;
}

/// The largest body that is read, in bytes; records may be larger, and what brings a game file along.
const LARGEST: usize = 64 << 10;
const LARGEST_WITH_FILE: usize = 256 << 10;
const LARGEST_RECORD: usize = 2 << 20;
/// As many connections an owner may have, and of those that are live so many.
const MOST_CONNECTIONS: usize = 100;
const MOST_LIVE: usize = 60;
/// As many connections those who look after the server have altogether.
const MOST_OPERATORS: usize = 16;

/// Where a server listens and keeps its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The address.
    pub address: SocketAddr,
    /// The folder of the games; it is made if it is not there.
    pub data: PathBuf,
    /// The database in which games are kept instead, together with the other servers that have it.
    pub database: Option<Database>,
    /// The tables that there are, if it is to know any.
    pub tables: Option<WhichTables>,
    /// Through how many proxies of one's own everybody comes, each of which says where they come from.
    pub proxies: usize,
    /// Whether somebody may have more than their share.
    pub sharing: Sharing,
    /// How many connections may be open at once, of everybody; where nothing is said, as many as the system lets it have.
    pub connections: Option<usize>,
    /// Where the figures of the server are to be had at `/metrics`, if at all.
    pub metrics: Option<SocketAddr>,
    /// The path below which everything is; where nothing is said, that of the public address.
    pub base_path: Option<BasePath>,
    /// Where visitors find the server; where nothing is said, as they ask for it.
    pub public_url: Option<PublicUrl>,
}

impl Options {
    /// A server at an address, with its games in a folder: without tables, proxies and figures, and fair.
    pub fn new(address: SocketAddr, data: PathBuf) -> Options {
        Options {
            address,
            data,
            database: None,
            tables: None,
            proxies: 0,
            sharing: Sharing::Fair,
            connections: None,
            metrics: None,
            base_path: None,
            public_url: None,
        }
    }

    /// The path below which everything is.
    pub fn path(&self) -> BasePath {
        let public = self.public_url.as_ref().map(PublicUrl::path);
        self.base_path.as_ref().or(public).cloned().unwrap_or_default()
    }
}

/// Why the server cannot start, in words that say what to do.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ServeError(String);

/// Serves until the program is told to stop, or a newer one has the database. `ready` is called with the address when the server
/// listens.
///
/// # Errors
/// When the folder cannot be used, the address is taken, or the system gives no threads; when a newer program has the database.
pub fn serve(options: &Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let failed = |error: &dyn fmt::Display| ServeError(error.to_string());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| failed(&error))?;
    runtime.block_on(async {
        let counted = options.metrics.map(|_| measures::count()).transpose().map_err(ServeError)?;
        // Whoever cannot listen brings no storage up to date, for which servers of an older program would end.
        let listener = bind(options.address, "--port").await?;
        let operators = match options.metrics {
            Some(address) => Some(bind(address, "--metrics").await?),
            None => None,
        };
        let (app, shared) = open(options).await?;
        ready(listener.local_addr().map_err(|error| failed(&error))?);
        // Through proxies everybody comes from the same address.
        let is_counted = options.proxies == 0 && options.sharing == Sharing::Fair;
        let each = if is_counted { MOST_CONNECTIONS } else { usize::MAX };
        let gate = Arc::new(Gate::new(each, most(options)));
        let live = Arc::clone(&app);
        let closing = app.closing.subscribe();
        let measured = async {
            if let Some((listener, handle)) = operators.zip(counted) {
                let measures = Measures::new(handle, Shared(Arc::clone(&live)), Arc::clone(&gate));
                measure(listener, measures, closing.clone()).await;
            }
        };
        let mut is_outdated = false;
        let stop = async {
            tokio::select! {
                () = told_to_stop() => {}
                () = outdated(shared.as_deref()) => is_outdated = true,
            }
        };
        let served = connections::answer(
            listener,
            Routers { site: router(Arc::clone(&app)), crowded: crowded(app) },
            Arc::clone(&gate),
            stop,
            closing.clone(),
            async || {
                live.close().await;
            },
        );
        tokio::join!(served, measured);
        if let Some(shared) = shared {
            shared.leave().await;
        }
        if is_outdated {
            return Err(ServeError(
                "a newer Quirkat has brought the database up to date: use the newer program".into(),
            ));
        }
        Ok(())
    })
}

/// Waits until other servers are of a newer program than this one.
async fn outdated(shared: Option<&Postgres>) {
    match shared {
        Some(shared) => shared.outdated().await,
        None => pending().await,
    }
}

/// How many connections may be open at once.
fn most(options: &Options) -> usize {
    let most = most_connections();
    let wanted = options.connections.unwrap_or(most);
    if wanted > most {
        tracing::warn!(wanted, most, "the system may not allow as many connections: raise its limit of open files");
    }
    wanted
}

/// Lets the figures be had until the server closes.
async fn measure(listener: TcpListener, measures: Measures, mut closing: watch::Receiver<bool>) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!("figures are at http://{address}/metrics");
    }
    let keeping = tokio::spawn(measures.clone().keep_up());
    let ends = closing.clone();
    let gate = Arc::new(Gate::new(MOST_OPERATORS, MOST_OPERATORS));
    let router = measures.router();
    let routers = Routers { site: router.clone(), crowded: router };
    connections::answer(listener, routers, gate, connections::closed(&mut closing), ends, async || {}).await;
    keeping.abort();
}

/// Listens at an address, which an option says.
async fn bind(address: SocketAddr, option: &str) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| refused(address, option, &error))
}

fn refused(address: SocketAddr, option: &str, error: &std::io::Error) -> ServeError {
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

/// Waits until the program is told to stop, by Ctrl+C or as systems end what they have started.
async fn told_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without the signal the program can still be killed: nothing that was acknowledged is lost.
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
        Ok(mut told) => drop(told.recv().await),
        Err(_) => pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    pending().await
}

/// Where games are kept.
struct Storage {
    store: Arc<dyn Store>,
    /// The folder, which is this server's alone.
    own: Option<Folder>,
    /// The same storage where other servers share it, and what is heard of them.
    shared: Option<(Arc<Postgres>, UnboundedReceiver<Heard>)>,
}

async fn storage(options: &Options) -> Result<Storage, ServeError> {
    let failed = |error: &dyn fmt::Display| ServeError(error.to_string());
    if let Some(database) = &options.database {
        let (store, heard) = Postgres::open(database).await.map_err(|error| failed(&error))?;
        return Ok(Storage { store: Arc::clone(&store) as _, own: None, shared: Some((store, heard)) });
    }
    let own = Folder::take(&options.data).map_err(ServeError)?;
    let store = Sqlite::open(&options.data.join(FILE)).map_err(|error| failed(&error))?;
    Ok(Storage { store: Arc::new(store), own: Some(own), shared: None })
}

async fn open(options: &Options) -> Result<(Arc<App>, Option<Arc<Postgres>>), ServeError> {
    let failed = |error: &dyn fmt::Display| ServeError(error.to_string());
    let base = base(options)?;
    let Storage { store, own, shared } = storage(options).await?;
    let (shared, heard) = shared.unzip();
    let secret = store.secret().await.map_err(|error| failed(&error))?;
    let key = Key::try_from(&secret[..]).map_err(|error| failed(&error))?;
    let warn: Warn = Arc::new(|error: &_| tracing::warn!(%error, "tables are not used"));
    let tables = options.tables.as_ref().map(|which| TableLibrary::open(which, warn).map(Arc::new)).transpose();
    let tables = tables.map_err(|error| ServeError(format!("{error}; name another folder with --tables")))?;
    let library = tables.clone().map(|tables| tables as _);
    let workers = Arc::new(Workers::start(library, options.sharing).map_err(|error| failed(&error))?);
    let lobby = Lobby::new(if options.sharing == Sharing::Fair { MOST_EACH } else { usize::MAX });
    let rooms = Rooms::open(store, shared.clone(), workers, lobby).await.map_err(|error| failed(&error))?;
    tokio::spawn(Arc::clone(&rooms).keep_time());
    if let Some(heard) = heard {
        tokio::spawn(Arc::clone(&rooms).follow_others(heard));
    }
    let pace = |each, at_once| match options.sharing {
        Sharing::Fair => Paces::new(quota(each, at_once)),
        Sharing::Free => Paces::free(),
    };
    let app = App {
        rooms,
        tables,
        key,
        secret,
        _folder: own,
        proxies: options.proxies,
        health: Health::default(),
        base,
        public: options.public_url.clone(),
        lookers: Crowd::new(if options.sharing == Sharing::Fair { MOST_LIVE } else { usize::MAX }),
        closing: watch::Sender::new(false),
        creating: pace(Duration::from_secs(2), 30),
        filing: pace(Duration::from_secs(60), 20),
        asking: pace(Duration::from_millis(100), 60),
        drawing: pace(Duration::from_millis(250), 60),
    };
    Ok((Arc::new(app), shared))
}

/// Every address of the server.
fn router(app: Arc<App>) -> Router {
    let shared = Shared(app);
    let records = Router::new()
        .route("/api/pdn/read", post(api::read))
        .route("/api/pdn/write", post(api::write))
        .layer(from_fn_with_state(LARGEST_RECORD, guard::in_time));
    let files = Router::new()
        .route("/api/check", post(api::check))
        .route("/api/play", post(api::create))
        .route("/workshop/play", post(pages::play_own))
        .route("/workshop/print", post(prints::print_own))
        .layer(from_fn_with_state(LARGEST_WITH_FILE, guard::in_time));
    let plain = Router::new()
        .route("/", get(pages::gallery))
        .route("/games/{game}", get(pages::game))
        .route("/family", get(pages::family_page))
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
        .route("/mine", get(pages::mine))
        .route("/mine.pdn", get(pages::export))
        .route("/mine.json", get(pages::everything))
        .route("/key", get(pages::key).post(pages::take_key))
        .route("/key/change", post(pages::change_key))
        .route("/key/forget", post(pages::forget))
        .route("/key/open-again", post(pages::open_again))
        .route("/feed/{key}/{file}", get(pages::feed))
        .route("/api", get(pages::api))
        .route("/openapi.json", get(api::openapi))
        .route("/board/{file}", get(pictures::board))
        .route("/image/{file}", get(pictures::picture))
        .route("/print/book.pdf", get(prints::book))
        .route("/print/{file}", get(prints::print))
        .route("/assets/{state}/{name}", get(assets::asset))
        .route("/tables/{title}", get(api::tables))
        .route("/api/games", get(api::games))
        .route("/api/games/{title}", get(api::game))
        .route("/api/learn/{title}", get(api::learn))
        .route("/api/explore", post(api::explore))
        .route("/api/explore/reply", post(api::reply))
        .route("/api/explore/hint", post(api::hint))
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
        .layer(from_fn_with_state(LARGEST, guard::in_time))
        .merge(records)
        .merge(files)
        .layer(CompressionLayer::new());
    // Streams and live connections are sent as they come, not when there is enough to compress.
    let streams = Router::new()
        .route("/play/{id}/live", get(live))
        .route("/api/analyse", get(api::analyse))
        .route("/api/review", post(api::review))
        .route("/api/board/game/stream/{id}", get(api::stream))
        .layer(from_fn_with_state(LARGEST, guard::in_time));
    let site = plain.merge(streams).layer(from_fn_with_state(shared.clone(), own::at_hand));
    finished(site, || Problem::NotFound, shared)
}

/// What is answered when there are too many connections: whether the server is well, and else that it has no time.
fn crowded(app: Arc<App>) -> Router {
    finished(Router::new(), || Problem::Busy, Shared(app))
}

/// What holds for every address, and what is answered where there is none.
fn finished(site: Router<Shared>, otherwise: fn() -> Problem, shared: Shared) -> Router {
    let site = site
        .fallback(async move |visitor: Visitor, uri: Uri| guard::refused(&otherwise(), uri.path(), visitor.texts))
        .layer(from_fn(guard::in_words))
        .layer(from_fn_with_state(shared.clone(), guard::same_site))
        .layer(from_fn_with_state(shared.clone(), visitor::recognise))
        .layer(from_fn(guard::secure))
        .layer(from_fn_with_state(shared.clone(), access::observe));
    let health = health::router().layer(from_fn_with_state(shared.clone(), access::observe)).with_state(shared.clone());
    let base = shared.0.base;
    let site = site.with_state(shared);
    if base.is_root() { site.merge(health) } else { health.fallback_service(below(base, site)) }
}

/// What is below a path. Whoever asks for something else has lost the way; who looks after the server asks it directly.
fn below(base: Base, site: Router) -> Router {
    Router::new().fallback(async move |mut request: Request| match base.below(request.uri()) {
        Some(uri) => {
            *request.uri_mut() = uri;
            site.clone().oneshot(request).await.into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    })
}

/// The path below which everything is.
fn base(options: &Options) -> Result<Base, ServeError> {
    let public = options.public_url.as_ref().map(PublicUrl::path);
    match (&options.base_path, public) {
        (Some(path), Some(public)) if path != public => Err(ServeError(format!(
            "--base-path is {path}/ and the path of --public-url is {public}/: leave the former out, or let them be the same"
        ))),
        _ => Ok(Base::of(&options.path())),
    }
}

/// The live connection of a page, or of a program that shows its token.
async fn live(
    State(app): State<Arc<App>>,
    UrlPath(id): UrlPath<String>,
    Query(query): Query<HashMap<String, String>>,
    Extension(descriptor): Extension<Descriptor>,
    mut visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Response {
    let room = match pages::room(&app, &id, visitor.owner).await {
        Ok(room) => room,
        Err(problem) => return problem.json(visitor.texts),
    };
    let Some(place) = app.lookers.enter(visitor.owner) else { return Problem::TOO_MANY.json(visitor.texts) };
    if let Some(token) = query.get("token") {
        visitor.who.token = Some(token.clone());
    }
    let greeting = Greeting {
        known: query.get("known").and_then(|events| events.parse().ok()),
        unpacks: query.get("packed").is_some_and(|packing| packing == "gzip"),
    };
    upgrade
        .read_buffer_size(live::LONGEST)
        .max_message_size(live::LONGEST)
        .max_frame_size(live::LONGEST)
        .on_upgrade(move |socket| live::live(socket, app, room, visitor, greeting, (place, descriptor)))
}
