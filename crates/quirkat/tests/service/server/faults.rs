//! Tests failures of the machine: killed processes, full disks, foreign files.

use crate::harness::{PATIENCE, Player, Server, Visitor, moves_survive_kills, quirkat, random_move, until};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const ALQUERQUE: &str = "alquerque:walker";

pub fn acknowledged_moves_survive_random_kills() {
    let folder = Arc::new(TempDir::new().unwrap());
    moves_survive_kills(|| Server::at(&folder));
}

/// Starts a server that must fail, and returns its error text.
pub fn start_error(arguments: &[&str], data: &Path) -> String {
    let mut child = quirkat()
        .args(["serve", "--data"])
        .arg(data)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the server still runs");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(stderr.lines().filter(|line| !line.is_empty()).count(), 1, "one clear line: {stderr}");
    stderr
}

pub fn a_taken_port_is_named_with_a_remedy() {
    let folder = TempDir::new().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let stderr = start_error(&["--port", &port], folder.path());
    assert!(stderr.contains(&port) && stderr.contains("in use") && stderr.contains("--port"), "{stderr}");
}

pub fn a_file_in_place_of_the_folder_is_named_with_a_remedy() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("data");
    fs::write(&file, "something").unwrap();
    for data in [file.clone(), file.join("below")] {
        let stderr = start_error(&["--port", "0"], &data);
        assert!(stderr.contains(data.to_str().unwrap()) && stderr.contains("--data"), "{stderr}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "something");
}

pub fn a_missing_database_is_named() {
    let folder = TempDir::new().unwrap();
    let stderr =
        start_error(&["--port", "0", "--database", "postgres://quirkat:secret@%2Fnowhere/games"], folder.path());
    assert!(stderr.contains("PostgreSQL, games at /nowhere") && !stderr.contains("secret"), "{stderr}");
}

pub fn a_file_of_a_newer_program_is_left_alone() {
    let mut server = Server::new();
    let folder = server.folder().to_owned();
    server.kill();
    let path = folder.join("quirkat.db");
    // Every SQLite file has the schema version in its header. The write-ahead log would hide it.
    let _ = fs::remove_file(folder.join("quirkat.db-wal"));
    let mut file = fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(60)).unwrap();
    file.write_all(&99_u32.to_be_bytes()).unwrap();
    drop(file);
    let before = fs::read(&path).unwrap();
    let stderr = start_error(&["--port", "0"], &folder);
    assert!(stderr.contains("newer Quirkat") && stderr.contains("99") && stderr.contains("--data"), "{stderr}");
    assert!(fs::read(&path).unwrap() == before, "the file is as it was");
}

pub fn a_file_of_something_else_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("quirkat.db");
    let text = "this is a letter of the user, and no database\n".repeat(100);
    fs::write(&path, &text).unwrap();
    let stderr = start_error(&["--port", "0"], folder.path());
    assert!(stderr.contains("quirkat.db") && stderr.contains("not a database"), "{stderr}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

pub fn an_empty_or_foreign_database_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("quirkat.db");
    fs::write(&path, "").unwrap();
    let stderr = start_error(&["--port", "0"], folder.path());
    assert!(stderr.contains("quirkat.db") && stderr.contains("quirkat restore"), "{stderr}");
    assert_eq!(fs::read(&path).unwrap(), b"");
    fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TABLE letters(text); INSERT INTO letters VALUES('dear'); PRAGMA user_version = 3")
        .unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    let stderr = start_error(&["--port", "0"], folder.path());
    assert!(stderr.contains("quirkat.db") && stderr.contains("another program"), "{stderr}");
    assert!(fs::read(&path).unwrap() == before, "the file is as it was");
}

