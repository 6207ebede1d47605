//! Tests every variant of every game in every language.

use crate::harness::{Answer, Server};
use quirkat_rules::{Language, find_game, games};
use std::collections::BTreeSet;

/// Returns the URLs of the pictures on a page.
fn pictures(html: &str) -> BTreeSet<String> {
    html.split("<img src=\"")
        .skip(1)
        .map(|rest| rest.split_once('"').unwrap().0.replace("&amp;", "&").replace("&#38;", "&"))
        .collect()
}

pub fn the_gallery_has_every_game() {
    let server = Server::new();
    assert_eq!(games().len(), 42);
    for language in Language::ALL.map(Language::code) {
        let answer = server.visitor().ask("GET", "/", &[("accept-language", language)], b"");
        let html = answer.text();
        assert!(html.contains(&format!("<html lang=\"{language}\"")));
        for game in games() {
            assert!(html.contains(&format!("href=\"/games/{}\"", game.id)), "{}", game.id);
        }
        let found = pictures(&html);
        assert_eq!(found.len(), games().len());
        for path in found {
            let picture = server.visitor().get(&path);
            assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"), "{path}");
        }
    }
    let catalogue_json = server.visitor().get("/api/games").json();
    let ids: Vec<_> = catalogue_json.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, games().map(|game| game.id.as_str()).collect::<Vec<_>>());
}

pub fn every_variant_has_its_pages_and_pictures_in_every_language() {
    let server = Server::new();
    let mut seen = BTreeSet::new();
    let mut figures = BTreeSet::new();
    for file in games() {
        for variant in file.variants() {
            let title = format!("{}:{variant}", file.id);
            for language in Language::ALL.map(Language::code) {
                for path in [
                    format!("/games/{}?variant={variant}", file.id),
                    format!("/new/{}?variant={variant}", file.id),
                    format!("/analysis/{title}"),
                    format!("/embed/{title}"),
                ] {
                    let answer = server.visitor().ask("GET", &path, &[("accept-language", language)], b"");
                    assert_eq!(answer.status, 200, "{path}");
                    let html = answer.text();
                    assert!(html.contains(&format!("<html lang=\"{language}\"")), "{path}");
                    figures.extend(pictures(&html));
                }
            }
            for path in [format!("/image/{title}.svg"), format!("/board/{title}.svg"), format!("/api/games/{title}")] {
                assert_eq!(server.visitor().get(&path).status, 200, "{path}");
            }
            seen.insert(title);
        }
    }
    assert_eq!(seen.len(), games().map(|file| file.variants().count()).sum::<usize>());
    assert!(figures.len() > seen.len(), "every variant shows its start, and most show example turns");
    for path in figures {
        let picture = server.visitor().get(&path);
        assert_eq!(
            (picture.status, picture.header("content-type")),
            (200, "image/svg+xml"),
            "{path}: {}",
            picture.text()
        );
    }
    assert!(!server.log().contains("panicked") && !server.log().contains("ERROR"), "{}", server.log());
}

pub fn every_game_can_be_begun_from_its_page() {
    let server = Server::new();
    let visitor = server.visitor();
    visitor.get("/");
    for file in games() {
        let first = file.variants().next().unwrap();
        for opponent in ["engine", "friend", "here"] {
            let fields = [("variant", first), ("side", "lot"), ("clock", "none"), ("opponent", opponent)];
            let mut answer = visitor.form(&format!("/new/{}", file.id), &fields);
            if opponent == "engine" && answer.status == 200 {
                answer = visitor.form(&format!("/new/{}", file.id), &[&fields[..], &[("level", "4")]].concat());
            }
            assert_eq!(answer.status, 303, "{}: {}", file.id, answer.text());
            let page = visitor.get(answer.header("location"));
            assert_eq!(page.status, 200, "{}", file.id);
            assert!(page.text().contains("<svg"), "the board stands in the page");
        }
    }
    assert_eq!(find_game("chess").map(|file| &file.id), None);
}

pub fn the_level_is_asked_once_and_follows_the_results() {
    let server = Server::new();
    let visitor = server.visitor();
    visitor.get("/");
    let begin = |game: &str, fields: &[(&str, &str)]| {
        visitor.form(&format!("/new/{game}"), &[&[("opponent", "engine"), ("side", "first")], fields].concat())
    };
    let level_of = |answer: &Answer| {
        assert_eq!(answer.status, 303, "{}", answer.text());
        let id = answer.header("location").trim_start_matches("/play/").to_owned();
        let players = visitor.get(&format!("/api/game/{id}")).json()["players"].clone();
        (id, players[1]["level"].as_u64().unwrap())
    };
    let lose = |id: &str| assert_eq!(visitor.act(id, "resign").status, 200);

    let asked = begin("alquerque", &[("variant", "article")]);
    assert_eq!(asked.status, 200);
    let page = asked.text();
    assert!(page.contains("How strong should the engine be?") && page.contains("name=\"level\" value=\"5\""), "{page}");
    assert!(page.contains("name=\"variant\" value=\"article\""), "the other fields are sent along: {page}");
    let (first, level) = level_of(&begin("alquerque", &[("variant", "article"), ("level", "5")]));
    assert_eq!(level, 5);
    lose(&first);
    let (second, level) = level_of(&begin("alquerque", &[]));
    assert_eq!(level, 5, "one loss changes nothing");
    lose(&second);
    assert_eq!(level_of(&begin("alquerque", &[])).1, 4);
    assert_eq!(level_of(&begin("lasca", &[])).1, 4, "the level of other games is the best guess");
    assert_eq!(level_of(&begin("lasca", &[("level", "8")])).1, 8);
    assert_eq!((level_of(&begin("lasca", &[])).1, level_of(&begin("alquerque", &[])).1), (8, 4));
    // The form of a new game begins with that level.
    let form = visitor.get("/new/lasca").text();
    assert!(form.contains("name=\"level\" value=\"8\" checked"), "{form}");
    let stranger = server.visitor();
    stranger.get("/");
    assert_eq!(stranger.form("/new/lasca", &[("opponent", "engine")]).status, 200);
}
