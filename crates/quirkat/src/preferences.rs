//! Preferences of the user: from the configuration file, else from the locale.

use crate::errors::bad_input;
use crate::output;
use anyhow::Context;
use clap::{Args, ValueEnum};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use quirkat_draw::CharacterSet;
use quirkat_draw::svg::{BoardMaterial, Materials, PieceMaterial};
use quirkat_rules::Language;
use quirkat_search::Level;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};
use toml::{Table, Value};

/// Level of the engine without a preference.
const LEVEL: u8 = 5;

/// A preference of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Preference {
    /// Language of all texts: `en`, `es`, `fr`
    Lang,
    /// Whether output has only ASCII characters: `true`, `false`
    Ascii,
    /// Level of the engine in `quirkat play`: `1` to `10`
    Level,
    /// Materials of drawn boards and pieces: `wood turned`, `stone pebbles`
    Look,
}

/// Place from which the value of a preference comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The configuration file.
    File,
    /// A variable of the environment, with its value.
    Variable(&'static str, String),
    /// Neither.
    Default,
}

/// The values of all preferences.
#[derive(Clone, PartialEq, Debug)]
pub struct Preferences {
    /// Language of all texts.
    pub language: Language,
    /// Whether output has only ASCII characters.
    pub ascii: bool,
    /// Level of the engine.
    pub level: u8,
    /// Materials of drawn boards and pieces.
    pub look: Materials,
    /// Origin of each value, in the order of [`Preference`].
    origins: [Origin; 4],
}

/// Option for plain characters.
#[derive(Debug, Args)]
pub struct CharacterArgument {
    /// Draw with plain ASCII characters; `--ascii=false` uses others in spite of locale and preferences
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value_t = preferences().ascii,
        hide_default_value = true,
        hide_possible_values = true,
        action = clap::ArgAction::Set
    )]
    ascii: bool,
}

impl CharacterArgument {
    /// Returns the character set.
    pub fn character_set(&self) -> CharacterSet {
        CharacterSet::of(self.ascii)
    }
}

impl Preference {
    /// All preferences.
    pub const ALL: [Preference; 4] = [Preference::Lang, Preference::Ascii, Preference::Level, Preference::Look];

    /// Returns the key in the file.
    pub fn name(self) -> &'static str {
        match self {
            Preference::Lang => "lang",
            Preference::Ascii => "ascii",
            Preference::Level => "level",
            Preference::Look => "look",
        }
    }

    /// Returns the allowed values.
    fn allowed(self) -> String {
        match self {
            Preference::Lang => Language::ALL.map(Language::code).join(", "),
            Preference::Ascii => "true, false".to_owned(),
            Preference::Level => "1 to 10".to_owned(),
            Preference::Look => {
                let boards: Vec<_> = BoardMaterial::ALL.iter().map(|material| material.name()).collect();
                let pieces: Vec<_> = PieceMaterial::ALL.iter().map(|material| material.name()).collect();
                format!("a board ({}) and pieces ({})", boards.join(", "), pieces.join(", "))
            }
        }
    }
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            language: Language::En,
            ascii: false,
            level: LEVEL,
            look: Materials::default(),
            origins: [const { Origin::Default }; 4],
        }
    }
}

impl Preferences {
    /// Returns the preferences that a locale states.
    fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Preferences {
        let mut preferences = Preferences::default();
        let first = |names: &[&'static str]| {
            names.iter().find_map(|&name| Some((name, variable(name).filter(|value| !value.is_empty())?)))
        };
        if let Some((name, locale)) = first(&["LC_ALL", "LC_MESSAGES", "LANG"]) {
            let code = locale.split(['_', '.', '@']).next().unwrap_or_default().to_lowercase();
            if let Some(language) = Language::from_code(&code) {
                preferences.language = language;
                preferences.origins[0] = Origin::Variable(name, locale);
            }
        }
        if let Some((name, locale)) = first(&["LC_ALL", "LC_CTYPE", "LANG", "LC_MESSAGES"]) {
            let without_modifier = locale.split('@').next().unwrap_or_default();
            preferences.ascii = match without_modifier.split_once('.') {
                Some((_, codeset)) => !["utf8", "utf-8"].contains(&&*codeset.to_lowercase()),
                None => ["C", "POSIX"].contains(&without_modifier),
            };
            preferences.origins[1] = Origin::Variable(name, locale);
        }
        preferences
    }

    /// Sets a preference.
    ///
    /// # Errors
    /// When the value is not allowed. The error lists the allowed ones.
    fn set(&mut self, key: Preference, value: &str) -> Result<(), String> {
        let found = match key {
            Preference::Lang => Language::from_code(value).map(|language| self.language = language),
            Preference::Ascii => value.parse().ok().map(|ascii| self.ascii = ascii),
            Preference::Level => {
                value.parse().ok().filter(|&level| Level::new(level).is_some()).map(|level| self.level = level)
            }
            Preference::Look => materials(value).map(|look| self.look = look),
        };
        self.origins[key as usize] = Origin::File;
        found.ok_or_else(|| format!("`{}` cannot be `{value}`; allowed: {}", key.name(), key.allowed()))
    }

    /// Returns the value of a preference as text, and where it comes from.
    pub fn value(&self, key: Preference) -> (String, &Origin) {
        let value = match key {
            Preference::Lang => self.language.code().to_owned(),
            Preference::Ascii => self.ascii.to_string(),
            Preference::Level => self.level.to_string(),
            Preference::Look => format!("{} {}", self.look.board.name(), self.look.pieces.name()),
        };
        (value, &self.origins[key as usize])
    }
}

