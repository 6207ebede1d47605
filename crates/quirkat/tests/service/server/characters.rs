//! Tests that characters that change the direction of text, control terminals or break XML reach no page, feed, record or log.

use super::routes::routes;
use super::workshop::ADUGO;
use crate::harness::{Answer, Player, Server, Visitor, encoded, quirkat, until};
use quirkat_rules::is_unprintable;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use tempfile::TempDir;

/// Characters of each kind. Requests cannot contain U+0000 to U+001F unencoded.
const SIGNS: &str = "\u{0}\u{7}\u{8}\u{1b}\u{7f}\u{80}\u{85}\u{9b}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\
     \u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{fffe}\u{ffff}";

/// Checks the texts in a JSON value.
fn check_json(what: &str, value: &Value) {
    match value {
        Value::String(text) => check(what, text),
        Value::Array(list) => list.iter().for_each(|value| check_json(what, value)),
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            check(what, key);
            check_json(what, value);
        }),
        _ => {}
    }
}

/// Checks that a text contains no such characters, apart from line breaks and tabs.
fn check(what: &str, text: &str) {
    let found = text.chars().find(|&sign| is_unprintable(sign) && !matches!(sign, '\n' | '\r' | '\t'));
    assert_eq!(found, None, "{what}: {text:?}");
}

/// Checks an answer: its text, the JSON in it, and the form of XML.
fn check_answer(what: &str, answer: &Answer) {
    let kind = answer.header("content-type");
    if kind.starts_with("image/png") || kind.starts_with("application/pdf") || kind.starts_with("font/") {
        return;
    }
    let text = answer.text();
    check(what, &text);
    if kind.contains("xml") {
        roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
    } else if kind.contains("ndjson") {
        text.lines().for_each(|line| check_json(what, &serde_json::from_str(line).unwrap_or_default()));
    } else if kind.contains("json") {
        check_json(what, &answer.json());
    }
    for block in text.split("<script type=\"application/json\"").skip(1) {
        let block = block.split_once('>').unwrap().1.split_once("</script").unwrap().0;
        check_json(what, &serde_json::from_str(block).unwrap());
    }
}

pub fn unprintable_characters_of_names_reach_no_answer() {
    let server = Server::new();
    let name = |who: &str| format!("{SIGNS}{who}{SIGNS}x");
    for (start, file, opponent) in [("/new/alquerque", "", "anyone"), ("/workshop/play", ADUGO, "friend")] {
        let [ana, bruna] = [0; 2].map(|_| server.visitor());
        [&ana, &bruna].iter().for_each(|visitor| drop(visitor.get("/")));
        let name_of_ana = name("Ana");
        let fields = [("opponent", opponent), ("side", "second"), ("name", &name_of_ana), ("file", file)];
        let answer = ana.form(start, &fields);
        assert_eq!(answer.status, 303, "{}", answer.text());
        let path = answer.header("location").to_owned();
        let id = path.strip_prefix("/play/").unwrap();
        let page = ana.get(&path).text();
        let join = format!("/join/{}", page.split_once("/join/").unwrap().1.split('"').next().unwrap());
        check_answer("the lobby", &bruna.get("/open"));
        check_answer("the lobby", &bruna.get("/api/open"));
        check_answer("the invitation", &bruna.get(&join));
        let joined = bruna.post(&format!("/api{join}"), &json!({ "name": name("Bruna") }));
        assert_eq!(joined.status, 200, "{}", joined.text());
        let mut first =
            Player::connect(&server.address, &format!("{path}/live"), &[("cookie", &bruna.cookie())]).unwrap();
        assert_eq!(first.state["players"].to_string().matches("x").count(), 2, "{}", first.state["players"]);
        check_json("the state", &first.state);
        let legal = if file.is_empty() { "d2-c3" } else { "c3-b2" };
        first.play(legal);
        first.send(json!({ "t": "shut" }));
        let mine = ana.get("/mine");
        let feed = format!("/feed/{}", mine.text().split_once("/feed/").unwrap().1.split('?').next().unwrap());
        assert!(ana.get(&feed).text().contains(&format!("/play/{id}")), "the feed lists the game");
        let paths = [
            path.clone(),
            format!("{path}/analysis"),
            format!("{path}.pdn"),
            format!("/api/game/{id}"),
            format!("/api/game/{id}/pdn"),
            feed.clone(),
            feed.replace(".atom", ".ics"),
            "/mine".to_owned(),
            "/mine.pdn".to_owned(),
            "/mine.json".to_owned(),
            "/open".to_owned(),
            "/key".to_owned(),
        ];
        for path in &paths {
            for visitor in [&ana, &bruna] {
                let answer = visitor.get(path);
                assert_eq!(answer.status, 200, "{path}: {}", answer.text());
                check_answer(path, &answer);
            }
        }
        let line = server.visitor().lines(&format!("/api/board/game/stream/{id}")).next().unwrap();
        check_json("the stream", &line);
    }
    // A cookie may contain anything.
    let forged = server.visitor();
    forged.cookies.borrow_mut().insert("quirkat-name".to_owned(), encoded(&name("Ana")));
    check_answer("the form", &forged.get("/new/alquerque"));
}

