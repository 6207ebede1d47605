//! Positions in the middle of games on the boards of the whole family: with columns, kings, closed rows, and men in
//! hand.
//!
//! `UPDATE_PICTURES=1 cargo test -p quirkat-draw` redraws them; inspect the changes before you commit them.

use quirkat_draw::terminal::{CharacterSet, fit, min_size, notes, text};
use quirkat_draw::{Mark, Scene};
use quirkat_rules::{Board, Language, Piece, Place, Point, Rank, Ruleset, Setup, Side, construct, find_game};
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

/// Checks the plain text in both character sets, and the drawing beside the panel of a screen of 80 by 24.
fn check_all(name: &str, scene: &Scene) {
    check(name, &text(scene, CharacterSet::Unicode, Language::En));
    check(&format!("{name}-ascii"), &text(scene, CharacterSet::Ascii, Language::En));
    let beside = fit(scene, CharacterSet::Unicode, 48, 22).or_else(|| fit(scene, CharacterSet::Unicode, 78, 14));
    let picture = beside.unwrap_or_else(|| panic!("{name} does not fit: it needs {:?}", min_size(scene)));
    check(&format!("{name}-screen"), &picture.to_string());
}

/// Parses a scene from `point:pieces` words, bottom to top: `w` and `b` are men, `W` and `B` kings.
fn scene(board: Board, words: &str) -> Scene {
    let board = Arc::new(board);
    let mut setup = Setup::empty(&board);
    for word in words.split_whitespace() {
        let (name, pieces) = word.split_once(':').unwrap();
        let point = board.point(name).unwrap_or_else(|| panic!("there is no point {name}"));
        setup.columns[point.index()] = pieces
            .chars()
            .map(|sign| Piece {
                side: if sign.eq_ignore_ascii_case(&'w') { Side::First } else { Side::Second },
                rank: if sign.is_ascii_uppercase() { Rank::King } else { Rank::Man },
            })
            .collect();
    }
    let alquerque = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    Scene::new(&Ruleset { board, ..alquerque }, setup)
}

fn marked(mut scene: Scene, marks: &[(&str, Mark)]) -> Scene {
    for &(name, mark) in marks {
        scene.mark(scene.board.point(name).unwrap(), mark);
    }
    scene
}

/// Returns the board of a constructor with its points numbered along the rows, from the far left.
fn numbered(call: &str) -> Board {
    let plain = construct(call).unwrap();
    let order: Vec<Point> = plain.rows().concat();
    let number = |point: Point| (order.iter().position(|&other| other == point).unwrap() + 1).to_string();
    let points = order.iter().map(|&point| (number(point), plain.place(point))).collect();
    let lines: Vec<Vec<_>> =
        plain.lines().iter().map(|line| line.iter().map(|&point| number(point)).collect()).collect();
    Board::new(points, &lines).unwrap()
}

/// A grid with more lines than its rows and columns: its two long diagonals, or those of all cells.
fn crossed_grid(size: i32, is_joined: fn((i32, i32), (i32, i32)) -> bool) -> Board {
    let plain = construct(&format!("grid({size},{size})")).unwrap();
    let name = |point: Point| plain.name(point).to_owned();
    let points: Vec<_> = plain.points().map(|point| (name(point), plain.place(point))).collect();
    let mut lines: Vec<Vec<_>> =
        plain.lines().iter().map(|line| line.iter().map(|&point| name(point)).collect()).collect();
    for (a, Place { x, y }) in &points {
        for (b, _) in points.iter().filter(|(_, to)| (to.x - x).abs() == 1 && to.y == y + 1) {
            let to = plain.place(plain.point(b).unwrap());
            if is_joined((*x, *y), (to.x, to.y)) {
                lines.push(vec![a.clone(), b.clone()]);
            }
        }
    }
    Board::new(points, &lines).unwrap()
}

