//! The cost fuzzer: random game files, house rules and positions, one request at a time. Each request that takes long, fails or
//! delays a move of another visitor is a finding, which a file stores for its replay.

mod mutation;

use crate::Settings;
use crate::attacks;
use crate::bystander::Bystander;
use crate::client::{Answer, Client, Request, encoded};
use crate::ground::Ground;
use crate::target::Target;
use quirkat_rules::games;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// Pause between moves of the bystander.
const PAUSE: Duration = Duration::from_millis(100);
/// Moves of a line that the fuzzer walks.
const MAX_PLIES: usize = 30;

/// What to send, and what counts as too much.
#[derive(Clone, PartialEq, Debug)]
pub struct FuzzSettings {
    /// Seed of the requests.
    pub seed: u64,
    /// Duration of the search.
    pub duration: Duration,
    /// Maximum work of a request, beyond the time that an engine may think.
    pub work: Duration,
    /// Maximum time of another visitor's move meanwhile.
    pub r#move: Duration,
}

impl Default for FuzzSettings {
    fn default() -> FuzzSettings {
        FuzzSettings {
            seed: 1,
            duration: Duration::from_secs(3_600),
            work: Duration::from_secs(1),
            r#move: Duration::from_millis(500),
        }
    }
}

/// A request that took too long or failed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The request.
    pub request: Request,
    /// Own game file that the request needs on the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Status of the answer.
    pub status: Option<u16>,
    /// Time until the answer was complete, in milliseconds.
    pub ms: u64,
    /// Longest move of the bystander meanwhile, in milliseconds.
    pub move_ms: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: String = self.request.path.chars().take(100).collect();
        let status = self.status.map_or("no answer".to_owned(), |status| status.to_string());
        write!(f, "{:>6} ms, moves {:>5} ms, {status}: {} {path}", self.ms, self.move_ms, self.request.method)
    }
}

/// Results of the fuzzer.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct FuzzReport {
    /// Seed of the requests.
    pub seed: u64,
    /// Requests by route.
    pub routes: BTreeMap<String, Route>,
    /// Longest move of the bystander in milliseconds.
    pub move_ms: u64,
    /// Requests that took too long or failed.
    pub findings: Vec<Finding>,
}

/// Requests of one route.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Route {
    /// Number of requests.
    pub sent: u64,
    /// Number of answers with status 200.
    pub accepted: u64,
    /// Longest time in milliseconds.
    pub max_ms: u64,
}

impl fmt::Display for FuzzReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<28}{:>8}{:>10}{:>10}", "route", "sent", "accepted", "max ms")?;
        for (route, Route { sent, accepted, max_ms }) in &self.routes {
            writeln!(f, "{route:<28}{sent:>8}{accepted:>10}{max_ms:>10}")?;
        }
        for finding in &self.findings {
            writeln!(f, "FOUND {finding}")?;
        }
        let sent: u64 = self.routes.values().map(|route| route.sent).sum();
        write!(
            f,
            "\n{sent} requests with seed {}: {} took too long or failed; the longest move of another visitor took {} ms\n",
            self.seed,
            self.findings.len(),
            self.move_ms
        )
    }
}

/// Sends random requests, and calls `found` with each finding.
///
/// # Errors
/// When the server serves no visitor.
pub async fn fuzz(
    target: &Target,
    settings: &FuzzSettings,
    found: &mut (dyn FnMut(&Finding) + Send),
) -> Result<FuzzReport, String> {
    let mut fuzzer = Fuzzer::new(target, settings).await?;
    let until = Instant::now() + settings.duration;
    let mut rng = fastrand::Rng::with_seed(settings.seed);
    let is_over = AtomicBool::new(false);
    let (bystander, longest) = (fuzzer.bystander.clone(), &Mutex::new(0));
    let rounds = async {
        for round in 0.. {
            if Instant::now() >= until {
                break;
            }
            // Each round is reproducible by itself, however the requests before it were answered.
            fuzzer.client = fuzzer.ground.client(1 + round % 0xfe00);
            fuzzer.round(&mut rng.fork(), until, longest, found).await;
        }
        is_over.store(true, Ordering::Relaxed);
    };
    tokio::join!(rounds, play(&bystander, longest, &is_over));
    Ok(fuzzer.report)
}

