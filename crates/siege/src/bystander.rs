//! The visitor who plays while others attack.

use crate::client::{Client, ClientError, NewGame, Request, Socket};
use crate::ground::{Ground, Phase};
use crate::times::Times;
use quirkat_rules::{AnyGame, AnyRules, find_game};
use serde::Serialize;
use serde_json::json;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::Message;

/// Game of the bystander.
const GAME: &str = "international";
/// Pause between requests of one kind.
const PAUSE: Duration = Duration::from_millis(100);
/// Pause between short jobs.
const JOB_PAUSE: Duration = Duration::from_millis(500);
/// Number of moves after which the bystander starts another game.
const MAX_PLIES: usize = 100;

/// Latencies that the bystander must not exceed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum of any page, move or `/health`.
    pub max: Duration,
    /// Maximum of the median of each.
    pub median: Duration,
    /// Maximum of a short job in the queue that is attacked: a review of some moves, an engine's reply, a small file.
    pub job: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max: Duration::from_millis(500), median: Duration::from_millis(50), job: Duration::from_secs(5) }
    }
}

/// A short job of the bystander, which uses the queue that an attack fills.
pub type Job = fn() -> Request;

/// Latencies of the bystander by kind of request, and its failures.
#[derive(Clone, Default, Debug)]
pub struct Measurement {
    /// Times of pages.
    pub pages: Times,
    /// Times of moves over the live connection.
    pub moves: Times,
    /// Times of `/health`.
    pub health: Times,
    /// Times of short jobs.
    pub jobs: Times,
    /// Refusals and failures, each once.
    pub failures: Vec<String>,
}

/// Latencies as numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Latencies {
    pub page: crate::times::Summary,
    pub r#move: crate::times::Summary,
    pub health: crate::times::Summary,
    pub job: crate::times::Summary,
}

impl Measurement {
    /// Returns the summaries.
    pub fn latencies(&self) -> Latencies {
        Latencies {
            page: self.pages.summary(),
            r#move: self.moves.summary(),
            health: self.health.summary(),
            job: self.jobs.summary(),
        }
    }

    /// Returns what exceeds the limits.
    pub fn faults(&self, limits: &Limits) -> Vec<String> {
        let latencies = self.latencies();
        let mut faults = self.failures.clone();
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        for (what, summary) in [("page", latencies.page), ("move", latencies.r#move), ("/health", latencies.health)] {
            if summary.count == 0 {
                faults.push(format!("{what}: none was answered"));
            }
            if summary.max > ms(limits.max) {
                faults.push(format!("{what}: up to {:.0} ms", summary.max));
            }
            if summary.median > ms(limits.median) {
                faults.push(format!("{what}: median {:.0} ms", summary.median));
            }
        }
        if latencies.job.max > ms(limits.job) {
            faults.push(format!("short job: up to {:.0} ms", latencies.job.max));
        }
        faults
    }

    fn fail(&mut self, failure: String) {
        if !self.failures.contains(&failure) {
            self.failures.push(failure);
        }
    }
}

/// A game of the bystander against itself, with its live connection.
struct Table {
    game: NewGame,
    socket: Socket,
    position: AnyGame,
}

/// A visitor whose requests are measured.
#[derive(Clone)]
pub struct Bystander {
    client: Client,
    table: Arc<Mutex<Option<Table>>>,
    rng: Arc<std::sync::Mutex<fastrand::Rng>>,
}

type Measured<'a> = Pin<Box<dyn Future<Output = Result<Duration, String>> + Send + 'a>>;

impl Bystander {
    pub(crate) fn new(client: Client, seed: u64) -> Bystander {
        let rng = std::sync::Mutex::new(fastrand::Rng::with_seed(seed));
        Bystander { client, table: Arc::default(), rng: Arc::new(rng) }
    }

    /// Opens every page once and starts a game.
    ///
    /// # Errors
    /// When the server does not serve visitors.
    pub async fn arrive(&self) -> Result<(), String> {
        self.play().await?;
        self.health().await?;
        for number in 0..PAGES.len() {
            self.page(number).await?;
        }
        Ok(())
    }

    /// Returns whether a page, a move and `/health` are served within the limits, each five times in a row.
    pub async fn is_served(&self, limits: &Limits) -> bool {
        for number in 0..5 {
            let times = [self.play().await, self.health().await, self.page(number).await];
            if !times.into_iter().all(|time| time.is_ok_and(|time| time < limits.max)) {
                return false;
            }
            tokio::time::sleep(PAUSE).await;
        }
        true
    }

