//! Tests printed pages of all games: margins, scale, counters, reproducibility.

use quirkat_draw::{Squares, is_chequered};
use quirkat_print::{Area, MAX_PAGES, Mm, Order, Paper, Print, PrintError, Shape, Spot, Style, kinds, print, spots};
use quirkat_rules::{Board, Language, Place, Promotion, Rank, Ruleset, Side, construct, find_game, games};
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

fn ruleset(title: &str) -> Ruleset {
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    find_game(game).unwrap().ruleset(variant, &[]).unwrap()
}

fn all_rulesets() -> Vec<Ruleset> {
    let all = games().flat_map(|game| game.variants().map(|variant| game.ruleset(Some(variant), &[]).unwrap()));
    all.collect()
}

/// Returns a ruleset on another board, without pieces.
fn on_board(board: Board) -> Ruleset {
    let board = Arc::new(board);
    let start = quirkat_rules::Setup::empty(&board);
    Ruleset { board, start, ..ruleset("alquerque") }
}

/// Returns a board with the maximum number of points, in connected rows.
fn crowded() -> Board {
    let name =
        |x: i32, y: i32| format!("{}{}{}", char::from(b'a' + (x / 26) as u8), char::from(b'a' + (x % 26) as u8), y + 1);
    let all = (0..16).flat_map(|y| (0..32).map(move |x| (x, y)));
    let points = all.map(|(x, y)| (name(x, y), Place { x, y })).collect();
    let lines: Vec<Vec<String>> = (0..16).map(|y| (0..32).map(|x| name(x, y)).collect()).collect();
    Board::new(points, &lines).unwrap()
}

/// Checks that everything lies within the margins, except the marks of tiles.
fn check_pages(printed: &Print, what: &str) {
    assert!(!printed.pages.is_empty() && printed.pages.len() <= MAX_PAGES, "{what}");
    for page in &printed.pages {
        let paper = Area::new(Spot::default(), page.size.0, page.size.1);
        for shape in page.shapes() {
            let bounds = shape.bounds().unwrap_or_else(|| panic!("{what}: an empty shape"));
            assert!(paper.wider(-Mm::whole(5)).holds(&bounds), "{what}: {shape:?} leaves the paper");
        }
    }
}

/// Returns the radii of the counters: circles with fill and outline.
fn discs(printed: &Print, from_page: usize) -> Vec<Mm> {
    let shapes = printed.pages[from_page..].iter().flat_map(|page| page.shapes());
    let disc = |shape: &Shape| match shape {
        Shape::Circle { radius, paint, .. } if paint.fill.is_some() && paint.line.is_some() => Some(*radius),
        _ => None,
    };
    shapes.filter_map(disc).collect()
}

#[test]
fn every_game_fits_every_paper() {
    for (number, ruleset) in all_rulesets().iter().enumerate() {
        for (paper, language) in Paper::ALL.into_iter().zip(Language::ALL.into_iter().cycle().skip(number)) {
            for style in Style::ALL {
                let order = Order {
                    board: Some(style),
                    paper,
                    language,
                    has_counters: style == Style::Plain,
                    ..Order::default()
                };
                let what = format!("{} {order:?}", ruleset.title());
                let printed = print(ruleset, &order).unwrap_or_else(|error| panic!("{what}: {error}"));
                check_pages(&printed, &what);
            }
        }
    }
}

