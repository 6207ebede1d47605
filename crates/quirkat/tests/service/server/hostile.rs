//! Tests clients that violate rules of the game, of the protocol or of fair use. Other clients must not be affected.

use super::asking::{frame, live};
use crate::harness::{PATIENCE, Player, Server, encoded, random_move, until};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Instant;
use tokio_tungstenite::tungstenite::Message;

const ALQUERQUE: &str = "alquerque:walker";

/// Returns a random first move of a game.
fn first_turn() -> String {
    random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(31))
}

pub fn illegal_moves_are_refused_with_a_reason_and_change_nothing() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let before = server.state(&id);
    let mut ana = server.player(&id, Some(&tokens[0]));
    let long = "a1-".repeat(1_200);
    let texts =
        ["", " ", "a1-a2", "a1", "a1-a9", "c3", "a1xc3xe5", "e5-e4", "b2-c3-b2", "huff a1", "claim", "pass", "0-0"];
    for text in texts.into_iter().chain(["é♟\u{0}\u{202e}", "b2-c3; b4-c4", "B2-C3 {x}", &long[..3_600]]) {
        ana.refused(json!({ "t": "turn", "ply": 0, "text": text }));
        let answer = server.visitor().with(&tokens[0]).act(&id, &format!("move/{}", encoded(text)));
        assert!(matches!(answer.status, 400 | 404), "{text}: {}", answer.status);
        assert!(!answer.error().is_empty());
    }
    let after = server.state(&id);
    assert_eq!((&before["position"], &before["history"]), (&after["position"], &after["history"]));
    ana.play(&first_turn());
}

pub fn moves_out_of_turn_or_for_old_positions_are_refused() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    let text = first_turn();
    assert_eq!(bruna.refused(json!({ "t": "turn", "ply": 0, "text": text })), "It is not your turn");
    assert_eq!(server.visitor().with(&tokens[1]).act(&id, &format!("move/{text}")).status, 409);
    ana.play(&text);
    // The same move again, as after a lost connection.
    ana.send(json!({ "t": "turn", "ply": 0, "text": text }));
    ana.until("the state", |message| message["t"] == "state");
    for ply in [0, 2, usize::MAX] {
        bruna.send(json!({ "t": "turn", "ply": ply, "text": "a1-a2" }));
        bruna.until("the state", |message| message["t"] == "state");
        bruna.refused(json!({ "t": "partial", "n": 1, "ply": ply, "points": [] }));
    }
    assert_eq!(server.state(&id)["ply"], 1);
}

pub fn spectators_change_nothing() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let mut ana = server.player(&id, Some(&tokens[0]));
    ana.play(&first_turn());
    ana.send(json!({ "t": "offer", "what": "draw" }));
    ana.until_state("the offer", |state| !state["offer"].is_null());
    let before = server.state(&id);
    let mut stranger = server.player(&id, None);
    for act in [
        json!({ "t": "turn", "ply": 1, "text": "d4xb2" }),
        json!({ "t": "accept" }),
        json!({ "t": "decline" }),
        json!({ "t": "resign" }),
        json!({ "t": "rematch" }),
        json!({ "t": "offer", "what": "takeback" }),
        json!({ "t": "offer", "what": "count" }),
    ] {
        stranger.refused(act);
    }
    for act in ["move/d4xb2", "resign", "draw/yes", "draw/no", "takeback/yes", "count/yes", "rematch/yes"] {
        assert_eq!(server.visitor().act(&id, act).status, 403, "{act}");
    }
    assert_eq!(server.visitor().with(&tokens[1]).act(&id, "nonsense/yes").status, 404);
    assert_eq!(server.state(&id)["history"], before["history"]);
    assert_eq!(server.state(&id)["offer"], before["offer"]);
}

