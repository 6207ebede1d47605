//! The server under load: `cargo bench -p quirkat-serve --bench load [-- --games 5000 --every 10 --seconds 60 --engines 100
//! --spectators 500 --plies 400 --burst 200]`.
//!
//! Three loads run at once: live games between pairs of scripted players, who make a random move every ten seconds, staggered;
//! games against the engine at the same pace; and one long game with many spectators and a move per second. The bench measures
//! the time from sending a move to its arrival at the opponent and at the spectators. The players run on the same machine, so
//! it also reports the delay of their own timers and the server's processor time. Then follows a burst: the first moves of many
//! games against the engine, all sent at the same moment.
//!
//! The server is a child process, this program again with `--serve FOLDER`.

use futures_util::{SinkExt, StreamExt};
use quirkat_rules::{AnyGame, AnyRules, find_game, read_turn};
use quirkat_serve::{ClientLimits, Options, serve};
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

/// Game of the pairs: its random games are long.
const GAME: &str = "international";
/// Game with spectators: its random games are very long.
const LONG_GAME: &str = "dablot";
/// Pause that keeps a player below the server's rate limit of 20 messages per second.
const UNHURRIED: Duration = Duration::from_millis(55);
/// Level of the engine.
const LEVEL: u8 = 3;
/// Moves of the engine in each game of the burst.
const ROUNDS: usize = 3;
/// Connections opened at once.
const AT_ONCE: usize = 64;
/// Timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(120);

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let after = |name: &str| arguments.iter().position(|known| known == name).and_then(|at| arguments.get(at + 1));
    if let Some(folder) = after("--serve") {
        let options =
            Options { limits: ClientLimits::Disabled, ..Options::new(([127, 0, 0, 1], 0).into(), folder.into()) };
        serve(&options, |address| println!("{address}")).expect("the server runs");
        return;
    }
    let number = |name: &str, usual: usize| after(name).map_or(usual, |text| text.parse().expect("a number"));
    let load = Load {
        games: number("--games", 5_000),
        every: Duration::from_secs(number("--every", 10) as u64),
        seconds: number("--seconds", 60),
        engines: number("--engines", 100),
        spectators: number("--spectators", 500),
        plies: number("--plies", 400),
    };
    let burst = number("--burst", 200);
    if !arguments.iter().any(|known| known == "--raised") {
        raise_open_files((2 * load.games + load.engines + load.spectators).max(burst) + 200);
    }
    let folder = tempfile::tempdir().expect("a folder for the games");
    let server = Server::start(folder.path());
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        all_at_once(&server, &load).await;
        burst_of_engines(&server, burst).await;
    });
}

/// The size of the load.
struct Load {
    /// Number of games between pairs.
    games: usize,
    /// Interval of moves in each of these games and in those against the engine.
    every: Duration,
    /// Duration of the load.
    seconds: usize,
    /// Number of games against the engine.
    engines: usize,
    /// Number of spectators of the long game, and its length when they connect.
    spectators: usize,
    plies: usize,
}

impl Load {
    /// Returns the number of moves in each game.
    fn turns(&self, every: Duration) -> usize {
        (self.seconds as u64 / every.as_secs().max(1)).max(1) as usize
    }
}

