//! Hand-made cases: captures without leaping, Konane's opening, ranks and single combat.

use super::{men, paths};
use quirkat_plain::{
    End, LiteMap, P, Rank, Rank::King, Rank::Man, Rank::Prince, Rules, Side, Side::First, Side::Second, State, Turn,
    Way::Approach, Way::Withdrawal, game,
};
use std::collections::BTreeSet;

fn variant(name: &str, variant: &str, options: &[(&str, &str)]) -> Rules {
    game(name, Some(variant), options).unwrap()
}

fn ranked(rules: &Rules, first: &[(P, Rank)], second: &[(P, Rank)]) -> State {
    let of = |side| move |&(point, rank): &(P, Rank)| (point, (side, rank));
    rules.state(first.iter().map(of(First)).chain(second.iter().map(of(Second))).collect(), First)
}

/// fanorona.md, "Check (computed)".
#[test]
fn fanorona_opens_with_five_captures() {
    let rules = variant("fanorona", "tsivy", &[]);
    let turns: BTreeSet<_> =
        rules.turns(&rules.start()).into_iter().map(|turn| (turn.path, turn.ways, turn.taken)).collect();
    let to = |from: P| vec![from, (4, 2)];
    let expected = [
        (to((3, 1)), vec![Approach], vec![(5, 3), (6, 4)]),
        (to((4, 1)), vec![Approach], vec![(4, 3), (4, 4)]),
        (to((5, 1)), vec![Approach], vec![(3, 3), (2, 4)]),
        (to((3, 2)), vec![Approach], vec![(5, 2)]),
        (to((3, 2)), vec![Withdrawal], vec![(2, 2)]),
    ];
    assert_eq!(turns, BTreeSet::from(expected));
}

#[test]
fn a_fanorona_chain_turns_as_its_option_says() {
    // East away from (1,2), north towards (3,4), south-east towards (5,1), east again towards (6,2).
    let long = [(2, 2), (3, 2), (3, 3), (4, 2), (5, 2)];
    let pieces = men(&[(2, 2)], &[(1, 2), (3, 4), (5, 1), (6, 2)]);
    for (direction, reaches) in [("not_consecutive", 5), ("never_repeat_line", 4), ("free", 5)] {
        let rules = variant("fanorona", "tsivy", &[("direction", direction)]);
        let paths = paths(&rules, &rules.state(pieces.clone(), First));
        for length in 2..=5 {
            assert_eq!(paths.contains(&long[..length].to_vec()), length <= reaches, "{direction}, {length} points");
        }
    }
    // Straight on only where nothing is forbidden; back to the start never.
    let pieces = men(&[(2, 2)], &[(1, 2), (5, 2)]);
    for (direction, number) in [("not_consecutive", 1), ("never_repeat_line", 1), ("free", 2)] {
        let rules = variant("fanorona", "tsivy", &[("direction", direction)]);
        let paths = paths(&rules, &rules.state(pieces.clone(), First));
        assert_eq!(paths, [&[(2, 2), (3, 2)][..], &[(2, 2), (3, 2), (4, 2)]][..number], "{direction}");
    }
}

#[test]
fn the_first_capture_may_end_the_turn() {
    let pieces = men(&[(2, 2), (0, 0)], &[(1, 2), (3, 4), (8, 4)]);
    for (value, longest) in [("off", 3), ("first", 2), ("both", 2)] {
        let mut rules = variant("fanorona", "tsivy", &[("first_capture_single", value)]);
        rules.pieces_at_start = pieces.clone();
        let longest_of = |state: &State| paths(&rules, state).iter().map(Vec::len).max();
        assert_eq!(longest_of(&rules.start()), Some(longest), "{value}");
        let mut later = rules.start();
        later.remove((8, 4));
        assert_eq!(longest_of(&later), Some(3), "it has captured before");
        // Exchanges the sides of the pieces.
        let turned = |(at, (side, rank)): (&P, &(Side, Rank))| (*at, (side.other(), *rank));
        rules.pieces_at_start = pieces.iter().map(turned).collect();
        let state = rules.state(rules.pieces_at_start.clone(), Second);
        let longest = if value == "both" { 2 } else { 3 };
        assert_eq!(paths(&rules, &state).iter().map(Vec::len).max(), Some(longest), "{value}");
    }
}

