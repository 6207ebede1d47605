//! Tests that all answers conform to the schemas of the OpenAPI document.

use crate::harness::{SCHEMAS, Server, encoded, game, legal, quirkat, random_move, validated};
use serde_json::{Value, json};

/// Checks a list of values against the schema of a name.
fn all_validated(name: &str, list: Value) -> Vec<Value> {
    let list = list.as_array().unwrap_or_else(|| panic!("{list}")).clone();
    list.into_iter().map(|value| validated(name, value)).collect()
}

/// Returns the JSON output of a command.
fn printed(arguments: &[&str]) -> Value {
    let output = quirkat().args(arguments).arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"))
}

/// Returns a short random game.
fn played_out(title: &str) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(71);
    let mut turns = Vec::new();
    while game(title, &[], &turns).outcome().is_none() {
        turns.push(random_move(title, &turns, &mut rng));
    }
    turns
}

pub fn the_openapi_document_contains_the_tested_schemas() {
    let document = Server::new().visitor().get("/openapi.json").json();
    let shown = document["components"]["schemas"].as_object().unwrap();
    assert!(shown.len() > 20);
    for (name, schema) in shown {
        assert_eq!(Some(schema), SCHEMAS.get(name), "{name}");
    }
    // Every JSON answer has a schema.
    for (path, methods) in document["paths"].as_object().unwrap() {
        for about in methods.as_object().unwrap().values() {
            for (kind, content) in about["responses"]["200"]["content"].as_object().unwrap() {
                assert_eq!(content["schema"].is_object(), kind.contains("json"), "{path}: {kind}");
            }
        }
    }
}

pub fn api_answers_fit_their_schemas() {
    let server = Server::new();
    let visitor = server.visitor();
    all_validated("Game", visitor.get("/api/games").json());
    for title in ["alquerque:walker", "lasca", "fanorona", "alquerque-de-nueve", "tuknanavuhpi", "liebre"] {
        validated("Rules", visitor.get(&format!("/api/games/{title}")).json());
        let mut rng = fastrand::Rng::with_seed(72);
        let mut turns = Vec::new();
        for _ in 0..6 {
            turns.push(random_move(title, &turns, &mut rng));
        }
        let explored =
            validated("Exploration", visitor.post("/api/explore", &json!({ "game": title, "turns": turns })).json());
        // An answer can be sent as the next request.
        let line = json!({ "game": title, "position": explored["position"], "turns": [explored["legal"][0]] });
        assert_eq!(visitor.post("/api/explore", &line).status, 200, "{line}");
    }
    for line in visitor.lines("/api/analyse?game=alquerque:article&lines=2&seconds=1") {
        validated("AnalysisLine", line);
    }
    validated("Error", visitor.post("/api/explore", &json!({ "game": "chess" })).json());
    validated("Error", visitor.get("/api/games/chess").json());
}

pub fn every_output_states_the_outcome_of_a_finished_game() {
    let server = Server::new();
    let title = "alquerque-de-tres";
    let turns = played_out(title);
    let explored = validated(
        "Exploration",
        server.visitor().post("/api/explore", &json!({ "game": title, "turns": turns })).json(),
    );
    let outcome = &explored["outcome"];
    assert!(
        outcome["reason"].is_string() && explored["toMove"].is_null() && explored["legal"] == json!([]),
        "{explored}"
    );
    let over = |command: &str, name: &str| {
        let answer = validated(name, printed(&[command, "alquerque", "--position", "W:W:Ba1"]));
        assert_eq!((&answer["outcome"]["winner"], &answer["toMove"]), (&json!("second"), &Value::Null), "{command}");
        answer["outcome"].clone()
    };
    let outcomes = [over("moves", "LegalTurns"), over("best", "PositionAnalysis"), over("show", "PositionOnBoard")];
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]));
}

