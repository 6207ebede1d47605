//! Tests keys, which replace accounts: a key finds a player's games on another device, and gives access to feeds.

use crate::harness::{Answer, Player, Server, Visitor, quirkat, random_move, until};
use rusqlite::Connection;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

const GAME: &str = "alquerque:walker";

fn new_player(server: &Server) -> Visitor {
    let visitor = server.visitor();
    visitor.get("/");
    visitor
}

/// Returns the part of a page between two texts.
fn between<'p>(page: &'p str, before: &str, after: &str) -> &'p str {
    page.split_once(before).unwrap_or_else(|| panic!("no {before}: {page}")).1.split_once(after).unwrap().0
}

/// Returns the key on a visitor's page.
fn key(visitor: &Visitor) -> String {
    let page = visitor.get("/key").text();
    let key = between(&page, "<code class=\"key\">", "</code>").to_owned();
    assert!(page.contains(&format!("/key#{key}\"")), "the link holds the same: {page}");
    key
}

/// Returns a key without separators, as in the cookie.
fn plain(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).take(22).collect()
}

/// Starts a game against the engine, and returns its path.
fn start_game(visitor: &Visitor) -> String {
    let answer = visitor.form("/new/alquerque", &[("opponent", "engine"), ("side", "first"), ("level", "4")]);
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").to_owned()
}

/// Starts a game between two players, and returns its id.
fn pair(ana: &Visitor, bruna: &Visitor, clock: &str) -> String {
    let fields =
        [("opponent", "anyone"), ("side", "first"), ("name", "Ana, \"A\"; & co"), ("clock", clock), ("days", "2")];
    let answer = ana.form("/new/alquerque", &fields);
    let id = answer.header("location").strip_prefix("/play/").unwrap().to_owned();
    assert_eq!(bruna.form(&format!("/open/{id}"), &[]).status, 303);
    id
}

