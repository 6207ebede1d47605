//! Runs a server inside another program: starts it at a free port with a temporary folder, requests the games over HTTP, and ends.
//!
//! `cargo run -p quirkat-serve --example inside`

use quirkat_serve::{ClientLimits, Options, serve};
use serde_json::Value;
use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc::channel;
use std::thread::spawn;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let options = Options { limits: ClientLimits::Disabled, ..Options::new(address, folder.path().to_owned()) };

    // `serve` returns when the server has ended or could not start, so it runs in a thread and reports when it listens.
    let (sender, receiver) = channel();
    spawn(move || {
        let listening = sender.clone();
        if let Err(error) = serve(&options, move |address| drop(listening.send(Ok(address)))) {
            drop(sender.send(Err(error)));
        }
    });
    let server = format!("http://{}", receiver.recv()??);
    println!("listening at {server}");

    let games: Value = ureq::get(format!("{server}/api/games")).call()?.body_mut().read_json()?;
    for game in games.as_array().into_iter().flatten() {
        let [id, kind] = ["id", "kind"].map(|key| game[key].as_str().unwrap_or_default());
        let variants = game["variants"].as_array().map_or(0, Vec::len);
        println!("{id:<24}{kind:<10}{variants:>3}");
    }

    // The server ends with this program. Everything it has acknowledged is in the folder by then.
    Ok(())
}
