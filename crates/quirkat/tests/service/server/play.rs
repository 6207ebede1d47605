//! Tests games between two players, against the engine and with dice, from start to end.

use crate::harness::{Player, Server, Visitor, game, legal, random_move};
use serde_json::{Value, json};
use std::time::Instant;

const ALQUERQUE: &str = "alquerque:walker";

/// Plays random moves until the game has reached a ply.
fn play_on(players: &mut [Player; 2], title: &str, plies: usize, rng: &mut fastrand::Rng) {
    while players[0].turns.len() < plies && players[0].state["outcome"].is_null() {
        let ply = players[0].turns.len();
        let text = random_move(title, &players[0].turns, rng);
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].play(&text);
        players[1 - at].until_ply(ply + 1);
    }
}

fn offer(player: &mut Player, what: &str) {
    player.send(json!({ "t": "offer", "what": what }));
    player.until_state("the offer", |state| state["offer"]["what"] == what);
}

pub fn two_players_see_each_others_turns() {
    let server = Server::new();
    let (id, mut players) = server.players(json!({ "game": ALQUERQUE, "name": "Ana" }));
    for (player, seat) in players.iter_mut().zip(["first", "second"]) {
        assert_eq!(player.state["seat"], seat);
        assert_eq!(player.state["players"][0]["name"], "Ana");
        assert_eq!(player.state["players"][1]["name"], "Bruna");
    }
    players[0].until("both are here", |message| message["online"] == json!([true, true]));
    play_on(&mut players, ALQUERQUE, 20, &mut fastrand::Rng::with_seed(1));
    assert_eq!(players[0].turns, players[1].turns);
    let late = server.player(&id, None);
    assert_eq!((&late.turns, &late.state["seat"]), (&players[0].turns, &Value::Null));
    assert_eq!(late.state["position"], players[0].state["position"]);
    assert_eq!(late.state["partial"], Value::Null);
}

pub fn a_turn_can_be_taken_back_when_the_other_agrees() {
    let server = Server::new();
    let (_, [mut ana, mut bruna]) = server.players(json!({ "game": ALQUERQUE }));
    let text = random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(2));
    ana.play(&text);
    bruna.until_ply(1);
    offer(&mut ana, "takeback");
    bruna.until_state("the offer", |state| state["offer"] == json!({ "by": "first", "what": "takeback" }));
    bruna.send(json!({ "t": "decline" }));
    ana.until_state("the answer", |state| state["offer"].is_null());
    assert_eq!(ana.state["ply"], 1, "it was declined");
    offer(&mut ana, "takeback");
    bruna.until_state("the offer", |state| !state["offer"].is_null());
    bruna.send(json!({ "t": "accept" }));
    for player in [&mut ana, &mut bruna] {
        player.until_ply(0);
        assert_eq!(player.state["toMove"], "first");
        assert_eq!(player.state["position"], player.state["start"]);
    }
    ana.play(&text);
}

pub fn a_draw_is_offered_declined_and_accepted() {
    let server = Server::new();
    let (id, mut players) = server.players(json!({ "game": ALQUERQUE }));
    play_on(&mut players, ALQUERQUE, 4, &mut fastrand::Rng::with_seed(3));
    let [ana, bruna] = &mut players;
    offer(ana, "draw");
    assert!(!ana.refused(json!({ "t": "accept" })).is_empty(), "a player cannot accept their own offer");
    bruna.until_state("the offer", |state| state["offer"]["by"] == "first");
    bruna.send(json!({ "t": "decline" }));
    ana.until_state("the answer", |state| state["offer"].is_null());
    bruna.until_state("the answer", |state| state["offer"].is_null());
    offer(bruna, "draw");
    ana.until_state("the offer", |state| state["offer"]["by"] == "second");
    ana.send(json!({ "t": "accept" }));
    for player in players {
        let mut player = player;
        player.until_state("the end", |state| !state["outcome"].is_null());
        assert_eq!(player.state["outcome"]["reason"], "agreement");
        assert_eq!(player.state["outcome"]["result"], "1/2-1/2");
        assert_eq!(player.state["toMove"], Value::Null);
    }
    let pdn = server.visitor().get(&format!("/play/{id}.pdn")).text();
    assert!(pdn.contains("[Result \"1/2-1/2\"]"), "{pdn}");
}