/// Returns the answers to a game file on every route that takes one.
fn answers(visitor: &Visitor, text: &str) -> [Answer; 4] {
    let form = [("file", text), ("opponent", "here")];
    [
        visitor.ask("POST", "/api/check", &[("content-type", "text/plain")], text.as_bytes()),
        visitor.post("/api/play", &json!({ "game": "adugo:all", "file": text, "opponent": "here" })),
        visitor.form("/workshop/play", &form),
        visitor.form("/workshop/print", &form),
    ]
}

fn check_refused(visitor: &Visitor, what: &str, text: &str) {
    let answers = answers(visitor, text);
    assert_eq!(answers[0].json()["sound"], false, "{what}");
    for answer in &answers {
        check_answer(what, answer);
    }
    assert_eq!(answers.map(|answer| answer.status), [200, 400, 400, 400], "{what}");
}

pub fn unprintable_characters_are_refused_in_every_text_of_a_game_file() {
    let server = Server::new();
    let visitor = server.visitor();
    for sign in SIGNS.chars() {
        let escape = format!("\\u{:04x}", u32::from(sign));
        check_refused(&visitor, &format!("a comment with {escape}"), &format!("{ADUGO}\n# a{sign}b\n"));
        check_refused(
            &visitor,
            &format!("a name with {escape}"),
            &ADUGO.replacen("\"Jaguar\"", &format!("\"J{escape}r\""), 1),
        );
        check_refused(
            &visitor,
            &format!("a name with {sign:?}"),
            &ADUGO.replacen("\"Jaguar\"", &format!("\"J{sign}r\""), 1),
        );
        // The file of a record is read in the same way.
        let texts = json!({ "game": ADUGO.replacen("\"Jaguar\"", &format!("\"J{escape}r\""), 1) }).to_string();
        let record = format!(
            "[Variant \"adugo:all\"]\n[RulesText \"{}\"]\n\n*\n",
            texts.replace('\\', "\\\\").replace('"', "\\\"")
        );
        let read = visitor.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], record.as_bytes());
        assert!(read.json()["records"][0]["error"].is_string(), "{escape}: {}", read.text());
        check_answer("a record", &read);
    }
    // Every text of the file, one after the other.
    let mut texts = 0;
    for (at, _) in ADUGO.match_indices('"') {
        let before = ADUGO[..at].rsplit('\n').next().unwrap();
        let begins = before.matches('"').count().is_multiple_of(2) && !before.contains('#');
        if !begins || ADUGO[at..].starts_with("\"\"\"") || before.ends_with('"') {
            continue;
        }
        let text = format!("{}\\u202e{}", &ADUGO[..=at], &ADUGO[at + 1..]);
        let report = visitor.ask("POST", "/api/check", &[("content-type", "text/plain")], text.as_bytes());
        assert_eq!(report.json()["sound"], false, "{}", &ADUGO[at..(at + 20).min(ADUGO.len())]);
        check_answer("a report", &report);
        texts += 1;
    }
    assert!(texts > 50, "{texts}");
}

