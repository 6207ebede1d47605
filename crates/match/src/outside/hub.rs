//! The driver's side of Hub, in its second version and in its first, which Scan 2.0 speaks.

use super::process::Process;
use super::{Driver, EngineProgram, OutsideError, ProtocolError, answer_timeout};
use crate::protocol::hub::{Message, VARIANTS, variant_of, write_position, write_turn};
use quirkat_rules::{AnyGame, Ruleset};
use quirkat_search::{Limits, Stop};

/// Engine's answer to `hub`.
#[derive(Default)]
struct Greeting {
    name: String,
    /// Its parameters with their possible values, if they are listed. The first version of Hub lists none.
    params: Vec<(String, Vec<String>)>,
    /// Whether the engine speaks the second version.
    is_second: bool,
}

/// Greets an engine, sets its game and parameters, and waits until it is ready. Returns its name and driver.
pub fn greet(
    mut process: Process,
    program: &EngineProgram,
    ruleset: &Ruleset,
) -> Result<(String, Box<dyn Driver + Send>), OutsideError> {
    let variant = variant_of(ruleset).ok_or_else(|| OutsideError::unknown_game(ruleset))?;
    let mut greeting = Greeting { name: program.path.clone(), ..Greeting::default() };
    process.send("hub");
    process.read_until_ready("wait", |line| greeting.read_line(line))?;
    let is_second = greeting.is_second;
    let set = |name: &str, value: &str| match is_second {
        true => Message::new("set-param").with("name", name).with("value", value).to_string(),
        false => format!("set {name} {value}"),
    };
    if !greeting.plays(variant) {
        return Err(OutsideError::unknown_game(ruleset));
    }
    if greeting.variants().is_some() {
        process.send(set("variant", variant));
    }
    for (name, value) in &program.settings {
        if is_second && greeting.params.iter().all(|(known, _)| known != name) {
            let allowed = greeting.params.into_iter().map(|(name, _)| name).collect();
            return Err(OutsideError::UnknownSetting { found: name.clone(), allowed });
        }
        process.send(set(name, value));
    }
    process.send("init");
    process.read_until_ready("ready", |line| Ok((line == "ready").then_some(())))?;
    let driver: Box<dyn Driver + Send> =
        if is_second { Box::new(Hub2 { process }) } else { Box::new(Hub1 { process }) };
    Ok((greeting.name, driver))
}

impl Greeting {
    /// Returns the variants that the engine lists, if it does.
    fn variants(&self) -> Option<&[String]> {
        self.params.iter().find(|(name, _)| name == "variant").map(|(_, variants)| variants.as_slice())
    }

    /// Returns whether the engine plays a variant. One that lists none plays the first variant alone.
    fn plays(&self, variant: &str) -> bool {
        match self.variants() {
            Some(variants) => variants.iter().any(|known| known == variant),
            None => variant == VARIANTS[0].0,
        }
    }

    /// Reads a line. Returns `Some` for the last one.
    fn read_line(&mut self, line: &str) -> Result<Option<()>, OutsideError> {
        if let Some(name) = line.strip_prefix("name ") {
            // The first version starts with this line.
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

/// Returns the start position and the turns of a game.
fn history(game: &AnyGame) -> (String, Vec<String>) {
    let ruleset = game.ruleset();
    let turns = game.history().into_iter().map(|turn| write_turn(&ruleset.board, turn)).collect();
    (write_position(ruleset, &game.setup_after(0)), turns)
}

/// Driver of an engine that speaks Hub 2.
struct Hub2 {
    process: Process,
}

impl Driver for Hub2 {
    fn new_game(&mut self) -> Result<(), OutsideError> {
        self.process.send("new-game");
        Ok(())
    }

    fn search(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
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
            self.process.send(line.to_string());
        }
        self.process.read_until("done", answer_timeout(limits), stop, |line| {
            let Ok(Some(message)) = Message::read(line) else { return Ok(None) };
            match message.command.as_str() {
                "error" => Err(ProtocolError::Refusal(message.get("message").unwrap_or_default().to_owned()).into()),
                "done" => {
                    message.get("move").map(|turn| Some(turn.to_owned())).ok_or(ProtocolError::NoTurn("done").into())
                }
                _ => Ok(None),
            }
        })
    }
}

/// Driver of an engine that speaks the first version of Hub, with plain words and milliseconds.
struct Hub1 {
    process: Process,
}

impl Driver for Hub1 {
    fn new_game(&mut self) -> Result<(), OutsideError> {
        self.process.send("new");
        Ok(())
    }

    fn check_limits(&self, limits: Limits) -> Result<(), OutsideError> {
        if limits.nodes.is_some() { Err(OutsideError::NoNodes("Hub 1")) } else { Ok(()) }
    }

    fn search(&mut self, game: &AnyGame, limits: Limits, stop: &Stop) -> Result<String, OutsideError> {
        self.check_limits(limits)?;
        let (start, turns) = history(game);
        // The first version writes the side to move in lower case.
        let (to_move, squares) = start.split_at(1);
        self.process.send(format!("pos {}{squares}", to_move.to_lowercase()));
        for turn in turns {
            self.process.send(format!("move {turn}"));
        }
        if let Some(time) = limits.time {
            self.process.send(format!("time {}", time.as_millis()));
        }
        if let Some(depth) = limits.depth {
            self.process.send(format!("depth {depth}"));
        }
        self.process.send("go");
        self.process.read_until("move", answer_timeout(limits), stop, |line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("error"), _) => {
                    Err(ProtocolError::Refusal(line.trim_start_matches("error").trim().to_owned()).into())
                }
                (Some("move"), Some(turn)) => Ok(Some(turn.to_owned())),
                (Some("move"), None) => Err(ProtocolError::NoTurn("move").into()),
                _ => Ok(None),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_plays_the_variants_that_it_lists_or_the_normal_one() {
        let greeting = |lines: &[&str]| {
            let mut greeting = Greeting::default();
            lines.iter().for_each(|line| assert_eq!(greeting.read_line(line), Ok(None)));
            greeting
        };
        let scan = greeting(&["id name=Scan", "param name=variant value=normal type=enum values=\"normal frisian\""]);
        assert_eq!(["normal", "frisian", "bt"].map(|variant| scan.plays(variant)), [true, true, false]);
        let old = greeting(&["name Scan 2.0"]);
        assert_eq!(["normal", "frisian"].map(|variant| old.plays(variant)), [true, false]);
    }
}
