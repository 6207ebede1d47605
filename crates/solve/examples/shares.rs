//! Solves a game's material by several processes on this machine and prints what each took: `cargo run --release -p
//! quirkat-solve --example shares -- fanorona 5 4` for four processes and up to five pieces.
//!
//! The shares and the joined tables are in `quirkat-shares` in the temporary folder.

use quirkat_rules::{AnyRules, find_game};
use quirkat_solve::{ClusterSolver, Hosts, MaterialLaw, Shares};
use std::error::Error;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

const MIB: f64 = (1 << 20) as f64;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [game, pieces, processes] => lead(game, pieces, processes.parse()?),
        [game, pieces, hosts, process, folder] => {
            take_part(game, pieces.parse()?, Hosts::parse(hosts, process.parse()?)?, Path::new(folder))
        }
        _ => Err("usage: shares GAME PIECES PROCESSES".into()),
    }
}

/// Starts the processes and joins their shares.
fn lead(game: &str, pieces: &str, processes: usize) -> Result<(), Box<dyn Error>> {
    let root = std::env::temp_dir().join("quirkat-shares");
    let folders: Vec<_> = (1..=processes).map(|process| root.join(format!("{process}-of-{processes}"))).collect();
    // The listeners reserve free ports while the list is made.
    let chosen = folders.iter().map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
    let hosts =
        chosen.iter().map(|port| Ok(format!("{}\n", port.local_addr()?))).collect::<std::io::Result<String>>()?;
    drop(chosen);
    let began = Instant::now();
    let mut children = vec![];
    for (folder, process) in folders.iter().zip(1..) {
        // Existing shares would not be solved again.
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder)?;
        let mut child = Command::new(std::env::current_exe()?);
        children.push(child.args([game, pieces, &hosts, &process.to_string()]).arg(folder).spawn()?);
    }
    for child in &mut children {
        if !child.wait()?.success() {
            return Err("a process failed".into());
        }
    }
    let time = began.elapsed();
    let tables = root.join("tables");
    fs::create_dir_all(&tables)?;
    let endings = Shares::open(&folders)?.join(&tables)?;
    println!("{endings} endings of {game} by {processes} processes in {:.1} s", time.as_secs_f64());
    Ok(())
}

/// Solves the part of this process.
fn take_part(game: &str, most: u32, hosts: Hosts, folder: &Path) -> Result<(), Box<dyn Error>> {
    let ruleset = find_game(game).ok_or("it is not in the catalogue")?.ruleset(None, &[])?;
    let (rules, law) = (AnyRules::compile(ruleset.clone())?, Arc::new(MaterialLaw::of(&ruleset)?));
    let (process, folder, threads, memory) = (hosts.local() + 1, folder.to_owned(), 1, 1 << 40);
    let (stop, on_progress) = (Box::new(|| false), Box::new(|_| {}));
    let title = ruleset.title();
    let spread = ClusterSolver {
        rules,
        law,
        title,
        max_pieces: most,
        folder: folder.clone(),
        hosts,
        threads,
        memory,
        stop,
        on_progress,
    };
    let sent = spread.solve()?;
    let sizes = fs::read_dir(&folder)?.map(|file| Ok(file?.metadata()?.len())).collect::<std::io::Result<Vec<_>>>()?;
    let disk = sizes.iter().sum::<u64>();
    // Linux alone reports the peak memory.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    let memory = peak.map_or("?".to_owned(), |peak: f64| format!("{:.0}", peak / 1024.0));
    println!(
        "process {process}: sent the others {:.1} MiB, memory {memory} MiB, disk {:.1} MiB",
        sent as f64 / MIB,
        disk as f64 / MIB
    );
    Ok(())
}
