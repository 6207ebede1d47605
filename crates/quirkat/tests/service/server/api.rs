//! Tests the API as programs use it.

use crate::harness::{Server, encoded, game, legal, random_move, until};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const ALQUERQUE: &str = "alquerque:walker";

pub fn the_document_and_the_server_agree() {
    let server = Server::new();
    let document = server.visitor().get("/openapi.json").json();
    let mut request = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().map(|method| method.to_uppercase()) {
            let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
            let waiting = server.begin(json!({ "game": ALQUERQUE, "opponent": "friend" }));
            let (_, invite) = waiting.invite.as_deref().unwrap().split_once('/').unwrap();
            let id = if path.contains("/join/") { &waiting.id } else { &id };
            let filled = path
                .replace("{id}", id)
                .replace("{token}", invite)
                .replace("{act}", "resign")
                .replace("{title}", ALQUERQUE)
                .replace("{game}", "lasca")
                .replace("{number}", "1")
                .replace("{file}", "alquerque:walker.pdf");
            let visitor = server.visitor().with(&tokens[0]);
            if path.contains("/stream/") || path == "/api/analyse" {
                assert_eq!(method, "GET");
                let query = if path == "/api/analyse" { "?game=alquerque&seconds=1" } else { "" };
                assert!(visitor.lines(&format!("{filled}{query}")).next().is_some(), "{path}");
            } else {
                let body: &[u8] = if method == "POST" { b"{}" } else { b"" };
                let headers: &[_] = if method == "POST" { &[("content-type", "application/json")] } else { &[] };
                let status = visitor.ask(&method, &filled, headers, body).status;
                // A server without tables has only the values of proved starts.
                let allowed = if path.starts_with("/tables/") { 404 } else { 200 };
                assert!(status == allowed || !matches!(status, 404 | 405) && status < 500, "{method} {path}: {status}");
            }
            // Undocumented methods do not exist.
            let other = if methods.get("get").is_some() { "DELETE" } else { "PUT" };
            assert_eq!(visitor.ask(other, &filled, &[], b"").status, 405, "{other} {path}");
            request += 1;
        }
    }
    assert!(request >= 12);
}

pub fn a_bot_plays_the_engine_to_the_end_by_post_and_stream() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": ALQUERQUE, "opponent": "engine:2", "side": "second", "name": "bot" }));
    let bot = server.visitor().with(&new_game.token);
    let mut lines = bot.lines(&format!("/api/board/game/stream/{}", new_game.id));
    let full = lines.next().unwrap();
    assert_eq!(
        (&full["type"], &full["game"], &full["id"]),
        (&json!("gameFull"), &json!(ALQUERQUE), &json!(new_game.id))
    );
    assert_eq!(full["players"][0]["kind"], "engine");
    let mut state = full["state"].clone();
    let mut rng = fastrand::Rng::with_seed(41);
    loop {
        let turns: Vec<_> =
            state["moves"].as_str().unwrap().split(';').filter(|turn| !turn.is_empty()).map(str::to_owned).collect();
        let here = game(ALQUERQUE, &[], &turns);
        assert_eq!(state["fen"], quirkat_rules::write_fen(here.ruleset(), &here.setup()));
        if state["status"] != "started" {
            let outcome = here.outcome().expect("the rules end the game too");
            assert_eq!(state["status"], outcome.reason.word());
            break;
        }
        if state["toMove"] == "second" {
            let text = random_move(ALQUERQUE, &turns, &mut rng);
            let answer = bot.act(&new_game.id, &format!("move/{}", encoded(&text)));
            assert_eq!((answer.status, answer.json()), (200, json!({ "ok": true })), "{text}");
        }
        let known = state["moves"].clone();
        // A state without a new move may arrive in between.
        while state["moves"] == known && state["status"] == "started" {
            state = lines.next().expect("the stream continues until the game ends");
            assert_eq!(state["type"], "gameState");
        }
    }
    assert!(lines.next().is_none(), "the stream ends with the game");
    let pdn = server.visitor().get(&format!("/api/game/{}/pdn", new_game.id));
    assert!(pdn.header("content-type").starts_with("application/x-draughts-pdn"));
    let read = bot.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], &pdn.body).json();
    assert_eq!((&read["records"][0]["error"], &read["records"][0]["game"]), (&Value::Null, &json!(ALQUERQUE)));
    assert_ne!(read["records"][0]["result"], "*");
}

