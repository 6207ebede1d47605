//! Attacks on a Quirkat server, for its operator, and a fuzzer that searches for expensive requests.
//!
//! ```text
//! attacks ──▶ ground (clients, tally, time) ──▶ client ──▶ target
//! fuzz ────▶ content (files, games)               │
//! bystander ──────────────────────────────────────┘
//! ```
//!
//! The crate is a client: it uses only the HTTP API and the live connections of the server. [`siege`] runs the attacks
//! while a bystander measures; [`fuzz()`] sends random requests one at a time.

mod attacks;
mod bystander;
mod client;
mod content;
mod fuzz;
mod ground;
mod report;
mod target;
mod times;

pub use attacks::{ATTACKS, Attack, heavy_game, load_heavy_game};
pub use bystander::{Bystander, Limits, Measurement};
pub use client::{Answer, Client, ClientError, Request, Socket};
pub use fuzz::{Finding, FuzzReport, FuzzSettings, fuzz, replay};
pub use report::{Report, Row};
pub use target::{ClientAddress, Target, TargetError};
pub use times::Times;

use ground::Ground;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time in which a server must have recovered from an attack.
const RECOVERY: Duration = Duration::from_secs(10);
/// Time for which the recovery of a server is waited for.
const MAX_RECOVERY: Duration = Duration::from_secs(180);
/// Maximum time of what [`measure_during`] measures.
const MAX_HAPPENING: Duration = Duration::from_secs(30);
/// Time beyond that of an attack, for its preparation.
const PREPARATION: Duration = Duration::from_secs(300);

/// What to run, and what counts as served.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Names of the attacks to run; empty for all.
    pub only: Vec<String>,
    /// Seed of everything random.
    pub seed: u64,
    /// Duration of each attack.
    pub duration: Duration,
    /// Latencies that the bystander must not exceed.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { only: vec![], seed: 1, duration: Duration::from_secs(10), limits: Limits::default() }
    }
}

/// Runs the attacks one after another, and reports each to `progress`.
pub async fn siege(target: &Target, settings: &Settings, progress: &dyn Fn(&str)) -> Report {
    let mut rows = vec![];
    for (number, attack) in ATTACKS.iter().enumerate() {
        if !settings.only.is_empty() && settings.only.iter().all(|name| name != attack.name) {
            continue;
        }
        progress(&format!("{}: {}", attack.name, attack.summary));
        let row = run(target, settings, attack, number).await;
        if !row.faults.is_empty() {
            progress(&format!("{}: {}", attack.name, row.faults.join("; ")));
        }
        rows.push(row);
    }
    Report { url: target.to_string(), seed: settings.seed, rows }
}

/// Measures what a visitor notices while something happens to the server, for half a minute at most.
///
/// # Errors
/// When the server serves no visitor.
pub async fn measure_during(
    target: &Target,
    settings: &Settings,
    happening: impl AsyncFnOnce(Client),
) -> Result<Measurement, String> {
    let ground = Ground::new(target.clone(), ATTACKS.len(), settings);
    let bystander = Bystander::new(ground.client(Ground::BYSTANDER), settings.seed);
    bystander.arrive().await?;
    let watched = bystander.watch(&ground, None);
    let happened = async {
        ground.begin();
        // What takes longer is measured up to here.
        let _ = tokio::time::timeout(MAX_HAPPENING, happening(ground.attacker())).await;
        ground.end();
    };
    Ok(tokio::join!(watched, happened).0)
}

/// Runs one attack.
async fn run(target: &Target, settings: &Settings, attack: &Attack, number: usize) -> Row {
    let ground = Arc::new(Ground::new(target.clone(), number, settings));
    let bystander = Bystander::new(ground.client(Ground::BYSTANDER), settings.seed);
    let mut faults = vec![];
    if let Err(error) = bystander.arrive().await {
        faults.push(format!("no visitor was served before the attack: {error}"));
        return Row::new(attack, &ground, Measurement::default(), faults);
    }
    let watched = bystander.watch(&ground, attack.job);
    let attacked = async {
        let result = tokio::time::timeout(PREPARATION + settings.duration, (attack.run)(Arc::clone(&ground))).await;
        ground.end();
        match result {
            Ok(result) => result.err(),
            Err(_) => Some("the attack could not be prepared in time".to_owned()),
        }
    };
    let (measurement, fault) = tokio::join!(watched, attacked);
    faults.extend(fault);
    faults.extend(measurement.faults(&settings.limits));
    let (began, mut has_recovered) = (Instant::now(), false);
    while !has_recovered && began.elapsed() < MAX_RECOVERY {
        has_recovered = bystander.is_served(&settings.limits).await;
    }
    if began.elapsed() > RECOVERY {
        let state = if has_recovered { "recovered" } else { "did not recover" };
        faults.push(format!("the server {state} in {} s after the attack", began.elapsed().as_secs()));
    }
    Row::new(attack, &ground, measurement, faults)
}
