//! Tests counters, strips for towers and the pocket kit: number, size, legibility in black ink, on every paper.

use quirkat_print::{Area, MARGIN, Mm, Order, Page, Paper, Print, PrintError, Shape, Spot, Style, kinds, print};
use quirkat_rules::{Board, Language, Place, Rank, Removal, Ruleset, Setup, Side, construct, find_game, games};
use std::sync::Arc;

fn ruleset(game: &str) -> Ruleset {
    find_game(game).unwrap().ruleset(None, &[]).unwrap()
}

fn all_rulesets() -> Vec<Ruleset> {
    let all = games().flat_map(|game| game.variants().map(|variant| game.ruleset(Some(variant), &[]).unwrap()));
    all.collect()
}

fn has_towers(ruleset: &Ruleset) -> bool {
    ruleset.options.removal == Removal::Under
}

/// Returns the pages after those of the board.
fn beyond_the_board(ruleset: &Ruleset, order: &Order) -> Result<Vec<Page>, PrintError> {
    let board = Order { has_counters: false, is_pocket: false, ..order.clone() };
    let number = if order.board.is_some() { print(ruleset, &board)?.pages.len() } else { 0 };
    Ok(print(ruleset, order)?.pages[number..].to_vec())
}

fn check_margins(pages: &[Page], margin: Mm, what: &str) {
    for page in pages {
        let within = Area::new(Spot::default(), page.size.0, page.size.1).wider(-margin);
        for shape in page.shapes() {
            let bounds = shape.bounds().unwrap_or_else(|| panic!("{what}: an empty shape"));
            assert!(within.holds(&bounds), "{what}: {shape:?} leaves the margins");
        }
    }
}

/// Returns the shapes that have an outline only, without the line width: strips and the cutting line of the board.
fn outlines(pages: &[Page]) -> Vec<Area> {
    let shapes = pages.iter().flat_map(|page| page.shapes());
    let outline = |shape: &Shape| match shape {
        Shape::Polyline { is_closed: true, paint, .. } if paint.fill.is_none() => {
            Some(shape.bounds()?.wider(-Mm::nearest(paint.line?.1.millimetres() / 2.0)))
        }
        _ => None,
    };
    shapes.filter_map(outline).collect()
}

#[test]
fn every_game_keeps_within_the_margins_on_every_paper() {
    // The cutting crosses lie on the edge of the printable area.
    let crosses = Mm::hundredths(150);
    for (number, ruleset) in all_rulesets().iter().enumerate() {
        for (paper, language) in Paper::ALL.into_iter().zip(Language::ALL.into_iter().cycle().skip(number)) {
            let order = Order { paper, language, has_counters: true, is_pocket: true, ..Order::default() };
            let what = format!("{} {order:?}", ruleset.title());
            let pages = beyond_the_board(ruleset, &order).unwrap_or_else(|error| panic!("{what}: {error}"));
            let (pocket, counters) = pages.split_last().unwrap();
            check_margins(std::slice::from_ref(pocket), MARGIN, &what);
            check_margins(counters, MARGIN - crosses, &what);
            check_pocket(pocket, &what);
        }
    }
}

/// Checks that the cut board is no larger than a napkin, and that the text below it does not overlap.
fn check_pocket(page: &Page, what: &str) {
    let outlines = outlines(std::slice::from_ref(page));
    let size = |area: &Area| area.width().max(area.height());
    let napkin = outlines.iter().max_by_key(|area| size(area)).unwrap();
    assert!(size(napkin) <= Mm::whole(150), "{what}: {}", size(napkin));
    let words: Vec<Area> = page.shapes().filter(|shape| is_sentence(shape)).filter_map(Shape::bounds).collect();
    assert!(words.len() >= 2, "{what}");
    for (number, line) in words.iter().enumerate() {
        assert!(line.from.y > napkin.to.y, "{what}: words on the board");
        assert!(words[..number].iter().all(|above| above.from.y < line.from.y), "{what}: words over words");
    }
}

fn is_sentence(shape: &Shape) -> bool {
    matches!(shape, Shape::Text { line, .. }
        if line.text().contains(' ') && !line.text().contains('·') && line.size < Mm::whole(4))
}