/// Returns the paths of a visitor's games in order.
fn mine(visitor: &Visitor) -> Vec<String> {
    let page = visitor.get("/mine").text();
    page.split("<h3><a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

fn title(page: &str) -> &str {
    between(page, "<title>", "</title>")
}

pub fn games_are_found_on_another_device_by_the_key() {
    let mut server = Server::new();
    let [old, new] = [0; 2].map(|_| new_player(&server));
    let [first, second] = [start_game(&old), start_game(&old)];
    let own = start_game(&new);
    let key = key(&old);

    // Viewing the link changes nothing, and neither does a wrong key.
    assert_eq!(new.get("/key").status, 200);
    for wrong in
        ["", "k3v9", &key[..key.len() - 1], &"x".repeat(90), &"ñ".repeat(40), &format!("{}x", &key[..key.len() - 1])]
    {
        if *wrong == *key {
            continue;
        }
        let refused = new.form("/key", &[("key", wrong), ("games", "along")]);
        assert!(
            refused.status == 422 && refused.text().contains("did not issue this key"),
            "{wrong}: {}",
            refused.status
        );
    }
    assert_eq!(mine(&new), [own.as_str()]);

    let taken = new.form("/key", &[("key", &key.replace('-', " ")), ("games", "along")]);
    assert_eq!((taken.status, taken.header("location")), (303, "/mine"));
    let mut both = [mine(&old), mine(&new)];
    both.iter_mut().for_each(|games| games.sort());
    let mut all = vec![first, second, own];
    all.sort();
    assert_eq!(both, [all.clone(), all.clone()], "both have all games");

    // A game that the new device has already viewed becomes its seat too.
    let path = format!("{}/live", all[0]);
    assert_eq!(Player::connect(&server.address, &path, &[("cookie", &new.cookie())]).unwrap().state["seat"], "first");
    server = server.restart();
    let again = server.visitor();
    again.cookies.replace(new.cookies.take());
    assert_eq!(mine(&again).len(), 3);
}

pub fn games_of_an_older_server_belong_to_the_keys_of_their_browsers() {
    let mut server = Server::new();
    let people = [0; 2].map(|_| new_player(&server));
    let id = pair(&people[0], &people[1], "none");
    let keys = people.each_ref().map(|visitor| plain(&key(visitor)));
    server.kill();
    let folder = server.shared_folder();
    // Format of the first release, in which the cookie's value was stored as it was.
    let database = Connection::open(folder.path().join("quirkat.db")).unwrap();
    for (side, key) in (0..).zip(&keys) {
        database.execute("UPDATE seats SET device = ? WHERE side = ?", (key, side)).unwrap();
    }
    database
        .execute_batch(
            "DROP INDEX games_open; DROP INDEX games_due; DROP TABLE closed;
         ALTER TABLE games DROP COLUMN per_turn; ALTER TABLE games DROP COLUMN open;
         ALTER TABLE games DROP COLUMN awaits; ALTER TABLE games DROP COLUMN due;
         DROP INDEX games_by_file; ALTER TABLE games DROP COLUMN file; DROP TABLE files; DROP TABLE reviews;
         DROP TABLE results; DROP TABLE openings;
         PRAGMA user_version = 1;",
        )
        .unwrap();
    drop(database);
    let server = Server::at(&folder);
    let [ana, bruna] = people.map(|old| {
        let visitor = server.visitor();
        visitor.cookies.replace(old.cookies.take());
        visitor
    });
    for visitor in [&ana, &bruna] {
        assert_eq!(mine(visitor), [format!("/play/{id}")]);
    }
    // The player to move in old games is determined on first view.
    assert!(title(&ana.get("/mine").text()).starts_with("(1)"));
    assert!(title(&bruna.get("/mine").text()).starts_with("My games"));
}

pub fn a_stored_key_finds_earlier_games() {
    let server = Server::new();
    let [one, other] = [0; 2].map(|_| new_player(&server));
    let (left, theirs) = (start_game(&one), start_game(&other));
    let [before, next] = [key(&one), key(&other)];
    assert_eq!(one.form("/key", &[("key", &next), ("games", "leave")]).status, 303);
    assert_eq!(mine(&one), [theirs.as_str()]);
    assert_eq!(one.form("/key", &[("key", &before)]).status, 303);
    assert_eq!(mine(&one), [left]);
}

pub fn a_leaked_key_can_be_changed() {
    let server = Server::new();
    let [own, thief] = [0; 2].map(|_| new_player(&server));
    let game = start_game(&own);
    let stolen = key(&own);
    assert_eq!(thief.form("/key", &[("key", &stolen)]).status, 303);
    assert_eq!(mine(&thief), [game.as_str()]);
    // A live connection of the thief is closed too.
    let mut looker = Player::connect(&server.address, &format!("{game}/live"), &[("cookie", &thief.cookie())]).unwrap();
    assert_eq!(looker.state["seat"], "first");
    assert_eq!(own.form("/key/change", &[]).status, 303);
    looker.until_closed();
    assert_ne!(key(&own), stolen);
    assert_eq!((mine(&own), mine(&thief)), (vec![game.clone()], vec![]));
    let path = game.replace("/play/", "/api/game/");
    assert_eq!(
        [own.get(&path).json()["seat"].clone(), thief.get(&path).json()["seat"].clone()],
        [json!("first"), json!(null)]
    );
}

pub fn stored_data_can_be_downloaded_and_deleted() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| new_player(&server));
    let alone = start_game(&ana);
    let shared = pair(&ana, &bruna, "none");
    let file = ana.get("/mine.json");
    assert!(file.header("content-disposition").contains("quirkat-"), "{:?}", file.headers);
    let all = file.json();
    assert_eq!((&all["key"], &all["preferences"]["name"]), (&json!(key(&ana)), &json!("Ana, \"A\"; & co")));
    assert_eq!((all["games"].as_array().unwrap().len(), &all["gamesLeftOut"]), (2, &json!(0)));
    assert!(all["games"].to_string().contains("[Event"), "{all}");

    let unsure = ana.form("/key/forget", &[]);
    assert!(unsure.status == 422 && unsure.text().contains("Nothing was deleted"));
    assert_eq!(mine(&ana).len(), 2);
    let before = ana.cookies.borrow().clone();
    let answer = ana.form("/key/forget", &[("sure", "yes")]);
    assert_eq!((answer.status, answer.header("location")), (303, "/"));
    let removed = answer.headers.iter().filter(|(name, value)| name == "set-cookie" && value.contains("Max-Age=0"));
    assert_eq!(removed.count(), before.len(), "{:?}", answer.headers);
    assert_eq!(server.visitor().get(&alone).status, 404);
    // The opponent still has the game, against a player without a name.
    let state = server.state(&shared);
    assert_eq!(state["players"][0]["name"], "guest");
    assert!(mine(&bruna).contains(&format!("/play/{shared}")));
    let back = server.visitor();
    back.cookies.replace(before);
    assert_eq!(mine(&back), [""; 0], "the key opens nothing any more");
}

