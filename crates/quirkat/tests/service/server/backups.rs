//! Tests backups made during play, and restoring them.

use crate::harness::{Server, quirkat, random_move};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use tempfile::TempDir;

const GAME: &str = "alquerque:walker";

/// Returns exit code and output of a backup command.
fn run_backup(words: &[&str], file: &Path, data: &Path) -> (Option<i32>, String) {
    let output = quirkat().args(words).arg(file).arg("--data").arg(data).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

pub fn backups_during_play_contain_all_acknowledged_moves() {
    let server = Server::new();
    let copies = TempDir::new().unwrap();
    let over = AtomicBool::new(false);
    let mut made = Vec::new();
    let finals: Vec<(String, Vec<String>)> = std::thread::scope(|scope| {
        let (sender, acknowledgements) = channel();
        let games: Vec<_> = (0..4_u64)
            .map(|seed| {
                let (server, over, sender) = (&server, &over, sender.clone());
                scope.spawn(move || {
                    let mut rng = fastrand::Rng::with_seed(seed);
                    let mut all = Vec::new();
                    while !over.load(Ordering::Relaxed) {
                        let (id, mut players) = server.players(json!({ "game": GAME }));
                        while players[0].state["outcome"].is_null() && !over.load(Ordering::Relaxed) {
                            let ply = players[0].turns.len();
                            let text = random_move(GAME, &players[0].turns, &mut rng);
                            let at = usize::from(players[0].state["toMove"] == "second");
                            players[at].play(&text);
                            players[1 - at].until_ply(ply + 1);
                            sender.send((id.clone(), ply + 1)).unwrap();
                        }
                        all.push((id, players[0].turns.clone()));
                    }
                    all
                })
            })
            .collect();
        for number in 0..6 {
            // Games have continued since the last backup.
            let mut acknowledged: Vec<_> = acknowledgements.iter().take(30).collect();
            acknowledged.extend(acknowledgements.try_iter());
            let file = copies.path().join(format!("{number}.db"));
            let (code, text) = run_backup(&["backup"], &file, server.folder());
            assert_eq!(code, Some(0), "{text}");
            assert!(text.contains("events") && text.contains("bytes"), "{text}");
            made.push((file, acknowledged));
        }
        over.store(true, Ordering::Relaxed);
        games.into_iter().flat_map(|game| game.join().unwrap()).collect()
    });
    for (file, acknowledged) in made {
        let folder = Arc::new(TempDir::new().unwrap());
        let (code, text) = run_backup(&["restore"], &file, folder.path());
        assert_eq!(code, Some(0), "{text}");
        let restored = Server::at(&folder);
        let mut found = 0;
        for (id, turns) in &finals {
            if restored.visitor().get(&format!("/api/game/{id}")).status == 404 {
                assert!(acknowledged.iter().all(|(known, _)| known != id), "a game is gone");
                continue;
            }
            let state = restored.state(id);
            let stored: Vec<_> =
                state["history"].as_array().unwrap().iter().map(|at| at["turn"]["text"].clone()).collect();
            assert!(
                stored.len() <= turns.len() && stored.iter().zip(turns).all(|(stored, turn)| stored == turn),
                "{id}"
            );
            let least = acknowledged.iter().filter(|(known, _)| known == id).map(|(_, ply)| *ply).max();
            assert!(stored.len() >= least.unwrap_or_default(), "{id}: a turn is gone");
            found += 1;
        }
        assert!(found >= 4, "{found} games in {}", file.display());
    }
}

pub fn restored_games_continue_for_their_players() {
    let mut server = Server::new();
    let (id, [first, second]) = server.pair(json!({ "game": GAME }));
    let legal =
        |server: &Server| crate::harness::legal(&crate::harness::game(GAME, &[], &server.player(&id, None).turns));
    let turn = legal(&server).remove(0);
    assert_eq!(server.visitor().with(&first).act(&id, &format!("move/{turn}")).status, 200);
    let copies = TempDir::new().unwrap();
    let file = copies.path().join("copy.db");
    assert_eq!(run_backup(&["backup"], &file, server.folder()).0, Some(0));
    // Events after the backup are gone after restoring it. Replacing data needs an option.
    let turn = legal(&server).remove(0);
    assert_eq!(server.visitor().with(&second).act(&id, &format!("move/{turn}")).status, 200);
    let (code, text) = run_backup(&["restore", "--replace"], &file, server.folder());
    assert!(code == Some(1) && text.contains("another Quirkat"), "{text}");
    server.kill();
    let (code, text) = run_backup(&["restore"], &file, server.folder());
    assert!(code == Some(1) && text.contains("--replace"), "{text}");
    let (code, text) = run_backup(&["restore", "--replace"], &file, server.folder());
    assert!(code == Some(0) && text.contains("1 game, 2 events") && text.contains("quirkat.db.replaced"), "{text}");
    let server = Server::at(&server.shared_folder());
    assert_eq!(server.state(&id)["ply"], 1);
    assert_eq!(server.visitor().with(&second).act(&id, &format!("move/{turn}")).status, 200);
    // The replaced database is complete, including the move from the write-ahead log.
    let replaced = server.folder().join("quirkat.db.replaced");
    let other = Arc::new(TempDir::new().unwrap());
    assert_eq!(run_backup(&["restore"], &replaced, other.path()).0, Some(0));
    assert_eq!(Server::at(&other).state(&id)["ply"], 2);
}

pub fn an_invalid_backup_is_refused_without_changes() {
    let mut server = Server::new();
    let (id, _) = server.pair(json!({ "game": GAME }));
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let good = path("good.db");
    assert_eq!(run_backup(&["backup"], &good, server.folder()).0, Some(0));
    server.kill();
    let bytes = fs::read(&good).unwrap();
    fs::write(path("text.db"), "something else").unwrap();
    fs::write(path("empty.db"), "").unwrap();
    fs::write(path("half.db"), &bytes[..bytes.len() / 2]).unwrap();
    let mut newer = bytes.clone();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(path("newer.db"), newer).unwrap();
    for (name, word) in [
        ("text.db", "not a database"),
        ("empty.db", "empty.db: it is empty"),
        ("half.db", "half.db"),
        ("newer.db", "newer Quirkat"),
        ("nowhere.db", "no file"),
    ] {
        let (code, text) = run_backup(&["restore", "--replace"], &path(name), server.folder());
        assert!(code == Some(1) && text.contains(word) && text.contains(name), "{name}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let (code, text) = run_backup(&["backup"], &good, server.folder());
    assert!(code == Some(1) && text.contains("--replace"), "{text}");
    assert_eq!(fs::read(&good).unwrap(), bytes);
    assert_eq!(run_backup(&["backup", "--replace"], &good, server.folder()).0, Some(0));
    let (code, text) = run_backup(&["backup"], &path("none/copy.db"), server.folder());
    assert!(code == Some(1) && text.contains("none"), "{text}");
    let (code, text) = run_backup(&["backup"], &path("copy.db"), &path("elsewhere"));
    assert!(code == Some(1) && text.contains("elsewhere") && !path("elsewhere").exists(), "{text}");
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("partial")), "{names:?}");
    let server = Server::at(&server.shared_folder());
    assert_eq!(server.state(&id)["ply"], 0);
}

pub fn a_rollback_restores_the_backup_of_before() {
    let mut server = Server::new();
    let (id, _) = server.pair(json!({ "game": GAME }));
    let copies = TempDir::new().unwrap();
    let file = copies.path().join("before.db");
    assert_eq!(run_backup(&["backup"], &file, server.folder()).0, Some(0));
    server.kill();
    // The schema of a newer program.
    let newer = server.folder().join("quirkat.db");
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refuses = |(code, stderr): (Option<i32>, String)| {
        assert!(code == Some(1) && stderr.contains("newer Quirkat") && stderr.contains("version 99"), "{stderr}");
    };
    refuses(run_backup(&["backup"], &copies.path().join("after.db"), server.folder()));
    refuses(run_backup(&["restore", "--replace"], &file, server.folder()));
    let output = quirkat().args(["serve", "--port", "0", "--data"]).arg(server.folder()).output().unwrap();
    refuses((output.status.code(), String::from_utf8(output.stderr).unwrap()));
    fs::remove_file(newer).unwrap();
    let log = server.folder().join("quirkat.db-wal");
    fs::write(&log, "the log of the removed file").unwrap();
    assert_eq!(run_backup(&["restore"], &file, server.folder()).0, Some(0));
    assert!(!log.exists());
    assert_eq!(Server::at(&server.shared_folder()).state(&id)["ply"], 0);
}

#[cfg(unix)]
pub fn only_its_owner_can_read_a_backup_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::new();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy.db");
    let run = |word: &str, data: &Path, options: &[&str]| {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "umask 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quirkat"), word]).arg(&file);
        assert!(command.arg("--data").arg(data).args(options).status().unwrap().success());
    };
    let modes = |folder: &Path| -> Vec<_> {
        let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mode = |entry: &fs::DirEntry| entry.metadata().unwrap().permissions().mode() & 0o777;
        files.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry))).collect()
    };
    run("backup", server.folder(), &[]);
    assert_eq!(modes(folder.path()), [("copy.db".to_owned(), 0o600)], "one file");
    let restored = folder.path().join("restored");
    run("restore", &restored, &[]);
    run("restore", &restored, &["--replace"]);
    assert_eq!(fs::metadata(&restored).unwrap().permissions().mode() & 0o777, 0o700);
    let modes = modes(&restored);
    assert!(modes.len() == 3 && modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
}