pub fn guessed_tokens_open_no_seat() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let (_, others) = server.pair(json!({ "game": ALQUERQUE }));
    let waiting = server.begin(json!({ "game": ALQUERQUE, "opponent": "friend", "side": "first" }));
    let invite = waiting.invite.as_deref().unwrap().split_once('/').unwrap().1;
    let mut wrong = vec![String::new(), "x".to_owned(), id.clone(), others[0].clone(), invite.to_owned()];
    wrong.extend([tokens[0].to_lowercase(), tokens[0][1..].to_owned(), format!("{}=", tokens[0]), "A".repeat(3_000)]);
    for token in &wrong {
        assert_eq!(server.player(&id, Some(token)).state["seat"], Value::Null, "{token}");
        assert_eq!(server.visitor().with(token).act(&id, "resign").status, 403, "{token}");
    }
    for cookie in ["quirkat-device=x", &format!("quirkat-device={}", tokens[0]), "quirkat-device="] {
        let player = Player::connect(&server.address, &format!("/play/{id}/live"), &[("cookie", cookie)]).unwrap();
        assert_eq!(player.state["seat"], Value::Null, "{cookie}");
    }
    assert_eq!(server.state(&id)["outcome"], Value::Null);
}

pub fn a_cookie_of_another_server_identifies_no_player() {
    let [here, there] = [Server::new(), Server::new()];
    let ana = here.visitor();
    ana.get("/");
    let location = ana.form("/new/alquerque", &[("opponent", "here")]).header("location").to_owned();
    assert_eq!(ana.get(&location.replace("/play/", "/api/game/")).json()["seat"], "both");
    // The device cookie is signed. A modified or foreign one identifies no player.
    let own = ana.cookies.borrow()["quirkat-device"].clone();
    let stranger = there.visitor();
    stranger.get("/");
    for cookie in [own.replacen(&own[44..48], "AAAA", 1), stranger.cookies.borrow()["quirkat-device"].clone()] {
        let other = here.visitor();
        other.cookies.borrow_mut().insert("quirkat-device".to_owned(), cookie);
        assert_eq!(other.get(&location.replace("/play/", "/api/game/")).json()["seat"], Value::Null);
    }
}

pub fn guessed_invitations_open_no_seat() {
    let server = Server::new();
    let [mine, other] =
        [0, 1].map(|_| server.begin(json!({ "game": ALQUERQUE, "opponent": "friend", "side": "first" })));
    let invite = other.invite.as_deref().unwrap().split_once('/').unwrap().1;
    let id = &mine.id;
    for token in ["x", invite, &mine.token, id, &"A".repeat(22), "%00", "..%2f.."] {
        let path = format!("{id}/{token}");
        assert_eq!(server.visitor().post(&format!("/api/join/{path}"), &json!({})).status, 403, "{token}");
        assert_eq!(server.visitor().form(&format!("/join/{path}"), &[("name", "Mallory")]).status, 403, "{token}");
        // Spectators see the game but no invitation.
        let page = server.visitor().get(&format!("/join/{path}"));
        assert_eq!((page.status, page.header("location")), (303, format!("/play/{id}").as_str()), "{token}");
    }
    let page = server.visitor().get(&format!("/play/{id}")).text();
    assert!(!page.contains(mine.invite.as_deref().unwrap()), "strangers do not see the invitation");
    assert_eq!(server.state(id)["players"][1]["kind"], "open");
    assert_eq!(server.visitor().post("/api/join/nothing/x", &json!({})).status, 404);
}

pub fn a_seat_is_taken_once_despite_races() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": ALQUERQUE, "opponent": "friend", "side": "first" }));
    let path = format!("/api/join/{}", new_game.invite.as_ref().unwrap());
    let statuses = std::thread::scope(|scope| {
        let joins: Vec<_> = (0..8)
            .map(|number| {
                let (server, path) = (&server, &path);
                scope.spawn(move || server.visitor().post(path, &json!({ "name": format!("N{number}") })).status)
            })
            .collect();
        let mut statuses: Vec<_> = joins.into_iter().map(|join| join.join().unwrap()).collect();
        statuses.sort_unstable();
        statuses
    });
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    let late = server.visitor().post(&path, &json!({ "name": "Late" }));
    assert_eq!((late.status, late.error().as_str()), (409, "The seat is taken"));
    let late = server.visitor().form(&format!("/join/{}", new_game.invite.unwrap()), &[("name", "Late")]);
    assert!(late.status == 409 && late.text().contains("The seat is taken"));
    assert_ne!(server.state(&new_game.id)["players"][1]["name"], "Late");
}

