//! Command lines of outside engines: protocol, settings and program.

use std::fmt;
use std::str::FromStr;

/// Protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI in the dialect of `docs/reference/engine-protocols.md`.
    Uci,
    /// Hub, in its second version or its first.
    Hub,
}

/// Command line of an outside engine: `uci:COMMAND` or `hub:COMMAND`. The command is split into words as in a shell; words
/// of the form `name=value` before the program are settings of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineProgram {
    /// Protocol of the engine.
    pub protocol: Protocol,
    /// Settings by name and value, in order.
    pub settings: Vec<(String, String)>,
    /// Name or path of the program.
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
            _ => return Err("allowed: uci:COMMAND, hub:COMMAND".to_owned()),
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
        Ok(EngineProgram { protocol, settings, path, words: words.collect(), text: text.to_owned() })
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
        assert_eq!(refused("xboard:crafty"), "allowed: uci:COMMAND, hub:COMMAND");
        assert!(refused("uci: ").starts_with("the command has no program"));
        assert!(refused("hub:book=false").starts_with("the command has no program"));
        assert!(refused("uci:'engine").contains("quotation"));
    }
}