#[cfg(unix)]
pub fn only_the_owner_can_read_the_storage_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let parent = Arc::new(TempDir::new().unwrap());
    let data = parent.path().join("new/games");
    let mut command = Command::new("sh");
    command.args(["-c", "umask 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quirkat"), "serve", "--port", "0", "--data"]);
    command.arg(&data);
    let server = Server::run(command, Arc::clone(&parent));
    server.begin(json!({ "game": ALQUERQUE, "opponent": "here" }));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let check = || {
        let files: Vec<_> = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(
            files.iter().all(|file| mode(file) == 0o600),
            "{:?}",
            files.iter().map(|file| mode(file)).collect::<Vec<_>>()
        );
        files.len()
    };
    assert_eq!(check(), 4, "database, log, index of the log, lock");
    drop(server);
    // Files of an older program that ran with an open umask.
    for file in fs::read_dir(&data).unwrap() {
        fs::set_permissions(file.unwrap().path(), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--data"]).arg(&data);
    let _server = Server::run(command, parent);
    check();
}

pub fn files_with_holes_are_refused_or_read_without_a_panic() {
    let mut server = Server::new();
    let (id, _) = server.pair(json!({ "game": ALQUERQUE }));
    let folder = server.folder().to_owned();
    server.kill();
    // A start moves the write-ahead log into the file.
    drop(Server::at(&server.shared_folder()));
    let path = folder.join("quirkat.db");
    let mut bytes = fs::read(&path).unwrap();
    let _ = fs::remove_file(folder.join("quirkat.db-wal"));
    bytes.iter_mut().skip(4096).for_each(|byte| *byte = byte.wrapping_mul(7).wrapping_add(13));
    fs::write(&path, &bytes).unwrap();
    let mut child =
        quirkat().args(["serve", "--port", "0", "--data"]).arg(&folder).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    if let Some((_, address)) = line.split_once("http://") {
        let visitor = Visitor::at(address.split_once('/').unwrap().0);
        assert_eq!(visitor.get("/").status, 200);
        assert!(matches!(visitor.get(&format!("/api/game/{id}")).status, 200 | 404 | 500));
    } else {
        assert!(line.contains("quirkat.db"), "{line}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    stderr.read_to_string(&mut line).unwrap();
    assert!(!line.contains("panicked"), "{line}");
}

/// Starts a server whose files are limited to some blocks of 512 bytes, which simulates a full disk.
fn with_full_disk(folder: &Arc<TempDir>, blocks: u32) -> Server {
    let mut command = Command::new("sh");
    // The shell ignores the signal of the limit and becomes the server, so that writes fail instead.
    let script = format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$@\"");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_quirkat"), "serve", "--port", "0", "--data"]);
    command.arg(folder.path());
    Server::run(command, Arc::clone(folder))
}

/// Lifts the limit of a process. Returns false where this machine cannot.
fn lift_limit(process: u32) -> bool {
    let status = Command::new("prlimit").args(["--pid", &process.to_string(), "--fsize=unlimited"]).status();
    status.is_ok_and(|status| status.success())
}

pub fn a_move_that_cannot_be_stored_is_refused_completely() {
    let folder = Arc::new(TempDir::new().unwrap());
    // Room for the schema and some moves: the log of a few hundred kilobytes fills up during play.
    let server = with_full_disk(&folder, 400);
    let mut rng = fastrand::Rng::with_seed(22);
    let title = "international";
    let (id, tokens) = server.pair(json!({ "game": title, "name": "Ana" }));
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    let began = Instant::now();
    // Either a move or a takeback is the first event that cannot be stored and is refused.
    let refused = 'full: loop {
        assert!(began.elapsed() < 2 * PATIENCE, "the disk never became full");
        assert!(players[0].state["outcome"].is_null() || players[0].turns.len() < 2, "the game was too short");
        let ply = players[0].turns.len();
        let text = random_move(title, &players[0].turns, &mut rng);
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].turn(&text);
        if let Some(words) = players[at].until_or_refused("the turn", |message| message["ply"] == ply + 1) {
            break words;
        }
        players[1 - at].until_ply(ply + 1);
        // Offer and decline keep the game short while the log grows.
        if ply + 1 >= 4 {
            for _ in 0..2 {
                let by = usize::from(players[0].state["toMove"] == "first");
                players[by].send(json!({ "t": "offer", "what": "takeback" }));
                if let Some(words) = players[by].until_or_refused("the offer", |message| !message["offer"].is_null()) {
                    break 'full words;
                }
                players[1 - by].until_state("the offer", |state| !state["offer"].is_null());
                players[1 - by].send(json!({ "t": "decline" }));
                let declined = |message: &Value| message.get("offer").is_some_and(Value::is_null);
                if let Some(words) = players[1 - by].until_or_refused("the answer", declined) {
                    break 'full words;
                }
                players[by].until_state("the answer", |state| state["offer"].is_null());
            }
        }
    };
    assert!(refused.len() > 10, "{refused}");
    let turns_before = players[0].turns.clone();
    assert_eq!(players[1].turns, turns_before, "no player has seen the refused event");
    assert_eq!(server.state(&id)["ply"], turns_before.len());
    assert!(!server.log().contains("panicked"), "{}", server.log());
    // The rest of the site works, and new games are refused with a message.
    assert_eq!(server.visitor().get("/").status, 200);
    let answer = server.visitor().post("/api/play", &json!({ "game": title, "opponent": "here" }));
    assert!(answer.status == 200 || answer.status == 503 && !answer.error().is_empty());
    if lift_limit(server.process()) {
        let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
        assert_eq!(players[0].turns, turns_before);
        let text = random_move(title, &turns_before, &mut rng);
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].play(&text);
        players[1 - at].until_ply(turns_before.len() + 1);
    }
    drop(server);
    let server = Server::at(&folder);
    let ply = server.state(&id)["ply"].as_u64().unwrap() as usize;
    assert!(ply == turns_before.len() || ply == turns_before.len() + 1);
}

