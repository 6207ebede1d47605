//! Tests drawing and printing of boards.

use crate::harness::{out, quirkat, refused};
use std::fs;

#[test]
fn a_position_with_a_move_is_drawn_as_svg_and_png() {
    let drawn = out(&["draw", "alquerque", "--turn", "d2-c3"]);
    assert!(drawn.starts_with("<svg") && drawn.contains("d2-c3</title>"), "{drawn}");
    let plain = out(&["draw", "alquerque"]);
    assert_eq!(out(&["draw", "alquerque", "--board", "wood", "--pieces", "turned"]), plain);
    for other in
        [&["--flip"][..], &["--board", "stone"], &["--pieces", "pebbles"], &["--board", "contrast", "--pieces", "flat"]]
    {
        assert_ne!(out(&[&["draw", "alquerque"], other].concat()), plain, "{other:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(out(&["draw", "lasca", "-o", &path("lasca.svg")]), "");
    assert_eq!(fs::read_to_string(path("lasca.svg")).unwrap(), out(&["draw", "lasca"]));
    assert_eq!(out(&["draw", "lasca", "--size", "64", "-o", &path("LASCA.PNG")]), "");
    let png = fs::read(path("LASCA.PNG")).unwrap();
    let length = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((&png[1..4], length(16).max(length(20))), (&b"PNG"[..], 64));
}

#[test]
fn drawings_that_cannot_be_made_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (bmp, svg, png) = (path("board.bmp"), path("board.svg"), path("board.png"));
    let cases: &[(&[&str], &str)] = &[
        (&["draw", "alquerque", "-o", &bmp], "has no known extension; allowed: .svg, .png, .gif"),
        (&["draw", "alquerque", "--size", "100"], "--size is for PNG and GIF only"),
        (&["draw", "alquerque", "--size", "9", "-o", &png], "allowed: 16 to 8000"),
        (&["draw", "alquerque", "--board", "glass", "-o", &svg], "[possible values: wood, stone, paper, contrast]"),
        (&["draw", "alquerque", "--turn", "a1-e5", "-o", &svg], "a1-e5"),
    ];
    for (arguments, message) in cases {
        let error = refused(arguments);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    let nowhere = path("no/such/board.svg");
    let error = quirkat(&["draw", "alquerque", "-o", &nowhere]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains(&format!("cannot write {nowhere}")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_board_is_printed_with_its_counters() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pdf, svg) = (path("game.pdf"), path("game.svg"));
    let output = out(&["print", "alquerque", "--board", "plain", "--counters", "--spacing", "30", "-o", &pdf]);
    assert!(output.ends_with("game.pdf: 2 pages, spacing 30 mm\n"), "{output}");
    assert!(fs::read(&pdf).unwrap().starts_with(b"%PDF"));
    out(&["print", "lasca", "--board", "engrave", "--paper", "a3", "--lang", "es", "-o", &svg]);
    assert!(fs::read_to_string(&svg).unwrap().contains("width=\"297mm\" height=\"420mm\""));
}

#[test]
fn named_parts_are_printed_and_the_board_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pdf = path("game.pdf");
    let output = |arguments: &[&str]| {
        let output = out(&[&["print"], arguments, &["-o", &pdf]].concat());
        output.strip_prefix(&format!("{pdf}: ")).unwrap().trim_end().to_owned()
    };
    assert_eq!(output(&["alquerque"]), "1 page, spacing 38.3 mm");
    assert_eq!(output(&["alquerque", "--counters"]), "1 page, spacing 38.3 mm");
    assert_eq!(output(&["alquerque", "--spacing", "40"]), "1 page, spacing 40 mm");
    assert_eq!(output(&["bagh-chal", "--spacing", "50", "--paper", "a3"]), "1 page, spacing 50 mm");
    assert_eq!(output(&["alquerque", "--leaflet", "--rule", "capture=huff", "--lang", "es"]), "2 pages");
    assert_eq!(output(&["alquerque", "--pocket"]), "1 page");
    assert_eq!(output(&["alquerque", "--board", "floral", "--leaflet", "--pocket"]), "4 pages, spacing 30.3 mm");
    let book = output(&["--all", "--paper", "letter"]);
    assert!(book.strip_suffix(" pages").is_some_and(|pages| pages.parse::<u32>().unwrap() > 40), "{book}");
    let sheet = output(&["--contact-sheet", "--lang", "fr"]);
    assert!(sheet.strip_suffix(" pages").is_some_and(|pages| pages.parse::<u32>().unwrap() > 4), "{sheet}");
    out(&["print", "lasca", "--leaflet", "-o", &path("lasca.png")]);
    assert!(fs::read(path("lasca.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn pages_that_cannot_be_printed_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pdf, doc) = (path("game.pdf"), path("game.doc"));
    let cases: &[(&[&str], &str)] = &[
        (&["-o", &doc], "has no known extension; allowed: .pdf, .svg, .png"),
        (&["-o", &pdf, "--all"], "cannot be used with"),
        (&["-o", &pdf, "--contact-sheet"], "cannot be used with"),
        (&["-o", &pdf, "--board", "baroque"], "possible values: plain, floral, checked, engrave"),
        (&["-o", &pdf, "--paper", "a9"], "possible values: a4, a3, letter, a5"),
        (&["-o", &pdf, "--spacing", "2"], "allowed: 3 to 100 millimetres"),
        (&["-o", &pdf, "--spacing", "wide"], "allowed: 3 to 100 millimetres"),
        (
            &["-o", &pdf, "--board", "plain", "--paper", "a5", "--spacing", "100", "--counters"],
            "pages; allowed: at most 64",
        ),
    ];
    for (arguments, message) in cases {
        let error = refused(&[&["print", "international"], *arguments].concat());
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert!(refused(&["print", "-o", &pdf]).contains("<GAME>"));
    let nowhere = path("no/such/game.pdf");
    let error = quirkat(&["print", "alquerque", "-o", &nowhere]).code(1).get_output().stderr.clone();
    assert!(String::from_utf8(error).unwrap().contains(&format!("cannot write {nowhere}")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