/// Sends the requests of findings again.
///
/// # Errors
/// When the server serves no visitor.
pub async fn replay(
    target: &Target,
    settings: &FuzzSettings,
    findings: &[Finding],
    found: &mut (dyn FnMut(&Finding) + Send),
) -> Result<FuzzReport, String> {
    let mut fuzzer = Fuzzer::new(target, settings).await?;
    let is_over = AtomicBool::new(false);
    let (bystander, longest) = (fuzzer.bystander.clone(), &Mutex::new(0));
    let requests = async {
        for (number, finding) in (0..).zip(findings) {
            fuzzer.client = fuzzer.ground.client(1 + number);
            if let Some(file) = &finding.file {
                // A server that refuses the file cannot answer for it.
                let _ = own_game(&fuzzer.client, file).await;
            }
            fuzzer.ask(&finding.request, finding.file.as_deref(), longest, found).await;
        }
        is_over.store(true, Ordering::Relaxed);
    };
    tokio::join!(requests, play(&bystander, longest, &is_over));
    Ok(fuzzer.report)
}

/// Plays moves, and keeps the longest time. The lock is held during a move.
async fn play(bystander: &Bystander, longest: &Mutex<u64>, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        let mut longest = longest.lock().await;
        if let Ok(time) = bystander.play().await {
            *longest = (*longest).max(time.as_millis() as u64);
        }
        drop(longest);
        tokio::time::sleep(PAUSE).await;
    }
}

/// Starts a game by an own file, and returns its title on the server.
async fn own_game(client: &Client, file: &str) -> Option<String> {
    let id = file.parse::<toml::Table>().ok()?.get("id")?.as_str()?.to_owned();
    attacks::own_game(client, &id, file).await.ok()
}

/// A position that requests name.
struct Place {
    game: String,
    rules: Vec<String>,
    position: Option<String>,
    turns: Vec<String>,
    /// Own file of the game.
    file: Option<String>,
}

impl Place {
    fn body(&self) -> Value {
        let mut body = json!({ "game": self.game, "rules": self.rules, "turns": self.turns });
        if let Some(position) = &self.position {
            body["position"] = position.as_str().into();
        }
        body
    }

    /// Returns the house rules as a query string.
    fn query(&self) -> String {
        self.rules.iter().map(|rule| format!("rule={}&", encoded(rule))).collect()
    }
}

struct Fuzzer {
    ground: Ground,
    client: Client,
    bystander: Bystander,
    settings: FuzzSettings,
    report: FuzzReport,
}

impl Fuzzer {
    async fn new(target: &Target, settings: &FuzzSettings) -> Result<Fuzzer, String> {
        let ground = Ground::new(
            target.clone(),
            attacks::ATTACKS.len(),
            &Settings { seed: settings.seed, ..Settings::default() },
        );
        let bystander = Bystander::new(ground.client(Ground::BYSTANDER), settings.seed);
        bystander.arrive().await?;
        let report = FuzzReport { seed: settings.seed, ..FuzzReport::default() };
        Ok(Fuzzer { client: ground.client(1), ground, bystander, settings: settings.clone(), report })
    }

