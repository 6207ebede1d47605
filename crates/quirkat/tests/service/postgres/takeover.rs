//! Tests the takeover of running games when a server is killed.

use super::database;
use super::sites::{pair, server, two};
use crate::harness::{Server, Visitor, game, moves_survive_kills, random_move, until};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const DRAUGHTS: &str = "international";

/// Time within which games continue at the other server.
const SOON: Duration = Duration::from_secs(5);

pub fn acknowledged_moves_survive_random_kills() {
    let database = database();
    moves_survive_kills(|| server(&database));
}

pub fn a_presumed_dead_server_that_returns_does_no_damage() {
    let [one, two] = two();
    let mut rng = fastrand::Rng::with_seed(51);
    let mut games: Vec<_> = (0..10)
        .map(|_| {
            let new_game = one.begin(json!({ "game": DRAUGHTS, "opponent": "engine:1", "side": "first" }));
            TrackedGame { id: new_game.id, tokens: [Some(new_game.token), None], turns: vec![], gone_on: None }
        })
        .collect();
    let at = |server: &Server| Site {
        addresses: [server.address.clone(), server.address.clone()],
        is_killed: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    };
    let mut play = |site: &Site, plies: usize, games: &mut [TrackedGame]| {
        for known in games {
            until("the game to go on", || {
                known.go_on(site, &mut rng);
                (known.turns.len() >= plies || game(DRAUGHTS, &[], &known.turns).outcome().is_some()).then_some(())
            });
        }
    };
    // The first server's engine may be thinking when that server stops.
    play(&at(&one), 3, &mut games);
    let process = Pid::from_raw(one.process() as i32);
    kill(process, Signal::SIGSTOP).unwrap();
    play(&at(&two), 9, &mut games);
    kill(process, Signal::SIGCONT).unwrap();
    play(&at(&one), 15, &mut games);
    for known in &mut games {
        known.look(&two.visitor());
        known.look(&one.visitor());
        game(DRAUGHTS, &[], &known.turns);
    }
}

