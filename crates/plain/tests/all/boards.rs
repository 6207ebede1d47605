//! Boards and starts, compared with the counts in the rules files.

use quirkat_plain::{
    Board, Corner, Diagonals, GAMES, Rank::King, Rank::Man, Rank::Prince, Side::First, Side::Second, game,
};
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
        // Each corner adds ten edges and twelve leaps: along its sides, its rows, and the continued diagonal.
        ("tri8", Board::cornered(), 73, 136, Some(192)),
        ("serpent(8,outer)", Board::serpent(8, true), 25, 54, Some(66)),
        ("serpent(8,inner)", Board::serpent(8, false), 25, 40, Some(42)),
        ("serpent(16,outer)", Board::serpent(16, true), 49, 110, Some(146)),
        ("cross(6,7)", Board::cross(6, 7), 72, 191, Some(316)),
        ("queah13", Board::queah13(), 13, 16, Some(20)),
        ("mill24", Board::mill24(), 24, 32, Some(32)),
        ("grid(10,10)", Board::grid(10, 10, Diagonals::None), 100, 180, None),
        ("grid(14,17)", Board::grid(14, 17, Diagonals::None), 238, 13 * 17 + 14 * 16, None),
        ("grid(5,5)", Board::grid(5, 5, Diagonals::None), 25, 40, None),
        ("grid(5,5,great_diagonals)", Board::grid(5, 5, Diagonals::Great), 25, 48, None),
        ("lasca7", Board::checker(7, 7, Corner::Left), 25, 36, None),
        ("checker(8,8,left)", Board::checker(8, 8, Corner::Left), 32, 49, None),
        ("checker(8,8,right)", Board::checker(8, 8, Corner::Right), 32, 49, None),
        ("checker(10,10,left)", Board::checker(10, 10, Corner::Left), 50, 81, None),
        ("grid(8,8)", Board::grid(8, 8, Diagonals::None), 64, 112, None),
        ("grid(8,8,all_diagonals)", Board::grid(8, 8, Diagonals::All), 64, 112 + 98, None),
        ("checker(12,12,right)", Board::checker(12, 12, Corner::Right), 72, 121, None),
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
    assert_eq!(degrees(&Board::cross(6, 7)), BTreeMap::from([(3, 4), (4, 30), (5, 18), (8, 20)]));
    assert_eq!(degrees(&Board::queah13()), BTreeMap::from([(1, 4), (2, 4), (4, 5)]));
    assert_eq!(degrees(&Board::mill24()), BTreeMap::from([(2, 12), (3, 8), (4, 4)]));
    let leaps = Board::tri(4).leaps();
    for leap in [[(1, 1), (2, 0), (3, -1)], [(2, 1), (2, 0), (2, -1)], [(0, -2), (2, -2), (4, -2)]] {
        assert!(leaps.contains(&leap), "{leap:?}");
    }
}

#[test]
fn games_start_with_the_pieces_of_the_sources() {
    let starts: [(&str, &str, usize); 22] = [
        ("buruj", "max", 12),
        ("lasca", "lasca", 11),
        ("bashni", "bashni", 12),
        ("damas", "modern", 12),
        ("dama", "turkish", 16),
        ("tama", "armenian", 16),
        ("dameo", "freeling", 18),
        ("canadian", "sri_lanka", 30),
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
fn sides_have_the_pieces_of_the_sources_on_the_board_and_in_hand() {
    let starts = [
        ("fanorona", "tsivy", [22, 22], [0, 0]),
        ("fanorona", "dimyand", [12, 12], [0, 0]),
        ("fanorona", "telo_align", [0, 0], [3, 3]),
        ("fanorona", "telo_capture", [4, 4], [0, 0]),
        ("konane", "hawaii10", [50, 50], [0, 0]),
        ("konane", "six", [18, 18], [0, 0]),
        ("dablot", "usual", [30, 30], [0, 0]),
        ("queah", "walker", [4, 4], [6, 6]),
        ("liebre", "alfonso", [12, 1], [0, 0]),
        ("liebre", "eleven", [11, 1], [0, 0]),
        ("liebre", "ten", [10, 1], [0, 0]),
        ("bagh-chal", "nepal", [0, 4], [20, 0]),
        ("leopards", "parker", [0, 0], [2, 24]),
        ("alquerque-de-tres", "alfonso", [0, 0], [3, 3]),
        ("alquerque-de-nueve", "alfonso", [0, 0], [9, 9]),
    ];
    for (name, variant, standing, hand) in starts {
        let start = game(name, Some(variant), &[]).unwrap().start();
        let number = [First, Second].map(|side| start.number_standing(side));
        assert_eq!((number, start.hand), (standing, hand), "{name}:{variant}");
    }
    let dablot = game("dablot", None, &[]).unwrap().start();
    let of_rank = |rank| dablot.pieces.values().filter(|piece| piece.1 == rank).count();
    assert_eq!([Man, Prince, King].map(of_rank), [56, 2, 2]);
    let queah = game("queah", None, &[]).unwrap();
    assert_eq!(queah.turns(&queah.start()).len(), 5);
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
