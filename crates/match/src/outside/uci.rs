//! The driver's side of UCI.

use super::process::Process;
use super::{Driver, EngineProgram, OutsideError, ProtocolError, answer_timeout};
use crate::protocol::uci::{RULES, VARIANT, house_rules, position_command, variant_names};
use quirkat_rules::{AnyGame, Ruleset};
use quirkat_search::{Limits, Stop};

/// Answers of engines that have no move.
const NO_TURN: [&str; 2] = ["(none)", "0000"];

/// Driver of an engine that speaks UCI.
pub struct Uci {
    process: Process,
}

/// Engine's answer to `uci`.
#[derive(Default)]
struct Greeting {
    name: String,
    /// Names of its options.
    options: Vec<String>,
    /// Games that it lists.
    variants: Vec<String>,
}

/// Greets an engine, sets its game and options, and waits until it is ready. Returns its name and driver.
pub fn greet(
    mut process: Process,
    program: &EngineProgram,
    ruleset: &Ruleset,
) -> Result<(String, Box<dyn Driver + Send>), OutsideError> {
    let mut greeting = Greeting { name: program.path.clone(), ..Greeting::default() };
    process.send("uci");
    process.read_until_ready("uciok", |line| Ok(greeting.read_line(line)))?;
    let has = |name: &str| greeting.options.iter().any(|option| option.eq_ignore_ascii_case(name));
    let unknown_game = || OutsideError::unknown_game(ruleset);
    if !ruleset.house_rules.is_empty() && !has(RULES) {
        return Err(unknown_game());
    }
    // An engine of a single game does not list it.
    if has(VARIANT) {
        let offered = variant_names(ruleset).find(|name| greeting.variants.contains(name)).ok_or_else(unknown_game)?;
        process.send(format!("setoption name {VARIANT} value {offered}"));
    }
    if has(RULES) {
        process.send(format!("setoption name {RULES} value {}", house_rules(ruleset)));
    }
    for (name, value) in &program.settings {
        if !has(name) {
            let (found, allowed) = (name.clone(), greeting.options.clone());
            return Err(OutsideError::UnknownSetting { found, allowed });
        }
        process.send(format!("setoption name {name} value {value}"));
    }
    let mut uci = Uci { process };
    uci.new_game()?;
    Ok((greeting.name, Box::new(uci)))
}

impl Greeting {
    /// Reads a line. Returns `Some` for the last one.
    fn read_line(&mut self, line: &str) -> Option<()> {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = name.trim().to_owned();
        } else if let Some((name, rest)) = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "))
        {
            let name = name.trim();
            if name.eq_ignore_ascii_case(VARIANT) {
                self.variants = rest.split(" var ").skip(1).map(|variant| variant.trim().to_owned()).collect();
            }
            self.options.push(name.to_owned());
        }
        (line == "uciok").then_some(())
    }
}

impl Driver for Uci {
    fn new_game(&mut self) -> Result<(), OutsideError> {
        self.process.send("ucinewgame");
        self.process.send("isready");
        self.process.read_until_ready("readyok", |line| Ok((line == "readyok").then_some(())))
    }

    fn search(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
        self.process.send(position_command(&**game));
        let mut go = "go".to_owned();
        if limits == Limits::default() {
            go += " infinite";
        }
        if let Some(time) = limits.time {
            go += &format!(" movetime {}", time.as_millis());
        }
        if let Some(depth) = limits.depth {
            go += &format!(" depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        self.process.send(go);
        self.process.read_until("bestmove", answer_timeout(limits), stop, |line| {
            let Some(answer) = line.strip_prefix("bestmove") else { return Ok(None) };
            let word = answer.split_whitespace().next().filter(|word| !NO_TURN.contains(word));
            word.map(|word| Some(word.to_owned())).ok_or(ProtocolError::NoTurn("bestmove").into())
        })
    }
}
