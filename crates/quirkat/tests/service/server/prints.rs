//! Tests printed files as downloads.

use crate::harness::{Answer, Server, Visitor, encoded};
use quirkat_rules::games;
use serde_json::json;

/// Returns the links and form actions of a page that lead to printed files.
fn prints(html: &str) -> Vec<String> {
    let values = ["href=\"", "action=\""].into_iter().flat_map(|key| html.split(key).skip(1));
    let values = values.map(|rest| rest.split_once('"').unwrap().0.replace("&amp;", "&").replace("&#38;", "&"));
    values.filter(|address| address.starts_with("/print/")).collect()
}

fn file(visitor: &Visitor, path: &str) -> Answer {
    let answer = visitor.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer
}

pub fn files_have_the_right_content_type() {
    let server = Server::new();
    let visitor = server.visitor();
    for (path, kind, name, start) in [
        ("alquerque.pdf", "application/pdf", "alquerque-walker-board.pdf", &b"%PDF"[..]),
        ("alquerque:smith_bell.pdf?leaflet=1", "application/pdf", "alquerque-smith-bell-leaflet.pdf", b"%PDF"),
        ("bagh-chal.svg?board=floral", "image/svg+xml", "bagh-chal-nepal-board.svg", b"<svg"),
        ("lasca.png?board=engrave&paper=a5", "image/png", "lasca-lasca-board.png", b"\x89PNG"),
        (
            "queah.pdf?board=plain&counters=1&pocket=1",
            "application/pdf",
            "queah-walker-board-counters-pocket.pdf",
            b"%PDF",
        ),
        (
            "damas.pdf?counters=1&rule=promotion%3Dshort",
            "application/pdf",
            "damas-modern-house-rules-counters.pdf",
            b"%PDF",
        ),
    ] {
        let path = format!("/print/{path}");
        let answer = file(&visitor, &path);
        assert_eq!(answer.header("content-type"), kind, "{path}");
        assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"{name}\""), "{path}");
        assert!(answer.body.starts_with(start), "{path}");
        // The same order has the same ETag, so the file need not be sent again.
        let tag = answer.header("etag");
        let again = visitor.ask("GET", &path, &[("if-none-match", tag)], b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

pub fn orders_are_followed() {
    let server = Server::new();
    let visitor = server.visitor();
    let svg = |query: &str| file(&visitor, &format!("/print/alquerque.svg?{query}")).text();
    let plain = svg("");
    assert_eq!(svg("board=plain"), plain);
    assert_eq!(svg("board=&counters=&paper=&spacing=&mono="), plain, "a form's empty fields say nothing");
    for query in
        ["board=floral", "paper=a3", "paper=Letter", "spacing=20", "board=plain&counters=1", "counters=1", "lang=es"]
    {
        assert_ne!(svg(query), plain, "{query}");
    }
    assert_eq!(svg("spacing=12,5"), svg("spacing=12.5"));
    assert_ne!(svg("board=floral&mono=1"), svg("board=floral"));
    // By default the file is in the visitor's language.
    let spanish = visitor.ask("GET", "/print/alquerque.svg", &[("accept-language", "es")], b"").text();
    assert_eq!(spanish, svg("lang=es"));
    assert_eq!(file(&visitor, "/print/alquerque.svg?lang=es").header("set-cookie"), "");
}

pub fn house_rules_reach_the_file() {
    let server = Server::new();
    let visitor = server.visitor();
    let svg = |path: &str| file(&visitor, &format!("/print/{path}")).text();
    let kings = svg("alquerque:walker.svg?counters=1&rule=promotion%3Dlong");
    assert_ne!(kings, svg("alquerque:walker.svg?counters=1"), "counters have a second face");
    assert_ne!(svg("konane.svg?rule=size%3D6x6"), svg("konane.svg"), "the board is another one");
    // The form of a new game sends all options, most of them at the variant's own values.
    let form = "counters=1&variant=walker&opt_promotion=long&opt_capture=mandatory&opponent=engine&name=";
    assert_eq!(svg(&format!("alquerque.svg?{form}")), kings);
}

pub fn impossible_prints_are_refused_with_a_reason() {
    let server = Server::new();
    let visitor = server.visitor();
    for (path, allowed) in [
        ("alquerque.svg?board=marble", "plain, floral, checked, engrave"),
        ("alquerque.svg?paper=b5", "a4, a3, letter, a5"),
        ("alquerque.svg?spacing=2", "3–100"),
        ("alquerque.svg?spacing=nan", "3–100"),
        ("alquerque.svg?spacing=1e999", "3–100"),
        ("alquerque.svg?counters=yes", "0, 1"),
        ("alquerque.svg?leaflet=2", "0, 1"),
        ("alquerque.svg?pocket=-1", "0, 1"),
        ("alquerque.svg?mono=on", "0, 1"),
        ("alquerque.svg?lang=la", "en, es"),
        ("alquerque.svg?rule=capture%3Dnever", "capture"),
        ("alquerque.svg?rule=capture", "capture"),
        ("alquerque.svg?variant=nope", "walker"),
        ("alquerque:nope.svg", "walker"),
        ("chess.pdf", "alquerque"),
        ("alquerque.exe", ".pdf, .svg, .png"),
        ("alquerque", ".pdf, .svg, .png"),
        ("konane.pdf?rule=size%3D20x20&spacing=100&paper=a5", "pages"),
    ] {
        let answer = visitor.get(&format!("/print/{path}"));
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.error().contains(allowed), "{path}: {}", answer.error());
    }
    let spanish = visitor.ask("GET", "/print/alquerque.svg?paper=b5", &[("accept-language", "es")], b"");
    assert!(spanish.error().contains("se admite"), "{}", spanish.error());
    assert!(!server.log().contains("panicked") && !server.log().contains("ERROR"), "{}", server.log());
}

