//! SVG drawings of all games, compared with drawings that people have approved.
//!
//! `UPDATE_PICTURES=1 cargo test -p quirkat-draw` redraws them; inspect the changes before you commit them.

use quirkat_draw::svg::{self, BoardMaterial, Materials, Palette, PieceMaterial};
use quirkat_draw::{Mark, Scene};
use quirkat_rules::{AnyRules, Language, Piece, Rank, Ruleset, Setup, Side, find_game, games, read_fen, read_turn};
use quirkat_words::position_in_words;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::path::Path;

const FIXED: Palette = Palette::Fixed(DRESS);
const CSS: Palette = Palette::Css(DRESS);
const DRESS: Materials = Materials { board: BoardMaterial::Wood, pieces: PieceMaterial::Turned };

fn check(name: &str, drawn: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&file, drawn).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(golden == drawn, "{name} has changed from\n{golden}\nto\n{drawn}");
}

/// Returns a variant by its title.
fn ruleset(title: &str) -> Ruleset {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    find_game(game).unwrap().ruleset(variant, &[]).unwrap()
}

fn picture(ruleset: &Ruleset, scene: &Scene) -> String {
    svg::picture(scene, &position_in_words(ruleset, &scene.setup, Language::En), FIXED)
}

/// Creates the scene of a position, or of the start.
fn scene(ruleset: &Ruleset, fen: &str) -> Scene {
    let setup = if fen.is_empty() { ruleset.start.clone() } else { read_fen(ruleset, fen).unwrap() };
    Scene::new(ruleset, setup)
}

fn marked(mut scene: Scene, marks: &[(&str, Mark)]) -> Scene {
    for &(name, mark) in marks {
        scene.mark(scene.board.point(name).unwrap(), mark);
    }
    scene
}

/// Returns the pieces of a side's letters, bottom to top: `w` and `b` men, `p` and `q` princes, `W` and `B` kings.
fn pile(letters: &str) -> Vec<Piece> {
    let piece = |letter: char| Piece {
        side: if "wpW".contains(letter) { Side::First } else { Side::Second },
        rank: match letter {
            'p' | 'q' => Rank::Prince,
            'W' | 'B' => Rank::King,
            _ => Rank::Man,
        },
    };
    letters.chars().map(piece).collect()
}

#[test]
fn starts_of_games() {
    for title in [
        "alquerque",
        "international",
        "fanorona",
        "konane",
        "bagh-chal",
        "alquerque-de-nueve",
        "awithlaknannai",
        "dablot",
        "dama",
        "leopards",
        "queah",
    ] {
        let ruleset = ruleset(title);
        check(&format!("start-{title}"), &picture(&ruleset, &scene(&ruleset, "")));
    }
}

#[test]
fn empty_boards() {
    for title in ["alquerque", "shashki", "pinoy-dama"] {
        let ruleset = ruleset(title);
        check(&format!("board-{title}"), &svg::board(&ruleset, Side::First, title, CSS));
    }
    let ruleset = ruleset("alquerque");
    check("board-alquerque-flipped", &svg::board(&ruleset, Side::Second, "alquerque", CSS));
}

#[test]
fn marks_and_the_last_turn() {
    let walker = ruleset("alquerque");
    let position = read_fen(&walker, "W:Wa1,c1,e1,e2,a4:Bb2,d4,b5,c5,a5,e3").unwrap();
    let mut game = AnyRules::compile(walker.clone()).unwrap().game(Some(&position)).unwrap();
    let turn = read_turn(&*game, "a1xc3xe5").unwrap();
    let words = position_in_words(&walker, &position, Language::Es);
    let before = Scene::new(&walker, position);
    check("figure-alquerque", &svg::figure(&before, std::slice::from_ref(&turn), &words, FIXED));
    game.play(&turn).unwrap();
    let mut scene = Scene::new(&walker, game.setup());
    scene.show_turn(&turn);
    let marks = [
        ("a5", Mark::Selected),
        ("b5", Mark::Huffable),
        ("c5", Mark::Movable),
        ("c4", Mark::Cursor),
        ("e3", Mark::Target),
        ("a3", Mark::Target),
        ("b4", Mark::Target),
        ("e2", Mark::Taken),
    ];
    check("marks", &picture(&walker, &marked(scene, &marks)));
}