pub fn offers_are_made_and_answered_by_post() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": "alquerque:article", "rules": ["first=first"] }));
    let [ana, bruna] = tokens.each_ref().map(|token| server.visitor().with(token));
    let mut lines = server.visitor().lines(&format!("/api/board/game/stream/{id}"));
    lines.next();
    let text = random_move("alquerque:article", &[], &mut fastrand::Rng::with_seed(42));
    for (who, act, status) in [
        (&ana, "draw/yes".to_owned(), 409),
        (&ana, format!("move/{text}"), 200),
        (&ana, "takeback/yes".to_owned(), 200),
        (&ana, "takeback/yes".to_owned(), 409),
        (&bruna, "takeback/no".to_owned(), 200),
        (&bruna, "takeback/no".to_owned(), 409),
        (&bruna, "draw/yes".to_owned(), 200),
        (&ana, "draw/no".to_owned(), 200),
        (&bruna, "count/yes".to_owned(), 200),
        (&ana, "count/yes".to_owned(), 200),
        (&ana, "resign".to_owned(), 409),
        (&ana, "rematch/yes".to_owned(), 200),
        (&bruna, "rematch/yes".to_owned(), 200),
    ] {
        let answer = who.act(&id, &act);
        assert_eq!(answer.status, status, "{act}: {}", answer.text());
    }
    assert_eq!(lines.last().unwrap()["status"], "agreed_count");
    let state = server.state(&id);
    assert!(state["rematch"].as_str().unwrap().starts_with("/play/"));
}

pub fn turns_are_entered_hop_by_hop() {
    let server = Server::new();
    // Games with chains, claims and huffs, drops, approach and withdrawal, and towers.
    for (title, plies) in [
        (ALQUERQUE, 24),
        ("fanorona", 12),
        ("bagh-chal", 12),
        ("lasca", 16),
        ("dama", 16),
        ("alquerque-de-nueve", 14),
        ("alquerque:arabic", 16),
    ] {
        let new_game = server.begin(json!({ "game": title, "opponent": "here" }));
        let both = server.visitor().with(&new_game.token);
        let mut rng = fastrand::Rng::with_seed(43);
        let mut turns: Vec<String> = Vec::new();
        for _ in 0..plies {
            let here = game(title, &[], &turns);
            if here.outcome().is_some() {
                break;
            }
            let legal = legal(&here);
            let ask = |points: &[String]| {
                let answer =
                    both.post(&format!("/api/board/game/{}/partial", new_game.id), &json!({ "points": points }));
                assert_eq!(answer.status, 200, "{title} {turns:?} {points:?}: {}", answer.text());
                answer.json()
            };
            let mut points = Vec::new();
            let mut partial = ask(&points);
            let text = loop {
                let next: Vec<_> =
                    partial["next"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect();
                if let Some(text) = partial["complete"].as_str().filter(|_| next.is_empty() || rng.bool()) {
                    break text.to_owned();
                }
                if next.is_empty() {
                    // Only a call, such as a pass, remains.
                    let calls = partial["calls"].as_array().unwrap();
                    break calls[0].as_str().unwrap().to_owned();
                }
                points.push(next[rng.usize(..next.len())].clone());
                partial = ask(&points);
                assert_eq!(partial["refused"], Value::Null, "{title} {turns:?} {points:?}");
            };
            assert!(legal.contains(&text), "{title} {turns:?}: {text} is not one of {legal:?}");
            assert_eq!(both.act(&new_game.id, &format!("move/{}", encoded(&text))).status, 200, "{title}: {text}");
            turns.push(text);
        }
        assert!(turns.len() > 4, "{title}: {turns:?}");
        assert_eq!(server.state(&new_game.id)["ply"], turns.len());
    }
}

pub fn a_point_that_cannot_follow_is_refused_with_the_rule() {
    let server = Server::new();
    let request = json!({ "game": ALQUERQUE, "turns": [], "partial": { "points": ["a1"] } });
    let partial = server.visitor().post("/api/explore", &request).json()["partial"].clone();
    assert!(!partial["refused"].as_str().unwrap().is_empty());
    assert!(!partial["next"].as_array().unwrap().is_empty(), "what could be named instead");
    let request = json!({ "game": ALQUERQUE, "turns": [], "partial": { "points": ["nowhere"] } });
    let answer = server.visitor().post("/api/explore", &request);
    assert!(answer.status == 400 || answer.json()["partial"].is_null(), "{}", answer.text());
}

/// Returns a random position in which a move has a property of interest.
fn reached(title: &str, rules: &[&str], has: fn(&quirkat_rules::Turn) -> bool) -> (Vec<String>, quirkat_rules::Turn) {
    for seed in 0..200 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut turns: Vec<String> = Vec::new();
        for _ in 0..40 {
            let here = game(title, rules, &turns);
            if here.outcome().is_some() {
                break;
            }
            let all = here.turns().unwrap();
            if let Some(turn) = all.iter().find(|turn| has(turn)) {
                return (turns, turn.clone());
            }
            turns.push(all[rng.usize(..all.len())].text(&here.ruleset().board));
        }
    }
    panic!("{title}: none was found");
}