pub fn bodies_that_are_too_large_are_refused() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": ALQUERQUE, "opponent": "friend", "side": "first" }));
    let id = &new_game.id;
    let name = "x".repeat(70_000);
    let visitor = server.visitor();
    for (path, body) in [
        // A request may contain a game file.
        ("/api/play", json!({ "game": ALQUERQUE, "opponent": "here", "name": name.repeat(4) })),
        ("/api/explore", json!({ "game": ALQUERQUE, "position": name })),
        (&format!("/api/join/{}", new_game.invite.as_ref().unwrap()), json!({ "name": name })),
        (&format!("/api/board/game/{id}/partial"), json!({ "points": [name] })),
    ] {
        let answer = visitor.post(path, &body);
        assert_eq!(answer.status, 413, "{path}");
        assert!(!answer.error().is_empty());
    }
    for path in ["/new/alquerque", &format!("/join/{}", new_game.invite.as_ref().unwrap())] {
        assert!(matches!(visitor.form(path, &[("name", &name)]).status, 400 | 413), "{path}");
    }
    // Such a large body is not read. The answer may be lost when the connection closes.
    let record = "{ comment }".repeat(300_000);
    let written = json!({ "game": "alquerque", "result": record }).to_string();
    for (path, kind, body) in
        [("/api/pdn/read", "text/plain", &record), ("/api/pdn/write", "application/json", &written)]
    {
        if let Ok(answer) = visitor.try_ask("POST", path, &[("content-type", kind)], body.as_bytes()) {
            assert_eq!(answer.status, 413, "{path}");
        }
    }
    assert_eq!(server.state(id)["players"][1]["kind"], "open");
}

pub fn unreadable_messages_are_answered_with_a_reason() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let mut ana = server.player(&id, Some(&tokens[0]));
    let deep = format!("{}{}", "[".repeat(1_900), "]".repeat(1_900));
    let points = format!(r#"{{"t":"partial","n":1,"ply":0,"points":[{}"a1"]}}"#, r#""a1","#.repeat(700));
    for text in [
        "",
        "x",
        "null",
        "[]",
        "{}",
        r#"{"t":5}"#,
        r#"{"t":"nothing"}"#,
        r#"{"t":"turn"}"#,
        r#"{"t":"turn","ply":-1,"text":"a1"}"#,
        r#"{"t":"turn","ply":1e99,"text":"a1"}"#,
        r#"{"t":"turn","ply":0,"text":{}}"#,
        r#"{"t":"offer","what":"everything"}"#,
        r#"{"t":"partial","n":1,"ply":0,"points":["nowhere"]}"#,
        r#"{"t":"partial","n":1,"ply":0,"points":[],"huff":"z9"}"#,
        r#"{"t":"partial","n":1,"ply":0,"points":[],"claim":"claim a1"}"#,
        &deep,
    ] {
        assert!(ana.send_raw(Message::text(text)), "{text}");
        ana.until("a refusal", |message| message["t"] == "refused" && message["message"] != "");
    }
    assert!(ana.send_raw(Message::text(points)));
    ana.until("an answer", |message| message["t"] == "refused" || message["t"] == "partial");
    assert!(ana.send_raw(Message::binary(vec![0_u8, 255, 1])));
    ana.until("a refusal", |message| message["t"] == "refused");
    ana.play(&first_turn());
}

pub fn overlong_messages_end_only_their_connection() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    ana.send_raw(Message::text("x".repeat(5_000)));
    ana.until_closed();
    let mut ana = server.player(&id, Some(&tokens[0]));
    ana.play(&first_turn());
    bruna.until_ply(1);
}

