//! Tests the book: every game, the contents, all links.

use super::read::{Goal, Read};
use super::tree::Element;
use super::{all_rulesets, check_edges, check_pages, each, leaflets, on_every_paper, sheet, solid, tags};
use quirkat_print::{Order, Paper, book, contact_sheet};
use quirkat_rules::{Language, games};
use quirkat_words::{citation_in_words, rules_in_words};

#[test]
fn every_link_of_the_book_leads_to_its_target() {
    each(&on_every_paper([()]), |&((), paper, language)| {
        let what = format!("the book on {} in {language:?}", paper.name());
        let printed =
            book(&Order { paper, language, ..Order::default() }).unwrap_or_else(|error| panic!("{what}: {error}"));
        let read = Read::new(&printed.pdf().unwrap());
        let (width, height) = sheet(paper);
        for page in &read.pages {
            assert!((page.width - width).abs() < 0.01 && (page.height - height).abs() < 0.01, "{what}");
        }
        check_pages(&read, &what);
        leaflets::check_pictures(&read, &what);
        leaflets::check_names_of_points(&read, &what);
        check_last_page(&read, &what);
        tags::check(&read, language, &what);
        for kind in ["H1", "H2", "H3", "P", "L", "LI", "LBody", "Figure", "Link", "Table", "TR", "TH", "TD"] {
            assert!(!read.root.of(kind).is_empty(), "{what}: no {kind}");
        }
        check_contents(&read, language, &what);
        check_links(&read, &what);
        check_words(&read, language, &what);
    });
}

#[test]
fn the_contact_sheet_shows_every_variant_with_its_name() {
    let sheets = [(Paper::A4, Language::En, false), (Paper::A5, Language::Fr, true)];
    each(&sheets, |&(paper, language, is_mono)| {
        let what = format!("the contact sheet on {} in {language:?}", paper.name());
        let printed = contact_sheet(&Order { paper, language, is_mono, ..Order::default() });
        let printed = printed.unwrap_or_else(|error| panic!("{what}: {error}"));
        let read = Read::new(&printed.pdf().unwrap());
        check_edges(&read, &what);
        tags::check(&read, language, &what);
        let (figures, names) = (read.root.of("Figure"), read.root.of("P"));
        let rulesets = all_rulesets();
        assert_eq!(figures.len(), names.len(), "{what}");
        // A leaflet of many pages takes several rows, each with the name.
        let rows: Vec<_> = figures.iter().zip(&names).collect();
        let groups: Vec<_> = rows.chunk_by(|one, other| one.0.alt == other.0.alt).collect();
        assert_eq!(groups.len(), rulesets.len(), "{what}");
        let named =
            groups.iter().zip(&rulesets).flat_map(|(group, ruleset)| group.iter().map(move |row| (row, ruleset)));
        for ((figure, name), ruleset) in named {
            let (game, variant) = (ruleset.info.name.get(language), ruleset.info.variant_name.get(language));
            let says = read.says(name);
            assert!(says.contains(game) && says.contains(variant), "{what}: {says} for {}", ruleset.title());
            assert_eq!(figure.alt.as_deref(), Some(says.as_str()), "{what}");
            let ((on, shown), (page, mark)) = (figure.marks()[0], name.marks()[0]);
            assert_eq!(on, page, "{what}: {says} is overleaf");
            let sheet = &read.pages[page];
            let lowest = sheet.paths_of(shown).map(|path| path.bounds()[3]).fold(0.0, f64::max);
            let top = sheet.texts_of(mark).filter_map(|text| text.bounds()).map(|[_, top, ..]| top);
            let below = top.fold(f64::MAX, f64::min) - lowest;
            assert!((-0.5..4.0).contains(&below), "{what}: {says} lies {below:.1} mm below its thumbnails");
        }
    });
}

/// Checks that no chapter ends with a page of a few lines.
fn check_last_page(read: &Read, what: &str) {
    let ends = chapters(read).into_iter().skip(1).map(|(_, page, _)| page - 1).chain([read.pages.len() - 1]);
    for page in ends {
        let sheet = &read.pages[page];
        let texts = sheet.texts.iter().filter(|text| text.mark.is_some()).filter_map(|text| text.bounds());
        let bottom = texts.map(|[.., bottom]| bottom).fold(0.0, f64::max);
        assert!(bottom > 40.0, "{what}: page {} ends at {bottom:.0} mm", page + 1);
    }
}

/// Returns the page on which an element begins, and its distance from the top.
fn place(read: &Read, element: &Element) -> (usize, f64) {
    let (page, mark) = element.marks()[0];
    let tops = read.pages[page].texts_of(mark).filter_map(|text| text.bounds()).map(|[_, top, ..]| top);
    (page, tops.fold(f64::MAX, f64::min))
}

/// Returns the chapters: the headings after the title and the contents.
fn chapters(read: &Read) -> Vec<(String, usize, f64)> {
    let chapter = |heading: &&Element| {
        let (page, y) = place(read, heading);
        (solid(&read.says(heading)), page, y)
    };
    read.root.of("H1").iter().skip(2).map(chapter).collect()
}

