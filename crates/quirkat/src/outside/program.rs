//! How an outside engine is named: its protocol, its settings, its command.

use std::fmt;
use std::str::FromStr;

/// The protocol by which an engine is driven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI in the dialect of `docs/reference/engine-protocols.md`.
    Uci,
    /// Hub, in its second version or its first.
    Hub,
}

/// An outside engine as a person writes it: `uci:COMMAND` or `hub:COMMAND`. The command is split into words as a shell
/// does it; words of the form `name=value` in front of the program are settings of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its protocol.
    pub protocol: Protocol,
    /// Its settings, by name and value, in their order.
    pub settings: Vec<(String, String)>,
    /// Its name or its path.
    pub path: String,
    /// The words that it is started with.
    pub words: Vec<String>,
    /// As it was written.
    written: String,
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (protocol, command) = match text.split_once(':') {
            Some(("uci", command)) => (Protocol::Uci, command),
            Some(("hub", command)) => (Protocol::Hub, command),
            _ => return Err("allowed: uci:COMMAND, hub:COMMAND".to_owned()),
        };
        let words = shlex::split(command).ok_or("a quotation in the command has no end")?;
        let mut words = words.into_iter().peekable();
        let mut settings = vec![];
        while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
            settings.push((name.to_owned(), value.to_owned()));
            words.next();
        }
        let path =
            words.next().ok_or("the command has no program; allowed: uci:PROGRAM, hub:name=value PROGRAM WORD")?;
        Ok(Program { protocol, settings, path, words: words.collect(), written: text.to_owned() })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_stand_before_the_program() {
        let program: Program = "uci:Hash=16 'Skill Level=3' ./an\\ engine --name=x 'a b'".parse().unwrap();
        let settings = [("Hash", "16"), ("Skill Level", "3")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!((program.protocol, program.settings.as_slice()), (Protocol::Uci, &settings[..]));
        assert_eq!(
            (program.path.as_str(), &program.words[..]),
            ("./an engine", &["--name=x".to_owned(), "a b".to_owned()][..])
        );
        assert_eq!(program.to_string().parse(), Ok(program));
    }

    #[test]
    fn what_is_no_program_is_refused() {
        let refused = |text: &str| text.parse::<Program>().unwrap_err();
        assert_eq!(refused("xboard:crafty"), "allowed: uci:COMMAND, hub:COMMAND");
        assert!(refused("uci: ").starts_with("the command has no program"));
        assert!(refused("hub:book=false").starts_with("the command has no program"));
        assert!(refused("uci:'engine").contains("quotation"));
    }
}
