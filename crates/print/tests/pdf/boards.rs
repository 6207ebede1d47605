//! Measures boards and counters in the PDF: size, equal scale in both directions, number.

use super::read::{At, Page, Path, Read};
use super::{all_rulesets, check_pages, each, one_of_each, printed};
use quirkat_draw::{Naming, Squares, is_chequered};
use quirkat_print::{Mm, Order, Paper, Style, kinds, print};
use quirkat_rules::{Board, Point, Ruleset};
use std::collections::BTreeSet;

/// Tolerance in millimetres: half of the rounding error of a PDF.
const NEAR: f64 = 0.02;

fn is_near(a: At, b: At) -> bool {
    (a.0 - b.0).abs() < NEAR && (a.1 - b.1).abs() < NEAR
}

fn less(a: At, b: At) -> At {
    (a.0 - b.0, a.1 - b.1)
}

fn plus(a: At, b: At) -> At {
    (a.0 + b.0, a.1 + b.1)
}

/// Returns the expected places of points relative to the board: with this distance between nearest points, or squares
/// of this side.
fn expected(board: &Board, spacing: f64) -> Vec<At> {
    let places: Vec<At> =
        board.points().map(|point| board.place(point)).map(|place| (f64::from(place.x), f64::from(-place.y))).collect();
    let distances = places.iter().enumerate().flat_map(|(at, &a)| places[..at].iter().map(move |&b| less(a, b)));
    let nearest = distances.map(|(x, y)| x.hypot(y)).fold(f64::MAX, f64::min);
    let unit = spacing / if is_chequered(board) { 1.0 } else { nearest };
    places.into_iter().map(|(x, y)| (x * unit, y * unit)).collect()
}

/// Returns the figures of each page.
fn figures(read: &Read) -> Vec<(&Page, Vec<&Path>)> {
    let figures = read.root.of("Figure");
    let figures = figures.iter().flat_map(|figure| figure.marks());
    figures.map(|(page, mark)| (&read.pages[page], read.pages[page].paths_of(mark).collect())).collect()
}

#[test]
fn boards_have_the_ordered_size() {
    let mut jobs = vec![];
    for ruleset in one_of_each() {
        for style in Style::ALL {
            for spacing in [12.5, 31.0] {
                jobs.push((ruleset.clone(), style, spacing));
            }
        }
    }
    each(&jobs, |(ruleset, style, spacing)| {
        let (board, spacing_of) = (Some(*style), Some(Mm::nearest(*spacing)));
        let order = Order { board, spacing: spacing_of, paper: Paper::A3, ..Order::default() };
        check_board(ruleset, &order, *spacing);
    });
}

#[test]
fn a_board_that_fits_one_page_takes_one() {
    for (title, spacing, paper) in [
        ("alquerque", 40, Paper::A4),
        ("alquerque", 44, Paper::A4),
        ("bagh-chal", 50, Paper::A3),
        ("fanorona", 32, Paper::A4),
        ("international", 18, Paper::A4),
        ("english", 22, Paper::A4),
    ] {
        for style in [Style::Plain, Style::Engrave] {
            let spacing = Some(Mm::whole(spacing));
            let order = Order { board: Some(style), spacing, paper, ..Order::default() };
            let read = printed(&super::ruleset(title, &[]), &order);
            check_pages(&read, title);
            assert_eq!(read.pages.len(), 1, "{title}: {order:?}");
        }
    }
    // The lines alone are wider than the paper.
    let order = Order { spacing: Some(Mm::whole(48)), ..Order::default() };
    assert_eq!(printed(&super::ruleset("alquerque", &[]), &order).pages.len(), 2);
}

#[test]
fn counters_on_a_board_of_the_default_size_leave_its_names_free() {
    each(&one_of_each(), |ruleset| {
        if !matches!(Naming::of(&ruleset.board), Naming::Edges { .. }) {
            return;
        }
        let order = Order::default();
        let spacing = print(ruleset, &order).unwrap().spacing.unwrap().millimetres();
        let read = printed(ruleset, &order);
        let page = &read.pages[0];
        let paths = page.paths.iter().filter(|path| path.mark.is_some());
        let bounds: Vec<_> = paths.map(|path| path.bounds()).collect();
        let bound = |axis: usize, pick: fn(f64, f64) -> f64| bounds.iter().map(|it| it[axis]).reduce(pick).unwrap();
        // Lines end at their points, and squares half a square beyond.
        let reach = if Squares::of(&ruleset.board).is_some() { 0.0 } else { spacing * 0.38 };
        let (left, bottom) = (bound(0, f64::min) - reach, bound(3, f64::max) + reach);
        let names = page.texts.iter().filter(|text| text.mark.is_some() && text.says().len() < 3);
        for [_, top, right, _] in names.filter_map(|text| text.bounds()) {
            assert!(right < left + spacing * 0.06 || top > bottom - spacing * 0.06, "{}", ruleset.title());
        }
    });
}