pub fn automatic_events_move_to_another_server_after_a_kill() {
    let [mut one, two] = two();
    // A flag falls after the first server has gone.
    let clock = json!({ "minutes": 0.1 });
    let (id, mut players) = one.players(json!({ "game": DRAUGHTS, "clock": clock }));
    let mut rng = fastrand::Rng::with_seed(61);
    for ply in 0..2 {
        let text = random_move(DRAUGHTS, &players[ply].turns, &mut rng);
        players[ply].play(&text);
        players[1 - ply].until_ply(ply + 1);
    }
    let mut sees_flag = two.player(&id, None);
    // Engines that think longer than a second when the server goes.
    let new_games: Vec<_> =
        (0..4).map(|_| one.begin(json!({ "game": DRAUGHTS, "opponent": "engine:8", "side": "first" }))).collect();
    let mut watchers: Vec<_> = new_games.iter().map(|new_game| two.player(&new_game.id, None)).collect();
    for new_game in &new_games {
        let text = random_move(DRAUGHTS, &[], &mut rng);
        let answer = one.visitor().with(&new_game.token).act(&new_game.id, &format!("move/{text}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    one.kill();
    let killed = Instant::now();
    let unanswered = new_games.iter().filter(|new_game| two.state(&new_game.id)["ply"] == 1).count();
    assert!(unanswered > 0, "all engines answered before the kill, so the test proves nothing");
    for watcher in &mut watchers {
        watcher.until_ply(2);
    }
    assert!(killed.elapsed() < SOON, "the engines thought again at the other server for {:?}", killed.elapsed());
    sees_flag.until_state("the flag", |state| state["outcome"]["reason"] == "time");
}

/// A game, with the state known to its players.
struct TrackedGame {
    id: String,
    /// Token of each side. The engine has none.
    tokens: [Option<String>; 2],
    /// Moves that were acknowledged or seen.
    turns: Vec<String>,
    /// Time of the first acknowledged move after the kill.
    gone_on: Option<Instant>,
}

/// Addresses of the servers, and whether the first one is gone.
struct Site {
    addresses: [String; 2],
    is_killed: AtomicBool,
    is_over: AtomicBool,
}

impl Site {
    /// Returns a visitor of a random running server.
    fn visitor(&self, rng: &mut fastrand::Rng) -> Visitor {
        let at = if self.is_killed.load(Ordering::SeqCst) { 1 } else { rng.usize(..2) };
        Visitor::at(&self.addresses[at])
    }
}

impl TrackedGame {
    /// Plays a move for the side to move, or reads the engine's move.
    fn go_on(&mut self, site: &Site, rng: &mut fastrand::Rng) {
        let position = game(DRAUGHTS, &[], &self.turns);
        if position.outcome().is_some() {
            self.gone_on.get_or_insert_with(Instant::now);
            return;
        }
        let was_killed = site.is_killed.load(Ordering::SeqCst);
        let visitor = site.visitor(rng);
        let Some(token) = &self.tokens[position.to_move().index()] else { return self.look(&visitor) };
        let text = random_move(DRAUGHTS, &self.turns, rng);
        let visitor = visitor.with(token);
        match visitor.try_ask("POST", &format!("/api/board/game/{}/move/{text}", self.id), &[], &[]) {
            Ok(answer) if answer.status == 200 => self.turns.push(text),
            // The kill interrupted the request: the move was stored or not.
            Err(_) if site.is_killed.load(Ordering::SeqCst) => return self.look(&Visitor::at(&site.addresses[1])),
            Ok(answer) => panic!("{}: {}", answer.status, answer.text()),
            Err(error) => panic!("a server that runs does not answer: {error}"),
        }
        if was_killed {
            self.gone_on.get_or_insert_with(Instant::now);
        }
    }

    /// Reads the game and checks that all known moves are present, and at most one more.
    fn look(&mut self, visitor: &Visitor) {
        let Ok(answer) = visitor.try_ask("GET", &format!("/api/game/{}", self.id), &[], &[]) else { return };
        assert_eq!(answer.status, 200, "{}", answer.text());
        let state = answer.json();
        let turns = state["history"].as_array().unwrap().iter();
        let turns: Vec<_> = turns.map(|turn| turn["turn"]["text"].as_str().unwrap().to_owned()).collect();
        assert_eq!(turns.get(..self.turns.len()), Some(&self.turns[..]), "a turn that was acknowledged is gone");
        assert!(turns.len() <= self.turns.len() + 2, "only moves in flight may be added");
        self.turns = turns;
    }
}

pub fn two_hundred_games_continue_when_a_server_is_killed() {
    let [mut one, two] = two();
    let mut games = begin(&[&one, &two]);
    let addresses = [one.address.clone(), two.address.clone()];
    let site = Site { addresses, is_killed: AtomicBool::new(false), is_over: AtomicBool::new(false) };
    let killed = thread::scope(|scope| {
        // Waiting for an engine must not delay others, so each thread plays both kinds of game.
        for (seed, games) in games.chunks_mut(20).enumerate() {
            let site = &site;
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(seed as u64);
                while !site.is_over.load(Ordering::SeqCst) {
                    for known in &mut *games {
                        known.go_on(site, &mut rng);
                    }
                    if games.iter().all(|known| known.gone_on.is_some()) {
                        return;
                    }
                }
            });
        }
        thread::sleep(Duration::from_secs(4));
        site.is_killed.store(true, Ordering::SeqCst);
        one.kill();
        let killed = Instant::now();
        // Long after the time limit there is no reason to wait.
        thread::sleep(SOON * 3);
        site.is_over.store(true, Ordering::SeqCst);
        killed
    });
    let times: Vec<_> =
        games.iter().map(|known| known.gone_on.map(|at| at.saturating_duration_since(killed))).collect();
    let late = times.iter().filter(|time| time.is_none_or(|time| time > SOON)).count();
    let longest = times.iter().flatten().max();
    println!("the last of {} games went on {longest:?} after the kill", games.len());
    assert_eq!(late, 0, "games that went on too late or not at all: {times:?}");
    let played: usize = games.iter().map(|known| known.turns.len()).sum();
    assert!(played > 2 * games.len(), "games were played: {played} turns");
    for known in &mut games {
        // The moves are legal in order, so none is duplicated.
        known.look(&two.visitor());
        game(DRAUGHTS, &[], &known.turns);
    }
}

/// Starts 160 games between people and 40 against the engine, at both servers.
fn begin(servers: &[&Server; 2]) -> Vec<TrackedGame> {
    let known = |id, tokens| TrackedGame { id, tokens, turns: vec![], gone_on: None };
    let people = (0..160).map(|number| {
        let (id, tokens) = pair(servers[number % 2], servers[(number / 2) % 2], DRAUGHTS);
        known(id, tokens.map(Some))
    });
    let engine = (0..40).map(|number| {
        let request = json!({ "game": DRAUGHTS, "opponent": "engine:1", "side": "first" });
        let new_game = servers[number % 2].begin(request);
        known(new_game.id, [Some(new_game.token), None])
    });
    people.chain(engine).collect()
}
