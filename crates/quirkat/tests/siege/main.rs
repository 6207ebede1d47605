//! Attacks the built program and measures what another visitor notices. The tests are a program of their own and run one after
//! another, because they measure time.
//!
//! `QUIRKAT_SEED` sets the seed, `QUIRKAT_SIEGE` the duration of each attack in seconds (default 2), `QUIRKAT_FUZZ` that of the
//! cost fuzzer (default 10), `QUIRKAT_GAMES` the number of games of the test of memory (default 10,000).

#[allow(dead_code, reason = "the tests of the service use the rest")]
#[path = "../service/harness.rs"]
mod harness;

use assert_cmd::Command;
use harness::{Server, number, quirkat};
use libtest_mimic::{Arguments, Failed, Trial};
use quirkat_siege::{
    ATTACKS, ClientAddress, FuzzSettings, Limits, Settings, Target, fuzz, heavy_game, load_heavy_game, measure_during,
    replay, siege,
};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

type Run = fn() -> Result<(), Failed>;

/// Attacks whose clients are networks of IPv6, which only a proxy can name on this machine.
const BEHIND_PROXY: [&str; 2] = ["files-quota", "games-quota"];

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let attacks = ATTACKS.iter().map(|attack| {
        let name = attack.name;
        Trial::test(format!("others_are_served_during::{}", name.replace('-', "_")), move || {
            // One slow answer may be the fault of the machine.
            others_are_served(name).or_else(|_| others_are_served(name))
        })
    });
    let others: [(&str, Run); 4] = [
        ("an_expensive_game_is_opened_after_a_restart", an_expensive_game_is_opened_after_a_restart),
        ("the_cost_fuzzer_finds_nothing", the_cost_fuzzer_finds_nothing),
        ("memory_is_bounded_and_returned", memory_is_bounded_and_returned),
        (
            "servers_on_other_machines_are_not_attacked_by_mistake",
            servers_on_other_machines_are_not_attacked_by_mistake,
        ),
    ];
    let others = others.into_iter().map(|(name, run)| Trial::test(name, run));
    libtest_mimic::run(&arguments, attacks.chain(others).collect()).exit()
}

/// Runs a future on a runtime of its own.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(future)
}

/// Starts a server with limits per client, and with a number of proxies.
fn limited(proxies: &str) -> Server {
    limited_at(&Arc::new(TempDir::new().unwrap()), proxies)
}

fn limited_at(folder: &Arc<TempDir>, proxies: &str) -> Server {
    let mut command = quirkat();
    command.args(["serve", "--port", "0", "--proxies", proxies, "--data"]).arg(folder.path());
    Server::run(command, Arc::clone(folder))
}

async fn target(server: &Server) -> Target {
    Target::find(&format!("http://{}", server.address)).await.unwrap()
}

fn settings() -> Settings {
    Settings {
        seed: number("QUIRKAT_SEED", 1),
        duration: Duration::from_secs(number("QUIRKAT_SIEGE", 2)),
        ..Settings::default()
    }
}

fn passed(is_passed: bool, report: impl ToString) -> Result<(), Failed> {
    if is_passed { Ok(()) } else { Err(report.to_string().into()) }
}

fn others_are_served(attack: &str) -> Result<(), Failed> {
    let is_behind_proxy = BEHIND_PROXY.contains(&attack);
    let server = limited(if is_behind_proxy { "1" } else { "0" });
    let report = block_on(async {
        let mut target = target(&server).await;
        if is_behind_proxy {
            target.clients = ClientAddress::Forwarded;
        }
        siege(&target, &Settings { only: vec![attack.to_owned()], ..settings() }, &|_| {}).await
    });
    assert!(!server.log().contains("panicked"), "{}", server.log());
    eprint!("{report}");
    passed(report.is_held(), report)
}

fn an_expensive_game_is_opened_after_a_restart() -> Result<(), Failed> {
    let folder = Arc::new(TempDir::new().unwrap());
    let mut server = limited_at(&folder, "0");
    let Ok(id) = block_on(async { heavy_game(&target(&server).await.client(1)).await }) else {
        // A game that the server refuses cannot be opened.
        return Ok(());
    };
    server.kill();
    let server = limited_at(&folder, "0");
    let measured = block_on(async {
        let load = async |client| load_heavy_game(&client, &id).await;
        measure_during(&target(&server).await, &settings(), load).await.unwrap()
    });
    let faults = measured.faults(&Limits::default());
    passed(faults.is_empty(), faults.join("\n"))
}