#[test]
fn towers_on_lines() {
    let buruj =
        "a1:w b1:w c1:w a2:bbw b2:wwww c3:bbwwwwwwwwww d4:wwB e3:bWw e5:bbbwwwbbbbbbb a5:b b5:b c5:wwB d2:b e1:bw";
    let scene = scene(construct("alq(5,5)").unwrap(), buruj);
    let scene =
        marked(scene, &[("c3", Mark::Cursor), ("d4", Mark::Selected), ("a3", Mark::Target), ("b5", Mark::Taken)]);
    check_all("buruj", &scene);
}

#[test]
fn towers_in_squares() {
    let lasca =
        "a1:w c1:wbbw e1:bW g1:w b2:w d2:bbbw f2:w a3:wB c5:wwb e5:b g5:WbwwB b6:b d6:b f6:w a7:b c7:wwwwbbbbbbb g7:Wb";
    let scene = scene(construct("lasca7()").unwrap(), lasca);
    let marks =
        [("d2", Mark::Cursor), ("d4", Mark::Target), ("c5", Mark::Taken), ("e3", Mark::Left), ("c7", Mark::Huffable)];
    check_all("lasca", &marked(scene, &marks));
}

#[test]
fn bashni_and_draughts_of_eight_rows() {
    let bashni =
        "a1:w c1:w e1:bbw g1:w b2:w h2:wwW c3:w e3:bw d4:bbbW f4:wb g5:b a5:b f6:wwbb b6:b d8:b f8:b h8:b g7:bB";
    let mut bashni = scene(construct("checker(8,8,left)").unwrap(), bashni);
    bashni.trail = ["a3", "d6", "e7"].map(|name| bashni.board.point(name).unwrap()).to_vec();
    check_all("bashni", &marked(bashni, &[("d4", Mark::Selected), ("a3", Mark::Left)]));
    let damas = "1:b 2:b 4:b 6:b 7:b 10:b 12:B 14:b 18:w 21:w 22:w 24:w 26:w 27:W 30:w 31:w";
    let damas = scene(numbered("checker(8,8,right)"), damas).seen_from(Side::Second);
    check_all("damas", &marked(damas, &[("18", Mark::Cursor), ("15", Mark::Target)]));
}

#[test]
fn international_draughts() {
    let middle = "1:b 2:b 3:b 4:b 7:b 8:b 12:b 13:b 16:b 18:b 19:b 24:b 50:B 6:W \
        28:w 30:w 32:w 33:w 35:w 37:w 38:w 42:w 43:w 45:w 47:w 48:w 49:w";
    let mut scene = scene(numbered("checker(10,10,left)"), middle);
    scene.trail = ["6", "33", "50"].map(|name| scene.board.point(name).unwrap()).to_vec();
    let marks = [("28", Mark::Cursor), ("23", Mark::Target), ("22", Mark::Target)];
    check_all("international", &marked(scene, &marks));
}

#[test]
fn turkish_draughts() {
    let middle =
        "a2:w b2:w c2:w a3:w b3:w d3:w e3:w h3:w f4:w g4:w c8:W a7:b b7:b d7:b e7:b a6:b c6:b f6:b h6:b f5:b e1:B";
    let scene = scene(construct("grid(8,8)").unwrap(), middle);
    check_all("dama", &marked(scene, &[("c8", Mark::Selected), ("c7", Mark::Target), ("f5", Mark::Cursor)]));
}

