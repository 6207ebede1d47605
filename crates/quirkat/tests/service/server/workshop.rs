//! Tests own games: checked while written, printed, played and stored by a server.

use super::pages::block;
use crate::harness::{PATIENCE, Server, Visitor, encoded, until, validated};
use quirkat_rules::{game_toml, games};
use serde_json::{Value, json};
use std::time::Instant;

pub const ADUGO: &str = include_str!("../../../../../examples/adugo.toml");

const TOML: (&str, &str) = ("content-type", "text/plain");

/// Returns the server's report on a file, in a language.
fn checked(visitor: &Visitor, path: &str, text: &str, language: &str) -> Value {
    let answer = visitor.ask("POST", path, &[TOML, ("accept-language", language)], text.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    validated("Draft", answer.json())
}

fn list<'v>(draft: &'v Value, key: &str) -> &'v Vec<Value> {
    draft[key].as_array().unwrap()
}

/// Returns the API request for a game of the file.
fn request_body(text: &str, opponent: &str) -> Value {
    json!({ "game": "adugo:all", "file": text, "opponent": opponent, "side": "first" })
}

pub fn a_valid_file_returns_board_and_rules_in_every_language() {
    let server = Server::new();
    let visitor = server.visitor();
    for (language, jaguar, stop) in
        [("en", "Jaguar", "may stop"), ("es", "Jaguar", "puede"), ("fr", "le Jaguar", "peut")]
    {
        let draft = checked(&visitor, "/api/check?variant=all", ADUGO, language);
        assert_eq!((&draft["sound"], list(&draft, "errors").len()), (&json!(true), 0), "{draft}");
        let rules = &draft["rules"];
        assert_eq!((&rules["game"], &rules["language"]), (&json!("adugo:all"), &json!(language)));
        assert_eq!(rules["sides"][0]["name"][language], jaguar);
        assert!(rules["sections"].to_string().contains(stop), "{rules}");
        assert_eq!(draft["variants"][0]["sides"][1]["pieces"], 14);
        assert_eq!(draft["variants"][1]["name"]["es"], "Todos los perros");
        let picture = draft["picture"].as_str().unwrap();
        assert!(picture.starts_with("<svg") && picture.matches("<circle").count() >= 15, "{picture}");
        assert!(draft["words"].as_str().unwrap().contains("14"), "{draft}");
    }
    let dressed = checked(&visitor, "/api/check?board=stone&pieces=pebbles", ADUGO, "en");
    assert_ne!(dressed["picture"], checked(&visitor, "/api/check", ADUGO, "en")["picture"]);
    // A variant that is renamed while writing is no error.
    assert_eq!(checked(&visitor, "/api/check?variant=gone", ADUGO, "en")["rules"]["game"], "adugo:five");
}

