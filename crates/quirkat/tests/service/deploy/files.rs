//! Tests the files that start the server.

use super::proxied::{Server, deploy, get};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

pub fn deployed_options_exist() {
    // The server starts, so all options exist.
    let server =
        Server::start(&["--config", &deploy("quirkat.toml"), "--log-format", "text", "--metrics", "127.0.0.1:0"]);
    let page = get(&format!("http://{}/games/alquerque", server.address), &[]);
    assert!(page.contains("<meta property=\"og:url\" content=\"https://games.example.org/games/alquerque"), "{page}");
}

pub fn the_unit_starts_the_program_in_a_sandbox() {
    let text = fs::read_to_string(deploy("quirkat.service")).unwrap();
    assert!(text.contains("ExecStart=/usr/local/bin/quirkat serve --config /etc/quirkat.toml\n"));
    let folder = TempDir::new().unwrap();
    let unit = folder.path().join("quirkat.service");
    fs::write(&unit, text.replace("/usr/local/bin/quirkat", env!("CARGO_BIN_EXE_quirkat"))).unwrap();
    for words in [&["verify"][..], &["security", "--offline=yes", "--threshold=20"]] {
        let output = Command::new("systemd-analyze").args(words).arg(&unit).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {text}");
        // The verifier may also report on units of the machine.
        assert!(!text.contains("Unknown"), "{text}");
    }
}

pub fn the_container_uses_the_rust_version_of_the_crates() {
    let workspace = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml")).unwrap();
    let (_, oldest) = workspace.split_once("rust-version = \"").unwrap();
    let image = format!("FROM rust:{}-", oldest.split('"').next().unwrap());
    assert!(fs::read_to_string(deploy("Containerfile")).unwrap().contains(&image), "{image}");
}

pub fn the_container_is_built_and_serves() {
    let docker = |words: &[&str]| {
        let output = Command::new("docker").args(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {text}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    docker(&[
        "build",
        "-f",
        &deploy("Containerfile"),
        "-t",
        "quirkat-test",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../.."),
    ]);
    let id = docker(&["run", "-d", "--rm", "-p", "127.0.0.1::12830", "quirkat-test"]);
    let address = docker(&["port", &id, "12830"]);
    let ready = super::proxied::until("the container", || try_get(&format!("http://{address}/ready")));
    docker(&["stop", &id]);
    assert!(ready.contains("ready"), "{ready}");
}

fn try_get(url: &str) -> Option<String> {
    ureq::get(url).call().ok()?.body_mut().read_to_string().ok()
}
