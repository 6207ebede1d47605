//! Hand-made cases of custodial captures, on the rows and columns of a draughts board.

use super::men;
use quirkat_plain::{P, Rules, Side::First, State, game};

fn rules(capture_by: &str, chain: &str) -> Rules {
    let options = [
        ("capture_by", capture_by),
        ("chain", chain),
        ("capture", "optional"),
        ("choice", "free"),
        ("step_dirs", "all"),
        ("cap_dirs", "all"),
        ("promotion", "none"),
    ];
    game("dama", Some("turkish"), &options).unwrap()
}

/// Returns the paths of the captures with what they take.
fn captures(rules: &Rules, state: &State) -> Vec<(Vec<P>, Vec<P>)> {
    let turns = rules.turns(state).into_iter().filter(|turn| !turn.taken.is_empty());
    turns.map(|turn| (turn.path, turn.taken)).collect()
}

#[test]
fn a_move_takes_what_it_encloses() {
    let one = rules("custodial", "none");
    // East of (1,1) one piece is enclosed, north of it two, and nothing at the edge.
    let state = one.state(men(&[(1, 0), (3, 1), (1, 4)], &[(2, 1), (1, 2), (1, 3), (0, 1)]), First);
    assert_eq!(captures(&one, &state), [(vec![(1, 0), (1, 1)], vec![(2, 1)])]);
    let rows = rules("custodial_rows", "none");
    let mut taken = captures(&rows, &state).remove(0).1;
    taken.sort_unstable();
    assert_eq!(taken, [(1, 2), (1, 3), (2, 1)]);
    // The moved piece does not enclose with itself, and a step between two enemies is free.
    let state = one.state(men(&[(1, 0)], &[(0, 1), (2, 1)]), First);
    assert!(captures(&one, &state).is_empty());
    assert_eq!(one.turns(&state).len(), 3);
}

#[test]
fn a_piece_goes_on_only_to_capture_again() {
    let state = |rules: &Rules| rules.state(men(&[(0, 0), (2, 1), (2, 2)], &[(1, 1), (1, 2)]), First);
    let first = (vec![(0, 0), (0, 1)], vec![(1, 1)]);
    let both = (vec![(0, 0), (0, 1), (0, 2)], vec![(1, 1), (1, 2)]);
    for (chain, expected) in [("none", vec![&first]), ("optional", vec![&first, &both]), ("mandatory", vec![&both])] {
        let rules = rules("custodial", chain);
        let found = captures(&rules, &state(&rules));
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{chain}");
    }
}
