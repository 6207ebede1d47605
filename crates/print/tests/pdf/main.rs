//! Reads printed PDF files back: pages, letters, lines, tags, links.

mod boards;
mod books;
mod diagrams;
mod files;
mod hostile;
mod leaflets;
mod read;
mod tags;
mod tree;

use quirkat_print::{Order, Paper, print};
use quirkat_rules::{Language, Ruleset, find_game, games};
use read::Read;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the ruleset for `alquerque` or `alquerque:walker`, with house rules such as `capture=huff`.
fn ruleset(title: &str, rules: &[&str]) -> Ruleset {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let rules: Vec<(&str, &str)> = rules.iter().map(|rule| rule.split_once('=').unwrap()).collect();
    find_game(game).unwrap().ruleset(variant, &rules).unwrap()
}

/// Returns every variant of every game.
fn all_rulesets() -> Vec<Ruleset> {
    let all = games().flat_map(|game| game.variants().map(|variant| game.ruleset(Some(variant), &[]).unwrap()));
    all.collect()
}

/// Returns the standard variant of each game.
fn one_of_each() -> Vec<Ruleset> {
    games().map(|game| game.ruleset(None, &[]).unwrap()).collect()
}

/// Combines each item with each paper, and with the languages in turn.
fn on_every_paper<T: Clone>(all: impl IntoIterator<Item = T>) -> Vec<(T, Paper, Language)> {
    let languages = |number| Language::ALL.into_iter().cycle().skip(number);
    let jobs = all.into_iter().enumerate().flat_map(|(number, one)| {
        Paper::ALL.into_iter().zip(languages(number)).map(move |(paper, language)| (one.clone(), paper, language))
    });
    jobs.collect()
}

fn leaflet(paper: Paper, language: Language) -> Order {
    Order { has_leaflet: true, paper, language, ..Order::default() }
}

/// Prints an order as PDF and reads it back.
fn printed(ruleset: &Ruleset, order: &Order) -> Read {
    let printed = print(ruleset, order).unwrap_or_else(|error| panic!("{} {order:?}: {error}", ruleset.title()));
    Read::new(&printed.pdf().unwrap())
}

/// Removes blanks, because line breaks are no part of the text.
fn solid(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// Runs the work on two threads.
fn each<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(one);
                }
            });
        }
    });
}

/// Returns width and height of a portrait sheet in millimetres.
fn sheet(paper: Paper) -> (f64, f64) {
    match paper {
        Paper::A4 => (210.0, 297.0),
        Paper::A3 => (297.0, 420.0),
        Paper::Letter => (215.9, 279.4),
        Paper::A5 => (148.0, 210.0),
    }
}

/// Checks that every letter has a glyph, that nothing lies in the margin, and that no lines of text overlap.
fn check_pages(read: &Read, what: &str) {
    check_edges(read, what);
    for (number, page) in read.pages.iter().enumerate() {
        let what = format!("{what}, page {}", number + 1);
        for text in &page.texts {
            let is_whole = text.letters.iter().all(|letter| !letter.is_missing);
            assert!(is_whole, "{what}: a letter is missing in `{}`", text.says());
            assert!(!text.says().is_empty(), "{what}: letters at {:?} that say nothing", text.bounds());
        }
        let lines: Vec<_> = page.texts.iter().filter_map(|text| Some((text, text.bounds()?))).collect();
        for (at, (text, bounds)) in lines.iter().enumerate() {
            for (other, below) in &lines[..at] {
                let is_over =
                    (0..2).all(|axis| bounds[axis] + 0.15 < below[axis + 2] && below[axis] + 0.15 < bounds[axis + 2]);
                assert!(!is_over, "{what}: `{}` {bounds:?} over `{}` {below:?}", text.says(), other.says());
            }
        }
    }
}

/// Checks that nothing lies in the margin of the paper.
fn check_edges(read: &Read, what: &str) {
    const EDGE: f64 = 5.0;
    for (number, page) in read.pages.iter().enumerate() {
        let what = format!("{what}, page {}", number + 1);
        let is_within = |[left, top, right, bottom]: [f64; 4]| {
            left >= EDGE && top >= EDGE && right <= page.width - EDGE && bottom <= page.height - EDGE
        };
        for path in &page.paths {
            assert!(is_within(path.bounds()), "{what}: a path reaches {:?}", path.bounds());
        }
        for text in &page.texts {
            let is_right = text.bounds().is_none_or(is_within);
            assert!(is_right, "{what}: `{}` reaches {:?}", text.says(), text.bounds());
        }
    }
}
