//! Tests the page of the family tree.

use crate::harness::Server;
use quirkat_rules::{Language, family, games};

/// Escapes a text as in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&#38;").replace('<', "&#60;").replace('>', "&#62;").replace('"', "&#34;").replace('\'', "&#39;")
}

pub fn the_family_page_has_all_sources_in_every_language() {
    let server = Server::new();
    for language in Language::ALL {
        let answer = server.visitor().ask("GET", "/family", &[("accept-language", language.code())], b"");
        assert_eq!(answer.status, 200);
        let html = answer.text();
        assert!(html.contains(&format!("<html lang=\"{language}\"")));
        let says = |text: &str| assert!(html.contains(&escaped(text)), "{language}: {text}");
        // Each game is in the list with an anchor, and in the drawing.
        for game in games() {
            assert!(html.contains(&format!("<li id=\"{}\"", game.id)), "{}", game.id);
            let links = html.matches(&format!("<a href=\"/games/{}\"", game.id)).count();
            assert!(links >= 2, "{}: {links} links", game.id);
        }
        for member in &family().members {
            says(member.name.get(language));
            member.descents.iter().for_each(|descent| says(descent.text.get(language)));
        }
        for side in family().disputes.iter().flat_map(|dispute| &dispute.sides) {
            says(side.text.get(language));
        }
        for line in &family().passage.lines {
            says(&line.old);
            says(line.new.get(language));
        }
        // URLs become links. The text before them identifies the source.
        let ties = family().members.iter().flat_map(|member| &member.descents);
        for source in ties.flat_map(|descent| &descent.sources) {
            says(source.split("http").next().unwrap());
        }
    }
}

pub fn the_family_is_found_from_the_gallery_and_from_every_game() {
    let server = Server::new();
    let visitor = server.visitor();
    assert!(visitor.get("/").text().contains("href=\"/family\""));
    for game in games() {
        let page = visitor.get(&format!("/games/{}", game.id)).text();
        assert!(page.contains(&format!("href=\"/family#{}\"", game.id)), "{}", game.id);
    }
}