pub fn huffs_and_claims_are_explored() {
    let server = Server::new();
    let rules = ["capture=huff"];
    let (turns, turn) = reached(ALQUERQUE, &rules, |turn| turn.huff.is_some());
    let here = game(ALQUERQUE, &rules, &turns);
    let huff = here.ruleset().board.name(turn.huff.unwrap()).to_owned();
    let explore = |partial: Value| {
        let request = json!({ "game": ALQUERQUE, "rules": rules, "turns": turns, "partial": partial });
        let answer = server.visitor().post("/api/explore", &request);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let plain = explore(Value::Null);
    assert!(plain["partial"]["huffable"].as_array().unwrap().contains(&json!(huff)));
    assert!(plain["pressing"].as_array().unwrap().iter().any(|words| words.as_str().unwrap().contains(&huff)));
    let huffed = explore(json!({ "huff": huff }));
    assert!(!huffed["partial"]["next"].as_array().unwrap().is_empty() || huffed["partial"]["complete"].is_string());

    // Any capture is legal, but the largest may be claimed.
    let title = "buruj";
    let rules = ["choice=protest"];
    let (turns, _) = reached(title, &rules, |turn| turn.claim.is_some());
    let explore = |partial: Value| {
        let request = json!({ "game": title, "rules": rules, "turns": turns, "partial": partial });
        server.visitor().post("/api/explore", &request).json()["partial"].clone()
    };
    let claim = explore(Value::Null)["claims"][0].clone();
    assert!(claim.as_str().unwrap().starts_with("claim "), "{claim}");
    let claimed = explore(json!({ "claim": claim }));
    assert!(!claimed["next"].as_array().unwrap().is_empty() || claimed["complete"].is_string(), "{claimed}");
}

pub fn exploration_agrees_with_the_rules_library() {
    let server = Server::new();
    let mut rng = fastrand::Rng::with_seed(44);
    for title in ["alquerque", "konane", "zamma", "liebre", "bashni", "alquerque-de-tres", "shashki"] {
        let mut turns = Vec::new();
        while turns.len() < 12 && game(title, &[], &turns).outcome().is_none() {
            turns.push(random_move(title, &turns, &mut rng));
        }
        let here = game(title, &[], &turns);
        let answer = server.visitor().post("/api/explore", &json!({ "game": title, "turns": turns })).json();
        let fen = quirkat_rules::write_fen(here.ruleset(), &here.setup());
        assert_eq!(answer["position"]["fen"], fen, "{title}");
        assert_eq!(answer["history"].as_array().unwrap().len(), turns.len());
        assert_eq!(answer["history"][3]["turn"]["text"], turns[3]);
        if here.outcome().is_none() {
            let mut expected = legal(&here);
            expected.truncate(200);
            let legal = answer["legal"].as_array().unwrap().iter().map(|turn| turn["text"].clone());
            assert_eq!(json!(legal.collect::<Vec<_>>()), json!(expected), "{title}");
        }
        // The same position by its FEN.
        let again = server.visitor().post("/api/explore", &json!({ "game": title, "position": fen })).json();
        assert_eq!(again["position"]["pieces"], answer["position"]["pieces"], "{title}");
    }
}

pub fn an_analysis_streams_each_depth_and_ends() {
    let server = Server::new();
    let path = "/api/analyse?game=alquerque:walker&lines=3&seconds=2";
    let lines: Vec<_> = server.visitor().lines(path).collect();
    let (last, depths) = lines.split_last().unwrap();
    assert_eq!(last["done"], true);
    assert!(!depths.is_empty());
    for pair in depths.windows(2) {
        assert!(pair[0]["depth"].as_u64() < pair[1]["depth"].as_u64());
    }
    let start = legal(&game(ALQUERQUE, &[], &[]));
    for depth in depths {
        let lines = depth["lines"].as_array().unwrap();
        assert!((1..=3).contains(&lines.len()));
        for line in lines {
            assert!(line["score"]["hundredths"].is_i64() || line["score"]["plies"].is_i64(), "{line}");
            assert!(start.contains(&line["turns"][0]["text"].as_str().unwrap().to_owned()));
            let turns: Vec<_> = line["turns"]
                .as_array()
                .unwrap()
                .iter()
                .map(|turn| turn["text"].as_str().unwrap().to_owned())
                .collect();
            game(ALQUERQUE, &[], &turns);
        }
    }
}

pub fn an_abandoned_analysis_stops() {
    let server = Server::new();
    let path = "/api/analyse?game=international&seconds=60";
    // More requests than threads, each abandoned at or before its first line.
    for number in 0..30 {
        let mut lines = server.visitor().lines(path);
        if number % 10 == 0 {
            lines.next();
        }
    }
    let began = Instant::now();
    assert!(server.visitor().lines(path).next().unwrap()["depth"].is_u64());
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

pub fn an_analysis_is_shortened_when_others_wait() {
    let server = Server::new();
    let device = || {
        let visitor = server.visitor();
        visitor.get("/");
        visitor
    };
    // As many clients as processors could keep all threads busy for a minute each.
    let path = "/api/analyse?game=international&seconds=60";
    let greedy = std::thread::available_parallelism().map_or(1, usize::from);
    let mut greedy: Vec<_> = (0..greedy).map(|_| device().lines(path)).collect();
    greedy[0].next();
    let began = Instant::now();
    assert!(device().lines("/api/analyse?game=english&seconds=1").next().is_some());
    assert!(began.elapsed() < Duration::from_secs(50), "{:?}", began.elapsed());
}

pub fn records_round_trip() {
    let server = Server::new();
    let visitor = server.visitor();
    let turns: Vec<String> = {
        let mut rng = fastrand::Rng::with_seed(45);
        let mut turns = Vec::new();
        for _ in 0..9 {
            turns.push(random_move(ALQUERQUE, &turns, &mut rng));
        }
        turns
    };
    let node = |text: &String| json!({ "text": text, "glyphs": [], "comments": [], "variations": [] });
    let mut nodes: Vec<_> = turns.iter().map(node).collect();
    let other = random_move(ALQUERQUE, &turns[..2], &mut fastrand::Rng::with_seed(46));
    nodes[2]["variations"] = json!([[node(&other)]]);
    nodes[0]["glyphs"] = json!([1]);
    nodes[4]["comments"] = json!(["a plain comment, with \"quotes\" and ñ"]);
    let record = json!({
        "tags": [["Event", "A \"friendly\" \\ game"], ["White", "Ñandú <b>"], ["Black", "O'Hara; & co"]],
        "game": ALQUERQUE,
        "rules": ["capture=mandatory"],
        "position": null,
        "comments": ["before the first turn"],
        "turns": nodes,
        "result": "*",
    });
    let write = |record: &Value| {
        let answer = visitor.post("/api/pdn/write", record);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text()
    };
    let read = |text: &str| {
        let answer = visitor.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], text.as_bytes());
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["records"].clone()
    };
    let text = write(&record);
    let records = read(&text);
    assert_eq!(records.as_array().unwrap().len(), 1);
    let back = &records[0];
    assert_eq!(back["error"], Value::Null, "{text}");
    for key in ["game", "comments", "turns", "result"] {
        assert_eq!(back[key], record[key], "{key}: {text}");
    }
    for tag in record["tags"].as_array().unwrap() {
        assert!(back["tags"].as_array().unwrap().contains(tag), "{tag}: {text}");
    }
    assert_eq!(write(back), text, "reading and writing leaves the record unchanged");
    // Several at once.
    assert_eq!(read(&format!("{text}\n{text}")).as_array().unwrap().len(), 2);
}

