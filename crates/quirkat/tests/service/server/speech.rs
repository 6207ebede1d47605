//! Tests the language of pages and answers.

use crate::harness::{Server, Visitor};
use serde_json::{Value, json};

const LANGUAGES: [&str; 3] = ["en", "es", "fr"];

/// Method, path, headers, body, and expected status.
type RequestCase<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a [u8], u16);

/// Returns a page in a language.
fn page(visitor: &Visitor, path: &str, language: &str) -> String {
    let answer = visitor.ask("GET", path, &[("accept-language", language)], b"");
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text()
}

/// Starts a game by the form, and returns its URL.
fn start_game(visitor: &Visitor, game: &str, fields: &[(&str, &str)]) -> String {
    let answer = visitor.form(&format!("/new/{game}"), &[&[("opponent", "here")], fields].concat());
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").to_owned()
}

pub fn invalid_api_requests_get_json_errors_in_their_language() {
    let server = Server::new();
    let visitor = server.visitor();
    let json = ("content-type", "application/json");
    let text = ("content-type", "text/plain");
    let foreign = ("origin", "http://evil.example");
    let large = vec![b' '; 70 << 10];
    let cases: [RequestCase<'_>; 20] = [
        ("GET", "/api/nothing", &[], b"", 404),
        ("GET", "/api/games/chess", &[], b"", 404),
        ("GET", "/api/games/%FF", &[], b"", 400),
        ("DELETE", "/api/games", &[], b"", 405),
        ("GET", "/api/explore", &[], b"", 405),
        ("POST", "/openapi.json", &[], b"", 405),
        ("POST", "/tables/alquerque", &[], b"", 405),
        ("GET", "/tables/chess", &[], b"", 404),
        ("POST", "/api/explore", &[], b"{}", 415),
        ("POST", "/api/explore", &[text], b"{}", 415),
        ("POST", "/api/explore", &[json], b"{", 400),
        ("POST", "/api/explore", &[json], b"{ \"game\": 3 }", 400),
        ("POST", "/api/explore", &[json], &large, 413),
        ("POST", "/api/play", &[json, foreign], b"{}", 403),
        ("POST", "/api/pdn/read", &[text], b" ", 400),
        ("GET", "/api/analyse?lines=%F0&seconds=x", &[], b"", 400),
        ("GET", "/api/game/nope", &[], b"", 404),
        ("GET", "/api/board/game/stream/nope", &[], b"", 404),
        ("POST", "/api/board/game/nope/resign", &[], b"", 404),
        ("POST", "/api/puzzles/lasca/1", &[json], b"{ \"turns\": 3 }", 400),
    ];
    for (method, path, headers, body, status) in cases {
        let errors = LANGUAGES.map(|language| {
            let answer = visitor.ask(method, path, &[headers, &[("accept-language", language)]].concat(), body);
            let kind = answer.header("content-type");
            assert_eq!((answer.status, kind), (status, "application/json"), "{method} {path}: {}", answer.text());
            assert_eq!(status == 405, !answer.header("allow").is_empty(), "{method} {path}");
            answer.error()
        });
        assert!(errors.iter().all(|words| words.len() > 5), "{method} {path}: {errors:?}");
        assert!(
            errors[0] != errors[1] && errors[0] != errors[2] && errors[1] != errors[2],
            "{method} {path}: {errors:?}"
        );
    }
    // The error of the JSON parser is shown with its place.
    let answer = visitor.ask("POST", "/api/explore", &[json], b"{ \"game\": 3 }");
    assert!(
        answer.error().contains("invalid type: integer `3`") && answer.error().contains("line 1 column 11"),
        "{}",
        answer.error()
    );
    // Page requests are answered with a page.
    let answer = visitor.ask("DELETE", "/mine", &[("accept-language", "es")], b"");
    assert!(answer.status == 405 && answer.text().contains("Esta dirección no responde a este método."));
}

pub fn the_page_for_programs_links_the_document_and_explains_the_token() {
    let server = Server::new();
    for language in LANGUAGES {
        let page = page(&server.visitor(), "/api", language);
        assert!(page.contains("href=\"/openapi.json\""), "{language}");
        for part in ["Authorization: Bearer", "{ t: \"seat\", token }", "{ \"t\": \"seat\", \"token\": \"TOKEN\" }"] {
            assert!(page.replace("&#34;", "\"").contains(part), "{language}: {part}");
        }
        assert!(!page.contains("?token="), "{language}");
    }
}

pub fn legal_moves_can_be_sent() {
    let server = Server::new();
    let title = "alquerque-de-nueve:dados";
    let explored =
        |turns: &[&str]| server.visitor().post("/api/explore", &json!({ "game": title, "turns": turns })).json();
    let before = explored(&[]);
    assert_eq!((&before["chance"], &before["legal"], &before["legalCount"]), (&json!(true), &json!([]), &json!(0)));
    let calls = before["partial"]["calls"].as_array().unwrap();
    assert!(calls.contains(&json!("roll 654")), "the player who analyses throws: {calls:?}");
    let after = explored(&["roll 654"]);
    assert_eq!(after["chance"], false);
    // Legal moves of a bot are never refused.
    let (id, tokens) = server.pair(json!({ "game": title }));
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    for ply in [1, 3, 5] {
        players.iter_mut().for_each(|player| player.until_ply(ply));
        let turns = players[0].turns.clone();
        let legal = explored(&turns.iter().map(String::as_str).collect::<Vec<_>>())["legal"].clone();
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].play(legal[0]["text"].as_str().unwrap());
    }
}