    /// Sends a request and judges its answer.
    async fn ask(
        &mut self,
        request: &Request,
        file: Option<&str>,
        longest: &Mutex<u64>,
        found: &mut (dyn FnMut(&Finding) + Send),
    ) -> Option<Answer> {
        let began = Instant::now();
        let answer = loop {
            let answer = self.client.ask(request).await;
            match &answer {
                // Clients that share an address wait for their turn.
                Ok(answer) if answer.status == 429 => {
                    let wait = answer.headers.get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
                    tokio::time::sleep(Duration::from_secs(wait.unwrap_or(1))).await;
                }
                _ => break answer,
            }
        };
        let time = answer.as_ref().map_or(began.elapsed(), |answer| answer.time);
        let status = answer.as_ref().ok().map(|answer| answer.status);
        // Waits for the end of a move that the request may have delayed.
        let move_ms = std::mem::take(&mut *longest.lock().await);
        let route = self.report.routes.entry(route(&request.path)).or_default();
        route.sent += 1;
        route.accepted += u64::from(status == Some(200));
        route.max_ms = route.max_ms.max(time.as_millis() as u64);
        self.report.move_ms = self.report.move_ms.max(move_ms);
        let is_slow = time > self.settings.work + thinking_time(request);
        let is_failed = status.is_none_or(|status| status >= 500);
        if is_slow || is_failed || u128::from(move_ms) > self.settings.r#move.as_millis() {
            let finding = Finding {
                request: request.clone(),
                file: file.map(str::to_owned),
                status,
                ms: time.as_millis() as u64,
                move_ms,
            };
            found(&finding);
            self.report.findings.push(finding);
        }
        answer.ok()
    }

    /// Walks through one random game and asks for everything about its last position.
    async fn round(
        &mut self,
        rng: &mut fastrand::Rng,
        until: Instant,
        longest: &Mutex<u64>,
        found: &mut (dyn FnMut(&Finding) + Send),
    ) {
        let Some(mut place) = self.place(rng, longest, found).await else { return };
        let file = place.file.clone();
        let file = file.as_deref();
        let plies = rng.usize(..MAX_PLIES);
        for ply in 0..=plies {
            let explored = self.ask(&Request::json("/api/explore", &place.body()), file, longest, found).await;
            let explored = explored.map(|answer| answer.json()).unwrap_or_default();
            if ply == 0
                && rng.bool()
                && let Some(fen) = explored["start"]["fen"].as_str()
            {
                place.position = Some(mutation::position(fen, rng));
                continue;
            }
            let legal = explored["legal"].as_array().map_or(&[][..], Vec::as_slice);
            match rng.choice(legal).and_then(|turn| turn["text"].as_str()) {
                Some(turn) if ply < plies => place.turns.push(turn.to_owned()),
                _ => break,
            }
        }
        let mut requests = self.requests(&place, rng);
        // Those that may take long by themselves are sent now and then, which leaves time for more games.
        requests.retain(|request| !is_long(request) || rng.u8(..4) == 0);
        rng.shuffle(&mut requests);
        for request in requests {
            if Instant::now() >= until {
                return;
            }
            let answer = self.ask(&request, file, longest, found).await;
            if request.path == "/api/play"
                && let Some(answer) = answer.filter(|answer| answer.status == 200)
            {
                self.live(&answer.json(), &place, longest, found).await;
            }
        }
    }

    /// Plays the moves of a place in a live game, and loads the game in every form.
    async fn live(
        &mut self,
        game: &Value,
        place: &Place,
        longest: &Mutex<u64>,
        found: &mut (dyn FnMut(&Finding) + Send),
    ) {
        let id = game["id"].as_str().unwrap_or_default();
        let token = format!("Bearer {}", game["token"].as_str().unwrap_or_default());
        let acts = place
            .turns
            .iter()
            .map(|turn| Request::post(format!("/api/board/game/{id}/move/{}", encoded(turn)), "text/plain", ""));
        let partial = Request::json(format!("/api/board/game/{id}/partial"), &json!({ "points": [] }));
        for request in acts.chain([partial]) {
            self.ask(&request.with("authorization", &token), place.file.as_deref(), longest, found).await;
        }
        for path in [format!("/api/game/{id}"), format!("/api/game/{id}/pdn"), format!("/play/{id}")] {
            self.ask(&Request::get(path), place.file.as_deref(), longest, found).await;
        }
        let analysis = Request::get(format!("/play/{id}/analysis"));
        self.ask(&analysis, place.file.as_deref(), longest, found).await;
    }

    /// Returns the start of a random published or own game. An own file is checked, and played if it is sound.
    async fn place(
        &mut self,
        rng: &mut fastrand::Rng,
        longest: &Mutex<u64>,
        found: &mut (dyn FnMut(&Finding) + Send),
    ) -> Option<Place> {
        if rng.bool() {
            let file = mutation::file(rng);
            let check = Request::post("/api/check", "text/plain", file.clone());
            let checked = self.ask(&check, None, longest, found).await?.json();
            if checked["sound"] != true {
                return None;
            }
            let print = [("file", file.as_str()), ("board", "plain"), ("leaflet", "1"), ("counters", "1")];
            self.ask(&Request::form("/workshop/print", &print), Some(&file), longest, found).await;
            let game = own_game(&self.client, &file).await?;
            return Some(Place { game, rules: vec![], position: None, turns: vec![], file: Some(file) });
        }
        let all: Vec<_> = games().collect();
        let game = all[rng.usize(..all.len())];
        let variants: Vec<_> = game.variants().collect();
        let variant = rng.choice(variants);
        let title = variant.map_or_else(|| game.id.clone(), |variant| format!("{}:{variant}", game.id));
        let rules = mutation::house_rules(game, variant, rng);
        Some(Place { game: title, rules, position: None, turns: vec![], file: None })
    }

    /// Returns the requests of every route that costs work.
    fn requests(&self, place: &Place, rng: &mut fastrand::Rng) -> Vec<Request> {
        let (body, query, game) = (place.body(), place.query(), &place.game);
        let mut fen = place.position.as_deref().map(|fen| format!("fen={}&", encoded(fen))).unwrap_or_default();
        let nodes: Vec<_> = place.turns.iter().map(|turn| json!({ "text": turn })).collect();
        let mut record = body.clone();
        record["turns"] = nodes.into();
        record["result"] = "*".into();
        let mut begin = body.clone();
        for (key, value) in [("opponent", "here"), ("side", "first")] {
            begin[key] = value.into();
        }
        if let Some(begin) = begin.as_object_mut() {
            begin.remove("turns");
        }
        let mut requests = vec![
            Request::json(format!("/api/explore/reply?level={}", 1 + rng.u8(..10)), &body),
            Request::json("/api/explore/hint", &body),
            Request::json("/api/pdn/write", &record),
            Request::json("/api/play", &begin),
            Request::get(format!("/api/analyse?game={}&{query}seconds=1&lines={}", encoded(game), 1 + rng.u8(..10))),
            Request::get(format!("/api/learn/{game}?{query}")),
            Request::get(format!("/learn/{game}?{query}")),
            Request::get(format!("/analysis/{game}?{query}{fen}")),
            Request::get(format!("/embed/{game}?{query}{fen}")),
            Request::get(format!("/museum/{game}?{query}")),
            Request::get(format!("/api/games/{game}?{query}")),
            Request::get(format!("/board/{game}.svg?{query}")),
            Request::get(format!("/tables/{game}?{query}{fen}")),
        ];
        let id = game.split(':').next().unwrap_or_default();
        if place.file.is_none() {
            requests.push(Request::get(format!("/games/{id}?{query}")));
            requests.push(Request::get(format!("/new/{id}?{query}")));
        } else {
            requests.push(Request::get(format!("/workshop/{id}")));
        }
        if let Some(first) = place.turns.first() {
            requests.push(Request::json("/api/review", &body));
            fen += &format!("turn={}&", encoded(first));
        }
        let size = 16 + rng.u32(..1_384);
        requests.push(Request::get(format!("/image/{game}.png?{query}{fen}size={size}")));
        requests.push(Request::get(format!("/image/{game}.svg?{query}{fen}flip=1")));
        let ending = ["pdf", "svg", "png"][rng.usize(..3)];
        let style = ["plain", "floral"][rng.usize(..2)];
        requests.push(Request::get(format!("/print/{game}.{ending}?{query}board={style}&counters=1&leaflet=1")));
        requests.push(Request::post("/api/pdn/read", "text/plain", records(place, 1 + rng.usize(..500))));
        requests
    }
}

