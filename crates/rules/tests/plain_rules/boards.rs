//! Boards and starting positions, counted by the rules files.

use crate::plain::{Board, Corner, Diagonals, GAMES, Rank::Man, Side::First, Side::Second, game};
use std::collections::BTreeMap;

#[test]
fn boards_have_the_points_and_edges_of_the_sources() {
    for (width, height, points, edges) in [(5, 5, 25, 56), (9, 9, 81, 208), (9, 5, 45, 108), (3, 3, 9, 16)] {
        let board = Board::alq(width, height);
        assert_eq!((board.points.len(), board.edges.len()), (points, 2 * edges));
    }
    // Points, edges and ordered leaps where the rules files count them.
    let cases = [
        ("cross5", Board::cross(5, 5), 41, 104, Some(160)),
        ("tri2", Board::tri(2), 37, 76, Some(112)),
        ("tri4", Board::tri(4), 49, 96, Some(144)),
        ("serpent(8,outer)", Board::serpent(8, true), 25, 54, Some(66)),
        ("serpent(8,inner)", Board::serpent(8, false), 25, 40, Some(42)),
        ("serpent(16,outer)", Board::serpent(16, true), 49, 110, Some(146)),
        ("lasca7", Board::checker(7, 7, Corner::Left), 25, 36, None),
        ("checker(8,8,left)", Board::checker(8, 8, Corner::Left), 32, 49, None),
        ("checker(8,8,right)", Board::checker(8, 8, Corner::Right), 32, 49, None),
        ("checker(10,10,left)", Board::checker(10, 10, Corner::Left), 50, 81, None),
        ("grid(8,8)", Board::grid(8, 8, Diagonals::None), 64, 112, None),
        ("grid(5,5,all_diagonals)", Board::grid(5, 5, Diagonals::All), 25, 72, None),
        ("grid(9,9,great_diagonals)", Board::grid(9, 9, Diagonals::Great), 81, 144 + 16, None),
    ];
    for (name, board, points, edges, leaps) in cases {
        assert_eq!((board.points.len(), board.edges.len()), (points, 2 * edges), "{name}");
        assert!(leaps.is_none_or(|leaps| leaps == board.leaps().len()), "{name}: {} leaps", board.leaps().len());
    }
}

#[test]
fn points_have_the_degrees_of_the_sources() {
    let degrees = |board: &Board| {
        let mut degrees = BTreeMap::new();
        for &point in &board.points {
            *degrees.entry(board.neighbours(point).len()).or_insert(0) += 1;
        }
        degrees
    };
    assert_eq!(degrees(&Board::cross(5, 5)), BTreeMap::from([(3, 4), (4, 16), (5, 12), (8, 9)]));
    assert_eq!(degrees(&Board::checker(7, 7, Corner::Left)), BTreeMap::from([(1, 4), (2, 8), (4, 13)]));
    let leaps = Board::tri(4).leaps();
    for leap in [[(1, 1), (2, 0), (3, -1)], [(2, 1), (2, 0), (2, -1)], [(0, -2), (2, -2), (4, -2)]] {
        assert!(leaps.contains(&leap), "{leap:?}");
    }
}

#[test]
fn games_start_with_the_pieces_of_the_sources() {
    let starts: [(&str, &str, usize); 19] = [
        ("buruj", "max", 12),
        ("lasca", "lasca", 11),
        ("bashni", "bashni", 12),
        ("damas", "modern", 12),
        ("dama", "turkish", 16),
        ("international", "fmjd", 20),
        ("pinoy-dama", "modern", 12),
        ("zamma", "zamma", 40),
        ("zamma", "crand", 40),
        ("kharbaga", "kharbaga", 20),
        ("kharbaga", "crossings", 12),
        ("tukvnanawopi", "seed", 20),
        ("aiyawatstani", "reserve", 20),
        ("aiyawatstani", "fanorona45", 22),
        ("aiyawatstani", "eleven", 11),
        ("peralikatuma", "seed", 23),
        ("sixteen-soldiers", "seed", 16),
        ("awithlaknannai", "seed", 12),
        ("awithlaknannai", "bell", 23),
    ];
    for (name, variant, men) in starts {
        let start = game(name, Some(variant), &[]).unwrap().start();
        for side in [First, Second] {
            let count = start.pieces.values().filter(|piece| **piece == (side, Man)).count();
            assert_eq!(count, men, "{name}:{variant}");
        }
    }
}

#[test]
fn every_variant_has_rules() {
    for (name, variants) in GAMES {
        for variant in variants {
            let rules = game(name, Some(variant), &[]).unwrap();
            assert!(!rules.turns(&rules.start()).is_empty(), "{name}:{variant}");
        }
    }
}
