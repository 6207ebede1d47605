//! Tests of the plain rules: counts of other programs and hand-made cases. The engine is compared with these rules, so
//! they must be right themselves.

mod boards;
mod cases;
mod custodial;
mod far;
mod frisian;
mod hands;
mod lines;
mod oracle;
mod solve;

use Rank::{King, Man};
use Side::{First, Second};
use quirkat_plain::{Board, End, LiteMap, P, Rank, Rules, Side, State, Turn, game};
use std::collections::BTreeSet;

fn rules(options: &[(&str, &str)]) -> Rules {
    Rules::new(Board::alq(5, 5), options).unwrap()
}

fn men(first: &[P], second: &[P]) -> LiteMap<P, (Side, Rank)> {
    let of = |side| move |&at: &P| (at, (side, Man));
    first.iter().map(of(First)).chain(second.iter().map(of(Second))).collect()
}

fn with_king(at: P, mut pieces: LiteMap<P, (Side, Rank)>) -> LiteMap<P, (Side, Rank)> {
    pieces.insert(at, (First, King));
    pieces
}

fn find(rules: &Rules, state: &State, huff: Option<P>, path: &[P]) -> Turn {
    let turns = rules.turns(state);
    let found = turns.iter().find(|turn| turn.huff == huff && turn.path == path);
    found.unwrap_or_else(|| panic!("no {path:?} in {turns:?}")).clone()
}

fn play(rules: &Rules, state: &State, huff: Option<P>, path: &[P]) -> State {
    rules.play(state, &find(rules, state, huff, path))
}

fn paths(rules: &Rules, state: &State) -> Vec<Vec<P>> {
    rules.turns(state).into_iter().map(|turn| turn.path).collect()
}

fn takes(rules: &Rules, state: &State) -> BTreeSet<Vec<P>> {
    rules.turns(state).into_iter().filter(|turn| !turn.taken.is_empty()).map(|turn| turn.path).collect()
}

/// Returns a position of a variant with these options, the first side to move.
fn position(
    (name, variant, more): (&str, &str, &[(&str, &str)]),
    first: &[(P, Rank)],
    second: &[(P, Rank)],
) -> (Rules, State) {
    let rules = game(name, Some(variant), more).unwrap();
    let of = |side: Side| move |&(point, rank): &(P, Rank)| (point, (side, rank));
    let pieces: LiteMap<P, (Side, Rank)> = first.iter().map(of(First)).chain(second.iter().map(of(Second))).collect();
    let state = rules.state(pieces, First);
    (rules, state)
}

#[test]
fn a_piece_that_could_have_captured_may_be_huffed_on_its_new_point() {
    let rules = rules(&[("capture", "huff")]);
    let state = rules.state(men(&[(0, 0), (4, 0)], &[(1, 1), (3, 3), (0, 4)]), First);
    let huffable = |path: &[P]| play(&rules, &state, None, path).huffable;
    assert_eq!(huffable(&[(4, 0), (3, 0)]), BTreeSet::from([(0, 0)]));
    assert_eq!(huffable(&[(0, 0), (1, 0)]), BTreeSet::from([(1, 0)]));
    assert_eq!(huffable(&[(0, 0), (2, 2)]), BTreeSet::from([(2, 2)]), "cut short");
    assert_eq!(huffable(&[(0, 0), (2, 2), (4, 4)]), BTreeSet::new());
}

#[test]
fn a_huff_comes_before_the_reply() {
    let rules = rules(&[("capture", "huff")]);
    let state = rules.state(men(&[(0, 0), (4, 0)], &[(1, 1), (3, 3), (0, 4)]), First);
    let cut = play(&rules, &state, None, &[(0, 0), (2, 2)]);
    let after = play(&rules, &cut, Some((2, 2)), &[(0, 4), (1, 4)]);
    assert!(!after.pieces.contains_key(&(2, 2)) && after.huffable.is_empty());
    // Without the huff the piece on (3,3) could have taken it.
    assert_eq!(play(&rules, &cut, None, &[(0, 4), (1, 4)]).huffable, BTreeSet::from([(3, 3)]));
}

#[test]
fn huffing_the_last_piece_ends_the_game() {
    let rules = rules(&[("capture", "huff")]);
    let state = rules.state(men(&[(0, 0)], &[(1, 1), (4, 4)]), First);
    let state = play(&rules, &state, None, &[(0, 0), (1, 0)]);
    let huffs: Vec<_> = rules.turns(&state).into_iter().filter(|turn| turn.huff.is_some()).collect();
    assert!(huffs.len() == 1 && huffs[0].path.is_empty() && !huffs[0].pass);
    let after = rules.play(&state, &huffs[0]);
    assert_eq!(rules.outcome(&after), Some(End::NoPieces(First)));
    assert!(rules.turns(&after).is_empty());
}

#[test]
fn a_shorter_capture_may_be_huffed_if_the_longest_is_due() {
    let rules = rules(&[("capture", "huff"), ("choice", "max")]);
    // (0,0) takes two, (4,0) one.
    let state = rules.state(men(&[(0, 0), (4, 0)], &[(0, 1), (0, 3), (4, 1)]), First);
    assert_eq!(play(&rules, &state, None, &[(4, 0), (4, 2)]).huffable, BTreeSet::from([(4, 2)]));
    assert_eq!(play(&rules, &state, None, &[(4, 0), (3, 0)]).huffable, BTreeSet::from([(0, 0)]));
}

