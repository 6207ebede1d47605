//! Where a game comes from: the catalogue or a file, a variant, house rules, a position.

mod own;

pub use own::OwnRules;

use crate::bad_input;
use crate::play::words::Words;
use anyhow::Context;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use quirkat_play::{Ruling, RulingError, folded, named_game};
use quirkat_rules::{AnyGame, GameFile, Language, Ruleset, games, no_effect_reason, split_option};
use quirkat_words::Refusal;
use quirkat_words::texts::text;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A game with its house rules, as it is named on the command line.
#[derive(Debug, Args)]
pub struct GameArguments {
    /// The game: `alquerque`, `alquerque:article`, or the path to a game file (`games/mine.toml:variant`)
    #[arg(value_parser = GameWord, hide_possible_values = true)]
    pub game: String,
    /// A house rule, as often as you like: `--rule capture=optional --rule chain=none`
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub rules: Vec<String>,
}

/// The word for a game: any, since files have games too. Shells complete it by the games and variants that there are.
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
    /// The position, instead of the start: `W:Wa1,c3:Be5` (to move, White's points, Black's), or a setup diagram
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
}

/// A game file, and what it was read from unless it came with the program.
pub struct Source {
    pub file: GameFile,
    pub own: Option<OwnRules>,
}

impl Source {
    /// Finds the game of this word or path; that there is none is said in a language.
    pub fn find(name: &str, language: Language) -> anyhow::Result<Source> {
        if !is_path(name) {
            let file = named_game(name).ok_or_else(|| {
                let known = RulingError::UnknownGame(name.to_owned()).in_words(language);
                bad_input(Words(language).say("play.or_path", &[text("known", known)]))
            })?;
            return Ok(Source { file: file.clone(), own: None });
        }
        let (file, own) = OwnRules::read(name, language)?;
        Ok(Source { file, own: Some(own) })
    }

    /// The path that the game file was read from, unless it came with the program.
    pub fn path(&self) -> Option<&str> {
        self.own.as_ref().map(OwnRules::path)
    }
}

fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::is_separator)
}

/// Reads a text file that is not unreasonably large. What is no file may have no end: of that, too, no more is read.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    const LONGEST: u64 = 4 << 20;
    let named = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)).with_context(named)?;
    if bytes.len() as u64 > LONGEST {
        return Err(bad_input(format!("{} is too large; allowed: at most {LONGEST} bytes", path.display())));
    }
    String::from_utf8(bytes).map_err(|_| bad_input(format!("{} is no text; allowed: UTF-8", path.display())))
}

/// The game's word or path, and the variant behind it. A colon separates them, unless it belongs to a path (a drive's letter,
/// or a folder's name).
pub fn name_and_variant(game: &str) -> (&str, Option<&str>) {
    match game.rsplit_once(':') {
        Some((name, variant)) if !variant.contains(std::path::is_separator) && !variant.ends_with(".toml") => {
            (name, Some(variant))
        }
        _ => (game, None),
    }
}

/// The variant of this word, however it is written; the word itself where there is none.
fn variant_named<'a>(file: &'a GameFile, name: &'a str) -> &'a str {
    file.variants().find(|variant| folded(variant) == folded(name)).unwrap_or(name)
}

impl GameArguments {
    /// The game's source and the variant with the house rules. Rules that contradict one another are refused by every
    /// command, not only where they are played; in a language.
    pub fn ruling(&self, language: Language) -> anyhow::Result<(Source, Ruling)> {
        self.ruling_or(language, |_| None)
    }

    /// The same for two people, who play the variant that is meant for them unless another is named.
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
        self.tell_the_irrelevant(&ruling, Words(language));
        Ok((source, ruling))
    }

    /// Says which house rules mean nothing in this game.
    fn tell_the_irrelevant(&self, ruling: &Ruling, words: Words) {
        let ruleset = ruling.ruleset();
        for rule in &self.rules {
            let stated = split_option(rule).ok().and_then(|(key, _)| key.parse().ok());
            if let Some(why) = stated.and_then(|key| no_effect_reason(key, &ruleset)) {
                let slots = [text("rule", rule), text("why", why.in_words(words.0))];
                eprintln!("quirkat: {}", words.say("play.irrelevant", &slots));
            }
        }
    }

    /// The game's source and the ruleset of the variant with the house rules.
    pub fn resolve(&self) -> anyhow::Result<(Source, Ruleset)> {
        let (source, ruling) = self.ruling(Language::En)?;
        Ok((source, Arc::unwrap_or_clone(ruling.ruleset())))
    }

    /// The ruleset of the variant with the house rules.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        Ok(self.resolve()?.1)
    }

    /// A game that begins with the position.
    pub fn game(&self, position: &PositionArguments) -> anyhow::Result<AnyGame> {
        self.ruling(Language::En)?.1.game(position.position.as_deref()).map_err(bad_input)
    }
}
