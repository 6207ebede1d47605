//! Tests game reviews, and the link from a game to its analysis.

use super::pages::block;
use crate::harness::validated;
use crate::harness::{Answer, PATIENCE, Server, encoded, random_move};
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Returns random moves of a game, up to `count`.
fn by_lots(title: &str, count: usize, seed: u64) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut turns = Vec::new();
    while turns.len() < count && crate::harness::game(title, &[], &turns).outcome().is_none() {
        turns.push(random_move(title, &turns, &mut rng));
    }
    turns
}

/// Returns the lines of an answer.
fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    answer.text().lines().map(|line| validated("ReviewLine", serde_json::from_str(line).unwrap())).collect()
}

/// Requests a review without reading the answer.
fn ask(server: &Server, line: &Value) -> TcpStream {
    let body = line.to_string();
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!("POST /api/review HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json", server.address);
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    stream
}

pub fn missing_a_win_is_a_blunder_with_the_better_move_shown() {
    let server = Server::new();
    // Black completes neither row, and White wins at once.
    let line =
        json!({ "game": "alquerque-de-tres:alfonso", "position": "B:Wa1,b2:Bb1:hand=1,2", "turns": ["drop @c1"] });
    let lines_of_review = lines(&server.visitor().post("/api/review", &line));
    assert_eq!(lines_of_review[0], json!({ "left": 0 }));
    let review = validated("Review", lines_of_review.last().unwrap().clone());
    let turn = &review["turns"][0];
    assert_eq!((&turn["verdict"], &turn["turn"]["text"]), (&json!("blunder"), &json!("drop @c1")));
    assert_eq!(turn["better"][0]["turns"][0]["text"], "drop @c3");
    assert_eq!((&review["turningPoint"], &review["accuracy"][0]), (&json!(0), &Value::Null));
}

pub fn a_review_reports_progress_from_the_last_move_to_the_first() {
    let server = Server::new();
    let turns = by_lots("alquerque:walker", 30, 51);
    let lines_of_review =
        lines(&server.visitor().post("/api/review", &json!({ "game": "alquerque:walker", "turns": turns })));
    let (review, progress) = lines_of_review.split_last().unwrap();
    let left: Vec<_> = progress.iter().map(|line| line["left"].as_u64().unwrap()).collect();
    assert_eq!(left, (0..turns.len() as u64).rev().collect::<Vec<_>>());
    assert_eq!(review["curve"].as_array().unwrap().len(), turns.len() + 1);
    let judged = review["turns"].as_array().unwrap();
    assert!(judged.iter().map(|turn| &turn["turn"]["text"]).eq(turns.iter().map(|text| text.as_str())));
    // A random game contains blunders.
    assert!(judged.iter().any(|turn| turn["verdict"] == "blunder"));
    assert!(review["turningPoint"].is_u64() && review["accuracy"][0].is_f64());
}

pub fn a_finished_game_is_reviewed_once_for_everyone() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": "alquerque:walker", "opponent": "here" }));
    let player = server.visitor().with(&new_game.token);
    let review = format!("/api/game/{}/review", new_game.id);
    let turns = by_lots("alquerque:walker", 12, 59);
    for (ply, turn) in turns.iter().enumerate() {
        assert_eq!(player.act(&new_game.id, &format!("move/{}", encoded(turn))).status, 200, "{ply}");
    }
    let early = player.ask("POST", &review, &[("accept-language", "fr")], b"");
    assert_eq!((early.status, early.error().contains("n'est pas finie")), (409, true), "{}", early.error());
    assert_eq!(player.act(&new_game.id, "resign").status, 200);
    // Visitors who ask at the same time, one of whom leaves, get the same review.
    drop(TcpStream::connect(&server.address).and_then(|mut leaving| {
        write!(leaving, "POST {review} HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", server.address)
    }));
    let reviews = std::thread::scope(|scope| {
        let visitors: Vec<_> =
            (0..4).map(|_| scope.spawn(|| lines(&server.visitor().post(&review, &json!({}))))).collect();
        visitors.into_iter().map(|visitor| visitor.join().unwrap().pop().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(reviews[0]["turns"].as_array().unwrap().len(), turns.len());
    assert!(reviews.iter().all(|other| *other == reviews[0]));
    // It is stored: after a restart the answer is the review alone.
    let server = server.restart();
    assert_eq!(lines(&server.visitor().post(&review, &json!({}))), [reviews[0].clone()]);
    assert_eq!(server.visitor().post("/api/game/nope/review", &json!({})).status, 404);
}

pub fn invalid_reviews_are_refused_in_the_visitors_language() {
    let server = Server::new();
    let visitor = server.visitor();
    let refused = |turns: &[String]| {
        let line = json!({ "game": "alquerque:walker", "turns": turns }).to_string();
        let headers = [("content-type", "application/json"), ("accept-language", "es")];
        let answer = visitor.ask("POST", "/api/review", &headers, line.as_bytes());
        (answer.status, answer.error())
    };
    let long = vec!["d2-c3".to_owned(); 501];
    assert_eq!(refused(&long), (400, "turns: no se admite 501; se admite: de 1 a 500".to_owned()));
    assert_eq!(refused(&[]).0, 400);
    let (status, words) = refused(&["a1-e5".to_owned()]);
    assert!(status == 400 && words.starts_with("1. a1-e5: "), "{words}");
    assert_eq!(refused(&vec!["x".repeat(200); 500]).0, 413);
    assert_eq!(visitor.post("/api/review", &json!({ "game": "chess", "turns": ["e4"] })).status, 400);
}

pub fn an_abandoned_review_stops_and_delays_no_analysis() {
    let server = Server::new();
    let long = json!({ "game": "international:fmjd", "turns": by_lots("international:fmjd", 120, 52) });
    // Each would take many seconds alone.
    let request: Vec<_> = (0..12).map(|_| ask(&server, &long)).collect();
    let began = Instant::now();
    assert!(server.visitor().lines("/api/analyse?game=alquerque&seconds=1").next().unwrap()["depth"].is_u64());
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    drop(request);
    let began = Instant::now();
    let short = json!({ "game": "alquerque:walker", "turns": ["d2-c3"] });
    assert_eq!(lines(&server.visitor().post("/api/review", &short)).len(), 2);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

pub fn the_analysis_of_a_game_has_its_start_and_all_moves() {
    let server = Server::new();
    let new_game = server.begin(json!({
        "game": "alquerque:article", "rules": ["capture=mandatory"], "position": "W:Wa1,c1:Bc4,e5", "opponent": "here",
    }));
    let player = server.visitor().with(&new_game.token);
    for text in ["c1-c2", "e5-e4"] {
        assert_eq!(player.act(&new_game.id, &format!("move/{}", encoded(text))).status, 200, "{text}");
    }
    let page = server.visitor().get(&format!("/play/{}", new_game.id)).text();
    let address = block(&page, "boot")["analysis"].as_str().unwrap().to_owned();
    let analysis = server.visitor().get(&address);
    assert_eq!(analysis.status, 200);
    let boot = block(&analysis.text(), "boot");
    assert_eq!((&boot["game"]["title"], &boot["rules"]), (&json!("alquerque:article"), &json!(["capture=mandatory"])));
    assert_eq!((&boot["position"], &boot["turns"]), (&json!("W:Wa1,c1:Bc4,e5"), &json!(["c1-c2", "e5-e4"])));
    assert_eq!(server.visitor().get("/play/nope/analysis").status, 404);
}