#[test]
fn towers_have_a_strip_for_each_counter() {
    let mut games = 0;
    for ruleset in all_rulesets() {
        let order = Order { has_counters: true, ..Order::default() };
        let strips = outlines(&beyond_the_board(&ruleset, &order).unwrap());
        if !has_towers(&ruleset) {
            assert_eq!(strips, [], "{}", ruleset.title());
            continue;
        }
        games += 1;
        let counters: usize = kinds(&ruleset).iter().map(|kind| kind.needed + kind.spare).sum();
        assert_eq!(strips.len(), counters, "{}", ruleset.title());
    }
    assert!(games >= 3, "{games}");
}

#[test]
fn strips_are_as_long_as_the_circumference_and_a_tab() {
    const TAB: f64 = 5.0;
    let (mut whole, mut split) = (0, 0);
    for game in ["lasca", "bashni", "buruj"] {
        let ruleset = ruleset(game);
        let counters: usize = kinds(&ruleset).iter().map(|kind| kind.needed + kind.spare).sum();
        for paper in Paper::ALL {
            for spacing in [3.0, 10.0, 24.1, 45.5, 70.0, 100.0].map(Mm::nearest) {
                let order = Order { paper, spacing: Some(spacing), has_counters: true, ..Order::default() };
                let pages = match beyond_the_board(&ruleset, &order) {
                    Ok(pages) => pages,
                    // The board alone would need too many pages.
                    Err(PrintError::TooManyPages(_)) => continue,
                    Err(error) => panic!("{game} {order:?}: {error}"),
                };
                check_margins(&pages, MARGIN - Mm::hundredths(150), game);
                let strips = outlines(&pages);
                let parts = strips.len() / counters;
                assert_eq!(strips.len(), parts * counters, "{game} {order:?}");
                *(if parts == 1 { &mut whole } else { &mut split }) += 1;
                let around = spacing.millimetres() * 0.76 * std::f64::consts::PI;
                for strip in strips {
                    let covered = (strip.width().millimetres() - TAB) * parts as f64;
                    assert!((covered - around).abs() < 0.1, "{game} {order:?}: {covered} for {around}");
                    assert!(strip.height() >= Mm::whole(2) && strip.height() <= Mm::whole(5));
                }
            }
        }
    }
    assert!(whole > 0 && split > 0, "{whole} {split}");
}

/// Returns the faces of a game's counters, as printed. Each lies within its disc and is moved to the origin.
fn faces(ruleset: &Ruleset, printed: &Print) -> Vec<Vec<Shape>> {
    let mut discs = Vec::new();
    for page in &printed.pages {
        for shape in page.shapes() {
            let Shape::Circle { middle, paint, .. } = shape else { continue };
            if paint.fill.is_some() && paint.line.is_some() {
                let edge = shape.bounds().unwrap();
                let inside = page.shapes().filter(|shape| edge.holds(&shape.bounds().unwrap()));
                discs.push(inside.map(|shape| shape.moved(Spot::default() - *middle)).collect::<Vec<_>>());
            }
        }
    }
    let mut faces = Vec::new();
    let mut from = 0;
    for kind in kinds(ruleset) {
        let sides = 1 + usize::from(kind.back.is_some());
        faces.extend(discs[from..from + sides].iter().cloned());
        from += sides * (kind.needed + kind.spare);
    }
    assert_eq!(from, discs.len(), "{}", ruleset.title());
    faces
}

/// Describes shapes in black and white, or without ink.
fn description(shapes: &[Shape], inks: impl Fn(u32) -> u8) -> Vec<String> {
    let ink = |ink: quirkat_print::Ink| inks(u32::from(ink.0) + u32::from(ink.1) + u32::from(ink.2));
    let description = |shape: &Shape| match shape {
        Shape::Polyline { spots, is_closed, paint } => {
            format!(
                "{spots:?} {is_closed} {:?} {:?}",
                paint.fill.map(ink),
                paint.line.map(|(of, wide)| (ink(of), wide))
            )
        }
        Shape::Circle { middle, radius, paint } => {
            format!(
                "{middle:?} {radius:?} {:?} {:?}",
                paint.fill.map(ink),
                paint.line.map(|(of, wide)| (ink(of), wide))
            )
        }
        // Text alone does not distinguish counters at a glance.
        Shape::Text { .. } | Shape::Curve { .. } => String::new(),
    };
    shapes.iter().map(description).filter(|shape| !shape.is_empty()).collect()
}