pub fn game_records_round_trip_without_loss() {
    let server = Server::new();
    for title in [ALQUERQUE, "lasca", "fanorona", "alquerque-de-nueve", "dama"] {
        let new_game = server.begin(json!({ "game": title, "opponent": "here", "name": "Ana" }));
        let both = server.visitor().with(&new_game.token);
        let mut turns = Vec::new();
        let mut rng = fastrand::Rng::with_seed(47);
        for _ in 0..10 {
            let text = random_move(title, &turns, &mut rng);
            assert_eq!(both.act(&new_game.id, &format!("move/{}", encoded(&text))).status, 200, "{title}: {text}");
            turns.push(text);
        }
        let text = both.get(&format!("/api/game/{}/pdn", new_game.id)).text();
        let read = |text: &str| {
            both.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], text.as_bytes()).json()["records"][0]
                .clone()
        };
        let record = read(&text);
        let texts: Vec<_> = record["turns"].as_array().unwrap().iter().map(|turn| turn["text"].clone()).collect();
        assert_eq!(json!(texts), json!(turns), "{title}");
        let again = both.post("/api/pdn/write", &record).text();
        assert_eq!(read(&again), record, "{title}:\n{text}\n{again}");
    }
}

pub fn record_errors_are_in_the_visitors_language() {
    let server = Server::new();
    let visitor = server.visitor();
    let ask = |language: &str, text: &str| {
        let headers = [("content-type", "text/plain"), ("accept-language", language)];
        visitor.ask("POST", "/api/pdn/read", &headers, text.as_bytes())
    };
    let open = "[Variant \"alquerque:walker\"]\n1. b2-c3 {";
    for (language, words) in [
        ("en", "line 2 of the record: a comment has no closing brace"),
        ("es", "línea 2 del registro: un comentario no tiene llave de cierre"),
        ("fr", "ligne 2 de la partie notée\u{a0}: un commentaire n'a pas d'accolade fermante"),
    ] {
        let answer = ask(language, open);
        assert_eq!((answer.status, answer.json()["records"][0]["error"].as_str()), (200, Some(words)));
    }
    let error = |text: &str| ask("es", text).json()["records"][0]["error"].clone();
    assert_eq!(
        error("[Variant \"alquerque:walker\"] 1. b2-c3 b3-b2"),
        "jugada 2 del registro: b3-b2: es obligatorio capturar: d4xb2"
    );
    let unknown = error("[Variant \"chess\"]");
    assert!(
        unknown.as_str().unwrap().starts_with("el registro es una partida de `chess`, juego que aquí no se conoce"),
        "{unknown}"
    );
    // Records of other programs leave their game open, which the page then names, and use old encodings.
    let old = b"[White \"Andr\xe9\"]\n\n1. 11-15 23-19 2. - - *\n\n[White \"B\"]\n\n1. 09-14 22- 18 *\n".repeat(300);
    let ask_old = |query: &str| visitor.ask("POST", &format!("/api/pdn/read{query}"), &[], &old).json();
    let unnamed = ask_old("")["records"][1]["error"].clone();
    assert!(unnamed.as_str().unwrap().contains("[GameType \"21\"]"), "{unnamed}");
    let answer = ask_old("?game=english&skip=2");
    let records = answer["records"].as_array().unwrap();
    assert_eq!((answer["count"].as_u64(), records.len()), (Some(600), 500));
    assert_eq!((&records[0]["tags"][0][1], &records[0]["game"]), (&json!("André"), &json!("english:wcdf")));
    assert!(records[0]["error"].as_str().unwrap().contains("`--`") && records[1]["error"].is_null());
    assert_eq!(records[0]["turns"].as_array().unwrap().len(), 2, "what precedes an error is kept");
    let broken = b"[White \"A\"]\n\n1. 11-15 *\n\n[!]\n\n[White \"C\"]\n\n1. 11-15 *\n";
    let answer = visitor.ask("POST", "/api/pdn/read?game=english", &[], broken);
    let errors: Vec<_> = (0..2).map(|number| answer.json()["records"][number]["error"].is_string()).collect();
    assert_eq!((answer.status, errors), (200, vec![true, false]), "{}", answer.text());
    // A draw that no player claimed does not end a record, here or in the analysis.
    let kings = "[GameType \"20\"]\n[FEN \"W:WK46,K50:BK1,K4\"]\n";
    let turns: Vec<_> = "50-45 4-9 45-50 9-4 ".repeat(3).split_whitespace().map(str::to_owned).collect();
    let record = ask("en", &format!("{kings}{} *", turns.join(" "))).json()["records"][0].clone();
    assert!(record["error"].is_null() && record["notes"][0].as_str().unwrap().starts_with("before move 9"), "{record}");
    let line = json!({ "game": "international", "rules": [], "position": "W:WK46,K50:BK1,K4", "turns": turns });
    assert_eq!(visitor.post("/api/explore", &line).status, 200);
    let record = json!({ "game": ALQUERQUE, "turns": [{ "text": "b2-b3" }], "result": "*" });
    let headers = [("content-type", "application/json"), ("accept-language", "es")];
    let answer = visitor.ask("POST", "/api/pdn/write", &headers, record.to_string().as_bytes());
    assert_eq!((answer.status, answer.error().as_str()), (400, "1. b2-b3: La pieza no puede ir a b3"));
}