pub fn invalid_frames_end_only_their_connection() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    let unmasked = vec![0x81, 2, b'{', b'}'];
    let endless = [vec![0x81, 0x80 | 127], u64::MAX.to_be_bytes().to_vec(), vec![0; 4]].concat();
    let fragments: Vec<u8> =
        (0..20).flat_map(|number| frame(if number == 0 { 0x01 } else { 0x00 }, &[b'x'; 300])).collect();
    for (what, bytes) in [
        ("a reserved kind", frame(0x83, b"{}")),
        ("reserved bits", frame(0xf1, b"{}")),
        ("no mask", unmasked),
        ("a length without end", endless),
        ("letters that are none", frame(0x81, &[0xff, 0xfe, 0xc0])),
        ("a ping that is too long", frame(0x89, &[b'x'; 200])),
        ("a fragment of nothing", frame(0x80, b"{}")),
        ("a ping in fragments", frame(0x09, b"x")),
        ("fragments without end", fragments),
        ("a close that is too short", frame(0x88, &[3])),
        ("no frame at all", b"GET / HTTP/1.1\r\n\r\n".to_vec()),
    ] {
        let mut stream = live(&server.address, &format!("/play/{id}/live"));
        let _ = stream.write_all(&bytes);
        let mut rest = Vec::new();
        match stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{what}: {error}"),
        }
    }
    // Half a frame, then silence: other players continue.
    let mut half = live(&server.address, &format!("/play/{id}/live"));
    half.write_all(&frame(0x81, &[b'x'; 100])[..50]).unwrap();
    ana.play(&first_turn());
    bruna.until_ply(1);
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

pub fn a_message_flood_is_refused_then_cut_off_and_others_play_on() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let (_, [mut cecilia, mut dario]) = server.players(json!({ "game": ALQUERQUE }));
    let mut ana = server.player(&id, Some(&tokens[0]));
    let mut rng = fastrand::Rng::with_seed(32);
    let mut sent = 0;
    while sent < 5_000 && ana.send_raw(Message::text(r#"{"t":"ping"}"#)) {
        sent += 1;
        if sent % 500 == 0 && cecilia.state["toMove"] == "first" {
            let text = random_move(ALQUERQUE, &cecilia.turns, &mut rng);
            cecilia.play(&text);
            dario.until_ply(cecilia.turns.len());
            let text = random_move(ALQUERQUE, &cecilia.turns, &mut rng);
            dario.play(&text);
            cecilia.until_ply(dario.turns.len());
        }
    }
    let messages = ana.until_closed();
    let slower = messages.iter().filter(|message| message["message"] == "Too many messages; please slow down").count();
    assert!(slower > 0, "the refusal has a reason");
    let answered = messages.iter().filter(|message| message["t"] == "pong").count();
    assert!(answered < 1_000, "{answered} messages of {sent} were answered");
    // A client that reconnects and behaves is accepted.
    server.player(&id, Some(&tokens[0])).play(&first_turn());
}

pub fn many_spectators_do_not_delay_the_players() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    // They never read their messages.
    let lookers: Vec<_> = (0..150).map(|_| live(&server.address, &format!("/play/{id}/live"))).collect();
    ana.until("all of them", |message| message["watchers"] == 150);
    let mut rng = fastrand::Rng::with_seed(33);
    let began = Instant::now();
    for _ in 0..10 {
        let text = random_move(ALQUERQUE, &ana.turns, &mut rng);
        let first = ana.state["toMove"] == "first";
        let (mover, other) = if first { (&mut ana, &mut bruna) } else { (&mut bruna, &mut ana) };
        mover.play(&text);
        other.until_ply(mover.turns.len());
    }
    assert!(began.elapsed() < PATIENCE / 2);
    drop(lookers);
    ana.until("all have gone", |message| message["watchers"] == 0);
}

/// Headers that browsers send for requests from other sites.
const FOREIGN: [&[(&str, &str)]; 6] = [
    &[("origin", "http://evil.example")],
    &[("origin", "null")],
    &[("origin", "https://127.0.0.1.evil.example")],
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site")],
    &[("origin", "http://127.0.0.1:1"), ("sec-fetch-site", "same-site")],
];

