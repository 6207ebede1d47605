//! `quirkat new NAME`: writes a game file of one's own from a few answers.

use super::languages;
use crate::errors::bad_input;
use crate::output;
use crate::preferences::preferences;
use crate::words::Words;
use any_ascii::any_ascii;
use anyhow::Context;
use clap::Args;
use quirkat_match::lines::{Input, read_line};
use quirkat_rules::{
    Board, FileErrors, Language, OptionKey, Options, Point, check_file, construct, find_game, is_unprintable,
    split_option,
};
use quirkat_words::texts::text;
use quirkat_words::{ErrorText, allowed_values, choices_in_words};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Options about which the command asks, in this order.
const ASKED: [OptionKey; 5] =
    [OptionKey::StepDirs, OptionKey::Capture, OptionKey::Promotion, OptionKey::TakenToWin, OptionKey::Blocked];
/// Maximum length of an id, and of an answer in bytes.
const MAX_ID_LEN: usize = 40;
const MAX_ANSWER_LEN: usize = 400;

/// Write a game file of your own, with comments, from a few questions
///
/// At a terminal the command asks for what the arguments leave open; Enter takes the value in brackets. Elsewhere it
/// takes these values without a question. It never replaces a file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quirkat new \"Village draughts\"                    asks, then writes village-draughts.toml\n  \
    quirkat new leap --board \"alq(6,6)\" --men 12 --defaults\n  \
    quirkat new hunt --men 1,12 --rule taken_to_win=3 --rule capture=optional -o hunt.toml\n\n\
    Then `quirkat check FILE`, `quirkat show FILE` and `quirkat play FILE`; `quirkat format` explains every key.")]