pub fn pictures_are_valid_images() {
    let server = Server::new();
    let visitor = server.visitor();
    let svg = visitor.get("/image/alquerque:walker.svg?turn=b2-c3");
    let svg = if svg.status == 200 { svg } else { visitor.get("/image/alquerque:walker.svg") };
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert!(svg.text().starts_with("<svg") && !svg.text().contains("<script"));
    let text = random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(48));
    for path in [
        "/image/alquerque:walker.png".to_owned(),
        "/image/lasca.png?flip=1&size=64".to_owned(),
        format!("/image/alquerque:walker.png?turn={text}&size=200"),
        "/image/international.png?rule=board=nope&size=10".replace("rule=board=nope&size=10", "size=16"),
    ] {
        let png = visitor.get(&path);
        assert_eq!((png.status, png.header("content-type")), (200, "image/png"), "{path}");
        assert!(png.body.starts_with(b"\x89PNG\r\n\x1a\n"), "{path}");
        if let Some((_, size)) = path.split_once("size=") {
            let side = |at: usize| u32::from_be_bytes(png.body[at..at + 4].try_into().unwrap());
            assert_eq!(side(16).max(side(20)), size.parse::<u32>().unwrap(), "{path}");
        }
    }
    // A browser with a cached picture gets 304.
    let tag = svg.header("etag").to_owned();
    let again = visitor.ask("GET", "/image/alquerque:walker.svg?turn=b2-c3", &[("if-none-match", &tag)], b"");
    assert!(again.status == 304 || again.status == 400);
}