#[test]
fn tiled_boards_have_the_ordered_size() {
    for title in ["alquerque", "international", "fanorona", "konane", "bagh-chal", "tuknanavuhpi"] {
        let ruleset = super::ruleset(title, &[]);
        for style in Style::ALL {
            let order =
                Order { board: Some(style), spacing: Some(Mm::whole(47)), paper: Paper::A5, ..Order::default() };
            check_board(&ruleset, &order, 47.0);
        }
    }
}

fn check_board(ruleset: &Ruleset, order: &Order, spacing: f64) {
    let what = format!("{} {:?} {spacing} mm", ruleset.title(), order.board);
    let read = printed(ruleset, order);
    check_pages(&read, &what);
    let expected = expected(&ruleset.board, spacing);
    let is_whole = read.pages.len() == 1;
    let kind = Squares::of(&ruleset.board);
    let figures = figures(&read);
    assert_eq!(figures.len(), read.pages.len(), "{what}");
    let mut shown = 0;
    for (page, paths) in figures {
        // Everything drawn on an engraved board is burnt into the wood.
        let is_burnt = order.board == Some(Style::Engrave);
        assert_eq!(rulers(page), usize::from(!is_burnt), "{what}: rulers");
        if is_burnt {
            let is_hair = |path: &&Path| !path.is_filled && path.line.is_some_and(|line| line < 0.25);
            assert!(page.paths.iter().all(|path| is_hair(&path)) && page.texts.is_empty(), "{what}");
        }
        let spots: Vec<At> = match (kind, order.board) {
            (Some(Squares::Chequered), Some(Style::Engrave)) => {
                check_grid(&paths, spacing, &what);
                hatches(&paths, spacing)
            }
            (Some(Squares::Chequered), _) => squares(&paths, spacing),
            (Some(Squares::Plain), _) => cells(&paths, spacing),
            (None, _) => dots(&paths, spacing),
        };
        shown += spots.len();
        if is_whole {
            // A floral border has dots too.
            let by = moved(&expected, &spots).unwrap_or_else(|| panic!("{what}: {expected:?} are not among {spots:?}"));
            let by = less((0.0, 0.0), by);
            if kind.is_none() {
                check_lines(&ruleset.board, &paths, &expected, by, &what);
            }
        } else if order.board != Some(Style::Floral) {
            // A page of a large board may contain no whole square.
            let is_right = spots.is_empty() || moved(&spots, &expected).is_some();
            assert!(is_right, "{what}: {spots:?} are not among {expected:?}");
        }
    }
    if kind.is_none() || is_whole {
        assert!(shown >= expected.len(), "{what}: {shown} of {} points", expected.len());
    }
}

/// Returns the vector by which `others` must move to include all of `these`.
fn moved(these: &[At], others: &[At]) -> Option<At> {
    let first = *these.first()?;
    let mut tried = others.iter().map(|&at| less(first, at));
    tried.find(|&by| these.iter().all(|&one| others.iter().any(|&at| is_near(one, plus(at, by)))))
}

/// Checks that every line of the board passes through all its points.
fn check_lines(board: &Board, paths: &[&Path], expected: &[At], by: At, what: &str) {
    let drawn = |line: &[Point]| {
        let ends: Vec<At> = line.iter().map(|point| plus(expected[point.index()], by)).collect();
        paths.iter().filter(|path| path.line.is_some() && !path.is_filled).flat_map(|path| &path.parts).any(|part| {
            let same = |spots: &mut dyn Iterator<Item = &At>| {
                part.spots.len() == ends.len() && spots.zip(&ends).all(|(&spot, &end)| is_near(spot, end))
            };
            part.bends == 0 && (same(&mut part.spots.iter()) || same(&mut part.spots.iter().rev()))
        })
    };
    for line in board.lines() {
        assert!(drawn(line), "{what}: no line through {:?}", line.iter().map(|&p| board.name(p)).collect::<Vec<_>>());
    }
}

fn dots(paths: &[&Path], spacing: f64) -> Vec<At> {
    let circles = paths.iter().filter_map(|path| path.circle());
    circles.filter(|(_, radius)| (radius - spacing * 0.05).abs() < NEAR).map(|(middle, _)| middle).collect()
}

/// Returns the centres of whole dark squares of this side.
fn squares(paths: &[&Path], spacing: f64) -> Vec<At> {
    let square = |path: &&Path| {
        let [left, top, right, bottom] = path.bounds();
        let is_square = (right - left - spacing).abs() < NEAR && (bottom - top - spacing).abs() < NEAR;
        let is_plain = path.is_filled && path.line.is_none() && path.parts.iter().all(|part| part.bends == 0);
        (is_square && is_plain).then_some(((left + right) / 2.0, (top + bottom) / 2.0))
    };
    paths.iter().filter_map(square).collect()
}