pub fn pages_of_other_sites_cannot_act_in_a_visitors_name() {
    let server = Server::new();
    let ana = server.visitor();
    ana.get("/");
    let location = ana.form("/new/alquerque", &[("opponent", "here")]).header("location").to_owned();
    let id = location.strip_prefix("/play/").unwrap();
    let waiting = server.begin(json!({ "game": ALQUERQUE, "opponent": "friend", "side": "first" }));
    let invite = waiting.invite.unwrap();
    let form = ("content-type", "application/x-www-form-urlencoded");
    for foreign in FOREIGN {
        for (path, body) in [
            (format!("/api/board/game/{id}/resign"), ""),
            ("/new/alquerque".to_owned(), "opponent=here"),
            (format!("/join/{invite}"), "name=Mallory"),
            (format!("/api/join/{invite}"), "{}"),
            ("/api/play".to_owned(), r#"{"game":"alquerque","opponent":"here"}"#),
        ] {
            let headers: Vec<_> = foreign.iter().copied().chain([form]).collect();
            let answer = ana.ask("POST", &path, &headers, body.as_bytes());
            assert_eq!(answer.status, 403, "{path}: {foreign:?}");
        }
        let headers: Vec<_> =
            foreign.iter().copied().chain([("cookie", "")]).map(|(name, value)| (name, value.to_owned())).collect();
        let cookie = ana.cookie();
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (*name, if *name == "cookie" { cookie.as_str() } else { value.as_str() }))
            .collect();
        let refused = Player::connect(&server.address, &format!("/play/{id}/live"), &headers);
        assert_eq!(refused.err(), Some(403), "{foreign:?}");
    }
    assert_eq!(server.state(id)["outcome"], Value::Null);
    assert_eq!(server.state(&waiting.id)["players"][1]["kind"], "open");
    assert_eq!(ana.get("/mine").text().matches("/play/").count(), 1, "no game was begun");
    // The site's own pages may.
    let own = format!("http://{}", server.address);
    let headers = [("origin", own.as_str()), ("sec-fetch-site", "same-origin"), form];
    assert_eq!(ana.ask("POST", "/new/alquerque", &headers, b"opponent=here").status, 303);
    let cookie = ana.cookie();
    let headers = [("origin", own.as_str()), ("cookie", cookie.as_str())];
    let both = Player::connect(&server.address, &format!("/play/{id}/live"), &headers).unwrap();
    assert_eq!(both.state["seat"], "both");
}

pub fn other_sites_cannot_read_responses() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": ALQUERQUE, "opponent": "here" }));
    for path in ["/".to_owned(), "/mine".to_owned(), "/mine.pdn".to_owned(), format!("/play/{}", new_game.id)] {
        let answer = server.visitor().ask("GET", &path, &[("origin", "http://evil.example")], b"");
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
    for path in ["/api/games".to_owned(), format!("/api/game/{}", new_game.id)] {
        let answer = server.visitor().ask("GET", &path, &[("origin", "http://evil.example")], b"");
        assert_eq!(answer.header("access-control-allow-credentials"), "", "{path}");
    }
}

