//! Charts of the chances in a game.

use quirkat_draw::svg::{self, ChanceCurve, Materials, Palette};
use roxmltree::{Document, Node};

fn drawn(expected: &[f64], signs: &[(usize, &str)]) -> String {
    let curve = ChanceCurve {
        title: "White & Black",
        description: "It turned with 2... b4xd2.",
        sides: ["White", "Black"],
        expected,
        signs,
    };
    svg::curve(&curve, Palette::Fixed(Materials::default()))
}

fn texts<'d>(document: &'d Document<'_>, name: &str) -> Vec<&'d str> {
    document.descendants().filter(|node| node.has_tag_name(name)).filter_map(|node| node.text()).collect()
}

fn points(document: &Document<'_>) -> Vec<(i32, i32)> {
    let line = document.descendants().find(|node| node.has_tag_name("polyline")).unwrap();
    let point = |pair: &str| pair.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap();
    line.attribute("points").unwrap().split_whitespace().map(point).collect()
}

#[test]
fn a_curve_has_a_point_for_each_position_and_a_description() {
    let drawn = drawn(&[0.5, 0.6, 0.1, 1.0, 0.0], &[(2, "??")]);
    let document = Document::parse(&drawn).unwrap();
    assert_eq!(texts(&document, "title"), ["White & Black"]);
    assert_eq!(texts(&document, "desc"), ["It turned with 2... b4xd2."]);
    let points = points(&document);
    assert_eq!(points.len(), 5);
    assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0), "{points:?}");
    let heights: Vec<_> = points.iter().map(|point| point.1).collect();
    assert!(heights[3] < heights[1] && heights[1] < heights[0] && heights[2] < heights[4], "{heights:?}");
    let words = texts(&document, "text");
    for word in ["White", "Black", "??", "100 %", "50 %", "0 %", "1", "2"] {
        assert!(words.contains(&word), "{word}");
    }
    let grounds = |node: Node<'_, '_>| node.has_tag_name("rect") && node.attribute("fill").is_some();
    assert!(document.descendants().any(grounds), "it is seen on any page");
}

#[test]
fn games_of_any_length_stay_within_the_frame() {
    for plies in [0, 1, 2, 30, 99, 1000] {
        let drawn = drawn(&vec![0.5; plies + 1], &[(plies, "?")]);
        let document = Document::parse(&drawn).unwrap();
        let frame: Vec<i32> =
            document.root_element().attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        assert!(points(&document).iter().all(|&(x, y)| (0..frame[2]).contains(&x) && (0..frame[3]).contains(&y)));
        let numbers = texts(&document, "text").iter().filter(|text| text.parse::<usize>().is_ok()).count();
        assert!((1..=40).contains(&numbers), "{plies} plies have {numbers} numbers");
    }
}
