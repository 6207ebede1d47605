//! Generates the reference of the file format, as Markdown.
//!
//! `docs` holds a copy of the result. The test `the_format_reference_is_up_to_date` compares the two and, with
//! `QUIRKAT_BLESS=1`, rewrites the copy.

use crate::files::format::{FileKey, FileTable, Presence, TABLES};
use crate::files::{changes_layout, named_setups};
use crate::ground::board::{BoardKind, Constructor};
use crate::options::{OptionKey, Options};
use crate::ruleset::{Clause, ClauseStanding, Ruleset, games, limits, no_effect_reasons};
use std::fmt::Write;

const OPENING: &str = "\
# The format of games

A game is one TOML file with its board, its setup, its names and its rules. Each rule is a choice with its source. A board
may also be a separate file. [`examples/adugo.toml`](../../examples/adugo.toml) is a complete game with
comments.

```sh
quirkat check examples/adugo.toml    # every error with its line and key, and a summary of the game
quirkat rules examples/adugo.toml    # the rules in words
quirkat play examples/adugo.toml     # play the game
quirkat play examples/adugo.toml:all # another variant
```

In a browser, the workshop of a server (`/workshop`, for example of `quirkat serve`) shows the errors, the board and the
rules beside the file while you write it. There you can also play, print and share the game.

`quirkat format` prints this text. It is generated from the definitions that the reader uses. The examples of the options
come from the games of Quirkat.
";

/// Returns the reference of game files and board files as Markdown: every table, key and option with its meaning, values,
/// default and an example.
pub fn format_reference() -> String {
    let mut book = OPENING.to_owned();
    book += "\n## The tables of a file\n";
    TABLES.iter().for_each(|table| push_table(&mut book, table));
    push_setups(&mut book);
    push_constructors(&mut book);
    push_options(&mut book);
    book
}

fn push_table(book: &mut String, table: &FileTable) {
    let _ = write!(book, "\n### {}\n\n", table.title);
    if !table.about.is_empty() {
        let _ = write!(book, "{}\n\n", table.about);
    }
    *book += "| key | values | default | meaning |\n|---|---|---|---|\n";
    for FileKey { name, presence, form, meaning, .. } in table.keys {
        let default = match presence {
            Presence::Required => "*required*",
            Presence::Default(default) => default,
        };
        let _ = writeln!(book, "| `{name}` | {form} | {default} | {meaning} |");
    }
    let examples: Vec<_> = table.keys.iter().map(|key| key.example).filter(|example| !example.is_empty()).collect();
    if !examples.is_empty() {
        let header = if table.header.is_empty() { String::new() } else { format!("{}\n", table.header) };
        let _ = write!(book, "\n```toml\n{header}{}\n```\n", examples.join("\n"));
    }
}

fn push_setups(book: &mut String) {
    *book += "\n### Setups\n\n\
        A diagram has a line for each row of the board, the row farthest from the first side first, with a letter for each \
        point: `.` empty, `w` `b` men, `p` `q` princes, `W` `B` kings of White and Black; several letters are a tower, \
        from bottom to top. Some setups have a name:\n\n| name | setup |\n|---|---|\n";
    for setup in named_setups() {
        let _ = writeln!(book, "| `{}` | {} |", setup.word, setup.meaning);
    }
}

fn push_constructors(book: &mut String) {
    *book += "\n### Constructors\n\n| call | board |\n|---|---|\n";
    for Constructor { form, meaning, .. } in BoardKind::ALL.map(BoardKind::constructor) {
        let _ = writeln!(book, "| {form} | {meaning} |");
    }
}

fn push_options(book: &mut String) {
    *book += "\n## The options\n\n\
        A clause sets an option in a file; `--rule` sets it on the command line. The example of each option is the first \
        game of Quirkat that does not use the default. Contradictory values are refused. `quirkat check` warns of clauses \
        without effect.\n";
    for key in OptionKey::ALL {
        push_option(book, key);
    }
}