pub fn boards_and_pieces_are_chosen_by_the_address() {
    let server = Server::new();
    let visitor = server.visitor();
    let usual = visitor.get("/image/alquerque:walker.svg").text();
    for (query, colour) in
        [("board=stone", "#e6e3da"), ("pieces=pebbles", "#efece5"), ("board=wood&pieces=turned", "#edcb97")]
    {
        let drawn = visitor.get(&format!("/image/alquerque:walker.svg?{query}"));
        assert_eq!(drawn.status, 200, "{query}");
        assert!(drawn.text().contains(colour) && (drawn.text() == usual) == (colour == "#edcb97"), "{query}");
        let dots = |query: &str| visitor.get(&format!("/image/alquerque:walker.png?size=64&{query}")).body;
        assert_eq!(dots(query) == dots(""), colour == "#edcb97", "{query}");
    }
    for path in ["/image/lasca.svg", "/image/lasca.png", "/board/lasca.svg", "/embed/lasca", "/analysis/lasca", "/"] {
        let answer = visitor.get(&format!("{path}?board=marble"));
        assert_eq!(answer.status, 400, "{path}");
        for part in ["board", "marble", "wood, stone, paper, contrast"] {
            assert!(answer.text().contains(part), "{path}: {}", answer.text());
        }
        assert_eq!(visitor.get(&format!("{path}?pieces=glass")).status, 400, "{path}");
    }
    // Printed boards have their own styles.
    assert_eq!(visitor.get("/print/lasca.svg?board=plain").status, 200);
}

