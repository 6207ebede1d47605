//! Numeric engine options.

use super::search::Question;
use quirkat_rules::{AnyGame, clip};
use quirkat_search::{Level, Library, Limits};
use std::sync::Arc;

/// A numeric option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Name, matched without case.
    pub name: &'static str,
    /// Default value.
    pub default: u32,
    /// Minimum value.
    pub least: u32,
    /// Maximum value.
    pub most: u32,
}

/// Size of the transposition table in MiB.
pub const HASH: Number = Number { name: "Hash", default: 64, least: 1, most: 4096 };
/// Number of search threads.
pub const THREADS: Number = Number { name: "Threads", default: 1, least: 1, most: 256 };
/// Playing level, from 1 to 10.
pub const LEVEL: Number = Number { name: "Level", default: 10, least: 1, most: 10 };
/// Number of lines to report.
pub const LINES: Number = Number { name: "MultiPV", default: 1, least: 1, most: 100 };

const ALL: [Number; 4] = [HASH, THREADS, LEVEL, LINES];

/// Values of the options.
#[derive(Clone, Debug)]
pub struct Settings {
    numbers: [u32; ALL.len()],
    /// Endgame tables, if any are open.
    pub library: Option<Arc<dyn Library>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { numbers: ALL.map(|number| number.default), library: None }
    }
}

impl Settings {
    /// Returns the value of an option.
    pub fn get(&self, number: Number) -> u32 {
        let at = ALL.iter().position(|known| *known == number);
        at.map_or(number.default, |at| self.numbers[at])
    }

    /// Returns the playing level.
    fn level(&self) -> Level {
        u8::try_from(self.get(LEVEL)).ok().and_then(Level::new).unwrap_or(Level::BEST)
    }

    /// Returns the question for a game under these options, with all its moves allowed.
    pub fn question(&self, game: AnyGame, limits: Limits, is_new_game: bool) -> Question {
        Question {
            game,
            allowed: None,
            limits,
            lines: self.get(LINES) as usize,
            level: self.level(),
            library: self.library.clone(),
            memory: self.get(HASH) as usize,
            threads: self.get(THREADS) as usize,
            is_new_game,
        }
    }

    /// Sets an option by name. Returns whether it exists.
    ///
    /// # Errors
    /// When the value is not allowed.
    pub fn set(&mut self, name: &str, text: &str) -> Result<bool, String> {
        let Some(at) = ALL.iter().position(|number| number.name.eq_ignore_ascii_case(name)) else {
            return Ok(false);
        };
        let Number { name, least, most, .. } = ALL[at];
        self.numbers[at] = text
            .parse()
            .ok()
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| format!("{name} cannot be `{}`; allowed: {least} to {most}", clip(text)))?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_within_their_bounds() {
        let mut settings = Settings::default();
        assert_eq!((settings.get(HASH), settings.level()), (64, Level::BEST));
        assert_eq!(settings.set("hash", "16"), Ok(true));
        assert_eq!(settings.set("LEVEL", "3"), Ok(true));
        assert_eq!(settings.set("Contempt", "3"), Ok(false));
        assert_eq!((settings.get(HASH), settings.level()), (16, Level::new(3).unwrap()));
        for wrong in ["0", "11", "-1", "", "three", "99999999999999"] {
            let refused = settings.set("Level", wrong).unwrap_err();
            assert_eq!(refused, format!("Level cannot be `{wrong}`; allowed: 1 to 10"));
        }
        assert_eq!(settings.level(), Level::new(3).unwrap(), "a refused value changes nothing");
    }
}