pub fn games_waiting_for_my_move_come_first() {
    let mut server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| new_player(&server));
    let id = pair(&ana, &bruna, "days");
    let path = format!("/play/{id}");
    start_game(&ana);
    let page = ana.get("/mine").text();
    assert_eq!(mine(&ana)[0], path, "before the later game");
    assert!(title(&page).starts_with("(1) My games") && page.contains("icon-turn.svg"), "{page}");
    assert!(page.contains("One game awaits your move."));
    let other = bruna.get("/mine").text();
    assert!(title(&other).starts_with("My games") && !other.contains("icon-turn.svg"), "{other}");

    let mut player = Player::connect(&server.address, &format!("{path}/live"), &[("cookie", &ana.cookie())]).unwrap();
    player.play(&random_move(GAME, &[], &mut fastrand::Rng::with_seed(3)));
    assert!(title(&bruna.get("/mine").text()).starts_with("(1)"));
    assert!(title(&ana.get("/mine").text()).starts_with("My games"));
    server = server.restart();
    let back = server.visitor();
    back.cookies.replace(bruna.cookies.take());
    assert!(title(&back.get("/mine").text()).starts_with("(1)"));
}

/// Returns the paths of a visitor's feeds: Atom, then iCalendar.
fn feeds(visitor: &Visitor) -> [String; 2] {
    let page = visitor.get("/mine").text();
    ["atom", "calendar"].map(|id| {
        let url = between(&page, &format!("id=\"{id}\" value=\""), "\"").to_owned();
        format!("/{}", url.split_once("://").unwrap().1.split_once('/').unwrap().1).replace("&#38;", "&")
    })
}

pub fn feeds_list_waiting_games_and_grant_no_access() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| new_player(&server));
    let [timed, untimed] = ["days", "none"].map(|clock| pair(&bruna, &ana, clock));
    let [atom, calendar] = feeds(&ana);
    // A feed reader has no cookies.
    let reader = server.visitor();
    let ask = |path: &str| -> Answer {
        let answer = reader.get(path);
        assert_eq!((answer.status, answer.header("set-cookie")), (200, ""), "{path}: {}", answer.text());
        answer
    };
    assert!(!ask(&atom).text().contains("<entry>"), "nothing waits for her");

    for id in [&timed, &untimed] {
        let path = format!("/play/{id}/live");
        let mut player = Player::connect(&server.address, &path, &[("cookie", &bruna.cookie())]).unwrap();
        player.play(&random_move(GAME, &[], &mut fastrand::Rng::with_seed(3)));
    }
    let mut first =
        Player::connect(&server.address, &format!("/play/{timed}/live"), &[("cookie", &ana.cookie())]).unwrap();
    first.play(&random_move(GAME, &first.turns.clone(), &mut fastrand::Rng::with_seed(4)));
    let mut other =
        Player::connect(&server.address, &format!("/play/{timed}/live"), &[("cookie", &bruna.cookie())]).unwrap();
    other.play(&random_move(GAME, &other.turns.clone(), &mut fastrand::Rng::with_seed(5)));

    let feed = ask(&atom);
    assert!(feed.header("content-type").starts_with("application/atom+xml"));
    let text = feed.text();
    assert_eq!(text.matches("<entry>").count(), 2, "{text}");
    for part in
        [&*format!("/play/{timed}"), &format!("/play/{untimed}"), "against Ana, &#34;A&#34;; &#38; co", "1 d 23 h left"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let feed = ask(&calendar);
    assert!(feed.header("content-type").starts_with("text/calendar"));
    let raw = feed.text();
    assert!(raw.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{raw}");
    let text = raw.replace("\r\n ", "");
    let starts: Vec<_> = text.lines().filter(|line| line.starts_with("DTSTART")).collect();
    assert!(
        starts.len() == 2 && starts[0].starts_with("DTSTART:2") && starts[1].starts_with("DTSTART;VALUE=DATE:"),
        "{text}"
    );
    assert!(text.contains("SUMMARY:Your move: Alquerque\\, against Ana\\, \"A\"\\; & co"), "{text}");
    let spanish = ask(&calendar.replace("lang=en", "lang=es")).text();
    assert!(spanish.contains("Te toca"), "{spanish}");

    // The URL grants no access to a seat or to another feed.
    let parts: Vec<_> = atom.split(['/', '.']).collect();
    let (who, token) = (parts[2], parts[3]);
    for wrong in [
        format!("/feed/{who}/{who}.atom"),
        format!("/feed/{token}/{token}.atom"),
        format!("/feed/{who}/.atom"),
        format!("/feed/{who}/{token}.pdf"),
        format!("/feed/{who}/{token}"),
    ] {
        assert_eq!(reader.get(&wrong).status, 404, "{wrong}");
    }
    for shown in [who, token] {
        let path = format!("/play/{timed}/live");
        let cookie = format!("quirkat-device={shown}");
        assert_eq!(Player::connect(&server.address, &path, &[("cookie", &cookie)]).unwrap().state["seat"], json!(null));
        assert_eq!(server.visitor().with(shown).act(&timed, "resign").status, 403);
        assert_eq!(server.visitor().form("/key", &[("key", shown)]).status, 403, "a program has no key");
    }
    // A new key has new feeds. The old ones are empty.
    assert_eq!(ana.form("/key/change", &[]).status, 303);
    assert_ne!(feeds(&ana)[0], atom);
    assert!(!ask(&atom).text().contains("<entry>"));
}

pub fn keys_and_feeds_are_neither_cached_nor_logged() {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--unlimited", "--access-log", "--port", "0", "--data"]).arg(folder.path());
    let mut server = Server::run(command, Arc::clone(&folder));
    let ana = new_player(&server);
    start_game(&ana);
    let (key, [atom, _]) = (key(&ana), feeds(&ana));
    assert_eq!(server.visitor().get(&atom).status, 200);
    assert_eq!(ana.form("/key", &[("key", &key)]).status, 303);
    let plain = plain(&key);
    // The last request is logged last.
    let log = until("the log", || Some(server.log()).filter(|log| log.contains("path=/key status=303")));
    assert!(log.contains("/feed/…"), "{log}");
    for secret in [&plain, &key, atom.split(['/', '.']).nth(3).unwrap()] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
    server.kill();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(plain.len()).any(|window| window == plain.as_bytes()), "the file holds a key");
    }
}