    /// Measures during an attack.
    pub(crate) async fn watch(&self, ground: &Ground, job: Option<Job>) -> Measurement {
        let measurement = Mutex::new(Measurement::default());
        let mut phase = ground.phase();
        // The attack may end without having begun.
        let _ = phase.wait_for(|phase| *phase != Phase::Preparation).await;
        let (page_over, move_over, health_over, job_over) =
            (ground.phase(), ground.phase(), ground.phase(), ground.phase());
        tokio::join!(
            repeat(page_over, PAUSE, &measurement, |all| &mut all.pages, |number| Box::pin(self.page(number))),
            repeat(move_over, PAUSE, &measurement, |all| &mut all.moves, |_| Box::pin(self.play())),
            repeat(health_over, PAUSE, &measurement, |all| &mut all.health, |_| Box::pin(self.health())),
            async {
                if let Some(job) = job {
                    let run = |_| -> Measured<'_> { Box::pin(self.job(job())) };
                    repeat(job_over, JOB_PAUSE, &measurement, |all| &mut all.jobs, run).await;
                }
            },
        );
        measurement.into_inner()
    }

    async fn health(&self) -> Result<Duration, String> {
        self.timed("/health", &Request::get("/health")).await
    }

    async fn page(&self, number: usize) -> Result<Duration, String> {
        let path = PAGES[number % PAGES.len()];
        let request = match path {
            "/api/explore" => Request::json(path, &json!({ "game": "alquerque" })),
            "/play" => match &*self.table.lock().await {
                Some(table) => Request::get(format!("/play/{}", table.game.id)),
                None => Request::get("/"),
            },
            path => Request::get(path),
        };
        self.timed(path, &request).await
    }

    async fn job(&self, request: Request) -> Result<Duration, String> {
        self.timed(&format!("short job {}", request.path), &request).await
    }

    async fn timed(&self, what: &str, request: &Request) -> Result<Duration, String> {
        let answer = self.client.ask(request).await.map_err(|error| format!("{what}: {error}"))?;
        if answer.status != 200 {
            return Err(format!("{what}: status {}", answer.status));
        }
        Ok(answer.time)
    }

    /// Plays a move, in a new game if there is none. A lost connection is opened again, which counts as time.
    pub(crate) async fn play(&self) -> Result<Duration, String> {
        let mut table = self.table.lock().await;
        let began = Instant::now();
        if table.as_ref().is_none_or(|table| table.position.history().len() >= MAX_PLIES) {
            *table = Some(self.sit_down().await.map_err(|error| format!("new game: {error}"))?);
        }
        let Some(Table { socket, position, .. }) = table.as_mut() else { return Ok(began.elapsed()) };
        let played = self.play_at(socket, position).await;
        if let Err(error) = played {
            *table = None;
            return Err(format!("move: {error}"));
        }
        if position.outcome().is_some() {
            *table = None;
        }
        Ok(began.elapsed())
    }

    async fn sit_down(&self) -> Result<Table, ClientError> {
        let request = json!({ "game": GAME, "rules": ["first=first"], "opponent": "here", "side": "first" });
        let game = self.client.begin(&request).await?;
        let mut socket = self.client.live(&game.id, Some(&game.token)).await?;
        socket.until(|message| message["t"] == "state").await?;
        Ok(Table { game, socket, position: new_game() })
    }

    async fn play_at(&self, socket: &mut Socket, position: &mut AnyGame) -> Result<(), ClientError> {
        let mut turns = position.turns().map_err(|error| ClientError::Answer(error.to_string()))?;
        let chosen = self.rng.lock().map_or(0, |mut rng| rng.usize(..turns.len()));
        let turn = turns.swap_remove(chosen);
        let ply = position.history().len();
        let text = turn.text(&position.ruleset().board);
        socket.send(Message::text(json!({ "t": "turn", "ply": ply, "text": text }).to_string())).await?;
        socket.until(|message| message["ply"] == ply + 1).await?;
        position.play(&turn).map_err(|error| ClientError::Answer(error.to_string()))
    }
}

/// Pages that the bystander opens in turn. `/play` is that of its game.
const PAGES: [&str; 6] = ["/", "/games/alquerque", "/play", "/new/alquerque", "/api/explore", "/analysis/alquerque"];

fn new_game() -> AnyGame {
    let ruleset = find_game(GAME).and_then(|game| game.ruleset(None, &[("first", "first")]).ok());
    let rules = ruleset.and_then(|ruleset| AnyRules::compile(ruleset).ok());
    rules.expect("a published game has rules").new_game()
}

/// Repeats a request until the attack is over.
async fn repeat<'a>(
    mut phase: tokio::sync::watch::Receiver<Phase>,
    pause: Duration,
    measurement: &Mutex<Measurement>,
    times: impl Fn(&mut Measurement) -> &mut Times,
    mut run: impl FnMut(usize) -> Measured<'a>,
) {
    for number in 0.. {
        let result = run(number).await;
        let mut measurement = measurement.lock().await;
        match result {
            Ok(time) => times(&mut measurement).push(time),
            Err(failure) => measurement.fail(failure),
        }
        drop(measurement);
        // Waits for the pause or for the end of the attack.
        let over = async { phase.wait_for(|phase| *phase == Phase::End).await.is_ok() };
        if tokio::time::timeout(pause, over).await.is_ok() {
            return;
        }
    }
}
