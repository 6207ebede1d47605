//! Tests the files that start the server.

use super::proxied::{Server, deploy, get, until};
use super::unit::{STOP_TIME, output, ready};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;
use tempfile::TempDir;

pub fn deployed_options_exist() {
    // The server starts, so all options exist.
    let server =
        Server::start(&["--config", &deploy("quirkat.toml"), "--log-format", "text", "--metrics", "127.0.0.1:0"]);
    let page = get(&format!("http://{}/games/alquerque", server.address), &[]);
    assert!(page.contains("<meta property=\"og:url\" content=\"https://games.example.org/games/alquerque"), "{page}");
}

pub fn the_page_on_upgrades_names_the_versions_of_the_schema() {
    let server = Server::start(&[]);
    let file = rusqlite::Connection::open(server.folder().join("quirkat.db")).unwrap();
    let version: i64 = file.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    let migrations = concat!(env!("CARGO_MANIFEST_DIR"), "/../serve/src/store/migrations/postgres");
    let versions = [("| file |", version), ("| PostgreSQL |", fs::read_dir(migrations).unwrap().count() as i64)];
    let page = include_str!("../../../../../docs/how-to/upgrade.md");
    for (storage, version) in versions {
        let line = page.lines().find(|line| line.starts_with(storage)).unwrap();
        assert!(line.ends_with(&format!("| {version} |")), "version {version}: {line}");
    }
}

pub fn the_container_uses_the_rust_version_of_the_crates() {
    let workspace = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml")).unwrap();
    let (_, oldest) = workspace.split_once("rust-version = \"").unwrap();
    let image = format!("FROM rust:{}-", oldest.split('"').next().unwrap());
    assert!(fs::read_to_string(deploy("Containerfile")).unwrap().contains(&image), "{image}");
}

/// Returns the words of an instruction with a JSON array in the Containerfile.
fn instruction(name: &str) -> Vec<String> {
    let text = fs::read_to_string(deploy("Containerfile")).unwrap().replace("\\\n", " ");
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name}: {text}"));
    serde_json::from_str(&line[line.find('[').unwrap()..]).unwrap()
}

pub fn the_health_check_of_the_container_finds_a_server() {
    let words = instruction("HEALTHCHECK");
    let check = |program: &mut Command, port: &str| {
        let output = program.args(&words[1..]).env("QUIRKAT_PORT", port).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let program = || Command::new(env!("CARGO_BIN_EXE_quirkat"));
    let server = Server::start(&[]);
    let (_, port) = server.address.rsplit_once(':').unwrap();
    let alive = (Some(0), format!("the server at 127.0.0.1:{port} is alive\n"));
    assert_eq!(check(&mut program(), port), alive);
    assert_eq!(check(program().env("QUIRKAT_HOST", "0.0.0.0"), port), alive);
    let port = port.to_owned();
    drop(server);
    let (code, text) = check(&mut program(), &port);
    assert!(code == Some(1) && text.contains(&format!("no server answers at 127.0.0.1:{port}")), "{code:?} {text}");
    // Another program at this address.
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let answers = std::thread::spawn(move || other.accept().unwrap().0.write_all(b"HTTP/1.0 404 Not Found\r\n\r\n"));
    let (code, text) = check(&mut program(), &port);
    assert!(code == Some(1) && text.contains("404 Not Found"), "{code:?} {text}");
    answers.join().unwrap().unwrap();
}

pub fn the_image_has_all_that_the_server_needs() {
    const USER: &str = "--userspec=999:999";
    let folder = TempDir::new().unwrap();
    output(Command::new(deploy("image")).arg(env!("CARGO_BIN_EXE_quirkat")).arg(folder.path()));
    let root = folder.path().join("root");
    let size = output(Command::new("du").args(["-s", "--block-size=1", "--exclude=quirkat"]).arg(&root));
    let size: u64 = size.split_whitespace().next().unwrap().parse().unwrap();
    assert!(size < 8_000_000, "{size} bytes besides the program");
    // The runtime makes these folders, and the volume belongs to the user.
    output(Command::new("cp").arg("-a").arg(folder.path().join("var")).arg(&root));
    output(Command::new("chown").args(["-R", "999:999"]).arg(root.join("var/lib/quirkat")));
    let inside = || {
        let mut command = Command::new("chroot");
        command
            .arg(USER)
            .arg(&root)
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin")
            .env("QUIRKAT_DATA", "/var/lib/quirkat");
        command
    };
    let mut command = inside();
    command.args(["quirkat", "serve", "--port", "0"]);
    let server = crate::harness::Server::run(command, TempDir::new().unwrap().into());
    let game = server.begin(serde_json::json!({ "game": "alquerque", "opponent": "engine:1", "side": "first" }));
    assert_eq!(server.state(&game.id)["ply"], 0);
    let (_, port) = server.address.rsplit_once(':').unwrap();
    let words = instruction("HEALTHCHECK");
    let said = output(inside().env("QUIRKAT_PORT", port).args(&words));
    assert!(said.ends_with("is alive"), "{said}");
}

/// Returns the first program of these that runs containers here.
pub fn container_engine() -> Option<&'static str> {
    ["podman", "docker", "buildah"].into_iter().find(|engine| super::answers(&format!("{engine} info")))
}

pub fn the_container_is_built_and_serves() {
    let engine = container_engine().unwrap();
    let run = |words: &[&str]| output(Command::new(engine).args(words));
    let text = fs::read_to_string(deploy("Containerfile")).unwrap();
    let images = text.lines().filter_map(|line| line.strip_prefix("FROM ")?.split(' ').next());
    for image in images.filter(|image| *image != "scratch") {
        let command = |words: &[&str]| Command::new(engine).args(words).stdin(Stdio::null()).output().unwrap();
        if command(&["inspect", "--type", "image", image]).status.success() {
            continue;
        }
        let pulled = command(&["pull", image]);
        if !pulled.status.success() {
            let why = String::from_utf8_lossy(&pulled.stderr).into_owned();
            eprintln!("the_container_is_built_and_serves is incomplete: {engine} has no image {image}: {why}");
            return;
        }
    }
    let (containerfile, root) = (deploy("Containerfile"), concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut build = vec!["build", "-f", &containerfile, "-t", "quirkat-test", root];
    if engine != "docker" {
        // The format of OCI has no health check.
        build.splice(1..1, ["--format", "docker"]);
    }
    run(&build);
    if engine == "buildah" {
        // It builds containers and runs single programs in them.
        let id = run(&["from", "quirkat-test"]);
        let version = run(&["run", &id, "--", "quirkat", "--version"]);
        run(&["rm", &id]);
        assert!(version.starts_with("quirkat "), "{version}");
        return;
    }
    let id = run(&["run", "-d", "-p", "127.0.0.1::12830", "quirkat-test"]);
    let address = run(&["port", &id, "12830"]);
    let answer = until("the container", || ready(address.lines().next().unwrap()));
    assert!(answer.contains("ready"), "{answer}");
    until("a healthy container", || {
        if engine == "podman" {
            // Without systemd nothing runs the checks.
            run(&["healthcheck", "run", &id]);
        }
        (run(&["inspect", "--format", "{{.State.Health.Status}}", &id]) == "healthy").then_some(())
    });
    let began = Instant::now();
    run(&["stop", &id]);
    let code = run(&["inspect", "--format", "{{.State.ExitCode}}", &id]);
    run(&["rm", &id]);
    assert!(code == "0" && began.elapsed() < STOP_TIME, "{code} after {:?}", began.elapsed());
}
