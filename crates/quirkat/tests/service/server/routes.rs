//! Tests that hold for every route of the server. The routes are read from its source, so that a new one is tested too.

use super::workshop::ADUGO;
use crate::harness::{Answer, Player, Server, Visitor, encoded, quirkat, until};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use tempfile::TempDir;

/// Sources that add routes.
const SOURCES: [&str; 2] =
    [include_str!("../../../../serve/src/lib.rs"), include_str!("../../../../serve/src/health.rs")];

/// Returns every route of the site: method, and path with parameters in braces.
pub fn routes() -> Vec<(&'static str, &'static str)> {
    let mut routes = Vec::new();
    for source in SOURCES {
        assert_eq!(
            source.matches(".route(").count(),
            source.matches(".route(\"").count(),
            "a route has an unusual form"
        );
        for route in source.split(".route(\"").skip(1) {
            let (path, handlers) = route.split_once('"').unwrap();
            let handlers = handlers.lines().next().unwrap();
            let before = routes.len();
            routes.extend(
                [("GET", "get("), ("POST", "post(")]
                    .map(|(method, call)| handlers.contains(call).then_some((method, path)))
                    .into_iter()
                    .flatten(),
            );
            assert!(routes.len() > before, "{path}: no method is known");
        }
    }
    assert!(routes.len() > 70, "{routes:?}");
    routes
}

/// A game of a visitor that waits for a friend.
struct Waiting {
    visitor: Visitor,
    id: String,
    invite: String,
    /// Path of the visitor's feed.
    feed: String,
}

impl Waiting {
    /// Starts a game by a form.
    fn begin(server: &Server, base: &str, form: &str, file: &str) -> Waiting {
        let visitor = server.visitor();
        visitor.get(&format!("{base}/"));
        let fields = [("opponent", "friend"), ("side", "first"), ("name", "Ana"), ("file", file)];
        let answer = visitor.form(&format!("{base}{form}"), &fields);
        assert_eq!(answer.status, 303, "{}", answer.text());
        let path = answer.header("location").to_owned();
        let invite = between(&visitor.get(&path).text(), "/join/", "\"").split_once('/').unwrap().1.to_owned();
        let feed = format!("/feed/{}", between(&visitor.get(&format!("{base}/mine")).text(), "/feed/", "?"));
        Waiting { id: path.rsplit('/').next().unwrap().to_owned(), visitor, invite, feed }
    }
}

fn between(text: &str, before: &str, after: &str) -> String {
    text.split_once(before).unwrap_or_else(|| panic!("no {before}: {text}")).1.split_once(after).unwrap().0.to_owned()
}

/// Returns the address of a route, with a published or an own game where the route names one.
fn address(path: &str, title: &str, waiting: &Waiting) -> String {
    let game = title.split(':').next().unwrap();
    let filled = match path {
        "/workshop/{file}" => path.replace("{file}", game),
        "/board/{file}" | "/image/{file}" => path.replace("{file}", &format!("{title}.svg")),
        "/print/{file}" => path.replace("{file}", &format!("{title}.pdf")),
        "/feed/{key}/{file}" => waiting.feed.clone(),
        "/assets/{state}/{name}" => "/assets/0/board.js".to_owned(),
        "/manifest/{file}" => "/manifest/en.webmanifest".to_owned(),
        "/icons/{file}" => "/icons/plain-192.png".to_owned(),
        "/module/{digest}/{*name}" => "/module/0/quirkat.js".to_owned(),
        "/api/analyse" => format!("{path}?game={title}&seconds=1"),
        _ => path
            .replace("{*path}", title)
            .replace("{*act}", "call_off")
            .replace("{title}", title)
            .replace("{game}", if path.contains("/{number}") { "lasca" } else { game })
            .replace("{number}", "1")
            .replace("{id}", &waiting.id)
            .replace("{token}", &waiting.invite),
    };
    assert!(!filled.contains('{'), "{path}: a parameter without a value");
    filled
}

