//! The game of a command: catalogue or file, variant, house rules, position.

mod own;
pub mod record_files;
pub mod records;

pub use own::OwnRules;

use crate::errors::bad_input;
use crate::words::Words;
use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use quirkat_play::{Ruling, RulingError};
use quirkat_rules::{
    AnyGame, Board, GameFile, Language, Ruleset, SquareNames, SquareNotation, find_game_by_name, fold_name, games,
    no_effect_reason, split_option,
};
use quirkat_words::ErrorText;
use quirkat_words::texts::text;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A game with its house rules on the command line.
#[derive(Debug, Args)]
pub struct GameArguments {
    /// The game: `alquerque`, `alquerque:article`, or the path to a game file (`games/mine.toml:variant`)
    #[arg(value_parser = GameWord, hide_possible_values = true)]
    pub game: String,
    /// A house rule; may be repeated: `--rule capture=optional --rule chain=none`
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub rules: Vec<String>,
    /// Write the squares of a chequered board as `numbers` or `letters`, instead of the game's own; both are read
    // No flattened struct: clap would no longer see whether optional arguments of a game are given.
    #[arg(long, value_name = "NAMES", value_parser = square_names())]
    pub notation: Option<SquareNames>,
}

/// Returns the parser of names of squares.
pub fn square_names() -> impl TypedValueParser<Value = SquareNames> {
    let named = |word: String| SquareNames::from_word(&word).expect("one of the names");
    PossibleValuesParser::new(["numbers", "letters"]).map(named)
}

/// Returns the notation of these names for a board; `None` if the board's own is wanted.
///
/// # Errors
/// When the board is not chequered.
pub fn wanted_notation(names: Option<SquareNames>, board: &Board) -> anyhow::Result<Option<SquareNotation>> {
    let Some(names) = names else { return Ok(None) };
    let unnamed = || bad_input("--notation is for chequered boards: the points of this board have one name only");
    board.notation_by(names).map(Some).ok_or_else(unnamed)
}

/// Parser of a game argument. Accepts any text, because files contain games too; shells complete the shipped games and
/// variants.
#[derive(Clone)]
pub struct GameWord;

impl TypedValueParser for GameWord {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, word: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, word)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let titles = games().flat_map(|file| {
            let variants = file.variants().map(|variant| format!("{}:{variant}", file.id));
            [file.id.clone()].into_iter().chain(variants)
        });
        Some(Box::new(titles.map(PossibleValue::new)))
    }
}

/// A position of a game.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// The position, instead of the start: `W:Wa1,c3:Be5` (side to move, White's points, Black's), or a setup diagram
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
}

/// A game file, and its path unless it ships with Quirkat.
pub struct Source {
    pub file: GameFile,
    pub own: Option<OwnRules>,
}

impl Source {
    /// Finds a game by name or path. The error is in the given language.
    pub fn find(name: &str, language: Language) -> anyhow::Result<Source> {
        if !is_path(name) {
            let file = find_game_by_name(name).ok_or_else(|| {
                let words = Words(language);
                if Path::new(name).is_file() {
                    return bad_input(words.say("play.no_game_file", &[text("path", name)]));
                }
                let refusal = RulingError::UnknownGame(name.to_owned()).in_words(language);
                bad_input(words.say("play.or_path", &[text("known", refusal)]))
            })?;
            return Ok(Source { file: file.clone(), own: None });
        }
        let (file, own) = OwnRules::read(name, language)?;
        Ok(Source { file, own: Some(own) })
    }

    /// Returns the path of the game file, unless it ships with Quirkat.
    pub fn path(&self) -> Option<&str> {
        self.own.as_ref().map(OwnRules::path)
    }
}

fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::is_separator)
}

/// Reads a UTF-8 file of at most 4 MiB. Reading stops at that size, so endless inputs such as devices are refused too.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    const MAX_BYTES: u64 = 4 << 20;
    let named = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).with_context(named)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(bad_input(format!("{} is too large; allowed: at most {MAX_BYTES} bytes", path.display())));
    }
    String::from_utf8(bytes).map_err(|_| bad_input(format!("{} is not text; allowed: UTF-8", path.display())))
}

/// Splits a game argument into name or path and variant at the colon, unless the colon belongs to a path (a drive
/// letter or a folder's name).
pub fn name_and_variant(game: &str) -> (&str, Option<&str>) {
    match game.rsplit_once(':') {
        Some((name, variant)) if !variant.contains(std::path::is_separator) && !variant.ends_with(".toml") => {
            (name, Some(variant))
        }
        _ => (game, None),
    }
}

/// Returns the variant with this name in any spelling, or the name itself where there is none.
fn variant_named<'a>(file: &'a GameFile, name: &'a str) -> &'a str {
    file.variants().find(|variant| fold_name(variant) == fold_name(name)).unwrap_or(name)
}

impl GameArguments {
    /// Creates the arguments of a game with house rules.
    pub fn new(game: String, rules: Vec<String>) -> GameArguments {
        GameArguments { game, rules, notation: None }
    }

    /// Returns the game's source with variant and house rules. Contradictory rules are refused by every command. Errors
    /// are in the given language.
    pub fn ruling(&self, language: Language) -> anyhow::Result<(Source, Ruling)> {
        self.ruling_or(language, |_| None)
    }

    /// Returns the game's source as [`GameArguments::ruling`] does, for a game between two people: without a named variant,
    /// the one meant for them.
    pub fn ruling_between_people(&self, language: Language) -> anyhow::Result<(Source, Ruling)> {
        self.ruling_or(language, |file| Some(file.between_people()))
    }

    fn ruling_or(
        &self,
        language: Language,
        usual: impl Fn(&GameFile) -> Option<&str>,
    ) -> anyhow::Result<(Source, Ruling)> {
        let (name, variant) = name_and_variant(&self.game);
        let source = Source::find(name, language)?;
        let variant = variant.map(|name| variant_named(&source.file, name)).or_else(|| usual(&source.file));
        let ruling =
            Ruling::of(&source.file, variant, &self.rules).map_err(|error| bad_input(error.in_words(language)))?;
        self.warn_of_rules_without_effect(&ruling, Words(language));
        Ok(match wanted_notation(self.notation, &ruling.ruleset().board)? {
            Some(notation) => (source, ruling.in_notation(notation)),
            None => (source, ruling),
        })
    }

    /// Warns about house rules without effect.
    fn warn_of_rules_without_effect(&self, ruling: &Ruling, words: Words) {
        let ruleset = ruling.ruleset();
        for rule in &self.rules {
            let key = split_option(rule).ok().and_then(|(key, _)| key.parse().ok());
            if let Some(why) = key.and_then(|key| no_effect_reason(key, &ruleset)) {
                let slots = [text("rule", rule), text("why", why.in_words(words.0))];
                eprintln!("quirkat: {}", words.say("play.irrelevant", &slots));
            }
        }
    }

    /// Returns the game's source and its ruleset with variant and house rules.
    pub fn resolve(&self) -> anyhow::Result<(Source, Ruleset)> {
        let (source, ruling) = self.ruling(Language::En)?;
        Ok((source, Arc::unwrap_or_clone(ruling.ruleset())))
    }

    /// Returns the ruleset with variant and house rules.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        Ok(self.resolve()?.1)
    }

    /// Starts a game from the position.
    pub fn game(&self, position: &PositionArguments) -> anyhow::Result<AnyGame> {
        self.ruling(Language::En)?.1.game(position.position.as_deref()).map_err(bad_input)
    }
}
