//! Driving by Hub, in its second version and in its first, which Scan 2.0 speaks.

use super::process::Process;
use super::{Driver, Fault, OutsideError, Program, patience};
use crate::protocol::hub::{Message, variant_of, write_position, write_turn};
use quirkat_rules::{AnyGame, Ruleset};
use quirkat_search::{Limits, Stop};

/// What an engine says of itself.
#[derive(Default)]
struct Presented {
    name: String,
    /// Its parameters, with their values where these are listed. The first version of Hub does not tell of any.
    params: Vec<(String, Vec<String>)>,
    /// Whether it speaks the second version.
    is_second: bool,
}

/// Greets an engine, tells it what is played and what is set, and waits until it is ready.
pub fn greet(
    mut process: Process,
    program: &Program,
    ruleset: &Ruleset,
) -> Result<(String, Box<dyn Driver + Send>), OutsideError> {
    let variant = variant_of(ruleset).ok_or_else(|| OutsideError::unknown_game(ruleset))?;
    let mut presented = Presented { name: program.path.clone(), ..Presented::default() };
    process.say("hub");
    process.hear_ready("wait", |line| presented.hears(line))?;
    let is_second = presented.is_second;
    let set = |name: &str, value: &str| match is_second {
        true => Message::new("set-param").with("name", name).with("value", value).to_string(),
        false => format!("set {name} {value}"),
    };
    if let Some((_, variants)) = presented.params.iter().find(|(name, _)| name == "variant") {
        if !variants.iter().any(|known| known == variant) {
            return Err(OutsideError::unknown_game(ruleset));
        }
        process.say(set("variant", variant));
    }
    for (name, value) in &program.settings {
        if is_second && presented.params.iter().all(|(known, _)| known != name) {
            let allowed = presented.params.into_iter().map(|(name, _)| name).collect();
            return Err(OutsideError::UnknownSetting { found: name.clone(), allowed });
        }
        process.say(set(name, value));
    }
    process.say("init");
    process.hear_ready("ready", |line| Ok((line == "ready").then_some(())))?;
    let driver: Box<dyn Driver + Send> =
        if is_second { Box::new(Second { process }) } else { Box::new(First { process }) };
    Ok((presented.name, driver))
}

impl Presented {
    /// Takes up a line of the greeting; gives something when it is the last.
    fn hears(&mut self, line: &str) -> Result<Option<()>, OutsideError> {
        if let Some(name) = line.strip_prefix("name ") {
            // So the first version begins.
            self.name = name.trim().to_owned();
            return Ok(None);
        }
        let Ok(Some(message)) = Message::read(line) else { return Ok(None) };
        let value = |name: &str| message.get(name).unwrap_or_default();
        match message.command.as_str() {
            "id" => {
                self.is_second = true;
                self.name = format!("{} {}", value("name"), value("version")).trim().to_owned();
            }
            "param" => {
                let values = value("values").split_whitespace().map(str::to_owned).collect();
                self.params.push((value("name").to_owned(), values));
            }
            "wait" => return Ok(Some(())),
            _ => {}
        }
        Ok(None)
    }
}

/// The position in which a game began, and its turns.
fn history(game: &AnyGame) -> (String, Vec<String>) {
    let ruleset = game.ruleset();
    let turns = game.history().into_iter().map(|turn| write_turn(&ruleset.board, turn)).collect();
    (write_position(ruleset, &game.setup_after(0)), turns)
}

/// An engine that speaks Hub 2.
struct Second {
    process: Process,
}

impl Driver for Second {
    fn new_game(&mut self) -> Result<(), OutsideError> {
        self.process.say("new-game");
        Ok(())
    }

    fn ask(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
        let (start, turns) = history(game);
        let mut position = Message::new("pos").with("pos", start);
        if !turns.is_empty() {
            position = position.with("moves", turns.join(" "));
        }
        let mut level = Message::new("level");
        if limits == Limits::default() {
            level = level.with_flag("infinite");
        }
        if let Some(time) = limits.time {
            level = level.with("move-time", time.as_secs_f64());
        }
        if let Some(depth) = limits.depth {
            level = level.with("depth", depth);
        }
        if let Some(nodes) = limits.nodes {
            level = level.with("nodes", nodes);
        }
        for line in [position, level, Message::new("go").with_flag("think")] {
            self.process.say(line.to_string());
        }
        self.process.hear("done", patience(limits), stop, |line| {
            let Ok(Some(message)) = Message::read(line) else { return Ok(None) };
            match message.command.as_str() {
                "error" => Err(Fault::Refusal(message.get("message").unwrap_or_default().to_owned()).into()),
                "done" => message.get("move").map(|turn| Some(turn.to_owned())).ok_or(Fault::NoTurn("done").into()),
                _ => Ok(None),
            }
        })
    }
}

/// An engine that speaks the first version of Hub, which knows plain words and milliseconds.
struct First {
    process: Process,
}

impl Driver for First {
    fn new_game(&mut self) -> Result<(), OutsideError> {
        self.process.say("new");
        Ok(())
    }

    fn heeds(&self, limits: Limits) -> Result<(), OutsideError> {
        if limits.nodes.is_some() { Err(OutsideError::NoNodes) } else { Ok(()) }
    }

    fn ask(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
        self.heeds(limits)?;
        let (start, turns) = history(game);
        // The side to move is a small letter here.
        let (to_move, squares) = start.split_at(1);
        self.process.say(format!("pos {}{squares}", to_move.to_lowercase()));
        for turn in turns {
            self.process.say(format!("move {turn}"));
        }
        if let Some(time) = limits.time {
            self.process.say(format!("time {}", time.as_millis()));
        }
        if let Some(depth) = limits.depth {
            self.process.say(format!("depth {depth}"));
        }
        self.process.say("go");
        self.process.hear("move", patience(limits), stop, |line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("error"), _) => Err(Fault::Refusal(line.trim_start_matches("error").trim().to_owned()).into()),
                (Some("move"), Some(turn)) => Ok(Some(turn.to_owned())),
                (Some("move"), None) => Err(Fault::NoTurn("move").into()),
                _ => Ok(None),
            }
        })
    }
}