#[test]
fn every_game_has_its_counters_and_two_spares_per_side() {
    for ruleset in all_rulesets() {
        let order = Order { has_counters: true, ..Order::default() };
        let printed = print(&ruleset, &order).unwrap();
        let hand = ruleset.start.memory.hand;
        let faces = |side: Side| {
            let both = ruleset.start.columns.iter().flatten().filter(|piece| piece.side == side);
            let men = both.clone().filter(|piece| piece.rank == Rank::Man).count() + usize::from(hand[side.index()]);
            let others = both.filter(|piece| piece.rank != Rank::Man).count();
            let doubled = if ruleset.options.promotion == Promotion::None { 1 } else { 2 };
            if men > 0 { (men + 2) * doubled + others } else { others + 2 }
        };
        let title = ruleset.title();
        let found = discs(&printed, 0);
        assert_eq!(found.len(), Side::BOTH.map(faces).iter().sum::<usize>(), "{title}");
        let expected = f64::from(printed.spacing.unwrap().count()) * 0.38;
        assert!(found.iter().all(|radius| (f64::from(radius.count()) - expected).abs() < 1.5), "{title}");
    }
}

#[test]
fn each_rank_on_the_board_has_its_counters() {
    let ranks = |title: &str| {
        let kinds = kinds(&ruleset(title));
        kinds.iter().map(|kind| (kind.side, kind.rank, kind.back, kind.needed, kind.spare)).collect::<Vec<_>>()
    };
    assert_eq!(
        ranks("english"),
        [(Side::First, Rank::Man, Some(Rank::King), 12, 2), (Side::Second, Rank::Man, Some(Rank::King), 12, 2)]
    );
    assert_eq!(ranks("bagh-chal").iter().map(|kind| kind.3).sum::<usize>(), 24, "goats in hand, and tigers");
    let dablot: Vec<_> = ranks("dablot").into_iter().map(|kind| (kind.1, kind.4)).take(3).collect();
    assert_eq!(dablot, [(Rank::Man, 2), (Rank::Prince, 0), (Rank::King, 0)]);
}

/// Returns the distance between nearest points.
fn nearest(spots: &[Spot]) -> f64 {
    let pairs = spots.iter().enumerate().flat_map(|(number, a)| spots[..number].iter().map(move |b| apart(*a, *b)));
    pairs.fold(f64::INFINITY, f64::min)
}

fn apart(a: Spot, b: Spot) -> f64 {
    let by = b - a;
    by.x.millimetres().hypot(by.y.millimetres())
}

#[test]
fn points_have_the_ordered_spacing_in_both_directions() {
    for ruleset in all_rulesets() {
        let board = &ruleset.board;
        for spacing in [Mm::whole(17), Mm::nearest(22.25)] {
            let printed = print(&ruleset, &Order { spacing: Some(spacing), paper: Paper::A3, ..Order::default() });
            let printed = printed.unwrap();
            assert_eq!(printed.spacing, Some(spacing));
            let spots = spots(board, spacing);
            let expected = spacing.millimetres() * if is_chequered(board) { 2.0_f64.sqrt() } else { 1.0 };
            let title = ruleset.title();
            assert!((nearest(&spots) - expected).abs() < 0.02, "{title}: {} for {expected}", nearest(&spots));
            // All points have one scale in both directions.
            let (first, place) = (spots[0], board.place(board.points().next().unwrap()));
            let unit = spacing.millimetres() / unit(board);
            for point in board.points() {
                let (by, to) = (spots[point.index()] - first, board.place(point));
                let right = f64::from(to.x - place.x) * unit - by.x.millimetres();
                let up = f64::from(to.y - place.y) * unit + by.y.millimetres();
                assert!(right.abs() < 0.02 && up.abs() < 0.02, "{title}: {}", board.name(point));
            }
            if printed.pages.len() == 1 && Squares::of(board).is_none() {
                check_lines(&ruleset, &printed, &spots);
            }
        }
    }
}

/// Returns the smallest distance between points in board coordinates; 1 for squares.
fn unit(board: &Board) -> f64 {
    let places: Vec<Place> = board.points().map(|point| board.place(point)).collect();
    let apart = |a: &Place, b: &Place| f64::from(a.x - b.x).hypot(f64::from(a.y - b.y));
    let pairs = places.iter().enumerate().flat_map(|(number, a)| places[..number].iter().map(move |b| apart(a, b)));
    if is_chequered(board) { 1.0 } else { pairs.fold(f64::INFINITY, f64::min) }
}

