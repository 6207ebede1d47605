//! Tests leaflets of every game, variant, language and paper: complete, legible, within their panels.

use super::read::Read;
use super::tree::Element;
use super::{
    all_rulesets, check_pages, diagrams, each, leaflet, on_every_paper, one_of_each, printed, ruleset, sheet, solid,
    tags,
};
use quirkat_print::Paper;
use quirkat_rules::{Language, Ruleset};
use quirkat_words::{RulesText, rules_in_words};

#[test]
fn every_leaflet_is_complete() {
    each(&on_every_paper(all_rulesets()), |(ruleset, paper, language)| {
        check(ruleset, *paper, *language);
    });
}

#[test]
fn leaflets_state_house_rules() {
    for (title, rules) in [
        ("alquerque", &["capture=huff", "promotion=long"][..]),
        ("alquerque", &["chain=none", "return=never"]),
        ("international", &["capture=optional", "choice=free"]),
        ("konane", &["size=20x20"]),
        ("bashni", &["promotion=short"]),
    ] {
        let ruleset = ruleset(title, rules);
        for language in Language::ALL {
            let read = check(&ruleset, Paper::A4, language);
            let text = rules_in_words(&ruleset, language);
            assert!(!text.house_rules.is_empty());
            let all = all_words(&read);
            for rule in &text.house_rules {
                for words in [&rule.choice.key_words, &rule.choice.value_words, &rule.instead_of] {
                    assert!(all.contains(&solid(words)), "{title} {rules:?}: {words}");
                }
            }
            for rule in rules {
                assert!(all.contains(rule), "{title}: {rule} is missing from the colophon");
            }
        }
    }
}

fn check(ruleset: &Ruleset, paper: Paper, language: Language) -> Read {
    let what = format!("{} {} {language:?}", ruleset.title(), paper.name());
    let read = printed(ruleset, &leaflet(paper, language));
    let (short, long) = sheet(paper);
    for page in &read.pages {
        assert!((page.width - long).abs() < 0.01 && (page.height - short).abs() < 0.01, "{what}: {}", page.width);
    }
    match paper {
        Paper::A5 => {
            assert!(read.pages.len() >= 2 && read.pages.len().is_multiple_of(2), "{what}: {}", read.pages.len())
        }
        _ => assert_eq!(read.pages.len(), 2, "{what}"),
    }
    check_pages(&read, &what);
    check_panels(&read, &what);
    check_pictures(&read, &what);
    check_names_of_points(&read, &what);
    check_captions(&read, &what);
    check_type(&read, &what);
    check_words(&read, ruleset, language, &what);
    tags::check_leaflet(&read, ruleset, language, &what);
    diagrams::check_leaflet(&read, ruleset, language, &what);
    read
}

/// Returns the whole text in reading order, without blanks.
fn all_words(read: &Read) -> String {
    solid(&read.says(&read.root))
}

/// Checks that only fold marks lie on the fold, and that the folded panels are in reading order.
fn check_panels(read: &Read, what: &str) {
    for page in &read.pages {
        let fold = page.width / 2.0;
        let boxes = page.texts.iter().filter_map(|text| text.bounds());
        let boxes = boxes.chain(page.paths.iter().filter(|path| path.mark.is_some()).map(|path| path.bounds()));
        for [left, _, right, _] in boxes {
            assert!(right < fold - 2.0 || left > fold + 2.0, "{what}: {left} to {right} lies on the fold");
        }
    }
    let mut last = 0;
    for (page, mark) in read.root.marks() {
        let sheet = &read.pages[page];
        let texts = sheet.texts_of(mark).filter_map(|text| text.bounds());
        let boxes: Vec<_> = texts.chain(sheet.paths_of(mark).map(|path| path.bounds())).collect();
        for [left, ..] in boxes {
            let panel = panel(page, left > sheet.width / 2.0, read.pages.len());
            assert!(panel >= last, "{what}: panel {panel} is read after {last}");
            last = panel;
        }
    }
    // One sheet less would not suffice.
    assert!(last >= 2 * (read.pages.len() - 2), "{what}: {} pages for {} panels", read.pages.len(), last + 1);
}

