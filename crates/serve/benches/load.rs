//! The server under load: `cargo bench -p quirkat-serve --bench load [-- --games 1000 --seconds 60 --engines 200
//! --spectators 500 --plies 400]`.
//!
//! Live games between two scripted players each, who make one turn a second by lot, one game after the other within the
//! second. What counts is the time from a turn being sent to its being seen by the opponent. The players run on the same
//! machine and take their share of it: how late their own timers were stands beside. Then many games against the engine,
//! whose first turns are all sent at once. Then one long game that many look at: how soon they see it, and each turn.
//!
//! The server is a child process, this program again with `--serve FOLDER`.

use futures_util::{SinkExt, StreamExt};
use quirkat_rules::{AnyGame, AnyRules, find_game, read_turn};
use quirkat_serve::{Options, Sharing, serve};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

/// What is played: its games by lot are long.
const GAME: &str = "international";
/// What many look at: its games by lot go on and on.
const LONG_GAME: &str = "dablot";
/// Nobody may send more than 20 messages a second for long.
const UNHURRIED: Duration = Duration::from_millis(30);
/// So many turns are made before them, one a second.
const WATCHED: usize = 20;
/// The level of the engine.
const LEVEL: u8 = 3;
/// How often the engine is asked in each game.
const ROUNDS: usize = 3;
/// As many connections are opened at once.
const AT_ONCE: usize = 64;
/// An answer that takes longer is none.
const PATIENCE: Duration = Duration::from_secs(120);

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let after = |name: &str| arguments.iter().position(|known| known == name).and_then(|at| arguments.get(at + 1));
    if let Some(folder) = after("--serve") {
        let options = Options { sharing: Sharing::Free, ..Options::new(([127, 0, 0, 1], 0).into(), folder.into()) };
        serve(&options, |address| println!("{address}")).expect("the server runs");
        return;
    }
    let number = |name: &str, usual: usize| after(name).map_or(usual, |text| text.parse().expect("a number"));
    let (games, seconds, engines) = (number("--games", 1_000), number("--seconds", 60), number("--engines", 200));
    let (spectators, plies) = (number("--spectators", 500), number("--plies", 400));
    if !arguments.iter().any(|known| known == "--raised") {
        raise_open_files(2 * games.max(engines).max(spectators) + 100);
    }
    let folder = tempfile::tempdir().expect("a folder for the games");
    let server = Server::start(folder.path());
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        players(&server, games, seconds).await;
        against_the_engine(&server, engines).await;
        before_spectators(&server, spectators, plies).await;
    });
}

/// Starts this program again with as many open files as the system allows, if they are too few: the server, a child of
/// it, has as many. Says so where even that is not enough.
fn raise_open_files(needed: usize) {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap_or_default();
    let mut limits = line.split_whitespace().map(|limit| limit.parse().unwrap_or(usize::MAX));
    let (Some(soft), Some(hard)) = (limits.next(), limits.next()) else {
        return println!("how many files may be open is not known here; {needed} are needed");
    };
    if soft >= needed {
        return;
    }
    if hard < needed {
        println!("{needed} open files are needed and the system allows {hard}: expect connections to fail");
    }
    let program = std::env::current_exe().expect("this program");
    let script = format!("ulimit -n {} && exec \"$@\" --raised", hard.min(needed));
    let status = Command::new("sh").args(["-c", &script, "sh"]).arg(program).args(std::env::args().skip(1)).status();
    match status {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => println!("the limit of {soft} open files cannot be raised: {error}"),
    }
}

