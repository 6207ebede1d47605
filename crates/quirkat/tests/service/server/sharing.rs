//! Tests what visitors share: memory, compression, storage, and its administration.

use crate::harness::{Server, quirkat, until};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;
use std::sync::Arc;
use tempfile::TempDir;

const GAME: &str = "alquerque:walker";
const ADUGO: &str = include_str!("../../../../../examples/adugo.toml");
const GZIP: (&str, &str) = ("accept-encoding", "gzip");

pub fn texts_are_compressed_whole_and_pictures_and_prints_are_not() {
    let server = Server::new();
    let visitor = server.visitor();
    let asset = visitor.get("/").text();
    let asset =
        asset.split('"').find(|part| part.starts_with("/assets/") && part.ends_with("base.css")).unwrap().to_owned();
    for path in ["/", "/games/alquerque", "/api/games", "/openapi.json", &asset, "/image/alquerque.svg"] {
        let plain = visitor.get(path);
        let packed = visitor.ask("GET", path, &[GZIP], b"");
        assert_eq!((plain.status, packed.status, packed.header("content-encoding")), (200, 200, "gzip"), "{path}");
        assert!(packed.header("vary").to_lowercase().contains("accept-encoding"), "{path}");
        assert!(plain.header("vary").to_lowercase().contains("accept-encoding"), "{path}");
        let mut text = Vec::new();
        GzDecoder::new(&packed.body[..]).read_to_end(&mut text).unwrap();
        assert!(packed.body.len() < plain.body.len() && !text.is_empty(), "{path}");
        let head = visitor.ask("HEAD", path, &[GZIP], b"");
        assert!(head.body.is_empty() && head.status == 200, "{path}");
        assert_eq!(head.header("content-encoding"), "gzip", "{path}");
    }
    let packed = visitor.ask("GET", &asset, &[GZIP], b"");
    let known = [GZIP, ("if-none-match", packed.header("etag"))];
    assert_eq!(visitor.ask("GET", &asset, &known, b"").status, 304);
    for path in ["/image/alquerque.png?size=200", "/print/alquerque.pdf?board=plain", "/health"] {
        let answer = visitor.ask("GET", path, &[GZIP], b"");
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.headers.iter().all(|(name, _)| name != "content-encoding"), "{path}");
    }
    // A short answer gains nothing.
    let missing = visitor.ask("GET", "/api/game/none", &[GZIP], b"");
    assert!(missing.headers.iter().all(|(name, _)| name != "content-encoding"));
}

#[cfg(target_os = "linux")]
pub fn refused_bodies_take_no_memory() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--data"]).arg(folder.path());
    let server = Server::run(command, folder);
    let resident = || -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.process())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    };
    let body = vec![b'x'; 3 << 20];
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..8)
            .map(|_| {
                let (visitor, body) = (server.visitor(), &body);
                scope.spawn(move || {
                    let answers = (0..8).map(|_| visitor.try_ask("POST", "/api/pdn/read", &[], body));
                    answers.filter_map(Result::ok).map(|answer| answer.status).collect::<Vec<_>>()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    assert!(statuses.len() > 32 && statuses.iter().all(|&status| status == 413), "{statuses:?}");
    let paced = (0..20).map(|_| server.visitor().ask("POST", "/api/pdn/read", &[], &body[..1 << 21]));
    let paced: Vec<_> = paced.collect();
    let refused = paced.iter().find(|answer| answer.status == 429).expect("large bodies are paced");
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds >= 1));
    assert!(resident() < 300, "{} MiB are resident", resident());
}

/// Runs `quirkat admin` on the data folder of a server.
fn admin(server: &Server, words: &[&str]) -> (Option<i32>, String) {
    let output = quirkat().arg("admin").arg("--data").arg(server.folder()).args(words).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

fn listed(server: &Server, words: &[&str]) -> Vec<Value> {
    let (code, text) = admin(server, &[words, &["--json"]].concat());
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).unwrap()
}

pub fn administration_lists_and_deletes_while_the_server_runs() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": GAME, "name": "Ana Mar" }));
    let kept = server.pair(json!({ "game": "lasca" })).0;
    let open = server.begin(json!({ "game": GAME, "opponent": "anyone", "name": "Host" })).id;
    let games = listed(&server, &["games"]);
    assert_eq!(games.len(), 3);
    let found = listed(&server, &["games", "--find", "ana mar"]);
    assert_eq!((found.len(), found[0]["id"].as_str()), (1, Some(&*id)));
    assert_eq!(listed(&server, &["games", "--limit", "2"]).len(), 2);
    let lobby = listed(&server, &["open"]);
    assert_eq!((lobby.len(), lobby[0]["id"].as_str(), lobby[0]["name"].as_str()), (1, Some(&*open), Some("Host")));
    let mut player = server.player(&id, Some(&tokens[0]));
    let (code, text) = admin(&server, &["delete", "game", &id]);
    assert!(code == Some(2) && text.contains("--yes"), "{text}");
    for game in [&id, &open] {
        assert_eq!(admin(&server, &["delete", "game", game, "--yes"]), (Some(0), "deleted, in 1 game\n".to_owned()));
    }
    player.until_closed();
    for game in [&id, &open] {
        until("the deleted game to be gone", || {
            (server.visitor().get(&format!("/api/game/{game}")).status == 404).then_some(())
        });
    }
    assert_eq!(server.visitor().get("/api/open").json()["waiting"], json!([]));
    assert_eq!(server.visitor().get(&format!("/api/game/{kept}")).status, 200);
    assert!(admin(&server, &["games"]).1.contains(&kept));
}

pub fn an_administrator_deletes_files_and_owners() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| server.visitor());
    for (visitor, text) in
        [(&ana, ADUGO.to_owned()), (&ana, format!("{ADUGO}\n# two")), (&bruna, format!("{ADUGO}\n# three"))]
    {
        visitor.get("/");
        let form = [("file", &*text), ("opponent", "engine"), ("side", "first"), ("name", "Ana")];
        assert_eq!(visitor.form("/workshop/play", &form).status, 303);
    }
    let files = listed(&server, &["files"]);
    assert_eq!(files.len(), 3);
    assert_eq!(listed(&server, &["files", "--find", "# three"]).len(), 1);
    let owners = listed(&server, &["owners"]);
    let numbers: Vec<_> = owners.iter().map(|owner| (owner["games"].as_i64(), owner["files"].as_i64())).collect();
    assert_eq!(numbers, [(Some(2), Some(2)), (Some(1), Some(1))], "the heaviest first: {owners:?}");
    let file = files[0]["name"].as_str().unwrap();
    assert_eq!(admin(&server, &["delete", "file", file, "--yes"]).0, Some(0));
    assert_eq!((listed(&server, &["files"]).len(), listed(&server, &["games"]).len()), (2, 2));
    for owner in listed(&server, &["owners"]) {
        assert_eq!(admin(&server, &["delete", "owner", owner["key"].as_str().unwrap(), "--yes"]).0, Some(0));
    }
    for list in ["files", "games", "owners"] {
        assert_eq!(listed(&server, &[list]), [Value::Null; 0], "{list}");
    }
}

pub fn administration_refuses_what_it_cannot_do() {
    let server = Server::new();
    let (code, text) = admin(&server, &["delete", "game", "none", "--yes"]);
    assert!(code == Some(2) && text.contains("nothing is stored under none"), "{text}");
    let empty = TempDir::new().unwrap();
    let output = quirkat().args(["admin", "games", "--data"]).arg(empty.path()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("--data"), "{text}");
}