#[test]
fn all_kinds_of_counters_differ_without_colour_and_letters() {
    for ruleset in all_rulesets() {
        for is_mono in [false, true] {
            for spacing in [10.5, 40.0].map(Mm::nearest) {
                let order = Order { has_counters: true, is_mono, spacing: Some(spacing), ..Order::default() };
                let Ok(pages) = beyond_the_board(&ruleset, &order) else { continue };
                let faces = faces(&ruleset, &Print { pages, ..print(&ruleset, &Order::default()).unwrap() });
                let white_or_black: Vec<_> =
                    faces.iter().map(|face| description(face, |light| if light > 382 { 1 } else { 0 })).collect();
                for (number, face) in white_or_black.iter().enumerate() {
                    assert!(!white_or_black[..number].contains(face), "{} {number}", ruleset.title());
                }
            }
        }
    }
}

#[test]
fn ranks_of_one_side_differ_by_shape() {
    for ruleset in all_rulesets() {
        let order = Order { has_counters: true, ..Order::default() };
        let pages = beyond_the_board(&ruleset, &order).unwrap();
        let faces = faces(&ruleset, &Print { pages, ..print(&ruleset, &Order::default()).unwrap() });
        let owners = kinds(&ruleset).into_iter();
        let owners: Vec<Side> = owners.flat_map(|kind| vec![kind.side; 1 + usize::from(kind.back.is_some())]).collect();
        for side in Side::BOTH {
            let own = faces.iter().zip(&owners).filter(|(_, owner)| **owner == side);
            let own: Vec<_> = own.map(|(face, _)| description(face, |_| 0)).collect();
            for (number, face) in own.iter().enumerate() {
                assert!(!own[..number].contains(face), "{} {side:?} {number}", ruleset.title());
            }
        }
    }
}

fn texts(pages: &[Page]) -> Vec<String> {
    let text = |shape: &Shape| match shape {
        Shape::Text { line, .. } => Some(line.text()),
        _ => None,
    };
    pages.iter().flat_map(|page| page.shapes()).filter_map(text).collect()
}

#[test]
fn faces_and_labels_show_the_names_of_ranks() {
    let pages = |game: &str, spacing: i32, language: Language| {
        let spacing = Some(Mm::whole(spacing));
        beyond_the_board(&ruleset(game), &Order { has_counters: true, spacing, language, ..Order::default() }).unwrap()
    };
    let lasca = pages("lasca", 30, Language::En);
    assert_eq!(texts(&lasca).iter().filter(|text| **text == "officer").count(), 26);
    assert!(texts(&lasca).contains(&"White: 11 soldiers, officers on the back + 2 spare".to_owned()));
    let lasca = pages("lasca", 30, Language::Es);
    assert!(texts(&lasca).contains(&"oficial".to_owned()));
    assert!(texts(&lasca).contains(&"Blancas: 11 soldados, oficiales en el dorso + 2 de reserva".to_owned()));
    // Too small for the name, so the initial is printed.
    assert!(texts(&pages("lasca", 11, Language::En)).contains(&"O".to_owned()));
    let dablot = pages("dablot", 22, Language::En);
    for name in ["warrior", "prince", "farmer", "landowner"] {
        assert!(texts(&dablot).contains(&name.to_owned()), "{name}");
    }
    let english = pages("english", 30, Language::En);
    assert_eq!(texts(&english).len(), 2, "a crown says enough: {:?}", texts(&english));
}

#[test]
fn pieces_with_pictures_need_no_letters() {
    for (game, ranks) in [("bagh-chal", 2), ("leopards", 2), ("liebre", 2)] {
        let ruleset = ruleset(game);
        let order = Order { has_counters: true, ..Order::default() };
        let pages = beyond_the_board(&ruleset, &order).unwrap();
        assert_eq!(texts(&pages).len(), ranks, "{game}");
        assert!(kinds(&ruleset).iter().all(|kind| kind.rank == Rank::Man), "{game}");
    }
}