pub struct Arguments {
    /// The name of the game
    name: String,
    /// The board: a constructor's call, see `quirkat format` [default: alq(5,5)]
    #[arg(long, value_name = "CALL", value_parser = read_board)]
    board: Option<NewBoard>,
    /// The men of White and of Black at the start: `12`, or `1,12` [default: all points but one, or two]
    #[arg(long, value_name = "MEN", value_parser = read_men)]
    men: Option<Men>,
    /// A rule; may be repeated: `--rule capture=optional --rule promotion=long`
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Ask nothing and use the defaults
    #[arg(long)]
    defaults: bool,
    /// The language of the names and of the comments
    #[arg(long, value_parser = languages())]
    lang: Option<Language>,
    /// The file [default: the name of the game in small letters, ending with .toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A board with the call that makes it.
#[derive(Clone, Debug)]
struct NewBoard {
    call: String,
    board: Board,
}

/// Number of men of White and of Black.
type Men = [usize; 2];

fn read_board(call: &str) -> Result<NewBoard, String> {
    let board = construct(call).map_err(|error| error.to_string())?;
    Ok(NewBoard { call: call.trim().to_owned(), board })
}

fn read_men(answer: &str) -> Result<Men, String> {
    let numbers: Result<Vec<usize>, _> =
        answer.split([',', ' ']).filter(|part| !part.is_empty()).map(str::parse).collect();
    match numbers.as_deref() {
        Ok([both]) => Ok([*both; 2]),
        Ok([white, black]) => Ok([*white, *black]),
        _ => Err("allowed: one number, or two such as 1,12".to_owned()),
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let name = arguments.name.trim();
    if name.is_empty() || name.chars().any(is_unprintable) || name.chars().count() > 60 {
        return Err(bad_input("a game has a name of 1 to 60 characters in one line"));
    }
    let id = id_of(name);
    let path = arguments.output.clone().unwrap_or_else(|| format!("{id}.toml").into());
    output::extension(&path, &["toml"])?;
    let exists = || bad_input(format!("{} exists; allowed: another name, or -o FILE", path.display()));
    if path.exists() {
        return Err(exists());
    }
    let mut rules = Vec::new();
    for rule in &arguments.rules {
        let (key, value) = split_option(rule).map_err(bad_input)?;
        Options::default().with([(key, value)]).map_err(bad_input)?;
        rules.push((OptionKey::from_name(key).map_err(bad_input)?, value.to_owned()));
    }
    let asks = !arguments.defaults && io::stdin().is_terminal() && io::stdout().is_terminal();
    let language = preferences().language;
    let mut interview = Interview { asks, words: Words(arguments.lang.unwrap_or(language)) };
    if arguments.lang.is_none() {
        let codes = Language::ALL.map(Language::code).join(", ");
        let question = interview.words.say("new.language", &[text("allowed", codes)]);
        let language = interview.answer(&question, language.code(), |answer| {
            answer.parse::<Language>().map_err(|error| error.to_string())
        })?;
        interview.words = Words(language);
    }
    let words = interview.words;
    let board = match &arguments.board {
        Some(board) => board.clone(),
        None => interview.answer(words.get("new.board"), "alq(5,5)", |answer| {
            construct(answer).map_err(|error| error.in_words(words.0))?;
            read_board(answer)
        })?,
    };
    let most = board.board.len();
    let fits = |men: Men| match men {
        [white, black] if white > 0 && black > 0 && white.saturating_add(black) <= most => Ok(men),
        _ => Err(words.say("new.men_refused", &[text("most", most.to_string())])),
    };
    let men = match arguments.men {
        Some(men) => fits(men).map_err(bad_input)?,
        None => {
            let half = (most.saturating_sub(1) / 2).max(1).to_string();
            interview.answer(words.get("new.men"), &half, |answer| read_men(answer).or(Ok([0, 0])).and_then(fits))?
        }
    };
    for key in ASKED {
        if rules.iter().all(|(set, _)| *set != key) {
            let question = question(key, words);
            let usual = key.value(&Options::default());
            let value = interview.answer(&question, &usual, |answer| {
                Options::default().with([(key, answer)]).map_err(|error| error.in_words(words.0))?;
                Ok(answer.to_owned())
            })?;
            rules.push((key, value));
        }
    }
    let written = NewGame { name, id: &id, path: path.display().to_string(), board, men, rules, words }.text();
    let report = check_file(&path.display().to_string(), &written, &|_| unreachable!("the file names no other"));
    if !report.is_sound() {
        return Err(bad_input(FileErrors(report.errors).in_words(words.0)));
    }
    let is_new = output::create(&path, written.as_bytes());
    if !is_new.with_context(|| format!("cannot write {}", path.display()))? {
        return Err(exists());
    }
    Ok(words.say("new.written", &[text("file", path.display().to_string())]) + "\n")
}

/// Derives the id of a game from its name.
fn id_of(name: &str) -> String {
    let plain = any_ascii(name).to_lowercase();
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut id: String = words.collect::<Vec<_>>().join("-");
    // An id begins with a letter and differs from those of the catalogue.
    if !id.starts_with(|letter: char| letter.is_ascii_lowercase()) || find_game(&id).is_some() {
        id = format!("my-{id}");
    }
    id.truncate(MAX_ID_LEN);
    id.trim_end_matches('-').to_owned()
}

/// Returns what an option is about, with its values.
fn question(key: OptionKey, words: Words) -> String {
    let ruleset = find_game("alquerque").expect("a game of the catalogue").ruleset(None, &[]).expect("it is sound");
    let choices = choices_in_words(&ruleset, words.0);
    let about = choices.iter().find(|choice| choice.key == key.name()).map_or("", |choice| choice.key_words.as_str());
    words.say("new.option", &[text("about", about), text("allowed", allowed_values(key, words.0))])
}

/// Asks at a terminal, and otherwise takes the defaults.
struct Interview {
    asks: bool,
    words: Words,
}

impl Interview {
    /// Returns the answer to a question. An answer that is refused is asked for again.
    fn answer<T>(&self, question: &str, usual: &str, read: impl Fn(&str) -> Result<T, String>) -> anyhow::Result<T> {
        if !self.asks {
            return read(usual).map_err(bad_input);
        }
        loop {
            let mut out = output::standard();
            write!(out, "{question} [{usual}]: ")?;
            out.flush()?;
            drop(out);
            let answer = match read_line(&mut io::stdin().lock(), MAX_ANSWER_LEN)? {
                Input::End => return Err(bad_input(self.words.get("new.stopped"))),
                Input::Line(line) => line.trim().to_owned(),
                Input::TooLong | Input::NotUtf8 => "?".to_owned(),
            };
            match read(if answer.is_empty() { usual } else { &answer }) {
                Ok(value) => return Ok(value),
                Err(refusal) => writeln!(output::standard(), "  {refusal}")?,
            }
        }
    }
}

/// Answers from which a file is written.
struct NewGame<'a> {
    name: &'a str,
    id: &'a str,
    path: String,
    board: NewBoard,
    men: Men,
    rules: Vec<(OptionKey, String)>,
    words: Words,
}

impl NewGame<'_> {
    fn text(&self) -> String {
        let words = self.words;
        let code = words.0.code();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let comment = |key: &str| comment_of(&words.say(key, &[text("file", &*self.path)]));
        let noun = |key: &str| {
            let forms: Vec<String> = words.get(key).split(", ").map(quoted).collect();
            format!("{code} = [{}]", forms.join(", "))
        };
        let mut file = String::new();
        let mut add = |part: &str| {
            let _ = writeln!(file, "{part}");
        };
        add(&comment("new.about_file"));
        add(&format!("\n{}\nid = {}\nversion = 1\ndefault = \"usual\"", comment("new.about_id"), quoted(self.id)));
        add(&format!("\n{}\nboard = {}", comment("new.about_board"), quoted(&self.board.call)));
        add(&format!("\n{}\nsetup = \"\"\"\n{}\"\"\"", comment("new.about_setup"), self.diagram()));
        add(&format!("\n{}\n[name]\n{code} = {}", comment("new.about_name"), quoted(self.name)));
        add(&format!("\n# [about]\n# {code} = {}", quoted(words.get("new.about_game"))));
        for (side, colour, key) in [("first", "white", "new.white"), ("second", "black", "new.black")] {
            add(&format!("\n[sides.{side}]\ncolour = \"{colour}\"\n{code} = {}", quoted(words.get(key))));
        }
        add(&format!("\n{}\n[ranks.man]\n{}", comment("new.about_ranks"), noun("new.man")));
        let is_promoted = self.rules.iter().any(|(key, value)| *key == OptionKey::Promotion && value != "none");
        if is_promoted {
            add(&format!("\n[ranks.king]\n{}", noun("new.king")));
        }
        add(&format!("\n{}\n[options]", comment("new.about_options")));
        for (key, value) in &self.rules {
            let value = if value.parse::<u32>().is_ok() { value.clone() } else { quoted(value) };
            add(&comment_of(&question(*key, words)));
            add(&format!("{key} = {{ is = {value}, standing = \"ours\" }}"));
        }
        add(&format!("\n{}\n[variants.usual.name]\n{code} = {}", comment("new.about_variants"), quoted(self.name)));
        file
    }

