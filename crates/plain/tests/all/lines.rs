//! Hand-made cases of captures along some of the lines, of steps over rows of men, and of the games that have them.

use super::{paths, play, position, takes};
use quirkat_plain::{Count, P, Rank, Rank::King, Rank::Man, Side::First, State, game};
use std::collections::BTreeSet;

const DAMEO: (&str, &str, &[(&str, &str)]) = ("dameo", "freeling", &[]);
const TAMA: (&str, &str, &[(&str, &str)]) = ("tama", "armenian", &[]);

/// Returns the directions in which a piece on (4,4) captures its neighbours, `apart` steps away.
fn captured_directions(game: (&str, &str, &[(&str, &str)]), rank: Rank, apart: i32) -> BTreeSet<P> {
    let ways = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&way| way != (0, 0));
    let around: Vec<(P, Rank)> = ways.map(|(x, y)| ((4 + apart * x, 4 + apart * y), Man)).collect();
    let (rules, state) = position(game, &[((4, 4), rank)], &around);
    let firsts = rules.captures(&state).into_iter().map(|capture| capture.taken[0]);
    firsts.map(|(x, y)| ((x - 4) / apart, (y - 4) / apart)).collect()
}

const ORTHOGONAL: [P; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [P; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

#[test]
fn pieces_capture_along_the_chosen_lines() {
    let all = || ORTHOGONAL.into_iter().chain(DIAGONAL);
    let dameo = |value| captured_directions(("dameo", "freeling", &[("capture_lines", value)]), Man, 1);
    assert_eq!(dameo("board"), all().collect());
    assert_eq!(dameo("orthogonals"), ORTHOGONAL.into());
    assert_eq!(dameo("diagonals"), DIAGONAL.into());
    // A king at a distance; the points of its own colour stand two apart in a row.
    let frisian = |value| captured_directions(("frisian", "wfd", &[("capture_lines", value)]), King, 2);
    assert_eq!(frisian("with_orthogonals"), all().collect());
    assert_eq!(frisian("orthogonals"), ORTHOGONAL.into());
    assert_eq!(frisian("diagonals"), DIAGONAL.into());
}

#[test]
fn a_man_steps_over_a_row_of_men_of_its_side() {
    let to = |first: &[(P, Rank)], second: &[(P, Rank)]| -> BTreeSet<P> {
        let (rules, state) = position(DAMEO, first, &[second, &[((7, 7), King)]].concat());
        paths(&rules, &state).into_iter().filter(|path| path[0] == (1, 1)).map(|path| path[1]).collect()
    };
    let straight = [((1, 1), Man), ((1, 2), Man), ((1, 3), Man)];
    assert_eq!(to(&straight, &[]), BTreeSet::from([(0, 2), (1, 4), (2, 2)]));
    let diagonal = [((1, 1), Man), ((2, 2), Man), ((3, 3), Man)];
    assert_eq!(to(&diagonal, &[]), BTreeSet::from([(0, 2), (1, 2), (4, 4)]));
    // A king, a piece of the other side, or the edge of the board bars the way.
    assert_eq!(to(&[((1, 1), Man), ((1, 2), King)], &[]), BTreeSet::from([(0, 2), (2, 2)]));
    assert_eq!(to(&[((1, 1), Man), ((2, 2), Man)], &[((3, 3), Man)]), BTreeSet::from([(0, 2), (1, 2)]));
    assert_eq!(to(&[((1, 1), Man), ((0, 2), Man)], &[]), BTreeSet::from([(1, 2), (2, 2)]));
    // Sideways and backwards rows do not move, nor does a king.
    assert_eq!(to(&[((1, 1), Man), ((2, 1), Man), ((1, 0), Man)], &[]), BTreeSet::from([(0, 2), (1, 2), (2, 2)]));
    let behind = to(&[((1, 1), King), ((1, 2), Man)], &[]);
    assert!(!behind.contains(&(1, 3)) && behind.contains(&(2, 2)));
}

#[test]
fn a_step_over_a_row_obeys_the_other_options() {
    let row = [((1, 4), Man), ((1, 5), Man), ((1, 6), Man)];
    let over: [P; 2] = [(1, 4), (1, 7)];
    let other = [((7, 0), King)];
    let (rules, state) = position(DAMEO, &row, &other);
    let after = play(&rules, &state, None, &over);
    assert_eq!(after.pieces[&(1, 7)], (First, King));
    assert_eq!(after.pieces.len(), 4);
    let allows = |more: &[(&str, &str)], change: fn(&mut State)| {
        let (rules, mut state) = position(("dameo", "freeling", more), &row, &other);
        change(&mut state);
        paths(&rules, &state).contains(&over.to_vec())
    };
    assert!(!allows(&[("line_steps", "no")], |_| {}));
    assert!(allows(&[("return", "never")], |state| drop(state.visited.insert((1, 4), [(1, 5)].into()))));
    assert!(!allows(&[("return", "never")], |state| drop(state.visited.insert((1, 4), [(1, 7)].into()))));
    // A man on its last row steps nowhere, with a row beside it or without.
    for (value, steps) in [("normal", 1), ("capture_only", 0)] {
        let more = [("last_row", value), ("promotion", "none"), ("step_dirs", "no_back")];
        let (rules, state) = position(("dameo", "freeling", &more), &[((0, 7), Man), ((1, 7), Man)], &other);
        let found = paths(&rules, &state).into_iter().filter(|path| path[..] == [(0, 7), (2, 7)]).count();
        assert_eq!(found, steps, "{value}");
    }
}

#[test]
fn an_armenian_man_steps_five_ways_and_captures_three() {
    let (rules, state) = position(TAMA, &[((4, 4), Man)], &[((0, 0), Man)]);
    let steps: BTreeSet<P> = paths(&rules, &state).into_iter().map(|path| path[1]).collect();
    assert_eq!(steps, BTreeSet::from([(3, 4), (3, 5), (4, 5), (5, 5), (5, 4)]));
    assert_eq!(captured_directions(TAMA, Man, 1), BTreeSet::from([(-1, 0), (0, 1), (1, 0)]));
    assert_eq!(captured_directions(TAMA, King, 2), ORTHOGONAL.into());
}

#[test]
fn an_armenian_man_is_promoted_within_a_capture() {
    let (rules, state) = position(TAMA, &[((2, 5), Man)], &[((2, 6), Man), ((5, 7), Man)]);
    assert_eq!(takes(&rules, &state), BTreeSet::from([vec![(2, 5), (2, 7), (6, 7)], vec![(2, 5), (2, 7), (7, 7)]]));
    // In Dameo it captures on as a man, and stays one.
    let (rules, state) = position(DAMEO, &[((2, 5), Man)], &[((2, 6), Man), ((3, 7), Man), ((4, 6), Man)]);
    let path = [(2, 5), (2, 7), (4, 7), (4, 5)];
    assert_eq!(takes(&rules, &state), BTreeSet::from([path.to_vec()]));
    assert_eq!(play(&rules, &state, None, &path).pieces[&(4, 5)], (First, Man));
}

/// Counted by hand: twelve single men of Dameo, eighteen rows of two and 22 of up to three; the front row of tama.
#[test]
fn the_starts_have_the_expected_turns() {
    let turns = |name, variant, depth| {
        let rules = game(name, Some(variant), &[]).unwrap();
        rules.perft(&rules.start(), depth, Count::Moves)
    };
    assert_eq!([1, 2].map(|depth| turns("dameo", "freeling", depth)), [52, 52 * 52]);
    assert_eq!([1, 2].map(|depth| turns("tama", "armenian", depth)), [22, 22 * 22]);
    // The Canadian counts that are published hold for its mirror image.
    assert_eq!([1, 2, 3].map(|depth| turns("canadian", "sri_lanka", depth)), [11, 121, 1222]);
}