#[test]
fn the_pocket_kit_lists_the_coins_needed() {
    let words_of = |game: &str, language: Language| {
        let order = Order { is_pocket: true, language, ..Order::default() };
        let pages = beyond_the_board(&ruleset(game), &order).unwrap();
        assert_eq!(pages.len(), 1, "{game}");
        // A line may end with a space.
        texts(&pages).iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ")
    };
    let has = |game: &str, language: Language, expected: &str| {
        let words = words_of(game, language);
        assert!(words.contains(expected), "{game}: {words}");
    };
    has("english", Language::En, "Take 12 coins of one kind (Black) and 12 of another (White).");
    has("english", Language::En, "number up (man); coin turned over (king)");
    has("lasca", Language::Es, "la cifra arriba (soldado); la moneda vuelta (oficial)");
    has("lasca", Language::En, "The top coin shows the owner of a tower.");
    // A prince is two coins: 28 men, a prince and a king.
    has("dablot", Language::En, "Take 31 coins");
    has("bagh-chal", Language::Es, "Al lado del tablero al empezar: Cabras (20).");
    has("alquerque-de-nueve", Language::En, "The board is empty at the start.");
    has("international", Language::En, "use small coins, or buttons or beans");
    // Issue 17, point 20: coins of the author's country, and of the countries that he mentions.
    has("buruj", Language::En, "pennies and dimes (United States), ten and twenty centavos (Mexico)");
    has("buruj", Language::Es, "diez y veinte centavos (México)");
    has("buruj", Language::Fr, "dix et vingt centavos (Mexique)");
    let alquerque = words_of("alquerque", Language::En);
    assert!(!alquerque.contains("small coins") && !alquerque.contains("Ranks"), "{alquerque}");
}

/// Returns a ruleset on another board, without pieces.
fn on_board(board: Board) -> Ruleset {
    let board = Arc::new(board);
    let start = Setup::empty(&board);
    Ruleset { board, start, ..ruleset("alquerque") }
}

#[test]
fn the_largest_boards_fit_the_pocket_kit_or_are_refused() {
    let crowded = construct("grid(20,20)").unwrap();
    for paper in Paper::ALL {
        for style in Style::ALL {
            let order = Order { paper, board: Some(style), is_pocket: true, ..Order::default() };
            let pages = beyond_the_board(&on_board(crowded.clone()), &order).unwrap();
            check_margins(&pages, MARGIN, "grid(20,20)");
            check_pocket(&pages[0], "grid(20,20)");
        }
    }
    // The maximum number of points: thin paper is too narrow for a floral border around them.
    let name =
        |x: i32, y: i32| format!("{}{}{}", char::from(b'a' + (x / 26) as u8), char::from(b'a' + (x % 26) as u8), y + 1);
    let points = (0..16).flat_map(|y| (0..32).map(move |x| (name(x, y), Place { x, y }))).collect();
    let lines: Vec<Vec<String>> = (0..16).map(|y| (0..32).map(|x| name(x, y)).collect()).collect();
    let most = on_board(Board::new(points, &lines).unwrap());
    for paper in Paper::ALL {
        for style in Style::ALL {
            match beyond_the_board(&most, &Order { paper, board: Some(style), is_pocket: true, ..Order::default() }) {
                Ok(pages) => check_margins(&pages, MARGIN, "512 points"),
                Err(error) => assert!(matches!(error, PrintError::TooLargeForPocket(_)), "{error}"),
            }
        }
    }
    // Two points far apart, and a third close to one of them.
    let at = |name: &str, x: i32| (name.to_owned(), Place { x, y: 0 });
    let points = vec![at("a1", 0), at("b1", 1), at("c1", 400)];
    let far = on_board(Board::new(points, &[vec!["a1".to_owned(), "b1".to_owned(), "c1".to_owned()]]).unwrap());
    let order = Order { is_pocket: true, spacing: Some(Mm::whole(3)), ..Order::default() };
    let refused = print(&far, &order).unwrap_err();
    assert_eq!(refused, PrintError::TooLargeForPocket(Mm::whole(150)), "{refused}");
    let one = on_board(Board::new(vec![at("a1", 0)], &[]).unwrap());
    check_margins(
        &beyond_the_board(&one, &Order { is_pocket: true, ..Order::default() }).unwrap(),
        MARGIN,
        "one point",
    );
}
