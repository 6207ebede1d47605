//! A whole server inside the program of a fuzz target. Inputs reach it over the network. A panic in any of its threads ends the
//! program.

use crate::asking::{InputKind, ask};
use quirkat_serve::{ClientLimits, Options, serve};
use std::sync::LazyLock;
use std::sync::mpsc::channel;
use std::thread;
use tempfile::TempDir;

/// Address on which the server listens.
static SERVER: LazyLock<String> = LazyLock::new(|| {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let folder = TempDir::new().expect("a folder for the games");
        let address = ([127, 0, 0, 1], 0).into();
        let options = Options { limits: ClientLimits::Disabled, ..Options::new(address, folder.path().to_owned()) };
        serve(&options, |address| drop(sender.send(address.to_string()))).expect("the server runs");
    });
    receiver.recv().expect("the server listens")
});

/// Sends a text to the server as one kind of input.
pub fn send(kind: InputKind, text: &str) {
    ask(&SERVER, kind, text);
}