/// Checks that each line of the contents names a chapter, links to its heading and states its page number.
fn check_contents(read: &Read, language: Language, what: &str) {
    let chapters = chapters(read);
    let names: Vec<&str> = chapters.iter().map(|(name, ..)| name.as_str()).collect();
    let mut expected: Vec<String> = games().map(|game| solid(game.name.get(language))).collect();
    assert_eq!(names[..expected.len()], expected, "{what}");
    assert_eq!(names.len(), expected.len() + 1, "{what}: the compendium");
    expected.push(names[names.len() - 1].to_owned());
    let entries: Vec<&Element> = read.root.of("P").into_iter().filter(|line| is_entry(read, line)).collect();
    assert_eq!(entries.len(), chapters.len(), "{what}");
    for (entry, (name, page, y)) in entries.iter().zip(&chapters) {
        let link = entry.elements().next().unwrap();
        assert_eq!(solid(&read.says(link)), *name, "{what}");
        tags::check_places(read, link, what);
        for goal in goals(read, link) {
            let Goal::Page(to, down) = goal else { panic!("{what}: {name} leads to {goal:?}") };
            assert_eq!(to, *page, "{what}: {name}");
            assert!((0.0..12.0).contains(&(y - down)), "{what}: {name} stands at {y}, the link leads to {down}");
        }
        let number = solid(&read.says(entry)).strip_prefix(name.as_str()).unwrap().to_owned();
        assert_eq!(number, (page + 1).to_string(), "{what}: {name}");
        assert_eq!(folio(read, *page), number, "{what}: {name}");
    }
    let outline: Vec<_> = read.outline.iter().map(|(words, page)| (solid(words), *page)).collect();
    for (name, page, _) in &chapters {
        assert!(outline.contains(&(name.clone(), *page)), "{what}: {name} is not in the outline");
    }
}

/// Returns whether a line has a link followed by a number.
fn is_entry(read: &Read, line: &Element) -> bool {
    let Some(link) = line.elements().next() else { return false };
    let (all, words) = (solid(&read.says(line)), solid(&read.says(link)));
    let is_inner = goals(read, link).iter().all(|goal| matches!(goal, Goal::Page(..)));
    is_inner
        && all.strip_prefix(&words).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|it| it.is_ascii_digit()))
}

fn goals(read: &Read, link: &Element) -> Vec<Goal> {
    let all = read.pages.iter().flat_map(|page| &page.links).filter(|found| Some(found.parent) == link.id);
    all.map(|found| found.goal.clone()).collect()
}

/// Returns the number printed at the bottom of a page.
fn folio(read: &Read, page: usize) -> String {
    let texts = read.pages[page].texts.iter().filter(|text| text.mark.is_none());
    texts.filter(|text| text.letters[0].at.1 > read.pages[page].height - 16.0).map(|text| text.says()).collect()
}

/// Checks that links within the book lead to chapters, and web links to the address in their text.
fn check_links(read: &Read, what: &str) {
    let chapters = chapters(read);
    for link in read.root.of("Link") {
        let words = solid(&read.says(link));
        let goals = goals(read, link);
        assert!(!goals.is_empty(), "{what}: {words} leads nowhere");
        for goal in goals {
            match goal {
                Goal::Address(address) => assert_eq!(address, words, "{what}"),
                Goal::Page(to, _) => assert!(chapters.iter().any(|(_, page, _)| *page == to), "{what}: {words}"),
            }
        }
    }
}

/// Checks that the book contains every game's rules, variants, sources and compendium table.
fn check_words(read: &Read, language: Language, what: &str) {
    let all = solid(&read.says(&read.root));
    for game in games() {
        let ruleset = game.ruleset(None, &[]).unwrap();
        let text = rules_in_words(&ruleset, language);
        let sentences = text.sections.iter().flat_map(|section| &section.sentences).map(|sentence| &sentence.text);
        for words in sentences.chain(&text.sources).chain(&text.inventor).map(|words| solid(words)) {
            assert!(all.contains(&words), "{what}: {words}");
        }
        for variant in game.variants() {
            let ruleset = game.ruleset(Some(variant), &[]).unwrap();
            for words in [ruleset.info.variant_name.get(language), ruleset.info.note.get(language)] {
                assert!(all.contains(&solid(words)), "{what}: {}: {words}", ruleset.title());
            }
            for source in &ruleset.info.sources {
                let source = citation_in_words(source, language);
                assert!(all.contains(&solid(source)), "{what}: {}: {source}", ruleset.title());
            }
        }
    }
    // Every table of differences follows the name of its game.
    let all = read.root.all();
    let pairs: Vec<_> = all.windows(2).filter(|pair| pair[1].kind == "Table").collect();
    let names: Vec<String> = games().map(|game| solid(game.name.get(language))).collect();
    assert!(pairs.len() >= 20, "{what}: {} tables", pairs.len());
    for pair in pairs {
        assert!(names.contains(&solid(&read.says(pair[0]))), "{what}: {}", read.says(pair[0]));
    }
}