pub fn an_empty_database_is_replaced_by_a_backup_on_demand() {
    let server = Server::new();
    let (id, _) = server.pair(json!({ "game": GAME }));
    let copies = TempDir::new().unwrap();
    let file = copies.path().join("copy.db");
    assert_eq!(run_backup(&["backup"], &file, server.folder()).0, Some(0));
    let folder = Arc::new(TempDir::new().unwrap());
    let database = folder.path().join("quirkat.db");
    fs::write(&database, "").unwrap();
    let (code, text) = run_backup(&["backup"], &copies.path().join("other.db"), folder.path());
    assert!(code == Some(1) && text.contains("empty"), "{text}");
    assert_eq!(run_backup(&["restore"], &file, folder.path()).0, Some(1));
    assert_eq!(fs::read(&database).unwrap(), b"");
    assert_eq!(run_backup(&["restore", "--replace"], &file, folder.path()).0, Some(0));
    assert_eq!(Server::at(&folder).state(&id)["ply"], 0);
    // The data of another program is replaced by no option.
    let foreign = TempDir::new().unwrap();
    let other = foreign.path().join("quirkat.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE letters(text)").unwrap();
    for words in [&["backup", "--replace"][..], &["restore", "--replace"], &["restore"]] {
        let before = fs::read(&other).unwrap();
        assert_eq!(run_backup(words, &file, foreign.path()).0, Some(1), "{words:?}");
        assert!(fs::read(&other).unwrap() == before);
    }
    let (code, text) = run_backup(&["restore"], &other, copies.path());
    assert!(code == Some(1) && text.contains("another program"), "{text}");
}

pub fn database_games_are_backed_up_by_postgresql_programs() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    for (words, program) in [("backup", "pg_dump"), ("restore", "pg_restore")] {
        let database = "postgres://quirkat:secret@db.example.org/games";
        let output = quirkat().arg(words).arg(&file).args(["--database", database]).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(program) && text.contains("copy") && !text.contains("secret"), "{text}");
        let mut command = quirkat();
        let output = command.arg(words).arg(&file).env("QUIRKAT_DATABASE", database).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "also with the database in the environment");
    }
    assert!(!file.exists());
}