pub fn pipelined_commands_are_answered() {
    let server = Server::new();
    let address = &server.address;
    std::thread::scope(|scope| {
        for number in 0..16 {
            scope.spawn(move || {
                let visitor = crate::harness::Visitor::at(address);
                for _ in 0..10 {
                    let path = ["/", "/games/alquerque", "/api/games", "/image/lasca.png?size=300"][number % 4];
                    assert_eq!(visitor.get(path).status, 200);
                }
            });
        }
    });
    until("the server to be idle", || (server.visitor().get("/").status == 200).then_some(()));
}

/// Issue 17, point 19: two people play Buruj by the author's rules unless they choose otherwise.
pub fn two_people_play_the_variant_for_people() {
    let server = Server::new();
    let title = |request: Value| server.state(&server.begin(request).id)["game"].as_str().unwrap().to_owned();
    for opponent in ["friend", "here"] {
        assert_eq!(title(json!({ "game": "buruj", "opponent": opponent })), "buruj:protest");
        assert_eq!(title(json!({ "game": "buruj:max", "opponent": opponent })), "buruj:max");
        assert_eq!(title(json!({ "game": "alquerque", "opponent": opponent })), ALQUERQUE);
    }
    assert_eq!(title(json!({ "game": "buruj", "opponent": "engine:1" })), "buruj:max");
    // The forms on the game's page name no variant before one is chosen.
    let visitor = server.visitor();
    for (path, is_named) in [("/games/buruj", true), ("/games/buruj?variant=max", false), ("/new/buruj", true)] {
        let page = visitor.get(path).text();
        assert_eq!(page.contains("Between two people: The author"), is_named, "{path}");
    }
    for (opponent, wanted) in [("here", "buruj:protest"), ("engine", "buruj:max")] {
        let answer = visitor.form("/new/buruj", &[("opponent", opponent), ("level", "1")]);
        let id = answer.header("location").rsplit('/').next().unwrap().to_owned();
        assert_eq!(server.state(&id)["game"], wanted);
    }
}
