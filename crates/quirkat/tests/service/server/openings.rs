//! Tests the statistics of openings, the visitor's results, and games as pictures.

use crate::harness::{Server, validated};
use serde_json::{Value, json};

/// Returns the numbers of games on the server in which a move was played: won by the first side, drawn, won by the second.
fn played_here(server: &Server, path: &str, turn: &str) -> [u64; 3] {
    let answer = validated("OpeningMoves", server.visitor().get(path).json());
    let moves = answer["moves"].as_array().unwrap();
    let counts = moves.iter().find(|played| played["text"] == turn).map(|played| &played["server"]);
    ["first", "draws", "second"].map(|key| counts.map_or(0, |counts: &Value| counts[key].as_u64().unwrap()))
}

pub fn finished_games_count_in_openings_by_position() {
    let server = Server::new();
    let start = "/api/openings/alquerque";
    let after = "/api/openings/alquerque:walker?fen=B:Wa1,a2,b1,b2,c1,c2,c3,d1,e1,e2,a3,b3:Bd3,e3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5";
    assert_eq!(played_here(&server, start, "d2-c3"), [0; 3]);
    let finish = |request: Value, turns: &[&str]| {
        let new_game = server.begin(request);
        let player = server.visitor().with(&new_game.token);
        for turn in turns {
            assert_eq!(player.act(&new_game.id, &format!("move/{turn}")).status, 200, "{turn}");
        }
        assert_eq!(player.act(&new_game.id, "resign").status, 200);
    };
    let here = json!({ "game": "alquerque:walker", "opponent": "here" });
    // White resigns before Black's move, Black before White's.
    finish(here.clone(), &["d2-c3", "b4xd2"]);
    finish(here.clone(), &["d2-c3"]);
    assert_eq!(played_here(&server, start, "d2-c3"), [1, 0, 1]);
    assert_eq!(played_here(&server, after, "b4xd2"), [0, 0, 0], "the position has other men");
    let exact =
        server.visitor().post("/api/explore", &json!({ "game": "alquerque:walker", "turns": ["d2-c3"] })).json();
    let fen = exact["position"]["fen"].as_str().unwrap().to_owned();
    let after = format!("{start}?fen={}", fen.replace(' ', "_"));
    assert_eq!(played_here(&server, &after, "b4xd2"), [0, 0, 1]);
    // House rules and other starts do not count, and have no statistics.
    finish(json!({ "game": "alquerque:walker", "rules": ["capture=optional"], "opponent": "here" }), &["d2-c3"]);
    finish(json!({ "game": "alquerque:walker", "position": fen, "opponent": "here" }), &["b4xd2"]);
    assert_eq!(played_here(&server, start, "d2-c3"), [1, 0, 1]);
    assert_eq!(played_here(&server, &after, "b4xd2"), [0, 0, 1]);
    let ruled = server.visitor().get(&format!("{start}?rule=capture=optional")).json();
    assert_eq!(ruled["moves"], json!([]));
    // Games of the engine against itself ship with the program.
    let shipped = server.visitor().get("/api/openings/lasca").json();
    let engine = shipped["moves"].as_array().unwrap().iter().map(|played| played["engine"]["first"].as_u64().unwrap());
    assert!(engine.sum::<u64>() > 0);
    for (path, status) in [("/api/openings/chess", 404), ("/api/openings/alquerque?fen=x", 400)] {
        assert_eq!(server.visitor().get(path).status, status, "{path}");
    }
}

pub fn results_against_the_engine_are_counted_by_game_and_level() {
    let server = Server::new();
    let visitor = server.visitor();
    assert!(!visitor.get("/mine").text().contains("Results against the engine"));
    for _ in 0..2 {
        let begun = visitor.form("/new/alquerque", &[("opponent", "engine"), ("level", "3"), ("side", "first")]);
        let id = begun.header("location").rsplit('/').next().unwrap().to_owned();
        assert_eq!(visitor.act(&id, "resign").status, 200);
    }
    let page = visitor.get("/mine").text();
    let (_, table) = page.split_once("Results against the engine").expect("a table");
    let cells: Vec<_> = table.split("<td>").skip(1).map(|cell| cell.split('<').next().unwrap()).collect();
    assert_eq!(cells, ["3", "0", "0", "2"], "level, won, drawn, lost");
}

pub fn a_game_is_a_picture_that_moves() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": "alquerque:walker", "opponent": "here" }));
    let player = server.visitor().with(&new_game.token);
    let path = format!("/play/{}.gif", new_game.id);
    let still = server.visitor().get(&path);
    assert_eq!((still.status, still.header("content-type")), (200, "image/gif"));
    assert!(still.body.starts_with(b"GIF89a"));
    assert_eq!(player.act(&new_game.id, "move/d2-c3").status, 200);
    let moved = server.visitor().get(&path).body;
    assert!(moved.len() > still.body.len());
    assert_eq!(server.visitor().get("/play/nowhere.gif").status, 404);
}