pub fn a_move_declines_a_draw_offer() {
    let server = Server::new();
    let (_, mut players) = server.players(json!({ "game": ALQUERQUE }));
    let mut rng = fastrand::Rng::with_seed(4);
    play_on(&mut players, ALQUERQUE, 3, &mut rng);
    offer(&mut players[0], "draw");
    play_on(&mut players, ALQUERQUE, 4, &mut rng);
    assert_eq!(players[0].state["offer"], Value::Null);
    assert!(!players[1].refused(json!({ "t": "accept" })).is_empty());
}

pub fn the_pieces_are_counted_when_both_agree_and_the_rules_count() {
    let server = Server::new();
    let (_, [mut ana, mut bruna]) = server.players(json!({ "game": "alquerque:article" }));
    offer(&mut ana, "count");
    bruna.until_state("the offer", |state| state["offer"]["what"] == "count");
    bruna.send(json!({ "t": "accept" }));
    ana.until_state("the end", |state| state["outcome"]["reason"] == "agreed_count");
    let (_, [mut ana, _bruna]) = server.players(json!({ "game": ALQUERQUE }));
    assert_eq!(ana.state["can"]["count"], false);
    ana.refused(json!({ "t": "offer", "what": "count" }));
    assert_eq!(ana.state["outcome"], Value::Null);
}

pub fn a_rematch_swaps_the_sides() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE, "name": "Ana" }));
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    ana.refused(json!({ "t": "rematch" }));
    ana.send(json!({ "t": "resign" }));
    bruna.until_state("the end", |state| state["outcome"]["reason"] == "resignation");
    assert_eq!(bruna.state["outcome"]["winner"], "second");
    assert!(bruna.state["can"]["rematch"] == true && bruna.state["can"]["resign"] == false);
    bruna.send(json!({ "t": "rematch" }));
    ana.until_state("the offer", |state| state["offer"]["what"] == "rematch");
    ana.send(json!({ "t": "rematch" }));
    for player in [&mut ana, &mut bruna] {
        player.until_state("the next game", |state| state["rematch"].is_string());
    }
    let next = bruna.state["rematch"].as_str().unwrap().strip_prefix("/play/").unwrap().to_owned();
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&next, Some(token)));
    assert_eq!((&ana.state["seat"], &bruna.state["seat"]), (&json!("second"), &json!("first")));
    assert_eq!(ana.state["players"][1]["name"], "Ana");
    let text = random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(5));
    bruna.play(&text);
    ana.until_ply(1);
}

pub fn simultaneous_rematch_requests_start_one_game() {
    let server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE }));
    let [mut ana, mut bruna] = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    ana.send(json!({ "t": "resign" }));
    bruna.until_state("the end", |state| !state["outcome"].is_null());
    for _ in 0..8 {
        ana.send(json!({ "t": "rematch" }));
        bruna.send(json!({ "t": "rematch" }));
    }
    for player in [&mut ana, &mut bruna] {
        player.send(json!({ "t": "ping" }));
        player.until("everything was answered", |message| message["t"] == "pong");
    }
    let mut named = Vec::new();
    for player in [&mut ana, &mut bruna] {
        player.until_state("the next game", |state| state["rematch"].is_string());
        named.push(player.state["rematch"].clone());
    }
    named.push(server.state(&id)["rematch"].clone());
    assert!(named.iter().all(|next| *next == named[0]), "{named:?}");
}