/// Returns the status line and the headers of an answer, apart from its date and the framing of its body, and whether a body
/// follows.
fn head(server: &str, method: &str, path: &str, headers: &str) -> (String, BTreeMap<String, String>, bool) {
    let mut stream = TcpStream::connect(server).unwrap();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{headers}\r\n").unwrap();
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    let end = loop {
        let read = stream.read(&mut part).unwrap();
        bytes.extend(&part[..read]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        assert!(read > 0, "{method} {path}: {}", String::from_utf8_lossy(&bytes));
    };
    let has_body = bytes.len() > end + 4 || stream.read(&mut part).unwrap() > 0;
    let text = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let (status, lines) = text.split_once("\r\n").unwrap();
    let fields = lines.lines().map(|line| line.split_once(": ").unwrap_or((line, "")));
    let fields = fields.filter(|(name, _)| !matches!(*name, "date" | "transfer-encoding"));
    (status.to_owned(), fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(), has_body)
}

pub fn head_equals_get_without_a_body_on_every_route() {
    for base in ["", "/quirkat"] {
        let server = super::site::server(&["--base-path", base]);
        let waiting = Waiting::begin(&server, base, "/new/alquerque", "");
        let cookie = format!("Cookie: {}\r\n", waiting.visitor.cookie());
        let mut paths: Vec<_> = routes().into_iter().map(|(_, path)| path).collect();
        paths.extend([
            "/nothing",
            "/games/nope",
            "/api/games/nope",
            "/games/%ff",
            "/mine?lang=es",
            "/image/lasca.svg?board=x",
        ]);
        for path in paths {
            let address = format!(
                "{}{}",
                if matches!(path, "/health" | "/ready") { "" } else { base },
                address(path, "alquerque:walker", &waiting)
            );
            for coding in ["", "Accept-Encoding: gzip\r\n", "Origin: http://example.org\r\n"] {
                let headers = format!("{cookie}{coding}");
                let get = head(&server.address, "GET", &address, &headers);
                let mut head = head(&server.address, "HEAD", &address, &headers);
                assert!(!head.2, "{address}: HEAD has a body");
                if let Some(random) = get.1.get("location").filter(|_| path == "/puzzles/any") {
                    head.1.insert("location".to_owned(), random.clone());
                }
                assert_eq!((get.0, get.1), (head.0, head.1), "{address} {coding}");
            }
        }
    }
}

/// Routes that name no game, no file and no id.
const NAMELESS: [&str; 33] = [
    "/",
    "/family",
    "/known",
    "/solutions",
    "/puzzles",
    "/puzzles/any",
    "/puzzles/daily",
    "/open",
    "/open/new",
    "/workshop",
    "/key",
    "/key/change",
    "/key/forget",
    "/key/open-again",
    "/api",
    "/openapi.json",
    "/print/book.pdf",
    "/assets/{state}/{name}",
    "/manifest/{file}",
    "/icons/{file}",
    "/offline-worker.js",
    "/local",
    "/local/play",
    "/module/{digest}/{*name}",
    "/api/games",
    "/api/puzzles",
    "/api/puzzles/daily",
    "/api/open",
    "/health",
    "/ready",
    "/favicon.ico",
    "/robots.txt",
    "/sitemap.xml",
];

/// Routes of published games alone.
const PUBLISHED: [&str; 9] = [
    "/games/{game}",
    "/solutions/{game}",
    "/solutions/{game}/counts.csv",
    "/study/{game}",
    "/study/{game}/facts.csv",
    "/new/{game}",
    "/puzzles/{game}/{number}",
    "/api/puzzles/{game}/{number}",
    "/api/puzzles/{game}/{number}/solution",
];

/// Returns the answer of a route about an own game.
fn ask(server: &Server, method: &str, path: &str, title: &str, waiting: &Waiting, record: &str) -> Answer {
    let visitor = server.visitor();
    let address = address(path, title, waiting);
    // A friend has another key.
    if !path.contains("join/") {
        visitor.cookies.borrow_mut().clone_from(&waiting.visitor.cookies.borrow());
    }
    let line = json!({ "game": title, "turns": ["c3-b2"] });
    let body = match (method, path) {
        ("GET", "/play/{id}/live") => {
            let headers = [("cookie", &*visitor.cookie())];
            let player = Player::connect(&server.address, &address, &headers).unwrap();
            assert_eq!(player.state["game"], title);
            return visitor.get("/health");
        }
        ("GET", "/api/board/game/stream/{id}") => {
            assert_eq!(visitor.lines(&address).next().unwrap()["game"], title);
            return visitor.get("/health");
        }
        ("GET", _) => return visitor.get(&address),
        ("POST", "/workshop/play" | "/workshop/print") => return visitor.form(&address, &[("file", ADUGO)]),
        ("POST", "/join/{id}/{token}") => return visitor.form(&address, &[("name", "Bruna")]),
        ("POST", "/mine/remove") => return visitor.form(&address, &[("game", &waiting.id)]),
        ("POST", "/open/{id}") => return visitor.form(&address, &[]),
        ("POST", "/api/check") => return visitor.ask(method, &address, &[TEXT], ADUGO.as_bytes()),
        ("POST", "/api/pdn/read") => return visitor.ask(method, &address, &[TEXT], record.as_bytes()),
        ("POST", "/api/explore" | "/api/explore/reply" | "/api/explore/hint" | "/api/review") => line,
        ("POST", "/api/pdn/write") => json!({ "game": title, "turns": [{ "text": "c3-b2" }] }),
        ("POST", "/api/game/{id}/review") => json!({}),
        ("POST", "/api/play") => json!({ "game": title, "opponent": "here" }),
        ("POST", "/api/board/game/{id}/partial") => json!({ "points": ["c3"] }),
        ("POST", "/api/board/game/{id}/{*act}" | "/api/open/{id}" | "/api/join/{id}/{token}") => json!({}),
        _ => panic!("{method} {path}: an unknown route; name an own game in it here"),
    };
    visitor.post(&address, &body)
}

const TEXT: (&str, &str) = ("content-type", "text/plain");

pub fn own_games_work_on_every_route_after_a_restart() {
    let mut server = Server::new();
    for (method, path) in routes() {
        if NAMELESS.contains(&path) || PUBLISHED.contains(&path) {
            continue;
        }
        let waiting = Waiting::begin(&server, "", "/workshop/play", ADUGO);
        let shown = server.visitor().get(&format!("/api/game/{}", waiting.id)).json();
        let title = shown["game"].as_str().unwrap().to_owned();
        let record = server.visitor().get(&format!("/api/game/{}/pdn", waiting.id)).text();
        server = server.restart();
        let answer = ask(&server, method, path, &title, &waiting, &record);
        // Own games are not listed in the lobby. No table contains the game.
        let allowed = match path {
            "/open/{id}" | "/api/open/{id}" => 403,
            "/tables/{title}" => 404,
            // The game is not over, and a friend may still join.
            "/api/game/{id}/review" | "/mine/remove" => 409,
            "/join/{id}/{token}" | "/workshop/play" if method == "POST" => 303,
            _ => 200,
        };
        assert_eq!(answer.status, allowed, "{method} {path}: {}", answer.text());
        if path == "/tables/{title}" {
            assert_eq!(answer.error(), server.visitor().get("/tables/lasca").error());
        }
    }
}

pub fn a_language_in_an_address_never_leads_back_to_the_address() {
    for base in ["", "/quirkat"] {
        let server = super::site::server(&["--base-path", base]);
        for path in ["/", "/games/alquerque", "/mine"] {
            for (query, rest) in [
                ("lang=es", ""),
                ("%6cang=es", ""),
                ("%6C%61%6e%67=%65s", ""),
                ("lang=es&lang=es", ""),
                ("lang=fr&l%61ng=es", ""),
                ("from=0&%6cang=es&x=%26lang%3Dfr", "?from=0&x=%26lang%3Dfr"),
                ("lang=fr&lang=es&x", "?x"),
            ] {
                let visitor = server.visitor();
                let answer = visitor.get(&format!("{base}{path}?{query}"));
                assert_eq!(
                    (answer.status, answer.header("location")),
                    (303, &*format!("{base}{path}{rest}")),
                    "{query}"
                );
                let page = visitor.get(answer.header("location"));
                assert!(page.status == 200 && page.text().contains("<html lang=\"es\""), "{query}");
            }
            for unknown in ["lang=xx", "lang=", "lang", "%6cang=ES", "lang=es%20", "xlang=es", "lang=es&lang=xx"] {
                assert_eq!(server.visitor().get(&format!("{base}{path}?{unknown}")).status, 200, "{unknown}");
            }
        }
    }
}

pub fn addresses_with_secrets_are_neither_sent_to_other_pages_nor_logged() {
    for base in ["", "/quirkat"] {
        let folder = Arc::new(TempDir::new().unwrap());
        let mut command = quirkat();
        command.args(["serve", "--unlimited", "--access-log", "--port", "0", "--base-path", base, "--data"]);
        let server = Server::run(
            {
                command.arg(folder.path());
                command
            },
            Arc::clone(&folder),
        );
        let waiting = Waiting::begin(&server, base, "/new/alquerque", "");
        let (id, invite, feed) = (&waiting.id, &waiting.invite, &waiting.feed);
        let stranger = server.visitor();
        let mut secret: Vec<Answer> = [
            format!("/join/{id}/{invite}"),
            format!("/join/{id}/{invite}?lang=es"),
            format!("/join/{id}/{invite}/"),
            format!("/Join/{id}/{invite}"),
            format!("/%6aoin/{id}/{invite}"),
            format!("/join%2f{id}%2f{invite}"),
            format!("/api/join/{id}/{invite}"),
            format!("/play/{id}?token={invite}"),
            format!("/{invite}"),
            format!("{feed}?lang=fr"),
            feed.replace(".atom", ".pdf"),
            feed.replace("/feed/", "/feeds/"),
        ]
        .iter()
        .map(|path| stranger.get(&format!("{base}{path}")))
        .collect();
        secret.push(stranger.post(&format!("{base}/api/join/{id}/x"), &json!({})));
        secret.push(stranger.form(&format!("{base}/join/{id}/{invite}"), &[("name", "Bruna")]));
        for answer in &secret {
            assert_eq!(answer.header("referrer-policy"), "strict-origin", "{}: {answer:?}", answer.status);
        }
        assert_eq!([secret[0].status, secret[1].status, secret[9].status, secret[13].status], [200, 303, 200, 303]);
        let title = "~0123456789abcdef0123456789abcdef:five";
        for path in ["/", "/mine", "/key", &format!("/play/{id}"), &format!("/image/{title}.svg")] {
            assert_eq!(stranger.get(&format!("{base}{path}")).header("referrer-policy"), "same-origin", "{path}");
        }
        let log = until("the log", || Some(server.log()).filter(|log| log.contains(title)));
        assert!(log.contains(&format!("/join/{id}/…")) && log.contains("/feed/…"), "{log}");
        let token = feed.split(['/', '.']).nth(3).unwrap();
        assert!(!log.contains(invite) && !log.contains(token), "{invite} {token}: {log}");
    }
}

pub fn a_program_takes_its_seat_by_a_message_but_not_by_an_address() {
    let server = Server::new();
    let (id, [first, second]) = server.pair(json!({ "game": "alquerque:walker" }));
    let path = format!("/play/{id}/live");
    let mut player = Player::connect(&server.address, &format!("{path}?token={first}"), &[]).unwrap();
    assert_eq!(player.state["seat"], Value::Null, "an address is in logs");
    let mut other = server.player(&id, Some(&second));
    let wrong = player.refused(json!({ "t": "seat", "token": "x" }));
    assert_eq!(wrong, player.refused(json!({ "t": "resign" })));
    player.send(json!({ "t": "seat", "token": first }));
    player.until_state("the seat", |state| state["seat"] == "first");
    other.until("the presence", |message| {
        message["t"] == "presence" && message["online"] == json!([true, true]) && message["watchers"] == 0
    });
    player.play("d2-c3");
    other.until_ply(1);
    drop(player);
    other.until("the absence", |message| message["t"] == "presence" && message["online"] == json!([false, true]));
    assert_eq!(server.visitor().get(&format!("/api/game/{id}?token={}", encoded(&first))).json()["seat"], Value::Null);
}
