//! Hand-made cases of the near family: towers, protest, closing rows, the hand of grains, kings.

use super::{men, paths, rules};
use quirkat_plain::{
    End, LiteMap, P, Rank, Rank::King, Rank::Man, Rules, Side, Side::First, Side::Second, State, Turn, game,
};
use std::collections::BTreeSet;

fn takes(rules: &Rules, state: &State) -> Vec<Vec<P>> {
    rules.turns(state).into_iter().filter(|turn| !turn.taken.is_empty()).map(|turn| turn.path).collect()
}

fn tower(state: &mut State, point: P, column: &[(Side, Rank)]) {
    state.put_column(point, column.to_vec());
}

fn turn(rules: &Rules, state: &State, claim: Option<&[P]>, path: &[P]) -> Turn {
    let is_wanted = |turn: &&Turn| turn.claim.as_ref().map(|claim| &claim.0[..]) == claim && turn.path == path;
    let turns = rules.turns(state);
    turns.iter().find(is_wanted).unwrap_or_else(|| panic!("no {claim:?} {path:?} in {turns:?}")).clone()
}

/// buruj.md, "Repeat-jump rule".
#[test]
fn leaping_a_tower_again_makes_seven_leaps_of_five() {
    let long = [(4, 2), (2, 4), (2, 2), (0, 0), (0, 2), (2, 2), (0, 0), (0, 2)];
    for (rejump, turns) in [("not_consecutive", 1), ("once", 2)] {
        let rules = game("buruj", None, &[("rejump", rejump)]).unwrap();
        let mut state = rules.state(men(&[(4, 2)], &[(1, 2), (2, 3), (3, 3)]), First);
        tower(&mut state, (0, 1), &[(Second, Man), (Second, Man)]);
        tower(&mut state, (1, 1), &[(Second, Man), (Second, Man)]);
        let paths = paths(&rules, &state);
        assert_eq!(paths.len(), turns, "{paths:?}");
        let expected = if rejump == "once" { &long[..6] } else { &long[..] };
        assert!(paths.iter().any(|path| path == expected), "{paths:?}");
    }
}

/// bashni-lasca.md, "Common tower mechanics".
#[test]
fn a_capture_takes_the_commander_under_the_leaper_and_ranks_are_kept() {
    let rules = game("lasca", None, &[]).unwrap();
    let mut state = rules.state(men(&[(2, 2)], &[(6, 6)]), First);
    tower(&mut state, (3, 3), &[(First, King), (Second, King)]);
    let after = rules.play(&state, &turn(&rules, &state, None, &[(2, 2), (4, 4)]));
    assert_eq!(after.column((4, 4)), [(Second, King), (First, Man)]);
    assert_eq!(after.column((3, 3)), [(First, King)]);
    assert!(after.column((2, 2)).is_empty());
}

/// buruj.md, "Huff": only the top piece of the offending stack.
#[test]
fn a_huff_takes_the_top_piece_of_a_tower() {
    let rules = game("buruj", None, &[("capture", "huff")]).unwrap();
    let mut state = rules.state(men(&[], &[(1, 1), (4, 4)]), First);
    tower(&mut state, (0, 0), &[(Second, Man), (First, Man)]);
    let state = rules.play(&state, &turn(&rules, &state, None, &[(0, 0), (1, 0)]));
    assert_eq!(state.huffable, BTreeSet::from([(1, 0)]));
    let bare: Vec<Turn> = rules.turns(&state).into_iter().filter(|turn| turn.huff.is_some()).collect();
    assert_eq!(bare.len(), 1, "it was the last tower of the first side");
    let after = rules.play(&state, &bare[0]);
    assert_eq!(after.column((1, 0)), [(Second, Man)]);
    assert_eq!(rules.outcome(&after), Some(End::NoPieces(First)));
}

/// buruj.md, `protest`: the opponent may have a longer capture played instead, and then makes its own turn.
#[test]
fn a_longer_capture_may_be_claimed() {
    let rules = game("buruj", Some("protest"), &[]).unwrap();
    let state = rules.state(men(&[(0, 0), (4, 0)], &[(1, 1), (3, 3), (0, 4)]), First);
    let quiet = rules.play(&state, &turn(&rules, &state, None, &[(4, 0), (4, 1)]));
    let short = rules.play(&state, &turn(&rules, &state, None, &[(0, 0), (2, 2)]));
    let full = rules.play(&state, &turn(&rules, &state, None, &[(0, 0), (2, 2), (4, 4)]));
    assert!(full.before.is_none());
    let claim: &[P] = &[(0, 0), (2, 2), (4, 4)];
    for before in [quiet, short] {
        assert!(rules.turns(&before).iter().any(|turn| turn.claim.is_none()), "it may stand");
        let own = turn(&rules, &before, Some(claim), &[(0, 4), (0, 3)]);
        let after = rules.play(&before, &own);
        assert_eq!(after.column((4, 4)), [(Second, Man), (Second, Man), (First, Man)]);
        assert_eq!(after.column((4, 0)), [(First, Man)], "the turn was taken back");
        assert_eq!((after.to_move, after.before), (First, None));
    }
}