/// Returns the place's game as records.
fn records(place: &Place, count: usize) -> String {
    let turns = place.turns.chunks(2).zip(1..).map(|(turns, number)| format!("{number}. {} ", turns.join(" ")));
    let fen = place.position.as_deref().map(|fen| format!("[FEN \"{fen}\"]\n")).unwrap_or_default();
    let (game, rules) = (&place.game, place.rules.join(" "));
    let texts = place.file.as_deref().map(rules_texts).unwrap_or_default();
    let record = format!("[Variant \"{game}\"]\n[Rules \"{rules}\"]\n{texts}{fen}\n{}*\n\n", turns.collect::<String>());
    record.repeat(count.min((2 << 20) / record.len()).max(1))
}

/// Returns the tag that contains the file of an own game.
fn rules_texts(file: &str) -> String {
    let texts = json!({ "game": file }).to_string().replace('\\', "\\\\").replace('"', "\\\"");
    format!("[RulesText \"{texts}\"]\n")
}

/// Returns the route of a path, without names of games.
fn route(path: &str) -> String {
    let path = path.split('?').next().unwrap_or_default();
    let ending = path.rsplit_once('.').map(|(_, ending)| ending).filter(|ending| ending.len() == 3);
    let parts: Vec<_> = path.split('/').skip(1).collect();
    match parts[..] {
        ["api", one @ ("learn" | "games" | "game" | "board"), ..] => format!("/api/{one}"),
        ["api", ..] => path.to_owned(),
        [one @ ("board" | "image" | "print"), ..] => format!("/{one}.{}", ending.unwrap_or_default()),
        ["workshop", "print"] => path.to_owned(),
        [one, ..] => format!("/{one}"),
        [] => path.to_owned(),
    }
}