fn push_option(book: &mut String, key: OptionKey) {
    let _ = write!(book, "\n### `{key}`\n\n{}.", capital(key.meaning()));
    if changes_layout(key) {
        *book += " This option changes the layout.";
    }
    let default = key.value(&Options::default());
    *book += "\n\n";
    if key.words().next().is_none() {
        let _ = writeln!(book, "Values: {}. Default: `{default}`.", key.allowed());
    } else {
        *book += "| value | meaning |\n|---|---|\n";
        for (word, meaning) in key.words() {
            let mark = if word == default { " (default)" } else { "" };
            let _ = writeln!(book, "| `{word}`{mark} | {meaning} |");
        }
    }
    for reason in no_effect_reasons(key) {
        let _ = write!(book, "\nNo effect if {reason}.\n");
    }
    for (place, values) in limits(key) {
        let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
        let left = if values.is_empty() {
            "no such value is allowed".to_owned()
        } else {
            format!("only {}", values.join(", "))
        };
        let _ = write!(book, "\n{}: {left}.\n", capital(&place.to_string()));
    }
    match example(key, &default) {
        Some((ruleset, clause)) => {
            let _ = write!(book, "\nIn `{}`:\n\n```toml\n{}\n```\n", ruleset.title(), clause_toml(&clause));
        }
        None => *book += "\nEvery game of Quirkat uses the default.\n",
    }
}

/// Returns the first clause of the catalogue that sets a value other than the default, preferably one with a source.
fn example(key: OptionKey, default: &str) -> Option<(Ruleset, Clause)> {
    let rulesets = games().flat_map(|game| game.variants().filter_map(|variant| game.ruleset(Some(variant), &[]).ok()));
    let stated: Vec<_> = rulesets
        .filter_map(|ruleset| {
            let clause =
                ruleset.info.clauses.iter().find(|clause| clause.key == key && clause.value != default)?.clone();
            Some((ruleset, clause))
        })
        .collect();
    let sourced =
        stated.iter().position(|(_, clause)| clause.standing == ClauseStanding::Source && !clause.source.is_empty());
    stated.into_iter().nth(sourced.unwrap_or(0))
}

/// Writes a clause as TOML.
fn clause_toml(clause: &Clause) -> String {
    let Clause { key, value, source, standing } = clause;
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let value = if value.parse::<u16>().is_ok() { value.clone() } else { quoted(value) };
    let source = if source.is_empty() { String::new() } else { format!(", source = {}", quoted(source)) };
    let standing = match standing {
        ClauseStanding::Source => "",
        ClauseStanding::Reconstruction => ", standing = \"reconstruction\"",
        ClauseStanding::Ours => ", standing = \"ours\"",
    };
    format!("{key} = {{ is = {value}{source}{standing} }}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::format::{BOARD, CLAUSE, GALLERY, GAME, LAYOUT, NATIVE, NOUN, RANKS, SIDE, VARIANT, WORDS};
    use crate::files::parse_board;
    use crate::ruleset::GameFile;

    fn examples(table: &FileTable) -> String {
        table.keys.iter().fold(String::new(), |text, key| text + key.example + "\n")
    }

    /// Joins the examples of all tables into one game file.
    fn game() -> String {
        let mut text = examples(&GAME);
        for (header, table) in [
            ("[[native]]", &NATIVE),
            ("[gallery]", &GALLERY),
            ("[sides.first]", &SIDE),
            ("[ranks]", &RANKS),
            ("[layouts.hunters.10]", &LAYOUT),
            ("[options.captors]", &CLAUSE),
            ("[variants.all]", &VARIANT),
        ] {
            writeln!(text, "{header}\n{}", examples(table)).unwrap();
        }
        text + "[sides.second]\ncolour = 'black'\nen = 'Dogs'\nes = 'Perros'\n[sides.second.ranks.man]\n"
            + &examples(&NOUN)
            + "[variants.five.name]\n"
            + &examples(&WORDS)
    }

    #[test]
    fn examples_of_all_keys_form_a_game_and_a_board() {
        let game = GameFile::parse("x.toml", &game(), &|_| Err(String::new().into()));
        let ruleset = game.unwrap_or_else(|faults| panic!("{faults}")).ruleset(Some("all"), &[]).unwrap();
        assert_eq!((ruleset.board.len(), ruleset.start.memory.hand), (25, [2, 2]));
        for keys in [&["construct"][..], &["points", "lines"]] {
            let keys = keys.iter().map(|name| BOARD.key(name).unwrap().example);
            parse_board("x.toml", &keys.collect::<Vec<_>>().join("\n")).unwrap();
        }
    }

    #[test]
    fn every_key_has_a_form_and_a_meaning() {
        for key in TABLES.iter().flat_map(|table| table.keys) {
            assert!(!key.form.is_empty() && !key.meaning.is_empty(), "{}", key.name);
        }
    }
}
