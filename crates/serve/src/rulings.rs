//! What is played: a game, its variant and house rules, as addresses and forms name them; compiled once and shared.

use quirkat_rules::{
    AnyGame, AnyRules, GameFile, Ruleset, Setup, find_game, games, read_diagram, read_fen, split_option,
};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A game, its variant and its house rules, known to fit together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ruling {
    title: String,
    rules: Vec<String>,
}

/// As many compiled rulings are kept.
const KEPT: usize = 256;

/// No variant has so many options.
const MOST_RULES: usize = 80;

static COMPILED: LazyLock<Mutex<HashMap<Ruling, AnyRules>>> = LazyLock::new(Mutex::default);

impl Ruling {
    /// The ruling of a title (`alquerque`, `alquerque:walker`) and house rules (`capture=optional`).
    ///
    /// # Errors
    /// When there is no such game or variant, or a rule is refused, in words.
    pub fn new(title: &str, rules: &[String]) -> Result<Ruling, String> {
        let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
        let file = find_game(id).ok_or_else(|| {
            let known: Vec<_> = games().iter().map(|file| file.id.as_str()).collect();
            format!("there is no game `{}`; allowed: {}", clip(id), known.join(", "))
        })?;
        if rules.len() > MOST_RULES {
            return Err(format!("{} house rules; allowed: at most {MOST_RULES}", rules.len()));
        }
        let choices: Vec<_> =
            rules.iter().map(|rule| split_option(rule)).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let ruleset = file.ruleset(variant, &choices).map_err(|error| error.to_string())?;
        let ruling = Ruling { title: ruleset.title(), rules: quirkat_wire::house_rules(&ruleset) };
        ruling.compile(ruleset)?;
        Ok(ruling)
    }

    /// The game and the variant: `alquerque:walker`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The house rules, each as `key=value`.
    pub fn rules(&self) -> &[String] {
        &self.rules
    }

    /// The game's word.
    pub fn game_id(&self) -> &str {
        self.title.split(':').next().unwrap_or_default()
    }

    /// The house rules as the query of an address, with what comes before it; empty where there are none.
    pub fn query(&self, before: char) -> String {
        let rules = self.rules.iter().map(|rule| format!("rule={}", encoded(rule))).collect::<Vec<_>>().join("&");
        if rules.is_empty() { rules } else { format!("{before}{rules}") }
    }

    /// The game's file.
    pub fn file(&self) -> &'static GameFile {
        find_game(self.game_id()).expect("a ruling names a game that there is")
    }

    /// The compiled rules.
    ///
    /// # Errors
    /// When they do not fit together, which they did when the ruling was made.
    pub fn compiled(&self) -> Result<AnyRules, String> {
        if let Some(known) = kept().get(self) {
            return Ok(known.clone());
        }
        let choices: Vec<_> = self.rules.iter().filter_map(|rule| rule.split_once('=')).collect();
        let variant = self.title.split_once(':').map(|(_, variant)| variant);
        self.compile(self.file().ruleset(variant, &choices).map_err(|error| error.to_string())?)
    }

    fn compile(&self, ruleset: Ruleset) -> Result<AnyRules, String> {
        if let Some(known) = kept().get(self) {
            return Ok(known.clone());
        }
        let compiled = AnyRules::compile(ruleset).map_err(|error| error.to_string())?;
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(self.clone(), compiled.clone());
        Ok(compiled)
    }

    /// The ruleset.
    ///
    /// # Errors
    /// As [`Ruling::compiled`].
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, String> {
        Ok(Arc::clone(self.compiled()?.new_game().ruleset()))
    }
}

fn kept() -> std::sync::MutexGuard<'static, HashMap<Ruling, AnyRules>> {
    COMPILED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game that begins as its rules say, or with a position.
///
/// # Errors
/// When the position does not fit, in words.
pub fn game(ruling: &Ruling, position: Option<&str>) -> Result<AnyGame, String> {
    let rules = ruling.compiled()?;
    let Some(text) = position else { return Ok(rules.new_game()) };
    let setup = read_position(rules.new_game().ruleset(), text)?;
    rules.game(Some(&setup)).map_err(|error| error.to_string())
}

/// Reads a position, on one line as FEN, on several as a setup diagram.
///
/// # Errors
/// When it is neither, in words.
pub fn read_position(ruleset: &Ruleset, text: &str) -> Result<Setup, String> {
    if text.trim().contains('\n') {
        read_diagram(&ruleset.board, ruleset.white(), text).map_err(|error| error.to_string())
    } else {
        read_fen(ruleset, text).map_err(|error| error.to_string())
    }
}

/// A text as it stands in an address.
pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~:,=".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The beginning of a text, for messages.
pub fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}