/// Parses materials: a board and pieces, in any order, or one of them.
fn materials(text: &str) -> Option<Materials> {
    let mut look = Materials::default();
    for word in text.split_whitespace() {
        let board = BoardMaterial::ALL.iter().find(|material| material.name() == word);
        let pieces = PieceMaterial::ALL.iter().find(|material| material.name() == word);
        look.board = *board.unwrap_or(&look.board);
        look.pieces = *pieces.unwrap_or(&look.pieces);
        if board.is_none() && pieces.is_none() {
            return None;
        }
    }
    Some(look).filter(|_| !text.trim().is_empty())
}

/// Returns the path of the configuration file, if the system has a folder for it.
pub fn file() -> Option<PathBuf> {
    Some(choose_native_strategy().ok()?.config_dir().join("quirkat/config.toml"))
}

/// Returns the preferences. Errors in the file are reported once and ignored.
pub fn preferences() -> &'static Preferences {
    static PREFERENCES: LazyLock<Preferences> = LazyLock::new(|| {
        let mut preferences = Preferences::of_locale(|name| env::var(name).ok());
        let Some(path) = file() else { return preferences };
        let warn =
            |why: &str| eprintln!("quirkat: {}: {why}; `quirkat config` shows and sets preferences", path.display());
        match read(&path) {
            Ok(table) => {
                for (name, value) in table {
                    match Preference::ALL.into_iter().find(|key| key.name() == name) {
                        Some(key) => {
                            let mut changed = preferences.clone();
                            match changed.set(key, &text_of(&value)) {
                                Ok(()) => preferences = changed,
                                Err(why) => warn(&why),
                            }
                        }
                        None => {
                            let allowed = Preference::ALL.map(Preference::name).join(", ");
                            warn(&format!("there is no preference `{name}`; allowed: {allowed}"));
                        }
                    }
                }
            }
            Err(error) => warn(&format!("{error:#}")),
        }
        preferences
    });
    &PREFERENCES
}

/// Returns the text of a value as it is typed.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Reads the file. A missing file is empty.
fn read(path: &Path) -> anyhow::Result<Table> {
    match fs::read_to_string(path) {
        Ok(text) => text.parse().map_err(|error: toml::de::Error| bad_input(error.message())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Table::new()),
        Err(error) => Err(error.into()),
    }
}

/// Stores a preference in the file, or removes it.
///
/// # Errors
/// When the value is not allowed, or the file cannot be read or written.
pub fn store(key: Preference, value: Option<&str>) -> anyhow::Result<()> {
    let path = file().context("there is no configuration folder")?;
    let mut table = read(&path).with_context(|| path.display().to_string())?;
    match value {
        Some(value) => {
            Preferences::default().set(key, value).map_err(bad_input)?;
            let typed = match key {
                Preference::Lang | Preference::Look => None,
                Preference::Ascii => value.parse().ok().map(Value::Boolean),
                Preference::Level => value.parse().ok().map(Value::Integer),
            };
            table.insert(key.name().to_owned(), typed.unwrap_or_else(|| Value::String(value.to_owned())));
        }
        None => drop(table.remove(key.name())),
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    output::write(&path, table.to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> (Language, bool) {
        let preferences = Preferences::of_locale(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        (preferences.language, preferences.ascii)
    }

    #[test]
    fn the_locale_states_language_and_characters() {
        assert_eq!(of(&[]), (Language::En, false));
        assert_eq!(of(&[("LANG", "es_ES.UTF-8")]), (Language::Es, false));
        assert_eq!(of(&[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "fr_CA.utf8")]), (Language::Fr, false));
        assert_eq!(of(&[("LANG", "es_ES.UTF-8"), ("LC_ALL", "C")]), (Language::En, true));
        assert_eq!(of(&[("LANG", "es_ES.UTF-8"), ("LC_ALL", "")]), (Language::Es, false));
        assert_eq!(of(&[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "C")]), (Language::En, false));
        assert_eq!(of(&[("LANG", "C")]), (Language::En, true));
        assert_eq!(of(&[("LC_MESSAGES", "POSIX")]), (Language::En, true));
        assert_eq!(of(&[("LANG", "C.UTF-8")]), (Language::En, false));
        assert_eq!(of(&[("LANG", "fr_FR.ISO-8859-1")]), (Language::Fr, true));
        assert_eq!(of(&[("LANG", "fr_FR@euro")]), (Language::Fr, false));
        assert_eq!(of(&[("LANG", "de_DE.UTF-8")]), (Language::En, false));
    }

    #[test]
    fn values_are_checked() {
        let mut preferences = Preferences::default();
        for (key, value) in [
            (Preference::Lang, "fr"),
            (Preference::Ascii, "true"),
            (Preference::Level, "10"),
            (Preference::Look, "stone flat"),
        ] {
            preferences.set(key, value).unwrap();
            assert_eq!(preferences.value(key), (value.to_owned(), &Origin::File));
        }
        for (key, value) in [
            (Preference::Lang, "de"),
            (Preference::Ascii, "yes"),
            (Preference::Level, "11"),
            (Preference::Look, "stone gold"),
            (Preference::Look, ""),
        ] {
            let why = preferences.set(key, value).unwrap_err();
            assert!(why.contains(&format!("`{}` cannot be `{value}`; allowed: ", key.name())), "{why}");
        }
    }
}