pub fn cookies_of_the_key_are_secure_behind_https_and_last_from_the_last_visit() {
    let server = Server::new();
    let visitor = server.visitor();
    let first = visitor.get("/");
    let again = visitor.get("/mine");
    let of = |answer: &Answer| {
        let cookies = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
        cookies.map(|(_, value)| value.clone()).find(|value| value.starts_with("quirkat-device=")).expect("a key")
    };
    assert_eq!(of(&first), of(&again), "the same key, for as long again");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
        assert!(of(&again).contains(part), "{}", of(&again));
    }
    assert!(!of(&again).contains("Secure"));
    let folder = Arc::new(TempDir::new().unwrap());
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--public-url", "https://games.example.org", "--data"]).arg(folder.path());
    assert!(of(&Server::run(command, folder).visitor().get("/mine")).contains("Secure"));
}

pub fn other_sites_cannot_act_with_a_key() {
    let server = Server::new();
    let ana = new_player(&server);
    let game = start_game(&ana);
    let (before, mut thieves) = (key(&ana), 0);
    for path in ["/key", "/key/change", "/key/forget", "/key/open-again", "/open/x"] {
        let headers = [("origin", "http://evil.example"), ("content-type", "application/x-www-form-urlencoded")];
        let answer = ana.ask("POST", path, &headers, b"sure=yes");
        thieves += usize::from(answer.status == 403);
    }
    assert_eq!((thieves, key(&ana), mine(&ana)), (5, before, vec![game]));
}

pub fn older_games_are_one_click_away() {
    let server = Server::new();
    let ana = new_player(&server);
    let first = start_game(&ana);
    for _ in 0..60 {
        start_game(&ana);
    }
    let page = ana.get("/mine").text();
    assert!(!page.contains(&first));
    assert!(page.contains("href=\"/mine?from=60\""));
    let page = ana.get("/mine?from=60").text();
    assert!(page.contains(&first) && !page.contains("/mine?from="), "{page}");
    assert_eq!(ana.get("/mine?from=-1").status, 400);
}