/// fanorona.md, "Véla".
#[test]
fn men_are_given_one_by_one() {
    let rules = variant("fanorona", "vela", &[]);
    let giving = rules.turns(&rules.start());
    assert_eq!(giving.len(), 4, "to the empty point, and nothing is taken");
    for turn in giving {
        assert!(turn.taken.is_empty());
        let state = rules.play(&rules.start(), &turn);
        assert_eq!(rules.outcome(&state), None);
        // Behind (4,1) only the giver's own men stand, and no enemy can go there: the other side passes.
        if turn.path[0] == (4, 1) {
            assert!(matches!(&rules.turns(&state)[..], [turn] if turn.pass));
            continue;
        }
        for turn in rules.turns(&state) {
            assert_eq!((turn.path.len(), turn.ways.len(), turn.taken.len()), (2, 1, 1));
            assert!(!rules.turns(&rules.play(&state, &turn)).is_empty());
        }
    }
    // With five men left both sides play as usual.
    let six = [(2, 2), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
    let takes = |own: &[P]| {
        let state = rules.state(men(own, &[(4, 2), (5, 2)]), First);
        rules.turns(&state).iter().any(|turn| turn.taken.len() == 2)
    };
    assert!(takes(&six[..5]) && !takes(&six));
}

#[test]
fn a_giver_may_have_to_offer() {
    let pieces = men(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (8, 0)], &[(4, 3)]);
    let paths = |must_offer: &str| {
        let rules = variant("fanorona", "vela", &[("must_offer", must_offer)]);
        paths(&rules, &rules.state(pieces.clone(), First))
    };
    assert!(paths("off").len() > 10);
    assert_eq!(paths("on"), [[(4, 0), (4, 1)]]);
}

#[test]
fn blocked_sides_of_fanorona_draw() {
    let rules = variant("fanorona", "telo_capture", &[]);
    let state = rules.state(men(&[(1, 0)], &[(0, 0), (2, 0), (1, 1), (0, 1), (2, 1)]), First);
    assert_eq!(rules.outcome(&state), Some(End::Blocked(None)));
}

/// konane.md, "Opening".
#[test]
fn konane_opens_in_the_middle_or_at_a_corner() {
    let removals = |size: &str, opening: &str| {
        let rules = variant("konane", "hawaii10", &[("size", size), ("opening", opening)]);
        let turns = rules.turns(&rules.start());
        assert!(turns.iter().all(|turn| turn.removed.len() == 1 && turn.path.is_empty()));
        turns.into_iter().map(|turn| turn.removed[0]).collect::<Vec<P>>()
    };
    assert_eq!(removals("6x6", "centre_or_corner"), [(0, 0), (2, 2), (3, 3), (5, 5)]);
    assert_eq!(removals("8x8", "centre"), [(3, 3), (4, 4)]);
    assert_eq!(removals("8x8", "anywhere").len(), 32);
    // One centre point, of one's own colour or not; two of them; and all corners of it.
    assert_eq!(removals("9x9", "centre"), [(4, 4)]);
    assert_eq!(removals("9x7", "centre"), [(3, 3), (4, 2), (4, 4), (5, 3)]);
    assert_eq!(removals("4x5", "centre"), [(2, 2)]);
    assert_eq!(removals("4x5", "centre_or_corner"), [(0, 0), (0, 4), (2, 2)]);
    assert_eq!(removals("20x13", "centre_or_corner").len(), 3);
    // Then the other side, next to the hole, and captures from then on.
    let rules = variant("konane", "six", &[]);
    let state = rules.play(&rules.start(), &rules.turns(&rules.start())[0]);
    let second: Vec<P> = rules.turns(&state).into_iter().map(|turn| turn.removed[0]).collect();
    assert_eq!(second, [(0, 1), (1, 0)]);
    let state = rules.play(&state, &rules.turns(&state)[0]);
    assert!(rules.turns(&state).iter().all(|turn| turn.removed.is_empty() && turn.taken.len() == 1));
}

#[test]
fn konane_goes_straight_on() {
    let pieces = men(&[(0, 0)], &[(1, 0), (3, 0), (2, 1)]);
    let rules = variant("konane", "six", &[]);
    let state = rules.state(pieces.clone(), First);
    assert_eq!(paths(&rules, &state), [&[(0, 0), (2, 0)][..], &[(0, 0), (2, 0), (4, 0)]]);
    let single = variant("konane", "six", &[("chain", "none")]);
    assert_eq!(paths(&single, &state), [[(0, 0), (2, 0)]]);
    assert_eq!(rules.outcome(&State { to_move: Second, ..state }), Some(End::Blocked(Some(Second))));
}

/// dablot.md, "Setup" and "Moves".
#[test]
fn a_dablot_piece_takes_its_equals_and_what_is_lower() {
    let rules = variant("dablot", "usual", &[]);
    let start = rules.turns(&rules.start());
    assert_eq!(start.len(), 15);
    assert!(start.iter().all(|turn| turn.taken.is_empty()));
    for mover in [Man, Prince, King] {
        for victim in [Man, Prince, King] {
            let state = ranked(&rules, &[((0, 0), mover)], &[((1, 1), victim)]);
            let takes = paths(&rules, &state).contains(&vec![(0, 0), (2, 2)]);
            assert_eq!(takes, victim <= mover, "{mover:?} over {victim:?}");
        }
    }
}

