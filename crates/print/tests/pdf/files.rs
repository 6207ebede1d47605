//! Tests the files: reproducible bytes, and the requirements of other programs than PDF readers.

use super::read::each_operation;
use super::{leaflet, ruleset};
use hayro_syntax::Pdf;
use quirkat_print::{Order, Paper, Style, book, print};
use quirkat_rules::Language;
use resvg::tiny_skia::Pixmap;

#[test]
fn the_same_order_gives_the_same_bytes() {
    let made = |title: &str, order: &Order| {
        let printed = print(&ruleset(title, &[]), order).unwrap();
        (printed.pdf().unwrap(), printed.svg())
    };
    for title in ["alquerque", "bashni", "konane"] {
        for language in Language::ALL {
            let order = Order {
                board: Some(Style::Floral),
                has_counters: true,
                is_pocket: true,
                ..leaflet(Paper::A5, language)
            };
            let first = made(title, &order);
            assert!(first == made(title, &order), "{title}: twice in a row");
            let other = std::thread::scope(|scope| scope.spawn(|| made(title, &order)).join().unwrap());
            assert!(first == other, "{title}: in another thread");
        }
    }
}

#[test]
fn poppler_finds_no_fault() {
    let order =
        Order { board: Some(Style::Plain), has_counters: true, is_pocket: true, ..leaflet(Paper::A4, Language::Fr) };
    let file = print(&ruleset("alquerque", &[]), &order).unwrap().pdf().unwrap();
    let has = |entry: &[u8]| file.windows(entry.len()).any(|bytes| bytes == entry);
    // Poppler reports the default value of `Suspects` as an error.
    assert!(has(b"/MarkInfo") && has(b"/Marked true") && !has(b"/Suspects"));
    let path = std::env::temp_dir().join(format!("quirkat-poppler-{}.pdf", std::process::id()));
    std::fs::write(&path, &file).unwrap();
    let read = std::process::Command::new("pdfinfo").arg("-struct-text").arg(&path).output();
    std::fs::remove_file(&path).unwrap();
    // Where poppler is not installed, the bytes must suffice.
    if let Ok(read) = read {
        assert!(read.status.success() && read.stderr.is_empty(), "{}", String::from_utf8_lossy(&read.stderr));
        assert!(String::from_utf8_lossy(&read.stdout).contains("Document"));
    }
}

#[test]
fn the_same_book_gives_the_same_bytes() {
    let made = || book(&Order::default()).unwrap().pdf().unwrap();
    let (first, other) = std::thread::scope(|scope| {
        let other = scope.spawn(made);
        (made(), other.join().unwrap())
    });
    assert!(first == other);
    assert!(first == made());
}

#[test]
fn mono_prints_only_black_ink() {
    for (title, style) in [("alquerque", Style::Floral), ("international", Style::Checked)] {
        let order = Order {
            board: Some(style),
            has_counters: true,
            is_pocket: true,
            is_mono: true,
            ..leaflet(Paper::A4, Language::En)
        };
        let printed = print(&ruleset(title, &[]), &order).unwrap();
        let file = Pdf::new(printed.pdf().unwrap()).unwrap();
        for page in file.pages().iter() {
            each_operation(file.xref(), page, |operator, operands| {
                let is_colour = ["rg", "RG", "scn", "SCN", "k", "K"].contains(&operator);
                assert!(!is_colour, "{title}: {operands:?} {operator}");
            });
        }
    }
}

#[test]
fn pictures_of_leaflets_have_the_size_of_their_paper() {
    for (title, paper, width, height) in [
        ("alquerque", Paper::A4, 297.0, 210.0),
        ("bagh-chal", Paper::Letter, 279.4, 215.9),
        ("bashni", Paper::A5, 210.0, 148.0),
    ] {
        let printed = print(&ruleset(title, &[]), &leaflet(paper, Language::Es)).unwrap();
        let height = height * printed.pages.len() as f64;
        let svg = printed.svg();
        let file = roxmltree::Document::parse(&svg).unwrap();
        let root = file.root_element();
        let length = |name: &str| root.attribute(name).unwrap().strip_suffix("mm").unwrap().parse::<f64>().unwrap();
        assert!((length("width") - width).abs() < 0.01 && (length("height") - height).abs() < 0.01, "{title}");
        let edges: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|edge| edge.parse().unwrap()).collect();
        assert_eq!(edges, [0.0, 0.0, length("width"), length("height")], "{title}");
        let pages = root.children().filter(|child| child.attribute("class") == Some("q-page"));
        assert_eq!(pages.count(), printed.pages.len(), "{title}");
        check_png(&printed.png().unwrap(), width, height, printed.pages.len(), title);
    }
}

/// Checks a PNG: 200 dots per inch, white edges, ink on every page but not everywhere.
fn check_png(bytes: &[u8], width: f64, height: f64, pages: usize, what: &str) {
    let picture = Pixmap::decode_png(bytes).unwrap();
    let dots = |length: f64| length / 25.4 * 200.0;
    let (wide, high) = (picture.width(), picture.height());
    assert!((f64::from(wide) - dots(width)).abs() <= 1.0, "{what}: {wide} dots for {width} mm");
    assert!((f64::from(high) - dots(height)).abs() <= 1.0, "{what}: {high} dots for {height} mm");
    let rows: Vec<_> = picture.pixels().chunks(wide as usize).collect();
    let is_dark = |row: &&[resvg::tiny_skia::PremultipliedColorU8]| {
        assert!(row.iter().all(|dot| dot.alpha() == 255), "{what}: the paper is seen through");
        row.iter().filter(|dot| dot.green() < 128).count()
    };
    for page in rows.chunks(rows.len().div_ceil(pages)) {
        let dark: usize = page.iter().map(is_dark).sum();
        let all = page.len() * wide as usize;
        assert!(dark > all / 200 && dark < all / 2, "{what}: {dark} of {all} dots are dark");
        let edge = 5 * wide as usize / width as usize;
        assert!(page.iter().all(|row| row[..edge].iter().all(|dot| dot.green() == 255)), "{what}: ink at the edge");
    }
}

#[test]
fn a_book_is_refused_as_png() {
    let book = book(&Order::default()).unwrap();
    let refused = book.png().unwrap_err().to_string();
    assert!(refused.contains("allowed: fewer or smaller pages, or a PDF or an SVG"), "{refused}");
    roxmltree::Document::parse(&book.svg()).unwrap();
}