pub fn errors_name_place_and_allowed_values() {
    let server = Server::new();
    let visitor = server.visitor();
    let faulty =
        ADUGO.replace("captors = { is = \"first\"", "captors = { is = \"neither\"").replace("\ncolour = \"white\"", "");
    let draft = checked(&visitor, "/api/check", &faulty, "es");
    assert_eq!((&draft["sound"], &draft["rules"], &draft["picture"]), (&json!(false), &Value::Null, &Value::Null));
    let errors = list(&draft, "errors");
    let captors = errors.iter().find(|fault| fault["key"].as_str().unwrap().contains("captors")).unwrap();
    let line = faulty.lines().position(|line| line.starts_with("captors")).unwrap() + 1;
    assert_eq!(captors["line"], line, "{captors}");
    let column = captors["column"].as_u64().unwrap() as usize;
    assert!(
        faulty.lines().nth(line - 1).unwrap()[column - 1..].starts_with("\"neither\"")
            || faulty.lines().nth(line - 1).unwrap()[column - 1..].starts_with('{'),
        "{captors}"
    );
    let problems = |language| {
        let draft = checked(&visitor, "/api/check", &faulty, language);
        list(&draft, "errors").iter().map(|fault| fault["problem"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (language, captors, missing) in [
        ("en", "option `captors` cannot be `neither`; allowed: both, first, second", "the key `colour` is missing"),
        ("es", "la opción `captors` no puede ser `neither`; se admite: both, first, second", "falta la clave `colour`"),
        (
            "fr",
            "l'option `captors` ne peut pas valoir `neither`\u{202f}; sont admis\u{a0}: both, first, second",
            "la clé `colour` manque",
        ),
    ] {
        let found = problems(language);
        assert!([captors, missing].iter().all(|wanted| found.iter().any(|text| text == wanted)), "{found:?}");
    }
    for text in ["", "id = ", "nothing", "board = \"mine.toml\"", "\u{feff}", "a = [[[[1"] {
        let draft = checked(&visitor, "/api/check", text, "fr");
        assert!(!list(&draft, "errors").is_empty(), "{text}");
    }
    // A board file is valid, but not a game.
    let board = checked(&visitor, "/api/check", "construct = \"alq(5,5)\"\n", "en");
    assert_eq!((&board["sound"], &board["rules"]), (&json!(true), &Value::Null));
    let named = ADUGO.replace("[board.points]", "board = \"other.toml\"\n[gone.points]");
    assert!(!list(&checked(&visitor, "/api/check", &named, "en"), "errors").is_empty());
}

/// Playing, printing and reading records report the same errors as the workshop.
pub fn a_faulty_file_is_refused_in_the_visitors_language() {
    let server = Server::new();
    let visitor = server.visitor();
    let faulty = ADUGO.replace("version = 1\n", "version = 0\n");
    let why = "version: on trouve 0\u{202f}; est admis\u{a0}: un nombre entier de 1 à 1000000";
    let json = ("content-type", "application/json");
    let french = ("accept-language", "fr");
    let answer =
        visitor.ask("POST", "/api/play", &[json, french], request_body(&faulty, "engine:1").to_string().as_bytes());
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(answer.json()["error"].as_str().unwrap().contains(why), "{}", answer.text());
    let texts = json!({ "game": faulty }).to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let record = format!("[Variant \"adugo:all\"]\n[RulesText \"{texts}\"]\n\n1. c3-b2 *\n");
    let read = visitor.ask("POST", "/api/pdn/read", &[TOML, french], record.as_bytes()).json();
    let error = validated("Records", read)["records"][0]["error"].as_str().unwrap_or_default().to_owned();
    assert!(error.starts_with("balise `RulesText`\u{a0}: ") && error.contains(why), "{error}");
}

pub fn own_games_survive_a_restart() {
    let mut server = Server::new();
    let new_game = server.begin(request_body(ADUGO, "engine:1"));
    let mut jaguar = server.player(&new_game.id, Some(&new_game.token));
    jaguar.play("c3-b2");
    jaguar.until_ply(2);
    drop(jaguar);
    let state = server.state(&new_game.id);
    let title = state["game"].as_str().unwrap().to_owned();
    let (name, variant) = title.split_once(':').unwrap();
    assert!(name.starts_with('~') && variant == "all", "{title}");

    server = server.restart();
    let fen = encoded(state["position"]["fen"].as_str().unwrap());
    // Each is the first request after a restart.
    for path in [
        format!("/image/{title}.svg?fen={fen}"),
        format!("/image/{title}.png?fen={fen}"),
        format!("/board/{title}.svg"),
        format!("/analysis/{title}"),
        format!("/play/{}/analysis", new_game.id),
        format!("/play/{}", new_game.id),
        format!("/print/{title}.pdf?leaflet=1&lang=es"),
        format!("/api/games/{title}"),
        format!("/workshop/{name}"),
        format!("/workshop/{name}.toml"),
        format!("/api/analyse?game={}&seconds=1", encoded(&title)),
    ] {
        server = server.restart();
        let answer = server.visitor().get(&path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    server = server.restart();
    let explored = server.visitor().post("/api/explore", &json!({ "game": title, "turns": ["c3-b2"] }));
    assert_eq!(validated("Exploration", explored.json())["history"][0]["turn"]["text"], "c3-b2");
    assert_eq!(server.visitor().get(&format!("/workshop/{name}.toml")).text(), ADUGO);
    let mut jaguar = server.player(&new_game.id, Some(&new_game.token));
    jaguar.until_ply(2);
    let page = server.visitor().get(&format!("/play/{}", new_game.id)).text();
    assert!(page.contains(&format!("href=\"/workshop/{name}\"")) && page.contains("Adugo"), "{page}");
    assert_eq!(block(&page, "boot")["game"]["name"], "Adugo");

    // The record contains the file, and can be replayed anywhere.
    let record = server.visitor().get(&format!("/api/game/{}/pdn", new_game.id)).text();
    assert!(record.contains("[Variant \"adugo:all\"]") && record.contains("[RulesText \""), "{record}");
    let elsewhere = Server::new();
    let read = elsewhere.visitor().ask("POST", "/api/pdn/read", &[TOML], record.as_bytes()).json();
    let record = &validated("Records", read)["records"][0];
    assert_eq!((&record["game"], &record["error"]), (&json!(title), &Value::Null), "{record}");
    let written = elsewhere.visitor().post("/api/pdn/write", record).text();
    assert!(written.contains("[RulesText \"") && written.contains("1. c3-b2"), "{written}");
    // A server without the game reports that.
    assert_eq!(Server::new().visitor().get(&format!("/image/{title}.svg")).status, 400);
    assert_eq!(Server::new().visitor().get(&format!("/workshop/{name}")).status, 404);
}

pub fn a_friend_joins_an_own_game_and_both_find_it_under_my_games() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| server.visitor());
    [&ana, &bruna].iter().for_each(|visitor| drop(visitor.get("/")));
    let form = [("file", ADUGO), ("variant", "five"), ("opponent", "friend"), ("side", "first"), ("name", "Ana")];
    let answer = ana.form("/workshop/play", &form);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let path = answer.header("location").to_owned();
    let page = ana.get(&path).text();
    let invite = format!("/join/{}", page.split_once("/join/").unwrap().1.split('"').next().unwrap());
    assert!(bruna.get(&invite).text().contains("Adugo"));
    assert_eq!(bruna.form(&invite, &[("name", "Bruna")]).status, 303);
    for visitor in [&ana, &bruna] {
        let mine = visitor.get("/mine").text();
        assert!(mine.contains(&format!("href=\"{path}\"")) && mine.contains("Adugo"), "{mine}");
    }
    assert!(ana.get("/mine.pdn").text().contains("[RulesText \""));
    // Own games do not appear in the lobby.
    let refused = server.visitor().post("/api/play", &request_body(ADUGO, "anyone"));
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(ana.form("/workshop/play", &[("file", ADUGO), ("opponent", "anyone")]).status, 400);
    assert!(!server.visitor().get("/open").text().contains("Adugo"));
}

pub fn a_file_is_stored_once_and_removed_with_its_last_game() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| server.visitor());
    for visitor in [&ana, &bruna] {
        visitor.get("/");
        let form = [("file", ADUGO), ("opponent", "engine"), ("side", "first")];
        assert_eq!(visitor.form("/workshop/play", &form).status, 303);
    }
    let files = |server: &Server| -> i64 {
        let database = rusqlite::Connection::open(server.folder().join("quirkat.db")).unwrap();
        database.query_row("SELECT count(*) FROM files", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(files(&server), 1);
    for (visitor, left) in [(ana, 1), (bruna, 0)] {
        let forgotten = visitor.form("/key/forget", &[("sure", "yes")]);
        assert!(forgotten.status < 400, "{}", forgotten.text());
        assert_eq!(files(&server), left);
    }
}

pub fn invalid_files_are_neither_played_nor_printed_nor_stored() {
    let server = Server::new();
    let visitor = server.visitor();
    let faulty = ADUGO.replace("version = 1\n", "version = 0\n");
    let long = format!("{ADUGO}\n#{}", "x".repeat(64 << 10));
    for text in ["", "id = 1", &faulty, &long] {
        let answer = visitor.post("/api/play", &request_body(text, "engine:1"));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(!answer.error().is_empty());
        for path in ["/workshop/play", "/workshop/print"] {
            assert_eq!(visitor.form(path, &[("file", text), ("opponent", "engine")]).status, 400, "{path}");
        }
    }
    let answer = visitor.ask("POST", "/api/check", &[TOML, ("accept-language", "es")], long.as_bytes());
    assert!(answer.status == 400 && answer.error().contains("65536"), "{}", answer.text());
    assert_eq!(visitor.ask("POST", "/api/check", &[TOML], &[b'#'; 300_000]).status, 413);
    assert_eq!(visitor.ask("POST", "/api/check", &[TOML], b"id = \"\xff\"").status, 400);
    // The file determines the name and the rule sets.
    for game in ["alquerque", "adugo:none", "~0123456789abcdef0123456789abcdef", ""] {
        let refused = visitor.post("/api/play", &json!({ "game": game, "file": ADUGO, "opponent": "engine:1" }));
        assert_eq!(refused.status, 400, "{game}: {}", refused.text());
    }
}

pub fn own_games_are_printed_without_being_stored() {
    let server = Server::new();
    let fields = [("file", ADUGO), ("variant", "all"), ("board", "plain"), ("counters", "1"), ("leaflet", "1")];
    let answer = server.visitor().form("/workshop/print", &fields);
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"), "{}", answer.text());
    assert!(answer.header("content-disposition").contains("adugo-all-board-counters-leaflet.pdf"));
    assert!(answer.body.starts_with(b"%PDF-") && answer.body.len() > 10_000);
}

pub fn the_workshop_begins_with_an_example_or_with_a_copy_of_any_game() {
    let server = Server::new();
    for (language, word) in [("en", "two-rows"), ("es", "dos-filas"), ("fr", "deux-rangs")] {
        let page = server.visitor().ask("GET", "/workshop", &[("accept-language", language)], b"").text();
        assert!(block(&page, "boot")["file"]["text"].as_str().unwrap().contains(word), "{language}");
    }
    let visitor = server.visitor();
    let page = visitor.get("/workshop").text();
    for file in games() {
        assert!(page.contains(&format!("<option value=\"{}\">", file.id)), "{}", file.id);
        let text = visitor.get(&format!("/workshop/{}.toml", file.id));
        assert_eq!(text.text(), game_toml(&file.id).unwrap());
        assert_eq!(checked(&visitor, "/api/check", &text.text(), "en")["sound"], true, "{}", file.id);
    }
    let opened = block(&visitor.get("/workshop/lasca").text(), "boot")["file"].clone();
    assert_eq!((&opened["name"], &opened["isAskedFor"]), (&json!("lasca"), &json!(true)));
    assert!(visitor.get("/workshop/format.md").text().contains("### `capture`"));
    for wrong in ["/workshop/chess", "/workshop/chess.toml", "/workshop/~", "/workshop/..%2fx.toml"] {
        assert_eq!(visitor.get(wrong).status, 404, "{wrong}");
    }
}

/// Returns the most expensive files within the limits.
fn hostile() -> Vec<(&'static str, String)> {
    let game = |board: &str, setup: &str, options: &str, variants: &str| {
        ADUGO
            .split_once("# The rows of the board")
            .map(|(head, _)| head)
            .unwrap()
            .replace("default = \"five\"", &format!("default = \"v0\"\n{board}\nsetup = {setup}"))
            + "name = { en = \"x\", es = \"x\" }\n\
               [sides]\nfirst = { colour = \"white\", en = \"W\", es = \"W\" }\nsecond = { colour = \"black\", en = \"B\", es = \"B\" }\n\
               [ranks]\nman = { en = [\"a\", \"b\"], es = [\"el a\", \"los b\"] }\nking = { en = [\"k\", \"l\"], es = [\"el k\", \"los l\"] }\n"
            + &format!("[options]\n{options}\n")
            + variants
    };
    let named =
        |number: usize, more: &str| format!("[variants.v{number}]\nname = {{ en = \"v\", es = \"v\" }}\n{more}\n");
    let many = |more: &str| (0..100).map(|number| named(number, more)).collect::<String>();
    let points: String = (0..512).map(|p| format!("p{p:x} = [{}, {}]\n", p % 23, p / 23)).collect();
    let lines: String = (0..512)
        .flat_map(|from| [1, 7, 23, 24, 22, 46].map(|by| (from, from + by, from + 2 * by)))
        .filter(|(_, _, to)| *to < 512)
        .take(1_900)
        .map(|(a, b, c)| format!("\"p{a:x} p{b:x} p{c:x}\","))
        .collect();
    let table = format!("[board]\nlines = [{lines}]\n[board.points]\n{points}");
    // Flying kings over a board with enemies at every second point, which may stop or turn anywhere.
    let rows: Vec<_> = (0..21)
        .map(|y| {
            (0..21)
                .map(|x| {
                    if y % 2 == 1 && x % 2 == 1 {
                        "b"
                    } else if y == 0 {
                        "W"
                    } else {
                        "."
                    }
                })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .rev()
        .collect();
    let flying = format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"));
    let free =
        "promotion = \"long\"\nking_landing = \"any\"\nchain = \"optional\"\ncapture = \"optional\"\nremoval = \"end\"";
    vec![
        ("deep lists", format!("a = {}", "[".repeat(60_000))),
        ("deep tables", format!("{} = 1", ["a"; 30_000].join("."))),
        ("one long line", "x".repeat(65_000)),
        ("many keys", (0..6_000).map(|n| format!("k{n} = 1\n")).collect()),
        ("many comments", "#\n".repeat(32_000)),
        ("a large board", game("board = \"grid(22,22,all_diagonals)\"", "\"chequered\"", "", &named(0, ""))),
        (
            "many variants of a large board",
            game("board = \"grid(22,22,all_diagonals)\"", "\"chequered\"", "", &many("")),
        ),
        (
            "many boards",
            game("board = \"alq(3,3)\"", "\"filled\"", "", &many("board = \"alq(21,21)\"\nsetup = \"filled\"")),
        ),
        (
            "a board of many lines",
            game("", "\"empty\"", "", &named(0, "")).replace("[sides]", "hand = 9\n[sides]") + &table,
        ),
        ("turns without number", game("board = \"alq(21,21)\"", &flying, free, &named(0, ""))),
        ("turns without number, often", game("board = \"alq(21,21)\"", &flying, free, &many(""))),
        (
            "towers",
            game(
                "board = \"alq(21,21)\"",
                "\"filled\"",
                "removal = \"under\"\nchain = \"optional\"\nrejump = \"allowed\"",
                &named(0, ""),
            ),
        ),
    ]
}

pub fn hostile_files_are_answered_soon_and_others_are_served_meanwhile() {
    let server = Server::new();
    let visitor = server.visitor();
    for (what, text) in hostile() {
        let began = Instant::now();
        let draft = checked(&visitor, "/api/check", &text, "en");
        assert!(began.elapsed() < PATIENCE / 4, "{what}: {:?}", began.elapsed());
        assert!(draft["sound"] == true || !list(&draft, "errors").is_empty(), "{what}");
    }
    // All at once from many clients: other visitors are not delayed.
    std::thread::scope(|scope| {
        for (_, text) in hostile() {
            scope.spawn(|| {
                let text = text;
                checked(&server.visitor(), "/api/check", &text, "en")
            });
        }
        for _ in 0..20 {
            let began = Instant::now();
            assert_eq!(server.visitor().get("/games/alquerque").status, 200);
            assert!(began.elapsed().as_secs() < 3, "{:?}", began.elapsed());
        }
    });
    // Valid files can be played. Invalid ones are refused.
    for (what, text) in hostile() {
        let id = text.lines().find_map(|line| line.strip_prefix("id = \"")).map(|id| id.trim_end_matches('"'));
        let request_body = json!({ "game": id.unwrap_or("x"), "file": text, "opponent": "here" });
        let answer = server.visitor().post("/api/play", &request_body);
        assert!(matches!(answer.status, 200 | 400), "{what}: {}", answer.text());
    }
    until("a page", || (server.visitor().get("/").status == 200).then_some(()));
}

pub fn files_with_random_mistakes_are_judged_and_never_break_anything() {
    let server = Server::new();
    let visitor = server.visitor();
    let mut rng = fastrand::Rng::with_seed(17);
    let mut sound = 0;
    for file in games() {
        for _ in 0..6 {
            let text = mistaken(game_toml(&file.id).unwrap(), &mut rng);
            let draft = checked(&visitor, "/api/check", &text, "en");
            let is_sound = draft["sound"] == true;
            assert_eq!(is_sound, list(&draft, "errors").is_empty(), "{}: {text}", file.id);
            assert_eq!(draft["picture"].is_string(), draft["rules"].is_object(), "{}: {text}", file.id);
            for fault in list(&draft, "errors").iter().filter(|fault| fault["file"] == "game.toml") {
                let line = text.split('\n').nth(fault["line"].as_u64().unwrap() as usize - 1);
                let column = fault["column"].as_u64().unwrap() as usize;
                assert!(line.is_some_and(|line| column <= line.chars().count() + 1), "{fault}: {text}");
            }
            sound += usize::from(is_sound);
        }
    }
    assert!(sound > 10, "some mistakes are none: {sound}");
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

/// Mutates a text with a few errors: deleted, duplicated or replaced parts.
fn mistaken(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..rng.usize(1..4) {
        let (one, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
        match rng.u8(..7) {
            0 => drop(lines.remove(one)),
            1 => lines.insert(one, lines[other].clone()),
            2 => lines.swap(one, other),
            3 => lines[one] = lines[one].chars().rev().collect(),
            4 => lines[one] = lines[one].replace(|letter: char| letter.is_ascii_digit(), "9"),
            5 => lines[one] = lines[one].replace(['"', '.'], ""),
            _ => {
                let mut letters: Vec<char> = lines[one].chars().collect();
                letters.insert(
                    rng.usize(..=letters.len()),
                    *rng.choice(&['"', '[', '=', 'w', '7', 'ñ', '\u{202e}']).unwrap(),
                );
                lines[one] = letters.into_iter().collect();
            }
        }
    }
    lines.join("\n")
}
