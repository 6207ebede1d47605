//! `quirkat serve`: Quirkat in the browser.

use super::library::TablesArgument;
use super::number;
use anyhow::Context;
use clap::Args;
use quirkat_serve::{Options, Sharing, serve};
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Play in the browser: against the engine, or against friends by a link
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Games are kept in one file, quirkat.db, in the data folder.\nThe server answers this machine alone unless \
    --host says otherwise; put it behind a server that speaks HTTPS, with --proxies, before others use it over the internet."
)]
pub struct Arguments {
    /// The address to listen on: 0.0.0.0 lets others on the network in
    #[arg(long, default_value_t = Self::default().host, value_parser = read_host)]
    host: IpAddr,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = Self::default().port, value_parser = number(0..=u16::MAX))]
    port: u16,
    /// The folder in which games are kept, instead of the user's data folder
    #[arg(long)]
    data: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgument,
    /// Everybody comes through so many proxies of your own, each of which adds to X-Forwarded-For whom it was asked by:
    /// limits count for each visitor, and not for the proxy
    #[arg(
        long, alias = "proxy", value_name = "NUMBER", num_args = 0..=1, default_value_t = 0,
        default_missing_value = "1", value_parser = number(0..=9_usize)
    )]
    proxies: usize,
    /// Nobody is held back, however much they ask for: for a machine of your own, and to measure
    #[arg(long)]
    unlimited: bool,
}

impl Default for Arguments {
    fn default() -> Self {
        // 1283, the year of the book of games, needs rights that most people do not have.
        Arguments {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 12_830,
            data: None,
            tables: TablesArgument::default(),
            proxies: 0,
            unlimited: false,
        }
    }
}

/// An address of this machine.
fn read_host(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| "allowed: localhost, or an address such as 127.0.0.1, 0.0.0.0 or ::1".to_owned())
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let usual = || directories::ProjectDirs::from("", "", "quirkat").map(|folders| folders.data_dir().to_owned());
    let data = arguments.data.clone().or_else(usual).context("there is no data folder here: name one with --data")?;
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal()).init();
    let options = Options {
        address: SocketAddr::new(arguments.host, arguments.port),
        data,
        tables: arguments.tables.folder.clone(),
        proxies: arguments.proxies,
        sharing: if arguments.unlimited { Sharing::Free } else { Sharing::Fair },
    };
    serve(&options, |address| {
        eprintln!("Quirkat is at http://{address}/ (Ctrl+C ends it)\nGames are kept in {}", options.data.display());
    })?;
    Ok(String::new())
}
