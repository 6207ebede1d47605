//! `quirkat serve`: Quirkat in the browser.

use super::library::TablesArgument;
use super::number;
use anyhow::Context;
use clap::Args;
use quirkat_serve::{Options, serve};
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Play in the browser: against the engine, or against friends by a link
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Games are kept in one file, quirkat.db, in the data folder.\nThe server answers this machine alone unless \
    --host says otherwise; put it behind a server that speaks HTTPS, with --proxy, before others use it over the internet."
)]
pub struct Arguments {
    /// The address to listen on: 0.0.0.0 lets others on the network in
    #[arg(long, default_value_t = Self::default().host)]
    host: IpAddr,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = Self::default().port, value_parser = number(0..=u16::MAX))]
    port: u16,
    /// The folder in which games are kept, instead of the user's data folder
    #[arg(long)]
    data: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgument,
    /// Everybody comes through a proxy of your own, which sets X-Forwarded-For: limits count for each visitor
    #[arg(long)]
    proxy: bool,
}

impl Default for Arguments {
    fn default() -> Self {
        // 1283, the year of the book of games, needs rights that most people do not have.
        Arguments {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 12_830,
            data: None,
            tables: TablesArgument::default(),
            proxy: false,
        }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let usual = || directories::ProjectDirs::from("", "", "quirkat").map(|folders| folders.data_dir().to_owned());
    let data = arguments.data.clone().or_else(usual).context("there is no data folder here: name one with --data")?;
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal()).init();
    let options = Options {
        address: SocketAddr::new(arguments.host, arguments.port),
        data,
        tables: arguments.tables.folder.clone(),
        behind_proxy: arguments.proxy,
    };
    serve(&options, |address| {
        eprintln!("Quirkat is at http://{address}/ (Ctrl+C ends it)\nGames are kept in {}", options.data.display());
    })?;
    Ok(String::new())
}
