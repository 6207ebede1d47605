//! `quirkat serve`: Quirkat in the browser.

mod check;
mod database;
mod log;
pub mod settings;

use super::library::TablesArgument;
use super::{data_folder, number};
use anyhow::Context;
use clap::Args;
pub use database::DatabaseParser;
use log::{Format, LogArguments};
use quirkat_serve::{BasePath, ClientLimits, Database, Options, PublicUrl, serve};
use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Play in the browser: against the engine, or against friends by a link
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Games are stored in one file, quirkat.db, in the data folder, or in the database of --database.\nThe server \
    accepts connections from this machine only, unless --host allows others. Put it behind an HTTPS proxy, with --proxies, \
    before others use it over the internet: see docs/how-to/serve.md.\nEvery option can also be set in the environment or \
    in the file of --config, as QUIRKAT_PORT=8000 or port = 8000; the command line overrides the environment, which \
    overrides the file."
)]
pub struct Arguments {
    /// A file with options, in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The address to listen on: 0.0.0.0 admits others on the network
    #[arg(long, default_value_t = Ipv4Addr::LOCALHOST.into(), value_parser = read_host)]
    host: IpAddr,
    // From 1283, the year of the book of games.
    /// The port to listen on; 0 takes any free port
    #[arg(long, default_value_t = 12_830, value_parser = number(0..=u16::MAX))]
    port: u16,
    /// The folder of the games, instead of the user's data folder
    #[arg(long)]
    data: Option<PathBuf>,
    /// The PostgreSQL database of the games, instead of a folder; any number of servers may share it
    #[arg(long, value_name = "URL", value_parser = DatabaseParser, hide_env_values = true)]
    database: Option<Database>,
    #[command(flatten)]
    tables: TablesArgument,
    /// The folder of the npm package, with whose module browsers play and analyse on their own processors, also without
    /// a network: see docs/how-to/web.md
    #[arg(long, value_name = "FOLDER")]
    module: Option<PathBuf>,
    /// Number of your own proxies in front of the server, each of which adds its client to X-Forwarded-For: limits then
    /// apply to each visitor instead of the proxy
    #[arg(
        long, alias = "proxy", value_name = "NUMBER", num_args = 0..=1, default_value_t = 0,
        default_missing_value = "1", value_parser = number(0..=9_usize)
    )]
    proxies: usize,
    /// Disable all limits per client: for your own machine, and for measurements
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false,
        default_missing_value = "true"
    )]
    unlimited: bool,
    /// Maximum number of open connections [default: what the limit of open files permits]
    #[arg(long, value_name = "NUMBER", value_parser = number(1..=1_000_000_usize))]
    connections: Option<usize>,
    /// Address of the metrics for Prometheus at /metrics, such as 127.0.0.1:12831; visitors must not reach it
    #[arg(long, value_name = "ADDRESS", value_parser = read_address)]
    metrics: Option<SocketAddr>,
    /// Public URL of the server, such as `https://games.example.org`, used in invitations, previews and leaflets
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Path below which everything is served, such as /quirkat, instead of the path of the public URL; proxies must not
    /// strip it
    #[arg(long, value_name = "PATH")]
    base_path: Option<BasePath>,
    /// Open the pages in the browser, unless this is a remote shell or there is no desktop
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false,
        default_missing_value = "true"
    )]
    open: bool,
    /// Ask the server that runs at this host and port whether it is alive, and end: exit code 0 if it is, else 1
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false,
        default_missing_value = "true"
    )]
    check: bool,
    #[command(flatten)]
    log: LogArguments,
}

/// Returns the command line that `quirkat` or `quirkat --no-open` without a command stands for.
pub fn bare(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let open = match arguments {
        [] | [_] => "--open",
        [_, flag] if flag == "--no-open" => "--open=false",
        _ => return None,
    };
    Some(["quirkat", "serve", open].map(OsString::from).into())
}

/// Returns whether a browser that this program opens appears before the user.
fn has_desktop() -> bool {
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_remote = ["SSH_CONNECTION", "SSH_TTY"].iter().any(is_set);
    let has_display = cfg!(any(windows, target_os = "macos")) || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set);
    has_display && !is_remote
}

fn read_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "allowed: an address and a port, such as 127.0.0.1:12831 or [::1]:12831".to_owned())
}

/// Returns the folder of the games: the given one, or the user's own.
pub fn games_folder(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    named.cloned().or_else(data_folder).context("there is no data folder here: name one with --data")
}

/// Parses an address of this machine.
fn read_host(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| "allowed: localhost, or an address such as 127.0.0.1, 0.0.0.0 or ::1".to_owned())
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let address = SocketAddr::new(arguments.host, arguments.port);
    if arguments.check {
        return check::check(address);
    }
    let data = match &arguments.database {
        // With a database, no folder is used.
        Some(_) => PathBuf::new(),
        None => games_folder(arguments.data.as_ref())?,
    };
    arguments.log.start();
    if let Some(file) = arguments.config.as_deref().filter(|file| settings::exposes_database(file)) {
        tracing::warn!("all users can read the password of the database in {}: chmod 600", file.display());
    }
    let options = Options {
        database: arguments.database.clone(),
        tables: Some(arguments.tables.which()),
        module: arguments.module.clone(),
        proxies: arguments.proxies,
        limits: if arguments.unlimited { ClientLimits::Disabled } else { ClientLimits::Enforced },
        connections: arguments.connections,
        metrics: arguments.metrics,
        base_path: arguments.base_path.clone(),
        public_url: arguments.public_url.clone(),
        ..Options::new(address, data)
    };
    let base = options.path();
    let is_bare = bare(&std::env::args_os().collect::<Vec<_>>()).is_some();
    let storage = match &options.database {
        Some(database) => database.to_string(),
        None => options.data.display().to_string(),
    };
    serve(&options, |address| {
        let url = format!("http://{address}{base}/");
        match arguments.log.format() {
            Format::Text => {
                eprintln!("Quirkat is at {url} (Ctrl+C ends it)\nGames are stored in {storage}");
                if options.module.is_none() {
                    eprintln!(
                        "This server analyses for its visitors; --module lets their browsers do it: docs/how-to/web.md"
                    );
                }
                if is_bare {
                    eprintln!("To play here in the terminal: quirkat play. All commands: quirkat --help");
                }
            }
            Format::Json => tracing::info!(%url, data = %storage, "listening"),
        }
        if arguments.open
            && has_desktop()
            && let Err(error) = open::that_detached(&url)
        {
            tracing::warn!("the browser did not open: {error}");
        }
    })?;
    Ok(String::new())
}
