//! Board constructors.

use quirkat_rules::{Point, construct};
use std::collections::BTreeSet;

/// Points, edges and ordered leaps as counted by the sources; zero leaps are not compared.
#[test]
fn counts_match_the_sources() {
    let counts = [
        ("alq(5,5)", 25, 56, Some(80)),
        ("alq(9,9)", 81, 208, None),
        ("alq(9,5)", 45, 108, None),
        ("alq(3,3)", 9, 16, None),
        ("cross(5,5)", 41, 104, Some(160)),
        ("cross(6,7)", 72, 191, Some(316)),
        ("tri(2)", 37, 76, Some(112)),
        ("tri(4)", 49, 96, Some(144)),
        ("serpent(8,outer)", 25, 54, Some(66)),
        ("serpent(8,inner)", 25, 40, Some(42)),
        ("serpent(16,outer)", 49, 110, Some(146)),
        ("queah13()", 13, 16, Some(20)),
        ("checker(8,8,left)", 32, 49, None),
        ("checker(8,8,right)", 32, 49, None),
        ("checker(10,10,left)", 50, 81, None),
        ("grid(8,8)", 64, 112, None),
        ("lasca7()", 25, 36, None),
        ("mill24()", 24, 32, None),
    ];
    for (call, points, edges, leaps) in counts {
        let board = construct(call).unwrap();
        assert_eq!(board.len(), points, "points of {call}");
        assert_eq!(board.edges().len(), edges, "edges of {call}");
        if let Some(leaps) = leaps {
            assert_eq!(board.leaps().len(), leaps, "leaps of {call}");
        }
    }
}

fn degrees(call: &str) -> Vec<(usize, usize)> {
    let board = construct(call).unwrap();
    let mut count = std::collections::BTreeMap::new();
    for point in board.points() {
        let degree = board.edges().iter().filter(|edge| edge.0 == point || edge.1 == point).count();
        *count.entry(degree).or_default() += 1;
    }
    count.into_iter().collect()
}

#[test]
fn degrees_match_the_sources() {
    assert_eq!(degrees("alq(5,5)"), [(3, 12), (4, 4), (5, 4), (8, 5)]);
    assert_eq!(degrees("cross(5,5)"), [(3, 4), (4, 16), (5, 12), (8, 9)]);
    assert_eq!(degrees("cross(6,7)"), [(3, 4), (4, 30), (5, 18), (8, 20)]);
    assert_eq!(degrees("lasca7()"), [(1, 4), (2, 8), (4, 13)]);
    assert_eq!(degrees("queah13()"), [(1, 4), (2, 4), (4, 5)]);
}

#[test]
fn an_even_lattice_looks_the_same_to_both_players() {
    for (call, diagonals) in [("alq(4,4)", 9), ("alq(6,6)", 25), ("alq(6,4)", 15), ("alq(22,22)", 441)] {
        let board = construct(call).unwrap();
        let (low, high) = board.bounds();
        let edges = board.edges();
        let ends = |(a, b): (Point, Point)| [board.place(a), board.place(b)];
        let all: BTreeSet<_> = edges.iter().map(|&edge| ends(edge).map(|place| (place.x, place.y))).collect();
        for [a, b] in &all {
            let turned = [a, b].map(|(x, y)| (high.x + low.x - x, high.y + low.y - y));
            let [c, d] = turned;
            assert!(all.contains(&[c, d]) || all.contains(&[d, c]), "{call}: {a:?} to {b:?}");
        }
        assert_eq!(all.iter().filter(|[a, b]| a.0 != b.0 && a.1 != b.1).count(), diagonals, "{call}");
        let from_corner = |name: &str| {
            let corner = board.point(name).unwrap();
            edges.iter().filter(|edge| edge.0 == corner || edge.1 == corner).count()
        };
        let last = board.name(board.points().last().unwrap()).to_owned();
        assert_eq!([from_corner("a1"), from_corner(&last)], [3, 3], "{call}: the corners on the players' left");
    }
    for call in ["alq(5,6)", "alq(6,5)", "alq(2,2)", "alq(23,23)", "alq(24,24)"] {
        assert!(construct(call).is_err(), "{call}");
    }
}

#[test]
fn the_mill_board_has_sixteen_mills() {
    let board = construct("mill24()").unwrap();
    assert_eq!(board.lines().iter().filter(|line| line.len() == 3).count(), 16);
    assert_eq!(board.lines().len(), 16);
}

#[test]
fn invalid_calls_list_the_allowed_ones() {
    assert_eq!(
        construct("alq(4,5)").unwrap_err().to_string(),
        "`alq(4,5)` makes no board; allowed: alq(w,h) with w and h from 3 to 22, both odd or both even"
    );
    for call in [
        "",
        "alq",
        "alq(",
        "alq(5)",
        "alq(5,5",
        "alq(5,5,5)",
        "alq(-5,5)",
        "alq(21,21,)",
        "tri(3)",
        "serpent(3,outer)",
        "grid(99999999999,2)",
        "checker(30,30,left)x",
    ] {
        assert!(construct(call).is_err(), "{call}");
    }
    assert!(construct("circle(5)").unwrap_err().to_string().contains("allowed: alq(w,h)"));
}

#[test]
fn far_columns_have_two_letters() {
    let board = construct("checker(30,2,left)").unwrap();
    for name in ["a1", "z2", "aa1", "ab2"] {
        assert!(board.point(name).is_some(), "{name}");
    }
}