/// Returns the index of a panel in the folded leaflet. The pages are the sides of nested sheets: of each sheet the
/// outer side, then the inner one.
fn panel(page: usize, is_right: bool, pages: usize) -> usize {
    let panels = 2 * pages;
    let depth = page / 2 * 2;
    match (page.is_multiple_of(2), is_right) {
        // The outer side has the later panel on the left, the inner side on the right.
        (true, true) => depth,
        (true, false) => panels - 1 - depth,
        (false, false) => depth + 1,
        (false, true) => panels - 2 - depth,
    }
}

/// Checks that pictures overlap nothing.
pub fn check_pictures(read: &Read, what: &str) {
    let figures = read.root.of("Figure");
    let figures: Vec<(usize, i64)> = figures.iter().flat_map(|figure| figure.marks()).collect();
    let is_over =
        |a: [f64; 4], b: [f64; 4]| (0..2).all(|axis| a[axis] + 0.3 < b[axis + 2] && b[axis] + 0.3 < a[axis + 2]);
    for &(page, mark) in &figures {
        let sheet = &read.pages[page];
        let bounds = |mark: i64| {
            let boxes = sheet.paths_of(mark).map(|path| path.bounds());
            boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]).unwrap()
        };
        let picture = bounds(mark);
        for text in sheet.texts.iter().filter(|text| text.mark != Some(mark)) {
            let is_free = text.bounds().is_none_or(|words| !is_over(picture, words));
            assert!(is_free, "{what}: `{}` on the picture at {picture:?}", text.says());
        }
        for &(_, other) in figures.iter().filter(|&&(on, other)| on == page && other < mark) {
            assert!(!is_over(picture, bounds(other)), "{what}: a picture on the picture at {picture:?}");
        }
    }
}

/// Checks that the names of points in pictures are large enough to read at a table: digits are 2.2 mm high.
pub fn check_names_of_points(read: &Read, what: &str) {
    const DIGIT: f64 = 0.714;
    let mut names = 0;
    for (page, mark) in read.root.of("Figure").iter().flat_map(|figure| figure.marks()) {
        for text in read.pages[page].texts_of(mark) {
            assert!(text.size * DIGIT >= 2.19, "{what}: `{}` has digits of {:.2} mm", text.says(), text.size * DIGIT);
            names += 1;
        }
    }
    assert!(names > 0, "{what}: pictures without names");
}

/// Checks that every caption stands below its picture.
pub fn check_captions(read: &Read, what: &str) {
    let all: Vec<_> = read.root.all().into_iter().filter(|element| !element.marks().is_empty()).collect();
    let place = |element: &Element| {
        let (page, mark) = *element.marks().last().unwrap();
        let sheet = &read.pages[page];
        let boxes = sheet.paths_of(mark).map(|path| path.bounds());
        let boxes = boxes.chain(sheet.texts_of(mark).filter_map(|text| text.bounds()));
        let bounds = boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]).unwrap();
        (page, bounds)
    };
    // The empty board on the first panel has no caption.
    for pair in all.windows(2).filter(|pair| pair[0].kind == "Figure" && pair[1].kind == "P").skip(1) {
        let ((on, picture), (below, words)) = (place(pair[0]), place(pair[1]));
        let middle = |bounds: [f64; 4]| (bounds[0] + bounds[2]) / 2.0;
        let is_below = words[1] > picture[3] - 1.0 && words[1] < picture[3] + 12.0;
        let is_there = on == below && is_below && (middle(picture) - middle(words)).abs() < 45.0;
        assert!(is_there, "{what}: `{}` at {words:?}, the picture at {picture:?}", read.says(pair[1]));
    }
}

