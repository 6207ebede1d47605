//! A client of the `quirkat` program that uses its JSON output. It contains no rules: it requests the legal moves of
//! one position and for the best lines of another.
//!
//! `cargo run -p quirkat --example by_json` builds and calls the program by Cargo; a path as argument calls that program
//! instead.

use serde_json::Value;
use std::error::Error;
use std::process::Command;

/// Returns the JSON output of a command.
///
/// # Errors
/// When the program cannot be run or refuses the command. The error is then its message.
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
    let turns = found["legal"].as_array().ok_or("no legal moves")?;
    println!("{}: {} legal moves at {}", found["game"], turns.len(), found["position"]["fen"]);

    let found = ask(&["best", "alquerque:walker", "--depth", "4", "--lines", "2"])?;
    for line in found["lines"].as_array().into_iter().flatten() {
        let turns = line["turns"].as_array().into_iter().flatten();
        let texts: Vec<_> = turns.filter_map(|turn| turn["text"].as_str()).collect();
        println!("{} {}", line["score"], texts.join(" "));
    }

    // The message of a refused argument lists the allowed values. The exit code is 2.
    if let Err(refusal) = ask(&["moves", "alquerque", "--rule", "capture=never"]) {
        println!("{refusal}");
    }
    Ok(())
}