/// dablot.md, "Optional rules", Walker r15.
#[test]
fn men_may_have_to_capture_where_others_need_not() {
    let rules = variant("dablot", "compulsory", &[]);
    let prince = ((8, 8), Prince);
    let enemies = [((1, 1), Man), ((9, 9), Man)];
    let both = ranked(&rules, &[((0, 0), Man), prince], &enemies);
    assert_eq!(paths(&rules, &both), [[(0, 0), (2, 2)], [(8, 8), (10, 10)]]);
    let alone = paths(&rules, &ranked(&rules, &[((0, 12), Man), prince], &enemies));
    assert!(alone.contains(&vec![(8, 8), (10, 10)]) && alone.contains(&vec![(0, 12), (0, 10)]));
}

#[test]
fn a_side_may_lose_with_its_king() {
    let first = [((0, 0), King), ((0, 12), Man)];
    let ends = |name: &str, second: &[(P, Rank)]| {
        let rules = variant("dablot", name, &[]);
        rules.outcome(&ranked(&rules, &first, second))
    };
    assert_eq!(ends("usual", &[((10, 0), Man)]), None);
    assert_eq!(ends("royal", &[((10, 0), Man)]), Some(End::King(Second)));
    assert_eq!(ends("royal", &[((10, 0), King)]), None);
    assert_eq!(ends("winther", &[((10, 0), King)]), Some(End::King(Second)));
    assert_eq!(ends("winther", &[((10, 0), King), ((10, 2), Man)]), None);
    // Its men step forward and capture in all directions.
    let rules = variant("dablot", "winther", &[]);
    let pieces = [((4, 4), Man), ((0, 0), King)];
    let ends = |second: &[(P, Rank)]| {
        let all = paths(&rules, &ranked(&rules, &pieces, &[second, &[((10, 12), King), ((8, 12), Man)]].concat()));
        all.into_iter().filter(|path| path[0] == (4, 4)).map(|path| path[1]).collect::<Vec<P>>()
    };
    assert_eq!(ends(&[]), [(3, 5), (4, 6), (5, 5)]);
    assert_eq!(ends(&[((3, 3), Man)]), [(2, 2)]);
}

/// dablot.md, "End": Keyland's narrower block.
#[test]
fn only_a_last_higher_piece_loses_by_a_block() {
    let rules = variant("dablot", "keyland", &[]);
    let around = [(1, 1), (2, 2), (2, 0), (4, 0), (0, 2), (0, 4)];
    let blocked = |own: Rank, enemy: Rank| {
        let mut second: Vec<(P, Rank)> = around.iter().map(|&at| (at, Man)).collect();
        second.push(((10, 12), enemy));
        let state = ranked(&rules, &[((0, 0), own)], &second);
        (rules.outcome(&state), rules.turns(&state).iter().all(|turn| turn.pass))
    };
    assert_eq!(blocked(King, Prince).0, Some(End::Blocked(Some(First))));
    for (own, enemy) in [(King, King), (Prince, King), (Man, Man)] {
        assert_eq!(blocked(own, enemy), (None, true), "{own:?} and {enemy:?}: it passes");
    }
}

/// dablot.md, "End".
#[test]
fn the_last_two_go_at_each_other() {
    let combat = |value: &str| variant("dablot", "usual", &[("single_combat", value)]);
    let duel = |rank: Rank| ranked(&combat("off"), &[((0, 0), rank)], &[((0, 12), rank)]);
    assert_eq!(paths(&combat("off"), &duel(Man)).len(), 3);
    assert_eq!(paths(&combat("on_call"), &duel(Man)).len(), 3);
    assert_eq!(paths(&combat("automatic"), &duel(Man)), [[(0, 0), (0, 2)]]);
    assert_eq!(paths(&combat("automatic"), &duel(King)).len(), 3);
    let called = combat("on_call").called(&duel(Prince)).unwrap();
    assert_eq!(paths(&combat("on_call"), &called), [[(0, 0), (0, 2)]]);
    let turn: Turn = combat("on_call").turns(&called)[0].clone();
    assert!(combat("on_call").play(&called, &turn).combat, "it stays called");
    assert_eq!(combat("on_call").called(&duel(King)), None);
    assert_eq!(combat("on_call").called(&called), None);
    assert_eq!(combat("off").called(&duel(Man)), None);
    // A capture comes first; beside the edge no step approaches.
    let pieces = LiteMap::from_iter([((0, 0), (First, Man)), ((1, 1), (Second, Man))]);
    let rules = combat("automatic");
    assert_eq!(paths(&rules, &rules.state(pieces.clone(), First)), [[(0, 0), (2, 2)]]);
    assert_eq!(paths(&rules, &rules.state(pieces, Second)), [[(1, 1), (0, 2)], [(1, 1), (2, 0)]]);
}