#[test]
fn pictures_stand_in_the_panel_of_their_rules() {
    let jobs: Vec<_> = one_of_each().into_iter().zip(Language::ALL.into_iter().cycle()).collect();
    each(&jobs, |(ruleset, language)| {
        let read = printed(ruleset, &leaflet(Paper::A4, *language));
        let all: Vec<_> = read.root.all();
        let panel = |element: &Element| {
            let (page, mark) = *element.marks().last().unwrap();
            let sheet = &read.pages[page];
            let left = sheet.paths_of(mark).map(|path| path.bounds()[0]);
            let left = left.chain(sheet.texts_of(mark).filter_map(|text| text.bounds()).map(|bounds| bounds[0]));
            (page, left.fold(0.0, f64::max) > sheet.width / 2.0)
        };
        let mut rule = None;
        for element in all {
            match element.kind.as_str() {
                "LBody" => rule = Some(element),
                "Figure" => {
                    let Some(rule) = rule else { continue };
                    assert_eq!(panel(element), panel(rule), "{}: {}", ruleset.title(), read.says(rule));
                }
                _ => {}
            }
        }
    });
}

/// Checks that all type is large enough to read.
fn check_type(read: &Read, what: &str) {
    let least = 1.7;
    for text in read.pages.iter().flat_map(|page| &page.texts) {
        assert!(text.size >= least, "{what}: `{}` is {:.2} mm high", text.says(), text.size);
    }
}

fn check_words(read: &Read, ruleset: &Ruleset, language: Language, what: &str) {
    let text = rules_in_words(ruleset, language);
    assert!(read.title.contains(ruleset.info.name.get(language)), "{what}: {}", read.title);
    let heading = read.root.of("H1");
    assert_eq!(heading.len(), 1, "{what}");
    assert_eq!(solid(&read.says(heading[0])), solid(&text.game), "{what}");
    let all = all_words(read);
    let paragraphs = text.about.split("\n\n").chain([text.variant.as_str(), &text.note]);
    for words in paragraphs.chain(text.sources.iter().map(String::as_str)).chain(text.inventor.as_deref()) {
        assert!(all.contains(&solid(words)), "{what}: {words}");
    }
    check_sentences(read, &text, what);
    check_names(read, ruleset, what);
}

/// Checks that the list items are the sentences of the rules, numbered from 1. Each may end with a mark.
fn check_sentences(read: &Read, text: &RulesText, what: &str) {
    let sentences = text.sections.iter().flat_map(|section| &section.sentences);
    // Blanks count too: words must not run together at the end of a line.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentences: Vec<String> = sentences.map(|sentence| words(&sentence.text)).collect();
    let items = read.root.of("LBody");
    let items: Vec<String> = items.iter().map(|item| words(&read.says(item))).collect();
    let items: Vec<&str> = items.iter().map(|item| item.trim_end_matches(['*', '†'])).collect();
    assert_eq!(items, sentences, "{what}");
    let labels: Vec<String> = read.root.of("Lbl").iter().map(|label| solid(&read.says(label))).collect();
    let numbers: Vec<String> = (1..=sentences.len()).map(|number| format!("{number}.")).collect();
    assert_eq!(labels, numbers, "{what}");
    let headings: Vec<String> = read.root.of("H2").iter().map(|heading| solid(&read.says(heading))).collect();
    let mut rest = headings.iter();
    for section in &text.sections {
        assert!(rest.any(|heading| *heading == solid(section.heading)), "{what}: {} in {headings:?}", section.heading);
    }
}

/// Checks the native names. Letters of right-to-left scripts come in the order in which they are drawn.
fn check_names(read: &Read, ruleset: &Ruleset, what: &str) {
    let all = all_words(read).to_lowercase();
    let is_from_right = |sign: &char| ('\u{590}'..'\u{900}').contains(sign);
    let sorted = |text: &str| {
        let mut signs: Vec<char> = text.chars().filter(is_from_right).collect();
        signs.sort_unstable();
        signs
    };
    let names: String = ruleset.info.native.iter().map(|native| native.name.as_str()).collect();
    if names.chars().any(|sign| is_from_right(&sign)) {
        let paragraphs = read.root.of("P");
        assert!(paragraphs.iter().any(|element| sorted(&read.says(element)) == sorted(&names)), "{what}: {names}");
    }
    for native in ruleset.info.native.iter().filter(|native| !native.name.chars().any(|sign| is_from_right(&sign))) {
        assert!(all.contains(&solid(&native.name).to_lowercase()), "{what}: {}", native.name);
    }
}
