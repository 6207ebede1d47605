//! Tests the museum view and its engine requests.

use super::pages::block;
use crate::harness::{Server, game, legal, validated};
use quirkat_rules::Language;
use serde_json::json;

pub fn the_museum_view_is_limited_to_its_game() {
    let server = Server::new();
    let visitor = server.visitor();
    let page = visitor.get("/museum/alquerque:article?reset=90&level=3&opponent=here&rule=capture=mandatory").text();
    let museum = &block(&page, "boot")["museum"];
    assert_eq!(
        museum,
        &json!({ "game": "alquerque:article", "rules": ["capture=mandatory"], "level": 3, "alone": false, "reset": 90 })
    );
    // The only links change the language and lead to the same page.
    let links: Vec<_> = page.split("<a ").skip(1).map(|link| link.split_once("href=\"").unwrap().1).collect();
    assert_eq!(links.len(), Language::ALL.len());
    let own = "/museum/alquerque:article?reset=90&#38;level=3&#38;opponent=here&#38;rule=capture=mandatory&#38;lang=";
    assert!(links.iter().all(|link| link.starts_with(own)), "{links:?}");
    let usual = block(&visitor.get("/museum/alquerque").text(), "boot")["museum"].clone();
    assert_eq!((&usual["reset"], &usual["level"], &usual["alone"]), (&json!(60), &json!(1), &json!(true)));
    for (wrong, status, words) in [
        ("/museum/chess", 404, ""),
        ("/museum/alquerque:mine", 400, "mine"),
        ("/museum/alquerque?reset=5", 400, "15 to 3600"),
        ("/museum/alquerque?reset=soon", 400, "soon"),
        ("/museum/alquerque?level=11", 400, "1 to 10"),
        ("/museum/alquerque?opponent=friend", 400, "engine, here"),
    ] {
        let answer = visitor.get(wrong);
        assert_eq!(answer.status, status, "{wrong}");
        assert!(answer.text().contains(words), "{wrong}: {}", answer.text());
    }
}

pub fn the_engine_replies_to_a_line_and_advises_on_it_without_keeping_it() {
    let server = Server::new();
    let visitor = server.visitor();
    for title in ["alquerque:walker", "lasca", "bagh-chal", "alquerque-de-nueve:dados"] {
        let mut turns: Vec<String> = vec![];
        for level in [1, 4, 10] {
            let line = json!({ "game": title, "turns": turns });
            let reply = visitor.post(&format!("/api/explore/reply?level={level}"), &line);
            assert_eq!(reply.status, 200, "{}", reply.text());
            let text = validated("Turn", reply.json())["text"].as_str().unwrap().to_owned();
            let now = game(title, &[], &turns);
            assert!(legal(&now).contains(&text), "{title}: {text}");
            if !now.is_chance_node() {
                let hint = validated("Hint", visitor.post("/api/explore/hint", &line).json());
                let turn = hint["turn"]["text"].as_str().unwrap();
                assert!(legal(&now).iter().any(|legal| legal == turn), "{title}: {turn}");
                assert!(hint["words"].as_str().unwrap().len() > turn.len(), "{hint}");
            }
            turns.push(text);
        }
    }
    let over = json!({ "game": "alquerque", "position": "W:W:Ba1" });
    for path in ["/api/explore/reply", "/api/explore/hint"] {
        let answer = visitor.post(path, &over);
        assert_eq!(answer.status, 409, "{}", answer.text());
        assert_eq!(visitor.post(path, &json!({ "game": "chess" })).status, 400, "{path}");
    }
    let refused = visitor.post("/api/explore/reply?level=0", &json!({ "game": "alquerque" }));
    assert!(refused.status == 400 && refused.error().contains("1 to 10"), "{}", refused.text());
}
