//! A whole server in the program of a fuzz target, asked over the network as anybody asks it: whatever panics in one of its
//! threads ends the program.

use crate::asking::{Means, ask};
use quirkat_serve::{Options, Sharing, serve};
use std::sync::LazyLock;
use std::sync::mpsc::channel;
use std::thread;
use tempfile::TempDir;

/// Where it listens.
static SERVER: LazyLock<String> = LazyLock::new(|| {
    let (tell, told) = channel();
    thread::spawn(move || {
        let folder = TempDir::new().expect("a folder for the games");
        let address = ([127, 0, 0, 1], 0).into();
        let options = Options { sharing: Sharing::Free, ..Options::new(address, folder.path().to_owned()) };
        serve(&options, |address| drop(tell.send(address.to_string()))).expect("the server runs");
    });
    told.recv().expect("the server listens")
});

/// Sends a text to the server.
pub fn send(means: Means, text: &str) {
    ask(&SERVER, means, text);
}