fn the_cost_fuzzer_finds_nothing() -> Result<(), Failed> {
    let server = limited("0");
    let settings = FuzzSettings {
        seed: number("QUIRKAT_SEED", 1),
        duration: Duration::from_secs(number("QUIRKAT_FUZZ", 10)),
        ..FuzzSettings::default()
    };
    let report = block_on(async { fuzz(&target(&server).await, &settings, &mut |_| {}).await.unwrap() });
    assert!(!server.log().contains("panicked"), "{}", server.log());
    assert!(report.routes.len() > 15, "the fuzzer reaches few routes: {report}");
    eprint!("{report}");
    // One slow answer may be the fault of the machine. A fresh server has no lessons or rules in its caches.
    let server = limited("0");
    let again = async { replay(&target(&server).await, &settings, &report.findings, &mut |_| {}).await.unwrap() };
    let again = block_on(again);
    passed(again.findings.is_empty(), again)
}

/// Returns the resident memory of a process in MiB.
#[cfg(target_os = "linux")]
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    resident.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1_024
}

/// Maximum resident memory in MiB.
#[cfg(target_os = "linux")]
const MAX_MEMORY: u64 = 300;

#[cfg(target_os = "linux")]
fn memory_is_bounded_and_returned() -> Result<(), Failed> {
    use quirkat_siege::Request;
    use serde_json::json;
    use std::collections::BTreeMap;
    /// Number of refused bodies of each kind, about a gigabyte in all, and of those at once.
    const BODIES: (usize, usize) = (256, 64);
    // A server without limits per client: the games stand for those of many visitors.
    let server = Server::new();
    let games = number("QUIRKAT_GAMES", 10_000) as usize;
    let (created, after_games, refused) = block_on(async {
        let target = target(&server).await;
        // Returns the number of answers by status.
        let send = async |request: Request, count: usize, at_once: usize| {
            let mut tasks = tokio::task::JoinSet::new();
            for number in 0..at_once {
                let (client, request) = (target.client(1 + number as u32), request.clone());
                tasks.spawn(async move {
                    let mut statuses = vec![];
                    for _ in 0..count.div_ceil(at_once) {
                        // A connection may be closed before the whole body was sent.
                        statuses.push(client.ask(&request).await.map_or(0, |answer| answer.status));
                    }
                    statuses
                });
            }
            let mut counts = BTreeMap::new();
            for status in tasks.join_all().await.into_iter().flatten() {
                *counts.entry(status).or_insert(0) += 1;
            }
            counts
        };
        let game = Request::json("/api/play", &json!({ "game": "international", "opponent": "here" }));
        let created = send(game, games, 8).await.get(&200).copied().unwrap_or_default();
        let after_games = memory(server.process());
        // Too long for its route, and a comment without an end that is as long as its route allows.
        let long = Request::post("/api/explore", "application/json", " ".repeat(2 << 20));
        let endless = Request::post("/api/pdn/read", "text/plain", "{".repeat(2_000_000));
        let mut refused = vec![];
        for request in [long, endless] {
            refused.push(send(request, BODIES.0, BODIES.1).await);
        }
        (created, after_games, refused)
    });
    assert!(created >= games, "{created} games were created");
    assert!(refused.iter().all(|counts| !counts.contains_key(&200)), "{refused:?}");
    let after_bodies = memory(server.process());
    let report = format!(
        "{after_games} MiB after {created} games, {after_bodies} MiB after a gigabyte of refused bodies ({refused:?})"
    );
    eprintln!("{report}");
    passed(after_games.max(after_bodies) < MAX_MEMORY, report)
}

#[cfg(not(target_os = "linux"))]
fn memory_is_bounded_and_returned() -> Result<(), Failed> {
    eprintln!("the memory of a process is read on Linux only");
    Ok(())
}

fn servers_on_other_machines_are_not_attacked_by_mistake() -> Result<(), Failed> {
    // An address for documentation, which no machine has.
    let refused = Command::new(env!("CARGO_BIN_EXE_quirkat")).args(["siege", "http://192.0.2.1"]).assert().code(2);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains("http://192.0.2.1:80/ is not on this machine") && stderr.contains("--force"), "{stderr}");
    let list = Command::new(env!("CARGO_BIN_EXE_quirkat")).args(["siege", "--list"]).assert().success();
    let list = String::from_utf8_lossy(&list.get_output().stdout).into_owned();
    passed(ATTACKS.iter().all(|attack| list.contains(attack.summary)), list)
}
