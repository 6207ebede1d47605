//! Drawings of every kind of board, compared with pictures that people have found legible.
//!
//! `UPDATE_PICTURES=1 cargo test -p quirkat-draw` redraws them; inspect the changes before you commit them.

use quirkat_draw::terminal::{CharacterSet, Picture, Scale, column, fit, min_size, text};
use quirkat_draw::{Mark, Scene};
use quirkat_rules::{
    AnyRules, Colour, Language, Piece, Point, Rank, Ruleset, Setup, Side, construct, find_game, read_fen, read_turn,
};
use std::path::Path;
use std::sync::Arc;

fn check(name: &str, drawn: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&file, drawn).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(golden == drawn, "{name} has changed from\n{golden}\nto\n{drawn}");
}

fn walker() -> Ruleset {
    find_game("alquerque").unwrap().ruleset(None, &[]).unwrap()
}

/// A board with some men and kings at both ends.
fn scene_on(call: &str) -> Scene {
    let board = Arc::new(construct(call).unwrap());
    let mut setup = Setup::empty(&board);
    let half = board.len() * 2 / 5;
    for number in 0..half {
        let opposite = board.len() - 1 - number;
        setup.columns[number]
            .push(Piece { side: Side::First, rank: if number % 5 == 3 { Rank::King } else { Rank::Man } });
        setup.columns[opposite]
            .push(Piece { side: Side::Second, rank: if number % 7 == 2 { Rank::King } else { Rank::Man } });
    }
    Scene::new(&Ruleset { board, ..walker() }, setup)
}

fn alquerque() -> Scene {
    let walker = walker();
    let start = walker.start.clone();
    Scene::new(&walker, start)
}

#[test]
fn the_alquerque_board_from_both_seats() {
    check("alq5", &text(&alquerque(), CharacterSet::Unicode, Language::En));
    check("alq5-ascii", &text(&alquerque(), CharacterSet::Ascii, Language::En));
    check("alq5-flipped", &text(&alquerque().seen_from(Side::Second), CharacterSet::Unicode, Language::En));
    check("alq5-large", &Picture::draw(&alquerque(), CharacterSet::Unicode, Scale { across: 8, down: 4 }).to_string());
}

#[test]
fn marks_and_the_last_turn() {
    let position = read_fen(&walker(), "W:Wa1,c1,e1,e2,a4:Bb2,d4,b5,c5,a5,e3").unwrap();
    let mut game = AnyRules::compile(walker()).unwrap().game(Some(&position)).unwrap();
    let turn = read_turn(&*game, "a1xc3xe5").unwrap();
    game.play(&turn).unwrap();
    let mut scene = Scene::new(&walker(), game.setup());
    scene.show_turn(&turn);
    let marks = [("a5", Mark::Selected), ("b5", Mark::Huffable), ("c4", Mark::Cursor), ("a3", Mark::Target)];
    for (name, mark) in marks {
        let point = scene.board.point(name).unwrap();
        scene.mark(point, mark);
    }
    check("marks", &text(&scene, CharacterSet::Unicode, Language::En));
    check("marks-ascii", &text(&scene, CharacterSet::Ascii, Language::En));
}

#[test]
fn every_board_of_the_family() {
    for call in [
        "alq(3,3)",
        "alq(9,5)",
        "alq(9,9)",
        "cross(5,5)",
        "cross(6,7)",
        "tri(2)",
        "tri(4)",
        "serpent(8,outer)",
        "serpent(8,inner)",
        "serpent(16,outer)",
        "queah13()",
        "grid(10,10)",
        "checker(8,8,left)",
        "checker(8,8,right)",
        "lasca7()",
        "mill24()",
    ] {
        let name: String = call.replace(['(', ','], "-").replace(')', "");
        check(name.trim_end_matches('-'), &text(&scene_on(call), CharacterSet::Unicode, Language::En));
    }
}

#[test]
fn boards_with_half_rows_in_a_low_window() {
    let low = fit(&scene_on("cross(6,7)"), CharacterSet::Unicode, 60, 22).unwrap();
    check("cross-6-7-low", &low.to_string());
    check("serpent-inner-low", &fit(&scene_on("serpent(8,inner)"), CharacterSet::Ascii, 79, 5).unwrap().to_string());
    assert_eq!(fit(&scene_on("tri(4)"), CharacterSet::Unicode, 60, 12), None, "its lines would run into one another");
}

#[test]
fn towers_show_their_height_and_list_their_pieces() {
    let mut scene = scene_on("lasca7()");
    let tower = [Side::Second, Side::Second, Side::First].map(|side| Piece { side, rank: Rank::Man });
    scene.setup.columns[12] = tower.to_vec();
    scene.setup.columns[13] = tower.repeat(4);
    scene.mark(Point(13), Mark::Cursor);
    check("towers", &text(&scene, CharacterSet::Unicode, Language::En));
    assert_eq!(column(CharacterSet::Unicode, [Colour::White, Colour::Black], &tower), "○●●");
}

#[test]
fn a_drawing_fills_the_window() {
    let scene = alquerque();
    let size = |columns, rows| fit(&scene, CharacterSet::Unicode, columns, rows).map(|it| (it.width(), it.height()));
    assert_eq!(size(80, 24), Some((46, 22)));
    assert_eq!(size(40, 20), Some((38, 18)));
    assert_eq!(size(20, 24), Some((18, 14)), "narrow where it must be");
    assert_eq!(min_size(&scene), (14, 10));
    assert_eq!(size(14, 10), Some((14, 10)));
    assert_eq!(size(13, 10), None);
    assert_eq!(size(14, 9), None);
}

#[test]
fn a_click_means_the_nearest_point_if_one_is_near() {
    let scene = alquerque();
    let picture = Picture::draw(&scene, CharacterSet::Unicode, Scale { across: 8, down: 4 });
    for point in scene.board.points() {
        let (column, row) = picture.spot(point);
        assert_eq!(picture.nearest(column, row), Some(point));
        assert_eq!(picture.nearest(column + 1, row), Some(point));
    }
    let (column, row) = picture.spot(Point(0));
    assert_eq!(picture.nearest(column + 4, row - 2), None, "half way between points");
}
