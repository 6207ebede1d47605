//! The book of the format, as Markdown.

use crate::files::format::{FileKey, FileTable, TABLES, Want};
use crate::files::{changes_layout, setup_words};
use crate::ground::board::{BoardKind, Constructor};
use crate::options::{OptionKey, Options};
use crate::ruleset::{Clause, ClauseStanding, Ruleset, games, limits, no_effect_reasons};
use std::fmt::Write;

const OPENING: &str = "\
# The format of games

A game is one TOML file: its board, what stands on it at the start, the words of the game, and its rules, each a choice
with its source. A board may have a file of its own. [`examples/adugo.toml`](../../examples/adugo.toml) is a whole game with
comments.

```sh
quirkat check examples/adugo.toml    # every fault with its line and key, and what follows from the file
quirkat rules examples/adugo.toml    # the rules in words
quirkat play examples/adugo.toml     # play it
quirkat play examples/adugo.toml:all # another variant
```

Without a terminal, the workshop of a server (`/workshop`, of `quirkat serve` or of any other) shows the faults, the board and
the rules beside the file while one writes it; there it is also played, printed and shared.

This text is what `quirkat format` prints. It is made of the definitions that the reader itself uses; the examples of the
options are what the games of Quirkat say.
";

/// The book of the format of game files and board files: every table, key and option with its meaning, its values, what
/// holds without it, and an example. As Markdown.
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
    *book += "| key | values | without it | meaning |\n|---|---|---|---|\n";
    for FileKey { name, want, form, meaning, .. } in table.keys {
        let want = match want {
            Want::Needed => "*needed*",
            Want::Default(default) => default,
        };
        let _ = writeln!(book, "| `{name}` | {form} | {want} | {meaning} |");
    }
    let examples: Vec<_> = table.keys.iter().map(|key| key.example).filter(|example| !example.is_empty()).collect();
    if !examples.is_empty() {
        let header = if table.header.is_empty() { String::new() } else { format!("{}\n", table.header) };
        let _ = write!(book, "\n```toml\n{header}{}\n```\n", examples.join("\n"));
    }
}

fn push_setups(book: &mut String) {
    *book += "\n### Setups\n\n\
        A diagram has a line for each row of the board, the row farthest from the first side first, and a letter for each \
        point: `.` empty, `w` `b` men, `p` `q` princes, `W` `B` kings of White and Black; several letters are a tower, \
        from bottom to top. These setups have a word:\n\n| word | meaning |\n|---|---|\n";
    for setup in setup_words() {
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
        What a clause chooses, and what `--rule` sets on the command line. The example of each is the first of our games \
        that makes another choice than the default. Choices that contradict one another are refused; `quirkat check` \
        warns of those that can never apply.\n";
    for key in OptionKey::ALL {
        push_option(book, key);
    }
}

fn push_option(book: &mut String, key: OptionKey) {
    let _ = write!(book, "\n### `{key}`\n\n{}.", capital(key.meaning()));
    if changes_layout(key) {
        *book += " It changes the layout.";
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
    for want in no_effect_reasons(key) {
        let _ = write!(book, "\nIt means nothing if {want}.\n");
    }
    for (place, values) in limits(key) {
        let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
        let left = if values.is_empty() {
            "such a value is refused".to_owned()
        } else {
            format!("only {}", values.join(", "))
        };
        let _ = write!(book, "\n{}: {left}.\n", capital(&place.to_string()));
    }
    match example(key, &default) {
        Some((ruleset, clause)) => {
            let _ = write!(book, "\nIn `{}`:\n\n```toml\n{}\n```\n", ruleset.title(), written(&clause));
        }
        None => *book += "\nNone of our games chooses anything but the default.\n",
    }
}

/// The first clause of our games that chooses another value than the default, one that cites a source before others.
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

/// A clause as a file states it.
fn written(clause: &Clause) -> String {
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

    /// The examples of every table, put together to one game.
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
    fn the_examples_of_all_keys_make_a_game_and_a_board() {
        let game = GameFile::parse("x.toml", &game(), &|_| Err(String::new().into()));
        let ruleset = game.unwrap_or_else(|faults| panic!("{faults}")).ruleset(Some("all"), &[]).unwrap();
        assert_eq!((ruleset.board.len(), ruleset.start.memory.hand), (25, [2, 2]));
        for wanted in [&["construct"][..], &["points", "lines"]] {
            let keys = wanted.iter().map(|name| BOARD.key(name).unwrap().example);
            parse_board("x.toml", &keys.collect::<Vec<_>>().join("\n")).unwrap();
        }
    }

    #[test]
    fn every_table_under_another_is_described() {
        for key in TABLES.iter().flat_map(|table| table.keys) {
            assert!(!key.form.is_empty() && !key.meaning.is_empty(), "{}", key.name);
        }
    }
}