#[test]
fn lattices_of_many_points() {
    let zamma: String = (0..81)
        .filter(|number| number % 7 != 3 && !(34..47).contains(number))
        .map(|number| {
            let piece = if number < 40 { ["w", "w", "W"][number % 11 / 5] } else { ["b", "b", "B"][number % 11 / 5] };
            format!("{}{}:{piece} ", char::from(b'a' + (number % 9) as u8), number / 9 + 1)
        })
        .collect();
    let lattice = scene(construct("alq(9,9)").unwrap(), &zamma);
    check_all("zamma", &marked(lattice, &[("e5", Mark::Cursor), ("e6", Mark::Target), ("a1", Mark::Selected)]));
    let great = crossed_grid(9, |(x, y), (to_x, to_y)| (x == y && to_x == to_y) || (x + y == 8 && to_x + to_y == 8));
    check_all("pretwa", &marked(scene(great, &zamma), &[("e5", Mark::Cursor)]));
    let kharbaga = "a1:w c1:w e1:w b2:w d2:w f2:w a3:w c3:W e5:B g5:b d6:b f6:b h8:b a9:b c9:b i9:b i1:w";
    check_all("kharbaga", &marked(scene(construct("cross(5,5)").unwrap(), kharbaga), &[("e5", Mark::Cursor)]));
    let crossings = "a1:w b1:w c1:w a2:w b3:W d4:b e4:b c5:B d5:b e5:b";
    check_all("crossings", &scene(crossed_grid(5, |_, _| true), crossings));
}

#[test]
fn triangles() {
    let peralikatuma = "c1:w e1:w b1:w a4:w b4:w c4:w c3:w a3:w c5:b b6:b d6:b e7:b c8:b b9:b c9:b";
    let peralikatuma = peralikatuma.replace("b1:w", "a1:w").replace("b9:b", "a9:b");
    check_all("sixteen-soldiers", &marked(scene(construct("tri(2)").unwrap(), &peralikatuma), &[("c5", Mark::Cursor)]));
    let four =
        "c1:w e1:w g1:w d2:w e2:w f2:w c3:w d3:w e3:w a3:w i3:w a7:b c7:b d7:b e7:b f7:b i7:b d8:b e8:b f8:b e9:b i6:b";
    let four = four.replace("i6:b", "h6:b");
    check_all("peralikatuma", &marked(scene(construct("tri(4)").unwrap(), &four), &[("i5", Mark::Cursor)]));
}

#[test]
fn strips() {
    for (number, kind) in [(4, "outer"), (6, "inner"), (8, "outer"), (12, "inner"), (16, "outer"), (16, "inner")] {
        let board = construct(&format!("serpent({number},{kind})")).unwrap();
        let words: String = board
            .points()
            .filter(|point| point.index() % 4 != 2)
            .map(|point| {
                let piece = if point.index() < board.len() / 2 { "w" } else { "b" };
                format!("{}:{piece} ", board.name(point))
            })
            .collect();
        check_all(&format!("strip-{number}-{kind}"), &marked(scene(board, &words), &[("b3", Mark::Cursor)]));
    }
}

#[test]
fn closed_rows_and_men_in_hand() {
    let words = "a3:w c3:w d3:w b4:w c5:b e5:b d4:b";
    let mut hopi = scene(construct("alq(5,5)").unwrap(), words);
    hopi.close([2, 0, 0, 0]);
    check_all("hopi", &marked(hopi, &[("b3", Mark::Cursor), ("b2", Mark::Taken)]));
    let mut squares = scene(construct("checker(8,8,left)").unwrap(), "a3:w c3:w b4:b d6:b f6:B");
    squares.close([2, 0, 0, 1]);
    check_all("closed-squares", &marked(squares, &[("d4", Mark::Cursor)]));
    let mut zuni = scene(construct("serpent(4,outer)").unwrap(), "a1:b a2:b a3:b b2:w c1:w c2:w c4:w");
    zuni.hand = [2, 1];
    check_all("reserve", &zuni);
}

#[test]
fn notes_keep_to_the_width() {
    let board = construct("alq(5,5)").unwrap();
    let words: String = board.points().map(|point| format!("{}:wbwbbww ", board.name(point))).collect();
    let mut scene = scene(board, &words);
    scene.hand = [12, 3];
    scene.closed = scene.board.points().collect();
    for columns in [30, 40, 79] {
        let lines = notes(&scene, CharacterSet::Unicode, Language::En, columns);
        assert!(lines.iter().all(|line| line.chars().count() <= columns), "{columns}: {lines:#?}");
    }
}