pub fn every_page_of_a_game_leads_to_its_files() {
    let server = Server::new();
    let visitor = server.visitor();
    for game in games() {
        let answer = visitor.get(&format!("/games/{}", game.id));
        let html = answer.text();
        assert!(html.contains("<div id=\"print\">"), "{}", game.id);
        let title = format!("/print/{}:{}.", game.id, game.variants().next().unwrap());
        let found = prints(&html);
        for ending in ["pdf", "svg", "png"] {
            assert!(found.contains(&format!("{title}{ending}")), "{}: {found:?}", game.id);
        }
        assert!(found.contains(&"/print/book.pdf?lang=en".to_owned()), "{}: {found:?}", game.id);
        for path in found.iter().filter(|path| path.contains('?') && !path.contains("/book.pdf")) {
            assert!(path.starts_with(&title), "{path}");
            assert!(file(&visitor, path).body.starts_with(b"%PDF"), "{path}");
        }
    }
    let spanish = visitor.ask("GET", "/games/alquerque?variant=article", &[("accept-language", "es")], b"").text();
    assert!(spanish.contains("Para imprimir"));
    let found = prints(&spanish);
    assert!(found.contains(&"/print/alquerque:article.pdf?leaflet=1&lang=es".to_owned()), "{found:?}");
}

pub fn there_is_a_book_of_all_games() {
    let server = Server::new();
    let visitor = server.visitor();
    let path = "/print/book.pdf?paper=a5&lang=es";
    // A long print is finished although its client has left.
    let made = (0..5).find_map(|_| visitor.try_ask("GET", path, &[], b"").ok()).expect("the book");
    assert_eq!((made.status, made.header("content-type")), (200, "application/pdf"), "{}", made.text());
    assert_eq!(made.header("content-disposition"), "attachment; filename=\"quirkat-book.pdf\"");
    assert!(made.body.starts_with(b"%PDF"));
    assert_eq!(visitor.ask("GET", path, &[("if-none-match", made.header("etag"))], b"").status, 304);
    let refused = visitor.get("/print/book.pdf?paper=b5");
    assert_eq!(refused.status, 400);
    assert!(refused.error().contains("a4, a3, letter, a5"), "{}", refused.error());
}

pub fn the_form_works_without_scripts() {
    let server = Server::new();
    let visitor = server.visitor();
    let html = visitor.get("/games/alquerque").text();
    let form = html.split_once("action=\"/print/").unwrap().1.split_once("</form>").unwrap().0;
    // Every value of every list, and every box ticked.
    let names = |kind: &str| -> Vec<String> {
        let fields = form.split(kind).skip(1);
        fields.map(|field| field.split_once("name=\"").unwrap().1.split_once('"').unwrap().0.to_owned()).collect()
    };
    let boxes = names("<input type=\"checkbox\"");
    assert_eq!(boxes, ["counters", "leaflet", "pocket", "mono"]);
    assert_eq!(names("<select"), ["board", "paper"]);
    let ticked: String = boxes.iter().map(|name| format!("&{name}=1")).collect();
    for list in form.split("<select").skip(1) {
        let (head, options) = list.split_once('>').unwrap();
        let name = head.split_once("name=\"").unwrap().1.split_once('"').unwrap().0;
        let options = options.split_once("</select>").unwrap().0;
        for option in options.split("value=\"").skip(1) {
            let value = option.split_once('"').unwrap().0;
            file(&visitor, &format!("/print/alquerque:walker.pdf?lang=en&{name}={value}&spacing={ticked}"));
        }
    }
}

pub fn the_rules_of_a_game_can_be_printed_from_its_page() {
    let server = Server::new();
    let new_game = server.begin(
        json!({ "game": "alquerque:walker", "rules": ["promotion=long", "capture=optional"], "opponent": "friend" }),
    );
    let visitor = server.visitor();
    let found = prints(&visitor.get(&format!("/play/{}", new_game.id)).text());
    let rules: Vec<_> = found[0].split("rule=").skip(1).map(|rule| rule.split('&').next().unwrap()).collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("/print/alquerque:walker.pdf?leaflet=1&lang=en&rule="), "{}", found[0]);
    for rule in ["promotion=long", "capture=optional"] {
        assert!(rules.contains(&rule) || rules.contains(&encoded(rule).as_str()), "{rules:?}");
    }
    assert!(
        file(&visitor, &found[0]).header("content-disposition").contains("alquerque-walker-house-rules-leaflet.pdf")
    );
    let form = prints(&visitor.get("/new/alquerque").text());
    assert_eq!(form, ["/print/alquerque.pdf"]);
}