pub fn players_continue_together_after_a_full_disk() {
    let folder = Arc::new(TempDir::new().unwrap());
    let server = with_full_disk(&folder, 400);
    let mut rng = fastrand::Rng::with_seed(23);
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let open = || tokens.each_ref().map(|token| server.player(&id, Some(token)));
    let [mut ana, mut bruna] = open();
    // Other games fill the disk.
    until("the disk to be full", || {
        let answer = server.visitor().post("/api/play", &json!({ "game": ALQUERQUE, "opponent": "here" }));
        (answer.status != 200).then_some(())
    });
    let text = random_move(ALQUERQUE, &[], &mut rng);
    ana.turn(&text);
    ana.until("the refusal", |message| message["t"] == "refused");
    if !lift_limit(server.process()) {
        return;
    }
    // One of them reloads the page, the other does not.
    drop(bruna);
    bruna = server.player(&id, Some(&tokens[1]));
    let sent = ana.send_raw(tokio_tungstenite::tungstenite::Message::text(
        json!({ "t": "turn", "ply": 0, "text": text }).to_string(),
    ));
    let closed = !sent || ana.until_closed_or("the turn", |message| message["ply"] == 1);
    if closed {
        // A page reconnects by itself.
        ana = server.player(&id, Some(&tokens[0]));
        if ana.turns.is_empty() {
            ana.play(&text);
        }
    }
    bruna.until_ply(1);
    let answer = random_move(ALQUERQUE, &bruna.turns, &mut rng);
    bruna.play(&answer);
    Player::until_ply(&mut ana, 2);
}

/// Compiles a library that is loaded between server and system, from a C source beside the tests. Returns nothing
/// without a C compiler.
#[cfg(target_os = "linux")]
pub fn compile_preload_library(name: &str, folder: &Path) -> Option<PathBuf> {
    let library = folder.join(name).with_extension("so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/service/server").join(name);
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).arg("-ldl").status();
    let is_there = compiled.is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("there is no C compiler here: {name} was not tried");
    }
    is_there.then_some(library)
}

#[cfg(target_os = "linux")]
pub fn acknowledged_moves_survive_a_power_cut() {
    let tools = TempDir::new().unwrap();
    let Some(library) = compile_preload_library("power_cut.c", tools.path()) else { return };
    let [folder, synced] = [0, 1].map(|_| Arc::new(TempDir::new().unwrap()));
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--data"]).arg(folder.path());
    command.env("LD_PRELOAD", &library).env("POWER_CUT_FOLDER", synced.path());
    let mut server = Server::run(command, Arc::clone(&folder));
    let (id, mut players) = server.players(json!({ "game": ALQUERQUE }));
    let mut rng = fastrand::Rng::with_seed(24);
    while players[0].state["outcome"].is_null() && players[0].turns.len() < 12 {
        let text = random_move(ALQUERQUE, &players[0].turns, &mut rng);
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].play(&text);
        let ply = players[at].turns.len();
        players[1 - at].until_ply(ply);
    }
    server.kill();
    // Data written after the last sync of a file is lost; removed files stay removed.
    for copy in fs::read_dir(synced.path()).unwrap().map(Result::unwrap) {
        if !folder.path().join(copy.file_name()).exists() {
            fs::remove_file(copy.path()).unwrap();
        }
    }
    let server = Server::at(&synced);
    assert_eq!(server.state(&id)["ply"], players[0].turns.len());
}