pub fn singular_and_plural_forms_are_right() {
    let server = Server::new();
    let join = |minutes: f64, seconds: u32| {
        let cases =
            json!({ "game": "alquerque", "opponent": "friend", "clock": { "minutes": minutes, "seconds": seconds } });
        format!("/join/{}", server.begin(cases).invite.unwrap())
    };
    let clocks = [
        (
            join(1.0, 1),
            [
                "1 minute for each side, and 1 second more with each move.",
                "1 minuto por bando, y 1 segundo más por jugada.",
                "1 minute par camp, plus 1 seconde par coup.",
            ],
        ),
        (
            join(5.0, 3),
            [
                "5 minutes for each side, and 3 seconds more",
                "5 minutos por bando, y 3 segundos más",
                "5 minutes par camp, plus 3 secondes",
            ],
        ),
        (
            join(1.5, 0),
            ["1 minute 30 seconds for each side.", "1 minuto 30 segundos por bando.", "1 minute 30 secondes par camp."],
        ),
    ];
    for (path, words) in clocks {
        for (language, words) in LANGUAGES.into_iter().zip(words) {
            let page = page(&server.visitor(), &path, language);
            assert!(page.contains(words), "{language}: {words}");
        }
    }
    let visitor = server.visitor();
    visitor.get("/");
    let game = start_game(&visitor, "alquerque", &[]);
    let id = game.rsplit('/').next().unwrap();
    assert!(page(&visitor, "/mine", "en").contains("0 moves"));
    assert_eq!(visitor.act(id, "move/d2-c3").status, 200);
    for (language, words) in [("en", "1 move<"), ("es", "1 jugada<"), ("fr", "1 coup<")] {
        let page = page(&visitor, "/mine", language);
        assert!(page.contains(words), "{language}: {page}");
    }
}

pub fn shown_examples_can_be_typed() {
    let server = Server::new();
    let visitor = server.visitor();
    visitor.get("/");
    for game in ["alquerque", "international", "damas", "fanorona", "bagh-chal", "konane", "alquerque-de-nueve"] {
        let play = page(&visitor, &start_game(&visitor, game, &[]), "en");
        let turn = play.split_once("id=\"type-turn\"").unwrap().1.split_once("placeholder=\"").unwrap().1;
        let turn = turn.split('"').next().unwrap().replace("&#38;", "&");
        let explored = visitor.post("/api/explore", &json!({ "game": game, "turns": [turn] }));
        assert_eq!(explored.status, 200, "{game}: {turn}: {}", explored.text());
        let new = page(&visitor, &format!("/new/{game}"), "en");
        let note = new.split_once("id=\"position-note\">").unwrap().1.split('<').next().unwrap();
        let fen = note.strip_prefix("For example ").unwrap().split(": ").next().unwrap();
        let explored = visitor.post("/api/explore", &json!({ "game": game, "position": fen }));
        assert_eq!(explored.status, 200, "{game}: {fen}: {}", explored.text());
    }
    let new = page(&visitor, "/new/international", "en");
    assert!(new.contains("For example W:W46:B5: the side to move"), "its board is numbered");
}

pub fn obligations_are_stated_in_full_sentences() {
    let server = Server::new();
    let pressing = |game: &str, position: &str, turns: &[&str]| -> Vec<String> {
        let cases = json!({ "game": game, "position": position, "turns": turns });
        let errors = server.visitor().post("/api/explore", &cases).json()["pressing"].clone();
        serde_json::from_value(errors).unwrap()
    };
    let claim = pressing("buruj:protest", "W:Wa1:Bb2,e5", &["a1-a2"]);
    assert_eq!(claim, ["The last move captured too little; you may claim a longer capture: claim a1xc3."]);
    let huff = pressing("alquerque:smith_bell", "W:Wa1,e1:Bc5,e5:huff=c5", &[]);
    assert_eq!(huff, ["May be huffed for not capturing: c5."]);
}

pub fn the_page_of_a_game_states_its_rules() {
    let server = Server::new();
    let visitor = server.visitor();
    visitor.get("/");
    let plain = start_game(&visitor, "alquerque", &[("variant", "smith")]);
    let house = start_game(
        &visitor,
        "alquerque",
        &[("variant", "walker"), ("opt_capture", "optional"), ("opt_chain", "optional")],
    );
    let words = [
        ("Rule set: ", "2 house rules", "instead of: ", "The rules with their sources"),
        ("Reglamento: ", "2 reglas de la casa", "en lugar de: ", "Las reglas con sus fuentes"),
        ("Jeu de règles\u{a0}: ", "2 règles maison", "au lieu de\u{a0}: ", "Les règles avec leurs sources"),
    ];
    for (language, (rules, count, instead, sources)) in LANGUAGES.into_iter().zip(words) {
        let errors = |path: &str| {
            let page = page(&visitor, path, language);
            page.split_once("<details class=\"played-rules menu\">")
                .unwrap()
                .1
                .split_once("</details>")
                .unwrap()
                .0
                .to_owned()
        };
        let names: Value = visitor.get("/api/games/alquerque:smith").json()["variantName"].clone();
        let name = names[language].as_str().unwrap().replace('\'', "&#39;");
        let plain = errors(&plain);
        assert!(plain.contains(&format!("{rules}{name}")) && !plain.contains("house-rules"), "{plain}");
        assert!(plain.contains("/games/alquerque?variant=smith#rules") && plain.contains(sources));
        let house = errors(&house);
        assert!(house.contains(count) && house.matches(instead).count() == 2, "{house}");
        // The page shows the rules with the house rules.
        assert!(house.matches("<h3>").count() > 3, "{house}");
    }
}