/// The server as a child process.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &std::path::Path) -> Server {
        let program = std::env::current_exe().expect("this program");
        let mut child =
            Command::new(program).arg("--serve").arg(folder).stdout(Stdio::piped()).spawn().expect("a server");
        let mut address = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut address).expect("its address");
        Server { child, address: address.trim().to_owned() }
    }

    /// How much memory it takes, in MiB.
    fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        let kilobytes: Option<u64> = line.split_whitespace().next().and_then(|number| number.parse().ok());
        kilobytes.map_or("?".to_owned(), |kilobytes| (kilobytes / 1_024).to_string())
    }

    /// The processor's time that it has taken, in hundredths of a second.
    fn worked(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The name of the program, which may have spaces, ends with a bracket; the times are the 14th and 15th field.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let mut answer = ureq::post(format!("http://{}{path}", self.address)).send_json(body).expect("an answer");
        answer.body_mut().read_json().expect("JSON")
    }

    /// Begins a game between two; its id and the tokens of both sides.
    fn pair(&self, game: &str) -> (String, [String; 2]) {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let begun = self.post(
            "/api/play",
            &json!({ "game": game, "rules": ["first=first"], "opponent": "friend", "side": "first" }),
        );
        let invite = text(&begun["invite"]);
        let (_, path) = invite.split_once("/join/").expect("an invitation");
        let joined = self.post(&format!("/api/join/{path}"), &json!({}));
        (text(&begun["id"]), [text(&begun["token"]), text(&joined["token"])])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a message says first.
#[derive(Deserialize)]
struct News {
    t: String,
    #[serde(default)]
    ply: usize,
    turn: Option<Made>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct Made {
    text: String,
}

/// Somebody who plays, or looks on.
struct Player(Socket);

impl Player {
    async fn connect(address: &str, id: &str, token: &str) -> Player {
        Player::open(format!("ws://{address}/play/{id}/live?token={token}")).await
    }

    async fn look_on(address: &str, id: &str) -> Player {
        Player::open(format!("ws://{address}/play/{id}/live")).await
    }

    async fn open(url: String) -> Player {
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("a live connection");
        let mut player = Player(socket);
        player.until(|news| news.t == "state").await;
        player
    }

    async fn until(&mut self, fits: impl Fn(&News) -> bool) -> News {
        let search = async {
            loop {
                let message = self.0.next().await.expect("an open connection").expect("a message");
                let Message::Text(text) = message else { continue };
                let news: News = serde_json::from_str(&text).expect("JSON");
                assert_ne!(news.t, "refused", "{:?}", news.message);
                if fits(&news) {
                    return news;
                }
            }
        };
        tokio::time::timeout(PATIENCE, search).await.expect("an answer in time")
    }

    async fn until_ply(&mut self, ply: usize) -> News {
        self.until(|news| news.t == "turn" && news.ply == ply).await
    }

    async fn send(&mut self, ply: usize, text: &str) {
        let message = json!({ "t": "turn", "ply": ply, "text": text }).to_string();
        self.0.send(Message::text(message)).await.expect("an open connection");
    }
}

/// A game as the players know it: nobody draws lots about who begins.
fn new_game(game: &str) -> AnyGame {
    let ruleset = find_game(game).expect("a game").ruleset(None, &[("first", "first")]).expect("a variant");
    AnyRules::compile(ruleset).expect("rules").new_game()
}

/// Makes a turn by lot; its text, or none when the game is over.
fn by_lot(game: &mut AnyGame) -> Option<String> {
    if game.outcome().is_some() {
        return None;
    }
    let mut turns = game.turns().expect("few turns");
    let turn = turns.swap_remove(fastrand::usize(..turns.len()));
    game.play(&turn).expect("a legal turn");
    Some(turn.text(&game.ruleset().board))
}

/// Times, to be ranked.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn print(mut self, what: &str) {
        self.0.sort_unstable();
        let at = |share: f64| {
            let last = self.0.len().saturating_sub(1) as f64;
            self.0.get((share * last) as usize).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
        };
        println!("{what:<28}{:>10.1}{:>10.1}{:>10.1}{:>10.1}", at(0.5), at(0.9), at(0.99), at(1.0));
    }
}

fn heading() {
    println!("{:<28}{:>10}{:>10}{:>10}{:>10}", "milliseconds", "p50", "p90", "p99", "max");
}