/// Returns the centres of the squares between upright and level lines with this distance.
fn cells(paths: &[&Path], spacing: f64) -> Vec<At> {
    let lines: Vec<_> = paths.iter().flat_map(|path| &path.parts).filter(|part| part.spots.len() == 2).collect();
    let middles = |of: fn(At) -> f64| {
        let along = lines.iter().filter(|line| (of(line.spots[0]) - of(line.spots[1])).abs() < NEAR);
        let mut places: Vec<f64> = along.map(|line| of(line.spots[0])).collect();
        places.sort_by(f64::total_cmp);
        let pairs = places.windows(2).filter(|pair| (pair[1] - pair[0] - spacing).abs() < 2.0 * NEAR);
        pairs.map(|pair| f64::midpoint(pair[0], pair[1])).collect::<Vec<_>>()
    };
    let (columns, rows) = (middles(|at| at.0), middles(|at| at.1));
    columns.iter().flat_map(|&x| rows.iter().map(move |&y| (x, y))).collect()
}

/// Returns the centres of the diagonal lines from corner to corner of a square.
fn hatches(paths: &[&Path], spacing: f64) -> Vec<At> {
    let middle = |part: &super::read::Part| {
        let [a, b] = part.spots[..] else { return None };
        let (x, y) = less(a, b);
        let is_whole = (x.abs() - spacing).abs() < NEAR && (y.abs() - spacing).abs() < NEAR;
        is_whole.then_some(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0))
    };
    paths.iter().flat_map(|path| &path.parts).filter_map(middle).collect()
}

/// Checks the distance between the grid lines in both directions.
fn check_grid(paths: &[&Path], spacing: f64, what: &str) {
    let parts: Vec<_> = paths.iter().flat_map(|path| &path.parts).collect();
    for axis in [0, 1] {
        let of = |at: At| if axis == 0 { at.0 } else { at.1 };
        let straight =
            parts.iter().filter(|part| part.spots.iter().all(|&at| (of(at) - of(part.spots[0])).abs() < NEAR));
        let places: BTreeSet<i64> = straight.map(|part| (of(part.spots[0]) * 1000.0).round() as i64).collect();
        let places: Vec<f64> = places.into_iter().map(|place| place as f64 / 1000.0).collect();
        assert!(!places.is_empty(), "{what}");
        for pair in places.windows(2) {
            let steps = (pair[1] - pair[0]) / spacing;
            assert!((steps - steps.round()).abs() * spacing < 2.0 * NEAR, "{what}: lines at {places:?}");
        }
    }
}

/// Returns the number of lines of exactly fifty millimetres beside the board.
fn rulers(page: &Page) -> usize {
    let lines = page.paths.iter().filter(|path| path.mark.is_none()).flat_map(|path| &path.parts);
    let is_ruler = |part: &&super::read::Part| {
        let [a, b] = part.spots[..] else { return false };
        (a.1 - b.1).abs() < 0.001 && ((a.0 - b.0).abs() - 50.0).abs() < NEAR
    };
    lines.filter(is_ruler).count()
}

#[test]
fn the_number_of_counters_includes_spares() {
    let papers = Paper::ALL.iter().cycle();
    let jobs: Vec<_> = all_rulesets().into_iter().zip(papers).collect();
    each(&jobs, |(ruleset, paper)| {
        for (spacing, is_mono) in [(None, false), (Some(12.5), true), (Some(31.0), false)] {
            let spacing_of = spacing.map(Mm::nearest);
            let order = Order { has_counters: true, paper: **paper, spacing: spacing_of, is_mono, ..Order::default() };
            let what = format!("{} {order:?}", ruleset.title());
            let read = printed(ruleset, &order);
            check_pages(&read, &what);
            let paths = read.pages.iter().flat_map(|page| &page.paths);
            let discs = paths.filter(|path| path.is_filled && path.line.is_some()).filter_map(|path| path.circle());
            let widths: Vec<f64> = discs.map(|(_, radius)| 2.0 * radius).collect();
            let faces =
                |kind: &quirkat_print::Kind| (kind.needed + kind.spare) * if kind.back.is_some() { 2 } else { 1 };
            assert_eq!(widths.len(), kinds(ruleset).iter().map(faces).sum::<usize>(), "{what}");
            assert!(widths.iter().all(|width| (width - widths[0]).abs() < NEAR), "{what}: {widths:?}");
            if let Some(spacing) = spacing {
                let share = widths[0] / spacing;
                assert!((0.6..0.95).contains(&share), "{what}: counters {} mm wide", widths[0]);
            }
        }
    });
}

#[test]
fn counters_agree_with_counts_by_hand() {
    // Counted by hand from the rules, not by the program.
    let counted = [
        ("alquerque", 2 * (12 + 2)),
        ("english", 2 * 2 * (12 + 2)),
        ("international", 2 * 2 * (20 + 2)),
        ("fanorona", 2 * (22 + 2)),
        ("bagh-chal", 4 + 20 + 2 * 2),
        ("alquerque-de-nueve", 2 * (9 + 2)),
        ("alquerque-de-tres", 2 * (3 + 2)),
        ("queah", 2 * (10 + 2)),
    ];
    for (title, faces) in counted {
        let read = printed(&super::ruleset(title, &[]), &Order { has_counters: true, ..Order::default() });
        let paths = read.pages.iter().flat_map(|page| &page.paths);
        let discs = paths.filter(|path| path.is_filled && path.line.is_some() && path.circle().is_some());
        assert_eq!(discs.count(), faces, "{title}");
    }
}