pub fn a_flag_falls_without_requests() {
    let server = Server::new();
    let (id, mut players) = server.players(json!({ "game": ALQUERQUE, "clock": { "minutes": 0.1, "seconds": 0 } }));
    assert_eq!(players[0].state["clock"], json!({ "left": [6000, 6000], "running": null, "increment": 0 }));
    play_on(&mut players, ALQUERQUE, 2, &mut fastrand::Rng::with_seed(6));
    assert_eq!(players[1].state["clock"]["running"], "first");
    let began = Instant::now();
    for player in &mut players {
        player.until_state("the flag", |state| !state["outcome"].is_null());
        assert_eq!(player.state["outcome"]["reason"], "time");
        assert_eq!(player.state["outcome"]["winner"], "second");
        assert_eq!(player.state["clock"]["left"][0], 0);
    }
    assert!(began.elapsed().as_secs() >= 4, "no flag falls early");
    let pdn = server.visitor().get(&format!("/play/{id}.pdn")).text();
    assert!(pdn.contains("Termination") && pdn.contains("[Result"), "{pdn}");
}

pub fn a_flag_that_fell_during_downtime_counts_after_the_restart() {
    let mut server = Server::new();
    let (id, mut players) = server.players(json!({ "game": ALQUERQUE, "clock": { "minutes": 0.1, "seconds": 0 } }));
    play_on(&mut players, ALQUERQUE, 2, &mut fastrand::Rng::with_seed(7));
    server = server.restart();
    let mut late = server.player(&id, None);
    late.until_state("the flag", |state| state["outcome"]["reason"] == "time");
}

pub fn each_turn_brings_its_increment() {
    let server = Server::new();
    let (_, mut players) = server.players(json!({ "game": ALQUERQUE, "clock": { "minutes": 1, "seconds": 60 } }));
    play_on(&mut players, ALQUERQUE, 6, &mut fastrand::Rng::with_seed(8));
    let left = players[0].state["clock"]["left"].clone();
    // Four moves were made while the clocks ran. They took much less than a minute.
    assert!(
        left.as_array().unwrap().iter().all(|left| (120_000..=180_000).contains(&left.as_i64().unwrap())),
        "{left}"
    );
}

pub fn players_cannot_choose_their_throw() {
    let server = Server::new();
    let title = "alquerque-de-nueve:dados";
    let new_game = server.begin(json!({ "game": title, "opponent": "friend", "side": "first" }));
    let mut ana = server.player(&new_game.id, Some(&new_game.token));
    let throws = legal(&game(title, &[], &[]));
    assert!(!ana.refused(json!({ "t": "turn", "ply": 0, "text": throws[0] })).is_empty());
    assert_eq!(server.state(&new_game.id)["ply"], 0);
}

pub fn a_person_plays_the_engine_to_the_end() {
    let server = Server::new();
    let new_game = server.begin(json!({ "game": ALQUERQUE, "opponent": "engine:2", "side": "second" }));
    let mut ana = server.player(&new_game.id, Some(&new_game.token));
    let mut rng = fastrand::Rng::with_seed(10);
    while ana.state["outcome"].is_null() {
        if ana.state["toMove"] == "second" && !ana.state["partial"].is_null() {
            let text = random_move(ALQUERQUE, &ana.turns, &mut rng);
            ana.play(&text);
        } else {
            ana.until("the engine's turn", |message| message["t"] == "turn" || message["t"] == "state");
        }
    }
    assert!(game(ALQUERQUE, &[], &ana.turns).outcome().is_some());
    assert!(!ana.state["outcome"]["words"].as_str().unwrap().is_empty());
    ana.send(json!({ "t": "rematch" }));
    ana.until_state("the next game", |state| state["rematch"].is_string());
    let next = ana.state["rematch"].as_str().unwrap().strip_prefix("/play/").unwrap().to_owned();
    assert_eq!(server.player(&next, Some(&new_game.token)).state["seat"], "first");
}

