//! Boards from points and lines.

use quirkat_rules::{Board, Place};

fn named(names: &[&str]) -> Vec<(String, Place)> {
    (0..).zip(names).map(|(x, name)| (name.to_string(), Place { x, y: 0 })).collect()
}

fn line(names: &str) -> Vec<String> {
    names.split(' ').map(str::to_owned).collect()
}

#[test]
fn leaps_and_rays_follow_from_the_lines() {
    let board = Board::new(named(&["a", "b", "c", "d"]), &[line("a b c d")]).unwrap();
    assert_eq!(board.edges().len(), 3);
    assert_eq!(board.leaps().len(), 4);
    let rays = board.rays(board.point("b").unwrap());
    assert_eq!(rays.iter().map(|ray| ray.points.len()).collect::<Vec<_>>(), [2, 1]);
    assert_ne!(rays[0].direction, rays[1].direction);
}

#[test]
fn faults_are_named() {
    let fault = |points: &[&str], lines: &[&str]| {
        let lines: Vec<_> = lines.iter().map(|names| line(names)).collect();
        Board::new(named(points), &lines).unwrap_err().to_string()
    };
    assert_eq!(fault(&[], &[]), "a board has 1 to 512 points, found 0");
    assert_eq!(fault(&["a", "a"], &[]), "two points are called `a`");
    assert_eq!(fault(&["a", "b"], &["a c"]), "line 1 names `c`, which is no point of the board");
    assert_eq!(fault(&["a", "b"], &["a b", "b a"]), "`b` and `a` are joined by two lines");
    assert_eq!(fault(&["a", "b"], &["a b a"]), "line 1 visits `a` twice");
    assert_eq!(fault(&["a", "b"], &["a"]), "line 1 has fewer than two points");
    assert!(fault(&["a", "A1"], &[]).starts_with("`A1` cannot be a point's name"));
}
