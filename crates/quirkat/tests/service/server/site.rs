//! Tests the server under a public name and a base path.

use crate::harness::{Answer, Server, Visitor, quirkat};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use tempfile::TempDir;

const SITE: &str = "https://games.example.org/quirkat";

pub(super) fn server(options: &[&str]) -> Server {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--unlimited", "--port", "0", "--data"]).arg(folder.path()).args(options);
    Server::run(command, folder)
}

/// Returns every URL of this server in a page: in links, forms and script data.
fn addresses(html: &str) -> BTreeSet<String> {
    let plain = html.replace("&amp;", "&").replace("&#38;", "&");
    let is_address = |text: &str| {
        let rest = text.strip_prefix('/');
        rest.is_some_and(|rest| {
            rest.chars().next().is_none_or(char::is_alphanumeric) && !rest.contains(['<', ' ', '\n'])
        })
    };
    let values = plain.split('"').skip(1).filter(|text| is_address(text));
    values.map(|text| text.split('#').next().unwrap().to_owned()).collect()
}

/// Returns a first move.
fn turn() -> String {
    crate::harness::legal(&crate::harness::game("alquerque:walker", &[], &[])).remove(0)
}

fn start_game(visitor: &Visitor, base: &str) -> Value {
    let request = json!({ "game": "alquerque:walker", "opponent": "friend", "side": "first", "name": "Ana" });
    let answer = visitor.post(&format!("{base}/api/play"), &request);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

pub fn every_address_of_every_page_is_below_the_base_path() {
    let server = server(&["--base-path", "/quirkat"]);
    let visitor = server.visitor();
    let id = start_game(&visitor, "/quirkat")["id"].as_str().unwrap().to_owned();
    let pages = ["/", "/games/alquerque", "/new/alquerque", "/analysis/alquerque:walker", "/puzzles", "/puzzles/daily"];
    let pages = pages.into_iter().chain(["/mine", "/api", "/embed/alquerque", "/nothing"]).map(str::to_owned);
    let mut waiting: VecDeque<_> = pages.map(|page| format!("/quirkat{page}")).collect();
    waiting.push_back(format!("/quirkat/play/{id}"));
    let begin = waiting.len();
    let mut known: BTreeSet<String> = waiting.iter().cloned().collect();
    let mut requests = 0;
    while let Some(path) = waiting.pop_front() {
        let answer = visitor.get(&path);
        requests += 1;
        let is_fault = path.ends_with("/nothing") || path.contains("{");
        assert!(matches!(answer.status, 200 | 303) || is_fault, "{path}: {} {}", answer.status, answer.text());
        if let Some(there) = Some(answer.header("location")).filter(|there| !there.is_empty()) {
            assert!(there.starts_with("/quirkat/"), "{path} leads to {there}");
        }
        // Links of the first pages are followed. Links on those pages are checked but not followed.
        if !answer.header("content-type").starts_with("text/html") {
            continue;
        }
        for address in addresses(&answer.text()) {
            // The page about the API names paths without the base.
            let is_below = address == "/quirkat" || address.starts_with("/quirkat/");
            assert!(is_below || path.ends_with("/api"), "{path}: {address}");
            let is_live = address.contains("/live") || address.contains("/print/");
            if requests <= begin && !is_live && address.starts_with("/quirkat/") && known.insert(address.clone()) {
                waiting.push_back(address);
            }
        }
    }
    assert!(requests > 100, "{requests}");
}

pub fn only_health_is_outside_the_base_path() {
    let server = server(&["--base-path", "/quirkat"]);
    let visitor = server.visitor();
    for path in ["/", "/games/alquerque", "/quirkats/", "/api/games", "/quirkat/health"] {
        assert_eq!(visitor.get(path).status, 404, "{path}");
    }
    for path in ["/quirkat", "/quirkat/", "/quirkat?x=1", "/health", "/ready"] {
        assert_eq!(visitor.get(path).status, 200, "{path}");
    }
    let switched = visitor.get("/quirkat/games/alquerque?lang=es");
    assert_eq!(switched.header("location"), "/quirkat/games/alquerque");
    assert!(switched.header("set-cookie").contains("Path=/quirkat/;"), "{}", switched.header("set-cookie"));
}

pub fn a_game_is_begun_joined_and_played_below_a_path_and_its_links_name_the_site() {
    let server = server(&["--public-url", SITE]);
    let visitor = server.visitor();
    let new_game = start_game(&visitor, "/quirkat");
    let text = |key: &str| new_game[key].as_str().unwrap();
    assert_eq!(text("url"), format!("{SITE}/play/{}", text("id")));
    let invite = text("invite").strip_prefix("https://games.example.org").unwrap();
    let friend = server.visitor();
    let joined = friend.form(invite, &[("name", "Bruna")]);
    assert_eq!((joined.status, joined.header("location")), (303, &*format!("/quirkat/play/{}", text("id"))));
    assert!(joined.headers.iter().all(|(name, value)| name != "set-cookie" || value.contains("Secure")));
    let live = format!("/quirkat/play/{}/live", text("id"));
    let mut player = crate::harness::Player::seated(&server.address, &live, Some(text("token"))).unwrap();
    player.play(&turn());
    let page = friend.get(&format!("/quirkat/play/{}", text("id"))).text();
    assert!(page.contains(&format!("{SITE}/play/{}", text("id"))), "{page}");
}

pub fn a_proxy_may_rewrite_the_host_header() {
    let server = server(&["--public-url", "https://games.example.org"]);
    let post = |origin: &str| -> Answer {
        let headers = [("origin", origin), ("content-type", "application/json")];
        let request = json!({ "game": "alquerque", "opponent": "friend", "side": "first" }).to_string();
        server.visitor().ask("POST", "/api/play", &headers, request.as_bytes())
    };
    assert_eq!(post("https://games.example.org").status, 200);
    // Direct requests are accepted as well. Requests from other origins are not.
    assert_eq!(post(&format!("http://{}", server.address)).status, 200);
    for foreign in ["https://example.org", "http://games.example.org", "https://games.example.org.evil.example", "null"]
    {
        assert_eq!(post(foreign).status, 403, "{foreign}");
    }
}

pub fn link_previews_show_the_position() {
    let server = server(&["--public-url", SITE]);
    let visitor = server.visitor();
    let new_game = start_game(&visitor, "/quirkat");
    let text = |key: &str| new_game[key].as_str().unwrap();
    let play = format!("/play/{}", text("id"));
    let invite = text("invite").strip_prefix(SITE).unwrap();
    let mut pictures = BTreeSet::new();
    let analysis = &format!("/analysis/alquerque:walker?turns={}", turn());
    for path in ["/games/alquerque", &play, invite, analysis, "/puzzles/daily", "/puzzles/alquerque/1"] {
        let page = server.visitor().get(&format!("/quirkat{path}"));
        assert_eq!(page.status, 200, "{path}");
        let html = page.text().replace("&#38;", "&").replace("&amp;", "&");
        let value = |property: &str| {
            let tag = html.split_once(&format!("<meta property=\"og:{property}\" content=\"")).map(|(_, rest)| rest);
            tag.and_then(|rest| rest.split_once('"')).unwrap_or_else(|| panic!("{path}: no {property}")).0.to_owned()
        };
        assert!(value("title").len() > 3 && value("description").len() > 10, "{path}");
        assert!(value("url").starts_with(&format!("{SITE}/")), "{path}: {}", value("url"));
        let picture = value("image");
        let shown = visitor.get(picture.strip_prefix("https://games.example.org").unwrap());
        assert_eq!((shown.status, shown.header("content-type")), (200, "image/png"), "{path}: {picture}");
        pictures.insert(picture);
    }
    // The game, its page and its invitation show the start position. All other pictures differ.
    assert!(pictures.len() >= 3, "{pictures:#?}");
    let mut player =
        crate::harness::Player::seated(&server.address, &format!("/quirkat{play}/live"), Some(text("token"))).unwrap();
    server.visitor().form(&format!("/quirkat{invite}"), &[]);
    player.until_state("the friend", |state| state["waiting"] != true);
    player.play(&turn());
    let page = visitor.get(&format!("/quirkat{play}")).text();
    let start = visitor.get("/quirkat/games/alquerque").text();
    let image = |html: &str| html.split_once("og:image\" content=\"").unwrap().1.split_once('"').unwrap().0.to_owned();
    assert_ne!(image(&page), image(&start), "the position of now");
}

pub fn leaflets_show_the_public_address() {
    let print = |options: &[&str], path: &str| {
        let answer = server(options).visitor().get(path);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.body
    };
    let path = "/print/alquerque.svg?leaflet=1&rule=capture%3Doptional";
    let plain = print(&[], path);
    let named = print(&["--public-url", "https://games.example.org"], path);
    let other = print(&["--public-url", "https://other.example.org"], path);
    assert!(plain != named && named != other);
    let board = "/print/alquerque.svg";
    assert_eq!(print(&[], board), print(&["--public-url", "https://games.example.org"], board));
}

pub fn invalid_addresses_are_refused_with_the_allowed_form() {
    for (options, words) in [
        (&["--public-url", "games.example.org"][..], "https://games.example.org/quirkat"),
        (&["--public-url", "ftp://games.example.org"], "http or https"),
        (&["--base-path", "quirkat"], "such as /quirkat"),
        (&["--base-path", "/a b"], "such as /quirkat"),
    ] {
        let output = quirkat().arg("serve").args(options).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && stderr.contains(words), "{stderr}");
    }
    let folder = TempDir::new().unwrap();
    let stderr =
        super::faults::start_error(&["--port", "0", "--base-path", "/a", "--public-url", "https://b/c"], folder.path());
    assert!(stderr.contains("/a/") && stderr.contains("/c/") && stderr.contains("--base-path"), "{stderr}");
}