pub fn unprintable_characters_of_records_reach_no_answer() {
    let server = Server::new();
    let visitor = server.visitor();
    let text = format!(
        "[White \"A{SIGNS}\"]\n[Event \"{SIGNS}\"]\n[Variant \"alquerque:walker\"]\n\n{{ a{SIGNS} }} 1. d2-c3 {{ {SIGNS}b }} b4xd2{} *\n",
        SIGNS.replace(char::is_whitespace, "")
    );
    let read = visitor.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], text.as_bytes());
    assert_eq!(read.status, 200, "{}", read.text());
    check_answer("a read record", &read);
    assert_eq!(read.json()["records"][0]["tags"][0], json!(["White", "A"]));
    let record = json!({
        "game": "alquerque:walker",
        "tags": [["White", format!("A{SIGNS}")], [format!("E{SIGNS}"), "x"]],
        "comments": [SIGNS],
        "turns": [{ "text": "d2-c3", "comments": [format!("b{SIGNS}")] }],
    });
    let written = visitor.post("/api/pdn/write", &record);
    assert_eq!(written.status, 200, "{}", written.text());
    check_answer("a written record", &written);
    for line in [
        json!({ "game": SIGNS }),
        json!({ "game": "lasca", "turns": [SIGNS] }),
        json!({ "game": "lasca", "position": SIGNS }),
    ] {
        for path in ["/api/explore", "/api/explore/reply", "/api/explore/hint", "/api/review", "/api/pdn/write"] {
            check_answer(path, &visitor.post(path, &line));
        }
    }
}

pub fn unprintable_characters_of_requests_reach_neither_answers_nor_the_log() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command
        .args(["serve", "--unlimited", "--access-log", "--log-level", "trace", "--port", "0", "--data"])
        .arg(folder.path());
    let server = Server::run(command, Arc::clone(&folder));
    let visitor = server.visitor();
    let signs = encoded(SIGNS);
    let fields: Vec<_> = [
        "game", "variant", "fen", "position", "rule", "board", "pieces", "paper", "spacing", "level", "lines",
        "seconds", "turns", "from", "lang", "grade", "reset", "opponent", "side", "name", "clock", "days", "minutes",
        "key", "sure",
    ]
    .map(|field| format!("{field}=a{signs}"))
    .into();
    for (method, path) in routes() {
        let mut filled = String::new();
        for (number, part) in path.split(['{', '}']).enumerate() {
            filled += &if number % 2 == 0 { part.to_owned() } else { format!("a{signs}") };
        }
        let plain = path
            .replace("{title}", "lasca")
            .replace("{game}", "lasca")
            .replace("{*path}", "lasca")
            .replace("{file}", "lasca.svg");
        let plain = plain.replace(['{', '}'], "");
        for path in [&filled, &plain] {
            if method == "GET" {
                for field in &fields {
                    check_answer(path, &visitor.get(&format!("{path}?{field}")));
                }
                continue;
            }
            for (kind, body) in [
                ("application/x-www-form-urlencoded", fields.join("&")),
                ("application/json", json!({ "game": SIGNS, "name": SIGNS, "opponent": SIGNS }).to_string()),
                ("text/plain", SIGNS.to_owned()),
            ] {
                check_answer(path, &visitor.ask(method, path, &[("content-type", kind)], body.as_bytes()));
            }
        }
    }
    // An unencoded path, which browsers do not send.
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "GET /\u{202e}\u{9b}last HTTP/1.1\r\nHost: {}\r\nReferer: \u{202e}\r\nConnection: close\r\n\r\n",
        server.address
    )
    .unwrap();
    stream.read_to_end(&mut Vec::new()).unwrap();
    visitor.get("/the/end");
    let log = until("the log", || Some(server.log()).filter(|log| log.contains("/the/end")));
    check("the log", &log);
    assert!(!log.contains("panicked"), "{log}");
}