/// Returns the documented time for which an engine may think about a request.
fn thinking_time(request: &Request) -> Duration {
    match request.path.split('?').next().unwrap_or_default() {
        "/api/explore/reply" => Duration::from_millis(1_500),
        "/api/explore/hint" | "/api/analyse" => Duration::from_secs(1),
        // Up to half a second for each of two searches of a position.
        "/api/review" => {
            let turns = serde_json::from_slice::<Value>(&request.body).unwrap_or_default();
            let turns = turns["turns"].as_array().map_or(0, Vec::len) as u32;
            (Duration::from_secs(1) * (turns + 1)).min(Duration::from_secs(60))
        }
        _ => Duration::ZERO,
    }
}

/// Returns whether an engine thinks about a request, or a page is rendered in pixels.
fn is_long(request: &Request) -> bool {
    let path = request.path.split('?').next().unwrap_or_default();
    thinking_time(request) > Duration::ZERO || path.ends_with(".png")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_have_no_names_of_games() {
        for (path, expected) in [
            ("/api/explore/reply?level=1", "/api/explore/reply"),
            ("/api/learn/~0123?rule=x", "/api/learn"),
            ("/image/zamma:srand.png?size=20", "/image.png"),
            ("/print/zamma.pdf", "/print.pdf"),
            ("/learn/zamma", "/learn"),
            ("/workshop/print", "/workshop/print"),
            ("/", "/"),
        ] {
            assert_eq!(route(path), expected);
        }
    }

    #[test]
    fn findings_are_stored_and_read() {
        let finding = Finding {
            request: Request::json("/api/explore", &json!({ "game": "zamma" })),
            file: None,
            status: Some(200),
            ms: 1_200,
            move_ms: 3,
        };
        let line = serde_json::to_string(&finding).unwrap();
        assert_eq!(serde_json::from_str::<Finding>(&line).unwrap(), finding);
    }
}