pub fn illegal_games_are_refused_with_the_allowed_values() {
    let server = Server::new();
    let visitor = server.visitor();
    let here = |extra: Value| {
        let mut request = json!({ "game": ALQUERQUE, "opponent": "here" });
        request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        request
    };
    for (request, named) in [
        (json!({ "game": "alquerque:nope", "opponent": "here" }), "walker"),
        (here(json!({ "rules": ["nope=1"] })), "capture"),
        (here(json!({ "rules": ["capture=nope"] })), "mandatory"),
        (here(json!({ "rules": ["capture"] })), "key=value"),
        (here(json!({ "rules": vec!["capture=optional"; 81] })), "80"),
        (here(json!({ "position": "nope" })), "W, B"),
        (here(json!({ "position": "W:Wz9:Be5" })), "z9"),
        (here(json!({ "opponent": "engine:0" })), "engine:1 to engine:10"),
        (here(json!({ "opponent": "engine:11" })), "engine:1 to engine:10"),
        (here(json!({ "opponent": "engine:x" })), "engine:1 to engine:10"),
        (here(json!({ "opponent": "unknown" })), "friend"),
        (here(json!({ "side": "third" })), "second"),
        (here(json!({ "clock": { "minutes": 0 } })), "0.1 to 180"),
        (here(json!({ "clock": { "minutes": 1e300 } })), "0.1 to 180"),
        (here(json!({ "clock": { "minutes": 5, "seconds": -1 } })), "0 to 60"),
        (here(json!({ "clock": { "minutes": "five" } })), "minutes"),
        (here(json!({ "clock": { "days": 15 } })), "1 to 14 days"),
        (here(json!({ "clock": { "days": 3, "minutes": 5 } })), "1 to 14 days"),
        (here(json!({ "clock": {} })), "0.1 to 180"),
        (json!({ "game": ALQUERQUE }), "opponent"),
    ] {
        let answer = visitor.post("/api/play", &request);
        assert_eq!(answer.status, 400, "{request}");
        assert!(answer.error().contains(named), "{request}: {}", answer.error());
    }
    for (path, named) in [
        ("/image/alquerque:nope.svg", "walker"),
        ("/image/alquerque.svg?rule=capture=nope", "mandatory"),
        ("/image/alquerque.svg?fen=nope", "W, B"),
        ("/image/alquerque.svg?turn=a1-a9", "as in a1-a2 or a1xa3xa5"),
        ("/image/alquerque.png?size=1000000", "16 to 1400"),
        ("/image/alquerque.png?size=-1", "16 to 1400"),
        ("/board/alquerque:nope.svg", "walker"),
        ("/api/games/alquerque:nope", "walker"),
        ("/api/analyse?game=alquerque&lines=99", "1 to 10"),
        ("/api/analyse?game=alquerque&seconds=0", "1 to 60"),
        ("/api/analyse?game=alquerque&turns=a1-a2", "a1-a2"),
    ] {
        let answer = visitor.get(path);
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.error().contains(named), "{path}: {}", answer.error());
    }
    for path in ["/games/nope", "/new/nope", "/play/nope", "/api/game/nope", "/api/games/nope", "/play/nope.pdn"] {
        assert_eq!(visitor.get(path).status, 404, "{path}");
    }
    for path in ["/games/alquerque?variant=nope", "/analysis/alquerque:nope", "/embed/alquerque/nope"] {
        assert!((400..500).contains(&visitor.get(path).status), "{path}");
    }
    for (field, value, named) in [
        ("variant", "nope", "walker"),
        ("opt_capture", "nope", "mandatory"),
        ("position", "nope", "W, B"),
        ("level", "11", "1–10"),
        ("level", "x", "1–10"),
    ] {
        let answer = visitor.form("/new/alquerque", &[("opponent", "engine"), (field, value)]);
        assert!(answer.status == 422 && answer.text().contains(named), "{field}={value}: {}", answer.status);
    }
    for (clock, field, value, named) in
        [("limit", "minutes", "0", "1–180"), ("limit", "increment", "61", "0–60"), ("days", "days", "15", "1–14")]
    {
        let fields = [("clock", clock), ("days", "3"), ("minutes", "5"), ("increment", "5")]
            .map(|(known, usual)| (known, if known == field { value } else { usual }));
        let answer = visitor.form("/new/alquerque", &fields);
        assert!(answer.status == 422 && answer.text().contains(named), "{field}={value}: {}", answer.status);
    }
}