    /// Draws the start: each side fills the points nearest to it, from its right-hand side.
    fn diagram(&self) -> String {
        let board = &self.board.board;
        let [white, black] = self.men;
        let mut points: Vec<Point> = board.points().collect();
        points.sort_by_key(|&point| (board.place(point).y, -board.place(point).x));
        let letter = |point: Point| {
            let number = points.iter().position(|&other| other == point).unwrap_or_default();
            match number {
                _ if number < white => "w",
                _ if number >= points.len() - black => "b",
                _ => ".",
            }
        };
        let mut rows: Vec<i32> = board.points().map(|point| board.place(point).y).collect();
        rows.sort_unstable();
        rows.dedup();
        let row = |&y: &i32| {
            let mut row: Vec<Point> = board.points().filter(|&point| board.place(point).y == y).collect();
            row.sort_by_key(|&point| board.place(point).x);
            row.into_iter().map(letter).collect::<Vec<_>>().join(" ") + "\n"
        };
        rows.iter().rev().map(row).collect()
    }
}

/// Wraps a text as a comment.
fn comment_of(text: &str) -> String {
    output::wrap_hanging(&format!("# {text}"), 100, "# ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_follows_from_the_name() {
        assert_eq!(id_of("Village draughts"), "village-draughts");
        assert_eq!(id_of("Jeu d'été"), "jeu-d-ete");
        assert_eq!(id_of("Alquerque"), "my-alquerque");
        assert_eq!(id_of("12 men"), "my-12-men");
        assert_eq!(id_of("..."), "my");
        assert_eq!(id_of(&"long name ".repeat(9)).len(), 39);
    }
}
