//! `quirkat siege`: attacks on one's own server.

use super::{json_text, number, read_time};
use crate::errors::{FailureReport, bad_input};
use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use quirkat_siege::{
    ATTACKS, ClientAddress, Finding, FuzzReport, FuzzSettings, Limits, Settings, Target, fuzz, replay, siege,
};
use std::fs::{File, read_to_string};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Attack your own server, and measure what other visitors notice
#[derive(Debug, Args)]
#[command(
    after_help = "Each attack sends what a visitor may send. Meanwhile another visitor opens pages, plays moves and asks for \
    /health; an attack succeeds if this takes longer than --max, or longer than --median in the median, or if the server \
    does not hold a limit.\nAttack a test server: the attacks start games and store files. Servers on other machines need \
    --force.\nWith --fuzz, random game files, house rules and positions are sent one at a time instead. A request that takes \
    more than a second beyond the time that an engine may think, fails, or delays another visitor's move by more than --max \
    is printed, and written to --out; --replay sends such requests again.\nExit codes: 0 if the server held, 1 if an attack \
    succeeded or a request was found."
)]
pub struct Arguments {
    /// Address of the server, such as `http://127.0.0.1:12830`
    #[arg(value_name = "URL", required_unless_present = "list")]
    url: Option<String>,
    /// List the attacks
    #[arg(long)]
    list: bool,
    /// Run only this attack; may be repeated
    #[arg(long, value_name = "NAME", value_parser = names())]
    only: Vec<String>,
    /// Seed of everything random
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0..=u64::from(u32::MAX)))]
    seed: u64,
    /// Duration of each attack
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = number::<u64>(1..=3_600))]
    seconds: u64,
    /// Maximum time of another visitor's page, move or /health
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = read_time)]
    max: Duration,
    /// Maximum of the median of these times
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = read_time)]
    median: Duration,
    /// Search for expensive requests for this time, such as 1h
    #[arg(long, value_name = "TIME", value_parser = read_time, conflicts_with_all = ["only", "replay"])]
    fuzz: Option<Duration>,
    /// File to which --fuzz writes the requests that it finds, one per line
    #[arg(long, value_name = "FILE", requires = "fuzz")]
    out: Option<PathBuf>,
    /// Send the requests of such a file again
    #[arg(long, value_name = "FILE", conflicts_with = "only")]
    replay: Option<PathBuf>,
    /// Name clients by X-Forwarded-For: for a server that runs with --proxies 1 and is attacked without its proxy
    #[arg(long)]
    forwarded: bool,
    /// Attack a server on another machine: only your own, because the attacks are meant to overload it
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(ATTACKS.iter().map(|attack| attack.name))
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Some(url) = arguments.url.as_ref().filter(|_| !arguments.list) else {
        return Ok(ATTACKS.iter().map(|attack| format!("{:<20}{}\n", attack.name, attack.summary)).collect());
    };
    let runtime = tokio::runtime::Runtime::new().context("no threads")?;
    runtime.block_on(async {
        let mut target = Target::find(url).await.map_err(bad_input)?;
        if !target.is_loopback() && !arguments.force {
            return Err(bad_input(format!(
                "{target} is not on this machine. The attacks are meant to overload a server. Use --force only if the server is \
                yours and no other people depend on it"
            )));
        }
        if arguments.forwarded {
            target.clients = ClientAddress::Forwarded;
        }
        if arguments.fuzz.is_some() || arguments.replay.is_some() {
            return search(arguments, &target).await;
        }
        let settings = Settings {
            only: arguments.only.clone(),
            seed: arguments.seed,
            duration: Duration::from_secs(arguments.seconds),
            limits: Limits { max: arguments.max, median: arguments.median, ..Limits::default() },
        };
        let report = siege(&target, &settings, &|line| eprintln!("{line}")).await;
        let text = if arguments.json { json_text(&report) } else { report.to_string() };
        answer(text, report.is_held())
    })
}

/// Runs the fuzzer, or sends the requests of its findings again.
async fn search(arguments: &Arguments, target: &Target) -> anyhow::Result<String> {
    let settings = FuzzSettings {
        seed: arguments.seed,
        duration: arguments.fuzz.unwrap_or_default(),
        r#move: arguments.max,
        ..FuzzSettings::default()
    };
    let mut out = match &arguments.out {
        Some(path) => Some(File::create(path).with_context(|| format!("cannot write {}", path.display()))?),
        None => None,
    };
    let mut found = |finding: &Finding| {
        eprintln!("{finding}");
        if let Some(out) = &mut out
            && let Err(error) = serde_json::to_writer(&*out, finding).map_err(Into::into).and_then(|()| writeln!(out))
        {
            eprintln!("quirkat: cannot write the finding: {error}");
        }
    };
    let report: FuzzReport = match &arguments.replay {
        Some(path) => {
            let text = read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let findings: Result<Vec<Finding>, _> = text.lines().map(serde_json::from_str).collect();
            let findings = findings.map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
            replay(target, &settings, &findings, &mut found).await
        }
        None => fuzz(target, &settings, &mut found).await,
    }
    .map_err(anyhow::Error::msg)?;
    let text = if arguments.json { json_text(&report) } else { report.to_string() };
    answer(text, report.findings.is_empty())
}

/// Returns the text of a report; the exit code says whether the server held.
fn answer(text: String, is_held: bool) -> anyhow::Result<String> {
    if is_held { Ok(text) } else { Err(FailureReport(text).into()) }
}