/// Checks that the lines on the page are those of the board, point by point.
fn check_lines(ruleset: &Ruleset, printed: &Print, spots: &[Spot]) {
    let ways = printed.pages[0].shapes().filter_map(|shape| match shape {
        Shape::Polyline { spots, is_closed: false, .. } => Some(spots),
        _ => None,
    });
    for (line, way) in ruleset.board.lines().iter().zip(ways) {
        let by = way[0] - spots[line[0].index()];
        let expected: Vec<Spot> = line.iter().map(|point| spots[point.index()] + by).collect();
        assert_eq!(*way, expected, "{}", ruleset.title());
    }
}

/// Returns the streams of a PDF, inflated where they are compressed.
fn streams(pdf: &[u8]) -> Vec<String> {
    let find = |from: usize, expected: &[u8]| {
        pdf[from..].windows(expected.len()).position(|at| at == expected).map(|at| from + at)
    };
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(start) = find(from, b"stream\n") {
        let end = find(start, b"\nendstream").unwrap();
        let mut text = Vec::new();
        let raw = &pdf[start + 7..end];
        if flate2::read::ZlibDecoder::new(raw).read_to_end(&mut text).is_err() {
            text = raw.to_vec();
        }
        found.push(String::from_utf8_lossy(&text).into_owned());
        from = end + 10;
    }
    found
}

/// Returns the lengths of straight lines between two points in a content stream, in millimetres.
fn straight_lines(content: &str) -> Vec<f64> {
    let mut lines = Vec::new();
    let words: Vec<&str> = content.split_ascii_whitespace().collect();
    let point = |at: usize| Some((words.get(at)?.parse::<f64>().ok()?, words.get(at + 1)?.parse::<f64>().ok()?));
    for at in 0..words.len() {
        if words.get(at + 2) == Some(&"m") && words.get(at + 5) == Some(&"l") && words.get(at + 6) == Some(&"S") {
            let (Some(a), Some(b)) = (point(at), point(at + 3)) else { continue };
            lines.push((b.0 - a.0).hypot(b.1 - a.1) * 25.4 / 72.0);
        }
    }
    lines
}

#[test]
fn lines_in_the_pdf_have_the_ordered_length() {
    // A strip of two points: its only line is as long as the spacing, and the ruler is fifty millimetres.
    let points = vec![("a1".to_owned(), Place { x: 0, y: 0 }), ("a2".to_owned(), Place { x: 0, y: 1 })];
    let board = Board::new(points, &[vec!["a1".to_owned(), "a2".to_owned()]]).unwrap();
    let order = Order { spacing: Some(Mm::nearest(37.5)), ..Order::default() };
    let pdf = print(&on_board(board), &order).unwrap().pdf().unwrap();
    let lines: Vec<f64> = streams(&pdf).iter().flat_map(|content| straight_lines(content)).collect();
    let has = |expected: f64| lines.iter().any(|length| (length - expected).abs() < 0.02);
    assert!(has(37.5) && has(50.0), "{lines:?}");
}

#[test]
fn the_same_order_gives_the_same_bytes() {
    let order = Order { has_counters: true, board: Some(Style::Floral), ..Order::default() };
    for title in ["alquerque", "lasca", "dablot"] {
        let [once, again] = [(); 2].map(|()| print(&ruleset(title), &order).unwrap());
        assert!(once.pdf().unwrap() == again.pdf().unwrap(), "{title}");
        assert!(once.svg() == again.svg(), "{title}");
    }
}

