//! Tests game files with unusual texts: they are printed, or refused with a reason.

use super::read::Read;
use super::{check_edges, check_pages, on_every_paper};
use quirkat_print::{MAX_PAGES, Order, Paper, PrintError, Style, print};
use quirkat_rules::{GameFile, Language, Ruleset};

/// Returns a small game file in which every text is `words`.
fn file(words: &str) -> String {
    let words: String = words.chars().map(escaped).collect();
    let both = format!("en = \"{words}\"\nes = \"{words}\"\n");
    format!(
        "id = \"own\"\nversion = 1\ndefault = \"one\"\nboard = \"alq(3,3)\"\n\
         setup = \"b b b\\nb . w\\nw w w\"\nsources = [\"{words}\", \"x {words} https://a.es/{words}\"]\n\
         [name]\n{both}[about]\n{both}\
         [sides.first]\ncolour = \"white\"\n{both}[sides.second]\ncolour = \"black\"\n{both}\
         [ranks.man]\nen = [\"{words}\", \"{words}\"]\nes = [\"el {words}\", \"los {words}\"]\n\
         [options]\ncapture = {{ is = \"mandatory\", source = \"{words}\" }}\n\
         [variants.one]\nsource = \"{words}\"\n[variants.one.name]\n{both}[variants.one.note]\n{both}"
    )
}

/// Escapes a character for TOML.
fn escaped(sign: char) -> String {
    match sign {
        '"' | '\\' => format!("\\{sign}"),
        _ if sign.is_control() => format!("\\u{:04X}", u32::from(sign)),
        _ => sign.to_string(),
    }
}

fn ruleset(words: &str) -> Result<Ruleset, String> {
    let nothing = |file: &str| Err(format!("there is no {file}").into());
    let file = GameFile::parse("own.toml", &file(words), &nothing).map_err(|faults| faults.to_string())?;
    Ok(file.ruleset(None, &[]).unwrap())
}

/// Returns orders with every part, on every paper and in every language.
fn orders() -> Vec<Order> {
    let board = Order { board: Some(Style::Floral), has_counters: true, is_pocket: true, ..Order::default() };
    let leaflet = Order { has_leaflet: true, ..Order::default() };
    let all = on_every_paper([board, leaflet]).into_iter();
    all.map(|(order, paper, language)| Order { paper, language, ..order }).collect()
}

/// Prints every part. Checks that output stays on the paper, and that a refusal states its reason.
fn check(words: &str, check: fn(&Read, &str)) -> usize {
    let shown: String = words.chars().take(12).collect();
    let ruleset = ruleset(words).unwrap_or_else(|faults| panic!("`{}`: {faults}", shown.escape_debug()));
    let mut printed_all = 0;
    for order in orders() {
        let what = format!("`{}` {order:?}", shown.escape_debug());
        match print(&ruleset, &order).and_then(|printed| printed.pdf()) {
            Ok(bytes) => {
                printed_all += 1;
                check(&Read::new(&bytes), &what);
            }
            Err(error) => {
                let error = error.to_string();
                // The message is in the words of the user, not of the PDF library.
                let is_clear = !error.is_empty() && error.len() < 300 && !error.contains("Validat");
                assert!(is_clear, "{what}: {error}");
            }
        }
    }
    printed_all
}

#[test]
fn plain_words_are_printed() {
    assert_eq!(check("Game", check_pages), orders().len());
    assert_eq!(check("Ōñé ʻokina बाघचाल القرق шашки", check_pages), orders().len());
}

#[test]
fn texts_of_several_lines_are_printed_whole() {
    let words = "First line.\nSecond line.\n\nNew paragraph.\r\nAnd a line.";
    assert_eq!(check(words, check_pages), orders().len());
}

#[test]
fn a_tab_counts_as_a_blank() {
    assert_eq!(check("Before a tab.\tBehind it.", check_pages), orders().len());
}

#[test]
fn very_long_words_stay_on_the_paper() {
    for words in ["m".repeat(4000), "a-".repeat(600), "क्षि".repeat(600)] {
        check(&words, check_edges);
    }
}

#[test]
fn texts_of_both_directions_stay_on_the_paper() {
    for words in ["القرق abc 12", "abc القرق, 12 القرق (xyz)"] {
        check(words, check_edges);
    }
}

#[test]
fn characters_without_a_glyph_are_printed_as_a_replacement() {
    for words in ["♟️👨‍👩‍👧‍👦 🏳️‍🌈", "将棋", "a\u{feff}b", "\u{10ffff}\u{e000}", "e\u{301}\u{301}\u{301}\u{301}\u{301}"]
    {
        check(words, check_edges);
    }
}

#[test]
fn unprintable_characters_are_refused() {
    let controls = ["a\u{0}b", "a\u{7}\u{1b}b", "a\u{85}b"];
    let marks = ["a\u{202e}bc def", "\u{202b}\u{2067}\u{202d}x y z", "\u{200f}\u{61c}abc", "القرق\u{202e} abc 12"];
    for words in controls.into_iter().chain(marks) {
        let faults = ruleset(words).map(|_| ()).unwrap_err();
        let refused = faults.lines().filter(|line| line.ends_with("allowed: visible characters, line breaks and tabs"));
        assert_eq!(refused.count(), 20, "{faults}");
    }
}

#[test]
fn invisible_texts_do_not_fail() {
    for words in [" ", "\u{a0}", "\u{200b}", "\u{ad}", "."] {
        check(words, check_edges);
    }
}

#[test]
fn too_long_leaflets_are_refused_for_the_right_reason() {
    let ruleset = ruleset(&"Many words about a game. ".repeat(400)).unwrap();
    for paper in Paper::ALL {
        match print(&ruleset, &super::leaflet(paper, Language::En)) {
            Ok(printed) => assert!(printed.pages.len() <= MAX_PAGES),
            Err(PrintError::TooManyPages(pages)) => {
                assert!(pages > MAX_PAGES, "{pages} pages are refused on {}: {MAX_PAGES} are allowed", paper.name());
            }
            Err(_) => {}
        }
    }
}

#[test]
fn too_long_leaflets_are_refused() {
    let ruleset = ruleset(&"m ".repeat(20_000)).unwrap();
    let refused = print(&ruleset, &super::leaflet(Paper::A3, Language::En));
    assert_eq!(refused.map(|printed| printed.pages.len()), Err(PrintError::TooLong(8, Paper::A3)));
}

#[test]
fn the_reader_finds_nothing_that_is_absent() {
    for name in ["", "a", "A4 ", "a44", "letter\n", "legal", "Ａ４", "á4"] {
        assert_eq!(Paper::named(name), None, "{name:?}");
    }
    for name in ["", "plain ", "flowers", "Floral\u{301}", "engraved", "checked,plain"] {
        assert_eq!(Style::named(name), None, "{name:?}");
    }
    for paper in Paper::ALL {
        assert_eq!(Paper::named(&paper.name().to_lowercase()), Some(paper));
        assert_eq!(Paper::named(paper.name()), Some(paper));
    }
    for style in Style::ALL {
        assert_eq!(Style::named(style.name()), Some(style));
    }
}
