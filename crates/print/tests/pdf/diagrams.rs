//! Tests that the diagrams of a leaflet follow its rules.

use super::read::Read;
use super::tree::Element;
use super::{leaflet, printed, ruleset, solid};
use quirkat_draw::examples::{Example, examples};
use quirkat_print::Paper;
use quirkat_rules::{AnyRules, Language, Removal, Ruleset};
use quirkat_words::move_in_words;
use std::collections::BTreeSet;

/// Returns the figures of moves with their captions: those without captions of their own show positions.
fn captioned<'a>(read: &'a Read, ruleset: &Ruleset, language: Language) -> Vec<(&'a Element, String)> {
    let game = AnyRules::compile(ruleset.clone()).unwrap().new_game();
    let captions = examples(&game).iter().map(|example| solid(&example.caption(&ruleset.board, language))).collect();
    let captions: BTreeSet<String> = captions;
    let all: Vec<&Element> = read.root.all();
    let pairs = all.windows(2).filter(|pair| pair[0].kind == "Figure" && pair[1].kind == "P");
    let said = pairs.map(|pair| (pair[0], read.says(pair[1])));
    said.filter(|(_, caption)| captions.contains(&solid(caption))).collect()
}

/// Describes the drawing of a figure, independent of place and scale.
fn drawing(read: &Read, figure: &Element) -> Vec<String> {
    let marks = figure.marks();
    let paths: Vec<_> = marks.iter().flat_map(|&(page, mark)| read.pages[page].paths_of(mark)).collect();
    let boxes: Vec<_> = paths.iter().map(|path| path.bounds()).collect();
    let all = boxes.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |all, [left, top, right, bottom]| {
        [all[0].min(*left), all[1].min(*top), all[2].max(*right), all[3].max(*bottom)]
    });
    let share = |at: f64, axis: usize| ((at - all[axis]) / (all[2] - all[0]) * 200.0).round();
    let description = |path: &&super::read::Path| {
        let spots: Vec<_> = path.spots().map(|(x, y)| (share(x, 0), share(y, 1))).collect();
        format!("{} {} {spots:?}", path.is_filled, path.line.is_some())
    };
    paths.iter().map(description).collect()
}

/// House rules that change each kind of figure.
const HOUSES: [(&str, &[&str]); 12] = [
    ("alquerque", &["capture=mandatory"]),
    ("alquerque", &["capture=huff"]),
    ("alquerque", &["capture=optional", "promotion=long"]),
    ("alquerque", &["chain=none"]),
    ("alquerque", &["return=never"]),
    ("damas", &["promotion=short"]),
    ("international", &["promotion=short"]),
    ("international", &["choice=free"]),
    ("buruj", &["capture=optional"]),
    ("konane", &["size=20x20"]),
    ("konane", &["size=4x4"]),
    ("queah", &["promotion=long"]),
];

#[test]
fn house_rules_have_their_own_diagrams() {
    for (number, (title, rules)) in HOUSES.iter().enumerate() {
        let (ruleset, language) = (ruleset(title, rules), Language::ALL[number % Language::ALL.len()]);
        check_leaflet(
            &printed(&ruleset, &leaflet(Paper::A4, language)),
            &ruleset,
            language,
            &format!("{title} {rules:?}"),
        );
    }
}

/// Checks that the captions are the example moves, and that the figures show the positions before them.
pub fn check_leaflet(read: &Read, ruleset: &Ruleset, language: Language, what: &str) {
    let game = AnyRules::compile(ruleset.clone()).unwrap().new_game();
    let examples = examples(&game);
    let shown = captioned(read, ruleset, language);
    let captions: Vec<String> = shown.iter().map(|(_, caption)| solid(caption)).collect();
    let caption = |example: &Example| example.caption(&ruleset.board, language);
    let expected: Vec<String> = examples.iter().map(|example| solid(&caption(example))).collect();
    assert_eq!(captions, expected, "{what}");
    for ((figure, caption), example) in shown.iter().zip(&examples) {
        let turn = move_in_words(ruleset, &example.before, &example.turn, &example.after, language);
        assert!(figure.alt.as_ref().unwrap().ends_with(&turn), "{what}: {:?} above `{caption}`", figure.alt);
        // Towers look different, and pieces in hand are drawn beside the board.
        if ruleset.options.removal != Removal::Under && example.before.memory.hand == [0, 0] {
            let standing = example.before.columns.iter().flatten().count();
            assert_eq!(pieces(read, figure), standing, "{what}: pieces in the figure of `{caption}`");
        }
    }
}

/// Returns the number of pieces in a figure: the largest discs with an outline.
fn pieces(read: &Read, figure: &Element) -> usize {
    let paths = figure.marks().into_iter().flat_map(|(page, mark)| read.pages[page].paths_of(mark));
    let discs = paths.filter(|path| path.is_filled && path.line.is_some());
    let discs: Vec<f64> = discs.filter_map(|path| path.circle()).map(|(_, radius)| radius).collect();
    let widest = discs.iter().copied().fold(0.0, f64::max);
    discs.iter().filter(|radius| **radius > widest - 0.04).count()
}

#[test]
fn diagrams_change_when_an_option_changes() {
    let shown = |title: &str, rules: &[&str]| {
        let ruleset = ruleset(title, rules);
        let read = printed(&ruleset, &leaflet(Paper::A4, Language::En));
        let figures = captioned(&read, &ruleset, Language::En);
        let captions =
            figures.into_iter().map(|(figure, caption)| (caption, figure.alt.clone(), drawing(&read, figure)));
        captions.collect::<BTreeSet<_>>()
    };
    for (title, one, other) in [
        ("alquerque", "capture=mandatory", "capture=huff"),
        ("alquerque", "chain=mandatory", "chain=none"),
        ("alquerque", "promotion=none", "promotion=long"),
        ("alquerque", "promotion=short", "promotion=long"),
        ("international", "promotion=long", "promotion=short"),
        ("konane", "size=4x4", "size=20x20"),
    ] {
        let [one_shown, other_shown] = [one, other].map(|rule| shown(title, &[rule]));
        let drawings = |of: &BTreeSet<(String, Option<String>, Vec<String>)>| {
            of.iter().map(|(_, _, drawing)| drawing.clone()).collect::<BTreeSet<_>>()
        };
        assert_ne!(drawings(&one_shown), drawings(&other_shown), "{title}: {one} and {other}");
        assert_ne!(one_shown, other_shown, "{title}: {one} and {other}");
        assert_eq!(one_shown, shown(title, &[one]), "{title}: {one}");
    }
}
