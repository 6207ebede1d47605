//! `quirkat engine`: the engine for other programs.

use super::{number, read_time};
use crate::engine::{DxpServer, DxpSettings, Games, run as answer};
use crate::errors::bad_input;
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::Language;
use quirkat_search::Level;
use std::io::stdin;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Run as an engine for other programs: UCI, UGI or Hub on standard input and output, or DamExchange at a port
#[derive(Debug, Args)]
#[command(after_help = "The first line chooses the protocol:\n  \
    uci   the dialect that docs/reference/engine-protocols.md describes: every game, variant and house rule\n  \
    ugi   the same, with the queries of UGI\n  \
    hub   Hub 2, for international draughts, its variants and Frisian draughts\n\n\
    It ends with `quit`, or at once when the input ends.\n\n\
    With --dxp it waits for programs that speak DamExchange, and plays international draughts with them:\n  \
    quirkat engine --dxp 27531 --level 7")]
pub struct Arguments {
    /// The initial game. The option UCI_Variant offers a game file of your own only if it is named here
    #[arg(default_value = "alquerque")]
    game: String,
    /// An initial house rule; may be repeated: `--rule capture=optional`
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Wait for DamExchange connections at this port of this machine, or at an address; port 0 chooses a free one
    #[arg(long, value_name = "[ADDRESS:]PORT", value_parser = read_address, conflicts_with_all = ["game", "rules"])]
    dxp: Option<SocketAddr>,
    /// Accept DamExchange connections of other machines; the protocol has no passwords
    #[arg(long, requires = "dxp")]
    remote: bool,
    /// Level in DamExchange games
    #[arg(long, requires = "dxp", default_value = "10", value_parser = number::<u8>(1..=10))]
    level: u8,
    /// Time per move in DamExchange games [default: a share of the time that the other program sets]
    #[arg(long, requires = "dxp", value_parser = read_time)]
    time: Option<Duration>,
    /// End after this number of DamExchange games [default: no end]
    #[arg(long, requires = "dxp", value_parser = number::<u32>(1..=1_000_000))]
    games: Option<u32>,
}

/// Reads an address, or a port of this machine.
fn read_address(text: &str) -> Result<SocketAddr, String> {
    let port = || text.parse::<u16>().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    text.parse()
        .or_else(|_| port())
        .map_err(|_| "allowed: a port such as 27531, 127.0.0.1:27531, [::1]:27531".to_owned())
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { game, rules, dxp, remote, level, time, games } = arguments;
    if let Some(address) = *dxp {
        if !address.ip().is_loopback() && !remote {
            let reason = "can be reached from other machines, and DamExchange has no passwords; allowed with --remote";
            return Err(bad_input(format!("{address} {reason}")));
        }
        let level = Level::new(*level).unwrap_or(Level::BEST);
        DxpServer::bind(address, DxpSettings { level, time: *time, games: *games })?.run()?;
        return Ok(String::new());
    }
    let (source, ruling) = GameArguments::new(game.clone(), rules.clone()).ruling(Language::En)?;
    answer(&Games::new(source, &ruling), &mut stdin().lock())?;
    Ok(String::new())
}
