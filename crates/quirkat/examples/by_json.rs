//! A program of anybody's that plays with `quirkat` alone, by what it prints as JSON: it knows no rules, asks for the best
//! turn and for what a position has become.
//!
//! `cargo run -p quirkat --example by_json` builds and calls the program by Cargo; a path as argument calls that one.

use serde_json::Value;
use std::error::Error;
use std::process::Command;

/// What the program answers to these words.
fn ask(words: &[&str]) -> Result<Value, Box<dyn Error>> {
    let mut command = match std::env::args_os().nth(1) {
        Some(program) => Command::new(program),
        None => {
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.args(["run", "--quiet", "--package", "quirkat", "--"]);
            cargo
        }
    };
    let output = command.args(words).arg("--json").output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim_end().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let found = ask(&["moves", "bagh-chal"])?;
    let turns = found["legal"].as_array().ok_or("no legal turns")?;
    println!("{}: {} legal turns at {}", found["game"], turns.len(), found["position"]["fen"]);

    let found = ask(&["best", "alquerque:walker", "--depth", "4", "--lines", "2"])?;
    for line in found["lines"].as_array().into_iter().flatten() {
        let turns = line["turns"].as_array().into_iter().flatten();
        let texts: Vec<_> = turns.filter_map(|turn| turn["text"].as_str()).collect();
        println!("{} {}", line["score"], texts.join(" "));
    }

    // A wrong word is answered with what is allowed, and with exit code 2.
    if let Err(refusal) = ask(&["moves", "alquerque", "--rule", "capture=never"]) {
        println!("{refusal}");
    }
    Ok(())
}