/// hopi-keres.md, "Shrinking board".
#[test]
fn the_ends_close_as_each_reading_says() {
    let all = [("capture", "optional"), ("chain", "none"), ("choice", "free")];
    // The lowest piece stands on row 2, then on row 3, then on row 4; the highest on the last row.
    let cases = [
        ("squares", [vec![], vec![0, 1], vec![0, 1]]),
        ("squares_early", [vec![0, 1], vec![0, 1], vec![0, 1, 2, 3]]),
        ("point_rows", [vec![0, 1], vec![0, 1, 2], vec![0, 1, 2, 3]]),
        ("drawn_lines", [vec![0], vec![0, 1, 2], vec![0, 1, 2]]),
    ];
    for (closing, closed) in cases {
        let rules = game("tukvnanawopi", None, &[&all[..], &[("closing", closing)]].concat()).unwrap();
        for (low, expected) in [(4, 2), (3, 3), (4, 4)].into_iter().zip(closed) {
            let mut state = rules.state(men(&[low], &[(4, 8)]), First);
            rules.close(&mut state);
            assert_eq!(state.closed_rows, BTreeSet::from_iter(expected), "{closing} with a piece on {low:?}");
        }
    }
    let rules = game("tuknanavuhpi", None, &[("closing_sides", "all_four")]).unwrap();
    let mut state = rules.state(men(&[(2, 0)], &[(6, 8)]), First);
    rules.close(&mut state);
    assert_eq!((state.closed_rows.len(), state.closed_columns), (0, BTreeSet::from([0, 1, 7, 8])));
}

/// hopi-keres.md, A2.
#[test]
fn a_grain_of_the_reserve_enters_in_the_place_of_a_lost_one() {
    let rules = game("aiyawatstani", Some("reserve"), &[]).unwrap();
    let mut state = rules.start();
    let enters = |state: &State| rules.turns(state).iter().any(|turn| !turn.drop.is_empty());
    assert!(!enters(&state), "neither side has lost a grain");
    state.pieces.retain(|&at, _| at != (0, 0) && at != (2, 0));
    assert!(enters(&state));
    let entry = rules.turns(&state).into_iter().find(|turn| turn.drop == [(0, 0)]).unwrap();
    let after = rules.play(&state, &entry);
    assert_eq!((after.hand, after.pieces[&(0, 0)]), ([1, 2], (First, Man)));
}

/// draughts.md, Turkish; zamma-kharbaga.md, `sultan_turn`.
#[test]
fn a_king_may_be_bound_in_its_direction() {
    let pieces: LiteMap<P, (Side, Rank)> =
        [((3, 3), (First, King)), ((5, 3), (Second, Man)), ((1, 3), (Second, Man)), ((6, 5), (Second, Man))]
            .into_iter()
            .collect();
    let ends = |turning: &str| {
        let rules = game("dama", None, &[("turning", turning), ("choice", "free")]).unwrap();
        let ends: BTreeSet<P> = takes(&rules, &rules.state(pieces.clone(), First))
            .into_iter()
            .filter(|path| path[1].0 > 5)
            .map(|path| path[path.len() - 1])
            .collect();
        ends
    };
    assert!(ends("free").contains(&(0, 3)), "over (5,3) and back over (1,3)");
    assert_eq!(ends("no_reversal"), BTreeSet::from([(6, 6), (6, 7), (7, 3)]));
    assert_eq!(ends("straight"), BTreeSet::from([(6, 3), (7, 3)]));
}