pub fn live_messages_fit_their_schemas() {
    let server = Server::new();
    let request = json!({ "game": "alquerque:article", "rules": ["first=first"], "opponent": "friend", "clock": { "minutes": 1 } });
    let created = validated("GameResponse", server.visitor().post("/api/play", &request).json());
    let id = created["id"].as_str().unwrap();
    let invite = created["invite"].as_str().unwrap().split_once("/join/").unwrap().1;
    let joined = validated(
        "JoinResponse",
        server.visitor().post(&format!("/api/join/{invite}"), &json!({ "name": "Bruna" })).json(),
    );
    let visitors = [&created, &joined].map(|seat| server.visitor().with(seat["token"].as_str().unwrap()));
    let mut lines = server.visitor().lines(&format!("/api/board/game/stream/{id}"));
    let mut state = validated("GameLine", lines.next().unwrap())["state"].clone();
    let mut turns: Vec<String> = vec![];
    let mut looker = server.player(id, None);
    for _ in 0..4 {
        let side = usize::from(state["toMove"] == "second");
        let mover = visitors.iter().find(|visitor| {
            let message = validated("Message", visitor.get(&format!("/api/game/{id}")).json());
            message["seat"] == ["first", "second"][side]
        });
        let request =
            json!({ "points": [legal(&game("alquerque:article", &[], &turns))[0].split_once(['-', 'x']).unwrap().0] });
        validated("Partial", mover.unwrap().post(&format!("/api/board/game/{id}/partial"), &request).json());
        turns.push(random_move("alquerque:article", &turns, &mut fastrand::Rng::with_seed(73)));
        let act = format!("move/{}", encoded(turns.last().unwrap()));
        validated("Acknowledgement", mover.unwrap().act(id, &act).json());
        state = validated("GameLine", lines.next().unwrap());
        looker.until_ply(turns.len());
    }
    validated("Acknowledgement", visitors[0].act(id, "resign").json());
    assert_eq!(validated("GameLine", lines.last().unwrap())["status"], "resignation");
    looker.until_state("the end", |state| state["outcome"]["reason"] == "resignation");
    let pdn = visitors[0].get(&format!("/api/game/{id}/pdn"));
    let read = visitors[0].ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], &pdn.body).json();
    assert_eq!(validated("Records", read)["records"][0]["error"], Value::Null);
}

pub fn command_line_json_fits_the_schemas() {
    let games = all_validated("Game", printed(&["games"]));
    assert_eq!(games[0]["variants"][0]["name"]["es"], "Reglas de Walker");
    let house = ["alquerque:article", "--rule", "capture=mandatory"];
    let rules = validated("Rules", printed(&[&["rules", "--lang", "es"], &house[..]].concat()));
    assert_eq!((&rules["game"], &rules["rules"]), (&json!("alquerque:article"), &json!(["capture=mandatory"])));
    assert!(rules["options"].as_array().unwrap().iter().any(|choice| choice["insteadOf"].is_string()));
    for game in ["alquerque:article", "lasca", "queah", "alquerque-de-nueve"] {
        validated("EmptyBoard", printed(&["board", game]));
        validated("PositionOnBoard", printed(&["show", game]));
        validated("LegalTurns", printed(&["moves", game]));
        validated("PositionAnalysis", printed(&["best", game, "--depth", "3", "--lines", "2"]));
        validated("Perft", printed(&["perft", game, "2", "--count", "paths", "--divide"]));
    }
    let counted =
        |answer: &Value| ["won", "drawn", "lost", "brokenOff"].map(|key| answer[key].as_u64().unwrap()).iter().sum();
    let few = ["--time", "10ms", "--openings", "2", "--longest", "8", "--plies", "2"];
    let answer = validated("Match", printed(&[&["match", "alquerque", "--a", "random"], &few[..]].concat()));
    assert_eq!((answer["games"].as_u64(), answer["of"].as_str()), (Some(counted(&answer)), Some("a")));
    let selfplay = ["selfplay", "lasca", "--games", "2", "--nodes", "50", "--longest", "20"];
    let answer = all_validated("Selfplay", printed(&selfplay)).remove(0);
    assert_eq!((answer["games"].as_u64(), answer["of"].as_str()), (Some(counted(&answer)), Some("first")));
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.pdn");
    std::fs::write(&record, "[Variant \"alquerque\"]\n\n1. d2-c3 b4xd2 *").unwrap();
    let answer = all_validated("Review", printed(&["annotate", record.to_str().unwrap(), "--depth", "3"])).remove(0);
    assert_eq!((answer["turns"].as_array().unwrap().len(), answer["curve"].as_array().unwrap().len()), (2, 3));
    all_validated("Puzzle", printed(&["puzzles", "alquerque-de-tres", "--nodes", "500", "--count", "2"]));
    let adugo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/adugo.toml");
    assert_eq!(validated("Check", printed(&["check", adugo]))["variants"][0]["toMove"], "first");
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/boards");
    let board = std::fs::read_dir(board).unwrap().next().unwrap().unwrap().path();
    assert!(validated("Check", printed(&["check", board.to_str().unwrap()]))["counts"]["points"].is_u64());
}