#[test]
fn towers_and_kings() {
    let lasca = ruleset("lasca");
    let mut towers = scene(&lasca, "");
    towers.setup = Setup::empty(&lasca.board);
    for (name, letters) in [
        ("a1", "w"),
        ("c1", "wbbw"),
        ("g1", "bW"),
        ("b2", "ww"),
        ("d2", "bbbw"),
        ("f2", "w"),
        ("a3", "wB"),
        ("e3", "bw"),
        ("c5", "wwbwb"),
        ("e5", "b"),
        ("g5", "WbwwbB"),
        ("b6", "B"),
        ("d6", "b"),
        ("a7", "bbbbbb"),
        ("c7", "wwwwbbbbbbb"),
        ("g7", "Wb"),
    ] {
        towers.setup.columns[lasca.board.point(name).unwrap().index()] = pile(letters);
    }
    let marks = [("d2", Mark::Cursor), ("d4", Mark::Target), ("c5", Mark::Taken), ("e3", Mark::Selected)];
    check("towers-lasca", &picture(&lasca, &marked(towers, &marks)));
    let buruj = ruleset("buruj");
    let mut towers = scene(&buruj, "");
    for (name, letters) in [("e5", "bbbwwwbbbbbbb"), ("c5", "wwwb"), ("a5", "bbwwB")] {
        towers.setup.columns[buruj.board.point(name).unwrap().index()] = pile(letters);
    }
    check("towers-buruj", &picture(&buruj, &towers.seen_from(Side::First)));
}

#[test]
fn closed_rows_and_men_in_hand() {
    let keres = ruleset("tuknanavuhpi");
    let mut closing = scene(&keres, "");
    closing.close([2, 0, 0, 1]);
    for point in closing.closed.clone() {
        closing.setup.columns[point.index()].clear();
    }
    check("closed-points", &picture(&keres, &closing));
    let shashki = ruleset("shashki");
    let mut closing = scene(&shashki, "W:Wc3,d4,Kf6:Bb4,h6,Kd8");
    closing.close([2, 0, 0, 1]);
    check("closed-squares", &picture(&shashki, &closing.seen_from(Side::Second)));
    let mills = ruleset("alquerque-de-tres");
    let mut entered = scene(&mills, "");
    entered.setup.columns[4] = pile("w");
    entered.hand = [2, 3];
    check("hands", &picture(&mills, &entered));
}

/// Visits all drawings of all published games.
fn for_all(mut visit: impl FnMut(&Ruleset, &Scene, &str)) {
    for game in games() {
        for variant in game.variants() {
            let ruleset = game.ruleset(Some(variant), &[]).unwrap();
            for side in Side::BOTH {
                let scene = scene(&ruleset, "").seen_from(side);
                visit(&ruleset, &scene, &picture(&ruleset, &scene));
            }
        }
    }
}

fn group<'a>(document: &'a Document<'_>, class: &str) -> Node<'a, 'a> {
    let is_it = |node: &Node<'_, '_>| node.attribute("class") == Some(class);
    document.descendants().find(is_it).unwrap_or_else(|| panic!("there is no {class}"))
}

fn number(node: Node<'_, '_>, key: &str) -> i32 {
    node.attribute(key).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{key} of {node:?}"))
}