pub fn hints_come_with_a_reason_and_stand_in_the_record() {
    let mut server = Server::new();
    let new_game = server.begin(json!({ "game": ALQUERQUE, "opponent": "engine:1", "side": "first" }));
    let mut ana = server.player(&new_game.id, Some(&new_game.token));
    assert_eq!((&ana.state["can"]["hint"], &ana.state["hint"]), (&json!(true), &Value::Null));
    ana.send(json!({ "t": "hint" }));
    ana.until_state("the hint", |state| !state["hint"].is_null());
    let hint = ana.state["hint"].clone();
    let turn = hint["turn"]["text"].as_str().unwrap().to_owned();
    assert!(legal(&game(ALQUERQUE, &[], &[])).contains(&turn), "{hint}");
    assert!(hint["words"].as_str().is_some_and(|words| words.starts_with(&format!("{turn}: "))), "{hint}");
    assert_eq!(ana.state["can"]["hint"], false, "one is enough for a turn");
    // Spectators receive nothing of it.
    let mut watcher = server.player(&new_game.id, None);
    assert!(watcher.state["hint"].is_null());
    watcher.refused(json!({ "t": "hint" }));
    server = server.restart();
    let mut ana = server.player(&new_game.id, Some(&new_game.token));
    assert_eq!(ana.state["hint"], hint);
    ana.play(&turn);
    ana.until_state("the next turn", |state| state["can"]["hint"] == true);
    assert!(ana.state["hint"].is_null());
    let record = server.visitor().get(&format!("/play/{}.pdn", new_game.id)).text();
    assert!(record.contains(&format!("1. {turn} {{a hint was asked for}}")), "{record}");

    let (id, [mut ana, _bruna]) = server.players(json!({ "game": ALQUERQUE }));
    assert_eq!(server.state(&id)["can"]["hint"], false);
    assert!(ana.refused(json!({ "t": "hint" })).contains("no hints"));
}

/// Starts a game by the form, and returns its id.
fn by_form(visitor: &Visitor, game: &str, fields: &[(&str, &str)]) -> String {
    let answer = visitor.form(&format!("/new/{game}"), fields);
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").strip_prefix("/play/").unwrap().to_owned()
}