#[test]
fn not_last_bars_the_way_back_for_one_turn() {
    let rules = rules(&[("return", "not_last")]);
    let state = rules.state(men(&[(0, 0), (4, 0)], &[(0, 4), (4, 4)]), First);
    let state = play(&rules, &state, None, &[(0, 0), (0, 1)]);
    assert_eq!(state.last, LiteMap::from_iter([(First, ((0, 1), (0, 0)))]));
    let state = play(&rules, &state, None, &[(0, 4), (0, 3)]);
    let back = vec![(0, 1), (0, 0)];
    assert!(!paths(&rules, &state).contains(&back));
    let state = play(&rules, &state, None, &[(4, 0), (4, 1)]);
    let state = play(&rules, &state, None, &[(4, 4), (3, 4)]);
    assert!(paths(&rules, &state).contains(&back));
    assert!(!paths(&rules, &state).contains(&vec![(4, 1), (4, 0)]));
}

#[test]
fn a_blocked_side_loses_draws_or_passes() {
    // A man in the corner between men that cannot be leapt.
    let pieces = men(&[(0, 0)], &[(1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 2)]);
    for (value, end) in [("loss", Some(End::Blocked(Some(First)))), ("draw", Some(End::Blocked(None))), ("pass", None)]
    {
        let rules = rules(&[("blocked", value)]);
        let state = rules.state(pieces.clone(), First);
        assert_eq!(rules.outcome(&state), end);
        let turns = rules.turns(&state);
        assert_eq!(turns.iter().map(|turn| turn.pass).collect::<Vec<_>>(), vec![true; usize::from(value == "pass")]);
    }
    // Two men that cannot move: passing would never end.
    let rules = rules(&[("blocked", "pass"), ("step_dirs", "forward"), ("cap_dirs", "forward")]);
    let state = rules.state(men(&[(0, 4)], &[(4, 0)]), First);
    assert_eq!(rules.outcome(&state), Some(End::Blocked(None)));
}

/// The man takes on (2,3), lands on the far row, and sees (3,4) beside it and (1,3) behind it; or it takes on (1,3).
#[test]
fn promotion_inside_a_chain_has_four_readings() {
    let cases: [(&str, &[&[P]]); 4] = [
        ("no", &[&[(2, 2), (0, 4)], &[(2, 2), (2, 4), (4, 4)]]),
        ("as_man", &[&[(2, 2), (0, 4)], &[(2, 2), (2, 4), (4, 4)]]),
        ("as_king", &[&[(2, 2), (0, 4)], &[(2, 2), (2, 4), (0, 2)], &[(2, 2), (2, 4), (4, 4)]]),
        ("stop", &[&[(2, 2), (0, 4)], &[(2, 2), (2, 4)]]),
    ];
    for (value, expected) in cases {
        let rules = rules(&[("promotion", "short"), ("promo_mid", value), ("cap_dirs", "no_back")]);
        let state = rules.state(men(&[(2, 2)], &[(2, 3), (3, 4), (1, 3), (0, 0)]), First);
        assert_eq!(paths(&rules, &state), expected, "promo_mid={value}");
        for path in expected {
            let after = play(&rules, &state, None, path);
            assert_eq!(after.pieces[&path[path.len() - 1]], (First, King), "promo_mid={value}");
        }
    }
    // Off the row again: a man under `no`, a king under `as_man`.
    for (value, rank) in [("no", Man), ("as_man", King)] {
        let rules = rules(&[("promotion", "short"), ("promo_mid", value)]);
        let state = rules.state(men(&[(2, 2)], &[(2, 3), (1, 3), (0, 0)]), First);
        let path = [(2, 2), (2, 4), (0, 2)];
        assert_eq!(play(&rules, &state, None, &path).pieces[&(0, 2)], (First, rank), "promo_mid={value}");
    }
}

#[test]
fn kings_differ_in_reach_and_landing() {
    let pieces = with_king((0, 0), men(&[], &[(2, 2), (4, 1)]));
    let captures = |options: &[(&str, &str)]| {
        let rules = rules(options);
        let state = rules.state(pieces.clone(), First);
        rules.turns(&state).into_iter().filter(|turn| !turn.taken.is_empty()).map(|turn| turn.path).collect::<Vec<_>>()
    };
    let (near, far) = (vec![(0, 0), (3, 3)], vec![(0, 0), (4, 4)]);
    let on = |to| vec![(0, 0), (4, 4), to];
    assert_eq!(captures(&[("promotion", "long")]), [near.clone(), on((4, 0))]);
    assert_eq!(captures(&[("promotion", "long"), ("chain", "optional")]), [near.clone(), far, on((4, 0))]);
    assert_eq!(captures(&[("promotion", "long"), ("king_landing", "next")]), [near]);
    assert_eq!(captures(&[("promotion", "long"), ("king_landing", "any_but_further")]), [on((4, 0))]);
    assert!(captures(&[("promotion", "long"), ("king_reach", "adjacent")]).is_empty());
    assert!(captures(&[("promotion", "short")]).is_empty());
}

#[test]
fn a_man_on_its_last_row_may_be_bound_to_capture() {
    let pieces = men(&[(2, 4)], &[(3, 4), (2, 3), (0, 0)]);
    let turns = |value| {
        let rules = rules(&[("last_row", value), ("capture", "optional")]);
        paths(&rules, &rules.state(pieces.clone(), First))
    };
    let (back, beside) = (vec![(2, 4), (2, 2)], vec![(2, 4), (4, 4)]);
    assert!(turns("normal").len() > 2);
    assert_eq!(turns("capture_only"), [back, beside.clone()]);
    assert_eq!(turns("capture_sideways_only"), [beside]);
}
