//! Tests health checks, metrics and the log.

use crate::harness::{Server, quirkat, until};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::TcpStream;
use std::sync::Arc;
use tempfile::TempDir;

/// Starts a server with further options and a JSON log.
fn server(options: &[&str]) -> Server {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--log-format", "json", "--data"]).arg(folder.path()).args(options);
    Server::run(command, folder)
}

/// Returns the records of the log.
fn lines(server: &Server) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    server.log().lines().map(read).collect()
}

/// Returns the metrics by name and labels.
fn figures(address: &str) -> BTreeMap<String, f64> {
    let answer = crate::harness::Visitor::at(address).get("/metrics");
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("text/plain; version=0.0.4"));
    let text = answer.text();
    let figures_by_name = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    figures_by_name
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.parse().unwrap_or_else(|_| panic!("{line}")))
        })
        .collect()
}

pub fn health_and_readiness_are_never_rate_limited() {
    let server = server(&[]);
    let visitor = server.visitor();
    for path in ["/health", "/ready"] {
        for _ in 0..200 {
            let answer = visitor.get(path);
            assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text());
            assert_eq!(answer.header("set-cookie"), "");
        }
    }
    assert_eq!(visitor.get("/ready").json(), json!({ "status": "ready" }));
}

pub fn a_server_with_unwritable_storage_is_alive_but_not_ready() {
    let server = server(&[]);
    assert_eq!(server.visitor().get("/ready").status, 200);
    // Another process holds a lock on the file.
    let other = rusqlite::Connection::open(server.folder().join("quirkat.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refused = until("a server that is not ready", || {
        Some(server.visitor().get("/ready")).filter(|answer| answer.status == 503)
    });
    assert_eq!(refused.json(), json!({ "status": "the storage cannot be written" }));
    assert_eq!(server.visitor().get("/health").status, 200);
    drop(other);
    until("a server that is ready again", || (server.visitor().get("/ready").status == 200).then_some(()));
}

pub fn metrics_have_a_separate_address_and_no_personal_data() {
    let plain = server(&[]);
    assert_eq!(plain.visitor().get("/metrics").status, 404, "metrics are off by default");
    let server = server(&["--metrics", "127.0.0.1:0", "--proxies", "1"]);
    assert_eq!(server.visitor().get("/metrics").status, 404, "visitors cannot read the metrics");
    let address = until("the address of the figures", || {
        let log = server.log();
        Some(log.split_once("/metrics")?.0.rsplit_once("http://")?.1.to_owned())
    });
    let new_game =
        server.begin(json!({ "game": "alquerque", "opponent": "engine:1", "side": "second", "name": "Ñandú" }));
    let mut player = server.player(&new_game.id, Some(&new_game.token));
    player.until_ply(1);
    server.visitor().ask("GET", "/nothing/here", &[("x-forwarded-for", "198.51.100.77")], &[]);
    server.visitor().ask("DELETE", "/", &[], &[]);
    // An idle connection.
    let _idle = TcpStream::connect(&server.address).unwrap();
    until("the connection", || (figures(&address)["quirkat_connections"] == 1.0).then_some(()));
    let figures_by_name = figures(&address);
    let value = |name: &str| *figures_by_name.get(name).unwrap_or_else(|| panic!("no {name} in {figures_by_name:#?}"));
    assert_eq!(value(r#"quirkat_http_requests_total{method="POST",route="/api/play",status="200"}"#), 1.0);
    assert_eq!(value(r#"quirkat_http_requests_total{method="GET",route="/play/{id}/live",status="101"}"#), 1.0);
    assert_eq!(value(r#"quirkat_http_requests_total{method="GET",route="none",status="404"}"#), 2.0);
    assert_eq!(value(r#"quirkat_http_request_duration_seconds_count{route="/api/play"}"#), 1.0);
    assert_eq!(value(r#"quirkat_http_requests_total{method="other",route="/",status="405"}"#), 1.0);
    assert_eq!([value("quirkat_games_live"), value("quirkat_games_loaded")], [1.0, 1.0]);
    assert_eq!([value("quirkat_connections"), value("quirkat_live_connections")], [1.0, 1.0]);
    assert_eq!(value(r#"quirkat_job_duration_seconds_count{queue="turns"}"#), 1.0);
    assert!(value(r#"quirkat_job_duration_seconds_sum{queue="turns"}"#) > 0.0, "the engine's time");
    for queue in ["turns", "analyses", "reviews", "live", "pages", "drawings", "pictures", "prints", "records"] {
        assert_eq!(value(&format!(r#"quirkat_jobs_waiting{{queue="{queue}"}}"#)), 0.0);
    }
    assert!(value("quirkat_storage_size_bytes") >= 4096.0 && value("quirkat_storage_changes_total") >= 2.0);
    assert_eq!(value("quirkat_storage_waiting"), 0.0);
    drop(player);
    until("a game without players", || (figures(&address)["quirkat_games_live"] == 0.0).then_some(()));
    let all = crate::harness::Visitor::at(&address).get("/metrics").text();
    for private in [&new_game.id, &new_game.token, "Ñandú", "198.51.100.77", "127.0.0.1", "nothing"] {
        assert!(!all.contains(private), "{private}: {all}");
    }
}

pub fn the_access_log_contains_every_request_without_secrets() {
    let server = server(&["--access-log", "--proxies", "1"]);
    let new_game = server.begin(json!({ "game": "alquerque", "opponent": "friend", "side": "first" }));
    let invite = new_game.invite.unwrap();
    let from = [("x-forwarded-for", "2001:db8:1:2:3:4:5:6")];
    assert_eq!(server.visitor().ask("GET", &format!("/join/{invite}"), &from, &[]).status, 200);
    drop(server.player(&new_game.id, Some(&new_game.token)));
    let figures_by_name = until("the lines", || {
        let lines = lines(&server).into_iter().filter(|line| line["target"] == "access").collect::<Vec<_>>();
        Some(lines).filter(|lines| lines.len() >= 3)
    });
    let joined = figures_by_name.iter().find(|line| line["path"].as_str().unwrap().starts_with("/join/")).unwrap();
    assert_eq!(joined["path"], format!("/join/{}/…", new_game.id));
    assert_eq!([&joined["method"], &joined["from"], &joined["target"]], ["GET", "2001:db8:1:2::", "access"]);
    assert_eq!(joined["status"], 200);
    assert!(joined["ms"].as_f64().unwrap() > 0.0 && joined["timestamp"].is_string(), "{joined}");
    let log = server.log();
    let (_, token) = invite.split_once('/').unwrap();
    assert!(!log.contains(token) && !log.contains(&new_game.token), "{log}");
}

pub fn without_an_access_log_requests_are_not_written() {
    let server = server(&[]);
    server.visitor().get("/");
    let figures_by_name = lines(&server);
    assert_eq!(figures_by_name.len(), 1, "{figures_by_name:?}");
    assert_eq!((&figures_by_name[0]["message"], &figures_by_name[0]["level"]), (&json!("listening"), &json!("INFO")));
    assert_eq!(figures_by_name[0]["url"], format!("http://{}/", server.address));
}
