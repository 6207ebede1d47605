//! Driving by UCI.

use super::process::Process;
use super::{Driver, Fault, OutsideError, Program, patience};
use crate::protocol::uci::{RULES, VARIANT, house_rules, position};
use quirkat_rules::{AnyGame, Ruleset};
use quirkat_search::{Limits, Stop};

/// What engines answer where they have no turn.
const NO_TURN: [&str; 2] = ["(none)", "0000"];

/// An engine that has been greeted.
pub struct Uci {
    process: Process,
}

/// What an engine says of itself.
#[derive(Default)]
struct Presented {
    name: String,
    /// The names of its options.
    options: Vec<String>,
    /// The games that it plays, where it says so.
    variants: Vec<String>,
}

/// Greets an engine, tells it what is played and what is set, and waits until it is ready.
pub fn greet(
    mut process: Process,
    program: &Program,
    ruleset: &Ruleset,
) -> Result<(String, Box<dyn Driver + Send>), OutsideError> {
    let mut presented = Presented { name: program.path.clone(), ..Presented::default() };
    process.say("uci");
    process.hear_ready("uciok", |line| Ok(presented.hears(line)))?;
    let has = |name: &str| presented.options.iter().any(|option| option.eq_ignore_ascii_case(name));
    let title = ruleset.title();
    // An engine of one game says of which one nothing.
    let plays_it = !has(VARIANT) || presented.variants.contains(&title);
    if !plays_it || !ruleset.house_rules.is_empty() && !has(RULES) {
        return Err(OutsideError::unknown_game(ruleset));
    }
    if has(VARIANT) {
        process.say(format!("setoption name {VARIANT} value {title}"));
    }
    if has(RULES) {
        process.say(format!("setoption name {RULES} value {}", house_rules(ruleset)));
    }
    for (name, value) in &program.settings {
        if !has(name) {
            let (found, allowed) = (name.clone(), presented.options.clone());
            return Err(OutsideError::UnknownSetting { found, allowed });
        }
        process.say(format!("setoption name {name} value {value}"));
    }
    let mut uci = Uci { process };
    uci.new_game()?;
    Ok((presented.name, Box::new(uci)))
}

impl Presented {
    /// Takes up a line of the greeting; gives something when it is the last.
    fn hears(&mut self, line: &str) -> Option<()> {
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
        self.process.say("ucinewgame");
        self.process.say("isready");
        self.process.hear_ready("readyok", |line| Ok((line == "readyok").then_some(())))
    }

    fn ask(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
        self.process.say(position(&**game));
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
        self.process.say(go);
        self.process.hear("bestmove", patience(limits), stop, |line| {
            let Some(answer) = line.strip_prefix("bestmove") else { return Ok(None) };
            let word = answer.split_whitespace().next().filter(|word| !NO_TURN.contains(word));
            word.map(|word| Some(word.to_owned())).ok_or(Fault::NoTurn("bestmove").into())
        })
    }
}