pub fn finished_games_are_listed_apart_with_their_result_and_can_be_deleted() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| new_player(&server));
    let running = pair(&ana, &bruna, "none");
    let lost = pair(&ana, &bruna, "none");
    let engine = start_game(&ana);
    assert_eq!(ana.post(&format!("/api/board/game/{lost}/resign"), &json!({})).status, 200);

    let page = ana.get("/mine").text();
    let finished = page.find("id=\"mine_finished\"").unwrap_or_else(|| panic!("{page}"));
    let place = |path: &str| page.find(&format!("<h3><a href=\"{path}\"")).unwrap();
    assert!(place(&format!("/play/{lost}")) > finished && place(&format!("/play/{running}")) < finished);
    assert!(place(&engine) < finished && page.contains("You lost"), "{page}");
    assert!(bruna.get("/mine?show=finished").text().contains("You won"));
    for (query, shown) in [
        ("show=finished", vec![format!("/play/{lost}")]),
        ("show=finished&game=lasca", vec![]),
        ("show=running&game=alquerque", vec![format!("/play/{running}"), engine.clone()]),
    ] {
        let page = ana.get(&format!("/mine?{query}")).text();
        let paths = page.split("<h3><a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        assert_eq!(paths.collect::<Vec<_>>(), shown, "{query}");
    }

    let remove = |visitor: &Visitor, id: &str| visitor.form("/mine/remove", &[("game", id)]).status;
    assert_eq!(remove(&ana, &running), 409, "the other player waits");
    assert_eq!(remove(&server.visitor(), &lost), 403);
    for id in [lost.as_str(), engine.trim_start_matches("/play/")] {
        assert_eq!(remove(&ana, id), 303);
    }
    assert_eq!(mine(&ana), [format!("/play/{running}")]);
    assert!(mine(&bruna).contains(&format!("/play/{lost}")), "the opponent keeps the game");
    assert_eq!(ana.get(&engine).status, 404);
}

/// Returns whether a file contains a text.
fn contains(file: &Path, text: &str) -> bool {
    fs::read(file).unwrap().windows(text.len()).any(|window| window == text.as_bytes())
}

pub fn a_deleted_name_is_nowhere_in_the_storage() {
    let server = Server::new();
    let [ana, bruna] = [0; 2].map(|_| new_player(&server));
    // Names of a creator, of a player who joined, and of a blocked player.
    let [host, guest] = ["Wilhelmina", "Maximiliano"];
    let offer = |visitor: &Visitor, name: &str| {
        let fields = [("opponent", "friend"), ("side", "first"), ("name", name)];
        let answer = visitor.form("/new/alquerque", &fields);
        answer.header("location").strip_prefix("/play/").unwrap().to_owned()
    };
    let join = |visitor: &Visitor, host: &Visitor, id: &str, name: &str| {
        let page = host.get(&format!("/play/{id}")).text();
        let invitation = between(&page, &format!("/join/{id}/"), "\"");
        let invitation = invitation.split('\\').next().unwrap();
        assert_eq!(visitor.form(&format!("/join/{id}/{invitation}"), &[("name", name)]).status, 303);
    };
    let first = offer(&ana, host);
    join(&bruna, &ana, &first, guest);
    let second = offer(&bruna, guest);
    join(&ana, &bruna, &second, host);
    assert_eq!(bruna.act(&first, "shut").status, 200);
    assert!(bruna.get("/key").text().contains(host), "the name is blocked");
    let copies = TempDir::new().unwrap();
    let backup = |name: &str| {
        let file = copies.path().join(name);
        assert!(quirkat().arg("backup").arg(&file).arg("--data").arg(server.folder()).status().unwrap().success());
        file
    };
    assert!([host, guest].iter().all(|name| contains(&backup(name), name)));
    for (visitor, name, other) in [(&ana, host, Some(guest)), (&bruna, guest, None)] {
        assert_eq!(visitor.form("/key/forget", &[("sure", "yes")]).status, 303);
        let files = ["quirkat.db", "quirkat.db-wal"].map(|file| server.folder().join(file));
        // The file is rewritten at once, unless that was done a moment ago.
        until("a storage without the name", || files.iter().all(|file| !contains(file, name)).then_some(()));
        let later = backup(&format!("after {name}"));
        assert!(!contains(&later, name), "{name} is in a later backup");
        assert!(other.is_none_or(|other| contains(&later, other)), "other names remain");
    }
}