/// draughts.md, "Italian".
#[test]
fn an_italian_capture_is_by_a_king_and_takes_kings_first() {
    let rules = game("italian", None, &[]).unwrap();
    let pieces = |first: &[(P, Rank)], second: &[(P, Rank)]| -> State {
        let of = |side| move |&(point, rank): &(P, Rank)| (point, (side, rank));
        rules.state(first.iter().map(of(First)).chain(second.iter().map(of(Second))).collect(), First)
    };
    // A man may not take a king.
    let state = pieces(&[((1, 0), Man)], &[((2, 1), King), ((7, 6), Man)]);
    assert!(takes(&rules, &state).is_empty());
    // One each: the king takes, not the man.
    let state = pieces(&[((1, 0), Man), ((6, 1), King)], &[((2, 1), Man), ((5, 2), Man)]);
    assert_eq!(takes(&rules, &state), [[(6, 1), (4, 3)]]);
    // Two each with a king among them: the king first.
    let state = pieces(&[((3, 0), King)], &[((2, 1), Man), ((2, 3), King), ((4, 1), King), ((4, 3), Man)]);
    let firsts: BTreeSet<P> = takes(&rules, &state).into_iter().map(|path| path[1]).collect();
    assert!(!firsts.is_empty());
    assert!(takes(&rules, &state).iter().all(|path| path.len() == 5 && path[1] == (5, 2)), "round over the king");
}

/// pinoy-dama.md, option `king_first`.
#[test]
fn of_equal_captures_a_kings_may_go_first() {
    let pieces: LiteMap<P, (Side, Rank)> =
        [((1, 0), (First, Man)), ((7, 0), (First, King)), ((2, 1), (Second, Man)), ((5, 2), (Second, Man))]
            .into_iter()
            .collect();
    let by = |choice: &str| {
        let rules = game("pinoy-dama", None, &[("choice", choice)]).unwrap();
        let paths = takes(&rules, &rules.state(pieces.clone(), First));
        paths.into_iter().map(|path| path[0]).collect::<BTreeSet<P>>()
    };
    assert_eq!(by("max"), BTreeSet::from([(1, 0), (7, 0)]));
    assert_eq!(by("king_first"), BTreeSet::from([(7, 0)]));
}

/// draughts.md, "Czech": the king takes one although the man could take two; without a king the man is free.
#[test]
fn a_czech_king_that_can_capture_must() {
    let rules = game("czech", None, &[]).unwrap();
    let men: LiteMap<P, (Side, Rank)> =
        [((0, 0), (First, Man)), ((1, 1), (Second, Man)), ((3, 3), (Second, Man)), ((5, 3), (Second, Man))]
            .into_iter()
            .collect();
    let starts = |pieces: &LiteMap<P, (Side, Rank)>| {
        let paths = takes(&rules, &rules.state(pieces.clone(), First));
        paths.into_iter().map(|path| (path[0], path.len())).collect::<BTreeSet<(P, usize)>>()
    };
    assert_eq!(starts(&men), BTreeSet::from([((0, 0), 3)]));
    let with_king = men.into_iter().chain([((7, 1), (First, King))]).collect();
    let by_king = starts(&with_king);
    assert!(!by_king.is_empty() && by_king.iter().all(|(from, _)| *from == (7, 1)), "{by_king:?}");
}

/// draughts.md, "Thai": the king lands just behind, and may turn straight back once the piece is gone.
#[test]
fn a_thai_king_lands_just_behind_and_may_turn_back() {
    let rules = game("thai", None, &[]).unwrap();
    let pieces: LiteMap<P, (Side, Rank)> =
        [((2, 2), (First, King)), ((0, 0), (Second, King)), ((5, 5), (Second, Man))].into_iter().collect();
    assert_eq!(takes(&rules, &rules.state(pieces.clone(), First)), [[(2, 2), (6, 6)]]);
    let pieces: LiteMap<P, (Side, Rank)> =
        [((2, 2), (First, King)), ((1, 1), (Second, Man)), ((5, 5), (Second, Man))].into_iter().collect();
    let paths: BTreeSet<Vec<P>> = takes(&rules, &rules.state(pieces, First)).into_iter().collect();
    let back = BTreeSet::from([vec![(2, 2), (6, 6), (0, 0)], vec![(2, 2), (0, 0), (6, 6)]]);
    assert_eq!(paths, back);
}

/// zuni.md, "Odd claim"; crand's straight men.
#[test]
fn leaps_may_bend_and_men_may_go_straight_on() {
    let bent = game("awithlaknan-mosona", Some("bent"), &[]).unwrap();
    let state = bent.state(men(&[(1, 0)], &[(2, 1), (15, 2)]), First);
    let landings: BTreeSet<P> = takes(&bent, &state).into_iter().map(|path| path[1]).collect();
    assert_eq!(landings, BTreeSet::from([(0, 1), (4, 1), (1, 2), (3, 2), (3, 0)]));
    let crand = game("zamma", Some("crand"), &[]).unwrap();
    let state = crand.state(men(&[(4, 4)], &[(0, 8)]), First);
    assert_eq!(paths(&crand, &state), [[(4, 4), (4, 5)]]);
    assert!(rules(&[]).board.leaps().len() > 50);
}