pub fn a_restart_keeps_games_seats_offers_and_invitations() {
    let mut server = Server::new();
    let (id, tokens) = server.pair(json!({ "game": ALQUERQUE, "rules": ["capture=optional"], "name": "Ana" }));
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    play_on(&mut players, ALQUERQUE, 1, &mut fastrand::Rng::with_seed(12));
    offer(&mut players[0], "draw");
    let cecilia = server.visitor();
    cecilia.get("/");
    let waiting = by_form(&cecilia, "bagh-chal", &[("opponent", "friend"), ("side", "first"), ("name", "Cecilia")]);
    let page = cecilia.get(&format!("/play/{waiting}")).text();
    let invite = page.split_once("/join/").unwrap().1.split('"').next().unwrap().to_owned();
    let before = server.state(&id);

    server = server.restart();
    let after = server.state(&id);
    for key in ["history", "position", "start", "toMove", "offer"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    let mut players = tokens.each_ref().map(|token| server.player(&id, Some(token)));
    assert_eq!((&players[0].state["seat"], &players[1].state["seat"]), (&json!("first"), &json!("second")));
    assert_eq!(players[0].state["players"][0]["name"], "Ana");
    players[1].send(json!({ "t": "accept" }));
    players[0].until_state("the draw", |state| state["outcome"]["reason"] == "agreement");

    // The seat belongs to the device.
    let back = server.visitor();
    back.cookies.replace(cecilia.cookies.take());
    assert!(back.get("/mine").text().contains(&format!("/play/{waiting}")));
    let path = format!("/play/{waiting}/live");
    assert_eq!(Player::connect(&server.address, &path, &[("cookie", &back.cookie())]).unwrap().state["seat"], "first");
    let joined = server.visitor().form(&format!("/join/{invite}"), &[("name", "Dario")]);
    assert_eq!(joined.status, 303, "{}", joined.text());
    assert_eq!(server.state(&waiting)["players"][1]["name"], "Dario");
}

pub fn the_engine_resumes_after_a_restart() {
    let mut server = Server::new();
    let new_game = server.begin(json!({ "game": "international", "opponent": "engine:10", "side": "first" }));
    let mut ana = server.player(&new_game.id, Some(&new_game.token));
    let text = random_move("international", &[], &mut fastrand::Rng::with_seed(13));
    ana.play(&text);
    server = server.restart();
    let mut ana = server.player(&new_game.id, Some(&new_game.token));
    ana.until_ply(2);
    assert_eq!(ana.state["toMove"], "first");
}
/// Returns a position and two moves there whose replies differ and number several each.
fn parting(rng: &mut fastrand::Rng) -> (String, [String; 2]) {
    loop {
        let mut turns = Vec::new();
        while turns.len() < 10 && game(ALQUERQUE, &[], &turns).outcome().is_none() {
            turns.push(random_move(ALQUERQUE, &turns, rng));
        }
        let before = game(ALQUERQUE, &[], &turns);
        let answers = |text: &String| {
            let mut turns = turns.clone();
            turns.push(text.clone());
            let after = game(ALQUERQUE, &[], &turns);
            if after.outcome().is_none() { legal(&after) } else { vec![] }
        };
        let choices = if before.outcome().is_none() { legal(&before) } else { vec![] };
        for one in &choices {
            for other in &choices {
                let [here, there] = [answers(one), answers(other)];
                if here.len() > 1 && there.len() > 1 && here.iter().all(|text| !there.contains(text)) {
                    let fen = quirkat_rules::write_fen(before.ruleset(), &before.setup());
                    return (fen, [one.clone(), other.clone()]);
                }
            }
        }
    }
}

pub fn a_turn_taken_back_while_the_engine_thinks_is_not_answered() {
    let server = Server::new();
    let mut rng = fastrand::Rng::with_seed(14);
    for _ in 0..3 {
        let (fen, [one, other]) = parting(&mut rng);
        let side = if fen.starts_with('W') { "first" } else { "second" };
        let request = json!({ "game": ALQUERQUE, "position": fen, "opponent": "engine:10", "side": side });
        let new_game = server.begin(request);
        let mut ana = server.player(&new_game.id, Some(&new_game.token));
        ana.play(&one);
        ana.send(json!({ "t": "offer", "what": "takeback" }));
        ana.until_ply(0);
        ana.play(&other);
        ana.until_ply(2);
        let state = server.state(&new_game.id);
        assert_eq!((&state["ply"], &state["position"]), (&json!(2), &ana.state["position"]), "{fen}: {one}, {other}");
    }
}

pub fn dice_are_thrown_automatically() {
    let server = Server::new();
    let title = "alquerque-de-nueve:dados";
    let (_, mut players) = server.players(json!({ "game": title }));
    let mut rng = fastrand::Rng::with_seed(9);
    for turn in 1..=8 {
        // The throw comes first and cannot be chosen.
        for player in &mut players {
            player.until_ply(2 * turn - 1);
            assert!(player.state["history"].is_array());
        }
        let text = random_move(title, &players[0].turns, &mut rng);
        let at = usize::from(players[0].state["toMove"] == "second");
        players[at].turn(&text);
        players[at].until_ply(2 * turn + 1);
        players[1 - at].until_ply(2 * turn + 1);
        if turn == 8 {
            break;
        }
    }
    assert_eq!(players[0].turns, players[1].turns);
}

pub fn two_people_at_one_screen_play_both_sides() {
    let server = Server::new();
    let ana = server.visitor();
    ana.get("/");
    let id = by_form(&ana, "alquerque", &[("opponent", "here"), ("side", "first")]);
    let mut both = Player::connect(&server.address, &format!("/play/{id}/live"), &[("cookie", &ana.cookie())]).unwrap();
    assert_eq!(both.state["seat"], "both");
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..6 {
        let text = random_move("alquerque", &both.turns, &mut rng);
        both.play(&text);
    }
    both.send(json!({ "t": "offer", "what": "takeback" }));
    both.until_ply(5);
    both.send(json!({ "t": "offer", "what": "draw" }));
    both.until_state("the end", |state| state["outcome"]["reason"] == "agreement");
}
