//! Tests table values for programs and pages.

use crate::harness::validated;
use crate::harness::{Server, quirkat};
use serde_json::{Value, json};
use std::process::Stdio;
use std::sync::Arc;
use tempfile::TempDir;

const STRIP: &str = "/tables/awithlaknannai?rule=n=4&rule=repetition=draw";

/// Starts a server with the tables of a strip.
fn server() -> Server {
    let folder = Arc::new(TempDir::new().unwrap());
    let tables = folder.path().join("tables");
    let solved = quirkat()
        .args(["solve", "awithlaknannai", "--rule", "n=4", "--rule", "repetition=draw", "--dir"])
        .arg(&tables)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(solved.success());
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--data"]).arg(folder.path()).arg("--tables").arg(&tables);
    Server::run(command, folder)
}

pub fn the_table_api_follows_lichess() {
    let server = server();
    let visitor = server.visitor();
    let start = visitor.get(STRIP).json();
    assert_eq!((&start["category"], &start["dtw"]), (&json!("draw"), &Value::Null));
    assert_eq!(start["moves"][0], json!({ "text": "b4-b3", "category": "draw", "dtw": null }));
    assert_eq!(start["moves"][2]["category"], "win");
    let fen = visitor.get(&format!("{STRIP}&fen=W:Wa1:Bc4")).json();
    assert!(["win", "draw", "loss"].contains(&fen["category"].as_str().unwrap()), "{fen}");
    let over = visitor.get(&format!("{STRIP}&fen=W:W:Ba1")).json();
    assert_eq!(over, json!({ "category": "loss", "dtw": 0, "moves": [] }));

    for (path, status) in [
        // Proved, though no table is loaded.
        ("/tables/alquerque", 200),
        ("/tables/awithlaknannai", 200),
        ("/tables/lasca", 404),
        ("/tables/chess", 404),
        (format!("{STRIP}&fen=W:Wz9").as_str(), 400),
        (format!("{STRIP}&fen=_____").as_str(), 200),
        ("/tables/awithlaknannai?variant=none", 400),
        ("/tables/awithlaknannai?rule=n=5", 400),
    ] {
        let answer = visitor.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        if status != 200 {
            assert!(answer.json()["error"].as_str().is_some_and(|why| !why.is_empty()), "{path}");
        }
    }
    let line = json!({ "game": "awithlaknannai", "rules": ["n=4", "repetition=draw"] });
    assert_eq!(visitor.post("/api/explore", &line).json()["tables"], start);

    // A review contains the table value of each move.
    let line = json!({ "game": "awithlaknannai", "rules": ["n=4", "repetition=draw"], "turns": ["c2-b3"] });
    let lines = visitor.post("/api/review", &line).text();
    let review = validated("Review", serde_json::from_str(lines.lines().last().unwrap()).unwrap());
    assert_eq!(review["turns"][0]["tables"], start);
}

pub fn the_page_of_a_solved_game_states_its_value() {
    let server = server();
    let page = server.visitor().get("/games/awithlaknannai?variant=seed").text();
    let (_, section) = page.split_once("<div id=\"perfect\">").unwrap();
    let (section, _) = section.split_once("</details>").unwrap();
    // The tables belong to house rules, which the page names.
    for text in [
        "Points in an outer row: 4",
        "the side that moves first draws.",
        "<span class=\"draw\">draws</span>",
        "<span class=\"loss\">loses</span>",
        "quirkat solve awithlaknannai:seed --rule repetition=draw --rule n=4",
    ] {
        assert!(section.contains(text), "{text}: {section}");
    }
    let addresses = section.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().replace("&#38;", "&"));
    let found: Vec<_> = addresses.map(|address| (server.visitor().get(&address).status, address)).collect();
    assert_eq!(found.len(), 5, "three first turns, a game against perfect play, and what programs ask");
    assert!(found.iter().all(|(status, _)| *status == 200), "{found:?}");
    assert!(!server.visitor().get("/games/alquerque").text().contains("id=\"perfect\""));
}

pub fn the_perfect_engine_plays_where_there_are_tables() {
    let server = server();
    let request = |game: &str, rules: Value| json!({ "game": game, "rules": rules, "opponent": "engine:perfect" });
    let new_game = server.begin(request("awithlaknannai", json!(["n=4", "repetition=draw"])));
    let state = server.visitor().with(&new_game.token).get(&format!("/api/game/{}", new_game.id)).json();
    let players = state["players"].as_array().unwrap();
    let engine = players.iter().find(|player| player["kind"] == "engine").unwrap();
    assert_eq!((&engine["name"], &engine["level"]), (&json!("engine, perfect"), &Value::Null));
    let refused = server.visitor().post("/api/play", &request("alquerque", json!([])));
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("needs the endgame tables of this game"), "{}", refused.text());
}
