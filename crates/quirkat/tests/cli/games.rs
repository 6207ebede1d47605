//! Tests commands about games: boards, moves, counts, rules, the best move.

use crate::harness::{json, out, refused};
use quirkat_rules::Language;

#[test]
fn the_games_are_listed_with_their_variants() {
    assert!(out(&["games"]).contains(":walker"));
    let games = json(&["games", "--json"]);
    assert_eq!(games[0]["variants"].as_array().unwrap().len(), 16);
    assert_eq!(games[0]["variants"][0]["id"], "alquerque:walker");
}

#[test]
fn the_family_tree_cites_its_sources() {
    let tree = out(&["family"]);
    let line = |name: &str| {
        tree.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_else(|| panic!("{name}\n{tree}"))
    };
    let depth = |name: &str| line(name).len() - line(name).trim_start().len();
    assert!(depth("Alquerque ") < depth("Quirkat-ul-Buruj") && line("Quirkat-ul-Buruj").contains("2012"), "{tree}");
    for game in quirkat_rules::games() {
        line(game.name.get(Language::En));
    }
    let buruj = out(&["family", "Quirkat-ul-Buruj"]);
    assert!(buruj.contains("from Alquerque") && buruj.contains("[Sheikh Jahbooty"), "{buruj}");
    let french = out(&["family", "fanorona", "--lang", "fr"]);
    assert!(french.contains("Madagascar") && !french.contains("from"), "{french}");
    assert!(refused(&["family", "go", "--lang", "es"]).contains("no hay ningún juego `go`"));
}

#[test]
fn the_board_is_available_as_json() {
    let board = json(&["board", "alquerque", "--json"]);
    assert_eq!(board["points"].as_array().unwrap().len(), 25);
    assert_eq!(board["points"][0], serde_json::json!({ "name": "a1", "x": 0, "y": 0 }));
    assert_eq!(board["lines"].as_array().unwrap().len(), 16);
    assert_eq!(board["start"]["fen"], "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5");
}

#[test]
fn moves_are_listed_with_path_and_captures() {
    let moves = json(&["moves", "alquerque", "--position", "W:Wa1:Bb2,d4", "--json"]);
    assert_eq!(
        moves["legal"],
        serde_json::json!([{
            "text": "a1xc3xe5",
            "by": "first",
            "path": ["a1", "c3", "e5"],
            "captures": [["b2"], ["d4"]],
            "drops": [],
            "removed": [],
            "huff": null,
            "claim": null,
            "roll": null,
        }])
    );
    assert_eq!(out(&["moves", "alquerque"]), "d2-c3\nc2-c3\nb2-c3\nd3-c3\n");
}

#[test]
fn perft_counts_moves_and_paths_with_threads_and_divided() {
    let count = |more: &[&str]| {
        let mut arguments = vec!["perft", "alquerque", "7", "--json"];
        arguments.extend(more);
        json(&arguments)["nodes"].as_u64().unwrap()
    };
    assert_eq!(count(&[]), 523);
    assert_eq!(count(&["--count", "paths"]), 541);
    assert_eq!(count(&["--count", "paths", "--threads", "2"]), 541);
    assert_eq!(count(&["--threads", "3"]), 523);
    let divided = json(&["perft", "alquerque", "7", "--divide", "--json"]);
    let below: u64 = divided["divide"].as_array().unwrap().iter().map(|turn| turn["nodes"].as_u64().unwrap()).sum();
    assert_eq!((below, divided["count"].as_str()), (523, Some("moves")));
    assert!(out(&["perft", "alquerque", "0"]).starts_with("1 move at depth 0"));
}

#[test]
fn house_rules_are_set_one_by_one() {
    let count = |rules: &[&str]| {
        let mut arguments = vec!["perft", "alquerque:article", "6", "--json"];
        arguments.extend(rules.iter().flat_map(|rule| ["--rule", rule]));
        json(&arguments)["nodes"].as_u64().unwrap()
    };
    assert_eq!(count(&["chain=none"]), 10262);
    assert_eq!(count(&["capture=mandatory", "chain=mandatory"]), 107);
    let board_json = json(&["show", "alquerque", "--rule", "middle=left", "--json"]);
    assert_eq!(board_json["rules"], serde_json::json!(["middle=left"]));
    assert!(board_json["position"]["fen"].as_str().unwrap().contains("Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,a3,b3"));
}

#[test]
fn the_best_move_is_printed_with_its_line() {
    let best = json(&["best", "alquerque", "--position", "W:Wa1:Bb2", "--depth", "5", "--json"]);
    assert_eq!(best["lines"][0]["turns"][0]["text"], "a1xc3");
    assert_eq!(best["lines"][0]["score"]["plies"], 1);
    assert_eq!(
        json(&["best", "alquerque", "--depth", "3", "--lines", "9", "--json"])["lines"].as_array().unwrap().len(),
        4
    );
    assert!(out(&["best", "alquerque", "--position", "W:W:Ba1", "--depth", "3"]).contains("Black wins"));
    let line = &best["lines"][0];
    assert_eq!(line["chances"], serde_json::json!({ "win": 1.0, "draw": 0.0, "loss": 0.0 }));
    let output = out(&["best", "alquerque", "--position", "W:Wa1:Bb2", "--depth", "5"]);
    assert!(output.contains("     #1 100 %   0 %   0 %  a1xc3\n"), "{output}");
}

#[test]
fn rules_in_words_follow_language_and_options() {
    let english = out(&["rules", "alquerque"]);
    assert!(english.contains("A player who can capture must capture."));
    assert!(
        !out(&["rules", "alquerque", "--rule", "capture=optional"]).contains("A player who can capture must capture.")
    );
    assert!(out(&["rules", "alquerque", "--lang", "es"]).contains("Quien puede capturar está obligado a hacerlo"));
    let json = json(&["rules", "alquerque:article", "--json"]);
    assert!(json["sections"][0]["sentences"][0]["text"].is_string());
}