#[test]
fn the_svg_is_well_formed_and_in_millimetres() {
    let order = Order { has_counters: true, is_mono: true, ..Order::default() };
    let printed = print(&ruleset("fanorona"), &order).unwrap();
    let svg = printed.svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let pages = document.descendants().filter(|node| node.attribute("class") == Some("q-page")).count();
    assert_eq!(pages, printed.pages.len());
    let root = document.root_element();
    let (box_, height) = (root.attribute("viewBox").unwrap(), root.attribute("height").unwrap());
    assert_eq!(height, format!("{}mm", box_.rsplit(' ').next().unwrap()));
}

#[test]
fn engraved_boards_consist_of_hairlines() {
    for title in ["alquerque", "lasca", "kharberg"] {
        let printed = print(&ruleset(title), &Order { board: Some(Style::Engrave), ..Order::default() }).unwrap();
        for shape in printed.pages[0].shapes() {
            let paint = match shape {
                Shape::Polyline { paint, .. } | Shape::Circle { paint, .. } => paint,
                other => panic!("{title}: {other:?}"),
            };
            assert!(
                paint.fill.is_none() && paint.line.is_some_and(|(_, width)| width <= Mm::hundredths(20)),
                "{title}"
            );
        }
    }
}

#[test]
fn large_boards_are_tiled_without_losing_a_point() {
    let konane = on_board(construct("grid(20,20)").unwrap());
    let spacing = Mm::whole(25);
    let printed = print(&konane, &Order { spacing: Some(spacing), ..Order::default() }).unwrap();
    check_pages(&printed, "grid(20,20)");
    assert_eq!(printed.pages.len(), 6);
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut dots = 0;
    for shape in printed.pages.iter().flat_map(|page| page.shapes()) {
        match shape {
            Shape::Circle { .. } => dots += 1,
            Shape::Text { line, .. } => *names.entry(line.text()).or_default() += 1,
            Shape::Polyline { .. } | Shape::Curve { .. } => {}
        }
    }
    assert!(dots >= 400, "{dots}");
    let missing: Vec<_> = (1..=20).map(|row| row.to_string()).filter(|row| !names.contains_key(row.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn impossible_orders_are_refused_with_a_reason() {
    let walker = ruleset("alquerque");
    for spacing in [Mm::ZERO, Mm::whole(-5), Mm::nearest(2.99), Mm::nearest(100.01), Mm::nearest(f64::NAN)] {
        let refused = print(&walker, &Order { spacing: Some(spacing), ..Order::default() });
        assert_eq!(refused, Err(PrintError::Spacing(spacing)));
    }
    let board = Some(Style::Plain);
    let order =
        Order { board, spacing: Some(Mm::whole(100)), paper: Paper::A5, has_counters: true, ..Order::default() };
    let refused = print(&ruleset("international"), &order).unwrap_err();
    assert!(refused.to_string().contains("pages; allowed: at most 64"), "{refused}");
    // Two points at the maximum distance on a board, and a third between them.
    let at = |name: &str, x: i32| (name.to_owned(), Place { x, y: x });
    let points = vec![at("a1", -1000), at("b2", 1000), at("c3", 999)];
    let far = on_board(Board::new(points, &[vec!["a1".to_owned(), "c3".to_owned(), "b2".to_owned()]]).unwrap());
    for style in Style::ALL {
        let refused = print(&far, &Order { board: Some(style), ..Order::default() }).unwrap_err();
        assert!(matches!(refused, PrintError::TooManyPages(_)), "{refused}");
    }
    let one = on_board(Board::new(vec![at("a1", 0)], &[]).unwrap());
    check_pages(&print(&one, &Order { has_counters: true, ..Order::default() }).unwrap(), "one point");
    let most = on_board(crowded());
    for paper in Paper::ALL {
        check_pages(
            &print(&most, &Order { paper, board: Some(Style::Checked), ..Order::default() }).unwrap(),
            "512 points",
        );
        let finest = Order { paper, spacing: Some(*quirkat_print::SPACINGS.start()), ..Order::default() };
        check_pages(&print(&most, &finest).unwrap(), "512 points, 3 mm");
    }
}