/// Restarts this program with the maximum of open files, if the current limit is too low; the server inherits the limit. Warns if
/// even the maximum is too low.
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

    /// Returns the memory of the process in KiB; `None` if the system does not report it.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or_default()
    }

    /// Returns the processor time of the process, in hundredths of a second.
    fn worked(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The name of the program may contain spaces and ends with a bracket; the times are fields 14 and 15.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let mut answer = ureq::post(format!("http://{}{path}", self.address)).send_json(body).expect("an answer");
        answer.body_mut().read_json().expect("JSON")
    }

    /// Starts a game against the engine; returns its id and the creator's token.
    fn against_engine(&self) -> (String, String) {
        let request =
            json!({ "game": GAME, "rules": ["first=first"], "opponent": format!("engine:{LEVEL}"), "side": "first" });
        let new_game = self.post("/api/play", &request);
        let text = |key: &str| new_game[key].as_str().expect("a text").to_owned();
        (text("id"), text("token"))
    }

    /// Starts a game between two players; returns its id and both tokens.
    fn pair(&self, game: &str) -> (String, [String; 2]) {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let new_game = self.post(
            "/api/play",
            &json!({ "game": game, "rules": ["first=first"], "opponent": "friend", "side": "first" }),
        );
        let invite = text(&new_game["invite"]);
        let (_, path) = invite.split_once("/join/").expect("an invitation");
        let joined = self.post(&format!("/api/join/{path}"), &json!({}));
        (text(&new_game["id"]), [text(&new_game["token"]), text(&joined["token"])])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The type of a message.
#[derive(Deserialize)]
struct MessageHead {
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

/// A connection of a player or a spectator.
struct Player(Socket);

impl Player {
    async fn connect(address: &str, id: &str, token: &str) -> Player {
        let mut player = Player::look_on(address, id).await;
        let message = json!({ "t": "seat", "token": token }).to_string();
        player.0.send(Message::text(message)).await.expect("an open connection");
        player.until(|message| message.t == "state").await;
        player
    }

    async fn look_on(address: &str, id: &str) -> Player {
        Player::open(format!("ws://{address}/play/{id}/live")).await
    }

    async fn open(url: String) -> Player {
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("a live connection");
        let mut player = Player(socket);
        player.until(|message| message.t == "state").await;
        player
    }

    async fn until(&mut self, fits: impl Fn(&MessageHead) -> bool) -> MessageHead {
        let search = async {
            loop {
                let message = self.0.next().await.expect("an open connection").expect("a message");
                let Message::Text(text) = message else { continue };
                let message: MessageHead = serde_json::from_str(&text).expect("JSON");
                assert_ne!(message.t, "refused", "{:?}", message.message);
                if fits(&message) {
                    return message;
                }
            }
        };
        tokio::time::timeout(PATIENCE, search).await.expect("an answer in time")
    }

    async fn until_ply(&mut self, ply: usize) -> MessageHead {
        self.until(|message| message.t == "turn" && message.ply == ply).await
    }

    async fn send(&mut self, ply: usize, text: &str) {
        let message = json!({ "t": "turn", "ply": ply, "text": text }).to_string();
        self.0.send(Message::text(message)).await.expect("an open connection");
    }
}

/// Returns a game as the players track it; its rules draw no lots for the first move.
fn new_game(game: &str) -> AnyGame {
    let ruleset = find_game(game).expect("a game").ruleset(None, &[("first", "first")]).expect("a variant");
    AnyRules::compile(ruleset).expect("rules").new_game()
}

/// Plays a random move; returns its text, or `None` when the game is over.
fn random_move(game: &mut AnyGame) -> Option<String> {
    if game.outcome().is_some() {
        return None;
    }
    let mut turns = game.turns().expect("few turns");
    let turn = turns.swap_remove(fastrand::usize(..turns.len()));
    game.play(&turn).expect("a legal turn");
    Some(turn.text(&game.ruleset().board))
}

/// Measured times.
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

/// Plays the game of a pair; returns the time until each move arrived, and the delay of each timer.
async fn play(
    address: String,
    (id, [one, other]): (String, [String; 2]),
    doors: Arc<Semaphore>,
    (from, every): (Instant, Duration),
    turns: usize,
) -> [Times; 2] {
    let door = doors.acquire().await.expect("a door");
    let mut players = [Player::connect(&address, &id, &one).await, Player::connect(&address, &id, &other).await];
    drop(door);
    let (mut seen, mut late) = (Times::default(), Times::default());
    let mut game = new_game(GAME);
    for ply in 0..turns {
        let at = game.to_move().index();
        let Some(text) = random_move(&mut game) else { break };
        let due = from + every * ply as u32;
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

/// Returns the games of the pairs, created concurrently.
fn pairs(server: &Server, games: usize) -> Vec<(String, [String; 2])> {
    std::thread::scope(|scope| {
        let share = |number: usize| (games + number) / 8;
        let threads: Vec<_> = (0..8)
            .map(|number| scope.spawn(move || (0..share(number)).map(|_| server.pair(GAME)).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("games")).collect()
    })
}

async fn all_at_once(server: &Server, load: &Load) {
    let (empty, began) = (server.memory(), Instant::now());
    let new_games = pairs(server, load.games);
    println!("{} games of {GAME} started in {:.1} s", new_games.len(), began.elapsed().as_secs_f64());
    let long = match load.spectators {
        0 => None,
        _ => Some(LongGame::played(server, load.plies).await),
    };

    // All players connect before the first move; the games are staggered over one interval.
    let connections = 2 * load.games + load.engines + load.spectators;
    let start = Instant::now() + Duration::from_secs(5 + connections as u64 / 150);
    let doors = Arc::new(Semaphore::new(AT_ONCE));
    let from = |number: usize, of: usize| start + load.every.mul_f64(number as f64 / of as f64);
    let turns = load.turns(load.every);
    let mut pairs = JoinSet::new();
    for (number, new_game) in new_games.into_iter().enumerate() {
        let when = (from(number, load.games), load.every);
        pairs.spawn(play(server.address.clone(), new_game, Arc::clone(&doors), when, turns));
    }
    let mut persons = JoinSet::new();
    for number in 0..load.engines {
        let (id, token) = server.against_engine();
        let when = (from(number, load.engines), load.every);
        persons.spawn(ask_engine(server.address.clone(), id, token, when, turns));
    }
    let (mut spectators, mut watched) = (JoinSet::new(), JoinSet::new());
    if let Some(long) = long {
        let turns = load.turns(Duration::from_secs(1));
        for _ in 0..load.spectators {
            let plies = load.plies..load.plies + turns;
            spectators.spawn(look_on(server.address.clone(), long.id.clone(), Arc::clone(&doors), plies));
        }
        watched.spawn(long.play(start, turns));
    }
    sleep_until(start).await;
    let (idle, worked) = (server.memory(), server.worked());
    // The last moves are made in the following second.
    let measured = load.seconds.saturating_sub(1).max(1);
    sleep_until(start + Duration::from_secs(measured as u64)).await;
    let (end, worked) = (server.memory(), server.worked() - worked);

    let (mut seen, mut late) = (Times::default(), Times::default());
    while let Some(times) = pairs.join_next().await {
        let [more, later] = times.expect("a game without a panic");
        seen.0.extend(more.0);
        late.0.extend(later.0);
    }
    let mut answers = Times::default();
    while let Some(times) = persons.join_next().await {
        answers.0.extend(times.expect("a game without a panic").0);
    }
    let sent = watched.join_next().await.transpose().expect("a game without a panic").unwrap_or_default();
    let (mut wholes, mut looked) = (Times::default(), Times::default());
    while let Some(spectator) = spectators.join_next().await {
        let (whole, turns) = spectator.expect("a spectator who saw it all");
        wholes.0.push(whole);
        looked.0.extend(turns.iter().zip(&sent).map(|(seen, sent)| seen.duration_since(*sent)));
    }
    println!(
        "{} games and {} against the engine at level {LEVEL}, each with a turn every {} s, and {} spectators of a game of \
        {LONG_GAME} of {} plies with a turn a second: {connections} connections for {} s, {} turns\n",
        load.games,
        load.engines,
        load.every.as_secs(),
        load.spectators,
        load.plies,
        load.seconds,
        seen.0.len() + 2 * answers.0.len() + sent.len(),
    );
    heading();
    seen.print("turn sent to turn seen");
    looked.print("the same, by spectators");
    wholes.print("connected to long game seen");
    answers.print("turn sent to engine's answer");
    late.print("the players' own timers late");
    let mebibytes = |kibibytes: u64| kibibytes / 1_024;
    println!(
        "\nserver: {} MiB before, {} MiB with all connected, {} MiB at the end; {} KiB a game with its two connections at \
        first, {} KiB at the end; {:.0} % of a processor\n",
        mebibytes(empty),
        mebibytes(idle),
        mebibytes(end),
        idle.saturating_sub(empty) / load.games.max(1) as u64,
        end.saturating_sub(empty) / load.games.max(1) as u64,
        worked as f64 / measured as f64,
    );
}

/// Plays a game against the engine at the given interval; returns the time of each answer.
async fn ask_engine(
    address: String,
    id: String,
    token: String,
    (from, every): (Instant, Duration),
    rounds: usize,
) -> Times {
    let mut player = Player::connect(&address, &id, &token).await;
    let mut game = new_game(GAME);
    let mut answers = Times::default();
    for round in 0..rounds {
        let Some(text) = random_move(&mut game) else { break };
        sleep_until(from + every * round as u32).await;
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

async fn burst_of_engines(server: &Server, games: usize) {
    let from = Instant::now() + Duration::from_secs(3 + games as u64 / 50);
    let mut tasks = JoinSet::new();
    for _ in 0..games {
        let (id, token) = server.against_engine();
        tasks.spawn(ask_engine(server.address.clone(), id, token, (from, Duration::ZERO), ROUNDS));
    }
    let mut answers = Times::default();
    while let Some(times) = tasks.join_next().await {
        answers.0.extend(times.expect("a game without a panic").0);
    }
    let longest = from.elapsed().as_secs_f64();
    println!("{games} games against the engine at once, {ROUNDS} turns each without waiting: {longest:.1} s\n");
    heading();
    answers.print("turn sent to engine's answer");
}

/// Watches the long game; returns the time until the whole state arrived, and the arrival of each move.
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

/// The long game with its players.
struct LongGame {
    id: String,
    game: AnyGame,
    players: [Player; 2],
}

impl LongGame {
    /// Starts a game and plays `plies` plies.
    async fn played(server: &Server, plies: usize) -> LongGame {
        let (id, [first, second]) = server.pair(LONG_GAME);
        let (address, game) = (&server.address, new_game(LONG_GAME));
        let players = [Player::connect(address, &id, &first).await, Player::connect(address, &id, &second).await];
        let mut long = LongGame { id, game, players };
        for ply in 0..plies {
            long.make(ply).await;
            sleep(UNHURRIED).await;
        }
        long
    }

    /// Plays a move; returns the time of sending.
    async fn make(&mut self, ply: usize) -> Instant {
        let mover = self.game.to_move().index();
        let text = random_move(&mut self.game).expect("a game that is not over");
        let sent = Instant::now();
        self.players[mover].send(ply, &text).await;
        for player in &mut self.players {
            player.until_ply(ply + 1).await;
        }
        sent
    }

    /// Plays a move per second; returns the times of sending.
    async fn play(mut self, from: Instant, turns: usize) -> Vec<Instant> {
        let plies = self.game.history().len();
        let mut sent = vec![];
        for number in 0..turns {
            sleep_until(from + Duration::from_secs(number as u64)).await;
            sent.push(self.make(plies + number).await);
        }
        sent
    }
}