/// A pair that plays a turn a second from a moment on; how long each turn took to be seen, and how late each timer was.
async fn play(
    address: String,
    (id, [one, other]): (String, [String; 2]),
    doors: Arc<Semaphore>,
    from: Instant,
    turns: usize,
) -> [Times; 2] {
    let door = doors.acquire().await.expect("a door");
    let mut players = [Player::connect(&address, &id, &one).await, Player::connect(&address, &id, &other).await];
    drop(door);
    let (mut seen, mut late) = (Times::default(), Times::default());
    let mut game = new_game(GAME);
    for ply in 0..turns {
        let at = game.to_move().index();
        let Some(text) = by_lot(&mut game) else { break };
        let due = from + Duration::from_secs(ply as u64);
        sleep_until(due).await;
        late.0.push(due.elapsed());
        let [first, second] = &mut players;
        let (mover, other) = if at == 0 { (first, second) } else { (second, first) };
        let sent = Instant::now();
        mover.send(ply, &text).await;
        other.until_ply(ply + 1).await;
        seen.0.push(sent.elapsed());
        mover.until_ply(ply + 1).await;
    }
    [seen, late]
}

async fn players(server: &Server, games: usize, seconds: usize) {
    let empty = server.memory();
    let began = Instant::now();
    let begun: Vec<_> = std::thread::scope(|scope| {
        let share = |number: usize| (games + number) / 8;
        let threads: Vec<_> = (0..8)
            .map(|number| scope.spawn(move || (0..share(number)).map(|_| server.pair(GAME)).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("games")).collect()
    });
    println!("{} games of {GAME} begun in {:.1} s", begun.len(), began.elapsed().as_secs_f64());

    // All are connected before the first turn is made; the games begin one after the other within a second.
    let connecting = Duration::from_secs(5 + games as u64 / 100);
    let start = Instant::now() + connecting;
    let mut tasks = JoinSet::new();
    let doors = Arc::new(Semaphore::new(AT_ONCE));
    let number_of = begun.len();
    for (number, begun) in begun.into_iter().enumerate() {
        let from = start + Duration::from_secs(1).mul_f64(number as f64 / number_of as f64);
        let (address, doors) = (server.address.clone(), Arc::clone(&doors));
        tasks.spawn(play(address, begun, doors, from, seconds));
    }
    sleep_until(start).await;
    let (idle, worked) = (server.memory(), server.worked());
    sleep_until(start + Duration::from_secs(seconds as u64 / 2)).await;
    let middle = server.memory();
    // The last turns are made in the second after that.
    let measured = seconds.saturating_sub(1).max(1);
    sleep_until(start + Duration::from_secs(measured as u64)).await;
    let (end, worked) = (server.memory(), server.worked() - worked);
    let (mut seen, mut late) = (Times::default(), Times::default());
    while let Some(times) = tasks.join_next().await {
        let [more, later] = times.expect("a game that went well");
        seen.0.extend(more.0);
        late.0.extend(later.0);
    }
    let turns = seen.0.len();
    println!("{number_of} games, {} connections, a turn a second each for {seconds} s: {turns} turns\n", 2 * number_of);
    heading();
    seen.print("turn sent to turn seen");
    late.print("the players' own timers late");
    println!(
        "\nserver: {empty} MiB empty, {idle} MiB with all connected, {middle} MiB in the middle, {end} MiB at the end; \
        {:.0} % of a processor\n",
        worked as f64 / measured as f64
    );
}

/// A person who plays the engine; how long each answer took.
async fn ask_engine(address: String, id: String, token: String, from: Instant) -> Times {
    let mut player = Player::connect(&address, &id, &token).await;
    let mut game = new_game(GAME);
    let mut answers = Times::default();
    sleep_until(from).await;
    for round in 0..ROUNDS {
        let Some(text) = by_lot(&mut game) else { break };
        let sent = Instant::now();
        player.send(2 * round, &text).await;
        player.until_ply(2 * round + 1).await;
        if game.outcome().is_some() {
            break;
        }
        let answer = player.until_ply(2 * round + 2).await;
        answers.0.push(sent.elapsed());
        let turn = read_turn(&*game, &answer.turn.expect("a turn").text).expect("a legal turn");
        game.play(&turn).expect("a legal turn");
    }
    answers
}

async fn against_the_engine(server: &Server, games: usize) {
    let asked =
        json!({ "game": GAME, "rules": ["first=first"], "opponent": format!("engine:{LEVEL}"), "side": "first" });
    let from = Instant::now() + Duration::from_secs(3 + games as u64 / 50);
    let mut tasks = JoinSet::new();
    for _ in 0..games {
        let begun = server.post("/api/play", &asked);
        let text = |key: &str| begun[key].as_str().expect("a text").to_owned();
        tasks.spawn(ask_engine(server.address.clone(), text("id"), text("token"), from));
    }
    let mut answers = Times::default();
    while let Some(times) = tasks.join_next().await {
        answers.0.extend(times.expect("a game that went well").0);
    }
    let longest = from.elapsed().as_secs_f64();
    println!(
        "{games} games against the engine at level {LEVEL}, {ROUNDS} turns each without waiting: {longest:.1} s\n"
    );
    heading();
    answers.print("turn sent to answer seen");
    println!("\nserver: {} MiB", server.memory());
}

/// Somebody who looks on from a moment on; how long the whole game took to be seen, and when each turn was.
async fn look_on(address: String, id: String, doors: Arc<Semaphore>, plies: Range<usize>) -> (Duration, Vec<Instant>) {
    let door = doors.acquire().await.expect("a door");
    let began = Instant::now();
    let mut spectator = Player::look_on(&address, &id).await;
    let whole = began.elapsed();
    drop(door);
    let mut seen = vec![];
    for ply in plies {
        spectator.until_ply(ply + 1).await;
        seen.push(Instant::now());
    }
    (whole, seen)
}

async fn before_spectators(server: &Server, spectators: usize, plies: usize) {
    let (id, tokens) = server.pair(LONG_GAME);
    let mut game = new_game(LONG_GAME);
    let [first, second] = &tokens;
    let mut players =
        [Player::connect(&server.address, &id, first).await, Player::connect(&server.address, &id, second).await];
    for ply in 0..plies {
        let mover = &mut players[game.to_move().index()];
        let Some(text) = by_lot(&mut game) else { return println!("\nthe game was over after {ply} plies") };
        mover.send(ply, &text).await;
        for player in &mut players {
            player.until_ply(ply + 1).await;
        }
        sleep(UNHURRIED).await;
    }
    let (mut tasks, doors) = (JoinSet::new(), Arc::new(Semaphore::new(AT_ONCE)));
    let watched = plies..plies + WATCHED;
    for _ in 0..spectators {
        tasks.spawn(look_on(server.address.clone(), id.clone(), Arc::clone(&doors), watched.clone()));
    }
    // Those who have come are told of each other, too.
    let start = Instant::now() + Duration::from_secs(3 + spectators as u64 / 100);
    let mut sent = vec![];
    sleep_until(start).await;
    let worked = server.worked();
    for ply in watched {
        let Some(text) = by_lot(&mut game) else { return println!("\nthe game was over after {ply} plies") };
        sleep_until(start + Duration::from_secs(sent.len() as u64)).await;
        // Whose turn it was before this one.
        let mover = game.to_move().other();
        sent.push(Instant::now());
        players[mover.index()].send(ply, &text).await;
        players[mover.index()].until_ply(ply + 1).await;
    }
    let worked = server.worked() - worked;
    let (mut wholes, mut turns) = (Times::default(), Times::default());
    while let Some(looked) = tasks.join_next().await {
        let (whole, seen) = looked.expect("a spectator who saw it all");
        wholes.0.push(whole);
        turns.0.extend(seen.iter().zip(&sent).map(|(seen, sent)| seen.duration_since(*sent)));
    }
    println!("\n{spectators} spectators of a game of {LONG_GAME} after {plies} plies, {WATCHED} turns, one a second\n");
    heading();
    wholes.print("connected to game seen");
    turns.print("turn sent to turn seen");
    println!("\nserver: {} MiB, {:.0} % of a processor", server.memory(), worked as f64 / WATCHED as f64);
}
