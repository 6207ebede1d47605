//! Command lines of outside engines: protocol, settings and program.

use std::fmt;
use std::str::FromStr;

/// Setting of DamExchange: minutes that the program has for a game.
pub(super) const MINUTES: &str = "minutes";
/// Setting of DamExchange: the program may run on another machine.
pub(super) const REMOTE: &str = "remote";

/// Protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI in the dialect of `docs/reference/engine-protocols.md`.
    Uci,
    /// Hub, in its second version or its first.
    Hub,
    /// DamExchange, with a program that waits for connections.
    Dxp,
}

/// Command line of an outside engine: `uci:COMMAND`, `hub:COMMAND` or `dxp:HOST:PORT`. The command is split into words as
/// in a shell; words of the form `name=value` before the program are settings of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineProgram {
    /// Protocol of the engine.
    pub protocol: Protocol,
    /// Settings by name and value, in order.
    pub settings: Vec<(String, String)>,
    /// Name or path of the program, or its host and port.
    pub path: String,
    /// Arguments of the program.
    pub words: Vec<String>,
    /// The text that was parsed.
    text: String,
}

impl FromStr for EngineProgram {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (protocol, command) = match text.split_once(':') {
            Some(("uci", command)) => (Protocol::Uci, command),
            Some(("hub", command)) => (Protocol::Hub, command),
            Some(("dxp", command)) => (Protocol::Dxp, command),
            _ => return Err("allowed: uci:COMMAND, hub:COMMAND, dxp:HOST:PORT".to_owned()),
        };
        let words = shlex::split(command).ok_or("a quotation mark in the command is not closed")?;
        let mut words = words.into_iter().peekable();
        let mut settings = vec![];
        while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
            settings.push((name.to_owned(), value.to_owned()));
            words.next();
        }
        let path =
            words.next().ok_or("the command has no program; allowed: uci:PROGRAM, hub:name=value PROGRAM WORD")?;
        let program = EngineProgram { protocol, settings, path, words: words.collect(), text: text.to_owned() };
        if protocol == Protocol::Dxp && !program.is_address() {
            return Err(
                "allowed: dxp:HOST:PORT, dxp:minutes=10 remote=true HOST:PORT with minutes from 1 to 999".to_owned()
            );
        }
        Ok(program)
    }
}

impl EngineProgram {
    /// Returns whether the engine has a clock for the whole game, and no limit for a move.
    pub fn has_game_clock(&self) -> bool {
        self.protocol == Protocol::Dxp
    }

    /// Returns whether the program and its settings are an address for DamExchange.
    fn is_address(&self) -> bool {
        let is_port = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
        let is_setting = |(name, value): &(String, String)| match name.as_str() {
            MINUTES => value.parse::<u16>().is_ok_and(|minutes| (1..=999).contains(&minutes)),
            REMOTE => value == "true",
            _ => false,
        };
        let is_host_and_port = |(host, port): (&str, &str)| !host.is_empty() && is_port(port);
        self.path.rsplit_once(':').is_some_and(is_host_and_port)
            && self.words.is_empty()
            && self.settings.iter().all(is_setting)
    }
}

impl fmt::Display for EngineProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_before_the_program() {
        let program: EngineProgram = "uci:Hash=16 'Skill Level=3' ./an\\ engine --name=x 'a b'".parse().unwrap();
        let settings = [("Hash", "16"), ("Skill Level", "3")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!((program.protocol, program.settings.as_slice()), (Protocol::Uci, &settings[..]));
        assert_eq!(
            (program.path.as_str(), &program.words[..]),
            ("./an engine", &["--name=x".to_owned(), "a b".to_owned()][..])
        );
        assert_eq!(program.to_string().parse(), Ok(program));
    }

    #[test]
    fn invalid_command_lines_are_refused() {
        let refused = |text: &str| text.parse::<EngineProgram>().unwrap_err();
        assert_eq!(refused("xboard:crafty"), "allowed: uci:COMMAND, hub:COMMAND, dxp:HOST:PORT");
        for address in
            ["localhost", ":27531", "localhost:0", "localhost:99999", "localhost:1 x", "minutes=0 localhost:1"]
        {
            assert!(refused(&format!("dxp:{address}")).starts_with("allowed: dxp:HOST:PORT"), "{address}");
        }
        assert!(refused("dxp:remote=false localhost:1").starts_with("allowed: dxp:HOST:PORT"));
        let remote: EngineProgram = "dxp:minutes=999 remote=true [::1]:27531".parse().unwrap();
        assert_eq!((remote.path.as_str(), remote.has_game_clock()), ("[::1]:27531", true));
        assert!(refused("uci: ").starts_with("the command has no program"));
        assert!(refused("hub:book=false").starts_with("the command has no program"));
        assert!(refused("uci:'engine").contains("quotation"));
    }
}