#[test]
fn every_point_is_inside_and_every_piece_is_drawn_once() {
    for_all(|ruleset, scene, drawn| {
        let document = Document::parse(drawn).unwrap();
        let root = document.root_element();
        let frame: Vec<i32> =
            root.attribute("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
        let radius = number(root, "data-piece");
        let sense = if scene.bottom == Side::First { 100 } else { -100 };
        let at = |point| (sense * scene.board.place(point).x, -sense * scene.board.place(point).y);
        for point in scene.board.points() {
            let (x, y) = at(point);
            assert!(x - radius > frame[0] && x + radius < frame[0] + frame[2], "{}", ruleset.title());
            assert!(y - radius > frame[1] && y + radius < frame[1] + frame[3], "{}", ruleset.title());
        }
        let drawn_pieces: Vec<_> =
            group(&document, "q-pieces").children().filter(|node| node.has_tag_name("use")).collect();
        let places: BTreeSet<_> = drawn_pieces.iter().map(|node| (number(*node, "x"), number(*node, "y"))).collect();
        let standing = scene.board.points().filter(|&point| scene.setup.top(point).is_some());
        assert_eq!(places, standing.map(at).collect(), "{}", ruleset.title());
        assert_eq!(drawn_pieces.len(), places.len(), "{}", ruleset.title());
        for piece in document.descendants().filter(|node| node.has_tag_name("use")) {
            let id = &piece.attribute("href").unwrap()[1..];
            assert!(document.descendants().any(|node| node.attribute("id") == Some(id)), "{id} is not defined");
        }
        let names: BTreeSet<_> = group(&document, "q-names").descendants().filter_map(|node| node.text()).collect();
        let is_named = |name: &str| {
            let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
            names.contains(name) || names.contains(letters) && names.contains(&name[letters.len()..])
        };
        assert!(scene.board.points().all(|point| is_named(scene.board.name(point))), "{}", ruleset.title());
    });
}

#[test]
fn drawings_are_small_reproducible_and_use_whole_numbers() {
    for_all(|ruleset, scene, drawn| {
        let most = if ruleset.board.len() <= 100 { 40_000 } else { 400_000 };
        assert!(drawn.len() < most, "{} has {} bytes", ruleset.title(), drawn.len());
        assert_eq!(drawn, picture(ruleset, scene));
        let document = Document::parse(drawn).unwrap();
        let keys = ["x", "y", "cx", "cy", "r", "width", "height", "d", "viewBox", "points"];
        for node in document.descendants() {
            for key in keys {
                assert!(!node.attribute(key).unwrap_or_default().contains('.'), "{node:?} has {key} with a fraction");
            }
            assert!(node.attribute("style").is_none() && !node.has_tag_name("style") && !node.has_tag_name("script"));
        }
    });
    let board = svg::board(&ruleset("alquerque"), Side::First, "Alquerque", CSS);
    // It contains every board and all pieces, for the page to choose from.
    assert!(board.len() < 20_000, "{}", board.len());
}

#[test]
fn the_frame_is_that_of_the_board_and_both_palettes_draw_alike() {
    for game in games() {
        let ruleset = game.ruleset(None, &[]).unwrap();
        for side in Side::BOTH {
            let [css, fixed] = [CSS, FIXED].map(|palette| svg::board(&ruleset, side, "A", palette));
            let frame = svg::frame(&ruleset.board, side).map(|number| number.to_string()).join(" ");
            assert!(css.contains(&format!("viewBox=\"{frame}\"")) && css.contains("aria-label=\"A\""));
            assert!(!fixed.contains("var("));
            // A page without properties shows the same as programs without properties.
            let mut plain = String::new();
            for (number, part) in css.split("var(").enumerate() {
                let (_, rest) = if number == 0 { ("", part) } else { part.split_once(',').unwrap() };
                plain += &if number == 0 { rest.to_owned() } else { rest.replacen(')', "", 1) };
            }
            let known: BTreeSet<_> =
                plain.replace(" display=\"inline\"", "").replace('>', ">\n").lines().map(str::to_owned).collect();
            for part in fixed.replace('>', ">\n").lines() {
                assert!(known.contains(part), "{part}");
            }
            let document = Document::parse(&css).unwrap();
            for layer in ["q-field", "q-lines", "q-points", "q-names", "q-marks", "q-pieces"] {
                group(&document, layer);
            }
            for shape in ["q-w", "q-p", "q-W", "q-b", "q-q", "q-B"] {
                assert!(document.descendants().any(|node| node.attribute("id") == Some(shape)));
            }
        }
    }
}

#[test]
fn words_cannot_escape_their_element() {
    let walker = ruleset("alquerque");
    let words = "</title><script>&\"'\u{7}";
    let drawn = svg::picture(&scene(&walker, ""), words, CSS);
    let document = Document::parse(&drawn).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("</title><script>&\"' "));
    let board = svg::board(&walker, Side::First, words, CSS);
    let document = Document::parse(&board).unwrap();
    assert_eq!(document.root_element().attribute("aria-label"), Some("</title><script>&\"' "));
}

#[test]
fn positions_have_a_description() {
    let shashki = ruleset("shashki");
    let setup = read_fen(&shashki, "B:Wc3,Kf6:Bb4").unwrap();
    assert_eq!(
        position_in_words(&shashki, &setup, Language::En),
        "Russian draughts. Black to move. White: 1 king, 1 man. Black: 1 man."
    );
    let chal = ruleset("bagh-chal");
    assert_eq!(
        position_in_words(&chal, &chal.start, Language::Es),
        "Bagh-chal. Turno: Cabras. Cabras: 20 en la mano. Tigres: 4 tigres."
    );
}