pub fn records_that_are_deep_or_huge_are_refused_or_read_and_the_server_stands() {
    let server = Server::new();
    let visitor = server.visitor();
    let head = "[GameType \"99\"]\n[Variant \"alquerque:walker\"]\n\n1. ";
    for (what, text) in [
        ("variations without end", format!("{head}{}", "(b2-c3 ".repeat(200_000))),
        ("variations closed again", format!("{head}b2-c3 {}{} *", "(b2-c3 ".repeat(50_000), ")".repeat(50_000))),
        ("comments in comments", format!("{head}{}", "{".repeat(500_000))),
        ("tags without end", "[A \"".repeat(300_000)),
        ("a tag of two megabytes", format!("[Event \"{}\"]\n*", "x".repeat(2_000_000))),
        ("many records", "[Event \"x\"]\n\n*\n\n".repeat(100_000)),
        ("one long turn", format!("{head}{}", "a1-".repeat(600_000))),
        ("numbers", format!("{head}{}", "$99999999999999999999 ".repeat(80_000))),
        ("nothing", String::new()),
        ("letters of all kinds", "\u{0}\u{1}\u{fffd}é♟{}()[]\"\\".repeat(1_000)),
    ] {
        let answer = visitor.ask("POST", "/api/pdn/read", &[("content-type", "text/plain")], text.as_bytes());
        assert!(matches!(answer.status, 200 | 400), "{what}: {}", answer.status);
        if answer.status == 400 {
            assert!(!answer.error().is_empty() && answer.error().len() < 1_000, "{what}: {}", answer.error().len());
        }
    }
    assert_eq!(visitor.ask("POST", "/api/pdn/read", &[], &[0xff, 0xfe]).status, 400, "UTF-16 of nothing");
    let mut node = json!({ "text": "b2-c3" });
    for _ in 0..30 {
        node = json!({ "text": "b2-c3", "variations": [[node]] });
    }
    let record = json!({ "game": ALQUERQUE, "turns": [node], "result": "*" });
    assert_eq!(visitor.post("/api/pdn/write", &record).status, 400);
    let deep = format!("{}{}", r#"{"turns":[{"variations":[["#.repeat(2_000), "]]}]}".repeat(2_000));
    assert_eq!(
        visitor.ask("POST", "/api/pdn/write", &[("content-type", "application/json")], deep.as_bytes()).status,
        400
    );
    assert_eq!(visitor.get("/").status, 200);
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

pub fn long_lines_of_turns_are_bounded() {
    let server = Server::new();
    let visitor = server.visitor();
    let answer = visitor.post("/api/explore", &json!({ "game": ALQUERQUE, "turns": vec!["b2-c3"; 2_001] }));
    assert!(answer.status == 400 && answer.error().contains("2000"), "{}", answer.text());
    let answer = visitor.post("/api/explore", &json!({ "game": ALQUERQUE, "turns": ["b2-c3", "x".repeat(5_000)] }));
    assert!(answer.status == 400 && answer.error().starts_with("2. "), "{}", answer.text());
}

pub fn a_flood_of_binary_messages_is_cut_off() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let mut ana = server.player(&id, Some(&tokens[0]));
    let closed = until("the end of the flood", || {
        for _ in 0..500 {
            if !ana.send_raw(Message::binary(vec![0_u8; 10])) {
                return Some(true);
            }
        }
        let message = (0..500).map_while(|_| ana.next()).count();
        Some(message < 500)
    });
    assert!(closed, "500 binary messages at once were all answered");
}

pub fn an_unknown_game_is_refused_with_the_known_ones() {
    let server = Server::new();
    for answer in [
        server.visitor().post("/api/play", &json!({ "game": "chess", "opponent": "here" })),
        server.visitor().post("/api/explore", &json!({ "game": "chess" })),
        server.visitor().get("/image/chess.svg"),
    ] {
        assert!(answer.status == 400 && answer.error().contains("alquerque"), "{}", answer.text());
    }
}

pub fn nothing_private_is_written_to_the_log() {
    let server = Server::new();
    let ana = server.visitor();
    ana.get("/");
    let name = "Anastasia-Unmistakable";
    let location = ana.form("/new/alquerque", &[("opponent", "friend"), ("name", name)]).header("location").to_owned();
    let id = location.strip_prefix("/play/").unwrap().to_owned();
    let page = ana.get(&location).text();
    let invite = page.split_once("/join/").unwrap().1.split('"').next().unwrap().to_owned();
    let (other, tokens) = server.pair(json!({ "game": ALQUERQUE, "name": name }));
    let mut players = tokens.each_ref().map(|token| server.player(&other, Some(token)));
    players[0].play(&first_turn());
    // A refused request is not logged with its secrets.
    server.visitor().ask("POST", &format!("/join/{invite}"), &[("origin", "http://evil.example")], b"");
    server.visitor().ask("POST", &format!("/api/join/{invite}"), &[("origin", "http://evil.example")], b"{}");
    server.visitor().with(&tokens[0]).ask(
        "POST",
        &format!("/api/board/game/{other}/resign?token={}", tokens[0]),
        &[("origin", "http://evil.example")],
        b"",
    );
    assert_eq!(server.visitor().form(&format!("/join/{invite}"), &[("name", name)]).status, 303);
    server.visitor().with(&tokens[1]).act(&other, "move/nonsense");
    server.visitor().post("/api/play", &json!({ "game": "nope", "opponent": "here", "name": name }));
    let log = server.log();
    let device = ana.cookies.borrow()["quirkat-device"].clone();
    let invite = invite.split_once('/').unwrap().1;
    for private in [name, invite, &tokens[0], &tokens[1], &device, &device[device.len() - 22..]] {
        assert!(!log.contains(private), "{private} is in the log:\n{log}");
    }
    assert!(!log.contains(&id) || !log.contains("cookie"));
}
