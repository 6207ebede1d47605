//! Tests puzzles.

use super::pages::block;
use crate::harness::validated;
use crate::harness::{Answer, Server, game, legal};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the target of a redirection to a puzzle.
fn led(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").to_owned()
}

fn texts(turns: &Value) -> Vec<String> {
    turns.as_array().unwrap().iter().map(|turn| turn["text"].as_str().unwrap().to_owned()).collect()
}

pub fn a_puzzle_reports_wrong_moves() {
    let server = Server::new();
    let visitor = server.visitor();
    let path = "/api/puzzles/lasca/2";
    let task = validated("PuzzleTask", visitor.get(path).json());
    assert_eq!((&task["number"], &task["toMove"], &task["toFind"]), (&json!(2), &json!("first"), &json!(2)));
    let solution = texts(&validated("PuzzleResponse", visitor.get(&format!("{path}/solution")).json())["turns"]);
    assert_eq!(solution.len(), 3);
    let attempt = |turns: &[String]| {
        let answer = validated("PuzzleResponse", visitor.post(path, &json!({ "turns": turns })).json());
        (answer["trial"].as_str().unwrap().to_owned(), texts(&answer["turns"]), answer["themes"].clone())
    };
    let right = attempt(&solution[..1]);
    assert_eq!(right, ("right".to_owned(), solution[..2].to_vec(), json!([])), "the reply comes with it");
    assert_eq!(attempt(&solution), ("solved".to_owned(), solution.clone(), json!(["breakthrough"])));
    let line = json!({ "game": task["game"], "position": task["position"] });
    let legal = visitor.post("/api/explore", &line).json()["legal"].clone();
    let wrong = texts(&legal).into_iter().find(|text| *text != solution[0]).unwrap();
    assert_eq!(attempt(std::slice::from_ref(&wrong)), ("wrong".to_owned(), vec![], json!([])));
    let late = [solution[..2].to_vec(), vec!["a1-b2".to_owned()]].concat();
    assert_eq!(attempt(&late).0, "wrong");
    // An invalid move is refused with a reason.
    let refused = visitor.post(path, &json!({ "turns": ["a1-g7"] }));
    assert!(refused.status == 400 && refused.error().starts_with("1. a1-g7: "), "{}", refused.text());
    for nowhere in ["/api/puzzles/lasca/0", "/api/puzzles/lasca/999", "/api/puzzles/chess/1", "/puzzles/lasca/x"] {
        assert_eq!(visitor.get(nowhere).status, 404, "{nowhere}");
    }
}

pub fn the_daily_puzzle_is_the_same_for_all_visitors() {
    let server = Server::new();
    let [ana, bruna] = [server.visitor(), server.visitor()];
    let task = validated("PuzzleTask", ana.get("/api/puzzles/daily").json());
    // Unless midnight has passed in between.
    let again = bruna.get("/api/puzzles/daily").json();
    assert_eq!(again["position"]["fen"], task["position"]["fen"]);
    let boot = block(&ana.get("/puzzles/daily").text(), "boot");
    assert_eq!(boot["puzzle"]["position"]["fen"], task["position"]["fen"]);
    let title = task["game"].as_str().unwrap();
    let (game_id, number) = (title.split(':').next().unwrap(), &boot["puzzle"]["number"]);
    let task = server.visitor().get(&format!("/api/puzzles/{game_id}/{number}")).json();
    assert_eq!(task["game"], title);
    assert!(!legal(&game(title, &[], &[])).is_empty());
}

pub fn programs_get_the_grades_of_all_puzzles() {
    let visitor = Server::new();
    let visitor = visitor.visitor();
    let list = validated("PuzzleList", visitor.get("/api/puzzles").json());
    let games = list["games"].as_array().unwrap();
    assert!(games.len() >= 25, "{}", games.len());
    for game in games {
        let (id, grades) = (game["game"].as_str().unwrap(), game["grades"].as_array().unwrap());
        let last = visitor.get(&format!("/api/puzzles/{id}/{}", grades.len())).json();
        assert_eq!(Some(&last["grade"]), grades.last(), "{id}");
        assert_eq!(visitor.get(&format!("/api/puzzles/{id}/{}", grades.len() + 1)).status, 404, "{id}");
    }
}

pub fn puzzles_are_listed_by_game_and_grade() {
    let server = Server::new();
    let visitor = server.visitor();
    let mut path = led(&visitor.get("/puzzles/any?game=lasca&grade=2"));
    let first = path.clone();
    let mut seen = BTreeSet::new();
    // Through all of them, back to the first.
    while seen.insert(path.clone()) {
        let page = visitor.get(&path).text();
        let boot = block(&page, "boot");
        assert_eq!((&boot["puzzle"]["grade"], &boot["puzzle"]["game"]), (&json!(2), &json!("lasca:lasca")), "{path}");
        assert!(boot["puzzle"]["solution"].is_null());
        let (_, rest) = page.split_once("id=\"next\" href=\"").unwrap();
        let next = rest.split_once('"').unwrap().0.replace("&#38;", "&");
        path = led(&visitor.get(&next));
    }
    assert_eq!(path, first);
    assert!(seen.len() >= 2, "{seen:?}");
    // Among all games, the next puzzle is of another game.
    let next = led(&visitor.get("/puzzles/any?after=lasca/2"));
    assert!(next.starts_with("/puzzles/") && !next.starts_with("/puzzles/lasca/"), "{next}");
    let none = visitor.get("/puzzles/any?game=lasca&grade=9");
    assert!(none.status == 200 && none.text().contains("No puzzle matches"), "{}", none.status);
    assert_eq!(visitor.get("/puzzles/any?game=chess").status, 200);
}
